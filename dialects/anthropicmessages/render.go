package anthropicmessages

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// renderStream makes the events of a message. Picks choose what a right server may.
func renderStream(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	stop := t.StopReason()
	t = t.Completion()
	r := &renderer{pick: pick, open: map[string]int64{}}
	id := t.MessageID
	if id == "" {
		id = "msg_drawn"
	}
	r.emit(opening(id))
	for i, item := range t.Items {
		r.item(item, t.Items[i+1:])
	}
	r.text()
	s := &stream.Script{Form: form()}
	cut := stop == transcript.Error || stop == transcript.UserStopped
	for _, c := range t.Calls() {
		if at, open := r.open[c.ID]; open && !(cut && c.Cut(stop)) {
			r.emit(closes(at))
		}
	}
	switch {
	case stop == transcript.Error:
		r.emit(failing("api_error", stream.Failure(t)))
	case !cut:
		r.emit(reasoned(wire.Str(reasonOf(stop, t))), event(messageStop))
	}
	s.Elements = r.events
	return s
}

// reasonOf is the reason that a stop becomes.
func reasonOf(stop string, t transcript.Transcript) string {
	switch {
	case stop == transcript.Length:
		return "max_tokens"
	case stop == transcript.ContentFilter:
		return "refusal"
	case len(t.Calls()) > 0:
		return "tool_use"
	}
	return "end_turn"
}

type renderer struct {
	pick    dialect.Pick
	events  []wire.Value
	next    int64
	open    map[string]int64
	pending string
}

func (r *renderer) emit(list ...wire.Value) { r.events = append(r.events, list...) }

// begin opens a block and says its index.
func (r *renderer) begin(block wire.Value) int64 {
	if r.pick(8) == 7 {
		r.emit(event(pingEvent))
	}
	r.emit(opens(r.next, block))
	r.next++
	return r.next - 1
}

// text tells the text that is pending as a block of its own.
func (r *renderer) text() {
	if r.pending == "" {
		return
	}
	if r.pick(6) == 5 {
		at := r.begin(wire.ParseString(`{"type":"thinking","thinking":"","signature":""}`))
		r.emit(delta(at, wire.ParseString(`{"type":"thinking_delta","thinking":"Hm."}`)),
			delta(at, wire.ParseString(`{"type":"signature_delta","signature":"c2ln"}`)), closes(at))
	}
	at := r.begin(textBlock(""))
	for _, p := range stream.Pieces(r.pending, r.pick) {
		r.emit(says(at, p))
	}
	r.emit(closes(at))
	r.pending = ""
}

func (r *renderer) item(item transcript.Item, rest []transcript.Item) {
	switch item.Kind {
	case transcript.Text:
		r.pending += item.Text
	case transcript.Call:
		r.text()
		at := r.begin(callBlock(item.ID, item.Name, wire.Obj()))
		if r.pick(2) == 1 {
			r.emit(piece(at, ""))
		}
		text := item.Input.JSON()
		switch {
		case item.Arguments.IsString():
			text = item.Arguments.Text()
		case item.Input.IsAbsent(), item.Input.Len() == 0 && r.pick(2) == 1:
			text = ""
		}
		for _, p := range stream.Pieces(text, r.pick) {
			r.emit(piece(at, p))
		}
		if slices.ContainsFunc(rest, func(o transcript.Item) bool { return o.Kind == transcript.InputDelta && o.ID == item.ID }) {
			r.open[item.ID] = at
		} else if !item.Input.IsAbsent() || !item.Arguments.IsAbsent() {
			r.emit(closes(at))
		} else {
			r.open[item.ID] = at
		}
	case transcript.InputDelta:
		r.emit(piece(r.open[item.ID], item.Delta))
	}
}
