package reference

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
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
		plant.New("key-order", showingEach(dialect.Backwards)),
		plant.New("restless", plant.EveryOther(plant.Showing("", dialect.Backwards), showingEach(func(b wire.Value) wire.Value {
			if p := plant.Parsed(b.Get("parameters")); p.IsObject() {
				return b.With("parameters", wire.Str(dialect.Backwards(p).JSON()))
			}
			return b
		}))),
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
		plant.New("STAGE-58/parsed", shown().At("parameters", plant.Parsed)),
		plant.New("STAGE-58/written-anew", shown().At("parameters", func(v wire.Value) wire.Value {
			if wire.Nothing(v) {
				return wire.Obj()
			} else if p := plant.Parsed(v); !p.IsString() {
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
		plant.New("failure-text-is-error", onEnd(plant.All(unsaid, plant.Not(lacks("result"))), plant.Moved("result", "error"))),
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
		plant.New("STAGE-55/late-update-dropped", before(plant.Skipped(func(s *store, e wire.Value) bool {
			b := s.of(e)
			return b != nil && stageRank(e.Get("stage").Text()) < stageRank(b.stage)
		}))),
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

// ProducerVariants are the other side of each free choice of a producer.
func ProducerVariants() []dialect.Variant {
	rows := slices.Concat(tellingVariants(), argumentVariants())
	again := plant.Restless(rows, "no-arguments-at-all", "no-parameters-on-end", "empty-error-text")
	return plant.Variants(words.Producer(), plant.Titled(producerTitles, append(rows, again)))
}

// each rewrites every update without a look at its call.
func each(edit plant.Edit) plant.Plant { return tellingEach(always(edit)) }

// tellingVariants tell the same lives otherwise.
func tellingVariants() []plant.Row {
	failures := func(edit plant.Edit) plant.Plant {
		return tellingAt(words.End, plant.When(plant.Not(lacks("error")), edit))
	}
	content := func(c *transcript.CallRecord) wire.Value {
		if c.Result == nil {
			return wire.Str("")
		}
		return c.Result.Content
	}
	return []plant.Row{
		plant.New("key-order", each(dialect.Backwards)),
		plant.New("extra-members", each(func(e wire.Value) wire.Value {
			return saying("compactParams", "…")(saying("type", "tool")(e.With("timestamp", wire.Int(1763600000))))
		})),
		plant.New("null-for-absent", each(func(e wire.Value) wire.Value {
			for _, m := range []string{"name", "parameters", "parametersChunk", "result", "success", "error"} {
				e = plant.When(lacks(m), plant.Having(m, wire.NullValue))(e)
			}
			return e
		})),
		plant.New("starts-name-all", tellingEach(func(c *transcript.CallRecord, e wire.Value) wire.Value {
			return saying("name", c.Name)(e)
		})),
		plant.New("failure-as-result", failures(plant.Moved("error", "result"))),
		plant.New("error-alone", failures(plant.Lacking("success"))),
		plant.New("error-twice", failures(func(e wire.Value) wire.Value { return e.With("result", e.Get("error")) })),
		plant.New("result-alone", tellingAt(words.End, plant.When(func(e wire.Value) bool { return e.Get("success").IsTrue() },
			plant.Lacking("success")))),
		plant.New("result-as-itself", tellingEach(func(c *transcript.CallRecord, e wire.Value) wire.Value {
			for _, m := range []string{"result", "error"} {
				if e.Has(m) && !content(c).IsString() {
					e = e.With(m, content(c))
				}
			}
			return e
		})),
		plant.New("null-left-out", answering(transcript.Success, wire.Value.IsNull, plant.Lacking("result"))),
		plant.New("partial-results", tellingMany(words.End, func(c *transcript.CallRecord, e wire.Value) []wire.Value {
			stage := "streaming"
			if len(c.Progress) > 0 {
				stage = "running"
			}
			if !e.Get("success").IsTrue() {
				return plant.Only(e)
			}
			return []wire.Value{saying("result", "part of it")(bare(e, stage)), e}
		})),
		plant.New("always-running", tellingMany(words.End, func(_ *transcript.CallRecord, e wire.Value) []wire.Value {
			return []wire.Value{bare(e, "running"), e}
		})),
		plant.New("one-running", recalling(func(ran *bool, e wire.Value) []wire.Value {
			again := *ran && words.At(e, words.Running)
			if *ran = *ran || words.At(e, words.Running); again {
				return nil
			}
			return plant.Only(e)
		})),
		plant.New("one-call-after-the-other", telling(func(of callOf, list []wire.Value) []wire.Value {
			slices.SortStableFunc(list, func(a, b wire.Value) int { return of(a).Position - of(b).Position })
			return list
		})),
		plant.New("other-events", telling(func(_ callOf, list []wire.Value) []wire.Value {
			return plant.Many(plant.Every, func(e wire.Value) []wire.Value {
				return []wire.Value{wire.ParseString(`{"type":"text","text":"…"}`), e}
			})(list)
		})),
	}
}

// argumentVariants tell the arguments otherwise.
func argumentVariants() []plant.Row {
	growing := func(behind plant.Edit) plant.Plant {
		return recalling(func(so *string, e wire.Value) []wire.Value {
			switch {
			case !words.At(e, words.Streaming):
				return plant.Only(e)
			case len(*so) > 1<<12: // the end tells the whole
				return plant.Only(behind(e))
			}
			*so += e.Get("parametersChunk").Text()
			return plant.Only(behind(saying("parameters", *so)(e)))
		})
	}
	pieces := func(e wire.Value, pieces ...string) (out []wire.Value) {
		for _, p := range pieces {
			out = append(out, saying("parametersChunk", p)(bare(e, "streaming")))
		}
		return out
	}
	return []plant.Row{
		plant.New("parameters-grow", growing(plant.Lacking("parametersChunk"))), plant.New("both-fields", growing(plant.Lacking())),
		plant.New("parameters-parsed", tellingAt(words.End, plant.Inside("/parameters", plant.Text(plant.Anew)))),
		plant.New("no-parameters-on-end", tellingAt(words.End, plant.Lacking("parameters"))),
		plant.New("no-arguments-at-all", each(plant.Lacking("parameters", "parametersChunk"))),
		plant.New("parameters-on-start", tellingEach(func(c *transcript.CallRecord, e wire.Value) wire.Value {
			if words.At(e, words.Start) && len(c.Deltas) == 0 && c.Input.IsObject() {
				return saying("parameters", c.Input.JSON())(e)
			}
			return e
		})),
		plant.New("empty-chunks", tellingMany(words.Streaming, func(_ *transcript.CallRecord, e wire.Value) []wire.Value {
			return []wire.Value{saying("parametersChunk", "")(e), e}
		})),
		plant.New("letter-by-letter", tellingMany(words.Streaming, func(_ *transcript.CallRecord, e wire.Value) []wire.Value {
			var letters []string
			for _, r := range e.Get("parametersChunk").Text() {
				letters = append(letters, string(r))
			}
			return pieces(e, letters...)
		})),
		plant.New("pieces-of-own", tellingMany(words.Start, func(c *transcript.CallRecord, e wire.Value) []wire.Value {
			text := c.Input.JSON()
			if len(c.Deltas) > 0 || !c.Input.IsObject() || len(text) > 1<<12 {
				return plant.Only(e)
			}
			cut := words.RuneCut(text, len(text)/2)
			return append(plant.Only(e), pieces(e, text[:cut], text[cut:])...)
		})),
		plant.New("empty-error-text", ends("", always(saying("error", "")))),
	}
}
