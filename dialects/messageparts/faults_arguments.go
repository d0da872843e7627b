package messageparts

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

// argumentFaults lose or change pieces of arguments on their way in.
func argumentFaults() []planted {
	pieces := func(into func(piece string) (string, bool)) edit {
		return edit{steps: func(list []wire.Value) []wire.Value {
			return mapSteps(list, stepDelta, func(s wire.Value) []wire.Value {
				piece, ok := into(s.Get("argumentsDelta").Text())
				if !ok {
					return nil
				}
				return one(s.With("argumentsDelta", wire.Str(piece)))
			})
		}}
	}
	return []planted{
		{"PART-25/null-piece", "A piece that is the word null is dropped.", "",
			pieces(func(p string) (string, bool) { return p, p != "null" })},
		{"PART-25/escapes-resolved", "Escapes in a piece are resolved.", "02",
			pieces(func(p string) (string, bool) { return strings.ReplaceAll(p, `\u0022`, `"`), true })},
		{"PART-25/quotes-straight", "Typographic quotes become straight ones.", "",
			pieces(func(p string) (string, bool) { return strings.NewReplacer("“", `"`, "”", `"`).Replace(p), true })},
		{"PART-25/text-closes", "Text between the pieces of a call ends its arguments.", "02",
			edit{steps: func(list []wire.Value) []wire.Value {
				begun, closed := map[string]bool{}, map[string]bool{}
				return mapResultSteps(list, func(s wire.Value) wire.Value {
					switch s.Get("type").Text() {
					case stepText:
						for id := range begun {
							closed[id] = true
						}
					case stepDelta:
						begun[stepID(s)] = true
						return keepIf(!closed[stepID(s)], s)
					}
					return s
				})
			}}},
		{"PART-25/empty-keeps-pieces", "A whole call without arguments leaves what pieces gathered.", "02",
			edit{steps: func(list []wire.Value) []wire.Value {
				begun := map[string]bool{}
				return mapResultSteps(list, func(s wire.Value) wire.Value {
					if s.Get("type").Text() == stepDelta {
						begun[stepID(s)] = true
					}
					return keepIf(s.Get("type").Text() != stepCall || !begun[stepID(s)] || s.Get("toolCall").Get("arguments").Text() != "",
						s)
				})
			}}},
		{"PART-25/1000-pieces", "Beyond a thousand pieces of one call nothing is taken.", "02",
			edit{steps: func(list []wire.Value) []wire.Value {
				count := map[string]int{}
				return mapSteps(list, stepDelta, func(s wire.Value) []wire.Value {
					if count[stepID(s)]++; count[stepID(s)] > 1000 {
						return nil
					}
					return one(s)
				})
			}}},
	}
}

// alikeFaults give a result to the first call whose id is only like its own.
func alikeFaults() []planted {
	alike := func(word, title string, key func(string) string) planted {
		tell := func(told map[string]string, id string) {
			if _, known := told[key(id)]; !known {
				told[key(id)] = id
			}
		}
		given := func(told map[string]string, id string) wire.Value {
			if t, known := told[key(id)]; known {
				return wire.Str(t)
			}
			return wire.Str(id)
		}
		return planted{"ROBUST-05/" + word, title, "", edit{
			steps: func(list []wire.Value) []wire.Value {
				told := map[string]string{}
				return mapResultSteps(list, func(s wire.Value) wire.Value {
					if isResult(s) {
						return s.With("toolCallId", given(told, stepID(s)))
					}
					if isCall(s) {
						tell(told, stepID(s))
					}
					return s
				})
			},
			messages: func(list, messages []wire.Value) []wire.Value {
				if list != nil { // a chat's results were given away in its steps
					return messages
				}
				told := map[string]string{}
				mapCalls(messages, func(p wire.Value) wire.Value { tell(told, p.Get("id").Text()); return p })
				return mapResults(messages, func(p wire.Value) wire.Value {
					return p.With("toolCallId",
						given(told, p.Get("toolCallId").Text()))
				})
			},
		}}
	}
	return []planted{
		alike("dashes", "Dashes and underscores are equal.", func(id string) string { return strings.ReplaceAll(id, "-", "_") }),
		alike("behind-colon", "What stands before a colon says nothing.",
			func(id string) string { return id[strings.LastIndex(id, ":")+1:] }),
		alike("percent", "Ids are percent-decoded.", strings.NewReplacer("%20", " ", "+", " ").Replace),
		alike("one-prefix", "The prefix toolu_ says nothing.", func(id string) string { return strings.TrimPrefix(id, "toolu_") }),
		alike("invisible", "Characters without width say nothing.",
			strings.NewReplacer("\u200b", "", "\u200d", "", "\ufeff", "", "\ufe0f", "").Replace),
		alike("to-nul", "Ids end at a NUL.", func(id string) string { id, _, _ = strings.Cut(id, "\x00"); return id }),
		alike("astral", "Characters beyond the basic plane are all equal.", func(id string) string {
			return strings.Map(func(r rune) rune {
				if r > 0xFFFF {
					return '?'
				}
				return r
			}, id)
		}),
	}
}

// isEmptyText tells whether a part is a text without a letter.
func isEmptyText(p wire.Value) bool {
	return p.Get("type").Text() == partText && p.Get("content").Text() == ""
}

// besideFaults go wrong in the converter by what stands beside a call and its result.
func besideFaults() []planted {
	return []planted{
		{"PART-20/behind-empty-text", "A result part right behind an empty text is not sent.", "24 25",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				before := wire.Value{}
				return mapParts(messages, func(p wire.Value) []wire.Value {
					lost := p.Get("type").Text() == partResult && isEmptyText(before)
					if before = p; lost {
						return nil
					}
					return one(p)
				})
			}}},
		{"PART-20/empty-text-first", "A message that begins with an empty text is not sent.", "25 26",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				var kept []wire.Value
				for _, m := range messages {
					if m.Get("role").Text() == roleUser || !isEmptyText(m.Get("parts").At(0)) {
						kept = append(kept, m)
					}
				}
				return kept
			}}},
		{"PART-20/equal-call-of-earlier-message", "A call equal to one of an earlier message is not sent again, nor is its result.", "25",
			edit{messages: withoutEarlierTwins}},
	}
}

// withoutEarlierTwins drops calls that equal one of a message before theirs, and
// their results.
func withoutEarlierTwins(_, messages []wire.Value) []wire.Value {
	seen, dropped := map[string]bool{}, map[string]bool{}
	kept := append([]wire.Value(nil), messages...)
	for i, m := range kept {
		var here []string
		kept[i] = mapParts([]wire.Value{m}, func(p wire.Value) []wire.Value {
			switch key := p.Get("name").Text() + p.Get("arguments").JSON(); {
			case p.Get("type").Text() == partCall && seen[key]:
				dropped[p.Get("id").Text()] = true
				return nil
			case p.Get("type").Text() == partCall:
				here = append(here, key)
			case p.Get("type").Text() == partResult && dropped[p.Get("toolCallId").Text()]:
				return nil
			}
			return one(p)
		})[0]
		for _, key := range here {
			seen[key] = true
		}
	}
	return kept
}

// textBehindFaults miss the SHOULD of PART-26.
func textBehindFaults() []planted {
	return []planted{{"PART-26/text-behind-empty-text", "Text right behind an empty text is lost.", "",
		edit{messages: func(_, messages []wire.Value) []wire.Value {
			before := wire.Value{}
			return mapParts(messages, func(p wire.Value) []wire.Value {
				lost := p.Get("type").Text() == partText && isEmptyText(before)
				if before = p; lost {
					return nil
				}
				return one(p)
			})
		}}}}
}

// streamingFaults mistake result parts that were still coming.
func streamingFaults() []planted {
	streaming := func(p wire.Value) bool {
		return p.Get("type").Text() == partResult && p.Get("state").Text() == "streaming"
	}
	return []planted{
		{"PART-20/first-part-decides", "Of the result parts for a call only the first is looked at, which may not be finished.", "24 25",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				seen := map[string]bool{}
				return mapResults(messages, func(p wire.Value) wire.Value {
					id := p.Get("toolCallId").Text()
					first := !seen[id]
					seen[id] = true
					return keepIf(first, p)
				})
			}}},
		{"PART-20/streaming-is-sent", "A result part that is still streaming is sent in the place of the complete one.", "",
			edit{choose: choices{firstResult: true},
				messages: func(_, messages []wire.Value) []wire.Value {
					return mapResults(messages, func(p wire.Value) wire.Value {
						if streaming(p) {
							return p.With("state", wire.Str(stateComplete))
						}
						return p
					})
				}}},
		{"PART-20/streaming-is-sent-too", "A result part that is still streaming is sent beside the complete one.", "23",
			edit{model: func(list, sent []wire.Value) []wire.Value {
				parts := map[string][]wire.Value{}
				mapResults(list, func(p wire.Value) wire.Value {
					if id := p.Get("toolCallId").Text(); streaming(p) {
						parts[id] = append(parts[id], toolMessage(wire.Str(id), p.Get("content")))
					}
					return p
				})
				return mapSent(sent, roleTool, func(m wire.Value) []wire.Value { return append(parts[m.Get("toolCallId").Text()], m) })
			}}},
	}
}

// saysNothing tells whether a step is a text without a letter.
func saysNothing(s wire.Value) bool {
	return s.Get("type").Text() == stepText && s.Get("text").Text() == ""
}

// besideStepFaults go wrong in the chat alone.
func besideStepFaults() []planted {
	otherwise := func(s wire.Value) bool {
		reason := s.Get("reason").Text()
		return s.Get("type").Text() == stepFinish && reason != "tool_calls" && reason != "stop"
	}
	return []planted{
		{"PART-06/other-finish", "Behind a finish for another reason than tool_calls and stop no result is taken.", "01 02 04 05 24",
			edit{steps: func(list []wire.Value) []wire.Value {
				over := false
				return mapResultSteps(list, func(s wire.Value) wire.Value {
					over = (over || otherwise(s)) && s.Get("type").Text() != stepUser
					return keepIf(!over || !isResult(s), s)
				})
			}}},
		{"PART-20/other-finish", "The calls of a stream that finished for another reason than tool_calls and stop are not sent.", "24 25",
			edit{model: func(list, sent []wire.Value) []wire.Value {
				cut, turn := map[string]bool{}, []string{}
				for _, s := range list {
					switch {
					case isCall(s):
						turn = append(turn, stepID(s))
					case s.Get("type").Text() == stepUser:
						turn = nil
					case otherwise(s):
						for _, id := range turn {
							cut[id] = true
						}
					}
				}
				sent = mapSent(sent, roleTool, func(m wire.Value) []wire.Value {
					if cut[m.Get("toolCallId").Text()] {
						return nil
					}
					return one(m)
				})
				return mapSentCalls(sent, func(c wire.Value) wire.Value { return keepIf(!cut[c.Get("id").Text()], c) })
			}}},
		{"PART-07/other-finish-erases", "A finish for another reason than tool_calls and stop erases the outputs before it.", "02",
			edit{messages: func(list, messages []wire.Value) []wire.Value {
				erased, held := map[string]bool{}, []string{}
				for _, s := range list {
					if isResult(s) {
						held = append(held, stepID(s))
					} else if otherwise(s) {
						for _, id := range held {
							erased[id] = true
						}
					}
				}
				return mapCalls(messages, func(p wire.Value) wire.Value {
					if erased[p.Get("id").Text()] {
						return p.Without("output")
					}
					return p
				})
			}}},
		{"PART-06/equal-call-later", "A call equal to an answered one of an earlier turn is taken for a replay, and its result " +
			"is not held.", "01 05", edit{messages: func(_, messages []wire.Value) []wire.Value {
			seen, twin := map[string]bool{}, map[string]bool{}
			for _, m := range messages {
				var here []string
				mapCalls([]wire.Value{m}, func(p wire.Value) wire.Value {
					key := p.Get("name").Text() + p.Get("arguments").Text()
					twin[p.Get("id").Text()] = seen[key]
					here = append(here, key)
					return p
				})
				for _, key := range here {
					seen[key] = true
				}
			}
			return mapResults(messages, func(p wire.Value) wire.Value { return keepIf(!twin[p.Get("toolCallId").Text()], p) })
		}}},
		{"PART-06/equal-call-answered", "A call equal to one that was answered before it came is never answered.", "01 02 05",
			edit{steps: func(list []wire.Value) []wire.Value {
				told, answered, twin := map[string]string{}, map[string]bool{}, map[string]bool{}
				return mapResultSteps(list, func(s wire.Value) wire.Value {
					if s.Get("type").Text() == stepCall {
						call := s.Get("toolCall")
						key := call.Get("name").Text() + call.Get("arguments").Text()
						told[stepID(s)], twin[stepID(s)] = key, answered[key]
					}
					if isResult(s) {
						answered[told[stepID(s)]] = true
					}
					return keepIf(!isResult(s) || !twin[stepID(s)], s)
				})
			}}},
		{"PART-06/behind-empty-text", "A result right behind an empty text is not taken.", "01 02 04 05 24",
			edit{steps: func(list []wire.Value) []wire.Value {
				before := wire.Value{}
				return mapResultSteps(list, func(s wire.Value) wire.Value {
					lost := isResult(s) && saysNothing(before)
					before = s
					return keepIf(!lost, s)
				})
			}}},
		{"PART-06/empty-text-first", "A stream that begins with an empty text is taken for an empty one, and its results are not held.",
			"01 02 05", edit{steps: func(list []wire.Value) []wire.Value {
				begins, deaf := true, false
				return mapResultSteps(list, func(s wire.Value) wire.Value {
					if begins {
						deaf = saysNothing(s)
					}
					begins = s.Get("type").Text() == stepUser
					return keepIf(!deaf || !isResult(s), s)
				})
			}}},
		{"PART-01/empty-text-parts-them", "An empty text behind a call begins a new message, so that a result behind it stands apart " +
			"from its call.", "05 26", edit{messages: func(list, messages []wire.Value) []wire.Value {
			apart, open := map[string]bool{}, map[string]bool{}
			for _, s := range list {
				switch {
				case isCall(s):
					open[stepID(s)] = true
				case isResult(s):
					delete(open, stepID(s))
				case saysNothing(s):
					for id := range open {
						apart[id] = true
					}
				}
			}
			var moved []wire.Value
			for _, m := range messages {
				var late []wire.Value
				m = mapResults([]wire.Value{m}, func(p wire.Value) wire.Value {
					if apart[p.Get("toolCallId").Text()] {
						late = append(late, p)
						return wire.Value{}
					}
					return p
				})[0]
				if moved = append(moved, m); len(late) > 0 {
					moved = append(moved, m.With("id", wire.Str(m.Get("id").Text()+"-2")).With("parts", wire.List(late...)))
				}
			}
			return moved
		}}},
	}
}
