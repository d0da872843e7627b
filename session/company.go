package session

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// inFlight is a request as it was sent, for a row about something that no case of the
// plan is to blame for alone.
type inFlight struct{ input wire.Value }

func (s inFlight) Input(string, []int) wire.Value { return s.input }
func (s inFlight) JSON() wire.Value               { return s.input }
func (s inFlight) Len() int                       { return 1 }
func (s inFlight) Keep([]int) dialect.Script      { return s }

// chances is how often a busy machine may make a pair late before nobody believes it.
const chances = 2

// company looks once more at deadlines that were missed only with others in flight. One
// that is missed again in the same company fails ROBUST-02, and so do more than chances. What is
// not leaves the run incomplete: it happened, but the machine may have been busy.
func (s *session) company(ctx context.Context) error {
	once := map[dialect.Pair][]driver.Incident{}
	for _, i := range s.observer.impl.Incidents() {
		if i.Kind == driver.UnreproducedTimeout && !i.CutOff {
			pair := i.Requests[0].Pair
			once[pair] = append(once[pair], i)
		}
	}
	for n := range s.plan.Sides {
		p := &s.plan.Sides[n]
		list := once[p.Pair]
		if len(list) == 0 {
			continue
		}
		again, told := none, len(list) > chances
		if !told {
			var err error
			if again, err = s.whichAgain(ctx, p, list); err != nil {
				return err
			}
			told = again != none
		}
		for k, i := range list {
			if !told {
				s.doubts = append(s.doubts, fmt.Sprintf("a deadline was missed with %s in flight, and not again: is the machine busy? Run "+
					"it once more", some(i.Cases)))
				continue
			}
			s.blame(i, "ROBUST-02", fmt.Sprintf("No answer before the deadline (%s) with these in flight, of which each is "+
				"answered alone: %s.", i.Reason, some(i.Cases)), k != again)
		}
	}
	return nil
}

const none = -1

// whichAgain is the first of the missed deadlines that is missed again, or none.
func (s *session) whichAgain(ctx context.Context, p *PlannedSide, list []driver.Incident) (int, error) {
	for k, i := range list {
		if again, err := s.missedAgain(ctx, p, i); again || err != nil {
			return k, err
		}
	}
	return none, nil
}

// missedAgain sends the same cases side by side, and tells whether a deadline was missed.
func (s *session) missedAgain(ctx context.Context, p *PlannedSide, i driver.Incident) (bool, error) {
	before := len(s.observer.impl.Incidents())
	j, err := s.try(ctx, s.trial(p, false), func(ctx context.Context, t *trial) (*judgedCase, error) {
		var all sync.WaitGroup
		n := len(i.Requests)
		errs, seen, forms := make([]error, n), make([]dialect.Observation, n), make([]properties.Form, n)
		for n, r := range i.Requests {
			forms[n].Case = &dialect.Case{ID: dialect.FormID(r.ID, properties.Company), Title: "With others in flight.", Pair: r.Pair,
				Class: dialect.Adversarial, Script: inFlight{r.Input}}
			all.Go(func() { seen[n], errs[n] = t.observe(ctx, t, forms[n].Case, false) })
		}
		all.Wait()
		j := &judgedCase{side: p}
		for n, err := range errs {
			if err == nil && died(seen[n].Ending) {
				err = t.tell(ctx, forms[n], seen[n])
			}
			if err != nil {
				return j, err
			}
		}
		return j, nil
	})
	if err != nil {
		return false, err
	}
	return len(s.observer.impl.Incidents()) > before, s.keepForms(j)
}

// blameIncidents: a death that no case brings back alone is still a death. It stands
// with the first case that was in flight, or with the last that was answered.
func (s *session) blameIncidents() {
	for _, i := range s.observer.impl.Incidents() {
		switch {
		case i.CutOff:
			s.blameCutOff(i)
		case i.Kind == driver.UnreproducedCrash || i.Kind == driver.CrashBetween:
			s.blame(i, "ROBUST-01", fmt.Sprintf("%s: %s. It did not come back when what was in flight was run one at a time: %s.", i.Kind,
				i.Reason, some(i.Cases)), true)
		}
	}
}

// blameCutOff tells of what happened with several cases in flight that were not all run again, since
// the pair was given up. Where a case fails the same line by itself, that tells more.
func (s *session) blameCutOff(i driver.Incident) {
	id := map[string]string{driver.UnreproducedCrash: "ROBUST-01", driver.UnreproducedTimeout: "ROBUST-02"}[i.Kind]
	if id == "" || s.shownByFixed(key{id, i.Requests[0].Pair}) {
		return
	}
	words := fmt.Sprintf("It happened with several in flight, and they were not all run again: %s (%s).", i.Reason, some(i.Cases))
	s.blame(i, id, words, true)
}

// blame puts a finding on the row of the first case of an incident. Apart: nobody knows whether the same company brings it
// back.
func (s *session) blame(i driver.Incident, id, message string, apart bool) {
	j := s.rowOf(i)
	f := requirement.Finding{Requirement: id, Level: requirement.Must, Event: -1, Message: message}
	if i.Stderr != "" {
		f.Actual = wire.Obj(wire.M("stderr", wire.Str(i.Stderr)))
	}
	out := requirement.Outcome{Requirement: id, Verdict: requirement.Fail, Findings: []requirement.Finding{f}}
	j.outcomes = append(j.outcomes, s.tally.sift(j.c.Pair, []requirement.Outcome{out})...)
	if j.apart = apart; apart {
		return
	}
	j.company = i.Cases
}

// rowOf is the row of the first case of an incident, a new one where it has none yet.
func (s *session) rowOf(i driver.Incident) *judgedCase {
	id := ""
	if len(i.Cases) > 0 {
		id = i.Cases[0]
	}
	if at := slices.IndexFunc(s.fixed, func(j *judgedCase) bool { return j.c.ID == id }); at >= 0 {
		return s.fixed[at]
	}
	c := &dialect.Case{ID: id, Pair: s.observer.pairOf(id, s.plan.Sides[0].Pair), Class: dialect.Adversarial,
		Title: "What was in flight when it happened.", Script: inFlight{wire.Obj()}}
	if len(i.Requests) > 0 {
		c.Script = inFlight{i.Requests[0].Input}
	}
	if id == "" {
		c.ID = c.Pair.String() + "/between-cases"
	}
	j := &judgedCase{side: s.plan.side(c.Pair), c: c,
		seen: dialect.Observation{Ending: dialect.Crashed, Reason: i.Reason, Stderr: i.Stderr}}
	s.keep(j)
	return j
}

// some names the first few ids of a list.
func some(ids []string) string {
	const named = 4
	if more := len(ids) - named; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(ids[:named], ", "), more)
	}
	return strings.Join(ids, ", ")
}
