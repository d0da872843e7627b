package agui

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// Convert is the reference converter: a client that sends its messages with the next run.
// What is malformed it refuses.
func Convert(input wire.Value) dialect.Observation {
	if !input.Get("messages").IsArray() || slices.ContainsFunc(input.Get("messages").Items(), func(m wire.Value) bool { return isNoMessage(withoutStoredNulls(m)) }) {
		return dialect.Observation{Ending: dialect.Rejected, Reason: "a message is malformed"}
	}
	return converted(input.Get("messages").Items())
}

// converted are the messages for the model, whatever they are.
func converted(list []wire.Value) dialect.Observation {
	messages := []wire.Value{}
	for _, m := range list {
		m = withoutStoredNulls(m)
		role := m.Get("role")
		out := wire.Obj(wire.M("role", role), wire.M("content", m.Get("content")))
		switch role.Text() {
		case "activity", "reasoning":
			continue
		case "tool":
			out = out.With("toolCallId", m.Get("toolCallId")).With("error", m.Get("error"))
		case "assistant":
			var calls []wire.Value
			for _, c := range m.Get("toolCalls").Items() {
				calls = append(calls, wire.Obj(wire.M("id", c.Get("id")), wire.M("name", c.Find("/function/name")), wire.M("arguments", c.Find("/function/arguments"))))
			}
			if len(calls) > 0 {
				out = out.With("toolCalls", wire.List(calls...))
			}
		}
		messages = append(messages, out)
	}
	return dialect.Observation{State: wire.Obj(wire.M("modelMessages", wire.List(messages...)))}
}

// sent converts a history, valid or not: what a fault makes of one.
func sent(h history.History) dialect.Observation { return converted(storedAs(h)) }
