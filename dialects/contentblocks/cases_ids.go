package contentblocks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
)

// idGroup is three ids that something else is mistaken for, or that are taken for
// equal.
type idGroup struct {
	slug string
	ids  [3]string
}

func idGroups() []idGroup {
	return []idGroup{
		{"prototype", [3]string{"__proto__", "constructor", "toString"}}, {"members", [3]string{"hasOwnProperty", "valueOf", "__defineGetter__"}},
		{"blank", [3]string{" ", "  ", "\t"}}, {"emoji", [3]string{"🎸", "🎸🎸", "🐈‍⬛"}}, {"emoji-alike", [3]string{"🎸", "🎹", "🥁"}},
		{"long", [3]string{strings.Repeat("x", 300), strings.Repeat("x", 299) + "y", strings.Repeat("x", 299)}},
		{"case", [3]string{"toolu_ab", "toolu_AB", "Toolu_ab"}}, {"edges", [3]string{"toolu_1", " toolu_1", "toolu_1 "}},
		{"normalisation", [3]string{"caf\u00e9", "cafe\u0301", "cafe"}}, {"words", [3]string{"null", "undefined", "true"}},
		{"numeric", [3]string{"1", "01", "1.0"}}, {"zeros", [3]string{"7", "007", "0x7"}}, {"indices", [3]string{"6", "7", "5"}},
		{"punctuation", [3]string{"a.b", "a/b", "a\\b\"c"}}, {"dashes", [3]string{"call-1", "call_1", "call1"}}, {"colons", [3]string{"a:1",
			"b:1", "1"}},
		{"percent", [3]string{"a%20b", "a b", "a+b"}}, {"prefixes", [3]string{"toolu_1", "call_1", "1"}},
		{"invisible", [3]string{"a\u200bb", "ab", "a\u00adb"}}, {"joiners", [3]string{"a\u200db", "a\ufeffb", "ab"}}, {"selectors",
			[3]string{"❤", "❤\ufe0f", "❤\ufe0e"}},
		{"controls", [3]string{"a\nb", "a\r\nb", "a\x00b"}}, {"behind-nul", [3]string{"a\x00b", "a\x00c", "a"}},
		{"wide", [3]string{"ａ", "a", "\u0430"}}, {"types", [3]string{"tool_use", "tool_result", "id"}},
	}
}

// alikeGroups are those that every dialect tries.
func alikeGroups() []idGroup {
	var groups []idGroup
	for _, g := range dialect.AlikeIDs() {
		groups = append(groups, idGroup{"alike-" + g.Slug, g.IDs})
	}
	return groups
}

func (g idGroup) title() string {
	return fmt.Sprintf("The ids are %.20q, %.20q and %.20q.", g.ids[0], g.ids[1], g.ids[2])
}

// names are the group's ids by the plain ones that the cases are told with.
func (g idGroup) names() map[string]string {
	return map[string]string{"toolu_C2": g.ids[0], "toolu_K7": g.ids[1], "toolu_P5": g.ids[2]}
}

// ids is a case about ids, with the same on plain ones as its control.
func (b *casebook) ids(slug, title string, s, plain dialect.Script) {
	c := blame(b.valid(slug, title, s, "ROBUST-05"), requirement.Must)
	c.Control = &dialect.Case{ID: c.ID + "-control", Title: "The same with plain ids.", Pair: b.pair, Class: dialect.Valid, Tests: c.Tests,
		Script: plain}
}

// idCases: calls and results under ids of every kind.
func idCases(b *casebook) {
	base := live(seq(5, sell(), buy(), rent(), res("toolu_P5", "success", "found"), res("toolu_C2", "error", "none"), res("toolu_K7",
		"cancelled", "stopped")))
	open := live(seq(5, sell(), buy(), rent(), res("toolu_K7", "error", "none")))
	for _, g := range idGroups() {
		to := g.names()
		for suffix, from := range map[string]*stream{"": base, "-open": open, "-history": open.fromHistory()} {
			b.ids("ids-"+g.slug+suffix, g.title(), from.Rename(func(id string) string { return to[id] }), from)
		}
	}
	for _, g := range alikeGroups() { // one stream for each is enough
		to := g.names()
		b.ids("ids-"+g.slug, g.title(), base.Rename(func(id string) string { return to[id] }), base)
	}
}

// idTurns: the same as transcripts.
func idTurns(b *casebook) {
	base := told(tSell(), tBuy(), tRent(), tResult("toolu_P5", "success", "found"), tResult("toolu_C2", "error", "none"),
		tResult("toolu_K7", "cancelled", "stopped"))
	for _, g := range slices.Concat(idGroups(), alikeGroups()) {
		b.ids("ids-"+g.slug, g.title(), base.rename(g.names()), base)
	}
}

func (s *turn) rename(to map[string]string) *turn {
	out := transcript.Transcript{MessageID: s.t.MessageID}
	for _, item := range s.t.Items {
		if id, ok := to[item.ID]; ok {
			item.ID = id
		}
		out.Items = append(out.Items, item)
	}
	return &turn{out}
}
