package stageevents

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
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

// rendered is a call as it was told in a stream.
type rendered struct {
	*transcript.CallRecord
	style    argumentStyle
	text     string // text is the argument text that the stream tells
	endWhole bool   // the end carries the whole arguments
}

// cut tells whether the call was cut off or cancelled.
func (r *rendered) cut() bool { return r.Result == nil || r.Result.Status == transcript.Cancelled }

// failed tells whether the call was answered by an error.
func (r *rendered) failed() bool { return r.Result != nil && r.Result.Status == transcript.Error }

// argumentStyle is how a producer tells the arguments.
type argumentStyle int

const (
	inChunks   argumentStyle = iota // parametersChunk
	growing                         // parameters, longer every time
	both                            // parametersChunk beside growing parameters
	onStart                         // parameters, whole, on the start
	onEndOnly                       // parameters on the end and nowhere else
	styleCount                      // the number of styles
)

// renderUpdates makes the stream of a valid transcript. Whatever a right producer
// may choose is picked; with picks of 0 arguments come in chunks, plainly.
func renderUpdates(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	r := rendering{pick: pick, calls: map[string]*rendered{}, sent: map[string]int{}}
	for _, record := range t.Calls() {
		r.calls[record.ID] = r.call(record)
		r.order = append(r.order, record.ID)
	}
	for _, item := range t.Items {
		r.item(item)
	}
	for _, id := range r.order {
		if c := r.calls[id]; c.Result == nil {
			r.endCut(c)
		}
	}
	r.weave()
	return &updates{Events: stream.Events{List: r.list}, origin: r.calls}
}

type rendering struct {
	pick  dialect.Pick
	calls map[string]*rendered
	order []string
	sent  map[string]int // letters of the arguments sent
	list  []wire.Value
}

func (r *rendering) call(record *transcript.CallRecord) *rendered {
	c := &rendered{CallRecord: record, style: argumentStyle(r.pick(int(styleCount)))}
	text, fixed := record.ArgumentText()
	if !fixed {
		text = record.Input.JSON()
	}
	c.text = text
	if len(text) > 1<<12 && c.style != onStart {
		c.style = inChunks // growing texts are quadratic
	}
	if record.Result == nil && len(record.Deltas) > 0 && (c.style == onStart || c.style == onEndOnly) {
		c.style = inChunks // nobody knows the whole
	}
	c.endWhole = record.Result != nil && (c.style == onEndOnly || r.pick(3) == 2)
	return c
}

func (r *rendering) emit(id, stage string, members ...wire.Member) {
	head := []wire.Member{wire.T("id", id), wire.T("stage", stage)}
	if r.pick(12) == 11 { // null is absent
		told := wire.Obj(members...)
		free := []string{"shortResult", "parameters", "parametersChunk", "result", "error", "success"}
		if name := free[r.pick(len(free))]; !told.Has(name) {
			members = append(members, wire.M(name, wire.NullValue))
		}
	}
	r.list = append(r.list, wire.Obj(append(head, members...)...))
}

func (r *rendering) item(item transcript.Item) {
	switch item.Kind {
	case transcript.Call:
		r.start(r.calls[item.ID])
	case transcript.InputDelta:
		if c := r.calls[item.ID]; c.style < onStart {
			r.piece(c, item.Delta)
		}
	case transcript.Progress:
		r.emit(item.ID, "running", wire.M("shortResult", r.maybe(wire.Str(item.Text))))
	case transcript.Result:
		r.end(r.calls[item.ID], item)
	}
}

// maybe leaves a free member out now and then.
func (r *rendering) maybe(v wire.Value) wire.Value {
	if r.pick(3) == 2 {
		return wire.Value{}
	}
	return v
}

func (r *rendering) start(c *rendered) {
	var parameters wire.Value
	if c.style == onStart {
		parameters = wire.Str(c.text)
	}
	r.emit(c.ID, "start", wire.T("name", c.Name), wire.M("parameters", parameters))
	if len(c.Deltas) > 0 || c.style >= onStart {
		return
	}
	for rest := c.text; rest != ""; { // the runner has the arguments whole, and sends them as it likes
		n := len(rest)
		if r.pick(2) == 1 {
			n = words.RuneCut(rest, 1+r.pick(n))
		}
		r.piece(c, rest[:n])
		rest = rest[n:]
	}
}

func (r *rendering) piece(c *rendered, piece string) {
	r.sent[c.ID] += len(piece)
	var chunk, whole wire.Value
	if c.style != growing {
		chunk = wire.Str(piece)
	}
	if c.style != inChunks {
		whole = wire.Str(c.text[:r.sent[c.ID]])
	}
	r.emit(c.ID, "streaming", wire.M("parameters", whole), wire.M("parametersChunk", chunk))
}

func (r *rendering) end(c *rendered, result transcript.Item) {
	var whole wire.Value
	if c.endWhole {
		whole = wire.Str(c.text)
	}
	content := wire.Value{}
	if !result.Content.IsNull() {
		content = wire.Str(wire.AsText(result.Content))
	}
	if result.Status == transcript.Success {
		r.emit(c.ID, "end", wire.M("parameters", whole), wire.M("result", content), wire.M("success", r.maybe(wire.Boolean(true))))
		return
	}
	if content.IsAbsent() {
		content = wire.Str("no text")
	}
	how := r.pick(3)
	flag := []wire.Value{wire.Boolean(false), {}, wire.Boolean(false)}[how]
	member := []string{"error", "error", "result"}[how]
	r.emit(c.ID, "end", wire.M("parameters", whole), wire.M("success", flag), wire.M(member, content))
}

func (r *rendering) endCut(c *rendered) {
	r.emit(c.ID, "end", wire.M("success", r.maybe(wire.Boolean(false))), wire.T("error", "cut off: "+c.Name))
}

// weave lets neighbouring updates of different calls change places; those of one call keep their order.
func (r *rendering) weave() {
	if r.pick(3) != 2 {
		return
	}
	for range 2 * len(r.list) {
		if len(r.list) < 2 {
			return
		}
		i := r.pick(len(r.list) - 1)
		if !wire.Equal(r.list[i].Get("id"), r.list[i+1].Get("id")) {
			r.list[i], r.list[i+1] = r.list[i+1], r.list[i]
		}
	}
}
