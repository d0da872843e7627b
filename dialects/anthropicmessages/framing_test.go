package anthropicmessages

import (
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/framing"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/requirement"
)

// TestFraming: the reference and its variants read every framing rightly.
func TestFraming(t *testing.T) {
	side := Dialect().Sides[0]
	byID := map[string]requirement.Requirement{}
	for _, r := range append(framing.Requirements(), side.Requirements...) {
		byID[r.ID] = r
	}
	j := judge.Side{Side: &side, ByID: byID}
	answers := map[string]dialect.Answer{"reference": Consume}
	for _, v := range side.Variants {
		answers[v.ID] = v.Plant(Consume)
	}
	omits := map[string][]string{}
	for _, v := range side.Variants {
		omits[v.ID] = v.Omits
	}
	cases := framing.Cases(&side)
	if len(cases) == 0 {
		t.Fatal("there are no framing cases")
	}
	for name, answer := range answers {
		for _, c := range cases {
			if c = c.Ready(); c.Heavy && name != "reference" {
				continue
			}
			o := answer(c.Input())
			o.Omits = omits[name]
			for _, out := range j.Case(c, &o, nil) {
				if out.Verdict == requirement.Fail || out.Verdict == requirement.Warn {
					t.Errorf("%s: %s: %s %s %v", name, c.ID, out.Requirement, out.Verdict, out.Findings)
				}
			}
		}
	}
}
