package toolfence

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/wire"
)

// A short document comes line by line, a long one in a hundred chunks at most, each
// ending with a line.
func TestReadsOfADocument(t *testing.T) {
	for _, c := range []struct{ lines, least, most int }{{1, 1, 1}, {3, 3, 3}, {100, 100, 100}, {101, 50, 100}, {250, 80, 100}, {9999, 90, 100}} {
		written := strings.Repeat("a line\n", c.lines)
		chunks, err := wire.InputChunks((&document{segments: []segment{text(written)}}).Input("", nil))
		if err != nil || len(chunks) < c.least || len(chunks) > c.most {
			t.Errorf("%d lines come in %d chunks (%v), %d to %d were expected", c.lines, len(chunks), err, c.least, c.most)
		}
		var all strings.Builder
		for _, chunk := range chunks {
			if !strings.HasSuffix(string(chunk), "\n") {
				t.Errorf("%d lines: the chunk %q ends inside a line", c.lines, chunk)
			}
			all.Write(chunk)
		}
		if all.String() != written {
			t.Errorf("%d lines: the chunks are not the document", c.lines)
		}
	}
}
