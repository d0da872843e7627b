package anthropicmessages

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/families"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Whole(t, Dialect(), 200) }

// Answers written by hand, right ones and wrong ones: the reference and the rules may share a
// misunderstanding, a written answer doesn't.
func TestAnswersByHand(t *testing.T) {
	const whole = `["start","m"]["said",0,"Hi"]["called",1,"t1","get","{\"q\":1}"]["done","tool_use"]`
	const half = `["start","m"]["called",0,"t1","read","{\"path\":\"/etc"]["done","max_tokens"]`
	const cut = `["start","m"]["call",0,"t1","read"]["+",0,"{\"path\":\"/etc"]`
	const stray = `["start","m"]["call",0,"t1","get"]["+",-1,"{\"q\":1}"]["end",0]["done","tool_use"]`
	hi := `{"type":"text","text":"Hi"},`
	for _, c := range []struct{ name, stream, state, wrong string }{
		{"as it came", whole,
			`{"id":"m","stopReason":"tool_use","content":[` + hi +
				`{"type":"tool_use","id":"t1","name":"get","input":{"q":1}}],"error":null,"reported":["t1"],"executed":[{"id":"t1",` +
				`"input":{"q":1}}]}`, ""},
		{"the input as text", whole,
			`{"id":"m","stopReason":"tool_use","content":[` + hi +
				`{"type":"tool_use","id":"t1","name":"get","input":"{\"q\":1}"}],"error":null,"reported":["t1"],"executed":[{"id":"t1",` +
				`"input":{"q":1}}]}`, ""},
		{"no input", whole, `{"id":"m","stopReason":"tool_use","content":[` + hi +
			`{"type":"tool_use","id":"t1","name":"get","input":null}],"error":null,"reported":["t1"],"executed":[{"id":"t1",` +
			`"input":{"q":1}}]}`, "MSG-02"},
		{"the call first", whole,
			`{"id":"m","stopReason":"tool_use","content":[{"type":"tool_use","id":"t1","name":"get","input":{"q":1}},{"type":"text",` +
				`"text":"Hi"}],"error":null,"reported":["t1"],"executed":[{"id":"t1","input":{"q":1}}]}`, "MSG-08"},
		{"run twice", whole,
			`{"id":"m","stopReason":"tool_use","content":[` + hi +
				`{"type":"tool_use","id":"t1","name":"get","input":{"q":1}}],"error":null,"reported":["t1"],"executed":[{"id":"t1",` +
				`"input":{"q":1}},{"id":"t1","input":{"q":1}}]}`, "MSG-27"},
		{"told for nothing", whole,
			`{"id":"m","stopReason":null,"content":[` + hi +
				`{"type":"tool_use","id":"t1","name":"get","input":{"q":1}}],"error":{"message":"no"},"reported":[],"executed":[]}`,
			"MSG-01 MSG-07"},
		{"the limit hidden", half, `{"id":"m","stopReason":"tool_use","content":[],"error":null,"reported":[],"executed":[]}`,
			"MSG-11 MSG-16"},
		{"a repair under a limit", half,
			`{"id":"m","stopReason":"max_tokens","content":[{"type":"tool_use","id":"t1","name":"read","input":{"path":"/etc"}}],` +
				`"error":null,"reported":[],"executed":[]}`, ""},
		{"a member that never came", half,
			`{"id":"m","stopReason":"max_tokens","content":[{"type":"tool_use","id":"t1","name":"read","input":{"path":"/etc",` +
				`"mode":"r"}}],"error":null,"reported":[],"executed":[]}`, "MSG-16"},
		{"the text of a cut call", cut,
			`{"id":"m","stopReason":null,"content":[{"type":"tool_use","id":"t1","name":"read","input":"{\"path\":\"/e"}],"error":null,` +
				`"reported":[],"executed":[]}`, ""},
		{"a repair of a cut call", cut,
			`{"id":"m","stopReason":null,"content":[{"type":"tool_use","id":"t1","name":"read","input":{"path":"/etc"}}],"error":null,` +
				`"reported":[],"executed":[]}`, "MSG-15"},
		{"a reason that nobody gave", cut, `{"id":"m","stopReason":"end_turn","content":[],"error":null,"reported":[],"executed":[]}`,
			"MSG-14"},
		{"a stray told", stray, `{"id":"m","stopReason":null,"content":[],"error":{"message":"index -1"},"reported":[],"executed":[]}`, ""},
		{"a stray's call with {}", stray,
			`{"id":"m","stopReason":"tool_use","content":[{"type":"tool_use","id":"t1","name":"get","input":{}}],"error":null,` +
				`"reported":[],"executed":[]}`, "MSG-20"},
	} {
		s := dialecttest.Spelled(t, families.Streams(form(), expand), strings.ReplaceAll(c.stream, "][", "],["))
		dialecttest.Fails(t, c.name, Dialect().Sides[0], s, dialect.Observation{State: wire.ParseString(c.state)}, c.wrong)
	}
}

// What changes nothing is strewn in, but no ping behind the end: a client may tell of any event there.
func TestStrewnBeforeTheEnd(t *testing.T) {
	s := dialecttest.Spelled(t, families.Streams(form(), expand),
		`["start","m"],["said",0,"Hi"],["done","end_turn"],["said",1,"late"]`)
	for k := range 30 {
		strewn, _ := s.(dialect.Inserter)
		list := strewn.InsertUnknown(func(n int) int { return (k + n - 1) % n }).Input("events", nil).Get("events").Items()
		end := slices.IndexFunc(list, is(messageStop))
		if k == 2 && len(list) == s.Len() {
			t.Error("nothing is strewn in")
		}
		if slices.ContainsFunc(list[end:], is("ping")) || !slices.ContainsFunc(list[end:], is(blockStop)) {
			t.Errorf("behind the end: %v", list[end:])
		}
	}
}

// Messages written by hand for histories that are no valid ones, or have arguments that are no object.
func TestConverterAnswers(t *testing.T) {
	const (
		user   = `{"role":"user","text":"x"},`
		asks   = `[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"a","input":`
		tells  = `}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"one"}]}]`
		result = `{"role":"tool","callId":"c1","name":"a","output":"one","status":"success"}`
	)
	called := func(arguments string) string {
		return `[` + user + `{"role":"assistant","parts":[{"type":"call","callId":"c1","name":"a",` +
			`"arguments":` + wire.Quote(arguments) + `}]},` +
			result + `]`
	}
	late := `[` + user + `{"role":"assistant","parts":[{"type":"call","callId":"c1","name":"a","arguments":"{}"}]},
		{"role":"user","text":"and"},{"role":"assistant","parts":[{"type":"text","text":"So."}]},` + result + `]`
	apart := `[` + user + `{"role":"assistant","parts":[{"type":"call","callId":"c1","name":"a","arguments":"{}"}]},
		{"role":"assistant","parts":[{"type":"call","callId":"c2","name":"b","arguments":"{}"}]},` + result + `,
		{"role":"tool","callId":"c2","name":"b","output":"two","status":"success"}]`
	open := `[` + user + `{"role":"assistant","parts":[{"type":"call","callId":"c1","name":"a","arguments":"{}"}]},
		{"role":"user","text":"and"},{"role":"assistant","parts":[]},{"role":"user","text":"yes"}]`
	const bare = `{"role":"assistant","content":[]},`
	for _, c := range []struct{ name, history, messages, wrong string }{
		{"an open call's message left out, and a bare one as it is", open,
			`[{"role":"user","content":"x"},{"role":"user","content":"and"},` + bare + `{"role":"user","content":"yes"}]`, ""},
		{"an open call's message as nothing", open,
			`[{"role":"user","content":"x"},` + bare + `{"role":"user","content":"and"},` + bare +
				`{"role":"user","content":"yes"}]`, "MSG-85"},
		{"blanks as nothing", called(" "), asks + `{}` + tells, ""},
		{"blanks as their text", called(" "), asks + `{"raw":" "}` + tells, ""},
		{"blanks left out", called(" "), `[{"role":"user","content":"x"}]`, ""},
		{"blanks filled", called(" "), asks + `{"q":1}` + tells, "MSG-80"},
		{"a text as its text", called(`"abc"`), asks + `{"raw":"\"abc\""}` + tells, ""},
		{"a text as what it says", called(`"abc"`), asks + `{"value":"abc"}` + tells, ""},
		{"a text as nothing", called(`"abc"`), asks + `{}` + tells, "MSG-80"},
		{"an object in a text as the object", called(`"{\"q\":1}"`), asks + `{"q":1}` + tells, "MSG-80"},
		{"null as nothing", called(`null`), asks + `{}` + tells, "MSG-80"},
		{"a late result moved", late, `[{"role":"user","content":"x"},{"role":"assistant","content":[` +
			`{"type":"tool_use","id":"c1","name":"a","input":{}}]},` +
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"one"},{"type":"text","text":"and"}]},` +
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
