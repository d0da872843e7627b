package driver

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver/conns"
	"github.com/toolconform/conform/driver/patience"
	"github.com/toolconform/conform/driver/turns"
)

// remote is an implementation behind a port, which somebody else starts and ends.
type remote struct {
	ledger
	ctx    context.Context
	client *http.Client
	closed *conns.Closed
	hello  Hello
	starts starts
	lane   *turns.Lane
	limits Limits
	// patience for a port that stopped answering.
	patience time.Duration
	// exchange posts one case. A failure is what other cases may have caused as well.
	exchange func(context.Context, Request) (dialect.Observation, *failure)
	// probe asks whether the port answers.
	probe func(context.Context) error

	inFlight, started atomic.Int64
	// stuck: a case is known to have hung, and the next one that is late needs no more time to tell.
	stuck atomic.Bool

	mu      sync.Mutex
	passing passing
	group   *failure // of the cases that failed side by side
	gone    string
	last    string // id of the last case that was answered
}

// newRemote is one that nobody was asked yet.
func newRemote(ctx context.Context, o HTTPOptions) remote {
	client, closed := conns.Client(MaxConcurrency)
	return remote{ctx: ctx, client: client, closed: closed, limits: o.Limits.filled(), patience: startupTimeout(o.StartupTimeout)}
}

func (c *remote) Hello() Hello { return c.starts.saidIn(c.hello) }

func (c *remote) Gone() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.gone
}

// Renewable: somebody else starts it.
func (c *remote) Renewable() bool { return false }

func (c *remote) Close() error {
	c.client.CloseIdleConnections()
	return nil
}

func (c *remote) Observe(ctx context.Context, r Request) dialect.Observation {
	support, offered := c.hello.Offer(r.Pair)
	if !offered {
		return skipped(r.Pair.String() + " is not offered")
	}
	ctx, leave := within(ctx, c.ctx)
	defer leave()
	if !c.lane.Enter(ctx) {
		return cancelled(ctx)
	}
	defer c.lane.Leave()
	o, failed := c.beside(ctx, r)
	if failed != nil {
		o = c.alone(ctx, r, failed)
	}
	o.Omits = support.Omits
	return o
}

// beside runs a case beside others, or soon after one that hung with nothing beside it.
func (c *remote) beside(ctx context.Context, r Request) (dialect.Observation, *failure) {
	defer c.lane.Begin()()
	o, failed := c.sideBySide(ctx, r)
	if failed != nil {
		c.lane.Again(1)
	}
	if failed != nil && failed.ending == dialect.TimedOut {
		c.lane.Hung() // until it is known who hung: others in flight might do so meanwhile
	}
	return o, failed
}

// within is the context of a caller, which ends with the implementation's life, too.
func within(caller, life context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(caller)
	stop := context.AfterFunc(life, cancel)
	return ctx, func() { stop(); cancel() }
}

// sideBySide runs a case beside others. A failure may be the fault of another one.
func (c *remote) sideBySide(ctx context.Context, r Request) (dialect.Observation, *failure) {
	if reason := c.Gone(); reason != "" {
		return skipped(reason), nil
	}
	company := c.inFlight.Add(1) > 1
	number := c.enter()
	began := time.Now()
	known := c.stuck.Load()
	o, failed := c.timed(ctx, r, func() bool {
		return !known && (company || c.started.Load() != number)
	})
	company = company || c.started.Load() != number
	c.inFlight.Add(-1)
	passed := c.leave(number, failed == nil && quick(time.Since(began), r))
	if failed == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.last = r.ID
		return o, nil
	}
	failed.number, failed.place, failed.passed = number, r.Place, passed
	failed.late = failed.late || known && failed.ending == dialect.TimedOut
	return o, c.join(r, failed, !company && !failed.doubtful)
}

// errLate is why an exchange was ended that missed its deadline.
var errLate = errors.New("the deadline has passed")

// timed posts a case and ends the exchange at its deadline. Where more says so, it is given as much time once more: no
// answer counts any more then, but one that comes tells that it was slow and does not hang.
func (c *remote) timed(caller context.Context, r Request, more func() bool) (dialect.Observation, *failure) {
	ctx, cancel := context.WithCancelCause(caller)
	defer cancel(nil)
	var late, hung atomic.Bool
	var again atomic.Pointer[func()]
	stop := patience.Countdown(r.deadline(), func() {
		late.Store(true)
		if !more() {
			cancel(errLate)
			return
		}
		stop := patience.Countdown(r.deadline(), func() { hung.Store(true); cancel(errLate) })
		again.Store(&stop)
	})
	o, failed := c.exchange(ctx, r)
	stop()
	if stop := again.Load(); stop != nil {
		(*stop)()
	}
	if late.Load() && (failed == nil || failed.ending == dialect.TimedOut) && caller.Err() == nil {
		return o, &failure{ending: dialect.TimedOut, reason: fmt.Sprintf("no answer within %v", r.deadline()), late: hung.Load()}
	}
	return o, failed
}

// enter numbers a case that is sent.
func (c *remote) enter() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.passing == nil {
		c.passing = passing{}
	}
	number := c.started.Add(1)
	c.passing.enter(number)
	return number
}

func (c *remote) leave(number int64, quickly bool) (passed int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.passing.leave(number, quickly)
}

// join adds the case to those that failed beside it.
func (c *remote) join(r Request, f *failure, certain bool) *failure {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.group == nil {
		c.group = &failure{ending: f.ending, reason: f.reason}
	}
	at, _ := slices.BinarySearch(c.group.numbers, f.number)
	c.group.numbers = slices.Insert(c.group.numbers, at, f.number)
	c.group.cases = slices.Insert(c.group.cases, at, r.ID)
	c.group.sent = slices.Insert(c.group.sent, at, r)
	if f.late && (c.group.hung == 0 || f.number < c.group.hung) {
		c.group.hung = f.number
	}
	c.group.open.Add(1)
	c.group.queue.Join(f.turn())
	f.certain, f.group = certain, c.group
	return f
}

// alone runs a case again with no other beside it, those that were sent before it first,
// once the port answers. When it doesn't, this is the case that fails for it.
func (c *remote) alone(ctx context.Context, r Request, first *failure) dialect.Observation {
	defer c.lane.Again(-1)
	defer first.group.queue.Leave(first.turn())
	c.turn(ctx, first)
	defer c.lane.Unlock()
	c.mu.Lock()
	if c.group == first.group {
		c.group = nil
	}
	c.mu.Unlock()
	if reason := c.Gone(); reason != "" {
		return skipped(reason)
	}
	o := first.observation(&c.ledger, r)
	if !c.wait(ctx) {
		if ctx.Err() != nil {
			first.group.settleIn(ctx, &c.ledger, cancelled(ctx))
			return cancelled(ctx)
		}
		o.Reason += "; then " + c.Gone()
		return o
	}
	if !first.certain {
		c.client.CloseIdleConnections() // who knows how old they are
		closed, _ := c.closed.Count()
		again, failed, took := quickest(first.ending == dialect.TimedOut && first.passed >= manyPassed, r,
			func() (dialect.Observation, *failure) { return c.timed(ctx, r, func() bool { return false }) })
		switch {
		case failed != nil:
			again = failed.observation(&c.ledger, r)
			c.wait(ctx)
		case first.ending == dialect.TimedOut && stuck(first.passed, first.late, first.group.hung == first.number, again, took, r):
			again = passedBy(o, first.passed, r, first.group.cases)
			c.stuck.Store(true)
		case first.unasked && c.closed.Beyond(ctx, closed, idleGrace):
			first.group.reproduced.Store(true) // it closes what brought an answer, which anybody may, and we were too quick
		}
		o = again
	}
	first.group.settleIn(ctx, &c.ledger, o)
	switch {
	case o.Ending == dialect.TimedOut:
		c.lane.Hung()
	case first.group.hungWithOthersOnly():
		c.lane.NoneHung()
	}
	return o
}

// turn locks the lane for a case whose turn it is among those that failed with it. Only
// with the lane locked have all of them joined: none is in flight any more.
func (c *remote) turn(ctx context.Context, f *failure) {
	for {
		f.group.queue.Await(ctx, f.turn())
		c.lane.Lock()
		if ctx.Err() != nil || f.group.queue.Blocked(f.turn()) == nil {
			return
		}
		c.lane.Unlock()
	}
}

// wait waits for the port to answer; false where it is gone for good.
func (c *remote) wait(ctx context.Context) bool {
	began := time.Now()
	err := poll(ctx, c.patience, c.probe)
	c.starts.took(time.Since(began))
	if err == nil || ctx.Err() != nil {
		return err == nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gone = fmt.Sprintf("the port stopped answering, and did not within %v: %v", c.patience, err)
	return false
}

// Rest asks once more: whoever is gone behind the last answer is found by nobody else.
func (c *remote) Rest(ctx context.Context) {
	c.mu.Lock()
	last := c.last
	c.mu.Unlock()
	if last == "" || c.Gone() != "" || !rest(ctx, nil) {
		return
	}
	c.client.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(ctx, c.patience)
	defer cancel()
	if err := c.probe(ctx); err != nil && dialing(err) {
		c.incident(Incident{Kind: CrashBetween, Cases: []string{last}, Reason: "the port stopped answering: " + err.Error()})
	}
}

// rest waits for what comes behind the last answer; false where the context ended.
func rest(ctx context.Context, dead <-chan struct{}) bool {
	timer := time.NewTimer(restGrace)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-dead:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// errNotYet wraps what a probe says of a port that may still come up.
type errNotYet struct{ error }

func (e errNotYet) Unwrap() error { return e.error }

// poll asks until the answer is final or the time is up.
func poll(ctx context.Context, patience time.Duration, probe func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	pause := 20 * time.Millisecond
	var last error
	for {
		err := probe(ctx)
		var later errNotYet
		if err == nil || !errors.As(err, &later) {
			return err
		}
		if last == nil || ctx.Err() == nil { // what the port said beats that time is up
			last = err
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return last
		}
		pause = min(2*pause, time.Second/2)
	}
}

// lost is the failure of a request that got no answer; false where the caller's
// context ended.
func lost(caller context.Context, r Request, err error) (*failure, bool) {
	late := context.Cause(caller) == errLate
	switch {
	case caller.Err() != nil && !late:
		return nil, false
	case dialing(err):
		return &failure{ending: dialect.Crashed, doubtful: true, reason: "the port stopped answering: " + err.Error()}, true
	case late:
		return &failure{ending: dialect.TimedOut, reason: fmt.Sprintf("no answer within %v", r.deadline())}, true
	}
	return &failure{ending: dialect.Crashed, reason: "the connection broke: " + err.Error()}, true
}

// refused is the crash that a status stands for.
func refused(resp *http.Response) dialect.Observation {
	reason := "status " + resp.Status
	if body := beginning(resp); len(body) > 0 {
		reason += ": " + quote(body)
	}
	return dialect.Observation{Ending: dialect.Crashed, Reason: reason}
}
