// Package contentblocks is document 003 (content blocks): a server emits a
// tool_use block for each call and a tool_result block for its result, and a
// client merges the two by id and displays them.
package contentblocks

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Name of the dialect.
const Name = "content-blocks"

func consumerPair() dialect.Pair { return dialect.Pair{Dialect: Name, Role: dialect.Consumer} }
func producerPair() dialect.Pair { return dialect.Pair{Dialect: Name, Role: dialect.Producer} }

// Dialect is the whole of it.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name:   Name,
		Title:  "Content blocks: tool_use and tool_result, merged by id",
		Source: "document 003 (content blocks)",
		Sides:  []dialect.Side{consumerSide(), producerSide()},
	}
}

func consumerSide() dialect.Side {
	rules := consumerRules()
	return dialect.Side{
		Pair:         consumerPair(),
		Matrix:       []string{"BLOCK-01", "BLOCK-03", "BLOCK-05"},
		Encodings:    []string{wire.Events, wire.SSE, wire.NDJSON},
		Requirements: requirement.Catalogue(rules),
		Cases:        consumerCases,
		Judge: func(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
			v := lookAt(c.Script, o)
			return requirement.SeenIf(v.there(), requirement.Apply(rules, v))
		},
		Parse:     parseStream,
		Reference: ReferenceConsumer,
		Faults:    consumerFaults(),
		Variants:  consumerVariants(),
		Render:    renderStream,
		Twists:    twists(),
		Relations: relations(),
		Grammar:   grammar(),
	}
}

func producerSide() dialect.Side {
	rules := producerRules()
	return dialect.Side{
		Pair:         producerPair(),
		Matrix:       []string{"BLOCK-56", "BLOCK-58"},
		Speaks:       speaks,
		Requirements: requirement.Catalogue(rules),
		Cases:        producerCases,
		Judge: func(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
			return requirement.Apply(rules, judgeProduced(c.Script, o))
		},
		Parse:     parseTurn,
		Check:     newChecker,
		Reference: ReferenceProducer,
		Faults:    producerFaults(),
		Variants:  producerVariants(),
		Render:    renderTurn,
		Relations: dialect.Relations{Normal: normalStream},
		Grammar:   dialect.TranscriptGrammar(dialect.InputsAlone()...),
	}
}

// speaks tells the events of blocks, which another wire has, too: its Shares says so.
func speaks(v wire.Value) bool { return strings.HasPrefix(v.Get("type").Text(), "content_block_") }
