package reference

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

func ProducerVariants() []dialect.Variant {
	return variantsOf(words.Producer(), slices.Concat(tellingVariants(), argumentVariants(), restlessVariants()))
}

// tellingVariants tell the same lives otherwise.
func tellingVariants() []variant {
	return []variant{
		{"key-order", "The members of an update stand in the opposite order.", tellingEach(func(e wire.Value) []wire.Value {
			members := slices.Clone(e.Members())
			slices.Reverse(members)
			return []wire.Value{wire.Obj(members...)}
		})},
		{"extra-members", "Updates have members of their own.", tellingEach(func(e wire.Value) []wire.Value {
			return []wire.Value{e.With("timestamp", wire.Int(1763600000)).With("type", wire.Str("tool")).With("compactParams",
				wire.Str("…"))}
		})},
		{"null-for-absent", "Members that an update doesn't have are null.", tellingEach(func(e wire.Value) []wire.Value {
			for _, m := range []string{"name", "parameters", "parametersChunk", "result", "success", "error"} {
				if !e.Has(m) {
					e = e.With(m, wire.NullValue)
				}
			}
			return []wire.Value{e}
		})},
		{"starts-name-all", "Every update carries the name.", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			of := callOf(t)
			for i, e := range list {
				list[i] = e.With("name", wire.Str(of(e).Name))
			}
			return list
		})},
		{"failure-as-result", "A failure is told by `success:false` with a result.", tellingAt(words.End, func(e wire.Value) wire.Value {
			if e.Has("error") {
				return e.With("result", e.Get("error")).Without("error")
			}
			return e
		})},
		{"error-alone", "A failure is told by its error alone.", tellingAt(words.End, func(e wire.Value) wire.Value {
			if e.Has("error") {
				return e.Without("success")
			}
			return e
		})},
		{"error-twice", "A failure carries its text as error and as result.", tellingAt(words.End, func(e wire.Value) wire.Value {
			if e.Has("error") {
				return e.With("result", e.Get("error"))
			}
			return e
		})},
		{"result-alone", "A success is told by its result alone.", tellingAt(words.End, func(e wire.Value) wire.Value {
			if e.Get("success").IsTrue() {
				return e.Without("success")
			}
			return e
		})},
		{"result-as-itself", "A result that is no string stands as itself.",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of := callOf(t)
				for i, e := range list {
					if r := of(e).Result; words.At(e, words.End) && r != nil && !r.Content.IsString() {
						for _, m := range []string{"result", "error"} {
							if e.Has(m) {
								list[i] = e.With(m, r.Content)
							}
						}
					}
				}
				return list
			})},
		{"null-left-out", "A result of null is left out.", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			of := callOf(t)
			for i, e := range list {
				if r := of(e).Result; words.At(e, words.End) && r != nil && r.Status == transcript.Success && r.Content.IsNull() {
					list[i] = e.Without("result")
				}
			}
			return list
		})},
		{"partial-results", "Results are streamed before they are told whole.",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				var out []wire.Value
				of := callOf(t)
				for _, e := range list {
					if words.At(e, words.End) && e.Get("success").IsTrue() {
						stage := "streaming"
						if len(of(e).Progress) > 0 {
							stage = "running"
						}
						out = append(out, wire.Obj(wire.M("id", e.Get("id")), wire.M("stage", wire.Str(stage)),
							wire.M("result", wire.Str("part of it"))))
					}
					out = append(out, e)
				}
				return out
			})},
		{"always-running", "Every call is shown as running before its end.", tellingEach(func(e wire.Value) []wire.Value {
			if words.At(e, words.End) {
				return []wire.Value{wire.Obj(wire.M("id", e.Get("id")), wire.M("stage", wire.Str("running"))), e}
			}
			return []wire.Value{e}
		})},
		{"one-running", "Progress is told once a call.", telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
			seen := map[string]bool{}
			return slices.DeleteFunc(list, func(e wire.Value) bool {
				again := words.At(e, words.Running) && seen[e.Get("id").Text()]
				seen[e.Get("id").Text()] = seen[e.Get("id").Text()] || words.At(e, words.Running)
				return again
			})
		})},
		{"one-call-after-the-other", "The lives are told one after the other.",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of := callOf(t)
				slices.SortStableFunc(list, func(a, b wire.Value) int { return of(a).Position - of(b).Position })
				return list
			})},
		{"other-events", "Events of other kinds stand between the updates.", tellingEach(func(e wire.Value) []wire.Value {
			return []wire.Value{wire.ParseString(`{"type":"text","text":"…"}`), e}
		})},
	}
}

// argumentVariants tell the arguments otherwise.
func argumentVariants() []variant {
	growing := func(chunks bool) plant {
		return telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
			so := map[string]string{}
			for i, e := range list {
				id := e.Get("id").Text()
				if !words.At(e, words.Streaming) || len(so[id]) > 1<<12 {
					continue
				}
				so[id] += e.Get("parametersChunk").Text()
				list[i] = e.With("parameters", wire.Str(so[id]))
				if !chunks {
					list[i] = list[i].Without("parametersChunk")
				}
			}
			return list
		})
	}
	return []variant{
		{"parameters-grow", "`parameters` carries the text so far, chunks are not sent.", growing(false)},
		{"both-fields", "`parameters` carries the text so far, beside the chunk.", growing(true)},
		{"parameters-parsed", "Where the text is JSON the end carries it parsed and written anew.",
			tellingAt(words.End, func(e wire.Value) wire.Value {
				if v, ok := wire.ParseText(e.Get("parameters").Text()); ok {
					return e.With("parameters", wire.Str(v.JSON()))
				}
				return e
			})},
		{"no-parameters-on-end", "The end carries no arguments.",
			tellingAt(words.End, func(e wire.Value) wire.Value { return e.Without("parameters") })},
		{"no-arguments-at-all", "Arguments are not told.", tellingEach(func(e wire.Value) []wire.Value {
			return []wire.Value{e.Without("parameters").Without("parametersChunk")}
		})},
		{"parameters-on-start", "Arguments stand whole on the start, where nothing was streamed.",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of := callOf(t)
				for i, e := range list {
					if c := of(e); words.At(e, words.Start) && len(c.Deltas) == 0 && c.Input.IsObject() {
						list[i] = e.With("parameters", wire.Str(c.Input.JSON()))
					}
				}
				return list
			})},
		{"empty-chunks", "An empty chunk is sent before every other.", tellingEach(func(e wire.Value) []wire.Value {
			if words.At(e, words.Streaming) {
				return []wire.Value{e.With("parametersChunk", wire.Str("")), e}
			}
			return []wire.Value{e}
		})},
		{"letter-by-letter", "Chunks are sent letter by letter.", tellingEach(func(e wire.Value) []wire.Value {
			if !words.At(e, words.Streaming) {
				return []wire.Value{e}
			}
			var out []wire.Value
			for _, r := range e.Get("parametersChunk").Text() {
				out = append(out, e.With("parametersChunk", wire.Str(string(r))))
			}
			return out
		})},
		{"pieces-of-own", "Arguments that the model wrote at once are sent in pieces of the producer's own.",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of := callOf(t)
				var out []wire.Value
				for _, e := range list {
					out = append(out, e)
					c := of(e)
					text := c.Input.JSON()
					if !words.At(e, words.Start) || len(c.Deltas) > 0 || !c.Input.IsObject() || len(text) > 1<<12 {
						continue
					}
					cut := words.RuneCut(text, len(text)/2)
					for _, piece := range []string{text[:cut], text[cut:]} {
						out = append(out, wire.Obj(wire.M("id", e.Get("id")), wire.M("stage", wire.Str("streaming")),
							wire.M("parametersChunk", wire.Str(piece))))
					}
				}
				return out
			})},
		{"empty-error-text", "A call that was cut off ends with an empty error.",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of := callOf(t)
				for i, e := range list {
					if words.At(e, words.End) && of(e).Result == nil {
						list[i] = e.With("error", wire.Str(""))
					}
				}
				return list
			})},
	}
}
