package reference

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

type (
	answer      = dialect.Answer
	observation = dialect.Observation
)

// stepping is the reference consumer with another step. The step is made anew for every case.
func stepping(step func() func(*store, wire.Value)) plant.Plant {
	return func(dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation { return consumeWith(input, step()) }
	}
}

// step is stepping for steps that keep nothing between events.
func step(do func(*store, wire.Value)) plant.Plant {
	return stepping(func() func(*store, wire.Value) { return do })
}

// before edits an event before it is applied, remembering also with a memory; an absent one is not applied.
func before(edit func(s *store, e wire.Value) wire.Value) plant.Plant {
	return remembering(func() func(*store, wire.Value) wire.Value { return edit })
}

func remembering(of func() func(s *store, e wire.Value) wire.Value) plant.Plant {
	return stepping(func() func(*store, wire.Value) {
		edit := of()
		return func(s *store, e wire.Value) {
			if e = edit(s, e); !e.IsAbsent() {
				s.apply(e)
			}
		}
	})
}

// knowing edits an event knowing what is remembered of its call.
func knowing[M any](edit func(told *M, e wire.Value) wire.Value) plant.Plant {
	return remembering(func() func(*store, wire.Value) wire.Value {
		of := plant.Memory[M]()
		return func(_ *store, e wire.Value) wire.Value { return edit(of(e.Get("id").Text()), e) }
	})
}

// diverted gives the events of which so is true to another call, nil for its own.
func diverted(so func(s *store, e wire.Value) bool, to func(s *store, e wire.Value) *toolBlock) plant.Plant {
	return before(func(s *store, e wire.Value) wire.Value {
		if so(s, e) {
			if b := to(s, e); b != nil {
				return e.With("id", wire.Str(b.id))
			}
		}
		return e
	})
}

// known tells updates of a stage whose call has a block.
func known(stage words.Stage) func(s *store, e wire.Value) bool {
	return func(s *store, e wire.Value) bool { return words.At(e, stage) && s.of(e) != nil }
}

// after does something about the block of an event that was applied; was is how it was before, with the stage "end" where
// there was none.
func after(do func(s *store, b *toolBlock, was toolBlock, e wire.Value)) plant.Plant {
	return step(func(s *store, e wire.Value) { s.watched(e, do) })
}

func (s *store) watched(e wire.Value, do func(s *store, b *toolBlock, was toolBlock, e wire.Value)) {
	was := toolBlock{stage: "end"}
	if b := s.of(e); b != nil {
		was = toolBlock{id: b.id, name: b.name, stage: b.stage, result: b.result, success: b.success, error: b.error}
	}
	s.apply(e)
	if b := s.of(e); b != nil {
		do(s, b, was, e)
	}
}

// open tells whether a block has not ended.
func (b *toolBlock) open() bool { return b != nil && b.stage != "end" }

// ending does something about a block when its end was applied.
func ending(do func(s *store, b *toolBlock, e wire.Value)) plant.Plant {
	return after(func(s *store, b *toolBlock, was toolBlock, e wire.Value) {
		if was.open() && words.At(e, words.End) {
			do(s, b, e)
		}
	})
}

// last is the block started last, nil where there is none.
func (s *store) last() *toolBlock {
	if len(s.blocks) == 0 {
		return nil
	}
	return s.blocks[len(s.blocks)-1]
}

func toLast(s *store, _ wire.Value) *toolBlock { return s.last() }

// of is the block that an event speaks of, nil where there is none.
func (s *store) of(e wire.Value) *toolBlock { return s.byID[e.Get("id").Text()] }

// first is the first block of which so is true, nil where there is none.
func (s *store) first(so func(b *toolBlock) bool) *toolBlock {
	for _, b := range s.blocks {
		if so(b) {
			return b
		}
	}
	return nil
}

// readingEach is the reference, reading every event edited.
func readingEach(edit plant.Edit) plant.Plant {
	return before(func(_ *store, e wire.Value) wire.Value { return edit(e) })
}

// readingAt edits the updates of a stage.
func readingAt(s words.Stage, edit plant.Edit) plant.Plant {
	return readingEach(plant.When(is(s), edit))
}

func onEnd(so func(e wire.Value) bool, edit plant.Edit) plant.Plant {
	return readingAt(words.End, plant.When(so, edit))
}

func is(s words.Stage) plant.Of { return func(e wire.Value) bool { return words.At(e, s) } }

// showing is the reference, showing other blocks than it holds, showingEach edits every block by itself.
func showing(edit plant.List) plant.Plant { return plant.Showing("/toolBlocks", plant.In(edit)) }

func showingEach(edit plant.Edit) plant.Plant { return plant.Showing("/toolBlocks/*", edit) }

// ids reads every id through a function.
func ids(to func(string) string) plant.Plant { return readingEach(plant.Inside("/id", plant.Text(to))) }

// has tells a value whose member is that text, lacks one whose member is none or null.
func has(member, text string) plant.Of {
	return func(v wire.Value) bool { return v.Get(member).Text() == text && v.Get(member).IsString() }
}

func lacks(member string) plant.Of { return func(v wire.Value) bool { return v.Get(member).IsNull() } }

// saying gives a value a member that is a text, turning moves one member's value to another.
func saying(member, text string) plant.Edit { return plant.Having(member, wire.Str(text)) }

func turning(from, to string) plant.Edit {
	return func(v wire.Value) wire.Value { return v.With(to, v.Get(from)).Without(from) }
}
