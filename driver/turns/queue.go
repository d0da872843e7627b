package turns

import (
	"context"
	"slices"
	"sync"
)

// Queue lets the cases that one failure befell be run again in the order in which they
// were sent, so that a run tells the same ones every time.
type Queue struct {
	mu      sync.Mutex
	waiting []int64 // numbers, ascending
	moved   chan struct{}
}

// Join takes a number in.
func (q *Queue) Join(number int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	at, _ := slices.BinarySearch(q.waiting, number)
	q.waiting = slices.Insert(q.waiting, at, number)
}

// Leave lets the next one go. Whoever is not there any more has left already.
func (q *Queue) Leave(number int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if at, found := slices.BinarySearch(q.waiting, number); found {
		q.waiting = slices.Delete(q.waiting, at, at+1)
	}
	if q.moved != nil {
		close(q.moved)
		q.moved = nil
	}
}

// Await waits for its turn, or for the end of the context.
func (q *Queue) Await(ctx context.Context, number int64) {
	for {
		moved := q.Blocked(number)
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
func (q *Queue) Blocked(number int64) <-chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 || q.waiting[0] >= number {
		return nil
	}
	if q.moved == nil {
		q.moved = make(chan struct{})
	}
	return q.moved
}
