package uimessages

import (
	"slices"

	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// producerRules are UIMSG-50…61.
func producerRules() []producer.Rule[*told, see] {
	lesser := []requirement.Level{requirement.Should}
	return []producer.Rule[*told, see]{
		{Requirement: requirement.Requirement{ID: "UIMSG-50", Source: schema + "; " + log + " (f994df3, 6a2caf9)",
			Sentence: "Every event has the required members of its type with their types; `output` and `input` are there, " +
				"`null` where there is nothing.",
			Right: `"output":null`, Wrong: "output is left out"},
			See: func(t *told, e wire.Value) { t.Breaches("An event", schemas.UIStreamEvent, e) }},
		{Requirement: requirement.Requirement{ID: "UIMSG-51", Source: document + ", start",
			Sentence: "At most one `start`, before everything; its `messageId` is the transcript's, where both have one.",
			Right:    "start first",
			Wrong:    "start behind the first text"},
			See: func(t *told, e wire.Value) {
				if !isType(e, startEvent) {
					return
				}
				t.Holds(t.starts == 0 && !t.any, "A start is not the first event.", wire.Value{}, e)
				if id := e.Get("messageId"); t.Meant != nil && t.Meant.MessageID != "" && id.IsString() {
					t.Holds(id.Text() == t.Meant.MessageID, "The message's id is another.", wire.Str(t.Meant.MessageID), id)
				}
			}},
		{Requirement: requirement.Requirement{ID: "UIMSG-52", Source: document + ", tool-input-available",
			Ruling: "An object that the model did not write is a call that it did not make.",
			Sentence: "Each call of the transcript is told by exactly one `tool-input-available` or `tool-input-error` with its " +
				"id, name and input (by none when it was cut), and no other call is told. Arguments that are no JSON are told " +
				"with their text unchanged, as no object that the model did not write.",
			Right: `"input":"{\"q\":"`, Wrong: `{"raw":"{\"q\":"}`},
			End: (*told).inputs},
		{Requirement: requirement.Requirement{ID: "UIMSG-53", Source: reducer +
			`: "Ensure a "tool-input-start" chunk is sent before any "tool-input-delta" chunks."`,
			Sentence: "Deltas stand between the start and the input of their call, and concatenate to its argument text (cut: " +
				"to a prefix; without deltas in the transcript: to a text of its input); those of parallel calls are not mixed.",
			Right: `"{\"q\":", "7}"`, Wrong: "the deltas of the second call go out under the first id"},
			See: func(t *told, e wire.Value) {
				if isType(e, pieceEvent) {
					c := t.byID[idOf(e)]
					t.Holds(c != nil && len(c.given) == 0 && len(c.outcomes) == 0,
						"A delta does not stand between the start and the input of its call.",
						wire.Value{}, e)
				}
			}, End: (*told).pieces},
		{Requirement: requirement.Requirement{ID: "UIMSG-54", Source: reducer + "; mastra#8776, mastra#11531",
			Ruling: "A recorded stream may go on with a message that is not in it: there, what comes before its first call " +
				"is not judged.",
			Sentence: "Outcomes and progress of a call come after its `tool-input-available` or `tool-input-error`.",
			Right:    "input, then output",
			Wrong:    "a resumed call gets an outcome without its input"},
			See: func(t *told, e wire.Value) {
				if !isType(e, outputEvent, failEvent, denyEvent) || t.Meant == nil && t.byID[idOf(e)] == nil &&
					(len(t.calls) == 0 || t.steps > 1 || t.earlier(idOf(e))) {
					return
				}
				c := t.byID[idOf(e)]
				t.Holds(c != nil && len(c.given) > 0, "An outcome comes before the input of its call.", wire.Value{}, e)
			}},
		{Requirement: requirement.Requirement{ID: "UIMSG-55",
			Source: document + ", tool-output-available, tool-output-error, tool-output-denied",
			Sentence: "Each result of the transcript is exactly one final outcome with its id: a success with the content as it " +
				"is, a failure as `tool-output-error`, a cancellation not as a success. `tool-input-error` is not counted: the " +
				"failure of such a call is told by it alone, or by both.",
			Right: "tool-output-error", Wrong: "a failure is tool-output-available"},
			See: func(t *told, e wire.Value) {
				if c := t.byID[idOf(e)]; c != nil && isFinal(e) {
					t.Holds(len(c.outcomes) == 0, "A second final outcome of a call is told.", wire.Value{}, e)
				}
			}, End: (*told).results},
		{Requirement: requirement.Requirement{ID: "UIMSG-56",
			Source:   `docs, tools: "the last value from the iterable is the final tool result."`,
			Sentence: "Preliminary outputs come before the final one, which is told without the flag.",
			Right:    `"preliminary":true, then none`,
			Wrong:    "the final output carries the flag"},
			See: func(t *told, e wire.Value) {
				c := t.byID[idOf(e)]
				switch {
				case c == nil || !isType(e, outputEvent, failEvent, denyEvent):
				case e.Get("preliminary").IsTrue():
					t.Holds(len(c.outcomes) == 0, "A preliminary output follows the final one.", wire.Value{}, e)
				case c.prelims > 0:
					t.Saw()
				}
			},
			End: func(t *told) {
				for _, c := range t.Calls() {
					if s := t.byID[c.ID]; c.Result != nil && s != nil && s.prelims > 0 && len(s.outcomes) == 0 &&
						!isType(first(s.given), badInputEvent) {
						t.Miss("", "The final output of a call is told as preliminary.", c.Result.Content, wire.Value{})
					}
				}
			}},
		{Requirement: requirement.Requirement{ID: "UIMSG-57", Source: document + ", finish, error, abort",
			Sentence: "After `completed` comes one `finish`, with no reason or with `stop` or `tool-calls`; after `length` and " +
				"`content_filter` one with no reason, `other`, or `length`, `content-filter`; after `error` an `error` event " +
				"with a non-empty text; after `user_stopped` an `abort`.",
			Right: `"finishReason":"length"`, Wrong: "a turn that reached its limit finishes with stop"}, End: (*told).endsAs},
		{Requirement: requirement.Requirement{ID: "UIMSG-58", Source: document + ", error, abort",
			Ruling: "What is behind the end of a turn is read by some clients, and by others not.",
			Sentence: "A call left open is left without an outcome, or, but for `completed`, told as failed before the end; " +
				"never as a success. After `error` or `abort` come only `text-end`, `finish-step` and at most one `finish`: " +
				"without a reason, or `error` after `error`, `other` or `interrupted` after `abort`.",
			Right: "error, finish-step, finish", Wrong: "a late result follows abort"},
			See: func(t *told, e wire.Value) {
				if t.ended != errorEvent && t.ended != abortEvent {
					return
				}
				switch kind, reason := kindOf(e), e.Get("finishReason").Text(); kind {
				case textEnd, endStepEvent, reasoningEnd:
					t.Saw()
				case finishEvent:
					right := map[string][]string{errorEvent: {"", "error"}, abortEvent: {"", "other", "interrupted"}}[t.ended]
					t.Holds(len(t.finishes) == 0 && slices.Contains(right, reason),
						"The finish behind the end has another reason, or is a second one.",
						wire.Str(right[1]), e)
				default:
					t.Miss("", "An event follows the end of the turn.", wire.Value{}, e)
				}
			}, End: (*told).left},
		{Requirement: requirement.Requirement{ID: "UIMSG-59", Also: lesser, Source: document + ", text-start, text-delta, text-end",
			Sentence: "Text is there, unchanged and in order; every block is opened before its deltas and closed at most once " +
				"(its id is free again then), and none is open at `finish`. Order among text and calls, and, in turns that end " +
				"with `finish`, balanced steps: SHOULD.",
			Right: "text-start, text-delta, text-end", Wrong: "an empty text is opened and never closed"},
			See: (*told).blockEvent, End: (*told).words},
		{Requirement: requirement.Requirement{ID: "UIMSG-61", Source: document +
			`: "The stream ends with a special [DONE] marker."; "you need to set the x-vercel-ai-ui-message-stream header to v1."`,
			Sentence: "Bytes: each event is one `data:` event, the last is `[DONE]`, also after `error` and `abort`; the header " +
				"`x-vercel-ai-ui-message-stream` is `v1`, and `content-type` begins with `text/event-stream`.",
			Right: "data: [DONE]", Wrong: "the stream just ends"}, End: (*told).bytes},
	}
}

// earlier tells whether a call of that id was told in an earlier step.
func (t *told) earlier(id string) bool {
	return slices.ContainsFunc(t.calls, func(s *sent) bool { return s.id == id })
}

// blockEvent is what UIMSG-59 says of an event.
func (t *told) blockEvent(e wire.Value) {
	open := t.open[blockKey(e)] != nil
	switch kindOf(e) {
	case textStart, reasoningStart:
		t.Holds(!open, "A block is opened that is open.", wire.Value{}, e)
	case textDelta, reasoningDelta, textEnd, reasoningEnd:
		t.Holds(open, "A block that is not open goes on or ends.", wire.Value{}, e)
	case finishEvent:
		if t.Saw(); len(t.open) > 0 {
			t.Miss("", "A block is open at the finish.", wire.Value{}, wire.Int(int64(len(t.open))))
		}
	}
}
