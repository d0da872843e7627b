package toolfence

import (
	"strings"

	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// fenceRules are FENCE-16 to 18: what is no call, or a doubtful one.
func fenceRules() []rule {
	return []rule{
		adversarial(also(ruled(examples(about("FENCE-16", requirement.Must,
			"A body that is not exactly one JSON object (malformed, array, scalar, empty, two objects): no tool event for it, and everything after it is handled normally. Its source stays visible as text: SHOULD.",
			`Overview: "The fenced block must contain a single JSON object that describes the tool invocation."`, judgeBroken),
			"```tool\n[1]\n``` comes through as these lines of text, and the next fence is a call",
			"tool-input-available with input {}, or nothing at all after it"),
			"The document says what must stand in the fence and not what happens when it doesn't. An event would be invented, a dead stream would lose the rest."), requirement.Should)),
		adversarial(ruled(about("FENCE-17", requirement.May,
			"An unknown `state`, a wrong type (`toolCallId` 42, `errorText` an object, any of them `null`): as if absent, turned into text, or the fence is malformed. Whatever event comes has the right types.",
			`JSON Fields, state: "Must be one of ..."; the other members are texts`, judgeOdd),
			"Each of the three is a reasonable reading; an event with a wrong type would break whoever reads it.")),
		adversarial(ruled(examples(about("FENCE-18", requirement.Must,
			"Fences are CommonMark fences: `toolbox`, `tool-call`, `TOOL`, an inline ```` ```tool ````, a fence indented four or more (outside a list), and a tool example *inside a longer or other fence* are no calls; backticks inside a JSON string close nothing; a closing fence is at least as long as its opening, of the same character.",
			`Overview: "a fenced code block tagged with the language identifier tool"`, judgeForeign),
			"````markdown\n```tool\n{}\n```\n```` is text", "a call for the example inside"),
			"Markdown decides what a fenced code block is, and CommonMark what markdown is: blanks are spaces and tabs, and lines end in LF, CR, or CR and LF.")),
	}
}

func (s *segment) isBroken() bool { return s.kind == brokenSegment && !s.style.Open }

// judgeBroken is FENCE-16.
func judgeBroken(v *view, n *notes) {
	for _, e := range v.strays(func(s *segment) bool { return s != nil && s.isBroken() }) {
		n.Miss(wherever(of(e, "%s came of a tool fence whose body is not one JSON object.", kinds()[e.slot]), "FENCE-01"))
	}
	first := -1
	for i := range v.doc.fences {
		f := &v.doc.fences[i]
		switch {
		case f.isBroken():
			n.Saw()
			v.visible(n, i)
			if first < 0 {
				first = i
			}
		case v.callOf[i] >= 0 && first >= 0:
			v.handled(n, &v.calls[v.callOf[i]], "a malformed one")
		}
		if i := v.callOf[i]; i >= 0 && v.calls[i].odd && !v.calls[i].told() && v.calls[i].asks() && !f.style.Open {
			v.visible(n, v.calls[i].fence)
		}
	}
}

// visible notes that the source of a fence stands in the text, whole.
func (v *view) visible(n *notes, fence int) {
	f := &v.doc.fences[fence]
	want := wire.Str(v.written(fence))
	if !v.laid.shown[fence] {
		n.Miss(at(requirement.Should, wherever(compared(finding("/events", "The source of the malformed tool fence %s is not in the text.", short(f.content())), want, wire.Value{}), "FENCE-02")))
		return
	}
	if p, lost := v.lostSource(fence); lost {
		n.Miss(at(requirement.Should, wherever(compared(finding("/events", "A piece of the source of the malformed tool fence is not in the text: %s", short(p)), want, wire.Value{}), "FENCE-02")))
	}
}

// lostSource is a piece of the fence's source that is missing in the text where the
// rest of it shows.
func (v *view) lostSource(fence int) (text string, lost bool) {
	f := &v.doc.fences[fence]
	for i := f.first; i < f.last; i++ {
		if v.laid.spans[i].lost {
			return v.doc.pieces[i].text, true
		}
	}
	return "", false
}

// handled notes that a fence further down is still taken for a call.
func (v *view) handled(n *notes, c *account, after string) {
	if c.recognised != must {
		return
	}
	f, missed := v.untaken(c)
	f.Message += " It stands after " + after + "."
	n.Holds(!missed, f)
}

// judgeOdd is FENCE-17.
func judgeOdd(v *view, n *notes) {
	for i := range v.calls {
		c := &v.calls[i]
		if !c.odd {
			continue
		}
		switch {
		case v.left(c):
			n.Policy("%s: malformed", oddity(c))
			continue
		case !c.told():
			continue // nothing came of it, nor is it there: that shows no choice
		}
		n.Saw()
		v.oddEvents(n, c)
		switch {
		case c.unsureID && c.all()[0].id().Text() == c.object.Get("toolCallId").JSON(),
			c.unsureName && len(c.events[slotInput]) > 0 && c.events[slotInput][0].value.Get("toolName").Text() == c.object.Get("toolName").JSON(),
			c.oddError && len(c.events[slotError]) > 0:
			n.Policy("%s: turned into text", oddity(c))
		default:
			n.Policy("%s: as if absent", oddity(c))
		}
	}
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
		switch e.slot {
		case slotInput:
			n.Holds(e.value.Get("toolName").IsString(), of(e, "%s: the toolName is no text.", kinds()[e.slot]))
		case slotError:
			n.Holds(e.value.Get("errorText").IsString(), of(e, "%s: the errorText is no text.", kinds()[e.slot]))
		}
		if c.needs[e.slot] == never {
			n.Miss(wherever(of(e, "%s came of a %s that asks for none.", kinds()[e.slot], oddity(c)), "FENCE-07"))
		}
	}
}

// foreign: something that is no tool fence and looks like one.
func (s *segment) foreign() bool {
	if s.kind == brokenSegment {
		return strings.Contains(s.text, "```") || strings.Contains(s.text, "~~~")
	}
	return s.looksLikeFence()
}

// judgeForeign is FENCE-18.
func judgeForeign(v *view, n *notes) {
	if find(v.doc.segments, (*segment).foreign) != nil {
		n.Saw()
	}
	for _, e := range v.strays(func(s *segment) bool { return s != nil && (s.kind == textSegment || s.foreign()) }) {
		n.Miss(wherever(of(e, "%s came of something that is no tool fence.", kinds()[e.slot]), "FENCE-01"))
	}
	for i := range v.calls {
		c := &v.calls[i]
		content := v.doc.fences[c.fence].content()
		if c.recognised == must && (c.demandedBy == "FENCE-18" || strings.Contains(content, "```") || strings.Contains(content, "~~~")) {
			f, missed := v.untaken(c)
			n.Holds(!missed, f)
		}
	}
}
