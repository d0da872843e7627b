package dialect

import (
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Class tells whether a right producer could have sent the input.
type Class string

// The classes.
const (
	Valid       Class = "valid"
	Adversarial Class = "adversarial"
)

// Case is one input and what must be observed.
type Case struct {
	// ID is stable and says what the case is: "content-blocks/consumer/two-parallel".
	ID string
	// Title is one sentence for people.
	Title string
	// Source is the file and line where the case is written down, "" for one that code makes.
	Source string
	Pair
	Class Class
	// Tests names the requirements that the case is about. Others that it touches are
	// judged too.
	Tests []string
	// Script is the input as the dialect means it; nil where Build makes it.
	Script Script
	// Build makes the script when the case is run: how heavy inputs stay out of memory,
	// and out of start-up.
	Build func() Script
	// Encoding the input is sent in; "" where the pair has one form only, or where the
	// runner still has to pick one.
	Encoding string
	// Chunks are the byte offsets at which the wire form is cut; nil for the default
	// cut, empty for a single piece.
	Chunks []int
	// Blame, where set, is the one line that this case is judged by: whatever goes
	// wrong in it is a finding of that line at that level, and of no other.
	Blame *Blame
	// Control is the same stream without the twist that the case is about. What the
	// control gets wrong too is not blamed on the twist.
	Control *Case
	// MayReject: `rejected` is a right answer here.
	MayReject bool
	// Heavy inputs (a MiB and more) are run in one encoding only.
	Heavy bool
	// Needs are abilities without which an implementation isn't sent the case: who lacks one
	// lists it in "omits".
	Needs []string
}

// Blame is a requirement at the level of one of its clauses.
type Blame struct {
	Requirement string
	Level       requirement.Level
}

// Script is a case's input as a list of elements (events, steps, segments,
// items): what was meant, before any encoding. Scripts are immutable.
type Script interface {
	// Input is the members of the protocol's "input" object. The cut offsets are as
	// Case.Chunks; both matter only to dialects that have wire bytes.
	Input(encoding string, chunks []int) wire.Value
	// JSON is the script as it stands in a case file.
	JSON() wire.Value
	// Len is the number of elements, and Keep the script of some of them, in order:
	// how counterexamples shrink and prefixes are made. The expectation of what is left
	// follows from what is left.
	Len() int
	Keep(indices []int) Script
}

// What some scripts can do, for the properties without an oracle. A property
// that needs one of these leaves scripts without it alone.
type (
	// Wired scripts have a wire form that can be cut anywhere.
	Wired interface {
		Bytes(encoding string) []byte
	}
	// Renamer gives every explicit call id in the script another one.
	Renamer interface {
		Rename(func(id string) string) Script
	}
	// Permuter lets parallel results arrive in another order; ok is false where there
	// are no two to swap.
	Permuter interface {
		Permute(Pick) (script Script, ok bool)
	}
	// Inserter strews in unknown events and members, which change nothing.
	Inserter interface {
		InsertUnknown(Pick) Script
	}
	// Reloader is the same finished turn loaded from history; ok is false where the
	// turn is not finished.
	Reloader interface {
		Reload() (script Script, ok bool)
	}
	// Answerer tells which call ids have received a result by the end of the script
	// (for a consumer: which could rightly be shown as a success, and whose held
	// result may have changed because a second one came).
	Answerer interface {
		Answered() map[string]int
	}
)

// Survival is the requirement that every case is judged by: no crash.
const Survival = "ROBUST-01"

// OnlySurvived tells whether the case is sent to see whether the implementation survives it, and
// nothing else: whatever it answers is right.
func (c *Case) OnlySurvived() bool { return c.Blame != nil && c.Blame.Requirement == Survival }

// Controlled gives the case its control: a script without what the case is about, judged by
// every line.
func (c *Case) Controlled(title string, s Script) *Case {
	c.Control = &Case{ID: c.ID + "-control", Title: title, Pair: c.Pair, Class: c.Class, Tests: c.Tests, Script: s}
	return c
}

// Plainly gives the case a control that is the same without what is hard in it: it shows whether such a case is survived at all.
func (c *Case) Plainly(s Script) *Case {
	c.Controlled("The same, plainly.", s)
	c.Control.Tests = []string{Survival}
	return c
}

// Ready is the case with its script made.
func (c *Case) Ready() *Case {
	if c.Script != nil {
		return c
	}
	ready := *c
	ready.Script = c.Build()
	return &ready
}

// Input is the case's "input" object as it is sent.
func (c *Case) Input() wire.Value { return c.Ready().Script.Input(c.Encoding, c.Chunks) }
