// Package reference is a right implementation of stage events in both roles, with what is planted in
// it: faults, and the other side of each free choice. It shares no reader with the judges.
package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
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

// apply takes one event. Unknown events, updates for calls never started and
// updates after the end change nothing.
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
