package reference

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Produce is the reference producer: a tool runner that tells the life of every
// call of a transcript. Arguments are streamed in pieces where the model wrote
// them in pieces, and stand whole on the end of an answered call.
func Produce(input wire.Value) dialect.Observation {
	t, err := transcript.Parse(input.Get("transcript"))
	if err == nil {
		err = t.Valid()
	}
	if err != nil {
		return dialect.Rejection(err)
	}
	r := runner{calls: map[string]*runningCall{}}
	for _, item := range t.Items {
		r.item(item)
	}
	r.stop()
	return dialect.Observation{Events: r.events}
}

type runner struct {
	calls  map[string]*runningCall
	order  []*runningCall
	events []dialect.Event
}

type runningCall struct {
	call      transcript.Item
	arguments []byte
	ended     bool
}

func (r *runner) emit(members ...wire.Member) {
	r.events = append(r.events, dialect.Event{Value: wire.Obj(members...), After: -1})
}

func (r *runner) item(item transcript.Item) {
	switch item.Kind {
	case transcript.Call:
		c := &runningCall{call: item}
		r.calls[item.ID] = c
		r.order = append(r.order, c)
		r.emit(wire.T("id", item.ID), wire.T("stage", "start"), wire.T("name", item.Name))
	case transcript.InputDelta:
		c := r.calls[item.ID]
		c.arguments = append(c.arguments, item.Delta...)
		r.emit(wire.T("id", item.ID), wire.T("stage", "streaming"), wire.T("parametersChunk", item.Delta))
	case transcript.Progress:
		r.emit(wire.T("id", item.ID), wire.T("stage", "running"), wire.T("shortResult", item.Text))
	case transcript.Result:
		r.end(r.calls[item.ID], item)
	}
}

func (r *runner) end(c *runningCall, result transcript.Item) {
	c.ended = true
	members := []wire.Member{wire.T("id", c.call.ID), wire.T("stage", "end"), wire.T("parameters", c.whole())}
	if result.Status == transcript.Success {
		members = append(members, wire.M("success", wire.Boolean(true)), wire.M("result", plain(result.Content)))
	} else {
		members = append(members, wire.M("success", wire.Boolean(false)), wire.M("error", plain(result.Content)))
	}
	r.emit(members...)
}

// whole is the argument text of an answered call.
func (c *runningCall) whole() string {
	switch {
	case len(c.arguments) > 0:
		return string(c.arguments)
	case c.call.Arguments.IsString():
		return c.call.Arguments.Text()
	}
	return c.call.Input.JSON()
}

// plain is a content as the string that the field holds.
func plain(content wire.Value) wire.Value {
	if content.IsString() {
		return content
	}
	return wire.Str(content.JSON())
}

// stop ends every call that is still open.
func (r *runner) stop() {
	for _, c := range r.order {
		if !c.ended {
			c.ended = true
			r.emit(wire.T("id", c.call.ID), wire.T("stage", "end"),
				wire.M("success", wire.Boolean(false)), wire.T("error", "cut off before it was answered"))
		}
	}
}
