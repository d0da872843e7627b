package messageparts

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// choices are the sides that an implementation may take. The zero value is the
// reference's own.
type choices struct {
	// Of several results for a call, hold and send the first; otherwise the last.
	firstResult bool
	// What becomes of calls without a result, of calls that a cut stream left without
	// their arguments, and of stored calls that have an output and no result part.
	unanswered, cut, outputOnly disposition
	// Malformed arguments are sent as they are; otherwise left out with their call.
	malformedAsIs bool
	// Empty arguments stay empty; otherwise they become {}.
	emptyAsIs bool
	// A result for an unknown id is held in the UI messages; otherwise dropped.
	keepStrays bool
	// After a finish a new UI message begins; otherwise the old one goes on.
	newMessage bool
	// An assistant message of its own for the text and for every call.
	split bool
	// Arguments are sent parsed; otherwise as text.
	parsed bool
	// Tool messages come in the order of the result parts; otherwise of the calls.
	byParts bool
	// Where an error's text stands: in content only, in error only; otherwise in both.
	errorInContent, errorInMember bool
	// A server-side result sets output too.
	serverOutput bool
	// Outputs that are no strings stand as themselves in content.
	bareContent bool
	// An assistant message without text has the content null; otherwise "".
	nullContent bool
	// Text between a call and its result is sent after the result; otherwise before.
	textLate bool
	// Deltas that come after the whole arguments are appended; otherwise ignored.
	lateDeltas bool
}

// disposition is what becomes of a call that cannot be sent as it is.
type disposition uint8

const (
	leaveOut disposition = iota
	sendUnanswered
	answerByError
	answerByOutput
)

// referenceConsumer is a chat client: steps in, UI and model messages out.
func referenceConsumer(choose choices) dialect.Answer {
	return func(input wire.Value) dialect.Observation {
		if !input.Get("steps").IsArray() {
			return rejected("`steps` is no array")
		}
		c := newChat(choose)
		for _, step := range input.Get("steps").Items() {
			if !step.IsObject() {
				return rejected("a step is no object")
			}
			c.step(step)
		}
		messages := c.uiMessages()
		return done(wire.M("messages", wire.List(messages...)), wire.M("modelMessages", wire.List(modelMessages(messages, choose)...)))
	}
}

// referenceConverter turns stored UI messages into model messages.
func referenceConverter(choose choices) dialect.Answer {
	return func(input wire.Value) dialect.Observation {
		list := input.Get("messages")
		if !list.IsArray() {
			return rejected("`messages` is no array")
		}
		return done(wire.M("modelMessages", wire.List(modelMessages(list.Items(), choose)...)))
	}
}

func done(members ...wire.Member) dialect.Observation {
	return dialect.Observation{State: wire.Obj(members...), Ending: dialect.Done}
}

func rejected(reason string) dialect.Observation {
	return dialect.Observation{Ending: dialect.Rejected, Reason: reason}
}
