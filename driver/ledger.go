package driver

import (
	"fmt"
	"slices"
	"sync"
)

// AdapterError is a breach of the adapter protocol. It says nothing about the
// implementation.
type AdapterError struct {
	// Kind is one of message's or raw's.
	Kind string
	// Case is the id of the request, "" where it cannot be told.
	Case string
	// Around are then the requests that were in flight, or the last one answered.
	Around []string
	// Bytes are the offending bytes, quoted and cut.
	Bytes  string
	Stderr string
}

// The kinds of incidents.
const (
	UnreproducedCrash   = "unreproduced crash"
	UnreproducedTimeout = "unreproduced timeout"
	// CrashBetween is a process that ended while no case was in flight.
	CrashBetween = "crash between cases"
	// OtherHello is a restarted process that said another hello.
	OtherHello = "another hello"
)

// Incident is a failure that cannot be blamed on one case.
type Incident struct {
	Kind string
	// Cases that were in flight, or the last one answered.
	Cases          []string
	Requests       []Request // those that were in flight, as they were sent
	Reason, Stderr string
	// CutOff: the context of one of them ended before it was run again, so that nobody knows
	// whether it would have come back.
	CutOff bool
}

// ledger keeps what went wrong beside the observations. Its size is bounded.
type ledger struct {
	mu        sync.Mutex
	errors    []AdapterError
	incidents []Incident
	alike     map[string]int // how many breaches of a kind at the same place are kept
}

// broken keeps a breach. A thousand lines of a log behind one answer are told as a few: they would fill
// the ledger, and nobody would hear of what comes later.
func (l *ledger) broken(e AdapterError) {
	l.mu.Lock()
	defer l.mu.Unlock()
	place := fmt.Sprintf("%s %q %q", e.Kind, e.Case, e.Around)
	if len(l.errors) == maxNotes || l.alike[place] == maxAlike {
		return
	}
	if l.alike == nil {
		l.alike = map[string]int{}
	}
	l.alike[place]++
	l.errors = append(l.errors, e)
}

func (l *ledger) incident(i Incident) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.incidents) < maxNotes {
		l.incidents = append(l.incidents, i)
	}
}

// Errors are the adapter errors so far.
func (l *ledger) Errors() []AdapterError {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.errors)
}

// Incidents are the failures so far that no case could be blamed for.
func (l *ledger) Incidents() []Incident {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.incidents)
}
