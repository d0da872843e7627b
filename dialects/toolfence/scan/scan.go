// Package scan finds fenced code blocks in markdown, line by line, for the checker and the
// relations. The reference has an outline of its own.
package scan

import "strings"

// Scanner finds the fenced code blocks of a markdown document line by line, as
// CommonMark has them. It works on columns: tabs are written out as blanks first.
type Scanner struct {
	frames []frame
	para   bool // the line before belongs to a paragraph that can go on
	Fence  *opened
}

// frame is a container that is open: a block quote, or a list item whose lines
// need so many columns.
type frame struct {
	item  bool
	need  int
	fresh bool // an item that began with a blank line
}

// opened is a fence that is open.
type opened struct {
	char  byte
	size  int
	Info  string
	Depth int // containers around it
}

// What a line is to the scanner.
type scanned uint8

const (
	outside scanned = iota
	Opens
	Within
	Closes
)

// Next takes a line without its ending. Inside a fence, body is the line without
// what belongs to its containers. Cut says that an open fence ended with its
// container before this line.
func (s *Scanner) Next(raw string) (what scanned, body string, cut bool) {
	line := spread(raw)
	at, matched := s.through(line)
	if s.Fence != nil {
		if matched >= s.Fence.Depth {
			if s.closing(line[at:]) {
				s.Fence = nil
				return Closes, "", false
			}
			return Within, fromColumn(raw, at), false
		}
		s.Fence, cut = nil, true
	}
	return s.start(line, at, matched), "", cut
}

// spread writes tabs out as blanks.
func spread(line string) string {
	if !strings.Contains(line, "\t") {
		return line
	}
	var b strings.Builder
	column := 0
	for _, r := range line {
		if r != '\t' {
			b.WriteRune(r)
			column++
			continue
		}
		for b.WriteByte(' '); (column+1)%4 != 0; column++ {
			b.WriteByte(' ')
		}
		column++
	}
	return b.String()
}

// fromColumn is the line behind that many columns, which are blanks, tabs and
// markers.
func fromColumn(line string, columns int) string {
	column := 0
	for i := range len(line) {
		if column >= columns {
			return strings.Repeat(" ", column-columns) + line[i:]
		}
		if line[i] == '\t' {
			column += 3 - column%4
		}
		column++
	}
	return ""
}

func blanks(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }

func isBlank(s string) bool { return strings.Trim(s, " ") == "" }

// through passes the containers that the line continues.
func (s *Scanner) through(line string) (at, matched int) {
	for matched < len(s.frames) {
		f, rest := s.frames[matched], line[at:]
		switch n := blanks(rest); {
		case f.item && isBlank(rest):
			if f.fresh {
				return at, matched
			}
		case f.item && n >= f.need:
			at += f.need
		case !f.item && n < 4 && strings.HasPrefix(rest[n:], ">"):
			at = behindQuote(line, at+n)
		default:
			return at, matched
		}
		matched++
	}
	return at, matched
}

func (s *Scanner) closing(rest string) bool {
	n := blanks(rest)
	mark := strings.TrimRight(rest[n:], " ")
	return n < 4 && len(mark) >= s.Fence.size && mark == strings.Repeat(string(s.Fence.char), len(mark))
}

// start looks at what stands behind the containers that go on.
func (s *Scanner) start(line string, at, matched int) scanned {
	continues := matched == len(s.frames) // nothing was left open behind
	settle := func(para bool) {
		if !continues {
			s.frames = s.frames[:matched]
		}
		continues, s.para = true, para
	}
	open := func(f frame) {
		settle(false)
		s.touch()
		s.frames, matched = append(s.frames, f), matched+1
	}
	leaf := func(para bool) scanned {
		settle(para)
		s.touch()
		return outside
	}
	for {
		n := blanks(line[at:])
		mark := line[at+n:]
		switch {
		case mark == "":
			settle(false)
			return outside
		case n > 3 && s.para:
			return outside // goes on, lazily or not
		case n > 3:
			return leaf(false)
		case mark[0] == '>':
			open(frame{})
			at = behindQuote(line, at+n)
			continue
		}
		if f := fenceIn(mark); f != nil {
			leaf(false)
			f.Depth, s.Fence = len(s.frames), f
			return Opens
		}
		if endsParagraph(mark, s.para && continues) {
			return leaf(false)
		}
		width, need, fresh := item(mark, n, s.para && continues)
		switch {
		case width > 0:
			open(frame{item: true, need: need, fresh: fresh})
			at = min(at+need, len(line))
		case s.para:
			return outside
		default:
			return leaf(true)
		}
	}
}

// behindQuote is behind the marker that stands there, and the blank that belongs to it.
func behindQuote(line string, at int) int {
	if strings.HasPrefix(line[at+1:], " ") {
		return at + 2
	}
	return at + 1
}

// touch notes that something stands in the open items.
func (s *Scanner) touch() {
	for i := range s.frames {
		s.frames[i].fresh = false
	}
}

// fenceIn is the fence that a line opens with.
func fenceIn(mark string) *opened {
	size := 0
	for size < len(mark) && mark[size] == mark[0] {
		size++
	}
	info := mark[size:]
	switch {
	case size < 3, mark[0] != '`' && mark[0] != '~':
		return nil
	case mark[0] == '`' && strings.Contains(info, "`"):
		return nil
	}
	return &opened{char: mark[0], size: size, Info: strings.Trim(info, " ")}
}

// endsParagraph: headings, rules, and underlines of a paragraph right before.
func endsParagraph(mark string, para bool) bool {
	bare := strings.TrimRight(mark, " ")
	if level := Leading(bare, "#"); level > 0 {
		return level <= 6 && (level == len(bare) || bare[level] == ' ')
	}
	if para && (strings.Count(bare, "=") == len(bare) || strings.Count(bare, "-") == len(bare)) {
		return true
	}
	switch bare[0] {
	case '*', '-', '_':
		count := strings.Count(bare, bare[:1])
		return count >= 3 && count+strings.Count(bare, " ") == len(bare)
	}
	return false
}

// item reads a list marker: width 0 is none. Need is the columns, indentation
// included, that the item's lines have before their own.
func item(mark string, indent int, para bool) (width, need int, fresh bool) {
	switch digits := Leading(mark, "0123456789"); {
	case strings.IndexByte("-+*", mark[0]) >= 0:
		width = 1
	case digits >= 1 && digits <= 9 && digits < len(mark) && (mark[digits] == '.' || mark[digits] == ')'):
		if para && !(mark[digits-1] == '1' && strings.Trim(mark[:digits-1], "0") == "") {
			return 0, 0, false
		}
		width = digits + 1
	default:
		return 0, 0, false
	}
	rest := mark[width:]
	gap := blanks(rest)
	fresh = gap == len(rest)
	switch {
	case rest != "" && gap == 0, fresh && para:
		return 0, 0, false
	case fresh, gap > 4:
		gap = 1
	}
	return width, indent + width + gap, fresh
}

// Leading counts the characters of a set that a text begins with.
func Leading(s, set string) int { return len(s) - len(strings.TrimLeft(s, set)) }
