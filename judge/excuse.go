package judge

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
)

// Plainer scripts know how they read without what a requirement is about; ok is false
// where they don't. Of other scripts elements are left out.
type Plainer interface {
	Without(requirement string) (script dialect.Script, ok bool)
}

// Excused takes findings back that are no doing of what their requirement is about: the
// case is observed again without it, and what is wrong there too was wrong anyway. Nothing
// is asked where nothing of that kind was found.
func (s Side) Excused(c *dialect.Case, outcomes []requirement.Outcome, observe func(*dialect.Case) (dialect.Observation, error)) ([]requirement.Outcome, error) {
	if c.Blame != nil {
		return outcomes, nil // the control says it
	}
	out := slices.Clone(outcomes)
	for i, o := range out {
		if !Excusable(o) {
			continue
		}
		plain := s.Without(c, o.Requirement)
		if plain == nil {
			continue
		}
		seen, err := observe(plain)
		if err != nil {
			return nil, err
		}
		if seen.Ending == dialect.Done {
			out[i] = Excuse(o, s.Judge(plain, &seen))
		}
	}
	return out, nil
}

// Excusable tells whether the outcome has findings that may be wrong without what the
// requirement is about.
func Excusable(o requirement.Outcome) bool {
	return slices.ContainsFunc(o.Findings, func(f requirement.Finding) bool { return len(f.Of) > 0 })
}

// Excuse takes back what the stream without the requirement's subject gets wrong too.
func Excuse(o requirement.Outcome, plain []requirement.Outcome) requirement.Outcome {
	wrong := map[string]bool{}
	for _, p := range plain {
		wrong[p.Requirement] = p.Verdict == requirement.Fail || p.Verdict == requirement.Warn
	}
	out := o
	out.Findings, out.Verdict = nil, requirement.Unobserved
	for _, f := range o.Findings {
		if slices.ContainsFunc(f.Of, func(id string) bool { return wrong[id] }) {
			continue
		}
		out.Findings = append(out.Findings, f)
		out.Verdict = requirement.Worse(out.Verdict, f.Verdict())
	}
	return out
}

// Without is the case without what the requirement is about, nil where nothing is left.
// What a script is about is what the reference's answer shows: elements are left out until
// the requirement has nothing to look at, and no line about broken streams has more.
func (s Side) Without(c *dialect.Case, id string) *dialect.Case {
	plain := *c
	plain.ID, plain.Chunks, plain.Control = c.ID+"-without-"+id, nil, nil
	if p, ok := c.Script.(Plainer); ok {
		if script, ok := p.Without(id); ok {
			plain.Script = script
			return &plain
		}
	}
	r := reduction{side: s, c: &plain, id: id}
	if r.before = r.seen(c.Script); !r.before[id] {
		return nil
	}
	kept := r.clean(r.greedy(nil))
	kept = r.greedy(kept)
	if len(kept) == 0 {
		return nil
	}
	plain.Script = c.Script.Keep(kept)
	return &plain
}

// reduction looks for the largest part of a script that a requirement says nothing about.
type reduction struct {
	side   Side
	c      *dialect.Case
	id     string
	before map[string]bool
}

// seen are the requirements that look at something in the script.
func (r *reduction) seen(script dialect.Script) map[string]bool {
	c := *r.c
	c.Script = script
	o := r.side.Reference(c.Input())
	seen := map[string]bool{}
	if o.Ending == dialect.Done {
		for _, outcome := range r.side.Judge(&c, &o) {
			seen[outcome.Requirement] = outcome.Verdict.Observed()
		}
	}
	return seen
}

// greedy adds every element that leaves the requirement nothing to look at; to a part that
// is no more broken than the whole, only such as leave it so.
func (r *reduction) greedy(kept []int) []int {
	first := kept == nil
	for i := range r.c.Script.Len() {
		if slices.Contains(kept, i) {
			continue
		}
		more := append(slices.Clone(kept), i)
		slices.Sort(more)
		if seen := r.seen(r.c.Script.Keep(more)); !seen[r.id] && (first || len(r.broken(seen)) == 0) {
			kept = more
		}
	}
	return kept
}

// clean leaves out what makes the part broken in a way that the whole is not: the stop of
// a block that was left out.
func (r *reduction) clean(kept []int) []int {
	for range 2 {
		for at := len(kept) - 1; at >= 0; at-- {
			now := r.broken(r.seen(r.c.Script.Keep(kept)))
			if len(now) == 0 {
				return kept
			}
			less := slices.Delete(slices.Clone(kept), at, at+1)
			if seen := r.seen(r.c.Script.Keep(less)); !seen[r.id] && len(r.broken(seen)) < len(now) {
				kept = less
			}
		}
	}
	return kept
}

// broken are the lines about broken streams that look at something here, and at nothing in
// the whole.
func (r *reduction) broken(seen map[string]bool) []string {
	var ids []string
	for id, now := range seen {
		if now && !r.before[id] && r.side.ByID[id].Adversarial {
			ids = append(ids, id)
		}
	}
	return ids
}
