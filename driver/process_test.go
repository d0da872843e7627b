package driver

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver/child"
	"github.com/toolconform/conform/driver/message"
)

// Whatever an adapter writes, every case ends once, and what is not an answer is
// either noted or blamed.
func FuzzMessages(f *testing.F) {
	f.Add([]byte(`{"type":"event","id":"1","event":{},"after":-1}` + "\n" + `{"type":"done","id":"1"}` + "\n" + `{"type":"done","id":"1"}`))
	f.Add([]byte(`{"type":"rejected","id":"2"}` + "\n" + `{"type":"event","id":"2","event":1}` + "\ngarbage\n[]\n{}"))
	f.Add([]byte(`{"type":"skipped","id":"03","reason":7}` + "\n" + `{"type":"hello"}` + "\n" + `{"type":"done","id":3}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p := &process{
			child: &child.Process{}, limits: Limits{Line: 1 << 10, Answer: 4 << 10}, ledger: &ledger{},
			out: message.NewOutbox(), dead: make(chan struct{}), greeted: true, pending: map[int64]*exchange{},
		}
		var cases []*exchange
		for _, id := range []string{"a", "b"} {
			x, _ := p.send(Request{ID: id})
			cases = append(cases, x)
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			m, problem := message.Read(line, p.limits.Answer)
			p.handle(line, m, problem)
			if i%3 == 2 {
				p.deliver()
			}
		}
		p.deliver()
		p.mu.Lock()
		p.blame(&failure{ending: dialect.Crashed})
		p.mu.Unlock()
		for _, x := range cases {
			<-x.done
			if o, told := x.outcome(p.ledger); told && o.Ending == dialect.Broken && o.Output == "" {
				t.Errorf("%+v", o)
			}
		}
	})
}

// flying is a process, without a child, with so many cases in flight.
func flying(t *testing.T, cases int) (*process, []*exchange) {
	t.Helper()
	p := &process{child: &child.Process{}, limits: Limits{}.filled(), ledger: &ledger{}, out: message.NewOutbox(), greeted: true,
		dead: make(chan struct{}), pending: map[int64]*exchange{}}
	var list []*exchange
	for n := range cases {
		x, sent := p.send(Request{ID: fmt.Sprintf("case-%d", n+1)})
		if !sent {
			t.Fatal("not sent")
		}
		list = append(list, x)
	}
	return p, list
}

// says lets lines arrive, as from one read.
func (p *process) says(lines ...string) {
	for _, line := range lines {
		m, problem := message.Read([]byte(line), p.limits.Answer)
		p.handle([]byte(line), m, problem)
	}
}

// dies hands a failure to what is in flight, if anything is: what was spoiled is looked at again by and by, from elsewhere.
func (p *process) dies(f *failure) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pending != nil {
		p.blame(cmp.Or(f, p.cause, &failure{ending: dialect.Crashed}))
	}
}

// leave is what a waiter does whose context has ended.
func leave(t *testing.T, p *process, x *exchange) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if p.wait(ctx, x, time.Hour) {
		t.Fatal("it waited for the end")
	}
}

// A case that nobody waits for any more has no turn to be run again: those behind it would
// wait for it for ever. It makes no difference whether its answer has come.
func TestTurnsOfTheAbandoned(t *testing.T) {
	t.Parallel()
	const garbage, answer = `%%% no json at all`, `{"type":"done","id":"1"}`
	for name, arrive := range map[string]func(p *process, x []*exchange){
		"its answer has come": func(p *process, x []*exchange) { p.says(answer); leave(t, p, x[0]); p.says(garbage) },
		"it is in flight":     func(p *process, x []*exchange) { leave(t, p, x[0]); p.says(garbage) },
		"it left behind it":   func(p *process, x []*exchange) { p.says(garbage); leave(t, p, x[0]) },
		"its own is too much": func(p *process, x []*exchange) {
			leave(t, p, x[0])
			p.held = p.limits.held()
			p.says(`{"type":"event","id":"1","event":1}`)
		},
		"the process died": func(p *process, x []*exchange) {
			leave(t, p, x[0])
			p.dies(&failure{ending: dialect.Crashed})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, x := flying(t, 3)
			arrive(p, x)
			p.dies(nil)
			for _, other := range x[1:] {
				if other.failure == nil || other.certain {
					t.Fatalf("%s is certain or has no failure: %+v", other.request.ID, other)
				}
				if blocked := other.failure.queue.Blocked(other.turn()); blocked != nil && other == x[1] {
					t.Errorf("%s waits for one that never comes", other.request.ID)
				}
				other.failure.queue.Leave(other.turn())
			}
		})
	}
}

// What may be another one's is not blamed on the only case that somebody waits for.
func TestBesideTheAbandoned(t *testing.T) {
	t.Parallel()
	for name, arrive := range map[string]func(p *process){
		"garbage":           func(p *process) { p.says("I am a log line") },
		"a missed deadline": func(p *process) { p.blame(&failure{ending: dialect.TimedOut}) },
		"a crash":           func(p *process) { p.blame(&failure{ending: dialect.Crashed}) },
		"another's end":     func(p *process) { p.says(`{"type":"done","id":"9"}`) },
	} {
		for _, alone := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, alone %v", name, alone), func(t *testing.T) {
				t.Parallel()
				p, x := flying(t, 2)
				if alone {
					p, x = flying(t, 1)
				} else {
					leave(t, p, x[0])
				}
				last := x[len(x)-1]
				arrive(p)
				if last.failure == nil || last.certain != alone {
					t.Errorf("certain is %v", last.certain)
				}
			})
		}
	}
}

// What comes when nobody waits is told with those that it may belong to.
func TestOnlyTheAbandoned(t *testing.T) {
	t.Parallel()
	p, x := flying(t, 2)
	for _, x := range x {
		leave(t, p, x)
	}
	p.says("I am a log line")
	if got := p.ledger.Errors(); len(got) != 1 || !slices.Equal(got[0].Around, []string{"case-1", "case-2"}) {
		t.Errorf("errors are %+v", got)
	}
}

// A missed deadline is blamed on the case that was alone in flight, though the process had answered others: a
// crash is not, since those may have had a hand in it.
func TestAloneBehindOthers(t *testing.T) {
	t.Parallel()
	for ending, certain := range map[dialect.Ending]bool{dialect.TimedOut: true, dialect.Crashed: false} {
		p, x := flying(t, 2)
		p.says(`{"type":"done","id":"1"}`)
		p.deliver()
		p.blame(&failure{ending: ending})
		if x[0].failure != nil || x[1].failure == nil || x[1].certain != certain {
			t.Errorf("%s: certain is %t", ending, x[1].certain)
		}
	}
}

// A process that ends with nothing in flight is told with what was answered last, but not where
// we ended it, or where it never said hello.
func TestCrashBetweenCases(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]struct {
		edit func(p *process)
		want int
	}{
		"nothing in flight": {func(p *process) { p.says(`{"type":"done","id":"1"}`); p.deliver() }, 1},
		"a case in flight":  {func(*process) {}, 0},
		"we ended it":       {func(p *process) { p.says(`{"type":"done","id":"1"}`); p.kill() }, 0},
		"no hello":          {func(p *process) { p.says(`{"type":"done","id":"1"}`); p.greeted = false }, 0},
	} {
		p, _ := flying(t, 1)
		k.edit(p)
		p.blame(&failure{ending: dialect.Crashed, reason: "gone"})
		got := p.ledger.Incidents()
		if len(got) != k.want || k.want == 1 && (got[0].Kind != CrashBetween || !slices.Equal(got[0].Cases, []string{"case-1"})) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// What is wrong with a message of a case is that case's, whenever it comes.
func TestBreachesOfOneCase(t *testing.T) {
	t.Parallel()
	const done, event, late = `{"type":"done","id":"1"}`, `{"type":"event","id":"1"}`, `{"type":"event","id":"1","event":1}`
	for name, k := range map[string]struct {
		arrive func(p *process)
		kind   string
		told   bool // it is over, and the ledger has it
	}{
		"an event that is none":        {func(p *process) { p.says(event, done) }, message.NoMessage, false},
		"a second ending at once":      {func(p *process) { p.says(done, done) }, message.TwoEndings, false},
		"an event behind it at once":   {func(p *process) { p.says(done, late) }, message.LateEvent, false},
		"a second ending, much later":  {func(p *process) { p.says(done); p.deliver(); p.says(done) }, message.TwoEndings, true},
		"an event behind it, later":    {func(p *process) { p.says(done); p.deliver(); p.says(late) }, message.LateEvent, true},
		"an id with a nought ahead":    {func(p *process) { p.says(`{"type":"done","id":"01"}`) }, message.UnknownCase, false},
		"the id of the next case":      {func(p *process) { p.says(`{"type":"done","id":"2"}`) }, message.UnknownCase, false},
		"the first breach stays":       {func(p *process) { p.says(event, done, done) }, message.NoMessage, false},
		"too much, of all in flight":   {func(p *process) { p.limits.Answer = 80; p.says(late, late) }, message.TooLarge, false},
		"garbage behind its last word": {func(p *process) { p.says(done, "garbage") }, message.NotJSON, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, x := flying(t, 1)
			k.arrive(p)
			if k.told {
				if got := p.ledger.Errors(); len(got) != 1 || got[0].Kind != k.kind || got[0].Case != "case-1" || x[0].failure != nil {
					t.Errorf("%+v; the case has %+v", got, x[0].failure)
				}
				return
			}
			if f := x[0].failure; f == nil || f.kind != k.kind || !x[0].certain || len(p.ledger.Errors()) > 0 {
				t.Errorf("%+v, certain %t; %+v", f, x[0].certain, p.ledger.Errors())
			}
		})
	}
}

// What comes so late that nobody remembers its case is told of none.
func TestWhatNobodyRemembers(t *testing.T) {
	t.Parallel()
	p, _ := flying(t, 1)
	const done = `{"type":"done","id":"1"}`
	p.says(done)
	p.deliver()
	for later, want := range map[int64]string{int64(len(p.recent)) - 1: "case-1", int64(len(p.recent)): ""} {
		p.last = 1 + later
		p.says(done)
		if got := p.ledger.Errors(); got[len(got)-1].Case != want {
			t.Errorf("%d cases later it is told of %q", later, got[len(got)-1].Case)
		}
	}
}

// What is said of a case behind its deadline is no answer, and no error.
func TestTooLate(t *testing.T) {
	t.Parallel()
	p, x := flying(t, 1)
	x[0].late = true
	p.says(`{"type":"event","id":"1","event":1}`, `{"type":"done","id":"1"}`)
	if x[0].Ended || len(x[0].Events) > 0 || x[0].failure != nil || p.pending[1] == nil || len(p.ledger.Errors()) > 0 {
		t.Errorf("%+v; %+v", x[0], p.ledger.Errors())
	}
}

// What all cases in flight say together is bounded, and given back as they end.
func TestWhatIsHeld(t *testing.T) {
	t.Parallel()
	p, x := flying(t, 9)
	line := func(n int, kind string) string { return fmt.Sprintf(`{"type":%q,"id":"%d","event":1}`, kind, n) }
	// So that four of them are held at most, and an ending.
	p.limits.Answer = 2*message.Cost([]byte(line(1, "event"))) + (message.Cost([]byte(`{"type":"done","id":"1"}`))+1)/2
	for n := 1; n <= 4; n++ {
		p.says(line(n, "event"))
	}
	if p.cause != nil {
		t.Fatalf("four are too many: %+v", p.cause)
	}
	p.says(`{"type":"done","id":"1"}`, `{"type":"done","id":"2"}`, line(5, "event"), line(6, "event"))
	if p.cause != nil {
		t.Fatalf("what has ended is held: %+v", p.cause)
	}
	p.says(line(7, "event"))
	if p.cause == nil || p.cause.kind != message.TooLarge || x[6].certain {
		t.Errorf("a fifth is held: %+v; certain %t", p.cause, x[6].certain)
	}
	p.says("garbage")
	if x[8].failure != nil || len(p.ledger.Errors()) > 0 {
		t.Errorf("what it says at its end counts: %+v, %+v", x[8].failure, p.ledger.Errors())
	}
}

// How long a port needs to come back is told as a process tells how long it takes to start, and the longest counts.
func TestHowLongAPortTakes(t *testing.T) {
	c := &remote{patience: time.Minute}
	var took []time.Duration
	for _, down := range []int{0, 3, 0} {
		c.probe = func(context.Context) error {
			if down--; down >= 0 {
				return errNotYet{errors.New("refused")}
			}
			return nil
		}
		if !c.wait(context.Background()) {
			t.Fatal("it is gone")
		}
		took = append(took, c.Hello().Took)
	}
	if took[1] < 50*time.Millisecond || took[2] != took[1] || took[0] >= took[1] {
		t.Errorf("it took %v", took)
	}
}
