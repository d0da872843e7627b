package openairesponses

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
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
	pieces := map[string]bool{}
	for _, item := range t.Items {
		pieces[item.ID] = pieces[item.ID] || item.Kind == transcript.InputDelta
	}
	for _, item := range t.Items {
		if item.Kind == transcript.Call && pieces[item.ID] {
			item.Input, item.Arguments = wire.Value{}, wire.Value{}
		}
		s.item(item)
	}
	s.stop(t.Completion())
	var sse []byte
	for _, e := range s.events {
		sse = wire.AppendEncoded(append(sse, "event: "+e.Get("type").Text()+"\n"...), wire.SSE, e)
	}
	return dialect.Telling(s.events, append(sse, "data: [DONE]\n\n"...))
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
	case transcript.Result:
		if i := s.open[item.ID]; i != nil {
			s.complete(i, "")
			delete(s.open, item.ID)
		}
		index, id := s.number("fco")
		output := wire.Obj(wire.T("type", callOutput), wire.T("id", id), wire.T("call_id", item.ID), wire.T("output", asText(item.Content)),
			wire.T("status", completed))
		s.done(s.add(index, output), output)
	}
}

// asText is a result as the text that the wire has for it.
func asText(v wire.Value) string {
	if v.IsString() {
		return v.Text()
	}
	return v.JSON()
}

func (s *server) complete(i *written, text string) {
	if text != "" {
		s.piece(i, text)
	}
	s.told(i, i.text)
	s.called(i, i.text, completed)
}

// stop ends the response as the turn did. What was cut is never done.
func (s *server) stop(t transcript.Transcript) {
	reason, message := t.StopReason(), ""
	for _, c := range t.Calls() {
		if i := s.open[c.ID]; i != nil && !c.Cut(reason) {
			s.complete(i, "")
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

// Convert is the reference converter: a history as the items of a request. What has no other
// half is left out.
func Convert(input wire.Value) dialect.Observation {
	h, err := history.Parse(input.Get("history"))
	if err != nil {
		return dialect.Observation{Ending: dialect.Rejected, Reason: err.Error()}
	}
	if h.Valid() != nil {
		h = history.Mended("")(h)
	}
	return sentItems(h)
}

// sentItems are the items of a history, whatever it is.
func sentItems(h history.History) dialect.Observation {
	items := []wire.Value{}
	say := func(role, kind, text string) {
		items = append(items,
			wire.Obj(wire.T("type", message), wire.T("role", role),
				wire.M("content", wire.List(wire.Obj(wire.T("type", kind), wire.T("text", text))))))
	}
	for _, e := range h {
		switch e.Role {
		case history.User:
			say(e.Role, "input_text", e.Text)
		case history.Tool:
			items = append(items, wire.Obj(wire.T("type", callOutput), wire.T("call_id", e.CallID), wire.T("output", resultText(e))))
		}
		for _, p := range e.Parts {
			switch {
			case !p.Call && p.Text != "":
				say(history.Assistant, outputText, p.Text)
			case p.Call:
				item := callItem(p.ItemID, p.ID, p.Name, p.Arguments, completed)
				if p.Status != "" {
					item = item.With("status", wire.Str(p.Status))
				}
				if p.ItemID == "" {
					item = item.Without("id")
				}
				items = append(items, item)
			}
		}
	}
	return dialect.Observation{State: wire.Obj(wire.M("input", wire.List(items...)))}
}

// resultText is a result as the text that the wire has for it.
func resultText(e history.Entry) string {
	text := asText(e.Output)
	if text == "" && e.Status != "success" {
		return "The tool said nothing (" + e.Status + ")."
	}
	return text
}
