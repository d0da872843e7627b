package terminal

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"github.com/toolconform/conform/requirement"
)

// The colours of text on a terminal, as its escape sequences name them.
const (
	bold    = "1"
	dim     = "2"
	red     = "31"
	redBold = "31;1"
	green   = "32"
	yellow  = "33"
	cyan    = "36"
)

// screen is what text is written for: with colours or without, and how many columns wide; 0
// where lines may be as long as they like.
type screen struct {
	colour bool
	width  int
}

func (s screen) in(colour, text string) string {
	if !s.colour || text == "" {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

func (s screen) verdict(v requirement.Verdict, text string) string {
	return s.in([...]string{green, cyan, cyan, yellow, redBold}[v], text)
}

// columns that a text takes on a terminal: wide characters take two, marks above others none.
func columns(text string) int {
	n := 0
	for _, r := range text {
		n += columnsOf(r)
	}
	return n
}

func columnsOf(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// cutTo cuts a line so that it takes no more than so many columns; 0 is no limit.
func cutTo(text string, limit int) string {
	if limit <= 0 || columns(text) <= limit {
		return text
	}
	at := 0
	for i, r := range text {
		if at += columnsOf(r); at > limit-1 {
			return text[:i] + "…"
		}
	}
	return text
}

// fold breaks text between words so that no line is wider than the screen; each line is
// indented. A word that is wider stands alone.
func (s screen) fold(indent, text string) string {
	if s.width <= 0 {
		return indent + text + "\n"
	}
	var b strings.Builder
	line := indent
	for _, word := range strings.Split(text, " ") {
		if line != indent && columns(line)+1+columns(word) > s.width {
			b.WriteString(line + "\n")
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	b.WriteString(line + "\n")
	return b.String()
}

// pad fills a text up to so many columns.
func pad(text string, to int) string {
	return text + strings.Repeat(" ", max(0, to-columns(text)))
}
