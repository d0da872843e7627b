package stageevents

import (
	"strings"

	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// contentTwists change what an update says.
func contentTwists() []twistRow {
	starting := func(with, alone string, edit plant.Edit) twist {
		return at(thread.started, func(w twisting, t thread) ([]wire.Value, string, string) {
			return w.changed(t.start(), edit), with, alone
		})
	}
	ending := func(fits func(thread) bool, with, alone string, edit plant.Edit) twist {
		return at(fits, func(w twisting, t thread) ([]wire.Value, string, string) {
			return w.changed(t.end(), edit), with, alone
		})
	}
	turned := func(success bool, from, to, value string) plant.Edit {
		return func(e wire.Value) wire.Value {
			return saying(to, value)(e.Without(from).With("success", wire.Boolean(success)))
		}
	}
	toSuccess := turned(true, "error", "result", "turned into a success")
	return []twistRow{
		{"other-name", "50", starting("03", "", saying("name", "another_tool"))},
		{"no-name", "50", starting("03", "03", plant.Lacking("name"))},
		{"early-error", "50", at(func(t thread) bool { return t.endsOnce() && len(t.updates) > 2 },
			breaking("06", func(w twisting, t thread) []wire.Value {
				return w.changed(t.updates[1+w.pick(len(t.updates)-2)].at, saying("error", "early error"))
			}))},
		{"success-to-error", "50", ending(thread.succeeded, "07", "", turned(false, "result", "error", "turned into an error"))},
		{"error-to-success", "50", at(func(t thread) bool {
			return t.endsOnce() && t.call != nil && (t.call.cut() || t.call.failed())
		}, func(w twisting, t thread) ([]wire.Value, string, string) {
			if t.call.cut() {
				return w.changed(t.end(), toSuccess), "08", ""
			}
			return w.changed(t.end(), toSuccess), "06", ""
		})},
		{"both-outcomes", "50", ending(func(t thread) bool {
			return t.succeeded() && t.last().event.Get("success").IsTrue()
		}, "07", "07", saying("error", "an error beside it"))},
		{"other-result", "50", ending(thread.tells, "07", "",
			plant.Inside("/result", plant.Text(func(s string) string { return s + " (changed)" })))},
		{"results-exchanged", "51", exchange},
	}
}

// succeeded threads end in a success, by the transcript and by the stream; tells: with a text.
func (t thread) succeeded() bool {
	return t.answered() && !t.call.cut() && !t.call.failed() && !words.TellsFailure(t.last().event)
}

func (t thread) tells() bool {
	return t.succeeded() && t.last().event.Get("result").IsString()
}

func exchange(w twisting) ([]wire.Value, string, string) {
	a := w.some(thread.tells)
	if a.history == nil {
		return nil, "", ""
	}
	mine := w.List[a.end()].Get("result")
	b := w.some(func(t thread) bool {
		return t.tells() && t.id != a.id && !wire.EqualOrText(t.call.Result.Content, mine) &&
			!wire.EqualOrText(a.call.Result.Content, t.last().event.Get("result"))
	})
	if b.history == nil {
		return nil, "", ""
	}
	out := w.changed(a.end(), plant.Having("result", w.List[b.end()].Get("result")))
	out[b.end()] = out[b.end()].With("result", mine)
	return out, "07", ""
}

// pieceTwists damage the argument text of a call that is told in chunks.
func pieceTwists() []twistRow {
	damaged := func(edit func(w twisting, i int) []wire.Value) twist {
		return at(thread.pieced, func(w twisting, t thread) ([]wire.Value, string, string) {
			chunks := t.chunks()
			return edit(w, chunks[w.pick(len(chunks))]), "10", w.shows(t)
		})
	}
	return []twistRow{
		{"drop-chunk", "58", damaged(func(w twisting, i int) []wire.Value { return wire.Omitting(w.List, i) })},
		{"repeat-chunk", "58", damaged(func(w twisting, i int) []wire.Value { return w.inserted(i, w.List[i]) })},
		{"corrupt-chunk", "58", damaged(func(w twisting, i int) []wire.Value {
			return w.changed(i, plant.Inside("/parametersChunk", plant.Text(func(s string) string { return s + "~corrupt~" })))
		})},
		{"foreign-chunk", "51 58", at(thread.pieced, foreignChunk)},
	}
}

// chunked threads tell their arguments in chunks and in nothing else before the end, and were answered; pieced: in several.
func (t thread) chunked() bool {
	text := ""
	if t.call != nil {
		text = strings.TrimSpace(t.call.text)
	}
	return t.answered() && t.started() && t.call.style == inChunks && text != "" && text != "{}"
}

func (t thread) pieced() bool { return t.chunked() && len(t.chunks()) > 1 }

// chunks are the places of the chunks with something in them.
func (t thread) chunks() []int {
	var list []int
	for _, u := range t.updates {
		if u.stage == words.Streaming && u.event.Get("parametersChunk").Text() != "" {
			list = append(list, u.at)
		}
	}
	return list
}

// shows: without the transcript a damaged argument text shows only beside the whole on the end of a success.
func (w twisting) shows(damaged ...thread) string {
	for _, t := range damaged {
		if t.call.endWhole && !words.TellsFailure(t.last().event) {
			return "13"
		}
	}
	return ""
}

func foreignChunk(w twisting, from thread) ([]wire.Value, string, string) {
	chunks := from.chunks()
	i := chunks[w.pick(len(chunks))]
	to := w.some(func(t thread) bool {
		if t.id == from.id || !t.chunked() || t.call.text == from.call.text || t.start() > i || len(t.chunks()) == 0 {
			return false
		}
		return i < append(t.of(words.Running), t.end())[0]
	})
	if to.history == nil {
		return nil, "", ""
	}
	return w.changed(i, saying("id", to.id)), "10", w.shows(from, to)
}
