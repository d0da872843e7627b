package toolfence

import (
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
