package reference

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/scan"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// fenceFaults are about FENCE-01.
func fenceFaults() []plant.Row {
	return []plant.Row{
		reads("FENCE-01/repeated", manner{called: func(r *reader, source string) { r.say(source) }}),
		reads("FENCE-01/opening-leaks-when-cut", manner{isTool: func(r *reader, f *scan.Fence) bool {
			if isPlainTool(f) && r.lines.Pieced {
				r.say("```tool\n")
			}
			return isPlainTool(f)
		}}),
		reads("FENCE-01/info-untrimmed", taking(func(f *scan.Fence) bool { return strings.TrimLeft(f.Raw, " \t") == "tool" })),
		reads("FENCE-01/closing-blanks", closingAt(func(f *scan.Fence, c *scan.Cursor) bool {
			return f.ClosedBy(c) && strings.TrimRight(c.Text(), " \t") == c.Text()
		})),
		reads("FENCE-01/body-untrimmed", manner{parse: func(body string) (wire.Value, bool) {
			return parseWhere(body, !strings.HasPrefix(body, "\n"))
		}}),
		reads("FENCE-01/not-first", manner{isTool: func(r *reader, f *scan.Fence) bool { return isPlainTool(f) && len(r.out) > 0 }}),
		reads("FENCE-01/equal-calls-merged", merging(func(before, e wire.Value) bool {
			return words.TypeOf(before) == words.InputEvent && wire.Equal(before.Without("toolCallId"), e.Without("toolCallId"))
		})),
		reads("FENCE-01/same-id-merged", merging(func(before, e wire.Value) bool {
			return before.Get("toolCallId").Text() == e.Get("toolCallId").Text()
		})),
		tells("FENCE-01/phantom", listed(func(events []wire.Value) []wire.Value {
			return append(events, toolEvent(words.InputEvent, "phantom", wire.T("toolName", "tool"), wire.M("input", wire.Obj())))
		})),
	}
}

func parseWhere(body string, ok bool) (wire.Value, bool) {
	v, is := wire.ParseObject(body)
	return v, is && ok
}

// merging tells nothing of a call whose input is like an event before.
func merging(like func(before, e wire.Value) bool) manner {
	return manner{events: func(r *reader, id string, object wire.Value) []wire.Value {
		events := eventsOf(id, object)
		if slices.ContainsFunc(r.out, func(e dialect.Event) bool { return like(e.Value, events[0]) }) {
			return nil
		}
		return events
	}}
}

// brokenFaults are about FENCE-16: what is no single object is repaired.
func brokenFaults() []plant.Row {
	lenient := func(read func(body string) string) plant.Plant {
		return reading(manner{parse: func(body string) (wire.Value, bool) {
			if v, ok := wire.ParseObject(body); ok {
				return v, true
			}
			return wire.ParseObject(read(body))
		}})
	}
	parsed := func(read func(v wire.Value) wire.Value) func(string) string {
		return func(body string) string { return read(plant.Parsed(wire.Str(body))).JSON() }
	}
	var rows []plant.Row
	for _, repair := range []struct {
		slug string
		read func(body string) string
	}{
		{"list", parsed(first)}, {"list-as-empty", parsed(plant.When(wire.Value.IsArray, plant.Becomes("{}")))},
		{"empty", func(body string) string { return strings.TrimSpace(body) + "{}" }},
		{"first-object", firstObject}, {"completed", completed},
		{"trailing-comma", plant.Replaced(",}", "}", ",]", "]")}, {"single-quotes", plant.Replaced("'", `"`)},
		{"comments", withoutLines("//")}, {"hash-comment", withoutLines("#")},
		{"raw-newlines", plant.Replaced("two\nlines", `two\nlines`)}, {"nan", plant.Replaced("NaN", "null")},
		{"undefined", plant.Replaced("undefined", "null")}, {"python", plant.Replaced("True", "true", "None", "null")},
		{"dot-number", plant.Replaced(":.", ":0.")}, {"json-line", func(s string) string { return strings.TrimPrefix(s, "json\n") }},
		{"semicolon", func(s string) string { return strings.TrimSuffix(strings.TrimSpace(s), ";") }},
		{"begun-anew", func(s string) string {
			_, inner, _ := strings.Cut("\n"+s, "\n```tool\n")
			return inner
		}},
		{"object-in-string", parsed(plant.Parsed)},
	} {
		rows = append(rows, plant.New("FENCE-16/"+repair.slug, lenient(repair.read)))
	}
	return append(rows, reads("FENCE-16/hidden", manner{rejected: func(*reader, string) {}}).Warn(),
		reads("FENCE-16/body-only", manner{rejected: func(r *reader, source string) {
			lines := strings.SplitAfter(source, "\n")
			r.say(strings.Join(lines[1:len(lines)-2], ""))
		}}).Warn(),
		reads("FENCE-16/stops", manner{rejected: func(r *reader, source string) { r.outline.Fence = &scan.Fence{Char: '!', Length: 1} }}),
		reads("FENCE-16/last-fence", manner{
			rejected: func(r *reader, source string) { r.say(source); r.calls = -1 << 30 },
			isTool:   func(r *reader, f *scan.Fence) bool { return isPlainTool(f) && r.calls >= 0 },
		}))
}

// firstObject is the object that a body begins with.
func firstObject(body string) string {
	for i := range body {
		if _, ok := wire.ParseObject(body[:i]); ok {
			return body[:i]
		}
	}
	return ""
}

// completed closes what a cut object left open.
func completed(body string) string {
	body = strings.TrimRight(body, "\n")
	for n := range 4 {
		for _, quote := range []string{"", `"`} {
			closed := body + quote + strings.Repeat("}", n)
			if _, ok := wire.ParseObject(closed); ok {
				return closed
			}
		}
	}
	return ""
}

func withoutLines(mark string) func(string) string {
	return func(body string) string {
		lines := slices.DeleteFunc(strings.SplitAfter(body, "\n"),
			func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), mark) })
		return strings.Join(lines, "")
	}
}

// foreignFaults are about FENCE-18.
func foreignFaults() []plant.Row {
	info := func(slug string, is func(info string) bool) plant.Row {
		return reads("FENCE-18/"+slug, taking(func(f *scan.Fence) bool { return isPlainTool(f) || is(f.Info) }))
	}
	begins := func(with string) func(string) bool { return func(s string) bool { return strings.HasPrefix(s, with) } }
	// opening takes a line for the opening of a tool fence of two backticks, unseen sees no such fence around an example.
	opening := func(slug string, is func(text string) bool) plant.Row {
		return reads("FENCE-18/"+slug, openingAt(func(c *scan.Cursor) *scan.Fence {
			if is(c.Text()) {
				return &scan.Fence{Char: '`', Length: 2, Info: "tool"}
			}
			return c.Opening()
		}))
	}
	unseen := func(slug string, is func(f *scan.Fence) bool) plant.Row {
		return reads("FENCE-18/"+slug, openingAt(func(c *scan.Cursor) *scan.Fence {
			if f := c.Opening(); f != nil && (f.Info == "tool" || !is(f)) {
				return f
			}
			return nil
		}))
	}
	// closing closes a fence also where so is true.
	closing := func(slug string, so func(f *scan.Fence, c *scan.Cursor) bool) plant.Row {
		return reads("FENCE-18/"+slug, closingAt(func(f *scan.Fence, c *scan.Cursor) bool { return f.ClosedBy(c) || so(f, c) }))
	}
	like := func(char byte, length int, c *scan.Cursor) bool {
		return (&scan.Fence{Char: char, Length: length}).ClosedBy(c)
	}
	return []plant.Row{
		info("prefix", begins("tool")), info("dash", begins("tool-")), info("called", begins("tool(")),
		info("case", func(s string) bool { return strings.EqualFold(s, "tool") }),
		info("last-word", func(s string) bool { return strings.HasSuffix(s, " tool") }),
		info("any-json", func(s string) bool { return s == "" }), info("digit", func(s string) bool { return s == "tool2" }),
		opening("two-backticks", func(text string) bool { return text == "``tool" }),
		opening("backtick-in-info", begins("```tool`")),
		unseen("outer-indented", func(f *scan.Fence) bool { return f.Indent > 0 }),
		unseen("outer-space", func(f *scan.Fence) bool { return strings.HasPrefix(f.Raw, " ") }),
		unseen("outer-letters", func(f *scan.Fence) bool { return f.Info != "" && f.Info[0] >= utf8.RuneSelf }),
		closing("either-character", func(f *scan.Fence, c *scan.Cursor) bool { return like('`'+'~'-f.Char, f.Length, c) }),
		closing("three-tildes-close", func(f *scan.Fence, c *scan.Cursor) bool {
			return f.Char == '~' && f.Info != "tool" && like('~', 3, c)
		}),
		closing("no-break-space-closes", func(_ *scan.Fence, c *scan.Cursor) bool { return c.Text() == "```\u00a0" }),
		closing("blanks-and-tab-close", func(_ *scan.Fence, c *scan.Cursor) bool { return c.Blanks() == "  \t" && c.Text() == "```" }),
		closing("opening-closes", func(f *scan.Fence, c *scan.Cursor) bool { return f.Info != "tool" && c.Text() == "```json" }),
		anew("FENCE-18/inline", rawReading(func(line string) bool { return strings.HasSuffix(line, " ```tool") })),
		anew("FENCE-18/indented", rawReading(func(line string) bool { return strings.TrimSpace(line) == "```tool" })),
	}
}

// rawReading takes lines of text for a tool fence that begins where the test says so, without block structure.
func rawReading(opens func(line string) bool) func(wire.Value) manner {
	return func(wire.Value) manner {
		body, inside := "", false
		return lined(func(r *reader, line string) string {
			bare := strings.TrimRight(line, "\r\n")
			switch {
			case !inside && opens(bare):
				inside, body = true, ""
			case inside && strings.HasPrefix(strings.TrimSpace(bare), "{"):
				body += line
			case inside:
				inside = false
				if v, ok := wire.ParseObject(body); ok {
					r.call(v)
				}
			default:
				return line
			}
			return ""
		})
	}
}

// styleFaults are about FENCE-19 and 20.
func styleFaults() []plant.Row {
	misses := func(slug string, is func(f *scan.Fence) bool) plant.Row {
		return reads("FENCE-19/"+slug, taking(func(f *scan.Fence) bool { return isPlainTool(f) && !is(f) })).Warn()
	}
	within := func(slug string, m manner) plant.Row {
		return anew("FENCE-20/"+slug, func(input wire.Value) manner {
			if strings.Contains(input.JSON(), `\r\n`) {
				return m
			}
			return manner{}
		})
	}
	return []plant.Row{
		misses("tildes", func(f *scan.Fence) bool { return f.Char == '~' }),
		misses("tab", func(f *scan.Fence) bool { return strings.HasPrefix(f.Raw, "\t") }),
		misses("indented", func(f *scan.Fence) bool { return f.Indent > 0 }),
		misses("indented-three", func(f *scan.Fence) bool { return f.Indent == 3 }),
		anew("FENCE-19/closed-by-last-byte", func(input wire.Value) manner {
			reads, err := wire.InputChunks(input)
			if err != nil || len(reads) == 0 || !strings.HasSuffix(string(reads[len(reads)-1]), "````") {
				return manner{}
			}
			return closingAt(func(f *scan.Fence, c *scan.Cursor) bool { return f.Length == 3 && f.ClosedBy(c) })
		}).Warn(),
		within("crlf-body", manner{parse: func(string) (wire.Value, bool) { return wire.Value{}, false }}),
		within("crlf-outcome", telling(alone)),
		reads("FENCE-20/bom", manner{bomIsText: true}).Warn(),
	}
}

// openFaults are about FENCE-21.
func openFaults() []plant.Row {
	open := func(slug string, unclosed func(r *reader, source, body string)) plant.Row {
		return reads("FENCE-21/"+slug, manner{unclosed: unclosed})
	}
	// calls makes a call of what is read of a body, and otherwise the text of its source, if that is said.
	calls := func(read func(body string) string, said bool) func(r *reader, source, body string) {
		return func(r *reader, source, body string) {
			if v, ok := wire.ParseObject(read(body)); ok {
				r.call(v)
			} else if said {
				r.say(source)
			}
		}
	}
	return []plant.Row{
		open("completed", calls(completed, false)), open("first-object", calls(firstObject, true)),
		open("empty-call", func(r *reader, source, body string) { r.call(wire.Obj()) }),
		open("text-before-lost", func(r *reader, source, body string) { r.out = r.out[:lastTool(r.out)+1] }),
		plant.New("FENCE-21/closing-needs-line-ending", plant.Hearing(func(input wire.Value) wire.Value {
			chunks := input.Get("chunks").Items()
			if n := len(chunks) - 1; n >= 0 && strings.HasSuffix(strings.TrimRight(chunks[n].Text(), " "), "```") {
				chunks[n] = wire.Str(strings.TrimRight(chunks[n].Text(), " ") + " !")
				return input.With("chunks", wire.List(chunks...))
			}
			return input
		})),
	}
}

// containerFaults are about FENCE-24.
func containerFaults() []plant.Row {
	return []plant.Row{
		reads("FENCE-24/text-lost", dropping(func(_ *reader, line string) bool {
			return strings.HasPrefix(line, ">") || strings.HasPrefix(line, "- ")
		})),
		reads("FENCE-24/text-behind-lost", dropping(func(_ *reader, line string) bool {
			return strings.HasPrefix(line, document.ListEnd)
		})),
		reads("FENCE-24/call-lost", manner{events: func(r *reader, id string, object wire.Value) []wire.Value {
			if r.outline.Contained() {
				return nil
			}
			return eventsOf(id, object)
		}}),
		reads("FENCE-24/blind", manner{rules: scan.Rules{Blind: true}}),
		reads("FENCE-24/outlasts", manner{rules: scan.Rules{Outlasts: true}}),
	}
}
