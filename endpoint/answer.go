package endpoint

import (
	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// Answer is what goes back for a request.
type Answer struct {
	Status int
	Header map[string]string
	// Frames is the body in the pieces in which it is sent.
	Frames [][]byte
	// Torn: the connection breaks off behind the body, and nothing says that it has ended.
	Torn bool
}

// Length is the number of bytes of the body.
func (a Answer) Length() int {
	n := 0
	for _, f := range a.Frames {
		n += len(f)
	}
	return n
}

// The content types.
const (
	streamType = "text/event-stream"
	objectType = "application/json"
)

// Answer is a script as the n-th answer of a conversation, to a request: a stream, or one object where
// the request wants no stream and the wire has one. A broken script is torn off inside its last frame,
// and a cut one ends where the list does; as one object both are half of it. One that tells a
// failure is, as an object, an error status.
func (e *Endpoint) Answer(s *stream.Script, r Request, n int) Answer {
	if e.Fit != nil {
		s = s.With(e.Fit(s.Elements, r, n))
		if s.Object != nil {
			s.Object = e.Fit(s.Object, r, n)
		}
	}
	if r.Stream || e.Whole == nil {
		a := Answer{Status: 200, Header: map[string]string{"Content-Type": streamType, "Cache-Control": "no-cache"},
			Frames: s.Frames(wire.SSE), Torn: s.End == stream.Broken}
		for name, value := range e.Header {
			a.Header[name] = value
		}
		return a
	}
	if failures := act.Gather(s.Acts()).Failures; len(failures) > 0 {
		return e.Refusal(500, failures[0].Value.Text())
	}
	told := s.Came()
	if s.Object != nil {
		told = s.Object
	}
	body := []byte(e.Whole(told).JSON())
	a := Answer{Status: 200, Header: map[string]string{"Content-Type": objectType}, Frames: [][]byte{body}}
	if s.End != stream.Whole || s.AbortAfter > 0 {
		a.Frames, a.Torn = [][]byte{body[:len(body)/2]}, true
	}
	return a
}

// Refusal is an answer with an error status.
func (e *Endpoint) Refusal(status int, message string) Answer {
	return Answer{Status: status, Header: map[string]string{"Content-Type": objectType},
		Frames: [][]byte{[]byte(e.Failure(status, message).JSON())}}
}
