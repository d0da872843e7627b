package messageparts

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	cases "github.com/toolconform/conform/fixtures/message-parts"
	"github.com/toolconform/conform/requirement"
)

// consumerCases are those of fixtures/message-parts/consumer, and those that code makes.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: consumerPair(), Script: stepsOf, Made: madeSteps()}
	return slices.Concat(book.Cases("document", "order"), orderCases(), book.Cases("outputs"), longOutputs(),
		book.Cases("outputs_falsy", "contents", "errors", "parallel", "texts", "arguments", "stray"), strayCases(), secondCases(),
		book.Cases("cut"), cutCases(), book.Cases("replay"), surroundingCases(), book.Cases("again", "reasons", "long"), robustSteps())
}

// converterCases are those of fixtures/message-parts/converter, and those that code makes.
func converterCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: converterPair(), Script: storedOf, Made: madeMessages()}
	return slices.Concat(book.Cases("stored", "errors", "odd", "placed", "states"), storedSurroundings(),
		book.Cases("again", "messages", "streaming", "long"), robustMessages())
}

// valid is a consumer case that a right server could have sent; tests are ids
// without their family, "01 06".
func valid(slug, title, tests string, s steps) *dialect.Case {
	return &dialect.Case{ID: consumerPair().String() + "/" + slug, Title: title, Pair: consumerPair(), Class: dialect.Valid,
		Tests: parts(tests), Script: s}
}

// hostile is a consumer case that no right server sends.
func hostile(slug, title, tests string, s steps) *dialect.Case {
	c := valid(slug, title, tests, s)
	c.Class = dialect.Adversarial
	return c
}

// kept is a valid converter case.
func kept(slug, title, tests string, s stored) *dialect.Case {
	return &dialect.Case{ID: converterPair().String() + "/" + slug, Title: title, Pair: converterPair(), Class: dialect.Valid,
		Tests: parts(tests), Script: s}
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
