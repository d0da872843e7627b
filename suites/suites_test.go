package suites_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/types"
	"github.com/onsi/gomega"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/suites"
	"github.com/toolconform/conform/wire"
)

// TestReference is the suite as anybody's own Ginkgo suite holds it: defined over
// an implementation, here the built-in reference, and run by `go test`.
func TestReference(t *testing.T) {
	gomega.RegisterFailHandler(ginkgo.Fail)
	cat := catalogue.New()
	info := adapter.Info{Concurrency: 8, Implementation: wire.Obj(wire.M("name", wire.Str("conform reference")))}
	answers := map[dialect.Pair]dialect.Answer{}
	for _, s := range cat.Sides {
		answers[s.Pair] = s.Reference
		info.Supports = append(info.Supports, adapter.Support{Dialect: s.Dialect, Role: s.Role, Encodings: s.Encodings})
	}
	options := session.Options{Profile: session.Strict, Seed: 1, Runs: 10, Light: true}
	options.Selection.Roles = []string{string(dialect.Producer), string(dialect.Converter)} // consumers have ten times as many cases
	suite, err := suites.Define(suites.Config{Catalogue: cat, Implementation: driver.InProcess(info, answers), Options: options})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := suite.Outcome(); err == nil {
		t.Error("a suite that has not run has an outcome")
	}
	ginkgo.RunSpecs(t, "the reference implementation")
	outcome, err := suite.Outcome()
	if err != nil {
		t.Fatal(err)
	}
	if r := outcome.Result; !r.Complete || r.Summary.Pass != len(r.Requirements) || r.Summary.Pass < 60 {
		t.Errorf("complete %v (%s), %+v", r.Complete, r.Incomplete, r.Summary)
	}
}

// The rows of a run are those that its specs reported: without a spec, or with one that
// did not come to its end, there is no row, and the run says so.
func TestARowComesOutOfItsSpec(t *testing.T) {
	cat := catalogue.New()
	side := cat.Side(dialect.Pair{Dialect: "stage-events", Role: dialect.Producer})
	info := adapter.Info{Concurrency: 1, Implementation: wire.Obj(), Supports: []adapter.Support{{Dialect: side.Dialect, Role: side.Role}}}
	impl := driver.InProcess(info, map[dialect.Pair]dialect.Answer{side.Pair: side.Reference})
	options := session.Options{Profile: session.Core, Light: true,
		Selection: reports.Selection{Requirements: []string{"STAGE-01", "STAGE-02", "STAGE-03"}}}
	plan, err := session.NewPlan(cat, impl.Hello(), options)
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := session.Observe(t.Context(), plan, impl, options)
	if err != nil {
		t.Fatal(err)
	}
	due := outcome.Rows()
	if len(due) != 3 {
		t.Fatalf("%d rows are due", len(due))
	}
	reported := func(state types.SpecState, row session.Row) types.SpecReport {
		return types.SpecReport{State: state, ReportEntries: types.ReportEntries{{Name: "row", Value: types.WrapEntryValue(row)}}}
	}
	wrong := due[0]
	wrong.Verdict = requirement.Fail
	first, second, third := reported(types.SpecStatePassed, due[0]), reported(types.SpecStatePassed, due[1]),
		reported(types.SpecStatePassed, due[2])
	for name, c := range map[string]struct {
		specs   []types.SpecReport
		missing string
	}{
		"all":                     {[]types.SpecReport{first, second, third}, ""},
		"one taken away":          {[]types.SpecReport{first, third}, "STAGE-02"},
		"one that panicked":       {[]types.SpecReport{first, second, reported(types.SpecStatePanicked, due[2])}, "STAGE-03"},
		"one that was given up":   {[]types.SpecReport{reported(types.SpecStateInterrupted, due[0]), second, third}, "STAGE-01"},
		"one without a row":       {[]types.SpecReport{{State: types.SpecStatePassed}, second, third}, "STAGE-01"},
		"one that says otherwise": {[]types.SpecReport{reported(types.SpecStateFailed, wrong), second, third}, "STAGE-01"},
	} {
		outcome.Result.Complete, outcome.Result.Incomplete = true, ""
		outcome.Tell(suites.Rows(ginkgo.Report{SpecReports: c.specs}))
		r := outcome.Result
		if c.missing == "" {
			if !r.Complete || r.Summary.Pass != 3 {
				t.Errorf("%s: complete %v, %+v", name, r.Complete, r.Summary)
			}
			continue
		}
		has := slices.ContainsFunc(r.Requirements, func(row reports.RequirementRow) bool { return row.ID == c.missing })
		if has || r.Complete || r.Summary.Pass != 2 || !strings.Contains(r.Incomplete, c.missing+" (stage-events/producer)") {
			t.Errorf("%s: complete %v (%s), %+v", name, r.Complete, r.Incomplete, r.Summary)
		}
	}
}

func TestNothingMatches(t *testing.T) {
	impl := driver.InProcess(adapter.Info{}, nil)
	if _, err := suites.Define(suites.Config{Catalogue: catalogue.New(), Implementation: impl,
		Options: session.Options{Profile: session.Full}}); err == nil {
		t.Error("an implementation that offers nothing gives a suite")
	}
}

// The failure text is a story: sentence, source, case, place, both values, replay.
func TestFailureIsAStory(t *testing.T) {
	row := session.Row{
		Requirement: requirement.Requirement{ID: "BLOCK-03", Level: requirement.Must, Sentence: "toolResult is the content.",
			Source: "document 003"},
		Pair: dialect.Pair{Dialect: "content-blocks", Role: dialect.Consumer}, Verdict: requirement.Fail,
		Cases: []reports.CaseRow{{ID: "content-blocks/consumer/x", Title: "One call.", Dialect: "content-blocks", Role: "consumer",
			Replay: "conform run --case x",
			Findings: []reports.Finding{{Requirement: "BLOCK-03", Message: "It is another.", Where: "/blocks/0",
				Expected: wire.Str("a\x1b[31m"), Actual: wire.Str("b")}}}},
	}
	if ok, err := suites.Conform().Match(row); ok || err != nil {
		t.Fatalf("a failed row conforms: %v, %v", ok, err)
	}
	text := suites.Conform().FailureMessage(row)
	for _, want := range []string{"BLOCK-03", "toolResult is the content.", "document 003", "content-blocks/consumer/x", "/blocks/0",
		"expected", "held", "conform run --case x"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if strings.Contains(text, "\x1b") {
		t.Error("a stream drives the terminal")
	}
	row.Verdict = requirement.Warn
	if ok, _ := suites.Conform().Match(row); !ok {
		t.Error("a warning fails")
	}
}
