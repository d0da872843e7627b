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

// freshLooks is how many of the cases that miss a requirement are replayed in a process
// of their own: what a process keeps from one case to the next shows only there.
const freshLooks = 3

// secondLook replays what failed, one at a time: a failure that does not come back
// is called flaky (META-06), one that needs company or a past is an influence (META-07).
// Generated counterexamples are shrunk.
func (s *session) secondLook(ctx context.Context) error {
	looks := map[key]int{}
	for _, j := range slices.Clone(s.fixed) {
		if j.c.Heavy || j.verdict() != requirement.Fail || j.seen.Ending != dialect.Done || j.side.Relations.Normal == nil {
			continue
		}
		fresh := s.representative(j, looks) && s.observer.impl.Renewable()
		if err := s.look(ctx, j, func(ctx context.Context, t *trial) error { return t.replay(ctx, j, fresh) }); err != nil {
			return err
		}
	}
	for _, e := range s.examples {
		if err := s.shrink(ctx, e); err != nil {
			return err
		}
	}
	return s.whatFollows(ctx)
}

// representative tells whether the case is one of the first that miss something.
func (s *session) representative(j *judgedCase, looks map[key]int) bool {
	first := false
	for _, o := range j.outcomes {
		if k := (key{o.Requirement, j.c.Pair}); len(o.Findings) > 0 && looks[k] < freshLooks {
			looks[k]++
			first = true
		}
	}
	return first
}

// look does something once more about a judged case; what that shows of its own is told.
func (s *session) look(ctx context.Context, j *judgedCase, do func(context.Context, *trial) error) error {
	t := s.trial(j.side, false)
	if _, err := s.try(ctx, t, func(ctx context.Context, t *trial) (*judgedCase, error) { return nil, do(ctx, t) }); err != nil {
		return err
	}
	return s.keepForms(&judgedCase{forms: t.forms, trial: t})
}

// whatFollows marks the failures that are gone in a process of their own, in the pairs in
// which cases influence each other and nothing depends on chance.
func (s *session) whatFollows(ctx context.Context) error {
	if !s.observer.impl.Renewable() {
		return nil
	}
	var shown []*judgedCase
	looks := map[key]int{}
	for _, e := range s.examples {
		shown = append(shown, e.shrunk)
		for _, id := range e.first {
			if other := e.others[id]; other != nil {
				shown = append(shown, other)
			}
		}
	}
	for _, j := range slices.Concat(s.fixed, shown) {
		influenced := s.shownByFixed(key{"META-07", j.c.Pair}) && !s.shownByFixed(key{"META-06", j.c.Pair})
		if !influenced || j.c.Heavy || j.seen.Ending != dialect.Done || misses(j.outcomes, "META-07") || !s.representative(j, looks) {
			continue
		}
		if err := s.look(ctx, j, func(ctx context.Context, t *trial) error { return t.alone(ctx, j) }); err != nil {
			return err
		}
	}
	return nil
}

// alone judges a failing case again as the first of its process, and marks what it does
// not miss there.
func (t *trial) alone(ctx context.Context, j *judgedCase) error {
	f := properties.NewForm(j.c, properties.Replayed, "META-07", "by itself, once more", func(*dialect.Case) {})
	seen, err := t.sendAs(ctx, f, true)
	if err != nil || seen.Ending != dialect.Done {
		return err
	}
	outcomes, err := outcomesOf(t.side, j.c, &seen, nil)
	if err != nil {
		return err
	}
	again := &judgedCase{side: t.side, c: j.c, seen: seen, outcomes: outcomes, sound: judge.Sound(outcomes)}
	t.sound = again.sound
	if err := t.excuse(ctx, again); err != nil {
		return err
	}
	index, purpose := j.source()
	related, err := t.relate(ctx, again, index, purpose, t.side.Judged)
	if err != nil {
		return err
	}
	j.mark("META-07", func(o requirement.Outcome) bool {
		return !misses(again.outcomes, o.Requirement) && !misses(related, o.Requirement)
	})
	return nil
}

// source is what the picks of the case's forms follow from. The file of a stream that was
// made smaller gives those of the stream.
func (j *judgedCase) source() (generator.Index, string) {
	if j.generated != nil {
		return *j.generated, "relate"
	}
	if index, generated, err := generator.ParseID(j.c.ID); generated && err == nil {
		return index, "relate"
	}
	return generator.Index{Pair: j.c.Pair}, j.c.ID
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
		if seen = j.side.Heard(seen); seen.Ending != dialect.Done {
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
	first, id := forms[0], ""
	if !j.forgotten { // else the answer was right, and something else is told of the case
		first = j.side.Relations.Normal(j.c, &j.seen)
	}
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
	j.mark(id, func(requirement.Outcome) bool { return right })
	if misses(j.outcomes, id) {
		return
	}
	where, w, g := wire.FirstDifference(again, first)
	finding := requirement.Finding{Requirement: id, Level: requirement.Must, Event: -1, Where: where, Expected: w, Actual: g,
		Message: message}
	j.outcomes = append([]requirement.Outcome{{Requirement: id, Verdict: requirement.Fail, Findings: []requirement.Finding{finding}}},
		j.outcomes...)
}

// mark says of what is gone in a case by itself that it follows from another finding.
func (j *judgedCase) mark(id string, gone func(requirement.Outcome) bool) {
	for i, o := range j.outcomes {
		if o.Requirement == id || !gone(o) {
			continue
		}
		j.outcomes[i].Findings = slices.Clone(o.Findings)
		for k := range o.Findings {
			j.outcomes[i].Findings[k].Message += fmt.Sprintf(" (This follows from %s: by itself the case does not miss it.)", id)
		}
	}
}

// shrink looks for the smallest stream that misses the first of what the example
// missed, and for further ones where that leaves something without a counterexample.
// One that makes the implementation hang is left as it is: every try would last as
// long as the deadline. So is another form of a stream that was killed by it.
func (s *session) shrink(ctx context.Context, e *example) error {
	if len(e.missed) == 0 || e.drawn.seen.Ending == dialect.TimedOut || e.drawn.seen.Ending == dialect.Broken || e.isForm() &&
		died(e.drawn.seen.Ending) {
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
	smaller.outcomes = s.tally.sift(smaller.c.Pair, smaller.outcomes)
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
	best := j
	budget := shrinkBudget
	if j.seen.Ending == dialect.Crashed {
		budget = restartBudget
	}
	generator.Shrink(j.c.Script, budget, func(s dialect.Script, kept []int) bool {
		tried, err := t.smaller(ctx, j, properties.Kept(j.c, kept, id), id)
		if err != nil || tried.seen.Ending != j.seen.Ending || !misses(tried.outcomes, id) {
			return false
		}
		best = tried
		return true
	})
	if best == j {
		same := *j
		same.outcomes, same.tries = slices.Clone(j.outcomes), t.tries
		return &same
	}
	c := *best.c
	c.ID, c.Class, c.Tests = j.c.ID, j.c.Class, j.c.Tests
	c.Title = fmt.Sprintf("%s Shrunk from %d elements to %d.", j.c.Title, j.c.Script.Len(), c.Script.Len())
	best.c, best.generated, best.tries = &c, j.generated, t.tries
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
		return tried, t.tell(ctx, f, tried.seen)
	}
	if misses(tried.outcomes, id) {
		if err := t.excuse(ctx, tried); err != nil {
			return nil, err
		}
	}
	if !slices.Contains(properties.Binding(j.side.Side.Side.Side), id) {
		return tried, nil
	}
	index, purpose := j.source()
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
