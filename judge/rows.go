package judge

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
)

// Rows sum up what the cases of one pair say about each requirement. The order in
// which they are added makes no difference.
type Rows struct {
	rows map[string]*row
	// fixed and generated count the light cases whose answer was judged.
	fixed, generated evidence
}

// row is what is known about one requirement.
type row struct {
	verdict requirement.Verdict
	// main counts the answered cases that test the requirement, missed those of them
	// in which nothing was seen of it and something else was wrong: the answer lacks what
	// it is about. (Where all is right there was nothing to see.)
	main, missed int
}

// evidence of a working implementation: how many answers were judged, and in how many
// of them something was right.
type evidence struct{ judged, right int }

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
		r.rows = map[string]*row{}
	}
	for i := range outcomes {
		o := &outcomes[i]
		have := r.rows[o.Requirement]
		if have == nil {
			have = &row{verdict: o.Verdict}
			r.rows[o.Requirement] = have
		}
		have.verdict = requirement.Combine(have.verdict, o.Verdict)
		if ending == dialect.Done && slices.Contains(c.Tests, o.Requirement) {
			have.main++
			if shown.Wrong && o.Verdict == requirement.Unobserved {
				have.missed++
			}
		}
	}
	if ending == dialect.Done && !c.Heavy {
		r.Evidence(generated, shown)
	}
}

// Evidence counts an answer that shows whether the implementation works, and nothing else.
func (r *Rows) Evidence(generated bool, shown Shown) {
	if shown.Judged {
		r.count(generated, shown.Right)
	}
}

func observed(o requirement.Outcome) bool { return o.Verdict.Observed() }

func failed(o requirement.Outcome) bool { return o.Verdict == requirement.Fail }

func (r *Rows) count(generated, right bool) {
	e := &r.fixed
	if generated {
		e = &r.generated
	}
	e.judged++
	if right {
		e.right++
	}
}

// Verdict of a requirement: the worst of what was observed. What passed has passed by
// luck where most of the cases that test it lack what it is about, or where the
// implementation does not work.
func (r *Rows) Verdict(id string) requirement.Verdict {
	have := r.rows[id]
	switch {
	case have == nil:
		return requirement.Unobserved
	case have.verdict == requirement.Pass && (2*have.missed > have.main || !r.works()):
		return requirement.Unobserved
	}
	return have.verdict
}

// works tells whether a third of the answers have something right in them. Generated
// streams decide where there are any: fixed cases resemble each other, and what always
// says the same is right in many of them.
func (r *Rows) works() bool {
	e := r.generated
	if e.judged == 0 {
		e = r.fixed
	}
	return e.right > 0 && 3*e.right >= e.judged
}

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
