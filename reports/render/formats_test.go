package render_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/toolconform/conform/reports/reportstest"

	"github.com/toolconform/conform/reports/render"
	"github.com/toolconform/conform/reports/terminal"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

func TestJUnitCounts(t *testing.T) {
	var doc struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Suites   []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Name    string  `xml:"name,attr"`
				Failure *string `xml:"failure"`
				Skipped *string `xml:"skipped"`
				Out     string  `xml:"system-out"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(rendered(t, "junit", reportstest.Sample())), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Tests != 5 || doc.Failures != 1 || doc.Errors != 0 || len(doc.Suites) != 2 {
		t.Fatalf("got %+v", doc)
	}
	cases := doc.Suites[0].Cases
	if doc.Suites[0].Name != "content-blocks/consumer" || !strings.HasPrefix(cases[0].Name, "BLOCK-02 ") {
		t.Errorf("named %s, %s", doc.Suites[0].Name, cases[0].Name)
	}
	if cases[0].Failure == nil || !strings.Contains(*cases[0].Failure, "replay: conform run --case") {
		t.Error("a failure doesn't tell its story")
	}
	if cases[2].Skipped == nil || cases[3].Failure != nil || !strings.Contains(cases[1].Out, "warning: BLOCK-19") {
		t.Errorf("got %+v", cases)
	}
}

func TestAnIncompleteRunIsNoPassAnywhere(t *testing.T) {
	r := reportstest.Sample()
	r.Complete, r.Incomplete = false, "killed"
	r.Cases = r.Cases[2:]
	r.Requirements = r.Requirements[2:3]
	r.Summary = reports.Summary{Pass: 1, Cases: 1}
	if v, words := reports.Headline(r); v != requirement.Fail || words != "incomplete" {
		t.Errorf("headline: %s, %s", v, words)
	}
	for format, want := range map[string]string{"junit": `errors="1"`, "markdown": "**incomplete**", "badge": `"color": "red"`,
		"sarif": `"executionSuccessful": false`, "html": "incomplete"} {
		if out := rendered(t, format, r); !strings.Contains(out, want) {
			t.Errorf("%s: no %s in it", format, want)
		}
	}
	var b bytes.Buffer
	if err := (terminal.Text{Lookup: reportstest.Lookup}).Write(&b, r); err != nil || !strings.Contains(b.String(),
		"the run is incomplete: killed") {
		t.Errorf("text: %v, %s", err, b.String())
	}
}

func TestKnownFailures(t *testing.T) {
	r := reportstest.Sample()
	r.Cases[1].Findings[0].Known = true
	r.Baseline = &reports.Baseline{Known: 1, Problems: []string{}}
	if v, words := reports.Headline(r); v != requirement.Warn || words != "conforms but for 1 known failure" {
		t.Errorf("headline: %s, %s", v, words)
	}
	if out := rendered(t, "junit", r); !strings.Contains(out, "a known failure") || strings.Contains(out, "<failure") {
		t.Error("junit fails for a known failure")
	}
	r.Baseline.Problems = []string{"BLOCK-03 in *: stale"}
	if v, _ := reports.Headline(r); v != requirement.Fail {
		t.Error("a stale entry passes")
	}
}

func TestSARIFNamesRulesAndPlaces(t *testing.T) {
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct{ ID string }
				}
			}
			Results []struct {
				RuleID    string
				RuleIndex int
				Level     string
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine int }
					}
				}
			}
		}
	}
	var b bytes.Buffer
	found := []render.StreamFinding{{File: "logs/a b.sse", Line: 3,
		Finding: reports.Finding{Requirement: "BLOCK-02", Level: requirement.Must, Message: "m"}},
		{File: "../x:y", Line: 4, Finding: reports.Finding{Requirement: "BLOCK-19", Level: requirement.Should, Message: "m"}}}
	if err := render.CheckSARIF(&b, "0.1.0", "full", found, reportstest.Lookup); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{rendered(t, "sarif", reportstest.Sample()), b.String()} {
		if err := json.Unmarshal([]byte(text), &log); err != nil {
			t.Fatal(err)
		}
		run := log.Runs[0]
		if len(run.Results) != 2 {
			t.Fatalf("%d results", len(run.Results))
		}
		for _, got := range run.Results {
			if run.Tool.Driver.Rules[got.RuleIndex].ID != got.RuleID {
				t.Errorf("rule %d is not %s", got.RuleIndex, got.RuleID)
			}
			if want := map[string]string{"BLOCK-02": "error", "BLOCK-19": "warning"}[got.RuleID]; got.Level != want {
				t.Errorf("%s is an %s", got.RuleID, got.Level)
			}
		}
	}
	if at := log.Runs[0].Results[0].Locations[0].PhysicalLocation; at.ArtifactLocation.URI != "logs/a%20b.sse" || at.Region.StartLine != 3 {
		t.Errorf("at %+v", at)
	}
	if at := log.Runs[0].Results[1].Locations[0].PhysicalLocation; at.ArtifactLocation.URI != "_../x%3Ay" &&
		!strings.HasPrefix(at.ArtifactLocation.URI, "_..") {
		t.Errorf("at %+v", at)
	}
}

func TestBadges(t *testing.T) {
	for _, c := range []struct {
		change func(*reports.Result)
		want   string
	}{
		{func(*reports.Result) {}, "1 of 4 fail"},
		{func(r *reports.Result) { r.Summary = reports.Summary{Pass: 4} }, "4 of 4 pass"},
		{func(r *reports.Result) { r.Summary = reports.Summary{Pass: 3, Warn: 1} }, "3 of 4 pass, 1 warn"},
		{func(r *reports.Result) { r.Summary, r.Complete = reports.Summary{Pass: 4}, false }, "incomplete"},
		{func(r *reports.Result) { r.Summary = reports.Summary{Unobserved: 4} }, "nothing was observed"},
	} {
		r := reportstest.Sample()
		c.change(r)
		if out := rendered(t, "badge", r); !strings.Contains(out, `"message": "`+c.want+`"`) {
			t.Errorf("want %s in %s", c.want, out)
		}
	}
}

// What stands around an adapter error of no case is told wherever the error is.
func TestWhatStandsAroundAnAdapterError(t *testing.T) {
	r := reportstest.Sample()
	r.Complete, r.Incomplete = false, "1 adapter errors"
	r.AdapterErrors = []reports.AdapterError{{Kind: "not a JSON object", Around: []string{"stage-events/consumer/somewhere"}, Bytes: "b"}}
	for _, format := range []string{"json", "junit", "html", "markdown", "sarif"} {
		if got := rendered(t, format, r); !strings.Contains(got, "stage-events/consumer/somewhere") {
			t.Errorf("%s does not tell it", format)
		}
	}
}
