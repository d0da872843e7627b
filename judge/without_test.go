package judge_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// turns is a side whose scripts are calls (A) and their results (a). W-01 looks at every call,
// W-02 at a call with two results, W-03 at a result without its call: that is a broken stream. W-04 looks
// at the call Z, W-05 at a turn without results.
func turns() judge.Side {
	d := &dialect.Side{Pair: dialect.Pair{Dialect: "w", Role: dialect.Consumer}}
	d.Judge = func(c *dialect.Case, _ *dialect.Observation) []requirement.Outcome {
		calls, results := map[string]bool{}, map[string]int{}
		seen := map[string]bool{"W-05": true}
		for _, word := range strings.Fields(c.Script.JSON().Text()) {
			id := strings.ToUpper(word)
			seen["W-04"], seen["W-05"] = seen["W-04"] || word == "Z", seen["W-05"] && word == id
			switch {
			case word == id:
				calls[id], seen["W-01"] = true, true
			case !calls[id]:
				seen["W-03"] = true
			default:
				results[id]++
				seen["W-02"] = seen["W-02"] || results[id] > 1
			}
		}
		var list []requirement.Outcome
		for _, id := range []string{"W-01", "W-02", "W-03", "W-04", "W-05"} {
			verdict := requirement.Unobserved
			if seen[id] {
				verdict = requirement.Pass
			}
			list = append(list, requirement.Outcome{Requirement: id, Verdict: verdict})
		}
		return list
	}
	d.Reference = func(wire.Value) dialect.Observation { return state("") }
	return judge.Side{Side: d, ByID: map[string]requirement.Requirement{"W-01": {ID: "W-01"}, "W-02": {ID: "W-02", Adversarial: true},
		"W-03": {ID: "W-03", Adversarial: true}, "W-04": {ID: "W-04", Adversarial: true}, "W-05": {ID: "W-05"}}}
}

// forms are what stands in place of a script: its words, under the ids of forms.
func forms(t *testing.T, side judge.Side, script dialect.Script, id string) []string {
	t.Helper()
	c := &dialect.Case{ID: "w/consumer/x", Script: script, Chunks: []int{1}, Control: &dialect.Case{}}
	var list []string
	for n, plain := range side.Without(c, id) {
		if want := fmt.Sprintf("w/consumer/x+without-%s-%d", id, n+1); plain.ID != want || plain.Chunks != nil || plain.Control != nil {
			t.Errorf("form %d is %+v", n, plain)
		}
		list = append(list, plain.Script.JSON().Text())
	}
	return list
}

// Of a script as much is kept as the requirement has nothing to look at, and, where one element less does
// it, nothing that is broken only since something else was left out.
func TestWithout(t *testing.T) {
	side := turns()
	for _, c := range []struct {
		script, id string
		want       []string
	}{
		{"A a B b a", "W-02", []string{"A a B b", "A B b a", "a B b a"}},
		{"A a a a", "W-02", []string{"A a", "A a", "a a a"}}, // one keeps the first, one the last
		{"A a B b", "W-02", nil},                             // it looks at nothing
		{"A a B b", "W-01", []string{"a b"}},                 // no call
		{"A a b", "W-03", []string{"A a"}},                   // the stray result
		{"Z z A a", "W-04", []string{"A a"}},                 // with the call goes its result
		{"Z z A", "W-04", []string{"A"}},                     // that nothing is answered any more is no broken stream
		{"b A a B", "W-03", []string{"A a B"}},
	} {
		if got := forms(t, side, words(strings.Fields(c.script)), c.id); !slices.Equal(got, c.want) {
			t.Errorf("%s without %s: %q, not %q", c.script, c.id, got, c.want)
		}
	}
}

// A script that knows how it reads without something says so; where it knows nothing of that, and is
// not too long, elements are left out.
func TestWhoSaysWhatIsLeft(t *testing.T) {
	side := turns()
	long := slices.Repeat([]string{"A"}, 80)
	for _, c := range []struct {
		name   string
		script dialect.Script
		want   int
	}{
		{"it knows two forms", knowing{words{"A", "a", "a"}, []dialect.Script{words{"B"}, words{"C"}}}, 2},
		{"it knows none", knowing{words{"A", "a", "a", "B", "b"}, nil}, 3},
		{"long", words(append(slices.Clone(long[:78]), "a", "a")), 3},
		{"too long", words(append(slices.Clone(long[:79]), "a", "a")), 0},
	} {
		got := forms(t, side, c.script, "W-02")
		if len(got) != c.want || c.name == "it knows two forms" && !slices.Equal(got, []string{"B", "C"}) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// knowing scripts know some forms without what a requirement is about.
type knowing struct {
	words
	forms []dialect.Script
}

func (k knowing) Without(string) []dialect.Script { return k.forms }

// What the plain stream only warns of is wrong there, too; what has no other line behind it is
// nobody else's doing, and nothing is asked for it.
func TestExcuse(t *testing.T) {
	o := finding("W-02", requirement.Must, "x")
	o.Findings[0].Of = []string{"W-01"}
	for verdict, want := range map[requirement.Verdict]requirement.Verdict{
		requirement.Fail: requirement.Unobserved, requirement.Warn: requirement.Unobserved, requirement.Pass: requirement.Fail,
		requirement.Unobserved: requirement.Fail,
	} {
		if got := judge.Excuse(o, []requirement.Outcome{{Requirement: "W-01", Verdict: verdict}}); got.Verdict != want {
			t.Errorf("W-01 %s without it: %s, not %s", verdict, got.Verdict, want)
		}
	}
	side := turns()
	alone := finding("W-02", requirement.Must, "x")
	k := &dialect.Case{ID: "w/consumer/x", Script: words{"A", "a", "a"}}
	got, err := side.Excused(k, []requirement.Outcome{alone}, func(*dialect.Case) (dialect.Observation, error) {
		t.Error("something was asked")
		return dialect.Observation{}, nil
	})
	if err != nil || !slices.Equal(told(got), told([]requirement.Outcome{alone})) {
		t.Errorf("%v (%v)", told(got), err)
	}
}
