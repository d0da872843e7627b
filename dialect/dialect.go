// Package dialect is the vocabulary that every dialect is written in: what a
// dialect is, a case, an observation, a planted fault. The four dialects
// themselves live in folders under dialects/.
package dialect

import (
	"slices"

	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Role is what an implementation does in a dialect.
type Role string

// The roles.
const (
	Consumer  Role = "consumer"
	Producer  Role = "producer"
	Converter Role = "converter"
)

// Pair is one dialect in one role, what an adapter offers and a report sums up.
type Pair struct {
	Dialect string
	Role    Role
}

func (p Pair) String() string { return p.Dialect + "/" + string(p.Role) }

// Dialect is one wire protocol, whole.
type Dialect struct {
	Name string
	// Title and Source name the document that defines it.
	Title, Source string
	Sides         []Side
}

// Side is a dialect in one role: what binds it, what tests it, and a reference.
type Side struct {
	Pair
	// Encodings that consumer input may come in, the plainest first; nil where the
	// pair has one form only.
	Encodings []string
	// Requirements that this side judges, in the order of their ids.
	Requirements []requirement.Requirement
	// Cases are the hand-written cases. Their Encoding is empty; whoever runs them
	// picks one.
	Cases func() []*Case
	// Judge compares what was meant with what was observed; one outcome for each of
	// Requirements. It is called for observations that ended in Done only.
	Judge func(*Case, *Observation) []requirement.Outcome
	// Parse reads a script from a case file, the inverse of Script.JSON.
	Parse func(wire.Value) (Script, error)
	// Check judges a producer's stream event by event; nil for other roles.
	Check func(CheckOptions) Checker
	// Reference is the reference implementation.
	Reference Answer
	// Faults and Variants are what may be planted in it, and what it may do otherwise: like cases,
	// they are made when they are asked for.
	Faults   func() []Fault
	Variants func() []Variant
	// Render makes generated cases from transcripts, and Twists make them adversarial.
	Render Render
	Twists []Twist
	// Relations are what properties without an oracle need to know: of producers and
	// converters Normal, of consumers the rest too.
	Relations Relations
	// Grammar is what measuring coverage must know; nil where nothing is measured.
	Grammar *Grammar
	// Loud is set where an implementation may tell in the middle of its answer that something
	// is wrong; nil where a rejection alone does, and only where a case allows it.
	Loud *Loudness
	// Framing is what the dialect's streams have beside their events; nil for nothing.
	Framing *Framing
	// Turn makes of a drawn transcript one that the dialect is told; nil: it is told all.
	Turn func(transcript.Transcript, Pick) transcript.Transcript
	// Results: its producers are told results and progress, too.
	Results bool
	// Matrix are the requirements that the value matrix is about.
	Matrix []string
	// Speaks tells whether an event of recorded traffic is clearly one of this dialect; nil
	// where it never shows.
	Speaks func(wire.Value) bool
	// Shares tells whether an event that speaks for another dialect is one of this dialect,
	// too, once a stream has shown to be of it; nil where none is.
	Shares func(wire.Value) bool
	// Text is set where the wire is text and no events.
	Text *Text
	// CallsOnly: of a transcript only calls become events.
	CallsOnly bool
}

// Text is how a wire of text stands by itself.
type Text struct {
	// Media is its media type.
	Media string
	// Opens tells whether a text is clearly of this wire.
	Opens func([]byte) bool
}

// Loudness is how an implementation says that something is wrong. A rejection says the same.
type Loudness struct {
	// Is tells whether an answer that ended in Done is loud.
	Is func(*Observation) bool
	// State is the state that stands for a rejection.
	State func(reason string) wire.Value
}

// Heard is the observation with a rejection as the loud answer that says the same, on sides that have one.
func (s *Side) Heard(o Observation) Observation {
	if o.Ending == Rejected && s.Loud != nil {
		o.Ending, o.State = Done, s.Loud.State(o.Reason)
	}
	return o
}

// LoudError is loudness by an error in the state. These members stand beside it.
func LoudError(beside ...wire.Member) *Loudness {
	return &Loudness{
		Is: func(o *Observation) bool { return !o.State.Get("error").IsNull() },
		State: func(reason string) wire.Value {
			return wire.Obj(append(slices.Clone(beside), wire.M("error", wire.Obj(wire.M("message", wire.Str(reason)))))...)
		},
	}
}

// Framing is what framing must know of a dialect.
type Framing struct {
	// Tail is the data of the SSE frame that ends a whole stream, "" where there is none.
	Tail string
	// LooseMarker: what begins with the end marker may be taken for it.
	LooseMarker bool
	// LoudNames: an event that is called an error may be taken for one.
	LoudNames bool
	// Named: every event stands under its type as its event name, so that FRAME-07 doesn't hold.
	Named bool
	// Markerless: no marker ends a stream, so that FRAME-13 doesn't hold; a frame that is no
	// object is a malformed one.
	Markerless bool
	// Opened: the first event only opens the stream, under its name, and its loss changes nothing.
	Opened bool
	// Onward: what comes behind the end marker may be taken, too.
	Onward bool
	// Speech: the turn that is framed has a text in front, since results are not told.
	Speech bool
	// Pinned: producers end lines in LF and send no empty data. A reader may refuse what they
	// don't send, or see no line end in a CR.
	Pinned bool
}

// Relations let properties without an oracle work on any dialect.
type Relations struct {
	// Normal is the observation in a form in which equal results are equal values:
	// neighbouring text joined, generated ids renamed in order of appearance, and nothing
	// of what a right implementation may do differently each time. Absent where any answer
	// is right, so that there is nothing to compare.
	Normal func(*Case, *Observation) wire.Value
	// Held is the result held for each call id after this observation: a value that is
	// equal exactly when the result is. Calls without a result are not in it.
	Held func(*Observation) map[string]wire.Value
	// Clash tells whether an id that the implementation made up equals one that the
	// script gives. Renaming the given ones then tells nothing. Nil: ids are never made up.
	Clash func(*Case, *Observation) bool
	// Successes are the call ids that the observation shows as a success.
	Successes func(*Observation) []string
	// Prefixes is the line of the dialect that cut streams are about, where it has no results
	// to hold or to show; "" where Held and Successes say it.
	Prefixes string
}
