package wire

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// SpelledOut is a text of JSON, or of frames that hold it, whose letters beyond ASCII, and those of also, are escapes: what
// can stand inside strings alone. So do libraries print it that write ASCII alone.
func SpelledOut(json, also string) string {
	var b strings.Builder
	for _, r := range json {
		switch {
		case r < utf8.RuneSelf && !strings.ContainsRune(also, r):
			b.WriteRune(r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
