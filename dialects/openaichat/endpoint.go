package openaichat

import (
	"cmp"
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/openai-chat"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// Endpoint is the wire behind HTTP.
func Endpoint() *endpoint.Endpoint {
	return &endpoint.Endpoint{Dialect: "openai-chat", Base: "/v1", Path: "/chat/completions", Form: form(), Render: renderStream,
		Live: live(), Limited: true,
		Files:  cases.Files,
		Read:   endpoint.Reading{List: "messages", Tool: "/function", Schema: "parameters", Sent: sentAs}.Read,
		State:  endpoint.Member("messages"),
		Given:  families.AsItIs,
		Fit:    endpoint.Numbered("/id"),
		Whole:  wholeCompletion,
		Twice:  endpoint.Doubled(func(e wire.Value) bool { return e.Find("/choices/0/finish_reason").Text() != "" }),
		Thinks: endpoint.Thinking(func(text string) []wire.Value { return []wire.Value{said(wire.T("reasoning_content", text))} }),
		Fails: func(message string) wire.Value {
			return wire.Obj(wire.M("error", endpoint.Error("server_error", message)))
		},
		Failure: endpoint.ServerFailed,
	}
}

// wholeCompletion is the answer to a request without `stream`: its first choice.
func wholeCompletion(elements []wire.Value) wire.Value {
	a := act.Gather(lens(elements)).Of(firstChoice)
	var list []wire.Value
	for _, c := range a.Calls {
		list = append(list, call(cmp.Or(c.IDs...), cmp.Or(c.Names...), c.Text()))
	}
	message := wire.Obj(wire.T("role", "assistant"), wire.M("content", orNull(joined(a, nil, act.Text))),
		wire.M("refusal", orNull(joined(a, nil, act.Refusal))), calls(list...))
	reason := wire.NullValue
	for _, v := range a.Reasons {
		if v.IsString() {
			reason = v
		}
	}
	out := chunk(wire.Obj(wire.M("index", wire.Int(0)), wire.M("message", message), wire.M("finish_reason", reason),
		wire.M("logprobs", wire.NullValue))).With("object", wire.Str("chat.completion")).With("usage", used(5))
	if i := slices.IndexFunc(elements, func(e wire.Value) bool { return e.Get("id").IsString() }); i >= 0 {
		out = out.With("id", elements[i].Get("id"))
	}
	return out
}

func live() *endpoint.Live {
	return &endpoint.Live{Unfold: unfold, Breaches: breaches, Ask: ask,
		Held:  endpoint.Offered("/toolCalls", members(), "call", plant.Says("state", "ready")),
		Forms: []string{"CHAT-80", "CHAT-81"}, Usage: "CHAT-59", Limit: "CHAT-58", Whole: []string{"tool_calls", "stop"},
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
	like := whole.Without("usage").Edit("/object", plant.When(plant.Is("chat.completion"), plant.Becomes(`"chat.completion.chunk"`)))
	events := []wire.Value{}
	for _, c := range whole.Get("choices").Items() {
		message, delta := c.Get("message"), wire.Obj()
		for _, name := range []string{"role", "content", "refusal", "function_call", "audio"} {
			delta = delta.With(name, message.Get(name))
		}
		list := message.Get("tool_calls").Items()
		for i, call := range list {
			list[i] = call.With("index", wire.Int(int64(i)))
		}
		delta = delta.With("tool_calls", calls(list...).Value)
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

// breaches holds every message against its schema, but those with custom calls.
func breaches(body wire.Value) []requirement.Finding {
	messages := body.Get("messages").Each(func(m wire.Value) wire.Value {
		if slices.ContainsFunc(m.Get("tool_calls").Items(), custom) {
			return wire.Obj(wire.M("role", m.Get("role")))
		}
		return m
	})
	return slices.DeleteFunc(endpoint.Formed(messages.Items(), "/messages", "A message", schemas.ChatMessage),
		func(f requirement.Finding) bool { return f.Requirement == "" })
}

// ask is a request for a completion.
func ask(q endpoint.Question) wire.Value {
	limit := "max_tokens"
	if q.Newer {
		limit = "max_completion_tokens"
	}
	body := wire.Obj(wire.T("model", q.Model), wire.M("messages", sent(q.Said).State.Get("messages")),
		wire.M(limit, wire.Int(int64(q.Limit))))
	if q.Stream && q.Usage {
		body = body.With("stream_options", wire.Obj(wire.M("include_usage", wire.Boolean(true))))
	}
	return q.Asking(body, func(t endpoint.Tool) wire.Value {
		return wire.Obj(wire.T("type", "function"), wire.M("function", t.Tooled("parameters")))
	})
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
