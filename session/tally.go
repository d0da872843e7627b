package session

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

// key is a requirement in one pair.
type key struct {
	id   string
	pair dialect.Pair
}

// row is what is shown of one requirement in one pair, beside its verdict.
type row struct {
	cases    []string
	policies map[string]bool
	// unasked: not selected; it is here because it was missed, and only that counts.
	unasked bool
}

func newRow() *row { return &row{policies: map[string]bool{}} }

// property counts the generated streams of one requirement in one pair.
type property struct {
	runs, failures int
	verdict        requirement.Verdict
}

// tally sums up outcomes. It belongs to one goroutine.
type tally struct {
	rows       map[key]*row
	sums       map[dialect.Pair]*judge.Rows
	properties map[key]*property
	levels     map[string]requirement.Requirement
	profile    string
}

func newTally(plan *Plan, profile string) *tally {
	t := &tally{rows: map[key]*row{}, sums: map[dialect.Pair]*judge.Rows{}, properties: map[key]*property{},
		levels: map[string]requirement.Requirement{}, profile: profile}
	for _, s := range plan.Sides {
		t.sums[s.Pair] = &judge.Rows{}
		for _, r := range s.Bound() {
			t.levels[r.ID] = r
		}
		for id := range s.Judged {
			t.rows[key{id, s.Pair}] = newRow()
			t.levels[id] = s.ByID[id]
		}
	}
	return t
}

// sift keeps the outcomes that count in this run, each at the level that the
// profile gives it. An implementation that dies or hangs is told whatever was selected.
func (t *tally) sift(pair dialect.Pair, outcomes []requirement.Outcome) []requirement.Outcome {
	kept := make([]requirement.Outcome, 0, len(outcomes)) // exactly as much, for every case's are kept
	for _, o := range outcomes {
		k := key{o.Requirement, pair}
		if t.rows[k] == nil && o.Verdict == requirement.Fail && slices.Contains(judge.Always(), o.Requirement) {
			t.rows[k] = newRow()
			t.rows[k].unasked = true
		}
		if r := t.rows[k]; r != nil && (!r.unasked || o.Verdict == requirement.Fail) {
			kept = append(kept, profiled(o, t.profile))
		}
	}
	return kept
}

// profiled: core judges MUST clauses only; in strict a missed SHOULD fails.
func profiled(o requirement.Outcome, profile string) requirement.Outcome {
	switch profile {
	case Core:
		var musts []requirement.Finding
		for _, f := range o.Findings {
			if f.Level == requirement.Must {
				musts = append(musts, f)
			}
		}
		o.Findings = musts
		if o.Verdict == requirement.Warn || o.Verdict == requirement.Fail {
			o.Verdict = requirement.Pass
			if len(musts) > 0 {
				o.Verdict = requirement.Fail
			}
		}
	case Strict:
		if o.Verdict == requirement.Warn {
			o.Verdict = requirement.Fail
		}
	}
	return o
}

// verdict of a requirement in one pair.
func (t *tally) verdict(k key) requirement.Verdict { return t.sums[k.pair].Verdict(k.id) }

// add counts the sifted outcomes of one case or stream.
func (t *tally) add(j *judgedCase, generated bool) {
	t.sums[j.c.Pair].Add(j.c, generated, j.seen.Ending, j.shown, j.outcomes)
	for _, o := range j.outcomes {
		r := t.rows[key{o.Requirement, j.c.Pair}]
		if len(o.Findings) > 0 && !generated && (len(r.cases) == 0 || r.cases[len(r.cases)-1] != j.c.ID) {
			r.cases = append(r.cases, j.c.ID)
		}
		if o.Policy != "" {
			r.policies[o.Policy] = true
		}
	}
}

// run counts a generated stream as a run of each property that it was held against.
func (t *tally) run(pair dialect.Pair, outcomes []requirement.Outcome) {
	counted := map[string]requirement.Verdict{}
	for _, o := range outcomes {
		if o.Verdict.Observed() {
			counted[o.Requirement] = requirement.Worse(counted[o.Requirement], o.Verdict)
		}
	}
	for id, v := range counted {
		t.count(key{id, pair}, v)
	}
}

// example names a kept counterexample in the rows of those of the requirements that
// it misses.
func (t *tally) example(j *judgedCase, missed []string) {
	for _, id := range missed {
		if r := t.rows[key{id, j.c.Pair}]; misses(j.outcomes, id) && !slices.Contains(r.cases, j.c.ID) {
			r.cases = append(r.cases, j.c.ID)
		}
	}
}

func (t *tally) count(k key, v requirement.Verdict) {
	p := t.properties[k]
	if p == nil {
		p = &property{}
		t.properties[k] = p
	}
	p.runs++
	if v > requirement.Pass {
		p.failures++
	}
	p.verdict = requirement.Worse(p.verdict, v)
}

// requirementRows is one row for each requirement, worst of those of its pairs that were told.
func (t *tally) requirementRows(told func(key) bool) []reports.RequirementRow {
	byID := map[string]*reports.RequirementRow{}
	for _, k := range t.keys() {
		if !told(k) {
			continue
		}
		r := t.rows[k]
		out := byID[k.id]
		if out == nil {
			out = &reports.RequirementRow{ID: k.id, Level: t.levels[k.id].Level, Cases: []string{}}
			byID[k.id] = out
		}
		sums := t.sums[k.pair]
		by := reports.NewPairRow(k.pair.Dialect, string(k.pair.Role), sums.Basis(k.id), sums.Answers())
		out.Verdict = requirement.Worse(out.Verdict, by.Verdict)
		out.By = append(out.By, by)
		out.Cases = append(out.Cases, r.cases...)
		slices.Sort(out.Cases)
	}
	rows := make([]reports.RequirementRow, 0, len(byID))
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		rows = append(rows, *byID[id])
	}
	return rows
}

// answerRows are what the answers of each pair show of whether the implementation works.
func (t *tally) answerRows() []reports.AnswersRow {
	rows := []reports.AnswersRow{}
	for pair, sums := range t.sums {
		rows = append(rows, reports.NewAnswersRow(pair.Dialect, string(pair.Role), sums.Answers()))
	}
	reports.SortAnswers(rows)
	return rows
}

// keys are all rows by requirement, dialect, role.
func (t *tally) keys() []key { return slices.SortedFunc(maps.Keys(t.rows), byKey) }

func byKey(a, b key) int {
	return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.pair.Dialect, b.pair.Dialect), cmp.Compare(a.pair.Role, b.pair.Role))
}

func (t *tally) policies() []reports.Policy {
	list := []reports.Policy{}
	for _, k := range t.keys() {
		for _, p := range slices.Sorted(maps.Keys(t.rows[k].policies)) {
			list = append(list, reports.Policy{Requirement: k.id, Dialect: k.pair.Dialect, Role: string(k.pair.Role), Observed: p})
		}
	}
	return list
}

func (t *tally) propertyRows() []reports.PropertyRow {
	list := []reports.PropertyRow{}
	for _, k := range slices.SortedFunc(maps.Keys(t.properties), byKey) {
		p := t.properties[k]
		list = append(list, reports.PropertyRow{Requirement: k.id, Dialect: k.pair.Dialect, Role: string(k.pair.Role),
			Runs: p.runs, Verdict: p.verdict, Failures: p.failures})
	}
	return list
}

// Row is what was found out about one requirement in one pair.
type Row struct {
	Requirement requirement.Requirement
	dialect.Pair
	Verdict requirement.Verdict
	// Cases are the results of the cases that missed it, worst first.
	Cases []reports.CaseRow
}

// Due tells whether the run owes a verdict of the requirement in the pair.
func (o *Outcome) Due(r requirement.Requirement, p dialect.Pair) bool {
	return o.tally.rows[key{r.ID, p}] != nil
}

// Row is the verdict of a requirement in one pair, from all that was observed. It is
// unobserved where none is due.
func (o *Outcome) Row(r requirement.Requirement, p dialect.Pair) Row {
	row := Row{Requirement: r, Pair: p, Verdict: requirement.Unobserved}
	if !o.Due(r, p) {
		return row
	}
	row.Verdict = o.tally.verdict(key{r.ID, p})
	for _, c := range o.Result.Cases {
		if c.Dialect == p.Dialect && c.Role == string(p.Role) &&
			slices.ContainsFunc(c.Findings, func(f reports.Finding) bool { return f.Requirement == r.ID }) {
			row.Cases = append(row.Cases, c)
		}
	}
	return row
}

// Rows are all the rows that are due, by requirement, dialect and role.
func (o *Outcome) Rows() []Row {
	var list []Row
	for _, k := range o.tally.keys() {
		list = append(list, o.Row(o.tally.levels[k.id], k.pair))
	}
	return list
}

// Tell puts verdicts into the result. It has no others: a row that is due and that nobody
// told, or that was told otherwise than was observed, is missing, and the run incomplete.
func (o *Outcome) Tell(rows []Row) {
	told := map[key]requirement.Verdict{}
	for _, row := range rows {
		told[key{row.Requirement.ID, row.Pair}] = row.Verdict
	}
	var missing []string
	for _, k := range o.tally.keys() {
		if verdict, ok := told[k]; !ok || verdict != o.tally.verdict(k) {
			missing = append(missing, fmt.Sprintf("%s (%s)", k.id, k.pair))
			delete(told, k)
		}
	}
	r := o.Result
	r.Requirements = o.tally.requirementRows(func(k key) bool { _, ok := told[k]; return ok })
	cases := r.Summary.Cases
	r.Summary = reports.Summary{Cases: cases}
	for _, row := range r.Requirements {
		r.Summary.Add(row.Verdict)
	}
	if len(missing) > 0 {
		why := "no verdict was told of " + strings.Join(missing, ", ")
		if !r.Complete {
			why = r.Incomplete + "; " + why
		}
		r.Complete, r.Incomplete = false, why
	}
}
