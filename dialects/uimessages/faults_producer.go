package uimessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// wireTold is the wire as producers tell it.
func wireTold() plant.Told {
	return plant.Told{Tail: wire.DoneMarker, Body: "body", Text: "/delta", Name: "/toolName", ID: "/toolCallId", Arguments: "/input",
		OfCalls: "UIMSG-52", OfArguments: "UIMSG-52", OfText: "UIMSG-59", OfPlaces: "UIMSG-59", OfReason: "UIMSG-57", OfError: "UIMSG-57",
		OfCut: "UIMSG-57", OfBytes: "UIMSG-61", OfMalformed: "UIMSG-52",
		// Inputs are values: what is changed in texts has rows of its own. Order is a SHOULD.
		Except: []string{"p-doubles", "p-text-moved", "p-last-brace-lost", "p-arguments-encoded-twice", "arguments-cut-at-64",
			"arguments-lower",
			"arguments-ascii",
			"arguments-unescaped", "arguments-entities", "arguments-one-blank", "arguments-quotes"}}
}

// telling changes every event; an absent one is gone.
func telling(edit plant.Edit) plant.Plant { return wireTold().Each(edit) }

// untold never tells the events of some types.
func untold(kinds ...string) plant.Plant { return tellingOf(plant.Gone, kinds...) }

// tellingOf changes the events of some types.
func tellingOf(edit plant.Edit, kinds ...string) plant.Plant {
	return telling(plant.When(is(kinds...), edit))
}

func producerFaults() []plant.Row {
	at := func(pointer string, deep bool) func(e plant.Edit) plant.Plant {
		return func(e plant.Edit) plant.Plant {
			if deep {
				e = plant.Deep(e)
			}
			return wireTold().At(pointer, e)
		}
	}
	some := plant.Lettered("trimmed", "cut-at-64", "lower", "ascii", "unescaped", "entities", "one-blank", "quotes")
	list := slices.Concat(toldFaults(), endingFaults(), wireTold().Faults(), plant.Product([]plant.Place{
		{Slug: "input", Title: "A text in the input", Requirement: "UIMSG-52", Plant: at("/input", true)},
		{Slug: "output", Title: "A text in an output", Requirement: "UIMSG-55", Plant: at("/output", true)},
	}, some), plant.Product([]plant.Place{{Slug: "deltas", Title: "A delta of the input", Requirement: "UIMSG-53",
		Plant: at("/inputTextDelta", false)}},
		plant.Lettered("trimmed", "lower", "ascii", "unescaped", "entities")))
	return list
}

func toldFaults() []plant.Row {
	events := func(change func(list []wire.Value) []wire.Value) plant.Plant { return wireTold().Events(change) }
	return []plant.Row{
		plant.New("UIMSG-50/p-output-missing", tellingOf(func(e wire.Value) wire.Value {
			if e.Get("output").IsNull() {
				return e.Without("output")
			}
			return e
		}, outputEvent)),
		plant.New("UIMSG-50/p-data-bare", before(outputEvent, event("data-note"))),
		plant.New("UIMSG-50/p-data-numbered",
			before(outputEvent, event("data-note", wire.M("id", wire.Int(7)), wire.M("data", wire.NullValue)))),
		plant.New("UIMSG-50/p-source-bare", before(outputEvent, event("source-url", wire.T("sourceId", "s7")))),
		plant.New("UIMSG-50/p-reason-null", tellingOf(plant.Having("reason", wire.NullValue), abortEvent)),
		plant.New("UIMSG-50/p-block-without-id", tellingOf(plant.Lacking("id"), textStart, textDelta, textEnd)),
		plant.New("UIMSG-50/p-delta-object",
			tellingOf(func(e wire.Value) wire.Value { return e.With("delta", wire.Obj(wire.M("text", e.Get("delta")))) }, textDelta)),
		plant.New("UIMSG-50/p-error-object", tellingOf(func(e wire.Value) wire.Value {
			return e.With("errorText", wire.Obj(wire.M("message", e.Get("errorText"))))
		}, failEvent, errorEvent)),
		plant.New("UIMSG-51/p-start-late", events(func(list []wire.Value) []wire.Value {
			if i := slices.IndexFunc(list, is(textEnd, inputEvent)); i > 0 && isType(list[0], startEvent) {
				start := list[0]
				return slices.Insert(list[1:], i, start)
			}
			return list
		})),
		plant.New("UIMSG-51/p-start-twice",
			tellingOfMany(func(e wire.Value) []wire.Value { return []wire.Value{event(startEvent), e} }, stepEvent)),
		plant.New("UIMSG-51/p-own-id", tellingOf(plant.Having("messageId", wire.Str("msg-own")), startEvent)),
		plant.New("UIMSG-52/p-args-wrapped", tellingOf(func(e wire.Value) wire.Value {
			return inputOf(idOf(e), e.Get("toolName").Text(), wire.Obj(wire.M("raw", e.Get("input"))))
		}, badInputEvent)),
		plant.New("UIMSG-52/p-args-mended", tellingOf(func(e wire.Value) wire.Value {
			return e.With("input", mended(e.Get("input")))
		}, badInputEvent)),
		plant.New("UIMSG-52/p-args-trimmed", tellingOf(func(e wire.Value) wire.Value {
			return e.With("input", wire.Str(strings.TrimSpace(e.Get("input").Text())))
		}, badInputEvent)),
		plant.New("UIMSG-52/p-input-as-text",
			tellingOf(func(e wire.Value) wire.Value { return e.With("input", wire.Str(e.Get("input").JSON())) }, inputEvent)),
		plant.New("UIMSG-52/p-available-at-cut", wireTold().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			for _, c := range t.Calls() {
				if text, _ := c.ArgumentText(); c.Cut(t.StopReason()) {
					list = slices.Insert(list, endOf(list), inputOf(c.ID, c.Name, wire.ParseString(plant.Healed(text))))
				}
			}
			return list
		})),
		plant.New("UIMSG-52/p-only-deltas", events(func(list []wire.Value) []wire.Value {
			pieces := map[string]bool{}
			for _, e := range list {
				pieces[idOf(e)] = pieces[idOf(e)] || isType(e, pieceEvent)
			}
			return slices.DeleteFunc(list, func(e wire.Value) bool { return isType(e, inputEvent, badInputEvent) && pieces[idOf(e)] })
		})),
		plant.New("UIMSG-53/p-args-shared", events(func(list []wire.Value) []wire.Value {
			id := ""
			for i, e := range list {
				if isType(e, pieceEvent) {
					if id == "" {
						id = idOf(e)
					}
					list[i] = e.With("toolCallId", wire.Str(id))
				}
			}
			return list
		})),
		plant.New("UIMSG-53/p-no-call-start", untold(callEvent)),
		plant.New("UIMSG-53/p-deltas-late", events(plant.Swapped(func(a, b wire.Value) bool {
			return isType(b, inputEvent) && isType(a, pieceEvent) && idOf(a) == idOf(b)
		}))),
		plant.New("UIMSG-53/p-deltas-whole", events(func(list []wire.Value) []wire.Value {
			text := map[string]string{}
			for i, e := range list {
				if isType(e, pieceEvent) {
					text[idOf(e)] += e.Get("inputTextDelta").Text()
					list[i] = piece(idOf(e), text[idOf(e)])
				}
			}
			return list
		})),
		plant.New("UIMSG-54/p-orphan", events(func(list []wire.Value) []wire.Value {
			answered := map[string]bool{}
			for _, e := range list {
				answered[idOf(e)] = answered[idOf(e)] || isFinal(e)
			}
			return slices.DeleteFunc(list, func(e wire.Value) bool { return begins(e) && answered[idOf(e)] })
		})),
		plant.New("UIMSG-54/p-inputs-last", events(func(list []wire.Value) []wire.Value {
			inputs := slices.DeleteFunc(slices.Clone(list), func(e wire.Value) bool { return !isType(e, inputEvent) })
			list = slices.DeleteFunc(list, is(inputEvent))
			return slices.Insert(list, endOf(list), inputs...)
		})),
		plant.New("UIMSG-55/p-last-result-lost", plant.LastResultLost()),
		plant.New("UIMSG-55/p-error-as-output",
			tellingOf(func(e wire.Value) wire.Value { return outputOf(idOf(e), e.Get("errorText")) }, failEvent)),
		plant.New("UIMSG-55/p-success-as-error",
			tellingOf(func(e wire.Value) wire.Value { return failed(idOf(e), e.Get("output").JSON()) }, outputEvent)),
		plant.New("UIMSG-55/p-denied-lost", plant.HearsTurn(func(t *transcript.Transcript) {
			t.Items = slices.DeleteFunc(t.Items, func(i transcript.Item) bool { return i.Status == transcript.Cancelled })
		})),
		plant.New("UIMSG-55/p-results-twice", tellingOfMany(func(e wire.Value) []wire.Value {
			if isFinal(e) {
				return []wire.Value{e, e}
			}
			return []wire.Value{e}
		}, outputEvent, failEvent)),
		plant.New("UIMSG-55/p-output-as-text", tellingOf(func(e wire.Value) wire.Value {
			if o := e.Get("output"); !o.IsString() {
				return e.With("output", wire.Str(o.JSON()))
			}
			return e
		}, outputEvent)),
		plant.New("UIMSG-55/p-output-wrapped",
			tellingOf(func(e wire.Value) wire.Value { return e.With("output", wire.Obj(wire.M("result", e.Get("output")))) }, outputEvent)),
		plant.New("UIMSG-55/p-error-text-empty", tellingOf(plant.Having("errorText", wire.Str("")), failEvent)),
		plant.New("UIMSG-56/p-final-prelim", events(func(list []wire.Value) []wire.Value {
			seen := map[string]bool{}
			for i, e := range list {
				if isType(e, outputEvent) && seen[idOf(e)] {
					list[i] = e.With("preliminary", wire.Boolean(true))
				}
				seen[idOf(e)] = seen[idOf(e)] || e.Get("preliminary").IsTrue()
			}
			return list
		})),
		plant.New("UIMSG-56/p-prelim-late", events(func(list []wire.Value) []wire.Value {
			held, out := map[string][]wire.Value{}, []wire.Value{}
			for _, e := range list {
				if e.Get("preliminary").IsTrue() {
					held[idOf(e)] = append(held[idOf(e)], e)
					continue
				}
				if out = append(out, e); isFinal(e) {
					out = append(out, held[idOf(e)]...)
				}
			}
			return out
		})),
	}
}

// tellingOfMany tells several events for one of some types.
func tellingOfMany(more func(e wire.Value) []wire.Value, kinds ...string) plant.Plant {
	return wireTold().Events(plant.Many(is(kinds...), more))
}

// before tells an event before each of a type.
func before(kind string, e wire.Value) plant.Plant {
	return tellingOfMany(func(o wire.Value) []wire.Value { return []wire.Value{e, o} }, kind)
}

// endOf is where the end of a turn begins.
func endOf(list []wire.Value) int {
	if i := slices.IndexFunc(list, is(finishEvent, errorEvent, abortEvent)); i >= 0 {
		return i
	}
	return len(list)
}

func endingFaults() []plant.Row {
	header := func(name, value string) plant.Plant {
		return plant.Showing("/headers", func(h wire.Value) wire.Value {
			for _, m := range h.Members() {
				if strings.EqualFold(m.Name, name) {
					h = h.With(m.Name, map[bool]wire.Value{true: wire.Str(value)}[value != ""])
				}
			}
			return h
		})
	}
	stopped := func(reason string, change func(t transcript.Transcript, list []wire.Value) []wire.Value) plant.Plant {
		return wireTold().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			if reason == "" || t.StopReason() == reason {
				return change(t, list)
			}
			return list
		})
	}
	settled := func(reason string, with func(id string) wire.Value) plant.Plant {
		return stopped(reason, func(t transcript.Transcript, list []wire.Value) []wire.Value {
			for _, c := range t.Calls() {
				if c.Result == nil && !c.Cut(t.StopReason()) {
					list = slices.Insert(list, endOf(list), with(c.ID))
				}
			}
			return list
		})
	}
	return []plant.Row{
		plant.New("UIMSG-57/p-no-error-event", untold(errorEvent)),
		plant.New("UIMSG-57/p-error-untold", tellingOf(plant.Having("errorText", wire.Str("")), errorEvent)),
		plant.New("UIMSG-57/p-no-finish", untold(finishEvent)),
		plant.New("UIMSG-57/p-abort-untold", untold(abortEvent)),
		plant.New("UIMSG-57/p-finish-error", tellingOf(plant.Having("finishReason", wire.Str("error")), finishEvent)),
		plant.New("UIMSG-57/p-finish-early", wireTold().Events(func(list []wire.Value) []wire.Value {
			if n := len(list); n > 3 && isType(list[n-1], finishEvent) && isType(list[n-3], outputEvent, failEvent) {
				list[n-3], list[n-2], list[n-1] = list[n-2], list[n-1], list[n-3]
			}
			return list
		})),
		plant.New("UIMSG-57/p-error-behind-finish", stopped(transcript.Length,
			func(_ transcript.Transcript, list []wire.Value) []wire.Value {
				return append(list, event(errorEvent, wire.T("errorText", "the limit is reached")))
			})),
		plant.New("UIMSG-59/p-finish-in-step", wireTold().Events(func(list []wire.Value) []wire.Value {
			if n := len(list); n > 2 && isType(list[n-1], finishEvent) && isType(list[n-2], endStepEvent) {
				list[n-2], list[n-1] = list[n-1], list[n-2]
			}
			return list
		})).Warn(),
		plant.New("UIMSG-58/p-always-stop", stopped(transcript.Error,
			func(_ transcript.Transcript, list []wire.Value) []wire.Value {
				return append(list, event(endStepEvent), ending("stop"))
			})),
		plant.New("UIMSG-58/p-abort-is-stop", wireTold().If(plant.Stopped(transcript.UserStopped),
			func(list []wire.Value) []wire.Value { return append(list, event(endStepEvent), ending("stop")) })),
		plant.New("UIMSG-58/p-after-abort", stopped(transcript.UserStopped,
			func(t transcript.Transcript, list []wire.Value) []wire.Value {
				for _, c := range t.Calls() {
					if c.Result == nil {
						return append(list, outputOf(c.ID, wire.Str("late")))
					}
				}
				return append(list, says("late", "late"))
			})),
		plant.New("UIMSG-58/p-open-settled",
			settled(transcript.Completed, func(id string) wire.Value { return failed(id, "never answered") })),
		plant.New("UIMSG-58/p-open-answered", settled("", func(id string) wire.Value { return outputOf(id, wire.NullValue) })),
		plant.New("UIMSG-59/p-text-open", wireTold().Events(func(list []wire.Value) []wire.Value {
			return slices.DeleteFunc(list, func(e wire.Value) bool {
				return isType(e, textEnd) && !slices.ContainsFunc(list,
					func(o wire.Value) bool { return isType(o, textDelta) && wire.Equal(o.Get("id"), e.Get("id")) })
			})
		})),
		plant.New("UIMSG-59/p-text-unopened", untold(textStart)),
		plant.New("UIMSG-59/p-text-ends-twice", tellingOfMany(plant.Twice, textEnd)),
		plant.New("UIMSG-59/p-label-is-text", tellingOfMany(func(e wire.Value) []wire.Value {
			if !e.Has("title") {
				return []wire.Value{e}
			}
			return []wire.Value{textEvent(textStart, "label"), says("label", e.Get("title").Text()), textEvent(textEnd, "label"), e}
		}, callEvent)),
		plant.New("UIMSG-59/p-step-open", untold(endStepEvent)).Warn(),
		plant.New("UIMSG-59/p-calls-first", plant.HearsTurn(func(t *transcript.Transcript) {
			slices.SortStableFunc(t.Items, func(a, b transcript.Item) int { return behindCalls(a) - behindCalls(b) })
		})).Warn(),
		plant.New("UIMSG-61/p-type", header("content-type", "text/plain; charset=utf-8")),
		plant.New("UIMSG-61/p-named", wireTold().InBytes(func(s string) string {
			return strings.ReplaceAll(s, `data: {"type"`, `event: part`+"\n"+`data: {"type"`)
		})),
		plant.New("UIMSG-61/p-no-version", header("x-vercel-ai-ui-message-stream", "")),
		plant.New("UIMSG-61/p-no-done-behind-error", func(right dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation {
				o := right(input)
				if n := len(o.Events); n > 0 && isType(o.Events[n-1].Value, errorEvent, abortEvent) {
					return wireTold().InBytes(func(s string) string {
						return strings.ReplaceAll(s, "data: [DONE]\n\n", "")
					})(right)(input)
				}
				return o
			}
		}),
	}
}

// behindCalls sorts texts behind everything else but the stop.
func behindCalls(i transcript.Item) int {
	switch i.Kind {
	case transcript.Text:
		return 1
	case transcript.Stop:
		return 2
	}
	return 0
}
