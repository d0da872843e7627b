package casefile_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

const whole = `# two cases
case: one
title: The first.
tests: A-01 A-02
{"a":1}
[2]

case: two
title: The second: with a colon.
tests: A-03
class: adversarial
ending: cut
needs: abort
`

func TestParse(t *testing.T) {
	list, err := casefile.Parse("x.cases", []byte(whole), "ending")
	if err != nil || len(list) != 2 {
		t.Fatal(len(list), err)
	}
	one, two := list[0], list[1]
	if one.Slug != "one" || one.Line != 2 || len(one.Tests) != 2 || len(one.Elements) != 2 || one.Elements[1].JSON() != "[2]" ||
		one.Class != dialect.Valid {
		t.Errorf("%+v", one)
	}
	if two.Title != "The second: with a colon." || two.Class != dialect.Adversarial || two.Fields["ending"] != "cut" ||
		two.Needs[0] != "abort" || two.Line != 8 {
		t.Errorf("%+v", two)
	}
}

const texts = `case: one
title: Texts between other elements.
tests: A-01
blame: SHOULD
may: reject
| first
|
|  indented
# a comment ends a text
| second
null
"x"
-3
| last`

func TestTexts(t *testing.T) {
	list, err := casefile.Parse("x.cases", []byte(texts))
	if err != nil || len(list) != 1 {
		t.Fatal(len(list), err)
	}
	var got []string
	for _, e := range list[0].Elements {
		got = append(got, e.JSON())
	}
	want := []string{`"first\n\n indented\n"`, `"second\n"`, `null`, `"x"`, `-3`, `"last\n"`}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	c := list[0].Case(dialect.Pair{Dialect: "x", Role: dialect.Consumer}, nil)
	if c.Blame == nil || c.Blame.Requirement != "A-01" || c.Blame.Level != requirement.Should || !c.MayReject ||
		c.Source != "fixtures/x/x.cases:1" {
		t.Errorf("%+v", c)
	}
}

func TestRepetitions(t *testing.T) {
	list, err := casefile.Parse("x.cases", []byte("case: a\ntitle: A\ntests: A-01\n[\"«3 ab »\",«2 7,»8]"))
	if err != nil || list[0].Elements[0].JSON() != `["ab ab ab ",7,7,8]` {
		t.Error(list, err)
	}
}

func TestPassages(t *testing.T) {
	list, err := casefile.Parse("x.cases", []byte("passage: p\n1\n2\n\npassage: q\n3\n\ncase: a\ntitle: t\ntests: "+
		"X\n0\n@p\n@q\n@q\n4\n\ncase: b\ntitle: t\ntests: X\n@a\n"))
	if err != nil || len(list) != 2 || len(list[1].Elements) != 6 || wire.List(list[0].Elements...).JSON() != "[0,1,2,3,3,4]" {
		t.Error(list, err)
	}
}

const inner = `case: {name}
title: "{plain}"
tests: A-01
"x{value}"
rows:
a \u00e9\n
b "
c a{
`

func TestColumns(t *testing.T) {
	list, err := casefile.Parse("x.cases", []byte("case: {name}\ntitle: {1} and {2}\ntests: X\n[{2},{1},7]\nrows:\na 1 | \"b | c\"\n"))
	if err == nil || list != nil {
		t.Errorf("a column ends within a text: %+v", list)
	}
	list, err = casefile.Parse("x.cases", []byte("case: {name}\ntitle: {1} and {2}\ntests: X\n[{2},{1},7]\nrows:\na 1 | \"b|c\"\n"))
	if err != nil || list[0].Title != `1 and "b|c"` || list[0].Elements[0].JSON() != `["b|c",1,7]` {
		t.Errorf("%+v %v", list, err)
	}
}

func TestTablesOfInnerText(t *testing.T) {
	list, err := casefile.Parse("x.cases", []byte(strings.Replace(inner, "b \"\n", "", 1)))
	if err != nil || len(list) != 2 || list[0].Title != `"é\n"` || list[0].Elements[0].JSON() != `"xé\n"` || list[1].Title != `"a{"` {
		t.Errorf("%+v %v", list, err)
	}
	var at *casefile.Error
	if _, err := casefile.Parse("x.cases", []byte(inner)); !errors.As(err, &at) || at.Line != 7 {
		t.Error(err)
	}
}

const table = `case: text-{name}
title: The text {plain} is {name}.
tests: A-01
| {name}
{"text":{value}}
rows:
blank " "
# a comment
two "a\u0020b"

case: last
title: The last.
tests: A-02
@text-two
`

func TestFlags(t *testing.T) {
	e := casefile.Entry{Fields: map[string]string{"bom": "true", "odd": "yes"}}
	if set, err := e.Flag("bom"); !set || err != nil {
		t.Error(set, err)
	}
	if set, err := e.Flag("absent"); set || err != nil {
		t.Error(set, err)
	}
	if _, err := e.Flag("odd"); err == nil {
		t.Error("yes is taken for true")
	}
}

func TestTables(t *testing.T) {
	list, err := casefile.Parse("x.cases", []byte(table))
	if err != nil || len(list) != 3 {
		t.Fatal(len(list), err)
	}
	two, last := list[1], list[2]
	if two.Slug != "text-two" || two.Title != "The text \"a b\" is two." || two.Line != 9 ||
		wire.List(two.Elements...).JSON() != `["two\n",{"text":"a b"}]` {
		t.Errorf("%+v", two)
	}
	if last.Slug != "last" || last.Line != 11 || len(last.Elements) != 2 {
		t.Errorf("%+v", last)
	}
}

// listed is a script that nobody asks anything but its elements.
type listed struct {
	dialect.Script
	list []wire.Value
}

func TestControls(t *testing.T) {
	const written = "case: a-{name}\ntitle: t\ntests: X\nblame: MUST\n{value}\n2\ncontrol: The same, plainly.\n7\n2\nrows:\n" +
		"one 1\n\ncase: b\ntitle: t\ntests: X\n@a-one\n"
	files := fstest.MapFS{"consumer/x.cases": {Data: []byte(written)}}
	pair := dialect.Pair{Dialect: "d", Role: dialect.Consumer}
	list := casefile.Cases(files, pair, func(e casefile.Entry) (dialect.Script, error) { return listed{list: e.Elements}, nil })
	if len(list) != 2 || len(list[0].Script.(listed).list) != 2 ||
		len(list[1].Script.(listed).list) != 2 || list[1].Control != nil {
		t.Fatalf("%+v", list)
	}
	c := list[0].Control
	if c == nil || c.ID != list[0].ID+"-control" || c.Title != "The same, plainly." ||
		wire.List(c.Script.(listed).list...).JSON() != "[7,2]" {
		t.Errorf("%+v", c)
	}
}

func TestCasesOfSomeFiles(t *testing.T) {
	one := func(slug string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("case: " + slug + "\ntitle: t\ntests: X\n")}
	}
	b := casefile.Book{Pair: dialect.Pair{Dialect: "d", Role: dialect.Consumer},
		Script: func(casefile.Entry) (dialect.Script, error) { return nil, nil },
		Files:  fstest.MapFS{"consumer/b.cases": one("of-b"), "consumer/a.cases": one("of-a"), "producer/c.cases": one("of-c")}}
	ids := func(list []*dialect.Case) string {
		var b strings.Builder
		for _, c := range list {
			b.WriteString(c.ID + " ")
		}
		return b.String()
	}
	if got := ids(b.Cases()); got != "d/consumer/of-a d/consumer/of-b " {
		t.Error(got)
	}
	if got := ids(b.Cases("b", "a")); got != "d/consumer/of-b d/consumer/of-a " {
		t.Error(got)
	}
	for _, wrong := range []string{"z", "made"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", wrong)
				}
			}()
			b.Files = fstest.MapFS{"consumer/made.cases": &fstest.MapFile{Data: []byte("case: a\ntitle: t\ntests: X\nmade: unknown\n")}}
			b.Cases(wrong)
		}()
	}
}

func TestErrorsNameTheLine(t *testing.T) {
	for text, line := range map[string]int{
		"{\"a\":1}\n":   1,
		"title: none\n": 1,
		"case: a\ntitle: t\ntests: X\n{\"a\":}\n":                        4,
		"case: a\ntests: X\n":                                            1,
		"case: a\ntitle: t\n":                                            1,
		"case: a\ntitle: t\ntests: X\n\n\ncase: a\ntitle: t\ntests: X\n": 6,
		"case: a\ntitle: t\ntitle: u\n":                                  3,
		"case: a\ntitle: t\ntests: X\nclass: odd\n":                      4,
		"case: a\ntitle: t\ntests: X\ncolour: red\n":                     4,
		"case: a\ntitle: t\ntests: X\n{}\nclass: valid\n":                5,
		"case: a\ntitle: t\ntests:\n":                                    3,
		"case: a\ntitle: t\ntests: X\nblame: MAY\n":                      4,
		"case: a\ntitle: t\ntests: X Y\nblame: MUST\n":                   1,
		"case: a\ntitle: t\ntests: X\nmay: fail\n":                       4,
		"case: a\ntitle: t\ntests: X\nmade: b\n{}\n":                     1,
		"case: a\ntitle: t\ntests: X\n@p\n":                              4,
		"passage: p\n{}\n\n@p\n":                                         4,
		"passage: p\ntitle: t\n":                                         2,
		"passage: p\n1\n\npassage: p\n2\n":                               4,
		"case: a\npassage: p\n":                                          2,
		"case: {name}\ntitle: t\ntests: X\n\n":                           4,
		"case: {name}\ntitle: t\ntests: X":                               3,
		"case: {name}\ntitle: t\ntests: X\n{value}\nrows:\na {}\nb x:\n": 7,
		"case: {name}\ntitle: t\ntests: X\nrows:\na\na\n":                6,
		"| a text\n": 1,
	} {
		_, err := casefile.Parse("x.cases", []byte(text))
		var at *casefile.Error
		if !errors.As(err, &at) || at.Line != line || at.File != "x.cases" {
			t.Errorf("%q: %v; line %d was expected", text, err, line)
		}
	}
}

// What grows is made when it is run, beside the same in small; what is deep stands there beside what is not.
func TestGrown(t *testing.T) {
	text := "case: large\ntitle: Large.\ntests: L-1\nblame: MUST\ngrown: 100\n[\"…\"]\n\n" +
		"case: many\ntitle: Many.\ntests: L-1\nblame: SHOULD\ngrown: 40\nmade: ones\n\n" +
		"case: deep\ntitle: Deep.\ntests: L-1\nblame: MUST\ndeep: 3\n{\"in\":\"…\"}\n"
	written := func(e casefile.Entry) (dialect.Script, error) { return script{wire.List(e.Elements...).JSON()}, nil }
	b := casefile.Book{Pair: dialect.Pair{Dialect: "d", Role: dialect.Consumer}, Script: written,
		Files:   fstest.MapFS{"consumer/sizes.cases": {Data: []byte(text)}},
		Text:    func(n int) string { return strings.Repeat("x", n) },
		Value:   func(n int) wire.Value { return wire.ParseString(strings.Repeat("[", n) + strings.Repeat("]", n)) },
		Growing: map[string]func(n int) dialect.Script{"ones": func(n int) dialect.Script { return script{strings.Repeat("1", n)} }}}
	if all := b.Cases(); len(all) != 0 {
		t.Errorf("%d large cases stand among the others", len(all))
	}
	for i, want := range []struct {
		script, control string
		heavy           bool
	}{
		{`[["` + strings.Repeat("x", 100) + `"]]`, `[["` + strings.Repeat("x", 32) + `"]]`, true},
		{strings.Repeat("1", 40), strings.Repeat("1", 32), true},
		{`[{"in":[[[]]]}]`, `[{"in":[[]]}]`, false},
	} {
		c := b.Cases("sizes")[i]
		if got := c.Ready().Script.(script).text; got != want.script || c.Heavy != want.heavy || (c.Script == nil) != want.heavy {
			t.Errorf("%s: %s, heavy: %v", c.ID, got, c.Heavy)
		}
		if got := c.Control.Script.(script).text; got != want.control || c.Control.Tests[0] != dialect.Survival {
			t.Errorf("%s: its control is %s, about %v", c.ID, got, c.Control.Tests)
		}
	}
}

// A passage with gaps is filled where it stands, or by code.
func TestGaps(t *testing.T) {
	text := "passage: two\n[\"…1\",\"…2\"]\n{\"again\":\"…1\"}\n\n" +
		"case: here\ntitle: Here.\ntests: L-1\n@two \"a|b\" | [3]\n"
	b := casefile.Book{Pair: dialect.Pair{Dialect: "d", Role: dialect.Consumer},
		Files:  fstest.MapFS{"consumer/f.cases": {Data: []byte(text)}},
		Script: func(e casefile.Entry) (dialect.Script, error) { return script{wire.List(e.Elements...).JSON()}, nil }}
	if got := b.Cases()[0].Script.(script).text; got != `[["a|b",[3]],{"again":"a|b"}]` {
		t.Error(got)
	}
	if got := b.Passage("f", "two")("x", "y").(script).text; got != `[["x","y"],{"again":"x"}]` {
		t.Error(got)
	}
	if _, err := casefile.Parse("f", []byte("passage: p\n1\n\ncase: a\ntitle: t\ntests: X\n@p no\n")); err == nil {
		t.Error("a passage is filled with what is no JSON")
	}
}

// script is a script that is a text.
type script struct{ text string }

func (s script) Input(string, []int) wire.Value { return wire.Str(s.text) }
func (s script) JSON() wire.Value               { return wire.Str(s.text) }
func (s script) Len() int                       { return 1 }
func (s script) Keep([]int) dialect.Script      { return s }
