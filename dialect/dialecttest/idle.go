package dialecttest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

const (
	// idleSeed is the seed of the streams of Idle, idleStreams how many there are.
	idleSeed    = 8
	idleStreams = 36
)

// Idle holds a pair against implementations that do nothing: dead ones, empty ones,
// ones that answer everything alike, that give back what they got, or that give the
// right answer to another case. None of these requirements may pass, neither over
// all cases nor over those that test it. Only properties can tell META and ROBUST-06.
func Idle(t *testing.T, side judge.Side, cases []*dialect.Case, bound []requirement.Requirement) {
	t.Helper()
	i := idle{side: side}
	i.choose(cases)
	for _, a := range i.adapters() {
		i.run(a)
		for _, r := range bound {
			if r.Family() == "META" || r.ID == "ROBUST-06" {
				continue
			}
			if i.passes(r.ID, nil) {
				t.Errorf("%s passes over all cases: %s: %s", r.ID, a.name, i.luck(r.ID))
			}
			if i.passes(r.ID, func(c *dialect.Case) bool { return about(c, r) }) {
				t.Errorf("%s passes over the cases that test it: %s: %s", r.ID, a.name, i.luck(r.ID))
			}
		}
	}
}

// about tells whether a case is run for a requirement alone.
func about(c *dialect.Case, r requirement.Requirement) bool {
	return len(c.Tests) == 0 || slices.Contains(c.Tests, r.ID) || r.ID == "ROBUST-01" || r.ID == "ROBUST-02"
}

type idle struct {
	side  judge.Side
	cases []*dialect.Case
	fixed int // how many of the cases are fixed
	right []dialect.Observation
	// said is what the adapter that was run last answered, found what is found in it.
	said  []dialect.Observation
	found [][]requirement.Outcome
}

// idler answers the n-th case; it may know what is right.
type idler struct {
	name   string
	answer func(n int, input wire.Value) dialect.Observation
}

// choose makes the light cases in every encoding, one encoding after the other, and
// some generated streams.
func (i *idle) choose(cases []*dialect.Case) {
	encodings := i.side.Encodings
	if len(encodings) == 0 {
		encodings = []string{""}
	}
	for _, e := range encodings {
		for _, c := range cases {
			if c.Heavy || c.Encoding != "" && c.Encoding != e {
				continue
			}
			sent := *c.Ready()
			sent.Encoding = e
			i.cases = append(i.cases, &sent)
		}
	}
	i.fixed = len(i.cases)
	for n := range idleStreams {
		c := generator.Index{Pair: i.side.Pair, Seed: idleSeed, N: n}.Case(i.side.Side)
		c.Encoding = encodings[n%len(encodings)]
		i.cases = append(i.cases, c)
	}
	for _, c := range i.cases {
		i.right = append(i.right, i.side.Reference(c.Input()))
	}
}

func (i *idle) run(a idler) {
	i.said, i.found = nil, nil
	for n, c := range i.cases {
		var control []requirement.Outcome
		if c.Control != nil {
			before := *c.Control.Ready()
			before.Encoding = c.Encoding
			o := a.answer(n, before.Input())
			control = i.side.Case(&before, &o, nil)
		}
		o := a.answer(n, c.Input())
		i.said = append(i.said, o)
		i.found = append(i.found, i.side.Case(c, &o, control))
	}
}

// passes sums the chosen cases up, nil for all.
func (i *idle) passes(id string, chosen func(*dialect.Case) bool) bool {
	var rows judge.Rows
	for n, c := range i.cases {
		if chosen == nil || chosen(c) {
			rows.Add(c, n >= i.fixed, i.said[n].Ending, i.found[n])
		}
	}
	return rows.Verdict(id) == requirement.Pass
}

// luck names the cases in which a requirement passes.
func (i *idle) luck(id string) string {
	var where []string
	main, missed := 0, 0
	for n, c := range i.cases {
		for _, o := range i.found[n] {
			if o.Requirement != id {
				continue
			}
			if o.Verdict == requirement.Pass {
				where = append(where, strings.TrimPrefix(c.ID, i.side.Pair.String()+"/"))
			}
			if slices.Contains(c.Tests, id) {
				main++
				if o.Verdict == requirement.Unobserved {
					missed++
				}
			}
		}
	}
	return fmt.Sprintf("%d of %d, main %d of %d missed, among them %s", len(where), len(i.cases), missed, main, strings.Join(where[:min(len(where), 6)], ", "))
}

func (i *idle) adapters() []idler {
	always := func(name string, o dialect.Observation) idler {
		return idler{name, func(int, wire.Value) dialect.Observation { return o }}
	}
	list := []idler{
		always("dead", dialect.Observation{Ending: dialect.Crashed, Reason: "exit status 1"}),
		always("hanging", dialect.Observation{Ending: dialect.TimedOut, Reason: "no answer"}),
		always("refusing", dialect.Observation{Ending: dialect.Rejected, Reason: "no"}),
		always("done with nothing", dialect.Observation{}),
		always("null", dialect.Observation{State: wire.NullValue}),
		{"echoing", func(_ int, input wire.Value) dialect.Observation { return echo(input) }},
		{"stale by one", func(n int, _ wire.Value) dialect.Observation { return i.before(n, 1) }},
		{"stale by far", func(n int, _ wire.Value) dialect.Observation { return i.before(n, 37) }},
	}
	for _, state := range []string{`{}`, `{"blocks":[]}`, `{"toolBlocks":[]}`, `{"messages":[],"modelMessages":[]}`, `{"modelMessages":[]}`, `{"markdown":""}`, `{"chunks":[]}`,
		`{"blocks":{},"toolBlocks":{},"messages":{},"modelMessages":{},"markdown":[],"chunks":{}}`, `{"blocks":[{}],"toolBlocks":[{}],"messages":[{}],"modelMessages":[{}],"markdown":{},"chunks":[{}]}`} {
		list = append(list, always("empty "+state, dialect.Observation{State: wire.ParseString(state)}))
	}
	for _, n := range i.constants() {
		list = append(list, always("constant as in "+i.cases[n].ID, i.right[n]))
	}
	return list
}

// before is the right answer to another case, nothing where there was none.
func (i *idle) before(n, by int) dialect.Observation {
	if n < by {
		return dialect.Observation{}
	}
	return i.right[n-by]
}

// constants are cases whose right answers are worth repeating: those that are right
// most often, the longest, and some from all over.
func (i *idle) constants() []int {
	texts, times := make([]string, len(i.cases)), map[string]int{}
	all := make([]int, len(i.cases))
	for n, o := range i.right {
		all[n], texts[n] = n, o.State.JSON()
		for _, e := range o.Events {
			texts[n] += e.Value.JSON()
		}
		times[texts[n]]++
	}
	common, long := slices.Clone(all), slices.Clone(all)
	slices.SortStableFunc(common, func(a, b int) int {
		return cmp.Or(times[texts[b]]-times[texts[a]], strings.Compare(texts[a], texts[b]))
	})
	slices.SortStableFunc(long, func(a, b int) int { return len(texts[b]) - len(texts[a]) })
	common = slices.CompactFunc(common, func(a, b int) bool { return texts[a] == texts[b] })
	chosen := slices.Concat(common[:3], long[:2], []int{0, len(all) / 3, len(all) / 2})
	slices.Sort(chosen)
	return slices.Compact(chosen)
}

// echo gives the input back: as the state, and what is in it as events.
func echo(input wire.Value) dialect.Observation {
	o := dialect.Observation{State: input}
	for _, m := range input.Members() {
		for _, item := range m.Value.Items() {
			o.Events = append(o.Events, dialect.Event{Value: item, After: -1})
		}
	}
	return o
}
