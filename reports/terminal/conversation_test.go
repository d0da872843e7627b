package terminal

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/picture"
	"github.com/toolconform/conform/wire"
)

// A conversation is drawn as one line: requests with what they add, turns between them, and the first
// wrong request marked.
func TestConversationsAreDrawn(t *testing.T) {
	request := func(messages string) wire.Value {
		return wire.Obj(wire.M("request", wire.Obj(wire.M("messages", wire.ParseString(messages)))))
	}
	e := &reports.Evidence{Ending: "done", Events: []wire.Value{request(`[{"role":"user","content":"Q"}]`),
		request(`[{"role":"user","content":"Q"},{"role":"assistant","content":"A"},{"role":"tool","tool_call_id":"c1","content":"R"}]`)},
		Script: wire.ParseString(`{"turns":[{"told":[{"type":"call","id":"c1","name":"f","input":{}}]},
			{"how":"broken","told":[{"type":"text","text":"T"}]}]}`)}
	second := 1
	c := reports.CaseRow{ID: "openai-chat/agent/x", Role: "agent", Tests: []string{"LOOP-02"}, Evidence: e}
	var b strings.Builder
	screen{width: 160}.streams(&b, "LOOP-02", c, reports.Finding{Event: &second, Where: "request 2"}, picture.MomentsDrawn)
	want := []string{
		`0     asks      "request":1,"adds":[{"role":"user","content":"Q"}]`, "1  ●  call   c1 f",
		`▶   2     asks      "request":2,"adds":[{"role":"assistant","content":"A"},`,
		`3     text      "T"`, `4     end       "reason":"broken"`}
	at := 0
	for _, line := range want {
		next := strings.Index(b.String()[at:], line)
		if next < 0 {
			t.Fatalf("%q is not behind the others in\n%s", line, b.String())
		}
		at += next
	}
	if picture.IsConversation(&reports.Evidence{Input: wire.ParseString(`{"events":[]}`)}) {
		t.Error("a stream is drawn as a conversation")
	}
}
