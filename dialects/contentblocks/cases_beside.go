package contentblocks

import (
	"fmt"

	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// besideCases: what stands beside a member, or says the same as another one, changes
// nothing about it.
func besideCases(b *casebook) {
	b.valid("contents-of-their-calls", "Each result says what its call says: an id, a name, a label, the input.", live(seq(2, sell(), buy(), label(rent(), "Looking for guitars"),
		use("toolu_D8", "roll", `{"n":1}`), res("toolu_K7", "success", "search_stock"), res("toolu_C2", "success", "toolu_C2"), res("toolu_P5", "error", "Looking for guitars"), res("toolu_D8", "success", `{"n":1}`))), "BLOCK-03", "BLOCK-04")
	b.valid("contents-telling-failure", "Successes whose contents speak of a failure, an error whose content speaks of none.", live(seq(2, sell(), buy(), rent(),
		res("toolu_K7", "success", `{"success":false}`), res("toolu_C2", "success", `{"error":"none left","isError":true}`), res("toolu_P5", "error", `{"success":true}`))), "BLOCK-03", "BLOCK-04")
	artifact := `{"type":"chart","title":"T","description":"d","id":"toolu_C2","name":"n","label":"l","content":"c","status":"error","error":"e","data":{"title":"U"}}`
	b.valid("artifact-members", "An artifact with members of every name.", live(seq(2, sell(), buy(), with(res("toolu_K7", "success", "82,920"), "artifact", artifact), res("toolu_C2", "success", "mist"))), "BLOCK-05", "BLOCK-04")
	b.hostile("six-overlapping", "Six results are open at once, and stop in another order than they start.", live(sixOpen()), "BLOCK-17", "BLOCK-10", "BLOCK-02")
	b.hostile("indices-far-apart", "Calls and results are open at indices that are alike in their last bits.", live(farApart()), "BLOCK-17", "BLOCK-02")
	b.hostile("members-of-others", "Members that other dialects have are unknown ones here.", live(aliases()), "BLOCK-12", "BLOCK-01", "BLOCK-03", "BLOCK-04")
	b.hostile("types-alike", "Blocks and events whose types are spelled like others, while a call runs.", live(seq(2, sell(), buy(), res("toolu_C2", "success", "mist")), typesAlike()), "BLOCK-12", "BLOCK-06", "BLOCK-01")
	b.hostile("call-behind-terminal-history", "A call stands behind the terminal, in the history.", live(seq(1, buy(), sell(), res("toolu_C2", "success", "mist"), userStopped(), rent())).fromHistory(), "BLOCK-20", "BLOCK-07")
	b.valid("sixty-calls", "Sixty calls side by side, each with another end than the one before it.", live(sixty()), "BLOCK-01", "BLOCK-02", "BLOCK-04", "BLOCK-06")
}

func sixOpen() []wire.Value {
	var events []wire.Value
	for i := range 6 {
		events = append(events, block(int64(i), use(fmt.Sprintf("six_%d", 9-i), "roll", fmt.Sprintf(`{"i":%d}`, i)))...)
	}
	for i := range 6 {
		events = append(events, start(int64(10+i), res(fmt.Sprintf("six_%d", 4+(i*5)%6), []string{"success", "error"}[i%2], fmt.Sprintf("rolled %d", 30+i))))
	}
	for _, i := range []int64{12, 15, 10, 14, 13, 11} {
		events = append(events, stop(i))
	}
	return events
}

func farApart() []wire.Value {
	indices := []int64{1, 65, 129, 257, 1025, 65537, 2147483649, 4294967297}
	var events []wire.Value
	for i, index := range indices {
		events = append(events, start(index, use(fmt.Sprintf("far_%d", 8-i), "roll", fmt.Sprintf(`{"i":%d}`, i))))
	}
	for _, index := range indices {
		events = append(events, stop(index))
	}
	for i, index := range indices {
		events = append(events, start(index+1, res(fmt.Sprintf("far_%d", 1+(i*3)%8), []string{"success", "error"}[i%2], fmt.Sprintf("rolled %d", 40+i))))
	}
	for i := range indices {
		events = append(events, stop(indices[(i*5)%8]+1))
	}
	return events
}

func aliases() []wire.Value {
	call := wire.ParseString(`{"arguments":"{\"x\":1}","parameters":{"x":2},"args":{"x":3},"output":"x4","result":"x5","toolCallId":"toolu_C2","callId":"toolu_C2","toolName":"x6","title":"x7","label":"x8","display":"x9","state":"output-error","stage":"end","error":"x10","text":"x11"}`)
	result := wire.ParseString(`{"output":"x12","result":"x13","text":"x14","message":"x15","data":"x16","errorText":"x17","exit_code":1,"is_error":true,"isError":true,"error":"x18","success":false,"state":"output-error","toolCallId":"toolu_C2","tool_call_id":"toolu_C2","callId":"toolu_C2","id":"toolu_C2","title":"x19","label":"x20","tool_content_message":"x21","artifacts":[{"a":22}]}`)
	add := func(b, more wire.Value) wire.Value {
		for _, m := range more.Members() {
			b = b.With(m.Name, m.Value)
		}
		return b
	}
	return seq(2, sell(), label(add(buy(), call), "Searching"), add(res("toolu_K7", "success", "82,930"), result), res("toolu_C2", "success", "mist"))
}

func typesAlike() []wire.Value {
	var events []wire.Value
	for i, kind := range []string{" tool_use", "tool_use ", "Tool_Use", "tool-use", "toolUse", "tool_use_v2"} {
		events = append(events, block(int64(20+i), toolUse(fmt.Sprintf("alike_%d", i), "roll", wire.Obj()).With("type", wire.Str(kind)))...)
	}
	for i, kind := range []string{" tool_result", "TOOL_RESULT", "tool-result", "toolResult", "tool_results"} {
		events = append(events, block(int64(30+i), res("toolu_K7", "error", "not this one").With("type", wire.Str(kind)))...)
	}
	for i, kind := range []string{"terminal", "user_stopped", "terminal_user_stopped ", "Terminal_Error", "terminal-error", "cancelled", "stopped", "error", "end_turn"} {
		events = append(events, block(int64(40+i), plain(kind))...)
	}
	for _, kind := range []string{"terminal_user_stopped", "terminal_error", "tool_use", "cancelled", "user_stopped", "content_block_cancel"} {
		events = append(events, plain(kind).With("index", wire.Int(3)))
	}
	return append(events, wire.ParseString(`{"type":"tool_use","id":"alike_8","name":"roll","input":{},"index":50}`), wire.ParseString(`{"type":"tool_result","tool_use_id":"toolu_K7","content":"x","status":"error","index":51}`),
		start(52, use("alike_9", "roll", `{}`)).With("type", wire.Str(" content_block_start")), start(53, use("alike_9", "roll", `{}`)).With("type", wire.Str("content_block_start ")), start(54, use("alike_9", "roll", `{}`)).With("type", wire.Str("contentBlockStart")))
}

// sixty calls, all open before the first of them is answered; every sixth is not.
func sixty() []wire.Value {
	var events []wire.Value
	for i := range 60 {
		events = append(events, block(int64(i), use(fmt.Sprintf("sixty_%d", (i*7)%60), fmt.Sprintf("tool_%d", i%4), fmt.Sprintf(`{"i":%d}`, i)))...)
	}
	for i := range 60 {
		if n := (i * 11) % 60; n%6 != 5 {
			events = append(events, block(int64(100+i), res(fmt.Sprintf("sixty_%d", n), []string{"success", "error", "cancelled"}[i%3], fmt.Sprintf("no. %d", i)))...)
		}
	}
	return events
}

// besideTurns: the same for what is told.
func besideTurns(b *casebook) {
	for slug, artifact := range map[string]string{"two": `[1,2]`, "list-of-parts": `[{"type":"text","text":"x"}]`, "only-data": `{"data":{"a":1}}`, "blank": `"  "`, "percent": `"%41%20b%"`, "padded-text": `"\tx y\u00a0z 100%\n"`,
		"members": `{"type":"chart","title":"T","content":"c","status":"error","error":"e","id":"toolu_C2","data":{"title":"U"}}`, "proto": `{"a":{"__proto__":{"b":1}},"constructor":2}`, "of-the-content": `"drawn"`} {
		b.valid("artifact-"+slug, "A result with the artifact "+artifact+".", told(tSell(), tBuy(), tValue("toolu_K7", "success", `"drawn"`, artifact), tResult("toolu_C2", "success", "no chart")), "BLOCK-56")
	}
	var items []transcript.Item
	for i := range 60 {
		items = append(items, tCall(fmt.Sprintf("sixty_%d", (i*7)%60), fmt.Sprintf("tool_%d", i%4), fmt.Sprintf(`{"i":%d}`, i), ""))
	}
	for i := range 60 {
		items = append(items, tResult(fmt.Sprintf("sixty_%d", (i*11)%60), []string{"success", "error", "cancelled"}[i%3], fmt.Sprintf("no. %d", i)))
	}
	b.valid("sixty-calls", "Sixty calls side by side, each with another end than the one before it.", told(items...), "BLOCK-50", "BLOCK-56", "BLOCK-58")
}
