package session

import (
	"context"
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// secondLook replays what failed, one at a time: a failure that does not come back
// is called flaky (META-06), one that needs company is an influence (META-07).
// Generated counterexamples are shrunk.
func (s *session) secondLook(ctx context.Context) error {
	for _, j := range s.fixed {
		if j.c.Heavy || j.verdict() != requirement.Fail || j.seen.Ending != dialect.Done {
			continue
		}
		if err := s.replay(ctx, j); err != nil {
			return err
		}
	}
	for _, e := range s.examples {
		if err := s.shrink(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// replay observes a failing case twice more, with nothing beside it.
func (s *session) replay(ctx context.Context, j *judgedCase) error {
	if j.side.Relations.Normal == nil {
		return nil
	}
	var forms [2]wire.Value
	for n := range forms {
		seen, err := s.observer.observe(ctx, j.side, j.c)
		if err != nil {
			return err
		}
		if seen.Ending == dialect.Done {
			forms[n] = j.side.Relations.Normal(j.c, &seen)
		}
	}
	first := j.side.Relations.Normal(j.c, &j.seen)
	id := ""
	switch {
	case !wire.Equal(forms[0], forms[1]):
		id = "META-06"
	case !wire.Equal(first, forms[0]):
		id = "META-07"
	}
	if id == "" || !j.side.Judged[id] || misses(j.outcomes, id) {
		return nil
	}
	where, w, g := wire.FirstDifference(first, forms[1])
	j.outcomes = append(j.outcomes, requirement.Outcome{Requirement: id, Verdict: requirement.Fail, Findings: []requirement.Finding{{
		Requirement: id, Level: requirement.Must, Event: -1, Where: where, Expected: w, Actual: g,
		Message: "Flaky: replayed with nothing beside it the case gave another result."}}})
	return nil
}

// shrink looks for the smallest stream that misses the first of what the example
// missed, and for further ones where that leaves something without a counterexample.
// One that makes the implementation hang is left as it is: every try would last as
// long as the deadline.
func (s *session) shrink(ctx context.Context, e *example) error {
	if e.drawn.seen.Ending == dialect.TimedOut || e.drawn.seen.Ending == dialect.Broken {
		return nil
	}
	var err error
	if e.shrunk, err = s.shrunkFor(ctx, e, e.missed[0]); err != nil {
		return err
	}
	for _, id := range e.first {
		if misses(e.shrunk.outcomes, id) || s.shownByFixed(key{id, e.drawn.c.Pair}) || !s.wantsForm(e.drawn.c.ID, id) {
			continue
		}
		if e.others[id], err = s.shrunkFor(ctx, e, id); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) shrunkFor(ctx context.Context, e *example, id string) (*judgedCase, error) {
	smaller := s.observer.shrunk(ctx, e.drawn, id)
	if err := context.Cause(ctx); err != nil {
		return nil, fmt.Errorf("shrinking %s: %w", e.drawn.c.ID, err)
	}
	if smaller != e.drawn {
		smaller.outcomes = s.tally.sift(smaller.c.Pair, smaller.outcomes)
	}
	return smaller, nil
}

// wantsForm: a replay by id makes the forms that it names.
func (s *session) wantsForm(id, requirement string) bool {
	return len(s.Selection.Cases) == 0 || slices.Contains(s.Selection.Cases, generator.FormID(id, requirement))
}

// shownByFixed tells whether a fixed case misses the requirement: it needs no
// generated one.
func (s *session) shownByFixed(k key) bool {
	return slices.ContainsFunc(s.fixed, func(j *judgedCase) bool { return j.c.Pair == k.pair && misses(j.outcomes, k.id) })
}
