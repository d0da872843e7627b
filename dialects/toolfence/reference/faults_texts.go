package reference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/scan"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// replacements are the rows of a line about texts in which something is replaced on its way, by their slugs: first those of both
// roles. Row makes one of them.
func replacements(line string, row func(id string, change func(string) string) plant.Row, more ...[]string) (rows []plant.Row) {
	for _, r := range append([][]string{{"line-separators", "\u2028", "\n"}, {"composed", "e\u0301", "\u00e9"}, {"dashes", " -- ", " – "},
		{"escapes", "\x1b", ""}}, more...) {
		rows = append(rows, row(line+"/"+r[0], plant.Replaced(r[1:]...)))
	}
	return rows
}

// textFaults are about FENCE-02.
func textFaults() []plant.Row {
	rows := replacements("FENCE-02", func(id string, change func(string) string) plant.Row {
		return reads(id, each(change))
	}, [][]string{{"crlf", "\r\n", "\n"}, {"tabs", "\t", "    "}, {"entities", "&amp;", "&"}, {"escaped", "<", "&lt;"},
		{"backslashes", `\*`, "*"}, {"form-feeds", "\x0c", ""}, {"backticks", "`", ""}, {"stars", "* star", "- star"},
		{"joiners", "\u200d", ""}}...)
	dropped := func(slug string, so func(r *reader, line string) bool) plant.Row {
		return reads("FENCE-02/"+slug, dropping(so))
	}
	changed := func(slug string, change func(r *reader, line string) string) plant.Row {
		return reads("FENCE-02/"+slug, lined(change))
	}
	return append(rows,
		dropped("blank-lines-collapsed", func(r *reader, line string) bool {
			return strings.TrimSpace(line+r.previous) == ""
		}),
		dropped("last-line", func(_ *reader, line string) bool { return !strings.HasSuffix(line, "\n") }),
		dropped("repeated-lines", func(r *reader, line string) bool {
			bare := strings.TrimRight(line, "\r\n")
			return bare == r.previous && bare != ""
		}),
		dropped("fence-lines", func(_ *reader, line string) bool {
			return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
		}),
		reads("FENCE-02/long-lines", each(plant.Cut(8192))), reads("FENCE-02/quote-markers", each(plant.Turned("^> ", ""))),
		changed("cut-characters", func(r *reader, line string) string {
			if r.lines.Pieced {
				return strings.ToValidUTF8(strings.ReplaceAll(line, "ộ", "\uFFFD"), "")
			}
			return line
		}),
		changed("code-dedented", func(r *reader, line string) string {
			if f := r.outline.Fence; f != nil {
				for range f.Indent {
					line = strings.TrimPrefix(line, " ")
				}
			}
			return line
		}),
		edits("FENCE-02/tail", func(events []dialect.Event) []dialect.Event {
			if last := lastTool(events); last >= 0 {
				return events[:last+1]
			}
			return events
		}))
}

func isText(e wire.Value) bool { return words.TypeOf(e) == words.TextEvent }

// lastTool is the index of the last event of a tool, -1 where there is none.
func lastTool(events []dialect.Event) int {
	last := len(events) - 1
	for last >= 0 && isText(events[last].Value) {
		last--
	}
	return last
}

// orderFaults are about FENCE-22 and 23.
func orderFaults() []plant.Row {
	late := func(slug string, text bool, by int) plant.Row {
		return edits("FENCE-23/"+slug, func(events []dialect.Event) []dialect.Event {
			last := 0
			for _, e := range events {
				last = max(last, e.After)
			}
			for i, e := range events {
				if isText(e.Value) == text {
					events[i].After = min(e.After+by, last)
				}
			}
			return events
		}).Warn()
	}
	return []plant.Row{
		edits("FENCE-22/outcomes-last", func(events []dialect.Event) []dialect.Event {
			rank := func(e dialect.Event) int { return strings.Count(words.TypeOf(e.Value), "output") }
			slices.SortStableFunc(events, func(a, b dialect.Event) int { return rank(a) - rank(b) })
			return events
		}),
		plant.New("FENCE-22/reversed", onEvents(func(list []wire.Value) []wire.Value {
			tools := plant.Drop(isText)(slices.Clone(list))
			slices.SortStableFunc(tools, func(a, b wire.Value) int {
				return strings.Compare(b.Get("toolCallId").Text(), a.Get("toolCallId").Text())
			})
			return plant.Each(plant.Not(isText), func(wire.Value) (next wire.Value) {
				next, tools = tools[0], tools[1:]
				return next
			})(list)
		})),
		plant.New("FENCE-22/one-early", onEvents(plant.Swapped(func(a, b wire.Value) bool { return isText(a) && !isText(b) }))),
		plant.New("FENCE-22/one-late", onEvents(func(list []wire.Value) []wire.Value {
			return plant.Reversed(plant.Swapped(func(a, b wire.Value) bool { return isText(a) && !isText(b) })(plant.Reversed(list)))
		})),
		late("call-one-late", false, 1), late("text-two-late", true, 2),
	}
}

// familyFaults are about META and ROBUST.
func familyFaults() []plant.Row {
	id := func(slug string, change func(string) string) plant.Row {
		return tells("ROBUST-05/"+slug, at("", "toolCallId", plant.Text(change)))
	}
	silent := func(id string, so plant.Of) plant.Row { return tells(id, where(so, alone)) }
	idOf := func(o wire.Value) string { return o.Get("toolCallId").Text() }
	return []plant.Row{
		reads("META-01/cut-line", lined(func(r *reader, line string) string {
			if r.lines.Pieced {
				return strings.ReplaceAll(line, " ", "")
			}
			return line
		})),
		silent("META-02/known-prefix", func(o wire.Value) bool { return !strings.HasPrefix(idOf(o), "call_") }),
		silent("META-04/unknown-members", func(o wire.Value) bool { return len(words.Others(o)) > 0 }),
		silent("ROBUST-05/proto", func(o wire.Value) bool { return slices.Contains([]string{"constructor", "__proto__"}, idOf(o)) }),
		reads("ROBUST-03/five-hundred", manner{isTool: func(r *reader, f *scan.Fence) bool { return isPlainTool(f) && r.calls < 500 }}),
		tells("ROBUST-03/cut-values", at(words.OutputEvent, "output", textual(plant.Cut(1<<17)))),
		reads("ROBUST-03/shallow", manner{parse: func(body string) (wire.Value, bool) { return parseWhere(body, nesting(body) < 64) }}),
		reads("ROBUST-04/doubles", manner{parse: func(body string) (wire.Value, bool) {
			v, ok := wire.ParseObject(body)
			return dialect.Doubles(v), ok
		}}).Warn(),
		id("lower-case", strings.ToLower), id("trimmed", strings.TrimSpace), id("cut", plant.Cut(255)),
		id("composed", plant.Replaced("e\u0301", "\u00e9")),
		edits("ROBUST-06/optimist-at-the-end", func(events []dialect.Event) []dialect.Event {
			n := len(events) - 1
			for n >= 0 && isText(events[n].Value) && strings.TrimSpace(events[n].Value.Get("delta").Text()) == "" {
				n--
			}
			if n < 0 || words.TypeOf(events[n].Value) != words.InputEvent {
				return events
			}
			ok := toolEvent(words.OutputEvent, events[n].Value.Get("toolCallId").Text(), wire.T("output", "ok"))
			return append(events, dialect.Event{After: -1, Value: ok})
		}),
	}
}

func nesting(body string) int {
	depth, deepest := 0, 0
	for _, char := range body {
		depth += strings.Count("{[", string(char)) - strings.Count("}]", string(char))
		deepest = max(deepest, depth)
	}
	return deepest
}

// stickyFaults leave something over from the fence before.
func stickyFaults() []plant.Row {
	// remembers is a change of the calls whose object and the one before are so.
	remembers := func(id string, so func(o, before wire.Value) bool, c change) plant.Row {
		return anew(id, func(wire.Value) manner {
			before := wire.Obj()
			return telling(func(events []wire.Value, o wire.Value) []wire.Value {
				defer func() { before = o }()
				return where(func(o wire.Value) bool { return asksByState(o) && so(o, before) }, c)(events, o)
			})
		})
	}
	key := func(o wire.Value) string { return o.Get("toolName").Text() + o.Get("input").JSON() }
	return []plant.Row{
		remembers("FENCE-05/error-sticks", func(_, before wire.Value) bool {
			return before.Has("errorText") || asks("output-error")(before)
		}, drop(words.OutputEvent)),
		remembers("FENCE-06/output-sticks", func(_, before wire.Value) bool { return hasOutput(before) }, drop(words.ErrorEvent)),
		remembers("FENCE-06/error-text-sticks", func(_, before wire.Value) bool { return before.Has("errorText") }, drop(words.ErrorEvent)),
		remembers("FENCE-07/state-sticks", func(o, before wire.Value) bool { return !o.Has("state") && asks("output-available")(before) },
			adding(words.OutputEvent, "output", wire.NullValue)),
		remembers("FENCE-05/first-outcome-decides", func(_, before wire.Value) bool {
			return asksByState(before) && before.Len() > 0 && !strings.HasPrefix(before.Get("state").Text(), "output")
		}, drop(words.OutputEvent)),
		anew("FENCE-05/cached", func(wire.Value) manner {
			outputs := map[string]wire.Value{}
			return telling(by(words.OutputEvent, "output", func(v, o wire.Value) wire.Value {
				if cached, ok := outputs[key(o)]; ok && o.Has("input") {
					return cached
				}
				outputs[key(o)] = v
				return v
			}))
		}),
		tells("FENCE-09/by-content", where(lacks("toolCallId"), by("", "toolCallId", func(_, o wire.Value) wire.Value {
			n := 0
			for _, c := range []byte(key(o)) {
				n = (n*131 + int(c)) % 1000003
			}
			return wire.Str(fmt.Sprintf("tool-call-%d", 700000+n))
		}))),
	}
}

// documentOf is all that an input brings.
func documentOf(input wire.Value) string {
	pieces, _ := wire.InputChunks(input)
	return string(slices.Concat(pieces...))
}

// rewriting reads another document than was sent, in one read.
func rewriting(id string, change func(document string) string, also ...string) plant.Row {
	return plant.New(id, plant.Hearing(func(input wire.Value) wire.Value {
		before := documentOf(input)
		if after := change(before); after != before {
			return wire.Obj(wire.ChunkMembers("", [][]byte{[]byte(after)})...)
		}
		return input
	}), also...)
}

// rewritingFaults take a line of dashes for more than it is, and the first line ending for that of the whole document.
func rewritingFaults() []plant.Row {
	matter := func(marker string) func(string) string {
		return func(document string) string {
			inside, found := strings.CutPrefix(document, marker+"\n")
			_, behind, closed := strings.Cut("\n"+inside, "\n"+marker+"\n")
			if !found || !closed {
				return document
			}
			return behind
		}
	}
	mixed := func(id string, m func(document string) manner) plant.Row {
		return anew(id, func(input wire.Value) manner {
			document := documentOf(input)
			if strings.Count(document, "\n") != strings.Count(document, "\r\n") {
				return m(document)
			}
			return manner{}
		})
	}
	return []plant.Row{
		rewriting("FENCE-02/front-matter", matter("---"), "FENCE-01", "FENCE-03", "FENCE-05", "FENCE-22"),
		rewriting("FENCE-02/front-matter-of-plusses", matter("+++"), "FENCE-22"),
		anew("FENCE-01/front-matter-unclosed", func(input wire.Value) manner {
			inside, lines := strings.HasPrefix(documentOf(input), "---\n"), 0
			return manner{isTool: func(_ *reader, f *scan.Fence) bool { return isPlainTool(f) && !inside },
				line: func(_ *reader, line string) string {
					lines++
					inside = inside && (lines == 1 || line != "---\n")
					return line
				}}
		}),
		rewriting("FENCE-01/first-ending-decides", func(document string) string {
			if line, _, _ := strings.Cut(document, "\n"); !strings.HasSuffix(line, "\r") {
				return document
			}
			return strings.NewReplacer("\r\n", "\r\n", "\n", " ").Replace(document)
		}, "FENCE-02", "FENCE-03", "FENCE-05"),
		mixed("FENCE-01/crlf-only-where-all", func(document string) manner {
			return manner{isTool: func(r *reader, f *scan.Fence) bool {
				return isPlainTool(f) && !strings.Contains(string(r.lines.Buffer), "```tool\r\n")
			}}
		}),
		mixed("FENCE-02/crlf-becomes-lf", func(string) manner {
			return each(plant.Replaced("\r\n", "\n"))
		}),
	}
}
