// Package agui is the AG-UI protocol 1.0: runs of events in which text messages, calls and
// results are told by their ids, and the messages that go on from there.
package agui

import (
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

const name = "ag-ui"

func pair(role dialect.Role) dialect.Pair { return dialect.Pair{Dialect: name, Role: role} }

// Dialect is ag-ui, whole.
func Dialect() dialect.Dialect {
	return dialect.Dialect{Name: name, Title: "AG-UI events", Source: document, Sides: []dialect.Side{consumerSide(), producerSide(), converterSide()}}
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

func producerSide() dialect.Side {
	p := producers()
	return families.With(dialect.Side{
		Pair:         pair(dialect.Producer),
		Requirements: p.Requirements(),
		Judge:        p.Judge,
		Parse:        parseTurn,
		Check:        p.Check,
		Reference:    Produce,
		Faults:       producerFaults(),
		Variants:     producerVariants(),
		Render:       func(t transcript.Transcript, _ dialect.Pick) dialect.Script { return turnOf(t.Turn()) },
		Turn:         func(t transcript.Transcript, pick dialect.Pick) transcript.Transcript { return t.DrawTurn(pick) },
		Matrix:       []string{"AGUI-54", "AGUI-57"},
		Speaks:       speaks,
		Relations:    dialect.Relations{Normal: normalProducer},
	}, producerCases, "AGUI-53", "AGUI-54", "AGUI-62")
}

func converterSide() dialect.Side {
	return families.With(dialect.Side{
		Pair:         pair(dialect.Converter),
		Requirements: requirement.Catalogue(converterRules()),
		Judge:        judgeConverter,
		Parse:        parseConversation,
		Reference:    Convert,
		Faults:       converterFaults(),
		Variants:     converterVariants(),
		Render:       renderConversation,
		Loud:         dialect.LoudError(),
		Matrix:       []string{"AGUI-80", "AGUI-81"},
		Relations:    dialect.Relations{Normal: normalConverter},
	}, converterCases, "AGUI-80")
}

// speaks tells an event by its type and the id that belongs to it.
func speaks(v wire.Value) bool {
	switch v.Get("type").Text() {
	case runStarted:
		return v.Get("threadId").IsString() && v.Get("runId").IsString()
	case callStart, callArgs, callEnd, callResult:
		return v.Get("toolCallId").IsString()
	case textStart, textContent, textEnd:
		return v.Get("messageId").IsString()
	}
	return false
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
