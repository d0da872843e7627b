package dialecttest

import (
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// variantStep: one in so many variants is held against the rows.
func variantStep() int {
	if All() {
		return 6
	}
	return 24
}

// Seen sums up what the reference and variants say over the light cases: what some case
// has seen is not taken for luck, and of the reference everything bound is seen.
func Seen(t *testing.T, side judge.Side, cases []*dialect.Case, bound []requirement.Requirement) {
	t.Helper()
	asIs := func(answer dialect.Answer) dialect.Answer { return answer }
	right := []dialect.Variant{{ID: "the reference", Plant: asIs}}
	for n := 0; n < len(side.Variants()); n += variantStep() {
		right = append(right, side.Variants()[n])
	}
	i := idle{side: side}
	i.choose(cases, len(side.Encodings))
	for n, variant := range right {
		answer := variant.Plant(side.Reference)
		some := i.run(idler{answer: func(_ int, input wire.Value) dialect.Observation {
			o := answer(input)
			o.Omits = variant.Omits
			return o
		}})
		for _, r := range bound {
			if r.Family() == "META" || r.ID == "ROBUST-06" || r.ID == "ROBUST-03" {
				continue
			}
			if n == 0 && len(some[r.ID]) == 0 {
				t.Errorf("%s, %s: %s is seen in no case", side.Pair, variant.ID, r.ID)
			}
			if len(some[r.ID]) > 0 && !i.passes(r.ID, func(*dialect.Case) bool { return true }) {
				t.Errorf("%s, %s: %s does not pass, though it is right in %s", side.Pair, variant.ID, r.ID, named(some[r.ID]))
			}
		}
	}
}
