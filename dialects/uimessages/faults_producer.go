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
		OfCut: "UIMSG-57", OfBytes: "UIMSG-61",
		// Inputs are values: what is changed in texts has rows of its own. Order is a SHOULD.
		Except: []string{"p-text-moved", "p-last-brace-lost", "p-arguments-encoded-twice", "arguments-cut-at-64", "arguments-lower",
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
	some := plant.Named("trimmed", "cut-at-64", "lower", "ascii", "unescaped", "entities", "one-blank", "quotes")
	list := slices.Concat(toldFaults(), endingFaults(), wireTold().Faults(), plant.Product([]plant.Place{
		{Slug: "input", Title: "A text in the input", Requirement: "UIMSG-52", Plant: at("/input", true)},
		{Slug: "output", Title: "A text in an output", Requirement: "UIMSG-55", Plant: at("/output", true)},
	}, some), plant.Product([]plant.Place{{Slug: "deltas", Title: "A delta of the input", Requirement: "UIMSG-53",
		Plant: at("/inputTextDelta", false)}},
		plant.Named("trimmed", "lower", "ascii", "unescaped", "entities")))
	return list
}

func toldFaults() []plant.Row {
	events := func(change func(list []wire.Value) []wire.Value) plant.Plant { return wireTold().Events(change) }
	return []plant.Row{
		row("UIMSG-50/p-output-missing", "An output of null is left out.", tellingOf(func(e wire.Value) wire.Value {
			if e.Get("output").IsNull() {
				return e.Without("output")
			}
			return e
		}, outputEvent)),
		row("UIMSG-50/p-block-without-id", "Text has no id.", tellingOf(plant.Lacking("id"), textStart, textDelta, textEnd)),
		row("UIMSG-50/p-delta-object", "A delta of text is an object.",
			tellingOf(func(e wire.Value) wire.Value { return e.With("delta", wire.Obj(wire.M("text", e.Get("delta")))) }, textDelta)),
		row("UIMSG-50/p-error-object", "The text of a failure is an object.", tellingOf(func(e wire.Value) wire.Value {
			return e.With("errorText", wire.Obj(wire.M("message", e.Get("errorText"))))
		}, failEvent, errorEvent)),
		row("UIMSG-51/p-start-late", "The start comes behind the first block.", events(func(list []wire.Value) []wire.Value {
			if i := slices.IndexFunc(list, is(textEnd, inputEvent)); i > 0 && isType(list[0], startEvent) {
				start := list[0]
				return slices.Insert(list[1:], i, start)
			}
			return list
		})),
		row("UIMSG-51/p-start-twice", "Every step has a start.",
			tellingOfMany(func(e wire.Value) []wire.Value { return []wire.Value{event(startEvent), e} }, stepEvent)),
		row("UIMSG-51/p-own-id", "The message has an id of the server's own.",
			tellingOf(plant.Having("messageId", wire.Str("msg-own")), startEvent)),
		row("UIMSG-52/p-args-wrapped", "Arguments that are no JSON become an object.", tellingOf(func(e wire.Value) wire.Value {
			return inputOf(idOf(e), e.Get("toolName").Text(), wire.Obj(wire.M("raw", e.Get("input"))))
		}, badInputEvent)),
		row("UIMSG-52/p-input-as-text", "The input is sent as text.",
			tellingOf(func(e wire.Value) wire.Value { return e.With("input", wire.Str(e.Get("input").JSON())) }, inputEvent)),
		row("UIMSG-52/p-available-at-cut", "A call that was cut is told with an input.",
			wireTold().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				for _, c := range t.Calls() {
					if text, _ := c.ArgumentText(); c.Cut(t.StopReason()) {
						list = slices.Insert(list, endOf(list), inputOf(c.ID, c.Name, wire.ParseString(plant.Healed(text))))
					}
				}
				return list
			})),
		row("UIMSG-52/p-only-deltas", "Calls that were told by deltas get no input.", events(func(list []wire.Value) []wire.Value {
			pieces := map[string]bool{}
			for _, e := range list {
				pieces[idOf(e)] = pieces[idOf(e)] || isType(e, pieceEvent)
			}
			return slices.DeleteFunc(list, func(e wire.Value) bool { return isType(e, inputEvent, badInputEvent) && pieces[idOf(e)] })
		})),
		row("UIMSG-53/p-args-shared", "Deltas of every call go out under the first id.", events(func(list []wire.Value) []wire.Value {
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
		row("UIMSG-53/p-no-call-start", "No call is started before its deltas.", untold(callEvent)),
		row("UIMSG-53/p-deltas-late", "Deltas follow the input.", events(plant.Swapped(func(a, b wire.Value) bool {
			return isType(b, inputEvent) && isType(a, pieceEvent) && idOf(a) == idOf(b)
		}))),
		row("UIMSG-53/p-deltas-whole", "Every delta is all of the text so far.", events(func(list []wire.Value) []wire.Value {
			text := map[string]string{}
			for i, e := range list {
				if isType(e, pieceEvent) {
					text[idOf(e)] += e.Get("inputTextDelta").Text()
					list[i] = piece(idOf(e), text[idOf(e)])
				}
			}
			return list
		})),
		row("UIMSG-54/p-orphan", "Calls that have a result get no input.", events(func(list []wire.Value) []wire.Value {
			answered := map[string]bool{}
			for _, e := range list {
				answered[idOf(e)] = answered[idOf(e)] || isFinal(e)
			}
			return slices.DeleteFunc(list, func(e wire.Value) bool { return begins(e) && answered[idOf(e)] })
		})),
		row("UIMSG-54/p-inputs-last", "All inputs come before the end.", events(func(list []wire.Value) []wire.Value {
			inputs := slices.DeleteFunc(slices.Clone(list), func(e wire.Value) bool { return !isType(e, inputEvent) })
			list = slices.DeleteFunc(list, is(inputEvent))
			return slices.Insert(list, endOf(list), inputs...)
		})),
		row("UIMSG-55/p-error-as-output", "A failure is told as an output.",
			tellingOf(func(e wire.Value) wire.Value { return outputOf(idOf(e), e.Get("errorText")) }, failEvent)),
		row("UIMSG-55/p-success-as-error", "A success is told as a failure.",
			tellingOf(func(e wire.Value) wire.Value { return failed(idOf(e), e.Get("output").JSON()) }, outputEvent)),
		row("UIMSG-55/p-denied-lost", "A cancelled call gets nothing.", plant.HearsTurn(func(t *transcript.Transcript) {
			t.Items = slices.DeleteFunc(t.Items, func(i transcript.Item) bool { return i.Status == transcript.Cancelled })
		})),
		row("UIMSG-55/p-results-twice", "Every outcome is told twice.", tellingOfMany(func(e wire.Value) []wire.Value {
			if isFinal(e) {
				return []wire.Value{e, e}
			}
			return []wire.Value{e}
		}, outputEvent, failEvent)),
		row("UIMSG-55/p-output-as-text", "Every output is told as text.", tellingOf(func(e wire.Value) wire.Value {
			if o := e.Get("output"); !o.IsString() {
				return e.With("output", wire.Str(o.JSON()))
			}
			return e
		}, outputEvent)),
		row("UIMSG-55/p-output-wrapped", "Outputs are wrapped.",
			tellingOf(func(e wire.Value) wire.Value { return e.With("output", wire.Obj(wire.M("result", e.Get("output")))) }, outputEvent)),
		row("UIMSG-55/p-error-text-empty", "The text of a failure is empty.",
			tellingOf(plant.Having("errorText", wire.Str("")), failEvent)),
		row("UIMSG-56/p-final-prelim", "Where there was progress, the final output is told as preliminary.",
			events(func(list []wire.Value) []wire.Value {
				seen := map[string]bool{}
				for i, e := range list {
					if isType(e, outputEvent) && seen[idOf(e)] {
						list[i] = e.With("preliminary", wire.Boolean(true))
					}
					seen[idOf(e)] = seen[idOf(e)] || e.Get("preliminary").IsTrue()
				}
				return list
			})),
		row("UIMSG-56/p-prelim-late", "Preliminary outputs follow the final one.", events(func(list []wire.Value) []wire.Value {
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
		row("UIMSG-57/p-no-error-event", "An error ends the stream without an error event.", untold(errorEvent)),
		row("UIMSG-57/p-error-untold", "The text of an error is empty.", tellingOf(plant.Having("errorText", wire.Str("")), errorEvent)),
		row("UIMSG-57/p-no-finish", "No finish comes.", untold(finishEvent)),
		row("UIMSG-57/p-abort-untold", "An abort is not told.", untold(abortEvent)),
		row("UIMSG-57/p-finish-error", "Every turn finishes with error.",
			tellingOf(plant.Having("finishReason", wire.Str("error")), finishEvent)),
		row("UIMSG-58/p-always-stop", "A finish with stop follows the error.", stopped(transcript.Error,
			func(_ transcript.Transcript, list []wire.Value) []wire.Value {
				return append(list, event(endStepEvent), ending("stop"))
			})),
		row("UIMSG-58/p-abort-is-stop", "A finish with stop follows the abort.",
			wireTold().If(plant.Stopped(transcript.UserStopped),
				func(list []wire.Value) []wire.Value { return append(list, event(endStepEvent), ending("stop")) })),
		row("UIMSG-58/p-after-abort", "A late result follows the abort.", stopped(transcript.UserStopped,
			func(t transcript.Transcript, list []wire.Value) []wire.Value {
				for _, c := range t.Calls() {
					if c.Result == nil {
						return append(list, outputOf(c.ID, wire.Str("late")))
					}
				}
				return append(list, says("late", "late"))
			})),
		row("UIMSG-58/p-open-settled", "A call that waits for the client is told as failed.",
			settled(transcript.Completed, func(id string) wire.Value { return failed(id, "never answered") })),
		row("UIMSG-58/p-open-answered", "A call that is open is answered with nothing.",
			settled("", func(id string) wire.Value { return outputOf(id, wire.NullValue) })),
		row("UIMSG-59/p-text-open", "An empty text is opened and never closed.", wireTold().Events(func(list []wire.Value) []wire.Value {
			return slices.DeleteFunc(list, func(e wire.Value) bool {
				return isType(e, textEnd) && !slices.ContainsFunc(list,
					func(o wire.Value) bool { return isType(o, textDelta) && wire.Equal(o.Get("id"), e.Get("id")) })
			})
		})),
		row("UIMSG-59/p-text-unopened", "Text has no start.", untold(textStart)),
		row("UIMSG-59/p-text-ends-twice", "Every block ends twice.", tellingOfMany(plant.Twice, textEnd)),
		row("UIMSG-59/p-label-is-text", "The label of a call is sent as text.", tellingOfMany(func(e wire.Value) []wire.Value {
			if !e.Has("title") {
				return []wire.Value{e}
			}
			return []wire.Value{textEvent(textStart, "label"), says("label", e.Get("title").Text()), textEvent(textEnd, "label"), e}
		}, callEvent)),
		warns("UIMSG-59/p-step-open", "The last step never ends.", untold(endStepEvent)),
		warns("UIMSG-59/p-calls-first", "All calls are told before the text.", plant.HearsTurn(func(t *transcript.Transcript) {
			slices.SortStableFunc(t.Items, func(a, b transcript.Item) int { return behindCalls(a) - behindCalls(b) })
		})),
		row("UIMSG-61/p-type", "The body is sent as plain text.", header("content-type", "text/plain; charset=utf-8")),
		row("UIMSG-61/p-no-version", "The header of the version is missing.", header("x-vercel-ai-ui-message-stream", "")),
		row("UIMSG-61/p-no-done-behind-error", "Behind an error or an abort the end marker is missing.",
			func(right dialect.Answer) dialect.Answer {
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
