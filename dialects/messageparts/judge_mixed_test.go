package messageparts

import "testing"

// errorThenOutput is a call that fails, and is answered by an output after it.
func errorThenOutput() steps {
	return script(toolCall("c", "show", `{}`, client), callsDone(), failed("c", "show", "not yet"), output("c", "show", `{"a":1}`))
}

func twoOutputs() steps {
	return script(toolCall("c", "show", `{}`, client), callsDone(), output("c", "show", `{"a":1}`), output("c", "show", `{"b":2}`))
}

// heldCall is an answer with one call and its result part.
func heldCall(call, result string) string {
	return `{"messages":[{"role":"assistant","parts":[{"type":"tool-call","id":"c","name":"show","arguments":"{}","state":"input-complete"` + call + `},
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
		return newStored(assistantMessage("a", callPart("c", "show", arguments).With("state", textPart(state).Get("content")), resultPart("c", "seen")), userMessage("u", "Q"))
	}
	const gone = `{"modelMessages":[{"role":"user","content":"Q"}]}`
	sent := func(arguments string) string {
		return `{"modelMessages":[{"role":"assistant","toolCalls":[{"id":"c","name":"show","arguments":` + arguments + `}]},{"role":"tool","toolCallId":"c","content":"seen"},{"role":"user","content":"Q"}]}`
	}
	hold(t, converterSide(), []written{
		{"awaiting, sent", in(stateAwaiting, `{"n":1}`), sent(`{"n":1}`), "", nil},
		{"awaiting, left out", in(stateAwaiting, `{"n":1}`), gone, "20 fail, 25 fail", nil},
		{"of another state, left out", in("approval-responded", `{"n":1}`), gone, "20 fail, 25 fail", nil},
		{"streaming and cut, left out", in(stateStreaming, `{"n":`), gone, "", nil},
		{"awaiting without arguments, left out", in(stateAwaiting, ``), gone, "", nil},
		{"empty arguments, as they are", in(stateInput, ``), sent(`""`), "", nil},
		{"empty arguments, an object", in(stateInput, ``), sent(`"{}"`), "", nil},
		{"empty arguments, the word null", in(stateInput, ``), sent(`"null"`), "25 fail", nil},
		{"the arguments null, as they are", in(stateInput, `null`), sent(`"null"`), "", nil},
	})
}

// An error of blanks is told in other words, and its own text is that of the result
// before it: the part is still the error's alone.
func TestAnErrorThatReadsAsTheResultBefore(t *testing.T) {
	turn := script(toolCall("c", "show", `{}`, client), callsDone(), output("c", "show", `"\n"`), failed("c", "show", "\n"))
	omits := []string{"modelMessages"}
	hold(t, consumerSide(), []written{
		{"the error is held", turn, heldCall(`,"output":"\n"`, `"content":"It failed.","error":"\n","state":"error"`), "", omits},
		{"the output is held", turn, heldCall(`,"output":"\n"`, `"content":"\n","state":"complete"`), "", omits},
	})
}
