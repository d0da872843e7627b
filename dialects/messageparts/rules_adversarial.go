package messageparts

import (
	"slices"

	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

func judgeStray(v *view, n *requirement.Notes) {
	if len(v.strays) == 0 || !v.ui.seen && !v.model.seen {
		return
	}
	if v.model.listed || v.o.State.Get("messages").IsArray() {
		n.Saw()
	}
	for _, r := range v.strays[:min(len(v.strays), maxFindings)] {
		if got := v.model.answers[r.id]; v.byID[r.id] == nil && len(got) > 0 {
			n.Miss(finding(got[0].pointer(), wire.Value{}, got[0].content, "A result for the unknown id %q is sent to the model.", r.id))
		}
	}
	v.attached(n)
	if r := v.strayInText(); r != nil {
		n.Miss(finding("/modelMessages", wire.Value{}, r.told(),
			"A result for the unknown id %q stands in a text that is sent to the model.", r.id))
	}
	first := v.strays[0].at
	v.eachCall(func(c *call) bool {
		if !c.answered() || c.results[0].at < first {
			return true
		}
		if v.ui.seen {
			_, there := v.resultPart(c)
			return n.Holds(there, wherever(finding("/messages", wire.Value{}, wire.Value{},
				"The result of call %q came after one for an unknown id and is not held.", c.id), "PART-06"))
		}
		return n.Holds(!c.owed() || len(v.model.answers[c.id]) > 0, wherever(finding("/modelMessages", wire.Value{}, wire.Value{},
			"The result of call %q came after one for an unknown id and is not sent.", c.id), "PART-20"))
	})
}

// strayInText is a result whose call is nowhere, and that a text to the model tells; nil where there is none.
func (v *view) strayInText() *result {
	reads := v.outputReader()
	for _, r := range v.strays[:min(len(v.strays), 64)] {
		if v.byID[r.id] == nil && reads(r.told()) {
			return r
		}
	}
	return nil
}

// told is what the result says: its error's text where it has one.
func (r *result) told() wire.Value {
	if r.reason != "" {
		return wire.Str(r.reason)
	}
	return r.value
}

// attached looks for what a stray result brought in the places of the calls that didn't get it.
func (v *view) attached(n *requirement.Notes) {
	v.eachCall(func(c *call) bool {
		ok := true
		own := func(where string, shown wire.Value, message string, values ...wire.Value) {
			if r := v.strayIn(c, values...); r != nil {
				ok = n.Holds(false, finding(where, wire.Value{}, shown, message, r.id, c.id))
			}
		}
		for _, p := range v.ui.results[c.id] {
			content, reason := p.value.Get("content"), p.value.Get("error")
			own(p.pointer(), p.value, "The result for the unknown id %q is attached to call %q.", content, reason)
		}
		for _, p := range v.ui.calls[c.id] {
			out := p.value.Get("output")
			own(p.pointer()+"/output", out, "The output for the unknown id %q is set on call %q.", out)
		}
		for _, a := range v.model.answers[c.id] {
			own(a.pointer(), a.content, "The result for the unknown id %q is sent as the answer to call %q.", a.content)
		}
		return ok
	})
}

// strayIn is the stray result that one of these values can only have come from,
// nil where there is none. Results of the call itself explain everything.
func (v *view) strayIn(c *call, values ...wire.Value) *result {
	for _, got := range values {
		if wire.Nothing(got) || c.explains(got) {
			continue
		}
		for _, r := range v.strays[:min(len(v.strays), 64)] {
			if r.id != c.id && (r.fits(got) || r.worded() && r.tells(got)) {
				return r
			}
		}
	}
	return nil
}

// borrowed is the failure of another call whose text stands in one of these values, where
// all that the call got are failures without a text; nil where there is none.
func (v *view) borrowed(c *call, values ...wire.Value) *result {
	const shortest, most = 12, 64 // a short one may stand in a text of the implementation's own
	for _, r := range c.results {
		if !r.failed || r.worded() || !wire.Nothing(r.value) && r.reason == "" {
			return nil
		}
	}
	for _, other := range v.calls[:min(len(v.calls), most)] {
		for _, r := range other.results {
			if other == c || !r.failed || len(r.reason) < shortest {
				continue
			}
			for _, got := range values {
				if holdsText(got, r.reason) {
					return r
				}
			}
		}
	}
	return nil
}

// holds tells whether a result part of the call has the text of that failure.
func (v *view) holds(c *call, r *result) bool {
	return slices.ContainsFunc(v.ui.results[c.id], func(p place) bool {
		return holdsText(p.value.Get("error"), r.reason) || holdsText(p.value.Get("content"), r.reason)
	})
}

// explains tells whether a value may come from one of the call's own results.
func (c *call) explains(got wire.Value) bool {
	return slices.ContainsFunc(slices.Concat(c.results, c.early), func(r *result) bool { return r.brought(got) })
}

func judgeSecond(v *view, n *requirement.Notes) {
	v.eachHeldCall(func(c *call) bool {
		if len(c.results) < 2 || len(c.early) > 0 {
			return true
		}
		parts := v.ui.results[c.id]
		if !n.Holds(len(parts) == 1, wherever(finding("/messages", wire.Int(1), wire.Int(int64(len(parts))),
			"Call %q got %d results and holds %d.", c.id, len(c.results), len(parts)), "PART-06")) {
			return false
		}
		held := v.sources(c, parts[0].value)
		if len(held) == 0 {
			return n.Holds(false, wherever(finding(parts[0].pointer(), wire.Value{}, parts[0].value,
				"The result part of call %q comes from no single one of its %d results.", c.id, len(c.results)), "PART-03", "PART-04",
				"PART-05"))
		}
		n.Policy("%s", which(c, held))
		return v.outputAgrees(n, c, held)
	})
}

func which(c *call, held []int) string {
	switch {
	case len(held) > 1:
		return "the results were alike"
	case held[0] == 0:
		return "the first result is held"
	case held[0] == len(c.results)-1:
		return "the last result is held"
	}
	return "a result in between is held"
}

// sources are the results that the part's fields can all have come from.
func (v *view) sources(c *call, part wire.Value) []int {
	var from []int
	for i, r := range c.results {
		if v.cameFrom(c, r, part) {
			from = append(from, i)
		}
	}
	return from
}

func (v *view) cameFrom(c *call, r *result, part wire.Value) bool {
	content, reason, state := part.Get("content"), part.Get("error"), part.Get("state").Text()
	if !v.o.Omitted("state") && (state == words.StateError) != r.failed {
		return false
	}
	if !v.o.Omitted("state") && !r.failed && state != words.StateComplete {
		return false
	}
	if r.failed {
		if !r.tells(reason) && !r.tells(content) && !v.o.Omitted("error") {
			return false
		}
		// What else it holds may be anything that no other result brought.
		return !c.othersOwn(r, content) && !c.othersOwn(r, reason)
	}
	return (v.o.Omitted("content") || r.value.IsAbsent() || r.fits(content)) && !c.othersOwn(r, reason)
}

// othersOwn tells whether a value can only have come from another result of the call than r.
func (c *call) othersOwn(r *result, got wire.Value) bool {
	if wire.Nothing(got) || r.brought(got) {
		return false
	}
	return slices.ContainsFunc(c.results, func(other *result) bool {
		return other != r && (other.fits(got) || other.worded() && other.tells(got))
	})
}

// outputAgrees: where a client-side output is held, `output` is that one. Else it is not from a later result than all that the
// part can have come from, and not made of several. (An earlier one survives a later error or server-side result, see PART-07.)
func (v *view) outputAgrees(n *requirement.Notes, c *call, held []int) bool {
	calls := v.ui.calls[c.id]
	if len(calls) == 0 || v.o.Omitted("output") {
		return true
	}
	got := calls[0].value.Get("output")
	if c.outputsOnly(held) {
		for _, h := range held {
			if same(c.results[h].value, got) {
				return true
			}
		}
		return n.Holds(false, wherever(finding(calls[0].pointer()+"/output", c.results[held[0]].value, got,
			"The result part of call %q holds an output that its `output` is not.", c.id), "PART-02"))
	}
	if got.IsNull() {
		return true
	}
	known := false
	for i, r := range c.results {
		if r.failed || r.value.IsAbsent() || !same(r.value, got) && (r.client || !sameText(got, r.value)) {
			continue
		}
		if c.outlives(i, held) {
			return true
		}
		known = true
	}
	elsewhere := !known && c.anyFailed() // what an error makes of `output` is not said
	return n.Holds(elsewhere, wherever(finding(calls[0].pointer()+"/output", c.results[held[len(held)-1]].value, got,
		"`output` of call %q and its result part come from two different results.", c.id), "PART-02"))
}

// outlives tells whether the output of result i may stand beside a part that one of these brought: beside its own, or
// a later one that need not set any.
func (c *call) outlives(i int, held []int) bool {
	return slices.ContainsFunc(held, func(h int) bool {
		r := c.results[h]
		return h == i || h > i && (r.failed || !r.client)
	})
}

// outputsOnly tells whether these results of the call are client-side successes that give an output.
func (c *call) outputsOnly(of []int) bool {
	return !slices.ContainsFunc(of, func(i int) bool {
		r := c.results[i]
		return !r.client || r.failed || r.value.IsAbsent()
	})
}

func (c *call) anyFailed() bool {
	return slices.ContainsFunc(c.results, func(r *result) bool { return r.failed })
}

func judgeCut(v *view, n *requirement.Notes) {
	v.eachModelCall(func(c *call) bool {
		if !c.args.cutInside() {
			return true
		}
		sent := v.model.calls[c.id]
		if len(sent) == 0 {
			if v.model.listed {
				n.Policy("the call is left out")
			}
			return true
		}
		got := sent[0].value.Get("arguments")
		where := sent[0].pointer()
		if !n.Holds(validArguments(got), finding(where+"/arguments", wire.Value{}, got,
			"The stream was cut inside the arguments of call %q, which are sent all the same.", c.id)) {
			return false
		}
		if !n.Holds(len(v.model.answers[c.id]) == 1, finding(where, wire.Int(1), wire.Int(int64(len(v.model.answers[c.id]))),
			"Call %q, cut inside its arguments, is sent and has %d tool messages.", c.id, len(v.model.answers[c.id]))) {
			return false
		}
		a := v.model.answers[c.id][0]
		n.Policy("the call is sent and answered by an error")
		return n.Holds(len(c.results)+len(c.early) > 0 || v.errorHeld(c) || tellsError(a.content),
			finding(a.pointer(), wire.Value{}, a.content,
				"Call %q was cut inside its arguments, and its tool message tells no error.", c.id))
	})
}

// errorHeld tells whether the UI messages hold an error for the call.
func (v *view) errorHeld(c *call) bool {
	return slices.ContainsFunc(v.ui.results[c.id], func(p place) bool { return p.value.Get("state").Text() == words.StateError })
}
