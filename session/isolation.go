package session

import (
	"context"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// isolationSample is how many cases of a pair are observed alone before
// everything else, and again beside each other at the end.
const isolationSample = 12

// isolation is META-07: a case isn't influenced by the cases before it, nor by
// those in flight beside it.
type isolation struct {
	*session
	sample []*judgedCase
	normal []wire.Value
}

func newIsolation(s *session) *isolation {
	i := &isolation{session: s}
	for n := range s.plan.Sides {
		p := &s.plan.Sides[n]
		if p.Relations.Normal == nil || !p.Judged["META-07"] {
			continue
		}
		sample := sampleOf(p)
		for _, c := range p.Cases {
			if plain, _, _ := strings.Cut(c.ID, "@"); sample[plain] {
				i.sample = append(i.sample, &judgedCase{side: p, c: c})
			}
		}
	}
	return i
}

// sampleOf chooses by the fixed cases of the pair, so that shards choose alike.
func sampleOf(p *PlannedSide) map[string]bool {
	sample := map[string]bool{}
	for _, c := range p.Side.Cases() {
		if len(sample) < isolationSample && !c.Heavy && c.Script != nil && c.Blame == nil && c.Script.Len() > 1 {
			sample[c.ID] = true
		}
	}
	return sample
}

// alone observes the sample one by one, before anything else.
func (i *isolation) alone(ctx context.Context) error {
	i.normal = make([]wire.Value, len(i.sample))
	for n, j := range i.sample {
		seen, err := i.observer.observe(ctx, j.side, j.c)
		if err != nil {
			return err
		}
		j.seen = seen
		if seen.Ending == dialect.Done {
			i.normal[n] = j.side.Relations.Normal(j.c, &seen)
		}
	}
	return nil
}

// beside observes the sample again, as many at a time as the implementation
// takes, after everything else.
func (i *isolation) beside(ctx context.Context) error {
	n := 0
	next := func() task {
		if n == len(i.sample) {
			return nil
		}
		before, want := i.sample[n], i.normal[n]
		n++
		return func(ctx context.Context) (*judgedCase, error) {
			seen, err := i.observer.observe(ctx, before.side, before.c)
			if err != nil {
				return nil, err
			}
			j := &judgedCase{side: before.side, c: before.c, seen: seen}
			if want.IsAbsent() || seen.Ending != dialect.Done {
				return j, nil
			}
			j.outcomes = []requirement.Outcome{influenced(want, before.side.Relations.Normal(before.c, &seen))}
			return j, nil
		}
	}
	return run(ctx, i.workers, next, func(j *judgedCase) error {
		j.outcomes = i.tally.sift(j.c.Pair, j.outcomes)
		if len(j.outcomes) == 0 {
			return nil
		}
		i.attach(j)
		return nil
	})
}

func influenced(want, got wire.Value) requirement.Outcome {
	out := requirement.Outcome{Requirement: "META-07"}
	if !wire.Equal(want, got) {
		where, w, g := wire.FirstDifference(want, got)
		out.Verdict = requirement.Fail
		out.Findings = []requirement.Finding{{Requirement: "META-07", Level: requirement.Must, Event: -1, Where: where, Expected: w, Actual: g,
			Message: "Alone and before all others the case gave another result than after and beside them."}}
	}
	return out
}

// attach adds the outcome to the case as it was judged in its turn.
func (i *isolation) attach(j *judgedCase) {
	for _, have := range i.fixed {
		if have.c == j.c {
			have.outcomes = append(have.outcomes, j.outcomes...)
			return
		}
	}
	i.fixed = append(i.fixed, j)
}
