package stageevents

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// rendered is a call as it was told in a stream.
type rendered struct {
	*transcript.CallRecord
	style argumentStyle
	// text is the argument text that the stream tells.
	text string
	// endWhole: the end carries the whole arguments.
	endWhole bool
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

// weave lets neighbouring updates of different calls change places; those of one
// call keep their order.
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

func renderTurn(t transcript.Transcript, _ dialect.Pick) dialect.Script {
	return &stream.Exchange{Transcript: t}
}
