// Package stageevents is the dialect of document 001 (stage events): a tool
// runner tells the life of every call as updates with a stage, and a client
// holds one tool block per call.
package stageevents

import (
	_ "embed"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/reference"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

//go:embed sentences.txt
var sentences string

// titles of the twists.
//
//go:embed titles.txt
var titles string

// line is the requirement of an id, as the file of sentences has it.
var line = requirement.Written(sentences)

// Dialect is stage-events, whole.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name:   words.Name,
		Title:  "Tool block stage updates",
		Source: words.Document,
		Sides:  []dialect.Side{consumerSide(), producerSide()},
	}
}

func consumerSide() dialect.Side {
	return dialect.Side{
		Pair:         words.Consumer(),
		Matrix:       []string{"STAGE-50", "STAGE-58"},
		Encodings:    []string{wire.Events, wire.SSE, wire.NDJSON},
		Requirements: requirement.Catalogue(consumerRules()),
		Cases:        consumerCases,
		Judge:        judgeConsumer,
		Parse:        parseUpdates,
		Reference:    reference.Consume,
		Faults:       reference.ConsumerFaults(),
		Variants:     reference.ConsumerVariants(),
		Render:       renderUpdates,
		Twists:       twists(),
		Relations:    dialect.Relations{Normal: normal, Held: held, Successes: successes},
		Grammar:      grammar(),
	}
}

func producerSide() dialect.Side {
	return dialect.Side{
		Pair:         words.Producer(),
		Matrix:       []string{"STAGE-13", "STAGE-06", "STAGE-07"},
		Speaks:       speaks,
		CallsOnly:    true,
		Requirements: requirement.Catalogue(producerRules()),
		Cases:        producerCases,
		Judge:        judgeProducer,
		Parse:        stream.ParseExchange,
		Check:        check,
		Reference:    reference.Produce,
		Faults:       reference.ProducerFaults(),
		Variants:     reference.ProducerVariants(),
		Render:       renderTurn,
		Relations:    dialect.Relations{Normal: normalUpdates},
		Grammar:      dialect.TranscriptGrammar(),
	}
}

// speaks tells an update by its id and its stage, where no type says what else it is.
func speaks(v wire.Value) bool {
	return v.Get("type").Text() == "" && v.Get("id").IsString() && v.Get("stage").IsString()
}

// grammar is what measuring the coverage of a consumer's streams must know.
func grammar() *dialect.Grammar {
	return &dialect.Grammar{
		Schema:   schemas.StageEvent,
		Elements: func(s dialect.Script) []wire.Value { return s.JSON().Items() },
		Calls:    map[string]dialect.CallPlaces{words.Start.String(): {ID: "id", Name: "name", Arguments: "parameters"}},
		Results:  map[string]dialect.CallPlaces{words.End.String(): {ID: "id", Content: "result"}},
		Own:      map[string]string{words.Streaming.String(): "id", words.Running.String(): "id"},
		Wired:    true,
		Zeros:    zeros(),
	}
}

// zeros are what no stream shows, and why.
func zeros() []dialect.Zero {
	return slices.Concat(dialect.OneTurn("the updates tell of no turns"), []dialect.Zero{
		{Cells: "member: id = empty", Reason: dialect.NamelessID},
		{Cells: "member: name = empty", Reason: "a tool has a name"},
		{Cells: "sequence: running → start, of one call",
			Reason: "a second start comes behind an end; behind a running one it is the same fault"},
	}, dialect.LineEndings())
}

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
