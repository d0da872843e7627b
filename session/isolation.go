package session

import (
	"context"

	"github.com/toolconform/conform/dialect"
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
	if !wire.Equal(want, got) {
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
