package reference

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// strays finds, step by step, the results whose id no call had until then, and
// lets the fault choose another id for them ("" drops nothing and changes nothing).
func strays(to func(id string, told []string) string) edit {
	return edit{steps: func(list []wire.Value) []wire.Value {
		var told []string
		known := map[string]bool{}
		return mapResultSteps(list, func(s wire.Value) wire.Value {
			id := words.StepID(s)
			if words.IsCall(s) && !known[id] {
				known[id] = true
				told = append(told, id)
			}
			if words.IsResult(s) && !known[id] {
				if other := to(id, told); other != "" {
					return s.With("toolCallId", wire.Str(other))
				}
			}
			return s
		})
	}}
}

func lastOf(_ string, told []string) string {
	if len(told) == 0 {
		return ""
	}
	return told[len(told)-1]
}

// matching returns the first told id that passes.
func matching(is func(id, told string) bool) func(string, []string) string {
	return func(id string, told []string) string {
		for _, t := range told {
			if is(id, t) {
				return t
			}
		}
		return ""
	}
}

// hostileFaults go wrong on streams that no right server sends.
func hostileFaults() []planted {
	return []planted{
		{"PART-10/suffix", "A result is given to a call whose id its own ends as.", "",
			strays(matching(func(id, told string) bool { return strings.HasSuffix(id, told) }))},
		{"PART-10/blank", "A result with a blank id is given to the last call.", "", strays(func(id string, told []string) string {
			if strings.TrimSpace(id) == "" {
				return lastOf(id, told)
			}
			return ""
		})},
		{"PART-10/built-in", "A result for an id that every object of some languages has is given to the last call.", "",
			strays(func(id string, told []string) string {
				if id == "toString" {
					return lastOf(id, told)
				}
				return ""
			})},
		{"PART-10/letter-case", "Ids are compared without regard to case.", "", strays(matching(strings.EqualFold))},
		{"PART-10/trimmed", "Ids are compared without the blanks around them.", "",
			strays(matching(func(id, told string) bool { return strings.TrimSpace(id) == strings.TrimSpace(told) }))},
		{"PART-10/stops", "After a result for an unknown id nothing more is taken.", "", edit{steps: func(list []wire.Value) []wire.Value {
			known := map[string]bool{}
			for i, s := range list {
				if words.IsCall(s) {
					known[words.StepID(s)] = true
				}
				if words.IsResult(s) && !known[words.StepID(s)] {
					return list[:i]
				}
			}
			return list
		}}},
		{"PART-10/sent", "A result for an unknown id is sent to the model.", "22", edit{model: func(list, sent []wire.Value) []wire.Value {
			known := map[string]bool{}
			out := append([]wire.Value(nil), sent...)
			for _, s := range list {
				if words.IsCall(s) {
					known[words.StepID(s)] = true
				}
				if words.IsResult(s) && !known[words.StepID(s)] {
					out = append(out, toolMessage(s.Get("toolCallId"), wire.Str("a stray result")))
				}
			}
			return out
		}}},
		{"PART-11/both", "A second result is held beside the first.", "06", edit{messages: secondParts}},
		{"PART-11/left-over-error", "A success after an error leaves the error's text in the part.", "",
			edit{messages: func(list, messages []wire.Value) []wire.Value {
				reason := map[string]wire.Value{}
				for _, s := range list {
					if s.Get("errorText").Text() != "" && s.Get("state").Text() == words.OutputError {
						reason[words.StepID(s)] = s.Get("errorText")
					}
				}
				return words.MapResults(messages, func(p wire.Value) wire.Value {
					if r, ok := reason[p.Get("toolCallId").Text()]; ok {
						return p.With("error", r)
					}
					return p
				})
			}}},
		{"PART-11/output-not-set", "An output after an error replaces the part and is not set on the call.", "",
			afterFirst(func(first, s wire.Value, p wire.Value) wire.Value {
				if state := first.Get("state").Text(); state == words.OutputError || state == words.StateError {
					return p.Without("output")
				}
				return p
			})},
		{"PART-11/outputs-joined", "The members of a second output are joined with those of the first.", "",
			afterFirst(func(first, s wire.Value, p wire.Value) wire.Value {
				joined := s.Get("output")
				for _, m := range first.Get("output").Members() {
					if joined.IsObject() && !joined.Has(m.Name) {
						joined = joined.With(m.Name, m.Value)
					}
				}
				if !joined.IsObject() {
					return p
				}
				return p.With("output", joined)
			})},
		{"PART-12/sent", "A call cut inside its arguments is sent as if it were whole.", "",
			cutBecomes(func(p wire.Value) wire.Value { return p.Get("arguments") }, wire.Value{}, func(string) bool { return true })},
		{"PART-12/repaired", "Cut arguments are completed and sent.", "",
			cutBecomes(func(wire.Value) wire.Value { return wire.Str(`{"id":null}`) }, wire.Value{}, func(string) bool { return true })},
		{"PART-12/succeeded", "A call cut inside its arguments is sent with {} and answered by a success.", "",
			cutBecomes(func(wire.Value) wire.Value { return wire.Str("{}") }, wire.Str("{}"), func(string) bool { return true })},
		{"PART-12/brackets-counted", "Cut arguments are whole where they end in a brace.", "",
			cutBecomes(func(p wire.Value) wire.Value { return p.Get("arguments") }, wire.Value{},
				func(text string) bool { return strings.HasSuffix(text, "}") })},
		{"PART-12/next-finish", "The finish of the next turn makes a cut call whole.", "",
			edit{steps: func(list []wire.Value) []wire.Value {
				var open []wire.Value
				var out []wire.Value
				whole := map[string]bool{}
				for _, s := range list {
					if s.Get("type").Text() == words.StepCall {
						whole[words.StepID(s)] = true
					}
					if s.Get("type").Text() == words.StepDelta {
						open = append(open, s)
					}
					if s.Get("type").Text() == words.StepUser && len(open) > 0 && !whole[words.StepID(open[0])] {
						out = append(out, words.CallsDone())
						open = nil
					}
					out = append(out, s)
				}
				return out
			}, choose: choices{malformedAsIs: true, unanswered: sendUnanswered}}},
	}
}

// afterFirst changes call parts that got another output after a first result.
func afterFirst(into func(first, last, p wire.Value) wire.Value) edit {
	return edit{messages: func(list, messages []wire.Value) []wire.Value {
		first, last := map[string]wire.Value{}, answeredBy(list, words.StepAddResult)
		for _, s := range list {
			if _, seen := first[words.StepID(s)]; !seen && words.IsResult(s) {
				first[words.StepID(s)] = s
			}
		}
		return words.MapCalls(messages, func(p wire.Value) wire.Value {
			id := p.Get("id").Text()
			if l, ok := last[id]; ok && l.Get("state").Text() == words.OutputAvailable && !wire.Equal(first[id], l) {
				return into(first[id], l, p)
			}
			return p
		})
	}}
}

// secondParts puts every further result beside the first.
func secondParts(list, messages []wire.Value) []wire.Value {
	count := words.Answers(list)
	return words.MapParts(messages, func(p wire.Value) []wire.Value {
		if count[p.Get("toolCallId").Text()] > 1 {
			return []wire.Value{p, p.With("content", wire.Str("the other one"))}
		}
		return plant.Only(p)
	})
}

// cutBecomes sends calls whose arguments were still on their way: with these
// arguments, and with this answer where there is one.
func cutBecomes(arguments func(p wire.Value) wire.Value, content wire.Value, is func(text string) bool) edit {
	return edit{model: func(list, sent []wire.Value) []wire.Value {
		out := append([]wire.Value(nil), sent...)
		chat := referenceConsumer(choices{})(wire.Obj(wire.M("steps", wire.List(list...))))
		words.MapCalls(chat.State.Get("messages").Items(), func(p wire.Value) wire.Value {
			state := p.Get("state").Text()
			_, err := wire.Parse([]byte(p.Get("arguments").Text()))
			if (state == words.StateStreaming || state == stateStopped) && err != nil && is(p.Get("arguments").Text()) {
				call := wire.Obj(wire.M("id", p.Get("id")), wire.M("name", p.Get("name")), wire.M("arguments", arguments(p)))
				out = append(out, wire.Obj(wire.M("role", wire.Str(words.RoleAssistant)), wire.M("content", wire.Str("")),
					wire.M("toolCalls", wire.List(call))))
				if !content.IsAbsent() {
					out = append(out, toolMessage(p.Get("id"), content))
				}
			}
			return p
		})
		return out
	}}
}

// answerFaults are those that no edit can express.
func answerFaults(pair dialect.Pair) []dialect.Fault {
	crash := bind(pair, []planted{{"PART-10/crash", "A result for an unknown id kills the chat.", "", edit{}}}, false)[0]
	crash.Plant = func(reference dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			known := map[string]bool{}
			for _, s := range input.Get("steps").Items() {
				if words.IsCall(s) {
					known[words.StepID(s)] = true
				}
				if words.IsResult(s) && !known[words.StepID(s)] {
					return dialect.Observation{Ending: dialect.Crashed, Reason: "undefined is not an object"}
				}
			}
			return reference(input)
		}
	}
	return append([]dialect.Fault{crash}, append(roundingFaults(pair), metaFaults(pair)...)...)
}
