package traffic

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/toolconform/conform/check"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

const (
	// bytesHeld bounds the answer that is judged as bytes, and whose calls the next request is held
	// against; a longer one is judged event by event all the same.
	bytesHeld  = 8 << 20
	eventsHeld = 50_000
)

// Judged is what an answer, or a request, has shown.
type Judged struct {
	Findings []requirement.Finding
	// Seen are the requirements that it could have missed.
	Seen []string
	// Unread says why nothing, or not all, of it was judged; "" where all was.
	Unread string
}

// missed tells whether a requirement has a finding.
func (j *Judged) missed(id string) bool {
	for _, f := range j.Findings {
		if f.Requirement == id {
			return true
		}
	}
	return false
}

// Answer is what came of a request.
type Answer struct {
	Judged
	// Events of the stream, or those that say the same as one object; the first ones where Long.
	Events []wire.Value
	Long   bool
	// Cut: it broke off, or its client left.
	Cut bool
	// ID of the answer, where the wire has one that a request may go on from.
	ID string
	// State is what a right client holds behind it, Calls those that it is to run; none of a cut one.
	State wire.Value
	Calls []*compare.Got
	// Usage is what the answer says that it took, in the wire's own words; absent where it doesn't.
	Usage wire.Value
}

// Stream judges a stream of events that is read to its end. A reader that returns check.ErrCut says
// that it was cut off. Headers are those of the answer, absent where nobody knows.
func (w *Wire) Stream(r io.Reader, headers wire.Value) *Answer {
	a, read := &Answer{}, &counted{Reader: r}
	summary, err := check.Stream(read, check.Options{Dialect: w.Dialect, Encoding: wire.SSE, Sides: []*dialect.Side{w.Producer},
		Answer: &check.Answer{Headers: headers, Limit: bytesHeld},
		Found:  func(f check.Found) { a.Findings = append(a.Findings, f.Finding) },
		Each: func(e wire.Value) {
			if read.n > bytesHeld || len(a.Events) == eventsHeld {
				a.Long = true
				return
			}
			a.Events = append(a.Events, e)
		}})
	a.Seen, a.Cut = summary.Seen, summary.Cut
	var bad *check.Error
	switch {
	case errors.As(err, &bad):
		a.Unread, a.Cut = bad.Reason, true
	case err != nil && !errors.Is(err, check.ErrCut):
		a.Unread, a.Cut = err.Error(), true
	case err != nil:
		a.Cut = true
	}
	w.read(a)
	return a
}

// counted counts what is read.
type counted struct {
	io.Reader
	n int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += n
	return n, err
}

// Object judges an answer that is one JSON object by what it says as a stream.
func (w *Wire) Object(body []byte) *Answer {
	v, err := wire.Parse(body)
	a := &Answer{}
	switch {
	case w.Live.Unfold == nil:
		a.Unread = "the wire has streams only, and the answer is none"
		return a
	case err != nil || !v.IsObject():
		a.Unread = "the answer is no JSON object"
		return a
	}
	a.Events = w.Live.Unfold(v)
	checker := w.Producer.Check(dialect.CheckOptions{})
	for _, e := range a.Events {
		a.Findings = append(a.Findings, checker.Event(e)...)
	}
	a.Findings = append(a.Findings, checker.End()...)
	a.Seen = checker.Seen()
	for i := range a.Findings {
		a.Findings[i].Message = "In one object, told as a stream: " + a.Findings[i].Message
	}
	w.read(a)
	return a
}

// read reads the answer as a right client does. What nobody can judge shows nothing.
func (w *Wire) read(a *Answer) {
	if w.Live.Outside != nil {
		if what := w.Live.Outside(a.Events); what != "" {
			a.Judged = Judged{Unread: what}
			return
		}
	}
	for _, e := range a.Events {
		for _, at := range []string{"/usage", "/response/usage", "/message/usage"} {
			if u := e.Find(at); u.IsObject() {
				a.Usage = joined(a.Usage, u)
			}
		}
		if id := e.Find("/response/id").Text(); id != "" {
			a.ID = id
		}
	}
	if a.Long {
		return
	}
	input := []wire.Member{wire.M("events", wire.List(a.Events...))}
	if w.Live.Input != nil {
		input = append(input, w.Live.Input(a.Events)...)
	}
	if a.Cut {
		input = append(input, wire.M("cut", wire.Boolean(true)))
	}
	o := w.Consumer.Reference(wire.Obj(input...))
	a.State = o.State
	if o.Ending == dialect.Done && !a.Cut {
		a.Calls = w.Live.Held(o.State)
	}
}

// joined are the members of both, the later ones first.
func joined(before, now wire.Value) wire.Value {
	if !before.IsObject() {
		return now
	}
	for _, m := range now.Members() {
		before = before.With(m.Name, m.Value)
	}
	return before
}

// Excused leaves out the findings that are what the request asked for.
func (w *Wire) Excused(a *Answer, body wire.Value) {
	if w.Live.Excuses != nil {
		a.Findings = slices.DeleteFunc(a.Findings, func(f requirement.Finding) bool { return w.Live.Excuses(body, f) })
	}
}

// IsStream tells by its content type whether an answer is a stream of events.
func IsStream(contentType string) bool { return isMedia(contentType, "text/event-stream") }

// IsObject tells by its content type whether an answer is one JSON value.
func IsObject(contentType string) bool { return isMedia(contentType, "application/json") }

func isMedia(contentType, media string) bool {
	kind, _, _ := strings.Cut(contentType, ";")
	return strings.EqualFold(strings.TrimSpace(kind), media)
}
