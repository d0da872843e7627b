package session_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/session"
)

// cutShort is an implementation of which something is told that was not followed up.
type cutShort struct {
	driver.Implementation
	told driver.Incident
	// ending of what is sent with its ids renamed.
	ending dialect.Ending
}

func (c *cutShort) Incidents() []driver.Incident { return []driver.Incident{c.told} }

func (c *cutShort) Observe(ctx context.Context, r driver.Request) dialect.Observation {
	if _, form := dialect.CutForm(r.ID); form == properties.Renamed && c.ending != dialect.Done {
		return dialect.Observation{Ending: c.ending, Reason: "for test"}
	}
	return c.Implementation.Observe(ctx, r)
}

// What happened with several cases in flight, and was not followed up since the pair was given up,
// is told of them only where nothing else tells it: the first of them may be innocent.
func TestWhatWasNotFollowedUp(t *testing.T) {
	cat := catalogue.New()
	side := cat.Side(blocksConsumer)
	innocent := side.Cases()[0].ID
	for kind, k := range map[string]struct {
		ending dialect.Ending
		line   string
	}{
		driver.UnreproducedCrash:   {dialect.Crashed, "ROBUST-01"},
		driver.UnreproducedTimeout: {dialect.TimedOut, "ROBUST-02"},
	} {
		for _, ending := range []dialect.Ending{dialect.Done, k.ending} {
			incident := driver.Incident{Kind: kind, CutOff: true, Reason: "something", Cases: []string{innocent},
				Requests: []driver.Request{{ID: innocent, Pair: side.Pair}}}
			impl := &cutShort{implementation(side, nil, nil), incident, ending}
			r := run(t, cat, impl, session.Options{Selection: reports.Selection{Cases: []string{innocent}}}).Result
			told := ""
			for _, c := range r.Cases {
				for _, f := range c.Findings {
					if f.Requirement == k.line && strings.Contains(f.Message, "not all run again") {
						told = c.ID
					}
				}
			}
			switch {
			case strings.Contains(r.Incomplete, "busy"):
				t.Errorf("%s: it is looked for once more: %s", kind, r.Incomplete)
			case ending == dialect.Done && told != innocent:
				t.Errorf("%s: nothing else tells it, and it is told of %q", kind, told)
			case ending != dialect.Done && (told != "" || !slices.Contains(missing(r, "+"+properties.Renamed), k.line)):
				t.Errorf("%s: it is told of %q, though forms are known that do it", kind, told)
			}
		}
	}
}
