package contentblocks

import (
	"slices"

	"github.com/toolconform/conform/wire"
)

// shows tells whether a toolResult is what the result says.
func (r *result) shows(got wire.Value) bool {
	switch {
	case r.content.IsString():
		return wire.Equal(r.content, got)
	case r.hollow():
		return got.IsNull() || got.Text() == "null" || got.IsString() && got.Text() == ""
	}
	return true // content of another type: nothing is said about it
}

// flags tells whether a toolResultError is what the status says. What an unknown status should say is judged apart (unknownAsSuccess).
func (r *result) flags(got wire.Value) bool {
	switch {
	case !r.known():
		return true
	case r.saysError():
		return got.IsTrue()
	}
	return got.IsFalse()
}

// attaches tells whether an artifact is the result's.
func (r *result) attaches(got wire.Value) bool {
	if r.artifact.IsNull() {
		return got.IsNull()
	}
	return wire.Equal(r.artifact, got)
}

// told is what the block shows at a member, and whether the implementation has it.
func (v *view) told(r *reading, member string) (wire.Value, bool) {
	return r.block.Get(member), !v.o.Omitted(member)
}

// compare notes every deviation of one block.
func (v *view) compare(r *reading) {
	c := r.call
	if got, told := v.told(r, "name"); told && !wire.Equal(wire.Str(c.name), got) {
		v.deviate(wrongName, r, "name", wire.Str(c.name), got, "Call %q has the name %q.", c.id, c.name)
	}
	if got, told := v.told(r, "input"); told && !wire.Equal(c.input, got) {
		v.deviate(wrongInput, r, "input", c.input, got, "Call %q has another input than its start.", c.id)
	}
	v.label(r)
	if got, told := v.told(r, "isFromHistory"); told && !v.originRight(got) {
		v.deviate(wrongOrigin, r, "isFromHistory", wire.Boolean(v.m.history), got,
			"isFromHistory of call %q is %s; the blocks were loaded from history: %v.", c.id, got.JSON(), v.m.history)
	}
	v.record(r)
}

func (v *view) originRight(got wire.Value) bool {
	if v.m.history {
		return got.IsTrue()
	}
	return got.IsFalse() || got.IsNull()
}

// label compares tool_content_message. Without one the name may stand in for it, or anything that isn't another call's.
func (v *view) label(r *reading) {
	want := r.call.label
	switch got, told := v.told(r, "tool_content_message"); {
	case !told || wire.Equal(want, got):
	case want.IsString() && want.Text() != "":
		v.deviate(wrongLabel, r, "tool_content_message", want, got, "The label of call %q is not kept.", r.call.id)
	case got.IsString() && got.Text() != r.call.name && got.Text() != "" && v.m.labels[got.Text()]:
		v.deviate(wrongLabel, r, "tool_content_message", wire.Value{}, got, "Call %q has no label and shows another call's.", r.call.id)
	}
}

// record compares what the block holds with the results that it may hold.
func (v *view) record(r *reading) {
	got, told := v.told(r, "toolResult")
	r.held = v.choose(r)
	switch {
	case r.held != nil:
		v.heldRecord(r)
	case told && !got.IsNull():
		v.strange(r, got)
	case r.call.must():
		v.missing(r)
	default:
		v.openRecord(r)
	}
}

// choose finds the result that the block shows: of those whose content it is, the one that agrees in most other fields, and of
// those alike one whose status may look like that.
func (v *view) choose(r *reading) *result {
	chosen, highest, agrees := (*result)(nil), -1, false
	content, told := v.told(r, "toolResult")
	for _, res := range r.call.results {
		if told && !res.shows(content) {
			continue // of a result without content nothing shows
		}
		score, best := v.score(r, res)
		rank := 2 * score
		if res.known() || !r.block.Get("toolResultError").IsFalse() {
			rank++
		}
		if rank > highest {
			chosen, highest, agrees = res, rank, score == best
		}
	}
	if !told && !r.call.must() && !agrees {
		return nil // as well no result
	}
	return chosen
}

// score is how far a result agrees with what stands beside toolResult; best is that of one that agrees with all.
func (v *view) score(r *reading, res *result) (score, best int) {
	for _, field := range []struct {
		member string
		weight int
		fits   func(got wire.Value) bool
	}{{"toolResultError", 4, res.flags}, {"artifact", 2, res.attaches},
		{"dotStatus", 1, func(dot wire.Value) bool { return slices.Contains(v.dots(r, res), dot.Text()) }}} {
		if got, told := v.told(r, field.member); told {
			best += field.weight
			if field.fits(got) {
				score += field.weight
			}
		}
	}
	return score, best
}

// missing: a result that must be held is not.
func (v *view) missing(r *reading) {
	res := r.call.results[slices.IndexFunc(r.call.results, r.call.sure)]
	v.deviate(missingResult, r, "toolResult", res.content, r.block.Get("toolResult"),
		"The result for call %q (event %d) stopped, and the block holds none.", r.call.id, res.at)
}

// strange: the block holds something that no result for its id says.
func (v *view) strange(r *reading, got wire.Value) {
	c := r.call
	var want wire.Value
	if len(c.results) > 0 {
		want = c.results[len(c.results)-1].content
	}
	others := v.m.holders[got.Text()]
	i := slices.IndexFunc(others, func(id string) bool { return got.IsString() && id != c.id })
	if i >= 0 {
		v.deviate(foreignResult, r, "toolResult", want, got, "Call %q holds the result that was sent for %q.", c.id, others[i])
	}
	switch {
	case len(c.results) > 0:
		v.deviate(wrongContent, r, "toolResult", want, got, "The toolResult of call %q is not the content that was sent for it.", c.id)
	case i < 0:
		v.deviate(inventedResult, r, "toolResult", want, got, "No result was sent for call %q, yet its block holds one.", c.id)
	}
}

// heldRecord compares the fields beside toolResult with the result that is held.
func (v *view) heldRecord(r *reading) {
	v.successes(r)
	v.errorFlag(r)
	v.artifact(r)
	v.heldDot(r)
}

// successes: BLOCK-15, what must not or should not look like a success.
func (v *view) successes(r *reading) {
	flag, told := v.told(r, "toolResultError")
	if !told || !flag.IsFalse() || v.o.Omitted("toolResult") || r.block.Get("toolResult").IsNull() {
		return
	}
	switch res := r.held; {
	case !res.known():
		v.deviate(unknownAsSuccess, r, "toolResultError", wire.Boolean(true), flag,
			"Call %q is shown as a success; the status of its result is unknown or missing.", r.call.id)
	case res.saysError() && res.hollow():
		v.deviate(hollowAsSuccess, r, "toolResultError", wire.Boolean(true), flag,
			"Call %q is shown as a success; its result has the status %q and no content.", r.call.id, res.status)
	}
}

// mixes tells of another result of the call that a member is of; nil where there is none.
func (v *view) mixes(k kind, r *reading, member string, want, got wire.Value, fits func(res *result) bool) *result {
	for _, other := range r.call.results {
		if other != r.held && fits(other) {
			v.deviate(k, r, member, want, got, "Call %q mixes two results: the content of event %d with the %s of event %d.", r.call.id,
				r.held.at, member, other.at)
			return other
		}
	}
	return nil
}

func (v *view) errorFlag(r *reading) {
	res := r.held
	flag, told := v.told(r, "toolResultError")
	if !told || res.flags(flag) || !res.content.IsString() && r.block.Get("toolResult").IsNull() {
		return
	}
	want := wire.Boolean(res.saysError())
	if v.mixes(mixedRecord, r, "toolResultError", want, flag, func(o *result) bool { return o.flags(flag) }) == nil {
		v.deviate(wrongFlag, r, "toolResultError", want, flag, "toolResultError of call %q, whose result has the status %q.", r.call.id,
			res.status)
	}
}

func (v *view) artifact(r *reading) {
	res := r.held
	got, told := v.told(r, "artifact")
	if !told || res.attaches(got) || res.hollow() && got.IsNull() { // no result, its artifact with it
		return
	}
	k := mixedRecord
	if res.artifact.IsNull() {
		k = leftOver
	}
	if v.mixes(k, r, "artifact", res.artifact, got, func(o *result) bool { return o.attaches(got) }) == nil {
		v.deviate(wrongArtifact, r, "artifact", res.artifact, got, "The artifact of call %q is not the one of its result.", r.call.id)
	}
}

// openRecord compares a block without result: nothing of a result may stand in it.
func (v *view) openRecord(r *reading) {
	c := r.call
	v.openDot(r)
	if len(c.results) > 0 || c.maybeCutOff {
		return
	}
	if flag, told := v.told(r, "toolResultError"); told && flag.IsTrue() {
		v.deviate(wrongFlag, r, "toolResultError", wire.Boolean(false), flag, "Call %q has no result, yet toolResultError is true.", c.id)
	}
	if got, told := v.told(r, "artifact"); told && !got.IsNull() {
		v.deviate(wrongArtifact, r, "artifact", wire.NullValue, got, "Call %q has no result, yet it has an artifact.", c.id)
	}
}

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

// dots are the right dots of a block that holds the result. One that is not certain to have arrived may not have reached the dot yet.
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
