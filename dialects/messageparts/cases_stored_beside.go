package messageparts

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// storedNeighbour is something that may stand beside a stored call and its result.
type storedNeighbour struct {
	slug, title string
	// parts of it; k is the how-manieth it is.
	parts func(k int) []wire.Value
	// odd: no right chat stores it there.
	odd bool
}

func storedNeighbours() []storedNeighbour {
	id := func(k int) string { return fmt.Sprintf("nb-%d", 9-k) }
	call := func(k int) wire.Value { return callPart(id(k), "roll", fmt.Sprintf(`{"sides":%d}`, 20+k)) }
	return []storedNeighbour{
		{"text", "a text", func(k int) []wire.Value { return one(textPart(fmt.Sprintf("Part %c.", 'z'-k))) }, false},
		{"empty-text", "an empty text", func(int) []wire.Value { return one(textPart("")) }, false},
		{"blank-text", "a text of blanks", func(int) []wire.Value { return one(textPart(" \n")) }, false},
		{"two-texts", "an empty text and another", func(k int) []wire.Value { return []wire.Value{textPart(""), textPart(fmt.Sprintf("Part %c.", 'z'-k))} }, false},
		{"answered-call", "a call with its result", func(k int) []wire.Value {
			return []wire.Value{call(k), resultPart(id(k), fmt.Sprintf("rolled %d", 30+k))}
		}, false},
		{"shown-call", "a call with its output and result", func(k int) []wire.Value {
			return []wire.Value{call(k).With("output", wire.ParseString(`{"rolled":0}`)), resultPart(id(k), `{"rolled":0}`)}
		}, false},
		{"failed-call", "a call that failed", func(k int) []wire.Value {
			return []wire.Value{call(k), errorPart(id(k), fmt.Sprintf("lost die %d", 40+k), wire.Str(fmt.Sprintf("lost die %d", 40+k)))}
		}, false},
		{"open-call", "a call that is not answered", func(k int) []wire.Value { return one(call(k)) }, false},
		{"unknown-part", "a part of an unknown type", func(k int) []wire.Value {
			return one(wire.ParseString(fmt.Sprintf(`{"type":"thinking","content":"hm","id":"th-%d","state":"complete"}`, k)))
		}, true},
	}
}

// storedSurroundings put every neighbour before, between and behind a call and its
// result, alone and in parallel.
func storedSurroundings() []*dialect.Case {
	var list []*dialect.Case
	for _, e := range storedNeighbours() {
		add := func(form, title string, s stored) {
			c := kept("beside-"+e.slug+"-"+form, title, "20 22 25", s)
			if e.odd {
				c.Class = dialect.Adversarial
			}
			list = append(list, c)
		}
		call, result := callPart("su-5", "getGuitars", `{"n":5}`), resultPart("su-5", "five")
		message := func(parts ...[]wire.Value) wire.Value {
			var all []wire.Value
			for _, p := range parts {
				all = append(all, p...)
			}
			return assistantMessage("a-1", all...)
		}
		add("alone", "Before, between and behind a call and its result stands "+e.title+".",
			newStored(userMessage("u-1", "Go"), message(e.parts(0), one(call), e.parts(1), one(result), e.parts(2)), userMessage("u-2", "So?")))
		other, failure := callWithOutput("su-2", "recommendGuitar", `{"id":"2"}`, `{"chosen":"2"}`), errorPart("su-4", "sold by now", wire.Str("sold by now"))
		add("parallel", "Between three calls and their results stands "+e.title+".",
			newStored(userMessage("u-1", "Go"), message(one(call), e.parts(0), one(other), one(callPart("su-4", "recommendGuitar", `{"id":"4"}`)), e.parts(1), one(resultPart("su-2", `{"chosen":"2"}`)),
				e.parts(2), one(failure), one(result), e.parts(3), one(textPart("There."))), userMessage("u-2", "So?")))
	}
	return append(append(append(list, storedAgain()...), storedMessages()...), storedStreaming()...)
}

// storedAgain: the same call once more, later: another id, and a result of its own.
func storedAgain() []*dialect.Case {
	again := func(id string) wire.Value { return callPart(id, "roll", `{"sides":6}`) }
	firsts := map[string]wire.Value{"answered": resultPart("ag-7", "four"), "failed": errorPart("ag-7", "the die is lost", wire.Str("the die is lost"))}
	var list []*dialect.Case
	for _, slug := range keys(firsts) {
		first, second, third := []wire.Value{again("ag-7"), firsts[slug]}, []wire.Value{again("ag-3"), resultPart("ag-3", "two")}, []wire.Value{again("ag-5"), resultPart("ag-5", "four")}
		thanks := userMessage("u-9", "So?")
		all := append(append(append([]wire.Value{}, first...), second...), third...)
		list = append(list,
			kept("again-"+slug+"-same-message", "The same call three times, one after the other, in one message.", "20 22 23 25", newStored(userMessage("u-1", "Roll"), assistantMessage("a-1", all...), thanks)),
			kept("again-"+slug+"-next-message", "The same call three times, each in a message of its own.", "20 22 23 25",
				newStored(userMessage("u-1", "Roll"), assistantMessage("a-1", first...), assistantMessage("a-2", second...), assistantMessage("a-3", third...), thanks)),
			kept("again-"+slug+"-next-turn", "The same call three times, each in a turn of its own.", "20 22 23 25",
				newStored(userMessage("u-1", "Roll"), assistantMessage("a-1", first...), userMessage("u-2", "Again"), assistantMessage("a-2", second...), userMessage("u-3", "Again"), assistantMessage("a-3", third...), thanks)))
	}
	return append(list, kept("again-equal-results", "The same call in two turns, with the same result.", "20 22 23 25",
		newStored(userMessage("u-1", "Roll"), assistantMessage("a-1", again("ag-7"), resultPart("ag-7", "six"), textPart("Six.")), userMessage("u-2", "Roll"),
			assistantMessage("a-2", again("ag-3"), resultPart("ag-3", "six"), textPart("Six.")), userMessage("u-3", "So?"))))
}

// storedMessages: messages that hold little, beside one with a call.
func storedMessages() []*dialect.Case {
	answered := assistantMessage("a-5", callPart("ms-4", "getGuitars", `{"n":4}`), resultPart("ms-4", "four"))
	around := func(slug, title string, message wire.Value) *dialect.Case {
		return kept("messages-"+slug, "Before and behind a message with a call and its result stands "+title+".", "20 22 23",
			newStored(userMessage("u-1", "Go"), message, answered, message.With("id", wire.Str("a-8")), userMessage("u-2", "So?")))
	}
	emptied := around("no-parts", "one without parts", assistantMessage("a-1"))
	emptied.Class = dialect.Adversarial
	return []*dialect.Case{
		around("text", "one of text", assistantMessage("a-1", textPart("Well."))),
		around("empty-text", "one with an empty text", assistantMessage("a-1", textPart(""))),
		around("question", "a question", userMessage("u-8", "Are you there?")),
		emptied,
	}
}

// storedStreaming: result parts that were still coming when they were stored, beside
// the finished one for the same call or for another.
func storedStreaming() []*dialect.Case {
	part := func(id, content string) wire.Value {
		return resultPart(id, content).With("state", wire.Str("streaming"))
	}
	stored := func(slug, title string, parts ...wire.Value) *dialect.Case {
		all := append([]wire.Value{callPart("sg-6", "getGuitars", `{"n":6}`), callPart("sg-2", "getGuitars", `{"n":2}`)}, parts...)
		return odd("streaming-"+slug, title, "20 22 23", newStored(userMessage("u-1", "Go"), assistantMessage("a-1", all...), userMessage("u-2", "So?")))
	}
	whole, other := resultPart("sg-6", "one to six"), resultPart("sg-2", "one, two")
	broken := errorPart("sg-6", "the list broke off", wire.Str("the list broke off"))
	return []*dialect.Case{
		stored("then-complete", "A result part is streaming, and a complete one for the same call follows: the complete one is sent.", part("sg-6", "one to"), whole, other),
		stored("then-complete-apart", "The same, with another call's result between.", part("sg-6", "one to"), other, whole),
		stored("then-error", "A result part is streaming, and an error for the same call follows: the error is sent.", other, part("sg-6", "one to"), broken),
		stored("many-then-complete", "Three result parts are streaming, then the complete one.", part("sg-6", "o"), part("sg-6", "one"), part("sg-6", "one to"), whole, other),
		stored("both", "Two results stream by turns, then both are complete.", part("sg-6", "one"), part("sg-2", "on"), part("sg-6", "one to"), other, whole),
		stored("empty-then-complete", "A streaming result part is empty, the complete one follows.", part("sg-6", ""), whole, other),
		odd("streaming-then-complete-next-message", "A result part is streaming, the complete one stands in the next message.", "20 22 23",
			newStored(userMessage("u-1", "Go"), assistantMessage("a-1", callPart("sg-6", "getGuitars", `{"n":6}`), part("sg-6", "one to")), assistantMessage("a-2", whole, textPart("Six.")), userMessage("u-2", "So?"))),
	}
}
