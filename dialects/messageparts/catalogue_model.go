package messageparts

import "github.com/toolconform/conform/requirement"

// bindsModel is a requirement on what is sent to the model, on both sides.
func bindsModel(id, sentence, source string) requirement.Requirement {
	r := bindsChat(id, sentence, source)
	r.Roles = []string{"consumer", "converter"}
	return r
}

func part20() requirement.Requirement {
	r := bindsModel("PART-20", "Every `tool-result` part in state `complete` or `error` whose call is in the messages becomes exactly one model message with role `tool`, that call id, that content. (Of several parts for one call: one, which is MAY. In state `error` the content may be another non-empty text that tells the error.)",
		"Why We Need Both: “When converting to `ModelMessage`, `tool-result` parts become messages with `role: 'tool'`”.")
	r.Also = []requirement.Level{requirement.May}
	r.Right = `{"role":"tool","toolCallId":"c1","content":"{\"id\":\"6\"}"}, once`
	r.Wrong = `{"role":"tool","toolCallId":"c1","content":"{\"id\":\"6\"}"}, twice; or never, because another call of the turn is still open`
	return r
}

func part21() requirement.Requirement {
	r := bindsModel("PART-21", "`tool-call.output` beside a result part adds nothing to the model messages. (`output` without any result part: left out, sent unanswered, or answered once from the output: MAY; never twice.)",
		"Why We Need Both: “`tool-call.output` - For UI rendering … This is NOT sent to the LLM”.")
	r.Also = []requirement.Level{requirement.May}
	r.Right = `output {"id":"6"} and a result part → one tool message, from the result part`
	r.Wrong = `output {"id":"6"} and a result part → two tool messages`
	return r
}

func part22() requirement.Requirement {
	r := bindsModel("PART-22", "Each tool message comes after the assistant message that holds its call, and before the next user message. A result without its call is not sent: SHOULD.",
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
	r := bindsModel("PART-25", "Calls keep id, name and arguments in the model messages. (Empty arguments may become `{}`; complete but malformed ones are sent as they are or left out with their call: MAY.)",
		"Example Output: id, name and arguments of both calls; “LLM Receives Complete History”.")
	r.Also = []requirement.Level{requirement.May}
	r.Right = `{"id":"c1","name":"recommendGuitar","arguments":"{\"id\":\"6\"}"}`
	r.Wrong = `{"id":"c1","name":"recommendGuitar","arguments":"{}"}`
	return r
}

func part26() requirement.Requirement {
	r := bindsModel("PART-26", "Text and calls keep their order, and text after a result is not moved before it (text between a call and its result is free). Tool messages come in the order of the calls or of the result parts.",
		"Complete Flow, step 9: “The LLM now sees the tool was executed and can respond appropriately”.")
	r.Level = requirement.Should
	r.Right = `assistant "Looking." with c1, tool c1, assistant "Take this one."`
	r.Wrong = `assistant "Looking.Take this one." with c1, tool c1`
	return r
}
