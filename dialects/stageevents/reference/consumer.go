// Package reference is a right implementation of stage events in both roles, with what is planted in
// it: faults, and the other side of each free choice. It shares no reader with the judges.
package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Consume is the reference consumer: it reads a stream of updates and holds one
// tool block per call. It shares nothing with the judge but the wire.
func Consume(input wire.Value) dialect.Observation {
	return consumeWith(input, (*store).apply)
}

// consumeWith reads the stream and hands every event to step.
func consumeWith(input wire.Value, step func(*store, wire.Value)) dialect.Observation {
	events, err := wire.InputEvents(input, true)
	if err != nil {
		return dialect.Rejection(err)
	}
	s := &store{byID: map[string]*toolBlock{}}
	for _, e := range events {
		step(s, e)
	}
	return dialect.Observation{State: s.state()}
}

// store holds the tool blocks in the order of their starts.
type store struct {
	blocks []*toolBlock
	byID   map[string]*toolBlock
}

// toolBlock is what a client shows of one call.
type toolBlock struct {
	id, name, stage        string
	parameters             strings.Builder
	result, success, error wire.Value
}

// apply takes one event. Unknown events, updates for calls never started and updates after the end change nothing.
func (s *store) apply(e wire.Value) {
	id, stage := e.Get("id"), e.Get("stage").Text()
	if !id.IsString() || stageRank(stage) < 0 {
		return
	}
	b := s.byID[id.Text()]
	if b == nil && stage == "start" {
		b = s.open(id.Text())
	}
	if b == nil || b.stage == "end" {
		return
	}
	b.update(stage, e)
}

func (s *store) open(id string) *toolBlock {
	b := &toolBlock{id: id, stage: "start"}
	s.blocks = append(s.blocks, b)
	s.byID[id] = b
	return b
}

func stageRank(stage string) int {
	return slices.Index([]string{"start", "streaming", "running", "end"}, stage)
}

func (b *toolBlock) update(stage string, e wire.Value) {
	if stageRank(stage) > stageRank(b.stage) {
		b.stage = stage
	}
	if name := e.Get("name"); name.IsString() {
		b.name = name.Text()
	}
	b.argue(e)
	if stage == "end" {
		b.take(e)
	}
}

// take takes the outcome that an end tells.
func (b *toolBlock) take(e wire.Value) {
	b.result, b.success, b.error = e.Get("result"), e.Get("success"), e.Get("error")
}

// argue takes the arguments: the whole replaces, a chunk appends.
func (b *toolBlock) argue(e wire.Value) {
	if whole := e.Get("parameters"); whole.IsString() {
		b.parameters.Reset()
		b.parameters.WriteString(whole.Text())
		return
	}
	b.parameters.WriteString(e.Get("parametersChunk").Text())
}

func (s *store) state() wire.Value {
	list := make([]wire.Value, len(s.blocks))
	for i, b := range s.blocks {
		list[i] = b.value()
	}
	return wire.Obj(wire.M("toolBlocks", wire.List(list...)))
}

func (b *toolBlock) value() wire.Value {
	success := b.success
	if b.stage == "end" && success.IsAbsent() {
		success = wire.Boolean(b.error.IsNull())
	}
	return wire.Obj(wire.T("id", b.id), wire.T("name", b.name), wire.T("stage", b.stage),
		wire.T("parameters", b.parameters.String()), wire.M("result", wire.OrNull(b.result)),
		wire.M("success", wire.OrNull(success)), wire.M("error", wire.OrNull(b.error)))
}

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

// after does something about the block of an event that was applied; was is how it was before, with the stage "end" where there was none.
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

// saying gives a value a member that is a text.
func saying(member, text string) plant.Edit { return plant.Having(member, wire.Str(text)) }

// Produce is the reference producer: a tool runner that tells the life of every call of a transcript. Arguments are streamed in
// pieces where the model wrote them in pieces, and stand whole on the end of an answered call.
func Produce(input wire.Value) dialect.Observation {
	t, err := transcript.ParseValid(input.Get("transcript"))
	if err != nil {
		return dialect.Rejection(err)
	}
	r := runner{calls: map[string]*runningCall{}}
	for _, item := range t.Items {
		r.item(item)
	}
	r.stop()
	return dialect.Observation{Events: r.events}
}

type runner struct {
	calls  map[string]*runningCall
	order  []*runningCall
	events []dialect.Event
}

type runningCall struct {
	call      transcript.Item
	arguments []byte
	ended     bool
}

func (r *runner) emit(members ...wire.Member) {
	r.events = append(r.events, dialect.Event{Value: wire.Obj(members...), After: -1})
}

func (r *runner) item(item transcript.Item) {
	switch item.Kind {
	case transcript.Call:
		c := &runningCall{call: item}
		r.calls[item.ID] = c
		r.order = append(r.order, c)
		r.emit(wire.T("id", item.ID), wire.T("stage", "start"), wire.T("name", item.Name))
	case transcript.InputDelta:
		c := r.calls[item.ID]
		c.arguments = append(c.arguments, item.Delta...)
		r.emit(wire.T("id", item.ID), wire.T("stage", "streaming"), wire.T("parametersChunk", item.Delta))
	case transcript.Progress:
		r.emit(wire.T("id", item.ID), wire.T("stage", "running"), wire.T("shortResult", item.Text))
	case transcript.Result:
		r.end(r.calls[item.ID], item)
	}
}

func (r *runner) end(c *runningCall, result transcript.Item) {
	c.ended = true
	members := []wire.Member{wire.T("id", c.call.ID), wire.T("stage", "end"), wire.T("parameters", c.whole())}
	if result.Status == transcript.Success {
		members = append(members, wire.M("success", wire.Boolean(true)), wire.M("result", plain(result.Content)))
	} else {
		members = append(members, wire.M("success", wire.Boolean(false)), wire.M("error", plain(result.Content)))
	}
	r.emit(members...)
}

// whole is the argument text of an answered call.
func (c *runningCall) whole() string {
	switch {
	case len(c.arguments) > 0:
		return string(c.arguments)
	case c.call.Arguments.IsString():
		return c.call.Arguments.Text()
	}
	return c.call.Input.JSON()
}

// plain is a content as the string that the field holds.
func plain(content wire.Value) wire.Value {
	if content.IsString() {
		return content
	}
	return wire.Str(content.JSON())
}

// stop ends every call that is still open.
func (r *runner) stop() {
	for _, c := range r.order {
		if !c.ended {
			c.ended = true
			r.emit(wire.T("id", c.call.ID), wire.T("stage", "end"),
				wire.M("success", wire.Boolean(false)), wire.T("error", "cut off before it was answered"))
		}
	}
}
