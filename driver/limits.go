package driver

import (
	"fmt"
	"strconv"
	"time"
)

// What is allowed, and what is assumed where nothing is said.
const (
	// DefaultDeadline of a case.
	DefaultDeadline = 5 * time.Second
	// DefaultStartup is how long a hello may take.
	DefaultStartup = 10 * time.Second
	// MaxConcurrency bounds what a hello may ask for.
	MaxConcurrency = 256
	// MaxLine is the longest line of an answer. A state may tell the same 16 MiB several
	// times: as a call's output, as a result, as what is sent to the model.
	MaxLine = 160 << 20
	// MaxAnswer is the size of all messages of a case, and of a raw answer.
	MaxAnswer = 256 << 20

	maxQuote = 256
	maxNotes = 1000 // adapter errors and incidents that are kept
	maxAlike = 20   // of them, adapter errors of a kind at the same place

	closeGrace = 2 * time.Second        // from the end of stdin to the kill
	briefGrace = 20 * time.Millisecond  // the same, once a process has not left by itself
	exitGrace  = 500 * time.Millisecond // from a closed pipe to the exit that explains it
	strayGrace = 250 * time.Millisecond // from a stray line to the endings of the cases it may belong to
	restGrace  = 100 * time.Millisecond // from the last answer to the end of the run
	idleGrace  = 100 * time.Millisecond // from an answer to the close of a connection that nobody asked for
	endGrace   = 100 * time.Millisecond // from an ending to the end of the body
)

// Limits bound what is held of an answer. The zero value means MaxLine and MaxAnswer.
type Limits struct{ Line, Answer int64 }

func (l Limits) filled() Limits {
	if l.Line <= 0 {
		l.Line = MaxLine
	}
	if l.Answer <= 0 {
		l.Answer = MaxAnswer
	}
	return l
}

// held bounds all cases in flight in one process.
func (l Limits) held() int64 { return 2 * l.Answer }

// quote shows bytes in a report: printable, and no more than fit on a screen.
func quote(b []byte) string {
	if len(b) <= maxQuote {
		return strconv.Quote(string(b))
	}
	return fmt.Sprintf("%s… (%d bytes)", strconv.Quote(string(b[:maxQuote])), len(b))
}
