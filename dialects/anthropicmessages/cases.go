package anthropicmessages

import (
	"slices"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	cases "github.com/toolconform/conform/fixtures/anthropic-messages"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
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

func producerCases() []*dialect.Case {
	return casefile.Cases(cases.Files, pair(dialect.Producer), turnOf)
}

func converterCases() []*dialect.Case {
	return casefile.Cases(cases.Files, pair(dialect.Converter), func(e casefile.Entry) (dialect.Script, error) {
		return history.ParseScript(wire.List(e.Elements...))
	})
}

// turnOf makes the turn of a case file's entry, an item a line.
func turnOf(e casefile.Entry) (dialect.Script, error) {
	return stream.ParseTurn(wire.Obj(wire.M("messageId", wire.Str("msg_"+e.Slug)), wire.M("items", wire.List(e.Elements...))))
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
