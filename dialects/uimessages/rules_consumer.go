package uimessages

import (
	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
)

const (
	document = "AI SDK, Stream Protocols (ai 7.0.173)"
	schema   = "ai 7.0.173, uiMessageChunkSchema"
	reducer  = "ai 7.0.173, process-ui-message-stream.ts"
	types    = "ai 7.0.173, ui-messages.ts"
	log      = "ai, CHANGELOG.md"
)

// What goes wrong with a call that is told in an odd way.
const (
	parts    = compare.Missing | compare.Extra
	contents = compare.WrongName | compare.WrongText | compare.Foreign
	// outcomes are what goes wrong with one.
	outcomes = lost | wrong | mixed | made
	spoilt   = parts | contents | outcomes | compare.NotReady
)

func rows(list ...compare.Row) []compare.Row { return list }

// of: a deviation of calls with a trait. plainly: of any call, that no other row is about.
func of(traits act.Traits, kinds compare.Kind) compare.Row {
	return compare.Row{Traits: traits, Kinds: kinds, Level: requirement.Must}
}

// too is of, where the line about any call is missed, too.
func too(traits act.Traits, kinds compare.Kind) compare.Row {
	r := of(traits, kinds)
	r.Beside = true
	return r
}

func plainly(traits act.Traits, kinds compare.Kind) compare.Row {
	return compare.Row{Traits: traits, Kinds: kinds, Level: requirement.Must, Else: true}
}

func should(r compare.Row) compare.Row {
	r.Level = requirement.Should
	return r
}

// consumerRules are UIMSG-01…26.
func consumerRules() []compare.Rule[*view] {
	lesser := []requirement.Level{requirement.Should}
	list := []compare.Rule[*view]{
		{Requirement: requirement.Requirement{ID: "UIMSG-01", Also: lesser, Source: schema + "; " + reducer,
			Sentence: "Each call that the stream tells becomes exactly one tool part with its id and its name verbatim (dashes, " +
				"`__proto__`, the name `tool`), and no part tells a call that the stream did not. `dynamic` and " +
				"`providerExecuted` are kept where all events of the call that may carry them say the same: SHOULD.",
			Right: "get-weather-v2", Wrong: "v2, or two parts"},
			Rows: rows(plainly(0, parts|compare.WrongName), should(plainly(0, flagged)))},
		{Requirement: requirement.Requirement{ID: "UIMSG-02", Also: lesser, Source: document +
			`, tool-input-available: "Indicates that tool input is complete and ready for execution."`,
			Sentence: "After `tool-input-available` the part's `input` is the given value, whatever deltas said, and the state is " +
				"`input-available` until something else comes; a string is kept as a string (`0`, `false`, `\"\"`, `null`: SHOULD).",
			Right: `"input":"{\"a\":1}" stays a string`, Wrong: "the deltas win"},
			Rows: rows(plainly(given, compare.WrongText|compare.NotReady), should(plainly(given, falsy)))},
		{Requirement: requirement.Requirement{ID: "UIMSG-03", Source: reducer,
			Sentence: "Events touch the part of their `toolCallId` only, however calls interleave, in whatever order results " +
				"come, with equal names and equal inputs. While a call is `input-streaming`, `inputText` is its deltas, joined.",
			Right: "c2's delta goes to c2", Wrong: "deltas go to the call that was started last"},
			Rows: rows(plainly(among, compare.Foreign), plainly(0, gathered))},
		{Requirement: requirement.Requirement{ID: "UIMSG-04", Source: document +
			`, tool-output-available: "Contains the result of tool execution."`,
			Sentence: "`tool-output-available` gives `output-available` and the output itself; `false`, `0`, `\"\"`, `[]` and `null` are " +
				"outputs; text stays text (`\"2\"`, `\"true\"`, `\"{}\"`).",
			Right: `"output":"2" is shown as "2"`, Wrong: "`if (output)` decides"}, Rows: rows(plainly(success, lost|wrong|mixed))},
		{Requirement: requirement.Requirement{ID: "UIMSG-05", Source: types,
			Ruling: "An empty text says how the call failed as little as any other; that it failed, the event says.",
			Sentence: "`tool-output-error` gives `output-error` with the `errorText`, also when it is `\"\"`; id, name and (but after " +
				"`tool-input-error`) input stay.",
			Right: `"errorText":"" is a failure`, Wrong: "an empty text is no failure"}, Rows: rows(plainly(failure, lost|wrong|mixed))},
		{Requirement: requirement.Requirement{ID: "UIMSG-06", Source: log +
			`: "Don't create duplicate tool parts when models call non-existent tools" (5230482); vercel/ai#7694`,
			Sentence: "`tool-input-error` gives `output-error` with its text in the part of that call, with or without a start " +
				"before, with or without a `tool-output-error` after it (whose text may win): one part, none left streaming. " +
				"Whether the raw input stands in `input`, `inputText` or nowhere is MAY.",
			Right: "one failed part", Wrong: "the part streams for ever"}, Rows: rows(of(raw,
			parts|compare.WrongName|compare.WrongText|outcomes)), Judge: (*view).rawInput},
		{Requirement: requirement.Requirement{ID: "UIMSG-07", Also: lesser,
			Source: `docs, tools: "the last value from the iterable is the final tool result."; ` + log + " (86f0089)",
			Sentence: "A preliminary output is replaced by the next one, and the final output is not marked `preliminary`; " +
				"until then it is marked (SHOULD).",
			Right: "the final output, unmarked", Wrong: "the final output keeps the mark"},
			Rows: rows(of(temporary, lost|wrong|mixed|marked), of(0, marked), should(of(temporary, unmarked)))},
		{Requirement: requirement.Requirement{ID: "UIMSG-08", Source: document +
			`, tool-output-denied: "Indicates that tool execution was denied after the approval flow completed."`,
			Sentence: "After `tool-approval-request` the state is `approval-requested` with that id (with `isAutomatic:true`: " +
				"any that is no outcome), and no decision is shown that did not come; after `tool-output-denied` it is " +
				"`output-denied`; a denied or waiting call that got no `tool-output-available` never shows as a success.",
			Right: "output-denied", Wrong: "output-available"}, Rows: rows(of(asked, outcomes|consent), of(0, consent))},
		{Requirement: requirement.Requirement{ID: "UIMSG-09", Level: requirement.Should, Source: document +
			`, reset-step: "Removes all message parts received since the most recent start-step part."`,
			Sentence: "`reset-step` takes back the parts since the last `start-step` (that step's own part stays or goes), and " +
				"only those; `tool-approval-response` sets `approved` and gives `approval-responded`. As late events they may " +
				"be treated as unknown ones instead: within one stream all events of a type are taken in whole, or all are " +
				"passed over.",
			Right: "the parts of the step before stay", Wrong: "the whole message is cleared"},
			Rows: rows(should(of(reset, spoilt|compare.RanCut)), should(of(decided, consent))), Judge: (*view).takenBack},
		{Requirement: requirement.Requirement{ID: "UIMSG-10", Also: lesser, Source: document + ", text-delta",
			Ruling: "The order of parts is told by no sentence; what the reader sees in another order than it was said is a small miss.",
			Sentence: "The text of a block is its deltas in order; text, reasoning and arguments never mix, whatever the ids; " +
				"blocks with other ids, or with an id used again after its end, keep their order. A block that spans a call is " +
				"one part before it, or split there: MAY. Parts stand in the order of their first events (text of a block that " +
				"runs on behind a later `start-step`: anywhere): SHOULD.",
			Right: "a call between two deltas of text stays open", Wrong: "a text delta closes the open call"},
			Rows: rows(too(across, compare.WrongText|compare.NotReady|gathered|parts)), Judge: (*view).told},
		{Requirement: requirement.Requirement{ID: "UIMSG-11", Source: log +
			`: "preserve tool parts when tool call IDs repeat across steps" (cf778a9, af7188c, e808fa5)`,
			Sentence: "A `toolCallId` told again behind a later `start-step` is a new call: two parts, each with its own input " +
				"and result; an outcome goes to the newest.",
			Right: "two parts", Wrong: "ids are looked up in the whole message"}, Rows: rows(too(reused, spoilt|compare.RanCut|gathered))},
		{Requirement: requirement.Requirement{ID: "UIMSG-12", Source: reducer +
			`: "No tool invocation found for tool call ID"; cloudflare/agents#918`,
			Sentence: "A result finds its call in an earlier step, or in the `message` that the stream goes on with.",
			Right:    "step 2 answers step 1's call", Wrong: "ids are looked up in this step only"}, Rows: rows(too(earlier, spoilt))},
		{Requirement: requirement.Requirement{ID: "UIMSG-13", Source: schema,
			Ruling: "The schema requires none of them, and the official reducer needs none.",
			Sentence: "`start`, `start-step`, `finish-step` and `tool-input-start` may be absent: calls, results and text are held " +
				"all the same.",
			Right: "a stream that begins with tool-input-available", Wrong: "without `start` nothing is held"},
			Rows: rows(too(bare, spoilt&^made)), Judge: (*view).unbegun},
		{Requirement: requirement.Requirement{ID: "UIMSG-14", Source: document + ", finish",
			Sentence: "`finishReason` is the one sent; without one no reason that says success (`stop`, `tool-calls`) is shown. " +
				"`message.id` is that of `start`.",
			Right: "null", Wrong: "stop"}, Judge: (*view).reason},
		{Requirement: requirement.Requirement{ID: "UIMSG-15", Also: lesser, Source: document + ", error",
			Sentence: "An `error` event is reported, and all outcomes, text and complete calls that were held stay held. " +
				"Stopping there and going on are both right. The text is the event's: SHOULD.",
			Right: "the error, and what came before", Wrong: "an error is swallowed"}, Rows: rows(too(broken,
			parts|lost|compare.NotReady|wrong)), Judge: (*view).reported},
		{Requirement: requirement.Requirement{ID: "UIMSG-16", Source: document +
			`, abort: "Indicates the stream was aborted."; tool-input-available: "complete and ready for execution"`,
			Sentence: "`abort`, `error` and `finish` answer no open call with a success and promote none. A call cut inside its " +
				"input stays `input-streaming`, or has no part, or is shown as failed; a complete one stays what it is, or, " +
				"after `abort` or with `error` set, is shown as failed. `aborted` is true after `abort`.",
			Right: "a call for the client waits behind finish", Wrong: "abort turns a half-told call into a ready one"},
			Rows: rows(plainly(unanswered, made|compare.RanCut)), Judge: (*view).interrupted},
		{Requirement: requirement.Requirement{ID: "UIMSG-17", Also: lesser,
			Source: `docs, workflow transport: "If the stream closes without a finish event … the transport knows the response is ` +
				`incomplete."`,
			Ruling: "What is missing is not told by anything that came.",
			Sentence: "Cut anywhere: no outcome that did not come (but the failures of UIMSG-16; a call cut inside its input " +
				"may have no part), no call further than its last event, and the outcomes and text that came before are held; " +
				"complete calls too: SHOULD. A missing `finish` or `[DONE]` may be reported as an error: MAY.",
			Right: "a call whose input is cut stays open", Wrong: "cut arguments become a ready call"},
			Rows: rows(plainly(unended, made|compare.RanCut), of(cut, lost|wrong|compare.Missing)), Judge: (*view).cutOff},
		{Requirement: requirement.Requirement{ID: "UIMSG-18", Source: log +
			`: "Allow UI message chunks to include fields added by newer server versions" (d7d22d3, 926f5a0)`,
			Sentence: "Unknown members on known events change nothing.",
			Right:    `"sequence_number":4`, Wrong: "an unknown member ends the stream"}, Rows: rows(too(annotated, spoilt&^made)),
			Judge: (*view).annotations},
		{Requirement: requirement.Requirement{ID: "UIMSG-19", Level: requirement.May, Also: []requirement.Level{requirement.Must},
			Source: schema + "; " + reducer,
			Ruling: "The schema rejects what it does not know, and the reducer ignores it.",
			Sentence: "An unknown event is ignored, or ends the stream with a reported error. It changes no part, also no open " +
				"call; what was " +
				"held before it stays held; no end without a report: MUST. `data-*` events of any name disturb nothing: MUST.",
			Right: "what follows is applied", Wrong: "it ends the stream silently"},
			Rows: rows(too(strange|beside, spoilt|compare.RanCut|gathered)), Judge: (*view).strangers},
		{Requirement: requirement.Requirement{ID: "UIMSG-20", Adversarial: true, Source: "cloudflare/agents#1404",
			Ruling: "Providers do replay calls, and a result that vanishes is reported by nothing. `ai` 5.0.277, 6.0.326 and " +
				"7.0.173 lose it; `agents` and `assistant-stream` keep it.",
			Sentence: "A final outcome once held is neither lost nor doubled by later `tool-input-start`, `-delta` or " +
				"`-available` of that call in its step. An identical replay makes no second part; one with another name or " +
				"input makes none, or one without an outcome.",
			Right: "the result stays", Wrong: "a replayed start erases the result"}, Rows: rows(of(replayed, parts|outcomes|marked))},
		{Requirement: requirement.Requirement{ID: "UIMSG-21", Adversarial: true, Source: "agents 0.32.0; assistant-stream 0.3.55",
			Ruling: "Implementations differ in which they keep. What stands in `output` and `errorText` beside `output-denied`, and in " +
				"`output` beside an error that only preliminary outputs came before, is free.",
			Sentence: "A second final outcome: one of the two is held whole, never the output of one with the error of the other. " +
				"Which is MAY.",
			Right: "the last, or the first", Wrong: "the output of one with the error of the other"}, Rows: rows(of(twice,
			parts|outcomes|marked)), Judge: (*view).second},
		{Requirement: requirement.Requirement{ID: "UIMSG-22", Adversarial: true, Source: "ai 5.0.277, 6.0.326; assistant-stream 0.3.55",
			Ruling: "A name of one event with the input of another is a call that nobody made; `ai` 5.0.277 and 6.0.0 show it.",
			Sentence: "The same id told twice in one step with another name or input: at most two parts; no part has the name " +
				"of one event with the input of the other. Which is held is MAY.",
			Right: "the last", Wrong: "the first name with the second input"}, Rows: rows(of(otherwise, parts|contents)),
			Judge: (*view).which},
		{Requirement: requirement.Requirement{ID: "UIMSG-23", Level: requirement.May, Also: []requirement.Level{requirement.Must},
			Adversarial: true, Source: reducer,
			Ruling: "The official reducer reports it, others pass it over.",
			Sentence: "An outcome, delta or approval for an unknown id: ignored, or the stream ends with a reported error. It " +
				"makes no part and touches none: MUST. Where `error` is `null`, later events apply: MUST.",
			Right: "what follows is applied", Wrong: "an orphan ends the stream without a report"},
			Rows: rows(of(orphaned, spoilt|compare.RanCut|gathered|consent)), Judge: (*view).orphans},
		{Requirement: requirement.Requirement{ID: "UIMSG-24", Level: requirement.Should, Adversarial: true, Source: reducer,
			Ruling: "What is complete stays so; the deltas are all there is where nothing else came.",
			Sentence: "A delta after `tool-input-available` changes neither input nor state; the `dynamic` flag changing " +
				"between events of a call makes no second part; an output for a call still streaming is held with what its " +
				"deltas parse to (no whole JSON: any input; `inputEncoding:\"text\"`: the text).",
			Right: "the input stays", Wrong: "a late delta puts the call back to streaming"},
			Rows: rows(should(of(odd, parts|contents|lost|wrong|mixed|compare.NotReady|gathered)))},
		{Requirement: requirement.Requirement{ID: "UIMSG-25", Level: requirement.May, Also: []requirement.Level{requirement.Must,
			requirement.Should}, Adversarial: true, Source: reducer + "; vercel/ai#19321",
			Ruling: "The reducer reports it.",
			Sentence: "A text delta without its start, or after its end, is shown, or reported as an error; it is not lost " +
				"silently: MUST. Text that runs on across `finish-step` is kept: SHOULD.",
			Right: "the text is there", Wrong: "finish-step forgets open text"}, Judge: (*view).strayText},
		{Requirement: requirement.Requirement{ID: "UIMSG-26", Level: requirement.Should,
			Source: `docs, streaming data: "When you write to a data part with the same ID, ` +
				`the client automatically reconciles and updates that part."`,
			Sentence: "`data-NAME` makes a part with name, `id` and `data`; the same name and `id` again replaces its `data` " +
				"where it stands; `transient:true` makes no part and changes none.",
			Right: "one part", Wrong: "a second part with the same id"}, Judge: (*view).dataParts},
	}
	for i := range list {
		list[i].Roles = []string{"consumer"}
		if list[i].Level == "" {
			list[i].Level = requirement.Must
		}
	}
	return list
}
