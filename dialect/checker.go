package dialect

import (
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// CheckOptions are what a checker of a producer's stream may rest on.
type CheckOptions struct {
	// Transcript is what the stream was made from, nil for recorded traffic: then only
	// what the stream itself shows is judged.
	Transcript *transcript.Transcript
	// Truncated: the recording may have been cut off, so what is merely missing at its
	// end is no finding.
	Truncated bool
	// Bytes: the checker may be told how the stream stood in bytes, and keeps its events until
	// then.
	Bytes bool
}

// ByteChecker is a Checker that judges also how a stream stands in bytes.
type ByteChecker interface {
	Checker
	// Bytes are those of a stream that was read to its regular end, told before End. Headers is
	// an object of those that its answer had, absent where nobody knows.
	Bytes(body string, headers wire.Value)
}

// Checker judges a producer's stream online: events in, findings out as soon as
// they are certain. Memory is in proportion to the calls of the current message.
type Checker interface {
	// Event takes the next event and returns what it made certain. Finding.Event is the
	// index of the event.
	Event(wire.Value) []requirement.Finding
	// End returns what the end of the stream made certain.
	End() []requirement.Finding
	// Seen are the requirements that the stream so far could have broken.
	Seen() []string
}
