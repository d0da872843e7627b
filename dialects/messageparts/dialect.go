// Package messageparts is the message-parts dialect (document 002): a chat client
// that holds UI messages with tool-call and tool-result parts and turns them into
// what is sent to the model.
package messageparts

import (
	_ "embed"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/reference"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/families"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// Dialect is message-parts, whole.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name:   words.Name,
		Title:  "Message parts",
		Source: "Document 002 (message parts): Client-Side Tool Execution Fix",
		Sides:  []dialect.Side{consumerSide(), converterSide()},
	}
}

func consumerSide() dialect.Side {
	rules := append(consumerRules(), modelRules()...)
	return dialect.Side{
		Pair:         words.Consumer(),
		Matrix:       []string{"PART-03", "PART-20", "PART-25"},
		Requirements: requirement.Catalogue(rules),
		Cases:        consumerCases,
		Judge: func(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
			return apply(rules, c, o, newConsumerView)
		},
		Parse:     parseSteps,
		Reference: reference.Consume,
		Faults:    reference.ConsumerFaults(),
		Variants:  reference.ConsumerVariants(),
		Render:    renderSteps,
		Twists:    families.Entitled(titles, stepTwists()),
		Relations: dialect.Relations{Normal: normal, Held: heldResults, Successes: successes},
		Grammar:   stepGrammar(),
	}
}

func converterSide() dialect.Side {
	rules := modelRules()
	return dialect.Side{
		Pair:         words.Converter(),
		Matrix:       []string{"PART-20", "PART-25"},
		Requirements: requirement.Catalogue(rules),
		Cases:        converterCases,
		Judge: func(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
			return apply(rules, c, o, newConverterView)
		},
		Parse:     parseStored,
		Reference: reference.Convert,
		Faults:    reference.ConverterFaults(),
		Variants:  reference.ConverterVariants(),
		Render:    renderStored,
		Twists:    families.Entitled(titles, storedTwists()),
		Relations: dialect.Relations{Normal: normalModel},
		Grammar:   storedGrammar(),
	}
}

// apply judges a case. Inputs that readers may rightly understand in different
// ways are sent to see whether the implementation survives, and tell nothing else.
func apply(rules []rule, c *dialect.Case, o *dialect.Observation,
	look func(*dialect.Case, *dialect.Observation) *view) []requirement.Outcome {
	if !c.OnlySurvived() {
		v := look(c, o)
		return requirement.SeenIf(v.there(), requirement.Apply(rules, v))
	}
	var untold []requirement.Outcome
	for _, r := range rules {
		untold = append(untold, requirement.Outcome{Requirement: r.ID, Verdict: requirement.Unobserved})
	}
	return untold
}

// stepGrammar is what measuring the coverage of a consumer's steps must know.
func stepGrammar() *dialect.Grammar {
	call := dialect.CallPlaces{ID: "toolCall.id", Name: "toolCall.name", Arguments: "toolCall.arguments"}
	server, client := dialect.CallPlaces{ID: "toolCallId", Content: "content"}, dialect.CallPlaces{ID: "toolCallId", Content: "output"}
	return &dialect.Grammar{
		Schema:   schemas.Step,
		Elements: func(s dialect.Script) []wire.Value { return s.JSON().Get("steps").Items() },
		Tell:     []string{":tool_result.state", ":add_tool_result.state"},
		Words: map[string][]string{":finish.reason": {"tool_calls", "stop", "length", "content_filter", "error"},
			":tool_result.state": {words.StateComplete, words.StateError}},
		Calls: map[string]dialect.CallPlaces{words.StepCall: call, words.StepDelta: {ID: "id", Name: "name"}},
		Results: map[string]dialect.CallPlaces{"tool_result/absent": server, "tool_result/complete": server, "tool_result/error": server,
			"add_tool_result/absent": client, "add_tool_result/output-available": client, "add_tool_result/output-error": client},
		Own:   map[string]string{words.StepDelta: "id"},
		Turns: []string{words.StepUser},
		Zeros: dialect.WrittenZeros(zeros)[dialect.Consumer],
	}
}

// storedGrammar is what measuring the coverage of stored messages must know. Its
// elements are the beginnings of messages, and their parts.
func storedGrammar() *dialect.Grammar {
	result := dialect.CallPlaces{ID: "toolCallId", Content: "content"}
	return &dialect.Grammar{
		Schema: schemas.UIMessage,
		Values: func(s dialect.Script) []wire.Value { return s.JSON().Get("messages").Items() },
		Elements: func(s dialect.Script) []wire.Value {
			var list []wire.Value
			for _, m := range s.JSON().Get("messages").Items() {
				list = append(append(list, wire.Str(m.Get("role").Text()+" message")), m.Get("parts").Items()...)
			}
			return list
		},
		Kind: storedKind,
		Kinds: []string{"user message", "assistant message", "system message", words.PartText, words.PartCall, "tool-result/complete",
			"tool-result/error", "tool-result/streaming", "other"},
		Words: map[string][]string{"parts[]:tool-call.state": {words.StateAwaiting, words.StateStreaming, words.StateInput},
			"parts[]:tool-result.state": {words.StateComplete, words.StateError, words.StateArriving}},
		Calls: map[string]dialect.CallPlaces{words.PartCall: {ID: "id", Name: "name", Arguments: "arguments"}},
		Results: map[string]dialect.CallPlaces{"tool-result/complete": result, "tool-result/error": result,
			"tool-result/streaming": result},
		Turns: []string{"user message"},
		Zeros: dialect.WrittenZeros(zeros)[dialect.Converter],
	}
}

func storedKind(v wire.Value) string {
	kind := v.Get("type").Text()
	if v.IsString() {
		return v.Text()
	}
	if kind == words.PartResult && slices.Contains([]string{words.StateComplete, words.StateError, words.StateArriving},
		v.Get("state").Text()) {
		kind += "/" + v.Get("state").Text()
	}
	return kind
}

//go:embed sentences.txt
var sentences string

// zeros are what no steps and no stored messages show, and why.
//
//go:embed zeros.txt
var zeros string

// titles of the twists.
//
//go:embed titles.txt
var titles string

// line is the requirement of an id, as the file of sentences has it.
var line = requirement.Written(sentences)

// modelLine is a requirement on what is sent to the model, on both sides.
func modelLine(id string) requirement.Requirement {
	r := line(id)
	r.Roles = []string{"consumer", "converter"}
	return r
}
