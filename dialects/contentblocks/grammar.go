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
			"content_block_start/tool_result/success": result, "content_block_start/tool_result/error": result, "content_block_start/tool_result/cancelled": result},
		Turns: []string{evMessageStart},
		Wired: true,
		Zeros: zeros(),
	}
}

// zeros are what no stream shows, and why.
func zeros() []dialect.Zero {
	return nil
}
