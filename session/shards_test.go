package session_test

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/later"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/wire"
)

var blocksConsumer = dialect.Pair{Dialect: "content-blocks", Role: dialect.Consumer}

func planted(t *testing.T, side *catalogue.Side, id string) func(dialect.Answer) dialect.Answer {
	t.Helper()
	for _, f := range side.Faults() {
		if f.ID == id {
			return f.Plant
		}
	}
	switch id {
	case formed:
		return later.OnState("blocks", swapDrawn)
	case hardly:
		return seldom
	}
	for _, f := range later.FirstRound() {
		if f.Title == id && f.Pair == side.Pair {
			return f.Plant
		}
	}
	t.Fatalf("there is no fault %s in %s", id, side.Pair)
	return nil
}

// resultOf runs the pair once; count 0 is the undivided run.
func resultOf(t *testing.T, cat *catalogue.Catalogue, fault string, o session.Options, index, count int) *reports.Result {
	t.Helper()
	side := cat.Side(blocksConsumer)
	plant := func(a dialect.Answer) dialect.Answer { return a }
	if fault != "" {
		plant = planted(t, side, fault)
	}
	if count > 0 {
		o.Shard = &reports.Shard{Index: index, Count: count}
	}
	r := run(t, cat, implementation(side, nil, plant), o).Result
	r.Times = reports.Times{}
	return r
}

func shardsOf(t *testing.T, cat *catalogue.Catalogue, fault string, o session.Options, count int) []*reports.Result {
	t.Helper()
	var list []*reports.Result
	for i := 1; i <= count; i++ {
		list = append(list, resultOf(t, cat, fault, o, i, count))
	}
	return list
}

func asJSON(t *testing.T, r *reports.Result) string {
	t.Helper()
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// differ names the first line in which two results differ.
func differ(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			from := max(0, i-12)
			return fmt.Sprintf("line %d:\nundivided:\n%s\nmerged:\n%s", i+1, strings.Join(a[from:i+1], "\n"),
				strings.Join(b[from:i+1], "\n"))
		}
	}
	return fmt.Sprintf("%d lines undivided, %d merged", len(a), len(b))
}

// formed are two faults that the same generated streams show: each shard has
// other ones.
const formed = "From four calls with drawn ids on, the last two change places, and artifacts are lost."

// swapDrawn does nothing to ids that fixed cases have.
func swapDrawn(_ wire.Value, blocks []wire.Value) []wire.Value {
	for _, style := range []string{"fc_", "srv/a.b|", "tool:", ":turn:"} {
		if len(blocks) > 3 && strings.Contains(blocks[0].Get("id").Text(), style) {
			for i := range blocks {
				blocks[i] = blocks[i].With("artifact", wire.NullValue)
			}
			return later.SwapLast(blocks)
		}
	}
	return blocks
}

// hardly works: about half of the answers have anything in them.
const hardly = "Every other answer is empty."

func seldom(right dialect.Answer) dialect.Answer {
	return func(in wire.Value) dialect.Observation {
		h := fnv.New32a()
		h.Write([]byte(in.JSON()))
		if h.Sum32()%2 == 0 {
			return right(in)
		}
		return dialect.Observation{State: wire.ParseString(`{"blocks":[]}`)}
	}
}

// The shards of a run, merged in any order, are the undivided run byte for byte, however
// many there are: also where what passes by luck shows in the whole only.
func TestShardsMergeToTheUndividedRun(t *testing.T) {
	t.Parallel()
	cat := built()
	all := session.Options{Runs: 40, Light: true}
	few := session.Options{Runs: 9, Light: true,
		Selection: reports.Selection{Requirements: []string{"BLOCK-13"}, Encodings: []string{"events"}}}
	events := session.Options{Runs: 40, Light: true, Selection: reports.Selection{Encodings: []string{"events"}}}
	core := session.Options{Profile: session.Core, Light: true}
	for _, c := range []struct {
		fault    string
		o        session.Options
		count    int
		lucky    bool
		everyday bool
	}{
		{"", all, 7, false, false},
		{"BLOCK-02/last-call", all, 4, true, false},
		{"BLOCK-02/last-call", events, 4, true, true},
		{formed, events, 7, false, false},
		{"BLOCK-01/calls-reversed", events, 7, true, false},
		{hardly, events, 7, true, false},
		{hardly, core, 7, true, false},
		{"", few, 61, false, false},
		{"META-03/earlier-call-closes", few, 61, true, true},
		{"BLOCK-17/crash", few, 61, false, false},
	} {
		if !c.everyday && !dialecttest.All() {
			continue
		}
		if !dialecttest.All() {
			c.o.Runs, c.count = min(c.o.Runs, 9), min(c.count, 13)
		}
		undivided := resultOf(t, cat, c.fault, c.o, 0, 0)
		if c.fault == formed && !slices.ContainsFunc(undivided.Cases,
			func(c reports.CaseRow) bool { return c.Generated != nil && c.Generated.For != "" }) {
			t.Errorf("%s: no generated stream has a second form", c.fault)
		}
		if c.fault == "BLOCK-02/last-call" && verdictOf(undivided, "BLOCK-02") != requirement.Fail {
			t.Errorf("%s: the undivided run does not fail BLOCK-02", c.fault)
		}
		if undivided.Timeout != "10s" {
			t.Errorf("the deadline of a case is %q", undivided.Timeout)
		}
		if got := byLuck(undivided); got != c.lucky {
			t.Errorf("%q: something passes by luck: %t", c.fault, got)
		}
		shards := shardsOf(t, cat, c.fault, c.o, c.count)
		slices.Reverse(shards)
		merged, err := reports.Merge(shards)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := asJSON(t, merged), asJSON(t, undivided); got != want {
			t.Errorf("fault %q in %d shards differs from the undivided run in %s", c.fault, c.count, differ(want, got))
		}
	}
}

func byLuck(r *reports.Result) bool {
	return slices.ContainsFunc(r.Requirements, func(row reports.RequirementRow) bool {
		return slices.ContainsFunc(row.By, func(p reports.PairRow) bool { return p.ByLuck })
	})
}

func verdictOf(r *reports.Result, id string) requirement.Verdict {
	for _, row := range r.Requirements {
		if row.ID == id {
			return row.Verdict
		}
	}
	return requirement.Unobserved
}

// What does not make one run is refused, and the error names the shard.
func TestShardsThatMakeNoRunAreRefused(t *testing.T) {
	cat := built()
	o := session.Options{Runs: 2, Light: true,
		Selection: reports.Selection{Requirements: []string{"BLOCK-02"}, Encodings: []string{"events"}}}
	shards := shardsOf(t, cat, "", o, 3)
	otherSeed, otherRuns, otherCount := *shards[1], *shards[1], *shards[1]
	otherSeed.Seed = 2
	otherRuns.Runs = 3
	otherCount.Shard = &reports.Shard{Index: 2, Count: 4}
	whole := resultOf(t, cat, "", o, 0, 0)
	for _, c := range []struct {
		name   string
		shards []*reports.Result
		want   []string
	}{
		{"nothing", nil, []string{"no result"}},
		{"the second is missing", []*reports.Result{shards[0], shards[2]}, []string{"2/3", "missing"}},
		{"the third is missing", []*reports.Result{shards[1], shards[0]}, []string{"3/3", "missing"}},
		{"the first is doubled", []*reports.Result{shards[0], shards[1], shards[2], shards[0]}, []string{"1/3", "twice"}},
		{"another seed", []*reports.Result{shards[0], &otherSeed, shards[2]}, []string{"2/3", "seed"}},
		{"another number of streams", []*reports.Result{shards[0], &otherRuns, shards[2]}, []string{"2/3", "runs"}},
		{"another number of shards", []*reports.Result{shards[0], &otherCount, shards[2]}, []string{"result 2", "of 4", "of 3"}},
		{"no shard", []*reports.Result{shards[0], whole, shards[2]}, []string{"result 2", "no shard"}},
	} {
		merged, err := reports.Merge(c.shards)
		if err == nil {
			t.Errorf("%s: merged to %d cases", c.name, len(merged.Cases))
			continue
		}
		for _, word := range c.want {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("%s: the error does not say %q: %v", c.name, word, err)
			}
		}
	}
}

// A shard that did not finish leaves the whole run unfinished, wherever it stands.
func TestAnUnfinishedShardLeavesTheRunUnfinished(t *testing.T) {
	cat := built()
	o := session.Options{Runs: 2, Light: true,
		Selection: reports.Selection{Requirements: []string{"BLOCK-02"}, Encodings: []string{"events"}}}
	for at := range 3 {
		shards := shardsOf(t, cat, "", o, 3)
		shards[at].Complete, shards[at].Incomplete = false, "the machine went away"
		merged, err := reports.Merge(shards)
		if err != nil {
			t.Fatal(err)
		}
		if merged.Complete || !strings.Contains(merged.Incomplete, "the machine went away") {
			t.Errorf("shard %d did not finish, but the merge is complete %t, %q", at+1, merged.Complete, merged.Incomplete)
		}
	}
}

// A shard of which only the journal is left merges to an incomplete run.
func TestAJournalShardLeavesTheRunUnfinished(t *testing.T) {
	cat := built()
	side := cat.Side(blocksConsumer)
	o := session.Options{Runs: 2, Light: true,
		Selection: reports.Selection{Requirements: []string{"BLOCK-02"}, Encodings: []string{"events"}}}
	shards := shardsOf(t, cat, "BLOCK-02/last-call", o, 2)
	var rows []reports.Row
	o.Shard = &reports.Shard{Index: 2, Count: 2}
	o.Journal = func(r reports.Row) error { rows = append(rows, r); return nil }
	run(t, cat, implementation(side, nil, planted(t, side, "BLOCK-02/last-call")), o)
	var err error
	if shards[1], err = reports.Rebuild(rows); err != nil {
		t.Fatal(err)
	}
	merged, err := reports.Merge(shards)
	if err != nil {
		t.Fatal(err)
	}
	if merged.Complete || merged.Incomplete == "" {
		t.Errorf("complete %t, %q", merged.Complete, merged.Incomplete)
	}
	if got := verdictOf(merged, "BLOCK-02"); got != requirement.Fail {
		t.Errorf("BLOCK-02 is %s", got)
	}
}

// What a shard knew says nothing about the others: the merge is held against a
// baseline anew.
func TestMergeForgetsTheBaselinesOfShards(t *testing.T) {
	cat := built()
	o := session.Options{Runs: 2, Light: true,
		Selection: reports.Selection{Requirements: []string{"BLOCK-02"}, Encodings: []string{"events"}}}
	shards := shardsOf(t, cat, "BLOCK-02/last-call", o, 2)
	shards[0].Baseline = &reports.Baseline{Known: 1, Problems: []string{}}
	for i := range shards[0].Cases {
		for j := range shards[0].Cases[i].Findings {
			shards[0].Cases[i].Findings[j].Known = true
		}
	}
	merged, err := reports.Merge(shards)
	if err != nil {
		t.Fatal(err)
	}
	want := asJSON(t, resultOf(t, cat, "BLOCK-02/last-call", o, 0, 0))
	if got := asJSON(t, merged); got != want {
		t.Errorf("differs from the undivided run in %s", differ(want, got))
	}
}
