package driver

import (
	"context"
	"errors"
	"slices"
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
	list []Implementation
	turn atomic.Uint64
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

func (s *several) Errors() []AdapterError {
	var all []AdapterError
	for _, i := range s.list {
		all = append(all, i.Errors()...)
	}
	return all
}

func (s *several) Incidents() []Incident {
	var all []Incident
	for _, i := range s.list {
		all = append(all, i.Incidents()...)
	}
	return all
}

// Renewable where all of them are.
func (s *several) Renewable() bool {
	return !slices.ContainsFunc(s.list, func(i Implementation) bool { return !i.Renewable() })
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
