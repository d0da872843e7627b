package toolfence

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// producerVariants are other right ways to write.
func producerVariants() []dialect.Variant {
	var list []dialect.Variant
	writes := func(id, title string, w writer) {
		list = append(list, dialect.Variant{ID: id, Pair: producerPair(), Title: title, Plant: func(dialect.Answer) dialect.Answer { return w.answer }})
	}
	writes("FENCE-53/at-result", "Fences stand where the result came.", writer{late: true})
	writes("FENCE-53/blank-lines", "Blank lines stand around fences.", writer{fence: func(body string) string { return "\n\n```tool\n" + body + "\n```\n\n\n" }})
	writes("FENCE-53/crlf-breaks", "The lines of fences end in CRLF.", writer{fence: func(body string) string { return "```tool\r\n" + body + "\r\n```\r\n" }})
	writes("FENCE-53/last-line", "A line ending is added at the end.", writer{whole: func(s string) string { return s + "\n" }})
	writes("FENCE-50/pretty", "Objects stand over several lines.", writer{body: func(o wire.Value) string { return style{}.formatted(o) }})
	writes("FENCE-50/airy", "Blank lines stand around the object.", writer{body: style{Format: formatAiry}.formatted})
	writes("FENCE-50/tildes", "Fences are of tildes.", writer{fence: func(body string) string { return "~~~tool\n" + body + "\n~~~\n" }})
	writes("FENCE-50/longer", "Fences are longer than any run of backticks.", writer{fence: func(body string) string {
		fence := strings.Repeat("`", max(3, longestRun(body)+1))
		return fence + "tool\n" + body + "\n" + fence + "\n"
	}})
	writes("FENCE-50/indented", "Fences are indented, with blanks around the info string.", writer{fence: func(body string) string {
		return " ``` tool \n" + body + "\n  ```  \n"
	}})
	writes("FENCE-54/escapes", "Backticks are written as escapes.", writer{body: style{Format: formatEscaped}.formatted})
	writes("key-order", "Members come in another order.", writer{object: func(_ *transcript.CallRecord, o wire.Value) wire.Value {
		members := append([]wire.Member{}, o.Members()...)
		for i, j := 0, len(members)-1; i < j; i, j = i+1, j-1 {
			members[i], members[j] = members[j], members[i]
		}
		return wire.Obj(members...)
	}})
	writes("extra-members", "Objects have further members.", writer{object: func(c *transcript.CallRecord, o wire.Value) wire.Value {
		return o.With("label", wire.Str(c.Label)).With("position", wire.Int(int64(c.Position))).With("result", wire.NullValue)
	}})
	open := func(c *transcript.CallRecord, with wire.Value, o wire.Value) wire.Value {
		if c.Result == nil {
			return o.With("state", with)
		}
		return o
	}
	writes("FENCE-51/open-without-state", "A call cut off has no state.", writer{object: func(c *transcript.CallRecord, o wire.Value) wire.Value { return open(c, wire.Value{}, o) }})
	writes("FENCE-51/open-streaming", "A call cut off has the state input-streaming.", writer{object: func(c *transcript.CallRecord, o wire.Value) wire.Value {
		return open(c, wire.Str("input-streaming"), o)
	}})
	writes("FENCE-51/open-failed", "A call cut off is told as an error.", writer{object: func(c *transcript.CallRecord, o wire.Value) wire.Value {
		if c.Result == nil {
			return o.With("state", wire.Str("output-error")).With("errorText", wire.Str("Stopped."))
		}
		return o
	}})
	writes("FENCE-52/own-words", "A cancelled call is told in words of the producer.", writer{object: func(c *transcript.CallRecord, o wire.Value) wire.Value {
		if status(c) == transcript.Cancelled {
			return o.With("errorText", wire.Str("Cancelled by the user"))
		}
		return o
	}})
	writes("FENCE-51/empty-error", "An error without a text gets one.", writer{object: func(c *transcript.CallRecord, o wire.Value) wire.Value {
		if status(c) == transcript.Error && o.Get("errorText").Text() == "" {
			return o.With("errorText", wire.Str("Unknown error"))
		}
		return o
	}})
	return append(list, restless())
}

func longestRun(s string) int {
	longest, run := 0, 0
	for _, r := range s {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
