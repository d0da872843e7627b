package families

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
)

// Blamed are cases that are judged by one line, at that level, beside their controls: the same without what they are about.
type Blamed struct {
	dialect.Pair
	Class dialect.Class
	Line  string
	Level requirement.Level
}

// Robust are the blamed cases of a robustness line that must be met.
func Robust(pair dialect.Pair, class dialect.Class, line string) Blamed {
	return Blamed{pair, class, line, requirement.Must}
}

// Case is one of them.
func (b Blamed) Case(slug, title string, s, control dialect.Script) *dialect.Case {
	c := &dialect.Case{ID: b.Pair.String() + "/" + slug, Title: title, Pair: b.Pair, Class: b.Class, Tests: []string{b.Line},
		Blame: &dialect.Blame{Requirement: b.Line, Level: b.Level}, Script: s}
	return c.Plainly(control)
}

// IDs are cases of ids that are easily taken for others, each set in a script of its own, beside plain ones.
func IDs(pair dialect.Pair, of func(ids []string) dialect.Script) []*dialect.Case {
	must := Robust(pair, dialect.Valid, "ROBUST-05")
	var list []*dialect.Case
	add := func(slug string, ids []string) {
		plain := make([]string, len(ids))
		for i := range plain {
			plain[i] = fmt.Sprintf("plain_%c%d", 'q'-rune(i), 31*i+5)
		}
		c := must.Case("ids-"+slug, "Ids that are easily taken for others: "+slug+".", nil, of(plain))
		c.Build = func() dialect.Script { return of(ids) }
		list = append(list, c)
	}
	x := strings.Repeat("x", 299)
	add("proto", []string{"__proto__", "constructor", "toString"})
	add("proto-more", []string{"hasOwnProperty", "valueOf", "prototype", "length"})
	add("methods", []string{"__class__", "self", "items", "get"})
	add("blank", []string{" ", "  ", "\t"})
	add("emoji", []string{"🎸", "🎸🎸", "Gọi", "工具", "👩‍👩‍👧"})
	add("long", []string{x + "1", x + "2", x})
	add("case", []string{"Call_Ab", "call_ab", "CALL_AB"})
	add("surrounding-blanks", []string{"call_s", " call_s", "call_s ", "call_s\n"})
	add("normalisation", []string{"caf\u00e9", "cafe\u0301", "\u212b", "\u00c5"})
	add("numbers", []string{"0", "-0", "00", "1e3", "1000", "NaN"})
	add("words", []string{"null", "undefined", "true", "[object Object]", "{}"})
	add("escapes", []string{`"`, `\`, "\u2028", "\x7f", "a/b", "a\\/b", "data: x"})
	for _, g := range dialect.AlikeIDs() {
		add("alike-"+g.Slug, g.IDs[:])
	}
	return list
}

// Alike are cases of the ids that every dialect tries, three in a script, beside plain ones.
func Alike(pair dialect.Pair, class dialect.Class, of func(ids ...string) dialect.Script) []*dialect.Case {
	must := Robust(pair, class, "ROBUST-05")
	var list []*dialect.Case
	for _, g := range dialect.AlikeIDs() {
		list = append(list, must.Case("ids-alike-"+g.Slug, "Ids that are like others: "+g.Slug+".", of(g.IDs[:]...),
			of("plain-c", "plain-a", "plain-b")))
	}
	return list
}

// Surroundings are the turns with something beside a call and its result; where one is stopped, it tests that line, too,
// unless that is "".
func Surroundings(pair dialect.Pair, tests []string, stopped string, of func([]transcript.Item) dialect.Script) []*dialect.Case {
	var list []*dialect.Case
	for _, s := range dialect.Surroundings() {
		c := &dialect.Case{ID: pair.String() + "/" + s.Slug, Title: s.Title, Pair: pair, Class: dialect.Valid, Tests: tests,
			Script: of(s.Items)}
		if s.Stopped && stopped != "" {
			c.Tests = append(slices.Clone(tests), stopped)
		}
		list = append(list, c)
	}
	return list
}
