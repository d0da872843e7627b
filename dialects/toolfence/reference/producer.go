package reference

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Produce writes the markdown of a transcript as the document has it.
func Produce(input wire.Value) dialect.Observation { return writer{}.answer(input) }

// writer writes the markdown of a transcript. The zero writer is the reference.
type writer struct {
	hears  func(transcript.Transcript) transcript.Transcript             // hears may change the transcript before it is told
	object func(c *transcript.CallRecord, object wire.Value) wire.Value  // object may change the object of a call before it is written
	body   func(object wire.Value) string                                // body writes an object
	fence  func(body string) string                                      // fence writes a body as a tool fence
	text   func(s string) string                                         // text may change a text
	order  func(calls []*transcript.CallRecord) []*transcript.CallRecord // order may change the order of calls
	late   bool                                                          // fences stand where the result came, not where the call did
	whole  func(markdown string) string                                  // whole may change the finished markdown
}

func (w writer) answer(input wire.Value) dialect.Observation {
	t, err := transcript.ParseValid(input.Get("transcript"))
	if err != nil {
		return dialect.Observation{Ending: dialect.Rejected, Reason: err.Error()}
	}
	if w.hears != nil {
		t = w.hears(t)
	}
	markdown := w.write(t)
	if w.whole != nil {
		markdown = w.whole(markdown)
	}
	return dialect.Observation{State: wire.Obj(wire.T("markdown", markdown))}
}

func (w writer) write(t transcript.Transcript) string {
	calls := t.Calls()
	if w.order != nil {
		calls = w.order(calls)
	}
	var b strings.Builder
	told := 0                     // calls written
	answered := map[string]bool{} // calls whose place has come
	ready := func(id string) bool { return answered[id] }
	for _, item := range t.Items {
		switch item.Kind {
		case transcript.Text:
			text := item.Text
			if w.text != nil {
				text = w.text(text)
			}
			b.WriteString(text)
		case transcript.Call:
			answered[item.ID] = !w.late
		case transcript.Result:
			answered[item.ID] = true
		}
		for ; told < len(calls) && ready(calls[told].ID); told++ {
			w.call(&b, calls[told])
		}
	}
	for ; told < len(calls); told++ {
		w.call(&b, calls[told])
	}
	return b.String()
}

// call writes a tool fence on lines of its own.
func (w writer) call(b *strings.Builder, c *transcript.CallRecord) {
	if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
		b.WriteByte('\n')
	}
	object := objectOf(c)
	if w.object != nil {
		object = w.object(c, object)
	}
	if object.IsAbsent() {
		return
	}
	body := object.JSON()
	if w.body != nil {
		body = w.body(object)
	}
	if w.fence != nil {
		b.WriteString(w.fence(body))
		return
	}
	b.WriteString("```tool\n" + body + "\n```\n")
}

// objectOf is the object of a call. JSON on one line cannot hold a line that closes the fence.
func objectOf(c *transcript.CallRecord) wire.Value {
	state, output, failure := "input-available", wire.Value{}, wire.Value{}
	switch r := c.Result; {
	case r == nil:
	case r.Status == transcript.Success:
		state, output = "output-available", wire.OrNull(r.Content)
	default:
		state, failure = "output-error", wire.Str(failureText(r))
	}
	return wire.Obj(wire.T("toolCallId", c.ID), wire.T("toolName", c.Name), wire.T("state", state),
		wire.M("input", inputOf(c)), wire.M("output", output), wire.M("errorText", failure))
}

func inputOf(c *transcript.CallRecord) wire.Value {
	if !c.Input.IsAbsent() {
		return c.Input
	}
	v, err := wire.Parse([]byte(c.Arguments.Text()))
	if err != nil {
		return wire.Obj()
	}
	return v
}

func failureText(r *transcript.Item) string {
	switch {
	case !wire.Nothing(r.Content):
		return wire.AsText(r.Content)
	case r.Status == transcript.Cancelled:
		return "The call was cancelled."
	}
	return ""
}
