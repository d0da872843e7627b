// Package act is the neutral reading of a stream: what its elements say, in words that no
// wire has for itself. A dialect's Lens makes acts of elements; Gather makes calls of acts.
// Judges, twists and properties rest on them. A reference never does: two readings that
// share a reader prove nothing.
package act

import "github.com/toolconform/conform/wire"

// Kind is what an act is about.
type Kind uint8

// The kinds of acts.
const (
	// Text is a piece of the answer's text, Refusal of a text beside it, Aside something
	// that is shown nowhere and stands beside others (reasoning).
	Text Kind = iota + 1
	Refusal
	Aside
	// Call opens a call or goes on with one: only gathering can tell.
	Call
	// End says that the call of its key is whole.
	End
	// Result answers a call.
	Result
	// Reason says why a stream ended, Failure that it failed, Usage what it took.
	Reason
	Failure
	Usage
)

// Act is one thing that an element says. Values stand as they stood: absent is not null,
// and neither is "". An element that says several things gives several acts.
type Act struct {
	Kind Kind
	// Element is the index of the element, Stream the answer that it belongs to where
	// several share the wire, "" where there is one.
	Element int
	Stream  string
	// At is the JSON pointer of the part that says it; IDAt, NameAt and ValueAt are those of
	// its values, "" where the wire has no place for one.
	At, IDAt, NameAt, ValueAt string
	// Key tells what a fragment belongs to: an index, or the id where the wire has no index.
	Key wire.Value
	// ID and Name of a call; Value is the piece of text, the arguments, the reason, the
	// result, the failure's message or the usage.
	ID, Name, Value wire.Value
	// Tag is what else an opener carries (its type).
	Tag wire.Value
	// Firm: a failure that every client must take for one.
	Firm bool
}

// Lens reads a whole stream: an element alone may not say what it means.
type Lens func(elements []wire.Value) []Act
