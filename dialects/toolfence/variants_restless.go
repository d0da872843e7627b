package toolfence

import (
	"strings"
	"sync/atomic"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// restless is a writer that writes every document, and every fence, in another way
// than the one before.
func restless() dialect.Variant {
	return dialect.Variant{ID: "restless", Pair: producerPair(),
		Title: "Every fence is written in another way than the one before: place, line breaks, form, order of members, times.",
		Plant: func(dialect.Answer) dialect.Answer {
			var turns atomic.Int64
			turn := func(n int64) bool { return turns.Add(1)%n == 0 }
			w := writer{
				object: func(_ *transcript.CallRecord, o wire.Value) wire.Value {
					o = o.With("writtenAt", wire.Int(1763600000+turns.Load()))
					if turn(2) {
						members := o.Members()
						o = wire.Obj(append(members[1:len(members):len(members)], members[0])...)
					}
					return o
				},
				body: func(o wire.Value) string {
					return style{Format: formats()[int(turns.Add(1))%len(formats())]}.formatted(o)
				},
				fence: func(body string) string {
					breaks := strings.Repeat("\n", int(turns.Add(1)%3))
					if turn(2) {
						return breaks + "~~~tool\n" + body + "\n~~~\n" + breaks
					}
					return breaks + "```tool\n" + body + "\n```\n"
				},
			}
			return func(input wire.Value) dialect.Observation {
				w := w
				w.late = turn(2)
				return w.answer(input)
			}
		}}
}
