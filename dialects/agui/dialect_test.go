package agui

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/families"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Whole(t, Dialect(), 200) }

func spelled(t *testing.T, lines string) *stream.Script {
	t.Helper()
	return dialecttest.Spelled(t, families.Beside(families.Streams(form(), expand), "before", beside), lines).(*stream.Script)
}

// Answers written by hand, right ones and wrong ones: the reference and the rules may share a
// misunderstanding, a written answer doesn't.
func TestConsumersByHand(t *testing.T) {
	const (
		whole  = `["run"],["said","m1","Hi"],["called","c1","get","m1","{\"q\":1}"],["result","c1","3 hits","r1"],["done"]`
		cut    = `["run"],["call","c1","get"],["+","c1","{\"q\":"]`
		wrong  = `["run"],["said","m1","Hi"],["say","m2","Ho"],["done"]`
		failed = `["run"],["said","m1","Hi"],["error","overloaded","E1"]`
		open   = `["run"],["called","c1","get","","{}"],["done","r1",{"type":"success","pendingToolCallIds":[]}]`
		hi     = `{"id":"m1","role":"assistant","content":"Hi"}`
		call   = `{"id":"m1","role":"assistant","content":"Hi","toolCalls":[{"id":"c1","name":"get","arguments":"{\"q\":1}",` +
			`"complete":true}]}`
		tool  = `{"id":"r1","role":"tool","toolCallId":"c1","content":"3 hits","error":null}`
		half  = `{"id":"c1","role":"assistant","toolCalls":[{"id":"c1","name":"get","arguments":"{\"q\":","complete":false}]}`
		empty = `{"id":"c1","role":"assistant","toolCalls":[{"id":"c1","name":"get","arguments":"{}","complete":true}]}`
	)
	state := func(status, pending string, messages ...string) string {
		return `{"messages":[` + strings.Join(messages, ",") + `],"run":{"status":"` + status + `","error":null,"code":null,"pending":[` +
			pending + `],"interrupts":[]}}`
	}
	for _, c := range []struct{ name, stream, state, wrong string }{
		{"as it came", whole, state("success", "", call, tool), ""},
		{"the result before the call's message", whole, state("success", "", tool, call), ""},
		{"arguments as a value", whole, state("success", "", strings.ReplaceAll(call, `"{\"q\":1}"`, `{"q":1}`), tool), ""},
		{"no result", whole, state("success", "", call), "AGUI-05"},
		{"the call elsewhere", whole, state("success", "", hi,
			`{"id":"c1","role":"assistant","toolCalls":[{"id":"c1","name":"get","arguments":"{\"q\":1}","complete":true}]}`, tool),
			"AGUI-07"},
		{"a number for a text", whole, state("success", "", call, strings.ReplaceAll(tool, `"3 hits"`, "3")), "AGUI-05"},
		{"never ended", whole, state("open", "", call, tool), "AGUI-11"},
		{"refused for nothing", whole, state("rejected", ""), "AGUI-01 AGUI-02"},
		{"open, and not whole", cut, state("open", "", half), ""},
		{"told as failed", cut, state("failed", "", half), ""},
		{"a cut call that is complete", cut, state("open", "", strings.ReplaceAll(half, "false", "true")), "AGUI-17"},
		{"a cut call that is repaired", cut, state("open", "", strings.ReplaceAll(half, `"{\"q\":"`, `{"q":null}`)), "AGUI-17"},
		{"a cut run that succeeded", cut, state("success", "", half), "AGUI-17"},
		{"a violation refused", wrong, state("rejected", "", hi), ""},
		{"a violation told as a failure", wrong, state("failed", "", hi), "AGUI-20"},
		{"a violation taken", wrong, state("success", "", hi, `{"id":"m2","role":"assistant","content":"Ho"}`), "AGUI-01 AGUI-18"},
		{"a violation that empties", wrong, state("rejected", ""), "AGUI-20"},
		{"a failure told", failed,
			strings.ReplaceAll(state("failed", "", hi), `"error":null,"code":null`, `"error":"overloaded","code":"E1"`), ""},
		{"a failure without its words", failed, state("failed", "", hi), "AGUI-13"},
		{"a failure told as a violation", failed, state("rejected", "", hi), "AGUI-13 AGUI-20"},
		{"pending by itself", open, state("success", `"c1"`, empty), ""},
		{"nothing pending", open, state("success", "", empty), "AGUI-12"},
	} {
		o := dialect.Observation{State: wire.ParseString(c.state)}
		dialecttest.Fails(t, c.name, Dialect().Sides[0], spelled(t, c.stream), o, c.wrong)
	}
}

func TestProducersByHand(t *testing.T) {
	const turn = `{"messageId":"m7","items":[{"type":"text","text":"Hi"},{"type":"call","id":"c1","name":"get","input":{"q":1}},` +
		`{"type":"result","callId":"c1","status":"success","content":{"n":3}},{"type":"stop","reason":"completed"}]}`
	ids := strings.NewReplacer(`"t1"`, `"thread-m7"`, `"runId":"r1"`, `"runId":"run-m7"`)
	const call = `["called","c1","get","","{\"q\"",": 1}"],["result","c1","{\"n\": 3}","r1"]`
	for _, c := range []struct{ name, stream, wrong string }{
		{"as it was told", `["run"],["said","m1","Hi"],` + call + `,["done"]`, ""},
		{"in chunks", `["run"],["words","m1","H"],["words",null,"i"],["chunk","c1","get",null,"{\"q\":1}"],["result","c1","{\"n\":3}",` +
			`"r1"],["done"]`, ""},
		{"the content as a value's text", `["run"],["said","m1","Hi"],["called","c1","get","","{\"q\":1}"],["result","c1","[object ` +
			`Object]","r1"],["done"]`, "AGUI-57"},
		{"the result under the text's id", `["run"],["said","m1","Hi"],["called","c1","get","","{\"q\":1}"],["result","c1","{\"n\":3}",` +
			`"m1"],["done"]`, "AGUI-56"},
		{"another's arguments", `["run"],["said","m1","Hi"],["called","c1","get","","{\"q\":2}"],["result","c1","{\"n\":3}","r1"],["done"]`,
			"AGUI-54"},
		{"no end", `["run"],["said","m1","Hi"],` + call, "AGUI-51 AGUI-59"},
		{"cancelled", `["run"],["said","m1","Hi"],` + call + `,["done","r1",{"type":"cancelled"}]`, "AGUI-59"},
		{"a text left open", `["run"],["text","m1"],["say","m1","Hi"],` + call + `,["done"]`, "AGUI-52"},
	} {
		script, err := parseTurn(wire.ParseString(turn))
		if err != nil {
			t.Fatal(err)
		}
		told := ids.Replace(wire.List(spelled(t, c.stream).Elements...).JSON())
		dialecttest.Fails(t, c.name, Dialect().Sides[1], script, dialecttest.Telling(wire.ParseString(told).Items(), "sse"), c.wrong)
	}
}

// Optional members that are null are refused rightly, and kept away rightly; a required one is not.
func TestConvertersByHand(t *testing.T) {
	const right = `{"id":"u1","role":"user","content":"Hi"}`
	const null = `{"id":"u1","role":"user","content":"Hi","name":null}`
	const refused, sent = `{"error":{"message":"null"}}`, `{"modelMessages":[{"role":"user","content":"Hi"}]}`
	for _, c := range []struct{ name, message, state, wrong string }{
		{"sent", right, sent, ""},
		{"refused for nothing", right, refused, "AGUI-80"},
		{"a null sent", null, sent, ""},
		{"a null refused", null, refused, ""},
		{"a null that loses the text", null, `{"modelMessages":[]}`, "AGUI-80"},
	} {
		o := dialect.Observation{State: wire.ParseString(c.state)}
		dialecttest.Fails(t, c.name, Dialect().Sides[2], conversation{wire.ParseString(c.message)}, o, c.wrong)
	}
}
