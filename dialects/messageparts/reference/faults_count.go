package reference

import (
	"slices"

	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// namesOf are the tool names of the calls in UI messages.
func namesOf(messages []wire.Value) map[string]string {
	names := map[string]string{}
	words.MapCalls(messages, func(p wire.Value) wire.Value {
		names[p.Get("id").Text()] = p.Get("name").Text()
		return p
	})
	return names
}

// countFaults hold two results for a call, or none.
func countFaults() []planted {
	return []planted{
		{"PART-06/by-name", "Results are kept by tool name: a tool called twice has one.", "",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				names, seen := namesOf(messages), map[string]bool{}
				return words.MapResults(messages, func(p wire.Value) wire.Value {
					name := names[p.Get("toolCallId").Text()]
					ok := !seen[name]
					seen[name] = true
					return keepIf(ok, p)
				})
			}}},
		{"PART-06/mixed-turn", "Where server and client tools share a turn, the server's results are dropped.", "",
			edit{messages: func(list, messages []wire.Value) []wire.Value {
				servers := answeredBy(list, words.StepResult)
				if len(answeredBy(list, words.StepAddResult)) == 0 {
					return messages
				}
				return words.MapResults(messages, func(p wire.Value) wire.Value {
					_, ok := servers[p.Get("toolCallId").Text()]
					return keepIf(!ok, p)
				})
			}}},
		{"PART-06/equal-results", "Of two calls with equal results one is held.", "",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				seen := map[string]bool{}
				return words.MapResults(messages, func(p wire.Value) wire.Value {
					content := p.Get("content").JSON()
					ok := !seen[content]
					seen[content] = true
					return keepIf(ok, p)
				})
			}}},
		{"PART-06/earlier-turn", "A result for a call of an earlier turn is not taken.", "01",
			edit{steps: func(list []wire.Value) []wire.Value {
				known := map[string]bool{}
				return mapResultSteps(list, func(s wire.Value) wire.Value {
					if s.Get("type").Text() == words.StepUser {
						known = map[string]bool{}
					}
					if words.IsCall(s) {
						known[words.StepID(s)] = true
					}
					return keepIf(!words.IsResult(s) || known[words.StepID(s)], s)
				})
			}}},
		{"PART-06/invented", "A call that was never answered gets an empty, complete result.", "", edit{messages: inventResults}},
	}
}

// mapResultSteps changes each step; an absent value drops it.
func mapResultSteps(list []wire.Value, into func(wire.Value) wire.Value) []wire.Value {
	var mapped []wire.Value
	for _, s := range list {
		if s = into(s); !s.IsAbsent() {
			mapped = append(mapped, s)
		}
	}
	return mapped
}

// inventResults answers every open call by an empty success.
func inventResults(_, messages []wire.Value) []wire.Value {
	answered := map[string]bool{}
	words.MapResults(messages, func(p wire.Value) wire.Value { answered[p.Get("toolCallId").Text()] = true; return p })
	return words.MapParts(messages, func(p wire.Value) []wire.Value {
		if id := p.Get("id").Text(); p.Get("type").Text() == words.PartCall && !answered[id] {
			return []wire.Value{p, words.ResultPart(id, "")}
		}
		return plant.Only(p)
	})
}

// survivalFaults lose what was held, and take falsy outputs for none.
func survivalFaults() []planted {
	wiped := func(by func(list []wire.Value, id string, after int) bool) edit {
		return edit{messages: func(list, messages []wire.Value) []wire.Value {
			at := map[string]int{}
			for i, s := range list {
				if words.IsResult(s) {
					at[words.StepID(s)] = i
				}
			}
			return words.MapCalls(messages, func(p wire.Value) wire.Value {
				id := p.Get("id").Text()
				if i, ok := at[id]; ok && by(list, id, i) {
					return p.Without("output")
				}
				return p
			})
		}}
	}
	falsyOut := func(of func(wire.Value) bool, call bool) edit {
		return edit{messages: func(list, messages []wire.Value) []wire.Value {
			by := answeredBy(list, words.StepAddResult)
			return words.MapParts(messages, func(p wire.Value) []wire.Value {
				s := by[p.Get("toolCallId").Text()]
				if call {
					s = by[p.Get("id").Text()]
				}
				switch {
				case s.IsAbsent() || s.Get("state").Text() == words.OutputError || !of(s.Get("output")):
					return plant.Only(p)
				case call:
					return plant.Only(p.Without("output"))
				}
				return nil
			})
		}}
	}
	contentOr := func(other string) edit {
		return onResults(words.StepAddResult, func(p, s wire.Value) wire.Value {
			if s.Get("state").Text() != words.OutputError && words.Falsy(s.Get("output")) {
				return p.With("content", wire.Str(other))
			}
			return p
		})
	}
	exactly := func(json string) func(wire.Value) bool {
		return func(v wire.Value) bool { return v.JSON() == json }
	}
	return []planted{
		{"PART-07/told-again-wipes-falsy", "A call told again is built anew, and keeps its output only where that is something.", "02",
			wiped(func(list []wire.Value, id string, after int) bool {
				return words.Falsy(list[after].Get("output")) && slices.ContainsFunc(list[after+1:], func(s wire.Value) bool {
					return words.IsCall(s) && words.StepID(s) == id
				})
			})},
		{"PART-07/second-finish-wipes", "The second finish wipes the outputs.", "02",
			wiped(func(list []wire.Value, _ string, after int) bool {
				n := 0
				for _, s := range list[after+1:] {
					if s.Get("type").Text() == words.StepFinish {
						n++
					}
				}
				return n > 1
			})},
		{"PART-09/null-no-part", "The output null creates no result part.", "06", falsyOut(exactly("null"), false)},
		{"PART-09/false-not-set", "The output false is not set on the call.", "02", falsyOut(exactly("false"), true)},
		{"PART-09/zero-not-set", "The output 0 is not set on the call.", "02", falsyOut(exactly("0"), true)},
		{"PART-09/empty-not-set", "The output \"\" is not set on the call.", "02", falsyOut(exactly(`""`), true)},
		{"PART-09/content-empty", "A falsy output has an empty content.", "03", contentOr("")},
		{"PART-09/dropped-in-pieces", "A falsy output for a call whose arguments are still on their way is dropped.", "01 06",
			edit{steps: dropFalsy(func(whole, past bool) bool { return !whole })}},
		{"PART-09/dropped-late", "A falsy output that comes after the next user message is dropped.", "01 06",
			edit{steps: dropFalsy(func(whole, past bool) bool { return past })}},
		{"PART-09/not-sent", "An empty content is not sent to the model.", "20", edit{model: func(_, sent []wire.Value) []wire.Value {
			return mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
				if wire.Nothing(m.Get("content")) {
					return nil
				}
				return plant.Only(m)
			})
		}}},
	}
}

// dropFalsy drops falsy outputs by whether the call's arguments are whole, and
// whether the user has written since.
func dropFalsy(when func(whole, past bool) bool) func([]wire.Value) []wire.Value {
	return func(list []wire.Value) []wire.Value {
		whole, turn, now := map[string]bool{}, map[string]int{}, 0
		return mapResultSteps(list, func(s wire.Value) wire.Value {
			id := words.StepID(s)
			switch s.Get("type").Text() {
			case words.StepUser:
				now++
			case words.StepCall, words.StepDelta:
				whole[id] = whole[id] || s.Get("type").Text() == words.StepCall
				turn[id] = now
			case words.StepFinish:
				for id := range turn {
					whole[id] = true
				}
			case words.StepAddResult:
				return keepIf(s.Get("state").Text() == words.OutputError || !words.Falsy(s.Get("output")) ||
					!when(whole[id], now > turn[id]), s)
			}
			return s
		})
	}
}

// orderFaults miss the SHOULD of PART-08.
func orderFaults() []planted {
	front := func(messages []wire.Value) []wire.Value {
		list := append([]wire.Value(nil), messages...)
		for i, m := range list {
			var results, rest []wire.Value
			for _, p := range m.Get("parts").Items() {
				if p.Get("type").Text() == words.PartResult {
					results = append(results, p)
				} else {
					rest = append(rest, p)
				}
			}
			list[i] = m.With("parts", wire.List(append(results, rest...)...))
		}
		return list
	}
	return []planted{
		{"PART-08/results-first", "The result parts stand at the beginning of their message.", "",
			edit{messages: func(_, messages []wire.Value) []wire.Value { return front(messages) }}},
	}
}
