package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// isStray tells whether the event belongs to no call that was started.
func (s *store) isStray(e wire.Value) bool {
	_, st, ok := words.Known(e)
	return !ok || st != words.Start && s.of(e) == nil
}

// strayFaults: updates for ids never started, and events that are none.
func strayFaults() []plant.Row {
	stops := func(when func(*store, wire.Value) bool) plant.Plant {
		return stepping(func() func(*store, wire.Value) {
			stopped := false
			return func(s *store, e wire.Value) {
				if stopped = stopped || when(s, e); !stopped {
					s.apply(e)
				}
			}
		})
	}
	return []plant.Row{
		plant.New("STAGE-56/orphan-by-name", step(func(s *store, e wire.Value) {
			if _, _, ok := words.Known(e); ok && s.isStray(e) && s.last() != nil && e.Get("name").Text() == s.last().name {
				e = e.With("id", wire.Str(s.last().id))
			}
			s.apply(e)
		}), "STAGE-51"),
		plant.New("STAGE-56/no-id-to-last", step(func(s *store, e wire.Value) {
			if e.IsObject() && e.Get("id").IsNull() && s.last() != nil {
				e = e.With("id", wire.Str(s.last().id))
			}
			s.apply(e)
		})),
		plant.New("STAGE-56/unknown-ends-stream", stops(func(_ *store, e wire.Value) bool {
			_, _, ok := words.Known(e)
			return e.IsObject() && !ok
		})),
		plant.New("STAGE-56/orphan-clears", step(func(s *store, e wire.Value) {
			if words.At(e, words.End) && e.Get("id").IsString() && s.isStray(e) && len(s.blocks) > 0 {
				delete(s.byID, s.last().id)
				s.blocks = s.blocks[:len(s.blocks)-1]
			}
			s.apply(e)
		})),
		plant.New("STAGE-56/numeric-id", readingEach(func(e wire.Value) wire.Value {
			if n := e.Get("id").Literal(); n != "" {
				return e.With("id", wire.Str(n))
			}
			return e
		})),
		plant.New("STAGE-56/missing-id",
			readingEach(plant.When(func(e wire.Value) bool { return e.IsObject() && e.Get("id").IsNull() && e.Get("stage").IsString() },
				func(e wire.Value) wire.Value {
					return e.With("id", wire.Str("undefined")).With("stage", wire.Str("start"))
				}))),
		plant.New("STAGE-56/any-case", readingEach(func(e wire.Value) wire.Value {
			if s := e.Get("stage"); s.IsString() {
				return e.With("stage", wire.Str(strings.ToLower(s.Text())))
			}
			return e
		})),
		plant.New("STAGE-56/unknown-stage-stored", step(func(s *store, e wire.Value) {
			s.apply(e)
			if b := s.of(e); b != nil && b.stage != "end" && e.Get("stage").IsString() && stageRank(e.Get("stage").Text()) < 0 {
				b.stage = e.Get("stage").Text()
			}
		}), "STAGE-52"),
		plant.New("STAGE-56/stageless-applied", step(func(s *store, e wire.Value) {
			s.apply(e)
			if b := s.of(e); b != nil && b.stage != "end" && e.IsObject() && stageRank(e.Get("stage").Text()) < 0 {
				b.update(b.stage, e)
			}
		})),
		plant.New("STAGE-56/one-bad-one-good", stepping(func() func(*store, wire.Value) {
			skip := false
			return func(s *store, e wire.Value) {
				stray := s.isStray(e)
				if !skip {
					s.apply(e)
				}
				skip = stray
			}
		})),
		plant.New("STAGE-56/blanks-trimmed", readingEach(func(e wire.Value) wire.Value {
			if id := e.Get("id"); id.IsString() && strings.TrimSpace(id.Text()) != "" {
				return e.With("id", wire.Str(strings.TrimSpace(id.Text())))
			}
			return e
		})),
	}
}

// cutFaults: streams that break off.
func cutFaults() []plant.Row {
	finish := func(edit func(wire.Value) wire.Value) plant.Plant {
		return showingEach(plant.When(func(b wire.Value) bool { return b.Get("stage").Text() != "end" }, edit))
	}
	succeeded := func(b wire.Value) wire.Value {
		return b.With("stage", wire.Str("end")).With("success", wire.Boolean(true))
	}
	return []plant.Row{
		plant.New("STAGE-57/running-closed",
			finish(plant.When(func(b wire.Value) bool { return b.Get("stage").Text() == "running" }, succeeded)),
			"STAGE-50"),
		plant.New("STAGE-57/flag-ends", step(func(s *store, e wire.Value) {
			if e.Get("success").IsTrue() && s.of(e) != nil {
				e = e.With("stage", wire.Str("end"))
			}
			s.apply(e)
		}), "STAGE-50"),
		plant.New("ROBUST-06/closed-as-success", finish(succeeded), "STAGE-50", "STAGE-57"),
	}
}

// propertyFaults are found by the properties without an oracle.
func propertyFaults() []plant.Row {
	return []plant.Row{
		plant.New("META-02/sorted-by-id", showing(func(blocks []wire.Value) []wire.Value {
			slices.SortStableFunc(blocks, func(a, b wire.Value) int { return strings.Compare(a.Get("id").Text(), b.Get("id").Text()) })
			return blocks
		}), "STAGE-50"),
		plant.New("META-02/prefix-needed", showingEach(plant.When(func(b wire.Value) bool {
			return strings.HasSuffix(b.Get("id").Text(), "_renamed") || strings.HasPrefix(b.Get("id").Text(), "z")
		},
			plant.Having("result", wire.NullValue)))),
		plant.New("META-03/first-come", endsFirstOpen(), "STAGE-51"),
		plant.New("META-04/unknown-event-resets", step(func(s *store, e wire.Value) {
			if _, _, ok := words.Known(e); !ok && s.last() != nil {
				s.last().parameters.Reset()
			}
			s.apply(e)
		}), "STAGE-56"),
		plant.New("META-04/unknown-member-drops", step(func(s *store, e wire.Value) {
			if !e.Has("x-trace") && !e.Has("timestamp") {
				s.apply(e)
			}
		})),
	}
}

// sizeFaults: many calls, large values, unusual ids.
func sizeFaults() []plant.Row {
	ids := func(to func(string) string) plant.Plant {
		return readingEach(func(e wire.Value) wire.Value {
			if id := e.Get("id"); id.IsString() {
				return e.With("id", wire.Str(to(id.Text())))
			}
			return e
		})
	}
	lost := func(which func(string) bool) plant.Plant {
		return step(func(s *store, e wire.Value) {
			if !which(e.Get("id").Text()) {
				s.apply(e)
			}
		})
	}
	return []plant.Row{
		plant.New("ROBUST-03/five-hundred-calls",
			showing(func(blocks []wire.Value) []wire.Value { return blocks[:min(len(blocks), 500)] })),
		plant.New("ROBUST-03/a-line-of-64k", step(func(s *store, e wire.Value) {
			if len(e.Get("result").Text()) < 1<<16 {
				s.apply(e)
			}
		})),
		plant.New("ROBUST-03/shallow", showingEach(plant.When(func(b wire.Value) bool {
			return strings.Contains(b.Get("parameters").Text(), strings.Repeat(`{"n":`, 64))
		},
			plant.Having("parameters", wire.NullValue)))),
		plant.New("ROBUST-05/proto",
			lost(func(id string) bool { return slices.Contains([]string{"__proto__", "constructor", "toString"}, id) })),
		plant.New("ROBUST-05/blank", lost(func(id string) bool { return strings.TrimSpace(id) == "" })),
		plant.New("ROBUST-05/256-characters", ids(func(id string) string { return id[:min(len(id), 256)] })),
		plant.New("ROBUST-05/composed", ids(func(id string) string {
			return strings.NewReplacer("e\u0301", "\u00e9", "\u212b", "\u00c5").Replace(id)
		})),
	}
}
