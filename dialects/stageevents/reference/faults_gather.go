package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/wire"
)

// gatherFaults: the arithmetic of the arguments.
func gatherFaults() []planted {
	without := func(member string, s words.Stage) plant {
		return readingEach(func(e wire.Value) wire.Value {
			if words.At(e, s) {
				return e.Without(member)
			}
			return e
		})
	}
	return []planted{
		{"STAGE-58/chunk-replaces", "A chunk replaces what was gathered.", "", readingEach(func(e wire.Value) wire.Value {
			if piece := e.Get("parametersChunk"); piece.IsString() && !e.Has("parameters") {
				return e.With("parameters", piece)
			}
			return e
		})},
		{"STAGE-58/whole-appends", "`parameters` is appended.", "", readingEach(func(e wire.Value) wire.Value {
			if whole := e.Get("parameters"); whole.IsString() {
				return e.Without("parameters").With("parametersChunk", whole)
			}
			return e
		})},
		{"STAGE-58/both-count", "With both present both count.", "", step(func(s *store, e wire.Value) {
			b := s.of(e)
			open := b != nil && b.stage != "end"
			s.apply(e)
			if open && e.Get("parameters").IsString() {
				b.parameters.WriteString(e.Get("parametersChunk").Text())
			}
		})},
		{"STAGE-58/chunk-wins", "With both present the chunk wins.", "", readingEach(func(e wire.Value) wire.Value {
			if e.Get("parametersChunk").IsString() {
				return e.Without("parameters")
			}
			return e
		})},
		{"STAGE-58/empty-whole-ignored", "An empty `parameters` doesn't replace.", "", readingEach(func(e wire.Value) wire.Value {
			if whole := e.Get("parameters"); whole.IsString() && whole.Text() == "" {
				return e.Without("parameters")
			}
			return e
		})},
		{"STAGE-58/opening-chunk-dropped", "Chunks in the opening update are dropped.", "", without("parametersChunk", words.Start)},
		{"STAGE-58/opening-whole-dropped", "Arguments in the opening update are dropped.", "", without("parameters", words.Start)},
		{"STAGE-58/last-chunk-dropped", "Chunks on the end are dropped.", "", without("parametersChunk", words.End)},
		{"STAGE-58/whole-on-end-dropped", "Arguments on the end are dropped.", "", without("parameters", words.End)},
		{"STAGE-58/whole-on-running-dropped", "Arguments on `running` are dropped.", "", without("parameters", words.Running)},
		{"STAGE-58/chunk-on-running-dropped", "Chunks on `running` are dropped.", "", without("parametersChunk", words.Running)},
		{"STAGE-58/first-whole-wins", "Once arguments are there, `parameters` doesn't replace them.", "",
			step(func(s *store, e wire.Value) {
				if b := s.of(e); b != nil && b.parameters.Len() > 0 && e.Get("parameters").IsString() {
					e = e.Without("parameters").Without("parametersChunk")
				}
				s.apply(e)
			})},
		{"STAGE-58/finished-early", "As soon as the text is JSON nothing is added.", "", step(func(s *store, e wire.Value) {
			if b := s.of(e); b != nil {
				if _, ok := wire.ParseText(b.parameters.String()); ok {
					e = e.Without("parametersChunk")
				}
			}
			s.apply(e)
		})},
		{"STAGE-58/equal-chunk-dropped", "A chunk equal to the one before it is taken for a repetition.", "",
			stepping(func() func(*store, wire.Value) {
				before := map[string]string{}
				return func(s *store, e wire.Value) {
					id, piece := e.Get("id").Text(), e.Get("parametersChunk").Text()
					if piece != "" && before[id] == piece {
						e = e.Without("parametersChunk")
					}
					before[id] = piece
					s.apply(e)
				}
			})},
		{"STAGE-58/chunks-trimmed", "Blanks at the ends of a chunk are lost.", "", readingEach(func(e wire.Value) wire.Value {
			if piece := e.Get("parametersChunk"); piece.IsString() {
				return e.With("parametersChunk", wire.Str(strings.TrimSpace(piece.Text())))
			}
			return e
		})},
		{"STAGE-58/empty-chunk-ends", "An empty chunk ends the arguments.", "", stepping(func() func(*store, wire.Value) {
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
		})},
		{"STAGE-58/malformed-is-empty", "Arguments that are no JSON become {}.", "", showingEach(func(b wire.Value) wire.Value {
			if _, ok := wire.ParseText(b.Get("parameters").Text()); !ok {
				return b.With("parameters", wire.Obj())
			}
			return b
		})},
		{"STAGE-58/malformed-repaired", "Arguments that break off are closed.", "", showingEach(func(b wire.Value) wire.Value {
			text := b.Get("parameters").Text()
			for _, tail := range []string{`}`, `"}`, `""}`, `null}`} {
				if v, ok := wire.ParseText(text + tail); ok {
					return b.With("parameters", v)
				}
			}
			return b
		})},
		{"STAGE-58/tail-ignored", "What follows the first JSON value is dropped.", "", showingEach(func(b wire.Value) wire.Value {
			text := b.Get("parameters").Text()
			for n := 1; n < len(text) && n < 1<<10; n++ {
				if v, ok := wire.ParseText(text[:n]); ok && v.IsObject() {
					return b.With("parameters", v)
				}
			}
			return b
		})},
		{"STAGE-58/last-brace", "The last brace is dropped.", "", showingEach(func(b wire.Value) wire.Value {
			return b.With("parameters", wire.Str(strings.TrimSuffix(b.Get("parameters").Text(), "}")))
		})},
		{"STAGE-58/null-dropped", "Members of the arguments that are null, 0, false or empty are dropped.", "",
			showingEach(func(b wire.Value) wire.Value {
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
			})},
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
func showingText(member string, edit func(string) string) plant {
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

// cutName is a name cut at 64 bytes.
func cutName(name string) string { return name[:min(len(name), 64)] }

// lastPart is what follows the last slash of a name.
func lastPart(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

func withoutNul(text string) string { return strings.ReplaceAll(text, "\x00", "") }

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// textFaults: texts and names that are taken for something else, and arguments that
// look as if nothing had changed.
func textFaults() []planted {
	return []planted{
		{"STAGE-50/text-unwrapped", "A result that is JSON with a text in it becomes that text.", "",
			showingText("result", func(s string) string { return unwrapped(s, "text", "content") })},
		{"STAGE-50/message-unwrapped", "An error that is JSON with a message in it becomes that message.", "",
			showingText("error", func(s string) string { return unwrapped(s, "message", "error") })},
		{"STAGE-50/error-first-line", "Of an error the first line is held.", "", showingText("error", firstLine)},
		{"STAGE-50/controls-lost", "NUL is lost in a result.", "", showingText("result", withoutNul)},
		{"STAGE-50/name-of-64", "A name is cut at 64 characters.", "", showingText("name", cutName)},
		{"STAGE-50/name-part", "Of a name with a slash the last part is held.", "", showingText("name", lastPart)},
		{"STAGE-58/same-length", "`parameters` as long as what is held change nothing.", "", step(func(s *store, e wire.Value) {
			if b := s.of(e); b != nil && b.parameters.Len() > 0 && len(e.Get("parameters").Text()) == b.parameters.Len() {
				e = e.Without("parameters").Without("parametersChunk")
			}
			s.apply(e)
		})},
	}
}

// wordFaults: words of other dialects, and ids that are read carelessly.
func wordFaults() []planted {
	return []planted{
		{"STAGE-56/done-is-end", "`done` is an end.", "50 51 57", spelling("done", "end")},
		{"STAGE-56/error-is-end", "`error` is an end.", "50", spelling("error", "end")},
		{"STAGE-56/begin-is-start", "`begin` is a start.", "50", spelling("begin", "start")},
		{"STAGE-56/progress-is-running", "`progress` is `running`.", "50 58", spelling("progress", "running")},
		{"STAGE-51/ids-of-ascii", "Letters beyond ASCII don't count in ids.", "50 58", folding(func(id string) string {
			return strings.Map(func(r rune) rune {
				if r > 0x7f {
					return -1
				}
				return r
			}, id)
		})},
		{"STAGE-51/ids-of-words", "Between the words of an id every separator is the same.", "50 58", folding(func(id string) string {
			return strings.NewReplacer("-", "_", ".", "_", ":", "_").Replace(id)
		})},
	}
}

// spelling takes a word of another dialect for a stage.
func spelling(word, stage string) plant {
	return readingEach(func(e wire.Value) wire.Value {
		if e.Get("stage").Text() == word {
			return e.With("stage", wire.Str(stage))
		}
		return e
	})
}

// folding takes ids for one that a key makes equal: the first of them.
func folding(key func(string) string) plant {
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
func surroundingFaults() []planted {
	return append(againFaults(), leftOverFaults()...)
}

// againFaults take a call that comes again for the earlier one.
func againFaults() []planted {
	dropTwins := func(earlier func(b wire.Value) bool) plant {
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
	return []planted{
		{"STAGE-50/once-answered", "A call equal to an earlier one that was answered has no block.", "", dropTwins(func(b wire.Value) bool {
			return b.Get("stage").Text() == "end" && b.Get("success").IsTrue()
		})},
		{"STAGE-50/retry-replaces", "A call equal to an earlier one that failed has no block.", "",
			dropTwins(func(b wire.Value) bool { return b.Get("success").IsFalse() })},
		{"STAGE-50/cached-result", "A call equal to an answered one ends with that one's result.", "51", step(func(s *store, e wire.Value) {
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
		})},
	}
}

// leftOverFaults leave something over from the call that ended before.
func leftOverFaults() []planted {
	carried := func(into func(b, before *toolBlock)) plant {
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
	return []planted{
		{"STAGE-50/error-sticks", "An end that says nothing but that it is one has the error of the end before.", "51",
			carried(func(b, before *toolBlock) {
				if wire.Nothing(b.error) && wire.Nothing(b.result) && wire.Nothing(b.success) {
					b.error = before.error
				}
			})},
		{"STAGE-50/failure-sticks", "An end without `success` has that of the end before.", "", carried(func(b, before *toolBlock) {
			if wire.Nothing(b.success) && wire.Nothing(b.error) && before.success.IsFalse() {
				b.success = before.success
			}
		})},
		{"STAGE-50/result-sticks", "A success without a result has that of the end before.", "51", carried(func(b, before *toolBlock) {
			if wire.Nothing(b.result) && b.success.IsTrue() {
				b.result = before.result
			}
		})},
		{"STAGE-58/short-life-flushes", "The end of a call that had no arguments empties those of the calls still open.", "53",
			step(func(s *store, e wire.Value) {
				b := s.of(e)
				if words.At(e, words.End) && b != nil && b.stage == "start" && b.parameters.Len() == 0 {
					for _, other := range s.blocks {
						if other.stage == "streaming" {
							other.parameters.Reset()
						}
					}
				}
				s.apply(e)
			})},
		{"STAGE-58/failure-flushes", "A failure forgets what the calls that still stream have gathered.", "53",
			step(func(s *store, e wire.Value) {
				b := s.of(e)
				fails := words.At(e, words.End) && b != nil && b.stage != "end" && words.TellsFailure(e)
				s.apply(e)
				for _, other := range s.blocks {
					if fails && other != b && other.stage == "streaming" {
						other.parameters.Reset()
					}
				}
			})},
	}
}
