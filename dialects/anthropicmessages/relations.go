package anthropicmessages

import (
	"slices"
	"strings"

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
	sorted := func(v wire.Value) wire.Value {
		items := v.Items()
		slices.SortFunc(items, func(a, b wire.Value) int { return strings.Compare(a.JSON(), b.JSON()) })
		return wire.List(items...)
	}
	return wire.Obj(wire.M("id", state.Get("id")), wire.M("reason", state.Get("stopReason")), wire.M("content", wire.List(content...)),
		wire.M("reported", sorted(state.Get("reported"))), wire.M("executed", sorted(state.Get("executed"))))
}
