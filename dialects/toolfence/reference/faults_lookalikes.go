package reference

import (
	"strings"
	"unicode/utf8"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/wire"
)

// lookalikeFaults: values, names and members that are taken for something else.
func (p *planting) lookalikeFaults() {
	p.openedFaults()
	p.nameFaults()
	p.leftOverFaults()
	p.oddMemberFaults()
	p.outerFaults()
	p.prettyFaults()
}

// unwrapped is the value of the only member, where it has that name.
func unwrapped(name string) func(v, _ wire.Value) wire.Value {
	return func(v, _ wire.Value) wire.Value {
		if v.IsObject() && v.Len() == 1 && v.Has(name) {
			return v.Get(name)
		}
		return v
	}
}

// withoutMember drops a member of an object.
func withoutMember(name string) func(v, _ wire.Value) wire.Value {
	return func(v, _ wire.Value) wire.Value {
		if v.IsObject() {
			return v.Without(name)
		}
		return v
	}
}

func onlyItem(v, _ wire.Value) wire.Value {
	if v.IsArray() && v.Len() == 1 {
		return v.At(0)
	}
	return v
}

func masked(v, _ wire.Value) wire.Value {
	for _, name := range []string{"password", "token"} {
		if v.Has(name) {
			v = v.With(name, wire.Str("***"))
		}
	}
	return v
}

func firstHundred(v, _ wire.Value) wire.Value {
	if v.IsArray() && v.Len() > 100 {
		return wire.List(v.Items()[:100]...)
	}
	return v
}

func fewerBackslashes(v, _ wire.Value) wire.Value {
	return textual(v, func(s string) string { return strings.ReplaceAll(s, `\\`, `\`) })
}

func withoutNul(v, _ wire.Value) wire.Value {
	return textual(v, func(s string) string { return strings.ReplaceAll(s, "\x00", "") })
}

// openedFaults: values that are opened, shortened or hidden (FENCE-03, 05 and 06).
func (p *planting) openedFaults() {
	for _, f := range []struct {
		slug   string
		change func(v, object wire.Value) wire.Value
	}{
		{"only-value", unwrapped("value")},
		{"only-content", unwrapped("content")},
		{"type-lost", withoutMember("type")},
		{"error-lost", withoutMember("error")},
		{"list-of-one", onlyItem}, {"masked", masked},
		{"hundred-items", firstHundred},
		{"backslashes", fewerBackslashes}, {"nul-lost", withoutNul},
	} {
		p.tells("FENCE-03/"+f.slug, setting(words.InputEvent, "input", f.change))
		p.tells("FENCE-05/"+f.slug, setting(words.OutputEvent, "output", f.change))
	}
	p.tells("FENCE-03/json-text", setting(words.InputEvent, "input", func(v, _ wire.Value) wire.Value {
		if parsed, err := wire.Parse([]byte(v.Text())); err == nil {
			return parsed
		}
		return v
	}))
	p.tells("FENCE-06/message", setting(words.ErrorEvent, "errorText", func(v, _ wire.Value) wire.Value {
		if parsed, err := wire.Parse([]byte(v.Text())); err == nil && parsed.Get("message").IsString() {
			return parsed.Get("message")
		}
		return v
	}))
	p.tells("FENCE-06/stack", setting(words.ErrorEvent, "errorText", func(v, _ wire.Value) wire.Value {
		text, _, _ := strings.Cut(v.Text(), "\n    at ")
		return wire.Str(text)
	}))
	p.tells("FENCE-06/null-output-hides", dropping(words.ErrorEvent, func(o wire.Value) bool {
		return o.Get("output").Kind() == wire.Null && !o.Has("state")
	}))
}

// nameFaults are about FENCE-25.
func (p *planting) nameFaults() {
	for _, f := range []struct {
		slug   string
		change func(string) string
	}{
		{"of-64", func(s string) string { return s[:min(len(s), 64)] }},
		{"constructor", func(s string) string {
			if s == "constructor" || s == "__proto__" {
				return "tool"
			}
			return s
		}},
	} {
		p.tells("FENCE-25/"+f.slug, setting(words.InputEvent, "toolName",
			func(v, _ wire.Value) wire.Value { return wire.Str(f.change(v.Text())) }))
	}
	byID := func(id string, where func(o wire.Value) bool) {
		p.reads(id, manner{events: func(r *reader, callID string, object wire.Value) []wire.Value {
			events := eventsOf(callID, object)
			for _, e := range r.out {
				if where(object) && words.TypeOf(e.Value) == words.InputEvent && e.Value.Get("toolCallId").Text() == callID {
					events[0] = events[0].With("toolName", e.Value.Get("toolName"))
					break
				}
			}
			return events
		}})
	}
	byID("FENCE-25/by-id", func(o wire.Value) bool { return o.Has("toolName") })
	byID("FENCE-11/by-id", lacks("toolName"))
}

// leftOverFaults: what one call leaves for the next.
func (p *planting) leftOverFaults() {
	p.tells("FENCE-09/third-event", func(events []wire.Value, object wire.Value) []wire.Value {
		id, last := events[0].Get("toolCallId").Text(), events[len(events)-1]
		if !object.Has("toolCallId") && object.Has("output") && words.TypeOf(last) == words.ErrorEvent {
			output := toolEvent(words.OutputEvent, id, wire.M("output", object.Get("output")))
			return []wire.Value{events[0], output, last.With("toolCallId", wire.Str(id+"0"))}
		}
		return events
	})
}

// oddMemberFaults are about FENCE-12 and 16.
func (p *planting) oddMemberFaults() {
	dropped := func(slug string, is func(name string) bool) {
		p.reads("FENCE-12/"+slug, manner{chunk: func(id string, object wire.Value) wire.Value {
			for _, m := range words.Others(object) {
				if is(m.Name) {
					object = object.Without(m.Name)
				}
			}
			return toolChunkOf(id, object)
		}})
	}
	dropped("text-dropped", func(s string) bool { return s == "text" })
	repairs := func(slug string, repair func(body string) string) {
		p.reads("FENCE-16/"+slug, lenient(func(body string) (wire.Value, bool) { return parsedAs(repair(body)) }))
	}
	repairs("semicolon", func(s string) string { return strings.TrimSuffix(strings.TrimSpace(s), ";") })
	repairs("begun-anew", func(s string) string {
		_, inner, _ := strings.Cut("\n"+s, "\n```tool\n")
		return inner
	})
	repairs("python", strings.NewReplacer("True", "true", "None", "null").Replace)
	repairs("json-line", func(s string) string { return strings.TrimPrefix(s, "json\n") })
	repairs("hash-comment", func(s string) string {
		if strings.HasPrefix(s, "#") {
			_, s, _ = strings.Cut(s, "\n")
		}
		return s
	})
	repairs("dot-number", func(s string) string { return strings.ReplaceAll(s, ":.", ":0.") })
	repairs("object-in-string", func(s string) string {
		v, err := wire.Parse([]byte(s))
		if err != nil {
			return s
		}
		return v.Text()
	})
}

// outerFaults: fences around an example that are not seen (FENCE-18).
func (p *planting) outerFaults() {
	unseen := func(slug string, is func(f *fenceLine) bool) {
		p.reads("FENCE-18/"+slug, manner{opening: func(c *cursor) *fenceLine {
			if f := c.opening(); f != nil && (f.Info == "tool" || !is(f)) {
				return f
			}
			return nil
		}})
	}
	unseen("outer-indented", func(f *fenceLine) bool { return f.indent > 0 })
	unseen("outer-space", func(f *fenceLine) bool { return strings.HasPrefix(f.raw, " ") })
	unseen("outer-letters", func(f *fenceLine) bool { return f.Info != "" && f.Info[0] >= utf8.RuneSelf })
	closes := func(slug string, closes func(f *fenceLine, c *cursor) bool) {
		p.reads("FENCE-18/"+slug, manner{closes: closes})
	}
	closes("three-tildes-close", func(f *fenceLine, c *cursor) bool {
		return f.closedBy(c) || f.char == '~' && f.Info != "tool" && (&fenceLine{char: '~', length: 3}).closedBy(c)
	})
	closes("no-break-space-closes", func(f *fenceLine, c *cursor) bool {
		return f.closedBy(c) || c.text() == "```\u00a0"
	})
	closes("opening-closes", func(f *fenceLine, c *cursor) bool {
		return f.closedBy(c) || f.Info != "tool" && c.text() == "```json"
	})
	p.reads("FENCE-18/called",
		manner{isTool: func(_ *reader, f *fenceLine) bool { return isPlainTool(f) || strings.HasPrefix(f.Info, "tool(") }})
	p.reads("FENCE-18/digit", manner{isTool: func(_ *reader, f *fenceLine) bool { return isPlainTool(f) || f.Info == "tool2" }})
	p.add("FENCE-19/closed-by-last-byte", func(dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			m := manner{}
			if reads, err := wire.InputChunks(input); err == nil && len(reads) > 0 &&
				strings.HasSuffix(string(reads[len(reads)-1]), "````") {
				m.closes = func(f *fenceLine, c *cursor) bool { return f.length == 3 && f.closedBy(c) }
			}
			return m.answer(input)
		}
	})
	p.warning()
}

// prettyFaults: text that is made prettier (FENCE-02).
func (p *planting) prettyFaults() {
	replace := func(slug, old, with string) {
		p.lines("FENCE-02/"+slug, func(_ *reader, line string) string { return strings.ReplaceAll(line, old, with) })
	}
	replace("dashes", " -- ", " – ")
	replace("stars", "* star", "- star")
	replace("escapes", "\x1b", "")
	replace("joiners", "\u200d", "")
	p.lines("FENCE-02/code-dedented", func(r *reader, line string) string {
		if f := r.outline.Fence; f != nil && f.indent > 0 {
			for range f.indent {
				line = strings.TrimPrefix(line, " ")
			}
		}
		return line
	})
}
