package stageevents

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// plant makes a faulty implementation out of the reference.
type plant func(dialect.Answer) dialect.Answer

// planted is a row of the tables of faults: id, what it does, further
// requirements that it violates.
type planted struct {
	id, title, also string
	plant           plant
}

// faultsOf makes faults of rows that all end in the same verdict.
func faultsOf(pair dialect.Pair, expect requirement.Verdict, rows []planted) []dialect.Fault {
	list := make([]dialect.Fault, len(rows))
	for i, r := range rows {
		main, _, _ := strings.Cut(r.id, "/")
		list[i] = dialect.Fault{ID: r.id, Pair: pair, Title: r.title, Expect: expect, Plant: r.plant,
			Requirements: append([]string{main}, stageIDs(r.also)...)}
	}
	return list
}

func consumerFaults() []dialect.Fault {
	var list []dialect.Fault
	for _, rows := range [][]planted{blockFaults(), outcomeFaults(), touchFaults(), stageFaults(), eraseFaults(), gatherFaults(), textFaults(), wordFaults(),
		lateFaults(), strayFaults(), surroundingFaults(), cutFaults(), propertyFaults(), sizeFaults()} {
		list = append(list, faultsOf(consumerPair(), requirement.Fail, rows)...)
	}
	return append(list, faultsOf(consumerPair(), requirement.Warn, consumerWarnings())...)
}

// stepping is the reference consumer with another step. The step is made anew for
// every case.
func stepping(step func() func(*store, wire.Value)) plant {
	return func(dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation { return consumeWith(input, step()) }
	}
}

// step is stepping for steps that keep nothing between events.
func step(do func(*store, wire.Value)) plant {
	return stepping(func() func(*store, wire.Value) { return do })
}

// reading is the reference, reading other events than were sent.
func reading(edit func([]wire.Value) []wire.Value) plant {
	return func(inner dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			events, err := readEvents(input)
			if err != nil {
				return inner(input)
			}
			return inner(wire.Obj(wire.M("events", wire.List(edit(events)...))))
		}
	}
}

// readingEach edits every event by itself.
func readingEach(edit func(wire.Value) wire.Value) plant {
	return reading(func(events []wire.Value) []wire.Value {
		out := make([]wire.Value, len(events))
		for i, e := range events {
			out[i] = edit(e)
		}
		return out
	})
}

// showing is the reference, showing other blocks than it holds.
func showing(edit func([]wire.Value) []wire.Value) plant {
	return func(inner dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			o := inner(input)
			if o.State.Get("toolBlocks").IsArray() {
				o.State = o.State.With("toolBlocks", wire.List(edit(o.State.Get("toolBlocks").Items())...))
			}
			return o
		}
	}
}

// showingEach edits every block by itself.
func showingEach(edit func(wire.Value) wire.Value) plant {
	return showing(func(blocks []wire.Value) []wire.Value {
		out := make([]wire.Value, len(blocks))
		for i, b := range blocks {
			out[i] = edit(b)
		}
		return out
	})
}

// at tells whether the event is an update of that stage.
func at(e wire.Value, s stage) bool {
	got, ok := stageOf(e.Get("stage"))
	return ok && got == s
}

// last is the block started last, nil where there is none.
func (s *store) last() *toolBlock {
	if len(s.blocks) == 0 {
		return nil
	}
	return s.blocks[len(s.blocks)-1]
}

// of is the block that an event speaks of, nil where there is none.
func (s *store) of(e wire.Value) *toolBlock { return s.byID[e.Get("id").Text()] }
