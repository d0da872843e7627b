package reference

import (
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// strayed finds, step by step, the results whose id no call had until then, and puts something in their place. Told are the
// ids that calls had.
func strayed(change func(s wire.Value, told []string) wire.Value) memory {
	return func([]wire.Value) plant.Edit {
		var told []string
		return func(s wire.Value) wire.Value {
			switch known := slices.Contains(told, words.ID(s)); {
			case known:
			case words.IsCall(s):
				told = append(told, words.ID(s))
			case words.IsResult(s):
				return change(s, told)
			}
			return s
		}
	}
}

// strays are the results of steps whose id no call had before them.
func strays(list []wire.Value) (found []wire.Value) {
	each(list, strayed(func(s wire.Value, _ []string) wire.Value {
		found = append(found, s)
		return s
	})(list))
	return found
}

// strayFaults go wrong on results for ids that no call has.
func strayFaults() []plant.Row {
	// matching gives them to the first call whose id passes, toLast those whose id passes to the last call.
	matching := func(is func(id, told string) bool) edit {
		return heard(strayed(func(s wire.Value, told []string) wire.Value {
			if i := slices.IndexFunc(told, func(t string) bool { return is(words.ID(s), t) }); i >= 0 {
				return member("toolCallId", told[i])(s)
			}
			return s
		}))
	}
	toLast := func(is func(id string) bool) edit {
		return heard(strayed(func(s wire.Value, told []string) wire.Value {
			if is(words.ID(s)) && len(told) > 0 {
				return member("toolCallId", told[len(told)-1])(s)
			}
			return s
		}))
	}
	return []plant.Row{
		plant.New("PART-10/crash", plant.Ending(func(input wire.Value) bool { return len(strays(input.Get("steps").Items())) > 0 },
			dialect.Crashed, "undefined is not an object")),
		row("PART-10/suffix", matching(strings.HasSuffix), ""),
		row("PART-10/blank", toLast(func(id string) bool { return strings.TrimSpace(id) == "" }), ""),
		row("PART-10/built-in", toLast(func(id string) bool { return id == "toString" }), ""),
		row("PART-10/letter-case", matching(strings.EqualFold), ""),
		row("PART-10/trimmed", matching(func(id, told string) bool { return strings.TrimSpace(id) == strings.TrimSpace(told) }), ""),
		row("PART-10/stops", heard(func(list []wire.Value) plant.Edit {
			over := false
			look := strayed(func(s wire.Value, _ []string) wire.Value {
				over = true
				return s
			})(list)
			return func(s wire.Value) wire.Value {
				s = look(s)
				return keepIf(!over, s)
			}
		}), ""),
		row("PART-10/sent", adding(func(list []wire.Value) []wire.Value {
			return each(strays(list), func(s wire.Value) wire.Value {
				return toolMessage(s.Get("toolCallId"), wire.Str("a stray result"))
			})
		}), "22"),
	}
}

// afterFirst changes call parts that got another output after a first result.
func afterFirst(into func(first, last, p wire.Value) wire.Value) edit {
	return held(func(list []wire.Value) plant.Edit {
		first, last := map[string]wire.Value{}, answeredBy(list, words.StepAddResult)
		for _, s := range slices.Backward(list) {
			if words.IsResult(s) {
				first[words.ID(s)] = s
			}
		}
		return plant.When(is(words.PartCall), func(p wire.Value) wire.Value {
			l, ok := last[words.ID(p)]
			if !ok || l.Get("state").Text() != words.OutputAvailable || wire.Equal(first[words.ID(p)], l) {
				return p
			}
			return into(first[words.ID(p)], l, p)
		})
	})
}

// secondFaults go wrong on second results for a call.
func secondFaults() []plant.Row {
	return []plant.Row{
		row("PART-11/both", edit{messages: func(list, messages []wire.Value) []wire.Value {
			count := words.Answers(list)
			return words.MapParts(messages, func(p wire.Value) []wire.Value {
				if is(words.PartResult)(p) && count[words.ID(p)] > 1 {
					return []wire.Value{p, member("content", "the other one")(p)}
				}
				return plant.Only(p)
			})
		}}, "06"),
		row("PART-11/left-over-error", held(func(list []wire.Value) plant.Edit {
			reason := map[string]wire.Value{}
			for _, s := range list {
				if s.Get("errorText").Text() != "" && stepFailed(s) {
					reason[words.ID(s)] = s.Get("errorText")
				}
			}
			return plant.When(func(p wire.Value) bool { return is(words.PartResult)(p) && !reason[words.ID(p)].IsAbsent() },
				func(p wire.Value) wire.Value { return p.With("error", reason[words.ID(p)]) })
		}), ""),
		row("PART-11/output-not-set", afterFirst(func(first, _, p wire.Value) wire.Value {
			return plant.When(func(wire.Value) bool { return stepFailed(first) }, plant.Lacking("output"))(p)
		}), ""),
		row("PART-11/outputs-joined", afterFirst(func(first, last, p wire.Value) wire.Value {
			joined := last.Get("output")
			if !joined.IsObject() {
				return p
			}
			for _, m := range first.Get("output").Members() {
				if !joined.Has(m.Name) {
					joined = joined.With(m.Name, m.Value)
				}
			}
			return p.With("output", joined)
		}), ""),
	}
}

// cutBecomes sends calls whose arguments were still on their way: with these arguments, or their own where these are "", and
// with this answer where there is one.
func cutBecomes(arguments, content string, is func(text string) bool) edit {
	return edit{model: func(list, sent []wire.Value) []wire.Value {
		out := slices.Clone(sent)
		chat := Consume(wire.Obj(wire.M("steps", wire.List(list...))))
		words.MapCalls(chat.State.Get("messages").Items(), func(p wire.Value) wire.Value {
			state, own := p.Get("state").Text(), p.Get("arguments").Text()
			if state != words.StateStreaming && state != stateStopped || wire.IsJSON(own) || !is(own) {
				return p
			}
			if arguments != "" {
				own = arguments
			}
			call := wire.Obj(wire.M("id", p.Get("id")), wire.M("name", p.Get("name")), wire.T("arguments", own))
			out = append(out, words.Model(words.RoleAssistant, wire.Str("")).With("toolCalls", wire.List(call)))
			if content != "" {
				out = append(out, toolMessage(p.Get("id"), wire.Str(content)))
			}
			return p
		})
		return out
	}}
}

// cutFaults go wrong on calls that are cut inside their arguments.
func cutFaults() []plant.Row {
	any := func(string) bool { return true }
	nextFinish := func(list []wire.Value) []wire.Value {
		var open, out []wire.Value
		whole := map[string]bool{}
		for _, s := range list {
			switch words.Kind(s) {
			case words.StepCall:
				whole[words.ID(s)] = true
			case words.StepDelta:
				open = append(open, s)
			case words.StepUser:
				if len(open) > 0 && !whole[words.ID(open[0])] {
					out, open = append(out, words.CallsDone()), nil
				}
			}
			out = append(out, s)
		}
		return out
	}
	return []plant.Row{
		row("PART-12/sent", cutBecomes("", "", any), ""),
		row("PART-12/repaired", cutBecomes(`{"id":null}`, "", any), ""),
		row("PART-12/succeeded", cutBecomes("{}", "{}", any), ""),
		row("PART-12/brackets-counted", cutBecomes("", "", func(text string) bool { return strings.HasSuffix(text, "}") }), ""),
		row("PART-12/next-finish", choosing(choices{malformedAsIs: true, unanswered: sendUnanswered}, edit{steps: nextFinish}), ""),
	}
}

// pieceFaults lose or change pieces of arguments on their way in.
func pieceFaults() []plant.Row {
	pieces := func(change func(piece string) string) edit {
		return heard(always(plant.When(is(words.StepDelta), plant.Inside("/argumentsDelta", plant.Text(change)))))
	}
	return []plant.Row{
		row("PART-25/null-piece", heard(always(losing(func(s wire.Value) bool { return s.Get("argumentsDelta").Text() == "null" }))), ""),
		row("PART-25/escapes-resolved", pieces(plant.Replaced(`\u0022`, `"`)), "02"),
		row("PART-25/quotes-straight", pieces(plant.Replaced("“", `"`, "”", `"`)), ""),
		row("PART-25/text-closes", heard(func([]wire.Value) plant.Edit {
			begun, closed := map[string]bool{}, map[string]bool{}
			return func(s wire.Value) wire.Value {
				switch words.Kind(s) {
				case words.StepText:
					maps.Copy(closed, begun)
				case words.StepDelta:
					begun[words.ID(s)] = true
					return keepIf(!closed[words.ID(s)], s)
				}
				return s
			}
		}), "02"),
		row("PART-25/empty-keeps-pieces", heard(func([]wire.Value) plant.Edit {
			begun := map[string]bool{}
			return func(s wire.Value) wire.Value {
				begun[words.ID(s)] = begun[words.ID(s)] || is(words.StepDelta)(s)
				return keepIf(!is(words.StepCall)(s) || !begun[words.ID(s)] || s.Find("/toolCall/arguments").Text() != "", s)
			}
		}), "02"),
		row("PART-25/1000-pieces", heard(func([]wire.Value) plant.Edit {
			count := map[string]int{}
			return plant.When(is(words.StepDelta), func(s wire.Value) wire.Value {
				count[words.ID(s)]++
				return keepIf(count[words.ID(s)] <= 1000, s)
			})
		}), "02"),
		row("PART-25/object-closes", heard(func([]wire.Value) plant.Edit {
			so := map[string]string{}
			return plant.When(is(words.StepDelta), func(s wire.Value) wire.Value {
				v, err := wire.Parse([]byte(so[words.ID(s)]))
				so[words.ID(s)] += s.Get("argumentsDelta").Text()
				return keepIf(err != nil || !v.IsObject(), s)
			})
		}), ""),
		row("PART-25/whole-so-far", heard(func([]wire.Value) plant.Edit {
			so := map[string]string{}
			return plant.When(is(words.StepDelta), func(s wire.Value) wire.Value {
				taken := s.Get("argumentsDelta").Text()
				if so[words.ID(s)] != "" {
					taken = strings.TrimPrefix(taken, so[words.ID(s)])
				}
				so[words.ID(s)] += taken
				return member("argumentsDelta", taken)(s)
			})
		}), ""),
	}
}
