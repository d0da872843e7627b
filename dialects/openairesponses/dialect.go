// Package openairesponses is the stream of the Responses API: output items that are added,
// told in pieces and done, a terminal that lists them, and the items that answer calls.
package openairesponses

import (
	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/openai-responses"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

const name = "openai-responses"

func pair(role dialect.Role) dialect.Pair { return dialect.Pair{Dialect: name, Role: role} }

// Dialect is openai-responses, whole.
func Dialect() dialect.Dialect {
	return dialect.Dialect{Name: name, Title: "Responses API events", Source: document, Sides: []dialect.Side{consumerSide()}}
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
		Turn:         completion,
		Loud:         loudness(),
		Framing:      &dialect.Framing{Tail: wire.DoneMarker, LooseMarker: true, LoudNames: true, Speech: true},
		Matrix:       []string{"RESP-02", "RESP-04"},
		Relations:    dialect.Relations{Normal: normalConsumer, Prefixes: "RESP-13"},
	}, func() []*dialect.Case {
		return append(casefile.Cases(cases.Files, pair(dialect.Consumer), scriptOf, "ending", "abort", "names"), matrixCases()...)
	}, "RESP-01", "RESP-02", "RESP-04")
}

// completion is what a transcript tells a model's client: one response.
func completion(t transcript.Transcript, pick dialect.Pick) transcript.Transcript {
	return t.DrawCompletion(pick)
}

// loudness: an error in the state, or a rejection.
func loudness() *dialect.Loudness {
	return &dialect.Loudness{
		Is: func(o *dialect.Observation) bool { return loud(o.State) },
		State: func(reason string) wire.Value {
			return wire.Obj(str("status", failed), wire.M("error", wire.Obj(str("message", reason))), wire.M("output", wire.NullValue))
		},
	}
}
