package openaichat

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// messages changes what is sent.
func messages(change plant.List) plant.Plant { return plant.Showing("/messages", plant.In(change)) }

func roleIs(m wire.Value, role string) bool { return m.Get("role").Text() == role }

// errored changes the content of results that are no success.
func errored(edit plant.Edit) plant.Plant {
	return func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			h, err := history.Parse(input.Get("history"))
			o := right(input)
			for _, e := range h {
				if err == nil && e.Role == history.Tool && e.Status != "success" {
					o = toolOf(e.CallID, edit)(func(wire.Value) dialect.Observation { return o })(input)
				}
			}
			return o
		}
	}
}

func toolOf(id string, edit plant.Edit) plant.Plant {
	return messages(plant.Each(func(m wire.Value) bool { return m.Get("tool_call_id").Text() == id }, plant.Inside("/content", edit)))
}

// wireSent is how histories are sent.
func wireSent() plant.Sent {
	return plant.Sent{Send: sent, Text: "/messages/*/content", Name: inCall + "/function/name", Arguments: inArgs,
		OfCalls: "CHAT-80", OfArguments: "CHAT-80", OfResults: "CHAT-81", OfTexts: "CHAT-83", OfErrors: "CHAT-84", OfOrder: "CHAT-82",
		OfPlaces: "CHAT-83", OfIDs: "CHAT-85", OfOpen: "CHAT-86", OfInvalid: "CHAT-86", Lenient: true}
}

const inCall, inArgs = "/messages/*/tool_calls/*", "/messages/*/tool_calls/*/function/arguments"

func converterFaults() []plant.Row {
	rows := []plant.Row{
		{ID: "CHAT-80/c-arguments-parsed", Title: "Arguments are sent as an object.", Plant: plant.Showing(inArgs, plant.Parsed)},
		{ID: "CHAT-80/c-no-type", Title: "Calls have no type.", Plant: plant.Showing(inCall+"/type", plant.Gone)},
		{ID: "CHAT-83/c-assistant-trimmed", Title: "The text of an assistant is trimmed.",
			Plant: messages(plant.Each(func(m wire.Value) bool { return roleIs(m, history.Assistant) },
				plant.Inside("/content", plant.Text(strings.TrimSpace))))},
		{ID: "CHAT-81/c-one-message-two-results", Title: "Results of parallel calls are joined in one tool message.",
			Plant: messages(func(list []wire.Value) []wire.Value {
				var out []wire.Value
				for _, m := range list {
					if k := len(out) - 1; k >= 0 && roleIs(m, history.Tool) && roleIs(out[k], history.Tool) {
						out[k] = out[k].With("content", wire.Str(out[k].Get("content").Text()+"\n"+m.Get("content").Text()))
						continue
					}
					out = append(out, m)
				}
				return out
			})},
		{ID: "CHAT-84/c-error-is-null", Title: "An error's content is null.", Plant: errored(plant.Null)},
	}
	return append(rows, wireSent().Faults()...)
}

func converterVariants() []plant.Row {
	return append(wireSent().Variants(), []plant.Row{
		{ID: "CHAT-80/empty-object", Title: "Empty arguments become {}.",
			Plant: plant.Showing(inArgs, plant.When(func(v wire.Value) bool { return v.Text() == "" }, plant.Becomes(`"{}"`)))},
		{ID: "one-call-each", Title: "A parallel step is sent as several messages, each with its own result.",
			Plant: messages(func(list []wire.Value) []wire.Value {
				results := map[string]wire.Value{}
				for _, m := range list {
					if roleIs(m, history.Tool) {
						results[m.Get("tool_call_id").Text()] = m
					}
				}
				var out []wire.Value
				for _, m := range list {
					if roleIs(m, history.Tool) {
						continue
					}
					calls := m.Get("tool_calls").Items()
					if len(calls) == 0 {
						out = append(out, m)
					}
					for i, c := range calls {
						if one := m.With("tool_calls", wire.List(c)); i == 0 {
							out = append(out, one, results[c.Get("id").Text()])
						} else {
							out = append(out, one.With("content", wire.NullValue), results[c.Get("id").Text()])
						}
					}
				}
				return out
			})},
		{ID: "content-as-parts", Title: "Contents are lists of text parts, and a system message stands in front.",
			Plant: messages(func(list []wire.Value) []wire.Value {
				for i, m := range list {
					list[i] = m.With("content", wire.List(wire.Obj(wire.T("type", "text"), wire.M("text", m.Get("content")))))
				}
				return append([]wire.Value{wire.ParseString(`{"role":"system","content":"Be brief."}`)}, list...)
			})},
	}...)
}
