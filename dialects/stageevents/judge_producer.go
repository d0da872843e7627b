package stageevents

import (
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// judgeProducer feeds the observed updates through the same checker that judges
// recorded streams, with the transcript at hand.
func judgeProducer(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	var e requirement.Ledger
	s, ok := c.Script.(*stream.Exchange)
	if !ok || c.OnlySurvived() || s.Transcript.Valid() != nil {
		return requirement.Apply(producerRules(), &e) // any answer to an invalid transcript will do
	}
	ch := newChecker(dialect.CheckOptions{Transcript: &s.Transcript}, MaxIDs)
	for _, event := range o.Events {
		e.Found(ch.Event(event.Value)...)
	}
	e.Found(ch.End()...)
	e.Saw(ch.Seen()...)
	return requirement.SeenIf(ch.speaksOfIt(), requirement.Apply(producerRules(), &e))
}

// argumentText is what the transcript says about the arguments of a call, and how
// much of it has been sent.
type argumentText struct {
	// fixed: the text is known to the letter. Otherwise any JSON equal to input will do.
	fixed bool
	text  string
	input wire.Value
	// cutOff: the call was never answered; what was delivered of its arguments may
	// be any beginning.
	cutOff bool

	sent   int             // letters of a fixed text that chunks have brought
	chunks strings.Builder // the chunks where the text is not fixed
	pieces bool            // a chunk with something in it was sent
	broken bool            // told already
}

func newArgumentText(c *transcript.CallRecord) *argumentText {
	a := &argumentText{input: c.Input, cutOff: c.Result == nil}
	a.text, a.fixed = c.ArgumentText()
	if a.cutOff && !c.Arguments.IsString() {
		a.fixed = false // what follows the delivered deltas is not known to the letter
	}
	if a.fixed && !a.input.IsObject() {
		a.input, _ = wire.ParseText(a.text)
	}
	return a
}

// piece takes a chunk; false where it can be no piece of the argument text at
// this place.
func (a *argumentText) piece(p string) bool {
	if p == "" || a.broken {
		return true
	}
	a.pieces = true
	switch {
	case a.fixed && a.sent == 0 && a.text == "" && strings.TrimSpace(p) == "{}":
		return true // no arguments, spelled out
	case a.fixed:
		if !strings.HasPrefix(a.text[a.sent:], p) {
			a.broken = true
			return false
		}
		a.sent += len(p)
	default:
		a.chunks.WriteString(p)
	}
	return true
}

// complete tells, at the end of the call, whether the chunks were the argument
// text.
func (a *argumentText) complete() bool {
	switch {
	case !a.pieces || a.broken:
		return true
	case a.cutOff && a.fixed:
		return true // every piece was a beginning
	case a.cutOff:
		return a.beginning(a.chunks.String())
	case a.fixed:
		return a.sent == len(a.text)
	}
	return a.isWhole(a.chunks.String())
}

// isWhole tells whether a text is the arguments, whole.
func (a *argumentText) isWhole(p string) bool {
	if a.fixed && p == a.text {
		return true
	}
	if strings.TrimSpace(p) == "" && (wire.EmptyObject(a.input) || a.fixed && strings.TrimSpace(a.text) == "") {
		return true // no arguments may be told as no text
	}
	v, ok := wire.ParseText(p)
	if !ok {
		return false
	}
	if a.fixed && strings.TrimSpace(a.text) == "" {
		return wire.EmptyObject(v)
	}
	return !a.input.IsAbsent() && sameValue(a.input, v)
}

// sameValue is equality in which a member that stands twice only in got counts as
// a difference: that is how a repeated piece of JSON shows.
func sameValue(want, got wire.Value) bool {
	if !wire.Equal(want, got) {
		return false
	}
	_, twice := got.Duplicate()
	_, meant := want.Duplicate()
	return !twice || meant
}

// beginning tells whether a text may be a prefix of the argument text, or is JSON
// equal to the whole. Of a call that was cut off, the delivered deltas are known,
// and the input that they would have become.
func (a *argumentText) beginning(p string) bool {
	switch {
	case (a.fixed || a.text != "") && strings.HasPrefix(a.text, p), a.isWhole(p):
		return true
	case a.fixed:
		return false
	case a.text != "":
		return strings.HasPrefix(a.input.JSON(), p)
	}
	_, complete := wire.ParseText(p)
	return !complete && compare.Begins(p, a.input)
}

// seenText is what the stream alone tells about the arguments of a call: enough
// to see that chunks and wholes contradict each other.
type seenText struct {
	chunks strings.Builder
	// partial is the longest `parameters` that is no JSON, and so must be a prefix of
	// the argument text.
	partial string
	// object is the last `parameters` that is a JSON object, and so must be equal to
	// the whole.
	object wire.Value
	broken bool
}

func (s *seenText) piece(p string) { s.chunks.WriteString(p) }

// whole takes a `parameters`; false where it cannot belong to the same text as
// what came before.
func (s *seenText) whole(p string) bool {
	if s.broken {
		return true
	}
	if v, ok := wire.ParseText(p); ok {
		if v.IsObject() && s.object.IsObject() && !wire.Equal(v, s.object) {
			s.broken = true
		}
		if v.IsObject() {
			s.object = v
		}
		return !s.broken
	}
	switch {
	case strings.HasPrefix(p, s.partial):
		s.partial = p
	case !strings.HasPrefix(s.partial, p):
		s.broken = true
	}
	return !s.broken
}

// agrees tells, at the end of a success, whether chunks and wholes are of one text.
// Last is the `parameters` of the end, if it carries one.
func (s *seenText) agrees(last wire.Value) bool {
	text := s.chunks.String()
	switch {
	case s.broken:
		return true // told already
	case text != "":
		return strings.HasPrefix(text, s.partial) && (!s.object.IsObject() || jsonEqual(s.object, text)) &&
			(!last.IsString() || last.Text() == text || bothEmpty(last.Text(), text) || sameJSON(last.Text(), text))
	case last.IsString():
		if _, ok := wire.ParseText(last.Text()); !ok {
			return strings.HasPrefix(last.Text(), s.partial) && !s.object.IsObject()
		}
	}
	return true
}

func sameJSON(a, b string) bool {
	v, ok := wire.ParseText(a)
	return ok && jsonEqual(v, b)
}

// bothEmpty: no arguments, told as no text or as {}.
func bothEmpty(a, b string) bool {
	empty := func(s string) bool { s = strings.TrimSpace(s); return s == "" || s == "{}" }
	return empty(a) && empty(b)
}
