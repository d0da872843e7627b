package stageevents

import (
	"maps"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// normalUpdates is what a runner told of each call, without what may differ from run
// to run: how different ids interleave, how arguments are cut and in which member
// they come, how often `running` is told. What is as good as the transcript's stands
// as the transcript has it. Absent where any answer is right.
func normalUpdates(c *dialect.Case, o *dialect.Observation) wire.Value {
	s, ok := c.Script.(*turn)
	if !ok || s.t.Valid() != nil {
		return wire.Value{}
	}
	byID := map[string]*toldCall{}
	for _, r := range s.t.Calls() {
		byID[r.ID] = &toldCall{id: r.ID, record: r, arguments: newArgumentText(r)}
	}
	for _, e := range o.Events {
		id, stage, ok := knownUpdate(e.Value)
		if !ok {
			continue // no update: whose it is cannot be said
		}
		if byID[id] == nil {
			byID[id] = &toldCall{id: id}
		}
		byID[id].update(stage, e.Value)
	}
	list := make([]wire.Value, 0, len(byID))
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		list = append(list, byID[id].value())
	}
	return wire.List(list...)
}

// toldCall is what the updates of one id tell. Record and arguments are the transcript's,
// nil for an id that it doesn't have.
type toldCall struct {
	id        string
	record    *transcript.CallRecord
	arguments *argumentText
	starts    int64
	names     []wire.Value
	ends      []wire.Value
	// whole: the arguments were told, all of them; odd is what is none of them.
	whole bool
	odd   []wire.Value
	// furthest is the stage reached; disorder: something came that may not come then.
	furthest stage
	disorder bool
}

func (t *toldCall) update(s stage, e wire.Value) {
	switch {
	case s == start:
		t.disorder = t.disorder || t.starts > 0
		t.starts++
	case t.starts == 0, s < t.furthest, len(t.ends) > 0:
		t.disorder = true
	}
	t.furthest = max(t.furthest, s)
	if name := e.Get("name"); !name.IsNull() && !slices.ContainsFunc(t.names, func(have wire.Value) bool { return wire.Equal(have, name) }) {
		t.names = append(t.names, name)
	}
	if piece := e.Get("parametersChunk"); !piece.IsNull() && (t.arguments == nil || !t.arguments.piece(textOf(piece))) {
		t.odd = append(t.odd, piece)
	}
	if so := e.Get("parameters"); !so.IsNull() {
		t.parameters(so)
	}
	if s == end {
		t.ends = append(t.ends, t.outcome(e))
	}
}

func (t *toldCall) parameters(so wire.Value) {
	if t.arguments == nil || !t.arguments.beginning(textOf(so)) {
		t.odd = append(t.odd, so)
		return
	}
	t.whole = t.whole || t.arguments.isWhole(textOf(so))
}

// outcome is what an end tells. Words of the runner's own, of a call that was
// cancelled or cut off, are told by themselves.
func (t *toldCall) outcome(e wire.Value) wire.Value {
	want := wire.Value{}
	if t.record != nil && t.record.Result != nil {
		want = orNull(t.record.Result.Content)
	}
	if !tellsFailure(e) {
		return wire.Obj(wire.M("result", asMeant(want, e.Get("result"))))
	}
	var texts []wire.Value
	for _, v := range []wire.Value{e.Get("error"), e.Get("result")} {
		if v = asMeant(want, v); v.IsNull() || v.IsFalse() {
			continue
		}
		if !wire.Equal(v, want) {
			v = wire.Str(dialect.OwnWords(textOf(v)))
		}
		if len(texts) == 0 || !wire.Equal(texts[0], v) {
			texts = append(texts, v)
		}
	}
	return wire.Obj(wire.M("failure", wire.List(texts...)), wire.M("success", wire.Boolean(e.Get("success").IsTrue())))
}

// asMeant is the transcript's value where got is as good.
func asMeant(want, got wire.Value) wire.Value {
	if !want.IsAbsent() && wire.EqualOrText(want, got) || want.IsNull() && got.Text() == "null" {
		return want
	}
	return orNull(got)
}

func (t *toldCall) value() wire.Value {
	if a := t.arguments; a != nil {
		if !a.complete() {
			t.odd = append(t.odd, a.told())
		}
		// Of a call that was cut off any beginning is right, and so is none where there are
		// no arguments.
		t.whole = t.whole || a.pieces && a.complete() || a.cutOff || a.isWhole("")
	}
	return wire.Obj(wire.M("id", wire.Str(t.id)), wire.M("starts", wire.Int(t.starts)), wire.M("names", wire.List(t.names...)),
		wire.M("whole", wire.Boolean(t.whole)), wire.M("odd", wire.List(t.odd...)),
		wire.M("ends", wire.List(t.ends...)), wire.M("disorder", wire.Boolean(t.disorder)))
}
