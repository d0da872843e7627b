package document

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
)

// Insert puts segments before the i-th.
func (d *Document) Insert(i int, s ...Segment) {
	d.Segments = slices.Insert(d.Segments, i, s...)
}

// Gap picks a place between segments that is not behind an open fence.
func (d *Document) Gap(pick dialect.Pick) int {
	n := len(d.Segments)
	if n > 0 && d.Segments[n-1].Open() {
		n--
	}
	return pick(n + 1)
}

// ManyLines tells whether some text has an LF inside, or one at its beginning that no
// fence stands before.
func (d *Document) ManyLines() bool {
	run, fenced := "", false
	for _, s := range append(slices.Clone(d.Segments), Segment{Kind: ToolSegment}) {
		if s.Kind == TextSegment {
			run += s.Text
			continue
		}
		run = strings.TrimRight(run, "\r\n")
		if fenced {
			run = strings.TrimLeft(run, "\r\n")
		}
		if strings.Contains(strings.ReplaceAll(run, CRLF, ""), LF) {
			return true
		}
		run, fenced = "", true
	}
	return false
}

// LooksLikeFence: not a well-formed tool fence, but something that a careless reader
// takes for one.
func (s *Segment) LooksLikeFence() bool {
	return s.Kind != TextSegment || strings.Contains(s.Text, "``") || strings.Contains(s.Text, "~~")
}

// IsBroken tells of a fence that is closed and holds no object.
func (s *Segment) IsBroken() bool { return s.Kind == BrokenSegment && !s.Style.Open }

// IsForeign: something that is no tool fence and looks like one.
func (s *Segment) IsForeign() bool {
	if s.Kind == BrokenSegment {
		return strings.Contains(s.Text, "```") || strings.Contains(s.Text, "~~~")
	}
	return s.LooksLikeFence()
}
