package contentblocks

import "github.com/toolconform/conform/wire"

// indexCases: starts and stops that don't match.
func indexCases(b *casebook) {
	k7, c2 := res("toolu_K7", "success", "83,400"), res("toolu_C2", "error", "flood")
	cases := []struct {
		slug, title string
		events      [][]wire.Value
	}{
		{"stop-unknown", "Stops for indices never started, between everything.", [][]wire.Value{
			one(stop(99)), one(start(1, buy())), one(stop(99)), one(stop(1)), one(stop(0)), seq(2, sell()), one(stop(98)), one(start(3, c2)), one(stop(97)), one(stop(3)), seq(4, k7)}},
		{"stop-twice", "Every stop comes twice.", [][]wire.Value{
			seq(1, buy()), one(stop(1)), seq(2, sell()), one(stop(2)), seq(3, c2), one(stop(3)), seq(4, k7), one(stop(4))}},
		{"stop-earlier-block", "A stop for a block that stopped long ago, while another is open.", [][]wire.Value{
			seq(1, buy(), sell()), one(start(3, k7)), one(stop(1)), one(stop(3)), one(start(4, c2)), one(stop(2)), one(stop(4))}},
		{"call-without-stop", "A call that never stops, and one that is whole.", [][]wire.Value{one(start(1, rent())), seq(2, buy(), sell()), seq(4, c2, k7)}},
		{"call-without-stop-answered", "A call that never stops is answered; it may miss the result, the other may not.", [][]wire.Value{one(start(1, buy())), seq(2, sell()), seq(4, k7, c2)}},
		{"result-without-stop", "A result that never stops, and one that is whole.", [][]wire.Value{seq(1, buy(), sell()), one(start(3, k7)), seq(4, c2)}},
		{"text-without-stop", "A text that never stops.", [][]wire.Value{one(start(0, plain(blkText))), one(textDelta(0, "Well")), seq(1, buy(), sell(), k7, c2)}},
		{"index-again-call", "Two calls at one index, one after the other.", [][]wire.Value{block(3, buy()), block(3, sell()), seq(4, k7, c2)}},
		{"index-again-results", "Two results at one index, one after the other.", [][]wire.Value{seq(1, buy(), sell()), block(3, c2), block(3, k7)}},
		{"index-again-all", "Every block has the same index.", [][]wire.Value{block(2, buy()), block(2, sell()), block(2, c2), block(2, k7)}},
		{"index-of-own-call", "A result has the index of its call.", [][]wire.Value{block(1, buy()), block(2, sell()), block(1, k7), block(2, c2)}},
		{"index-of-other-call", "A result has the index of the other call.", [][]wire.Value{block(1, buy()), block(2, sell()), block(2, k7), block(1, c2)}},
		{"index-again-open", "An index is used again while its block is open.", [][]wire.Value{one(start(3, rent())), block(3, buy()), seq(4, sell(), c2)}},
		{"index-falling", "The indices fall.", [][]wire.Value{block(9, buy()), block(7, sell()), block(4, c2), block(1, k7)}},
		{"next-message", "The next message begins at index 0 again.", [][]wire.Value{one(plain(evMessageStart)), block(0, buy()), block(1, k7), one(plain(evMessageStop)),
			one(plain(evMessageStart)), block(0, sell()), block(1, c2), one(plain(evMessageStop))}},
		{"overlap-calls", "Two calls are open at once; the first stops first.", [][]wire.Value{one(start(1, buy())), one(start(2, sell())), one(stop(1)), one(stop(2)), seq(3, k7, c2)}},
		{"overlap-nested", "A call is open around another one.", [][]wire.Value{one(start(5, sell())), one(start(6, buy())), one(stop(6)), one(stop(5)), seq(7, c2, k7)}},
		{"overlap-results", "Two results are open at once; the second stops first.", [][]wire.Value{seq(1, buy(), sell()), one(start(3, c2)), one(start(4, k7)), one(stop(4)), one(stop(3))}},
		{"overlap-results-in-order", "Two results are open at once; the first stops first.", [][]wire.Value{seq(1, buy(), sell()), one(start(3, c2)), one(start(4, k7)), one(stop(3)), one(stop(4))}},
		{"overlap-result-and-call", "A result is open while the next call starts and stops.", [][]wire.Value{seq(1, buy()), one(start(2, k7)), seq(3, sell()), one(stop(2)), seq(4, c2)}},
		{"overlap-inside-other-call", "A result starts and stops while another call is open.", [][]wire.Value{seq(1, buy()), one(start(2, sell())), seq(3, k7), one(stop(2)), seq(4, c2)}},
		{"overlap-text", "A text is open around all of it.", [][]wire.Value{one(start(0, plain(blkText))), seq(1, buy(), sell()), one(textDelta(0, "meanwhile")), seq(3, k7, c2), one(stop(0))}},
		{"overlap-result-cut", "Of two open results one has stopped.", [][]wire.Value{seq(1, buy(), sell()), one(start(3, c2)), one(start(4, k7)), one(stop(3))}},
	}
	for _, c := range cases {
		b.hostile(c.slug, c.title, live(c.events...), "BLOCK-17", "BLOCK-02", "BLOCK-01")
	}
	history := live(seq(1, buy(), sell()), one(start(3, c2)), one(start(4, k7)), one(stop(4)), one(stop(3)), one(stop(77))).fromHistory()
	b.hostile("overlap-history", "Overlapping results and a stray stop in the history.", history, "BLOCK-17", "BLOCK-02")
}

// twinCases: one id, two calls.
func twinCases(b *casebook) {
	twin := use("toolu_K7", "recommendGuitar", `{"budget":12}`)
	cases := []struct {
		slug, title string
		events      [][]wire.Value
	}{
		{"twin-replayed", "The start of a call is replayed.", [][]wire.Value{seq(1, buy(), buy(), sell(), res("toolu_C2", "success", "dew"))}},
		{"twin-other-tool", "Another tool under the same id.", [][]wire.Value{seq(1, sell(), buy(), twin, res("toolu_C2", "error", "mist"))}},
		{"twin-answered", "Both are answered.", [][]wire.Value{seq(1, buy(), sell(), twin, res("toolu_K7", "success", "one"), res("toolu_K7", "error", "two"), res("toolu_C2", "success", "frost"))}},
		{"twin-after-result", "The id comes back after its result.", [][]wire.Value{seq(1, buy(), res("toolu_K7", "success", "one"), twin, res("toolu_K7", "error", "two"), sell(), res("toolu_C2", "cancelled", "sleet"))}},
		{"twin-open", "Neither is answered.", [][]wire.Value{seq(1, buy(), twin, sell())}},
		{"twin-same-index", "The start is replayed at its own index.", [][]wire.Value{block(1, buy()), block(1, buy()), seq(2, sell(), res("toolu_K7", "success", "83,500"), res("toolu_C2", "error", "heat"))}},
	}
	for _, c := range cases {
		b.hostile(c.slug, c.title, live(c.events...), "BLOCK-18", "BLOCK-02")
	}
	b.hostile("twin-history", "One id twice in the history.", live(seq(1, buy(), sell(), twin, res("toolu_K7", "success", "one"))).fromHistory(), "BLOCK-18", "BLOCK-07")
}

// malformedCases: events that no schema takes, between ones that it does.
func malformedCases(b *casebook) {
	strange := map[string]string{
		"use-without-id": `{"type":"content_block_start","index":50,"content_block":{"type":"tool_use","name":"x","input":{}}}`,
		"use-id-number":  `{"type":"content_block_start","index":50,"content_block":{"type":"tool_use","id":7,"name":"x","input":{}}}`,
		"use-id-null":    `{"type":"content_block_start","index":50,"content_block":{"type":"tool_use","id":null,"name":"x","input":{}}}`,
		"use-no-name":    `{"type":"content_block_start","index":50,"content_block":{"type":"tool_use","id":"toolu_M1","input":{}}}`,
		"use-input-text": `{"type":"content_block_start","index":50,"content_block":{"type":"tool_use","id":"toolu_M1","name":"x","input":"{\"a\":1}"}}`,
		"use-input-null": `{"type":"content_block_start","index":50,"content_block":{"type":"tool_use","id":"toolu_M1","name":"x","input":null}}`,
		"result-no-id":   `{"type":"content_block_start","index":50,"content_block":{"type":"tool_result","content":"to whom","status":"error"}}`,
		"result-id-null": `{"type":"content_block_start","index":50,"content_block":{"type":"tool_result","tool_use_id":null,"content":"to whom","status":"error"}}`,
		"result-list":    `{"type":"content_block_start","index":50,"content_block":{"type":"tool_result","tool_use_id":"toolu_P5","content":[{"type":"text","text":"hm"}],"status":"success"}}`,
		"result-object":  `{"type":"content_block_start","index":50,"content_block":{"type":"tool_result","tool_use_id":"toolu_P5","content":{"a":1},"status":"error"}}`,
		"block-null":     `{"type":"content_block_start","index":50,"content_block":null}`,
		"block-absent":   `{"type":"content_block_start","index":50}`,
		"block-list":     `{"type":"content_block_start","index":50,"content_block":[]}`,
		"block-untyped":  `{"type":"content_block_start","index":50,"content_block":{"id":"toolu_M1"}}`,
		"index-absent":   `{"type":"content_block_start","content_block":{"type":"text"}}`,
		"index-text":     `{"type":"content_block_start","index":"50","content_block":{"type":"text"}}`,
		"index-negative": `{"type":"content_block_start","index":-1,"content_block":{"type":"text"}}`,
		"index-fraction": `{"type":"content_block_start","index":50.5,"content_block":{"type":"text"}}`,
		"stop-no-index":  `{"type":"content_block_stop"}`, "stop-null-index": `{"type":"content_block_stop","index":null}`, "stop-negative": `{"type":"content_block_stop","index":-1}`,
		"delta-bare": `{"type":"content_block_delta","index":50}`, "delta-null": `{"type":"content_block_delta","index":null,"delta":null}`,
		"untyped": `{"index":50}`, "type-number": `{"type":3}`, "type-null": `{"type":null}`, "empty": `{}`,
	}
	for slug, ev := range strange {
		c := b.hostile("malformed-"+slug, "One event that the schema doesn't take; the others are whole.", live(seq(1, rent(), buy()), raw(ev), one(stop(50)),
			seq(3, sell(), res("toolu_K7", "success", "83,600"), res("toolu_C2", "error", "rime"))), "ROBUST-01", "BLOCK-02")
		c.MayReject = true
	}
	for slug, ev := range map[string]string{"null": `null`, "text": `"content_block_stop"`, "number": `3`, "list": `[]`, "true": `true`} {
		c := b.hostile("no-object-"+slug, "An event that is no object.", live(seq(1, buy()), raw(ev), seq(2, res("toolu_K7", "success", "83,700"))), "ROBUST-01")
		c.MayReject = true
	}
}
