package suites

import (
	"fmt"

	"github.com/onsi/gomega/types"

	"github.com/toolconform/conform/reports/terminal"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/session"
)

// Conform succeeds for a row that did not fail. Its failure text is a story: the
// requirement's sentence and source, the case, where it first went wrong, expected
// and actual, the command that replays it.
func Conform() types.GomegaMatcher { return conform{} }

type conform struct{}

func (conform) Match(actual any) (bool, error) {
	row, ok := actual.(session.Row)
	if !ok {
		return false, fmt.Errorf("Conform looks at a session.Row, this is a %T", actual)
	}
	return row.Verdict != requirement.Fail, nil
}

func (conform) FailureMessage(actual any) string {
	row := actual.(session.Row)
	if len(row.Cases) == 0 {
		return fmt.Sprintf("%s (%s) failed on generated streams.\n  %s", row.Requirement.ID, row.Pair, row.Requirement.Sentence)
	}
	return terminal.Story(row.Requirement, row.Cases[0])
}

func (conform) NegatedFailureMessage(actual any) string {
	return fmt.Sprintf("%s was expected to fail", actual.(session.Row).Requirement.ID)
}
