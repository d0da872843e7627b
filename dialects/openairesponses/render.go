package openairesponses

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
)

// renderStream makes the events of a response. Picks choose what a right server may.
func renderStream(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	stop := t.StopReason()
	t = t.Completion()
	r := &renderer{pick: pick, open: map[string]*written{}, left: map[string]int{}, stop: stop}
	r.begin("resp_drawn")
	if pick(3) == 1 {
		r.status(responseInProgress, inProgress)
	}
	for _, c := range t.Calls() {
		r.left[c.ID] = len(c.Deltas)
		r.cut = append(r.cut, map[bool]string{true: c.ID}[c.Cut(stop)])
	}
	for n, item := range t.Items {
		last := n+1 == len(t.Items) || t.Items[n+1].Kind == transcript.Stop
		r.item(item, last && stop != transcript.Completed)
	}
	for _, c := range t.Calls() {
		if i := r.open[c.ID]; i != nil {
			r.halfCall(i)
		}
	}
	r.finish(t)
	s := &stream.Script{Form: form(), Elements: r.events}
	if pick(3) == 1 {
		s.End = stream.Cut // [DONE] is not everybody's
	}
	return s
}

type renderer struct {
	writer
	pick  dialect.Pick
	index int64
	open  map[string]*written
	left  map[string]int
	cut   []string
	stop  string
	// halved: a call has ended incomplete
	halved bool
}

func (r *renderer) number() int64 {
	if r.pick(8) == 7 {
		r.emit(keepalive)
	}
	if r.pick(9) == 8 {
		id := fmt.Sprintf("rs_%d", r.index)
		i := r.add(r.index, reasoning(id))
		r.done(i, reasoning(id))
		r.index++
	}
	r.index++
	return r.index - 1
}

func (r *renderer) item(item transcript.Item, half bool) {
	switch item.Kind {
	case transcript.Text:
		i := r.message(r.number(), fmt.Sprintf("msg_%d", r.index))
		r.part(i, 0, outputText)
		for _, p := range stream.Pieces(item.Text, r.pick) {
			r.say(i, 0, outputText, p)
		}
		if half && (r.stop == transcript.Error || r.stop == transcript.UserStopped) && r.pick(2) == 1 {
			return
		}
		r.whole(i, 0, outputText, item.Text)
		r.closed(i, 0, outputText, item.Text)
		r.ended(i, completed)
	case transcript.Call:
		i := r.call(r.number(), fmt.Sprintf("fc_%d", r.index), item.ID, item.Name)
		switch {
		case item.Arguments.IsString():
			r.calls(i, item.Arguments.Text())
		case !item.Input.IsAbsent():
			r.calls(i, item.Input.JSON())
		default:
			r.open[item.ID] = i
		}
	case transcript.InputDelta:
		i := r.open[item.ID]
		r.piece(i, item.Delta)
		if r.left[item.ID]--; r.left[item.ID] == 0 && !slices.Contains(r.cut, item.ID) {
			delete(r.open, item.ID)
			r.told(i, i.text)
			r.called(i, i.text, completed)
		}
	}
}

// calls tells arguments: in pieces, or whole at the end.
func (r *renderer) calls(i *written, text string) {
	if r.pick(4) < 3 {
		for _, p := range stream.Pieces(text, r.pick) {
			r.piece(i, p)
		}
	}
	r.told(i, text)
	r.called(i, text, completed)
}

// halfCall ends a call that was cut, or leaves it. An item that ended incomplete is the last one that ends.
func (r *renderer) halfCall(i *written) {
	if (r.stop == transcript.Length || r.stop == transcript.ContentFilter) && r.pick(2) == 0 && !r.halved {
		r.called(i, i.text, incomplete)
		r.halved = true
	}
}

func (r *renderer) finish(t transcript.Transcript) {
	switch r.stop {
	case transcript.Length:
		r.end(incomplete, "max_output_tokens", "")
	case transcript.ContentFilter:
		r.end(incomplete, "content_filter", "")
	case transcript.Error:
		words := stream.Failure(t)
		if form := r.pick(3); form > 0 {
			r.failing("server_error", words, form == 2)
		}
		r.end(failed, "server_error", words)
	case transcript.UserStopped:
		if r.pick(2) == 1 {
			r.end(incomplete, "", "")
		}
	default:
		r.end(completed, "", "")
	}
}
