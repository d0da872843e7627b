// Package picture draws a stream as lanes: a lane for each call, a mark for each event.
package picture

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/reports"

	"github.com/toolconform/conform/wire"
)

// Picture is a stream as it is drawn: a lane for each call, the events in order.
type Picture struct {
	Lanes []lane   `json:"lanes"`
	Marks []Moment `json:"marks"`
	// Before and After count the events that are not drawn.
	Before int `json:"before,omitempty"`
	After  int `json:"after,omitempty"`
}

// lane is one call; the first lane is the turn itself.
type lane struct {
	Call string `json:"call"`
	Name string `json:"name,omitempty"`
	// call as the stream has it.
	call string
}

// Moment is one event of the stream.
type Moment struct {
	// N is the number of the event in the stream, Lane the index of its lane.
	N    int    `json:"n"`
	Lane int    `json:"lane"`
	Kind string `json:"kind"`
	// Gist is what the event says beyond its kind and call, Text the whole event.
	Gist string `json:"gist,omitempty"`
	Text string `json:"text"`
	// value of a result, to find out where a wrong one came from.
	value wire.Value
}

const (
	lanesDrawn   = 12
	MomentsDrawn = 60
	MomentText   = 400
)

// Draw makes the picture of a stream. Of a long one it shows the part around the
// event `around`, or the beginning where that is negative.
func Draw(events []wire.Value, around int) *Picture {
	if len(events) == 0 {
		return nil
	}
	from := 0
	if around >= MomentsDrawn {
		from = min(around-MomentsDrawn/2, len(events)-MomentsDrawn)
		from = max(from, 0)
	}
	to := min(len(events), from+MomentsDrawn)
	p := &Picture{Lanes: []lane{{}}, Before: from, After: len(events) - to}
	reader := shapeReader{open: map[string]string{}}
	for n, event := range events[:to] {
		if len(p.Marks) >= MomentsDrawn { // messages have parts, and some have many
			p.After = len(events) - n
			break
		}
		for _, v := range parted(unframed(event)) {
			sh := reader.shape(v)
			if n < from {
				continue
			}
			if sh.says.IsAbsent() {
				sh.says = beyond(v, sh.kind)
			}
			p.Marks = append(p.Marks, Moment{N: n, Lane: p.lane(sh), Kind: sh.kind, Gist: gist(sh.says, sh.kind),
				Text: reports.OneLine(reports.Clip(v.JSON(), MomentText)), value: sh.value})
		}
	}
	return p
}

// beyond drops what the picture shows already: the kind, the ids.
func beyond(v wire.Value, kind string) wire.Value {
	if kind == markOther || !v.IsObject() {
		return v
	}
	for _, inner := range []string{"content_block", "toolCall", "tool", "delta"} {
		if v.Get(inner).IsObject() {
			v = v.Get(inner)
		}
	}
	for _, member := range []string{"type", "id", "tool_use_id", "toolCallId", "callId", "stage", "style"} {
		v = v.Without(member)
	}
	return v
}

// gist is a value as a line tells it; an object needs no braces where the kind is told.
func gist(v wire.Value, kind string) string {
	switch {
	case kind == markOther || !v.IsObject():
		return reports.OneLine(reports.Clip(v.JSON(), MomentText))
	case v.Len() == 0:
		return ""
	case kind == markText && v.Len() == 1:
		return reports.OneLine(reports.Clip(v.At(0).JSON(), MomentText))
	}
	return reports.OneLine(reports.Clip(strings.TrimSuffix(strings.TrimPrefix(v.JSON(), "{"), "}"), MomentText))
}

// lane finds the lane of a call, or opens one; calls beyond those that can be drawn
// share the last.
func (p *Picture) lane(sh shape) int {
	if sh.call == "" {
		return 0
	}
	at := p.find(sh.call)
	switch {
	case at > 0:
	case len(p.Lanes) == lanesDrawn:
		p.Lanes[lanesDrawn-1] = lane{Call: "…", Name: "further calls"}
		return lanesDrawn - 1
	default:
		p.Lanes = append(p.Lanes, lane{Call: reports.OneLine(reports.Clip(sh.call, 60)), call: sh.call})
		at = len(p.Lanes) - 1
	}
	if p.Lanes[at].Name == "" {
		p.Lanes[at].Name = reports.OneLine(reports.Clip(sh.name, 60))
	}
	return at
}

// find is the lane of a call, -1 where it has none.
func (p *Picture) find(call string) int {
	return slices.IndexFunc(p.Lanes, func(l lane) bool { return l.call == call && call != "" })
}

// Pointed is what a finding points at in a picture: positions in Marks and Lanes,
// -1 where there is none.
type Pointed struct {
	// Event is the first wrong event.
	Event int `json:"event"`
	// Lane is the call that the finding is about.
	Lane int `json:"lane"`
	// Instead is the result that the call holds instead of its own.
	Instead int `json:"instead"`
}

// Nowhere points at nothing.
func Nowhere() Pointed { return Pointed{Event: -1, Lane: -1, Instead: -1} }

// Point finds what a finding is about. The event is what the judge said; the rest
// is read off the values and is shown as such.
func (p *Picture) Point(f reports.Finding, state wire.Value) Pointed {
	at := Pointed{-1, -1, -1}
	if p == nil {
		return at
	}
	if f.Event != nil {
		at.Event = slices.IndexFunc(p.Marks, func(m Moment) bool { return m.N == *f.Event })
	}
	at.Lane = p.find(callAt(f.Where, state))
	if at.Lane < 0 {
		at.Lane = p.named(f.Message)
	}
	if at.Lane > 0 {
		at.Instead = p.foreign(at.Lane, f.Actual)
	}
	return at
}

// foreign is the only result of another call that has this value.
func (p *Picture) foreign(own int, v wire.Value) int {
	found := -1
	for i, m := range p.Marks {
		if m.Lane == 0 || m.value.IsNull() || v.IsNull() || !wire.Equal(m.value, v) {
			continue
		}
		if m.Lane == own || found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// named is the lane whose call the message quotes first.
func (p *Picture) named(message string) int {
	parts := strings.SplitN(message, `"`, 8)
	for i := 1; i < len(parts); i += 2 {
		if at := p.find(parts[i]); at >= 0 {
			return at
		}
	}
	return -1
}

// callAt is the id of the call that a JSON pointer into the state leads through.
func callAt(where string, state wire.Value) string {
	call := ""
	v := state
	for _, part := range strings.Split(strings.TrimPrefix(where, "/"), "/") {
		if v.IsArray() {
			v = v.At(pointerIndex(part))
		} else {
			v = v.Get(part)
		}
		for _, name := range []string{"id", "toolCallId"} {
			if id := v.Get(name).Text(); id != "" {
				call = id
			}
		}
	}
	return call
}
