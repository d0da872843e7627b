package toolfence

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// plainCall is a call for documents that are about something else.
func plainCall(id string) segment {
	return tool(`{"toolCallId":"` + id + `","toolName":"lookup","state":"output-available","input":{"for":"` + id + `!"},"output":"found ` + id + `?"}`)
}

// textCases are about the text around the fences.
func (b *builder) textCases() {
	only := ids("FENCE-02")
	around := ids("FENCE-01", "FENCE-02", "FENCE-22")
	b.valid("text-alone", "A document without any fence.", only,
		text("# Title\n\nSome *text*, `code`, a [link](http://x.y/z?a=1&b=2).\n\n- one\n- two\n\n1. first\n2. second\n\nThe end.\n"))
	b.valid("text-unchanged", "Blanks at the ends of lines, tabs, blank lines, escapes, entities and emoji stay.", only,
		text("  two before, two after  \n\ttab\tinside\t\n\n\n\nthree blank lines above  \n\\*escaped\\* &amp; &lt;b&gt; © 🎸 e\u0301 \u00a0nbsp\n"),
		plainCall("call_u"), text("   \n\n&quot;after&quot; \\\\ <b>bold</b>\t \n\n"))
	b.valid("text-touching", "Lines of text right before and behind the fence, without blank lines.", around,
		text("before\n"), plainCall("call_t"), text("behind\n"))
	b.valid("text-none", "A fence and nothing else.", around, plainCall("call_n"))
	b.valid("text-between", "Two fences with one word between, then two with nothing between.", around,
		plainCall("call_4"), text("between\n"), plainCall("call_3"), plainCall("call_2"), text("\n"), plainCall("call_1"), text("tail\n"))
	b.add(dialect.Valid, "text-unterminated", "The last line has no line ending.", only,
		&document{segments: []segment{text("a\n"), plainCall("call_z"), text("\nlast words, no line ending\n")}, unterminated: true})
	b.valid("text-code", "Code blocks of other languages, and indented code, are text to the last blank.", only,
		text("Look:\n"), code("python", "def f():\n    return \"`\"  \n\n\n# end\n"), plainCall("call_c"),
		code("", "no info\n"), text("\n    indented code\n\n"), code("json", "{\"toolCallId\":\"shown\"}\n").with(style{Tilde: true}), text("fin\n"))
	b.valid("text-containers", "Quotes and lists without tool fences keep their markers.", only,
		text("> quoted\n> second line\n\n"), quote(text("a quote\n\nof two paragraphs\n"), code("js", "let a;\n")), plainCall("call_q"),
		list("- ", text("item\n\nmore of it\n"), code("sh", "ls\n")), plainCall("call_l"), text("1. one\n2. two\n"))
	b.valid("text-long-lines", "Lines beyond any read buffer.", only,
		text(repeated("word ", 4000)+"\n"), plainCall("call_long"), text(repeated("Wörter ", 3000)+"end\n"))
	b.valid("text-separators", "Characters that end lines elsewhere are characters here.", only,
		text("a\u2028b\u2029c\u0085d\x0be\x0cf\n"), plainCall("call_s"), text("\u2028\n"))
	b.valid("text-repeated", "The same line again and again, around equal calls.", around,
		text("same\nsame\n"), plainCall("call_r1"), text("same\n"), plainCall("call_r2"), text("same\nsame\n"))
	b.valid("text-like-members", "Text that repeats what the call says.", around,
		text("call_m lookup {\"for\":\"call_m!\"}\n"), plainCall("call_m"), text("found call_m?\n"))
	for i, before := range []string{"- one\n- two\n", "- one\n\n- two\n\n", "> quoted\n", "> - both\n", "# Heading\n", "Heading\n===\n", "| a |\n|---|\n| 1 |\n", "***\n", "    code\n", "1) one\n   more\n", "word\\\n", "**bold\n", "[ref]: http://x.y\n", "a `b\n", "- \n",
		"1. a\n", "- a\n\n", "1. a\n\n", "Result:\n", "   \n", "![a](b)\n", "7 of them\n", "看这里\n", "~~~\nx\n~~~\n", "a | b\n", "$$\n", ":::note\n", "---\ntitle: x\n---\n", "`code`\n", "Call `tool`:\n", "{\n", "}\n",
		"\"\n", "a\\\n", "a  \n", "\t\n", "+ a\n", "  - a\n    - b\n", "_a_\n", "~~a~~\n", "ends with a colon：\n", "tool\n", "``\n", "@a\n", "\ufffd\n"} {
		b.valid(fmt.Sprintf("text-right-before-%02d", i+1), "A fence right behind "+wire.Quote(before)+".", around,
			text("x\n\n"+before), plainCall("call_w1"), text("y\n\n"+before), plainCall("call_w2"))
	}
	b.markupCases()
}

func (b *builder) markupCases() {
	b.valid("text-inline-code", "Inline code with several backticks and stray tildes.", ids("FENCE-02"),
		text("Use `` a`b `` and ``` c``d ``` here; ~~struck~~ and ~~~ in the middle.\n"), plainCall("call_i"), text("A lone ` and ``.\n"))
	b.valid("text-code-indented", "Lines in an indented code block keep their indentation.", ids("FENCE-02"),
		text("Look:\n"), code("md", "  code\n   more\n less\nnone\n\n  end\n").with(style{Indent: 2, CloseIndent: 2}), plainCall("call_ci"),
		code("sh", " one\n  two\n").with(style{Tilde: true, Indent: 1}), text("fin\n"))
	b.valid("text-markers", "Markers of headings, lists, emphasis and breaks stay what they are.", ids("FENCE-02"),
		text("# Closed heading #\n\n## Another ##\n\n* star\n\n+ plus\n\n1) one\n\n__bold__ _it_ *it* ~~no~~\\\nnext\n\n- - -\n\n"), plainCall("call_mk"), text("* * *\n\n  # indented\n\n[ ] open [x] done\n"))
	b.valid("text-typography", "Dashes, dots, quotes and signs are not made prettier.", ids("FENCE-02"),
		text("a -- b --- c ... \"d\" 'e' (c) (tm) -> <- => != 1/2 :smile: $x$ \\(y\\) http://a.b/c?d=e&f=g a@b.c @me #7\n"), plainCall("call_ty"), text("“f” ‘g’ — … ½ © h\u00adi\n"))
	b.valid("text-odd-characters", "Controls, letters of two code points, and characters without width.", ids("FENCE-02"),
		text("a\x1b[31mb\x07 \x7f e\u0301 \u00e9 \u212b \u00c5 x\u200by\u2060z 👩\u200d👧 q\ufeffr\n"), plainCall("call_oc"), text("s\u202et\n"))
	b.valid("text-tags", "Tags and comments inside lines, and words in patterns, stay.", ids("FENCE-02"),
		text("so <think>hm</think> and a <!-- b --> c and <|im_end|></s> and <b>x</b>\n"), plainCall("call_tg"), text("$& $1 $$ 100%% %s {{x}} ${y} {} \\n \\u0041 %41 [DONE] and “q”, ❤️\n"))
	b.add(dialect.Valid, "text-blank-end", "The last line is nothing but blanks, without a line ending.", ids("FENCE-02"),
		&document{segments: []segment{text("a\n"), plainCall("call_be"), text("abc\n   \n")}, unterminated: true})
	b.valid("text-long-items", "Paragraphs of some hundred and some thousand characters.", ids("FENCE-02"),
		text(repeated("long ", 60)+"\n\n"), plainCall("call_li"), text(repeated("longer ", 200)+"\n\n"+repeated("the longest ", 400)+"\n"))
	b.valid("text-headings", "Underlined headings, rules and tables around a call.", ids("FENCE-02"),
		text("Heading\n===\n\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"), plainCall("call_h"), text("***\n\nSub\n---\n"))
	c := b.valid("text-one-read", "The whole document in a single read.", ids("FENCE-01", "FENCE-02", "FENCE-22"),
		text("one\n\n"), plainCall("call_o"), text("\ntwo\n\n"), plainCall("call_p"), text("three\n"))
	c.Chunks = []int{}
	c = b.valid("text-every-byte", "The document byte by byte, also inside ``` and inside characters.", ids("FENCE-01", "FENCE-02", "FENCE-22"),
		text("Một chút…\n"), tool(`{"toolCallId":"call_ü","toolName":"tìm","state":"output-available","input":{"q":"mèo 🐈"},"output":"\"\\ é"}`), text("\nxong 🎸\n"))
	c.Chunks = everyByte(c)
	c = b.valid("text-cut-characters", "Byte by byte through marks, joined characters and a byte order mark inside the text.", ids("FENCE-02"),
		text("a\ufeffb e\u0301o\u0308 👩\u200d👧 ❤\ufe0f ~~~ ~~ x\n\ufeffat a line's start\n\u0301alone\n"), plainCall("call_cc"), text("\ufeff\n"))
	c.Chunks = everyByte(c)
	c = b.valid("text-empty-reads", "Empty reads at the start, between and at the end.", ids("FENCE-01", "FENCE-22", "FENCE-23"),
		text("one\n"), plainCall("call_e"), text("two\nthree\nfour\n"))
	c.Chunks = []int{0, 0, 4, 4, 9, 14, 14, 60, 200, 200}
}

func everyByte(c *dialect.Case) []int {
	d, _ := documentOf(c.Script)
	cuts := []int{}
	for i := 1; i < len(d.Bytes("")); i++ {
		cuts = append(cuts, i)
	}
	return cuts
}

func repeated(s string, n int) string {
	b := make([]byte, 0, len(s)*n)
	for range n {
		b = append(b, s...)
	}
	return string(b)
}

// fenceCases are about the plain form of the fence itself.
func (b *builder) fenceCases() {
	tests := ids("FENCE-01")
	for _, f := range []struct{ slug, format string }{{"pretty", formatPretty}, {"compact", formatCompact}, {"tabs", formatTabs}, {"airy", formatAiry}, {"escaped", formatEscaped}} {
		b.valid("body-"+f.slug, "The object written in another way: "+f.slug+".", ids("FENCE-01", "FENCE-03", "FENCE-05"),
			text("before\n\n"), tool(`{"toolCallId":"call_fmt","toolName":"format","state":"output-available","input":{"deep":{"list":[1,[2,{"x":[]}],{}],"text":"a/b <é> 🎸 \"q\" \\ \t"},"n":-1.5e3},"output":[{"a":null},{"b":false}]}`).with(style{Format: f.format}),
			text("\nbehind\n"))
	}
	b.valid("info-trailing-blanks", "Blanks behind the info string are trimmed.", tests,
		text("a\n"), plainCall("call_b1").with(style{After: "  "}), text("b\n"), plainCall("call_b2").with(style{After: "\t"}), text("c\n"))
	b.valid("closing-trailing-blanks", "Blanks behind the closing fence.", tests,
		text("a\n"), plainCall("call_b3").with(style{CloseAfter: "   "}), text("b\n"), plainCall("call_b4").with(style{CloseAfter: " \t"}), text("c\n"))
	b.valid("members-in-any-order", "The order of members means nothing.", ids("FENCE-01", "FENCE-03", "FENCE-05", "FENCE-08"),
		tool(`{"output":"late","input":{"z":1,"a":2},"state":"output-available","toolName":"order","toolCallId":"call_ord"}`))
	b.valid("five-calls", "Five calls of two tools, one after the other.", ids("FENCE-01", "FENCE-22", "FENCE-08"),
		text("Five:\n\n"), plainCall("call_m"), plainCall("call_a"), text("and\n"),
		tool(`{"toolCallId":"call_z","toolName":"other","state":"output-error","input":{"k":"v"},"errorText":"z failed"}`),
		plainCall("call_b"), tool(`{"toolCallId":"call_y","toolName":"other","state":"input-available","input":{"k":"w"}}`), text("done\n"))
	b.valid("same-tool-twice", "Two equal calls with different ids.", ids("FENCE-01", "FENCE-08"),
		tool(`{"toolCallId":"twin_2","toolName":"roll","state":"output-available","input":{"dice":1},"output":4}`),
		tool(`{"toolCallId":"twin_1","toolName":"roll","state":"output-available","input":{"dice":1},"output":4}`))
	b.adverse("same-id-twice", "Two fences with one id are two fences.", ids("FENCE-01"),
		tool(`{"toolCallId":"again","toolName":"first","state":"input-available","input":{"n":1}}`), text("meanwhile\n"),
		tool(`{"toolCallId":"again","toolName":"first","state":"output-available","input":{"n":1},"output":"done"}`))
	b.adverse("same-id-same-call", "The same fence three times over, and the same id with an error.", ids("FENCE-01", "FENCE-06"),
		plainCall("over"), plainCall("over"), text("once more\n"), plainCall("over"), tool(`{"toolCallId":"over","toolName":"lookup","state":"output-error","input":{"n":4},"errorText":"no more"}`),
		tool(`{"toolCallId":"over","toolName":"lookup","state":"output-error","input":{"n":5},"errorText":"no more"}`), text("end\n"))
	b.valid("body-blank-lines", "Blank lines inside the object.", tests,
		text("a\n"), exact("\n{\n\n  \"toolCallId\": \"call_bl\",\n\n\n  \"toolName\": \"blank\",\n  \"input\": {\n\n    \"n\": 1\n  },\n \t\n  \"output\": \"lines\"\n}\n\n"), text("b\n"))
	b.valid("sixty-calls", "Sixty calls, each with another outcome than the one before it, every sixth without an id.", ids("FENCE-01", "FENCE-03", "FENCE-05", "FENCE-06", "FENCE-07", "FENCE-08"), many(60)...)
	b.valid("long-line-body", "A body on one line beyond any read buffer.", tests,
		tool(`{"toolCallId":"call_wide","toolName":"wide","state":"output-available","input":{"s":"`+repeated("wide ", 20000)+`"},"output":"`+repeated("w", 70000)+`"}`).with(style{Format: formatCompact}),
		text("end\n"))
}

// many calls of all outcomes, by turns.
func many(calls int) []segment {
	var segments []segment
	for i := range calls {
		id := fmt.Sprintf(`"toolCallId":"turn_%d",`, (i*7)%calls)
		if i%6 == 5 {
			id = ""
		}
		rest := []string{`"state":"output-available","output":"o%d"`, `"state":"output-error","errorText":"e%d"`, `"output":{"n":%d}`, `"state":"input-available","n":%d`, `"errorText":"f%d"`}[i%5]
		segments = append(segments, tool(fmt.Sprintf(`{`+id+`"toolName":"turn%d","input":{"i":%d},`+rest+`}`, i%4, i, i)).with(style{Format: formatCompact}), text(fmt.Sprintf("line %d\n", i)))
	}
	return segments
}
