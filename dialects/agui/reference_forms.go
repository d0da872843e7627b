package agui

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/wire"
)

// vocabulary are the events that the client knows.
func vocabulary() []string {
	return []string{runStarted, runFinished, runError, stepStarted, stepEnded, textStart, textContent, textEnd, textChunk, callStart,
		callArgs, callEnd,
		callChunk, callResult, snapshot, "STATE_SNAPSHOT", "STATE_DELTA", "ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA", "REASONING_START",
		"REASONING_END",
		"REASONING_MESSAGE_START", "REASONING_MESSAGE_CONTENT", "REASONING_MESSAGE_END", "REASONING_MESSAGE_CHUNK",
		"REASONING_ENCRYPTED_VALUE",
		"SUBAGENT_STARTED", "SUBAGENT_FINISHED", "SUBAGENT_ERROR", "RAW", "CUSTOM"}
}

// needs are the members that an event needs, and those that it may have, all of them texts.
func needs(kind string) (required, optional string) {
	switch kind {
	case runStarted:
		return "threadId runId", "protocolVersion parentRunId"
	case runFinished:
		return "threadId runId", ""
	case runError:
		return "message", "code"
	case stepStarted, stepEnded:
		return "stepName", ""
	case textStart:
		return "messageId", "role name"
	case textContent:
		return "messageId delta", ""
	case textEnd:
		return "messageId", ""
	case textChunk:
		return "", "messageId role name delta"
	case callStart:
		return "toolCallId toolCallName", "parentMessageId"
	case callArgs:
		return "toolCallId delta", ""
	case callEnd:
		return "toolCallId", ""
	case callChunk:
		return "", "toolCallId toolCallName parentMessageId delta"
	case callResult:
		return "messageId toolCallId", "role"
	}
	return "", ""
}

// withoutNulls is an event whose optional members that are null are absent.
func withoutNulls(e wire.Value) wire.Value {
	_, optional := needs(e.Get("type").Text())
	for _, name := range append(strings.Fields(optional), "timestamp", "rawEvent", "metadata", "subagentRunId", "outcome", "result",
		"usage", "input") {
		if e.Get(name).Kind() == wire.Null {
			e = e.Without(name)
		}
	}
	if isType(e, snapshot) {
		e = e.Edit("/messages", func(list wire.Value) wire.Value { return list.Each(withoutStoredNulls) })
	}
	return e
}

func withoutStoredNulls(m wire.Value) wire.Value {
	for _, name := range []string{"name", "metadata", "encryptedValue", "error", "toolCalls", "content"} {
		if m.Get(name).Kind() == wire.Null && (name != "content" || m.Get("role").Text() == "assistant") {
			m = m.Without(name)
		}
	}
	return m
}

// malformed says what is wrong with the form of an event, "" for nothing.
func malformed(e wire.Value) string {
	kind := e.Get("type")
	if !kind.IsString() {
		return "an event without a type"
	}
	required, optional := needs(kind.Text())
	for _, name := range strings.Fields(required) {
		if !e.Get(name).IsString() {
			return name + " is no text"
		}
	}
	for _, name := range append(strings.Fields(optional), "subagentRunId") {
		if e.Has(name) && !e.Get(name).IsString() {
			return name + " is no text"
		}
	}
	outcome := e.Get("outcome")
	switch {
	case e.Has("metadata") && !e.Get("metadata").IsObject():
		return "metadata is no object"
	case e.Has("timestamp") && e.Get("timestamp").Kind() != wire.Number:
		return "timestamp is no number"
	case kind.Text() == callResult && !isContent(e.Get("content")):
		return "content is neither text nor parts"
	case kind.Text() == runFinished && e.Has("outcome") && (!outcome.Get("type").IsString() || !outcome.IsObject()):
		return "an outcome without a type"
	case kind.Text() == runFinished && outcome.Has("pendingToolCallIds") && !areTexts(outcome.Get("pendingToolCallIds")):
		return "pendingToolCallIds is no list of texts"
	case kind.Text() == runFinished && outcome.Get("type").Text() == "interrupt" && (!outcome.Get("interrupts").IsArray() ||
		slices.ContainsFunc(outcome.Get("interrupts").Items(), isNameless)):
		return "interrupts are no list, or one has no id or no reason"
	case kind.Text() == snapshot && (!e.Get("messages").IsArray() || slices.ContainsFunc(e.Get("messages").Items(), isNoMessage)):
		return "messages are no list of messages"
	}
	return ""
}

func areTexts(v wire.Value) bool {
	return v.IsArray() && !slices.ContainsFunc(v.Items(), func(v wire.Value) bool { return !v.IsString() })
}

func isContent(v wire.Value) bool {
	return v.IsString() || v.IsArray() && !slices.ContainsFunc(v.Items(), func(p wire.Value) bool {
		switch p.Get("type").Text() {
		case "text":
			return !p.Get("text").IsString()
		case "image", "audio", "video", "document":
			return !p.Find("/source/type").IsString() || !p.Find("/source/value").IsString()
		}
		return !p.Get("type").IsString()
	})
}

// isNoMessage tells whether a stored message is malformed.
func isNoMessage(m wire.Value) bool {
	content := m.Get("content")
	texts := func(v wire.Value, names ...string) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return !v.Get(name).IsString() })
	}
	other := func(name string) bool { return m.Has(name) && !m.Get(name).IsString() }
	if !texts(m, "id", "role") || slices.ContainsFunc([]string{"error", "name", "encryptedValue"}, other) ||
		m.Has("metadata") && !m.Get("metadata").IsObject() {
		return true
	}
	switch m.Get("role").Text() {
	case "tool":
		return !texts(m, "toolCallId") || !isContent(content)
	case "user":
		return !isContent(content)
	case "assistant":
		calls := m.Get("toolCalls")
		return !content.IsAbsent() && !content.IsString() || !calls.IsAbsent() && !calls.IsArray() ||
			slices.ContainsFunc(calls.Items(), func(c wire.Value) bool {
				return !texts(c, "id", "type") || !texts(c.Get("function"), "name", "arguments")
			})
	case "activity":
		return !texts(m, "activityType") || !content.IsObject()
	}
	return !content.IsString()
}

// load makes an entry of a stored message.
func load(m wire.Value) *entry {
	m = withoutStoredNulls(m)
	e := &entry{id: m.Get("id").Text(), role: m.Get("role").Text(), content: m.Get("content"), call: m.Get("toolCallId").Text(),
		failure: m.Get("error"), metadata: m.Get("metadata")}
	for _, s := range m.Get("toolCalls").Items() {
		c := &heldCall{id: s.Get("id").Text(), name: s.Find("/function/name").Text(), ended: true, metadata: s.Get("metadata")}
		c.arguments.WriteString(s.Find("/function/arguments").Text())
		e.calls = append(e.calls, c)
	}
	return e
}

// replace takes a snapshot: in place by id, new ones behind, what it leaves out goes.
func (h *held) replace(list wire.Value) {
	var fresh []*entry
	for _, m := range list.Items() {
		fresh = append(fresh, load(m))
	}
	for _, f := range fresh { // what is open stays so
		for _, c := range f.calls {
			_, open := h.open["call "+c.id]
			c.ended = !open
		}
	}
	used := make([]bool, len(fresh))
	var kept []*entry
	for _, old := range h.messages {
		at := slices.IndexFunc(fresh, func(f *entry) bool { return f.id == old.id && (f.role == "tool") == (old.role == "tool") })
		if at >= 0 && !used[at] {
			used[at] = true
			kept = append(kept, fresh[at])
		}
	}
	for i, f := range fresh {
		if !used[i] {
			kept = append(kept, f)
		}
	}
	h.messages = kept
}

// state is what the client shows.
func (h *held) state() wire.Value {
	status := h.status
	if h.fatal != "" {
		status = "rejected"
	}
	list := []wire.Value{}
	for _, m := range h.messages {
		list = append(list, m.shown())
	}
	pending, interrupts := []wire.Value{}, []wire.Value{}
	if status == "success" {
		pending = h.outcome.Get("pendingToolCallIds").Items()
		for _, id := range h.started {
			if h.outcome.Get("pendingToolCallIds").Len() == 0 && !h.answered[id] {
				pending = append(pending, wire.Str(id))
			}
		}
	}
	for _, i := range h.outcome.Get("interrupts").Items() {
		interrupts = append(interrupts, i.Get("id"))
	}
	state := wire.Obj(wire.M("messages", wire.List(list...)),
		wire.M("run", wire.Obj(wire.T("status", status), wire.M("error", wire.OrNull(h.failure.Get("message"))),
			wire.M("code", wire.OrNull(h.failure.Get("code"))), wire.M("pending", wire.List(pending...)),
			wire.M("interrupts", wire.List(interrupts...)))))
	if h.show != nil {
		return h.show(h, state)
	}
	return state
}

func (m *entry) shown() wire.Value {
	out := wire.Obj(wire.T("id", m.id), wire.T("role", m.role))
	if m.role == "tool" {
		return out.With("toolCallId", wire.Str(m.call)).With("content", m.content).With("error", wire.OrNull(m.failure)).With("metadata",
			wire.OrNull(m.metadata))
	}
	out = out.With("content", wire.OrNull(m.content)).With("metadata", wire.OrNull(m.metadata))
	var calls []wire.Value
	for _, c := range m.calls {
		calls = append(calls, wire.Obj(wire.T("id", c.id), wire.T("name", c.name),
			wire.T("arguments", c.arguments.String()),
			wire.M("complete", wire.Boolean(c.ended)), wire.M("metadata", wire.OrNull(c.metadata))))
	}
	if len(calls) > 0 {
		out = out.With("toolCalls", wire.List(calls...))
	}
	return out
}

func isNameless(interrupt wire.Value) bool {
	return !interrupt.Get("id").IsString() || !interrupt.Get("reason").IsString()
}
