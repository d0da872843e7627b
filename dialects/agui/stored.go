package agui

import (
	"fmt"
	"math"
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// conversation is a converter's script: stored messages.
type conversation []wire.Value

func parseConversation(v wire.Value) (dialect.Script, error) {
	if !v.IsArray() {
		return nil, fmt.Errorf("messages: an array is expected, this is %s", v.Kind())
	}
	return conversation(v.Items()), nil
}

// JSON is the messages.
func (c conversation) JSON() wire.Value { return wire.List(c...) }

// Input is the messages; a converter's input has one form.
func (c conversation) Input(string, []int) wire.Value { return wire.Obj(wire.M("messages", c.JSON())) }

// Len is the number of messages.
func (c conversation) Len() int { return len(c) }

// Keep is a conversation of some messages.
func (c conversation) Keep(indices []int) dialect.Script {
	kept := make(conversation, len(indices))
	for n, i := range indices {
		kept[n] = c[i]
	}
	return kept
}

// Asked is the conversation with another text of the user, who says it first.
func (c conversation) Asked(text string) dialect.Script {
	c = slices.Clone(c)
	c[0] = c[0].With("content", wire.Str(text))
	return c
}

// history is what the conversation says, other roles left out. The error of a result stands
// where other wires have its tool's name.
func (c conversation) history() history.History {
	var h history.History
	for _, m := range c {
		switch role := m.Get("role").Text(); role {
		case history.User:
			h = append(h, history.Entry{Role: role, Text: textOf(m.Get("content"))})
		case history.Assistant:
			e := history.Entry{Role: role}
			if text := m.Get("content").Text(); text != "" {
				e.Parts = append(e.Parts, history.Part{Text: text})
			}
			for _, s := range m.Get("toolCalls").Items() {
				e.Parts = append(e.Parts, history.Part{Call: true, ID: s.Get("id").Text(), Name: s.Find("/function/name").Text(),
					Arguments: s.Find("/function/arguments").Text()})
			}
			h = append(h, e)
		case history.Tool:
			e := history.Entry{Role: role, CallID: m.Get("toolCallId").Text(), Output: m.Get("content"), Status: "success",
				Name: m.Get("error").Text()}
			if e.Name != "" {
				e.Status = "error"
			}
			h = append(h, e)
		}
	}
	return h
}

// given is a history as a client holds it.
func given(h history.History) dialect.Script { return storedAs(h) }

// storedAs are the messages of a history.
func storedAs(h history.History) conversation {
	var c conversation
	for i, e := range h {
		m := wire.Obj(wire.T("id", fmt.Sprintf("st_%d", 7*i+2)), wire.T("role", e.Role))
		switch e.Role {
		case history.User:
			m = m.With("content", wire.Str(e.Text))
		case history.Assistant:
			text := ""
			var calls []wire.Value
			for _, p := range e.Parts {
				text += p.Text
				if p.Call {
					function := wire.Obj(wire.T("name", p.Name), wire.T("arguments", p.Arguments))
					calls = append(calls, wire.Obj(wire.T("id", p.ID), wire.T("type", "function"), wire.M("function", function)))
				}
			}
			if m = m.With("content", some(text)); len(calls) > 0 {
				m = m.With("toolCalls", wire.List(calls...))
			}
		case history.Tool:
			content := e.Output.Text()
			if !e.Output.IsString() {
				content = e.Output.JSON()
			}
			m = m.With("toolCallId", wire.Str(e.CallID)).With("content", wire.Str(content))
			if e.Status != "success" {
				m = m.With("error", wire.Str(e.Status+": "+content))
			}
		}
		c = append(c, m)
	}
	return c
}

// renderConversation makes stored messages of a transcript.
func renderConversation(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	h, _ := history.Render(t, pick).(history.History)
	c := storedAs(h)
	if pick(4) == 3 {
		c = append(conversation{wire.ParseString(`{"id":"sys","role":"system","content":"Be brief."}`)}, c...)
	}
	return c
}

// malformed tells whether some message is not as it must be; an optional member that is null may be absent, or refused.
func (c conversation) malformed() (broken, doubtful bool) {
	for _, m := range c {
		_, ok, null := formedBy(schemas.AGUIMessage, m)
		broken, doubtful = broken || !ok, doubtful || null
	}
	return broken, doubtful
}

// unformed: a server makes nothing of it.
func unformed(m wire.Value) bool {
	_, ok, _ := formedBy(schemas.AGUIMessage, m)
	return !ok
}

// Convert is the reference converter: a client that sends its messages with the next run.
// What is malformed it refuses.
func Convert(input wire.Value) dialect.Observation {
	if !input.Get("messages").IsArray() || slices.ContainsFunc(input.Get("messages").Items(),
		func(m wire.Value) bool { return isNoMessage(withoutStoredNulls(m)) }) {
		return dialect.Observation{Ending: dialect.Rejected, Reason: "a message is malformed"}
	}
	return converted(input.Get("messages").Items())
}

// converted are the messages for the model, whatever they are.
func converted(list []wire.Value) dialect.Observation {
	messages := []wire.Value{}
	for _, m := range list {
		m = withoutStoredNulls(m)
		role := m.Get("role")
		out := wire.Obj(wire.M("role", role), wire.M("content", m.Get("content")))
		switch role.Text() {
		case "activity", "reasoning":
			continue
		case "tool":
			out = out.With("toolCallId", m.Get("toolCallId")).With("error", m.Get("error"))
		case "assistant":
			var calls []wire.Value
			for _, c := range m.Get("toolCalls").Items() {
				calls = append(calls, wire.Obj(wire.M("id", c.Get("id")), wire.M("name", c.Find("/function/name")),
					wire.M("arguments", c.Find("/function/arguments"))))
			}
			if len(calls) > 0 {
				out = out.With("toolCalls", wire.List(calls...))
			}
		}
		messages = append(messages, out)
	}
	return dialect.Observation{State: wire.Obj(wire.M("modelMessages", wire.List(messages...)))}
}

// sent converts a history, valid or not: what a fault makes of one.
func sent(h history.History) dialect.Observation { return converted(storedAs(h)) }

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
	c.names, c.parents, c.traits = []string{name}, []string{parent}, c.traits|trait
	c.unsure = c.unsure || !c.open // what is open at a snapshot still waits for its end
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
		case m.reopened[c.id], c.hidden, m.answeredElse(c.id):
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
