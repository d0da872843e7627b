// Package scan finds fenced code blocks in markdown, line by line: the framing of this wire, which the reference and the checker
// of producers share. What stands in a fence each reads by itself.
package scan

import (
	"bytes"
	"strings"
)

// Outline follows the block structure of markdown as far as fences need it: which block quotes and list items are open, whether a
// paragraph is, and whether a fence is.
type Outline struct {
	open      []block
	paragraph bool
	Fence     *Fence
	Rules
}

// Rules are others than CommonMark's; the zero value is those.
type Rules struct {
	Opening         func(c *Cursor) *Fence // Opening and Closing tell which lines open and close a fence
	Closing         func(f *Fence, c *Cursor) bool
	Blind, Outlasts bool // containers are not known; Outlasts: they end no fence.
}

// block is an open container.
type block struct {
	quote  bool
	indent int  // indent that the lines of a list item need
	empty  bool // nothing has come in the item yet
}

// Fence is an opening line.
type Fence struct {
	Char      byte
	Length    int
	Info, Raw string // Info is the trimmed info string, Raw the one with its blanks
	Indent    int
}

// Role is what a line is to somebody who looks for fences.
type Role uint8

const (
	plain Role = iota
	Opens
	Within
	Closes
)

// Read takes the next line, without its ending. Inner is the line without the markers and indentation of its containers. Ended
// says that a fence that was open ended before this line, with its container.
func (o *Outline) Read(line string) (what Role, inner string, ended bool) {
	c := Cursor{line: line}
	matched := o.match(&c)
	if o.Fence != nil {
		if matched == len(o.open) || o.Outlasts {
			if o.closedBy(&c) {
				o.Fence = nil
				return Closes, c.rest(), false
			}
			return Within, c.rest(), false
		}
		o.Fence, ended = nil, true
	}
	what = o.begin(&c, matched)
	return what, c.rest(), ended
}

// match goes through the open containers and says how many the line continues.
func (o *Outline) match(c *Cursor) int {
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
		case c.Indent() >= b.indent:
			c.Skip(b.indent)
		default:
			return i
		}
	}
	return len(o.open)
}

// begin looks for blocks that the line begins.
func (o *Outline) begin(c *Cursor, matched int) Role {
	lazy := matched < len(o.open)
	end := func() { // what is no paragraph ends one, and the containers that the line doesn't continue
		o.keep(matched)
		o.fill()
		o.paragraph = false
	}
	enter := func(b block) {
		end()
		o.open = append(o.open, b)
		lazy, matched = false, len(o.open)
	}
	for !c.blank() && c.Indent() < 4 {
		if !o.Blind && c.quoteMarker() {
			enter(block{quote: true})
			continue
		}
		if f := o.opening(c); f != nil {
			end()
			o.Fence = f
			return Opens
		}
		if c.heading() || o.paragraph && !lazy && c.underline() || c.rule() {
			end()
			return plain
		}
		if o.Blind {
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
		o.paragraph = o.paragraph && !lazy || c.Indent() < 4
		o.fill()
	}
	return plain
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

// Contained tells whether the open fence stands in a container.
func (o *Outline) Contained() bool { return len(o.open) > 0 }

func (o *Outline) opening(c *Cursor) *Fence {
	if o.Opening != nil {
		return o.Opening(c)
	}
	return c.Opening()
}

func (o *Outline) closedBy(c *Cursor) bool {
	if o.Closing != nil {
		return o.Closing(o.Fence, c)
	}
	return o.Fence.ClosedBy(c)
}

// ClosedBy tells whether the line closes the fence.
func (f *Fence) ClosedBy(c *Cursor) bool {
	if c.Indent() > 3 {
		return false
	}
	text := strings.TrimRight(c.Text(), " \t")
	return len(text) >= f.Length && strings.Trim(text, string(f.Char)) == ""
}

// Cursor reads a line from left to right, tabs being worth what is missing to the next multiple of four columns.
type Cursor struct {
	line    string
	at      int // byte
	column  int
	pending int // columns of a tab that was begun
}

// Indent is how many columns of blanks come next.
func (c *Cursor) Indent() int {
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

// Skip passes that many columns of blanks.
func (c *Cursor) Skip(columns int) {
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

func (c *Cursor) blank() bool { return c.Text() == "" }

// Text is what comes behind the blanks.
func (c *Cursor) Text() string { return strings.TrimLeft(c.line[c.at:], " \t") }

// Blanks is what stands before Text, as it was written.
func (c *Cursor) Blanks() string { return strings.TrimSuffix(c.line[c.at:], c.Text()) }

// rest is what comes next, a tab that was begun as blanks.
func (c *Cursor) rest() string {
	if c.pending == 0 {
		return c.line[c.at:]
	}
	return strings.Repeat(" ", c.pending) + c.line[c.at:]
}

// pass goes behind the blanks and n bytes of text.
func (c *Cursor) pass(n int) {
	c.Skip(c.Indent())
	c.at += n
	c.column += n
}

// quoteMarker passes a '>' and one blank behind it, if there is one.
func (c *Cursor) quoteMarker() bool {
	if c.Indent() > 3 || !strings.HasPrefix(c.Text(), ">") {
		return false
	}
	c.pass(1)
	if c.Indent() > 0 {
		c.Skip(1)
	}
	return true
}

// Opening is the fence that the line opens, nil where it opens none.
func (c *Cursor) Opening() *Fence {
	text := c.Text()
	if text[0] != '`' && text[0] != '~' {
		return nil
	}
	info := strings.TrimLeft(text, text[:1])
	length := len(text) - len(info)
	if length < 3 || text[0] == '`' && strings.Contains(info, "`") {
		return nil
	}
	return &Fence{Char: text[0], Length: length, Info: strings.Trim(info, " \t"), Raw: info, Indent: c.Indent()}
}

// heading tells whether the line is a heading that begins with '#'.
func (c *Cursor) heading() bool {
	text := c.Text()
	after := strings.TrimLeft(text, "#")
	level := len(text) - len(after)
	return level > 0 && level < 7 && (after == "" || after[0] == ' ' || after[0] == '\t')
}

// underline tells whether the line makes a heading of the paragraph before it.
func (c *Cursor) underline() bool {
	text := strings.TrimRight(c.Text(), " \t")
	return strings.Trim(text, "=") == "" || strings.Trim(text, "-") == ""
}

// rule tells whether the line is a thematic break.
func (c *Cursor) rule() bool {
	text := c.Text()
	if !strings.Contains("*-_", text[:1]) {
		return false
	}
	return strings.Count(text, text[:1]) >= 3 && strings.Trim(text, text[:1]+" \t") == ""
}

// listMarker passes a list marker and the blanks that belong to it, and says how
// far the item's lines are indented. Some markers cannot interrupt a paragraph.
func (c *Cursor) listMarker(paragraph bool) (width int, empty, ok bool) {
	text := c.Text()
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
	indent := c.Indent()
	c.pass(marker)
	width = indent + marker
	if blanks := c.Indent(); !empty && blanks < 5 {
		c.Skip(blanks)
		return width + blanks, false, true
	}
	if after != "" {
		c.Skip(1)
	}
	return width + 1, empty, true
}

// Lines cuts what comes in pieces into lines, each with its ending.
type Lines struct {
	LoneCR bool   // a CR by itself ends a line, too
	Buffer []byte // Buffer is what has come of the line that is read, and behind it; Pieced: it came in several pieces.
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
