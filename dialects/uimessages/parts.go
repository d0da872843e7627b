package uimessages

import (
	"slices"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/wire"
)

// outcomes are the states that say how a call went.
func isOutcome(state string) bool {
	return slices.Contains([]string{succeeded, failedState, denied}, state)
}

// against is how a part deviates from a way to show its call.
func (v *view) against(c *call, w way, g *shown) (kinds compare.Kind) {
	if w.wild {
		return 0
	}
	if g.Get("toolName").Text() != w.name || !g.Get("toolName").IsString() {
		kinds |= compare.WrongName
	}
	state := g.Get("state").Text()
	kinds |= v.flags(c, g)
	if k := v.standing(w, g, state); k != 0 {
		return kinds | k
	}
	if state != streaming && !w.input.has(g.Get("input")) {
		switch {
		case v.holdsOther(c, g.Get("input")):
			kinds |= compare.Foreign
		case len(w.input.list) == 1 && isFalsy(w.input.list[0]):
			kinds |= falsy
		default:
			kinds |= compare.WrongText
		}
	}
	if state == streaming && !w.loose && c.traits&replayed == 0 && !v.o.Omitted("inputText") && g.Get("inputText").Text() != w.text {
		kinds |= gathered
	}
	return kinds | v.outcome(c, w, g, state) | v.approval(w, g, state)
}

// isFalsy: implementations may lose it as an input, which is a small miss.
func isFalsy(v wire.Value) bool {
	return v.IsNull() || v.IsFalse() || v.IsString() && v.Text() == "" || v.Kind() == wire.Number && wire.Equal(v, wire.Int(0))
}

// standing is how the state deviates.
func (v *view) standing(w way, g *shown, state string) compare.Kind {
	prelim := g.Get("preliminary").IsTrue() && state == succeeded
	final := isOutcome(state) && !prelim
	switch {
	case w.state == undecided:
		if final {
			return made
		}
	case w.state == unsuccessful:
		if state == succeeded && !prelim {
			return wrong
		}
	case w.state == succeeded && w.prelim:
		if v.o.Omitted("preliminary") {
			return 0
		}
		if state != succeeded {
			return lost
		}
	case w.final():
		if !isOutcome(state) {
			return lost
		}
		if state != w.state {
			return wrong
		}
	case isOutcome(state):
		return made
	case w.state == streaming && state != streaming:
		return compare.RanCut
	case w.state == requested || w.state == responded:
		if state != w.state {
			return consent
		}
	case w.state == available && state != available:
		if state == requested || state == responded {
			return consent
		}
		return compare.NotReady
	}
	return 0
}

// outcome is how what is shown of the outcome deviates.
func (v *view) outcome(c *call, w way, g *shown, state string) (kinds compare.Kind) {
	output, failure, prelim := g.Get("output"), g.Get("errorText"), g.Get("preliminary").IsTrue()
	wrongOne := func(got wire.Value) compare.Kind {
		if v.holdsOther(c, got) {
			return compare.Foreign
		}
		return wrong
	}
	switch {
	case w.state == undecided || w.state == unsuccessful || w.state == denied:
	case state == succeeded:
		if w.prelim && v.o.Omitted("preliminary") {
			return 0
		}
		if !w.output.has(output) {
			kinds |= wrongOne(output)
		}
		if !failure.IsNull() && !w.failure.free {
			kinds |= mixed
		}
		switch {
		case v.o.Omitted("preliminary"):
		case prelim && !w.prelim:
			kinds |= marked
		case !prelim && w.prelim:
			kinds |= unmarked
		}
	case state == failedState:
		if !w.failure.has(failure) {
			kinds |= wrongOne(failure)
		}
		if !output.IsNull() && !w.output.free {
			kinds |= mixed
		}
	case !w.prelim && !w.output.free && !output.IsNull(), !w.prelim && !failure.IsNull():
		kinds |= made
	}
	return kinds
}

// approval is how what is shown of the approval deviates.
func (v *view) approval(w way, g *shown, state string) compare.Kind {
	if v.blind || isOutcome(state) {
		return 0
	}
	shows := g.Get("approval")
	switch {
	case w.state == undecided || w.state == streaming:
		if shows.Get("approved").Kind() == wire.Bool && w.approved.IsNull() {
			return consent
		}
	case w.state == requested || w.state == responded:
		if shows.Get("id").Text() != w.approval || !wire.Equal(wire.OrNull(shows.Get("approved")), wire.OrNull(w.approved)) {
			return consent
		}
	case shows.Get("approved").Kind() == wire.Bool:
		return consent
	}
	return 0
}

// flags are those of which all events of the call say the same.
func (v *view) flags(c *call, g *shown) compare.Kind {
	for name, f := range map[string]saying{"dynamic": c.dynamic, "providerExecuted": c.provider} {
		if f.said && !f.mixed && !v.o.Omitted(name) && g.Get(name).IsTrue() != f.yes {
			return flagged
		}
	}
	return 0
}

// holdsOther tells whether a value is one of another call's, and none of its own.
func (v *view) holdsOther(c *call, got wire.Value) bool {
	if got.IsNull() || got.Len() == 0 && !got.IsString() || got.Text() == "" && got.IsString() {
		return false
	}
	equal := func(other wire.Value) bool { return wire.Equal(other, got) }
	outcome := func(e wire.Value) bool { return equal(e.Get("output")) || equal(e.Get("errorText")) }
	if slices.ContainsFunc(c.inputs, equal) || slices.ContainsFunc(c.outcomes, outcome) {
		return false
	}
	return slices.ContainsFunc(v.calls[:min(len(v.calls), 60)], func(o *call) bool {
		return o != c && (slices.ContainsFunc(o.inputs, equal) || slices.ContainsFunc(o.outcomes, outcome))
	})
}

// blame says which lines the deviations miss.
func (v *view) blame(book *compare.Rulebook[*view]) {
	v.Loud, v.Called = v.loud, v.failed
	v.Leave = v.leave
	v.Blames = book.Blames(v.c.Tests, v.c.Blame != nil, "UIMSG-10", "UIMSG-01", len(v.calls) > 0)
	all := v.traits
	for _, c := range v.calls {
		all |= c.traits
	}
	v.Blamed = book.Blame(v.Result.Deviations, all)
	v.Blamed = slices.DeleteFunc(v.Blamed, func(b compare.Blamed) bool { // a replay that erases an outcome is UIMSG-20's
		other := b.Requirement == "UIMSG-08" || b.Requirement == "UIMSG-17"
		return other && b.Kind == lost && b.Want != nil && b.Want.Traits.Has(replayed)
	})
}

// Tells says whether the answer shows anything: something of what came is there, or nothing
// came.
func (v *view) Tells() bool {
	message := v.state.Get("message")
	if !v.state.Has("message") || !message.IsNull() && !message.Get("parts").IsArray() || !v.loud && v.state.Get("error").IsAbsent() {
		return false
	}
	if failure := v.state.Get("error"); !failure.IsNull() && !failure.IsString() {
		return false
	}
	said := v.joined(nil)
	switch {
	case said != "" && v.text != "" && v.fits(v.text), v.right(), v.loud && v.failed && !v.refused():
		return true
	}
	return said == "" && len(v.calls) == 0 && len(v.tools) == 0
}

// right tells whether some call is shown as it should be.
func (v *view) right() bool {
	return slices.ContainsFunc(v.Result.Pairs, func(p compare.Pair) bool {
		return !slices.ContainsFunc(v.Result.Deviations,
			func(d compare.Deviation) bool { return d.Got != nil && d.Got.At == p.Got.At && d.Kind != flagged })
	})
}

// isShown tells whether a part shows the call.
func (v *view) isShown(c *call) bool {
	for _, have := range v.matched {
		if have == c {
			return true
		}
	}
	return false
}

// emptyStep tells whether nothing need be shown between a step and the next: text of a block that began before stands there.
func (v *view) emptyStep(i int) bool {
	begun := map[*textBlock]bool{}
	for _, t := range v.line[i+1:] {
		switch {
		case t.kind == stepToken:
			return true
		case t.kind == blockToken:
			begun[t.block] = true
		case t.kind == textToken && begun[t.block], t.kind == callToken && v.isShown(t.call):
			return false
		}
	}
	return true
}

// stepless tells whether fewer steps are shown from a part on than begin from a token on.
func (v *view) stepless(token, part int) bool {
	begin := 0
	for _, t := range v.line[token:] {
		if t.kind == stepToken {
			begin++
		}
	}
	for _, p := range v.parts[part:] {
		if isType(p, "step") {
			begin--
		}
	}
	return begin > 0
}

// filled tells whether a call or a text is shown there, before any other step.
func (v *view) filled(from int) bool {
	for _, p := range v.parts[min(from, len(v.parts)):] {
		switch {
		case isType(p, "step"):
			return false
		case isType(p, "tool"), p.Get("text").Text() != "" && isType(p, "text"):
			return true
		}
	}
	return false
}
