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
		{"PART-25/null-piece", "A piece that is the word null is dropped.", "", pieces(func(p string) (string, bool) { return p, p != "null" })},
		{"PART-25/escapes-resolved", "Escapes in a piece are resolved.", "02", pieces(func(p string) (string, bool) { return strings.ReplaceAll(p, `\u0022`, `"`), true })},
		{"PART-25/quotes-straight", "Typographic quotes become straight ones.", "", pieces(func(p string) (string, bool) { return strings.NewReplacer("“", `"`, "”", `"`).Replace(p), true })},
		{"PART-25/text-closes", "Text between the pieces of a call ends its arguments.", "02", edit{steps: func(list []wire.Value) []wire.Value {
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
		{"PART-25/empty-keeps-pieces", "A whole call without arguments leaves what pieces gathered.", "02", edit{steps: func(list []wire.Value) []wire.Value {
			begun := map[string]bool{}
			return mapResultSteps(list, func(s wire.Value) wire.Value {
				if s.Get("type").Text() == stepDelta {
					begun[stepID(s)] = true
				}
				return keepIf(s.Get("type").Text() != stepCall || !begun[stepID(s)] || s.Get("toolCall").Get("arguments").Text() != "", s)
			})
		}}},
		{"PART-25/1000-pieces", "Beyond a thousand pieces of one call nothing is taken.", "02", edit{steps: func(list []wire.Value) []wire.Value {
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
				return mapResults(messages, func(p wire.Value) wire.Value { return p.With("toolCallId", given(told, p.Get("toolCallId").Text())) })
			},
		}}
	}
	return []planted{
		alike("dashes", "Dashes and underscores are equal.", func(id string) string { return strings.ReplaceAll(id, "-", "_") }),
		alike("behind-colon", "What stands before a colon says nothing.", func(id string) string { return id[strings.LastIndex(id, ":")+1:] }),
		alike("percent", "Ids are percent-decoded.", strings.NewReplacer("%20", " ", "+", " ").Replace),
		alike("one-prefix", "The prefix toolu_ says nothing.", func(id string) string { return strings.TrimPrefix(id, "toolu_") }),
		alike("invisible", "Characters without width say nothing.", strings.NewReplacer("\u200b", "", "\u200d", "", "\ufeff", "", "\ufe0f", "").Replace),
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
