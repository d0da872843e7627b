package reports_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/reports/reportstest"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// inhabited is the header of a journal with something in every member, as the schema
// of results has it.
func inhabited(t *testing.T) wire.Value {
	t.Helper()
	r := reportstest.Filled(func(field string) string {
		switch field {
		case "Requirement", "Requirements", "Tests", "Missed", "For", "Follows", "ID":
			return "BLOCK-02"
		}
		return "the " + field
	})
	return wire.ParseString(reportstest.MustJSON(t, r))
}

// foreignTo holds whatever the implementation said: nothing in it is read.
var foreignTo = []string{"implementation", "supports", "input", "script", "events", "state", "expected", "actual"}

// variant is a document with one thing changed.
type variant struct {
	what string
	doc  wire.Value
}

// variants changes one place after the other: the member left out, another type in
// its place, a member that stands twice.
func variants(v wire.Value, path string) []variant {
	var list []variant
	put := func(name, what string, set wire.Value) {
		list = append(list, variant{what + " " + path + name, v.With(name, set)})
	}
	switch {
	case v.IsObject():
		first := v.Members()[0]
		list = append(list, variant{"doubled " + path + first.Name, wire.Obj(append(v.Members(), first)...)})
		for _, m := range v.Members() {
			list = append(list, variant{"no " + path + m.Name, v.Without(m.Name)})
			if slices.Contains(foreignTo, m.Name) {
				continue
			}
			for _, other := range []wire.Value{wire.Obj(wire.M("a", wire.Int(1))), wire.List(wire.Boolean(true)), wire.Str("no such word"),
				wire.Int(-1), wire.Boolean(true)} {
				if other.Kind() != m.Value.Kind() || m.Value.Literal() != "" {
					put(m.Name, other.JSON()+" as", other)
				}
			}
			for _, inside := range variants(m.Value, path+m.Name+".") {
				list = append(list, variant{inside.what, v.With(m.Name, inside.doc)})
			}
		}
	case v.IsArray():
		for _, inside := range variants(v.At(0), path) {
			items := v.Items()
			items[0] = inside.doc
			list = append(list, variant{inside.what, wire.List(items...)})
		}
		if v.At(0).IsString() {
			list = append(list, variant{"a number among " + path, v.Append(wire.Int(7))})
		}
	}
	return list
}

// lenient are members that a result of another hand may lack.
var lenient = []string{"no implementation", "no supports", "no shard", "no cases.evidence.input", "no times.started", "no times.seconds"}

// The reader takes what the published schema takes, and nothing else.
func TestTheReaderAndTheSchemaAgree(t *testing.T) {
	set, err := schemas.Load()
	if err != nil {
		t.Fatal(err)
	}
	whole := inhabited(t)
	if err := set.Validate(schemas.Result, whole); err != nil {
		t.Fatalf("the whole document: %v", err)
	}
	list := variants(whole, "")
	for _, c := range append(list, variant{"nothing", whole}) {
		line := wire.Obj(append([]wire.Member{wire.M("row", wire.Str("header"))}, c.doc.Members()...)...)
		_, err := read(t, []byte(line.JSON()+"\n"))
		refused := set.Validate(schemas.Result, c.doc) != nil
		switch {
		case strings.HasPrefix(c.what, "doubled "):
			refused = true
		case slices.Contains(lenient, c.what):
			refused = false
		}
		if (err != nil) != refused {
			t.Errorf("%s: the reader says %v, refused should be %t", c.what, err, refused)
		}
	}
	if len(list) < 300 {
		t.Errorf("only %d variants", len(list))
	}
}

// A reader of numbers has limits, and says so.
func TestNumbersAtTheirLimits(t *testing.T) {
	whole := string(reportstest.Encoded(t, reportstest.Sample()))
	for name, c := range map[string]struct{ from, to, refusal string }{
		"the largest count":       {`"runs": 200,`, `"runs": 2147483647,`, ""},
		"one beyond it":           {`"runs": 200,`, `"runs": 2147483648,`, "runs: a whole number from 0 on"},
		"the largest seed":        {`"seed": 1,`, `"seed": 18446744073709551615,`, ""},
		"a seed beyond 64 bits":   {`"seed": 1,`, `"seed": 18446744073709551616,`, "seed: a whole number from 0 on"},
		"a seed below zero":       {`"seed": 1,`, `"seed": -1,`, "seed: a whole number from 0 on"},
		"the only shard":          {`"shard": null`, `"shard": {"index": 1, "count": 1}`, ""},
		"shard 0":                 {`"shard": null`, `"shard": {"index": 0, "count": 1}`, "shard: there is no part 0 of 1"},
		"schema 2, to come":       {`"schemaVersion": 1`, `"schemaVersion": 2`, "schemaVersion: 2 was written by a later version"},
		"schema 1.0, another way": {`"schemaVersion": 1`, `"schemaVersion": 1.0`, "schemaVersion: "},
	} {
		_, err := read(t, reportstest.Replaced(t, []byte(whole), c.from, c.to))
		if got := fmt.Sprint(err); c.refusal == "" && err != nil || !strings.HasPrefix(got, c.refusal) && c.refusal != "" {
			t.Errorf("%s: %v, expected %q", name, err, c.refusal)
		}
	}
}

// Rows of a journal that nobody could have written.
func TestJournalsThatAreNone(t *testing.T) {
	header := reportstest.MustJSON(t, reports.Row{Header: reportstest.Sample()}) + "\n"
	for name, c := range map[string]struct{ text, refusal string }{
		"two runs":               {header + "\n" + header, "row 2 is a second header"},
		"an empty case":          {header + `{"row":"case"}` + "\n", "journal, line 2: case: missing"},
		"an empty error":         {header + `{"row":"adapterError"}` + "\n", "journal, line 2: adapterError: missing"},
		"a case that is no case": {header + `{"row":"case","case":{"id":7}}` + "\n", "journal, line 2: case.id: a string is expected"},
		"rows to come":           {header + `{"row":"telemetry","x":1}` + "\n", ""},
		"a torn row in between":  {header + "{\"row\":\n" + header, "journal, line 2: "},
	} {
		_, err := read(t, []byte(c.text))
		if c.refusal == "" && err != nil || c.refusal != "" && (err == nil || !strings.HasPrefix(err.Error(), c.refusal)) {
			t.Errorf("%s: %v, expected %q", name, err, c.refusal)
		}
	}
	if _, err := (reports.Row{}).MarshalJSON(); err == nil {
		t.Error("an empty row can be written")
	}
}

// What a header brings along besides itself is of another run.
func TestAJournalBeginsEmpty(t *testing.T) {
	r := reportstest.Sample()
	r.AdapterErrors = []reports.AdapterError{{Kind: "k", Case: "c", Bytes: "b"}}
	s, err := read(t, []byte(reportstest.MustJSON(t, reports.Row{Header: r})+"\n"+reportstest.MustJSON(t,
		reports.Row{AdapterError: &reports.AdapterError{Kind: "own"}})+"\n"))
	if err != nil || len(s.Cases) != 0 || len(s.AdapterErrors) != 1 || s.AdapterErrors[0].Kind != "own" {
		t.Errorf("%v: %d cases, %+v", err, len(s.Cases), s.AdapterErrors)
	}
}

// Rows are made of what the cases of a journal missed, and of nothing else.
func TestRowsOfAJournal(t *testing.T) {
	header := shard(1, 1)
	header.Requirements = []reports.RequirementRow{rowOf("A-02", requirement.Pass, requirement.Pass),
		rowOf("A-01", requirement.Fail, requirement.Pass, "of another run")}
	header.Requirements[1].Level = requirement.Should
	header.Profile = "strict"
	should := func(c reports.CaseRow) reports.CaseRow {
		for i := range c.Findings {
			c.Findings[i].Level = requirement.Should
		}
		return c
	}
	cases := []reports.CaseRow{should(fixed("c", "A-02", "A-02")), fixed("a", "A-02", "A-03"),
		producing(should(fixed("b", "A-02", "A-01"))), fixed("d")}
	text := reportstest.MustJSON(t, reports.Row{Header: header}) + "\n"
	for i := range cases {
		text += reportstest.MustJSON(t, reports.Row{Case: &cases[i]}) + "\n"
	}
	s, err := read(t, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	const fail, unobserved = requirement.Fail, requirement.Unobserved
	first := rowOf("A-01", unobserved, fail, "b")
	first.Level = requirement.Should
	want := []reports.RequirementRow{first, rowOf("A-02", fail, fail, "c", "a", "b"), rowOf("A-03", fail, unobserved, "a")}
	want[2].By = want[2].By[:1]
	if got := reportstest.MustJSON(t, s.Requirements); got != reportstest.MustJSON(t, want) {
		t.Errorf("got\n%s\nexpected\n%s", got, reportstest.MustJSON(t, want))
	}
	if want := (reports.Summary{Fail: 3, Cases: 4}); s.Summary != want {
		t.Errorf("%+v, expected %+v", s.Summary, want)
	}
}
