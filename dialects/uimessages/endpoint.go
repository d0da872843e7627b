package uimessages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/endpoint"
	cases "github.com/toolconform/conform/fixtures/ui-messages"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// Endpoint is the wire behind HTTP. What a client posts are its messages of parts, and not what a
// converter makes of them.
func Endpoint() *endpoint.Endpoint {
	return &endpoint.Endpoint{Dialect: "ui-messages", Base: "/api/chat", Form: form(), Render: renderStream, Live: live(),
		Silent: true, Limited: true, Flags: true,
		Files:   cases.Files,
		Read:    readRequest,
		Fit:     fit,
		Twice:   endpoint.Doubled(func(e wire.Value) bool { return isType(e, inputEvent) }),
		Served:  provided,
		Owned:   true,
		Refused: refused,
		Refuses: func(e wire.Value) bool { return isType(e, badInputEvent) },
		Thinks:  endpoint.Thinking(thinks),
		Fails:   func(message string) wire.Value { return event(errorEvent, wire.T("errorText", message)) },
		Failure: func(_ int, message string) wire.Value {
			return wire.Obj(wire.T("error", message))
		},
		Header: map[string]string{"x-vercel-ai-ui-message-stream": "v1"},
	}
}

// fit leaves ids of messages to the client: an answer goes on with the message that called.
func fit(elements []wire.Value, _ endpoint.Request, _ int) []wire.Value {
	out := make([]wire.Value, len(elements))
	for i, e := range elements {
		out[i] = e
		if isType(e, startEvent) {
			out[i] = e.Without("messageId")
		}
	}
	return out
}

// refused tells the input of a call as one that the server refuses, with the words of its failure.
func refused(elements []wire.Value, id string) []wire.Value {
	var out []wire.Value
	failure := ""
	for _, e := range elements {
		if idOf(e) == id && isType(e, failEvent) {
			failure = e.Get("errorText").Text()
			continue
		}
		out = append(out, e)
	}
	for i, e := range out {
		if idOf(e) == id && isType(e, inputEvent) {
			out[i] = badInput(id, e.Get("toolName").Text(), e.Get("input"), failure)
		}
	}
	return out
}

// thinks are the events of what a model thinks.
func thinks(text string) []wire.Value {
	return []wire.Value{textEvent(reasoningStart, "thought"), textEvent(reasoningDelta, "thought").With("delta", wire.Str(text)),
		textEvent(reasoningEnd, "thought")}
}

// provided says that the calls which the server answers are run by the model's provider: all others are the client's as
// soon as their input is there.
func provided(elements []wire.Value, served func(id string) bool) []wire.Value {
	out := slices.Clone(elements)
	for i, e := range out {
		if isType(e, callEvent, inputEvent, badInputEvent, outputEvent, failEvent) && served(idOf(e)) {
			out[i] = e.With("providerExecuted", wire.Boolean(true))
		}
	}
	return out
}

// readRequest reads what a chat's client posts: its messages of parts, or what its converter made of
// them, messages for the model.
func readRequest(body wire.Value) endpoint.Request {
	r := endpoint.Request{Body: body, Stream: true, Thread: body.Get("id").Text()}
	for i, m := range body.Get("messages").Items() {
		role := m.Get("role").Text()
		switch {
		case role == history.Tool || !m.Has("parts") && m.Get("content").IsArray():
			r.Sent = append(r.Sent, sentContent(i, role, m.Get("content").Items())...)
		case role != history.User && role != history.Assistant:
		case m.Get("content").IsString() && !m.Has("parts"):
			r.Sent = append(r.Sent, history.Sent{Role: role, Text: m.Get("content").Text()})
		default:
			r.Sent = append(r.Sent, sentParts(i, role, m.Get("parts").Items())...)
		}
	}
	return r
}

// sentParts reads the parts of a message step by step: calls stand before the results of their step.
func sentParts(i int, role string, parts []wire.Value) (list []history.Sent) {
	var results []history.Sent
	flush := func() { list, results = append(list, results...), nil }
	for k, p := range parts {
		if kindOf(p) == "step-start" {
			flush()
		}
		for _, s := range sentPart(fmt.Sprintf("/messages/%d/parts/%d", i, k), role, p) {
			if len(s.Results) > 0 {
				results = append(results, s)
			} else {
				list = append(list, s)
			}
		}
	}
	flush()
	return list
}

// sentPart reads a part as clients spell it: its type holds the name of a tool, unless that is dynamic.
func sentPart(at, role string, p wire.Value) []history.Sent {
	kind := kindOf(p)
	if kind == "text" {
		return []history.Sent{{Role: role, Text: p.Get("text").Text()}}
	}
	name := p.Get("toolName")
	if called, is := strings.CutPrefix(kind, "tool-"); is {
		name = wire.Str(called)
	} else if kind != "dynamic-tool" {
		return nil
	}
	input := p.Get("input")
	if raw := p.Get("rawInput"); input.IsNull() && !raw.IsNull() {
		input = raw
	}
	list := []history.Sent{{Role: role, Calls: []*compare.Got{{ID: p.Get("toolCallId"), Name: name, Arguments: input,
		State: p.Get("state").Text(), At: at}}}}
	a := history.Answer{ID: p.Get("toolCallId").Text(), IsText: true, Whole: p, At: at}
	switch p.Get("state").Text() {
	case succeeded:
		a.Content, a.Flag = resultText(p.Get("output")), wire.Boolean(false)
	case failedState:
		a.Content, a.Flag = p.Get("errorText").Text(), wire.Boolean(true)
	default:
		return list
	}
	return append(list, history.Sent{Role: history.Tool, Results: []history.Answer{a}})
}

// sentContent reads the content of a message for the model, as the SDK's own types spell it
// (ModelMessage, LanguageModelV2Message and later).
func sentContent(i int, role string, content []wire.Value) (list []history.Sent) {
	for k, item := range content {
		at := fmt.Sprintf("/messages/%d/content/%d", i, k)
		switch kindOf(item) {
		case "text":
			if role == history.User || role == history.Assistant {
				list = append(list, history.Sent{Role: role, Text: item.Get("text").Text()})
			}
		case "tool-call":
			list = append(list, history.Sent{Role: role, Calls: []*compare.Got{{ID: item.Get("toolCallId"), Name: item.Get("toolName"),
				Arguments: item.Get("input"), At: at}}})
		case "tool-result":
			list = append(list, history.Sent{Role: history.Tool, Results: []history.Answer{modelResult(item, at)}})
		}
	}
	return list
}

// modelResult is a result whose output says what it is: a text or a value, of a success or a failure.
func modelResult(item wire.Value, at string) history.Answer {
	a := history.Answer{ID: item.Get("toolCallId").Text(), IsText: true, Whole: item, At: at, Flag: wire.Boolean(false)}
	output := item.Get("output")
	a.Content = resultText(wire.OrNull(output.Get("value")))
	switch kindOf(output) {
	case "error-text", "error-json":
		a.Flag = wire.Boolean(true)
	case "execution-denied":
		a.Content, a.Flag = output.Get("reason").Text(), wire.Boolean(true)
	}
	return a
}

// resultText is an output as text: a text as it is, another value as its JSON.
func resultText(v wire.Value) string {
	if v.IsString() {
		return v.Text()
	}
	return v.JSON()
}

func live() *endpoint.Live {
	return &endpoint.Live{
		Held: endpoint.Offered("/message/parts", compare.Members{ID: "toolCallId", Name: "toolName", Arguments: "input"}, "part", offers),
		Ask:  ask, Serves: true, Typed: true, Speaks: speaksParts}
}

// offers: the input of a call has come, and it waits for its client.
func offers(p wire.Value) bool {
	return p.Get("type").Text() == "tool" && p.Get("state").Text() == "input-available" && !p.Get("providerExecuted").IsTrue()
}

// ask is what a chat's client posts: its messages of parts. The server has tools of its own.
func ask(q endpoint.Question) wire.Value {
	results := map[string]history.Entry{}
	for _, e := range q.Said {
		if e.Role == history.Tool {
			results[e.CallID] = e
		}
	}
	var messages []wire.Value
	for i, e := range q.Said {
		if e.Role == history.Tool {
			continue
		}
		parts := []wire.Value{}
		if e.Role == history.User {
			parts = append(parts, wire.Obj(wire.T("type", "text"), wire.T("text", e.Text)))
		}
		for _, p := range e.Parts {
			parts = append(parts, posted(p, results[p.ID]))
		}
		messages = append(messages, wire.Obj(wire.T("id", fmt.Sprintf("m%d", i)), wire.T("role", e.Role),
			wire.M("parts", wire.List(parts...))))
	}
	return wire.Obj(wire.T("id", q.Thread), wire.M("messages", wire.List(messages...)), wire.T("trigger", "submit-message"))
}

// posted is a part as clients spell it.
func posted(p history.Part, r history.Entry) wire.Value {
	if !p.Call {
		return wire.Obj(wire.T("type", "text"), wire.T("text", p.Text), wire.T("state", "done"))
	}
	input, err := wire.Parse([]byte(p.Arguments))
	if err != nil {
		input = wire.Obj()
	}
	part := wire.Obj(wire.T("type", "tool-"+p.Name), wire.T("toolCallId", p.ID), wire.M("input", input))
	switch r.Status {
	case "":
		return part.With("state", wire.Str("input-available"))
	case "success":
		return part.With("state", wire.Str(succeeded)).With("output", r.Output)
	}
	return part.With("state", wire.Str(failedState)).With("errorText", r.Output)
}

// speaksParts tells a chat by the parts of its messages.
func speaksParts(body wire.Value) bool {
	of := func(m wire.Value) bool { return m.Get("parts").IsArray() }
	return slices.ContainsFunc(body.Get("messages").Items(), of) || of(body.Get("message"))
}
