package openairesponses

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Produce is the reference producer: a server that tells one response.
func Produce(input wire.Value) dialect.Observation {
	t, err := transcript.Parse(input.Get("transcript"))
	if err == nil {
		err = t.Completion().ValidCompletion()
	}
	if err != nil {
		return dialect.Observation{Ending: dialect.Rejected, Reason: err.Error()}
	}
	s := server{open: map[string]*written{}}
	s.begin("resp_reference")
	for _, item := range t.Completion().Items {
		s.item(item)
	}
	s.stop(t.Completion())
	o := dialect.Observation{}
	sse := ""
	for _, e := range s.events {
		o.Events = append(o.Events, dialect.Event{Value: e, After: -1})
		sse += "event: " + e.Get("type").Text() + "\ndata: " + e.JSON() + "\n\n"
	}
	o.State = wire.Obj(str("sse", sse+"data: [DONE]\n\n"))
	return o
}

// server tells items one by one. Calls whose arguments come in pieces stay open until all is
// told, and end in the order of their start.
type server struct {
	writer
	next  int64
	open  map[string]*written
	order []string
}

func (s *server) number(kind string) (index int64, id string) {
	s.next++
	return s.next - 1, fmt.Sprintf("%s_%d", kind, 17*s.next)
}

func (s *server) item(item transcript.Item) {
	switch item.Kind {
	case transcript.Text:
		if item.Text != "" {
			i := s.message(s.number("msg"))
			s.said(i, 0, outputText, item.Text)
			s.ended(i, completed)
		}
	case transcript.Call:
		index, id := s.number("fc")
		i := s.call(index, id, item.ID, item.Name)
		switch {
		case item.Input.IsObject():
			s.complete(i, item.Input.JSON())
		case item.Arguments.IsString():
			s.complete(i, item.Arguments.Text())
		default:
			s.open[item.ID] = i
			s.order = append(s.order, item.ID)
		}
	case transcript.InputDelta:
		s.piece(s.open[item.ID], item.Delta)
	}
}

func (s *server) complete(i *written, text string) {
	if text != "" {
		s.piece(i, text)
	}
	s.told(i, text)
	s.called(i, text, completed)
}

// stop ends the response as the turn did. What was cut is never done.
func (s *server) stop(t transcript.Transcript) {
	reason, message := t.StopReason(), ""
	for _, c := range t.Calls() {
		if i := s.open[c.ID]; i != nil && !c.Cut(reason) {
			s.told(i, i.text)
			s.called(i, i.text, completed)
		}
	}
	if n := len(t.Items); n > 0 {
		message = t.Items[n-1].Message
	}
	switch reason {
	case transcript.Completed:
		s.end(completed, "", "")
	case transcript.Length:
		s.end(incomplete, "max_output_tokens", "")
	case transcript.ContentFilter:
		s.end(incomplete, "content_filter", "")
	case transcript.Error:
		if message == "" {
			message = "the model failed"
		}
		s.end(failed, "server_error", message)
	}
}
