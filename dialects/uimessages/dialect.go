// Package uimessages is the AI SDK's UI message stream: typed events of parts, tool calls with
// their results in one message, and what its parts become for the model.
package uimessages

import (
	"slices"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/ui-messages"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

const name = "ui-messages"

func pair(role dialect.Role) dialect.Pair { return dialect.Pair{Dialect: name, Role: role} }

// Dialect is ui-messages, whole.
func Dialect() dialect.Dialect {
	return dialect.Dialect{Name: name, Title: "UI message stream", Source: document, Sides: []dialect.Side{consumerSide(), producerSide(), converterSide()}}
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
		Turn:         turn,
		Loud:         loudness(),
		Framing:      &dialect.Framing{Tail: wire.DoneMarker, Onward: true},
		Matrix:       []string{"UIMSG-02", "UIMSG-04", "UIMSG-05"},
		Relations:    dialect.Relations{Normal: normalConsumer, Held: held, Successes: successes},
	}, consumerCases, "UIMSG-01", "UIMSG-02", "UIMSG-04", "UIMSG-10")
}

func producerSide() dialect.Side {
	return families.With(dialect.Side{
		Pair:         pair(dialect.Producer),
		Requirements: producers().Requirements(),
		Judge:        producers().Judge,
		Parse:        stream.ParseTurn,
		Check:        producers().Check,
		Reference:    Produce,
		Faults:       producerFaults(),
		Variants:     producerVariants(),
		Render:       stream.RenderTold,
		Turn:         turn,
		Results:      true,
		Matrix:       []string{"UIMSG-52", "UIMSG-55"},
		Speaks:       speaks,
		Shares:       shares,
		Relations:    dialect.Relations{Normal: normalProducer},
	}, func() []*dialect.Case { return families.Turns(cases.Files, pair(dialect.Producer), "msg-") }, "UIMSG-52", "UIMSG-55", "UIMSG-59")
}

func converterSide() dialect.Side {
	return families.With(dialect.Side{
		Pair:         pair(dialect.Converter),
		Requirements: requirement.Catalogue(converterRules()),
		Judge:        judgeConverter,
		Parse:        parseChat,
		Reference:    Convert,
		Faults:       converterFaults(),
		Variants:     converterVariants(),
		Render:       renderChat,
		Turn:         turn,
		Matrix:       []string{"UIMSG-80", "UIMSG-82", "UIMSG-83"},
		Relations:    dialect.Relations{Normal: normalConverter},
	}, func() []*dialect.Case {
		return casefile.Cases(cases.Files, pair(dialect.Converter), chatOf, "incomplete")
	}, "UIMSG-80", "UIMSG-82")
}

// speaks tells the events that no other wire has.
func speaks(v wire.Value) bool {
	return isType(v, stepEvent, endStepEvent, callEvent, textStart) && (isType(v, stepEvent, endStepEvent) || v.Get("toolCallId").IsString() || v.Get("id").IsString())
}

// shares are the events that end a call, which another wire has, too.
func shares(v wire.Value) bool { return isType(v, inputEvent, outputEvent, failEvent) }

func consumerCases() []*dialect.Case {
	list := casefile.Cases(cases.Files, pair(dialect.Consumer), scriptOf, "ending", "message")
	for _, c := range list {
		if slices.Equal(c.Tests, []string{survival}) {
			c.Blame = &dialect.Blame{Requirement: survival, Level: requirement.Must}
		}
	}
	return list
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

// turn is what a transcript tells a server of this wire.
func turn(t transcript.Transcript, pick dialect.Pick) transcript.Transcript { return t.DrawTurn(pick) }

// loudness: an error in the state, or a rejection.
func loudness() *dialect.Loudness {
	return &dialect.Loudness{
		Is: func(o *dialect.Observation) bool { return !o.State.Get("error").IsNull() },
		State: func(reason string) wire.Value {
			return wire.Obj(wire.M("message", wire.NullValue), wire.M("error", wire.Str(reason)))
		},
	}
}
