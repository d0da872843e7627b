package openaichat

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Produce is the reference producer: a server that tells one completion as chunks, in the plainest way.
func Produce(input wire.Value) dialect.Observation {
	t, err := transcript.ParseCompletion(input.Get("transcript"))
	if err != nil {
		return dialect.Rejection(err)
	}
	r := newRenderer(t, func(int) int { return 0 })
	r.say(wire.T("role", "assistant"), wire.T("content", ""))
	r.items(t.Items)
	tail := ""
	switch r.stop {
	case transcript.UserStopped:
	case transcript.Error:
		r.fail(wire.T("message", stream.Failure(t)), wire.T("type", "server_error"))
	default:
		r.finish()
		tail = "data: [DONE]\n\n"
	}
	return dialect.Telling(r.chunks, append(wire.Encode(wire.SSE, r.chunks), tail...))
}

// Convert is the reference converter: a history as the messages of a request. What is no valid history it refuses.
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
			messages = append(messages, wire.Obj(wire.T("role", "tool"), wire.T("tool_call_id", e.CallID), wire.T("content", e.Told())))
		}
	}
	return dialect.Observation{State: wire.Obj(wire.M("messages", wire.List(messages...)))}
}

func assistant(parts []history.Part) wire.Value {
	text := ""
	var list []wire.Value
	for _, p := range parts {
		if text += p.Text; p.Call {
			list = append(list, call(p.ID, p.Name, p.Arguments))
		}
	}
	return wire.Obj(wire.T("role", "assistant"), wire.T("content", text), calls(list...))
}
