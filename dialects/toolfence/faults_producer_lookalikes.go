package toolfence

import (
	"strings"

	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// lookalikeFaults: values, names and texts that are written as something else.
func (m *miswriting) lookalikeFaults() {
	name := func(slug, title string, change func(string) string) {
		m.objects("FENCE-50/"+slug, title, where(anyCall, func(o wire.Value) wire.Value {
			return o.With("toolName", wire.Str(change(o.Get("toolName").Text())))
		}))
	}
	name("name-of-64", "A name is cut at 64 characters.", func(s string) string { return s[:min(len(s), 64)] })
	name("name-trimmed", "A name is trimmed.", strings.TrimSpace)
	name("name-part", "Of a name with a slash the last part is written.", func(s string) string { return s[strings.LastIndexByte(s, '/')+1:] })
	m.writes("FENCE-50/raw-nul", "NUL is written as it is, so that the body is no JSON.", writer{body: func(o wire.Value) string {
		return strings.ReplaceAll(o.JSON(), `\u0000`, "\x00")
	}})
	output := func(slug, title string, change func(v, _ wire.Value) wire.Value) {
		m.objects("FENCE-51/"+slug, title, where(ended(transcript.Success), func(o wire.Value) wire.Value {
			return o.With("output", change(o.Get("output"), o))
		}))
	}
	output("only-content", "A content that is all there is in an object is taken out.", unwrapped("content"))
	output("list-of-one", "A list of one becomes what is in it.", onlyItem)
	output("error-lost", "The member `error` of a content is dropped.", withoutMember("error"))
	output("masked", "Passwords and tokens are masked.", masked)
	output("hundred-items", "A list is cut after a hundred items.", firstHundred)
	m.objects("FENCE-51/error-member", "A success whose content has an error is written as an error.", where(ended(transcript.Success), func(o wire.Value) wire.Value {
		if err := o.Get("output").Get("error"); err.IsString() {
			return o.Without("output").With("state", wire.Str("output-error")).With("errorText", err)
		}
		return o
	}))
	m.objects("FENCE-51/list-error", "An error that is a list has a text of the producer's own.", func(c *transcript.CallRecord, o wire.Value) wire.Value {
		if status(c) == transcript.Error && c.Result.Content.IsArray() {
			return o.With("errorText", wire.Str("Tool error"))
		}
		return o
	})
	m.objects("FENCE-51/message", "An error text that is JSON with a message in it becomes that message.", where(ended(transcript.Error), func(o wire.Value) wire.Value {
		if v, err := wire.Parse([]byte(o.Get("errorText").Text())); err == nil && v.Get("message").IsString() {
			return o.With("errorText", v.Get("message"))
		}
		return o
	}))
	m.spaceFaults()
	m.plainFaults()
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
	m.writes("FENCE-53/leading-breaks", "Line breaks at the beginning are gone.", writer{whole: func(s string) string { return strings.TrimLeft(s, "\n") }})
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
