// Package agui is the AG-UI protocol 1.0: runs of events in which text messages, calls and
// results are told by their ids, and the messages that go on from there.
package agui

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/ag-ui"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

//go:embed sentences.txt
var sentences string

//go:embed titles.txt
var titles string

//go:embed zeros.txt
var zeros string

// line is the requirement of an id, as the file of sentences has it.
var line = requirement.Written(sentences)

// Dialect is ag-ui, whole.
func Dialect() dialect.Dialect {
	return families.Wire{Name: "ag-ui", Title: "AG-UI events", Source: document, Files: cases.Files, Titles: titles,
		Consumer: consumerSide(), Producer: producerSide(), Converter: converterSide(), Grammar: grammar()}.Dialect()
}

func consumerSide() families.Side {
	return families.Side{Side: compare.On(dialect.Side{
		Parse:     form().Parse,
		Reference: Consume,
		Twists:    twists(),
		Render:    renderStream,
		Loud:      loudness(),
		Framing:   &dialect.Framing{Markerless: true, Pinned: true},
		Matrix:    []string{"AGUI-03", "AGUI-05"},
		Relations: dialect.Relations{Normal: normalConsumer, Held: heldResults, Prefixes: "AGUI-17"},
	}, consumerRules(), newView),
		// The field before is the list of messages that the client holds.
		Faults: consumerFaults, Variants: consumerVariants,
		Script: families.Beside(families.Streams(form(), expand), "before", beside), Fields: []string{"before"},
		Words: []string{"AGUI-01", "AGUI-02", "AGUI-03"}, Malformed: "AGUI-03", Verbatim: true, Failures: "AGUI-13"}
}

func producerSide() families.Side {
	return families.Side{Side: producers().On(dialect.Side{
		Parse:     parseTurn,
		Reference: Produce,
		Render:    func(t transcript.Transcript, _ dialect.Pick) dialect.Script { return turnOf(t.Told()) },
		Turn:      turn,
		Results:   true,
		Matrix:    []string{"AGUI-54", "AGUI-57"},
		Speaks:    speaks,
		Relations: dialect.Relations{Normal: producers().Normal(requirement.Missed, normalProducer)},
	}),
		Faults: producerFaults, Variants: producerVariants, Malformed: "AGUI-54", Failures: "AGUI-59",
		Prefix: "msg_", Words: []string{"AGUI-53", "AGUI-54", "AGUI-62"}}
}

func converterSide() families.Side {
	return families.Side{Side: dialect.Side{
		Requirements: requirement.Catalogue(converterRules()),
		Judge:        judgeConverter,
		Parse:        parseConversation,
		Reference:    Convert,
		Render:       renderConversation,
		Loud:         dialect.LoudError(),
		Matrix:       []string{"AGUI-80", "AGUI-81"},
		Relations:    dialect.Relations{Normal: normalConverter},
	}, Faults: converterFaults, Variants: converterVariants, Malformed: "AGUI-83", Objectless: "AGUI-80",
		Given: given, Words: []string{"AGUI-80"}}
}

// speaks tells an event by its type and the id that belongs to it.
func speaks(v wire.Value) bool {
	switch v.Get("type").Text() {
	case runStarted:
		return v.Get("threadId").IsString() && v.Get("runId").IsString()
	case callStart, callArgs, callEnd, callResult:
		return v.Get("toolCallId").IsString()
	case textStart, textContent, textEnd:
		return v.Get("messageId").IsString()
	}
	return false
}

// loudness: the stream is refused, in the state or by a rejection.
func loudness() *dialect.Loudness {
	return &dialect.Loudness{
		Is: func(o *dialect.Observation) bool { return o.State.Find("/run/status").Text() == rejected },
		State: func(reason string) wire.Value {
			return wire.Obj(wire.M("run", wire.Obj(wire.T("status", rejected), wire.T("error", reason))))
		},
	}
}

// turn is what a transcript tells an agent of this wire.
func turn(t transcript.Transcript, pick dialect.Pick) transcript.Transcript {
	return t.Told().DrawClients(pick).DrawEnd(pick)
}

// turnOf is the script of a turn: an agent is told the ids of its run beside it.
func turnOf(t transcript.Transcript) *stream.Turn {
	return &stream.Turn{Transcript: t, Beside: asked(t).Members()}
}

func parseTurn(v wire.Value) (dialect.Script, error) {
	t, err := transcript.Parse(v)
	if err != nil {
		return nil, fmt.Errorf("reading a turn: %w", err)
	}
	return turnOf(t), nil
}

// normalConsumer is a state whose generated message ids are numbered. A stream with a
// violation may be held as far as it was read.
func normalConsumer(c *dialect.Case, o *dialect.Observation) wire.Value {
	s, ok := c.Script.(*stream.Script)
	if !ok {
		return normalState(map[string]bool{}, o.State)
	}
	m := mean(s.Came(), s.Beside.Get("messages"), len(s.Came()))
	switch {
	case m.wrong != "":
		return wire.Value{} // AGUI-20 judges it
	case o.State.Find("/run/status").Text() == rejected:
		return wire.Obj(wire.M("rejected", wire.Boolean(true)))
	}
	given := m.named
	for _, c := range m.calls {
		given[c.id] = true
	}
	return normalState(given, o.State)
}

func normalState(given map[string]bool, state wire.Value) wire.Value {
	message := stream.Only("id", "role", "content", "toolCalls", "toolCallId", "error", "metadata")
	shown := plant.Everywhere("/*", message)(state.Get("messages"))
	shown = plant.Everywhere("/*/toolCalls/*", stream.Only("id", "name", "arguments", "complete", "metadata"))(shown)
	looked := slices.DeleteFunc(shown.Items(), func(m wire.Value) bool { // nobody asks for these
		role := m.Get("role").Text()
		return role == "activity" || role == "reasoning" || role != "assistant" && role != "tool" && !given[m.Get("id").Text()]
	})
	list := plant.Everywhere("/*/id", stream.Numbered(given))(wire.List(looked...)).Items()
	run := stream.Only("status", "error", "code", "pending", "interrupts")(state.Get("run"))
	pending := run.Get("pending").Items()
	place := map[string]int{}
	for _, m := range list {
		for _, c := range m.Get("toolCalls").Items() {
			place[c.Get("id").Text()] = len(place) + 1
		}
	}
	slices.SortStableFunc(pending, func(a, b wire.Value) int { return place[a.Text()] - place[b.Text()] })
	for i, id := range pending {
		pending[i] = wire.Obj(wire.M("id", id))
	}
	return wire.Obj(wire.M("messages", wire.List(list...)), wire.M("run", run.With("pending", wire.List(pending...))))
}

// heldResults are the contents of the tool messages of each call. Where the stream has several
// for one, the last is looked at.
func heldResults(o *dialect.Observation) map[string]wire.Value {
	held := map[string]wire.Value{}
	for _, m := range o.State.Get("messages").Items() {
		if m.Get("role").Text() == "tool" && m.Get("toolCallId").Text() != "" {
			held[m.Get("toolCallId").Text()] = m.Get("content")
		}
	}
	return held
}

// normalProducer is what a stream tells, however it is cut.
func normalProducer(t *told) []wire.Member {
	var calls, results []wire.Value
	for _, c := range t.calls() {
		calls = append(calls, wire.Obj(wire.T("id", c.id), wire.T("name", c.name),
			wire.M("arguments", plant.Parsed(wire.Str(c.text.String())))))
	}
	for _, r := range t.results {
		results = append(results, wire.Obj(wire.T("toolCallId", r.call), wire.M("content", plant.Parsed(r.content))))
	}
	return []wire.Member{wire.T("texts", t.texts()), wire.M("calls", wire.List(calls...)), wire.M("results", wire.List(results...)),
		wire.M("end", t.outcome), wire.M("failed", wire.Int(int64(len(t.failures))))}
}

// normalConverter is the messages that were sent, ids that were made up numbered.
func normalConverter(c *dialect.Case, o *dialect.Observation) wire.Value {
	r, ok := newRequest(c, o)
	if !ok || r.refused {
		return wire.Value{}
	}
	number := stream.Numbered(nil)
	name := func(v wire.Value) wire.Value {
		id := r.stored(v.Text())
		if _, given := r.As[id]; given || v.Text() == "" {
			return wire.Str(id)
		}
		return number(wire.Str(id))
	}
	list := plant.Everywhere("/*/toolCalls/*/id", name)(wire.List(r.messages...))
	list = plant.Everywhere("/*/toolCallId", name)(list)
	for _, at := range []string{"/*/toolCalls/*/arguments", "/*/content"} { // JSON says the same in every spelling
		list = plant.Everywhere(at, plant.Said)(list)
	}
	return list
}

// grammar is what measuring the coverage of its streams and its messages must know.
func grammar() families.Grammar {
	return families.Grammar{
		Event:   schemas.AGUIEvent,
		Calls:   []string{callStart, callChunk},
		Results: []string{callResult},
		Own:     []string{callArgs, callEnd},
		Turns:   []string{runStarted},
		Stored: families.Stored{Schema: schemas.AGUIMessage, Kinds: []string{"user", "system", "developer", "assistant", "tool",
			"activity", "reasoning", "call"}, Calls: []string{"call"}, Results: []string{"tool"}},
		Zeros: zeros,
	}
}
