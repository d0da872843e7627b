// Package toolfence is the dialect of document 000: tool calls in fenced code
// blocks of a markdown document.
package toolfence

import (
	"bytes"
	"strings"

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
		Matrix:       []string{"FENCE-03", "FENCE-05", "FENCE-06", "FENCE-13"},
		Text:         markdown(),
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

// markdown: the wire is markdown, which shows by a tool fence that opens somewhere.
func markdown() *dialect.Text {
	return &dialect.Text{Media: "text/markdown; charset=utf-8", Opens: hasFence}
}

func hasFence(document []byte) bool {
	for line := range bytes.Lines(document) {
		line = bytes.TrimLeft(line, " >-*")
		rest, ok := bytes.CutPrefix(line, []byte("```"))
		if !ok {
			rest, ok = bytes.CutPrefix(line, []byte("~~~"))
		}
		if ok && strings.TrimSpace(strings.Trim(string(rest), "`~")) == "tool" {
			return true
		}
	}
	return false
}
