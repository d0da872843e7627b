package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/wire"
)

type (
	answer      = dialect.Answer
	observation = dialect.Observation
)

// onEnd edits the end updates before they are applied.
func onEnd(edit func(wire.Value) wire.Value) plant {
	return readingEach(func(e wire.Value) wire.Value {
		if words.At(e, words.End) {
			return edit(e)
		}
		return e
	})
}

// outcomeFaults: what the end tells.
func outcomeFaults() []planted {
	set := func(member string, v wire.Value, when func(wire.Value) bool) plant {
		return onEnd(func(e wire.Value) wire.Value {
			if when(e) {
				return e.With(member, v)
			}
			return e
		})
	}
	always := func(wire.Value) bool { return true }
	failed := func(e wire.Value) bool { return words.TellsFailure(e) }
	return []planted{
		{"STAGE-50/error-like-result", "An error that says what the result says is none.", "", onEnd(func(e wire.Value) wire.Value {
			if !e.Get("error").IsAbsent() && wire.Equal(e.Get("error"), e.Get("result")) {
				return e.Without("error").Without("success")
			}
			return e
		})},
		{"STAGE-50/result-lost", "The result is not held.", "", set("result", wire.NullValue, always)},
		{"STAGE-50/empty-result-lost", "The empty result is no result.", "", showingEach(func(b wire.Value) wire.Value {
			if wire.Nothing(b.Get("result")) {
				return b.With("result", wire.NullValue)
			}
			return b
		})},
		{"STAGE-50/null-text-lost", "A result that reads null, 0 or false is no result.", "", showingEach(func(b wire.Value) wire.Value {
			if slices.Contains([]string{"null", "0", "false"}, b.Get("result").Text()) {
				return b.With("result", wire.NullValue)
			}
			return b
		})},
		{"STAGE-50/result-parsed", "A result that is JSON is parsed.", "", showingEach(func(b wire.Value) wire.Value {
			if v, ok := wire.ParseText(b.Get("result").Text()); ok {
				return b.With("result", v)
			}
			return b
		})},
		{"STAGE-50/result-trimmed", "Lines of the result lose their ends.", "", showingEach(func(b wire.Value) wire.Value {
			if b.Get("result").IsString() {
				return b.With("result", wire.Str(strings.ReplaceAll(b.Get("result").Text(), "\r\n", "\n")))
			}
			return b
		})},
		{"STAGE-50/error-lost", "The error is not held.", "", set("error", wire.Value{}, always)},
		{"STAGE-50/error-object", "The error's text is replaced by {}.", "", set("error", wire.Str("{}"), failed)},
		{"STAGE-50/error-prefixed", "The error's text gets a word before it.", "", onEnd(func(e wire.Value) wire.Value {
			if err := e.Get("error"); err.IsString() {
				return e.With("error", wire.Str("Error: "+err.Text()))
			}
			return e
		})},
		{"STAGE-50/empty-error-is-none", "The empty error means no error.", "", onEnd(func(e wire.Value) wire.Value {
			if e.Has("error") && wire.Nothing(e.Get("error")) {
				return e.Without("error").With("success", wire.Boolean(true))
			}
			return e
		})},
		{"STAGE-50/always-a-success", "Every end is a success.", "",
			set("success", wire.Boolean(true), func(e wire.Value) bool { return !e.Get("error").IsNull() && !e.Get("success").IsTrue() })},
		{"STAGE-50/flag-ignored", "`success:false` without an error is a success.", "", onEnd(func(e wire.Value) wire.Value {
			if e.Get("success").IsFalse() && e.Get("error").IsNull() {
				return e.Without("success")
			}
			return e
		})},
		{"STAGE-50/no-flag-no-success", "A result without `success:true` is a failure.", "",
			set("success", wire.Boolean(false), func(e wire.Value) bool { return !e.Has("success") })},
		{"STAGE-50/success-lost", "`success:true` without a result is lost.", "", func(inner answer) answer {
			return showingEach(func(b wire.Value) wire.Value {
				if b.Get("success").IsTrue() && b.Get("result").IsNull() {
					return b.With("success", wire.NullValue)
				}
				return b
			})(inner)
		}},
		{"STAGE-50/error-beside-result-lost", "Where a result stands beside it the error is lost.", "",
			onEnd(func(e wire.Value) wire.Value {
				if !e.Get("result").IsNull() {
					return e.Without("error")
				}
				return e
			})},
		{"STAGE-50/error-under-success-lost", "Where `success:true` stands beside it the error is lost.", "",
			onEnd(func(e wire.Value) wire.Value {
				if e.Get("success").IsTrue() {
					return e.Without("error")
				}
				return e
			})},
		{"STAGE-50/error-as-result", "The error stands as a result and the call as a success.", "", onEnd(func(e wire.Value) wire.Value {
			if e.Get("error").IsString() {
				return e.Without("error").With("result", e.Get("error")).With("success", wire.Boolean(true))
			}
			return e
		})},
		{"STAGE-50/short-result", "The short result stands for the result.", "", onEnd(func(e wire.Value) wire.Value {
			if e.Has("shortResult") {
				return e.With("result", e.Get("shortResult"))
			}
			return e
		})},
		{"STAGE-50/partial-result-stays", "A result told before the end counts.", "", early("result")},
		{"STAGE-50/partial-error-stays", "An error told before the end counts.", "", early("error")},
		{"STAGE-50/early-failure-stays", "A failure told before the end makes the call a failure.", "",
			stepping(func() func(*store, wire.Value) {
				failed := map[string]bool{}
				return func(s *store, e wire.Value) {
					id := e.Get("id").Text()
					failed[id] = failed[id] || words.TellsFailure(e)
					if words.At(e, words.End) && failed[id] {
						e = e.With("success", wire.Boolean(false))
					}
					s.apply(e)
				}
			})},
		{"STAGE-50/partial-success-stays", "A success told before the end counts.", "", early("success")},
	}
}

// early lets a member of any update count, unless the end brings another.
func early(member string) plant {
	return stepping(func() func(*store, wire.Value) {
		told := map[string]wire.Value{}
		return func(s *store, e wire.Value) {
			id := e.Get("id").Text()
			if e.Has(member) {
				told[id] = e.Get(member)
			} else if words.At(e, words.End) {
				e = e.With(member, told[id])
			}
			s.apply(e)
			if b := s.byID[id]; b != nil && b.stage != "end" {
				b.set(member, told[id])
			}
		}
	})
}

func (b *toolBlock) set(member string, v wire.Value) {
	switch member {
	case "result":
		b.result = v
	case "error":
		b.error = v
	case "success":
		b.success = v
	}
}

// lateFaults: what comes after the end.
func lateFaults() []planted {
	revive := func(s words.Stage) plant {
		return step(func(st *store, e wire.Value) {
			st.apply(e)
			if b := st.of(e); b != nil && words.At(e, s) && b.stage == "end" {
				b.stage = s.String()
			}
		})
	}
	merge := func(members ...string) plant {
		return step(func(s *store, e wire.Value) {
			b := s.of(e)
			ended := b != nil && b.stage == "end"
			s.apply(e)
			for _, m := range members {
				if ended && words.At(e, words.End) && e.Has(m) {
					b.set(m, e.Get(m))
				}
			}
		})
	}
	return []planted{
		{"STAGE-54/running-revives", "A `running` after the end brings the call back.", "52", revive(words.Running)},
		{"STAGE-54/streaming-revives", "A `streaming` after the end brings the call back.", "52", revive(words.Streaming)},
		{"STAGE-54/start-revives", "A second start begins the block anew.", "52", revive(words.Start)},
		{"STAGE-54/ends-merged", "A second end is laid over the first, member by member.", "", merge("result", "success", "error")},
		{"STAGE-54/flag-of-second", "The flag comes from the second end, the rest from the first.", "", merge("success")},
		{"STAGE-54/result-of-second", "The result comes from the second end, the rest from the first.", "", merge("result")},
		{"STAGE-54/error-of-second", "The error comes from the second end, the rest from the first.", "", merge("error")},
		{"STAGE-54/some-starts-open", "Of several late starts only the second opens a block.", "",
			stepping(func() func(*store, wire.Value) {
				late := map[string]int{}
				return func(s *store, e wire.Value) {
					if b := s.of(e); words.At(e, words.Start) && b != nil && b.stage == "end" {
						if late[b.id]++; late[b.id] == 2 {
							s.open(b.id)
						}
					}
					s.apply(e)
				}
			})},
		{"STAGE-50/late-result-counts", "A result told after the end by an update that is none counts.", "",
			step(func(s *store, e wire.Value) {
				s.apply(e)
				if b := s.of(e); b != nil && b.stage == "end" && !words.At(e, words.End) && e.Has("result") {
					b.result, b.success, b.error = e.Get("result"), e.Get("success"), e.Get("error")
				}
			})},
	}
}

// consumerWarnings are the faults that miss a SHOULD.
func consumerWarnings() []planted {
	return []planted{
		{"STAGE-54/last-end-wins", "A second end replaces the first.", "", step(func(s *store, e wire.Value) {
			s.apply(e)
			if b := s.of(e); b != nil && words.At(e, words.End) {
				b.result, b.success, b.error = e.Get("result"), e.Get("success"), e.Get("error")
			}
		})},
		{"STAGE-54/late-chunk-counts", "A chunk after the end is appended.", "", step(func(s *store, e wire.Value) {
			b := s.of(e)
			ended := b != nil && b.stage == "end"
			s.apply(e)
			if ended {
				b.argue(e)
			}
		})},
		{"STAGE-54/late-name-counts", "A second start after the end renames the call.", "", step(func(s *store, e wire.Value) {
			s.apply(e)
			if b := s.of(e); b != nil && words.At(e, words.Start) {
				b.name = e.Get("name").Text()
			}
		})},
		{"STAGE-55/moves-back", "A late `streaming` moves the stage back from `running`.", "", step(func(s *store, e wire.Value) {
			s.apply(e)
			if b := s.of(e); b != nil && b.stage == "running" && words.At(e, words.Streaming) {
				b.stage = "streaming"
			}
		})},
		{"ROBUST-04/doubles", "Arguments pass through doubles.", "", showingEach(func(b wire.Value) wire.Value {
			if v, ok := wire.ParseText(b.Get("parameters").Text()); ok {
				return b.With("parameters", dialect.Doubles(v))
			}
			return b
		})},
		{"ROBUST-03/ten-thousand-calls", "From the 5,000th call on nothing is held.", "",
			showing(func(blocks []wire.Value) []wire.Value { return blocks[:min(len(blocks), 5000)] })},
		{"ROBUST-03/eight-mebibytes", "A result is cut at 8 MiB.", "", showingEach(cutAt(8 << 20))},
	}
}
