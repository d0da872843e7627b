package render

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/reportstest"
	"github.com/toolconform/conform/reports/terminal"
)

// Every form of the report names the same first cause and example, and then the others in
// the same order.
func TestOneOrderEverywhere(t *testing.T) {
	r := reportstest.Missed("zz A-03,A-01 A-03 3", "yy A-03 A-03 2", "xx A-02 A-02 3", "xw A-02? A-02 1")
	for _, format := range []string{"text", "annotations", "junit", "markdown", "html"} {
		var b strings.Builder
		var err error
		switch format {
		case "text":
			err = terminal.Text{Lookup: reportstest.AnyLine, Stories: 9, Verbose: true}.Write(&b, r)
		case "annotations":
			err = Annotations(&b, r, reportstest.AnyLine)
		default:
			err = Render(&b, format, r, reportstest.AnyLine)
		}
		if err != nil {
			t.Fatal(err)
		}
		out := strings.NewReplacer("&#45;", "-", "&#46;", ".").Replace(b.String())
		at := -1
		for _, id := range []string{"A-03 holds.", "A-01 holds.", "A-02 holds."} {
			found := strings.Index(out, id)
			if format == "annotations" || format == "html" {
				found = strings.Index(out[max(0, strings.Index(out, `id="failures"`)):], id)
			}
			if found <= at {
				t.Errorf("%s: %s stands at %d, behind %d\n%s", format, id, found, at, out)
			}
			at = found
		}
		if !strings.Contains(out, "of yy") || strings.Contains(out, "A-03 of zz") {
			t.Errorf("%s does not tell the simplest case", format)
		}
	}
}

// The page tells the entries of the baseline that fail the run.
func TestTheBaselineStandsOnThePage(t *testing.T) {
	r := &reports.Result{Profile: "full",
		Baseline: &reports.Baseline{Problems: []string{"A-01 in d/consumer/*: stale: it does not fail any more"}}}
	facts := factsOf(r)
	if !slices.ContainsFunc(facts, func(f [2]string) bool { return strings.Contains(f[1], "stale") }) {
		t.Errorf("the page says %v", facts)
	}
}
