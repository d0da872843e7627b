package openaichat

import (
	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/history"
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
