// Package openairesponses is the stream of the Responses API: output items that are added,
// told in pieces and done, a terminal that lists them, and the items that answer calls.
package openairesponses

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/openai-responses"
	"github.com/toolconform/conform/history"
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

// Dialect is openai-responses, whole.
func Dialect() dialect.Dialect {
	return families.Wire{Name: "openai-responses", Title: "Responses API events", Source: document, Files: cases.Files, Titles: titles,
		Consumer: consumerSide(), Producer: producerSide(), Converter: converterSide(), Grammar: grammar()}.Dialect()
}

func consumerSide() families.Side {
	return families.Side{Side: compare.On(dialect.Side{
		Parse:     form().Parse,
		Reference: Consume,
		Twists:    twists(),
		Render:    renderStream,
		Turn:      families.Completion,
		Loud:      loudness(),
		Framing:   &dialect.Framing{Tail: wire.DoneMarker, LooseMarker: true, LoudNames: true, Opened: true, Onward: true, Speech: true},
		Matrix:    []string{"RESP-02", "RESP-04"},
		Relations: dialect.Relations{Normal: normalConsumer, Prefixes: "RESP-13"},
	}, consumerRules(), newView),
		Faults: consumerFaults, Variants: consumerVariants, Script: scriptOf, More: moreCases,
		Words: []string{"RESP-01", "RESP-02", "RESP-04"}, Malformed: "RESP-21", Failures: "RESP-09"}
}

func producerSide() families.Side {
	return families.Side{Side: producers().On(dialect.Side{
		Reference: Produce,
		Results:   true,
		Turn:      families.Completion,
		Matrix:    []string{"RESP-55", "RESP-56"},
		Speaks:    speaks,
		Relations: dialect.Relations{Normal: producers().Normal(requirement.Failed, normalProducer)},
	}),
		Faults: producerFaults, Variants: producerVariants, Malformed: "RESP-55", Failures: "RESP-61",
		Prefix: "resp-", Words: []string{"RESP-54", "RESP-55", "RESP-57"}}
}

func converterSide() families.Side {
	return families.Side{Side: dialect.Side{
		Requirements: requirement.Catalogue(converterRules()),
		Judge:        judgeConverter,
		Reference:    Convert,
		Render:       renderHistory,
		Loud:         loudness(),
		Matrix:       []string{"RESP-80", "RESP-83", "RESP-84"},
		Relations:    dialect.Relations{Normal: families.Renumbered("input", []string{"/arguments", "/output"}, "/call_id", "/id")},
	}, Faults: converterFaults, Variants: converterVariants, Given: given, Malformed: "RESP-80",
		Words: []string{"RESP-80", "RESP-83"}}
}

// renderHistory is a history in which calls may say the id of their item.
func renderHistory(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	h, _ := history.Render(t, pick).(history.History)
	for i, e := range h {
		h[i].Parts = slices.Clone(e.Parts)
		for k, p := range e.Parts {
			if p.Call && pick(3) == 1 {
				h[i].Parts[k].ItemID = fmt.Sprintf("fc_%d_%d", i, k)
			}
		}
	}
	return h
}

// given is a history in which some calls say the id of their item, as a client keeps it.
func given(h history.History) dialect.Script {
	h, n := slices.Clone(h), 0
	for i, e := range h {
		h[i].Parts = slices.Clone(e.Parts)
		for k, p := range e.Parts {
			if n++; p.Call && n%3 > 0 {
				h[i].Parts[k].ItemID = fmt.Sprintf("fc_%d", 700-n)
			}
		}
	}
	return h
}

// speaks tells an event by its type: no other wire's begin so. Extensions have their own.
func speaks(v wire.Value) bool {
	kind := v.Get("type").Text()
	return strings.HasPrefix(kind, "response.") && (v.Has("response") || v.Has("output_index") || v.Has("item_id"))
}

// loudness: an error in the state, or a rejection.
func loudness() *dialect.Loudness {
	return &dialect.Loudness{
		Is: func(o *dialect.Observation) bool { return loud(o.State) },
		State: func(reason string) wire.Value {
			return wire.Obj(wire.T("status", failed), wire.M("error", wire.Obj(wire.T("message", reason))),
				wire.M("output", wire.NullValue))
		},
	}
}

// normalConsumer is a state with its text joined. A loud answer holds what it came to, which
// may be more or less each time.
func normalConsumer(_ *dialect.Case, o *dialect.Observation) wire.Value {
	if loud(o.State) {
		return wire.Obj(wire.M("loud", wire.Boolean(true)))
	}
	var list []wire.Value
	pending := map[string]string{}
	flush := func() {
		for _, kind := range []string{"text", "refusal"} {
			if pending[kind] != "" {
				list = append(list, wire.Obj(wire.T(kind, pending[kind])))
			}
			pending[kind] = ""
		}
	}
	for _, e := range o.State.Get("output").Items() {
		switch kind := e.Get("type").Text(); kind {
		case "text", "refusal":
			pending[kind] += e.Get("text").Text()
		case "call":
			flush()
			if v, err := wire.Parse([]byte(e.Get("arguments").Text())); err == nil && e.Get("arguments").IsString() {
				e = e.With("arguments", v)
			}
			list = append(list, stream.Only("type", "itemId", "callId", "name", "arguments", "state")(e))
		case "result":
			flush()
			list = append(list, stream.Only("type", "callId", "output")(e))
		}
	}
	flush()
	// In an output ids are the application's.
	return stream.Only("responseId", "status", "incompleteReason")(o.State).With("entries", wire.List(list...))
}

// normalProducer is what a stream tells, however it is cut.
func normalProducer(t *ledger) []wire.Member {
	var list []wire.Value
	for _, i := range t.of(functionCall) {
		arguments := plant.Parsed(wire.Str(i.argumentText()))
		list = append(list,
			wire.Obj(wire.M("id", i.added.Get("call_id")), wire.M("name", i.added.Get("name")), wire.M("arguments", arguments)))
	}
	slices.SortFunc(list, func(a, b wire.Value) int { return strings.Compare(a.JSON(), b.JSON()) })
	return []wire.Member{wire.T("text", t.said()), wire.M("calls", wire.List(list...)), wire.T("status", t.ended)}
}

// grammar is what measuring the coverage of its streams must know.
func grammar() families.Grammar {
	return families.Grammar{
		Event:   schemas.ResponseEvent,
		Calls:   []string{itemAdded + "/function_call"},
		Results: []string{itemAdded + "/function_call_output", itemDone + "/function_call_output"},
		Own:     []string{argumentsDelta, argumentsDone, itemDone + "/function_call"},
		Zeros:   zeros, Resultless: "rare: a server that runs tools tells its outputs behind their calls",
	}
}

func moreCases(pair dialect.Pair) []*dialect.Case {
	return append(matrixCases(pair), undoneCases(pair)...)
}
