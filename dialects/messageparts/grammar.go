package messageparts

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// stepGrammar is what measuring the coverage of a consumer's steps must know.
func stepGrammar() *dialect.Grammar {
	call := dialect.CallPlaces{ID: "toolCall.id", Name: "toolCall.name", Arguments: "toolCall.arguments"}
	server, client := dialect.CallPlaces{ID: "toolCallId", Content: "content"}, dialect.CallPlaces{ID: "toolCallId", Content: "output"}
	return &dialect.Grammar{
		Schema:   schemas.Step,
		Elements: func(s dialect.Script) []wire.Value { return s.JSON().Get("steps").Items() },
		Tell:     []string{":tool_result.state", ":add_tool_result.state"},
		Words: map[string][]string{":finish.reason": {"tool_calls", "stop", "length", "content_filter", "error"},
			":tool_result.state": {stateComplete, stateError}},
		Calls: map[string]dialect.CallPlaces{stepCall: call, stepDelta: {ID: "id", Name: "name"}},
		Results: map[string]dialect.CallPlaces{"tool_result/absent": server, "tool_result/complete": server, "tool_result/error": server,
			"add_tool_result/absent": client, "add_tool_result/output-available": client, "add_tool_result/output-error": client},
		Own:   map[string]string{stepDelta: "id"},
		Turns: []string{stepUser},
		Zeros: stepZeros(),
	}
}

// stepZeros are what no steps show, and why.
func stepZeros() []dialect.Zero {
	return nil
}

// storedGrammar is what measuring the coverage of stored messages must know. Its
// elements are the beginnings of messages, and their parts.
func storedGrammar() *dialect.Grammar {
	result := dialect.CallPlaces{ID: "toolCallId", Content: "content"}
	return &dialect.Grammar{
		Schema: schemas.UIMessage,
		Values: func(s dialect.Script) []wire.Value { return s.JSON().Get("messages").Items() },
		Elements: func(s dialect.Script) []wire.Value {
			var list []wire.Value
			for _, m := range s.JSON().Get("messages").Items() {
				list = append(append(list, wire.Str(m.Get("role").Text()+" message")), m.Get("parts").Items()...)
			}
			return list
		},
		Kind:  storedKind,
		Kinds: []string{"user message", "assistant message", "system message", partText, partCall, "tool-result/complete", "tool-result/error", "tool-result/streaming"},
		Words: map[string][]string{"parts[]:tool-call.state": {stateAwaiting, stateStreaming, stateInput},
			"parts[]:tool-result.state": {stateComplete, stateError, stateArriving}},
		Calls:   map[string]dialect.CallPlaces{partCall: {ID: "id", Name: "name", Arguments: "arguments"}},
		Results: map[string]dialect.CallPlaces{"tool-result/complete": result, "tool-result/error": result, "tool-result/streaming": result},
		Turns:   []string{"user message"},
		Zeros:   storedZeros(),
	}
}

func storedKind(v wire.Value) string {
	kind := v.Get("type").Text()
	if v.IsString() {
		return v.Text()
	}
	if kind == partResult && slices.Contains([]string{stateComplete, stateError, stateArriving}, v.Get("state").Text()) {
		kind += "/" + v.Get("state").Text()
	}
	return kind
}

// storedZeros are what no stored messages show, and why.
func storedZeros() []dialect.Zero {
	return nil
}
