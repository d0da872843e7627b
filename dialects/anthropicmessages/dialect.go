// Package anthropicmessages is the stream of the Messages API: content blocks with an index,
// calls whose arguments come in fragments, a stop reason, and the messages that answer them.
package anthropicmessages

import (
	"slices"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/anthropic-messages"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Dialect is anthropic-messages, whole.
func Dialect() dialect.Dialect {
	return families.Wire{Name: "anthropic-messages", Title: "Messages API events", Source: document, Files: cases.Files,
		Consumer: consumerSide(), Producer: producerSide(), Converter: converterSide()}.Dialect()
}

func consumerSide() families.Side {
	return families.Side{Side: dialect.Side{
		Encodings:    []string{wire.Events, wire.SSE, wire.NDJSON},
		Requirements: compare.Requirements(consumerRules()),
		Judge:        judgeConsumer,
		Parse:        form().Parse,
		Reference:    Consume,
		Twists:       twists(),
		Render:       renderStream,
		Turn:         families.Completion,
		Loud:         loudness(),
		Framing:      &dialect.Framing{Named: true, Markerless: true, Speech: true},
		Matrix:       []string{"MSG-01", "MSG-02"},
		Relations:    dialect.Relations{Normal: normalConsumer, Prefixes: "MSG-15"},
	},
		Faults: consumerFaults(), Variants: consumerVariants(), Script: families.Streams(form(), expand),
		Words: []string{"MSG-01", "MSG-02", "MSG-07"}}
}

func producerSide() families.Side {
	return families.Side{Side: producers().On(dialect.Side{
		Reference: Produce,
		Turn:      families.Completion,
		Matrix:    []string{"MSG-52", "MSG-53"},
		Speaks:    speaks,
		Shares:    shares,
		Relations: dialect.Relations{Normal: producers().Normal(requirement.Missed, normalProducer)},
	}),
		Faults: producerFaults(), Variants: producerVariants(), Leaks: dialect.CompletionLeaks, Prefix: "msg_",
		Words: []string{"MSG-52", "MSG-53"}}
}

func converterSide() families.Side {
	return families.Side{Side: dialect.Side{
		Requirements: requirement.Catalogue(converterRules()),
		Judge:        judgeConverter,
		Reference:    Convert,
		Loud:         loudness(),
		Matrix:       []string{"MSG-80", "MSG-81", "MSG-84"},
		Relations:    dialect.Relations{Normal: normalConverter},
	}, Faults: converterFaults(), Variants: converterVariants(), Words: []string{"MSG-80", "MSG-87"}}
}

// speaks tells a message's start with the message in it: streams of content blocks have none.
func speaks(v wire.Value) bool {
	message := v.Get("message")
	return isType(v, messageStart) && isType(message, "message") && message.Get("content").IsArray()
}

// shares are the events of blocks, which another wire has, too.
func shares(v wire.Value) bool {
	return slices.Contains([]string{blockStart, blockDelta, blockStop}, v.Get("type").Text())
}

// loudness: an error in the state, or a rejection.
func loudness() *dialect.Loudness {
	return dialect.LoudError(wire.M("content", wire.List()))
}
