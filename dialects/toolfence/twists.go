package toolfence

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// twists are faults and oddities planted in a document.
func twists() []dialect.Twist {
	return slices.Concat(fenceTwists(), memberTwists(), textTwists(), formTwists())
}

// edit changes a copy of a document; ok is false where it has no place for it.
type edit func(d *document, pick dialect.Pick) (planted dialect.Planted, ok bool)

func twist(id, title string, tests []string, change edit) dialect.Twist {
	return dialect.Twist{ID: id, Title: title, Tests: tests,
		Apply: func(s dialect.Script, pick dialect.Pick) (dialect.Script, dialect.Planted, bool) {
			from, ok := documentOf(s)
			if !ok {
				return s, dialect.Planted{}, false
			}
			d := *from
			d.segments = slices.Clone(from.segments)
			planted, ok := change(&d, pick)
			if !ok {
				return s, dialect.Planted{}, false
			}
			return d.script(), planted, true
		}}
}

// both are requirements broken with the transcript and without.
func both(list ...string) dialect.Planted { return dialect.Planted{With: list, Alone: list} }

func with(list ...string) dialect.Planted { return dialect.Planted{With: list} }

// losing adds what the transcript tells of values that did not arrive: FENCE-54 where
// they hold a run of backticks or tildes.
func losing(p dialect.Planted, lost ...segment) dialect.Planted {
	for _, s := range lost {
		json := s.object.Get("input").JSON() + s.object.Get("output").JSON() + s.object.Get("errorText").JSON()
		if s.kind == toolSegment && (strings.Contains(json, "```") || strings.Contains(json, "~~~")) {
			p.With = append(slices.Clone(p.With), "FENCE-54")
			return p
		}
	}
	return p
}

// atTool picks a tool fence that fits.
func (d *document) atTool(pick dialect.Pick, fits func(s *segment) bool) (*segment, int) {
	var at []int
	for i := range d.segments {
		if s := &d.segments[i]; s.kind == toolSegment && fits(s) {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return nil, -1
	}
	i := at[pick(len(at))]
	return &d.segments[i], i
}

func anyFence(*segment) bool { return true }

// insert puts segments before the i-th.
func (d *document) insert(i int, s ...segment) { d.segments = slices.Insert(d.segments, i, s...) }

// gap picks a place between segments that is not behind an open fence.
func (d *document) gap(pick dialect.Pick) int {
	n := len(d.segments)
	if n > 0 && d.segments[n-1].open() {
		n--
	}
	return pick(n + 1)
}

// fenceTwists change which fences there are.
func fenceTwists() []dialect.Twist {
	return []dialect.Twist{
		twist("drop-fence", "A tool fence is missing.", ids("FENCE-01", "FENCE-22"),
			func(d *document, pick dialect.Pick) (dialect.Planted, bool) {
				s, i := d.atTool(pick, anyFence)
				if i < 0 {
					return dialect.Planted{}, false
				}
				planted := losing(with("FENCE-50"), *s)
				d.segments = slices.Delete(d.segments, i, i+1)
				return planted, true
			}),
		twist("repeat-fence", "A tool fence stands twice.", ids("FENCE-01", "FENCE-08"),
			func(d *document, pick dialect.Pick) (dialect.Planted, bool) {
				s, i := d.atTool(pick, func(s *segment) bool { return !s.style.Open && isText(s.object.Get("toolCallId")) })
				if i < 0 {
					return dialect.Planted{}, false
				}
				d.insert(i, *s)
				return both("FENCE-50"), true
			}),
		twist("swap-fences", "Two tool fences in a row change places.", ids("FENCE-22"),
			func(d *document, pick dialect.Pick) (dialect.Planted, bool) {
				var at []int
				for i := range len(d.segments) - 1 {
					if a, b := d.segments[i], d.segments[i+1]; a.kind == toolSegment && b.kind == toolSegment && !b.style.Open &&
						!wire.Equal(a.object, b.object) {
						at = append(at, i)
					}
				}
				if len(at) == 0 {
					return dialect.Planted{}, false
				}
				i := at[pick(len(at))]
				d.segments[i], d.segments[i+1] = d.segments[i+1], d.segments[i]
				return with("FENCE-50"), true
			}),
		twist("break-body", "The body of a tool fence is not one object any more.", ids("FENCE-16"), breakBody),
		twist("insert-broken", "A malformed tool fence stands between.", ids("FENCE-16"),
			func(d *document, pick dialect.Pick) (dialect.Planted, bool) {
				bodies := []string{`[1,2]`, ``, `{"toolCallId":"planted_1","input":{`, `{"toolCallId":"planted_2"}{}`, `"text"`,
					"{\n  \"toolCallId\": \"planted_3\",\n}", `null`}
				d.insert(d.gap(pick), broken(bodies[pick(len(bodies))]))
				return both("FENCE-50"), true
			}),
		twist("cut", "The document ends inside a tool fence.", ids("FENCE-21"), cutInside),
		twist("unclose", "The last tool fence is not closed.", ids("FENCE-21"),
			func(d *document, pick dialect.Pick) (dialect.Planted, bool) {
				n := len(d.segments) - 1
				if n < 0 || d.segments[n].kind != toolSegment || d.segments[n].style.Open {
					return dialect.Planted{}, false
				}
				d.segments[n].style.Open, d.segments[n].style.Below = true, 0
				d.unterminated = pick(2) == 1
				return losing(both("FENCE-50"), d.segments[n]), true
			}),
		twist("foreign-info", "A tool fence gets another info string.", ids("FENCE-18"),
			func(d *document, pick dialect.Pick) (dialect.Planted, bool) {
				s, i := d.atTool(pick, anyFence)
				if i < 0 {
					return dialect.Planted{}, false
				}
				planted := losing(with("FENCE-50", "FENCE-53"), *s)
				infos := []string{"toolbox", "tool-call", "TOOL", "json", "", "tool:x"}
				*s = code(infos[pick(len(infos))], s.content()).with(style{Open: s.style.Open})
				return planted, true
			}),
		twist("wrap-fence", "A tool fence stands inside a longer fence.", ids("FENCE-18"),
			func(d *document, pick dialect.Pick) (dialect.Planted, bool) {
				s, i := d.atTool(pick, func(s *segment) bool { return !s.style.Open && !s.style.Tilde && s.style.Length < 4 })
				if i < 0 {
					return dialect.Planted{}, false
				}
				planted := losing(with("FENCE-50", "FENCE-53"), *s)
				*s = code("markdown", "```tool\n"+strings.TrimSuffix(s.content(), "\n")+"\n```\n").with(style{Length: 4 + pick(3),
					Tilde: pick(2) == 1})
				return planted, true
			}),
		twist("in-container", "A tool fence stands in a block quote or list item.", ids("FENCE-24"),
			func(d *document, pick dialect.Pick) (dialect.Planted, bool) {
				s, i := d.atTool(pick, func(s *segment) bool { return !s.style.Open })
				if i < 0 {
					return dialect.Planted{}, false
				}
				inner := *s
				markers := []string{"- ", "1. ", "10. "}
				if n := pick(4); n == 0 {
					*s = quote(inner)
				} else {
					inner.style.Indent, inner.style.Above = 0, 0 // they would move the item's edge
					*s = list(markers[n-1], inner)
				}
				return losing(with("FENCE-50", "FENCE-53"), inner), true
			}),
	}
}

// breakBody makes a malformed fence of a right one.
func breakBody(d *document, pick dialect.Pick) (dialect.Planted, bool) {
	s, i := d.atTool(pick, func(s *segment) bool { return !s.style.Open })
	if i < 0 {
		return dialect.Planted{}, false
	}
	body := strings.TrimSpace(s.content())
	switch pick(5) {
	case 0:
		body = strings.TrimSuffix(body, "}")
	case 1:
		body = strings.TrimSuffix(body, "}") + ",}"
	case 2:
		body = "[" + body + "]"
	case 3:
		body += "\n" + body
	default:
		body = "Result: " + body
	}
	planted := losing(both("FENCE-50"), *s)
	*s = broken(body).with(s.style)
	return planted, true
}

// cutInside ends the document somewhere in a tool fence's body.
func cutInside(d *document, pick dialect.Pick) (dialect.Planted, bool) {
	s, i := d.atTool(pick, func(s *segment) bool { return !s.style.Open })
	if i < 0 {
		return dialect.Planted{}, false
	}
	body := strings.TrimRight(s.content(), " \n")
	body = strings.ToValidUTF8(body[:pick(len(body))], "")
	st := s.style
	st.Open, st.Below = true, 0
	lost := slices.Clone(d.segments[i:])
	*s = broken(body).with(st)
	planted := both("FENCE-50")
	for _, rest := range d.segments[i+1:] {
		if rest.kind == textSegment && rest.text != "" {
			planted.With = ids("FENCE-50", "FENCE-53")
		}
	}
	d.segments, d.unterminated = d.segments[:i+1], true
	return losing(planted, lost...), true
}

// textTwists change the text around.
func textTwists() []dialect.Twist {
	return []dialect.Twist{
		twist("insert-decoy", "Something stands between that is no tool fence.", ids("FENCE-18", "FENCE-02"),
			func(d *document, pick dialect.Pick) (dialect.Planted, bool) {
				id := fmt.Sprintf("decoy_%d", pick(9))
				decoys := []segment{
					code("toolbox", decoyBody(id)), code("markdown", example(id)).with(style{Length: 4}),
					code("md", example(id)).with(style{Tilde: true}),
					code("", decoyBody(id)), text("\n    " + strings.ReplaceAll(strings.TrimSuffix(example(id), "\n"), "\n", "\n    ") +
						"\n"),
					text("Say ```tool {\"toolCallId\":\"" + id + "\"}``` inline.\n"), quote(text("no call\n"), code("json", decoyBody(id))),
				}
				at := d.gap(pick)
				decoy := decoys[pick(len(decoys))]
				if strings.HasPrefix(decoy.text, "\n    ") && slices.ContainsFunc(d.segments[:at], hasListMarker) {
					return dialect.Planted{}, false // in a list item it would be a fence
				}
				if decoy.kind == textSegment { // on lines of its own
					decoy.text = "\n\n" + strings.TrimLeft(decoy.text, "\n")
				}
				d.insert(at, decoy)
				return with("FENCE-53"), true
			}),
		twist("insert-text", "Text stands between.", ids("FENCE-02", "FENCE-22"),
			func(d *document, pick dialect.Pick) (dialect.Planted, bool) {
				texts := []string{"planted\n", "  two  \n\nlines  \n", "\ttab & <b> `code` 🎸\n", "> quoted\n\n",
					"---\nplanted: break\n---\n",
					"# planted\n", "* planted\n\n", "\nplanted\r\nlines\r\n", "```` planted` \n"}
				d.insert(d.gap(pick), text(texts[pick(len(texts))]))
				return with("FENCE-53"), true
			}),
		twist("drop-text", "A text is missing.", ids("FENCE-02"), func(d *document, pick dialect.Pick) (dialect.Planted, bool) {
			var at []int
			for i, s := range d.segments {
				if s.kind == textSegment && strings.Trim(s.text, "\r\n") != "" {
					at = append(at, i)
				}
			}
			if len(at) == 0 {
				return dialect.Planted{}, false
			}
			i := at[pick(len(at))]
			d.segments = slices.Delete(d.segments, i, i+1)
			return with("FENCE-53"), true
		}),
	}
}

// formTwists change how the document is written.
func formTwists() []dialect.Twist {
	return []dialect.Twist{
		twist("style", "A tool fence is written in another way.", ids("FENCE-19"),
			func(d *document, pick dialect.Pick) (dialect.Planted, bool) {
				s, i := d.atTool(pick, func(s *segment) bool { return true })
				if i < 0 {
					return dialect.Planted{}, false
				}
				s.style.Tilde, s.style.Length, s.style.Close = pick(2) == 0, 3+pick(3), pick(8)
				s.style.Before = []string{"", " ", "\t"}[pick(3)]
				if !slices.ContainsFunc(d.segments[:i], hasListMarker) { // it would belong to the item
					s.style.Indent, s.style.CloseIndent = pick(4), pick(4)
				}
				return dialect.Planted{}, true
			}),
		twist("close-longer", "A closing fence is longer than its opening.", ids("FENCE-18"),
			func(d *document, pick dialect.Pick) (dialect.Planted, bool) {
				s, i := d.atTool(pick, anyFence)
				if i < 0 {
					return dialect.Planted{}, false
				}
				s.style.Close = 4 + pick(4)
				return dialect.Planted{}, true
			}),
		twist("crlf", "Lines end in CRLF.", ids("FENCE-20"), func(d *document, pick dialect.Pick) (dialect.Planted, bool) {
			if d.newline != "" {
				return dialect.Planted{}, false
			}
			d.newline = crlf
			if d.manyLines() {
				return with("FENCE-53"), true
			}
			return dialect.Planted{}, true
		}),
		twist("bom", "A byte order mark stands first.", ids("FENCE-20"), func(d *document, pick dialect.Pick) (dialect.Planted, bool) {
			if d.bom {
				return dialect.Planted{}, false
			}
			d.bom = true
			return with("FENCE-53"), true
		}),
		twist("extra-info", "A tool fence has more in its info string.", ids("FENCE-19"),
			func(d *document, pick dialect.Pick) (dialect.Planted, bool) {
				s, i := d.atTool(pick, func(s *segment) bool { return !s.style.Open })
				if i < 0 {
					return dialect.Planted{}, false
				}
				s.style.Extra = []string{" json", " x=1"}[pick(2)]
				return losing(with("FENCE-50", "FENCE-53"), *s), true
			}),
	}
}

func hasListMarker(s segment) bool {
	for line := range strings.Lines(s.text) {
		line = strings.TrimLeft(line, " ")
		if strings.HasPrefix(line, "-") || strings.HasPrefix(line, "*") || strings.HasPrefix(line, "+") || leading(line, "0123456789") > 0 {
			return true
		}
	}
	return false
}

// manyLines tells whether some text has an LF inside, or one at its beginning that no
// fence stands before.
func (d *document) manyLines() bool {
	run, fenced := "", false
	for _, s := range append(slices.Clone(d.segments), segment{kind: toolSegment}) {
		if s.kind == textSegment {
			run += s.text
			continue
		}
		run = strings.TrimRight(run, "\r\n")
		if fenced {
			run = strings.TrimLeft(run, "\r\n")
		}
		if strings.Contains(strings.ReplaceAll(run, crlf, ""), lf) {
			return true
		}
		run, fenced = "", true
	}
	return false
}
