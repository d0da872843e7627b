package picture

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolconform/conform/wire"
)

// The events of every wire are told by what they do, in the lane of their call, and not by the members that all of
// them have.
func TestEventsOfEveryWire(t *testing.T) {
	const head = `"id":"chatcmpl-7","object":"chat.completion.chunk","created":17,"model":"m"`
	for name, c := range map[string]struct{ events, lines string }{
		"completion chunks": {`[
			{` + head + `,"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]},
			{` + head + `,"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]},
			{` + head + `,"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_b","type":"function",` +
			`"function":{"name":"search","arguments":""}}]},"finish_reason":null}]},
			{` + head + `,"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"","type":"",` +
			`"function":{"name":"","arguments":"{"}}]},"finish_reason":null}]},
			{` + head + `,"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"}"}},` +
			`{"index":1,"id":"x"}]},"finish_reason":null}]},
			{` + head + `,"choices":[{"index":1,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]},"finish_reason":null}]},
			{` + head + `,"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]},
			{"$event":"x","$data":{` + head + `,"choices":[],"usage":{"total_tokens":9}}},
			{"error":{"message":"broken"}}]`, `
			0 text|"role":"assistant","content":""
			1 text|"Hi"
			2 call call_b search|"index":0,"arguments":""
			3 piece call_b|"index":0,"id":"","type":"","name":"","arguments":"{"
			4 piece call_b|"tool_calls":[{"index":0,"function":{"arguments":"}"}},{"index":1,"id":"x"}]
			5 piece|"index":0,"arguments":"}"
			6 end|"finish_reason":"tool_calls"
			7 other|{"choices":[],"usage":{"total_tokens":9}}
			8 other|{"error":{"message":"broken"}}`},
		"blocks with pieces": {`[
			{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t1","name":"get","input":{}}},
			{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"q\":"}},
			{"type":"content_block_stop","index":1},
			{"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"x"}},
			{"type":"message_delta","delta":{"stop_reason":"tool_use"}}]`, `
			0 call t1 get|"name":"get","input":{}
			1 piece t1|"partial_json":"{\"q\":"
			2 stop t1|"index":1
			3 text|"x"
			4 end|"stop_reason":"tool_use"`},
		"a history": {`[
			{"role":"user","text":"go"},
			{"role":"assistant","parts":[{"type":"text","text":"So."},{"type":"call","callId":"c1","name":"a","arguments":"{}"}]},
			{"role":"tool","callId":"c1","name":"a","output":0,"status":"error"}]`, `
			0 text|"role":"user","text":"go"
			1 text|"So."
			1 call c1 a|"name":"a","arguments":"{}"
			2 error c1 a|"name":"a","output":0,"status":"error"`},
		"parts of a UI message": {`[
			{"type":"tool-input-start","toolCallId":"c1","toolName":"get"},
			{"type":"tool-input-delta","toolCallId":"c1","inputTextDelta":"{"},
			{"type":"tool-output-available","toolCallId":"c1","output":4}]`, `
			0 call c1 get|"toolName":"get"
			1 piece c1|"inputTextDelta":"{"
			2 result c1|"output":4`},
		"items of a response": {`[
			{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"fc_1","call_id":"c1","name":"get",` +
			`"arguments":""}},
			{"type":"response.function_call_arguments.delta","item_id":"fc_1","delta":"{"},
			{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","id":"fc_1","call_id":"c1","name":"get",` +
			`"arguments":"{}"}}]`, `
			0 call c1 get|"name":"get","arguments":""
			1 piece c1|"delta":"{"
			2 stop c1 get|"name":"get","arguments":"{}"`},
		"events of a run": {`[
			{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"get"},
			{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{}"},
			{"type":"TOOL_CALL_END","toolCallId":"c1"},
			{"type":"TOOL_CALL_RESULT","toolCallId":"c1","content":"ok"},
			{"type":"RUN_FINISHED","runId":"r"}]`, `
			0 call c1 get|"toolCallName":"get"
			1 piece c1|"delta":"{}"
			2 stop c1|
			3 result c1|"content":"ok"
			4 end|"runId":"r"`},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			p := Draw(wire.ParseString(c.events).Items(), -1)
			for _, m := range p.Marks {
				words := []string{fmt.Sprint(m.N), m.Kind}
				if m.Lane > 0 {
					words = append(words, p.Lanes[m.Lane].Call)
				}
				if m.Lane > 0 && (m.Kind == MarkCall || strings.Contains(m.Gist, `"name":"`+p.Lanes[m.Lane].Name+`"`)) {
					words = append(words, p.Lanes[m.Lane].Name)
				}
				b.WriteString("\n" + strings.Join(words, " ") + "|" + m.Gist)
			}
			if want := strings.ReplaceAll(c.lines, "\t", ""); b.String() != want {
				t.Errorf("it tells%s\nexpected%s", b.String(), want)
			}
		})
	}
}

// A message of many parts is no picture without an end.
func TestMessagesOfManyParts(t *testing.T) {
	part := `{"type":"call","callId":"c","name":"a","arguments":"{}"},`
	message := `{"role":"assistant","parts":[` + strings.TrimSuffix(strings.Repeat(part, MomentsDrawn), ",") + `]}`
	p := Draw(wire.ParseString("["+message+","+message+"]").Items(), -1)
	if len(p.Marks) != MomentsDrawn || p.After != 1 {
		t.Errorf("%d are drawn, %d are behind", len(p.Marks), p.After)
	}
}
