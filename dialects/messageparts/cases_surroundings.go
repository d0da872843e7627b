package messageparts

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// neighbour is something that may stand beside a call and its result in a chat.
type neighbour struct {
	slug, title string
	// at are its steps; k is the how-manieth it is.
	at func(k int) []wire.Value
	// clientOnly: only a client's result may come behind it.
	clientOnly bool
	// unasked: no right producer lets it stand in all these places.
	unasked bool
}

// neighbours are steps of every kind.
func neighbours() []neighbour {
	finished := func(reason string) neighbour {
		return neighbour{"finish-" + reason, "a finish for the reason " + reason, func(int) []wire.Value { return one(finish(reason)) }, false,
			true}
	}
	id := func(k int) string { return fmt.Sprintf("nb-%d", 9-k) }
	args := func(k int) string { return fmt.Sprintf(`{"sides":%d}`, 20+k) }
	return []neighbour{
		{"text", "a text", func(k int) []wire.Value { return one(say(fmt.Sprintf("Part %c.", 'z'-k))) }, false, false},
		{"empty-text", "an empty text", func(int) []wire.Value { return one(say("")) }, false, false},
		{"empty-then-text", "an empty text and another", func(k int) []wire.Value {
			return []wire.Value{say(""), say(fmt.Sprintf("Part %c.",
				'z'-k)), say("")}
		}, false, false},
		finished("tool_calls"), finished("stop"), finished("length"), finished("content_filter"),
		{"server-call", "a server's call and its result", func(k int) []wire.Value {
			return []wire.Value{toolCall(id(k), "roll", args(k), server), returned(id(k), fmt.Sprintf("rolled %d", 30+k))}
		}, false, false},
		{"client-call", "a client's call and its output", func(k int) []wire.Value {
			return []wire.Value{toolCall(id(k), "pick", args(k), client), output(id(k), "pick", fmt.Sprintf(`{"picked":%d}`, 30+k))}
		}, false, false},
		{"failed-call", "a client's call that fails", func(k int) []wire.Value {
			return []wire.Value{toolCall(id(k), "pick", args(k), client), failed(id(k), "pick", fmt.Sprintf("lost die %d", 40+k))}
		}, false, false},
		{"deltas", "a call told in pieces, and its output", func(k int) []wire.Value {
			return append(deltas(id(k), "pick", client, `{"sides":`, fmt.Sprint(20+k), `}`), callsDone(), output(id(k), "pick", `"picked"`))
		}, false, true},
		{"user", "a question", func(k int) []wire.Value { return one(user(fmt.Sprintf("And %c?", 'z'-k))) }, true, true},
	}
}

// surroundingCases put every neighbour before, between and behind a call and its
// result, of a server and of a client, alone and in parallel.
func surroundingCases() []*dialect.Case {
	var list []*dialect.Case
	for _, e := range neighbours() {
		told := valid
		if e.unasked {
			told = hostile
		}
		if !e.clientOnly {
			list = append(list, told("beside-"+e.slug+"-server", "Before, between and behind a server's call and its result stands "+e.title+".",
				"05 06 20 22 23",
				script(user("Go"), e.at(0), toolCall("su-s", "getGuitars", `{"n":5}`, server), e.at(1), returned("su-s", "five"), e.at(2), stop(),
					user("So?"))))
		}
		list = append(list,
			told("beside-"+e.slug+"-client", "Before, between and behind a client's call and its output stands "+e.title+".", "01 02 06 07 20 22 23",
				script(user("Go"), e.at(0), toolCall("su-c", "recommendGuitar", `{"id":"5"}`, client), e.at(1), output("su-c", "recommendGuitar",
					`{"chosen":"5"}`), e.at(2), stop(), user("So?"))),
			told("beside-"+e.slug+"-parallel", "Between two calls, their results and what follows stands "+e.title+".", "01 02 04 06 20 22 23 24",
				script(user("Go"), say("I look."), toolCall("su-a", "recommendGuitar", `{"id":"6"}`, client), e.at(0), toolCall("su-b",
					"recommendGuitar", `{"id":"7"}`, client), e.at(1),
					output("su-b", "recommendGuitar", `{"chosen":"7"}`), e.at(2), failed("su-a", "recommendGuitar", "sold by now"), e.at(3),
					say("There."), stop(), user("So?"))))
	}
	return list
}

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
		{"two-texts", "an empty text and another", func(k int) []wire.Value {
			return []wire.Value{textPart(""),
				textPart(fmt.Sprintf("Part %c.", 'z'-k))}
		}, false},
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
		other, failure := callWithOutput("su-2", "recommendGuitar", `{"id":"2"}`, `{"chosen":"2"}`), errorPart("su-4", "sold by now",
			wire.Str("sold by now"))
		add("parallel", "Between three calls and their results stands "+e.title+".",
			newStored(userMessage("u-1", "Go"), message(one(call), e.parts(0), one(other), one(callPart("su-4", "recommendGuitar", `{"id":"4"}`)),
				e.parts(1), one(resultPart("su-2", `{"chosen":"2"}`)),
				e.parts(2), one(failure), one(result), e.parts(3), one(textPart("There."))), userMessage("u-2", "So?")))
	}
	return list
}
