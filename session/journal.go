package session

import (
	"fmt"
	"time"

	"github.com/toolconform/conform/reports"
)

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
