// Package stream is the script of whatever goes over a wire as events: its elements, and how
// it ends. What the elements say, a dialect's Form knows.
package stream

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Form is what a dialect knows about its streams.
type Form struct {
	Lens act.Lens
	// Tail is the data of the frame that ends a whole stream, "" where there is none. It
	// stands on wires only; decoded events end with their list.
	Tail string
	// Named: every event goes out under its type as its event name.
	Named bool
	// Unknown are elements that change nothing, Members what may stand in any object besides.
	Unknown []wire.Value
	Members []wire.Member
	// Strewn, where set, mends the list of elements among which others were strewn: what all
	// elements have in common, and numbers that count them. It may change the list.
	Strewn func(list []wire.Value, strewn func(i int) bool) []wire.Value
	// Plain tells an answer as plainly as can be: its text and calls as they were cut, each
	// call opened and held together as every client expects. Nil: nobody can.
	Plain func(a *act.Answer) []wire.Value
	// Subject, where set, tells which elements a line is about: without them, the stream is as
	// plain as that line needs it.
	Subject func(requirement string, e wire.Value) bool
	// Main is the stream of acts that Plain tells.
	Main string
	// Retold tells a script as plainly as can be, for a dialect that gathers by itself; nil: Plain
	// does. Unsettled are the call ids for which what is held may come and go.
	Retold    func(s *Script) *Script
	Unsettled func(s *Script) map[string]bool
	// Plainly: an input doesn't say that its stream was cut; what is missing does.
	Plainly bool
	// Beside is about what stands in the input beside the events.
	Beside Beside
}

// Beside is what a dialect knows about what stands in its inputs beside the events.
type Beside struct {
	// Asked, where set, is what elements ask for, behind what a script has by itself.
	Asked func(elements []wire.Value) []wire.Member
	// Rename names the call ids in what a script has; nil where there are none.
	Rename func(beside wire.Value, rename func(string) string) wire.Value
	// Held are the calls that have a result in what a script has; nil for none.
	Held func(beside wire.Value) []string
}

// Ending is how a stream ends.
type Ending string

// The endings of a stream. An abort is told by Script.AbortAfter.
const (
	// Whole: with its tail. Cut: without, and the connection ends cleanly. Broken: it ends
	// inside the frame of the last element.
	Whole  Ending = ""
	Cut    Ending = "cut"
	Broken Ending = "broken"
)

// Script is a stream. It is immutable.
type Script struct {
	Form     *Form
	Elements []wire.Value
	End      Ending
	// AbortAfter, where positive, is how many events are read before the reader aborts.
	AbortAfter int
	// Beside is what a script has by itself in the input beside the events, an object; absent
	// for nothing.
	Beside wire.Value
	// Framed frames its bytes in another way; nil: plainly.
	Framed func(frames [][]byte) [][]byte
	// Object are the elements that say the same to who wants one object and no stream; nil: its own.
	Object []wire.Value
}

// With is the script with other elements.
func (s *Script) With(elements []wire.Value) *Script {
	other := *s
	other.Elements = elements
	return &other
}

// Ended is the script with another ending.
func (s *Script) Ended(end Ending) *Script {
	other := *s
	other.End, other.AbortAfter = end, 0
	return &other
}

// Came are the elements that reach a reader whole.
func (s *Script) Came() []wire.Value {
	switch {
	case s.AbortAfter > 0 && s.AbortAfter < len(s.Elements):
		return s.Elements[:s.AbortAfter]
	case s.End == Broken && len(s.Elements) > 0:
		return s.Elements[:len(s.Elements)-1]
	}
	return s.Elements
}

// Acts are what the stream says as far as it comes.
func (s *Script) Acts() []act.Act { return s.Form.Lens(s.Came()) }

// Closed tells whether the stream comes to its regular end.
func (s *Script) Closed() bool { return s.End == Whole && s.AbortAfter == 0 }

// Input is decoded events with how they end, or bytes.
func (s *Script) Input(encoding string, chunks []int) wire.Value {
	if encoding != "" && encoding != wire.Events {
		return wire.Obj(append(s.Besides(), wire.ChunkMembers(encoding, wire.Cut(s.Bytes(encoding), s.cuts(encoding, chunks)))...)...)
	}
	came := s.Came()
	if s.AbortAfter > 0 {
		came = s.Elements
	}
	members := append(s.Besides(), wire.M("events", wire.List(eventsOf(came)...)))
	if s.End != Whole && !s.Form.Plainly {
		members = append(members, wire.M("cut", wire.Boolean(true)))
	}
	if s.AbortAfter > 0 {
		members = append(members, wire.M("abortAfter", wire.Int(int64(len(eventsOf(s.Came()))))))
	}
	return wire.Obj(members...)
}

// Besides are the members of the input beside its events.
func (s *Script) Besides() []wire.Member {
	members := slices.Clone(s.Beside.Members())
	if asked := s.Form.Beside.Asked; asked != nil {
		members = append(members, asked(s.Elements)...)
	}
	return members
}

// eventsOf are the elements that are events.
func eventsOf(elements []wire.Value) []wire.Value {
	events := []wire.Value{}
	for _, e := range elements {
		if data, _, _ := act.Frame(e); !data.IsAbsent() {
			events = append(events, data)
		}
	}
	return events
}

// everyRead is how many bytes a read has by default.
const everyRead = 61

func (s *Script) cuts(encoding string, chunks []int) []int {
	if chunks != nil {
		return chunks
	}
	n := len(s.Bytes(encoding))
	for at := everyRead; at < n; at += everyRead + n/1000 {
		chunks = append(chunks, at)
	}
	return chunks
}

// Bytes are the stream on a wire.
func (s *Script) Bytes(encoding string) []byte { return slices.Concat(s.Frames(encoding)...) }

// Frames are the stream on a wire, a frame for each element, and last its tail. The last
// element's is half of one where the stream is broken.
func (s *Script) Frames(encoding string) [][]byte {
	var out [][]byte
	for i, e := range s.Elements {
		frame := s.Form.encoded(encoding, e)
		if s.End == Broken && i == len(s.Elements)-1 {
			frame = frame[:len(frame)/2]
		}
		out = append(out, frame)
	}
	if tail := s.Form.tail(encoding); s.End == Whole && len(tail) > 0 {
		out = append(out, tail)
	}
	if s.Framed != nil {
		return s.Framed(out)
	}
	return out
}

func (f *Form) encoded(encoding string, e wire.Value) []byte {
	if encoding == wire.NDJSON {
		return act.Line(e)
	}
	if data, _, _ := act.Frame(e); f.Named && !act.IsNamed(e) && data.Get("type").Text() != "" {
		e = act.Named(data.Get("type").Text(), data)
	}
	return act.Encoded(e)
}

func (f *Form) tail(encoding string) []byte {
	if f.Tail == "" || encoding != wire.SSE {
		return nil
	}
	return []byte("data: " + f.Tail + "\n\n")
}

// Tail is what follows the events on a wire.
func (s *Script) Tail(encoding string) []byte { return s.Form.tail(encoding) }

// Cutoff is the script whose connection just ends.
func (s *Script) Cutoff() dialect.Script { return s.Ended(Cut) }

// JSON is the script in a case file.
func (s *Script) JSON() wire.Value {
	members := []wire.Member{wire.M("elements", wire.List(s.Elements...))}
	if s.End != Whole {
		members = append(members, wire.M("ending", wire.Str(string(s.End))))
	}
	if s.AbortAfter > 0 {
		members = append(members, wire.M("abortAfter", wire.Int(int64(s.AbortAfter))))
	}
	return wire.Obj(append(members, wire.M("beside", s.Beside))...)
}

// Parse reads what JSON wrote.
func (f *Form) Parse(v wire.Value) (dialect.Script, error) {
	elements := v.Get("elements")
	if !elements.IsArray() {
		return nil, fmt.Errorf("elements: an array is expected, this is %s", elements.Kind())
	}
	s := &Script{Form: f, Elements: elements.Items(), End: Ending(v.Get("ending").Text()), Beside: v.Get("beside")}
	if !slices.Contains([]Ending{Whole, Cut, Broken}, s.End) {
		return nil, fmt.Errorf("ending: there is no %q", s.End)
	}
	if after, ok := v.Get("abortAfter").Int64(); ok && after > 0 {
		s.AbortAfter = int(after)
	}
	return s, nil
}

// Len is the number of elements.
func (s *Script) Len() int { return len(s.Elements) }

// Keep is the script of some elements. What was aborted or broken off somewhere ends, with
// fewer elements, where the connection does.
func (s *Script) Keep(indices []int) dialect.Script {
	if len(indices) == len(s.Elements) {
		return s
	}
	kept := make([]wire.Value, len(indices))
	for n, i := range indices {
		kept[n] = s.Elements[i]
	}
	out := s.With(kept)
	if out.End == Broken || out.AbortAfter > 0 {
		out.End, out.AbortAfter = Cut, 0
	}
	return out
}

// Without is what the stream tells, without any line's subject: what goes wrong with it too
// is not the subject's doing.
func (s *Script) Without(requirement string) []dialect.Script {
	if s.Form.Subject != nil {
		var kept []int
		for i, e := range s.Elements {
			if !s.Form.Subject(requirement, e) {
				kept = append(kept, i)
			}
		}
		if len(kept) < len(s.Elements) {
			return []dialect.Script{s.Keep(kept)}
		}
	}
	if s.Form.Retold != nil {
		return []dialect.Script{s.Form.Retold(s)}
	}
	if s.Form.Plain == nil {
		return nil
	}
	a := act.Gather(s.Acts()).Of(s.Form.Main)
	return []dialect.Script{&Script{Form: s.Form, Elements: s.Form.Plain(a)}}
}

// Rename gives every call id another one, wherever the lens finds it.
func (s *Script) Rename(rename func(string) string) dialect.Script {
	elements := slices.Clone(s.Elements)
	for _, a := range s.Form.Lens(s.Elements) {
		if a.IDAt != "" && a.ID.Text() != "" {
			elements[a.Element] = elements[a.Element].Edit(a.IDAt, func(v wire.Value) wire.Value { return wire.Str(rename(v.Text())) })
		}
	}
	other := s.With(elements)
	if s.Form.Beside.Rename != nil {
		other.Beside = s.Form.Beside.Rename(s.Beside, rename)
	}
	return other
}

// Answered counts the results of each call.
func (s *Script) Answered() map[string]int {
	n := map[string]int{}
	if s.Form.Beside.Held != nil {
		for _, id := range s.Form.Beside.Held(s.Beside) {
			n[id]++
		}
	}
	for _, a := range s.Acts() {
		if a.Kind == act.Result {
			n[a.ID.Text()]++
		}
	}
	return n
}

// Unsettled are the calls whose held results may rightly come and go.
func (s *Script) Unsettled() map[string]bool {
	if s.Form.Unsettled == nil {
		return nil
	}
	return s.Form.Unsettled(s)
}

// Permute lets two neighbouring results of different calls arrive in the other order.
func (s *Script) Permute(pick dialect.Pick) (dialect.Script, bool) {
	var places []int
	acts := s.Form.Lens(s.Elements)
	for i := 1; i < len(acts); i++ {
		a, b := acts[i-1], acts[i]
		if a.Kind == act.Result && b.Kind == act.Result && a.Element+1 == b.Element && a.ID.Text() != b.ID.Text() {
			places = append(places, a.Element)
		}
	}
	if len(places) == 0 || s.AbortAfter > 0 || s.End == Broken || len(s.Unsettled()) > 0 {
		return s, false
	}
	at, elements := places[pick(len(places))], slices.Clone(s.Elements)
	elements[at], elements[at+1] = elements[at+1], elements[at]
	return s.With(elements), true
}

// InsertUnknown strews in what changes nothing.
func (s *Script) InsertUnknown(pick dialect.Pick) dialect.Script {
	annotated := slices.Clone(s.Elements)
	annotate := func(i int, at string) {
		m := s.Form.Members[pick(len(s.Form.Members))]
		annotated[i] = annotated[i].Edit(at, func(v wire.Value) wire.Value {
			if !v.IsObject() || v.Has(m.Name) {
				return v
			}
			return v.With(m.Name, m.Value)
		})
	}
	for _, a := range s.Form.Lens(s.Elements) {
		if len(s.Form.Members) > 0 && pick(3) == 1 {
			annotate(a.Element, a.At)
			_, root, _ := act.Frame(s.Elements[a.Element])
			annotate(a.Element, root)
		}
	}
	same := map[string]int{} // an event that is sent again stays the same one
	for i, e := range s.Elements {
		if first, again := same[e.JSON()]; again {
			annotated[i] = annotated[first]
		} else {
			same[e.JSON()] = i
		}
	}
	var out []wire.Value
	strewn := map[int]bool{}
	shift := 0
	for i, e := range append(annotated, wire.Value{}) {
		for n := pick(3); n > 0 && (s.End != Broken || i < len(annotated)); n-- {
			strewn[len(out)] = true
			out = append(out, s.Form.Unknown[pick(len(s.Form.Unknown))])
			if i < s.AbortAfter {
				shift++
			}
		}
		if i < len(annotated) {
			out = append(out, e)
		}
	}
	if s.Form.Strewn != nil {
		out = s.Form.Strewn(out, func(i int) bool { return strewn[i] })
	}
	other := s.With(out)
	if s.AbortAfter > 0 {
		other.AbortAfter += shift
	}
	return other
}
