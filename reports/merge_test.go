package reports_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/reports/reportstest"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// shard is one part of the sample's run in which nothing was seen yet.
func shard(index, count int) *reports.Result {
	r := reportstest.Sample()
	r.Shard = &reports.Shard{Index: index, Count: count}
	r.Requirements, r.Policies, r.Cases, r.Properties = []reports.RequirementRow{}, []reports.Policy{}, []reports.CaseRow{},
		[]reports.PropertyRow{}
	r.Summary = reports.Summary{}
	return r
}

func merged(t *testing.T, shards ...*reports.Result) *reports.Result {
	t.Helper()
	m, err := reports.Merge(shards)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Shards of different runs make no run, whatever it is that differs.
func TestShardsOfOtherRuns(t *testing.T) {
	for field, change := range map[string]func(*reports.Result){
		"suite":          func(r *reports.Result) { r.Suite.Corpus = "sha256:11" },
		"implementation": func(r *reports.Result) { r.Implementation = wire.ParseString(`{"name":"acme-chat","version":"2.3.2"}`) },
		"supports": func(r *reports.Result) {
			r.Supports = wire.ParseString(`[{"dialect":"content-blocks","role":"producer"}]`)
		},
		"profile": func(r *reports.Result) { r.Profile = "strict" },
		"seed":    func(r *reports.Result) { r.Seed = 2 },
		"runs":    func(r *reports.Result) { r.Runs = 201 },
		"timeout": func(r *reports.Result) { r.Timeout = "1m0s" },
	} {
		t.Run(field, func(t *testing.T) { foreign(t, field, change) })
	}
	for name, change := range map[string]func(*reports.Selection){
		"dialects":     func(s *reports.Selection) { s.Dialects = []string{"x"} },
		"roles":        func(s *reports.Selection) { s.Roles = []string{"x"} },
		"encodings":    func(s *reports.Selection) { s.Encodings = []string{"x"} },
		"requirements": func(s *reports.Selection) { s.Requirements = []string{"x"} },
		"cases":        func(s *reports.Selection) { s.Cases = []string{"x", "y"} },
	} {
		t.Run("selection of "+name, func(t *testing.T) { foreign(t, "selection", func(r *reports.Result) { change(&r.Selection) }) })
	}
}

// foreign merges two shards, the second one changed, in both orders; unchanged they
// fit.
func foreign(t *testing.T, field string, change func(*reports.Result)) {
	t.Helper()
	for _, at := range []int{0, 1} {
		shards := []*reports.Result{shard(1, 2), shard(2, 2)}
		if _, err := reports.Merge(shards); err != nil {
			t.Fatalf("unchanged: %v", err)
		}
		change(shards[at])
		want := "shard 2/2 is of another run: its " + field + " differs from shard 1's"
		if _, err := reports.Merge(shards); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("shard %d: %v, expected %q", at+1, err, want)
		}
	}
}

// The same number of names, or the same names in another list, is not the same
// selection.
func TestSelectionsThatLookAlike(t *testing.T) {
	for _, other := range []reports.Selection{{Roles: []string{"x"}}, {Dialects: []string{"y"}}} {
		a, b := shard(1, 2), shard(2, 2)
		a.Selection, b.Selection = reports.Selection{Dialects: []string{"x"}}, other
		if _, err := reports.Merge([]*reports.Result{a, b}); err == nil || !strings.Contains(err.Error(), "selection") {
			t.Errorf("%+v: %v", other, err)
		}
	}
}

func TestShardsThatAreMissingOrDoubled(t *testing.T) {
	whole := shard(1, 2)
	whole.Shard = nil
	for name, c := range map[string]struct {
		shards []*reports.Result
		want   string
	}{
		"nothing":            {nil, "merging: no result was given"},
		"the first missing":  {[]*reports.Result{shard(2, 2)}, "shard 1/2 is missing"},
		"the last missing":   {[]*reports.Result{shard(1, 2)}, "shard 2/2 is missing"},
		"one twice":          {[]*reports.Result{shard(1, 2), shard(2, 2), shard(1, 2)}, "shard 1/2 is there twice"},
		"one of another way": {[]*reports.Result{shard(1, 2), shard(2, 3)}, "result 2 is a shard of 3, the first of 2"},
		"a whole run first":  {[]*reports.Result{whole, shard(2, 2)}, "result 1 is no shard"},
		"a whole run second": {[]*reports.Result{shard(1, 2), whole}, "result 2 is no shard"},
	} {
		if _, err := reports.Merge(c.shards); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", name, err, c.want)
		}
	}
}

// drawn is the counterexample of a generated stream.
func drawn(index int, id, form string, missed ...string) reports.CaseRow {
	c := reports.CaseRow{ID: id, Dialect: "content-blocks", Role: "consumer", Class: "valid", Tests: []string{}, Verdict: requirement.Fail,
		Findings: []reports.Finding{}, Generated: &reports.Generated{Index: index, Missed: missed, For: form}}
	for _, m := range missed {
		c.Findings = append(c.Findings, reports.Finding{Requirement: m, Level: requirement.Must, Message: "missed."})
	}
	return c
}

// fixed is a case of the corpus that missed those.
func fixed(id string, missed ...string) reports.CaseRow {
	c := drawn(0, id, "", missed...)
	c.Generated = nil
	return c
}

func deadly(c reports.CaseRow) reports.CaseRow {
	c.Generated.Died = true
	return c
}

// smaller is what was answered to a part of a stream's smaller form.
func smaller(id string, missed ...string) reports.CaseRow {
	c := fixed(id+"+kept-1-2+prefix-1", missed...)
	c.Form = "kept-1-2+prefix-1"
	return c
}

func fatal(c reports.CaseRow) reports.CaseRow {
	c.Reason = "exit status 2"
	return c
}

func producing(c reports.CaseRow) reports.CaseRow {
	c.Role = "producer"
	return c
}

// Each shard keeps the streams that are its own first to miss something; the whole
// run has fewer of them.
func TestFirstExamples(t *testing.T) {
	for name, c := range map[string]struct {
		first, second []reports.CaseRow
		want          []string
	}{
		"the earlier one counts, in whatever shard": {
			[]reports.CaseRow{drawn(8, "g8", "", "A-01")}, []reports.CaseRow{drawn(3, "g3", "", "A-01")}, []string{"g3"}},
		"each is the first for something": {
			[]reports.CaseRow{drawn(3, "g3", "", "A-01")}, []reports.CaseRow{drawn(8, "g8", "", "A-01", "A-02")}, []string{"g3", "g8"}},
		"the second of two misses was there before": {
			[]reports.CaseRow{drawn(3, "g3", "", "A-01", "A-02")}, []reports.CaseRow{drawn(8, "g8", "", "A-02")}, []string{"g3"}},
		"a stream that killed is kept": {
			[]reports.CaseRow{drawn(3, "g3", "", "A-01")},
			[]reports.CaseRow{deadly(drawn(8, "g8", "", "A-01")), drawn(9, "g9", "", "A-01")}, []string{"g3", "g8"}},
		"another role is another matter": {
			[]reports.CaseRow{drawn(3, "g3", "", "A-01")}, []reports.CaseRow{producing(drawn(8, "g8", "", "A-01"))}, []string{"g3", "g8"}},
		"a fixed case and a stream stand side by side": {
			[]reports.CaseRow{fixed("a", "A-01")}, []reports.CaseRow{drawn(3, "g3", "", "A-01")}, []string{"a", "g3"}},
		"fixed cases are no examples of each other": {
			[]reports.CaseRow{fixed("a", "A-01")}, []reports.CaseRow{fixed("b", "A-01"), fixed("c")}, []string{"a", "b", "c"}},
		"a second form of the first stream": {
			[]reports.CaseRow{drawn(3, "g3", "", "A-01", "A-02"), drawn(3, "g3.A-02", "A-02", "A-01", "A-02")}, nil,
			[]string{"g3", "g3.A-02"}},
		"a second form, but an earlier stream shows it": {
			[]reports.CaseRow{drawn(3, "g3", "", "A-01", "A-02"), drawn(3, "g3.A-02", "A-02", "A-01", "A-02")},
			[]reports.CaseRow{drawn(1, "g1", "", "A-02")},
			[]string{"g1", "g3"}},
		"a second form, but a fixed case shows it": {
			[]reports.CaseRow{drawn(3, "g3", "", "A-01", "A-02"), drawn(3, "g3.A-02", "A-02", "A-01", "A-02")},
			[]reports.CaseRow{fixed("a", "A-02")},
			[]string{"a", "g3"}},
		"what was sent while a stream was made smaller": {
			[]reports.CaseRow{drawn(3, "g3", "", "A-01"), smaller("g3", "A-02")},
			[]reports.CaseRow{drawn(8, "g8", "", "A-01"), smaller("g8", "A-02")}, []string{"g3+kept-1-2+prefix-1", "g3"}},
		"what killed while a stream was made smaller": {
			[]reports.CaseRow{drawn(3, "g3", "", "A-01")},
			[]reports.CaseRow{drawn(8, "g8", "", "A-01"), fatal(smaller("g8", "A-02"))}, []string{"g8+kept-1-2+prefix-1", "g3"}},
		"a second form, and a fixed case of another role": {
			[]reports.CaseRow{drawn(3, "g3", "", "A-01", "A-02"), drawn(3, "g3.A-02", "A-02", "A-01", "A-02")},
			[]reports.CaseRow{producing(fixed("a", "A-02"))},
			[]string{"a", "g3", "g3.A-02"}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, swap := range []bool{false, true} {
				a, b := shard(1, 2), shard(2, 2)
				a.Cases, b.Cases = c.first, c.second
				if swap {
					a.Cases, b.Cases = c.second, c.first
				}
				m := merged(t, b, a)
				var ids []string
				for _, row := range m.Cases {
					ids = append(ids, row.ID)
				}
				if !slices.Equal(ids, c.want) || m.Summary.Cases != len(c.want) {
					t.Errorf("%q (%d), expected %q", ids, m.Summary.Cases, c.want)
				}
			}
		})
	}
}

// rowOf is a requirement in both roles.
func rowOf(id string, consumer, producer requirement.Verdict, cases ...string) reports.RequirementRow {
	return reports.RequirementRow{ID: id, Level: requirement.Must, Verdict: requirement.Worse(consumer, producer),
		Cases: append([]string{}, cases...),
		By: []reports.PairRow{{Dialect: "content-blocks", Role: "consumer", Verdict: consumer},
			{Dialect: "content-blocks", Role: "producer", Verdict: producer}}}
}

// A verdict of the whole is the worst of what any part observed, for each pair by
// itself.
func TestMergedRows(t *testing.T) {
	const pass, fail, warn, skip, unobserved = requirement.Pass, requirement.Fail, requirement.Warn, requirement.Skip,
		requirement.Unobserved
	a, b := shard(1, 2), shard(2, 2)
	a.Cases = []reports.CaseRow{fixed("z", "A-01"), drawn(3, "g3", "", "A-01")}
	b.Cases = []reports.CaseRow{fixed("b", "A-01"), drawn(8, "g8", "", "A-01")}
	a.Requirements = []reports.RequirementRow{rowOf("A-01", fail, pass, "z", "g3"), rowOf("A-02", unobserved, skip),
		rowOf("A-04", pass, pass)}
	b.Requirements = []reports.RequirementRow{rowOf("A-01", fail, warn, "b", "g8"), rowOf("A-02", pass, unobserved),
		rowOf("A-03", skip, skip)}
	want := []reports.RequirementRow{rowOf("A-01", fail, warn, "b", "g3", "z"), rowOf("A-02", pass, requirement.Combine(skip, unobserved)),
		rowOf("A-03", skip, skip), rowOf("A-04", pass, pass)}
	for _, shards := range [][]*reports.Result{{a, b}, {b, a}} {
		m := merged(t, shards...)
		if got := reportstest.MustJSON(t, m.Requirements); got != reportstest.MustJSON(t, want) {
			t.Errorf("got\n%s\nexpected\n%s", got, reportstest.MustJSON(t, want))
		}
		if s := (reports.Summary{Pass: 1, Fail: 1, Skip: 1, Cases: 3}); m.Summary.Fail != s.Fail || m.Summary.Cases != s.Cases ||
			m.Summary.Rows() != 4 {
			t.Errorf("summary %+v", m.Summary)
		}
	}
}

// What beside the rows comes of two shards.
func TestMergedLists(t *testing.T) {
	a, b := shard(1, 2), shard(2, 2)
	policy := func(id, observed string) reports.Policy {
		return reports.Policy{Requirement: id, Dialect: "content-blocks", Role: "consumer", Observed: observed}
	}
	a.Policies = []reports.Policy{policy("A-02", "last"), policy("A-02", "first")}
	b.Policies = []reports.Policy{policy("A-01", "x"), policy("A-02", "first")}
	property := func(id string, runs, failures int, v requirement.Verdict) reports.PropertyRow {
		return reports.PropertyRow{Requirement: id, Dialect: "content-blocks", Role: "consumer", Runs: runs, Failures: failures, Verdict: v}
	}
	a.Properties = []reports.PropertyRow{property("META-02", 5, 2, requirement.Fail), property("META-03", 1, 0, requirement.Pass)}
	b.Properties = []reports.PropertyRow{property("META-02", 7, 1, requirement.Pass), property("META-01", 2, 0, requirement.Pass)}
	a.AdapterErrors, b.AdapterErrors = []reports.AdapterError{{Kind: "k", Case: "1"}}, []reports.AdapterError{{Kind: "k", Case: "2"}}
	a.Times.Started, b.Times.Started = "2026-01-02T03:04:06Z", "2026-01-02T03:04:05Z"
	a.Baseline = &reports.Baseline{Problems: []string{"stale"}}
	a.Cases = []reports.CaseRow{fixed("a", "A-01")}
	a.Cases[0].Findings[0].Known = true
	row := func(role, form string, done, crashed int) reports.RequestRow {
		return reports.RequestRow{Dialect: "content-blocks", Role: role, Form: form, Done: done, Crashed: crashed}
	}
	every := reports.RequestRow{Dialect: "content-blocks", Role: "consumer", Form: "again",
		Done: 1, Rejected: 2, Skipped: 3, Crashed: 4, TimedOut: 5, AdapterErrors: 6, NotSent: 7, CutOff: 8}
	twice := reports.RequestRow{Dialect: "content-blocks", Role: "consumer", Form: "again",
		Done: 2, Rejected: 4, Skipped: 6, Crashed: 8, TimedOut: 10, AdapterErrors: 12, NotSent: 14, CutOff: 16}
	a.Requests = []reports.RequestRow{row("producer", "case", 1, 0), row("consumer", "case", 2, 3), every}
	b.Requests = []reports.RequestRow{row("consumer", "case", 10, 20), every, row("consumer", "strewn", 4, 0)}
	left := func(role, why string, cases, streams int) reports.LeftOut {
		return reports.LeftOut{Dialect: "content-blocks", Role: role, Why: why, Cases: cases, Streams: streams}
	}
	a.LeftOut = []reports.LeftOut{left("producer", "3 crashes", 1, 2), left("consumer", "3 crashes", 4, 8)}
	b.LeftOut = []reports.LeftOut{left("consumer", "3 crashes", 16, 32), left("consumer", "20 crashes", 1, 1)}
	m := merged(t, a, b)
	if every.Total() != 36 {
		t.Errorf("%d requests", every.Total())
	}
	for _, c := range []struct{ got, want any }{
		{m.Requests, []reports.RequestRow{twice, row("consumer", "case", 12, 23), row("consumer", "strewn", 4, 0),
			row("producer", "case", 1, 0)}},
		{m.LeftOut, []reports.LeftOut{left("consumer", "20 crashes", 1, 1), left("consumer", "3 crashes", 20, 40),
			left("producer", "3 crashes", 1, 2)}},
		{m.Policies, []reports.Policy{policy("A-01", "x"), policy("A-02", "first"), policy("A-02", "last")}},
		{m.Properties, []reports.PropertyRow{property("META-01", 2, 0, requirement.Pass), property("META-02", 12, 3, requirement.Fail),
			property("META-03", 1, 0, requirement.Pass)}},
		{m.AdapterErrors, []reports.AdapterError{{Kind: "k", Case: "1"}, {Kind: "k", Case: "2"}}},
		{m.Times.Started, "2026-01-02T03:04:05Z"},
	} {
		if reportstest.MustJSON(t, c.got) != reportstest.MustJSON(t, c.want) {
			t.Errorf("got %s\nexpected %s", reportstest.MustJSON(t, c.got), reportstest.MustJSON(t, c.want))
		}
	}
	if m.Shard != nil || m.Baseline != nil || m.Cases[0].Findings[0].Known {
		t.Errorf("the merge is still a shard, or knows the baseline of one: %+v, %+v", m.Shard, m.Baseline)
	}
	if !a.Cases[0].Findings[0].Known {
		t.Error("merging changed a shard")
	}
}

// What passes by luck in a part is decided anew in the whole; results of an earlier version
// have nothing to decide by, and say what each part said.
func TestMergedByLuck(t *testing.T) {
	answers := func(judged, right int) []reports.AnswersRow {
		return []reports.AnswersRow{{Dialect: "content-blocks", Role: "consumer", Fixed: reports.Judged{Judged: judged, Right: right}}}
	}
	by := func(v requirement.Verdict, luck bool, tested, lacking int) reports.PairRow {
		return reports.PairRow{Dialect: "content-blocks", Role: "consumer", Verdict: v, ByLuck: luck, Tested: tested, Lacking: lacking}
	}
	none := []reports.AnswersRow{}
	for name, c := range map[string]struct {
		a, b              []reports.AnswersRow
		first, second, is reports.PairRow
	}{
		"lucky in a part": {answers(9, 9), answers(9, 9), by(requirement.Unobserved, true, 2, 2), by(requirement.Pass, false, 3, 0),
			by(requirement.Pass, false, 5, 2)},
		"lucky only in the whole": {answers(9, 9), answers(9, 9), by(requirement.Pass, false, 2, 1),
			by(requirement.Unobserved, false, 3, 3), by(requirement.Unobserved, true, 5, 4)},
		"works in a part only": {answers(1, 1), answers(9, 0), by(requirement.Pass, false, 1, 0), by(requirement.Unobserved, true, 1, 0),
			by(requirement.Unobserved, true, 2, 0)},
		"works in the whole only": {answers(9, 9), answers(9, 0), by(requirement.Pass, false, 1, 0), by(requirement.Unobserved, true, 1, 0),
			by(requirement.Pass, false, 2, 0)},
		"a part without answers": {answers(6, 6), none, by(requirement.Pass, false, 1, 0), by(requirement.Unobserved, false, 0, 0),
			by(requirement.Pass, false, 1, 0)},
		"an earlier version": {nil, nil, by(requirement.Pass, false, 0, 0), by(requirement.Unobserved, false, 0, 0),
			by(requirement.Pass, false, 0, 0)},
	} {
		a, b := shard(1, 2), shard(2, 2)
		a.Answers, b.Answers = c.a, c.b
		a.Requirements = []reports.RequirementRow{{ID: "BLOCK-05", Level: requirement.Must, Verdict: c.first.Verdict, Cases: []string{},
			By: []reports.PairRow{c.first}}}
		b.Requirements = []reports.RequirementRow{{ID: "BLOCK-05", Level: requirement.Must, Verdict: c.second.Verdict, Cases: []string{},
			By: []reports.PairRow{c.second}}}
		m := merged(t, a, b)
		if got := m.Requirements[0]; got.By[0] != c.is || got.Verdict != c.is.Verdict {
			t.Errorf("%s: %+v, %+v was expected", name, got, c.is)
		}
		if (m.Answers == nil) != (c.a == nil) {
			t.Errorf("%s: the answers are %v", name, m.Answers)
		}
	}
}

// One part that did not come to its end is enough; each reason is told once.
func TestMergedIncomplete(t *testing.T) {
	for name, c := range map[string]struct {
		complete [2]bool
		reasons  [2]string
		want     string
	}{
		"both are whole":   {[2]bool{true, true}, [2]string{}, ""},
		"the first":        {[2]bool{false, true}, [2]string{"killed"}, "killed"},
		"the second":       {[2]bool{true, false}, [2]string{"", "killed"}, "killed"},
		"both":             {[2]bool{false, false}, [2]string{"killed", "gone"}, "killed; gone"},
		"both alike":       {[2]bool{false, false}, [2]string{"killed", "killed"}, "killed"},
		"without a reason": {[2]bool{true, false}, [2]string{}, "a shard is not complete"},
	} {
		a, b := shard(1, 2), shard(2, 2)
		a.Complete, b.Complete, a.Incomplete, b.Incomplete = c.complete[0], c.complete[1], c.reasons[0], c.reasons[1]
		if m := merged(t, a, b); m.Complete != (c.want == "") || m.Incomplete != c.want {
			t.Errorf("%s: complete %t, %q", name, m.Complete, m.Incomplete)
		}
	}
}
