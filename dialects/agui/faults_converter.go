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
		if broken, _ := c.malformed(); broken {
			return nil, fmt.Errorf("a malformed message")
		}
		return c.history(), nil
	}, OfCalls: "AGUI-80", OfArguments: "AGUI-80", OfResults: "AGUI-81", OfContents: "AGUI-80",
		OfTexts: "AGUI-80", OfFlag: "AGUI-82", OfIDs: "AGUI-81", OfMalformed: "AGUI-83", OfObjectless: "AGUI-80",
		OfOpen: "AGUI-84",
		Except: []string{"c-malformed-is-empty-object", "c-malformed-is-healed", "c-falsy-result-lost", "c-result-quoted",
			"c-result-unwrapped",
			"c-cancelled-is-success",
			"malformed-left-out", "malformed-refused", "c-made-up-success", "c-made-up-ok", "c-image-named",
			"c-late-falsy-emptied", "c-value-behind-empty"}} // contents are texts or parts
}

// modelMessages changes what is sent.
func modelMessages(change plant.List) plant.Plant {
	return plant.Showing("/modelMessages", plant.In(change))
}

// ofRole changes the messages of a role; an absent one is gone.
func ofRole(role string, edit plant.Edit) plant.Plant {
	return modelMessages(plant.Each(roleIs(role), edit))
}

func roleIs(role string) plant.Of {
	return func(m wire.Value) bool { return m.Get("role").Text() == role }
}

// callsOf are the ids of the calls of messages, in order.
func callsOf(list []wire.Value) (ids []string) {
	for _, m := range list {
		for _, c := range m.Get("toolCalls").Items() {
			ids = append(ids, c.Get("id").Text())
		}
	}
	return ids
}

// answersOf are the calls that some of the messages answer.
func answersOf(list []wire.Value) map[string]bool {
	answered := map[string]bool{}
	for _, m := range list {
		answered[m.Get("toolCallId").Text()] = true
	}
	return answered
}

// keepingCalls leaves out the calls of a message of which so is not true.
func keepingCalls(so func(c wire.Value) bool) plant.Edit {
	return plant.Inside("/toolCalls", plant.In(plant.Drop(func(c wire.Value) bool { return !so(c) })))
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

// sendingUnless refuses only what is malformed with something left out.
func sendingUnless(without plant.Edit) plant.Plant {
	return func(dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			if o := Convert(without(input)); o.Ending == dialect.Rejected {
				return o
			}
			return converted(input.Get("messages").Items())
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

func malformedArguments(v wire.Value) bool { return v.Text() != "" && !wire.IsJSON(v.Text()) }

// inContents changes the contents of what is sent.
func inContents(edit plant.Edit) plant.Plant { return plant.Showing("/modelMessages/*/content", edit) }

const inArguments = "/modelMessages/*/toolCalls/*/arguments"

// answering answers open calls; without drops what has no partner.
func answering(content string) plant.Plant {
	return modelMessages(func(list []wire.Value) []wire.Value {
		answered := answersOf(list)
		var out []wire.Value
		for i, m := range list {
			out = append(out, m)
			for _, id := range callsOf(list[i : i+1]) {
				if !answered[id] {
					out = append(out, wire.Obj(wire.T("role", "tool"), wire.T("toolCallId", id), wire.T("content", content)))
				}
			}
		}
		return out
	})
}

func withoutPartners(list []wire.Value) []wire.Value {
	calls, answered := callsOf(list), answersOf(list)
	list = slices.DeleteFunc(list, func(m wire.Value) bool {
		return roleIs("tool")(m) && !slices.Contains(calls, m.Get("toolCallId").Text())
	})
	return plant.Each(roleIs("assistant"), keepingCalls(func(c wire.Value) bool { return answered[c.Get("id").Text()] }))(list)
}

func converterFaults() []plant.Row {
	noObject := func(v wire.Value) bool { p, err := wire.Parse([]byte(v.Text())); return err == nil && !p.IsObject() }
	names := func(e plant.Edit) plant.Plant { return plant.Showing("/modelMessages/*/toolCalls/*/name", e) }
	content := func(edit plant.Edit) plant.Plant { return ofRole("tool", member("content", edit)) }
	rows := []plant.Row{
		plant.New("AGUI-80/c-failed-content-lost", modelMessages(plant.Each(plant.Has("error"), plant.Having("content", wire.Str(""))))),
		plant.New("AGUI-80/c-system-dropped", ofRole("system", plant.Gone)).Warn(),
		plant.New("AGUI-80/c-users-joined-wrongly", modelMessages(func(list []wire.Value) []wire.Value {
			return plant.SortedFirst(list, func(m wire.Value) bool { return !roleIs("user")(m) })
		})),
		plant.New("AGUI-80/c-bare-call-left-out", modelMessages(func(list []wire.Value) []wire.Value {
			gone := map[string]bool{}
			list = plant.Each(roleIs("assistant"), keepingCalls(func(c wire.Value) bool {
				bare := c.Get("arguments").IsString() && c.Get("arguments").Text() == ""
				gone[c.Get("id").Text()] = bare
				return !bare
			}))(list)
			return slices.DeleteFunc(list, func(m wire.Value) bool { return gone[m.Get("toolCallId").Text()] })
		})),
		plant.New("AGUI-80/c-unparsed-unnamed", plant.Showing("/modelMessages/*/toolCalls/*", func(c wire.Value) wire.Value {
			if s := c.Get("arguments"); s.IsString() && !wire.IsJSON(s.Text()) {
				return c.With("name", wire.Str("unknown"))
			}
			return c
		})),
		plant.New("AGUI-81/c-answers-by-position", modelMessages(func(list []wire.Value) []wire.Value {
			ids := callsOf(list)
			for i, m := range list {
				if roleIs("tool")(m) && len(ids) > 0 {
					list[i], ids = m.With("toolCallId", wire.Str(ids[0])), ids[1:]
				}
			}
			return list
		})),
		plant.New("AGUI-81/c-behind-user", modelMessages(func(list []wire.Value) []wire.Value {
			return plant.SortedFirst(list, func(m wire.Value) bool { return !roleIs("tool")(m) })
		})),
		plant.New("AGUI-82/c-error-flag-dropped", ofRole("tool", plant.Lacking("error"))),
		plant.New("AGUI-82/c-error-emptied", ofRole("tool", func(m wire.Value) wire.Value {
			if m.Has("error") {
				return m.With("error", wire.Str(""))
			}
			return m
		})),
		plant.New("AGUI-80/c-neighbours-replaced", modelMessages(func(list []wire.Value) []wire.Value {
			var out []wire.Value
			for _, m := range list {
				if n := len(out) - 1; n >= 0 && m.Get("toolCalls").Len() > 0 && out[n].Get("toolCalls").Len() > 0 {
					out[n] = out[n].With("toolCalls", m.Get("toolCalls"))
				} else {
					out = append(out, m)
				}
			}
			return out
		})),
		plant.New("AGUI-82/c-falsy-error-dropped", ofRole("tool", func(m wire.Value) wire.Value {
			if slices.Contains([]string{"0", "false", "null"}, m.Get("error").Text()) {
				return m.Without("error")
			}
			return m
		})),
		plant.New("AGUI-82/c-error-carried", modelMessages(func(list []wire.Value) []wire.Value {
			var failed wire.Value
			for i, m := range list {
				if m.Has("error") {
					failed = m.Get("error")
				} else if m.Get("role").Text() == "tool" && !failed.IsAbsent() {
					list[i] = m.With("error", failed)
				}
			}
			return list
		})),
		plant.New("AGUI-83/c-answer-left", ofRole("assistant", keepingCalls(func(c wire.Value) bool {
			return !malformedArguments(c.Get("arguments"))
		}))),
		plant.New("AGUI-83/c-bad-arguments-throw", refusingArguments(func(s string) bool { return malformedArguments(wire.Str(s)) })),
		plant.New("AGUI-83/c-empty-arguments-throw", refusingArguments(func(s string) bool { return s == "" })),
		plant.New("AGUI-83/c-list-throws", refusingArguments(func(s string) bool { return noObject(wire.Str(s)) })),
		plant.New("AGUI-83/c-bad-arguments-braces", plant.Showing(inArguments, plant.When(malformedArguments, plant.Becomes("{}")))),
		plant.New("AGUI-83/c-bad-arguments-healed", plant.Showing(inArguments, plant.When(malformedArguments, plant.Text(plant.Healed)))),
		plant.New("AGUI-84/c-made-up", answering("{}")),
		plant.New("AGUI-84/c-made-up-ok", answering("ok")),
		plant.New("AGUI-84/c-orphan-to-open", modelMessages(func(list []wire.Value) []wire.Value {
			answered, calls := answersOf(list), callsOf(list)
			for i, m := range list {
				open := slices.IndexFunc(calls, func(id string) bool { return !answered[id] })
				if roleIs("tool")(m) && !slices.Contains(calls, m.Get("toolCallId").Text()) && open >= 0 {
					list[i] = m.With("toolCallId", wire.Str(calls[open]))
				}
			}
			return list
		})),
		plant.New("AGUI-84/c-call-for-orphan", modelMessages(func(list []wire.Value) []wire.Value {
			var out []wire.Value
			for i, m := range list {
				if id := m.Get("toolCallId").Text(); id != "" && !slices.Contains(callsOf(list[:i]), id) {
					out = append(out, wire.Obj(wire.T("role", "assistant"), wire.M("toolCalls",
						wire.List(wire.Obj(wire.T("id", id), wire.T("name", "unknown"), wire.T("arguments", "{}"))))))
				}
				out = append(out, m)
			}
			return out
		})),
		plant.New("AGUI-85/c-falsy-dropped", content(func(v wire.Value) wire.Value {
			if slices.Contains([]string{"", "0", "false", "null"}, v.Text()) && v.IsString() {
				return wire.Value{}
			}
			return v
		})),
		plant.New("AGUI-85/c-content-parsed", content(plant.Parsed)),
		plant.New("AGUI-85/c-parts-lost",
			inContents(plant.When(wire.Value.IsArray, func(v wire.Value) wire.Value { return v.At(0).Get("text") }))),
		plant.New("AGUI-85/c-parts-cut", inContents(plant.When(wire.Value.IsArray, plant.In(plant.Each(wire.Value.IsObject,
			plant.Inside("/text", plant.Text(func(s string) string { return s[:min(len(s), 4000)] })))))), "AGUI-80"),
		plant.New("AGUI-86/c-parts-unchecked", sendingUnless(plant.Everywhere("/messages/*/content",
			plant.When(wire.Value.IsArray, plant.Becomes("[]"))))),
		plant.New("AGUI-86/c-activity-sent", besideStored(func(s, m wire.Value) wire.Value {
			if s.Get("role").Text() == "activity" {
				return wire.Obj(wire.M("role", s.Get("role")), wire.M("content", s.Get("content")))
			}
			return m
		})),
		plant.New("AGUI-86/c-activity-said", besideStored(func(s, m wire.Value) wire.Value {
			if s.Get("role").Text() == "activity" {
				return wire.Obj(wire.T("role", "system"), wire.T("content", s.Get("content").JSON()))
			}
			return m
		})),
		plant.New("AGUI-86/c-members-sent", besideStored(func(s, m wire.Value) wire.Value {
			for _, own := range s.Members() {
				if len(own.Name) > 2 && own.Name[:2] == "x_" && m.IsObject() {
					m = m.With(own.Name, own.Value)
				}
			}
			return m
		})),
		plant.New("AGUI-86/c-malformed-sent", func(dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation { return converted(input.Get("messages").Items()) }
		}),
	}
	rows = append(rows, plant.Product([]plant.Place{
		{Slug: "c-name", Title: "A name", Requirement: "AGUI-80", Plant: names},
		{Slug: "c-content", Title: "A content", Requirement: "AGUI-80", Plant: inContents},
	}, plant.Lettered("cut-at-64", "lower", "ascii", "entities", "quotes"))...)
	return append(rows, wireSent().Faults()...)
}

func converterVariants() []plant.Row {
	return append(wireSent().Variants(), []plant.Row{
		plant.New("arguments-parsed", plant.Showing(inArguments, plant.Parsed)),
		plant.New("AGUI-80/empty-object", plant.Showing(inArguments,
			plant.When(func(v wire.Value) bool { return v.IsString() && v.Text() == "" }, plant.Becomes("{}")))),
		plant.New("AGUI-80/developers-dropped", ofRole("developer", plant.Gone)),
		plant.New("AGUI-82/flag", ofRole("tool", func(m wire.Value) wire.Value {
			if m.Has("error") {
				return m.Without("error").With("isError", wire.Boolean(true))
			}
			return m
		})),
		plant.New("AGUI-82/in-content", ofRole("tool", func(m wire.Value) wire.Value {
			if m.Has("error") {
				return m.Without("error").With("content", wire.Str("Error: "+m.Get("error").Text()+" "+textOf(m.Get("content"))))
			}
			return m
		})),
		plant.New("AGUI-83/left-out", modelMessages(func(list []wire.Value) []wire.Value {
			gone := map[string]bool{}
			list = plant.Each(roleIs("assistant"), keepingCalls(func(c wire.Value) bool {
				id, bad := c.Get("id").Text(), malformedArguments(c.Get("arguments"))
				gone[id] = gone[id] || bad
				return !bad
			}))(list)
			return slices.DeleteFunc(list, func(m wire.Value) bool { return gone[m.Get("toolCallId").Text()] })
		})),
		plant.New("AGUI-84/left-out", modelMessages(withoutPartners)),
		plant.New("AGUI-84/made-up", answering("No result is known: the call was never answered.")),
		plant.New("AGUI-85/parts-bare", inContents(plant.When(wire.Value.IsArray,
			plant.In(plant.Each(wire.Value.IsObject, plant.Lacking("id", "metadata")))))),
		plant.New("AGUI-85/text", inContents(plant.When(wire.Value.IsArray, func(v wire.Value) wire.Value { return wire.Str(textOf(v)) }))),
		plant.New("without-activity", modelMessages(func(list []wire.Value) []wire.Value { return list }), "activity"),
		plant.New("reasoning-sent", besideStored(func(s, m wire.Value) wire.Value {
			if s.Get("role").Text() == "reasoning" {
				return wire.Obj(wire.M("role", s.Get("role")), wire.M("content", s.Get("content")))
			}
			return m
		})),
	}...)
}
