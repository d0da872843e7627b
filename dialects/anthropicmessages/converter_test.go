package anthropicmessages

import (
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// Messages written by hand for histories that are no valid ones, or have arguments that are no object.
func TestConverterAnswers(t *testing.T) {
	const (
		user   = `{"role":"user","text":"x"},`
		asks   = `[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"a","input":`
		tells  = `}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"one"}]}]`
		result = `{"role":"tool","callId":"c1","name":"a","output":"one","status":"success"}`
	)
	called := func(arguments string) string {
		return `[` + user + `{"role":"assistant","parts":[{"type":"call","callId":"c1","name":"a","arguments":` + wire.Quote(arguments) + `}]},` +
			result + `]`
	}
	late := `[` + user + `{"role":"assistant","parts":[{"type":"call","callId":"c1","name":"a","arguments":"{}"}]},
		{"role":"user","text":"and"},{"role":"assistant","parts":[{"type":"text","text":"So."}]},` + result + `]`
	apart := `[` + user + `{"role":"assistant","parts":[{"type":"call","callId":"c1","name":"a","arguments":"{}"}]},
		{"role":"assistant","parts":[{"type":"call","callId":"c2","name":"b","arguments":"{}"}]},` + result + `,
		{"role":"tool","callId":"c2","name":"b","output":"two","status":"success"}]`
	for _, c := range []struct{ name, history, messages, wrong string }{
		{"blanks as nothing", called(" "), asks + `{}` + tells, ""},
		{"blanks as their text", called(" "), asks + `{"raw":" "}` + tells, ""},
		{"blanks left out", called(" "), `[{"role":"user","content":"x"}]`, ""},
		{"blanks filled", called(" "), asks + `{"q":1}` + tells, "MSG-80"},
		{"a text as its text", called(`"abc"`), asks + `{"raw":"\"abc\""}` + tells, ""},
		{"a text as what it says", called(`"abc"`), asks + `{"value":"abc"}` + tells, ""},
		{"a text as nothing", called(`"abc"`), asks + `{}` + tells, "MSG-80"},
		{"an object in a text as the object", called(`"{\"q\":1}"`), asks + `{"q":1}` + tells, "MSG-80"},
		{"null as nothing", called(`null`), asks + `{}` + tells, "MSG-80"},
		{"a late result moved", late, `[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"a",` +
			`"input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"one"},{"type":"text","text":"and"}]},` +
			`{"role":"assistant","content":"So."}]`, ""},
		{"a late result left out with its call", late,
			`[{"role":"user","content":"x"},{"role":"user","content":"and"},{"role":"assistant","content":"So."}]`, ""},
		{"a late result as it came", late, `[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"tool_use","id":"c1",` +
			`"name":"a","input":{}}]},{"role":"user","content":"and"},{"role":"assistant","content":"So."},` +
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"one"}]}]`, "MSG-81 MSG-86"},
		{"calls of two messages as one turn", apart, `[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"tool_use",` +
			`"id":"c1","name":"a","input":{}}]},{"role":"assistant","content":[{"type":"tool_use","id":"c2","name":"b","input":{}}]},` +
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"one"},` +
			`{"type":"tool_result","tool_use_id":"c2","content":"two"}]}]`, ""},
	} {
		h, err := history.ParseScript(wire.ParseString(c.history))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		o := dialect.Observation{State: wire.Obj(wire.M("messages", wire.ParseString(c.messages)))}
		dialecttest.Fails(t, c.name, Dialect().Sides[2], h, o, c.wrong)
	}
}
