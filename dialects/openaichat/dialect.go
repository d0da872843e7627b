// Package openaichat is the stream of chat completions: chunks with deltas of a choice, tool
// calls in fragments that an index holds together, and the messages that answer them.
package openaichat

import (
	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/openai-chat"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

const name = "openai-chat"

func pair(role dialect.Role) dialect.Pair { return dialect.Pair{Dialect: name, Role: role} }

// Dialect is openai-chat, whole.
func Dialect() dialect.Dialect {
	return dialect.Dialect{Name: name, Title: "Chat completion chunks", Source: document,
		Sides: []dialect.Side{consumerSide(), producerSide(), converterSide()}}
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
		Matrix:       []string{"CHAT-02", "CHAT-04"},
		Relations:    dialect.Relations{Normal: normalConsumer, Clash: clash, Prefixes: "CHAT-12"},
	}, func() []*dialect.Case {
		return append(casefile.Cases(cases.Files, pair(dialect.Consumer), families.Streams(form(), expand), "ending", "abort"),
			matrixCases()...)
	}, "CHAT-01", "CHAT-02", "CHAT-04")
}

func producerSide() dialect.Side {
	return families.With(dialect.Side{
		Pair:         pair(dialect.Producer),
		Requirements: producers().Requirements(),
		Judge:        producers().Judge,
		Parse:        stream.ParseTurn,
		Check:        producers().Check,
		Reference:    Produce,
		Faults:       producerFaults(),
		Variants:     producerVariants(),
		Render:       stream.RenderTurn,
		Turn:         completion,
		Matrix:       []string{"CHAT-56", "CHAT-62"},
		Speaks:       speaks,
		Relations:    dialect.Relations{Normal: normalProducer},
	}, func() []*dialect.Case { return families.Turns(cases.Files, pair(dialect.Producer), "msg-") }, "CHAT-53", "CHAT-56", "CHAT-62")
}

func converterSide() dialect.Side {
	return families.With(dialect.Side{
		Pair:         pair(dialect.Converter),
		Requirements: requirement.Catalogue(converterRules()),
		Judge:        judgeConverter,
		Parse:        history.ParseScript,
		Reference:    Convert,
		Faults:       converterFaults(),
		Variants:     converterVariants(),
		Render:       history.Render,
		Loud:         loudness(),
		Matrix:       []string{"CHAT-80", "CHAT-81", "CHAT-84"},
		Relations:    dialect.Relations{Normal: normalConverter},
	}, func() []*dialect.Case { return families.Histories(cases.Files, pair(dialect.Converter)) }, "CHAT-80", "CHAT-83")
}

// speaks tells a chunk by its object, which no other wire has.
func speaks(v wire.Value) bool { return v.Get("object").Text() == "chat.completion.chunk" }

// completion is what a transcript tells a model's client: one completion.
func completion(t transcript.Transcript, pick dialect.Pick) transcript.Transcript {
	return t.Completion().DrawEnd(pick)
}

// loudness: an error in the state, or a rejection.
func loudness() *dialect.Loudness {
	return dialect.LoudError(wire.M("toolCalls", wire.List()))
}
