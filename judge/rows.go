package judge

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
)

// Rows sum up what the cases of one pair say about each requirement. The order in
// which they are added makes no difference.
type Rows struct {
	rows    map[string]requirement.Basis
	answers requirement.Answers
}

// Shown is what an answer shows as a whole, from all its outcomes, also those of
// requirements that nobody asked for: whether the implementation works at all follows
// from them.
type Shown struct {
	// Judged: something of it could be judged; Right: something was right that could
	// have been wrong; Wrong: something failed.
	Judged, Right, Wrong bool
}

// Show sums up all the outcomes of an answer.
func Show(outcomes []requirement.Outcome) Shown {
	return Shown{Judged: slices.ContainsFunc(outcomes, observed), Right: Works(outcomes), Wrong: !Sound(outcomes)}
}

// Add counts what a case says: how it ended, what its answer shows, and the outcomes
// that count.
func (r *Rows) Add(c *dialect.Case, generated bool, ending dialect.Ending, shown Shown, outcomes []requirement.Outcome) {
	if r.rows == nil {
		r.rows = map[string]requirement.Basis{}
	}
	for i := range outcomes {
		o := &outcomes[i]
		says := requirement.Basis{Seen: o.Verdict}
		if ending == dialect.Done && slices.Contains(c.Tests, o.Requirement) {
			says.Tested = 1
			if shown.Wrong && o.Verdict == requirement.Unobserved {
				says.Lacking = 1
			}
		}
		if have, ok := r.rows[o.Requirement]; ok {
			says = says.Plus(have)
		}
		r.rows[o.Requirement] = says
	}
	switch {
	case ending != dialect.Done:
	case generated:
		r.Evidence(shown)
	case c.Heavy:
		count(&r.answers.Heavy, shown)
	default:
		count(&r.answers.Fixed, shown)
	}
}

// Evidence counts an answer to a generated stream for whether the implementation works, and
// for nothing else.
func (r *Rows) Evidence(shown Shown) { count(&r.answers.Generated, shown) }

func observed(o requirement.Outcome) bool { return o.Verdict.Observed() }

func failed(o requirement.Outcome) bool { return o.Verdict == requirement.Fail }

func count(of *requirement.Judged, shown Shown) {
	if !shown.Judged {
		return
	}
	of.Judged++
	if shown.Right {
		of.Right++
	}
}

// Basis is what the cases say about a requirement.
func (r *Rows) Basis(id string) requirement.Basis {
	if have, ok := r.rows[id]; ok {
		return have
	}
	return requirement.Basis{Seen: requirement.Unobserved}
}

// Answers are what the answers show of whether the implementation works.
func (r *Rows) Answers() requirement.Answers { return r.answers }

// Verdict of a requirement: the worst of what was observed, unless it passed by luck.
func (r *Rows) Verdict(id string) requirement.Verdict { return r.Basis(id).Verdict(r.answers) }

// Works tells whether the answer to a case shows that the implementation works:
// something in it that could have been wrong is right.
func Works(outcomes []requirement.Outcome) bool {
	return slices.ContainsFunc(outcomes, func(o requirement.Outcome) bool {
		return o.Requirement == survives && o.Verdict == requirement.Pass
	})
}

// Sound tells whether an observation passed its own judgement, so that a relation to
// another one tells something: nothing failed. Where nothing could be told, no
// judgement applies; that all answers are such is for Rows to see.
func Sound(outcomes []requirement.Outcome) bool {
	return !slices.ContainsFunc(outcomes, failed)
}
