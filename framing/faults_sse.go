package framing

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/toolconform/conform/wire"
)

// dataLines are faults in what is made of the lines of one event.
func (f *planter) dataLines() {
	f.plant("FRAME-04/joined-by-nothing", "joins data lines without a line end", eachBlock(joinedByNothing))
	f.plant("FRAME-05/comment-dispatches", "takes a comment behind data for the end of the event", eachBlock(func(lines []string) []string {
		var out []string
		for i, l := range lines {
			if strings.HasPrefix(l, ":") && i > 0 && strings.HasPrefix(lines[i-1], "data") {
				l = ""
			}
			out = append(out, l)
		}
		return out
	}))
	f.plant("FRAME-05/retry-forgets", "forgets the data before a retry", forgets("retry:"))
	f.plant("FRAME-05/id-forgets", "forgets the data before an id", forgets("id:"))
	f.plant("FRAME-05/unknown-forgets", "forgets the data before an unknown field", forgets("foo:"))
	f.plant("FRAME-04/empty-first", "takes an empty first data line for all of the event", eachBlock(func(lines []string) []string {
		first := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "data") })
		if first >= 0 && lines[first] == "data:" {
			return lines[:first+1]
		}
		return lines
	}))
	f.plant("FRAME-07/error-forgets", "forgets the data before an event field that says error", forgets("event: error"))
}

// eachBlock changes the lines of every event of an SSE stream that ends its lines
// in LF.
func eachBlock(change func(lines []string) []string) rewrite {
	return whole(wire.SSE, func(s string) string {
		blocks := strings.Split(s, "\n\n")
		for i, block := range blocks {
			blocks[i] = strings.Join(change(strings.Split(block, "\n")), "\n")
		}
		return strings.Join(blocks, "\n\n")
	})
}

// forgets drops what stands before a line that begins so.
func forgets(mark string) rewrite {
	return eachBlock(func(lines []string) []string {
		for i := len(lines) - 1; i > 0; i-- {
			if strings.HasPrefix(lines[i], mark) {
				return lines[i:]
			}
		}
		return lines
	})
}

func joinedByNothing(lines []string) []string {
	var out []string
	for _, l := range lines {
		piece, isData := strings.CutPrefix(l, "data: ")
		last := len(out) - 1
		if isData && last >= 0 && strings.HasPrefix(out[last], "data: ") && !strings.Contains(out[last]+l, "\r") {
			out[last] += piece
			continue
		}
		out = append(out, l)
	}
	return out
}

// markers are faults in what is taken for the end of the stream.
func (f *planter) markers() {
	f.plant("FRAME-12/blank-ends", "stops at a frame of blanks and says nothing", func(encoding string, reads [][]byte) [][]byte {
		return [][]byte{keepFrames(encoding, reads,
			func(f wire.Frame) bool { return len(f.Data) > 0 && len(bytes.TrimSpace(f.Data)) == 0 })}
	})
	f.plant("FRAME-13/trimmed", "takes [DONE] with blanks around it for the end", sseLines(func(l string) string {
		if data, ok := strings.CutPrefix(l, "data:"); ok && strings.TrimSpace(data) == wire.DoneMarker {
			return "data: " + wire.DoneMarker
		}
		return l
	}))
	f.plant("FRAME-13/quoted", "takes [DONE] in quotes for the end", sseLines(func(l string) string {
		if l == `data: "`+wire.DoneMarker+`"` {
			return "data: " + wire.DoneMarker
		}
		return l
	}))
}

// spelling are faults in how JSON is spelled for a reader that looks at its text.
func (f *planter) spelling() {
	f.plant("FRAME-03/brace-needed", "drops data with a blank before its brace", sseLines(func(l string) string {
		data, ok := strings.CutPrefix(l, "data:")
		data = strings.TrimPrefix(data, " ")
		if bare := strings.TrimLeft(data, " \t"); ok && bare != data && strings.HasPrefix(bare, "{") {
			return "\x00"
		}
		return l
	}))
	f.plant("FRAME-07/tight-only", "drops events with a blank before a colon", whole(wire.SSE, func(s string) string {
		return dropBlocks(s, func(block string) bool { return strings.Contains(block, `" :`) })
	}))
	f.plant("FRAME-07/raw-names", "takes escapes in the names of members as they are written", whole(wire.SSE, func(s string) string {
		return escapedName.ReplaceAllString(s, `"\$1`)
	}))
}

var escapedName = regexp.MustCompile(`"(\\u00[0-9a-f]{2}\w*":)`)

// greedyCR waits for an LF behind a CR for ever: from the first CR on the LF that begins a line is lost.
func greedyCR(s string) string {
	var b strings.Builder
	seen, begins := false, false
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\r':
			seen, begins = true, true
			b.WriteByte('\n')
		case c == '\n' && seen && begins:
			begins = false
		default:
			begins = c == '\n'
			b.WriteByte(c)
		}
	}
	return b.String()
}
