package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// gatherFaults: the arithmetic of the arguments.
func gatherFaults() []plant.Row {
	without := func(member string, s words.Stage) plant.Plant {
		return readingEach(plant.When(func(e wire.Value) bool { return words.At(e, s) },
			func(e wire.Value) wire.Value { return e.Without(member) }))
	}
	return []plant.Row{
		plant.New("STAGE-58/empty-whole-ignored", readingEach(func(e wire.Value) wire.Value {
			if whole := e.Get("parameters"); whole.IsString() && whole.Text() == "" {
				return e.Without("parameters")
			}
			return e
		})),
		plant.New("STAGE-58/opening-chunk-dropped", without("parametersChunk", words.Start)),
		plant.New("STAGE-58/opening-whole-dropped", without("parameters", words.Start)),
		plant.New("STAGE-58/last-chunk-dropped", without("parametersChunk", words.End)),
		plant.New("STAGE-58/whole-on-end-dropped", without("parameters", words.End)),
		plant.New("STAGE-58/chunk-on-running-dropped", without("parametersChunk", words.Running)),
		plant.New("STAGE-58/equal-chunk-dropped", stepping(func() func(*store, wire.Value) {
			before := map[string]string{}
			return func(s *store, e wire.Value) {
				id, piece := e.Get("id").Text(), e.Get("parametersChunk").Text()
				if piece != "" && before[id] == piece {
					e = e.Without("parametersChunk")
				}
				before[id] = piece
				s.apply(e)
			}
		})),
		plant.New("STAGE-58/empty-chunk-ends", stepping(func() func(*store, wire.Value) {
			done := map[string]bool{}
			return func(s *store, e wire.Value) {
				id := e.Get("id").Text()
				if piece := e.Get("parametersChunk"); piece.IsString() && piece.Text() == "" {
					done[id] = true
				}
				if done[id] {
					e = e.Without("parametersChunk")
				}
				s.apply(e)
			}
		})),
		plant.New("STAGE-58/tail-ignored", showingEach(func(b wire.Value) wire.Value {
			text := b.Get("parameters").Text()
			for n := 1; n < len(text) && n < 1<<10; n++ {
				if v, ok := wire.ParseText(text[:n]); ok && v.IsObject() {
					return b.With("parameters", v)
				}
			}
			return b
		})),
		plant.New("STAGE-58/null-dropped", showingEach(func(b wire.Value) wire.Value {
			v, ok := wire.ParseText(b.Get("parameters").Text())
			if !ok || !v.IsArray() {
				return b
			}
			var kept []wire.Value
			for _, item := range v.Items() {
				if !wire.Nothing(item) && !item.IsFalse() && item.Literal() != "0" {
					kept = append(kept, item)
				}
			}
			return b.With("parameters", wire.List(kept...))
		})),
	}
}

// cutAt cuts a block's result at n bytes.
func cutAt(n int) func(wire.Value) wire.Value {
	return func(b wire.Value) wire.Value {
		if text := b.Get("result").Text(); len(text) > n {
			return b.With("result", wire.Str(text[:n]))
		}
		return b
	}
}

// showingText changes one text of every block.
func showingText(member string, edit func(string) string) plant.Plant {
	return showingEach(func(b wire.Value) wire.Value {
		if v := b.Get(member); v.IsString() {
			return b.With(member, wire.Str(edit(v.Text())))
		}
		return b
	})
}

// unwrapped is a member of the JSON object that a text is, where it has it.
func unwrapped(text string, members ...string) string {
	v, ok := wire.ParseText(text)
	for _, m := range members {
		if ok && v.Get(m).IsString() {
			return v.Get(m).Text()
		}
	}
	return text
}

// lastPart is what follows the last slash of a name.
func lastPart(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// textFaults: texts and names that are taken for something else, and arguments that
// look as if nothing had changed.
func textFaults() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-50/text-unwrapped", showingText("result", func(s string) string { return unwrapped(s, "text", "content") })),
		plant.New("STAGE-50/message-unwrapped", showingText("error", func(s string) string { return unwrapped(s, "message", "error") })),
		plant.New("STAGE-58/same-length", step(func(s *store, e wire.Value) {
			if b := s.of(e); b != nil && b.parameters.Len() > 0 && len(e.Get("parameters").Text()) == b.parameters.Len() {
				e = e.Without("parameters").Without("parametersChunk")
			}
			s.apply(e)
		})),
	}
}

// wordFaults: words of other dialects, and ids that are read carelessly.
func wordFaults() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-56/done-is-end", spelling("done", "end"), "STAGE-50", "STAGE-51", "STAGE-57"),
		plant.New("STAGE-56/error-is-end", spelling("error", "end"), "STAGE-50"),
		plant.New("STAGE-56/begin-is-start", spelling("begin", "start"), "STAGE-50"),
		plant.New("STAGE-56/progress-is-running", spelling("progress", "running"), "STAGE-50", "STAGE-58"),
		plant.New("STAGE-51/ids-of-ascii", folding(func(id string) string {
			return strings.Map(func(r rune) rune {
				if r > 0x7f {
					return -1
				}
				return r
			}, id)
		}), "STAGE-50", "STAGE-58"),
		plant.New("STAGE-51/ids-of-words", folding(func(id string) string {
			return strings.NewReplacer("-", "_", ".", "_", ":", "_").Replace(id)
		}), "STAGE-50", "STAGE-58"),
	}
}

// spelling takes a word of another dialect for a stage.
func spelling(word, stage string) plant.Plant {
	return readingEach(plant.When(func(e wire.Value) bool { return e.Get("stage").Text() == word }, plant.Having("stage", wire.Str(stage))))
}

// folding takes ids for one that a key makes equal: the first of them.
func folding(key func(string) string) plant.Plant {
	return reading(func(events []wire.Value) []wire.Value {
		first := map[string]wire.Value{}
		out := make([]wire.Value, len(events))
		for i, e := range events {
			out[i] = e
			if id := e.Get("id"); id.IsString() && key(id.Text()) != "" {
				k := key(id.Text())
				if _, met := first[k]; !met {
					first[k] = id
				}
				out[i] = e.With("id", first[k])
			}
		}
		return out
	})
}

// surroundingFaults go wrong by what stands between the updates of a call, or by the
// calls before it.
func surroundingFaults() []plant.Row {
	return append(againFaults(), leftOverFaults()...)
}

// againFaults take a call that comes again for the earlier one.
func againFaults() []plant.Row {
	dropTwins := func(earlier func(b wire.Value) bool) plant.Plant {
		return showing(func(blocks []wire.Value) []wire.Value {
			seen := map[string]bool{}
			return slices.DeleteFunc(blocks, func(b wire.Value) bool {
				key := b.Get("name").Text() + b.Get("parameters").Text()
				again := seen[key] && b.Get("parameters").Text() != ""
				seen[key] = seen[key] || earlier(b)
				return again
			})
		})
	}
	return []plant.Row{
		plant.New("STAGE-50/retry-replaces", dropTwins(func(b wire.Value) bool { return b.Get("success").IsFalse() })),
		plant.New("STAGE-50/cached-result", step(func(s *store, e wire.Value) {
			b := s.of(e)
			open := b != nil && b.stage != "end"
			s.apply(e)
			if !open || !words.At(e, words.End) {
				return
			}
			for _, first := range s.blocks {
				if first == b {
					return
				}
				if first.stage == "end" && first.error.IsNull() && first.name == b.name && b.parameters.Len() > 0 &&
					first.parameters.String() == b.parameters.String() {
					b.result, b.success, b.error = first.result, first.success, first.error
				}
			}
		}), "STAGE-51"),
	}
}

// leftOverFaults leave something over from the call that ended before.
func leftOverFaults() []plant.Row {
	carried := func(into func(b, before *toolBlock)) plant.Plant {
		return stepping(func() func(*store, wire.Value) {
			var before *toolBlock
			return func(s *store, e wire.Value) {
				b := s.of(e)
				open := b != nil && b.stage != "end"
				s.apply(e)
				if open && words.At(e, words.End) {
					if before != nil {
						into(b, before)
					}
					ended := *b
					ended.result, ended.success, ended.error = e.Get("result"), e.Get("success"), e.Get("error")
					before = &ended
				}
			}
		})
	}
	return []plant.Row{
		plant.New("STAGE-50/error-sticks", carried(func(b, before *toolBlock) {
			if wire.Nothing(b.error) && wire.Nothing(b.result) && wire.Nothing(b.success) {
				b.error = before.error
			}
		}), "STAGE-51"),
		plant.New("STAGE-50/failure-sticks", carried(func(b, before *toolBlock) {
			if wire.Nothing(b.success) && wire.Nothing(b.error) && before.success.IsFalse() {
				b.success = before.success
			}
		})),
		plant.New("STAGE-50/result-sticks", carried(func(b, before *toolBlock) {
			if wire.Nothing(b.result) && b.success.IsTrue() {
				b.result = before.result
			}
		}), "STAGE-51"),
		plant.New("STAGE-58/short-life-flushes", step(func(s *store, e wire.Value) {
			b := s.of(e)
			if words.At(e, words.End) && b != nil && b.stage == "start" && b.parameters.Len() == 0 {
				for _, other := range s.blocks {
					if other.stage == "streaming" {
						other.parameters.Reset()
					}
				}
			}
			s.apply(e)
		}), "STAGE-53"),
		plant.New("STAGE-58/failure-flushes", step(func(s *store, e wire.Value) {
			b := s.of(e)
			fails := words.At(e, words.End) && b != nil && b.stage != "end" && words.TellsFailure(e)
			s.apply(e)
			for _, other := range s.blocks {
				if fails && other != b && other.stage == "streaming" {
					other.parameters.Reset()
				}
			}
		}), "STAGE-53"),
	}
}
