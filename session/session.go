package session

import (
	"context"
	"fmt"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

// Outcome is what a session found out: the result, and what a suite that judges
// requirement by requirement reads it from.
type Outcome struct {
	Result *reports.Result
	plan   *Plan
	tally  *tally
	// Counterexamples are the cases that failed, generated ones shrunk.
	Counterexamples []*dialect.Case
}

// Run holds the implementation against the plan. The error is the context's, or
// the journal's; whatever the implementation does is in the outcome.
func Run(ctx context.Context, plan *Plan, impl Implementation, o Options) (*Outcome, error) {
	s := newSession(plan, impl, o)
	started := time.Now()
	err := s.journalHeader(started)
	if err == nil {
		err = s.all(ctx)
	}
	out := s.outcome(err)
	out.Result.Times = reports.Times{Started: started.UTC().Format(time.RFC3339), Seconds: fmt.Sprintf("%.3f", time.Since(started).Seconds())}
	return out, err
}

type session struct {
	Options
	plan     *Plan
	observer observer
	workers  int
	progress Progress
	// fixed are the judged fixed cases, kept until the end because an adapter error
	// may still take an observation back.
	fixed []*judgedCase
	tally *tally
	// examples are the generated streams that were the first to miss a requirement in
	// their pair, in order; exampled says which have one.
	examples []*example
	exampled map[key]bool
	// errorsWritten is how many adapter errors stand in the journal.
	errorsWritten int
}

func newSession(plan *Plan, impl Implementation, o Options) *session {
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	s := &session{Options: o, plan: plan, observer: newObserver(impl, o.Timeout, plan), workers: max(1, impl.Hello().Concurrency),
		tally: newTally(plan, o.Profile), exampled: map[key]bool{}}
	for i := range plan.Sides {
		s.progress.Total += len(plan.Sides[i].Cases) + len(plan.Sides[i].Generated)
	}
	return s
}

// all is the order of a run: alone, everything, side by side, then a second look
// at what failed.
func (s *session) all(ctx context.Context) error {
	isolation := newIsolation(s)
	if err := isolation.alone(ctx); err != nil {
		return err
	}
	if err := s.cases(ctx); err != nil {
		return err
	}
	if err := s.streams(ctx); err != nil {
		return err
	}
	if err := isolation.beside(ctx); err != nil {
		return err
	}
	return s.secondLook(ctx)
}

// cases runs the fixed cases: first the small ones, pipelined, then the heavy ones
// one at a time, so that they delay nobody else's answer and never fill memory
// together.
func (s *session) cases(ctx context.Context) error {
	for _, heavy := range []bool{false, true} {
		workers := s.workers
		if heavy {
			workers = 1
		}
		if err := run(ctx, workers, s.caseTasks(heavy), s.keepCase); err != nil {
			return err
		}
	}
	return nil
}

// caseTasks gives the cases of every side by and by.
func (s *session) caseTasks(heavy bool) func() task {
	side, n := 0, 0
	return func() task {
		for side < len(s.plan.Sides) {
			p := &s.plan.Sides[side]
			if n == len(p.Cases) {
				side, n = side+1, 0
				continue
			}
			c := p.Cases[n]
			relate := s.Profile != Core && s.related(p, c)
			if n++; c.Heavy == heavy {
				return func(ctx context.Context) (*judgedCase, error) { return s.observer.fixed(ctx, p, c, relate) }
			}
		}
		return nil
	}
}

// related tells whether the case is held against the properties: decoded events
// only in part where there are other encodings too. That follows from the case's
// id alone, so that shards do alike; a case that was named always is.
func (s *session) related(p *PlannedSide, c *dialect.Case) bool {
	if len(p.Encodings) == 1 || c.Encoding != "events" || len(s.Selection.Cases)+len(s.Extra) > 0 {
		return true
	}
	return generator.Index{Pair: c.Pair}.Pick("related "+c.ID)(len(p.Encodings)) == 0
}

func (s *session) keepCase(j *judgedCase) error {
	j.outcomes = s.tally.sift(j.c.Pair, j.outcomes)
	s.fixed = append(s.fixed, j)
	s.step(j)
	return s.journal(j)
}

// streams are the generated ones: as many as planned, or until the time is up.
func (s *session) streams(ctx context.Context) error {
	if s.Profile == Core {
		return nil
	}
	until := time.Now().Add(s.For)
	side, n := 0, 0
	next := func() task {
		if s.For > 0 {
			if time.Now().After(until) {
				return nil
			}
			side, n = (side+1)%len(s.plan.Sides), n+1
			return s.stream(&s.plan.Sides[side], n/len(s.plan.Sides))
		}
		for side < len(s.plan.Sides) && n >= len(s.plan.Sides[side].Generated) {
			side, n = side+1, 0
		}
		if side == len(s.plan.Sides) {
			return nil
		}
		n++
		return s.stream(&s.plan.Sides[side], s.plan.Sides[side].Generated[n-1])
	}
	return run(ctx, s.workers, next, s.tallyStream)
}

func (s *session) stream(p *PlannedSide, n int) task {
	index := generator.Index{Pair: p.Pair, Seed: s.Seed, N: n}
	return func(ctx context.Context) (*judgedCase, error) { return s.observer.stream(ctx, p, index) }
}

// example is a generated counterexample: as it was drawn, what it missed then, and
// the smallest form found.
type example struct {
	drawn, shrunk *judgedCase
	missed        []string
	// first is what no stream before it missed, others the smallest forms for those
	// of it that the smallest form does not miss any more, by requirement.
	first  []string
	others map[string]*judgedCase
}

// tallyStream counts a stream and keeps it where it is the first to miss something:
// which ones are kept depends on their indices alone, so that shards keep them too.
func (s *session) tallyStream(j *judgedCase) error {
	j.outcomes = s.tally.sift(j.c.Pair, j.outcomes)
	s.tally.add(j.c.Pair, j.c.ID, j.outcomes, true)
	e := &example{drawn: j, shrunk: j, others: map[string]*judgedCase{}}
	for _, o := range j.outcomes {
		if len(o.Findings) == 0 {
			continue
		}
		k := key{o.Requirement, j.c.Pair}
		if !s.exampled[k] {
			s.exampled[k] = true
			e.first = append(e.first, o.Requirement)
		}
		e.missed = append(e.missed, o.Requirement)
	}
	s.step(j)
	if len(e.first) == 0 {
		return nil
	}
	s.examples = append(s.examples, e)
	return s.journal(j)
}

func (s *session) step(j *judgedCase) {
	s.progress.Done++
	s.progress.Doing = j.c.Pair.String()
	if j.verdict() == requirement.Fail {
		s.progress.Failed++
	}
	if s.Progress != nil {
		s.Progress(s.progress)
	}
}
