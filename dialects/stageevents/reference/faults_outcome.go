package reference

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

type (
	answer      = dialect.Answer
	observation = dialect.Observation
)

// onEnd edits the end updates before they are applied.
func onEnd(edit func(wire.Value) wire.Value) plant.Plant {
	return readingEach(plant.When(func(e wire.Value) bool { return words.At(e, words.End) },
		func(e wire.Value) wire.Value { return edit(e) }))
}

// outcomeFaults: what the end tells.
func outcomeFaults() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-50/error-like-result", onEnd(plant.When(func(e wire.Value) bool {
			return !e.Get("error").IsAbsent() && wire.Equal(e.Get("error"), e.Get("result"))
		},
			plant.Lacking("error", "success")))),
		plant.New("STAGE-50/empty-result-lost", showingEach(plant.When(func(b wire.Value) bool { return wire.Nothing(b.Get("result")) },
			plant.Having("result", wire.NullValue)))),
		plant.New("STAGE-50/empty-error-is-none",
			onEnd(plant.When(func(e wire.Value) bool { return e.Has("error") && wire.Nothing(e.Get("error")) },
				func(e wire.Value) wire.Value { return e.Without("error").With("success", wire.Boolean(true)) }))),
		plant.New("STAGE-50/flag-ignored",
			onEnd(plant.When(func(e wire.Value) bool { return e.Get("success").IsFalse() && e.Get("error").IsNull() },
				plant.Lacking("success")))),
		plant.New("STAGE-50/success-lost", func(inner answer) answer {
			return showingEach(plant.When(func(b wire.Value) bool { return b.Get("success").IsTrue() && b.Get("result").IsNull() },
				plant.Having("success", wire.NullValue)))(inner)
		}),
		plant.New("STAGE-50/error-beside-result-lost", onEnd(plant.When(func(e wire.Value) bool { return !e.Get("result").IsNull() },
			plant.Lacking("error")))),
		plant.New("STAGE-50/error-under-success-lost", onEnd(plant.When(func(e wire.Value) bool { return e.Get("success").IsTrue() },
			plant.Lacking("error")))),
		plant.New("STAGE-50/short-result", onEnd(plant.When(func(e wire.Value) bool { return e.Has("shortResult") },
			func(e wire.Value) wire.Value { return e.With("result", e.Get("shortResult")) }))),
		plant.New("STAGE-50/partial-result-stays", early("result")),
		plant.New("STAGE-50/partial-error-stays", early("error")),
		plant.New("STAGE-50/early-failure-stays", stepping(func() func(*store, wire.Value) {
			failed := map[string]bool{}
			return func(s *store, e wire.Value) {
				id := e.Get("id").Text()
				failed[id] = failed[id] || words.TellsFailure(e)
				if words.At(e, words.End) && failed[id] {
					e = e.With("success", wire.Boolean(false))
				}
				s.apply(e)
			}
		})),
		plant.New("STAGE-50/partial-success-stays", early("success")),
	}
}

// early lets a member of any update count, unless the end brings another.
func early(member string) plant.Plant {
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
func lateFaults() []plant.Row {
	revive := func(s words.Stage) plant.Plant {
		return step(func(st *store, e wire.Value) {
			st.apply(e)
			if b := st.of(e); b != nil && words.At(e, s) && b.stage == "end" {
				b.stage = s.String()
			}
		})
	}
	merge := func(members ...string) plant.Plant {
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
	return []plant.Row{
		plant.New("STAGE-54/running-revives", revive(words.Running), "STAGE-52"),
		plant.New("STAGE-54/streaming-revives", revive(words.Streaming), "STAGE-52"),
		plant.New("STAGE-54/start-revives", revive(words.Start), "STAGE-52"),
		plant.New("STAGE-54/flag-of-second", merge("success")),
		plant.New("STAGE-54/result-of-second", merge("result")),
		plant.New("STAGE-54/error-of-second", merge("error")),
		plant.New("STAGE-54/some-starts-open", stepping(func() func(*store, wire.Value) {
			late := map[string]int{}
			return func(s *store, e wire.Value) {
				if b := s.of(e); words.At(e, words.Start) && b != nil && b.stage == "end" {
					if late[b.id]++; late[b.id] == 2 {
						s.open(b.id)
					}
				}
				s.apply(e)
			}
		})),
		plant.New("STAGE-50/late-result-counts", step(func(s *store, e wire.Value) {
			s.apply(e)
			if b := s.of(e); b != nil && b.stage == "end" && !words.At(e, words.End) && e.Has("result") {
				b.result, b.success, b.error = e.Get("result"), e.Get("success"), e.Get("error")
			}
		})),
	}
}

// consumerWarnings are the faults that miss a SHOULD.
func consumerWarnings() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-54/last-end-wins", step(func(s *store, e wire.Value) {
			s.apply(e)
			if b := s.of(e); b != nil && words.At(e, words.End) {
				b.result, b.success, b.error = e.Get("result"), e.Get("success"), e.Get("error")
			}
		})).Warn(),
		plant.New("STAGE-54/late-chunk-counts", step(func(s *store, e wire.Value) {
			b := s.of(e)
			ended := b != nil && b.stage == "end"
			s.apply(e)
			if ended {
				b.argue(e)
			}
		})).Warn(),
		plant.New("STAGE-54/late-name-counts", step(func(s *store, e wire.Value) {
			s.apply(e)
			if b := s.of(e); b != nil && words.At(e, words.Start) {
				b.name = e.Get("name").Text()
			}
		})).Warn(),
		plant.New("STAGE-55/moves-back", step(func(s *store, e wire.Value) {
			s.apply(e)
			if b := s.of(e); b != nil && b.stage == "running" && words.At(e, words.Streaming) {
				b.stage = "streaming"
			}
		})).Warn(),
		plant.New("ROBUST-03/ten-thousand-calls",
			showing(func(blocks []wire.Value) []wire.Value { return blocks[:min(len(blocks), 5000)] })).Warn(),
		plant.New("ROBUST-03/eight-mebibytes", showingEach(cutAt(8<<20))).Warn(),
	}
}
