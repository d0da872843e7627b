package session

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/reports"
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
		if (got != "") != c.untold || c.untold && !strings.Contains(got, "1 requests ended in a way that no row tells, first "+c.c.ID) {
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
