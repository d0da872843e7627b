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

// besideChatFaults are about results that say nothing, or another tool's name, and about outputs that look untidy.
func besideChatFaults() []plant.Row {
	output := func(change plant.Edit) edit { return parts(words.PartCall, plant.Inside("/output", change)) }
	rows := []plant.Row{
		row("PART-11/empty-keeps-first", held(emptyKeepsFirst), ""),
		row("PART-25/name-of-failed", answered(words.PartCall, words.StepAddResult, func(p, s wire.Value) wire.Value {
			if stepFailed(s) {
				return p.With("name", s.Get("tool"))
			}
			return p
		}), ""),
		row("PART-25/quotes-in-pieces", heard(always(plant.When(is(words.StepDelta), plant.Inside("/argumentsDelta",
			plant.Text(plant.Replaced(`\"`, `"`)))))), ""),
		row("PART-10/in-text", adding(func(list []wire.Value) []wire.Value { return retold(strays(list)) }), ""),
		row("PART-02/list-nulls", output(plant.When(wire.Value.IsArray, plant.In(plant.Drop(wire.Nothing)))), ""),
		row("PART-20/pieces-stop", told(piecesStop), "25"),
		row("PART-02/twenty-items", output(plant.Inside("/many", plant.When(wire.Value.IsArray,
			func(v wire.Value) wire.Value { return wire.List(v.Items()[:min(20, v.Len())]...) }))), ""),
	}
	for _, tidy := range dialect.Tidyings() {
		rows = append(rows, row("PART-02/"+tidy.Slug, output(tidy.Change), ""))
	}
	return rows
}

// retold are texts that say what these results say.
func retold(results []wire.Value) []wire.Value {
	var out []wire.Value
	for _, r := range results {
		for _, name := range []string{"output", "content", "errorText"} {
			if said := r.Get(name); !said.IsNull() {
				out = append(out, words.Model(words.RoleAssistant, wire.Str(wire.AsText(said))))
			}
		}
	}
	return out
}

// piecesStop sends no call that was told in pieces and finished for the reason stop.
func piecesStop(list []wire.Value) plant.Edit {
	cut, open := map[string]bool{}, map[string]bool{}
	for _, s := range list {
		switch words.Kind(s) {
		case words.StepDelta:
			open[words.ID(s)] = true
		case words.StepCall:
			delete(open, words.ID(s))
		case words.StepFinish:
			if s.Get("reason").Text() == "stop" {
				maps.Copy(cut, open)
			}
			clear(open)
		}
	}
	sent := inCalls(losing(func(c wire.Value) bool { return cut[c.Get("id").Text()] }))
	return func(m wire.Value) wire.Value { return keepIf(!from(words.RoleTool)(m) || !cut[words.ID(m)], sent(m)) }
}

// emptyKeepsFirst leaves a part its content where a second result brings none.
func emptyKeepsFirst(list []wire.Value) plant.Edit {
	first := map[string]wire.Value{}
	for _, s := range list {
		if words.IsResult(s) && first[words.ID(s)].IsAbsent() {
			first[words.ID(s)] = s
		}
	}
	return plant.When(is(words.PartResult), func(p wire.Value) wire.Value {
		for _, name := range []string{"content", "output", "errorText"} {
			if v := first[words.ID(p)].Get(name); p.Get("content").Text() == "" && v.Text() != "" {
				return p.With("content", v)
			}
		}
		return p
	})
}

// rareFaults change letters that are rare, in ids and in names, and lose an error that is blanks only.
func rareFaults() []plant.Row {
	rare := []struct {
		slug   string
		change func(string) string
	}{
		{"noncharacters", plant.Replaced("\uffff", "", "\ufffe", "")},
		{"tags", plant.Replaced("\U000e0041", "", "\U000e0042", "")},
		{"other-controls", plant.Replaced("\u0001", "", "\u007f", "", "\u000b", "")},
	}
	rows := []plant.Row{row("PART-24/blank-is-none", failuresWhere(func(v wire.Value) bool {
		return slices.ContainsFunc([]string{"content", "error", "errorText"}, func(name string) bool {
			text := v.Get(name).Text()
			return text != "" && strings.TrimSpace(text) == ""
		})
	}, member("content", "")), "")}
	for _, r := range rare {
		rows = append(rows, row("ROBUST-05/"+r.slug, renaming(r.change), ""),
			row("PART-25/name-"+r.slug, calls(plant.Inside("/name", plant.Text(r.change))), ""))
	}
	return append(rows, row("ROBUST-05/line-separators", renaming(plant.Replaced("\u0085", " ", "\u2028", " ")), ""),
		row("ROBUST-05/folded", renaming(plant.Replaced("ß", "ss")), ""),
		row("ROBUST-05/before-bar", renaming(plant.Turned(`(?s)\|.*`, "")), ""),
		row("PART-25/name-pluses", calls(plant.Inside("/name", plant.Text(plant.Replaced("+", " ")))), ""))
}
