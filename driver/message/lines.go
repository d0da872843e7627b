package message

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// ErrLineTooLong is the error of a line beyond the limit; the reader stops there.
var ErrLineTooLong = errors.New("the line is longer than the limit")

// LineReader reads lines up to a limit.
type LineReader struct {
	r     *bufio.Reader
	limit int64
	long  []byte
}

// NewLineReader reads lines of at most so many bytes.
func NewLineReader(r io.Reader, limit int64) *LineReader {
	return &LineReader{r: bufio.NewReaderSize(r, 64<<10), limit: limit}
}

// Next is the next line without its ending, valid until the next call. With an
// error comes what there is of the line; at the end of the input it is io.EOF.
func (l *LineReader) Next() ([]byte, error) {
	l.long = nil
	for {
		piece, err := l.r.ReadSlice('\n')
		if err == nil && l.long == nil {
			return piece[:len(piece)-1], nil
		}
		if int64(len(l.long)+len(piece)) > l.limit {
			return append(l.long, piece[:l.limit-int64(len(l.long))]...), ErrLineTooLong
		}
		l.long = append(l.long, piece...)
		if err == nil {
			return l.long[:len(l.long)-1], nil
		}
		if err != bufio.ErrBufferFull {
			return l.long, err
		}
	}
}

// More tells whether the next line has already arrived.
func (l *LineReader) More() bool {
	b, _ := l.r.Peek(l.r.Buffered())
	return bytes.IndexByte(b, '\n') >= 0
}
