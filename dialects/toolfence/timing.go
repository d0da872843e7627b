package toolfence

import (
	"bytes"
	"sort"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// timing says how many chunks must have been fed for an offset of the document to
// have been seen.
type timing struct {
	ends  []int // offset behind each chunk
	lines []int // offset behind each line
	total int
}

func newTiming(c *dialect.Case, doc *composed) *timing {
	data := doc.bytes()
	cuts := c.Chunks
	if cuts == nil {
		cuts = reads(data, doc.ending())
	}
	t := &timing{}
	at := 0
	for _, piece := range wire.Cut(data, cuts) {
		at += len(piece)
		t.ends = append(t.ends, at)
	}
	t.total = len(t.ends)
	t.lines = lineCuts(data, lf)
	if bytes.HasSuffix(data, []byte(lf)) {
		t.lines = append(t.lines, len(data))
	}
	return t
}

// fed is the number of chunks that bring the document up to this offset.
func (t *timing) fed(offset int) int {
	return min(sort.SearchInts(t.ends, offset)+1, t.total)
}

// nextLine is the number of chunks that complete the line after the one that the
// offset ends in; all of them where there is none.
func (t *timing) nextLine(offset int) int {
	i := sort.SearchInts(t.lines, offset) + 1
	if i >= len(t.lines) {
		return t.total
	}
	return t.fed(t.lines[i])
}
