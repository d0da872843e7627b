package openairesponses

import (
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

type change = func(list []wire.Value, pick dialect.Pick) []wire.Value

func lines(ids ...string) []string { return ids }

// twist changes the list of events.
func twist(id, title string, tests, breaks []string, change change) dialect.Twist {
	return stream.Twist(id, title, tests, breaks, stream.Elements(change))
}

// then changes the twisted script, too.
func then(t dialect.Twist, more func(s *stream.Script, pick dialect.Pick) *stream.Script) dialect.Twist {
	apply := t.Apply
	t.Apply = func(s dialect.Script, pick dialect.Pick) (dialect.Script, dialect.Planted, bool) {
		twisted, planted, ok := apply(s, pick)
		if of, is := twisted.(*stream.Script); ok && is {
			twisted = more(of, pick)
		}
		return twisted, planted, ok
	}
	return t
}

// counted gives events their numbers anew.
func counted(list []wire.Value) []wire.Value {
	for i, e := range list {
		list[i] = e.With("sequence_number", wire.Int(int64(i)))
	}
	return list
}

// at are the places of events of which so is true.
func at(list []wire.Value, so func(e wire.Value) bool) []int {
	var places []int
	for i, e := range list {
		if so(e) {
			places = append(places, i)
		}
	}
	return places
}

// one picks a place; -1 where there is none.
func one(places []int, pick dialect.Pick) int {
	if len(places) == 0 {
		return -1
	}
	return places[pick(len(places))]
}

func ofCall(kind string) func(e wire.Value) bool {
	return func(e wire.Value) bool { return isType(e, kind) && e.Find("/item/type").Text() == functionCall }
}

func isTerminal(e wire.Value) bool {
	return isType(e, responseCompleted) || isType(e, responseIncomplete) || isType(e, responseFailed)
}

func nameOf(e wire.Value) string { return e.Get("item_id").Text() + e.Find("/item/id").Text() }

func twists() []dialect.Twist {
	return slices.Concat(endTwists(), againTwists(), deltaTwists(), outputTwists())
}

// instead ends the stream at some point with what the writer then tells.
func instead(tell func(w *writer)) change {
	return func(list []wire.Value, pick dialect.Pick) []wire.Value {
		if !isTerminal(list[len(list)-1]) {
			return nil
		}
		n := 1 + pick(len(list)-1)
		w := &writer{id: list[0].Find("/response/id").Text(), next: int64(n), events: list[:n]}
		for _, e := range list[:n] {
			if isType(e, itemDone) {
				index, _ := e.Get("output_index").Int64()
				w.items = append(w.items, &written{index: index, done: e.Get("item")})
			}
		}
		tell(w)
		return w.events
	}
}

// endTwists are in how a response ends.
func endTwists() []dialect.Twist {
	cut := func(list []wire.Value, pick dialect.Pick) []wire.Value { return list[:1+pick(len(list))] }
	return []dialect.Twist{
		twist("cut", "The stream ends behind some event.", lines("RESP-12", "RESP-13", "RESP-01"), nil, cut),
		then(twist("broken", "The connection ends inside a frame.", lines("RESP-12", "RESP-13"), nil, cut),
			func(s *stream.Script, _ dialect.Pick) *stream.Script { return s.Ended(stream.Broken) }),
		then(twist("marker", "The end marker is there or not.", lines("RESP-08"), nil,
			func(list []wire.Value, _ dialect.Pick) []wire.Value { return list }),
			func(s *stream.Script, pick dialect.Pick) *stream.Script {
				return s.Ended([]stream.Ending{stream.Whole, stream.Cut}[pick(2)])
			}),
		twist("nameless", "Events have no event name.", lines("RESP-01"), nil, func(list []wire.Value, _ dialect.Pick) []wire.Value {
			for i, e := range list {
				list[i] = act.Named("", e)
			}
			return list
		}),
		twist("failed-instead", "The response fails.", lines("RESP-09", "RESP-11"), nil,
			instead(func(w *writer) { w.end(failed, "server_error", "gone at once") })),
		twist("error-instead", "An error ends the stream.", lines("RESP-10", "RESP-13"), nil,
			instead(func(w *writer) { w.failing("E7", "hung up", false) })),
		twist("nested-instead", "A nested error ends the stream.", lines("RESP-10", "RESP-13"), nil,
			instead(func(w *writer) { w.failing("E8", "hung up", true) })),
		twist("incomplete-instead", "The response stays incomplete.", lines("RESP-08", "RESP-11"), nil,
			instead(func(w *writer) { w.end(incomplete, "max_output_tokens", "") })),
		twist("error-between", "An error stands between two events.", lines("RESP-10", "RESP-22"), nil,
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				return counted(slices.Insert(list, pick(len(list)),
					wire.ParseString(`{"type":"error","code":"E9","message":"hiccup","param":null}`)))
			}),
	}
}

// againTwists tell something twice, or under what is another's.
func againTwists() []dialect.Twist {
	again := func(so func(e wire.Value) bool) change {
		return func(list []wire.Value, pick dialect.Pick) []wire.Value {
			i := one(at(list, so), pick)
			if i < 0 {
				return nil
			}
			e, to := list[i], i+1
			if pick(2) == 1 {
				to += pick(len(list) - i)
			}
			list = slices.Insert(list, to, e)
			if !isType(e, argumentsDelta) && !isType(e, textDelta) && pick(2) == 1 {
				list = counted(list)
			}
			return list
		}
	}
	sharing := func(member string) change {
		return func(list []wire.Value, pick dialect.Pick) []wire.Value {
			calls := at(list, ofCall(itemAdded))
			if len(calls) < 2 {
				return nil
			}
			first, second := list[calls[0]], list[calls[1+pick(len(calls)-1)]]
			own, id := second.Get("output_index"), second.Find("/item/id")
			shared := first.Find("/item/" + member)
			item := func(v wire.Value) wire.Value { return v.With(member, shared) }
			for i, e := range list {
				switch {
				case isTerminal(e):
					list[i] = e.Edit("/response/output", func(v wire.Value) wire.Value {
						return v.Each(func(o wire.Value) wire.Value {
							if member != "index" && wire.Equal(o.Get("id"), id) {
								return item(o)
							}
							return o
						})
					})
				case !wire.Equal(e.Get("output_index"), own):
				case member == "index":
					list[i] = e.With("output_index", first.Get("output_index"))
				default:
					list[i] = e.Edit("/item", item)
					if member == "id" && e.Has("item_id") {
						list[i] = e.With("item_id", shared)
					}
				}
			}
			return list
		}
	}
	return []dialect.Twist{
		twist("added-again", "An added comes twice.", lines("RESP-17"), lines("RESP-53"), again(is(itemAdded))),
		twist("arguments-again", "An arguments.done comes twice.", lines("RESP-17"), nil, again(is(argumentsDone))),
		twist("done-again", "An item.done comes twice.", lines("RESP-17"), lines("RESP-53"), again(is(itemDone))),
		twist("terminal-again", "The terminal comes twice.", lines("RESP-17"), lines("RESP-52"), again(isTerminal)),
		twist("delta-again", "A delta of a call comes twice.", lines("RESP-18", "RESP-04"), lines("RESP-51"), again(is(argumentsDelta))),
		twist("text-delta-again", "A delta of a text comes twice.", lines("RESP-18"), lines("RESP-51"), again(is(textDelta))),
		twist("same-id", "Two calls have one item id.", lines("RESP-19"), lines("RESP-54"), sharing("id")),
		twist("same-call-id", "Two calls have one call id.", lines("RESP-19"), lines("RESP-54"), sharing("call_id")),
		twist("same-index", "Two calls have one index.", lines("RESP-19"), lines("RESP-53"), sharing("index")),
		twist("ids-crossed", "The item id of each call is the call id of the next.", lines("RESP-03"), nil,
			func(list []wire.Value, _ dialect.Pick) []wire.Value {
				calls, next := at(list, ofCall(itemAdded)), map[string]wire.Value{}
				if len(calls) < 2 {
					return nil
				}
				for n, i := range calls {
					next[list[i].Find("/item/id").Text()] = list[calls[(n+1)%len(calls)]].Find("/item/call_id")
				}
				renamed := func(v wire.Value) wire.Value {
					if to, ok := next[v.Text()]; ok {
						return to
					}
					return v
				}
				for i, e := range list {
					list[i] = e.Edit("/item_id", renamed).Edit("/item/id", renamed).Edit("/response/output", func(v wire.Value) wire.Value {
						return v.Each(func(o wire.Value) wire.Value { return o.Edit("/id", renamed) })
					})
				}
				return list
			}),
	}
}

// deltaTwists are in pieces, and in what is strewn between them.
func deltaTwists() []dialect.Twist {
	moved := func(edit func(e wire.Value) wire.Value) change {
		return func(list []wire.Value, pick dialect.Pick) []wire.Value {
			i := one(at(list, func(e wire.Value) bool { return isType(e, argumentsDelta) && e.Get("delta").Text() != "" }), pick)
			if i < 0 {
				return nil
			}
			list[i] = edit(list[i])
			return list
		}
	}
	strewing := func(events ...string) change {
		return func(list []wire.Value, pick dialect.Pick) []wire.Value {
			var out []wire.Value
			for i, e := range list {
				if i == 0 || pick(3) == 0 {
					out = append(out, wire.ParseString(events[pick(len(events))]))
				}
				out = append(out, e)
			}
			return counted(out)
		}
	}
	return []dialect.Twist{
		twist("woven", "Items are told by turns, and close in another order.", lines("RESP-06", "RESP-01"), nil,
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				moved := false
				for range 4 {
					for i := 1; i < len(list); i++ {
						a, b := list[i-1], list[i]
						if nameOf(a) != "" && nameOf(b) != "" && nameOf(a) != nameOf(b) &&
							!(isType(a, itemAdded) && isType(b, itemAdded)) &&
							pick(2) == 1 {
							list[i-1], list[i], moved = b, a, true
						}
					}
				}
				if !moved {
					return nil
				}
				return counted(list)
			}),
		twist("deltas-left-out", "Deltas are left out, and arguments.done perhaps.", lines("RESP-05", "RESP-04"), nil,
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				i, also := one(at(list, ofCall(itemDone)), pick), pick(2) == 1
				if i < 0 {
					return nil
				}
				id := list[i].Find("/item/id").Text()
				return counted(slices.DeleteFunc(list, func(e wire.Value) bool {
					return nameOf(e) == id && (isType(e, argumentsDelta) || also && isType(e, argumentsDone))
				}))
			}),
		twist("delta-lost", "A delta is lost.", lines("RESP-04"), nil, func(list []wire.Value, pick dialect.Pick) []wire.Value {
			i := one(at(list, is(argumentsDelta)), pick)
			if i < 0 {
				return nil
			}
			return slices.Delete(list, i, i+1)
		}),
		twist("cut-anew", "Deltas are cut anew, with empty ones among them.", lines("RESP-07", "RESP-01"), nil,
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				var out []wire.Value
				for _, e := range list {
					text := []rune(e.Get("delta").Text())
					if e.Has("delta") && len(text) > 0 {
						n := pick(len(text) + 1)
						out = append(out, e.With("delta", wire.Str(string(text[:n]))))
						e = e.With("delta", wire.Str(string(text[n:])))
					}
					out = append(out, e)
				}
				return counted(out)
			}),
		twist("delta-elsewhere", "A delta has another item's index.", lines("RESP-22", "RESP-04"), lines("RESP-54"),
			moved(func(e wire.Value) wire.Value {
				n, _ := e.Get("output_index").Int64()
				return e.With("output_index", wire.Int(n+1))
			})),
		twist("delta-of-nobody", "A delta belongs to an item never added.", lines("RESP-20", "RESP-04"), lines("RESP-54"),
			moved(func(e wire.Value) wire.Value {
				return e.With("output_index", wire.Int(77)).With("item_id", wire.Str("fc_nobody"))
			})),
		twist("prefixed", "Events of extensions are strewn in.", lines("RESP-14"), nil,
			strewing(`{"type":"acme:tick"}`, `{"type":"acme:function_call_arguments.delta","output_index":0,"delta":"NO"}`)),
		twist("keepalives", "keepalive is strewn in.", lines("RESP-15"), nil, strewing(`{"type":"keepalive"}`)),
		twist("unknown-events", "Unknown events are strewn in.", lines("RESP-15"), nil,
			strewing(`{"type":"response.future.delta","output_index":0,"delta":"NO"}`)),
		twist("members", "Unknown members are strewn in.", lines("RESP-15"), nil, func(list []wire.Value, pick dialect.Pick) []wire.Value {
			for i, e := range list {
				if pick(2) == 0 {
					list[i] = e.With("x_note", wire.ParseString(`{"type":"function_call","call_id":"call_none"}`)).With("obfuscation",
						wire.Str("q8"))
				}
			}
			return list
		}),
		twist("unknown-item", "An item of unknown type comes last.", lines("RESP-16"), nil,
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				i := one(at(list, isTerminal), pick)
				if i < 0 {
					return nil
				}
				w, n := &writer{}, int64(len(at(list, is(itemAdded))))
				w.done(w.add(n, wire.ParseString(`{"type":"future_thing","id":"ft_1","call_id":"call_ft","name":"danger","arguments":"{}"}`)),
					wire.ParseString(`{"type":"future_thing","id":"ft_1"}`))
				return counted(slices.Insert(list, i, w.events...))
			}),
	}
}

// outputTwists are in what the terminal lists.
func outputTwists() []dialect.Twist {
	output := func(edit func(list wire.Value, pick dialect.Pick) wire.Value) change {
		return func(list []wire.Value, pick dialect.Pick) []wire.Value {
			last := len(list) - 1
			if !isType(list[last], responseCompleted) || list[last].Find("/response/output").Len() == 0 {
				return nil
			}
			list[last] = list[last].Edit("/response/output", func(v wire.Value) wire.Value { return edit(v, pick) })
			return list
		}
	}
	entry := func(edit func(e wire.Value) wire.Value) func(wire.Value, dialect.Pick) wire.Value {
		return func(v wire.Value, pick dialect.Pick) wire.Value {
			items := v.Items()
			n := pick(len(items))
			items[n] = edit(items[n])
			return wire.List(slices.DeleteFunc(items, wire.Value.IsAbsent)...)
		}
	}
	return []dialect.Twist{
		twist("output-emptied", "The terminal lists nothing.", lines("RESP-22"), lines("RESP-58"),
			output(func(wire.Value, dialect.Pick) wire.Value { return wire.List() })),
		twist("output-nulled", "The terminal's output is null.", lines("RESP-22"), lines("RESP-50"),
			output(func(wire.Value, dialect.Pick) wire.Value { return wire.NullValue })),
		twist("output-reordered", "The terminal lists in another order.", lines("RESP-22", "RESP-01"), nil,
			output(func(v wire.Value, pick dialect.Pick) wire.Value {
				items := v.Items()
				slices.Reverse(items)
				return wire.List(items...)
			})),
		twist("output-lacks", "The terminal leaves an item out.", lines("RESP-22"), lines("RESP-58"),
			output(entry(func(wire.Value) wire.Value { return wire.Value{} }))),
		twist("output-differs", "The terminal says something else of an item.", lines("RESP-22"), nil,
			output(entry(func(e wire.Value) wire.Value {
				return e.Edit("/arguments", func(wire.Value) wire.Value { return wire.Str(`{"other":1}`) }).Edit("/content/0/text",
					func(wire.Value) wire.Value { return wire.Str("Other words") })
			}))),
		twist("done-missing", "An item has no item.done.", lines("RESP-22", "RESP-11"), lines("RESP-53"),
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				i := one(at(list, is(itemDone)), pick)
				if i < 0 || !isType(list[len(list)-1], responseCompleted) {
					return nil
				}
				return slices.Delete(list, i, i+1)
			}),
		twist("added-missing", "An item was never added.", lines("RESP-22", "RESP-20"), lines("RESP-53"),
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				i := one(at(list, is(itemAdded)), pick)
				if i < 0 {
					return nil
				}
				return slices.Delete(list, i, i+1)
			}),
	}
}
