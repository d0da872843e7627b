package anthropicmessages

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// twist is a fault in a whole stream; breaks are the producer's lines that it breaks at least.
func twist(id, tests, breaks string, change stream.List) dialect.Twist {
	return stream.Twist(id, tests, breaks, whole(stream.Elements(change)))
}

func whole(change stream.Change) stream.Change {
	return func(s *stream.Script, pick dialect.Pick) (*stream.Script, bool) {
		if s.End != stream.Whole {
			return s, false
		}
		return change(s, pick)
	}
}

// lives are content blocks, by their index.
func lives(e wire.Value) (key string, phase stream.Phase) {
	switch e.Get("type").Text() {
	case blockStart:
		phase = stream.Begins
	case blockDelta:
		phase = stream.GoesOn
	case blockStop:
		phase = stream.Ends
	default:
		return "", stream.None
	}
	return e.Get("index").JSON(), phase
}

// each is a twist of one block of which so is true.
func each(so func(l *stream.Life) bool, change stream.OnLife) stream.List {
	return stream.Lives(lives).One(so, change)
}

// atReason changes the list at the message_delta.
func atReason(change stream.Place) stream.List { return stream.First(is(messageDelta), change) }

func indexOf(l *stream.Life) int64 {
	n, _ := l.Begin.Get("index").Int64()
	return n
}

func isCall(l *stream.Life) bool { return starts(l.Begin, "tool_use") }

func anyBlock(*stream.Life) bool { return true }

func laterBlock(l *stream.Life) bool { return indexOf(l) > 0 }

func withDeltas(l *stream.Life) bool { return isCall(l) && l.Deltas() > 0 }

func twists() []dialect.Twist {
	return slices.Concat(endTwists(), blockTwists(), callTwists(), messageTwists())
}

func reasonAt(list []wire.Value) int { return slices.IndexFunc(list, is(messageDelta)) }

// endTwists are in how a message ends.
func endTwists() []dialect.Twist {
	words := []string{"max_tokens", "refusal", "end_turn", "model_context_window_exceeded", "pause_turn", "stop_sequence", "compaction",
		"tool_use"}
	failure := failing("overloaded_error", "Overloaded")
	second := func(reason wire.Value) stream.List {
		return atReason(func(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
			return slices.Insert(list, i+pick(2), reasoned(reason))
		})
	}
	return []dialect.Twist{
		twist("cut", "MSG-14 MSG-15", "", func(list []wire.Value, pick dialect.Pick) []wire.Value { return list[:pick(len(list))] }),
		stream.Twist("broken", "MSG-14 MSG-15", "", whole(stream.BrokenSomewhere)),
		twist("reason-replaced", "MSG-11 MSG-16", "", atReason(func(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
			list[i] = reasoned(wire.Str(words[pick(len(words))]))
			return list
		})),
		twist("reason-second", "MSG-12", "", second(wire.Str("max_tokens"))),
		twist("reason-null", "MSG-12", "MSG-50", second(wire.NullValue)),
		twist("reason-absent", "MSG-12", "MSG-50", second(wire.Value{})),
		twist("error-instead", "MSG-13 MSG-27", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			return append(list[:pick(len(list))], failure)
		}),
		twist("error-between", "MSG-13 MSG-24", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			return slices.Insert(list, pick(len(list)+1), failure)
		}),
		twist("abrupt", "MSG-14", "", func(list []wire.Value, _ dialect.Pick) []wire.Value {
			if !isType(list[len(list)-1], messageStop) {
				return nil
			}
			return list[:len(list)-1]
		}),
		twist("reason-missing", "MSG-14", "MSG-50", atReason(stream.Gone)),
	}
}

// blockTwists are in the events of blocks.
func blockTwists() []dialect.Twist {
	stray := func(n int64) stream.OnLife {
		return stream.DeltaElsewhere(func(e wire.Value) wire.Value { return e.With("index", wire.Int(n)) })
	}
	return []dialect.Twist{
		twist("stop-dropped", "MSG-18", "MSG-51", each(anyBlock, func(list []wire.Value, l *stream.Life, pick dialect.Pick) []wire.Value {
			if !isType(list[len(list)-1], messageStop) {
				return nil // blocks under way may lack it
			}
			return stream.EndDropped(list, l, pick)
		})),
		twist("stop-repeated", "MSG-19", "MSG-51", each(anyBlock, stream.EndRepeated)),
		twist("block-repeated", "MSG-22 MSG-23", "MSG-51", each(anyBlock, stream.LifeRepeated)),
		twist("delta-repeated", "MSG-17", "", each(withDeltas, stream.DeltaRepeated)),
		twist("delta-behind-stop", "MSG-19", "MSG-51", each(withDeltas, stream.DeltaLate)),
		twist("delta-nowhere", "MSG-20", "MSG-51", each(withDeltas, stray(90))),
		twist("delta-minus-one", "MSG-20", "", each(withDeltas, stray(-1))),
		twist("text-on-call", "MSG-20", "MSG-51", each(isCall, func(list []wire.Value, l *stream.Life, _ dialect.Pick) []wire.Value {
			return slices.Insert(list, l.Stop(), says(indexOf(l), "astray"))
		})),
		twist("json-on-text", "MSG-20", "MSG-51", each(func(l *stream.Life) bool { return starts(l.Begin, "text") },
			func(list []wire.Value, l *stream.Life, _ dialect.Pick) []wire.Value {
				return slices.Insert(list, l.Stop(), piece(indexOf(l), `{"astray":1}`))
			})),
		twist("indices-shifted", "MSG-21", "MSG-51", func(list []wire.Value, _ dialect.Pick) []wire.Value { return shifted1(list, 0) }),
		twist("gap", "MSG-21", "MSG-51", each(laterBlock, func(list []wire.Value, l *stream.Life, _ dialect.Pick) []wire.Value {
			return shifted1(list, indexOf(l))
		})),
		twist("starts-swapped", "MSG-21", "MSG-51", func(list []wire.Value, _ dialect.Pick) []wire.Value {
			all := stream.Lives(lives).In(list)
			for k := 1; k < len(all); k++ {
				if indexOf(all[k-1])+1 == indexOf(all[k]) {
					start := list[all[k].At[0]]
					list = slices.Delete(list, all[k].At[0], all[k].At[0]+1)
					return slices.Insert(list, all[k-1].At[0], start)
				}
			}
			return nil
		}),
		twist("index-reused", "MSG-22", "MSG-51", each(laterBlock, func(list []wire.Value, l *stream.Life, _ dialect.Pick) []wire.Value {
			return l.With(list, func(e wire.Value) wire.Value { return e.With("index", wire.Int(indexOf(l)-1)) })
		})),
		twist("overlapping", "MSG-06 MSG-08", "", stream.Lives(lives).Woven),
	}
}

// shifted1 adds one to every index from n on.
func shifted1(list []wire.Value, n int64) []wire.Value {
	done := false
	for i, e := range list {
		if at, ok := e.Get("index").Int64(); ok && at >= n {
			list[i], done = e.With("index", wire.Int(at+1)), true
		}
	}
	if !done {
		return nil
	}
	return list
}

// callTwists are in ids and arguments.
func callTwists() []dialect.Twist {
	input := func(list []wire.Value, s *stream.Life, v wire.Value) []wire.Value {
		list[s.At[0]] = list[s.At[0]].Edit("/content_block/input", func(wire.Value) wire.Value { return v })
		return list
	}
	value := wire.ParseString(`{"from":"the start","n":[1,{"k":false}]}`)
	texts := []string{`{"q": nope}`, `{"path":"/etc/pas`, `[1,{"q":2}]`, `null`, `not json`, `{"q":1`, `"text"`, `{"a":1,`, `7`, `{'q':1}`}
	return []dialect.Twist{
		twist("same-id", "MSG-23", "MSG-52", func(list []wire.Value, _ dialect.Pick) []wire.Value {
			first := wire.Value{}
			for _, s := range stream.Lives(lives).In(list) {
				switch {
				case !isCall(s):
				case first.IsAbsent():
					first = list[s.At[0]].Find("/content_block/id")
				default:
					list[s.At[0]] = list[s.At[0]].Edit("/content_block/id", func(wire.Value) wire.Value { return first })
					return list
				}
			}
			return nil
		}),
		twist("input-in-start", "MSG-04", "MSG-52", each(isCall, func(list []wire.Value, s *stream.Life, _ dialect.Pick) []wire.Value {
			return s.Replaced(input(list, s, value))
		})),
		twist("input-in-start-empty", "MSG-04", "MSG-52",
			each(isCall, func(list []wire.Value, s *stream.Life, _ dialect.Pick) []wire.Value {
				return s.Replaced(input(list, s, value), piece(indexOf(s), ""))
			})),
		twist("input-twice", "MSG-05", "MSG-52", each(withDeltas, func(list []wire.Value, s *stream.Life, _ dialect.Pick) []wire.Value {
			return input(list, s, value)
		})),
		twist("blanks-only", "MSG-03", "", each(isCall, func(list []wire.Value, s *stream.Life, _ dialect.Pick) []wire.Value {
			return s.Replaced(list, piece(indexOf(s), " \n"))
		})),
		twist("malformed", "MSG-17 MSG-16", "", each(isCall, func(list []wire.Value, s *stream.Life, pick dialect.Pick) []wire.Value {
			text := texts[pick(len(texts))]
			at := pick(len(text))
			return s.Replaced(list, piece(indexOf(s), text[:at]), piece(indexOf(s), text[at:]))
		})),
		twist("limited", "MSG-16", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			i, s := reasonAt(list), stream.Lives(lives).Some(list, pick, withDeltas)
			if i < 0 || s == nil {
				return nil
			}
			list[i] = reasoned(wire.Str([]string{"max_tokens", "refusal", "model_context_window_exceeded"}[pick(3)]))
			return s.Replaced(list, piece(indexOf(s), `{"path":"/etc/pas`))
		}),
	}
}

// messageTwists are in what stands around blocks.
func messageTwists() []dialect.Twist {
	late := func(n int64) []wire.Value {
		return []wire.Value{opens(n, callBlock("toolu_late", "late", wire.Obj())), piece(n, `{"late":true}`), closes(n)}
	}
	next := func(list []wire.Value) int64 { return int64(len(stream.Lives(lives).In(list))) }
	return []dialect.Twist{
		twist("start-again", "MSG-24", "MSG-50", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			return slices.Insert(list, 1+pick(len(list)), opening("msg_again"))
		}),
		twist("no-start", "MSG-24", "", stream.First(is(messageStart), stream.Gone)),
		twist("block-behind-reason", "MSG-24", "MSG-50", atReason(func(list []wire.Value, i int, _ dialect.Pick) []wire.Value {
			return slices.Insert(list, i+1, late(next(list))...)
		})),
		twist("behind-stop", "MSG-24 MSG-27", "", func(list []wire.Value, _ dialect.Pick) []wire.Value {
			if !isType(list[len(list)-1], messageStop) {
				return nil
			}
			return append(list, late(next(list))...)
		}),
		twist("second-message", "MSG-24 MSG-27", "MSG-50", func(list []wire.Value, _ dialect.Pick) []wire.Value {
			return append(append(append(list, opening("msg_second")), late(0)...), reasoned(wire.Str("tool_use")), event(messageStop))
		}),
		twist("unknown", "MSG-10", "", strewIn),
	}
}

// strewIn adds what no table names, under indices of its own or of blocks.
func strewIn(list []wire.Value, pick dialect.Pick) []wire.Value {
	var out []wire.Value
	open := map[int64]bool{}
	for _, e := range list {
		n, _ := e.Get("index").Int64()
		switch pick(5) {
		case 0:
			out = append(out, wire.ParseString(`{"type":"future_event","index":0,"text":"none","id":"toolu_none"}`))
		case 1:
			out = append(out, event(pingEvent), wire.ParseString(`{"note":"no type"}`))
		case 2:
			if open[n] {
				out = append(out, delta(n, wire.ParseString(`{"type":"future_delta","text":"none","partial_json":"{"}`)))
			}
		}
		if isType(e, blockStart) {
			open[n] = true
		} else if isType(e, blockStop) {
			delete(open, n)
		}
		out = append(out, e.With("x_note", wire.ParseString(`{"type":"text","text":"none"}`)))
	}
	return out
}
