package dialecttest

import (
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/framing"
	"github.com/toolconform/conform/requirement"
)

// Framed holds the reference of each side, and one in 24 of its variants, against the cases of framing: whatever is
// chosen, a stream is read rightly however it is framed. Heavy cases are the reference's.
func Framed(t *testing.T, d dialect.Dialect) {
	t.Helper()
	for i := range d.Sides {
		v := newVerifier(&d.Sides[i])
		for _, r := range framing.Requirements() {
			v.side.ByID[r.ID] = r
		}
		cases := framing.Cases(v.side.Side)
		if len(v.side.Encodings) > 0 && len(cases) == 0 {
			t.Errorf("%s: there are no framing cases", v.side.Pair)
		}
		t.Run(string(v.side.Role), func(t *testing.T) {
			for _, c := range cases {
				c = c.Ready()
				v.unblamed(t, "the reference", c, v.side.Reference, nil)
				if c.Heavy {
					continue
				}
				for _, variant := range sampled(v.side.Variants(), 24) {
					v.unblamed(t, "variant "+variant.ID, c, variant.Plant(v.side.Reference), variant.Omits)
				}
			}
		})
	}
}

// unblamed holds one answer to one case against every line.
func (v *verifier) unblamed(t *testing.T, who string, c *dialect.Case, answer dialect.Answer, omits []string) {
	t.Helper()
	o := answer(c.Input())
	o.Omits = omits
	for _, out := range v.side.Case(c, &o, nil) {
		if out.Verdict == requirement.Fail || out.Verdict == requirement.Warn {
			t.Errorf("%s: %s: %s %s %v", who, c.ID, out.Requirement, out.Verdict, out.Findings)
		}
	}
}
