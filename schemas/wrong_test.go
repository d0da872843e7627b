package schemas_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// wrong values, each one step away from a right one.
var wrong = []struct {
	schema, json string
	pointers     []string // of the violations
	text         []string // that the error says
}{
	// document 000 (tool fences)
	{"tool-fence", `{"toolCallId":42}`, []string{"/toolCallId"}, []string{"expected a string", "found 42"}},
	{"tool-fence", `{"toolName":null}`, []string{"/toolName"}, []string{"found null"}},
	{"tool-fence", `{"state":"done"}`, []string{"/state"},
		[]string{`one of "input-streaming", "input-available", "output-available", "output-error"`, `found "done"`}},
	{"tool-fence", `{"errorText":{"code":5}}`, []string{"/errorText"}, []string{`found {"code":5}`}},
	{"tool-fence", `[{"toolName":"a"}]`, []string{""}, []string{"the whole value: expected an object"}},

	// document 001 (stage events)
	{"stage-event", `{"stage":"end"}`, []string{"/id"}, []string{"expected a string, found nothing"}},
	{"stage-event", `{"id":7,"stage":"end"}`, []string{"/id"}, nil},
	{"stage-event", `{"id":"a"}`, []string{"/stage"}, []string{`expected one of "start", "streaming", "running", "end", found nothing`}},
	{"stage-event", `{"id":"a","stage":"paused"}`, []string{"/stage"}, []string{`found "paused"`}},
	{"stage-event", `{"id":"a","stage":"end","isRunning":false}`, []string{"/isRunning"},
		[]string{`expected no member "isRunning", found false`}},
	{"stage-event", `{"id":"a","stage":"end","success":"yes"}`, []string{"/success"}, []string{"expected a boolean"}},
	{"stage-event", `{"id":"a","stage":"end","parametersChunk":{}}`, []string{"/parametersChunk"}, nil},

	// document 002 (message parts)
	{"message-part", `{"id":"c"}`, []string{"/type"}, nil},
	{"message-part", `{"type":"tool-call","name":"n","arguments":"{}"}`, []string{"/id"}, nil},
	{"message-part", `{"type":"tool-call","id":"c","name":"n","arguments":{}}`, []string{"/arguments"},
		[]string{"expected a string, found {}"}},
	{"message-part", `{"type":"tool-result","toolCallId":"c","content":{"id":"6"},"state":"complete"}`, []string{"/content"}, nil},
	{"message-part", `{"type":"tool-result","content":"","state":"complete"}`, []string{"/toolCallId"}, nil},
	{"ui-message", `{"id":"m","role":"asistant","parts":[]}`, []string{"/role"}, nil},
	{"ui-message", `{"id":"m","role":"user","parts":{}}`, []string{"/parts"}, []string{"expected an array, found {}"}},
	{"ui-message", `{"id":"m","role":"user","parts":[{"type":"text","content":"a"},{"type":"text"}]}`, []string{"/parts/1/content"}, nil},
	{"model-message", `{"content":"a"}`, []string{"/role"}, nil},
	{"model-message", `{"role":"tool","content":"a"}`, []string{"/toolCallId"}, nil},
	{"model-message", `{"role":"assistant","content":[]}`, []string{"/content"}, []string{"a string or null"}},
	{"model-message", `{"role":"assistant","toolCalls":[{"id":"c"}]}`, []string{"/toolCalls/0/name"}, nil},

	// document 003 (content blocks)
	{"content-block-event", `{"type":7,"index":1}`, []string{"/type"}, []string{"expected a string", "found 7"}},
	{"content-block-event", `{"index":1}`, []string{"/type"}, nil},
	{"content-block-event", `{"type":7}`, []string{"/type"}, nil},
	{"content-block-event", `"content_block_stop"`, []string{""}, nil},
	{"content-block-event", `{"type":"content_block_stop"}`, []string{"/index"}, []string{"expected an integer, found nothing"}},
	{"content-block-event", `{"type":"content_block_stop","index":"2"}`, []string{"/index"}, []string{`expected an integer, found "2"`}},
	{"content-block-event", `{"type":"content_block_stop","index":-1}`, []string{"/index"}, []string{"at least 0", "found -1"}},
	{"content-block-event", `{"type":"content_block_stop","index":1.5}`, []string{"/index"}, []string{"found 1.5"}},
	{"content-block-event", `{"type":"content_block_start","index":1}`, []string{"/content_block"}, nil},
	{"content-block-event", `{"type":"content_block_start","index":1,"content_block":{"id":"a"}}`, []string{"/content_block/type"}, nil},
	{"content-block-event", `{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","name":"n","input":{}}}`,
		[]string{"/content_block/id"}, nil},
	{"content-block-event", `{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a","name":"n"}}`,
		[]string{"/content_block/input"}, []string{"expected an object, found nothing"}},
	{"content-block-event", `{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a","name":"n","input":"{}"}}`,
		[]string{"/content_block/input"}, []string{`found "{}"`}},
	{"content-block-event", `{"type":"content_block_start","index":1,"content_block":{"type":"tool_result","tool_use_id":"a",` +
		`"content":"",` +
		`"status":"ok"}}`, []string{"/content_block/status"}, []string{`one of "success", "error", "cancelled"`, `found "ok"`}},
	{"content-block-event", `{"type":"content_block_start","index":1,"content_block":{"type":"tool_result","content":"","status":"error"}}`,
		[]string{"/content_block/tool_use_id"}, nil},
	{"content-block-event", `{"type":"content_block_start","index":1,"content_block":{"type":"tool_result","tool_use_id":"a",` +
		`"content":null,"status":"error"}}`, []string{"/content_block/content"}, nil},
	{"content-block-event", `{"type":"content_block_start","content_block":{"type":"tool_result","tool_use_id":5}}`,
		[]string{"/content_block/content", "/content_block/status", "/content_block/tool_use_id", "/index"}, nil},
	{"content-block-event", `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta"}}`, []string{"/delta/text"}, nil},
	{"content-block-event", `{"type":"content_block_delta","index":0,"delta":"a"}`, []string{"/delta"}, nil},

	// the adapter protocol
	{"transcript", `{"messageId":"m"}`, []string{"/items"}, nil},
	{"transcript", `{"items":[{"type":"call","id":"c","name":"n"}]}`, []string{"/items/0"},
		[]string{`at least one of the members "input", "arguments"`}},
	{"completion", `{"items":[{"type":"call","id":"c"},{"type":"stop","reason":"max_tokens"}]}`,
		[]string{"/items/0/name", "/items/1/reason"}, nil},
	{"transcript", `{"items":[{"type":"stop","reason":"completed"},{"type":"pause"}]}`, []string{"/items/1/type"},
		[]string{`found "pause"`}},
	{"transcript", `{"items":[{"type":"result","callId":"c","status":"failed"}]}`, []string{"/items/0/status"}, nil},
	{"step", `{"type":"tool-call"}`, []string{"/type"}, nil},
	{"step", `{"type":"tool_call","toolCall":{"id":"c","name":"n","arguments":{}}}`, []string{"/toolCall/arguments"}, nil},
	{"step", `{"type":"tool_call_delta","id":"c","argumentsDelta":"","execution":"both"}`, []string{"/execution"}, nil},
	{"harness-to-adapter", `{"type":"hello","protocol":2,"harness":{"name":"conform","version":"1"}}`, []string{"/protocol"},
		[]string{"expected 1, found 2"}},
	{"harness-to-adapter", `{"type":"case","id":"1","dialect":"tool-fence","role":"consumer","deadline_ms":0,"input":{"chunks":[]}}`,
		[]string{"/deadline_ms"}, nil},
	{"harness-to-adapter", `{"type":"case","id":"1","dialect":"tool-fence","role":"reader","deadline_ms":1,"input":{}}`, []string{"/role"},
		nil},
	{"harness-to-adapter", `{"type":"case","id":"1","dialect":"tool-fence","role":"consumer","deadline_ms":1,"input":{"chunks":[],` +
		`"chunks_base64":[]}}`, []string{"/input"}, []string{`exactly one of the members "chunks", "chunks_base64"`}},
	{"harness-to-adapter", `{"type":"case","id":"1","dialect":"tool-fence","role":"consumer","deadline_ms":1,` +
		`"input":{"chunks_base64":["YQ"]}}`, []string{"/input/chunks_base64/0"}, nil},
	{"harness-to-adapter", `{"type":"case","id":"1","dialect":"stage-events","role":"consumer","deadline_ms":1,"input":{"chunks":[]}}`,
		[]string{"/input/encoding"}, []string{`one of "sse", "ndjson", found nothing`}},
	{"harness-to-adapter", `{"type":"case","id":"1","dialect":"message-parts","role":"consumer","deadline_ms":1,` +
		`"input":{"steps":[{"type":"text"}]}}`, []string{"/input/steps/0/text"}, nil},
	{"harness-to-adapter", `{"type":"case","id":"1","dialect":"openai-chat","role":"consumer","deadline_ms":1,"input":{"events":[],` +
		`"abortAfter":0}}`, []string{"/input/abortAfter"}, nil},
	{"harness-to-adapter", `{"type":"case","id":"1","dialect":"openai-chat","role":"converter","deadline_ms":1,"input":{"messages":[]}}`,
		[]string{"/input/history"}, nil},
	{"harness-to-adapter", `{"type":"case","id":"1","dialect":"tool-fence","role":"producer","deadline_ms":1,"input":{"events":[]}}`,
		[]string{"/input/transcript"}, nil},
	{"adapter-to-harness", `{"type":"finished","id":"1"}`, []string{"/type"}, nil},
	{"adapter-to-harness", `{"type":"done"}`, []string{"/id"}, nil},
	{"adapter-to-harness", `{"type":"event","id":"1"}`, []string{"/event"}, nil},
	{"adapter-to-harness", `{"type":"event","id":"1","event":{},"after":-1}`, []string{"/after"}, nil},
	{"adapter-to-harness", `{"type":"rejected","id":"1"}`, []string{"/reason"}, nil},
	{"adapter-to-harness", `{"type":"hello","protocol":1,"implementation":{"name":"a","version":"1"},` +
		`"supports":[{"dialect":"tool-fence","role":"consumer","encodings":["xml"]}]}`, []string{"/supports/0/encodings/0"}, nil},

	// case files
	{"case", caseFile(`"class":"valid","role":"consumer"`, `{"segments":[{"text":"a","code":"b"}]}`), []string{"/script/segments/0"}, nil},
	{"case", caseFile(`"class":"odd","role":"consumer"`, `{"segments":[]}`), []string{"/class"}, nil},
	{"case", caseFile(`"class":"valid","role":"consumer","cuts":[3,-1]`, `{"segments":[]}`), []string{"/cuts/1"}, nil},
	{"case", caseFile(`"class":"valid","role":"consumer","blame":{"requirement":"FENCE-01","level":"must"}`, `{"segments":[]}`),
		[]string{"/blame/level"}, nil},
	{"case", caseFile(`"class":"valid","role":"consumer"`, `{"segments":[{"quote":[{"list":[{"text":"a"},{"code":5}]}]}]}`),
		[]string{"/script/segments/0/quote/0/list/1/code"}, nil},
	{"case", caseFile(`"class":"valid","role":"consumer","framed":true`, `{"chunks":[]}`), []string{"/script/meaning"}, nil},
	{"case", caseFile(`"class":"valid","role":"producer"`, `{"items":[{"type":"text"}]}`), []string{"/script/items/0/text"}, nil},

	// names that a pointer has to escape
	{"tool-fence", `{"a/b~c%20":1,"state":"x y"}`, []string{"/state"}, nil},
}

func caseFile(members, script string) string {
	return `{"schemaVersion":1,"id":"a","title":"A.","dialect":"tool-fence","tests":["FENCE-01"],` + members + `,"script":` + script + `}`
}

func TestWrongValuesAreRefusedAtTheirPlace(t *testing.T) {
	set := load(t)
	for _, w := range wrong {
		v := wire.ParseString(w.json)
		err := set.Validate(w.schema, v)
		var invalid *schemas.Error
		if !errors.As(err, &invalid) {
			t.Errorf("%s %s: %v", w.schema, w.json, err)
			continue
		}
		var pointers []string
		for _, violation := range invalid.Violations {
			pointers = append(pointers, violation.Pointer)
			if !strings.HasPrefix(violation.Schema, schemas.Base) || !strings.Contains(violation.Schema, "#") {
				t.Errorf("%s %s: the schema location is %q", w.schema, w.json, violation.Schema)
			}
		}
		if !slices.Equal(pointers, w.pointers) {
			t.Errorf("%s %s: violations at %q, want %q", w.schema, w.json, pointers, w.pointers)
		}
		for _, part := range append(w.text, w.schema+": ") {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s %s: %q is not in the text: %v", w.schema, w.json, part, err)
			}
		}
		if untouched(t, w.schema).Validate(generic(v)) == nil {
			t.Errorf("%s %s: the schema as published accepts it", w.schema, w.json)
		}
	}
}

func TestLongTextsAreCut(t *testing.T) {
	long := wire.Obj(wire.M("state", wire.Str(strings.Repeat("ắ", 1000))))
	err := load(t).Validate("tool-fence", long)
	if err == nil || len(err.Error()) > 400 || !strings.Contains(err.Error(), "… (3002 bytes)") {
		t.Errorf("got %v", err)
	}
	many := make([]wire.Value, 100)
	for i := range many {
		many[i] = wire.Int(int64(i))
	}
	err = load(t).Validate("transcript", wire.Obj(wire.M("items", wire.List(many...))))
	var invalid *schemas.Error
	if !errors.As(err, &invalid) || len(invalid.Violations) != 100 || !strings.HasSuffix(err.Error(), "and 95 more") {
		t.Errorf("got %v", err)
	}
}

// The validator computes with exact fractions: a huge exponent takes it for ever,
// and a larger one makes it panic.
func TestExponentBombs(t *testing.T) {
	nines := strings.Repeat("9", 100_000)
	indices := map[string]bool{
		"1e10000000": true, "1e99999999999999999999": true, "-1e10000000": false, "1e-10000000": false, "0e10000000": true,
		"0.0e-99999999999999999999": true, "1000e-3": true, "1000e-4": false, "2.50e1": true, "2.55e1": false,
		nines: true, "-" + nines: false, "0." + nines: false, "1" + strings.Repeat("0", 100_000) + "e-100000": true,
		"1." + strings.Repeat("0", 100_000): true, "-0": true, "1e401": true, "1E+401": true, "-1.5e401": false, "12e-402": false,
	}
	set := load(t)
	started := time.Now()
	for literal, right := range indices {
		event := wire.Obj(wire.M("type", wire.Str("content_block_stop")), wire.M("index", wire.Num(literal)))
		err := set.Validate("content-block-event", event)
		var invalid *schemas.Error
		if right && err != nil || !right && !errors.As(err, &invalid) {
			t.Errorf("index %.40s: %v", literal, err)
		}
		free := wire.Obj(wire.M("output", wire.List(wire.Num(literal))), wire.M("state", wire.Num(literal)))
		if err := set.Validate("tool-fence", free); !errors.As(err, &invalid) || invalid.Violations[0].Pointer != "/state" {
			t.Errorf("output %.40s: %v", literal, err)
		}
	}
	if took := time.Since(started); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
}

// A literal that is none cannot come from the reader; it makes the library panic,
// which must stay inside.
func TestPanicsStayInside(t *testing.T) {
	event := wire.Obj(wire.M("type", wire.Str("content_block_stop")), wire.M("index", wire.Num("x")))
	err := load(t).Validate("content-block-event", event)
	var invalid *schemas.Error
	if err == nil || errors.As(err, &invalid) || !strings.Contains(err.Error(), "panicked") {
		t.Errorf("got %v", err)
	}
}

// Of duplicate members the last counts, for the verdict and for what was found.
func TestDuplicateMembers(t *testing.T) {
	set := load(t)
	if err := set.Validate("stage-event", wire.ParseString(`{"id":7,"id":"a","stage":"end"}`)); err != nil {
		t.Error(err)
	}
	err := set.Validate("stage-event", wire.ParseString(`{"id":"a","id":7,"stage":"end"}`))
	if err == nil || !strings.Contains(err.Error(), "/id: expected a string, found 7") {
		t.Errorf("got %v", err)
	}
}
