package judge_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// script is what a case of these tests means: the name of a right answer.
type script string

func (s script) Input(string, []int) wire.Value { return wire.Obj(wire.M("name", wire.Str(string(s)))) }
func (s script) JSON() wire.Value               { return wire.Str(string(s)) }
func (s script) Len() int                       { return 1 }
func (s script) Keep([]int) dialect.Script      { return s }

// double may mean either of two scripts.
type double struct{ dialect.Script }

func (double) Meanings() []dialect.Script { return []dialect.Script{script("one"), script("two")} }

// single says with other bytes what "two" means.
type single struct{ dialect.Script }

func (single) Meanings() []dialect.Script { return []dialect.Script{script("two")} }

func finding(id string, level requirement.Level, message string) requirement.Outcome {
	f := requirement.Finding{Requirement: id, Level: level, Message: message, Event: -1}
	return requirement.Outcome{Requirement: id, Verdict: f.Verdict(), Findings: []requirement.Finding{f}}
}

func unseen(id string) requirement.Outcome {
	return requirement.Outcome{Requirement: id, Verdict: requirement.Unobserved}
}

// side judges by a word: X-01 fails, X-02 fails, X-03 warns where the state is not
// what was meant and says so; of a silent one nothing is seen.
func side() judge.Side {
	d := &dialect.Side{Pair: dialect.Pair{Dialect: "x", Role: dialect.Consumer}}
	d.Judge = func(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
		said := o.State.Text()
		if said == string(c.Script.(script)) {
			return []requirement.Outcome{{Requirement: "X-01"}, {Requirement: "X-02"}, {Requirement: "X-03"}}
		}
		outcomes := []requirement.Outcome{{Requirement: "X-01"}, {Requirement: "X-02"}, {Requirement: "X-03"}}
		for i, word := range []string{"bad1", "bad2", "warn3"} {
			if strings.Contains(said, word) {
				level := requirement.Must
				if word == "warn3" {
					level = requirement.Should
				}
				outcomes[i] = finding(fmt.Sprintf("X-0%d", i+1), level, word+".")
			}
		}
		if said == "silent" {
			return []requirement.Outcome{unseen("X-01"), unseen("X-02"), unseen("X-03")}
		}
		if !strings.ContainsAny(said, "123") {
			outcomes[0] = finding("X-01", requirement.Must, said+" is not "+string(c.Script.(script))+".")
		}
		return outcomes
	}
	byID := map[string]requirement.Requirement{}
	for _, r := range []requirement.Requirement{
		{ID: "X-01", Level: requirement.Must}, {ID: "X-02", Level: requirement.Must, NoCrash: true},
		{ID: "X-03", Level: requirement.Should},
		{ID: "ROBUST-01", Level: requirement.Must}, {ID: "ROBUST-02", Level: requirement.Must}, {ID: "ROBUST-03", Level: requirement.Must},
	} {
		byID[r.ID] = r
	}
	return judge.Side{Side: d, ByID: byID}
}

// told writes outcomes down: id, verdict, and what the findings are about.
func told(outcomes []requirement.Outcome) []string {
	var list []string
	for _, o := range outcomes {
		line := o.Requirement + " " + o.Verdict.String()
		if o.Policy != "" {
			line += " policy " + o.Policy
		}
		for _, f := range o.Findings {
			line += fmt.Sprintf("; %s %s: %s", f.Requirement, f.Level, f.Message)
		}
		list = append(list, line)
	}
	return list
}

func must(id string) *dialect.Blame { return &dialect.Blame{Requirement: id, Level: requirement.Must} }
func should(id string) *dialect.Blame {
	return &dialect.Blame{Requirement: id, Level: requirement.Should}
}

func state(s string) dialect.Observation { return dialect.Observation{State: wire.Str(s)} }

func TestCase(t *testing.T) {
	crash := dialect.Observation{Ending: dialect.Crashed, Reason: "exit status 2"}
	late := dialect.Observation{Ending: dialect.TimedOut, Reason: "no answer within 5s"}
	refused := dialect.Observation{Ending: dialect.Rejected, Reason: "no"}
	const crashed, timedOut = "The implementation crashed: exit status 2.", "No answer before the deadline (no answer within 5s)."
	const rejected = "The implementation rejected an input that it must take: no"
	both := []string{"X-01", "X-02"}
	for _, c := range []struct {
		name    string
		c       dialect.Case
		o       dialect.Observation
		control []requirement.Outcome
		want    []string
		ended   dialect.Ending
	}{
		{"right", dialect.Case{Tests: both}, state("one"), nil,
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "X-01 pass", "X-02 pass", "X-03 pass"}, dialect.Done},
		{"wrong in a line that the case does not test", dialect.Case{Tests: []string{"X-02"}}, state("bad1"), nil,
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "X-01 fail; X-01 MUST: bad1.", "X-02 pass", "X-03 pass"}, dialect.Done},
		{"a warning", dialect.Case{Tests: both}, state("warn3"), nil,
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "X-01 pass", "X-02 pass", "X-03 warn; X-03 SHOULD: warn3."}, dialect.Done},

		{"nothing right", dialect.Case{Tests: both}, state("bad1 bad2 warn3"), nil,
			[]string{"ROBUST-01 unobserved", "ROBUST-02 unobserved", "X-01 fail; X-01 MUST: bad1.", "X-02 fail; X-02 MUST: bad2.",
				"X-03 warn; X-03 SHOULD: warn3."}, dialect.Done},
		{"nothing to see", dialect.Case{Tests: both}, state("silent"), nil,
			[]string{"ROBUST-01 unobserved", "ROBUST-02 unobserved", "X-01 unobserved", "X-02 unobserved", "X-03 unobserved"},
			dialect.Done},

		{"a crash", dialect.Case{Tests: []string{"X-01", "X-02", "X-03"}}, crash, nil,
			[]string{"ROBUST-01 fail; ROBUST-01 MUST: " + crashed, "X-01 unobserved", "X-02 fail; X-02 MUST: " + crashed,
				"X-03 unobserved"}, dialect.Done},
		{"a crash in a case about crashes", dialect.Case{Tests: []string{"ROBUST-01", "ROBUST-02"}}, crash, nil,
			[]string{"ROBUST-01 fail; ROBUST-01 MUST: " + crashed}, dialect.Done},
		{"a crash in a blamed case", dialect.Case{Tests: []string{"ROBUST-03", "X-01"}, Blame: must("ROBUST-03")}, crash, nil,
			[]string{"ROBUST-01 fail; ROBUST-01 MUST: " + crashed, "ROBUST-03 fail; ROBUST-03 MUST: " + crashed, "X-01 unobserved"},
			dialect.Done},
		{"a crash in a case of SHOULD size", dialect.Case{Tests: []string{"ROBUST-03", "X-02"}, Blame: should("ROBUST-03")}, crash, nil,
			[]string{"ROBUST-03 warn; ROBUST-03 SHOULD: " + crashed}, dialect.Done},
		{"a missed deadline", dialect.Case{Tests: []string{"X-01", "X-02"}}, late, nil,
			[]string{"ROBUST-02 fail; ROBUST-02 MUST: " + timedOut, "X-01 unobserved", "X-02 unobserved"}, dialect.Done},
		{"a missed deadline in a case of SHOULD size", dialect.Case{Tests: []string{"ROBUST-03"}, Blame: should("ROBUST-03")}, late, nil,
			[]string{"ROBUST-03 warn; ROBUST-03 SHOULD: " + timedOut}, dialect.Done},

		{"refused", dialect.Case{Tests: []string{"X-01", "X-03"}}, refused, nil,
			[]string{"ROBUST-01 unobserved", "ROBUST-02 unobserved", "X-01 fail; X-01 MUST: " + rejected,
				"X-03 warn; X-03 SHOULD: " + rejected}, dialect.Done},
		{"refused without a reason", dialect.Case{Tests: []string{"X-01"}}, dialect.Observation{Ending: dialect.Rejected}, nil,
			[]string{"ROBUST-01 unobserved", "ROBUST-02 unobserved",
				"X-01 fail; X-01 MUST: The implementation rejected an input that it must take: (no reason given)"}, dialect.Done},
		{"refused where that is allowed", dialect.Case{Tests: []string{"X-01", "ROBUST-01"}, MayReject: true}, refused, nil,
			[]string{"ROBUST-01 unobserved", "ROBUST-02 unobserved", "X-01 pass policy rejects"}, dialect.Done},
		{"refused in a blamed case", dialect.Case{Tests: []string{"X-01"}, Blame: should("X-01")}, refused, nil,
			[]string{"ROBUST-01 unobserved", "ROBUST-02 unobserved", "X-01 warn; X-01 SHOULD: " + rejected}, dialect.Done},

		{"refused in a blamed case that tests another line", dialect.Case{Tests: both, Blame: should("X-01")}, refused, nil,
			[]string{"ROBUST-01 unobserved", "ROBUST-02 unobserved", "X-01 warn; X-01 SHOULD: " + rejected,
				"X-02 fail; X-02 MUST: " + rejected}, dialect.Done},
		{"refused in a case about deadlines", dialect.Case{Tests: []string{"ROBUST-02", "X-01"}}, refused, nil,
			[]string{"ROBUST-01 unobserved", "ROBUST-02 unobserved", "X-01 fail; X-01 MUST: " + rejected}, dialect.Done},

		{"skipped", dialect.Case{Tests: both}, dialect.Observation{Ending: dialect.Skipped, Reason: "can't"}, nil,
			[]string{"X-01 skip", "X-02 skip"}, dialect.Done},
		{"the adapter broke the protocol", dialect.Case{Tests: both}, dialect.Observation{Ending: dialect.Broken}, nil,
			[]string{"X-01 unobserved", "X-02 unobserved"}, dialect.Done},
		{"not sent", dialect.Case{Tests: both}, dialect.Observation{Ending: dialect.Unsent}, nil,
			[]string{"X-01 unobserved", "X-02 unobserved"}, dialect.Done},

		{"blamed, right", dialect.Case{Tests: []string{"ROBUST-03"}, Blame: must("ROBUST-03")}, state("one"), nil,
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "ROBUST-03 pass"}, dialect.Done},
		{"blamed, wrong in two lines", dialect.Case{Tests: []string{"ROBUST-03"}, Blame: must("ROBUST-03")}, state("bad1 bad2"), nil,
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "ROBUST-03 fail; ROBUST-03 MUST: bad1. (X-01); ROBUST-03 MUST: bad2. (X-02)"},
			dialect.Done},
		{"blamed, with nothing to see", dialect.Case{Tests: []string{"ROBUST-03"}, Blame: must("ROBUST-03")}, state("silent"), nil,
			[]string{"ROBUST-01 unobserved", "ROBUST-02 unobserved", "ROBUST-03 unobserved"}, dialect.Done},
		{"blamed at the level of a SHOULD", dialect.Case{Tests: []string{"ROBUST-03"}, Blame: should("ROBUST-03")}, state("bad1"), nil,
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "ROBUST-03 warn; ROBUST-03 SHOULD: bad1. (X-01)"}, dialect.Done},
		{"a warning is not blamed", dialect.Case{Tests: []string{"ROBUST-03"}, Blame: must("ROBUST-03")}, state("warn3"), nil,
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "ROBUST-03 pass"}, dialect.Done},
		{"blamed on survival itself", dialect.Case{Tests: []string{"ROBUST-01"}, Blame: must("ROBUST-01")}, state("bad1"), nil,
			[]string{"ROBUST-01 fail; ROBUST-01 MUST: bad1. (X-01)", "ROBUST-02 pass"}, dialect.Done},
		{"the control fails the same", dialect.Case{Tests: []string{"ROBUST-03"}, Blame: must("ROBUST-03")}, state("bad1"),
			[]requirement.Outcome{finding("X-01", requirement.Must, "before")},
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "ROBUST-03 unobserved"}, dialect.Done},
		{"the control fails one of two", dialect.Case{Tests: []string{"ROBUST-03"}, Blame: must("ROBUST-03")}, state("bad1 bad2"),
			[]requirement.Outcome{finding("X-01", requirement.Must, "before")},
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "ROBUST-03 fail; ROBUST-03 MUST: bad2. (X-02)"}, dialect.Done},
		{"the control fails something else", dialect.Case{Tests: []string{"ROBUST-03"}, Blame: must("ROBUST-03")}, state("bad2"),
			[]requirement.Outcome{finding("X-01", requirement.Must, "before")},
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "ROBUST-03 fail; ROBUST-03 MUST: bad2. (X-02)"}, dialect.Done},
		{"the control fails what only warns now", dialect.Case{Tests: []string{"ROBUST-03"}, Blame: must("ROBUST-03")}, state("warn3"),
			[]requirement.Outcome{finding("X-03", requirement.Must, "before")},
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "ROBUST-03 pass"}, dialect.Done},
		{"the control passes", dialect.Case{Tests: []string{"ROBUST-03"}, Blame: must("ROBUST-03")}, state("bad2"),
			[]requirement.Outcome{{Requirement: "X-02"}},
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "ROBUST-03 fail; ROBUST-03 MUST: bad2. (X-02)"}, dialect.Done},

		{"one meaning, not blamed", dialect.Case{Script: single{}, Tests: both}, state("two"), nil,
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "X-01 pass", "X-02 pass", "X-03 pass"}, dialect.Done},
		{"one meaning, missed", dialect.Case{Script: single{}, Tests: []string{"X-09"}, Blame: must("X-09")}, state("one"), nil,
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "X-09 fail; X-09 MUST: one is not two. (X-01)"}, dialect.Done},
		{"two meanings, the first taken", dialect.Case{Script: double{}, Tests: []string{"X-09"}, Blame: must("X-09")}, state("one"), nil,
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "X-09 pass policy taken"}, dialect.Done},
		{"two meanings, the second taken", dialect.Case{Script: double{}, Tests: []string{"X-09"}, Blame: must("X-09")}, state("two"), nil,
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "X-09 pass policy dropped"}, dialect.Done},
		{"two meanings, neither", dialect.Case{Script: double{}, Tests: []string{"X-09"}, Blame: must("X-09")}, state("none"), nil,
			[]string{"ROBUST-01 pass", "ROBUST-02 pass", "X-09 fail; X-09 MUST: none is not one. (X-01)"}, dialect.Done},

		{"rejected, and so is the control", dialect.Case{Tests: []string{"ROBUST-03"}, Blame: must("ROBUST-03")}, refused, nil,
			[]string{"ROBUST-01 unobserved", "ROBUST-02 unobserved", "ROBUST-03 unobserved"}, dialect.Rejected},
		{"rejected, and the control crashes", dialect.Case{Tests: both}, refused, nil,
			[]string{"ROBUST-01 unobserved", "ROBUST-02 unobserved", "X-01 unobserved", "X-02 unobserved"}, dialect.Crashed},
		{"rejected, and the control was skipped", dialect.Case{Tests: []string{"X-01"}}, refused, nil,
			[]string{"ROBUST-01 unobserved", "ROBUST-02 unobserved", "X-01 fail; X-01 MUST: " + rejected}, dialect.Skipped},
		{"rightly rejected, and so is the control", dialect.Case{Tests: []string{"X-01"}, MayReject: true}, refused, nil,
			[]string{"ROBUST-01 unobserved", "ROBUST-02 unobserved", "X-01 pass policy rejects"}, dialect.Rejected},
		{"a crash, and so does the control", dialect.Case{Tests: []string{"ROBUST-03"}, Blame: must("ROBUST-03")}, crash, nil,
			[]string{"ROBUST-01 fail; ROBUST-01 MUST: " + crashed, "ROBUST-03 unobserved"}, dialect.Crashed},
		{"a crash, and the control is late", dialect.Case{Tests: []string{"ROBUST-03"}, Blame: must("ROBUST-03")}, crash, nil,
			[]string{"ROBUST-01 fail; ROBUST-01 MUST: " + crashed, "ROBUST-03 fail; ROBUST-03 MUST: " + crashed}, dialect.TimedOut},
		{"a crash of SHOULD size, and so does the control", dialect.Case{Tests: []string{"ROBUST-03"}, Blame: should("ROBUST-03")}, crash,
			nil,
			[]string{"ROBUST-01 fail; ROBUST-01 MUST: " + crashed, "ROBUST-03 unobserved"}, dialect.Crashed},
		{"too late at SHOULD size, and so is the control", dialect.Case{Tests: []string{"ROBUST-03"}, Blame: should("ROBUST-03")}, late,
			nil,
			[]string{"ROBUST-02 fail; ROBUST-02 MUST: " + timedOut, "ROBUST-03 unobserved"}, dialect.TimedOut},
	} {
		c.c.Pair = dialect.Pair{Dialect: "x", Role: dialect.Consumer}
		if c.c.Script == nil {
			c.c.Script = script("one")
		}
		if got := told(side().Case(&c.c, &c.o, &judge.Control{Ending: c.ended, Outcomes: c.control})); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

// What a dying process wrote stands with the finding: its end, where the exception is.
func TestStderrIsShown(t *testing.T) {
	long := strings.Repeat("x", 500)
	for wrote, want := range map[string]string{
		"":                       "null", // nothing at all
		"boom":                   `{"stderr":"boom"}`,
		"\n boom \n\n":           `{"stderr":"boom"}`,
		long:                     `{"stderr":"` + long + `"}`,
		"y" + long:               `{"stderr":"… ` + long + `"}`,
		"é" + long[1:] + "\n":    `{"stderr":"… ` + long[1:] + `"}`, // cut inside a character
		long + "yy" + long[:498]: `{"stderr":"… yy` + long[:498] + `"}`,
	} {
		o := dialect.Observation{Ending: dialect.Crashed, Reason: "signal", Stderr: wrote}
		out := side().Case(&dialect.Case{Tests: []string{"X-01"}, Script: script("one")}, &o, nil)
		if got := out[0].Findings[0].Actual.JSON(); got != want {
			t.Errorf("%.20q: %s", wrote, got)
		}
	}
}

// A missed SHOULD beside a missed MUST of the same line is not put on the blamed one.
func TestOnlyWhatFailsIsBlamed(t *testing.T) {
	s := side()
	s.Judge = func(*dialect.Case, *dialect.Observation) []requirement.Outcome {
		o := finding("X-01", requirement.Must, "lost.")
		o.Findings = append(o.Findings, finding("X-01", requirement.Should, "late.").Findings...)
		return []requirement.Outcome{o}
	}
	o := state("anything")
	got := told(s.Case(&dialect.Case{Tests: []string{"ROBUST-03"}, Script: script("one"), Blame: must("ROBUST-03")}, &o, nil))
	if want := []string{"ROBUST-01 unobserved", "ROBUST-02 unobserved", "ROBUST-03 fail; ROBUST-03 MUST: lost. (X-01)"}; !slices.Equal(got,
		want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A generated stream names no requirement that it tests; refusing it still fails one.
func TestARefusedStreamFails(t *testing.T) {
	s := side()
	s.Requirements = []requirement.Requirement{{ID: "X-02", Level: requirement.Must}}
	for name, c := range map[string]struct {
		tests []string
		want  string
	}{
		"a stream":                       {nil, "X-02 fail; X-02 MUST: "},
		"a case":                         {[]string{"X-01"}, "X-01 fail; X-01 MUST: "},
		"a case about survival and more": {[]string{"ROBUST-01", "X-01"}, "X-01 fail; X-01 MUST: "},
	} {
		o := dialect.Observation{Ending: dialect.Rejected, Reason: "no"}
		got := told(s.Case(&dialect.Case{Tests: c.tests, Script: script("one")}, &o, nil))
		got = slices.DeleteFunc(got, func(line string) bool { return strings.HasPrefix(line, "ROBUST-") })
		if len(got) != 1 || !strings.HasPrefix(got[0], c.want) {
			t.Errorf("%s: %q, expected %q", name, got, c.want)
		}
	}
	s.Requirements = nil // and a side without any has nothing to fail
	o := dialect.Observation{Ending: dialect.Rejected}
	for _, line := range told(s.Case(&dialect.Case{Script: script("one")}, &o, nil)) {
		if !strings.HasPrefix(line, "ROBUST-") {
			t.Errorf("%q", line)
		}
	}
}

// A refusal that is judged as a loud answer says in each finding that it was one, and why.
func TestARefusalIsToldByItsReason(t *testing.T) {
	s := side()
	s.Loud = dialect.LoudError()
	s.Side.Judge = func(_ *dialect.Case, o *dialect.Observation) []requirement.Outcome {
		return []requirement.Outcome{finding("X-01", requirement.Must, "It says: "+o.State.Find("/error/message").Text()+"."),
			finding("X-02", requirement.Must, "The call is missing.")}
	}
	o := dialect.Observation{Ending: dialect.Rejected, Reason: "no such wire."}
	got := strings.Join(told(s.Case(&dialect.Case{Script: script("one")}, &o, nil)), "\n")
	for _, want := range []string{"It says: no such wire..", "The call is missing. It refused: no such wire."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
}

// What may be refused misses nothing when it is, and what may not misses something.
func TestMayRefuse(t *testing.T) {
	s := side()
	s.Requirements = []requirement.Requirement{{ID: "X-02", Level: requirement.Must}}
	for name, c := range map[string]struct {
		c    dialect.Case
		want bool
	}{
		"a stream":           {dialect.Case{}, false},
		"a line":             {dialect.Case{Tests: []string{"X-01"}}, false},
		"it says so":         {dialect.Case{Tests: []string{"X-01"}, MayReject: true}, true},
		"survival":           {dialect.Case{Tests: []string{"ROBUST-01"}}, true},
		"both of survival":   {dialect.Case{Tests: []string{"ROBUST-02", "ROBUST-01"}}, true},
		"survival, and more": {dialect.Case{Tests: []string{"ROBUST-01", "X-01"}}, false},
	} {
		c.c.Script = script("one")
		o := dialect.Observation{Ending: dialect.Rejected, Reason: "no"}
		missed := judge.Verdict(s.Case(&c.c, &o, nil)) == requirement.Fail
		if got := judge.MayRefuse(&c.c); got != c.want || missed == c.want {
			t.Errorf("%s: may be refused: %t; a refusal misses something: %t", name, got, missed)
		}
	}
}

// Judging changes neither the case nor the control's outcomes.
func TestJudgingChangesNothing(t *testing.T) {
	c := &dialect.Case{Tests: []string{"X-09"}, Script: double{}, Blame: must("X-09")}
	before := []requirement.Outcome{finding("X-01", requirement.Must, "before")}
	control := &judge.Control{Outcomes: before}
	o := state("bad1 bad2")
	first := told(side().Case(c, &o, control))
	second := told(side().Case(c, &o, control))
	if _, same := c.Script.(double); !same || !slices.Equal(first, second) ||
		!slices.Equal(told(before), []string{"X-01 fail; X-01 MUST: before"}) {
		t.Errorf("%q, then %q; control %q", first, second, told(before))
	}
}

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		verdicts []requirement.Verdict
		want     requirement.Verdict
	}{
		{nil, requirement.Skip},
		{[]requirement.Verdict{requirement.Pass, requirement.Fail, requirement.Warn}, requirement.Fail},
		{[]requirement.Verdict{requirement.Unobserved, requirement.Pass}, requirement.Pass},
		{[]requirement.Verdict{requirement.Pass, requirement.Unobserved}, requirement.Pass},
		{[]requirement.Verdict{requirement.Warn, requirement.Skip}, requirement.Warn},
		{[]requirement.Verdict{requirement.Unobserved, requirement.Skip}, requirement.Skip},
		{[]requirement.Verdict{requirement.Unobserved, requirement.Unobserved}, requirement.Unobserved},
	} {
		var outcomes []requirement.Outcome
		for _, v := range c.verdicts {
			outcomes = append(outcomes, requirement.Outcome{Requirement: "X-01", Verdict: v})
		}
		if got := judge.Verdict(outcomes); got != c.want {
			t.Errorf("%v is %s, %s was expected", c.verdicts, got, c.want)
		}
	}
}
