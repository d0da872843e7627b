package toolfence

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/scan"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/wire"
)

// twists are faults and oddities planted in a document.
func twists() []dialect.Twist {
	return slices.Concat(fenceTwists(), memberTwists(), textTwists(), formTwists())
}

// edit changes a copy of a document; ok is false where it has no place for it.
type edit func(d *document.Document, pick dialect.Pick) (planted dialect.Planted, ok bool)

func twist(id, title string, tests []string, change edit) dialect.Twist {
	return dialect.Twist{ID: id, Title: title, Tests: tests,
		Apply: func(s dialect.Script, pick dialect.Pick) (dialect.Script, dialect.Planted, bool) {
			from, ok := document.Of(s)
			if !ok {
				return s, dialect.Planted{}, false
			}
			d := *from
			d.Segments = slices.Clone(from.Segments)
			planted, ok := change(&d, pick)
			if !ok {
				return s, dialect.Planted{}, false
			}
			return d.Script(), planted, true
		}}
}

// both are requirements broken with the transcript and without.
func both(list ...string) dialect.Planted { return dialect.Planted{With: list, Alone: list} }

func with(list ...string) dialect.Planted { return dialect.Planted{With: list} }

// losing adds what the transcript tells of values that did not arrive: FENCE-54 where
// they hold a run of backticks or tildes.
func losing(p dialect.Planted, lost ...document.Segment) dialect.Planted {
	for _, s := range lost {
		json := s.Object.Get("input").JSON() + s.Object.Get("output").JSON() + s.Object.Get("errorText").JSON()
		if s.Kind == document.ToolSegment && (strings.Contains(json, "```") || strings.Contains(json, "~~~")) {
			p.With = append(slices.Clone(p.With), "FENCE-54")
			return p
		}
	}
	return p
}

func anyFence(*document.Segment) bool { return true }

// fenceTwists change which fences there are.
func fenceTwists() []dialect.Twist {
	return []dialect.Twist{
		twist("drop-fence", "A tool fence is missing.", ids("FENCE-01", "FENCE-22"),
			func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
				s, i := d.AtTool(pick, anyFence)
				if i < 0 {
					return dialect.Planted{}, false
				}
				planted := losing(with("FENCE-50"), *s)
				d.Segments = slices.Delete(d.Segments, i, i+1)
				return planted, true
			}),
		twist("repeat-fence", "A tool fence stands twice.", ids("FENCE-01", "FENCE-08"),
			func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
				s, i := d.AtTool(pick, func(s *document.Segment) bool { return !s.Style.Open && words.IsText(s.Object.Get("toolCallId")) })
				if i < 0 {
					return dialect.Planted{}, false
				}
				d.Insert(i, *s)
				return both("FENCE-50"), true
			}),
		twist("swap-fences", "Two tool fences in a row change places.", ids("FENCE-22"),
			func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
				var at []int
				for i := range len(d.Segments) - 1 {
					a, b := d.Segments[i], d.Segments[i+1]
					calls := a.Kind == document.ToolSegment && b.Kind == document.ToolSegment
					if calls && !b.Style.Open && !wire.Equal(a.Object, b.Object) {
						at = append(at, i)
					}
				}
				if len(at) == 0 {
					return dialect.Planted{}, false
				}
				i := at[pick(len(at))]
				d.Segments[i], d.Segments[i+1] = d.Segments[i+1], d.Segments[i]
				return with("FENCE-50"), true
			}),
		twist("break-body", "The body of a tool fence is not one object any more.", ids("FENCE-16"), breakBody),
		twist("insert-broken", "A malformed tool fence stands between.", ids("FENCE-16"),
			func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
				bodies := []string{`[1,2]`, ``, `{"toolCallId":"planted_1","input":{`, `{"toolCallId":"planted_2"}{}`, `"text"`,
					"{\n  \"toolCallId\": \"planted_3\",\n}", `null`}
				d.Insert(d.Gap(pick), document.Broken(bodies[pick(len(bodies))]))
				return both("FENCE-50"), true
			}),
		twist("cut", "The document ends inside a tool fence.", ids("FENCE-21"), cutInside),
		twist("unclose", "The last tool fence is not closed.", ids("FENCE-21"),
			func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
				n := len(d.Segments) - 1
				if n < 0 || d.Segments[n].Kind != document.ToolSegment || d.Segments[n].Style.Open {
					return dialect.Planted{}, false
				}
				d.Segments[n].Style.Open, d.Segments[n].Style.Below = true, 0
				d.Unterminated = pick(2) == 1
				return losing(both("FENCE-50"), d.Segments[n]), true
			}),
		twist("foreign-info", "A tool fence gets another info string.", ids("FENCE-18"),
			func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
				s, i := d.AtTool(pick, anyFence)
				if i < 0 {
					return dialect.Planted{}, false
				}
				planted := losing(with("FENCE-50", "FENCE-53"), *s)
				infos := []string{"toolbox", "tool-call", "TOOL", "json", "", "tool:x"}
				*s = document.Code(infos[pick(len(infos))], s.Content()).With(document.Style{Open: s.Style.Open})
				return planted, true
			}),
		twist("wrap-fence", "A tool fence stands inside a longer fence.", ids("FENCE-18"),
			func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
				s, i := d.AtTool(pick, func(s *document.Segment) bool { return !s.Style.Open && !s.Style.Tilde && s.Style.Length < 4 })
				if i < 0 {
					return dialect.Planted{}, false
				}
				planted := losing(with("FENCE-50", "FENCE-53"), *s)
				longer := document.Style{Length: 4 + pick(3), Tilde: pick(2) == 1}
				*s = document.Code("markdown", "```tool\n"+strings.TrimSuffix(s.Content(), "\n")+"\n```\n").With(longer)
				return planted, true
			}),
		twist("in-container", "A tool fence stands in a block quote or list item.", ids("FENCE-24"),
			func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
				s, i := d.AtTool(pick, func(s *document.Segment) bool { return !s.Style.Open })
				if i < 0 {
					return dialect.Planted{}, false
				}
				inner := *s
				markers := []string{"- ", "1. ", "10. "}
				if n := pick(4); n == 0 {
					*s = document.Quote(inner)
				} else {
					inner.Style.Indent, inner.Style.Above = 0, 0 // they would move the item's edge
					*s = document.List(markers[n-1], inner)
				}
				return losing(with("FENCE-50", "FENCE-53"), inner), true
			}),
	}
}

// breakBody makes a malformed fence of a right one.
func breakBody(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
	s, i := d.AtTool(pick, func(s *document.Segment) bool { return !s.Style.Open })
	if i < 0 {
		return dialect.Planted{}, false
	}
	body := strings.TrimSpace(s.Content())
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
	*s = document.Broken(body).With(s.Style)
	return planted, true
}

// cutInside ends the document somewhere in a tool fence's body.
func cutInside(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
	s, i := d.AtTool(pick, func(s *document.Segment) bool { return !s.Style.Open })
	if i < 0 {
		return dialect.Planted{}, false
	}
	body := strings.TrimRight(s.Content(), " \n")
	body = strings.ToValidUTF8(body[:pick(len(body))], "")
	st := s.Style
	st.Open, st.Below = true, 0
	lost := slices.Clone(d.Segments[i:])
	*s = document.Broken(body).With(st)
	planted := both("FENCE-50")
	for _, rest := range d.Segments[i+1:] {
		if rest.Kind == document.TextSegment && rest.Text != "" {
			planted.With = ids("FENCE-50", "FENCE-53")
		}
	}
	d.Segments, d.Unterminated = d.Segments[:i+1], true
	return losing(planted, lost...), true
}

// textTwists change the text around.
func textTwists() []dialect.Twist {
	return []dialect.Twist{
		twist("insert-decoy", "Something stands between that is no tool fence.", ids("FENCE-18", "FENCE-02"),
			func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
				id := fmt.Sprintf("decoy_%d", pick(9))
				decoys := []document.Segment{
					document.Code("toolbox", document.DecoyBody(id)),
					document.Code("markdown", example(id)).With(document.Style{Length: 4}),
					document.Code("md", example(id)).With(document.Style{Tilde: true}),
					document.Code("", document.DecoyBody(id)),
					document.Text("\n    " + strings.ReplaceAll(strings.TrimSuffix(example(id), "\n"), "\n", "\n    ") + "\n"),
					document.Text("Say ```tool {\"toolCallId\":\"" + id + "\"}``` inline.\n"),
					document.Quote(document.Text("no call\n"), document.Code("json", document.DecoyBody(id))),
				}
				at := d.Gap(pick)
				decoy := decoys[pick(len(decoys))]
				if strings.HasPrefix(decoy.Text, "\n    ") && slices.ContainsFunc(d.Segments[:at], hasListMarker) {
					return dialect.Planted{}, false // in a list item it would be a fence
				}
				if decoy.Kind == document.TextSegment { // on lines of its own
					decoy.Text = "\n\n" + strings.TrimLeft(decoy.Text, "\n")
				}
				d.Insert(at, decoy)
				return with("FENCE-53"), true
			}),
		twist("insert-text", "Text stands between.", ids("FENCE-02", "FENCE-22"),
			func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
				texts := []string{"planted\n", "  two  \n\nlines  \n", "\ttab & <b> `code` 🎸\n", "> quoted\n\n",
					"---\nplanted: break\n---\n",
					"# planted\n", "* planted\n\n", "\nplanted\r\nlines\r\n", "```` planted` \n"}
				d.Insert(d.Gap(pick), document.Text(texts[pick(len(texts))]))
				return with("FENCE-53"), true
			}),
		twist("drop-text", "A text is missing.", ids("FENCE-02"), func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
			var at []int
			for i, s := range d.Segments {
				if s.Kind == document.TextSegment && strings.Trim(s.Text, "\r\n") != "" {
					at = append(at, i)
				}
			}
			if len(at) == 0 {
				return dialect.Planted{}, false
			}
			i := at[pick(len(at))]
			d.Segments = slices.Delete(d.Segments, i, i+1)
			return with("FENCE-53"), true
		}),
	}
}

// formTwists change how the document is written.
func formTwists() []dialect.Twist {
	return []dialect.Twist{
		twist("style", "A tool fence is written in another way.", ids("FENCE-19"),
			func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
				s, i := d.AtTool(pick, func(s *document.Segment) bool { return true })
				if i < 0 {
					return dialect.Planted{}, false
				}
				s.Style.Tilde, s.Style.Length, s.Style.Close = pick(2) == 0, 3+pick(3), pick(8)
				s.Style.Before = []string{"", " ", "\t"}[pick(3)]
				if !slices.ContainsFunc(d.Segments[:i], hasListMarker) { // it would belong to the item
					s.Style.Indent, s.Style.CloseIndent = pick(4), pick(4)
				}
				return dialect.Planted{}, true
			}),
		twist("close-longer", "A closing fence is longer than its opening.", ids("FENCE-18"),
			func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
				s, i := d.AtTool(pick, anyFence)
				if i < 0 {
					return dialect.Planted{}, false
				}
				s.Style.Close = 4 + pick(4)
				return dialect.Planted{}, true
			}),
		twist("crlf", "Lines end in CRLF.", ids("FENCE-20"), func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
			if d.Newline != "" {
				return dialect.Planted{}, false
			}
			d.Newline = document.CRLF
			if d.ManyLines() {
				return with("FENCE-53"), true
			}
			return dialect.Planted{}, true
		}),
		twist("bom", "A byte order mark stands first.", ids("FENCE-20"), func(d *document.Document, pick dialect.Pick) (dialect.Planted,
			bool) {
			if d.Bom {
				return dialect.Planted{}, false
			}
			d.Bom = true
			return with("FENCE-53"), true
		}),
		twist("extra-info", "A tool fence has more in its info string.", ids("FENCE-19"),
			func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
				s, i := d.AtTool(pick, func(s *document.Segment) bool { return !s.Style.Open })
				if i < 0 {
					return dialect.Planted{}, false
				}
				s.Style.Extra = []string{" json", " x=1"}[pick(2)]
				return losing(with("FENCE-50", "FENCE-53"), *s), true
			}),
	}
}

func hasListMarker(s document.Segment) bool {
	for line := range strings.Lines(s.Text) {
		line = strings.TrimLeft(line, " ")
		if strings.HasPrefix(line, "-") || strings.HasPrefix(line, "*") || strings.HasPrefix(line, "+") ||
			scan.Leading(line, "0123456789") > 0 {
			return true
		}
	}
	return false
}
