package driver

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolconform/conform/dialect"
)

func TestQuote(t *testing.T) {
	t.Parallel()
	if got := quote([]byte("a\x00\xff\n")); got != `"a\x00\xff\n"` {
		t.Error(got)
	}
	long := strings.Repeat("x", maxQuote)
	if got := quote([]byte(long)); got != `"`+long+`"` {
		t.Error(got)
	}
	if got := quote([]byte(long + "y")); got != `"`+long+`"… (257 bytes)` {
		t.Error(got)
	}
	if got := quote(make([]byte, 1<<20)); len(got) > 5*maxQuote || !strings.HasSuffix(got, "(1048576 bytes)") {
		t.Error(got)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	for given, want := range map[Limits]Limits{
		{}: {MaxLine, MaxAnswer}, {Line: -1, Answer: -1}: {MaxLine, MaxAnswer}, {Line: 1}: {1, MaxAnswer}, {Answer: 1}: {MaxLine, 1},
		{Line: 7, Answer: 9}: {7, 9},
	} {
		if got := given.filled(); got != want {
			t.Errorf("%v becomes %v, expected %v", given, got, want)
		}
	}
	if n := (Limits{Answer: 21}).held(); n != 42 {
		t.Errorf("held are %d", n)
	}
}

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

// Only an answer, and a quick one, shows that a case was stuck before.
func TestStuck(t *testing.T) {
	t.Parallel()
	r := Request{Deadline: 10 * time.Second}
	for _, k := range []struct {
		passed      int
		late, first bool
		ending      dialect.Ending
		took        time.Duration
		want        bool
	}{
		{manyPassed, true, false, dialect.Done, 0, true}, {manyPassed, true, false, dialect.Rejected, 999 * time.Millisecond, true},
		{manyPassed - 1, true, false, dialect.Done, 0, false}, {manyPassed, true, false, dialect.Done, time.Second, false},
		{manyPassed, false, false, dialect.Done, 0, false}, {manyPassed, false, true, dialect.Done, 0, false},
		{manyPassed, true, true, dialect.Skipped, 0, false}, {manyPassed, true, true, dialect.TimedOut, 0, false},
		{manyPassed, true, true, dialect.Crashed, 0, false},
		{0, true, true, dialect.Done, 4999 * time.Millisecond, true}, {0, true, true, dialect.Done, 5 * time.Second, false},
	} {
		if got := stuck(k.passed, k.late, k.first, dialect.Observation{Ending: k.ending}, k.took, r); got != k.want {
			t.Errorf("%+v: %t", k, got)
		}
	}
}

// Those that were sent later pass a case by being answered, and not by failing.
func TestPassing(t *testing.T) {
	t.Parallel()
	p := passing{}
	for n := int64(1); n <= 4; n++ {
		p.enter(n)
	}
	if first := p.leave(1, true); first != 0 {
		t.Errorf("%d passed the first", first)
	}
	p.leave(3, true)
	p.leave(4, false)
	if second := p.leave(2, false); second != 1 || len(p) != 0 {
		t.Errorf("%d passed the second; %d wait", second, len(p))
	}
}

// A busy machine makes one answer slow, not each: the quickest counts, and a case that is slow by itself stays slow.
func TestQuickest(t *testing.T) {
	t.Parallel()
	r := Request{Deadline: 2 * time.Second}
	for _, k := range []struct {
		name    string
		matters bool
		answers []time.Duration // the last one for all that follow
		runs    int
		quick   bool
	}{
		{"quick", true, []time.Duration{0}, 1, true}, {"slow once", true, []time.Duration{250 * time.Millisecond, 0}, 2, true},
		{"slow, and it matters not", false, []time.Duration{250 * time.Millisecond, 0}, 1, false},
		{"slow", true, []time.Duration{250 * time.Millisecond}, maxReruns, false},
		{"too slow for another", true, []time.Duration{1050 * time.Millisecond, 0}, 1, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			runs := 0
			_, failed, took := quickest(k.matters, r, func() (dialect.Observation, *failure) {
				time.Sleep(k.answers[min(runs, len(k.answers)-1)]) // of a clock that nobody waits for
				runs++
				return dialect.Observation{Ending: dialect.Done}, nil
			})
			if failed != nil || runs != k.runs || quick(took, r) != k.quick {
				t.Errorf("%s: %d runs, quick %t", k.name, runs, quick(took, r))
			}
		})
	}
}
