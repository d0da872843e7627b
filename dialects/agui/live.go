package agui

import (
	"fmt"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/wire"
)

func live() *endpoint.Live {
	return &endpoint.Live{Input: started, Held: offered, Ask: ask, Speaks: speaksInput, Pairing: endpoint.Pairing{Calls: "AGUI-80"}}
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
