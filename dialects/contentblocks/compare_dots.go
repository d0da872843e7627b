package contentblocks

import (
	"slices"

	"github.com/toolconform/conform/wire"
)

// The values of dotStatus.
const (
	dotActive = "active"
	dotError  = "error"
	dotDone   = "done"
)

// openDots are the right dots of a call without result.
func (v *view) openDots(c *call) []string {
	switch {
	case v.m.history:
		return []string{dotDone}
	case c.maybeCutOff:
		return []string{dotDone, dotActive}
	}
	return []string{dotActive}
}

// dots are those that the status allows.
func (r *result) dots() []string {
	switch {
	case !r.known():
		return []string{dotError, dotDone}
	case r.saysError():
		return []string{dotError}
	}
	return []string{dotDone}
}

// dots are the right dots of a block that holds the result. One that is not
// certain to have arrived may not have reached the dot yet.
func (v *view) dots(r *reading, res *result) []string {
	dots := res.dots()
	switch flag := r.block.Get("toolResultError"); {
	case res.known():
	case flag.IsTrue():
		dots = []string{dotError}
	case flag.IsFalse():
		dots = []string{dotDone}
	}
	if r.call.sure(res) || r.call.settled(res) {
		return dots
	}
	dots = append(dots, v.openDots(r.call)...)
	for _, other := range r.call.results {
		dots = append(dots, other.dots()...)
	}
	return dots
}

// settled tells whether a result that need not be held leaves nothing open once it
// is: one before its call, or of unknown status, in a closed block.
func (c *call) settled(res *result) bool {
	return res.span.closed() && !res.late && res.content.IsString()
}

func (v *view) heldDot(r *reading) {
	dot, told := v.told(r, "dotStatus")
	fits := func(res *result) bool { return slices.Contains(v.dots(r, res), dot.Text()) }
	if !told || fits(r.held) {
		return
	}
	other := v.mixes(mixedRecord, r, "dotStatus", wire.Value{}, dot, fits)
	if flag, told := v.told(r, "toolResultError"); other != nil && told && !r.held.flags(flag) && other.flags(flag) {
		return // the dot follows the flag, which is said already
	}
	v.deviate(wrongDot, r, "dotStatus", wire.Value{}, dot, "Call %q holds a result with the status %q, and its dotStatus is %s.",
		r.call.id, r.held.status, dot.JSON())
}

func (v *view) openDot(r *reading) {
	c := r.call
	dot, told := v.told(r, "dotStatus")
	switch {
	case !told:
		return
	case v.m.history:
		if dot.Text() != dotDone {
			v.deviate(historyDot, r, "dotStatus", wire.Str(dotDone), dot,
				"Call %q was loaded from history without a result; its dotStatus is %s.", c.id, dot.JSON())
		}
		return
	case c.cutOff && dot.Text() != dotDone:
		v.deviate(terminalDot, r, "dotStatus", wire.Str(dotDone), dot, "Call %q was cut off by a terminal; its dotStatus is %s.", c.id,
			dot.JSON())
	}
	right := v.openDots(c)
	for _, res := range c.results { // may be held although no toolResult shows: without content, or of a type that there is not
		if !res.content.IsString() {
			right = append(right, res.dots()...)
		}
	}
	if !slices.Contains(right, dot.Text()) {
		v.deviate(wrongDot, r, "dotStatus", wire.Str(dotActive), dot, "Call %q is live and has no result; its dotStatus is %s.", c.id,
			dot.JSON())
	}
}
