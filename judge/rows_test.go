package judge_test

import (
	"math/rand/v2"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/requirement"
)

// said is what one case says.
type said struct {
	c         dialect.Case
	generated bool
	ending    dialect.Ending
	outcomes  []requirement.Outcome
}

func seen(id string) requirement.Outcome { return requirement.Outcome{Requirement: id} }

func fails(id string) requirement.Outcome { return finding(id, requirement.Must, "wrong") }

func warns(id string) requirement.Outcome { return finding(id, requirement.Should, "not nice") }

// right is a case that tests X-02, in which all is right; lacking one whose answer
// lacks what X-02 is about, which X-01 owns; dead one in which nothing is right.
func right() said {
	return said{c: dialect.Case{Tests: []string{"X-02"}}, outcomes: []requirement.Outcome{seen("ROBUST-01"), seen("X-01"), seen("X-02")}}
}

func lacking() said {
	return said{c: dialect.Case{Tests: []string{"X-02"}},
		outcomes: []requirement.Outcome{seen("ROBUST-01"), fails("X-01"), unseen("X-02"), seen("X-03")}}
}

func dead() said {
	return said{c: dialect.Case{Tests: []string{"X-02"}},
		outcomes: []requirement.Outcome{unseen("ROBUST-01"), fails("X-01"), unseen("X-02")}}
}

func (s said) with(outcomes ...requirement.Outcome) said { s.outcomes = outcomes; return s }

func (s said) drawn() said { s.generated = true; return s }

func (s said) ended(e dialect.Ending) said { s.ending = e; return s }

func (s said) heavy() said { s.c.Heavy = true; return s }

func times(n int, s said) []said {
	var list []said
	for range n {
		list = append(list, s)
	}
	return list
}

func all(lists ...[]said) []said {
	var list []said
	for _, l := range lists {
		list = append(list, l...)
	}
	return list
}

func sum(list []said) *judge.Rows {
	rows := &judge.Rows{}
	for i := range list {
		rows.Add(&list[i].c, list[i].generated, list[i].ending, judge.Show(list[i].outcomes), list[i].outcomes)
	}
	return rows
}

func TestRows(t *testing.T) {
	inapplicable := right().with(seen("ROBUST-01"), seen("X-01"), unseen("X-02"))
	for _, c := range []struct {
		name string
		list []said
		id   string
		want requirement.Verdict
	}{
		{"nothing was said", nil, "X-02", requirement.Unobserved},
		{"right", times(1, right()), "X-02", requirement.Pass},
		{"the worst counts", all(times(3, right()), times(1, right().with(seen("ROBUST-01"), warns("X-02")))), "X-02", requirement.Warn},
		{"one failure", all(times(9, right()), times(1, right().with(seen("ROBUST-01"), fails("X-02")))), "X-02", requirement.Fail},
		{"skipped", times(2, right().with(requirement.Outcome{Requirement: "X-02", Verdict: requirement.Skip}).ended(dialect.Skipped)),
			"X-02", requirement.Skip},

		{"half of the main cases lack it", all(times(2, right()), times(2, lacking())), "X-02", requirement.Pass},
		{"most of the main cases lack it", all(times(2, right()), times(3, lacking())), "X-02", requirement.Unobserved},
		{"most lack it, and it fails", all(times(3, lacking()), times(1, right().with(seen("ROBUST-01"), fails("X-02")))), "X-02",
			requirement.Fail},
		{"most lack it, and it warns", all(times(3, lacking()), times(1, right().with(seen("ROBUST-01"), warns("X-02")))), "X-02",
			requirement.Warn},
		{"a line that these cases don't test", all(times(1, right()), times(3, lacking())), "X-03", requirement.Pass},
		{"most main cases don't apply, and all is right", all(times(1, right()), times(9, inapplicable)), "X-02", requirement.Pass},
		{"most main cases crash", all(times(1, right()),
			times(9, lacking().with(fails("ROBUST-01"), unseen("X-02")).ended(dialect.Crashed))), "X-02", requirement.Pass},

		{"half works", all(times(2, right()), times(2, dead().with(unseen("ROBUST-01"), fails("X-01")))), "X-02", requirement.Pass},
		{"less than half works", all(times(2, right()), times(3, dead().with(unseen("ROBUST-01"), fails("X-01")))), "X-02",
			requirement.Unobserved},
		{"survival of what doesn't work", all(times(1, right()), times(3, dead().with(unseen("ROBUST-01"), fails("X-01")))), "ROBUST-01",
			requirement.Unobserved},
		{"answers of which nothing is said", all(times(1, right()), times(9, right().with(unseen("ROBUST-01"), unseen("X-01")))), "X-02",
			requirement.Pass},
		{"generated streams decide: they work", all(times(9, dead().with(unseen("ROBUST-01"), fails("X-01"))), times(1, right().drawn())),
			"X-02", requirement.Pass},
		{"generated streams decide: they don't", all(times(9, right()), times(1, dead().drawn())), "X-02", requirement.Unobserved},
		{"a failure stays, whatever works", all(times(9, right()), times(1, dead().drawn())), "X-01", requirement.Fail},
		{"heavy cases alone", times(3, right().heavy()), "X-02", requirement.Pass},
		{"heavy cases alone, less than half of which work", all(times(2, right().heavy()),
			times(3, dead().with(unseen("ROBUST-01"), fails("X-01")).heavy())), "X-02", requirement.Unobserved},
		{"heavy cases prove nothing where light ones are dead", all(times(9, right().heavy()), times(1, dead())), "X-02",
			requirement.Unobserved},
		{"heavy cases in which nothing is right", all(times(1, right()), times(9, dead().heavy())), "ROBUST-01", requirement.Pass},
		{"everything is refused", times(3, right().with(unseen("ROBUST-01"),
			requirement.Outcome{Requirement: "X-02", Policy: "rejects"}).ended(dialect.Rejected)), "X-02", requirement.Unobserved},
		{"something is refused", all(times(1, right()), times(3, right().with(unseen("ROBUST-01"), seen("X-02")).ended(dialect.Rejected))),
			"ROBUST-01", requirement.Pass},
		{"a relation without anything that works", times(3, dead().with(unseen("ROBUST-01"), seen("META-06"))), "META-06",
			requirement.Unobserved},
	} {
		if got := sum(c.list).Verdict(c.id); got != c.want {
			t.Errorf("%s: %s is %s, %s was expected", c.name, c.id, got, c.want)
		}
	}
}

// The order of the cases makes no difference.
func TestRowsInAnyOrder(t *testing.T) {
	list := all(times(2, right()), times(3, lacking()), times(2, dead()), times(2, right().drawn()), times(2, dead().drawn()),
		times(1, right().with(requirement.Outcome{Requirement: "X-04", Verdict: requirement.Skip}).ended(dialect.Skipped)),
		times(1, right().with(seen("ROBUST-01"), unseen("X-04"))))
	want := map[string]requirement.Verdict{"ROBUST-01": requirement.Pass, "X-01": requirement.Fail, "X-02": requirement.Unobserved,
		"X-03": requirement.Pass, "X-04": requirement.Skip}
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		rows := sum(list)
		for id, v := range want {
			if got := rows.Verdict(id); got != v {
				t.Fatalf("%s is %s, %s was expected", id, got, v)
			}
		}
	}
}

func TestSoundAndWorks(t *testing.T) {
	for _, c := range []struct {
		name         string
		s            said
		sound, works bool
	}{
		{"right", right(), true, true},
		{"a warning", right().with(seen("ROBUST-01"), warns("X-01")), true, true},
		{"one line wrong", lacking(), false, true},
		{"nothing right", dead(), false, false},
		{"nothing to see", right().with(unseen("ROBUST-01"), unseen("X-01")), true, false},
	} {
		if sound, works := judge.Sound(c.s.outcomes), judge.Works(c.s.outcomes); sound != c.sound || works != c.works {
			t.Errorf("%s: sound %v, works %v", c.name, sound, works)
		}
	}
}
