package loop

import (
	"github.com/toolconform/conform/requirement"
)

const source = "The wire's own rules for what a request holds, and the tool loop as every agent framework documents it"

// rules are what every agent is held to, on any wire.
func rules() []requirement.Rule[*story] {
	should := []requirement.Level{requirement.Should}
	const harm = "What runs by mistake does harm, and nobody sees that it did."
	return requirement.For(string(Agent), []requirement.Rule[*story]{
		{Requirement: requirement.Requirement{ID: "LOOP-01", Source: source,
			Ruling: "Calls are the turn's in whatever shape its wire tells them, as its consumers' lines say: also in the chunk of the " +
				"reason, and beside text. Whether they are run under a reason that names none (`stop`, `end_turn`) is the agent's.",
			Sentence: "Every complete call of a turn is in the next request, with its id, name and arguments (equal as JSON; `\"\"` may " +
				"be `{}`).",
			Right: "two calls, two calls in the history", Wrong: "the second of two calls is lost"}, Judge: (*story).calls},
		{Requirement: requirement.Requirement{ID: "LOOP-02", Source: source,
			Ruling: "Where the wire wants ids that are unique within a turn alone, a later turn's call may have the id of an " +
				"earlier one: then a result belongs to the call that stands before it. Where the server answers a call itself, in " +
				"the turn, that is its result.",
			Sentence: "Each has exactly one result there, under its id, where the wire wants it (the converter's pairing rules of the " +
				"dialect).",
			Right: "one result for each call", Wrong: "two results for one call"}, Judge: (*story).results},
		{Requirement: requirement.Requirement{ID: "LOOP-03", Source: source,
			Sentence: "An `echo` result equals the arguments that were streamed; so no other call's, no truncated and no repaired ones " +
				"were used.",
			Right: `{"q":7} for {"q":7}`, Wrong: "the arguments of the call beside it"}, Judge: (*story).echoes},
		{Requirement: requirement.Requirement{ID: "LOOP-04", Also: should, Source: source,
			Sentence: "A tool that throws is answered with an error that holds its text (SHOULD), never with a success; or the loop ends " +
				"with `error`.",
			Right: `"Error: no such folder"`, Wrong: `"ok"`}, Judge: (*story).thrown},
		{Requirement: requirement.Requirement{ID: "LOOP-05", Source: source,
			Ruling: harm + " A name that is like a tool's is none of a tool. " +
				"Arguments that are no JSON stay the text that they are, or go with their call: a value that was made of them is one " +
				"that the model never wrote.",
			Sentence: "A call of a tool that doesn't exist, or with arguments that are no JSON: answered with an error, or the loop ends " +
				"with `error`. The tool is not run.",
			Right: `"There is no tool teleport."`, Wrong: "the tool runs with {}"}, Judge: (*story).impossible},
		{Requirement: requirement.Requirement{ID: "LOOP-06", Adversarial: true, Source: source, Ruling: harm,
			Sentence: "A stream cut inside the arguments (connection closed, error frame, a length stop): the call is not run, and no " +
				"later request holds its text as arguments or a value made from it. Sending the same request again is MAY.",
			Right: "the loop ends with an error", Wrong: `{"path":"/etc/pas"} is run`}, Judge: (*story).cutOff},
		{Requirement: requirement.Requirement{ID: "LOOP-07", Source: source,
			Ruling:   "A call that the server has answered in its turn is none of the agent's.",
			Sentence: "No call is run twice, also when its end is told twice (`runs`, and results).",
			Right:    "one run", Wrong: "two runs of one call"}, Judge: (*story).once},
		{Requirement: requirement.Requirement{ID: "LOOP-08", Source: source,
			Ruling: "The first request holds what the user said, as it was given; other words may stand around it. What the server " +
				"answered itself stays what it had told.",
			Sentence: "Earlier turns stay in later requests as they were: every request's history begins with the one before it.",
			Right:    "the same messages, and more", Wrong: "the first turn's text is gone in the third request"}, Judge: (*story).begins},
		{Requirement: requirement.Requirement{ID: "LOOP-09", Source: source,
			Ruling: "What a language makes of `null` is `null`: nothing, `None`, `undefined`, or words that say so. An empty text " +
				"stays empty, and nothing is invented for it: each wire's converter sends a text as it is.",
			Sentence: "Falsy and empty results (`0`, `false`, `\"\"`, `null`, `[]`) are results.",
			Right:    `"0"`, Wrong: "no result for 0"}, Judge: (*story).falsy},
		{Requirement: requirement.Requirement{ID: "LOOP-10", Level: requirement.Should, Source: source,
			Sentence: "Numbers beyond 2^53, and text with quotes, line ends, U+2028 and emoji, come back as they were sent.",
			Right:    "9007199254740993", Wrong: "9007199254740992"}, Judge: (*story).verbatim},
		{Requirement: requirement.Requirement{ID: "LOOP-11", Adversarial: true, Source: source,
			Sentence: "Hostile call ids come back verbatim, or changed alike on both sides and unlike each other.",
			Right:    "`a|x` and `a|y`", Wrong: "`a` twice"}, Judge: (*story).ids},
		{Requirement: requirement.Requirement{ID: "LOOP-12", Source: source,
			Sentence: "The loop ends when a turn has no call; nothing is requested after it.",
			Right:    "an answer, and done", Wrong: "one more request"}, Judge: (*story).ends},
		{Requirement: requirement.Requirement{ID: "LOOP-13", Source: source,
			Sentence: "Conversations run at the same time do not mix.",
			Right:    "each with its own prompt", Wrong: "the prompt of another conversation"}, Judge: (*story).apart},
		{Requirement: requirement.Requirement{ID: "LOOP-14", Source: source,
			Ruling:   "An error, or a refusal, behind the answer of a conversation in which nothing failed tells that there is none.",
			Sentence: "The text of the final turn is `state.text`, where it is given.",
			Right:    `"text":"Seven it is."`, Wrong: "the text of the turn before"}, Judge: (*story).text},
		{Requirement: requirement.Requirement{ID: "LOOP-15", Level: requirement.Should, Source: source,
			Ruling:   "Text behind a call is in the history, too, at whatever place.",
			Sentence: "After a turn with text and calls the text is in the history too, before its calls.",
			Right:    "text, call, result", Wrong: "call, result"}, Judge: (*story).texts},
	})
}
