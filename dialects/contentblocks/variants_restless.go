package contentblocks

import (
	"strconv"
	"sync/atomic"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// restless is a server that tells the same turn in another way each time: other
// indices, another message id in its own events, text cut elsewhere, results in
// another order, pings now and then.
func restless() dialect.Variant {
	const title = "Every answer is put in another way: indices, pieces of text, the order of results, pings, ids of its own."
	return variant(fault(producerPair(), "restless", title, func(dialect.Answer) dialect.Answer {
		var answers atomic.Int64
		return func(input wire.Value) dialect.Observation {
			n := answers.Add(1)
			if t, err := transcript.Parse(input.Get("transcript")); err == nil && n%4 == 1 {
				input = input.With("transcript", resultsLast(t).JSON())
			}
			m := serverManner{first: n % 5, step: n % 3, framed: n%2 == 0, pings: n%3 == 0, nullless: n%2 == 1, raw: n%4 == 2,
				cancel: n%6 == 3, both: n%6 == 4, always: n%6 == 5, overlap: n%5 == 2, wholeText: n%7 == 0}
			return emitting(runServer(m, input), func(events []wire.Value) []wire.Value { return anew(events, n) })
		}
	}))
}

// anew cuts every text somewhere, and names the message and the time.
func anew(events []wire.Value, n int64) []wire.Value {
	var out []wire.Value
	for _, ev := range events {
		letters := []rune(ev.Get("delta").Get("text").Text())
		if ev.Get("type").Text() == evMessageStart {
			ev = ev.With("message", wire.Obj(wire.M("id", wire.Str("msg_"+strconv.FormatInt(n, 36)))))
		}
		if cut := int(n) % (len(letters) + 1); len(letters) > 0 && n%3 > 0 {
			out = append(out, textDelta(indexOf(ev), string(letters[:cut])), textDelta(indexOf(ev), string(letters[cut:])))
			continue
		}
		out = append(out, ev.With("created_at", wire.Int(1732180000+n)))
	}
	return out
}
