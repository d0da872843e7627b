package toolfence

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// judgeTaken is FENCE-01.
func judgeTaken(v *view, n *notes) {
	for _, c := range v.calls {
		if c.told() {
			f := finding("/events", "The source of %s was repeated as text.", v.label(c))
			n.Holds(!v.laid.shown[c.fence], compared(f, wire.Value{}, wire.Str(v.written(c.fence))))
		}
		if c.demandedBy == "FENCE-01" {
			v.taken(n, "", c, "")
		}
	}
	for _, x := range v.laid.extras {
		if leak := v.laid.text[x.start:x.end]; v.leaks(leak) {
			n.Miss(compared(finding("/events", "A piece of a tool fence came through as text: %s", short(leak)), wire.Value{},
				wire.Str(leak)))
		}
	}
	for _, e := range v.strays(func(s *document.Segment) bool { return s == nil }) {
		n.Miss(of(e, "%s belongs to no tool fence of the document.", kinds()[e.slot]))
	}
	if v.chunks == nil {
		return
	}
	for i, c := range v.calls {
		if c.told() && v.chunks.some && v.chunks.of[i].IsAbsent() {
			n.Miss(compared(finding("/chunks", "There is no tool chunk for %s.", v.label(c)), c.object, wire.Value{}))
		}
	}
	for _, i := range v.chunks.surplus {
		n.Miss(finding("/chunks/"+wire.Int(int64(i)).Literal(),
			"The tool chunk belongs to no tool fence, or to one that has its chunk already."))
	}
}

// leaks tells whether the text is a piece of a fence that was told as a call.
func (v *view) leaks(text string) bool {
	text = strings.TrimSpace(text)
	if !strings.ContainsAny(text, "`~{}\"") {
		return false // any text may have this in it
	}
	return slices.ContainsFunc(v.calls, func(c *account) bool { return c.told() && strings.Contains(v.written(c.fence), text) })
}

// written is the source of a fence as it stands in the document.
func (v *view) written(fence int) string {
	var b strings.Builder
	f := &v.doc.Fences[fence]
	for _, p := range v.doc.Pieces[f.First:f.Last] {
		b.WriteString(p.Text)
	}
	return b.String()
}

// judgeInput is FENCE-03.
func judgeInput(v *view, n *notes, c *account) {
	if c.input.IsAbsent() || v.untold(c) {
		return
	}
	v.inputFirst(n, requirement.Must, c)
	if events := c.events[slotInput]; c.input.IsNull() && len(events) > 0 {
		n.Policy("a null input comes as %s", events[0].value.Get("input").JSON())
	}
}

// judgeNoInput is FENCE-04.
func judgeNoInput(v *view, n *notes, c *account) {
	if c.input.IsAbsent() && !v.untold(c) {
		v.inputFirst(n, requirement.Should, c)
	}
}

// inputFirst notes that the input came once, and no output event of the call before it.
func (v *view) inputFirst(n *notes, level requirement.Level, c *account) {
	v.once(n, level, c, slotInput)
	for _, in := range c.events[slotInput] {
		for _, out := range slices.Concat(c.events[slotOutput], c.events[slotError]) {
			n.Holds(in.index < out.index, at(level,
				of(out, "%s of %s came before its tool-input-available.", kinds()[out.slot], v.label(c))))
		}
	}
}

// judgeOutput is FENCE-05.
func judgeOutput(v *view, n *notes, c *account) {
	v.outcome(n, c, slotOutput, slotError, "%s has no output and no state that asks for one, yet a tool-output-available came.")
	if events := c.events[slotOutput]; c.needs[slotOutput] == must && !c.errorDecides() && c.output.IsNull() && len(events) > 0 {
		n.Policy("an output without a value comes as %s", events[0].value.Get("output").JSON())
	}
}

// judgeError is FENCE-06.
func judgeError(v *view, n *notes, c *account) {
	v.outcome(n, c, slotError, slotOutput, "%s has no error text and no state that asks for one, yet a tool-output-error came.")
}

// outcome: one that must come comes once, and where the other one is told it doesn't.
func (v *view) outcome(n *notes, c *account, slot, other int, stray string) {
	switch {
	case v.untold(c), c.needs[slot] == must && slot == slotOutput && c.errorDecides():
	case c.needs[slot] == must:
		v.once(n, requirement.Must, c, slot)
	case c.needs[slot] == never && c.needs[other] > never:
		for _, e := range c.events[slot] {
			n.Miss(of(e, stray, v.label(c)))
		}
	}
}

// judgeNoOutput is FENCE-07.
func judgeNoOutput(v *view, n *notes, c *account) {
	none := c.needs[slotOutput] == never && c.needs[slotError] == never
	if !c.told() || !none && !strings.HasPrefix(c.object.Get("state").Text(), "input-") {
		return
	}
	n.Saw()
	for _, slot := range []int{slotOutput, slotError} {
		for _, e := range c.events[slot] {
			if none {
				n.Miss(of(e, "%s asks for no output, yet a %s came.", v.label(c), kinds()[slot]))
			}
		}
		if c.lacks(slot) {
			n.Miss(finding("/events", "%s has a payload beside its state, yet no %s came.", v.label(c), kinds()[slot]))
		}
	}
}

// judgeBroken is FENCE-16.
func judgeBroken(v *view, n *notes) {
	for _, e := range v.strays(func(s *document.Segment) bool { return s != nil && s.IsBroken() }) {
		n.Miss(wherever(of(e, "%s came of a tool fence whose body is not one JSON object.", kinds()[e.slot]), "FENCE-01"))
	}
	first := -1
	for i := range v.doc.Fences {
		f := &v.doc.Fences[i]
		switch {
		case f.IsBroken():
			n.Saw()
			v.visible(n, i)
			if first < 0 {
				first = i
			}
		case v.callOf[i] >= 0 && first >= 0:
			v.handled(n, v.calls[v.callOf[i]], "a malformed one")
		}
		if i := v.callOf[i]; i >= 0 && v.calls[i].odd && !v.calls[i].told() && v.calls[i].asks() && !f.Style.Open {
			v.visible(n, v.calls[i].fence)
		}
	}
}

// visible notes that the source of a fence stands in the text, whole.
func (v *view) visible(n *notes, fence int) {
	p, lost := v.lostSource(fence)
	message, what := "A piece of the source of the malformed tool fence is not in the text: %s", p
	if !v.laid.shown[fence] {
		message, what, lost = "The source of the malformed tool fence %s is not in the text.", v.doc.Fences[fence].Content(), true
	}
	if lost {
		f := compared(finding("/events", message, short(what)), wire.Str(v.written(fence)), wire.Value{})
		n.Miss(at(requirement.Should, wherever(f, "FENCE-02")))
	}
}

// lostSource is a piece of the fence's source that is missing in the text where the rest of it shows.
func (v *view) lostSource(fence int) (text string, lost bool) {
	return v.lost(v.doc.Fences[fence].First, v.doc.Fences[fence].Last, func(int) bool { return true })
}

// lost is the first of some pieces of which so is true that should be in the text and isn't.
func (v *view) lost(first, last int, so func(piece int) bool) (text string, lost bool) {
	for i := first; i < last; i++ {
		if v.laid.spans[i].lost && so(i) {
			return v.doc.Pieces[i].Text, true
		}
	}
	return "", false
}

// required: the piece is text that must come through.
func (v *view) required(piece int) bool { return v.doc.Pieces[piece].Kind == document.Required }

// handled notes that a fence further down is still taken for a call.
func (v *view) handled(n *notes, c *account, after string) {
	if c.recognised == must {
		v.taken(n, "", c, " It stands after "+after+".")
	}
}

// judgeOdd is FENCE-17.
func judgeOdd(v *view, n *notes, c *account) {
	switch {
	case !c.odd:
		return
	case v.left(c):
		n.Policy("%s: malformed", oddity(c))
		return
	case !c.told():
		return // nothing came of it, nor is it there: that shows no choice
	}
	n.Saw()
	v.oddEvents(n, c)
	how, inputs := "as if absent", c.events[slotInput]
	if c.unsureID && c.all()[0].id().Text() == c.object.Get("toolCallId").JSON() || c.oddError && len(c.events[slotError]) > 0 ||
		c.unsureName && len(inputs) > 0 && inputs[0].value.Get("toolName").Text() == c.object.Get("toolName").JSON() {
		how = "turned into text"
	}
	n.Policy("%s: %s", oddity(c), how)
}

// oddity names what is odd about a call.
func oddity(c *account) string {
	switch {
	case c.unsureID:
		return "toolCallId of a wrong type"
	case c.unsureName:
		return "toolName of a wrong type"
	case c.oddError:
		return "errorText of a wrong type"
	}
	return "unknown state"
}

func (v *view) oddEvents(n *notes, c *account) {
	id := c.all()[0].id()
	for _, e := range c.all() {
		n.Holds(e.id().IsString(), of(e, "%s: the toolCallId is no text.", kinds()[e.slot]))
		if c.unsureID {
			n.Holds(wire.Equal(id, e.id()), of(e, "The events of %s carry different ids.", v.label(c)))
		}
		if member := [...]string{slotInput: "toolName", slotError: "errorText"}[e.slot]; member != "" {
			n.Holds(e.value.Get(member).IsString(), of(e, "%s: the %s is no text.", kinds()[e.slot], member))
		}
		if c.needs[e.slot] == never {
			n.Miss(wherever(of(e, "%s came, and %s asks for none.", kinds()[e.slot], oddity(c)), "FENCE-07"))
		}
	}
}

// judgeForeign is FENCE-18.
func judgeForeign(v *view, n *notes) {
	if find(v.doc.Segments, (*document.Segment).IsForeign) != nil {
		n.Saw()
	}
	for _, e := range v.strays(func(s *document.Segment) bool { return s != nil && (s.Kind == document.TextSegment || s.IsForeign()) }) {
		n.Miss(wherever(of(e, "%s came of something that is no tool fence.", kinds()[e.slot]), "FENCE-01"))
	}
	for _, c := range v.calls {
		content := v.doc.Fences[c.fence].Content()
		if c.recognised == must && (c.demandedBy == "FENCE-18" || strings.Contains(content, "```") || strings.Contains(content, "~~~")) {
			v.taken(n, "", c, "")
		}
	}
}
