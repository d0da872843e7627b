// Package anthropicmessages is the stream of the Messages API: content blocks with an index,
// calls whose arguments come in fragments, a stop reason, and the messages that answer them.
package anthropicmessages

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/anthropic-messages"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

//go:embed sentences.txt
var sentences string

//go:embed titles.txt
var titles string

//go:embed zeros.txt
var zeros string

// line is the requirement of an id, as the file of sentences has it.
var line = requirement.Written(sentences)

// Dialect is anthropic-messages, whole.
func Dialect() dialect.Dialect {
	return families.Wire{Name: "anthropic-messages", Title: "Messages API events", Source: document, Files: cases.Files, Titles: titles,
		Consumer: consumerSide(), Producer: producerSide(), Converter: converterSide(), Grammar: grammar()}.Dialect()
}

func consumerSide() families.Side {
	book := compare.NewRulebook(consumerRules())
	return families.Side{Side: dialect.Side{
		Encodings:    []string{wire.Events, wire.SSE, wire.NDJSON},
		Requirements: book.Requirements(),
		Judge:        judgeConsumer(book),
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
		Faults: consumerFaults, Variants: consumerVariants, Script: families.Streams(form(), expand),
		Words: []string{"MSG-01", "MSG-02", "MSG-07"}, Malformed: "MSG-17", Failures: "MSG-13"}
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
		Faults: producerFaults, Variants: producerVariants, Malformed: "MSG-52", Failures: "MSG-55",
		Leaks: dialect.CompletionLeaks, Prefix: "msg_",
		Words: []string{"MSG-52", "MSG-53"}}
}

func converterSide() families.Side {
	return families.Side{Side: dialect.Side{
		Requirements: requirement.Catalogue(converterRules()),
		Judge:        judgeConverter,
		Reference:    Convert,
		Render:       renderHistory,
		Loud:         loudness(),
		Matrix:       []string{"MSG-80", "MSG-81", "MSG-84"},
		Relations:    dialect.Relations{Normal: normalConverter},
	}, Faults: converterFaults, Variants: converterVariants, Given: families.AsItIs, Malformed: "MSG-80",
		Words:      []string{"MSG-80", "MSG-84", "MSG-87"},
		PlainNames: true}
}

// renderHistory is a history as others have it, which never ends with blanks of an assistant: servers refuse those.
func renderHistory(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	h := history.Render(t, pick).(history.History)
	last := h[len(h)-1].Parts
	if len(last) == 0 {
		return h
	}
	if text := last[len(last)-1].Text; text != strings.TrimRightFunc(text, unicode.IsSpace) {
		h = append(h, history.Entry{Role: history.User, Text: "Go on."})
	}
	return h
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

// grammar is what measuring the coverage of its streams must know.
func grammar() families.Grammar {
	return families.Grammar{
		Event: schemas.MessagesEvent,
		Words: map[string][]string{"type": {messageStop, pingEvent},
			":content_block_start.content_block.type": {"thinking", "server_tool_use"},
			":content_block_delta.delta.type":         {"thinking_delta", "signature_delta", "citations_delta"},
			":message_delta.delta.stop_reason":        {"end_turn", "max_tokens", "stop_sequence", "tool_use", "pause_turn", "refusal"}},
		Calls: []string{"content_block_start/tool_use"},
		Own:   []string{"content_block_delta/input_json_delta", "content_block_stop"},
		Zeros: zeros, Resultless: "a completion has no results",
	}
}
