package reference

import (
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// saysNothing tells whether a step is a text without a letter.
func saysNothing(s wire.Value) bool {
	return words.Kind(s) == words.StepText && s.Get("text").Text() == ""
}

// otherwise tells a finish for another reason than tool_calls and stop.
func otherwise(s wire.Value) bool {
	reason := s.Get("reason").Text()
	return words.Kind(s) == words.StepFinish && reason != "tool_calls" && reason != "stop"
}

// besideFaults go wrong in the chat alone, by what stands beside a call and its result.
func besideFaults() []plant.Row {
	return []plant.Row{
		row("PART-06/other-finish", heard(func([]wire.Value) plant.Edit {
			over := false
			return func(s wire.Value) wire.Value {
				over = (over || otherwise(s)) && !is(words.StepUser)(s)
				return keepIf(!over || !words.IsResult(s), s)
			}
		}), "01 02 04 05 24"),
		row("PART-20/other-finish", told(func(list []wire.Value) plant.Edit {
			cut, turn := map[string]bool{}, map[string]bool{}
			for _, s := range list {
				switch {
				case words.IsCall(s):
					turn[words.ID(s)] = true
				case is(words.StepUser)(s):
					clear(turn)
				case otherwise(s):
					maps.Copy(cut, turn)
				}
			}
			uncut := inCalls(losing(func(c wire.Value) bool { return cut[c.Get("id").Text()] }))
			return func(m wire.Value) wire.Value { return keepIf(!from(words.RoleTool)(m) || !cut[words.ID(m)], uncut(m)) }
		}), "24 25"),
		row("PART-07/other-finish-erases", held(func(list []wire.Value) plant.Edit {
			erased, held := map[string]bool{}, map[string]bool{}
			for _, s := range list {
				if words.IsResult(s) {
					held[words.ID(s)] = true
				} else if otherwise(s) {
					maps.Copy(erased, held)
				}
			}
			return plant.When(func(p wire.Value) bool { return is(words.PartCall)(p) && erased[words.ID(p)] }, plant.Lacking("output"))
		}), "02"),
		row("PART-06/equal-call-later", withoutTwins(is(words.PartResult)), "01 05"),
		row("PART-06/equal-call-answered", heard(func([]wire.Value) plant.Edit {
			told, answered, twin := map[string]string{}, map[string]bool{}, map[string]bool{}
			return func(s wire.Value) wire.Value {
				if is(words.StepCall)(s) {
					key := s.Find("/toolCall/name").Text() + s.Find("/toolCall/arguments").Text()
					told[words.ID(s)], twin[words.ID(s)] = key, answered[key]
				} else if words.IsResult(s) {
					answered[told[words.ID(s)]] = true
				}
				return keepIf(!words.IsResult(s) || !twin[words.ID(s)], s)
			}
		}), "01 02 05"),
		row("PART-06/behind-empty-text", heard(behind(saysNothing, words.IsResult)), "01 02 04 05 24"),
		row("PART-06/empty-text-first", heard(func([]wire.Value) plant.Edit {
			begins, deaf := true, false
			return func(s wire.Value) wire.Value {
				if begins {
					deaf = saysNothing(s)
				}
				begins = is(words.StepUser)(s)
				return keepIf(!deaf || !words.IsResult(s), s)
			}
		}), "01 02 05"),
		row("PART-01/empty-text-parts-them", edit{messages: parted}, "05 26"),
	}
}

// parted puts results that came behind an empty text in a message of their own.
func parted(list, messages []wire.Value) []wire.Value {
	apart, open := map[string]bool{}, map[string]bool{}
	for _, s := range list {
		switch {
		case words.IsCall(s):
			open[words.ID(s)] = true
		case words.IsResult(s):
			delete(open, words.ID(s))
		case saysNothing(s):
			maps.Copy(apart, open)
		}
	}
	var moved []wire.Value
	for _, m := range messages {
		var late []wire.Value
		m = words.MapResults(plant.Only(m), func(p wire.Value) wire.Value {
			if apart[words.ID(p)] {
				late = append(late, p)
			}
			return keepIf(!apart[words.ID(p)], p)
		})[0]
		if moved = append(moved, m); len(late) > 0 {
			moved = append(moved, member("id", m.Get("id").Text()+"-2")(m).With("parts", wire.List(late...)))
		}
	}
	return moved
}

// metaFaults break the properties that need no oracle.
func metaFaults() []plant.Row {
	return []plant.Row{
		row("META-02/sorted", edit{messages: func(_, messages []wire.Value) []wire.Value {
			return arranged(messages, words.PartResult, func(results []wire.Value) []wire.Value {
				slices.SortStableFunc(results, func(a, b wire.Value) int { return strings.Compare(words.ID(a), words.ID(b)) })
				return results
			})
		}}, ""),
		row("META-02/numbered", parts(words.PartCall, plant.When(func(p wire.Value) bool {
			return strings.TrimRight(words.ID(p), "0123456789") == words.ID(p)
		}, plant.Lacking("output"))), ""),
		row("META-03/by-arrival", heard(byArrival), ""),
		row("META-05/forgets", edit{messages: func(_, messages []wire.Value) []wire.Value {
			last := len(messages)
			for i, m := range messages {
				if from(words.RoleUser)(m) {
					last = i
				}
			}
			if last == len(messages) {
				return messages
			}
			return append(words.MapResults(messages[:last], plant.Gone), messages[last:]...)
		}}, ""),
		row("META-05/finish-trims", held(func(list []wire.Value) plant.Edit {
			n := 0
			for _, s := range list {
				if is(words.StepFinish)(s) {
					n++
				}
			}
			return plant.When(func(p wire.Value) bool { return n > 1 && is(words.PartResult)(p) },
				plant.Inside("/content", plant.Text(func(s string) string { return s + "\n" })))
		}), ""),
		row("ROBUST-06/answered-ok", answeringAll("ok"), ""),
	}
}

// byArrival gives the n-th result of each turn to the turn's n-th call.
func byArrival([]wire.Value) plant.Edit {
	var told []string
	next := 0
	return func(s wire.Value) wire.Value {
		switch {
		case is(words.StepUser)(s):
			told, next = nil, 0
		case words.IsCall(s) && !slices.Contains(told, words.ID(s)):
			told = append(told, words.ID(s))
		case words.IsResult(s) && next < len(told):
			next++
			return member("toolCallId", told[next-1])(s)
		}
		return s
	}
}
