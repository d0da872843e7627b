package agui

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// renderStream makes the events of a run. Picks choose what a right producer may.
func renderStream(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	r := &renderer{pick: pick, left: map[string]int{}, open: map[string]bool{}}
	for _, item := range t.Items {
		if item.Kind == transcript.InputDelta {
			r.left[item.ID]++
		}
	}
	r.emit(starts(ownRun).With("protocolVersion", wire.Str("1.0")))
	for _, item := range t.Items {
		r.item(item)
		if pick(12) == 11 {
			r.aside()
		}
	}
	r.stop(t)
	return scriptOfEvents(r.events)
}

type renderer struct {
	pick   dialect.Pick
	events []wire.Value
	// left are the deltas that a call still has, open the calls that are, in order.
	left     map[string]int
	open     map[string]bool
	order    []string
	messages int
	last     string
}

func (r *renderer) emit(list ...wire.Value) { r.events = append(r.events, list...) }

// message is a fresh message id, unlike any call's.
func (r *renderer) message() string {
	r.messages++
	return fmt.Sprintf("m_%c%d", 'z'-rune(r.messages%20), 3*r.messages)
}

// aside is an event that changes nothing.
func (r *renderer) aside() {
	r.emit(wire.ParseString([]string{
		`{"type":"CUSTOM","name":"note","value":{"toolCallId":"none"}}`, `{"type":"STATE_SNAPSHOT","snapshot":{"step":1}}`,
		`{"type":"RAW","event":{"type":"TEXT_MESSAGE_CHUNK","messageId":"raw_1","delta":"none"}}`,
		`{"type":"ACTIVITY_SNAPSHOT","messageId":"act_1","activityType":"PLAN","content":{"steps":[]}}`,
	}[r.pick(4)]))
}

func (r *renderer) item(item transcript.Item) {
	switch item.Kind {
	case transcript.Text:
		r.text(item.Text)
	case transcript.Call:
		r.call(item)
	case transcript.InputDelta:
		r.delta(item)
	case transcript.Progress:
		if r.pick(3) == 1 {
			r.emit(event("CUSTOM", wire.T("name", "progress"), wire.T("value", item.Text)))
		}
	case transcript.Result:
		r.close(item.ID)
		r.emit(answers(r.message(), item.ID, wire.Str(contentOf(item))))
	}
}

// contentOf is a result as the text that the wire has for it.
func contentOf(item transcript.Item) string {
	switch {
	case item.Content.Text() == "" && item.Content.IsString() && item.Status != transcript.Success:
		return "(" + item.Status + ")"
	case item.Content.IsString():
		return item.Content.Text()
	case item.Content.IsAbsent():
		return "null"
	}
	return item.Content.JSON()
}

// text is a triad, or chunks where no call that is told by chunks is open.
func (r *renderer) text(text string) {
	id := r.message()
	r.last = id
	runes := []rune(text)
	at := r.pick(len(runes) + 1)
	first, rest := string(runes[:at]), string(runes[at:])
	if r.pick(3) == 2 {
		r.emit(chunkOf(textChunk, []string{"messageId", "delta"}, []wire.Value{wire.Str(id), wire.Str(first)}))
		if rest != "" {
			r.emit(chunkOf(textChunk, []string{"messageId", "delta"},
				[]wire.Value{[]wire.Value{{}, wire.Str(id)}[r.pick(2)], wire.Str(rest)}))
		}
		return
	}
	r.emit(textOpens(id, []string{"", "assistant"}[r.pick(2)]))
	for _, p := range []string{first, rest} {
		if p != "" || r.pick(6) == 5 {
			r.emit(says(id, p))
		}
	}
	r.emit(textCloses(id))
}

func (r *renderer) call(item transcript.Item) {
	parent := []string{"", r.last, "m_own"}[r.pick(3)]
	if r.left[item.ID] > 0 {
		r.emit(callOpens(item.ID, item.Name, parent))
		r.open[item.ID] = true
		r.order = append(r.order, item.ID)
		return
	}
	arguments := item.Input.JSON()
	if item.Arguments.IsString() {
		arguments = item.Arguments.Text()
	}
	if item.Input.IsObject() && item.Input.Len() == 0 && r.pick(3) == 1 {
		arguments = ""
	}
	if r.pick(4) == 3 {
		r.emit(chunkOf(callChunk, []string{"toolCallId", "toolCallName", "parentMessageId", "delta"},
			[]wire.Value{wire.Str(item.ID), wire.Str(item.Name), some(parent), wire.Str(arguments)}))
		return
	}
	r.emit(callOpens(item.ID, item.Name, parent))
	runes := []rune(arguments)
	at := r.pick(len(runes) + 1)
	for _, p := range []string{string(runes[:at]), string(runes[at:])} {
		if p != "" {
			r.emit(piece(item.ID, p))
		}
	}
	r.open[item.ID] = true
	r.order = append(r.order, item.ID)
	if r.pick(3) < 2 {
		r.close(item.ID)
	}
}

func (r *renderer) delta(item transcript.Item) {
	r.emit(piece(item.ID, item.Delta))
	if r.left[item.ID]--; r.left[item.ID] == 0 {
		r.close(item.ID)
	}
}

func (r *renderer) close(id string) {
	if r.open[id] {
		r.emit(callCloses(id))
		r.open[id] = false
	}
}

func (r *renderer) stop(t transcript.Transcript) {
	reason := t.StopReason()
	if reason == transcript.Error {
		message := "the model failed"
		if last := t.Items[len(t.Items)-1]; last.Message != "" {
			message = last.Message
		}
		r.emit(failing(message, ""))
		return
	}
	for _, id := range r.order {
		r.close(id)
	}
	outcome := wire.Value{}
	if reason == transcript.UserStopped {
		outcome = wire.ParseString(`{"type":"cancelled"}`)
	} else if r.pick(2) == 1 {
		outcome = wire.ParseString(`{"type":"success"}`)
	}
	r.emit(finishes(ownRun, outcome))
}
