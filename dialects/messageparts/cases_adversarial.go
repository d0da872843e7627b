package messageparts

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// strayCases are results for ids that no call has, each followed by a right one.
func strayCases() []*dialect.Case {
	open := toolCall("real-1", "recommendGuitar", `{"id":"6"}`, client)
	answer := output("real-1", "recommendGuitar", `{"real":"yes"}`)
	list := []*dialect.Case{
		hostile("stray-last", "An output for an unknown id while one call is open, which is never answered.", "10",
			script(user("Go"), open, callsDone(), output("ghost-9", "recommendGuitar", `{"ghost":"output"}`), user("Well?"))),
		hostile("stray-first", "A result comes before anything else was said.", "10 06",
			script(returned("ghost-9", "the ghost speaks first"), user("Go"), open, callsDone(), answer, user("Well?"))),
		hostile("stray-alone", "A stray result and text after it: the text is not lost.", "10 26",
			script(user("Go"), output("ghost-9", "recommendGuitar", `"boo, said the ghost"`), say("Nothing there."), stop(), user("Well?"))),
		hostile("stray-twice", "The same unknown id is answered twice, on both sides.", "10",
			script(user("Go"), open, output("ghost-9", "recommendGuitar", `"boo number one"`), returned("ghost-9", "boo number two"), answer, callsDone(), user("Well?"))),
		hostile("stray-then-new-call", "After a stray result a new call begins and is answered.", "10 06",
			script(user("Go"), open, answer, callsDone(), returned("ghost-9", "the ghost between"), toolCall("real-2", "getGuitars", `{"n":2}`, server),
				returned("real-2", "the second answer"), callsDone(), say("Both."), stop(), user("Well?"))),
		hostile("result-before-call", "A result comes before its call: held or not, but once, and its neighbour is untouched.", "10 06",
			script(user("Go"), open, returned("soon-1", "too early"), answer, toolCall("soon-1", "getGuitars", `{"n":1}`, server), callsDone(), user("Well?"))),
	}
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
		{"objects", "two outputs with different members", []wire.Value{output(id, tool, `{"a":{"p":1},"first":"only"}`), output(id, tool, `{"a":{"q":2},"second":"only"}`)}},
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
		script(user("Go"), toolCall(id, tool, `{"id":"6"}`, client), one, callsDone(), user("Well?"), two, say("Hm."), stop(), user("And?"))))
}

// cutCases are streams that end inside the arguments.
func cutCases() []*dialect.Case {
	list := []*dialect.Case{
		hostile("cut-beside-answered", "The second call is cut; the first is answered and stays so.", "12 20 05",
			script(user("Go"), toolCall("cut-b", "getGuitars", `{"n":4}`, server), returned("cut-b", "four"), deltas("cut-a", "recommendGuitar", client, `{"id":`, `"1`))),
		hostile("cut-then-user", "The stream is cut, and the user writes on.", "12 26",
			script(user("Go"), say("Now:"), deltas("cut-c", "recommendGuitar", client, `{"id"`, `:`), user("Are you there?"))),
		hostile("cut-then-turn", "The stream is cut; the next turn has a finish, which is not the cut call's.", "12 20",
			script(user("Go"), deltas("cut-d", "recommendGuitar", client, `{"id":"9`), user("Again"),
				toolCall("cut-e", "recommendGuitar", `{"id":"9"}`, client), output("cut-e", "recommendGuitar", `"nine"`), callsDone(), say("Nine."), stop(), user("Good"))),
		hostile("cut-two", "Two parallel calls are cut, one in its arguments, one whole by a tool_call.", "12 01",
			script(user("Go"), deltas("cut-g", "recommendGuitar", client, `{"a":[1,`), deltas("cut-f", "recommendGuitar", client, `{"b":`),
				toolCall("cut-f", "recommendGuitar", `{"b":2}`, client), output("cut-f", "recommendGuitar", `"two"`))),
		hostile("cut-number", "The stream is cut inside arguments that are a bare number: what came is JSON, and not what the model wrote.", "12",
			script(user("Go"), say("Wait."), deltas("cut-n", "recommendGuitar", client, `1`, `2`), user("Well?"))),
		hostile("cut-error", "The call that was cut is answered by an error.", "12 04 06",
			script(user("Go"), deltas("cut-h", "recommendGuitar", client, `{"id":"4`), failed("cut-h", "recommendGuitar", "connection lost"), user("Well?"))),
	}
	const whole = `{"id":"6","tags":["a\"b",{"n":1.5}],"on":true}`
	for at := 1; at < len(whole); at++ {
		list = append(list, hostile(fmt.Sprintf("cut-at-%02d", at), fmt.Sprintf("The stream is cut after %d bytes of the arguments.", at), "12",
			script(user("Go"), say("Wait."), deltas("cut-at", "recommendGuitar", client, bytewise(whole[:at])...))))
	}
	return list
}

// replayCases tell again what was told before, or too late.
func replayCases() []*dialect.Case {
	pieces := deltas("rp-5", "recommendGuitar", client, `{"id":`, `"6"}`)
	return []*dialect.Case{
		hostile("replayed-pieces", "The pieces come once more after the finish: the arguments are not doubled into anything else, the output stays.", "02 06 07 25",
			script(user("Go"), pieces, callsDone(), output("rp-5", "recommendGuitar", `{"n":"first"}`), pieces, callsDone(), user("Well?"))),
		hostile("id-again", "An id of the first turn comes again in the second, for another call: a second call, or the first one told anew; what is held of it is what is sent.", "20",
			script(user("Go"), toolCall("again-1", "recommendGuitar", `{"id":"6"}`, client), callsDone(), output("again-1", "recommendGuitar", `"the first time"`), say("One."), stop(),
				user("Again"), toolCall("again-1", "getGuitars", `{"id":"7"}`, server), returned("again-1", "the second time"), say("Two."), stop(), user("Well?"))),
		hostile("number-in-pieces", "The arguments are a bare number in pieces, each of which is JSON already.", "25",
			script(user("Go"), deltas("num-4", "recommendGuitar", server, `1`, `2`, `3`), callsDone(), returned("num-4", "so many"), user("Well?"))),
		hostile("replayed-call", "The whole call comes three times, its output between.", "02 06 07 25",
			script(user("Go"), toolCall("rp-6", "recommendGuitar", `{"id":"6"}`, client), toolCall("rp-6", "recommendGuitar", `{"id":"6"}`, client),
				output("rp-6", "recommendGuitar", `{"n":"only"}`), toolCall("rp-6", "recommendGuitar", `{"id":"6"}`, client), callsDone(), user("Well?"))),
		hostile("empty-piece-late", "An empty piece comes after the whole call.", "02 25",
			script(user("Go"), toolCall("rp-7", "recommendGuitar", `{"id":"6"}`, client), deltas("rp-7", "recommendGuitar", client, ""),
				output("rp-7", "recommendGuitar", `{"n":"kept"}`), callsDone(), user("Well?"))),
		hostile("output-between-pieces", "The output comes between two pieces of the arguments and survives the second.", "01 02 06 07",
			script(user("Go"), pieces[0], output("rp-5", "recommendGuitar", `{"n":"between"}`), pieces[1], callsDone(), user("Well?"))),
		hostile("call-after-pieces-and-output", "The output comes when only pieces told the call, then the whole call.", "01 02 06 07 25",
			script(user("Go"), pieces, output("rp-5", "recommendGuitar", `{"n":"early"}`), toolCall("rp-5", "recommendGuitar", `{"id":"6"}`, client), callsDone(), user("Well?"))),
	}
}
