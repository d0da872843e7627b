// Package anthropicmessages is the stream of the Messages API: content blocks with an index,
// calls whose arguments come in fragments, a stop reason, and the messages that answer them.
package anthropicmessages

import (
	"slices"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/anthropic-messages"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

const name = "anthropic-messages"

func pair(role dialect.Role) dialect.Pair { return dialect.Pair{Dialect: name, Role: role} }

// Dialect is anthropic-messages, whole.
func Dialect() dialect.Dialect {
	return dialect.Dialect{Name: name, Title: "Messages API events", Source: document,
		Sides: []dialect.Side{consumerSide(), producerSide(), converterSide()}}
}

func consumerSide() dialect.Side {
	return families.With(dialect.Side{
		Pair:         pair(dialect.Consumer),
		Encodings:    []string{wire.Events, wire.SSE, wire.NDJSON},
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
		Framing:      &dialect.Framing{Named: true, Markerless: true, Speech: true},
		Matrix:       []string{"MSG-01", "MSG-02"},
		Relations:    dialect.Relations{Normal: normalConsumer, Prefixes: "MSG-15"},
	}, consumerCases, "MSG-01", "MSG-02", "MSG-07")
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
		Matrix:       []string{"MSG-52", "MSG-53"},
		Speaks:       speaks,
		Shares:       shares,
		Relations:    dialect.Relations{Normal: normalProducer},
	}, func() []*dialect.Case { return families.Turns(cases.Files, pair(dialect.Producer), "msg_") }, "MSG-52", "MSG-53")
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
		Matrix:       []string{"MSG-80", "MSG-81", "MSG-84"},
		Relations:    dialect.Relations{Normal: normalConverter},
	}, func() []*dialect.Case { return families.Histories(cases.Files, pair(dialect.Converter)) }, "MSG-80", "MSG-87")
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

// completion is what a transcript tells a model's client: one message.
func completion(t transcript.Transcript, pick dialect.Pick) transcript.Transcript {
	return t.Completion().DrawEnd(pick)
}

// loudness: an error in the state, or a rejection.
func loudness() *dialect.Loudness {
	return dialect.LoudError(wire.M("content", wire.List()))
}
