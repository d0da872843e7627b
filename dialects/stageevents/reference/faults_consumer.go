package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// ConsumerFaults are the reference consumer with one thing done wrong. Their titles stand in titles_consumer.txt.
func ConsumerFaults() []dialect.Fault {
	return plant.Faults(words.Consumer(), plant.Titled(consumerTitles, slices.Concat(blockFaults(), outcomeFaults(), touchFaults(),
		stageFaults(), eraseFaults(), gatherFaults(), textFaults(), wordFaults(), lateFaults(), strayFaults(), surroundingFaults(),
		cutFaults(), propertyFaults(), sizeFaults(), sharedConsumerFaults(), consumerWarnings())))
}

// stepping is the reference consumer with another step. The step is made anew for
// every case.
func stepping(step func() func(*store, wire.Value)) plant.Plant {
	return func(dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation { return consumeWith(input, step()) }
	}
}

// step is stepping for steps that keep nothing between events.
func step(do func(*store, wire.Value)) plant.Plant {
	return stepping(func() func(*store, wire.Value) { return do })
}

// reading is the reference, reading other events than were sent.
func reading(edit func([]wire.Value) []wire.Value) plant.Plant {
	return func(inner dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			events, err := readEvents(input)
			if err != nil {
				return inner(input)
			}
			return inner(wire.Obj(wire.M("events", wire.List(edit(events)...))))
		}
	}
}

// readingEach edits every event by itself.
func readingEach(edit func(wire.Value) wire.Value) plant.Plant {
	return reading(func(events []wire.Value) []wire.Value {
		out := make([]wire.Value, len(events))
		for i, e := range events {
			out[i] = edit(e)
		}
		return out
	})
}

// showing is the reference, showing other blocks than it holds.
func showing(edit func([]wire.Value) []wire.Value) plant.Plant {
	return func(inner dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			o := inner(input)
			if o.State.Get("toolBlocks").IsArray() {
				o.State = o.State.With("toolBlocks", wire.List(edit(o.State.Get("toolBlocks").Items())...))
			}
			return o
		}
	}
}

// showingEach edits every block by itself.
func showingEach(edit func(wire.Value) wire.Value) plant.Plant {
	return showing(func(blocks []wire.Value) []wire.Value {
		out := make([]wire.Value, len(blocks))
		for i, b := range blocks {
			out[i] = edit(b)
		}
		return out
	})
}

// last is the block started last, nil where there is none.
func (s *store) last() *toolBlock {
	if len(s.blocks) == 0 {
		return nil
	}
	return s.blocks[len(s.blocks)-1]
}

// of is the block that an event speaks of, nil where there is none.
func (s *store) of(e wire.Value) *toolBlock { return s.byID[e.Get("id").Text()] }

// blockFaults: which blocks there are, and what they are called.
func blockFaults() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-50/identical-dropped", step(func(s *store, e wire.Value) {
			for _, b := range s.blocks {
				if words.At(e, words.Start) && e.Has("parameters") && b.name == e.Get("name").Text() &&
					b.parameters.String() == e.Get("parameters").Text() {
					return
				}
			}
			s.apply(e)
		})),
		plant.New("STAGE-50/order-of-ends", stepping(func() func(*store, wire.Value) {
			ended := 0
			return func(s *store, e wire.Value) {
				open := s.of(e) != nil && s.of(e).stage != "end"
				s.apply(e)
				if b := s.of(e); open && words.At(e, words.End) {
					i := slices.Index(s.blocks, b)
					s.blocks = slices.Insert(slices.Delete(s.blocks, i, i+1), min(ended, len(s.blocks)-1), b)
					ended++
				}
			}
		})),
		plant.New("STAGE-50/ended-are-dropped", showing(func(blocks []wire.Value) []wire.Value {
			return slices.DeleteFunc(blocks, func(b wire.Value) bool {
				return b.Get("stage").Text() == "end" && wire.Nothing(b.Get("result")) && wire.Nothing(b.Get("error"))
			})
		})),
		plant.New("STAGE-50/only-the-first-four", step(func(s *store, e wire.Value) {
			if words.At(e, words.Start) && len(s.blocks) == 4 && !slices.ContainsFunc(s.blocks,
				func(b *toolBlock) bool { return b.stage == "end" }) {
				return
			}
			s.apply(e)
		})),
		plant.New("STAGE-50/running-unseen", step(func(s *store, e wire.Value) {
			if b := s.of(e); words.At(e, words.Running) && b != nil {
				defer func(was string) { b.stage = was }(b.stage)
			}
			s.apply(e)
		})),
		plant.New("STAGE-50/streaming-is-running",
			showingEach(plant.When(func(b wire.Value) bool { return b.Get("stage").Text() == "streaming" },
				plant.Having("stage", wire.Str("running"))))),
	}
}

// endsFirstOpen ends the call that has been open longest, whichever an end is for.
func endsFirstOpen() plant.Plant {
	return step(func(s *store, e wire.Value) {
		i := slices.IndexFunc(s.blocks, func(b *toolBlock) bool { return b.stage != "end" })
		if words.At(e, words.End) && s.of(e) != nil && i >= 0 {
			e = e.With("id", wire.Str(s.blocks[i].id))
		}
		s.apply(e)
	})
}

// touchFaults: updates that land on other blocks.
func touchFaults() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-51/chunk-to-last", step(func(s *store, e wire.Value) {
			if words.At(e, words.Streaming) && s.of(e) != nil {
				e = e.With("id", wire.Str(s.last().id))
			}
			s.apply(e)
		}), "STAGE-58"),
		plant.New("STAGE-51/end-by-name", step(func(s *store, e wire.Value) {
			if b := s.of(e); words.At(e, words.End) && b != nil {
				for _, first := range s.blocks {
					if first.name == b.name {
						e = e.With("id", wire.Str(first.id))
						break
					}
				}
			}
			s.apply(e)
		}), "STAGE-50"),
		plant.New("STAGE-51/running-for-all", step(func(s *store, e wire.Value) {
			s.apply(e)
			for _, b := range s.blocks {
				if words.At(e, words.Running) && b.stage != "end" {
					b.stage = "running"
				}
			}
		}), "STAGE-50"),
		plant.New("STAGE-51/prefix-of-id", step(func(s *store, e wire.Value) {
			for _, b := range s.blocks {
				if id := e.Get("id").Text(); !words.At(e, words.Start) && id != "" && strings.HasPrefix(id, b.id) {
					e = e.With("id", wire.Str(b.id))
					break
				}
			}
			s.apply(e)
		}), "STAGE-50"),
		plant.New("STAGE-51/shared-arguments", stepping(func() func(*store, wire.Value) {
			var buffer strings.Builder
			return func(s *store, e wire.Value) {
				if piece := e.Get("parametersChunk"); piece.IsString() && s.of(e) != nil {
					buffer.WriteString(piece.Text())
					e = e.Without("parametersChunk").With("parameters", wire.Str(buffer.String()))
				}
				s.apply(e)
			}
		}), "STAGE-58"),
		plant.New("STAGE-51/error-for-all", step(func(s *store, e wire.Value) {
			s.apply(e)
			if b := s.of(e); words.At(e, words.End) && b != nil && words.TellsFailure(e) {
				for _, other := range s.blocks {
					if other.stage != "end" {
						other.stage, other.error, other.success = "end", e.Get("error"), wire.Boolean(false)
					}
				}
			}
		}), "STAGE-50"),
		plant.New("STAGE-51/results-by-number", readingEach(func(e wire.Value) wire.Value {
			if id := strings.TrimLeft(e.Get("id").Text(), "0"); id != "" && strings.Trim(id, "0123456789.") == "" {
				return e.With("id", wire.Str(strings.TrimSuffix(id, ".0")))
			}
			return e
		}), "STAGE-50"),
	}
}

// stageFaults: the stage and the flag that it replaced.
func stageFaults() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-52/is-running-copied", func(inner answer) answer {
			return func(input wire.Value) observation {
				events, _ := readEvents(input)
				flags := map[string]wire.Value{}
				for _, e := range events {
					if e.Has("isRunning") {
						flags[e.Get("id").Text()] = e.Get("isRunning")
					}
				}
				return showingEach(func(b wire.Value) wire.Value { return b.With("isRunning", flags[b.Get("id").Text()]) })(inner)(input)
			}
		}),
		plant.New("STAGE-52/failed-stays-running", step(func(s *store, e wire.Value) {
			if b := s.of(e); words.At(e, words.End) && b != nil && words.TellsFailure(e) {
				defer func(was string) { b.stage = was }(b.stage)
			}
			s.apply(e)
		}), "STAGE-50"),
		plant.New("STAGE-52/result-before-stage", step(func(s *store, e wire.Value) {
			if words.At(e, words.End) && e.Get("result").IsNull() && e.Get("error").IsNull() {
				e = e.With("stage", wire.Str("running"))
			}
			s.apply(e)
		}), "STAGE-50"),
	}
}

// eraseFaults: fields that updates leave out.
func eraseFaults() []plant.Row {
	forget := func(s words.Stage, members ...string) plant.Plant {
		return step(func(st *store, e wire.Value) {
			st.apply(e)
			b := st.of(e)
			if b == nil || !words.At(e, s) {
				return
			}
			for _, m := range members {
				if m == "name" && !e.Has("name") {
					b.name = ""
				}
				if m == "parameters" && !words.Argues(e) {
					b.parameters.Reset()
				}
			}
		})
	}
	return []plant.Row{
		plant.New("STAGE-53/running-erases-parameters", forget(words.Running, "parameters"), "STAGE-58"),
		plant.New("STAGE-53/streaming-erases-parameters", forget(words.Streaming, "parameters"), "STAGE-58"),
		plant.New("STAGE-53/end-erases-name", forget(words.End, "name"), "STAGE-50"),
		plant.New("STAGE-53/running-erases-name", forget(words.Running, "name"), "STAGE-50"),
		plant.New("STAGE-53/error-erases-parameters", step(func(s *store, e wire.Value) {
			open := s.of(e) != nil && s.of(e).stage != "end"
			s.apply(e)
			if open && words.At(e, words.End) && words.TellsFailure(e) && !words.Argues(e) {
				s.of(e).parameters.Reset()
			}
		}), "STAGE-58"),
	}
}
