package openairesponses

import (
	"github.com/toolconform/conform/dialect"
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
