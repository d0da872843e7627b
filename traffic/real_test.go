package traffic_test

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/traffic"
	"github.com/toolconform/conform/wire"
)

const like = `{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":`

// What no requirement speaks of is not judged, and says so; other answers are.
func TestWhatIsOutside(t *testing.T) {
	w := traffic.Find(wires(), "POST", "/openai/deployments/x/chat/completions")
	for delta, outside := range map[string]string{
		`{"role":"assistant","tool_calls":[{"index":0,"id":"a","type":"custom","custom":{"name":"code","input":""}}]}`: "custom tool calls",
		`{"role":"assistant","function_call":{"name":"f","arguments":""}}`:                                             "function_call",
		`{"role":"assistant","audio":{"id":"a"}}`:                                                                      "audio",
		`{"role":"assistant","content":"Hi"}`:                                                                          "",
	} {
		a := w.Stream(strings.NewReader("data: "+like+delta+`,"finish_reason":null}]}`+"\n\ndata: "+like+`{},"finish_reason":"stop"}]}`+
			"\n\ndata: [DONE]\n\n"), wire.Value{})
		if len(a.Findings) > 0 || (outside == "") != (a.Unread == "") || !strings.Contains(a.Unread, outside) ||
			(len(a.Seen) > 0) != (outside == "") {
			t.Errorf("%s: %+v, %q, %q", delta, a.Findings, a.Unread, a.Seen)
		}
	}
	r := w.Request(asked(`{"role":"assistant","tool_calls":[{"id":"a","type":"custom","custom":{"name":"code","input":"1"}}]},` +
		`{"role":"tool","tool_call_id":"a","content":"1"}`))
	if len(r.Findings) > 0 {
		t.Errorf("%+v", r.Findings)
	}
}

// A function that a request names is called under the reason of any other answer.
func TestForcedCalls(t *testing.T) {
	w := traffic.Spoken(wires(), "openai-chat")
	object := []byte(`{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"stop",` +
		`"message":` +
		`{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}}]}`)
	for choice, want := range map[string]int{`"auto"`: 1, `{"type":"function","function":{"name":"f"}}`: 0} {
		a := w.Object(object)
		w.Excused(a, wire.ParseString(`{"tool_choice":`+choice+`}`))
		if len(a.Findings) != want {
			t.Errorf("%s: %+v", choice, a.Findings)
		}
	}
}

// Which wire a request speaks shows by the end of its path, and by its body.
func TestPaths(t *testing.T) {
	for _, c := range []struct{ method, path, want string }{
		{"POST", "/v1/chat/completions", "openai-chat"}, {"POST", "/chat/completions/", "openai-chat"}, {"GET", "/v1/responses", ""},
		{"POST", "/v1/messages", "anthropic-messages"}, {"POST", "/v1/messages/count_tokens", ""}, {"POST", "/", "ag-ui"},
		{"POST", "/v1/responses", "openai-responses"}, {"POST", "/app/api/chat", "ui-messages"}, {"POST", "/v1/completions", ""},
	} {
		got := ""
		if w := traffic.Find(wires(), c.method, c.path); w != nil {
			got = w.Dialect
		}
		if got != c.want {
			t.Errorf("%s %s: %q, %q was expected", c.method, c.path, got, c.want)
		}
	}
	for name, bodies := range map[string][2]string{
		"openai-chat":        {`{"messages":[]}`, `{"prompt":"x"}`},
		"anthropic-messages": {`{"messages":[],"max_tokens":1}`, `{"role":"user","content":"x"}`},
		"openai-responses":   {`{"input":"x"}`, `{"messages":[]}`},
		"ag-ui":              {`{"threadId":"t","runId":"r","messages":[]}`, `{"messages":[]}`},
		"ui-messages":        {`{"messages":[{"role":"user","parts":[]}]}`, `{"model":"llama","messages":[{"role":"user","content":"x"}]}`},
	} {
		w := traffic.Spoken(wires(), name)
		if !w.Live.Speaks(wire.ParseString(bodies[0])) || w.Live.Speaks(wire.ParseString(bodies[1])) {
			t.Errorf("%s is not told by its body", name)
		}
	}
}
