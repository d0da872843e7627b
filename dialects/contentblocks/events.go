package contentblocks

import (
	"fmt"

	"github.com/toolconform/conform/wire"
)

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

// The short spelling of events in a case file. It begins with the word and the index; an event
// as it is begins with its type.
//
//	{"start":1,"tool_use":["toolu_K7","roll",{"sides":6}]}   the start of a block
//	{"stop":1}                                               its stop
//	{"block":1,"tool_use":["toolu_K7","roll",{"sides":6}]}   its start and its stop
//	{"block":2,"tool_result":["toolu_K7","success","four"]}
//	{"block":2,"tool_result":[…],"artifact":{…}}             further members are the block's
//	{"block":3,"text":"There."}
//	{"block":4,"content_block":{…}}                          any block
//	{"delta":3,"text":"There."}                              a text_delta
func expand(short wire.Value) ([]wire.Value, error) {
	word := ""
	if members := short.Members(); len(members) > 0 {
		word = members[0].Name
	}
	index, ok := short.Get(word).Int64()
	if word != "start" && word != "stop" && word != "block" && word != "delta" || !ok {
		return []wire.Value{short}, nil
	}
	switch word {
	case "stop":
		return []wire.Value{stop(index)}, nil
	case "delta":
		return []wire.Value{textDelta(index, short.Get("text").Text())}, nil
	}
	b, err := expandBlock(short)
	if word == "start" {
		return []wire.Value{start(index, b)}, err
	}
	return block(index, b), err
}

func expandBlock(short wire.Value) (b wire.Value, err error) {
	wrong := fmt.Errorf("behind the index stands tool_use or tool_result (three values each), text or content_block, not so: %s", short.JSON())
	if short.Len() < 2 {
		return b, wrong
	}
	for i, m := range short.Members() {
		switch {
		case i == 0:
		case i > 1:
			b = b.With(m.Name, m.Value)
		case m.Name == blkToolUse && m.Value.Len() == 3:
			b = toolUse(m.Value.At(0).Text(), m.Value.At(1).Text(), m.Value.At(2))
		case m.Name == blkToolResult && m.Value.Len() == 3:
			b = toolResult(m.Value.At(0).Text(), m.Value.At(1).Text(), m.Value.At(2))
		case m.Name == blkText:
			b = text(m.Value.Text())
		case m.Name == "content_block":
			b = m.Value
		default:
			return b, wrong
		}
	}
	return b, nil
}
