// Package toolfence is the dialect of document 000: tool calls in fenced code
// blocks of a markdown document.
package toolfence

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
)

// Name of the dialect.
const Name = "tool-fence"

// Dialect is the whole of it.
func Dialect() dialect.Dialect {
	return dialect.Dialect{Name: Name, Title: "Markdown tool call blocks", Source: "document 000 (tool fences)",
		Sides: []dialect.Side{consumer(), producer()}}
}

func consumerPair() dialect.Pair { return dialect.Pair{Dialect: Name, Role: dialect.Consumer} }

func consumer() dialect.Side {
	rules := consumerRules()
	return dialect.Side{
		Pair:         consumerPair(),
		Requirements: requirement.Catalogue(rules),
		Cases:        consumerCases,
		Judge: func(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
			if c.Blame != nil && c.Blame.Requirement == "ROBUST-01" {
				return nil // what such input means is nobody's business: it has survived
			}
			v := newView(c, o)
			return requirement.SeenIf(v.there(), requirement.Apply(rules, v))
		},
		Parse:     parseDocument,
		Reference: referenceConsumer,
		Faults:    consumerFaults(),
		Variants:  consumerVariants(),
		Render:    render,
		Twists:    twists(),
		Relations: relations(),
		Grammar:   grammar(),
	}
}
