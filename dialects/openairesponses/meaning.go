package openairesponses

import (
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// What is particular about a call, or about the stream that it stands in.
const (
	// deltaless: no piece of its arguments came. blank: an empty one did. woven: other items
	// are told between its events, or close in another order.
	deltaless act.Traits = 1 << iota
	blank
	woven
	// half: it ended incomplete, or a terminal finds it open. cutOff: it was never told final
	// when the stream ended. malformed: its whole arguments are no object.
	half
	cutOff
	malformed
	// prefixed, aside, unknown and odd: the stream has such events or items.
	prefixed
	aside
	unknown
	odd
	// replayed: something told once is told again. doubled: so is a delta. shared: another item
	// has its id, call_id or index. strayed: something is told of no item.
	replayed
	doubled
	shared
	strayed
	// contrary: the stream contradicts itself here.
	contrary
)

// told is what one event says of a call.
type told struct {
	name, call string
	arguments  string
	status     wire.Value
	by         string
}

// part is a content part: each way in which its text was told.
type part struct {
	index  int64
	kind   string
	deltas []act.Piece
	dones  []string
}

// item is an output item, as its events tell it.
type item struct {
	index    int64
	placed   bool
	ids      []string
	calls    []string
	kind     string
	added    bool
	early    []told
	deltas   []act.Piece
	whole    []string
	dones    []told
	entries  []told
	parts    []*part
	outcome  wire.Value
	from, to int
	// closedAt is the place of its done, listed its place in the terminal's list.
	closedAt, listed int
	traits           act.Traits
	// late: it came when all was over. wild: of what it was told so far nothing is sure.
	// vague: it may be one with another. renamed: its done has another id than its added.
	late, wild, vague, renamed bool
}

type failure struct {
	code    wire.Value
	message string
	// behind: something before it may have been told instead. late: all was over.
	behind, late bool
}

// meaning is what a stream means for a consumer.
type meaning struct {
	script    *stream.Script
	items     []*item
	responses []string
	// nameless: one of them came without an id.
	nameless bool
	// end is the first terminal's type, "" where none came, output what it lists.
	end       string
	output    wire.Value
	statuses  []string
	reasons   []wire.Value
	failures  []failure
	strays    []string
	strayIDs  []string
	seen      map[string]bool
	began     bool
	reordered bool
	odd       act.Traits
	leave     compare.Leave
}

func meant(c *dialect.Case) (*meaning, bool) {
	s, ok := c.Script.(*stream.Script)
	if !ok {
		return nil, false
	}
	m := &meaning{script: s, seen: map[string]bool{}}
	m.leave.Allow(c.MayReject, "FRAME-12")
	for i, e := range s.Came() {
		if data, _, _ := act.Frame(e); !data.IsAbsent() {
			m.take(i, data)
		}
	}
	m.settle()
	return m, true
}

// over: what comes now may be left.
func (m *meaning) over() bool { return m.end != "" || len(m.failures) > 0 }

// again tells whether the event was told before, unchanged but for its number.
func (m *meaning) again(e wire.Value) bool {
	kind := e.Get("type").Text()
	if kind != argumentsDelta && kind != textDelta && kind != refusalDelta {
		e = e.Without("sequence_number")
	} else if !e.Has("sequence_number") {
		return false
	}
	key := e.JSON()
	before := m.seen[key]
	m.seen[key] = true
	return before
}

func (m *meaning) take(i int, e wire.Value) {
	kind := e.Get("type").Text()
	again := m.again(e)
	switch kind {
	case responseCreated, responseQueued, responseInProgress:
		m.head(e, kind, again)
		return
	case responseCompleted, responseIncomplete, responseFailed:
		m.terminal(i, e, kind, again)
		return
	case errorEvent:
		m.fails(e)
		return
	case itemAdded, itemDone, partAdded, partDone, textDelta, textDone, refusalDelta, refusalDone, argumentsDelta, argumentsDone:
	default:
		m.strange(kind)
		return
	}
	m.leave.Allow(!m.began, "RESP-22")
	if m.over() {
		m.odd |= contrary
		m.leave.Allow(true, "RESP-22")
	}
	switch kind {
	case itemAdded:
		m.add(i, e, again)
	case itemDone:
		m.done(i, e, again)
	default:
		m.within(i, e, kind, again)
	}
}

func (m *meaning) head(e wire.Value, kind string, again bool) {
	if again {
		m.odd |= replayed
		m.leave.Allow(true, "RESP-17")
	}
	m.began = m.began || kind == responseCreated
	m.identify(e.Get("response"))
}

// identify notes the id of a response that was told, and whether one had none.
func (m *meaning) identify(response wire.Value) {
	switch id := response.Get("id").Text(); {
	case id == "":
		m.nameless = m.nameless || response.IsObject()
	case !slices.Contains(m.responses, id):
		m.responses = append(m.responses, id)
	}
}

// strange is an event of no item: an extension's, one about nothing here, or one that no table
// has, which may be told.
func (m *meaning) strange(kind string) {
	switch {
	case isPrefixed(kind):
		m.odd |= prefixed
	case isAside(kind):
		m.odd |= aside
	default:
		m.odd |= odd
		m.leave.Allow(true, "RESP-15")
	}
}

func (m *meaning) fails(e wire.Value) {
	at := e
	if inner := e.Get("error"); inner.IsObject() {
		at = inner
	}
	m.fail(at)
	m.leave.Allow(m.end != "", "RESP-22")
}

// fail notes a failure of these words. Behind what may be refused a reader may have stopped, and never have heard them.
func (m *meaning) fail(e wire.Value) {
	behind := len(m.leave.Allows) > 0 || slices.ContainsFunc(m.items, (*item).refusable)
	m.failures = append(m.failures, failure{e.Get("code"), e.Get("message").Text(), behind, m.end != ""})
}

func (m *meaning) terminal(i int, e wire.Value, kind string, again bool) {
	r := e.Get("response")
	status := kind[len("response."):]
	if again {
		m.odd |= replayed
		m.leave.Allow(true, "RESP-17")
		return
	}
	m.leave.Allow(m.over() && !(kind == responseFailed && m.end == "") || !m.began, "RESP-22")
	m.identify(r)
	m.statuses = append(m.statuses, status)
	if said := r.Get("status").Text(); said != status {
		m.statuses = append(m.statuses, said)
		m.leave.Allow(true, "RESP-22")
	}
	m.reasons = append(m.reasons, r.Find("/incomplete_details/reason"))
	if kind == responseFailed {
		m.fail(r.Get("error"))
	}
	if m.end == "" {
		m.end, m.output = status, r.Get("output")
	}
	m.entries(i, r.Get("output"))
}

// entries are what a terminal lists.
func (m *meaning) entries(at int, output wire.Value) {
	list := output.Items()
	last := int64(-1 << 62)
	for n, e := range list {
		it := m.named(e, wire.Value{})
		if it == nil {
			it = &item{index: 1 << 40, kind: e.Get("type").Text(), from: at, to: at, late: true, traits: contrary}
			m.items = append(m.items, it)
		}
		if it.placed && it.index < last {
			m.reordered = true
		}
		last = max(last, it.index)
		it.entries, it.listed = append(it.entries, said(e, "entry")), n
		it.note(e)
		it.texts(e)
	}
}

// said is what an item tells of a call.
func said(e wire.Value, by string) told {
	return told{e.Get("name").Text(), e.Get("call_id").Text(), e.Get("arguments").Text(), e.Get("status"), by}
}

// note takes an item's ids.
func (it *item) note(e wire.Value) {
	if id := e.Get("id").Text(); id != "" && !slices.Contains(it.ids, id) {
		it.ids = append(it.ids, id)
	}
	if call := e.Get("call_id").Text(); call != "" && !slices.Contains(it.calls, call) {
		it.calls = append(it.calls, call)
	}
	if it.kind == callOutput {
		it.outcome = e
	}
}

// named is the item that an object is about: the one that agrees in most of id, call_id and
// index; nil where none agrees in any.
func (m *meaning) named(e wire.Value, index wire.Value) *item {
	id, call := e.Get("id").Text(), e.Get("call_id").Text()
	n, placed := index.Int64()
	best, most := (*item)(nil), 0
	for _, it := range slices.Backward(m.items) {
		points := 0
		if id != "" && slices.Contains(it.ids, id) {
			points += 4
		}
		if call != "" && slices.Contains(it.calls, call) {
			points += 3
		}
		if placed && it.placed && it.index == n {
			points += 2
		}
		if e.Get("type").Text() != it.kind && points > 0 {
			points = 1
		}
		if points > most {
			best, most = it, points
		}
	}
	return best
}
