package contentblocks

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// grammar is what measuring the coverage of a consumer's streams must know.
func grammar() *dialect.Grammar {
	result := dialect.CallPlaces{ID: "content_block.tool_use_id", Content: "content_block.content"}
	return &dialect.Grammar{
		Schema:   schemas.ContentBlockEvent,
		Elements: func(s dialect.Script) []wire.Value { return s.JSON().Get("events").Items() },
		Calls: map[string]dialect.CallPlaces{"content_block_start/tool_use": {
			ID: "content_block.id", Name: "content_block.name", Arguments: "content_block.input"}},
		Results: map[string]dialect.CallPlaces{
			"content_block_start/tool_result/success": result, "content_block_start/tool_result/error": result,
			"content_block_start/tool_result/cancelled": result},
		Turns: []string{evMessageStart},
		Wired: true,
		Zeros: zeros(),
	}
}

// zeros are what no stream shows, and why.
func zeros() []dialect.Zero {
	member := "member: :content_block_start."
	return []dialect.Zero{
		{Cells: member + "content_block:tool_use.id = empty", Reason: "an id that is empty names nothing; no document says that one may be"},
		{Cells: member + "content_block:tool_use.name = empty", Reason: "a tool has a name"},
		{Cells: member + "content_block:tool_use.tool_content_message = empty", Reason: "an empty label is none"},
		{Cells: member + "content_block:tool_result.tool_name = empty", Reason: "where it is sent it is the call's name"},
		{Cells: member + "message_id = empty", Reason: "where it is sent it is the message's id"},
		{Cells: "neighbours: content_block_start/terminal_* → *", Reason: "a terminal is stopped at once; nothing else comes after it"},
		{Cells: "neighbours: content_block_* → content_block_start/terminal_*", Reason: "what is open is stopped before a terminal"},
		{Cells: "neighbours: (start) → content_block_*", Reason: "a stream begins with a call, a text or its message; anything else takes a fault"},
		{Cells: "neighbours: content_block_start/text → (end)", Reason: "rare: a stream that is cut off there; more streams have it"},
		{Cells: "around: content_block_start/terminal_* before *", Reason: "a terminal ends the turn: a call behind it is a fault"},
		{Cells: "around: content_block_start/terminal_* between *", Reason: "a terminal ends the turn: a result behind it is a fault"},
		{Cells: "line endings: ndjson * CR", Reason: "NDJSON lines end in LF or CRLF"},
		{Cells: "line endings: ndjson CR", Reason: "NDJSON lines end in LF or CRLF"},
		{Cells: "line endings: sse *", Reason: "a case of FRAME-01 mixes all three"},
	}
}
