package requirement

import (
	"fmt"

	"github.com/toolconform/conform/wire"
)

// Rule is a requirement with its judge. S is what the judge looks at: what was
// meant beside what was observed. A judge that calls none of the Notes' methods
// has said that the subject tells nothing about the requirement.
type Rule[S any] struct {
	Requirement
	Judge func(S, *Notes)
}

// Apply lets every rule look at the subject; one outcome each, in order.
func Apply[S any](rules []Rule[S], subject S) []Outcome {
	outcomes := make([]Outcome, 0, len(rules))
	for i := range rules {
		n := Notes{id: rules[i].ID, level: rules[i].Level}
		rules[i].Judge(subject, &n)
		outcomes = append(outcomes, n.outcome())
	}
	return outcomes
}

// SeenIf takes back what passed where the answer lacks what it should speak of: it has
// shown nothing. What was missed stays missed.
func SeenIf(there bool, outcomes []Outcome) []Outcome {
	for i := range outcomes {
		if !there && outcomes[i].Verdict == Pass {
			outcomes[i].Verdict, outcomes[i].Policy = Unobserved, ""
		}
	}
	return outcomes
}

// Catalogue is the requirements of the rules, in order.
func Catalogue[S any](rules []Rule[S]) []Requirement {
	list := make([]Requirement, len(rules))
	for i := range rules {
		list[i] = rules[i].Requirement
	}
	return list
}

// For binds the rules to one role, and returns them.
func For[S any](role string, rules []Rule[S]) []Rule[S] {
	for i, r := range rules {
		rules[i].Requirement = r.Requirement.For(role)
	}
	return rules
}

// Notes are what a judge writes down about one requirement.
type Notes struct {
	id       string
	level    Level
	seen     bool
	findings []Finding
	policy   string
}

// Saw says that the subject could have shown a fault here and was looked at.
func (n *Notes) Saw() { n.seen = true }

// Holds notes a check: looked at, and a finding at the requirement's own level
// where ok is false. It returns ok.
func (n *Notes) Holds(ok bool, f Finding) bool {
	n.seen = true
	if !ok {
		n.Miss(f)
	}
	return ok
}

// Miss adds a finding. Requirement is filled in; so is Level where it is empty.
func (n *Notes) Miss(f Finding) {
	n.seen = true
	f.Requirement = n.id
	if f.Level == "" {
		f.Level = n.level
	}
	n.findings = append(n.findings, f.Said())
}

// Equal notes a comparison of two values at a place.
func (n *Notes) Equal(where string, want, got wire.Value, message string, args ...any) bool {
	n.seen = true
	if wire.Equal(want, got) {
		return true
	}
	n.Miss(Finding{Where: where, Event: -1, Expected: want, Actual: got, Message: fmt.Sprintf(message, args...)})
	return false
}

// Wrong notes a finding about a place of what was shown or sent. A level of "" is the
// requirement's own. Of are lines that the same harm breaks by itself.
func (n *Notes) Wrong(level Level, at, message string, want, got wire.Value, of ...string) {
	n.Miss(Finding{Level: level, Where: at, Event: -1, Message: message, Expected: want, Actual: got, Of: of})
}

// Right is Saw, and what Wrong notes where it is not so. It returns whether it is.
func (n *Notes) Right(ok bool, level Level, at, message string, want, got wire.Value) bool {
	if n.Saw(); !ok {
		n.Wrong(level, at, message, want, got)
	}
	return ok
}

// Policy notes which of several right answers was seen; the first one stays.
func (n *Notes) Policy(format string, args ...any) {
	n.seen = true
	if n.policy == "" {
		n.policy = fmt.Sprintf(format, args...)
	}
}

func (n *Notes) outcome() Outcome {
	o := Outcome{Requirement: n.id, Verdict: Unobserved, Findings: n.findings, Policy: n.policy}
	if n.seen {
		o.Verdict = Pass
	}
	for _, f := range n.findings {
		o.Verdict = Worse(o.Verdict, f.Verdict())
	}
	return o
}
