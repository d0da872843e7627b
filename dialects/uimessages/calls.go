package uimessages

import (
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/wire"
)

// call is one telling of a call.
type call struct {
	id          string
	first, step int
	traits      act.Traits
	// now is how it stands, seen all the ways in which a reader may have left it.
	now, seen ways
	// names, inputs and outcomes are what its events say, the outcomes as events.
	names            []string
	inputs, outcomes []wire.Value
	// pieces are its deltas.
	pieces []string
	// spare: a reader may have stopped before it came. asText: its input is its text.
	spare, asText, gone bool
	// Where it was told again otherwise, two parts may be shown: nowFirst and nowSecond, and pair
	// is what seen is of them.
	nowFirst, nowSecond ways
	pair                [2]ways
	// dynamic and provider are what its events say of the flags.
	dynamic, provider saying
}

// saying is what events say of a flag: nothing yet, one thing, or several.
type saying struct{ said, yes, mixed bool }

func (f *saying) say(v wire.Value) {
	yes := v.IsTrue()
	f.mixed = f.mixed || f.said && yes != f.yes
	f.said, f.yes = true, yes
}

// tell is an event that may begin a call.
func (m *meaning) tell(n int, kind string, e wire.Value) {
	id, name := e.Get("toolCallId").Text(), e.Get("toolName").Text()
	c := m.byID[id]
	if c == nil || c.step != m.step {
		m.begin(n, kind, e, c)
		return
	}
	if c.flags(e); c.dynamic.mixed {
		c.traits |= odd
	}
	input, bad := e.Get("input"), kind == badInputEvent
	first := len(c.inputs) == 0 && slices.Contains(c.names, name)
	if kind == callEvent || !first {
		m.again(c, kind, e)
	}
	c.names = append(c.names, name)
	c.apply(func(w way) []way {
		switch {
		case kind == callEvent:
			return w.starts(name)
		case bad:
			return w.refused(name, input, e.Get("errorText").Text())
		}
		return w.given(name, input, first)
	})
	if kind != callEvent {
		c.inputs = append(c.inputs, input)
	}
	if bad {
		c.traits |= raw
		c.answer(e, false)
	}
	m.note(c)
}

// begin is a call that has not been told in this step.
func (m *meaning) begin(n int, kind string, e wire.Value, before *call) {
	id, name, input := e.Get("toolCallId").Text(), e.Get("toolName").Text(), e.Get("input")
	c := &call{id: id, first: n, step: m.step, names: []string{name}, spare: m.stopping, asText: e.Get("inputEncoding").Text() == "text"}
	if before != nil {
		before.traits |= reused
		c.traits |= reused
	}
	c.flags(e)
	w := way{state: streaming, name: name, input: anything}
	switch kind {
	case inputEvent:
		c.traits |= bare
		w = way{state: available, name: name, input: only(input)}
	case badInputEvent:
		c.traits |= bare | raw
		w = way{state: failedState, name: name, input: only(input, wire.NullValue), failure: only(e.Get("errorText"))}
		c.answer(e, false)
	}
	if kind != callEvent {
		c.inputs = append(c.inputs, input)
		if !e.Has("input") {
			m.allow("UIMSG-02", n)
			w.input = only(wire.NullValue)
		}
	}
	c.now = ways{w}
	m.calls = append(m.calls, c)
	m.byID[id] = c
	m.token(token{kind: callToken, call: c})
	m.note(c)
}

// again: the call is told again in its step.
func (m *meaning) again(c *call, kind string, e wire.Value) {
	name, input := e.Get("toolName").Text(), e.Get("input")
	if c.answered() {
		c.traits |= replayed
	}
	if c.nowSecond == nil {
		w := way{state: streaming, name: name, input: anything}
		if kind != callEvent {
			w = way{state: available, name: name, input: only(input)}
		}
		c.nowFirst, c.nowSecond = c.now, ways{w}
	}
	if name != c.names[0] || kind != callEvent && len(c.inputs) > 0 && !wire.Equal(input, c.inputs[0]) {
		c.traits |= otherwise
	}
}

func (c *call) flags(e wire.Value) {
	c.dynamic.say(e.Get("dynamic"))
	c.provider.say(e.Get("providerExecuted"))
}

// apply lets an event happen to the call; where it may be shown as two, to either of them.
func (c *call) apply(lead func(w way) []way) {
	c.now = c.now.step(lead)
	if c.nowSecond != nil {
		both := func(w way) []way { return append([]way{w}, lead(w)...) }
		c.nowFirst, c.nowSecond = c.nowFirst.step(both), c.nowSecond.step(both)
	}
}

func (c *call) answered() bool { return len(c.outcomes) > 0 }

// answer is an outcome of the call.
func (c *call) answer(e wire.Value, prelim bool) {
	c.traits &^= asked // what it got says more than that it waited
	if prelim {
		c.traits |= temporary
		return
	}
	if c.answered() && !isType(c.outcomes[0], badInputEvent) {
		c.traits |= twice
	}
	if isType(e, outputEvent) {
		c.traits |= success
	} else if isType(e, failEvent) {
		c.traits |= failure
	}
	c.outcomes = append(c.outcomes, e)
}

// call is an event about a call that was told.
func (m *meaning) call(n int, kind string, e wire.Value) {
	c := m.byID[e.Get("toolCallId").Text()]
	if c == nil {
		m.traits |= orphaned
		m.allow("UIMSG-23", n)
		return
	}
	streams := slices.ContainsFunc(c.now, func(w way) bool { return w.state == streaming })
	prelim, text := e.Get("preliminary").IsTrue(), e.Get("errorText").Text()
	if kind != pieceEvent && streams || kind == pieceEvent && !streams && !c.answered() {
		c.traits |= odd
		m.lessen("UIMSG-24", n)
	}
	switch kind {
	case pieceEvent:
		c.pieces = append(c.pieces, e.Get("inputTextDelta").Text())
		if c.answered() {
			c.traits |= replayed
		}
	case requestEvent:
		c.traits |= asked
		m.asking[e.Get("approvalId").Text()] = c
	default:
		if c.step != m.step {
			c.traits |= earlier
		}
		if kind != denyEvent {
			c.flags(e)
		}
		c.answer(e, prelim)
	}
	if m.blind && (kind == requestEvent || kind == denyEvent) {
		m.allow("UIMSG-09", n)
	}
	if kind == outputEvent && !e.Has("output") {
		m.allow("UIMSG-04", n)
	}
	c.apply(func(w way) []way {
		switch kind {
		case pieceEvent:
			return w.takes(e.Get("inputTextDelta").Text())
		case requestEvent:
			return w.asks(e.Get("approvalId").Text(), m.blind || e.Get("isAutomatic").IsTrue())
		case outputEvent:
			return w.answered(e.Get("output"), prelim, c.asText)
		case failEvent:
			return w.fails(text, c.asText)
		}
		return w.refuses(m.blind)
	})
	if kind == denyEvent {
		c.traits |= asked
	}
	m.note(c)
}

// decide is a decision.
func (m *meaning) decide(n int, e wire.Value) {
	m.allow("UIMSG-09", n)
	c := m.asking[e.Get("approvalId").Text()]
	if c == nil {
		m.traits |= orphaned
		m.allow("UIMSG-23", n)
		return
	}
	c.traits |= decided
	if !slices.Contains(m.skip, responseEvent) {
		c.apply(func(w way) []way { return w.decides(e.Get("approved"), m.blind) })
		m.note(c)
	}
}

// reset takes back what came in this step.
func (m *meaning) reset(n int) {
	m.allow("UIMSG-09", n)
	m.traits |= reset
	if slices.Contains(m.skip, resetEvent) || m.step == 0 {
		return
	}
	for _, c := range m.calls {
		if c.first > m.born && c.step == m.step && !c.gone {
			c.now, c.nowSecond, c.gone = ways{{}}, nil, true
			delete(m.byID, c.id)
			m.note(c)
		}
	}
	m.unwrite(m.born)
	m.data = slices.DeleteFunc(slices.Clone(m.data), func(d datum) bool { return d.born > m.born })
	m.changed()
}
