package producer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Stream is a producer's stream, and what was found in it so far.
type Stream[T Reader, H any] struct {
	// Meant is the completion that was told to the producer, nil where nobody knows. Turn is the
	// same with its results and progress.
	Meant, Turn *transcript.Transcript
	// Whole: the answer of a run is all there, with its State. Events are its events.
	Whole  bool
	State  wire.Value
	Events []wire.Value
	// Omitted tells whether an answer lacks a member, as its adapter says.
	Omitted func(member string) bool
	// At is the number of the event that is looked at, from 0.
	At int
	// Once: a SHOULD that is missed again in the same words is not told again.
	Once bool

	self     T
	calls    []*transcript.CallRecord
	body     string
	options  dialect.CheckOptions
	rules    []Rule[T, H]
	now      int // the rule that looks
	findings []requirement.Finding
	seen     map[string]bool
}

// Sent is the stream itself, for who embeds it.
func (s *Stream[T, H]) Sent() *Stream[T, H] { return s }

func (s *Stream[T, H]) take(event wire.Value) {
	s.self.Take(event)
	s.At++
}

func (s *Stream[T, H]) finish() {
	for i, r := range s.rules {
		if s.now = i; r.End != nil && !s.options.Truncated {
			r.End(s.self)
		}
	}
}

// Look lets every rule look by at.
func (s *Stream[T, H]) Look(at func(see H)) {
	for i := range s.rules {
		s.now = i
		at(s.rules[i].See)
	}
}

// Saw: the rule that looks could have been missed here.
func (s *Stream[T, H]) Saw() { s.seen[s.rules[s.now].ID] = true }

// SawIf is Saw where so.
func (s *Stream[T, H]) SawIf(so bool) {
	if so {
		s.Saw()
	}
}

// Miss notes a finding of the rule that looks. A level of "" is MUST.
func (s *Stream[T, H]) Miss(level requirement.Level, message string, want, got wire.Value) {
	s.Blame(s.rules[s.now].ID, level, message, want, got)
}

// Blame notes a finding of another rule.
func (s *Stream[T, H]) Blame(id string, level requirement.Level, message string, want, got wire.Value) {
	if level == "" {
		level = requirement.Must
	}
	s.seen[id] = true
	again := func(f requirement.Finding) bool { return f.Requirement == id && f.Message == message }
	if s.Once && level == requirement.Should && slices.ContainsFunc(s.findings, again) {
		return
	}
	s.findings = append(s.findings, requirement.Finding{Requirement: id, Level: level, Message: message,
		Where: fmt.Sprintf("event %d", s.At), Event: s.At, Expected: want, Actual: got})
}

// Holds is Saw, and a MUST missed where it is not so.
func (s *Stream[T, H]) Holds(ok bool, message string, want, got wire.Value) {
	if s.Saw(); !ok {
		s.Miss("", message, want, got)
	}
}

// Breaches holds a value against a schema; every breach goes to the line that the schema
// names. What is the value's name, with its article.
func (s *Stream[T, H]) Breaches(what, schema string, v wire.Value) {
	list, err := schemas.Breaches(schema, v)
	for _, b := range list {
		s.Blame(b.Requirement, requirement.Level(b.Level), what+" is not as its schema says: "+b.String()+".", wire.Value{},
			v.Find(b.Pointer))
	}
	if err == nil {
		s.Saw()
	}
}

// Stop is why the turn stopped, "" where nobody knows.
func (s *Stream[T, H]) Stop() string {
	if s.Meant == nil {
		return ""
	}
	return s.Meant.StopReason()
}

// Regular: the turn came to an end of its own.
func (s *Stream[T, H]) Regular() bool {
	return slices.Contains([]string{transcript.Completed, transcript.Length, transcript.ContentFilter}, s.Stop())
}

// Calls are those of the turn.
func (s *Stream[T, H]) Calls() []*transcript.CallRecord {
	if s.Meant == nil {
		return nil
	}
	if s.calls == nil {
		s.calls = s.Meant.Calls()
	}
	return s.calls
}

// Halved: the turn has a call that was cut.
func (s *Stream[T, H]) Halved() bool {
	stop := s.Stop()
	return slices.ContainsFunc(s.Calls(), func(c *transcript.CallRecord) bool { return c.CutInside(stop) })
}

// Text is all text of the turn.
func (s *Stream[T, H]) Text() string {
	var b strings.Builder
	if s.Meant == nil {
		return ""
	}
	for _, item := range s.Meant.Items {
		if item.Kind == transcript.Text {
			b.WriteString(item.Text)
		}
	}
	return b.String()
}

// Message is that of the turn's stop.
func (s *Stream[T, H]) Message() string {
	if s.Meant == nil || len(s.Meant.Items) == 0 {
		return ""
	}
	return s.Meant.Items[len(s.Meant.Items)-1].Message
}

// Shows tells whether the stream shows anything of the turn, given whether some call is right and the text that was sent: a call,
// the text where the turn has no call, or the end where it has neither.
func (s *Stream[T, H]) Shows(right bool, text string) bool {
	switch {
	case s.Meant == nil || len(s.Events) == 0:
		return false
	case len(s.Calls()) > 0:
		return right
	}
	return s.Text() == text
}
