// Package contentblocks is document 003 (content blocks): a server emits a tool_use block for each call and a tool_result block
// for its result, and a client merges the two by id and displays them.
package contentblocks

import (
	_ "embed"
	"maps"
	"slices"
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
	return dialect.Dialect{Name: words.Name, Title: "Content blocks: tool_use and tool_result, merged by id",
		Source: "document 003 (content blocks)", Sides: []dialect.Side{consumerSide(), producerSide()}}
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
		Faults:    reference.ConsumerFaults,
		Variants:  reference.ConsumerVariants,
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
		Faults:    reference.ProducerFaults,
		Variants:  reference.ProducerVariants,
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

// members of a tool_use block in the answer.
func members() []string {
	return []string{"type", "id", "name", "input", "tool_content_message", "toolResult", "toolResultError",
		"artifact", "isStreaming", "isFromHistory", "dotStatus"}
}

// normal keeps the tool_use blocks with the members that the protocol names:
// blocks of other types and further members are the implementation's own.
func normal(_ *dialect.Case, o *dialect.Observation) wire.Value {
	var blocks []wire.Value
	for _, b := range toolBlocks(o) {
		told := slices.DeleteFunc(members(), func(name string) bool { return o.Omitted(name) || b.Get(name).IsNull() })
		blocks = append(blocks, words.Only(b, told...))
	}
	return wire.List(blocks...)
}

func toolBlocks(o *dialect.Observation) []wire.Value {
	return slices.DeleteFunc(slices.Clone(o.State.Get("blocks").Items()), func(b wire.Value) bool { return !isTool(o, b) })
}

func held(o *dialect.Observation) map[string]wire.Value {
	results := map[string]wire.Value{}
	for _, b := range toolBlocks(o) {
		id := b.Get("id")
		if _, have := results[id.Text()]; have || !id.IsString() || b.Get("toolResult").IsNull() {
			continue
		}
		results[id.Text()] = wire.Obj(wire.M("toolResult", b.Get("toolResult")),
			wire.M("toolResultError", b.Get("toolResultError")), wire.M("artifact", wire.OrNull(b.Get("artifact"))))
	}
	return results
}

func successes(o *dialect.Observation) []string {
	var ids []string
	for _, b := range toolBlocks(o) {
		if b.Get("id").IsString() && !b.Get("toolResult").IsNull() && b.Get("toolResultError").IsFalse() {
			ids = append(ids, b.Get("id").Text())
		}
	}
	return ids
}

// normalStream is what a server told, without what may differ from run to run: indices, pings and the message's own events, how
// text is cut, where a result stands among the other blocks, and whether an open call is cancelled or left to the terminal. What
// is as good as the transcript's stands as the transcript has it, and beside it what is wrong: right answers have nothing of
// that. Absent where any answer is right.
func normalStream(c *dialect.Case, o *dialect.Observation) wire.Value {
	s, ok := c.Script.(*stream.Exchange)
	if !ok || s.Transcript.Valid() != nil {
		return wire.Value{}
	}
	told := &telling{want: newWanted(s.Transcript), bare: o.Omitted("artifact"), results: map[string][]wire.Value{}}
	for _, e := range o.Events {
		told.event(e.Value)
	}
	return told.value().With("wrong", requirement.Failed(requirement.Apply(producerRules(), judgeProduced(c.Script, o))))
}

// telling gathers what a stream tells.
type telling struct {
	want    *wanted
	bare    bool // artifacts are omitted
	text    strings.Builder
	calls   []wire.Value
	results map[string][]wire.Value // by call id
	closed  bool                    // the terminal that fits the stop is there
}

func (t *telling) event(ev wire.Value) {
	switch ev.Get("type").Text() {
	case words.StartEvent:
		t.block(ev.Get("content_block"))
	case words.DeltaEvent:
		t.text.WriteString(ev.Find("/delta/text").Text())
	}
}

func (t *telling) block(b wire.Value) {
	switch kind := b.Get("type").Text(); kind {
	case words.TextBlock:
		t.text.WriteString(b.Get("text").Text())
	case words.ToolUse:
		t.calls = append(t.calls, wire.Obj(wire.M("id", b.Get("id")), wire.M("name", b.Get("name")), wire.M("input", b.Get("input")),
			wire.M("label", t.label(b))))
		if id := b.Get("id").Text(); t.results[id] == nil {
			t.results[id] = []wire.Value{}
		}
	case words.ToolResult:
		id := b.Get("tool_use_id").Text()
		t.results[id] = append(t.results[id], t.result(id, b))
	case t.want.terminal():
		t.closed = true
	}
}

// label is the text to show: the transcript's, or words of the server's own.
func (t *telling) label(b wire.Value) wire.Value {
	got := b.Get("tool_content_message")
	if call := t.want.byID[b.Get("id").Text()]; got.IsNull() || call != nil && got.Text() == call.Label {
		return wire.OrNull(got)
	}
	return wire.Str(dialect.OwnWords(got.Text()))
}

func (t *telling) result(id string, b wire.Value) wire.Value {
	content, artifact := b.Get("content"), wire.OrNull(b.Get("artifact"))
	if call := t.want.byID[id]; call != nil && call.Result != nil && sameContent(call.Result.Content, content) {
		content = wire.OrNull(call.Result.Content)
	}
	if t.bare {
		artifact = wire.NullValue
	}
	return wire.Obj(wire.M("status", b.Get("status")), wire.M("content", content), wire.M("artifact", artifact))
}

// value is what was told, the results of each call in their order.
func (t *telling) value() wire.Value {
	var results []wire.Member
	for _, id := range slices.Sorted(maps.Keys(t.results)) {
		results = append(results, wire.M(id, wire.List(t.outcomes(id)...)))
	}
	return wire.Obj(wire.T("text", t.text.String()), wire.M("calls", wire.List(t.calls...)), wire.M("results", wire.Obj(results...)))
}

// outcomes are a call's results. One that the stop left open is closed by its first
// result that is no success, or by the terminal: either tells the client.
func (t *telling) outcomes(id string) []wire.Value {
	list := t.results[id]
	open := t.want.byID[id] != nil && t.want.byID[id].Result == nil
	failed := len(list) > 0 && slices.Contains([]string{transcript.Cancelled, transcript.Error}, list[0].Get("status").Text())
	switch {
	case open && failed:
		return append([]wire.Value{wire.Str("closed")}, list[1:]...)
	case open && t.closed:
		return append([]wire.Value{wire.Str("closed")}, list...)
	}
	return list
}
