package framing

import (
	"bytes"
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// place is a position in a frame's bytes; -1 where the frame has none.
type place struct {
	slug, title string
	in          func(frame []byte) int
	// once: also where one frame only is cut.
	once bool
}

// places are where a read may end inside a frame: in what frames it, and in its JSON.
func places(named bool) []place {
	first := "inside the word data"
	if named {
		first = "inside the word event"
	}
	body := func(f func(json []byte) int) func([]byte) int {
		return func(frame []byte) int {
			at := bytes.IndexByte(frame, '{')
			if at < 0 {
				return -1 // the end marker
			}
			n := f(bytes.TrimRight(frame[at:], "\n"))
			if n < 0 {
				return -1
			}
			return at + n
		}
	}
	behind := func(mark string, more int) func([]byte) int {
		return body(func(json []byte) int {
			if at := bytes.Index(json, []byte(mark)); at >= 0 {
				return at + more
			}
			return -1
		})
	}
	whole := func(less int) func([]byte) int {
		return body(func(json []byte) int { return len(json) - less })
	}
	return []place{
		{"in-field-name", first, func([]byte) int { return 2 }, false},
		{"behind-field-name", "before the colon of data", func(f []byte) int { return bytes.Index(f, []byte("data:")) + 4 }, false},
		{"behind-colon", "behind the colon of data", func(f []byte) int { return bytes.Index(f, []byte("data:")) + 5 }, false},
		{"between-line-ends", "between the two line ends of an event", func(f []byte) int { return len(f) - 1 }, false},
		{"behind-brace", "behind the opening brace", body(func([]byte) int { return 1 }), false},
		{"in-member-name", "inside a member's name", body(func([]byte) int { return 3 }), true},
		{"behind-member-name", "before the colon of a member", body(func(json []byte) int { return bytes.IndexByte(json, ':') }), false},
		{"in-string", "inside a string", behind(`":"`, 5), true},
		{"in-escape", "inside an escape", behind(`\`, 1), true},
		{"in-unicode-escape", "inside a \\u escape", behind(`\u`, 4), false},
		{"between-surrogates", "between the two halves of a surrogate pair", behind(`\ud8`, 6), false},
		{"before-last-brace", "before the last brace", whole(1), false},
		{"before-line-end", "before the line end", whole(0), true},
	}
}

// cuts let every read end at one place inside a frame, so that it holds the end of a
// frame and the beginning of the next; then reads of every size (FRAME-08).
func (m *maker) cuts(encoding string) {
	data := []byte(wire.SpelledOut(string(m.base.(dialect.Wired).Bytes(encoding)), ""))
	frames := framesOf(encoding, data)
	onePiece := func(c *dialect.Case, _ *Script) { c.Control.Chunks = []int{} }
	for _, p := range places(m.form.Named)[framingPlaces(encoding):] {
		var at []int
		start := 0
		for _, f := range frames {
			if n := p.in(f); n > 0 {
				at = append(at, start+n)
			}
			start += len(f)
		}
		m.add("FRAME-08", "cut-"+p.slug, encoding, "Every read ends "+p.title+".", data, reads(wire.Cut(data, at)), onePiece)
		if p.once {
			middle := at[len(at)/2 : len(at)/2+1]
			m.add("FRAME-08", "cut-once-"+p.slug, encoding, "Two reads, the first of which ends "+p.title+".", data,
				reads(wire.Cut(data, middle)), onePiece)
		}
	}
	m.sizes(encoding)
}

// framingPlaces is how many of the places only SSE has.
func framingPlaces(encoding string) int {
	if encoding == wire.SSE {
		return 0
	}
	return 4
}

// sizes are reads of several letters up to several frames.
func (m *maker) sizes(encoding string) {
	data := m.base.(dialect.Wired).Bytes(encoding)
	for _, n := range []int{37, 150, 400} {
		m.add("FRAME-08", fmt.Sprintf("reads-of-%d", n), encoding, fmt.Sprintf("Every read brings %d bytes.", n), data,
			reads(every(data, n)),
			func(c *dialect.Case, _ *Script) { c.Control.Chunks = []int{} })
	}
}

// framesOf are the frames of a plain stream, each with its line ends.
func framesOf(encoding string, data []byte) [][]byte {
	end := "\n"
	if encoding == wire.SSE {
		end = "\n\n"
	}
	var frames [][]byte
	for f := range bytes.SplitAfterSeq(data, []byte(end)) {
		if len(f) > 0 {
			frames = append(frames, f)
		}
	}
	return frames
}

// inSmallReads cuts the bytes into reads of n, once they are made; the control, which
// has no long line, too.
func (m *maker) inSmallReads(n int) func(*dialect.Case, *Script) {
	return func(c *dialect.Case, s *Script) {
		s.Cuts = every(s.Wire(), n)
		size := len(m.base.(dialect.Wired).Bytes(c.Encoding))
		for at := n; at < size; at += n {
			c.Control.Chunks = append(c.Control.Chunks, at)
		}
	}
}

// longLines are lines beyond a buffer that arrive in many small reads (FRAME-09). Not in more of them: who searches all that
// is held at every read is slow, and right.
func (m *maker) longLines(encoding string) {
	m.add("FRAME-09", "line-80k-small-reads", encoding, "One line is longer than 64 KiB and arrives in reads of 64 bytes.", nil,
		m.padded(80<<10), m.inSmallReads(64))
	m.add("FRAME-09", "line-80k-packets", encoding, "One line is longer than 64 KiB and arrives in reads of 1,400 bytes.", nil,
		m.padded(80<<10), m.inSmallReads(1400))
	m.add("FRAME-09", "line-8k-byte-by-byte", encoding, "One line has 8 KiB and arrives byte by byte.", nil, m.padded(8<<10),
		m.inSmallReads(1))
}
