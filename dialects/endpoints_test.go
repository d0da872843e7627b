package dialects_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// bodies are requests of the second turn of one conversation: a question, a text and two calls, their
// results, of which the second is an error.
func bodies() map[string]string {
	return map[string]string{
		"openai-chat": `{"model":"m","stream":true,"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Go."},
			{"role":"assistant","content":"Looking.","tool_calls":[
			{"id":"c1","type":"function","function":{"name":"search","arguments":"{\"q\":7}"}},
			{"id":"c2","type":"function","function":{"name":"fails","arguments":"{}"}}]},
			{"role":"tool","tool_call_id":"c1","content":"0"},{"role":"tool","tool_call_id":"c2","content":"no such folder"}],
			"tools":[{"type":"function","function":{"name":"search","description":"d","parameters":{"type":"object"}}}]}`,
		"anthropic-messages": `{"model":"m","stream":true,"messages":[{"role":"user","content":"Go."},
			{"role":"assistant","content":[{"type":"text","text":"Looking."},{"type":"tool_use","id":"c1","name":"search","input":{"q":7}},
			{"type":"tool_use","id":"c2","name":"fails","input":{}}]},
			{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"0"},
			{"type":"tool_result","tool_use_id":"c2","content":[{"type":"text","text":"no such folder"}],"is_error":true}]}],
			"tools":[{"name":"search","description":"d","input_schema":{"type":"object"}}]}`,
		"openai-responses": `{"model":"m","stream":true,"input":[{"role":"user","content":"Go."},
			{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Looking."}]},
			{"type":"function_call","call_id":"c1","name":"search","arguments":"{\"q\":7}"},
			{"type":"function_call","call_id":"c2","name":"fails","arguments":"{}"},
			{"type":"function_call_output","call_id":"c1","output":"0"},
			{"type":"function_call_output","call_id":"c2","output":"no such folder"}],
			"tools":[{"type":"function","name":"search","description":"d","parameters":{"type":"object"}}]}`,
		"ag-ui": `{"threadId":"t7","runId":"r9","messages":[{"id":"1","role":"user","content":"Go."},
			{"id":"2","role":"assistant","content":"Looking.","toolCalls":[
			{"id":"c1","type":"function","function":{"name":"search","arguments":"{\"q\":7}"}},
			{"id":"c2","type":"function","function":{"name":"fails","arguments":"{}"}}]},
			{"id":"3","role":"tool","toolCallId":"c1","content":"0"},
			{"id":"4","role":"tool","toolCallId":"c2","content":"","error":"no such folder"}],
			"tools":[{"name":"search","description":"d","parameters":{"type":"object"}}]}`,
		"ui-messages": `{"id":"chat","messages":[{"id":"1","role":"user","parts":[{"type":"text","text":"Go."}]},
			{"id":"2","role":"assistant","parts":[{"type":"step-start"},{"type":"text","text":"Looking."},
			{"type":"tool-search","toolCallId":"c1","state":"output-available","input":{"q":7},"output":0},
			{"type":"dynamic-tool","toolName":"fails","toolCallId":"c2","state":"output-error","input":{},"errorText":"no such folder"}]}],
			"trigger":"submit-message"}`,
	}
}

// told is what a request says, in one line.
func told(r endpoint.Request) string {
	var calls, results []string
	text := ""
	for _, s := range r.Sent {
		if s.Text != "" {
			text += s.Role + ":" + s.Text + " "
		}
		for _, c := range s.Calls {
			arguments := c.Arguments
			if arguments.IsString() {
				arguments = wire.ParseString(arguments.Text())
			}
			calls = append(calls, c.ID.Text()+"="+c.Name.Text()+arguments.JSON())
		}
		for _, a := range s.Results {
			results = append(results, a.ID+"="+a.Content)
		}
	}
	return text + strings.Join(calls, " ") + " " + strings.Join(results, " ")
}

func TestRequestsAreRead(t *testing.T) {
	const want = "user:Go. assistant:Looking. c1=search{\"q\":7} c2=fails{} c1=0 c2=no such folder"
	for _, e := range dialects.Endpoints() {
		body, err := wire.Parse([]byte(bodies()[e.Dialect]))
		if err != nil {
			t.Fatalf("%s: %v", e.Dialect, err)
		}
		r := e.Read(body)
		if got := told(r); got != want || !r.Stream {
			t.Errorf("%s: read %s, stream %t", e.Dialect, got, r.Stream)
		}
		if e.Dialect != "ui-messages" && (len(r.Tools) != 1 || r.Tools[0].Name != "search" || !r.Tools[0].Schema.IsObject()) {
			t.Errorf("%s: tools are %v", e.Dialect, r.Tools)
		}
		if e.Read(wire.Obj()).Stream != (e.Whole == nil) {
			t.Errorf("%s: a request that says nothing about a stream is read as if it did", e.Dialect)
		}
	}
}

// A chat may post what its converter made, messages for the model, in the place of its own.
func TestAChatMayPostMessagesForTheModel(t *testing.T) {
	const body = `{"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":[{"type":"text","text":"Go."}]},
		{"role":"assistant","content":[{"type":"text","text":"Looking."},
		{"type":"tool-call","toolCallId":"c1","toolName":"search","input":{"q":7}},
		{"type":"tool-call","toolCallId":"c2","toolName":"fails","input":{}}]},
		{"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"search","output":{"type":"json","value":0}},
		{"type":"tool-result","toolCallId":"c2","toolName":"fails","output":{"type":"error-text","value":"no such folder"}},
		{"type":"tool-result","toolCallId":"c3","toolName":"fails","output":{"type":"execution-denied","reason":"not you"}}]}]}`
	e := dialects.Endpoints()[slices.IndexFunc(dialects.Endpoints(), func(e *endpoint.Endpoint) bool { return e.Dialect == "ui-messages" })]
	r := e.Read(wire.ParseString(body))
	const want = "user:Go. assistant:Looking. c1=search{\"q\":7} c2=fails{} c1=0 c2=no such folder c3=not you"
	if got := told(r); got != want {
		t.Errorf("read %s", got)
	}
	var flags []bool
	for _, s := range r.Sent {
		for _, a := range s.Results {
			flags = append(flags, a.Flag.IsTrue())
		}
	}
	if !slices.Equal(flags, []bool{false, true, true}) {
		t.Errorf("failures are told as %v", flags)
	}
}

func TestAnswersAreStreamsOrObjects(t *testing.T) {
	turn := transcript.Transcript{MessageID: "msg_1", Items: []transcript.Item{{Kind: transcript.Text, Text: "Looking."},
		{Kind: transcript.Call, ID: "c1", Name: "search", Input: wire.ParseString(`{"q":7}`)}}}
	parts := map[string][]string{
		"openai-chat": {`"content":"Looking."`, `"id":"c1"`, `"name":"search","arguments":"{\"q\":7}"`, `"finish_reason":"tool_calls"`,
			`"object":"chat.completion"`, `"id":"chatcmpl-7_2"`},
		"anthropic-messages": {`{"type":"text","text":"Looking."}`, `{"type":"tool_use","id":"c1","name":"search","input":{"q":7}}`,
			`"stop_reason":"tool_use"`, `"id":"msg_1_2"`},
		"openai-responses": {`"text":"Looking."`, `"call_id":"c1"`, `"arguments":"{\"q\":7}"`, `"status":"completed"`,
			`"id":"resp_drawn_2"`},
		"ag-ui":       {`"threadId":"t7","runId":"r9"`, `"toolCallId":"c1"`, `"delta":"Looking."`, "RUN_FINISHED"},
		"ui-messages": {`"toolCallId":"c1"`, `"delta":"Looking."`, "data: [DONE]"},
	}
	plain := func(int) int { return 0 }
	for _, e := range dialects.Endpoints() {
		s, _ := e.Render(turn, plain).(*stream.Script)
		request := e.Read(wire.ParseString(bodies()[e.Dialect]))
		request.Stream = false
		body := string(joined(e.Answer(s, request, 1)))
		if e.Whole != nil && !wire.IsJSON(body) {
			t.Errorf("%s: no JSON: %s", e.Dialect, body)
		}
		for _, part := range parts[e.Dialect] {
			if !strings.Contains(body, part) {
				t.Errorf("%s: %s is not in %s", e.Dialect, part, body)
			}
		}
		request.Stream = true
		answer := e.Answer(s, request, 1)
		frames := wire.NewDecoder(wire.SSE, 0).Feed(joined(answer))
		events := 0
		for _, f := range frames {
			if !f.Done() {
				events++
			}
		}
		if events != len(s.Elements) || answer.Header["Content-Type"] != "text/event-stream" || answer.Torn {
			t.Errorf("%s: %d events of %d, %v", e.Dialect, events, len(s.Elements), answer.Header)
		}
		if torn := e.Answer(s.Ended(stream.Broken), request, 1); !torn.Torn || torn.Length() >= answer.Length() {
			t.Errorf("%s: a broken answer is not torn off", e.Dialect)
		}
		if refused := e.Refusal(429, "slow down"); refused.Status != 429 || !strings.Contains(string(joined(refused)), "slow down") {
			t.Errorf("%s: refused with %d %s", e.Dialect, refused.Status, joined(refused))
		}
	}
}

func joined(a endpoint.Answer) (body []byte) {
	for _, f := range a.Frames {
		body = append(body, f...)
	}
	return body
}

func TestPathsLeadToTheirDialect(t *testing.T) {
	list := dialects.Endpoints()
	for path, want := range map[string]string{"/v1/chat/completions": "openai-chat", "/chat/completions": "openai-chat",
		"/v1/messages": "anthropic-messages", "/v1/responses/": "openai-responses", "/api/chat": "ui-messages", "/": "ag-ui", "": "ag-ui",
		"/v1/models": "", "/v1/messages/count_tokens": ""} {
		got := ""
		if e := endpoint.For(list, path); e != nil {
			got = e.Dialect
		}
		if got != want {
			t.Errorf("%q leads to %q, not to %q", path, got, want)
		}
	}
}
