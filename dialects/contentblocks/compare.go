package contentblocks

import (
	"fmt"

	"github.com/toolconform/conform/requirement"
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

// flags tells whether a toolResultError is what the status says. What an unknown
// status should say is judged apart (unknownAsSuccess).
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

// compare notes every deviation of one block.
func (v *view) compare(r *reading) {
	c := r.call
	same := func(k kind, member string, want wire.Value, message string, args ...any) {
		if got := r.block.Get(member); !v.o.Omitted(member) && !wire.Equal(want, got) {
			v.deviate(k, r, r.path(member), want, got, message, args...)
		}
	}
	same(wrongName, "name", wire.Str(c.name), "Call %q has the name %q.", c.id, c.name)
	same(wrongInput, "input", c.input, "Call %q has another input than its start.", c.id)
	v.label(r)
	if got := r.block.Get("isFromHistory"); !v.o.Omitted("isFromHistory") && !v.originRight(got) {
		v.deviate(wrongOrigin, r, r.path("isFromHistory"), wire.Boolean(v.m.history), got,
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

// label compares tool_content_message. Without one the name may stand in for it,
// or anything that isn't another call's.
func (v *view) label(r *reading) {
	if v.o.Omitted("tool_content_message") {
		return
	}
	want, got := r.call.label, r.block.Get("tool_content_message")
	if want.IsString() && want.Text() != "" {
		if !wire.Equal(want, got) {
			v.deviate(wrongLabel, r, r.path("tool_content_message"), want, got, "The label of call %q is not kept.", r.call.id)
		}
		return
	}
	if got.IsString() && got.Text() != r.call.name && got.Text() != "" && v.m.labels[got.Text()] {
		v.deviate(wrongLabel, r, r.path("tool_content_message"), wire.Value{}, got,
			"Call %q has no label and shows another call's.", r.call.id)
	}
}

// record compares what the block holds with the results that it may hold.
func (v *view) record(r *reading) {
	got := r.block.Get("toolResult")
	seesResult := !v.o.Omitted("toolResult")
	r.held = v.choose(r)
	switch {
	case r.held != nil:
		v.heldRecord(r)
	case seesResult && !got.IsNull():
		v.strange(r, got)
	case r.call.must():
		v.missing(r)
	default:
		v.openRecord(r)
	}
}

// choose finds the result that the block shows: of those whose content it is, the
// one that agrees in most other fields, and of those alike one whose status may look
// like that.
func (v *view) choose(r *reading) *result {
	best, bestScore := (*result)(nil), -1
	got := r.block.Get("toolResult")
	for _, res := range r.call.results {
		switch {
		case v.o.Omitted("toolResult"):
		case !res.shows(got):
			continue // of a result without content nothing shows
		}
		s := 2 * v.score(r, res)
		if res.known() || !r.block.Get("toolResultError").IsFalse() {
			s++
		}
		if s > bestScore {
			best, bestScore = res, s
		}
	}
	if v.o.Omitted("toolResult") && best != nil && !r.call.must() && bestScore < 2*v.fields() {
		return nil // as well no result
	}
	return best
}

// fields is the score of full agreement.
func (v *view) fields() int {
	n := 0
	for member, weight := range weights() {
		if !v.o.Omitted(member) {
			n += weight
		}
	}
	return n
}

func weights() map[string]int {
	return map[string]int{"toolResultError": 4, "artifact": 2, "dotStatus": 1}
}

func (v *view) score(r *reading, res *result) int {
	score, w := 0, weights()
	if !v.o.Omitted("toolResultError") && res.flags(r.block.Get("toolResultError")) {
		score += w["toolResultError"]
	}
	if !v.o.Omitted("artifact") && res.attaches(r.block.Get("artifact")) {
		score += w["artifact"]
	}
	if !v.o.Omitted("dotStatus") && v.dots(r, res)[r.block.Get("dotStatus").Text()] {
		score += w["dotStatus"]
	}
	return score
}

// missing: a result that must be held is not.
func (v *view) missing(r *reading) {
	for _, res := range r.call.results {
		if r.call.sure(res) {
			v.deviate(missingResult, r, r.path("toolResult"), res.content, r.block.Get("toolResult"),
				"The result for call %q (event %d) stopped, and the block holds none.", r.call.id, res.at)
			return
		}
	}
}

// strange: the block holds something that no result for its id says.
func (v *view) strange(r *reading, got wire.Value) {
	c := r.call
	f := requirement.Finding{Where: r.path("toolResult"), Actual: got}
	if len(c.results) > 0 {
		f.Expected = c.results[len(c.results)-1].content
	}
	for _, other := range v.m.holders[got.Text()] {
		if got.IsString() && other != c.id {
			f.Message = fmt.Sprintf("Call %q holds the result that was sent for %q.", c.id, other)
			v.found(foreignResult, r, f)
			if len(c.results) == 0 {
				return
			}
			break
		}
	}
	if len(c.results) == 0 {
		f.Message = fmt.Sprintf("No result was sent for call %q, yet its block holds one.", c.id)
		v.found(inventedResult, r, f)
		return
	}
	f.Message = fmt.Sprintf("The toolResult of call %q is not the content that was sent for it.", c.id)
	v.found(wrongContent, r, f)
}

// heldRecord compares the fields beside toolResult with the result that is held.
func (v *view) heldRecord(r *reading) {
	res := r.held
	v.successes(r, res)
	v.errorFlag(r, res)
	v.artifact(r, res)
	v.heldDot(r, res)
}

// successes: BLOCK-15, what must not or should not look like a success.
func (v *view) successes(r *reading, res *result) {
	flag := r.block.Get("toolResultError")
	if v.o.Omitted("toolResultError") || !flag.IsFalse() || v.o.Omitted("toolResult") || r.block.Get("toolResult").IsNull() {
		return
	}
	f := requirement.Finding{Where: r.path("toolResultError"), Expected: wire.Boolean(true), Actual: flag}
	switch {
	case !res.known():
		f.Level = requirement.Should
		f.Message = fmt.Sprintf("Call %q is shown as a success; the status of its result is unknown or missing.", r.call.id)
		v.found(unknownAsSuccess, r, f)
	case res.saysError() && res.hollow():
		f.Level = requirement.Must
		f.Message = fmt.Sprintf("Call %q is shown as a success; its result has the status %q and no content.", r.call.id, res.status)
		v.found(hollowAsSuccess, r, f)
	}
}

func (v *view) errorFlag(r *reading, res *result) {
	flag := r.block.Get("toolResultError")
	if v.o.Omitted("toolResultError") || res.flags(flag) || !res.content.IsString() && r.block.Get("toolResult").IsNull() {
		return
	}
	f := requirement.Finding{Where: r.path("toolResultError"), Expected: wire.Boolean(res.saysError()), Actual: flag}
	for _, other := range r.call.results {
		if other != res && (!other.known() || other.flags(flag)) {
			f.Level = requirement.Must
			f.Message = fmt.Sprintf("Call %q mixes two results: the content of event %d with the error flag of event %d.", r.call.id,
				res.at, other.at)
			v.found(mixedRecord, r, f)
			return
		}
	}
	f.Message = fmt.Sprintf("toolResultError of call %q, whose result has the status %q.", r.call.id, res.status)
	v.found(wrongFlag, r, f)
}

func (v *view) artifact(r *reading, res *result) {
	got := r.block.Get("artifact")
	if v.o.Omitted("artifact") || res.attaches(got) {
		return
	}
	if res.hollow() && got.IsNull() {
		return // treated as no result, its artifact with it
	}
	f := requirement.Finding{Where: r.path("artifact"), Expected: res.artifact, Actual: got}
	for _, other := range r.call.results {
		if other == res || !other.attaches(got) {
			continue
		}
		f.Level = requirement.Must
		f.Message = fmt.Sprintf("Call %q mixes two results: the content of event %d with the artifact of event %d.", r.call.id, res.at,
			other.at)
		if res.artifact.IsNull() {
			f.Level = requirement.Should
			f.Message = fmt.Sprintf("Call %q holds the result of event %d and the artifact left over from event %d.", r.call.id, res.at,
				other.at)
		}
		v.found(mixedRecord, r, f)
		return
	}
	f.Message = fmt.Sprintf("The artifact of call %q is not the one of its result.", r.call.id)
	v.found(wrongArtifact, r, f)
}

// openRecord compares a block without result: nothing of a result may stand in it.
func (v *view) openRecord(r *reading) {
	c, dot := r.call, r.block.Get("dotStatus")
	if !v.o.Omitted("dotStatus") {
		v.openDot(r, dot)
	}
	if len(c.results) > 0 || c.maybeCutOff {
		return
	}
	if flag := r.block.Get("toolResultError"); !v.o.Omitted("toolResultError") && flag.IsTrue() {
		v.deviate(wrongFlag, r, r.path("toolResultError"), wire.Boolean(false), flag,
			"Call %q has no result, yet toolResultError is true.", c.id)
	}
	if got := r.block.Get("artifact"); !v.o.Omitted("artifact") && !got.IsNull() {
		v.deviate(wrongArtifact, r, r.path("artifact"), wire.NullValue, got, "Call %q has no result, yet it has an artifact.", c.id)
	}
}
