package plant

import (
	"regexp"
	"strings"

	"github.com/toolconform/conform/wire"
)

// lenient is what a parser that forgives makes of a text that is no JSON.
type lenient struct {
	slug, title string
	read        func(text string) string
}

var (
	trailingComma = regexp.MustCompile(`,(\s*[}\]])`)
	comment       = regexp.MustCompile(`/\*.*?\*/`)
	bareKey       = regexp.MustCompile(`([{,]\s*)([A-Za-z_]\w*)\s*:`)
	controls      = regexp.MustCompile(`[\x00-\x1f]`)
	fence         = regexp.MustCompile("^```(?:json)?|```$")
)

func lenients() []lenient {
	python := strings.NewReplacer("True", "true", "False", "false", "None", "null")
	return []lenient{
		{"trailing-comma", "A comma before the end of an object is forgiven.",
			func(s string) string { return trailingComma.ReplaceAllString(s, "$1") }},
		{"comments", "A comment in arguments is forgiven.", func(s string) string { return comment.ReplaceAllString(s, "") }},
		{"bare-keys", "Keys without quotes are forgiven.", func(s string) string { return bareKey.ReplaceAllString(s, `$1"$2":`) }},
		{"single-quotes", "Single quotes are forgiven.", func(s string) string { return strings.ReplaceAll(s, "'", `"`) }},
		{"python", "The words of Python are forgiven.", python.Replace},
		{"line-end", "A line end inside a string is forgiven.", func(s string) string { return controls.ReplaceAllString(s, " ") }},
		{"no-number", "NaN becomes null.", func(s string) string { return strings.ReplaceAll(s, "NaN", "null") }},
		{"fence", "Arguments in a fence are taken out of it.",
			func(s string) string { return strings.TrimSpace(fence.ReplaceAllString(s, "")) }},
		{"words-around", "The object is taken out of the words around it.", func(s string) string {
			from, to := strings.Index(s, "{"), strings.LastIndex(s, "}")
			if from < 0 || to < from {
				return s
			}
			return s[from : to+1]
		}},
		{"end-added", "The brace that is lacking at the end is added.", func(s string) string { return s + "}" }},
		{"start-added", "The brace that is lacking at the start is added.", func(s string) string { return "{" + s }},
		{"placeholder-before", "A {} before the arguments is dropped.", func(s string) string { return strings.TrimPrefix(s, "{}") }},
		{"placeholder-behind", "A {} behind the arguments is dropped.", func(s string) string { return strings.TrimSuffix(s, "{}") }},
	}
}

// Lenient are the faults of clients that read malformed arguments as an object, and of those
// that trim them. handed makes a client that hands out what read makes of such arguments; where
// that is "", they stay.
func Lenient(line string, handed func(read func(text string) string) Plant) []Row {
	var rows []Row
	for _, l := range lenients() {
		rows = append(rows, Row{ID: line + "/lenient-" + l.slug, Title: l.title, Plant: handed(func(text string) string {
			if wire.IsJSON(text) {
				return ""
			}
			if s := l.read(text); wire.IsJSON(s) {
				return s
			}
			return ""
		})})
	}
	return append(rows, Row{ID: line + "/malformed-trimmed", Title: "Malformed arguments lose the blanks at their ends.",
		Plant: handed(func(text string) string {
			if s := strings.TrimSpace(text); s != text && !wire.IsJSON(text) {
				return s
			}
			return ""
		})})
}
