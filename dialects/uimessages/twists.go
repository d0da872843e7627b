package uimessages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

func is(kinds ...string) func(e wire.Value) bool {
	return func(e wire.Value) bool { return isType(e, kinds...) }
}

// each changes every event of some types.
func each(so func(e wire.Value) bool, edit func(e wire.Value) wire.Value) stream.List {
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
func dropping(kinds ...string) stream.List {
	return func(list []wire.Value, _ dialect.Pick) []wire.Value {
		kept := slices.DeleteFunc(slices.Clone(list), is(kinds...))
		if len(kept) == len(list) {
			return nil
		}
		return kept
	}
}

// behind puts events behind one of those for which so holds.
func behind(so func(e wire.Value) bool, more func(e wire.Value, list []wire.Value, pick dialect.Pick) []wire.Value) stream.List {
	return func(list []wire.Value, pick dialect.Pick) []wire.Value {
		i := stream.Some(list, pick, so)
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
func anywhere(more func(list []wire.Value, pick dialect.Pick) []wire.Value) stream.List {
	return func(list []wire.Value, pick dialect.Pick) []wire.Value {
		return slices.Insert(list, pick(len(list)+1), more(list, pick)...)
	}
}

// before the end, where nothing else has ended the turn.
func inside(more func(list []wire.Value, pick dialect.Pick) []wire.Value) stream.List {
	return func(list []wire.Value, pick dialect.Pick) []wire.Value {
		return slices.Insert(list, pick(endOf(list)+1), more(list, pick)...)
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
func shuffle(so func(e wire.Value) bool) stream.List {
	return stream.Shuffled(func(a, b wire.Value) bool { return so(a) && so(b) && idOf(a) != idOf(b) })
}

func orderTwists() []dialect.Twist {
	return []dialect.Twist{
		stream.Listed("interleaved", "UIMSG-03 UIMSG-02", "", shuffle(is(callEvent, pieceEvent, inputEvent))),
		stream.Listed("results-shuffled", "UIMSG-03 UIMSG-04", "", shuffle(isFinal)),
		stream.Listed("no-starts", "UIMSG-13", "", dropping(callEvent, pieceEvent)),
		stream.Listed("no-steps", "UIMSG-13", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			if slices.ContainsFunc(list, is(resetEvent)) { // how far it takes back, nothing else says
				return nil
			}
			return dropping(stepEvent, endStepEvent)(list, pick)
		}),
		stream.Listed("no-start", "UIMSG-13 UIMSG-14", "", dropping(startEvent)),
		stream.Listed("result-later", "UIMSG-12", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			i := stream.Some(list, pick, isFinal)
			if i < 0 {
				return nil
			}
			e := list[i]
			list = slices.Delete(list, i, i+1)
			return slices.Insert(list, endOf(list), event(stepEvent), e, event(endStepEvent))
		}),
		stream.Listed("id-reused", "UIMSG-11", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			i := stream.Some(list, pick, isFinal)
			if i < 0 {
				return nil
			}
			id := idOf(list[i])
			again := []wire.Value{event(stepEvent), callStarts(id, "again"), piece(id, `{"ag`),
				inputOf(id, "again", wire.ParseString(`{"again":true}`))}
			return slices.Insert(list, max(endOf(list), i+1),
				append(again, outputOf(id, wire.Str("the second")), event(endStepEvent))...)
		}),
		stream.Listed("stepped-back", "UIMSG-09", "", func(list []wire.Value, _ dialect.Pick) []wire.Value {
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
		stream.Listed("ids-alike", "UIMSG-01", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			alike := dialect.DrawnIDs()
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
		stream.Twist("cut", "UIMSG-17 UIMSG-16", "", stream.Ended(stream.Cut, first)),
		stream.Twist("broken", "UIMSG-17", "", stream.Ended(stream.Broken, first)),
		stream.Listed("no-finish", "UIMSG-17", "", dropping(finishEvent)),
		stream.Listed("error-inside", "UIMSG-15 UIMSG-16", "", inside(one(event(errorEvent, wire.T("errorText", "overloaded"))))),
		stream.Listed("abort-inside", "UIMSG-16", "", inside(one(event(abortEvent)))),
		stream.Listed("abort-last", "UIMSG-16", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			return append(list[:pick(len(list)+1)], event(abortEvent))
		}),
		stream.Listed("error-last", "UIMSG-15 UIMSG-16", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			return append(list[:pick(len(list)+1)], event(errorEvent, wire.T("errorText", "overloaded")))
		}),
		stream.Listed("finish-early", "UIMSG-16", "", inside(one(ending("stop")))),
		stream.Listed("finish-twice", "UIMSG-14", "", behind(is(finishEvent),
			func(_ wire.Value, _ []wire.Value, pick dialect.Pick) []wire.Value {
				return []wire.Value{ending([]string{"length", "stop", ""}[pick(3)])}
			})),
		stream.Listed("waiting", "UIMSG-16", "", dropping(outputEvent, failEvent, denyEvent)),
	}
}

func replayTwists() []dialect.Twist {
	second := func(e wire.Value) []wire.Value {
		id := idOf(e)
		return []wire.Value{e, outputOf(id, wire.Str("the second result")), failed(id, "the second failure"), outputOf(id, wire.NullValue),
			ofCall(denyEvent, id)}
	}
	return []dialect.Twist{
		stream.Listed("input-replayed", "UIMSG-20", "",
			behind(isFinal, func(e wire.Value, list []wire.Value, _ dialect.Pick) []wire.Value { return inputsOf(list, idOf(e)) })),
		stream.Listed("call-replayed", "UIMSG-20 UIMSG-21", "",
			behind(isFinal, func(e wire.Value, list []wire.Value, _ dialect.Pick) []wire.Value {
				return append(inputsOf(list, idOf(e)), e)
			})),
		stream.Listed("start-replayed", "UIMSG-20", "", behind(isFinal,
			func(e wire.Value, list []wire.Value, pick dialect.Pick) []wire.Value {
				i := stream.Some(list, pick, func(o wire.Value) bool { return isType(o, callEvent) && idOf(o) == idOf(e) })
				if i < 0 {
					return nil
				}
				return []wire.Value{list[i], piece(idOf(e), `{"late":`)}
			})),
		stream.Listed("second-outcome", "UIMSG-21", "", behind(isFinal, func(e wire.Value, _ []wire.Value, pick dialect.Pick) []wire.Value {
			list := second(e)
			return list[pick(len(list)):][:1]
		})),
		stream.Listed("told-otherwise", "UIMSG-22", "", behind(is(inputEvent),
			func(e wire.Value, _ []wire.Value, pick dialect.Pick) []wire.Value {
				id := idOf(e)
				return [][]wire.Value{
					{inputOf(id, "another", wire.ParseString(`{"other":1}`))},
					{inputOf(id, e.Get("toolName").Text(), wire.ParseString(`{"other":1}`))},
					{callStarts(id, "another"), piece(id, `{"other":1}`), inputOf(id, "another", wire.ParseString(`{"other":1}`))},
					{inputOf(id, "another", e.Get("input"))}}[pick(4)]
			})),
		stream.Listed("orphan", "UIMSG-23", "", inside(func(list []wire.Value, pick dialect.Pick) []wire.Value {
			const id = "call_nobody"
			return []wire.Value{[]wire.Value{outputOf(id, wire.Str("whose")), failed(id, "whose"), piece(id, "{}"),
				ofCall(requestEvent, id, wire.T("approvalId", "ap_x")),
				ofCall(denyEvent, id),
				event(responseEvent, wire.T("approvalId", "ap_none"), wire.M("approved", wire.Boolean(true)))}[pick(6)]}
		})),
	}
}

func oddTwists() []dialect.Twist {
	return []dialect.Twist{
		stream.Listed("unknown-event", "UIMSG-19", "", inside(func([]wire.Value, dialect.Pick) []wire.Value {
			return []wire.Value{event("tool-input-paused", wire.T("toolCallId", "call_x"), wire.T("note", "new"))}
		})),
		stream.Listed("members", "UIMSG-18", "", each(func(wire.Value) bool { return true },
			func(e wire.Value) wire.Value { return e.With("x_note", wire.ParseString(`{"toolCallId":"other"}`)) })),
		stream.Listed("data", "UIMSG-19 UIMSG-26", "", anywhere(func(_ []wire.Value, pick dialect.Pick) []wire.Value {
			return []wire.Value{dataOf("note", []string{"", "n1"}[pick(2)], wire.Str("for you"), pick(2) == 1)}
		})),
		stream.Listed("late-delta", "UIMSG-24", "", behind(is(inputEvent), func(e wire.Value, _ []wire.Value, _ dialect.Pick) []wire.Value {
			return []wire.Value{piece(idOf(e), `,"late":true}`)}
		})),
		stream.Listed("dynamic-flipped", "UIMSG-24", "",
			each(is(callEvent), func(e wire.Value) wire.Value { return e.With("dynamic", wire.Boolean(true)) })),
		stream.Listed("dynamic", "UIMSG-01", "", each(is(callEvent, inputEvent, badInputEvent,
			outputEvent, failEvent), func(e wire.Value) wire.Value {
			return e.With("dynamic", wire.Boolean(true)).With("providerExecuted", wire.Boolean(true))
		})),
		stream.Listed("no-input", "UIMSG-24", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			i := stream.Some(list, pick, is(pieceEvent))
			if i < 0 {
				return nil
			}
			id := idOf(list[i])
			return slices.DeleteFunc(list, func(e wire.Value) bool { return isType(e, inputEvent) && idOf(e) == id })
		}),
		stream.Listed("preliminary", "UIMSG-07", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			i := stream.Some(list, pick, is(outputEvent, failEvent))
			if i < 0 {
				return nil
			}
			id := idOf(list[i])
			return slices.Insert(list, i, preliminary(id, wire.Str("half")), preliminary(id, wire.ParseString(`{"most":true}`)))
		}),
		stream.Listed("input-error", "UIMSG-06", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			i := stream.Some(list, pick, is(inputEvent))
			if i < 0 {
				return nil
			}
			e := list[i]
			list[i] = badInput(idOf(e), e.Get("toolName").Text(), wire.Str("{\"half"), "The model called a tool that is not there.")
			return slices.DeleteFunc(list, func(o wire.Value) bool { return isType(o, outputEvent, denyEvent) && idOf(o) == idOf(e) })
		}),
		stream.Listed("asked", "UIMSG-08 UIMSG-09", "", behind(is(inputEvent),
			func(e wire.Value, _ []wire.Value, pick dialect.Pick) []wire.Value {
				request := ofCall(requestEvent, idOf(e), wire.T("approvalId", "ap-"+idOf(e)))
				decision := event(responseEvent, wire.T("approvalId", "ap-"+idOf(e)), wire.M("approved", wire.Boolean(pick(2) == 0)))
				return [][]wire.Value{{request}, {request, decision}, {request.With("isAutomatic", wire.Boolean(true))}}[pick(3)]
			})),
		stream.Listed("falsy", "UIMSG-04 UIMSG-05", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
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
