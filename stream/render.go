package stream

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
)

// Pieces cuts a text between code points, as picks say. A text that is long, or has what
// stands for a broken code point, stays whole; "" has no pieces.
func Pieces(text string, pick dialect.Pick) []string {
	runes := []rune(text)
	switch {
	case text == "":
		return nil
	case strings.Contains(text, "\ufffd"), len(runes) >= 400:
		return []string{text}
	}
	var list []string
	for len(runes) > 0 {
		n := 1 + pick(len(runes))
		if pick(3) == 0 {
			n = len(runes)
		}
		list = append(list, string(runes[:n]))
		runes = runes[n:]
	}
	return list
}

// Failure is what a turn's stop says went wrong, or a word for it.
func Failure(t transcript.Transcript) string {
	if n := len(t.Items); n > 0 && t.Items[n-1].Message != "" {
		return t.Items[n-1].Message
	}
	return "the model failed"
}
