package stageevents

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

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
	if v, ok := parsed(p); ok {
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
		if _, ok := parsed(last.Text()); !ok {
			return strings.HasPrefix(last.Text(), s.partial) && !s.object.IsObject()
		}
	}
	return true
}

func sameJSON(a, b string) bool {
	v, ok := parsed(a)
	return ok && jsonEqual(v, b)
}

// bothEmpty: no arguments, told as no text or as {}.
func bothEmpty(a, b string) bool {
	empty := func(s string) bool { s = strings.TrimSpace(s); return s == "" || s == "{}" }
	return empty(a) && empty(b)
}
