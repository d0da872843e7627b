package anthropicmessages

import (
	"bytes"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Consume is the reference consumer: a client that accumulates one message.
func Consume(input wire.Value) dialect.Observation { return client{}.answer(input) }

// client is the reference with the places where a planted fault may do otherwise; nil does
// what is right.
type client struct {
	// hears changes an event, drops it or adds others.
	hears func(h *held, e wire.Value) []wire.Value
	// route finds the block that a delta or a stop belongs to.
	route func(h *held, e wire.Value) *heldBlock
	// piece takes a fragment of a call's arguments.
	piece func(h *held, b *heldBlock, text string) string
	// input is what is offered as arguments.
	input func(h *held, b *heldBlock) wire.Value
	// runs tells whether a call is executed.
	runs func(h *held, b *heldBlock) bool
	// frame looks at a frame's event name and data; false drops it.
	frame func(h *held, f wire.Frame) bool
	// show changes the state at the end.
	show func(h *held, state wire.Value) wire.Value
}

// held is what a client holds of one stream.
type held struct {
	client
	id       wire.Value
	blocks   []*heldBlock
	byIndex  map[string]*heldBlock
	reason   wire.Value
	failure  wire.Value
	reported []string
	// begun, ended: the message's start and its end came. aborted: the caller gave up.
	begun, ended, aborted bool
	encoding              string
	// tools are the names of the tools that the caller registered.
	tools []wire.Value
	// last is the block that was started last; notes are what a fault remembers.
	last  *heldBlock
	notes map[string]wire.Value
}

type heldBlock struct {
	index     string
	kind      string
	id, name  string
	start     wire.Value
	text      []byte
	arguments []byte
	deltas    int
	stopped   bool
}

func (c client) answer(input wire.Value) dialect.Observation {
	h := &held{client: c, byIndex: map[string]*heldBlock{}, notes: map[string]wire.Value{}, tools: input.Get("tools").Items()}
	heard := wire.Hear(input)
	h.aborted, h.encoding = heard.Aborted, input.Get("encoding").Text()
	for _, f := range heard.Frames {
		if (h.frame == nil || f.Data == nil || h.frame(h, f.Frame)) && !f.Value.IsAbsent() {
			h.hear(f.Value)
		}
	}
	return dialect.Observation{State: h.state()}
}

func (h *held) hear(e wire.Value) {
	if h.hears == nil {
		h.take(e)
		return
	}
	for _, changed := range h.hears(h, e) {
		h.take(changed)
	}
}

// take reads an event. What comes behind the end of the message, or behind an error, is left.
func (h *held) take(e wire.Value) {
	if h.ended || !h.failure.IsAbsent() {
		return
	}
	switch e.Get("type").Text() {
	case "message_start":
		if !h.begun {
			h.begun, h.id = true, e.Find("/message/id")
		}
	case "content_block_start":
		h.open(e)
	case "content_block_delta":
		h.change(e)
	case "content_block_stop":
		if b := h.find(e); b != nil && !b.stopped {
			b.stopped = true
			if b.kind == "tool_use" && h.value(b).IsObject() {
				h.reported = append(h.reported, b.id)
			}
		}
	case "message_delta":
		if reason := e.Find("/delta/stop_reason"); reason.IsString() {
			h.reason = reason
		}
	case "message_stop":
		h.ended = true
	case "error":
		h.failure = e.Get("error")
		if !h.failure.IsObject() {
			h.failure = wire.Obj()
		}
	}
}

func (h *held) open(e wire.Value) {
	start := e.Get("content_block")
	b := &heldBlock{index: e.Get("index").JSON(), kind: start.Get("type").Text(), start: start, id: start.Get("id").Text(),
		name: start.Get("name").Text()}
	b.text = append(b.text, start.Get("text").Text()...)
	h.blocks = append(h.blocks, b)
	h.byIndex[b.index] = b
	h.last = b
}

// find is the block of an event's index.
func (h *held) find(e wire.Value) *heldBlock {
	if h.route != nil {
		return h.route(h, e)
	}
	return h.at(e)
}

func (h *held) at(e wire.Value) *heldBlock { return h.byIndex[e.Get("index").JSON()] }

func (h *held) change(e wire.Value) {
	b, delta := h.find(e), e.Get("delta")
	if b == nil || b.stopped {
		h.stray(b, delta)
		return
	}
	switch kind := delta.Get("type").Text(); {
	case kind == "text_delta" && b.kind == "text":
		b.text = append(b.text, delta.Get("text").Text()...)
	case kind == "input_json_delta" && b.kind == "tool_use":
		text := delta.Get("partial_json").Text()
		if h.piece != nil {
			text = h.piece(h, b, text)
		}
		b.arguments = append(b.arguments, text...)
		b.deltas++
	}
}

// stray is a fragment that no block takes: what it belonged to is not whole, and that is told.
func (h *held) stray(_ *heldBlock, delta wire.Value) {
	if delta.Get("type").Text() == "input_json_delta" && delta.Get("partial_json").Text() != "" {
		h.failure = wire.Obj(wire.T("type", "protocol_error"), wire.T("message", "a delta belongs to no block"))
	}
}

// offered is a call's input: null where its arguments are no JSON, or not there yet.
func (h *held) offered(b *heldBlock) wire.Value {
	if h.input != nil {
		return h.input(h, b)
	}
	return h.value(b)
}

func (h *held) value(b *heldBlock) wire.Value {
	if !b.stopped && !h.ended {
		return wire.NullValue
	}
	if len(bytes.TrimSpace(b.arguments)) == 0 {
		if b.start.Get("input").IsObject() {
			return b.start.Get("input")
		}
		return wire.Obj()
	}
	v, err := wire.Parse(b.arguments)
	if err != nil {
		return wire.NullValue
	}
	return v
}

// executes: the turn is over, and it asked for tools.
func (h *held) executes(b *heldBlock) bool {
	if h.runs != nil {
		return h.runs(h, b)
	}
	return h.mayRun(b)
}

func (h *held) mayRun(b *heldBlock) bool {
	known := slices.ContainsFunc(h.tools, func(name wire.Value) bool { return name.Text() == b.name })
	return known && h.ended && h.failure.IsAbsent() && h.reason.Text() == "tool_use" && h.value(b).IsObject() && !h.offered(b).IsNull()
}

func (h *held) state() wire.Value {
	content, executed, reported := []wire.Value{}, []wire.Value{}, []wire.Value{}
	seen := map[string]bool{}
	for _, b := range h.blocks {
		switch b.kind {
		case "text":
			content = append(content, wire.Obj(wire.T("type", "text"), wire.T("text", string(b.text))))
		case "tool_use":
			input := h.offered(b)
			content = append(content,
				wire.Obj(wire.T("type", "tool_use"), wire.T("id", b.id), wire.T("name", b.name), wire.M("input", input)))
			if ran := wire.Obj(wire.T("id", b.id), wire.M("input", input)); h.executes(b) && !seen[ran.JSON()] {
				seen[ran.JSON()] = h.runs == nil
				executed = append(executed, ran)
			}
		}
	}
	for _, id := range h.reported {
		reported = append(reported, wire.Str(id))
	}
	failure := wire.NullValue
	if h.failure.IsObject() {
		failure = wire.Obj(wire.M("type", h.failure.Get("type")), wire.M("message", h.failure.Get("message")))
	}
	state := wire.Obj(wire.M("id", wire.OrNull(h.id)), wire.M("stopReason", wire.OrNull(h.reason)),
		wire.M("content", wire.List(content...)),
		wire.M("error", failure), wire.M("reported", wire.List(reported...)), wire.M("executed", wire.List(executed...)))
	if h.show != nil {
		state = h.show(h, state)
	}
	return state
}
