package contentblocks

import "github.com/toolconform/conform/wire"

// The wire's words.
const (
	evStart = "content_block_start"
	evStop  = "content_block_stop"
	evDelta = "content_block_delta"

	evMessageStart = "message_start"
	evMessageDelta = "message_delta"
	evMessageStop  = "message_stop"
	evPing         = "ping"
	evGroupStart   = "group_start"
	evGroupEnd     = "group_end"

	blkToolUse     = "tool_use"
	blkToolResult  = "tool_result"
	blkText        = "text"
	blkUserStopped = "terminal_user_stopped"
	blkError       = "terminal_error"
)

// The constructors below write events as a right producer does; cases, rendering
// and the reference producer share them. Readers don't: the expectation and the
// reference consumer read the wire each in their own way.

func start(index int64, block wire.Value) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(evStart)), wire.M("index", wire.Int(index)), wire.M("content_block", block))
}

func stop(index int64) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(evStop)), wire.M("index", wire.Int(index)))
}

func textDelta(index int64, text string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(evDelta)), wire.M("index", wire.Int(index)),
		wire.M("delta", wire.Obj(wire.M("type", wire.Str("text_delta")), wire.M("text", wire.Str(text)))))
}

func plain(kind string) wire.Value { return wire.Obj(wire.M("type", wire.Str(kind))) }

// toolUse is a tool_use block.
func toolUse(id, name string, input wire.Value) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(blkToolUse)), wire.M("id", wire.Str(id)), wire.M("name", wire.Str(name)), wire.M("input", input))
}

// toolResult is a tool_result block without an artifact.
func toolResult(id, status string, content wire.Value) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(blkToolResult)), wire.M("tool_use_id", wire.Str(id)),
		wire.M("content", content), wire.M("status", wire.Str(status)))
}

// block is the two events of a block that is complete in its start.
func block(index int64, b wire.Value) []wire.Value { return []wire.Value{start(index, b), stop(index)} }

// edited is v with the value at the end of a path of member names replaced; an
// absent value removes it.
func edited(v wire.Value, set wire.Value, path ...string) wire.Value {
	if len(path) == 1 {
		return v.With(path[0], set)
	}
	return v.With(path[0], edited(v.Get(path[0]), set, path[1:]...))
}
