package openaichat

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// wireTold is the wire as producers tell it.
func wireTold() plant.Told {
	return plant.Told{Tail: wire.DoneMarker, Text: "/choices/*/delta/content", Name: inCalls + "/function/name", ID: inCalls + "/id",
		Arguments: inArguments,
		OfCalls:   "CHAT-62", OfArguments: "CHAT-56", OfText: "CHAT-53", OfReason: "CHAT-58", OfError: "CHAT-61", OfCut: "CHAT-61",
		OfBytes: "CHAT-60",
		// Without a reason and its marker, a stream that ends is an error's.
		Except: []string{"p-error-is-silence"}}
}

// frames changes all frames, telling what stands at a place of each.
func frames(change plant.List) plant.Plant { return wireTold().Events(change) }

func telling(at string, edit plant.Edit) plant.Plant { return wireTold().At(at, edit) }

const (
	inCalls     = "/choices/*/delta/tool_calls/*"
	inArguments = inCalls + "/function/arguments"
	inFirst     = "/choices/0/delta/tool_calls/0"
)

func finished(f wire.Value) bool { return f.Find("/choices/0/finish_reason").IsString() }

// behindFinish puts a frame behind the reason.
func behindFinish(frame wire.Value) plant.Plant {
	return frames(plant.Behind(finished, func(f wire.Value) []wire.Value { return []wire.Value{f.With("choices", frame.Get("choices"))} }))
}

// later changes the fragments behind the opener of each index.
func later(edit func(n int, opener, f wire.Value) wire.Value) plant.Plant {
	return frames(func(list []wire.Value) []wire.Value {
		openers := map[string]wire.Value{}
		for i, frame := range list {
			list[i] = plant.Everywhere(inCalls, func(f wire.Value) wire.Value {
				index := f.Get("index").JSON()
				if openers[index].IsAbsent() {
					openers[index] = f
					return f
				}
				return edit(i, openers[index], f)
			})(frame)
		}
		return list
	})
}

func producerFaults() []plant.Row {
	return slices.Concat(chunkFaults(), toldCallFaults(), toldEndFaults(), wireTold().Faults())
}

func chunkFaults() []plant.Row {
	return []plant.Row{
		{ID: "CHAT-50/p-finish-absent", Title: "finish_reason is left out instead of null.",
			Plant: telling("/choices/*/finish_reason", plant.When(isNull, plant.Gone))},
		{ID: "CHAT-50/p-created-text", Title: "created is a text.", Plant: telling("/created", plant.Becomes(`"1700000000"`))},
		{ID: "CHAT-51/p-id-each-chunk", Title: "Every chunk has an id of its own.", Plant: frames(func(list []wire.Value) []wire.Value {
			for i := range list {
				list[i] = list[i].Edit("/id", plant.Becomes(fmt.Sprintf(`"chatcmpl-%d"`, i)))
			}
			return list
		})},
		{ID: "CHAT-51/p-id-empty", Title: "The id of the chunks is empty.", Plant: telling("/id", plant.Becomes(`""`))},
		{ID: "CHAT-51/p-created-each-chunk", Title: "Every chunk has a time of its own.", Warns: true,
			Plant: frames(func(list []wire.Value) []wire.Value {
				for i := range list {
					list[i] = list[i].Edit("/created", plant.Becomes(fmt.Sprint(1700000000+i)))
				}
				return list
			})},
		{ID: "CHAT-52/p-no-role", Title: "No chunk has a role.", Plant: telling("/choices/*/delta/role", plant.Gone)},
		{ID: "CHAT-52/p-role-model", Title: "The role is model.", Plant: telling("/choices/*/delta/role", plant.Becomes(`"model"`))},
		{ID: "CHAT-59/p-usage-everywhere", Title: "Every chunk has usage.", Warns: true,
			Plant: frames(func(list []wire.Value) []wire.Value {
				for i, f := range list {
					if f.Has("choices") {
						list[i] = f.With("usage", usage(3, int64(i)))
					}
				}
				return list
			})},
		{ID: "CHAT-59/p-usage-twice", Title: "The usage chunk comes twice.", Plant: frames(func(list []wire.Value) []wire.Value {
			last := list[len(list)-1]
			if !finished(last) {
				return list
			}
			last = last.With("choices", wire.List()).With("usage", usage(3, 5))
			return append(list, last, last)
		})},
		{ID: "CHAT-59/p-usage-text", Title: "The numbers of the usage are texts.", Plant: frames(func(list []wire.Value) []wire.Value {
			last := list[len(list)-1]
			if !finished(last) {
				return list
			}
			return append(list, last.With("choices", wire.List()).With("usage",
				wire.ParseString(`{"prompt_tokens":"3","completion_tokens":"5","total_tokens":"8"}`)))
		})},
	}
}

func toldCallFaults() []plant.Row {
	opener := func(change func(n int, f wire.Value) wire.Value) plant.Plant {
		return frames(func(list []wire.Value) []wire.Value {
			n := -1
			for i, frame := range list {
				list[i] = plant.Everywhere(inCalls, func(f wire.Value) wire.Value {
					if f.Has("id") {
						n++
						return change(n, f)
					}
					return f
				})(frame)
			}
			return list
		})
	}
	return []plant.Row{
		{ID: "CHAT-54/p-fresh-id-each-fragment", Title: "Every fragment has a new id.",
			Plant: later(func(n int, _, f wire.Value) wire.Value {
				return f.With("id", wire.Str(fmt.Sprintf("call_new%d", n)))
			})},
		{ID: "CHAT-54/p-no-type", Title: "The opener has no type.",
			Plant: opener(func(_ int, f wire.Value) wire.Value { return f.Without("type") })},
		{ID: "CHAT-54/p-late-name", Title: "The name comes on a later fragment.",
			Plant: opener(func(_ int, f wire.Value) wire.Value { return f.Without("function") })},
		{ID: "CHAT-55/p-index-always-zero", Title: "Every parallel call has index 0.",
			Plant: telling(inCalls+"/index", plant.Becomes("0"))},
		{ID: "CHAT-55/p-index-of-block", Title: "The first call has index 1.", Warns: true,
			Plant: telling(inCalls+"/index", func(v wire.Value) wire.Value {
				n, _ := v.Int64()
				return wire.Int(n + 1)
			})},
		{ID: "CHAT-56/p-arguments-object", Title: "The arguments are an object.", Plant: telling(inArguments, plant.Parsed)},
		{ID: "CHAT-57/p-repeated", Title: "Later fragments repeat id and name.", Warns: true,
			Plant: later(func(_ int, opener, f wire.Value) wire.Value {
				return f.With("id", opener.Get("id")).With("function", f.Get("function").With("name", opener.Get("function").Get("name")))
			})},
		{ID: "CHAT-57/p-name-repeated", Title: "Later fragments repeat the name.", Warns: true,
			Plant: later(func(_ int, opener, f wire.Value) wire.Value {
				return f.With("function", f.Get("function").With("name", opener.Get("function").Get("name")))
			})},
	}
}

func toldEndFaults() []plant.Row {
	fragmentChunk := said(calls(fragment(0, " ")))
	return []plant.Row{
		{ID: "CHAT-58/p-finish-stop-with-calls", Title: "The reason is stop although calls were sent.",
			Plant: telling("/choices/*/finish_reason",
				plant.When(func(v wire.Value) bool { return v.Text() == "tool_calls" }, plant.Becomes(`"stop"`)))},
		{ID: "CHAT-58/p-fragment-after-finish", Title: "Arguments follow the reason.", Plant: behindFinish(fragmentChunk)},
		{ID: "CHAT-58/p-null-after-finish", Title: "An empty chunk with null follows the reason.", Warns: true,
			Plant: behindFinish(said())},
		{ID: "CHAT-61/p-error-without-words", Title: "An error frame has no message.", Plant: telling("/error/message", plant.Gone)},
		{ID: "CHAT-61/p-another-message", Title: "An error frame has words of its own.", Warns: true,
			Plant: telling("/error/message", plant.Becomes(`"internal error"`))},
	}
}

// producerVariants are other right ways to tell a turn.
func producerVariants() []plant.Row {
	inCall := inFirst + "/function/arguments"
	return append(wireTold().Variants(), []plant.Row{
		{ID: "CHAT-61/just-ends", Title: "An error is told by nothing but the end of the stream.",
			Plant: frames(plant.Drop(func(f wire.Value) bool { return f.Has("error") }))},
		{ID: "CHAT-59/usage", Title: "A usage chunk comes last.", Plant: frames(func(list []wire.Value) []wire.Value {
			if last := list[len(list)-1]; finished(last) {
				return append(list, last.With("choices", wire.List()).With("usage", usage(3, 5)))
			}
			return list
		})},
		{ID: "CHAT-56/no-arguments-empty", Title: "No arguments are an empty text.",
			Plant: telling(inArguments, plant.When(func(v wire.Value) bool { return v.Text() == "{}" }, plant.Becomes(`""`)))},
		{ID: "CHAT-56/one-character-each", Title: "Fragments have one character each.",
			Plant: wireTold().Finer(inCall, func(f wire.Value) bool { return f.Find(inFirst).Has("id") })},
		{ID: "CHAT-56/cut-left-out", Title: "A cut call is left out.", Plant: plant.WithoutCuts(nil)},
		{ID: "CHAT-57/type-repeated", Title: "Later fragments repeat the type, with an empty id and a null for a name.",
			Plant: later(func(_ int, _, f wire.Value) wire.Value {
				return f.With("type", wire.Str("function")).With("id", wire.Str("")).With("function",
					f.Get("function").With("name", wire.NullValue))
			})},
	}...)
}
