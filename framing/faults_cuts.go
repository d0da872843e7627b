package framing

import (
	"bytes"
	"slices"

	"github.com/toolconform/conform/wire"
)

// cuts are readers that go wrong where a read ends inside a frame.
func (f *planter) cuts() {
	f.plant("FRAME-08/two-reads", "loses a frame that came in exactly two reads", wherePieces(func(n int) bool { return n == 2 }))
	if !f.opened { // there the name of the event stands first, and that it is lost changes nothing
		f.plant("FRAME-08/name-behind-frame", "loses the beginning of a field name behind a whole event of the same read",
			tails(func(tail []byte) bool {
				return len(tail) > 0 && bytes.HasPrefix([]byte("data"), tail)
			}))
		f.also("META-01")
	}
	f.plant("FRAME-08/tail-in-escape", "loses a frame's beginning where it ends inside an escape", tails(func(tail []byte) bool {
		return len(tail) > 20 && bytes.HasSuffix(tail, []byte(`\`)) && !bytes.HasSuffix(tail, []byte(`\\`))
	}))
	f.plant("FRAME-08/whole-json-is-whole", "takes a frame for complete as soon as its JSON is, and its line end for another frame",
		func(encoding string, reads [][]byte) [][]byte {
			for i, r := range reads {
				if len(r) > 20 && bytes.HasSuffix(r, []byte("}")) && i+1 < len(reads) {
					return append(append(append([][]byte{}, reads[:i+1]...), []byte("\n{\n\n")), reads[i+2:]...)
				}
			}
			return reads
		})
	f.also("META-01")
	f.plant("FRAME-01/cr-remembered", "loses an LF that begins a read, once a read ended in CR", remembersCR)
	f.plant("FRAME-08/crlf-ends-twice", "takes a CRLF that ends a read for two line ends", betweenReads(func(before, _, _ []byte) bool {
		return bytes.HasSuffix(before, []byte("\r\n"))
	}))
	f.plant("FRAME-08/cr-forgotten", "takes CR and LF for two line ends where an empty read stands between them",
		betweenReads(func(before, read, after []byte) bool {
			return bytes.HasSuffix(before, []byte("\r")) && len(read) == 0 && bytes.HasPrefix(after, []byte("\n"))
		}))
}

// remembersCR never forgets that a read ended in CR.
func remembersCR(encoding string, reads [][]byte) [][]byte {
	out := slices.Clone(reads)
	seen := false
	for i, r := range out {
		if seen && encoding == wire.SSE {
			out[i] = bytes.TrimPrefix(r, []byte("\n"))
		}
		seen = seen || bytes.HasSuffix(r, []byte("\r"))
	}
	return out
}

// betweenReads ends a line more in SSE before each read where wrong says so.
func betweenReads(wrong func(before, read, after []byte) bool) rewrite {
	return func(encoding string, reads [][]byte) [][]byte {
		out := slices.Clone(reads)
		for i := 1; i+1 < len(out) && encoding == wire.SSE; i++ {
			if wrong(reads[i-1], reads[i], reads[i+1]) {
				out[i] = append([]byte("\n"), reads[i]...)
			}
		}
		return out
	}
}

// wherePieces drops the frames that came in so many reads.
func wherePieces(lost func(n int) bool) rewrite {
	return func(encoding string, reads [][]byte) [][]byte {
		data := bytes.Join(reads, nil)
		var ends []int
		at := 0
		for _, r := range reads {
			at += len(r)
			ends = append(ends, at)
		}
		var kept []byte
		start, read := 0, 0
		for _, frame := range framesOf(encoding, data) {
			for read < len(ends) && ends[read] <= start {
				read++
			}
			n := 1
			for k := read; k < len(ends) && ends[k] < start+len(frame); k++ {
				n++
			}
			if !lost(n) {
				kept = append(kept, frame...)
			}
			start += len(frame)
		}
		return [][]byte{kept}
	}
}

// tails loses what stands behind the last line end of a read that holds a whole
// frame.
func tails(lost func(tail []byte) bool) rewrite {
	return func(encoding string, reads [][]byte) [][]byte {
		end := []byte("\n")
		if encoding == wire.SSE {
			end = []byte("\n\n")
		}
		out := make([][]byte, len(reads))
		for i, r := range reads {
			out[i] = r
			if at := bytes.LastIndex(r, end); at >= 0 && lost(r[at+len(end):]) {
				out[i] = r[:at+len(end)]
			}
		}
		return out
	}
}

// carried stops where more than so many bytes are carried from read to read.
func carried(limit int) rewrite {
	return func(_ string, reads [][]byte) [][]byte {
		held := 0
		for i, r := range reads {
			if at := bytes.LastIndexByte(r, '\n'); at >= 0 {
				held = len(r) - at - 1
			} else {
				held += len(r)
			}
			if held > limit && i+1 < len(reads) {
				return reads[:i]
			}
		}
		return reads
	}
}

// manyReads stops where a line comes in more than so many reads.
func manyReads(limit int) rewrite {
	return func(_ string, reads [][]byte) [][]byte {
		n := 0
		for i, r := range reads {
			if n++; bytes.IndexByte(r, '\n') >= 0 {
				n = 0
			}
			if n > limit {
				return reads[:i]
			}
		}
		return reads
	}
}
