package session

import (
	"testing"

	"github.com/toolconform/conform/dialect"
)

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
