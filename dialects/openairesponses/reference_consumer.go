package openairesponses

import (
	"cmp"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Consume is the reference consumer: a client that gathers one response.
func Consume(input wire.Value) dialect.Observation { return client{}.answer(input) }

// client is the reference with the places where a planted fault may do otherwise; nil does
// what is right.
type client struct {
	// frame looks at a frame's event name and data; false drops it.
	frame func(h *held, f wire.Frame) bool
	// hears changes an event, drops it or adds others.
	hears func(h *held, e wire.Value) []wire.Value
	// route finds the item that a delta or an arguments.done belongs to.
	route func(h *held, e wire.Value) *heldItem
	// piece takes a fragment of a call's arguments.
	piece func(h *held, i *heldItem, text string)
	// closes reads an item.done.
	closes func(h *held, e wire.Value)
	// arguments is what is handed out as a call's arguments, ready whether it is to be run.
	arguments func(h *held, i *heldItem) wire.Value
	ready     func(h *held, i *heldItem) bool
	// show changes the state at the end.
	show func(h *held, state wire.Value) wire.Value
}

// held is what a client holds of one response.
type held struct {
	client
	id       wire.Value
	items    []*heldItem
	terminal wire.Value
	failure  wire.Value
	aborted  bool
	last     *heldItem
	numbers  map[string]bool
	notes    map[string]wire.Value
}

type heldItem struct {
	index wire.Value
	kind  string
	// added is the item as it was opened, done as it was closed, listed as the terminal has it.
	added, done, listed wire.Value
	arguments           []byte
	told                wire.Value
	parts               map[string]*heldPart
	order               []*heldPart
	deltas              int
}

type heldPart struct {
	kind string
	text []byte
}

func (c client) answer(input wire.Value) dialect.Observation {
	h := &held{client: c, numbers: map[string]bool{}, notes: map[string]wire.Value{}}
	heard := wire.Hear(input)
	h.aborted = heard.Aborted
	for _, f := range heard.Frames {
		if h.frame != nil && !h.frame(h, f.Frame) {
			continue
		}
		if f.Done() {
			break
		}
		if !f.Value.IsAbsent() {
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

// take reads an event. What comes behind a terminal or an error is left, but for the
// response.failed that follows an error.
func (h *held) take(e wire.Value) {
	kind := e.Get("type").Text()
	if !h.terminal.IsAbsent() || !h.failure.IsAbsent() && kind != responseFailed {
		return
	}
	switch kind {
	case responseCreated, responseQueued, responseInProgress:
		h.id = e.Find("/response/id")
	case responseCompleted, responseIncomplete, responseFailed:
		h.end(e, kind)
	case itemAdded:
		h.open(e)
	case itemDone:
		if h.closes != nil {
			h.closes(h, e)
		} else {
			h.close(e)
		}
	case argumentsDelta, argumentsDone:
		h.call(e, kind)
	case textDelta, refusalDelta, textDone, refusalDone:
		h.say(e, kind)
	case errorEvent:
		h.failure = e
		if e.Get("error").IsObject() {
			h.failure = e.Get("error")
		}
	}
}

// repeated tells whether a number was heard before: then it is the same event.
func (h *held) repeated(e wire.Value) bool {
	n := e.Get("sequence_number")
	key := n.JSON() + e.JSON()
	before := h.numbers[key]
	h.numbers[key] = true
	return before && !n.IsNull()
}

func (h *held) open(e wire.Value) {
	data := e.Get("item")
	same := func(i *heldItem) bool {
		return wire.Equal(i.index, e.Get("output_index")) && wire.Equal(i.added.Get("id"), data.Get("id")) &&
			wire.Equal(i.added.Get("call_id"), data.Get("call_id"))
	}
	if slices.ContainsFunc(h.items, same) {
		return
	}
	h.last = &heldItem{index: e.Get("output_index"), kind: data.Get("type").Text(), added: data, parts: map[string]*heldPart{}}
	h.items = append(h.items, h.last)
}

// close ends the item that agrees with it most; one that was never opened begins with it.
func (h *held) close(e wire.Value) {
	i := h.agreeing(e.Get("item"), e.Get("output_index"))
	if i == nil {
		i = &heldItem{index: e.Get("output_index"), kind: e.Find("/item/type").Text(), added: e.Get("item"), parts: map[string]*heldPart{}}
		h.items = append(h.items, i)
	}
	i.done = e.Get("item")
}

func (h *held) agreeing(data, index wire.Value) *heldItem {
	same := func(i *heldItem, name string) bool {
		v := data.Get(name)
		return v.Text() != "" && (wire.Equal(i.added.Get(name), v) || wire.Equal(i.done.Get(name), v))
	}
	for _, fits := range []func(i *heldItem) bool{
		func(i *heldItem) bool { return same(i, "id") && same(i, "call_id") },
		func(i *heldItem) bool { return same(i, "id") && wire.Equal(i.index, index) },
		func(i *heldItem) bool { return same(i, "id") },
		func(i *heldItem) bool { return same(i, "call_id") },
		func(i *heldItem) bool { return index.Kind() == wire.Number && wire.Equal(i.index, index) },
	} {
		for _, i := range h.items {
			if i.kind == data.Get("type").Text() && fits(i) {
				return i
			}
		}
	}
	return nil
}

// find is the item that an event names: by its id, or by its index where it gives none.
func (h *held) find(e wire.Value) *heldItem {
	if h.route != nil {
		return h.route(h, e)
	}
	return h.named(e)
}

func (h *held) named(e wire.Value) *heldItem {
	var found *heldItem
	for _, i := range h.items {
		byID, byIndex := wire.Equal(i.added.Get("id"), e.Get("item_id")), wire.Equal(i.index, e.Get("output_index"))
		if byID && byIndex {
			return i
		}
		if byID && e.Get("item_id").Text() != "" || byIndex && e.Get("item_id").Text() == "" {
			found = i
		}
	}
	return found
}

func (h *held) call(e wire.Value, kind string) {
	i := h.find(e)
	switch {
	case i == nil:
	case kind == argumentsDone:
		i.told = e.Get("arguments")
	case h.piece != nil:
		h.piece(h, i, e.Get("delta").Text())
	case h.repeated(e):
	default:
		i.arguments = append(i.arguments, e.Get("delta").Text()...)
		i.deltas++
	}
}

func (h *held) say(e wire.Value, kind string) {
	i := h.find(e)
	if i == nil {
		return
	}
	key := e.Get("content_index").JSON()
	p := i.parts[key]
	if p == nil {
		p = &heldPart{kind: "text"}
		i.parts[key] = p
		i.order = append(i.order, p)
	}
	if kind == refusalDelta || kind == refusalDone {
		p.kind = "refusal"
	}
	switch kind {
	case textDone:
		p.text = []byte(e.Get("text").Text())
	case refusalDone:
		p.text = []byte(e.Get("refusal").Text())
	default:
		if !h.repeated(e) {
			p.text = append(p.text, e.Get("delta").Text()...)
		}
	}
}

func (h *held) end(e wire.Value, kind string) {
	h.terminal = e.Get("response").With("status", wire.Str(kind[len("response."):]))
	if id := h.terminal.Get("id"); id.IsString() {
		h.id = id
	}
	if kind == responseFailed && h.failure.IsAbsent() {
		h.failure = h.terminal.Get("error")
		if !h.failure.IsObject() {
			h.failure = wire.Obj(wire.T("message", "the response failed"))
		}
	}
	for _, data := range h.terminal.Get("output").Items() {
		if i := h.agreeing(data, wire.Value{}); i != nil {
			i.listed = data
		}
	}
}

// source is what is held of a call: its end, or what the terminal lists, or its start.
func (i *heldItem) source() wire.Value {
	for _, v := range []wire.Value{i.done, i.listed} {
		if v.IsObject() {
			return v
		}
	}
	return i.added
}

func (i *heldItem) text() string {
	switch {
	case i.done.IsObject(), i.listed.IsObject():
		return i.source().Get("arguments").Text()
	case i.told.IsString():
		return i.told.Text()
	}
	return string(i.arguments)
}

// isReady: all was told, nothing says that it is half, and its arguments can be handed over.
func (h *held) isReady(i *heldItem) bool {
	v, err := wire.Parse([]byte(i.text()))
	status := func(data wire.Value) bool {
		return data.IsAbsent() || data.Get("status").IsNull() || data.Get("status").Text() == completed
	}
	return i.done.IsObject() && status(i.done) && status(i.listed) && h.terminal.Get("status").Text() == completed &&
		h.failure.IsAbsent() && err == nil && v.IsObject()
}

func (h *held) entry(i *heldItem) wire.Value {
	arguments, ready := wire.Str(i.text()), h.isReady(i)
	if h.client.ready != nil {
		ready = h.client.ready(h, i)
	}
	if h.client.arguments != nil {
		arguments = h.client.arguments(h, i)
	}
	state, data := "open", i.source()
	if ready {
		state = "ready"
	}
	return wire.Obj(wire.T("type", "call"), wire.M("itemId", wire.OrNull(data.Get("id"))),
		wire.M("callId", wire.OrNull(data.Get("call_id"))),
		wire.M("name", wire.OrNull(data.Get("name"))),
		wire.M("arguments", arguments), wire.T("state", state))
}

func (h *held) state() wire.Value {
	items := slices.Clone(h.items)
	slices.SortStableFunc(items, func(a, b *heldItem) int {
		x, _ := a.index.Int64()
		y, _ := b.index.Int64()
		return cmp.Compare(x, y)
	})
	output := []wire.Value{}
	for _, i := range items {
		switch i.kind {
		case message:
			for _, p := range i.order {
				output = append(output, wire.Obj(wire.T("type", p.kind), wire.T("text", string(p.text))))
			}
		case functionCall:
			output = append(output, h.entry(i))
		case callOutput:
			output = append(output,
				wire.Obj(wire.T("type", "result"), wire.M("callId", i.source().Get("call_id")), wire.M("output", i.source().Get("output"))))
		}
	}
	status, failure := "unfinished", wire.NullValue
	if !h.terminal.IsAbsent() {
		status = h.terminal.Get("status").Text()
	}
	if !h.failure.IsAbsent() {
		status, failure = failed,
			wire.Obj(wire.M("code", wire.OrNull(h.failure.Get("code"))), wire.M("message", wire.OrNull(h.failure.Get("message"))))
	}
	state := wire.Obj(wire.M("responseId", wire.OrNull(h.id)), wire.T("status", status),
		wire.M("incompleteReason", wire.OrNull(h.terminal.Find("/incomplete_details/reason"))),
		wire.M("error", failure), wire.M("output", wire.List(output...)))
	if h.show != nil {
		state = h.show(h, state)
	}
	return state
}
