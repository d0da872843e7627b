package session

import (
	"context"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/judge"
)

// evidenceStreams is how many generated streams tell at least whether an implementation
// works at all: fixed cases resemble each other, and what always says the same is right
// in many of them.
const evidenceStreams = 12

// evidence observes generated streams where too few are planned. What they say about
// requirements doesn't count: they were not asked for.
func (s *session) evidence(ctx context.Context) error {
	if len(s.Selection.Cases)+len(s.Extra) > 0 || s.For > 0 {
		return nil
	}
	for i := range s.plan.Sides {
		p := &s.plan.Sides[i]
		for n := s.planned(); n < evidenceStreams; n++ {
			index := generator.Index{Pair: p.Pair, Seed: s.Seed, N: n}
			if !inShard(s.Shard, index.ID()) {
				continue
			}
			if err := s.look(ctx, &judgedCase{side: p},
				func(ctx context.Context, t *trial) error { return s.shows(ctx, t, index) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// planned is how many generated streams of each pair the undivided run has.
func (s *session) planned() int {
	if s.Profile == Core {
		return 0
	}
	return s.Runs
}

// shows observes one stream. Only what kills the implementation is told.
func (s *session) shows(ctx context.Context, t *trial, index generator.Index) error {
	c, err := index.Make(t.side.Side.Side.Side)
	if err != nil {
		return err
	}
	c.Encoding = t.side.Encodings[index.N%len(t.side.Encodings)]
	seen, err := t.observe(ctx, t, c, false)
	if err != nil {
		return err
	}
	outcomes, err := outcomesOf(t.side, c, &seen, nil)
	if err != nil {
		return err
	}
	if seen.Ending == dialect.Done {
		s.tally.sums[c.Pair].Evidence(judge.Show(outcomes))
		return nil
	}
	t.forms = append(t.forms, &judgedCase{side: t.side, c: c, seen: seen, outcomes: outcomes})
	return nil
}
