package anthropicmessages

import (
	"fmt"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/wire"
)

// The types of events.
const (
	messageStart = "message_start"
	blockStart   = "content_block_start"
	blockDelta   = "content_block_delta"
	blockStop    = "content_block_stop"
	messageDelta = "message_delta"
	messageStop  = "message_stop"
	pingEvent    = "ping"
	errorEvent   = "error"
)

func event(kind string, members ...wire.Member) wire.Value {
	return wire.Obj(append([]wire.Member{wire.T("type", kind)}, members...)...)
}

func usage(in, out int64) wire.Value {
	return wire.Obj(wire.M("input_tokens", wire.Int(in)), wire.M("output_tokens", wire.Int(out)))
}

// opening begins a message.
func opening(id string) wire.Value {
	null := wire.NullValue
	return event(messageStart, wire.M("message", wire.Obj(wire.T("id", id), wire.T("type", "message"),
		wire.T("role", "assistant"), wire.M("content", wire.List()), wire.T("model", "m"), wire.M("stop_reason", null),
		wire.M("stop_sequence", null), wire.M("usage", usage(9, 1)))))
}

// opens begins a block, piece goes on with it, closes ends it.
func opens(index int64, block wire.Value) wire.Value {
	return event(blockStart, wire.M("index", wire.Int(index)), wire.M("content_block", block))
}

func textBlock(text string) wire.Value {
	return wire.Obj(wire.T("type", "text"), wire.T("text", text))
}

func callBlock(id, name string, input wire.Value) wire.Value {
	return wire.Obj(wire.T("type", "tool_use"), wire.T("id", id), wire.T("name", name), wire.M("input", input))
}

func delta(index int64, change wire.Value) wire.Value {
	return event(blockDelta, wire.M("index", wire.Int(index)), wire.M("delta", change))
}

func says(index int64, text string) wire.Value {
	return delta(index, wire.Obj(wire.T("type", "text_delta"), wire.T("text", text)))
}

func piece(index int64, json string) wire.Value {
	return delta(index, wire.Obj(wire.T("type", "input_json_delta"), wire.T("partial_json", json)))
}

func closes(index int64) wire.Value { return event(blockStop, wire.M("index", wire.Int(index))) }

// reasoned is a message_delta; an absent reason is left out.
func reasoned(reason wire.Value) wire.Value {
	return event(messageDelta, wire.M("delta", wire.Obj(wire.M("stop_reason", reason), wire.M("stop_sequence", wire.NullValue))),
		wire.M("usage", wire.Obj(wire.M("output_tokens", wire.Int(12)))))
}

func failing(kind, message string) wire.Value {
	return event(errorEvent, wire.M("error", wire.Obj(wire.T("type", kind), wire.T("message", message))))
}

// The short spelling of events in a case file, a list that begins with a word; an object is
// an event as it is.
//
//	["start","msg_A"]                     message_start
//	["text",0]  ["text",0,"Hi"]           a text block starts
//	["call",1,"toolu_b","get"]            a tool_use block starts; a fifth is its input
//	["block",2,{…}]                       any block starts
//	["say",0,"Let"]  ["+",1,"{\"q\""]     text_delta, input_json_delta
//	["delta",0,{…}]  ["end",0]            any delta, content_block_stop
//	["said",0,"Let","me"]                 a text block, its deltas and its stop
//	["called",1,"toolu_b","get","{}"]     a tool_use block, its deltas and its stop
//	["reason","tool_use"]  ["reason"]     message_delta, without a reason
//	["stop"]  ["done","end_turn"]         message_stop; message_delta before it
//	["ping"]  ["error","api_error","No"]
//	["named","x",{…}]  ["raw","[DONE]"]  ["comment","x"]
func expand(short wire.Value) ([]wire.Value, error) {
	if short.IsObject() {
		return []wire.Value{short}, nil
	}
	n, _ := short.At(1).Int64()
	text := func(i int) string { return short.At(i).Text() }
	input := wire.Obj()
	switch word := text(0); word {
	case "start":
		return []wire.Value{opening(text(1))}, nil
	case "text":
		return []wire.Value{opens(n, textBlock(text(2)))}, nil
	case "call":
		if short.Len() > 4 {
			input = short.At(4)
		}
		return []wire.Value{opens(n, callBlock(text(2), text(3), input))}, nil
	case "block":
		return []wire.Value{opens(n, short.At(2))}, nil
	case "say":
		return []wire.Value{says(n, text(2))}, nil
	case "+":
		return []wire.Value{piece(n, text(2))}, nil
	case "delta":
		return []wire.Value{delta(n, short.At(2))}, nil
	case "end":
		return []wire.Value{closes(n)}, nil
	case "said", "called":
		return expandBlock(short, n), nil
	case "reason":
		return []wire.Value{reasoned(short.At(1))}, nil
	case "stop":
		return []wire.Value{event(messageStop)}, nil
	case "done":
		return []wire.Value{reasoned(short.At(1)), event(messageStop)}, nil
	case pingEvent:
		return []wire.Value{event(pingEvent)}, nil
	case errorEvent:
		return []wire.Value{failing(text(1), text(2))}, nil
	case "named":
		inner, err := expand(short.At(2))
		for i := range inner {
			inner[i] = act.Named(text(1), inner[i])
		}
		return inner, err
	case "raw":
		return []wire.Value{act.Raw(text(1))}, nil
	case "comment":
		return []wire.Value{act.Comment(text(1))}, nil
	}
	return nil, fmt.Errorf("there is no short event %s", short.JSON())
}

func expandBlock(short wire.Value, n int64) []wire.Value {
	list, next := []wire.Value{opens(n, textBlock(""))}, 2
	if short.At(0).Text() == "called" {
		list, next = []wire.Value{opens(n, callBlock(short.At(2).Text(), short.At(3).Text(), wire.Obj()))}, 4
	}
	for _, p := range short.Items()[next:] {
		if next == 4 {
			list = append(list, piece(n, p.Text()))
		} else {
			list = append(list, says(n, p.Text()))
		}
	}
	return append(list, closes(n))
}

// The classes of reasons.
const (
	tool    = "tool"
	end     = "end"
	limit   = "limit"
	refused = "refused"
	other   = "other"
)

func class(reason string) string {
	switch reason {
	case "tool_use":
		return tool
	case "end_turn", "stop_sequence", "pause_turn":
		return end
	case "max_tokens", "model_context_window_exceeded":
		return limit
	case "refusal":
		return refused
	}
	return other
}

// younger words are unknown to older clients.
func younger(reason string) bool {
	return reason == "pause_turn" || reason == "model_context_window_exceeded" || reason == "refusal"
}
