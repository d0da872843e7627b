package contentblocks

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/wire"
)

// artifactCases: what comes beside the text of a result.
func artifactCases(b *casebook) {
	kinds := map[string]string{
		"object": `{"type":"chart","data":{"labels":["T2"],"values":[82000]}}`, "empty-object": `{}`, "array": `[{"row":1}]`, "empty-array": `[]`,
		"text": `"chart.svg"`, "empty-text": `""`, "zero": `0`, "number": `12.5`, "true": `true`, "false": `false`, "null": `null`, "absent": ``,
		"nulls": `{"type":"table","data":null,"rows":[null,{"a":null}]}`, "json-text": `"{\"type\": \"chart\"}"`,
	}
	for slug, json := range kinds {
		b.valid("artifact-"+slug, fmt.Sprintf("A result whose artifact is %s.", orWord(json)),
			live(seq(2, sell(), buy(), with(res("toolu_K7", "success", "drawn"), "artifact", json), res("toolu_C2", "success", "no chart"))), "BLOCK-05")
	}
	chart := `{"type":"table","data":{"rows":[["a",1]]}}`
	b.valid("artifact-of-error", "An error and a cancelled call carry artifacts too.", live(seq(2, sell(), buy(),
		with(res("toolu_K7", "error", "partly drawn"), "artifact", chart), with(res("toolu_C2", "cancelled", ""), "artifact", `{"type":"image"}`))), "BLOCK-05", "BLOCK-04")
	b.valid("artifact-empty-content", "A result with an artifact and the content \"\".",
		live(seq(2, buy(), with(res("toolu_K7", "success", ""), "artifact", chart))), "BLOCK-05", "BLOCK-03", "BLOCK-06")
	b.valid("artifact-one-of-two", "Only the first result has an artifact; it doesn't spread.",
		live(seq(1, buy(), sell(), with(res("toolu_C2", "success", "map"), "artifact", chart), with(res("toolu_K7", "success", "text"), "artifact", `null`))), "BLOCK-05")
	b.valid("artifact-wire-words", "An artifact that looks like a block.",
		live(seq(1, buy(), with(res("toolu_K7", "success", "ok"), "artifact", `{"type":"tool_use","id":"toolu_P5","name":"x","input":{}}`))), "BLOCK-05", "BLOCK-01")
}

func orWord(json string) string {
	if json == "" {
		return "absent"
	}
	return json
}

// displayCases: dots, labels, origin.
func displayCases(b *casebook) {
	answers := []wire.Value{res("toolu_K7", "success", "82,700"), res("toolu_C2", "error", "fog"), res("toolu_P5", "cancelled", "closed")}
	s := live(seq(3, buy(), sell(), rent(), answers[2], answers[0], answers[1]))
	b.valid("every-status", "A success, an error and a cancelled call in one turn.", s, "BLOCK-04", "BLOCK-06")
	b.valid("every-status-history", "The same loaded from history.", s.fromHistory(), "BLOCK-04", "BLOCK-06", "BLOCK-20")
	open := live(seq(3, buy(), rent(), sell(), res("toolu_P5", "success", "found one")))
	b.valid("open-live", "Two of three calls run still.", open, "BLOCK-06", "BLOCK-20")
	b.valid("open-history", "Two of three calls were never answered; loaded from history they are done.", open.fromHistory(), "BLOCK-07", "BLOCK-20", "BLOCK-06")
	b.valid("open-history-alone", "One call without result, from history.", live(seq(0, sell())).fromHistory(), "BLOCK-07", "BLOCK-20")
	b.hostile("open-history-started", "From history, a call that never stopped.", live(one(start(0, sell()))).fromHistory(), "BLOCK-07")
	b.valid("labels", "Two calls of one tool with labels of their own, a third with none.", live(seq(1, label(buy(), "Tìm VNM 🔎"),
		label(use("toolu_D4", "search_stock", `{"symbol":"HPG"}`), "Tìm HPG"), sell(), res("toolu_D4", "success", "28,500"))), "BLOCK-19", "BLOCK-01")
	b.valid("labels-history", "Labels loaded from history.", live(seq(1, label(buy(), "Search VNM"), label(sell(), "search_stock"),
		res("toolu_K7", "success", "82,800"))).fromHistory(), "BLOCK-19", "BLOCK-20", "BLOCK-01")
	b.valid("labels-spelling", "Labels long, padded, of several lines: kept as they are.", live(seq(1, label(buy(), strings.Repeat("Tìm kiếm cổ phiếu ", 12)),
		label(sell(), " padded "), label(rent(), "one\ntwo"), res("toolu_P5", "success", "found"))), "BLOCK-19", "BLOCK-01")
	b.valid("label-is-no-name", "A label never becomes the name, nor a name the label's twin.", live(seq(1, label(sell(), "search_stock"), label(buy(), "get_weather"))), "BLOCK-01", "BLOCK-19")
	b.valid("no-calls", "A turn of text alone.", live(seq(0, text("Hello."))), "ROBUST-01")
	b.valid("nothing", "No events at all.", live(), "ROBUST-01")
	pending(b)
}

// pending: the result's block has started and not stopped.
func pending(b *casebook) {
	chart := `{"type":"chart"}`
	for _, status := range []string{"success", "error", "cancelled"} {
		r := with(res("toolu_C2", status, "half past"), "artifact", chart)
		b.valid("result-started-"+status, "The stream is cut between start and stop of a result: merged or not, and nothing between.",
			live(seq(1, buy(), sell()), one(start(3, r))), "BLOCK-10", "BLOCK-06")
		b.valid("result-stopped-"+status, "The same result, stopped.", live(seq(1, buy(), sell()), block(3, r)), "BLOCK-10", "BLOCK-05", "BLOCK-04")
	}
}

// terminalCases: the turn was stopped or failed.
func terminalCases(b *casebook) {
	ends := map[string]wire.Value{"user-stopped": userStopped(), "error": failedTurn()}
	for slug, end := range ends {
		some := live(seq(1, buy(), sell(), rent(), res("toolu_C2", "success", "sunny, as asked"), end))
		b.valid("terminal-"+slug, "One of three calls was answered when the turn ended.", some, "BLOCK-08", "BLOCK-09", "BLOCK-06", "BLOCK-03")
		b.valid("terminal-"+slug+"-history", "The same loaded from history.", some.fromHistory(), "BLOCK-07", "BLOCK-08", "BLOCK-20")
		b.valid("terminal-"+slug+"-answered", "Every call was answered when the turn ended.",
			live(seq(1, buy(), sell(), res("toolu_C2", "error", "hail"), res("toolu_K7", "cancelled", ""), end)), "BLOCK-08", "BLOCK-04", "BLOCK-06")
		b.valid("terminal-"+slug+"-text", "Text and a call were open when the turn ended.",
			live(one(start(0, plain(blkText))), one(textDelta(0, "Let me")), one(start(1, buy())), one(stop(0)), one(stop(1)), seq(2, end)), "BLOCK-08", "BLOCK-09")
		b.hostile("terminal-"+slug+"-unstopped-call", "The call was never stopped when the turn ended.",
			live(one(start(5, buy())), seq(6, end)), "BLOCK-08", "BLOCK-09")
		b.hostile("terminal-"+slug+"-unstopped-result", "A result had started and never stopped when the turn ended.",
			live(seq(5, buy(), sell()), one(start(7, res("toolu_K7", "error", "too late"))), seq(8, end)), "BLOCK-08")
		b.hostile("terminal-"+slug+"-twice", "Two terminal blocks.", live(seq(1, buy(), end, userStopped())), "BLOCK-08", "BLOCK-09")
		b.hostile("terminal-"+slug+"-unfinished", "The terminal block started and never stopped.", live(seq(1, buy()), one(start(2, end))), "BLOCK-06")
	}
	after := map[string][]wire.Value{
		"result": seq(9, res("toolu_K7", "success", "after all")), "call": seq(9, rent()), "text": seq(9, text("PS")),
		"call-and-result": seq(9, rent(), res("toolu_P5", "error", "no stock")),
		"message":         flat([][]wire.Value{one(plain(evMessageStop)), one(plain(evMessageStart)), seq(0, rent(), res("toolu_P5", "success", "next turn"))}),
	}
	for slug, events := range after {
		b.hostile("after-terminal-"+slug, "Something comes after the terminal; what was there stays right.",
			live(seq(1, buy(), sell(), res("toolu_C2", "cancelled", "halted"), userStopped()), events), "BLOCK-08", "BLOCK-04")
	}
}
