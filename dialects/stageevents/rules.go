package stageevents

import "github.com/toolconform/conform/requirement"

type consumerRule = requirement.Rule[*view]

// consumerRules are STAGE-50…58; adversarial are those that only a stream can test which no right producer sends.
func consumerRules() []consumerRule {
	return requirement.For("consumer", []consumerRule{
		{Requirement: line("STAGE-50"), Judge: oneBlock},
		{Requirement: line("STAGE-51"), Judge: ownOnly},
		{Requirement: line("STAGE-52"), Judge: hasStage},
		{Requirement: line("STAGE-53"), Judge: notErased},
		{Requirement: line("STAGE-54"), Judge: afterEnd},
		{Requirement: line("STAGE-55"), Judge: notBack},
		{Requirement: line("STAGE-56"), Judge: harmless},
		{Requirement: line("STAGE-57"), Judge: noSuccessYet},
		{Requirement: line("STAGE-58"), Judge: gathered},
	})
}

// producerRules are STAGE-01…13: the checker's ledger says what was missed.
func producerRules() []requirement.Rule[*requirement.Ledger] {
	return requirement.Kept(line, "producer", "STAGE-%02d", 1, 13)
}
