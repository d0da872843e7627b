package driver

import (
	"context"
	"testing"

	"github.com/toolconform/conform/dialect"
)

// Of what befell several cases it is told that none of them brings it back only where each was
// run again.
func TestAFailureThatIsNotFollowedUp(t *testing.T) {
	over, end := context.WithCancel(context.Background())
	end()
	done, crashed := dialect.Observation{Ending: dialect.Done}, dialect.Observation{Ending: dialect.Crashed}
	for name, k := range map[string]struct {
		second func(f *failure, l *ledger, x *exchange)
		told   int
		cutOff bool
	}{
		"both were run again":     {func(f *failure, l *ledger, _ *exchange) { f.settleIn(context.Background(), l, done) }, 1, false},
		"one was given up":        {func(f *failure, l *ledger, x *exchange) { f.abandon(l, x) }, 1, true},
		"one was ended amid that": {func(f *failure, l *ledger, _ *exchange) { f.settleIn(over, l, cancelled(over)) }, 1, true},
		"one failed again":        {func(f *failure, l *ledger, _ *exchange) { f.settleIn(context.Background(), l, crashed) }, 0, false},
	} {
		for _, ending := range []dialect.Ending{dialect.Crashed, dialect.TimedOut} {
			f, l := &failure{ending: ending, reason: "for test"}, &ledger{}
			first, second := &exchange{request: Request{ID: "a"}, number: 1}, &exchange{request: Request{ID: "b"}, number: 2}
			f.note(first)
			f.note(second)
			f.settleIn(context.Background(), l, done)
			k.second(f, l, second)
			got := l.Incidents()
			if len(got) != k.told || k.told > 0 && (got[0].CutOff != k.cutOff || len(got[0].Cases) != 2) {
				t.Errorf("%s (%s): %+v", name, ending, got)
			}
		}
	}
}
