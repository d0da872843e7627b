// Package contentblocks is document 003 (content blocks): a server emits a
// tool_use block for each call and a tool_result block for its result, and a
// client merges the two by id and displays them.
package contentblocks

import (
	_ "embed"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/reference"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

//go:embed sentences.txt
var sentences string

// titles are those of twists.
//
//go:embed titles.txt
var titles string

// zeros are what no stream shows, and why.
//
//go:embed zeros.txt
var zeros string

// line is the requirement of an id, as the file of sentences has it.
var line = requirement.Written(sentences)

// Dialect is the whole of it.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name:   words.Name,
		Title:  "Content blocks: tool_use and tool_result, merged by id",
		Source: "document 003 (content blocks)",
		Sides:  []dialect.Side{consumerSide(), producerSide()},
	}
}

func consumerSide() dialect.Side {
	rules := consumerRules()
	return dialect.Side{
		Pair:         words.Consumer(),
		Matrix:       []string{"BLOCK-01", "BLOCK-03", "BLOCK-05"},
		Encodings:    []string{wire.Events, wire.SSE, wire.NDJSON},
		Requirements: requirement.Catalogue(rules),
		Cases:        consumerCases,
		Judge: func(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
			v := lookAt(c.Script, o)
			return requirement.SeenIf(v.there(), requirement.Apply(rules, v))
		},
		Parse:     parseStream,
		Reference: reference.Consume,
		Faults:    reference.ConsumerFaults(),
		Variants:  reference.ConsumerVariants(),
		Render:    renderStream,
		Twists:    twists(),
		Relations: dialect.Relations{Normal: normal, Held: held, Successes: successes},
		Grammar:   grammar(),
	}
}

func producerSide() dialect.Side {
	rules := producerRules()
	return dialect.Side{
		Pair:         words.Producer(),
		Matrix:       []string{"BLOCK-56", "BLOCK-58"},
		Speaks:       speaks,
		Requirements: requirement.Catalogue(rules),
		Cases:        producerCases,
		Judge: func(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
			return requirement.Apply(rules, judgeProduced(c.Script, o))
		},
		Parse:     stream.ParseExchange,
		Check:     newChecker,
		Reference: reference.Produce,
		Faults:    reference.ProducerFaults(),
		Variants:  reference.ProducerVariants(),
		Render:    func(t transcript.Transcript, _ dialect.Pick) dialect.Script { return stream.Wrapped(t) },
		Relations: dialect.Relations{Normal: normalStream},
		Grammar:   dialect.TranscriptGrammar(dialect.InputsAlone()...),
	}
}

// speaks tells the events of blocks, which another wire has, too: its Shares says so.
func speaks(v wire.Value) bool { return strings.HasPrefix(v.Get("type").Text(), "content_block_") }

// grammar is what measuring the coverage of a consumer's streams must know.
func grammar() *dialect.Grammar {
	result := dialect.CallPlaces{ID: "content_block.tool_use_id", Content: "content_block.content"}
	return &dialect.Grammar{
		Schema:   schemas.ContentBlockEvent,
		Elements: func(s dialect.Script) []wire.Value { return s.JSON().Get("events").Items() },
		Calls: map[string]dialect.CallPlaces{"content_block_start/tool_use": {
			ID: "content_block.id", Name: "content_block.name", Arguments: "content_block.input"}},
		Results: map[string]dialect.CallPlaces{
			"content_block_start/tool_result/success": result, "content_block_start/tool_result/error": result,
			"content_block_start/tool_result/cancelled": result},
		Turns: []string{words.MessageStart},
		Wired: true,
		Zeros: append(dialect.WrittenZeros(zeros)[dialect.Consumer], dialect.LineEndings()...),
	}
}
