package driver

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/toolconform/conform/dialect"
)

// Several makes one implementation of equal ones: cases are dealt out in turn.
func Several(list []Implementation) Implementation {
	if len(list) == 1 {
		return list[0]
	}
	return &several{list: list}
}

type several struct {
	list      []Implementation
	turn      atomic.Uint64
	errors    gathered[AdapterError]
	incidents gathered[Incident]
}

// gathered is what several tell, each in its order. What comes later stands behind what was there: who counts
// goes on where the last count ended.
type gathered[T any] struct {
	mu   sync.Mutex
	all  []T
	seen []int // how many of each one's
}

func (g *gathered[T]) from(list []Implementation, of func(Implementation) []T) []T {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.seen == nil {
		g.seen = make([]int, len(list))
	}
	for n, i := range list {
		told := of(i)
		g.all = append(g.all, told[g.seen[n]:]...)
		g.seen[n] = len(told)
	}
	return slices.Clone(g.all)
}

// Hello is the first one's, with room for all.
func (s *several) Hello() Hello {
	h := s.list[0].Hello()
	h.Concurrency *= len(s.list)
	return h
}

func (s *several) Observe(ctx context.Context, r Request) dialect.Observation {
	return s.list[s.turn.Add(1)%uint64(len(s.list))].Observe(ctx, r)
}

func (s *several) Errors() []AdapterError { return s.errors.from(s.list, Implementation.Errors) }

func (s *several) Incidents() []Incident { return s.incidents.from(s.list, Implementation.Incidents) }

// Renewable where all of them are.
func (s *several) Renewable() bool {
	return !slices.ContainsFunc(s.list, func(i Implementation) bool { return !i.Renewable() })
}

func (s *several) Rest(ctx context.Context) {
	var all sync.WaitGroup
	for _, i := range s.list {
		all.Go(func() { i.Rest(ctx) })
	}
	all.Wait()
}

// Gone as soon as one of them is.
func (s *several) Gone() string {
	for _, i := range s.list {
		if why := i.Gone(); why != "" {
			return why
		}
	}
	return ""
}

func (s *several) Close() error {
	var errs []error
	for _, i := range s.list {
		errs = append(errs, i.Close())
	}
	return errors.Join(errs...)
}
