package uimessages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// change makes another list of events; nil where it has no place for it.
type change = func(list []wire.Value, pick dialect.Pick) []wire.Value

// twist is a fault in a stream, or what is odd in one. Breaks are the producer's lines that it
// breaks at least.
func twist(id, title string, tests, breaks []string, of change) dialect.Twist {
	return ended(id, title, tests, breaks, stream.Whole, of)
}

func ended(id, title string, tests, breaks []string, end stream.Ending, of change) dialect.Twist {
	return dialect.Twist{ID: id, Title: title, Tests: tests, Apply: func(s dialect.Script, pick dialect.Pick) (dialect.Script,
		dialect.Planted, bool) {
		from, ok := s.(*stream.Script)
		if !ok || len(from.Elements) == 0 {
			return s, dialect.Planted{}, false
		}
		list := of(slices.Clone(from.Elements), pick)
		if list == nil {
			return s, dialect.Planted{}, false
		}
		twisted := from.With(list)
		if end != stream.Whole {
			twisted = twisted.Ended(end)
		}
		return twisted, dialect.Planted{With: breaks, Alone: breaks, AtLeast: true}, true
	}}
}

func lines(ids ...string) []string { return ids }

// some is one of the indices for which so holds, -1 for none.
func some(list []wire.Value, pick dialect.Pick, so func(e wire.Value) bool) int {
	var at []int
	for i, e := range list {
		if so(e) {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return -1
	}
	return at[pick(len(at))]
}

func is(kinds ...string) func(e wire.Value) bool {
	return func(e wire.Value) bool { return isType(e, kinds...) }
}

// each changes every event of some types.
func each(so func(e wire.Value) bool, edit func(e wire.Value) wire.Value) change {
	return func(list []wire.Value, _ dialect.Pick) []wire.Value {
		done := false
		for i, e := range list {
			if so(e) {
				list[i], done = edit(e), true
			}
		}
		if !done {
			return nil
		}
		return list
	}
}

// dropping leaves out the events of some types.
func dropping(kinds ...string) change {
	return func(list []wire.Value, _ dialect.Pick) []wire.Value {
		kept := slices.DeleteFunc(slices.Clone(list), is(kinds...))
		if len(kept) == len(list) {
			return nil
		}
		return kept
	}
}

// behind puts events behind one of those for which so holds.
func behind(so func(e wire.Value) bool, more func(e wire.Value, list []wire.Value, pick dialect.Pick) []wire.Value) change {
	return func(list []wire.Value, pick dialect.Pick) []wire.Value {
		i := some(list, pick, so)
		if i < 0 {
			return nil
		}
		added := more(list[i], list[:i+1], pick)
		if added == nil {
			return nil
		}
		return slices.Insert(list, i+1, added...)
	}
}

// anywhere puts events at any place.
func anywhere(more func(list []wire.Value, pick dialect.Pick) []wire.Value) change {
	return func(list []wire.Value, pick dialect.Pick) []wire.Value {
		return slices.Insert(list, pick(len(list)+1), more(list, pick)...)
	}
}

// before the end, where nothing else has ended the turn.
func inside(more func(list []wire.Value, pick dialect.Pick) []wire.Value) change {
	return func(list []wire.Value, pick dialect.Pick) []wire.Value {
		end := slices.IndexFunc(list, is(finishEvent, abortEvent, errorEvent))
		if end < 0 {
			end = len(list)
		}
		return slices.Insert(list, pick(end+1), more(list, pick)...)
	}
}

func isFinal(e wire.Value) bool {
	return isType(e, outputEvent, failEvent, denyEvent) && !e.Get("preliminary").IsTrue()
}

func idOf(e wire.Value) string { return e.Get("toolCallId").Text() }

// inputsOf are the events that tell the input of a call, up to an event.
func inputsOf(list []wire.Value, id string) []wire.Value {
	var out []wire.Value
	for _, e := range list {
		if idOf(e) == id && isType(e, callEvent, pieceEvent, inputEvent, badInputEvent) {
			out = append(out, e)
		}
	}
	return out
}

func twists() []dialect.Twist {
	return slices.Concat(orderTwists(), endTwists(), replayTwists(), oddTwists(), textTwists())
}

// shuffle lets neighbouring events change places that belong to different calls.
func shuffle(so func(e wire.Value) bool) change {
	return func(list []wire.Value, pick dialect.Pick) []wire.Value {
		moved := false
		for range 4 {
			for i := 1; i < len(list); i++ {
				if a, b := list[i-1], list[i]; so(a) && so(b) && idOf(a) != idOf(b) && pick(2) == 1 {
					list[i-1], list[i], moved = b, a, true
				}
			}
		}
		if !moved {
			return nil
		}
		return list
	}
}

func orderTwists() []dialect.Twist {
	return []dialect.Twist{
		twist("interleaved", "The inputs of several calls are told between each other.", lines("UIMSG-03", "UIMSG-02"), nil,
			shuffle(is(callEvent, pieceEvent, inputEvent))),
		twist("results-shuffled", "Results come in another order.", lines("UIMSG-03", "UIMSG-04"), nil, shuffle(isFinal)),
		twist("no-starts", "Calls have neither a start nor deltas.", lines("UIMSG-13"), nil, dropping(callEvent, pieceEvent)),
		twist("no-steps", "No step begins or ends.", lines("UIMSG-13"), nil, dropping(stepEvent, endStepEvent)),
		twist("no-start", "The message has no start.", lines("UIMSG-13", "UIMSG-14"), nil, dropping(startEvent)),
		twist("result-later", "A result comes in a step of its own.", lines("UIMSG-12"), nil,
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				i := some(list, pick, isFinal)
				if i < 0 {
					return nil
				}
				e := list[i]
				list = slices.Delete(list, i, i+1)
				end := slices.IndexFunc(list, is(finishEvent, abortEvent, errorEvent))
				if end < 0 {
					end = len(list)
				}
				return slices.Insert(list, end, event(stepEvent), e, event(endStepEvent))
			}),
		twist("id-reused", "A call is made again in the next step, with another name and input.", lines("UIMSG-11"), nil,
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				i, end := some(list, pick, isFinal), slices.IndexFunc(list, is(finishEvent, abortEvent, errorEvent))
				if i < 0 {
					return nil
				}
				if end < 0 {
					end = len(list)
				}
				id := idOf(list[i])
				again := []wire.Value{event(stepEvent), callStarts(id, "again"), piece(id, `{"ag`),
					inputOf(id, "again", wire.ParseString(`{"again":true}`))}
				return slices.Insert(list, max(end, i+1), append(again, outputOf(id, wire.Str("the second")), event(endStepEvent))...)
			}),
		twist("stepped-back", "A step is taken back, and told again.", lines("UIMSG-09"), nil,
			func(list []wire.Value, _ dialect.Pick) []wire.Value {
				from := slices.IndexFunc(list, is(stepEvent))
				if from < 0 {
					return nil
				}
				to := from + 1
				for to < len(list) && !isType(list[to], stepEvent, endStepEvent, finishEvent, abortEvent, errorEvent) {
					to++
				}
				again := slices.Clone(list[from+1 : to])
				if slices.ContainsFunc(again, func(e wire.Value) bool { return strings.HasPrefix(kindOf(e), dataPrefix) }) {
					return nil
				}
				return slices.Insert(list, to, append([]wire.Value{event(resetEvent)}, again...)...)
			}),
		twist("ids-alike", "Ids are alike, names have dashes.", lines("UIMSG-01"), nil,
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				alike := dialect.AlikeIDs()
				group, names, ids := alike[pick(len(alike))].IDs, []string{"get-weather-v2", "__proto__", "tool", "-a-", "dynamic-tool"},
					map[string]int{}
				for i, e := range list {
					if !e.Has("toolCallId") {
						continue
					}
					if _, there := ids[idOf(e)]; !there {
						ids[idOf(e)] = len(ids)
					}
					n := ids[idOf(e)]
					id := group[n%3]
					if n > 2 {
						id = fmt.Sprintf("%s %d", id, n/3)
					}
					if list[i] = e.With("toolCallId", wire.Str(id)); e.Has("toolName") {
						list[i] = list[i].With("toolName", wire.Str(names[n%len(names)]))
					}
				}
				if len(ids) == 0 {
					return nil
				}
				return list
			}),
	}
}

func endTwists() []dialect.Twist {
	first := func(list []wire.Value, pick dialect.Pick) []wire.Value { return list[:1+pick(len(list))] }
	one := func(e wire.Value) func([]wire.Value, dialect.Pick) []wire.Value {
		return func([]wire.Value, dialect.Pick) []wire.Value { return []wire.Value{e} }
	}
	return []dialect.Twist{
		ended("cut", "The connection ends behind some event.", lines("UIMSG-17", "UIMSG-16"), nil, stream.Cut, first),
		ended("broken", "The connection ends inside a frame.", lines("UIMSG-17"), nil, stream.Broken, first),
		twist("no-finish", "No finish comes.", lines("UIMSG-17"), nil, dropping(finishEvent)),
		twist("error-inside", "An error comes somewhere.", lines("UIMSG-15", "UIMSG-16"), nil,
			inside(one(event(errorEvent, said("errorText", "overloaded"))))),
		twist("abort-inside", "An abort comes somewhere.", lines("UIMSG-16"), nil, inside(one(event(abortEvent)))),
		twist("abort-last", "Nothing follows an abort.", lines("UIMSG-16"), nil, func(list []wire.Value, pick dialect.Pick) []wire.Value {
			return append(list[:pick(len(list)+1)], event(abortEvent))
		}),
		twist("error-last", "Nothing follows an error.", lines("UIMSG-15", "UIMSG-16"), nil,
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				return append(list[:pick(len(list)+1)], event(errorEvent, said("errorText", "overloaded")))
			}),
		twist("finish-early", "A finish comes somewhere.", lines("UIMSG-16"), nil, inside(one(ending("stop")))),
		twist("finish-twice", "A second finish follows.", lines("UIMSG-14"), nil, behind(is(finishEvent),
			func(_ wire.Value, _ []wire.Value, pick dialect.Pick) []wire.Value {
				return []wire.Value{ending([]string{"length", "stop", ""}[pick(3)])}
			})),
		twist("waiting", "The results are left to the client.", lines("UIMSG-16"), nil, dropping(outputEvent, failEvent, denyEvent)),
	}
}

func replayTwists() []dialect.Twist {
	second := func(e wire.Value) []wire.Value {
		id := idOf(e)
		return []wire.Value{e, outputOf(id, wire.Str("the second result")), failed(id, "the second failure"), outputOf(id, wire.NullValue),
			ofCall(denyEvent, id)}
	}
	return []dialect.Twist{
		twist("input-replayed", "The input of a call comes again behind its outcome.", lines("UIMSG-20"), nil,
			behind(isFinal, func(e wire.Value, list []wire.Value, _ dialect.Pick) []wire.Value { return inputsOf(list, idOf(e)) })),
		twist("call-replayed", "A call comes again, its outcome too.", lines("UIMSG-20", "UIMSG-21"), nil,
			behind(isFinal, func(e wire.Value, list []wire.Value, _ dialect.Pick) []wire.Value {
				return append(inputsOf(list, idOf(e)), e)
			})),
		twist("start-replayed", "A start comes again behind the outcome.", lines("UIMSG-20"), nil, behind(isFinal,
			func(e wire.Value, list []wire.Value, pick dialect.Pick) []wire.Value {
				i := some(list, pick, func(o wire.Value) bool { return isType(o, callEvent) && idOf(o) == idOf(e) })
				if i < 0 {
					return nil
				}
				return []wire.Value{list[i], piece(idOf(e), `{"late":`)}
			})),
		twist("second-outcome", "A second outcome follows.", lines("UIMSG-21"), nil, behind(isFinal,
			func(e wire.Value, _ []wire.Value, pick dialect.Pick) []wire.Value {
				list := second(e)
				return list[pick(len(list)):][:1]
			})),
		twist("told-otherwise", "A call is told again with another name or input.", lines("UIMSG-22"), nil, behind(is(inputEvent),
			func(e wire.Value, _ []wire.Value, pick dialect.Pick) []wire.Value {
				id := idOf(e)
				return [][]wire.Value{
					{inputOf(id, "another", wire.ParseString(`{"other":1}`))},
					{inputOf(id, e.Get("toolName").Text(), wire.ParseString(`{"other":1}`))},
					{callStarts(id, "another"), piece(id, `{"other":1}`), inputOf(id, "another", wire.ParseString(`{"other":1}`))},
					{inputOf(id, "another", e.Get("input"))}}[pick(4)]
			})),
		twist("orphan", "Something comes for a call that nobody made.", lines("UIMSG-23"), nil, inside(func(list []wire.Value,
			pick dialect.Pick) []wire.Value {
			const id = "call_nobody"
			return []wire.Value{[]wire.Value{outputOf(id, wire.Str("whose")), failed(id, "whose"), piece(id, "{}"),
				ofCall(requestEvent, id, said("approvalId", "ap_x")),
				ofCall(denyEvent, id),
				event(responseEvent, said("approvalId", "ap_none"), wire.M("approved", wire.Boolean(true)))}[pick(6)]}
		})),
	}
}

func oddTwists() []dialect.Twist {
	return []dialect.Twist{
		twist("unknown-event", "An event is unknown.", lines("UIMSG-19"), nil, inside(func([]wire.Value, dialect.Pick) []wire.Value {
			return []wire.Value{event("tool-input-paused", said("toolCallId", "call_x"), said("note", "new"))}
		})),
		twist("members", "Events have members that nobody knows.", lines("UIMSG-18"), nil, each(func(wire.Value) bool { return true },
			func(e wire.Value) wire.Value { return e.With("x_note", wire.ParseString(`{"toolCallId":"other"}`)) })),
		twist("data", "Data of the application's own comes.", lines("UIMSG-19", "UIMSG-26"), nil, anywhere(func(_ []wire.Value,
			pick dialect.Pick) []wire.Value {
			return []wire.Value{dataOf("note", []string{"", "n1"}[pick(2)], wire.Str("for you"), pick(2) == 1)}
		})),
		twist("late-delta", "A delta follows the input.", lines("UIMSG-24"), nil, behind(is(inputEvent),
			func(e wire.Value, _ []wire.Value, _ dialect.Pick) []wire.Value {
				return []wire.Value{piece(idOf(e), `,"late":true}`)}
			})),
		twist("dynamic-flipped", "The start of a call is dynamic, its input is not.", lines("UIMSG-24"), nil,
			each(is(callEvent), func(e wire.Value) wire.Value { return e.With("dynamic", wire.Boolean(true)) })),
		twist("dynamic", "All calls are dynamic, and the server's.", lines("UIMSG-01"), nil, each(is(callEvent, inputEvent, badInputEvent,
			outputEvent, failEvent), func(e wire.Value) wire.Value {
			return e.With("dynamic", wire.Boolean(true)).With("providerExecuted", wire.Boolean(true))
		})),
		twist("no-input", "The input of a call is told by deltas alone.", lines("UIMSG-24"), nil,
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				i := some(list, pick, is(pieceEvent))
				if i < 0 {
					return nil
				}
				id := idOf(list[i])
				return slices.DeleteFunc(list, func(e wire.Value) bool { return isType(e, inputEvent) && idOf(e) == id })
			}),
		twist("preliminary", "Preliminary outputs come before the outcome.", lines("UIMSG-07"), nil,
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				i := some(list, pick, is(outputEvent, failEvent))
				if i < 0 {
					return nil
				}
				id := idOf(list[i])
				return slices.Insert(list, i, preliminary(id, wire.Str("half")), preliminary(id, wire.ParseString(`{"most":true}`)))
			}),
		twist("input-error", "The input of a call is no valid one.", lines("UIMSG-06"), nil,
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				i := some(list, pick, is(inputEvent))
				if i < 0 {
					return nil
				}
				e := list[i]
				list[i] = badInput(idOf(e), e.Get("toolName").Text(), wire.Str("{\"half"), "The model called a tool that is not there.")
				return slices.DeleteFunc(list, func(o wire.Value) bool { return isType(o, outputEvent, denyEvent) && idOf(o) == idOf(e) })
			}),
		twist("asked", "A call waits for a decision.", lines("UIMSG-08", "UIMSG-09"), nil, behind(is(inputEvent),
			func(e wire.Value, _ []wire.Value, pick dialect.Pick) []wire.Value {
				request := ofCall(requestEvent, idOf(e), said("approvalId", "ap-"+idOf(e)))
				decision := event(responseEvent, said("approvalId", "ap-"+idOf(e)), wire.M("approved", wire.Boolean(pick(2) == 0)))
				return [][]wire.Value{{request}, {request, decision}, {request.With("isAutomatic", wire.Boolean(true))}}[pick(3)]
			})),
		twist("falsy", "Outputs are values that are easily taken for nothing.", lines("UIMSG-04", "UIMSG-05"), nil,
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				falsy := []wire.Value{wire.NullValue, wire.Int(0), wire.Boolean(false), wire.Str(""), wire.List(), wire.Str("0"),
					wire.Str("{}")}
				done := false
				for i, e := range list {
					switch {
					case isType(e, outputEvent):
						list[i], done = e.With("output", falsy[pick(len(falsy))]), true
					case isType(e, failEvent):
						list[i], done = e.With("errorText", wire.Str("")), true
					}
				}
				if !done {
					return nil
				}
				return list
			}),
	}
}
