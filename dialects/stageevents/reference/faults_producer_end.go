package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// endFaults: what the end tells.
func endFaults() []planted {
	ends := func(status string, edit func(*transcript.CallRecord, wire.Value) wire.Value) plant {
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
	asSuccess := func(c *transcript.CallRecord, e wire.Value) wire.Value {
		return e.Without("error").With("success", wire.Boolean(true)).With("result", e.Get("error"))
	}
	result := func(edit func(wire.Value) wire.Value) plant {
		return ends(transcript.Success, func(_ *transcript.CallRecord, e wire.Value) wire.Value {
			return e.With("result", edit(e.Get("result")))
		})
	}
	return []planted{
		{"STAGE-06/as-success", "A failure is told as a success.", "", ends(transcript.Error, asSuccess)},
		{"STAGE-06/no-payload", "A failure is told without a text.", "",
			ends(transcript.Error, func(_ *transcript.CallRecord, e wire.Value) wire.Value { return e.Without("error") })},
		{"STAGE-06/flag-lost", "A failure is told by its text as a result, and by no flag.", "",
			ends(transcript.Error, func(_ *transcript.CallRecord, e wire.Value) wire.Value {
				return e.Without("error").Without("success").With("result", e.Get("error"))
			})},
		{"STAGE-06/empty-is-none", "An error without a word is a success.", "",
			ends(transcript.Error, func(c *transcript.CallRecord, e wire.Value) wire.Value {
				if wire.Nothing(c.Result.Content) {
					return asSuccess(c, e)
				}
				return e
			})},
		{"STAGE-06/success-beside-error", "A failure says `success:true` beside its error.", "",
			ends(transcript.Error, func(_ *transcript.CallRecord,
				e wire.Value) wire.Value {
				return e.With("success", wire.Boolean(true))
			})},
		{"STAGE-06/told-early", "A failure is told by a `running` before the end.", "", tellingEach(func(e wire.Value) []wire.Value {
			if words.At(e, words.End) && words.TellsFailure(e) {
				return []wire.Value{wire.Obj(wire.M("id", e.Get("id")), wire.M("stage", wire.Str("running")),
					wire.M("error", e.Get("error"))), e}
			}
			return []wire.Value{e}
		})},
		{"STAGE-06/flag-early", "`running` carries `success:false` until the end knows better.", "",
			tellingAt(words.Running, func(e wire.Value) wire.Value { return e.With("success", wire.Boolean(false)) })},
		{"STAGE-07/result-lost", "A success has no result.", "", result(func(wire.Value) wire.Value { return wire.Value{} })},
		{"STAGE-07/empty-lost", "An empty result is left out.", "", result(func(v wire.Value) wire.Value {
			if wire.Nothing(v) {
				return wire.Value{}
			}
			return v
		})},
		{"STAGE-07/falsy-lost", "A result of 0 or false is left out.", "", result(func(v wire.Value) wire.Value {
			if v.Text() == "0" || v.Text() == "false" {
				return wire.Str("")
			}
			return v
		})},
		{"STAGE-07/number-of-text", "A text of digits becomes a number.", "", result(func(v wire.Value) wire.Value {
			if n, ok := wire.ParseText(v.Text()); ok && n.Literal() != "" {
				return n
			}
			return v
		})},
		{"STAGE-07/object-object", "An object becomes [object Object].", "", result(func(v wire.Value) wire.Value {
			if strings.HasPrefix(v.Text(), `{"rows"`) {
				return wire.Str("[object Object]")
			}
			return v
		})},
		{"STAGE-07/empty-error", "A success carries an empty error.", "",
			ends(transcript.Success, func(_ *transcript.CallRecord, e wire.Value) wire.Value { return e.With("error", wire.Str("")) })},
		{"STAGE-07/error-by-text", "A result that begins with Error is told as a failure.", "",
			ends(transcript.Success, func(c *transcript.CallRecord, e wire.Value) wire.Value {
				if strings.HasPrefix(c.Result.Content.Text(), "Error") {
					return e.With("success", wire.Boolean(false)).With("error", e.Get("result"))
				}
				return e
			})},
		{"STAGE-07/of-last", "Results of parallel calls are exchanged.", "",
			telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
				last := -1
				for i, e := range list {
					if !words.At(e, words.End) || words.TellsFailure(e) {
						continue
					}
					if last >= 0 {
						r := list[last].Get("result")
						list[last], list[i] = list[last].With("result", e.Get("result")), e.With("result", r)
					}
					last = i
				}
				return list
			})},
		{"STAGE-07/lines", "Line ends of the result are changed.", "",
			result(func(v wire.Value) wire.Value { return wire.Str(strings.ReplaceAll(v.Text(), "\r\n", "\n")) })},
		{"STAGE-08/cancelled-as-success", "A cancelled call is told as a success.", "", ends(transcript.Cancelled, asSuccess)},
		{"STAGE-08/cancelled-no-end", "A cancelled call gets no end.", "04 09", dropping(func(c *transcript.CallRecord, e wire.Value) bool {
			return words.At(e, words.End) && c.Result != nil && c.Result.Status == transcript.Cancelled
		})},
		{"STAGE-08/cut-no-end", "A call that was cut off gets no end.", "04 09",
			dropping(func(c *transcript.CallRecord, e wire.Value) bool { return words.At(e, words.End) && c.Result == nil })},
		{"STAGE-08/cut-no-payload", "A call that was cut off ends without a word.", "",
			ends("", func(_ *transcript.CallRecord, e wire.Value) wire.Value { return e.Without("error").Without("success") })},
		{"STAGE-08/cut-as-success", "A call that was cut off ends with an empty result.", "",
			ends("", func(_ *transcript.CallRecord, e wire.Value) wire.Value {
				return e.Without("error").Without("success").With("result", wire.Str(""))
			})},
		{"STAGE-08/cut-only-first", "Of several calls that were cut off one gets its end.", "04 09",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of, seen := callOf(t), false
				return slices.DeleteFunc(list, func(e wire.Value) bool {
					cut := words.At(e, words.End) && of(e).Result == nil
					drop := cut && seen
					seen = seen || cut
					return drop
				})
			})},
		{"STAGE-08/error-stop-no-end", "When an error breaks the turn off, open calls get no end.", "04 09",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of := callOf(t)
				return slices.DeleteFunc(list, func(e wire.Value) bool {
					return words.At(e, words.End) && of(e).Result == nil && t.StopReason() == transcript.Error
				})
			})},
		{"STAGE-08/cut-while-streaming-no-end", "A call cut off inside its arguments gets no end.", "04 09",
			dropping(func(c *transcript.CallRecord, e wire.Value) bool {
				return words.At(e, words.End) && c.Result == nil && len(c.Deltas) == 1
			})},
	}
}

// lossFaults: calls that never show.
func lossFaults() []planted {
	lost := func(which func(*transcript.CallRecord) bool) plant {
		return dropping(func(c *transcript.CallRecord, _ wire.Value) bool { return which(c) })
	}
	malformed := func(c *transcript.CallRecord) bool {
		_, ok := wire.ParseText(c.Arguments.Text())
		return c.Arguments.Text() != "" && !ok
	}
	return []planted{
		{"STAGE-09/no-arguments", "A call without arguments is lost.", "",
			lost(func(c *transcript.CallRecord) bool { return wire.EmptyObject(c.Input) })},
		{"STAGE-09/no-argument-text", "A call whose argument text is empty is lost.", "", lost(func(c *transcript.CallRecord) bool {
			return c.Arguments.IsString() && c.Arguments.Text() == ""
		})},
		{"STAGE-09/first-delta-empty", "A call whose first delta is empty is lost.", "",
			lost(func(c *transcript.CallRecord) bool { return len(c.Deltas) > 0 && c.Deltas[0] == "" })},
		{"STAGE-09/malformed", "A call with malformed arguments is lost.", "", lost(malformed)},
		{"STAGE-09/malformed-no-end", "A call with malformed arguments gets no end.", "04",
			dropping(func(c *transcript.CallRecord, e wire.Value) bool { return words.At(e, words.End) && malformed(c) })},
		{"STAGE-09/repeated", "A call equal to one before it is lost.", "",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of, first := callOf(t), map[string]string{}
				return slices.DeleteFunc(list, func(e wire.Value) bool {
					key := of(e).Name + of(e).Input.JSON()
					if first[key] == "" {
						first[key] = of(e).ID
					}
					return first[key] != of(e).ID
				})
			})},
		{"STAGE-09/answered-once", "A call equal to one that was answered before it is lost.", "08", hearing(dialect.WithoutRepeats)},
		{"STAGE-09/fourth", "The fourth of several calls in parallel is lost.", "",
			lost(func(c *transcript.CallRecord) bool { return c.Position == 3 })},
		{"STAGE-09/answered-only", "A call that was cut off before its first delta is lost.", "08",
			lost(func(c *transcript.CallRecord) bool { return c.Result == nil && len(c.Deltas) == 0 })},
	}
}

// pieceFaults: the argument text.
func pieceFaults() []planted {
	chunks := func(edit func(wire.Value) wire.Value) plant {
		return tellingAt(words.Streaming, func(e wire.Value) wire.Value {
			return e.With("parametersChunk",
				edit(e.Get("parametersChunk")))
		})
	}
	wholes := func(edit func(wire.Value) wire.Value) plant {
		return tellingAt(words.End, func(e wire.Value) wire.Value {
			if e.Has("parameters") {
				return e.With("parameters", edit(e.Get("parameters")))
			}
			return e
		})
	}
	return []planted{
		{"STAGE-10/to-last", "A piece goes out under the id of the call begun last.", "",
			telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
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
			})},
		{"STAGE-10/so-far", "A chunk holds all that was gathered.", "",
			telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
				so := map[string]string{}
				for i, e := range list {
					if id := e.Get("id").Text(); words.At(e, words.Streaming) {
						so[id] += e.Get("parametersChunk").Text()
						list[i] = e.With("parametersChunk", wire.Str(so[id]))
					}
				}
				return list
			})},
		{"STAGE-10/last-lost", "The last piece is lost.", "", telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
			seen := map[string]bool{}
			for i := len(list) - 1; i >= 0; i-- {
				if id := list[i].Get("id").Text(); words.At(list[i], words.Streaming) && !seen[id] {
					seen[id] = true
					list[i] = list[i].Without("parametersChunk")
				}
			}
			return list
		})},
		{"STAGE-10/equal-lost", "A piece equal to the one before it is lost.", "",
			telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
				before := map[string]string{}
				return slices.DeleteFunc(list, func(e wire.Value) bool {
					id, piece := e.Get("id").Text(), e.Get("parametersChunk").Text()
					same := words.At(e, words.Streaming) && piece != "" && before[id] == piece
					before[id] = piece
					return same
				})
			})},
		{"STAGE-10/trimmed", "Pieces lose the blanks at their ends.", "",
			chunks(func(v wire.Value) wire.Value { return wire.Str(strings.TrimSpace(v.Text())) })},
		{"STAGE-10/doubled", "A piece with something in it is sent twice.", "", tellingEach(func(e wire.Value) []wire.Value {
			if words.At(e, words.Streaming) {
				return []wire.Value{e, e}
			}
			return []wire.Value{e}
		})},
		{"STAGE-10/re-serialized", "The pieces are those of the arguments written anew.", "",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of, done := callOf(t), map[string]bool{}
				for i, e := range list {
					v, ok := wire.ParseText(strings.Join(of(e).Deltas, ""))
					if !words.At(e, words.Streaming) || !ok {
						continue
					}
					piece := ""
					if id := e.Get("id").Text(); !done[id] {
						done[id], piece = true, v.JSON()
					}
					list[i] = e.With("parametersChunk", wire.Str(piece))
				}
				return list
			})},
		{"STAGE-13/empty-on-end", "The end carries {} for malformed arguments.", "", wholes(func(v wire.Value) wire.Value {
			if _, ok := wire.ParseText(v.Text()); !ok {
				return wire.Str("{}")
			}
			return v
		})},
		{"STAGE-13/last-brace", "The arguments on the end lack their last letter.", "", wholes(func(v wire.Value) wire.Value {
			return wire.Str(v.Text()[:max(0, len(v.Text())-1)])
		})},
		{"STAGE-13/nulls-dropped", "Members that are 0, false or empty are dropped from the arguments.", "",
			wholes(func(v wire.Value) wire.Value {
				p, ok := wire.ParseText(v.Text())
				for _, m := range p.Members() {
					if ok && (wire.Nothing(m.Value) || m.Value.IsFalse() || m.Value.Literal() == "0") {
						p = p.Without(m.Name)
					}
				}
				if p.IsObject() {
					return wire.Str(p.JSON())
				}
				return v
			})},
		{"STAGE-13/of-last", "The end carries the arguments of the call begun last.", "",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				calls := t.Calls()
				for i, e := range list {
					if words.At(e, words.End) && e.Has("parameters") && calls[len(calls)-1].Input.IsObject() {
						list[i] = e.With("parameters", wire.Str(calls[len(calls)-1].Input.JSON()))
					}
				}
				return list
			})},
		{"STAGE-13/piece-as-whole", "Chunks stand in `parameters`.", "", tellingAt(words.Streaming, func(e wire.Value) wire.Value {
			return e.Without("parametersChunk").With("parameters", e.Get("parametersChunk"))
		})},
		{"STAGE-13/parsed-early", "The end carries the first beginning that is JSON.", "", wholes(func(v wire.Value) wire.Value {
			for n := 1; n < min(len(v.Text()), 1<<10); n++ {
				if _, ok := wire.ParseText(v.Text()[:n]); ok {
					return wire.Str(v.Text()[:n])
				}
			}
			return v
		})},
		{"STAGE-13/closed", "Of a call that was cut off, the arguments are closed and sent.", "",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of := callOf(t)
				for i, e := range list {
					if c := of(e); words.At(e, words.End) && c.Result == nil && len(c.Deltas) > 0 {
						list[i] = e.With("parameters", wire.Str(strings.Join(c.Deltas, "")+"null}"))
					}
				}
				return list
			})},
	}
}

// producerSizeFaults: many calls, large values, unusual ids.
func producerSizeFaults() []planted {
	lost := func(which func(*transcript.CallRecord) bool) plant {
		return dropping(func(c *transcript.CallRecord, _ wire.Value) bool { return which(c) })
	}
	ids := func(to func(string) string) plant {
		return tellingEach(func(e wire.Value) []wire.Value {
			return []wire.Value{e.With("id", wire.Str(to(e.Get("id").Text())))}
		})
	}
	return []planted{
		{"ROBUST-03/five-hundred-calls", "From the 500th call on nothing is told.", "",
			lost(func(c *transcript.CallRecord) bool { return c.Position >= 500 })},
		{"ROBUST-03/result-of-64k", "A result is cut at 64 KiB.", "", tellingAt(words.End, cutAt(1<<16))},
		{"ROBUST-05/proto", "What every object has is no id.", "", lost(func(c *transcript.CallRecord) bool {
			return slices.Contains([]string{"__proto__", "constructor"}, c.ID)
		})},
		{"ROBUST-05/trimmed", "Ids are trimmed.", "", ids(strings.TrimSpace)},
		{"ROBUST-05/case", "Ids are spelled small.", "", ids(strings.ToLower)},
		{"ROBUST-05/256-characters", "Ids are cut at 256 characters.", "", ids(func(id string) string { return id[:min(len(id), 256)] })},
	}
}

// producerWarnings are the faults that miss a SHOULD.
func producerWarnings() []planted {
	return []planted{
		{"STAGE-06/other-text", "The error's text is the producer's own.", "", tellingAt(words.End, func(e wire.Value) wire.Value {
			if words.TellsFailure(e) {
				return e.With("error", wire.Str("The tool failed."))
			}
			return e
		})},
		{"STAGE-06/message-only", "An error text that is JSON with a message in it becomes that message.", "",
			tellingEnds(transcript.Error, func(_, e wire.Value) wire.Value {
				return e.With("error", wire.Str(unwrapped(e.Get("error").Text(), "message", "error")))
			})},
		{"STAGE-06/first-line", "Of an error text the first line is told.", "",
			tellingEnds(transcript.Error, func(_, e wire.Value) wire.Value {
				return e.With("error", wire.Str(firstLine(e.Get("error").Text())))
			})},
		{"STAGE-11/no-running", "Progress is not told.", "",
			dropping(func(_ *transcript.CallRecord, e wire.Value) bool { return words.At(e, words.Running) })},
		{"STAGE-11/empty-progress", "The tool that reports first is never shown as running.", "",
			dropping(func(c *transcript.CallRecord, e wire.Value) bool {
				return words.At(e, words.Running) && c.Position == 0
			})},
		{"ROBUST-04/doubles", "Arguments pass through doubles.", "", tellingAt(words.End, func(e wire.Value) wire.Value {
			if v, ok := wire.ParseText(e.Get("parameters").Text()); ok && v.IsObject() {
				return e.With("parameters", wire.Str(dialect.Doubles(v).JSON()))
			}
			return e
		})},
		{"ROBUST-03/ten-thousand-calls", "From the 5,000th call on nothing is told.", "",
			dropping(func(c *transcript.CallRecord, _ wire.Value) bool { return c.Position >= 5000 })},
	}
}
