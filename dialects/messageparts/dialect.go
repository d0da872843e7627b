// Package messageparts is the message-parts dialect (document 002): a chat client
// that holds UI messages with tool-call and tool-result parts and turns them into
// what is sent to the model.
package messageparts

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
)

// Name of the dialect, as the adapter protocol spells it.
const Name = "message-parts"

// Dialect is message-parts, whole.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name:   Name,
		Title:  "Message parts",
		Source: "Document 002 (message parts): Client-Side Tool Execution Fix",
		Sides:  []dialect.Side{consumerSide(), converterSide()},
	}
}

func consumerPair() dialect.Pair  { return dialect.Pair{Dialect: Name, Role: dialect.Consumer} }
func converterPair() dialect.Pair { return dialect.Pair{Dialect: Name, Role: dialect.Converter} }

func consumerSide() dialect.Side {
	rules := append(append(consumerRules(), adversarialRules()...), modelRules()...)
	return dialect.Side{
		Pair:         consumerPair(),
		Matrix:       []string{"PART-03", "PART-20", "PART-25"},
		Requirements: requirement.Catalogue(rules),
		Cases:        consumerCases,
		Judge: func(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
			return apply(rules, c, o, newConsumerView)
		},
		Parse:     parseSteps,
		Reference: referenceConsumer(choices{}),
		Faults:    consumerFaults(),
		Variants:  consumerVariants(),
		Render:    renderSteps,
		Twists:    stepTwists(),
		Relations: relations(),
		Grammar:   stepGrammar(),
	}
}

func converterSide() dialect.Side {
	rules := modelRules()
	return dialect.Side{
		Pair:         converterPair(),
		Matrix:       []string{"PART-20", "PART-25"},
		Requirements: requirement.Catalogue(rules),
		Cases:        converterCases,
		Judge: func(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
			return apply(rules, c, o, newConverterView)
		},
		Parse:     parseStored,
		Reference: referenceConverter(choices{}),
		Faults:    converterFaults(),
		Variants:  converterVariants(),
		Render:    renderStored,
		Twists:    storedTwists(),
		Relations: dialect.Relations{Normal: normalModel},
		Grammar:   storedGrammar(),
	}
}

// apply judges a case. Inputs that readers may rightly understand in different
// ways are sent to see whether the implementation survives, and tell nothing else.
func apply(rules []rule, c *dialect.Case, o *dialect.Observation, look func(*dialect.Case, *dialect.Observation) *view) []requirement.Outcome {
	if c.Blame == nil || c.Blame.Requirement != "ROBUST-01" {
		v := look(c, o)
		return requirement.SeenIf(v.there(), requirement.Apply(rules, v))
	}
	var untold []requirement.Outcome
	for _, r := range rules {
		untold = append(untold, requirement.Outcome{Requirement: r.ID, Verdict: requirement.Unobserved})
	}
	return untold
}
