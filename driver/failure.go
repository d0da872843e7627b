package driver

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver/message"
	"github.com/toolconform/conform/driver/turns"
)

// failure is what went wrong while cases were in flight.
type failure struct {
	ending dialect.Ending // Crashed, TimedOut or Broken
	kind   string         // of adapter error
	reason string
	output string // offending bytes, quoted and cut
	stderr string
	cases  []string
	sent   []Request

	// What only remote implementations need: the case may not even have arrived; nobody
	// else can be to blame; the failure of all the cases that failed side by side.
	doubtful, certain bool
	// unasked: a connection that was used before broke before a byte of the answer came. The server may have closed it.
	unasked bool
	group   *failure
	// The number of the case, as it was sent, its place in the run, and how many passed it; in a group, the numbers of its cases.
	number  int64
	place   int64
	passed  int
	numbers []int64

	// Of a missed deadline: others were in flight; no answer came in twice the time either; of a process or a group, the
	// number of the first case of which that is true.
	company, late bool
	hung          int64

	open       atomic.Int32 // cases that have not been run again yet
	reproduced atomic.Bool
	cutOff     atomic.Bool // one of them will not be
	queue      turns.Queue
}

// note takes down a case that the failure befell.
func (f *failure) note(x *exchange) {
	f.cases = append(f.cases, x.request.ID)
	f.sent = append(f.sent, x.request)
	if x.certain {
		f.reproduced.Store(true)
	} else {
		f.open.Add(1)
		f.queue.Join(x.turn())
	}
}

// abandon takes note that one of the cases will not be run again: nobody waits for it.
func (f *failure) abandon(l *ledger, x *exchange) {
	if !x.certain {
		f.queue.Leave(x.turn())
		f.cutOff.Store(true)
		f.settle(l, dialect.Observation{Ending: dialect.Skipped})
	}
}

func (f *failure) turn() turns.Turn { return turns.Turn{Place: f.place, Number: f.number} }

// observation blames the failure on a case. A right answer that may be too large to be read breaks no rule of the protocol: it
// is one that doesn't come.
func (f *failure) observation(l *ledger, r Request) dialect.Observation {
	if f.kind == message.TooLarge && r.Large {
		return dialect.Observation{Ending: dialect.TimedOut, Reason: "it is larger than what is read of one", Stderr: f.stderr}
	}
	o := dialect.Observation{Ending: f.ending, Reason: f.reason, Stderr: f.stderr}
	if f.ending == dialect.Broken {
		o.Output = f.output
		l.broken(AdapterError{Kind: f.kind, Case: r.ID, Bytes: o.Output, Stderr: f.stderr})
	}
	return o
}

// settleIn is settle, where the context may have ended before the case was run again.
func (f *failure) settleIn(ctx context.Context, l *ledger, o dialect.Observation) {
	if ctx.Err() != nil {
		f.cutOff.Store(true)
	}
	f.settle(l, o)
}

// settle takes note that one of the cases was run again, and how that ended. When
// none of them failed again, nobody is to blame and the failure is told by itself.
func (f *failure) settle(l *ledger, o dialect.Observation) {
	switch o.Ending {
	case dialect.Crashed, dialect.TimedOut, dialect.Broken:
		f.reproduced.Store(true)
	}
	if f.open.Add(-1) == 0 && !f.reproduced.Load() {
		f.tell(l)
	}
}

// hungWithOthersOnly: each case was answered when it was run again, so that there is no need to run more of them alone.
func (f *failure) hungWithOthersOnly() bool {
	return f.ending == dialect.TimedOut && f.open.Load() == 0 && !f.reproduced.Load()
}

func (f *failure) tell(l *ledger) {
	switch f.ending {
	case dialect.Broken:
		l.broken(AdapterError{Kind: f.kind, Around: f.cases, Bytes: f.output, Stderr: f.stderr})
	default:
		kind := UnreproducedCrash
		if f.ending == dialect.TimedOut {
			kind = UnreproducedTimeout
		}
		l.incident(Incident{Kind: kind, Cases: f.cases, Requests: f.sent, Reason: f.reason, Stderr: f.stderr, CutOff: f.cutOff.Load()})
	}
}

// stray is the failure of bytes that are no message of the cases in flight.
func stray(kind string, line []byte) *failure {
	f := &failure{ending: dialect.Broken, kind: kind, output: quote(line)}
	f.reason = fmt.Sprintf("adapter error: %s: %s", kind, f.output)
	return f
}

// lastLine is the last line of a text that isn't blank.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// exchange is a case in flight in a process.
type exchange struct {
	message.Answer
	request Request
	number  int64
	began   time.Time
	done    chan struct{} // closed when answer or failure stands

	// failure is set where something went wrong, and certain where it is this case's.
	failure *failure
	certain bool
	// late: the deadline has passed, an answer counts no more.
	late bool
	// abandoned: nobody waits for it. company: others were in flight while it was.
	abandoned, company bool
	// passed is how many cases were sent after it and answered, quickly, while it was not.
	passed int
}

// turn is when it is run again among others that failed with it.
func (x *exchange) turn() turns.Turn { return turns.Turn{Place: x.request.Place, Number: x.number} }

// outcome is the observation; told is false where the case may or may not be to blame
// for its failure.
func (x *exchange) outcome(l *ledger) (o dialect.Observation, told bool) {
	switch {
	case x.failure == nil:
		return x.Observation, true
	case x.certain:
		return x.failure.observation(l, x.request), true
	}
	return dialect.Observation{}, false
}

// manyPassed is how many cases must have passed one that missed its deadline.
const manyPassed = 8

// quick tells whether an answer took so little of its time that the machine and the implementation were not busy.
func quick(took time.Duration, r Request) bool { return took < r.deadline()/10 }

// stuck tells whether a deadline was missed by the case and not by a busy machine, though the case is answered
// when it is run again by itself: no more time was of use, and it was quick now, and before others that were sent after it
// had been answered meanwhile, or it was the first to be late.
func stuck(passed int, late, first bool, again dialect.Observation, took time.Duration, r Request) bool {
	answered := again.Ending == dialect.Done || again.Ending == dialect.Rejected // and not cut off, say
	return answered && late && (passed >= manyPassed && quick(took, r) || first && took < r.deadline()/2)
}

// quickest runs a case by itself, and again while its answer was no quick one and there is time: what else the machine
// does can only make it slower. Once is enough where it matters not how quick it was.
func quickest[F any](matters bool, r Request, run func() (dialect.Observation, *F)) (o dialect.Observation, failed *F, took time.Duration) {
	began := time.Now()
	o, failed = run()
	took = time.Since(began)
	for n := 1; n < maxReruns && matters && failed == nil && o.Ending == dialect.Done && !quick(took, r) &&
		time.Since(began) < r.deadline()/2; n++ {
		again := time.Now()
		o, failed = run()
		took = min(took, time.Since(again))
	}
	return o, failed, took
}

// maxReruns bounds how often a late case is run by itself.
const maxReruns = 4

// passedBy says so, of a case that was in flight with these.
func passedBy(o dialect.Observation, passed int, r Request, inFlight []string) dialect.Observation {
	meanwhile := fmt.Sprintf("nor within %v more, with these in flight: %s", r.deadline(), strings.Join(inFlight, ", "))
	if passed > 0 {
		meanwhile = fmt.Sprintf("while %d that were sent after it were answered", passed)
	}
	o.Reason += fmt.Sprintf(", %s; run again by itself it was answered at once", meanwhile)
	return o
}

// passing counts, for each case that has no answer yet, how many were sent after it and have theirs.
type passing map[int64]int

func (p passing) enter(number int64) { p[number] = 0 }

// leave ends the wait of a case, which passes those before it where it was answered quickly.
func (p passing) leave(number int64, quickly bool) (passed int) {
	passed = p[number]
	delete(p, number)
	for earlier := range p {
		if quickly && earlier < number {
			p[earlier]++
		}
	}
	return passed
}
