package stageevents

import (
	"fmt"

	"github.com/toolconform/conform/requirement"
)

type producerRule = requirement.Rule[*requirement.Ledger]

// producerRules are STAGE-01…13: the checker's ledger says what was missed.
func producerRules() []producerRule {
	rules := make([]producerRule, 13)
	for i := range rules {
		id := fmt.Sprintf("STAGE-%02d", i+1)
		rules[i] = producerRule{Requirement: line(id).For("producer"), Judge: requirement.Told(id)}
	}
	return rules
}
