package messageparts

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/requirement"
)

// broken are the properties that an implementation breaks on drawn streams.
func broken(t *testing.T, answer dialect.Answer, streams int) map[string]string {
	side := consumerSide()
	found := map[string]string{}
	for seed := range streams {
		rng := rand.New(rand.NewPCG(uint64(seed), 2))
		pick := func(n int) int { return rng.IntN(max(n, 1)) }
		c := &dialect.Case{ID: "drawn", Pair: side.Pair, Script: side.Render(generator.Transcript(pick, 4), pick)}
		if seed%2 == 1 {
			twist := side.Twists[pick(len(side.Twists))]
			if twisted, _, ok := twist.Apply(c.Script, pick); ok {
				c.Script = twisted
			}
		}
		outcomes, err := dialecttest.Related(&side, c, answer, pick)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range outcomes {
			if o.Verdict == requirement.Fail {
				found[o.Requirement] = o.Findings[0].Message + "\n" + c.Script.JSON().JSON()
			}
		}
	}
	return found
}

func TestPropertiesHold(t *testing.T) {
	side := consumerSide()
	answers := map[string]dialect.Answer{"reference": side.Reference}
	for _, v := range side.Variants {
		answers[v.ID] = v.Plant(side.Reference)
	}
	for name, answer := range answers {
		for id, story := range broken(t, answer, 150) {
			t.Errorf("%s: %s: %s", name, id, story)
		}
	}
}

func TestPropertiesFindFaults(t *testing.T) {
	side := consumerSide()
	for _, f := range side.Faults {
		if !strings.HasPrefix(f.ID, "META-") && !strings.HasPrefix(f.ID, "ROBUST-06") || f.ID == "META-05/forgets" {
			continue // a fixed case shows that one, where its whole is right
		}
		if found := broken(t, f.Plant(side.Reference), 150); found[f.Requirements[0]] == "" {
			t.Errorf("%s is not found (but %v)", f.ID, found)
		}
	}
}
