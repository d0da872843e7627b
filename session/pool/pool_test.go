package pool_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/session/pool"
)

// Whatever takes how long, and whichever task fails: results come in the order of the tasks, all those before the first that
// failed and none behind it, and no more tasks run at a time than there are workers.
func TestResultsComeInOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		workers := rapid.IntRange(1, 5).Draw(rt, "workers")
		lasts := rapid.SliceOfN(rapid.IntRange(0, 20), 0, 40).Draw(rt, "how long each takes")
		fails := rapid.IntRange(0, 60).Draw(rt, "the one that fails")
		refuses := rapid.IntRange(0, 60).Draw(rt, "the result that is not taken")
		synctest.Test(t, func(t *testing.T) {
			failed, refused := errors.New("failed"), errors.New("refused")
			var running, crowded atomic.Int64
			n, got := 0, []int{}
			next := func() pool.Task[int] {
				if n == len(lasts) {
					return nil
				}
				i := n
				n++
				return func(context.Context) (int, error) {
					if running.Add(1) > int64(workers) {
						crowded.Add(1)
					}
					defer running.Add(-1)
					time.Sleep(time.Duration(lasts[i]) * time.Millisecond)
					if i == fails {
						return 0, failed
					}
					return i, nil
				}
			}
			err := pool.Run(context.Background(), workers, next, func(i int) error {
				if i == refuses {
					return refused
				}
				got = append(got, i)
				return nil
			})
			first := min(fails, refuses)
			var want error
			switch {
			case first >= len(lasts):
				first = len(lasts)
			case first == fails:
				want = failed
			default:
				want = refused
			}
			inOrder := make([]int, first)
			for i := range inOrder {
				inOrder[i] = i
			}
			if !slices.Equal(got, inOrder) || !errors.Is(err, want) {
				rt.Errorf("%v and %v, not the first %d and %v", got, err, first, want)
			}
			if crowded.Load() > 0 || running.Load() != 0 {
				rt.Errorf("%d ran beside as many as there are workers, and %d run still", crowded.Load(), running.Load())
			}
		})
	})
}
