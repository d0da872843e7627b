package session

import (
	"context"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/session/pool"
	"github.com/toolconform/conform/wire"
)

// isolationSample is how many cases of a pair are observed alone before
// everything else, and again beside each other at the end.
const isolationSample = 12

// isolation is META-07: a case isn't influenced by the cases before it, nor by
// those in flight beside it.
type isolation struct {
	*session
	sample []*sampled
}

// sampled is a case of the sample, with what it gave before all others.
type sampled struct {
	side   *PlannedSide
	c      *dialect.Case
	before dialect.Observation
	form   properties.Form
	// trial in which it was observed before all others.
	trial *trial
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
			if plain, _ := cutEncoding(c.ID); sample[plain] {
				i.sample = append(i.sample, &sampled{side: p, c: c, before: dialect.Observation{Ending: dialect.Unsent}})
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

// alone observes the sample one by one, before anything else. A refusal is told
// later, unless the case was refused in its turn, too.
func (i *isolation) alone(ctx context.Context) error {
	for _, k := range i.sample {
		k.form = properties.NewForm(k.c, properties.Before, "META-07", "alone, before all others", func(*dialect.Case) {})
		k.trial = i.trial(k.side, false)
		j, err := i.try(ctx, k.trial, func(ctx context.Context, t *trial) (*judgedCase, error) {
			seen, err := t.observe(ctx, t, k.form.Case, false)
			if err != nil {
				return nil, err
			}
			k.before = seen
			if died(seen.Ending) {
				return &judgedCase{side: k.side, c: k.form.Case}, t.tell(ctx, k.form, seen)
			}
			return nil, nil
		})
		if err != nil {
			return err
		}
		if err := i.keepForms(j); err != nil {
			return err
		}
	}
	return nil
}

// beside observes the sample again, as many at a time as the implementation
// takes, after everything else.
func (i *isolation) beside(ctx context.Context) error {
	if err := i.refusedBefore(ctx); err != nil {
		return err
	}
	n := 0
	next := func() task {
		if n == len(i.sample) {
			return nil
		}
		k := i.sample[len(i.sample)-1-n] // the other way round, so that each comes behind another one
		t := i.trial(k.side, false)
		n++
		return func(ctx context.Context) (*judgedCase, error) {
			return i.try(ctx, t, func(ctx context.Context, t *trial) (*judgedCase, error) { return i.again(ctx, t, k) })
		}
	}
	return pool.Run(ctx, i.workers, next, func(j *judgedCase) error {
		if j == nil || j.leftOut {
			return i.keepForms(j)
		}
		j.outcomes = i.tally.sift(j.c.Pair, j.outcomes)
		if len(j.outcomes) > 0 {
			i.attach(j)
		}
		return i.keepForms(j)
	})
}

// refused tells whether the case itself was refused, which tells of its forms, too.
func (i *isolation) refused(k *sampled) bool {
	base := i.byID[k.c.ID]
	return base != nil && base.seen.Ending == dialect.Rejected
}

// refusedBefore tells of the refusals before all others: also where the case was left out in
// its turn.
func (i *isolation) refusedBefore(ctx context.Context) error {
	for _, k := range i.sample {
		if k.before.Ending != dialect.Rejected || i.refused(k) {
			continue
		}
		t := k.trial
		if err := t.tell(ctx, k.form, k.before); err != nil {
			return err
		}
		if err := i.keepForms(&judgedCase{forms: t.forms, trial: t}); err != nil {
			return err
		}
	}
	return nil
}

// again sends a case of the sample once more and holds it against how it was before.
// That tells something only where the case was answered right in its turn.
func (i *isolation) again(ctx context.Context, t *trial, k *sampled) (*judgedCase, error) {
	base := i.byID[k.c.ID]
	t.sound = base != nil && base.sound
	form := properties.NewForm(k.c, properties.Beside, "META-07", "beside others, after all of them", func(*dialect.Case) {})
	seen, err := t.observe(ctx, t, form.Case, false)
	if err != nil {
		return nil, err
	}
	j := &judgedCase{side: k.side, c: k.c, seen: seen}
	if died(seen.Ending) || seen.Ending == dialect.Rejected && !i.refused(k) {
		if err := t.tell(ctx, form, seen); err != nil {
			return j, err
		}
	}
	before, beside := k.side.Heard(k.before), k.side.Heard(seen)
	if t.sound && before.Ending == dialect.Done && beside.Ending == dialect.Done {
		want, got := k.side.Relations.Normal(k.c, &before), k.side.Relations.Normal(k.c, &beside)
		if !want.IsAbsent() || !got.IsAbsent() { // else any answer is right
			j.outcomes = []requirement.Outcome{influenced(want, got)}
		}
	}
	return j, nil
}

func influenced(want, got wire.Value) requirement.Outcome {
	out := requirement.Outcome{Requirement: "META-07"}
	if !wire.EqualInAnyOrder(want, got) {
		where, w, g := wire.FirstDifference(want, got)
		out.Verdict = requirement.Fail
		out.Findings = []requirement.Finding{{Requirement: "META-07", Level: requirement.Must, Event: -1, Where: where, Expected: w,
			Actual:  g,
			Message: "Alone and before all others the case gave another result than after and beside them."}}
	}
	return out
}

// attach adds the outcome to the case as it was judged in its turn.
func (i *isolation) attach(j *judgedCase) {
	if have := i.byID[j.c.ID]; have != nil {
		have.outcomes = append(have.outcomes, j.outcomes...)
		return
	}
	i.keep(j)
}

// steadyLooks is how often a case whose second answer was another one is sent again, until
// that was no chance; aloneLooks how many cases of a pair are run again by themselves.
const (
	steadyLooks = 8
	aloneLooks  = 40
)

// whatFollows marks the failures that are gone where the case is run by itself, in a process
// of its own where that can be had, in the pairs in which cases influence each other and
// nothing depends on chance.
func (s *session) whatFollows(ctx context.Context) error {
	shown := s.shown()
	for i := range s.plan.Sides {
		pair := s.plan.Sides[i].Pair
		ofPair := slices.DeleteFunc(slices.Clone(shown), func(j *judgedCase) bool { return j.c.Pair != pair })
		if !s.shownByFixed(key{leak, pair}) {
			continue
		}
		steady, err := s.steady(ctx, ofPair)
		if err != nil {
			return err
		}
		if s.leaks[pair] = steady; !steady {
			continue
		}
		if err := s.runAlone(ctx, ofPair); err != nil {
			return err
		}
	}
	return nil
}

// leak is the line that a case misses which is influenced by others.
const leak = "META-07"

// shown are the fixed cases and the counterexamples.
func (s *session) shown() []*judgedCase {
	shown := slices.Clone(s.fixed)
	for _, e := range s.examples {
		shown = append(shown, e.shrunk)
		for _, id := range e.first {
			if other := e.others[id]; other != nil {
				shown = append(shown, other)
			}
		}
	}
	return shown
}

// steady tells whether what was answered in two ways is always answered in the same way
// where nothing comes between, or at least in every process that begins anew: then it is no
// chance, but what came before.
func (s *session) steady(ctx context.Context, of []*judgedCase) (bool, error) {
	twofold := slices.DeleteFunc(slices.Clone(of), func(j *judgedCase) bool {
		return !misses(j.outcomes, "META-06") || j.c.Heavy || !j.answered()
	})
	const starts = 1 + steadyLooks/2 // of one case
	for _, j := range twofold[:min(len(twofold), max(1, s.observer.affords(freshLooks*starts)/starts))] {
		same := false
		if err := s.look(ctx, j, func(ctx context.Context, t *trial) (err error) {
			same, err = t.repeats(ctx, j, false)
			if err == nil && !same && s.observer.impl.Renewable() {
				same, err = t.repeats(ctx, j, true)
			}
			return err
		}); err != nil || !same {
			return false, err
		}
	}
	for _, j := range of { // what followed from chance follows from what was no chance
		j.mark(leak, "with nothing before it and beside it it always gives the same", func(o requirement.Outcome) bool {
			return o.Requirement == "META-06" && slices.Contains(twofold, j)
		})
		j.mark(leak, byItself, func(o requirement.Outcome) bool {
			return o.Findings[0].Follows.Line == "META-06"
		})
	}
	return true, nil
}

// repeats tells whether a case gives the same each time with nothing between: in one
// process, or, anew, the first time in each of several processes, and the second time.
func (t *trial) repeats(ctx context.Context, j *judgedCase, anew bool) (bool, error) {
	period := 1
	if anew {
		period = 2
	}
	f := properties.NewForm(j.c, properties.Replayed, "META-06", "by itself, once more", func(*dialect.Case) {})
	var answers []wire.Value
	for n := range steadyLooks {
		seen, err := t.sendAs(ctx, f, n == 0 || anew && n%period == 0)
		if seen = j.side.Heard(seen); err != nil || seen.Ending != dialect.Done {
			return false, err
		}
		answers = append(answers, j.side.Relations.Normal(j.c, &seen))
	}
	for n := range answers[period:] {
		if !wire.EqualInAnyOrder(answers[n], answers[n+period]) {
			return false, nil
		}
	}
	return true, nil
}

// runAlone runs the first cases that miss something by themselves. Where none of those that
// miss a line does so by itself, the others that miss it are taken to follow, too.
func (s *session) runAlone(ctx context.Context, of []*judgedCase) error {
	looks, left := map[key]int{}, s.observer.affords(aloneLooks)
	tried := map[*judgedCase]bool{}
	for _, j := range of {
		if j.c.Heavy || !j.answered() || misses(j.outcomes, leak) || !s.representative(j, looks) {
			continue
		}
		if left--; left < 0 {
			break
		}
		tried[j] = true
		if err := s.look(ctx, j, func(ctx context.Context, t *trial) error { return t.alone(ctx, j) }); err != nil {
			return err
		}
	}
	gone, stays := map[string]bool{}, map[string]bool{}
	for j := range tried {
		for _, o := range j.outcomes {
			for _, f := range o.Findings {
				if f.Follows.Line == leak {
					gone[o.Requirement] = true
				} else {
					stays[o.Requirement] = true
				}
			}
		}
	}
	for _, j := range of {
		j.mark(leak, "so it seems: the cases with it that were run again do not miss it by themselves",
			func(o requirement.Outcome) bool {
				return gone[o.Requirement] && !stays[o.Requirement] && j.answered() && !tried[j]
			})
	}
	return nil
}

// alone judges a failing case again as the first of its process, and marks what it does
// not miss there.
func (t *trial) alone(ctx context.Context, j *judgedCase) error {
	f := properties.NewForm(j.c, properties.Replayed, "META-07", "by itself, once more", func(*dialect.Case) {})
	seen, err := t.sendAs(ctx, f, true)
	if err != nil || t.side.Heard(seen).Ending != dialect.Done {
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
	// The forms have been told once, and what came before them here is their own case.
	t.forms = slices.DeleteFunc(t.forms, func(f *judgedCase) bool { return f.seen.Ending == dialect.Done })
	if err != nil {
		return err
	}
	j.mark(leak, byItself, func(o requirement.Outcome) bool {
		return !misses(again.outcomes, o.Requirement) && !misses(related, o.Requirement)
	})
	return nil
}

// answered tells whether the case came to an answer, a refusal that says as much among them.
func (j *judgedCase) answered() bool { return j.side.Heard(j.seen).Ending == dialect.Done }

// byItself is why a failure follows from another one.
const byItself = "by itself the case does not miss it"

// mark says of what is gone in a case by itself that it follows from another finding.
func (j *judgedCase) mark(id, why string, gone func(requirement.Outcome) bool) {
	for i, o := range j.outcomes {
		if o.Requirement == id || len(o.Findings) == 0 || !gone(o) {
			continue
		}
		j.outcomes[i].Findings = slices.Clone(o.Findings)
		for k := range o.Findings {
			j.outcomes[i].Findings[k].Follows = requirement.Follows{Line: id, Why: why}
		}
	}
}
