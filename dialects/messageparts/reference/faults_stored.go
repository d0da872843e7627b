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

// storedFaults need stored messages that a right chat never holds, or go wrong by what stands beside a call and its result.
func storedFaults() []plant.Row {
	streaming := func(p wire.Value) bool { return p.Get("state").Text() == words.StateArriving }
	none := func(m wire.Value) bool { return wire.Nothing(m.Get("content")) }
	return append(pairingFaults(),
		row("PART-20/streaming-left-out", parts(words.PartCall, losing(plant.Says("state", words.StateStreaming))), "25"),
		plant.New("PART-20/window", plant.Window("messages", 100)),
		row("PART-24/no-content",
			choosing(choices{unanswered: sendUnanswered}, parts(words.PartResult, losing(plant.Not(plant.Has("content"))))), "20"),
		row("PART-20/empty-dropped", tools(losing(none)), "23"),
		row("PART-21/instead", toolsWith(func(list []wire.Value) plant.Edit {
			outs := outputs(list)
			return plant.When(func(m wire.Value) bool { return !outs[words.ID(m)].IsAbsent() },
				func(m wire.Value) wire.Value { return m.With("content", wire.Str(wire.AsText(outs[words.ID(m)]))) })
		}), "20"),
		row("PART-21/output-twice", choosing(choices{outputOnly: answerByOutput}, edit{model: func(list, sent []wire.Value) []wire.Value {
			answered := found(list, words.PartResult)
			return plant.Many(func(m wire.Value) bool { return from(words.RoleTool)(m) && answered[words.ID(m)].IsAbsent() },
				plant.Twice)(sent)
		}}), ""),
		row("PART-21/made-up", edit{choose: choices{outputOnly: answerByError}}, ""),
		row("PART-20/behind-empty-text", held(behind(isEmptyText, is(words.PartResult))), "24 25"),
		row("PART-20/empty-text-first", edit{messages: func(_, messages []wire.Value) []wire.Value {
			return each(messages, losing(func(m wire.Value) bool {
				return !from(words.RoleUser)(m) && isEmptyText(m.Get("parts").At(0))
			}))
		}}, "25 26"),
		row("PART-20/equal-call-of-earlier-message", withoutTwins(plant.Not(is(words.PartText))), "25"),
		row("PART-20/first-part-decides", unlike(func([]wire.Value) func(wire.Value) string { return words.ID }), "24 25"),
		row("PART-20/streaming-is-sent", choosing(choices{firstResult: true},
			parts(words.PartResult, plant.When(streaming, member("state", words.StateComplete)))), ""),
		row("PART-20/streaming-is-sent-too", edit{model: func(list, sent []wire.Value) []wire.Value {
			early := map[string][]wire.Value{}
			words.MapResults(list, func(p wire.Value) wire.Value {
				if streaming(p) {
					early[words.ID(p)] = append(early[words.ID(p)], asTool(p))
				}
				return p
			})
			return plant.Many(from(words.RoleTool), func(m wire.Value) []wire.Value { return append(early[words.ID(m)], m) })(sent)
		}}, "23"))
}

// nearAnswers answers calls that have no result by that of a call whose id begins like theirs.
func nearAnswers(sent []wire.Value) []wire.Value {
	return each(sent, plant.When(says(missingText), func(m wire.Value) wire.Value {
		for _, near := range sent {
			if id := words.ID(near); from(words.RoleTool)(near) && id != words.ID(m) && strings.HasPrefix(id, words.ID(m)) {
				return m.With("content", near.Get("content"))
			}
		}
		return m
	}))
}

// pairingFaults give results to other calls than their own, or to none.
func pairingFaults() []plant.Row {
	return []plant.Row{
		row("PART-20/first-of-id", toolsWith(firstOfID("toolCallId", "content")), ""),
		row("PART-20/next-message-at-most", reaching(func(call, result partAt) bool { return result.message <= call.message+1 }), ""),
		row("PART-23/near-answers", choosing(choices{unanswered: answerByError}, sending(nearAnswers)), ""),
		row("PART-20/same-turn", reaching(func(call, result partAt) bool { return result.turn == call.turn }), ""),
		row("PART-20/behind-only", reaching(func(call, result partAt) bool { return result.at > call.at }), ""),
		row("PART-20/by-neighbour", held(func([]wire.Value) plant.Edit {
			last := wire.Value{}
			return func(p wire.Value) wire.Value {
				if words.Kind(p) == words.PartCall {
					last = p.Get("id")
				} else if words.Kind(p) == words.PartResult && !last.IsAbsent() {
					p = p.With("toolCallId", last)
				}
				return p
			}
		}), ""),
		row("PART-20/unknown-parts", edit{messages: func(_, messages []wire.Value) []wire.Value {
			named := found(messages, "source")
			return words.MapResults(messages, func(p wire.Value) wire.Value { return keepIf(named[words.ID(p)].IsAbsent(), p) })
		}}, ""),
	}
}

// partAt is where a part stands: among all, in which message, after how many of the user's.
type partAt struct{ at, message, turn int }

// reaching drops result parts that a fault doesn't find from their call.
func reaching(found func(call, result partAt) bool) edit {
	// walk tells of every part where it stands; what look returns takes its place.
	walk := func(messages []wire.Value, look func(p wire.Value, at partAt) wire.Value) []wire.Value {
		var at partAt
		out := slices.Clone(messages)
		for i, m := range out {
			if at.message = i; from(words.RoleUser)(m) {
				at.turn++
			}
			out[i] = inParts([]wire.Value{m}, func(p wire.Value) wire.Value {
				at.at++
				return look(p, at)
			})[0]
		}
		return out
	}
	return edit{messages: func(_, messages []wire.Value) []wire.Value {
		calls := map[string]partAt{}
		walk(messages, func(p wire.Value, at partAt) wire.Value {
			if words.Kind(p) == words.PartCall {
				calls[words.ID(p)] = at
			}
			return p
		})
		return walk(messages, func(p wire.Value, at partAt) wire.Value {
			call, known := calls[words.ID(p)]
			return keepIf(words.Kind(p) != words.PartResult || !known || found(call, at), p)
		})
	}}
}

// withoutTwins loses such parts of calls that equal one of a message before theirs.
func withoutTwins(lost plant.Of) edit {
	return edit{messages: func(_, messages []wire.Value) []wire.Value {
		seen, twin := map[string]bool{}, map[string]bool{}
		return each(messages, func(m wire.Value) wire.Value {
			here := map[string]bool{}
			m = inParts(plant.Only(m), func(p wire.Value) wire.Value {
				if is(words.PartCall)(p) {
					key := p.Get("name").Text() + p.Get("arguments").JSON()
					here[key], twin[words.ID(p)] = true, seen[key]
				}
				return keepIf(!twin[words.ID(p)] || !lost(p), p)
			})[0]
			maps.Copy(seen, here)
			return m
		})
	}}
}

// nearFaults take something beside a part, or nearly like one, for it.
func nearFaults() []plant.Row {
	return []plant.Row{
		row("PART-20/error-member", parts(words.PartResult, plant.When(func(p wire.Value) bool {
			return p.Get("state").Text() == words.StateComplete && p.Get("error").Text() != ""
		}, func(p wire.Value) wire.Value { return p.With("content", p.Get("error")) })), ""),
		row("PART-21/another-text", edit{model: func(list, sent []wire.Value) []wire.Value {
			outs := outputs(list)
			return plant.Many(func(m wire.Value) bool {
				out := outs[words.ID(m)]
				return from(words.RoleTool)(m) && out.IsString() && out.Text() != m.Get("content").Text()
			}, func(m wire.Value) []wire.Value { return []wire.Value{m, m.With("content", outs[words.ID(m)])} })(sent)
		}}, "20 23"),
		row("PART-24/looks-empty", failures(plant.When(func(m wire.Value) bool {
			return slices.Contains([]string{"{}", "[]", "undefined"}, m.Get("content").Text())
		}, member("content", ""))), ""),
		row("PART-20/another-ones-error", toolsWith(othersSent), ""),
		row("PART-25/empty-from-a-sibling", callsWith(func([]wire.Value) plant.Edit {
			before := wire.Value{}
			return func(c wire.Value) wire.Value {
				if text := c.Get("arguments").Text(); (text == "" || text == "{}") && before.IsString() {
					c = c.With("arguments", before)
				}
				before = c.Get("arguments")
				return c
			}
		}), ""),
		row("PART-25/arguments-by-id", callsWith(firstOfID("id", "arguments")), ""),
		row("PART-25/name-by-id", callsWith(firstOfID("id", "name")), ""),
	}
}

// firstOfID gives every call, or tool message, with an id a member of the first one with that id, of whatever message.
func firstOfID(idMember, member string) memory {
	return func([]wire.Value) plant.Edit {
		first := map[string]wire.Value{}
		return func(c wire.Value) wire.Value {
			id := c.Get(idMember).Text()
			if _, ok := first[id]; !ok {
				first[id] = c.Get(member)
			}
			return c.With(member, first[id])
		}
	}
}

// othersSent sends an error without a text with the text of the one before it.
func othersSent(list []wire.Value) plant.Edit {
	own := map[string]wire.Value{}
	for id, p := range found(list, words.PartResult) {
		if own[id] = p.Get("error"); own[id].Text() == "" {
			own[id] = p.Get("content")
		}
		if !stepFailed(p) {
			delete(own, id)
		}
	}
	return othersText(own, func(m, text wire.Value) wire.Value { return m.With("content", text) })
}

// storedOrderFaults miss SHOULDs: a stray part is sent, or text is lost beside what they don't know, or take for a repetition.
func storedOrderFaults() []plant.Row {
	familiar := []string{words.PartText, words.PartCall, words.PartResult}
	return []plant.Row{
		row("PART-22/stray-sent", adding(func(list []wire.Value) []wire.Value { return each(strayParts(list), asTool) }), "").Warn(),
		row("PART-22/stray-in-text", adding(func(list []wire.Value) []wire.Value { return retold(strayParts(list)) }), "").Warn(),
		row("PART-26/lost-at-the-unknown", partLists(func(parts []wire.Value) (kept []wire.Value) {
			for n, p := range parts {
				if !is(words.PartText)(p) || n+1 == len(parts) || slices.Contains(familiar, words.Kind(parts[n+1])) {
					kept = append(kept, p)
				}
			}
			return kept
		}), "").Warn(),
		row("PART-26/equal-neighbours", sending(func(sent []wire.Value) []wire.Value {
			return slices.CompactFunc(sent, wire.Equal)
		}), "").Warn(),
	}
}

// strayParts are the results whose id no call has, asTool is such a result as it would be sent.
func strayParts(messages []wire.Value) (strays []wire.Value) {
	calls := found(messages, words.PartCall)
	words.MapResults(messages, func(p wire.Value) wire.Value {
		if calls[words.ID(p)].IsAbsent() {
			strays = append(strays, p)
		}
		return p
	})
	return strays
}

func asTool(p wire.Value) wire.Value { return toolMessage(p.Get("toolCallId"), p.Get("content")) }

// hearing changes stored messages before they are converted, and may remember those of before.
type hearing = func(messages []wire.Value) []wire.Value

// leakFaults convert other messages than they were given, by chance or because of those of another conversation.
func leakFaults() []dialect.Fault {
	leak := func(id string, hears func() hearing) dialect.Fault {
		return dialect.Leak(words.Converter(), id, plant.Titles(titles)[id], func() func(wire.Value) wire.Value {
			hear := hears()
			return plant.Inside("/messages", plant.In(func(messages []wire.Value) []wire.Value { return hear(messages) }))
		})
	}
	return []dialect.Fault{
		leak("META-07/stale-cache", staleCache),
		leak("META-07/message-carried", messageCarried),
		leak("META-07/counted-for-all", countedForAll),
		leak("META-06/results-raced", dialect.EveryNth(5, contentsSwapped)),
		leak("META-06/calls-shuffled", dialect.EveryNth(5, func(messages []wire.Value) []wire.Value {
			return arranged(messages, words.PartCall, plant.Reversed)
		})),
		leak("META-06/texts-lost", dialect.EveryNth(4, func(messages []wire.Value) []wire.Value {
			return words.MapKind(messages, words.PartText, plant.Gone)
		})),
	}
}

func staleCache() hearing {
	kept := map[string]wire.Value{}
	return func(messages []wire.Value) []wire.Value {
		return words.MapResults(messages, func(p wire.Value) wire.Value {
			old, have := kept[words.ID(p)]
			kept[words.ID(p)] = p.Get("content")
			if have {
				return p.With("content", old)
			}
			return p
		})
	}
}

func messageCarried() hearing {
	var last []wire.Value
	return func(messages []wire.Value) []wire.Value {
		heard := slices.Concat(last, messages)
		if n := len(messages); n > 0 {
			last = slices.Clone(messages[n-1:])
		}
		return heard
	}
}

func countedForAll() hearing {
	count := 0
	return func(messages []wire.Value) []wire.Value {
		return words.MapCalls(messages, func(p wire.Value) wire.Value {
			count++
			return keepIf(count <= 300, p)
		})
	}
}

func contentsSwapped(messages []wire.Value) []wire.Value {
	return arranged(messages, words.PartResult, func(results []wire.Value) []wire.Value {
		if len(results) > 1 {
			plant.Exchange(results, 0, 1, "content")
		}
		return results
	})
}
