package uimessages

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

func live() *endpoint.Live {
	return &endpoint.Live{Held: offered, Ask: ask, Serves: true, Speaks: speaksParts}
}

// offered are the calls whose input has come, and that wait for their client.
func offered(state wire.Value) (list []*compare.Got) {
	for i, p := range state.Find("/message/parts").Items() {
		if p.Get("type").Text() == "tool" && p.Get("state").Text() == "input-available" && !p.Get("providerExecuted").IsTrue() {
			list = append(list, endpoint.Named(p, "toolCallId", "toolName", "input", fmt.Sprintf("part %d", i)))
		}
	}
	return list
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
