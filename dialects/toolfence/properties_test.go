package toolfence

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/requirement"
)

// related are the properties that the answer breaks on a generated stream.
func related(side *dialect.Side, answer dialect.Answer, pick dialect.Pick) ([]requirement.Outcome, *dialect.Case) {
	c := generator.Draw(pick, side, "tool-fence/consumer/drawn")
	outcomes, err := dialecttest.Related(side, c, answer, pick)
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
					if o.Verdict == requirement.Fail || o.Verdict == requirement.Warn {
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

// A reader that counts its ids from one, as the document's own form suggests, may
// make up an id that is given further down: FENCE-09 warns, and no property fails.
func TestCountedIDsBreakNoProperty(t *testing.T) {
	side := consumer()
	counted := manner{newID: func(r *reader) string {
		for n := 1; ; n++ {
			if id := fmt.Sprintf("tool-call-%d", n); !r.given[id] {
				r.given[id] = true
				return id
			}
		}
	}}
	clashes := 0
	for _, c := range side.Cases() {
		if c.Heavy {
			continue
		}
		first := counted.answer(c.Input())
		if clash(c, &first) {
			clashes++
		}
		outcomes, err := dialecttest.Related(&side, c, counted.answer, generator.Index{Pair: side.Pair}.Pick(c.ID))
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range outcomes {
			if o.Verdict == requirement.Fail {
				t.Errorf("%s: %s %s %+v", c.ID, o.Requirement, o.Verdict, o.Findings)
			}
		}
	}
	if clashes == 0 {
		t.Error("no case in which a generated id is given further down")
	}
}

// What a fence holds that nothing closes may go again, also inside a container.
func TestOpenFencesAreUnsettled(t *testing.T) {
	open := tool(`{"toolCallId":"open","output":1}`)
	open.style.Open = true
	d := &document{segments: []segment{plainCall("closed"), quote(text("q\n"), open), text("behind\n")}}
	u, ok := d.script().(dialect.Unsettled)
	if !ok || !u.Unsettled()["open"] || u.Unsettled()["closed"] {
		t.Errorf("unsettled: %v", u)
	}
}
