// Package document is the script of tool fences: segments and what is written of them, laid out in
// pieces that say what each character means to a reader.
package document

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// The kinds of segments.
type kind uint8

const (
	TextSegment   kind = iota // text that forms no tool fence, foreign fences included
	ToolSegment               // a tool fence with an object
	BrokenSegment             // a tool fence whose body is not one object
	CodeSegment               // a fence that is no tool fence, whatever stands in it
	QuoteSegment              // a block quote around segments
	ListSegment               // a list item around segments
)

// Segment is one element of a document: what was meant, not what a reader of markdown makes of it.
type Segment struct {
	Kind      kind
	Text      string     // Text of a text segment, body of a broken one, content of a code one
	Object    wire.Value // Object of a tool fence; body is its exact text, "" to have it formatted.
	Body      string
	Cancelled bool   // rendered from a call that was cancelled, which the object does not tell. It is no part of the document.
	info      string // info is the info string of a code fence
	Style     Style
	Inside    []Segment // Inside a container
	marker    string    // marker of a list item, with its blanks: "- ", "10. ".
}

// ListEnd is the paragraph that ends every list item: without it an indented fence further down would belong to the item.
const ListEnd = "So much for the list."

// HoldsFence tells whether a container has a tool fence somewhere in it.
func (s Segment) HoldsFence() bool {
	return slices.ContainsFunc(s.Inside, func(in Segment) bool {
		return in.Kind == ToolSegment || in.Kind == BrokenSegment || in.HoldsFence()
	})
}

// Content of a fence, between its two lines.
func (s Segment) Content() string {
	if s.Kind != ToolSegment || s.Body != "" {
		return s.Text + s.Body
	}
	return s.Style.Formatted(s.Object)
}

// Open tells whether the segment ends in a fence that nothing closes, so that it can only stand last.
func (s Segment) Open() bool {
	switch s.Kind {
	case ToolSegment, BrokenSegment, CodeSegment:
		return s.Style.Open
	}
	return false
}

// EndsOpen tells whether the last thing in a container is an open fence.
func (s Segment) EndsOpen() bool {
	n := len(s.Inside)
	return n > 0 && (s.Inside[n-1].Open() || s.Inside[n-1].Kind >= QuoteSegment && s.Inside[n-1].EndsOpen())
}

// JSON is the segment as it stands in a case file. The member that names the kind holds what the segment is about.
func (s Segment) JSON() wire.Value {
	style := wire.M("style", s.Style.json())
	switch s.Kind {
	case ToolSegment:
		return wire.Obj(wire.M("tool", s.Object), wire.M("body", optional(s.Body)), style)
	case BrokenSegment:
		return wire.Obj(wire.T("broken", s.Text), style)
	case CodeSegment:
		return wire.Obj(wire.T("code", s.Text), wire.M("info", optional(s.info)), style)
	case QuoteSegment:
		return wire.Obj(wire.M("quote", segmentsJSON(s.Inside)))
	case ListSegment:
		return wire.Obj(wire.M("list", segmentsJSON(s.Inside)), wire.T("marker", s.marker))
	}
	return wire.Obj(wire.T("text", s.Text))
}

func segmentsJSON(segments []Segment) wire.Value {
	list := make([]wire.Value, len(segments))
	for i, s := range segments {
		list[i] = s.JSON()
	}
	return wire.List(list...)
}

func optional(s string) wire.Value {
	if s == "" {
		return wire.Value{}
	}
	return wire.Str(s)
}

// What cases are written with.

// Text is text that forms no tool fence.
func Text(s string) Segment { return Segment{Kind: TextSegment, Text: s} }

// Tool is a tool fence of an object, written as JSON.
func Tool(object string) Segment {
	return Segment{Kind: ToolSegment, Object: wire.ParseString(object)}
}

// ToolValue is a tool fence of an object.
func ToolValue(object wire.Value) Segment { return Segment{Kind: ToolSegment, Object: object} }

// Broken is a tool fence whose body is not one object.
func Broken(body string) Segment { return Segment{Kind: BrokenSegment, Text: body} }

// Code is a fence that is no tool fence.
func Code(info, content string) Segment {
	return Segment{Kind: CodeSegment, info: info, Text: content}
}

// Quote is a block quote around segments.
func Quote(inside ...Segment) Segment { return Segment{Kind: QuoteSegment, Inside: inside} }

// List is a list item around segments.
func List(marker string, inside ...Segment) Segment {
	return Segment{Kind: ListSegment, marker: marker, Inside: inside}
}

// With is the segment in another style.
func (s Segment) With(st Style) Segment { s.Style = st; return s }

// Style is how a fence is written. The zero style is the document's own: three backticks, no indentation, the object over several lines.
type Style struct {
	Tilde                     bool   // ~ in place of backticks
	Length, Close             int    // Length of the opening fence and of the closing one; 0 is 3 and the opening's.
	Indent, CloseIndent       int    // Indent and CloseIndent are spaces before the two lines
	Before, After, CloseAfter string // Before and After are the blanks around the info string, CloseAfter those behind the closing fence
	Extra                     string // Extra is what follows "tool" in the info string, with its blank
	Format                    string // Format of the object, one of the formats
	Open                      bool   // no closing fence
	Above, Below              int    // Above and Below are blank lines around the fence. They are text.
}

// The formats of an object.
const (
	formatPretty  = ""        // two spaces a level
	FormatCompact = "compact" // one line
	formatTabs    = "tabs"    // a tab a level
	FormatAiry    = "airy"    // blank lines around it, blanks at the ends of lines and before colons and commas
	FormatEscaped = "escaped" // one line, \u escapes wherever they are possible
)

// Formats are all formats of an object.
func Formats() []string {
	return []string{formatPretty, FormatCompact, formatTabs, FormatAiry, FormatEscaped}
}

func (s Style) char() string {
	if s.Tilde {
		return "~"
	}
	return "`"
}

func (s Style) opening() string { return strings.Repeat(s.char(), max(s.Length, 3)) }

func (s Style) closing() string { return strings.Repeat(s.char(), max(s.Close, s.Length, 3)) }

// Free tells whether recognising a fence of this style is more than the plain form asks for (FENCE-19).
func (s Style) Free() bool {
	return s.Tilde || s.Length > 3 || s.Indent > 0 || s.CloseIndent > 0 || s.Before != ""
}

// Formatted is an object as the style writes it.
func (s Style) Formatted(v wire.Value) string {
	switch s.Format {
	case FormatCompact:
		return v.JSON()
	case formatTabs:
		return string(appendPretty(nil, v, "\n", "\t", ""))
	case FormatAiry:
		return "\n" + string(appendPretty(nil, v, " \n", "    ", "")) + "\n\n"
	case FormatEscaped:
		return wire.SpelledOut(v.JSON(), "`~<")
	}
	return string(appendPretty(nil, v, "\n", "  ", ""))
}

// appendPretty writes objects and arrays that have something in them over several lines; the newline's blanks stand at colons, too.
func appendPretty(dst []byte, v wire.Value, newline, step, indent string) []byte {
	if v.Len() == 0 {
		return v.AppendJSON(dst)
	}
	inner := indent + step
	brackets := "[]"
	if v.IsObject() {
		brackets = "{}"
	}
	dst = append(dst, brackets[0])
	for i := range v.Len() {
		if i > 0 {
			dst = append(append(dst, newline[:len(newline)-1]...), ',')
		}
		dst = append(append(dst, newline...), inner...)
		if v.IsObject() {
			dst = append(dst, wire.Quote(v.Members()[i].Name)...)
			dst = append(append(dst, newline[:len(newline)-1]...), ": "...)
		}
		dst = appendPretty(dst, v.At(i), newline, step, inner)
	}
	dst = append(append(dst, newline...), indent...)
	return append(dst, brackets[1])
}

// json is the style as it stands in a case file, absent for the zero style.
func (s Style) json() wire.Value {
	v := wire.Obj(
		wire.M("tilde", flag(s.Tilde)), wire.M("length", count(s.Length)), wire.M("close", count(s.Close)),
		wire.M("indent", count(s.Indent)), wire.M("closeIndent", count(s.CloseIndent)),
		wire.M("before", optional(s.Before)), wire.M("after", optional(s.After)),
		wire.M("closeAfter", optional(s.CloseAfter)), wire.M("extra", optional(s.Extra)),
		wire.M("format", optional(s.Format)), wire.M("open", flag(s.Open)),
		wire.M("above", count(s.Above)), wire.M("below", count(s.Below)))
	if v.Len() == 0 {
		return wire.Value{}
	}
	return v
}

// ParseStyle reads a style as it stands in a case file.
func ParseStyle(v wire.Value) Style {
	number := func(name string) int {
		n, _ := v.Get(name).Int64()
		return int(min(max(n, 0), 1000))
	}
	return Style{
		Tilde: v.Get("tilde").IsTrue(), Length: number("length"), Close: number("close"),
		Indent: number("indent"), CloseIndent: number("closeIndent"),
		Before: v.Get("before").Text(), After: v.Get("after").Text(), CloseAfter: v.Get("closeAfter").Text(),
		Extra: v.Get("extra").Text(), Format: v.Get("format").Text(), Open: v.Get("open").IsTrue(),
		Above: number("above"), Below: number("below"),
	}
}

func flag(b bool) wire.Value {
	if !b {
		return wire.Value{}
	}
	return wire.Boolean(true)
}

func count(n int) wire.Value {
	if n == 0 {
		return wire.Value{}
	}
	return wire.Int(int64(n))
}

// Insert puts segments before the i-th.
func (d *Document) Insert(i int, s ...Segment) {
	d.Segments = slices.Insert(d.Segments, i, s...)
}

// Gap picks a place between segments that is not behind an open fence.
func (d *Document) Gap(pick dialect.Pick) int {
	n := len(d.Segments)
	if n > 0 && d.Segments[n-1].Open() {
		n--
	}
	return pick(n + 1)
}

// ManyLines tells whether some text has an LF inside, or one at its beginning that no fence stands before.
func (d *Document) ManyLines() bool {
	run, fenced := "", false
	for _, s := range append(slices.Clone(d.Segments), Segment{Kind: ToolSegment}) {
		if s.Kind == TextSegment {
			run += s.Text
			continue
		}
		run = strings.TrimRight(run, "\r\n")
		if fenced {
			run = strings.TrimLeft(run, "\r\n")
		}
		if strings.Contains(strings.ReplaceAll(run, CRLF, ""), LF) {
			return true
		}
		run, fenced = "", true
	}
	return false
}

// LooksLikeFence: not a well-formed tool fence, but something that a careless reader takes for one.
func (s *Segment) LooksLikeFence() bool {
	return s.Kind != TextSegment || strings.Contains(s.Text, "``") || strings.Contains(s.Text, "~~")
}

// IsBroken tells of a fence that is closed and holds no object.
func (s *Segment) IsBroken() bool { return s.Kind == BrokenSegment && !s.Style.Open }

// IsForeign: something that is no tool fence and looks like one.
func (s *Segment) IsForeign() bool {
	if s.Kind == BrokenSegment {
		return strings.Contains(s.Text, "```") || strings.Contains(s.Text, "~~~")
	}
	return s.LooksLikeFence()
}
