package messageparts

import (
	"github.com/toolconform/conform/requirement"
)

const document = "Document 002 (message parts), "

// bindsChat is a requirement on what a chat holds.
func bindsChat(id, sentence, source string) requirement.Requirement {
	return requirement.Requirement{ID: id, Level: requirement.Must, Roles: []string{"consumer"}, Sentence: sentence,
		Source: document + source}
}

func part01() requirement.Requirement {
	r := bindsChat("PART-01", "A client-side result creates a `tool-result` part with the call's id, in the message that holds the call.",
		"The Fix: “Find the message containing the tool call … Create a separate `tool-result` part (for LLM conversation history - "+
			"sent back to the model)”.")
	r.Right = `{"role":"assistant","parts":[{"type":"tool-call","id":"c1",…,"output":{"id":"6"}},` +
		`{"type":"tool-result","toolCallId":"c1","content":"{\"id\":\"6\"}","state":"complete"}]}`
	r.Wrong = `{"role":"assistant","parts":[{"type":"tool-call","id":"c1",…,"output":{"id":"6"}}]}`
	return r
}

func part02() requirement.Requirement {
	r := bindsChat("PART-02", "`output-available` also sets `output` on the `tool-call` part, equal to the given value; arguments, name "+
		"and id of the call stay. (A server-side result may set it too.)",
		"The Fix: “Update the `tool-call` part's `output` field (for UI rendering - components check `part.output`)”.")
	r.Right = `{"type":"tool-call","id":"c1","name":"recommendGuitar","arguments":"{\"id\":\"6\"}","state":"input-complete",` +
		`"output":{"id":"6"}}`
	r.Wrong = `{"type":"tool-call","id":"c1","name":"recommendGuitar","arguments":"","state":"input-complete","output":"{\"id\":\"6\"}"}`
	return r
}

func part03() requirement.Requirement {
	r := bindsChat("PART-03", "Then `content` of the result part is the output itself when it is a string, otherwise its JSON.",
		"Code Changes: “typeof result.output === 'string' ? result.output : JSON.stringify(result.output)”.")
	r.Right = `output "82,000" → content "82,000"; output {"id":"6"} → content "{\"id\":\"6\"}"`
	r.Wrong = `output "82,000" → content "\"82,000\""; output {"id":"6"} → content "[object Object]"`
	return r
}

func part04() requirement.Requirement {
	r := bindsChat("PART-04", "Success: result state `complete`. `output-error`: result state `error`, also when the error text is "+
		"empty or absent; the text stands in the part's `error` or `content`; the call's state is neither `awaiting-input` nor "+
		"`input-streaming`.",
		"Code Changes: “result.state === 'output-error' ? 'error' : 'complete'”, "+
			"“result.state === 'output-error' ? 'input-complete' : "+
			"undefined”.")
	r.Right = `{"type":"tool-result","toolCallId":"c1","content":"no permission","error":"no permission","state":"error"}`
	r.Wrong = `{"type":"tool-result","toolCallId":"c1","content":"null","state":"complete"}`
	return r
}

func part05() requirement.Requirement {
	r := bindsChat("PART-05", "A server-side result creates the same kind of part, so that the history reads the same for both sides. "+
		"(An error's text that is the word `null` is a text: it stands as it is, or behind a generic text; PART-24 looks at what "+
		"reaches the model.)",
		"Impact: “Client-side tools now behave identically to server-side tools (tool-result parts for LLM)”.")
	r.Right = `{"type":"tool-result","toolCallId":"c1","content":"[…]","state":"complete"}`
	r.Wrong = `{"type":"tool-call","id":"c1",…,"output":"[…]"} and no tool-result part`
	return r
}

func part06() requirement.Requirement {
	r := bindsChat("PART-06", "One result part per answered call: never two, never none, also when a server and a client tool share a "+
		"turn, when two calls run in parallel, and when the same tool is called twice.",
		"Example of the Bug (a server and a client tool in one turn) and Example Output (one result part for each call).")
	r.Right = `tool-call c1, tool-call c2, tool-result c2, tool-result c1`
	r.Wrong = `tool-call c1, tool-call c2, tool-result c2 (both tools have the name getGuitars)`
	return r
}

func part07() requirement.Requirement {
	r := bindsChat("PART-07", "A set `output` survives later updates of the same call (finish, state changes), in every order of "+
		"these steps.",
		"Impact: “Client-side tool UI rendering works (tool-call.output for components)”.")
	r.Right = `tool_call c1, add_tool_result c1, finish → {"type":"tool-call","id":"c1",…,"output":{"id":"6"}}`
	r.Wrong = `tool_call c1, add_tool_result c1, finish → {"type":"tool-call","id":"c1",…} without output`
	return r
}

func part08() requirement.Requirement {
	r := bindsChat("PART-08", "A result part follows its call (the example's order).",
		"Example Output (After Fix): tool-call, tool-result, tool-call, tool-result.")
	r.Level = requirement.Should
	r.Right = `[{"type":"tool-call","id":"c1",…},{"type":"tool-result","toolCallId":"c1",…}]`
	r.Wrong = `[{"type":"tool-result","toolCallId":"c1",…},{"type":"tool-call","id":"c1",…}]`
	return r
}

func part09() requirement.Requirement {
	r := bindsChat("PART-09", "Falsy outputs (`false`, `0`, `\"\"`, `null`) are outputs.",
		"Why We Need Both: “UI components check `part.type === 'tool-call' && part.output`”.")
	r.Ruling = "The document's own check takes a falsy output for none. But a tool that returns false has answered: without its result " +
		"the history is incomplete, which is the bug that the document is about."
	r.Right = `output false → {"type":"tool-result","toolCallId":"c1","content":"false","state":"complete"}`
	r.Wrong = `output false → no tool-result part`
	return r
}

func part10() requirement.Requirement {
	r := bindsChat("PART-10", "A result for an unknown id attaches to no other call, is not sent to the model, and breaks "+
		"nothing after it.",
		"Code Changes: “Find the message containing this tool call”; what happens where there is none is not said.")
	r.Ruling = "A result belongs to the call with its id and to nothing else; the model refuses results that it never asked for."
	r.Adversarial, r.NoCrash = true, true
	r.Right = `add_tool_result for "ghost", then one for c1 → c1 has its own result`
	r.Wrong = `add_tool_result for "ghost" → {"type":"tool-result","toolCallId":"c1","content":<the ghost's output>}`
	return r
}

func part11() requirement.Requirement {
	r := bindsChat("PART-11", "A second result for a call: exactly one is held, and its fields come from one of them. Which is MAY.",
		"Code Changes: `updateToolResultPart` updates or creates; a second result is not spoken of.")
	r.Ruling = "First or last, both can be defended; a record mixed from two results was never delivered by anybody."
	r.Also = []requirement.Level{requirement.May}
	r.Adversarial = true
	r.Right = `output "one", then output "two" → one result part, content "one" or "two"`
	r.Wrong = `output "one", then an error "two" → {"content":"one","state":"error"}`
	return r
}

func part12() requirement.Requirement {
	r := bindsChat("PART-12", "A stream cut inside the arguments: no model message carries the truncated text as arguments; the call is "+
		"left out, or sent with valid arguments and answered by an error.",
		"Example of the Bug: an incomplete call confuses the model; a cut stream is not spoken of.")
	r.Ruling = "The truncated text is not what the model wrote, and no provider takes it back; an invented value would be executed " +
		"or believed."
	r.Adversarial = true
	r.Right = `deltas {"id": and no finish → no toolCalls, or {"id":"c1","arguments":"{}"} and a tool message that tells an error`
	r.Wrong = `deltas {"id": and no finish → "toolCalls":[{"id":"c1","name":"recommendGuitar","arguments":"{\"id\":"}]`
	return r
}

// bindsModel is a requirement on what is sent to the model, on both sides.
func bindsModel(id, sentence, source string) requirement.Requirement {
	r := bindsChat(id, sentence, source)
	r.Roles = []string{"consumer", "converter"}
	return r
}

func part20() requirement.Requirement {
	r := bindsModel("PART-20", "Every `tool-result` part in state `complete` or `error` whose call is in the messages becomes exactly "+
		"one model message with role `tool`, that call id, that content. (Of several parts for one call: one, which is MAY. In state "+
		"`error` the content may be another non-empty text that tells the error.)",
		"Why We Need Both: “When converting to `ModelMessage`, `tool-result` parts become messages with `role: 'tool'`”.")
	r.Also = []requirement.Level{requirement.May}
	r.Right = `{"role":"tool","toolCallId":"c1","content":"{\"id\":\"6\"}"}, once`
	r.Wrong = `{"role":"tool","toolCallId":"c1","content":"{\"id\":\"6\"}"}, twice; ` +
		`or never, because another call of the turn is still open`
	return r
}

func part21() requirement.Requirement {
	r := bindsModel("PART-21", "`tool-call.output` beside a result part adds nothing to the model messages. (`output` without any "+
		"result part: left out, sent unanswered, or answered once from the output: MAY; never twice.)",
		"Why We Need Both: “`tool-call.output` - For UI rendering … This is NOT sent to the LLM”.")
	r.Also = []requirement.Level{requirement.May}
	r.Right = `output {"id":"6"} and a result part → one tool message, from the result part`
	r.Wrong = `output {"id":"6"} and a result part → two tool messages`
	return r
}

func part22() requirement.Requirement {
	r := bindsModel("PART-22", "Each tool message comes after the assistant message that holds its call, and before the next user "+
		"message. A result without its call is not sent: SHOULD.",
		"Complete Flow, steps 7–9: the user's next message, the conversion, “LLM Receives Complete History”.")
	r.Also = []requirement.Level{requirement.Should}
	r.Right = `assistant with c1, tool c1, user`
	r.Wrong = `assistant with c1, user, tool c1`
	return r
}

func part23() requirement.Requirement {
	r := bindsModel("PART-23", "Every call sent to the model is answered by exactly one tool message, once all results are in.",
		"Example of the Bug: “the `recommendGuitar` tool call had no result, making it appear incomplete”.")
	r.Right = `assistant with c1 and c2, tool c1, tool c2`
	r.Wrong = `assistant with c1 and c2, tool c1`
	return r
}

func part24() requirement.Requirement {
	r := bindsModel("PART-24", "An error result reaches the model: the content is non-empty, and not the word `null`.",
		"Code Changes: the content of an error is made from its output, which it does not have.")
	r.Ruling = "The printed code sends JSON.stringify of an absent output; a model that reads null takes the failure for an empty success."
	r.Right = `{"role":"tool","toolCallId":"c1","content":"no permission"}`
	r.Wrong = `{"role":"tool","toolCallId":"c1","content":"null"}`
	return r
}

func part25() requirement.Requirement {
	r := bindsModel("PART-25", "Calls keep id, name and arguments in the model messages. (Empty arguments may become `{}`; complete but "+
		"malformed ones are sent as they are or left out with their call: MAY.)",
		"Example Output: id, name and arguments of both calls; “LLM Receives Complete History”.")
	r.Also = []requirement.Level{requirement.May}
	r.Right = `{"id":"c1","name":"recommendGuitar","arguments":"{\"id\":\"6\"}"}`
	r.Wrong = `{"id":"c1","name":"recommendGuitar","arguments":"{}"}`
	return r
}

func part26() requirement.Requirement {
	r := bindsModel("PART-26", "Text and calls keep their order, and text after a result is not moved before it (text between a call "+
		"and its result is free). Tool messages come in the order of the calls or of the result parts.",
		"Complete Flow, step 9: “The LLM now sees the tool was executed and can respond appropriately”.")
	r.Level = requirement.Should
	r.Right = `assistant "Looking." with c1, tool c1, assistant "Take this one."`
	r.Wrong = `assistant "Looking.Take this one." with c1, tool c1`
	return r
}
