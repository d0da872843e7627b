package anthropicmessages

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// normalConsumer is a state with its text joined. A loud answer holds what it came to, which
// may be more or less each time.
func normalConsumer(c *dialect.Case, o *dialect.Observation) wire.Value {
	state := o.State
	if !state.Get("error").IsNull() {
		return wire.Obj(wire.M("loud", wire.Boolean(true)))
	}
	var content []wire.Value
	text := ""
	flush := func() {
		if text != "" {
			content = append(content, wire.Str(text))
		}
		text = ""
	}
	for _, e := range state.Get("content").Items() {
		switch e.Get("type").Text() {
		case "text":
			text += e.Get("text").Text()
		case "tool_use":
			flush()
			input := e.Get("input")
			if v, err := wire.Parse([]byte(input.Text())); input.IsString() && err == nil {
				input = v
			}
			content = append(content, wire.Obj(wire.M("id", e.Get("id")), wire.M("name", e.Get("name")), wire.M("input", input)))
		}
	}
	flush()
	// Calls run and are reported in the order of their starts or of their stops.
	byPlace := func(v wire.Value, id func(e wire.Value) string) wire.Value {
		place := func(e wire.Value) int {
			return slices.IndexFunc(content, func(c wire.Value) bool { return c.IsObject() && c.Get("id").Text() == id(e) })
		}
		items := v.Items()
		slices.SortStableFunc(items, func(a, b wire.Value) int { return place(a) - place(b) })
		return wire.List(items...)
	}
	reported := byPlace(state.Get("reported"), wire.Value.Text).Each(func(id wire.Value) wire.Value { return wire.Obj(wire.M("id", id)) })
	executed := plant.Everywhere("/*", stream.Only("id", "input"))(
		byPlace(state.Get("executed"), func(e wire.Value) string { return e.Get("id").Text() }))
	return wire.Obj(wire.M("message", ownID(c, state.Get("id"))), wire.M("reason", state.Get("stopReason")),
		wire.M("blocks", wire.List(content...)),
		wire.M("reported", reported),
		wire.M("executed", executed))
}

// ownID is the id of a message: one that no event brought is generated, and may be any.
func ownID(c *dialect.Case, id wire.Value) wire.Value {
	if m, ok := meant(c); ok && id.IsString() && !slices.Contains(m.ids, id.Text()) {
		return wire.Str("generated")
	}
	return id
}

// normalProducer is what a stream tells, however it is cut.
func normalProducer(t *told) []wire.Member {
	var list []wire.Value
	for _, b := range t.blocks {
		text := wire.Str(string(b.text))
		if v, err := wire.Parse(b.text); err == nil && b.kind == "tool_use" {
			text = v
		}
		list = append(list, wire.Obj(wire.T("kind", b.kind), wire.T("id", b.id), wire.T("name", b.name), wire.M("text", text)))
	}
	return []wire.Member{wire.M("blocks", wire.List(list...)), wire.T("reason", t.reason()),
		wire.M("failed", wire.Int(int64(len(t.failures))))}
}

// normalConverter is the messages by turns, ids that were made up numbered by the turn of their
// calls.
func normalConverter(c *dialect.Case, o *dialect.Observation) wire.Value {
	if !o.State.Get("error").IsNull() {
		return wire.Value{}
	}
	r, ok := newRequest(c, o)
	if !ok {
		return wire.Value{}
	}
	given, made := map[string]bool{}, map[string]string{}
	for _, a := range r.calls {
		given[a.ID] = true
	}
	name := func(id string) string {
		if given[id] || id == "" {
			return id
		}
		if made[id] == "" {
			made[id] = "#" + wire.Int(int64(len(made)+1)).JSON()
		}
		return made[id]
	}
	sent := rewriting(name)(func(wire.Value) dialect.Observation { return *o })(wire.Value{}).State.Get("messages")
	return plant.Everywhere("/*/content/*/content", plant.Said)(wire.List(sent.Items()...)) // JSON says the same in every spelling
}
