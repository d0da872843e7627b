package dialects_test

import (
	"flag"
	"testing"

	"github.com/toolconform/conform/dialect/dialecttest"
)

var from = flag.Int("from", 0, "the stream that self-consistency goes on from")

func count() int {
	if dialecttest.All() {
		return dialecttest.Streams(40)
	}
	return dialecttest.Streams(20)
}

// The judges take whatever an implementation answers.
func TestJudgesTakeAnything(t *testing.T) {
	for _, d := range all() {
		t.Run(d.Name, func(t *testing.T) { dialecttest.Anything(t, d, count()) })
	}
}

func TestSelfConsistency(t *testing.T) {
	for _, d := range all() {
		t.Run(d.Name, func(t *testing.T) { dialecttest.Consistent(t, d, *from, count()) })
	}
}

// Right implementations give the same result again, after whatever else, in every
// role; those with a memory, or that depend on chance, are seen.
func TestRelationsHoldInEveryRole(t *testing.T) {
	if testing.Short() {
		t.Skip("each role answers all its cases three times: run without -short")
	}
	for n, d := range all() {
		if !dialecttest.All() && n%8 != 7 {
			continue
		}
		t.Run(d.Name, func(t *testing.T) { dialecttest.Repeatable(t, d, min(max(count()/20, 40), 500)) })
	}
}

// Right implementations that choose otherwise than the reference are never blamed.
func TestVariantsConform(t *testing.T) {
	for _, d := range all() {
		t.Run(d.Name, func(t *testing.T) { dialecttest.Otherwise(t, d, count()) })
	}
}

// Right implementations read every framing rightly.
func TestFraming(t *testing.T) {
	for _, d := range all() {
		t.Run(d.Name, func(t *testing.T) { dialecttest.Framed(t, d) })
	}
}
