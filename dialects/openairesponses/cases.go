package openairesponses

import (
	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	cases "github.com/toolconform/conform/fixtures/openai-responses"
)

func consumerCases() []*dialect.Case {
	return casefile.Cases(cases.Files, pair(dialect.Consumer), scriptOf, "ending", "abort", "names")
}
