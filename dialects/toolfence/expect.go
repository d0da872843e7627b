package toolfence

import (
	"sort"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

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
	// id and name as written; generated where the id is absent, and unsure where the
	// member is there but no text of its own (FENCE-17).
	id, name                 string
	generated                bool
	unsureID, unsureName     bool
	odd                      bool // some member has a wrong type or an unknown value
	input, output, errorText wire.Value
	// needs of the three events, in the order of kinds().
	needs [3]need
	// recognised is how much the fence must be taken for a call, and which
	// requirement says so.
	recognised  need
	demandedBy  string
	errorByText bool // the error's text is given
	oddError    bool
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

// textMember reads an id or a name: what it is, whether it is absent, whether it
// is there without being a text that can be used.
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

// asks tells whether some event must come, so that silence means that the fence
// was not taken for a call.
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

// timing says how many chunks must have been fed for an offset of the document to
// have been seen.
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

// nextLine is the number of chunks that complete the line after the one that the
// offset ends in; all of them where there is none.
func (t *timing) nextLine(offset int) int {
	i := sort.SearchInts(t.lines, offset) + 1
	if i >= len(t.lines) {
		return len(t.ends)
	}
	return t.fed(t.lines[i])
}
