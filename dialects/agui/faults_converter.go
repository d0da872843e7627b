package agui

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// wireSent is how conversations are sent. Those with other messages than a history has are
// left to the right converter.
func wireSent() plant.Sent {
	return plant.Sent{Send: sent, Read: func(input wire.Value) (history.History, error) {
		c := conversation(input.Get("messages").Items())
		for _, m := range c {
			if role := m.Get("role").Text(); role != "user" && role != "assistant" && role != "tool" || m.Get("content").IsArray() ||
				m.Has("metadata") {
				return nil, fmt.Errorf("a message of %s", role)
			}
		}
		if c.malformed() {
			return nil, fmt.Errorf("a malformed message")
		}
		return c.history(), nil
	}, OfCalls: "AGUI-80", OfArguments: "AGUI-80", OfResults: "AGUI-81", OfTexts: "AGUI-80", OfFlag: "AGUI-82", OfIDs: "AGUI-81",
		OfOpen: "AGUI-84",
		Except: []string{"c-malformed-is-empty-object", "c-malformed-is-healed", "c-falsy-result-lost", "c-result-quoted",
			"c-success-is-error", "c-cancelled-is-success",
			"malformed-left-out", "malformed-refused", "c-made-up-success", "c-made-up-ok"}}
}

// modelMessages changes what is sent.
func modelMessages(change func(list []wire.Value) []wire.Value) plant.Plant {
	return plant.Showing("/modelMessages", func(v wire.Value) wire.Value { return wire.List(change(v.Items())...) })
}

func ofRole(role string, edit plant.Edit) plant.Plant {
	return modelMessages(func(list []wire.Value) []wire.Value {
		for i, m := range list {
			if m.Get("role").Text() == role {
				list[i] = edit(m)
			}
		}
		return slices.DeleteFunc(list, wire.Value.IsAbsent)
	})
}

// refusing refuses conversations in which some arguments are so.
func refusingArguments(so func(text string) bool) plant.Plant {
	return func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			for _, p := range conversation(input.Get("messages").Items()).history().Calls() {
				if so(p.Arguments) {
					return dialect.Observation{Ending: dialect.Rejected, Reason: "SyntaxError"}
				}
			}
			return right(input)
		}
	}
}

// besideStored sends what the stored messages have beside what is sent.
func besideStored(add func(stored, m wire.Value) wire.Value) plant.Plant {
	return func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			o := right(input)
			var out []wire.Value
			sent := o.State.Get("modelMessages").Items()
			if o.Ending != dialect.Done {
				return o
			}
			for _, s := range input.Get("messages").Items() {
				m := wire.Value{}
				if role := s.Get("role").Text(); role != "activity" && role != "reasoning" && len(sent) > 0 {
					m, sent = sent[0], sent[1:]
				}
				if m = add(s, m); !m.IsAbsent() {
					out = append(out, m)
				}
			}
			o.State = o.State.With("modelMessages", wire.List(out...))
			return o
		}
	}
}

const inArguments = "/modelMessages/*/toolCalls/*/arguments"

// answering answers open calls; without drops what has no partner.
func answering(content string) plant.Plant {
	return modelMessages(func(list []wire.Value) []wire.Value {
		answered := map[string]bool{}
		for _, m := range list {
			answered[m.Get("toolCallId").Text()] = true
		}
		var out []wire.Value
		for _, m := range list {
			out = append(out, m)
			for _, c := range m.Get("toolCalls").Items() {
				if id := c.Get("id").Text(); !answered[id] {
					out = append(out, wire.Obj(wire.M("role", wire.Str("tool")), wire.M("toolCallId", wire.Str(id)),
						wire.M("content", wire.Str(content))))
				}
			}
		}
		return out
	})
}

func withoutPartners(list []wire.Value) []wire.Value {
	calls, answers := map[string]bool{}, map[string]bool{}
	for _, m := range list {
		answers[m.Get("toolCallId").Text()] = true
		for _, c := range m.Get("toolCalls").Items() {
			calls[c.Get("id").Text()] = true
		}
	}
	var out []wire.Value
	for _, m := range list {
		var kept []wire.Value
		for _, c := range m.Get("toolCalls").Items() {
			if answers[c.Get("id").Text()] {
				kept = append(kept, c)
			}
		}
		if m.Has("toolCalls") {
			m = m.With("toolCalls", wire.List(kept...))
		}
		if m.Get("role").Text() != "tool" || calls[m.Get("toolCallId").Text()] {
			out = append(out, m)
		}
	}
	return out
}

func converterFaults() []plant.Row {
	noObject := func(v wire.Value) bool { p, err := wire.Parse([]byte(v.Text())); return err == nil && !p.IsObject() }
	malformed := func(v wire.Value) bool { return v.Text() != "" && !wire.IsJSON(v.Text()) }
	at := func(pointer string) func(plant.Edit) plant.Plant {
		return func(e plant.Edit) plant.Plant { return plant.Showing(pointer, e) }
	}
	content := func(edit plant.Edit) plant.Plant { return ofRole("tool", member("content", edit)) }
	rows := []plant.Row{
		{ID: "AGUI-80/c-system-dropped", Title: "System messages vanish.", Warns: true, Plant: ofRole("system", plant.Gone)},
		{ID: "AGUI-80/c-users-joined-wrongly", Title: "Users come behind assistants.",
			Plant: modelMessages(func(list []wire.Value) []wire.Value {
				slices.SortStableFunc(list, func(a, b wire.Value) int {
					rank := map[string]int{"user": 1}
					return rank[a.Get("role").Text()] - rank[b.Get("role").Text()]
				})
				return list
			})},
		{ID: "AGUI-81/c-answers-by-position", Title: "The n-th tool message goes to the n-th call.",
			Plant: modelMessages(func(list []wire.Value) []wire.Value {
				var ids []wire.Value
				for _, m := range list {
					for _, c := range m.Get("toolCalls").Items() {
						ids = append(ids, c.Get("id"))
					}
				}
				for i, m := range list {
					if m.Get("role").Text() == "tool" && len(ids) > 0 {
						list[i], ids = m.With("toolCallId", ids[0]), ids[1:]
					}
				}
				return list
			})},
		{ID: "AGUI-81/c-behind-user", Title: "Tool messages stand at the end.", Plant: modelMessages(func(list []wire.Value) []wire.Value {
			slices.SortStableFunc(list, func(a, b wire.Value) int {
				rank := map[string]int{"tool": 1}
				return rank[a.Get("role").Text()] - rank[b.Get("role").Text()]
			})
			return list
		})},
		{ID: "AGUI-82/c-error-flag-dropped", Title: "The error of a tool message is dropped.",
			Plant: ofRole("tool", plant.Lacking("error"))},
		{ID: "AGUI-82/c-error-emptied", Title: "The error of a tool message is an empty text.",
			Plant: ofRole("tool", func(m wire.Value) wire.Value {
				if m.Has("error") {
					return m.With("error", wire.Str(""))
				}
				return m
			})},
		{ID: "AGUI-83/c-bad-arguments-throw", Title: "Arguments that are no JSON abort the conversion.",
			Plant: refusingArguments(func(s string) bool { return malformed(wire.Str(s)) })},
		{ID: "AGUI-83/c-empty-arguments-throw", Title: "Empty arguments abort the conversion.",
			Plant: refusingArguments(func(s string) bool { return s == "" })},
		{ID: "AGUI-83/c-list-throws", Title: "Arguments that are no object abort the conversion.",
			Plant: refusingArguments(func(s string) bool { return noObject(wire.Str(s)) })},
		{ID: "AGUI-83/c-bad-arguments-braces", Title: "Arguments that are no JSON become {}.",
			Plant: plant.Showing(inArguments, plant.When(malformed, plant.Becomes("{}")))},
		{ID: "AGUI-83/c-bad-arguments-healed", Title: "Arguments that are no JSON are completed.",
			Plant: plant.Showing(inArguments, plant.When(malformed, plant.Text(plant.Healed)))},
		{ID: "AGUI-84/c-made-up", Title: "An open call is answered with {}.", Plant: answering("{}")},
		{ID: "AGUI-84/c-made-up-ok", Title: "An open call is answered with ok.", Plant: answering("ok")},
		{ID: "AGUI-84/c-orphan-to-open", Title: "A tool message of no call answers an open one.",
			Plant: modelMessages(func(list []wire.Value) []wire.Value {
				answered, calls := map[string]bool{}, []string{}
				for _, m := range list {
					answered[m.Get("toolCallId").Text()] = true
					for _, c := range m.Get("toolCalls").Items() {
						calls = append(calls, c.Get("id").Text())
					}
				}
				for i, m := range list {
					open := slices.IndexFunc(calls, func(id string) bool { return !answered[id] })
					if m.Get("role").Text() == "tool" && !slices.Contains(calls, m.Get("toolCallId").Text()) && open >= 0 {
						list[i] = m.With("toolCallId", wire.Str(calls[open]))
					}
				}
				return list
			})},
		{ID: "AGUI-84/c-call-for-orphan", Title: "A call is made up for a tool message of none.",
			Plant: modelMessages(func(list []wire.Value) []wire.Value {
				calls := map[string]bool{}
				var out []wire.Value
				for _, m := range list {
					for _, c := range m.Get("toolCalls").Items() {
						calls[c.Get("id").Text()] = true
					}
					if id := m.Get("toolCallId").Text(); id != "" && !calls[id] {
						out = append(out, wire.Obj(wire.M("role", wire.Str("assistant")), wire.M("toolCalls",
							wire.List(wire.Obj(wire.M("id", wire.Str(id)), wire.M("name", wire.Str("unknown")),
								wire.M("arguments", wire.Str("{}")))))))
					}
					out = append(out, m)
				}
				return out
			})},
		{ID: "AGUI-85/c-falsy-dropped", Title: "A falsy content is dropped.", Plant: content(func(v wire.Value) wire.Value {
			if slices.Contains([]string{"", "0", "false", "null"}, v.Text()) && v.IsString() {
				return wire.Value{}
			}
			return v
		})},
		{ID: "AGUI-85/c-content-parsed", Title: "A content that is JSON is parsed.", Plant: content(plant.Parsed)},
		{ID: "AGUI-85/c-parts-lost", Title: "A list of parts is the first one's text.",
			Plant: modelMessages(func(list []wire.Value) []wire.Value {
				for i, m := range list {
					if m.Get("content").IsArray() {
						list[i] = m.With("content", m.Get("content").At(0).Get("text"))
					}
				}
				return list
			})},
		{ID: "AGUI-86/c-activity-sent", Title: "Activities are sent.", Plant: besideStored(func(s, m wire.Value) wire.Value {
			if s.Get("role").Text() == "activity" {
				return wire.Obj(wire.M("role", s.Get("role")), wire.M("content", s.Get("content")))
			}
			return m
		})},
		{ID: "AGUI-86/c-members-sent", Title: "Members that nobody knows are sent.", Plant: besideStored(func(s, m wire.Value) wire.Value {
			for _, own := range s.Members() {
				if len(own.Name) > 2 && own.Name[:2] == "x_" && m.IsObject() {
					m = m.With(own.Name, own.Value)
				}
			}
			return m
		})},
		{ID: "AGUI-86/c-malformed-sent", Title: "Malformed messages are sent as they are.", Plant: func(dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation { return converted(input.Get("messages").Items()) }
		}},
	}
	rows = append(rows, plant.Product([]plant.Place{
		{Slug: "c-name", Title: "A name", Requirement: "AGUI-80", Plant: at("/modelMessages/*/toolCalls/*/name")},
		{Slug: "c-content", Title: "A content", Requirement: "AGUI-80", Plant: at("/modelMessages/*/content")},
	}, plant.Named("cut-at-64", "lower", "ascii", "entities", "quotes"))...)
	return append(rows, wireSent().Faults()...)
}

func converterVariants() []plant.Row {
	return append(wireSent().Variants(), []plant.Row{
		{ID: "arguments-parsed", Title: "Arguments are values where they can be.", Plant: plant.Showing(inArguments, plant.Parsed)},
		{ID: "AGUI-80/empty-object", Title: "Empty arguments become {}.",
			Plant: plant.Showing(inArguments,
				plant.When(func(v wire.Value) bool { return v.IsString() && v.Text() == "" }, plant.Becomes("{}")))},
		{ID: "AGUI-80/developers-dropped", Title: "Developers are left out.", Plant: ofRole("developer", plant.Gone)},
		{ID: "AGUI-82/flag", Title: "An error is a flag.", Plant: ofRole("tool", func(m wire.Value) wire.Value {
			if m.Has("error") {
				return m.Without("error").With("isError", wire.Boolean(true))
			}
			return m
		})},
		{ID: "AGUI-82/in-content", Title: "An error stands in the content.", Plant: ofRole("tool", func(m wire.Value) wire.Value {
			if m.Has("error") {
				return m.Without("error").With("content", wire.Str("Error: "+m.Get("error").Text()+" "+textOf(m.Get("content"))))
			}
			return m
		})},
		{ID: "AGUI-83/left-out", Title: "A call with arguments that are no JSON is left out with its answer.",
			Plant: modelMessages(func(list []wire.Value) []wire.Value {
				gone := map[string]bool{}
				for i, m := range list {
					var kept []wire.Value
					for _, c := range m.Get("toolCalls").Items() {
						if text := c.Get("arguments").Text(); text != "" && !wire.IsJSON(text) {
							gone[c.Get("id").Text()] = true
						} else {
							kept = append(kept, c)
						}
					}
					if m.Has("toolCalls") {
						list[i] = m.With("toolCalls", wire.List(kept...))
					}
				}
				return slices.DeleteFunc(list, func(m wire.Value) bool { return gone[m.Get("toolCallId").Text()] })
			})},
		{ID: "AGUI-84/left-out", Title: "What has no partner is left out.", Plant: modelMessages(withoutPartners)},
		{ID: "AGUI-84/made-up", Title: "An open call is answered with a text of the converter's own.",
			Plant: answering("No result is known: the call was never answered.")},
		{ID: "AGUI-85/text", Title: "Parts are their text.", Plant: modelMessages(func(list []wire.Value) []wire.Value {
			for i, m := range list {
				if m.Get("content").IsArray() {
					list[i] = m.With("content", wire.Str(textOf(m.Get("content"))))
				}
			}
			return list
		})},
		{ID: "without-activity", Title: "A server that is sent no activities.", Also: []string{"activity"},
			Plant: modelMessages(func(list []wire.Value) []wire.Value { return list })},
		{ID: "reasoning-sent", Title: "Reasoning is sent.", Plant: besideStored(func(s, m wire.Value) wire.Value {
			if s.Get("role").Text() == "reasoning" {
				return wire.Obj(wire.M("role", s.Get("role")), wire.M("content", s.Get("content")))
			}
			return m
		})},
	}...)
}
