package toolfence

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// memberRules are FENCE-08 to 12: ids, names, further members.
func memberRules() []rule {
	return []rule{
		about("FENCE-08", requirement.Must,
			"`toolCallId` present (a non-empty string; a blank `\" \"` is one): used verbatim in every event of the call.",
			`JSON Fields, toolCallId: "Stable identifier for the tool call."`, judgeID),
		also(about("FENCE-09", requirement.Must,
			"`toolCallId` absent: a generated id, non-empty, the same in all events of the call, different from every other generated id and from every explicit id *before* it in the document. An explicit id further down that equals one already generated: SHOULD differ.",
			`JSON Fields, toolCallId: "If omitted, a fallback ID such as tool-call-1 is generated."`, judgeGenerated), requirement.Should),
		about("FENCE-10", requirement.Should,
			"Generated ids have the form `tool-call-N`. What N counts is MAY.",
			`JSON Fields, toolCallId: "a fallback ID such as tool-call-1"`, judgeForm),
		about("FENCE-11", requirement.Must, "`toolName` absent: `tool`.",
			`JSON Fields, toolName: "Defaults to "tool" when not provided."`, judgeDefaultName),
		about("FENCE-12", requirement.Must,
			"Other members of the object don't disturb the events and are preserved in the emitted chunk.",
			`JSON Fields: "Any additional fields in the JSON object are ignored by the parser but preserved in the emitted chunk"`, judgeOthers),
	}
}

// nameRule is FENCE-25.
func nameRule() rule {
	return about("FENCE-25", requirement.Must,
		"`toolName` present (a non-empty string): used verbatim in `tool-input-available`.",
		`JSON Fields, toolName: "The human-readable name of the tool."`, judgeName)
}

// judgeID is FENCE-08.
func judgeID(v *view, n *notes) {
	for i := range v.calls {
		c := &v.calls[i]
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
	for i := range v.calls {
		c := &v.calls[i]
		events := c.all()
		if !c.generated || len(events) == 0 {
			continue
		}
		id := events[0].id()
		if !n.Holds(isText(id), of(events[0], "The generated id of %s is no text, or empty.", v.label(c))) {
			continue
		}
		for _, e := range events[1:] {
			f := compared(of(e, "The events of %s carry different ids.", v.label(c)), id, e.id())
			n.Holds(wire.Equal(id, e.id()), f)
		}
		if other, twice := seen[id.Text()]; twice {
			n.Miss(of(events[0], "%s got the generated id of %s, %s.", v.label(c), v.label(&v.calls[other]), id.JSON()))
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

// givenIDs are the ids written down in fences that were taken for calls: the
// first place of each.
func (v *view) givenIDs() map[string]int {
	given := map[string]int{}
	for i := range v.calls {
		c := &v.calls[i]
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
func judgeForm(v *view, n *notes) {
	form := regexp.MustCompile(`^tool-call-[0-9]+$`)
	for i := range v.calls {
		c := &v.calls[i]
		events := c.all()
		if !c.generated || len(events) == 0 || !isText(events[0].id()) {
			continue
		}
		id := events[0].id().Text()
		f := of(events[0], "The generated id %s has not the form tool-call-N.", wire.Quote(id))
		if n.Holds(form.MatchString(id), compared(f, wire.Str("tool-call-N"), wire.Str(id))) {
			n.Policy("generated ids count from %s", countsFrom(id))
		}
	}
}

// countsFrom is 0, 1, or something else.
func countsFrom(id string) string {
	if n := strings.TrimPrefix(id, "tool-call-"); n == "0" || n == "1" {
		return n
	}
	return "another number, or count something else"
}

// judgeDefaultName is FENCE-11.
func judgeDefaultName(v *view, n *notes) {
	for i := range v.calls {
		if c := &v.calls[i]; !c.object.Has("toolName") {
			v.named(n, c)
		}
	}
}

// judgeName is FENCE-25.
func judgeName(v *view, n *notes) {
	for i := range v.calls {
		if c := &v.calls[i]; isText(c.object.Get("toolName")) {
			v.named(n, c)
		}
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

// others are the members of an object that the document doesn't know.
func others(object wire.Value) []wire.Member {
	var list []wire.Member
	for _, m := range object.Members() {
		if m.Name != "type" && !slices.Contains(knownMembers(), m.Name) {
			list = append(list, m)
		}
	}
	return list
}

// judgeOthers is FENCE-12.
func judgeOthers(v *view, n *notes) {
	for i := range v.calls {
		c := &v.calls[i]
		extras := others(c.object)
		if len(extras) == 0 || v.left(c) {
			continue
		}
		v.undisturbed(n, c)
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
			n.Equal(where+"/"+m.Name, m.Value, chunk.Get(m.Name), "The chunk of %s does not preserve its member %s.", v.label(c), wire.Quote(m.Name))
		}
	}
}

// undisturbed notes that the call's events are what they are without the others.
func (v *view) undisturbed(n *notes, c *account) {
	if v.untold(c) {
		return
	}
	n.Saw()
	for slot, need := range c.needs {
		events := c.events[slot]
		switch {
		case need == never && len(events) > 0:
			n.Miss(wherever(of(events[0], "%s has other members, and a %s that nothing asks for came.", v.label(c), kinds()[slot]), slotLine(slot), "FENCE-07"))
		case need == must && len(events) == 0 && !(slot == slotOutput && c.errorDecides()):
			n.Miss(wherever(finding("/events", "%s has other members, and its %s is missing.", v.label(c), kinds()[slot]), slotLine(slot)))
		case len(events) > 0 && !c.fits(slot, events[0].value):
			level := requirement.Must
			if need == should {
				level = requirement.Should
			}
			f := of(events[0], "%s has other members, and the value of its %s is not the given one.", v.label(c), kinds()[slot])
			n.Miss(at(level, wherever(compared(f, c.value(slot), events[0].value), slotLine(slot), "FENCE-04")))
		}
	}
}
