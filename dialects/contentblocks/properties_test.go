package contentblocks

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// related holds an implementation against the properties on n generated streams
// and returns the first finding of each property.
func related(t *testing.T, answer dialect.Answer, n int) map[string]requirement.Finding {
	t.Helper()
	side := consumerSide()
	found := map[string]requirement.Finding{}
	for i := range n {
		index := generator.Index{Pair: side.Pair, Seed: 11, N: i}
		c := index.Case(&side)
		c.Encoding = []string{wire.Events, wire.SSE, wire.NDJSON}[i%3]
		if u, ok := c.Script.(dialect.Unsettled); ok && len(u.Unsettled()) > 0 {
			continue
		}
		outcomes, err := dialecttest.Related(&side, c, answer, index.Pick("relate"))
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range outcomes {
			if _, have := found[o.Requirement]; !have && len(o.Findings) > 0 {
				f := o.Findings[0]
				f.Message += " | " + c.Script.JSON().JSON()
				found[o.Requirement] = f
			}
		}
	}
	return found
}

func TestPropertiesHoldForRightImplementations(t *testing.T) {
	answers := map[string]dialect.Answer{"reference": ReferenceConsumer}
	for _, v := range consumerVariants() {
		answers[v.ID] = v.Plant(ReferenceConsumer)
	}
	for name, answer := range answers {
		for id, f := range related(t, answer, 60) {
			t.Errorf("%s: %s: %s\nexpected %s\nactual   %s", name, id, f.Message, f.Expected.JSON(), f.Actual.JSON())
		}
	}
}

func TestPropertiesSeeTheirFaults(t *testing.T) {
	for _, f := range consumerFaults() {
		main := f.Requirements[0]
		if !strings.HasPrefix(main, "META-") && main != "ROBUST-06" {
			continue
		}
		if _, seen := related(t, f.Plant(ReferenceConsumer), 150)[main]; !seen {
			t.Errorf("%s is not seen by %s", f.ID, main)
		}
	}
}
