package check

import (
	"errors"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Answer is what is known of a server's answer.
type Answer struct {
	// Headers that it had, an object; absent where nobody knows.
	Headers wire.Value
	// Limit is up to how many bytes the stream is held to be judged in bytes.
	Limit int
}

// ErrCut is what a reader returns where a stream was cut off: what is merely missing then is
// no finding.
var ErrCut = errors.New("the stream was cut off")

// over: nothing that follows is looked at.
func (s *stream) over() bool { return s.summary.Done && s.Answer == nil }

// keep holds an answer's bytes, up to its limit.
func (s *stream) keep(b []byte) {
	if s.Answer == nil || s.long {
		return
	}
	if s.long = len(s.body)+len(b) > s.Answer.Limit; s.long {
		s.body = nil
		return
	}
	s.body = append(s.body, b...)
}

// tellBytes tells the checker how an answer stood in bytes.
func (s *stream) tellBytes() {
	if c, ok := s.checker.(dialect.ByteChecker); ok && s.Answer != nil && !s.long {
		c.Bytes(string(s.body), s.Answer.Headers)
	}
}
