package reference

import (
	"strings"

	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// argumentFaults lose or change pieces of arguments on their way in.
func argumentFaults() []planted {
	pieces := func(into func(piece string) (string, bool)) edit {
		return edit{steps: func(list []wire.Value) []wire.Value {
			return mapSteps(list, words.StepDelta, func(s wire.Value) []wire.Value {
				piece, ok := into(s.Get("argumentsDelta").Text())
				if !ok {
					return nil
				}
				return plant.Only(s.With("argumentsDelta", wire.Str(piece)))
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
					case words.StepText:
						for id := range begun {
							closed[id] = true
						}
					case words.StepDelta:
						begun[words.StepID(s)] = true
						return keepIf(!closed[words.StepID(s)], s)
					}
					return s
				})
			}}},
		{"PART-25/empty-keeps-pieces", "A whole call without arguments leaves what pieces gathered.", "02",
			edit{steps: func(list []wire.Value) []wire.Value {
				begun := map[string]bool{}
				return mapResultSteps(list, func(s wire.Value) wire.Value {
					if s.Get("type").Text() == words.StepDelta {
						begun[words.StepID(s)] = true
					}
					return keepIf(s.Get("type").Text() != words.StepCall || !begun[words.StepID(s)] ||
						s.Get("toolCall").Get("arguments").Text() != "",
						s)
				})
			}}},
		{"PART-25/1000-pieces", "Beyond a thousand pieces of one call nothing is taken.", "02",
			edit{steps: func(list []wire.Value) []wire.Value {
				count := map[string]int{}
				return mapSteps(list, words.StepDelta, func(s wire.Value) []wire.Value {
					if count[words.StepID(s)]++; count[words.StepID(s)] > 1000 {
						return nil
					}
					return plant.Only(s)
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
					if words.IsResult(s) {
						return s.With("toolCallId", given(told, words.StepID(s)))
					}
					if words.IsCall(s) {
						tell(told, words.StepID(s))
					}
					return s
				})
			},
			messages: func(list, messages []wire.Value) []wire.Value {
				if list != nil { // a chat's results were given away in its steps
					return messages
				}
				told := map[string]string{}
				words.MapCalls(messages, func(p wire.Value) wire.Value { tell(told, p.Get("id").Text()); return p })
				return words.MapResults(messages, func(p wire.Value) wire.Value {
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
	return p.Get("type").Text() == words.PartText && p.Get("content").Text() == ""
}

// besideFaults go wrong in the converter by what stands beside a call and its result.
func besideFaults() []planted {
	return []planted{
		{"PART-20/behind-empty-text", "A result part right behind an empty text is not sent.", "24 25",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				before := wire.Value{}
				return words.MapParts(messages, func(p wire.Value) []wire.Value {
					lost := p.Get("type").Text() == words.PartResult && isEmptyText(before)
					if before = p; lost {
						return nil
					}
					return plant.Only(p)
				})
			}}},
		{"PART-20/empty-text-first", "A message that begins with an empty text is not sent.", "25 26",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				var kept []wire.Value
				for _, m := range messages {
					if m.Get("role").Text() == words.RoleUser || !isEmptyText(m.Get("parts").At(0)) {
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
		kept[i] = words.MapParts([]wire.Value{m}, func(p wire.Value) []wire.Value {
			switch key := p.Get("name").Text() + p.Get("arguments").JSON(); {
			case p.Get("type").Text() == words.PartCall && seen[key]:
				dropped[p.Get("id").Text()] = true
				return nil
			case p.Get("type").Text() == words.PartCall:
				here = append(here, key)
			case p.Get("type").Text() == words.PartResult && dropped[p.Get("toolCallId").Text()]:
				return nil
			}
			return plant.Only(p)
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
			return words.MapParts(messages, func(p wire.Value) []wire.Value {
				lost := p.Get("type").Text() == words.PartText && isEmptyText(before)
				if before = p; lost {
					return nil
				}
				return plant.Only(p)
			})
		}}}}
}

// streamingFaults mistake result parts that were still coming.
func streamingFaults() []planted {
	streaming := func(p wire.Value) bool {
		return p.Get("type").Text() == words.PartResult && p.Get("state").Text() == "streaming"
	}
	return []planted{
		{"PART-20/first-part-decides", "Of the result parts for a call only the first is looked at, which may not be finished.", "24 25",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				seen := map[string]bool{}
				return words.MapResults(messages, func(p wire.Value) wire.Value {
					id := p.Get("toolCallId").Text()
					first := !seen[id]
					seen[id] = true
					return keepIf(first, p)
				})
			}}},
		{"PART-20/streaming-is-sent", "A result part that is still streaming is sent in the place of the complete one.", "",
			edit{choose: choices{firstResult: true},
				messages: func(_, messages []wire.Value) []wire.Value {
					return words.MapResults(messages, func(p wire.Value) wire.Value {
						if streaming(p) {
							return p.With("state", wire.Str(words.StateComplete))
						}
						return p
					})
				}}},
		{"PART-20/streaming-is-sent-too", "A result part that is still streaming is sent beside the complete one.", "23",
			edit{model: func(list, sent []wire.Value) []wire.Value {
				parts := map[string][]wire.Value{}
				words.MapResults(list, func(p wire.Value) wire.Value {
					if id := p.Get("toolCallId").Text(); streaming(p) {
						parts[id] = append(parts[id], toolMessage(wire.Str(id), p.Get("content")))
					}
					return p
				})
				return mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
					return append(parts[m.Get("toolCallId").Text()],
						m)
				})
			}}},
	}
}

// saysNothing tells whether a step is a text without a letter.
func saysNothing(s wire.Value) bool {
	return s.Get("type").Text() == words.StepText && s.Get("text").Text() == ""
}

// besideStepFaults go wrong in the chat alone.
func besideStepFaults() []planted {
	otherwise := func(s wire.Value) bool {
		reason := s.Get("reason").Text()
		return s.Get("type").Text() == words.StepFinish && reason != "tool_calls" && reason != "stop"
	}
	return []planted{
		{"PART-06/other-finish", "Behind a finish for another reason than tool_calls and stop no result is taken.", "01 02 04 05 24",
			edit{steps: func(list []wire.Value) []wire.Value {
				over := false
				return mapResultSteps(list, func(s wire.Value) wire.Value {
					over = (over || otherwise(s)) && s.Get("type").Text() != words.StepUser
					return keepIf(!over || !words.IsResult(s), s)
				})
			}}},
		{"PART-20/other-finish", "The calls of a stream that finished for another reason than tool_calls and stop are not sent.", "24 25",
			edit{model: func(list, sent []wire.Value) []wire.Value {
				cut, turn := map[string]bool{}, []string{}
				for _, s := range list {
					switch {
					case words.IsCall(s):
						turn = append(turn, words.StepID(s))
					case s.Get("type").Text() == words.StepUser:
						turn = nil
					case otherwise(s):
						for _, id := range turn {
							cut[id] = true
						}
					}
				}
				sent = mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
					if cut[m.Get("toolCallId").Text()] {
						return nil
					}
					return plant.Only(m)
				})
				return mapSentCalls(sent, func(c wire.Value) wire.Value { return keepIf(!cut[c.Get("id").Text()], c) })
			}}},
		{"PART-07/other-finish-erases", "A finish for another reason than tool_calls and stop erases the outputs before it.", "02",
			edit{messages: func(list, messages []wire.Value) []wire.Value {
				erased, held := map[string]bool{}, []string{}
				for _, s := range list {
					if words.IsResult(s) {
						held = append(held, words.StepID(s))
					} else if otherwise(s) {
						for _, id := range held {
							erased[id] = true
						}
					}
				}
				return words.MapCalls(messages, func(p wire.Value) wire.Value {
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
				words.MapCalls([]wire.Value{m}, func(p wire.Value) wire.Value {
					key := p.Get("name").Text() + p.Get("arguments").Text()
					twin[p.Get("id").Text()] = seen[key]
					here = append(here, key)
					return p
				})
				for _, key := range here {
					seen[key] = true
				}
			}
			return words.MapResults(messages, func(p wire.Value) wire.Value { return keepIf(!twin[p.Get("toolCallId").Text()], p) })
		}}},
		{"PART-06/equal-call-answered", "A call equal to one that was answered before it came is never answered.", "01 02 05",
			edit{steps: func(list []wire.Value) []wire.Value {
				told, answered, twin := map[string]string{}, map[string]bool{}, map[string]bool{}
				return mapResultSteps(list, func(s wire.Value) wire.Value {
					if s.Get("type").Text() == words.StepCall {
						call := s.Get("toolCall")
						key := call.Get("name").Text() + call.Get("arguments").Text()
						told[words.StepID(s)], twin[words.StepID(s)] = key, answered[key]
					}
					if words.IsResult(s) {
						answered[told[words.StepID(s)]] = true
					}
					return keepIf(!words.IsResult(s) || !twin[words.StepID(s)], s)
				})
			}}},
		{"PART-06/behind-empty-text", "A result right behind an empty text is not taken.", "01 02 04 05 24",
			edit{steps: func(list []wire.Value) []wire.Value {
				before := wire.Value{}
				return mapResultSteps(list, func(s wire.Value) wire.Value {
					lost := words.IsResult(s) && saysNothing(before)
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
					begins = s.Get("type").Text() == words.StepUser
					return keepIf(!deaf || !words.IsResult(s), s)
				})
			}}},
		{"PART-01/empty-text-parts-them", "An empty text behind a call begins a new message, so that a result behind it stands apart " +
			"from its call.", "05 26", edit{messages: func(list, messages []wire.Value) []wire.Value {
			apart, open := map[string]bool{}, map[string]bool{}
			for _, s := range list {
				switch {
				case words.IsCall(s):
					open[words.StepID(s)] = true
				case words.IsResult(s):
					delete(open, words.StepID(s))
				case saysNothing(s):
					for id := range open {
						apart[id] = true
					}
				}
			}
			var moved []wire.Value
			for _, m := range messages {
				var late []wire.Value
				m = words.MapResults([]wire.Value{m}, func(p wire.Value) wire.Value {
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
