package reports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Merge puts the shards of one run together: the result that the undivided run
// would have given, but for its times. It refuses shards that are missing, doubled
// or of another run; the error names which and why.
func Merge(shards []*Result) (*Result, error) {
	if err := fit(shards); err != nil {
		return nil, err
	}
	shards = slices.SortedFunc(slices.Values(shards), func(a, b *Result) int { return cmp.Compare(a.Shard.Index, b.Shard.Index) })
	m := *shards[0]
	m.Shard, m.Baseline = nil, nil // which failures are known is judged for the whole run
	m.Summary, m.Requirements, m.Policies, m.Cases, m.Properties, m.AdapterErrors = Summary{}, nil, []Policy{}, []CaseRow{},
		[]PropertyRow{}, []AdapterError{}
	m.Requests, m.LeftOut = nil, nil
	var reasons []string
	for _, s := range shards {
		m.Cases = append(m.Cases, s.Cases...)
		m.AdapterErrors = append(m.AdapterErrors, s.AdapterErrors...)
		m.Policies = append(m.Policies, s.Policies...)
		m.Properties = append(m.Properties, s.Properties...)
		m.Requests = append(m.Requests, s.Requests...)
		m.LeftOut = append(m.LeftOut, s.LeftOut...)
		if !s.Complete {
			m.Complete = false
			reasons = append(reasons, cmp.Or(s.Incomplete, "a shard is not complete"))
		}
		m.Times.Started = min(m.Times.Started, s.Times.Started)
	}
	m.Incomplete = strings.Join(distinct(reasons), "; ")
	SortCases(m.Cases)
	m.Cases = firstExamples(m.Cases)
	for i := range m.Cases {
		m.Cases[i].Findings = unmarked(m.Cases[i].Findings)
	}
	m.Policies = mergePolicies(m.Policies)
	m.Properties = mergeProperties(m.Properties)
	m.Requests, m.LeftOut = mergeRequests(m.Requests), mergeLeftOut(m.LeftOut)
	answers := answersOf(shards)
	m.Answers = answerRows(answers)
	m.Requirements = mergeRows(shards, answers, m.Cases)
	for _, row := range m.Requirements {
		m.Summary.Add(row.Verdict)
	}
	m.Summary.Cases = len(m.Cases)
	return &m, nil
}

// distinct keeps the first of each.
func distinct(list []string) []string {
	var kept []string
	for _, s := range list {
		if !slices.Contains(kept, s) {
			kept = append(kept, s)
		}
	}
	return kept
}

// fit finds shards that do not make one run.
func fit(shards []*Result) error {
	if len(shards) == 0 {
		return fmt.Errorf("merging: no result was given")
	}
	have := map[int]bool{}
	for i, s := range shards {
		switch {
		case s.Shard == nil:
			return fmt.Errorf("merging: result %d is no shard: its \"shard\" is null", i+1)
		case s.Shard.Count != shards[0].Shard.Count:
			return fmt.Errorf("merging: result %d is a shard of %d, the first of %d", i+1, s.Shard.Count, shards[0].Shard.Count)
		case have[s.Shard.Index]:
			return fmt.Errorf("merging: shard %d/%d is there twice", s.Shard.Index, s.Shard.Count)
		}
		have[s.Shard.Index] = true
		if field := foreign(shards[0], s); field != "" {
			return fmt.Errorf("merging: shard %d/%d is of another run: its %s differs from shard %d's", s.Shard.Index, s.Shard.Count, field,
				shards[0].Shard.Index)
		}
	}
	for i := 1; i <= shards[0].Shard.Count; i++ {
		if !have[i] {
			return fmt.Errorf("merging: shard %d/%d is missing", i, shards[0].Shard.Count)
		}
	}
	return nil
}

// foreign names the first field in which two shards cannot be of one run.
func foreign(a, b *Result) string {
	switch {
	case a.Suite != b.Suite:
		return "suite"
	case !wire.Equal(a.Implementation, b.Implementation):
		return "implementation"
	case !wire.Equal(a.Supports, b.Supports):
		return "supports"
	case a.Profile != b.Profile:
		return "profile"
	case a.Seed != b.Seed:
		return "seed"
	case a.Runs != b.Runs:
		return "runs"
	case a.Timeout != b.Timeout:
		return "timeout"
	case !wire.Equal(a.Selection.value(), b.Selection.value()):
		return "selection"
	}
	return ""
}

func (s Selection) value() wire.Value {
	lists := [][]string{s.Dialects, s.Roles, s.Encodings, s.Requirements, s.Cases, s.Labels}
	values := make([]wire.Value, len(lists))
	for i, list := range lists {
		names := make([]wire.Value, len(list))
		for j, name := range list {
			names[j] = wire.Str(name)
		}
		values[i] = wire.List(names...)
	}
	return wire.List(values...)
}

// unmarked are the findings before any baseline marked them.
func unmarked(list []Finding) []Finding {
	list = slices.Clone(list)
	for i := range list {
		list[i].Known = false
	}
	return list
}

// firstExamples keeps the generated counterexamples that are the first to miss
// something in the whole run. The cases are in order.
func firstExamples(cases []CaseRow) []CaseRow {
	fixed, firsts, gone := map[[3]string]bool{}, map[[3]string]int{}, map[string]bool{}
	cases = slices.DeleteFunc(cases, func(c CaseRow) bool {
		if c.Generated == nil || c.Generated.For != "" {
			return false
		}
		first := c.Generated.Died
		for _, id := range c.Generated.Missed {
			if _, seen := firsts[c.place(id)]; !seen {
				firsts[c.place(id)], first = c.Generated.Index, true
			}
		}
		gone[c.ID] = !first
		return !first
	})
	cases = slices.DeleteFunc(cases, func(c CaseRow) bool { return c.Generated == nil && c.lessOf(gone) })
	for _, c := range cases {
		for _, f := range c.Findings {
			fixed[c.place(f.Requirement)] = fixed[c.place(f.Requirement)] || c.Generated == nil
		}
	}
	return slices.DeleteFunc(cases, func(c CaseRow) bool {
		if c.Generated == nil || c.Generated.For == "" {
			return false
		}
		at := c.place(c.Generated.For)
		return fixed[at] || firsts[at] != c.Generated.Index
	})
}

func (c *CaseRow) place(id string) [3]string { return [3]string{id, c.Dialect, c.Role} }

// lessOf tells whether the case was answered where one of these was made smaller, which the whole run would not have
// done. What died of it is told all the same.
func (c *CaseRow) lessOf(examples map[string]bool) bool {
	return c.Reason == "" && strings.HasPrefix(c.Form, "kept-") && examples[strings.TrimSuffix(c.ID, "+"+c.Form)]
}

func mergePolicies(list []Policy) []Policy {
	slices.SortFunc(list, func(a, b Policy) int {
		return cmp.Or(cmp.Compare(a.Requirement, b.Requirement), cmp.Compare(a.Dialect, b.Dialect), cmp.Compare(a.Role, b.Role),
			cmp.Compare(a.Observed, b.Observed))
	})
	return slices.Compact(list)
}

func mergeProperties(list []PropertyRow) []PropertyRow {
	byKey := map[[3]string]PropertyRow{}
	for _, p := range list {
		k := [3]string{p.Requirement, p.Dialect, p.Role}
		if have, ok := byKey[k]; ok {
			p.Runs, p.Failures, p.Verdict = p.Runs+have.Runs, p.Failures+have.Failures, requirement.Worse(p.Verdict, have.Verdict)
		}
		byKey[k] = p
	}
	out := []PropertyRow{}
	for _, k := range slices.SortedFunc(maps.Keys(byKey), compareKeys) {
		out = append(out, byKey[k])
	}
	return out
}

func compareKeys(a, b [3]string) int { return slices.Compare(a[:], b[:]) }

// mergeRows adds up what the shards say about each requirement and pair, and decides anew
// what it comes to. The cases of a row are those that are left.
func mergeRows(shards []*Result, answers map[pairOf]requirement.Answers, cases []CaseRow) []RequirementRow {
	left := map[string]bool{}
	for _, c := range cases {
		left[c.ID] = true
	}
	rows := map[string]*RequirementRow{}
	pairs := map[[3]string]requirement.Basis{}
	for _, s := range shards {
		for _, r := range s.Requirements {
			if rows[r.ID] == nil {
				rows[r.ID] = &RequirementRow{ID: r.ID, Level: r.Level, Cases: []string{}}
			}
			for _, id := range r.Cases {
				if left[id] {
					rows[r.ID].Cases = append(rows[r.ID].Cases, id)
				}
			}
			for _, p := range r.By {
				k := [3]string{r.ID, p.Dialect, p.Role}
				if have, ok := pairs[k]; ok {
					pairs[k] = have.Plus(p.basis())
				} else {
					pairs[k] = p.basis()
				}
			}
		}
	}
	for _, k := range slices.SortedFunc(maps.Keys(pairs), compareKeys) {
		row := rows[k[0]]
		by := PairRow{Dialect: k[1], Role: k[2], Verdict: pairs[k].Seen}
		if answers != nil {
			by = NewPairRow(k[1], k[2], pairs[k], answers[pairOf{k[1], k[2]}])
		}
		row.By = append(row.By, by)
		row.Verdict = requirement.Worse(row.Verdict, by.Verdict)
	}
	out := make([]RequirementRow, 0, len(rows))
	for _, id := range slices.Sorted(maps.Keys(rows)) {
		slices.Sort(rows[id].Cases)
		out = append(out, *rows[id])
	}
	return out
}
