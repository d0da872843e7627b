package dialecttest

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// generated renders drawn transcripts, twists some of them, and expects that the
// reference and some of the variants conform on all of them, with -all every one.
func (v *verifier) generated(t *testing.T) {
	if v.side.Render == nil {
		t.Fatal("the side renders no transcripts")
	}
	answers := map[string]dialect.Answer{"reference": v.side.Reference}
	for _, variant := range sampled(v.side.Variants(), 3) {
		answers[variant.ID] = variant.Plant(v.side.Reference)
	}
	rapid.Check(t, func(rt *rapid.T) {
		c, from := v.draw(rt)
		for _, encoding := range v.oneEncoding(c, len(from.Items)) {
			for name, answer := range answers {
				for _, o := range v.run(answer, c, encoding) {
					if o.Verdict == requirement.Warn || o.Verdict == requirement.Fail {
						rt.Fatalf("%s on %s (%s):\n%s\nscript: %s\ntranscript: %s", name, c.ID, encoding, story(o), c.Script.JSON().JSON(),
							from.JSON().JSON())
					}
				}
			}
		}
		again, err := v.side.Parse(c.Script.JSON())
		if err != nil || !wire.Equal(again.JSON(), c.Script.JSON()) {
			rt.Fatalf("the script does not round-trip (%v): %s", err, c.Script.JSON().JSON())
		}
	})
}

func (v *verifier) draw(rt *rapid.T) (*dialect.Case, transcript.Transcript) {
	pick := generator.FromRapid(rt)
	from := generator.Transcript(pick, 5)
	if err := from.Valid(); err != nil {
		rt.Fatalf("the generator drew an invalid transcript: %v\n%s", err, from.JSON().JSON())
	}
	if v.side.Turn != nil {
		from = v.side.Turn(from, pick)
	}
	c := &dialect.Case{ID: v.side.Pair.String() + "/generated", Pair: v.side.Pair, Class: dialect.Valid}
	c.Script = v.side.Render(from, pick)
	for range pick(3) {
		if len(v.side.Twists) == 0 {
			break
		}
		twist := v.side.Twists[pick(len(v.side.Twists))]
		if twisted, _, ok := twist.Apply(c.Script, pick); ok {
			c.Script, c.Class, c.Tests = twisted, dialect.Adversarial, twist.Tests
			c.ID += fmt.Sprintf("+%s", twist.ID)
		}
	}
	if c.Script.Len() > 1 && pick(3) == 2 { // what shrinking and prefixes do
		c.Script = keepSome(c.Script, pick)
		c.Class = dialect.Adversarial
	}
	return c, from
}

func keepSome(s dialect.Script, pick dialect.Pick) dialect.Script {
	var kept []int
	for i := range s.Len() {
		if pick(4) != 3 {
			kept = append(kept, i)
		}
	}
	return s.Keep(kept)
}
