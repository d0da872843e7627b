package messageparts

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// normalModel is what a converter sends to the model, without what may differ from
// run to run: how an assistant's text and calls are divided into messages, the order
// of tool messages behind one another, how JSON is written, members that nobody asked
// for. What is as good as the stored part's stands as it has it, and beside it what is
// wrong: right answers have nothing of that.
func normalModel(c *dialect.Case, o *dialect.Observation) wire.Value {
	meant := accountOfMessages(c.Input().Get("messages").Items())
	var list []wire.Value
	var said string // what the assistant says until somebody else does
	var calls, answers []wire.Value
	flush := func() {
		if said != "" || len(calls) > 0 {
			list = append(list, wire.Obj(wire.M("assistant", wire.Str(said)), wire.M("calls", wire.List(calls...))))
		}
		slices.SortStableFunc(answers, meant.byCall)
		list = append(list, answers...)
		said, calls, answers = "", nil, nil
	}
	for _, m := range o.State.Get("modelMessages").Items() {
		switch m.Get("role").Text() {
		case roleUser:
			flush()
			list = append(list, wire.Obj(wire.M("user", wire.Str(readable(m.Get("content"))))))
		case roleAssistant:
			if len(answers) > 0 {
				flush()
			}
			said += readable(m.Get("content"))
			for _, call := range m.Get("toolCalls").Items() {
				calls = append(calls, meant.asMade(call))
			}
		case roleTool:
			answers = append(answers, wire.Obj(wire.M("tool", m.Get("toolCallId")), wire.M("content", meant.asAnswered(m))))
		}
	}
	flush()
	return wire.Obj(wire.M("messages", wire.List(list...)), wire.M("wrong", requirement.Failed(apply(modelRules(), c, o, newConverterView))))
}

// byCall orders answers by the places of their calls.
func (a *account) byCall(x, y wire.Value) int {
	place := func(v wire.Value) int {
		if c := a.byID[v.Get("tool").Text()]; c != nil {
			return c.from
		}
		return -1
	}
	return place(x) - place(y)
}

// asMade is a call as it is sent, with the stored arguments where it has them.
func (a *account) asMade(call wire.Value) wire.Value {
	arguments := call.Get("arguments")
	if c := a.byID[call.Get("id").Text()]; c != nil && c.args.match(arguments) {
		arguments = c.args.expected()
	}
	if parsed, err := wire.Parse([]byte(arguments.Text())); err == nil {
		arguments = parsed
	}
	return wire.Obj(wire.M("id", call.Get("id")), wire.M("name", call.Get("name")), wire.M("arguments", arguments))
}

// asAnswered is the content of a tool message: a stored result's where it has one,
// and otherwise words of the converter's own.
func (a *account) asAnswered(m wire.Value) wire.Value {
	content := m.Get("content")
	if c := a.byID[m.Get("toolCallId").Text()]; c != nil {
		for _, r := range c.results {
			if sameContent(r.value, content) {
				return r.value
			}
			if r.reason != "" && content.Text() == r.reason {
				return content
			}
		}
	}
	return wire.Str(dialect.OwnWords(readable(content)))
}
