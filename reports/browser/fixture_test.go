//go:build browser

package browser

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/render"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// hostile would leave its marks in the page if anything of it were taken for
// markup, script or style.
const hostile = `PLANT</script><script>window.owned=1</script><img src="http://plant.invalid/x" ` +
	`onerror="window.owned=1"><style>body{display:none}</style>` +
	"<svg onload=window.owned=1>\u202eevil\x1b[31m]]>-->{{.}}${window.owned=1}`'\""

// planted is a result with n cases, every tenth of which fails. Text stands in
// everything that comes from a stream.
func planted(n int, text string) *reports.Result {
	event := 4
	stream := wire.Obj(wire.M("events", wire.List(
		start(0, wire.M("type", wire.Str("tool_use")), wire.M("id", wire.Str("a"+text)), wire.M("name", wire.Str("search"+text))),
		stop(0),
		start(1, wire.M("type", wire.Str("tool_use")), wire.M("id", wire.Str("b"+text)), wire.M("name", wire.Str("weather"))),
		stop(1),
		start(2, wire.M("type", wire.Str("tool_result")), wire.M("tool_use_id", wire.Str("b"+text)),
			wire.M("content", wire.Str("mild"+text)), wire.M("status", wire.Str("success"))),
		stop(2),
		start(3, wire.M("type", wire.Str("tool_result")), wire.M("tool_use_id", wire.Str("a"+text)), wire.M("content", wire.Str("82,000")),
			wire.M("status", wire.Str("error"))),
		stop(3))))
	r := &reports.Result{SchemaVersion: 1, Complete: true, Profile: "full", Seed: 1, Runs: 200,
		Suite:          reports.Suite{Name: "conform", Version: "0.1.0" + text, Corpus: "sha256:00"},
		Implementation: wire.Obj(wire.M("name", wire.Str("acme-chat"+text)), wire.M("version", wire.Str("2.3.1"))),
		Policies: []reports.Policy{{Requirement: "BLOCK-14", Dialect: "content-blocks", Role: "consumer",
			Observed: "last result wins" + text}},
		AdapterErrors: []reports.AdapterError{}, Properties: []reports.PropertyRow{}}
	failing := map[string][]string{}
	for i := range n {
		c := reports.CaseRow{ID: fmt.Sprintf("content-blocks/consumer/case-%05d%s", i, text), Title: "A turn" + text,
			Dialect: "content-blocks", Role: "consumer",
			Class: "valid", Tests: []string{"BLOCK-01"}, Findings: []reports.Finding{}}
		if i%10 == 3 {
			id := fmt.Sprintf("BLOCK-%02d", 2+i/10%4)
			failing[id] = append(failing[id], c.ID)
			c.Verdict, c.Tests = requirement.Fail, []string{id}
			c.Replay = "conform run --case " + fmt.Sprint(i) + " -- acme" + text
			c.Findings = []reports.Finding{{Requirement: id, Level: requirement.Must,
				Message: fmt.Sprintf("Call %q holds another result.", "a"+text), Event: &event,
				Where: "/blocks/0/toolResult", Expected: wire.Str("82,000"), Actual: wire.Str("mild" + text)}}
			c.Evidence = &reports.Evidence{Input: stream, Script: stream, Ending: "done", Stderr: "warned" + text,
				State: wire.Obj(wire.M("blocks", wire.List(wire.Obj(wire.M("id", wire.Str("a"+text))))))}
		}
		r.Cases = append(r.Cases, c)
	}
	for i := 1; i <= 40; i++ {
		id := fmt.Sprintf("BLOCK-%02d", i)
		row := reports.RequirementRow{ID: id, Level: requirement.Must, Cases: append([]string{}, failing[id]...)}
		switch {
		case len(row.Cases) > 0:
			row.Verdict = requirement.Fail
		case i%20 == 0:
			row.Verdict = requirement.Unobserved
		}
		row.By = []reports.PairRow{{Dialect: "content-blocks", Role: "consumer", Verdict: row.Verdict},
			{Dialect: "tool-fence", Role: "producer"}}
		r.Requirements = append(r.Requirements, row)
		r.Summary.Add(row.Verdict)
	}
	r.Summary.Cases = n
	return r
}

func start(index int64, members ...wire.Member) wire.Value {
	return wire.Obj(wire.M("type", wire.Str("content_block_start")), wire.M("index", wire.Int(index)),
		wire.M("content_block", wire.Obj(members...)))
}

func stop(index int64) wire.Value {
	return wire.Obj(wire.M("type", wire.Str("content_block_stop")), wire.M("index", wire.Int(index)))
}

func lookup(id string) (requirement.Requirement, bool) {
	level := requirement.Must
	if slices.Contains([]string{"BLOCK-09", "BLOCK-18", "BLOCK-27", "BLOCK-36"}, id) {
		level = requirement.Should
	}
	return requirement.Requirement{ID: id, Level: level, Sentence: "What `" + id + "` asks for.", Source: "a document", Ruling: "a reason"},
		true
}

// written renders a page into a file.
func written(t *testing.T, r *reports.Result) string {
	t.Helper()
	var page bytes.Buffer
	if err := render.Render(&page, "html", r, lookup); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, page.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
