package openaichat

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// retelling changes the frames, and the bytes with them. mark is whether the end marker stays.
func retelling(change func(t transcript.Transcript, frames []wire.Value) (told []wire.Value, mark bool)) plant.Plant {
	return func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			t, err := transcript.Parse(input.Get("transcript"))
			o := right(input)
			if err != nil || o.Ending != dialect.Done {
				return o
			}
			var frames []wire.Value
			for _, e := range o.Events {
				frames = append(frames, e.Value)
			}
			frames, mark := change(t, frames)
			o.Events = nil
			for _, f := range frames {
				o.Events = append(o.Events, dialect.Event{Value: f, After: -1})
			}
			data := string(wire.Encode(wire.SSE, frames))
			if had := strings.HasSuffix(o.State.Get("sse").Text(), "[DONE]\n\n"); mark && had {
				data += "data: [DONE]\n\n"
			}
			o.State = o.State.With("sse", wire.Str(data))
			return o
		}
	}
}

// frames changes all frames.
func frames(change func(list []wire.Value) []wire.Value) plant.Plant {
	return retelling(func(_ transcript.Transcript, list []wire.Value) ([]wire.Value, bool) { return change(list), true })
}

// telling changes what stands at a place of each frame.
func telling(at string, edit plant.Edit) plant.Plant {
	return frames(func(list []wire.Value) []wire.Value {
		for i, f := range list {
			list[i] = plant.Everywhere(at, edit)(f)
		}
		return list
	})
}

// bytes changes the bytes alone.
func inBytes(change func(string) string) plant.Plant {
	return plant.Showing("/sse", plant.Text(change))
}

const (
	inCalls     = "/choices/*/delta/tool_calls/*"
	inArguments = inCalls + "/function/arguments"
)

// hears changes the transcript before it is told.
func hears(change func(t *transcript.Transcript)) plant.Plant {
	return plant.Hearing(func(input wire.Value) wire.Value {
		t, err := transcript.Parse(input.Get("transcript"))
		if err != nil || t.ValidCompletion() != nil {
			return input
		}
		t.Items = slices.Clone(t.Items)
		change(&t)
		return input.With("transcript", t.JSON())
	})
}

// calling changes the calls of the transcript.
func calling(change func(n int, c *transcript.Item)) plant.Plant {
	return hears(func(t *transcript.Transcript) {
		n := 0
		for i := range t.Items {
			if t.Items[i].Kind == transcript.Call {
				change(n, &t.Items[i])
				n++
			}
		}
	})
}

func finished(f wire.Value) bool { return f.Find("/choices/0/finish_reason").IsString() }

// behindFinish puts a frame behind the reason.
func behindFinish(frame wire.Value) plant.Plant {
	return frames(func(list []wire.Value) []wire.Value {
		if i := slices.IndexFunc(list, finished); i >= 0 {
			frame = list[0].With("choices", frame.Get("choices"))
			return slices.Insert(list, i+1, frame)
		}
		return list
	})
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

func producerFaults() []dialect.Fault {
	at := func(pointer string) func(plant.Edit) plant.Plant {
		return func(e plant.Edit) plant.Plant { return telling(pointer, e) }
	}
	changes := plant.Named("trimmed", "first-line", "cut-at-64", "lower", "ascii", "entities", "one-blank", "quotes")
	rows := slices.Concat(chunkFaults(), toldCallFaults(), toldEndFaults(), plant.Product([]plant.Place{
		{Slug: "content", Title: "The text", Requirement: "CHAT-53", Plant: at("/choices/*/delta/content")},
		{Slug: "name", Title: "A name", Requirement: "CHAT-62", Plant: at(inCalls + "/function/name")},
		{Slug: "id", Title: "An id", Requirement: "ROBUST-05", Plant: at(inCalls + "/id")},
	}, changes), plant.Product([]plant.Place{{Slug: "arguments", Title: "The arguments", Requirement: "CHAT-56", Plant: at(inArguments)}}, plant.Named("cut-at-64", "lower", "ascii", "unescaped", "entities", "one-blank", "quotes")))
	return plant.Faults(pair(dialect.Producer), rows)
}

func chunkFaults() []plant.Row {
	return []plant.Row{
		{ID: "CHAT-50/p-finish-absent", Title: "finish_reason is left out instead of null.", Plant: telling("/choices/*/finish_reason", plant.When(isNull, plant.Gone))},
		{ID: "CHAT-50/p-created-text", Title: "created is a text.", Plant: telling("/created", plant.Becomes(`"1700000000"`))},
		{ID: "CHAT-51/p-id-each-chunk", Title: "Every chunk has an id of its own.", Plant: frames(func(list []wire.Value) []wire.Value {
			for i := range list {
				list[i] = list[i].Edit("/id", plant.Becomes(fmt.Sprintf(`"chatcmpl-%d"`, i)))
			}
			return list
		})},
		{ID: "CHAT-51/p-id-empty", Title: "The id of the chunks is empty.", Plant: telling("/id", plant.Becomes(`""`))},
		{ID: "CHAT-51/p-created-each-chunk", Title: "Every chunk has a time of its own.", Warns: true, Plant: frames(func(list []wire.Value) []wire.Value {
			for i := range list {
				list[i] = list[i].Edit("/created", plant.Becomes(fmt.Sprint(1700000000+i)))
			}
			return list
		})},
		{ID: "CHAT-52/p-no-role", Title: "No chunk has a role.", Plant: telling("/choices/*/delta/role", plant.Gone)},
		{ID: "CHAT-52/p-role-model", Title: "The role is model.", Plant: telling("/choices/*/delta/role", plant.Becomes(`"model"`))},
		{ID: "CHAT-59/p-usage-everywhere", Title: "Every chunk has usage.", Warns: true, Plant: frames(func(list []wire.Value) []wire.Value {
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
			return append(list, last.With("choices", wire.List()).With("usage", wire.ParseString(`{"prompt_tokens":"3","completion_tokens":"5","total_tokens":"8"}`)))
		})},
		{ID: "CHAT-53/p-text-twice", Title: "A text is sent twice.", Plant: frames(func(list []wire.Value) []wire.Value {
			if i := slices.IndexFunc(list, func(f wire.Value) bool { return f.Find("/choices/0/delta/content").Text() != "" }); i >= 0 {
				return slices.Insert(list, i, list[i])
			}
			return list
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
		{ID: "CHAT-54/p-fresh-id-each-fragment", Title: "Every fragment has a new id.", Plant: later(func(n int, _, f wire.Value) wire.Value {
			return f.With("id", wire.Str(fmt.Sprintf("call_new%d", n)))
		})},
		{ID: "CHAT-54/p-no-type", Title: "The opener has no type.", Plant: opener(func(_ int, f wire.Value) wire.Value { return f.Without("type") })},
		{ID: "CHAT-54/p-late-name", Title: "The name comes on a later fragment.", Plant: opener(func(_ int, f wire.Value) wire.Value { return f.Without("function") })},
		{ID: "CHAT-55/p-index-always-zero", Title: "Every parallel call has index 0.", Plant: telling(inCalls+"/index", plant.Becomes("0"))},
		{ID: "CHAT-55/p-index-of-block", Title: "The first call has index 1.", Warns: true, Plant: telling(inCalls+"/index", func(v wire.Value) wire.Value {
			n, _ := v.Int64()
			return wire.Int(n + 1)
		})},
		{ID: "CHAT-56/p-last-brace-lost", Title: "The last brace is never sent.", Plant: telling(inArguments, plant.Text(func(s string) string { return strings.TrimSuffix(s, "}") }))},
		{ID: "CHAT-56/p-arguments-object", Title: "The arguments are an object.", Plant: telling(inArguments, func(v wire.Value) wire.Value {
			if parsed, err := wire.Parse([]byte(v.Text())); err == nil {
				return parsed
			}
			return v
		})},
		{ID: "CHAT-56/p-arguments-encoded-twice", Title: "The arguments are encoded twice.", Plant: telling(inArguments, plant.When(func(v wire.Value) bool { return v.Text() != "" }, plant.Text(wire.Quote)))},
		{ID: "CHAT-56/p-cut-completed", Title: "A cut call's text is closed.", Plant: hears(func(t *transcript.Transcript) {
			stop := t.StopReason()
			for _, c := range t.Calls() {
				text, _ := c.ArgumentText()
				if !c.Cut(stop) || len(c.Deltas) == 0 {
					continue
				}
				for i := range t.Items {
					if t.Items[i].Kind == transcript.InputDelta && t.Items[i].ID == c.ID {
						t.Items[i].Delta, text = healed(text), ""
					}
				}
			}
		})},
		{ID: "CHAT-57/p-repeated", Title: "Later fragments repeat id and name.", Warns: true, Plant: later(func(_ int, opener, f wire.Value) wire.Value {
			return f.With("id", opener.Get("id")).With("function", f.Get("function").With("name", opener.Get("function").Get("name")))
		})},
		{ID: "CHAT-57/p-name-repeated", Title: "Later fragments repeat the name.", Warns: true, Plant: later(func(_ int, opener, f wire.Value) wire.Value {
			return f.With("function", f.Get("function").With("name", opener.Get("function").Get("name")))
		})},
		{ID: "CHAT-62/p-label-is-name", Title: "The label stands for the name.", Plant: calling(func(_ int, c *transcript.Item) {
			if c.Label != "" {
				c.Name = c.Label
			}
		})},
		{ID: "CHAT-62/p-second-call-lost", Title: "The second call is never told.", Plant: hears(func(t *transcript.Transcript) {
			if all := t.Calls(); len(all) > 1 {
				t.Items = slices.DeleteFunc(t.Items, func(i transcript.Item) bool { return i.ID == all[1].ID })
			}
		})},
		{ID: "ROBUST-04/p-doubles", Title: "Arguments pass through doubles.", Warns: true, Plant: calling(func(_ int, c *transcript.Item) {
			if c.Input.IsObject() {
				c.Input = dialect.Doubles(c.Input)
			}
		})},
	}
}

func toldEndFaults() []plant.Row {
	fragmentChunk := wire.ParseString(`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":" "}}]},"finish_reason":null}]}`)
	return []plant.Row{
		{ID: "CHAT-58/p-finish-stop-with-calls", Title: "The reason is stop although calls were sent.", Plant: telling("/choices/*/finish_reason",
			plant.When(func(v wire.Value) bool { return v.Text() == "tool_calls" }, plant.Becomes(`"stop"`)))},
		{ID: "CHAT-58/p-length-is-stop", Title: "The reason is stop although the limit was reached.", Plant: telling("/choices/*/finish_reason",
			plant.When(func(v wire.Value) bool { return v.Text() == "length" }, plant.Becomes(`"stop"`)))},
		{ID: "CHAT-58/p-fragment-after-finish", Title: "Arguments follow the reason.", Plant: behindFinish(fragmentChunk)},
		{ID: "CHAT-58/p-null-after-finish", Title: "An empty chunk with null follows the reason.", Warns: true, Plant: behindFinish(said())},
		{ID: "CHAT-60/p-no-done", Title: "The end marker is missing.", Plant: inBytes(func(s string) string { return strings.ReplaceAll(s, "data: [DONE]\n\n", "") })},
		{ID: "CHAT-60/p-frame-broken", Title: "Frames are broken over lines.", Plant: inBytes(func(s string) string { return strings.ReplaceAll(s, `"choices":`, "\n\"choices\":") })},
		{ID: "CHAT-60/p-separators-spoilt", Title: "U+2028 is sent as a line end.", Plant: inBytes(func(s string) string { return strings.ReplaceAll(s, "\u2028", "\n\n") })},
		{ID: "CHAT-60/p-frame-missing", Title: "The bytes lack a frame.", Plant: inBytes(func(s string) string { _, rest, _ := strings.Cut(s, "\n\n"); return rest })},
		{ID: "CHAT-60/p-done-twice", Title: "The end marker comes twice.", Plant: inBytes(func(s string) string {
			return strings.ReplaceAll(s, "data: [DONE]\n\n", "data: [DONE]\n\ndata: [DONE]\n\n")
		})},
		{ID: "CHAT-61/p-error-is-stop", Title: "An error ends as stop and the end marker.", Plant: hears(func(t *transcript.Transcript) {
			if n := len(t.Items); t.StopReason() == transcript.Error {
				t.Items[n-1].Reason, t.Items[n-1].Message = transcript.Completed, ""
			}
		})},
		{ID: "CHAT-61/p-error-without-words", Title: "An error frame has no message.", Plant: telling("/error/message", plant.Gone)},
		{ID: "CHAT-61/p-user-stop-is-stop", Title: "A user's stop ends as if the turn were whole.", Plant: hears(func(t *transcript.Transcript) {
			if n := len(t.Items); t.StopReason() == transcript.UserStopped {
				t.Items[n-1].Reason = transcript.Completed
			}
		})},
		{ID: "CHAT-61/p-another-message", Title: "An error frame has words of its own.", Warns: true, Plant: telling("/error/message", plant.Becomes(`"internal error"`))},
	}
}

// producerVariants are other right ways to tell a turn.
func producerVariants() []dialect.Variant {
	ended := func(keep bool) plant.Plant {
		return retelling(func(t transcript.Transcript, list []wire.Value) ([]wire.Value, bool) {
			if t.StopReason() == transcript.Error && !keep {
				list = slices.DeleteFunc(list, func(f wire.Value) bool { return f.Has("error") })
			}
			return list, true
		})
	}
	return plant.Variants(pair(dialect.Producer), []plant.Row{
		{ID: "CHAT-61/just-ends", Title: "An error is told by nothing but the end of the stream.", Plant: ended(false)},
		{ID: "CHAT-59/usage", Title: "A usage chunk comes last.", Plant: frames(func(list []wire.Value) []wire.Value {
			if last := list[len(list)-1]; finished(last) {
				return append(list, last.With("choices", wire.List()).With("usage", usage(3, 5)))
			}
			return list
		})},
		{ID: "CHAT-56/no-arguments-empty", Title: "No arguments are an empty text.", Plant: telling(inArguments, plant.When(func(v wire.Value) bool { return v.Text() == "{}" }, plant.Becomes(`""`)))},
		{ID: "CHAT-56/one-character-each", Title: "Fragments have one character each.", Plant: frames(func(list []wire.Value) []wire.Value {
			var out []wire.Value
			for _, f := range list {
				const at = "/choices/0/delta/tool_calls/0"
				text := []rune(f.Find(at + "/function/arguments").Text())
				if len(text) < 2 || len(text) > 200 || f.Find(at).Has("id") {
					out = append(out, f)
					continue
				}
				for _, r := range text {
					out = append(out, f.Edit(at+"/function/arguments", func(wire.Value) wire.Value { return wire.Str(string(r)) }))
				}
			}
			return out
		})},
		{ID: "CHAT-56/cut-left-out", Title: "A cut call is left out.", Plant: hears(func(t *transcript.Transcript) {
			stop := t.StopReason()
			for _, c := range t.Calls() {
				if c.Cut(stop) {
					t.Items = slices.DeleteFunc(t.Items, func(i transcript.Item) bool { return i.ID == c.ID })
				}
			}
		})},
		{ID: "CHAT-57/type-repeated", Title: "Later fragments repeat the type, with an empty id and a null for a name.", Plant: later(func(_ int, _, f wire.Value) wire.Value {
			return f.With("type", wire.Str("function")).With("id", wire.Str("")).With("function", f.Get("function").With("name", wire.NullValue))
		})},
		{ID: "without-sse", Title: "The bytes are not told.", Also: []string{"sse"}, Plant: plant.Showing("/sse", plant.Gone)},
		{ID: "comments", Title: "Comments stand among the frames.", Plant: inBytes(func(s string) string { return ": PROCESSING\n\n" + s + ": bye\n\n" })},
		{ID: "more-members", Title: "Chunks have members of the server's own.", Plant: telling("", func(f wire.Value) wire.Value {
			return f.With("system_fingerprint", wire.Str("fp_7")).With("x_extra", wire.NullValue)
		})},
	})
}
