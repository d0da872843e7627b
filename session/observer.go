package session

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/reports"
)

// observer asks the implementation. Every request goes through it and into the account.
type observer struct {
	impl    Implementation
	timeout time.Duration
	account *account
	gate    *gate
	plan    *Plan

	mu sync.Mutex
	// errors and incidents are how many of each have been counted; broken are the requests that an adapter
	// error was counted for.
	errors, incidents int
	broken            map[string]bool
}

func newObserver(impl Implementation, timeout time.Duration, limits Limits, plan *Plan) *observer {
	o := &observer{impl: impl, timeout: timeout, account: newAccount(), gate: newGate(limits), plan: plan, broken: map[string]bool{}}
	o.gate.starts(impl.Hello().Took)
	return o
}

// observe sends one request for a trial. Err is why there is no observation: the
// context's, or errLeftOut.
func (o *observer) observe(ctx context.Context, t *trial, c *dialect.Case, fresh bool) (dialect.Observation, error) {
	if err := context.Cause(ctx); err != nil {
		return dialect.Observation{}, err
	}
	deadline := o.timeout
	if c.Heavy {
		deadline *= HeavyFactor
	}
	seen := o.impl.Observe(ctx, driver.Request{ID: c.ID, Pair: c.Pair, Input: c.Input(), Deadline: deadline,
		Place: int64(t.index), Fresh: fresh, Large: mayFail(c), Beside: func(e dialect.Ending) { o.account.beside(t, c.Pair, e) }})
	if err := context.Cause(ctx); err != nil {
		o.account.cutOff(t, c)
		return seen, err
	}
	if why := o.impl.Gone(); why != "" && seen.Ending == dialect.Skipped {
		o.gate.lost(t, why)
		return seen, errLeftOut
	}
	seen.Omits = t.side.Omits
	o.account.add(t, c, seen.Ending)
	if seen.Ending == dialect.Done || seen.Ending == dialect.Rejected || seen.Ending == dialect.Skipped {
		o.gate.answer(t)
	}
	o.count(t, c, seen.Ending)
	return seen, nil
}

// count holds what happened against the limits. A case of SHOULD size may fail: that is
// a warning, and must not keep others from being run.
func (o *observer) count(t *trial, c *dialect.Case, ending dialect.Ending) {
	if !t.expects(ending) && !mayFail(c) {
		switch ending {
		case dialect.Crashed:
			o.gate.starts(o.impl.Hello().Took)
			o.gate.count(event{index: t.index, pair: c.Pair, kind: crash})
		case dialect.TimedOut:
			o.gate.count(event{index: t.index, pair: c.Pair, kind: missedDeadline, heavy: c.Heavy})
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	errors := o.impl.Errors()
	for _, e := range errors[o.errors:] {
		o.gate.count(event{index: t.index, pair: o.pairOf(e.Case, c.Pair), kind: adapterError})
		o.broken[e.Case] = true
	}
	o.errors = len(errors)
	if ending == dialect.Broken && !o.broken[c.ID] { // so many were kept that this one was not
		o.gate.count(event{index: t.index, pair: c.Pair, kind: adapterError})
	}
	incidents := o.impl.Incidents()
	for _, i := range incidents[o.incidents:] {
		if kind, ok := troubleOf(i); ok {
			o.gate.count(event{index: t.index, pair: c.Pair, kind: kind})
		}
	}
	o.incidents = len(incidents)
}

// troubleOf is what an incident counts as.
func troubleOf(i driver.Incident) (kind trouble, ok bool) {
	switch {
	case i.CutOff: // the pair is over
	case i.Kind == driver.UnreproducedTimeout:
		return missedDeadline, true
	case i.Kind == driver.UnreproducedCrash, i.Kind == driver.CrashBetween:
		return crash, true
	}
	return 0, false
}

// pairOf is the pair that the id of a request belongs to.
func (o *observer) pairOf(id string, fallback dialect.Pair) dialect.Pair {
	for i := range o.plan.Sides {
		if p := o.plan.Sides[i].Pair; strings.HasPrefix(id, p.String()+"/") {
			return p
		}
	}
	return fallback
}

// mayFail tells whether whatever goes wrong in the case is a warning.
func mayFail(c *dialect.Case) bool { return c.Blame != nil && c.Blame.Level == should }

// gaveUp says what was left out, and why; "" where nothing was.
func (s *session) gaveUp() string {
	var lines []string
	for _, l := range s.leftOutRows() {
		lines = append(lines, fmt.Sprintf("%s/%s: %s left out after %s", l.Dialect, l.Role, amount(l.Cases, l.Streams), l.Why))
	}
	return strings.Join(lines, "; ")
}

func amount(cases, streams int) string {
	switch {
	case streams == 0:
		return reports.Counted(cases, "case")
	case cases == 0:
		return reports.Counted(streams, "stream")
	}
	return reports.Counted(cases, "case") + " and " + reports.Counted(streams, "stream")
}
