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
	return []producer.Rule[*told, see]{
		{Requirement: line("MSG-50"), See: ordered, End: (*told).complete},
		{Requirement: line("MSG-51"), See: bookkeeping, End: (*told).stopped},
		{Requirement: line("MSG-52"), See: uniqueIDs, End: (*told).callsFit},
		{Requirement: line("MSG-53"), See: func(t *told, kind string, e wire.Value) {
			if text := e.Find("/content_block/text"); kind == blockStart && text.Text() != "" {
				t.Miss(requirement.Should, "A text block's start has text.", wire.Str(""), text)
			}
		}, End: (*told).textsFit},
		{Requirement: line("MSG-54"), End: (*told).reasonFits},
		{Requirement: line("MSG-55"), See: func(t *told, _ string, e wire.Value) {
			if len(t.failures) > 0 {
				t.Miss(requirement.Should, "Something follows an error.", wire.Value{}, e)
			}
		}, End: (*told).failureFits},
		{Requirement: line("MSG-56"), End: (*told).cutFits},
		{Requirement: line("MSG-57"), End: (*told).bytes},
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
	case known && kind != messageDelta && kind != messageStop && len(t.reasons) > 0:
		t.Miss("", "An event of a block stands behind message_delta.", wire.Value{}, e)
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
