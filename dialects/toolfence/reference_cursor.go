package toolfence

import "strings"

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
	return &fenceLine{char: text[0], length: length, info: strings.Trim(info, " \t"), raw: info, indent: c.indent()}
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
