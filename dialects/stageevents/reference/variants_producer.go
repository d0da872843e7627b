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
	return plant.Variants(words.Producer(),
		plant.Titled(producerTitles, slices.Concat(tellingVariants(), argumentVariants(), restlessVariants())))
}

// tellingVariants tell the same lives otherwise.
func tellingVariants() []plant.Row {
	return []plant.Row{
		plant.New("key-order", tellingEach(func(e wire.Value) []wire.Value {
			members := slices.Clone(e.Members())
			slices.Reverse(members)
			return []wire.Value{wire.Obj(members...)}
		})),
		plant.New("extra-members", tellingEach(func(e wire.Value) []wire.Value {
			return []wire.Value{e.With("timestamp", wire.Int(1763600000)).With("type", wire.Str("tool")).With("compactParams",
				wire.Str("…"))}
		})),
		plant.New("null-for-absent", tellingEach(func(e wire.Value) []wire.Value {
			for _, m := range []string{"name", "parameters", "parametersChunk", "result", "success", "error"} {
				if !e.Has(m) {
					e = e.With(m, wire.NullValue)
				}
			}
			return []wire.Value{e}
		})),
		plant.New("starts-name-all", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			of := callOf(t)
			for i, e := range list {
				list[i] = e.With("name", wire.Str(of(e).Name))
			}
			return list
		})),
		plant.New("failure-as-result", tellingAt(words.End, plant.When(func(e wire.Value) bool { return e.Has("error") },
			func(e wire.Value) wire.Value { return e.With("result", e.Get("error")).Without("error") }))),
		plant.New("error-alone",
			tellingAt(words.End, plant.When(func(e wire.Value) bool { return e.Has("error") }, plant.Lacking("success")))),
		plant.New("error-twice", tellingAt(words.End, plant.When(func(e wire.Value) bool { return e.Has("error") },
			func(e wire.Value) wire.Value { return e.With("result", e.Get("error")) }))),
		plant.New("result-alone", tellingAt(words.End, plant.When(func(e wire.Value) bool { return e.Get("success").IsTrue() },
			plant.Lacking("success")))),
		plant.New("result-as-itself", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
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
		})),
		plant.New("null-left-out", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			of := callOf(t)
			for i, e := range list {
				if r := of(e).Result; words.At(e, words.End) && r != nil && r.Status == transcript.Success && r.Content.IsNull() {
					list[i] = e.Without("result")
				}
			}
			return list
		})),
		plant.New("partial-results", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			var out []wire.Value
			of := callOf(t)
			for _, e := range list {
				if words.At(e, words.End) && e.Get("success").IsTrue() {
					stage := "streaming"
					if len(of(e).Progress) > 0 {
						stage = "running"
					}
					out = append(out, wire.Obj(wire.M("id", e.Get("id")), wire.T("stage", stage),
						wire.T("result", "part of it")))
				}
				out = append(out, e)
			}
			return out
		})),
		plant.New("always-running", tellingEach(func(e wire.Value) []wire.Value {
			if words.At(e, words.End) {
				return []wire.Value{wire.Obj(wire.M("id", e.Get("id")), wire.T("stage", "running")), e}
			}
			return []wire.Value{e}
		})),
		plant.New("one-running", telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
			seen := map[string]bool{}
			return slices.DeleteFunc(list, func(e wire.Value) bool {
				again := words.At(e, words.Running) && seen[e.Get("id").Text()]
				seen[e.Get("id").Text()] = seen[e.Get("id").Text()] || words.At(e, words.Running)
				return again
			})
		})),
		plant.New("one-call-after-the-other", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			of := callOf(t)
			slices.SortStableFunc(list, func(a, b wire.Value) int { return of(a).Position - of(b).Position })
			return list
		})),
		plant.New("other-events", tellingEach(func(e wire.Value) []wire.Value {
			return []wire.Value{wire.ParseString(`{"type":"text","text":"…"}`), e}
		})),
	}
}

// argumentVariants tell the arguments otherwise.
func argumentVariants() []plant.Row {
	growing := func(chunks bool) plant.Plant {
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
	return []plant.Row{
		plant.New("parameters-grow", growing(false)),
		plant.New("both-fields", growing(true)),
		plant.New("parameters-parsed", tellingAt(words.End, func(e wire.Value) wire.Value {
			if v, ok := wire.ParseText(e.Get("parameters").Text()); ok {
				return e.With("parameters", wire.Str(v.JSON()))
			}
			return e
		})),
		plant.New("no-parameters-on-end", tellingAt(words.End, func(e wire.Value) wire.Value { return e.Without("parameters") })),
		plant.New("no-arguments-at-all", tellingEach(func(e wire.Value) []wire.Value {
			return []wire.Value{e.Without("parameters").Without("parametersChunk")}
		})),
		plant.New("parameters-on-start", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			of := callOf(t)
			for i, e := range list {
				if c := of(e); words.At(e, words.Start) && len(c.Deltas) == 0 && c.Input.IsObject() {
					list[i] = e.With("parameters", wire.Str(c.Input.JSON()))
				}
			}
			return list
		})),
		plant.New("empty-chunks", tellingEach(func(e wire.Value) []wire.Value {
			if words.At(e, words.Streaming) {
				return []wire.Value{e.With("parametersChunk", wire.Str("")), e}
			}
			return []wire.Value{e}
		})),
		plant.New("letter-by-letter", tellingEach(func(e wire.Value) []wire.Value {
			if !words.At(e, words.Streaming) {
				return []wire.Value{e}
			}
			var out []wire.Value
			for _, r := range e.Get("parametersChunk").Text() {
				out = append(out, e.With("parametersChunk", wire.Str(string(r))))
			}
			return out
		})),
		plant.New("pieces-of-own", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
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
					out = append(out, wire.Obj(wire.M("id", e.Get("id")), wire.T("stage", "streaming"),
						wire.T("parametersChunk", piece)))
				}
			}
			return out
		})),
		plant.New("empty-error-text", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			of := callOf(t)
			for i, e := range list {
				if words.At(e, words.End) && of(e).Result == nil {
					list[i] = e.With("error", wire.Str(""))
				}
			}
			return list
		})),
	}
}
