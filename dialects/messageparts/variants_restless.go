package messageparts

import (
	"fmt"
	"sync/atomic"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// restlessConverter sends the same messages in another way each time.
func restlessConverter() dialect.Variant {
	return dialect.Variant{ID: "restless", Pair: converterPair(),
		Title: "Every answer is put in another way: how messages are divided, the order of tool messages and members, " +
			"how arguments are written, times in words of its own.",
		Plant: func(dialect.Answer) dialect.Answer {
			var answers atomic.Int64
			return func(input wire.Value) dialect.Observation {
				n := answers.Add(1)
				choose := choices{unanswered: answerByError, parsed: n%2 == 0, split: n%3 == 0, byParts: n%4 < 2,
					nullContent: n%5 < 2, emptyAsIs: n%7 < 3}
				o := edit{choose: choose, model: func(_, sent []wire.Value) []wire.Value { return timed(sent, n) }}.converter()(input)
				if n%3 == 1 {
					o.State = dialect.Backwards(o.State)
				}
				return o
			}
		}}
}

// timed tells when, and after how long a call was given up.
func timed(sent []wire.Value, n int64) []wire.Value {
	out := make([]wire.Value, len(sent))
	for i, m := range sent {
		if m.Get("content").Text() == missingText {
			m = m.With("content", wire.Str(fmt.Sprintf("Error: interrupted after %d ms (request r%x).", 100+n, n*7919)))
		}
		out[i] = m.With("createdAt", wire.Int(1763600000+n))
	}
	return out
}

// restlessConsumer gives every UI message another id than it had the last time.
func restlessConsumer() dialect.Variant {
	return dialect.Variant{ID: "restless", Pair: consumerPair(), Title: "Messages have other ids each time, and the time they were made.",
		Plant: func(right dialect.Answer) dialect.Answer {
			var answers atomic.Int64
			return func(input wire.Value) dialect.Observation {
				n := answers.Add(1)
				o := right(input)
				messages := o.State.Get("messages").Items()
				for i, m := range messages {
					messages[i] = m.With("id", wire.Str(fmt.Sprintf("msg-%d-%d", n, i))).With("createdAt", wire.Int(1763600000+n))
				}
				if o.State.Has("messages") {
					o.State = o.State.With("messages", wire.List(messages...))
				}
				return o
			}
		}}
}
