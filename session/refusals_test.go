package session_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/session"
)

// choosy refuses streams that break off: those that must be taken, or the others.
type choosy struct {
	driver.Implementation
	side    *catalogue.Side
	must    bool
	refused []string
}

func (c *choosy) Observe(ctx context.Context, r driver.Request) dialect.Observation {
	if cut := cutCase(c.side, r.ID); cut != nil && mustTake(c.side, cut) == c.must {
		c.refused = append(c.refused, r.ID)
		return dialect.Observation{Ending: dialect.Rejected, Reason: "sabotage"}
	}
	return c.Implementation.Observe(ctx, r)
}

// cutCase is the prefix of a fixed case that the id says, nil where it says none.
func cutCase(side *catalogue.Side, id string) *dialect.Case {
	plain, form := dialect.CutForm(id)
	words, ok := strings.CutPrefix(form, "prefix-")
	n, err := strconv.Atoi(words)
	if !ok || err != nil {
		return nil
	}
	plain, _, _ = strings.Cut(plain, "@")
	for _, c := range side.Cases() {
		if c.ID == plain {
			first := make([]int, n)
			for i := range first {
				first[i] = i
			}
			return properties.Kept(c.Ready(), first, "META-05").Case
		}
	}
	return nil
}

// A client that is loud wherever a stream breaks off, and its dialect lets it, is right, however many it refuses. Whoever refuses
// what must be taken is told, by name.
func TestRefusedStreamsThatBreakOff(t *testing.T) {
	cat := catalogue.New()
	tried := map[bool]int{}
	for _, side := range cat.Sides {
		if never(side, "prefix") {
			continue
		}
		for _, must := range []bool{false, true} {
			impl := &choosy{Implementation: implementation(side, nil, nil), side: side, must: must}
			o := session.Options{Selection: reports.Selection{Cases: few(side, "prefix")}, Limits: session.DefaultLimits()}
			o.Limits.Refusals = 0
			r := run(t, cat, impl, o).Result
			if len(impl.refused) == 0 {
				continue
			}
			tried[must]++
			named := map[string]bool{}
			for _, c := range r.Cases {
				named[c.ID] = c.Verdict == requirement.Fail
			}
			for _, id := range impl.refused {
				if named[id] != must {
					t.Errorf("%s is refused (it must be taken: %t): %q are told", id, must, missing(r, id))
				}
			}
			if !must && (!r.Complete || r.Summary.Fail > 0) {
				t.Errorf("%s: refusing what may be refused is blamed: %+v; %s", side.Pair, r.Summary, r.Incomplete)
			}
		}
	}
	if tried[false] == 0 || tried[true] == 0 {
		t.Errorf("of these pairs: %v", tried)
	}
}
