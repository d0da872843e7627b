package openaichat

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// renderStream makes the chunks of a completion. Picks choose what a right server may.
func renderStream(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	r := &renderer{pick: pick, index: map[string]int64{}, stop: t.StopReason()}
	t = t.Completion()
	r.begin(t)
	for _, c := range t.Calls() {
		r.index[c.ID] = int64(c.Position)
	}
	for i, item := range t.Items {
		if i == 0 && r.spoken {
			continue
		}
		r.item(item)
	}
	r.flush()
	s := &stream.Script{Form: form(), Elements: r.chunks}
	switch r.stop {
	case transcript.Completed, transcript.Length, transcript.ContentFilter:
		r.finish(len(t.Calls()) > 0)
		s.Elements = r.chunks
	case transcript.Error:
		if pick(2) == 0 {
			s.Elements = append(r.chunks,
				wire.Obj(wire.M("error", wire.Obj(wire.T("message", stream.Failure(t)), wire.M("code", wire.Int(502))))))
		} else {
			s.End = stream.Cut
		}
	default:
		s.End = stream.Cut
	}
	return s
}

type renderer struct {
	pick   dialect.Pick
	index  map[string]int64
	stop   string
	chunks []wire.Value
	// spoken: the first item stands beside the role.
	spoken bool
	// pending are call fragments that may still share their chunk with others.
	pending []wire.Value
}

// begin: the role stands alone, or with the first text.
func (r *renderer) begin(t transcript.Transcript) {
	role := []wire.Member{wire.T("role", "assistant")}
	switch r.pick(4) {
	case 0:
		if len(t.Items) > 0 && t.Items[0].Kind == transcript.Text && t.Items[0].Text != "" {
			role = append(role, wire.T("content", t.Items[0].Text))
			r.spoken = true
		}
	case 1:
		role = append(role, wire.M("content", wire.NullValue))
	case 2:
		role = append(role, wire.T("content", ""), wire.M("refusal", wire.NullValue))
	}
	r.chunks = append(r.chunks, said(role...))
}

func (r *renderer) item(item transcript.Item) {
	switch item.Kind {
	case transcript.Text:
		r.flush()
		for _, piece := range stream.Pieces(item.Text, r.pick) {
			r.chunks = append(r.chunks, said(wire.T("content", piece)))
		}
	case transcript.Call:
		text := item.Input.JSON()
		if item.Arguments.IsString() {
			text = item.Arguments.Text()
		}
		if item.Input.IsAbsent() && item.Arguments.IsAbsent() || item.Input.IsObject() && item.Input.Len() == 0 && r.pick(2) == 1 {
			text = ""
		}
		first, rest := "", text
		if r.pick(3) == 1 {
			first, rest = text, ""
		}
		r.add(opener(r.index[item.ID], item.ID, item.Name, first))
		for _, piece := range stream.Pieces(rest, r.pick) {
			r.add(fragment(r.index[item.ID], piece))
		}
	case transcript.InputDelta:
		r.add(fragment(r.index[item.ID], item.Delta))
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
		r.chunks = append(r.chunks, said(calls(r.pending...)))
	}
	r.pending = nil
}

// finish is the chunk of the reason, and the usage behind it.
func (r *renderer) finish(called bool) {
	r.chunks = append(r.chunks, finish(reasonOf(r.stop, called)))
	if r.pick(3) == 1 {
		r.chunks = append(r.chunks, chunk().With("usage", usage(3, 5)))
	}
}

func usage(in, out int64) wire.Value {
	return wire.Obj(wire.M("prompt_tokens", wire.Int(in)), wire.M("completion_tokens", wire.Int(out)),
		wire.M("total_tokens", wire.Int(in+out)))
}
