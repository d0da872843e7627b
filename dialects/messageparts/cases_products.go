package messageparts

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// orderCases are a server and a client tool in one turn, in every order of
// result, output, finish and continuation.
func orderCases() []*dialect.Case {
	var list []*dialect.Case
	for _, order := range []string{"rcf", "crf", "rfc", "cfr", "frc", "fcr"} {
		list = append(list, orderCase(order, false), orderCase(order, true))
	}
	return list
}

// orderCase plays r(esult), c(lient output) and f(inish) in this order, then text
// and a user message; pieces tells the client's call by deltas.
func orderCase(order string, pieces bool) *dialect.Case {
	slug := "order-" + order
	call := []wire.Value{toolCall("ord-cli", "recommendGuitar", `{"id":"17"}`, client)}
	tests := "01 02 03 05 06 20 22 23"
	if pieces {
		slug += "-deltas"
		call = deltas("ord-cli", "recommendGuitar", client, `{"id"`, `:"17"}`)
	}
	if strings.Index(order, "c") < strings.Index(order, "f") {
		tests += " 07"
	}
	list := []any{user("Recommend"), say("I look."), toolCall("ord-srv", "getGuitars", `{"max":9}`, server), call}
	for _, step := range order {
		switch step {
		case 'r':
			list = append(list, returned("ord-srv", `["mentions ord-cli"]`))
		case 'c':
			list = append(list, output("ord-cli", "recommendGuitar", `{"id":"17","for":"ord-srv"}`))
		case 'f':
			list = append(list, callsDone())
		}
	}
	list = append(list, say("This one."), stop(), user("Why?"))
	c := valid(slug, "A server and a client tool in one turn; then, in this order (r result, c output, f finish): "+order+".", tests,
		script(list...))
	if pieces && strings.HasSuffix(tests, "07") { // a right client waits for the arguments to be whole
		c.Class = dialect.Adversarial
	}
	return c
}

// strayCases are results for ids that no call has, in three places.
func strayCases() []*dialect.Case {
	open := toolCall("real-1", "recommendGuitar", `{"id":"6"}`, client)
	answer := output("real-1", "recommendGuitar", `{"real":"yes"}`)
	var list []*dialect.Case
	for _, s := range []struct {
		slug, title string
		step        wire.Value
	}{
		{"client", "A client-side output", output("ghost-9", "recommendGuitar", `{"ghost":"output"}`)},
		{"client-string", "A client-side text", output("ghost-9", "recommendGuitar", `"the ghost's text"`)},
		{"client-error", "A client-side error", failed("ghost-9", "recommendGuitar", "the ghost failed")},
		{"server", "A server-side result", returned("ghost-9", "the ghost's content")},
		{"server-error", "A server-side error", serverResult("ghost-9", "the ghost broke", stateError)},
		{"prefix", "A result for the beginning of the id", output("real-", "recommendGuitar", `"of a prefix"`)},
		{"longer", "A result for a longer id", returned("real-11", "of a longer id")},
		{"suffix", "A result for an id that ends as the call's", returned("x-real-1", "of a suffix")},
		{"empty-id", "A result with the id \"\"", output("", "recommendGuitar", `"to no id"`)},
		{"blank-id", "A result with the id \" \"", returned(" ", "to a blank id")},
		{"invisible", "A result for the id with a character that nobody sees", output("real-\u200b1", "recommendGuitar", `"unseen"`)},
		{"case", "A result for the id in another case", output("REAL-1", "recommendGuitar", `"of upper case"`)},
		{"blank", "A result for the id with a blank", returned("real-1 ", "of a padded id")},
		{"to-string", "A result for the id toString", output("toString", "recommendGuitar", `"of toString"`)},
		{"undefined", "A result for the id undefined", returned("undefined", "of undefined")},
		{"null", "A result for the id null", output("null", "recommendGuitar", `"of null"`)},
		{"proto", "A result for the id __proto__", returned("__proto__", "of __proto__")},
		{"position", "A result for the call's position", output("0", "recommendGuitar", `"of zero"`)},
		{"accented", "A result for the id with an accent", returned("re\u0301al-1", "of an accent")},
		{"hash", "A result for the id behind a sign", output("#real-1", "recommendGuitar", `"of a sign"`)},
		{"zeros", "A result for the id with a zero more", returned("real-01", "of a zero")},
		{"name", "A result under the tool's name", output("recommendGuitar", "recommendGuitar", `"of a name"`)},
	} {
		list = append(list, hostile("stray-"+s.slug, s.title+" for an unknown id; then the open call is answered.", "10 01",
			script(user("Go"), open, s.step, answer, callsDone(), say("Right."), stop(), user("Well?"))),
			hostile("stray-"+s.slug+"-after", s.title+" for an unknown id, after the only call was answered.", "10 01",
				script(user("Go"), open, answer, s.step, callsDone(), say("Right."), stop(), user("Well?"))),
			hostile("stray-"+s.slug+"-open", s.title+" for an unknown id, while the only call is never answered.", "10",
				script(user("Go"), open, callsDone(), s.step, user("Well?"))))
	}
	return list
}

// secondCases are second results for a call.
func secondCases() []*dialect.Case {
	const id, tool = "dup-6", "recommendGuitar"
	one, two := output(id, tool, `{"result":"number one"}`), output(id, tool, `"result number two"`)
	var list []*dialect.Case
	for _, s := range []struct {
		slug, title string
		steps       []wire.Value
	}{
		{"equal", "two equal outputs", []wire.Value{one, one}},
		{"different", "two different outputs", []wire.Value{one, two}},
		{"objects", "two outputs with different members", []wire.Value{output(id, tool, `{"a":{"p":1},"first":"only"}`), output(id, tool,
			`{"a":{"q":2},"second":"only"}`)}},
		{"server-error-first", "a server-side error, then an output", []wire.Value{serverResult(id, "reason number one", stateError), two}},
		{"then-error", "an output, then an error", []wire.Value{one, failed(id, tool, "reason number two")}},
		{"after-error", "an error, then an output", []wire.Value{failed(id, tool, "reason number one"), two}},
		{"errors", "two different errors", []wire.Value{failed(id, tool, "reason number one"), failed(id, tool, "reason number two")}},
		{"empty-error", "an output, then an error without a text", []wire.Value{one, failed(id, tool, "")}},
		{"falsy", "an output, then false", []wire.Value{one, output(id, tool, `false`)}},
		{"server", "a server-side result, then an output", []wire.Value{returned(id, "server number one"), two}},
		{"server-last", "an output, then a server-side result", []wire.Value{one, returned(id, "server number two")}},
		{"three", "three outputs", []wire.Value{one, two, output(id, tool, `["result number three"]`)}},
	} {
		list = append(list, hostile("second-"+s.slug, "The same call gets "+s.title+".", "11 20 23",
			script(user("Go"), toolCall(id, tool, `{"id":"6"}`, client), callsDone(), s.steps, user("Well?"))),
			hostile("second-"+s.slug+"-early", "The same call gets "+s.title+", before the finish and beside another call.", "11 06",
				script(user("Go"), toolCall("oth-3", tool, `{"id":"7"}`, client), toolCall(id, tool, `{"id":"6"}`, client), s.steps,
					output("oth-3", tool, `"the other one"`), callsDone(), say("So."), stop(), user("Well?"))))
	}
	return append(list, hostile("second-next-turn", "A second output comes after the next user message.", "11 20 22",
		script(user("Go"), toolCall(id, tool, `{"id":"6"}`, client), one, callsDone(), user("Well?"), two, say("Hm."), stop(),
			user("And?"))))
}

// cutCases are streams that end behind every byte of the arguments.
func cutCases() []*dialect.Case {
	var list []*dialect.Case
	const whole = `{"id":"6","tags":["a\"b",{"n":1.5}],"on":true}`
	for at := 1; at < len(whole); at++ {
		list = append(list, hostile(fmt.Sprintf("cut-at-%02d", at), fmt.Sprintf("The stream is cut after %d bytes of the arguments.", at),
			"12",
			script(user("Go"), say("Wait."), deltas("cut-at", "recommendGuitar", client, bytewise(whole[:at])...))))
	}
	return list
}

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
		return neighbour{"finish-" + reason, "a finish for the reason " + reason, func(int) []wire.Value { return one(finish(reason)) },
			false,
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
			list = append(list, told("beside-"+e.slug+"-server",
				"Before, between and behind a server's call and its result stands "+e.title+".",
				"05 06 20 22 23",
				script(user("Go"), e.at(0), toolCall("su-s", "getGuitars", `{"n":5}`, server), e.at(1), returned("su-s", "five"), e.at(2),
					stop(),
					user("So?"))))
		}
		list = append(list,
			told("beside-"+e.slug+"-client", "Before, between and behind a client's call and its output stands "+e.title+".",
				"01 02 06 07 20 22 23",
				script(user("Go"), e.at(0), toolCall("su-c", "recommendGuitar", `{"id":"5"}`, client), e.at(1),
					output("su-c", "recommendGuitar",
						`{"chosen":"5"}`), e.at(2), stop(), user("So?"))),
			told("beside-"+e.slug+"-parallel", "Between two calls, their results and what follows stands "+e.title+".",
				"01 02 04 06 20 22 23 24",
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
			newStored(userMessage("u-1", "Go"), message(e.parts(0), one(call), e.parts(1), one(result), e.parts(2)),
				userMessage("u-2", "So?")))
		other, failure := callWithOutput("su-2", "recommendGuitar", `{"id":"2"}`, `{"chosen":"2"}`), errorPart("su-4", "sold by now",
			wire.Str("sold by now"))
		add("parallel", "Between three calls and their results stands "+e.title+".",
			newStored(userMessage("u-1", "Go"),
				message(one(call), e.parts(0), one(other), one(callPart("su-4", "recommendGuitar", `{"id":"4"}`)),
					e.parts(1), one(resultPart("su-2", `{"chosen":"2"}`)),
					e.parts(2), one(failure), one(result), e.parts(3), one(textPart("There."))), userMessage("u-2", "So?")))
	}
	return list
}
