package agui

import (
	"math"
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/wire"
)

// takeSnapshot replaces what is held by id, in place; what it leaves out is gone.
func (m *meaning) takeSnapshot(list wire.Value) {
	m.snapped = true
	stay, stayCalls := map[string]bool{}, map[string]bool{}
	for _, s := range list.Items() {
		stay[s.Get("id").Text()] = true
		for _, c := range s.Get("toolCalls").Items() {
			stayCalls[c.Get("id").Text()] = true
		}
	}
	m.messages = slices.DeleteFunc(m.messages, func(t *message) bool {
		if !stay[t.id] && t.open {
			t.hidden = true
			return false
		}
		m.dropped[t.id] = m.dropped[t.id] || !stay[t.id]
		return !stay[t.id]
	})
	m.calls = slices.DeleteFunc(m.calls, func(c *called) bool {
		if !stayCalls[c.id] && c.open {
			c.hidden = true
			return false
		}
		m.dropped[c.id] = m.dropped[c.id] || !stayCalls[c.id]
		return !stayCalls[c.id]
	})
	for _, a := range m.answers {
		m.dropped[a.id] = m.dropped[a.id] || !stay[a.id]
	}
	m.answers = nil
	for _, s := range list.Items() {
		m.store(s, stored)
	}
}

// store takes a stored message.
func (m *meaning) store(s wire.Value, trait act.Traits) {
	id, content := s.Get("id").Text(), s.Get("content")
	switch role := s.Get("role").Text(); role {
	case "tool":
		m.named[id] = true
		a := &answer{id: id, call: s.Get("toolCallId").Text(), content: content, metadata: merged(wire.Value{}, s.Get("metadata")),
			err: s.Get("error"), traits: trait, fixed: true}
		if content.IsArray() {
			a.traits |= parted
		}
		m.answers = append(m.answers, a)
	case "user", "system", "developer", "assistant":
		t := m.mention(id)
		t.role, t.traits = role, t.traits|trait
		if t.seq == math.MaxInt {
			t.seq = m.next()
		}
		t.text.Reset()
		t.text.WriteString(content.Text())
		if t.list = (wire.Value{}); content.IsArray() {
			t.list = content
		}
		t.metadata = merged(wire.Value{}, s.Get("metadata"))
		for _, c := range s.Get("toolCalls").Items() {
			m.storeCall(c, id, trait)
		}
	}
}

func (m *meaning) storeCall(s wire.Value, parent string, trait act.Traits) {
	id, name, arguments := s.Get("id").Text(), s.Find("/function/name").Text(), s.Find("/function/arguments").Text()
	c := m.call(id)
	if c == nil {
		c = &called{id: id, seq: m.next()}
		m.calls = append(m.calls, c)
	}
	c.names, c.parents, c.unsure, c.traits = []string{name}, []string{parent}, true, c.traits|trait
	c.text.Reset()
	c.text.WriteString(arguments)
	c.pieces = []string{arguments}
	c.metadata = merged(wire.Value{}, s.Get("metadata"))
}

// settle says what only the end shows: what a violation or a failure came behind, what shares
// its message with what changes nothing, and which ids stand twice.
func (m *meaning) settle() {
	var all act.Traits
	if m.wrong != "" || !m.failure.IsAbsent() {
		all |= early
	}
	if m.harmless {
		all |= among
	}
	results := map[string]int{}
	for _, a := range m.answers {
		results[a.id]++
	}
	for _, a := range m.answers {
		a.traits |= all
		if results[a.id] > 1 || m.message(a.id) != nil {
			a.traits |= act.SameID
		}
	}
	for _, t := range m.messages {
		t.traits |= all
		if results[t.id] > 0 {
			t.traits |= act.SameID
		}
	}
	for _, c := range m.calls {
		c.traits |= all
		if c.text.Len() == 0 {
			c.traits |= act.Empty
		}
		if !c.closed && c.brought && !c.unsure && m.stage != finished {
			c.traits |= act.CutOff
		}
		for _, p := range c.parents {
			if p != "" && results[p] > 0 {
				c.traits |= act.SameID
			}
		}
	}
	for _, a := range m.answers { // its call starts later
		if c := m.call(a.call); a.orphan && c != nil {
			c.traits |= act.Stray
		}
	}
}

// pending are the calls that wait for the application: named must be there, and with them any
// of the free ones. ok is false where the stream doesn't say.
func (m *meaning) pending() (must, may []string, listed, ok bool) {
	kind := m.outcome.Get("type").Text()
	if m.stage != finished || m.wrong != "" || !m.outcome.IsNull() && kind != "success" {
		return nil, nil, false, false
	}
	if list := m.outcome.Get("pendingToolCallIds"); list.Len() > 0 {
		for _, id := range list.Items() {
			must = append(must, id.Text())
		}
		return must, must, true, true
	}
	for _, c := range m.calls {
		switch {
		case m.answered[c.id] && slices.ContainsFunc(m.answers, func(a *answer) bool { return a.orphan && a.call == c.id }):
			may = append(may, c.id)
		case c.run != m.runs || m.answered[c.id] || !c.brought:
		case m.reopened[c.id], c.hidden, c.traits.Has(stored), m.answeredElse(c.id):
			may = append(may, c.id)
		default:
			must = append(must, c.id)
		}
	}
	for id := range m.dropped {
		may = append(may, id)
	}
	for id := range m.reopened {
		may = append(may, id)
	}
	return must, may, false, true
}

// answeredElse: something other than a result of the run answers the call.
func (m *meaning) answeredElse(id string) bool {
	return slices.ContainsFunc(m.answers, func(a *answer) bool { return a.call == id })
}
