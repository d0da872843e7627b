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

func closedFence(s *document.Segment) bool { return !s.Style.Open }

// onFence twists a tool fence that fits.
func onFence(id, title string, tests []string, fits func(s *document.Segment) bool,
	change func(d *document.Document, i int, s *document.Segment, pick dialect.Pick) dialect.Planted) dialect.Twist {
	return twist(id, title, tests, func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
		s, i := d.AtTool(pick, fits)
		if i < 0 {
			return dialect.Planted{}, false
		}
		return change(d, i, s, pick), true
	})
}

// somewhere twists one of the places of which so is true.
func somewhere(id, title string, tests []string, so func(d *document.Document, i int) bool,
	change func(d *document.Document, i int) dialect.Planted) dialect.Twist {
	return twist(id, title, tests, func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
		var at []int
		for i := range d.Segments {
			if so(d, i) {
				at = append(at, i)
			}
		}
		if len(at) == 0 {
			return dialect.Planted{}, false
		}
		return change(d, at[pick(len(at))]), true
	})
}

// fenceTwists change which fences there are.
func fenceTwists() []dialect.Twist {
	return []dialect.Twist{
		onFence("drop-fence", "A tool fence is missing.", ids("FENCE-01", "FENCE-22"), anyFence,
			func(d *document.Document, i int, s *document.Segment, _ dialect.Pick) dialect.Planted {
				planted := losing(with("FENCE-50"), *s)
				d.Segments = slices.Delete(d.Segments, i, i+1)
				return planted
			}),
		onFence("repeat-fence", "A tool fence stands twice.", ids("FENCE-01", "FENCE-08"),
			func(s *document.Segment) bool { return closedFence(s) && words.IsText(s.Object.Get("toolCallId")) },
			func(d *document.Document, i int, s *document.Segment, _ dialect.Pick) dialect.Planted {
				d.Insert(i, *s)
				return both("FENCE-50")
			}),
		somewhere("swap-fences", "Two tool fences in a row change places.", ids("FENCE-22"), func(d *document.Document, i int) bool {
			if i+1 == len(d.Segments) {
				return false
			}
			a, b := d.Segments[i], d.Segments[i+1]
			calls := a.Kind == document.ToolSegment && b.Kind == document.ToolSegment
			return calls && !b.Style.Open && !wire.Equal(a.Object, b.Object)
		}, func(d *document.Document, i int) dialect.Planted {
			d.Segments[i], d.Segments[i+1] = d.Segments[i+1], d.Segments[i]
			return with("FENCE-50")
		}),
		onFence("break-body", "The body of a tool fence is not one object any more.", ids("FENCE-16"), closedFence, breakBody),
		twist("insert-broken", "A malformed tool fence stands between.", ids("FENCE-16"),
			func(d *document.Document, pick dialect.Pick) (dialect.Planted, bool) {
				bodies := []string{`[1,2]`, ``, `{"toolCallId":"planted_1","input":{`, `{"toolCallId":"planted_2"}{}`, `"text"`,
					"{\n  \"toolCallId\": \"planted_3\",\n}", `null`}
				d.Insert(d.Gap(pick), document.Broken(bodies[pick(len(bodies))]))
				return both("FENCE-50"), true
			}),
		onFence("cut", "The document ends inside a tool fence.", ids("FENCE-21"), closedFence, cutInside),
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
		onFence("foreign-info", "A tool fence gets another info string.", ids("FENCE-18"), anyFence,
			func(_ *document.Document, _ int, s *document.Segment, pick dialect.Pick) dialect.Planted {
				planted := losing(with("FENCE-50", "FENCE-53"), *s)
				infos := []string{"toolbox", "tool-call", "TOOL", "json", "", "tool:x"}
				*s = document.Code(infos[pick(len(infos))], s.Content()).With(document.Style{Open: s.Style.Open})
				return planted
			}),
		onFence("wrap-fence", "A tool fence stands inside a longer fence.", ids("FENCE-18"),
			func(s *document.Segment) bool { return closedFence(s) && !s.Style.Tilde && s.Style.Length < 4 },
			func(_ *document.Document, _ int, s *document.Segment, pick dialect.Pick) dialect.Planted {
				planted := losing(with("FENCE-50", "FENCE-53"), *s)
				longer := document.Style{Length: 4 + pick(3), Tilde: pick(2) == 1}
				*s = document.Code("markdown", "```tool\n"+strings.TrimSuffix(s.Content(), "\n")+"\n```\n").With(longer)
				return planted
			}),
		onFence("in-container", "A tool fence stands in a block quote or list item.", ids("FENCE-24"), closedFence,
			func(_ *document.Document, _ int, s *document.Segment, pick dialect.Pick) dialect.Planted {
				inner := *s
				markers := []string{"- ", "1. ", "10. "}
				if n := pick(4); n == 0 {
					*s = document.Quote(inner)
				} else {
					inner.Style.Indent, inner.Style.Above = 0, 0 // they would move the item's edge
					*s = document.List(markers[n-1], inner)
				}
				return losing(with("FENCE-50", "FENCE-53"), inner)
			}),
	}
}

// breakBody makes a malformed fence of a right one.
func breakBody(_ *document.Document, _ int, s *document.Segment, pick dialect.Pick) dialect.Planted {
	body := strings.TrimSpace(s.Content())
	open := strings.TrimSuffix(body, "}")
	planted := losing(both("FENCE-50"), *s)
	*s = document.Broken([]string{open, open + ",}", "[" + body + "]", body + "\n" + body, "Result: " + body}[pick(5)]).With(s.Style)
	return planted
}

// cutInside ends the document somewhere in a tool fence's body.
func cutInside(d *document.Document, i int, s *document.Segment, pick dialect.Pick) dialect.Planted {
	body := strings.TrimRight(s.Content(), " \n")
	st := s.Style
	st.Open, st.Below = true, 0
	lost := slices.Clone(d.Segments[i:])
	*s = document.Broken(strings.ToValidUTF8(body[:pick(len(body))], "")).With(st)
	planted := both("FENCE-50")
	if slices.ContainsFunc(d.Segments[i+1:], func(s document.Segment) bool { return s.Kind == document.TextSegment && s.Text != "" }) {
		planted.With = ids("FENCE-50", "FENCE-53")
	}
	d.Segments, d.Unterminated = d.Segments[:i+1], true
	return losing(planted, lost...)
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
		somewhere("drop-text", "A text is missing.", ids("FENCE-02"), func(d *document.Document, i int) bool {
			return d.Segments[i].Kind == document.TextSegment && strings.Trim(d.Segments[i].Text, "\r\n") != ""
		}, func(d *document.Document, i int) dialect.Planted {
			d.Segments = slices.Delete(d.Segments, i, i+1)
			return with("FENCE-53")
		}),
	}
}

// formTwists change how the document is written.
func formTwists() []dialect.Twist {
	return []dialect.Twist{
		onFence("style", "A tool fence is written in another way.", ids("FENCE-19"), anyFence,
			func(d *document.Document, i int, s *document.Segment, pick dialect.Pick) dialect.Planted {
				s.Style.Tilde, s.Style.Length, s.Style.Close = pick(2) == 0, 3+pick(3), pick(8)
				s.Style.Before = []string{"", " ", "\t"}[pick(3)]
				if !slices.ContainsFunc(d.Segments[:i], hasListMarker) { // it would belong to the item
					s.Style.Indent, s.Style.CloseIndent = pick(4), pick(4)
				}
				return dialect.Planted{}
			}),
		onFence("close-longer", "A closing fence is longer than its opening.", ids("FENCE-18"), anyFence,
			func(_ *document.Document, _ int, s *document.Segment, pick dialect.Pick) dialect.Planted {
				s.Style.Close = 4 + pick(4)
				return dialect.Planted{}
			}),
		twist("crlf", "Lines end in CRLF.", ids("FENCE-20"), func(d *document.Document, _ dialect.Pick) (dialect.Planted, bool) {
			was := d.Newline
			if d.Newline = document.CRLF; d.ManyLines() {
				return with("FENCE-53"), was == ""
			}
			return dialect.Planted{}, was == ""
		}),
		twist("bom", "A byte order mark stands first.", ids("FENCE-20"),
			func(d *document.Document, _ dialect.Pick) (dialect.Planted, bool) {
				was := d.Bom
				d.Bom = true
				return with("FENCE-53"), !was
			}),
		onFence("extra-info", "A tool fence has more in its info string.", ids("FENCE-19"), closedFence,
			func(_ *document.Document, _ int, s *document.Segment, pick dialect.Pick) dialect.Planted {
				s.Style.Extra = []string{" json", " x=1"}[pick(2)]
				return losing(with("FENCE-50", "FENCE-53"), *s)
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
