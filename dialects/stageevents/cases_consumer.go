package stageevents

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

func consumerCases() []*dialect.Case {
	lists := [][]*dialect.Case{documentCases(), argumentCases(), outcomeCases(), textCases(), parallelCases(), nameCases(), lateCases(), strayCases(),
		wordCases(), besideCases(), surroundingCases(), cutCases(), looseCases(), consumerIDCases(), consumerNumberCases(), consumerHostileCases(), consumerSizeCases()}
	var all []*dialect.Case
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

// argumentCases: how arguments are told, and what must survive.
func argumentCases() []*dialect.Case {
	begin, finish := `{"id":"fc_71","stage":"start","name":"search_stock"}`, `{"id":"fc_71","stage":"end","result":"82,000"}`
	middle := func(slug, title, tests string, events ...string) *dialect.Case {
		all := append([]string{begin}, events...)
		return valid("arguments-"+slug, title, tests, append(all, finish)...)
	}
	chunk := func(text string) string {
		return `{"id":"fc_71","stage":"streaming","parametersChunk":` + wire.Quote(text) + `}`
	}
	whole := func(text string) string {
		return `{"id":"fc_71","stage":"streaming","parameters":` + wire.Quote(text) + `}`
	}
	return []*dialect.Case{
		middle("in-chunks", "Chunks append.", "58 53", chunk(`{"sym`), chunk(`bol":"V`), chunk(`NM"}`)),
		middle("growing", "`parameters` replaces: the text so far, longer every time.", "58 53", whole(`{"sym`), whole(`{"symbol":"V`), whole(`{"symbol":"VNM"}`)),
		middle("both", "With both present, `parameters` wins: the chunk is in it already.", "58",
			`{"id":"fc_71","stage":"streaming","parameters":"{\"sym","parametersChunk":"{\"sym"}`,
			`{"id":"fc_71","stage":"streaming","parameters":"{\"symbol\":\"VNM\"}","parametersChunk":"bol\":\"VNM\"}"}`),
		middle("chunks-then-whole", "A whole after chunks replaces them.", "58", chunk(`{"symbol":`), chunk(`"VNM"}`), whole(`{"symbol": "VNM"}`)),
		adversarial("arguments-whole-then-chunk", "A chunk after a whole appends to it.", "58", begin, whole(`{"symbol":`), chunk(`"VNM"}`), finish),
		adversarial("arguments-both-then-chunk", "A whole beside a chunk, then a chunk alone.", "58", begin,
			`{"id":"fc_71","stage":"streaming","parameters":"{\"symbol\":","parametersChunk":"symbol"}`, chunk(`"VNM"}`), finish),
		middle("empty-first-chunk", "The first chunk is empty.", "58 50", chunk(``), chunk(`{"symbol":"VNM"}`)),
		middle("empty-chunk-between", "An empty chunk stands between two.", "58", chunk(`{"symbol":`), chunk(``), chunk(`"VNM"}`)),
		middle("none", "No arguments at all.", "50 52"),
		middle("empty-object", "Arguments that are {}.", "58", chunk(`{}`)),
		middle("parse-early", "A beginning of the text that is JSON by itself.", "58", chunk(`1`), chunk(`2`), chunk(`34`)),
		middle("parse-twice", "The text is JSON before white space and after it.", "58", chunk(`{"a":{}}`), chunk("\n  ")),
		middle("malformed", "Malformed arguments are kept as they are.", "58", chunk(`{"symbol":"VNM`), chunk(`"`)),
		middle("malformed-tail", "An object with something behind it is kept as it is.", "58", chunk(`{"symbol":"VNM"}`), chunk(`}`)),
		middle("text-only", "Arguments that are no JSON at all.", "58", chunk(`symbol = `), chunk(`VNM, "82,000"`)),
		middle("zero", "Arguments that are 0.", "58", chunk(`0`)),
		middle("false", "Arguments that are false.", "58 53", whole(`false`), `{"id":"fc_71","stage":"running"}`),
		middle("empty-text", "Arguments that are an empty JSON text.", "58", chunk(`"`), chunk(`"`)),
		middle("array", "Arguments that are an array.", "58", chunk(`["VNM",`), chunk(`null,0,false,""]`)),
		middle("repeated-chunk", "Two equal chunks are two chunks.", "58", chunk(`{"a":"`), chunk(`ha`), chunk(`ha`), chunk(`"}`)),
		middle("repeated-long-chunk", "Two equal chunks of several letters are two chunks.", "58", chunk(`{"a":"`), chunk(`repeated `), chunk(`repeated `), chunk(`"}`)),
		adversarial("arguments-replaced-same-length", "`parameters` replaces, also by a text of the same length.", "58", begin,
			whole(`{"page":1}`), whole(`{"page":2}`), `{"id":"fc_71","stage":"running","parameters":"{\"page\":3}"}`, finish),
		adversarial("arguments-replaced-shorter", "`parameters` replaces, also by a shorter text, and by one that is no beginning of it.", "58", begin,
			whole(`{"page":10,"of":12}`), whole(`{"at":7}`), finish),
		middle("letters", "Letters of every UTF-8 length, separators and escapes.", "58",
			chunk("{\"giá\":\"82.000 ₫"), chunk(" 🎸 \u2028\u2029\u0085 "), chunk(`\ud83c`), chunk(`\udfb8 \"x\" \\"}`)),
		middle("letters-alike", "Letters that differ only in their code points, and some without width.", "58",
			chunk("{\"e\u0301\":\"\u00e9"), chunk("\u0301 \u00a0\ufeff"), chunk("👩\u200d👧 \u2126\u03a9\"}")),
		middle("blank-chunks", "Blanks at the ends of chunks are letters like others.", "58", chunk(`{"q": "a `), chunk(` b`), chunk(` "}`)),
		middle("running-leaves-out", "`running` leaves name and parameters out, between two others.", "53 58",
			chunk(`{"symbol":"VNM"}`), `{"id":"fc_71","stage":"running"}`, `{"id":"fc_71","stage":"running","shortResult":"50%"}`),
		middle("gap-between-chunks", "A `streaming` update without arguments stands between two chunks.", "53 58",
			chunk(`{"symbol":`), `{"id":"fc_71","stage":"streaming","shortResult":"thinking"}`, chunk(`"VNM"}`)),
		middle("on-running", "`running` carries the arguments whole.", "58 53", `{"id":"fc_71","stage":"running","parameters":"{\"symbol\":\"VNM\"}"}`),
		middle("chunk-on-running", "`running` carries the last chunk.", "58", chunk(`{"symbol":`), `{"id":"fc_71","stage":"running","parametersChunk":"\"VNM\"}"}`),
		middle("chunk-beside-result", "A chunk beside a partial result.", "58 50", chunk(`{"symbol":`), `{"id":"fc_71","stage":"streaming","parametersChunk":"\"VNM\"}","result":"81,"}`),
		middle("name-again", "Later updates repeat the name.", "50 53", `{"id":"fc_71","stage":"streaming","name":"search_stock","parametersChunk":"{}"}`,
			`{"id":"fc_71","stage":"running","name":"search_stock"}`),
		valid("arguments-on-start", "Arguments in the opening update, whole.", "58 53",
			`{"id":"fc_72","stage":"start","name":"getGuitars","parameters":"{\"brand\":\"Taylor\"}"}`, `{"id":"fc_72","stage":"end","result":"3 guitars"}`),
		valid("arguments-chunk-on-start", "The first chunk in the opening update.", "58 53",
			`{"id":"fc_73","stage":"start","name":"getGuitars","parametersChunk":"{\"brand\":"}`,
			`{"id":"fc_73","stage":"streaming","parametersChunk":"\"Taylor\"}"}`, `{"id":"fc_73","stage":"end","result":"3 guitars"}`),
		valid("arguments-on-end", "Arguments on the last update only.", "58 50",
			`{"id":"fc_74","stage":"start","name":"getGuitars"}`, `{"id":"fc_74","stage":"end","parameters":"{\"brand\":\"Taylor\"}","result":"3 guitars"}`),
		valid("arguments-chunk-on-end", "The last chunk on the last update.", "58 50",
			`{"id":"fc_75","stage":"start","name":"getGuitars"}`, `{"id":"fc_75","stage":"streaming","parametersChunk":"{\"brand\":"}`,
			`{"id":"fc_75","stage":"end","parametersChunk":"\"Taylor\"}","result":"3 guitars"}`),
		adversarial("arguments-emptied", "`parameters` replaces, also by nothing; a chunk beside it doesn't count.", "58",
			`{"id":"fc_76","stage":"start","name":"getGuitars","parameters":"{\"brand\":"}`,
			`{"id":"fc_76","stage":"streaming","parameters":"","parametersChunk":"Taylor"}`,
			`{"id":"fc_76","stage":"streaming","parametersChunk":"{\"brand\":\"Gibson\"}"}`, `{"id":"fc_76","stage":"end","result":"2 guitars"}`),
	}
}

// outcomeCases: what the end tells.
func outcomeCases() []*dialect.Case {
	var list []*dialect.Case
	ends := []struct{ slug, title, members string }{
		{"result", "A result alone.", `"result":"sunny, 24 degrees"`},
		{"success-and-result", "A result beside `success:true`.", `"success":true,"result":"sunny, 24 degrees"`},
		{"success-alone", "`success:true` without a result.", `"success":true`},
		{"bare", "An end that says nothing but that it is one.", `"shortResult":"done"`},
		{"empty-result", "The empty result is a result.", `"success":true,"result":""`},
		{"empty-result-alone", "The empty result is a result, also alone.", `"result":""`},
		{"zero", "A result that looks like nothing: 0.", `"result":"0"`},
		{"null-text", "A result that looks like nothing: null.", `"result":"null"`},
		{"false-text", "A result that looks like nothing: false.", `"result":"false","success":true`},
		{"json-text", "A result that is JSON is text.", `"result":"{\"error\":\"none\",\"success\":false}"`},
		{"error-word", "A result that speaks of errors is none.", `"success":true,"result":"Error: 0 errors found"`},
		{"long", "Line ends, separators, quotes and letters of every length.", `"result":"line 1\r\nline 2\n\t\u2028 82.000 ₫ \"🎸\" \\ </script>"`},
		{"error", "An error alone.", `"error":"connection refused"`},
		{"failed-and-error", "An error beside `success:false`.", `"success":false,"error":"connection refused"`},
		{"failed-and-result", "`success:false`, the text stands in the result.", `"success":false,"result":"connection refused"`},
		{"error-and-result", "An error beside what was found until then.", `"error":"connection refused","result":"2 of 3 pages"`},
		{"failed-with-everything", "`success:false`, an error and a result.", `"success":false,"error":"connection refused","result":"2 of 3 pages"`},
		{"empty-error", "The empty error is an error.", `"error":""`},
		{"failed-empty-error", "The empty error beside `success:false`.", `"success":false,"error":""`},
		{"failed-empty-error-and-result", "The empty error beside a result.", `"error":"","result":"2 of 3 pages"`},
		{"error-null-text", "An error that looks like nothing: null.", `"error":"null"`},
		{"error-success-word", "An error that speaks of success is one.", `"success":false,"error":"success"`},
		{"failed-alone", "`success:false` and not a word.", `"success":false`},
	}
	for i, e := range ends {
		id := fmt.Sprintf("toolu_%d", 900-7*i)
		list = append(list, valid("end-"+e.slug, e.title, "50 52 53",
			`{"id":"`+id+`","stage":"start","name":"weather","parameters":"{\"city\":\"Huế\"}"}`,
			`{"id":"`+id+`","stage":"running"}`,
			`{"id":"`+id+`","stage":"end",`+e.members+`}`))
	}
	return list
}
