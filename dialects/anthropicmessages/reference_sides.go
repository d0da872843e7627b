package anthropicmessages

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Produce is the reference producer: a server that tells one message.
func Produce(input wire.Value) dialect.Observation {
	t, err := transcript.ParseCompletion(input.Get("transcript"))
	if err != nil {
		return dialect.Rejection(err)
	}
	s := server{calls: map[string]int64{}, left: map[string]int{}, text: -1}
	for _, item := range t.Items {
		if item.Kind == transcript.InputDelta {
			s.left[item.ID]++
		}
	}
	if t.MessageID == "" {
		t.MessageID = "msg_reference"
	}
	s.emit(opening(t.MessageID))
	stop := t.StopReason()
	for _, item := range t.Items {
		s.item(item)
	}
	s.endText()
	s.stop(stop, t)
	return dialect.Observation{Events: s.events, State: wire.Obj(wire.T("sse", string(s.sse)))}
}

type server struct {
	next int64
	// calls are the blocks of calls, left how many deltas of each are to come.
	calls  map[string]int64
	left   map[string]int
	text   int64 // the text block under way, -1 for none
	events []dialect.Event
	sse    []byte
}

func (s *server) emit(e wire.Value) {
	s.events = append(s.events, dialect.Event{Value: e, After: -1})
	s.sse = append(append(s.sse, "event: "...), e.Get("type").Text()...)
	s.sse = append(append(append(s.sse, "\ndata: "...), e.JSON()...), "\n\n"...)
}

func (s *server) begin(block wire.Value) int64 {
	s.emit(opens(s.next, block))
	s.next++
	return s.next - 1
}

func (s *server) endText() {
	if s.text >= 0 {
		s.emit(closes(s.text))
	}
	s.text = -1
}

func (s *server) item(item transcript.Item) {
	switch item.Kind {
	case transcript.Text:
		if item.Text == "" {
			return
		}
		if s.text < 0 {
			s.text = s.begin(textBlock(""))
		}
		s.emit(says(s.text, item.Text))
	case transcript.Call:
		s.endText()
		at := s.begin(callBlock(item.ID, item.Name, wire.Obj()))
		s.calls[item.ID] = at
		if text := item.AtOnce(); text != "" {
			s.emit(piece(at, text))
		}
		if s.left[item.ID] == 0 {
			s.emit(closes(at))
		}
	case transcript.InputDelta:
		at := s.calls[item.ID]
		s.emit(piece(at, item.Delta))
		if s.left[item.ID]--; s.left[item.ID] == 0 {
			s.emit(closes(at))
		}
	}
}

// stop ends the stream as the turn did.
func (s *server) stop(stop string, t transcript.Transcript) {
	word := "end_turn"
	last := transcript.Item{}
	if n := len(t.Items); n > 0 {
		last = t.Items[n-1]
	}
	switch {
	case stop == transcript.UserStopped:
		return
	case stop == transcript.Error:
		message := "the model failed"
		if last.Message != "" {
			message = last.Message
		}
		s.emit(failing("api_error", message))
		return
	case stop == transcript.Length:
		word = "max_tokens"
	case stop == transcript.ContentFilter:
		word = "refusal"
	case len(s.calls) > 0:
		word = "tool_use"
	case last.Finish == "stop_sequence":
		word = "stop_sequence"
	}
	s.emit(reasoned(wire.Str(word)))
	s.emit(event(messageStop))
}

// Convert is the reference converter: a history as the messages of a request. What is no
// valid history, or has arguments that are no object, it refuses.
func Convert(input wire.Value) dialect.Observation {
	h, err := history.ParseValid(input.Get("history"))
	if err != nil {
		return dialect.Rejection(err)
	}
	for _, p := range h.Calls() {
		if _, ok := inputOf(p.Arguments); !ok {
			return dialect.Observation{Ending: dialect.Rejected, Reason: "the arguments of " + p.ID + " are no object"}
		}
	}
	return sent(h)
}

// inputOf is the input that arguments are; none are {}.
func inputOf(arguments string) (wire.Value, bool) {
	if arguments == "" {
		return wire.Obj(), true
	}
	v, err := wire.Parse([]byte(arguments))
	return v, err == nil && v.IsObject()
}

// sent are the messages of a history, whatever it is: results that follow each other, and
// what a user says behind them, are one message.
func sent(h history.History) dialect.Observation {
	messages := []wire.Value{}
	add := func(role string, blocks ...wire.Value) {
		if k := len(messages) - 1; k >= 0 && messages[k].Get("role").Text() == role {
			messages[k] = messages[k].With("content", messages[k].Get("content").Append(blocks...))
		} else if len(blocks) > 0 {
			messages = append(messages, wire.Obj(wire.T("role", role), wire.M("content", wire.List(blocks...))))
		}
	}
	said := func(text string) []wire.Value {
		if text == "" {
			return nil
		}
		return []wire.Value{textBlock(text)}
	}
	for _, e := range h {
		switch e.Role {
		case history.User:
			add("user", said(e.Text)...)
		case history.Assistant:
			var blocks []wire.Value
			for _, p := range e.Parts {
				if input, _ := inputOf(p.Arguments); p.Call {
					blocks = append(blocks, callBlock(p.ID, p.Name, input))
				} else {
					blocks = append(blocks, said(p.Text)...)
				}
			}
			add("assistant", blocks...)
		case history.Tool:
			add("user", resultBlock(e))
		}
	}
	return dialect.Observation{State: wire.Obj(wire.M("messages", wire.List(messages...)))}
}

func resultBlock(e history.Entry) wire.Value {
	block := wire.Obj(wire.T("type", "tool_result"), wire.T("tool_use_id", e.CallID), wire.T("content", e.Told()))
	if e.Status != "success" {
		block = block.With("is_error", wire.Boolean(true))
	}
	return block
}
