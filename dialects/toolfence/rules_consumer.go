package toolfence

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

type (
	rule  = requirement.Rule[*view]
	notes = requirement.Notes
)

// consumerRules are FENCE-01 to 25 in the order of their ids: which text and which events a document gives, ids, names and
// further members, values that look like none, what is no call, other ways to write, order, containers.
func consumerRules() []rule {
	judges := []func(*view, *notes){judgeTaken, judgeText, each(judgeInput), each(judgeNoInput), each(judgeOutput), each(judgeError),
		each(judgeNoOutput), judgeID, judgeGenerated, each(judgeForm), each(judgeDefaultName), judgeOthers, each(judgeFalsy),
		each(judgeBoth), each(judgeEmptyError), judgeBroken, each(judgeOdd), judgeForeign, judgeStyles, judgeEndings, judgeOpen,
		judgeOrder, judgePrompt, judgeContainers, each(judgeName)}
	rules := make([]rule, len(judges))
	for i, judge := range judges {
		rules[i] = rule{Requirement: line(fmt.Sprintf("FENCE-%02d", i+1)).For("consumer"), Judge: judge}
	}
	return rules
}

//go:embed sentences.txt
var sentences string

// line is the requirement of an id, as the file of sentences has it.
var line = requirement.Written(sentences)

// each judges call by call.
func each(judge func(v *view, n *notes, c *account)) func(*view, *notes) {
	return func(v *view, n *notes) {
		for _, c := range v.calls {
			judge(v, n, c)
		}
	}
}

// at is the place of an event in the answer.
func (e *told) at() string { return "/events/" + strconv.Itoa(e.index) }

func finding(where, message string, args ...any) requirement.Finding {
	return requirement.At(where, message, args...)
}

// about an event.
func of(e *told, message string, args ...any) requirement.Finding {
	f := requirement.At(e.at(), message, args...)
	f.Event, f.Actual = e.index, e.value
	return f
}

func at(level requirement.Level, f requirement.Finding) requirement.Finding {
	f.Level = level
	return f
}

// wherever says which lines a finding breaks by itself, in any document.
func wherever(f requirement.Finding, ids ...string) requirement.Finding {
	f.Of = ids
	return f
}

func compared(f requirement.Finding, want, got wire.Value) requirement.Finding {
	f.Expected, f.Actual = want, got
	return f
}

func short(s string) string {
	if len(s) > 60 {
		s = strings.ToValidUTF8(s[:57], "") + "..."
	}
	return wire.Quote(s)
}

// taken notes that a fence was taken for a call, at a level; behind is what the finding says more.
func (v *view) taken(n *notes, level requirement.Level, c *account, behind string) {
	f := finding("/events", "No event came of %s.%s", v.label(c), behind)
	if v.left(c) {
		f = finding("/events", "The tool fence of %s was left as text.%s", v.label(c), behind)
	}
	n.Holds(!v.left(c) && (c.told() || !c.asks()), at(level, wherever(compared(f, c.object, wire.Value{}), "FENCE-01")))
}

// once notes that exactly one event of the kind came, and that its value is right.
func (v *view) once(n *notes, level requirement.Level, c *account, slot int) {
	events := c.events[slot]
	none := finding("/events", "No %s came for %s.", kinds()[slot], v.label(c))
	n.Holds(len(events) > 0, at(level, compared(none, c.value(slot), wire.Value{})))
	if len(events) > 1 {
		n.Miss(at(level, of(events[1], "%s of %s came %d times.", kinds()[slot], v.label(c), len(events))))
	}
	v.value(n, level, c, slot)
}

// value notes that every event of the kind carries the right value.
func (v *view) value(n *notes, level requirement.Level, c *account, slot int) {
	member := [...]string{"input", "output", "errorText"}[slot]
	for _, e := range c.events[slot] {
		f := of(e, "%s of %s: its %s is not the given one.", kinds()[slot], v.label(c), member)
		f.Where += "/" + member
		n.Holds(c.fits(slot, e.value), at(level, compared(f, c.value(slot), e.value.Get(member))))
	}
}

// bothAsked: an error is certainly asked for, and an output too.
func (c *account) bothAsked() bool {
	return c.needs[slotError] == must && (c.object.Get("state").Text() == "output-available" || !c.output.IsNull())
}

// errorDecides: an error that need not come has come, so the output is free.
func (c *account) errorDecides() bool {
	return c.needs[slotError] > never && len(c.events[slotError]) > 0
}

// lacks tells whether an event of the kind must come and didn't.
func (c *account) lacks(slot int) bool {
	return c.needs[slot] == must && len(c.events[slot]) == 0 && !(slot == slotOutput && c.errorDecides())
}

// judgeFalsy is FENCE-13.
func judgeFalsy(v *view, n *notes, c *account) {
	switch {
	case v.untold(c) || c.errorDecides():
	case words.Falsy(c.output) && c.needs[slotOutput] == must:
		v.once(n, requirement.Must, c, slotOutput)
	case c.output.Kind() == wire.Null && c.needs[slotOutput] == should:
		v.once(n, requirement.Should, c, slotOutput)
	}
}

// judgeBoth is FENCE-14.
func judgeBoth(v *view, n *notes, c *account) {
	if !c.bothAsked() || v.untold(c) {
		return
	}
	v.once(n, requirement.Must, c, slotError)
	v.value(n, requirement.Must, c, slotOutput)
	switch outputs := c.events[slotOutput]; {
	case len(outputs) > 1:
		n.Miss(of(outputs[1], "tool-output-available of %s came %d times.", v.label(c), len(outputs)))
	case len(outputs) == 1:
		n.Policy("output and error events")
	default:
		n.Policy("the error event alone")
	}
}

// judgeEmptyError is FENCE-15.
func judgeEmptyError(v *view, n *notes, c *account) {
	if wire.Equal(c.errorText, wire.Str("")) && !v.untold(c) {
		v.once(n, requirement.Should, c, slotError)
	}
}
