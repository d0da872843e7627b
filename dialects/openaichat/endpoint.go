package openaichat

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// Endpoint is the wire behind HTTP.
func Endpoint() *endpoint.Endpoint {
	return &endpoint.Endpoint{Dialect: "openai-chat", Base: "/v1", Path: "/chat/completions", Form: form(), Render: renderStream,
		Live:    live(),
		Limited: true,
		Read:    readRequest,
		State:   func(body wire.Value) wire.Value { return wire.Obj(wire.M("messages", body.Get("messages"))) },
		Given:   func(h history.History) dialect.Script { return h },
		Fit:     endpoint.Numbered("/id"),
		Whole:   wholeCompletion,
		Twice:   endpoint.Doubled(func(e wire.Value) bool { return e.Find("/choices/0/finish_reason").Text() != "" }),
		Fails: func(message string) wire.Value {
			return wire.Obj(wire.M("error", endpoint.Error("server_error", message)))
		},
		Failure: func(_ int, message string) wire.Value {
			return wire.Obj(wire.M("error", endpoint.Error("server_error", message).With("param", wire.NullValue).With("code",
				wire.NullValue)))
		},
	}
}

// readRequest reads what a client of chat completions posts.
func readRequest(body wire.Value) endpoint.Request {
	r := endpoint.Request{Body: body, Stream: body.Get("stream").IsTrue(), Model: body.Get("model").Text(),
		Tools: endpoint.Tools(body.Get("tools"), "/function", "parameters")}
	for i, m := range body.Get("messages").Items() {
		if role := m.Get("role").Text(); role != "system" && role != "developer" {
			r.Sent = append(r.Sent, sentAs(i, m))
		}
	}
	return r
}

// wholeCompletion is the answer to a request without `stream`: its first choice.
func wholeCompletion(elements []wire.Value) wire.Value {
	a := act.Gather(lens(elements)).Of(firstChoice)
	message := wire.Obj(wire.M("role", wire.Str("assistant")), wire.M("content", wire.NullValue), wire.M("refusal", wire.NullValue))
	texts := map[act.Kind]string{}
	for _, p := range a.Text {
		texts[p.Kind] += p.Text
	}
	for kind, member := range map[act.Kind]string{act.Text: "content", act.Refusal: "refusal"} {
		if texts[kind] != "" {
			message = message.With(member, wire.Str(texts[kind]))
		}
	}
	var list []wire.Value
	for _, c := range a.Calls {
		list = append(list, opener(0, first(c.IDs), first(c.Names), c.Text()).Without("index"))
	}
	if len(list) > 0 {
		message = message.With("tool_calls", wire.List(list...))
	}
	reason := wire.NullValue
	for _, v := range a.Reasons {
		if v.IsString() {
			reason = v
		}
	}
	out := chunk(wire.Obj(wire.M("index", wire.Int(0)), wire.M("message", message), wire.M("finish_reason", reason),
		wire.M("logprobs", wire.NullValue))).With("object", wire.Str("chat.completion")).With("usage", usage(3, 5))
	for _, e := range elements {
		if id := e.Get("id"); id.IsString() {
			return out.With("id", id)
		}
	}
	return out
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

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
