package session

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// observer asks the implementation.
type observer struct {
	impl    Implementation
	timeout time.Duration
	// late counts the missed deadlines of each pair.
	late map[dialect.Pair]*atomic.Int32
}

// maxLate is how many deadlines a pair may miss before the rest of its cases is
// left out: by then ROBUST-02 has failed, and every further case could last as long
// as its deadline.
const maxLate = 3

func newObserver(impl Implementation, timeout time.Duration, plan *Plan) observer {
	o := observer{impl: impl, timeout: timeout, late: map[dialect.Pair]*atomic.Int32{}}
	for i := range plan.Sides {
		o.late[plan.Sides[i].Pair] = &atomic.Int32{}
	}
	return o
}

// givenUp says why cases of some pair were left out, "" where none was.
func (o observer) givenUp() string {
	for pair, late := range o.late {
		if late.Load() >= maxLate {
			return fmt.Sprintf("%s missed %d deadlines: its remaining cases were left out", pair, maxLate)
		}
	}
	return ""
}

// observe runs one case in the form that the case says.
func (o observer) observe(ctx context.Context, side *PlannedSide, c *dialect.Case) (dialect.Observation, error) {
	late := o.late[c.Pair]
	if late.Load() >= maxLate {
		return dialect.Observation{Ending: dialect.Skipped, Reason: fmt.Sprintf("left out after %d missed deadlines", maxLate)}, nil
	}
	deadline := o.timeout
	if c.Heavy {
		deadline *= HeavyFactor
	}
	seen := o.impl.Observe(ctx, driver.Request{ID: c.ID, Pair: c.Pair, Input: c.Input(), Deadline: deadline})
	if err := context.Cause(ctx); err != nil {
		return seen, err
	}
	if seen.Ending == dialect.TimedOut {
		late.Add(1)
	}
	seen.Omits = side.Omits
	return seen, nil
}

// judged is one case with what was observed and found.
type judgedCase struct {
	side     *PlannedSide
	c        *dialect.Case
	seen     dialect.Observation
	outcomes []requirement.Outcome
	// generated is the index of a generated stream, nil for a fixed case.
	generated *generator.Index
}

func (j *judgedCase) verdict() requirement.Verdict { return judge.Verdict(j.outcomes) }

// fixed observes and judges a fixed case, its control before it, and holds it
// against the properties where it is small.
func (o observer) fixed(ctx context.Context, side *PlannedSide, c *dialect.Case, relate bool) (*judgedCase, error) {
	heavy := c
	c = c.Ready()
	control, leaked, err := o.control(ctx, side, c.Control)
	if err != nil {
		return nil, err
	}
	j, err := o.one(ctx, side, c, control)
	if err == nil && leaked != nil {
		j.outcomes = append(j.outcomes, *leaked)
	}
	if err != nil || !relate || c.Heavy || c.Blame != nil {
		return light(j, heavy), err
	}
	index := generator.Index{Pair: c.Pair}
	related, err := o.relate(ctx, side, c, j.seen, index.Pick(c.ID))
	j.outcomes = append(j.outcomes, related...)
	return j, err
}

// control observes and judges a case's control. What is wrong in it excuses the
// case, unless the same bytes are answered in another way when they come again: then
// something that came before had a hand in it.
func (o observer) control(ctx context.Context, side *PlannedSide, c *dialect.Case) (outcomes []requirement.Outcome, leaked *requirement.Outcome, err error) {
	if c == nil {
		return nil, nil, nil
	}
	c = c.Ready()
	seen, err := o.observe(ctx, side, c)
	if err != nil {
		return nil, nil, err
	}
	if outcomes, err = outcomesOf(side, c, &seen, nil); err != nil {
		return nil, nil, err
	}
	normal := side.Side.Side.Relations.Normal
	if normal == nil || seen.Ending != dialect.Done || judge.Verdict(outcomes) != requirement.Fail {
		return outcomes, nil, nil
	}
	again, err := o.observe(ctx, side, c)
	if err != nil || again.Ending != dialect.Done {
		return outcomes, nil, err
	}
	where, w, g := wire.FirstDifference(normal(c, &again), normal(c, &seen))
	if where == "" && wire.Equal(w, g) {
		return outcomes, nil, nil
	}
	f := requirement.Finding{Requirement: "META-07", Level: requirement.Must, Event: -1, Where: where, Expected: w, Actual: g,
		Message: "The case's control, sent just before it, gave another result than when it was sent again: something that came before it had a hand in it."}
	return outcomes, &requirement.Outcome{Requirement: f.Requirement, Verdict: requirement.Fail, Findings: []requirement.Finding{f}}, nil
}

// light forgets what a heavy case sent and got, unless it is needed as evidence.
func light(j *judgedCase, c *dialect.Case) *judgedCase {
	if j != nil && c.Heavy {
		j.c = c
		if !failed(j) {
			j.seen.State, j.seen.Events = wire.Value{}, nil
		}
	}
	return j
}

func (o observer) one(ctx context.Context, side *PlannedSide, c *dialect.Case, control []requirement.Outcome) (*judgedCase, error) {
	seen, err := o.observe(ctx, side, c)
	if err != nil {
		return nil, err
	}
	outcomes, err := outcomesOf(side, c, &seen, control)
	if err != nil {
		return nil, err
	}
	return &judgedCase{side: side, c: c, seen: seen, outcomes: outcomes}, nil
}

// outcomesOf judges a case. A judge that panics is conform's own fault: it ends the run,
// what was judged before is told, and nobody is blamed.
func outcomesOf(side *PlannedSide, c *dialect.Case, seen *dialect.Observation, control []requirement.Outcome) (outcomes []requirement.Outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("judging case %s: conform itself failed, please report it: %v", c.ID, p)
		}
	}()
	return side.Case(c, seen, control), nil
}

func (o observer) relate(ctx context.Context, side *PlannedSide, c *dialect.Case, first dialect.Observation, pick dialect.Pick) ([]requirement.Outcome, error) {
	return properties.Relate(side.Side.Side.Side, c, first, pick, side.Judged, func(c *dialect.Case) (dialect.Observation, error) {
		return o.observe(ctx, side, c)
	})
}

// stream observes and judges one generated stream.
func (o observer) stream(ctx context.Context, side *PlannedSide, index generator.Index) (*judgedCase, error) {
	c := index.Case(side.Side.Side.Side)
	c.Encoding = side.Encodings[index.N%len(side.Encodings)]
	j, err := o.one(ctx, side, c, nil)
	if err != nil {
		return nil, err
	}
	j.generated = &index
	related, err := o.relate(ctx, side, c, j.seen, index.Pick("relate"))
	j.outcomes = append(j.outcomes, related...)
	return j, err
}

// shrinkBudget bounds how many smaller streams are tried for one counterexample.
const shrinkBudget = 120

// shrunk is the smallest script found that still misses the same requirement,
// and what is found in it.
func (o observer) shrunk(ctx context.Context, j *judgedCase, id string) *judgedCase {
	best := j
	generator.Shrink(j.c.Script, shrinkBudget, func(s dialect.Script) bool {
		c := *j.c
		c.Script = s
		tried, err := o.again(ctx, j, &c, id)
		if err != nil || !misses(tried.outcomes, id) {
			return false
		}
		best = tried
		return true
	})
	if best != j {
		c := *best.c
		c.Title = fmt.Sprintf("%s Shrunk from %d elements to %d.", j.c.Title, j.c.Script.Len(), c.Script.Len())
		best.c, best.generated = &c, j.generated
	}
	return best
}

// again judges a changed case by its dialect, and by the properties only where
// that is what is looked for.
func (o observer) again(ctx context.Context, j *judgedCase, c *dialect.Case, id string) (*judgedCase, error) {
	tried, err := o.one(ctx, j.side, c, nil)
	if err != nil {
		return nil, err
	}
	if contains(properties.Binding(j.side.Side.Side.Side), id) {
		pick := generator.Index{Pair: c.Pair}.Pick(c.ID)
		if j.generated != nil {
			pick = j.generated.Pick("relate")
		}
		related, err := properties.Relate(j.side.Side.Side.Side, c, tried.seen, pick, map[string]bool{id: true}, func(c *dialect.Case) (dialect.Observation, error) {
			return o.observe(ctx, j.side, c)
		})
		if err != nil {
			return nil, err
		}
		tried.outcomes = append(tried.outcomes, related...)
	}
	return tried, nil
}

func contains(list []string, s string) bool {
	for _, have := range list {
		if have == s {
			return true
		}
	}
	return false
}

func misses(outcomes []requirement.Outcome, id string) bool {
	for _, o := range outcomes {
		if o.Requirement == id && len(o.Findings) > 0 {
			return true
		}
	}
	return false
}
