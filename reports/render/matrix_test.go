package render_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/toolconform/conform/reports/reportstest"

	"github.com/toolconform/conform/reports/render"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// two results: the sample, and a later version in which the failure is gone.
func two() []reports.Source {
	better := reportstest.Sample()
	better.Implementation = wire.ParseString(`{"name":"acme-chat","version":"2.4.0"}`)
	better.Requirements[0] = reportstest.Row("BLOCK-02", requirement.Must, requirement.Pass)
	better.Requirements = better.Requirements[:3]
	better.Summary = reports.Summary{Pass: 2, Unobserved: 1, Cases: 1}
	better.Cases = better.Cases[2:]
	return []reports.Source{{Result: reportstest.Sample()}, {Result: better}}
}

func matrixOf(t *testing.T, format string, sources []reports.Source) string {
	t.Helper()
	var b bytes.Buffer
	if err := render.RenderMatrix(&b, format, sources, reportstest.Lookup); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTheMatrixTellsWhoFails(t *testing.T) {
	out := matrixOf(t, "markdown", two())
	for _, want := range []string{"## 2 implementations, 4 requirements",
		"| BLOCK-02 | MUST | ❌ fail | ✅ pass | <code>acme-chat 2&#46;3&#46;1</code> |", "| BLOCK-19 | SHOULD | ⚠️ warn |  |  |"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	page := matrixOf(t, "html", two())
	checkHTML(t, page)
	for _, want := range []string{`data-requirement="BLOCK-02" data-level="MUST" data-family="BLOCK" data-differs="true"`,
		`data-requirement="BLOCK-11" data-level="MUST" data-family="BLOCK" data-differs="false"`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in the page", want)
		}
	}
	var text bytes.Buffer
	if err := render.MatrixText(&text, two(), reportstest.Lookup); err != nil ||
		!strings.Contains(text.String(), "BLOCK-02   fails in acme-chat 2.3.1\n") {
		t.Errorf("%v\n%s", err, text.String())
	}
}

func TestTheMatrixSaysWhatCannotBeCompared(t *testing.T) {
	sources := two()
	sources[1].Profile, sources[1].Suite.Corpus, sources[1].Complete = "strict", "sha256:11", false
	sources[1].Implementation = sources[0].Implementation
	out := matrixOf(t, "html", sources)
	for _, want := range []string{"different versions of the suite", "different profiles", "the result of an incomplete run",
		"acme-chat 2.3.1 (2)"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in the page", want)
		}
	}
}

func TestHostileMatrix(t *testing.T) {
	sources := []reports.Source{{Result: hostileResult(hostile)}, {Result: hostileResult(hostile + "2")}}
	page := matrixOf(t, "html", sources)
	checkHTML(t, page)
	visible(t, page)
	out := matrixOf(t, "markdown", sources)
	visible(t, out)
	for _, line := range strings.Split(out, "\n") {
		rest := ownMarkup.ReplaceAllString(line, "")
		if strings.ContainsAny(rest, "<[`") || strings.Contains(rest, "://") {
			t.Errorf("markup: %.200s", rest)
		}
		if pipes := strings.Count(rest, "|"); pipes != 0 && pipes != 9 && pipes != 6 {
			t.Errorf("a table row with %d pipes: %.200s", pipes, rest)
		}
	}
}
