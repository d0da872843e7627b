package openairesponses

import (
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// counted gives events their numbers anew, also those under a name that another twist gave them.
func counted(list []wire.Value) []wire.Value {
	for i, e := range list {
		if data, at, _ := act.Frame(e); data.IsObject() {
			list[i] = e.Edit(at, func(v wire.Value) wire.Value { return v.With("sequence_number", wire.Int(int64(i))) })
		}
	}
	return list
}

// recounted gives the events of a twisted list their numbers anew.
func recounted(change stream.List) stream.List {
	return func(list []wire.Value, pick dialect.Pick) []wire.Value { return counted(change(list, pick)) }
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
func instead(tell func(w *writer)) stream.List {
	return func(list []wire.Value, pick dialect.Pick) []wire.Value {
		if !isTerminal(list[len(list)-1]) {
			return nil
		}
		n := 1 + pick(len(list)-1)
		w := &writer{id: list[0].Find("/response/id").Text(), next: int64(n), events: list[:n]}
		for _, e := range list[:n] {
			index, _ := e.Get("output_index").Int64()
			told := func(i *written) bool { return i.index == index && wire.Equal(i.done, e.Get("item")) }
			// What is told twice is listed once: whoever takes the list as it stands would hold two.
			if isType(e, itemDone) && !slices.ContainsFunc(w.items, told) {
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
	perhaps := func(s *stream.Script, pick dialect.Pick) (*stream.Script, bool) {
		return s.Ended([]stream.Ending{stream.Whole, stream.Cut}[pick(2)]), true
	}
	return []dialect.Twist{
		stream.Listed("cut", "RESP-12 RESP-13 RESP-01", "", cut),
		stream.Twist("broken", "RESP-12 RESP-13", "", stream.Ended(stream.Broken, cut)),
		stream.Twist("marker", "RESP-08", "", perhaps),
		stream.Listed("nameless", "RESP-01", "", func(list []wire.Value, _ dialect.Pick) []wire.Value {
			for i, e := range list {
				list[i] = act.Named("", e)
			}
			return list
		}),
		stream.Listed("failed-instead", "RESP-09 RESP-11", "", instead(func(w *writer) { w.end(failed, "server_error", "gone at once") })),
		stream.Listed("error-instead", "RESP-10 RESP-13", "", instead(func(w *writer) { w.failing("E7", "hung up", false) })),
		stream.Listed("nested-instead", "RESP-10 RESP-13", "", instead(func(w *writer) { w.failing("E8", "hung up", true) })),
		stream.Listed("incomplete-instead", "RESP-08 RESP-11", "", instead(func(w *writer) { w.end(incomplete, "max_output_tokens", "") })),
		stream.Listed("error-between", "RESP-10 RESP-22", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			return counted(slices.Insert(list, pick(len(list)),
				wire.ParseString(`{"type":"error","code":"E9","message":"hiccup","param":null}`)))
		}),
	}
}

// againTwists tell something twice, or under what is another's.
func againTwists() []dialect.Twist {
	again := func(so func(e wire.Value) bool) stream.List {
		return stream.Somewhere(so, func(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
			e, to := list[i], i+1
			if pick(2) == 1 {
				to += pick(len(list) - i)
			}
			list = slices.Insert(list, to, e)
			if !isType(e, argumentsDelta) && !isType(e, textDelta) && pick(2) == 1 {
				list = counted(list)
			}
			return list
		})
	}
	sharing := func(member string) stream.List {
		return func(list []wire.Value, pick dialect.Pick) []wire.Value {
			calls := at(list, ofCall(itemAdded))
			if len(calls) < 2 {
				return nil
			}
			first, second := list[calls[0]], list[calls[1+pick(len(calls)-1)]]
			own, id := second.Get("output_index"), second.Find("/item/id")
			before := &sent{id: first.Find("/item/id").Text(), kind: functionCall, added: first.Get("item")}
			if sameItem(before, second.Get("item")) || wire.Equal(first.Get("output_index"), own) {
				return nil // with a second thing in common they are one item told again, or not: nobody says
			}
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
		stream.Listed("added-again", "RESP-17", "RESP-53", again(is(itemAdded))),
		stream.Listed("arguments-again", "RESP-17", "", again(is(argumentsDone))),
		stream.Listed("done-again", "RESP-17", "RESP-53", again(is(itemDone))),
		stream.Listed("terminal-again", "RESP-17", "RESP-52", again(isTerminal)),
		stream.Listed("delta-again", "RESP-18 RESP-04", "RESP-51", again(is(argumentsDelta))),
		stream.Listed("text-delta-again", "RESP-18", "RESP-51", again(is(textDelta))),
		stream.Listed("same-id", "RESP-19", "RESP-54", sharing("id")),
		stream.Listed("same-call-id", "RESP-19", "RESP-54", sharing("call_id")),
		stream.Listed("same-index", "RESP-19", "RESP-53", sharing("index")),
		stream.Listed("ids-crossed", "RESP-03", "", func(list []wire.Value, _ dialect.Pick) []wire.Value {
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
	moved := func(edit func(e wire.Value) wire.Value) stream.List {
		full := func(e wire.Value) bool { return isType(e, argumentsDelta) && e.Get("delta").Text() != "" }
		return stream.Somewhere(full, stream.Edited(edit))
	}
	strewing := func(events ...string) stream.List {
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
		stream.Listed("woven", "RESP-06 RESP-01", "", recounted(stream.Shuffled(func(a, b wire.Value) bool {
			return nameOf(a) != "" && nameOf(b) != "" && nameOf(a) != nameOf(b) && !(isType(a, itemAdded) && isType(b, itemAdded))
		}))),
		stream.Listed("deltas-left-out", "RESP-05 RESP-04", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			i, also := stream.Some(list, pick, ofCall(itemDone)), pick(2) == 1
			if i < 0 {
				return nil
			}
			id := list[i].Find("/item/id").Text()
			return counted(slices.DeleteFunc(list, func(e wire.Value) bool {
				return nameOf(e) == id && (isType(e, argumentsDelta) || also && isType(e, argumentsDone))
			}))
		}),
		stream.Listed("delta-lost", "RESP-04", "", stream.Somewhere(is(argumentsDelta), stream.Gone)),
		stream.Listed("cut-anew", "RESP-07 RESP-01", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
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
		stream.Listed("delta-elsewhere", "RESP-22 RESP-04", "RESP-54", moved(func(e wire.Value) wire.Value {
			n, _ := e.Get("output_index").Int64()
			return e.With("output_index", wire.Int(n+1))
		})),
		stream.Listed("delta-of-nobody", "RESP-20 RESP-04", "RESP-54", moved(func(e wire.Value) wire.Value {
			return e.With("output_index", wire.Int(77)).With("item_id", wire.Str("fc_nobody"))
		})),
		stream.Listed("prefixed", "RESP-14", "",
			strewing(`{"type":"acme:tick"}`, `{"type":"acme:function_call_arguments.delta","output_index":0,"delta":"NO"}`)),
		stream.Listed("keepalives", "RESP-15", "", strewing(`{"type":"keepalive"}`)),
		stream.Listed("unknown-events", "RESP-15", "", strewing(`{"type":"response.future.delta","output_index":0,"delta":"NO"}`)),
		stream.Listed("members", "RESP-15", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			for i, e := range list {
				if pick(2) == 0 {
					list[i] = e.With("x_note", wire.ParseString(`{"type":"function_call","call_id":"call_none"}`)).With("obfuscation",
						wire.Str("q8"))
				}
			}
			return list
		}),
		stream.Listed("unknown-item", "RESP-16", "",
			stream.Somewhere(isTerminal, func(list []wire.Value, i int, _ dialect.Pick) []wire.Value {
				w, n := &writer{}, int64(len(at(list, is(itemAdded))))
				w.done(w.add(n, wire.ParseString(`{"type":"future_thing","id":"ft_1","call_id":"call_ft","name":"danger",`+
					`"arguments":"{}"}`)),
					wire.ParseString(`{"type":"future_thing","id":"ft_1"}`))
				return counted(slices.Insert(list, i, w.events...))
			})),
	}
}

// outputTwists are in what the terminal lists.
func outputTwists() []dialect.Twist {
	output := func(edit func(list wire.Value, pick dialect.Pick) wire.Value) stream.List {
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
		stream.Listed("output-emptied", "RESP-22", "RESP-58", output(func(wire.Value, dialect.Pick) wire.Value { return wire.List() })),
		stream.Listed("output-nulled", "RESP-22", "RESP-50", output(func(wire.Value, dialect.Pick) wire.Value { return wire.NullValue })),
		stream.Listed("output-reordered", "RESP-22 RESP-01", "", output(func(v wire.Value, pick dialect.Pick) wire.Value {
			items := v.Items()
			slices.Reverse(items)
			return wire.List(items...)
		})),
		stream.Listed("output-lacks", "RESP-22", "RESP-58", output(entry(func(wire.Value) wire.Value { return wire.Value{} }))),
		stream.Listed("output-differs", "RESP-22", "", output(entry(func(e wire.Value) wire.Value {
			return e.Edit("/arguments", func(wire.Value) wire.Value { return wire.Str(`{"other":1}`) }).Edit("/content/0/text",
				func(wire.Value) wire.Value { return wire.Str("Other words") })
		}))),
		stream.Listed("done-missing", "RESP-22 RESP-11", "RESP-53",
			stream.Somewhere(is(itemDone), func(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
				if !isType(list[len(list)-1], responseCompleted) {
					return nil
				}
				return stream.Gone(list, i, pick)
			})),
		stream.Listed("added-missing", "RESP-22 RESP-20", "RESP-53", stream.Somewhere(is(itemAdded), stream.Gone)),
	}
}
