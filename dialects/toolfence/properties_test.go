package toolfence

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/requirement"
)

// related are the properties that the answer breaks on a generated stream.
func related(side *dialect.Side, answer dialect.Answer, pick dialect.Pick) ([]requirement.Outcome, *dialect.Case) {
	c := generator.Draw(pick, side, "tool-fence/consumer/drawn")
	observe := func(c *dialect.Case) (dialect.Observation, error) { return answer(c.Input()), nil }
	first, _ := observe(c)
	outcomes, err := properties.Relate(side, c, first, pick, nil, observe)
	if err != nil {
		panic(err)
	}
	return outcomes, c
}

func TestPropertiesHoldOfReferenceAndVariants(t *testing.T) {
	side := consumer()
	answers := map[string]dialect.Answer{"reference": side.Reference}
	for _, v := range side.Variants {
		answers[v.ID] = v.Plant(side.Reference)
	}
	for name, answer := range answers {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				outcomes, c := related(&side, answer, generator.FromRapid(t))
				for _, o := range outcomes {
					if o.Verdict != requirement.Pass {
						t.Fatalf("%s %s\n%+v\n%s", o.Requirement, o.Verdict, o.Findings, c.Script.JSON().JSON())
					}
				}
			})
		})
	}
}

func TestPropertiesFindTheirFaults(t *testing.T) {
	side := consumer()
	for _, f := range side.Faults {
		id := f.Requirements[0]
		if family := (requirement.Requirement{ID: id}).Family(); family != "META" && id != "ROBUST-06" {
			continue
		}
		found := false
		answer := f.Plant(side.Reference)
		for n := 0; n < 3000 && !found; n++ {
			index := generator.Index{Pair: side.Pair, Seed: 1, N: n}
			outcomes, _ := related(&side, answer, index.Pick("test"))
			for _, o := range outcomes {
				found = found || o.Requirement == id && o.Verdict == requirement.Fail
			}
		}
		if !found {
			t.Errorf("%s is not found", f.ID)
		}
	}
}
