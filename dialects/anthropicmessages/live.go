package anthropicmessages

import (
	"fmt"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

func live() *endpoint.Live {
	return &endpoint.Live{Unfold: unfold, Held: offered, Breaches: breaches,
		Forms: []string{"MSG-80"}, Ask: ask, Limit: "MSG-54", Whole: []string{"tool_use", "end_turn"},
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

// offered are the calls of a message.
func offered(state wire.Value) (list []*compare.Got) {
	for i, b := range state.Get("content").Items() {
		if b.Get("type").Text() == "tool_use" && b.Get("input").IsObject() {
			list = append(list, endpoint.Named(b, "id", "name", "input", fmt.Sprintf("block %d", i)))
		}
	}
	return list
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
	var tools []wire.Value
	for _, t := range q.Tools {
		tools = append(tools, t.Tooled("input_schema"))
	}
	if len(tools) > 0 {
		body = body.With("tools", wire.List(tools...))
	}
	if q.Stream {
		body = body.With("stream", wire.Boolean(true))
	}
	return body
}
