package toolfence

import (
	_ "embed"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/toolconform/conform/dialects/toolfence/document"
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

// judgeText is FENCE-02.
func judgeText(v *view, n *notes) {
	n.Saw()
	found := v.textFindings(n, v.laid, "/events")
	for _, c := range v.calls {
		f := &v.doc.Fences[c.fence]
		if c.told() || c.odd || c.recognised == must || f.Style.Open || f.Contained {
			continue
		}
		if !v.laid.shown[c.fence] && c.asks() {
			n.Miss(compared(finding("/events", "%s gave no event, and its source is not in the text either.", v.label(c)),
				wire.Str(v.written(c.fence)), wire.Value{}))
		} else if p, lost := v.lostSource(c.fence); lost && v.laid.shown[c.fence] {
			n.Miss(finding("/events", "%s was left as text, and a piece of it is lost: %s", v.label(c), short(p)))
		}
	}
	if v.chunks != nil && v.chunks.laid != nil && !found {
		v.textFindings(n, v.chunks.laid, "/chunks")
	}
}

// maxTextFindings bounds what is said about one text.
const maxTextFindings = 3

// textFindings notes required text that is lost and text that is in no document.
func (v *view) textFindings(n *notes, l *laid, where string) bool {
	found := 0
	for i, p := range v.doc.Pieces {
		if p.Kind == document.Required && l.spans[i].lost && found < maxTextFindings {
			got := l.text[l.spans[i].start:]
			if len(got) > len(p.Text)+20 {
				got = got[:len(p.Text)+20]
			}
			n.Miss(compared(finding(where, "A line of text did not come through, or not unchanged or in its place: %s", short(p.Text)),
				wire.Str(p.Text), wire.Str(got)))
			found++
		}
	}
	for _, x := range l.extras {
		got := l.text[x.start:x.end]
		if found >= maxTextFindings || v.tolerated(got) || where == "/events" && v.leaks(got) {
			continue
		}
		n.Miss(compared(finding(where, "Text came that does not stand in the document, or not there: %s", short(got)), wire.Value{},
			wire.Str(got)))
		found++
	}
	return found > 0
}

// tolerated is text out of a fence that nothing closes: how much of it shows is free, as long as it shows once.
func (v *view) tolerated(text string) bool {
	for i := range v.doc.Fences {
		if !v.doc.Fences[i].Style.Open || v.toldFence(i) {
			continue
		}
		_, lost := v.lostSource(i)
		if (lost || !v.laid.shown[i]) && strings.Contains(v.written(i), text) {
			return true
		}
	}
	return false
}

// judgeOrder is FENCE-22.
func judgeOrder(v *view, n *notes) {
	before, after := v.textAround()
	var last *told
	var owner *account
	for _, c := range v.calls {
		var latest *told
		first := v.doc.Fences[c.fence].First
		least, most := before[first], after[first]
		for _, e := range c.all() {
			if last != nil {
				n.Holds(e.index > last.index, of(e, "%s of %s came before the events of %s, which stands before it.", kinds()[e.slot],
					v.label(c), v.label(owner)))
			}
			if least > 0 || most < len(v.text) {
				n.Holds(e.text >= least, of(e, "%s of %s came before text that stands before it.", kinds()[e.slot], v.label(c)))
				n.Holds(e.text <= most, of(e, "%s of %s came after text that stands after it.", kinds()[e.slot], v.label(c)))
			}
			if latest == nil || e.index > latest.index {
				latest = e
			}
		}
		if latest != nil && (last == nil || latest.index > last.index) {
			last, owner = latest, c
		}
	}
}

// textAround says for each piece how much text must have come before it, and how much may at most; blanks and line endings don't count.
func (v *view) textAround() (before, after []int) {
	count := len(v.doc.Pieces)
	before, after = make([]int, count+1), make([]int, count+1)
	for i := range count {
		before[i+1] = before[i]
		if s, ok := v.solid(i); ok {
			before[i+1] = s.end
		}
	}
	after[count] = len(v.text)
	for i := count - 1; i >= 0; i-- {
		after[i] = after[i+1]
		if s, ok := v.solid(i); ok {
			after[i] = s.start
		}
	}
	return before, after
}

// solid is where the piece's text came out, without blanks around it; ok is false where it did not or is nothing but blanks.
func (v *view) solid(i int) (span, bool) {
	p, s := &v.doc.Pieces[i], v.laid.spans[i]
	got := v.text[s.start:s.end]
	trimmed := strings.TrimRight(got, " \t\r\n")
	source := p.Kind == document.Source && v.laid.shown[p.Fence] && !v.toldFence(p.Fence)
	if s.lost || trimmed == "" || !source && p.Kind != document.Required {
		return span{}, false
	}
	return span{start: s.start + len(got) - len(strings.TrimLeft(got, " \t\r\n")), end: s.start + len(trimmed)}, true
}

// judgePrompt is FENCE-23.
func judgePrompt(v *view, n *notes) {
	if v.doc.Newline == document.CR {
		return // what a line is, is not certain
	}
	for _, c := range v.calls {
		due := v.timing.fed(v.doc.Fences[c.fence].ClosedAt)
		for _, e := range c.all() {
			if e.after < 0 {
				continue
			}
			f := of(e, "%s of %s came after %d chunks, though its closing line was complete after %d.", kinds()[e.slot], v.label(c),
				e.after, due)
			n.Holds(e.after <= due, compared(f, wire.Int(int64(due)), wire.Int(int64(e.after))))
		}
	}
	offset := 0
	for i, p := range v.doc.Pieces {
		line := strings.TrimRight(p.Text, "\r\n")
		due := v.due(i, offset+len(line))
		offset += len(p.Text)
		s, ok := v.solid(i)
		if !ok || due < 0 {
			continue
		}
		after, known := v.arrived(s.end)
		if !known {
			continue
		}
		f := finding("/events", "The line %s came after %d chunks, though the next line was complete after %d.", short(line), after, due)
		if !n.Holds(after <= due, compared(f, wire.Int(int64(due)), wire.Int(int64(after)))) {
			return
		}
	}
}

// due is the number of chunks after which the piece must be there, -1 where that is free.
func (v *view) due(i, offset int) int {
	p := &v.doc.Pieces[i]
	switch {
	case p.Fence < 0:
		return v.timing.nextLine(offset)
	case v.doc.Fences[p.Fence].IsBroken():
		return v.timing.nextLine(v.doc.Fences[p.Fence].ClosedAt)
	}
	return -1
}

// arrived is how many chunks had been fed when the text was there up to this offset.
func (v *view) arrived(offset int) (after int, known bool) {
	i := sort.SearchInts(v.ends, offset)
	if i >= len(v.afters) || v.afters[i] < 0 {
		return 0, false
	}
	return v.afters[i], true
}
