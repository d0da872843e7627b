package reference

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

//go:embed titles_consumer.txt
var consumerTitles string

// ConsumerFaults are the reference consumer with one thing done wrong. Their titles stand in titles_consumer.txt.
func ConsumerFaults() []dialect.Fault {
	return plant.Faults(words.Consumer(), plant.Titled(consumerTitles, slices.Concat(blockFaults(), outcomeFaults(), touchFaults(),
		stageFaults(), eraseFaults(), gatherFaults(), wordFaults(), lateFaults(), strayFaults(), againFaults(), leftOverFaults(),
		cutFaults(), signalFaults(), propertyFaults(), sizeFaults(), sharedConsumerFaults(), consumerWarnings())))
}

// blockFaults: which blocks there are, and what they are called.
func blockFaults() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-50/order-of-ends", stepping(func() func(*store, wire.Value) {
			ended := 0
			return func(s *store, e wire.Value) {
				s.watched(e, func(s *store, b *toolBlock, was toolBlock, e wire.Value) {
					if was.open() && words.At(e, words.End) {
						i := slices.Index(s.blocks, b)
						s.blocks = slices.Insert(slices.Delete(s.blocks, i, i+1), min(ended, len(s.blocks)-1), b)
						ended++
					}
				})
			}
		})),
		plant.New("STAGE-50/ended-are-dropped", showing(plant.Drop(func(b wire.Value) bool {
			return has("stage", "end")(b) && wire.Nothing(b.Get("result")) && wire.Nothing(b.Get("error"))
		}))),
		plant.New("STAGE-50/only-the-first-four", before(plant.Skipped(func(s *store, e wire.Value) bool {
			return words.At(e, words.Start) && len(s.blocks) == 4 && s.first(func(b *toolBlock) bool { return !b.open() }) == nil
		}))),
		plant.New("STAGE-50/running-unseen", after(func(_ *store, b *toolBlock, was toolBlock, e wire.Value) {
			if words.At(e, words.Running) && was.id != "" {
				b.stage = was.stage
			}
		})),
		plant.New("STAGE-50/streaming-is-running", showingEach(plant.When(has("stage", "streaming"), saying("stage", "running")))),
	}
}

// touchFaults: updates that land on other blocks.
func touchFaults() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-51/chunk-to-last", diverted(known(words.Streaming), toLast), "STAGE-58"),
		plant.New("STAGE-51/end-by-name", diverted(known(words.End), func(s *store, e wire.Value) *toolBlock {
			return s.first(func(first *toolBlock) bool { return first.name == s.of(e).name })
		}), "STAGE-50"),
		plant.New("STAGE-51/running-for-all", step(func(s *store, e wire.Value) {
			s.apply(e)
			for _, b := range s.blocks {
				if words.At(e, words.Running) && b.open() {
					b.stage = "running"
				}
			}
		}), "STAGE-50"),
		plant.New("STAGE-51/prefix-of-id", diverted(func(_ *store, e wire.Value) bool {
			return !words.At(e, words.Start) && e.Get("id").Text() != ""
		}, func(s *store, e wire.Value) *toolBlock {
			return s.first(func(b *toolBlock) bool { return strings.HasPrefix(e.Get("id").Text(), b.id) })
		}), "STAGE-50"),
		plant.New("STAGE-51/shared-arguments", remembering(func() func(*store, wire.Value) wire.Value {
			var buffer strings.Builder
			return func(s *store, e wire.Value) wire.Value {
				piece := e.Get("parametersChunk")
				if !piece.IsString() || s.of(e) == nil {
					return e
				}
				buffer.WriteString(piece.Text())
				return saying("parameters", buffer.String())(e.Without("parametersChunk"))
			}
		}), "STAGE-58"),
		plant.New("STAGE-51/error-for-all", after(func(s *store, b *toolBlock, _ toolBlock, e wire.Value) {
			for _, other := range s.blocks {
				if words.At(e, words.End) && words.TellsFailure(e) && other.open() {
					other.stage, other.error, other.success = "end", e.Get("error"), wire.Boolean(false)
				}
			}
		}), "STAGE-50"),
		plant.New("STAGE-51/results-by-number", ids(func(id string) string {
			if n := strings.TrimLeft(id, "0"); n != "" && strings.Trim(n, "0123456789.") == "" {
				return strings.TrimSuffix(n, ".0")
			}
			return id
		}), "STAGE-50"),
	}
}

// stageFaults: the stage and the flag that it replaced.
func stageFaults() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-52/is-running-copied", func(inner answer) answer {
			return func(input wire.Value) observation {
				events, _ := wire.InputEvents(input, true)
				flags := map[string]wire.Value{}
				for _, e := range events {
					if e.Has("isRunning") {
						flags[e.Get("id").Text()] = e.Get("isRunning")
					}
				}
				return showingEach(func(b wire.Value) wire.Value { return b.With("isRunning", flags[b.Get("id").Text()]) })(inner)(input)
			}
		}),
		plant.New("STAGE-52/failed-stays-running", after(func(_ *store, b *toolBlock, was toolBlock, e wire.Value) {
			if words.At(e, words.End) && words.TellsFailure(e) {
				b.stage = was.stage
			}
		}), "STAGE-50"),
		plant.New("STAGE-52/result-before-stage", onEnd(plant.All(lacks("result"), lacks("error")), saying("stage", "running")),
			"STAGE-50"),
	}
}

// eraseFaults: fields that updates leave out.
func eraseFaults() []plant.Row {
	unnamed := func(s words.Stage) plant.Plant {
		return after(func(_ *store, b *toolBlock, _ toolBlock, e wire.Value) {
			if words.At(e, s) && !e.Has("name") {
				b.name = ""
			}
		})
	}
	unargued := func(s words.Stage) plant.Plant {
		return after(func(_ *store, b *toolBlock, _ toolBlock, e wire.Value) {
			if words.At(e, s) && !words.Argues(e) {
				b.parameters.Reset()
			}
		})
	}
	return []plant.Row{
		plant.New("STAGE-53/running-erases-parameters", unargued(words.Running), "STAGE-58"),
		plant.New("STAGE-53/streaming-erases-parameters", unargued(words.Streaming), "STAGE-58"),
		plant.New("STAGE-53/end-erases-name", unnamed(words.End), "STAGE-50"),
		plant.New("STAGE-53/running-erases-name", unnamed(words.Running), "STAGE-50"),
		plant.New("STAGE-53/error-erases-parameters", ending(func(_ *store, b *toolBlock, e wire.Value) {
			if words.TellsFailure(e) && !words.Argues(e) {
				b.parameters.Reset()
			}
		}), "STAGE-58"),
	}
}

// lateFaults: what comes after the end.
func lateFaults() []plant.Row {
	revive := func(s words.Stage) plant.Plant {
		return after(func(_ *store, b *toolBlock, _ toolBlock, e wire.Value) {
			if words.At(e, s) && !b.open() {
				b.stage = s.String()
			}
		})
	}
	merge := func(member string) plant.Plant {
		return after(func(_ *store, b *toolBlock, was toolBlock, e wire.Value) {
			if !was.open() && was.id != "" && words.At(e, words.End) && e.Has(member) {
				b.set(member, e.Get(member))
			}
		})
	}
	return []plant.Row{
		plant.New("STAGE-54/running-revives", revive(words.Running), "STAGE-52"),
		plant.New("STAGE-54/streaming-revives", revive(words.Streaming), "STAGE-52"),
		plant.New("STAGE-54/start-revives", revive(words.Start), "STAGE-52"),
		plant.New("STAGE-54/flag-of-second", merge("success")), plant.New("STAGE-54/result-of-second", merge("result")),
		plant.New("STAGE-54/error-of-second", merge("error")),
		plant.New("STAGE-54/some-starts-open", remembering(func() func(*store, wire.Value) wire.Value {
			late := map[string]int{}
			return func(s *store, e wire.Value) wire.Value {
				if b := s.of(e); words.At(e, words.Start) && b != nil && !b.open() {
					if late[b.id]++; late[b.id] == 2 {
						s.open(b.id)
					}
				}
				return e
			}
		})),
		plant.New("STAGE-50/late-result-counts", after(func(_ *store, b *toolBlock, _ toolBlock, e wire.Value) {
			if !b.open() && !words.At(e, words.End) && e.Has("result") {
				b.take(e)
			}
		})),
	}
}

// consumerWarnings are the faults that miss a SHOULD.
func consumerWarnings() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-54/last-end-wins", after(func(_ *store, b *toolBlock, _ toolBlock, e wire.Value) {
			if words.At(e, words.End) {
				b.take(e)
			}
		})).Warn(),
		plant.New("STAGE-54/late-chunk-counts", after(func(_ *store, b *toolBlock, was toolBlock, e wire.Value) {
			if !was.open() && was.id != "" {
				b.argue(e)
			}
		})).Warn(),
		plant.New("STAGE-54/late-name-counts", after(func(_ *store, b *toolBlock, _ toolBlock, e wire.Value) {
			if words.At(e, words.Start) {
				b.name = e.Get("name").Text()
			}
		})).Warn(),
		plant.New("STAGE-55/moves-back", after(func(_ *store, b *toolBlock, _ toolBlock, e wire.Value) {
			if b.stage == "running" && words.At(e, words.Streaming) {
				b.stage = "streaming"
			}
		})).Warn(),
		plant.New("ROBUST-03/ten-thousand-calls", showing(plant.First(5000))).Warn(),
		plant.New("ROBUST-03/eight-mebibytes", showingEach(cutAt(8<<20))).Warn(),
	}
}

// cutAt cuts a result at n bytes.
func cutAt(n int) plant.Edit {
	return plant.Inside("/result", plant.Text(func(s string) string { return s[:min(len(s), n)] }))
}

// sharedConsumerFaults are those that consumers have on every wire, and each shared change of a
// text wherever a block shows one or an update brings one.
func sharedConsumerFaults() []plant.Row {
	at := func(member string) func(plant.Edit) plant.Plant {
		return func(e plant.Edit) plant.Plant { return shown().At(member, e) }
	}
	chunk := func(e plant.Edit) plant.Plant { return readingEach(plant.Inside("/parametersChunk", e)) }
	lenient := func(read func(text string) string) plant.Plant { return at("parameters")(plant.Forgiving(read)) }
	return slices.Concat(shown().Faults(), plant.Lenient("STAGE-58", lenient), plant.Objects("STAGE-58", lenient),
		plant.Product([]plant.Place{
			{Slug: "result", Title: "A result", Requirement: "STAGE-50", Plant: at("result")},
			{Slug: "error", Title: "An error", Requirement: "STAGE-50", Plant: at("error")},
		}, plant.Changes()), plant.Product([]plant.Place{
			{Slug: "chunk", Title: "A chunk", Requirement: "STAGE-58", Plant: chunk},
		}, plant.But("cut-at-nul", "printed-anew"))) // JSON has no NUL, and arguments are equal as JSON
}

// shown is where blocks show what is held, and the lines that its loss misses. Arguments are
// text: as it came it is right, and no text is no argument.
func shown() plant.Shown {
	return plant.Shown{
		Calls: "/toolBlocks", ID: "id", Name: "name", Arguments: "parameters",
		Open:    func(b wire.Value) bool { return b.Get("stage").Text() != "end" },
		Hand:    func(b, arguments wire.Value) wire.Value { return b.With("parameters", arguments) },
		OfCalls: "STAGE-50", OfTwins: "STAGE-50", OfOrder: "STAGE-50", OfArguments: "STAGE-58", OfCut: "STAGE-58",
		Except: []string{"cut-is-ready", "opener-is-empty-object", "arguments-cut-at-nul", "arguments-printed-anew"},
	}
}
