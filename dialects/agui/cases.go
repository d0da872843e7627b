package agui

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	cases "github.com/toolconform/conform/fixtures/ag-ui"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

func consumerCases() []*dialect.Case {
	list := casefile.Cases(cases.Files, pair(dialect.Consumer), scriptOf, "ending", "abort", "before")
	for _, c := range list {
		if slices.Equal(c.Tests, []string{survival}) {
			c.Blame = &dialect.Blame{Requirement: survival, Level: requirement.Must}
		}
	}
	return list
}

// turnOf is the script of a turn: an agent is told the ids of its run beside it.
func turnOf(t transcript.Transcript) *stream.Turn {
	return &stream.Turn{Transcript: t, Beside: beside(wire.Value{}).Members(), Whole: true}
}

func parseTurn(v wire.Value) (dialect.Script, error) {
	t, err := transcript.Parse(v)
	if err != nil {
		return nil, fmt.Errorf("reading a turn: %w", err)
	}
	return turnOf(t), nil
}

func producerCases() []*dialect.Case {
	return casefile.Cases(cases.Files, pair(dialect.Producer), func(e casefile.Entry) (dialect.Script, error) {
		return parseTurn(wire.Obj(wire.M("messageId", wire.Str("msg_"+e.Slug)), wire.M("items", wire.List(e.Elements...))))
	})
}

func converterCases() []*dialect.Case {
	return casefile.Cases(cases.Files, pair(dialect.Converter), func(e casefile.Entry) (dialect.Script, error) {
		return parseConversation(wire.List(e.Elements...))
	})
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
