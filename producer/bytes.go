package producer

import "github.com/toolconform/conform/wire"

// Frame is a frame of the bytes that were sent. Value is its data as JSON, absent where it is
// none; Next: it is the next event; Left is how many events are still to come.
type Frame struct {
	wire.Frame
	Value wire.Value
	Next  bool
	Left  int
}

// Bytes holds the bytes that were sent, as SSE, against the events: every frame is the next
// event, unless own takes it. framed looks at the frames that are. Either may be nil. It does
// nothing in a recorded stream, and where the implementation tells no bytes. It returns
// whether the bytes could be read to their end.
func (s *Stream[T, H]) Bytes(own func(Frame) bool, framed func(Frame)) bool {
	sse := s.State.Get(s.body)
	switch {
	case !s.Whole || s.Omitted(s.body):
		return false
	case !sse.IsString():
		s.Miss("", "The bytes of the stream are not told.", wire.Value{}, sse)
		return false
	}
	s.Saw()
	d, left := wire.NewDecoder(wire.SSE, 0), s.Events
	frames := d.Feed([]byte(sse.Text()))
	for _, raw := range append(frames, d.Close()...) {
		f := Frame{Frame: raw, Left: len(left)}
		v, err := wire.Parse(f.Data)
		if err == nil {
			f.Value = v
		}
		if raw.Partial && len(f.Data) > 0 {
			s.Miss("", "The last frame lacks its blank line: a reader may drop it.", wire.Value{}, wire.Str(string(f.Data)))
		}
		f.Next = err == nil && len(left) > 0 && wire.Equal(v, left[0])
		switch {
		case len(f.Data) == 0:
		case own != nil && own(f):
		case !f.Next:
			s.Miss("", "The bytes decode to another event.", first(left), wire.Str(string(f.Data)))
			return false
		default:
			if left = left[1:]; framed != nil {
				framed(f)
			}
		}
	}
	if len(left) > 0 {
		s.Miss("", "The bytes end before the events do.", left[0], wire.Value{})
	}
	return true
}

func first(events []wire.Value) wire.Value {
	if len(events) == 0 {
		return wire.Value{}
	}
	return events[0]
}
