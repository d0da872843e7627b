package reports

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Harmless shows what cannot be seen, or drives a terminal, or changes the
// direction of text, as a visible symbol. Line feeds and tabs stay.
func Harmless(s string) string {
	if strings.IndexFunc(s, hidden) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		b.WriteString(symbol(r))
	}
	return b.String()
}

// hidden characters have no shape of their own.
func hidden(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < 0x20, r >= 0x7F && r < 0xA0, // C0, DEL, C1
		r == 0xAD, r == 0x61C, r >= 0x200B && r <= 0x200F, // soft hyphen, zero width, marks of direction
		r >= 0x2028 && r <= 0x202E, r >= 0x2060 && r <= 0x2069, // separators, embeddings, isolates
		r == 0xFEFF, r >= 0xFFF9 && r <= 0xFFFB, r >= 0xE0000 && r <= 0xE007F: // byte order mark, annotations, tags
		return true
	}
	return false
}

// symbol is the control picture of an ASCII control, the number of everything else
// that is hidden, and the character itself otherwise.
func symbol(r rune) string {
	switch {
	case !hidden(r):
		return string(r)
	case r < 0x20:
		return string(0x2400 + r)
	case r == 0x7F:
		return "␡"
	}
	return fmt.Sprintf("⟨U+%04X⟩", r)
}

// Clip shortens text to about so many bytes, and says so.
func Clip(s string, bytes int) string {
	if len(s) <= bytes {
		return s
	}
	return strings.ToValidUTF8(s[:bytes], "") + fmt.Sprintf("… (%d bytes)", len(s))
}

// OneLine is harmless text without line breaks.
func OneLine(s string) string {
	return strings.NewReplacer("\n", " ⏎ ", "\t", " ").Replace(Harmless(s))
}

// NameLimit bounds a name in a report, in bytes.
const NameLimit = 300

// Name is an id or the like, short and on one line.
func Name(s string) string { return OneLine(Clip(s, NameLimit)) }

// Counted is a number with its noun: "1 case", "2 cases".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
