// Package words is what stands on the wire of content blocks, and the ways to write it that cases,
// rendering and the reference have in common.
package words

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Name of the dialect.
const Name = "content-blocks"

// Consumer is the pair of clients.
func Consumer() dialect.Pair { return dialect.Pair{Dialect: Name, Role: dialect.Consumer} }

// Producer is the pair of servers.
func Producer() dialect.Pair { return dialect.Pair{Dialect: Name, Role: dialect.Producer} }

// MiB is how large a large value is.
const MiB = 1 << 20

// The wire's words.
const (
	StartEvent = "content_block_start"
	StopEvent  = "content_block_stop"
	DeltaEvent = "content_block_delta"

	MessageStart = "message_start"
	MessageDelta = "message_delta"
	MessageStop  = "message_stop"
	Ping         = "ping"
	GroupStart   = "group_start"
	GroupEnd     = "group_end"

	ToolUse     = "tool_use"
	ToolResult  = "tool_result"
	TextBlock   = "text"
	UserStopped = "terminal_user_stopped"
	Failed      = "terminal_error"
)

// The constructors below write events as a right producer does; cases, rendering
// and the reference producer share them. Readers don't: the expectation and the
// reference consumer read the wire each in their own way.

// Start is the event that begins a block.
func Start(index int64, block wire.Value) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(StartEvent)), wire.M("index", wire.Int(index)), wire.M("content_block", block))
}

// Stop is the event that ends the block of that index.
func Stop(index int64) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(StopEvent)), wire.M("index", wire.Int(index)))
}

// TextDelta is a piece of a text block.
func TextDelta(index int64, text string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(DeltaEvent)), wire.M("index", wire.Int(index)),
		wire.M("delta", wire.Obj(wire.M("type", wire.Str("text_delta")), wire.M("text", wire.Str(text)))))
}

// Plain is a block, or an event, of a type and nothing more.
func Plain(kind string) wire.Value { return wire.Obj(wire.M("type", wire.Str(kind))) }

// UseBlock is a tool_use block.
func UseBlock(id, name string, input wire.Value) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(ToolUse)), wire.M("id", wire.Str(id)), wire.M("name", wire.Str(name)),
		wire.M("input", input))
}

// ResultBlock is a tool_result block without an artifact.
func ResultBlock(id, status string, content wire.Value) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(ToolResult)), wire.M("tool_use_id", wire.Str(id)),
		wire.M("content", content), wire.M("status", wire.Str(status)))
}

// Block is the two events of a block that is complete in its start.
func Block(index int64, b wire.Value) []wire.Value { return []wire.Value{Start(index, b), Stop(index)} }

// Text is a text block.
func Text(s string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(TextBlock)), wire.M("text", wire.Str(s)))
}

// Stopped is the terminal of a turn that the user stopped.
func Stopped() wire.Value { return Plain(UserStopped) }

// CallID is the member of a block that holds the id of its call, "" for blocks of no call.
func CallID(kind string) string {
	return map[string]string{ToolUse: "id", ToolResult: "tool_use_id"}[kind]
}

// Known is an event or a block with the members only that the document names, where it names all of that type.
func Known(v wire.Value) wire.Value {
	names, told := map[string]string{
		StartEvent: "type index content_block message_id",
		StopEvent:  "type index message_id",
		ToolUse:    "type id name input tool_content_message",
		ToolResult: "type tool_use_id tool_name content status artifact",
	}[v.Get("type").Text()]
	if !told {
		return v
	}
	return Only(v, strings.Fields(names)...)
}

// Only is the object with these members only.
func Only(v wire.Value, names ...string) wire.Value {
	return wire.Obj(slices.DeleteFunc(slices.Clone(v.Members()), func(m wire.Member) bool { return !slices.Contains(names, m.Name) })...)
}

// IndexOf is the index of an event, 0 where it has none.
func IndexOf(ev wire.Value) int64 {
	n, _ := ev.Get("index").Int64()
	return n
}
