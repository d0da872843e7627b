package reports

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/requirement"
)

// Entries of the baseline that fail the run are told one by one.
func TestTheBaselineIsTold(t *testing.T) {
	r := &Result{Profile: "full", Baseline: &Baseline{Problems: []string{"A-01 in d/consumer/*: stale: it does not fail any more\x1b[2J"}}}
	var b strings.Builder
	if err := (Text{}).Write(&b, r); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "A-01 in d/consumer/*: stale: it does not fail any more") || strings.Contains(b.String(), "\x1b") {
		t.Errorf("it says\n%s", b.String())
	}
	if facts := factsOf(r); !slices.ContainsFunc(facts, func(f [2]string) bool { return strings.Contains(f[1], "stale") }) {
		t.Errorf("the page says %v", facts)
	}
}

// A requirement with clauses is told by the case that misses its MUST, wherever it
// stands.
func TestTheWorstCaseIsTold(t *testing.T) {
	row := func(id string, level requirement.Level) CaseRow {
		return CaseRow{ID: id, Dialect: "d", Role: "consumer", Verdict: requirement.Fail,
			Findings: []Finding{{Requirement: "A-01", Level: level, Message: "of " + id}}}
	}
	r := &Result{Profile: "full", Cases: []CaseRow{row("d/consumer/a", requirement.Should), row("d/consumer/b", requirement.Must),
		row("d/consumer/c", requirement.Should)},
		Requirements: []RequirementRow{{ID: "A-01", Level: requirement.Should, Verdict: requirement.Fail,
			By: []PairRow{{Dialect: "d", Role: "consumer", Verdict: requirement.Fail}}}}}
	lookup := func(id string) (requirement.Requirement, bool) {
		return requirement.Requirement{ID: id, Level: requirement.Should, Sentence: "It holds."}, true
	}
	var text strings.Builder
	if err := (Text{Lookup: lookup, Stories: 1}).Write(&text, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"A-01 (MUST, d/consumer) in 3 cases", "of d/consumer/b"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in\n%s", want, text.String())
		}
	}
	lines := missedLines(Causes(r, lookup), requirement.Fail)
	if len(lines) != 1 || lines[0].Cases[0].ID != "d/consumer/b" || lines[0].message() != "of d/consumer/b" {
		t.Errorf("the page tells %+v first", lines)
	}
}
