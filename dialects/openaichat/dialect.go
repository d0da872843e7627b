// Package openaichat is the stream of chat completions: chunks with deltas of a choice, tool
// calls in fragments that an index holds together, and the messages that answer them.
package openaichat

import (
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/openai-chat"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Dialect is openai-chat, whole.
func Dialect() dialect.Dialect {
	return families.Wire{Name: "openai-chat", Title: "Chat completion chunks", Source: document, Files: cases.Files,
		Consumer: consumerSide(), Producer: producerSide(), Converter: converterSide()}.Dialect()
}

func consumerSide() families.Side {
	return families.Side{Side: compare.On(dialect.Side{
		Parse:     form().Parse,
		Reference: Consume,
		Twists:    twists(),
		Render:    renderStream,
		Turn:      families.Completion,
		Loud:      loudness(),
		Framing:   &dialect.Framing{Tail: wire.DoneMarker, LooseMarker: true, LoudNames: true, Speech: true},
		Matrix:    []string{"CHAT-02", "CHAT-04"},
		Relations: dialect.Relations{Normal: normalConsumer, Clash: clash, Prefixes: "CHAT-12"},
	}, consumerRules, newView),
		Faults: consumerFaults(), Variants: consumerVariants(), Script: families.Streams(form(), expand), More: matrixCases,
		Words: []string{"CHAT-01", "CHAT-02", "CHAT-04"}}
}

func producerSide() families.Side {
	return families.Side{Side: producers().On(dialect.Side{
		Reference: Produce,
		Turn:      families.Completion,
		Matrix:    []string{"CHAT-56", "CHAT-62"},
		Speaks:    speaks,
		Relations: dialect.Relations{Normal: producers().Normal(requirement.Failed, normalProducer)},
	}),
		Faults: producerFaults(), Variants: producerVariants(), Leaks: dialect.CompletionLeaks, Prefix: "msg-",
		Words: []string{"CHAT-53", "CHAT-56", "CHAT-62"}}
}

func converterSide() families.Side {
	return families.Side{Side: dialect.Side{
		Requirements: requirement.Catalogue(converterRules()),
		Judge:        judgeConverter,
		Reference:    Convert,
		Loud:         loudness(),
		Matrix:       []string{"CHAT-80", "CHAT-81", "CHAT-84"},
		Relations:    dialect.Relations{Normal: normalConverter},
	}, Faults: converterFaults(), Variants: converterVariants(), Words: []string{"CHAT-80", "CHAT-83"}}
}

// speaks tells a chunk by its object, which no other wire has.
func speaks(v wire.Value) bool { return v.Get("object").Text() == "chat.completion.chunk" }

// loudness: an error in the state, or a rejection.
func loudness() *dialect.Loudness {
	return dialect.LoudError(wire.M("toolCalls", wire.List()))
}
