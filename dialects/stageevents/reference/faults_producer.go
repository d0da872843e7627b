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

// ProducerFaults are the reference producer with one thing done wrong. Their titles stand in titles_producer.txt.
func ProducerFaults() []dialect.Fault {
	rows := slices.Concat(formFaults(), orderFaults(), endFaults(), tellTextFaults(), lossFaults(), pieceFaults(), producerSizeFaults(),
		sharedProducerFaults(), producerWarnings())
	return append(plant.Faults(words.Producer(), plant.Titled(producerTitles, rows)), dialect.Leaks(words.Producer())...)
}

// telling is the reference producer with its updates rewritten, the transcript at
// hand.
func telling(edit func(transcript.Transcript, []wire.Value) []wire.Value) plant.Plant {
	return func(inner answer) answer {
		return func(input wire.Value) observation {
			o := inner(input)
			t, err := transcript.Parse(input.Get("transcript"))
			if err != nil || o.Ending != dialect.Done {
				return o
			}
			return o.Retold(func(list []wire.Value) []wire.Value { return edit(t, list) })
		}
	}
}

// tellingEach rewrites every update into some.
func tellingEach(edit func(e wire.Value) []wire.Value) plant.Plant {
	return telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
		var out []wire.Value
		for _, e := range list {
			out = append(out, edit(e)...)
		}
		return out
	})
}

// tellingAt rewrites the updates of one stage, each into one.
func tellingAt(s words.Stage, edit func(e wire.Value) wire.Value) plant.Plant {
	return tellingEach(func(e wire.Value) []wire.Value {
		if words.At(e, s) {
			e = edit(e)
		}
		return []wire.Value{e}
	})
}

// hearing is the reference producer, given another transcript than it was sent.
func hearing(edit func(transcript.Transcript) transcript.Transcript) plant.Plant {
	return func(inner answer) answer {
		return func(input wire.Value) observation {
			t, err := transcript.Parse(input.Get("transcript"))
			if err != nil {
				return inner(input)
			}
			return inner(wire.Obj(wire.M("transcript", edit(t).JSON())))
		}
	}
}

// callOf is what the transcript says of the call of an update, nil for none.
func callOf(t transcript.Transcript) func(wire.Value) *transcript.CallRecord {
	byID := map[string]*transcript.CallRecord{}
	for _, c := range t.Calls() {
		byID[c.ID] = c
	}
	return func(e wire.Value) *transcript.CallRecord { return byID[e.Get("id").Text()] }
}

// dropping leaves out the updates that drop says.
func dropping(drop func(*transcript.CallRecord, wire.Value) bool) plant.Plant {
	return telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
		of := callOf(t)
		var out []wire.Value
		for _, e := range list {
			if !drop(of(e), e) {
				out = append(out, e)
			}
		}
		return out
	})
}

// formFaults: what every update is.
func formFaults() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-01/no-stage-on-chunks", tellingAt(words.Streaming, func(e wire.Value) wire.Value { return e.Without("stage") })),
		plant.New("STAGE-01/no-id-at-end",
			tellingAt(words.End, func(e wire.Value) wire.Value { return e.Without("id") }), "STAGE-04", "STAGE-08", "STAGE-09"),
		plant.New("STAGE-01/capital",
			tellingAt(words.Running, func(e wire.Value) wire.Value { return e.With("stage", wire.Str("Running")) }), "STAGE-11"),
		plant.New("STAGE-01/failed-stage", tellingAt(words.End, plant.When(func(e wire.Value) bool { return words.TellsFailure(e) },
			plant.Having("stage", wire.Str("error")))), "STAGE-04", "STAGE-08", "STAGE-09"),
		plant.New("STAGE-02/on-running",
			tellingAt(words.Running, func(e wire.Value) wire.Value { return e.With("isRunning", wire.Boolean(true)) })),
		plant.New("STAGE-02/false-at-failure", tellingAt(words.End, plant.When(func(e wire.Value) bool { return words.TellsFailure(e) },
			plant.Having("isRunning", wire.Boolean(false))))),
	}
}

// orderFaults: the order of a call's updates.
func orderFaults() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-03/none-when-first-delta-empty", dropping(func(c *transcript.CallRecord, e wire.Value) bool {
			return words.At(e, words.Start) && len(c.Deltas) > 0 && c.Deltas[0] == ""
		}), "STAGE-09"),
		plant.New("STAGE-03/twice", telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
			var out []wire.Value
			seen := map[string]bool{}
			for _, e := range list {
				if id := e.Get("id").Text(); words.At(e, words.Streaming) && !seen[id] {
					seen[id] = true
					out = append(out, wire.Obj(wire.T("id", id), wire.T("stage", "start"),
						wire.T("name", "again")))
				}
				out = append(out, e)
			}
			return out
		})),
		plant.New("STAGE-04/none-on-error", dropping(func(c *transcript.CallRecord, e wire.Value) bool {
			return words.At(e, words.End) && c.Result != nil && c.Result.Status == transcript.Error
		}), "STAGE-09"),
		plant.New("STAGE-04/two-when-repeated", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			seen, of := map[string]bool{}, callOf(t)
			var out []wire.Value
			for _, e := range list {
				out = append(out, e)
				if key := of(e).Name + of(e).Input.JSON(); words.At(e, words.End) {
					if seen[key] {
						out = append(out, e)
					}
					seen[key] = true
				}
			}
			return out
		})),
		plant.New("STAGE-04/running-behind", tellingEach(func(e wire.Value) []wire.Value {
			if words.At(e, words.End) {
				return []wire.Value{e, wire.Obj(wire.M("id", e.Get("id")), wire.T("stage", "running"))}
			}
			return []wire.Value{e}
		}), "STAGE-05", "STAGE-12"),
		plant.New("STAGE-05/chunk-after-running", telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
			for i := len(list) - 2; i >= 0; i-- {
				if words.At(list[i], words.Streaming) && words.At(list[i+1], words.Running) &&
					wire.Equal(list[i].Get("id"), list[i+1].Get("id")) {
					list[i], list[i+1] = list[i+1], list[i]
					break
				}
			}
			return list
		})),
		plant.New("STAGE-12/late-progress", telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
			for i := len(list) - 2; i >= 0; i-- {
				if words.At(list[i], words.Running) && words.At(list[i+1], words.End) &&
					wire.Equal(list[i].Get("id"), list[i+1].Get("id")) {
					list[i], list[i+1] = list[i+1], list[i]
				}
			}
			return list
		}), "STAGE-04", "STAGE-05", "STAGE-11"),
		plant.New("STAGE-12/prefixed", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			of := callOf(t)
			for i, e := range list {
				if of(e).Position > 0 {
					list[i] = e.With("id", wire.Str("call/"+e.Get("id").Text()))
				}
			}
			return list
		}), "STAGE-08", "STAGE-09"),
	}
}

// tellingEnds rewrites the ends of the calls that were answered so.
func tellingEnds(status string, edit func(content, e wire.Value) wire.Value) plant.Plant {
	return telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
		of := callOf(t)
		for i, e := range list {
			if r := of(e).Result; words.At(e, words.End) && r != nil && r.Status == status {
				list[i] = edit(r.Content, e)
			}
		}
		return list
	})
}

// naming rewrites the names of the starts.
func naming(edit func(string) string) plant.Plant {
	return tellingAt(words.Start, func(e wire.Value) wire.Value { return e.With("name", wire.Str(edit(e.Get("name").Text()))) })
}

// tellTextFaults: contents, names and pieces that are taken for something else.
func tellTextFaults() []plant.Row {
	result := func(edit func(content, result wire.Value) wire.Value) plant.Plant {
		return tellingEnds(transcript.Success,
			func(content, e wire.Value) wire.Value { return e.With("result", edit(content, e.Get("result"))) })
	}
	silent := func(content, e wire.Value) wire.Value {
		if content.IsString() && content.Text() == "" {
			return e.Without("error")
		}
		return e
	}
	return []plant.Row{
		plant.New("STAGE-03/name-part", naming(lastPart)),
		plant.New("STAGE-04/end-behind-progress", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			of := callOf(t)
			var out []wire.Value
			for _, e := range list {
				if out = append(out, e); words.At(e, words.End) && len(of(e).Progress) >= 3 {
					out = append(out, e)
				}
			}
			return out
		})),
		plant.New("STAGE-06/empty-left-out", tellingEnds(transcript.Error, silent)),
		plant.New("STAGE-08/empty-left-out", tellingEnds(transcript.Cancelled, silent)),
		plant.New("STAGE-07/null-as-empty", result(func(content, got wire.Value) wire.Value {
			if content.Kind() == wire.Null {
				return wire.Str("")
			}
			return got
		})),
		plant.New("STAGE-07/success-member", tellingEnds(transcript.Success, func(content, e wire.Value) wire.Value {
			if content.Get("success").IsFalse() {
				return e.With("success", wire.Boolean(false))
			}
			return e
		})),
		plant.New("STAGE-07/text-unwrapped", result(func(content, got wire.Value) wire.Value {
			if content.IsObject() {
				return wire.Str(unwrapped(content.JSON(), "text", "content"))
			}
			return got
		})),
		plant.New("STAGE-10/composed", pieces("e\u0301", "\u00e9", "\u212b", "\u00c5")),
	}
}

// pieces replaces in every piece of arguments.
func pieces(oldnew ...string) plant.Plant {
	return tellingAt(words.Streaming, func(e wire.Value) wire.Value {
		return e.With("parametersChunk", wire.Str(strings.NewReplacer(oldnew...).Replace(e.Get("parametersChunk").Text())))
	})
}
