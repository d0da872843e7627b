package openairesponses

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// Endpoint is the wire behind HTTP.
func Endpoint() *endpoint.Endpoint {
	return &endpoint.Endpoint{Dialect: "openai-responses", Base: "/v1", Path: "/responses", Form: form(), Render: renderStream,
		Live:    live(),
		Limited: true,
		Read:    readRequest,
		State:   func(body wire.Value) wire.Value { return wire.Obj(wire.M("input", body.Get("input"))) },
		Given:   func(h history.History) dialect.Script { return h },
		Fit:     endpoint.Numbered("/item_id", "/item/id", "/response/id", "/response/output/*/id"),
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
		Failure: func(_ int, message string) wire.Value {
			return wire.Obj(wire.M("error", endpoint.Error("server_error", message).With("param", wire.NullValue).With("code",
				wire.NullValue)))
		},
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
