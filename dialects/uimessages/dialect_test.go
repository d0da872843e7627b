package uimessages

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Whole(t, Dialect(), 200) }

func expanded(t *testing.T, line string) *stream.Script {
	t.Helper()
	return dialecttest.Spelled(t, script(), line).(*stream.Script)
}

// Answers written by hand, right ones and wrong ones: the reference and the rules may share a
// misunderstanding, a written answer doesn't.
func TestAnswersByHand(t *testing.T) {
	const whole = `["start","m"],["step"],["said","t","Hi"],["called","c1","get-a",{"q":1}],["out","c1",0],["/step"],["finish","stop"]`
	const waits = `["start","m"],["step"],["called","c1","get",{"q":1}],["/step"],["finish","tool-calls"]`
	const cutIn = `["step"],["call","c1","get"],["+","c1","{\"q\":1"]`
	const twoSteps = `["step"],["called","c1","get",{"q":1}],["out","c1","one"],["/step"],` +
		`["step"],["called","c1","put",{"q":2}],["out","c1","two"],["/step"],["finish","stop"]`
	const replay = `["step"],["called","c1","get",{"q":1}],["out","c1","one"],["call","c1","get"],["/step"],["finish","stop"]`
	const orphan = `["step"],["out","c9","whose"],["called","c1","get",{"q":1}],["out","c1","one"],["/step"],["finish","stop"]`
	const broken = `["step"],["said","t","Hi"],["called","c1","get",{"q":1}],["error","overloaded"]`
	tool := func(name, state, rest string) string {
		return `{"type":"tool","toolCallId":"c1","toolName":"` + name + `","state":"` + state + `",` + rest + `}`
	}
	state := func(parts, rest string) string {
		return `{"message":{"id":"m","parts":[` + parts + `]},"aborted":false,` + rest + `}`
	}
	const hi = `{"type":"step"},{"type":"text","text":"Hi"},`
	done := func(reason string) string { return `"error":null,"finishReason":"` + reason + `"` }
	one := tool("get", succeeded, `"input":{"q":1},"output":"one"`)
	for _, c := range []struct{ name, stream, state, wrong string }{
		{"as it came", whole, state(hi+tool("get-a", succeeded, `"input":{"q":1},"output":0`), done("stop")), ""},
		{"zero is nothing", whole, state(hi+tool("get-a", succeeded, `"input":{"q":1},"output":null`), done("stop")), "UIMSG-04"},
		{"a word of the name", whole, state(hi+tool("a", succeeded, `"input":{"q":1},"output":0`), done("stop")), "UIMSG-01"},
		{"no reason", whole, state(hi+tool("get-a", succeeded, `"input":{"q":1},"output":0`), `"error":null,"finishReason":null`),
			"UIMSG-14"},
		{"told for nothing", whole, state(hi+tool("get-a", succeeded, `"input":{"q":1},"output":0`), `"error":"no","finishReason":"stop"`),
			"UIMSG-01 UIMSG-10"},
		{"waits", waits, state(`{"type":"step"},`+tool("get", available, `"input":{"q":1}`), done("tool-calls")), ""},
		{"failed at the finish", waits,
			state(`{"type":"step"},`+tool("get", failedState, `"input":{"q":1},"errorText":"no"`), done("tool-calls")), "UIMSG-16"},
		{"cut, and open", cutIn,
			state(`{"type":"step"},`+tool("get", streaming, `"inputText":"{\"q\":1"`), `"error":null,"finishReason":null`),
			""},
		{"cut, and not there", cutIn, `{"message":null,"error":"ended early","finishReason":null,"aborted":false}`, ""},
		{"cut, and ready", cutIn, state(tool("get", available, `"input":{"q":1}`), `"error":null,"finishReason":null`), "UIMSG-17"},
		{"two calls", twoSteps,
			state(`{"type":"step"},`+one+`,{"type":"step"},`+tool("put", succeeded, `"input":{"q":2},"output":"two"`), done("stop")), ""},
		{"two calls made one", twoSteps, state(tool("put", succeeded, `"input":{"q":2},"output":"two"`), done("stop")),
			"UIMSG-01 UIMSG-11"},
		{"a replay, passed over", replay, state(`{"type":"step"},`+one, done("stop")), ""},
		{"a replay that erases", replay, state(tool("get", streaming, `"input":{"q":1},"inputText":""`), done("stop")), "UIMSG-20"},
		{"an orphan, passed over", orphan, state(`{"type":"step"},`+one, done("stop")), ""},
		{"an orphan, told", orphan, `{"message":null,"error":"no tool call c9","finishReason":null,"aborted":false}`, ""},
		{"an orphan that ends all", orphan, `{"message":null,"error":null,"finishReason":null,"aborted":false}`, "UIMSG-14 UIMSG-23"},
		{"an error, told", broken, state(hi+tool("get", available, `"input":{"q":1}`), `"error":"overloaded","finishReason":null`), ""},
		{"an error, and the call failed", broken, state(hi+tool("get", failedState, `"input":{"q":1},"errorText":"interrupted"`),
			`"error":"overloaded","finishReason":null`), ""},
		{"an error, swallowed", broken, state(hi+tool("get", available, `"input":{"q":1}`), `"error":null,"finishReason":null`),
			"UIMSG-15"},
		{"an error, and a success", broken,
			state(hi+tool("get", succeeded, `"input":{"q":1},"output":null`), `"error":"overloaded","finishReason":null`), "UIMSG-16"},
	} {
		o := dialect.Observation{State: wire.ParseString(c.state)}
		dialecttest.Fails(t, c.name, Dialect().Sides[0], expanded(t, c.stream), o, c.wrong)
	}
}

// Streams of producers, written by hand.
func TestStreamsByHand(t *testing.T) {
	script, err := stream.ParseTurn(wire.ParseString(`{"messageId":"m","items":[{"type":"text","text":"Hi"},
		{"type":"call","id":"c1","name":"get","input":{"q":1}},
		{"type":"result","callId":"c1","status":"success","content":null},
		{"type":"call","id":"c2","name":"ask","input":{}},{"type":"stop","reason":"completed"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	const begin, hi, end = `["start","m"],["step"],`, `["said","t","H","i"],`, `,["/step"],["finish","tool-calls"]`
	for _, c := range []struct{ name, events, wrong string }{
		{"as it was", begin + hi + `["called","c1","get",{"q":1}],["out","c1",null],["in","c2","ask",{}]` + end, ""},
		{"no steps, whole calls", hi + `["in","c1","get",{"q":1}],["out","c1",null],["in","c2","ask",{}],["finish"]`, ""},
		{"nothing left out", begin + hi + `["in","c1","get",{"q":1}],{"type":"tool-output-available","toolCallId":"c1"},["in","c2",` +
			`"ask",{}]` +
			end, "UIMSG-50"},
		{"an outcome first", begin + hi + `["out","c1",null],["in","c1","get",{"q":1}],["in","c2","ask",{}]` + end, "UIMSG-54 UIMSG-55"},
		{"settled", begin + hi + `["in","c1","get",{"q":1}],["out","c1",null],["in","c2","ask",{}],["fail","c2","no"]` + end, "UIMSG-58"},
		{"an end that is none", begin + hi + `["in","c1","get",{"q":1}],["out","c1",null],["in","c2","ask",{}],["/step"],["finish",` +
			`"length"]`,
			"UIMSG-57"},
		{"taken back", begin + `["text","t"],["+t","t","H"],["call","c1","get"],["reset"],` + hi +
			`["in","c1","get",{"q":1}],["out","c1",null],["in","c2","ask",{}]` + end, ""},
		{"taken back for good", begin + hi + `["in","c1","get",{"q":1}],["out","c1",null],["in","c2","ask",{}],["reset"]` + end,
			"UIMSG-52 UIMSG-55 UIMSG-59"},
		{"text that stays open", begin + `["text","t"],["+t","t","Hi"],["in","c1","get",{"q":1}],["out","c1",null],["in","c2","ask",{}]` +
			end,
			"UIMSG-59"},
	} {
		o := dialecttest.Telling(expanded(t, c.events).Elements, "body", "headers")
		dialecttest.Fails(t, c.name, Dialect().Sides[1], script, o, c.wrong)
	}
}

// What an implementation can't tell is not asked of it: a denial, without approvals, is no success.
func TestBlindByHand(t *testing.T) {
	list := expanded(t, `["in","c1","get",{"q":1}],{"type":"tool-output-available","toolCallId":"c1","output":1,"preliminary":true},`+
		`["deny","c1"],["finish","stop"]`)
	for _, c := range []struct{ name, more, wrong string }{
		{"a preliminary output", `"preliminary":true`, ""},
		{"a result", `"preliminary":false`, "UIMSG-07 UIMSG-08"},
	} {
		o := dialect.Observation{Omits: []string{"approval"},
			State: wire.ParseString(`{"message":{"id":"m","parts":[{"type":"tool","toolCallId":"c1","toolName":"get",
			"state":"output-available","input":{"q":1},"output":1,"errorText":null,"inputText":null,` + c.more + `}]},` +
				`"finishReason":"stop","error":null,"aborted":false}`)}
		dialecttest.Fails(t, c.name, Dialect().Sides[0], list, o, c.wrong)
	}
}

// What stands as the input of a call that is answered while it streams is what came; a denial is no answer.
func TestInputsOfStreamingCallsByHand(t *testing.T) {
	for _, c := range []struct{ name, outcome, state, wrong string }{
		{"denied", `["deny","c1"]`, denied, ""},
		{"failed", `["fail","c1",""]`, failedState, "UIMSG-24"},
	} {
		list := expanded(t, `["call","c1","get"],["+","c1","{\"q\":1}"],`+c.outcome+`,["finish","stop"]`)
		o := dialect.Observation{State: wire.ParseString(`{"message":{"id":"m","parts":[{"type":"tool","toolCallId":"c1","toolName":"get",
			"state":"` + c.state + `","input":null,"errorText":""}]},"finishReason":"stop","error":null,"aborted":false}`)}
		dialecttest.Warns(t, c.name, Dialect().Sides[0], list, o, c.wrong)
	}
}

// Results are told in another order only where no client may stop between them.
func TestPermuteByHand(t *testing.T) {
	const calls, end = `["in","c1","get",{}],["in","c2","get",{}],`, `,["finish","stop"]`
	for line, want := range map[string]bool{calls + `["out","c1",1],["out","c2",2]` + end: true,
		calls + `["out","c1",1],["out","c9",9]` + end: false} {
		if _, got := expanded(t, line).Permute(func(int) int { return 0 }); got != want {
			t.Errorf("%s: permuted is %t", line, got)
		}
	}
}

// Messages of converters, written by hand.
func TestMessagesByHand(t *testing.T) {
	script := dialecttest.Spelled(t, chatOf, `["user","go"],["assistant",["step"],["out","c1","get",{"q":1},0],["step"],["deny","c1",`+
		`"put",{"q":2}],"So."]`)
	const user, so = `{"role":"user","content":"go"},`, `,{"role":"assistant","content":"So."}`
	call := func(name, q string) string {
		return `{"type":"tool-call","toolCallId":"c1","toolName":"` + name + `","input":{"q":` + q + `}}`
	}
	result := func(name, kind, value string) string {
		return `{"type":"tool-result","toolCallId":"c1","toolName":"` + name + `","kind":"` + kind + `","value":` + value + `}`
	}
	says := func(role string, items ...string) string {
		return `{"role":"` + role + `","content":[` + strings.Join(items, ",") + `]}`
	}
	first := says("assistant", call("get", "1")) + "," + says("tool", result("get", "value", "0"))
	for _, c := range []struct{ name, messages, wrong string }{
		{"as it was", user + first + "," + says("assistant", call("put", "2")) + "," + says("tool", result("put", "denied", `"no"`)) + so,
			""},
		{"a denial as an error", user + first + "," + says("assistant", call("put", "2")) + "," + says("tool",
			result("put", "error", `"no"`)) +
			so, ""},
		{"a denial as a value", user + first + "," + says("assistant", call("put", "2")) + "," + says("tool",
			result("put", "value", `"no"`)) +
			so, "UIMSG-84"},
		{"a denial without a result", user + first + "," + says("assistant", call("put", "2")) + so, "UIMSG-84"},
		{"zero is nothing", user + says("assistant", call("get", "1")) + "," + says("tool", result("get", "value", "null")) + "," +
			says("assistant", call("put", "2")) + "," + says("tool", result("put", "denied", `"no"`)) + so, "UIMSG-82"},
		{"the steps joined", user + says("assistant", call("get", "1"), call("put", "2")) + "," + says("tool", result("get", "value", "0"),
			result("put", "denied", `"no"`)) + so, "UIMSG-80 UIMSG-81 UIMSG-82 UIMSG-84 UIMSG-87"},
	} {
		o := dialect.Observation{State: wire.ParseString(`{"modelMessages":[` + c.messages + `]}`)}
		dialecttest.Fails(t, c.name, Dialect().Sides[2], script, o, c.wrong)
	}
}

// What is held beside what was meant: values beside values, and not a part beside a message.
func TestWhatIsHeldBesideParts(t *testing.T) {
	script := dialecttest.Spelled(t, chatOf, `["user","go"],["assistant",["out","c1","get",{"q":1},0]]`)
	sent := func(input, kind, value string) string {
		return `{"modelMessages":[{"role":"user","content":"go"},{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c1",` +
			`"toolName":"get","input":` + input +
			`}]},{"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"get",` +
			`"kind":"` + kind + `","value":` + value + `}]}]}`
	}
	for _, c := range []struct{ state, line, want, got string }{
		{sent(`{"q":1}`, "value", "null"), "UIMSG-82", `0`, `null`},
		{sent(`{"q":1}`, "error", "0"), "UIMSG-82", `0`,
			`{"type":"tool-result","toolCallId":"c1","toolName":"get","kind":"error","value":0}`},
		{sent(`{"q":2}`, "value", "0"), "UIMSG-80", `{"toolName":"get","input":{"q":1}}`, `{"toolName":"get","input":{"q":2}}`},
	} {
		o := dialect.Observation{State: wire.ParseString(c.state)}
		var told []string
		for _, outcome := range Dialect().Sides[2].Judge(&dialect.Case{Script: script, Encoding: wire.Events}, &o) {
			for _, f := range outcome.Findings {
				told = append(told, outcome.Requirement+" "+f.Expected.JSON()+" "+f.Actual.JSON())
			}
		}
		if want := c.line + " " + c.want + " " + c.got; !slices.Contains(told, want) {
			t.Errorf("%s is not told, but %q", want, told)
		}
	}
}

// What a call that is sent again belongs to, half an input, and data that is said anyway, by hand.
func TestOddMessagesByHand(t *testing.T) {
	const again = `["user","go"],["assistant",["step"],["stream","c1","put","{\"q\":1"],["step"],["out","c1","put",{"q":1},2],"So."]`
	const half = `["user","go"],["assistant",["with",{"input":{"q":1}},["stream","c1","put","{\"q\":1"]],["out","c2","get",{},2],"So."]`
	const data = `["user","go"],["assistant",["data","echo","So."],["out","c1","put",{"q":1},2],"So."]`
	call := func(id, name, input string) string {
		return `{"role":"assistant","content":[{"type":"tool-call",` +
			`"toolCallId":"` + id + `","toolName":"` + name + `","input":` + input + `}]},`
	}
	result := func(id, name, kind, value string) string {
		return `{"role":"tool","content":[{"type":"tool-result","toolCallId":"` + id + `","toolName":"` + name + `","kind":"` + kind +
			`","value":` + value + `}]},`
	}
	const user, so = `{"role":"user","content":"go"},`, `{"role":"assistant","content":"So."}`
	whole, got := call("c1", "put", `{"q":1}`)+result("c1", "put", "value", "2"), call("c2", "get", "{}")+result("c2", "get", "value", "2")
	cut := result("c1", "put", "error", `"cut"`)
	for _, c := range []struct{ name, chat, messages, wrong string }{
		{"the cut one is left out", again, user + whole + so, ""},
		{"the cut one has failed", again, user + call("c1", "put", "{}") + cut + whole + so, ""},
		{"the cut one has its text", again, user + call("c1", "put", `"{\"q\":1"`) + cut + whole + so, ""},
		{"the cut one is sent as nothing", half, user + call("c1", "put", "null") + cut + got + so, ""},
		{"the cut one has half an input", half, user + call("c1", "put", `{"q":1}`) + cut + got + so, "UIMSG-85"},
		{"said once", data, user + whole + so, ""},
	} {
		o := dialect.Observation{State: wire.ParseString(`{"modelMessages":[` + c.messages + `]}`)}
		dialecttest.Fails(t, c.name, Dialect().Sides[2], dialecttest.Spelled(t, chatOf, c.chat), o, c.wrong)
	}
}

// A call that was cut may be told as failed, by its outcome alone; one that is whole is told first.
func TestCutCallsByHand(t *testing.T) {
	for _, c := range []struct{ name, delta, reason, outcome, wrong string }{
		{"failed", `{\"q\":`, "user_stopped", `["fail","c1","stopped"]`, ""},
		{"denied", `{\"q\":`, "user_stopped", `["deny","c1"]`, "UIMSG-54"},
		{"given", `{\"q\":`, "user_stopped", `["out","c1",1]`, "UIMSG-54 UIMSG-58"},
		{"whole", `{}`, "user_stopped", `["fail","c1","stopped"]`, "UIMSG-52 UIMSG-54"},
	} {
		script, err := stream.ParseTurn(wire.ParseString(`{"messageId":"m","items":[{"type":"call","id":"c1","name":"get"},` +
			`{"type":"input-delta","callId":"c1","delta":"` + c.delta + `"},{"type":"stop","reason":"` + c.reason + `"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		o := dialecttest.Telling(expanded(t, `["call","c1","get"],["+","c1","`+c.delta+`"],`+c.outcome+`,["abort"]`).Elements, "body",
			"headers")
		dialecttest.Fails(t, c.name, Dialect().Sides[1], script, o, c.wrong)
	}
}

// A text of nothing may be sent as one; no other message is sent as nothing.
func TestEmptyTextsByHand(t *testing.T) {
	const user, so = `{"role":"user","content":"go"},`, `{"role":"assistant","content":"So."}`
	for _, c := range []struct{ name, messages, warned string }{
		{"an empty text", user + `{"role":"assistant","content":""},` + user + so, ""},
		{"an empty list", user + `{"role":"assistant","content":[]},` + user + so, "UIMSG-88"},
		{"of another role", user + `{"role":"tool","content":""},` + user + so, "UIMSG-88"},
	} {
		o := dialect.Observation{State: wire.ParseString(`{"modelMessages":[` + c.messages + `]}`)}
		dialecttest.Warns(t, c.name, Dialect().Sides[2],
			dialecttest.Spelled(t, chatOf, `["user","go"],["assistant",""],["user","go"],["assistant","So."]`), o, c.warned)
	}
}

// Without a start-step nothing says how far a reset-step goes back.
func TestStepsStayWhereOneIsTakenBack(t *testing.T) {
	s := expanded(t, `["start","m"],["step"],["said","t","Hi"],["reset"],["said","t","Hi"],["/step"],["finish","stop"]`)
	i := slices.IndexFunc(orderTwists(), func(tw dialect.Twist) bool { return tw.ID == "no-steps" })
	if _, _, ok := orderTwists()[i].Apply(s, func(int) int { return 0 }); ok {
		t.Error("the steps are gone")
	}
}
