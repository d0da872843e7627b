package uimessages

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// Kinds of deviations of the dialect's own.
const (
	// lost: an outcome that came isn't shown; made: one that didn't come is; wrong: it is another.
	lost = compare.Own << iota
	made
	wrong
	// mixed: the output of one outcome stands with the failure of another.
	mixed
	// marked: a final output is said to be preliminary; unmarked: a preliminary one isn't.
	marked
	unmarked
	// gathered: the text of a streaming call is another. falsy: an input that is 0, false, "" or null.
	gathered
	falsy
	// consent: what is shown of an approval is another. flagged: a flag is.
	consent
	flagged
)

// view is what a consumer shows beside what the stream means.
type view struct {
	*meaning
	c     *dialect.Case
	o     *dialect.Observation
	state wire.Value
	parts []wire.Value
	// tools are the tool parts by their place in parts, and matched the calls that they show.
	tools   []*shown
	matched map[int]*call
	text    string
	compare.View
}

// shown is a tool part.
type shown struct {
	wire.Value
	at int
	id string
}

func (v *view) path(i int) string { return fmt.Sprintf("/message/parts/%d", i) }

func newView(book *compare.Rulebook[*view], c *dialect.Case, o *dialect.Observation) (*view, bool) {
	s, ok := c.Script.(*stream.Script)
	if !ok {
		return nil, false
	}
	base := options{blind: o.Omitted("approval"), loud: !o.State.Get("error").IsNull()}
	best := seen(c, o, meant(s, base, c.MayReject))
	for _, kinds := range [][]string{{responseEvent}, {resetEvent}, {responseEvent, resetEvent}} {
		if best.traits&reset == 0 && slices.Contains(kinds, resetEvent) || !best.has(decided) && slices.Contains(kinds, responseEvent) {
			continue
		}
		base.skip = kinds
		if other := seen(c, o, meant(s, base, c.MayReject)); other.misses() < best.misses() {
			best = other
		}
	}
	best.blame(book)
	return best, true
}

// misses is how far an answer is from a meaning.
func (v *view) misses() int {
	n := len(v.Result.Deviations)
	if !v.fits(v.text) {
		n++
	}
	return n
}

func (m *meaning) has(t act.Traits) bool {
	return slices.ContainsFunc(m.calls, func(c *call) bool { return c.traits&t != 0 })
}

func seen(c *dialect.Case, o *dialect.Observation, m *meaning) *view {
	v := &view{meaning: m, c: c, o: o, state: o.State, matched: map[int]*call{}}
	v.parts = v.state.Get("message").Get("parts").Items()
	for i, p := range v.parts {
		switch kindOf(p) {
		case "text":
			v.text += p.Get("text").Text()
		case "tool":
			v.tools = append(v.tools, &shown{Value: p, at: i, id: p.Get("toolCallId").Text()})
		}
	}
	v.compare()
	return v
}

// refused: the answer was a rejection, which shows nothing.
func (v *view) refused() bool { return v.o.Reason != "" && v.loud }

// compare holds the parts of each id against its calls.
func (v *view) compare() {
	byID, got := map[string][]*call{}, map[string][]*shown{}
	var ids []string
	for _, c := range v.calls {
		if byID[c.id] == nil {
			ids = append(ids, c.id)
		}
		byID[c.id] = append(byID[c.id], c)
	}
	for _, s := range v.tools {
		if got[s.id] == nil && byID[s.id] == nil {
			ids = append(ids, s.id)
		}
		got[s.id] = append(got[s.id], s)
	}
	for _, id := range ids {
		best := v.align(byID[id], got[id], -1)
		for i, c := range byID[id] {
			if c.pair[1] == nil || c.traits&otherwise == 0 || best.cost == 0 {
				continue
			}
			if other := v.align(byID[id], got[id], i); other.cost < best.cost {
				best = other
			}
		}
		v.Result.Pairs = append(v.Result.Pairs, best.pairs...)
		v.Result.Deviations = append(v.Result.Deviations, best.deviations...)
		for s, c := range best.matched {
			v.matched[s.at] = c
		}
	}
}

// alignment is one way to take the parts of an id for its calls.
type alignment struct {
	cost       int
	pairs      []compare.Pair
	deviations []compare.Deviation
	matched    map[*shown]*call
}

// slot is a part as it is expected.
type slot struct {
	*call
	seen  ways
	spare bool
}

func (s slot) optional() bool {
	return s.spare || slices.ContainsFunc(s.seen, func(w way) bool { return w.state == "" })
}

// The costs of an alignment.
const (
	costMissing = 50
	costExtra   = 60
)

// align takes the parts in order; two is the call that may be shown as two, -1 for none.
func (v *view) align(calls []*call, got []*shown, two int) alignment {
	var slots []slot
	for i, c := range calls {
		if i == two {
			slots = append(slots, slot{c, c.pair[0], c.spare}, slot{c, c.pair[1], true})
			continue
		}
		slots = append(slots, slot{c, c.seen, c.spare})
	}
	a := alignment{matched: map[*shown]*call{}}
	pairs := v.cheapest(slots, got)
	taken := map[int]bool{}
	for i, s := range slots {
		if pairs[i] < 0 {
			if !s.optional() && !v.refused() {
				a.add(costMissing, compare.Deviation{Kind: compare.Missing, Want: s.want(v), Expected: s.seen[0].value(s.id),
					Message: fmt.Sprintf("The call %q is missing.", s.id)})
			}
			continue
		}
		g := got[pairs[i]]
		taken[pairs[i]] = true
		a.matched[g] = s.call
		a.pairs = append(a.pairs, compare.Pair{Want: s.want(v), Got: g.got(v)})
		cost, list := v.closest(s, g)
		a.cost += cost
		a.deviations = append(a.deviations, list...)
	}
	for i, g := range got {
		if !taken[i] {
			d := compare.Deviation{Kind: compare.Extra, Got: g.got(v), Actual: g.Value,
				Message: "A tool part is shown for a call that did not come."}
			if len(calls) > 0 {
				d.Want, d.Message = slots[len(slots)-1].want(v), fmt.Sprintf("The call %q is shown more often than it was made.", g.id)
			}
			a.add(costExtra, d)
		}
	}
	return a
}

func (a *alignment) add(cost int, d compare.Deviation) {
	a.cost += cost
	a.deviations = append(a.deviations, d)
}

// manyAlike bounds of how many parts with one id the cheapest order is looked for.
const manyAlike = 12

// cheapest is which part each slot has, -1 for none: both stay in their order.
func (v *view) cheapest(slots []slot, got []*shown) []int {
	pairs := make([]int, len(slots))
	if len(slots) == 1 && len(got) == 1 || len(slots) > manyAlike || len(got) > manyAlike {
		for i := range pairs {
			if pairs[i] = i; i >= len(got) {
				pairs[i] = -1
			}
		}
		return pairs
	}
	cost := make([][]int, len(slots)+1)
	for i := len(slots); i >= 0; i-- {
		cost[i] = make([]int, len(got)+1)
		for j := len(got); j >= 0; j-- {
			cost[i][j], _ = v.choose(cost, slots, got, i, j)
		}
	}
	for i, j := 0, 0; i < len(slots); {
		_, how := v.choose(cost, slots, got, i, j)
		switch how {
		case 'm':
			pairs[i] = -1
			i++
		case 'x':
			j++
		default:
			pairs[i] = j
			i, j = i+1, j+1
		}
	}
	return pairs
}

func (v *view) choose(cost [][]int, slots []slot, got []*shown, i, j int) (best int, how byte) {
	best = 1 << 30
	try := func(n int, h byte) {
		if n < best {
			best, how = n, h
		}
	}
	if i == len(slots) && j == len(got) {
		return 0, 0
	}
	if i < len(slots) && j < len(got) {
		n, _ := v.closest(slots[i], got[j])
		try(n+cost[i+1][j+1], 'p')
	}
	if i < len(slots) {
		n := costMissing
		if slots[i].optional() || v.refused() {
			n = 0
		}
		try(n+cost[i+1][j], 'm')
	}
	if j < len(got) {
		try(costExtra+cost[i][j+1], 'x')
	}
	return best, how
}

// want is the call as a deviation names it.
func (s slot) want(v *view) *compare.Want {
	w := &compare.Want{IDs: []string{s.id}, Names: s.names, Traits: s.traits}
	w.Soft = !s.answered() && len(s.inputs) > 0 && v.traits&cut != 0
	return w
}

func (g *shown) got(v *view) *compare.Got {
	return &compare.Got{ID: g.Get("toolCallId"), Name: g.Get("toolName"), Arguments: g.Get("input"), State: g.Get("state").Text(),
		At: v.path(g.at)}
}

// value is a way to show a call, for people.
func (w way) value(id string) wire.Value {
	some := func(v values) wire.Value {
		if v.free || len(v.list) == 0 {
			return wire.Value{}
		}
		return v.list[0]
	}
	v := wire.Obj(wire.T("toolCallId", id), wire.T("toolName", w.name), wire.T("state", w.state),
		wire.M("input", some(w.input)), wire.M("output", some(w.output)), wire.M("errorText", some(w.failure)))
	if w.approval != "" {
		v = v.With("approval", wire.Obj(wire.T("id", w.approval), wire.M("approved", w.approved)))
	}
	return v
}

// beside is what of a part stands against the value of a way; what nothing was expected of is left away.
func (g *shown) beside(want wire.Value) wire.Value {
	var list []wire.Member
	for _, m := range g.Members() {
		outcome := slices.Contains([]string{"output", "errorText", "approval"}, m.Name)
		if want.Has(m.Name) || outcome && !m.Value.IsNull() {
			list = append(list, m)
		}
	}
	return wire.Obj(list...)
}

// closest is the way that a part fits best, and how it deviates from that.
func (v *view) closest(s slot, g *shown) (int, []compare.Deviation) {
	best, bestWay, list := 1<<30, way{}, compare.Kind(0)
	for _, w := range s.seen {
		if w.state == "" {
			continue
		}
		if kinds := v.against(s.call, w, g); weigh(kinds) < best {
			best, bestWay, list = weigh(kinds), w, kinds
		}
	}
	if best == 1<<30 { // it was taken back
		return costExtra, []compare.Deviation{{Kind: compare.Extra, Want: s.want(v), Got: g.got(v), Actual: g.Value,
			Message: fmt.Sprintf("The call %q is shown, though it was taken back.", s.id)}}
	}
	var out []compare.Deviation
	for _, k := range kindsOf(list) {
		want := bestWay.value(s.id)
		out = append(out, compare.Deviation{Kind: k, Want: s.want(v), Got: g.got(v), Expected: want, Actual: g.beside(want),
			Message: fmt.Sprintf("The call %q: %s.", s.id, sentence(k))})
	}
	return best, out
}

// kindsOf are the kinds of a set, each alone.
func kindsOf(set compare.Kind) []compare.Kind {
	var list []compare.Kind
	for n := range 32 {
		if k := compare.Kind(1) << n; set&k != 0 {
			list = append(list, k)
		}
	}
	return list
}

func weigh(set compare.Kind) int {
	n := 0
	for _, k := range kindsOf(set) {
		switch {
		case k == flagged || k == unmarked || k == falsy:
			n++
		case k == compare.WrongName:
			n += 9
		case k&(lost|made|wrong|consent|compare.RanCut|compare.NotReady) != 0:
			n += 12 // nothing more was looked at
		default:
			n += 5
		}
	}
	return n
}

func sentence(k compare.Kind) string {
	switch k {
	case compare.WrongName:
		return "its name is another"
	case compare.WrongText, falsy:
		return "its input is another"
	case compare.Foreign:
		return "it holds what is another call's"
	case compare.RanCut:
		return "its input never came to an end, and it is shown as ready"
	case compare.NotReady:
		return "its input is complete, and it is not shown as ready"
	case lost:
		return "its outcome is not shown"
	case made:
		return "an outcome is shown that did not come"
	case wrong:
		return "its outcome is another"
	case mixed:
		return "what belongs to one outcome stands beside another"
	case marked:
		return "its final output is marked as preliminary"
	case unmarked:
		return "its preliminary output is not marked"
	case gathered:
		return "the text of its input is not its deltas, joined"
	case consent:
		return "its approval, or the state that follows from it, is another"
	}
	return "a flag that its events have is another"
}
