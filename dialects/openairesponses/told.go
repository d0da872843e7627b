package openairesponses

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/wire"
)

// see looks at an event before it is taken, with the item at its index, nil where none is.
type see = func(t *ledger, e wire.Value, i *sent)

// ledger is a producer's stream, as far as it came.
type ledger struct {
	*producer.Stream[*ledger, see]
	id       string
	last     int64
	events   int
	items    []*sent
	terminal wire.Value
	ended    string
	failures []wire.Value
	// halfDone: the done of an incomplete call came. right: some call is as it should be.
	halfDone, right bool
}

// sent is an item as it was sent.
type sent struct {
	index       int64
	id, kind    string
	added, done wire.Value
	at, doneAt  int
	deltas      int
	joined      strings.Builder
	arguments   []string
	parts       map[int64]*sentPart
}

type sentPart struct {
	kind        string
	opening     string
	deltas      int
	joined      strings.Builder
	whole       wire.Value
	told, ended bool
}

func producers() producer.Side[*ledger, see] {
	return producer.Side[*ledger, see]{Rules: producerRules, New: func(s *producer.Stream[*ledger, see]) *ledger {
		s.Once = true
		return &ledger{Stream: s, last: -1}
	}}
}

// Take reads the next event.
func (t *ledger) Take(e wire.Value) {
	i := t.at(e)
	t.Look(func(s see) {
		if s != nil {
			s(t, e, i)
		}
	})
	kind := e.Get("type").Text()
	if n, ok := e.Get("sequence_number").Int64(); ok {
		t.last = n
	}
	if !isPrefixed(kind) && kind != keepalive {
		t.events++
	}
	if id := e.Find("/response/id").Text(); t.id == "" {
		t.id = id
	}
	switch kind {
	case responseCompleted, responseIncomplete, responseFailed:
		if t.ended == "" {
			t.terminal, t.ended = e.Get("response"), kind[len("response."):]
		}
		if kind == responseFailed {
			t.failures = append(t.failures, t.terminal.Get("error"))
		}
	case errorEvent:
		t.failures = append(t.failures, e)
	case itemAdded:
		n, _ := e.Get("output_index").Int64()
		data := e.Get("item")
		t.items = append(t.items, &sent{index: n, id: data.Get("id").Text(), kind: data.Get("type").Text(), added: data, at: t.At,
			parts: map[int64]*sentPart{}})
	case itemDone:
		if i != nil && i.done.IsAbsent() {
			i.done, i.doneAt = e.Get("item"), t.At
			t.halfDone = t.halfDone || i.kind == functionCall && isStatus(i.done, incomplete)
		}
	default:
		i.take(e, kind)
	}
}

// at is the item at an event's index, the last one where several were.
func (t *ledger) at(e wire.Value) *sent {
	n, ok := e.Get("output_index").Int64()
	for _, i := range slices.Backward(t.items) {
		if ok && i.index == n {
			return i
		}
	}
	return nil
}

func (i *sent) take(e wire.Value, kind string) {
	if i == nil {
		return
	}
	switch kind {
	case argumentsDelta:
		i.deltas++
		i.joined.WriteString(e.Get("delta").Text())
	case argumentsDone:
		i.arguments = append(i.arguments, e.Get("arguments").Text())
	case partAdded:
		if p := i.part(e); p == nil {
			i.parts[partAt(e)] = &sentPart{kind: e.Find("/part/type").Text(), opening: e.Find("/part/text").Text()}
		}
	case textDelta, refusalDelta:
		if p := i.part(e); p != nil {
			p.deltas++
			p.joined.WriteString(e.Get("delta").Text())
		}
	case textDone, refusalDone:
		if p := i.part(e); p != nil {
			p.told, p.whole = true, wire.Str(e.Get("text").Text()+e.Get("refusal").Text())
		}
	case partDone:
		if p := i.part(e); p != nil {
			p.ended = true
		}
	}
}

func (i *sent) part(e wire.Value) *sentPart { return i.parts[partAt(e)] }

// partAt is the index of the part that an event is about, however it is spelled.
func partAt(e wire.Value) int64 {
	n, ok := e.Get("content_index").Int64()
	if !ok {
		return -1
	}
	return n
}

func isStatus(item wire.Value, status string) bool { return item.Get("status").Text() == status }

// text is what a message says: at its end, or as far as it came.
func (i *sent) text() string {
	var b strings.Builder
	if i.done.IsObject() {
		for _, p := range i.done.Get("content").Items() {
			b.WriteString(p.Get("text").Text())
		}
		return b.String()
	}
	for n := int64(0); n < int64(len(i.parts)); n++ {
		if p := i.parts[n]; p != nil && p.kind == outputText {
			b.WriteString(p.joined.String())
		}
	}
	return b.String()
}

// argumentText is the text of a call's arguments: at its end, or as far as it came.
func (i *sent) argumentText() string {
	switch {
	case i.done.IsObject():
		return i.done.Get("arguments").Text()
	case len(i.arguments) > 0:
		return i.arguments[len(i.arguments)-1]
	}
	return i.joined.String()
}

// of are the items of a kind.
func (t *ledger) of(kind string) []*sent {
	return slices.DeleteFunc(slices.Clone(t.items), func(i *sent) bool { return i.kind != kind })
}

// said is all text that was sent.
func (t *ledger) said() string {
	var b strings.Builder
	for _, i := range t.of(message) {
		b.WriteString(i.text())
	}
	return b.String()
}

// Tells says whether the stream shows anything of the turn.
func (t *ledger) Tells() bool { return t.Shows(t.right, t.said()) }
