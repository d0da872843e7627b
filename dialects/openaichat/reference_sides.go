package openaichat

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Produce is the reference producer: a server that tells one completion as chunks.
func Produce(input wire.Value) dialect.Observation {
	t, err := transcript.ParseCompletion(input.Get("transcript"))
	if err != nil {
		return dialect.Rejection(err)
	}
	s := server{calls: map[string]int64{}}
	s.emit(said(wire.T("role", "assistant"), wire.T("content", "")))
	for _, item := range t.Items {
		s.item(item)
	}
	s.stop(t)
	return dialect.Observation{Events: s.events, State: wire.Obj(wire.T("sse", string(s.sse)))}
}

type server struct {
	calls  map[string]int64
	events []dialect.Event
	sse    []byte
}

func (s *server) emit(frame wire.Value) {
	s.events = append(s.events, dialect.Event{Value: frame, After: -1})
	s.sse = append(append(append(s.sse, "data: "...), frame.JSON()...), "\n\n"...)
}

func (s *server) item(item transcript.Item) {
	goesOn := func(text string) { s.emit(said(calls(fragment(s.calls[item.ID], text)))) }
	switch item.Kind {
	case transcript.Text:
		if item.Text != "" {
			s.emit(said(wire.T("content", item.Text)))
		}
	case transcript.Call:
		s.calls[item.ID] = int64(len(s.calls))
		s.emit(said(calls(opener(s.calls[item.ID], item.ID, item.Name, ""))))
		if item.Input.IsObject() {
			goesOn(item.Input.JSON())
		} else if item.Arguments.Text() != "" {
			goesOn(item.Arguments.Text())
		}
	case transcript.InputDelta:
		goesOn(item.Delta)
	}
}

// stop ends the stream as the turn did.
func (s *server) stop(t transcript.Transcript) {
	switch reason := t.StopReason(); reason {
	case transcript.UserStopped:
	case transcript.Error:
		s.emit(wire.Obj(wire.M("error", wire.Obj(wire.T("message", stream.Failure(t)), wire.T("type", "server_error")))))
	default:
		if reason == transcript.Completed && len(s.calls) > 0 {
			reason = "tool_calls"
		} else if reason == transcript.Completed {
			reason = "stop"
		}
		s.emit(finish(reason))
		s.sse = append(s.sse, "data: [DONE]\n\n"...)
	}
}

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
