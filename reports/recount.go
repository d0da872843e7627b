package reports

import (
	"cmp"
	"slices"

	"github.com/toolconform/conform/requirement"
)

// Place is one requirement in one dialect and role.
type Place struct{ ID, Dialect, Role string }

// recount derives requirement rows and summary from the findings of the cases: fail
// and warn where something was found, unobserved everywhere else.
func recount(r *Result) {
	seen := map[Place]requirement.Verdict{}
	missing := map[string][]string{}
	levels := map[string]requirement.Level{}
	for _, row := range r.Requirements {
		levels[row.ID] = row.Level
		for _, p := range row.By {
			seen[Place{row.ID, p.Dialect, p.Role}] = requirement.Unobserved
		}
	}
	for _, c := range r.Cases {
		for _, f := range c.Findings {
			at := Place{f.Requirement, c.Dialect, c.Role}
			seen[at] = requirement.Worse(seen[at], f.Verdict(r.Profile))
			if list := missing[at.ID]; len(list) == 0 || list[len(list)-1] != c.ID {
				missing[at.ID] = append(list, c.ID)
			}
			if _, known := levels[at.ID]; !known {
				levels[at.ID] = f.Level
			}
		}
	}
	r.Requirements = rowsOf(seen, levels, missing)
	r.Summary = Summary{Cases: len(r.Cases)}
	for _, row := range r.Requirements {
		r.Summary.Add(row.Verdict)
	}
}

// rowsOf is one row for each requirement, worst of its pairs, by id.
func rowsOf(seen map[Place]requirement.Verdict, levels map[string]requirement.Level, missing map[string][]string) []RequirementRow {
	places := make([]Place, 0, len(seen))
	for at := range seen {
		places = append(places, at)
	}
	slices.SortFunc(places, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Dialect, b.Dialect), cmp.Compare(a.Role, b.Role))
	})
	rows := []RequirementRow{}
	for _, at := range places {
		if len(rows) == 0 || rows[len(rows)-1].ID != at.ID {
			rows = append(rows, RequirementRow{ID: at.ID, Level: levels[at.ID], Cases: append([]string{}, missing[at.ID]...)})
		}
		row := &rows[len(rows)-1]
		row.Verdict = requirement.Worse(row.Verdict, seen[at])
		row.By = append(row.By, PairRow{Dialect: at.Dialect, Role: at.Role, Verdict: seen[at]})
	}
	return rows
}

// strictProfile fails a missed SHOULD.
const strictProfile = "strict"

// Verdict of a finding in that profile.
func (f Finding) Verdict(profile string) requirement.Verdict {
	if f.Level == requirement.Should && profile != strictProfile {
		return requirement.Warn
	}
	return requirement.Fail
}
