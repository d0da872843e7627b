package openaichat

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// messages changes what is sent.
func messages(change plant.List) plant.Plant { return plant.Showing("/messages", plant.In(change)) }

// wireSent is how histories are sent.
func wireSent() plant.Sent {
	return plant.Sent{Send: sent, Text: "/messages/*/content", Name: inCall + "/function/name", Arguments: inArgs,
		OfCalls: "CHAT-80", OfArguments: "CHAT-80", OfResults: "CHAT-81", OfTexts: "CHAT-83", OfErrors: "CHAT-84", OfOrder: "CHAT-82",
		OfPlaces: "CHAT-83", OfIDs: "CHAT-85", OfOpen: "CHAT-86", OfInvalid: "CHAT-86",
		OfMalformed: "CHAT-80", Lenient: true}
}

const inCall, inArgs = "/messages/*/tool_calls/*", "/messages/*/tool_calls/*/function/arguments"

func converterFaults() []plant.Row {
	isTool := plant.Says("role", history.Tool)
	return append([]plant.Row{
		plant.New("CHAT-80/c-arguments-parsed", plant.Showing(inArgs, plant.Parsed)),
		plant.New("CHAT-80/c-no-type", plant.Showing(inCall+"/type", plant.Gone)),
		plant.New("CHAT-83/c-assistant-trimmed",
			messages(plant.Each(plant.Says("role", history.Assistant), plant.Inside("/content", plant.Text(strings.TrimSpace))))),
		plant.New("CHAT-81/c-one-message-two-results", messages(func(list []wire.Value) (out []wire.Value) {
			for _, m := range list {
				if k := len(out) - 1; k >= 0 && isTool(m) && isTool(out[k]) {
					out[k] = out[k].With("content", wire.Str(text(out[k], "content")+"\n"+text(m, "content")))
					continue
				}
				out = append(out, m)
			}
			return out
		})),
		plant.New("CHAT-86/c-two-results-joined", plant.HearsHistory(joinedResults)).Warn(),
		plant.New("CHAT-84/c-error-is-null", func(right dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation {
				h, _ := history.Parse(input.Get("history"))
				failed := func(m wire.Value) bool {
					return slices.ContainsFunc(h, func(e history.Entry) bool {
						return e.Role == history.Tool && e.Status != "success" && e.CallID == text(m, "tool_call_id")
					})
				}
				return messages(plant.Each(failed, plant.Having("content", wire.NullValue)))(right)(input)
			}
		}),
	}, wireSent().Faults()...)
}

// joinedResults makes two results of a call one; what is invalid otherwise stays.
func joinedResults(h history.History) history.History {
	one := history.History{}
	for _, e := range h {
		k := slices.IndexFunc(one, func(o history.Entry) bool { return o.Role == e.Role && o.CallID == e.CallID && o.Status == e.Status })
		if k >= 0 && e.Role == history.Tool {
			one[k].Output = wire.Str(one[k].Known() + "\n" + e.Known())
		} else {
			one = append(one, e)
		}
	}
	if one.Valid() != nil {
		return h
	}
	return one
}

func converterVariants() []plant.Row {
	inParts := messages(func(list []wire.Value) []wire.Value {
		list = plant.Each(plant.All(), plant.Inside("/content", plant.AsPart("text")))(list)
		return slices.Insert(list, 0, wire.ParseString(`{"role":"system","content":"Be brief."}`))
	})
	return append(wireSent().Variants(),
		plant.New("CHAT-80/empty-object", plant.Showing(inArgs, plant.When(empty, plant.Becomes(`"{}"`)))),
		plant.New("one-call-each", messages(oneCallEach)), plant.New("content-as-parts", inParts),
		wireSent().RestlessAnd("content-as-parts-restless", inParts))
}

// oneCallEach sends each call in a message of its own, its result behind it.
func oneCallEach(list []wire.Value) (out []wire.Value) {
	results := map[string]wire.Value{}
	for _, m := range list {
		results[text(m, "tool_call_id")] = m
	}
	for _, m := range plant.Drop(plant.Says("role", history.Tool))(list) {
		if !m.Has("tool_calls") {
			out = append(out, m)
		}
		for _, c := range m.Get("tool_calls").Items() {
			out = append(out, m.With("tool_calls", wire.List(c)), results[text(c, "id")])
			m = m.With("content", wire.NullValue)
		}
	}
	return out
}
