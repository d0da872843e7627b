package openaichat

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// renderStream makes the chunks of a completion. Picks choose what a right server may.
func renderStream(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	r := newRenderer(t, pick)
	r.items(r.begin())
	s := &stream.Script{Form: form()}
	switch failed := r.stop == transcript.Error; {
	case failed && pick(2) == 0:
		r.fail(wire.T("message", stream.Failure(r.Transcript)), wire.M("code", wire.Int(502)))
	case failed, r.stop == transcript.UserStopped:
		s.End = stream.Cut
	default:
		if r.finish(); pick(3) == 1 {
			r.chunks = append(r.chunks, chunk().With("usage", used(5)))
		}
	}
	return s.With(r.chunks)
}

// renderer tells a completion; its stop is that of the turn.
type renderer struct {
	transcript.Transcript
	pick   dialect.Pick
	index  map[string]int64
	stop   string
	chunks []wire.Value
	// pending are call fragments that may still share their chunk with others.
	pending []wire.Value
}

func newRenderer(t transcript.Transcript, pick dialect.Pick) *renderer {
	r := &renderer{Transcript: t.Completion(), pick: pick, index: map[string]int64{}, stop: t.StopReason()}
	for _, c := range r.Calls() {
		r.index[c.ID] = int64(c.Position)
	}
	return r
}

func (r *renderer) say(members ...wire.Member) { r.chunks = append(r.chunks, said(members...)) }

// begin: the role stands alone, or with the first text. It returns the items that are left.
func (r *renderer) begin() []transcript.Item {
	role, left := []wire.Member{wire.T("role", "assistant")}, r.Items
	switch r.pick(4) {
	case 0:
		if len(left) > 0 && left[0].Kind == transcript.Text && left[0].Text != "" {
			role, left = append(role, wire.T("content", left[0].Text)), left[1:]
		}
	case 1:
		role = append(role, wire.M("content", wire.NullValue))
	case 2:
		role = append(role, wire.T("content", ""), wire.M("refusal", wire.NullValue))
	}
	r.say(role...)
	return left
}

func (r *renderer) items(items []transcript.Item) {
	for _, item := range items {
		switch item.Kind {
		case transcript.Text:
			r.flush()
			for _, piece := range stream.Pieces(item.Text, r.pick) {
				r.say(wire.T("content", piece))
			}
		case transcript.Call:
			r.call(item)
		case transcript.InputDelta:
			r.add(fragment(r.index[item.ID], item.Delta))
		}
	}
	r.flush()
}

func (r *renderer) call(item transcript.Item) {
	first, rest := "", item.AtOnce()
	if item.Input.IsObject() && item.Input.Len() == 0 && r.pick(2) == 1 {
		rest = ""
	}
	if r.pick(3) == 1 {
		first, rest = rest, ""
	}
	r.add(opener(r.index[item.ID], item.ID, item.Name, first))
	for _, piece := range stream.Pieces(rest, r.pick) {
		r.add(fragment(r.index[item.ID], piece))
	}
}

// add puts a fragment into a chunk of its own, or beside the one before.
func (r *renderer) add(f wire.Value) {
	if len(r.pending) > 0 && r.pick(4) != 3 {
		r.flush()
	}
	r.pending = append(r.pending, f)
}

func (r *renderer) flush() {
	if len(r.pending) > 0 {
		r.say(calls(r.pending...))
	}
	r.pending = nil
}

func (r *renderer) finish() { r.chunks = append(r.chunks, finish(reasonOf(r.stop, len(r.index) > 0))) }

func (r *renderer) fail(members ...wire.Member) {
	r.chunks = append(r.chunks, wire.Obj(wire.M("error", wire.Obj(members...))))
}
