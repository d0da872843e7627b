package traffic

import (
	"cmp"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Account is what is told of the traffic beside what it showed.
type Account struct {
	Suite reports.Suite
	// Kind and Target of the traffic, and the notes.
	Kind, Target      string
	Exchanges, Judged int
	Notes             []string
	// Incomplete says why not all was judged that should have been; "" where all was.
	Incomplete string
	Times      reports.Times
	// Hint says how to get a requirement shown; nil: nobody knows.
	Hint func(p dialect.Pair, id string) string
}

// Result is the result of the traffic so far.
func (t *Tally) Result(a Account) *reports.Result {
	profile := "full"
	if t.Strict {
		profile = "strict"
	}
	r := &reports.Result{SchemaVersion: reports.SchemaVersion, Complete: a.Incomplete == "", Incomplete: a.Incomplete, Suite: a.Suite,
		Implementation: wire.Obj(wire.M("name", wire.Str(a.Target))), Profile: profile, Times: a.Times,
		Policies: []reports.Policy{}, Cases: append([]reports.CaseRow{}, t.cases...), Properties: []reports.PropertyRow{},
		AdapterErrors: []reports.AdapterError{}, Answers: []reports.AnswersRow{},
		Live: &reports.Live{Kind: a.Kind, Target: a.Target, Exchanges: a.Exchanges, Judged: a.Judged, Shown: []reports.Shown{},
			Notes: append([]string{}, a.Notes...)}}
	if t.untold > 0 {
		r.Live.Notes = append(r.Live.Notes, reports.Counted(t.untold, "more exchange")+" missed something, counted only.")
	}
	reports.SortCases(r.Cases)
	var supports []wire.Value
	rows := map[string]*reports.RequirementRow{}
	for _, p := range t.pairs() {
		s := t.sums[p]
		supports = append(supports, wire.Obj(wire.M("dialect", wire.Str(p.Dialect)), wire.M("role", wire.Str(string(p.Role)))))
		answers := requirement.Answers{Fixed: requirement.Judged{Judged: s.judged, Right: s.right}}
		r.Answers = append(r.Answers, reports.NewAnswersRow(p.Dialect, string(p.Role), answers))
		r.Requests = append(r.Requests, reports.RequestRow{Dialect: p.Dialect, Role: string(p.Role), Form: "case", Done: s.judged})
		for _, q := range s.requirements {
			t.row(r, rows, p, q, answers, a.Hint)
		}
	}
	r.Supports = wire.List(supports...)
	for _, row := range rows {
		slices.Sort(row.Cases)
		r.Requirements = append(r.Requirements, *row)
	}
	slices.SortFunc(r.Requirements, func(a, b reports.RequirementRow) int { return cmp.Compare(a.ID, b.ID) })
	r.Summary.Cases = len(r.Cases)
	for _, row := range r.Requirements {
		r.Summary.Add(row.Verdict)
	}
	reports.SortAnswers(r.Answers)
	reports.SortRequests(r.Requests)
	reports.SortShown(r.Live.Shown)
	return r
}

// row tells one requirement in one pair.
func (t *Tally) row(r *reports.Result, rows map[string]*reports.RequirementRow, p dialect.Pair, q requirement.Requirement,
	answers requirement.Answers, hint func(dialect.Pair, string) string) {
	s := t.sums[p].rows[q.ID]
	by := reports.NewPairRow(p.Dialect, string(p.Role), requirement.Basis{Seen: s.seen}, answers)
	out := rows[q.ID]
	if out == nil {
		out = &reports.RequirementRow{ID: q.ID, Level: q.Level, Cases: []string{}}
		rows[q.ID] = out
	}
	out.Verdict = requirement.Worse(out.Verdict, by.Verdict)
	out.By = append(out.By, by)
	out.Cases = append(out.Cases, s.cases...)
	shown := reports.Shown{Requirement: q.ID, Dialect: p.Dialect, Role: string(p.Role), Shown: s.shown, Of: s.of, Missed: s.missed}
	if s.shown == 0 && hint != nil {
		shown.Hint = hint(p, q.ID)
	}
	r.Live.Shown = append(r.Live.Shown, shown)
}
