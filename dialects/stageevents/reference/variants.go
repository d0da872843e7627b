package reference

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/wire"
)

// variant is a row of the tables of variants.
type variant struct {
	id, title string
	plant     plant
}

func variantsOf(pair dialect.Pair, rows []variant) []dialect.Variant {
	list := make([]dialect.Variant, len(rows))
	for i, r := range rows {
		list[i] = dialect.Variant{ID: r.id, Pair: pair, Title: r.title, Plant: r.plant}
	}
	return list
}

func ConsumerVariants() []dialect.Variant {
	return variantsOf(words.Consumer(), append(append(shapeVariants(), outcomeVariants()...), streamVariants()...))
}

// shapeVariants hold the same and write it otherwise.
func shapeVariants() []variant {
	return []variant{
		{"key-order", "The members of a block stand in the opposite order.", showingEach(func(b wire.Value) wire.Value {
			members := slices.Clone(b.Members())
			slices.Reverse(members)
			return wire.Obj(members...)
		})},
		{"extra-members", "Blocks have members of their own.", showingEach(func(b wire.Value) wire.Value {
			return b.With("type", wire.Str("tool")).With("timestamp", wire.Int(1763600000)).With("shortResult",
				wire.Str("short")).With("images", wire.List())
		})},
		{"absent-for-null", "What a block doesn't hold is left out.", showingEach(func(b wire.Value) wire.Value {
			for _, m := range b.Members() {
				if m.Value.IsNull() || m.Name == "parameters" && wire.Nothing(m.Value) {
					b = b.Without(m.Name)
				}
			}
			return b
		})},
		{"empty-for-null", "What a block doesn't hold is an empty string, and success is false until the end.",
			showingEach(func(b wire.Value) wire.Value {
				for _, m := range []string{"name", "parameters", "result", "error"} {
					if b.Get(m).IsNull() {
						b = b.With(m, wire.Str(""))
					}
				}
				if b.Get("success").IsNull() && b.Get("stage").Text() != "end" {
					b = b.With("success", wire.Boolean(false))
				}
				return b
			})},
		{"STAGE-58/parsed", "Arguments that are JSON are held parsed.", showingEach(func(b wire.Value) wire.Value {
			if v, ok := wire.ParseText(b.Get("parameters").Text()); ok {
				return b.With("parameters", v)
			}
			return b
		})},
		{"STAGE-58/written-anew", "Arguments that are JSON are written anew, no arguments as {}.",
			showingEach(func(b wire.Value) wire.Value {
				if wire.Nothing(b.Get("parameters")) {
					return b.With("parameters", wire.Obj())
				}
				if v, ok := wire.ParseText(b.Get("parameters").Text()); ok {
					return b.With("parameters", wire.Str(v.JSON()))
				}
				return b
			})},
		{"isRunning-null", "Absent members are all written as null, `isRunning` too.",
			showingEach(func(b wire.Value) wire.Value { return b.With("isRunning", wire.NullValue) })},
		{"command-output", "A block of a system command, with its `isRunning`, stands among the others.",
			showing(func(blocks []wire.Value) []wire.Value {
				return append([]wire.Value{wire.ParseString(`{"type":"command_output","command":"ls","isRunning":true}`)}, blocks...)
			})},
	}
}

// outcomeVariants read the same end otherwise.
func outcomeVariants() []variant {
	return []variant{
		{"success-not-derived", "Without a flag on the end there is none in the block.", func(answer) answer {
			return func(input wire.Value) observation {
				told := map[string]wire.Value{}
				return showingEach(func(b wire.Value) wire.Value {
					return b.With("success",
						wire.OrNull(told[b.Get("id").Text()]))
				})(stepping(func() func(*store, wire.Value) {
					return func(s *store, e wire.Value) {
						if b := s.of(e); words.At(e, words.End) && b != nil && b.stage != "end" {
							told[b.id] = e.Get("success")
						}
						s.apply(e)
					}
				})(nil))(input)
			}
		}},
		{"failure-text-is-error", "The result of `success:false` stands as the error.", onEnd(func(e wire.Value) wire.Value {
			if e.Get("success").IsFalse() && e.Get("error").IsNull() && !e.Get("result").IsNull() {
				return e.With("error", e.Get("result")).Without("result")
			}
			return e
		})},
		{"failure-own-text", "A failure without an error gets a text of the implementation's own.", onEnd(func(e wire.Value) wire.Value {
			if e.Get("success").IsFalse() && e.Get("error").IsNull() {
				return e.With("error", wire.Str("The tool failed without saying why."))
			}
			return e
		})},
		{"odd-error-passed-by", "An error that is no string is passed by.", onEnd(func(e wire.Value) wire.Value {
			if !e.Get("error").IsString() {
				return e.Without("error")
			}
			return e
		})},
		{"odd-result-passed-by", "A result that is no string is passed by.", onEnd(func(e wire.Value) wire.Value {
			if !e.Get("result").IsString() {
				return e.Without("result")
			}
			return e
		})},
		{"error-without-result", "Beside an error no result is held.", onEnd(func(e wire.Value) wire.Value {
			if !e.Get("error").IsNull() {
				return e.Without("result")
			}
			return e
		})},
		{"STAGE-57/closed-as-failure", "When the stream breaks off, open calls are closed as failures.",
			showingEach(func(b wire.Value) wire.Value {
				if b.Get("stage").Text() != "end" {
					return b.With("stage", wire.Str("end")).With("success", wire.Boolean(false)).With("error",
						wire.Str("The stream broke off."))
				}
				return b
			})},
	}
}

// streamVariants take the other side of what a stream leaves open.
func streamVariants() []variant {
	return []variant{
		{"STAGE-54/new-block", "A second start after the end opens a new block.", step(func(s *store, e wire.Value) {
			if b := s.of(e); words.At(e, words.Start) && b != nil && b.stage == "end" {
				s.open(b.id)
			}
			s.apply(e)
		})},
		{"STAGE-54/every-start-opens", "A second start opens a new block, also before the end.", step(func(s *store, e wire.Value) {
			if b := s.of(e); words.At(e, words.Start) && b != nil {
				s.open(b.id)
			}
			s.apply(e)
		})},
		{"STAGE-56/creates-block", "An update for an id never started creates a block.", step(func(s *store, e wire.Value) {
			if _, _, ok := words.Known(e); ok && s.of(e) == nil {
				s.open(e.Get("id").Text())
			}
			s.apply(e)
		})},
		{"STAGE-55/late-update-dropped", "An update of an earlier stage is passed by, whole.", step(func(s *store, e wire.Value) {
			if b := s.of(e); b != nil && stageRank(e.Get("stage").Text()) < stageRank(b.stage) {
				return
			}
			s.apply(e)
		})},
		{"second-start-begins-anew", "A second start before the end empties the block.", step(func(s *store, e wire.Value) {
			if b := s.of(e); words.At(e, words.Start) && b != nil && b.stage != "end" {
				b.stage = "start"
				b.parameters.Reset()
			}
			s.apply(e)
		})},
		{"name-of-start", "Only a start names the call.", step(func(s *store, e wire.Value) {
			if !words.At(e, words.Start) {
				e = e.Without("name")
			}
			s.apply(e)
		})},
		{"null-erases", "A name or parameters that are null erase what was held.", step(func(s *store, e wire.Value) {
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
		})},
		{"rejects-no-objects", "Input with events that are no objects is rejected.", func(inner answer) answer {
			return func(input wire.Value) observation {
				events, err := readEvents(input)
				for _, e := range events {
					if err == nil && !e.IsObject() {
						return observation{Ending: dialect.Rejected, Reason: "an event is no object"}
					}
				}
				return inner(input)
			}
		}},
	}
}
