package anthropicmessages

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// Convert is the reference converter: a history as the messages of a request. What is no
// valid history, or has arguments that are no object, it refuses.
func Convert(input wire.Value) dialect.Observation {
	h, err := history.ParseValid(input.Get("history"))
	if err != nil {
		return dialect.Rejection(err)
	}
	for _, p := range h.Calls() {
		if _, ok := inputOf(p.Arguments); !ok {
			return dialect.Observation{Ending: dialect.Rejected, Reason: "the arguments of " + p.ID + " are no object"}
		}
	}
	return sent(h)
}

// inputOf is the input that arguments are; none are {}.
func inputOf(arguments string) (wire.Value, bool) {
	if arguments == "" {
		return wire.Obj(), true
	}
	v, err := wire.Parse([]byte(arguments))
	return v, err == nil && v.IsObject()
}

// sent are the messages of a history, whatever it is: results that follow each other, and
// what a user says behind them, are one message.
func sent(h history.History) dialect.Observation {
	messages := []wire.Value{}
	add := func(role string, blocks ...wire.Value) {
		if k := len(messages) - 1; k >= 0 && messages[k].Get("role").Text() == role {
			messages[k] = messages[k].With("content", messages[k].Get("content").Append(blocks...))
		} else if len(blocks) > 0 {
			messages = append(messages, wire.Obj(wire.T("role", role), wire.M("content", wire.List(blocks...))))
		}
	}
	said := func(text string) []wire.Value {
		if text == "" {
			return nil
		}
		return []wire.Value{textBlock(text)}
	}
	for _, e := range h {
		switch e.Role {
		case history.User:
			add("user", said(e.Text)...)
		case history.Assistant:
			var blocks []wire.Value
			for _, p := range e.Parts {
				if input, _ := inputOf(p.Arguments); p.Call {
					blocks = append(blocks, callBlock(p.ID, p.Name, input))
				} else {
					blocks = append(blocks, said(p.Text)...)
				}
			}
			add("assistant", blocks...)
		case history.Tool:
			add("user", resultBlock(e))
		}
	}
	return dialect.Observation{State: wire.Obj(wire.M("messages", wire.List(messages...)))}
}

func resultBlock(e history.Entry) wire.Value {
	text := e.Output.JSON()
	if e.Output.IsString() {
		text = e.Output.Text()
	}
	failed := e.Status != "success"
	if failed && text == "" {
		text = "The tool failed and said nothing (" + e.Status + ")."
	}
	block := wire.Obj(wire.T("type", "tool_result"), wire.T("tool_use_id", e.CallID), wire.T("content", text))
	if failed {
		block = block.With("is_error", wire.Boolean(true))
	}
	return block
}
