package judge

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
)

// Plainer scripts know how they read without what a requirement is about, in one form or
// several; none where they don't. Then elements are left out.
type Plainer interface {
	Without(requirement string) []dialect.Script
}

// Excused takes findings back that are no doing of what their requirement is about: the
// case is observed again without it, and what is wrong there too was wrong anyway. Then it is
// told of the line that is missed there. Nothing is asked where nothing of that kind was found.
func (s Side) Excused(c *dialect.Case, outcomes []requirement.Outcome,
	observe func(*dialect.Case) (dialect.Observation, error)) ([]requirement.Outcome, error) {
	if c.Blame != nil {
		return outcomes, nil // the control says it
	}
	out := slices.Clone(outcomes)
	for i, o := range out {
		if !Excusable(o) {
			continue
		}
		for _, plain := range s.Without(c, o.Requirement) {
			seen, err := observe(plain)
			if err != nil {
				return nil, err
			}
			if seen.Ending == dialect.Done {
				judged := s.Judge(plain, &seen)
				before := out[i]
				out[i] = Excuse(before, judged)
				HandOver(out, before, judged)
			}
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
	return excuse(o, wrong)
}

// HandOver tells findings that the plain stream takes back of the lines that it misses, where nothing else in the case missed
// them: another case need not show the same.
func HandOver(outcomes []requirement.Outcome, before requirement.Outcome, plain []requirement.Outcome) {
	levels := map[string]requirement.Level{}
	for _, p := range plain {
		switch p.Verdict {
		case requirement.Fail:
			levels[p.Requirement] = requirement.Must
		case requirement.Warn:
			levels[p.Requirement] = requirement.Should
		}
	}
	for i, o := range outcomes {
		level := levels[o.Requirement]
		if level == "" || o.Verdict == requirement.Fail || o.Verdict == requirement.Warn {
			continue
		}
		for _, f := range before.Findings {
			if slices.Contains(f.Of, o.Requirement) {
				f.Requirement, f.Level, f.Of = o.Requirement, level, nil
				outcomes[i].Findings = append(slices.Clip(outcomes[i].Findings), f)
				outcomes[i].Verdict = requirement.Worse(outcomes[i].Verdict, f.Verdict())
			}
		}
	}
}

func excuse(o requirement.Outcome, wrong map[string]bool) requirement.Outcome {
	if !Excusable(o) {
		return o
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

// Without is the case without what the requirement is about, in up to three forms: of two
// results, one keeps the first and one the last. What a script is about is what the
// reference's answer shows: elements are left out until the requirement has nothing to look
// at, and then those that break the rest in a way in which the whole is not broken, as far as one less
// mends that.
func (s Side) Without(c *dialect.Case, id string) []*dialect.Case {
	form := func(n int, script dialect.Script) *dialect.Case {
		plain := *c
		plain.ID = dialect.FormID(c.ID, fmt.Sprintf("without-%s-%d", id, n))
		plain.Chunks, plain.Control, plain.Script = nil, nil, script
		return &plain
	}
	if p, ok := c.Script.(Plainer); ok {
		var forms []*dialect.Case
		for n, script := range p.Without(id) {
			forms = append(forms, form(n+1, script))
		}
		if len(forms) > 0 {
			return forms
		}
	}
	r := reduction{side: s, c: c, id: id}
	if r.before = r.seen(c.Script); !r.before[id] || c.Script.Len() > maxReduced {
		return nil
	}
	front, back := r.part(false), r.part(true)
	var parts [][]int
	for _, part := range [][]int{front, r.swapped(front), back} {
		if len(part) > 0 && !slices.ContainsFunc(parts, func(have []int) bool { return slices.Equal(have, part) }) {
			parts = append(parts, part)
		}
	}
	forms := make([]*dialect.Case, len(parts))
	for n, part := range parts {
		forms[n] = form(n+1, c.Script.Keep(part))
	}
	return forms
}

// maxReduced bounds the scripts that are reduced: longer ones take too long.
const maxReduced = 80

// longestRun is how many elements are tried together: the start of a block and its stop,
// with something between them.
const longestRun = 4

// reduction looks for a large part of a script that a requirement says nothing about.
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

// part is what is kept of the script, from the front or from the back.
func (r *reduction) part(backwards bool) []int {
	return r.greedy(r.clean(r.greedy(nil, backwards)), backwards)
}

// greedy adds every run of elements that leaves the requirement nothing to look at; to a
// part that is there already only such as leave it no more broken than the whole.
func (r *reduction) greedy(kept []int, backwards bool) []int {
	first, n := kept == nil, r.c.Script.Len()
	for step := range n {
		at := step
		if backwards {
			at = n - 1 - step
		}
		for end := at; end < min(n, at+longestRun) && !slices.Contains(kept, at); end++ {
			more := slices.Clone(kept)
			for i := at; i <= end; i++ {
				more = append(more, i)
			}
			slices.Sort(more)
			more = slices.Compact(more)
			if seen := r.seen(r.c.Script.Keep(more)); !seen[r.id] && (first || len(r.broken(seen)) == 0) {
				kept = more
			}
		}
	}
	return kept
}

// swapped is another part: the last element that was left out stands for one that was kept.
func (r *reduction) swapped(kept []int) []int {
	for out := r.c.Script.Len() - 1; out >= 0; out-- {
		if slices.Contains(kept, out) {
			continue
		}
		for at := range kept {
			other := append(slices.Delete(slices.Clone(kept), at, at+1), out)
			slices.Sort(other)
			if seen := r.seen(r.c.Script.Keep(other)); !seen[r.id] && len(r.broken(seen)) == 0 {
				return other
			}
		}
	}
	return nil
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
