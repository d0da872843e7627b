package agui

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// The traits of this dialect, beside those of every one. Something stood within or behind a
// chunk stream: passed. A call whose parent comes later or never: homed. What
// stood in a snapshot: stored.
var (
	chunked = act.Own(0)
	passed  = act.Own(1)
	homed   = act.Own(2)
	stored  = act.Own(3)
	before  = act.Own(4) // held before the run, or a run before
	early   = act.Own(5) // before a violation or a failure
	parted  = act.Own(6) // a content of parts
	among   = act.Own(7) // beside harmless events
)

// message is a text message as it must be held; list is its content where that is of parts.
type message struct {
	id, role, tag  string
	text           strings.Builder
	list, metadata wire.Value
	traits         act.Traits
	// seq is the place of its first text, mention that of the first event that named it.
	seq, mention int
	open, hidden bool
}

// called is a call as it must be held.
type called struct {
	id, tag        string
	names, parents []string
	text           strings.Builder
	pieces         []string
	metadata       wire.Value
	traits         act.Traits
	// seq is its place among the starts. brought: a start of the stream did; run: the run that did.
	seq, run int
	brought  bool
	// open, closed: as its events say. settled: closed in a run that has finished. unsure:
	// whether it is complete is anybody's guess. hidden: it isn't looked at any more.
	open, closed, settled, unsure, hidden bool
}

// answer is a result as it may be held. fixed: it must be, whatever others there are.
type answer struct {
	id, call               string
	content, metadata, err wire.Value
	traits                 act.Traits
	fixed, orphan          bool
}

// stage is how far a run has come.
type stage uint8

const (
	outside stage = iota
	within
	finished
	failed
)

// meaning is what a stream says: what must be held as far as it is right, and where it is not.
type meaning struct {
	events   []wire.Value
	messages []*message
	calls    []*called
	answers  []*answer
	// dropped are the ids that a snapshot has left out, named all that the stream and the
	// input name.
	dropped, named map[string]bool
	steps          map[string]bool
	chunk          *message
	chunkCall      *called
	stage          stage
	runs           int
	outcome        wire.Value
	failure        wire.Value
	// wrong is the line that a violation is about, "" for a right stream; doubts are the
	// places at which a rejection is right, each with its line.
	wrong  string
	what   string
	doubts []doubt
	// answered and reopened are the calls of the run.
	answered, reopened map[string]bool
	seq                int
	harmless, snapped  bool
}

type doubt struct {
	at   int
	line string
}

// known tells whether the protocol has such an event.
func known(kind string) bool {
	return schemas.Knows(schemas.AGUIEvent, kind)
}

// mean reads the first n events of what came; the client held some messages before.
func mean(elements []wire.Value, messages wire.Value, n int) *meaning {
	m := &meaning{dropped: map[string]bool{}, named: map[string]bool{}, steps: map[string]bool{}, answered: map[string]bool{},
		reopened: map[string]bool{}}
	for _, s := range messages.Items() {
		m.store(s, before)
	}
	for i, e := range elements[:n] {
		m.harmless = m.harmless || harmless(e)
		if act.IsRaw(e) { // a frame that is no event may be refused
			m.doubts = append(m.doubts, doubt{i, "AGUI-16"})
		}
		data, _, _ := act.Frame(e)
		kind := data.Get("type")
		if data.IsAbsent() || kind.IsString() && !known(kind.Text()) {
			continue
		}
		m.events = append(m.events, data)
		data, ok, doubtful := formed(data)
		switch {
		case !ok:
			m.wrong, m.what = "AGUI-19", "a member is missing or has another type"
		case m.violates(data) != "":
			m.wrong, m.what = "AGUI-18", m.violates(data)
		}
		if m.wrong != "" {
			if m.chunkCall != nil {
				m.chunkCall.unsure = true
			}
			break
		}
		if doubtful {
			m.doubts = append(m.doubts, doubt{i, "AGUI-19"})
		}
		if m.disagrees(data) {
			m.doubts = append(m.doubts, doubt{i, "AGUI-10"})
		}
		m.take(data)
	}
	m.settle()
	return m
}

// formed holds an event against its schema: what is null and need not be is absent, which a
// client may also refuse. So may it an empty id.
func formed(e wire.Value) (formed wire.Value, ok, doubtful bool) {
	e, ok, doubtful = formedBy(schemas.AGUIEvent, e)
	for _, name := range []string{"messageId", "toolCallId", "parentMessageId"} {
		doubtful = doubtful || ok && e.Get(name).IsString() && e.Get(name).Text() == ""
	}
	return e, ok, doubtful
}

func formedBy(schema string, e wire.Value) (formed wire.Value, ok, doubtful bool) {
	wrong := func() (places []string) {
		list, _ := schemas.Breaches(schema, e)
		for _, b := range list {
			unknown := strings.HasSuffix(b.Schema, "/additionalProperties") || strings.HasSuffix(b.Schema, "/enum") &&
				e.Find(b.Pointer).IsString()
			if !unknown {
				places = append(places, b.Pointer)
			}
		}
		return places
	}
	places := wrong()
	for _, at := range places {
		if e.Find(at).Kind() == wire.Null {
			e, doubtful = e.Edit(at, func(wire.Value) wire.Value { return wire.Value{} }), true
		}
	}
	if len(places) > 0 && (!doubtful || len(wrong()) > 0) {
		return e, false, false
	}
	return e, true, doubtful
}

func (m *meaning) message(id string) *message {
	if i := slices.IndexFunc(m.messages, func(t *message) bool { return t.id == id }); i >= 0 {
		return m.messages[i]
	}
	return nil
}

func (m *meaning) call(id string) *called {
	if i := slices.IndexFunc(m.calls, func(c *called) bool { return c.id == id }); i >= 0 {
		return m.calls[i]
	}
	return nil
}

// continues tells whether a chunk goes on with the open chunk stream.
func (m *meaning) continues(e wire.Value) bool {
	same := func(name, id string) bool { return !e.Has(name) || e.Get(name).Text() == id }
	return isType(e, textChunk) && m.chunk != nil && same("messageId", m.chunk.id) ||
		isType(e, callChunk) && m.chunkCall != nil && same("toolCallId", m.chunkCall.id)
}

// passes tells whether an event leaves a chunk stream open.
func passes(e wire.Value) bool {
	return isType(e, "RAW", "ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA", "REASONING_ENCRYPTED_VALUE", "SUBAGENT_STARTED")
}

// violates says what a producer must not have sent, "" for nothing.
func (m *meaning) violates(e wire.Value) string {
	text := func(name string) string { return e.Get(name).Text() }
	kind := text("type")
	switch {
	case m.stage == outside && !isType(e, runStarted, runError):
		return "the first event begins no run"
	case m.stage == within && kind == runStarted:
		return "a run begins within a run"
	case m.stage == finished && !isType(e, runStarted, runError), m.stage == failed && kind != runStarted:
		return "an event follows the end of the run"
	}
	switch kind {
	case runFinished:
		if m.anyOpen() {
			return "something is open at the end of the run"
		}
	case stepStarted, stepEnded:
		if m.steps[text("stepName")] == (kind == stepStarted) {
			return "a step begins twice, or ends without having begun"
		}
	case textStart, textContent, textEnd:
		t := m.message(text("messageId"))
		return triadFits(kind == textStart, t != nil && t.open && t != m.chunk, e, func() string { return t.tag })
	case callStart, callArgs, callEnd:
		c := m.call(text("toolCallId"))
		return triadFits(kind == callStart, c != nil && c.open && c != m.chunkCall, e, func() string { return c.tag })
	case textChunk, callChunk:
		return m.chunkFits(e)
	}
	return ""
}

func triadFits(start, open bool, e wire.Value, tag func() string) string {
	switch {
	case start && open:
		return "what is open is started again"
	case !start && !open:
		return "content or an end for what is not open"
	case !start && e.Has("subagentRunId") && e.Get("subagentRunId").Text() != tag():
		return "another subagent than the opener's"
	}
	return ""
}

func (m *meaning) chunkFits(e wire.Value) string {
	other := func(name, have string) bool { return e.Has(name) && e.Get(name).Text() != have }
	text := isType(e, textChunk)
	switch {
	case m.continues(e) && text:
		if other("role", m.chunk.role) {
			return "a chunk has another role than its opener"
		}
	case m.continues(e):
		last := func(list []string) string { return list[len(list)-1] }
		if other("toolCallName", last(m.chunkCall.names)) || other("parentMessageId", last(m.chunkCall.parents)) {
			return "a chunk has another name or parent than its opener"
		}
	case text && !e.Has("messageId"), !text && (!e.Has("toolCallId") || !e.Has("toolCallName")):
		return "a first chunk lacks its id or its name"
	case text:
		if t := m.message(e.Get("messageId").Text()); t != nil && t.open && t != m.chunk {
			return "what is open is started again"
		}
	default:
		if c := m.call(e.Get("toolCallId").Text()); c != nil && c.open && c != m.chunkCall {
			return "what is open is started again"
		}
	}
	return ""
}

// anyOpen tells whether a triad or a step is open.
func (m *meaning) anyOpen() bool {
	for _, open := range m.steps {
		if open {
			return true
		}
	}
	return slices.ContainsFunc(m.messages, func(t *message) bool { return t.open && t != m.chunk && !t.hidden }) ||
		slices.ContainsFunc(m.calls, func(c *called) bool { return c.open && c != m.chunkCall && !c.hidden })
}

// disagrees: a call is reopened with another name or parent.
func (m *meaning) disagrees(e wire.Value) bool {
	c := m.call(e.Get("toolCallId").Text())
	if !isType(e, callStart, callChunk) || c == nil || m.continues(e) || c.hidden {
		return false
	}
	parent := e.Get("parentMessageId").Text()
	return !slices.Contains(c.names, e.Get("toolCallName").Text()) || !slices.Contains(c.parents, parent) && (parent != "" || c.brought)
}
