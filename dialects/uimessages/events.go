package uimessages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// The types of events.
const (
	startEvent     = "start"
	stepEvent      = "start-step"
	endStepEvent   = "finish-step"
	textStart      = "text-start"
	textDelta      = "text-delta"
	textEnd        = "text-end"
	callEvent      = "tool-input-start"
	pieceEvent     = "tool-input-delta"
	inputEvent     = "tool-input-available"
	badInputEvent  = "tool-input-error"
	requestEvent   = "tool-approval-request"
	responseEvent  = "tool-approval-response"
	outputEvent    = "tool-output-available"
	failEvent      = "tool-output-error"
	denyEvent      = "tool-output-denied"
	resetEvent     = "reset-step"
	errorEvent     = "error"
	abortEvent     = "abort"
	finishEvent    = "finish"
	dataPrefix     = "data-"
	reasoningStart = "reasoning-start"
	reasoningDelta = "reasoning-delta"
	reasoningEnd   = "reasoning-end"
)

// late events are not in every released line: to an older client they are unknown.
func late(kind string) bool {
	return slices.Contains([]string{responseEvent, resetEvent, "reasoning-file", "custom"}, kind)
}

// known tells whether an event is of this protocol.
func known(kind string) bool {
	return strings.HasPrefix(kind, dataPrefix) || slices.Contains([]string{startEvent, stepEvent, endStepEvent, textStart, textDelta,
		textEnd, callEvent,
		pieceEvent, inputEvent, badInputEvent, requestEvent, responseEvent, outputEvent, failEvent, denyEvent, resetEvent, errorEvent,
		abortEvent, finishEvent,
		reasoningStart, reasoningDelta, reasoningEnd, "source-url", "source-document", "file", "reasoning-file", "custom",
		"message-metadata"},
		kind)
}

func kindOf(e wire.Value) string { return e.Get("type").Text() }

func isType(e wire.Value, kinds ...string) bool { return slices.Contains(kinds, kindOf(e)) }

func event(kind string, members ...wire.Member) wire.Value {
	return wire.Obj(append([]wire.Member{wire.T("type", kind)}, members...)...)
}

func ofCall(kind, id string, members ...wire.Member) wire.Value {
	return event(kind, append([]wire.Member{wire.T("toolCallId", id)}, members...)...)
}

func callStarts(id, name string) wire.Value { return ofCall(callEvent, id, wire.T("toolName", name)) }

func piece(id, text string) wire.Value { return ofCall(pieceEvent, id, wire.T("inputTextDelta", text)) }

func inputOf(id, name string, input wire.Value) wire.Value {
	return ofCall(inputEvent, id, wire.T("toolName", name), wire.M("input", input))
}

func badInput(id, name string, input wire.Value, text string) wire.Value {
	return ofCall(badInputEvent, id, wire.T("toolName", name), wire.M("input", input), wire.T("errorText", text))
}

func outputOf(id string, output wire.Value) wire.Value {
	return ofCall(outputEvent, id, wire.M("output", output))
}

func preliminary(id string, output wire.Value) wire.Value {
	return outputOf(id, output).With("preliminary", wire.Boolean(true))
}

func failed(id, text string) wire.Value { return ofCall(failEvent, id, wire.T("errorText", text)) }

func textEvent(kind, id string) wire.Value { return event(kind, wire.T("id", id)) }

func says(id, text string) wire.Value {
	return event(textDelta, wire.T("id", id), wire.T("delta", text))
}

func dataOf(name, id string, data wire.Value, transient bool) wire.Value {
	members := []wire.Member{wire.M("data", data)}
	if id != "" {
		members = append([]wire.Member{wire.T("id", id)}, members...)
	}
	if transient {
		members = append(members, wire.M("transient", wire.Boolean(true)))
	}
	return event(dataPrefix+name, members...)
}

// ending is a finish; "" is no reason.
func ending(reason string) wire.Value {
	if reason == "" {
		return event(finishEvent)
	}
	return event(finishEvent, wire.T("finishReason", reason))
}

// The short spelling of events in a case file, a list that begins with a word; an object is
// an event as it is.
//
//	["start"]  ["start","m1"]               start, with a messageId
//	["step"]  ["/step"]  ["reset"]          start-step, finish-step, reset-step
//	["said","t1","Hi ","there"]             a text block, its deltas and its end
//	["thought","r1","Hm"]                   the same of reasoning
//	["text","t1"] ["+t","t1","Hi"] ["/text","t1"]  the three of a text block alone
//	["call","c1","get"]  ["+","c1","{"]     tool-input-start, tool-input-delta
//	["in","c1","get",{…}]                   tool-input-available
//	["called","c1","get",{…}]               start, one delta, available
//	["bad","c1","get","{q","No JSON"]       tool-input-error
//	["ask","c1","a1"]  ["decide","a1",true] tool-approval-request, tool-approval-response
//	["out","c1",{…}]  ["pre","c1",{…}]      tool-output-available, preliminary
//	["fail","c1","No"]  ["deny","c1"]       tool-output-error, tool-output-denied
//	["data","chart",{…},"d1"]  ["passing","chart",{…}]  data-chart, and one that is transient
//	["error","No"] ["abort"] ["finish","stop"] ["finish"]
//	["with",{…},["out","c1",1]]             with further members
//	["comment","x"]  ["raw","x"]
func expand(short wire.Value) ([]wire.Value, error) {
	if short.IsObject() {
		return []wire.Value{short}, nil
	}
	text := func(i int) string { return short.At(i).Text() }
	id, third := text(1), short.At(2)
	one := func(e wire.Value) ([]wire.Value, error) { return []wire.Value{e}, nil }
	switch word := text(0); word {
	case "start":
		if id == "" {
			return one(event(startEvent))
		}
		return one(event(startEvent, wire.T("messageId", id)))
	case "step":
		return one(event(stepEvent))
	case "/step":
		return one(event(endStepEvent))
	case "reset":
		return one(event(resetEvent))
	case "said", "thought":
		return block(word, short), nil
	case "text", "/text":
		return one(textEvent(map[string]string{"text": textStart, "/text": textEnd}[word], id))
	case "+t":
		return one(says(id, text(2)))
	case "call":
		return one(callStarts(id, text(2)))
	case "+":
		return one(piece(id, text(2)))
	case "in":
		return one(inputOf(id, text(2), short.At(3)))
	case "called":
		return []wire.Value{callStarts(id, text(2)), piece(id, short.At(3).JSON()), inputOf(id, text(2), short.At(3))}, nil
	case "bad":
		return one(badInput(id, text(2), short.At(3), text(4)))
	case "ask":
		return one(ofCall(requestEvent, id, wire.T("approvalId", text(2))))
	case "decide":
		return one(event(responseEvent, wire.T("approvalId", id), wire.M("approved", third)))
	case "out":
		return one(outputOf(id, third))
	case "pre":
		return one(preliminary(id, third))
	case "fail":
		return one(failed(id, text(2)))
	case "deny":
		return one(ofCall(denyEvent, id))
	case "data", "passing":
		return one(dataOf(id, text(3), third, word == "passing"))
	case "error":
		return one(event(errorEvent, wire.T("errorText", id)))
	case "abort":
		return one(event(abortEvent))
	case "finish":
		return one(ending(id))
	case "with":
		inner, err := expand(third)
		for i := range inner {
			for _, m := range short.At(1).Members() {
				inner[i] = inner[i].With(m.Name, m.Value)
			}
		}
		return inner, err
	case "comment":
		return one(act.Comment(id))
	case "raw":
		return one(act.Raw(id))
	}
	return nil, fmt.Errorf("there is no short event %s", short.JSON())
}

// block is a whole block of text or reasoning.
func block(word string, short wire.Value) []wire.Value {
	kinds, id := [3]string{textStart, textDelta, textEnd}, short.At(1).Text()
	if word == "thought" {
		kinds = [3]string{reasoningStart, reasoningDelta, reasoningEnd}
	}
	list := []wire.Value{textEvent(kinds[0], id)}
	for _, p := range short.Items()[2:] {
		list = append(list, textEvent(kinds[1], id).With("delta", p))
	}
	return append(list, textEvent(kinds[2], id))
}

// form is what a stream of events is.
func form() *stream.Form {
	return &stream.Form{
		Lens: lens, Tail: wire.DoneMarker, Plainly: true, Retold: retold, Unsettled: unsettled,
		Beside: stream.Beside{Rename: renamed, Held: heldBefore},
		Unknown: []wire.Value{act.Comment("keep-alive"),
			dataOf("note", "", wire.ParseString(`{"toolCallId":"call_none","text":"hm"}`), true),
			dataOf("progress", "", wire.Int(7), true)},
		Members: []wire.Member{wire.M("x_note", wire.ParseString(`{"toolCallId":"call_none","delta":"x"}`)),
			wire.T("traceId", "7f"),
			wire.M("sequence_number", wire.Int(4)), wire.T("x_state", "output-available")},
	}
}

// lens reads events: each says one thing.
func lens(elements []wire.Value) []act.Act {
	var acts []act.Act
	for i, element := range elements {
		e, at, _ := act.Frame(element)
		if e.IsAbsent() {
			continue
		}
		a := act.Act{Kind: act.Aside, Element: i, At: at, ID: e.Get("toolCallId"), Name: e.Get("toolName")}
		if !a.ID.IsAbsent() {
			a.IDAt, a.NameAt, a.Key = at+"/toolCallId", at+"/toolName", a.ID
		}
		say := func(kind act.Kind, member string) { a.Kind, a.Value, a.ValueAt = kind, e.Get(member), at+"/"+member }
		switch kindOf(e) {
		case textDelta:
			say(act.Text, "delta")
		case callEvent, inputEvent, badInputEvent:
			say(act.Call, "input")
		case pieceEvent:
			say(act.Call, "inputTextDelta")
		case outputEvent:
			say(act.Result, "output")
		case failEvent:
			say(act.Result, "errorText")
		case denyEvent:
			a.Kind = act.Result
		case finishEvent:
			say(act.Reason, "finishReason")
		case errorEvent:
			say(act.Failure, "errorText")
		}
		acts = append(acts, a)
	}
	return acts
}

// renamed renames the calls of the message that the stream goes on with.
func renamed(beside wire.Value, rename func(string) string) wire.Value {
	return beside.Edit("/message/parts", func(parts wire.Value) wire.Value {
		return parts.Each(func(p wire.Value) wire.Value {
			if id := p.Get("toolCallId"); id.IsString() {
				return p.With("toolCallId", wire.Str(rename(id.Text())))
			}
			return p
		})
	})
}

// heldBefore are the calls of the message that the stream goes on with that have an outcome.
func heldBefore(beside wire.Value) (ids []string) {
	for _, p := range beside.Get("message").Get("parts").Items() {
		if isOutcome(p.Get("state").Text()) {
			ids = append(ids, p.Get("toolCallId").Text())
		}
	}
	return ids
}
