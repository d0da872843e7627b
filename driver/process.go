package driver

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver/child"
	"github.com/toolconform/conform/driver/message"
	"github.com/toolconform/conform/driver/patience"
	"github.com/toolconform/conform/wire"
)

// process is one run of an adapter: a child that speaks the protocol. One
// goroutine writes to it, one reads, one waits for its exit.
type process struct {
	child    *child.Process
	limits   Limits
	ledger   *ledger
	out      *message.Outbox
	greeting chan greeting // the first message
	dead     chan struct{} // closed when it has exited and every case knows

	mu       sync.Mutex
	greeted  bool
	hello    Hello
	closing  bool
	fading   bool     // it closed a pipe
	cause    *failure // why we killed it, or will
	ended    bool
	pending  map[int64]*exchange
	finished []*exchange // ended, but the reader hasn't seen all that has arrived
	last     int64       // number of the last case sent
	recent   [1024]string
	held     int64 // cost of all answers in pending
}

type greeting struct {
	hello Hello
	err   error
}

// newProcess starts a process. The end of the context kills it.
func newProcess(ctx context.Context, c child.Command, limits Limits, l *ledger) (*process, error) {
	ch, err := child.Start(c)
	if err != nil {
		return nil, startError(c, err)
	}
	p := &process{
		child: ch, limits: limits, ledger: l, out: message.NewOutbox(),
		greeting: make(chan greeting, 1), dead: make(chan struct{}),
		pending: make(map[int64]*exchange),
	}
	read := make(chan struct{})
	go p.write()
	go p.read(read)
	stop := context.AfterFunc(ctx, p.kill)
	go func() {
		defer stop()
		p.finish(ch.Wait(read))
	}()
	return p, nil
}

func (p *process) write() {
	if err := p.out.Run(p.child.Stdin, p.dead); err != nil {
		p.fadeOut("it reads its stdin no more")
	}
}

func (p *process) read(done chan<- struct{}) {
	defer close(done)
	lines := message.NewLineReader(p.child.Stdout, p.limits.Line)
	for {
		line, err := lines.Next()
		switch {
		case err == message.ErrLineTooLong:
			p.handle(line, message.Message{}, message.TooLarge)
			p.deliver()
			return
		case err != nil && !parses(line):
			// A line that a death cut off is no adapter error.
		case !message.Blank(line):
			m, problem := message.Read(line, p.limits.Answer)
			p.handle(line, m, problem)
		}
		if err != nil {
			p.deliver()
			p.fadeOut("it closed its stdout")
			return
		}
		if !lines.More() {
			p.deliver()
		}
	}
}

func parses(line []byte) bool {
	_, err := wire.Parse(line)
	return err == nil
}

// handle takes one message, or what stands in its place.
func (p *process) handle(line []byte, m message.Message, problem string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.ended:
	case !p.greeted:
		p.greet(line, m, problem)
	case problem != "":
		p.stray(problem, line)
	case m.AboutCase():
		p.route(line, m)
	case m.Kind == "hello":
		p.ledger.again(p.hello, m.Body, "while it ran")
	}
}

func (p *process) greet(line []byte, m message.Message, problem string) {
	if problem == "" && m.Kind != "hello" && !m.AboutCase() {
		return // a type that we don't know
	}
	p.greeted = true
	if problem != "" {
		p.greeting <- greeting{err: &StartError{Kind: ErrBadHello, Detail: problem + ": " + quote(line),
			Hint: "stdout is for messages only: let banners and logs go to stderr (npm: run --silent)"}}
		return
	}
	h, err := readHello(m.Body)
	p.hello = h
	p.greeting <- greeting{h, err}
}

// route brings a message to its case.
func (p *process) route(line []byte, m message.Message) {
	n, err := strconv.ParseInt(m.ID, 10, 64)
	if err != nil || n < 1 || n > p.last || strconv.FormatInt(n, 10) != m.ID {
		p.stray(message.UnknownCase, line)
		return
	}
	if x := p.pending[n]; x != nil {
		p.answered(x, line, m)
		return
	}
	for _, x := range p.finished {
		if x.number == n {
			if problem := x.Take(m); problem != "" && x.failure == nil && !x.late {
				x.failure, x.certain = p.newStray(problem, line), true
			}
			return
		}
	}
	p.afterwards(n, line, m)
}

func (p *process) answered(x *exchange, line []byte, m message.Message) {
	if x.late { // the answer of a case that timed out is no error, and no answer
		p.child.Kill()
		return
	}
	before := x.Cost
	problem := x.Take(m)
	p.held += x.Cost - before
	switch {
	case problem == message.TooLarge, p.held > p.limits.held():
		f := p.newStray(message.TooLarge, line)
		p.spoil(x, f, problem == message.TooLarge)
		p.condemn(f)
	case problem != "":
		p.spoil(x, p.newStray(problem, line), true)
	case x.Ended:
		p.end(x)
	}
}

// end takes the case out of flight; deliver tells whoever waits.
func (p *process) end(x *exchange) {
	delete(p.pending, x.number)
	for _, earlier := range p.pending {
		if earlier.number < x.number && quick(time.Since(x.began), x.request) {
			earlier.passed++
		}
	}
	p.held -= x.Cost
	p.recent[x.number%int64(len(p.recent))] = x.request.ID
	p.finished = append(p.finished, x)
}

// deliver tells everybody whose case has ended.
func (p *process) deliver() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, x := range p.finished {
		close(x.done)
	}
	p.finished = p.finished[:0]
}

// send puts a case in flight; false where the process takes no more.
func (p *process) send(r Request) (*exchange, bool) {
	x := &exchange{request: r, Answer: message.Answer{Limit: p.limits.Answer}, began: time.Now(), done: make(chan struct{})}
	input := r.sent().AppendJSON(nil)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cause != nil || p.ended || p.closing {
		return nil, false
	}
	p.last++
	x.number = p.last
	x.company = len(p.pending) > 0
	for _, other := range p.pending {
		other.company = true
	}
	p.pending[x.number] = x
	p.out.Push(caseMessage(x.number, r, input))
	return x, true
}

func caseMessage(number int64, r Request, input []byte) []byte {
	line := make([]byte, 0, len(input)+160)
	line = fmt.Appendf(line, `{"type":"case","id":"%d","dialect":%s,"role":%s,"deadline_ms":%d,"input":`,
		number, wire.Quote(r.Dialect), wire.Quote(string(r.Role)), max(1, r.deadline().Milliseconds()))
	return append(append(line, input...), '}', '\n')
}

// wait waits for the case's end, not beyond its deadline; false where the context
// ended before.
func (p *process) wait(ctx context.Context, x *exchange, deadline time.Duration) bool {
	defer patience.Countdown(deadline, func() { p.expire(x, deadline) })()
	select {
	case <-x.done:
		return true
	case <-ctx.Done():
		p.mu.Lock()
		defer p.mu.Unlock()
		x.abandoned = true
		if x.failure != nil {
			x.failure.abandon(p.ledger, x)
		}
		return false
	}
}

// expire ends the process whose case missed its deadline. Where others were in flight with it, that does not say whether it
// hangs or waited for them, or for a busy machine: what is slow still answers, and so it is given as much time once more,
// while nothing else is sent.
func (p *process) expire(x *exchange, deadline time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pending[x.number] == nil {
		return
	}
	x.late = true
	f := &failure{ending: dialect.TimedOut, reason: fmt.Sprintf("no answer within %v", deadline)}
	switch {
	case p.cause != nil: // another one is waited for already, or it dies
	case !x.company:
		p.condemn(f)
	default:
		p.cause, f.company = f, true
		patience.Countdown(deadline, func() { p.giveUp(f) })
	}
}

// giveUp ends a process whose late case has not been answered in twice its time either. Of all that are late the one that was
// sent first has been waited for the longest: who takes one after the other hangs in that one.
func (p *process) giveUp(f *failure) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for number, x := range p.pending {
		if x.late && (f.hung == 0 || number < f.hung) {
			f.hung = number
		}
	}
	p.child.Kill()
}

// condemn kills the process. The first cause counts.
func (p *process) condemn(f *failure) {
	if p.cause == nil {
		p.cause = f
	}
	p.child.Kill()
}

// fadeOut gives a process that closed a pipe the time to exit by itself, which
// says more, and then kills it.
func (p *process) fadeOut(why string) {
	p.mu.Lock()
	p.fading = true
	p.mu.Unlock()
	time.AfterFunc(exitGrace, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if !p.ended && !p.child.HasExited() {
			p.condemn(&failure{ending: dialect.Crashed, reason: why})
		}
	})
}

// finish tells every case in flight that the process is dead.
func (p *process) finish(state *os.ProcessState) {
	p.deliver()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	f := p.cause
	switch {
	case f == nil:
		f = &failure{ending: dialect.Crashed, reason: "the process ended: " + state.String()}
	case f.ending == dialect.Crashed && state.Exited(): // it was on its way out
		f.reason += "; the process ended: " + state.String()
	}
	if f.ending != dialect.Broken { // that one says what was there at the time
		f.stderr = p.child.Stderr()
	}
	p.blame(f)
	close(p.dead)
}

// blame hands the failure to the cases in flight. One that is alone is certainly to
// blame for a missed deadline, and for a crash if the process has seen no other: also one
// that nobody waits for any more may have kept it busy.
func (p *process) blame(f *failure) {
	certain := len(p.pending) == 1 && (f.ending == dialect.TimedOut && !f.company || p.last == 1)
	maps.DeleteFunc(p.pending, func(_ int64, x *exchange) bool { return x.abandoned })
	if len(p.pending) == 0 && !p.closing && p.greeted && f.ending == dialect.Crashed {
		p.ledger.incident(Incident{Kind: CrashBetween, Cases: p.lastAnswered(), Reason: f.reason, Stderr: f.stderr})
	}
	for _, number := range slices.Sorted(maps.Keys(p.pending)) {
		if x := p.pending[number]; x.failure == nil {
			x.failure, x.certain = f, certain
			f.note(x)
		}
	}
	for _, x := range p.pending {
		close(x.done)
	}
	p.pending = nil
}

func (p *process) lastAnswered() []string {
	if p.last == 0 {
		return nil
	}
	return []string{p.recent[p.last%int64(len(p.recent))]}
}

// ending tells whether it will end soon, or has, with somebody else at its pipes.
func (p *process) ending() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fading || p.cause != nil || p.ended || p.child.HasExited()
}

// usable tells whether more cases can be sent.
func (p *process) usable() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cause == nil && !p.ended && !p.closing
}

// close ends stdin, waits a moment for the process to leave, and kills it; false where that
// was needed.
func (p *process) close(grace time.Duration) bool {
	p.mu.Lock()
	p.closing = true
	p.mu.Unlock()
	_ = p.child.Stdin.Close()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-p.dead:
		return true
	case <-timer.C:
		p.kill()
		<-p.dead
		return false
	}
}

// kill ends the process without a word: the run is over.
func (p *process) kill() {
	p.mu.Lock()
	p.closing = true
	p.mu.Unlock()
	p.child.Kill()
}
