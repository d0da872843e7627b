package reports

import (
	"cmp"
	"slices"

	"github.com/toolconform/conform/requirement"
)

// place is one requirement in one dialect and role.
type place struct{ id, dialect, role string }

// recount derives requirement rows and summary from the findings of the cases: fail
// and warn where something was found, unobserved everywhere else.
func recount(r *Result) {
	seen := map[place]requirement.Verdict{}
	missing := map[string][]string{}
	levels := map[string]requirement.Level{}
	for _, row := range r.Requirements {
		levels[row.ID] = row.Level
		for _, p := range row.By {
			seen[place{row.ID, p.Dialect, p.Role}] = requirement.Unobserved
		}
	}
	for _, c := range r.Cases {
		for _, f := range c.Findings {
			at := place{f.Requirement, c.Dialect, c.Role}
			seen[at] = requirement.Worse(seen[at], f.verdict(r.Profile))
			if list := missing[at.id]; len(list) == 0 || list[len(list)-1] != c.ID {
				missing[at.id] = append(list, c.ID)
			}
			if _, known := levels[at.id]; !known {
				levels[at.id] = f.Level
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
func rowsOf(seen map[place]requirement.Verdict, levels map[string]requirement.Level, missing map[string][]string) []RequirementRow {
	places := make([]place, 0, len(seen))
	for at := range seen {
		places = append(places, at)
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.dialect, b.dialect), cmp.Compare(a.role, b.role))
	})
	rows := []RequirementRow{}
	for _, at := range places {
		if len(rows) == 0 || rows[len(rows)-1].ID != at.id {
			rows = append(rows, RequirementRow{ID: at.id, Level: levels[at.id], Cases: append([]string{}, missing[at.id]...)})
		}
		row := &rows[len(rows)-1]
		row.Verdict = requirement.Worse(row.Verdict, seen[at])
		row.By = append(row.By, PairRow{Dialect: at.dialect, Role: at.role, Verdict: seen[at]})
	}
	return rows
}

// strictProfile fails a missed SHOULD.
const strictProfile = "strict"

// verdict of a finding in that profile.
func (f Finding) verdict(profile string) requirement.Verdict {
	if f.Level == requirement.Should && profile != strictProfile {
		return requirement.Warn
	}
	return requirement.Fail
}
