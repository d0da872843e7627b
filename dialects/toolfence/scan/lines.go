package scan

import "bytes"

// Lines cuts what comes in pieces into lines, each with its ending.
type Lines struct {
	// LoneCR: a CR by itself ends a line, too.
	LoneCR bool
	// Buffer is what has come of the line that is read, and behind it; Pieced: it came in several pieces.
	Buffer []byte
	Pieced bool

	searched int // bytes of the buffer without a line ending
}

// Feed takes the next piece, and hands out every line that it completes.
func (l *Lines) Feed(piece []byte, read func(line []byte)) {
	l.Buffer = append(l.Buffer, piece...)
	start := 0
	for {
		from := max(start, l.searched)
		end := l.end(l.Buffer[from:], false)
		if end < 0 {
			break
		}
		l.Pieced = start == 0 && len(l.Buffer) > len(piece)
		read(l.Buffer[start : from+end])
		start, l.searched = from+end, from+end
	}
	l.Buffer = append(l.Buffer[:0], l.Buffer[start:]...)
	l.searched = len(l.Buffer)
	if l.LoneCR && bytes.HasSuffix(l.Buffer, []byte("\r")) {
		l.searched--
	}
}

// Rest hands out what is left at the end of input.
func (l *Lines) Rest(read func(line []byte)) {
	for len(l.Buffer) > 0 {
		end := l.end(l.Buffer, true)
		if end < 0 {
			end = len(l.Buffer)
		}
		line := l.Buffer[:end]
		l.Buffer = l.Buffer[end:]
		read(line)
	}
}

// end is the offset behind the first line ending, -1 where there is none yet.
func (l *Lines) end(b []byte, last bool) int {
	at := bytes.IndexByte(b, '\n')
	if !l.LoneCR {
		return at + min(1, at+1)
	}
	feed := at
	if at < 0 {
		feed = len(b)
	}
	if ret := bytes.IndexByte(b[:feed], '\r'); ret >= 0 && (ret+1 != feed || at < 0 && last) {
		return ret + 1
	}
	return at + min(1, at+1)
}
