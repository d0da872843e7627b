package session

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

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
