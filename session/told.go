package session

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/properties"
)

// told is which endings the rows of a result tell: a crash by ROBUST-01, a missed deadline
// by ROBUST-02, a refusal by a line that it misses, a breach of the protocol by its own row.
type told struct {
	endings map[toldKey]bool
	// distrusted are the ids of which an adapter error tells that their answers count for
	// nothing; refused are the cases that were refused themselves.
	distrusted, refused map[string]bool
}

type toldKey struct {
	id     string
	ending dialect.Ending
}

// tells takes down what the rows tell.
func (s *session) tells(errors []driver.AdapterError) told {
	t := told{map[toldKey]bool{}, map[string]bool{}, map[string]bool{}}
	for _, e := range errors {
		t.distrusted[e.Case] = true
	}
	for id, j := range s.byID {
		t.refused[id] = j.seen.Ending == dialect.Rejected
	}
	for _, j := range s.fixed {
		t.add(j)
	}
	for _, e := range s.examples {
		t.add(e.shrunk)
	}
	return t
}

func (t told) add(j *judgedCase) {
	for ending, line := range map[dialect.Ending]string{dialect.Crashed: "ROBUST-01", dialect.TimedOut: "ROBUST-02"} {
		if misses(j.outcomes, line) || j.seen.Ending == ending && mayFail(j.c) && misses(j.outcomes, j.c.Blame.Requirement) {
			t.endings[toldKey{j.c.ID, ending}] = true
		}
	}
	lines := j.c.Tests
	if len(lines) == 0 && len(j.side.Requirements) > 0 {
		lines = []string{j.side.Requirements[0].ID}
	}
	for _, line := range lines {
		if j.seen.Ending == dialect.Rejected && misses(j.outcomes, line) {
			t.endings[toldKey{j.c.ID, dialect.Rejected}] = true
		}
	}
}

// of tells whether that ending of that request is told. Where a case is refused, so are its
// forms; and where its control is not taken either, it is the control that tells.
func (t told) of(id string, ending dialect.Ending) bool {
	if t.distrusted[id] || t.endings[toldKey{id, ending}] {
		return true
	}
	plain, _ := dialect.CutForm(id)
	if ending != dialect.Rejected || !t.refused[plain] {
		return false
	}
	control := dialect.FormID(plain, properties.Control)
	return t.endings[toldKey{plain, ending}] || t.endings[toldKey{control, ending}] ||
		t.endings[toldKey{control, dialect.Crashed}] || t.endings[toldKey{control, dialect.TimedOut}]
}
