package anthropicmessages

import (
	"slices"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

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
				`{"type":"tool_use","id":"t1","name":"get","input":{"q":1}}],"error":null,"reported":["t1"],"executed":[{"id":"t1","input":{"q":1}}]}`, ""},
		{"the input as text", whole,
			`{"id":"m","stopReason":"tool_use","content":[` + hi +
				`{"type":"tool_use","id":"t1","name":"get","input":"{\"q\":1}"}],"error":null,"reported":["t1"],"executed":[{"id":"t1","input":{"q":1}}]}`, ""},
		{"no input", whole, `{"id":"m","stopReason":"tool_use","content":[` + hi +
			`{"type":"tool_use","id":"t1","name":"get","input":null}],"error":null,"reported":["t1"],"executed":[{"id":"t1","input":{"q":1}}]}`, "MSG-02"},
		{"the call first", whole,
			`{"id":"m","stopReason":"tool_use","content":[{"type":"tool_use","id":"t1","name":"get","input":{"q":1}},{"type":"text","text":"Hi"}],"error":null,"reported":["t1"],"executed":[{"id":"t1","input":{"q":1}}]}`, "MSG-08"},
		{"run twice", whole,
			`{"id":"m","stopReason":"tool_use","content":[` + hi +
				`{"type":"tool_use","id":"t1","name":"get","input":{"q":1}}],"error":null,"reported":["t1"],"executed":[{"id":"t1","input":{"q":1}},{"id":"t1","input":{"q":1}}]}`, "MSG-27"},
		{"told for nothing", whole,
			`{"id":"m","stopReason":null,"content":[` + hi +
				`{"type":"tool_use","id":"t1","name":"get","input":{"q":1}}],"error":{"message":"no"},"reported":[],"executed":[]}`,
			"MSG-01 MSG-07"},
		{"the limit hidden", half, `{"id":"m","stopReason":"tool_use","content":[],"error":null,"reported":[],"executed":[]}`,
			"MSG-11 MSG-16"},
		{"a repair under a limit", half,
			`{"id":"m","stopReason":"max_tokens","content":[{"type":"tool_use","id":"t1","name":"read","input":{"path":"/etc"}}],"error":null,"reported":[],"executed":[]}`, ""},
		{"a member that never came", half,
			`{"id":"m","stopReason":"max_tokens","content":[{"type":"tool_use","id":"t1","name":"read","input":{"path":"/etc","mode":"r"}}],"error":null,"reported":[],"executed":[]}`, "MSG-16"},
		{"the text of a cut call", cut,
			`{"id":"m","stopReason":null,"content":[{"type":"tool_use","id":"t1","name":"read","input":"{\"path\":\"/e"}],"error":null,"reported":[],"executed":[]}`, ""},
		{"a repair of a cut call", cut,
			`{"id":"m","stopReason":null,"content":[{"type":"tool_use","id":"t1","name":"read","input":{"path":"/etc"}}],"error":null,"reported":[],"executed":[]}`, "MSG-15"},
		{"a reason that nobody gave", cut, `{"id":"m","stopReason":"end_turn","content":[],"error":null,"reported":[],"executed":[]}`,
			"MSG-14"},
		{"a stray told", stray, `{"id":"m","stopReason":null,"content":[],"error":{"message":"index -1"},"reported":[],"executed":[]}`, ""},
		{"a stray's call with {}", stray,
			`{"id":"m","stopReason":"tool_use","content":[{"type":"tool_use","id":"t1","name":"get","input":{}}],"error":null,"reported":[],"executed":[]}`, "MSG-20"},
	} {
		s := &stream.Script{Form: form()}
		list, err := wire.Parse([]byte("[" + commas(c.stream) + "]"))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		for _, short := range list.Items() {
			events, err := expand(short)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			s.Elements = append(s.Elements, events...)
		}
		o := dialect.Observation{State: wire.ParseString(c.state)}
		var wrong []string
		for _, out := range Dialect().Sides[0].Judge(&dialect.Case{Script: s}, &o) {
			if out.Verdict == requirement.Fail {
				wrong = append(wrong, out.Requirement)
			}
		}
		var want []string
		for i := 0; i < len(c.wrong); i += len("MSG-00 ") {
			want = append(want, c.wrong[i:i+len("MSG-00")])
		}
		if !slices.Equal(wrong, want) {
			t.Errorf("%s: it fails %v, %v was expected", c.name, wrong, want)
		}
	}
}

// commas puts a comma between the events of a line.
func commas(line string) string {
	out := []byte{}
	for i := range len(line) {
		if i > 0 && line[i] == '[' && line[i-1] == ']' {
			out = append(out, ',')
		}
		out = append(out, line[i])
	}
	return string(out)
}
