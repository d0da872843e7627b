package toolfence

import "github.com/toolconform/conform/requirement"

// styleRules are FENCE-19 to 21: other ways to write a fence, other line
// endings, fences that nothing closes.
func styleRules() []rule {
	return []rule{
		adversarial(also(ruled(about("FENCE-19", requirement.Should,
			"As CommonMark: `~~~tool`, an opening fence longer than three, a space before the info string, and up to three spaces of indentation are recognised. `tool json` is MAY.",
			`Overview: "a fenced code block tagged with the language identifier tool"`, judgeStyles),
			"The document shows the plain form only; a reader built on a markdown parser takes all of these for the same."), requirement.May)),
		adversarial(also(ruled(about("FENCE-20", requirement.Must,
			"A CRLF document gives the same tool events as its LF form. (Lone CR: MAY. A byte order mark at the start may be kept as text; a fence right behind it SHOULD be recognised.)",
			"silent; CommonMark, 2.1: a line ending is LF, CR, or CR and LF", judgeEndings),
			"Models and files write CRLF, and a call must not hang on it."), requirement.Should, requirement.May)),
		adversarial(also(ruled(about("FENCE-21", requirement.Must,
			"A fence never closed: no tool event from a body that is not one complete object; text before it is not lost. Whether a complete body at end of input counts is MAY. A closing fence without a line ending at end of input closes: MUST.",
			"silent; CommonMark, 4.5: an unclosed code block ends with the document", judgeOpen),
			"A stream that breaks off must not turn half a call into a call."), requirement.May)),
	}
}

// taken notes how a fence of that requirement was read, at the level that its
// recognition has.
func (v *view) taken(n *notes, id, policy string) {
	for i := range v.calls {
		c := &v.calls[i]
		if c.demandedBy != id {
			continue
		}
		if c.recognised > may {
			f, missed := v.untaken(c)
			n.Holds(!missed, at(c.recognised.level(), f))
			continue
		}
		if c.told() {
			n.Policy("%s: recognised", policy)
		} else {
			n.Policy("%s: not recognised", policy)
		}
	}
}

// judgeStyles is FENCE-19.
func judgeStyles(v *view, n *notes) { v.taken(n, "FENCE-19", "`tool json`") }

// judgeEndings is FENCE-20.
func judgeEndings(v *view, n *notes) {
	v.taken(n, "FENCE-20", "lone CR")
	if v.doc.newline != crlf {
		return
	}
	for i := range v.calls {
		c := &v.calls[i]
		if c.demandedBy != "FENCE-20" || v.left(c) {
			continue
		}
		for slot, need := range c.needs {
			events := c.events[slot]
			switch {
			case need != must:
			case len(events) == 0 && slot == slotOutput && c.errorDecides(): // the error is told in its place
			case len(events) == 0:
				n.Miss(wherever(finding("/events", "No %s came for %s, whose lines end in CRLF.", kinds()[slot], v.label(c)), slotLine(slot)))
			case !c.fits(slot, events[0].value):
				f := of(events[0], "The value of %s is another in a CRLF document.", v.label(c))
				n.Miss(wherever(compared(f, c.value(slot), events[0].value), slotLine(slot)))
			}
		}
	}
}

// slotLine is the requirement that asks for the event in any document.
func slotLine(slot int) string { return [...]string{"FENCE-03", "FENCE-05", "FENCE-06"}[slot] }

// judgeOpen is FENCE-21.
func judgeOpen(v *view, n *notes) {
	v.taken(n, "FENCE-21", "complete body at end of input")
	open := func(s *segment) bool { return s.kind == brokenSegment && s.style.Open }
	for _, e := range v.strays(func(s *segment) bool { return s != nil && open(s) }) {
		n.Miss(wherever(of(e, "%s came of a tool fence that nothing closes and whose body is incomplete.", kinds()[e.slot]), "FENCE-01"))
	}
	for i := range v.doc.fences {
		f := &v.doc.fences[i]
		if !f.style.Open {
			continue
		}
		n.Saw()
		for p := range v.doc.pieces[:f.first] {
			if v.doc.pieces[p].kind == required && v.laid.spans[p].lost {
				n.Miss(wherever(finding("/events", "Text before a tool fence that nothing closes is lost: %s", short(v.doc.pieces[p].text)), "FENCE-02"))
				break
			}
		}
	}
}

// containerRule is FENCE-24.
func containerRule() rule {
	return adversarial(also(ruled(about("FENCE-24", requirement.May,
		"A tool fence in a blockquote or list item: recognised with the prefix stripped, or left as text. MUST: no other text is lost, and fences after the container are recognised. A fence that ends with its container, not with a closing line, counts as never closed (FENCE-21). HTML blocks, and escapes in the info string, are outside the suite.",
		"silent; CommonMark, 5: container blocks", judgeContainers),
		"A quoted example is a call to one reader and a quotation to the other; only losing text, or the calls behind it, is wrong."), requirement.Must))
}

// judgeContainers is FENCE-24.
func judgeContainers(v *view, n *notes) {
	inContainer := map[int]bool{} // segments at the top that hold a tool fence
	for i := range v.doc.segments {
		if s := &v.doc.segments[i]; s.holdsFence() {
			inContainer[i] = true
			n.Saw()
		}
	}
	if len(inContainer) == 0 {
		return
	}
	v.containedText(n, inContainer)
	first := len(v.doc.segments)
	for top := range inContainer {
		first = min(first, top)
	}
	for i := range v.calls {
		c := &v.calls[i]
		f := &v.doc.fences[c.fence]
		switch {
		case f.contained && c.told():
			n.Policy("recognised in a container")
		case f.contained && v.left(c):
			n.Policy("left as text in a container")
			if p, lost := v.lostSource(c.fence); lost && !c.odd && !f.style.Open {
				n.Miss(at(requirement.Must, finding("/events", "%s was left as text, and a piece of it is lost: %s", v.label(c), short(p))))
			}
		case f.contained && c.asks() && !f.style.Open && !c.odd:
			n.Miss(at(requirement.Must, finding("/events", "%s in a container gave no event, and its source is not in the text.", v.label(c))))
		case !f.contained && f.top > first:
			v.handled(n, c, "a container with a tool fence")
		}
	}
}

// containedText notes that no other text of the containers is lost.
func (v *view) containedText(n *notes, tops map[int]bool) {
	for i, p := range v.doc.pieces {
		if p.kind == required && tops[p.top] && v.laid.spans[i].lost {
			n.Miss(at(requirement.Must, wherever(finding("/events", "Text in or right behind a container is lost: %s", short(p.text)), "FENCE-02")))
			return
		}
	}
}
