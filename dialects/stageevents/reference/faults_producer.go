package reference

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

//go:embed titles_producer.txt
var producerTitles string

// ProducerFaults are the reference producer with one thing done wrong. Their titles stand in titles_producer.txt.
func ProducerFaults() []dialect.Fault {
	rows := slices.Concat(formFaults(), orderFaults(), endFaults(), tellTextFaults(), lossFaults(), pieceFaults(), toldSignalFaults(),
		takenFaults(), producerSizeFaults(), sharedProducerFaults(), producerWarnings())
	return append(plant.Faults(words.Producer(), plant.Titled(producerTitles, rows)), dialect.Leaks(words.Producer())...)
}

// callOf is what the transcript says of the call of an update, nil for none.
type callOf = func(wire.Value) *transcript.CallRecord

// telling is the reference producer with its updates rewritten, the transcript at hand.
func telling(edit func(of callOf, list []wire.Value) []wire.Value) plant.Plant {
	return told().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
		byID := map[string]*transcript.CallRecord{}
		for _, c := range t.Calls() {
			byID[c.ID] = c
		}
		return edit(func(e wire.Value) *transcript.CallRecord { return byID[e.Get("id").Text()] }, list)
	})
}

// tellingEach rewrites every update, tellingAt those of one stage, tellingMany those into several.
func tellingEach(edit func(c *transcript.CallRecord, e wire.Value) wire.Value) plant.Plant {
	return telling(func(of callOf, list []wire.Value) []wire.Value {
		return plant.Each(plant.Every, func(e wire.Value) wire.Value { return edit(of(e), e) })(list)
	})
}

func tellingAt(s words.Stage, edit plant.Edit) plant.Plant {
	return tellingEach(always(plant.When(is(s), edit)))
}

func tellingMany(s words.Stage, more func(c *transcript.CallRecord, e wire.Value) []wire.Value) plant.Plant {
	return telling(func(of callOf, list []wire.Value) []wire.Value {
		return plant.Many(is(s), func(e wire.Value) []wire.Value { return more(of(e), e) })(list)
	})
}

// recalling rewrites every update into several, knowing what is remembered of its call.
func recalling[M any](more func(told *M, e wire.Value) []wire.Value) plant.Plant {
	return telling(func(_ callOf, list []wire.Value) []wire.Value {
		of := plant.Memory[M]()
		return plant.Many(plant.Every, func(e wire.Value) []wire.Value { return more(of(e.Get("id").Text()), e) })(list)
	})
}

// ends rewrites the ends of the calls that were answered so, "" for those that were not.
func ends(status string, edit func(c *transcript.CallRecord, e wire.Value) wire.Value) plant.Plant {
	return tellingEach(func(c *transcript.CallRecord, e wire.Value) wire.Value {
		if words.At(e, words.End) && answeredAs(c) == status {
			return edit(c, e)
		}
		return e
	})
}

// answering edits the ends of the calls that were answered so, with such a content.
func answering(status string, so plant.Of, edit plant.Edit) plant.Plant {
	return tellingEach(plant.Where(func(c *transcript.CallRecord, e wire.Value) bool {
		return words.At(e, words.End) && answeredAs(c) == status && so(c.Result.Content)
	}, edit))
}

func answeredAs(c *transcript.CallRecord) string {
	if c.Result == nil {
		return ""
	}
	return c.Result.Status
}

// always edits without a look at the call.
func always(edit plant.Edit) func(*transcript.CallRecord, wire.Value) wire.Value {
	return func(_ *transcript.CallRecord, e wire.Value) wire.Value { return edit(e) }
}

// dropping leaves out the updates that drop says, endless the ends of such calls, lost all of such calls.
func dropping(drop func(c *transcript.CallRecord, e wire.Value) bool) plant.Plant {
	return tellingEach(plant.Skipped(drop))
}

func endless(so func(c *transcript.CallRecord) bool) plant.Plant {
	return dropping(func(c *transcript.CallRecord, e wire.Value) bool { return words.At(e, words.End) && so(c) })
}

func lost(so func(c *transcript.CallRecord) bool) plant.Plant {
	return dropping(func(c *transcript.CallRecord, _ wire.Value) bool { return so(c) })
}

// bare is an update of the same call with nothing in it.
func bare(e wire.Value, stage string) wire.Value {
	return wire.Obj(wire.M("id", e.Get("id")), wire.T("stage", stage))
}

// formFaults: what every update is.
func formFaults() []plant.Row {
	failures := func(edit plant.Edit) plant.Plant { return tellingAt(words.End, plant.When(words.TellsFailure, edit)) }
	return []plant.Row{
		plant.New("STAGE-01/no-stage-on-chunks", tellingAt(words.Streaming, plant.Lacking("stage"))),
		plant.New("STAGE-01/no-id-at-end", tellingAt(words.End, plant.Lacking("id")), "STAGE-04", "STAGE-08", "STAGE-09"),
		plant.New("STAGE-01/capital", tellingAt(words.Running, saying("stage", "Running")), "STAGE-11"),
		plant.New("STAGE-01/failed-stage", failures(saying("stage", "error")), "STAGE-04", "STAGE-08", "STAGE-09"),
		plant.New("STAGE-02/on-running", tellingAt(words.Running, plant.Having("isRunning", wire.Boolean(true)))),
		plant.New("STAGE-02/false-at-failure", failures(plant.Having("isRunning", wire.Boolean(false)))),
	}
}

// orderFaults: the order of a call's updates.
func orderFaults() []plant.Row {
	// overtaken lets updates of a stage come behind the next one of their call, of another stage.
	overtaken := func(by, first words.Stage, all bool) plant.Plant {
		return telling(func(_ callOf, list []wire.Value) []wire.Value {
			for i := len(list) - 2; i >= 0; i-- {
				if words.At(list[i], first) && words.At(list[i+1], by) && wire.Equal(list[i].Get("id"), list[i+1].Get("id")) {
					if list[i], list[i+1] = list[i+1], list[i]; !all {
						break
					}
				}
			}
			return list
		})
	}
	return []plant.Row{
		plant.New("STAGE-03/none-when-first-delta-empty", dropping(func(c *transcript.CallRecord, e wire.Value) bool {
			return words.At(e, words.Start) && firstEmpty(c)
		}), "STAGE-09"),
		plant.New("STAGE-03/twice", recalling(func(seen *bool, e wire.Value) []wire.Value {
			if *seen || !words.At(e, words.Streaming) {
				return plant.Only(e)
			}
			*seen = true
			return []wire.Value{saying("name", "again")(bare(e, "start")), e}
		})),
		plant.New("STAGE-04/none-on-error",
			endless(func(c *transcript.CallRecord) bool { return answeredAs(c) == transcript.Error }), "STAGE-09"),
		plant.New("STAGE-04/two-when-repeated", telling(func(of callOf, list []wire.Value) []wire.Value {
			seen := map[string]bool{}
			return plant.Many(is(words.End), func(e wire.Value) []wire.Value {
				key := of(e).Name + of(e).Input.JSON()
				if seen[key] {
					return plant.Twice(e)
				}
				seen[key] = true
				return plant.Only(e)
			})(list)
		})),
		plant.New("STAGE-04/running-behind", tellingMany(words.End, func(_ *transcript.CallRecord, e wire.Value) []wire.Value {
			return []wire.Value{e, bare(e, "running")}
		}), "STAGE-05", "STAGE-12"),
		plant.New("STAGE-05/chunk-after-running", overtaken(words.Running, words.Streaming, false)),
		plant.New("STAGE-12/late-progress", overtaken(words.End, words.Running, true), "STAGE-04", "STAGE-05", "STAGE-11"),
		plant.New("STAGE-12/prefixed", tellingEach(plant.Where(func(c *transcript.CallRecord, _ wire.Value) bool { return c.Position > 0 },
			plant.Inside("/id", plant.Text(func(id string) string { return "call/" + id })))), "STAGE-08", "STAGE-09"),
	}
}

func firstEmpty(c *transcript.CallRecord) bool { return len(c.Deltas) > 0 && c.Deltas[0] == "" }

// tellTextFaults: contents, names and pieces that are taken for something else.
func tellTextFaults() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-03/name-part", tellingAt(words.Start,
			plant.Inside("/name", plant.Text(func(name string) string { return name[strings.LastIndexByte(name, '/')+1:] })))),
		plant.New("STAGE-04/end-behind-progress", tellingMany(words.End, func(c *transcript.CallRecord, e wire.Value) []wire.Value {
			if len(c.Progress) >= 3 {
				return plant.Twice(e)
			}
			return plant.Only(e)
		})),
		plant.New("STAGE-06/empty-left-out", answering(transcript.Error, plant.Is(""), plant.Lacking("error"))),
		plant.New("STAGE-08/empty-left-out", answering(transcript.Cancelled, plant.Is(""), plant.Lacking("error"))),
		plant.New("STAGE-07/null-as-empty", answering(transcript.Success, func(v wire.Value) bool { return v.Kind() == wire.Null },
			saying("result", ""))),
		plant.New("STAGE-07/success-member", answering(transcript.Success, func(v wire.Value) bool { return v.Get("success").IsFalse() },
			plant.Having("success", wire.Boolean(false)))),
		plant.New("STAGE-07/text-unwrapped", answering(transcript.Success, wire.Value.IsObject,
			plant.Inside("/result", plant.Taken("text", "content")))),
	}
}

// results rewrites the results of successes.
func results(edit func(content, result wire.Value) wire.Value) plant.Plant {
	return ends(transcript.Success, func(c *transcript.CallRecord, e wire.Value) wire.Value {
		return e.With("result", edit(c.Result.Content, e.Get("result")))
	})
}

// producerSizeFaults: many calls, large values, unusual ids.
func producerSizeFaults() []plant.Row {
	return []plant.Row{
		plant.New("ROBUST-03/five-hundred-calls", lost(func(c *transcript.CallRecord) bool { return c.Position >= 500 })),
		plant.New("ROBUST-03/result-of-64k", tellingAt(words.End, cutAt(1<<16))),
		plant.New("ROBUST-05/proto", lost(func(c *transcript.CallRecord) bool {
			return slices.Contains([]string{"__proto__", "constructor"}, c.ID)
		})),
		plant.New("ROBUST-05/256-characters", told().At("/id", plant.Text(func(id string) string { return id[:min(len(id), 256)] }))),
	}
}

// producerWarnings are the faults that miss a SHOULD.
func producerWarnings() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-06/message-only", ends(transcript.Error, always(plant.Inside("/error", plant.Taken("message", "error"))))).Warn(),
		plant.New("STAGE-11/empty-progress", dropping(func(c *transcript.CallRecord, e wire.Value) bool {
			return words.At(e, words.Running) && c.Position == 0
		})).Warn(),
		plant.New("ROBUST-03/ten-thousand-calls", lost(func(c *transcript.CallRecord) bool { return c.Position >= 5000 })).Warn(),
	}
}

// endFaults: what the end tells.
func endFaults() []plant.Row {
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
		plant.New("STAGE-07/number-of-text",
			result(plant.When(func(v wire.Value) bool { return plant.Parsed(v).Literal() != "" }, plant.Parsed))),
		plant.New("STAGE-07/object-object", result(plant.When(func(v wire.Value) bool { return strings.HasPrefix(v.Text(), `{"rows"`) },
			plant.Becomes(`"[object Object]"`)))),
		plant.New("STAGE-07/error-by-text", answering(transcript.Success,
			func(v wire.Value) bool { return strings.HasPrefix(v.Text(), "Error") },
			func(e wire.Value) wire.Value {
				return e.With("success", wire.Boolean(false)).With("error", e.Get("result"))
			})),
		plant.New("STAGE-08/cancelled-no-end",
			endless(func(c *transcript.CallRecord) bool { return answeredAs(c) == transcript.Cancelled }), "STAGE-04", "STAGE-09"),
		plant.New("STAGE-08/cut-no-payload", ends("", always(plant.Lacking("error", "success")))),
		plant.New("STAGE-08/cut-only-first", telling(func(of callOf, list []wire.Value) []wire.Value {
			cut := func(e wire.Value) bool { return words.At(e, words.End) && of(e).Result == nil }
			first := slices.IndexFunc(list, cut) + 1
			return append(list[:first:first], plant.Drop(cut)(list[first:])...)
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
		plant.New("STAGE-09/first-delta-empty", lost(firstEmpty)), plant.New("STAGE-09/malformed", lost(malformed)),
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
			for i, e := range slices.Backward(list) {
				if id := e.Get("id").Text(); words.At(e, words.Streaming) && !seen[id] {
					seen[id] = true
					list[i] = e.Without("parametersChunk")
				}
			}
			return list
		})),
		plant.New("STAGE-10/equal-lost", recalling(func(before *string, e wire.Value) []wire.Value {
			piece := e.Get("parametersChunk").Text()
			same := words.At(e, words.Streaming) && piece != "" && *before == piece
			if *before = piece; same {
				return nil
			}
			return plant.Only(e)
		})),
		plant.New("STAGE-13/piece-as-whole", tellingAt(words.Streaming, plant.Moved("parametersChunk", "parameters"))),
		plant.New("STAGE-13/closed", ends("", func(c *transcript.CallRecord, e wire.Value) wire.Value {
			if len(c.Deltas) > 0 {
				return saying("parameters", strings.Join(c.Deltas, "")+"null}")(e)
			}
			return e
		})),
	}
}

// sharedProducerFaults are those that producers have on every wire, and each shared change of a text wherever an update tells one.
func sharedProducerFaults() []plant.Row {
	at := func(s words.Stage, member string) func(plant.Edit) plant.Plant {
		return func(e plant.Edit) plant.Plant { return tellingAt(s, plant.Inside("/"+member, e)) }
	}
	place := plant.Place{Slug: "error", Title: "An error", Requirement: "STAGE-06", Plant: at(words.End, "error")}
	errors := plant.Product([]plant.Place{place}, plant.Changes())
	for i := range errors {
		errors[i].Warns = true // another text is a SHOULD
	}
	lenient := func(read func(text string) string) plant.Plant {
		return at(words.End, "parameters")(plant.Forgiving(read))
	}
	return slices.Concat(told().Faults(), errors, plant.Lenient("STAGE-13", lenient), plant.Objects("STAGE-13", lenient),
		plant.Product([]plant.Place{
			{Slug: "result", Title: "A result", Requirement: "STAGE-07", Plant: at(words.End, "result")},
		}, plant.Changes()), plant.Product([]plant.Place{
			{Slug: "chunk", Title: "A chunk", Requirement: "STAGE-10", Plant: at(words.Streaming, "parametersChunk")},
		}, plant.Lettered("trimmed", "cut-at-64", "lower", "ascii", "unescaped", "entities", "one-blank", "crlf", "quotes")))
}

// told is how updates tell, and the lines that their loss misses. A turn whose deltas are not its input is none, so pieces are
// spoilt where they are told; a call told again under another id is one that nobody made, which is STAGE-12.
func told() plant.Told {
	return plant.Told{
		Name: "/name", ID: "/id", Arguments: "/parameters", OfCalls: "STAGE-09", OfName: "STAGE-03", OfArguments: "STAGE-13",
		Except: []string{"p-call-twice", "p-last-piece-lost", "p-first-piece-lost", "p-pieces-reversed", "p-cut-completed",
			"p-pieces-limited", "p-pieces-any-case"},
	}
}
