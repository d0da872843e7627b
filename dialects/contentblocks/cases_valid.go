package contentblocks

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

func consumerCases() []*dialect.Case {
	b := &casebook{pair: consumerPair()}
	documentCases(b)
	pairingCases(b)
	valueCases(b)
	artifactCases(b)
	displayCases(b)
	terminalCases(b)
	unknownCases(b)
	orphanCases(b)
	secondResultCases(b)
	statusCases(b)
	statusWords(b)
	besideCases(b)
	earlyCases(b)
	surroundingCases(b)
	indexCases(b)
	twinCases(b)
	malformedCases(b)
	everyTwoCases(b)
	robustCases(b)
	return arranged(b.list)
}

// Ids, indices, names, positions and contents that share nothing by accident.

func buy() wire.Value  { return use("toolu_K7", "search_stock", `{"symbol":"VNM"}`) }
func sell() wire.Value { return use("toolu_C2", "get_weather", `{"city":"Huế","days":3}`) }
func rent() wire.Value { return use("toolu_P5", "recommendGuitar", `{"budget":{"max":900}}`) }

// pairingCases: which result belongs to which call.
func pairingCases(b *casebook) {
	b.valid("results-reversed", "Two results arrive in the other order; one speaks of the other's id.",
		live(seq(4, sell(), buy(), res("toolu_K7", "success", "82,000 (not toolu_C2)"), res("toolu_C2", "error", "no forecast for toolu_K7"))),
		"BLOCK-02", "BLOCK-03", "BLOCK-04", "BLOCK-06", "BLOCK-10")
	b.valid("results-between-calls", "A call, its result, the next call, its result.",
		live(seq(1, buy(), res("toolu_K7", "cancelled", "stopped by hand"), sell(), res("toolu_C2", "success", "31°C"))), "BLOCK-01", "BLOCK-02", "BLOCK-04")
	b.valid("middle-call-open", "Of three calls the middle one is still running.",
		live(seq(0, rent(), buy(), sell(), res("toolu_C2", "success", "rain"), res("toolu_P5", "error", "sold out"))), "BLOCK-02", "BLOCK-06")
	b.valid("first-call-open", "The last call is answered, the first still runs.",
		live(seq(3, rent(), buy(), res("toolu_K7", "success", "82,100"))), "BLOCK-02", "BLOCK-06")
	b.valid("same-tool-same-input", "The same call twice: two blocks, two results in the other order.",
		live(seq(2, buy(), use("toolu_B9", "search_stock", `{"symbol":"VNM"}`), res("toolu_B9", "error", "rate limit"), res("toolu_K7", "success", "82,200"))),
		"BLOCK-11", "BLOCK-02", "BLOCK-01", "BLOCK-04")
	b.valid("same-tool-history", "The same call three times in the history, the one in the middle never answered.",
		live(seq(2, buy(), use("toolu_B9", "search_stock", `{"symbol":"VNM"}`), use("toolu_A4", "search_stock", `{"symbol":"VNM"}`),
			res("toolu_A4", "error", "rate limit"), res("toolu_K7", "success", "82,250"))).fromHistory(), "BLOCK-11", "BLOCK-07", "BLOCK-02")
	b.valid("same-tool-one-open", "The same call twice, the second answered only.",
		live(seq(2, buy(), use("toolu_B9", "search_stock", `{"symbol":"VNM"}`), res("toolu_B9", "success", "82,300"))), "BLOCK-11", "BLOCK-02", "BLOCK-06")
	b.valid("ids-are-names", "One call's id is the other's name, and the indices are ids too.",
		live(seq(7, use("8", "search", `{"q":"b"}`), use("search", "9", `{"q":"a"}`), res("8", "success", "for eight"), res("search", "error", "for search"))),
		"BLOCK-02", "BLOCK-01")
	b.valid("ids-are-positions", "Each id is the other call's position.",
		live(seq(11, use("1", "first", `{}`), use("0", "second", `{}`), res("0", "success", "for zero"), res("1", "error", "for one"))), "BLOCK-02", "BLOCK-03")
	b.valid("ids-are-indices", "Each id is the index of another block.",
		live(seq(3, use("5", "first", `{}`), use("3", "second", `{}`), use("4", "third", `{}`), res("3", "success", "for three"), res("5", "error", "for five"))), "BLOCK-02", "BLOCK-06")
	b.valid("tool-name-of-another", "tool_name is for display: the id decides.",
		live(seq(1, buy(), sell(), with(res("toolu_C2", "success", "cloudy"), "tool_name", `"get_weather"`), with(res("toolu_K7", "success", "82,400"), "tool_name", `"search_stock"`))), "BLOCK-02")
	b.valid("ids-in-prefix", "Each id is the beginning of the next.",
		live(seq(5, use("toolu_1", "a", `{}`), use("toolu_11", "b", `{}`), use("toolu_111", "c", `{}`),
			res("toolu_11", "success", "eleven"), res("toolu_111", "error", "hundred"), res("toolu_1", "cancelled", "one"))), "BLOCK-02", "BLOCK-01", "BLOCK-04")
	b.valid("equal-contents", "Two results with the same content, one of them an error.",
		live(seq(1, buy(), sell(), res("toolu_C2", "error", "n/a"), res("toolu_K7", "success", "n/a"))), "BLOCK-04", "BLOCK-02", "BLOCK-06")
	b.valid("text-between", "Text before, between and after; its deltas are nobody's input.", live(
		one(start(0, plain(blkText))), one(textDelta(0, "Looking ")), one(textDelta(0, "it up.")), one(stop(0)), seq(1, buy()),
		one(start(2, plain(blkText))), one(textDelta(2, `{"symbol":"HPG"}`)), one(stop(2)),
		seq(3, res("toolu_K7", "success", "82,500")), seq(4, text("Done."))), "BLOCK-01", "BLOCK-02", "BLOCK-10")
	b.valid("names", "Names long, padded, punctuated and in every case.", live(named()), "BLOCK-01", "BLOCK-02")
	five(b)
	twelve(b)
	indexStyles(b)
}

// named calls a tool of each name, and answers in the other order.
func named() []wire.Value {
	var calls, results []wire.Value
	for i, name := range toolNames() {
		id := fmt.Sprintf("call_%c", 'p'-i)
		calls = append(calls, use(id, name, fmt.Sprintf(`{"n":%d}`, 40+i)))
		results = append([]wire.Value{res(id, "success", fmt.Sprintf("no. %d", 7*i))}, results...)
	}
	return seq(3, append(calls, results...)...)
}

// five calls in parallel, answered from the middle outwards.
func five(b *casebook) {
	ids := []string{"call_e", "call_b", "call_d", "call_a", "call_c"}
	var blocks []wire.Value
	for i, id := range ids {
		blocks = append(blocks, use(id, "tool_"+string(rune('v'+i)), fmt.Sprintf(`{"n":%d}`, 10*i+3)))
	}
	statuses := []string{"success", "error", "success", "cancelled", "error"}
	for i, k := range []int{2, 4, 0, 3, 1} {
		blocks = append(blocks, res(ids[k], statuses[i], fmt.Sprintf("answer %d for %s", 5-i, ids[k])))
	}
	b.valid("five-parallel", "Five calls in parallel, results in no order.", live(seq(1, blocks...)),
		"BLOCK-01", "BLOCK-02", "BLOCK-03", "BLOCK-04", "BLOCK-06", "BLOCK-10")
	b.valid("five-parallel-history", "The same loaded from history.", live(seq(1, blocks...)).fromHistory(), "BLOCK-02", "BLOCK-04", "BLOCK-20")
	b.valid("five-parallel-cut", "The same, cut off after three results.", live(seq(1, blocks[:8]...)), "BLOCK-02", "BLOCK-06", "BLOCK-10")
}

// twelve calls in parallel: indices and positions of one digit and of two.
func twelve(b *casebook) {
	var blocks []wire.Value
	id := func(i int) string { return fmt.Sprintf("call_%d", 100-i*7) }
	for i := range 12 {
		blocks = append(blocks, use(id(i), "lookup", fmt.Sprintf(`{"n":%d}`, i%5)))
	}
	for i := range 11 { // the call in the eighth place stays open
		k := (i*5 + 3) % 12
		if k == 7 {
			k = 10
		}
		blocks = append(blocks, res(id(k), []string{"success", "error"}[i%2], fmt.Sprintf("no. %d", 40+i)))
	}
	b.valid("twelve-parallel", "Twelve calls in parallel, eleven answered, in no order.", live(seq(4, blocks...)), "BLOCK-01", "BLOCK-02", "BLOCK-11", "BLOCK-06")
	b.valid("twelve-parallel-history", "The same loaded from history.", live(seq(4, blocks...)).fromHistory(), "BLOCK-01", "BLOCK-02", "BLOCK-07")
}

// indexStyles: where the indices begin and how they rise says nothing.
func indexStyles(b *casebook) {
	blocks := []wire.Value{sell(), buy(), res("toolu_K7", "success", "82,600"), res("toolu_C2", "cancelled", "storm")}
	for _, s := range []struct {
		slug    string
		indices [4]int64
	}{
		{"from-zero", [4]int64{0, 1, 2, 3}}, {"from-one", [4]int64{1, 2, 3, 4}}, {"gaps", [4]int64{3, 9, 40, 41}},
		{"far", [4]int64{0, 1, 2147483647, 4294967296}},
	} {
		var events []wire.Value
		for i, blk := range blocks {
			events = append(events, block(s.indices[i], blk)...)
		}
		b.valid("index-"+s.slug, fmt.Sprintf("The indices are %v.", s.indices), live(events), "BLOCK-01", "BLOCK-02", "BLOCK-10")
	}
}

// valueCases: what stands in inputs and results comes through as it is.
func valueCases(b *casebook) {
	for slug, content := range contents() {
		status := "success"
		if len(slug)%2 == 0 {
			status = "error"
		}
		b.valid("content-"+slug, fmt.Sprintf("A result with the content %.40q.", content),
			live(seq(1, sell(), buy(), res("toolu_K7", status, content))), "BLOCK-03", "BLOCK-06", "BLOCK-04")
	}
	b.valid("content-empty-cancelled-history", "A cancelled call with empty content loaded from history.",
		live(seq(1, buy(), res("toolu_K7", "cancelled", ""))).fromHistory(), "BLOCK-03", "BLOCK-04", "BLOCK-06")
	for slug, input := range inputs() {
		b.valid("input-"+slug, fmt.Sprintf("A call with the input %.60s.", input),
			live(seq(6, sell(), use("toolu_V1", "lookup", input), res("toolu_V1", "success", "found"))), "BLOCK-01")
	}
}

func contents() map[string]string {
	return map[string]string{
		"empty": "", "blank": "  ", "zero": "0", "false": "false", "null": "null", "undefined": "undefined", "object": "{}",
		"array": "[]", "json": `{"status":"error"}`, "quoted": `"82,000"`, "lines": "one\ntwo\r\nthree\n", "separators": "a\u2028b\u2029c\u0085d",
		"emoji": "🎸 và 🐈‍⬛", "combining": "e\u0301 ≠ é", "markup": "<b>&amp;</b><script>alert(1)</script>", "escapes": "\\n \\u0041 \" / \x1b[31m \x00",
		"word-error": "error", "word-success": "success", "edges": "\t leading and trailing \n", "json-spaced": `{ "a" : 1.50 , "b":[ 1 ,2 ],"a2":1e2 }`,
		"fenced": "```json\n{\"a\": 1}\n```", "gaps": "a\n\n\n\nb\t\tc   d", "backslashes": `C:\\dir\\\\file \"q\" \\n`, "bom": "\ufeffmarked", "typography": "“so” ‘said’ – she\u00a0did…", "sse": "data: [DONE]\n\nevent: x", "surrogates": "𝒳𝔘\U0010FFFF",
	}
}

func inputs() map[string]string {
	return map[string]string{
		"empty": `{}`, "nulls": `{"a":null,"b":"","c":[],"d":{},"e":0,"f":false}`, "nested": `{"a":{"b":[{"c":[[],[1,[2]]]}]}}`,
		"numbers": `{"i":1,"neg":-0.5,"exp":1.5e3,"max":9007199254740991,"frac":0.1}`, "numeric-text": `{"n":"007","b":"true","j":"{\"x\":1}"}`,
		"wire-words":  `{"type":"tool_result","id":"toolu_C2","tool_use_id":"toolu_C2","index":1,"content":"no result","status":"error"}`,
		"block-words": `{"toolResult":"x","dotStatus":"done","isFromHistory":true,"artifact":{"a":1}}`, "unicode": `{"Tên":"Huế 🎸","\u2028":"\u2029"}`,
		"proto": `{"__proto__":{"x":1},"in":{"__proto__":[2],"y":3}}`, "words": `{"label":"L","name":"N","api_key":"k-1","token":"t-2","secret":"s-3","password":"p-4"}`,
		"escapes": `{"path":"C:\\dir\\x","q":"\u0022a\u0022","nl":"\u000a"}`, "long-text": `{"text":` + wire.Quote(long(12000)) + `,"end":true}`,
		"odd-keys": `{"":1," ":2,"a.b":3,"0":4,"constructor":5,"toString":6}`,
	}
}
