package toolfence

import "strings"

// outline follows the block structure of markdown as far as fences need it: which
// block quotes and list items are open, whether a paragraph is, and whether a
// fence is.
type outline struct {
	open      []block
	paragraph bool
	fence     *fenceLine
	// opens and closes, where set, are other rules for fences than CommonMark's.
	opens  func(*cursor) *fenceLine
	closes func(*fenceLine, *cursor) bool
	// blind: containers are not known; outlasts: they end no fence.
	blind, outlasts bool
}

// block is an open container.
type block struct {
	quote bool
	// indent that the lines of a list item need.
	indent int
	// empty: nothing has come in the item yet.
	empty bool
}

// fenceLine is an opening line.
type fenceLine struct {
	char   byte
	length int
	// info is the trimmed info string, raw the one with its blanks.
	info, raw string
	indent    int
}

// lineRole is what a line is to somebody who looks for fences.
type lineRole uint8

const (
	plainLine lineRole = iota
	openingLine
	bodyLine
	closingLine
)

// read takes the next line, without its ending. Inner is the line without the
// markers and indentation of its containers. Ended says that a fence that was
// open ended before this line, with its container.
func (o *outline) read(line string) (role lineRole, inner string, ended bool) {
	c := cursor{line: line}
	matched := o.match(&c)
	if o.fence != nil {
		if matched == len(o.open) || o.outlasts {
			if o.closedBy(&c) {
				o.fence = nil
				return closingLine, c.rest(), false
			}
			return bodyLine, c.rest(), false
		}
		o.fence, ended = nil, true
	}
	role = o.begin(&c, matched)
	return role, c.rest(), ended
}

// match goes through the open containers and says how many the line continues.
func (o *outline) match(c *cursor) int {
	for i := range o.open {
		b := &o.open[i]
		switch {
		case b.quote:
			if !c.quoteMarker() {
				return i
			}
		case c.blank():
			if b.empty {
				return i
			}
		case c.indent() >= b.indent:
			c.skip(b.indent)
		default:
			return i
		}
	}
	return len(o.open)
}

// begin looks for blocks that the line begins.
func (o *outline) begin(c *cursor, matched int) lineRole {
	lazy := matched < len(o.open)
	enter := func(b block) {
		o.keep(matched)
		o.fill()
		o.open = append(o.open, b)
		o.paragraph, lazy = false, false
		matched = len(o.open)
	}
	for !c.blank() && c.indent() < 4 {
		if !o.blind && c.quoteMarker() {
			enter(block{quote: true})
			continue
		}
		if f := o.opening(c); f != nil {
			o.keep(matched)
			o.fill()
			o.paragraph, o.fence = false, f
			return openingLine
		}
		if c.heading() || o.paragraph && !lazy && c.underline() || c.rule() {
			o.keep(matched)
			o.fill()
			o.paragraph = false
			return plainLine
		}
		if o.blind {
			break
		}
		width, empty, ok := c.listMarker(o.paragraph && !lazy)
		if !ok {
			break
		}
		enter(block{indent: width, empty: empty})
	}
	switch {
	case c.blank():
		o.keep(matched)
		o.paragraph = false
	case lazy && o.paragraph:
		// the paragraph goes on, and its containers with it
	default:
		o.keep(matched)
		o.paragraph = o.paragraph && !lazy || c.indent() < 4
		o.fill()
	}
	return plainLine
}

func (o *outline) keep(n int) {
	if n < len(o.open) {
		o.open = o.open[:n]
		o.paragraph = false
	}
}

// fill notes that the open list items are no longer empty.
func (o *outline) fill() {
	for i := range o.open {
		o.open[i].empty = false
	}
}

// contained tells whether the open fence stands in a container.
func (o *outline) contained() bool { return len(o.open) > 0 }

func (o *outline) opening(c *cursor) *fenceLine {
	if o.opens != nil {
		return o.opens(c)
	}
	return c.opening()
}

func (o *outline) closedBy(c *cursor) bool {
	if o.closes != nil {
		return o.closes(o.fence, c)
	}
	return o.fence.closedBy(c)
}

func (f *fenceLine) closedBy(c *cursor) bool {
	if c.indent() > 3 {
		return false
	}
	text := strings.TrimRight(c.text(), " \t")
	return len(text) >= f.length && strings.Trim(text, string(f.char)) == ""
}
