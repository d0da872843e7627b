package toolfence

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/toolconform/conform/wire"
)

// The kinds of segments.
type kind uint8

const (
	textSegment   kind = iota // text that forms no tool fence, foreign fences included
	toolSegment               // a tool fence with an object
	brokenSegment             // a tool fence whose body is not one object
	codeSegment               // a fence that is no tool fence, whatever stands in it
	quoteSegment              // a block quote around segments
	listSegment               // a list item around segments
)

// segment is one element of a document: what was meant, not what a reader of
// markdown makes of it.
type segment struct {
	kind kind
	// text of a text segment, body of a broken one, content of a code one.
	text string
	// object of a tool fence; body is its exact text, "" to have it formatted.
	object wire.Value
	body   string
	// cancelled: rendered from a call that was cancelled, which the object does not tell.
	// It is no part of the document.
	cancelled bool
	// info is the info string of a code fence.
	info  string
	style style
	// inside a container.
	inside []segment
	// marker of a list item, with its blanks: "- ", "10. ".
	marker string
}

// listEnd is the paragraph that ends every list item: without it an indented fence
// further down would belong to the item.
const listEnd = "So much for the list."

// holdsFence tells whether a container has a tool fence somewhere in it.
func (s segment) holdsFence() bool {
	for _, in := range s.inside {
		if in.kind == toolSegment || in.kind == brokenSegment || in.holdsFence() {
			return true
		}
	}
	return false
}

// content of a fence, between its two lines.
func (s segment) content() string {
	if s.kind != toolSegment || s.body != "" {
		return s.text + s.body
	}
	return s.style.formatted(s.object)
}

// open tells whether the segment ends in a fence that nothing closes, so that it can
// only stand last.
func (s segment) open() bool {
	switch s.kind {
	case toolSegment, brokenSegment, codeSegment:
		return s.style.Open
	}
	return false
}

// endsOpen tells whether the last thing in a container is an open fence.
func (s segment) endsOpen() bool {
	n := len(s.inside)
	return n > 0 && (s.inside[n-1].open() || s.inside[n-1].kind >= quoteSegment && s.inside[n-1].endsOpen())
}

// JSON is the segment as it stands in a case file. The member that names the
// kind holds what the segment is about.
func (s segment) JSON() wire.Value {
	style := wire.M("style", s.style.json())
	switch s.kind {
	case toolSegment:
		return wire.Obj(wire.M("tool", s.object), wire.M("body", optional(s.body)), style)
	case brokenSegment:
		return wire.Obj(wire.M("broken", wire.Str(s.text)), style)
	case codeSegment:
		return wire.Obj(wire.M("code", wire.Str(s.text)), wire.M("info", optional(s.info)), style)
	case quoteSegment:
		return wire.Obj(wire.M("quote", segmentsJSON(s.inside)))
	case listSegment:
		return wire.Obj(wire.M("list", segmentsJSON(s.inside)), wire.M("marker", wire.Str(s.marker)))
	}
	return wire.Obj(wire.M("text", wire.Str(s.text)))
}

func segmentsJSON(segments []segment) wire.Value {
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

func text(s string) segment { return segment{kind: textSegment, text: s} }

func tool(object string) segment {
	return segment{kind: toolSegment, object: wire.ParseString(object)}
}

func toolValue(object wire.Value) segment { return segment{kind: toolSegment, object: object} }

func broken(body string) segment { return segment{kind: brokenSegment, text: body} }

func code(info, content string) segment {
	return segment{kind: codeSegment, info: info, text: content}
}

func quote(inside ...segment) segment { return segment{kind: quoteSegment, inside: inside} }

func list(marker string, inside ...segment) segment {
	return segment{kind: listSegment, marker: marker, inside: inside}
}

func (s segment) with(st style) segment { s.style = st; return s }

// style is how a fence is written. The zero style is the document's own: three
// backticks, no indentation, the object over several lines.
type style struct {
	// Tilde: ~ in place of backticks.
	Tilde bool
	// Length of the opening fence and of the closing one; 0 is 3 and the opening's.
	Length, Close int
	// Indent and CloseIndent are spaces before the two lines.
	Indent, CloseIndent int
	// Before and After are the blanks around the info string, CloseAfter those behind
	// the closing fence.
	Before, After, CloseAfter string
	// Extra is what follows "tool" in the info string, with its blank.
	Extra string
	// Format of the object, one of the formats.
	Format string
	// Open: no closing fence.
	Open bool
	// Above and Below are blank lines around the fence. They are text.
	Above, Below int
}

// The formats of an object.
const (
	formatPretty  = ""        // two spaces a level
	formatCompact = "compact" // one line
	formatTabs    = "tabs"    // a tab a level
	formatAiry    = "airy"    // blank lines around it, blanks at the ends of lines
	formatEscaped = "escaped" // one line, \u escapes wherever they are possible
)

func formats() []string {
	return []string{formatPretty, formatCompact, formatTabs, formatAiry, formatEscaped}
}

func (s style) char() string {
	if s.Tilde {
		return "~"
	}
	return "`"
}

func (s style) opening() string { return strings.Repeat(s.char(), max(s.Length, 3)) }

func (s style) closing() string { return strings.Repeat(s.char(), max(s.Close, s.Length, 3)) }

// free tells whether recognising a fence of this style is more than the plain
// form asks for (FENCE-19).
func (s style) free() bool {
	return s.Tilde || s.Length > 3 || s.Indent > 0 || s.CloseIndent > 0 || s.Before != ""
}

func (s style) formatted(v wire.Value) string {
	switch s.Format {
	case formatCompact:
		return v.JSON()
	case formatTabs:
		return string(appendPretty(nil, v, "\n", "\t", ""))
	case formatAiry:
		return "\n" + string(appendPretty(nil, v, " \n", "    ", "")) + "\n\n"
	case formatEscaped:
		return escaped(v.JSON())
	}
	return string(appendPretty(nil, v, "\n", "  ", ""))
}

// appendPretty writes objects and arrays that have something in them over several
// lines.
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
			dst = append(dst, ',')
		}
		dst = append(append(dst, newline...), inner...)
		if v.IsObject() {
			dst = append(dst, wire.Quote(v.Members()[i].Name)...)
			dst = append(dst, ": "...)
		}
		dst = appendPretty(dst, v.At(i), newline, step, inner)
	}
	dst = append(append(dst, newline...), indent...)
	return append(dst, brackets[1])
}

// escaped writes as escapes what can only stand inside strings.
func escaped(json string) string {
	var b strings.Builder
	for _, r := range json {
		switch {
		case r < 0x80 && r != '`' && r != '~' && r != '<':
			b.WriteRune(r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// json is the style as it stands in a case file, absent for the zero style.
func (s style) json() wire.Value {
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

func parseStyle(v wire.Value) style {
	number := func(name string) int {
		n, _ := v.Get(name).Int64()
		return int(min(max(n, 0), 1000))
	}
	return style{
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
