package anthropicmessages

import (
	"fmt"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// Endpoint is the wire behind HTTP.
func Endpoint() *endpoint.Endpoint {
	return &endpoint.Endpoint{Dialect: "anthropic-messages", Base: "/v1", Path: "/messages", Form: form(), Render: renderStream,
		Live:    live(),
		Limited: true, Flags: true,
		Read:    readRequest,
		State:   func(body wire.Value) wire.Value { return wire.Obj(wire.M("messages", body.Get("messages"))) },
		Given:   func(h history.History) dialect.Script { return h },
		Fit:     endpoint.Numbered("/message/id"),
		Whole:   wholeMessage,
		Twice:   endpoint.Doubled(func(e wire.Value) bool { return e.Get("type").Text() == blockStop }),
		Fails:   func(message string) wire.Value { return failing("overloaded_error", message) },
		Failure: func(_ int, message string) wire.Value { return failing("api_error", message) },
	}
}

// readRequest reads what a client of this API posts.
func readRequest(body wire.Value) endpoint.Request {
	r := endpoint.Request{Body: body, Stream: body.Get("stream").IsTrue(), Model: body.Get("model").Text(),
		Tools: endpoint.Tools(body.Get("tools"), "", "input_schema")}
	for i, m := range body.Get("messages").Items() {
		r.Sent = append(r.Sent, sentAs(fmt.Sprintf("/messages/%d", i), m)...)
	}
	return r
}

// sentAs reads a message, block by block: results stand among a user's.
func sentAs(at string, m wire.Value) []history.Sent {
	role, content := m.Get("role").Text(), m.Get("content")
	if content.IsString() {
		return []history.Sent{{Role: role, Text: content.Text()}}
	}
	var list []history.Sent
	for k, b := range content.Items() {
		place := fmt.Sprintf("%s/content/%d", at, k)
		switch b.Get("type").Text() {
		case "text":
			list = append(list, history.Sent{Role: role, Text: b.Get("text").Text()})
		case "tool_use":
			list = append(list, history.Sent{Role: role,
				Calls: []*compare.Got{{ID: b.Get("id"), Name: b.Get("name"), Arguments: b.Get("input"), At: place}}})
		case "tool_result":
			a := answerOf(b)
			a.At = place
			list = append(list, history.Sent{Role: history.Tool, Results: []history.Answer{a}})
		}
	}
	return list
}

// wholeMessage is the answer to a request without `stream`. The text of an input that is no object
// stands as it came.
func wholeMessage(elements []wire.Value) wire.Value {
	message, texts := opening("msg_whole").Get("message"), map[string]string{}
	var blocks []wire.Value
	place := map[string]int{}
	for _, e := range elements {
		data, _, _ := act.Frame(e)
		key := data.Get("index").JSON()
		switch data.Get("type").Text() {
		case messageStart:
			message = data.Get("message")
		case blockStart:
			place[key] = len(blocks)
			blocks = append(blocks, data.Get("content_block"))
		case blockDelta:
			change := data.Get("delta")
			texts[key] += change.Get("text").Text() + change.Get("partial_json").Text()
		case messageDelta:
			if reason := data.Find("/delta/stop_reason"); reason.IsString() {
				message = message.With("stop_reason", reason)
			}
		}
	}
	for key, at := range place {
		b := blocks[at]
		switch text := texts[key]; {
		case isText(b):
			b = b.With("text", wire.Str(b.Get("text").Text()+text))
		case text == "":
		default:
			if b = b.With("input", wire.Str(text)); wire.IsJSON(text) {
				b = b.With("input", wire.ParseString(text))
			}
		}
		blocks[at] = b
	}
	return message.With("content", wire.List(blocks...)).With("usage", usage(9, 12))
}
