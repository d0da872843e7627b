package reference

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// ConsumerVariants are the other side of each free choice of a consumer.
func ConsumerVariants() []dialect.Variant {
	return plant.Variants(words.Consumer(),
		plant.Titled(consumerTitles, slices.Concat(shapeVariants(), outcomeVariants(), streamVariants())))
}

// shapeVariants hold the same and write it otherwise.
func shapeVariants() []plant.Row {
	parsed := func(v wire.Value) wire.Value {
		if p, ok := wire.ParseText(v.Text()); ok {
			return p
		}
		return v
	}
	return []plant.Row{
		plant.New("key-order", showingEach(dialect.Backwards)),
		plant.New("extra-members", showingEach(func(b wire.Value) wire.Value {
			b = saying("shortResult", "short")(saying("type", "tool")(b))
			return b.With("timestamp", wire.Int(1763600000)).With("images", wire.List())
		})),
		plant.New("absent-for-null", showingEach(func(b wire.Value) wire.Value {
			for _, m := range b.Members() {
				if m.Value.IsNull() || m.Name == "parameters" && wire.Nothing(m.Value) {
					b = b.Without(m.Name)
				}
			}
			return b
		})),
		plant.New("empty-for-null", showingEach(func(b wire.Value) wire.Value {
			for _, m := range []string{"name", "parameters", "result", "error"} {
				b = plant.When(lacks(m), saying(m, ""))(b)
			}
			return plant.When(plant.All(lacks("success"), plant.Not(has("stage", "end"))), plant.Having("success", wire.Boolean(false)))(b)
		})),
		plant.New("STAGE-58/parsed", shown().At("parameters", parsed)),
		plant.New("STAGE-58/written-anew", shown().At("parameters", func(v wire.Value) wire.Value {
			if wire.Nothing(v) {
				return wire.Obj()
			} else if p := parsed(v); !p.IsString() {
				return wire.Str(p.JSON())
			}
			return v
		})),
		plant.New("isRunning-null", showingEach(plant.Having("isRunning", wire.NullValue))),
		plant.New("command-output", showing(func(blocks []wire.Value) []wire.Value {
			return slices.Insert(blocks, 0, wire.ParseString(`{"type":"command_output","command":"ls","isRunning":true}`))
		})),
	}
}

// outcomeVariants read the same end otherwise.
func outcomeVariants() []plant.Row {
	unsaid := plant.All(func(e wire.Value) bool { return e.Get("success").IsFalse() }, lacks("error"))
	odd := func(member string) plant.Of {
		return func(e wire.Value) bool { return !e.Get(member).IsString() }
	}
	return []plant.Row{
		plant.New("success-not-derived", func(answer) answer {
			return func(input wire.Value) observation {
				said := map[string]wire.Value{}
				told := ending(func(_ *store, b *toolBlock, e wire.Value) { said[b.id] = e.Get("success") })(nil)
				return showingEach(func(b wire.Value) wire.Value {
					return b.With("success", wire.OrNull(said[b.Get("id").Text()]))
				})(told)(input)
			}
		}),
		plant.New("failure-text-is-error", onEnd(plant.All(unsaid, plant.Not(lacks("result"))), turning("result", "error"))),
		plant.New("failure-own-text", onEnd(unsaid, saying("error", "The tool failed without saying why."))),
		plant.New("odd-error-passed-by", onEnd(odd("error"), plant.Lacking("error"))),
		plant.New("odd-result-passed-by", onEnd(odd("result"), plant.Lacking("result"))),
		plant.New("error-without-result", onEnd(plant.Not(lacks("error")), plant.Lacking("result"))),
		plant.New("STAGE-57/closed-as-failure", showingEach(plant.When(plant.Not(has("stage", "end")), func(b wire.Value) wire.Value {
			return saying("error", "The stream broke off.")(saying("stage", "end")(b.With("success", wire.Boolean(false))))
		}))),
	}
}

// streamVariants take the other side of what a stream leaves open.
func streamVariants() []plant.Row {
	// starting does something before a start of a call that has a block.
	starting := func(do func(s *store, b *toolBlock)) plant.Plant {
		return before(func(s *store, e wire.Value) wire.Value {
			if b := s.of(e); words.At(e, words.Start) && b != nil {
				do(s, b)
			}
			return e
		})
	}
	return []plant.Row{
		plant.New("STAGE-54/new-block", starting(func(s *store, b *toolBlock) {
			if !b.open() {
				s.open(b.id)
			}
		})),
		plant.New("STAGE-54/every-start-opens", starting(func(s *store, b *toolBlock) { s.open(b.id) })),
		plant.New("STAGE-56/creates-block", before(func(s *store, e wire.Value) wire.Value {
			if isUpdate(e) && s.of(e) == nil {
				s.open(e.Get("id").Text())
			}
			return e
		})),
		plant.New("STAGE-55/late-update-dropped", before(func(s *store, e wire.Value) wire.Value {
			if b := s.of(e); b != nil && stageRank(e.Get("stage").Text()) < stageRank(b.stage) {
				return wire.Value{}
			}
			return e
		})),
		plant.New("second-start-begins-anew", starting(func(_ *store, b *toolBlock) {
			if b.open() {
				b.stage = "start"
				b.parameters.Reset()
			}
		})),
		plant.New("name-of-start", readingEach(plant.When(plant.Not(is(words.Start)), plant.Lacking("name")))),
		plant.New("null-erases", before(func(s *store, e wire.Value) wire.Value {
			b := s.of(e)
			if !b.open() || stageRank(e.Get("stage").Text()) < 0 {
				return e
			}
			if e.Get("name").Kind() == wire.Null {
				b.name = ""
			}
			if e.Get("parameters").Kind() == wire.Null {
				b.parameters.Reset()
				e = e.Without("parametersChunk")
			}
			return e
		})),
		plant.New("rejects-no-objects", func(inner answer) answer {
			return func(input wire.Value) observation {
				events, err := wire.InputEvents(input, true)
				if err == nil && slices.ContainsFunc(events, func(e wire.Value) bool { return !e.IsObject() }) {
					return observation{Ending: dialect.Rejected, Reason: "an event is no object"}
				}
				return inner(input)
			}
		}),
	}
}
