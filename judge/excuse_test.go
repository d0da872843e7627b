package judge_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// words is a script of words, to be said again. A "?" among them means nothing.
type words []string

func (w words) Input(string, []int) wire.Value {
	return wire.Obj(wire.M("say", wire.Str(strings.Join(w, " "))))
}
func (w words) JSON() wire.Value { return wire.Str(strings.Join(w, " ")) }
func (w words) Len() int         { return len(w) }
func (w words) Keep(indices []int) dialect.Script {
	kept := words{}
	for _, i := range indices {
		kept = append(kept, w[i])
	}
	return kept
}

// meant are the words without the "?".
func (w words) meant() []string {
	return slices.DeleteFunc(slices.Clone(w), func(word string) bool { return word == "?" })
}

// sayings judges by two lines: Y-01, every word is said; Y-02, a "?" costs no word.
func sayings() judge.Side {
	d := &dialect.Side{Pair: dialect.Pair{Dialect: "y", Role: dialect.Consumer}}
	d.Judge = func(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
		script := c.Script.(words)
		said := strings.Fields(o.State.Text())
		one, two := requirement.Outcome{Requirement: "Y-01"}, requirement.Outcome{Requirement: "Y-02", Verdict: requirement.Unobserved}
		strewn := slices.Contains(script, "?")
		if strewn {
			two.Verdict = requirement.Pass
		}
		for _, word := range script.meant() {
			if slices.Contains(said, word) {
				continue
			}
			f := requirement.Finding{Requirement: "Y-01", Level: requirement.Must, Message: word}
			one.Findings, one.Verdict = append(one.Findings, f), requirement.Fail
			if strewn {
				f.Requirement, f.Of = "Y-02", []string{"Y-01"}
				two.Findings, two.Verdict = append(two.Findings, f), requirement.Fail
			}
		}
		return []requirement.Outcome{one, two}
	}
	d.Reference = func(input wire.Value) dialect.Observation {
		return state(strings.ReplaceAll(input.Get("say").Text(), "?", ""))
	}
	return judge.Side{Side: d, ByID: map[string]requirement.Requirement{"Y-01": {ID: "Y-01"}, "Y-02": {ID: "Y-02", Adversarial: true}}}
}

// What is wrong without the "?" too is not its doing; what is wrong with it only, is.
func TestExcused(t *testing.T) {
	for _, c := range []struct {
		name, answer, plain string
		want                []string
		asked               int
	}{
		{"right", "a b c", "", []string{"Y-01 pass", "Y-02 pass"}, 0},
		{"wrong with it only", "a", "a b c", []string{"Y-01 fail; Y-01 MUST: b; Y-01 MUST: c", "Y-02 fail; Y-02 MUST: b; Y-02 MUST: c"}, 1},
		{"wrong anyway", "a", "a", []string{"Y-01 fail; Y-01 MUST: b; Y-01 MUST: c", "Y-02 unobserved"}, 1},
	} {
		side, asked := sayings(), []string{}
		k := &dialect.Case{ID: "y/consumer/strewn", Script: words{"a", "?", "b", "?", "c"}}
		o := state(c.answer)
		got, err := side.Excused(k, side.Judge(k, &o), func(plain *dialect.Case) (dialect.Observation, error) {
			asked = append(asked, plain.Script.JSON().Text())
			return state(c.plain), nil
		})
		if err != nil || !slices.Equal(told(got), c.want) {
			t.Errorf("%s: %v (%v), not %v", c.name, told(got), err, c.want)
		}
		if len(asked) != c.asked || c.asked == 1 && asked[0] != "a b c" {
			t.Errorf("%s: asked %q", c.name, asked)
		}
	}
}

// Where the line about the odd thing alone told what is wrong anyway, the plain line tells it then, as loudly as it does of
// the plain stream.
func TestExcusedIsHandedOver(t *testing.T) {
	side := sayings()
	whole := side.Side.Judge
	side.Side.Judge = func(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
		list := whole(c, o)
		if slices.Contains(c.Script.(words), "?") {
			list[0].Findings, list[0].Verdict = nil, requirement.Pass
		}
		return list
	}
	k := &dialect.Case{ID: "y/consumer/strewn", Script: words{"a", "?", "b", "?", "c"}}
	for _, c := range []struct {
		name, answer, plain string
		want                []string
	}{
		{"wrong with it only", "a", "a b c", []string{"Y-01 pass", "Y-02 fail; Y-02 MUST: b; Y-02 MUST: c"}},
		{"wrong anyway", "a", "a", []string{"Y-01 fail; Y-01 MUST: b; Y-01 MUST: c", "Y-02 unobserved"}},
	} {
		o := state(c.answer)
		found := side.Judge(k, &o)
		got, err := side.Excused(k, found, func(*dialect.Case) (dialect.Observation, error) { return state(c.plain), nil })
		if err != nil || !slices.Equal(told(got), c.want) {
			t.Errorf("%s: %v (%v), not %v", c.name, told(got), err, c.want)
		}
		if found[0].Verdict != requirement.Pass || len(found[0].Findings) > 0 {
			t.Errorf("%s: what was found before is changed: %v", c.name, told(found))
		}
	}
}

// A form that crashes excuses nothing; one that cannot be asked ends it; a blamed case
// has its control.
func TestExcusedWithoutAnAnswer(t *testing.T) {
	side, o := sayings(), state("a")
	k := &dialect.Case{ID: "y/consumer/strewn", Script: words{"a", "?", "b"}}
	found := side.Judge(k, &o)
	got, err := side.Excused(k, found, func(*dialect.Case) (dialect.Observation, error) {
		return dialect.Observation{Ending: dialect.Crashed}, nil
	})
	if err != nil || fmt.Sprint(told(got)) != fmt.Sprint(told(found)) {
		t.Errorf("after a crash: %v (%v)", told(got), err)
	}
	stopped := errors.New("stopped")
	if _, err := side.Excused(k, found, func(*dialect.Case) (dialect.Observation, error) {
		return dialect.Observation{},
			stopped
	}); !errors.Is(err, stopped) {
		t.Errorf("the error is %v", err)
	}
	k.Blame = must("Y-02")
	if _, err := side.Excused(k, found, func(*dialect.Case) (dialect.Observation, error) {
		return dialect.Observation{},
			stopped
	}); err != nil {
		t.Errorf("a blamed case is asked for: %v", err)
	}
}

// In a blamed case a consequence of what the control gets wrong is no more the twist's
// than that itself.
func TestBlameOfAConsequence(t *testing.T) {
	side, o := sayings(), state("a")
	k := &dialect.Case{ID: "y/consumer/strewn", Tests: []string{"Z-01"}, Script: words{"a", "?", "b"}, Blame: must("Z-01")}
	control := &judge.Control{Outcomes: []requirement.Outcome{finding("Y-01", requirement.Must, "b")}}
	for _, c := range []struct {
		control *judge.Control
		want    string
	}{{control, "Z-01 unobserved"}, {nil, "Z-01 fail; Z-01 MUST: b (Y-01); Z-01 MUST: b (Y-02)"}} {
		if got := told(side.Case(k, &o, c.control))[2]; got != c.want {
			t.Errorf("%s, not %s", got, c.want)
		}
	}
}
