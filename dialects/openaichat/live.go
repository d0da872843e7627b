package openaichat

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

func live() *endpoint.Live {
	return &endpoint.Live{Unfold: unfold, Held: offered, Breaches: breaches,
		Forms: []string{"CHAT-80", "CHAT-81"}, Ask: ask, Usage: "CHAT-59", Limit: "CHAT-58", Whole: []string{"tool_calls", "stop"},
		Excuses: forced, Outside: outside, Speaks: func(body wire.Value) bool { return body.Get("messages").IsArray() },
		Pairing: endpoint.Pairing{Place: endpoint.Behind, Calls: "CHAT-80", Results: "CHAT-82", Order: "CHAT-82", Twice: "CHAT-82",
			Orphan: "CHAT-82"}}
}

// unfold tells a completion as chunks: for each choice one with all that its message says, and one
// with the reason; then the usage. What the completion lacks, the chunks lack.
func unfold(whole wire.Value) []wire.Value {
	if whole.Has("error") {
		return []wire.Value{whole}
	}
	like := whole.Without("usage")
	if like.Get("object").Text() == "chat.completion" {
		like = like.With("object", wire.Str("chat.completion.chunk"))
	}
	events := []wire.Value{}
	for _, c := range whole.Get("choices").Items() {
		message := c.Get("message")
		var list []wire.Value
		for i, call := range message.Get("tool_calls").Items() {
			list = append(list, call.With("index", wire.Int(int64(i))))
		}
		delta := wire.Obj(wire.M("role", message.Get("role")), wire.M("content", message.Get("content")),
			wire.M("refusal", message.Get("refusal")), wire.M("function_call", message.Get("function_call")),
			wire.M("audio", message.Get("audio")))
		if len(list) > 0 {
			delta = delta.With("tool_calls", wire.List(list...))
		}
		one := func(delta, reason wire.Value) wire.Value {
			return like.With("choices", wire.List(wire.Obj(wire.M("index", c.Get("index")), wire.M("delta", delta),
				wire.M("finish_reason", reason))))
		}
		events = append(events, one(delta, wire.NullValue), one(wire.Obj(), c.Get("finish_reason")))
	}
	if !whole.Get("choices").IsArray() {
		events = append(events, like)
	}
	if whole.Get("usage").IsObject() {
		events = append(events, like.With("choices", wire.List()).With("usage", whole.Get("usage")))
	}
	return events
}

// offered are the calls of the first choice.
func offered(state wire.Value) (list []*compare.Got) {
	for i, c := range state.Get("toolCalls").Items() {
		if c.Get("state").Text() == "ready" {
			list = append(list, endpoint.Named(c, "id", "name", "arguments", fmt.Sprintf("call %d", i)))
		}
	}
	return list
}

// breaches holds every message against its schema.
func breaches(body wire.Value) (list []requirement.Finding) {
	for i, m := range body.Get("messages").Items() {
		if slices.ContainsFunc(m.Get("tool_calls").Items(), custom) {
			continue
		}
		found, _ := schemas.Breaches(schemas.ChatMessage, m)
		for _, b := range found {
			if b.Requirement != "" {
				list = append(list, requirement.Finding{Requirement: b.Requirement, Level: requirement.Must, Event: -1,
					Where:   fmt.Sprintf("/messages/%d%s", i, b.Pointer),
					Message: "A message is not as its schema says: " + b.String() + ".", Actual: m.Find(b.Pointer)})
			}
		}
	}
	return list
}

// ask is a request for a completion.
func ask(q endpoint.Question) wire.Value {
	sent := Convert(wire.Obj(wire.M("history", q.Said.JSON()))).State.Get("messages")
	body := wire.Obj(wire.M("model", wire.Str(q.Model)), wire.M("messages", sent))
	var tools []wire.Value
	for _, t := range q.Tools {
		tools = append(tools, wire.Obj(wire.M("type", wire.Str("function")), wire.M("function", t.Tooled("parameters"))))
	}
	if len(tools) > 0 {
		body = body.With("tools", wire.List(tools...))
	}
	limit := "max_tokens"
	if q.Newer {
		limit = "max_completion_tokens"
	}
	if body = body.With(limit, wire.Int(int64(q.Limit))); !q.Stream {
		return body
	}
	if body = body.With("stream", wire.Boolean(true)); q.Usage {
		body = body.With("stream_options", wire.Obj(wire.M("include_usage", wire.Boolean(true))))
	}
	return body
}

// forced: a function that the request names is called under the reason of any other answer.
func forced(body wire.Value, f requirement.Finding) bool {
	return f.Requirement == "CHAT-58" && f.Actual.Text() == "stop" && body.Get("tool_choice").IsObject()
}

// custom calls take a text for arguments; no requirement speaks of them.
func custom(call wire.Value) bool { return call.Get("type").Text() == "custom" }

// outside: custom calls, calls of before tools, and speech.
func outside(events []wire.Value) string {
	for _, e := range events {
		for _, c := range e.Get("choices").Items() {
			switch d := c.Get("delta"); {
			case slices.ContainsFunc(d.Get("tool_calls").Items(), custom):
				return "it has custom tool calls"
			case d.Get("function_call").IsObject():
				return "it has a function_call, which tool calls have replaced"
			case d.Get("audio").IsObject():
				return "it has audio"
			}
		}
	}
	return ""
}
