package openaichat

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// Convert is the reference converter: a history as the messages of a request. What is no
// valid history it refuses.
func Convert(input wire.Value) dialect.Observation {
	h, err := history.ParseValid(input.Get("history"))
	if err != nil {
		return dialect.Rejection(err)
	}
	return sent(h)
}

// sent are the messages of a history, whatever it is.
func sent(h history.History) dialect.Observation {
	messages := []wire.Value{}
	for _, e := range h {
		switch e.Role {
		case history.User:
			messages = append(messages, wire.Obj(wire.T("role", "user"), wire.T("content", e.Text)))
		case history.Assistant:
			messages = append(messages, assistant(e.Parts))
		case history.Tool:
			messages = append(messages,
				wire.Obj(wire.T("role", "tool"), wire.T("tool_call_id", e.CallID), wire.T("content", resultText(e))))
		}
	}
	return dialect.Observation{State: wire.Obj(wire.M("messages", wire.List(messages...)))}
}

func assistant(parts []history.Part) wire.Value {
	text := ""
	var calls []wire.Value
	for _, p := range parts {
		if !p.Call {
			text += p.Text
			continue
		}
		function := wire.Obj(wire.T("name", p.Name), wire.T("arguments", p.Arguments))
		calls = append(calls, wire.Obj(wire.T("id", p.ID), wire.T("type", "function"), wire.M("function", function)))
	}
	message := wire.Obj(wire.T("role", "assistant"), wire.T("content", text))
	if len(calls) > 0 {
		message = message.With("tool_calls", wire.List(calls...))
	}
	return message
}

// resultText is a result as the text that the wire has for it.
func resultText(e history.Entry) string {
	text := e.Output.JSON()
	if e.Output.IsString() {
		text = e.Output.Text()
	}
	if text == "" && e.Status != "success" {
		return "The tool failed and said nothing (" + e.Status + ")."
	}
	return text
}
