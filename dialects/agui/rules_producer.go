package agui

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// producerRules are AGUI-50…63.
func producerRules() []producer.Rule[*told, see] {
	should := []requirement.Level{requirement.Should}
	return []producer.Rule[*told, see]{
		{Requirement: requirement.Requirement{ID: "AGUI-50",
			Source: document + `, Basic: "MUST be omitted rather than sent as null"; ` + processes +
				`: "MUST NOT emit an event type the protocol does not describe"`,
			Sentence: "Every event validates against the schema: required members, types, no `null` in an optional member, no member " +
				"and no event type of one's own.",
			Right: `{"type":"RUN_ERROR","message":"no"}`, Wrong: "RUN_ERROR without a message"},
			See: func(t *told, e wire.Value) { t.Breaches("An event", schemas.AGUIEvent, e) }},
		{Requirement: requirement.Requirement{ID: "AGUI-51",
			Source: lifecycle + `: "MUST NOT emit any further event for that run"; Run input: "The requested run echoes this input's ` +
				`runId"`,
			Sentence: "One run: `RUN_STARTED` first, one terminal, nothing after it; the boundaries carry the input's `threadId` and " +
				"`runId`. Turns of the agent's own loop are no runs. (A transcript that is nothing but a stop of `error` may be one " +
				"`RUN_ERROR`.)",
			Right: "one RUN_FINISHED, last", Wrong: "RUN_FINISHED for each model turn"}, See: (*told).runsFit, End: (*told).terminal},
		{Requirement: requirement.Requirement{ID: "AGUI-52", Also: should,
			Source: streaming + `, Open, content, close; Tool calls: "A reopening start MUST agree"`,
			Sentence: "An item is opened only while it is not open, extended and closed only while open, closed before `RUN_FINISHED`; " +
				"first chunks carry what opening needs; the two forms don't mix within an item. A second opening repeats name and " +
				"parent; of a triad there is none: SHOULD.",
			Right: "start, deltas, end", Wrong: "a call is open at RUN_FINISHED"}, See: (*told).lives},
		{Requirement: requirement.Requirement{ID: "AGUI-53", Source: toolCalls, Ruling: "Of order: clients show calls as they come.",
			Sentence: "Every call of the transcript is there, under one `toolCallId`, with its name, in order; nothing is there that " +
				"the transcript doesn't have. (A cut call may be left out.)",
			Right: "two calls for two", Wrong: "the second call's deltas join the first"}, End: (*told).callsFit},
		{Requirement: requirement.Requirement{ID: "AGUI-54", Source: toolCalls,
			Sentence: "Its deltas joined equal the input as JSON; with `input-delta` or `arguments` they are that text, of a cut call a " +
				"prefix. For input `{}`, `\"\"` too is right. Pieces of parallel calls never mix.",
			Right: `{"q":1}`, Wrong: "arguments that come whole are never sent"}, End: (*told).argued},
		{Requirement: requirement.Requirement{ID: "AGUI-55", Also: should, Source: toolCalls + "; " + lifecycle,
			Ruling: "Of the end: a call that goes on behind its result is open to a client.",
			Sentence: "Every result of the transcript is one `TOOL_CALL_RESULT` for its call, after its start (after its end, or its " +
				"last chunk: SHOULD), before the terminal.",
			Right: "start, end, result", Wrong: "the result is missing"}, See: (*told).resultComes, End: (*told).resultsCome},
		{Requirement: requirement.Requirement{ID: "AGUI-56",
			Source:   toolCalls + `: "a tool message with its own messageId"; Basic: "it MUST be unique within its thread"`,
			Sentence: "A result's `messageId` is its own: no other message and no other result of the stream has it.",
			Right:    "res_1", Wrong: "the text's id"}, See: (*told).resultIDs},
		{Requirement: requirement.Requirement{ID: "AGUI-57", Also: should,
			Source: toolCalls + `: "serialises it into the string form or into a text part"`,
			Ruling: "@ag-ui/mastra quotes strings, which loses nothing.",
			Sentence: "Its content is the transcript's: a string as itself, or (a warn) as its JSON text; other values as JSON text, in " +
				"the string or one text part. `false`, `0`, `null`, `\"\"` are values.",
			Right: `"false"`, Wrong: "a falsy result has no content"}, End: (*told).contents},
		{Requirement: requirement.Requirement{ID: "AGUI-58", Also: should, Source: toolCalls + `: "it MUST still answer the call"`,
			Ruling: "The wire has no third outcome for a call.",
			Sentence: "An error result is answered with content that contains the error text, or the JSON of one that is no string (an " +
				"empty text: SHOULD be non-empty); a `cancelled` one with a non-empty content, unless the run ends stopped right there.",
			Right: `"Error: timeout"`, Wrong: "a failed tool gets no result"}, End: (*told).errors},
		{Requirement: requirement.Requirement{ID: "AGUI-59", Also: should, Source: lifecycle + `: "what went wrong, for a person to read"`,
			Sentence: "`completed`: `RUN_FINISHED`, outcome absent or `success`. `error`: `RUN_ERROR`, last; open items may stay open. " +
				"Its `message` is the stop's, where that has one, and never empty: SHOULD.",
			Right: "RUN_ERROR, overloaded", Wrong: "RUN_FINISHED for an error"}, End: (*told).ended},
		{Requirement: requirement.Requirement{ID: "AGUI-60", Also: should,
			Source: lifecycle + `: "MUST NOT report a stopped run as success — neither with the success outcome nor by omitting the ` +
				`outcome"; "reports RUN_ERROR instead"`, Ruling: "An application runs the pending calls of a success.",
			Sentence: "`user_stopped`: everything closed and outcome `cancelled`; or `RUN_ERROR` (then open items may stay open). Never " +
				"success, never an absent outcome, never an interrupt. `length`, `content_filter`: any of these endings or a success, " +
				"never an interrupt; with a cut call that was sent, no success: SHOULD.",
			Right: `"outcome":{"type":"cancelled"}`, Wrong: "no outcome after a stop"}, End: (*told).stopped},
		{Requirement: requirement.Requirement{ID: "AGUI-61", Also: should,
			Source: toolCalls + `: "MUST NOT answer it"; "MUST NOT report the run as interrupted"; "the list MUST contain exactly the ` +
				`tool calls the run started and did not answer"`,
			Sentence: "A client call gets no `TOOL_CALL_RESULT` and no tool message, and no run is told as interrupted. " +
				"`pendingToolCallIds`: SHOULD be there where calls are unanswered; where it is (`[]` too), exactly the unanswered " +
				"calls, in order.",
			Right: `"pendingToolCallIds":["call_c"]`, Wrong: "a client's call is answered with null"}, End: (*told).clients},
		{Requirement: requirement.Requirement{ID: "AGUI-62", Also: should, Source: document + ", Text",
			Ruling: "Of sides: a client shows text and calls in the order in which they come.",
			Sentence: "Text items are there, in order, unchanged, neighbours joined; and (SHOULD) on the same side of each call's start " +
				"as in the transcript, for texts that stand there with no delta still to come.",
			Right: "text, call, text", Wrong: "all text comes first"}, End: (*told).textsFit},
		{Requirement: requirement.Requirement{ID: "AGUI-63", Level: requirement.Should, Also: []requirement.Level{requirement.Must},
			Source: document + ", Versioning; HTTP and SSE", Ruling: "SHOULD, since a package from before 1.0 cannot declare it.",
			Sentence: "`RUN_STARTED.protocolVersion` is declared (a non-empty string). MUST: lines of `state.sse` and of raw bytes end " +
				"in LF, one event a `data` payload, nothing behind the last.",
			Right: `"protocolVersion":"1.0"`, Wrong: "lines end in CRLF"}, See: func(t *told, e wire.Value) {
			if isType(e, runStarted) {
				if t.Saw(); e.Get("protocolVersion").Text() == "" {
					t.Miss(requirement.Should, "The version of the protocol is not declared.", wire.Value{}, e)
				}
			}
		}, End: (*told).bytesFit},
	}
}

// unanswered are the calls of the run that no result answered, in order.
func (t *told) unanswered() (list []string) {
	answered := map[string]bool{}
	for _, r := range t.results {
		answered[r.call] = true
	}
	for _, c := range t.calls() {
		if c.run == t.runs && !answered[c.id] {
			list = append(list, c.id)
		}
	}
	return list
}

// clients is AGUI-61.
func (t *told) clients() {
	own := map[string]bool{}
	for _, c := range t.Calls() {
		own[c.ID] = c.Execution == transcript.Client
		if t.Saw(); own[c.ID] && len(t.answersOf(c.ID)) > 0 {
			t.Miss("", "A call that is the client's is answered.", wire.Value{}, wire.Str(c.ID))
		}
		if own[c.ID] && t.outcomeKind() == "interrupt" {
			t.Miss("", "A run with calls of the client's is told as interrupted.", wire.Value{}, t.outcome)
		}
	}
	for _, m := range t.held {
		t.Holds(!own[m.Get("toolCallId").Text()], "A snapshot answers a call that is the client's.", wire.Value{}, m)
	}
	open, list := t.unanswered(), t.outcome.Get("pendingToolCallIds")
	switch {
	case t.stage != finished || t.outcomeKind() != "success":
	case list.IsArray():
		t.Holds(wire.Equal(wire.Strs(open), list), "The pending calls are not those that nobody answered, in order.", wire.Strs(open), list)
	case len(open) > 0:
		t.Miss(requirement.Should, "The pending calls are not named.", wire.Strs(open), list)
	}
}

// textsFit is AGUI-62.
func (t *told) textsFit() {
	if t.Meant == nil {
		return
	}
	if t.Text() != "" {
		t.Saw()
	}
	if t.Text() != t.arrived.String() && t.Text() != t.texts() {
		t.Miss("", "The text is not the turn's.", wire.Str(t.Text()), wire.Str(t.arrived.String()))
		return
	}
	for _, m := range t.held {
		if text := textOf(m.Get("content")); m.Get("role").Text() == "assistant" && !strings.Contains(t.Text(), text) {
			t.Miss("", "A snapshot has a text that the stream never brought.", wire.Value{}, m)
		}
	}
	least, most := t.places()
	for _, c := range t.calls() {
		if most, known := most[c.id]; known && (c.before < least[c.id] || c.before > most) {
			t.Miss(requirement.Should, fmt.Sprintf("The call %q stands on another side of a text.", c.id), wire.Int(int64(most)),
				wire.Int(int64(c.before)))
		}
	}
}

// places are how much text stands before each call, at least and at most: text among the
// deltas of a call may stand anywhere.
func (t *told) places() (least, most map[string]int) {
	least, most = map[string]int{}, map[string]int{}
	left := map[string]int{}
	for _, i := range t.Meant.Items {
		if i.Kind == transcript.InputDelta {
			left[i.ID]++
		}
	}
	sure, all := 0, 0
	var seen []string
	started := map[string]bool{}
	for _, i := range t.Meant.Items {
		switch i.Kind {
		case transcript.InputDelta:
			left[i.ID]--
		case transcript.Call:
			started[i.ID], seen = true, append(seen, i.ID)
			least[i.ID], most[i.ID] = sure, all
		case transcript.Text:
			all += len(i.Text)
			free := false
			for id := range started {
				free = free || left[id] > 0
			}
			if !free {
				sure = all
				continue
			}
			for _, id := range seen {
				most[id] += len(i.Text)
			}
		}
	}
	return least, most
}

// bytes is what AGUI-63 says of bytes.
func (t *told) bytesFit() {
	if t.State.Len() == 0 || t.State.Get("sse").IsAbsent() && t.raised() {
		return
	}
	if strings.Contains(t.State.Get("sse").Text(), "\r") {
		t.Miss("", "Lines of the bytes end in CR.", wire.Value{}, wire.Value{})
		return
	}
	t.Bytes(nil, func(f producer.Frame) {
		if f.Partial {
			t.Miss("", "The last event lacks its blank line.", wire.Value{}, wire.Value{})
		}
	})
}
