package agui

import (
	"math"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/wire"
)

// take applies an event that violates nothing.
func (m *meaning) take(e wire.Value) {
	if !m.continues(e) && (m.chunk != nil || m.chunkCall != nil) {
		m.closeChunk(e)
	}
	switch kind := e.Get("type").Text(); kind {
	case runStarted:
		m.stage, m.outcome, m.failure = within, wire.Value{}, wire.Value{}
		m.runs++
		clear(m.answered)
		clear(m.reopened)
		m.shut()
	case runFinished:
		m.stage, m.outcome = finished, e.Get("outcome")
		m.settled(true)
	case runError:
		m.stage, m.failure = failed, e
		m.settled(false)
		m.shut()
	case stepStarted, stepEnded:
		m.steps[e.Get("stepName").Text()] = kind == stepStarted
	case textStart, textContent, textEnd, textChunk:
		m.takeText(e, kind)
	case callStart, callArgs, callEnd, callChunk:
		m.takeCall(e, kind)
	case callResult:
		m.takeResult(e)
	case snapshot:
		m.takeSnapshot(e.Get("messages"))
	}
}

// closeChunk: what is no part of a chunk stream closes it, or passes it by.
func (m *meaning) closeChunk(e wire.Value) {
	t, c := m.chunk, m.chunkCall
	if t != nil && !isType(e, runFinished) {
		t.traits |= passed
	}
	if c != nil && !isType(e, runFinished) {
		c.traits |= passed
	}
	if passes(e) {
		return
	}
	if t != nil {
		t.open = false
	}
	if c != nil {
		c.open, c.closed = false, true
		c.unsure = c.unsure || isType(e, runError)
	}
	m.chunk, m.chunkCall = nil, nil
}

// shut: nothing is open at the start of a run, nor behind a failure.
func (m *meaning) shut() {
	clear(m.steps)
	for _, t := range m.messages {
		t.open = false
	}
	for _, c := range m.calls {
		c.open = false
	}
}

// settled: the calls that are closed are complete, now that the run is; after all not, where
// it fails behind its end.
func (m *meaning) settled(yes bool) {
	for _, c := range m.calls {
		if c.run == m.runs {
			c.unsure = c.unsure || !yes && c.settled
			c.settled = yes && c.closed && !c.open
		}
	}
}

func (m *meaning) next() int {
	m.seq++
	return m.seq
}

// mention notes the place of a message that an event names.
func (m *meaning) mention(id string) *message {
	t := m.message(id)
	if t == nil {
		t = &message{id: id, role: "assistant", seq: math.MaxInt, mention: m.next()}
		m.messages = append(m.messages, t)
	}
	m.named[id] = true
	return t
}

func (m *meaning) takeText(e wire.Value, kind string) {
	t := m.chunk
	if !m.continues(e) {
		t = m.mention(e.Get("messageId").Text())
	}
	opens := kind == textStart || kind == textChunk && m.chunk == nil
	if opens {
		if t.seq == math.MaxInt {
			t.seq = m.next()
			if role := e.Get("role").Text(); role != "" {
				t.role = role
			}
		} else {
			t.traits |= act.Reused
		}
		t.open, t.tag = true, e.Get("subagentRunId").Text()
		t.traits |= m.here()
	}
	if kind == textChunk {
		m.chunk = t
		t.traits |= chunked
	}
	if kind == textEnd {
		t.open = false
	}
	if e.Has("delta") && e.Get("delta").Text() == "" {
		t.traits |= act.Blanked
	}
	m.woven()
	t.text.WriteString(e.Get("delta").Text())
	t.metadata = merged(t.metadata, e.Get("metadata"))
}

// here are the traits of what begins now.
func (m *meaning) here() (t act.Traits) {
	if m.runs > 1 {
		t |= before
	}
	return t
}

// merged is metadata with more of it: key by key, the last write wins.
func merged(have, more wire.Value) wire.Value {
	for _, member := range more.Members() {
		if !have.IsObject() {
			have = wire.Obj()
		}
		have = have.With(member.Name, member.Value)
	}
	return have
}

// woven: what is open together is woven into each other.
func (m *meaning) woven() {
	n := 0
	mark := func(t act.Traits) {
		for _, x := range m.messages {
			if x.open {
				n++
				x.traits |= t
			}
		}
		for _, x := range m.calls {
			if x.open {
				n++
				x.traits |= t
			}
		}
	}
	if mark(0); n > 1 {
		mark(act.Interleaved)
	}
}

func (m *meaning) takeCall(e wire.Value, kind string) {
	id, name, parent := e.Get("toolCallId").Text(), e.Get("toolCallName").Text(), e.Get("parentMessageId").Text()
	c := m.chunkCall
	opens := kind == callStart || kind == callChunk && !m.continues(e)
	if !m.continues(e) {
		c = m.call(id)
	}
	if opens {
		if c == nil {
			c = &called{id: id, names: []string{name}, parents: []string{parent}, seq: m.next(), brought: true, traits: m.here()}
			m.calls = append(m.calls, c)
		} else {
			c.reopen(name, parent, m.runs)
			m.reopened[id] = c.run != m.runs || !c.brought
		}
		if parent != "" && m.mention(parent).seq == math.MaxInt {
			c.traits |= homed
		}
		c.open, c.tag, c.run = true, e.Get("subagentRunId").Text(), m.runs
	}
	if kind == callChunk {
		m.chunkCall = c
		c.traits |= chunked
	}
	if kind == callEnd {
		c.open, c.closed = false, true
	}
	if e.Has("delta") && e.Get("delta").Text() == "" {
		c.traits |= act.Blanked
	}
	m.woven()
	if text := e.Get("delta").Text(); text != "" {
		c.text.WriteString(text)
		c.pieces = append(c.pieces, text)
	}
	c.metadata = merged(c.metadata, e.Get("metadata"))
}

func (c *called) reopen(name, parent string, run int) {
	c.traits |= act.Reused
	c.names, c.parents = append(c.names, name), append(c.parents, parent)
	if c.run != run {
		c.traits |= before
	}
	c.settled = false
}

func (m *meaning) takeResult(e wire.Value) {
	a := &answer{id: e.Get("messageId").Text(), call: e.Get("toolCallId").Text(), content: e.Get("content"),
		metadata: merged(wire.Value{}, e.Get("metadata")), traits: m.here()}
	m.named[a.id], m.answered[a.call] = true, true
	c := m.call(a.call)
	switch {
	case c == nil:
		a.orphan, a.traits = true, a.traits|act.Stray
	case c.open || c.run != m.runs || c.traits.Has(before) || m.messages != nil && m.last() > c.seq:
		a.traits |= act.Late
	}
	for _, other := range m.answers {
		if other.call == a.call {
			a.traits |= act.Repeated
			other.traits |= act.Repeated
		}
	}
	if a.content.IsArray() {
		a.traits |= parted
	}
	m.answers = append(m.answers, a)
}

// last is the place of the newest item.
func (m *meaning) last() int {
	n := 0
	for _, t := range m.messages {
		if t.seq != math.MaxInt {
			n = max(n, t.seq)
		}
	}
	for _, c := range m.calls {
		n = max(n, c.seq)
	}
	return n
}
