package reports

import (
	"cmp"
	"maps"
	"slices"
)

// RequestRow counts how the requests of one form ended, in one dialect and role. Every
// request to the implementation is in one row, but for those that looked for a smaller
// counterexample: these stand with the case that they made (Generated.Tries).
type RequestRow struct {
	Dialect string `json:"dialect"`
	Role    string `json:"role"`
	// Form is "case" for a case or stream itself, or the kind of another form of one:
	// "strewn", "prefix", "control" …
	Form string `json:"form"`
	// How they ended. A CutOff one was in flight when the rest of its pair was left out.
	Done          int `json:"done"`
	Rejected      int `json:"rejected,omitempty"`
	Skipped       int `json:"skipped,omitempty"`
	Crashed       int `json:"crashed,omitempty"`
	TimedOut      int `json:"timedOut,omitempty"`
	AdapterErrors int `json:"adapterErrors,omitempty"`
	NotSent       int `json:"notSent,omitempty"`
	CutOff        int `json:"cutOff,omitempty"`
}

// Total is the number of requests.
func (r RequestRow) Total() int {
	return r.Done + r.Rejected + r.Skipped + r.Crashed + r.TimedOut + r.AdapterErrors + r.NotSent + r.CutOff
}

// plus adds the counts of another row of the same form.
func (r RequestRow) plus(o RequestRow) RequestRow {
	r.Done, r.Rejected, r.Skipped, r.Crashed = r.Done+o.Done, r.Rejected+o.Rejected, r.Skipped+o.Skipped, r.Crashed+o.Crashed
	r.TimedOut, r.AdapterErrors, r.NotSent, r.CutOff = r.TimedOut+o.TimedOut, r.AdapterErrors+o.AdapterErrors, r.NotSent+o.NotSent,
		r.CutOff+o.CutOff
	return r
}

// LeftOut says what was not run in one dialect and role, and why.
type LeftOut struct {
	Dialect string `json:"dialect"`
	Role    string `json:"role"`
	Cases   int    `json:"cases"`
	Streams int    `json:"streams"`
	Why     string `json:"why"`
}

func mergeRequests(list []RequestRow) []RequestRow {
	sums := map[[3]string]RequestRow{}
	for _, r := range list {
		k := [3]string{r.Dialect, r.Role, r.Form}
		sums[k] = r.plus(sums[k])
	}
	merged := slices.Collect(maps.Values(sums))
	SortRequests(merged)
	return merged
}

// SortRequests orders rows by dialect, role and form.
func SortRequests(list []RequestRow) {
	slices.SortFunc(list, func(a, b RequestRow) int {
		return cmp.Or(cmp.Compare(a.Dialect, b.Dialect), cmp.Compare(a.Role, b.Role), cmp.Compare(a.Form, b.Form))
	})
}

func mergeLeftOut(list []LeftOut) []LeftOut {
	type key struct{ dialect, role, why string }
	sums := map[key]LeftOut{}
	for _, l := range list {
		k := key{l.Dialect, l.Role, l.Why}
		l.Cases, l.Streams = l.Cases+sums[k].Cases, l.Streams+sums[k].Streams
		sums[k] = l
	}
	merged := slices.Collect(maps.Values(sums))
	SortLeftOut(merged)
	return merged
}

// SortLeftOut orders lines by dialect, role and reason.
func SortLeftOut(list []LeftOut) {
	slices.SortFunc(list, func(a, b LeftOut) int {
		return cmp.Or(cmp.Compare(a.Dialect, b.Dialect), cmp.Compare(a.Role, b.Role), cmp.Compare(a.Why, b.Why))
	})
}
