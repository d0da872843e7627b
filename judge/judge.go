// Package judge says what one case tells about the requirements: how it ended,
// what its dialect finds, and on which line the blame lands. It is pure: values
// in, outcomes out.
package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// The requirements that every case is judged by.
const (
	survives = dialect.Survival
	answers  = "ROBUST-02"
)

// Always are the requirements that are told whatever else was selected.
func Always() []string { return []string{survives, answers} }

// Side is what judging needs of a dialect in one role.
type Side struct {
	*dialect.Side
	// ByID are the requirements of the dialect and of the families that bind every
	// dialect.
	ByID map[string]requirement.Requirement
}

// Control is how the control of a case ended, and what was found in it.
type Control struct {
	Ending   dialect.Ending
	Outcomes []requirement.Outcome
}

// refused tells whether the control was not taken either: then the case is not refused for
// what it is about.
func (k *Control) refused() bool {
	return k != nil && (k.Ending == dialect.Rejected || k.Ending == dialect.Crashed || k.Ending == dialect.TimedOut)
}

// died tells whether the control ended in the same way: then it is not what the case is
// about that kills the implementation.
func (k *Control) died(ending dialect.Ending) bool { return k != nil && k.Ending == ending }

func (k *Control) outcomes() []requirement.Outcome {
	if k == nil {
		return nil
	}
	return k.Outcomes
}

// Case judges one case. Control is nil where it has none. What the control misses, too, is
// not put on what the case is about: whoever observes tells it of the control.
func (s Side) Case(c *dialect.Case, o *dialect.Observation, control *Control) []requirement.Outcome {
	switch o.Ending {
	case dialect.Skipped, dialect.Broken, dialect.Unsent:
		return s.untold(c, o)
	case dialect.Crashed, dialect.TimedOut:
		return s.died(c, o, control)
	}
	if o.Ending == dialect.Rejected && s.Loud != nil {
		loud := s.Heard(*o)
		return refusing(s.Case(c, &loud, control), reason(o))
	}
	if o.Ending == dialect.Rejected {
		return append(survival(false), s.rejected(c, o, control)...)
	}
	if c.Blame != nil {
		blamed, works := s.blamed(c, o, control.outcomes())
		return merge(survival(works), blamed)
	}
	if m, ok := c.Script.(manifold); ok {
		meant := *c
		meant.Script = m.Meanings()[0]
		c = &meant
	}
	found := s.Judge(c, o)
	return append(survival(shown(found)), found...)
}

// survival is ROBUST-01 and 02 for an answer. They are seen only where the answer
// shows that the implementation works: what answers nothing right may be dead.
func survival(works bool) []requirement.Outcome {
	verdict := requirement.Unobserved
	if works {
		verdict = requirement.Pass
	}
	return []requirement.Outcome{{Requirement: survives, Verdict: verdict}, {Requirement: answers, Verdict: verdict}}
}

// shown tells whether something was right that could have been wrong.
func shown(found []requirement.Outcome) bool {
	return slices.ContainsFunc(found, func(o requirement.Outcome) bool { return o.Verdict == requirement.Pass })
}

// manifold scripts say with their bytes what another script means, or one of two.
type manifold interface{ Meanings() []dialect.Script }

// blamed judges by the case's one line; where the input may mean several things,
// by the meaning that fits best.
func (s Side) blamed(c *dialect.Case, o *dialect.Observation, control []requirement.Outcome) (out requirement.Outcome, works bool) {
	m, ok := c.Script.(manifold)
	if !ok {
		found := s.Judge(c, o)
		return blamed(c, found, control), shown(found)
	}
	var fits []requirement.Outcome
	for _, meaning := range m.Meanings() {
		meant := *c
		meant.Script = meaning
		found := s.Judge(&meant, o)
		fits = append(fits, blamed(c, found, control))
		works = works || shown(found)
	}
	if len(fits) == 1 || fits[0].Verdict == fits[1].Verdict {
		return fits[0], works // nothing tells which of two meanings was taken
	}
	if fits[0].Verdict < fits[1].Verdict {
		fits[0].Policy = "taken"
		return fits[0], works
	}
	fits[1].Policy = "dropped"
	return fits[1], works
}

// untold: the case says nothing about the implementation.
func (s Side) untold(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	verdict := requirement.Unobserved
	if o.Ending == dialect.Skipped {
		verdict = requirement.Skip
	}
	var outcomes []requirement.Outcome
	for _, id := range c.Tests {
		outcomes = append(outcomes, requirement.Outcome{Requirement: id, Verdict: verdict})
	}
	return outcomes
}

// tail is the end of what was written to stderr: there the exception stands.
func tail(stderr string) string {
	const shown = 500
	stderr = strings.TrimSpace(stderr)
	if len(stderr) <= shown {
		return stderr
	}
	return "… " + strings.ToValidUTF8(stderr[len(stderr)-shown:], "")
}

// died: a crash or a missed deadline fails ROBUST-01 or ROBUST-02, and every
// requirement of the case whose sentence forbids it. In a case of SHOULD size it
// is a finding of that case's line only, unless the control kills the implementation too.
func (s Side) died(c *dialect.Case, o *dialect.Observation, control *Control) []requirement.Outcome {
	anyway := control.died(o.Ending)
	id, message := survives, fmt.Sprintf("The implementation crashed: %s.", o.Reason)
	if o.Ending == dialect.TimedOut {
		id, message = answers, fmt.Sprintf("No answer before the deadline (%s).", o.Reason)
	}
	miss := func(id string, level requirement.Level) requirement.Outcome {
		f := requirement.Finding{Requirement: id, Level: level, Message: message, Event: -1}
		if o.Stderr != "" {
			f.Actual = wire.Obj(wire.M("stderr", wire.Str(tail(o.Stderr))))
		}
		return requirement.Outcome{Requirement: id, Verdict: f.Verdict(), Findings: []requirement.Finding{f}}
	}
	if c.Blame != nil && c.Blame.Level == requirement.Should && !anyway {
		return []requirement.Outcome{miss(c.Blame.Requirement, c.Blame.Level)}
	}
	outcomes := []requirement.Outcome{miss(id, requirement.Must)}
	for _, test := range c.Tests {
		switch r := s.ByID[test]; {
		case test == survives, test == answers:
		case r.NoCrash && id == survives && !anyway, c.Blame != nil && c.Blame.Requirement == test && !anyway:
			outcomes = append(outcomes, miss(test, requirement.Must))
		default:
			outcomes = append(outcomes, requirement.Outcome{Requirement: test, Verdict: requirement.Unobserved})
		}
	}
	return outcomes
}

// MayRefuse tells whether a refusal of the case is right: it says so, or is about survival
// only, which a refusal is.
func MayRefuse(c *dialect.Case) bool {
	return c.MayReject || len(c.Tests) > 0 && !slices.ContainsFunc(c.Tests, func(id string) bool { return !slices.Contains(Always(), id) })
}

// rejected: a clear refusal is survival; where the case does not allow it, it
// fails what the case tests, unless the control is not taken either.
func (s Side) rejected(c *dialect.Case, o *dialect.Observation, control *Control) []requirement.Outcome {
	var outcomes []requirement.Outcome
	tests := c.Tests
	if len(tests) == 0 && len(s.Requirements) > 0 { // a generated stream is about everything
		tests = []string{s.Requirements[0].ID}
	}
	for _, id := range tests {
		if id == survives || id == answers {
			continue
		}
		level := s.ByID[id].Level
		if c.Blame != nil && c.Blame.Requirement == id {
			level = c.Blame.Level
		}
		out := requirement.Outcome{Requirement: id}
		switch {
		case c.MayReject:
			out.Policy = "rejects"
		case control.refused():
			out.Verdict = requirement.Unobserved
		default:
			f := requirement.Finding{Requirement: id, Level: level, Event: -1,
				Message: fmt.Sprintf("The implementation rejected an input that it must take: %s", reason(o))}
			out.Verdict, out.Findings = f.Verdict(), []requirement.Finding{f}
		}
		outcomes = append(outcomes, out)
	}
	return outcomes
}

// refusing lets each finding tell that the loud answer was a refusal, and why.
func refusing(outcomes []requirement.Outcome, why string) []requirement.Outcome {
	for i, o := range outcomes {
		outcomes[i].Findings = slices.Clone(o.Findings)
		for k := range o.Findings {
			if f := &outcomes[i].Findings[k]; !strings.Contains(f.Message, why) {
				f.Message += fmt.Sprintf(" It refused: %s.", strings.TrimRight(why, "."))
			}
		}
	}
	return outcomes
}

func reason(o *dialect.Observation) string {
	if o.Reason == "" {
		return "(no reason given)"
	}
	return o.Reason
}

// blamed puts everything that failed on the case's one line, except for what its
// control fails too: that is not the twist's doing.
func blamed(c *dialect.Case, found, control []requirement.Outcome) requirement.Outcome {
	before := map[string]bool{}
	for _, o := range control {
		before[o.Requirement] = o.Verdict == requirement.Fail
	}
	out := requirement.Outcome{Requirement: c.Blame.Requirement}
	if !shown(found) {
		out.Verdict = requirement.Unobserved
	}
	hidden := false
	for _, o := range found {
		if o.Verdict != requirement.Fail {
			continue
		}
		if before[o.Requirement] {
			hidden = true
			continue
		}
		kept := excuse(o, before)
		hidden = hidden || len(kept.Findings) == 0
		out.Findings = append(out.Findings, reassign(kept, *c.Blame)...)
	}
	for _, f := range out.Findings {
		out.Verdict = requirement.Worse(out.Verdict, f.Verdict())
	}
	if hidden && len(out.Findings) == 0 {
		out.Verdict = requirement.Unobserved
	}
	return out
}

func reassign(o requirement.Outcome, b dialect.Blame) []requirement.Finding {
	var findings []requirement.Finding
	for _, f := range o.Findings {
		if f.Verdict() != requirement.Fail {
			continue
		}
		f.Message = fmt.Sprintf("%s (%s)", f.Message, f.Requirement)
		f.Requirement, f.Level = b.Requirement, b.Level
		findings = append(findings, f)
	}
	return findings
}

// merge adds an outcome, into the one for the same requirement if there is one.
func merge(outcomes []requirement.Outcome, add requirement.Outcome) []requirement.Outcome {
	for i := range outcomes {
		if outcomes[i].Requirement == add.Requirement {
			outcomes[i].Verdict = requirement.Combine(outcomes[i].Verdict, add.Verdict)
			outcomes[i].Findings = append(outcomes[i].Findings, add.Findings...)
			return outcomes
		}
	}
	return append(outcomes, add)
}

// Verdict of a case: the worst of what was observed.
func Verdict(outcomes []requirement.Outcome) requirement.Verdict {
	verdict := requirement.Skip
	for i, o := range outcomes {
		if i == 0 {
			verdict = o.Verdict
			continue
		}
		verdict = requirement.Combine(verdict, o.Verdict)
	}
	return verdict
}
