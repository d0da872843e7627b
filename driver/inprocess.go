package driver

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver/message"
	"github.com/toolconform/conform/driver/patience"
	"github.com/toolconform/conform/driver/turns"
)

// InProcess is an implementation within this process, as the reference is. A
// panic is a crash; an answer that misses its deadline is left running.
func InProcess(info adapter.Info, answers map[dialect.Pair]dialect.Answer) Implementation {
	if info.Concurrency < 1 {
		info.Concurrency = runtime.GOMAXPROCS(0)
	}
	// What Info writes is always a hello that can be read.
	hello, _ := readHello(info.Hello())
	return &inProcess{hello: hello, answers: answers, lane: turns.NewLane(hello.Concurrency)}
}

type inProcess struct {
	ledger
	hello   Hello
	answers map[dialect.Pair]dialect.Answer
	lane    *turns.Lane
}

func (p *inProcess) Hello() Hello { return p.hello }
func (p *inProcess) Gone() string { return "" }
func (p *inProcess) Close() error { return nil }

// Rest: nothing comes behind an answer.
func (p *inProcess) Rest(context.Context) {}

// Renewable: what the answers keep cannot be taken from them.
func (p *inProcess) Renewable() bool { return false }

func (p *inProcess) Observe(ctx context.Context, r Request) dialect.Observation {
	support, offered := p.hello.Offer(r.Pair)
	answer := p.answers[r.Pair]
	if !offered || answer == nil {
		return skipped(r.Pair.String() + " is not offered")
	}
	if !p.lane.Enter(ctx) {
		return cancelled(ctx)
	}
	defer p.lane.Leave()
	o := p.run(ctx, answer, r)
	o.Omits = union(support.Omits, o.Omits)
	if o.Ending == dialect.Broken {
		p.broken(AdapterError{Kind: message.NoMessage, Case: r.ID, Bytes: quote([]byte(o.Output)), Stderr: o.Stderr})
	}
	return o
}

func (p *inProcess) run(ctx context.Context, answer dialect.Answer, r Request) dialect.Observation {
	answered := make(chan dialect.Observation, 1)
	go func() { answered <- survive(answer, r) }()
	late := make(chan struct{})
	defer patience.Countdown(r.deadline(), func() { close(late) })()
	select {
	case o := <-answered:
		return o
	case <-ctx.Done():
		return cancelled(ctx)
	case <-late:
		return dialect.Observation{Ending: dialect.TimedOut, Reason: fmt.Sprintf("no answer within %v", r.deadline())}
	}
}

// survive turns a panic into a crash.
func survive(answer dialect.Answer, r Request) (o dialect.Observation) {
	defer func() {
		if p := recover(); p != nil {
			o = dialect.Observation{Ending: dialect.Crashed, Reason: fmt.Sprintf("panic: %v", p), Stderr: string(debug.Stack())}
		}
	}()
	return answer(r.sent())
}
