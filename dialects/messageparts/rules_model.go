package messageparts

import (
	"slices"
	"sort"
	"strings"

	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// modelRules are PART-20…26, which bind whoever makes model messages.
func modelRules() []rule {
	return []rule{
		{Requirement: modelLine("PART-20"), Judge: judgeToolMessages},
		{Requirement: modelLine("PART-21"), Judge: judgeOutputSilent},
		{Requirement: modelLine("PART-22"), Judge: judgePlaces},
		{Requirement: modelLine("PART-23"), Judge: judgeAnswered},
		{Requirement: modelLine("PART-24"), Judge: judgeErrors},
		{Requirement: modelLine("PART-25"), Judge: judgeCalls},
		{Requirement: modelLine("PART-26"), Judge: judgeSequence},
	}
}

// eachHeldCall is eachCall where there are UI messages to look at, eachModelCall where there are model messages.
func (v *view) eachHeldCall(look func(*call) bool) {
	if v.ui.seen {
		v.eachCall(look)
	}
}

func (v *view) eachModelCall(look func(*call) bool) {
	if v.model.seen {
		v.eachCall(look)
	}
}

// leftOut tells whether the call is rightly not sent, though it is answered.
func (v *view) leftOut(c *call) bool { return !c.owed() && len(v.model.calls[c.id]) == 0 }

func judgeToolMessages(v *view, n *requirement.Notes) {
	v.eachReusedID(n)
	v.eachModelCall(func(c *call) bool {
		allowed := v.told(c)
		if len(allowed) == 0 || !c.answered() || c.pending {
			return true
		}
		got := v.model.answers[c.id]
		if len(got) == 0 && v.leftOut(c) {
			return true
		}
		if len(got) > 1 && len(got) <= v.partsOf(c) {
			return true // one for each of several parts: the call has two answers, PART-23
		}
		if !n.Holds(len(got) == 1, finding("/modelMessages", wire.Int(1), wire.Int(int64(len(got))),
			"The result of call %q became %d tool messages.", c.id, len(got))) {
			return false
		}
		if c.args.cutInside() || (c.between || c.args.open) && tellsError(got[0].content) { // PART-12 has its say
			return true
		}
		if r := v.borrowed(c, got[0].content); r != nil && !v.holds(c, r) {
			return n.Holds(false, finding(got[0].pointer()+"/content", wire.Value{}, got[0].content,
				"The tool message of call %q has the error text of call %q.", c.id, r.id))
		}
		becomes := slices.ContainsFunc(allowed, func(a *result) bool { return a.becomes(got[0].content) })
		return n.Holds(becomes, finding(got[0].pointer()+"/content", allowed[0].value, got[0].content,
			"The tool message of call %q does not have the content of its result part.", c.id))
	})
}

// partsOf counts the result parts that the call has: the stored ones, or those that the chat holds.
func (v *view) partsOf(c *call) int {
	if v.converter {
		return len(c.results)
	}
	return len(v.ui.results[c.id])
}

// told are the results that a call's tool message may tell: those of the stored parts, those of the observed parts, or where
// there are no UI messages those of the steps.
func (v *view) told(c *call) []*result {
	if v.converter || !v.ui.seen || v.o.Omitted("content") || v.o.Omitted("state") {
		return c.results
	}
	var told []*result
	for _, p := range v.ui.results[c.id] {
		r := &result{id: c.id, value: p.value.Get("content"), reason: readable(p.value.Get("error"))}
		switch p.value.Get("state").Text() {
		case words.StateError:
			r.failed = true
		case words.StateComplete:
			for _, own := range c.results {
				if !own.failed && own.fits(r.value) { // the value itself, or its JSON
					told = append(told, own)
				}
			}
		default:
			return c.results
		}
		told = append(told, r)
	}
	return told
}

// becomes tells whether content is a right one for the result's tool message.
func (r *result) becomes(content wire.Value) bool {
	if sameContent(r.value, content) {
		return true
	}
	if !r.failed {
		return r.value.IsAbsent()
	}
	if r.worded() && r.tells(content) {
		return true
	}
	// Another text may tell the error; what is empty to the eye tells nothing. (Whether it is empty altogether is PART-24.)
	text := strings.TrimSpace(readable(content))
	parsed, err := wire.Parse([]byte(text))
	return text == "" || text == "null" || err != nil || parsed.Len() > 0 || parsed.IsString() && parsed.Text() != ""
}

func judgeOutputSilent(v *view, n *requirement.Notes) {
	reads := v.outputReader()
	v.eachModelCall(func(c *call) bool {
		output := v.outputOf(c)
		if output.IsAbsent() || c.pending || !v.model.listed {
			return true
		}
		// A tool message for each of several result parts is PART-23's.
		got, parts := v.model.answers[c.id], max(1, v.partsOf(c))
		if !n.Holds(len(got) <= parts, finding("/modelMessages", wire.Int(int64(parts)), wire.Int(int64(len(got))),
			"Call %q, which carries an `output`, has %d tool messages.", c.id, len(got))) {
			return false
		}
		ok := true
		if v.converter && len(got) == 1 {
			ok = v.outputAnswer(n, c, got[0])
		} else if v.converter && len(c.results) == 0 {
			n.Policy("an output without result part is %s",
				map[bool]string{true: "left out with its call", false: "not sent"}[len(v.model.calls[c.id]) == 0])
		}
		for _, s := range v.model.calls[c.id] {
			member := s.value.Get("output")
			ok = n.Holds(member.IsNull() || !same(output, member), finding(s.pointer()+"/output", wire.Value{}, member,
				"The `output` of call %q is sent along with the call.", c.id)) && ok
		}
		return n.Holds(!reads(output), finding("/modelMessages", wire.Value{}, output,
			"The `output` of call %q stands in a text that is sent to the model.", c.id)) && ok
	})
}

// outputOf is what the call carries as `output`: the stored one, or the one that the chat was given or holds.
func (v *view) outputOf(c *call) wire.Value {
	if v.converter {
		return c.output
	}
	if r, ok := c.available(); ok {
		return r.value
	}
	for _, p := range v.ui.calls[c.id] {
		if out := p.value.Get("output"); !out.IsNull() {
			return out
		}
	}
	return wire.Value{}
}

// outputAnswer checks what a converter's tool message says of a call with output.
func (v *view) outputAnswer(n *requirement.Notes, c *call, got answer) bool {
	from := (&result{value: c.output}).becomes(got.content) || isJSONOf(c.output, got.content)
	if len(c.results) == 0 {
		n.Policy("an output without result part is answered once")
		return n.Holds(from, finding(got.pointer()+"/content", c.output, got.content,
			"Call %q has no result part, and its tool message is not from its `output`.", c.id))
	}
	for _, r := range c.results {
		if sameContent(r.value, got.content) || r.failed && (!from || r.worded() && r.tells(got.content)) {
			return true
		}
	}
	return n.Holds(!from, finding(got.pointer()+"/content", c.results[0].value, got.content,
		"The tool message of call %q has the `output` of the call, not the content of its result part.", c.id))
}

// isJSONOf tells whether content is the output's JSON: a text may come in quotes.
func isJSONOf(output, content wire.Value) bool {
	parsed, err := wire.Parse([]byte(content.Text()))
	return err == nil && wire.Equal(output, parsed)
}

// outputReader returns whether an output stands in a text to the model that the
// input doesn't account for. Short outputs may stand anywhere by chance.
func (v *view) outputReader() func(wire.Value) bool {
	var sent, meant strings.Builder
	for _, m := range v.model.messages {
		if role := m.Get("role").Text(); role == words.RoleUser || role == words.RoleAssistant {
			sent.WriteString(readable(m.Get("content")))
		}
	}
	for _, t := range v.texts {
		meant.WriteString(t.content)
	}
	const shortest, largest = 6, 1 << 18
	if len(v.calls) > 100 || sent.Len() > largest || sent.Len() == meant.Len() {
		return func(wire.Value) bool { return false }
	}
	return func(output wire.Value) bool {
		text := output.JSON()
		if output.IsString() {
			text = output.Text()
		}
		return len(text) >= shortest && strings.Contains(sent.String(), text) && !strings.Contains(meant.String(), text)
	}
}

func judgePlaces(v *view, n *requirement.Notes) {
	if !v.model.seen {
		return
	}
	for _, r := range v.strays {
		if v.model.listed && v.byID[r.id] == nil && len(v.model.answers[r.id]) == 0 {
			n.Saw()
		}
	}
	if r := v.strayInText(); r != nil && v.converter { // in a chat PART-10 speaks of it
		n.Miss(should(finding("/modelMessages", wire.Value{}, r.told(),
			"The result of %q, a call that is not there, stands in a text.", r.id)))
	}
	each(v.model.tools, func(a answer) bool {
		c := v.byID[a.id]
		return c != nil && c.tangled || v.place(n, a)
	})
}

// place checks where one tool message stands.
func (v *view) place(n *requirement.Notes, a answer) bool {
	calls := v.model.calls[a.id]
	if len(calls) == 0 {
		return n.Holds(false, should(finding(a.pointer(), wire.Value{}, wire.Str(a.id),
			"A tool message answers %q, a call that is not sent.", a.id)))
	}
	before := -1
	for _, s := range calls {
		if s.message < a.message {
			before = s.message
		}
	}
	if before < 0 {
		return n.Holds(false, finding(a.pointer(), wire.Value{}, wire.Str(a.id),
			"The tool message of call %q stands before the assistant message that holds the call (%s).", a.id, calls[0].pointer()))
	}
	users := v.model.users
	next := sort.SearchInts(users, before)
	return n.Holds(next == len(users) || users[next] > a.message, finding(a.pointer(), wire.Value{}, wire.Str(a.id),
		"The tool message of call %q stands after the next user message.", a.id))
}

func judgeAnswered(v *view, n *requirement.Notes) {
	v.eachModelCall(func(c *call) bool { return v.notMadeUp(n, c) })
	if !v.model.seen || !v.allIn() {
		return
	}
	seen := map[string]bool{}
	each(v.model.order, func(s place) bool {
		id := s.value.Get("id").Text()
		count := len(v.model.answers[id])
		ok := n.Holds(count == 1, finding(s.pointer(), wire.Int(1), wire.Int(int64(count)),
			"All results are in, and call %q has %d tool messages.", id, count))
		ok = n.Holds(!seen[id], finding(s.pointer(), wire.Value{}, wire.Str(id), "Call %q is sent twice.", id)) && ok
		seen[id] = true
		return ok
	})
}

// notMadeUp checks that a call without any result is not answered as if it had
// one: who answers it tells an error. (What an output answers is PART-21.)
func (v *view) notMadeUp(n *requirement.Notes, c *call) bool {
	if len(c.results)+len(c.early) > 0 || c.pending || c.args.open || !v.outputOf(c).IsAbsent() || v.errorHeld(c) {
		return true
	}
	for _, a := range v.model.answers[c.id] {
		if !n.Holds(tellsError(a.content), finding(a.pointer()+"/content", wire.Value{}, a.content,
			"Call %q has no result, yet its tool message tells no error.", c.id)) {
			return false
		}
	}
	return true
}

func judgeErrors(v *view, n *requirement.Notes) {
	v.eachModelCall(func(c *call) bool {
		if !c.answered() || c.pending || !v.failed(c) || v.leftOut(c) {
			return true
		}
		got := v.model.answers[c.id]
		if len(got) == 0 {
			return n.Holds(false, finding("/modelMessages", wire.Value{}, wire.Value{},
				"The error result of call %q does not reach the model.", c.id))
		}
		for _, a := range got {
			word := readable(a.content)
			if !n.Holds(word != "" && (strings.TrimSpace(word) != "null" || c.saysNull()),
				finding(a.pointer()+"/content", wire.Value{}, a.content,
					"The error result of call %q reaches the model as %q.", c.id, word)) {
				return false
			}
		}
		return true
	})
}

// saysNull: the error's own text is the word null, so that is what is told.
func (c *call) saysNull() bool {
	return slices.ContainsFunc(c.results, func(r *result) bool { return strings.TrimSpace(r.reason) == "null" })
}

// failed tells whether the call's result is an error beyond doubt: every one that it got is, or the one held is.
func (v *view) failed(c *call) bool {
	all := !slices.ContainsFunc(c.results, func(r *result) bool { return !r.failed })
	return all || !v.converter && v.ui.seen && v.errorHeld(c)
}
