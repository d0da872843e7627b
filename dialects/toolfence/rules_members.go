package toolfence

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// judgeID is FENCE-08.
func judgeID(v *view, n *notes) {
	for _, c := range v.calls {
		if c.generated || c.unsureID {
			continue
		}
		for _, e := range c.all() {
			f := of(e, "%s: its toolCallId is not the given one.", kinds()[e.slot])
			f.Where += "/toolCallId"
			n.Holds(wire.Equal(e.id(), wire.Str(c.id)), compared(f, wire.Str(c.id), e.id()))
		}
	}
}

// judgeGenerated is FENCE-09.
func judgeGenerated(v *view, n *notes) {
	given := v.givenIDs()
	seen := map[string]int{}
	for i, c := range v.calls {
		events := c.all()
		if !c.generated || len(events) == 0 {
			continue
		}
		id := events[0].id()
		if !n.Holds(words.IsText(id), of(events[0], "The generated id of %s is no text, or empty.", v.label(c))) {
			continue
		}
		for _, e := range events[1:] {
			f := compared(of(e, "The events of %s carry different ids.", v.label(c)), id, e.id())
			n.Holds(wire.Equal(id, e.id()), f)
		}
		if other, twice := seen[id.Text()]; twice {
			n.Miss(of(events[0], "%s got the generated id of %s, %s.", v.label(c), v.label(v.calls[other]), id.JSON()))
		}
		seen[id.Text()] = i
		switch at, taken := given[id.Text()]; {
		case taken && at < i:
			n.Miss(of(events[0], "%s got the id %s, which was given to a call before it.", v.label(c), id.JSON()))
		case taken:
			f := of(events[0], "%s got the id %s, which is given to a call further down.", v.label(c), id.JSON())
			f.Level = requirement.Should
			n.Miss(f)
		}
	}
}

// givenIDs are the ids written down in fences that were taken for calls: the first place of each.
func (v *view) givenIDs() map[string]int {
	given := map[string]int{}
	for i, c := range v.calls {
		if c.id == "" || v.untold(c) {
			continue
		}
		if _, twice := given[c.id]; !twice {
			given[c.id] = i
		}
	}
	return given
}

// judgeForm is FENCE-10.
func judgeForm(v *view, n *notes, c *account) {
	events := c.all()
	if !c.generated || len(events) == 0 || !words.IsText(events[0].id()) {
		return
	}
	id := events[0].id().Text()
	f := of(events[0], "The generated id %s has not the form tool-call-N.", wire.Quote(id))
	if n.Holds(generatedForm.MatchString(id), compared(f, wire.Str("tool-call-N"), wire.Str(id))) {
		n.Policy("generated ids count from %s", countsFrom(id))
	}
}

var generatedForm = regexp.MustCompile(`^tool-call-[0-9]+$`)

// countsFrom is 0, 1, or something else.
func countsFrom(id string) string {
	if n := strings.TrimPrefix(id, "tool-call-"); n == "0" || n == "1" {
		return n
	}
	return "another number, or count something else"
}

// judgeDefaultName is FENCE-11.
func judgeDefaultName(v *view, n *notes, c *account) {
	if !c.object.Has("toolName") {
		v.named(n, c)
	}
}

// judgeName is FENCE-25.
func judgeName(v *view, n *notes, c *account) {
	if words.IsText(c.object.Get("toolName")) {
		v.named(n, c)
	}
}

func (v *view) named(n *notes, c *account) {
	for _, e := range c.events[slotInput] {
		got := e.value.Get("toolName")
		f := of(e, "The toolName of %s is not %s.", v.label(c), wire.Quote(c.name))
		f.Where += "/toolName"
		n.Holds(wire.Equal(wire.Str(c.name), got), compared(f, wire.Str(c.name), got))
	}
}

// judgeOthers is FENCE-12.
func judgeOthers(v *view, n *notes) {
	for i, c := range v.calls {
		extras := words.Others(c.object)
		if len(extras) == 0 || v.left(c) {
			continue
		}
		v.undisturbed(n, c, "has other members")
		if v.chunks == nil || !c.told() && c.optional() {
			continue
		}
		chunk := v.chunks.of[i]
		where := fmt.Sprintf("/chunks/%d", v.chunks.at[i])
		if chunk.IsAbsent() {
			n.Miss(compared(finding("/chunks", "There is no tool chunk for %s.", v.label(c)), c.object, chunk))
			continue
		}
		for _, m := range extras {
			n.Equal(where+"/"+m.Name, m.Value, chunk.Get(m.Name), "The chunk of %s does not preserve its member %s.", v.label(c),
				wire.Quote(m.Name))
		}
	}
	v.leftOver(n)
}

// leftOver notes members of a chunk that another fence has and its own has not. A short value may stand there by chance.
func (v *view) leftOver(n *notes) {
	const shortest, most = 6, 64
	if v.chunks == nil {
		return
	}
	for i := range v.calls {
		chunk, own := v.chunks.of[i], v.calls[i].object
		for j := range v.calls[:min(i, most)] {
			for _, m := range words.Others(v.calls[j].object) {
				if own.Has(m.Name) || len(m.Value.JSON()) < shortest || !wire.Equal(m.Value, chunk.Get(m.Name)) {
					continue
				}
				n.Miss(compared(finding(fmt.Sprintf("/chunks/%d/%s", v.chunks.at[i], m.Name), "The chunk of %s has the member %s of %s.",
					v.label(v.calls[i]), wire.Quote(m.Name), v.label(v.calls[j])), wire.Value{}, m.Value))
				return
			}
		}
	}
}

// undisturbed notes that the events of a call about which something is odd are what they are without that.
func (v *view) undisturbed(n *notes, c *account, odd string) {
	if v.untold(c) {
		return
	}
	n.Saw()
	for slot, need := range c.needs {
		events, line := c.events[slot], [...]string{"FENCE-03", "FENCE-05", "FENCE-06"}[slot] // which asks for it in any document
		switch {
		case need == never && len(events) > 0:
			n.Miss(wherever(of(events[0], "%s %s, and a %s that nothing asks for came.", v.label(c), odd, kinds()[slot]), line, "FENCE-07"))
		case c.lacks(slot):
			n.Miss(wherever(finding("/events", "%s %s, and its %s is missing.", v.label(c), odd, kinds()[slot]), line))
		case len(events) > 0 && !c.fits(slot, events[0].value):
			level := requirement.Must
			if need == should {
				level = requirement.Should
			}
			f := of(events[0], "%s %s, and the value of its %s is not the given one.", v.label(c), odd, kinds()[slot])
			n.Miss(at(level, wherever(compared(f, c.value(slot), events[0].value), line, "FENCE-04")))
		}
	}
}

// recognised notes how a fence of that requirement was read, at the level that its recognition has.
func (v *view) recognised(n *notes, id, policy string) {
	for _, c := range v.calls {
		switch {
		case c.demandedBy != id:
		case c.recognised > may:
			v.taken(n, c.recognised.level(), c, "")
		case c.told():
			n.Policy("%s: recognised", policy)
		default:
			n.Policy("%s: not recognised", policy)
		}
	}
}

// judgeStyles is FENCE-19.
func judgeStyles(v *view, n *notes) { v.recognised(n, "FENCE-19", "`tool json`") }

// judgeEndings is FENCE-20.
func judgeEndings(v *view, n *notes) {
	v.recognised(n, "FENCE-20", "lone CR")
	if v.doc.Newline != document.CRLF {
		return
	}
	for _, c := range v.calls {
		if c.demandedBy == "FENCE-20" {
			v.undisturbed(n, c, "has lines that end in CRLF")
		}
	}
}

// judgeOpen is FENCE-21.
func judgeOpen(v *view, n *notes) {
	v.recognised(n, "FENCE-21", "complete body at end of input")
	open := func(s *document.Segment) bool { return s.Kind == document.BrokenSegment && s.Style.Open }
	for _, e := range v.strays(func(s *document.Segment) bool { return s != nil && open(s) }) {
		n.Miss(wherever(of(e, "%s came of a tool fence that nothing closes and whose body is incomplete.", kinds()[e.slot]), "FENCE-01"))
	}
	for i := range v.doc.Fences {
		f := &v.doc.Fences[i]
		if !f.Style.Open {
			continue
		}
		n.Saw()
		if text, lost := v.lost(0, f.First, v.required); lost {
			n.Miss(wherever(finding("/events", "Text before a tool fence that nothing closes is lost: %s", short(text)), "FENCE-02"))
		}
	}
}

// judgeContainers is FENCE-24.
func judgeContainers(v *view, n *notes) {
	first := slices.IndexFunc(v.doc.Segments, document.Segment.HoldsFence)
	if first < 0 {
		return
	}
	n.Saw()
	inside := func(i int) bool { return v.required(i) && v.doc.Segments[v.doc.Pieces[i].Top].HoldsFence() }
	if text, lost := v.lost(0, len(v.doc.Pieces), inside); lost {
		f := finding("/events", "Text in or right behind a container is lost: %s", short(text))
		n.Miss(at(requirement.Must, wherever(f, "FENCE-02")))
	}
	for _, c := range v.calls {
		f := &v.doc.Fences[c.fence]
		switch {
		case f.Contained && c.told():
			n.Policy("recognised in a container")
		case f.Contained && v.left(c):
			n.Policy("left as text in a container")
			if p, lost := v.lostSource(c.fence); lost && !c.odd && !f.Style.Open {
				n.Miss(at(requirement.Must, finding("/events", "%s was left as text, and a piece of it is lost: %s", v.label(c), short(p))))
			}
		case f.Contained && c.asks() && !f.Style.Open && !c.odd:
			n.Miss(at(requirement.Must, finding("/events", "%s in a container gave no event, and its source is not in the text.",
				v.label(c))))
		case !f.Contained && f.Top > first:
			v.handled(n, c, "a container with a tool fence")
		}
	}
}
