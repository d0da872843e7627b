package session

import (
	"context"
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// freshLooks is how many failing cases of a pair are replayed in a process of their
// own: what a process keeps from one case to the next shows only there.
const freshLooks = 24

// secondLook replays what failed, one at a time: a failure that does not come back
// is called flaky (META-06), one that needs company or a past is an influence (META-07).
// Generated counterexamples are shrunk.
func (s *session) secondLook(ctx context.Context) error {
	looks := map[dialect.Pair]int{}
	for _, j := range slices.Clone(s.fixed) {
		if j.c.Heavy || j.verdict() != requirement.Fail || j.seen.Ending != dialect.Done || j.side.Relations.Normal == nil {
			continue
		}
		looks[j.c.Pair]++
		fresh := looks[j.c.Pair] <= freshLooks && s.observer.impl.Renewable()
		replayed, err := s.try(ctx, s.trial(j.side, false), func(ctx context.Context, t *trial) (*judgedCase, error) {
			return j, t.replay(ctx, j, fresh)
		})
		if err != nil {
			return err
		}
		if err := s.keepForms(&judgedCase{forms: replayed.forms, trial: replayed.trial}); err != nil {
			return err
		}
		j.forms = nil
	}
	for _, e := range s.examples {
		if err := s.shrink(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// replay observes a failing case twice more, with nothing beside it, and with nothing
// before it where that can be had.
func (t *trial) replay(ctx context.Context, j *judgedCase, fresh bool) error {
	var forms [2]wire.Value
	right := false
	for n, name := range []string{properties.Replayed, properties.ReplayedAgain} {
		f := properties.NewForm(j.c, name, "META-06", "by itself, once more", func(*dialect.Case) {})
		seen, err := t.sendAs(ctx, f, fresh && n == 0)
		if err != nil {
			return err
		}
		if seen.Ending != dialect.Done {
			continue
		}
		forms[n] = j.side.Relations.Normal(j.c, &seen)
		if n == 0 {
			outcomes, err := outcomesOf(j.side, j.c, &seen, nil)
			if err != nil {
				return err
			}
			right = judge.Sound(outcomes)
		}
	}
	first := j.side.Relations.Normal(j.c, &j.seen)
	id := ""
	switch {
	case forms[0].IsAbsent() || forms[1].IsAbsent():
		return nil // how they ended is told
	case !wire.Equal(forms[0], forms[1]):
		id = "META-06"
	case !wire.Equal(first, forms[0]):
		id = "META-07"
	}
	if id == "" || !j.side.Judged[id] {
		return nil
	}
	j.follows(id, first, forms[1], right)
	return nil
}

// follows tells that a failure doesn't come back by itself: that is the finding, and
// what else failed follows from it.
func (j *judgedCase) follows(id string, first, again wire.Value, right bool) {
	message := map[string]string{
		"META-06": "It depends on chance: replayed with nothing beside it the case gave another result each time.",
		"META-07": "Replayed by itself the case gave another result: cases before it or beside it had a hand in it.",
	}[id]
	for i, o := range j.outcomes {
		j.outcomes[i].Findings = slices.Clone(o.Findings)
		for k := range o.Findings {
			if f := &j.outcomes[i].Findings[k]; right && f.Requirement != id {
				f.Message += fmt.Sprintf(" (This follows from %s: by itself the case is answered right.)", id)
			}
		}
	}
	if misses(j.outcomes, id) {
		return
	}
	where, w, g := wire.FirstDifference(again, first)
	finding := requirement.Finding{Requirement: id, Level: requirement.Must, Event: -1, Where: where, Expected: w, Actual: g, Message: message}
	j.outcomes = append([]requirement.Outcome{{Requirement: id, Verdict: requirement.Fail, Findings: []requirement.Finding{finding}}}, j.outcomes...)
}

// shrink looks for the smallest stream that misses the first of what the example
// missed, and for further ones where that leaves something without a counterexample.
// One that makes the implementation hang is left as it is: every try would last as
// long as the deadline. So is another form of a stream that was killed by it.
func (s *session) shrink(ctx context.Context, e *example) error {
	if len(e.missed) == 0 || e.drawn.seen.Ending == dialect.TimedOut || e.drawn.seen.Ending == dialect.Broken || e.isForm() && died(e.drawn.seen.Ending) {
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
	t := s.trial(e.drawn.side, false)
	t.trying, t.expected = true, e.drawn.seen.Ending
	smaller, err := s.try(ctx, t, func(ctx context.Context, t *trial) (*judgedCase, error) { return t.shrunk(ctx, e.drawn, id), nil })
	if err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("shrinking %s: %w", e.drawn.c.ID, err)
	}
	if smaller.leftOut {
		return e.drawn, nil
	}
	if err := s.keepForms(&judgedCase{forms: t.forms, trial: t}); err != nil {
		return nil, err
	}
	if smaller != e.drawn {
		smaller.outcomes = s.tally.sift(smaller.c.Pair, smaller.outcomes)
	}
	return smaller, nil
}

// shrinkBudget bounds how many smaller streams are tried for one counterexample;
// restartBudget does where each of them ends the process.
const (
	shrinkBudget  = 120
	restartBudget = 24
)

// shrunk is the smallest script found that still misses the same requirement,
// and what is found in it.
func (t *trial) shrunk(ctx context.Context, j *judgedCase, id string) *judgedCase {
	best, tries := j, 0
	budget := shrinkBudget
	if j.seen.Ending == dialect.Crashed {
		budget = restartBudget
	}
	generator.Shrink(j.c.Script, budget, func(s dialect.Script, kept []int) bool {
		tries++
		tried, err := t.smaller(ctx, j, properties.Kept(j.c, kept, id), id)
		if err != nil || !misses(tried.outcomes, id) {
			return false
		}
		best = tried
		return true
	})
	if best == j {
		j.tries += tries
		return j
	}
	c := *best.c
	c.ID, c.Class, c.Tests = j.c.ID, j.c.Class, j.c.Tests
	c.Title = fmt.Sprintf("%s Shrunk from %d elements to %d.", j.c.Title, j.c.Script.Len(), c.Script.Len())
	best.c, best.generated, best.tries = &c, j.generated, tries
	return best
}

// smaller judges a smaller stream by its dialect, and by the properties only where
// that is what is looked for. What kills the implementation otherwise than the whole
// stream did is told.
func (t *trial) smaller(ctx context.Context, j *judgedCase, f properties.Form, id string) (*judgedCase, error) {
	tried, err := t.one(ctx, f.Case, nil)
	if err != nil {
		return nil, err
	}
	if died(tried.seen.Ending) && !t.expects(tried.seen.Ending) {
		return tried, t.tell(f, tried.seen)
	}
	if !slices.Contains(properties.Binding(j.side.Side.Side.Side), id) {
		return tried, nil
	}
	index, purpose := generator.Index{Pair: j.c.Pair}, j.c.ID
	if j.generated != nil {
		index, purpose = *j.generated, "relate"
	}
	related, err := t.relate(ctx, tried, index, purpose, map[string]bool{id: true})
	tried.outcomes = append(tried.outcomes, related...)
	return tried, err
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

func misses(outcomes []requirement.Outcome, id string) bool {
	return slices.ContainsFunc(outcomes, func(o requirement.Outcome) bool { return o.Requirement == id && len(o.Findings) > 0 })
}
