package main

import "github.com/toolconform/conform/wire"

// client is where your implementation goes: it merges each result into its call.
type client struct {
	history bool
	over    bool // nothing waits for a result any more
	calls   []*call
	byID    map[string]*call
	results map[string]wire.Value // started and not stopped, by index
}

// call is a tool_use block with the result that was merged into it.
type call struct {
	block, content, artifact wire.Value
	failed                   bool
}

func newClient(history bool) *client {
	return &client{history: history, over: history, byID: map[string]*call{}, results: map[string]wire.Value{}}
}

func (c *client) take(event wire.Value) {
	index := event.Get("index").JSON()
	switch event.Get("type").Text() {
	case "content_block_start":
		delete(c.results, index) // an index used again belongs to its new block
		c.start(index, event.Get("content_block"))
	case "content_block_stop":
		c.merge(c.results[index])
		delete(c.results, index)
	}
}

func (c *client) start(index string, block wire.Value) {
	switch block.Get("type").Text() {
	case "tool_use":
		id := block.Get("id")
		if id.IsString() && c.byID[id.Text()] == nil {
			opened := &call{block: block}
			c.byID[id.Text()], c.calls = opened, append(c.calls, opened)
		}
	case "tool_result":
		c.results[index] = block
	case "terminal_user_stopped", "terminal_error":
		c.over = true
	}
}

func (c *client) merge(result wire.Value) {
	id, content := result.Get("tool_use_id"), result.Get("content")
	if to := c.byID[id.Text()]; id.IsString() && to != nil && !content.IsNull() {
		to.content, to.artifact = content, result.Get("artifact")
		to.failed = result.Get("status").Text() != "success"
	}
}

// blocks are the calls as they are shown.
func (c *client) blocks() wire.Value {
	list := make([]wire.Value, len(c.calls))
	for i, shown := range c.calls {
		list[i] = wire.Obj(
			wire.M("type", wire.Str("tool_use")),
			wire.M("id", shown.block.Get("id")),
			wire.M("name", shown.block.Get("name")),
			wire.M("input", shown.block.Get("input")),
			wire.M("tool_content_message", shown.block.Get("tool_content_message")),
			wire.M("toolResult", shown.content),
			wire.M("toolResultError", wire.Boolean(shown.failed)),
			wire.M("artifact", shown.artifact),
			wire.M("isStreaming", wire.Boolean(false)),
			wire.M("isFromHistory", wire.Boolean(c.history)),
			wire.M("dotStatus", wire.Str(c.dot(shown))))
	}
	return wire.List(list...)
}

func (c *client) dot(shown *call) string {
	switch {
	case shown.content.IsAbsent() && !c.over:
		return "active"
	case shown.failed:
		return "error"
	}
	return "done"
}
