// Package words is what stands on the wire of content blocks, and the ways to write it that cases,
// rendering and the reference have in common.
package words

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Name of the dialect.
const Name = "content-blocks"

// Consumer is the pair of clients, Producer that of servers.
func Consumer() dialect.Pair { return dialect.Pair{Dialect: Name, Role: dialect.Consumer} }

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

// The constructors below write events as a right producer does; cases, rendering and the reference producer share them. Readers
// don't: the expectation and the reference consumer read the wire each in their own way.

// Start is the event that begins a block.
func Start(index int64, block wire.Value) wire.Value {
	return wire.Obj(wire.T("type", StartEvent), wire.M("index", wire.Int(index)), wire.M("content_block", block))
}

// Stop is the event that ends the block of that index.
func Stop(index int64) wire.Value {
	return wire.Obj(wire.T("type", StopEvent), wire.M("index", wire.Int(index)))
}

// TextDelta is a piece of a text block.
func TextDelta(index int64, text string) wire.Value {
	return wire.Obj(wire.T("type", DeltaEvent), wire.M("index", wire.Int(index)),
		wire.M("delta", wire.Obj(wire.T("type", "text_delta"), wire.T("text", text))))
}

// Plain is a block, or an event, of a type and nothing more.
func Plain(kind string) wire.Value { return wire.Obj(wire.T("type", kind)) }

// UseBlock is a tool_use block.
func UseBlock(id, name string, input wire.Value) wire.Value {
	return wire.Obj(wire.T("type", ToolUse), wire.T("id", id), wire.T("name", name), wire.M("input", input))
}

// ResultBlock is a tool_result block without an artifact.
func ResultBlock(id, status string, content wire.Value) wire.Value {
	return wire.Obj(wire.T("type", ToolResult), wire.T("tool_use_id", id), wire.M("content", content), wire.T("status", status))
}

// Block is the two events of a block that is complete in its start.
func Block(index int64, b wire.Value) []wire.Value { return []wire.Value{Start(index, b), Stop(index)} }

// Text is a text block.
func Text(s string) wire.Value { return wire.Obj(wire.T("type", TextBlock), wire.T("text", s)) }

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

// The short spelling of events in a case file. It begins with the word and the index; an event as it is begins with its type.
//
//	{"start":1,"tool_use":["toolu_K7","roll",{"sides":6}]}   the start of a block
//	{"stop":1}                                               its stop
//	{"block":1,"tool_use":["toolu_K7","roll",{"sides":6}]}   its start and its stop
//	{"block":2,"tool_result":["toolu_K7","success","four"]}
//	{"block":2,"tool_result":[…],"artifact":{…}}             further members are the block's
//	{"block":3,"text":"There."}
//	{"block":4,"content_block":{…}}                          any block
//	{"delta":3,"text":"There."}                              a text_delta
func Expand(short wire.Value) ([]wire.Value, error) {
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
		return []wire.Value{Stop(index)}, nil
	case "delta":
		return []wire.Value{TextDelta(index, short.Get("text").Text())}, nil
	}
	b, err := expandBlock(short)
	if word == "start" {
		return []wire.Value{Start(index, b)}, err
	}
	return Block(index, b), err
}

func expandBlock(short wire.Value) (b wire.Value, err error) {
	wrong := fmt.Errorf("behind the index stands tool_use or tool_result (three values each), text or content_block, not so: %s",
		short.JSON())
	if short.Len() < 2 {
		return b, wrong
	}
	for i, m := range short.Members() {
		switch {
		case i == 0:
		case i > 1:
			b = b.With(m.Name, m.Value)
		case m.Name == ToolUse && m.Value.Len() == 3:
			b = UseBlock(m.Value.At(0).Text(), m.Value.At(1).Text(), m.Value.At(2))
		case m.Name == ToolResult && m.Value.Len() == 3:
			b = ResultBlock(m.Value.At(0).Text(), m.Value.At(1).Text(), m.Value.At(2))
		case m.Name == TextBlock:
			b = Text(m.Value.Text())
		case m.Name == "content_block":
			b = m.Value
		default:
			return b, wrong
		}
	}
	return b, nil
}
