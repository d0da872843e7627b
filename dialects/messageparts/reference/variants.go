package reference

import (
	"fmt"
	"sync/atomic"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/wire"
)

// choice is one allowed side that the reference doesn't take.
type choice struct {
	id, title string
	choose    choices
}

// modelChoices are what both roles may choose.
func modelChoices() []choice {
	return []choice{
		{"PART-20/first-of-several", "Of several results for a call the first is sent.", choices{firstResult: true}},
		{"PART-21/output-unanswered", "A call with an output and no result part is sent unanswered.", choices{outputOnly: sendUnanswered}},
		{"PART-21/output-answers", "A call with an output and no result part is answered from the output.",
			choices{outputOnly: answerByOutput}},
		{"PART-23/unanswered-sent", "A call without a result yet is sent unanswered.", choices{unanswered: sendUnanswered}},
		{"PART-23/unanswered-error", "A call without a result yet is sent and answered by an error.", choices{unanswered: answerByError}},
		{"PART-25/malformed-as-is", "Malformed arguments are sent as they are.", choices{malformedAsIs: true}},
		{"PART-25/empty-as-is", "Empty arguments stay empty.", choices{emptyAsIs: true}},
		{"PART-25/parsed", "Arguments are sent parsed.", choices{parsed: true}},
		{"PART-26/by-parts", "Tool messages come in the order of the result parts.", choices{byParts: true}},
		{"PART-26/text-late", "Text between a call and its result is sent after the result.", choices{textLate: true}},
		{"split-messages", "Text and every call have an assistant message of their own.", choices{split: true}},
		{"null-content", "An assistant message without text has the content null.", choices{nullContent: true}},
	}
}

// chatChoices are what only a chat may choose.
func chatChoices() []choice {
	return []choice{
		{"PART-02/server-output", "A server-side result sets `output` too.", choices{serverOutput: true}},
		{"PART-03/bare-content", "An output that is no string stands as itself in `content`.", choices{bareContent: true}},
		{"PART-04/text-in-content", "An error's text stands in `content` only.", choices{errorInContent: true}},
		{"PART-04/text-in-error", "An error's text stands in `error` only.", choices{errorInMember: true}},
		{"PART-07/output-stays", "A later error or server-side result leaves a set `output` standing.", choices{outputStays: true}},
		{"PART-10/strays-held", "A result for an unknown id is held in the UI messages, and not sent.", choices{keepStrays: true}},
		{"PART-12/answered-by-error", "A call cut inside its arguments is sent with {} and answered by an error.",
			choices{cut: answerByError}},
		{"PART-12/result-inside", "A call whose result came inside its arguments is sent with {} and an error until they are whole.",
			choices{cut: answerByError, resultCuts: true}},
		{"late-deltas", "Pieces that come after the whole arguments are appended.", choices{lateDeltas: true}},
		{"new-message", "After a finish a new UI message begins.", choices{newMessage: true}},
		{"new-message-split", "After a finish a new UI message begins; every call is sent alone, the content is null.",
			choices{newMessage: true, split: true, nullContent: true, byParts: true, unanswered: answerByError}},
		{"all-other-sides", "Every side that the reference doesn't take, at once.",
			choices{firstResult: true, unanswered: sendUnanswered, cut: answerByError, outputOnly: answerByOutput, malformedAsIs: true,
				emptyAsIs: true, keepStrays: true,
				newMessage: true, split: true, parsed: true, byParts: true, errorInMember: true, serverOutput: true, bareContent: true,
				nullContent: true, textLate: true, lateDeltas: true}},
	}
}

func ConsumerVariants() []dialect.Variant {
	var list []dialect.Variant
	add := func(id, title string, answer dialect.Answer) {
		list = append(list, dialect.Variant{ID: id, Pair: words.Consumer(), Title: title,
			Plant: func(dialect.Answer) dialect.Answer { return answer }})
	}
	for _, c := range append(modelChoices(), chatChoices()...) {
		add(c.id, c.title, referenceConsumer(c.choose))
	}
	add("empty-text-dropped", "An empty text makes no part.", edit{messages: withoutEmptyTexts}.consumer())
	add("key-order", "The members of every object come in the other order.", reversed(referenceConsumer(choices{})))
	add("extra-members", "Messages and parts have further members, and further parts stand among them.",
		adorned(referenceConsumer(choices{})))
	return append(list, restlessConsumer())
}

func ConverterVariants() []dialect.Variant {
	var list []dialect.Variant
	add := func(id, title string, answer dialect.Answer) {
		list = append(list, dialect.Variant{ID: id, Pair: words.Converter(), Title: title,
			Plant: func(dialect.Answer) dialect.Answer { return answer }})
	}
	for _, c := range modelChoices() {
		add(c.id, c.title, referenceConverter(c.choose))
	}
	add("all-other-sides", "Every side that the reference doesn't take, at once.",
		referenceConverter(choices{firstResult: true, unanswered: sendUnanswered, outputOnly: answerByOutput, malformedAsIs: true,
			emptyAsIs: true, split: true, parsed: true, byParts: true, nullContent: true, textLate: true}))
	add("empty-text-dropped", "An empty text is passed over.", edit{messages: withoutEmptyTexts}.converter())
	add("key-order", "The members of every object come in the other order.", reversed(referenceConverter(choices{})))
	add("extra-members", "Model messages have further members, and a system message stands before them.",
		adorned(referenceConverter(choices{})))
	return append(list, restlessConverter())
}

// reversed turns the order of members round, everywhere.
func reversed(answer dialect.Answer) dialect.Answer {
	return func(input wire.Value) dialect.Observation {
		o := answer(input)
		o.State = dialect.Backwards(o.State)
		return o
	}
}

// adorned adds what nobody asked for: members and parts of its own.
func adorned(answer dialect.Answer) dialect.Answer {
	created := wire.M("createdAt", wire.Str("2025-12-01T00:00:00Z"))
	return func(input wire.Value) dialect.Observation {
		o := answer(input)
		state := wire.Obj(wire.M("version", wire.Int(2)))
		if o.State.Has("messages") {
			messages := words.MapParts(o.State.Get("messages").Items(), func(p wire.Value) []wire.Value {
				return []wire.Value{wire.Obj(wire.M("type", wire.Str("step-start")), wire.M("id", p.Get("id"))),
					p.With("providerMetadata", wire.Obj(created))}
			})
			for i, m := range messages {
				messages[i] = m.With("id", wire.Str("ui_"+m.Get("id").Text())).With("createdAt", created.Value)
			}
			state = state.With("messages", wire.List(messages...))
		}
		model := []wire.Value{wire.Obj(wire.M("role", wire.Str("system")), wire.M("content", wire.Str("You sell guitars.")))}
		for _, m := range o.State.Get("modelMessages").Items() {
			calls := m.Get("toolCalls").Items()
			for i, c := range calls {
				calls[i] = wire.Obj(wire.M("type", wire.Str("function"))).With("index", wire.Int(int64(i))).With("id",
					c.Get("id")).With("name", c.Get("name")).With("arguments", c.Get("arguments"))
			}
			if len(calls) > 0 {
				m = m.With("toolCalls", wire.List(calls...))
			}
			model = append(model, m.With("createdAt", created.Value))
		}
		o.State = state.With("modelMessages", wire.List(model...))
		return o
	}
}

// withoutEmptyTexts drops the text parts that say nothing, but for a user's.
func withoutEmptyTexts(_, messages []wire.Value) []wire.Value {
	kept := append([]wire.Value(nil), messages...)
	for i, m := range kept {
		if m.Get("role").Text() == words.RoleUser {
			continue
		}
		kept[i] = words.MapKind([]wire.Value{m}, words.PartText, func(p wire.Value) wire.Value { return keepIf(!isEmptyText(p), p) })[0]
	}
	return kept
}

// restlessConverter sends the same messages in another way each time.
func restlessConverter() dialect.Variant {
	return dialect.Variant{ID: "restless", Pair: words.Converter(),
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
	return dialect.Variant{ID: "restless", Pair: words.Consumer(), Title: "Messages have other ids each time, and the time they were made.",
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
