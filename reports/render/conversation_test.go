package render

import (
	"testing"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/wire"
)

// The page draws a conversation as one line, too, and its requests stand between the turns.
func TestConversationsOfThePage(t *testing.T) {
	request := func(messages string) wire.Value {
		return wire.Obj(wire.M("request", wire.Obj(wire.M("messages", wire.ParseString(messages)))))
	}
	second := 1
	c := reports.CaseRow{ID: "openai-chat/agent/x", Role: "agent", Tests: []string{"LOOP-02"},
		Evidence: &reports.Evidence{Ending: "done",
			Events: []wire.Value{request(`[{"role":"user","content":"Q"}]`),
				request(`[{"role":"user","content":"Q"},{"role":"assistant","content":"A"},` +
					`{"role":"tool","tool_call_id":"c1","content":"R"}]`)},
			Script: wire.ParseString(`{"turns":[{"told":[{"type":"call","id":"c1","name":"f","input":{}}]},
				{"how":"broken","told":[{"type":"text","text":"T"}]}]}`)}}
	page := evidenceOf(c, []reports.Finding{{Event: &second}}, []pageFinding{{}})
	if page.Answered != nil || page.Sent == nil || len(page.Sent.Marks) != 5 {
		t.Errorf("the page draws %+v beside %+v", page.Sent, page.Answered)
	}
}
