package traffic

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

const (
	// casesEach bounds the exchanges that are told for one requirement, casesInAll those that are
	// told at all; the others are counted.
	casesEach  = 8
	casesInAll = 400
	// eventsTold is how many events an exchange is told with, valueTold how long a value may be.
	eventsTold = 200
	valueTold  = 16 << 10
	// evidenceTold bounds the events that are told with one exchange, in bytes.
	evidenceTold = 192 << 10
)

// Exchange is what was judged of one, in one role.
type Exchange struct {
	dialect.Pair
	// ID and Title tell it.
	ID, Title string
	Judged
	// Aims are the requirements that it could have shown; nil: all.
	Aims []string
	// Input is what is told of the request, Events of the answer.
	Input  wire.Value
	Events []wire.Value
	// Replay is a command that judges it again, "" where it is kept nowhere.
	Replay string
}

// Tally sums up exchanges. It belongs to one goroutine.
type Tally struct {
	// Strict: a missed SHOULD fails.
	Strict bool
	sums   map[dialect.Pair]*sum
	cases  []reports.CaseRow
	// missed counts the exchanges that were told for a requirement.
	missed map[string]int
	untold int
}

// sum is what the exchanges of one pair come to.
type sum struct {
	judged, right int
	requirements  []requirement.Requirement
	rows          map[string]*row
}

type row struct {
	shown, of, missed int
	seen              requirement.Verdict
	cases             []string
}

// NewTally sums up nothing yet.
func NewTally(strict bool) *Tally {
	return &Tally{Strict: strict, sums: map[dialect.Pair]*sum{}, missed: map[string]int{}}
}

// Expect adds a pair whose requirements are to be told even where no exchange shows one.
func (t *Tally) Expect(p dialect.Pair, list []requirement.Requirement) {
	if t.sums[p] != nil {
		return
	}
	s := &sum{requirements: list, rows: map[string]*row{}}
	for _, r := range list {
		s.rows[r.ID] = &row{seen: requirement.Unobserved}
	}
	t.sums[p] = s
}

// Add counts an exchange.
func (t *Tally) Add(x Exchange) {
	s := t.sums[x.Pair]
	if s == nil {
		t.Expect(x.Pair, nil)
		s = t.sums[x.Pair]
	}
	right := false
	for id, r := range s.rows {
		seen := slices.Contains(x.Seen, id)
		if seen || x.Aims == nil || slices.Contains(x.Aims, id) {
			r.of++
		}
		if !seen && !x.missed(id) {
			continue
		}
		r.shown++
		verdict := requirement.Pass
		for _, f := range x.Findings {
			if f.Requirement == id {
				verdict = requirement.Worse(verdict, t.verdict(f))
			}
		}
		right = right || verdict == requirement.Pass
		if verdict > requirement.Pass {
			r.missed++
		}
		r.seen = requirement.Combine(r.seen, verdict)
	}
	if len(x.Seen) > 0 || len(x.Findings) > 0 {
		s.judged++
	}
	if right {
		s.right++
	}
	t.tell(s, x)
}

func (t *Tally) verdict(f requirement.Finding) requirement.Verdict {
	if t.Strict {
		return requirement.Fail
	}
	return f.Verdict()
}

// tell keeps an exchange that missed something, while there is room.
func (t *Tally) tell(s *sum, x Exchange) {
	if len(x.Findings) == 0 {
		return
	}
	fresh := slices.ContainsFunc(x.Findings, func(f requirement.Finding) bool {
		return t.missed[x.Pair.String()+
			f.Requirement] < casesEach
	})
	if !fresh || len(t.cases) == casesInAll {
		t.untold++
		return
	}
	c := reports.CaseRow{ID: x.ID, Title: x.Title, Dialect: x.Dialect, Role: string(x.Role), Class: string(dialect.Valid),
		Tests:    []string{},
		Findings: []reports.Finding{}, Replay: x.Replay}
	from := t.window(x)
	for _, f := range x.Findings {
		c.Verdict = requirement.Worse(c.Verdict, t.verdict(f))
		if !slices.Contains(c.Tests, f.Requirement) {
			c.Tests = append(c.Tests, f.Requirement)
			t.missed[x.Pair.String()+f.Requirement]++
			if r := s.rows[f.Requirement]; r != nil {
				r.cases = append(r.cases, x.ID)
			}
		}
		if len(c.Findings) < 50 {
			c.Findings = append(c.Findings, finding(f, from))
		}
	}
	c.Evidence = &reports.Evidence{Input: bounded(x.Input), Ending: dialect.Done.String(), Cut: from > 0 || len(x.Events) > eventsTold}
	size := 0
	for _, e := range x.Events[from:min(len(x.Events), from+eventsTold)] {
		e = bounded(e)
		if size += len(e.AppendJSON(nil)); size > evidenceTold {
			c.Evidence.Cut = true
			break
		}
		c.Evidence.Events = append(c.Evidence.Events, e)
	}
	t.cases = append(t.cases, c)
}

// window is the first event that is told: all findings of the first kind are near.
func (t *Tally) window(x Exchange) int {
	first := slices.MinFunc(x.Findings, func(a, b requirement.Finding) int { return a.Event - b.Event })
	if first.Event < eventsTold*3/4 || first.Event >= len(x.Events) {
		return 0
	}
	return first.Event - eventsTold/2
}

func finding(f requirement.Finding, from int) reports.Finding {
	out := reports.Finding{Requirement: f.Requirement, Level: f.Level, Message: f.Message, Where: f.Where, Expected: bounded(f.Expected),
		Actual: bounded(f.Actual)}
	if at := f.Event - from; f.Event >= 0 && at >= 0 && at < eventsTold {
		out.Event = &at
	}
	return out
}

func bounded(v wire.Value) wire.Value {
	if v.IsAbsent() {
		return v
	}
	text := v.AppendJSON(nil)
	if len(text) <= valueTold {
		return v
	}
	return wire.Str(fmt.Sprintf("%s… (%d bytes in all)", strings.ToValidUTF8(string(text[:512]), ""), len(text)))
}

func (t *Tally) pairs() []dialect.Pair {
	return slices.SortedFunc(maps.Keys(t.sums), func(a, b dialect.Pair) int { return strings.Compare(a.String(), b.String()) })
}
