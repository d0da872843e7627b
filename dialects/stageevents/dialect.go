// Package stageevents is the dialect of document 001 (stage events): a tool runner tells the life of every call as updates with a
// stage, and a client holds one tool block per call.
package stageevents

import (
	_ "embed"
	"maps"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/reference"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

//go:embed sentences.txt
var sentences string

// titles of the twists.
//
//go:embed titles.txt
var titles string

// line is the requirement of an id, as the file of sentences has it.
var line = requirement.Written(sentences)

// Dialect is stage-events, whole.
func Dialect() dialect.Dialect {
	return dialect.Dialect{Name: words.Name, Title: "Tool block stage updates", Source: words.Document,
		Sides: []dialect.Side{consumerSide(), producerSide()}}
}

func consumerSide() dialect.Side {
	return dialect.Side{
		Pair:         words.Consumer(),
		Matrix:       []string{"STAGE-50", "STAGE-58"},
		Encodings:    []string{wire.Events, wire.SSE, wire.NDJSON},
		Requirements: requirement.Catalogue(consumerRules()),
		Cases:        consumerCases,
		Judge:        judgeConsumer,
		Parse:        parseUpdates,
		Reference:    reference.Consume,
		Faults:       reference.ConsumerFaults,
		Variants:     reference.ConsumerVariants,
		Render:       renderUpdates,
		Twists:       twists(),
		Relations:    dialect.Relations{Normal: normal, Held: held, Successes: successes},
		Grammar:      grammar(),
	}
}

func producerSide() dialect.Side {
	return dialect.Side{
		Pair:         words.Producer(),
		Matrix:       []string{"STAGE-13", "STAGE-06", "STAGE-07"},
		Speaks:       speaks,
		CallsOnly:    true,
		Requirements: requirement.Catalogue(producerRules()),
		Cases:        producerCases,
		Judge:        judgeProducer,
		Parse:        stream.ParseExchange,
		Check:        check,
		Reference:    reference.Produce,
		Faults:       reference.ProducerFaults,
		Variants:     reference.ProducerVariants,
		Render:       func(t transcript.Transcript, _ dialect.Pick) dialect.Script { return &stream.Exchange{Transcript: t} },
		Relations:    dialect.Relations{Normal: normalUpdates},
		Grammar:      dialect.TranscriptGrammar(),
	}
}

// speaks tells an update by its id and its stage, where no type says what else it is.
func speaks(v wire.Value) bool {
	return v.Get("type").Text() == "" && v.Get("id").IsString() && v.Get("stage").IsString()
}

// grammar is what measuring the coverage of a consumer's streams must know.
func grammar() *dialect.Grammar {
	return &dialect.Grammar{
		Schema:   schemas.StageEvent,
		Elements: func(s dialect.Script) []wire.Value { return s.JSON().Items() },
		Calls:    map[string]dialect.CallPlaces{words.Start.String(): {ID: "id", Name: "name", Arguments: "parameters"}},
		Results:  map[string]dialect.CallPlaces{words.End.String(): {ID: "id", Content: "result"}},
		Own:      map[string]string{words.Streaming.String(): "id", words.Running.String(): "id"},
		Wired:    true,
		Zeros:    zeros(),
	}
}

// zeros are what no stream shows, and why.
func zeros() []dialect.Zero {
	return slices.Concat(dialect.OneTurn("the updates tell of no turns"), []dialect.Zero{
		{Cells: "member: id = empty", Reason: dialect.NamelessID},
		{Cells: "member: name = empty", Reason: "a tool has a name"},
		{Cells: "sequence: running → start, of one call",
			Reason: "a second start comes behind an end; behind a running one it is the same fault"},
	}, dialect.LineEndings())
}

type consumerRule = requirement.Rule[*view]

// consumerRules are STAGE-50…58; adversarial are those that only a stream can test which no right producer sends.
func consumerRules() []consumerRule {
	return requirement.For("consumer", []consumerRule{
		{Requirement: line("STAGE-50"), Judge: oneBlock}, {Requirement: line("STAGE-51"), Judge: ownOnly},
		{Requirement: line("STAGE-52"), Judge: hasStage}, {Requirement: line("STAGE-53"), Judge: notErased},
		{Requirement: line("STAGE-54"), Judge: afterEnd}, {Requirement: line("STAGE-55"), Judge: notBack},
		{Requirement: line("STAGE-56"), Judge: harmless}, {Requirement: line("STAGE-57"), Judge: noSuccessYet},
		{Requirement: line("STAGE-58"), Judge: gathered},
	})
}

// producerRules are STAGE-01…13: the checker's ledger says what was missed.
func producerRules() []requirement.Rule[*requirement.Ledger] {
	return requirement.Kept(line, "producer", "STAGE-%02d", 1, 13)
}

// normal is the observation in a form in which equal results are equal: the
// members that the dialect has, absent as null. There are no generated ids, and arguments are alike in every spelling.
func normal(_ *dialect.Case, o *dialect.Observation) wire.Value {
	var blocks []wire.Value
	for _, b := range o.State.Get("toolBlocks").Items() {
		blocks = append(blocks, only(b, "id", "name", "stage", "parameters").Edit("/parameters", plant.Parsed).With("outcome", recorded(b)))
	}
	return wire.List(blocks...)
}

// recorded is the outcome that a block holds.
func recorded(b wire.Value) wire.Value { return only(b, "result", "success", "error") }

// only are these members of a value, absent ones as null.
func only(v wire.Value, names ...string) wire.Value {
	out := wire.Obj()
	for _, name := range names {
		out = out.With(name, wire.OrNull(v.Get(name)))
	}
	return out
}

// held is the outcome of every ended block. Of several for one id it is the first: it is there when the others open.
func held(o *dialect.Observation) map[string]wire.Value {
	found := map[string]wire.Value{}
	for _, b := range o.State.Get("toolBlocks").Items() {
		ended := words.At(b, words.End)
		if o.Omitted("stage") {
			ended = !wire.Nothing(b.Get("result")) || !wire.Nothing(b.Get("error")) || b.Get("success").Kind() == wire.Bool
		}
		id := b.Get("id")
		if _, have := found[id.Text()]; ended && !have && id.IsString() {
			found[id.Text()] = recorded(b)
		}
	}
	return found
}

// successes are the calls that are shown as a success.
func successes(o *dialect.Observation) []string {
	var ids []string
	for _, b := range o.State.Get("toolBlocks").Items() {
		if (words.At(b, words.End) || o.Omitted("stage")) && outcomeOf(b, o.Omitted).shownAsSuccess() {
			ids = append(ids, b.Get("id").Text())
		}
	}
	return ids
}

// normalUpdates is what a runner told of each call, without what may differ from run to run: how different ids interleave, how
// arguments are cut and in which member they come, how often `running` is told. What is as good as the transcript's stands as the
// transcript has it, and beside it what is wrong: right answers have nothing of that. Absent where any answer is right.
func normalUpdates(c *dialect.Case, o *dialect.Observation) wire.Value {
	s, ok := c.Script.(*stream.Exchange)
	if !ok || s.Transcript.Valid() != nil {
		return wire.Value{}
	}
	byID := map[string]*toldCall{}
	for _, r := range s.Transcript.Calls() {
		byID[r.ID] = &toldCall{record: r, arguments: newArgumentText(r)}
	}
	for _, e := range o.Events {
		if id, stage, ok := words.Known(e.Value); ok { // of no update it can be said whose it is
			if byID[id] == nil {
				byID[id] = &toldCall{}
			}
			byID[id].update(stage, e.Value)
		}
	}
	list := make([]wire.Value, 0, len(byID))
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		list = append(list, byID[id].value(id))
	}
	return wire.Obj(wire.M("calls", wire.List(list...)), wire.M("wrong", requirement.Failed(judgeProducer(c, o))))
}

// toldCall is what the updates of one id tell. Record and arguments are the transcript's, nil for an id that it doesn't have.
type toldCall struct {
	record    *transcript.CallRecord
	arguments *argumentText
	argued    bool // the arguments were told, all of them
	ends      []wire.Value
}

func (t *toldCall) update(s words.Stage, e wire.Value) {
	if a := t.arguments; a != nil {
		a.piece(e.Get("parametersChunk").Text())
		so := e.Get("parameters")
		t.argued = t.argued || !so.IsNull() && a.isWhole(wire.AsText(so))
	}
	if s == words.End {
		t.ends = append(t.ends, t.outcome(e))
	}
}

// outcome is what an end tells. Words of the runner's own, of a call that was cancelled or cut off, are told by themselves.
func (t *toldCall) outcome(e wire.Value) wire.Value {
	want := wire.Value{}
	if t.record != nil && t.record.Result != nil {
		want = wire.OrNull(t.record.Result.Content)
	}
	if !words.TellsFailure(e) {
		return wire.Obj(wire.M("result", asMeant(want, e.Get("result"))))
	}
	var texts []wire.Value
	for _, v := range []wire.Value{e.Get("error"), e.Get("result")} {
		if v = asMeant(want, v); v.IsNull() || v.IsFalse() {
			continue
		}
		if !wire.Equal(v, want) {
			v = wire.Str(dialect.OwnWords(wire.AsText(v)))
		}
		if len(texts) == 0 || !wire.Equal(texts[0], v) {
			texts = append(texts, v)
		}
	}
	return wire.Obj(wire.M("failure", wire.List(texts...)), wire.M("success", wire.Boolean(e.Get("success").IsTrue())))
}

// asMeant is the transcript's value where got is as good. What is JSON says the same in every spelling, also where it lost digits.
func asMeant(want, got wire.Value) wire.Value {
	if !want.IsAbsent() && wire.EqualOrText(want, got) || want.IsNull() && got.Text() == "null" {
		return want
	}
	return plant.Parsed(wire.OrNull(got))
}

func (t *toldCall) value(id string) wire.Value {
	// Of a call that was cut off any beginning is right, and so is none where there are no arguments.
	a := t.arguments
	argued := t.argued || a != nil && (a.pieces && a.complete() || a.cutOff || a.isWhole(""))
	return wire.Obj(wire.T("id", id), wire.M("argued", wire.Boolean(argued)), wire.M("ends", wire.List(t.ends...)))
}
