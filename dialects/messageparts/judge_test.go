package messageparts

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// complaints are "PART-01 fail" and the like, for a hand-written answer.
func complaints(side dialect.Side, script dialect.Script, state string, omits ...string) (string, []requirement.Outcome) {
	c := &dialect.Case{Pair: side.Pair, Script: script}
	o := &dialect.Observation{State: wire.ParseString(state), Omits: omits}
	outcomes := side.Judge(c, o)
	var list []string
	for _, out := range outcomes {
		if out.Verdict >= requirement.Warn {
			list = append(list, strings.TrimPrefix(out.Requirement, "PART-")+" "+out.Verdict.String())
		}
	}
	return strings.Join(list, ", "), outcomes
}

type written struct {
	name   string
	script dialect.Script
	state  string
	want   string
	omits  []string
}

func hold(t *testing.T, side dialect.Side, list []written) {
	t.Helper()
	for _, w := range list {
		got, outcomes := complaints(side, w.script, w.state, w.omits...)
		if got != w.want {
			t.Errorf("%s: got %q, want %q", w.name, got, w.want)
			for _, o := range outcomes {
				for _, f := range o.Findings {
					t.Logf("  %s %s %s (expected %s, actual %s)", f.Requirement, f.Where, f.Message, f.Expected.JSON(), f.Actual.JSON())
				}
			}
		}
	}
}

func twoTools() steps {
	return script(words.User("Q"), words.Say("Look."), words.ToolCall("a", "get", `{"n":1}`, words.Server), words.Returned("a", "[1]"),
		words.ToolCall("b", "show", `{"id":"6"}`, words.Client),
		words.Output("b", "show", `{"id":"6"}`), words.CallsDone(), words.Say("Done."), words.Stop(), words.User("Why"))
}

const (
	uiTwo = `"messages":[{"id":"x","role":"user","parts":[{"type":"text","content":"Q"}]},
		{"id":"y","role":"assistant","parts":[{"type":"text","content":"Look."},
		{"type":"tool-call","id":"a","name":"get","arguments":"{\"n\":1}","state":"input-complete"},
		{"type":"tool-result","toolCallId":"a","content":"[1]","state":"complete"},
		{"type":"tool-call","id":"b","name":"show","arguments":"{\"id\":\"6\"}","state":"input-complete","output":{"id":"6"}},
		{"type":"tool-result","toolCallId":"b","content":"{\"id\":\"6\"}","state":"complete"},
		{"type":"text","content":"Done."}]},
		{"id":"z","role":"user","parts":[{"type":"text","content":"Why"}]}]`
	modelTwo = `"modelMessages":[{"role":"user","content":"Q"},
		{"role":"assistant","content":"Look.","toolCalls":[{"id":"a","name":"get","arguments":"{\"n\":1}"}]},
		{"role":"tool","toolCallId":"a","content":"[1]"},
		{"role":"assistant","content":null,"toolCalls":[{"id":"b","name":"show","arguments":{"id":"6"}}]},
		{"role":"tool","toolCallId":"b","content":"{\"id\":\"6\"}"},
		{"role":"assistant","content":"Done."},{"role":"user","content":"Why"}]`
)

func both(ui, model string) string { return "{" + ui + "," + model + "}" }

func swap(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

func TestRightAnswers(t *testing.T) {
	hold(t, consumerSide(), []written{
		{"in rounds", twoTools(), both(uiTwo, modelTwo), "", nil},
		{"one assistant message for both calls", twoTools(), both(uiTwo, `"modelMessages":[{"role":"user","content":"Q"},
			{"role":"assistant","content":"Look.","toolCalls":[{"id":"a","name":"get","arguments":"{\"n\":1}"},`+
			`{"id":"b","name":"show","arguments":"{ \"id\": \"6\" }"}]},
			{"role":"tool","toolCallId":"a","content":"[1]"},{"role":"tool","toolCallId":"b","content":{"id":"6"}},
			{"role":"assistant","content":"Done.","toolCalls":[]},{"role":"user","content":"Why"}]`), "", nil},
		{"a message for each call", twoTools(),
			both(uiTwo, `"modelMessages":[{"role":"system","content":"s"},{"role":"user","content":[{"type":"text","text":"Q"}]},`+
				`{"role":"assistant","content":"Look."},
			{"role":"assistant","content":"","toolCalls":[{"id":"a","name":"get","arguments":"{\"n\":1}"}]},`+
				`{"role":"assistant","toolCalls":[{"id":"b","name":"show","arguments":"{\"id\":\"6\"}"}]},
			{"role":"tool","toolCallId":"a","content":"[1]"},{"role":"tool","toolCallId":"b","content":"{\"id\":\"6\"}"},
			{"role":"assistant","content":"Done."},{"role":"user","content":"Why"}]`), "", nil},
		{"content as a value", twoTools(), both(swap(uiTwo, `"content":"{\"id\":\"6\"}"`, `"content":{"id":"6"}`), modelTwo), "", nil},
		{"server output set too, call state absent", twoTools(),
			both(swap(uiTwo, `"arguments":"{\"n\":1}","state":"input-complete"`, `"arguments":"{\"n\":1}","output":[1]`), modelTwo), "",
			nil},
		{"the end in a message of its own", twoTools(), both(swap(uiTwo, `,
		{"type":"text","content":"Done."}]}`, `]},{"id":"w","role":"assistant","parts":[{"type":"text","content":"Done."}]}`),
			modelTwo), "", nil},
		{"no UI messages", twoTools(), "{" + modelTwo + "}", "", []string{"messages"}},
		{"no model messages", twoTools(), "{" + uiTwo + "}", "", []string{"modelMessages"}},
		{"server result after the finish, in a message of its own",
			script(words.ToolCall("a", "get", `{}`, words.Server), words.CallsDone(), words.Returned("a", "one"), words.Say("There."),
				words.Stop()),
			`{"messages":[{"role":"assistant","parts":[{"type":"tool-call","id":"a","name":"get","arguments":"{}"}]},
				{"role":"assistant","parts":[{"type":"tool-result","toolCallId":"a","content":"one","state":"complete"},` +
				`{"type":"text","content":"There."}]}],
			"modelMessages":[{"role":"assistant","toolCalls":[{"id":"a","name":"get","arguments":"{}"}]},` +
				`{"role":"tool","toolCallId":"a","content":"one"},{"role":"assistant","content":"There."}]}`, "", nil},
		{"open call sent, answered sibling sent",
			script(words.ToolCall("a", "get", `{}`, words.Server), words.ToolCall("b", "show", `{}`, words.Client),
				words.Returned("a", "one"), words.CallsDone(), words.User("Q")),
			`{"messages":[{"role":"assistant","parts":[{"type":"tool-call","id":"a","name":"get","arguments":"{}"},` +
				`{"type":"tool-call","id":"b","name":"show","arguments":"{}"},
				{"type":"tool-result","toolCallId":"a","content":"one","state":"complete"}]}],
			"modelMessages":[{"role":"assistant","toolCalls":[{"id":"a","name":"get","arguments":"{}"},` +
				`{"id":"b","name":"show","arguments":"{}"}]},{"role":"tool","toolCallId":"a","content":"one"},
				{"role":"user","content":"Q"}]}`, "", nil},
		{"error told as an object", script(words.ToolCall("a", "show", `{}`, words.Client), words.Failed("a", "show", `he said "no"`),
			words.CallsDone()),
			`{"messages":[{"role":"assistant","parts":[{"type":"tool-call","id":"a","name":"show","arguments":"{}",` +
				`"state":"input-complete","output":{"error":"he said \"no\""}},
				{"type":"tool-result","toolCallId":"a","content":"{\"error\":\"he said \\\"no\\\"\"}","state":"error"}]}],
			"modelMessages":[{"role":"assistant","toolCalls":[{"id":"a","name":"show","arguments":"{}"}]},` +
				`{"role":"tool","toolCallId":"a","content":"{\"error\":\"he said \\\"no\\\"\"}"}]}`, "", nil},
		{"cut, sent and answered", script(words.User("Q"), words.Deltas("c", "show", words.Client, `{"id`)),
			`{"messages":[],"modelMessages":[{"role":"user","content":"Q"},` +
				`{"role":"assistant","toolCalls":[{"id":"c","name":"show","arguments":{}}]},` +
				`{"role":"tool","toolCallId":"c","content":"Tool call was cancelled"}]}`, "", nil},
		{"cut before any piece", script(words.User("Q"), words.Deltas("c", "show", words.Client, ``)),
			`{"messages":[],"modelMessages":[{"role":"user","content":"Q"},` +
				`{"role":"assistant","toolCalls":[{"id":"c","name":"show","arguments":""}]}]}`, "", nil},
		{"ended by length, treated as cut", script(words.User("Q"), words.Deltas("c", "show", words.Client, `{"id`),
			words.Finish("length")),
			`{"messages":[],"modelMessages":[{"role":"user","content":"Q"},` +
				`{"role":"assistant","toolCalls":[{"id":"c","name":"show","arguments":"{}"}]},` +
				`{"role":"tool","toolCallId":"c","content":"cut off"}]}`,
			"", nil},
		{"ended by length, treated as whole", script(words.User("Q"), words.Deltas("c", "show", words.Client, `{"id`),
			words.Finish("length")),
			`{"messages":[],"modelMessages":[{"role":"user","content":"Q"},` +
				`{"role":"assistant","toolCalls":[{"id":"c","name":"show","arguments":"{\"id"}]}]}`, "", nil},
		{"malformed left out with its result", script(words.ToolCall("c", "show", `{x}`, words.Client), words.Failed("c", "show", "bad"),
			words.CallsDone()),
			`{"messages":[{"role":"assistant","parts":[{"type":"tool-call","id":"c","name":"show","arguments":"{x}"},` +
				`{"type":"tool-result","toolCallId":"c","content":"bad","state":"error"}]}],"modelMessages":[]}`, "", nil},
	})
}

func TestWrongAnswers(t *testing.T) {
	late := script(words.ToolCall("c", "show", `{"i":1}`, words.Client), words.CallsDone(), words.User("Q"),
		words.Output("c", "show", `"late"`))
	lateUI := `"messages":[{"role":"assistant","parts":[{"type":"tool-call","id":"c","name":"show","arguments":"{\"i\":1}",` +
		`"output":"late"},{"type":"tool-result","toolCallId":"c","content":"late","state":"complete"}]}]`
	second := script(words.ToolCall("c", "show", `{"i":1}`, words.Client), words.CallsDone(), words.Output("c", "show", `"one"`),
		words.Failed("c", "show", "two"))
	secondAnswer := func(out, part string) string {
		return `{"messages":[{"role":"assistant","parts":[{"type":"tool-call","id":"c","name":"show","arguments":"{\"i\":1}"` + out +
			`},{"type":"tool-result","toolCallId":"c",` + part + `}]}]}`
	}
	cutScript := script(words.User("Q"), words.Deltas("c", "show", words.Client, `{"id`))
	hold(t, consumerSide(), []written{
		{"nothing at all", twoTools(), `{}`, "01 fail, 02 fail, 05 fail, 06 fail, 07 fail, 26 warn", nil},
		{"garbage", twoTools(), `{"messages":{"parts":7},"modelMessages":[[],7,{"role":"tool"},` +
			`{"role":"assistant","toolCalls":[3,{"id":7}]}]}`,
			"01 fail, 02 fail, 05 fail, 06 fail, 07 fail, 22 fail, 23 fail, 25 fail, 26 warn", nil},
		{"the bug", twoTools(), both(swap(uiTwo, `,
		{"type":"tool-result","toolCallId":"b","content":"{\"id\":\"6\"}","state":"complete"}`, ""), swap(modelTwo, `
		{"role":"tool","toolCallId":"b","content":"{\"id\":\"6\"}"},`, "")), "01 fail, 06 fail, 23 fail", nil},
		{"output from the server's", twoTools(), both(swap(uiTwo, `"output":{"id":"6"}`, `"output":[1]`), modelTwo), "02 fail, 07 fail",
			nil},
		{"text moved", twoTools(), both(uiTwo, swap(modelTwo, `"Look."`, `"Look.Done."`, `
		{"role":"assistant","content":"Done."},`, "")), "26 warn", nil},
		{"two tool messages", twoTools(), both(uiTwo,
			swap(modelTwo, `{"role":"assistant","content":"Done."}`, `{"role":"tool","toolCallId":"b","content":"{\"id\":\"6\"}"}`)),
			"20 fail, 21 fail, 23 fail, 26 warn", nil},
		{"late tool message after the user's", late,
			both(lateUI, `"modelMessages":[{"role":"assistant","toolCalls":[{"id":"c","name":"show","arguments":"{\"i\":1}"}]},`+
				`{"role":"user","content":"Q"},{"role":"tool","toolCallId":"c","content":"late"}]`), "22 fail", nil},
		{"second: mixed", second, secondAnswer("", `"content":"one","error":"two","state":"error"`), "11 fail, 20 fail, 24 fail, 25 fail",
			nil},
		{"second: the first", second, secondAnswer(`,"output":"one"`, `"content":"one","state":"complete"`), "20 fail, 25 fail", nil},
		{"second: the error, the output survives", second, secondAnswer(`,"output":"one"`, `"content":"","error":"two","state":"error"`),
			"20 fail, 24 fail, 25 fail", nil},
		{"cut and sent", cutScript, `{"messages":[],"modelMessages":[{"role":"user","content":"Q"},` +
			`{"role":"assistant","toolCalls":[{"id":"c","name":"show","arguments":"{\"id"}]}]}`, "12 fail", nil},
		{"cut, emptied, unanswered", cutScript,
			`{"messages":[],"modelMessages":[{"role":"user","content":"Q"},` +
				`{"role":"assistant","toolCalls":[{"id":"c","name":"show","arguments":"{}"}]}]}`, "12 fail", nil},
		{"cut, answered by nothing", cutScript,
			`{"messages":[],"modelMessages":[{"role":"user","content":"Q"},` +
				`{"role":"assistant","toolCalls":[{"id":"c","name":"show","arguments":"{}"}]},` +
				`{"role":"tool","toolCallId":"c","content":"{}"}]}`,
			"12 fail", nil},
	})
}

func TestConverterAnswers(t *testing.T) {
	bug := newStored(words.UserMessage("u", "Q"), words.AssistantMessage("a", words.CallWithOutput("c", "show", `{"i":1}`,
		`{"out":"put"}`)))
	pair := newStored(words.AssistantMessage("a", words.CallWithOutput("c", "show", `{"i":1}`, `{"out":"put"}`),
		words.ResultPart("c", "the content")))
	broken := newStored(words.AssistantMessage("a", words.CallPart("c", "show", `{"i":1}`), words.ErrorPart("c", "null", wire.Str("gone"))))
	call := `{"role":"assistant","content":"","toolCalls":[{"id":"c","name":"show","arguments":"{\"i\":1}"}]}`
	state := func(messages string) string { return `{"modelMessages":[` + messages + `]}` }
	hold(t, converterSide(), []written{
		{"left out", bug, state(`{"role":"user","content":"Q"}`), "", nil},
		{"sent open", bug, state(`{"role":"user","content":"Q"},` + call), "", nil},
		{"answered from the output", bug, state(`{"role":"user","content":"Q"},` + call +
			`,{"role":"tool","toolCallId":"c","content":"{ \"out\" : \"put\" }"}`), "", nil},
		{"answered by something else", bug, state(`{"role":"user","content":"Q"},` + call +
			`,{"role":"tool","toolCallId":"c","content":"hm"}`), "21 fail", nil},
		{"answered twice", bug, state(`{"role":"user","content":"Q"},` + call +
			`,{"role":"tool","toolCallId":"c","content":"{\"out\":\"put\"}"},` +
			`{"role":"tool","toolCallId":"c","content":"{\"out\":\"put\"}"}`),
			"21 fail", nil},
		{"from the part", pair, state(call + `,{"role":"tool","toolCallId":"c","content":"the content"}`), "", nil},
		{"from the output beside a part", pair, state(call + `,{"role":"tool","toolCallId":"c","content":"{\"out\":\"put\"}"}`),
			"20 fail, 21 fail", nil},
		{"the word null", broken, state(call + `,{"role":"tool","toolCallId":"c","content":"null"}`), "24 fail", nil},
		{"its own words", broken, state(call + `,{"role":"tool","toolCallId":"c","content":"Error: gone"}`), "", nil},
		{"not told", broken, state(call), "20 fail, 23 fail, 24 fail", nil},
		{"nothing", pair, `{}`, "20 fail, 25 fail", nil},
		{"null", pair, `{"modelMessages":null}`, "20 fail, 25 fail", nil},
	})
}

func TestTellsError(t *testing.T) {
	for _, text := range []string{"Error: x", "Tool call was cancelled.", "The stream was interrupted", `{"error":"x"}`,
		`{"status":"aborted"}`, "keine Antwort"} {
		if !tellsError(wire.Str(text)) {
			t.Errorf("%q tells an error", text)
		}
	}
	for _, text := range []string{"", " ", "{}", "null", "[]", "0", `""`, "ok", "Done.", "SUCCESS", `{"id":"6"}`, "undefined"} {
		if tellsError(wire.Str(text)) {
			t.Errorf("%q tells no error", text)
		}
	}
}

// errorThenOutput is a call that fails, and is answered by an output after it.
func errorThenOutput() steps {
	return script(words.ToolCall("c", "show", `{}`, words.Client), words.CallsDone(), words.Failed("c", "show", "not yet"),
		words.Output("c", "show", `{"a":1}`))
}

func twoOutputs() steps {
	return script(words.ToolCall("c", "show", `{}`, words.Client), words.CallsDone(), words.Output("c", "show", `{"a":1}`),
		words.Output("c", "show", `{"b":2}`))
}

// heldCall is an answer with one call and its result part.
func heldCall(call, result string) string {
	return `{"messages":[{"role":"assistant","parts":[{"type":"tool-call","id":"c","name":"show","arguments":"{}",` +
		`"state":"input-complete"` + call + `},
		{"type":"tool-result","toolCallId":"c",` + result + `}]}]}`
}

func TestOutputsOfTwoResults(t *testing.T) {
	const first, second = `"content":"not yet","error":"not yet","state":"error"`, `"content":"{\"a\":1}","state":"complete"`
	omits := []string{"modelMessages"}
	hold(t, consumerSide(), []written{
		{"the error is held", errorThenOutput(), heldCall(``, first), "", omits},
		{"the error is held and told as output", errorThenOutput(), heldCall(`,"output":{"error":"not yet"}`, first), "", omits},
		{"the output is held", errorThenOutput(), heldCall(`,"output":{"a":1}`, second), "", omits},
		{"the output is held and not set", errorThenOutput(), heldCall(``, second), "11 fail", omits},
		{"the output is held, the error's is set", errorThenOutput(), heldCall(`,"output":{"error":"not yet"}`, second), "11 fail", omits},
		{"the first output is held", twoOutputs(), heldCall(`,"output":{"a":1}`, second), "", omits},
		{"the outputs are joined", twoOutputs(), heldCall(`,"output":{"a":1,"b":2}`, second), "11 fail", omits},
		{"the outputs are crossed", twoOutputs(), heldCall(`,"output":{"b":2}`, second), "11 fail", omits},
	})
}

func TestAnsweredCallsInOtherStates(t *testing.T) {
	in := func(state, arguments string) stored {
		return newStored(words.AssistantMessage("a", words.CallPart("c", "show", arguments).With("state",
			words.TextPart(state).Get("content")),
			words.ResultPart("c", "seen")), words.UserMessage("u", "Q"))
	}
	const gone = `{"modelMessages":[{"role":"user","content":"Q"}]}`
	sent := func(arguments string) string {
		return `{"modelMessages":[{"role":"assistant","toolCalls":[{"id":"c","name":"show","arguments":` + arguments +
			`}]},{"role":"tool","toolCallId":"c","content":"seen"},{"role":"user","content":"Q"}]}`
	}
	hold(t, converterSide(), []written{
		{"awaiting, sent", in(words.StateAwaiting, `{"n":1}`), sent(`{"n":1}`), "", nil},
		{"awaiting, left out", in(words.StateAwaiting, `{"n":1}`), gone, "20 fail, 25 fail", nil},
		{"of another state, left out", in("approval-responded", `{"n":1}`), gone, "20 fail, 25 fail", nil},
		{"streaming and cut, left out", in(words.StateStreaming, `{"n":`), gone, "", nil},
		{"awaiting without arguments, left out", in(words.StateAwaiting, ``), gone, "", nil},
		{"empty arguments, as they are", in(words.StateInput, ``), sent(`""`), "", nil},
		{"empty arguments, an object", in(words.StateInput, ``), sent(`"{}"`), "", nil},
		{"empty arguments, the word null", in(words.StateInput, ``), sent(`"null"`), "25 fail", nil},
		{"the arguments null, as they are", in(words.StateInput, `null`), sent(`"null"`), "", nil},
	})
}

// An error of blanks is told in other words, and its own text is that of the result
// before it: the part is still the error's alone.
func TestAnErrorThatReadsAsTheResultBefore(t *testing.T) {
	turn := script(words.ToolCall("c", "show", `{}`, words.Client), words.CallsDone(), words.Output("c", "show", `"\n"`),
		words.Failed("c", "show", "\n"))
	omits := []string{"modelMessages"}
	hold(t, consumerSide(), []written{
		{"the error is held", turn, heldCall(`,"output":"\n"`, `"content":"It failed.","error":"\n","state":"error"`), "", omits},
		{"the output is held", turn, heldCall(`,"output":"\n"`, `"content":"\n","state":"complete"`), "", omits},
	})
}
