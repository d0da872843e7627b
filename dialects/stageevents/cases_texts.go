package stageevents

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// textCases: results and errors are texts, whatever they look like. One call for
// each text.
func textCases() []*dialect.Case {
	return []*dialect.Case{
		endings("end-texts-wrapped", "Results that are JSON with a text in it are these very texts.", "result", wrappedTexts()),
		endings("end-texts-odd", "Characters that are easily lost: controls, letters of two code points, blanks at the ends.", "result", oddTexts()),
		endings("end-errors-wrapped", "Errors that are JSON with a message in it are these very texts.", "error", []string{
			`{"message":"no such row","code":7}`, `{"error":"no such row"}`, `{"error":{"message":"no such row"}}`, `[{"type":"text","text":"no such row"}]`, `"no such row"`}),
		endings("end-errors-lines", "Errors of several lines, and ones that begin like others.", "error", errorTexts()),
		endings("end-errors-odd", "Characters that are easily lost, in errors.", "error", oddTexts()),
	}
}

// wrappedTexts look like envelopes that somebody may want to open.
func wrappedTexts() []string {
	return []string{`{"text":"x1"}`, `{"content":"x2"}`, `{"result":"x3"}`, `{"output":"x4"}`, `{"data":"x5"}`, `{"value":"x6"}`, `{"message":"x7"}`,
		`{"type":"text","text":"x8"}`, `[{"type":"text","text":"x9"}]`, `{"content":[{"type":"text","text":"x10"}]}`, `["x11"]`, `"x12"`, `{"error":"x13"}`}
}

// oddTexts have characters that are easily lost.
func oddTexts() []string {
	return []string{"nul\x00nul", "bell\x07 \x1b[31mred\x1b[0m \x7f", "e\u0301 \u00e9 \u212b \u00c5", "a\u00a0b\ufeffc 👩\u200d👧",
		"  padded \t\n", "one\rtwo\r\nthree\n", "<b>&amp;</b> %20 \\n \\u0041", strings.Repeat("0123456789 ", 1500) + "end"}
}

func errorTexts() []string {
	return []string{"Error: boom\n    at f (x.js:1:2)\n    at g (y.js:3:4)", "Traceback (most recent call last):\n  File \"x.py\", line 1\nKeyError: 'k'",
		"Error: Error: twice", "TypeError: x is not a function"}
}

// endings are calls that run side by side and end in these texts.
func endings(slug, title, member string, texts []string) *dialect.Case {
	var events []string
	for i := range texts {
		events = append(events, fmt.Sprintf(`{"id":"txt_%d","stage":"start","name":"say_%c"}`, 70-3*i, 'a'+rune(i)))
	}
	for i, text := range texts {
		events = append(events, fmt.Sprintf(`{"id":"txt_%d","stage":"end",%q:%s}`, 70-3*i, member, wire.Quote(text)))
	}
	return valid(slug, title, "50", events...)
}
