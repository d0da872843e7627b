package toolfence

import "github.com/toolconform/conform/dialect"

// outerCases: a tool example inside another fence is no call, however that fence is
// written (FENCE-18).
func (b *builder) outerCases() {
	around := func(slug, title string, outer segment) *dialect.Case {
		return b.adverse("outer-"+slug, title, ids("FENCE-18"), text("before\n\n"), plainCall("call_real_1"), text("\n"), outer,
			text("\nbetween\n"), plainCall("call_real_2"), text("behind\n"))
	}
	for _, v := range []struct {
		slug string
		st   style
	}{
		{"indented-one", style{Length: 4, Indent: 1, CloseIndent: 1}}, {"indented-two", style{Length: 4, Indent: 2, CloseIndent: 2}}, {"indented-three", style{Length: 4, Indent: 3}},
		{"indented-tildes", style{Tilde: true, Indent: 1, CloseIndent: 1}}, {"indented-tildes-three", style{Tilde: true, Indent: 3, CloseIndent: 2}},
		{"space-before-info", style{Length: 4, Before: " "}}, {"tab-before-info", style{Length: 4, Before: "\t"}}, {"blanks-around-info", style{Length: 5, Before: "  ", After: " \t"}},
		{"tildes-space-before-info", style{Tilde: true, Before: " "}}, {"closing-indented", style{Length: 4, CloseIndent: 3}}, {"closing-longer", style{Length: 4, Close: 7, CloseAfter: "  "}},
	} {
		around(v.slug, "A tool example inside a fence that is written so: "+v.slug+".", code("md", example("decoy_outer")).with(v.st))
	}
	for _, v := range []struct{ slug, info string }{
		{"letters", "é"}, {"ideographs", "例"}, {"words", `md title="a b" {1,3}`}, {"braces", "{.md #example}"}, {"digits", "123"}, {"signs", "c++"}, {"tool-inside", "not tool"}, {"tilde", "a~~~b"},
	} {
		around("info-"+v.slug, "A tool example inside a fence with the info string "+v.info+".", code(v.info, example("decoy_outer")).with(style{Length: 4}))
	}
	around("tildes-longer", "Three tildes close no fence of four.", code("md", "~~~\n"+example("decoy_outer")+"~~~\n").with(style{Tilde: true, Length: 4}))
	around("shorter-inside", "A fence of four with an example in it stands inside one of five.", code("md", "````md\n"+example("decoy_outer")+"````\n").with(style{Length: 5}))
	around("unclosing-lines", "Lines with something behind their backticks close nothing.", code("md", "````x\n"+example("decoy_outer")+"```` y\n").with(style{Length: 4}))
	around("tildes-around-backticks", "A fence of tildes with a longer one of backticks in it.", code("md", "````md\n"+example("decoy_outer")+"````\n").with(style{Tilde: true}))
	around("example-twice", "Two examples, the second written in another way.", code("md", example("decoy_outer")+"\n~~~tool\n"+decoyBody("decoy_other")+"~~~\n").with(style{Length: 4}))
}
