package toolfence

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// relations let the properties without an oracle work on this dialect.
func relations() dialect.Relations {
	return dialect.Relations{Normal: normal, Held: held, Clash: clash, Successes: successes}
}

// normal is the observation with neighbouring text joined, ids that nobody gave
// numbered, and nothing but the members that the document knows.
func normal(c *dialect.Case, o *dialect.Observation) wire.Value {
	f := former{given: givenIn(c.Script), made: map[string]string{}}
	events := make([]wire.Value, len(o.Events))
	for i, e := range o.Events {
		events[i] = e.Value
	}
	told := f.joined(events, textEvent, "delta")
	if o.Omitted("chunks") {
		return wire.Obj(wire.M("events", told))
	}
	return wire.Obj(wire.M("events", told), wire.M("chunks", f.joined(o.State.Get("chunks").Items(), "text", "text")))
}

type former struct {
	given map[string]bool
	made  map[string]string
}

func (f *former) joined(items []wire.Value, textType, member string) wire.Value {
	var list []wire.Value
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			list = append(list, wire.Obj(wire.M("type", wire.Str(textType)), wire.M(member, wire.Str(text.String()))))
			text.Reset()
		}
	}
	for _, item := range items {
		switch item.Get("type").Text() {
		case textType:
			text.WriteString(item.Get(member).Text())
		case inputEvent, outputEvent, errorEvent, "tool":
			flush()
			list = append(list, f.tool(item))
		}
	}
	flush()
	return wire.List(list...)
}

func (f *former) tool(item wire.Value) wire.Value {
	members := []wire.Member{wire.M("type", item.Get("type"))}
	for _, name := range knownMembers() {
		v := item.Get(name)
		if id := v.Text(); name == "toolCallId" && id != "" && !f.given[id] {
			if f.made[id] == "" {
				f.made[id] = fmt.Sprintf("generated id no. %d", len(f.made)+1)
			}
			v = wire.Str(f.made[id])
		}
		members = append(members, wire.M(name, v))
	}
	return wire.Obj(members...)
}

// givenIn are the ids that the document writes down.
func givenIn(s dialect.Script) map[string]bool {
	given := map[string]bool{}
	if d, ok := documentOf(s); ok {
		for _, o := range d.objects() {
			given[o.Get("toolCallId").Text()] = true
		}
	}
	return given
}

// clash: an id is announced more often than the document writes it down, so it was
// made up too. (An explicit id that comes later SHOULD differ: FENCE-09 warns of it.)
func clash(c *dialect.Case, o *dialect.Observation) bool {
	d, ok := documentOf(c.Script)
	if !ok {
		return false
	}
	left := map[string]int{}
	for _, object := range d.objects() {
		left[object.Get("toolCallId").Text()]++
	}
	for _, e := range o.Events {
		id := e.Value.Get("toolCallId").Text()
		if _, given := left[id]; !given || e.Value.Get("type").Text() != inputEvent {
			continue
		}
		if left[id]--; left[id] < 0 {
			return true
		}
	}
	return false
}

// objects are those of every well-formed tool fence.
func (d *document) objects() []wire.Value {
	var list []wire.Value
	var walk func([]segment)
	walk = func(segments []segment) {
		for _, s := range segments {
			if s.kind == toolSegment {
				list = append(list, s.object)
			}
			walk(s.inside)
		}
	}
	walk(d.segments)
	return list
}

// held is, for each id, the outcomes told of it, in order.
func held(o *dialect.Observation) map[string]wire.Value {
	results := map[string]wire.Value{}
	for _, e := range o.Events {
		id := e.Value.Get("toolCallId").Text()
		switch e.Value.Get("type").Text() {
		case outputEvent:
			results[id] = results[id].Append(wire.Obj(wire.M("output", e.Value.Get("output"))))
		case errorEvent:
			results[id] = results[id].Append(wire.Obj(wire.M("errorText", e.Value.Get("errorText"))))
		}
	}
	return results
}

func successes(o *dialect.Observation) []string {
	var ids []string
	for _, e := range o.Events {
		if e.Value.Get("type").Text() == outputEvent {
			ids = append(ids, e.Value.Get("toolCallId").Text())
		}
	}
	return ids
}
