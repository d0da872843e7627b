package anthropicmessages

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// normalConsumer is a state with its text joined. A loud answer holds what it came to, which
// may be more or less each time.
func normalConsumer(_ *dialect.Case, o *dialect.Observation) wire.Value {
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
	return wire.Obj(wire.M("message", state.Get("id")), wire.M("reason", state.Get("stopReason")), wire.M("blocks", wire.List(content...)),
		wire.M("reported", reported), wire.M("executed", byPlace(state.Get("executed"), func(e wire.Value) string { return e.Get("id").Text() })))
}
