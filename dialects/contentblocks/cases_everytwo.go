package contentblocks

import (
	"fmt"

	"github.com/toolconform/conform/wire"
)

// everyTwoCases put every two kinds of event side by side that a server may send so,
// or that a reader meets when something goes wrong.
func everyTwoCases(b *casebook) {
	strewn := []string{evPing, evGroupStart, evGroupEnd, evMessageDelta, evMessageStop, evMessageStart, "content_block_note"}
	for i, kind := range strewn {
		slug := []string{"ping", "group-start", "group-end", "message-delta", "message-stop", "message-start", "unknown"}[i]
		for _, end := range []wire.Value{userStopped(), failedTurn()} {
			w := &everyTwo{}
			w.beside(kind, strewn, end)
			how := map[string]string{blkUserStopped: "stopped", blkError: "failed"}[end.Get("type").Text()]
			b.hostile("every-two-"+slug+"-"+how,
				"An event that is no block stands next to every other kind of event.", live(w.events), "BLOCK-12", "BLOCK-02", "BLOCK-17")
		}
	}
	w := &everyTwo{}
	w.overlapping()
	b.hostile("every-two-overlapping", "Blocks of every two kinds overlap, and so do texts that go on beside them.", live(w.events),
		"BLOCK-17", "BLOCK-02", "BLOCK-01")
}

// everyTwo writes a stream whose blocks have indices and ids of their own.
type everyTwo struct {
	events []wire.Value
	index  int64
	calls  int
	open   []string // calls without a result
}

func (w *everyTwo) next() int64 { w.index++; return w.index }

// call is a call that nothing else resembles.
func (w *everyTwo) call() wire.Value {
	w.calls++
	id := fmt.Sprintf("toolu_%c%d", 'Z'-rune(w.calls%20), 7*w.calls%101)
	w.open = append(w.open, id)
	return use(id, []string{"roll", "search_stock", "rent"}[w.calls%3], fmt.Sprintf(`{"nth":%d}`, 300-w.calls))
}

// result answers the oldest call that is open.
func (w *everyTwo) result(status string) wire.Value {
	id := w.open[0]
	w.open = w.open[1:]
	return res(id, status, "result of "+id)
}

// beside puts the event around everything that a block is made of, and around its like.
func (w *everyTwo) beside(kind string, others []string, end wire.Value) {
	put := func(events ...wire.Value) {
		for _, e := range events {
			w.events = append(w.events, plain(kind), e)
		}
	}
	for range 4 {
		put(block(w.next(), w.call())...)
	}
	for _, status := range []string{"success", "error", "cancelled"} {
		put(block(w.next(), w.result(status))...)
	}
	n := w.next()
	put(start(n, text("")), textDelta(n, "Words."), stop(n))
	for _, other := range others {
		put(plain(other))
	}
	put(block(w.next(), end)...)
	w.events = append(w.events, plain(kind))
}

// overlapping lets a block of each kind begin right behind one of each kind.
func (w *everyTwo) overlapping() {
	kinds := []func() wire.Value{w.call, func() wire.Value { return w.result("success") }, func() wire.Value { return w.result("error") },
		func() wire.Value { return w.result("cancelled") }, func() wire.Value { return text("Words.") }}
	for range 50 {
		w.events = append(w.events, block(w.next(), w.call())...)
	}
	for _, one := range kinds {
		for _, other := range kinds {
			m, n := w.next(), w.next()
			w.events = append(w.events, start(m, one()), start(n, other()), stop(n), stop(m))
		}
		m, n := w.next(), w.next()
		w.events = append(w.events, start(m, text("")), textDelta(m, "It goes "), start(n, one()), textDelta(m, "on."), stop(n), stop(m))
	}
}
