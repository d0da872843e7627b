package openaichat

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// fragments changes every tool call chunk of a list behind the first so many of its index, and tells whether there is any.
func fragments(list []wire.Value, behind int, change func(call, opener wire.Value) wire.Value) (done bool) {
	seen, openers := map[string]int{}, map[string]wire.Value{}
	for _, a := range lens(list) {
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
	return done
}

// each twists them.
func each(behind int, change func(call, opener wire.Value) wire.Value) stream.Change {
	return func(s *stream.Script, _ dialect.Pick) (*stream.Script, bool) {
		list := slices.Clone(s.Elements)
		return s.With(list), fragments(list, behind, change)
	}
}

// alike twists all of them alike.
func alike(behind int, edit func(call wire.Value) wire.Value) stream.Change {
	return each(behind, func(call, _ wire.Value) wire.Value { return edit(call) })
}

// index maps the indices of calls.
func index(change func(n, calls int64) int64) stream.Change {
	return func(s *stream.Script, pick dialect.Pick) (*stream.Script, bool) {
		n := int64(len(act.Gather(s.Acts()).Of(firstChoice).Calls))
		return alike(0, func(call wire.Value) wire.Value {
			at, ok := call.Get("index").Int64()
			if !ok {
				return call
			}
			return call.With("index", wire.Int(change(at, n)))
		})(s, pick)
	}
}

// again repeats the name of the opener and these members, marked has others in their place.
func again(members ...string) func(call, opener wire.Value) wire.Value {
	return func(call, opener wire.Value) wire.Value {
		for _, m := range members {
			call = call.With(m, opener.Get(m))
		}
		return call.With("function", call.Get("function").With("name", opener.Find("/function/name")))
	}
}

func marked(id, tag, name wire.Value) func(call wire.Value) wire.Value {
	return func(c wire.Value) wire.Value {
		return c.With("id", id).With("type", tag).With("function", c.Get("function").With("name", name))
	}
}

func twists() []dialect.Twist { return slices.Concat(endingTwists(), callTwists(), chunkTwists()) }

func endingTwists() []dialect.Twist {
	failure := wire.ParseString(`{"error":{"message":"Provider disconnected","code":502}}`)
	behind := func(more func(e wire.Value, pick dialect.Pick) wire.Value) stream.List {
		return stream.First(finished, stream.Behind(more))
	}
	return []dialect.Twist{
		stream.Twist("cut", "CHAT-11 CHAT-12", "", stream.CutSomewhere),
		stream.Twist("broken", "CHAT-11 CHAT-12", "", stream.BrokenSomewhere),
		stream.Twist("error-frame", "CHAT-10 CHAT-12", "", stream.Inserted(failure)),
		stream.Listed("error-beside", "CHAT-10", "",
			stream.Somewhere(func(wire.Value) bool { return true }, stream.Edited(func(e wire.Value) wire.Value {
				return e.With("error", failure.Get("error"))
			}))),
		stream.Listed("reason-replaced", "CHAT-07 CHAT-08", "",
			stream.First(finished, func(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
				other := []string{"stop", "length", "tool_calls", "content_filter", "eos_token", "error", ""}[pick(7)]
				list[i] = list[i].Edit(atReason, func(wire.Value) wire.Value { return wire.Str(other) })
				return list
			})),
		stream.Listed("reason-doubled", "CHAT-23", "CHAT-58", behind(func(_ wire.Value, pick dialect.Pick) wire.Value {
			return finish([]string{"stop", "length", "tool_calls"}[pick(3)])
		})),
		stream.Listed("null-behind-reason", "CHAT-23", "CHAT-58", behind(func(wire.Value, dialect.Pick) wire.Value { return said() })),
		stream.Listed("text-behind-reason", "CHAT-23", "CHAT-58",
			behind(func(wire.Value, dialect.Pick) wire.Value { return said(wire.T("content", "too late")) })),
		stream.Listed("reason-moved", "CHAT-04 CHAT-05", "",
			stream.First(finished, func(list []wire.Value, i int, _ dialect.Pick) []wire.Value {
				if i == 0 || list[i-1].Get("choices").Len() != 1 || list[i-1].Find("/choices/0/index").JSON() != firstChoice ||
					list[i].Find("/choices/0/delta").Len() > 0 {
					return nil
				}
				list[i-1] = list[i-1].Edit(atReason, func(wire.Value) wire.Value { return list[i].Find(atReason) })
				return slices.Delete(list, i, i+1)
			})),
	}
}

func callTwists() []dialect.Twist {
	none, null := wire.Str(""), wire.NullValue
	return []dialect.Twist{
		stream.Twist("repeated", "CHAT-15", "CHAT-57", each(1, again("id", "type"))),
		stream.Twist("name-repeated", "CHAT-15", "CHAT-57", each(1, again())),
		stream.Twist("blanked", "CHAT-16", "", alike(1, marked(none, none, none))),
		stream.Twist("nulled", "CHAT-16", "", alike(1, marked(null, null, null))),
		stream.Twist("index-from-one", "CHAT-19", "CHAT-55", index(func(n, _ int64) int64 { return n + 1 })),
		stream.Twist("index-doubled", "CHAT-19", "", index(func(n, _ int64) int64 { return 2 * n })),
		stream.Twist("index-reversed", "CHAT-19 CHAT-03", "", index(func(n, all int64) int64 { return max(0, all-1-n) })),
		stream.Twist("index-removed", "CHAT-20", "CHAT-50", alike(0, func(c wire.Value) wire.Value { return c.Without("index") })),
		stream.Twist("index-zero", "CHAT-18", "", func(s *stream.Script, pick dialect.Pick) (*stream.Script, bool) {
			for _, c := range act.Gather(s.Acts()).Of(firstChoice).Calls {
				if c.Traits.Has(act.Interleaved) || len(c.IDs) != 1 {
					return s, false
				}
			}
			return index(func(int64, int64) int64 { return 0 })(s, pick)
		}),
		stream.Listed("recut", "CHAT-04", "", recut(func(piece string) []string {
			runes := []rune(piece)
			n := min(40, len(runes))
			return append(strings.Split(string(runes[:n]), ""), string(runes[n:]))
		})),
		stream.Listed("empty-fragments", "CHAT-04", "", recut(func(piece string) []string { return []string{piece, "", ""} })),
		stream.Listed("shuffled", "CHAT-03", "", stream.Shuffled(func(a, b wire.Value) bool {
			one, other := alone(a), alone(b)
			return !one.IsAbsent() && !other.IsAbsent() && !wire.Equal(one, other)
		})),
		stream.Listed("put-together", "CHAT-05", "", func(list []wire.Value, _ dialect.Pick) []wire.Value {
			for i := 1; i < len(list); i++ {
				if !alone(list[i-1]).IsAbsent() && !alone(list[i]).IsAbsent() {
					const at = "/choices/0/delta/tool_calls"
					list[i-1] = list[i-1].Edit(at, func(v wire.Value) wire.Value { return v.Append(list[i].Find(at).Items()...) })
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
func recut(pieces func(string) []string) stream.List {
	const at = inFirst + "/function/arguments"
	cut := func(e wire.Value) (list []wire.Value) {
		n, _ := alone(e).Int64()
		for _, p := range pieces(e.Find(at).Text()) {
			list = append(list, said(calls(fragment(n, p))))
		}
		list[0] = e.Edit(at, func(wire.Value) wire.Value { return list[0].Find(at) })
		return list
	}
	return func(list []wire.Value, _ dialect.Pick) []wire.Value {
		out := plant.Many(func(e wire.Value) bool { return alone(e).Kind() == wire.Number && e.Find(at).IsString() }, cut)(list)
		if len(out) == len(list) {
			return nil
		}
		return out
	}
}

func chunkTwists() []dialect.Twist {
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
	other := []wire.Value{chunk(choice(1, wire.ParseString(`{"role":"assistant","content":"Other"}`), wire.Value{})),
		chunk(choice(1, wire.Obj(calls(opener(0, "call_of_one", "elsewhere", `{"of":"choice 1"}`))), wire.Value{})),
		chunk(choice(1, wire.Obj(), wire.Str("tool_calls")))}
	return []dialect.Twist{
		stream.Twist("usage-everywhere", "CHAT-09", "",
			all(func(i int, c wire.Value) wire.Value { return c.With("usage", used(int64(i))) })),
		stream.Twist("usage-in-the-middle", "CHAT-09", "", stream.Inserted(chunk().With("usage", used(9)))),
		stream.Twist("unknown", "CHAT-25", "", stream.Strewn),
		stream.Listed("second-choice", "CHAT-24", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			for _, o := range slices.Backward(other) {
				list = slices.Insert(list, pick(len(list)), o)
			}
			return list
		}),
		stream.Twist("doubled", "CHAT-01 CHAT-04", "", stream.Doubled),
		stream.Twist("no-role", "CHAT-21", "",
			all(func(_ int, c wire.Value) wire.Value { return c.Edit("/choices/0/delta/role", plant.Gone) })),
		stream.Twist("chunk-ids-change", "CHAT-21", "", all(func(i int, c wire.Value) wire.Value {
			return c.With("id", wire.Str("chunk-"+wire.Int(int64(i)).JSON()))
		})),
		stream.Twist("chunk-ids-empty", "CHAT-21", "", all(func(_ int, c wire.Value) wire.Value { return c.With("id", wire.Str("")) })),
	}
}
