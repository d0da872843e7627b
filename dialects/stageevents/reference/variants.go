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
	return []plant.Row{
		plant.New("key-order", showingEach(func(b wire.Value) wire.Value {
			members := slices.Clone(b.Members())
			slices.Reverse(members)
			return wire.Obj(members...)
		})),
		plant.New("extra-members", showingEach(func(b wire.Value) wire.Value {
			return b.With("type", wire.Str("tool")).With("timestamp", wire.Int(1763600000)).With("shortResult",
				wire.Str("short")).With("images", wire.List())
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
				if b.Get(m).IsNull() {
					b = b.With(m, wire.Str(""))
				}
			}
			if b.Get("success").IsNull() && b.Get("stage").Text() != "end" {
				b = b.With("success", wire.Boolean(false))
			}
			return b
		})),
		plant.New("STAGE-58/parsed", showingEach(func(b wire.Value) wire.Value {
			if v, ok := wire.ParseText(b.Get("parameters").Text()); ok {
				return b.With("parameters", v)
			}
			return b
		})),
		plant.New("STAGE-58/written-anew", showingEach(func(b wire.Value) wire.Value {
			if wire.Nothing(b.Get("parameters")) {
				return b.With("parameters", wire.Obj())
			}
			if v, ok := wire.ParseText(b.Get("parameters").Text()); ok {
				return b.With("parameters", wire.Str(v.JSON()))
			}
			return b
		})),
		plant.New("isRunning-null", showingEach(func(b wire.Value) wire.Value { return b.With("isRunning", wire.NullValue) })),
		plant.New("command-output", showing(func(blocks []wire.Value) []wire.Value {
			return append([]wire.Value{wire.ParseString(`{"type":"command_output","command":"ls","isRunning":true}`)}, blocks...)
		})),
	}
}

// outcomeVariants read the same end otherwise.
func outcomeVariants() []plant.Row {
	return []plant.Row{
		plant.New("success-not-derived", func(answer) answer {
			return func(input wire.Value) observation {
				told := map[string]wire.Value{}
				return showingEach(func(b wire.Value) wire.Value {
					return b.With("success", wire.OrNull(told[b.Get("id").Text()]))
				})(stepping(func() func(*store, wire.Value) {
					return func(s *store, e wire.Value) {
						if b := s.of(e); words.At(e, words.End) && b != nil && b.stage != "end" {
							told[b.id] = e.Get("success")
						}
						s.apply(e)
					}
				})(nil))(input)
			}
		}),
		plant.New("failure-text-is-error", onEnd(plant.When(func(e wire.Value) bool {
			return e.Get("success").IsFalse() && e.Get("error").IsNull() && !e.Get("result").IsNull()
		},
			func(e wire.Value) wire.Value { return e.With("error", e.Get("result")).Without("result") }))),
		plant.New("failure-own-text",
			onEnd(plant.When(func(e wire.Value) bool { return e.Get("success").IsFalse() && e.Get("error").IsNull() },
				plant.Having("error", wire.Str("The tool failed without saying why."))))),
		plant.New("odd-error-passed-by", onEnd(plant.When(func(e wire.Value) bool { return !e.Get("error").IsString() },
			plant.Lacking("error")))),
		plant.New("odd-result-passed-by", onEnd(plant.When(func(e wire.Value) bool { return !e.Get("result").IsString() },
			plant.Lacking("result")))),
		plant.New("error-without-result", onEnd(plant.When(func(e wire.Value) bool { return !e.Get("error").IsNull() },
			plant.Lacking("result")))),
		plant.New("STAGE-57/closed-as-failure", showingEach(func(b wire.Value) wire.Value {
			if b.Get("stage").Text() != "end" {
				return b.With("stage", wire.Str("end")).With("success", wire.Boolean(false)).With("error",
					wire.Str("The stream broke off."))
			}
			return b
		})),
	}
}

// streamVariants take the other side of what a stream leaves open.
func streamVariants() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-54/new-block", step(func(s *store, e wire.Value) {
			if b := s.of(e); words.At(e, words.Start) && b != nil && b.stage == "end" {
				s.open(b.id)
			}
			s.apply(e)
		})),
		plant.New("STAGE-54/every-start-opens", step(func(s *store, e wire.Value) {
			if b := s.of(e); words.At(e, words.Start) && b != nil {
				s.open(b.id)
			}
			s.apply(e)
		})),
		plant.New("STAGE-56/creates-block", step(func(s *store, e wire.Value) {
			if _, _, ok := words.Known(e); ok && s.of(e) == nil {
				s.open(e.Get("id").Text())
			}
			s.apply(e)
		})),
		plant.New("STAGE-55/late-update-dropped", step(func(s *store, e wire.Value) {
			if b := s.of(e); b != nil && stageRank(e.Get("stage").Text()) < stageRank(b.stage) {
				return
			}
			s.apply(e)
		})),
		plant.New("second-start-begins-anew", step(func(s *store, e wire.Value) {
			if b := s.of(e); words.At(e, words.Start) && b != nil && b.stage != "end" {
				b.stage = "start"
				b.parameters.Reset()
			}
			s.apply(e)
		})),
		plant.New("name-of-start", step(func(s *store, e wire.Value) {
			if !words.At(e, words.Start) {
				e = e.Without("name")
			}
			s.apply(e)
		})),
		plant.New("null-erases", step(func(s *store, e wire.Value) {
			if b := s.of(e); b != nil && b.stage != "end" && stageRank(e.Get("stage").Text()) >= 0 {
				if e.Get("name").Kind() == wire.Null {
					b.name = ""
				}
				if e.Get("parameters").Kind() == wire.Null {
					b.parameters.Reset()
					e = e.Without("parametersChunk")
				}
			}
			s.apply(e)
		})),
		plant.New("rejects-no-objects", func(inner answer) answer {
			return func(input wire.Value) observation {
				events, err := readEvents(input)
				for _, e := range events {
					if err == nil && !e.IsObject() {
						return observation{Ending: dialect.Rejected, Reason: "an event is no object"}
					}
				}
				return inner(input)
			}
		}),
	}
}
