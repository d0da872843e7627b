package stageevents

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// updates is a consumer's script: the events that are sent, in order.
type updates struct {
	stream.Events
	// origin are the calls that the stream was rendered from, by id; nil for a stream
	// that was written down. Twists need it to say which producer requirements break.
	origin map[string]*rendered
}

func newUpdates(list ...wire.Value) *updates { return &updates{Events: stream.Events{List: list}} }

// parseUpdates reads a script from a case file: the array of events.
func parseUpdates(v wire.Value) (dialect.Script, error) {
	if !v.IsArray() {
		return nil, fmt.Errorf("stage-events consumer script: an array of events is expected, this is %s", v.Kind())
	}
	return newUpdates(v.Items()...), nil
}

// JSON is the array of events.
func (u *updates) JSON() wire.Value { return wire.List(u.List...) }

// Keep is the script of some of the events.
func (u *updates) Keep(indices []int) dialect.Script { return u.with(u.Kept(indices)) }

// with is the same stream with other events in it.
func (u *updates) with(list []wire.Value) *updates {
	return &updates{Events: stream.Events{List: list}, origin: u.origin}
}

// Rename gives every id another one, that of unknown events too.
func (u *updates) Rename(to func(string) string) dialect.Script {
	list := make([]wire.Value, len(u.List))
	for i, e := range u.List {
		list[i] = e
		if id := e.Get("id"); id.IsString() {
			list[i] = e.With("id", wire.Str(to(id.Text())))
		}
	}
	return newUpdates(list...)
}

// Permute lets one call's end arrive later, right after the end of another.
func (u *updates) Permute(pick dialect.Pick) (dialect.Script, bool) {
	ends := u.lastEnds()
	if len(ends) < 2 {
		return u, false
	}
	i := pick(len(ends) - 1)
	j := i + 1 + pick(len(ends)-i-1)
	return u.with(moved(u.List, ends[i], ends[j])), true
}

// lastEnds are the positions of ends that are the only one of their id and its
// last update: those can move without changing what their call is told.
func (u *updates) lastEnds() (ends []int) {
	hs, _ := histories(u.List)
	for _, h := range hs {
		if h.endsOnce() {
			ends = append(ends, h.last().at)
		}
	}
	slices.Sort(ends)
	return ends
}

// moved is the list with the element at from standing right behind the one at to, which is later.
func moved(list []wire.Value, from, to int) []wire.Value {
	out := slices.Insert(slices.Clone(list), to+1, list[from])
	return slices.Delete(out, from, from+1)
}

// InsertUnknown strews in events and members that no reader knows.
func (u *updates) InsertUnknown(pick dialect.Pick) dialect.Script {
	events, members := unknownEvents(), unknownMembers()
	var list []wire.Value
	for _, e := range u.List {
		if pick(2) == 0 {
			list = append(list, events[pick(len(events))])
		}
		if e.IsObject() && pick(2) == 0 {
			m := members[pick(len(members))]
			e = e.With(m.Name, m.Value)
		}
		list = append(list, e)
	}
	return u.with(append(list, events[pick(len(events))]))
}

func unknownEvents() []wire.Value {
	texts := []string{
		`{"type":"ping"}`,
		`{"type":"heartbeat","at":1763600000,"stage":"idle"}`,
		`{"id":"unknown_event_9","stage":"paused","name":"not_a_tool","result":"nothing"}`,
		`{"stage":"end","result":"an end without an id"}`,
		`{"id":7301,"stage":"start","name":"numeric_id"}`,
		`{"id":"unknown_event_8","name":"no_stage_at_all"}`,
		`{}`,
	}
	return wire.ParseStrings(texts...)
}

func unknownMembers() []wire.Member {
	return wire.ParseString(`{"shortResult":"short for people","timestamp":1763600001,` +
		`"x-trace":{"id":"trace_5","stage":"end","result":{"deep":[1,null]}},"compactParams":null}`).Members()
}

// Answered counts the ends that each id has received.
func (u *updates) Answered() map[string]int {
	ends := map[string]int{}
	for _, e := range u.List {
		if id, s, ok := words.Known(e); ok && s == words.End {
			ends[id]++
		}
	}
	return ends
}
