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

// secondLook replays what failed or gave a warning, one at a time: a failure that does not come back
// is called flaky (META-06), one that needs company or a past is an influence (META-07).
// Generated counterexamples are shrunk.
func (s *session) secondLook(ctx context.Context) error {
	looks, remembers := map[key]int{}, map[dialect.Pair]bool{}
	for _, j := range slices.Clone(s.fixed) {
		refused := j.seen.Ending == dialect.Rejected && s.byID[j.c.ID] == j
		if j.c.Heavy || !failed(j) || j.seen.Ending != dialect.Done && !refused || j.side.Relations.Normal == nil {
			continue
		}
		fresh := s.representative(j, looks) && s.renewable(&s.fresh)
		if err := s.look(ctx, j, func(ctx context.Context, t *trial) error { return t.replay(ctx, j, fresh, remembers) }); err != nil {
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

// renewable tells whether one more look of a kind can have a process of its own, and counts it.
func (s *session) renewable(had *int) bool {
	if s.observer.impl.Renewable() && *had < s.observer.affords(*had+1) {
		*had++
		return true
	}
	return false
}

// affords is how many processes of their own one kind of looks can have, of so many that it would have: a third of
// what a run waits for them, and one at least.
func (o *observer) affords(most int) int {
	if took := o.impl.Hello().Took; took > 0 && o.impl.Renewable() {
		return max(1, min(most, int(restarting/3/took)))
	}
	return most
}

// look does something once more about a judged case; what that shows of its own is told.
func (s *session) look(ctx context.Context, j *judgedCase, do func(context.Context, *trial) error) error {
	t := s.trial(j.side, false)
	if _, err := s.try(ctx, t, func(ctx context.Context, t *trial) (*judgedCase, error) { return nil, do(ctx, t) }); err != nil {
		return err
	}
	return s.keepForms(&judgedCase{forms: t.forms, trial: t})
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
// before it where that can be had. Remembers are the pairs of which is known whether they
// answer a case twice in the same two ways in each process that begins anew: no chance does.
func (t *trial) replay(ctx context.Context, j *judgedCase, fresh bool, remembers map[dialect.Pair]bool) error {
	forms, right, err := t.twice(ctx, j, fresh)
	if err != nil || forms[0].IsAbsent() || forms[1].IsAbsent() {
		return err // how they ended is told
	}
	first, again, id := forms[0], forms[1], ""
	if !j.forgotten { // else the answer was right, and something else is told of the case
		first = wire.Value{}
		if heard := j.side.Heard(j.seen); heard.Ending == dialect.Done {
			first = j.side.Relations.Normal(j.c, &heard)
		}
	}
	switch alike := false; {
	case !wire.EqualInAnyOrder(forms[0], forms[1]):
		id = "META-06"
		if alike, err = t.remembers(ctx, j, fresh, remembers); err != nil {
			return err
		}
		if alike {
			id, again = leak, forms[0]
		}
		if alike && wire.EqualInAnyOrder(first, again) {
			first = forms[1]
		}
	case !wire.EqualInAnyOrder(first, forms[0]):
		id = leak
	}
	if id != "" && j.side.Judged[id] {
		j.follows(id, first, again, right)
	}
	return nil
}

// twice is what a case gives when it is sent by itself and then once more, absent where it
// was not answered, and whether the first of it is right.
func (t *trial) twice(ctx context.Context, j *judgedCase, fresh bool) (forms [2]wire.Value, right bool, err error) {
	for n, name := range []string{properties.Replayed, properties.ReplayedAgain} {
		f := properties.NewForm(j.c, name, "META-06", "by itself, once more", func(*dialect.Case) {})
		seen, err := t.onceMore(ctx, j, f, fresh && n == 0)
		if err != nil {
			return forms, false, err
		}
		if seen = j.side.Heard(seen); seen.Ending != dialect.Done {
			continue
		}
		forms[n] = j.side.Relations.Normal(j.c, &seen)
		if n == 0 {
			outcomes, err := outcomesOf(j.side, j.c, &seen, nil)
			if err != nil {
				return forms, false, err
			}
			right = judge.Sound(outcomes)
		}
	}
	return forms, right, nil
}

// remembers tells whether what differs is what came before, though that was the case itself.
// One case tells it of its pair.
func (t *trial) remembers(ctx context.Context, j *judgedCase, fresh bool, known map[dialect.Pair]bool) (bool, error) {
	if _, have := known[j.c.Pair]; have || !fresh {
		return known[j.c.Pair], nil
	}
	alike, err := t.repeats(ctx, j, true)
	known[j.c.Pair] = alike && err == nil
	return known[j.c.Pair], err
}

// onceMore sends a case again. One that was refused and is refused again tells nothing new.
func (t *trial) onceMore(ctx context.Context, j *judgedCase, f properties.Form, fresh bool) (dialect.Observation, error) {
	if j.seen.Ending != dialect.Rejected {
		return t.sendAs(ctx, f, fresh)
	}
	seen, err := t.observe(ctx, t, f.Case, fresh)
	if err == nil && died(seen.Ending) {
		err = t.tell(ctx, f, seen)
	}
	return seen, err
}

// follows tells that a failure doesn't come back by itself: that is the finding, and
// what else failed follows from it.
func (j *judgedCase) follows(id string, first, again wire.Value, right bool) {
	message := map[string]string{
		"META-06": "It depends on chance: replayed with nothing beside it the case gave another result each time.",
		"META-07": "Replayed by itself the case gave another result: cases before it or beside it had a hand in it.",
	}[id]
	j.mark(id, byItself, func(requirement.Outcome) bool { return right })
	if misses(j.outcomes, id) {
		return
	}
	where, w, g := wire.FirstDifference(again, first)
	finding := requirement.Finding{Requirement: id, Level: requirement.Must, Event: -1, Where: where, Expected: w, Actual: g,
		Message: message}
	j.outcomes = append([]requirement.Outcome{{Requirement: id, Verdict: requirement.Fail, Findings: []requirement.Finding{finding}}},
		j.outcomes...)
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
	smaller, err := s.shrunkFor(ctx, e, e.missed[0])
	if err != nil {
		return err // stopped: the example stays as it was drawn
	}
	e.shrunk = smaller
	for _, id := range e.first {
		if misses(e.shrunk.outcomes, id) || s.shownByFixed(key{id, e.drawn.c.Pair}) || !s.wantsForm(e.drawn.c.ID, id) {
			continue
		}
		other, err := s.shrunkFor(ctx, e, id)
		if err != nil {
			return err
		}
		e.others[id] = other
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
