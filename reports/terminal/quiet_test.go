package terminal

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolconform/conform/reports/reportstest"

	"github.com/toolconform/conform/reports"

	"github.com/toolconform/conform/requirement"
)

func written(t *testing.T, text Text, r *reports.Result) string {
	t.Helper()
	if text.Lookup == nil {
		text.Lookup = reportstest.AnyLine
	}
	var b strings.Builder
	if err := text.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What comes often is told once, with a count; adapter errors with what mostly causes them.
func TestMuchOfTheSameIsToldOnce(t *testing.T) {
	r := &reports.Result{Profile: "full"}
	for i := range 30 {
		r.AdapterErrors = append(r.AdapterErrors,
			reports.AdapterError{Kind: "not a JSON object", Case: fmt.Sprintf("d/consumer/c%d", i), Bytes: `"INFO handling"`})
		r.Cases = append(r.Cases, reports.CaseRow{ID: fmt.Sprintf("d/consumer/s%d", i), Verdict: requirement.Skip, Reason: "no sse here"})
	}
	r.AdapterErrors = append(r.AdapterErrors, reports.AdapterError{Kind: "second ending", Case: "d/consumer/x", Bytes: "{}"})
	r.Policies = []reports.Policy{{Requirement: "A-16", Dialect: "d", Role: "consumer", Observed: "the last wins"}}
	got := written(t, Text{}, r)
	for _, want := range []string{"30 ADAPTER ERRORs not a JSON object, first in case d/consumer/c0\n",
		"→ a line of log or a print? stdout is for messages only: logs go to stderr",
		"1 ADAPTER ERROR second ending", "skipped 30 cases, first d/consumer/s0: no sse here\n",
		"1 choice, where several answers are right; --policies shows them\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if strings.Contains(got, "the last wins") || strings.Count(got, "\n") > 14 {
		t.Errorf("it tells too much:\n%s", got)
	}
	if got := written(t, Text{Policies: true}, r); !strings.Contains(got, "the last wins") {
		t.Errorf("--policies says\n%s", got)
	}
	if got := written(t, Text{Quiet: true}, r); strings.Count(got, "\n") != 2 || !strings.HasPrefix(got, "incomplete – ") {
		t.Errorf("--quiet says\n%s", got)
	}
}

// Causes beyond the first few have a line each.
func TestLaterCausesHaveALine(t *testing.T) {
	r := reportstest.Missed("a A-01 A-01 3", "b A-02 A-02 3", "c A-03 A-03 3", "d A-04 A-04 3")
	got := written(t, Text{Stories: 2}, r)
	if strings.Count(got, "\n  case: ") != 2 || !strings.Contains(got, "FAIL A-03 (d/consumer): of c\nFAIL A-04 (d/consumer): of d\n") {
		t.Errorf("it says\n%s", got)
	}
	if got := written(t, Text{Stories: 2, Verbose: true}, r); strings.Count(got, "\n  case: ") != 4 {
		t.Errorf("--verbose says\n%s", got)
	}
}

// Where cases were chosen, what they say nothing about is not listed.
func TestAChosenCaseIsToldAlone(t *testing.T) {
	r := reportstest.Missed("a A-01 A-01 3")
	r.Requirements = append(r.Requirements, reports.RequirementRow{ID: "A-02", Verdict: requirement.Unobserved,
		By: []reports.PairRow{{Dialect: "d", Role: "consumer", Verdict: requirement.Unobserved}}})
	if got := written(t, Text{}, r); !strings.Contains(got, "d/consumer: 1 unobserved, so not counted as passed: A-02\n") {
		t.Errorf("it says\n%s", got)
	}
	r.Summary.Unobserved++
	r.Selection.Cases = []string{"d/consumer/a"}
	if got := written(t, Text{}, r); strings.Contains(got, "A-02") || strings.Contains(got, "unobserved") {
		t.Errorf("it says\n%s", got)
	}
}

// Where nothing was observed though all was answered, it says why, and what to do.
func TestNothingShown(t *testing.T) {
	const hint = "No answer shows that the implementation works"
	r := &reports.Result{Complete: true, Summary: reports.Summary{Unobserved: 1, Cases: 1}}
	if got := written(t, Text{}, r); strings.Contains(got, hint) {
		t.Errorf("nothing was answered, and it says\n%s", got)
	}
	r.Requests = []reports.RequestRow{{Dialect: "d", Role: "consumer", Form: "case", Done: 1}}
	if got := written(t, Text{}, r); !strings.Contains(got, hint) {
		t.Errorf("it says\n%s", got)
	}
	r.Summary.Pass = 1
	if got := written(t, Text{}, r); strings.Contains(got, hint) {
		t.Errorf("something passed, and it says\n%s", got)
	}
}

// The lines that tell right producers and the field apart are no wider than the screen; what goes on is indented.
func TestTheLinesOfCoreAndFieldFit(t *testing.T) {
	text := Text{Width: 70, Colour: true}
	ids := strings.Fields("A-00 A-01 A-02 A-03 A-04 A-05 A-06")
	got := text.half(reportstest.Missed("a A-01 A-01 3"), "field", "what goes wrong in the field", ids, 0)
	if want := "field  on what goes wrong in the field: \x1b[31;1m7 requirements missed\x1b[0m: A-00\n       A-01 A-02 A-03 " +
		"A-04 A-05 A-06\n"; got != want {
		t.Errorf("it says\n%q, expected\n%q", got, want)
	}
}
