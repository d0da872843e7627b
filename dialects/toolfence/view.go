package toolfence

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/wire"
)

// view is a case beside its observation: what was meant, laid along what came.
type view struct {
	doc *document.Composed
	answer
	*matching
	// order of fence: index into calls, -1 for a broken one.
	callOf []int
	laid   *laid
	// blamed are the segments that the stray events may have come from, nil for none.
	blamed []*document.Segment
	// chunks of the final state, nil where the implementation has no such thing.
	chunks *chunks
	timing *timing
}

func newView(c *dialect.Case, o *dialect.Observation) *view {
	d, ok := document.Of(c.Script)
	if !ok {
		d = &document.Document{}
	}
	doc := document.Compose(d)
	v := &view{doc: doc, answer: readAnswer(o), timing: newTiming(c, doc)}
	var calls []call
	for i, f := range doc.Fences {
		v.callOf = append(v.callOf, -1)
		if f.Kind == document.ToolSegment {
			v.callOf[i] = len(calls)
			calls = append(calls, expect(doc, i))
		}
	}
	v.matching = match(calls, v.tools, shownFences(doc, calls, v.text))
	v.laid = lay(doc, v.text, v.toldFence)
	for _, e := range v.stray {
		v.blamed = append(v.blamed, v.suspect(e))
	}
	if !o.Omitted("chunks") {
		v.chunks = v.readChunks(o.State.Get("chunks"))
	}
	return v
}

// shownFences tells of each fence whether its source stands in the text, by the text
// alone.
func shownFences(doc *document.Composed, calls []call, text string) func(fence int) bool {
	if !slices.ContainsFunc(calls, func(c call) bool { return c.optional() }) {
		return func(int) bool { return false }
	}
	shown := lay(doc, text, func(int) bool { return false }).shown
	return func(fence int) bool { return shown[fence] }
}

// there tells whether the answer speaks of the document at all: of a call that is in
// it, or with a piece of its text. One that says nothing has shown nothing.
func (v *view) there() bool {
	for _, c := range v.calls {
		for _, e := range c.all() {
			if c.id == "" || e.id().Text() == c.id {
				return true
			}
		}
	}
	for i := range v.doc.Pieces {
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
	n := slices.IndexFunc(v.calls, func(other *account) bool { return other.fence == c.fence })
	return fmt.Sprintf("the call of tool fence %d", n+1)
}

// suspect is the segment that an event which is no call's may have come from: one that
// holds the event's id, or else the first between the calls around it that looks like a fence.
func (v *view) suspect(e *told) *document.Segment {
	segments := v.doc.Segments
	if id := e.id().Text(); id != "" {
		s := find(segments, func(s *document.Segment) bool { return strings.Contains(s.Text, wire.Quote(id)) })
		if s != nil {
			return s
		}
	}
	from, to := 0, len(segments)-1
	for _, c := range v.calls {
		for _, other := range c.all() {
			top := v.doc.Fences[c.fence].Top
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
	return find(segments[from:to+1], (*document.Segment).LooksLikeFence)
}

// find is the first segment, at any depth, that is neither a container nor a call, and such a one.
func find(segments []document.Segment, is func(*document.Segment) bool) *document.Segment {
	for i := range segments {
		s := &segments[i]
		if inner := find(s.Inside, is); inner != nil {
			return inner
		}
		if s.Kind < document.QuoteSegment && s.Kind != document.ToolSegment && is(s) {
			return s
		}
	}
	return nil
}

// strays are the events blamed on such segments.
func (v *view) strays(from func(*document.Segment) bool) []*told {
	var list []*told
	for i, e := range v.stray {
		if from(v.blamed[i]) {
			list = append(list, e)
		}
	}
	return list
}
