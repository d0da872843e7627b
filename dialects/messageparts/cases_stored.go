package messageparts

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// storedCases are messages as a right chat stores them.
func storedCases() []*dialect.Case {
	return []*dialect.Case{
		kept("document-example", "The document's Example Output, word for word.", "20 21 22 23 25 26", stored{exampleOutput().Items()}),
		kept("document-conversation", "The same between its two questions.", "20 21 22 23 25 26",
			stored{append(append([]wire.Value{userMessage("u-1", guitarQuestion)}, exampleOutput().Items()...), userMessage("u-2", whyQuestion))}),
		kept("server-only", "A call without output, and its result part.", "20 22 23 25 26",
			newStored(userMessage("u-1", "What is in stock?"), assistantMessage("a-1", textPart("Let me look."), callPart("k-9", "getGuitars", `{"limit":3}`),
				resultPart("k-9", `[{"id":"6"}]`), textPart("There is one.")), userMessage("u-2", "Thanks"))),
		odd("output-differs", "The output shown and the content sent are written differently: the content is sent, once.", "20 21 23",
			newStored(assistantMessage("a-1", callWithOutput("k-8", "recommendGuitar", `{"id":"6"}`, `{"shown":"in the UI","id":"6"}`),
				resultPart("k-8", `told to the model`)), userMessage("u-1", "Why?"))),
		kept("output-string", "Output and content are one text.", "20 21 23",
			newStored(assistantMessage("a-1", callWithOutput("k-7", "echo", `{"say":"all the same"}`, `"all the same"`), resultPart("k-7", "all the same")), userMessage("u-1", "Why?"))),
		kept("parallel-reversed", "Two parallel calls of one tool, their results in the other order.", "20 22 23 25 26",
			newStored(userMessage("u-1", "Twice"), assistantMessage("a-1", callPart("r-2", "roll", `{"sides":6}`), callWithOutput("r-1", "roll", `{"sides":6}`, `{"rolled":4}`),
				resultPart("r-1", `{"rolled":4}`), resultPart("r-2", "about r-1")), userMessage("u-2", "Sum?"))),
		kept("loop", "Three rounds of text, call and result in one message.", "20 22 23 26",
			newStored(userMessage("u-1", "Go"), assistantMessage("a-1", textPart("Round alpha."), callPart("l-c", "search", `{"r":"x"}`), resultPart("l-c", "found x"),
				textPart("Round beta."), callPart("l-a", "search", `{"r":"y"}`), resultPart("l-a", "found y"), textPart("Round gamma."),
				callPart("l-b", "search", `{"r":"z"}`), resultPart("l-b", "found z"), textPart("The end.")), userMessage("u-2", "More"))),
		kept("text-between", "Text between a call and its result, and after it.", "20 22 26",
			newStored(assistantMessage("a-1", textPart("One."), callPart("b-1", "search", `{"q":1}`), textPart("Meanwhile."), resultPart("b-1", "found"), textPart("Last.")),
				userMessage("u-1", "Thanks"))),
		kept("several-messages", "Text after the finish stands in a message of its own.", "20 22 23 26",
			newStored(userMessage("u-1", "Go"), assistantMessage("a-1", callPart("m-1", "search", `{"q":1}`), resultPart("m-1", "found it")),
				assistantMessage("a-2", textPart("Found."), callPart("m-0", "search", `{"q":2}`), resultPart("m-0", "found that")), assistantMessage("a-3", textPart("All.")),
				userMessage("u-2", "Thanks"))),
		kept("two-turns", "Two turns, each with its call.", "20 22 23 25 26",
			newStored(userMessage("u-1", "First"), assistantMessage("a-1", callPart("t-1", "getGuitars", `{"page":1}`), resultPart("t-1", "page one"), textPart("One.")),
				userMessage("u-2", "Second"), assistantMessage("a-2", callWithOutput("t-0", "recommendGuitar", `{"id":"1"}`, `["two"]`), resultPart("t-0", `["two"]`), textPart("Two.")),
				userMessage("u-3", "Third"))),
		kept("open-sibling", "One of two calls is not answered yet: the result that is there is sent.", "20 22",
			newStored(assistantMessage("a-1", callPart("s-a", "recommendGuitar", `{"id":"1"}`), callPart("s-b", "getGuitars", `{"all":true}`), resultPart("s-b", "all of them")),
				userMessage("u-1", "What did you find?"))),
		kept("arguments", "Arguments nested, written with blanks, not in ASCII, falsy.", "20 23 25",
			newStored(assistantMessage("a-1", callPart("g-4", "tryIt", `{"a":{"b":[{"c":"}]\"{"}]},"n":-0.5e2}`), callPart("g-2", "tryIt", "{ \"id\" : \"6\" }"),
				callPart("g-3", "tryIt", `{"tên":"Giá 🎸"}`), callPart("g-1", "tryIt", `{"a":null,"b":0,"c":""}`),
				resultPart("g-4", "four"), resultPart("g-2", "two"), resultPart("g-3", "three"), resultPart("g-1", "one")))),
		kept("arguments-lookalikes", "Arguments with strings that look like something else, fractions, nulls, long ones.", "20 23 25",
			newStored(assistantMessage("a-1", callPart("h-2", "tryIt", `{"n":"12","z":"007","json":"{\"a\": 1}","list":"[1, 2]","pad":" x "}`),
				callPart("h-3", "tryIt", `{"pi":3.14159265358979,"small":0.000000123456,"one":1.0}`), callPart("h-1", "tryIt", `{"gone":null,"deep":{"gone":null,"e":{},"l":[]}}`),
				callPart("h-4", "tryIt", `{"text":`+long()+`,"end":true}`), resultPart("h-1", "one"), resultPart("h-2", "two"), resultPart("h-3", "three"), resultPart("h-4", "four")))),
		kept("arguments-spelling", "Arguments with escapes, typographic quotes, members called __proto__.", "20 23 25",
			newStored(assistantMessage("a-1", callPart("j-2", "tryIt", `{"q":"\u0022a\u0022","nl":"\u000a","slash":"\/","back":"C:\\dir\\\\x"}`), callPart("j-3", "tryIt", `{"t":"“so” ‘said’ – she\u00a0did…"}`),
				callPart("j-1", "tryIt", `{"__proto__":{"x":1},"in":{"__proto__":[2],"y":3}}`), resultPart("j-1", "one"), resultPart("j-2", "two"), resultPart("j-3", "three")))),
		kept("tool-names", "Tool names in every spelling.", "20 23 25",
			newStored(assistantMessage("a-1", callPart("n-2", "mcp__Server__get.Thing-2", `{"n":2}`), callPart("n-3", "GetGuitars", `{"n":3}`), callPart("n-1", strings.Repeat("long_name_", 12), `{"n":1}`),
				resultPart("n-2", "two"), resultPart("n-3", "three"), resultPart("n-1", "one")))),
		kept("equal-calls", "Two calls with equal name, arguments and content.", "20 22 23 25",
			newStored(assistantMessage("a-1", callWithOutput("q-2", "roll", `{"sides":6}`, `"rolled"`), callPart("q-1", "roll", `{"sides":6}`), resultPart("q-1", "rolled"), resultPart("q-2", "rolled")), userMessage("u-1", "So?"))),
		kept("punctuated-ids", "Ids that differ only behind a separator.", "20 22 23 25", punctuatedParts()),
		kept("five-parallel", "Five calls at once, their results in another order, each mentioning another call.", "20 22 23 25 26",
			newStored(userMessage("u-1", "Go"), assistantMessage("a-1", textPart("Starting."), callPart("v-e", "t0", `{"p":70}`), callPart("v-d", "t1", `{"p":71}`), callPart("v-c", "t0", `{"p":72}`),
				callPart("v-b", "t1", `{"p":73}`), callPart("v-a", "t0", `{"p":74}`), resultPart("v-b", "see v-e"), resultPart("v-a", "see v-d"), errorPart("v-e", "see v-b", wire.Str("see v-b")),
				resultPart("v-d", `{"see":"v-c"}`), resultPart("v-c", "see v-a"), textPart("All there.")), userMessage("u-2", "Good"))),
		kept("long-contents", "Long contents.", "20 23",
			newStored(assistantMessage("a-1", callPart("w-1", "read", `{"f":1}`), resultPart("w-1", long())), userMessage("u-1", "So?"))),
		kept("user-parts", "A question of several text parts.", "20 26",
			newStored(wire.ParseString(`{"id":"u-1","role":"user","parts":[{"type":"text","content":"First half."},{"type":"text","content":"Second half."}]}`),
				assistantMessage("a-1", callPart("z-1", "read", `{"f":1}`), resultPart("z-1", "read it"), textPart("It says."), textPart("It said.")), userMessage("u-2", "So?"))),
		kept("arguments-escapes", "Arguments with escapes of both kinds: a surrogate pair, a slash, a letter.", "20 23 25",
			newStored(userMessage("u-1", "Go"), assistantMessage("a-1", callPart("es-2", "tryIt", `{"a":"\ud83d\ude00","b":"\/","c":"\u0041"}`), resultPart("es-2", "smiled")), userMessage("u-2", "So?"))),
		kept("arguments-empty", "Empty arguments, and an empty object.", "20 23 25",
			newStored(assistantMessage("a-1", callPart("e-2", "tryIt", ``), resultPart("e-2", "with nothing"), callPart("e-1", "tryIt", `{}`), resultPart("e-1", "with an object")))),
		kept("contents", "Contents that look like something else.", "20 22 23",
			newStored(assistantMessage("a-1", callPart("c-5", "read", `{"f":5}`), callPart("c-3", "read", `{"f":3}`), callPart("c-4", "read", `{"f":4}`), callPart("c-1", "read", `{"f":1}`), callPart("c-2", "read", `{"f":2}`),
				resultPart("c-5", "null"), resultPart("c-3", "0"), resultPart("c-4", "false"), resultPart("c-1", `"quoted"`), resultPart("c-2", " padded \n")), userMessage("u-1", "So?"))),
		kept("contents-spelling", "Contents whose spelling matters: blanks in JSON, CRLF, composed and decomposed letters, separators.", "20 22 23",
			newStored(assistantMessage("a-1", callPart("d-3", "read", `{"f":3}`), callPart("d-1", "read", `{"f":1}`), callPart("d-2", "read", `{"f":2}`), callPart("d-4", "read", `{"f":4}`),
				resultPart("d-3", "{ \"a\" : 1.50, \"b\":[ 1 ,2 ],\"a2\":1e2 }"), resultPart("d-1", "one\r\ntwo\rthree\n"), resultPart("d-2", "caf\u00e9 cafe\u0301"), resultPart("d-4", "a\u2028b\u0085c\u0000d")), userMessage("u-1", "So?"))),
		kept("content-empty", "An empty content is a result.", "20 21 23",
			newStored(assistantMessage("a-1", callWithOutput("x-1", "read", `{"f":"empty"}`, `""`), resultPart("x-1", ""), textPart("Nothing in it.")), userMessage("u-1", "So?"))),
		kept("falsy-outputs", "Falsy outputs beside their result parts.", "20 21 23",
			newStored(assistantMessage("a-1", callWithOutput("y-3", "isOpen", `{"d":1}`, `false`), resultPart("y-3", "false"),
				callWithOutput("y-1", "count", `{"d":2}`, `0`), resultPart("y-1", "0"), callWithOutput("y-2", "get", `{"d":3}`, `null`), resultPart("y-2", "null")), userMessage("u-1", "So?"))),
	}
}

func punctuatedParts() stored {
	ids := separatedIDs()
	var parts []wire.Value
	for i, id := range ids {
		parts = append(parts, callPart(id, "tool"+string(rune('a'+i%3)), fmt.Sprintf(`{"at":%d}`, 100+i)))
	}
	for k := range ids {
		i := (k*5 + 3) % len(ids)
		parts = append(parts, resultPart(ids[i], fmt.Sprintf("was %d", i)))
	}
	return newStored(userMessage("u-1", "Go"), assistantMessage("a-1", parts...), userMessage("u-2", "So?"))
}

// storedErrorCases are error results.
func storedErrorCases() []*dialect.Case {
	one := func(slug, title string, parts ...wire.Value) *dialect.Case {
		return kept("error-"+slug, title, "20 22 23 24",
			newStored(userMessage("u-1", "Show"), assistantMessage("a-1", parts...), userMessage("u-2", "Why?")))
	}
	call := callPart("err-2", "showGuitar", `{"guitar":"3"}`)
	return []*dialect.Case{
		one("content", "The error's text stands in `content`.", call, errorPart("err-2", "no permission to show it", wire.Value{})),
		one("member", "The error's text stands in `error`, `content` is empty.", call, errorPart("err-2", "", wire.Str("camera is off"))),
		one("both", "It stands in both.", call, errorPart("err-2", "stock is closed", wire.Str("stock is closed"))),
		one("null-content", "The text stands in `error`, and `content` is the word null.", call, errorPart("err-2", "null", wire.Str("display is gone"))),
		one("empty", "There is no text at all.", call, errorPart("err-2", "", wire.Value{})),
		one("with-output", "The call carries an output too.", call.With("output", wire.ParseString(`{"error":"the output says it too"}`)), errorPart("err-2", "the part says it", wire.Str("the part says it"))),
		one("beside-success", "One fails, one succeeds.", call, callPart("err-1", "showGuitar", `{"guitar":"4"}`), resultPart("err-1", "shown well"), errorPart("err-2", "sold already", wire.Str("sold already"))),
	}
}

// storedOddCases are messages that no right chat stores, or that are not finished.
func storedOddCases() []*dialect.Case {
	return []*dialect.Case{
		odd("output-without-result", "The document's bug: an output and no result part.", "21 22",
			newStored(userMessage("u-1", guitarQuestion), assistantMessage("a-1", callPart("bug-1", "getGuitars", `{}`), resultPart("bug-1", "[...]"),
				callWithOutput("bug-2", "recommendGuitar", `{"id":"6"}`, `{"chosen":"number six"}`)), userMessage("u-2", whyQuestion))),
		odd("falsy-output-without-result", "A falsy output and no result part.", "21",
			newStored(assistantMessage("a-1", callWithOutput("bug-3", "isOpen", `{"d":1}`, `false`)), userMessage("u-1", "So?"))),
		odd("ids-again", "An id of the first turn comes again in the second, for another call.", "20",
			newStored(userMessage("u-1", "Go"), assistantMessage("a-1", callPart("i-1", "read", `{"f":1}`), resultPart("i-1", "the first time")), userMessage("u-2", "Again"),
				assistantMessage("a-2", callPart("i-1", "roll", `{"f":2}`), resultPart("i-1", "the second time")), userMessage("u-3", "So?"))),
		odd("two-results", "Two result parts for one call: one of them is sent.", "20 21 23",
			newStored(assistantMessage("a-1", callWithOutput("two-1", "roll", `{"sides":6}`, `"rolled first"`), resultPart("two-1", "rolled first"), resultPart("two-1", "rolled second")), userMessage("u-1", "So?"))),
		odd("result-and-error", "A success and an error for one call: one of them is sent.", "20 23",
			newStored(assistantMessage("a-1", callPart("two-2", "roll", `{"sides":6}`), resultPart("two-2", "rolled well"), errorPart("two-2", "the dice are gone", wire.Str("the dice are gone"))), userMessage("u-1", "So?"))),
		odd("stray-result", "A result part whose call is not in the messages, between right ones.", "20 22 23 25",
			newStored(assistantMessage("a-1", callPart("in-1", "roll", `{"sides":4}`), resultPart("ghost-7", "nobody asked"), resultPart("in-1", "rolled three"),
				callPart("in-0", "roll", `{"sides":3}`), resultPart("in-0", "rolled two"), textPart("Three and two.")), userMessage("u-1", "So?"))),
		odd("stray-result-first", "A result part whose call is not in the messages stands before everything else.", "20 22 23 25",
			newStored(assistantMessage("a-1", resultPart("ghost-8", "nobody asked"), callPart("in-2", "roll", `{"sides":5}`), resultPart("in-2", "rolled four")), userMessage("u-1", "So?"))),
		odd("result-in-next-message", "The result part stands in the assistant's next message.", "20 22 23",
			newStored(assistantMessage("a-1", callPart("nx-1", "roll", `{"sides":8}`)), assistantMessage("a-2", resultPart("nx-1", "rolled seven"), textPart("Seven.")), userMessage("u-1", "So?"))),
		odd("unanswered", "A call without output and result: whatever is made of it, nothing is answered by a success.", "22",
			newStored(userMessage("u-1", "Go"), assistantMessage("a-1", textPart("Wait."), callPart("un-1", "roll", `{"sides":10}`)), userMessage("u-2", "So?"))),
		odd("malformed-arguments", "Complete arguments that are no JSON: sent as they are, or left out with their call.", "20 25",
			newStored(assistantMessage("a-1", callPart("mf-1", "tryIt", `{"x": 1,}`), errorPart("mf-1", "cannot read the arguments", wire.Str("cannot read the arguments")),
				callPart("mf-2", "tryIt", `{"x":"fine"}`), resultPart("mf-2", "it was fine")), userMessage("u-1", "So?"))),
		odd("arguments-no-object", "Arguments that are JSON, and no object: sent as they are, or left out with their call.", "20 25",
			newStored(assistantMessage("a-1", callPart("no-1", "tryIt", `[1,2]`), resultPart("no-1", "a list"), callPart("no-2", "tryIt", `[]`), resultPart("no-2", "an empty list"),
				callPart("no-3", "tryIt", `5`), resultPart("no-3", "a number")), userMessage("u-1", "So?"))),
		odd("other-parts", "Parts and members that the document does not know stand among the others.", "20 22 23 25",
			newStored(wire.ParseString(`{"id":"a-1","role":"assistant","createdAt":"2025-12-01T00:00:00Z","parts":[
				{"type":"thinking","content":"hmm, let me think"},
				{"type":"tool-call","id":"ot-2","name":"roll","arguments":"{\"sides\":12}","state":"input-complete","approval":null,"x":1},
				{"type":"source","toolCallId":"ot-2","id":"ot-2"},
				{"type":"tool-result","toolCallId":"ot-2","content":"rolled eleven","state":"complete","at":5}]}`), userMessage("u-1", "So?"))),
		odd("still-streaming", "A result part that is not finished, beside a finished one.", "20",
			newStored(assistantMessage("a-1", callPart("st-1", "read", `{"f":1}`), resultPart("st-1", "half of i").With("state", wire.Str("streaming")),
				callPart("st-2", "read", `{"f":2}`), resultPart("st-2", "the whole")), userMessage("u-1", "So?"))),
		odd("nothing", "No messages at all.", "26", newStored()),
		odd("empty-message", "An assistant message without parts between two questions.", "26",
			newStored(userMessage("u-1", "Hello?"), assistantMessage("a-1"), userMessage("u-2", "Anybody?"))),
	}
}
