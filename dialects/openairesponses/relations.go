package openairesponses

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// normalConsumer is a state with its text joined. A loud answer holds what it came to, which
// may be more or less each time.
func normalConsumer(_ *dialect.Case, o *dialect.Observation) wire.Value {
	if loud(o.State) {
		return wire.Obj(wire.M("loud", wire.Boolean(true)))
	}
	var list []wire.Value
	pending := map[string]string{}
	flush := func() {
		for _, kind := range []string{"text", "refusal"} {
			if pending[kind] != "" {
				list = append(list, wire.Obj(str(kind, pending[kind])))
			}
			pending[kind] = ""
		}
	}
	for _, e := range o.State.Get("output").Items() {
		switch kind := e.Get("type").Text(); kind {
		case "text", "refusal":
			pending[kind] += e.Get("text").Text()
		case "call":
			flush()
			if v, err := wire.Parse([]byte(e.Get("arguments").Text())); err == nil && e.Get("arguments").IsString() {
				e = e.With("arguments", v)
			}
			list = append(list, e)
		case "result":
			flush()
			list = append(list, e)
		}
	}
	flush()
	return o.State.With("output", wire.List(list...))
}

// normalProducer is what a stream tells, however it is cut, and what is wrong with it.
func normalProducer(c *dialect.Case, o *dialect.Observation) wire.Value {
	t, _ := producers().Read(c, o)
	if t.Meant == nil || t.Meant.ValidCompletion() != nil {
		return wire.Value{}
	}
	var list []wire.Value
	for _, i := range t.of(functionCall) {
		arguments := plant.Parsed(wire.Str(i.argumentText()))
		list = append(list, wire.Obj(wire.M("id", i.added.Get("call_id")), wire.M("name", i.added.Get("name")), wire.M("arguments", arguments)))
	}
	slices.SortFunc(list, func(a, b wire.Value) int { return strings.Compare(a.JSON(), b.JSON()) })
	return wire.Obj(str("text", t.said()), wire.M("calls", wire.List(list...)), str("status", t.ended), wire.M("wrong", requirement.Failed(producers().Judge(c, o))))
}

// normalConverter is the items, ids that were made up numbered.
func normalConverter(c *dialect.Case, o *dialect.Observation) wire.Value {
	h, ok := c.Script.(history.History)
	if !ok || loud(o.State) {
		return wire.Value{}
	}
	given, made := map[string]bool{}, map[string]string{}
	for _, p := range h.Calls() {
		given[p.ID], given[p.ItemID] = true, true
	}
	number := plant.Text(func(id string) string {
		if given[id] || id == "" {
			return id
		}
		if made[id] == "" {
			made[id] = fmt.Sprintf("#%d", len(made)+1)
		}
		return made[id]
	})
	return o.State.Get("input").Each(func(item wire.Value) wire.Value { return item.Edit("/call_id", number).Edit("/id", number) })
}
