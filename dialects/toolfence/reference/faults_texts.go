package reference

import (
	"strings"

	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// textFaults are about FENCE-53.
func (m *miswriting) textFaults() {
	text := func(slug string, change func(string) string) {
		m.writes("FENCE-53/"+slug, writer{text: change})
	}
	text("trimmed", strings.TrimSpace)
	text("line-ends", func(s string) string { return strings.ReplaceAll(s, "  \n", "\n") })
	text("escaped", func(s string) string { return strings.ReplaceAll(s, "*", `\*`) })
	text("blank-lines", func(s string) string { return strings.ReplaceAll(s, "\n\n", "\n") })
	text("line-each", func(s string) string { return s + "\n" })
	text("entities", func(s string) string { return strings.ReplaceAll(s, "<", "&lt;") })
	text("code-lost", func(s string) string {
		if before, _, found := strings.Cut(s, "```"); found {
			return before
		}
		return s
	})
	text("crlf", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") })
}

// backtickFaults are about FENCE-54.
func (m *miswriting) backtickFaults() {
	values := func(slug, old, with string) {
		m.objects("FENCE-54/"+slug, where(anyCall, func(o wire.Value) wire.Value {
			return textual(o, func(s string) string { return strings.ReplaceAll(s, old, with) })
		}))
	}
	values("escaped", "```", "\\`\\`\\`")
	values("tildes", "~~~", "")
	m.writes("FENCE-54/raw", writer{body: func(o wire.Value) string { return strings.ReplaceAll(o.JSON(), `\n`, "\n") }})
	m.writes("FENCE-54/own-line", writer{body: func(o wire.Value) string { return strings.ReplaceAll(o.JSON(), "```", "\n```\n") }})
}

// spaceFaults: blanks, line breaks and odd characters of texts (FENCE-53).
func (m *miswriting) spaceFaults() {
	text := func(slug string, change func(string) string) {
		m.writes("FENCE-53/"+slug, writer{text: change})
	}
	replaced := func(slug string, oldnew ...string) { text(slug, strings.NewReplacer(oldnew...).Replace) }
	text("blanks-alone", func(s string) string {
		if strings.Trim(s, " \t") == "" {
			return ""
		}
		return s
	})
	m.writes("FENCE-53/leading-breaks", writer{whole: func(s string) string { return strings.TrimLeft(s, "\n") }})
	m.writes("FENCE-53/trailing-breaks", writer{whole: func(s string) string {
		if bare := strings.TrimRight(s, "\n"); len(s)-len(bare) > 1 {
			return bare + "\n"
		}
		return s
	}})
	replaced("many-breaks", "\n\n\n\n\n", "\n\n", "\n\n\n\n", "\n\n")
	replaced("line-separators", "\u2028", "\n")
	replaced("joiners", "\u200d", "", "\u200b", "")
	replaced("escapes", "\x1b", "")
	replaced("composed", "e\u0301", "\u00e9")
	replaced("lone-cr", "\r\n", "\r\n", "\r", "\n")
	replaced("indented", "\n    ", "\n")
	replaced("dashes", " -- ", " – ")
}

// plainFaults: contents that are texts with fence lines (FENCE-54).
func (m *miswriting) plainFaults() {
	plain := func(slug, old, with string) {
		m.objects("FENCE-54/"+slug, where(ended(transcript.Success), func(o wire.Value) wire.Value {
			if out := o.Get("output"); out.IsString() {
				return o.With("output", wire.Str(strings.ReplaceAll(out.Text(), old, with)))
			}
			return o
		}))
		last := &m.rows[len(m.rows)-1]
		last.Also = append(last.Also, "FENCE-51")
	}
	plain("plain-shortened", "````", "```")
	plain("plain-indented", "\n```", "\n ```")
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
