package agui

import (
	"strings"

	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/wire"
)

// told is a producer's stream, as far as it came.
type told struct {
	*producer.Stream[*told, see]
	stage    stage
	runs     int
	run      wire.Value // the RUN_STARTED of the run
	outcome  wire.Value
	failures []wire.Value
	finishes int
	// items are texts, calls and steps, by their kind and id; calls those that were started, in order.
	items map[string]*item
	order []*item
	// chunk is the item whose chunk stream is open.
	chunk   *item
	results []resultTold
	// owners say by which message an id was taken.
	owners map[string]string
	held   []wire.Value
	// arrived is all text in the order in which it came; right: some call is as it should be.
	arrived strings.Builder
	right   bool
}

type see = func(t *told, e wire.Value)

// item is a text message, a call or a step that was started.
type item struct {
	kind, id, name, parent, role string
	open                         bool
	text                         strings.Builder
	// run is the run that started it, before how much text had come then.
	run, before int
}

type resultTold struct {
	id, call string
	content  wire.Value
	run      int
	of       *item
	whole    bool
}

func producers() producer.Side[*told, see] {
	return producer.Side[*told, see]{Rules: producerRules, Results: true, New: func(s *producer.Stream[*told, see]) *told {
		s.Once = true
		return &told{Stream: s, items: map[string]*item{}, owners: map[string]string{}}
	}}
}

// target is the item that an event opens, goes on with or closes, and its kind.
func (t *told) target(e wire.Value) (it *item, kind, id string) {
	switch {
	case isType(e, textStart, textContent, textEnd, textChunk):
		kind, id = "text", e.Get("messageId").Text()
	case isType(e, callStart, callArgs, callEnd, callChunk):
		kind, id = "call", e.Get("toolCallId").Text()
	case isType(e, stepStarted, stepEnded):
		kind, id = "step", e.Get("stepName").Text()
	case isType(e, reasoningStart, reasoningContent, reasoningEnd):
		kind, id = "reasoning", e.Get("messageId").Text()
	default:
		return nil, "", ""
	}
	if t.goesOn(e) {
		return t.chunk, kind, t.chunk.id
	}
	return t.items[kind+" "+id], kind, id
}

// goesOn tells whether a chunk belongs to the chunk stream that is open.
func (t *told) goesOn(e wire.Value) bool {
	c := t.chunk
	return c != nil && (isType(e, textChunk) && c.kind == "text" && (!e.Has("messageId") || e.Get("messageId").Text() == c.id) ||
		isType(e, callChunk) && c.kind == "call" && (!e.Has("toolCallId") || e.Get("toolCallId").Text() == c.id))
}

// opening tells whether an event opens an item.
func (t *told) opening(e wire.Value) bool {
	return isType(e, textStart, callStart, stepStarted, reasoningStart) || isType(e, textChunk, callChunk) && !t.goesOn(e)
}

// Take lets the rules look at an event, with what it closes closed, and takes it.
func (t *told) Take(e wire.Value) {
	if t.chunk != nil && !t.goesOn(e) && !passes(e) && known(e.Get("type").Text()) {
		t.chunk.open, t.chunk = false, nil
	}
	t.Look(func(s see) {
		if s != nil {
			s(t, e)
		}
	})
	switch e.Get("type").Text() {
	case runStarted:
		t.stage, t.run, t.outcome = within, e, wire.Value{}
		t.runs++
	case runFinished:
		t.stage, t.outcome = finished, e.Get("outcome")
		t.finishes++
	case runError:
		t.stage, t.failures = failed, append(t.failures, e)
		for _, it := range t.items {
			it.open = false
		}
	case callResult:
		it := t.items["call "+e.Get("toolCallId").Text()]
		t.results = append(t.results, resultTold{e.Get("messageId").Text(), e.Get("toolCallId").Text(), e.Get("content"), t.runs, it,
			it != nil && !it.open})
	case snapshot:
		t.held = append(t.held, e.Get("messages").Items()...)
	default:
		t.takeItem(e)
	}
}

func (t *told) takeItem(e wire.Value) {
	it, kind, id := t.target(e)
	if kind == "" {
		return
	}
	if t.opening(e) {
		if it == nil {
			it = &item{kind: kind, id: id, name: e.Get("toolCallName").Text(), parent: e.Get("parentMessageId").Text(),
				role: e.Get("role").Text(), run: t.runs, before: t.arrived.Len()}
			t.items[kind+" "+id] = it
			t.order = append(t.order, it)
		}
		it.open = true
		if isType(e, textChunk, callChunk) {
			t.chunk = it
		}
	}
	if it == nil {
		return
	}
	if isType(e, textEnd, callEnd, stepEnded, reasoningEnd) {
		it.open = false
	}
	if t.Meant != nil {
		it.text.WriteString(e.Get("delta").Text())
		if kind == "text" && (it.role == "" || it.role == "assistant") {
			t.arrived.WriteString(e.Get("delta").Text())
		}
	}
}

// calls are the calls that were started, in order.
func (t *told) calls() (list []*item) {
	for _, it := range t.order {
		if it.kind == "call" {
			list = append(list, it)
		}
	}
	return list
}

// texts is the text of the assistant, message by message.
func (t *told) texts() string {
	var b strings.Builder
	for _, it := range t.order {
		if it.kind == "text" && (it.role == "" || it.role == "assistant") {
			b.WriteString(it.text.String())
		}
	}
	return b.String()
}

// raised tells whether the agent raised to its host in place of an event.
func (t *told) raised() bool { return t.State.Get("raised").IsString() }

// Tells says whether the stream shows anything of the turn: a call, its text where it has no
// call, or its end where it has neither.
func (t *told) Tells() bool {
	switch {
	case t.Meant == nil || len(t.Events) == 0 && !t.raised():
		return false
	case len(t.Calls()) > 0:
		return t.right
	case t.Text() != "":
		return t.Text() == t.texts() || t.Text() == t.arrived.String()
	}
	return t.finishes+len(t.failures) > 0 || t.raised()
}
