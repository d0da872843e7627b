// Package agui is the AG-UI protocol 1.0: runs of events in which text messages, calls and
// results are told by their ids, and the messages that go on from there.
package agui

import (
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
	"github.com/toolconform/conform/wire"
)

const name = "ag-ui"

func pair(role dialect.Role) dialect.Pair { return dialect.Pair{Dialect: name, Role: role} }

// Dialect is ag-ui, whole.
func Dialect() dialect.Dialect {
	return dialect.Dialect{Name: name, Title: "AG-UI events", Source: document, Sides: []dialect.Side{consumerSide()}}
}

func consumerSide() dialect.Side {
	return families.With(dialect.Side{
		Pair:         pair(dialect.Consumer),
		Encodings:    []string{wire.Events, wire.SSE},
		Requirements: compare.Requirements(consumerRules()),
		Judge:        judgeConsumer,
		Parse:        form().Parse,
		Reference:    Consume,
		Faults:       consumerFaults(),
		Variants:     consumerVariants(),
		Twists:       twists(),
		Render:       renderStream,
		Loud:         loudness(),
		Framing:      &dialect.Framing{Markerless: true, Pinned: true},
		Matrix:       []string{"AGUI-03", "AGUI-05"},
		Relations:    dialect.Relations{Normal: normalConsumer, Held: heldResults, Prefixes: "AGUI-17"},
	}, consumerCases, "AGUI-01", "AGUI-02", "AGUI-03")
}

// loudness: the stream is refused, in the state or by a rejection.
func loudness() *dialect.Loudness {
	return &dialect.Loudness{
		Is: func(o *dialect.Observation) bool { return o.State.Find("/run/status").Text() == rejected },
		State: func(reason string) wire.Value {
			return wire.Obj(wire.M("run", wire.Obj(wire.M("status", wire.Str(rejected)), wire.M("error", wire.Str(reason)))))
		},
	}
}
