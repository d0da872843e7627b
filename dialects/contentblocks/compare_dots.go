package contentblocks

import (
	"fmt"

	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// The values of dotStatus.
const (
	dotActive = "active"
	dotError  = "error"
	dotDone   = "done"
)

// openDots are the right dots of a call without result.
func (v *view) openDots(c *call) map[string]bool {
	switch {
	case v.m.history:
		return map[string]bool{dotDone: true}
	case c.maybeCutOff:
		return map[string]bool{dotDone: true, dotActive: true}
	}
	return map[string]bool{dotActive: true}
}

// dots are the right dots of a block that holds the result. One that is not
// certain to have arrived may not have reached the dot yet.
func (v *view) dots(r *reading, res *result) map[string]bool {
	dots := map[string]bool{}
	flag := r.block.Get("toolResultError")
	switch {
	case res.known() && res.saysError():
		dots[dotError] = true
	case res.known():
		dots[dotDone] = true
	case flag.IsTrue():
		dots[dotError] = true
	case flag.IsFalse():
		dots[dotDone] = true
	default:
		dots[dotError], dots[dotDone] = true, true
	}
	if r.call.sure(res) || r.call.settled(res) {
		return dots
	}
	for dot := range v.openDots(r.call) {
		dots[dot] = true
	}
	for _, other := range r.call.results {
		dots[dotError] = dots[dotError] || !other.known() || other.saysError()
		dots[dotDone] = dots[dotDone] || !other.known() || other.status == "success"
	}
	return dots
}

// settled tells whether a result that need not be held leaves nothing open once it
// is: one before its call, or of unknown status, in a closed block.
func (c *call) settled(res *result) bool {
	return res.span.closed() && !res.late && res.content.IsString()
}

func (v *view) heldDot(r *reading, res *result) {
	dot := r.block.Get("dotStatus")
	if v.o.Omitted("dotStatus") || v.dots(r, res)[dot.Text()] {
		return
	}
	f := requirement.Finding{Where: r.path("dotStatus"), Actual: dot}
	flag := r.block.Get("toolResultError")
	for _, other := range r.call.results {
		if other == res || !v.dots(r, other)[dot.Text()] {
			continue
		}
		f.Level = requirement.Must
		f.Message = fmt.Sprintf("Call %q mixes two results: the content of event %d with the dotStatus of event %d.", r.call.id, res.at,
			other.at)
		v.found(mixedRecord, r, f)
		if !v.o.Omitted("toolResultError") && !res.flags(flag) && other.flags(flag) {
			return // the dot follows the flag, which is said already
		}
		f.Level = ""
		break
	}
	f.Message = fmt.Sprintf("Call %q holds a result with the status %q, and its dotStatus is %s.", r.call.id, res.status, dot.JSON())
	v.found(wrongDot, r, f)
}

func (v *view) openDot(r *reading, dot wire.Value) {
	c := r.call
	f := requirement.Finding{Where: r.path("dotStatus"), Expected: wire.Str(dotActive), Actual: dot}
	switch {
	case v.m.history && dot.Text() != dotDone:
		f.Expected = wire.Str(dotDone)
		f.Message = fmt.Sprintf("Call %q was loaded from history without a result; its dotStatus is %s.", c.id, dot.JSON())
		v.found(historyDot, r, f)
		return
	case v.m.history:
		return
	case c.cutOff && dot.Text() != dotDone:
		f.Expected = wire.Str(dotDone)
		f.Message = fmt.Sprintf("Call %q was cut off by a terminal; its dotStatus is %s.", c.id, dot.JSON())
		v.found(terminalDot, r, f)
	}
	if !v.openDots(c)[dot.Text()] && !v.perhaps(c)[dot.Text()] {
		f.Message = fmt.Sprintf("Call %q is live and has no result; its dotStatus is %s.", c.id, dot.JSON())
		v.found(wrongDot, r, f)
	}
}

// perhaps are the dots of a result that may be held although no toolResult shows:
// one without content, or of a type that the dialect does not have.
func (v *view) perhaps(c *call) map[string]bool {
	dots := map[string]bool{}
	for _, res := range c.results {
		if !res.content.IsString() {
			dots[dotError] = dots[dotError] || !res.known() || res.saysError()
			dots[dotDone] = dots[dotDone] || !res.known() || !res.saysError()
		}
	}
	return dots
}
