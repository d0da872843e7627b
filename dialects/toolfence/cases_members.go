package toolfence

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

func unnamed(rest string) segment { return tool(`{` + rest + `}`) }

// idCases are about FENCE-08 to 11 and 25.
func (b *builder) idCases() {
	for i, id := range []string{"call_123", "a", " ", " padded ", "UPPER_lower", "007", "0", "null", "toolu_01/x:y#z", "gọi-🎸", "tool-call-x", `quo"te\\`, "call_1.0", "line\nbreak",
		"line at the end\n", "a+b", "a|b", "<a&b>", "nul\u0000x", "two  blanks", "550E8400-e29b-41d4-a716-446655440000", "\ttab", "a,b;c", "{id}", "[0]", "#7", "\u00a0nbsp", "-"} {
		q := wire.Quote(id)
		b.valid(fmt.Sprintf("given-id-%02d", i+1), "The id "+q+" is used as it is.", ids("FENCE-08"),
			text("a\n"), tool(`{"toolCallId":`+q+`,"toolName":"ok","state":"output-available","input":{"id":"other"},"output":"not the id"}`),
			text("b\n"), tool(`{"toolCallId":"second","toolName":"ko","state":"output-error","input":{},"errorText":"bad"}`))
	}
	for i, name := range []string{"search_stock", "Search Stock", " ", "getGuitars", "mcp__srv__do", "a-b.c", "Tìm kiếm", "tool", "TOOL", "0", "null"} {
		b.valid(fmt.Sprintf("given-name-%02d", i+1), "The name "+wire.Quote(name)+" is used as it is.", ids("FENCE-25"),
			tool(`{"toolCallId":"call_n1","toolName":`+wire.Quote(name)+`,"input":{"name":"other"}}`), text("x\n"),
			tool(`{"toolCallId":"call_n2","toolName":"another","input":{},"label":"Label"}`))
	}
	b.valid("no-name", "Without a name it is `tool`, whatever else names something.", ids("FENCE-11"),
		tool(`{"toolCallId":"call_k1","input":{"toolName":"inner"}}`), plainCall("call_k2"),
		tool(`{"toolCallId":"call_k3","state":"output-error","input":{"n":3},"errorText":"e","name":"otherName","title":"Title"}`))
	b.valid("no-name-no-id", "Neither id nor name.", ids("FENCE-11", "FENCE-09"),
		unnamed(`"input":{"q":"one"},"output":"two"`), text("end\n"))
	b.valid("generated-ids", "Several calls without an id, of every outcome.", ids("FENCE-09", "FENCE-10"),
		text("a\n"), unnamed(`"toolName":"one","input":{"n":11},"output":"first"`), text("b\n"),
		unnamed(`"toolName":"two","input":{"n":22},"errorText":"second"`),
		unnamed(`"toolName":"one","input":{"n":33},"state":"output-available","output":"third"`),
		unnamed(`"toolName":"one","input":{"n":33},"state":"output-available","output":"third"`), text("c\n"))
	b.valid("generated-for-both", "Calls without an id that ask for both outcomes: one id for all events of a call.", ids("FENCE-09", "FENCE-14"),
		unnamed(`"toolName":"one","input":{"n":1},"output":"o1","errorText":"e1"`), text("and\n"),
		unnamed(`"toolName":"two","input":{"n":2},"state":"output-error","output":"o2"`))
	b.adverse("same-id-other-name", "Fences with one id are fences of their own: each has its own name, or the default.", ids("FENCE-25", "FENCE-11"),
		tool(`{"toolCallId":"again_1","toolName":"first","input":{"n":1}}`), tool(`{"toolCallId":"again_1","toolName":"second","input":{"n":2}}`), text("and\n"),
		tool(`{"toolCallId":"again_1","input":{"n":3},"output":"third"}`))
	b.valid("generated-between-given", "Calls with and without an id by turns.", ids("FENCE-09", "FENCE-08"),
		plainCall("call_g2"), unnamed(`"toolName":"gen","input":{"n":1},"output":"x"`), plainCall("call_g1"),
		unnamed(`"toolName":"gen","input":{"n":2},"output":"y"`))
	var taken []segment
	for n := 5; n >= 0; n-- {
		taken = append(taken, plainCall(fmt.Sprintf("tool-call-%d", n)))
	}
	b.valid("generated-after-given", "The ids tool-call-0 to 5 are given before any is generated.", ids("FENCE-09"),
		append(taken, unnamed(`"toolName":"gen","input":{"n":7},"output":"late"`), unnamed(`"toolName":"gen","input":{"n":8},"errorText":"later"`))...)
	b.valid("generated-after-one-given", "tool-call-2 is given, then three ids are generated.", ids("FENCE-09"),
		plainCall("tool-call-2"), unnamed(`"input":{"n":1},"output":"x1"`), unnamed(`"input":{"n":2},"output":"x2"`), unnamed(`"input":{"n":3},"output":"x3"`))
	b.valid("generated-after-other-given", "tool-call-3 is given, then another id, then one is generated.", ids("FENCE-09"),
		plainCall("tool-call-3"), plainCall("k"), unnamed(`"toolName":"gen","input":{"n":1},"output":"x1"`), unnamed(`"toolName":"gen","input":{"n":2},"output":"x2"`))
	b.valid("generated-after-two-given", "tool-call-3 and 4 are given, then ids are generated.", ids("FENCE-09"),
		plainCall("tool-call-3"), plainCall("tool-call-4"), unnamed(`"input":{"n":1},"output":"x1"`), unnamed(`"input":{"n":2},"output":"x2"`))
	b.valid("generated-before-given", "tool-call-1 is given behind a call without an id.", ids("FENCE-09"),
		unnamed(`"toolName":"gen","input":{"n":1},"output":"early"`), text("then\n"), plainCall("tool-call-1"), plainCall("tool-call-0"), plainCall("tool-call-2"))
}

// otherMemberCases are about FENCE-12.
func (b *builder) otherMemberCases() {
	for i, m := range unknownMembers() {
		extra := wire.Obj(m).JSON()
		extra = strings.TrimSuffix(strings.TrimPrefix(extra, "{"), "}")
		b.valid(fmt.Sprintf("other-member-%02d", i+1), "The member "+wire.Quote(m.Name)+" is preserved and disturbs nothing.", ids("FENCE-12"),
			text("a\n"), tool(`{`+extra+`,"toolCallId":"call_o1","toolName":"extra","state":"input-available","input":{"n":1}}`),
			tool(`{"toolCallId":"call_o2","toolName":"extra","state":"output-available","input":{"n":2},"output":"out",`+extra+`}`),
			tool(`{"toolCallId":"call_o3","toolName":"extra","input":{"n":3},"errorText":"err",`+extra+`}`), text("b\n"))
	}
	var odd strings.Builder
	for i, name := range oddMembers() {
		fmt.Fprintf(&odd, ",%s:%d", wire.Quote(name), 900+i)
	}
	b.valid("other-members-odd", "Members with odd names, and names that other dialects have.", ids("FENCE-12"),
		tool(`{"toolCallId":"call_m1","toolName":"extra","input":{"n":1},"output":"out"`+odd.String()+`}`), text("and\n"),
		tool(`{"toolCallId":"call_m2","toolName":"extra"`+odd.String()+`}`))
	b.valid("other-members-many", "Many other members of every kind, falsy ones among them.", ids("FENCE-12"),
		tool(`{"a":null,"b":false,"c":0,"d":"","e":[],"f":{},"g":1.50,"h":"text","i":[{"j":[null]}],"toolCallId":"call_o4","k":{"toolCallId":"x"},"toolName":"extra","input":{},"l":"\u2028","value":3}`),
		unnamed(`"input":{"n":5},"own":"of a call without id"`))
}

// brokenCases are about FENCE-16.
func (b *builder) brokenCases() {
	for _, v := range []struct{ slug, body string }{
		{"array", `[{"toolCallId":"bad","toolName":"x","input":{"n":1},"output":2}]`}, {"string", `"toolCallId"`}, {"number", `42`}, {"null", `null`}, {"true", `true`},
		{"empty", ``}, {"blank", "  \n\n"}, {"empty-list", `[]`},
		{"two-objects", "{\"toolCallId\":\"bad_1\",\"input\":{}}\n{\"toolCallId\":\"bad_2\",\"input\":{}}"},
		{"two-objects-one-line", `{"toolCallId":"bad_1","input":{}}{"toolCallId":"bad_2","input":{}}`},
		{"two-objects-comma", `{"toolCallId":"bad_1","input":{}},{"toolCallId":"bad_2","input":{}}`},
		{"text-behind", "{\"toolCallId\":\"bad\",\"input\":{}}\nthat was it"}, {"text-before", "JSON:\n{\"toolCallId\":\"bad\",\"input\":{}}"},
		{"trailing-comma", `{"toolCallId":"bad","toolName":"x","input":{"n":1},}`}, {"comma-in-list", `{"toolCallId":"bad","input":{"a":[1,2,]}}`},
		{"single-quotes", `{'toolCallId':'bad','input':{}}`}, {"bare-names", `{toolCallId:"bad",input:{}}`},
		{"comment", "{\n  // which one\n  \"toolCallId\":\"bad\",\"input\":{}\n}"}, {"cut", `{"toolCallId":"bad","toolName":"x","input":{"query":"ca`},
		{"missing-brace", `{"toolCallId":"bad","toolName":"x","output":{"a":1}`}, {"extra-brace", `{"toolCallId":"bad","output":1}}`},
		{"raw-newline", "{\"toolCallId\":\"bad\",\"input\":{\"text\":\"two\nlines\"}}"}, {"nan", `{"toolCallId":"bad","output":NaN}`}, {"plus", `{"toolCallId":"bad","output":+1}`},
		{"leading-zero", `{"toolCallId":"bad","output":01}`}, {"not-json", "search(cats)"}, {"xml", "<tool>bad</tool>"}, {"undefined", `{"toolCallId":"bad","output":undefined}`},
		{"bad-escape", `{"toolCallId":"bad","output":"\x41"}`}, {"yaml", "toolCallId: bad\ntoolName: x"},
		{"semicolon", `{"toolCallId":"bad","input":{}};`}, {"comma-behind", `{"toolCallId":"bad","input":{}},`}, {"python", `{"toolCallId":"bad","output":True,"input":None}`},
		{"upper-case-true", `{"toolCallId":"bad","output":TRUE}`}, {"hash-comment", "# which one\n{\"toolCallId\":\"bad\",\"input\":{}}"}, {"block-comment", `{"toolCallId":"bad", /* which */ "input":{}}`},
		{"json-line", "json\n{\"toolCallId\":\"bad\",\"input\":{}}"}, {"dot-number", `{"toolCallId":"bad","output":.5}`}, {"number-dot", `{"toolCallId":"bad","output":5.}`},
		{"hexadecimal", `{"toolCallId":"bad","output":0x10}`}, {"infinity", `{"toolCallId":"bad","output":-Infinity}`}, {"underscored-number", `{"toolCallId":"bad","output":1_000}`},
		{"object-in-string", `"{\"toolCallId\":\"bad\",\"input\":{}}"`}, {"assignment", `call = {"toolCallId":"bad","input":{}}`}, {"function", `tool({"toolCallId":"bad","input":{}})`},
		{"curly-quotes", `{“toolCallId”:“bad”,“input”:{}}`}, {"no-comma", "{\"toolCallId\":\"bad\"\n\"input\":{}}"}, {"raw-tab", "{\"toolCallId\":\"bad\",\"output\":\"a\tb\"}"}, {"ellipsis", `{"toolCallId":"bad","input":{...}}`},
		{"inner-fence-with-info", "{\"toolCallId\":\"bad\",\"input\":{}}\n```json\n{}"},
		{"begun-anew", "{\"input\":\n```tool\n{\"toolCallId\":\"bad\",\"input\":{}}"}, {"begun-anew-behind-nothing", "```tool\n{\"toolCallId\":\"bad\",\"input\":{}}"},
		{"control", "{\"toolCallId\":\"bad\",\"output\":\"a\u0001b\"}"}, {"form-feed", "{\"toolCallId\":\"bad\",\f\"output\":1}"}, {"escaped-quote", `{"toolCallId":"bad","output":"it\'s"}`},
		{"two-commas", `{"toolCallId":"bad","output":[1,,2]}`}, {"comma-first", `{,"toolCallId":"bad"}`}, {"backticks", "{\"toolCallId\":`bad`}"}, {"parentheses", `({"toolCallId":"bad","input":{}})`},
		{"equals", `{"toolCallId"="bad"}`}, {"line-continued", "{\"toolCallId\":\"bad\",\"output\":\"a\\\nb\"}"}, {"heading", "# Call\n{\"toolCallId\":\"bad\",\"input\":{}}"},
	} {
		b.adverse("broken-"+v.slug, "The body is no single object: "+v.slug+".", ids("FENCE-16"),
			text("before\n\n"), broken(v.body), text("\nbetween\n"), plainCall("call_good"), text("behind\n"),
			unnamed(`"toolName":"gen","input":{"n":9},"output":"still"`))
	}
	b.adverse("broken-twice", "Two malformed fences in a row, and one at the end.", ids("FENCE-16"),
		plainCall("call_g1"), broken(`[1]`), broken(`{"toolCallId":"bad"`), plainCall("call_g2"), text("and\n"), broken(`{}{}`))
	b.adverse("broken-between-generated", "Malformed fences between calls without an id.", ids("FENCE-16", "FENCE-09"),
		unnamed(`"toolName":"one","input":{"n":1},"output":"o1"`), broken(`[1]`), unnamed(`"toolName":"two","input":{"n":2},"output":"o2"`),
		text("and\n"), broken(`{"n":3`), broken(``), unnamed(`"toolName":"three","input":{"n":3},"errorText":"e3"`),
		unnamed(`"toolName":"four","input":{"n":4},"output":"o4"`))
}

// oddCases are about FENCE-17.
func (b *builder) oddCases() {
	for _, v := range []struct{ slug, rest string }{
		{"state-unknown", `"toolCallId":"odd_1","toolName":"x","state":"finished","input":{"n":1}`},
		{"state-unknown-output", `"toolCallId":"odd_2","toolName":"x","state":"done","input":{"n":2},"output":"given"`},
		{"state-upper-case", `"toolCallId":"odd_3","toolName":"x","state":"OUTPUT-AVAILABLE","input":{"n":3}`},
		{"state-prefix", `"toolCallId":"odd_4","toolName":"x","state":"output-available-soon","input":{"n":4}`},
		{"state-number", `"toolCallId":"odd_5","toolName":"x","state":1,"input":{"n":5}`},
		{"state-null", `"toolCallId":"odd_6","toolName":"x","state":null,"input":{"n":6},"output":"o6"`},
		{"state-empty", `"toolCallId":"odd_7","toolName":"x","state":"","input":{"n":7}`},
		{"state-error-unknown", `"toolCallId":"odd_8","toolName":"x","state":"error","input":{"n":8}`},
		{"id-number", `"toolCallId":42,"toolName":"x","state":"output-available","input":{"n":9},"output":"o9"`},
		{"id-null", `"toolCallId":null,"toolName":"x","input":{"n":10},"output":"o10"`},
		{"id-object", `"toolCallId":{"id":"x"},"toolName":"x","input":{"n":11}`},
		{"id-empty", `"toolCallId":"","toolName":"x","input":{"n":12},"errorText":"e12"`},
		{"id-list", `"toolCallId":["odd"],"toolName":"x","input":{"n":13}`},
		{"name-number", `"toolCallId":"odd_14","toolName":7,"input":{"n":14}`},
		{"name-null", `"toolCallId":"odd_15","toolName":null,"input":{"n":15},"output":"o15"`},
		{"name-object", `"toolCallId":"odd_16","toolName":{"name":"x"},"input":{"n":16}`},
		{"name-empty", `"toolCallId":"odd_17","toolName":"","input":{"n":17}`},
		{"error-object", `"toolCallId":"odd_18","toolName":"x","input":{"n":18},"errorText":{"message":"m"}`},
		{"error-null", `"toolCallId":"odd_19","toolName":"x","input":{"n":19},"errorText":null`},
		{"error-null-output", `"toolCallId":"odd_20","toolName":"x","state":"output-available","input":{"n":20},"output":"o20","errorText":null`},
		{"error-false", `"toolCallId":"odd_21","toolName":"x","input":{"n":21},"errorText":false`},
		{"error-list-state", `"toolCallId":"odd_22","toolName":"x","state":"output-error","input":{"n":22},"errorText":[1]`},
	} {
		b.adverse("odd-"+v.slug, "A member of a wrong type or an unknown value: "+v.slug+".", ids("FENCE-17"),
			text("before\n"), tool(`{`+v.rest+`}`), text("between\n"), plainCall("call_plain"), text("behind\n"))
	}
}

func (b *builder) sizeCases() {
	heavy := func(slug, title string, level requirement.Level, segments func(int) []segment, n int) {
		of := func(n int) dialect.Script { return (&document{segments: segments(n)}).script() }
		c := blame(b.valid(slug, title, nil), "ROBUST-03", level).Controlled("The same in small.", of(32))
		c.Script, c.Heavy = nil, true
		c.Build = func() dialect.Script { return of(n) }
	}
	heavy("thousand-calls", "1,000 calls in one document.", requirement.Must, sized, 1000)
	heavy("ten-thousand-calls", "10,000 calls in one document.", requirement.Should, sized, 10000)
	value := func(size int) segment {
		big := strings.Repeat("0123456789abcde\n", size/16)
		return toolValue(wire.Obj(wire.M("toolCallId", wire.Str("call_big")), wire.M("toolName", wire.Str("big")),
			wire.M("state", wire.Str("output-available")), wire.M("input", wire.Obj(wire.M("n", wire.Int(1)))), wire.M("output", wire.Str(big))))
	}
	around := func(size int) []segment {
		return []segment{text("a\n"), value(size), text("b\n"), plainCall("call_after")}
	}
	heavy("mebibyte-output", "An output of 1 MiB.", requirement.Must, around, 1<<20)
	heavy("sixteen-mebibyte-output", "An output of 16 MiB.", requirement.Should, around, 16<<20)
	heavy("mebibyte-text", "A line of text of 1 MiB.", requirement.Must, func(n int) []segment {
		return []segment{text(strings.Repeat("0123456789abcdef", n/16) + "\n"), plainCall("call_after")}
	}, 1<<20)
	deep := func(n int) []segment {
		v := nested(n)
		return []segment{tool(`{"toolCallId":"call_deep","toolName":"deep","state":"output-available","input":` + v + `,"output":` + v + `}`), text("b\n")}
	}
	b.twisted("nested-100", "Values nested 100 deep.", "ROBUST-03", requirement.Must, deep(100), deep(2))
	whole := func(n string) []segment {
		return []segment{tool(`{"toolCallId":"call_int","toolName":"int","state":"output-available","input":{"n":` + n + `},"output":[` + n + `]}`)}
	}
	for i, n := range []string{"9007199254740993", "-9007199254740995", "12345678901234567890123", "36028797018963969"} {
		b.twisted(fmt.Sprintf("big-integer-%d", i+1), "The integer "+n+" keeps its value.", "ROBUST-04", requirement.Should, whole(n), whole("82000"))
	}
}

// twisted is a case of one line, with the same document in plain as its control.
func (b *builder) twisted(slug, title, id string, level requirement.Level, segments, plain []segment) {
	blame(b.valid(slug, title, nil, segments...), id, level).Controlled("The same with nothing special in it.", (&document{segments: plain}).script())
}

// nested is a value n deep.
func nested(n int) string {
	return strings.Repeat(`{"d":[`, n/2) + `"bottom"` + strings.Repeat(`]}`, n/2)
}

// strangeIDs differ in what careless readers fold or mistake.
func strangeIDs() [][]string {
	lists := [][]string{
		{"__proto__", "constructor"}, {"toString", "hasOwnProperty"}, {" ", "  "}, {"🎸", "🎺"},
		{strings.Repeat("x", 299) + "a", strings.Repeat("x", 299) + "b"}, {"call_A", "call_a"},
		{"padded", " padded", "padded "}, {"caf\u00e9", "cafe\u0301"}, {"1", "01", "1.0"}, {"true", "null", "undefined"},
		{"a/b", "a%2Fb"}, {"\u200bz", "z"},
	}
	for _, g := range dialect.AlikeIDs() {
		lists = append(lists, g.IDs[:])
	}
	return lists
}

func (b *builder) strangeIDCases() {
	doc := func(list []string) *document {
		segments := []segment{text("a\n")}
		for i, id := range list {
			segments = append(segments, toolValue(wire.Obj(wire.M("toolCallId", wire.Str(id)), wire.M("toolName", wire.Str(fmt.Sprintf("strange%d", i))),
				wire.M("input", wire.Obj(wire.M("n", wire.Int(int64(10+i))))), wire.M("output", wire.Str(fmt.Sprintf("out %d", 20+i))))), text("b\n"))
		}
		return &document{segments: append(segments, unnamed(`"toolName":"gen","input":{"n":99},"output":"g"`))}
	}
	for i, list := range strangeIDs() {
		slug := fmt.Sprintf("strange-ids-%02d", i+1)
		plain := make([]string, len(list))
		for j := range plain {
			plain[j] = fmt.Sprintf("plain_%c", 'q'-rune(j))
		}
		blame(b.add(dialect.Valid, slug, "Ids that are ids like others.", nil, doc(list)), "ROBUST-05", requirement.Must).
			Controlled("The same with plain ids.", doc(plain).script())
	}
}

// survivalCases are input that only has to be survived.
func (b *builder) survivalCases() {
	survive := func(slug, title string, segments ...segment) *dialect.Case {
		return blame(b.adverse(slug, title, nil, segments...), "ROBUST-01", requirement.Must)
	}
	survive("duplicate-members", "Members that stand twice.", exact(`{"toolCallId":"one","toolCallId":"two","input":{"a":1,"a":2},"output":1,"output":2}`), text("b\n"))
	survive("lone-surrogate", "Half a surrogate pair.", exact(`{"toolCallId":"half","toolName":"x","input":{"s":"\ud83c"},"output":"\udfb8"}`), text("b\n"))
	survive("huge-numbers", "Numbers beyond every double.", exact(`{"toolCallId":"huge","toolName":"x","input":{"n":1e400},"output":-1e999999}`), text("b\n"))
	survive("empty-document", "Nothing at all.")
	survive("fences-only", "Opening fences and nothing else.", text("``\n``\n"), code("", "").with(style{Open: true}))
}
