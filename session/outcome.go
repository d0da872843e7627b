package session

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// outcome sums up. Err is why the run was stopped early, nil for a whole one.
func (s *session) outcome(err error) *Outcome {
	errors := s.observer.impl.Errors()
	s.takeBack(errors)
	s.blameIncidents()
	r := s.blank()
	out := &Outcome{Result: r, plan: s.plan, tally: s.tally}
	for _, j := range s.fixed {
		s.tally.add(j, false)
		r.Cases = append(r.Cases, s.caseRow(j))
		if _, made := j.c.Script.(inFlight); failed(j) && !made {
			out.Counterexamples = append(out.Counterexamples, j.c)
		}
	}
	for _, e := range s.examples {
		for id, j := range e.others {
			if s.shownByFixed(key{id, j.c.Pair}) { // by now; what it took is told all the same
				e.shrunk.tries += j.tries
				delete(e.others, id)
			}
		}
		s.addExample(out, e, e.shrunk, "")
		for _, id := range e.first {
			if j := e.others[id]; j != nil {
				s.addExample(out, e, j, id)
			}
		}
	}
	reports.SortCases(r.Cases)
	r.AdapterErrors = s.adapterErrors(errors)
	r.Policies, r.Properties, r.Answers = s.tally.policies(), s.tally.propertyRows(), s.tally.answerRows()
	r.Summary.Cases = len(r.Cases)
	r.Requests, r.LeftOut = s.observer.account.rows(), s.leftOutRows()
	if why := s.whyIncomplete(err, r, errors); why != "" {
		r.Complete, r.Incomplete = false, why
	}
	return out
}

// whyIncomplete says what of the run is missing, or was not judged; "" where it is whole.
func (s *session) whyIncomplete(err error, r *reports.Result, errors []driver.AdapterError) string {
	if err != nil {
		return err.Error()
	}
	if gone := s.observer.impl.Gone(); gone != "" {
		return gone
	}
	var reasons []string
	if gaveUp := s.gaveUp(); gaveUp != "" {
		reasons = append(reasons, gaveUp)
	}
	if n := len(r.AdapterErrors); n > 0 {
		reasons = append(reasons, fmt.Sprintf("%d adapter errors: what the adapter said there is not judged", n))
	}
	reasons = append(reasons, s.doubts...)
	if untold := s.observer.account.untold(s.observer.gate, s.tells(errors)); untold != "" {
		reasons = append(reasons, untold)
	}
	return strings.Join(reasons, "; ")
}

// adapterErrors are the breaches of the protocol, and restarts that gave another adapter.
func (s *session) adapterErrors(errors []driver.AdapterError) []reports.AdapterError {
	list := []reports.AdapterError{}
	for _, e := range errors {
		list = append(list, *breach(e))
	}
	for _, i := range s.observer.impl.Incidents() {
		if i.Kind == driver.OtherHello {
			list = append(list, reports.AdapterError{Kind: i.Kind, Bytes: i.Reason, Stderr: i.Stderr})
		}
	}
	return list
}

// breach of the protocol, as the result tells it.
func breach(e driver.AdapterError) *reports.AdapterError {
	return &reports.AdapterError{Kind: e.Kind, Case: e.Case, Around: e.Around, Bytes: e.Bytes, Stderr: e.Stderr}
}

// addExample adds a form of the example: the one for the first of what it missed,
// or another one for a requirement that this one does not show.
func (s *session) addExample(out *Outcome, e *example, j *judgedCase, id string) {
	row, missed := s.caseRow(j), e.missed
	if id != "" {
		c := *j.c
		c.ID = generator.FormID(j.c.ID, id)
		row.ID, missed = c.ID, []string{id}
		j = &judgedCase{c: &c, outcomes: j.outcomes, tries: j.tries}
	}
	row.Generated = &reports.Generated{Index: e.drawn.generated.N, Missed: append([]string{}, e.missed...), For: id, Tries: j.tries,
		Died: id == "" && kept(e.drawn)}
	out.Result.Cases = append(out.Result.Cases, row)
	s.tally.example(j, missed)
	if failed(j) {
		out.Counterexamples = append(out.Counterexamples, j.c)
	}
}

// blank is the result before anything was observed.
func (s *session) blank() *reports.Result {
	hello := s.observer.impl.Hello()
	return &reports.Result{SchemaVersion: reports.SchemaVersion, Complete: true,
		Suite:          reports.Suite{Name: "conform", Version: s.Version, Protocol: 1, Generator: generator.Version, Corpus: s.Corpus},
		Implementation: hello.Implementation, Supports: hello.Raw.Get("supports"), Profile: s.Profile, Selection: s.Selection,
		Seed: s.Seed, Runs: s.Runs, Timeout: s.Timeout.String(), Shard: s.Shard,
		Cases: []reports.CaseRow{}, AdapterErrors: []reports.AdapterError{},
		Answers: []reports.AnswersRow{}, Policies: []reports.Policy{}, Properties: []reports.PropertyRow{}}
}

func failed(j *judgedCase) bool {
	v := j.verdict()
	return v == requirement.Fail || v == requirement.Warn
}

// takeBack makes the cases that an adapter error names unobserved: their answers
// cannot be trusted.
func (s *session) takeBack(errors []driver.AdapterError) {
	named := map[string]bool{}
	for _, e := range errors {
		named[e.Case] = true
	}
	for _, j := range s.fixed {
		if named[j.c.ID] {
			j.seen.Ending = dialect.Broken
			j.outcomes = s.tally.sift(j.c.Pair, j.side.Case(j.c, &j.seen, nil))
		}
	}
}

// caseRow is the case as the result tells it.
func (s *session) caseRow(j *judgedCase) reports.CaseRow {
	_, form := dialect.CutForm(j.c.ID)
	row := reports.CaseRow{ID: j.c.ID, Form: form, Title: j.c.Title, Dialect: j.c.Dialect, Role: string(j.c.Role), Class: string(j.c.Class),
		Tests: append([]string{}, j.c.Tests...), Verdict: j.verdict(), Reason: j.seen.Reason, Findings: []reports.Finding{}}
	for _, o := range j.outcomes {
		for _, f := range o.Findings {
			row.Findings = append(row.Findings, j.finding(f))
		}
	}
	slices.SortStableFunc(row.Findings, func(a, b reports.Finding) int { return severity(b.Level) - severity(a.Level) })
	if len(row.Findings) > 0 {
		row.Replay = s.replay(j)
		row.Evidence = evidence(j)
	}
	return row
}

func severity(l requirement.Level) int {
	if l == requirement.Should {
		return 0
	}
	return 1
}

func (j *judgedCase) finding(f requirement.Finding) reports.Finding {
	out := reports.Finding{Requirement: f.Requirement, Level: f.Level, Message: f.Message, Where: f.Where,
		Expected: bounded(f.Expected), Actual: bounded(f.Actual), Follows: f.Follows.Line}
	if out.Follows != "" {
		out.Message += fmt.Sprintf(" (This follows from %s: %s.)", f.Follows.Line, f.Follows.Why)
	}
	if j.gone {
		out.Message += " " + goneWords
	}
	if f.Event >= 0 {
		event := f.Event
		out.Event = &event
	}
	return out
}

// evidenceLimit bounds every value that a report carries, in bytes of JSON.
const evidenceLimit = 16 << 10

// bounded replaces what is too long by a text that says so.
func bounded(v wire.Value) wire.Value {
	if v.IsAbsent() {
		return v
	}
	text := v.AppendJSON(nil)
	if len(text) <= evidenceLimit {
		return v
	}
	return wire.Str(fmt.Sprintf("%s… (%d bytes in all)", text[:512], len(text)))
}

func evidence(j *judgedCase) *reports.Evidence {
	e := &reports.Evidence{Input: bounded(j.c.Input()), State: bounded(j.seen.State), Ending: j.seen.Ending.String(), Stderr: j.seen.Stderr}
	for i, event := range j.seen.Events {
		if i == 200 {
			e.Cut = true
			break
		}
		e.Events = append(e.Events, bounded(event.Value))
	}
	if !j.c.Heavy {
		e.Script = bounded(j.c.Script.JSON())
	}
	return e
}

// journalHeader writes what is going to be judged, all of it unobserved yet.
func (s *session) journalHeader(started time.Time) error {
	if s.Journal == nil {
		return nil
	}
	r := s.blank()
	r.Complete, r.Incomplete = false, "the run is going on"
	r.Times.Started = started.UTC().Format(time.RFC3339)
	r.Requirements = s.tally.requirementRows(func(key) bool { return true })
	for _, row := range r.Requirements {
		r.Summary.Add(row.Verdict)
	}
	return s.write(reports.Row{Header: r})
}

// journal writes a case and the adapter errors that came up since the last one.
func (s *session) journal(j *judgedCase) error {
	if s.Journal == nil {
		return nil
	}
	row := s.caseRow(j)
	if err := s.write(reports.Row{Case: &row}); err != nil {
		return err
	}
	errors := s.observer.impl.Errors()
	for _, e := range errors[s.errorsWritten:] {
		if err := s.write(reports.Row{AdapterError: breach(e)}); err != nil {
			return err
		}
	}
	s.errorsWritten = len(errors)
	return nil
}

func (s *session) write(row reports.Row) error {
	if err := s.Journal(row); err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	return nil
}
