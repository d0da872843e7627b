// Package pool lets workers work side by side, and hands out what they made in order.
package pool

import (
	"context"
	"sync"
)

// Task is one independent piece of work.
type Task[T any] func(context.Context) (T, error)

// Run lets workers take the tasks that next gives until it gives nil, and hands the
// results to emit in the order of the tasks. The error is the first one, of a task or of emit. At most `window` results wait for
// an earlier one, so memory stays flat however many tasks there are.
func Run[T any](ctx context.Context, workers int, next func() Task[T], emit func(T) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	type slot struct {
		result T
		err    error
		ready  chan struct{}
	}
	window := 4 * workers
	queue := make(chan *slot, window)
	work := make(chan func(), workers)
	var done sync.WaitGroup
	for range workers {
		done.Go(func() {
			for job := range work {
				job()
			}
		})
	}
	go func() {
		defer close(queue)
		defer close(work)
		for t := next(); t != nil && ctx.Err() == nil; t = next() {
			s := &slot{ready: make(chan struct{})}
			select {
			case queue <- s:
			case <-ctx.Done():
				return
			}
			work <- func() {
				defer close(s.ready)
				s.result, s.err = t(ctx)
			}
		}
	}()
	var first error
	for s := range queue {
		<-s.ready
		if first != nil {
			continue
		}
		if first = s.err; first == nil {
			first = emit(s.result)
		}
		if first != nil {
			stop(first)
		}
	}
	done.Wait()
	return first
}
