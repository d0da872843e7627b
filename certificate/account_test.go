package certificate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/baseline"
	"github.com/toolconform/conform/certificate"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

// missing is a case that missed something, known to the baseline or not.
func missing(role, name string, findings ...reports.Finding) reports.CaseRow {
	return reports.CaseRow{ID: "d/" + role + "/" + name, Dialect: "d", Role: role, Verdict: fail, Findings: findings}
}

func missed(id string, level requirement.Level, known bool) reports.Finding {
	return reports.Finding{Requirement: id, Level: level, Known: known}
}

// What is known in one pair, of one requirement, is known there and of that one only.
func TestWhatIsKnown(t *testing.T) {
	const must, should = requirement.Must, requirement.Should
	for name, c := range map[string]struct {
		must, should verdicts
		profile      string
		cases        []reports.CaseRow
		result       string
		levels       string
	}{
		"in one role, not in the other": {verdicts{fail, fail}, verdicts{pass, pass}, "full",
			[]reports.CaseRow{missing("consumer", "a", missed("A-01", must, true)), missing("producer", "b", missed("A-01", must, false))}, "FAILED", "full none"},
		"in both": {verdicts{fail, fail}, verdicts{pass, pass}, "full",
			[]reports.CaseRow{missing("consumer", "a", missed("A-01", must, true)), missing("producer", "b", missed("A-01", must, true))}, "WARNED", "full full"},
		"one of two requirements of a case": {verdicts{fail, pass}, verdicts{fail, pass}, "full",
			[]reports.CaseRow{missing("consumer", "a", missed("A-01", must, true), missed("A-02", must, false))}, "FAILED", "none strict"},
		"a clause that only warns beside it": {verdicts{fail, pass}, verdicts{pass, pass}, "full",
			[]reports.CaseRow{missing("consumer", "a", missed("A-01", must, true), missed("A-01", should, false))}, "WARNED", "full strict"},
		"a clause that fails in strict beside it": {verdicts{fail, pass}, verdicts{pass, pass}, "strict",
			[]reports.CaseRow{missing("consumer", "a", missed("A-01", must, true), missed("A-01", should, false))}, "FAILED", "none strict"},
		"a failure that no case shows": {verdicts{fail, pass}, verdicts{pass, pass}, "full", nil, "FAILED", "none strict"},
		"beside a warning": {verdicts{fail, pass}, verdicts{warn, pass}, "full",
			[]reports.CaseRow{missing("consumer", "a", missed("A-01", must, true))}, "WARNED", "full strict"},
	} {
		t.Run(name, func(t *testing.T) {
			r := made(c.must, c.should)
			r.Profile, r.Cases, r.Baseline = c.profile, c.cases, &reports.Baseline{}
			p := certificate.New(r, certificate.Digest{SHA256: hash})
			p.SetBaseline(certificate.Digest{SHA256: hash}, []baseline.Entry{everything}, r)
			var levels []string
			for _, pair := range p.Configuration.Report.Annotations.Pairs {
				levels = append(levels, pair.Level)
			}
			if got := strings.Join(levels, " "); p.Result != c.result || got != c.levels {
				t.Errorf("%s, %s; expected %s, %s", p.Result, got, c.result, c.levels)
			}
		})
	}
}

// An entry is kept where it met a failure: its requirement's, in one of its cases,
// and not one that stayed unknown.
func TestEntriesThatMetNothing(t *testing.T) {
	r := made(verdicts{fail, pass}, verdicts{pass, pass})
	r.Baseline = &reports.Baseline{}
	r.Cases = []reports.CaseRow{missing("consumer", "a", missed("A-01", "MUST", true), missed("A-02", "MUST", false)), missing("consumer", "b", missed("A-01", "MUST", false))}
	entry := func(id, cases string) baseline.Entry {
		return baseline.Entry{Requirement: id, Cases: cases, Reason: "r"}
	}
	p := certificate.New(r, certificate.Digest{SHA256: hash})
	p.SetBaseline(certificate.Digest{SHA256: hash}, []baseline.Entry{entry("A-01", "*/b"), entry("A-02", "*/a"), entry("A-03", "*"), entry("A-01", "*/a")}, r)
	if got := p.Configuration.Baseline.Annotations.Entries; !slices.Equal(got, []baseline.Entry{entry("A-01", "*/a")}) {
		t.Errorf("kept are %v", got)
	}
}

// The lists are in the order of their names, and each case is told once.
func TestListsAreInOrder(t *testing.T) {
	want := []string{"d/consumer/A-01", "d/consumer/A-02", "d/producer/A-01", "d/producer/A-02"}
	for _, v := range []requirement.Verdict{pass, warn, fail} {
		p := certificate.New(made(verdicts{v, v}, verdicts{v, v}), certificate.Digest{SHA256: hash})
		if got := slices.Concat(p.PassedTests, p.WarnedTests, p.FailedTests); !slices.Equal(got, want) {
			t.Errorf("%s: %q", v, got)
		}
	}
	r := made(verdicts{fail, pass}, verdicts{pass, pass})
	r.Baseline = &reports.Baseline{}
	r.Cases = []reports.CaseRow{missing("consumer", "b", missed("A-01", "MUST", true), missed("A-01", "MUST", true)), missing("consumer", "a", missed("A-01", "MUST", true))}
	d := certificate.New(r, certificate.Digest{SHA256: hash}).Configuration.Report.Annotations.Deviations
	if len(d) != 1 || !slices.Equal(d[0].Names, []string{"d/consumer/a", "d/consumer/b"}) {
		t.Errorf("told are %v", d)
	}
}

// Beside the line stands everything that a reader should know, a line each.
func TestBesides(t *testing.T) {
	warnings := func(n int) *reports.Result {
		r := made(verdicts{pass, unobserved}, verdicts{pass, pass})
		for i := range n {
			r.Requirements = append(r.Requirements, reports.RequirementRow{ID: fmt.Sprintf("A-1%d", i), Level: requirement.Should, Verdict: warn,
				By: []reports.PairRow{{Dialect: "d", Role: "consumer", Verdict: warn}}})
		}
		return r
	}
	for name, c := range map[string]struct {
		r    *reports.Result
		want []string
	}{
		"all is well": {made(verdicts{pass, pass}, verdicts{pass, pass}), nil},
		"as many warnings as a line has room for": {warnings(5), []string{"NOT certified: d/producer",
			"5 warnings: d/consumer/A-10, d/consumer/A-11, d/consumer/A-12, d/consumer/A-13, d/consumer/A-14", "unobserved: d/producer A-01 (MUST)"}},
		"more warnings": {warnings(7), []string{"NOT certified: d/producer",
			"7 warnings: d/consumer/A-10, d/consumer/A-11, d/consumer/A-12, d/consumer/A-13, d/consumer/A-14 and 2 more", "unobserved: d/producer A-01 (MUST)"}},
		"nothing is certified": {made(verdicts{skip, unobserved}, verdicts{pass, pass}), []string{"skip: d/consumer A-01 (MUST)", "unobserved: d/producer A-01 (MUST)"}},
	} {
		cert, o := held(t, certificate.New(c.r, certificate.Digest{SHA256: hash}))
		checked, err := certificate.Verify(t.Context(), cert, o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want := append(c.want, "note: it is UNSIGNED: nothing says who made it",
			"note: no --subject was given: the certified files were not looked at", "note: the full result was not at hand: the counts were not made again")
		if got := checked.Besides(); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nexpected\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
