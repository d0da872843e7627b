package plant

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Told is a wire as its producers tell it: how events stand in bytes, where in an event the
// shared changes find values, and which lines the shared faults miss. A line that the wire
// doesn't have is "", and its faults are left out.
type Told struct {
	// Named: every frame has its event's type as its name. Tail is the data of the last frame.
	Named bool
	Tail  string
	// Body is the member of the state that holds the bytes; "" for sse.
	Body string
	// Text, Name, ID, Arguments and Error are pointers into an event, with "*" for every element. Error is where an error's
	// text should be told, "" where none need be.
	Text, Name, ID, Arguments, Error string
	// OfCalls, OfArguments and OfText are missed by what is lost or spoilt, OfPlaces by texts
	// and calls in another order, OfReason by another reason of a regular end, OfError and
	// OfCut by a turn that failed or was stopped and is told as whole, OfBytes by bytes that
	// are not the events; where it is "" only events are told.
	OfCalls, OfArguments, OfText, OfPlaces, OfReason, OfError, OfCut, OfBytes string
	// OfName is missed by another name; OfCalls where it is "".
	OfName string
	// OfMalformed is missed by raw arguments that are read as what they are not; "" where the wire has none.
	OfMalformed string
	// Except are slugs of faults that are none on this wire.
	Except []string
}

// Bytes are events as they stand on the wire, without the tail.
func (w Told) Bytes(events []wire.Value) string {
	if !w.Named {
		return string(wire.Encode(wire.SSE, events))
	}
	var b strings.Builder
	for _, e := range events {
		fmt.Fprintf(&b, "event: %s\ndata: %s\n\n", e.Get("type").Text(), e.JSON())
	}
	return b.String()
}

func (w Told) tail() string {
	if w.Tail == "" {
		return ""
	}
	return "data: " + w.Tail + "\n\n"
}

// Retold changes the events that are told of a transcript, and the bytes with them. The tail
// stays where it stood.
func (w Told) Retold(change func(t transcript.Transcript, events []wire.Value) []wire.Value) Plant {
	return func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			t, err := transcript.Parse(input.Get("transcript"))
			o := right(input)
			if err != nil || o.Ending != dialect.Done {
				return o
			}
			if w.OfBytes == "" {
				return o.Retold(func(events []wire.Value) []wire.Value { return change(t, events) })
			}
			var data string
			o = o.Retold(func(events []wire.Value) []wire.Value {
				events = change(t, events)
				data = w.Bytes(events)
				return events
			})
			if strings.HasSuffix(o.State.Get(w.body()).Text(), w.tail()) {
				data += w.tail()
			}
			o.State = o.State.With(w.body(), wire.Str(data))
			return o
		}
	}
}

// If changes the events of the turns of which so is true.
func (w Told) If(so func(t transcript.Transcript) bool, change List) Plant {
	return w.Retold(func(t transcript.Transcript, events []wire.Value) []wire.Value {
		if so(t) {
			return change(events)
		}
		return events
	})
}

// Stopped tells the turns that stopped so.
func Stopped(reason string) func(t transcript.Transcript) bool {
	return func(t transcript.Transcript) bool { return t.StopReason() == reason }
}

// Events changes the events that are told, and the bytes with them.
func (w Told) Events(change func(events []wire.Value) []wire.Value) Plant {
	return w.Retold(func(_ transcript.Transcript, events []wire.Value) []wire.Value { return change(events) })
}

// At changes what stands at a place of each event.
func (w Told) At(at string, edit Edit) Plant {
	return w.Numbered(func(_ int, e wire.Value) wire.Value { return Everywhere(at, edit)(e) })
}

// Numbered changes every event, the n-th from 0.
func (w Told) Numbered(change func(n int, e wire.Value) wire.Value) Plant {
	return w.Events(func(events []wire.Value) []wire.Value {
		for i, e := range events {
			events[i] = change(i, e)
		}
		return events
	})
}

// Each changes every event; an absent one is gone.
func (w Told) Each(edit Edit) Plant {
	return w.Events(func(events []wire.Value) []wire.Value {
		for i, e := range events {
			events[i] = edit(e)
		}
		return slices.DeleteFunc(events, wire.Value.IsAbsent)
	})
}

func (w Told) body() string {
	if w.Body != "" {
		return w.Body
	}
	return "sse"
}

// InBytes changes the bytes alone.
func (w Told) InBytes(change func(string) string) Plant { return Showing("/"+w.body(), Text(change)) }

// InBytes changes the bytes alone, where they stand in sse.
func InBytes(change func(string) string) Plant { return Told{}.InBytes(change) }

// Finer tells texts at a place with one character an event, but for events that have more to
// say.
func (w Told) Finer(at string, more func(event wire.Value) bool) Plant {
	return w.Events(func(events []wire.Value) []wire.Value {
		var out []wire.Value
		for _, e := range events {
			text := []rune(e.Find(at).Text())
			if len(text) < 2 || len(text) > 200 || more(e) {
				out = append(out, e)
				continue
			}
			for _, r := range text {
				out = append(out, e.Edit(at, func(wire.Value) wire.Value { return wire.Str(string(r)) }))
			}
		}
		return out
	})
}

// HearsTurn changes a turn before it is told. What is no valid one stays.
func HearsTurn(change func(t *transcript.Transcript)) Plant {
	return Hearing(func(input wire.Value) wire.Value {
		t, err := transcript.Parse(input.Get("transcript"))
		if err != nil || t.ValidTold() != nil {
			return input
		}
		t.Items = slices.Clone(t.Items)
		change(&t)
		return input.With("transcript", t.JSON())
	})
}

// HearsCalls changes the calls of a turn, the n-th from 0.
func HearsCalls(change func(n int, c *transcript.Item)) Plant {
	return HearsTurn(func(t *transcript.Transcript) {
		n := 0
		for i := range t.Items {
			if t.Items[i].Kind == transcript.Call {
				change(n, &t.Items[i])
				n++
			}
		}
	})
}

// HearsArguments tells what read makes of raw arguments; where that is "", they stay.
func HearsArguments(read func(text string) string) Plant {
	return HearsCalls(func(_ int, c *transcript.Item) {
		if s := read(c.Arguments.Text()); c.Arguments.IsString() && s != "" {
			c.Arguments = wire.Str(s)
		}
	})
}

// StoppedAs changes how a turn stopped.
func StoppedAs(from, to string) Plant {
	return HearsTurn(func(t *transcript.Transcript) {
		if n := len(t.Items); t.StopReason() == from && n > 0 && t.Items[n-1].Kind == transcript.Stop {
			t.Items[n-1].Reason, t.Items[n-1].Message = to, ""
		}
	})
}

// WithoutCuts leaves cut calls out where so.
func WithoutCuts(so func(t *transcript.Transcript) bool) Plant {
	return HearsTurn(func(t *transcript.Transcript) {
		stop, gone := t.StopReason(), so == nil || so(t)
		for _, c := range t.Calls() {
			if gone && c.Cut(stop) {
				t.Items = slices.DeleteFunc(t.Items, func(i transcript.Item) bool { return i.ID == c.ID })
			}
		}
	})
}

// blanksWhole hears a call that was cut before any text of it came as one without arguments.
func blanksWhole() Plant {
	return HearsTurn(func(t *transcript.Transcript) {
		stop := t.StopReason()
		for _, c := range t.Calls() {
			if !c.Cut(stop) || c.CutInside(stop) {
				continue
			}
			t.Items = slices.DeleteFunc(t.Items, func(i transcript.Item) bool { return i.Kind == transcript.InputDelta && i.ID == c.ID })
			at := slices.IndexFunc(t.Items, func(i transcript.Item) bool { return i.Kind == transcript.Call && i.ID == c.ID })
			t.Items[at].Input = wire.Obj()
		}
	})
}
