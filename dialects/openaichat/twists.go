package openaichat

import (
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// each twists every tool call chunk behind the first so many of its index.
func each(behind int, change func(call wire.Value, opener wire.Value) wire.Value) stream.Change {
	return func(s *stream.Script, _ dialect.Pick) (*stream.Script, bool) {
		list, seen, openers := slices.Clone(s.Elements), map[string]int{}, map[string]wire.Value{}
		done := false
		for _, a := range s.Form.Lens(s.Elements) {
			if a.Kind != act.Call {
				continue
			}
			key := a.Stream + a.Key.JSON()
			seen[key]++
			if seen[key] == 1 {
				openers[key] = list[a.Element].Find(a.At)
			}
			if seen[key] > behind {
				done = true
				list[a.Element] = list[a.Element].Edit(a.At, func(v wire.Value) wire.Value { return change(v, openers[key]) })
			}
		}
		return s.With(list), done
	}
}

// index maps the indices of calls.
func index(change func(n, calls int64) wire.Value) stream.Change {
	return func(s *stream.Script, pick dialect.Pick) (*stream.Script, bool) {
		n := int64(len(act.Gather(s.Acts()).Of(firstChoice).Calls))
		return each(0, func(call, _ wire.Value) wire.Value {
			at, ok := call.Get("index").Int64()
			if !ok {
				return call
			}
			return call.With("index", change(at, n))
		})(s, pick)
	}
}

// plainOpener tells whether an opener is a whole one, whose members later fragments may
// repeat.
func again(names ...string) func(call, opener wire.Value) wire.Value {
	return func(call, opener wire.Value) wire.Value {
		for _, n := range names {
			if n == "name" {
				call = call.With("function", call.Get("function").With(n, opener.Get("function").Get(n)))
			} else {
				call = call.With(n, opener.Get(n))
			}
		}
		return call
	}
}

func twists() []dialect.Twist {
	return slices.Concat(endingTwists(), callTwists(), chunkTwists())
}

// at is a place in a list, also behind its last element.
func at(list []wire.Value, pick dialect.Pick) int { return pick(len(list) + 1) }

func endingTwists() []dialect.Twist {
	failure := wire.ParseString(`{"error":{"message":"Provider disconnected","code":502}}`)
	return []dialect.Twist{
		stream.Twist("cut", "The connection ends behind some event.", "CHAT-11 CHAT-12", "", stream.CutSomewhere),
		stream.Twist("broken", "The connection ends inside a frame.", "CHAT-11 CHAT-12", "", stream.BrokenSomewhere),
		stream.Twist("error-frame", "An error frame comes somewhere.", "CHAT-10 CHAT-12", "", stream.Inserted(failure)),
		stream.Listed("error-beside", "An error stands beside choices.", "CHAT-10", "",
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				i := pick(len(list))
				list[i] = list[i].With("error", failure.Get("error"))
				return list
			}),
		stream.Twist("reason-replaced", "The finish reason is another.", "CHAT-07 CHAT-08", "",
			reason(func(list []wire.Value, i int, at string, pick dialect.Pick) []wire.Value {
				other := []string{"stop", "length", "tool_calls", "content_filter", "eos_token", "error", ""}[pick(7)]
				list[i] = list[i].Edit(at, func(wire.Value) wire.Value { return wire.Str(other) })
				return list
			})),
		stream.Twist("reason-doubled", "A second finish reason follows.", "CHAT-23", "CHAT-58",
			reason(func(list []wire.Value, i int, _ string, pick dialect.Pick) []wire.Value {
				return slices.Insert(list, i+1, finish([]string{"stop", "length", "tool_calls"}[pick(3)]))
			})),
		stream.Twist("null-behind-reason", "An empty chunk follows the reason, with null.", "CHAT-23", "CHAT-58",
			reason(func(list []wire.Value, i int, _ string, _ dialect.Pick) []wire.Value {
				return slices.Insert(list, i+1, said())
			})),
		stream.Twist("text-behind-reason", "Text follows the reason.", "CHAT-23", "CHAT-58",
			reason(func(list []wire.Value, i int, _ string, _ dialect.Pick) []wire.Value {
				return slices.Insert(list, i+1, said(wire.T("content", "too late")))
			})),
		stream.Twist("reason-moved", "The reason stands in the chunk before it.", "CHAT-04 CHAT-05", "",
			reason(func(list []wire.Value, i int, at string, _ dialect.Pick) []wire.Value {
				if i == 0 || list[i-1].Get("choices").Len() != 1 || list[i-1].Get("choices").At(0).Get("index").JSON() != firstChoice ||
					list[i].Get("choices").At(0).Get("delta").Len() > 0 {
					return nil
				}
				value := list[i].Find(at)
				list[i-1] = list[i-1].Edit(at, func(wire.Value) wire.Value { return value })
				return slices.Delete(list, i, i+1)
			})),
	}
}

// reason twists the list at the first finish reason of the first choice.
func reason(change func(list []wire.Value, i int, at string, pick dialect.Pick) []wire.Value) stream.Change {
	return func(s *stream.Script, pick dialect.Pick) (*stream.Script, bool) {
		for _, a := range s.Form.Lens(s.Elements) {
			if a.Kind == act.Reason && a.Stream == firstChoice && a.Value.IsString() {
				list := change(slices.Clone(s.Elements), a.Element, a.ValueAt, pick)
				return s.With(list), list != nil
			}
		}
		return s, false
	}
}

func callTwists() []dialect.Twist {
	return []dialect.Twist{
		stream.Twist("repeated", "Later fragments repeat id, type and name.", "CHAT-15", "CHAT-57", each(1, again("id", "type", "name"))),
		stream.Twist("name-repeated", "Later fragments repeat the name.", "CHAT-15", "CHAT-57", each(1, again("name"))),
		stream.Twist("blanked", "Later fragments have an empty id, type and name.", "CHAT-16", "",
			each(1, func(c, _ wire.Value) wire.Value {
				return c.With("id", wire.Str("")).With("type", wire.Str("")).With("function", c.Get("function").With("name", wire.Str("")))
			})),
		stream.Twist("nulled", "Later fragments have null for id, type and name.", "CHAT-16", "",
			each(1, func(c, _ wire.Value) wire.Value {
				return c.With("id", wire.NullValue).With("type", wire.NullValue).With("function",
					c.Get("function").With("name", wire.NullValue))
			})),
		stream.Twist("index-from-one", "The first index is 1.", "CHAT-19", "CHAT-55",
			index(func(n, _ int64) wire.Value { return wire.Int(n + 1) })),
		stream.Twist("index-doubled", "Indices have gaps.", "CHAT-19", "", index(func(n, _ int64) wire.Value { return wire.Int(2 * n) })),
		stream.Twist("index-reversed", "Indices fall.", "CHAT-19 CHAT-03", "",
			index(func(n, all int64) wire.Value { return wire.Int(max(0, all-1-n)) })),
		stream.Twist("index-removed", "No fragment has an index.", "CHAT-20", "CHAT-50",
			each(0, func(c, _ wire.Value) wire.Value { return c.Without("index") })),
		stream.Twist("index-zero", "Every index is 0, the ids are kept.", "CHAT-18", "",
			func(s *stream.Script, pick dialect.Pick) (*stream.Script, bool) {
				for _, c := range act.Gather(s.Acts()).Of(firstChoice).Calls {
					if c.Traits.Has(act.Interleaved) || len(c.IDs) != 1 {
						return s, false
					}
				}
				return index(func(int64, int64) wire.Value { return wire.Int(0) })(s, pick)
			}),
		stream.Twist("recut", "Every fragment is cut into code points.", "CHAT-04", "",
			func(s *stream.Script, _ dialect.Pick) (*stream.Script, bool) {
				return recut(s, func(piece string) []string {
					var list []string
					for _, r := range []rune(piece)[:min(40, len([]rune(piece)))] {
						list = append(list, string(r))
					}
					return append(list, string([]rune(piece)[min(40, len([]rune(piece))):]))
				})
			}),
		stream.Twist("empty-fragments", "Empty fragments are strewn in.", "CHAT-04", "",
			func(s *stream.Script, _ dialect.Pick) (*stream.Script, bool) {
				return recut(s, func(piece string) []string { return []string{piece, "", ""} })
			}),
		stream.Listed("shuffled", "Fragments of calls change places, each call's own keep their order.", "CHAT-03", "",
			stream.Shuffled(func(a, b wire.Value) bool {
				one, other := alone(a), alone(b)
				return !one.IsAbsent() && !other.IsAbsent() && !wire.Equal(one, other)
			})),
		stream.Listed("put-together", "Fragments of two chunks stand in one.", "CHAT-05", "",
			func(list []wire.Value, _ dialect.Pick) []wire.Value {
				for i := 1; i < len(list); i++ {
					if !alone(list[i-1]).IsAbsent() && !alone(list[i]).IsAbsent() {
						const at = "/choices/0/delta/tool_calls"
						more := list[i].Find(at).Items()
						list[i-1] = list[i-1].Edit(at, func(v wire.Value) wire.Value { return v.Append(more...) })
						return slices.Delete(list, i, i+1)
					}
				}
				return nil
			}),
	}
}

// alone is the index of the only fragment of a chunk that holds nothing else.
func alone(chunk wire.Value) wire.Value {
	choice := chunk.Get("choices").At(0)
	delta := choice.Get("delta")
	if chunk.Get("choices").Len() != 1 || delta.Len() != 1 || delta.Get("tool_calls").Len() != 1 || !choice.Get("finish_reason").IsNull() {
		return wire.Value{}
	}
	return delta.Get("tool_calls").At(0).Get("index")
}

// recut cuts the fragments that stand alone.
func recut(s *stream.Script, pieces func(string) []string) (*stream.Script, bool) {
	var out []wire.Value
	for _, e := range s.Elements {
		at := alone(e)
		n, ok := at.Int64()
		function := e.Find("/choices/0/delta/tool_calls/0/function")
		if !ok || !function.Get("arguments").IsString() {
			out = append(out, e)
			continue
		}
		for i, p := range pieces(function.Get("arguments").Text()) {
			if i == 0 {
				out = append(out,
					e.Edit("/choices/0/delta/tool_calls/0/function/arguments", func(wire.Value) wire.Value { return wire.Str(p) }))
			} else {
				out = append(out, said(calls(fragment(n, p))))
			}
		}
	}
	return s.With(out), len(out) > len(s.Elements)
}

func chunkTwists() []dialect.Twist {
	numbers := usage(3, 9)
	all := func(change func(i int, c wire.Value) wire.Value) stream.Change {
		return stream.Elements(func(list []wire.Value, _ dialect.Pick) []wire.Value {
			for i, c := range list {
				if c.Has("choices") {
					list[i] = change(i, c)
				}
			}
			return list
		})
	}
	return []dialect.Twist{
		stream.Twist("usage-everywhere", "Every chunk has usage.", "CHAT-09", "",
			all(func(i int, c wire.Value) wire.Value { return c.With("usage", usage(3, int64(i))) })),
		stream.Listed("usage-in-the-middle", "A usage chunk comes somewhere.", "CHAT-09", "",
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				return slices.Insert(list, at(list, pick), chunk().With("usage", numbers))
			}),
		stream.Twist("unknown", "Unknown members and chunks without choices are strewn in.", "CHAT-25", "", stream.Strewn),
		stream.Listed("second-choice", "A second answer is woven in.", "CHAT-24", "",
			func(list []wire.Value, pick dialect.Pick) []wire.Value {
				other := []wire.Value{chunk(choice(1, wire.ParseString(`{"role":"assistant","content":"Other"}`), wire.Value{})),
					chunk(choice(1, wire.Obj(calls(opener(0, "call_of_one", "elsewhere", `{"of":"choice 1"}`))), wire.Value{})),
					chunk(choice(1, wire.Obj(), wire.Str("tool_calls")))}
				for _, o := range slices.Backward(other) {
					list = slices.Insert(list, pick(len(list)), o)
				}
				return list
			}),
		stream.Twist("doubled", "One event comes twice.", "CHAT-01 CHAT-04", "", stream.Doubled),
		stream.Twist("no-role", "No chunk has a role.", "CHAT-21", "", all(func(_ int, c wire.Value) wire.Value {
			if c.Get("choices").Len() == 0 {
				return c
			}
			return c.Edit("/choices/0/delta", func(d wire.Value) wire.Value { return d.Without("role") })
		})),
		stream.Twist("chunk-ids-change", "Every chunk has another id.", "CHAT-21", "", all(func(i int, c wire.Value) wire.Value {
			return c.With("id", wire.Str("chunk-"+wire.Int(int64(i)).JSON()))
		})),
		stream.Twist("chunk-ids-empty", "Chunks have an empty id.", "CHAT-21", "",
			all(func(_ int, c wire.Value) wire.Value { return c.With("id", wire.Str("")) })),
	}
}
