package catalogue_test

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// observed reads an answer that was written by hand.
func observed(text string) dialect.Observation {
	v := wire.ParseString(text)
	o := dialect.Observation{State: v.Get("state")}
	for _, e := range v.Get("events").Items() {
		o.Events = append(o.Events, dialect.Event{Value: e, After: -1})
	}
	return o
}

// Each stream has something in it that a line is about. An answer that is wrong with it and
// without it breaks the plain line only; one that is wrong with it only breaks both.
func TestWrongAnyway(t *testing.T) {
	const block = `{"type":"tool_use","id":"t7","name":"buy","input":%I,"toolResult":"ok","toolResultError":false,"artifact":null,` +
		`"dotStatus":"done","isStreaming":false,"isFromHistory":false}`
	blocks := func(input string) string {
		return `{"state":{"blocks":[` + strings.Replace(block, "%I", input, 1) + `]}}`
	}
	const bought = `{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t7","name":"buy","input":{"n":1}}},` +
		`{"type":"content_block_stop","index":1},
		{"type":"content_block_start","index":2,"content_block":{"type":"tool_result","tool_use_id":"t7",` +
		`"content":"ok","status":"success"}},` +
		`{"type":"content_block_stop","index":2}`
	tool := func(stage string) string {
		return `{"state":{"toolBlocks":[{"id":"c7","name":"grep","stage":"` + stage + `","result":"2 lines"}]}}`
	}
	said := func(output string) string {
		return `{"events":[{"type":"tool-input-available","toolCallId":"f1","toolName":"x","input":{}},` +
			`{"type":"tool-output-available","toolCallId":"f1","output":` + output + `},{"type":"text","text":"Ä\r\nb\r\n"}]}`
	}
	shown := func(output string) string {
		return `{"state":{"messages":[{"id":"y","role":"assistant","parts":[{"type":"tool-call","id":"b","name":"show","arguments":"{}",` +
			`"state":"input-complete","output":` + output + `},
			{"type":"tool-result","toolCallId":"b","content":"{\"id\":\"6\"}","state":"complete"}]}],
			"modelMessages":[{"role":"assistant","toolCalls":[{"id":"b","name":"show","arguments":"{}"}]},` +
			`{"role":"tool","toolCallId":"b","content":"{\"id\":\"6\"}"}]}}`
	}
	for _, c := range []struct {
		name                 string
		pair                 dialect.Pair
		script, right, wrong string
		plain, twist         string
	}{
		{"an orphan", dialect.Pair{Dialect: "content-blocks", Role: dialect.Consumer},
			`{"events":[` + bought + `,{"type":"content_block_start","index":3,"content_block":{"type":"tool_result",` +
				`"tool_use_id":"none",` +
				`"content":"whose","status":"success"}},{"type":"content_block_stop","index":3}]}`,
			blocks(`{"n":1}`), blocks(`{}`), "BLOCK-01", "BLOCK-13"},
		{"a stray stop", dialect.Pair{Dialect: "content-blocks", Role: dialect.Consumer},
			`{"events":[` + bought + `,{"type":"content_block_stop","index":9}]}`, blocks(`{"n":1}`), blocks(`{}`), "BLOCK-01", "BLOCK-17"},
		{"a ping", dialect.Pair{Dialect: "content-blocks", Role: dialect.Consumer},
			`{"events":[{"type":"ping"},` + bought + `]}`, blocks(`{"n":1}`), blocks(`{}`), "BLOCK-01", "BLOCK-12"},
		{"a stray update", dialect.Pair{Dialect: "stage-events", Role: dialect.Consumer},
			`[{"id":"c7","stage":"start","name":"grep"},{"id":"ghost","stage":"running"},{"id":"c7","stage":"end","result":"2 lines"}]`,
			tool("end"), tool("running"), "STAGE-52", "STAGE-56"},
		{"CRLF", dialect.Pair{Dialect: "tool-fence", Role: dialect.Consumer},
			`{"newline":"crlf","segments":[{"tool":{"toolCallId":"f1","toolName":"x","state":"output-available","input":{},` +
				`"output":"ok"}}]}`,
			said(`"ok"`), said(`{"text":"ok"}`), "FENCE-05", "FENCE-20"},
		{"a finish behind the output", dialect.Pair{Dialect: "message-parts", Role: dialect.Consumer},
			`{"steps":[{"type":"tool_call","toolCall":{"id":"b","name":"show","arguments":"{}"},"execution":"client"},` +
				`{"type":"add_tool_result","toolCallId":"b","tool":"show","output":{"id":"6"},"state":"output-available",` +
				`"errorText":null},` +
				`{"type":"finish","reason":"tool_calls"}]}`,
			shown(`{"id":"6"}`), shown("null"), "PART-02", "PART-07"},
	} {
		side := built().Side(c.pair)
		script, err := side.Parse(wire.ParseString(c.script))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		k := &dialect.Case{ID: c.pair.String() + "/by-hand", Pair: c.pair, Class: dialect.Adversarial, Script: script}
		for answer, want := range map[string][2]requirement.Verdict{
			c.wrong: {requirement.Fail, requirement.Unobserved}, c.right: {requirement.Fail, requirement.Fail}} {
			o := observed(c.wrong)
			found, err := side.Excused(k, side.Judge(k, &o),
				func(*dialect.Case) (dialect.Observation, error) { return observed(answer), nil })
			if err != nil {
				t.Fatal(err)
			}
			if got := [2]requirement.Verdict{verdictOf(found, c.plain), verdictOf(found, c.twist)}; got != want {
				t.Errorf("%s, without it %.60s: %s and %s are %v, not %v", c.name, answer, c.plain, c.twist, got, want)
			}
		}
	}
}

func verdictOf(outcomes []requirement.Outcome, id string) requirement.Verdict {
	for _, o := range outcomes {
		if o.Requirement == id {
			return o.Verdict
		}
	}
	return requirement.Skip
}
