package turns

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// Turn of a case: its place in the run, and its number, as it was sent.
type Turn struct{ Place, Number int64 }

func (t Turn) compare(u Turn) int {
	return cmp.Or(cmp.Compare(t.Place, u.Place), cmp.Compare(t.Number, u.Number))
}

// Queue lets the cases that one failure befell be run again in the order of the run, so that it tells the same
// ones every time; in that order it ends, too, where there were enough of them.
type Queue struct {
	mu      sync.Mutex
	waiting []Turn // ascending
	moved   chan struct{}
}

// Join takes a case in.
func (q *Queue) Join(t Turn) {
	q.mu.Lock()
	defer q.mu.Unlock()
	at, _ := slices.BinarySearchFunc(q.waiting, t, Turn.compare)
	q.waiting = slices.Insert(q.waiting, at, t)
}

// Leave lets the next one go. Whoever is not there any more has left already.
func (q *Queue) Leave(t Turn) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if at, found := slices.BinarySearchFunc(q.waiting, t, Turn.compare); found {
		q.waiting = slices.Delete(q.waiting, at, at+1)
	}
	if q.moved != nil {
		close(q.moved)
		q.moved = nil
	}
}

// Await waits for its turn, or for the end of the context.
func (q *Queue) Await(ctx context.Context, t Turn) {
	for {
		moved := q.Blocked(t)
		if moved == nil {
			return
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return
		}
	}
}

// Blocked is closed as soon as somebody leaves; nil where nobody is ahead.
func (q *Queue) Blocked(t Turn) <-chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 || q.waiting[0].compare(t) >= 0 {
		return nil
	}
	if q.moved == nil {
		q.moved = make(chan struct{})
	}
	return q.moved
}
