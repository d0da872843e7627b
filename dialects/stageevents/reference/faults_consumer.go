package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// plant makes a faulty implementation out of the reference.
type plant func(dialect.Answer) dialect.Answer

// planted is a row of the tables of faults: id, what it does, further
// requirements that it violates.
type planted struct {
	id, title, also string
	plant           plant
}

// faultsOf makes faults of rows that all end in the same verdict.
func faultsOf(pair dialect.Pair, expect requirement.Verdict, rows []planted) []dialect.Fault {
	list := make([]dialect.Fault, len(rows))
	for i, r := range rows {
		list[i] = dialect.FaultOf(pair, r.id, r.title, r.plant, words.IDs(r.also)...)
		list[i].Expect = expect
	}
	return list
}

func ConsumerFaults() []dialect.Fault {
	var list []dialect.Fault
	for _, rows := range [][]planted{blockFaults(), outcomeFaults(), touchFaults(), stageFaults(), eraseFaults(), gatherFaults(),
		textFaults(), wordFaults(),
		lateFaults(), strayFaults(), surroundingFaults(), cutFaults(), propertyFaults(), sizeFaults()} {
		list = append(list, faultsOf(words.Consumer(), requirement.Fail, rows)...)
	}
	return append(list, faultsOf(words.Consumer(), requirement.Warn, consumerWarnings())...)
}

// stepping is the reference consumer with another step. The step is made anew for
// every case.
func stepping(step func() func(*store, wire.Value)) plant {
	return func(dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation { return consumeWith(input, step()) }
	}
}

// step is stepping for steps that keep nothing between events.
func step(do func(*store, wire.Value)) plant {
	return stepping(func() func(*store, wire.Value) { return do })
}

// reading is the reference, reading other events than were sent.
func reading(edit func([]wire.Value) []wire.Value) plant {
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
func readingEach(edit func(wire.Value) wire.Value) plant {
	return reading(func(events []wire.Value) []wire.Value {
		out := make([]wire.Value, len(events))
		for i, e := range events {
			out[i] = edit(e)
		}
		return out
	})
}

// showing is the reference, showing other blocks than it holds.
func showing(edit func([]wire.Value) []wire.Value) plant {
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
func showingEach(edit func(wire.Value) wire.Value) plant {
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
func blockFaults() []planted {
	return []planted{
		{"STAGE-50/keyed-by-name", "Calls of one tool share a block.", "51", step(func(s *store, e wire.Value) {
			for _, b := range s.blocks {
				if words.At(e, words.Start) && b.name == e.Get("name").Text() {
					s.byID[e.Get("id").Text()] = b
				}
			}
			s.apply(e)
		})},
		{"STAGE-50/identical-dropped", "A call equal to one before it is taken for a repetition.", "", step(func(s *store, e wire.Value) {
			for _, b := range s.blocks {
				if words.At(e, words.Start) && e.Has("parameters") && b.name == e.Get("name").Text() &&
					b.parameters.String() == e.Get("parameters").Text() {
					return
				}
			}
			s.apply(e)
		})},
		{"STAGE-50/newest-first", "The newest block stands first.", "",
			showing(func(b []wire.Value) []wire.Value { slices.Reverse(b); return b })},
		{"STAGE-50/order-of-ends", "Blocks stand in the order in which they ended.", "", stepping(func() func(*store, wire.Value) {
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
		})},
		{"STAGE-50/ended-are-dropped", "A call that ended without a result has no block.", "",
			showing(func(blocks []wire.Value) []wire.Value {
				return slices.DeleteFunc(blocks, func(b wire.Value) bool {
					return b.Get("stage").Text() == "end" && wire.Nothing(b.Get("result")) && wire.Nothing(b.Get("error"))
				})
			})},
		{"STAGE-50/only-the-first-four", "A fifth call in parallel has no block.", "", step(func(s *store, e wire.Value) {
			if words.At(e, words.Start) && len(s.blocks) == 4 && !slices.ContainsFunc(s.blocks,
				func(b *toolBlock) bool { return b.stage == "end" }) {
				return
			}
			s.apply(e)
		})},
		{"STAGE-50/name-lost", "The name is not held.", "",
			showingEach(func(b wire.Value) wire.Value { return b.With("name", wire.NullValue) })},
		{"STAGE-50/name-is-id", "The id stands as the name.", "",
			showingEach(func(b wire.Value) wire.Value { return b.With("name", b.Get("id")) })},
		{"STAGE-50/name-lower-case", "The name is spelled small.", "", showingEach(func(b wire.Value) wire.Value {
			return b.With("name", wire.Str(strings.ToLower(b.Get("name").Text())))
		})},
		{"STAGE-50/running-unseen", "`running` doesn't move the stage.", "", step(func(s *store, e wire.Value) {
			if b := s.of(e); words.At(e, words.Running) && b != nil {
				defer func(was string) { b.stage = was }(b.stage)
			}
			s.apply(e)
		})},
		{"STAGE-50/streaming-is-running", "`streaming` is shown as `running`.", "", showingEach(func(b wire.Value) wire.Value {
			if b.Get("stage").Text() == "streaming" {
				return b.With("stage", wire.Str("running"))
			}
			return b
		})},
	}
}

// touchFaults: updates that land on other blocks.
func touchFaults() []planted {
	return []planted{
		{"STAGE-51/chunk-to-last", "A chunk goes to the call started last.", "58", step(func(s *store, e wire.Value) {
			if words.At(e, words.Streaming) && s.of(e) != nil {
				e = e.With("id", wire.Str(s.last().id))
			}
			s.apply(e)
		})},
		{"STAGE-51/end-to-first-open", "An end goes to the call that has been open longest.", "50", step(func(s *store, e wire.Value) {
			i := slices.IndexFunc(s.blocks, func(b *toolBlock) bool { return b.stage != "end" })
			if words.At(e, words.End) && s.of(e) != nil && i >= 0 {
				e = e.With("id", wire.Str(s.blocks[i].id))
			}
			s.apply(e)
		})},
		{"STAGE-51/end-by-name", "An end goes to the first block of the same tool.", "50", step(func(s *store, e wire.Value) {
			if b := s.of(e); words.At(e, words.End) && b != nil {
				for _, first := range s.blocks {
					if first.name == b.name {
						e = e.With("id", wire.Str(first.id))
						break
					}
				}
			}
			s.apply(e)
		})},
		{"STAGE-51/running-for-all", "A `running` moves every open call.", "50", step(func(s *store, e wire.Value) {
			s.apply(e)
			for _, b := range s.blocks {
				if words.At(e, words.Running) && b.stage != "end" {
					b.stage = "running"
				}
			}
		})},
		{"STAGE-51/prefix-of-id", "An update lands on the first block whose id begins like its own.", "50",
			step(func(s *store, e wire.Value) {
				for _, b := range s.blocks {
					if id := e.Get("id").Text(); !words.At(e, words.Start) && id != "" && strings.HasPrefix(id, b.id) {
						e = e.With("id", wire.Str(b.id))
						break
					}
				}
				s.apply(e)
			})},
		{"STAGE-51/shared-arguments", "All calls gather their chunks in one buffer.", "58", stepping(func() func(*store, wire.Value) {
			var buffer strings.Builder
			return func(s *store, e wire.Value) {
				if piece := e.Get("parametersChunk"); piece.IsString() && s.of(e) != nil {
					buffer.WriteString(piece.Text())
					e = e.Without("parametersChunk").With("parameters", wire.Str(buffer.String()))
				}
				s.apply(e)
			}
		})},
		{"STAGE-51/error-for-all", "A failure ends every open call.", "50", step(func(s *store, e wire.Value) {
			s.apply(e)
			if b := s.of(e); words.At(e, words.End) && b != nil && words.TellsFailure(e) {
				for _, other := range s.blocks {
					if other.stage != "end" {
						other.stage, other.error, other.success = "end", e.Get("error"), wire.Boolean(false)
					}
				}
			}
		})},
		{"STAGE-51/results-by-number", "Ids that are equal as numbers are one call.", "50", readingEach(func(e wire.Value) wire.Value {
			if id := strings.TrimLeft(e.Get("id").Text(), "0"); id != "" && strings.Trim(id, "0123456789.") == "" {
				return e.With("id", wire.Str(strings.TrimSuffix(id, ".0")))
			}
			return e
		})},
	}
}

// stageFaults: the stage and the flag that it replaced.
func stageFaults() []planted {
	return []planted{
		{"STAGE-52/is-running", "Blocks keep `isRunning` beside the stage.", "", showingEach(func(b wire.Value) wire.Value {
			return b.With("isRunning", wire.Boolean(b.Get("stage").Text() != "end"))
		})},
		{"STAGE-52/is-running-on-open", "Blocks have `isRunning` as long as they are open.", "", showingEach(func(b wire.Value) wire.Value {
			if b.Get("stage").Text() != "end" {
				return b.With("isRunning", wire.Boolean(true))
			}
			return b
		})},
		{"STAGE-52/is-running-copied", "What an update carries is copied into the block, `isRunning` too.", "", func(inner answer) answer {
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
		}},
		{"STAGE-52/no-stage", "Blocks have no stage.", "50", showingEach(func(b wire.Value) wire.Value { return b.Without("stage") })},
		{"STAGE-52/no-stage-at-end", "The stage is taken away with the end.", "50", showingEach(func(b wire.Value) wire.Value {
			if b.Get("stage").Text() == "end" {
				return b.With("stage", wire.NullValue)
			}
			return b
		})},
		{"STAGE-52/other-word", "An ended block is `completed`.", "50", showingEach(func(b wire.Value) wire.Value {
			if b.Get("stage").Text() == "end" {
				return b.With("stage", wire.Str("completed"))
			}
			return b
		})},
		{"STAGE-52/failed-stays-running", "A call that failed keeps its last stage.", "50", step(func(s *store, e wire.Value) {
			if b := s.of(e); words.At(e, words.End) && b != nil && words.TellsFailure(e) {
				defer func(was string) { b.stage = was }(b.stage)
			}
			s.apply(e)
		})},
		{"STAGE-52/result-before-stage", "An end without result or error doesn't end.", "50", step(func(s *store, e wire.Value) {
			if words.At(e, words.End) && e.Get("result").IsNull() && e.Get("error").IsNull() {
				e = e.With("stage", wire.Str("running"))
			}
			s.apply(e)
		})},
	}
}

// eraseFaults: fields that updates leave out.
func eraseFaults() []planted {
	forget := func(s words.Stage, members ...string) plant {
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
	return []planted{
		{"STAGE-53/running-erases-parameters", "`running` without arguments erases them.", "58", forget(words.Running, "parameters")},
		{"STAGE-53/end-erases-parameters", "`end` without arguments erases them.", "58", forget(words.End, "parameters")},
		{"STAGE-53/streaming-erases-parameters", "`streaming` without arguments erases what was gathered.", "58",
			forget(words.Streaming, "parameters")},
		{"STAGE-53/end-erases-name", "`end` without a name erases it.", "50", forget(words.End, "name")},
		{"STAGE-53/running-erases-name", "`running` without a name erases it.", "50", forget(words.Running, "name")},
		{"STAGE-53/block-rebuilt", "Every update builds the block anew.", "50 58", step(func(s *store, e wire.Value) {
			if b := s.of(e); b != nil && b.stage != "end" && stageRank(e.Get("stage").Text()) > 0 {
				b.name = ""
				b.parameters.Reset()
			}
			s.apply(e)
		})},
		{"STAGE-53/error-erases-parameters", "A failure erases the arguments.", "58", step(func(s *store, e wire.Value) {
			open := s.of(e) != nil && s.of(e).stage != "end"
			s.apply(e)
			if open && words.At(e, words.End) && words.TellsFailure(e) && !words.Argues(e) {
				s.of(e).parameters.Reset()
			}
		})},
	}
}
