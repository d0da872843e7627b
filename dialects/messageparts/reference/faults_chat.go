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

// results changes the result parts of calls that steps of that type answer.
func results(step string, change plant.Edit) edit {
	return answered(words.PartResult, step, func(p, _ wire.Value) wire.Value { return change(p) })
}

// available changes parts of calls that got such an output.
func available(part string, so plant.Of, change plant.Edit) edit {
	return answered(part, words.StepAddResult, func(p, s wire.Value) wire.Value {
		if stepFailed(s) || !so(s.Get("output")) {
			return p
		}
		return change(p)
	})
}

// retoldText tells outputs that are texts in another way.
func retoldText(change func(string) string) edit {
	return answered(words.PartResult, words.StepAddResult, func(p, s wire.Value) wire.Value {
		if out := s.Get("output"); out.IsString() && !stepFailed(s) {
			p = member("content", change(out.Text()))(p)
		}
		return p
	})
}

// resultFaults are missing and misplaced result parts.
func resultFaults() []plant.Row {
	intoOwn := func(list, messages []wire.Value) []wire.Value {
		by := answeredBy(list, words.StepResult)
		var taken []wire.Value
		rest := words.MapResults(messages, func(p wire.Value) wire.Value {
			if by[words.ID(p)].IsAbsent() {
				return p
			}
			taken = append(taken, p)
			return wire.Value{}
		})
		if len(taken) == 0 {
			return messages
		}
		return append(rest, words.AssistantMessage("results", taken...))
	}
	return []plant.Row{
		row("PART-01/no-part", choosing(choices{outputOnly: sendUnanswered}, results(words.StepAddResult, plant.Gone)), "06 23"),
		row("PART-05/no-part", results(words.StepResult, plant.Gone), "06"),
		row("PART-05/own-message", edit{messages: intoOwn}, ""),
		row("PART-05/error-complete", results(words.StepResult, member("state", words.StateComplete)), ""),
	}
}

// fieldFaults are wrong fields of the call and of its result part.
func fieldFaults() []plant.Row {
	called := func(change plant.Edit) edit {
		return answered(words.PartCall, words.StepAddResult, func(p, _ wire.Value) wire.Value { return change(p) })
	}
	text := func(so plant.Of, change func(string) string) edit {
		return available(words.PartResult, so, plant.Inside("/content", plant.Text(change)))
	}
	return []plant.Row{
		row("PART-02/arguments-lost", called(member("arguments", "")), "25"),
		row("PART-02/name-lost", called(member("name", "")), "25"),
		row("PART-02/id-lost", called(plant.Inside("/id", plant.Text(func(id string) string { return "done-" + id }))), ""),
		row("PART-02/last-call", edit{messages: outputOnLast}, ""),
		row("PART-03/array-joined", text(wire.Value.IsArray, func(s string) string { return strings.Trim(s, "[]") }), ""),
		row("PART-03/empty-members", text(plant.Every, plant.Replaced("null", "")), ""),
		row("PART-03/line-separators", text(plant.Every, plant.Replaced("\u2028", "\n", "\u2029", "\n", "\u0085", "\n")), ""),
		row("PART-03/unescaped", retoldText(plant.Replaced(`\n`, "\n", `\"`, `"`)), ""),
		row("PART-04/absent-error-complete", answered(words.PartResult, words.StepAddResult, func(p, s wire.Value) wire.Value {
			if stepFailed(s) && s.Get("errorText").IsNull() {
				return member("state", words.StateComplete)(p)
			}
			return p
		}), ""),
		row("PART-04/error-word", available(words.PartResult, plant.Has("error"), member("state", words.StateError)), ""),
		row("PART-04/streaming-untouched", parts(words.PartCall,
			plant.When(plant.Says("state", stateStopped), member("state", words.StateStreaming))), ""),
		row("PART-04/another-ones-text", held(othersHeld), "05"),
	}
}

// othersText gives a failure without a text that of the failure before it, as given puts it there. Texts are their own, by
// call id, of failures alone.
func othersText(texts map[string]wire.Value, given func(v, text wire.Value) wire.Value) plant.Edit {
	last := wire.Value{}
	return func(v wire.Value) wire.Value {
		switch text, failed := texts[words.ID(v)]; {
		case !failed:
		case strings.TrimSpace(text.Text()) != "":
			last = text
		case !last.IsAbsent():
			v = given(v, last)
		}
		return v
	}
}

// othersHeld does so in a chat's parts.
func othersHeld(list []wire.Value) plant.Edit {
	own := map[string]wire.Value{}
	for _, s := range list {
		own[words.ID(s)] = s.Get("errorText")
		if words.Kind(s) == words.StepResult {
			own[words.ID(s)] = s.Get("content")
		}
	}
	return plant.When(func(p wire.Value) bool { return is(words.PartResult)(p) && stepFailed(p) },
		othersText(own, func(p, text wire.Value) wire.Value { return p.With("content", text).With("error", text) }))
}

// outputOnLast moves every output to the last call.
func outputOnLast(_, messages []wire.Value) []wire.Value {
	last, out := "", wire.Value{}
	words.MapCalls(messages, func(p wire.Value) wire.Value {
		if last = words.ID(p); p.Has("output") {
			out = p.Get("output")
		}
		return p
	})
	return words.MapCalls(messages, func(p wire.Value) wire.Value {
		if words.ID(p) == last {
			return p.With("output", out)
		}
		return p.Without("output")
	})
}

// unlike holds the first of several results that are alike by their key.
func unlike(key func(messages []wire.Value) func(p wire.Value) string) edit {
	return edit{messages: func(_, messages []wire.Value) []wire.Value {
		of, seen := key(messages), map[string]bool{}
		return words.MapResults(messages, func(p wire.Value) wire.Value {
			again := seen[of(p)]
			seen[of(p)] = true
			return keepIf(!again, p)
		})
	}}
}

// countFaults hold two results for a call, or none.
func countFaults() []plant.Row {
	return []plant.Row{
		row("PART-06/by-name", unlike(func(messages []wire.Value) func(wire.Value) string {
			calls := found(messages, words.PartCall)
			return func(p wire.Value) string { return calls[words.ID(p)].Get("name").Text() }
		}), ""),
		row("PART-06/equal-results", unlike(func([]wire.Value) func(wire.Value) string {
			return func(p wire.Value) string { return p.Get("content").JSON() }
		}), ""),
		row("PART-06/mixed-turn", held(func(list []wire.Value) plant.Edit {
			servers, clients := answeredBy(list, words.StepResult), answeredBy(list, words.StepAddResult)
			return losing(func(p wire.Value) bool {
				return len(clients) > 0 && is(words.PartResult)(p) && !servers[words.ID(p)].IsAbsent()
			})
		}), ""),
		row("PART-06/earlier-turn", heard(func([]wire.Value) plant.Edit {
			known := map[string]bool{}
			return func(s wire.Value) wire.Value {
				switch {
				case words.Kind(s) == words.StepUser:
					clear(known)
				case words.IsCall(s):
					known[words.ID(s)] = true
				}
				return keepIf(!words.IsResult(s) || known[words.ID(s)], s)
			}
		}), "01"),
		row("PART-06/invented", edit{messages: inventResults}, ""),
	}
}

// inventResults answers every open call by an empty success.
func inventResults(_, messages []wire.Value) []wire.Value {
	answered := found(messages, words.PartResult)
	return words.MapParts(messages, func(p wire.Value) []wire.Value {
		if is(words.PartCall)(p) && answered[words.ID(p)].IsAbsent() {
			return []wire.Value{p, words.ResultPart(words.ID(p), "")}
		}
		return plant.Only(p)
	})
}

// wiped loses outputs that came with the step at a place, where by says so.
func wiped(by func(list []wire.Value, id string, after int) bool) edit {
	return held(func(list []wire.Value) plant.Edit {
		at := map[string]int{}
		for i, s := range list {
			if words.IsResult(s) {
				at[words.ID(s)] = i
			}
		}
		return plant.When(func(p wire.Value) bool {
			i, ok := at[words.ID(p)]
			return ok && is(words.PartCall)(p) && by(list, words.ID(p), i)
		}, plant.Lacking("output"))
	})
}

// survivalFaults lose what was held, and take falsy outputs for none.
func survivalFaults() []plant.Row {
	saying := func(json string) plant.Of { return func(v wire.Value) bool { return v.JSON() == json } }
	unset := func(slug, json, also string) plant.Row {
		return row("PART-09/"+slug, available(words.PartCall, saying(json), plant.Lacking("output")), also)
	}
	return []plant.Row{
		row("PART-07/told-again-wipes-falsy", wiped(func(list []wire.Value, id string, after int) bool {
			return words.Falsy(list[after].Get("output")) && slices.ContainsFunc(list[after+1:], func(s wire.Value) bool {
				return words.IsCall(s) && words.ID(s) == id
			})
		}), "02"),
		row("PART-07/second-finish-wipes", wiped(func(list []wire.Value, _ string, after int) bool {
			return len(plant.Drop(func(s wire.Value) bool { return !is(words.StepFinish)(s) })(slices.Clone(list[after+1:]))) > 1
		}), "02"),
		row("PART-09/null-no-part", available(words.PartResult, saying("null"), plant.Gone), "06"),
		unset("false-not-set", "false", "02"), unset("zero-not-set", "0", "02"), unset("empty-not-set", `""`, "02"),
		row("PART-09/dropped-in-pieces", heard(droppingFalsy), "01 06"),
		row("PART-09/not-sent", tools(losing(func(m wire.Value) bool { return wire.Nothing(m.Get("content")) })), "20"),
	}
}

// droppingFalsy drops falsy outputs of calls whose arguments are not whole yet.
func droppingFalsy([]wire.Value) plant.Edit {
	begun, whole := map[string]bool{}, map[string]bool{}
	return func(s wire.Value) wire.Value {
		switch id := words.ID(s); words.Kind(s) {
		case words.StepDelta:
			begun[id] = true
		case words.StepCall:
			whole[id] = true
		case words.StepFinish:
			maps.Copy(whole, begun)
		case words.StepAddResult:
			return keepIf(stepFailed(s) || !words.Falsy(s.Get("output")) || whole[id], s)
		}
		return s
	}
}

// sizeFaults give up on size; a few are of a chat alone.
func sizeFaults() []plant.Row {
	return []plant.Row{
		row("ROBUST-03/64-calls", heard(func([]wire.Value) plant.Edit {
			seen := map[string]bool{}
			return func(s wire.Value) wire.Value {
				if words.IsCall(s) && len(seen) < 64 {
					seen[words.ID(s)] = true
				}
				return keepIf(!words.IsCall(s) || seen[words.ID(s)], s)
			}
		}), ""),
		row("ROBUST-03/text-100000", retoldText(plant.Cut(100000)), ""),
		row("ROBUST-03/arguments-64-kib", parts(words.PartCall, plant.Inside("/arguments", plant.Text(plant.Cut(65536)))), ""),
		row("ROBUST-03/nesting-64", parts(words.PartCall,
			plant.Inside("/output", func(v wire.Value) wire.Value { return dialect.CutDeep(v, 64) })), ""),
		row("ROBUST-04/bare-output", heard(always(plant.Inside("/output", plant.When(func(v wire.Value) bool {
			return v.Kind() == wire.Number
		}, dialect.Doubles)))), "").Warn(),
		row("PART-08/results-first", partLists(func(parts []wire.Value) []wire.Value {
			return plant.SortedFirst(parts, is(words.PartResult))
		}), "").Warn(),
	}
}
