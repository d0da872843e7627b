package reports

import (
	"cmp"
	"slices"
)

// Sorted are the pairs by dialect and role.
func Sorted(pairs [][2]string) [][2]string {
	slices.SortFunc(pairs, func(a, b [2]string) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return pairs
}

// SortCases puts the fixed cases before the generated ones, each by dialect, role
// and id or index.
func SortCases(list []CaseRow) {
	slices.SortStableFunc(list, func(a, b CaseRow) int {
		return cmp.Or(cmp.Compare(index(a), index(b)), cmp.Compare(a.Dialect, b.Dialect), cmp.Compare(a.Role, b.Role),
			cmp.Compare(a.ID, b.ID))
	})
}

// index of a generated case, -1 for a fixed one.
func index(c CaseRow) int {
	if c.Generated == nil {
		return -1
	}
	return c.Generated.Index
}
