package terminal

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/view"

	"github.com/toolconform/conform/requirement"
)

// Entries of the baseline that fail the run are told one by one.
func TestTheBaselineIsTold(t *testing.T) {
	r := &reports.Result{Profile: "full",
		Baseline: &reports.Baseline{Problems: []string{"A-01 in d/consumer/*: stale: it does not fail any more\x1b[2J"}}}
	var b strings.Builder
	if err := (Text{}).Write(&b, r); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "A-01 in d/consumer/*: stale: it does not fail any more") || strings.Contains(b.String(), "\x1b") {
		t.Errorf("it says\n%s", b.String())
	}
}

// A requirement with clauses is told by the case that misses its MUST, wherever it
// stands.
func TestTheWorstCaseIsTold(t *testing.T) {
	row := func(id string, level requirement.Level) reports.CaseRow {
		return reports.CaseRow{ID: id, Dialect: "d", Role: "consumer", Verdict: requirement.Fail,
			Findings: []reports.Finding{{Requirement: "A-01", Level: level, Message: "of " + id}}}
	}
	r := &reports.Result{Profile: "full", Cases: []reports.CaseRow{row("d/consumer/a", requirement.Should), row("d/consumer/b",
		requirement.Must),
		row("d/consumer/c", requirement.Should)},
		Requirements: []reports.RequirementRow{{ID: "A-01", Level: requirement.Should, Verdict: requirement.Fail,
			By: []reports.PairRow{{Dialect: "d", Role: "consumer", Verdict: requirement.Fail}}}}}
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
	lines := view.MissedLines(view.Causes(r, lookup), requirement.Fail)
	if len(lines) != 1 || lines[0].Cases[0].ID != "d/consumer/b" || lines[0].Message() != "of d/consumer/b" {
		t.Errorf("the page tells %+v first", lines)
	}
}
