package uimessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// paired are the calls with a trait that are shown.
func (v *view) paired(t act.Traits) []compare.Pair {
	return slices.DeleteFunc(slices.Clone(v.Result.Pairs), func(p compare.Pair) bool { return p.Want.Traits&t == 0 })
}

// rawInput notes where the raw input of UIMSG-06 stands.
func (v *view) rawInput(n *requirement.Notes) {
	for _, p := range v.paired(raw) {
		if !p.Got.Arguments.IsNull() && !v.loud {
			n.Policy("the raw input stands in input")
		} else if !v.loud {
			n.Policy("no raw input")
		}
	}
}

// takenBack is UIMSG-09: that nothing is there of what was taken back is seen.
func (v *view) takenBack(n *requirement.Notes) {
	if v.traits&reset == 0 || v.loud {
		return
	}
	n.Saw()
	if !v.fits(v.text) {
		n.Wrong("", "/message/parts", "The text of another step was taken back, too.", v.rightText(), wire.Str(v.text), "UIMSG-10")
	}
	if slices.Contains(v.skip, resetEvent) {
		n.Policy("reset-step is passed over")
	}
}

func (v *view) rightText() wire.Value { return wire.Str(v.texts[0]) }

// told is UIMSG-10.
func (v *view) told(n *requirement.Notes) {
	if v.refused() {
		return
	}
	if v.joined(nil) != "" {
		n.Saw()
	}
	stray, ran := v.losses()
	switch {
	case v.fits(v.text) || stray || ran || v.cutText() || v.traits&reset != 0 && v.text == "":
	default:
		n.Wrong("", "/message/parts", "The text is not the text of the blocks, joined in their order.", v.rightText(), wire.Str(v.text))
	}
	v.order(n)
}

// losses tells whether what is missing of the text is what UIMSG-25 is about.
func (v *view) losses() (stray, ran bool) {
	strays := slices.ContainsFunc(v.blocks,
		func(b *textBlock) bool { return slices.ContainsFunc(b.pieces, func(i inked) bool { return i.stray }) })
	isStray, hasRun := func(i inked) bool { return i.stray }, func(i inked) bool { return i.ran }
	whole := v.joined(nil)
	without := func(out func(inked) bool) bool { s := v.joined(out); return s != whole && s == v.text }
	either := func(i inked) bool { return i.stray || i.ran }
	if v.fits(v.text) {
		return false, false
	}
	return strays && (without(isStray) || without(either)), without(hasRun)
}

// strayText is UIMSG-25.
func (v *view) strayText(n *requirement.Notes) {
	any := func(p func(i inked) bool) bool {
		return slices.ContainsFunc(v.blocks, func(b *textBlock) bool { return slices.ContainsFunc(b.pieces, p) })
	}
	if v.loud || !any(func(i inked) bool { return i.stray || i.ran }) {
		return
	}
	stray, ran := v.losses()
	n.Saw()
	switch {
	case stray:
		n.Wrong(requirement.Must, "/message/parts", "Text that no open block has is lost, and nothing tells.", v.rightText(),
			wire.Str(v.text))
	case ran:
		n.Wrong(requirement.Should, "/message/parts", "Text behind finish-step is lost.", v.rightText(), wire.Str(v.text))
	case v.fits(v.text):
		n.Policy("shown")
	}
}

// order is the end of UIMSG-10: parts stand in the order of their first events.
func (v *view) order(n *requirement.Notes) {
	if v.loud || v.loose || v.late || v.traits&(reset|broken) != 0 || v.has(otherwise) || v.interwoven() ||
		len(v.Result.Deviations) > 0 || !v.fits(v.text) {
		return
	}
	at, before := 0, 0
	next := func() (step bool, c *call, ok bool) {
		for ; at < len(v.parts); at++ {
			switch kindOf(v.parts[at]) {
			case "text":
				before += len(v.parts[at].Get("text").Text())
			case "step":
				return true, nil, true
			case "tool":
				return false, v.matched[at], true
			}
		}
		return false, nil, false
	}
	arrived, begun := 0, 0
	for i, t := range v.line {
		switch t.kind {
		case textToken:
			arrived += len(t.text)
		case blockToken:
			for _, p := range t.block.pieces {
				begun += len(p.text)
			}
		default:
			step, c, ok := next()
			if ok && step && t.kind == stepToken && v.emptyStep(i) && v.filled(at+1) && v.stepless(i, at) {
				continue // the step that is shown is a later one
			}
			fits := ok && step == (t.kind == stepToken) && (step || c == t.call)
			if !fits && (t.kind == stepToken && (t.spare || v.o.Omitted("steps") || v.emptyStep(i)) || t.kind == callToken &&
				!v.isShown(t.call)) {
				continue
			}
			if at++; !fits || before < arrived || before > begun {
				n.Wrong(requirement.Should, v.path(max(0, min(at, len(v.parts))-1)),
					"The parts don't stand in the order of their first events.",
					wire.Value{}, v.state.Get("message").Get("parts"))
				return
			}
		}
	}
	if _, _, more := next(); more {
		n.Wrong(requirement.Should, v.path(at), "A step is shown that did not begin here.", wire.Value{}, v.parts[at])
	}
}

// unbegun is UIMSG-13 for text: without start and steps it is held.
func (v *view) unbegun(n *requirement.Notes) {
	if v.loud || v.starts && v.steps && (v.stepEnds || !v.finished) || v.joined(nil) == "" {
		return
	}
	n.Saw()
	if v.text == "" && v.joined(nil) != "" && !v.fits("") && !v.cutText() {
		n.Wrong("", "/message", "Without start or steps the text is lost.", v.rightText(), v.state.Get("message"), "UIMSG-10")
	}
}

// reason is UIMSG-14.
func (v *view) reason(n *requirement.Notes) {
	if id := v.state.Get("message").Get("id"); !v.o.Omitted("id") && v.state.Get("message").IsObject() && !v.loud {
		var right []wire.Value
		free := v.anyID || v.script.Beside.Get("message").IsObject() && len(v.ids) < 2
		for _, given := range v.ids {
			if given.IsString() {
				right = append(right, given)
			}
		}
		if len(right) > 0 && !free {
			n.Right(slices.ContainsFunc(right,
				func(r wire.Value) bool { return wire.Equal(r, id) }), "", "/message/id", "The message's id is not that of start.",
				right[0], id)
		}
	}
	got := v.state.Get("finishReason")
	if v.loud || v.o.Omitted("finishReason") {
		return
	}
	n.Saw()
	none := len(v.reasons) == 0 || v.aborted
	for _, r := range v.reasons {
		if r.IsString() && wire.Equal(r, got) {
			return
		}
		none = none || !r.IsString() || v.failed
	}
	if !none || got.Text() == "stop" || got.Text() == "tool-calls" {
		want := wire.NullValue
		if len(v.reasons) > 0 {
			want = wire.OrNull(v.reasons[0])
		}
		n.Wrong("", "/finishReason", "The finish reason is not the one that was sent.", want, got)
	}
}

// reported is UIMSG-15.
func (v *view) reported(n *requirement.Notes) {
	if !v.failed {
		return
	}
	n.Saw()
	got := v.state.Get("error")
	switch {
	case got.IsNull():
		n.Wrong("", "/error", "An error came, and the answer doesn't tell.", v.failures[0], got)
	case len(v.Allows) == 1 || v.finished && slices.Equal(v.Allows, []string{"UIMSG-15"}):
		if !slices.ContainsFunc(v.failures, func(f wire.Value) bool { return strings.Contains(got.Text(), f.Text()) }) && !v.refused() {
			n.Wrong(requirement.Should, "/error", "The error's text is not the event's.", v.failures[0], got)
		}
	}
	v.keptText(n, "UIMSG-10")
}

// keptText: what stood before a loud answer stays.
func (v *view) keptText(n *requirement.Notes, of string) {
	if v.loud && !v.refused() && !v.fits(v.text) {
		n.Wrong(requirement.Must, "/message/parts", "Text that came before is lost, or another.", v.rightText(), wire.Str(v.text), of)
	}
}

// interrupted is UIMSG-16 for the flag of an abort.
func (v *view) interrupted(n *requirement.Notes) {
	if v.aborted && !v.loud && !v.o.Omitted("aborted") {
		n.Right(v.state.Get("aborted").IsTrue(), "", "/aborted", "The turn was aborted, and the answer doesn't tell.",
			wire.Boolean(true), v.state.Get("aborted"))
	}
	if v.completed() && !v.loud && !v.o.Omitted("aborted") && v.state.Get("aborted").IsTrue() {
		n.Wrong(requirement.Should, "/aborted", "Nobody aborted the turn, and the answer says so.",
			wire.Boolean(false), v.state.Get("aborted"))
	}
}

// completed: the turn came to its end, and nothing that could be an abort came with it.
func (v *view) completed() bool {
	return v.finished && !v.aborts && !v.failed && !slices.ContainsFunc(v.reasons, func(r wire.Value) bool {
		return r.IsString() && r.Text() != "stop" && r.Text() != "tool-calls" && r.Text() != "length"
	})
}

// cutOff is UIMSG-17: where a call was cut, that it is open or not there is seen.
func (v *view) cutOff(n *requirement.Notes) {
	if v.traits&cut == 0 {
		return
	}
	if slices.ContainsFunc(v.calls, func(c *call) bool { return c.traits&unended != 0 && len(c.inputs) == 0 }) && !v.loud {
		n.Saw()
	}
	if text := v.joined(nil); text != "" && !v.loud {
		n.Saw()
		if stray, ran := v.losses(); !v.fits(v.text) && !stray && !ran && strings.HasPrefix(text, v.text) {
			n.Wrong("", "/message/parts", "Text that came before the end is lost.", v.rightText(), wire.Str(v.text), "UIMSG-10")
		}
	}
	if !v.loud && v.script.Closed() {
		n.Policy("silent")
	}
}

// annotations is UIMSG-18 for text.
func (v *view) annotations(n *requirement.Notes) {
	if v.traits&annotated != 0 && !v.loud && v.joined(nil) != "" {
		n.Saw()
		v.harmed(n, "Beside unknown members the text is another.")
	}
}

// cutText: what is missing of the text came before a stream just stopped, which is UIMSG-17's.
func (v *view) cutText() bool {
	return v.traits&cut != 0 && !v.loud && strings.HasPrefix(v.joined(nil), v.text) && !v.fits(v.text)
}

func (v *view) harmed(n *requirement.Notes, message string) {
	if stray, ran := v.losses(); !v.fits(v.text) && !stray && !ran && !v.cutText() {
		n.Wrong(requirement.Must, "/message/parts", message, v.rightText(), wire.Str(v.text), "UIMSG-10")
	}
}

// strangers is UIMSG-19.
func (v *view) strangers(n *requirement.Notes) {
	if v.traits&(strange|beside) == 0 {
		return
	}
	if v.loud {
		v.keptText(n, "UIMSG-10")
		return
	}
	if v.traits&strange != 0 && v.right() {
		n.Policy("ignored")
	}
	if v.joined(nil) != "" {
		n.Saw()
		v.harmed(n, "Beside an event that means nothing here the text is another.")
	}
}

// second notes which of two outcomes is held.
func (v *view) second(n *requirement.Notes) {
	for at, c := range v.matched {
		if c.traits&twice == 0 || v.loud || len(c.outcomes) < 2 {
			continue
		}
		p := v.parts[at]
		shows := func(e wire.Value) bool {
			return isType(e, outputEvent) && p.Get("state").Text() == succeeded &&
				wire.Equal(wire.OrNull(e.Get("output")), wire.OrNull(p.Get("output"))) ||
				!isType(e, outputEvent) && p.Get("state").Text() != succeeded &&
					wire.Equal(wire.OrNull(e.Get("errorText")), wire.OrNull(p.Get("errorText")))
		}
		first, last := shows(c.outcomes[0]), shows(c.outcomes[len(c.outcomes)-1])
		if first != last {
			n.Policy("the %s outcome", map[bool]string{true: "first", false: "last"}[first])
		}
	}
}

// which notes which of two tellings is held.
func (v *view) which(n *requirement.Notes) {
	for at, c := range v.matched {
		if c.traits&otherwise == 0 || v.loud || len(c.inputs) < 2 {
			continue
		}
		if p := v.parts[at]; wire.Equal(p.Get("input"), c.inputs[0]) && p.Get("toolName").Text() == c.names[0] {
			n.Policy("the first")
		} else {
			n.Policy("a later one")
		}
	}
}

// orphans is UIMSG-23.
func (v *view) orphans(n *requirement.Notes) {
	if v.traits&orphaned == 0 {
		return
	}
	if v.loud {
		v.keptText(n, "UIMSG-10")
		return
	}
	n.Policy("ignored")
	if v.joined(nil) != "" {
		v.harmed(n, "Behind an orphan the text is another.")
	}
}

// dataParts is UIMSG-26.
func (v *view) dataParts(n *requirement.Notes) {
	if v.o.Omitted("data") || v.refused() || v.traits&beside == 0 && len(v.data) == 0 {
		return
	}
	n.Saw()
	list := func(data []datum) wire.Value {
		values := []wire.Value{}
		for _, d := range data {
			values = append(values, wire.Obj(wire.T("name", d.name), wire.M("id", wire.OrNull(d.id)), wire.M("data", wire.OrNull(d.data))))
		}
		return wire.List(values...)
	}
	var got []datum
	for _, p := range v.parts {
		if kindOf(p) == "data" {
			got = append(got, datum{name: p.Get("name").Text(), id: p.Get("id"), data: p.Get("data")})
		}
	}
	if !slices.ContainsFunc(v.forms, func(form []datum) bool { return wire.Equal(list(form), list(got)) }) {
		n.Wrong("", "/message/parts", "The data parts are not those that came.", list(v.data), list(got))
	}
}
