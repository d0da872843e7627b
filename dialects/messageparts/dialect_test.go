package messageparts

import (
	"testing"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/wire"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, Dialect()) }

func TestProperties(t *testing.T) { dialecttest.Properties(t, Dialect(), nil) }

func TestShortSteps(t *testing.T) {
	for short, want := range map[string]string{
		`{"user":"Go"}`: `[{"type":"user_message","text":"Go"}]`,
		`{"tool_call":["c","roll",{"n":1}],"execution":"client"}`: `[{"type":"tool_call","toolCall":{"id":"c","name":"roll",` +
			`"arguments":"{\"n\":1}"},"execution":"client"}]`,
		`{"letters":["c","ab"],"name":"roll","execution":"server"}`: `[{"type":"tool_call_delta","id":"c","name":"roll",` +
			`"execution":"server","argumentsDelta":"a"},` +
			`{"type":"tool_call_delta","id":"c","argumentsDelta":"b"}]`,
		`{"tool_call_delta":["c","a"]}`:     `[{"type":"tool_call_delta","id":"c","argumentsDelta":"a"}]`,
		`{"tool_result":["c","x","error"]}`: `[{"type":"tool_result","toolCallId":"c","content":"x","state":"error"}]`,
		`{"add_tool_result":["c","roll"],"output":4}`: `[{"type":"add_tool_result","toolCallId":"c","tool":"roll","output":4,` +
			`"state":"output-available","errorText":null}]`,
		`{"add_tool_result":["c","roll"],"error":"e"}`: `[{"type":"add_tool_result","toolCallId":"c","tool":"roll","output":null,` +
			`"state":"output-error","errorText":"e"}]`,
		`{"type":"x","user":"Go"}`: `[{"type":"x","user":"Go"}]`,
		`{"usr":"Go"}`:             ``,
	} {
		got, err := expandStep(wire.ParseString(short))
		if want == "" && err == nil || want != "" && (err != nil || wire.List(got...).JSON() != want) {
			t.Errorf("%s is %s, %v", short, wire.List(got...).JSON(), err)
		}
	}
}

func TestShortMessages(t *testing.T) {
	of := func(lines ...string) (string, error) {
		var e casefile.Entry
		for _, line := range lines {
			e.Elements = append(e.Elements, wire.ParseString(line))
		}
		s, err := storedOf(e)
		return s.JSON().JSON(), err
	}
	got, err := of(`{"user":"u","text":"Go"}`, `{"assistant":"a"}`, `{"text":"x"}`, `{"tool-call":["c","roll",{}],"output":4}`,
		`{"tool-result":["c","4"],"state":"error"}`)
	want := `{"messages":[{"id":"u","role":"user","parts":[{"type":"text","content":"Go"}]},` +
		`{"id":"a","role":"assistant","parts":[{"type":"text","content":"x"},` +
		`{"type":"tool-call","id":"c","name":"roll","arguments":"{}","state":"input-complete","output":4},` +
		`{"type":"tool-result","toolCallId":"c","content":"4","state":"error"}]}]}`
	if err != nil || got != want {
		t.Error(got, err)
	}
	if _, err := of(`{"text":"x"}`); err == nil {
		t.Error("a part stands in no message")
	}
	if _, err := of(`{"assistant":"a"}`, `{"tool-call":["c","roll"]}`); err == nil {
		t.Error("a call without arguments was read")
	}
}
