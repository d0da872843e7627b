package agui

import (
	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
)

const (
	document  = "AG-UI specification 1.0"
	toolCalls = document + ", Tool calls"
	streaming = document + ", Streaming"
	lifecycle = document + ", Lifecycle"
	processes = document + ", Processing"
	released  = "@ag-ui/client 1.0.0, @tanstack/ai 0.58.0"
	anyText   = wrongText
	anyResult = resultGone | resultMixed | resultWrong
	whatever  = compare.Any | anyText | anyResult
	// held are deviations by which something is lost.
	lost = compare.Missing | compare.WrongText | compare.NotReady | anyText | resultGone
)

func rows(list ...compare.Row) []compare.Row { return list }

func of(traits act.Traits, kinds compare.Kind) compare.Row {
	return compare.Row{Traits: traits, Kinds: kinds, Level: requirement.Must}
}

// anyItem: a deviation of anything that no other row is about.
func anyItem(kinds compare.Kind) compare.Row {
	return compare.Row{Kinds: kinds, Else: true, Level: requirement.Must}
}

func refusing(line string) func(*view, *requirement.Notes) {
	return func(v *view, n *requirement.Notes) { v.refuses(n, line) }
}

func choosing(trait act.Traits) func(*view, *requirement.Notes) {
	return func(v *view, n *requirement.Notes) { v.choice(n, trait) }
}

func ordered(snapped bool) func(*view, *requirement.Notes) {
	return func(v *view, n *requirement.Notes) { v.textOrder(n, snapped) }
}

// consumerRules are AGUI-01…24.
func consumerRules() []compare.Rule[*view] {
	return []compare.Rule[*view]{
		{Requirement: requirement.Requirement{ID: "AGUI-01",
			Source: document + `, Text: "deltas concatenate in arrival order"; schema: "May be the empty string"`,
			Ruling: "Of order between messages the pages say nothing; arrival order is the protocol's, so what came first by every " +
				"reading stands first.",
			Sentence: "Each text message is held under its id with its role (absent: `assistant`) and its deltas joined in arrival " +
				"order; `\"\"` adds nothing and harms nothing.",
			Right: `"Hi", "", " you" → "Hi you"`, Wrong: "an empty delta ends the run"}, Rows: rows(anyItem(anyText)),
			Judge: ordered(false)},
		{Requirement: requirement.Requirement{ID: "AGUI-02", Source: toolCalls + `: "Closes the call. The argument text is complete"`,
			Sentence: "Each call is held once, with id and name, in order of start within its message. When its run has finished it " +
				"is `complete`.",
			Right: "two calls for two starts", Wrong: "a call without deltas is no call"},
			Rows:  rows(anyItem(compare.Missing | compare.Extra | compare.Torn | compare.WrongID | compare.WrongName | compare.NotReady)),
			Judge: (*view).callOrder},
		{Requirement: requirement.Requirement{ID: "AGUI-03",
			Source:   toolCalls + `: "the protocol carries it as text and does not validate it, which is deliberate"`,
			Sentence: "A call's arguments are its deltas joined, as text, unchanged: malformed JSON too, `\"\"` when none came.",
			Right:    `"{\"q\" : 1"`, Wrong: "they are parsed and printed again"},
			Rows:  rows(of(act.Interleaved, compare.WrongText), anyItem(compare.WrongText|compare.Repaired|compare.Healed)),
			Judge: (*view).argless},
		{Requirement: requirement.Requirement{ID: "AGUI-04", Source: streaming + `: "A producer MAY interleave them freely"`,
			Sentence: "Calls, text and steps may be open at once and interleave; each event belongs to its id, never to the last opened " +
				"item, a position or a name.",
			Right: "deltas of two calls by turns", Wrong: "a second open call is refused"},
			Rows: rows(of(act.Interleaved, compare.Missing|compare.Extra|compare.Torn|compare.WrongText|compare.NotReady|anyText),
				anyItem(compare.Foreign))},
		{Requirement: requirement.Requirement{ID: "AGUI-05",
			Source: toolCalls + `: "It is a message in its own right … and does not reopen the call it answers"; "renders a list of ` +
				`parts as its text parts concatenated in order"`,
			Sentence: "A result becomes one tool message with its `toolCallId` and its content unchanged: `\"\"`, `\"false\"`, `\"0\"`, " +
				"`\"null\"`, `\"2\"` stay these strings. Parts: the list, or its text parts joined (MAY).",
			Right: `"2"`, Wrong: "2"}, Rows: rows(of(act.Late, resultGone), anyItem(resultGone|resultWrong))},
		{Requirement: requirement.Requirement{ID: "AGUI-06", Source: toolCalls + `: "A result MAY arrive in the same run as its call"`,
			Sentence: "Results pair by id in any order, after other text, before the call's end, in a later run, and for a call that " +
				"was in `input.messages`.",
			Right: "the second call's result first", Wrong: "the n-th result goes to the n-th call"},
			Rows: rows(of(act.Late|before, anyResult), anyItem(resultMixed))},
		{Requirement: requirement.Requirement{ID: "AGUI-07",
			Source: toolCalls + `: "attaches the call to the assistant message that carries it"`,
			Sentence: "With `parentMessageId` the call stands in that assistant message, also when it comes before or without its text. " +
				"Without: in a message of its own, in one shared among such calls, or in the assistant message next to them (MAY).",
			Right: "the call stands in m1", Wrong: "every call is a message of its own"},
			Rows: rows(of(homed, compare.Missing|compare.Extra)), Judge: (*view).homes},
		{Requirement: requirement.Requirement{ID: "AGUI-08",
			Source: streaming + `: "A consumer MUST expand them into the start/content/end form"; "it adds no content, and its ` +
				`metadata still reaches the item"`,
			Sentence: "Chunks give the same messages and calls as the triads that they stand for. A chunk without `delta` adds no text.",
			Right:    "three chunks, one call", Wrong: "chunk events are skipped"}, Rows: rows(of(chunked, whatever))},
		{Requirement: requirement.Requirement{ID: "AGUI-09", Source: streaming + ", Closing a chunk stream",
			Sentence: "A chunk stream goes on over `RAW`, `ACTIVITY_*`, `REASONING_ENCRYPTED_VALUE`, `SUBAGENT_STARTED`; another id, a " +
				"`MESSAGES_SNAPSHOT`, a run, message, tool, step, state, custom or (other) reasoning event closes it, and closing makes " +
				"the call complete. After a `RUN_ERROR`, or a violation right behind, `complete` is not judged.",
			Right: "RAW between two chunks of a call", Wrong: "what follows it is a second call"}, Rows: rows(of(passed, whatever))},
		{Requirement: requirement.Requirement{ID: "AGUI-10",
			Source: toolCalls + `: "MAY be reopened … further arguments append"; "not required to detect a disagreement"; ` + lifecycle +
				`: "Re-streaming a message the consumer already has appends to it"`,
			Sentence: "A closed call or message that is started again goes on where it stands: one item, further deltas append; also in " +
				"a later run, and one of `input.messages`. A call's name or parent that differs: either is held, or `rejected` (MAY).",
			Right: "one call with both texts", Wrong: "a second, empty call"}, Rows: rows(of(act.Reused, whatever))},
		{Requirement: requirement.Requirement{ID: "AGUI-11",
			Source: lifecycle + `: "MUST NOT present a cancelled run as having succeeded, and MUST NOT present it as having failed"`,
			Sentence: "Outcomes: absent and `success` are `success`; `cancelled` is neither success nor failure; `interrupt` is " +
				"`interrupted` with its ids.",
			Right: "cancelled", Wrong: "success for every RUN_FINISHED"}, Judge: (*view).outcomes},
		{Requirement: requirement.Requirement{ID: "AGUI-12", Source: toolCalls + `: "MUST NOT read absence as 'nothing pending'"`,
			Sentence: "Pending calls of a successful run: those listed, as listed; with no list or an empty one, every call that the " +
				"run started and no `TOOL_CALL_RESULT` of the run answered. Not judged: a call that goes on in this run, but was " +
				"brought before it; a call answered otherwise only.",
			Right: "the call that nobody answered", Wrong: "an empty list means none"}, Judge: (*view).waiting},
		{Requirement: requirement.Requirement{ID: "AGUI-13",
			Source: lifecycle + `: "MUST surface the failure … and MUST NOT report the run as having succeeded"; "MUST treat the run ` +
				`as failed in that case"`,
			Sentence: "`RUN_ERROR` is `failed` with its message: as first event, amid open items, and after `RUN_FINISHED`.",
			Right:    "failed, overloaded", Wrong: "an error behind the end is ignored"}, Judge: (*view).failed},
		{Requirement: requirement.Requirement{ID: "AGUI-14",
			Source: lifecycle + `: "messages accumulate"; "A new run starts with nothing open"`,
			Sentence: "Further runs of a stream add to what is held, also after a failed or cancelled one; nothing is open at the " +
				"start of a run.",
			Right: "two runs, all their messages", Wrong: "a run behind a failed one is refused"}, Rows: rows(of(before, whatever))},
		{Requirement: requirement.Requirement{ID: "AGUI-15",
			Source: document + `, State: "it does not reorder what the consumer already has"; ` + streaming,
			Sentence: "A snapshot replaces messages by id in place, whatever its own order, appends new ones in its order, drops those " +
				"it leaves out, keeps `error`; a call or text open at the snapshot goes on growing from the snapshot's text. (An open " +
				"one that it leaves out is unobserved from there on.)",
			Right: "the call goes on behind it", Wrong: "deltas behind a snapshot are lost"}, Rows: rows(of(stored, whatever)),
			Judge: ordered(true)},
		{Requirement: requirement.Requirement{ID: "AGUI-16",
			Source: processes + `: "Unrecognised material is not an error"; Passthrough: "MUST NOT derive protocol behaviour from a RAW ` +
				`event"`,
			Sentence: "Unknown events, members, outcome types; `RAW`, `CUSTOM`, steps, state, activity, reasoning, usage, `result`, " +
				"timestamps, consistent `subagentRunId`: no message, call, result or status changes, and nothing is held that no event " +
				"brought. A `RAW` payload that looks like an event is none.",
			Right: "an unknown event is dropped", Wrong: "it ends the stream"}, Rows: rows(of(among, whatever)), Judge: (*view).beyond},
		{Requirement: requirement.Requirement{ID: "AGUI-17", Adversarial: true,
			Source: document + `, Transports: "MUST NOT report it as having succeeded; everything the run delivered before the break ` +
				`remains delivered"; ` + lifecycle + `: "MUST NOT synthesize a RUN_FINISHED, cancelled or otherwise"`,
			Sentence: "A stream cut anywhere, or left by the reader (`abortAfter`): never `success`, `cancelled` or `interrupted`; no " +
				"call without its end is `complete`, here and after a `RUN_ERROR`; nothing is invented; what came is held. (`open` or " +
				"`failed`, after `abortAfter` or inside a frame also `rejected`: MAY.)",
			Right: "open", Wrong: "success"}, Rows: rows(of(act.CutOff, whatever), anyItem(compare.RanCut)), Judge: (*view).unended},
		{Requirement: requirement.Requirement{ID: "AGUI-18", Adversarial: true,
			Source: lifecycle + `: "everything on this page a producer MUST NOT do is fatal when a consumer sees it"; ` + streaming +
				`: "MUST treat a first chunk missing a required field as a protocol violation"`,
			Ruling: "That the two kinds of failure are told apart is AGUI-20's: a stream that is told as a failed run misses that " +
				"line and not this one.",
			Sentence: "`rejected`: first event neither `RUN_STARTED` nor `RUN_ERROR`; content or end for what isn't open; start for " +
				"what is; steps likewise, by name; a second `RUN_STARTED` in a run; anything open at `RUN_FINISHED`; any other event " +
				"after a run closed; a first chunk without id or name; a chunk whose name, parent or role is there and another than its " +
				"opener's; a `subagentRunId` on a content or end that its opener doesn't have.",
			Right: "rejected", Wrong: "content without a start begins a message"}, Judge: refusing("AGUI-18")},
		{Requirement: requirement.Requirement{ID: "AGUI-19", Adversarial: true,
			Source: processes + `: "MUST be fatal: the consumer MUST fail the run rather than repair, coerce or ignore the value"`,
			Ruling: "As of AGUI-18.",
			Sentence: "`rejected`: a known member of the wrong JSON type, or a required one missing (`toolCallId` 42, `delta` 5, " +
				"`content` an object, a number or `null`, no `type`). An optional member sent as `null`, or an id that is `\"\"`: as " +
				"absent, as an id like others, or `rejected` (MAY).",
			Right: "rejected", Wrong: `5 becomes "5"`}, Judge: refusing("AGUI-19")},
		{Requirement: requirement.Requirement{ID: "AGUI-20", Adversarial: true,
			Source: lifecycle + `: "A failed run of either kind keeps everything it delivered before failing"; "A consumer MUST NOT ` +
				`present one as the other"`,
			Ruling: "Delivered counts from arrival; else the answer depends on how the network cut the stream.",
			Sentence: "What arrived before a violation or a failure stays held, and a `rejected` stream isn't told as a `failed` run, " +
				"nor the other way round.",
			Right: "the text so far", Wrong: "a violation empties what was held"}, Rows: rows(of(early, lost)), Judge: (*view).apart},
		{Requirement: requirement.Requirement{ID: "AGUI-21", Level: requirement.May, Adversarial: true, Source: released,
			Ruling: "The documents are silent; the SDKs differ.",
			Sentence: "A second result for a call: the first, the last, or both as tool messages of their own. Each record comes whole " +
				"from one event.",
			Right: "both", Wrong: "the first id with the second content"}, Rows: rows(of(act.Repeated, anyResult)),
			Judge: choosing(act.Repeated)},
		{Requirement: requirement.Requirement{ID: "AGUI-22", Level: requirement.May, Adversarial: true, Source: released,
			Ruling: "The documents are silent; the SDKs differ.",
			Sentence: "A result whose call was never started, or starts later: held as a tool message, or dropped. It belongs to no " +
				"other call, and the call itself is whole.",
			Right: "dropped", Wrong: "it answers the first call"}, Rows: rows(of(act.Stray, whatever)), Judge: choosing(act.Stray)},
		{Requirement: requirement.Requirement{ID: "AGUI-23", Adversarial: true, Source: released,
			Ruling: "Released producers send this; a result silently lost is worse than two equal ids.",
			Sentence: "A result whose `messageId` another message has, before or after it, destroys neither: text, call and result " +
				"are all held.",
			Right: "both, under one id", Wrong: "the result replaces the text"}, Rows: rows(of(act.SameID, whatever))},
		{Requirement: requirement.Requirement{ID: "AGUI-24",
			Source: document + `, Metadata: "key by key, with the last write winning for each key"; "MUST NOT recurse"; "a null there ` +
				`is meaningful data"`,
			Sentence: "Metadata merges key by key, the last write wins, without recursion; a value `null` is a value like others. Of " +
				"`TOOL_CALL_START`, `_ARGS`, `_END` and `_CHUNK` into the call, of text events and results into their message, of any " +
				"other event nowhere.",
			Right: `{"a":1}, {"a":null} → {"a":null}`, Wrong: "the call's goes into its message"}, Judge: (*view).annotations},
	}
}
