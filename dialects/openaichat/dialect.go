// Package openaichat is the stream of chat completions: chunks with deltas of a choice, tool
// calls in fragments that an index holds together, and the messages that answer them.
package openaichat

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
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
	return dialect.Dialect{Name: name, Title: "Chat completion chunks", Source: document, Sides: []dialect.Side{consumerSide(), producerSide(), converterSide()}}
}

func consumerSide() dialect.Side {
	rules := consumerRules()
	list := make([]requirement.Requirement, len(rules))
	for i, r := range rules {
		list[i] = r.Requirement
	}
	side := dialect.Side{
		Pair:         pair(dialect.Consumer),
		Encodings:    []string{wire.Events, wire.SSE},
		Requirements: list,
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
	}
	side.Cases = func() []*dialect.Case {
		return slices.Concat(consumerCases(), matrixCases(), families.Cases(&side, families.Options{Must: 128, Should: 1000, Words: []string{"CHAT-01", "CHAT-02", "CHAT-04"}}))
	}
	return side
}

func producerSide() dialect.Side {
	rules := producerRules()
	list := make([]requirement.Requirement, len(rules))
	for i, r := range rules {
		list[i] = r.Requirement
	}
	side := dialect.Side{
		Pair:         pair(dialect.Producer),
		Requirements: list,
		Judge:        judgeProducer,
		Parse:        stream.ParseTurn,
		Check:        check,
		Reference:    Produce,
		Faults:       producerFaults(),
		Variants:     producerVariants(),
		Render:       stream.RenderTurn,
		Turn:         completion,
		Matrix:       []string{"CHAT-56", "CHAT-62"},
		Speaks:       speaks,
		Relations:    dialect.Relations{Normal: normalProducer},
	}
	side.Cases = func() []*dialect.Case {
		return append(producerCases(), families.Cases(&side, families.Options{Must: 128, Should: 1000, Words: []string{"CHAT-53", "CHAT-56", "CHAT-62"}})...)
	}
	return side
}

func converterSide() dialect.Side {
	side := dialect.Side{
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
	}
	side.Cases = func() []*dialect.Case {
		return append(converterCases(), families.Cases(&side, families.Options{Must: 128, Should: 1000, Words: []string{"CHAT-80", "CHAT-83"}})...)
	}
	return side
}

// speaks tells a chunk by its object, which no other wire has.
func speaks(v wire.Value) bool { return v.Get("object").Text() == "chat.completion.chunk" }

// completion is what a transcript tells a model's client: one completion.
func completion(t transcript.Transcript, pick dialect.Pick) transcript.Transcript {
	return t.DrawCompletion(pick)
}

// loudness: an error in the state, or a rejection.
func loudness() *dialect.Loudness {
	return &dialect.Loudness{
		Is: func(o *dialect.Observation) bool { return !o.State.Get("error").IsNull() },
		State: func(reason string) wire.Value {
			return wire.Obj(wire.M("toolCalls", wire.List()), wire.M("error", wire.Obj(wire.M("message", wire.Str(reason)))))
		},
	}
}
