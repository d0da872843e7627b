package anthropicmessages

import (
	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	cases "github.com/toolconform/conform/fixtures/anthropic-messages"
)

func consumerCases() []*dialect.Case {
	return casefile.Cases(cases.Files, pair(dialect.Consumer), scriptOf, "ending", "abort", "names")
}
