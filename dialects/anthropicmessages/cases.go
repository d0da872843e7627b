package anthropicmessages

import (
	"slices"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	cases "github.com/toolconform/conform/fixtures/anthropic-messages"
	"github.com/toolconform/conform/requirement"
)

func consumerCases() []*dialect.Case {
	list := casefile.Cases(cases.Files, pair(dialect.Consumer), scriptOf, "ending", "abort", "names")
	for _, c := range list {
		if slices.Equal(c.Tests, []string{survival}) {
			c.Blame = &dialect.Blame{Requirement: survival, Level: requirement.Must}
		}
	}
	return list
}

// survival is the line of cases that are sent to see whether the implementation survives:
// whatever it answers is right.
const survival = "ROBUST-01"

// spared takes back what is found in such a case.
func spared(c *dialect.Case, outcomes []requirement.Outcome) []requirement.Outcome {
	if c.Blame == nil || c.Blame.Requirement != survival {
		return outcomes
	}
	for i := range outcomes {
		if outcomes[i].Verdict == requirement.Fail || outcomes[i].Verdict == requirement.Warn {
			outcomes[i].Verdict, outcomes[i].Findings = requirement.Unobserved, nil
		}
	}
	return outcomes
}
