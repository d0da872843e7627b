package reference

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// ProducerVariants are the other side of each free choice of a producer.
func ProducerVariants() []dialect.Variant {
	rows := slices.Concat(tellingVariants(), argumentVariants())
	again := plant.Restless(rows, "no-arguments-at-all", "no-parameters-on-end", "empty-error-text")
	return plant.Variants(words.Producer(), plant.Titled(producerTitles, append(rows, again)))
}

// each rewrites every update without a look at its call.
func each(edit plant.Edit) plant.Plant {
	return tellingEach(func(_ *transcript.CallRecord, e wire.Value) wire.Value { return edit(e) })
}

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
		plant.New("failure-as-result", failures(turning("error", "result"))),
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
		plant.New("null-left-out", ends(transcript.Success, func(c *transcript.CallRecord, e wire.Value) wire.Value {
			if content(c).IsNull() {
				return e.Without("result")
			}
			return e
		})),
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
		plant.New("one-running", telling(func(_ callOf, list []wire.Value) []wire.Value {
			seen := map[string]bool{}
			return plant.Drop(func(e wire.Value) bool {
				id, runs := e.Get("id").Text(), words.At(e, words.Running)
				again := runs && seen[id]
				seen[id] = seen[id] || runs
				return again
			})(list)
		})),
		plant.New("one-call-after-the-other", telling(func(of callOf, list []wire.Value) []wire.Value {
			slices.SortStableFunc(list, func(a, b wire.Value) int { return of(a).Position - of(b).Position })
			return list
		})),
		plant.New("other-events", telling(func(_ callOf, list []wire.Value) []wire.Value {
			return plant.Many(func(wire.Value) bool { return true }, func(e wire.Value) []wire.Value {
				return []wire.Value{wire.ParseString(`{"type":"text","text":"…"}`), e}
			})(list)
		})),
	}
}

// argumentVariants tell the arguments otherwise.
func argumentVariants() []plant.Row {
	growing := func(behind plant.Edit) plant.Plant {
		return telling(func(_ callOf, list []wire.Value) []wire.Value {
			so := map[string]string{}
			return plant.Each(is(words.Streaming), func(e wire.Value) wire.Value {
				id := e.Get("id").Text()
				if len(so[id]) > 1<<12 {
					return e
				}
				so[id] += e.Get("parametersChunk").Text()
				return behind(saying("parameters", so[id])(e))
			})(list)
		})
	}
	pieces := func(e wire.Value, pieces ...string) (out []wire.Value) {
		for _, p := range pieces {
			out = append(out, saying("parametersChunk", p)(bare(e, "streaming")))
		}
		return out
	}
	return []plant.Row{
		plant.New("parameters-grow", growing(plant.Lacking("parametersChunk"))),
		plant.New("both-fields", growing(plant.Lacking())),
		plant.New("parameters-parsed", tellingAt(words.End, plant.Inside("/parameters", func(v wire.Value) wire.Value {
			if p, ok := wire.ParseText(v.Text()); ok {
				return wire.Str(p.JSON())
			}
			return v
		}))),
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
		plant.New("empty-error-text", ends("", func(_ *transcript.CallRecord, e wire.Value) wire.Value { return saying("error", "")(e) })),
	}
}
