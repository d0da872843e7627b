package toolfence

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// view is a case beside its observation: what was meant, laid along what came.
type view struct {
	doc *composed
	answer
	*matching
	// order of fence: index into calls, -1 for a broken one.
	callOf []int
	laid   *laid
	// blamed are the segments that the stray events may have come from, nil for none.
	blamed []*segment
	// chunks of the final state, nil where the implementation has no such thing.
	chunks *chunks
	timing *timing
}

func newView(c *dialect.Case, o *dialect.Observation) *view {
	d, ok := documentOf(c.Script)
	if !ok {
		d = &document{}
	}
	doc := compose(d)
	v := &view{doc: doc, answer: readAnswer(o), callOf: make([]int, len(doc.fences))}
	var calls []call
	for i := range doc.fences {
		v.callOf[i] = -1
		if doc.fences[i].kind == toolSegment {
			v.callOf[i] = len(calls)
			calls = append(calls, expect(doc, i))
		}
	}
	v.matching = match(calls, v.tools, shownFences(doc, calls, v.text))
	v.laid = lay(doc, v.text, v.toldFence)
	v.blameStrays()
	if !o.Omitted("chunks") {
		v.chunks = v.readChunks(o.State.Get("chunks"))
	}
	v.timing = newTiming(c, doc)
	return v
}

// shownFences tells of each fence whether its source stands in the text, by the text
// alone.
func shownFences(doc *composed, calls []call, text string) func(fence int) bool {
	if !slices.ContainsFunc(calls, func(c call) bool { return c.optional() }) {
		return func(int) bool { return false }
	}
	laid := lay(doc, text, func(int) bool { return false })
	return func(fence int) bool { return laid.shown[fence] }
}

// there tells whether the answer speaks of the document at all: of a call that is in
// it, or with a piece of its text. One that says nothing has shown nothing.
func (v *view) there() bool {
	for i := range v.calls {
		c := &v.calls[i]
		for _, e := range c.all() {
			if c.id == "" || e.id().Text() == c.id {
				return true
			}
		}
	}
	for i := range v.doc.pieces {
		if span := v.laid.spans[i]; !span.lost && strings.TrimSpace(v.text[span.start:span.end]) != "" {
			return true
		}
	}
	return false
}

func (v *view) toldFence(fence int) bool {
	i := v.callOf[fence]
	return i >= 0 && v.calls[i].told()
}

// left tells whether the fence was left as text: its source shows, and no event
// came of it.
func (v *view) left(c *account) bool { return !c.told() && v.laid.shown[c.fence] }

// untold: that an event is missing tells nothing, because the fence was no call to
// the reader, or need not be one.
func (v *view) untold(c *account) bool {
	return v.left(c) || !c.told() && c.optional()
}

// label is the name of a call in a message.
func (v *view) label(c *account) string {
	if c.id != "" {
		return "call " + wire.Quote(c.id)
	}
	n := 1
	for i := range v.calls {
		if v.calls[i].fence == c.fence {
			break
		}
		n++
	}
	return "the call of tool fence " + wire.Int(int64(n)).Literal()
}

// blameStrays finds for each event that is no call's the segment that it may have
// come from: one that holds the event's id, or else the first between the calls
// around it that looks like a fence.
func (v *view) blameStrays() {
	v.blamed = make([]*segment, len(v.stray))
	for i, e := range v.stray {
		v.blamed[i] = v.suspect(e)
	}
}

func (v *view) suspect(e *told) *segment {
	segments := v.doc.segments
	if id := e.id().Text(); id != "" {
		s := find(segments, func(s *segment) bool { return strings.Contains(s.text, wire.Quote(id)) })
		if s != nil {
			return s
		}
	}
	from, to := 0, len(segments)-1
	for i := range v.calls {
		c := &v.calls[i]
		for _, other := range c.all() {
			top := v.doc.fences[c.fence].top
			if other.index < e.index {
				from = max(from, top)
			} else {
				to = min(to, top)
			}
		}
	}
	if from > to {
		return nil
	}
	return find(segments[from:to+1], (*segment).looksLikeFence)
}

// find is the first segment, at any depth, that is no container and such a one.
func find(segments []segment, is func(*segment) bool) *segment {
	for i := range segments {
		s := &segments[i]
		switch s.kind {
		case quoteSegment, listSegment:
			if inner := find(s.inside, is); inner != nil {
				return inner
			}
		case textSegment, brokenSegment, codeSegment:
			if is(s) {
				return s
			}
		}
	}
	return nil
}

// looksLikeFence: not a well-formed tool fence, but something that a careless reader
// takes for one.
func (s *segment) looksLikeFence() bool {
	return s.kind != textSegment || strings.Contains(s.text, "``") || strings.Contains(s.text, "~~")
}

// strays are the events blamed on such segments.
func (v *view) strays(from func(*segment) bool) []*told {
	var list []*told
	for i, e := range v.stray {
		if from(v.blamed[i]) {
			list = append(list, e)
		}
	}
	return list
}
