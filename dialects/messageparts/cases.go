package messageparts

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
)

// consumerCases are the hand-written cases of the chat.
func consumerCases() []*dialect.Case {
	var list []*dialect.Case
	for _, group := range [][]*dialect.Case{
		documentCases(), orderCases(), outputCases(), contentCases(), errorCases(), parallelCases(), textCases(), argumentCases(),
		strayCases(), secondCases(), cutCases(), replayCases(), surroundingCases(), longCases(), robustSteps(),
	} {
		list = append(list, group...)
	}
	return list
}

// converterCases are the hand-written cases of the converter.
func converterCases() []*dialect.Case {
	var list []*dialect.Case
	for _, group := range [][]*dialect.Case{storedCases(), storedErrorCases(), storedOddCases(), placedCases(), stateCases(), storedSurroundings(), longStored(), robustMessages()} {
		list = append(list, group...)
	}
	return list
}

// valid is a consumer case that a right server could have sent; tests are ids
// without their family, "01 06".
func valid(slug, title, tests string, s steps) *dialect.Case {
	return &dialect.Case{ID: consumerPair().String() + "/" + slug, Title: title, Pair: consumerPair(), Class: dialect.Valid, Tests: parts(tests), Script: s}
}

// hostile is a consumer case that no right server sends.
func hostile(slug, title, tests string, s steps) *dialect.Case {
	c := valid(slug, title, tests, s)
	c.Class = dialect.Adversarial
	return c
}

// kept is a valid converter case.
func kept(slug, title, tests string, s stored) *dialect.Case {
	return &dialect.Case{ID: converterPair().String() + "/" + slug, Title: title, Pair: converterPair(), Class: dialect.Valid, Tests: parts(tests), Script: s}
}

// odd is a converter case that no right chat stores.
func odd(slug, title, tests string, s stored) *dialect.Case {
	c := kept(slug, title, tests, s)
	c.Class = dialect.Adversarial
	return c
}

func parts(numbers string) []string {
	ids := strings.Fields(numbers)
	for i, n := range ids {
		ids[i] = "PART-" + n
	}
	return ids
}

// blame makes a case speak for one line only.
func blame(c *dialect.Case, id string, level requirement.Level) *dialect.Case {
	c.Tests, c.Blame = []string{id}, &dialect.Blame{Requirement: id, Level: level}
	return c
}
