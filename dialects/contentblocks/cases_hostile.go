package contentblocks

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// unknownCases: what the document doesn't name changes nothing.
func unknownCases(b *casebook) {
	strange := map[string]wire.Value{
		"ping": plain(evPing), "group-start": wire.ParseString(`{"type":"group_start","group_id":"g-1","title":"Step 1"}`),
		"error-event": wire.ParseString(`{"type":"warning","error":{"message":"slow"},"index":2}`), "preview": wire.ParseString(`{"type":"tool_result","tool_use_id":"toolu_C2","content":"not it","status":"error"}`),
		"progress": wire.ParseString(`{"type":"content_block_progress","index":2,"delta":{"type":"text_delta","text":"50%"}}`),
		"replace":  wire.ParseString(`{"type":"content_block_replace","index":2,"content_block":{"type":"tool_use","id":"toolu_K7","name":"other","input":{"x":1}}}`),
		"upper":    wire.ParseString(`{"type":"CONTENT_BLOCK_STOP","index":4}`),
		"error":    wire.ParseString(`{"type":"error","error":{"type":"overloaded_error","message":"slow"}}`), "done": wire.ParseString(`{"type":"done"}`),
		"abort": wire.ParseString(`{"type":"abort","reason":"none"}`), "other-start": wire.ParseString(`{"type":"tool_block_start","index":61,"content_block":{"type":"tool_use","id":"toolu_Q9","name":"x","input":{}}}`),
	}
	blocks := []wire.Value{sell(), buy(), res("toolu_K7", "success", "82,900"), res("toolu_C2", "error", "dust")}
	plainly := seq(1, blocks...)
	for slug, ev := range strange {
		var events []wire.Value
		for _, e := range plainly {
			events = append(events, ev, e)
		}
		b.valid("unknown-event-"+slug, "An unknown event before every event.", live(events, one(ev)), "BLOCK-12", "BLOCK-02")
	}
	for slug, ev := range map[string]string{"error": `{"type":"error","error":{"message":"slow"}}`, "done": `{"type":"done"}`, "stop": `{"type":"stop"}`} {
		b.valid("unknown-event-"+slug+"-open", "An unknown event that sounds like an end, while a call runs: it runs on.", live(seq(1, buy(), sell(), res("toolu_C2", "success", "dew")), raw(ev)), "BLOCK-12", "BLOCK-06")
	}
	b.valid("message-frames", "The events of the message and its groups stand between the blocks.", live(
		raw(`{"type":"message_start","message":{"id":"msg-7","role":"assistant"}}`, `{"type":"group_start","index":1}`), plainly[:4],
		raw(`{"type":"group_end","index":1}`, `{"type":"ping"}`), plainly[4:], raw(`{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`, `{"type":"message_stop"}`)),
		"BLOCK-12", "BLOCK-02")
	unknownMembers(b, plainly)
	b.hostile("unknown-block-type", "A block of a type that nobody knows, with an id and a tool_use_id.", live(seq(0,
		wire.ParseString(`{"type":"thinking","id":"toolu_K7","thinking":"hm"}`)), seq(1, buy(), wire.ParseString(`{"type":"server_tool_result","tool_use_id":"toolu_K7","content":"other","status":"error"}`),
		res("toolu_K7", "success", "83,000"))), "BLOCK-12", "BLOCK-01", "BLOCK-02")
	b.hostile("unknown-tool-blocks", "Blocks whose types only end as a call's and a result's do.", live(seq(0,
		wire.ParseString(`{"type":"server_tool_use","id":"srv_1","name":"web_search","input":{"q":"x"}}`), buy(),
		wire.ParseString(`{"type":"web_search_tool_result","tool_use_id":"toolu_K7","content":"other","status":"success"}`), sell(), res("toolu_C2", "success", "haze"))), "BLOCK-12", "BLOCK-01", "BLOCK-06")
	b.hostile("unknown-prefixes", "Blocks whose types only begin as a call's and a terminal's do.", live(seq(0, buy(),
		wire.ParseString(`{"type":"tool_search","id":"srv_2","name":"web_search","input":{"q":"x"}}`), wire.ParseString(`{"type":"terminal_notice","message":"still here"}`),
		sell(), res("toolu_C2", "success", "haze"))), "BLOCK-12", "BLOCK-01", "BLOCK-06")
	for slug, ev := range map[string]string{"group-end": `{"type":"group_end","index":3}`, "ping-index": `{"type":"ping","index":3}`, "message-delta": `{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`,
		"stray-delta": `{"type":"content_block_delta","index":77,"delta":{"type":"text_delta","text":"noise"}}`, "text-delta": `{"type":"content_block_delta","index":3,"delta":{"type":"text_delta","text":" and more"}}`, "json-delta": `{"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"{}"}}`, "text-block": `{"type":"content_block_start","index":60,"content_block":{"type":"text","text":"noise"}}`} {
		b.hostile("inside-a-result-"+slug, "An event that does not concern it comes between start and stop of a result.", live(seq(2, buy()), one(start(3, res("toolu_K7", "success", "83,150"))),
			raw(ev), one(stop(3)), seq(4, sell(), res("toolu_C2", "error", "sleet"))), "BLOCK-12", "BLOCK-10", "BLOCK-02")
	}
	b.hostile("late-deltas", "Deltas for tool blocks, before and after their stop: they have none.", live(
		one(start(2, buy())), raw(`{"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"noise"}}`), one(stop(2)),
		raw(`{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":""}}`, `{"type":"content_block_delta","index":2,"delta":{"type":"signature_delta","signature":"s"}}`),
		seq(3, res("toolu_K7", "success", "83,100")), raw(`{"type":"content_block_delta","index":3,"delta":{"type":"text_delta","text":" and more"}}`)), "BLOCK-12", "BLOCK-01", "BLOCK-03")
}

func unknownMembers(b *casebook, plainly []wire.Value) {
	edit := func(level func(wire.Value, int) wire.Value) []wire.Value {
		out := make([]wire.Value, len(plainly))
		for i, e := range plainly {
			out[i] = level(e, i)
		}
		return out
	}
	b.valid("unknown-members-event", "Unknown members beside type, index and content_block.", live(edit(func(e wire.Value, i int) wire.Value {
		return e.With("request_id", wire.Str("req-1")).With("seq", wire.Int(int64(100-i))).With("error", wire.NullValue).With("id", wire.Str("evt_4"))
	})), "BLOCK-12")
	b.valid("unknown-members-block", "Unknown members inside the blocks.", live(edit(func(e wire.Value, i int) wire.Value {
		c := e.Get("content_block")
		if !c.IsObject() {
			return e
		}
		return e.With("content_block", c.With("cache_control", wire.ParseString(`{"type":"ephemeral"}`)).With("caller", wire.Str("toolu_C2")).With("is_error", wire.Boolean(false)))
	})), "BLOCK-12", "BLOCK-04")
	errs := live(seq(3, buy(), sell(), rent(), with(with(res("toolu_C2", "success", "drizzle"), "is_error", `true`), "success", `false`), with(with(res("toolu_K7", "success", "82,950"), "isError", `true`), "error", `"closed"`),
		with(with(res("toolu_P5", "error", "sold out"), "is_error", `false`), "success", `true`)))
	b.valid("unknown-members-error", "Results have members that tell of an error, or of none: they are unknown, and the status decides.", errs, "BLOCK-12", "BLOCK-04")
	b.valid("unknown-members-error-history", "The same loaded from history.", errs.fromHistory(), "BLOCK-12", "BLOCK-04")
	b.valid("unknown-members-result", "Results have an id, a name and an input of their own: unknown members.", live(seq(3, buy(), sell(),
		with(with(with(res("toolu_C2", "success", "drizzle"), "id", `"toolu_K7"`), "name", `"another"`), "input", `{"x":1}`), res("toolu_K7", "error", "closed"))), "BLOCK-12", "BLOCK-02", "BLOCK-01")
	b.valid("unknown-members-call", "A call has a status, a content and a tool_use_id: unknown members.", live(seq(3, sell(),
		with(with(with(buy(), "status", `"error"`), "content", `"no result"`), "tool_use_id", `"toolu_C2"`), res("toolu_C2", "success", "drizzle"))), "BLOCK-12", "BLOCK-06", "BLOCK-02")
	stops := live(seq(3, sell(), buy(), res("toolu_K7", "success", "83,050"))).events
	for i, ev := range stops {
		if ev.Get("type").Text() == evStop {
			stops[i] = ev.With("content_block", res("toolu_C2", "error", "in the stop"))
		}
	}
	b.hostile("unknown-members-stop", "Stops carry a content_block: an unknown member.", live(stops), "BLOCK-12", "BLOCK-06")
	b.hostile("members-of-the-merged-block", "A call carries members that only the merged block has: they are unknown on the wire.", live(seq(1,
		with(with(with(buy(), "toolResult", `"forged"`), "isFromHistory", `true`), "dotStatus", `"error"`), sell(), res("toolu_C2", "success", "haze"))), "BLOCK-12", "BLOCK-20")
}

// orphanCases: a result that nobody asked for, and a valid one behind it.
func orphanCases(b *casebook) {
	orphans := map[string]wire.Value{
		"foreign": res("toolu_ZZ", "error", "for nobody"), "upper-case": res("TOOLU_K7", "error", "shouted"), "prefix": res("toolu_K", "success", "short"),
		"longer": res("toolu_K77", "cancelled", "long"), "blank-edges": res(" toolu_K7 ", "error", "spaced"), "empty-id": res("", "success", "to no id"),
		"named": with(res("toolu_ZZ", "error", "same tool"), "tool_name", `"search_stock"`), "artifact": with(res("toolu_ZZ", "success", "drawn"), "artifact", `{"type":"orphan"}`),
		"suffix": res("x-toolu_K7", "success", "behind a prefix"), "unprefixed": res("K7", "error", "bare"), "blank": res(" ", "success", "to a blank"), "invisible": res("toolu_\u200bK7", "error", "unseen"),
		"position": res("0", "error", "by position"), "index": res("4", "error", "by index"), "tool-name": res("search_stock", "error", "by name"),
	}
	for slug, o := range orphans {
		b.hostile("orphan-"+slug, "A result for an unknown id, then valid ones.",
			live(seq(4, buy(), sell(), o, res("toolu_C2", "success", "breeze"), res("toolu_K7", "cancelled", "halted"))), "BLOCK-13", "BLOCK-02")
		b.hostile("orphan-"+slug+"-open", "A result for an unknown id while the call that it resembles stays open.",
			live(seq(4, sell(), buy(), o, res("toolu_C2", "success", "breeze"))), "BLOCK-13", "BLOCK-06")
		b.hostile("orphan-"+slug+"-late", "A result for an unknown id behind the result of the call that it resembles.",
			live(seq(4, sell(), buy(), res("toolu_K7", "success", "82,000"), o, res("toolu_C2", "success", "breeze"))), "BLOCK-13", "BLOCK-02")
	}
	b.hostile("orphan-first", "The stream begins with a result for an unknown id.",
		live(seq(0, res("toolu_ZZ", "success", "too soon"), buy(), res("toolu_K7", "success", "83,200"))), "BLOCK-13", "BLOCK-02")
	b.hostile("orphan-alone", "A result for an unknown id beside an open call.", live(seq(0, buy(), res("toolu_ZZ", "success", "not yours"))), "BLOCK-13", "BLOCK-06")
	b.hostile("orphan-history", "A result for an unknown id in the history.",
		live(seq(0, buy(), res("toolu_ZZ", "error", "not yours"), sell(), res("toolu_C2", "success", "calm"))).fromHistory(), "BLOCK-13", "BLOCK-07")
	b.hostile("orphan-only", "Nothing but a result for an unknown id.", live(seq(3, res("toolu_ZZ", "success", "alone"))), "BLOCK-13")
}

// secondResultCases: equal, different, better, worse, with and without artifact.
func secondResultCases(b *casebook) {
	statuses := []string{"success", "error", "cancelled"}
	artifacts := []struct{ slug, first, second string }{
		{"", "", ""}, {"-artifact-first", `{"type":"chart","no":1}`, ""}, {"-artifact-second", "", `{"type":"chart","no":2}`},
		{"-artifact-both", `{"type":"chart","no":1}`, `{"type":"chart","no":2}`}, {"-artifact-null", `{"type":"chart","no":1}`, `null`},
	}
	for _, first := range statuses {
		for _, second := range statuses {
			for _, a := range artifacts {
				one, two := with(res("toolu_K7", first, "first answer"), "artifact", a.first), with(res("toolu_K7", second, "second answer"), "artifact", a.second)
				b.hostile(fmt.Sprintf("second-%s-%s%s", first, second, a.slug), "A second result for a call: one of the two is held, whole.",
					live(seq(2, sell(), buy(), one, res("toolu_C2", "success", "gale"), two)), "BLOCK-14", "BLOCK-02")
			}
		}
	}
	for _, pair := range [][2]string{{"success", "success"}, {"success", "error"}, {"error", "success"}} {
		one, two := with(res("toolu_K7", pair[0], "first answer"), "artifact", `{"p":1,"data":{"x":1}}`), with(res("toolu_K7", pair[1], "second answer"), "artifact", `{"q":2,"data":{"y":2}}`)
		b.hostile("second-"+pair[0]+"-"+pair[1]+"-artifact-members", "A second result whose artifact has other members: they are not joined.", live(seq(2, sell(), buy(), one, res("toolu_C2", "success", "gale"), two)), "BLOCK-14", "BLOCK-05")
	}
	b.hostile("second-equal", "The same result twice.", live(seq(2, buy(), res("toolu_K7", "error", "twice"), res("toolu_K7", "error", "twice"))), "BLOCK-14", "BLOCK-03")
	b.hostile("second-same-content", "The same content with another status.", live(seq(2, buy(), res("toolu_K7", "error", "either"), res("toolu_K7", "success", "either"))), "BLOCK-14", "BLOCK-06")
	b.hostile("second-empty", "The second result is \"\".", live(seq(2, buy(), res("toolu_K7", "error", "full"), res("toolu_K7", "success", ""))), "BLOCK-14", "BLOCK-04")
	b.hostile("second-history", "A second result in the history.", live(seq(2, buy(), res("toolu_K7", "success", "old"),
		with(res("toolu_K7", "error", "new"), "artifact", `{"type":"log"}`))).fromHistory(), "BLOCK-14", "BLOCK-06")
	b.hostile("third", "Three results.", live(seq(2, buy(), with(res("toolu_K7", "success", "one"), "artifact", `{"no":1}`), res("toolu_K7", "error", "two"),
		with(res("toolu_K7", "success", "three"), "artifact", `{"no":3}`))), "BLOCK-14", "BLOCK-02")
	b.hostile("replayed-turn", "The whole turn once more.", live(seq(1, buy(), sell(), res("toolu_K7", "success", "83,300"), res("toolu_C2", "error", "ice")),
		seq(5, buy(), sell(), res("toolu_K7", "success", "83,300"), res("toolu_C2", "error", "ice"))), "BLOCK-18", "BLOCK-14")
}

// statusCases: status × content × live or history.
func statusCases(b *casebook) {
	statuses := []struct{ slug, json string }{{"success", `"success"`}, {"error", `"error"`}, {"cancelled", `"cancelled"`}, {"timeout", `"timeout"`},
		{"upper", `"ERROR"`}, {"upper-success", `"SUCCESS"`}, {"empty", `""`}, {"spaced", `" error"`}, {"absent", ``}, {"null", `null`}, {"true", `true`}, {"object", `{"code":"success"}`}}
	bodies := []struct{ slug, json string }{{"text", `"some text"`}, {"empty", `""`}, {"null", `null`}, {"absent", ``}}
	for i, s := range statuses {
		for _, body := range bodies {
			if i < 3 && (body.slug == "text" || body.slug == "empty") {
				continue // valid, and told elsewhere
			}
			r := with(with(res("toolu_K7", "", ""), "status", s.json), "content", body.json)
			events := live(seq(2, sell(), buy(), r, res("toolu_C2", "success", "thaw")))
			now := b.hostile(fmt.Sprintf("status-%s-content-%s", s.slug, body.slug), fmt.Sprintf("A result with the status %s and the content %s.", orWord(s.json), orWord(body.json)), events, "BLOCK-15", "BLOCK-02")
			later := b.hostile(fmt.Sprintf("status-%s-content-%s-history", s.slug, body.slug), "The same loaded from history.", events.fromHistory(), "BLOCK-15")
			// A status that is no string is more than unknown: the event is malformed.
			now.MayReject = s.slug == "true" || s.slug == "object"
			later.MayReject = now.MayReject
		}
	}
}

// statusWords: statuses that sound like a success, or contain the word.
func statusWords(b *casebook) {
	b.hostile("status-unknown-then-success", "A result of unknown status, and a success with the same content.",
		live(seq(2, sell(), buy(), res("toolu_K7", "timeout", "same text"), res("toolu_K7", "success", "same text"), res("toolu_C2", "success", "thaw"))), "BLOCK-14", "BLOCK-15", "BLOCK-02")
	b.hostile("three-overlapping", "Three results are open at once, and stop in another order than they start.", live(seq(2, sell(), buy(), rent()),
		one(start(5, res("toolu_K7", "success", "of K7"))), one(start(6, res("toolu_C2", "error", "of C2"))), one(start(7, res("toolu_P5", "success", "of P5"))),
		one(stop(6)), one(stop(7)), one(stop(5))), "BLOCK-17", "BLOCK-10", "BLOCK-02")
	b.hostile("index-zero-last", "A result has the index 0, behind calls of higher ones.", live(seq(5, buy(), sell()), seq(0, res("toolu_K7", "success", "at zero"))), "BLOCK-02", "BLOCK-10")
	b.hostile("tool-names-crossed", "The tool_name of each result is that of another call: the id decides.", live(seq(2, sell(), buy(),
		with(res("toolu_K7", "success", "of K7"), "tool_name", sell().Get("name").JSON()), with(res("toolu_C2", "error", "of C2"), "tool_name", buy().Get("name").JSON()))), "BLOCK-02", "BLOCK-04")
	b.hostile("texts-in-patterns", "Results with what a replacement pattern, or a decoder, gives a meaning.", live(seq(2, sell(), buy(), rent(),
		res("toolu_K7", "success", "costs $1 and $& more, or $$2"), res("toolu_C2", "success", "a\ufffdb"), res("toolu_P5", "error", "a < b && c > d, 100%% of %s"))), "BLOCK-03")
	b.hostile("untidy", "An input and an artifact that somebody would tidy up.", live(seq(2, sell(), use("toolu_V2", "lookup", dialect.Untidy),
		with(res("toolu_V2", "success", "found"), "artifact", dialect.Untidy))), "BLOCK-01", "BLOCK-05")
	b.hostile("artifact-proto", "Artifacts with members that every object of some languages has.", live(seq(2, sell(), buy(),
		with(res("toolu_K7", "success", "82,910"), "artifact", `{"__proto__":{"a":1},"b":2}`), with(res("toolu_C2", "success", "mist"), "artifact", `{"constructor":{"prototype":3},"toString":"x"}`))), "BLOCK-05")
	for slug, status := range map[string]string{"partial": "partial_success", "unsuccessful": "unsuccessful", "ok": "ok", "completed": "completed", "canceled": "canceled", "aborted": "aborted", "timed-out": "timed_out", "failed": "failed", "skipped": "skipped", "spaced-success": "success "} {
		events := live(seq(2, sell(), buy(), res("toolu_K7", status, "some text"), res("toolu_C2", "success", "thaw")))
		b.hostile("status-"+slug+"-content-text", fmt.Sprintf("A result with the status %q: nobody said that it is a success.", status), events, "BLOCK-15", "BLOCK-02")
	}
}

// earlyCases: a result before its call.
func earlyCases(b *casebook) {
	for _, status := range []string{"success", "error", "cancelled"} {
		early := with(res("toolu_K7", status, "too early"), "artifact", `{"type":"early"}`)
		b.hostile("early-"+status, "A result comes before its call: merged later, or dropped.",
			live(seq(3, sell(), early, buy(), res("toolu_C2", "success", "mild"))), "BLOCK-16", "BLOCK-02")
	}
	b.hostile("early-beside-open", "A result comes before its call while another call is open, and stays open.",
		live(seq(3, sell(), res("toolu_K7", "error", "too early"), buy())), "BLOCK-16", "BLOCK-02")
	b.hostile("early-overlapping", "A result starts before its call starts and stops after it.",
		live(one(start(3, res("toolu_K7", "error", "around"))), seq(4, buy()), one(stop(3)), seq(5, sell(), res("toolu_C2", "success", "fair"))), "BLOCK-16", "BLOCK-17")
	b.hostile("early-and-late", "One result before its call, one after it.",
		live(seq(3, res("toolu_K7", "error", "before"), buy(), res("toolu_K7", "success", "after"))), "BLOCK-16", "BLOCK-14")
	b.hostile("early-history", "A result before its call, in the history.", live(seq(3, res("toolu_K7", "error", "before"), buy(), sell())).fromHistory(), "BLOCK-16", "BLOCK-07")
	b.hostile("early-inside-call", "A result comes between start and stop of its call.",
		live(one(start(1, buy())), seq(2, res("toolu_K7", "success", "inside")), one(stop(1)), seq(3, sell())), "BLOCK-17", "BLOCK-02")
}
