package openaichat

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// normalConsumer is a state whose generated ids are numbered. A loud answer holds what it
// came to, which may be more or less each time.
func normalConsumer(c *dialect.Case, o *dialect.Observation) wire.Value {
	state := o.State
	if !state.Get("error").IsNull() {
		return wire.Obj(wire.M("loud", wire.Boolean(true)))
	}
	if state.Get("content").IsNull() {
		state = state.With("content", wire.Str(""))
	}
	given, made := givenIDs(c), map[string]string{}
	number := func(list wire.Value) wire.Value {
		items := list.Items()
		for i, e := range items {
			if id := e.Get("id").Text(); id != "" && !given[id] {
				if made[id] == "" {
					made[id] = fmt.Sprintf("#%d", len(made)+1)
				}
				items[i] = e.With("id", wire.Str(made[id]))
			}
		}
		return wire.List(items...)
	}
	state = state.With("toolCalls", number(state.Get("toolCalls")))
	finished := state.Get("finishedCalls").Items()
	slices.SortFunc(finished, func(a, b wire.Value) int { return strings.Compare(a.JSON(), b.JSON()) })
	return state.With("finishedCalls", wire.List(finished...))
}

func givenIDs(c *dialect.Case) map[string]bool {
	given := map[string]bool{}
	if s, ok := c.Script.(*stream.Script); ok {
		for _, a := range s.Acts() {
			given[a.ID.Text()] = true
		}
	}
	return given
}

// clash: an id that was made up is one that comes later.
func clash(c *dialect.Case, o *dialect.Observation) bool {
	s, ok := c.Script.(*stream.Script)
	if !ok {
		return false
	}
	given, shownIDs := givenIDs(c), map[string]bool{}
	for _, e := range o.State.Get("toolCalls").Items() {
		id := e.Get("id").Text()
		if given[id] && shownIDs[id] && len(s.Elements) > 0 {
			return true
		}
		shownIDs[id] = true
	}
	return false
}

// normalProducer is what a stream tells, however it is cut, and what is wrong with it.
func normalProducer(c *dialect.Case, o *dialect.Observation) wire.Value {
	t, _ := producers().Read(c, o)
	if t.Meant == nil || t.Meant.ValidCompletion() != nil {
		return wire.Value{}
	}
	own := t.of(firstChoice)
	var list []wire.Value
	for _, call := range own.calls {
		arguments := wire.Str(call.arguments.String())
		if v, err := wire.Parse([]byte(arguments.Text())); err == nil {
			arguments = v
		}
		list = append(list, wire.Obj(wire.M("id", wire.Str(call.id)), wire.M("name", wire.Str(call.name)), wire.M("arguments", arguments)))
	}
	return wire.Obj(wire.M("text", wire.Str(own.text.String())), wire.M("calls", wire.List(list...)), wire.M("reason", own.reason()),
		wire.M("failed", wire.Boolean(len(t.failures) > 0)), wire.M("wrong", requirement.Failed(producers().Judge(c, o))))
}

// normalConverter is the messages, ids that were made up numbered.
func normalConverter(c *dialect.Case, o *dialect.Observation) wire.Value {
	h, ok := c.Script.(history.History)
	if !ok || !o.State.Get("error").IsNull() {
		return wire.Value{}
	}
	given, made := map[string]bool{}, map[string]string{}
	for _, p := range h.Calls() {
		given[p.ID] = true
	}
	number := plant.Text(func(id string) string {
		if given[id] || id == "" {
			return id
		}
		if made[id] == "" {
			made[id] = fmt.Sprintf("#%d", len(made)+1)
		}
		return made[id]
	})
	messages := o.State.Get("messages").Items()
	for i, m := range messages {
		messages[i] = plant.Everywhere("/tool_calls/*/id", number)(m).Edit("/tool_call_id", number)
	}
	return wire.List(messages...)
}
