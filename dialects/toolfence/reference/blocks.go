package reference

import (
	"strings"
)

// Outline follows the block structure of markdown as far as fences need it: which
// block quotes and list items are open, whether a paragraph is, and whether a
// fence is.
type Outline struct {
	open      []block
	paragraph bool
	Fence     *fenceLine
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
	// Info is the trimmed info string, raw the one with its blanks.
	Info, raw string
	indent    int
}

// lineRole is what a line is to somebody who looks for fences.
type lineRole uint8

const (
	plainLine lineRole = iota
	OpeningLine
	BodyLine
	closingLine
)

// Read takes the next line, without its ending. Inner is the line without the
// markers and indentation of its containers. Ended says that a fence that was
// open ended before this line, with its container.
func (o *Outline) Read(line string) (role lineRole, inner string, ended bool) {
	c := cursor{line: line}
	matched := o.match(&c)
	if o.Fence != nil {
		if matched == len(o.open) || o.outlasts {
			if o.closedBy(&c) {
				o.Fence = nil
				return closingLine, c.rest(), false
			}
			return BodyLine, c.rest(), false
		}
		o.Fence, ended = nil, true
	}
	role = o.begin(&c, matched)
	return role, c.rest(), ended
}

// match goes through the open containers and says how many the line continues.
func (o *Outline) match(c *cursor) int {
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
func (o *Outline) begin(c *cursor, matched int) lineRole {
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
			o.paragraph, o.Fence = false, f
			return OpeningLine
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

func (o *Outline) keep(n int) {
	if n < len(o.open) {
		o.open = o.open[:n]
		o.paragraph = false
	}
}

// fill notes that the open list items are no longer empty.
func (o *Outline) fill() {
	for i := range o.open {
		o.open[i].empty = false
	}
}

// contained tells whether the open fence stands in a container.
func (o *Outline) contained() bool { return len(o.open) > 0 }

func (o *Outline) opening(c *cursor) *fenceLine {
	if o.opens != nil {
		return o.opens(c)
	}
	return c.opening()
}

func (o *Outline) closedBy(c *cursor) bool {
	if o.closes != nil {
		return o.closes(o.Fence, c)
	}
	return o.Fence.closedBy(c)
}

func (f *fenceLine) closedBy(c *cursor) bool {
	if c.indent() > 3 {
		return false
	}
	text := strings.TrimRight(c.text(), " \t")
	return len(text) >= f.length && strings.Trim(text, string(f.char)) == ""
}

// cursor reads a line from left to right, tabs being worth what is missing to
// the next multiple of four columns.
type cursor struct {
	line    string
	at      int // byte
	column  int
	pending int // columns of a tab that was begun
}

// indent is how many columns of blanks come next.
func (c *cursor) indent() int {
	n := c.pending
	column := c.column + c.pending
	for _, char := range []byte(c.line[c.at:]) {
		switch char {
		case ' ':
			n++
			column++
		case '\t':
			step := 4 - column%4
			n += step
			column += step
		default:
			return n
		}
	}
	return n
}

// skip passes that many columns of blanks.
func (c *cursor) skip(columns int) {
	for ; columns > 0; columns-- {
		switch {
		case c.pending > 0:
			c.pending--
		case c.at < len(c.line) && c.line[c.at] == '\t':
			c.pending = 3 - c.column%4
			c.at++
		case c.at < len(c.line):
			c.at++
		}
		c.column++
	}
}

func (c *cursor) blank() bool { return c.text() == "" }

// text is what comes behind the blanks.
func (c *cursor) text() string { return strings.TrimLeft(c.line[c.at:], " \t") }

// rest is what comes next, a tab that was begun as blanks.
func (c *cursor) rest() string {
	if c.pending == 0 {
		return c.line[c.at:]
	}
	return strings.Repeat(" ", c.pending) + c.line[c.at:]
}

// pass goes behind the blanks and n bytes of text.
func (c *cursor) pass(n int) {
	c.skip(c.indent())
	c.at += n
	c.column += n
}

// quoteMarker passes a '>' and one blank behind it, if there is one.
func (c *cursor) quoteMarker() bool {
	if c.indent() > 3 || !strings.HasPrefix(c.text(), ">") {
		return false
	}
	c.pass(1)
	if c.indent() > 0 {
		c.skip(1)
	}
	return true
}

// opening is the fence that the line opens, nil where it opens none.
func (c *cursor) opening() *fenceLine {
	text := c.text()
	if text[0] != '`' && text[0] != '~' {
		return nil
	}
	info := strings.TrimLeft(text, text[:1])
	length := len(text) - len(info)
	if length < 3 || text[0] == '`' && strings.Contains(info, "`") {
		return nil
	}
	return &fenceLine{char: text[0], length: length, Info: strings.Trim(info, " \t"), raw: info, indent: c.indent()}
}

// heading tells whether the line is a heading that begins with '#'.
func (c *cursor) heading() bool {
	text := c.text()
	after := strings.TrimLeft(text, "#")
	level := len(text) - len(after)
	return level > 0 && level < 7 && (after == "" || after[0] == ' ' || after[0] == '\t')
}

// underline tells whether the line makes a heading of the paragraph before it.
func (c *cursor) underline() bool {
	text := strings.TrimRight(c.text(), " \t")
	return strings.Trim(text, "=") == "" || strings.Trim(text, "-") == ""
}

// rule tells whether the line is a thematic break.
func (c *cursor) rule() bool {
	text := c.text()
	if !strings.Contains("*-_", text[:1]) {
		return false
	}
	return strings.Count(text, text[:1]) >= 3 && strings.Trim(text, text[:1]+" \t") == ""
}

// listMarker passes a list marker and the blanks that belong to it, and says how
// far the item's lines are indented. Some markers cannot interrupt a paragraph.
func (c *cursor) listMarker(paragraph bool) (width int, empty, ok bool) {
	text := c.text()
	marker := 0
	switch digits := len(text) - len(strings.TrimLeft(text, "0123456789")); {
	case strings.Contains("-+*", text[:1]):
		marker = 1
	case digits > 0 && digits < 10 && digits < len(text) && strings.Contains(".)", text[digits:digits+1]):
		marker = digits + 1
		if paragraph && strings.TrimLeft(text[:digits], "0") != "1" {
			return 0, false, false
		}
	default:
		return 0, false, false
	}
	after := text[marker:]
	if after != "" && after[0] != ' ' && after[0] != '\t' {
		return 0, false, false
	}
	empty = strings.Trim(after, " \t") == ""
	if empty && paragraph {
		return 0, false, false
	}
	indent := c.indent()
	c.pass(marker)
	width = indent + marker
	if blanks := c.indent(); !empty && blanks < 5 {
		c.skip(blanks)
		return width + blanks, false, true
	}
	if after != "" {
		c.skip(1)
	}
	return width + 1, empty, true
}
