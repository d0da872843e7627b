package uimessages

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Produce is the reference producer: a server that tells a turn as a UI message stream.
func Produce(input wire.Value) dialect.Observation {
	t, err := transcript.Parse(input.Get("transcript"))
	if err == nil {
		err = t.Told().ValidTold()
	}
	if err != nil {
		return dialect.Observation{Ending: dialect.Rejected, Reason: err.Error()}
	}
	s := &server{calls: map[string]*transcript.CallRecord{}, pieces: map[string]int{}, stop: t.StopReason()}
	s.turn(t.Told())
	o := dialect.Observation{}
	for _, e := range s.events {
		o.Events = append(o.Events, dialect.Event{Value: e, After: -1})
	}
	body := string(wire.Encode(wire.SSE, s.events)) + "data: [DONE]\n\n"
	o.State = wire.Obj(wire.T("body", body), wire.M("headers", wire.Obj(wire.T("Content-Type", "text/event-stream; charset=utf-8"),
		wire.T("Cache-Control", "no-cache"), wire.T("X-Vercel-AI-UI-Message-Stream", "v1"))))
	return o
}

type server struct {
	events []wire.Value
	calls  map[string]*transcript.CallRecord
	pieces map[string]int
	stop   string
	blocks int
}

func (s *server) send(kind string, members ...wire.Member) {
	s.events = append(s.events, wire.Obj(append([]wire.Member{wire.T("type", kind)}, members...)...))
}

func (s *server) turn(t transcript.Transcript) {
	start := []wire.Member{}
	if t.MessageID != "" {
		start = append(start, wire.T("messageId", t.MessageID))
	}
	s.send("start", start...)
	s.send("start-step")
	for _, c := range t.Calls() {
		s.calls[c.ID] = c
	}
	for _, item := range t.Items {
		s.item(item)
	}
	switch reason := t.StopReason(); reason {
	case transcript.Error:
		text := "An error occurred."
		if n := len(t.Items); t.Items[n-1].Message != "" {
			text = t.Items[n-1].Message
		}
		s.send("error", wire.T("errorText", text))
	case transcript.UserStopped:
		s.send("abort")
	default:
		s.send("finish-step")
		s.send("finish", wire.T("finishReason", map[string]string{transcript.Completed: "stop", transcript.Length: "length",
			transcript.ContentFilter: "content-filter"}[reason]))
	}
}

func (s *server) item(item transcript.Item) {
	id := wire.T("toolCallId", item.ID)
	switch item.Kind {
	case transcript.Text:
		s.blocks++
		block := wire.T("id", fmt.Sprintf("text-%d", s.blocks))
		s.send("text-start", block)
		if item.Text != "" {
			s.send("text-delta", block, wire.T("delta", item.Text))
		}
		s.send("text-end", block)
	case transcript.Call:
		label := wire.Value{}
		if item.Label != "" {
			label = wire.Str(item.Label)
		}
		c := s.calls[item.ID]
		if len(c.Deltas) > 0 {
			s.send("tool-input-start", id, wire.T("toolName", item.Name), wire.M("title", label))
			return
		}
		s.input(c, item.Arguments.Text())
	case transcript.InputDelta:
		c := s.calls[item.ID]
		s.send("tool-input-delta", id, wire.T("inputTextDelta", item.Delta))
		if s.pieces[item.ID]++; s.pieces[item.ID] == len(c.Deltas) {
			s.input(c, strings.Join(c.Deltas, ""))
		}
	case transcript.Progress:
		s.send("tool-output-available", id, wire.T("output", item.Text), wire.M("preliminary", wire.Boolean(true)))
	case transcript.Result:
		s.result(item, id)
	}
}

// input is the input of a call. A text that was cut off is none.
func (s *server) input(c *transcript.CallRecord, text string) {
	head := []wire.Member{wire.T("toolCallId", c.ID), wire.T("toolName", c.Name)}
	v, err := wire.Parse([]byte(text))
	switch {
	case c.Input.IsObject():
		s.send("tool-input-available", append(head, wire.M("input", c.Input))...)
	case err == nil:
		s.send("tool-input-available", append(head, wire.M("input", v))...)
	case len(c.Deltas) > 0 && s.stop != transcript.Completed:
	case text == "":
		s.send("tool-input-available", append(head, wire.M("input", wire.Obj()))...)
	default:
		s.send("tool-input-error", append(head, wire.T("input", text), wire.T("errorText", "The input is no JSON."))...)
	}
}

func (s *server) result(item transcript.Item, id wire.Member) {
	switch item.Status {
	case transcript.Success:
		s.send("tool-output-available", id, wire.M("output", wire.OrNull(item.Content)))
	case transcript.Error:
		s.send("tool-output-error", id, wire.T("errorText", item.Content.Text()))
	default:
		s.send("tool-output-error", id, wire.T("errorText", "Cancelled. "+item.Content.Text()))
	}
}
