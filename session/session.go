package session

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/session/pool"
	"github.com/toolconform/conform/wire"
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

// Run observes the implementation and tells every row that is due.
func Run(ctx context.Context, plan *Plan, impl Implementation, o Options) (*Outcome, error) {
	out, err := Observe(ctx, plan, impl, o)
	out.Tell(out.Rows())
	return out, err
}

// Observe holds the implementation against the plan. The result has everything but the
// verdicts of requirements: Rows has them, and whoever judges them tells them. The error
// is the context's, or the journal's; whatever the implementation does is in the outcome.
func Observe(ctx context.Context, plan *Plan, impl Implementation, o Options) (*Outcome, error) {
	s := newSession(plan, impl, o)
	started := time.Now()
	err := s.journalHeader(started)
	if err == nil {
		err = s.all(ctx)
	}
	out := s.outcome(err)
	out.Result.Times = reports.Times{Started: started.UTC().Format(time.RFC3339),
		Seconds: fmt.Sprintf("%.3f", time.Since(started).Seconds())}
	return out, err
}

type session struct {
	Options
	plan     *Plan
	observer *observer
	workers  int
	progress Progress
	// next is the place of the next trial in the run.
	next int
	// fixed are the judged fixed cases and the forms of them that have something of their
	// own to tell, kept until the end because an adapter error may still take an
	// observation back. byID finds the cases among them.
	fixed []*judgedCase
	byID  map[string]*judgedCase
	tally *tally
	// examples are the generated streams that were the first to miss a requirement in
	// their pair, or killed the implementation, in order; exampled says which have one.
	examples []*example
	exampled map[key]bool
	// leftOut counts what was not run.
	leftOut map[reports.LeftOut]*reports.LeftOut
	// doubts are what happened once and not again.
	doubts []string
	// leaks are the pairs whose cases influence each other, and in which nothing depends on chance.
	leaks map[dialect.Pair]bool
	// fresh is how many second looks had a process of their own, anew how many replays of what was answered.
	fresh, anew int
	// errorsWritten is how many adapter errors stand in the journal.
	errorsWritten int
}

func newSession(plan *Plan, impl Implementation, o Options) *session {
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Limits == (Limits{}) {
		o.Limits = DefaultLimits()
	}
	hello := impl.Hello()
	s := &session{Options: o, plan: plan, workers: max(1, hello.Concurrency),
		observer: newObserver(impl, o.Timeout, o.Limits, plan),
		byID:     map[string]*judgedCase{}, tally: newTally(plan, o.Profile), exampled: map[key]bool{},
		leaks: map[dialect.Pair]bool{}, leftOut: map[reports.LeftOut]*reports.LeftOut{}}
	for i := range plan.Sides {
		s.progress.Total += len(plan.Sides[i].Cases) + len(plan.Sides[i].Generated)
	}
	return s
}

// trial is the next one of the run.
func (s *session) trial(side *PlannedSide, heavy bool) *trial {
	s.next++
	return &trial{side: side, index: s.next, heavy: heavy}
}

// all is the order of a run: alone, everything, side by side, then a second look
// at what failed.
func (s *session) all(ctx context.Context) error {
	isolation := newIsolation(s)
	for _, phase := range []func(context.Context) error{isolation.alone, s.cases, s.streams, s.evidence, isolation.beside, s.company,
		s.secondLook, s.replays, s.rest} {
		if err := phase(ctx); err != nil {
			return err
		}
	}
	return nil
}

// rest waits for what comes behind the last answer, which is told with the rest.
func (s *session) rest(ctx context.Context) error {
	s.observer.impl.Rest(ctx)
	return context.Cause(ctx)
}

// cases runs the fixed cases: first the small ones, pipelined, then the heavy ones
// one at a time, so that they delay nobody else's answer and never fill memory
// together. Those of SHOULD size come last: what hangs is given up for one that must be answered.
func (s *session) cases(ctx context.Context) error {
	for _, w := range []weight{small, heavy, huge} {
		workers := s.workers
		if w != small {
			workers = 1
		}
		if err := pool.Run(ctx, workers, s.caseTasks(w), s.keepCase); err != nil {
			return err
		}
	}
	return nil
}

// weight is what a case costs whoever answers it.
type weight uint8

const (
	small weight = iota
	heavy
	huge // of SHOULD size
)

func weightOf(c *dialect.Case) weight {
	switch {
	case !c.Heavy:
		return small
	case mayFail(c):
		return huge
	}
	return heavy
}

// task is a case or a stream to judge.
type task = pool.Task[*judgedCase]

// caseTasks gives the cases of every side that weigh so much by and by.
func (s *session) caseTasks(w weight) func() task {
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
			if n++; weightOf(c) == w {
				t := s.trial(p, c.Heavy)
				return func(ctx context.Context) (*judgedCase, error) {
					return s.try(ctx, t, func(ctx context.Context, t *trial) (*judgedCase, error) { return t.fixed(ctx, c, relate) })
				}
			}
		}
		return nil
	}
}

// related tells whether the case is held against the properties: in one of the encodings
// that it is sent in. Which one follows from the case's id alone, so that shards do
// alike; a case that was named always is.
func (s *session) related(p *PlannedSide, c *dialect.Case) bool {
	if len(s.Selection.Cases)+len(s.Extra) > 0 {
		return true
	}
	plain, encoding := cutEncoding(c.ID)
	if encoding == "" && c.Encoding != wire.Events {
		return true // it has one form only
	}
	return c.Encoding == p.Encodings[generator.Index{Pair: c.Pair}.Pick("related "+plain)(len(p.Encodings))]
}

// keepCase keeps a judged case with its forms, unless its pair had been given up
// before it in the order of the run.
func (s *session) keepCase(j *judgedCase) error {
	why := s.observer.gate.leftOut(j.trial)
	if j.leftOut || why != "" {
		s.leave(j, why).Cases++
		s.step(j)
		if why != "" {
			return nil
		}
		return s.keepForms(j)
	}
	j.outcomes = s.tally.sift(j.c.Pair, j.outcomes)
	s.keep(j)
	s.byID[j.c.ID] = j
	s.step(j)
	if err := s.journal(j); err != nil {
		return err
	}
	return s.keepForms(j)
}

func (s *session) keep(j *judgedCase) { s.fixed = append(s.fixed, j) }

// keepForms keeps the forms of a case that have something of their own to tell.
func (s *session) keepForms(j *judgedCase) error {
	if j == nil || s.observer.gate.leftOut(j.trial) != "" {
		return nil
	}
	for _, f := range j.forms {
		f.outcomes = s.tally.sift(f.c.Pair, f.outcomes)
		s.keep(f)
		if err := s.journal(f); err != nil {
			return err
		}
	}
	return nil
}

// leave is the line that counts what was left out for the same reason.
func (s *session) leave(j *judgedCase, why string) *reports.LeftOut {
	g := s.observer.gate
	k := reports.LeftOut{Dialect: j.side.Dialect, Role: string(j.side.Role), Why: cmp.Or(why, g.whyOver(j.side.Pair), g.whyGone())}
	if s.leftOut[k] == nil {
		line := k
		s.leftOut[k] = &line
	}
	return s.leftOut[k]
}

func (s *session) leftOutRows() []reports.LeftOut {
	var list []reports.LeftOut
	for l := range maps.Values(s.leftOut) {
		list = append(list, *l)
	}
	reports.SortLeftOut(list)
	return list
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
	return pool.Run(ctx, s.workers, next, s.tallyStream)
}

func (s *session) stream(p *PlannedSide, n int) task {
	index := generator.Index{Pair: p.Pair, Seed: s.Seed, N: n}
	t := s.trial(p, false)
	return func(ctx context.Context) (*judgedCase, error) {
		return s.try(ctx, t, func(ctx context.Context, t *trial) (*judgedCase, error) { return t.stream(ctx, index) })
	}
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

// isForm tells whether the example is another form of a stream.
func (e *example) isForm() bool {
	_, form := dialect.CutForm(e.drawn.c.ID)
	return form != ""
}

// tallyStream counts a stream and keeps it where it is the first to miss something:
// which ones are kept depends on their indices alone, so that shards keep them too.
func (s *session) tallyStream(j *judgedCase) error {
	why := s.observer.gate.leftOut(j.trial)
	if j.leftOut || why != "" {
		s.leave(j, why).Streams++
		s.step(j)
		return nil
	}
	s.step(j)
	if err := s.tallyExample(j); err != nil {
		return err
	}
	s.tally.run(j.c.Pair, j.outcomes)
	for _, f := range j.forms {
		f.generated = j.generated
		if err := s.tallyExample(f); err != nil {
			return err
		}
	}
	return nil
}

// tallyExample keeps a stream, or a form of one, where it is the first to miss something
// or where the implementation died of it.
func (s *session) tallyExample(j *judgedCase) error {
	j.outcomes = s.tally.sift(j.c.Pair, j.outcomes)
	s.tally.add(j, true)
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
	if len(e.first) == 0 && !kept(j) {
		return nil
	}
	s.examples = append(s.examples, e)
	return s.journal(j)
}

// kept tells whether a stream is kept though others before it missed the same: the
// implementation died of it, or refused it in this form.
func kept(j *judgedCase) bool {
	return died(j.seen.Ending) || j.seen.Ending == dialect.Rejected && failed(j)
}

func (s *session) step(j *judgedCase) {
	s.progress.Done++
	s.progress.Doing = j.side.Pair.String()
	if j.verdict() == requirement.Fail {
		s.progress.Failed++
	}
	if s.Progress != nil {
		s.Progress(s.progress)
	}
}
