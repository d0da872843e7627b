package messageparts

import (
	"maps"
	"slices"
	"strconv"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// normal is the answer without what may differ from run to run: message ids are
// numbered in order of appearance, members that nobody asked for (timestamps) go,
// neighbouring text parts are joined, and so do texts that the implementation made
// up for a call: they may name it.
func normal(c *dialect.Case, o *dialect.Observation) wire.Value {
	meant := accountOfSteps(c.Input().Get("steps").Items())
	numbers := map[string]wire.Value{}
	var messages []wire.Value
	for _, m := range o.State.Get("messages").Items() {
		id := m.Get("id").JSON()
		if _, known := numbers[id]; !known {
			numbers[id] = wire.Str("#" + strconv.Itoa(len(numbers)))
		}
		messages = append(messages, wire.Obj(wire.M("id", numbers[id]), wire.M("role", m.Get("role")),
			wire.M("parts", wire.List(meant.normalParts(m.Get("parts"))...))))
	}
	var sent []wire.Value
	for _, m := range o.State.Get("modelMessages").Items() {
		plain := meant.masked(only(m, "role", "toolCallId", "content"), "content")
		sent = append(sent, plain.With("toolCalls", normalCalls(m.Get("toolCalls"))))
	}
	return wire.Obj(wire.M("messages", wire.List(messages...)), wire.M("modelMessages", wire.List(sent...)))
}

func (a *account) normalParts(parts wire.Value) []wire.Value {
	var list []wire.Value
	for _, p := range parts.Items() {
		kind := p.Get("type").Text()
		if n := len(list); kind == words.PartText && n > 0 && list[n-1].Get("type").Text() == words.PartText {
			list[n-1] = list[n-1].With("content", wire.Str(list[n-1].Get("content").Text()+p.Get("content").Text()))
			continue
		}
		p = only(p, "type", "id", "toolCallId", "name", "arguments", "state", "content", "error", "output")
		if kind == words.PartResult {
			p = a.masked(p, "content", "error")
		}
		list = append(list, p)
	}
	return list
}

// masked hides the texts of a result that none of its call's results brought.
func (a *account) masked(v wire.Value, members ...string) wire.Value {
	c := a.byID[v.Get("toolCallId").Text()]
	if c == nil || !v.Has("toolCallId") {
		return v
	}
	for _, name := range members {
		if got := v.Get(name); !got.IsNull() && !c.brought(got) {
			v = v.With(name, wire.Str("#told"))
		}
	}
	return v
}

// brought tells whether a value is one that a result of the call brought.
func (c *call) brought(got wire.Value) bool {
	return slices.ContainsFunc(c.results, func(r *result) bool { return r.fits(got) || r.failed && got.Text() == r.reason })
}

func normalCalls(calls wire.Value) wire.Value {
	var list []wire.Value
	for _, c := range calls.Items() {
		list = append(list, only(c, "id", "name", "arguments"))
	}
	return wire.List(list...)
}

// only is the object with these members alone.
func only(v wire.Value, names ...string) wire.Value {
	members := make([]wire.Member, 0, len(names))
	for _, name := range names {
		members = append(members, wire.M(name, v.Get(name)))
	}
	return wire.Obj(members...)
}

// heldResults are the results in the UI messages, by call id. Where there are no
// UI messages, a tool message says that there is one and not which: it may be made
// up for a call that is still open.
func heldResults(o *dialect.Observation) map[string]wire.Value {
	held := map[string]wire.Value{}
	u := readUI(o)
	for id, parts := range u.results {
		for _, p := range parts {
			held[id] = held[id].Append(only(p.value, "content", "state", "error"))
		}
	}
	if u.seen {
		return held
	}
	for _, a := range readModel(o).tools {
		held[a.id] = wire.Str("answered")
	}
	return held
}

// successes are the calls that have a complete result part, or a tool message
// that tells no error.
func successes(o *dialect.Observation) []string {
	shown, failed := map[string]bool{}, map[string]bool{}
	for id, parts := range readUI(o).results {
		for _, p := range parts {
			shown[id] = shown[id] || p.value.Get("state").Text() == words.StateComplete
			failed[id] = failed[id] || p.value.Get("state").Text() == words.StateError
		}
	}
	for _, a := range readModel(o).tools {
		shown[a.id] = shown[a.id] || !failed[a.id] && !tellsError(a.content)
	}
	maps.DeleteFunc(shown, func(_ string, is bool) bool { return !is })
	return slices.Sorted(maps.Keys(shown))
}

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
			list = append(list, wire.Obj(wire.T("assistant", said), wire.M("calls", wire.List(calls...))))
		}
		slices.SortStableFunc(answers, meant.byCall)
		list = append(list, answers...)
		said, calls, answers = "", nil, nil
	}
	for _, m := range o.State.Get("modelMessages").Items() {
		switch m.Get("role").Text() {
		case words.RoleUser:
			flush()
			list = append(list, wire.Obj(wire.T("user", readable(m.Get("content")))))
		case words.RoleAssistant:
			if len(answers) > 0 {
				flush()
			}
			said += readable(m.Get("content"))
			for _, call := range m.Get("toolCalls").Items() {
				calls = append(calls, meant.asMade(call))
			}
		case words.RoleTool:
			answers = append(answers, wire.Obj(wire.M("tool", m.Get("toolCallId")), wire.M("content", meant.asAnswered(m))))
		}
	}
	flush()
	return wire.Obj(wire.M("messages", wire.List(list...)),
		wire.M("wrong", requirement.Failed(apply(modelRules(), c, o, newConverterView))))
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
