// Package agui is the AG-UI protocol 1.0: runs of events in which text messages, calls and
// results are told by their ids, and the messages that go on from there.
package agui

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/ag-ui"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

const name = "ag-ui"

func pair(role dialect.Role) dialect.Pair { return dialect.Pair{Dialect: name, Role: role} }

// Dialect is ag-ui, whole.
func Dialect() dialect.Dialect {
	return dialect.Dialect{Name: name, Title: "AG-UI events", Source: document,
		Sides: []dialect.Side{consumerSide(), producerSide(), converterSide()}}
}

func consumerSide() dialect.Side {
	return families.With(dialect.Side{
		Pair:         pair(dialect.Consumer),
		Encodings:    []string{wire.Events, wire.SSE},
		Requirements: compare.Requirements(consumerRules()),
		Judge:        judgeConsumer,
		Parse:        form().Parse,
		Reference:    Consume,
		Faults:       consumerFaults(),
		Variants:     consumerVariants(),
		Twists:       twists(),
		Render:       renderStream,
		Loud:         loudness(),
		Framing:      &dialect.Framing{Markerless: true, Pinned: true},
		Matrix:       []string{"AGUI-03", "AGUI-05"},
		Relations:    dialect.Relations{Normal: normalConsumer, Held: heldResults, Prefixes: "AGUI-17"},
	}, consumerCases, "AGUI-01", "AGUI-02", "AGUI-03")
}

func producerSide() dialect.Side {
	p := producers()
	return families.With(dialect.Side{
		Pair:         pair(dialect.Producer),
		Requirements: p.Requirements(),
		Judge:        p.Judge,
		Parse:        parseTurn,
		Check:        p.Check,
		Reference:    Produce,
		Faults:       producerFaults(),
		Variants:     producerVariants(),
		Render:       func(t transcript.Transcript, _ dialect.Pick) dialect.Script { return turnOf(t.Told()) },
		Turn:         func(t transcript.Transcript, pick dialect.Pick) transcript.Transcript { return t.DrawAgentTurn(pick) },
		Matrix:       []string{"AGUI-54", "AGUI-57"},
		Speaks:       speaks,
		Relations:    dialect.Relations{Normal: normalProducer},
	}, producerCases, "AGUI-53", "AGUI-54", "AGUI-62")
}

func converterSide() dialect.Side {
	return families.With(dialect.Side{
		Pair:         pair(dialect.Converter),
		Requirements: requirement.Catalogue(converterRules()),
		Judge:        judgeConverter,
		Parse:        parseConversation,
		Reference:    Convert,
		Faults:       converterFaults(),
		Variants:     converterVariants(),
		Render:       renderConversation,
		Loud:         dialect.LoudError(),
		Matrix:       []string{"AGUI-80", "AGUI-81"},
		Relations:    dialect.Relations{Normal: normalConverter},
	}, converterCases, "AGUI-80")
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
			return wire.Obj(wire.M("run", wire.Obj(wire.M("status", wire.Str(rejected)), wire.M("error", wire.Str(reason)))))
		},
	}
}

func consumerCases() []*dialect.Case {
	list := casefile.Cases(cases.Files, pair(dialect.Consumer), scriptOf, "ending", "abort", "before")
	for _, c := range list {
		if slices.Equal(c.Tests, []string{survival}) {
			c.Blame = &dialect.Blame{Requirement: survival, Level: requirement.Must}
		}
	}
	return list
}

// turnOf is the script of a turn: an agent is told the ids of its run beside it.
func turnOf(t transcript.Transcript) *stream.Turn {
	return &stream.Turn{Transcript: t, Beside: beside(wire.Value{}).Members(), Whole: true}
}

func parseTurn(v wire.Value) (dialect.Script, error) {
	t, err := transcript.Parse(v)
	if err != nil {
		return nil, fmt.Errorf("reading a turn: %w", err)
	}
	return turnOf(t), nil
}

func producerCases() []*dialect.Case {
	return casefile.Cases(cases.Files, pair(dialect.Producer), func(e casefile.Entry) (dialect.Script, error) {
		return parseTurn(wire.Obj(wire.M("messageId", wire.Str("msg_"+e.Slug)), wire.M("items", wire.List(e.Elements...))))
	})
}

func converterCases() []*dialect.Case {
	return casefile.Cases(cases.Files, pair(dialect.Converter), func(e casefile.Entry) (dialect.Script, error) {
		return parseConversation(wire.List(e.Elements...))
	})
}

// survival is the line of cases that are sent to see whether the implementation survives:
// whatever it answers is right.
const survival = "ROBUST-01"

// spared takes back what is found in such a case.
func spared(c *dialect.Case, outcomes []requirement.Outcome) []requirement.Outcome {
	if c.Blame == nil || c.Blame.Requirement != survival {
		return outcomes
	}
	for i := range outcomes {
		if outcomes[i].Verdict == requirement.Fail || outcomes[i].Verdict == requirement.Warn {
			outcomes[i].Verdict, outcomes[i].Findings = requirement.Unobserved, nil
		}
	}
	return outcomes
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
	made := map[string]string{}
	list := state.Get("messages").Items()
	for i, m := range list {
		id := m.Get("id").Text()
		if id != "" && !given[id] && made[id] == "" {
			made[id] = fmt.Sprintf("#%d", len(made)+1)
		}
		if made[id] != "" {
			m = m.With("id", wire.Str(made[id]))
		}
		list[i] = m
	}
	run := state.Get("run")
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

// normalProducer is what a stream tells, however it is cut, and what is wrong with it.
func normalProducer(c *dialect.Case, o *dialect.Observation) wire.Value {
	t, judged := producers().Read(c, o)
	if t.Meant == nil || t.Meant.ValidTold() != nil {
		return wire.Value{}
	}
	var calls, results, wrong []wire.Value
	for _, c := range t.calls() {
		calls = append(calls, wire.Obj(wire.M("id", wire.Str(c.id)), wire.M("name", wire.Str(c.name)),
			wire.M("text", wire.Str(c.text.String()))))
	}
	for _, r := range t.results {
		results = append(results, wire.Obj(wire.M("toolCallId", wire.Str(r.call)), wire.M("content", r.content)))
	}
	for _, out := range judged {
		if len(out.Findings) > 0 {
			wrong = append(wrong, wire.Str(out.Requirement))
		}
	}
	return wire.Obj(wire.M("texts", wire.Str(t.texts())), wire.M("calls", wire.List(calls...)), wire.M("results", wire.List(results...)),
		wire.M("end", t.outcome), wire.M("failed", wire.Int(int64(len(t.failures)))), wire.M("wrong", wire.List(wrong...)))
}

// normalConverter is the messages that were sent, ids that were made up numbered.
func normalConverter(c *dialect.Case, o *dialect.Observation) wire.Value {
	r, ok := newRequest(c, o)
	if !ok || r.refused {
		return wire.Value{}
	}
	made := map[string]string{}
	name := func(v wire.Value) wire.Value {
		id := r.stored(v.Text())
		if _, given := r.As[id]; given || v.Text() == "" {
			return wire.Str(id)
		}
		if made[id] == "" {
			made[id] = fmt.Sprintf("#%d", len(made)+1)
		}
		return wire.Str(made[id])
	}
	list := plant.Everywhere("/*/toolCalls/*/id", name)(wire.List(r.messages...))
	return plant.Everywhere("/*/toolCallId", name)(list)
}
