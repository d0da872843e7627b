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

// Convert is the reference converter: it makes messages for the model of parts.
func Convert(input wire.Value) dialect.Observation { return converter{}.answer(input) }

// converter is the reference with the places where a planted fault may do otherwise; nil does
// what is right.
type converter struct {
	// part changes a tool part before it is looked at; steps those of a message.
	part  func(p wire.Value) wire.Value
	steps func(steps [][]wire.Value) [][]wire.Value
	// keeps tells whether a call without an outcome is sent, fails whether as a failed one.
	keeps, fails func(p wire.Value, drop bool) bool
	// result changes the result of a part; several, or none, may come of it.
	result func(p, result wire.Value) []wire.Value
}

func (c converter) answer(input wire.Value) dialect.Observation {
	out, drop := []wire.Value{}, input.Get("incomplete").Text() == "drop"
	for _, m := range input.Get("messages").Items() {
		if role := m.Get("role").Text(); role != "assistant" {
			var content []wire.Value
			for _, p := range m.Get("parts").Items() {
				if p.Get("type").Text() == "text" {
					content = append(content, textItem(p))
				}
			}
			out = speak(out, role, content)
			continue
		}
		steps := stepsOf(m)
		if c.steps != nil {
			steps = c.steps(steps)
		}
		for _, step := range steps {
			said, results := c.step(step, drop)
			out = speak(speak(out, "assistant", said), "tool", results)
		}
	}
	return dialect.Observation{State: wire.Obj(wire.M("modelMessages", wire.List(out...)))}
}

// speak adds a message that says something.
func speak(list []wire.Value, role string, content []wire.Value) []wire.Value {
	if len(content) == 0 {
		return list
	}
	return append(list, wire.Obj(wire.T("role", role), wire.M("content", wire.List(content...))))
}

func textItem(p wire.Value) wire.Value {
	return wire.Obj(wire.T("type", "text"), wire.M("text", p.Get("text")))
}

// stepsOf are the parts of a message, by steps.
func stepsOf(m wire.Value) [][]wire.Value {
	steps := [][]wire.Value{nil}
	for _, p := range m.Get("parts").Items() {
		if p.Get("type").Text() == "step" {
			steps = append(steps, nil)
			continue
		}
		n := len(steps) - 1
		steps[n] = append(steps[n], p)
	}
	return steps
}

// step is what the assistant said in a step, and the results behind it.
func (c converter) step(parts []wire.Value, drop bool) (content, results []wire.Value) {
	for _, p := range parts {
		switch p.Get("type").Text() {
		case "text":
			if p.Get("text").Text() != "" {
				content = append(content, textItem(p))
			}
		case "tool":
			if c.part != nil {
				p = c.part(p)
			}
			call, list := c.call(p, drop)
			if call.IsAbsent() {
				continue
			}
			content = append(content, call)
			if p.Get("providerExecuted").IsTrue() {
				content = append(content, list...)
			} else {
				results = append(results, list...)
			}
		}
	}
	return content, results
}

// call is a part as a call and its results, absent where it isn't sent.
func (c converter) call(p wire.Value, drop bool) (call wire.Value, results []wire.Value) {
	id, name, state := p.Get("toolCallId"), p.Get("toolName"), p.Get("state").Text()
	prelim := p.Get("preliminary").IsTrue() && state == "output-available"
	final := (state == "output-available" || state == "output-error" || state == "output-denied") && !prelim
	fails := c.fails != nil && c.fails(p, drop)
	switch {
	case final || fails:
	case c.keeps != nil && c.keeps(p, drop):
	case c.keeps != nil, drop, state == "input-streaming", state == "approval-requested":
		return wire.Value{}, nil
	}
	input := p.Get("input")
	if input.IsAbsent() {
		input = wire.NullValue
	}
	call = wire.Obj(wire.T("type", "tool-call"), wire.M("toolCallId", id), wire.M("toolName", name), wire.M("input", input))
	result := wire.Obj(wire.T("type", "tool-result"), wire.M("toolCallId", id), wire.M("toolName", name))
	switch {
	case fails && !final:
		result = result.With("kind", wire.Str("error")).With("value", wire.Str("The call was not answered."))
	case state == "output-available" && !prelim:
		result = result.With("kind", wire.Str("value")).With("value", p.Get("output"))
		if p.Get("output").IsAbsent() {
			result = result.With("value", wire.NullValue)
		}
	case state == "output-error":
		result = result.With("kind", wire.Str("error")).With("value", wire.Str(p.Get("errorText").Text()))
	case state == "output-denied":
		result = result.With("kind", wire.Str("denied")).With("value", wire.Str("The user denied the call."))
	case state == "approval-responded" && p.Get("approval").Get("approved").IsFalse():
		result = result.With("kind", wire.Str("denied")).With("value", wire.Str("The user denied the call."))
	default:
		return call, nil
	}
	results = []wire.Value{result}
	if c.result != nil {
		results = c.result(p, result)
	}
	return call, results
}
