package contentblocks

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// members of a tool_use block in the answer.
func members() []string {
	return []string{"type", "id", "name", "input", "tool_content_message", "toolResult", "toolResultError",
		"artifact", "isStreaming", "isFromHistory", "dotStatus"}
}

func relations() dialect.Relations {
	return dialect.Relations{Normal: normal, Held: held, Successes: successes}
}

// normal keeps the tool_use blocks with the members that the protocol names:
// blocks of other types and further members are the implementation's own.
func normal(_ *dialect.Case, o *dialect.Observation) wire.Value {
	var blocks []wire.Value
	for _, b := range toolBlocks(o) {
		var list []wire.Member
		for _, name := range members() {
			if got := b.Get(name); !o.Omitted(name) && !got.IsNull() {
				list = append(list, wire.M(name, got))
			}
		}
		blocks = append(blocks, wire.Obj(list...))
	}
	return wire.List(blocks...)
}

func toolBlocks(o *dialect.Observation) []wire.Value {
	var tools []wire.Value
	for _, b := range o.State.Get("blocks").Items() {
		if b.Get("type").Text() == blkToolUse || o.Omitted("type") && b.Has("id") {
			tools = append(tools, b)
		}
	}
	return tools
}

func held(o *dialect.Observation) map[string]wire.Value {
	results := map[string]wire.Value{}
	for _, b := range toolBlocks(o) {
		id := b.Get("id")
		if _, have := results[id.Text()]; have || !id.IsString() || b.Get("toolResult").IsNull() {
			continue
		}
		results[id.Text()] = wire.Obj(wire.M("toolResult", b.Get("toolResult")),
			wire.M("toolResultError", b.Get("toolResultError")), wire.M("artifact", orNull(b.Get("artifact"))))
	}
	return results
}

func orNull(v wire.Value) wire.Value {
	if v.IsAbsent() {
		return wire.NullValue
	}
	return v
}

func successes(o *dialect.Observation) []string {
	var ids []string
	for _, b := range toolBlocks(o) {
		if b.Get("id").IsString() && !b.Get("toolResult").IsNull() && b.Get("toolResultError").IsFalse() {
			ids = append(ids, b.Get("id").Text())
		}
	}
	return ids
}
