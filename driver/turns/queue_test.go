package turns

import (
	"context"
	"slices"
	"sync"
	"testing"
)

// Whoever was sent first goes first, whenever it comes.
func TestQueueKeepsTheOrderOfSending(t *testing.T) {
	q := &Queue{}
	numbers := []int64{5, 2, 9, 3, 7}
	for _, n := range numbers {
		q.Join(n)
	}
	var mu sync.Mutex
	var went []int64
	var all sync.WaitGroup
	for _, n := range numbers {
		all.Go(func() {
			q.Await(context.Background(), n)
			mu.Lock()
			went = append(went, n)
			mu.Unlock()
			q.Leave(n)
		})
	}
	all.Wait()
	if !slices.IsSorted(went) || len(went) != len(numbers) {
		t.Errorf("they went in the order %v", went)
	}
}

// Who has gone away holds nobody up; neither does a queue that was never joined.
func TestQueueLetsGo(t *testing.T) {
	q := &Queue{}
	q.Await(context.Background(), 1)
	q.Join(1)
	q.Join(2)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	q.Await(ctx, 2)
	q.Leave(1)
	q.Leave(1)
	q.Await(context.Background(), 2)
	if len(q.waiting) != 1 || q.waiting[0] != 2 {
		t.Errorf("waiting: %v", q.waiting)
	}
}
