package stageevents

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/requirement"
)

// related holds generated streams against the properties and returns the worst
// verdict of each.
func related(t *testing.T, side *dialect.Side, answer dialect.Answer, streams int) map[string]requirement.Verdict {
	t.Helper()
	worst := map[string]requirement.Verdict{}
	for n := range streams {
		index := generator.Index{Pair: side.Pair, Seed: 3, N: n}
		c := index.Case(side)
		c.Encoding = side.Encodings[n%len(side.Encodings)]
		outcomes, err := dialecttest.Related(side, c, answer, index.Pick("properties"))
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range outcomes {
			if o.Verdict == requirement.Fail && worst[o.Requirement] != requirement.Fail {
				t.Logf("%s: %s", c.ID, o.Findings[0].Message)
			}
			worst[o.Requirement] = requirement.Combine(worst[o.Requirement], o.Verdict)
		}
	}
	return worst
}

func TestPropertiesHoldOnRightImplementations(t *testing.T) {
	side := consumerSide()
	answers := map[string]dialect.Answer{"reference": side.Reference}
	for _, v := range side.Variants {
		answers[v.ID] = v.Plant(side.Reference)
	}
	for name, answer := range answers {
		for id, verdict := range related(t, &side, answer, 40) {
			if name == "STAGE-57/closed-as-failure" && id == "META-05" {
				continue // what it made up itself is no result, which the property cannot tell
			}
			if verdict != requirement.Pass {
				t.Errorf("%s: %s is %s", name, id, verdict)
			}
		}
	}
}

func TestPropertiesFindTheirFaults(t *testing.T) {
	side := consumerSide()
	for _, f := range side.Faults {
		if !strings.HasPrefix(f.ID, "META-") && f.Requirements[0] != "ROBUST-06" {
			continue
		}
		if verdict := related(t, &side, f.Plant(side.Reference), 60)[f.Requirements[0]]; verdict != requirement.Fail {
			t.Errorf("%s: %s is %s", f.ID, f.Requirements[0], verdict)
		}
	}
}
