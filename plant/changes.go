package plant

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Changes are what implementations make of texts on their way.
func Changes() []Change {
	return append([]Change{
		{"trimmed", "is trimmed", Text(strings.TrimSpace)},
		{"cut-at-nul", "ends at a NUL", Text(func(s string) string { before, _, _ := strings.Cut(s, "\x00"); return before })},
		{"first-line", "ends with its first line", Text(func(s string) string { before, _, _ := strings.Cut(s, "\n"); return before })},
		{"cut-at-64", "ends after 64 characters", Text(func(s string) string { r := []rune(s); return string(r[:min(len(r), 64)]) })},
		{"lower", "is written small", Text(strings.ToLower)},
		{"ascii", "loses what is not ASCII", dropping(func(r rune) bool { return r > 127 })},
		{"unescaped", "has its backslashes taken away", Text(func(s string) string { return strings.ReplaceAll(s, `\`, "") })},
		{"entities", "has < and & written as entities", Text(strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace)},
		{"one-blank", "has every two blanks made one", Text(func(s string) string { return strings.ReplaceAll(s, "  ", " ") })},
		{"crlf", "has its line ends made LF", Text(func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") })},
		{"quotes", "has its quotes made single ones", Text(func(s string) string { return strings.ReplaceAll(s, `"`, "'") })},
		{"printed-anew", "is parsed and printed anew", Text(Anew)},
		{"falsy-lost", "is lost where it is 0, false or null", Text(func(s string) string {
			if s == "0" || s == "false" || s == "null" {
				return ""
			}
			return s
		})},
	}, Letters()...)
}

// Letters are what implementations make of letters that are rare.
func Letters() []Change {
	return []Change{
		{"composed", "is normalised", Text(norm.NFC.String)},
		{"controls-lost", "loses its control characters", dropping(func(r rune) bool {
			return r < ' ' && r != '\t' && r != '\n' && r != '\r'
		})},
		{"invisible-lost", "loses what has no width", dropping(func(r rune) bool {
			return r >= 0x200B && r <= 0x200D || r == 0xFEFF || r == 0xFE0F
		})},
		{"blanks-plain", "has all blanks made plain ones", Text(strings.NewReplacer("\u00A0", " ", "\u2028", "\n").Replace)},
		{"astral-lost", "loses what is beyond 16 bits", dropping(func(r rune) bool { return r > 0xFFFF })},
	}
}

// dropping is an edit of strings that takes these characters away.
func dropping(these func(rune) bool) Edit {
	return Text(func(s string) string {
		return strings.Map(func(r rune) rune {
			if these(r) {
				return -1
			}
			return r
		}, s)
	})
}

// Layers are what layers of templates, of markup and of terminals make of texts, and what cuts long ones off.
func Layers() []Change {
	return []Change{
		{"cut-at-16k", "ends after 16,384 bytes", Text(Cut(16384))},
		{"cut-at-64k", "ends after 65,536 bytes", Text(Cut(65536))},
		{"filled-in", "has its placeholders filled in", without(`\{\w*\}`)},
		{"unfenced", "loses its fences", without("```\\w*\n?")},
		{"command", "loses the slash that it begins with", without(`^/`)},
		{"thoughtless", "loses its thoughts", without(`(?s)<think>.*?</think>`)},
		{"colourless", "loses the colours of a terminal", without(`\x1b\[[0-9;]*m`)},
		{"letters-lost", "loses the letters that are seldom seen", dropping(func(r rune) bool {
			return r == 0xAD || r == 0x7F || r == 0x200F || r == 0x202E || r == 0xFFFD || r == 0xFFFE
		})},
		{"dollars-halved", "has one dollar for two", Text(func(s string) string { return strings.ReplaceAll(s, "$$", "$") })},
		{"words-for-nothing", "is nothing where it is a word for it", Text(func(s string) string {
			if slices.Contains([]string{"undefined", "NaN", "None", "{}", "[]"}, s) {
				return ""
			}
			return s
		})},
		{"unquoted", "loses the quotes around it", without(`^"|"$`)},
		{"escapes-read", "has its escapes read", Text(func(s string) string { return strings.ReplaceAll(s, `\n`, "\n") })},
	}
}

// torn is what cuts bytes into pieces, and reads each of them by itself.
func torn() Change {
	return Change{"torn", "loses the letters in which a piece of 64 bytes ends", Text(func(s string) string {
		var b strings.Builder
		for piece := range slices.Chunk([]byte(s), 64) {
			b.WriteString(strings.ToValidUTF8(string(piece), ""))
		}
		return b.String()
	})}
}

// Namespaces are what gateways make of names and ids.
func Namespaces() []Change {
	return []Change{
		{"unprefixed", "loses the namespace before it", without(`^(functions\.|mcp__[a-z]+__)`)},
		{"unnumbered", "loses the number behind it", without(`:\d+$`)},
		{"underscored", "loses the underscores before it", without(`^_+`)},
	}
}

// without is an edit of strings that takes away what the expression finds.
func without(expression string) Edit { return Text(Turned(expression, "")) }

// Cut ends a text after so many bytes, Replaced puts every second of these in the place of the one before it.
func Cut(n int) func(string) string { return func(s string) string { return s[:min(len(s), n)] } }

func Replaced(oldnew ...string) func(string) string { return strings.NewReplacer(oldnew...).Replace }

// Anew is the text of a value printed anew; other texts stay.
func Anew(s string) string {
	if v, err := wire.Parse([]byte(s)); err == nil {
		return v.JSON()
	}
	return s
}

// Turned puts something else in the place of what the expression finds.
func Turned(expression, with string) func(string) string {
	pattern := regexp.MustCompile(expression)
	return func(s string) string { return pattern.ReplaceAllString(s, with) }
}

// Tidied are what serializers, stores and template engines make of whole values.
func Tidied() []Change {
	var list []Change
	for _, tidy := range dialect.Tidyings() {
		list = append(list, Change{tidy.Slug, tidy.Title, tidy.Change})
	}
	return list
}

// Text is an edit of strings; other values stay.
func Text(change func(string) string) Edit {
	return func(v wire.Value) wire.Value {
		if !v.IsString() {
			return v
		}
		return wire.Str(change(v.Text()))
	}
}

// Gone removes a member, Null erases a value.
func Gone(wire.Value) wire.Value { return wire.Value{} }

// Null erases a value.
func Null(wire.Value) wire.Value { return wire.NullValue }

// Becomes is always that value.
func Becomes(json string) Edit {
	v := wire.ParseString(json)
	return func(wire.Value) wire.Value { return v }
}

// When changes only what is so.
func When(so func(wire.Value) bool, edit Edit) Edit {
	return func(v wire.Value) wire.Value {
		if so(v) {
			return edit(v)
		}
		return v
	}
}
