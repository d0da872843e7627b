package openairesponses

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// view is what a consumer shows beside what the stream means.
type view struct {
	*meaning
	c     *dialect.Case
	o     *dialect.Observation
	state wire.Value
	compare.View
	calls  []*wanted
	itemOf map[*compare.Want]*item
	told   []segment
	// text and refusal that are shown; plain is the text as every client would make it.
	text, refusal, plain string
	// unfit: the text is none that was told; disordered: its pieces stand in the order of ends.
	unfit, disordered bool
	// partial: it need not hold everything. gone: it shows nothing, and may.
	partial, gone bool
}

func newView(c *dialect.Case, o *dialect.Observation) (*view, bool) {
	m, ok := meant(c)
	if !ok {
		return nil, false
	}
	v := &view{meaning: m, c: c, o: o, state: o.State, itemOf: map[*compare.Want]*item{}}
	rules := consumerRules()
	v.Loud = loud(o.State)
	v.Called = slices.ContainsFunc(m.failures, func(f failure) bool { return !f.late })
	v.partial = v.Loud || v.Called
	v.calls = m.wants()
	right, lax := m.orders()
	v.told = right[0]
	for _, w := range v.calls {
		for _, f := range w.forms {
			v.itemOf[f] = w.item
		}
	}
	for _, e := range v.list() {
		switch e.Get("type").Text() {
		case "text":
			v.text += e.Get("text").Text()
		case "refusal":
			v.refusal += e.Get("text").Text()
		}
	}
	for _, s := range v.told {
		if len(s.alternatives) > 0 && !s.refusal && !s.lone {
			v.plain += s.alternatives[len(s.alternatives)-1]
		}
	}
	fits := func(told []segment) bool { return made(told, v.text, v.partial || m.end == "") }
	v.unfit = !slices.ContainsFunc(right, fits)
	v.disordered = v.unfit && slices.ContainsFunc(lax, fits)
	v.unfit = v.unfit && !v.disordered
	v.Leave = m.leave
	v.Blames = compare.Blames(rules, c.Tests, c.Blame != nil, "RESP-01", "RESP-02", len(v.calls) > 0)
	if m.odd.Has(prefixed) && c.Blame == nil { // an extension's event is all that can be refused
		v.Blames = []string{"RESP-14"}
	}
	groups := m.groups(v.calls)
	if v.gone = m.emptied() && v.text == "" && len(v.shown()) == 0; v.gone {
		groups, v.unfit = nil, false
	}
	v.Result, v.Forms = compare.Groups(groups, v.shown(), compare.Options{Partial: v.partial})
	v.Result.Deviations = slices.DeleteFunc(v.Result.Deviations, v.pardoned)
	for i, d := range v.Result.Deviations {
		if d.Kind == compare.Missing && d.Want.Soft { // that it is missing is a small miss of the plain line
			plain := *d.Want
			plain.Traits &^= contrary | strayed | doubled | shared | malformed
			v.Result.Deviations[i].Want = &plain
		}
	}
	v.Blamed = compare.Blame(compare.Rows(rules), v.Result.Deviations, m.all())
	v.Blamed = slices.DeleteFunc(v.Blamed, func(b compare.Blamed) bool { // whose they are, items that share something don't tell
		return b.Requirement == "RESP-06" && b.Want != nil && b.Want.Traits.Has(shared)
	})
	return v, true
}

// loud: the answer says that it failed. Not every failure has words.
func loud(state wire.Value) bool {
	return !state.Get("error").IsNull() || state.Get("status").Text() == failed && state.Get("output").IsNull()
}

func (v *view) list() []wire.Value { return v.state.Get("output").Items() }

// all are the traits of the stream and of its items.
func (m *meaning) all() act.Traits {
	t := m.odd
	for _, it := range m.items {
		t |= it.traits
	}
	return t
}

// shown are the calls of the answer. What is told of a hosted tool, or of one that no item was
// added for, may be held as long as it isn't run.
func (v *view) shown() []*compare.Got {
	var list []*compare.Got
	for i, e := range v.list() {
		if e.Get("type").Text() != "call" || e.Get("state").Text() == "open" && v.hosted(e) {
			continue
		}
		list = append(list, &compare.Got{ID: e.Get("callId"), Name: e.Get("name"), Arguments: e.Get("arguments"),
			State: e.Get("state").Text(),
			At:    fmt.Sprintf("/output/%d", i)})
	}
	return list
}

func (v *view) hosted(e wire.Value) bool {
	ids := []string{e.Get("itemId").Text(), e.Get("callId").Text()}
	known := func(list []string) bool {
		return slices.ContainsFunc(list, func(id string) bool { return id != "" && slices.Contains(ids, id) })
	}
	foreign := false
	for _, it := range v.items {
		if own := known(slices.Concat(it.ids, it.calls)); own && it.kind == functionCall {
			return false
		} else if own && it.kind != callOutput {
			foreign = true
		}
	}
	return foreign || len(v.strays) > 0 && (known(v.strayIDs) || ids[0] == "" && ids[1] == "")
}

// pardoned: an open call may hold what its deltas say, where its end says something else.
func (v *view) pardoned(d compare.Deviation) bool {
	const text = compare.WrongText | compare.Foreign
	it := v.itemOf[d.Want]
	return it != nil && d.Kind&text != 0 && d.Got.State == "open" && (it.wild || it.live().Made(d.Got.Arguments.Text(), true))
}

// Tells says whether the answer shows anything: something of what came is there, or nothing
// came.
func (v *view) Tells() bool {
	failure := v.state.Get("error")
	if !v.state.Get("status").IsString() || !v.state.Get("output").IsArray() && !v.Loud || !failure.IsNull() && !failure.IsObject() {
		return false
	}
	if v.plain != "" && v.text != "" && !v.unfit || v.Result.Right() || v.Loud && v.Called || v.gone {
		return true
	}
	return v.plain == "" && len(v.calls) == 0
}
