package session_test

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/later"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/wire"
)

// What a counterexample may be at most: its size in the median, and how often the
// implementation is asked until it is as small as it gets.
const (
	medianSize = 6
	mostCalls  = 300
)

// Faults of which no list knows are found by a run as users start it, and each
// gives a small counterexample for few calls of the implementation.
func TestLaterFaultsAreFound(t *testing.T) {
	cat := catalogue.New()
	var sizes []int
	for i, f := range later.Faults() {
		if !*everyOne && i%15 != 0 {
			continue
		}
		side := cat.Side(f.Pair)
		outcome := run(t, cat, implementation(side, nil, f.Plant), session.Options{Runs: session.DefaultRuns, Light: true})
		missed := failing(outcome)
		if len(missed) == 0 {
			t.Errorf("%s: %s It is not found.", f.Pair, f.Title)
			continue
		}
		shown(t, outcome)
		least, calls := -1, 0
		for _, c := range outcome.Counterexamples {
			again, n := smallest(t, cat, side, f, c)
			if least < 0 || again < least || again == least && n < calls {
				least, calls = again, n
			}
		}
		t.Logf("%s: %s missed: %s; elements: %d; calls: %d", f.Pair, f.Title, strings.Join(missed, " "), least, calls)
		if calls > mostCalls {
			t.Errorf("%s: %s %d calls until the counterexample was small", f.Pair, f.Title, calls)
		}
		sizes = append(sizes, least)
	}
	slices.Sort(sizes)
	if len(sizes) > 4 && sizes[len(sizes)/2] > medianSize {
		t.Errorf("the counterexamples have %v elements", sizes)
	}
}

func failing(outcome *session.Outcome) []string {
	var ids []string
	for _, r := range outcome.Result.Requirements {
		if r.Verdict == requirement.Fail || r.Verdict == requirement.Warn {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// smallest replays a counterexample by its id, as its replay command does, and
// counts what that asks of the implementation.
func smallest(t *testing.T, cat *catalogue.Catalogue, side *catalogue.Side, f later.Fault, c *dialect.Case) (elements, calls int) {
	t.Helper()
	var asked atomic.Int64
	impl := implementation(side, nil, func(answer dialect.Answer) dialect.Answer {
		planted := f.Plant(answer)
		return func(input wire.Value) dialect.Observation {
			asked.Add(1)
			return planted(input)
		}
	})
	outcome := run(t, cat, impl, session.Options{Selection: reports.Selection{Cases: []string{c.ID}}})
	elements = size(c)
	for _, again := range outcome.Counterexamples {
		elements = min(elements, size(again))
	}
	return elements, int(asked.Load())
}

// size is what a counterexample is measured in: its events, steps, segments or items.
func size(c *dialect.Case) int { return c.Script.Len() }
