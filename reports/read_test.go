package reports_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolconform/conform/reports/reportstest"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

func read(t testing.TB, data []byte) (reports.Source, error) {
	t.Helper()
	return reports.ReadFrom(bytes.NewReader(data), reports.MaxSize)
}

func TestReadGivesBackWhatWasWritten(t *testing.T) {
	r := reportstest.Sample()
	s, err := read(t, reportstest.Encoded(t, r))
	if err != nil {
		t.Fatal(err)
	}
	if s.Journal || s.Kind() != "a finished result" {
		t.Errorf("read as %s", s.Kind())
	}
	if got, want := reportstest.MustJSON(t, s.Result), reportstest.MustJSON(t, r); got != want {
		t.Errorf("read\n%s\nwritten\n%s", got, want)
	}
}

// A member added to the result must be read too: this fails until it is.
func TestNoMemberIsForgotten(t *testing.T) {
	r := reportstest.Filled(func(field string) string { return "the " + field })
	journal := reportstest.MustJSON(t, reports.Row{Header: r}) + "\n" + reportstest.MustJSON(t, reports.Row{Case: &r.Cases[0]}) + "\n" +
		reportstest.MustJSON(t, reports.Row{AdapterError: &r.AdapterErrors[0]}) + "\n"
	s, err := read(t, []byte(journal))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []struct{ name, got, want string }{
		{"suite", reportstest.MustJSON(t, s.Suite), reportstest.MustJSON(t, r.Suite)},
		{"selection", reportstest.MustJSON(t, s.Selection), reportstest.MustJSON(t, r.Selection)},
		{"shard", reportstest.MustJSON(t, s.Shard), reportstest.MustJSON(t, r.Shard)},
		{"policies", reportstest.MustJSON(t, s.Policies), reportstest.MustJSON(t, r.Policies)},
		{"properties", reportstest.MustJSON(t, s.Properties), reportstest.MustJSON(t, r.Properties)},
		{"baseline", reportstest.MustJSON(t, s.Baseline), reportstest.MustJSON(t, r.Baseline)},
		{"live", reportstest.MustJSON(t, s.Live), reportstest.MustJSON(t, r.Live)},
		{"times", reportstest.MustJSON(t, s.Times), reportstest.MustJSON(t, r.Times)},
		{"case", reportstest.MustJSON(t, s.Cases[0]), reportstest.MustJSON(t, r.Cases[0])},
		{"adapter error", reportstest.MustJSON(t, s.AdapterErrors[0]), reportstest.MustJSON(t, r.AdapterErrors[0])},
	} {
		if m.got != m.want {
			t.Errorf("%s: read\n%s\nwritten\n%s", m.name, m.got, m.want)
		}
	}
}

func TestReadNamesTheFieldThatItRefuses(t *testing.T) {
	whole := reportstest.Encoded(t, reportstest.Sample())
	for _, c := range []struct{ name, from, to, want string }{
		{"no version", `"schemaVersion": 1`, `"schema": 1`, "schemaVersion: missing"},
		{"later version", `"schemaVersion": 1`, `"schemaVersion": 2`, "schemaVersion: 2 was written by a later version"},
		{"much later version", `"schemaVersion": 1`, `"schemaVersion": 99999999999`, "schemaVersion: "},
		{"unknown version", `"schemaVersion": 1`, `"schemaVersion": 0`, "schemaVersion: 0 is unknown"},
		{"version as text", `"schemaVersion": 1`, `"schemaVersion": "1"`, "schemaVersion: a number is expected"},
		{"complete as text", `"complete": true`, `"complete": "true"`, "complete: true or false is expected"},
		{"unknown verdict", `"verdict": "pass"`, `"verdict": "great"`, "requirements[2].verdict: one of pass, fail"},
		{"unknown profile", `"profile": "full"`, `"profile": "lax"`, "profile: one of core, full, strict"},
		{"unknown role", `"role": "consumer",`, `"role": "spectator",`, "requirements[0].by[0].role: one of consumer"},
		{"level as number", `"level": "MUST"`, `"level": 1`, "requirements[0].level: a string is expected"},
		{"negative count", `"pass": 1`, `"pass": -1`, "summary.pass: a whole number"},
		{"huge count", `"pass": 1`, `"pass": 1e99`, "summary.pass: a whole number"},
		{"missing list", `"policies"`, `"polices"`, "policies: missing, an array is expected"},
		{"twice", `"complete": true`, `"complete": true, "complete": false`, `the file: the member "complete" stands twice`},
		{"wrong case", `"complete": true`, `"Complete": true`, "complete: true or false is expected"},
		{"shard 3 of 2", `"shard": null`, `"shard": {"index":3,"count":2}`, "shard: there is no part 3 of 2"},
		{"escapes in a refusal", `"profile": "full"`, `"profile": "\u001b[31m\u202e"`, "profile: one of core"},
		{"prettier summary", `"fail": 1`, `"fail": 0`, "summary.fail: it says 0, the rows say 1"},
		{"prettier row", `"verdict": "fail"`, `"verdict": "pass"`, "requirements[0].verdict: pass, but the worst of its pairs is fail"},
		{"fewer cases", `"cases": 3`, `"cases": 2`, "summary.cases: it says 2, the rows say 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := read(t, reportstest.Replaced(t, whole, c.from, c.to))
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v, want %s…", err, c.want)
			}
			if err != nil && strings.ContainsAny(err.Error(), "\x1b\u202e") {
				t.Errorf("the refusal drives a terminal: %q", err)
			}
		})
	}
}

func TestReadRefusesFindingsThatTheRowsDeny(t *testing.T) {
	r := reportstest.Sample()
	r.Requirements[0] = reportstest.Row("BLOCK-02", requirement.Must, requirement.Pass)
	r.Summary.Pass, r.Summary.Fail = 2, 0
	if _, err := read(t, reportstest.Encoded(t, r)); err == nil || !strings.HasPrefix(err.Error(), "cases[1].findings[0]: a missed MUST") {
		t.Errorf("got %v", err)
	}
	r.Cases[1].Findings = []reports.Finding{}
	if _, err := read(t, reportstest.Encoded(t, r)); err == nil || !strings.HasPrefix(err.Error(), "cases[1].verdict: fail") {
		t.Errorf("got %v", err)
	}
}

func TestReadRefusesWhatIsNoResult(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "empty",
		" \n ":                   "empty",
		"[]":                     "the file: an object is expected",
		"{}":                     "schemaVersion: missing",
		"<html>":                 "neither a result nor a journal",
		`{"row":"case"}`:         "journal, line 1: case: missing",
		`{"row":"new-kind"}`:     "the journal has no header",
		`{"row":7}`:              "journal, line 1: row: a string is expected",
		strings.Repeat("[", 1e5): "neither a result nor a journal",
	} {
		if _, err := read(t, []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.20q: got %v, want %s…", text, err, want)
		}
	}
	if _, err := reports.ReadFrom(strings.NewReader("12345"), 4); err == nil || !strings.Contains(err.Error(), "longer than 4 bytes") {
		t.Errorf("too long: %v", err)
	}
}

func journalOf(t *testing.T, r *reports.Result) string {
	t.Helper()
	header := *r
	header.Complete, header.Cases, header.Policies, header.Properties = false, nil, nil, nil
	header.Cases, header.Policies, header.Properties = []reports.CaseRow{}, []reports.Policy{}, []reports.PropertyRow{}
	lines := []string{reportstest.MustJSON(t, reports.Row{Header: &header})}
	for i := range r.Cases {
		lines = append(lines, reportstest.MustJSON(t, reports.Row{Case: &r.Cases[i]}))
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestAJournalIsNeverAPass(t *testing.T) {
	r := reportstest.Sample()
	text := journalOf(t, r)
	if !strings.HasPrefix(text, `{"row":"header","schemaVersion":1,"complete":false,`) {
		t.Errorf("the first line does not say at once that this is incomplete: %.80s", text)
	}
	for cut := range len(text) + 1 {
		if cut > 0 && text[:cut] != text && cut%37 != 0 {
			continue // every 37th place, and the whole
		}
		s, err := read(t, []byte(text[:cut]))
		if err != nil {
			continue
		}
		if s.Complete || s.Incomplete == "" || s.Summary.Pass > 0 || !s.Journal {
			t.Fatalf("cut at %d the journal reads as complete %v, %+v", cut, s.Complete, s.Summary)
		}
		last := text[strings.LastIndexByte(text[:cut], '\n')+1 : cut]
		if torn := last != "" && !json.Valid([]byte(last)); s.Torn != torn {
			t.Errorf("cut at %d: torn is %v", cut, s.Torn)
		}
	}
	s, err := read(t, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if want := (reports.Summary{Fail: 1, Warn: 1, Unobserved: 2, Cases: 3}); s.Summary != want {
		t.Errorf("rebuilt as %+v, want %+v", s.Summary, want)
	}
	if got, want := reportstest.MustJSON(t, s.Requirements[0]), reportstest.MustJSON(t, r.Requirements[0]); got != want {
		t.Errorf("rebuilt the row %s, want %s", got, want)
	}
}

func TestTheLastWordOnACaseCounts(t *testing.T) {
	r := reportstest.Sample()
	again := r.Cases[1]
	again.Findings, again.Verdict = []reports.Finding{}, requirement.Pass
	s, err := read(t, []byte(journalOf(t, r)+reportstest.MustJSON(t, reports.Row{Case: &again})+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if s.Summary.Fail != 0 || s.Summary.Cases != 3 {
		t.Errorf("the case counts twice: %+v", s.Summary)
	}
}

func TestReadPointsToTheJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "result.json")
	if err := os.WriteFile(path+".partial", []byte(journalOf(t, reportstest.Sample())), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := reports.Read(path); err == nil || !strings.Contains(err.Error(), ".partial is") {
		t.Errorf("got %v", err)
	}
	s, err := reports.Read(path + ".partial")
	if err != nil || !strings.Contains(s.Kind(), "did not finish (3 cases)") {
		t.Errorf("got %v, %s", err, s.Kind())
	}
}

func FuzzRead(f *testing.F) {
	f.Add(reportstest.Encoded(f, reportstest.Sample()))
	f.Add([]byte(reportstest.MustJSON(f, reports.Row{Header: reportstest.Sample()})))
	f.Add([]byte(reportstest.MustJSON(f, reports.Row{Case: &reportstest.Sample().Cases[1]})))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := read(t, data)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\x1b\x00\u202e") {
				t.Errorf("the refusal drives a terminal: %q", err)
			}
			return
		}
		again, err := read(t, reportstest.Encoded(t, s.Result))
		if s.Journal {
			return
		}
		if err != nil || reportstest.MustJSON(t, again.Result) != reportstest.MustJSON(t, s.Result) {
			t.Errorf("written and read again it is another result: %v", err)
		}
	})
}

// Values of streams keep what JSON readers lose.
func TestValuesSurvive(t *testing.T) {
	r := reportstest.Sample()
	r.Cases[1].Findings[0].Actual = wire.ParseString(`{"a":9007199254740993,"a":1.0,"s":"\ud800"}`)
	s, err := read(t, reportstest.Encoded(t, r))
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Cases[1].Findings[0].Actual.JSON(); got != `{"a":9007199254740993,"a":1.0,"s":"\ud800"}` {
		t.Errorf("got %s", got)
	}
}
