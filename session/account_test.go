package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

// asked is a case that a right implementation must not refuse.
func asked(id string) *dialect.Case {
	return &dialect.Case{ID: "x/consumer/" + id, Pair: dialect.Pair{Dialect: "x", Role: dialect.Consumer}, Tests: []string{"X-01"}}
}

// bySide is a trial of the first pair whose refusals are (or are not) as good as loud answers.
func bySide(t *testing.T, loud bool) *trial {
	t.Helper()
	sides := catalogue.New().Sides
	at := slices.IndexFunc(sides, func(s *catalogue.Side) bool { return (s.Loud != nil) == loud })
	return &trial{side: &PlannedSide{Side: sides[at]}, index: 7}
}

// However a request ends, and whatever it was made for, it is counted once: under its form, and with its kind.
func TestEveryRequestIsCounted(t *testing.T) {
	const forms = 2
	for ending, want := range map[dialect.Ending]reports.RequestRow{
		dialect.Done: {Done: forms}, dialect.Rejected: {Rejected: forms}, dialect.Skipped: {Skipped: forms},
		dialect.Crashed: {Crashed: forms}, dialect.TimedOut: {TimedOut: forms}, dialect.Broken: {AdapterErrors: forms},
		dialect.Unsent: {NotSent: forms},
	} {
		a, plain := newAccount(), bySide(t, false)
		a.add(plain, asked("a+prefix-1"), ending)
		a.add(plain, asked("a+prefix-12"), ending)
		a.add(plain, asked("a"), ending)
		want.Dialect, want.Role, want.Form = "x", "consumer", "prefix"
		rows := a.rows()
		if len(rows) != 2 || rows[0].Form != itself || rows[1] != want {
			t.Errorf("%s: %+v", ending, rows)
		}
	}
	a, trying := newAccount(), bySide(t, false)
	trying.trying = true
	a.add(trying, asked("a"), dialect.Done)
	a.cutOff(trying, asked("a"))
	if trying.tries != 2 || len(a.rows()) > 0 {
		t.Errorf("%d tries, and the rows %+v", trying.tries, a.rows())
	}
	a.cutOff(bySide(t, false), asked("a+again"))
	if rows := a.rows(); len(rows) != 1 || rows[0].CutOff != 1 || rows[0].Form != "again" {
		t.Errorf("cut off: %+v", rows)
	}
}

// What did not end as it should is missed until something tells it.
func TestWhatNothingTells(t *testing.T) {
	may := asked("a")
	may.MayReject = true
	for _, c := range []struct {
		name   string
		loud   bool
		trying dialect.Ending // a smaller stream is looked for that ends so
		c      *dialect.Case
		ending dialect.Ending
		untold bool
	}{
		{"an answer", false, 0, asked("a"), dialect.Done, false},
		{"a crash", false, 0, asked("a"), dialect.Crashed, true},
		{"a missed deadline", false, 0, asked("a"), dialect.TimedOut, true},
		{"an adapter error", false, 0, asked("a"), dialect.Broken, true},
		{"a refusal", false, 0, asked("a"), dialect.Rejected, true},
		{"a refusal that is right", false, 0, may, dialect.Rejected, false},
		{"a refusal that is judged as an answer", true, 0, asked("a"), dialect.Rejected, false},
		{"a crash that is looked for", false, dialect.Crashed, asked("a"), dialect.Crashed, false},
		{"a crash while a deadline is looked for", false, dialect.TimedOut, asked("a"), dialect.Crashed, true},
		{"a refusal while something is looked for", false, dialect.Crashed, asked("a"), dialect.Rejected, false},
		{"a skip", false, 0, asked("a"), dialect.Skipped, false},
	} {
		a, k := newAccount(), bySide(t, c.loud)
		k.trying, k.expected = c.trying != 0, c.trying
		a.add(k, c.c, c.ending)
		nothing := (&session{byID: map[string]*judgedCase{}}).tells(nil)
		got := a.untold(newGate(DefaultLimits()), nothing)
		if (got != "") != c.untold || c.untold && !strings.Contains(got, "1 request ended in a way that no row tells, first "+c.c.ID) {
			t.Errorf("%s: %q", c.name, got)
		}
		distrusted := (&session{byID: map[string]*judgedCase{}}).tells([]driver.AdapterError{{Case: c.c.ID}})
		if got := a.untold(newGate(DefaultLimits()), distrusted); got != "" {
			t.Errorf("%s, of which an adapter error tells: %q", c.name, got)
		}
		over := newGate(Limits{Crashes: 1})
		over.count(event{index: k.index - 1, pair: k.side.Pair, kind: crash})
		if got := a.untold(over, nothing); got != "" {
			t.Errorf("%s, behind the end of its pair: %q", c.name, got)
		}
	}
}

// What runs behind the place where its pair ends is ended; what comes later does not begin.
func TestGate(t *testing.T) {
	side := bySide(t, false).side
	other := &PlannedSide{Side: catalogue.New().Sides[1]}
	at := func(index int, p *PlannedSide) *trial { return &trial{index: index, side: p} }
	g := newGate(Limits{Crashes: 1})
	before, behind, beside := at(3, side), at(9, side), at(9, other)
	contexts := map[*trial]context.Context{}
	for _, k := range []*trial{before, behind, beside} {
		ctx, open := g.begin(context.Background(), k)
		if contexts[k] = ctx; !open {
			t.Fatal("the gate is closed from the first")
		}
	}
	g.count(event{index: 5, pair: side.Pair, kind: crash})
	for k, ended := range map[*trial]bool{before: false, behind: true, beside: false} {
		if got := context.Cause(contexts[k]); errors.Is(got, errLeftOut) != ended || got != nil && !ended {
			t.Errorf("%s %d: %v", k.side.Pair, k.index, got)
		}
	}
	g.end(before)
	if !errors.Is(context.Cause(contexts[before]), context.Canceled) {
		t.Errorf("a trial that has ended: %v", context.Cause(contexts[before]))
	}
	for _, c := range []struct {
		k    *trial
		open bool
	}{{at(5, side), true}, {at(6, side), false}, {at(60, other), true}} {
		if _, open := g.begin(context.Background(), c.k); open != c.open {
			t.Errorf("%s %d: open %t", c.k.side.Pair, c.k.index, open)
		}
	}
	g.lost(at(20, other), "gone")
	g.lost(at(30, side), "later")
	g.lost(at(15, other), "gone before that")
	if g.whyGone() != "gone before that" || g.leftOut(at(16, other)) != "gone before that" || g.leftOut(at(15, other)) != "" {
		t.Errorf("gone: %q; %q", g.whyGone(), g.leftOut(at(16, other)))
	}
	if context.Cause(contexts[beside]) != nil {
		t.Error("what came before the implementation was gone is ended")
	}
}

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

// Where pairs end follows from the places of the troubles, in whatever order they came.
func TestEnds(t *testing.T) {
	a, b := dialect.Pair{Dialect: "x", Role: dialect.Consumer}, dialect.Pair{Dialect: "x", Role: dialect.Producer}
	limits := Limits{Timeouts: 3, Crashes: 2, AdapterErrors: -1, Refusals: 2}
	late := func(index int, p dialect.Pair) event { return event{index: index, pair: p, kind: missedDeadline} }
	dead := func(index int, p dialect.Pair) event { return event{index: index, pair: p, kind: crash} }
	slow := func(index int, p dialect.Pair) event {
		return event{index: index, pair: p, kind: missedDeadline, heavy: true}
	}
	refused := func(index int, p dialect.Pair) event { return event{index: index, pair: p, kind: refusal} }
	broken := func(index int, p dialect.Pair) event { return event{index: index, pair: p, kind: adapterError} }
	for _, c := range []struct {
		name   string
		events []event
		a, b   int // the last trials that count, 0 for all
		heavy  int
	}{
		{"nothing", nil, 0, 0, 0},
		{"below the limit", []event{late(4, a), late(9, a)}, 0, 0, 0},
		{"at the limit", []event{late(4, a), late(9, a), late(12, a)}, 12, 0, 0},
		{"in another order", []event{late(12, a), late(20, a), late(4, a), late(9, a)}, 12, 0, 0},
		{"of two kinds, each below", []event{late(1, a), dead(2, a), late(3, a)}, 0, 0, 0},
		{"what was enough for one is enough for all", []event{dead(1, a), dead(2, a), dead(7, b)}, 2, 7, 0},
		{"also where no pair had all of it", []event{dead(1, a), dead(2, b), dead(7, b)}, 0, 7, 0},
		{"of another kind it is not", []event{dead(1, a), dead(2, a), late(7, b)}, 2, 0, 0},
		{"no limit", []event{broken(1, a), broken(2, a), broken(3, a), broken(4, a)}, 0, 0, 0},
		{"refusals", []event{refused(3, a), refused(8, a), refused(9, a)}, 8, 0, 0},
		{"refusals in one pair say nothing about another", []event{refused(3, a), refused(8, a), refused(9, b)}, 8, 0, 0},
		{"one heavy case leaves out the others", []event{slow(30, a)}, 0, 0, 30},
		{"the first of them does", []event{slow(30, a), slow(40, b)}, 0, 0, 30},
		{"and counts for nothing else", []event{late(1, a), late(2, a), slow(30, a)}, 0, 0, 30},
	} {
		pairs, heavy := ends(c.events, limits)
		last := 0
		if heavy != nil {
			last = heavy.index
		}
		if pairs[a].index != c.a || pairs[b].index != c.b || last != c.heavy {
			t.Errorf("%s: %v ends at %d, %v at %d, heavy cases at %d; %d, %d and %d were expected", c.name, a, pairs[a].index, b,
				pairs[b].index, last, c.a, c.b, c.heavy)
		}
	}
}

// A run in which nothing is answered ends with the fifth pair; one answer before that is enough to go on.
func TestSilence(t *testing.T) {
	pairs := map[dialect.Pair]end{}
	for n, index := range []int{30, 3, 14, 25, 40} {
		if got := silence(pairs, 0); got != nil {
			t.Errorf("%d pairs are enough: %+v", n, got)
		}
		pairs[dialect.Pair{Dialect: fmt.Sprint(n)}] = end{index: index}
	}
	for answered, over := range map[int]bool{0: true, 1: false, 39: false, 40: true, 50: true} {
		if got := silence(pairs, answered); (got != nil) != over || over && got.index != 40 {
			t.Errorf("the first answer is %d: %+v", answered, got)
		}
	}
}

// Why a pair ends is said with the number, and with the flag that allows more.
func TestWhyAPairEnds(t *testing.T) {
	for kind, words := range map[trouble][2]string{
		missedDeadline: {"a missed deadline (--max-timeouts)", "2 missed deadlines (--max-timeouts)"},
		crash:          {"a crash (--max-crashes)", "2 crashes (--max-crashes)"},
		adapterError:   {"an adapter error (--max-adapter-errors)", "2 adapter errors (--max-adapter-errors)"},
		refusal:        {"a refusal (--max-refusals)", "2 refusals (--max-refusals)"},
	} {
		if one, two := kind.why(1), kind.why(2); one != words[0] || two != words[1] {
			t.Errorf("%q and %q", one, two)
		}
	}
}

// A limit for heavy cases that is more than one: of four times three deadlines.
func TestHeavyCasesHaveALimit(t *testing.T) {
	pair := dialect.Pair{Dialect: "x", Role: dialect.Consumer}
	var events []event
	for n := range 5 {
		events = append(events, event{index: 10 * n, pair: pair, kind: missedDeadline, heavy: true})
	}
	given := append([]event{}, events...)
	given[0], given[4] = given[4], given[0]
	before := given[0]
	if _, heavy := ends(given, Limits{Timeouts: 10}); heavy == nil || heavy.index != 30 || heavy.why !=
		"4 missed deadlines (--max-timeouts) by heavy cases" {
		t.Errorf("heavy cases end at %+v", heavy)
	}
	if given[0] != before {
		t.Error("the caller's list is sorted")
	}
}

// The command that replays a case brings back what it shows: beside what was in flight, or after all that had a hand in it.
func TestReplays(t *testing.T) {
	row := func(line, follows string) *judgedCase {
		c := asked("a b")
		return &judgedCase{c: c, outcomes: []requirement.Outcome{{Requirement: line,
			Findings: []requirement.Finding{{Follows: requirement.Follows{Line: follows}}}}}}
	}
	beside := row("ROBUST-01", "")
	beside.company = []string{"x/consumer/a", "x/consumer/b"}
	plain := Options{Reach: "-- node a.mjs", Seed: 7, Runs: 20}
	light, some, inside := plain, plain, plain
	light.Light, inside.Reach = true, ""
	some.Selection.Cases = []string{"x/consumer/c", "x/consumer/a b"}
	some.Files = map[string]string{"x/consumer/c": "c.json"}
	for name, c := range map[string]struct {
		o    Options
		j    *judgedCase
		want string
	}{
		"a case":                  {plain, row("X-01", ""), "conform run --case 'x/consumer/a b' -- node a.mjs"},
		"of the reference":        {inside, row("X-01", ""), "conform run --case 'x/consumer/a b'"},
		"what was in flight":      {plain, beside, "conform run --case x/consumer/a --case x/consumer/b -- node a.mjs"},
		"others had a hand in it": {plain, row("META-07", ""), "conform run --dialect x --role consumer --seed 7 --runs 20 -- node a.mjs"},
		"it follows from that": {light, row("X-01", "META-07"),
			"conform run --dialect x --role consumer --seed 7 --runs 20 --light -- node a.mjs"},
		"others of those selected": {some, row("META-07", ""), "conform run --case c.json --case 'x/consumer/a b' -- node a.mjs"},
	} {
		if got := (&session{Options: c.o}).replay(c.j); got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
