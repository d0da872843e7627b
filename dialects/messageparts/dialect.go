// Package messageparts is the message-parts dialect (document 002): a chat client that holds UI messages with tool-call and
// tool-result parts and turns them into what is sent to the model.
package messageparts

import (
	_ "embed"
	"maps"
	"slices"
	"strconv"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/reference"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/families"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// Dialect is message-parts, whole.
func Dialect() dialect.Dialect {
	return dialect.Dialect{Name: words.Name, Title: "Message parts", Source: "Document 002 (message parts): Client-Side Tool Execution Fix",
		Sides: []dialect.Side{consumerSide(), converterSide()}}
}

func consumerSide() dialect.Side {
	rules := append(consumerRules(), modelRules()...)
	return dialect.Side{
		Pair:         words.Consumer(),
		Matrix:       []string{"PART-03", "PART-20", "PART-25"},
		Requirements: requirement.Catalogue(rules),
		Cases:        consumerCases,
		Judge:        judging(rules, newConsumerView),
		Parse:        parseSteps,
		Reference:    reference.Consume,
		Faults:       reference.ConsumerFaults,
		Variants:     reference.ConsumerVariants,
		Render:       renderSteps,
		Twists:       families.Entitled(titles, stepTwists()),
		Relations:    dialect.Relations{Normal: normal, Held: heldResults, Successes: successes},
		Grammar:      stepGrammar(),
	}
}

func converterSide() dialect.Side {
	rules := modelRules()
	return dialect.Side{
		Pair:         words.Converter(),
		Matrix:       []string{"PART-20", "PART-25"},
		Requirements: requirement.Catalogue(rules),
		Cases:        converterCases,
		Judge:        judging(rules, newConverterView),
		Parse:        parseStored,
		Reference:    reference.Convert,
		Faults:       reference.ConverterFaults,
		Variants:     reference.ConverterVariants,
		Render:       renderStored,
		Twists:       families.Entitled(titles, storedTwists()),
		Relations:    dialect.Relations{Normal: normalModel},
		Grammar:      storedGrammar(),
	}
}

// judging judges cases. Inputs that readers may rightly understand in different ways are sent to see whether the implementation
// survives, and tell nothing else.
func judging(rules []rule,
	look func(*dialect.Case, *dialect.Observation) *view) func(*dialect.Case, *dialect.Observation) []requirement.Outcome {
	return func(c *dialect.Case, o *dialect.Observation) (untold []requirement.Outcome) {
		if !c.OnlySurvived() {
			v := look(c, o)
			return requirement.SeenIf(v.there(), requirement.Apply(rules, v))
		}
		for _, r := range rules {
			untold = append(untold, requirement.Outcome{Requirement: r.ID, Verdict: requirement.Unobserved})
		}
		return untold
	}
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

// storedGrammar is what measuring the coverage of stored messages must know. Its elements are the beginnings of messages, and their parts.
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

// normal is the answer without what may differ from run to run: message ids are numbered in order of appearance, members that nobody asked
// for (timestamps) go, neighbouring text parts are joined, and so do texts that the implementation made up for a call: they may name it.
func normal(c *dialect.Case, o *dialect.Observation) wire.Value {
	meant := accountOfSteps(c.Input().Get("steps").Items())
	numbers := map[string]wire.Value{}
	var messages []wire.Value
	for _, m := range o.State.Get("messages").Items() {
		id := m.Get("id").JSON()
		if _, known := numbers[id]; !known {
			numbers[id] = wire.Str("#" + strconv.Itoa(len(numbers)))
		}
		messages = append(messages, wire.Obj(wire.M("id", numbers[id]), wire.M("role", m.Get("role")),
			wire.M("parts", wire.List(meant.normalParts(m.Get("parts"))...))))
	}
	var sent []wire.Value
	for _, m := range o.State.Get("modelMessages").Items() {
		plain := meant.masked(only(m, "role", "toolCallId", "content"), "content")
		sent = append(sent, plain.With("toolCalls", normalCalls(m.Get("toolCalls"))))
	}
	return wire.Obj(wire.M("messages", wire.List(messages...)), wire.M("modelMessages", wire.List(sent...)))
}

func (a *account) normalParts(parts wire.Value) []wire.Value {
	var list []wire.Value
	for _, p := range parts.Items() {
		kind := p.Get("type").Text()
		if n := len(list); kind == words.PartText && n > 0 && list[n-1].Get("type").Text() == words.PartText {
			list[n-1] = list[n-1].With("content", wire.Str(list[n-1].Get("content").Text()+p.Get("content").Text()))
			continue
		}
		p = only(p, "type", "id", "toolCallId", "name", "arguments", "state", "content", "error", "output").Edit("/arguments", plant.Parsed)
		if kind == words.PartResult {
			p = a.masked(p, "content", "error")
		}
		list = append(list, p)
	}
	return list
}

// masked hides the texts of a result that none of its call's results brought. What is JSON says the same in every spelling.
func (a *account) masked(v wire.Value, members ...string) wire.Value {
	c := a.byID[v.Get("toolCallId").Text()]
	for _, name := range members {
		got := v.Get(name)
		if c != nil && v.Has("toolCallId") && !got.IsNull() && !c.brought(got) {
			got = wire.Str("#told")
		}
		v = v.With(name, plant.Parsed(got))
	}
	return v
}

// brought tells whether a value is one that a result of the call brought.
func (c *call) brought(got wire.Value) bool {
	return slices.ContainsFunc(c.results, func(r *result) bool { return r.fits(got) || r.failed && got.Text() == r.reason })
}

func normalCalls(calls wire.Value) wire.Value {
	var list []wire.Value
	for _, c := range calls.Items() {
		list = append(list, only(c, "id", "name", "arguments").Edit("/arguments", plant.Parsed))
	}
	return wire.List(list...)
}

// only is the object with these members alone.
func only(v wire.Value, names ...string) wire.Value {
	members := make([]wire.Member, 0, len(names))
	for _, name := range names {
		members = append(members, wire.M(name, v.Get(name)))
	}
	return wire.Obj(members...)
}

// heldResults are the results in the UI messages, by call id. Where there are no UI messages, a tool message says that there is
// one and not which: it may be made up for a call that is still open.
func heldResults(o *dialect.Observation) map[string]wire.Value {
	held := map[string]wire.Value{}
	u := readUI(o)
	for id, parts := range u.results {
		for _, p := range parts {
			held[id] = held[id].Append(only(p.value, "content", "state", "error").Edit("/content", plant.Parsed))
		}
	}
	if u.seen {
		return held
	}
	for _, a := range readModel(o).tools {
		held[a.id] = wire.Str("answered")
	}
	return held
}

// successes are the calls that have a complete result part, or a tool message that tells no error.
func successes(o *dialect.Observation) []string {
	shown, failed := map[string]bool{}, map[string]bool{}
	for id, parts := range readUI(o).results {
		for _, p := range parts {
			shown[id] = shown[id] || p.value.Get("state").Text() == words.StateComplete
			failed[id] = failed[id] || p.value.Get("state").Text() == words.StateError
		}
	}
	for _, a := range readModel(o).tools {
		shown[a.id] = shown[a.id] || !failed[a.id] && !tellsError(a.content)
	}
	maps.DeleteFunc(shown, func(_ string, is bool) bool { return !is })
	return slices.Sorted(maps.Keys(shown))
}

// normalModel is what a converter sends to the model, without what may differ from run to run: how an assistant's text and calls
// are divided into messages, the order of tool messages behind one another, how JSON is written, members that nobody asked for.
// What is as good as the stored part's stands as it has it, and beside it what is wrong: right answers have nothing of that.
func normalModel(c *dialect.Case, o *dialect.Observation) wire.Value {
	meant := accountOfMessages(c.Input().Get("messages").Items())
	var list []wire.Value
	var said string // what the assistant says until somebody else does
	var calls, answers []wire.Value
	flush := func() {
		if said != "" || len(calls) > 0 {
			list = append(list, wire.Obj(wire.T("assistant", said), wire.M("calls", wire.List(calls...))))
		}
		slices.SortStableFunc(answers, meant.byCall)
		list = append(list, answers...)
		said, calls, answers = "", nil, nil
	}
	for _, m := range o.State.Get("modelMessages").Items() {
		switch m.Get("role").Text() {
		case words.RoleUser:
			flush()
			list = append(list, wire.Obj(wire.T("user", readable(m.Get("content")))))
		case words.RoleAssistant:
			if len(answers) > 0 {
				flush()
			}
			said += readable(m.Get("content"))
			for _, call := range m.Get("toolCalls").Items() {
				calls = append(calls, meant.asMade(call))
			}
		case words.RoleTool:
			answers = append(answers, wire.Obj(wire.M("tool", m.Get("toolCallId")), wire.M("content", meant.asAnswered(m))))
		}
	}
	flush()
	return wire.Obj(wire.M("messages", wire.List(list...)),
		wire.M("wrong", requirement.Failed(judging(modelRules(), newConverterView)(c, o))))
}

// byCall orders answers by the places of their calls.
func (a *account) byCall(x, y wire.Value) int {
	place := func(v wire.Value) int {
		if c := a.byID[v.Get("tool").Text()]; c != nil {
			return c.from
		}
		return -1
	}
	return place(x) - place(y)
}

// asMade is a call as it is sent, with the stored arguments where it has them.
func (a *account) asMade(call wire.Value) wire.Value {
	arguments := call.Get("arguments")
	if c := a.byID[call.Get("id").Text()]; c != nil && c.args.match(arguments) {
		arguments = c.args.expected()
	}
	if parsed, err := wire.Parse([]byte(arguments.Text())); err == nil {
		arguments = parsed
	}
	return wire.Obj(wire.M("id", call.Get("id")), wire.M("name", call.Get("name")), wire.M("arguments", arguments))
}

// asAnswered is the content of a tool message: a stored result's where it has one, and otherwise words of the converter's own.
func (a *account) asAnswered(m wire.Value) wire.Value {
	content := m.Get("content")
	if c := a.byID[m.Get("toolCallId").Text()]; c != nil {
		for _, r := range c.results {
			if sameContent(r.value, content) {
				return r.value
			}
			if r.reason != "" && content.Text() == r.reason {
				return content
			}
		}
	}
	return wire.Str(dialect.OwnWords(readable(content)))
}
