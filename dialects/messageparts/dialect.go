// Package messageparts is the message-parts dialect (document 002): a chat client
// that holds UI messages with tool-call and tool-result parts and turns them into
// what is sent to the model.
package messageparts

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/reference"
	"github.com/toolconform/conform/dialects/messageparts/words"
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
	rules := append(append(consumerRules(), adversarialRules()...), modelRules()...)
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
		Twists:    entitled(stepTwists()),
		Relations: relations(),
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
		Twists:    entitled(storedTwists()),
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
		Zeros: stepZeros(),
	}
}

// stepZeros are what no steps show, and why.
func stepZeros() []dialect.Zero {
	stateless := "the protocol's tool_result has its state; what an absent one means it says of add_tool_result alone"
	return []dialect.Zero{
		{Cells: "neighbours: tool_result/absent → *", Reason: stateless},
		{Cells: "neighbours: * → tool_result/absent", Reason: stateless},
		{Cells: "sequence: tool_result/absent → *", Reason: stateless},
		{Cells: "sequence: * → tool_result/absent, of one call", Reason: stateless},
		{Cells: "around: tool_result/absent *", Reason: stateless},
		{Cells: "member: :tool_result.state = absent", Reason: stateless},
		{Cells: "member: :tool_result.state = other", Reason: "the protocol names complete and error for this step"},
		{Cells: "member: :tool_result.content = *", Reason: "the protocol's content is a text"},
		{Cells: "member: :add_tool_result.tool = *", Reason: "the protocol's step has the tool's name"},
		{Cells: "member: :finish.reason = absent", Reason: "the protocol's finish has its reason"},
		{Cells: "member: :tool_call.execution = absent", Reason: "the protocol's call says where it is executed"},
		{Cells: "member: *d = empty", Reason: dialect.NamelessID},
		{Cells: "member: *.name = empty", Reason: "a tool has a name"},
		{Cells: "neighbours: (start) → *", Reason: "a result comes after its call; the faults that bring one earlier seldom " +
			"bring it first"},
		{Cells: "neighbours: finish → *", Reason: "rare: what follows a finish in its turn; more streams have it"},
		{Cells: "neighbours: *tool_result/* → *", Reason: "rare: two results of different kinds side by side; more streams have it"},
		{Cells: "neighbours: * → add_tool_result/absent", Reason: "rare: a result without a state there; more streams have it"},
		{Cells: "sequence: *tool_result/* → *",
			Reason: "something of a call behind its result takes a fault; more streams have every kind"},
		{Cells: "around: add_tool_result/absent after a call that is never answered, *",
			Reason: "rare: a result without a state there; more streams have it"},
		{Cells: "sequence: * → add_tool_result/absent, of one call",
			Reason: "rare: a result without a state there; more streams have it"},
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
		Zeros: storedZeros(),
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

// storedZeros are what no stored messages show, and why.
func storedZeros() []dialect.Zero {
	system := "no requirement says what becomes of a system message"
	opened := "the elements of a message stand behind its beginning, and a user's are texts"
	return []dialect.Zero{
		{Cells: "neighbours: system message → *", Reason: system},
		{Cells: "neighbours: * → system message", Reason: system},
		{Cells: "around: system message *", Reason: system},
		{Cells: "member: role = system", Reason: system},
		{Cells: "neighbours: (start) → *", Reason: opened},
		{Cells: "neighbours: user message → *", Reason: opened},
		{Cells: "neighbours: assistant message → *",
			Reason: "rare: a message that begins with a result, or is empty; more streams have it"},
		{Cells: "neighbours: tool-result/streaming → *", Reason: "what arrived by and by is complete in the end"},
		{Cells: "neighbours: * → tool-result/streaming", Reason: "rare: a result told by and by there; more streams have it"},
		{Cells: "neighbours: other → *", Reason: "rare: a part of another type there; more streams have it"},
		{Cells: "neighbours: * → other", Reason: "rare: a part of another type there; more streams have it"},
		{Cells: "member: id = empty", Reason: dialect.NamelessID},
		{Cells: "member: *d = empty", Reason: dialect.NamelessID},
		{Cells: "member: *.name = empty", Reason: "a tool has a name"},
		{Cells: "member: parts[]:tool-result.state = other", Reason: "no document names another state"},
		{Cells: "sequence: tool-call → tool-call, of one call", Reason: "a call is one part"},
		{Cells: "sequence: tool-result/* → *",
			Reason: "something of a call behind its result takes a fault, and a part that arrives stands before the whole"},
		{Cells: "around: * message between *, parallel", Reason: "calls are answered before the next message"},
		{Cells: "around: assistant message after a call *",
			Reason: "rare: a message that goes on where calls were cut off; more streams have it"},
		{Cells: "around: tool-result/streaming *", Reason: "rare: a result told by and by there; more streams have it"},
		{Cells: "around: other *", Reason: "rare: a part of another type there; more streams have it"},
	}
}
