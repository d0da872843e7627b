package agui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/endpoint"
	cases "github.com/toolconform/conform/fixtures/ag-ui"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// Endpoint is the wire behind HTTP.
func Endpoint() *endpoint.Endpoint {
	return &endpoint.Endpoint{Dialect: "ag-ui", Form: form(), Render: renderStream, Live: live(),
		Files: cases.Files,
		Read:  readRequest,
		State: func(body wire.Value) wire.Value {
			return converted(body.Get("messages").Items()).State
		},
		Formed: breaches,
		Given:  given,
		Polite: polite,
		Fit:    fit,
		Twice:  nil, // an end for what is not open is a violation
		Served: asTold,
		Thinks: endpoint.Thinking(thinks), LF: true,
		Fails: func(message string) wire.Value { return failing(message, "") },
		Failure: func(status int, message string) wire.Value {
			return wire.Obj(wire.M("error", endpoint.Error(endpoint.Whose(status, "invalid_request_error", "server_error"), message)))
		},
	}
}

// thinks are the events of what a model thinks.
func thinks(text string) []wire.Value {
	of := func(kind string, members ...wire.Member) wire.Value {
		return event(kind, append([]wire.Member{wire.T("messageId", "thought_1")}, members...)...)
	}
	return []wire.Value{of("REASONING_START"), of("REASONING_MESSAGE_START", wire.T("role", "reasoning")),
		of("REASONING_MESSAGE_CONTENT", wire.T("delta", text)), of("REASONING_MESSAGE_END"), of("REASONING_END")}
}

// asTold: a result says by itself that the server has answered.
func asTold(elements []wire.Value, _ func(id string) bool) []wire.Value { return elements }

// polite names the calls that nobody answered in a success, which leaves them to the application.
func polite(elements []wire.Value) []wire.Value {
	out := slices.Clone(elements)
	open := []string{}
	for i, e := range out {
		switch id := e.Get("toolCallId").Text(); {
		case isType(e, "TOOL_CALL_RESULT"):
			open = slices.DeleteFunc(open, func(other string) bool { return other == id })
		case (isType(e, "TOOL_CALL_START") || isType(e, "TOOL_CALL_CHUNK")) && id != "" && !slices.Contains(open, id):
			open = append(open, id)
		case isType(e, "RUN_FINISHED") && len(open) > 0:
			if kind := e.Find("/outcome/type"); kind.IsNull() || kind.Text() == "success" {
				out[i] = e.With("outcome", wire.Obj(wire.T("type", "success"), wire.M("pendingToolCallIds", wire.Strs(open))))
			}
		}
	}
	return out
}

// fit gives a run the ids that its client asked for, and messages ids of their own.
func fit(elements []wire.Value, r endpoint.Request, n int) []wire.Value {
	elements = endpoint.Numbered("/messageId", "/parentMessageId")(elements, r, n)
	is := func(id string) func(string) string { return func(string) string { return id } }
	if r.Thread != "" {
		elements = endpoint.Change(elements, is(r.Thread), "/threadId")
	}
	if r.Run != "" {
		elements = endpoint.Change(elements, is(r.Run), "/runId")
	}
	return elements
}

// readRequest reads a RunAgentInput.
func readRequest(body wire.Value) endpoint.Request {
	r := endpoint.Request{Body: body, Stream: true, Thread: body.Get("threadId").Text(), Run: body.Get("runId").Text(),
		Tools: endpoint.Tools(body.Get("tools"), "", "parameters")}
	for i, m := range body.Get("messages").Items() {
		if slices.Contains([]string{history.User, history.Assistant, history.Tool}, m.Get("role").Text()) {
			r.Sent = append(r.Sent, storedMessage(fmt.Sprintf("/messages/%d", i), m))
		}
	}
	return r
}

// breaches are the messages of which a server makes nothing: what they hold doesn't arrive.
func breaches(body wire.Value) []requirement.Finding {
	messages := body.Get("messages").Items()
	list := slices.DeleteFunc(endpoint.Formed(messages, "/messages", "A message", schemas.AGUIMessage), func(f requirement.Finding) bool {
		number, _, _ := strings.Cut(strings.TrimPrefix(f.Where, "/messages/"), "/")
		i, _ := strconv.Atoi(number)
		return !unformed(messages[i])
	})
	for i := range list {
		list[i].Requirement = "AGUI-80"
	}
	return list
}

// storedMessage reads a message as it is stored. Its error is the flag of a result.
func storedMessage(at string, m wire.Value) history.Sent {
	s := history.Sent{Role: m.Get("role").Text(), Text: textOf(m.Get("content"))}
	if s.Role == history.Tool {
		failed := m.Get("error").Text()
		content := s.Text
		if content == "" {
			content = failed
		}
		s.Results = []history.Answer{{ID: m.Get("toolCallId").Text(), Content: content, IsText: true, Whole: m, At: at,
			Flag: wire.Boolean(failed != "")}}
		s.Text = ""
	}
	for k, c := range m.Get("toolCalls").Items() {
		s.Calls = append(s.Calls, &compare.Got{ID: c.Get("id"), Name: c.Find("/function/name"), Arguments: c.Find("/function/arguments"),
			At: fmt.Sprintf("%s/toolCalls/%d", at, k)})
	}
	return s
}

func live() *endpoint.Live {
	return &endpoint.Live{Breaches: breaches, Forms: []string{"AGUI-80"}, Input: started, Held: offered, Ask: ask, Speaks: speaksInput,
		Pairing: endpoint.Pairing{Calls: "AGUI-80"}}
}

// started are the ids of the run that a stream tells.
func started(events []wire.Value) []wire.Member {
	for _, e := range events {
		if isType(e, runStarted) {
			return []wire.Member{wire.M("threadId", e.Get("threadId")), wire.M("runId", e.Get("runId"))}
		}
	}
	return nil
}

// offered are the calls that nobody has answered yet: those of the run's client.
func offered(state wire.Value) (list []*compare.Got) {
	if state.Find("/run/status").Text() != "success" {
		return nil
	}
	answered := map[string]bool{}
	for _, m := range state.Get("messages").Items() {
		answered[m.Get("toolCallId").Text()] = true
	}
	for _, m := range state.Get("messages").Items() {
		for i, c := range m.Get("toolCalls").Items() {
			if c.Get("complete").IsTrue() && !answered[c.Get("id").Text()] {
				list = append(list, endpoint.Named(c, "id", "name", "arguments", fmt.Sprintf("call %d", i)))
			}
		}
	}
	return list
}

// ask is the input of a run.
func ask(q endpoint.Question) wire.Value {
	var tools []wire.Value
	for _, t := range q.Tools {
		tools = append(tools, t.Tooled("parameters"))
	}
	return wire.Obj(wire.M("threadId", wire.Str(q.Thread)), wire.M("runId", wire.Str(q.Run)), wire.M("state", wire.Obj()),
		wire.M("messages", storedAs(q.Said).JSON()), wire.M("tools", wire.List(tools...)), wire.M("context", wire.List()),
		wire.M("forwardedProps", wire.Obj()))
}

// speaksInput tells the input of a run by its ids.
func speaksInput(body wire.Value) bool {
	return body.Get("threadId").IsString() && body.Get("runId").IsString() && body.Get("messages").IsArray()
}
