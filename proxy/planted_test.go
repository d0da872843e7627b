package proxy_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/traffic"
)

// mostAimed is how many cases are looked at for each fault in everyday runs.
const mostAimed = 6

// aimed is a case that tests what a fault misses: its answer in bytes, and its headers; "" where there is none.
func aimed(w *traffic.Wire, f dialect.Fault) (body string, headers http.Header) {
	headers = http.Header{}
	answer := f.Plant(w.Producer.Reference)
	looked := 0
	for _, c := range w.Producer.Cases() {
		if c.Heavy || !slices.Contains(c.Tests, f.Requirements[0]) {
			continue
		}
		if looked++; looked > mostAimed && !dialecttest.All() {
			break
		}
		o := answer(c.Input())
		for _, member := range []string{"sse", "body"} {
			if text := o.State.Get(member).Text(); text != "" && o.Ending == dialect.Done {
				a := w.Stream(reader(text), o.State.Get("headers"))
				if slices.ContainsFunc(a.Findings,
					func(g requirement.Finding) bool { return slices.Contains(f.Requirements, g.Requirement) }) {
					for _, h := range o.State.Get("headers").Members() {
						headers.Set(h.Name, h.Value.Text())
					}
					return text, headers
				}
			}
		}
	}
	return "", headers
}

// bodies are first requests of each wire, and where they go.
var bodies = map[string][2]string{
	"openai-chat":        {"/v1/chat/completions", question},
	"anthropic-messages": {"/v1/messages", `{"model":"m","max_tokens":9,"stream":true,"messages":[{"role":"user","content":"hi"}]}`},
	"openai-responses":   {"/v1/responses", `{"model":"m","stream":true,"input":"hi"}`},
	"ag-ui": {"/", `{"threadId":"t1","runId":"r1","state":{},"messages":[{"id":"1","role":"user","content":"hi"}],"tools":[],"context":[],
		"forwardedProps":{}}`},
	"ui-messages": {"/api/chat", `{"id":"c","messages":[{"id":"1","role":"user","parts":[{"type":"text","text":"hi"}]}]}`},
}

// Planted faults of a server are found through the proxy, under a line that each of them misses; the bytes
// that its client gets are those that it sent.
func TestPlantedFaultsOfServers(t *testing.T) {
	for _, w := range wires() {
		tried := 0
		for i, f := range w.Producer.Faults() {
			if !dialecttest.All() && i%11 != 3 {
				continue
			}
			body, headers := aimed(w, f)
			if kind := headers.Get("Content-Type"); body == "" || kind != "" && !strings.HasPrefix(kind, "text/event-stream") {
				continue // by its type it is no stream, and passes unjudged
			}
			tried++
			s := stand(t, func(rw http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				rw.Header().Set("Content-Type", "text/event-stream")
				maps.Copy(rw.Header(), headers)
				_, _ = io.WriteString(rw, body)
			}, nil)
			if got := reads(t, s.post(bodies[w.Dialect][0], bodies[w.Dialect][1])); got != body {
				t.Errorf("%s: other bytes came", f.ID)
			}
			found := missed(s.result())
			if !slices.ContainsFunc(f.Requirements, func(id string) bool { return found[id] > 0 }) {
				t.Errorf("%s %s: found %v", w.Dialect, f.ID, found)
			}
		}
		if tried < 1 {
			t.Errorf("%s: %d faults were tried", w.Dialect, tried)
		}
	}
}

// A client that loses a call between an answer and its next request is found; one that doesn't is not.
func TestConversationsThroughTheProxy(t *testing.T) {
	calls := fmt.Sprintf(chunkOf, `{"role":"assistant","tool_calls":[{"index":0,"id":"a","type":"function",`+
		`"function":{"name":"f","arguments":"{\"q\":1}"}}]}`, "null") + fmt.Sprintf(chunkOf, `{}`, `"tool_calls"`) + "data: [DONE]\n\n"
	for arguments, want := range map[string]int{`{"q":1}`: 0, `{"q":2}`: 1} {
		turn := 0
		s := stand(t, func(w http.ResponseWriter, r *http.Request) {
			if turn++; turn == 1 {
				streams(calls)(w, r)
			} else {
				streams(plainAnswer())(w, r)
			}
		}, nil)
		reads(t, s.post("/v1/chat/completions", question))
		quoted, _ := json.Marshal(arguments)
		reads(t, s.post("/v1/chat/completions",
			`{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"},{"role":"assistant",`+
				`"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":`+string(quoted)+`}}]},`+
				`{"role":"tool","tool_call_id":"a","content":"1"}]}`))
		if found := missed(s.result()); found["CHAT-80"] != want || len(found) != want {
			t.Errorf("%s: found %v", arguments, found)
		}
	}
}

// An answer in one object is judged, too.
func TestObjectsAreJudged(t *testing.T) {
	for reason, want := range map[string]int{"tool_calls": 0, "stop": 1} {
		s := stand(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
			fmt.Fprintf(w, `{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,`+
				`"message":{"role":"assistant",`+
				`"content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},`+
				`"finish_reason":%q}]}`, reason)
		}, nil)
		reads(t, s.post("/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":"hi"}]}`))
		if found := missed(s.result()); found["CHAT-58"] != want || len(found) != want {
			t.Errorf("%s: found %v", reason, found)
		}
	}
}
