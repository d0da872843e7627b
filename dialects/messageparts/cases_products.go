package messageparts

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
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
	call := []wire.Value{words.ToolCall("ord-cli", "recommendGuitar", `{"id":"17"}`, words.Client)}
	tests := "01 02 03 05 06 20 22 23"
	if pieces {
		slug += "-deltas"
		call = words.Deltas("ord-cli", "recommendGuitar", words.Client, `{"id"`, `:"17"}`)
	}
	if strings.Index(order, "c") < strings.Index(order, "f") {
		tests += " 07"
	}
	list := []any{words.User("Recommend"), words.Say("I look."), words.ToolCall("ord-srv", "getGuitars", `{"max":9}`, words.Server), call}
	for _, step := range order {
		switch step {
		case 'r':
			list = append(list, words.Returned("ord-srv", `["mentions ord-cli"]`))
		case 'c':
			list = append(list, words.Output("ord-cli", "recommendGuitar", `{"id":"17","for":"ord-srv"}`))
		case 'f':
			list = append(list, words.CallsDone())
		}
	}
	list = append(list, words.Say("This one."), words.Stop(), words.User("Why?"))
	c := valid(slug, "A server and a client tool in one turn; then, in this order (r result, c output, f finish): "+order+".", tests,
		script(list...))
	if pieces && strings.HasSuffix(tests, "07") { // a right client waits for the arguments to be whole
		c.Class = dialect.Adversarial
	}
	return c
}

// strayCases are results for ids that no call has, in three places.
func strayCases() []*dialect.Case {
	open := words.ToolCall("real-1", "recommendGuitar", `{"id":"6"}`, words.Client)
	answer := words.Output("real-1", "recommendGuitar", `{"real":"yes"}`)
	var list []*dialect.Case
	for _, s := range []struct {
		slug, title string
		step        wire.Value
	}{
		{"client", "A client-side output", words.Output("ghost-9", "recommendGuitar", `{"ghost":"output"}`)},
		{"client-string", "A client-side text", words.Output("ghost-9", "recommendGuitar", `"the ghost's text"`)},
		{"client-error", "A client-side error", words.Failed("ghost-9", "recommendGuitar", "the ghost failed")},
		{"server", "A server-side result", words.Returned("ghost-9", "the ghost's content")},
		{"server-error", "A server-side error", words.ServerResult("ghost-9", "the ghost broke", words.StateError)},
		{"prefix", "A result for the beginning of the id", words.Output("real-", "recommendGuitar", `"of a prefix"`)},
		{"longer", "A result for a longer id", words.Returned("real-11", "of a longer id")},
		{"suffix", "A result for an id that ends as the call's", words.Returned("x-real-1", "of a suffix")},
		{"empty-id", "A result with the id \"\"", words.Output("", "recommendGuitar", `"to no id"`)},
		{"blank-id", "A result with the id \" \"", words.Returned(" ", "to a blank id")},
		{"invisible", "A result for the id with a character that nobody sees", words.Output("real-\u200b1", "recommendGuitar", `"unseen"`)},
		{"case", "A result for the id in another case", words.Output("REAL-1", "recommendGuitar", `"of upper case"`)},
		{"blank", "A result for the id with a blank", words.Returned("real-1 ", "of a padded id")},
		{"to-string", "A result for the id toString", words.Output("toString", "recommendGuitar", `"of toString"`)},
		{"undefined", "A result for the id undefined", words.Returned("undefined", "of undefined")},
		{"null", "A result for the id null", words.Output("null", "recommendGuitar", `"of null"`)},
		{"proto", "A result for the id __proto__", words.Returned("__proto__", "of __proto__")},
		{"position", "A result for the call's position", words.Output("0", "recommendGuitar", `"of zero"`)},
		{"accented", "A result for the id with an accent", words.Returned("re\u0301al-1", "of an accent")},
		{"hash", "A result for the id behind a sign", words.Output("#real-1", "recommendGuitar", `"of a sign"`)},
		{"zeros", "A result for the id with a zero more", words.Returned("real-01", "of a zero")},
		{"name", "A result under the tool's name", words.Output("recommendGuitar", "recommendGuitar", `"of a name"`)},
	} {
		list = append(list, hostile("stray-"+s.slug, s.title+" for an unknown id; then the open call is answered.", "10 01",
			script(words.User("Go"), open, s.step, answer, words.CallsDone(), words.Say("Right."), words.Stop(), words.User("Well?"))),
			hostile("stray-"+s.slug+"-after", s.title+" for an unknown id, after the only call was answered.", "10 01",
				script(words.User("Go"), open, answer, s.step, words.CallsDone(), words.Say("Right."), words.Stop(), words.User("Well?"))),
			hostile("stray-"+s.slug+"-open", s.title+" for an unknown id, while the only call is never answered.", "10",
				script(words.User("Go"), open, words.CallsDone(), s.step, words.User("Well?"))))
	}
	return list
}

// secondCases are second results for a call.
func secondCases() []*dialect.Case {
	const id, tool = "dup-6", "recommendGuitar"
	one, two := words.Output(id, tool, `{"result":"number one"}`), words.Output(id, tool, `"result number two"`)
	var list []*dialect.Case
	for _, s := range []struct {
		slug, title string
		steps       []wire.Value
	}{
		{"equal", "two equal outputs", []wire.Value{one, one}},
		{"different", "two different outputs", []wire.Value{one, two}},
		{"objects", "two outputs with different members", []wire.Value{words.Output(id, tool, `{"a":{"p":1},"first":"only"}`),
			words.Output(id, tool,
				`{"a":{"q":2},"second":"only"}`)}},
		{"server-error-first", "a server-side error, then an output", []wire.Value{words.ServerResult(id, "reason number one",
			words.StateError), two}},
		{"then-error", "an output, then an error", []wire.Value{one, words.Failed(id, tool, "reason number two")}},
		{"after-error", "an error, then an output", []wire.Value{words.Failed(id, tool, "reason number one"), two}},
		{"errors", "two different errors", []wire.Value{words.Failed(id, tool, "reason number one"),
			words.Failed(id, tool, "reason number two")}},
		{"empty-error", "an output, then an error without a text", []wire.Value{one, words.Failed(id, tool, "")}},
		{"falsy", "an output, then false", []wire.Value{one, words.Output(id, tool, `false`)}},
		{"server", "a server-side result, then an output", []wire.Value{words.Returned(id, "server number one"), two}},
		{"server-last", "an output, then a server-side result", []wire.Value{one, words.Returned(id, "server number two")}},
		{"server-again", "an output between two equal server-side results", []wire.Value{words.Returned(id, "server number one"), two,
			words.Returned(id, "server number one")}},
		{"server-error-again", "an output between two equal server-side errors", []wire.Value{words.ServerResult(id, "reason number one",
			words.StateError), two, words.ServerResult(id, "reason number one", words.StateError)}},
		{"three", "three outputs", []wire.Value{one, two, words.Output(id, tool, `["result number three"]`)}},
	} {
		list = append(list, hostile("second-"+s.slug, "The same call gets "+s.title+".", "11 20 23",
			script(words.User("Go"), words.ToolCall(id, tool, `{"id":"6"}`, words.Client), words.CallsDone(), s.steps,
				words.User("Well?"))),
			hostile("second-"+s.slug+"-early", "The same call gets "+s.title+", before the finish and beside another call.", "11 06",
				script(words.User("Go"), words.ToolCall("oth-3", tool, `{"id":"7"}`, words.Client),
					words.ToolCall(id, tool, `{"id":"6"}`, words.Client), s.steps,
					words.Output("oth-3", tool, `"the other one"`), words.CallsDone(), words.Say("So."), words.Stop(),
					words.User("Well?"))))
	}
	return append(list, hostile("second-next-turn", "A second output comes after the next user message.", "11 20 22",
		script(words.User("Go"), words.ToolCall(id, tool, `{"id":"6"}`, words.Client), one, words.CallsDone(), words.User("Well?"),
			two, words.Say("Hm."), words.Stop(),
			words.User("And?"))))
}

// cutCases are streams that end behind every byte of the arguments.
func cutCases() []*dialect.Case {
	var list []*dialect.Case
	const whole = `{"id":"6","tags":["a\"b",{"n":1.5}],"on":true}`
	for at := 1; at < len(whole); at++ {
		list = append(list, hostile(fmt.Sprintf("cut-at-%02d", at), fmt.Sprintf("The stream is cut after %d bytes of the arguments.", at),
			"12",
			script(words.User("Go"), words.Say("Wait."), words.Deltas("cut-at", "recommendGuitar", words.Client, bytewise(whole[:at])...))))
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
		return neighbour{"finish-" + reason, "a finish for the reason " + reason,
			func(int) []wire.Value { return plant.Only(words.Finish(reason)) },
			false,
			true}
	}
	id := func(k int) string { return fmt.Sprintf("nb-%d", 9-k) }
	args := func(k int) string { return fmt.Sprintf(`{"sides":%d}`, 20+k) }
	return []neighbour{
		{"text", "a text", func(k int) []wire.Value { return plant.Only(words.Say(fmt.Sprintf("Part %c.", 'z'-k))) }, false, false},
		{"empty-text", "an empty text", func(int) []wire.Value { return plant.Only(words.Say("")) }, false, false},
		{"empty-then-text", "an empty text and another", func(k int) []wire.Value {
			return []wire.Value{words.Say(""), words.Say(fmt.Sprintf("Part %c.",
				'z'-k)), words.Say("")}
		}, false, false},
		finished("tool_calls"), finished("stop"), finished("length"), finished("content_filter"),
		{"server-call", "a server's call and its result", func(k int) []wire.Value {
			return []wire.Value{words.ToolCall(id(k), "roll", args(k), words.Server), words.Returned(id(k), fmt.Sprintf("rolled %d", 30+k))}
		}, false, false},
		{"client-call", "a client's call and its output", func(k int) []wire.Value {
			return []wire.Value{words.ToolCall(id(k), "pick", args(k), words.Client),
				words.Output(id(k), "pick", fmt.Sprintf(`{"picked":%d}`, 30+k))}
		}, false, false},
		{"failed-call", "a client's call that fails", func(k int) []wire.Value {
			return []wire.Value{words.ToolCall(id(k), "pick", args(k), words.Client),
				words.Failed(id(k), "pick", fmt.Sprintf("lost die %d", 40+k))}
		}, false, false},
		{"deltas", "a call told in pieces, and its output", func(k int) []wire.Value {
			return append(words.Deltas(id(k), "pick", words.Client, `{"sides":`, fmt.Sprint(20+k), `}`), words.CallsDone(),
				words.Output(id(k), "pick", `"picked"`))
		}, false, true},
		{"user", "a question", func(k int) []wire.Value { return plant.Only(words.User(fmt.Sprintf("And %c?", 'z'-k))) }, true, true},
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
				script(words.User("Go"), e.at(0), words.ToolCall("su-s", "getGuitars", `{"n":5}`, words.Server), e.at(1),
					words.Returned("su-s", "five"), e.at(2),
					words.Stop(),
					words.User("So?"))))
		}
		list = append(list,
			told("beside-"+e.slug+"-client", "Before, between and behind a client's call and its output stands "+e.title+".",
				"01 02 06 07 20 22 23",
				script(words.User("Go"), e.at(0), words.ToolCall("su-c", "recommendGuitar", `{"id":"5"}`, words.Client), e.at(1),
					words.Output("su-c", "recommendGuitar",
						`{"chosen":"5"}`), e.at(2), words.Stop(), words.User("So?"))),
			told("beside-"+e.slug+"-parallel", "Between two calls, their results and what follows stands "+e.title+".",
				"01 02 04 06 20 22 23 24",
				script(words.User("Go"), words.Say("I look."), words.ToolCall("su-a", "recommendGuitar", `{"id":"6"}`, words.Client),
					e.at(0), words.ToolCall("su-b",
						"recommendGuitar", `{"id":"7"}`, words.Client), e.at(1),
					words.Output("su-b", "recommendGuitar", `{"chosen":"7"}`), e.at(2),
					words.Failed("su-a", "recommendGuitar", "sold by now"), e.at(3),
					words.Say("There."), words.Stop(), words.User("So?"))))
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
	call := func(k int) wire.Value { return words.CallPart(id(k), "roll", fmt.Sprintf(`{"sides":%d}`, 20+k)) }
	return []storedNeighbour{
		{"text", "a text", func(k int) []wire.Value { return plant.Only(words.TextPart(fmt.Sprintf("Part %c.", 'z'-k))) }, false},
		{"empty-text", "an empty text", func(int) []wire.Value { return plant.Only(words.TextPart("")) }, false},
		{"blank-text", "a text of blanks", func(int) []wire.Value { return plant.Only(words.TextPart(" \n")) }, false},
		{"two-texts", "an empty text and another", func(k int) []wire.Value {
			return []wire.Value{words.TextPart(""),
				words.TextPart(fmt.Sprintf("Part %c.", 'z'-k))}
		}, false},
		{"answered-call", "a call with its result", func(k int) []wire.Value {
			return []wire.Value{call(k), words.ResultPart(id(k), fmt.Sprintf("rolled %d", 30+k))}
		}, false},
		{"shown-call", "a call with its output and result", func(k int) []wire.Value {
			return []wire.Value{call(k).With("output", wire.ParseString(`{"rolled":0}`)), words.ResultPart(id(k), `{"rolled":0}`)}
		}, false},
		{"failed-call", "a call that failed", func(k int) []wire.Value {
			return []wire.Value{call(k), words.ErrorPart(id(k), fmt.Sprintf("lost die %d", 40+k),
				wire.Str(fmt.Sprintf("lost die %d", 40+k)))}
		}, false},
		{"open-call", "a call that is not answered", func(k int) []wire.Value { return plant.Only(call(k)) }, false},
		{"unknown-part", "a part of an unknown type", func(k int) []wire.Value {
			return plant.Only(wire.ParseString(fmt.Sprintf(`{"type":"thinking","content":"hm","id":"th-%d","state":"complete"}`, k)))
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
		call, result := words.CallPart("su-5", "getGuitars", `{"n":5}`), words.ResultPart("su-5", "five")
		message := func(parts ...[]wire.Value) wire.Value {
			var all []wire.Value
			for _, p := range parts {
				all = append(all, p...)
			}
			return words.AssistantMessage("a-1", all...)
		}
		add("alone", "Before, between and behind a call and its result stands "+e.title+".",
			newStored(words.UserMessage("u-1", "Go"), message(e.parts(0), plant.Only(call), e.parts(1), plant.Only(result), e.parts(2)),
				words.UserMessage("u-2", "So?")))
		other, failure := words.CallWithOutput("su-2", "recommendGuitar", `{"id":"2"}`, `{"chosen":"2"}`),
			words.ErrorPart("su-4", "sold by now",
				wire.Str("sold by now"))
		add("parallel", "Between three calls and their results stands "+e.title+".",
			newStored(words.UserMessage("u-1", "Go"),
				message(plant.Only(call), e.parts(0), plant.Only(other), plant.Only(words.CallPart("su-4", "recommendGuitar",
					`{"id":"4"}`)),
					e.parts(1), plant.Only(words.ResultPart("su-2", `{"chosen":"2"}`)),
					e.parts(2), plant.Only(failure), plant.Only(result), e.parts(3), plant.Only(words.TextPart("There."))),
				words.UserMessage("u-2", "So?")))
	}
	return list
}
