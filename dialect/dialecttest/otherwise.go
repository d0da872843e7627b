package dialecttest

import (
	"fmt"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/requirement"
)

// otherwiseSeed is the seed of the streams of Otherwise.
const otherwiseSeed = 6

// Otherwise holds right implementations that are not the reference against generated
// streams and against cases, each answered by one variant: nothing may be blamed, by no line and by no property.
func Otherwise(t *testing.T, d dialect.Dialect, streams int) {
	t.Helper()
	everySide(t, d, streams, (*verifier).otherwise)
}

func (v *verifier) otherwise(n int) error {
	index := generator.Index{Pair: v.side.Pair, Seed: otherwiseSeed, N: n}
	pick := index.Pick("otherwise")
	c := index.Case(v.side.Side)
	if at := pick(2 * len(v.cases)); at < len(v.cases) && !v.cases[at].Heavy {
		own := *v.cases[at].Ready()
		c = &own
	}
	variant := v.side.Variants()[pick(len(v.side.Variants()))]
	encodings := v.encodings(c)
	encoding := encodings[pick(len(encodings))]
	for _, o := range v.run(variant.Plant(v.side.Reference), c, encoding) {
		if o.Verdict == requirement.Warn || o.Verdict == requirement.Fail {
			return fmt.Errorf("variant %s on %s (%s): %s\nscript: %s", variant.ID, c.ID, encoding, story(o), c.Script.JSON().JSON())
		}
	}
	return nil
}
