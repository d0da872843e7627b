package anthropicmessages

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/anthropic-messages"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Endpoint is the wire behind HTTP.
func Endpoint() *endpoint.Endpoint {
	return &endpoint.Endpoint{Dialect: "anthropic-messages", Base: "/v1", Path: "/messages", Form: form(), Render: renderStream,
		Live:    live(),
		Limited: true, Reuses: true, Flags: true,
		Files:   cases.Files,
		Read:    endpoint.Reading{List: "messages", Schema: "input_schema", Sent: sentAs}.Read,
		State:   endpoint.Member("messages"),
		Given:   families.AsItIs,
		Fit:     endpoint.Numbered("/message/id"),
		Whole:   wholeMessage,
		Twice:   endpoint.Doubled(func(e wire.Value) bool { return e.Get("type").Text() == blockStop }),
		Thinks:  thinks,
		Fails:   func(message string) wire.Value { return failing("overloaded_error", message) },
		Failure: func(status int, message string) wire.Value { return failing(errorOf(status), message) },
	}
}

// thinks puts a block of what a model thinks before all others.
func thinks(elements []wire.Value, text string) []wire.Value {
	out := slices.Clone(elements)
	for i, e := range out {
		if at, ok := e.Get("index").Int64(); ok {
			out[i] = e.With("index", wire.Int(at+1))
		}
	}
	return slices.Insert(out, 1, opens(0, wire.ParseString(`{"type":"thinking","thinking":"","signature":""}`)),
		delta(0, wire.Obj(wire.T("type", "thinking_delta"), wire.T("thinking", text))),
		delta(0, wire.ParseString(`{"type":"signature_delta","signature":"c2ln"}`)), closes(0))
}

// errorOf is the type of an error with that status.
func errorOf(status int) string {
	switch status {
	case http.StatusUnauthorized:
		return "authentication_error"
	case http.StatusForbidden:
		return "permission_error"
	case http.StatusNotFound:
		return "not_found_error"
	case http.StatusRequestEntityTooLarge:
		return "request_too_large"
	case http.StatusTooManyRequests:
		return "rate_limit_error"
	}
	return endpoint.Whose(status, "invalid_request_error", "api_error")
}

// sentAs reads a message, block by block: results stand among a user's.
func sentAs(at string, m wire.Value) []history.Sent {
	role, content := m.Get("role").Text(), m.Get("content")
	if content.IsString() {
		return []history.Sent{{Role: role, Text: content.Text()}}
	}
	var list []history.Sent
	for k, b := range content.Items() {
		place := fmt.Sprintf("%s/content/%d", at, k)
		switch b.Get("type").Text() {
		case "text":
			list = append(list, history.Sent{Role: role, Text: b.Get("text").Text()})
		case "tool_use":
			list = append(list, history.Sent{Role: role,
				Calls: []*compare.Got{{ID: b.Get("id"), Name: b.Get("name"), Arguments: b.Get("input"), At: place}}})
		case "tool_result":
			a := answerOf(b)
			a.At = place
			list = append(list, history.Sent{Role: history.Tool, Results: []history.Answer{a}})
		}
	}
	return list
}

// wholeMessage is the answer to a request without `stream`. The text of an input that is no object
// stands as it came.
func wholeMessage(elements []wire.Value) wire.Value {
	message, texts := opening("msg_whole").Get("message"), map[string]string{}
	var blocks []wire.Value
	place := map[string]int{}
	for _, e := range elements {
		data, _, _ := act.Frame(e)
		key := data.Get("index").JSON()
		switch data.Get("type").Text() {
		case messageStart:
			message = data.Get("message")
		case blockStart:
			place[key] = len(blocks)
			blocks = append(blocks, data.Get("content_block"))
		case blockDelta:
			change := data.Get("delta")
			texts[key] += change.Get("text").Text() + change.Get("partial_json").Text()
		case messageDelta:
			if reason := data.Find("/delta/stop_reason"); reason.IsString() {
				message = message.With("stop_reason", reason)
			}
		}
	}
	for key, at := range place {
		b := blocks[at]
		switch text := texts[key]; {
		case isText(b):
			b = b.With("text", wire.Str(b.Get("text").Text()+text))
		case text == "":
		default:
			if b = b.With("input", wire.Str(text)); wire.IsJSON(text) {
				b = b.With("input", wire.ParseString(text))
			}
		}
		blocks[at] = b
	}
	return message.With("content", wire.List(blocks...)).With("usage", usage(9, 12))
}

func live() *endpoint.Live {
	return &endpoint.Live{Unfold: unfold,
		Held:     endpoint.Offered("/content", compare.Members{ID: "id", Name: "name", Arguments: "input"}, "block", offers),
		Breaches: breaches,
		Forms:    []string{"MSG-80"}, Ask: ask,
		Asks: map[string]string{"Anthropic-Version": "2023-06-01"}, Key: "X-Api-Key",
		Limit: "MSG-54", Whole: []string{"tool_use", "end_turn"},
		Speaks: func(body wire.Value) bool { return body.Get("messages").IsArray() },
		Pairing: endpoint.Pairing{Place: endpoint.Turn, Calls: "MSG-80", Results: "MSG-85", Order: "MSG-82", Twice: "MSG-86",
			Orphan: "MSG-86"}}
}

// unfold tells a message as events: each block whole in one delta. What the message lacks, they lack.
func unfold(whole wire.Value) []wire.Value {
	if whole.Get("type").Text() == errorEvent {
		return []wire.Value{whole}
	}
	begin := whole.With("stop_reason", wire.NullValue).With("stop_sequence", wire.NullValue)
	if whole.Has("content") {
		begin = begin.With("content", wire.List())
	}
	events := []wire.Value{event(messageStart, wire.M("message", begin))}
	for i, b := range whole.Get("content").Items() {
		n := int64(i)
		switch b.Get("type").Text() {
		case "text":
			events = append(events, opens(n, b.With("text", wire.Str(""))), says(n, b.Get("text").Text()))
		case "tool_use":
			events = append(events, opens(n, b.With("input", wire.Obj())))
			if input := b.Get("input"); !input.IsAbsent() {
				events = append(events, delta(n, wire.Obj(wire.M("type", wire.Str("input_json_delta")),
					wire.M("partial_json", wire.Str(input.JSON())))))
			}
		default:
			events = append(events, opens(n, b))
		}
		events = append(events, event(blockStop, wire.M("index", wire.Int(n))))
	}
	ending := wire.Obj(wire.M("stop_reason", whole.Get("stop_reason")), wire.M("stop_sequence", whole.Get("stop_sequence")))
	return append(events, event(messageDelta, wire.M("delta", ending), wire.M("usage", whole.Get("usage"))), event(messageStop))
}

// offers: a call is to be run.
func offers(b wire.Value) bool {
	return b.Get("type").Text() == "tool_use" && b.Get("input").IsObject()
}

// breaches: a call has an object for its input.
func breaches(body wire.Value) (list []requirement.Finding) {
	for i, m := range body.Get("messages").Items() {
		for k, b := range m.Get("content").Items() {
			if b.Get("type").Text() == "tool_use" && !b.Get("input").IsObject() {
				list = append(list, requirement.Finding{Requirement: "MSG-80", Level: requirement.Must, Event: -1,
					Where: fmt.Sprintf("/messages/%d/content/%d/input", i, k), Message: "The input of a call is no object.",
					Actual: b.Get("input")})
			}
		}
	}
	return list
}

// ask is a request for a message.
func ask(q endpoint.Question) wire.Value {
	sent := Convert(wire.Obj(wire.M("history", q.Said.JSON()))).State.Get("messages")
	body := wire.Obj(wire.M("model", wire.Str(q.Model)), wire.M("max_tokens", wire.Int(int64(q.Limit))), wire.M("messages", sent))
	return q.Asking(body, func(t endpoint.Tool) wire.Value { return t.Tooled("input_schema") })
}
