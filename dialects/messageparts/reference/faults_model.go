package reference

import (
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// tools changes tool messages.
func tools(into func(m wire.Value) []wire.Value) edit {
	return edit{model: func(_, sent []wire.Value) []wire.Value { return mapSent(sent, words.RoleTool, into) }}
}

// toolContent changes the content of tool messages.
func toolContent(into func(wire.Value) wire.Value) edit {
	return tools(func(m wire.Value) []wire.Value { return plant.Only(m.With("content", into(m.Get("content")))) })
}

// sentCalls changes the calls that are sent.
func sentCalls(into func(wire.Value) wire.Value) edit {
	return edit{model: func(_, sent []wire.Value) []wire.Value { return mapSentCalls(sent, into) }}
}

// errorIDs are the calls whose result is an error, in steps or stored messages.
func errorIDs(list []wire.Value) map[string]bool {
	failed := map[string]bool{}
	for _, s := range list {
		if words.IsResult(s) {
			state := s.Get("state").Text()
			failed[words.StepID(s)] = state == words.StateError || state == words.OutputError
		}
	}
	words.MapResults(list, func(p wire.Value) wire.Value {
		failed[p.Get("toolCallId").Text()] = p.Get("state").Text() == words.StateError
		return p
	})
	return failed
}

// errorContent changes the content of the tool messages that tell an error.
func errorContent(into func(wire.Value) []wire.Value) edit {
	return edit{model: func(list, sent []wire.Value) []wire.Value {
		failed := errorIDs(list)
		return mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
			if failed[m.Get("toolCallId").Text()] {
				return into(m)
			}
			return plant.Only(m)
		})
	}}
}

// modelFaults go wrong between UI messages and model messages, in both roles.
func modelFaults() []planted {
	return append(append(toolFaults(), placeFaults()...), callFaults()...)
}

func toolFaults() []planted {
	return []planted{
		{"PART-20/twice", "Every tool message is sent twice.", "23", tools(func(m wire.Value) []wire.Value { return []wire.Value{m, m} })},
		{"PART-20/lost-beside-open", "While a call is open, the results of its siblings are not sent.", "", edit{model: lostBesideOpen}},
		{"PART-20/requoted", "The content is written as JSON once more.", "",
			toolContent(func(c wire.Value) wire.Value { return wire.Str(c.JSON()) })},
		{"PART-20/wrapped", "The content is wrapped in an object.", "",
			toolContent(func(c wire.Value) wire.Value { return wire.Obj(wire.M("result", c)) })},
		{"PART-20/trimmed", "The content loses its blanks at both ends.", "",
			toolContent(func(c wire.Value) wire.Value { return wire.Str(strings.TrimSpace(c.Text())) })},
		{"PART-20/swapped", "Two parallel results are told in the order of the calls, whoever they belong to.", "",
			edit{model: swapContents}},
		{"PART-20/last-only", "Of several results in a row the last one is sent.", "23",
			edit{model: func(_, sent []wire.Value) []wire.Value {
				var out []wire.Value
				for i, m := range sent {
					if m.Get("role").Text() == words.RoleTool && i+1 < len(sent) && sent[i+1].Get("role").Text() == words.RoleTool {
						continue
					}
					out = append(out, m)
				}
				return out
			}}},
		{"PART-20/name-for-id", "The tool message carries another id.", "23",
			tools(func(m wire.Value) []wire.Value { return plant.Only(m.With("toolCallId", wire.Str("call_0"))) })},
		{"PART-20/as-user", "A result is sent as a user message.", "23",
			tools(func(m wire.Value) []wire.Value {
				return plant.Only(m.With("role", wire.Str(words.RoleUser)).Without("toolCallId"))
			})},
		{"PART-20/errors-kept-back", "Errors are not sent.", "24", errorContent(func(wire.Value) []wire.Value { return nil })},
		{"PART-20/error-object", "Errors are sent as {}.", "",
			errorContent(func(m wire.Value) []wire.Value { return plant.Only(m.With("content", wire.Str("{}"))) })},
		{"PART-20/old-cleared", "The contents of results that are more than two turns old are cleared.", "", edit{model: clearOld}},
		{"PART-21/twice", "The output is sent beside the result part.", "20 23", edit{model: func(list, sent []wire.Value) []wire.Value {
			outs := outputs(list)
			return mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
				if out, ok := outs[m.Get("toolCallId").Text()]; ok {
					return []wire.Value{m, toolMessage(m.Get("toolCallId"), wire.Str(out.JSON()))}
				}
				return plant.Only(m)
			})
		}}},
		{"PART-21/in-text", "The output is told in the text too.", "", edit{model: func(list, sent []wire.Value) []wire.Value {
			text, outs := "", outputs(list)
			for _, id := range slices.Sorted(maps.Keys(outs)) {
				text += outs[id].JSON()
			}
			return append(append([]wire.Value(nil), sent...),
				wire.Obj(wire.M("role", wire.Str(words.RoleAssistant)), wire.M("content", wire.Str(text))))
		}}},
		{"PART-21/on-call", "The output is sent along with the call.", "", edit{model: func(list, sent []wire.Value) []wire.Value {
			outs := outputs(list)
			return mapSentCalls(sent, func(c wire.Value) wire.Value { return c.With("output", outs[c.Get("id").Text()]) })
		}}},
		{"PART-23/made-up", "A call without a result is sent and answered by an empty success.", "",
			edit{choose: choices{unanswered: answerByError}, model: func(_, sent []wire.Value) []wire.Value {
				return mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
					if m.Get("content").Text() == missingText {
						return plant.Only(m.With("content", wire.Str("")))
					}
					return plant.Only(m)
				})
			}}},
		{"PART-23/last-open", "The last call of all is sent without its answer.", "20",
			edit{model: func(_, sent []wire.Value) []wire.Value {
				last := ""
				mapSentCalls(sent, func(c wire.Value) wire.Value { last = c.Get("id").Text(); return c })
				return mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
					if m.Get("toolCallId").Text() == last {
						return nil
					}
					return plant.Only(m)
				})
			}}},
		{"PART-23/calls-twice", "Every assistant message with calls is sent twice.", "25",
			edit{model: func(_, sent []wire.Value) []wire.Value {
				return mapSent(sent, words.RoleAssistant, func(m wire.Value) []wire.Value {
					if m.Get("toolCalls").Len() > 0 {
						return []wire.Value{m, m}
					}
					return plant.Only(m)
				})
			}}},
		{"PART-24/null", "An error reaches the model as the word null.", "",
			errorContent(func(m wire.Value) []wire.Value { return plant.Only(m.With("content", wire.Str("null"))) })},
		{"PART-24/empty", "An error reaches the model with an empty content.", "",
			errorContent(func(m wire.Value) []wire.Value { return plant.Only(m.With("content", wire.Str(""))) })},
		{"PART-24/nothing", "An error reaches the model with the content null.", "",
			errorContent(func(m wire.Value) []wire.Value { return plant.Only(m.With("content", wire.NullValue)) })},
		{"PART-24/not-sent", "An error does not reach the model.", "20", errorContent(func(wire.Value) []wire.Value { return nil })},
		{"PART-24/mute-only", "An error without a text reaches the model with an empty content.", "",
			errorContent(func(m wire.Value) []wire.Value {
				if strings.Contains(m.Get("content").Text(), "without saying why") {
					return plant.Only(m.With("content", wire.Str("")))
				}
				return plant.Only(m)
			})},
	}
}

// clearOld replaces the contents of tool messages with three user messages behind them.
func clearOld(_, sent []wire.Value) []wire.Value {
	out := append([]wire.Value(nil), sent...)
	behind := 0
	for i := len(out) - 1; i >= 0; i-- {
		switch out[i].Get("role").Text() {
		case words.RoleUser:
			behind++
		case words.RoleTool:
			if behind > 2 {
				out[i] = out[i].With("content", wire.Str("[old tool result cleared]"))
			}
		}
	}
	return out
}

// outputs are the outputs of calls, from steps or stored messages, by call id.
func outputs(list []wire.Value) map[string]wire.Value {
	by := map[string]wire.Value{}
	for _, s := range list {
		if s.Get("type").Text() == words.StepAddResult && s.Get("state").Text() == words.OutputAvailable {
			by[words.StepID(s)] = s.Get("output")
		}
	}
	words.MapCalls(list, func(p wire.Value) wire.Value {
		if p.Has("output") {
			by[p.Get("id").Text()] = p.Get("output")
		}
		return p
	})
	return by
}

// lostBesideOpen drops every tool message while any call is open.
func lostBesideOpen(list, sent []wire.Value) []wire.Value {
	told, answered := map[string]bool{}, map[string]bool{}
	for _, s := range list {
		if words.IsCall(s) {
			told[words.StepID(s)] = true
		}
		if words.IsResult(s) {
			answered[words.StepID(s)] = true
		}
	}
	words.MapCalls(list, func(p wire.Value) wire.Value { told[p.Get("id").Text()] = true; return p })
	words.MapResults(list, func(p wire.Value) wire.Value { answered[p.Get("toolCallId").Text()] = true; return p })
	for id := range told {
		if !answered[id] {
			return mapSent(sent, words.RoleTool, func(wire.Value) []wire.Value { return nil })
		}
	}
	return sent
}

// swapContents gives the contents of two tool messages in a row to each other.
func swapContents(_, sent []wire.Value) []wire.Value {
	out := append([]wire.Value(nil), sent...)
	for i := 0; i+1 < len(out); i++ {
		if out[i].Get("role").Text() == words.RoleTool && out[i+1].Get("role").Text() == words.RoleTool {
			a, b := out[i].Get("content"), out[i+1].Get("content")
			out[i], out[i+1] = out[i].With("content", b), out[i+1].With("content", a)
			i++
		}
	}
	return out
}

func placeFaults() []planted {
	return []planted{
		{"PART-22/at-the-end", "All tool messages come at the end.", "", edit{model: func(_, sent []wire.Value) []wire.Value {
			var last []wire.Value
			rest := mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value { last = append(last, m); return nil })
			return append(rest, last...)
		}}},
		{"PART-22/before-call", "Tool messages come before the assistant message with their calls.", "",
			edit{model: func(_, sent []wire.Value) []wire.Value {
				var out, waiting []wire.Value
				for i := len(sent) - 1; i >= 0; i-- { // backwards: tool messages wait for their assistant
					if sent[i].Get("role").Text() == words.RoleTool {
						waiting = append(waiting, sent[i])
						continue
					}
					out = append(out, sent[i])
					if sent[i].Get("toolCalls").Len() > 0 {
						out, waiting = append(out, waiting...), nil
					}
				}
				for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
					out[i], out[j] = out[j], out[i]
				}
				return out
			}}},
		{"PART-22/after-next-user", "Tool messages come after the next user message.", "",
			edit{model: func(_, sent []wire.Value) []wire.Value {
				var out, waiting []wire.Value
				for _, m := range sent {
					switch m.Get("role").Text() {
					case words.RoleTool:
						waiting = append(waiting, m)
					case words.RoleUser:
						out, waiting = append(append(out, m), waiting...), nil
					default:
						out = append(out, m)
					}
				}
				return append(out, waiting...)
			}}},
	}
}

func callFaults() []planted {
	renamed := func(m wire.Value) wire.Value { return wire.Str("toolu_" + m.Text()) }
	arguments := func(into func(text string) wire.Value) edit {
		return sentCalls(func(c wire.Value) wire.Value { return c.With("arguments", into(c.Get("arguments").Text())) })
	}
	return []planted{
		{"PART-25/id-renamed", "Calls and tool messages get ids of another form.", "20",
			edit{model: func(_, sent []wire.Value) []wire.Value {
				sent = mapSentCalls(sent, func(c wire.Value) wire.Value { return c.With("id", renamed(c.Get("id"))) })
				return mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
					return plant.Only(m.With("toolCallId",
						renamed(m.Get("toolCallId"))))
				})
			}}},
		{"PART-25/name-lowered", "Tool names are sent in lower case.", "",
			sentCalls(func(c wire.Value) wire.Value { return c.With("name", wire.Str(strings.ToLower(c.Get("name").Text()))) })},
		{"PART-25/null-for-empty", "Empty arguments are sent as the word null.", "",
			edit{choose: choices{emptyAsIs: true}, model: func(_, sent []wire.Value) []wire.Value {
				return mapSentCalls(sent, func(c wire.Value) wire.Value {
					if wire.Nothing(c.Get("arguments")) {
						return c.With("arguments", wire.Str("null"))
					}
					return c
				})
			}}},
		{"PART-25/name-trimmed", "Tool names are trimmed.", "", sentCalls(func(c wire.Value) wire.Value {
			return c.With("name", wire.Str(strings.TrimSpace(c.Get("name").Text())))
		})},
		{"PART-25/proto-lost", "A member __proto__ of the arguments is lost.", "", arguments(func(t string) wire.Value {
			if v, err := wire.Parse([]byte(t)); err == nil && v.IsObject() {
				return wire.Str(v.Without("__proto__").JSON())
			}
			return wire.Str(t)
		})},
		{"PART-25/emptied", "Every call is sent with {}.", "", arguments(func(string) wire.Value { return wire.Str("{}") })},
		{"PART-25/doubled", "Arguments are sent twice in a row.", "", arguments(func(t string) wire.Value { return wire.Str(t + t) })},
		{"PART-25/quoted", "Arguments are sent as the JSON of their JSON.", "",
			arguments(func(t string) wire.Value { return wire.Str(wire.Quote(t)) })},
		{"PART-25/wrapped", "Arguments are sent inside a member `input`.", "",
			arguments(func(t string) wire.Value { return wire.Str(`{"input":` + t + `}`) })},
		{"PART-25/last-brace", "The last character of the arguments is lost.", "",
			arguments(func(t string) wire.Value { return wire.Str(t[:max(0, len(t)-1)]) })},
		{"PART-25/ascii", "Characters beyond ASCII are lost from the arguments.", "", arguments(func(t string) wire.Value {
			return wire.Str(strings.Map(func(r rune) rune {
				if r > 0x7E {
					return '?'
				}
				return r
			}, t))
		})},
		{"PART-25/falsy-dropped", "Members that are null are dropped from the arguments.", "",
			arguments(func(t string) wire.Value { return wire.Str(strings.ReplaceAll(t, `"a":null,`, "")) })},
		{"PART-25/malformed-emptied", "Malformed arguments become {}.", "",
			edit{choose: choices{malformedAsIs: true}, model: func(_, sent []wire.Value) []wire.Value {
				return mapSentCalls(sent, func(c wire.Value) wire.Value {
					if _, err := wire.Parse([]byte(c.Get("arguments").Text())); err != nil && c.Get("arguments").Text() != "" {
						return c.With("arguments", wire.Str("{}"))
					}
					return c
				})
			}}},
		{"PART-25/first-only", "Of parallel calls the first is sent, and its answer.", "20",
			edit{model: func(_, sent []wire.Value) []wire.Value {
				dropped := map[string]bool{}
				sent = mapSent(sent, words.RoleAssistant, func(m wire.Value) []wire.Value {
					calls := m.Get("toolCalls").Items()
					for i := 1; i < len(calls); i++ {
						dropped[calls[i].Get("id").Text()] = true
					}
					if len(calls) > 1 {
						m = m.With("toolCalls", wire.List(calls[0]))
					}
					return plant.Only(m)
				})
				return mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
					if dropped[m.Get("toolCallId").Text()] {
						return nil
					}
					return plant.Only(m)
				})
			}}},
		{"PART-25/not-sent", "Calls are not sent, their tool messages are.", "", edit{model: func(_, sent []wire.Value) []wire.Value {
			return mapSent(sent, words.RoleAssistant, func(m wire.Value) []wire.Value { return plant.Only(m.Without("toolCalls")) })
		}}},
	}
}
