package messageparts

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// longCases are conversations of many turns: what was told in the first of them is
// sent with the last.
func longCases() []*dialect.Case {
	return []*dialect.Case{
		valid("many-turns", "Nine turns, each with a call: on both sides, with a success and with an error.", "01 02 04 05 06 20 22 23 24 25 26", manyTurns(9)),
		valid("sixty-calls", "Sixty calls in one turn, on both sides, each with another outcome than the one before it.", "01 02 04 05 06 20 22 23 24 25", sixtyCalls()),
		valid("late-output-of-many-turns", "The output for the first turn's call comes in the ninth.", "01 02 06 20 22 23",
			script(user("Pick one"), toolCall("slow-1", "recommendGuitar", `{"id":"8"}`, client), callsDone(), manyTurns(8).list, output("slow-1", "recommendGuitar", `{"chosen":"8"}`), say("At last."), stop(), user("Well?"))),
		hostile("open-since-long", "The first of several turns has a call that nobody answers.", "06 22 23",
			script(user("Pick one"), toolCall("lost-1", "recommendGuitar", `{"id":"8"}`, client), callsDone(), user("Well?"), say("Wait."), stop(), user("And now?"), say("Still nothing."), stop(), user("Hm"))),
	}
}

// manyTurns are turns of question, call, result and answer.
func manyTurns(n int) steps {
	var list []any
	for i := range n {
		id, args := fmt.Sprintf("turn-%c", 'z'-i), fmt.Sprintf(`{"page":%d}`, 50+3*i)
		list = append(list, user(fmt.Sprintf("Question %d?", i+1)))
		switch i % 4 {
		case 0:
			list = append(list, toolCall(id, "getGuitars", args, server), returned(id, fmt.Sprintf("page %d of the list", 200-i)), callsDone())
		case 1:
			list = append(list, toolCall(id, "showGuitar", args, client), callsDone(), output(id, "showGuitar", fmt.Sprintf(`{"shown":%d}`, 700+i)))
		case 2:
			list = append(list, toolCall(id, "getGuitars", args, server), serverResult(id, fmt.Sprintf("no page %d there", 300-i), stateError), callsDone())
		default:
			list = append(list, toolCall(id, "showGuitar", args, client), callsDone(), failed(id, "showGuitar", fmt.Sprintf("display %d is off", 400-i)))
		}
		list = append(list, say(fmt.Sprintf("Answer %d.", i+1)), stop())
	}
	return script(append(list, user("Thanks for all."))...)
}

// longStored are the same as stored messages.
func longStored() []*dialect.Case {
	return []*dialect.Case{
		kept("sixty-calls", "Sixty calls in one message, each with another outcome than the one before it.", "20 22 23 24 25", sixtyParts()),
		kept("many-turns", "Nine turns, each with its call and result, the errors among them.", "20 22 23 24 25 26", newStored(manyMessages(9)...)),
		odd("unanswered-since-long", "The first of several turns has a call without a result.", "22 23",
			newStored(userMessage("u-1", "Pick one"), assistantMessage("a-1", callPart("lost-1", "recommendGuitar", `{"id":"8"}`)), userMessage("u-2", "Well?"), assistantMessage("a-2", textPart("Wait.")),
				userMessage("u-3", "And now?"), assistantMessage("a-3", textPart("Still nothing.")), userMessage("u-4", "Hm"))),
	}
}

func manyMessages(n int) []wire.Value {
	var list []wire.Value
	for i := range n {
		id, text := fmt.Sprintf("turn-%c", 'z'-i), fmt.Sprintf("page %d of the list", 200-i)
		call, result := callPart(id, "getGuitars", fmt.Sprintf(`{"page":%d}`, 50+3*i)), resultPart(id, text)
		switch i % 3 {
		case 1:
			call = call.With("output", wire.Str(text))
		case 2:
			result = errorPart(id, fmt.Sprintf("no page %d there", 300-i), wire.Value{})
		}
		list = append(list, userMessage(fmt.Sprintf("u-%d", i), fmt.Sprintf("Question %d?", i+1)), assistantMessage(fmt.Sprintf("a-%d", i), call, result, textPart(fmt.Sprintf("Answer %d.", i+1))))
	}
	return append(list, userMessage("u-last", "Thanks for all."))
}

func sixtyCalls() steps {
	list := []any{user("All of them")}
	id := func(i int) string { return fmt.Sprintf("sixty-%d", (i*7)%60) }
	for i := range 60 {
		where := server
		if i%2 == 1 {
			where = client
		}
		list = append(list, toolCall(id(i), fmt.Sprintf("count%d", i%3), fmt.Sprintf(`{"i":%d}`, i), where))
	}
	list = append(list, callsDone())
	for k := range 60 {
		i := (k * 11) % 60
		switch tool := fmt.Sprintf("count%d", i%3); i % 4 {
		case 0:
			list = append(list, returned(id(i), fmt.Sprintf("was %d", i)))
		case 1:
			list = append(list, output(id(i), tool, fmt.Sprintf(`{"was":%d}`, i)))
		case 2:
			list = append(list, serverResult(id(i), fmt.Sprintf("no count of %d", i), stateError))
		default:
			list = append(list, failed(id(i), tool, fmt.Sprintf("cannot count %d", i)))
		}
	}
	return script(append(list, say("All counted."), stop(), user("Thanks"))...)
}

func sixtyParts() stored {
	var parts []wire.Value
	id := func(i int) string { return fmt.Sprintf("sixty-%d", (i*7)%60) }
	for i := range 60 {
		parts = append(parts, callPart(id(i), fmt.Sprintf("count%d", i%3), fmt.Sprintf(`{"i":%d}`, i)))
	}
	for k := range 60 {
		if i := (k * 11) % 60; i%3 == 2 {
			parts = append(parts, errorPart(id(i), fmt.Sprintf("no count of %d", i), wire.Str(fmt.Sprintf("no count of %d", i))))
		} else {
			parts = append(parts, resultPart(id(i), fmt.Sprintf("was %d", i)))
		}
	}
	return newStored(userMessage("u", "All of them"), assistantMessage("a", parts...), userMessage("v", "Thanks"))
}
