package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// endFaults: what the end tells.
func endFaults() []plant.Row {
	ends := func(status string, edit func(*transcript.CallRecord, wire.Value) wire.Value) plant.Plant {
		return telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			of := callOf(t)
			for i, e := range list {
				c := of(e)
				if words.At(e, words.End) && (c.Result == nil && status == "" || c.Result != nil && c.Result.Status == status) {
					list[i] = edit(c, e)
				}
			}
			return list
		})
	}
	result := func(edit func(wire.Value) wire.Value) plant.Plant {
		return ends(transcript.Success, func(_ *transcript.CallRecord, e wire.Value) wire.Value {
			return e.With("result", edit(e.Get("result")))
		})
	}
	return []plant.Row{
		plant.New("STAGE-06/success-beside-error", ends(transcript.Error, func(_ *transcript.CallRecord, e wire.Value) wire.Value {
			return e.With("success", wire.Boolean(true))
		})),
		plant.New("STAGE-06/told-early", tellingEach(func(e wire.Value) []wire.Value {
			if words.At(e, words.End) && words.TellsFailure(e) {
				return []wire.Value{wire.Obj(wire.M("id", e.Get("id")), wire.T("stage", "running"),
					wire.M("error", e.Get("error"))), e}
			}
			return []wire.Value{e}
		})),
		plant.New("STAGE-06/flag-early",
			tellingAt(words.Running, func(e wire.Value) wire.Value { return e.With("success", wire.Boolean(false)) })),
		plant.New("STAGE-07/empty-lost", result(plant.When(func(v wire.Value) bool { return wire.Nothing(v) },
			func(v wire.Value) wire.Value { return wire.Value{} }))),
		plant.New("STAGE-07/number-of-text", result(func(v wire.Value) wire.Value {
			if n, ok := wire.ParseText(v.Text()); ok && n.Literal() != "" {
				return n
			}
			return v
		})),
		plant.New("STAGE-07/object-object", result(plant.When(func(v wire.Value) bool { return strings.HasPrefix(v.Text(), `{"rows"`) },
			func(v wire.Value) wire.Value { return wire.Str("[object Object]") }))),
		plant.New("STAGE-07/error-by-text", ends(transcript.Success, func(c *transcript.CallRecord, e wire.Value) wire.Value {
			if strings.HasPrefix(c.Result.Content.Text(), "Error") {
				return e.With("success", wire.Boolean(false)).With("error", e.Get("result"))
			}
			return e
		})),
		plant.New("STAGE-08/cancelled-no-end", dropping(func(c *transcript.CallRecord, e wire.Value) bool {
			return words.At(e, words.End) && c.Result != nil && c.Result.Status == transcript.Cancelled
		}), "STAGE-04", "STAGE-09"),
		plant.New("STAGE-08/cut-no-payload",
			ends("", func(_ *transcript.CallRecord, e wire.Value) wire.Value { return e.Without("error").Without("success") })),
		plant.New("STAGE-08/cut-only-first", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			of, seen := callOf(t), false
			return slices.DeleteFunc(list, func(e wire.Value) bool {
				cut := words.At(e, words.End) && of(e).Result == nil
				drop := cut && seen
				seen = seen || cut
				return drop
			})
		}), "STAGE-04", "STAGE-09"),
		plant.New("STAGE-08/error-stop-no-end", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			of := callOf(t)
			return slices.DeleteFunc(list, func(e wire.Value) bool {
				return words.At(e, words.End) && of(e).Result == nil && t.StopReason() == transcript.Error
			})
		}), "STAGE-04", "STAGE-09"),
		plant.New("STAGE-08/cut-while-streaming-no-end", dropping(func(c *transcript.CallRecord, e wire.Value) bool {
			return words.At(e, words.End) && c.Result == nil && len(c.Deltas) == 1
		}), "STAGE-04", "STAGE-09"),
	}
}

// lossFaults: calls that never show.
func lossFaults() []plant.Row {
	lost := func(which func(*transcript.CallRecord) bool) plant.Plant {
		return dropping(func(c *transcript.CallRecord, _ wire.Value) bool { return which(c) })
	}
	malformed := func(c *transcript.CallRecord) bool {
		_, ok := wire.ParseText(c.Arguments.Text())
		return c.Arguments.Text() != "" && !ok
	}
	return []plant.Row{
		plant.New("STAGE-09/no-arguments", lost(func(c *transcript.CallRecord) bool { return wire.EmptyObject(c.Input) })),
		plant.New("STAGE-09/no-argument-text", lost(func(c *transcript.CallRecord) bool {
			return c.Arguments.IsString() && c.Arguments.Text() == ""
		})),
		plant.New("STAGE-09/first-delta-empty",
			lost(func(c *transcript.CallRecord) bool { return len(c.Deltas) > 0 && c.Deltas[0] == "" })),
		plant.New("STAGE-09/malformed", lost(malformed)),
		plant.New("STAGE-09/malformed-no-end",
			dropping(func(c *transcript.CallRecord, e wire.Value) bool { return words.At(e, words.End) && malformed(c) }), "STAGE-04"),
		plant.New("STAGE-09/answered-once", hearing(dialect.WithoutRepeats), "STAGE-08"),
		plant.New("STAGE-09/fourth", lost(func(c *transcript.CallRecord) bool { return c.Position == 3 })),
		plant.New("STAGE-09/answered-only",
			lost(func(c *transcript.CallRecord) bool { return c.Result == nil && len(c.Deltas) == 0 }), "STAGE-08"),
	}
}

// pieceFaults: the argument text.
func pieceFaults() []plant.Row {
	wholes := func(edit func(wire.Value) wire.Value) plant.Plant {
		return tellingAt(words.End, plant.When(func(e wire.Value) bool { return e.Has("parameters") },
			func(e wire.Value) wire.Value { return e.With("parameters", edit(e.Get("parameters"))) }))
	}
	return []plant.Row{
		plant.New("STAGE-10/to-last", telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
			var last wire.Value
			for i, e := range list {
				if words.At(e, words.Start) {
					last = e.Get("id")
				}
				if words.At(e, words.Streaming) {
					list[i] = e.With("id", last)
				}
			}
			return list
		})),
		plant.New("STAGE-10/last-lost", telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
			seen := map[string]bool{}
			for i := len(list) - 1; i >= 0; i-- {
				if id := list[i].Get("id").Text(); words.At(list[i], words.Streaming) && !seen[id] {
					seen[id] = true
					list[i] = list[i].Without("parametersChunk")
				}
			}
			return list
		})),
		plant.New("STAGE-10/equal-lost", telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
			before := map[string]string{}
			return slices.DeleteFunc(list, func(e wire.Value) bool {
				id, piece := e.Get("id").Text(), e.Get("parametersChunk").Text()
				same := words.At(e, words.Streaming) && piece != "" && before[id] == piece
				before[id] = piece
				return same
			})
		})),
		plant.New("STAGE-13/piece-as-whole", tellingAt(words.Streaming, func(e wire.Value) wire.Value {
			return e.Without("parametersChunk").With("parameters", e.Get("parametersChunk"))
		})),
		plant.New("STAGE-13/parsed-early", wholes(func(v wire.Value) wire.Value {
			for n := 1; n < min(len(v.Text()), 1<<10); n++ {
				if _, ok := wire.ParseText(v.Text()[:n]); ok {
					return wire.Str(v.Text()[:n])
				}
			}
			return v
		})),
		plant.New("STAGE-13/closed", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			of := callOf(t)
			for i, e := range list {
				if c := of(e); words.At(e, words.End) && c.Result == nil && len(c.Deltas) > 0 {
					list[i] = e.With("parameters", wire.Str(strings.Join(c.Deltas, "")+"null}"))
				}
			}
			return list
		})),
	}
}

// producerSizeFaults: many calls, large values, unusual ids.
func producerSizeFaults() []plant.Row {
	lost := func(which func(*transcript.CallRecord) bool) plant.Plant {
		return dropping(func(c *transcript.CallRecord, _ wire.Value) bool { return which(c) })
	}
	ids := func(to func(string) string) plant.Plant {
		return tellingEach(func(e wire.Value) []wire.Value {
			return []wire.Value{e.With("id", wire.Str(to(e.Get("id").Text())))}
		})
	}
	return []plant.Row{
		plant.New("ROBUST-03/five-hundred-calls", lost(func(c *transcript.CallRecord) bool { return c.Position >= 500 })),
		plant.New("ROBUST-03/result-of-64k", tellingAt(words.End, cutAt(1<<16))),
		plant.New("ROBUST-05/proto", lost(func(c *transcript.CallRecord) bool {
			return slices.Contains([]string{"__proto__", "constructor"}, c.ID)
		})),
		plant.New("ROBUST-05/256-characters", ids(func(id string) string { return id[:min(len(id), 256)] })),
	}
}

// producerWarnings are the faults that miss a SHOULD.
func producerWarnings() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-06/message-only", tellingEnds(transcript.Error, func(_, e wire.Value) wire.Value {
			return e.With("error", wire.Str(unwrapped(e.Get("error").Text(), "message", "error")))
		})).Warn(),
		plant.New("STAGE-11/empty-progress", dropping(func(c *transcript.CallRecord, e wire.Value) bool {
			return words.At(e, words.Running) && c.Position == 0
		})).Warn(),
		plant.New("ROBUST-03/ten-thousand-calls",
			dropping(func(c *transcript.CallRecord, _ wire.Value) bool { return c.Position >= 5000 })).Warn(),
	}
}
