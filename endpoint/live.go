package endpoint

import (
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Live is what judging an exchange between others must know of a wire, and asking a live server.
type Live struct {
	// Unfold tells one JSON object as the events of the stream that says the same; nil where the
	// wire has streams only.
	Unfold func(whole wire.Value) []wire.Value
	// Input is beside the events of an answer what a consumer is given; nil for nothing.
	Input func(events []wire.Value) []wire.Member
	// Held are the calls that a consumer's state offers to be run.
	Held func(state wire.Value) []*compare.Got
	// Breaches is what the form of a request misses by itself; nil where nothing is asked.
	Breaches func(body wire.Value) []requirement.Finding
	// Forms are the lines that Breaches speaks of.
	Forms   []string
	Pairing Pairing
	// Ask is the body of a request.
	Ask func(Question) wire.Value
	// Asks are fields that a request has beside its content type. Key is the field that a key is sent
	// in, "" where it is sent as a bearer token.
	Asks map[string]string
	Key  string
	// Typed: a line of the dialect judges the content type of an answer.
	Typed bool
	// Serves: the server runs tools of its own, and its client offers none.
	Serves bool
	// Usage is the line that tells of usage, "" for none. Limit is the line that a limit misses that is
	// told as a whole answer, Whole the reasons that tell one.
	Usage, Limit string
	Whole        []string
	// Speaks tells whether a body is a request of this wire: others may be posted to its path.
	Speaks func(body wire.Value) bool
	// Refers tells whether a request goes on from something that the server keeps, so that calls
	// need not stand in it; nil: none does.
	Refers func(body wire.Value) bool
	// Outside says what of an answer no requirement speaks of, so that it can't be judged; "" for
	// nothing. Nil: nothing ever.
	Outside func(events []wire.Value) string
	// Excuses tells whether a finding in an answer is what its request asked for; nil: none is.
	Excuses func(body wire.Value, f requirement.Finding) bool
}

// Pairing is where a wire wants the result of a call, and the lines of its converters that say so. A
// line that the wire doesn't have is "".
type Pairing struct {
	Place Place
	// Calls is missed by a call that is sent otherwise than it came, Results by one without its
	// result, Order by a result in another place, Twice by a second one, Orphan by one without call.
	Calls, Results, Order, Twice, Orphan string
}

// Place is where a result stands.
type Place uint8

// The places.
const (
	// Anywhere: nobody says.
	Anywhere Place = iota
	// Behind: in messages of their own, right behind the message of the calls.
	Behind
	// Turn: in the turn behind that of the calls, before anything else of it.
	Turn
	// Later: behind the call, and before the user's next message.
	Later
)

// Question is what a request asks.
type Question struct {
	Model string
	Tools []Tool
	Said  history.History
	// Limit bounds the answer, in tokens.
	Limit int
	// Stream: it is to be answered by a stream. Usage: the stream shall tell what it took.
	Stream, Usage bool
	// Newer asks by the newer spelling of members that have two.
	Newer bool
	// Thread and Run are ids of the conversation and of the request.
	Thread, Run string
}

// Named gives a call that a consumer shows, whatever its members are called.
func Named(call wire.Value, id, name, arguments, at string) *compare.Got {
	return &compare.Got{ID: call.Get(id), Name: call.Get(name), Arguments: call.Get(arguments), At: at}
}

// Tooled is a tool as most wires describe one, its schema under that name.
func (t Tool) Tooled(schema string) wire.Value {
	return wire.Obj(wire.M("name", wire.Str(t.Name)), wire.M("description", wire.Str(t.Description)), wire.M(schema, t.Schema))
}
