package agui

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Consume is the reference consumer: a client that holds a conversation and reads one stream.
func Consume(input wire.Value) dialect.Observation { return client{}.answer(input) }

// client is the reference with the places where a planted fault may do otherwise; nil does
// what is right.
type client struct {
	// hears changes an event, drops it or adds others.
	hears func(h *held, e wire.Value) []wire.Value
	// wrong says what an event violates, given what the reference says of it.
	wrong func(h *held, e wire.Value, wrong string) string
	// does takes an event in another way; false leaves it to the reference.
	does func(h *held, e wire.Value) bool
	// show changes the state at the end.
	show func(h *held, state wire.Value) wire.Value
}

// held is what the client holds.
type held struct {
	client
	messages []*entry
	open     map[string]string // kind and id of what is open, and its subagent
	chunk    wire.Value        // the opener of the chunk stream that is open
	begun    bool
	status   string
	over     bool
	failure  wire.Value
	outcome  wire.Value
	started  []string
	answered map[string]bool
	// fatal: the stream was refused, and why.
	fatal   string
	aborted bool
	// notes are what a fault remembers, last is the item opened last.
	notes map[string]wire.Value
	last  string
}

type entry struct {
	id, role string
	content  wire.Value
	calls    []*heldCall
	call     string
	failure  wire.Value
	metadata wire.Value
}

type heldCall struct {
	id, name  string
	arguments strings.Builder
	ended     bool
	metadata  wire.Value
}

func (c client) answer(input wire.Value) dialect.Observation {
	h := &held{client: c, open: map[string]string{}, answered: map[string]bool{}, notes: map[string]wire.Value{}, status: "open"}
	for _, m := range input.Get("messages").Items() {
		h.messages = append(h.messages, load(m))
	}
	if events := input.Get("events"); events.IsArray() {
		list := events.Items()
		if n, ok := input.Get("abortAfter").Int64(); ok && n > 0 && int(n) < len(list) {
			list, h.aborted = list[:n], true
		}
		for _, e := range list {
			h.hear(e)
		}
		return dialect.Observation{State: h.state()}
	}
	chunks, _ := wire.InputChunks(input)
	d := wire.NewDecoder(wire.SSE, 0)
	for _, c := range chunks {
		for _, f := range d.Feed(c) {
			if v, err := wire.Parse(f.Data); err == nil && v.IsObject() {
				h.hear(v)
			}
		}
	}
	return dialect.Observation{State: h.state()}
}

func (h *held) hear(e wire.Value) {
	list := []wire.Value{e}
	if h.hears != nil {
		list = h.hears(h, e)
	}
	for _, e := range list {
		if h.fatal != "" {
			return
		}
		h.receive(e)
	}
}

// receive drops what is unknown, refuses what is malformed, and expands chunks.
func (h *held) receive(e wire.Value) {
	kind := e.Get("type")
	if kind.IsString() && !slices.Contains(vocabulary(), kind.Text()) {
		return
	}
	e = withoutNulls(e)
	wrong := malformed(e)
	var list []wire.Value
	if wrong == "" {
		list, wrong = h.expanded(e)
	}
	for _, each := range list {
		w := h.outOfOrder(each)
		if h.wrong != nil {
			w = h.wrong(h, each, w)
		}
		if w != "" {
			h.fatal = w
			return
		}
		h.apply(each)
	}
	if h.wrong != nil && len(list) == 0 {
		wrong = h.wrong(h, e, wrong)
	}
	h.fatal = wrong
}

// expanded are the events that an event stands for, with the end of a chunk stream that it
// closes before it.
func (h *held) expanded(e wire.Value) (list []wire.Value, wrong string) {
	kind, chunk := e.Get("type").Text(), h.chunk
	id, start, content := "messageId", textStart, textContent
	if kind == callChunk {
		id, start, content = "toolCallId", callStart, callArgs
	}
	isChunk := kind == textChunk || kind == callChunk
	goesOn := isChunk && chunk.Get("type").Text() == kind && (!e.Has(id) || wire.Equal(e.Get(id), chunk.Get(id)))
	if !chunk.IsAbsent() && !goesOn && !passesBy(kind) {
		list, h.chunk = append(list, closing(chunk)), wire.Value{}
	}
	switch {
	case !isChunk:
		return append(list, e), ""
	case goesOn:
		for _, name := range []string{"toolCallName", "parentMessageId", "role"} {
			have := chunk.Get(name).Text()
			if name == "role" && have == "" {
				have = "assistant"
			}
			if e.Has(name) && e.Get(name).Text() != have {
				return list, "a chunk that disagrees with its opener"
			}
		}
	case !e.Has(id) || kind == callChunk && !e.Has("toolCallName"):
		return list, "a first chunk without its id or name"
	default:
		h.chunk = e
		list = append(list, e.With("type", wire.Str(start)).Without("delta"))
	}
	if delta := e.Get("delta"); delta.IsString() || goesOn {
		list = append(list,
			event(content, wire.M(id, h.chunk.Get(id)), wire.T("delta", delta.Text()), wire.M("metadata", metadataOf(e, goesOn))))
	}
	return list, ""
}

// metadataOf is that of a chunk which goes on; an opener's went with its start.
func metadataOf(e wire.Value, goesOn bool) wire.Value {
	if goesOn {
		return e.Get("metadata")
	}
	return wire.Value{}
}

func closing(chunk wire.Value) wire.Value {
	if chunk.Get("type").Text() == callChunk {
		return event(callEnd, wire.M("toolCallId", chunk.Get("toolCallId")))
	}
	return event(textEnd, wire.M("messageId", chunk.Get("messageId")))
}

func passesBy(kind string) bool {
	return slices.Contains([]string{"RAW", "ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA", "REASONING_ENCRYPTED_VALUE", "SUBAGENT_STARTED"}, kind)
}

// outOfOrder says what an event violates as things stand, "" for nothing.
func (h *held) outOfOrder(e wire.Value) string {
	kind := e.Get("type").Text()
	running := h.begun && !h.over
	switch {
	case !h.begun && kind != runStarted && kind != runError:
		return "the first event begins no run"
	case running && kind == runStarted:
		return "a second run begins within a run"
	case h.over && kind != runStarted && (kind != runError || h.status == "failed"):
		return "an event behind the end of the run"
	case kind == runFinished && len(h.open) > 0:
		return "the run ends while something is open"
	}
	key, opens, extends := itemOf(e)
	owner, open := h.open[key]
	switch {
	case opens && open:
		return "it is open already"
	case extends && !open:
		return "it is not open"
	case extends && e.Has("subagentRunId") && e.Get("subagentRunId").Text() != owner:
		return "it is another subagent's"
	}
	return ""
}

// itemOf is the item that an event opens, or extends or closes.
func itemOf(e wire.Value) (key string, opens, extends bool) {
	switch kind := e.Get("type").Text(); kind {
	case textStart, textContent, textEnd:
		return "text " + e.Get("messageId").Text(), kind == textStart, kind != textStart
	case callStart, callArgs, callEnd:
		return "call " + e.Get("toolCallId").Text(), kind == callStart, kind != callStart
	case stepStarted, stepEnded:
		return "step " + e.Get("stepName").Text(), kind == stepStarted, kind == stepEnded
	}
	return "", false, false
}

// apply takes an event that is in order.
func (h *held) apply(e wire.Value) {
	key, opens, extends := itemOf(e)
	kind := e.Get("type").Text()
	if opens {
		h.open[key], h.last = e.Get("subagentRunId").Text(), key
	} else if extends && (kind == textEnd || kind == callEnd || kind == stepEnded) {
		delete(h.open, key)
	}
	if h.does != nil && h.does(h, e) {
		return
	}
	switch kind {
	case runStarted:
		h.begun, h.over, h.status, h.started = true, false, "open", nil
		h.failure, h.outcome = wire.Value{}, wire.Value{}
		clear(h.answered)
		clear(h.open)
	case runFinished:
		h.over, h.outcome = true, e.Get("outcome")
		h.status = map[string]string{"cancelled": "cancelled", "interrupt": "interrupted"}[h.outcome.Get("type").Text()]
		if h.status == "" {
			h.status = "success"
		}
	case runError:
		h.begun, h.over, h.status, h.failure = true, true, "failed", e
	case textStart, textContent, textEnd:
		h.takeText(e, kind)
	case callStart, callArgs, callEnd:
		h.takeCall(e, kind)
	case callResult:
		h.answered[e.Get("toolCallId").Text()] = true
		h.messages = append(h.messages, &entry{id: e.Get("messageId").Text(), role: "tool", call: e.Get("toolCallId").Text(),
			content: e.Get("content"), metadata: mixed(wire.Value{}, e)})
	case snapshot:
		h.replace(e.Get("messages"))
	}
}

func (h *held) takeText(e wire.Value, kind string) {
	id := e.Get("messageId").Text()
	m := h.speaker(id)
	if m == nil {
		m = &entry{id: id, role: "assistant"}
		h.messages = append(h.messages, m)
	}
	if role := e.Get("role"); kind == textStart && role.IsString() && m.content.IsAbsent() {
		m.role = role.Text()
	}
	if kind == textContent || m.content.IsAbsent() {
		m.content = wire.Str(textual(m.content) + e.Get("delta").Text())
	}
	m.metadata = mixed(m.metadata, e)
}

// textual is a content as the text that goes on growing.
func textual(content wire.Value) string {
	out := content.Text()
	for _, p := range content.Items() {
		out += p.Get("text").Text()
	}
	return out
}

// speaker is the message of that id that is no tool's.
func (h *held) speaker(id string) *entry {
	for _, m := range h.messages {
		if m.id == id && m.role != "tool" {
			return m
		}
	}
	return nil
}

func (h *held) callOf(id string) *heldCall {
	for _, m := range h.messages {
		for _, c := range m.calls {
			if c.id == id {
				return c
			}
		}
	}
	return nil
}

func (h *held) takeCall(e wire.Value, kind string) {
	id := e.Get("toolCallId").Text()
	c := h.callOf(id)
	if kind == callStart && !slices.Contains(h.started, id) {
		h.started = append(h.started, id)
	}
	if c == nil && kind == callStart {
		c = &heldCall{id: id, name: e.Get("toolCallName").Text()}
		parent := e.Get("parentMessageId").Text()
		if parent == "" {
			parent = id
		}
		m := h.speaker(parent)
		if m == nil {
			m = &entry{id: parent, role: "assistant"}
			h.messages = append(h.messages, m)
		}
		m.calls = append(m.calls, c)
	}
	if c == nil {
		return // a snapshot took it away
	}
	c.arguments.WriteString(e.Get("delta").Text())
	c.ended = kind == callEnd
	c.metadata = mixed(c.metadata, e)
}

// mixed merges an event's metadata.
func mixed(have, e wire.Value) wire.Value {
	for _, m := range e.Get("metadata").Members() {
		if have.IsAbsent() {
			have = wire.Obj()
		}
		have = have.With(m.Name, m.Value)
	}
	return have
}
