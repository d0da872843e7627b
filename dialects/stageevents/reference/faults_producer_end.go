package reference

import (
	"strings"

	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// endFaults: what the end tells.
func endFaults() []plant.Row {
	always := func(edit plant.Edit) func(*transcript.CallRecord, wire.Value) wire.Value {
		return func(_ *transcript.CallRecord, e wire.Value) wire.Value { return edit(e) }
	}
	result := func(edit plant.Edit) plant.Plant {
		return results(func(_, result wire.Value) wire.Value { return edit(result) })
	}
	return []plant.Row{
		plant.New("STAGE-06/success-beside-error", ends(transcript.Error, always(plant.Having("success", wire.Boolean(true))))),
		plant.New("STAGE-06/told-early", tellingMany(words.End, func(_ *transcript.CallRecord, e wire.Value) []wire.Value {
			if words.TellsFailure(e) {
				return []wire.Value{bare(e, "running").With("error", e.Get("error")), e}
			}
			return plant.Only(e)
		})),
		plant.New("STAGE-06/flag-early", tellingAt(words.Running, plant.Having("success", wire.Boolean(false)))),
		plant.New("STAGE-07/empty-lost", result(plant.When(wire.Nothing, plant.Gone))),
		plant.New("STAGE-07/number-of-text", result(func(v wire.Value) wire.Value {
			if n, ok := wire.ParseText(v.Text()); ok && n.Literal() != "" {
				return n
			}
			return v
		})),
		plant.New("STAGE-07/object-object", result(plant.When(func(v wire.Value) bool { return strings.HasPrefix(v.Text(), `{"rows"`) },
			plant.Becomes(`"[object Object]"`)))),
		plant.New("STAGE-07/error-by-text", ends(transcript.Success, func(c *transcript.CallRecord, e wire.Value) wire.Value {
			if strings.HasPrefix(c.Result.Content.Text(), "Error") {
				return e.With("success", wire.Boolean(false)).With("error", e.Get("result"))
			}
			return e
		})),
		plant.New("STAGE-08/cancelled-no-end",
			endless(func(c *transcript.CallRecord) bool { return answeredAs(c) == transcript.Cancelled }), "STAGE-04", "STAGE-09"),
		plant.New("STAGE-08/cut-no-payload", ends("", always(plant.Lacking("error", "success")))),
		plant.New("STAGE-08/cut-only-first", telling(func(of callOf, list []wire.Value) []wire.Value {
			seen := false
			return plant.Drop(func(e wire.Value) bool {
				cut := words.At(e, words.End) && of(e).Result == nil
				again := cut && seen
				seen = seen || cut
				return again
			})(list)
		}), "STAGE-04", "STAGE-09"),
		plant.New("STAGE-08/error-stop-no-end", told().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			open := map[string]bool{}
			for _, c := range t.Calls() {
				open[c.ID] = c.Result == nil && t.StopReason() == transcript.Error
			}
			return plant.Drop(func(e wire.Value) bool { return words.At(e, words.End) && open[e.Get("id").Text()] })(list)
		}), "STAGE-04", "STAGE-09"),
		plant.New("STAGE-08/cut-while-streaming-no-end",
			endless(func(c *transcript.CallRecord) bool { return c.Result == nil && len(c.Deltas) == 1 }), "STAGE-04", "STAGE-09"),
	}
}

// lossFaults: calls that never show.
func lossFaults() []plant.Row {
	malformed := func(c *transcript.CallRecord) bool {
		_, ok := wire.ParseText(c.Arguments.Text())
		return c.Arguments.Text() != "" && !ok
	}
	return []plant.Row{
		plant.New("STAGE-09/no-arguments", lost(func(c *transcript.CallRecord) bool { return wire.EmptyObject(c.Input) })),
		plant.New("STAGE-09/no-argument-text", lost(func(c *transcript.CallRecord) bool {
			return c.Arguments.IsString() && c.Arguments.Text() == ""
		})),
		plant.New("STAGE-09/first-delta-empty", lost(firstEmpty)),
		plant.New("STAGE-09/malformed", lost(malformed)),
		plant.New("STAGE-09/malformed-no-end", endless(malformed), "STAGE-04"),
		plant.New("STAGE-09/fourth", lost(func(c *transcript.CallRecord) bool { return c.Position == 3 })),
		plant.New("STAGE-09/answered-only",
			lost(func(c *transcript.CallRecord) bool { return c.Result == nil && len(c.Deltas) == 0 }), "STAGE-08"),
	}
}

// pieceFaults: the argument text.
func pieceFaults() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-10/to-last", telling(func(_ callOf, list []wire.Value) []wire.Value {
			var last wire.Value
			for i, e := range list {
				if words.At(e, words.Start) {
					last = e.Get("id")
				} else if words.At(e, words.Streaming) {
					list[i] = e.With("id", last)
				}
			}
			return list
		})),
		plant.New("STAGE-10/last-lost", telling(func(_ callOf, list []wire.Value) []wire.Value {
			seen := map[string]bool{}
			for i := len(list) - 1; i >= 0; i-- {
				if id := list[i].Get("id").Text(); words.At(list[i], words.Streaming) && !seen[id] {
					seen[id] = true
					list[i] = list[i].Without("parametersChunk")
				}
			}
			return list
		})),
		plant.New("STAGE-10/equal-lost", telling(func(_ callOf, list []wire.Value) []wire.Value {
			before := map[string]string{}
			return plant.Drop(func(e wire.Value) bool {
				id, piece := e.Get("id").Text(), e.Get("parametersChunk").Text()
				same := words.At(e, words.Streaming) && piece != "" && before[id] == piece
				before[id] = piece
				return same
			})(list)
		})),
		plant.New("STAGE-13/piece-as-whole", tellingAt(words.Streaming, turning("parametersChunk", "parameters"))),
		plant.New("STAGE-13/parsed-early", tellingAt(words.End, plant.Inside("/parameters", plant.Text(func(text string) string {
			for n := 1; n < min(len(text), 1<<10); n++ {
				if _, ok := wire.ParseText(text[:n]); ok {
					return text[:n]
				}
			}
			return text
		})))),
		plant.New("STAGE-13/closed", ends("", func(c *transcript.CallRecord, e wire.Value) wire.Value {
			if len(c.Deltas) > 0 {
				return saying("parameters", strings.Join(c.Deltas, "")+"null}")(e)
			}
			return e
		})),
	}
}
