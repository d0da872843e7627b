package reference

import (
	"html"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// nearFaults take something beside a part, or nearly like one, for it.
func nearFaults() []planted {
	return []planted{
		{"PART-20/error-member", "The member error of a result that is complete is sent in place of its content.", "",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				return words.MapResults(messages, func(p wire.Value) wire.Value {
					if p.Get("state").Text() == words.StateComplete && p.Get("error").Text() != "" {
						return p.With("content", p.Get("error"))
					}
					return p
				})
			}}},
		{"PART-20/empty-from-a-sibling", "An empty content is sent as that of an earlier call of the tool.", "",
			edit{model: func(list, sent []wire.Value) []wire.Value {
				names, before := namesOf(list), map[string]wire.Value{}
				return mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
					name := names[m.Get("toolCallId").Text()]
					if old, ok := before[name]; ok && m.Get("content").Text() == "" {
						m = m.With("content", old)
					}
					before[name] = m.Get("content")
					return plant.Only(m)
				})
			}}},
		{"PART-21/another-text", "A call whose output is another text than its content is answered with both.", "20 23",
			edit{model: func(list, sent []wire.Value) []wire.Value {
				outs := outputs(list)
				return mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
					if out := outs[m.Get("toolCallId").Text()]; out.IsString() && out.Text() != m.Get("content").Text() {
						return []wire.Value{m, m.With("content", out)}
					}
					return plant.Only(m)
				})
			}}},
		{"PART-24/looks-empty", "The text of an error that looks like an empty value is sent as none.", "",
			errorContent(func(m wire.Value) []wire.Value {
				if text := m.Get("content").Text(); text == "{}" || text == "[]" || text == "undefined" {
					m = m.With("content", wire.Str(""))
				}
				return plant.Only(m)
			})},
		{"PART-20/another-ones-error", "An error without a text is sent with the text of the one before it.", "",
			edit{model: func(list, sent []wire.Value) []wire.Value {
				texts, last := map[string]wire.Value{}, wire.Value{}
				words.MapResults(list, func(p wire.Value) wire.Value {
					if text := p.Get("error"); p.Get("state").Text() == words.StateError {
						if text.Text() == "" {
							text = p.Get("content")
						}
						texts[p.Get("toolCallId").Text()] = text
					}
					return p
				})
				return mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
					text, failed := texts[m.Get("toolCallId").Text()]
					switch {
					case failed && strings.TrimSpace(text.Text()) != "":
						last = text
					case failed && !last.IsAbsent():
						m = m.With("content", last)
					}
					return plant.Only(m)
				})
			}}},
		{"PART-25/malformed-trimmed", "Arguments that are no JSON are trimmed.", "", asIs(sentCalls(func(c wire.Value) wire.Value {
			if text := c.Get("arguments").Text(); broken(text) {
				return c.With("arguments", wire.Str(strings.TrimSpace(text)))
			}
			return c
		}))},
		{"PART-25/empty-from-a-sibling", "Empty arguments are sent as those of the call before.", "",
			edit{model: func(_, sent []wire.Value) []wire.Value {
				before := wire.Value{}
				return mapSentCalls(sent, func(c wire.Value) wire.Value {
					if text := c.Get("arguments").Text(); (text == "" || text == "{}") && before.IsString() {
						c = c.With("arguments", before)
					}
					before = c.Get("arguments")
					return c
				})
			}}},
		{"PART-25/markup", "Entities in arguments are decoded.", "", sentCalls(func(c wire.Value) wire.Value {
			return c.With("arguments", wire.Str(html.UnescapeString(c.Get("arguments").Text())))
		})},
	}
}

// borrowedTexts give a failure without a text that of the failure before it.
func borrowedTexts() []planted {
	return []planted{{"PART-04/another-ones-text", "A failure without a text is held with the text of the one before it.", "05",
		edit{messages: func(list, messages []wire.Value) []wire.Value {
			own, last := map[string]wire.Value{}, wire.Value{}
			for _, s := range list {
				text := s.Get("errorText")
				if s.Get("type").Text() == words.StepResult {
					text = s.Get("content")
				}
				own[words.StepID(s)] = text
			}
			return words.MapResults(messages, func(p wire.Value) wire.Value {
				if p.Get("state").Text() != words.StateError {
					return p
				}
				if text := own[p.Get("toolCallId").Text()]; strings.TrimSpace(text.Text()) != "" {
					last = text
				} else if !last.IsAbsent() {
					p = p.With("content", last).With("error", last)
				}
				return p
			})
		}}}}
}

// nearOrderFaults lose text beside what they don't know, or what they take for a repetition.
func nearOrderFaults() []planted {
	return []planted{
		{"PART-26/lost-at-the-unknown", "Text in front of a part of an unknown type is not sent.", "",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				out := slices.Clone(messages)
				for i, m := range messages {
					parts := m.Get("parts").Items()
					var kept []wire.Value
					for n, p := range parts {
						if p.Get("type").Text() != words.PartText || n+1 == len(parts) || familiarPart(parts[n+1]) {
							kept = append(kept, p)
						}
					}
					out[i] = m.With("parts", wire.List(kept...))
				}
				return out
			}}},
		{"PART-26/equal-neighbours", "Of equal messages in a row one is sent.", "", edit{model: func(_, sent []wire.Value) []wire.Value {
			var out []wire.Value
			for i, m := range sent {
				if i == 0 || !wire.Equal(m, sent[i-1]) {
					out = append(out, m)
				}
			}
			return out
		}}},
	}
}

func familiarPart(p wire.Value) bool {
	switch p.Get("type").Text() {
	case words.PartText, words.PartCall, words.PartResult:
		return true
	}
	return false
}

func broken(text string) bool {
	_, err := wire.Parse([]byte(text))
	return err != nil
}

// asIs sends malformed arguments.
func asIs(e edit) edit {
	e.choose.malformedAsIs = true
	return e
}

// nearPieces take a piece of arguments that is like what came before for the same, told once more.
func nearPieces() []planted {
	// rest gives what is taken of a piece behind what the call has so far, and behind the piece before.
	pieces := func(rest func(piece, so, last string) string) edit {
		return edit{steps: func(list []wire.Value) []wire.Value {
			so, last := map[string]string{}, map[string]string{}
			return mapSteps(list, words.StepDelta, func(s wire.Value) []wire.Value {
				id, piece := words.StepID(s), s.Get("argumentsDelta").Text()
				taken := rest(piece, so[id], last[id])
				so[id], last[id] = so[id]+taken, piece
				return plant.Only(s.With("argumentsDelta", wire.Str(taken)))
			})
		}}
	}
	return []planted{
		{"PART-25/whole-so-far", "A piece that begins with all that came is all that came, and more.", "",
			pieces(func(piece, so, _ string) string {
				if so == "" {
					return piece
				}
				return strings.TrimPrefix(piece, so)
			})},
	}
}
