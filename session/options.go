// Package session holds an implementation against the suite: it chooses the
// cases, has them observed, judges each observation once, and sums up.
package session

import (
	"context"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

// The profiles, each including the one before.
const (
	Core   = "core"   // the valid cases, MUSTs
	Full   = "full"   // all cases; a missed SHOULD is a warning
	Strict = "strict" // the same; a missed SHOULD is a failure
)

// Implementation is what a session needs of a driver.
type Implementation interface {
	Hello() driver.Hello
	Observe(context.Context, driver.Request) dialect.Observation
	Errors() []driver.AdapterError
	Incidents() []driver.Incident
	Gone() string
	Renewable() bool
	Rest(context.Context)
}

// Options say what is held against the implementation, and how.
type Options struct {
	// Version of the suite, and digest of its corpus.
	Version, Corpus string
	Profile         string
	// Selection restricts what is judged; empty lists mean everything. Cases are ids.
	Selection reports.Selection
	// Wanted, where set, restricts the requirements further.
	Wanted func(dialect.Pair, requirement.Requirement) bool
	// Extra are cases that came as files; where there are any, only they (and the
	// cases selected by id) are run.
	Extra []*dialect.Case
	// Files are where those cases stand, by id: the way to replay them.
	Files map[string]string
	Seed  uint64
	// Runs is the number of generated streams for each pair.
	Runs int
	// Light leaves the heavy cases out.
	Light bool
	// For, where set, goes on generating streams until the time is up.
	For time.Duration
	// Timeout is the deadline of a case. Heavy cases have HeavyFactor times as long.
	Timeout time.Duration
	// Limits are where a pair is given up.
	Limits Limits
	Shard  *reports.Shard
	// Reach is the command line behind `conform run` that reaches the implementation,
	// for replay commands.
	Reach string
	// Progress, where set, is told how far the run is.
	Progress func(Progress)
	// Journal, where set, gets every row as soon as it is certain, in order.
	Journal func(reports.Row) error
}

// HeavyFactor is how much longer the deadline of a heavy case is.
const HeavyFactor = 6

// DefaultTimeout is a case's deadline.
const DefaultTimeout = 5 * time.Second

// DefaultRuns is the number of generated streams for each pair.
const DefaultRuns = 300

// Progress tells how far a run is.
type Progress struct {
	Done, Total int
	// Failed counts the cases and streams with a failure so far.
	Failed int
	// Doing names the pair under way.
	Doing string
}
