package dialect

import "github.com/toolconform/conform/wire"

// Ending is how a case ended.
type Ending uint8

// The endings.
const (
	// Done: the implementation finished.
	Done Ending = iota
	// Rejected: it refused the input with a clear error.
	Rejected
	// Skipped: the adapter cannot do this case.
	Skipped
	// Crashed: the process died, or the HTTP exchange broke.
	Crashed
	// TimedOut: the deadline passed.
	TimedOut
	// Broken: the adapter broke the protocol; says nothing about the implementation.
	Broken
	// Unsent: the way to the implementation cannot carry this input (raw mode).
	Unsent
)

func (e Ending) String() string {
	return [...]string{"done", "rejected", "skipped", "crashed", "timed out", "adapter error", "not sent"}[e]
}

// Event is one event of the answer.
type Event struct {
	Value wire.Value
	// After is how many chunks or events of the input had been fed when it came out, -1
	// where the adapter doesn't say.
	After int
}

// Observation is what an implementation did in a case.
type Observation struct {
	Events []Event
	// State is the final state, absent where there was none.
	State  wire.Value
	Ending Ending
	// Reason is the text of a rejection or skip, or how it died.
	Reason string
	// Output is the offending bytes of a protocol error; Stderr the end of what the
	// process wrote there.
	Output, Stderr string
	// Omits are the members that this implementation does not have (from its hello):
	// what rests on them is unobserved.
	Omits []string
}

// Omitted tells whether the hello said that this member does not exist.
func (o *Observation) Omitted(member string) bool {
	for _, have := range o.Omits {
		if have == member {
			return true
		}
	}
	return false
}

// Retold is the observation with its events changed; what comes out doesn't say when it came.
func (o Observation) Retold(change func(events []wire.Value) []wire.Value) Observation {
	events := make([]wire.Value, len(o.Events))
	for i, e := range o.Events {
		events[i] = e.Value
	}
	o.Events = nil
	for _, e := range change(events) {
		o.Events = append(o.Events, Event{Value: e, After: -1})
	}
	return o
}

// Telling is the answer of a producer that tells these events, and their bytes as sse.
func Telling(events []wire.Value, sse []byte) Observation {
	o := Observation{State: wire.Obj(wire.T("sse", string(sse)))}
	return o.Retold(func([]wire.Value) []wire.Value { return events })
}

// Answer is an implementation in process: input object to observation.
type Answer func(input wire.Value) Observation

// Rejection is the answer of an implementation that refuses its input.
func Rejection(err error) Observation {
	return Observation{Ending: Rejected, Reason: err.Error()}
}
