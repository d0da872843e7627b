// Package driver reaches an implementation: in this process, behind a command,
// behind an HTTP port, or as a raw program without an adapter. Whatever it does,
// a case ends in an observation.
package driver

import (
	"context"
	"fmt"
	"time"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Request is one case to be observed.
type Request struct {
	// ID names the case in adapter errors and incidents. What goes over the wire is a
	// number of the driver's own.
	ID string
	dialect.Pair
	Input wire.Value
	// Send, where set, makes of Input what is sent, anew for each time: a case that is run again must not
	// find what its first run left.
	Send func(wire.Value) wire.Value
	// Deadline of the answer, DefaultDeadline where it is 0.
	Deadline time.Duration
	// Place in the run: where one failure befell several, the first is run again first.
	Place int64
	// Fresh: nothing may have been before it, and nothing beside it. Implementations that
	// are not Renewable run it as any other.
	Fresh bool
	// Large: a right answer may be larger than what is read of one.
	Large bool
	// Beside, where set, is told how a conversation ended that was held beside the request's own.
	Beside func(dialect.Ending)
}

func (r Request) deadline() time.Duration {
	if r.Deadline <= 0 {
		return DefaultDeadline
	}
	return r.Deadline
}

// Support is one line of the hello.
type Support = adapter.Support

// sent is what is sent now.
func (r Request) sent() wire.Value {
	if r.Send == nil {
		return r.Input
	}
	return r.Send(r.Input)
}

// Implementation is what is judged. Its methods may be called from many
// goroutines.
type Implementation interface {
	// Hello is what the handshake gave.
	Hello() Hello
	// Observe runs a case and waits for its end. More than Hello().Concurrency cases
	// at a time queue up.
	Observe(context.Context, Request) dialect.Observation
	// Errors are the adapter errors so far. One that names a case takes the case's
	// observation back, even where that was returned before the error came.
	Errors() []AdapterError
	// Incidents are the failures so far that no case could be blamed for.
	Incidents() []Incident
	// Gone says why the implementation can no longer be reached, "" while it can. Every
	// case is skipped from then on, and a run that saw it cannot pass.
	Gone() string
	// Renewable tells whether a new implementation can be had for a Fresh request.
	Renewable() bool
	// Rest waits, after the last request, for what may come behind its answer: a death, bytes that nobody asked for.
	Rest(context.Context)
	// Close ends the implementation: first politely, then not.
	Close() error
}

// cancelled is the observation of a case whose context ended.
func cancelled(ctx context.Context) dialect.Observation {
	return skipped(fmt.Sprintf("not run: %v", context.Cause(ctx)))
}

func skipped(reason string) dialect.Observation {
	return dialect.Observation{Ending: dialect.Skipped, Reason: reason}
}
