package toolfence

import (
	"sort"
	"strings"

	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/wire"
)

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

// tolerated is text out of a fence that nothing closes: how much of it shows is
// free, as long as it shows once.
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

// textAround says for each piece how much text must have come before it, and how much may at most; blanks and line endings don't
// count.
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

// solid is where the piece's text came out, without blanks around it; ok is false
// where it did not or is nothing but blanks.
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

// due is the number of chunks after which the piece must be there, -1 where that is
// free.
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
