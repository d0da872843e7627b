package driver

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// errLineTooLong is the error of a line beyond the limit; the reader stops there.
var errLineTooLong = errors.New("the line is longer than the limit")

// lineReader reads lines up to a limit.
type lineReader struct {
	r     *bufio.Reader
	limit int64
	long  []byte
}

func newLineReader(r io.Reader, limit int64) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 64<<10), limit: limit}
}

// next is the next line without its ending, valid until the next call. With an
// error comes what there is of the line; at the end of the input it is io.EOF.
func (l *lineReader) next() ([]byte, error) {
	l.long = nil
	for {
		piece, err := l.r.ReadSlice('\n')
		if err == nil && l.long == nil {
			return piece[:len(piece)-1], nil
		}
		if int64(len(l.long)+len(piece)) > l.limit {
			return append(l.long, piece[:l.limit-int64(len(l.long))]...), errLineTooLong
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

// more tells whether the next line has already arrived.
func (l *lineReader) more() bool {
	b, _ := l.r.Peek(l.r.Buffered())
	return bytes.IndexByte(b, '\n') >= 0
}
