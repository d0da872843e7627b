// Package uimessages is the AI SDK's UI message stream: typed events of parts, tool calls with
// their results in one message, and what its parts become for the model.
package uimessages

import (
	_ "embed"
	"fmt"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/ui-messages"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/stream"
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

// Dialect is ui-messages, whole.
func Dialect() dialect.Dialect {
	return families.Wire{Name: "ui-messages", Title: "UI message stream", Source: document, Files: cases.Files, Titles: titles,
		Consumer: consumerSide(), Producer: producerSide(), Converter: converterSide(), Grammar: grammar()}.Dialect()
}

func consumerSide() families.Side {
	return families.Side{Side: compare.On(dialect.Side{
		Parse:     form().Parse,
		Reference: Consume,
		Twists:    twists(),
		Render:    renderStream,
		Turn:      families.Turn,
		Loud:      loudness(),
		Framing:   &dialect.Framing{Tail: wire.DoneMarker, Onward: true},
		Matrix:    []string{"UIMSG-02", "UIMSG-05", "UIMSG-04"},
		Relations: dialect.Relations{Normal: normalConsumer, Held: held, Successes: successes},
	}, consumerRules(), newView),
		Faults: consumerFaults, Variants: consumerVariants, Script: script(), Fields: []string{"message"},
		Words: []string{"UIMSG-01", "UIMSG-02", "UIMSG-04", "UIMSG-10"}, Failures: "UIMSG-15", Failing: failing}
}

// script reads an entry of a case file. The field message is the message that the stream goes on with.
func script() families.Reader {
	return families.Beside(families.Streams(form(), expand), "message", func(v wire.Value) wire.Value {
		if v.IsAbsent() {
			return v
		}
		return wire.Obj(wire.M("message", v))
	})
}

func producerSide() families.Side {
	return families.Side{Side: producers().On(dialect.Side{
		Reference: Produce,
		Render:    stream.RenderTold,
		Turn:      families.Turn,
		Results:   true,
		Matrix:    []string{"UIMSG-52", "UIMSG-55"},
		Speaks:    speaks,
		Shares:    shares,
		Relations: dialect.Relations{Normal: producers().Normal(requirement.Failed, normalProducer)},
	}),
		Faults: producerFaults, Variants: producerVariants, Malformed: "UIMSG-52",
		Prefix: "msg-", Words: []string{"UIMSG-52", "UIMSG-55", "UIMSG-59"}}
}

func converterSide() families.Side {
	return families.Side{Side: dialect.Side{
		Requirements: requirement.Catalogue(converterRules()),
		Judge:        judgeConverter,
		Parse:        parseChat,
		Reference:    Convert,
		Render:       renderChat,
		Turn:         families.Turn,
		Matrix:       []string{"UIMSG-80", "UIMSG-82", "UIMSG-83"},
		Relations:    dialect.Relations{Normal: normalConverter},
	},
		Faults: converterFaults, Variants: converterVariants, Script: chatOf, Fields: []string{"incomplete"},
		More: func(p dialect.Pair) []*dialect.Case {
			return append(families.Mixed(p, []string{"UIMSG-80", "UIMSG-81", "UIMSG-82", "UIMSG-83"}, chatLike),
				families.Long(p, []string{"UIMSG-80", "UIMSG-88"}, longChat))
		},
		Words: []string{"UIMSG-80", "UIMSG-82"}}
}

// speaks tells the events that no other wire has.
func speaks(v wire.Value) bool {
	return isType(v, stepEvent, endStepEvent, callEvent, textStart) && (isType(v, stepEvent, endStepEvent) ||
		v.Get("toolCallId").IsString() || v.Get("id").IsString())
}

// shares are the events that end a call, which another wire has, too.
func shares(v wire.Value) bool { return isType(v, inputEvent, outputEvent, failEvent) }

// loudness: an error in the state, or a rejection.
func loudness() *dialect.Loudness {
	return &dialect.Loudness{
		Is: func(o *dialect.Observation) bool { return !o.State.Get("error").IsNull() },
		State: func(reason string) wire.Value {
			return wire.Obj(wire.M("message", wire.NullValue), wire.T("error", reason))
		},
	}
}

// retold is what a stream tells, as plainly as can be: every call by itself, with an id that
// no other has, and its last outcome.
func retold(s *stream.Script) *stream.Script {
	m := meant(s, options{}, false)
	list := []wire.Value{event(startEvent, wire.T("messageId", "msg-plain")), event(stepEvent)}
	seen := map[string]int{}
	tell := func(c *call) {
		id, name, input := c.id, c.names[0], wire.ParseString(fmt.Sprintf(`{"plain":%d}`, len(seen)))
		if seen[id]++; seen[id] > 1 {
			id = fmt.Sprintf("%s-plain-%d", id, seen[id])
		}
		if len(c.inputs) > 0 && !isType(first(c.outcomes), badInputEvent) && !c.inputs[0].IsAbsent() {
			input = c.inputs[0]
		}
		if list = append(list, callStarts(id, name)); m.traits&cut != 0 && len(c.inputs) == 0 && len(c.outcomes) == 0 {
			for _, text := range c.pieces {
				list = append(list, piece(id, text))
			}
			return
		}
		list = append(list, piece(id, input.JSON()), inputOf(id, name, input))
		if n := len(c.outcomes); n > 0 {
			switch last := c.outcomes[n-1]; {
			case isType(last, badInputEvent):
				list = append(list, failed(id, last.Get("errorText").Text()))
			default:
				list = append(list, ofCall(kindOf(last), id).With("output", last.Get("output")).With("errorText", last.Get("errorText")))
			}
		}
	}
	for i, t := range m.line {
		switch {
		case t.kind == callToken && !t.call.gone:
			tell(t.call)
		case t.kind == blockToken && len(t.block.pieces) > 0:
			id := fmt.Sprintf("plain-%d", i)
			list = append(list, textEvent(textStart, id))
			for _, p := range t.block.pieces {
				list = append(list, says(id, p.text))
			}
			list = append(list, textEvent(textEnd, id))
		}
	}
	switch list = append(list, event(endStepEvent)); {
	case m.aborted:
		list = append(list, event(abortEvent))
	case m.traits&cut == 0:
		list = append(list, ending("stop"))
	}
	return &stream.Script{Form: s.Form, Elements: list, End: s.End}
}

func first(list []wire.Value) wire.Value {
	if len(list) == 0 {
		return wire.Value{}
	}
	return list[0]
}

// unsettled are the calls of which what is held may come and go.
func unsettled(s *stream.Script) map[string]bool {
	m, out := meant(s, options{}, false), map[string]bool{}
	for _, c := range m.calls {
		// A preliminary output is no outcome: a call that has none else may be shown as failed at the end.
		waits := c.traits&temporary != 0 && c.traits&(unanswered|unended) != 0
		if c.traits&(reused|otherwise|asked|decided|reset|replayed) != 0 || c.gone || waits {
			out[c.id] = true
		}
	}
	if m.traits&orphaned != 0 { // where a client may stop: then it is nobody's order that counts
		out[""] = true
	}
	return out
}

// held is the outcome of each call: of an id that several parts have, none.
func held(o *dialect.Observation) map[string]wire.Value {
	values, times := map[string]wire.Value{}, map[string]int{}
	for _, p := range o.State.Get("message").Get("parts").Items() {
		id, state := p.Get("toolCallId").Text(), p.Get("state").Text()
		if times[id]++; kindOf(p) != "tool" || !isOutcome(state) {
			continue
		}
		values[id] = wire.Obj(wire.T("state", state), wire.M("output", p.Get("output")), wire.M("errorText", p.Get("errorText")))
		if state == denied {
			values[id] = wire.Obj(wire.T("state", state))
		}
	}
	for id, n := range times {
		if n > 1 {
			delete(values, id)
		}
	}
	return values
}

// successes are the calls that are shown as one.
func successes(o *dialect.Observation) []string {
	var ids []string
	for _, p := range o.State.Get("message").Get("parts").Items() {
		if kindOf(p) == "tool" && p.Get("state").Text() == succeeded && !p.Get("preliminary").IsTrue() {
			ids = append(ids, p.Get("toolCallId").Text())
		}
	}
	return ids
}

// normalConsumer is the state without what may be otherwise each time. A loud answer holds
// what it came to, which may be more or less.
func normalConsumer(_ *dialect.Case, o *dialect.Observation) wire.Value {
	state := o.State
	if !state.Get("error").IsNull() {
		return wire.Obj(wire.M("loud", wire.Boolean(true)))
	}
	var parts []wire.Value
	text := ""
	flush := func() {
		if text != "" {
			parts = append(parts, wire.Obj(wire.T("type", "text"), wire.T("text", text)))
		}
		text = ""
	}
	for _, p := range state.Get("message").Get("parts").Items() {
		switch kindOf(p) {
		case "text":
			text += p.Get("text").Text()
		case "tool":
			flush()
			if p.Get("state").Text() != streaming {
				p = p.Without("inputText")
			}
			parts = append(parts, stream.Only("type", "toolCallId", "toolName", "state", "input", "output", "errorText", "inputText",
				"dynamic", "preliminary", "providerExecuted", "approval")(p).Edit("/approval", stream.Only("id", "approved")))
		case "data":
			parts = append(parts, stream.Only("type", "name", "id", "data")(p))
		}
	}
	if flush(); len(parts) == 0 {
		parts = []wire.Value{}
	}
	return wire.Obj(wire.M("parts", wire.List(parts...)), wire.M("finishReason", state.Get("finishReason")),
		wire.M("aborted", state.Get("aborted")))
}

// normalProducer is what a stream tells, however it is cut.
func normalProducer(t *told) []wire.Member {
	var list []wire.Value
	for _, s := range t.calls {
		outcomes := []wire.Value{}
		for _, e := range s.outcomes {
			outcomes = append(outcomes, wire.Obj(wire.M("type", e.Get("type")), wire.M("output", e.Get("output"))))
		}
		list = append(list, wire.Obj(wire.T("id", s.id), wire.T("name", s.name),
			wire.M("arguments", first(s.given).Get("input")), wire.M("outcomes", wire.List(outcomes...))))
	}
	return []wire.Member{wire.T("text", t.text()), wire.M("calls", wire.List(list...)), wire.T("ended", t.ended)}
}

// normalConverter is what was sent, in members in which ids are ids.
func normalConverter(_ *dialect.Case, o *dialect.Observation) wire.Value {
	list := []wire.Value{}
	for _, m := range o.State.Get("modelMessages").Items() {
		items := []wire.Value{}
		for _, item := range m.Get("content").Items() {
			items = append(items, item.With("result", item.Get("value")).Without("value"))
		}
		if m.Get("content").IsString() {
			items = append(items, wire.Obj(wire.T("type", "text"), wire.M("text", m.Get("content"))))
		}
		list = append(list, wire.Obj(wire.M("role", m.Get("role")), wire.M("items", wire.List(items...))))
	}
	return wire.List(list...)
}

// grammar is what measuring the coverage of its streams and its messages must know.
func grammar() families.Grammar {
	var calls []string
	for _, state := range []string{streaming, available, requested, responded, succeeded, failedState, denied} {
		calls = append(calls, "tool/"+state)
	}
	return families.Grammar{
		Event: schemas.UIStreamEvent, Words: map[string][]string{"type": {stepEvent, endStepEvent, abortEvent}},
		Calls:   []string{callEvent, inputEvent, badInputEvent},
		Results: []string{outputEvent, failEvent, denyEvent},
		Own:     []string{pieceEvent},
		Stored: families.Stored{Schema: schemas.UIStreamMessage,
			Kinds: append([]string{"user", "system", "assistant", "text", "data", "step"}, calls...), Calls: calls, Results: calls[4:]},
		Zeros: zeros,
	}
}

// failing is a stream that ends in an error with that text.
func failing(text string) dialect.Script {
	return &stream.Script{Form: form(), Elements: []wire.Value{event(startEvent), textEvent(textStart, "t-1"),
		textEvent(textDelta, "t-1").With("delta", wire.Str("Let me see.")), textEvent(textEnd, "t-1"),
		event(errorEvent, wire.T("errorText", text)), event(finishEvent)}}
}
