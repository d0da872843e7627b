// Package stageevents is the dialect of document 001 (stage events): a tool
// runner tells the life of every call as updates with a stage, and a client
// holds one tool block per call.
package stageevents

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

const (
	name     = "stage-events"
	document = "document 001 (stage events)"
)

func consumerPair() dialect.Pair { return dialect.Pair{Dialect: name, Role: dialect.Consumer} }

func producerPair() dialect.Pair { return dialect.Pair{Dialect: name, Role: dialect.Producer} }

// Dialect is stage-events, whole.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name:   name,
		Title:  "Tool block stage updates",
		Source: document,
		Sides:  []dialect.Side{consumerSide(), producerSide()},
	}
}

func consumerSide() dialect.Side {
	return dialect.Side{
		Pair:         consumerPair(),
		Matrix:       []string{"STAGE-50", "STAGE-58"},
		Encodings:    []string{wire.Events, wire.SSE, wire.NDJSON},
		Requirements: requirement.Catalogue(consumerRules()),
		Cases:        consumerCases,
		Judge:        judgeConsumer,
		Parse:        parseUpdates,
		Reference:    Consume,
		Faults:       consumerFaults(),
		Variants:     consumerVariants(),
		Render:       renderUpdates,
		Twists:       twists(),
		Relations:    dialect.Relations{Normal: normal, Held: held, Successes: successes},
		Grammar:      grammar(),
	}
}

func producerSide() dialect.Side {
	return dialect.Side{
		Pair:         producerPair(),
		Matrix:       []string{"STAGE-06", "STAGE-07", "STAGE-13"},
		Speaks:       speaks,
		CallsOnly:    true,
		Requirements: requirement.Catalogue(producerRules()),
		Cases:        producerCases,
		Judge:        judgeProducer,
		Parse:        parseTranscript,
		Check:        check,
		Reference:    Produce,
		Faults:       producerFaults(),
		Variants:     producerVariants(),
		Render:       renderTranscript,
		Relations:    dialect.Relations{Normal: normalUpdates},
		Grammar:      dialect.TranscriptGrammar(),
	}
}

// speaks tells an update by its id and its stage, where no type says what else it is.
func speaks(v wire.Value) bool {
	return v.Get("type").Text() == "" && v.Get("id").IsString() && v.Get("stage").IsString()
}
