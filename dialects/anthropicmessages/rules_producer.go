package anthropicmessages

import (
	"slices"

	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// producerRules are MSG-50…57.
func producerRules() []producer.Rule[*told, see] {
	should := []requirement.Level{requirement.Should}
	return []producer.Rule[*told, see]{
		{Requirement: requirement.Requirement{ID: "MSG-50", Also: should,
			Source: streaming + "; " + reference + `, stop_reason: "null in the message_start event and non-null otherwise"`,
			Sentence: "Every event is as its table says; unknown events and blocks aren't judged. Exactly one `message_start`, first, " +
				"with a non-empty id, empty `content` and `usage`; then blocks; then `message_delta` with `usage`; exactly one " +
				"`message_stop`, last; `ping` anywhere. After an error or a cut the end may be missing; what is there keeps its order. " +
				"The turn's `messageId`, and a `stop_reason` in every `message_delta`: SHOULD.",
			Right: "message_start, blocks, message_delta, message_stop", Wrong: "blocks before message_start"},
			See: ordered, End: (*told).complete},
		{Requirement: requirement.Requirement{ID: "MSG-51",
			Source: streaming + `: "Each content block will have an index that corresponds to its index in the final Message content ` +
				`array."`,
			Sentence: "Indices are 0, 1, 2 … in order of start; each block has one start and one stop; deltas stand between them and " +
				"match the block's type. After an error or a user's stop, blocks under way may lack their stop.",
			Right: "start 0, deltas 0, stop 0, start 1", Wrong: "a delta behind its stop"}, See: bookkeeping, End: (*told).stopped},
		{Requirement: requirement.Requirement{ID: "MSG-52", Also: should, Source: streaming + "; " + handling,
			Sentence: "Every call is one `tool_use` block, in order, with the turn's id and name; its start has `input:{}`. The joined " +
				"`partial_json` equals an object as JSON (raw text as it is: SHOULD), otherwise the raw text; of a cut call it is a " +
				"prefix. Without arguments: no delta, `\"\"` or `{}`. No text or call that the turn doesn't have; an empty text block " +
				"beside calls: SHOULD NOT.",
			Right: `"input":{}, "{\"q\":", "7}"`, Wrong: "the arguments are lost"}, See: uniqueIDs, End: (*told).callsFit},
		{Requirement: requirement.Requirement{ID: "MSG-53", Also: should, Source: streaming + ": text_delta",
			Sentence: "Text is there, unchanged, in its place among the calls. That a text block's start is empty: SHOULD.",
			Right:    "text, call, text", Wrong: "all text before the calls"},
			See: func(t *told, kind string, e wire.Value) {
				if text := e.Find("/content_block/text"); kind == blockStart && text.Text() != "" {
					t.Miss(requirement.Should, "A text block's start has text.", wire.Str(""), text)
				}
			}, End: (*told).textsFit},
		{Requirement: requirement.Requirement{ID: "MSG-54", Also: should, Source: reasons,
			Sentence: "`stop_reason` is the turn's: `tool_use` exactly when a call is in the message and the turn completed, else " +
				"`end_turn` or `stop_sequence`; a limit stays `max_tokens` also beside calls. A content filter is `refusal`: SHOULD, " +
				"but never `tool_use` without a call, nor a word of completion over a cut one.",
			Right: "tool_use beside a call", Wrong: "end_turn beside a call"}, End: (*told).reasonFits},
		{Requirement: requirement.Requirement{ID: "MSG-55", Also: should,
			Source: streaming + `: "We may occasionally send errors in the event stream."`,
			Sentence: "A failure is an `error` event with `error.type` and `error.message`, also as the only event; no reason of a " +
				"completed turn stands beside it. That nothing follows, and the turn's message in it: SHOULD.",
			Right: `"error":{"type":"api_error",…}`, Wrong: "end_turn and message_stop"},
			See: func(t *told, _ string, e wire.Value) {
				if len(t.failures) > 0 {
					t.Miss(requirement.Should, "Something follows an error.", wire.Value{}, e)
				}
			}, End: (*told).failureFits},
		{Requirement: requirement.Requirement{ID: "MSG-56", Also: should, Source: streaming + "; " + reasons,
			Ruling: "Else a client takes half an answer for a whole one.",
			Sentence: "A turn cut without a word: the stream ends there, or with an `error` event, or with a reason that says a limit. " +
				"Never with one of a completed turn over a cut call; where no call was cut: SHOULD NOT.",
			Right: "the stream ends", Wrong: "the half call is stopped, and tool_use sent"}, End: (*told).cutFits},
		{Requirement: requirement.Requirement{ID: "MSG-57", Also: should,
			Source: document + `, Versions: "All events are named events, rather than data-only events."`,
			Sentence: "In bytes: every event has `event:` equal to its `type`, one JSON object, a blank line, and the bytes are the " +
				"events; nothing comes at the end. That no `[DONE]` does: SHOULD.",
			Right: "See: message_stop", Wrong: "data without a name"}, End: (*told).bytes},
	}
}

// ordered is what MSG-50 says of every event.
func ordered(t *told, kind string, e wire.Value) {
	t.Breaches("An event", schemas.MessagesEvent, e)
	known := slices.Contains([]string{blockStart, blockDelta, blockStop, messageDelta, messageStop}, kind)
	switch {
	case kind == messageStart:
		t.Holds(t.starts == 0, "The message is started a second time.", wire.Value{}, e)
	case known && t.starts == 0:
		t.Miss("", "An event stands before message_start.", wire.Value{}, e)
	case known && t.stops > 0:
		t.Miss("", "An event stands behind message_stop.", wire.Value{}, e)
	case kind == blockStart && len(t.reasons) > 0:
		t.Miss("", "A block stands behind message_delta.", wire.Value{}, e)
	case kind == messageStop && len(t.reasons) == 0:
		t.Miss("", "message_stop comes without message_delta.", wire.Value{}, e)
	}
	if kind == messageDelta && !e.Find("/delta/stop_reason").IsString() {
		t.Miss(requirement.Should, "A message_delta has no stop_reason.", wire.Value{}, e)
	}
	if kind == messageStart && !e.Get("message").Has("stop_reason") {
		t.Miss(requirement.Should, "The message's start has no stop_reason.", wire.NullValue, e)
	}
	if kind == messageStart || kind == messageDelta {
		in := e.Get("message")
		if kind == messageDelta {
			in = e.Get("delta")
		}
		if !in.Has("stop_sequence") {
			t.Miss(requirement.Should, "There is no stop_sequence.", wire.NullValue, e)
		}
	}
}

// complete is what MSG-50 says of a whole stream.
func (t *told) complete() {
	if id := wire.Str(t.id); t.Meant != nil && t.starts > 0 && t.Meant.MessageID != "" && !t.Omitted("messageId") &&
		t.id != t.Meant.MessageID {
		t.Miss(requirement.Should, "The message's id is not the turn's.", wire.Str(t.Meant.MessageID), id)
	}
	if t.Regular() {
		t.Holds(t.starts > 0, "There is no message_start.", wire.Value{}, wire.Value{})
		t.Holds(len(t.reasons) > 0 && t.reason() != "", "There is no message_delta with a reason.", wire.Value{}, wire.Value{})
		t.Holds(t.stops > 0, "There is no message_stop.", wire.Value{}, wire.Value{})
	}
}

// bookkeeping is what MSG-51 says of every event.
func bookkeeping(t *told, kind string, e wire.Value) {
	n, _ := e.Get("index").Int64()
	b := t.open[n]
	switch kind {
	case blockStart:
		t.Holds(int(n) == len(t.blocks), "The index is not the next one.", wire.Int(int64(len(t.blocks))), e.Get("index"))
	case blockStop:
		t.Holds(b != nil, "A stop belongs to no block under way.", wire.Value{}, e)
	case blockDelta:
		t.Holds(b != nil, "A delta belongs to no block under way.", wire.Value{}, e)
		types := []string{"text_delta", "citations_delta", "input_json_delta", "thinking_delta", "signature_delta"}
		if sent := e.Find("/delta/type").Text(); b != nil && slices.Contains(types, sent) && fitting(b.kind) != nil &&
			!slices.Contains(fitting(b.kind), sent) {
			t.Miss("", "A delta is not of its block's type.", wire.Str(b.kind), e)
		}
	}
}

// stopped: every block of a message that ended has its stop.
func (t *told) stopped() {
	if !t.Regular() && t.stops == 0 || t.Stop() == "error" || t.Stop() == "user_stopped" {
		return
	}
	for _, b := range t.blocks {
		t.Holds(b.stopped, "A block has no stop.", wire.Value{}, wire.Int(b.index))
	}
}

// uniqueIDs: no two calls have one id.
func uniqueIDs(t *told, kind string, e wire.Value) {
	block := e.Get("content_block")
	if kind != blockStart || block.Get("type").Text() != "tool_use" {
		return
	}
	id := block.Get("id").Text()
	t.Holds(!slices.ContainsFunc(t.blocks, func(b *sentBlock) bool { return b.kind == "tool_use" && b.id == id }),
		"Another call has this id.", wire.Value{}, e)
}
