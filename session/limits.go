package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/toolconform/conform/dialect"
)

// Limits are how much of the same a pair is given the chance to do before the rest of
// its cases is left out; a negative one is none, and where all are 0, they are the defaults. By then its requirement has failed, and the
// cases that did it are named: more of them tell nothing new, and each may last as long
// as a deadline or a restart.
type Limits struct {
	Timeouts, Crashes, AdapterErrors, Refusals int
}

// DefaultLimits keep a run over a hopeless implementation below a minute.
func DefaultLimits() Limits {
	return Limits{Timeouts: 3, Crashes: 20, AdapterErrors: 20, Refusals: 100}
}

// restarting is how long a run waits for processes to start again before it makes do with fewer: most adapters start
// in a tenth of a second, and twenty crashes or a hundred fresh looks take little, but some need seconds.
const restarting = 30 * time.Second

// startsOfACrash is how often a process is started for one crash: after it happened among others, and alone.
const startsOfACrash = 2

// forStarts are the limits for what takes so long to start. A limit that is not the default is kept: somebody
// asked for it.
func (l Limits) forStarts(took time.Duration) Limits {
	if l.Crashes == DefaultLimits().Crashes && took > 0 {
		l.Crashes = max(1, min(l.Crashes, int(restarting/(startsOfACrash*took))))
	}
	return l
}

// trouble is what is counted against a limit.
type trouble uint8

const (
	missedDeadline trouble = iota
	crash
	adapterError
	// refusal of what must be taken.
	refusal
)

func (l Limits) of(kind trouble) int {
	return [...]int{l.Timeouts, l.Crashes, l.AdapterErrors, l.Refusals}[kind]
}

// why says what was too much, with the flag that allows more.
func (k trouble) why(n int) string {
	one := [...]string{"a missed deadline", "a crash", "an adapter error", "a refusal"}[k]
	many := [...]string{"%d missed deadlines", "%d crashes", "%d adapter errors", "%d refusals"}[k]
	flag := [...]string{" (--max-timeouts)", " (--max-crashes)", " (--max-adapter-errors)", " (--max-refusals)"}[k]
	if n == 1 {
		return one + flag
	}
	return fmt.Sprintf(many, n) + flag
}

// event is a trouble that a trial had.
type event struct {
	index int
	pair  dialect.Pair
	kind  trouble
	// heavy: a heavy case missed its deadline, which lasts as long as several others.
	heavy bool
}

// end is the last trial of a pair that counts; what comes after it is left out.
type end struct {
	index int
	why   string
}

// ends says from the troubles so far where each pair ends, and where the heavy cases of
// all pairs do. It depends on the trials' places in the run alone and not on which was
// faster. Once there was as much of something as one pair may have, in whatever pairs,
// each other pair is given up for the next of it. Refusals cost no more than answers do: with
// them each pair has its own limit.
func ends(events []event, limits Limits) (pairs map[dialect.Pair]end, heavy *end) {
	events = slices.Clone(events)
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(a.index, b.index) })
	type count struct {
		pair dialect.Pair
		kind trouble
	}
	counts, total := map[count]int{}, map[trouble]int{}
	pairs = map[dialect.Pair]end{}
	slow := 0
	for _, e := range events {
		limit := limits.of(e.kind)
		if _, over := pairs[e.pair]; over || limit <= 0 {
			continue
		}
		if e.heavy {
			if slow++; heavy == nil && slow >= (limit+heavyWeight-1)/heavyWeight {
				heavy = &end{e.index, e.kind.why(slow) + " by heavy cases"}
			}
			continue
		}
		if total[e.kind] >= limit && e.kind != refusal {
			limit = 1
		}
		total[e.kind]++
		n := count{e.pair, e.kind}
		if counts[n]++; counts[n] >= limit {
			pairs[e.pair] = end{e.index, e.kind.why(counts[n])}
		}
	}
	return pairs, heavy
}

// silentPairs are how many pairs may be given up until the others are, too, where nothing was answered in any of them.
const silentPairs = 5

// silence is the end of a run in which nothing was answered: each further pair would cost a deadline, a restart.
func silence(pairs map[dialect.Pair]end, answered int) *end {
	if len(pairs) < silentPairs {
		return nil
	}
	places := slices.SortedFunc(maps.Values(pairs), func(a, b end) int { return cmp.Compare(a.index, b.index) })
	last := places[silentPairs-1].index
	if answered > 0 && answered < last {
		return nil
	}
	return &end{last, fmt.Sprintf("no answer at all in %d others", silentPairs)}
}

// heavyWeight is how many missed deadlines one of a heavy case counts for.
const heavyWeight = 3

// errLeftOut is the cause of a trial's end where its pair has been given up.
var errLeftOut = errors.New("left out")

// gate lets trials begin as long as their pair has not been given up, and ends those
// that come after the place where it was.
type gate struct {
	asked  Limits // limits as they were asked for
	limits Limits
	mu     sync.Mutex
	events []event
	pairs  map[dialect.Pair]end
	heavy  *end
	gone   *end
	// silent is the end of a run without one answer; answered the first request that was answered, 0 as long as there is none.
	silent   *end
	answered int
	// over are the pairs that missed so many deadlines, in whatever order, that nothing more of them is waited for.
	over    map[dialect.Pair]string
	running map[*trial]context.CancelCauseFunc
}

func newGate(limits Limits) *gate {
	return &gate{asked: limits, limits: limits, over: map[dialect.Pair]string{}, running: map[*trial]context.CancelCauseFunc{}}
}

// begin gives the context that a trial runs in; false where it is left out.
func (g *gate) begin(ctx context.Context, t *trial) (context.Context, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.stopped(t) {
		return ctx, false
	}
	ctx, cancel := context.WithCancelCause(ctx)
	g.running[t] = cancel
	return ctx, true
}

func (g *gate) end(t *trial) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running[t](nil)
	delete(g.running, t)
}

// count takes note of a trouble.
func (g *gate) count(e event) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.events = append(g.events, e)
	same := 0
	for _, other := range g.events {
		if other.pair == e.pair && other.kind == e.kind && !other.heavy {
			same++
		}
	}
	limit := g.limits.of(e.kind)
	if e.kind == refusal && (limit <= 0 || same < limit) { // they count in their pair alone, and there may be thousands
		return
	}
	if g.pairs, g.heavy = g.sooner(ends(g.events, g.limits)); g.silent == nil {
		g.silent = silence(g.pairs, g.answered)
	}
	if e.kind == missedDeadline && limit > 0 && same >= limit+beforeTheEnd {
		g.over[e.pair] = g.pairs[e.pair].why
	}
	g.close()
}

// sooner keeps the ends that stood already, but for those that are sooner now: trials behind them have been ended, and would
// be lost without a word where another trouble, of a trial before, took back what had counted towards an end.
func (g *gate) sooner(pairs map[dialect.Pair]end, heavy *end) (map[dialect.Pair]end, *end) {
	for pair, stood := range g.pairs {
		if now, over := pairs[pair]; !over || stood.index < now.index {
			pairs[pair] = stood
		}
	}
	if g.heavy != nil && (heavy == nil || g.heavy.index < heavy.index) {
		heavy = g.heavy
	}
	return pairs, heavy
}

// beforeTheEnd is how many deadlines may be missed by trials that come before a pair's end: they would be the first of the
// run that did. After so many they are not waited for, or a run with many in flight would wait for each of them.
const beforeTheEnd = 2

// stopped tells whether a trial is not begun, or not gone on with.
func (g *gate) stopped(t *trial) bool { return g.beyond(t) != "" || g.over[t.side.Pair] != "" }

// whyOver says why a pair was stopped in whatever it was doing, "" where it was not.
func (g *gate) whyOver(pair dialect.Pair) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.over[pair]
}

// answer takes note of a request that was answered.
func (g *gate) answer(t *trial) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.answered == 0 || t.index < g.answered {
		g.answered = t.index
	}
}

// starts takes note of how long a start takes, which may be longer after a crash than it was before.
func (g *gate) starts(took time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.limits = g.asked.forStarts(took)
}

// lost takes note that the implementation cannot be reached any more.
func (g *gate) lost(t *trial, why string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.gone == nil || t.index < g.gone.index {
		g.gone = &end{t.index, why}
	}
	g.close()
}

func (g *gate) close() {
	for t, cancel := range g.running {
		if g.stopped(t) {
			cancel(errLeftOut)
		}
	}
}

// leftOut says why a trial doesn't count, "" where it does.
func (g *gate) leftOut(t *trial) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.beyond(t)
}

// whyGone says why the implementation cannot be reached any more.
func (g *gate) whyGone() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.gone == nil {
		return ""
	}
	return g.gone.why
}

func (g *gate) beyond(t *trial) string {
	if e, over := g.pairs[t.side.Pair]; over && t.index > e.index {
		return e.why
	}
	for _, e := range []*end{g.gone, g.silent, g.heavy} {
		if e != nil && t.index > e.index && (t.heavy || e != g.heavy) {
			return e.why
		}
	}
	return ""
}
