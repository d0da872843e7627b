package toolfence

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// view is a case beside its observation: what was meant, laid along what came.
type view struct {
	doc *document.Composed
	answer
	*matching
	callOf []int // order of fence: index into calls, -1 for a broken one
	laid   *laid
	blamed []*document.Segment // blamed are the segments that the stray events may have come from, nil for none
	chunks *chunks             // chunks of the final state, nil where the implementation has no such thing
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

// shownFences tells of each fence whether its source stands in the text, by the text alone.
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

// left tells whether the fence was left as text: its source shows, and no event came of it.
func (v *view) left(c *account) bool { return !c.told() && v.laid.shown[c.fence] }

// untold: that an event is missing tells nothing, because the fence was no call to the reader, or need not be one.
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

// need says how much an event, or a fence, is wanted.
type need uint8

const (
	never need = iota
	may
	should
	must
)

// call is what a right reader may make of one well-formed tool fence.
type call struct {
	fence  int
	object wire.Value
	// id and name as written; generated where the id is absent, and unsure where the member is there but no text of its own (FENCE-17).
	id, name                 string
	generated                bool
	unsureID, unsureName     bool
	odd                      bool // some member has a wrong type or an unknown value
	input, output, errorText wire.Value
	needs                    [3]need // needs of the three events, in the order of kinds()
	recognised               need    // recognised is how much the fence must be taken for a call, and which requirement says so
	demandedBy               string
	errorByText              bool // the error's text is given
	oddError                 bool
}

func kinds() [3]string { return [3]string{words.InputEvent, words.OutputEvent, words.ErrorEvent} }

const (
	slotInput = iota
	slotOutput
	slotError
)

// expect derives the call from the fence that was meant.
func expect(c *document.Composed, index int) call {
	f := &c.Fences[index]
	o := f.Object
	w := call{fence: index, object: o, input: o.Get("input"), output: o.Get("output"), errorText: o.Get("errorText")}
	w.id, w.generated, w.unsureID = textMember(o.Get("toolCallId"))
	w.name, _, w.unsureName = textMember(o.Get("toolName"))
	if !o.Has("toolName") {
		w.name = "tool"
	}
	w.oddError = o.Has("errorText") && !w.errorText.IsString()
	w.errorByText = words.IsText(w.errorText)
	w.odd = w.unsureID || w.unsureName || w.oddError || !words.KnownState(o.Get("state"))
	w.needs = needs(w, o.Get("state").Text())
	w.recognised, w.demandedBy = demand(c, f, w.odd)
	return w
}

// textMember reads an id or a name: what it is, whether it is absent, whether it is there without being a text that can be used.
func textMember(v wire.Value) (text string, absent, unsure bool) {
	return v.Text(), v.IsAbsent(), !v.IsAbsent() && !words.IsText(v)
}

// needs of the events, as FENCE-03 to 07 and 13 to 15 have them.
func needs(w call, state string) [3]need {
	var n [3]need
	n[slotInput] = must
	if w.input.IsAbsent() {
		n[slotInput] = should
	}
	switch {
	case state == "output-error" || w.errorByText:
		n[slotError] = must
	case w.errorText.IsString():
		n[slotError] = should
	case w.oddError:
		n[slotError] = may
	}
	switch {
	case state == "output-available" || !w.output.IsNull():
		n[slotOutput] = must
	case w.output.Kind() == wire.Null:
		n[slotOutput] = should
	}
	if n[slotError] == must {
		n[slotOutput] = min(n[slotOutput], may)
	}
	return n
}

// demand says how much the fence must be recognised, and by which line.
func demand(c *document.Composed, f *document.Fence, odd bool) (need, string) {
	st := f.Style
	switch {
	case odd:
		return may, "FENCE-17"
	case f.Contained:
		return may, "FENCE-24"
	case c.Newline == document.CR:
		return may, "FENCE-20"
	case st.Open:
		return may, "FENCE-21"
	case st.Extra != "":
		return may, "FENCE-19"
	case st.Free():
		return should, "FENCE-19"
	case f.AfterBOM:
		return should, "FENCE-20"
	case c.Newline == document.CRLF:
		return must, "FENCE-20"
	case c.Unterminated && f.Last == len(c.Pieces):
		return must, "FENCE-21"
	case st.Close > 3:
		return must, "FENCE-18"
	}
	return must, "FENCE-01"
}

// level of a need, for findings.
func (n need) level() requirement.Level {
	return [...]requirement.Level{never: requirement.May, may: requirement.May, should: requirement.Should, must: requirement.Must}[n]
}

// optional: a right reader may leave the fence as text.
func (w *call) optional() bool { return w.recognised < must }

// asks tells whether some event must come, so that silence means that the fence was not taken for a call.
func (w *call) asks() bool {
	return w.needs[slotInput] == must || w.needs[slotOutput] == must || w.needs[slotError] == must
}

// fits tells whether the event's value is one that the slot allows.
func (w *call) fits(slot int, e wire.Value) bool {
	switch slot {
	case slotInput:
		return w.fitsInput(e.Get("input"))
	case slotOutput:
		return w.fitsOutput(e.Get("output"))
	}
	if w.errorByText {
		return wire.Equal(w.errorText, e.Get("errorText"))
	}
	return e.Get("errorText").IsString()
}

func (w *call) fitsInput(got wire.Value) bool {
	if w.input.IsNull() {
		return wire.EmptyObject(got) || w.input.Kind() == wire.Null && got.IsNull()
	}
	return wire.Equal(w.input, got)
}

func (w *call) fitsOutput(got wire.Value) bool {
	return wire.Equal(w.output, got) || w.output.IsNull() && (got.IsNull() || wire.EmptyObject(got))
}

// value that a slot's event should carry, to be shown beside what came.
func (w *call) value(slot int) wire.Value {
	if slot == slotInput && w.input.IsAbsent() {
		return wire.Obj()
	}
	return [...]wire.Value{w.input, w.output, w.errorText}[slot]
}

// timing says how many chunks must have been fed for an offset of the document to have been seen.
type timing struct {
	ends  []int // offset behind each chunk
	lines []int // offset behind each line
}

func newTiming(c *dialect.Case, doc *document.Composed) *timing {
	data, cuts, at := doc.Data(), c.Chunks, 0
	if cuts == nil {
		cuts = document.Reads(data, doc.Ending())
	}
	t := &timing{lines: document.Behind(data, document.LF)}
	for _, piece := range wire.Cut(data, cuts) {
		at += len(piece)
		t.ends = append(t.ends, at)
	}
	return t
}

// fed is the number of chunks that bring the document up to this offset.
func (t *timing) fed(offset int) int {
	return min(sort.SearchInts(t.ends, offset)+1, len(t.ends))
}

// nextLine is the number of chunks that complete the line after the one that the offset ends in; all of them where there is none.
func (t *timing) nextLine(offset int) int {
	i := sort.SearchInts(t.lines, offset) + 1
	if i >= len(t.lines) {
		return len(t.ends)
	}
	return t.fed(t.lines[i])
}
