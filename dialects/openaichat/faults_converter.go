package openaichat

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// messages changes what is sent.
func messages(change func(list []wire.Value) []wire.Value) plant.Plant {
	return plant.Showing("/messages", func(v wire.Value) wire.Value { return wire.List(change(v.Items())...) })
}

func roleIs(m wire.Value, role string) bool { return m.Get("role").Text() == role }

// errored changes the content of results that are no success.
func errored(edit plant.Edit) plant.Plant {
	return func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			h, err := history.Parse(input.Get("history"))
			o := right(input)
			for _, e := range h {
				if err == nil && e.Role == history.Tool && e.Status != "success" {
					o = toolOf(e.CallID, edit)(func(wire.Value) dialect.Observation { return o })(input)
				}
			}
			return o
		}
	}
}

func toolOf(id string, edit plant.Edit) plant.Plant {
	return messages(func(list []wire.Value) []wire.Value {
		for i, m := range list {
			if m.Get("tool_call_id").Text() == id {
				list[i] = m.Edit("/content", edit)
			}
		}
		return list
	})
}

// mending is a converter that makes an invalid history sendable, or thinks so.
func mending(change func(h history.History) history.History) plant.Plant {
	return func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			h, err := history.Parse(input.Get("history"))
			if err != nil || h.Valid() == nil {
				return right(input)
			}
			return sent(change(h))
		}
	}
}

func converterFaults() []dialect.Fault {
	const inCall, inArgs = "/messages/*/tool_calls/*", "/messages/*/tool_calls/*/function/arguments"
	parsed := func(v wire.Value) wire.Value {
		if p, err := wire.Parse([]byte(v.Text())); err == nil {
			return p
		}
		return v
	}
	rows := []plant.Row{
		{ID: "CHAT-80/c-arguments-parsed", Title: "Arguments are sent as an object.", Plant: plant.Showing(inArgs, parsed)},
		{ID: "CHAT-80/c-arguments-encoded-twice", Title: "Arguments are encoded twice.", Plant: plant.Showing(inArgs, plant.Text(wire.Quote))},
		{ID: "CHAT-80/c-malformed-is-empty-object", Title: "Malformed arguments become {}.", Plant: plant.Showing(inArgs, plant.When(func(v wire.Value) bool { return v.Text() != "" && !isJSON(v.Text()) }, plant.Becomes(`"{}"`)))},
		{ID: "CHAT-80/c-no-type", Title: "Calls have no type.", Plant: plant.Showing(inCall+"/type", plant.Gone)},
		{ID: "CHAT-80/c-second-call-lost", Title: "Only the first call of a message is sent.", Plant: messages(func(list []wire.Value) []wire.Value {
			for i, m := range list {
				if calls := m.Get("tool_calls"); calls.Len() > 1 {
					list[i] = m.With("tool_calls", wire.List(calls.At(0)))
				}
			}
			return list
		})},
		{ID: "CHAT-81/c-one-message-two-results", Title: "Results of parallel calls are joined in one tool message.", Plant: messages(func(list []wire.Value) []wire.Value {
			var out []wire.Value
			for _, m := range list {
				if k := len(out) - 1; k >= 0 && roleIs(m, history.Tool) && roleIs(out[k], history.Tool) {
					out[k] = out[k].With("content", wire.Str(out[k].Get("content").Text()+"\n"+m.Get("content").Text()))
					continue
				}
				out = append(out, m)
			}
			return out
		})},
		{ID: "CHAT-81/c-falsy-result-lost", Title: "0, false and an empty text send no message.", Plant: messages(func(list []wire.Value) []wire.Value {
			return slices.DeleteFunc(list, func(m wire.Value) bool {
				return roleIs(m, history.Tool) && slices.Contains([]string{"0", "false", "", "null"}, m.Get("content").Text())
			})
		})},
		{ID: "CHAT-81/c-result-quoted", Title: "A text is sent as JSON.", Plant: messages(func(list []wire.Value) []wire.Value {
			for i, m := range list {
				if roleIs(m, history.Tool) && !isJSON(m.Get("content").Text()) {
					list[i] = m.Edit("/content", plant.Text(wire.Quote))
				}
			}
			return list
		})},
		{ID: "CHAT-82/c-results-before-calls", Title: "Tool messages stand before the message of their calls.", Plant: messages(func(list []wire.Value) []wire.Value {
			slices.SortStableFunc(list, func(a, b wire.Value) int { return count(roleIs(b, history.Tool)) - count(roleIs(a, history.Tool)) })
			return list
		})},
		{ID: "CHAT-82/c-result-after-user", Title: "Tool messages stand behind the next user message.", Plant: messages(func(list []wire.Value) []wire.Value {
			for i := range list {
				for k := i; k > 0 && roleIs(list[k], history.User) && roleIs(list[k-1], history.Tool); k-- {
					list[k], list[k-1] = list[k-1], list[k]
				}
			}
			return list
		})},
		{ID: "CHAT-83/c-assistant-trimmed", Title: "The text of an assistant is trimmed.", Plant: messages(func(list []wire.Value) []wire.Value {
			for i, m := range list {
				if roleIs(m, history.Assistant) && m.Get("content").IsString() {
					list[i] = m.Edit("/content", plant.Text(strings.TrimSpace))
				}
			}
			return list
		})},
		{ID: "CHAT-83/c-text-lost-beside-calls", Title: "Text beside calls is lost.", Plant: messages(func(list []wire.Value) []wire.Value {
			for i, m := range list {
				if m.Has("tool_calls") {
					list[i] = m.With("content", wire.NullValue)
				}
			}
			return list
		})},
		{ID: "CHAT-83/c-text-before-result", Title: "Text behind a result is moved before it.", Plant: messages(func(list []wire.Value) []wire.Value {
			for i, m := range list {
				if i == 0 || !roleIs(m, history.Assistant) || !roleIs(list[i-1], history.Tool) || m.Has("tool_calls") {
					continue
				}
				for k := i - 1; k >= 0; k-- {
					if list[k].Has("tool_calls") {
						list[k] = list[k].With("content", wire.Str(list[k].Get("content").Text()+m.Get("content").Text()))
						return slices.Delete(list, i, i+1)
					}
				}
			}
			return list
		})},
		{ID: "CHAT-84/c-error-is-null", Title: "An error's content is null.", Plant: errored(plant.Null)},
		{ID: "CHAT-84/c-error-is-empty-object", Title: "An error's content is {}.", Plant: errored(plant.Becomes(`"{}"`))},
		{ID: "CHAT-84/c-error-is-generic", Title: "An error's content is a word of the converter's own.", Plant: errored(plant.Becomes(`"The tool failed."`))},
		{ID: "CHAT-85/c-id-shortened-once", Title: "A long id is cut in the call and not in the result.", Plant: plant.Showing(inCall+"/id", plant.Text(func(s string) string { return s[:min(len(s), 40)] }))},
		{ID: "CHAT-85/c-id-trimmed", Title: "Ids are trimmed on both sides, so that two become one.", Plant: messages(func(list []wire.Value) []wire.Value {
			for i, m := range list {
				m = plant.Everywhere("/tool_calls/*/id", plant.Text(strings.TrimSpace))(m)
				list[i] = m.Edit("/tool_call_id", plant.Text(strings.TrimSpace))
			}
			return list
		})},
		{ID: "CHAT-86/c-made-up-success", Title: "An open call is answered with {}.", Plant: mending(history.Mended("{}"))},
		{ID: "CHAT-86/c-made-up-ok", Title: "An open call is answered with ok.", Plant: mending(history.Mended("ok"))},
		{ID: "CHAT-86/c-sent-as-it-is", Title: "An invalid history is sent as it is.", Warns: true, Plant: mending(func(h history.History) history.History { return h })},
		{ID: "ROBUST-04/c-doubles", Title: "Arguments pass through doubles.", Warns: true, Plant: plant.Showing(inArgs, plant.Text(func(s string) string {
			if v, err := wire.Parse([]byte(s)); err == nil {
				return dialect.Doubles(v).JSON()
			}
			return s
		}))},
	}
	at := func(pointer string) func(plant.Edit) plant.Plant {
		return func(e plant.Edit) plant.Plant { return plant.Showing(pointer, e) }
	}
	rows = append(rows, plant.Product([]plant.Place{
		{Slug: "c-arguments", Title: "The arguments", Requirement: "CHAT-80", Plant: at(inArgs)},
		{Slug: "c-name", Title: "A name", Requirement: "CHAT-80", Plant: at(inCall + "/function/name")},
		{Slug: "c-content", Title: "A text", Requirement: "CHAT-83", Plant: at("/messages/*/content")},
	}, plant.Named("cut-at-64", "lower", "ascii", "entities", "quotes", "falsy-lost"))...)
	return plant.Faults(pair(dialect.Converter), slices.DeleteFunc(rows, func(r plant.Row) bool { return r.ID == "CHAT-80/c-arguments-falsy-lost" }))
}

func converterVariants() []dialect.Variant {
	return plant.Variants(pair(dialect.Converter), []plant.Row{
		{ID: "CHAT-80/malformed-left-out", Title: "A call with malformed arguments is left out with its result.", Plant: plant.Hearing(func(input wire.Value) wire.Value {
			h, err := history.Parse(input.Get("history"))
			if err != nil || h.Valid() != nil {
				return input
			}
			gone := map[string]bool{}
			for i, e := range h {
				h[i].Parts = slices.DeleteFunc(slices.Clone(e.Parts), func(p history.Part) bool {
					gone[p.ID] = gone[p.ID] || p.Call && strings.TrimSpace(p.Arguments) != "" && !isJSON(p.Arguments)
					return p.Call && gone[p.ID]
				})
			}
			return input.With("history", slices.DeleteFunc(h, func(e history.Entry) bool { return e.Role == history.Tool && gone[e.CallID] }).JSON())
		})},
		{ID: "CHAT-80/malformed-refused", Title: "Malformed arguments are refused.", Plant: func(right dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation {
				h, _ := history.Parse(input.Get("history"))
				for _, p := range h.Calls() {
					if p.Arguments != "" && !isJSON(p.Arguments) {
						return dialect.Observation{Ending: dialect.Rejected, Reason: "arguments are no JSON"}
					}
				}
				return right(input)
			}
		}},
		{ID: "CHAT-80/empty-object", Title: "Empty arguments become {}.", Plant: plant.Showing("/messages/*/tool_calls/*/function/arguments", plant.When(func(v wire.Value) bool { return v.Text() == "" }, plant.Becomes(`"{}"`)))},
		{ID: "CHAT-85/renamed", Title: "Ids are changed one-to-one.", Plant: messages(func(list []wire.Value) []wire.Value {
			rename := plant.Text(func(s string) string { return "call_" + strings.ToUpper(wire.Quote(s)) + s })
			for i, m := range list {
				list[i] = plant.Everywhere("/tool_calls/*/id", rename)(m).Edit("/tool_call_id", rename)
			}
			return list
		})},
		{ID: "CHAT-86/made-up", Title: "An open call is answered with a text of the converter's own.", Plant: mending(history.Mended("No result is known: the call was never answered."))},
		{ID: "CHAT-86/left-out", Title: "An open call is left out, and so is a result without a call.", Plant: mending(history.Mended(""))},
		{ID: "one-call-each", Title: "A parallel step is sent as several messages, each with its own result.", Plant: messages(func(list []wire.Value) []wire.Value {
			results := map[string]wire.Value{}
			for _, m := range list {
				if roleIs(m, history.Tool) {
					results[m.Get("tool_call_id").Text()] = m
				}
			}
			var out []wire.Value
			for _, m := range list {
				if roleIs(m, history.Tool) {
					continue
				}
				calls := m.Get("tool_calls").Items()
				if len(calls) == 0 {
					out = append(out, m)
				}
				for i, c := range calls {
					if one := m.With("tool_calls", wire.List(c)); i == 0 {
						out = append(out, one, results[c.Get("id").Text()])
					} else {
						out = append(out, one.With("content", wire.NullValue), results[c.Get("id").Text()])
					}
				}
			}
			return out
		})},
		{ID: "content-as-parts", Title: "Contents are lists of text parts, and a system message stands in front.", Plant: messages(func(list []wire.Value) []wire.Value {
			for i, m := range list {
				list[i] = m.With("content", wire.List(wire.Obj(wire.M("type", wire.Str("text")), wire.M("text", m.Get("content")))))
			}
			return append([]wire.Value{wire.ParseString(`{"role":"system","content":"Be brief."}`)}, list...)
		})},
		{ID: "results-reversed", Title: "Parallel results are sent in the other order.", Plant: messages(func(list []wire.Value) []wire.Value {
			for i := 0; i < len(list); i++ {
				k := i
				for k < len(list) && roleIs(list[k], history.Tool) {
					k++
				}
				slices.Reverse(list[i:k])
				i = max(i, k-1)
			}
			return list
		})},
	})
}
