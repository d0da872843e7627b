package openaichat

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// wireTold is the wire as producers tell it.
func wireTold() plant.Told {
	return plant.Told{Tail: wire.DoneMarker, Text: "/choices/*/delta/content", Name: inCalls + "/function/name", ID: inCalls + "/id",
		Arguments: inArguments, Error: "/error/message",
		OfCalls: "CHAT-62", OfArguments: "CHAT-56", OfText: "CHAT-53", OfReason: "CHAT-58", OfError: "CHAT-61", OfCut: "CHAT-61",
		OfBytes: "CHAT-60", OfMalformed: "CHAT-56",
		// Without a reason and its marker, a stream that ends is an error's; results are not told; no words are no small miss.
		Except: []string{"p-error-is-silence", "p-empty-stop-is-stop", "p-doubles-in-result", "error-falsy-lost"}}
}

const (
	inCalls     = "/choices/*/delta/tool_calls/*"
	inArguments = inCalls + "/function/arguments"
	inReason    = "/choices/*/finish_reason"
	atReason    = "/choices/0/finish_reason"
	inFirst     = "/choices/0/delta/tool_calls/0"
)

// telling changes what stands at a place of each frame.
func telling(at string, edit plant.Edit) plant.Plant { return wireTold().At(at, edit) }

func opens(fragment wire.Value) bool { return fragment.Has("id") }

// later changes the fragments behind the opener of each index.
func later(edit func(f, opener wire.Value) wire.Value) plant.Plant {
	return wireTold().Events(func(list []wire.Value) []wire.Value {
		fragments(list, 1, edit)
		return list
	})
}

func finished(f wire.Value) bool {
	return f.Find(atReason).IsString() && f.Find("/choices/0/index").JSON() == firstChoice
}

// behind tells something more behind the reason, made of its frame.
func behind(more ...plant.Edit) plant.Plant {
	return wireTold().Events(plant.Behind(finished, func(f wire.Value) (list []wire.Value) {
		for _, edit := range more {
			list = append(list, edit(f))
		}
		return list
	}))
}

// counted is a frame of usage alone.
func counted(usage wire.Value) plant.Edit {
	return func(f wire.Value) wire.Value { return f.With("choices", wire.List()).With("usage", usage) }
}

func producerFaults() []plant.Row {
	return slices.Concat(chunkFaults(), toldCallFaults(), toldEndFaults(), wireTold().Faults())
}

func chunkFaults() []plant.Row {
	twice := counted(used(5))
	return []plant.Row{
		plant.New("CHAT-50/p-finish-absent", telling(inReason, plant.When(wire.Value.IsNull, plant.Gone))),
		plant.New("CHAT-50/p-created-text", telling("/created", plant.Becomes(`"1700000000"`))),
		plant.New("CHAT-51/p-id-each-chunk", wireTold().Numbered(func(n int, f wire.Value) wire.Value {
			return f.Edit("/id", plant.Becomes(fmt.Sprintf(`"chatcmpl-%d"`, n)))
		})),
		plant.New("CHAT-51/p-id-empty", telling("/id", plant.Becomes(`""`))),
		plant.New("CHAT-51/p-created-each-chunk", wireTold().Numbered(func(n int, f wire.Value) wire.Value {
			return f.Edit("/created", plant.Becomes(fmt.Sprint(1700000000+n)))
		})).Warn(),
		plant.New("CHAT-52/p-no-role", telling("/choices/*/delta/role", plant.Gone)),
		plant.New("CHAT-52/p-role-model", telling("/choices/*/delta/role", plant.Becomes(`"model"`))),
		plant.New("CHAT-59/p-usage-everywhere", wireTold().Numbered(func(n int, f wire.Value) wire.Value {
			if f.Has("choices") {
				return f.With("usage", used(int64(n)))
			}
			return f
		})).Warn(),
		plant.New("CHAT-59/p-usage-twice", behind(twice, twice)),
		plant.New("CHAT-59/p-usage-text",
			behind(counted(wire.ParseString(`{"prompt_tokens":"3","completion_tokens":"5","total_tokens":"8"}`)))),
	}
}

func toldCallFaults() []plant.Row {
	return []plant.Row{
		plant.New("CHAT-54/p-fresh-id-each-fragment", wireTold().Numbered(func(n int, f wire.Value) wire.Value {
			fresh := plant.Having("id", wire.Str(fmt.Sprintf("call_new%d", n)))
			return plant.Everywhere(inCalls, plant.When(func(f wire.Value) bool { return !opens(f) }, fresh))(f)
		})),
		plant.New("CHAT-54/p-no-type", telling(inCalls, plant.When(opens, plant.Lacking("type")))),
		plant.New("CHAT-54/p-late-name", telling(inCalls, plant.When(opens, plant.Lacking("function")))),
		plant.New("CHAT-55/p-index-always-zero", telling(inCalls+"/index", plant.Becomes("0"))),
		plant.New("CHAT-55/p-index-of-block", telling(inCalls+"/index", func(v wire.Value) wire.Value {
			n, _ := v.Int64()
			return wire.Int(n + 1)
		})).Warn(),
		plant.New("CHAT-56/p-arguments-object", telling(inArguments, plant.Parsed)),
		plant.New("CHAT-57/p-repeated", later(again("id"))).Warn(),
		plant.New("CHAT-57/p-name-repeated", later(again())).Warn(),
	}
}

func toldEndFaults() []plant.Row {
	saying := func(chunk wire.Value) plant.Edit { return plant.Having("choices", chunk.Get("choices")) }
	return []plant.Row{
		plant.New("CHAT-58/p-finish-stop-with-calls", telling(inReason, plant.When(plant.Is("tool_calls"), plant.Becomes(`"stop"`)))),
		plant.New("CHAT-58/p-fragment-after-finish", behind(saying(said(calls(fragment(0, " ")))))),
		plant.New("CHAT-58/p-null-after-finish", behind(saying(said()))).Warn(),
		plant.New("CHAT-61/p-error-without-words", telling("/error/message", plant.Gone)),
		plant.New("CHAT-61/p-another-message", telling("/error/message", plant.Becomes(`"internal error"`))).Warn(),
	}
}

// producerVariants are other right ways to tell a turn.
func producerVariants() []plant.Row {
	return append(wireTold().Variants(),
		plant.New("CHAT-61/just-ends", wireTold().Events(plant.Drop(func(f wire.Value) bool { return f.Has("error") }))),
		plant.New("CHAT-59/usage", behind(counted(used(5)))),
		plant.New("CHAT-56/no-arguments-empty",
			wireTold().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				empty := plant.When(isWhole(t), plant.Inside("/function/arguments", plant.Becomes(`""`)))
				return plant.Each(plant.All(), plant.Everywhere(inCalls, empty))(list)
			})),
		plant.New("CHAT-56/one-character-each",
			wireTold().Finer(inFirst+"/function/arguments", func(f wire.Value) bool { return opens(f.Find(inFirst)) })),
		plant.New("CHAT-56/cut-left-out", plant.WithoutCuts(nil)),
		plant.New("CHAT-57/type-repeated", telling(inCalls, plant.When(func(f wire.Value) bool { return !opens(f) },
			marked(wire.Str(""), wire.Str("function"), wire.NullValue)))),
	)
}

// isWhole tells the fragments that are {}, where no call has that as a piece of more.
func isWhole(t transcript.Transcript) plant.Of {
	pieces := slices.ContainsFunc(t.Items, func(i transcript.Item) bool { return i.Kind == transcript.InputDelta && i.Delta == "{}" })
	return func(f wire.Value) bool { return !pieces && f.Find("/function/arguments").Text() == "{}" }
}
