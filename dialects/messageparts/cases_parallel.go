package messageparts

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// parallelCases are several calls at once.
func parallelCases() []*dialect.Case {
	return []*dialect.Case{
		valid("same-tool-twice", "The same tool twice with equal arguments; the results come in the other order.", "01 02 03 06 20 23",
			script(user("Twice"), toolCall("tw-2", "roll", `{"sides":6}`, client), toolCall("tw-1", "roll", `{"sides":6}`, client), callsDone(),
				output("tw-1", "roll", `{"rolled":4}`), output("tw-2", "roll", `{"rolled":2}`), user("Sum?"))),
		valid("same-tool-twice-server", "The same server tool twice; the results come in the other order.", "05 06 20 23 26",
			script(toolCall("s-2", "search", `{"q":"a"}`, server), toolCall("s-1", "search", `{"q":"a"}`, server), returned("s-1", "about s-2"), returned("s-2", "about s-1"),
				say("Both found."), stop())),
		valid("same-tool-one-after-the-other", "The same tool again, after the first result, with equal output.", "02 06 20 22 23 26",
			script(toolCall("o-9", "roll", `{"sides":20}`, client), output("o-9", "roll", `{"rolled":20}`), callsDone(), say("Again."),
				toolCall("o-8", "roll", `{"sides":20}`, client), output("o-8", "roll", `{"rolled":20}`), callsDone(), say("Lucky."), stop())),
		valid("five-parallel", "Five calls at once on both sides; results in another order, each mentioning another call.", "01 05 06 20 22 23 25", fiveParallel()),
		valid("interleaved-deltas", "The pieces of two calls come interleaved.", "01 02 05 06 20 25", interleaved()),
		valid("equal-results", "Parallel calls with different arguments get equal results, on both sides.", "01 05 06 20 23",
			script(user("Go"), toolCall("eq-3", "save", `{"f":"x"}`, client), toolCall("eq-1", "save", `{"f":"y"}`, client), toolCall("eq-2", "load", `{"f":"z"}`, server),
				toolCall("eq-4", "load", `{"f":"w"}`, server), callsDone(), output("eq-3", "save", `"done"`), output("eq-1", "save", `"done"`), returned("eq-2", "done"), returned("eq-4", "done"),
				say("All done."), stop(), user("Thanks"))),
		valid("punctuated-ids", "Ids that differ only behind a separator.", "01 02 05 06 20 23 25", punctuatedIDs()),
		valid("tool-names", "Tool names in every spelling; two differ in their case only.", "02 05 25",
			script(toolCall("nm-4", "mcp__Server__get.Thing-2", `{"n":4}`, client), toolCall("nm-1", "GetGuitars", `{"n":1}`, client),
				toolCall("nm-3", "getguitars", `{"n":3}`, server), toolCall("nm-2", strings.Repeat("long_name_", 12), `{"n":2}`, client), callsDone(),
				returned("nm-3", "three"), output("nm-1", "GetGuitars", `"one"`), output("nm-2", strings.Repeat("long_name_", 12), `"two"`),
				output("nm-4", "mcp__Server__get.Thing-2", `"four"`), user("All?"))),
		valid("tool-names-padded", "Tool names with blanks around them, with other letters, with a prefix.", "02 05 25",
			script(toolCall("pd-2", " show ", `{"n":2}`, client), toolCall("pd-1", "Tìm_kiếm 🔎", `{"n":1}`, server), toolCall("pd-3", "functions.show", `{"n":3}`, client), callsDone(),
				output("pd-3", "functions.show", `"three"`), returned("pd-1", "one"), output("pd-2", " show ", `"two"`), user("All?"))),
		hostile("other-tool-name", "An output says another tool's name than its call: the id decides, the call keeps its name.", "01 02 06 25",
			script(toolCall("on-2", "getGuitars", `{"n":2}`, client), toolCall("on-1", "recommendGuitar", `{"n":1}`, client), callsDone(),
				output("on-2", "recommendGuitar", `"for the second"`), output("on-1", "getGuitars", `"for the first"`), user("Well?"))),
		valid("prefix-ids", "Each id is the beginning of the next.", "01 02 05 06 20 23 25",
			script(toolCall("call_1", "getGuitars", `{"n":"short"}`, server), toolCall("call_11", "recommendGuitar", `{"n":"middle"}`, client),
				toolCall("call_111", "recommendGuitar", `{"n":"long"}`, client), output("call_111", "recommendGuitar", `"three"`), returned("call_1", "one"),
				output("call_11", "recommendGuitar", `"two"`), callsDone(), user("Which?"))),
	}
}

// separatedIDs differ only behind a character that something may be cut at.
func separatedIDs() []string {
	return []string{"call|fc_2", "call|fc_1", "call:x", "call:y", "call/7", "call/8", "call#b", "call#a", "call.3", "call.4", "call", "call-5", "call-6", "call_9", "call_", "call 0", "call 1",
		"call;k", "call;l", "call@m", "call@n", "call=o", "call=p", "call,q", "call,r", "call?s", "call?t", "call%20", "call+0", "call\\u", "call\"v", "call\nw"}
}

func punctuatedIDs() steps {
	list := []any{user("Go")}
	ids := separatedIDs()
	tool := func(i int) string { return "tool" + string(rune('a'+i%3)) }
	for i, id := range ids {
		list = append(list, toolCall(id, tool(i), fmt.Sprintf(`{"at":%d}`, 100+i), []side{client, server}[i%2]))
	}
	list = append(list, callsDone())
	for k := range ids {
		i := (k*5 + 3) % len(ids)
		if i%2 == 0 {
			list = append(list, output(ids[i], tool(i), fmt.Sprintf(`{"was":%d}`, i)))
		} else {
			list = append(list, returned(ids[i], fmt.Sprintf("was %d", i)))
		}
	}
	return script(append(list, say("So."), stop(), user("Thanks"))...)
}

func fiveParallel() steps {
	list := []any{user("All five"), say("Starting.")}
	for i, where := range []side{client, server, client, server, client} {
		list = append(list, toolCall(fmt.Sprintf("five_%c", 'e'-i), fmt.Sprintf("tool%d", i%2), fmt.Sprintf(`{"part":%d}`, 70+i), where))
	}
	return script(append(list, returned("five_b", "see five_e"), output("five_a", "tool0", `{"see":"five_d"}`), callsDone(),
		output("five_e", "tool0", `"see five_b"`), returned("five_d", `{"see":"five_c"}`), output("five_c", "tool0", `["see","five_a"]`), say("All there."), stop(), user("Good"))...)
}

func interleaved() steps {
	a := deltas("mix-z", "recommendGuitar", client, `{"id":`, `"6","why":"{`, `}"}`)
	b := deltas("mix-y", "getGuitars", server, ``, `{"filter":{"max"`, `:90}}`)
	woven := make([]wire.Value, 0, 6)
	for i := range a {
		woven = append(woven, a[i], b[i])
	}
	return script(woven, callsDone(), output("mix-z", "recommendGuitar", `{"id":"6"}`), returned("mix-y", "ninety"), say("There."), stop())
}

// textCases are about text around calls.
func textCases() []*dialect.Case {
	return []*dialect.Case{
		valid("text-around", "Text before the call and text after its result.", "20 22 26",
			script(user("Look"), say("Looking "), say("it up."), toolCall("tx-1", "getGuitars", `{"t":1}`, server), returned("tx-1", "six"),
				say("There are "), say("six."), stop(), user("Thanks"))),
		valid("text-between", "Text between a call and its result.", "20 22 23 26",
			script(user("Look"), say("First."), toolCall("tx-2", "recommendGuitar", `{"t":2}`, client), say("Meanwhile."), callsDone(),
				output("tx-2", "recommendGuitar", `{"t":"two"}`), say("Last."), stop(), user("Thanks"))),
		valid("text-loop", "Three rounds of text, call and result in one turn.", "20 22 23 26",
			script(user("Go on"), say("Round alpha."), toolCall("lp-c", "search", `{"r":"x"}`, server), returned("lp-c", "found x"), say("Round beta."),
				toolCall("lp-a", "recommendGuitar", `{"r":"y"}`, client), output("lp-a", "recommendGuitar", `{"y":1}`), callsDone(), say("Round gamma."),
				toolCall("lp-b", "search", `{"r":"z"}`, server), returned("lp-b", "found z"), say("The end."), stop(), user("More"))),
		valid("text-between-parallel", "Text between two parallel calls, answered in the other order.", "20 22 26",
			script(say("One:"), toolCall("bp-2", "search", `{"p":2}`, server), say("Two:"), toolCall("bp-1", "search", `{"p":1}`, server),
				returned("bp-1", "result of the second"), returned("bp-2", "result of the first"), say("Compared."), stop())),
		valid("text-only", "No call at all: text and questions in turn.", "26",
			script(user("Hello"), say("Hi."), stop(), user("Bye"), say("See you."), stop())),
		valid("text-like-output", "The text says the same as the output: both are sent, each in its place.", "20 21 26",
			script(user("Echo"), toolCall("eco", "echo", `{"say":"all strings are new"}`, client), output("eco", "echo", `"all strings are new"`), callsDone(),
				say("It says: all strings are new"), stop())),
	}
}

// argumentCases are about what stands in the arguments.
func argumentCases() []*dialect.Case {
	list := []*dialect.Case{}
	for _, a := range []struct{ slug, title, text string }{
		{"nested", "nested", `{"a":{"b":[{"c":"}]\"{"}]},"n":-0.5e2}`},
		{"spaced", "written with blanks", "{ \"id\" : \"6\" ,\n \"n\" : [ 1 , 2 ] }"},
		{"unicode", "not in ASCII", `{"tên":"Giá 🎸","e\u0301":"\u00e9"}`},
		{"falsy", "falsy values", `{"a":null,"b":false,"c":0,"d":"","e":[],"f":{}}`},
		{"lookalikes", "strings that look like something else", `{"n":"12","z":"007","t":"true","nul":"null","json":"{\"a\": 1}","list":"[1, 2]","pad":" x "}`},
		{"fractions", "fractions and exponents", `{"pi":3.14159265358979,"small":0.000000123456,"one":1.0,"e":1.5e-7,"neg":-0.25}`},
		{"typography", "typographic quotes and dashes", `{"t":"“so” ‘said’ – she\u00a0did…"}`},
		{"escapes", "escaped", `{"q":"\u0022a\u0022","nl":"\u000a","slash":"\/","back":"C:\\dir\\\\x","🎸":"\ud83c\udfb8"}`},
		{"proto", "members called __proto__", `{"__proto__":{"x":1},"in":{"__proto__":[2],"y":3}}`},
		{"repeats", "the same characters again and again", `{"aaaa":"aaaaaaaa","bb":[[[[1,1],1],1],1],"q":"\"\"\"\""}`},
		{"newlines", "several lines", "{\n  \"id\": \"6\",\n  \"text\": \"a\\nb\\tc\\\\d\"\n}\n"},
		{"long", "long", `{"text":` + long() + `,"end":true}`},
		{"marks", "of marks and joined characters", "{\"t\":\"e\u0301o\u0308 👩\u200d👧 ❤\ufe0f \ufeffa\u00a0b\u2028c \ufffd\"}"},
		{"object-names", "of names of every kind", `{"description":1,"title":2,"type":"x","name":"y","id":"z","error":3,"result":4,"output":5,"arguments":{"arguments":6},"🎸":7,"a b":8}`},
		{"empty-object", "an empty object", `{}`},
		{"empty", "empty", ``},
	} {
		id := "arg-" + a.slug
		list = append(list,
			valid("arguments-"+a.slug, "The arguments are "+a.title+"; a client tool.", "02 20 23 25",
				script(user("Try"), toolCall(id, "tryIt", a.text, client), callsDone(), output(id, "tryIt", `{"tried":"it"}`), user("Well?"))),
			valid("arguments-"+a.slug+"-deltas", "The arguments are "+a.title+"; a server tool, told byte by byte.", "05 20 23 25",
				script(user("Try"), deltas(id, "tryIt", server, bytewise(a.text)...), callsDone(), returned(id, "tried"), say("Tried."), stop())))
	}
	text, result := deltas("txt-7", "tryIt", client, `{"a":1,`, `"b":2}`), deltas("txt-8", "tryIt", client, `{"a":`, `[8]}`)
	return append(list,
		valid("arguments-replaced", "The whole call replaces what the pieces gathered.", "02 25",
			script(deltas("rep-3", "tryIt", client, `{"x":`, `1`), toolCall("rep-3", "tryIt", `{"x":19}`, client), callsDone(), output("rep-3", "tryIt", `"nineteen"`))),
		hostile("arguments-replaced-empty", "The whole call has no arguments: it replaces what the pieces gathered all the same.", "02 25",
			script(deltas("rep-4", "tryIt", client, `{"x":`, `1}`), toolCall("rep-4", "tryIt", ``, client), callsDone(), output("rep-4", "tryIt", `"nothing"`))),
		hostile("arguments-replaced-empty-object", "The whole call has {} for arguments: it replaces what the pieces gathered.", "02 25",
			script(deltas("rep-5", "tryIt", client, `{"x":`, `1}`), toolCall("rep-5", "tryIt", `{}`, client), callsDone(), output("rep-5", "tryIt", `"nothing"`))),
		hostile("arguments-no-object", "Arguments that are JSON, and no object: sent as they are, or left out with their call.", "20 25",
			script(user("Try"), toolCall("no-1", "tryIt", `[1,2]`, server), returned("no-1", "a list"), toolCall("no-2", "tryIt", `[]`, server), returned("no-2", "an empty list"),
				toolCall("no-3", "tryIt", `5`, server), returned("no-3", "a number"), callsDone(), user("Well?"))),
		valid("arguments-of-values", "Each piece of the arguments is a JSON value, or what stands between two.", "05 20 25",
			script(deltas("val-5", "tryIt", server, `{"a":`, `null`, `,"b":`, `0`, `,"c":`, `""`, `,"d":`, `false`, `,"e":`, `[]`, `,"f":`, `{}`, `,"g":`, ` `, `{}`, `}`), callsDone(), returned("val-5", "tried"), user("Well?"))),
		valid("arguments-escapes-whole", "The pieces of the arguments hold whole escapes.", "02 25",
			script(deltas("esc-6", "tryIt", client, `{"q":"`, `\u0022quoted\u0022`, ` and \\u0041`, `\n`, `"}`), callsDone(), output("esc-6", "tryIt", `"tried"`), user("Well?"))),
		hostile("arguments-around-text", "Text comes between the pieces of the arguments: they go on after it.", "02 25 26",
			script(user("Try"), text[0], say("Meanwhile."), text[1], callsDone(), output("txt-7", "tryIt", `"tried"`), user("Well?"))),
		hostile("arguments-whole-after-text", "Text comes between a first piece of the arguments and the whole call: it is one call.", "02 20 21 25 26",
			script(user("Try"), text[0], say("Meanwhile."), toolCall("txt-7", "tryIt", `{"a":1,"b":2}`, client), callsDone(), output("txt-7", "tryIt", `"tried"`), user("Well?"))),
		hostile("arguments-whole-after-text-server", "The same, with a server tool.", "05 06 20 23 25 26",
			script(user("Try"), deltas("txt-6", "tryIt", server, `{"a":`, `"x`), say("Meanwhile."), toolCall("txt-6", "tryIt", `{"a":"xyz"}`, server), callsDone(),
				returned("txt-6", "tried"), say("So."), stop())),
		hostile("arguments-whole-after-text-next", "The same in the next response, while a call of the one before is still open.", "02 20 21 25 26",
			script(user("Try"), say("I try."), toolCall("txt-5", "tryIt", `{"e":5}`, client), callsDone(), deltas("txt-4", "tryIt", client, `{"d":"`), say("Meanwhile."),
				toolCall("txt-4", "tryIt", `{"d":"four"}`, client), callsDone(), output("txt-4", "tryIt", `"tried four"`))),
		hostile("empty-piece-after-error", "An empty piece of the arguments comes after the call was answered by an error.", "02 04 20 24 25",
			script(user("Try"), toolCall("emp-3", "tryIt", `{"c":3}`, client), callsDone(), failed("emp-3", "tryIt", "cannot try"), callsDone(),
				deltas("emp-3", "tryIt", client, ""), user("Well?"))),
		hostile("empty-piece-after-output", "The same after an output.", "02 03 20 25",
			script(user("Try"), toolCall("emp-2", "tryIt", `{"b":2}`, client), callsDone(), output("emp-2", "tryIt", `{"tried":2}`), callsDone(),
				deltas("emp-2", "tryIt", client, ""), user("Well?"))),
		hostile("told-again-after-error", "The whole call is told once more after it was answered by an error.", "02 04 20 24 25",
			script(user("Try"), toolCall("tae-1", "tryIt", `{"e":1}`, client), failed("tae-1", "tryIt", "cannot try"), toolCall("tae-1", "tryIt", `{"e":1}`, client), callsDone(), user("Well?"))),
		hostile("arguments-around-result", "Another call's result comes between the pieces of the arguments.", "02 05 06 25",
			script(user("Try"), toolCall("oth-9", "getGuitars", `{"n":9}`, server), result[0], returned("oth-9", "nine"), result[1],
				callsDone(), output("txt-8", "tryIt", `"tried"`), user("Well?"))),
		valid("arguments-malformed", "What the model wrote is complete and no JSON: sent as it is, or left out with its call.", "06 25",
			script(user("Try"), toolCall("mal-1", "tryIt", `{"x": 1,}`, server), serverResult("mal-1", "cannot read the arguments", stateError),
				toolCall("mal-2", "tryIt", `{"x":"fine"}`, server), returned("mal-2", "fine"), callsDone(), user("Well?"))),
		valid("arguments-malformed-deltas", "Malformed arguments told in pieces and ended by a finish.", "06 25",
			script(deltas("mal-4", "tryIt", client, `{"x":`, `tru`), callsDone(), failed("mal-4", "tryIt", "no JSON"), user("Well?"))),
	)
}

// bytewise cuts text into single characters, a long one into longer pieces; an
// empty one stays one piece.
func bytewise(text string) []string {
	var pieces []string
	if len(text) > 1000 {
		for ; len(text) > 100; text = text[100:] {
			pieces = append(pieces, text[:100])
		}
	}
	for _, r := range text {
		pieces = append(pieces, string(r))
	}
	if pieces == nil {
		return []string{""}
	}
	return pieces
}
