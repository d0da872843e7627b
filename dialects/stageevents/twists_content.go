package stageevents

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/wire"
)

// contentTwists change what an update says.
func contentTwists() []twistRow {
	return []twistRow{
		{"other-name", "A start carries another name.", "50", func(w twisting) twisted {
			t := w.some(w.started)
			if t == nil {
				return twisted{}
			}
			i := w.places(t, words.Start)[0]
			return twisted{w.replaced(i, w.list[i].With("name", wire.Str("another_tool"))), breaks("03", "")}
		}},
		{"no-name", "A start carries no name.", "50", func(w twisting) twisted {
			t := w.some(w.started)
			if t == nil {
				return twisted{}
			}
			i := w.places(t, words.Start)[0]
			return twisted{w.replaced(i, w.list[i].Without("name")), breaks("03", "03")}
		}},
		{"early-error", "A failure is told before the end.", "50", func(w twisting) twisted {
			t := w.some(func(t *thread) bool { return w.ended(t) && len(t.at) > 2 })
			if t == nil {
				return twisted{}
			}
			i := t.at[1+w.pick(len(t.at)-2)]
			return twisted{w.replaced(i, w.list[i].With("error", wire.Str("early error"))), breaks("06", "06")}
		}},
		{"success-to-error", "A success is told as a failure.", "50", func(w twisting) twisted {
			t := w.some(w.succeeded)
			if t == nil {
				return twisted{}
			}
			e := w.list[w.end(t)].Without("result").With("success", wire.Boolean(false)).With("error", wire.Str("turned into an error"))
			return twisted{w.replaced(w.end(t), e), breaks("07", "")}
		}},
		{"error-to-success", "A failure is told as a success.", "50", func(w twisting) twisted {
			t := w.some(func(t *thread) bool { return w.ended(t) && t.call != nil && (t.call.cut() || t.call.failed()) })
			if t == nil {
				return twisted{}
			}
			e := w.list[w.end(t)].Without("error").With("success", wire.Boolean(true)).With("result", wire.Str("turned into a success"))
			with := "06"
			if t.call.cut() {
				with = "08"
			}
			return twisted{w.replaced(w.end(t), e), breaks(with, "")}
		}},
		{"both-outcomes", "A success carries an error beside its result.", "50", func(w twisting) twisted {
			t := w.some(func(t *thread) bool { return w.succeeded(t) && w.list[w.end(t)].Get("success").IsTrue() })
			if t == nil {
				return twisted{}
			}
			return twisted{w.replaced(w.end(t), w.list[w.end(t)].With("error", wire.Str("an error beside it"))), breaks("07", "07")}
		}},
		{"other-result", "A result is another than the tool's.", "50", func(w twisting) twisted {
			t := w.some(func(t *thread) bool { return w.succeeded(t) && w.list[w.end(t)].Get("result").IsString() })
			if t == nil {
				return twisted{}
			}
			e := w.list[w.end(t)]
			return twisted{w.replaced(w.end(t), e.With("result", wire.Str(e.Get("result").Text()+" (changed)"))), breaks("07", "")}
		}},
		{"results-exchanged", "Two calls exchange their results.", "51", exchange},
	}
}

// succeeded threads end in a success, by the transcript and by the stream.
func (w twisting) succeeded(t *thread) bool {
	return w.answered(t) && !t.call.cut() && !t.call.failed() && !words.TellsFailure(w.list[w.end(t)])
}

func exchange(w twisting) twisted {
	has := func(t *thread) bool { return w.succeeded(t) && w.list[w.end(t)].Get("result").IsString() }
	a := w.some(has)
	if a == nil {
		return twisted{}
	}
	mine := w.list[w.end(a)].Get("result")
	b := w.some(func(t *thread) bool {
		return has(t) && t.id != a.id && !wire.EqualOrText(t.call.Result.Content, mine) &&
			!wire.EqualOrText(a.call.Result.Content, w.list[w.end(t)].Get("result"))
	})
	if b == nil {
		return twisted{}
	}
	out := w.replaced(w.end(a), w.list[w.end(a)].With("result", w.list[w.end(b)].Get("result")))
	out[w.end(b)] = out[w.end(b)].With("result", mine)
	return twisted{out, breaks("07", "")}
}

// pieceTwists damage the argument text of a call that is told in chunks.
func pieceTwists() []twistRow {
	damaged := func(edit func(w twisting, chunks []int) []wire.Value) func(twisting) twisted {
		return func(w twisting) twisted {
			t := w.some(func(t *thread) bool { return w.chunked(t) && len(w.chunks(t)) > 1 })
			if t == nil {
				return twisted{}
			}
			return twisted{edit(w, w.chunks(t)), w.brokenText(t)}
		}
	}
	return []twistRow{
		{"drop-chunk", "A chunk is lost.", "58",
			damaged(func(w twisting, chunks []int) []wire.Value { return w.dropped(chunks[w.pick(len(chunks))]) })},
		{"repeat-chunk", "A chunk comes twice.", "58", damaged(func(w twisting, chunks []int) []wire.Value {
			i := chunks[w.pick(len(chunks))]
			return inserted(w.list, i, w.list[i])
		})},
		{"corrupt-chunk", "A chunk has letters of its own.", "58", damaged(func(w twisting, chunks []int) []wire.Value {
			i := chunks[w.pick(len(chunks))]
			return w.replaced(i, w.list[i].With("parametersChunk", wire.Str(w.list[i].Get("parametersChunk").Text()+"~corrupt~")))
		})},
		{"foreign-chunk", "A chunk goes out under another call's id.", "51 58", foreignChunk},
	}
}

// chunked threads tell their arguments in chunks and in nothing else before the
// end, and were answered.
func (w twisting) chunked(t *thread) bool {
	return w.answered(t) && w.started(t) && t.call.style == inChunks && strings.TrimSpace(t.call.text) != "" && !emptyText(t.call.text)
}

func emptyText(s string) bool { return strings.TrimSpace(s) == "{}" }

// chunks are the places of the chunks with something in them.
func (w twisting) chunks(t *thread) []int {
	var list []int
	for _, i := range w.places(t, words.Streaming) {
		if w.list[i].Get("parametersChunk").Text() != "" {
			list = append(list, i)
		}
	}
	return list
}

// brokenText is what a damaged argument text breaks. Without the transcript it
// shows only beside the whole on the end of a success.
func (w twisting) brokenText(damaged ...*thread) dialect.Planted {
	for _, t := range damaged {
		if t.call.endWhole && !words.TellsFailure(w.list[w.end(t)]) {
			return breaks("10", "13")
		}
	}
	return breaks("10", "")
}

func foreignChunk(w twisting) twisted {
	from := w.some(func(t *thread) bool { return w.chunked(t) && len(w.chunks(t)) > 1 })
	if from == nil {
		return twisted{}
	}
	chunks := w.chunks(from)
	i := chunks[w.pick(len(chunks))]
	to := w.some(func(t *thread) bool {
		if t.id == from.id || !w.chunked(t) || t.call.text == from.call.text || w.places(t, words.Start)[0] > i || len(w.chunks(t)) == 0 {
			return false
		}
		r := append(w.places(t, words.Running), w.end(t))
		return i < r[0]
	})
	if to == nil {
		return twisted{}
	}
	return twisted{w.replaced(i, w.list[i].With("id", wire.Str(to.id))), w.brokenText(from, to)}
}
