package dialects_test

import (
	"flag"
	"testing"

	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects"
)

var from = flag.Int("from", 0, "the stream that self-consistency goes on from")

func count() int { return dialecttest.Streams(40) }

// The judges take whatever an implementation answers.
func TestJudgesTakeAnything(t *testing.T) {
	for _, d := range dialects.All() {
		t.Run(d.Name, func(t *testing.T) { dialecttest.Anything(t, d, count()) })
	}
}

func TestSelfConsistency(t *testing.T) {
	for _, d := range dialects.All() {
		t.Run(d.Name, func(t *testing.T) { dialecttest.Consistent(t, d, *from, count()) })
	}
}

// Right implementations give the same result again, after whatever else, in every
// role; those with a memory, or that depend on chance, are seen.
func TestRelationsHoldInEveryRole(t *testing.T) {
	if testing.Short() {
		t.Skip("each role answers all its cases three times: run without -short")
	}
	for n, d := range dialects.All() {
		if !dialecttest.All() && n%4 != 3 {
			continue
		}
		t.Run(d.Name, func(t *testing.T) { dialecttest.Repeatable(t, d, min(max(count()/20, 40), 500)) })
	}
}

// Right implementations that choose otherwise than the reference are never blamed.
func TestVariantsConform(t *testing.T) {
	for _, d := range dialects.All() {
		t.Run(d.Name, func(t *testing.T) { dialecttest.Otherwise(t, d, count()) })
	}
}

// Right implementations read every framing rightly.
func TestFraming(t *testing.T) {
	for _, d := range dialects.All() {
		t.Run(d.Name, func(t *testing.T) { dialecttest.Framed(t, d) })
	}
}
