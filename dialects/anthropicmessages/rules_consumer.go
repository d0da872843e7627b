package anthropicmessages

import (
	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
)

const (
	document  = "Anthropic API, Messages, version 2023-06-01"
	streaming = document + ", Streaming messages"
	handling  = document + ", Handle tool calls"
	reasons   = document + ", Stop reasons"
	reference = document + ", API reference"
	sdks      = "@anthropic-ai/sdk 1.12.0, anthropic-sdk-go v1.84.0"
	// wrongCalls is whatever goes wrong with a call.
	wrongCalls = compare.Any
)

func rows(list ...compare.Row) []compare.Row { return list }

func of(traits act.Traits, kinds compare.Kind) compare.Row {
	return compare.Row{Traits: traits, Kinds: kinds, Level: requirement.Must}
}

// anyCall: a deviation of any call that no other row is about.
func anyCall(kinds compare.Kind) compare.Row {
	return compare.Row{Kinds: kinds, Else: true, Level: requirement.Must}
}

// consumerRules are MSG-01…27.
func consumerRules() []compare.Rule[*view] {
	should := []requirement.Level{requirement.Should}
	many := func(yes bool) func(*view, *requirement.Notes) {
		return func(v *view, n *requirement.Notes) { v.reason(n, yes) }
	}
	return []compare.Rule[*view]{
		{Requirement: requirement.Requirement{ID: "MSG-01", Also: should,
			Source: handling + `: "id: A unique identifier for this particular tool use block."`,
			Sentence: "Every `tool_use` block is one call with the `id` and `name` of its start, verbatim, also two of one tool with " +
				"equal input; nothing else is a call, neither a `server_tool_use` nor another block nor a stray delta. The message's " +
				"`id` is that of `message_start`: SHOULD.",
			Right: "two calls for two equal blocks", Wrong: "a server tool's input becomes a call"},
			Rows:  rows(anyCall(compare.Missing | compare.Extra | compare.Torn | compare.WrongID | compare.WrongName)),
			Judge: (*view).messageID},
		{Requirement: requirement.Requirement{ID: "MSG-02",
			Source: document + `, Fine-grained tool streaming: "concatenate these fragments and parse the result when the block closes."`,
			Sentence: "A call's `input` is the JSON value of its joined `partial_json`, parsed as a whole, wherever it was cut and " +
				"whatever falsy values are in it; a string stays a string. In a valid stream it is never `null`: the call is ready.",
			Right: `"{\"n\":-1.", "5e3}" → {"n":-1.5e3}`, Wrong: "each fragment is parsed alone"},
			Rows: rows(anyCall(compare.WrongText | compare.Repaired | compare.Healed))},
		{Requirement: requirement.Requirement{ID: "MSG-03", Source: streaming + `: "the final tool_use.input is always an object."`,
			Sentence: "No delta, or only `\"\"`, and `input:{}` in the start: `{}`, and the call is there. `input` absent and no delta: " +
				"`{}`, `null`, or told; fragments of blanks only: `{}`, `null`, their text, or told: MAY.",
			Right: "{}", Wrong: "JSON.parse(\"\") throws, the call is lost"}, Rows: rows(of(empty, wrongCalls))},
		{Requirement: requirement.Requirement{ID: "MSG-04", Also: should, Adversarial: true, Source: sdks,
			Ruling:   "Gateways send it, and both official SDKs keep it; otherwise arguments are lost silently.",
			Sentence: "The start's `input` has members and no delta comes: that is the input. With empty deltas only: SHOULD.",
			Right:    `"input":{"q":1}`, Wrong: "{}"},
			Rows: rows(of(inStart, wrongCalls)), Judge: (*view).startDropped},
		{Requirement: requirement.Requirement{ID: "MSG-05", Level: requirement.May, Adversarial: true,
			Source: document + `, Fine-grained tool streaming: "This is a placeholder."`, Ruling: "The SDKs differ.",
			Sentence: "An `input` with members in the start and deltas that are not empty: the deltas' value, or `input:null`, or told. " +
				"Another value fails.", Right: "the deltas' value", Wrong: "{}"},
			Rows: rows(of(both, wrongCalls)), Judge: func(v *view, n *requirement.Notes) { v.side(n, both) }},
		{Requirement: requirement.Requirement{ID: "MSG-06",
			Source: streaming + `: "a delta of a type that updates the content block at a given index"`,
			Sentence: "A delta belongs to the block of its `index`, never to the latest one; overlapping calls each get their own " +
				"arguments, and text between them stays text.",
			Right: "fragments by turns of 1 and 2", Wrong: "the block started last gets them all"},
			Rows: rows(of(woven, compare.Missing|compare.Extra|compare.Torn|compare.WrongText), anyCall(compare.Foreign))},
		{Requirement: requirement.Requirement{ID: "MSG-07", Also: should, Source: streaming + ": text_delta",
			Ruling: "Both official SDKs take the text of a start.",
			Sentence: "Text is the deltas of text blocks in order, unchanged, with no text of other blocks in it. Text in a block's " +
				"start counts too: SHOULD.", Right: `"Look", "ing"`, Wrong: "thinking stands in the text"},
			Judge: (*view).textFits},
		{Requirement: requirement.Requirement{ID: "MSG-08", Also: should,
			Source:   streaming + `: "an index that corresponds to its index in the final Message content array"`,
			Sentence: "`content` of a valid stream is in the order of the indices. Where blocks overlap: SHOULD.",
			Right:    "text, call, text", Wrong: "all text first"}, Judge: (*view).order},
		{Requirement: requirement.Requirement{ID: "MSG-09",
			Source: streaming + `: "Event streams may also include any number of ping events."`,
			Ruling: "Of a missing usage: the official TypeScript SDK throws.",
			Sentence: "`ping`, usage, citations, thinking and signatures change no text and no call. A missing `usage`, or one with " +
				"missing members: taken, or told.", Right: "a ping between two deltas", Wrong: "a signature adds to the text"},
			Judge: (*view).aside},
		{Requirement: requirement.Requirement{ID: "MSG-10", Also: should,
			Source: streaming + `: "we may add new event types, and your code should handle unknown event types gracefully"`,
			Sentence: "Unknown event, block and delta types and unknown members change no known text or call, and no later event is " +
				"lost. That no error is told: SHOULD.", Right: `"type":"future_event"`, Wrong: "it ends the stream"},
			Judge: (*view).unknown},
		{Requirement: requirement.Requirement{ID: "MSG-11", Also: should, Source: reasons,
			Sentence: "`stopReason` is of the class of the stream's; for `pause_turn`, `model_context_window_exceeded` and `refusal`, " +
				"which are younger, `null` is a missed SHOULD only. An unknown word is itself, another unknown one, or `null`. The " +
				"exact word: SHOULD.",
			Right: "max_tokens", Wrong: "an unknown word becomes end_turn"}, Judge: many(false)},
		{Requirement: requirement.Requirement{ID: "MSG-12", Also: should,
			Source: streaming + `: "One or more message_delta events"; ` + reference + `: "non-null otherwise"`,
			Ruling: "Gateways send null for late usage; the reason is lost silently.",
			Sentence: "Of several `message_delta` with reasons the last counts; one with `null` before them changes nothing. One " +
				"without a reason, or with `null`, behind one with it: the reason stays, SHOULD.",
			Right: "tool_use, then usage alone → tool_use", Wrong: "the first of two reasons"}, Judge: many(true)},
		{Requirement: requirement.Requirement{ID: "MSG-13", Also: should,
			Source: streaming + `: "We may occasionally send errors in the event stream."`,
			Sentence: "An `error` event is told, at any place before `message_stop`, also as the first event. Its type and " +
				"message: SHOULD.", Right: "overloaded_error", Wrong: "it is skipped as unknown"},
			Judge: (*view).failure},
		{Requirement: requirement.Requirement{ID: "MSG-14", Also: should, Source: streaming + `: "A final message_stop event."`,
			Ruling: "Else a dropped connection reads as an answer.",
			Sentence: "A stream that ends before any `message_delta`, or in which no reason came, is told, or `stopReason` is null. " +
				"Between `message_delta` and `message_stop`: told, null, or the reason. In an answer that isn't told, the text so far " +
				"and the calls whose text was whole are there: SHOULD.",
			Right: "null", Wrong: "end_turn"},
			Rows:  rows(compare.Row{Traits: broken, Kinds: compare.Missing, Level: requirement.Should}),
			Judge: func(v *view, n *requirement.Notes) { v.unended(n, false) }},
		{Requirement: requirement.Requirement{ID: "MSG-15",
			Source: streaming + `: "Tool use and extended thinking blocks cannot be partially recovered."`,
			Ruling: "Repaired arguments are invented ones.",
			Sentence: "Ended inside a call's arguments without an error told: the call is left out, or has `input:null` or the text " +
				"that came. `{}` or the start's input where no fragment had come, or the object that the fragments are in full: MAY.",
			Right: "null", Wrong: `{"path":"/etc/pas"}`}, Rows: rows(of(cutOff, wrongCalls)), Judge: (*view).cutCalls},
		{Requirement: requirement.Requirement{ID: "MSG-16",
			Source: reasons + `: "the truncated response contains an incomplete tool use block"`,
			Sentence: "A turn cut by a limit or a refusal says so in `stopReason`, or is told. A call whose arguments are no object " +
				"under these classes, under an unknown one or without a reason: left out, `null`, its text, `{}`, a repair that invents " +
				"no key or value, or told: MAY.",
			Right: "max_tokens", Wrong: "max_tokens told as tool_use"}, Rows: rows(of(limited, wrongCalls)), Judge: (*view).cutTurn},
		{Requirement: requirement.Requirement{ID: "MSG-17", Adversarial: true,
			Source: document + `, Fine-grained tool streaming: "you may potentially receive invalid or partial JSON inputs"`,
			Ruling: "The call would run without the arguments that the model wrote.",
			Sentence: "Arguments that are no JSON, also unfinished ones, under a reason that says the turn is complete: `input:null`, " +
				"the raw text, or told; never another value, `{}` neither. JSON that is no object: as it is, or as malformed.",
			Right: "null", Wrong: "{}"}, Rows: rows(of(malformed, wrongCalls)),
			Judge: func(v *view, n *requirement.Notes) { v.side(n, malformed) }},
		{Requirement: requirement.Requirement{ID: "MSG-18", Adversarial: true, Source: streaming, Ruling: "Data is lost.",
			Sentence: "A call whose `content_block_stop` never came, in a message that ended: held with its input, or told.", Right: "held",
			Wrong: "it vanishes"}, Rows: rows(of(unstopped, wrongCalls))},
		{Requirement: requirement.Requirement{ID: "MSG-19", Adversarial: true, Source: streaming, Ruling: "The block was complete.",
			Sentence: "A second stop, or a delta after the stop: no second call, and the input stays, or is `null`, or told.",
			Right:    "the input stays", Wrong: "the call is added again"},
			Rows: rows(of(late, wrongCalls))},
		{Requirement: requirement.Requirement{ID: "MSG-20", Adversarial: true, Source: streaming,
			Ruling: "What cannot be placed is told, or harms nothing.",
			Sentence: "A delta or stop for an index never started, negative or missing, or a delta of the wrong type for its block: " +
				"told, or every call has its own input and no call is added. A call whose only delta had such an index: its fragments, " +
				"`null`, or told; `{}` fails.",
			Right: "told", Wrong: "a call without a name is added"}, Rows: rows(of(strayed, wrongCalls))},
		{Requirement: requirement.Requirement{ID: "MSG-21", Adversarial: true, Source: streaming,
			Ruling:   "The index tells blocks apart, dense or not.",
			Sentence: "First index not 0, a gap, or starts out of order: every call with its own input, or told.",
			Right:    "indices 0 and 2 are two blocks", Wrong: "behind a gap the input is {}"},
			Rows: rows(of(shifted, wrongCalls))},
		{Requirement: requirement.Requirement{ID: "MSG-22", Adversarial: true, Source: streaming + "; anthropic-sdk-typescript#879",
			Ruling: "The API itself has sent it.",
			Sentence: "An index started again after its stop: told, or both blocks held, each with its own input or text; for an exact " +
				"repetition also one. Started again before its stop: told, or the blocks of other indices are right.",
			Right: "both", Wrong: "fragments go to the first block"}, Rows: rows(of(reused, wrongCalls)), Judge: (*view).reusedText},
		{Requirement: requirement.Requirement{ID: "MSG-23", Adversarial: true,
			Source: handling + `: "A unique identifier for this particular tool use block."`, Ruling: "A mixture is nobody's call.",
			Sentence: "Two calls with one `id`: told, both, or one of them, each with its own name, and its own input or " +
				"`null`; no mixture.", Right: "both", Wrong: "the second overwrites the first's input"},
			Rows: rows(of(sameID, wrongCalls)), Judge: (*view).whichForm},
		{Requirement: requirement.Requirement{ID: "MSG-24", Adversarial: true, Source: streaming, Ruling: "The SDKs differ.",
			Sentence: "A second `message_start`, or events after `message_stop` or after `error`: told, ignored, the new message " +
				"instead, or both. An event before `message_start`, or a block behind `message_delta`: taken, or told. Never fragments " +
				"of two messages in one call.",
			Right: "the first message", Wrong: "fragments of both in one call"}, Rows: rows(of(several, wrongCalls)),
			Judge: (*view).whichMessage},
		{Requirement: requirement.Requirement{ID: "MSG-25", Also: should,
			Source: document + `, Versions: "All events are named events", "Removed unnecessary data: [DONE] event."`,
			Ruling: "Both official SDKs drop unnamed events.",
			Sentence: "`event:` equals `type`. Every frame without `event:`, or every one under the same unknown name: taken, told, or " +
				"an empty message without a reason. A known name over another type: by the type, or told. A `data: [DONE]` after " +
				"`message_stop` takes nothing from what is held, or is told; that it isn't told: SHOULD.",
			Right: "held, whatever comes at the end", Wrong: "[DONE] empties what was held"}, Judge: (*view).namesJudged},
		{Requirement: requirement.Requirement{ID: "MSG-26", Source: streaming, Ruling: "An abort is no reason that a model gave.",
			Sentence: "Aborted: told, or `stopReason` is null (or the reason that already came); a call that was open is held " +
				"as in MSG-15.", Right: "null", Wrong: "end_turn"},
			Judge: func(v *view, n *requirement.Notes) { v.unended(n, true) }},
		{Requirement: requirement.Requirement{ID: "MSG-27", Also: should, Source: reasons + "; BerriAI/litellm#37273",
			Ruling: "A call that runs twice, or half, does harm.",
			Sentence: "`executed`: each call at most once, with its input; never one that is cut, no JSON, or was open at an error or " +
				"abort; under a limit or refusal none: SHOULD. In a valid stream of `tool_use` every call: SHOULD; where one of them " +
				"ran: MUST. `reported`: each call with a stop and an object as arguments exactly once: SHOULD.",
			Right: "every call once", Wrong: "the second stop runs it again"}, Judge: (*view).ran},
	}
}
