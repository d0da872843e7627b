package certificate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// deviations gathers what a reader should know beside the verdicts.
func deviations(r *reports.Result) []Deviation {
	list := rowDeviations(r)
	list = append(list, skippedCases(r)...)
	list = append(list, skippedRequests(r)...)
	list = append(list, offered(r)...)
	slices.SortStableFunc(list, func(a, b Deviation) int {
		return cmp.Or(cmp.Compare(a.Dialect, b.Dialect), cmp.Compare(a.Role, b.Role), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Requirement, b.Requirement))
	})
	return list
}

// rowDeviations are requirements that were not observed, and known failures.
func rowDeviations(r *reports.Result) []Deviation {
	list := []Deviation{}
	for _, row := range r.Requirements {
		for _, by := range row.By {
			d := Deviation{Dialect: by.Dialect, Role: by.Role, Requirement: row.ID, Level: string(row.Level)}
			switch by.Verdict {
			case requirement.Skip:
				d.Kind = Skipped
			case requirement.Unobserved:
				d.Kind = Unobserved
			case requirement.Fail:
				if d.Names = knownCases(r, row.ID, by); len(d.Names) > 0 {
					d.Kind = KnownFailure
				}
			}
			if d.Kind != "" {
				list = append(list, d)
			}
		}
	}
	return list
}

// skippedCases lists them by pair: a requirement may have passed in others.
func skippedCases(r *reports.Result) []Deviation {
	var list []Deviation
	at := map[[2]string]int{}
	for _, c := range r.Cases {
		if c.Verdict != requirement.Skip {
			continue
		}
		k := [2]string{c.Dialect, c.Role}
		if _, ok := at[k]; !ok {
			at[k] = len(list)
			list = append(list, Deviation{Kind: SkippedCases, Dialect: c.Dialect, Role: c.Role})
		}
		d := &list[at[k]]
		d.Names = append(d.Names, c.ID)
	}
	return list
}

// skippedRequests counts by form what was not answered: a stream, or another form of
// a case, is no case that could be named.
func skippedRequests(r *reports.Result) []Deviation {
	var list []Deviation
	for _, row := range r.Requests {
		missing := row.Skipped + row.NotSent
		if missing == 0 {
			continue
		}
		if n := len(list); n == 0 || list[n-1].Dialect != row.Dialect || list[n-1].Role != row.Role {
			list = append(list, Deviation{Kind: SkippedRequests, Dialect: row.Dialect, Role: row.Role})
		}
		d := &list[len(list)-1]
		d.Names = append(d.Names, fmt.Sprintf("%s (%d of %d)", row.Form, missing, row.Total()))
	}
	return list
}

// offered reads the hello: members that the implementation doesn't have, and pairs
// that nothing was held against.
func offered(r *reports.Result) []Deviation {
	run := map[[2]string]bool{}
	for _, row := range r.Requirements {
		for _, by := range row.By {
			run[[2]string{by.Dialect, by.Role}] = true
		}
	}
	var list []Deviation
	for _, s := range r.Supports.Items() {
		d := Deviation{Dialect: s.Get("dialect").Text(), Role: s.Get("role").Text()}
		if !run[[2]string{d.Dialect, d.Role}] {
			d.Kind = NotRun
			list = append(list, d)
			continue
		}
		if d.Names = texts(s.Get("omits")); len(d.Names) > 0 {
			d.Kind = Omits
			list = append(list, d)
		}
	}
	return list
}

func texts(v wire.Value) []string {
	var list []string
	for _, item := range v.Items() {
		list = append(list, item.Text())
	}
	return list
}
