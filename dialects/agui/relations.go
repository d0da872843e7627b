package agui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// normalConsumer is a state whose generated message ids are numbered. A stream with a
// violation may be held as far as it was read.
func normalConsumer(c *dialect.Case, o *dialect.Observation) wire.Value {
	s, ok := c.Script.(*stream.Script)
	if !ok {
		return normalState(map[string]bool{}, o.State)
	}
	m := mean(s.Came(), s.Beside.Get("messages"), len(s.Came()))
	if m.wrong != "" || o.State.Find("/run/status").Text() == rejected {
		return wire.Value{}
	}
	given := m.named
	for _, c := range m.calls {
		given[c.id] = true
	}
	return normalState(given, o.State)
}

func normalState(given map[string]bool, state wire.Value) wire.Value {
	made := map[string]string{}
	list := state.Get("messages").Items()
	for i, m := range list {
		id := m.Get("id").Text()
		if id != "" && !given[id] && made[id] == "" {
			made[id] = fmt.Sprintf("#%d", len(made)+1)
		}
		if made[id] != "" {
			m = m.With("id", wire.Str(made[id]))
		}
		list[i] = m
	}
	run := state.Get("run")
	pending := run.Get("pending").Items()
	slices.SortFunc(pending, func(a, b wire.Value) int { return strings.Compare(a.Text(), b.Text()) })
	for i, id := range pending {
		pending[i] = wire.Obj(wire.M("id", id))
	}
	return wire.Obj(wire.M("messages", wire.List(list...)), wire.M("run", run.With("pending", wire.List(pending...))))
}

// heldResults are the contents of the tool messages of each call. Where the stream has several
// for one, the last is looked at.
func heldResults(o *dialect.Observation) map[string]wire.Value {
	held := map[string]wire.Value{}
	for _, m := range o.State.Get("messages").Items() {
		if m.Get("role").Text() == "tool" && m.Get("toolCallId").Text() != "" {
			held[m.Get("toolCallId").Text()] = m.Get("content")
		}
	}
	return held
}

// normalProducer is what a stream tells, however it is cut, and what is wrong with it.
func normalProducer(c *dialect.Case, o *dialect.Observation) wire.Value {
	t, stream := producers().Read(c, o)
	if stream.Meant == nil || stream.Meant.ValidTurn() != nil {
		return wire.Value{}
	}
	var calls, results, wrong []wire.Value
	for _, c := range t.calls() {
		calls = append(calls, wire.Obj(wire.M("id", wire.Str(c.id)), wire.M("name", wire.Str(c.name)), wire.M("text", wire.Str(c.text.String()))))
	}
	for _, r := range t.results {
		results = append(results, wire.Obj(wire.M("toolCallId", wire.Str(r.call)), wire.M("content", r.content)))
	}
	for _, out := range producers().Judge(c, o) {
		if len(out.Findings) > 0 {
			wrong = append(wrong, wire.Str(out.Requirement))
		}
	}
	return wire.Obj(wire.M("texts", wire.Str(t.texts())), wire.M("calls", wire.List(calls...)), wire.M("results", wire.List(results...)),
		wire.M("end", t.outcome), wire.M("failed", wire.Int(int64(len(t.failures)))), wire.M("wrong", wire.List(wrong...)))
}

// normalConverter is the messages that were sent, ids that were made up numbered.
func normalConverter(c *dialect.Case, o *dialect.Observation) wire.Value {
	r, ok := newRequest(c, o)
	if !ok || r.refused {
		return wire.Value{}
	}
	made := map[string]string{}
	name := func(v wire.Value) wire.Value {
		id := r.stored(v.Text())
		if _, given := r.As[id]; given || v.Text() == "" {
			return wire.Str(id)
		}
		if made[id] == "" {
			made[id] = fmt.Sprintf("#%d", len(made)+1)
		}
		return wire.Str(made[id])
	}
	list := plant.Everywhere("/*/toolCalls/*/id", name)(wire.List(r.messages...))
	return plant.Everywhere("/*/toolCallId", name)(list)
}
