package messageparts

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// outputCases are client-side successes with every kind of output.
func outputCases() []*dialect.Case {
	var list []*dialect.Case
	for _, o := range []struct{ slug, tests, json string }{
		{"string", "03 20", `"82,000 VND"`},
		{"string-of-json", "03 20", `"{\"a\":1}"`},
		{"string-of-json-spaced", "03 20", `"{ \"a\" : 1.50, \"b\":[ 1 ,2 ] }"`},
		{"string-escapes", "03 20", `"a\\nb \\u0041 \\\"q\\\" C:\\\\dir"`},
		{"string-bom", "03 20", `"\ufeffmarked"`},
		{"string-quoted", "03 20", `"\"quoted\""`},
		{"string-number", "03 20", `"0"`},
		{"string-null", "03 20", `"null"`},
		{"string-false", "03 20", `"false"`},
		{"string-padded", "03 20", `" two  blanks \n"`},
		{"string-separators", "03 20", `"a\u2028b\u2029c\u0085d\u0000e"`},
		{"string-markup", "03 20", `"a < b && c > d, it's \"x\""`},
		{"string-patterns", "03 20", `"costs $1 and $& more, or $$2; 100%% of %s; a\ufffdb"`},
		{"string-emoji", "03 20", `"Giá 🎸 e\u0301 \u00e9"`},
		{"object", "02 03 20", `{"id":"6","nested":{"list":[1,2.50,null,false],"":" "},"z":1,"a":2}`},
		{"object-markup", "02 03 20", `{"html":"<b>&amp;</b>","cond":"x < y && y > z"}`},
		{"object-astral", "02 03 20", `{"t":"🎸 𝒳","🎸":"key"}`},
		{"object-proto", "02 03 20", `{"__proto__":{"x":1},"in":{"__proto__":[2],"y":3}}`},
		{"object-nulls", "02 03 20", `{"gone":null,"deep":{"gone":null,"kept":[null,{"gone":null}]}}`},
		{"object-empties", "02 03 20", `{"a":{},"b":[],"c":"","d":[[],{}],"e":false,"f":0}`},
		{"object-lookalikes", "02 03 20", `{"n":"12","z":"007","t":"true","nul":"null","json":"{\"a\": 1}","list":"[1, 2]","date":"2025-12-01T00:00:00Z","pad":" x ","big":"9007199254740993"}`},
		{"object-fractions", "02 03 20", `{"pi":3.14159265358979,"small":0.000000123456,"big":123456789.123456,"one":1.0,"e":1.5e-7}`},
		{"object-keys", "02 03 20", `{"b":1,"a":2,"10":3,"9":4,"":5,"a b":6,"Tên":7,"type":"tool-result","toolCallId":"other","content":"c","output":"o","id":"i"}`},
		{"object-deep", "02 03 20", `{"a":{"b":{"c":{"d":{"e":{"f":[{"g":"bottom"}]}}}}}}`},
		{"string-lines", "03 20", `"line one\nline two\r\nline three\n"`},
		{"string-long", "03 20", long()},
		{"object-long", "02 03 20", `{"text":` + long() + `}`},
		{"object-empty", "02 03 20", `{}`},
		{"object-error", "02 03 04 20", `{"error":"a word only","state":"output-error"}`},
		{"array", "02 03 20", `["6",6,{"id":6}]`},
		{"array-empty", "02 03 20", `[]`},
		{"number", "02 03 20", `82000.5`},
		{"true", "02 03 20", `true`},
		{"falsy-false", "02 03 04 09 20 23", `false`},
		{"falsy-zero", "02 03 04 09 20 23", `0`},
		{"falsy-empty", "02 03 04 09 20 23", `""`},
		{"falsy-null", "03 04 09 20 23", `null`},
	} {
		id := "out-" + o.slug
		list = append(list, valid("output-"+o.slug, fmt.Sprintf("The client tool's output is %s.", o.json), "01 06 "+o.tests,
			script(user("Show"), toolCall(id, "showGuitar", `{"guitar":"12"}`, client), callsDone(), output(id, "showGuitar", o.json), user("And?"))))
	}
	return append(list,
		valid("empty-behind-full", "An output with a member, then empty ones of the same tool.", "02 03 07 20",
			script(user("Show"), toolCall("ef-3", "showGuitar", `{"g":3}`, client), toolCall("ef-1", "showGuitar", `{"g":1}`, client), toolCall("ef-2", "showGuitar", `{"g":2}`, client), callsDone(),
				output("ef-3", "showGuitar", `{"id":"6"}`), output("ef-1", "showGuitar", `{}`), output("ef-2", "showGuitar", `[]`), user("And?"))),
		valid("falsy-before-finish", "Falsy outputs of three parallel calls, then the finish.", "02 06 07 09 23",
			script(toolCall("f-1", "isOpen", `{"door":1}`, client), toolCall("f-0", "count", `{"of":"x"}`, client), toolCall("f-2", "read", `{"f":"y"}`, client),
				output("f-1", "isOpen", `false`), output("f-0", "count", `0`), output("f-2", "read", `""`), callsDone(), user("So?"))),
		hostile("falsy-in-pieces", "Falsy outputs of four calls that only pieces told so far, then the finish.", "01 02 06 07 09 23",
			script(deltas("p-1", "isOpen", client, `{"door":1}`), deltas("p-0", "count", client, `{"of":"x"}`), deltas("p-2", "read", client, `{"f":"y"}`), deltas("p-3", "get", client, `{"k":"z"}`),
				output("p-1", "isOpen", `false`), output("p-0", "count", `0`), output("p-2", "read", `""`), output("p-3", "get", `null`), callsDone(), user("So?"))),
		valid("falsy-late", "Falsy outputs of four calls come when the user has written on.", "01 02 06 09 20 22 23",
			script(user("Go"), toolCall("l-1", "isOpen", `{"door":1}`, client), toolCall("l-0", "count", `{"of":"x"}`, client), toolCall("l-2", "read", `{"f":"y"}`, client), toolCall("l-3", "get", `{"k":"z"}`, client),
				callsDone(), user("Still there?"), output("l-3", "get", `null`), output("l-2", "read", `""`), output("l-1", "isOpen", `false`), output("l-0", "count", `0`), say("Yes."), stop(), user("So?"))),
		hostile("state-available-beside-error", "The output is available, and an error text stands beside it: it is ignored.", "01 02 03 04",
			script(user("Go"), toolCall("avl-5", "recommendGuitar", `{"id":"6"}`, client), toolCall("avl-3", "recommendGuitar", `{"id":"7"}`, client), callsDone(),
				output("avl-3", "recommendGuitar", `{"id":"7"}`).With("errorText", wire.Str("not an error either")), output("avl-5", "recommendGuitar", `{"id":"6"}`).With("errorText", wire.Str("not an error")), user("Well?"))),
		valid("state-left-out", "`state` and `errorText` are absent: the output is available.", "01 02 03 04",
			script(toolCall("lft-7", "recommendGuitar", `{"id":"9"}`, client), callsDone(), output("lft-7", "recommendGuitar", `{"shown":"9"}`).Without("state").Without("errorText"))),
		hostile("state-absent", "`state` is absent: the output is available. An error text beside it is ignored.", "01 02 03 04",
			script(toolCall("abs-5", "recommendGuitar", `{"id":"6"}`, client), callsDone(),
				wire.Obj(wire.M("type", wire.Str(stepAddResult)), wire.M("toolCallId", wire.Str("abs-5")), wire.M("tool", wire.Str("recommendGuitar")),
					wire.M("output", wire.ParseString(`{"id":"6"}`)), wire.M("errorText", wire.Str("not an error"))))),
	)
}

// contentCases are server-side contents, which are texts and stay what they are.
func contentCases() []*dialect.Case {
	var list []*dialect.Case
	for _, c := range []struct{ slug, content string }{
		{"json", "{ \"a\" : 1.50, \"b\":[ 1 ,2 ],\"a2\":1e2 }"},
		{"json-string", `"quoted"`},
		{"number", "007"},
		{"null", "null"},
		{"false", "false"},
		{"empty", ""},
		{"blank", " "},
		{"padded", " two  blanks \n"},
		{"lines", "one\r\ntwo\rthree\n"},
		{"letters", "caf\u00e9 cafe\u0301 🎸 a\u2028b\u0085c\u0000d"},
		{"markup", "<b>&amp;</b> \\n \\u0041 ```tool\n{}\n```"},
		{"bom", "\ufeffmarked"},
		{"long", strings.Trim(long(), `"`)},
	} {
		id := "con-" + c.slug
		list = append(list, valid("content-"+c.slug, fmt.Sprintf("The server tool's content is %.60q.", c.content), "05 06 20 23",
			script(user("Read"), toolCall(id, "read", `{"from":"x"}`, server), returned(id, c.content), say("Read it."), stop(), user("And?"))))
	}
	return list
}

// long is a string of 12,000 characters, none like its neighbours, as JSON.
func long() string {
	var b strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&b, "%06d: ", i)
	}
	return `"` + b.String() + `"`
}

// errorCases are failures on both sides.
func errorCases() []*dialect.Case {
	none := wire.Value{}
	var list []*dialect.Case
	for _, e := range []struct {
		slug, title string
		out, reason wire.Value
	}{
		{"text", "with a text", wire.NullValue, wire.Str("no permission to show it")},
		{"text-no-output", "with a text and no output", none, wire.Str("camera is off")},
		{"text-and-output", "with a text and an output beside it", wire.ParseString(`{"partial":"half"}`), wire.Str("it broke half-way")},
		{"text-json", "whose text is JSON", wire.NullValue, wire.Str(`{"code":"E_DENIED"}`)},
		{"text-lines", "with a text of several lines", wire.NullValue, wire.Str("the first line\nthe second: E_DENIED\n")},
		{"text-long", "with a long text", wire.NullValue, wire.ParseString(long())},
		{"empty", "with an empty text", wire.NullValue, wire.Str("")},
		{"absent", "without a text", wire.NullValue, none},
		{"null", "with the text null", none, wire.NullValue},
		{"empty-with-output", "with an empty text and an output beside it", wire.ParseString(`{"partial":"third"}`), wire.Str("")},
	} {
		id := "err-" + e.slug
		list = append(list,
			valid("error-"+e.slug, "A client tool fails "+e.title+".", "01 04 06 20 23 24",
				script(user("Show"), toolCall(id, "showGuitar", `{"guitar":"3"}`, client), callsDone(), failure(id, "showGuitar", e.out, e.reason), user("And?"))),
			valid("error-"+e.slug+"-early", "A client tool fails "+e.title+", before the finish; its call came in pieces.", "01 04 06 20 23 24",
				script(deltas(id, "showGuitar", client, `{"guitar"`, `:"3"}`), toolCall(id, "showGuitar", `{"guitar":"3"}`, client),
					failure(id, "showGuitar", e.out, e.reason), callsDone(), user("And?"))))
	}
	return append(list,
		valid("error-server", "A server tool fails with a text.", "05 06 20 23 24",
			script(user("Find"), toolCall("es-1", "getGuitars", `{"q":"x"}`, server), serverResult("es-1", "connection refused by stock", stateError), say("Sorry."), stop(), user("Why?"))),
		valid("error-server-empty", "A server tool fails without a text.", "05 06 20 23 24",
			script(toolCall("es-2", "getGuitars", `{"q":"y"}`, server), serverResult("es-2", "", stateError), callsDone(), user("Why?"))),
		valid("error-beside-success", "Two parallel client tools: one fails, one succeeds, and neither takes the other's part.", "01 02 03 04 06 20 24",
			script(toolCall("mix-b", "recommendGuitar", `{"id":"1"}`, client), toolCall("mix-a", "recommendGuitar", `{"id":"2"}`, client), callsDone(),
				failed("mix-a", "recommendGuitar", "guitar 2 is sold"), output("mix-b", "recommendGuitar", `"guitar 1 is shown"`), user("Well?"))),
		valid("errors-two", "Two parallel client tools fail, each in its own words.", "04 06 20 24",
			script(toolCall("two-b", "recommendGuitar", `{"id":"1"}`, client), toolCall("two-a", "showGuitar", `{"id":"2"}`, client), callsDone(),
				failed("two-a", "showGuitar", "guitar 2 is sold"), failed("two-b", "recommendGuitar", "guitar 1 is broken"), user("Well?"))),
		valid("error-then-success", "A client tool fails, the next call of the same tool succeeds.", "01 02 04 06 20 24",
			script(toolCall("ets-1", "showGuitar", `{"try":1}`, client), callsDone(), failed("ets-1", "showGuitar", "not this time"), say("Again."),
				toolCall("ets-2", "showGuitar", `{"try":2}`, client), callsDone(), output("ets-2", "showGuitar", `"this time"`), say("There."), stop(), user("Well?"))),
		hostile("error-while-streaming", "A client tool fails while the finish is still to come, its call told by pieces only.", "04 06 24",
			script(deltas("ews", "showGuitar", client, `{"guitar":`, `"77"}`), failed("ews", "showGuitar", "the display is gone"), callsDone(), user("Hm?"))),
		hostile("error-unfinished", "A client tool fails and the finish never comes: the call waits for no input any more.", "04 06",
			script(deltas("euf", "showGuitar", client, `{"guitar":`, `"78"}`), failed("euf", "showGuitar", "the display went dark"))),
		hostile("error-awaiting", "A client tool fails before any piece of its arguments came.", "04 06",
			script(deltas("eaw", "showGuitar", client, ""), failed("eaw", "showGuitar", "the display was never there"))),
	)
}
