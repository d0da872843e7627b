package messageparts

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// placedCases are result parts that stand elsewhere than right behind their call.
func placedCases() []*dialect.Case {
	call, result := callPart("far-1", "roll", `{"sides":8}`), resultPart("far-1", "rolled seven")
	placed := func(slug, title string, messages ...wire.Value) *dialect.Case {
		return odd("result-"+slug, title, "20 22 23", newStored(append(append([]wire.Value{userMessage("u-1", "Go")}, messages...), userMessage("u-9", "So?"))...))
	}
	return []*dialect.Case{
		placed("behind-question", "The result part stands behind the user's next message: its tool message comes before it.",
			assistantMessage("a-1", call), userMessage("u-2", "Are you there?"), assistantMessage("a-2", result, textPart("Seven."))),
		placed("behind-two-questions", "The result part stands behind the user's next two messages.",
			assistantMessage("a-1", call), userMessage("u-2", "Are you there?"), assistantMessage("a-2", textPart("Wait.")), userMessage("u-3", "And now?"), assistantMessage("a-3", result, textPart("Seven."))),
		placed("two-messages-on", "The result part stands two messages behind its call, with no question between.",
			assistantMessage("a-1", call), assistantMessage("a-2", textPart("Wait.")), assistantMessage("a-3", result, textPart("Seven."))),
		placed("four-messages-on", "The result part stands four messages behind its call, beside another call and its result.",
			assistantMessage("a-1", call), assistantMessage("a-2", textPart("Wait.")), assistantMessage("a-3", callPart("far-2", "roll", `{"sides":4}`), resultPart("far-2", "rolled two")),
			assistantMessage("a-4", textPart("Still.")), assistantMessage("a-5", result)),
		placed("before-call", "The result part stands before its call.", assistantMessage("a-1", textPart("Rolling."), result, call)),
		placed("before-calls", "The result parts of two calls stand before them.",
			assistantMessage("a-1", resultPart("far-2", "rolled two"), result, call, callPart("far-2", "roll", `{"sides":4}`))),
		placed("in-message-before", "The result part stands in the message before its call's.", assistantMessage("a-1", result), assistantMessage("a-2", call)),
		kept("tool-names-padded", "Tool names with blanks around them, with other letters, with a prefix.", "20 23 25",
			newStored(assistantMessage("a-1", callPart("pd-2", " show ", `{"n":2}`), callPart("pd-1", "Tìm_kiếm 🔎", `{"n":1}`), callPart("pd-3", "functions.show", `{"n":3}`),
				resultPart("pd-1", "one"), resultPart("pd-2", "two"), resultPart("pd-3", "three")))),
		odd("error-no-content", "An error result has its text in `error` and no member `content`.", "20 22 23 24",
			newStored(userMessage("u-1", "Show"), assistantMessage("a-1", callPart("err-8", "showGuitar", `{"guitar":"8"}`), errorPart("err-8", "", wire.Str("camera is off")).Without("content")), userMessage("u-2", "Why?"))),
		odd("error-content-nothing", "An error result has its text in `error`, and `content` is null.", "20 22 23 24",
			newStored(userMessage("u-1", "Show"), assistantMessage("a-1", callPart("err-9", "showGuitar", `{"guitar":"9"}`), errorPart("err-9", "", wire.Str("stock is closed")).With("content", wire.NullValue)), userMessage("u-2", "Why?"))),
	}
}

// stateCases are answered calls in every state: their arguments are there, and so is
// the result.
func stateCases() []*dialect.Case {
	var list []*dialect.Case
	states := map[string]wire.Value{
		"absent": {}, "null": wire.NullValue, "awaiting-input": wire.Str(stateAwaiting), "input-streaming": wire.Str(stateStreaming),
		"output-available": wire.Str(outputAvailable), "output-error": wire.Str(outputError), "approval-responded": wire.Str("approval-responded"),
	}
	for _, slug := range keys(states) {
		call := func(id, args string) wire.Value { return callPart(id, "roll", args).With("state", states[slug]) }
		list = append(list, odd("call-state-"+slug, "Answered calls whose state is "+slug+": their results are sent.", "20 22 23 25",
			newStored(userMessage("u-1", "Go"), assistantMessage("a-1", call("cs-2", `{"sides":6}`), resultPart("cs-2", "rolled five"), call("cs-1", `{"sides":3}`), errorPart("cs-1", "the die is gone", wire.Str("the die is gone"))),
				userMessage("u-2", "So?"))))
	}
	return list
}
