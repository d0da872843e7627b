package check

import (
	"bytes"

	"github.com/toolconform/conform/wire"
)

// lineCutter gives markdown to its checker a line at a time, so that findings
// have a line; longer lines come in pieces.
type lineCutter struct {
	rest []byte
	line int
	at   int64
	// given is how much of the line has gone out.
	given int
}

const pieceSize = 64 << 10

func (s *stream) feedMarkdown(b []byte) error {
	if s.checker == nil {
		if err := s.begin(s.textDialect()); err != nil {
			return err
		}
	}
	if s.lines == nil {
		s.lines = &lineCutter{line: 1 + s.line, at: s.offset}
	}
	for len(b) > 0 {
		end := bytes.IndexByte(b, '\n') + 1
		if end == 0 {
			end = len(b)
		}
		s.lines.rest = append(s.lines.rest, b[:end]...)
		b = b[end:]
		if n := len(s.lines.rest); s.lines.rest[n-1] == '\n' || n >= pieceSize {
			s.giveLine()
		}
		if s.lines.given > LineLimit {
			return tooLong(s.lines.line, s.lines.at-int64(s.lines.given))
		}
	}
	return nil
}

// textDialect is the first dialect whose wire is text.
func (s *stream) textDialect() string {
	for _, side := range s.Sides {
		if side.Text != nil {
			return side.Dialect
		}
	}
	return Markdown // begin says that there is none
}

func (s *stream) giveLine() {
	text := string(s.lines.rest)
	s.lines.rest = s.lines.rest[:0]
	for _, f := range s.checker.Event(wire.Str(text)) {
		s.Found(Found{Finding: f, Line: s.lines.line, Offset: s.lines.at})
	}
	s.lines.at += int64(len(text))
	s.lines.given += len(text)
	if text[len(text)-1] == '\n' {
		s.lines.line++
		s.lines.given = 0
		s.summary.Events++
	}
}

func (s *stream) endMarkdown() {
	if s.lines != nil && len(s.lines.rest) > 0 {
		s.giveLine()
	}
}

func (s *stream) lastLine() int {
	if s.lines != nil {
		return s.lines.line
	}
	return s.line + 1 + s.summary.Events
}
