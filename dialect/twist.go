package dialect

import (
	"github.com/toolconform/conform/transcript"
)

// Pick returns a number in [0,n), n > 0: the only source of choice for whoever
// makes streams, so that a stream is reproducible from its picks. Whoever
// shrinks lets it return 0, so 0 is always the plainest choice.
type Pick func(n int) int

// Render makes the stream of a valid transcript; whatever a right producer may
// choose (order of parallel results, indices, text pieces, client or server
// execution) is picked.
type Render func(transcript.Transcript, Pick) Script

// Twist is a fault planted in a stream: an operator over a script. Twists can be
// composed. What a right consumer answers follows from the twisted script.
type Twist struct {
	// ID is a word for what is done to the stream: "orphan-result".
	ID    string
	Title string
	// Tests are the consumer's requirements that a stream with this twist is about.
	Tests []string
	// Apply twists the script; ok is false where it has no place for the twist.
	Apply func(Script, Pick) (twisted Script, planted Planted, ok bool)
}

// Planted is which producer requirements a twisted stream breaks: exactly the
// set of findings that a check must give.
type Planted struct {
	// With the transcript at hand.
	With []string
	// Alone: from the stream itself, possibly nothing.
	Alone []string
	// AtLeast: these and possibly more.
	AtLeast bool
	// Malformed: what no schema takes, so a refusal of the stream is right.
	Malformed bool
}
