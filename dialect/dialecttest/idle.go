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
	// farBehind is how many cases back an answer is taken from that is really stale.
	farBehind = 37
)

// Idle holds a pair against implementations that do nothing: dead ones, empty ones,
// ones that answer everything alike, that give back what they got, or that give the
// right answer to another case. None of the bound requirements may pass, neither over
// all cases nor over those that are run for it alone; and where an answer holds
// nothing at all, none in any single case. META and ROBUST-06 are told by properties.
// Cases are run in the pair's first encoding, with -all in every one.
func Idle(t *testing.T, side judge.Side, cases []*dialect.Case, bound []requirement.Requirement) {
	t.Helper()
	i, most := idle{side: side}, 1
	if All() {
		most = len(side.Encodings)
	}
	i.choose(cases, most)
	for _, a := range i.idlers() {
		right := i.run(a)
		for _, r := range bound {
			where := right[r.ID]
			switch {
			case len(where) == 0 || r.Family() == "META" || r.ID == "ROBUST-06":
			case a.silent:
				t.Errorf("%s, %s: %s passes in %s", side.Pair, a.name, r.ID, named(where))
			case i.passes(r.ID, func(*dialect.Case) bool { return true }):
				t.Errorf("%s, %s: %s passes over all cases, among them %s", side.Pair, a.name, r.ID, named(where))
			case i.passes(r.ID, func(c *dialect.Case) bool { return about(c, r.ID) }):
				t.Errorf("%s, %s: %s passes over the cases that test it, among them %s", side.Pair, a.name, r.ID, named(where))
			}
		}
	}
}

// about tells whether a fixed case is run for a requirement alone.
func about(c *dialect.Case, id string) bool {
	return slices.Contains(c.Tests, id) || id == "ROBUST-01" || id == "ROBUST-02"
}

func named(ids []string) string { return strings.Join(ids[:min(len(ids), 4)], ", ") }

type idle struct {
	side judge.Side
	// cases are the light ones in every encoding, and behind the first so many, which are
	// fixed, some generated streams; right is what the reference answers.
	cases  []*dialect.Case
	inputs []wire.Value
	fixed  int
	right  []dialect.Observation
	// said is what the last one answered, found what was found in it.
	said  []dialect.Observation
	found [][]requirement.Outcome
}

// idler answers the n-th case; it may know what is right in another one.
type idler struct {
	name   string
	silent bool // the answer holds nothing
	answer func(n int, input wire.Value) dialect.Observation
}

// choose makes the cases, one encoding after the other, of at most so many.
func (i *idle) choose(cases []*dialect.Case, most int) {
	encodings := i.side.Encodings[:min(most, len(i.side.Encodings))]
	if len(encodings) == 0 {
		encodings = []string{""}
	}
	for _, e := range encodings {
		for _, c := range cases {
			if !c.Heavy && (c.Encoding == "" || c.Encoding == e) {
				i.cases = append(i.cases, encoded(c, e))
			}
		}
	}
	i.fixed = len(i.cases)
	for n := range idleStreams {
		c := generator.Index{Pair: i.side.Pair, Seed: idleSeed, N: n}.Case(i.side.Side)
		i.cases = append(i.cases, encoded(c, encodings[n%len(encodings)]))
	}
	for _, c := range i.cases {
		input := c.Input()
		i.inputs, i.right = append(i.inputs, input), append(i.right, i.side.Reference(input))
	}
}

func encoded(c *dialect.Case, encoding string) *dialect.Case {
	sent := *c.Ready()
	sent.Encoding = encoding
	return &sent
}

// run judges every case, its control before it, and tells by requirement in which
// cases it passes.
func (i *idle) run(a idler) map[string][]string {
	i.said, i.found = nil, nil
	right := map[string][]string{}
	for n, c := range i.cases {
		o := a.answer(n, i.inputs[n])
		var control *judge.Control
		if c.Control != nil {
			before := encoded(c.Control, c.Encoding)
			o := a.answer(n, before.Input())
			control = &judge.Control{Ending: o.Ending, Outcomes: i.side.Case(before, &o, nil)}
		}
		found := i.side.Case(c, &o, control)
		i.said, i.found = append(i.said, o), append(i.found, found)
		for _, f := range found {
			if f.Verdict == requirement.Pass {
				right[f.Requirement] = append(right[f.Requirement], c.ID)
			}
		}
	}
	return right
}

// passes sums up the chosen fixed cases and the generated streams.
func (i *idle) passes(id string, chosen func(*dialect.Case) bool) bool {
	var rows judge.Rows
	for n, c := range i.cases {
		if generated := n >= i.fixed; generated || chosen(c) {
			rows.Add(c, generated, i.said[n].Ending, judge.Show(i.found[n]), i.found[n])
		}
	}
	return rows.Verdict(id) == requirement.Pass
}

func (i *idle) idlers() []idler {
	always := func(name string, silent bool, o dialect.Observation) idler {
		return idler{name, silent, func(int, wire.Value) dialect.Observation { return o }}
	}
	behind := func(by int) func(int, wire.Value) dialect.Observation {
		return func(n int, _ wire.Value) dialect.Observation { return i.right[(n+len(i.right)-by)%len(i.right)] }
	}
	list := []idler{
		always("one that dies", true, dialect.Observation{Ending: dialect.Crashed, Reason: "exit status 1"}),
		always("one that hangs", true, dialect.Observation{Ending: dialect.TimedOut, Reason: "no answer"}),
		always("one that refuses everything", false, dialect.Observation{Ending: dialect.Rejected, Reason: "no"}),
		always("one that says done", true, dialect.Observation{}),
		always("one without members", true, dialect.Observation{State: wire.Obj()}),
		{"one that echoes", false, func(_ int, input wire.Value) dialect.Observation { return echo(input) }},
		{"one that is one case behind", false, behind(1)},
		{"one that is far behind", false, behind(farBehind)},
	}
	for _, s := range i.states() {
		list = append(list, always("one that is empty: "+s.value.JSON(), s.silent, dialect.Observation{State: s.value}))
	}
	for _, n := range i.constants() {
		list = append(list, always("one that always answers as in "+i.cases[n].ID, false, i.right[n]))
	}
	return list
}

type state struct {
	value  wire.Value
	silent bool
}

// states are those that hold nothing: each member empty, and of a wrong type.
func (i *idle) states() []state {
	var empty, odd, listed []wire.Member
	for _, m := range i.right[0].State.Members() {
		hollow := wire.List()
		if m.Value.IsString() {
			hollow = wire.Str("")
		}
		empty = append(empty, wire.M(m.Name, hollow))
		odd = append(odd, wire.M(m.Name, wire.Obj(wire.M("0", wire.List()))))
		listed = append(listed, wire.M(m.Name, wire.List(wire.Obj(), wire.NullValue, wire.Str(""))))
	}
	if len(empty) == 0 {
		return nil
	}
	return []state{{wire.Obj(empty...), false}, {wire.Obj(odd...), true}, {wire.Obj(listed...), false}}
}

// constants are cases whose right answers are worth repeating: those that are right
// most often, the longest, and some from elsewhere.
func (i *idle) constants() []int {
	texts, times := make([]string, len(i.cases)), map[string]int{}
	all := make([]int, len(i.cases))
	for n, o := range i.right {
		all[n], texts[n] = n, fmt.Sprint(o.Ending, o.State.JSON())
		for _, e := range o.Events {
			texts[n] += e.Value.JSON()
		}
		times[texts[n]]++
	}
	common := slices.SortedStableFunc(slices.Values(all), func(a, b int) int {
		return cmp.Or(times[texts[b]]-times[texts[a]], strings.Compare(texts[a], texts[b]))
	})
	common = slices.CompactFunc(common, func(a, b int) bool { return texts[a] == texts[b] })
	longest := slices.MaxFunc(all, func(a, b int) int { return len(texts[a]) - len(texts[b]) })
	chosen := append(common[:3:3], longest, i.fixed/4, i.fixed/2)
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
