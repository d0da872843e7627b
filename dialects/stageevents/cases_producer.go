package stageevents

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

func producerCases() []*dialect.Case {
	lists := [][]*dialect.Case{tellDocument(), tellLives(), tellArguments(), tellOutcomes(), tellTexts(), tellSurroundings(), tellStops(), producerIDCases(),
		producerNumberCases(), producerHostileCases(), producerSizeCases()}
	var all []*dialect.Case
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

// tellDocument: the prose scenarios of document 001, in its words.
func tellDocument() []*dialect.Case {
	return []*dialect.Case{
		tell("document-shortest-life", "Exactly one `start` event and exactly one `end` event.", "01 02 03 04 07 09",
			`{"type":"call","id":"call_b8","name":"toolManager","input":{},"label":"Initial tool announcement with metadata"}`,
			`{"type":"result","callId":"call_b8","status":"success","content":"Final result or error summary"}`),
		tell("document-whole-life", "Zero or more `streaming` events (if tool supports streaming), zero or more `running` events (for long operations).", "01 02 03 04 05 07 10 11 13",
			`{"type":"text","text":"Tool execution logic"}`,
			`{"type":"call","id":"call_k3","name":"messageManager","input":{"q":"Incremental parameter or result updates"}}`,
			`{"type":"input-delta","callId":"call_k3","delta":"{\"q\":\"Incremental parameter "}`,
			`{"type":"input-delta","callId":"call_k3","delta":"or result updates\"}"}`,
			`{"type":"progress","callId":"call_k3","text":"Ongoing execution status without new output"}`,
			`{"type":"result","callId":"call_k3","status":"success","content":"Callback handling"}`,
			`{"type":"stop","reason":"completed"}`),
		tell("document-error-at-end", "Errors communicated through `end` stage with appropriate error payload.", "02 04 06 11",
			`{"type":"call","id":"call_e5","name":"toolManager","input":{"path":"packages/agent-sdk/src/managers/toolManager.ts"}}`,
			`{"type":"progress","callId":"call_e5","text":"Ongoing execution status"}`,
			`{"type":"result","callId":"call_e5","status":"error","content":"Maintains the guaranteed single end event contract while providing error information"}`),
	}
}

const (
	stockCall   = `{"type":"call","id":"call_71","name":"search_stock","input":{"symbol":"VNM"},"label":"Search VNM"}`
	stockResult = `{"type":"result","callId":"call_71","status":"success","content":"82,000"}`
)

// tellLives: several calls, in every order of their items.
func tellLives() []*dialect.Case {
	return []*dialect.Case{
		tell("one-call", "One call with its arguments whole.", "01 03 04 07 12 13", `{"type":"text","text":"Looking it up."}`, stockCall, stockResult, `{"type":"text","text":"82,000."}`),
		tell("label", "The label is no name.", "03 09", `{"type":"call","id":"call_19","name":"Bash","input":{"command":"ls"},"label":"Listing files"}`,
			`{"type":"result","callId":"call_19","status":"success","content":"a.go"}`),
		tell("parallel", "Two calls in parallel, deltas woven, results in the other order.", "03 04 05 07 09 10 12",
			`{"type":"call","id":"call_z","name":"search_stock","input":{"symbol":"VNM"}}`,
			`{"type":"call","id":"call_a","name":"search_stock","input":{"sector":"banks"}}`,
			`{"type":"input-delta","callId":"call_z","delta":"{\"symbol\":"}`,
			`{"type":"input-delta","callId":"call_a","delta":"{\"sector\":"}`,
			`{"type":"input-delta","callId":"call_a","delta":"\"banks\"}"}`,
			`{"type":"input-delta","callId":"call_z","delta":"\"VNM\"}"}`,
			`{"type":"progress","callId":"call_a","text":"contacting exchange"}`,
			`{"type":"result","callId":"call_a","status":"success","content":"see call_z"}`,
			`{"type":"result","callId":"call_z","status":"success","content":"82,000"}`),
		tell("parallel-one-fails", "One of three parallel calls fails, one is cancelled.", "06 07 08 09 11",
			`{"type":"call","id":"call_41","name":"read_file","input":{"path":"a"}}`,
			`{"type":"call","id":"call_14","name":"write_file","input":{"path":"b"}}`,
			`{"type":"call","id":"call_28","name":"chmod","input":{"path":"c"}}`,
			`{"type":"progress","callId":"call_28","text":"waiting for a grant"}`,
			`{"type":"result","callId":"call_28","status":"cancelled","content":"denied by the user"}`,
			`{"type":"result","callId":"call_41","status":"error","content":"no such file: call_14"}`,
			`{"type":"result","callId":"call_14","status":"success","content":"412 bytes"}`),
		tell("repeated-identically", "The same call three times, to the letter but for the id.", "03 04 07 09",
			`{"type":"call","id":"toolu_9","name":"now","input":{"zone":"UTC"}}`, `{"type":"call","id":"toolu_3","name":"now","input":{"zone":"UTC"}}`,
			`{"type":"result","callId":"toolu_3","status":"success","content":"12:00"}`, `{"type":"result","callId":"toolu_9","status":"success","content":"12:01"}`,
			`{"type":"call","id":"toolu_6","name":"now","input":{"zone":"UTC"}}`, `{"type":"result","callId":"toolu_6","status":"success","content":"12:00"}`),
		tell("names", "Names that could be taken for something else: the id of another call, blanks, what every object has.", "03 09",
			`{"type":"call","id":"grep","name":"constructor","input":{}}`, `{"type":"call","id":"nm_4","name":"grep","input":{}}`,
			`{"type":"call","id":"nm_2","name":" spaced out ","input":{}}`, `{"type":"call","id":"nm_9","name":"mcp__máy-chủ__tìm.kiếm","input":{}}`,
			`{"type":"result","callId":"nm_2","status":"success","content":"nm_9"}`, `{"type":"result","callId":"grep","status":"error","content":"grep"}`,
			`{"type":"result","callId":"nm_9","status":"success","content":"end"}`, `{"type":"result","callId":"nm_4","status":"success","content":"start"}`),
		tellFive(),
		tellSixty(),
		tell("progress-woven", "Progress of two calls, woven; a third has none.", "05 11 12",
			`{"type":"call","id":"pr_3","name":"build","input":{"target":"all"}}`, `{"type":"call","id":"pr_1","name":"test","input":{}}`,
			`{"type":"progress","callId":"pr_1","text":"12 of 90"}`, `{"type":"progress","callId":"pr_3","text":"compiling"}`, `{"type":"progress","callId":"pr_1","text":""}`,
			`{"type":"call","id":"pr_2","name":"lint","input":{"strict":true}}`, `{"type":"result","callId":"pr_3","status":"success","content":"built"}`,
			`{"type":"result","callId":"pr_2","status":"success","content":"clean"}`, `{"type":"result","callId":"pr_1","status":"error","content":"3 failures"}`),
		tell("progress-many", "Five reports of one call, three of another: each call has one end.", "04 05 11 12",
			`{"type":"call","id":"pm_7","name":"build","input":{"target":"all"}}`, `{"type":"call","id":"pm_4","name":"test","input":{}}`,
			`{"type":"progress","callId":"pm_7","text":"1 of 5"}`, `{"type":"progress","callId":"pm_7","text":"2 of 5"}`, `{"type":"progress","callId":"pm_4","text":"same"}`,
			`{"type":"progress","callId":"pm_7","text":"3 of 5"}`, `{"type":"progress","callId":"pm_4","text":"same"}`, `{"type":"progress","callId":"pm_7","text":"4 of 5"}`,
			`{"type":"progress","callId":"pm_4","text":"same"}`, `{"type":"progress","callId":"pm_7","text":"5 of 5"}`,
			`{"type":"result","callId":"pm_4","status":"error","content":"2 failures"}`, `{"type":"result","callId":"pm_7","status":"success","content":"built"}`),
		tell("progress-then-cut", "Four reports, then the turn is broken off.", "04 08 11",
			`{"type":"call","id":"pm_9","name":"build","input":{"target":"all"}}`, `{"type":"progress","callId":"pm_9","text":"1 of 9"}`, `{"type":"progress","callId":"pm_9","text":"2 of 9"}`,
			`{"type":"progress","callId":"pm_9","text":"3 of 9"}`, `{"type":"progress","callId":"pm_9","text":"4 of 9"}`, `{"type":"stop","reason":"user_stopped"}`),
		tellNames("names-long", "Names of 64 characters and more.", longNames()),
		tellNames("names-with-parts", "Names that have parts.", namesWithParts()),
		tell("delta-after-sibling-ended", "The arguments of one call go on after another has ended.", "04 10 12 13",
			`{"type":"call","id":"sib_8","name":"edit","input":{"old":"aa","new":"bb"}}`, `{"type":"input-delta","callId":"sib_8","delta":"{\"old\":\"aa\","}`,
			`{"type":"call","id":"sib_2","name":"view","input":{}}`, `{"type":"result","callId":"sib_2","status":"success","content":"viewed"}`,
			`{"type":"text","text":"Editing."}`, `{"type":"input-delta","callId":"sib_8","delta":"\"new\":\"bb\"}"}`,
			`{"type":"result","callId":"sib_8","status":"success","content":"edited"}`),
	}
}

// tellFive: five calls begun together, told in turns and answered inside out.
func tellFive() *dialect.Case {
	ids := []string{"k7", "k70", "7", "k", "70"}
	var items []string
	for i, id := range ids {
		items = append(items, fmt.Sprintf(`{"type":"call","id":%q,"name":"tool_%c","input":{"part":"piece %d of %s"}}`, id, 'v'-rune(i), 30+i, ids[4-i]))
	}
	for part := range 3 {
		for i, id := range ids {
			text := []string{`{"part":"`, fmt.Sprintf("piece %d of %s", 30+i, ids[4-i]), `"}`}[part]
			items = append(items, `{"type":"input-delta","callId":"`+id+`","delta":`+wire.Quote(text)+`}`)
		}
	}
	for n, i := range []int{2, 3, 0, 4, 1} {
		items = append(items, fmt.Sprintf(`{"type":"result","callId":%q,"status":"success","content":"outcome %d, not that of %s"}`, ids[i], 50+n, ids[(i+1)%5]))
	}
	return tell("parallel-five", "Five calls in parallel; each id a part of another.", "03 04 05 07 09 10", items...)
}

// tellSixty: sixty calls begun together, each with another end than the one before it.
func tellSixty() *dialect.Case {
	var items []string
	for i := range 60 {
		items = append(items, fmt.Sprintf(`{"type":"call","id":"sixty_%d","name":"tool_%d","input":{"i":%d}}`, (i*7)%60, i%4, i))
	}
	for i := range 60 {
		items = append(items, fmt.Sprintf(`{"type":"input-delta","callId":"sixty_%d","delta":"{\"i\":%d}"}`, (i*7)%60, i))
	}
	for i := range 60 {
		items = append(items, fmt.Sprintf(`{"type":"result","callId":"sixty_%d","status":%q,"content":"no. %d"}`, (i*11)%60, []string{"success", "error", "cancelled"}[i%3], i))
	}
	return tell("sixty-calls", "Sixty calls in parallel, of all ends.", "03 04 06 07 09 10", items...)
}

// tellArguments: every way in which a model writes arguments.
func tellArguments() []*dialect.Case {
	call := func(slug, title, tests, arguments string, deltas ...string) *dialect.Case {
		items := []string{`{"type":"call","id":"arg_52","name":"getGuitars",` + arguments + `}`}
		for _, d := range deltas {
			items = append(items, `{"type":"input-delta","callId":"arg_52","delta":`+wire.Quote(d)+`}`)
		}
		return tell("arguments-"+slug, title, tests, append(items, `{"type":"result","callId":"arg_52","status":"success","content":"3 guitars"}`)...)
	}
	raw := func(text string) string { return `"arguments":` + wire.Quote(text) }
	return []*dialect.Case{
		call("none", "A call without arguments.", "04 09 13", `"input":{}`),
		call("none-raw", "A call whose argument text is empty.", "04 09", raw(``)),
		call("none-one-delta", "A call whose only delta is empty.", "03 09", raw(``), ``),
		call("empty-object-in-deltas", "Arguments that are {}, letter by letter.", "09 10", `"input":{}`, `{`, `}`),
		call("first-delta-empty", "The first delta is empty.", "03 09 10", `"input":{"brand":"Taylor"}`, ``, `{"brand":`, `"Taylor"}`),
		call("delta-empty-between", "A delta between two others is empty.", "09 10", `"input":{"brand":"Taylor"}`, `{"brand":`, ``, `"Taylor"}`),
		call("spaced", "The text has blanks that no serializer writes.", "10 13", `"input":{"brand":"Taylor","n":1.0}`, "{ \"brand\" :", "\n\t\"Taylor\",", " \"n\": 1.0 }"),
		call("other-order", "The text has its members in another order than the input.", "10 13", `"input":{"b":2,"a":1}`, `{"a":1,`, `"b":2}`),
		call("malformed", "Malformed arguments, whole.", "04 09 13", raw(`{"brand":"Taylor`)),
		call("malformed-in-deltas", "Malformed arguments in pieces.", "04 09 10 13", raw(`{"brand":"Taylor"`), `{"brand":`, `"Taylor"`),
		call("malformed-tail", "An object with something behind it.", "09 10 13", raw(`{"brand":"Taylor"}}`), `{"brand":"Taylor"}`, `}`),
		call("text", "Arguments that are no JSON at all.", "09 10 13", raw(`brand = Taylor`), `brand =`, ` Taylor`),
		call("parse-early", "A beginning of the text that is JSON by itself.", "10 13", raw(`1234`), `1`, `2`, `34`),
		call("repeated-deltas", "Two equal deltas are two pieces.", "10", `"input":{"a":"haha"}`, `{"a":"`, `ha`, `ha`, `"}`),
		call("escapes", "Deltas that cut an escape.", "10 13", raw(`{"a":"\ud83c\udfb8 \" \\"}`), `{"a":"\`, `ud83c`, `\udf`, `b8 \`, `" \\"}`),
		call("letters", "Letters of every UTF-8 length.", "10 13", `"input":{"giá":"82.000 ₫ 🎸 \u2028"}`, `{"giá":"82.000 `, "₫ 🎸", " \u2028\"}"),
		call("blanks-first", "The text begins and ends with blanks, its deltas too.", "10 13", `"input":{"brand":"Taylor"}`, "  {", " \"brand\":  ", "\"Taylor\" ", "}\n "),
		call("line-ends", "Line ends of every kind between the members.", "10 13", `"input":{"a":1,"b":2}`, "{\r\n", "\"a\":1,\r", "\"b\":2\n\n\n}"),
		call("letters-alike", "Letters that differ only in their code points, and some without width.", "10 13", `"input":{"q":"e\u0301 \u00e9 \ufeff\u200d\u00a0 \u212b"}`,
			"{\"q\":\"e", "\u0301 \u00e9", " \ufeff\u200d\u00a0 \u212b\"}"),
		call("lines", "Deltas of nothing but line ends and blanks.", "10 13", raw("*** patch\n+a\r\n \tb\n"), "*** patch", "\n", "+a", "\r\n", " ", "\t", "b", "\n"),
		call("words", "Deltas that look like nothing, or like a value by themselves.", "10 13", raw(`{"a":null,"b":false,"c":0,"d":"","e":[],"f":{}}`), `{"a":`, `null`, `,"b":`, `false`, `,"c":`, `0`, `,"d":`, `""`, `,"e":`, `[]`, `,"f":`, `{}`, `}`),
		call("first-long", "A first delta of a hundred letters.", "10 13", raw(`{"text":"`+strings.Repeat("0123456789", 10)+`"}`), `{"text":"`+strings.Repeat("0123456789", 9), `0123456789"`, `}`),
		call("escaped-more", "Escapes that need not be, and deltas that end inside pairs of them.", "10 13", raw(`{"a":"\/ \u0041 \ud83d\ude00 \u00e9 %41 &quot; x"}`), `{"a":"\/ \u00`, `41 \ud83d`, `\ude00 \u`, `00e9 %4`, `1 &quot; x"}`),
		call("comma-behind", "Arguments with a comma too many.", "04 13", raw(`{"brand":"Taylor",}`)),
		call("single-quotes", "Arguments in single quotes.", "04 13", raw(`{'brand':'Taylor'}`)),
		call("bare-names", "Arguments with bare names, and one without its brace.", "04 13", raw(`{brand:"Taylor"`)),
		call("nested", "Arguments within arguments.", "13 07", `"input":{"filter":{"brand":["Taylor",{"not":null}]},"limit":0,"strict":false,"q":""}`),
		tell("arguments-of-two-malformed", "Malformed arguments beside good ones.", "03 04 09 10",
			`{"type":"call","id":"mal_8","name":"edit","arguments":"{\"x\":"}`, `{"type":"call","id":"mal_1","name":"view","input":{"y":2}}`,
			`{"type":"input-delta","callId":"mal_8","delta":"{\"x\""}`, `{"type":"input-delta","callId":"mal_1","delta":"{\"y\":2}"}`, `{"type":"input-delta","callId":"mal_8","delta":":"}`,
			`{"type":"result","callId":"mal_8","status":"error","content":"invalid JSON"}`, `{"type":"result","callId":"mal_1","status":"success","content":"seen"}`),
	}
}

// tellOutcomes: every kind of result.
func tellOutcomes() []*dialect.Case {
	var list []*dialect.Case
	outcome := func(slug, title, tests, status, content string) {
		id := fmt.Sprintf("out_%d", 97-5*len(list))
		list = append(list, tell("result-"+slug, title, tests,
			`{"type":"call","id":"`+id+`","name":"weather","input":{"city":"Huế"}}`,
			`{"type":"result","callId":"`+id+`","status":"`+status+`"`+content+`}`))
	}
	success := func(slug, title, content string) { outcome(slug, title, "07", "success", `,"content":`+content) }
	success("empty", "The empty result.", `""`)
	success("zero-text", "A text that looks like nothing.", `"0"`)
	success("null-text", "A text that says null.", `"null"`)
	success("number-text", "A text of digits stays a text.", `"12345678901234567"`)
	success("error-word", "A success that speaks of errors.", `"Error: 0 errors"`)
	success("json-text", "A text that is JSON.", `"{\"error\":\"none\",\"success\":false}"`)
	success("letters", "Line ends, separators and quotes.", `"a\r\nb\t\u2028 \"🎸\" \\ 82.000 ₫"`)
	success("object", "An object.", `{"rows":[1,2.5,null],"ok":true,"nested":{"":"x"}}`)
	success("array", "An array.", `[]`)
	success("number", "A number.", `0`)
	success("false", "The value false.", `false`)
	success("null", "The value null.", `null`)
	outcome("artifact", "A result with an artifact.", "07", "success", `,"content":"drawn","artifact":{"type":"chart","data":{"error":"none"}}`)
	outcome("absent", "A success without content.", "07 04", "success", ``)
	outcome("error", "An error with its text.", "06 04", "error", `,"content":"connection refused"`)
	outcome("error-empty", "An error without a word.", "06 04", "error", `,"content":""`)
	outcome("error-success-word", "An error that speaks of success.", "06", "error", `,"content":"success"`)
	outcome("error-object", "An error that is an object.", "06", "error", `,"content":{"code":7,"message":"no"}`)
	outcome("cancelled", "A cancelled call.", "08 04", "cancelled", `,"content":"denied by the user"`)
	outcome("cancelled-empty", "A cancelled call without a word.", "08", "cancelled", `,"content":""`)
	outcome("cancelled-absent", "A cancelled call without content.", "08", "cancelled", ``)
	return list
}

// tellStops: a user stop and an error at every place of a turn.
func tellStops() []*dialect.Case {
	items := []string{
		`{"type":"call","id":"st_6","name":"deploy","input":{"env":"prod"}}`,
		`{"type":"input-delta","callId":"st_6","delta":"{\"env\":"}`,
		`{"type":"call","id":"st_2","name":"build","input":{"fast":true}}`,
		`{"type":"input-delta","callId":"st_6","delta":"\"prod\"}"}`,
		`{"type":"progress","callId":"st_6","text":"1 of 2"}`,
		`{"type":"result","callId":"st_2","status":"success","content":"built"}`,
		`{"type":"progress","callId":"st_6","text":"2 of 2"}`,
	}
	var list []*dialect.Case
	for n := 1; n <= len(items); n++ {
		for _, reason := range []string{transcript.UserStopped, transcript.Error} {
			all := append(append([]string{}, items[:n]...), `{"type":"stop","reason":"`+reason+`"}`)
			list = append(list, tell(fmt.Sprintf("stop-%s-after-%d", strings.ReplaceAll(reason, "_", "-"), n), "The turn is broken off: every open call gets its end.", "04 08 09 12", all...))
		}
	}
	return append(list,
		tell("stop-inside-raw-arguments", "The turn is broken off inside arguments whose text is known.", "08 10",
			`{"type":"call","id":"st_9","name":"edit","arguments":"{\"old\":\"a\",\"new\":"}`, `{"type":"input-delta","callId":"st_9","delta":"{\"old\":"}`, `{"type":"stop","reason":"user_stopped"}`),
		tell("stop-after-empty-delta", "The turn is broken off after an empty delta.", "08 03",
			`{"type":"call","id":"st_5","name":"edit","input":{"k":1}}`, `{"type":"input-delta","callId":"st_5","delta":""}`, `{"type":"stop","reason":"error"}`),
		tell("stop-without-calls", "A turn without a call is broken off; one with an answered call is.", "12 07",
			stockCall, stockResult, `{"type":"text","text":"And now"}`, `{"type":"stop","reason":"user_stopped"}`),
		tell("stop-of-five", "Five open calls are cut off together.", "04 08 09",
			`{"type":"call","id":"v5","name":"a","input":{}}`, `{"type":"call","id":"v3","name":"a","input":{}}`, `{"type":"call","id":"v4","name":"b","arguments":"{"}`,
			`{"type":"call","id":"v1","name":"c","input":{"x":1}}`, `{"type":"call","id":"v2","name":"d","input":{"y":[]}}`, `{"type":"stop","reason":"error"}`))
}

func producerIDCases() []*dialect.Case {
	var list []*dialect.Case
	for _, set := range hostileIDs() {
		c := tell("ids-"+set.slug, set.title, "", idItems(set.ids)...)
		c.Control = tell("ids-"+set.slug+"-control", "The same turn with plain ids.", "09", idItems(plainIDs(len(set.ids)))...)
		list = append(list, blamed(c, "ROBUST-05", requirement.Must))
	}
	return list
}

func idItems(ids []string) []string {
	var items []string
	for i, id := range ids {
		items = append(items, fmt.Sprintf(`{"type":"call","id":%s,"name":"tool-%d","input":{"place":%d}}`, wire.Quote(id), 80-i, 300+i))
	}
	for i, id := range ids {
		items = append(items, fmt.Sprintf(`{"type":"input-delta","callId":%s,"delta":"{\"place\":%d}"}`, wire.Quote(id), 300+i))
	}
	for i := range ids {
		at := (i + 1) % len(ids)
		items = append(items, fmt.Sprintf(`{"type":"result","callId":%s,"status":%q,"content":"outcome %d"}`, wire.Quote(ids[at]), []string{"success", "error"}[i%2], 400+i))
	}
	return items
}

func producerNumberCases() []*dialect.Case {
	turn := func(slug, title string, of func(...string) []string, numbers, small []string) *dialect.Case {
		return blamed(tell("numbers-"+slug, title, "", of(numbers...)...), "ROBUST-04", requirement.Should).
			Controlled("The same with small integers.", tell("", "", "", of(small...)...).Script)
	}
	small := []string{"82000", "83500", "-81200"}
	return []*dialect.Case{
		turn("in-input", "Integers beyond 2^53 in the input.", func(n ...string) []string {
			return []string{`{"type":"call","id":"num_1","name":"order","input":{"id":` + n[0] + `,"list":[` + n[1] + `,` + n[2] + `]}}`,
				`{"type":"result","callId":"num_1","status":"success","content":"` + n[0] + `"}`}
		}, []string{"9007199254740993", "18446744073709551615", "-9007199254740995"}, small),
		turn("in-result", "Integers beyond 2^53 in the result.", func(n ...string) []string {
			return []string{`{"type":"call","id":"num_2","name":"order","input":{}}`,
				`{"type":"result","callId":"num_2","status":"success","content":{"id":` + n[0] + `}}`}
		}, []string{"9007199254740997"}, small),
		turn("below", "Integers below -2^53.", func(n ...string) []string {
			return []string{`{"type":"call","id":"num_3","name":"order","input":{"id":` + n[0] + `}}`,
				`{"type":"result","callId":"num_3","status":"success","content":{"id":` + n[1] + `,"list":[` + n[2] + `]}}`}
		}, []string{"-9007199254740995", "-9007199254740997", "-12345678901234567890"}, small),
	}
}

// producerHostileCases are sent to see that the implementation survives.
func producerHostileCases() []*dialect.Case {
	hostile := func(slug, title string, mayReject bool, items ...string) *dialect.Case {
		c := blamed(tell("hostile-"+slug, title, "", items...), "ROBUST-01", requirement.Must)
		c.Class, c.MayReject = dialect.Adversarial, mayReject
		return c
	}
	return []*dialect.Case{
		hostile("duplicate-keys", "Members of the input stand twice.", false, `{"type":"call","id":"dup_1","name":"n","input":{"a":1,"a":2}}`, `{"type":"result","callId":"dup_1","status":"success","content":{"b":1,"b":2}}`),
		hostile("lone-surrogates", "Lone surrogates in an id and a value.", false, `{"type":"call","id":"sur_\ud800","name":"n","input":{"a":"\udfff"}}`, `{"type":"result","callId":"sur_\ud800","status":"success","content":"\ud83c"}`),
		hostile("huge-numbers", "Numbers outside the double range.", false, `{"type":"call","id":"hug_1","name":"n","input":{"x":1e999,"y":-1e999}}`, `{"type":"result","callId":"hug_1","status":"success","content":1e-999}`),
		hostile("id-twice", "Two calls with one id: no valid transcript.", true, `{"type":"call","id":"two_1","name":"a","input":{}}`, `{"type":"call","id":"two_1","name":"b","input":{}}`, `{"type":"result","callId":"two_1","status":"success","content":"r"}`),
		hostile("orphan-result", "A result without its call: no valid transcript.", true, `{"type":"result","callId":"none_1","status":"success","content":"r"}`),
		hostile("two-results", "Two results of one call: no valid transcript.", true, stockCall, stockResult, stockResult),
		hostile("unanswered", "A completed turn with an open call: no valid transcript.", true, stockCall, `{"type":"stop","reason":"completed"}`),
	}
}

// producerSizeCases stand last: whoever looks for a fault finds it before them.
func producerSizeCases() []*dialect.Case {
	size := func(slug, title string, level requirement.Level, items func(int) []string, n int) *dialect.Case {
		of := func(n int) dialect.Script { return tell("size-"+slug, title, "", items(n)...).Script }
		c := blamed(tell("size-"+slug, title, ""), "ROBUST-03", level).Controlled("The same in small.", of(32))
		c.Script, c.Heavy = nil, true
		c.Build = func() dialect.Script { return of(n) }
		return c
	}
	deep := func(n int) []string {
		return []string{`{"type":"call","id":"deep_3","name":"nest","input":` + nested(n) + `}`, `{"type":"result","callId":"deep_3","status":"success","content":` + nested(n-1) + `}`}
	}
	big := func(n int) []string {
		return []string{`{"type":"call","id":"big_8","name":"dump","input":{"n":1}}`, `{"type":"result","callId":"big_8","status":"success","content":"` + pattern(n) + `"}`}
	}
	input := func(n int) []string {
		return []string{`{"type":"call","id":"big_4","name":"load","input":{"text":"` + pattern(n) + `"}}`, `{"type":"result","callId":"big_4","status":"success","content":"loaded"}`}
	}
	return []*dialect.Case{
		blamed(tell("size-nesting-100", "Input and result nested 100 deep.", "", deep(100)...), "ROBUST-03", requirement.Must).
			Controlled("The same nested twice.", tell("", "", "", deep(2)...).Script),
		size("1000-calls", "1,000 calls in one turn.", requirement.Must, manyItems, 1000),
		size("1000-deltas", "1,000 deltas of one call.", requirement.Must, manyDeltas, 1000),
		size("1-mib-result", "A result of 1 MiB.", requirement.Must, big, 1<<20),
		size("1-mib-input", "An input of 1 MiB.", requirement.Must, input, 1<<20),
		size("10000-calls", "10,000 calls in one turn.", requirement.Should, manyItems, 10_000),
		size("16-mib-result", "A result of 16 MiB.", requirement.Should, big, 16<<20),
	}
}

func manyItems(n int) []string {
	var items []string
	for i := range n {
		items = append(items, fmt.Sprintf(`{"type":"call","id":"many_%05d","name":"tool_%d","input":{"nth":%d}}`, (i*7919+13)%n, i%17, i))
	}
	for i := n - 1; i >= 0; i-- {
		items = append(items, fmt.Sprintf(`{"type":"result","callId":"many_%05d","status":"success","content":"done %d"}`, (i*7919+13)%n, 2*i+1))
	}
	return items
}

func manyDeltas(n int) []string {
	var text strings.Builder
	var deltas []string
	add := func(d string) {
		text.WriteString(d)
		deltas = append(deltas, `{"type":"input-delta","callId":"chunky_2","delta":`+wire.Quote(d)+`}`)
	}
	add(`{"text":"`)
	for i := range n {
		add(fmt.Sprintf("%d ", i))
	}
	add(`"}`)
	items := append([]string{`{"type":"call","id":"chunky_2","name":"type","arguments":` + wire.Quote(text.String()) + `}`}, deltas...)
	return append(items, `{"type":"result","callId":"chunky_2","status":"success","content":"typed"}`)
}
