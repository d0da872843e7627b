package session

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

const should = requirement.Should

// judgedCase is one request with what was observed and found: a case, a stream, or
// another form of one.
type judgedCase struct {
	side     *PlannedSide
	c        *dialect.Case
	seen     dialect.Observation
	outcomes []requirement.Outcome
	// shown is what the answer shows as a whole; sound: it passed its own judgement, so
	// that there is something to compare with.
	shown judge.Shown
	sound bool
	// forgotten: the answer was right, and is not at hand any more.
	forgotten bool
	// generated is the index of a generated stream, nil for a fixed case.
	generated *generator.Index
	// trial that it comes from; leftOut where its pair had been given up before it was
	// judged.
	trial   *trial
	leftOut bool
	// forms are the other forms that have a row of their own to tell how they ended.
	forms []*judgedCase
	// tries is how many requests looked for a smaller stream; company is what was in flight
	// beside it, where that takes part in what it shows.
	tries   int
	company []string
	// gone: by itself it does not miss again what it misses; apart: nor does what was in flight when that happened.
	gone, apart bool
}

func (j *judgedCase) verdict() requirement.Verdict { return judge.Verdict(j.outcomes) }

// trial is everything that is done about one case or stream.
type trial struct {
	*observer
	side *PlannedSide
	// index is its place in the order of the run.
	index int
	heavy bool
	// forms that have something of their own to tell.
	forms []*judgedCase
	// sound: the case itself was answered right; wholeTold: one of its forms that are
	// streams of their own was not, and one such row is enough.
	sound, wholeTold bool
	// trying: smaller streams are tried, of which each may end as the whole did. Tries is
	// how many requests that took (account).
	trying   bool
	tries    int
	expected dialect.Ending
	// replaying: it is looked whether the case ends so again.
	replaying bool
}

// expects tells whether the ending is the one that is looked for.
func (t *trial) expects(ending dialect.Ending) bool {
	return (t.trying || t.replaying) && ending != dialect.Done && ending == t.expected
}

// try runs a trial, unless its pair has been given up. What it found out until then
// counts.
func (s *session) try(ctx context.Context, t *trial, do func(context.Context, *trial) (*judgedCase, error)) (*judgedCase, error) {
	t.observer = s.observer
	ctx, open := s.observer.gate.begin(ctx, t)
	if !open {
		return &judgedCase{side: t.side, trial: t, leftOut: true}, nil
	}
	defer s.observer.gate.end(t)
	j, err := do(ctx, t)
	if errors.Is(err, errLeftOut) {
		err = nil
		if j == nil {
			j = &judgedCase{side: t.side, leftOut: true}
		}
	}
	if j != nil {
		j.trial, j.forms = t, t.forms
	}
	return j, err
}

// send sends another form of a case. How it ended is told by a row of its own, where
// that is not as it should be; so is a wrong answer to what is a stream of its own.
func (t *trial) send(ctx context.Context, f properties.Form) (dialect.Observation, error) {
	return t.sendAs(ctx, f, false)
}

func (t *trial) sendAs(ctx context.Context, f properties.Form, fresh bool) (dialect.Observation, error) {
	seen, err := t.observe(ctx, t, f.Case, fresh)
	if err != nil {
		return seen, err
	}
	switch seen.Ending {
	case dialect.Skipped, dialect.Unsent:
		return seen, nil // nothing was seen of the form; the account has it
	case dialect.Done:
		if !f.Whole || !t.sound || t.wholeTold {
			return seen, nil
		}
	}
	if t.expects(seen.Ending) || t.trying && seen.Ending == dialect.Rejected {
		return seen, nil
	}
	return seen, t.tell(ctx, f, seen)
}

// tell makes a row for a form, where there is something to tell. What is a stream of its
// own is judged as any stream.
func (t *trial) tell(ctx context.Context, f properties.Form, seen dialect.Observation) error {
	outcomes, err := outcomesOf(t.side, f.Case, &seen, nil)
	if err != nil {
		return err
	}
	j := &judgedCase{side: t.side, c: f.Case, seen: seen, outcomes: outcomes}
	if err := t.excuse(ctx, j); err != nil {
		return err
	}
	if seen.Ending != dialect.Broken {
		if !failed(j) {
			return nil
		}
		j.outcomes = slices.DeleteFunc(j.outcomes, func(o requirement.Outcome) bool { return len(o.Findings) == 0 })
	}
	t.countRefusal(j)
	t.wholeTold = t.wholeTold || seen.Ending == dialect.Done
	t.forms = append(t.forms, j)
	return nil
}

// countRefusal holds a refusal against the limit where it fails something.
func (t *trial) countRefusal(j *judgedCase) {
	fails := func(o requirement.Outcome) bool { return o.Verdict == requirement.Fail && t.side.Judged[o.Requirement] }
	if j.seen.Ending == dialect.Rejected && !t.trying && slices.ContainsFunc(j.outcomes, fails) {
		t.gate.count(event{index: t.index, pair: j.c.Pair, kind: refusal})
	}
}

// fixed observes and judges a fixed case, its control before it, and holds it against
// the properties where it is small.
func (t *trial) fixed(ctx context.Context, c *dialect.Case, relate bool) (*judgedCase, error) {
	heavy := c
	c = c.Ready()
	control, err := t.control(ctx, c)
	if err != nil {
		return nil, err
	}
	j, err := t.one(ctx, c, control.shown)
	if err == nil {
		err = t.excuse(ctx, j)
	}
	if err != nil {
		return j, err
	}
	if control.leaked != nil {
		j.outcomes = append(j.outcomes, *control.leaked)
	}
	if err := t.tellControl(ctx, control, j); err != nil {
		return nil, err
	}
	if !relate || c.Heavy || c.Blame != nil {
		return light(j, heavy), nil
	}
	index, purpose := j.source()
	related, err := t.relate(ctx, j, index, purpose, t.side.Judged)
	j.outcomes = append(j.outcomes, related...)
	return light(j, heavy), err
}

// controlled is what the control of a case showed.
type controlled struct {
	form   properties.Form
	seen   dialect.Observation
	shown  *judge.Control
	leaked *requirement.Outcome
	// own: the control is a case by itself, which tells what is wrong in it.
	own bool
}

// control observes and judges a case's control. What is wrong in it excuses the case,
// unless the same bytes are answered in another way when they come again: then something
// that came before had a hand in it.
func (t *trial) control(ctx context.Context, of *dialect.Case) (k controlled, err error) {
	if of.Control == nil {
		return k, nil
	}
	ready := of.Control.Ready()
	form := func(name string) properties.Form {
		return properties.NewForm(of, name, of.Tests[0], "without what it is about, as its control", func(c *dialect.Case) {
			id, title := c.ID, c.Title
			*c = *ready
			c.ID, c.Title, c.Tests, c.Blame = id, title, nil, nil // as any stream, it is about everything
		})
	}
	k.form = form(properties.Control)
	k.own = t.side.whole[of.Control.ID]
	if k.seen, err = t.observe(ctx, t, k.form.Case, false); err != nil {
		return k, err
	}
	outcomes, err := outcomesOf(t.side, k.form.Case, &k.seen, nil)
	if err != nil {
		return k, err
	}
	k.shown = &judge.Control{Ending: k.seen.Ending, Outcomes: outcomes}
	if died(k.seen.Ending) {
		return k, t.tell(ctx, k.form, k.seen)
	}
	normal := t.side.Relations.Normal
	if normal == nil || k.seen.Ending != dialect.Done || judge.Verdict(outcomes) != requirement.Fail {
		return k, nil
	}
	again, err := t.send(ctx, form(properties.ControlAgain))
	if err != nil || again.Ending != dialect.Done {
		return k, err
	}
	want, got := normal(ready, &again), normal(ready, &k.seen)
	if wire.EqualInAnyOrder(want, got) {
		return k, nil
	}
	where, w, g := wire.FirstDifference(want, got)
	f := requirement.Finding{Requirement: "META-07", Level: requirement.Must, Event: -1, Where: where, Expected: w, Actual: g,
		Message: "The case's control, sent just before it, gave another result than when it was sent again: something that came before " +
			"it had a hand in it."}
	k.leaked = &requirement.Outcome{Requirement: f.Requirement, Verdict: requirement.Fail, Findings: []requirement.Finding{f}}
	return k, nil
}

// tellControl makes a row for a control that was refused, or answered wrong though the
// case itself was not: nothing else tells that.
func (t *trial) tellControl(ctx context.Context, k controlled, j *judgedCase) error {
	refused := k.seen.Ending == dialect.Rejected
	wrong := k.seen.Ending == dialect.Done && j.sound && k.leaked == nil && !k.own
	if k.form.Case == nil || !refused && !wrong {
		return nil
	}
	return t.tell(ctx, k.form, k.seen)
}

// died tells whether a request killed or silenced the implementation, or the adapter
// broke the protocol: it is told at once, since nothing may come after it.
func died(ending dialect.Ending) bool {
	return ending == dialect.Crashed || ending == dialect.TimedOut || ending == dialect.Broken
}

// light forgets what a case sent and got, unless it is needed as evidence: thousands of
// answers that are right would fill the memory that the collector then walks again and again.
func light(j *judgedCase, c *dialect.Case) *judgedCase {
	if c.Heavy {
		j.c = c
	}
	if !failed(j) {
		j.seen.State, j.seen.Events, j.forgotten = wire.Value{}, nil, true
		j.outcomes = merged(j.outcomes)
	}
	return j
}

// merged tells what is said more than once, of each prefix say, only once.
func merged(outcomes []requirement.Outcome) []requirement.Outcome {
	var kept []requirement.Outcome
	for _, o := range outcomes {
		same := func(k requirement.Outcome) bool {
			return k.Requirement == o.Requirement && k.Verdict == o.Verdict && k.Policy == o.Policy
		}
		if len(o.Findings) > 0 || !slices.ContainsFunc(kept, same) {
			kept = append(kept, o)
		}
	}
	return kept
}

// one observes and judges the case itself.
func (t *trial) one(ctx context.Context, c *dialect.Case, control *judge.Control) (*judgedCase, error) {
	seen, err := t.observe(ctx, t, c, false)
	if err != nil {
		return nil, err
	}
	outcomes, err := outcomesOf(t.side, c, &seen, control)
	if err != nil {
		return nil, err
	}
	j := &judgedCase{side: t.side, c: c, seen: seen, outcomes: outcomes, shown: judge.Show(outcomes)}
	t.countRefusal(j)
	j.sound = t.side.Heard(seen).Ending == dialect.Done && judge.Sound(outcomes)
	t.sound = j.sound
	return j, nil
}

// excuse takes back what is wrong anyway: without what a requirement is about the case is
// sent again, and what is wrong there, too, is not blamed on that requirement.
func (t *trial) excuse(ctx context.Context, j *judgedCase) error {
	if j.seen.Ending != dialect.Done {
		return nil
	}
	outcomes, err := t.side.Excused(j.c, j.outcomes, func(plain *dialect.Case) (dialect.Observation, error) {
		return t.send(ctx, properties.Form{Case: plain})
	})
	if err == nil {
		j.outcomes = outcomes
	}
	return err
}

// outcomesOf judges a case. A judge that panics is conform's own fault: it ends the run,
// what was judged before is told, and nobody is blamed.
func outcomesOf(side *PlannedSide, c *dialect.Case, seen *dialect.Observation, control *judge.Control) (
	outcomes []requirement.Outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("judging case %s: conform itself failed, please report it: %v", c.ID, p)
		}
	}()
	return side.Case(c, seen, control), nil
}

// relate holds the case against the properties. Each form has picks of its own, which
// follow from the index and the purpose.
func (t *trial) relate(ctx context.Context, j *judgedCase, index generator.Index, purpose string,
	only map[string]bool) ([]requirement.Outcome, error) {
	return properties.Relate(properties.Relation{Side: t.side.Side.Side.Side, Case: j.c, First: j.seen, Sound: j.sound,
		Pick: func(form string) dialect.Pick { return index.Pick(purpose + " " + form) },
		Only: only, Forms: t.side.Forms[j.c.ID],
		Observe: func(f properties.Form) (dialect.Observation, error) { return t.send(ctx, f) }})
}

// stream observes and judges one generated stream.
func (t *trial) stream(ctx context.Context, index generator.Index) (*judgedCase, error) {
	c, err := index.Make(t.side.Side.Side.Side)
	if err != nil {
		return nil, err
	}
	c.Encoding = t.side.Encodings[index.N%len(t.side.Encodings)]
	j, err := t.one(ctx, c, nil)
	if err != nil {
		return nil, err
	}
	j.generated = &index
	if err := t.excuse(ctx, j); err != nil {
		return j, err
	}
	related, err := t.relate(ctx, j, index, "relate", t.side.Judged)
	j.outcomes = append(j.outcomes, related...)
	return j, err
}
