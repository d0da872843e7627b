package contentblocks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

func robustCases(b *casebook) {
	sizeCases(b)
	numberCases(b)
	idCases(b)
}

// nested is n arrays and objects inside each other.
func nested(n int) string {
	return strings.Repeat(`{"a":[`, n/2) + `"core"` + strings.Repeat(`]}`, n/2)
}

// long is a text of n bytes that is not one letter repeated.
func long(n int) string {
	const line = "0123456789 Giá 82,000 VND\n"
	return strings.Repeat(line, n/len(line)+1)[:n/len(line)*len(line)] + strings.Repeat("x", n%len(line))
}

// crowd is n calls in parallel and their results in another order.
func crowd(n int) []wire.Value {
	blocks := make([]wire.Value, 0, 2*n)
	for i := range n {
		blocks = append(blocks, use(fmt.Sprintf("call_%05d", (i*7919+3)%n+n), fmt.Sprintf("tool_%d", i%7), fmt.Sprintf(`{"n":%d}`, i)))
	}
	statuses := []string{"success", "error", "cancelled"}
	for i := n - 1; i >= 0; i-- {
		blocks = append(blocks, res(fmt.Sprintf("call_%05d", (i*7919+3)%n+n), statuses[i%3], fmt.Sprintf("answer %d", 3*i+1)))
	}
	return seq(1, blocks...)
}

func sizeCases(b *casebook) {
	sized := func(slug, title string, level requirement.Level, events func(int) []wire.Value, n int) {
		b.heavy(slug, title, "ROBUST-03", level, func(n int) dialect.Script { return &feed{events: events(n)} }, n)
	}
	content := func(n int) []wire.Value {
		return seq(1, buy(), sell(), res("toolu_K7", "success", long(n)), res("toolu_C2", "success", "small"))
	}
	input := func(n int) []wire.Value {
		return seq(1, words.UseBlock("toolu_L3", "write_file", wire.Obj(wire.M("text", wire.Str(long(n))))),
			res("toolu_L3", "error", "disk full"))
	}
	sized("calls-1000", "A thousand calls in parallel.", requirement.Must, crowd, 1000)
	sized("value-1mib-content", "A result of 1 MiB.", requirement.Must, content, words.MiB)
	sized("value-1mib-input", "An input of 1 MiB.", requirement.Must, input, words.MiB)
	sized("value-1mib-artifact", "An artifact of 1 MiB.", requirement.Must, func(n int) []wire.Value {
		return seq(1, buy(), res("toolu_K7", "success", "drawn").With("artifact", wire.Obj(wire.M("svg", wire.Str(long(n))))))
	}, words.MiB)
	sized("calls-10000", "Ten thousand calls in parallel.", requirement.Should, crowd, 10000)
	sized("value-16mib-content", "A result of 16 MiB.", requirement.Should, content, 16*words.MiB)
	sized("value-16mib-input", "An input of 16 MiB.", requirement.Should, input, 16*words.MiB)
	for slug, of := range map[string]func(int) *feed{
		"input": func(n int) *feed {
			return live(seq(1, use("toolu_N4", "walk", nested(n)), res("toolu_N4", "success", "bottom")))
		},
		"artifact": func(n int) *feed {
			return live(seq(1, buy(), with(res("toolu_K7", "success", "tree"), "artifact", nested(n))))
		},
	} {
		blame(b.valid("nesting-100-"+slug, "An "+slug+" nested 100 deep.", of(100), "ROBUST-03"),
			requirement.Must).Controlled("The same nested twice.", of(2))
	}
}

// numberCases: integers that no double holds.
func numberCases(b *casebook) {
	add := func(slug, title string, of func(value string) *feed, big, small string) {
		blame(b.valid(slug, title, of(big), "ROBUST-04"), requirement.Should).Controlled("The same with small integers.", of(small))
	}
	input := func(value string) *feed {
		return live(seq(1, use("toolu_I6", "get_order", value), res("toolu_I6", "success", "order 9007199254740993")))
	}
	artifact := func(value string) *feed {
		return live(seq(1, buy(), with(res("toolu_K7", "success", "orders"), "artifact", value)))
	}
	add("integers-input", "Integers beyond 2^53 in an input.", input,
		`{"id":9007199254740993,"neg":-9007199254740995,"big":123456789012345678901234567890,"ok":42}`,
		`{"id":82000,"neg":-83500,"big":81200,"ok":42}`)
	add("integers-artifact", "Integers beyond 2^53 in an artifact.", artifact, `{"ids":[9007199254740993,18446744073709551615]}`,
		`{"ids":[82000,83500]}`)
	add("integers-artifact-bare", "An artifact that is an integer beyond 2^53.", artifact, `9007199254740993`, `82000`)
	add("integers-history", "Integers beyond 2^53 from history.", func(value string) *feed {
		return live(seq(1, use("toolu_I6", "get_order", value))).fromHistory()
	}, `{"id":9223372036854775807}`, `{"id":82000}`)
}

func robustTurns(b *casebook) {
	sized := func(slug, title string, level requirement.Level, of func(int) *stream.Exchange, n int) {
		b.heavy(slug, title, "ROBUST-03", level, func(n int) dialect.Script { return of(n) }, n)
	}
	value := func(n int) *stream.Exchange { return told(tBuy(), tResult("toolu_K7", "success", long(n))) }
	sized("calls-1000", "A thousand calls in parallel.", requirement.Must, crowdTurn, 1000)
	sized("calls-10000", "Ten thousand calls in parallel.", requirement.Should, crowdTurn, 10000)
	sized("value-1mib", "A result of 1 MiB.", requirement.Must, value, words.MiB)
	sized("value-16mib", "A result of 16 MiB.", requirement.Should, value, 16*words.MiB)
	sized("value-1mib-input", "An input of 1 MiB.", requirement.Must, func(n int) *stream.Exchange {
		call := tBuy()
		call.Input = wire.Obj(wire.M("text", wire.Str(long(n))))
		return told(call, tResult("toolu_K7", "success", "small"))
	}, words.MiB)
	sized("value-1mib-artifact", "An artifact of 1 MiB.", requirement.Must, func(n int) *stream.Exchange {
		result := tResult("toolu_K7", "success", "drawn")
		result.Artifact = wire.Obj(wire.M("svg", wire.Str(long(n))))
		return told(tBuy(), result)
	}, words.MiB)
	nestedTurns(b)
	integerTurns(b)
	idTurns(b)
}

func nestedTurns(b *casebook) {
	for slug, of := range map[string]func(value string) *stream.Exchange{
		"": func(value string) *stream.Exchange {
			return told(tCall("toolu_N4", "walk", value, ""), tValue("toolu_N4", "success", `"bottom"`, value))
		},
		"-content": func(value string) *stream.Exchange { return told(tBuy(), tValue("toolu_K7", "success", value, "")) },
	} {
		blame(b.valid("nesting-100"+slug, "Values nested 100 deep.", of(nested(100)), "ROBUST-03"), requirement.Must).
			Controlled("The same nested twice.", of(nested(2)))
	}
}

// integerTurns: integers that no double holds.
func integerTurns(b *casebook) {
	add := func(slug, title string, of func(one, two string) *stream.Exchange, one, two, small1, small2 string) {
		blame(b.valid(slug, title, of(one, two), "ROBUST-04"), requirement.Should).Controlled("The same with small integers.",
			of(small1, small2))
	}
	result := func(content, artifact string) *stream.Exchange {
		return told(tBuy(), tValue("toolu_K7", "success", content, artifact))
	}
	add("integers-bare", "A result and an artifact that are integers beyond 2^53.", result, `9007199254740993`, `-9007199254740995`,
		`82000`, `-83500`)
	add("integers-input", "Integers beyond 2^53 in an input.", func(id, big string) *stream.Exchange {
		return told(tCall("toolu_I6", "get_order", `{"id":`+id+`,"big":`+big+`}`, ""), tResult("toolu_I6", "success", "ok"))
	}, `9007199254740993`, `123456789012345678901234567890`, `82000`, `83500`)
	add("integers-result", "Integers beyond 2^53 in a result and its artifact.", result, `{"id":9007199254740993}`,
		`{"ids":[18446744073709551615]}`, `{"id":82000}`, `{"ids":[83500]}`)
	add("integers-below", "Integers below -2^53.", func(input, content string) *stream.Exchange {
		return told(tCall("toolu_V3", "lookup", `{"n":`+input+`}`, ""), tValue("toolu_V3", "success", `{"n":`+content+`}`, ""))
	}, `-9007199254740995`, `-9007199254740997`, `-82000`, `-83500`)
}

func crowdTurn(n int) *stream.Exchange {
	items := make([]transcript.Item, 0, 2*n)
	id := func(i int) string { return fmt.Sprintf("call_%05d", (i*7919+3)%n+n) }
	for i := range n {
		items = append(items, tCall(id(i), fmt.Sprintf("tool_%d", i%7), fmt.Sprintf(`{"n":%d}`, i), ""))
	}
	for i := n - 1; i >= 0; i-- {
		items = append(items, tResult(id(i), []string{"success", "error", "cancelled"}[i%3], fmt.Sprintf("answer %d", 3*i+1)))
	}
	return told(items...)
}

// idGroup is three ids that something else is mistaken for, or that are taken for
// equal.
type idGroup struct {
	slug string
	ids  [3]string
}

func idGroups() []idGroup {
	return []idGroup{
		{"prototype", [3]string{"__proto__", "constructor", "toString"}},
		{"members", [3]string{"hasOwnProperty", "valueOf", "__defineGetter__"}},
		{"blank", [3]string{" ", "  ", "\t"}}, {"emoji", [3]string{"🎸", "🎸🎸", "🐈‍⬛"}},
		{"emoji-alike", [3]string{"🎸", "🎹", "🥁"}},
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
		for suffix, from := range map[string]*feed{"": base, "-open": open, "-history": open.fromHistory()} {
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
		b.ids("ids-"+g.slug, g.title(), renamedTurn(base, g.names()), base)
	}
}

func renamedTurn(s *stream.Exchange, to map[string]string) *stream.Exchange {
	out := transcript.Transcript{MessageID: s.Transcript.MessageID}
	for _, item := range s.Transcript.Items {
		if id, ok := to[item.ID]; ok {
			item.ID = id
		}
		out.Items = append(out.Items, item)
	}
	return stream.Wrapped(out)
}
