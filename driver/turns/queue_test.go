package turns

import (
	"context"
	"slices"
	"sync"
	"testing"
)

// Whoever comes first in the run goes first, of those at one place who was sent first, whenever it comes.
func TestQueueKeepsTheOrderOfTheRun(t *testing.T) {
	q := &Queue{}
	list := []Turn{{1, 5}, {3, 2}, {2, 9}, {1, 3}, {2, 7}}
	for _, turn := range list {
		q.Join(turn)
	}
	var mu sync.Mutex
	var went []Turn
	var all sync.WaitGroup
	for _, turn := range list {
		all.Go(func() {
			q.Await(context.Background(), turn)
			mu.Lock()
			went = append(went, turn)
			mu.Unlock()
			q.Leave(turn)
		})
	}
	all.Wait()
	if !slices.Equal(went, []Turn{{1, 3}, {1, 5}, {2, 7}, {2, 9}, {3, 2}}) {
		t.Errorf("they went in the order %v", went)
	}
}

// Who has gone away holds nobody up; neither does a queue that was never joined.
func TestQueueLetsGo(t *testing.T) {
	q := &Queue{}
	q.Await(context.Background(), Turn{Number: 1})
	q.Join(Turn{Number: 1})
	q.Join(Turn{Number: 2})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	q.Await(ctx, Turn{Number: 2})
	q.Leave(Turn{Number: 1})
	q.Leave(Turn{Number: 1})
	q.Await(context.Background(), Turn{Number: 2})
	if len(q.waiting) != 1 || q.waiting[0].Number != 2 {
		t.Errorf("waiting: %v", q.waiting)
	}
}
