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

// modelFaults go wrong between UI messages and model messages, in both roles.
func modelFaults() []plant.Row {
	return slices.Concat(toolFaults(), outputFaults(), placeFaults(), callFaults())
}

// failures are the tool messages that tell an error, failuresWhere those of errors that came so.
func failures(change plant.Edit) edit {
	return failuresWhere(func(wire.Value) bool { return true }, change)
}

func failuresWhere(so plant.Of, change plant.Edit) edit {
	return toolsWith(func(list []wire.Value) plant.Edit {
		failed := map[string]bool{}
		for _, s := range list {
			if words.IsResult(s) {
				failed[words.ID(s)] = stepFailed(s) && so(s)
			}
		}
		for id, p := range found(list, words.PartResult) {
			failed[id] = stepFailed(p) && so(p)
		}
		return plant.When(func(m wire.Value) bool { return failed[words.ID(m)] }, change)
	})
}

// many puts several messages in the place of those of which so is true.
func many(so plant.Of, more func(m wire.Value) []wire.Value) edit {
	return sending(plant.Many(so, more))
}

// says tells messages that say something.
func says(word string) plant.Of {
	return func(m wire.Value) bool { return strings.Contains(m.Get("content").Text(), word) }
}

// answeringAll says something of the calls that never got a result.
func answeringAll(with string) edit {
	return choosing(choices{unanswered: answerByError}, tools(plant.When(says(missingText), member("content", with))))
}

func toolFaults() []plant.Row {
	tool := from(words.RoleTool)
	text := func(text string) plant.Edit { return member("content", text) }
	return []plant.Row{
		row("PART-20/twice", many(tool, plant.Twice), "23"),
		row("PART-20/lost-beside-open", edit{model: lostBesideOpen}, ""),
		row("PART-20/swapped", inRuns(func(run []wire.Value) []wire.Value {
			for i := 1; i < len(run); i += 2 {
				plant.Exchange(run, i-1, i, "content")
			}
			return run
		}), ""),
		row("PART-20/last-only", inRuns(func(run []wire.Value) []wire.Value { return run[len(run)-1:] }), "23"),
		row("PART-20/error-object", failures(text("{}")), ""),
		row("PART-20/output-unwrapped", tools(plant.Inside("/content", plant.Taken("output", "response"))), ""),
		row("PART-25/id-is-name", parts(words.PartCall, losing(func(p wire.Value) bool {
			return wire.Equal(p.Get("id"), p.Get("name"))
		})), "20"),
		row("PART-20/old-cleared", sending(clearOld), ""),
		row("PART-23/made-up", answeringAll(""), ""),
		row("PART-23/last-open", sending(func(sent []wire.Value) []wire.Value {
			last := ""
			each(sent, inCalls(func(c wire.Value) wire.Value { last = c.Get("id").Text(); return c }))
			return each(sent, losing(func(m wire.Value) bool { return tool(m) && words.ID(m) == last }))
		}), "20"),
		row("PART-23/calls-twice", many(calling, plant.Twice), "25"),
		row("PART-24/not-sent", failures(plant.Gone), "20"),
		row("PART-24/mute-only", failures(plant.When(says("without saying why"), text(""))), ""),
	}
}

func outputFaults() []plant.Row {
	return []plant.Row{
		row("PART-21/twice", edit{model: func(list, sent []wire.Value) []wire.Value {
			outs := outputs(list)
			return plant.Many(func(m wire.Value) bool { return from(words.RoleTool)(m) && outs[words.ID(m)].Kind() != wire.Absent },
				func(m wire.Value) []wire.Value {
					return []wire.Value{m, toolMessage(m.Get("toolCallId"), wire.Str(outs[words.ID(m)].JSON()))}
				})(sent)
		}}, "20 23"),
		row("PART-21/in-text", adding(func(list []wire.Value) []wire.Value {
			text, outs := "", outputs(list)
			for _, id := range slices.Sorted(maps.Keys(outs)) {
				text += outs[id].JSON()
			}
			return plant.Only(words.Model(words.RoleAssistant, wire.Str(text)))
		}), ""),
		row("PART-21/on-call", callsWith(func(list []wire.Value) plant.Edit {
			outs := outputs(list)
			return func(c wire.Value) wire.Value { return c.With("output", outs[c.Get("id").Text()]) }
		}), ""),
	}
}

// clearOld replaces the contents of tool messages with three user messages behind them.
func clearOld(sent []wire.Value) []wire.Value {
	behind := 0
	for i, m := range slices.Backward(sent) {
		if from(words.RoleUser)(m) {
			behind++
		} else if from(words.RoleTool)(m) && behind > 2 {
			sent[i] = member("content", "[old tool result cleared]")(m)
		}
	}
	return sent
}

// outputs are the outputs of calls, from steps or stored messages, by call id.
func outputs(list []wire.Value) map[string]wire.Value {
	by := map[string]wire.Value{}
	for id, s := range answeredBy(list, words.StepAddResult) {
		if s.Get("state").Text() == words.OutputAvailable {
			by[id] = s.Get("output")
		}
	}
	for id, p := range found(list, words.PartCall) {
		if p.Has("output") {
			by[id] = p.Get("output")
		}
	}
	return by
}

// lostBesideOpen drops every tool message while any call is open.
func lostBesideOpen(list, sent []wire.Value) []wire.Value {
	told, answered := found(list, words.PartCall), found(list, words.PartResult)
	for _, s := range list {
		if words.IsCall(s) {
			told[words.ID(s)] = s
		} else if words.IsResult(s) {
			answered[words.ID(s)] = s
		}
	}
	for id := range told {
		if answered[id].IsAbsent() {
			return plant.Drop(from(words.RoleTool))(slices.Clone(sent))
		}
	}
	return sent
}

func placeFaults() []plant.Row {
	tool := from(words.RoleTool)
	// waiting holds tool messages back until a message of which so is true stands before them, or to the end.
	waiting := func(sent []wire.Value, so plant.Of) []wire.Value {
		var out, late []wire.Value
		for _, m := range sent {
			switch {
			case tool(m):
				late = append(late, m)
			case so(m):
				out, late = append(append(out, m), late...), nil
			default:
				out = append(out, m)
			}
		}
		return append(out, late...)
	}
	moved := func(so plant.Of) edit {
		return sending(func(sent []wire.Value) []wire.Value { return waiting(sent, so) })
	}
	return []plant.Row{
		row("PART-22/at-the-end", moved(func(wire.Value) bool { return false }), ""),
		row("PART-22/before-call", sending(func(sent []wire.Value) []wire.Value { // tool messages wait for their assistant
			return plant.Reversed(waiting(plant.Reversed(sent), calling))
		}), ""),
		row("PART-22/after-next-user", moved(from(words.RoleUser)), ""),
	}
}

// sentCalls is where model messages have their calls, and the lines that their loss misses. Answers belong to ids, so ids
// are changed where they are heard.
func sentCalls() plant.Shown {
	return plant.Shown{
		Calls: "/modelMessages/*/toolCalls", ID: "id", Name: "name", Arguments: "arguments", Within: true,
		OfCalls: "PART-25", OfTwins: "PART-25", OfArguments: "PART-25", OfOrder: "PART-26", Lenient: true,
		Except: []string{"unwrapped", "name-falsy-lost", "id-trimmed", "id-first-line", "id-cut-at-64", "id-lower", "id-ascii",
			"id-unescaped", "id-quotes", "id-one-blank", "id-composed", "id-controls-lost", "id-invisible-lost", "id-blanks-plain",
			"id-astral-lost", "late-names-trimmed"},
	}
}

func callFaults() []plant.Row {
	return append(slices.Concat(sentCalls().Faults(), plant.Lenient("PART-25", forgiving), plant.Objects("PART-25", forgiving)),
		row("PART-25/proto-lost", calls(plant.Inside("/arguments", plant.InJSON(plant.Lacking("__proto__")))), ""),
		row("PART-25/malformed-emptied", malformed(plant.Becomes(`"{}"`)), ""),
		row("PART-25/not-sent", told(always(plant.Lacking("toolCalls"))), ""))
}

// forgiving sends what read makes of such arguments.
func forgiving(read func(text string) string) plant.Plant {
	e := malformed(plant.Forgiving(read))
	return func(dialect.Answer) dialect.Answer { return e.answer }
}

// malformed changes arguments that are sent though they are no object.
func malformed(change plant.Edit) edit {
	return choosing(choices{malformedAsIs: true}, calls(plant.Inside("/arguments", plant.When(isBroken, change))))
}

func isBroken(v wire.Value) bool {
	_, object := wire.ParseObject(v.Text())
	return v.IsString() && v.Text() != "" && !object
}
