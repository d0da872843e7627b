package contentblocks

import (
	"fmt"

	"github.com/toolconform/conform/wire"
)

// orphanCases: a result that nobody asked for, and a valid one behind it.
func orphanCases(b *casebook) {
	orphans := map[string]wire.Value{
		"foreign": res("toolu_ZZ", "error", "for nobody"), "upper-case": res("TOOLU_K7", "error", "shouted"), "prefix": res("toolu_K",
			"success", "short"),
		"longer": res("toolu_K77", "cancelled", "long"), "blank-edges": res(" toolu_K7 ", "error", "spaced"), "empty-id": res("", "success",
			"to no id"),
		"named": with(res("toolu_ZZ", "error", "same tool"), "tool_name", `"search_stock"`), "artifact": with(res("toolu_ZZ", "success",
			"drawn"), "artifact", `{"type":"orphan"}`),
		"suffix": res("x-toolu_K7", "success", "behind a prefix"), "unprefixed": res("K7", "error", "bare"), "blank": res(" ", "success",
			"to a blank"), "invisible": res("toolu_\u200bK7", "error", "unseen"),
		"position": res("0", "error", "by position"), "index": res("4", "error", "by index"), "tool-name": res("search_stock", "error",
			"by name"),
	}
	for slug, o := range orphans {
		b.hostile("orphan-"+slug, "A result for an unknown id, then valid ones.",
			live(seq(4, buy(), sell(), o, res("toolu_C2", "success", "breeze"), res("toolu_K7", "cancelled", "halted"))), "BLOCK-13", "BLOCK-02")
		b.hostile("orphan-"+slug+"-open", "A result for an unknown id while the call that it resembles stays open.",
			live(seq(4, sell(), buy(), o, res("toolu_C2", "success", "breeze"))), "BLOCK-13", "BLOCK-06")
		b.hostile("orphan-"+slug+"-late", "A result for an unknown id behind the result of the call that it resembles.",
			live(seq(4, sell(), buy(), res("toolu_K7", "success", "82,000"), o, res("toolu_C2", "success", "breeze"))), "BLOCK-13", "BLOCK-02")
	}
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
				one, two := with(res("toolu_K7", first, "first answer"), "artifact", a.first), with(res("toolu_K7", second, "second answer"),
					"artifact", a.second)
				b.hostile(fmt.Sprintf("second-%s-%s%s", first, second, a.slug), "A second result for a call: one of the two is held, whole.",
					live(seq(2, sell(), buy(), one, res("toolu_C2", "success", "gale"), two)), "BLOCK-14", "BLOCK-02")
			}
		}
	}
}

// statusCases: status × content × live or history.
func statusCases(b *casebook) {
	statuses := []struct{ slug, json string }{{"success", `"success"`}, {"error", `"error"`}, {"cancelled", `"cancelled"`}, {"timeout",
		`"timeout"`},
		{"upper", `"ERROR"`}, {"upper-success", `"SUCCESS"`}, {"empty", `""`}, {"spaced", `" error"`}, {"absent", ``}, {"null", `null`},
		{"true", `true`}, {"object", `{"code":"success"}`}}
	bodies := []struct{ slug, json string }{{"text", `"some text"`}, {"empty", `""`}, {"null", `null`}, {"absent", ``}}
	for i, s := range statuses {
		for _, body := range bodies {
			if i < 3 && (body.slug == "text" || body.slug == "empty") {
				continue // valid, and told elsewhere
			}
			r := with(with(res("toolu_K7", "", ""), "status", s.json), "content", body.json)
			events := live(seq(2, sell(), buy(), r, res("toolu_C2", "success", "thaw")))
			now := b.hostile(fmt.Sprintf("status-%s-content-%s", s.slug, body.slug),
				fmt.Sprintf("A result with the status %s and the content %s.", orWord(s.json), orWord(body.json)), events, "BLOCK-15", "BLOCK-02")
			later := b.hostile(fmt.Sprintf("status-%s-content-%s-history", s.slug, body.slug), "The same loaded from history.",
				events.fromHistory(), "BLOCK-15")
			// A status that is no string is more than unknown: the event is malformed.
			now.MayReject = s.slug == "true" || s.slug == "object"
			later.MayReject = now.MayReject
		}
	}
}

func orWord(json string) string {
	if json == "" {
		return "absent"
	}
	return json
}
