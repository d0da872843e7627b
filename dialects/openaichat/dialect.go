// Package openaichat is the stream of chat completions: chunks with deltas of a choice, tool
// calls in fragments that an index holds together, and the messages that answer them.
package openaichat

import (
	_ "embed"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/openai-chat"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

const document = "OpenAI, openapi.yaml f85dbe2 (2.3.0)"

//go:embed sentences.txt
var sentences string

//go:embed titles.txt
var titles string

//go:embed zeros.txt
var zeros string

// line is the requirement of an id, as the file of sentences has it.
var line = requirement.Written(sentences)

// Dialect is openai-chat, whole.
func Dialect() dialect.Dialect {
	return families.Wire{Name: "openai-chat", Title: "Chat completion chunks", Source: document, Files: cases.Files, Titles: titles,
		Consumer: consumerSide(), Producer: producerSide(), Converter: converterSide(),
		Grammar: families.Grammar{Event: schemas.ChatChunk, Zeros: zeros, Resultless: "a completion has no results"}}.Dialect()
}

func consumerSide() families.Side {
	return families.Side{Side: compare.On(dialect.Side{
		Parse:     form().Parse,
		Reference: Consume,
		Twists:    twists(),
		Render:    renderStream,
		Turn:      families.Completion,
		Loud:      dialect.LoudError(wire.M("toolCalls", wire.List())),
		Framing:   &dialect.Framing{Tail: wire.DoneMarker, LooseMarker: true, LoudNames: true, Speech: true},
		Matrix:    []string{"CHAT-02", "CHAT-04"},
		Relations: dialect.Relations{Normal: normalConsumer, Clash: clash, Prefixes: "CHAT-12"},
	}, consumerRules(), newView),
		Faults: consumerFaults, Variants: consumerVariants, Script: families.Streams(form(), expand),
		Words: []string{"CHAT-01", "CHAT-02", "CHAT-04"}, Malformed: "CHAT-13", Objectless: "CHAT-04", Failures: "CHAT-10"}
}

func producerSide() families.Side {
	return families.Side{Side: producers().On(dialect.Side{
		Reference: Produce,
		Turn:      families.Completion,
		Matrix:    []string{"CHAT-56", "CHAT-62"},
		Speaks:    plant.Says("object", "chat.completion.chunk"), // no other wire has that
		Relations: dialect.Relations{Normal: producers().Normal(requirement.Failed, normalProducer)},
	}),
		Faults: producerFaults, Variants: producerVariants, Malformed: "CHAT-56", Failures: "CHAT-61",
		Leaks: dialect.CompletionLeaks, Prefix: "msg-",
		Words: []string{"CHAT-53", "CHAT-56", "CHAT-62"}}
}

func converterSide() families.Side {
	return families.Side{Side: dialect.Side{
		Requirements: requirement.Catalogue(converterRules()),
		Judge:        judgeConverter,
		Reference:    Convert,
		Loud:         dialect.LoudError(wire.M("toolCalls", wire.List())),
		Matrix:       []string{"CHAT-80", "CHAT-81", "CHAT-84"},
		Relations: dialect.Relations{Normal: families.Renumbered("messages", []string{"/tool_calls/*/function/arguments", "/content"},
			"/tool_calls/*/id", "/tool_call_id")},
	}, Faults: converterFaults, Variants: converterVariants, Given: families.AsItIs, Malformed: "CHAT-80",
		Words: []string{"CHAT-80", "CHAT-81", "CHAT-83"}}
}

// normalConsumer is a state whose generated ids are numbered. A loud answer holds what it came to: more or less each time.
func normalConsumer(c *dialect.Case, o *dialect.Observation) wire.Value {
	state := o.State
	if !state.Get("error").IsNull() {
		return wire.Obj(wire.M("loud", wire.Boolean(true)))
	}
	if state.Get("content").IsNull() {
		state = state.With("content", wire.Str(""))
	}
	entry, number := stream.Only("id", "name", "arguments", "state"), stream.Numbered(stream.GivenIDs(c))
	for _, at := range []struct {
		pointer string
		edit    plant.Edit
	}{
		{"", stream.Only("content", "refusal", "toolCalls", "finishReason", "usage", "finishedCalls", "otherChoices")},
		{"/toolCalls/*", entry}, {"/toolCalls/*/id", number}, {"/usage", stream.Only("prompt_tokens", "completion_tokens", "total_tokens")},
		{"/finishedCalls/*", stream.Only("name", "arguments")}, {"/finishedCalls", stream.Sorted},
		{"/otherChoices/*", stream.Only("index", "content", "toolCalls", "finishReason")}, {"/otherChoices/*/toolCalls/*", entry},
		{"/otherChoices", stream.Sorted}, {"/otherChoices/*/toolCalls/*/id", number},
	} {
		state = plant.Everywhere(at.pointer, at.edit)(state)
	}
	return state
}

// clash: an id that was made up is one that comes later.
func clash(c *dialect.Case, o *dialect.Observation) bool {
	return stream.Clash(c, o.State.Get("toolCalls").Items())
}

// normalProducer is what a stream tells, however it is cut.
func normalProducer(t *told) []wire.Member {
	own := t.first()
	var list []wire.Value
	for _, call := range own.calls {
		arguments := plant.Parsed(wire.Str(call.arguments.String()))
		list = append(list, wire.Obj(wire.T("id", call.id), wire.T("name", call.name), wire.M("arguments", arguments)))
	}
	return []wire.Member{wire.T("text", own.text.String()), wire.M("calls", wire.List(list...)), wire.M("reason", own.reason()),
		wire.M("failed", wire.Boolean(len(t.failures) > 0))}
}
