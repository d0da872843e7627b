package toolfence

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// lookalikeCases: values, error texts and names are written as they are.
func (s *scribe) lookalikeCases() {
	for _, v := range lookalikes() {
		value := wire.ParseString(v.value)
		in := wire.Obj(wire.M("v", value))
		if value.IsObject() {
			in = value
		}
		s.valid("value-"+v.slug, "An input with, and a content that is "+brief(v.value)+".", ids("FENCE-50", "FENCE-51"),
			said("a\n"), transcript.Item{Kind: transcript.Call, ID: "val_1", Name: "take", Input: in}, succeeded("val_1", v.value), said("b\n"))
	}
	for i, v := range []string{`[1,"two"]`, `42`, `false`, `[]`, `"{\"message\":\"m\",\"code\":7}"`, `"[{\"type\":\"text\",\"text\":\"m\"}]"`, `"\"quoted\""`,
		`"Error: boom\n    at f (x.js:1:2)\n    at g (y.js:3:4)"`, `"Error: Error: twice"`, `"  padded \t\n"`, `"nul\u0000 \u001b[31mred"`, `"e\u0301 \u00e9 a\u00a0b\ufeffc"`} {
		s.valid(fmt.Sprintf("error-like-%02d", i+1), "An error whose content is "+v+".", ids("FENCE-51"),
			called("err_7", "fail", `{"i":7}`), answered("err_7", transcript.Error, v), called("err_8", "give", `{"i":8}`), succeeded("err_8", `"fine"`))
	}
	named := func(slug, title string, names []string) {
		var items []transcript.Item
		for i, name := range names {
			id := fmt.Sprintf("nmd_%d", 60-7*i)
			items = append(items, called(id, name, fmt.Sprintf(`{"nth":%d}`, i)), succeeded(id, fmt.Sprintf(`"named %d"`, i)))
		}
		s.valid(slug, title, ids("FENCE-50"), items...)
	}
	named("names-long", "Names of 64 characters and more.", longNames())
	named("names-with-parts", "Names that have parts, and names that every object of some language has.", namesWithParts())
}

// spaceCases: blanks, line breaks and odd characters of texts (FENCE-53).
func (s *scribe) spaceCases() {
	around := func(slug, title, before, between, after string) {
		s.valid("text-"+slug, title, ids("FENCE-53"), said(before), called("sp_2", "look", `{"i":2}`), succeeded("sp_2", `"two"`), said(between),
			called("sp_1", "look", `{"i":1}`), succeeded("sp_1", `"one"`), said(after))
	}
	around("blanks-before-call", "Blanks end the text right before a call, without a line ending.", "foo  ", "bar \t", "baz  ")
	around("blanks-behind-call", "Blanks begin the text right behind a call.", "  foo", "  bar", "\tbaz")
	around("leading-breaks", "The first text begins with line breaks.", "\n\nfoo", "bar\n", "baz")
	around("leading-breaks-alone", "The first text is line breaks and nothing else.", "\n\n\n", "bar", "baz")
	around("trailing-breaks", "The last text ends in line breaks.", "foo", "bar", "baz\n\n\n")
	around("blanks-alone", "A text between two calls is blanks and nothing else.", "foo\n", "  ", "\t")
	around("many-breaks", "Many line breaks in the middle of texts.", "a\n\n\n\n\nb\n", "c\n\n\n\nd", "e\n\n\nf\n")
	around("indented", "Lines indented by four and more.", "a\n\n    code\n\n", "        deep\n\nb\n\n\ttab\n\n", "    code\n")
	around("separators", "Texts end in characters that end lines elsewhere.", "foo\u2028", "bar\u0085", "baz\x0b")
	around("odd-characters", "Controls, letters of two code points, characters without width.", "a\u00a0b\u2028c\ufeffd 👩\u200d👧\n", "x\x1b[1mx\x07 e\u0301 \u00e9 \u212b x\u200by\n", "z\u2060\u00ad\u202e\n")
	around("lone-cr", "A lone CR in the middle of a line.", "a\rb\n", "c\rd", "e\rf\n")
	around("typography", "Dashes, dots, quotes and markers are not made prettier.", "# a #\n* b\n+ c\n\n", "d -- e --- f ... \"g\" 'h' (c) ->\n", "__i__ _j_ ~~k~~ <b> &amp; &lt;\n")
}

// plainBackticks: contents that are nothing but a text with fence lines in it.
func (s *scribe) plainBackticks(values []string) {
	for i, v := range values {
		q := wire.Quote(v)
		s.add(dialect.Adversarial, fmt.Sprintf("backticks-plain-%02d", i+1), "A content and an error that are "+q+".", ids("FENCE-54"),
			said("a\n"), called("tick_3", "write", `{}`), succeeded("tick_3", q), called("tick_4", "write", `{}`), answered("tick_4", transcript.Error, q), said("b\n"))
	}
}
