package reference

import (
	"strings"

	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// textFaults are about FENCE-53.
func (m *miswriting) textFaults() {
	text := func(slug, title string, change func(string) string) {
		m.writes("FENCE-53/"+slug, title, writer{text: change})
	}
	text("lost", "Text is lost.", func(string) string { return "" })
	text("trimmed", "Text is trimmed.", strings.TrimSpace)
	text("line-ends", "Blanks at the ends of lines are gone.", func(s string) string { return strings.ReplaceAll(s, "  \n", "\n") })
	text("escaped", "Markdown in text is escaped.", func(s string) string { return strings.ReplaceAll(s, "*", `\*`) })
	text("blank-lines", "Blank lines in text are gone.", func(s string) string { return strings.ReplaceAll(s, "\n\n", "\n") })
	text("line-each", "Every text gets a line of its own.", func(s string) string { return s + "\n" })
	text("entities", "Angle brackets become entities.", func(s string) string { return strings.ReplaceAll(s, "<", "&lt;") })
	text("code-lost", "Other code blocks are lost.", func(s string) string {
		if before, _, found := strings.Cut(s, "```"); found {
			return before
		}
		return s
	})
	text("crlf", "LF becomes CRLF.", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") })
	m.writes("FENCE-53/text-first", "All text comes before the calls.", writer{whole: func(s string) string {
		var text, fences strings.Builder
		inside := false
		for line := range strings.Lines(s) {
			if line == "```tool\n" {
				inside = true
			}
			if inside {
				fences.WriteString(line)
			} else {
				text.WriteString(line)
			}
			if line == "```\n" {
				inside = false
			}
		}
		return strings.TrimSuffix(text.String(), "\n") + "\n" + fences.String()
	}})
	m.writes("FENCE-53/progress", "A note stands before each fence.",
		writer{fence: func(body string) string { return "Calling a tool:\n```tool\n" + body + "\n```\n" }})
	m.writes("FENCE-53/byte-order-mark", "The markdown begins with a byte order mark.",
		writer{whole: func(s string) string { return "\uFEFF" + s }})
}

// backtickFaults are about FENCE-54.
func (m *miswriting) backtickFaults() {
	values := func(slug, title, old, with string) {
		m.objects("FENCE-54/"+slug, title, where(anyCall, func(o wire.Value) wire.Value {
			return textual(o, func(s string) string { return strings.ReplaceAll(s, old, with) })
		}))
	}
	values("quotes", "Three backticks become quotes.", "```", `"""`)
	values("removed", "Backticks are removed.", "`", "")
	values("escaped", "Backticks get a backslash.", "```", "\\`\\`\\`")
	values("split", "Three backticks are split by a character without width.", "```", "`\u200b``")
	values("tildes", "Three tildes are removed.", "~~~", "")
	m.writes("FENCE-54/raw", "Line endings in strings are written raw.",
		writer{body: func(o wire.Value) string { return strings.ReplaceAll(o.JSON(), `\n`, "\n") }})
	m.writes("FENCE-54/cut", "The body ends where three backticks come.", writer{body: func(o wire.Value) string {
		before, _, _ := strings.Cut(o.JSON(), "```")
		return before
	}})
	m.writes("FENCE-54/own-line", "Three backticks are put on a line of their own.",
		writer{body: func(o wire.Value) string { return strings.ReplaceAll(o.JSON(), "```", "\n```\n") }})
}

// spaceFaults: blanks, line breaks and odd characters of texts (FENCE-53).
func (m *miswriting) spaceFaults() {
	text := func(slug, title string, change func(string) string) {
		m.writes("FENCE-53/"+slug, title, writer{text: change})
	}
	replaced := func(slug, title string, oldnew ...string) { text(slug, title, strings.NewReplacer(oldnew...).Replace) }
	text("blanks-before-call", "Blanks at the end of a text are gone.", func(s string) string { return strings.TrimRight(s, " \t") })
	text("blanks-behind-call", "Blanks at the beginning of a text are gone.", func(s string) string { return strings.TrimLeft(s, " \t") })
	text("blanks-alone", "A text that is nothing but blanks is left out.", func(s string) string {
		if strings.Trim(s, " \t") == "" {
			return ""
		}
		return s
	})
	m.writes("FENCE-53/leading-breaks", "Line breaks at the beginning are gone.",
		writer{whole: func(s string) string { return strings.TrimLeft(s, "\n") }})
	m.writes("FENCE-53/trailing-breaks", "Of line breaks at the end one is left.", writer{whole: func(s string) string {
		if bare := strings.TrimRight(s, "\n"); len(s)-len(bare) > 1 {
			return bare + "\n"
		}
		return s
	}})
	replaced("many-breaks", "Of many line breaks two are left.", "\n\n\n\n\n", "\n\n", "\n\n\n\n", "\n\n")
	replaced("no-break-space", "A no-break space becomes a blank.", "\u00a0", " ")
	replaced("line-separators", "U+2028 becomes a line break.", "\u2028", "\n")
	replaced("joiners", "Characters without width are gone.", "\u200d", "", "\u200b", "")
	replaced("inner-mark", "A byte order mark inside a text is gone.", "\ufeff", "")
	replaced("escapes", "ESC is gone.", "\x1b", "")
	replaced("composed", "Letters of two code points become one.", "e\u0301", "\u00e9")
	replaced("lone-cr", "A lone CR becomes LF.", "\r\n", "\r\n", "\r", "\n")
	replaced("indented", "Indented lines lose their indentation.", "\n    ", "\n")
	replaced("dashes", "Two hyphens become a dash.", " -- ", " – ")
}

// plainFaults: contents that are texts with fence lines (FENCE-54).
func (m *miswriting) plainFaults() {
	plain := func(slug, title, old, with string) {
		m.objects("FENCE-54/"+slug, title, where(ended(transcript.Success), func(o wire.Value) wire.Value {
			if out := o.Get("output"); out.IsString() {
				return o.With("output", wire.Str(strings.ReplaceAll(out.Text(), old, with)))
			}
			return o
		}))
		last := &m.list[len(m.list)-1]
		last.Requirements = append(last.Requirements, "FENCE-51")
	}
	plain("plain-shortened", "Four backticks in a content that is a text become three.", "````", "```")
	plain("plain-indented", "Fence lines in a content that is a text are indented.", "\n```", "\n ```")
}

func nesting(body string) int {
	depth, deepest := 0, 0
	for _, char := range body {
		switch char {
		case '{', '[':
			depth++
			deepest = max(deepest, depth)
		case '}', ']':
			depth--
		}
	}
	return deepest
}
