package session

import (
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
)

// What is told by the counterexample of a stream is told.
func TestACounterexampleTellsAnEnding(t *testing.T) {
	side := &PlannedSide{Side: catalogue.New().Sides[0]}
	shrunk := &judgedCase{side: side, c: &dialect.Case{ID: "a/g1.1.1"}, seen: dialect.Observation{Ending: dialect.Crashed},
		outcomes: []requirement.Outcome{{Requirement: "ROBUST-01", Findings: make([]requirement.Finding, 1)}}}
	s := &session{examples: []*example{{shrunk: shrunk}}, byID: map[string]*judgedCase{}}
	if !s.tells(nil).of("a/g1.1.1", dialect.Crashed) {
		t.Error("it tells nothing")
	}
}

// An ending is told by a row about that ending only: another finding of the same case does
// not stand for it.
func TestWhatTellsAnEnding(t *testing.T) {
	side := &PlannedSide{Side: catalogue.New().Sides[0]}
	first := side.Requirements[0].ID
	row := func(id string, ending dialect.Ending, tests []string, missed ...string) *judgedCase {
		j := &judgedCase{side: side, c: &dialect.Case{ID: id, Tests: tests}, seen: dialect.Observation{Ending: ending}}
		for _, line := range missed {
			j.outcomes = append(j.outcomes, requirement.Outcome{Requirement: line, Findings: make([]requirement.Finding, 1)})
		}
		return j
	}
	heavy := row("heavy", dialect.Crashed, []string{"ROBUST-03"}, "ROBUST-03")
	heavy.c.Blame = &dialect.Blame{Requirement: "ROBUST-03", Level: requirement.Should}
	sized := row("sized", dialect.Crashed, []string{"ROBUST-03"}, "ROBUST-03")
	sized.c.Blame = &dialect.Blame{Requirement: "ROBUST-03", Level: requirement.Must}
	other := row("other", dialect.Crashed, []string{"ROBUST-03"}, "X-01")
	other.c.Blame = heavy.c.Blame
	for _, c := range []struct {
		name   string
		rows   []*judgedCase
		id     string
		ending dialect.Ending
		want   bool
	}{
		{"nothing", nil, "a", dialect.Crashed, false},
		{"a crash", []*judgedCase{row("a", dialect.Crashed, nil, "ROBUST-01")}, "a", dialect.Crashed, true},
		{"a crash of another case", []*judgedCase{row("b", dialect.Crashed, nil, "ROBUST-01")}, "a", dialect.Crashed, false},
		{"a crash beside another finding", []*judgedCase{row("a", dialect.Done, []string{"X-01"}, "X-01", "META-06")}, "a", dialect.Crashed,
			false},
		{"a crash beside a missed deadline", []*judgedCase{row("a", dialect.TimedOut, nil, "ROBUST-02")}, "a", dialect.Crashed, false},
		{"a missed deadline", []*judgedCase{row("a", dialect.TimedOut, nil, "ROBUST-02")}, "a", dialect.TimedOut, true},
		{"a crash of SHOULD size", []*judgedCase{heavy}, "heavy", dialect.Crashed, true},
		{"a deadline at SHOULD size that was a crash", []*judgedCase{heavy}, "heavy", dialect.TimedOut, false},
		{"a refusal", []*judgedCase{row("a", dialect.Rejected, []string{"X-01"}, "X-01")}, "a", dialect.Rejected, true},
		{"a refusal of a stream", []*judgedCase{row("a", dialect.Rejected, nil, first)}, "a", dialect.Rejected, true},
		{"a refusal beside another finding", []*judgedCase{row("a", dialect.Done, []string{"X-01"}, "X-01")}, "a", dialect.Rejected, false},
		{"a refusal beside a leak", []*judgedCase{row("a", dialect.Rejected, []string{"X-01"}, "META-07")}, "a", dialect.Rejected, false},
		{"a form of what is refused", []*judgedCase{row("a", dialect.Rejected, []string{"X-01"}, "X-01")}, "a+before", dialect.Rejected,
			true},
		{"a crash of a form of what is refused", []*judgedCase{row("a", dialect.Rejected, []string{"X-01"}, "X-01")}, "a+before",
			dialect.Crashed, false},
		{"a refusal that the control tells", []*judgedCase{row("a", dialect.Rejected, []string{"X-01"}),
			row("a+control", dialect.Rejected, nil, first)}, "a", dialect.Rejected, true},
		{"a refusal after a control that died",
			[]*judgedCase{row("a", dialect.Rejected, []string{"X-01"}), row("a+control", dialect.Crashed, nil, "ROBUST-01")}, "a",
			dialect.Rejected, true},
		{"a refusal that nothing tells", []*judgedCase{row("a", dialect.Rejected, []string{"X-01"})}, "a", dialect.Rejected, false},
		{"a form that is refused, of what is answered", []*judgedCase{row("a", dialect.Done, []string{"X-01"}, "X-01")}, "a+before",
			dialect.Rejected, false},
		{"a form that is refused, though its control is told", []*judgedCase{row("a", dialect.Done, nil),
			row("a+control", dialect.Rejected, nil, first)}, "a+before", dialect.Rejected, false},
		{"a crash, though a refusal of the control is told", []*judgedCase{row("a", dialect.Rejected, []string{"X-01"}),
			row("a+control", dialect.Rejected, nil, first)}, "a", dialect.Crashed, false},
		{"a refusal after a control that hung",
			[]*judgedCase{row("a", dialect.Rejected, []string{"X-01"}), row("a+control", dialect.TimedOut, nil, "ROBUST-02")}, "a",
			dialect.Rejected, true},
		{"a crash of MUST size", []*judgedCase{sized}, "sized", dialect.Crashed, false},
		{"a crash of SHOULD size that misses something else", []*judgedCase{other}, "other", dialect.Crashed, false},
		{"an adapter error without its row", []*judgedCase{row("a", dialect.Broken, nil, "ROBUST-01")}, "a", dialect.Broken, false},
	} {
		s := &session{fixed: c.rows, byID: map[string]*judgedCase{}}
		for _, j := range c.rows {
			s.byID[j.c.ID] = j
		}
		if got := s.tells(nil).of(c.id, c.ending); got != c.want {
			t.Errorf("%s: told %t", c.name, got)
		}
	}
}
