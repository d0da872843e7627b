package openaichat

import (
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
	state = plant.Everywhere("/toolCalls/*/id", stream.Numbered(stream.GivenIDs(c)))(state)
	finished := state.Get("finishedCalls").Items()
	slices.SortFunc(finished, func(a, b wire.Value) int { return strings.Compare(a.JSON(), b.JSON()) })
	return state.With("finishedCalls", wire.List(finished...))
}

// clash: an id that was made up is one that comes later.
func clash(c *dialect.Case, o *dialect.Observation) bool {
	var ids []string
	for _, e := range o.State.Get("toolCalls").Items() {
		ids = append(ids, e.Get("id").Text())
	}
	return stream.Clash(c, ids)
}

// normalProducer is what a stream tells, however it is cut, and what is wrong with it.
func normalProducer(c *dialect.Case, o *dialect.Observation) wire.Value {
	t, judged := producers().Read(c, o)
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
		wire.M("failed", wire.Boolean(len(t.failures) > 0)), wire.M("wrong", requirement.Failed(judged)))
}

// normalConverter is the messages, ids that were made up numbered.
func normalConverter(c *dialect.Case, o *dialect.Observation) wire.Value {
	h, ok := c.Script.(history.History)
	if !ok || !o.State.Get("error").IsNull() {
		return wire.Value{}
	}
	number := stream.Numbered(h.GivenIDs())
	messages := o.State.Get("messages").Items()
	for i, m := range messages {
		messages[i] = plant.Everywhere("/tool_calls/*/id", number)(m).Edit("/tool_call_id", number)
	}
	return wire.List(messages...)
}
