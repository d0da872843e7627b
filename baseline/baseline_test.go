package baseline_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/toolconform/conform/baseline"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

func known(id string) bool { return id == "BLOCK-01" || id == "BLOCK-02" || id == "BLOCK-03" }

var today = time.Date(2026, time.March, 10, 15, 4, 5, 0, time.UTC)

// missed is a case of content-blocks/consumer that misses a requirement.
func missed(id, name, message string) reports.CaseRow {
	return reports.CaseRow{ID: "content-blocks/consumer/" + name, Dialect: "content-blocks", Role: "consumer", Verdict: requirement.Fail,
		Findings: []reports.Finding{{Requirement: id, Level: requirement.Must, Message: message}}}
}

func passed(name string) reports.CaseRow {
	return reports.CaseRow{ID: "content-blocks/consumer/" + name, Dialect: "content-blocks", Role: "consumer", Verdict: requirement.Pass}
}

func warned(id, name, message string) reports.CaseRow {
	c := missed(id, name, message)
	c.Verdict, c.Findings[0].Level = requirement.Warn, requirement.Should
	return c
}

func result(cases ...reports.CaseRow) *reports.Result {
	return &reports.Result{Profile: "full", Complete: true, Cases: cases}
}

// rows is a result with a row of BLOCK-03 for the consumer of content blocks.
func rows(v requirement.Verdict, cases ...reports.CaseRow) *reports.Result {
	r := result(cases...)
	r.Requirements = []reports.RequirementRow{{ID: "BLOCK-03", Level: requirement.Must, Verdict: v,
		By: []reports.PairRow{{Dialect: "content-blocks", Role: "consumer", Verdict: v}, {Dialect: "content-blocks", Role: "producer"}}}}
	return r
}

func producing(c reports.CaseRow) reports.CaseRow {
	c.Role = "producer"
	return c
}

func speaking(c reports.CaseRow) reports.CaseRow {
	c.Dialect = "stage-events"
	return c
}

func entry(id, cases string) baseline.Entry {
	return baseline.Entry{Requirement: id, Cases: cases, Reason: "a reason"}
}

func with(e baseline.Entry, change func(*baseline.Entry)) baseline.Entry {
	change(&e)
	return e
}

func expiring(date string) baseline.Entry {
	return with(entry("BLOCK-02", "*"), func(e *baseline.Entry) { e.Expires = date })
}

func expecting(text string) baseline.Entry {
	return with(entry("BLOCK-02", "*"), func(e *baseline.Entry) { e.Finding = text })
}

// The life of an entry, from new failure to stale entry.
func TestApply(t *testing.T) {
	fails := missed("BLOCK-02", "two-parallel", "The result went to the last call.")
	shard := result(passed("two-parallel"))
	shard.Shard = &reports.Shard{Index: 1, Count: 2}
	shardFails := result(fails)
	shardFails.Shard = &reports.Shard{Index: 1, Count: 2}
	selected := result(passed("two-parallel"))
	selected.Selection.Cases = []string{"content-blocks/consumer/two-parallel"}
	differs := result(fails)
	differs.Selection.Roles = []string{"consumer"}
	unfinished := result(passed("two-parallel"))
	unfinished.Complete = false
	rowOnly := rows(requirement.Fail, passed("two-parallel"))
	for _, c := range []struct {
		name       string
		entries    []baseline.Entry
		result     *reports.Result
		known, new int
		problems   []string // each a part of the problem at its place
	}{
		{name: "nothing fails, nothing is known", result: result(passed("a"))},
		{name: "a new failure", result: result(fails), new: 1},
		{name: "a known failure", entries: []baseline.Entry{entry("BLOCK-02", "content-blocks/consumer/two-parallel")},
			result: result(fails), known: 1},
		{name: "a known failure by pattern", entries: []baseline.Entry{entry("BLOCK-02", "content-blocks/*/two-*")}, result: result(fails),
			known: 1},
		{name: "known in one case, new in another", entries: []baseline.Entry{entry("BLOCK-02", "*/two-parallel")},
			result: result(fails, missed("BLOCK-02", "three-parallel", "The result went to the last call.")), known: 1, new: 1},
		{name: "known for another requirement", entries: []baseline.Entry{entry("BLOCK-01", "*")}, result: result(fails), new: 1,
			problems: []string{"BLOCK-01 in *: stale"}},
		{name: "stale", entries: []baseline.Entry{entry("BLOCK-02", "*/two-parallel")}, result: result(passed("two-parallel")),
			problems: []string{"BLOCK-02 in */two-parallel: stale"}},
		{name: "unmatched", entries: []baseline.Entry{entry("BLOCK-02", "*/tow-parallel")}, result: result(fails), new: 1,
			problems: []string{"BLOCK-02 in */tow-parallel: unmatched"}},
		{name: "the last day is the day before yesterday", entries: []baseline.Entry{expiring("2026-03-08")}, result: result(fails),
			known: 1, problems: []string{"expired on 2026-03-08"}},
		{name: "the last day is yesterday", entries: []baseline.Entry{expiring("2026-03-09")}, result: result(fails), known: 1,
			problems: []string{"expired on 2026-03-09"}},
		{name: "the last day is today", entries: []baseline.Entry{expiring("2026-03-10")}, result: result(fails), known: 1},
		{name: "the last day is tomorrow", entries: []baseline.Entry{expiring("2026-03-11")}, result: result(fails), known: 1},
		{name: "fails as it is expected to", entries: []baseline.Entry{expecting("the last call")}, result: result(fails), known: 1},
		{name: "fails differently", entries: []baseline.Entry{expecting("the first call")}, result: result(fails), new: 1,
			problems: []string{`fails differently: expected "the first call", but The result went to the last call.`}},
		{name: "fails differently in a selection", entries: []baseline.Entry{expecting("the first call")}, result: differs, new: 1,
			problems: []string{"fails differently"}},
		{name: "a selection met the entry's case", entries: []baseline.Entry{entry("BLOCK-02", "*/two-parallel")}, result: selected},
		{name: "a selection didn't meet the entry's case", entries: []baseline.Entry{entry("BLOCK-02", "*/three-parallel")},
			result: selected},
		{name: "a shard didn't meet the failing case", entries: []baseline.Entry{entry("BLOCK-02", "*"), entry("BLOCK-02", "*/other")},
			result: shard},
		{name: "a shard met the failing case", entries: []baseline.Entry{entry("BLOCK-02", "*")}, result: shardFails, known: 1},
		{name: "expired in a shard", entries: []baseline.Entry{expiring("2026-03-01")}, result: shard,
			problems: []string{"expired on 2026-03-01"}},
		{name: "a warning is no new failure", result: result(warned("BLOCK-02", "a", "It should not."))},
		{name: "an unfinished run didn't meet the entry's case", entries: []baseline.Entry{entry("BLOCK-02", "*/three-parallel")},
			result: unfinished},
		{name: "a failing row without a case", result: rowOnly,
			problems: []string{"BLOCK-03 in content-blocks/consumer fails without a case"}},
		{name: "a failing row with a case of another requirement", result: rows(requirement.Fail, fails), new: 1,
			problems: []string{"BLOCK-03 in content-blocks/consumer fails without a case"}},
		{name: "a failing row with a case of another role", result: rows(requirement.Fail, producing(missed("BLOCK-03", "a", "New."))),
			new:      1,
			problems: []string{"BLOCK-03 in content-blocks/consumer fails without a case"}},
		{name: "a failing row with a case of another dialect", result: rows(requirement.Fail, speaking(missed("BLOCK-03", "a", "New."))),
			new:      1,
			problems: []string{"BLOCK-03 in content-blocks/consumer fails without a case"}},
		{name: "a failing row with a warning", result: rows(requirement.Fail, warned("BLOCK-03", "a", "It should not.")),
			problems: []string{"BLOCK-03 in content-blocks/consumer fails without a case"}},
		{name: "a failing row with its case", result: rows(requirement.Fail, missed("BLOCK-03", "a", "New.")), new: 1},
		{name: "a row that warns", result: rows(requirement.Warn)},
		{name: "entries in order", entries: []baseline.Entry{entry("BLOCK-03", "*"), entry("BLOCK-01", "*")}, result: result(passed("a")),
			problems: []string{"BLOCK-03 in *: stale", "BLOCK-01 in *: stale"}},
	} {
		baseline.File{SchemaVersion: 1, Entries: c.entries}.Apply(c.result, today)
		got := c.result.Baseline
		if got.Known != c.known || got.New != c.new {
			t.Errorf("%s: %d known and %d new, %d and %d were expected", c.name, got.Known, got.New, c.known, c.new)
		}
		if len(got.Problems) != len(c.problems) {
			t.Errorf("%s: problems %q, %q were expected", c.name, got.Problems, c.problems)
			continue
		}
		for i, want := range c.problems {
			if !strings.Contains(got.Problems[i], want) {
				t.Errorf("%s: problem %q does not say %q", c.name, got.Problems[i], want)
			}
		}
	}
}

// A finding is marked where it is known, and nowhere else.
func TestApplyMarksFindings(t *testing.T) {
	c := missed("BLOCK-02", "a", "The result went to the last call.")
	c.Findings = append(c.Findings, reports.Finding{Requirement: "BLOCK-01", Level: requirement.Must, Message: "No text."})
	r := result(c)
	baseline.File{SchemaVersion: 1, Entries: []baseline.Entry{entry("BLOCK-02", "*/a")}}.Apply(r, today)
	if f := r.Cases[0].Findings; !f[0].Known || f[1].Known {
		t.Errorf("known: %t and %t, true and false were expected", f[0].Known, f[1].Known)
	}
}

// An entry expires after its day, wherever the clock is read.
func TestExpiryAtTheEdgesOfTheDay(t *testing.T) {
	for _, c := range []struct {
		now  time.Time
		want int
	}{
		{time.Date(2026, time.March, 10, 0, 0, 0, 0, time.UTC), 0},
		{time.Date(2026, time.March, 10, 23, 59, 59, 999, time.UTC), 0},
		{time.Date(2026, time.March, 11, 0, 0, 0, 0, time.UTC), 1},
		{time.Date(2026, time.March, 11, 0, 0, 1, 0, time.UTC), 1},
	} {
		r := result(missed("BLOCK-02", "a", "Wrong."))
		baseline.File{SchemaVersion: 1, Entries: []baseline.Entry{expiring("2026-03-10")}}.Apply(r, c.now)
		if got := len(r.Baseline.Problems); got != c.want {
			t.Errorf("at %s: %q", c.now, r.Baseline.Problems)
		}
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, id string
		want        bool
	}{
		{"*", "a/b/c", true}, {"*", "", true}, {"a/b", "a/b", true}, {"a/b", "a/bc", false}, {"a/*", "a/b/c", true}, {"a/*", "b/a/", false},
		{"*/c", "a/b/c", true}, {"*/c", "a/b/cd", false}, {"a*b*c", "a-b-c", true}, {"a*b*c", "a-c-b", false}, {"a*b", "ab", true},
		{"ab*ba", "aba", false}, {"a*a", "a", false}, {"*b*b", "ab", false}, {"a**b", "axb", true}, {"a?c", "abc", false},
		{"a*b*", "axc", false}, {"a*b*c", "axc", false},
	} {
		if got := baseline.Match(c.pattern, c.id); got != c.want {
			t.Errorf("Match(%q, %q) is %t", c.pattern, c.id, got)
		}
	}
}

func TestParse(t *testing.T) {
	text := `{"schemaVersion":1,"entries":[{"requirement":"BLOCK-02","cases":"*/a","reason":"why","link":"https://example.org/1",` +
		`"owner":"us","expires":"2026-03-10","finding":"last"}]}`
	f, err := baseline.Parse([]byte(text), known)
	want := baseline.File{SchemaVersion: 1, Entries: []baseline.Entry{{Requirement: "BLOCK-02", Cases: "*/a", Reason: "why",
		Link: "https://example.org/1", Owner: "us", Expires: "2026-03-10", Finding: "last"}}}
	if err != nil || !reflect.DeepEqual(f, want) {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestParseRefuses(t *testing.T) {
	one := func(members string) string {
		return fmt.Sprintf(`{"schemaVersion":1,"entries":[{"requirement":"BLOCK-01","cases":"*","reason":"r"},{%s}]}`, members)
	}
	for _, c := range []struct{ name, text, want string }{
		{"nothing", ``, "EOF"},
		{"no JSON", `entries:`, "invalid"},
		{"an unknown member of an entry", one(`"requirement":"BLOCK-02","cases":"*","reason":"r","expiers":"2026-03-10"`), "expiers"},
		{"an unknown member of the file", `{"schemaVersion":1,"entries":[],"entires":[]}`, "entires"},
		{"an unknown requirement", one(`"requirement":"BLOKC-02","cases":"*","reason":"r"`), `entries/1/requirement: "BLOKC-02"`},
		{"no requirement", one(`"cases":"*","reason":"r"`), "entries/1/requirement"},
		{"no cases", one(`"requirement":"BLOCK-02","reason":"r"`), "entries/1/cases"},
		{"no reason", one(`"requirement":"BLOCK-02","cases":"*"`), "entries/1/reason"},
		{"a blank reason", one(`"requirement":"BLOCK-02","cases":"*","reason":" \n"`), "entries/1/reason"},
		{"a placeholder for a reason", one(`"requirement":"BLOCK-02","cases":"*","reason":"not said yet: write down why this failure is ` +
			`known"`),
			"entries/1/reason"},
		{"a date that is none", one(`"requirement":"BLOCK-02","cases":"*","reason":"r","expires":"2026-02-30"`),
			`entries/1/expires: "2026-02-30"`},
		{"a date in another form", one(`"requirement":"BLOCK-02","cases":"*","reason":"r","expires":"10.03.2026"`), "entries/1/expires"},
		{"another version", `{"schemaVersion":2,"entries":[]}`, "schemaVersion: 2"},
		{"no version", `{"entries":[]}`, "schemaVersion: 0"},
		{"more after the end", `{"schemaVersion":1,"entries":[]} {"schemaVersion":1}`, "after"},
	} {
		_, err := baseline.Parse([]byte(c.text), known)
		if err == nil {
			t.Errorf("%s is taken", c.name)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, which does not say %q", c.name, err, c.want)
		}
	}
}

// Update keeps what was written by hand, drops what is fixed, and adds one entry
// for each new failing requirement of a pair.
// unsaid is what new entries are made of.
var unsaid = baseline.Entry{Reason: "seen first in May", Owner: "us", Expires: "2027-06-30", Link: "https://example.org/7"}

// What only stands where a reason should is none.
func TestPlaceholders(t *testing.T) {
	for _, text := range []string{"", " \n", "TODO", "todo: write this", "tbd", "?", "…", "n/a", "FIXME later", "<reason>",
		"Not said yet: write down why this failure is known", "-", "XXX"} {
		if !baseline.Placeholder(text) {
			t.Errorf("%q passes for a reason", text)
		}
	}
	for _, text := range []string{"why", "r", "todos are shown twice", "the spinner stays until a reload", "None of our users sends it",
		"待修"} {
		if baseline.Placeholder(text) {
			t.Errorf("%q is refused", text)
		}
	}
}

func TestUpdate(t *testing.T) {
	kept := baseline.Entry{Requirement: "BLOCK-02", Cases: "*/two-*", Reason: "ours", Link: "https://example.org/1", Owner: "us",
		Expires: "2027-01-01", Finding: "last call"}
	other := baseline.Entry{Requirement: "BLOCK-01", Cases: "*/a", Reason: "theirs", Finding: "no text"}
	f := baseline.File{SchemaVersion: 1, Entries: []baseline.Entry{kept, entry("BLOCK-03", "*/fixed"), other}}
	r := result(missed("BLOCK-01", "a", "Wrong text."), passed("fixed"),
		missed("BLOCK-02", "two-parallel", "The result went to the last call."),
		missed("BLOCK-03", "b", "New."), missed("BLOCK-03", "c", "New."), warned("BLOCK-01", "w", "It should not."))
	got := f.Update(r, unsaid)
	other.Finding = ""
	fresh := baseline.Entry{Requirement: "BLOCK-03", Cases: "content-blocks/consumer/*", Reason: "seen first in May", Owner: "us",
		Expires: "2027-06-30", Link: "https://example.org/7"}
	want := baseline.File{SchemaVersion: 1, Entries: []baseline.Entry{kept, other, fresh}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	got.Apply(r, today)
	if r.Baseline.New != 0 || r.Baseline.Known != 4 || len(r.Baseline.Problems) != 0 {
		t.Errorf("the updated baseline: %+v", *r.Baseline)
	}
}

// An entry whose requirement only warns by now is dropped; what it expected of a
// finding is kept by findings that fail.
func TestUpdateByWarnings(t *testing.T) {
	f := baseline.File{SchemaVersion: 1, Entries: []baseline.Entry{entry("BLOCK-01", "*"), expecting("last call")}}
	got := f.Update(result(warned("BLOCK-01", "a", "It should not."), warned("BLOCK-02", "b", "Something else."),
		missed("BLOCK-02", "c", "The last call.")), unsaid)
	if want := []baseline.Entry{expecting("last call")}; !reflect.DeepEqual(got.Entries, want) {
		t.Errorf("got %+v", got.Entries)
	}
}

// A partial result drops nothing, since it did not meet everything.
func TestUpdateByPartOfARun(t *testing.T) {
	have := []baseline.Entry{entry("BLOCK-01", "*/a"), entry("BLOCK-02", "*/b")}
	r := result(passed("a"))
	r.Shard = &reports.Shard{Index: 1, Count: 2}
	got := baseline.File{SchemaVersion: 1, Entries: have}.Update(r, unsaid)
	if !reflect.DeepEqual(got.Entries, have) {
		t.Errorf("got %+v", got.Entries)
	}
}

// A result that was held against another baseline before is held anew.
func TestApplyAgain(t *testing.T) {
	r := result(missed("BLOCK-02", "a", "Wrong."))
	baseline.File{SchemaVersion: 1, Entries: []baseline.Entry{entry("BLOCK-02", "*")}}.Apply(r, today)
	baseline.File{SchemaVersion: 1}.Apply(r, today)
	if r.Baseline.New != 1 || r.Baseline.Known != 0 || r.Cases[0].Findings[0].Known {
		t.Errorf("%+v, known %t", *r.Baseline, r.Cases[0].Findings[0].Known)
	}
}

// In strict a missed SHOULD fails, so it is new until it is known.
func TestStrict(t *testing.T) {
	c := warned("BLOCK-02", "a", "It should not.")
	c.Verdict = requirement.Fail
	r := result(c)
	r.Profile = "strict"
	baseline.File{SchemaVersion: 1}.Apply(r, today)
	if r.Baseline.New != 1 {
		t.Errorf("%d new, 1 was expected", r.Baseline.New)
	}
	f := baseline.File{SchemaVersion: 1}.Update(r, unsaid)
	f.Apply(r, today)
	if r.Baseline.New != 0 || r.Baseline.Known != 1 {
		t.Errorf("after the update: %+v", *r.Baseline)
	}
}
