package session

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/reports"
)

// account is where every request to the implementation ends up, for whatever purpose it
// was made: how often which form ended how, and which endings a row has to tell.
type account struct {
	mu     sync.Mutex
	counts map[accountKey]*reports.RequestRow
	bad    []badEnding
}

type accountKey struct {
	pair dialect.Pair
	form string
}

// badEnding is a request that did not end as a right implementation lets it end.
type badEnding struct {
	trial  *trial
	id     string
	ending dialect.Ending
}

func newAccount() *account { return &account{counts: map[accountKey]*reports.RequestRow{}} }

// itself is the form of a request that is a case or stream and no other form of one.
const itself = "case"

// add takes down how a request ended.
func (a *account) add(t *trial, c *dialect.Case, ending dialect.Ending) {
	_, form := dialect.CutForm(c.ID)
	a.mu.Lock()
	defer a.mu.Unlock()
	if t.trying {
		t.tries++ // those stand with the counterexample
	} else {
		count(a.row(c.Pair, form), ending)
	}
	switch ending {
	case dialect.Crashed, dialect.TimedOut, dialect.Broken:
		if !t.expects(ending) {
			a.bad = append(a.bad, badEnding{t, c.ID, ending})
		}
	case dialect.Rejected:
		// A refusal that says as much as a loud answer is judged as one.
		if t.side.Loud == nil && !judge.MayRefuse(c) && !t.trying && !t.expects(ending) {
			a.bad = append(a.bad, badEnding{t, c.ID, ending})
		}
	}
}

// beside takes down how a conversation ended that was held beside the request's own: what is wrong there ends the request.
func (a *account) beside(t *trial, pair dialect.Pair, ending dialect.Ending) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if t.trying {
		t.tries++
	} else {
		count(a.row(pair, properties.Company), ending)
	}
}

// cutOff takes down a request that was in flight when its pair was given up.
func (a *account) cutOff(t *trial, c *dialect.Case) {
	_, form := dialect.CutForm(c.ID)
	a.mu.Lock()
	defer a.mu.Unlock()
	if t.trying {
		t.tries++
	} else {
		a.row(c.Pair, form).CutOff++
	}
}

func (a *account) row(pair dialect.Pair, form string) *reports.RequestRow {
	kind := itself
	if form != "" {
		kind = dialect.FormKind(form)
	}
	k := accountKey{pair, kind}
	if a.counts[k] == nil {
		a.counts[k] = &reports.RequestRow{Dialect: pair.Dialect, Role: string(pair.Role), Form: kind}
	}
	return a.counts[k]
}

func count(r *reports.RequestRow, ending dialect.Ending) {
	switch ending {
	case dialect.Done:
		r.Done++
	case dialect.Rejected:
		r.Rejected++
	case dialect.Skipped:
		r.Skipped++
	case dialect.Crashed:
		r.Crashed++
	case dialect.TimedOut:
		r.TimedOut++
	case dialect.Broken:
		r.AdapterErrors++
	case dialect.Unsent:
		r.NotSent++
	}
}

// rows are the counts, by dialect, role and form.
func (a *account) rows() []reports.RequestRow {
	a.mu.Lock()
	defer a.mu.Unlock()
	list := []reports.RequestRow{}
	for r := range maps.Values(a.counts) {
		list = append(list, *r)
	}
	reports.SortRequests(list)
	return list
}

// untold says which bad ending is told by nothing, "" where each is told. What the limits
// left out is told by the line that says so.
func (a *account) untold(g *gate, told told) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	missing := slices.DeleteFunc(slices.Clone(a.bad), func(b badEnding) bool {
		return told.of(b.id, b.ending) || g.leftOut(b.trial) != ""
	})
	if len(missing) == 0 {
		return ""
	}
	first := missing[0]
	return fmt.Sprintf("%s ended in a way that no row tells, first %s (%s)", reports.Counted(len(missing), "request"), first.id,
		first.ending)
}

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
