package toolfence

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/families"
	"github.com/toolconform/conform/wire"
)

// titles of the twists.
//
//go:embed titles.txt
var titles string

// twists are faults and oddities planted in a document.
func twists() []dialect.Twist {
	return families.Entitled(titles, slices.Concat(fenceTwists(), memberTwists(), textTwists(), formTwists()))
}

// twisting is the copy of a document that is twisted, and where: at which segment of it.
type twisting struct {
	*document.Document
	pick dialect.Pick
	at   int
	*document.Segment
}

// twist changes a copy of a document; ok is false where it has no place for it. Tests are ids with blanks between.
func twist(id, tests string, change func(w twisting) (planted dialect.Planted, ok bool)) dialect.Twist {
	return dialect.Twist{ID: id, Tests: strings.Fields(tests),
		Apply: func(s dialect.Script, pick dialect.Pick) (dialect.Script, dialect.Planted, bool) {
			from, ok := document.Of(s)
			if !ok {
				return s, dialect.Planted{}, false
			}
			d := *from
			d.Segments = slices.Clone(from.Segments)
			planted, ok := change(twisting{Document: &d, pick: pick})
			if !ok {
				return s, dialect.Planted{}, false
			}
			return d.Script(), planted, true
		}}
}

// some is at one of the segments of which so is true.
func (w twisting) some(so func(w twisting) bool) (at twisting, ok bool) {
	var places []twisting
	for i := range w.Segments {
		w.at, w.Segment = i, &w.Segments[i]
		if so(w) {
			places = append(places, w)
		}
	}
	if len(places) == 0 {
		return w, false
	}
	return places[w.pick(len(places))], true
}

// somewhere twists one of the segments of which so is true.
func somewhere(id, tests string, so func(w twisting) bool, change func(w twisting) dialect.Planted) dialect.Twist {
	return twist(id, tests, func(w twisting) (planted dialect.Planted, ok bool) {
		if w, ok = w.some(so); ok {
			planted = change(w)
		}
		return planted, ok
	})
}

// onFence twists a tool fence that fits.
func onFence(id, tests string, fits func(s *document.Segment) bool, change func(w twisting) dialect.Planted) dialect.Twist {
	return somewhere(id, tests, func(w twisting) bool { return w.Kind == document.ToolSegment && fits(w.Segment) }, change)
}

// both are requirements broken with the transcript and without.
func both(list ...string) dialect.Planted { return dialect.Planted{With: list, Alone: list} }

func with(list ...string) dialect.Planted { return dialect.Planted{With: list} }

// losing adds what the transcript tells of values that did not arrive: FENCE-54 where they hold a run of backticks or tildes.
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

// fenceTwists change which fences there are.
func fenceTwists() []dialect.Twist {
	named := func(s *document.Segment) bool { return closedFence(s) && words.IsText(s.Object.Get("toolCallId")) }
	short := func(s *document.Segment) bool { return closedFence(s) && !s.Style.Tilde && s.Style.Length < 4 }
	return []dialect.Twist{
		onFence("drop-fence", "FENCE-01 FENCE-22", anyFence, func(w twisting) dialect.Planted {
			planted := losing(with("FENCE-50"), *w.Segment)
			w.Segments = slices.Delete(w.Segments, w.at, w.at+1)
			return planted
		}),
		onFence("repeat-fence", "FENCE-01 FENCE-08", named, func(w twisting) dialect.Planted {
			w.Insert(w.at, *w.Segment)
			return both("FENCE-50")
		}),
		somewhere("swap-fences", "FENCE-22", func(w twisting) bool {
			if w.at+1 == len(w.Segments) {
				return false
			}
			next := w.Segments[w.at+1]
			calls := w.Kind == document.ToolSegment && next.Kind == document.ToolSegment
			return calls && !next.Style.Open && !wire.Equal(w.Object, next.Object)
		}, func(w twisting) dialect.Planted {
			w.Segments[w.at], w.Segments[w.at+1] = w.Segments[w.at+1], w.Segments[w.at]
			return with("FENCE-50")
		}),
		onFence("break-body", "FENCE-16", closedFence, breakBody),
		twist("insert-broken", "FENCE-16", func(w twisting) (dialect.Planted, bool) {
			bodies := []string{`[1,2]`, ``, `{"toolCallId":"planted_1","input":{`, `{"toolCallId":"planted_2"}{}`, `"text"`,
				"{\n  \"toolCallId\": \"planted_3\",\n}", `null`}
			w.Insert(w.Gap(w.pick), document.Broken(bodies[w.pick(len(bodies))]))
			return both("FENCE-50"), true
		}),
		onFence("cut", "FENCE-21", closedFence, cutInside),
		twist("unclose", "FENCE-21", func(w twisting) (dialect.Planted, bool) {
			n := len(w.Segments) - 1
			if n < 0 || w.Segments[n].Kind != document.ToolSegment || w.Segments[n].Style.Open {
				return dialect.Planted{}, false
			}
			last := &w.Segments[n]
			last.Style.Open, last.Style.Below = true, 0
			w.Unterminated = w.pick(2) == 1
			return losing(both("FENCE-50"), *last), true
		}),
		foreign("foreign-info", "FENCE-18", anyFence, func(w twisting) document.Segment {
			infos := []string{"toolbox", "tool-call", "TOOL", "json", "", "tool:x"}
			return document.Code(infos[w.pick(len(infos))], w.Content()).With(document.Style{Open: w.Style.Open})
		}),
		foreign("wrap-fence", "FENCE-18", short, func(w twisting) document.Segment {
			longer := document.Style{Length: 4 + w.pick(3), Tilde: w.pick(2) == 1}
			return document.Code("markdown", "```tool\n"+strings.TrimSuffix(w.Content(), "\n")+"\n```\n").With(longer)
		}),
		foreign("in-container", "FENCE-24", closedFence, func(w twisting) document.Segment {
			inner, n := *w.Segment, w.pick(4)
			if n == 0 {
				return document.Quote(inner)
			}
			inner.Style.Indent, inner.Style.Above = 0, 0 // they would move the item's edge
			return document.List([]string{"- ", "1. ", "10. "}[n-1], inner)
		}),
	}
}

// foreign puts something else in the place of a tool fence.
func foreign(id, tests string, fits func(s *document.Segment) bool, other func(w twisting) document.Segment) dialect.Twist {
	return onFence(id, tests, fits, func(w twisting) dialect.Planted {
		planted := losing(with("FENCE-50", "FENCE-53"), *w.Segment)
		*w.Segment = other(w)
		return planted
	})
}

// breakBody makes a malformed fence of a right one.
func breakBody(w twisting) dialect.Planted {
	body := strings.TrimSpace(w.Content())
	open := strings.TrimSuffix(body, "}")
	planted := losing(both("FENCE-50"), *w.Segment)
	bodies := []string{open, open + ",}", "[" + body + "]", body + "\n" + body, "Result: " + body}
	*w.Segment = document.Broken(bodies[w.pick(5)]).With(w.Style)
	return planted
}

// cutInside ends the document somewhere in a tool fence's body.
func cutInside(w twisting) dialect.Planted {
	body := strings.TrimRight(w.Content(), " \n")
	st := w.Style
	st.Open, st.Below = true, 0
	lost := slices.Clone(w.Segments[w.at:])
	*w.Segment = document.Broken(strings.ToValidUTF8(body[:w.pick(len(body))], "")).With(st)
	planted := both("FENCE-50")
	if slices.ContainsFunc(lost[1:], func(s document.Segment) bool { return s.Kind == document.TextSegment && s.Text != "" }) {
		planted.With = ids("FENCE-50", "FENCE-53")
	}
	w.Segments, w.Unterminated = w.Segments[:w.at+1], true
	return losing(planted, lost...)
}

// textTwists change the text around.
func textTwists() []dialect.Twist {
	return []dialect.Twist{
		twist("insert-decoy", "FENCE-18 FENCE-02", func(w twisting) (dialect.Planted, bool) {
			id := fmt.Sprintf("decoy_%d", w.pick(9))
			decoys := []document.Segment{
				document.Code("toolbox", document.DecoyBody(id)),
				document.Code("markdown", example(id)).With(document.Style{Length: 4}),
				document.Code("md", example(id)).With(document.Style{Tilde: true}),
				document.Code("", document.DecoyBody(id)),
				document.Text("\n    " + strings.ReplaceAll(strings.TrimSuffix(example(id), "\n"), "\n", "\n    ") + "\n"),
				document.Text("Say ```tool {\"toolCallId\":\"" + id + "\"}``` inline.\n"),
				document.Quote(document.Text("no call\n"), document.Code("json", document.DecoyBody(id))),
			}
			at := w.Gap(w.pick)
			decoy := decoys[w.pick(len(decoys))]
			if strings.HasPrefix(decoy.Text, "\n    ") && slices.ContainsFunc(w.Segments[:at], hasListMarker) {
				return dialect.Planted{}, false // in a list item it would be a fence
			}
			if decoy.Kind == document.TextSegment { // on lines of its own
				decoy.Text = "\n\n" + strings.TrimLeft(decoy.Text, "\n")
			}
			w.Insert(at, decoy)
			return with("FENCE-53"), true
		}),
		twist("insert-text", "FENCE-02 FENCE-22", func(w twisting) (dialect.Planted, bool) {
			texts := []string{"planted\n", "  two  \n\nlines  \n", "\ttab & <b> `code` 🎸\n", "> quoted\n\n", "---\nplanted: break\n---\n",
				"# planted\n", "* planted\n\n", "\nplanted\r\nlines\r\n", "```` planted` \n"}
			w.Insert(w.Gap(w.pick), document.Text(texts[w.pick(len(texts))]))
			return with("FENCE-53"), true
		}),
		somewhere("drop-text", "FENCE-02", func(w twisting) bool {
			return w.Kind == document.TextSegment && strings.Trim(w.Text, "\r\n") != ""
		}, func(w twisting) dialect.Planted {
			w.Segments = slices.Delete(w.Segments, w.at, w.at+1)
			return with("FENCE-53")
		}),
	}
}

// formTwists change how the document is written.
func formTwists() []dialect.Twist {
	return []dialect.Twist{
		onFence("style", "FENCE-19", anyFence, func(w twisting) dialect.Planted {
			st := &w.Segment.Style
			st.Tilde, st.Length, st.Close = w.pick(2) == 0, 3+w.pick(3), w.pick(8)
			st.Before = []string{"", " ", "\t"}[w.pick(3)]
			if !slices.ContainsFunc(w.Segments[:w.at], hasListMarker) { // it would belong to the item
				st.Indent, st.CloseIndent = w.pick(4), w.pick(4)
			}
			return dialect.Planted{}
		}),
		onFence("close-longer", "FENCE-18", anyFence, func(w twisting) dialect.Planted {
			w.Segment.Style.Close = 4 + w.pick(4)
			return dialect.Planted{}
		}),
		twist("crlf", "FENCE-20", func(w twisting) (dialect.Planted, bool) {
			was := w.Newline
			if w.Newline = document.CRLF; w.ManyLines() {
				return with("FENCE-53"), was == ""
			}
			return dialect.Planted{}, was == ""
		}),
		twist("bom", "FENCE-20", func(w twisting) (dialect.Planted, bool) {
			was := w.Bom
			w.Bom = true
			return with("FENCE-53"), !was
		}),
		onFence("extra-info", "FENCE-19", closedFence, func(w twisting) dialect.Planted {
			w.Segment.Style.Extra = []string{" json", " x=1"}[w.pick(2)]
			return losing(with("FENCE-50", "FENCE-53"), *w.Segment)
		}),
	}
}

func hasListMarker(s document.Segment) bool {
	for line := range strings.Lines(s.Text) {
		line = strings.TrimLeft(line, " ")
		if line != "" && strings.Contains("-*+", line[:1]) || line != strings.TrimLeft(line, "0123456789") {
			return true
		}
	}
	return false
}
