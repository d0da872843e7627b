package reference

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// side is one allowed side that the reference doesn't take.
func side(id string, choose choices) plant.Row { return row(id, edit{choose: choose}, "") }

// modelVariants are what both roles may choose.
func modelVariants() []plant.Row {
	return []plant.Row{
		side("PART-20/first-of-several", choices{firstResult: true}),
		side("PART-21/output-unanswered", choices{outputOnly: sendUnanswered}),
		side("PART-21/output-answers", choices{outputOnly: answerByOutput}),
		side("PART-23/unanswered-sent", choices{unanswered: sendUnanswered}),
		side("PART-23/unanswered-error", choices{unanswered: answerByError}), side("PART-25/malformed-as-is", choices{malformedAsIs: true}),
		side("PART-25/empty-as-is", choices{emptyAsIs: true}), side("PART-25/parsed", choices{parsed: true}),
		side("PART-26/by-parts", choices{byParts: true}), side("PART-26/text-late", choices{textLate: true}),
		side("split-messages", choices{split: true}), side("null-content", choices{nullContent: true}),
		plant.New("key-order", plant.Showing("", dialect.Backwards)), plant.New("extra-members", adorned),
	}
}

// ConsumerVariants are other right chats.
func ConsumerVariants() []dialect.Variant {
	return plant.Variants(words.Consumer(), plant.Titled(titles, append(modelVariants(),
		side("PART-02/server-output", choices{serverOutput: true}), side("PART-03/bare-content", choices{bareContent: true}),
		side("PART-04/text-in-content", choices{errorInContent: true}), side("PART-04/text-in-error", choices{errorInMember: true}),
		side("PART-07/output-stays", choices{outputStays: true}), side("PART-10/strays-held", choices{keepStrays: true}),
		side("PART-12/answered-by-error", choices{cut: answerByError}),
		side("PART-12/result-inside", choices{cut: answerByError, resultCuts: true}),
		side("PART-12/result-unfinished", choices{cut: answerByError, finishCompletes: true}),
		side("late-deltas", choices{lateDeltas: true}), side("new-message", choices{newMessage: true}),
		side("new-message-split", choices{newMessage: true, split: true, nullContent: true, byParts: true, unanswered: answerByError}),
		side("all-other-sides", choices{firstResult: true, unanswered: sendUnanswered, cut: answerByError, outputOnly: answerByOutput,
			malformedAsIs: true, emptyAsIs: true, keepStrays: true, newMessage: true, split: true, parsed: true, byParts: true,
			errorInMember: true, serverOutput: true, bareContent: true, nullContent: true, textLate: true, lateDeltas: true}),
		row("empty-text-dropped", edit{messages: withoutEmptyTexts}, ""),
		plant.New("restless", restlessChat))))
}

// ConverterVariants are other right converters.
func ConverterVariants() []dialect.Variant {
	return plant.Variants(words.Converter(), plant.Titled(titles, append(modelVariants(),
		side("all-other-sides", choices{firstResult: true, unanswered: sendUnanswered, outputOnly: answerByOutput, malformedAsIs: true,
			emptyAsIs: true, split: true, parsed: true, byParts: true, nullContent: true, textLate: true}),
		row("empty-text-dropped", edit{messages: withoutEmptyTexts}, ""),
		plant.Row{ID: "restless", Title: "Every answer is put in another way: how messages are divided, the order of tool messages " +
			"and members, how arguments are written, times in words of its own.", Plant: restlessConverter})))
}

// adorned adds what nobody asked for: members, parts and messages of its own.
func adorned(right dialect.Answer) dialect.Answer {
	created := plant.Having("createdAt", wire.Str("2025-12-01T00:00:00Z"))
	call := func(c wire.Value) wire.Value {
		return wire.Obj(slices.Concat(wire.Obj(wire.T("type", "function")).Members(), c.Members())...)
	}
	message := func(m wire.Value) wire.Value {
		return created(plant.Inside("/id", plant.Text(func(id string) string { return "ui_" + id }))(m))
	}
	parts := plant.Many(plant.Every, func(p wire.Value) []wire.Value {
		return []wire.Value{wire.Obj(wire.T("type", "step-start"), wire.M("id", p.Get("id"))),
			p.With("providerMetadata", created(wire.Obj()))}
	})
	system := words.Model("system", wire.Str("You sell guitars."))
	return func(input wire.Value) dialect.Observation {
		o := right(input)
		o.State = o.State.With("version", wire.Int(2))
		for at, change := range map[string]plant.Edit{"/messages/*/parts": plant.In(parts), "/messages/*": message,
			"/modelMessages/*/toolCalls/*": call, "/modelMessages/*": created} {
			o.State = plant.Everywhere(at, change)(o.State)
		}
		o.State = plant.Inside("/modelMessages", func(list wire.Value) wire.Value {
			return wire.List(append(plant.Only(system), list.Items()...)...)
		})(o.State)
		return o
	}
}

// withoutEmptyTexts drops the text parts that say nothing, but for a user's.
func withoutEmptyTexts(_, messages []wire.Value) []wire.Value {
	return each(messages, plant.When(from(words.RoleAssistant),
		func(m wire.Value) wire.Value { return inParts(plant.Only(m), losing(isEmptyText))[0] }))
}

// restlessConverter sends the same messages in another way each time.
func restlessConverter(dialect.Answer) dialect.Answer {
	var answers atomic.Int64
	return func(input wire.Value) dialect.Observation {
		n := answers.Add(1)
		choose := choices{unanswered: answerByError, parsed: n%2 == 0, split: n%3 == 0, byParts: n%4 < 2, nullContent: n%5 < 2,
			emptyAsIs: n%7 < 3}
		o := choosing(choose, told(always(func(m wire.Value) wire.Value {
			if m.Get("content").Text() == missingText {
				m = member("content", fmt.Sprintf("Error: interrupted after %d ms (request r%x).", 100+n, n*7919))(m)
			}
			return m.With("createdAt", wire.Int(1763600000+n))
		}))).answer(input)
		if n%3 == 1 {
			o.State = dialect.Backwards(o.State)
		}
		return o
	}
}

// restlessChat gives every UI message another id than it had the last time, and writes outputs in another order of members.
func restlessChat(right dialect.Answer) dialect.Answer {
	var answers atomic.Int64
	return func(input wire.Value) dialect.Observation {
		n, i := answers.Add(1), -1
		if n%2 == 0 {
			input = plant.Everywhere("/steps/*/output", dialect.Backwards)(input)
		}
		o := right(input)
		o.State = plant.Everywhere("/messages/*", func(m wire.Value) wire.Value {
			i++
			return member("id", fmt.Sprintf("msg-%d-%d", n, i))(m).With("createdAt", wire.Int(1763600000+n))
		})(o.State)
		return o
	}
}
