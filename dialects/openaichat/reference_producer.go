package openaichat

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Produce is the reference producer: a server that tells one completion as chunks.
func Produce(input wire.Value) dialect.Observation {
	t, err := transcript.ParseCompletion(input.Get("transcript"))
	if err != nil {
		return dialect.Rejection(err)
	}
	s := server{calls: map[string]int{}}
	s.say(wire.Obj(wire.T("role", "assistant"), wire.T("content", "")), wire.NullValue)
	for _, item := range t.Items {
		s.item(item)
	}
	s.stop(t)
	return dialect.Observation{Events: s.events, State: wire.Obj(wire.T("sse", string(s.sse)))}
}

type server struct {
	calls  map[string]int
	events []dialect.Event
	sse    []byte
}

func (s *server) emit(frame wire.Value) {
	s.events = append(s.events, dialect.Event{Value: frame, After: -1})
	s.sse = append(append(append(s.sse, "data: "...), frame.JSON()...), "\n\n"...)
}

func (s *server) say(delta, reason wire.Value) {
	s.emit(wire.Obj(wire.T("id", "chatcmpl-ref"), wire.T("object", "chat.completion.chunk"),
		wire.M("created", wire.Int(1700000000)),
		wire.T("model", "reference"),
		wire.M("choices", wire.List(wire.Obj(wire.M("index", wire.Int(0)), wire.M("delta", delta), wire.M("finish_reason", reason))))))
}

// call says something of a call: its index, and these members.
func (s *server) call(id string, members ...wire.Member) {
	call := wire.Obj(append([]wire.Member{wire.M("index", wire.Int(int64(s.calls[id])))}, members...)...)
	s.say(wire.Obj(wire.M("tool_calls", wire.List(call))), wire.NullValue)
}

func (s *server) item(item transcript.Item) {
	arguments := func(text string) wire.Member { return wire.M("function", wire.Obj(wire.T("arguments", text))) }
	switch item.Kind {
	case transcript.Text:
		if item.Text != "" {
			s.say(wire.Obj(wire.T("content", item.Text)), wire.NullValue)
		}
	case transcript.Call:
		s.calls[item.ID] = len(s.calls)
		s.call(item.ID, wire.T("id", item.ID), wire.T("type", "function"),
			wire.M("function", wire.Obj(wire.T("name", item.Name), wire.T("arguments", ""))))
		switch {
		case item.Input.IsObject():
			s.call(item.ID, arguments(item.Input.JSON()))
		case item.Arguments.Text() != "":
			s.call(item.ID, arguments(item.Arguments.Text()))
		}
	case transcript.InputDelta:
		s.call(item.ID, arguments(item.Delta))
	}
}

// stop ends the stream as the turn did.
func (s *server) stop(t transcript.Transcript) {
	reason := t.StopReason()
	switch reason {
	case transcript.UserStopped:
		return
	case transcript.Error:
		message := "the model failed"
		if last := t.Items[len(t.Items)-1]; last.Message != "" {
			message = last.Message
		}
		s.emit(wire.Obj(wire.M("error", wire.Obj(wire.T("message", message), wire.T("type", "server_error")))))
		return
	case transcript.Completed:
		if reason = "stop"; len(s.calls) > 0 {
			reason = "tool_calls"
		}
	}
	s.say(wire.Obj(), wire.Str(reason))
	s.sse = append(s.sse, "data: [DONE]\n\n"...)
}
