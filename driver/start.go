package driver

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver/child"
	"github.com/toolconform/conform/driver/turns"
	"github.com/toolconform/conform/wire"
)

// CommandOptions say how an adapter is started.
type CommandOptions struct {
	// Args are the command and its arguments.
	Args []string
	// Dir to start it in, "" for this one; Env is added to the environment.
	Dir string
	Env []string
	// StartupTimeout for the hello, DefaultStartup where it is 0.
	StartupTimeout time.Duration
	// Version of the harness, told in the hello.
	Version string
	Limits  Limits
}

func (o CommandOptions) command() child.Command {
	return child.Command{Args: o.Args, Dir: o.Dir, Env: o.Env}
}

func startupTimeout(d time.Duration) time.Duration {
	if d <= 0 {
		return DefaultStartup
	}
	return d
}

// maxStarts is how often in a row a restart may fail before the adapter is given up.
const maxStarts = 3

var errClosed = errors.New("the implementation is closed")

// Start starts an adapter and shakes hands with it. The error is a *StartError,
// but for a context that ended. The end of the context kills the adapter.
func Start(ctx context.Context, o CommandOptions) (Implementation, error) {
	if len(o.Args) == 0 {
		return nil, &StartError{Kind: ErrStart, Detail: "no command was given"}
	}
	p := &piped{ctx: ctx, options: o, grace: closeGrace}
	current, hello, err := p.start()
	if err != nil {
		return nil, err
	}
	p.current, p.hello, p.lane = current, hello, turns.NewLane(hello.Concurrency)
	return p, nil
}

// piped is an adapter behind stdin and stdout. A process is kept until it fails;
// then the cases that were in flight are run again one by one.
type piped struct {
	ledger
	ctx     context.Context
	options CommandOptions
	hello   Hello
	starts  starts
	lane    *turns.Lane

	mu      sync.Mutex
	current *process
	gone    error
	grace   time.Duration // for a process to leave
}

func (c *piped) Hello() Hello    { return c.starts.saidIn(c.hello) }
func (c *piped) Renewable() bool { return true }

func (c *piped) Gone() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone == nil || c.gone == errClosed {
		return ""
	}
	return c.gone.Error()
}

func (c *piped) Observe(ctx context.Context, r Request) dialect.Observation {
	support, offered := c.hello.Offer(r.Pair)
	if !offered {
		return skipped(r.Pair.String() + " is not offered")
	}
	if !c.lane.Enter(ctx) {
		return cancelled(ctx)
	}
	defer c.lane.Leave()
	if r.Fresh {
		c.renew()
	}
	o, doubtful := c.beside(ctx, r)
	if doubtful != nil {
		o = c.alone(ctx, r, doubtful)
	}
	o.Omits = support.Omits
	return o
}

// hung takes note of a case that hung, while the lane is still its own: those that wait for it run alone then.
func (c *piped) hung(o dialect.Observation) {
	if o.Ending == dialect.TimedOut {
		c.lane.Hung()
	}
}

// beside runs a case beside others, or soon after one that hung with nothing beside it.
func (c *piped) beside(ctx context.Context, r Request) (dialect.Observation, *exchange) {
	defer c.lane.Begin()()
	o, doubtful := c.try(ctx, r)
	c.hung(o)
	if doubtful != nil {
		c.lane.Again(1)
	}
	if doubtful != nil && doubtful.failure.ending == dialect.TimedOut {
		c.lane.Hung() // until it is known who hung: others in flight might do so meanwhile
	}
	return o, doubtful
}

// renew ends the current process, so that the next request starts another one. Who asks
// for it has nothing else in flight.
func (c *piped) renew() {
	c.lane.Lock()
	defer c.lane.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone == nil && c.current.usable() {
		c.grace = c.graceAfter(c.current.close(c.grace))
	}
}

// graceAfter is how long the next process may take to leave: one that stays when its stdin ends does so
// each time, and a second look renews it a hundred times.
func (c *piped) graceAfter(left bool) time.Duration {
	if left {
		return c.grace
	}
	return briefGrace
}

// try runs a case. The exchange is one that failed, where this case may or may not be
// to blame for it.
func (c *piped) try(ctx context.Context, r Request) (dialect.Observation, *exchange) {
	for {
		if ctx.Err() != nil {
			return cancelled(ctx), nil
		}
		p, err := c.usable()
		if err != nil {
			return skipped(err.Error()), nil
		}
		x, sent := p.send(r)
		if !sent {
			continue // it has died since
		}
		if !p.wait(ctx, x, r.deadline()) {
			return cancelled(ctx), nil
		}
		if c.ctx.Err() != nil {
			return cancelled(c.ctx), nil
		}
		o, told := x.outcome(&c.ledger)
		if told {
			return o, nil
		}
		return o, x
	}
}

// alone runs a case again with no other beside it, those that were sent before it
// first. A process that had seen other cases is not enough to blame a crash on this
// one: then a fresh one decides.
func (c *piped) alone(ctx context.Context, r Request, first *exchange) dialect.Observation {
	defer c.lane.Again(-1)
	first.failure.queue.Await(ctx, first.turn())
	defer first.failure.queue.Leave(first.turn())
	c.lane.Lock()
	defer c.lane.Unlock()
	_, _ = c.usable() // or what a new process takes to start would count as the case's time
	late := first.late && first.failure.ending == dialect.TimedOut
	o, again, took := quickest(late && first.passed >= manyPassed, r,
		func() (dialect.Observation, *exchange) { return c.try(ctx, r) })
	if again == nil && late && stuck(first.passed, first.failure.hung != 0, first.failure.hung == first.number, o, took, r) {
		o = passedBy(first.failure.observation(&c.ledger, r), first.passed, r, first.failure.cases)
	}
	if again != nil {
		seen := again.failure
		seen.queue.Leave(again.turn())
		if o, again = c.try(ctx, r); again != nil {
			again.failure.reproduced.Store(true)
			o = again.failure.observation(&c.ledger, r)
		}
		seen.settleIn(ctx, &c.ledger, o)
	}
	first.failure.settleIn(ctx, &c.ledger, o)
	if first.failure.hungWithOthersOnly() {
		c.lane.NoneHung()
	}
	c.hung(o)
	return o
}

// usable is a process that takes cases: the current one, or a new one.
func (c *piped) usable() (*process, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone != nil {
		return nil, c.gone
	}
	if c.current.usable() {
		return c.current, nil
	}
	<-c.current.dead
	for failures := 1; ; failures++ {
		p, hello, err := c.start()
		switch {
		case err == nil:
			c.again(c.hello, hello.Raw, "after a restart")
			c.current = p
			return p, nil
		case c.ctx.Err() != nil:
			return nil, fmt.Errorf("not run: %w", context.Cause(c.ctx))
		case failures == maxStarts:
			c.gone = restartError(err)
			return nil, c.gone
		}
	}
}

// start starts a process and shakes hands.
func (c *piped) start() (*process, Hello, error) {
	began := time.Now()
	if err := c.ctx.Err(); err != nil {
		return nil, Hello{}, fmt.Errorf("starting the adapter: %w", err)
	}
	p, err := newProcess(c.ctx, c.options.command(), c.options.Limits.filled(), &c.ledger)
	if err != nil {
		return nil, Hello{}, err
	}
	hello, err := p.shakeHands(c.ctx, c.options)
	if err != nil {
		p.kill()
		<-p.dead
		var e *StartError
		if errors.As(err, &e) {
			e.Stderr = p.child.Stderr()
		}
		return nil, Hello{}, err
	}
	c.starts.took(time.Since(began))
	return p, hello, nil
}

// shakeHands says hello and waits for the answer.
func (p *process) shakeHands(ctx context.Context, o CommandOptions) (Hello, error) {
	p.out.Push(append(helloMessage(o.Version).AppendJSON(nil), '\n'))
	timeout := startupTimeout(o.StartupTimeout)
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case g := <-p.greeting:
		return g.hello, g.err
	case <-p.dead:
	case <-timer.C:
		return Hello{}, &StartError{Kind: ErrNoHello, Detail: fmt.Sprintf("waited %v for %s", timeout, o.Args[0]),
			Hint: "the first line on stdin is a hello; does the adapter answer it, and flush its stdout?"}
	case <-ctx.Done():
		return Hello{}, fmt.Errorf("waiting for the hello: %w", context.Cause(ctx))
	}
	select {
	case g := <-p.greeting: // its last words
		return g.hello, g.err
	default:
		return Hello{}, &StartError{Kind: ErrExited, Detail: p.child.State().String(),
			Hint: "what it wrote to stderr may tell; does it run by itself?"}
	}
}

func helloMessage(version string) wire.Value {
	return wire.Obj(
		wire.M("type", wire.Str("hello")),
		wire.M("protocol", wire.Int(adapter.Protocol)),
		wire.M("harness", wire.Obj(wire.M("name", wire.Str("conform")), wire.M("version", wire.Str(version)))))
}

// Rest waits for what comes behind the last answer. A process that closed its stdout is about to end.
func (c *piped) Rest(ctx context.Context) {
	c.lane.Lock()
	defer c.lane.Unlock()
	c.mu.Lock()
	p, gone := c.current, c.gone
	c.mu.Unlock()
	if gone == nil && rest(ctx, p.dead) && p.ending() {
		<-p.dead
	}
}

// Close ends stdin, gives the adapter a moment to leave, and kills its group.
func (c *piped) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.current.close(c.grace)
	if c.gone == nil {
		c.gone = errClosed
	}
	return nil
}
