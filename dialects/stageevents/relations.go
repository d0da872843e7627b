package stageevents

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// normal is the observation in a form in which equal results are equal: the
// members that the dialect has, absent as null. There are no generated ids.
func normal(_ *dialect.Case, o *dialect.Observation) wire.Value {
	var blocks []wire.Value
	for _, b := range o.State.Get("toolBlocks").Items() {
		blocks = append(blocks, wire.Obj(wire.M("id", orNull(b.Get("id"))), wire.M("name", orNull(b.Get("name"))),
			wire.M("stage", orNull(b.Get("stage"))), wire.M("parameters", orNull(b.Get("parameters"))), wire.M("outcome", recorded(b))))
	}
	return wire.List(blocks...)
}

func orNull(v wire.Value) wire.Value {
	if v.IsAbsent() {
		return wire.NullValue
	}
	return v
}

// recorded is the outcome that a block holds.
func recorded(b wire.Value) wire.Value {
	return wire.Obj(wire.M("result", orNull(b.Get("result"))), wire.M("success", orNull(b.Get("success"))), wire.M("error", orNull(b.Get("error"))))
}

// held is the outcome of every ended block. Of several for one id it is the
// first: it is there when the others open.
func held(o *dialect.Observation) map[string]wire.Value {
	found := map[string]wire.Value{}
	for _, b := range o.State.Get("toolBlocks").Items() {
		s, _ := stageOf(b.Get("stage"))
		id := b.Get("id")
		if _, have := found[id.Text()]; have || !id.IsString() || s != end && !o.Omitted("stage") {
			continue
		}
		if r := recorded(b); !o.Omitted("stage") || !none(b.Get("result")) || !none(b.Get("error")) || b.Get("success").Kind() == wire.Bool {
			found[id.Text()] = r
		}
	}
	return found
}

// successes are the calls that are shown as a success.
func successes(o *dialect.Observation) []string {
	var ids []string
	for _, b := range o.State.Get("toolBlocks").Items() {
		s, _ := stageOf(b.Get("stage"))
		shown := outcome{result: b.Get("result"), success: b.Get("success"), error: b.Get("error"), noError: o.Omitted("error")}.shownAsSuccess()
		if (s == end || o.Omitted("stage")) && shown {
			ids = append(ids, b.Get("id").Text())
		}
	}
	return ids
}
