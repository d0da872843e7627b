package openairesponses

import (
	"slices"

	"github.com/toolconform/conform/wire"
)

// The types of events.
const (
	responseCreated    = "response.created"
	responseQueued     = "response.queued"
	responseInProgress = "response.in_progress"
	responseCompleted  = "response.completed"
	responseIncomplete = "response.incomplete"
	responseFailed     = "response.failed"
	responseCancelled  = "response.cancelled" // no stream has it
	itemAdded          = "response.output_item.added"
	itemDone           = "response.output_item.done"
	partAdded          = "response.content_part.added"
	partDone           = "response.content_part.done"
	textDelta          = "response.output_text.delta"
	textDone           = "response.output_text.done"
	refusalDelta       = "response.refusal.delta"
	refusalDone        = "response.refusal.done"
	argumentsDelta     = "response.function_call_arguments.delta"
	argumentsDone      = "response.function_call_arguments.done"
	errorEvent         = "error"
	keepalive          = "keepalive"
)

// The types of items and parts, and the statuses.
const (
	functionCall = "function_call"
	callOutput   = "function_call_output"
	message      = "message"
	outputText   = "output_text"
	refusalPart  = "refusal"

	completed  = "completed"
	incomplete = "incomplete"
	inProgress = "in_progress"
	failed     = "failed"
	queued     = "queued"
)

// settings are the members of a response that nothing here is about: those of both
// descriptions, since strict clients drop an event that lacks one.
const settings = `{"instructions":null,"metadata":{},"tools":[],"tool_choice":"auto","parallel_tool_calls":true,"temperature":1,` +
	`"top_p":1,` +
	`"completed_at":null,"previous_response_id":null,"text":{"format":{"type":"text"},"verbosity":"medium"},"truncation":"disabled",` +
	`"presence_penalty":0,"frequency_penalty":0,"top_logprobs":0,"reasoning":{"effort":null,"summary":null},"usage":null,` +
	`"max_output_tokens":null,"max_tool_calls":null,"store":false,"background":false,"service_tier":"default","safety_identifier":null,` +
	`"prompt_cache_key":null}`

const usage = `{"input_tokens":7,"output_tokens":11,"total_tokens":18,"input_tokens_details":{"cached_tokens":0},` +
	`"output_tokens_details":{"reasoning_tokens":0}}`

// writer writes the events of one response: it numbers them and knows its items.
type writer struct {
	id     string
	events []wire.Value
	next   int64
	items  []*written
}

// written is an item as it was told.
type written struct {
	index    int64
	id, call string
	name     string
	parts    []wire.Value
	text     string
	done     wire.Value
}

func num(name string, n int64) wire.Member { return wire.M(name, wire.Int(n)) }

// emit numbers an event and sends it.
func (w *writer) emit(kind string, members ...wire.Member) {
	w.events = append(w.events, wire.Obj(append([]wire.Member{wire.T("type", kind), num("sequence_number", w.next)}, members...)...))
	w.next++
}

// response is the object that the events about the whole carry.
func (w *writer) response(status string, output []wire.Value, failure, details wire.Value) wire.Value {
	r := wire.Obj(wire.T("id", w.id), wire.T("object", "response"), num("created_at", 1770803615), wire.T("status", status),
		wire.T("model", "m"),
		wire.M("output", wire.List(output...)), wire.M("error", failure), wire.M("incomplete_details", details))
	for _, m := range wire.ParseString(settings).Members() {
		r = r.With(m.Name, m.Value)
	}
	if status == completed {
		r = r.With("completed_at", wire.Int(1770803619)).With("usage", wire.ParseString(usage))
	}
	return r
}

func (w *writer) status(kind, status string) {
	w.emit(kind, wire.M("response", w.response(status, nil, wire.NullValue, wire.NullValue)))
}

func (w *writer) begin(id string) {
	w.id = id
	w.status(responseCreated, inProgress)
}

// output is what a terminal lists: every item that was done, by its index.
func (w *writer) output() []wire.Value {
	items := slices.Clone(w.items)
	slices.SortStableFunc(items, func(a, b *written) int { return int(a.index - b.index) })
	list := []wire.Value{}
	for _, i := range items {
		if !i.done.IsAbsent() {
			list = append(list, i.done)
		}
	}
	return list
}

// end is the terminal of that status; a failure has a code and a message, an incomplete one a
// reason, null where that is "".
func (w *writer) end(status, reason, words string) {
	failure, details := wire.NullValue, wire.NullValue
	if status == failed {
		failure = wire.Obj(wire.T("code", reason), wire.T("message", words))
	} else if reason != "" {
		details = wire.Obj(wire.T("reason", reason))
	}
	w.emit("response."+status, wire.M("response", w.response(status, w.output(), failure, details)))
}

// at is the item of the index that was added last; one without an id where none was.
func (w *writer) at(index int64) *written {
	for _, i := range slices.Backward(w.items) {
		if i.index == index {
			return i
		}
	}
	return &written{index: index}
}

// add opens an item, done ends it.
func (w *writer) add(index int64, item wire.Value) *written {
	i := &written{index: index, id: item.Get("id").Text(), call: item.Get("call_id").Text(), name: item.Get("name").Text()}
	w.items = append(w.items, i)
	w.emit(itemAdded, num("output_index", index), wire.M("item", item))
	return i
}

func (w *writer) done(i *written, item wire.Value) {
	i.done = item
	w.emit(itemDone, num("output_index", i.index), wire.M("item", item))
}

// of are the members that name an item.
func of(i *written) []wire.Member {
	return []wire.Member{wire.T("item_id", i.id), num("output_index", i.index)}
}

func callItem(id, call, name, arguments, status string) wire.Value {
	return wire.Obj(wire.T("type", functionCall), wire.T("id", id), wire.T("call_id", call), wire.T("name", name),
		wire.T("arguments", arguments),
		wire.T("status", status))
}

func (w *writer) call(index int64, id, call, name string) *written {
	return w.add(index, callItem(id, call, name, "", inProgress))
}

func (w *writer) piece(i *written, delta string) {
	i.text += delta
	w.emit(argumentsDelta, append(of(i), wire.T("delta", delta))...)
}

func (w *writer) told(i *written, arguments string) {
	w.emit(argumentsDone, append(of(i), wire.T("name", i.name), wire.T("arguments", arguments))...)
}

func (w *writer) called(i *written, arguments, status string) {
	w.done(i, callItem(i.id, i.call, i.name, arguments, status))
}

func messageItem(id, status string, parts []wire.Value) wire.Value {
	return wire.Obj(wire.T("type", message), wire.T("id", id), wire.T("role", "assistant"), wire.T("status", status),
		wire.M("content", wire.List(parts...)))
}

// contentPart is a part of that kind: its text stands under another name in each.
func contentPart(kind, text string) wire.Value {
	if kind == refusalPart {
		return wire.Obj(wire.T("type", kind), wire.T(kind, text))
	}
	return wire.Obj(wire.T("type", kind), wire.T("text", text), wire.M("annotations", wire.List()), wire.M("logprobs", wire.List()))
}

func (w *writer) message(index int64, id string) *written {
	return w.add(index, messageItem(id, inProgress, nil))
}

func within(i *written, content int64) []wire.Member {
	return append(of(i), num("content_index", content))
}

func (w *writer) part(i *written, content int64, kind string) {
	i.text = ""
	w.emit(partAdded, append(within(i, content), wire.M("part", contentPart(kind, "")))...)
}

// say is a piece of a part.
func (w *writer) say(i *written, content int64, kind, delta string) {
	i.text += delta
	if kind == refusalPart {
		w.emit(refusalDelta, append(within(i, content), wire.T("delta", delta))...)
		return
	}
	w.emit(textDelta, append(within(i, content), wire.T("delta", delta), wire.M("logprobs", wire.List()))...)
}

// whole is a part's text, whole, and its end.
func (w *writer) whole(i *written, content int64, kind, text string) {
	if kind == refusalPart {
		w.emit(refusalDone, append(within(i, content), wire.T("refusal", text))...)
		return
	}
	w.emit(textDone, append(within(i, content), wire.T("text", text), wire.M("logprobs", wire.List()))...)
}

func (w *writer) closed(i *written, content int64, kind, text string) {
	i.parts = append(i.parts, contentPart(kind, text))
	w.emit(partDone, append(within(i, content), wire.M("part", contentPart(kind, text)))...)
}

// said is a whole part.
func (w *writer) said(i *written, content int64, kind string, pieces ...string) {
	w.part(i, content, kind)
	text := ""
	for _, p := range pieces {
		w.say(i, content, kind, p)
		text += p
	}
	w.whole(i, content, kind, text)
	w.closed(i, content, kind, text)
}

func (w *writer) ended(i *written, status string) { w.done(i, messageItem(i.id, status, i.parts)) }

// failing is an `error` event, flat or nested.
func (w *writer) failing(code, words string, nested bool) {
	if nested {
		w.emit(errorEvent,
			wire.M("error",
				wire.Obj(wire.T("type", code), wire.T("code", code), wire.T("message", words), wire.M("param", wire.NullValue))))
		return
	}
	w.emit(errorEvent, wire.T("code", code), wire.T("message", words), wire.M("param", wire.NullValue))
}

func reasoning(id string) wire.Value {
	return wire.Obj(wire.T("type", "reasoning"), wire.T("id", id), wire.M("summary", wire.List()))
}
