package wire

import (
	"bytes"
	"errors"
)

// The encodings of events.
const (
	Events = "events" // decoded JSON, no bytes on the wire
	SSE    = "sse"    // WHATWG server-sent events
	NDJSON = "ndjson" // one JSON value a line
)

// DoneMarker is the data of the SSE frame that ends a stream.
const DoneMarker = "[DONE]"

// ErrLineTooLong is the error of a frame that passed the decoder's limit. The
// decoder skips the rest of its line and goes on.
var ErrLineTooLong = errors.New("the line or event is longer than the limit")

// Frame is one event as it stood on the wire.
type Frame struct {
	// Data is the line (ndjson) or the joined data lines (sse).
	Data []byte
	// Event is the SSE event field, "" where there was none.
	Event string
	// Line (from 1) and Offset (bytes, from 0) are where the frame begins.
	Line   int
	Offset int64
	// Partial: the input ended before the frame did.
	Partial bool
	// Err is ErrLineTooLong where the frame was not read.
	Err error
}

// Done tells whether the frame is the exact end marker of an SSE stream.
func (f Frame) Done() bool { return string(f.Data) == DoneMarker }

// Decoder cuts pushed bytes into frames. Reads may end anywhere.
type Decoder struct {
	sse   bool
	limit int

	line     []byte // the line so far
	skipping bool   // the line passed the limit: drop the rest of it
	sawCR    bool   // an LF right now belongs to the CR before it
	started  bool   // the byte order mark has been looked for
	lineNo   int
	offset   int64 // of the next byte
	lineAt   int64 // of the first byte of the line

	frame   Frame // sse: the event so far
	hasData bool
	dropped bool // sse: a line of the event was too long
	out     []Frame
}

// NewDecoder makes a decoder for SSE or NDJSON. Lines longer than limit bytes, and
// events whose lines are together, give a frame with ErrLineTooLong; 0 means no limit.
func NewDecoder(encoding string, limit int) *Decoder {
	return &Decoder{sse: encoding == SSE, limit: limit, lineNo: 1}
}

// Feed takes the next bytes and returns the frames that they completed. The
// frames' data stays valid.
func (d *Decoder) Feed(chunk []byte) []Frame {
	d.out = nil
	for len(chunk) > 0 {
		chunk = d.step(chunk)
	}
	return d.out
}

// Overlong tells whether what is being read has passed the limit already, for those
// who do not want to wait for its end; and the line and offset where it began.
func (d *Decoder) Overlong() (line int, offset int64, yes bool) {
	if d.dropped && d.frame.Line > 0 {
		return d.frame.Line, d.frame.Offset, true
	}
	return d.lineNo, d.lineAt, d.skipping
}

// step takes bytes up to and including the next line ending.
func (d *Decoder) step(chunk []byte) []byte {
	if d.sawCR {
		d.sawCR = false
		if chunk[0] == '\n' {
			d.offset++
			d.lineAt = d.offset
			return chunk[1:]
		}
	}
	end := d.lineEnd(chunk)
	if end < 0 {
		d.keep(chunk)
		d.offset += int64(len(chunk))
		return nil
	}
	d.keep(chunk[:end])
	d.sawCR = chunk[end] == '\r'
	d.offset += int64(end) + 1
	d.endLine()
	d.lineNo++
	d.lineAt = d.offset
	return chunk[end+1:]
}

// lineEnd finds the next line ending: LF, and in SSE also CR.
func (d *Decoder) lineEnd(chunk []byte) int {
	lf := bytes.IndexByte(chunk, '\n')
	if !d.sse {
		return lf
	}
	if lf >= 0 {
		chunk = chunk[:lf]
	}
	if cr := bytes.IndexByte(chunk, '\r'); cr >= 0 {
		return cr
	}
	return lf
}

func (d *Decoder) keep(b []byte) {
	if d.skipping {
		return
	}
	if d.limit > 0 && len(d.line)+len(b) > d.limit {
		d.skipping, d.line = true, nil
		return
	}
	d.line = append(d.line, b...)
}

const byteOrderMark = "\xEF\xBB\xBF"

func (d *Decoder) endLine() {
	line := d.line
	if !d.started {
		d.started = true
		line = bytes.TrimPrefix(line, []byte(byteOrderMark))
	}
	if d.sse {
		d.field(line)
		d.line = d.line[:0] // a field has copied what it keeps
	} else {
		d.row(line)
		d.line = nil
	}
	d.skipping = false
}

func (d *Decoder) row(line []byte) {
	if d.skipping {
		d.out = append(d.out, Frame{Line: d.lineNo, Offset: d.lineAt, Err: ErrLineTooLong})
		return
	}
	line = bytes.TrimSuffix(line, []byte("\r"))
	if len(bytes.Trim(line, " \t")) == 0 {
		return
	}
	d.out = append(d.out, Frame{Data: line, Line: d.lineNo, Offset: d.lineAt})
}

// field takes one line of an SSE event (WHATWG HTML, 9.2.6).
func (d *Decoder) field(line []byte) {
	if d.skipping {
		d.begin()
		d.dropped = true
		return
	}
	if len(line) == 0 {
		d.dispatch(false)
		return
	}
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "data":
		d.begin()
		if d.hasData && !d.dropped {
			d.frame.Data = append(d.frame.Data, '\n')
		}
		d.hasData = true
		if d.limit > 0 && len(d.frame.Data)+len(value) > d.limit {
			d.dropped, d.frame.Data = true, nil
		}
		if !d.dropped {
			d.frame.Data = append(d.frame.Data, value...)
		}
	case "event":
		d.begin()
		d.frame.Event = string(value)
	}
}

// begin notes where the event starts.
func (d *Decoder) begin() {
	if d.frame.Line == 0 {
		d.frame.Line, d.frame.Offset = d.lineNo, d.lineAt
	}
}

func (d *Decoder) dispatch(partial bool) {
	f := d.frame
	f.Partial = partial
	switch {
	case d.dropped:
		f.Data, f.Err = nil, ErrLineTooLong
		d.out = append(d.out, f)
	case d.hasData:
		d.out = append(d.out, f)
	}
	d.frame, d.hasData, d.dropped = Frame{}, false, false
}

// Close returns the frame that the end of the input cut off, if any, marked
// Partial: whether it counts is the reader's choice (FRAME-11).
func (d *Decoder) Close() []Frame {
	d.out = nil
	if len(d.line) > 0 || d.skipping {
		d.endLine()
	}
	if d.sse {
		d.dispatch(true)
	}
	for i := range d.out {
		d.out[i].Partial = true
	}
	return d.out
}
