package casefile_test

import (
	"errors"
	"testing"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
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
	if one.Slug != "one" || one.Line != 2 || len(one.Tests) != 2 || len(one.Elements) != 2 || one.Elements[1].JSON() != "[2]" || one.Class != dialect.Valid {
		t.Errorf("%+v", one)
	}
	if two.Title != "The second: with a colon." || two.Class != dialect.Adversarial || two.Fields["ending"] != "cut" || two.Needs[0] != "abort" || two.Line != 8 {
		t.Errorf("%+v", two)
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
	} {
		_, err := casefile.Parse("x.cases", []byte(text))
		var at *casefile.Error
		if !errors.As(err, &at) || at.Line != line || at.File != "x.cases" {
			t.Errorf("%q: %v; line %d was expected", text, err, line)
		}
	}
}
