// Package check judges recorded or live traffic by the rules of its producer, in
// constant memory: bytes in, findings out as soon as they are certain.
package check

import (
	"errors"
	"fmt"
	"io"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Options say what is known about the traffic.
type Options struct {
	// Dialect and Encoding; "" means that they are detected.
	Dialect, Encoding string
	// Transcript is what the stream was made from, where it is known.
	Transcript *transcript.Transcript
	// Sides are the producers that can be checked.
	Sides []*dialect.Side
	// Found is called for every finding, when it is certain.
	Found func(Found)
	// Answer is set where the stream is a server's answer that is read to its end: then how it
	// stands in bytes is judged, too.
	Answer *Answer
	// Each, where set, is called for every event.
	Each func(wire.Value)
}

// Found is a finding and its place.
type Found struct {
	requirement.Finding
	// Line from 1, Offset in bytes from 0: where the event begins.
	Line   int
	Offset int64
}

// Summary is what was read.
type Summary struct {
	Dialect, Encoding string
	Events            int
	Bytes             int64
	// Seen are the requirements that the stream could have broken.
	Seen []string
	// Notes say what the checker no longer judges, past its stated limits.
	Notes []string
	// Done: the stream had its end marker; what follows was not read, but of an Answer.
	Done bool
	// Cut: the reader said so.
	Cut bool
}

// Error says why traffic cannot be judged, or not to its end, and where.
type Error struct {
	Line   int
	Offset int64
	Reason string
}

func (e *Error) Error() string {
	return fmt.Sprintf("line %d, byte %d: %s", e.Line, e.Offset, e.Reason)
}

// LineLimit bounds a line, and an event of several, in bytes: longer ones are
// errors, not events.
const LineLimit = 20 << 20

const readSize = 64 << 10

// Stream judges one stream. The error is an *Error where the traffic is at fault.
func Stream(r io.Reader, o Options) (Summary, error) {
	head, ended, err := readHead(r, o)
	if err != nil {
		return Summary{}, err
	}
	s := &stream{Options: o, format: head.format}
	s.summary.Encoding = head.format
	if o.Dialect != "" {
		if err := s.begin(o.Dialect); err != nil {
			return s.summary, err
		}
	}
	err = s.pump(r, head, ended)
	switch {
	case errors.Is(err, ErrCut):
		s.summary.Cut = true
		s.tell()
		return s.summary, nil
	case err != nil:
		return s.summary, err
	}
	return s.summary, s.end()
}

// pump feeds the head and then whatever the reader gives.
func (s *stream) pump(r io.Reader, head headOf, ended bool) error {
	s.offset, s.line = int64(head.skip), head.lines
	if err := s.feed(head.data[head.skip:]); err != nil || s.over() {
		return err
	}
	buf := make([]byte, readSize)
	for !ended && !s.over() {
		n, err := r.Read(buf)
		if ferr := s.feed(buf[:n]); ferr != nil {
			return ferr
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("reading at byte %d: %w", s.summary.Bytes, err)
		}
	}
	return nil
}

// stream is the state of one check.
type stream struct {
	Options
	// body is an answer so far; nil once it is longer than its limit.
	body    []byte
	long    bool
	format  string
	checker dialect.Checker
	decoder *wire.Decoder
	lines   *lineCutter
	summary Summary
	// offset and line of what came before the first event (HTTP headers).
	offset int64
	line   int
	// early are events that came before the dialect was known.
	early []place
}

// place is an event with where it stands.
type place struct {
	event  wire.Value
	line   int
	offset int64
}

func (s *stream) begin(name string) error {
	for _, side := range s.Sides {
		if side.Dialect == name && side.Check != nil {
			s.summary.Dialect = name
			s.checker = side.Check(dialect.CheckOptions{Transcript: s.Transcript, Bytes: s.Answer != nil})
			return nil
		}
	}
	return &Error{Line: 1, Reason: fmt.Sprintf("there is no producer of %s to check; there are %s", name, names(s.Sides))}
}

func names(sides []*dialect.Side) string {
	text := ""
	for _, side := range sides {
		if side.Check != nil {
			if text != "" {
				text += ", "
			}
			text += side.Dialect
		}
	}
	return text
}

func (s *stream) feed(b []byte) error {
	s.summary.Bytes += int64(len(b))
	s.keep(b)
	if s.summary.Done {
		return nil
	}
	if s.format == Markdown {
		return s.feedMarkdown(b)
	}
	if s.decoder == nil {
		s.decoder = wire.NewDecoder(s.format, LineLimit)
	}
	for _, f := range s.decoder.Feed(b) {
		if err := s.frame(f); err != nil || s.summary.Done {
			return err
		}
	}
	if line, offset, yes := s.decoder.Overlong(); yes {
		return tooLong(line+s.line, offset+s.offset)
	}
	return nil
}

func tooLong(line int, offset int64) error {
	return &Error{line, offset, fmt.Sprintf("a line or event longer than %d MiB begins here: it can't be judged, nor what follows",
		LineLimit>>20)}
}

func (s *stream) frame(f wire.Frame) error {
	at := place{line: f.Line + s.line, offset: f.Offset + s.offset}
	switch {
	case f.Err != nil:
		return tooLong(at.line, at.offset)
	case s.format == wire.SSE && f.Done():
		s.summary.Done = true
		return nil
	case s.format == wire.SSE && len(f.Data) == 0:
		return nil // a heartbeat
	}
	v, err := wire.Parse(f.Data)
	if err != nil {
		v = wire.Str(string(f.Data)) // no object: the dialect's schema rule says so
	}
	at.event = v
	return s.event(at)
}

// event gives an event to the checker, once the dialect is known.
func (s *stream) event(p place) error {
	if s.checker != nil {
		if s.Dialect == "" && s.foreign(p.event) {
			return &Error{p.line, p.offset, fmt.Sprintf("an event of another dialect (%s) in a stream of %s", s.dialectOf(p.event),
				s.summary.Dialect)}
		}
		s.judge(p)
		return nil
	}
	name := s.dialectOf(p.event)
	if name == "" {
		return s.hold(p)
	}
	if err := s.begin(name); err != nil {
		return err
	}
	for _, early := range s.early {
		s.judge(early)
	}
	s.early = nil
	s.judge(p)
	return nil
}

// maxEarly bounds what is held until the dialect is known.
const maxEarly = 256

func (s *stream) hold(p place) error {
	s.early = append(s.early, p)
	if len(s.early) > maxEarly {
		return s.unknownDialect()
	}
	return nil
}

func (s *stream) unknownDialect() error {
	first := place{line: 1}
	seen := "no event"
	if len(s.early) > 0 {
		first = s.early[0]
		seen = "the first is " + clip(first.event.JSON())
	}
	return &Error{first.line, first.offset, fmt.Sprintf("no event tells its dialect (%s); say --dialect, one of %s", seen, names(s.Sides))}
}

func clip(s string) string {
	if len(s) > 120 {
		return s[:120] + "…"
	}
	return s
}

func (s *stream) judge(p place) {
	s.summary.Events++
	if s.Each != nil {
		s.Each(p.event)
	}
	for _, f := range s.checker.Event(p.event) {
		s.Found(Found{Finding: f, Line: p.line, Offset: p.offset})
	}
}

// end judges what is certain only now. A recording that ends inside a frame is cut
// off, so what is merely missing is no finding.
func (s *stream) end() error {
	if s.format == Markdown {
		s.endMarkdown()
	} else if err := s.endFrames(); err != nil {
		return err
	}
	if s.checker == nil {
		return s.unknownDialect()
	}
	s.tellBytes()
	for _, f := range s.checker.End() {
		s.Found(Found{Finding: f, Line: s.lastLine(), Offset: s.summary.Bytes})
	}
	s.tell()
	return nil
}

// tell says what was judged.
func (s *stream) tell() {
	if s.checker == nil {
		return
	}
	s.summary.Seen = s.checker.Seen()
	if noter, ok := s.checker.(dialect.Noter); ok {
		s.summary.Notes = noter.Notes()
	}
}

func (s *stream) endFrames() error {
	if s.decoder == nil || s.summary.Done {
		return nil
	}
	for _, f := range s.decoder.Close() {
		if s.Answer != nil && f.Done() {
			s.summary.Done = true
			continue
		}
		if f.Err == nil && len(f.Data) > 0 {
			if _, err := wire.Parse(f.Data); err == nil {
				if err := s.frame(f); err != nil { // whole but for its line ends
					return err
				}
				continue
			}
		}
		if len(f.Data) == 0 && f.Err == nil {
			continue
		}
		return &Error{f.Line + s.line, f.Offset + s.offset,
			"the recording ends inside an event: it is truncated, and what is missing can't be judged"}
	}
	return nil
}
