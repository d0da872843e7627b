package toolfence

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// decoyBody is an object that no reader should make a call of.
func decoyBody(id string) string {
	return `{"toolCallId":"` + id + `","toolName":"decoy","state":"output-available","input":{"fake":true},"output":"decoy"}` + "\n"
}

// example is a tool fence as it stands in documentation.
func example(id string) string { return "```tool\n" + decoyBody(id) + "```\n" }

// foreignCases are about FENCE-18.
func (b *builder) foreignCases() {
	tests := ids("FENCE-18")
	around := func(slug, title string, inner ...segment) *dialect.Case {
		segments := append([]segment{text("before\n\n"), plainCall("call_real_1"), text("\n")}, inner...)
		return b.adverse("foreign-"+slug, title, tests, append(segments, text("\nbetween\n"), plainCall("call_real_2"), text("behind\n"))...)
	}
	for i, info := range []string{"toolbox", "tool-call", "TOOL", "Tool", "tools", "tool_call", "tool.json", "tool:x", "{tool}", ".tool", "json tool", "mytool", "tool,json", "too", "toolcall", "'tool'", "language-tool",
		"tool2", "2tool", "tool/call", "tool#1", "tool{}", "tool;", "_tool", "(tool)", "tool=",
		"tool\u200b", "tool(x)", "@tool", "tooltool", "tool[x]", "toöl", "ｔｏｏｌ", "tool\u0301", "to ol", "*tool*", "~tool", "tool!", "tool,"} {
		around(fmt.Sprintf("info-%02d", i+1), "The info string "+wire.Quote(info)+" is not tool.", code(info, decoyBody("decoy_info")))
	}
	around("no-info", "A fence without an info string.", code("", decoyBody("decoy_none")))
	around("longer-fence", "A tool example inside a longer fence.", code("markdown", "Like this:\n\n"+example("decoy_long")).with(style{Length: 4}))
	around("longer-fence-plain", "Two tool examples inside a fence of six without info.", code("", example("decoy_a")+"\n"+example("decoy_b")).with(style{Length: 6}))
	around("tilde-fence", "A tool example inside a fence of tildes.", code("md", example("decoy_tilde")).with(style{Tilde: true}))
	around("tilde-in-backticks", "A tool example of tildes inside a fence of backticks.", code("md", "~~~tool\n"+decoyBody("decoy_bt")+"~~~\n"))
	around("opening-in-fence", "Only the opening line of an example inside another fence.", code("text", "```tool\n"+decoyBody("decoy_open")))
	around("longer-tool-example", "An example with four backticks inside a fence of five.", code("md", "````tool\n"+decoyBody("decoy_four")+"````\n").with(style{Length: 5}))
	around("blank-lines-in-fence", "An example behind blank lines in another fence.", code("md", "\n\ntext\n\n"+example("decoy_blank")+"\n\n").with(style{Length: 4}))
	around("closed-longer", "Another code block whose closing fence is longer.", code("js", "let a\n").with(style{Close: 6}), code("", "x\n").with(style{Tilde: true, Close: 4, CloseAfter: " \t"}))
	around("closed-indented", "Other code blocks that are indented, or closed by an indented fence.", code("js", "let a\n").with(style{Indent: 2, CloseIndent: 3}), code("js", "let b\n").with(style{CloseIndent: 1}))
	around("unclosing-lines", "Lines in another code block that close nothing.", code("md", "```js\n    ```\n~~~\n``\n``` x\n"+decoyBody("decoy_uc")))
	around("info-backtick-tilde", "A fence of tildes with backticks in its info string.", code("a`b ~~~", "```tool\n"+decoyBody("decoy_ib")+"```\n").with(style{Tilde: true}))
	around("ended-by-list", "Another code block that ends with its list item.", list("- ", text("item\n\n"), code("sh", "ls\n").with(style{Open: true})))
	around("ended-by-quote", "Another code block that ends with its quote.", quote(code("sh", "ls\n").with(style{Open: true})))
	around("no-info-blanks", "A fence with nothing but blanks behind its backticks.", code("", example("decoy_nb")).with(style{Length: 4, After: "  "}))
	for i, line := range []string{"```json", "```.", "```~", "``` <!-- x -->", "```\u3000", "```\f", "` ` `", "``` ```", "\u00a0```", "> ```", "- ```", "```\\"} {
		around(fmt.Sprintf("unclosed-by-%02d", i+1), "A line in another code block that closes nothing: "+wire.Quote(line)+".", code("", "x\n"+line+"\n~~~tool\n"+decoyBody("decoy_ub")+"~~~\n"))
	}
	for i, before := range []string{"a\u2028", "a\u2029", "a\u0085", "a\v", "a\f", "\u00a0", "\u3000", "\u200b", "\x1c", "a\x1e", "\\", ".", "-", "1.", "\"", "#"} {
		around(fmt.Sprintf("no-line-start-%02d", i+1), "What stands right behind "+wire.Quote(before)+" does not begin a line.", text(before+"```tool\n"+decoyBody("decoy_ls")+"words\n"))
	}
	around("inline", "Inline code that begins like a tool fence.",
		text("Write ```tool to open, or ```tool {\"toolCallId\":\"decoy_in\"}``` on one line.\n\n```tool {\"toolCallId\":\"decoy_in\",\"input\":{}}```\n\n```tool```\n"))
	around("inline-over-lines", "Inline code over several lines that is no fence, because its first line holds a backtick.",
		text("```tool` not a fence\n"+decoyBody("decoy_ticks")+"```\ncode\n```\n"))
	around("mid-line", "A tool fence that begins in the middle of a line.", text("see: ```tool\n"+decoyBody("decoy_mid")+"done\n"))
	around("two-backticks", "Two backticks are no fence.", text("``tool\n"+decoyBody("decoy_two")+"``\n"))
	around("two-tildes", "Two tildes are no fence.", text("~~tool\n"+decoyBody("decoy_tt")+"~~\n"))
	for _, in := range []struct{ slug, blanks string }{{"four", "    "}, {"five", "     "}, {"eight", "        "}, {"tab", "\t"}, {"space-tab", "  \t"}} {
		around("indented-"+in.slug, "Indented code that looks like a tool fence: "+in.slug+".", text("\n"+indented(example("decoy_ind"), in.blanks)))
	}
	around("indented-in-paragraph", "An indented line in a paragraph opens nothing.", text("words\n    ```tool\n    {\"toolCallId\":\"decoy_par\"}\n"))
	b.closingCases(tests)
}

func indented(lines, blanks string) string {
	return blanks + strings.ReplaceAll(strings.TrimSuffix(lines, "\n"), "\n", "\n"+blanks) + "\n"
}

// closingCases are about what closes a tool fence and what does not.
func (b *builder) closingCases(tests []string) {
	for i, v := range []string{
		`"use ` + "```" + ` to fence"`, "\"```\"", "\"```tool\"", `"` + "```\\n```" + `"`, `"~~~"`, `"a\n` + "```" + `\nb\n` + "```tool\\n{}\\n```" + `"`, "\"``````````\"", "\"`\"",
	} {
		for _, format := range []string{formatPretty, formatCompact} {
			b.adverse(strings.TrimSuffix(fmt.Sprintf("backticks-%d-%s", i+1, format), "-"), "Backticks inside a JSON string: "+v+".", tests,
				text("before\n"), tool(`{"toolCallId":"call_tick","toolName":"tick","state":"output-available","input":{"md":`+v+`,"`+"```"+`":1},"output":`+v+`}`).with(style{Format: format}),
				text("between\n"), plainCall("call_next"), text("behind\n"))
		}
	}
	b.adverse("closing-longer", "A closing fence longer than its opening.", tests,
		text("a\n"), plainCall("call_c1").with(style{Close: 4}), text("b\n"), plainCall("call_c2").with(style{Close: 9}), text("c\n"))
	body := strings.TrimSuffix(decoyBody("decoy_close"), "\n")
	for _, v := range []struct {
		slug, line string
		st         style
	}{
		{"shorter", "```", style{Length: 4}}, {"shorter-two", "``", style{}}, {"shorter-five", "````", style{Length: 5}},
		{"other-character", "~~~", style{}}, {"tilde-by-backticks", "```", style{Tilde: true}},
		{"with-info", "```tool", style{}}, {"with-text", "``` end", style{}}, {"indented-four", "    ```", style{}}, {"indented-tab", "\t```", style{}},
		{"spaced", "`` `", style{}}, {"no-break-space", "```\u00a0", style{}}, {"mixed", "``~", style{}},
	} {
		b.adverse("closing-"+v.slug, "A line that closes nothing: "+v.slug+".", ids("FENCE-18", "FENCE-16"),
			text("before\n"), plainCall("call_k1"), text("x\n"), broken(body+"\n"+v.line+"\nstill inside\n").with(v.st), text("between\n"), plainCall("call_k2"), text("behind\n"))
	}
}

// styleCases are about FENCE-19.
func (b *builder) styleCases() {
	for _, v := range []struct {
		slug string
		st   style
	}{
		{"tildes", style{Tilde: true}}, {"four", style{Length: 4}}, {"ten", style{Length: 10}}, {"tildes-five", style{Tilde: true, Length: 5}},
		{"tildes-longer-closing", style{Tilde: true, Close: 6}}, {"space-before-info", style{Before: " "}}, {"tab-before-info", style{Before: "\t"}},
		{"blanks-around-info", style{Before: "  ", After: " "}}, {"indented-one", style{Indent: 1}}, {"indented-two", style{Indent: 2, CloseIndent: 2}},
		{"indented-three", style{Indent: 3, CloseIndent: 1}}, {"closing-indented", style{CloseIndent: 3}}, {"everything", style{Tilde: true, Length: 7, Close: 8, Indent: 3, CloseIndent: 2, Before: " \t", After: "  ", CloseAfter: " "}},
	} {
		b.adverse("style-"+v.slug, "A tool fence written in another way: "+v.slug+".", ids("FENCE-19"),
			text("before\n\n"), plainCall("call_s1").with(v.st), text("\nbetween\n"), plainCall("call_s2"), text("behind\n"), plainCall("call_s3").with(v.st), text("\nend\n"))
	}
	b.adverse("style-backticks-in-tildes", "Fence lines of the other character inside a string.", ids("FENCE-19", "FENCE-18"),
		tool(`{"toolCallId":"call_s4","toolName":"x","input":{"md":"~~~\n`+"```"+`"},"output":"~~~"}`).with(style{Tilde: true}), text("b\n"))
	b.adverse("style-extra-info", "`tool json` may be a tool fence.", ids("FENCE-19"),
		text("before\n"), plainCall("call_s5").with(style{Extra: " json"}), text("between\n"), plainCall("call_s6"), text("behind\n"))
	b.adverse("style-extra-attributes", "`tool {...}` may be a tool fence.", ids("FENCE-19"),
		text("before\n"), plainCall("call_s7").with(style{Extra: " id=7"}), text("behind\n"))
	b.adverse("style-twins", "Fences that say the same and are written in several ways: what is told of one may not be held against another.", ids("FENCE-19"),
		text("before\n"), plainCall("call_s8").with(style{Extra: " x=1"}), plainCall("call_s8").with(style{Indent: 3, Before: "\t"}),
		text("between\n"), plainCall("call_s9").with(style{Tilde: true}), plainCall("call_s9").with(style{Extra: " json"}), text("behind\n"))
}

// endingCases are about FENCE-20.
func (b *builder) endingCases() {
	add := func(slug, title, newline string, bom bool, segments ...segment) *dialect.Case {
		return b.add(dialect.Adversarial, "ending-"+slug, title, ids("FENCE-20"), &document{newline: newline, bom: bom, segments: segments})
	}
	mixed := []segment{text("before\n\n"), exact(exampleBody), text("\nbetween\n"), plainCall("call_r1").with(style{Format: formatCompact}),
		tool(`{"state":"output-error","input":{"n":1},"errorText":"e1"}`), text("behind\n\n"), broken(`[1]`), code("toolbox", decoyBody("decoy_crlf")), plainCall("call_r2"), text("tail\n")}
	add("crlf", "Every line ends in CRLF.", crlf, false, mixed...)
	c := add("crlf-cut", "CRLF, and every read ends between CR and LF.", crlf, false, mixed...)
	d, _ := documentOf(c.Script)
	c.Chunks = []int{}
	for i, char := range d.Bytes("") {
		if char == '\n' {
			c.Chunks = append(c.Chunks, i)
		}
	}
	add("crlf-blanks", "CRLF behind trailing blanks.", crlf, false,
		text("a\n"), plainCall("call_r3").with(style{After: " ", CloseAfter: "  "}), text("b\n"))
	b.add(dialect.Adversarial, "ending-crlf-unterminated", "CRLF, and none behind the last line.", ids("FENCE-20", "FENCE-21"),
		&document{newline: crlf, unterminated: true, segments: []segment{text("a\n"), plainCall("call_r4"), text("b\n"), plainCall("call_r5")}})
	c = add("crlf-single-bytes", "CRLF, byte by byte.", crlf, false, text("a\n"), plainCall("call_r6"), text("b\n"), plainCall("call_r7"))
	c.Chunks = everyByte(c)
	add("lone-cr", "Every line ends in a lone CR.", cr, false, text("a\n\n"), plainCall("call_r8"), text("b\n"), plainCall("call_r9"), text("c\n"))
	add("bom-text", "A byte order mark before text.", lf, true, text("a\n"), plainCall("call_r10"), text("b\n"))
	add("bom-fence", "A byte order mark right before the fence.", lf, true, plainCall("call_r11"), text("b\n"), plainCall("call_r12"))
	c = add("bom-cut", "A byte order mark in three reads.", lf, true, plainCall("call_r13"), text("b\n"))
	c.Chunks = []int{1, 2, 3, 8}
	add("bom-crlf", "A byte order mark and CRLF.", crlf, true, plainCall("call_r14"), text("b\n"))
}

// openCases are about FENCE-21.
func (b *builder) openCases() {
	tests := ids("FENCE-21")
	object := `{"toolCallId":"call_open","toolName":"half","state":"output-available","input":{"query":"cats"},"output":{"n":[1,2]}}`
	before := []segment{text("before\nmore before\n"), plainCall("call_whole"), text("\nright before\n")}
	open := func(slug, title string, d *document) {
		d.segments = append(append([]segment{}, before...), d.segments...)
		b.add(dialect.Adversarial, "open-"+slug, title, tests, d)
	}
	for i, at := range []int{0, 1, 15, 29, 50, 78, 87, 100, 110, len(object) - 1} {
		open(fmt.Sprintf("cut-%02d", i+1), fmt.Sprintf("The document ends %d characters into the object.", at),
			&document{unterminated: true, segments: []segment{broken(object[:at]).with(style{Open: true})}})
	}
	open("text-inside", "The closing line is missing and text follows.",
		&document{segments: []segment{broken(object + "\n\nHere are the results!\n").with(style{Open: true})}})
	open("next-fence-inside", "The closing line is missing and another tool fence follows.",
		&document{segments: []segment{broken(object + "\ntext\n```tool\n" + decoyBody("swallowed")).with(style{Open: true})}})
	open("array", "A body that would not be a call closed either.", &document{segments: []segment{broken(`[1,2]`).with(style{Open: true})}})
	open("closing-unfinished", "The document ends inside the closing fence.",
		&document{unterminated: true, segments: []segment{broken(object + "\n``").with(style{Open: true})}})
	open("complete", "The object is complete, the closing line is missing.", &document{segments: []segment{tool(object).with(style{Open: true})}})
	open("complete-unterminated", "The object is complete, not even its line is.",
		&document{unterminated: true, segments: []segment{tool(object).with(style{Open: true, Format: formatCompact})}})
	open("opening-only", "The document ends with the opening line.", &document{segments: []segment{broken("").with(style{Open: true})}})
	open("opening-only-unterminated", "The document ends right behind `tool`.", &document{unterminated: true, segments: []segment{broken("").with(style{Open: true})}})
	open("closed-at-end", "The closing fence is the last thing, without a line ending.", &document{unterminated: true, segments: []segment{tool(object)}})
	open("closed-at-end-blanks", "The same with blanks behind it.", &document{unterminated: true, segments: []segment{tool(object).with(style{CloseAfter: "  "})}})
	for _, v := range []struct {
		slug string
		st   style
	}{
		{"four", style{Length: 4}}, {"tildes", style{Tilde: true}}, {"tildes-five", style{Tilde: true, Length: 5}}, {"indented", style{Indent: 2, CloseIndent: 2}},
		{"closing-indented", style{CloseIndent: 3}}, {"closing-longer", style{Close: 5}}, {"compact", style{Format: formatCompact}},
	} {
		open("closed-at-end-"+v.slug, "The closing fence is the last thing, and the fence is written in another way: "+v.slug+".",
			&document{unterminated: true, segments: []segment{tool(object).with(v.st)}})
	}
	b.add(dialect.Adversarial, "open-foreign", "A longer fence that nothing closes holds an example.", ids("FENCE-18", "FENCE-21"),
		&document{segments: append(append([]segment{}, before...), code("md", example("decoy_foreign")+"and on\n").with(style{Length: 4, Open: true}))})
	c := b.add(dialect.Adversarial, "open-closed-at-end-alone", "One call, closed by the last byte, in two reads.", tests,
		&document{unterminated: true, segments: []segment{tool(object)}})
	d, _ := documentOf(c.Script)
	c.Chunks = []int{len(d.Bytes("")) - 1}
}

// containerCases are about FENCE-24.
func (b *builder) containerCases() {
	add := func(slug, title string, inner segment) {
		b.adverse("container-"+slug, title, ids("FENCE-24"), text("before\n\n"), plainCall("call_b"), text("\n"), inner,
			text("\nbehind\n"), plainCall("call_a"), text("\nend\n"))
	}
	inner := func(id string) []segment { return []segment{text("in it\n\n"), plainCall(id), text("\nstill in it\n")} }
	add("quote", "A tool fence in a block quote.", quote(inner("call_q")...))
	add("quote-only", "A block quote that is nothing but a tool fence.", quote(plainCall("call_q")))
	add("quote-compact", "A tool fence on three lines of a block quote.", quote(plainCall("call_q").with(style{Format: formatCompact})))
	add("list", "A tool fence in a list item.", list("- ", inner("call_l")...))
	add("list-first", "A list item that begins with a tool fence.", list("* ", plainCall("call_l"), text("\nstill in it\n")))
	add("list-ordered", "A tool fence in a numbered item.", list("1. ", inner("call_l")...))
	add("list-wide", "A tool fence indented by four in a numbered item.", list("10. ", inner("call_l")...))
	for i, marker := range []string{"+ ", "1) ", "9. ", "-   ", "007. "} {
		add(fmt.Sprintf("list-marker-%d", i+1), "A tool fence in a list item that begins with "+wire.Quote(marker)+".", list(marker, inner("call_l")...))
		add(fmt.Sprintf("list-code-%d", i+1), "Another code block in a list item that begins with "+wire.Quote(marker)+".", list(marker, code("json", "{}\n"), text("\nstill in it\n\n"), code("", "x\n")))
	}
	add("list-airy", "Blank lines in the body, in a list item.", list("- ", text("in it\n\n"), plainCall("call_l").with(style{Format: formatAiry})))
	add("quote-in-quote", "A quote in a quote.", quote(text("outer\n"), quote(inner("call_q")...), text("\nouter again\n")))
	add("list-in-quote", "A list item in a quote.", quote(text("outer\n"), list("- ", inner("call_q")...)))
	add("quote-in-list", "A quote in a list item.", list("- ", text("outer\n\n"), quote(inner("call_q")...)))
	add("two-calls", "Two tool fences in a quote.", quote(plainCall("call_q1"), text("between\n"), plainCall("call_q2")))
	add("styles", "Other ways to write a fence, in a quote.", quote(plainCall("call_q").with(style{Tilde: true, Indent: 2})))
	add("broken", "A malformed tool fence in a quote.", quote(text("in it\n"), broken(`{"toolCallId":"bad",}`), text("still in it\n")))
	add("foreign", "A tool example in a longer fence in a quote.", quote(text("in it\n"), code("md", example("decoy_q")).with(style{Length: 4}), plainCall("call_q")))
	add("ended", "A fence that ends with its quote, its object complete.", quote(text("in it\n"), plainCall("call_q").with(style{Open: true})))
	add("ended-cut", "A fence that ends with its quote, its object cut.", quote(text("in it\n"), broken(`{"toolCallId":"bad","input":{"q":"ca`).with(style{Open: true})))
	add("ended-list", "A fence that ends with its list item.", list("- ", text("in it\n\n"), broken(`{"toolCallId":"bad","output":1`).with(style{Open: true})))
}
