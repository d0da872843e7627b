package uimessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Consume is the reference consumer: a client that builds a message of events.
func Consume(input wire.Value) dialect.Observation { return client{}.answer(input) }

// client is the reference with the places where a planted fault may do otherwise; nil does
// what is right.
type client struct {
	// hears changes an event: several, or none, may come of it.
	hears func(h *heldMessage, e wire.Value) []wire.Value
	// find is the part of a call that an event is about, nil for none.
	find func(h *heldMessage, e wire.Value) *part
	// instead does something else with an event; false: it did nothing.
	instead func(h *heldMessage, p *part, e wire.Value) bool
	// after is done behind an event, end behind the last.
	after func(h *heldMessage, e wire.Value)
	end   func(h *heldMessage)
	// show changes the state.
	show func(h *heldMessage, state wire.Value) wire.Value
	// strict: a malformed frame is an error.
	strict bool
}

// heldMessage is a client with what it holds of one stream.
type heldMessage struct {
	client
	id, reason, failure wire.Value
	parts               []*part
	// blocks are the open ones of text, thoughts those of reasoning.
	blocks, thoughts map[string]*part
	aborted, stopped bool
	// notes are what a planted fault remembers.
	notes map[string]wire.Value
}

// part is a part of the message.
type part struct {
	kind, text, id, name   string
	state                  string
	input, output, failure wire.Value
	gathered               strings.Builder
	asText                 bool
	flags                  map[string]bool
	approval               wire.Value
	dataID, data           wire.Value
}

func (c client) answer(input wire.Value) dialect.Observation {
	h := &heldMessage{client: c, blocks: map[string]*part{}, thoughts: map[string]*part{}, notes: map[string]wire.Value{},
		id: wire.Str("generated")}
	h.begin(input.Get("message"))
	for _, f := range wire.Hear(input).Frames {
		if f.Done() || h.stopped {
			break
		}
		if !f.Value.IsAbsent() {
			h.event(f.Value)
		} else if h.strict && len(f.Data) > 0 {
			h.fail("a frame is malformed")
		}
	}
	if h.end != nil {
		h.end(h)
	}
	return dialect.Observation{State: h.state()}
}

// fail reports an error and reads no further.
func (h *heldMessage) fail(text string) {
	h.report(text)
	h.stopped = true
}

func (h *heldMessage) report(text string) {
	if h.failure.IsAbsent() {
		h.failure = wire.Str(text)
	}
}

// begin takes the message that the stream goes on with.
func (h *heldMessage) begin(message wire.Value) {
	if message.Get("id").IsString() {
		h.id = message.Get("id")
	}
	for _, v := range message.Get("parts").Items() {
		p := h.add(v.Get("type").Text())
		p.text, p.id, p.name, p.state = v.Get("text").Text(), v.Get("toolCallId").Text(), v.Get("toolName").Text(), v.Get("state").Text()
		p.input, p.output, p.failure, p.approval = v.Get("input"), v.Get("output"), v.Get("errorText"), v.Get("approval")
		for _, name := range flagNames() {
			p.flags[name] = v.Get(name).IsTrue()
		}
		if p.kind == "data" {
			p.name, p.dataID, p.data = v.Get("name").Text(), v.Get("id"), v.Get("data")
		}
	}
}

func flagNames() []string { return []string{"dynamic", "providerExecuted", "preliminary"} }

func (h *heldMessage) add(kind string) *part {
	p := &part{kind: kind, flags: map[string]bool{}}
	h.parts = append(h.parts, p)
	return p
}

func (h *heldMessage) event(e wire.Value) {
	list := []wire.Value{e}
	if h.hears != nil {
		list = h.hears(h, e)
	}
	for _, e := range list {
		if h.stopped {
			return
		}
		if h.take(e); h.after != nil {
			h.after(h, e)
		}
	}
}

func (h *heldMessage) take(e wire.Value) {
	kind := e.Get("type").Text()
	var p *part
	if id := e.Get("toolCallId"); id.IsString() || kind == "tool-approval-response" {
		find := h.find
		if find == nil {
			find = (*heldMessage).lookup
		}
		p = find(h, e)
	}
	if h.instead != nil && h.instead(h, p, e) {
		return
	}
	switch kind {
	case "start":
		if e.Get("messageId").IsString() {
			h.id = e.Get("messageId")
		}
	case "start-step":
		h.add("step")
	case "text-start", "text-delta", "text-end", "reasoning-start", "reasoning-delta", "reasoning-end":
		h.words(kind, e)
	case "reset-step":
		h.takeBack()
	case "error":
		h.report(e.Get("errorText").Text())
	case "abort":
		h.aborted = true
	case "finish":
		h.reason = e.Get("finishReason")
	case "tool-input-start", "tool-input-available", "tool-input-error":
		h.called(p, kind, e)
	default:
		if name, ok := strings.CutPrefix(kind, "data-"); ok && !e.Get("transient").IsTrue() {
			h.keep(name, e)
		} else if p != nil {
			p.happens(kind, e)
		}
	}
}

// lookup finds the part of a call: for what begins a call in this step, for what answers one
// the newest.
func (h *heldMessage) lookup(e wire.Value) *part {
	kind := e.Get("type").Text()
	begins := kind == "tool-input-start" || kind == "tool-input-available" || kind == "tool-input-error"
	for _, p := range slices.Backward(h.parts) {
		switch {
		case p.kind == "step" && begins:
			return nil
		case p.kind == "tool" && kind == "tool-approval-response" && wire.Equal(p.approval.Get("id"), e.Get("approvalId")):
			return p
		case p.kind == "tool" && kind != "tool-approval-response" && p.id == e.Get("toolCallId").Text():
			return p
		}
	}
	return nil
}

// final: the part has an outcome.
func (p *part) final() bool {
	return p.state == "output-available" && !p.flags["preliminary"] || p.state == "output-error" || p.state == "output-denied"
}

// called is what begins a call, or completes its input. Behind an outcome it says nothing new.
func (h *heldMessage) called(p *part, kind string, e wire.Value) {
	if p != nil && p.final() && kind != "tool-input-error" {
		return
	}
	if p == nil {
		p = h.add("tool")
		p.id = e.Get("toolCallId").Text()
	}
	p.name, p.asText = e.Get("toolName").Text(), p.asText || e.Get("inputEncoding").Text() == "text"
	p.flag(e)
	switch kind {
	case "tool-input-start":
		p.settle("input-streaming", wire.Value{}, wire.Value{})
		p.input = wire.Value{}
		p.gathered.Reset()
	case "tool-input-available":
		p.settle("input-available", wire.Value{}, wire.Value{})
		p.input = e.Get("input")
	default:
		p.settle("output-error", wire.Value{}, e.Get("errorText"))
	}
	if kind == "tool-input-error" && p.input.IsAbsent() {
		p.input = e.Get("input")
	}
}

// flag keeps what an event says of the flags.
func (p *part) flag(e wire.Value) {
	for _, name := range flagNames()[:2] {
		if e.Has(name) {
			p.flags[name] = e.Get(name).IsTrue()
		}
	}
}

func (p *part) settle(state string, output, failure wire.Value) {
	p.state, p.output, p.failure, p.flags["preliminary"] = state, output, failure, false
}

// happens is an event about a call that is there.
func (p *part) happens(kind string, e wire.Value) {
	switch kind {
	case "tool-input-delta":
		if p.state == "input-streaming" {
			p.gathered.WriteString(e.Get("inputTextDelta").Text())
		}
		return
	case "tool-approval-request":
		if !p.final() {
			p.state, p.approval = "approval-requested", wire.Obj(wire.M("id", e.Get("approvalId")), wire.M("approved", wire.NullValue))
		}
		return
	case "tool-approval-response":
		if p.approval = p.approval.With("approved", e.Get("approved")); !p.final() {
			p.state = "approval-responded"
		}
		return
	}
	if p.state == "input-streaming" {
		p.infer()
	}
	p.flag(e)
	switch kind {
	case "tool-output-available":
		p.settle("output-available", e.Get("output"), wire.Value{})
		p.flags["preliminary"] = e.Get("preliminary").IsTrue()
	case "tool-output-error":
		p.settle("output-error", wire.Value{}, e.Get("errorText"))
	case "tool-output-denied":
		p.settle("output-denied", wire.Value{}, wire.Value{})
	}
}

// infer makes the input of what was gathered.
func (p *part) infer() {
	if p.asText {
		p.input = wire.Str(p.gathered.String())
	} else if v, err := wire.Parse([]byte(p.gathered.String())); err == nil {
		p.input = v
	}
}

// words are text; reasoning isn't shown.
func (h *heldMessage) words(kind string, e wire.Value) {
	id := e.Get("id").Text()
	open, what := h.blocks, "text"
	if strings.HasPrefix(kind, "reasoning") {
		open, what = h.thoughts, "reasoning"
	}
	switch {
	case strings.HasSuffix(kind, "-end"):
		delete(open, id)
		return
	case open[id] == nil || strings.HasSuffix(kind, "-start"):
		open[id] = h.add(what)
	}
	open[id].text += e.Get("delta").Text()
}

// takeBack drops the parts of the step.
func (h *heldMessage) takeBack() {
	for i, p := range slices.Backward(h.parts) {
		if p.kind == "step" {
			h.parts = h.parts[:i+1]
			clear(h.blocks)
			clear(h.thoughts)
			return
		}
	}
}

// keep is a data part, a new one or another value of one that is there.
func (h *heldMessage) keep(name string, e wire.Value) {
	for _, p := range h.parts {
		if p.kind == "data" && p.name == name && e.Has("id") && wire.Equal(p.dataID, e.Get("id")) {
			p.data = e.Get("data")
			return
		}
	}
	p := h.add("data")
	p.name, p.dataID, p.data = name, e.Get("id"), e.Get("data")
}

func (h *heldMessage) state() wire.Value {
	parts, any := []wire.Value{}, false
	for _, p := range h.parts {
		any = any || p.kind != "step"
		if p.kind != "reasoning" {
			parts = append(parts, p.value())
		}
	}
	message := wire.NullValue
	if any {
		message = wire.Obj(wire.M("id", h.id), wire.M("parts", wire.List(parts...)))
	}
	state := wire.Obj(wire.M("message", message), wire.M("finishReason", wire.OrNull(h.reason)), wire.M("error", wire.OrNull(h.failure)),
		wire.M("aborted", wire.Boolean(h.aborted)))
	if h.show != nil {
		state = h.show(h, state)
	}
	return state
}

func (p *part) value() wire.Value {
	kind := wire.T("type", p.kind)
	switch p.kind {
	case "text":
		return wire.Obj(kind, wire.T("text", p.text))
	case "data":
		return wire.Obj(kind, wire.T("name", p.name), wire.M("id", wire.OrNull(p.dataID)), wire.M("data", p.data))
	case "tool":
		gathered := wire.NullValue
		if p.state == "input-streaming" && p.gathered.Len() > 0 {
			gathered = wire.Str(p.gathered.String())
		}
		return wire.Obj(kind, wire.T("toolCallId", p.id), wire.T("toolName", p.name),
			wire.T("state", p.state),
			wire.M("input", wire.OrNull(p.input)), wire.M("output", wire.OrNull(p.output)), wire.M("errorText", wire.OrNull(p.failure)),
			wire.M("inputText", gathered),
			wire.M("dynamic", wire.Boolean(p.flags["dynamic"])), wire.M("preliminary", wire.Boolean(p.flags["preliminary"])),
			wire.M("providerExecuted", wire.Boolean(p.flags["providerExecuted"])), wire.M("approval", wire.OrNull(p.approval)))
	}
	return wire.Obj(kind)
}
