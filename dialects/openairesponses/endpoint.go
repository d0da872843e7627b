package openairesponses

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/openai-responses"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// Endpoint is the wire behind HTTP.
func Endpoint() *endpoint.Endpoint {
	return &endpoint.Endpoint{Dialect: "openai-responses", Base: "/v1", Path: "/responses", Form: form(), Render: renderStream,
		Live:    live(),
		Limited: true,
		Files:   cases.Files,
		Read:    readRequest,
		State:   endpoint.Member("input"),
		Given:   families.AsItIs,
		Fit:     endpoint.Numbered("/item_id", "/item/id", "/response/id", "/response/output/*/id"),
		Items:   itemsOfCalls,
		Resolve: resolve,
		Whole:   wholeResponse,
		Twice: endpoint.Doubled(func(e wire.Value) bool {
			return e.Get("type").Text() == itemDone && e.Find("/item/type").Text() == functionCall
		}),
		Fails: func(message string) wire.Value {
			return wire.Obj(wire.T("type", "error"), wire.T("code", "server_error"), wire.T("message", message),
				wire.M("param", wire.NullValue),
				num("sequence_number", 99))
		},
		Failure: endpoint.ServerFailed,
	}
}

// itemsOf are the items of a request: a text alone is the user's.
func itemsOf(input wire.Value) []wire.Value {
	if input.IsString() {
		return []wire.Value{wire.Obj(wire.T("role", history.User), wire.M("content", input))}
	}
	return input.Items()
}

// readRequest reads what a client of this API posts.
func readRequest(body wire.Value) endpoint.Request {
	r := endpoint.Request{Body: body, Stream: body.Get("stream").IsTrue(), Model: body.Get("model").Text(),
		Tools: endpoint.Tools(body.Get("tools"), "", "parameters"), Previous: body.Get("previous_response_id").Text()}
	for i, m := range itemsOf(body.Get("input")) {
		if s := sentAs(fmt.Sprintf("/input/%d", i), m); s.Role != "" {
			r.Sent = append(r.Sent, s)
		}
	}
	return r
}

// itemsOfCalls are the ids of the items of calls, by the ids of the calls.
func itemsOfCalls(elements []wire.Value) map[string]string {
	items := map[string]string{}
	for _, e := range elements {
		data, _, _ := act.Frame(e)
		if item := data.Get("item"); item.Get("type").Text() == functionCall {
			items[item.Get("call_id").Text()] = item.Get("id").Text()
		}
	}
	return items
}

// resolve puts the items that a server was to keep in the place of references to them.
func resolve(body wire.Value, answers [][]wire.Value) wire.Value {
	told := map[string]wire.Value{}
	for _, elements := range answers {
		for _, e := range elements {
			if data, _, _ := act.Frame(e); data.Get("type").Text() == itemDone {
				told[data.Find("/item/id").Text()] = data.Get("item")
			}
		}
	}
	return body.Edit("/input", func(input wire.Value) wire.Value {
		if !input.IsArray() {
			return input
		}
		return input.Each(func(item wire.Value) wire.Value {
			if whole, known := told[item.Get("id").Text()]; known && item.Get("type").Text() == "item_reference" {
				return whole
			}
			return item
		})
	})
}

// wholeResponse is the answer to a request without `stream`: the response that its terminal tells.
func wholeResponse(elements []wire.Value) wire.Value {
	out := wire.Obj()
	for _, e := range elements {
		if data, _, _ := act.Frame(e); strings.HasPrefix(data.Get("type").Text(), "response.") && data.Get("response").IsObject() {
			out = data.Get("response")
		}
	}
	return out
}

func live() *endpoint.Live {
	return &endpoint.Live{Unfold: unfold,
		Held:     endpoint.Offered("/output", compare.Members{ID: "callId", Name: "name", Arguments: "arguments"}, "item", offers),
		Breaches: breaches, Refers: refers,
		Forms: []string{"RESP-80", "RESP-83"}, Ask: ask, Limit: "RESP-60", Whole: []string{completed},
		Speaks:  func(body wire.Value) bool { return !body.Get("input").IsNull() },
		Pairing: endpoint.Pairing{Place: endpoint.Later, Calls: "RESP-80", Results: "RESP-81", Order: "RESP-81", Twice: "RESP-87"}}
}

// unfold tells a response as events: each item whole in one delta. What the response lacks, they lack.
func unfold(whole wire.Value) []wire.Value {
	if whole.Get("object").Text() != "response" && whole.Has("error") && !whole.Has("output") {
		return []wire.Value{whole}
	}
	var events []wire.Value
	tell := func(kind string, members ...wire.Member) {
		events = append(events, wire.Obj(append([]wire.Member{wire.T("type", kind), num("sequence_number", int64(len(events)))},
			members...)...))
	}
	begin := whole.With("status", wire.Str(inProgress)).With("error", wire.NullValue).With("incomplete_details", wire.NullValue)
	if whole.Has("output") {
		begin = begin.With("output", wire.List())
	}
	tell(responseCreated, wire.M("response", begin))
	for i, item := range whole.Get("output").Items() {
		at := num("output_index", int64(i))
		of := wire.M("item_id", item.Get("id"))
		switch item.Get("type").Text() {
		case functionCall:
			tell(itemAdded, at, wire.M("item", item.With("arguments", wire.Str("")).With("status", wire.Str(inProgress))))
			tell(argumentsDone, of, at, wire.M("name", item.Get("name")), wire.M("arguments", item.Get("arguments")))
		case message:
			tell(itemAdded, at, wire.M("item", item.With("content", wire.List()).With("status", wire.Str(inProgress))))
			for k, p := range item.Get("content").Items() {
				unfoldPart(tell, p, of, at, num("content_index", int64(k)))
			}
		default:
			tell(itemAdded, at, wire.M("item", item))
		}
		tell(itemDone, at, wire.M("item", item))
	}
	kind := map[string]string{completed: responseCompleted, incomplete: responseIncomplete,
		failed: responseFailed}[whole.Get("status").Text()]
	if kind != "" {
		tell(kind, wire.M("response", whole))
	}
	return events
}

// unfoldPart tells a part of a message.
func unfoldPart(tell func(string, ...wire.Member), p wire.Value, place ...wire.Member) {
	with := func(more ...wire.Member) []wire.Member { return append(append([]wire.Member{}, place...), more...) }
	member, delta, done := "text", textDelta, textDone
	if p.Get("type").Text() == refusalPart {
		member, delta, done = "refusal", refusalDelta, refusalDone
	}
	tell(partAdded, with(wire.M("part", p.With(member, wire.Str(""))))...)
	if text := p.Get(member); text.Text() != "" {
		tell(delta, with(wire.M("delta", text), wire.M("logprobs", wire.List()))...)
	}
	tell(done, with(wire.M(member, p.Get(member)), wire.M("logprobs", wire.List()))...)
	tell(partDone, with(wire.M("part", p))...)
}

// breaches holds calls and outputs against their schema.
func breaches(body wire.Value) []requirement.Finding {
	return endpoint.Formed(body.Get("input").Items(), "/input", "An item", schemas.ResponseItem)
}

// offers: a call is to be run.
func offers(item wire.Value) bool {
	return item.Get("type").Text() == "call" && item.Get("state").Text() == "ready"
}

// leastTokens is the least limit that the API takes.
const leastTokens = 16

// ask is a request for a response that is kept nowhere.
func ask(q endpoint.Question) wire.Value {
	sent := Convert(wire.Obj(wire.M("history", q.Said.JSON()))).State.Get("input")
	body := wire.Obj(wire.M("model", wire.Str(q.Model)), wire.M("input", sent), num("max_output_tokens", int64(max(q.Limit, leastTokens))),
		wire.M("store", wire.Boolean(false)))
	return q.Asking(body, func(t endpoint.Tool) wire.Value {
		return t.Tooled("parameters").With("type", wire.Str("function")).With("strict", wire.Boolean(false))
	})
}

// refers: an answer, a conversation or an item is named that the server keeps.
func refers(body wire.Value) bool {
	return !body.Get("previous_response_id").IsNull() || !body.Get("conversation").IsNull() ||
		slices.ContainsFunc(body.Get("input").Items(), func(item wire.Value) bool { return item.Get("type").Text() == "item_reference" })
}
