package contentblocks

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// made are scripts that case files name: what is too long to be written down.
type made = map[string]func() dialect.Script

func madeStreams() made {
	of := func(events func() []wire.Value) func() dialect.Script {
		return func() dialect.Script { return live(events()) }
	}
	return made{
		"sixty-calls": of(sixty), "types-alike": of(typesAlike),
		"long-input": of(func() []wire.Value {
			return seq(6, sell(), use("toolu_V1", "lookup", longInput()), res("toolu_V1", "success", "found"))
		}),
		"untidy": of(func() []wire.Value {
			return seq(2, sell(), use("toolu_V2", "lookup", dialect.Untidy), with(res("toolu_V2", "success", "found"), "artifact", dialect.Untidy))
		}),
	}
}

func madeTurns() made {
	of := func(items ...transcript.Item) func() dialect.Script {
		return func() dialect.Script { return told(items...) }
	}
	calm := tResult("toolu_C2", "success", "dry")
	return made{
		"sixty-calls": func() dialect.Script { return sixtyTurn() },
		"long-input":  of(tSell(), tCall("toolu_V1", "lookup", longInput(), ""), tResult("toolu_V1", "success", "found"), calm),
		"untidy": of(tSell(), tCall("toolu_V2", "lookup", dialect.Untidy, ""), tValue("toolu_V2", "success", `"found"`, dialect.Untidy),
			calm),
		"long-texts": of(tSell(), tText(long(400)), tResult("toolu_C2", "success", "mild"), tText(long(900)), tBuy(),
			tResult("toolu_K7", "error", "closed")),
		"long-message-id": func() dialect.Script {
			return &turn{transcript.Transcript{MessageID: "msg-" + long(300), Items: []transcript.Item{tBuy(), tResult("toolu_K7", "success",
				"82,700")}}}
		},
	}
}

func longInput() string { return `{"text":` + wire.Quote(long(12000)) + `,"end":true}` }

// typesAlike stand behind a call that runs.
func typesAlike() []wire.Value {
	events := seq(2, sell(), buy(), res("toolu_C2", "success", "mist"))
	for i, kind := range []string{" tool_use", "tool_use ", "Tool_Use", "tool-use", "toolUse", "tool_use_v2"} {
		events = append(events, block(int64(20+i), toolUse(fmt.Sprintf("alike_%d", i), "roll", wire.Obj()).With("type", wire.Str(kind)))...)
	}
	for i, kind := range []string{" tool_result", "TOOL_RESULT", "tool-result", "toolResult", "tool_results"} {
		events = append(events, block(int64(30+i), res("toolu_K7", "error", "not this one").With("type", wire.Str(kind)))...)
	}
	for i, kind := range []string{"terminal", "user_stopped", "terminal_user_stopped ", "Terminal_Error", "terminal-error", "cancelled",
		"stopped", "error", "end_turn"} {
		events = append(events, block(int64(40+i), plain(kind))...)
	}
	for _, kind := range []string{"terminal_user_stopped", "terminal_error", "tool_use", "cancelled", "user_stopped", "content_block_cancel"} {
		events = append(events, plain(kind).With("index", wire.Int(3)))
	}
	return append(events, wire.ParseString(`{"type":"tool_use","id":"alike_8","name":"roll","input":{},"index":50}`),
		wire.ParseString(`{"type":"tool_result","tool_use_id":"toolu_K7","content":"x","status":"error","index":51}`),
		start(52, use("alike_9", "roll", `{}`)).With("type", wire.Str(" content_block_start")), start(53, use("alike_9", "roll",
			`{}`)).With("type", wire.Str("content_block_start ")), start(54, use("alike_9", "roll", `{}`)).With("type",
			wire.Str("contentBlockStart")))
}

// sixty calls, all open before the first of them is answered; every sixth is not.
func sixty() []wire.Value {
	var events []wire.Value
	for i := range 60 {
		events = append(events, block(int64(i), use(fmt.Sprintf("sixty_%d", (i*7)%60), fmt.Sprintf("tool_%d", i%4), fmt.Sprintf(`{"i":%d}`,
			i)))...)
	}
	for i := range 60 {
		if n := (i * 11) % 60; n%6 != 5 {
			events = append(events, block(int64(100+i), res(fmt.Sprintf("sixty_%d", n), []string{"success", "error", "cancelled"}[i%3],
				fmt.Sprintf("no. %d", i)))...)
		}
	}
	return events
}

// sixtyTurn is sixty calls side by side, each with another end than the one before it.
func sixtyTurn() *turn {
	var items []transcript.Item
	for i := range 60 {
		items = append(items, tCall(fmt.Sprintf("sixty_%d", (i*7)%60), fmt.Sprintf("tool_%d", i%4), fmt.Sprintf(`{"i":%d}`, i), ""))
	}
	for i := range 60 {
		items = append(items, tResult(fmt.Sprintf("sixty_%d", (i*11)%60), []string{"success", "error", "cancelled"}[i%3], fmt.Sprintf("no. %d",
			i)))
	}
	return told(items...)
}
