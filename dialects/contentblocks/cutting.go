package contentblocks

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// piece is one block of a stream, with the places of its events.
type piece struct {
	*stream.Life
	start, stop int // stop is -1 where there is none
	block       wire.Value
	kind        string
	id          string // of the call, or of the call that is answered
}

// cutting is a stream taken into its blocks, for the twists.
type cutting struct {
	events []wire.Value
	pieces []*piece // in the order of their starts
	pick   dialect.Pick
}

func phase(ev wire.Value) (string, stream.Phase) {
	return ev.Get("index").JSON(), map[string]stream.Phase{words.StartEvent: stream.Begins, words.DeltaEvent: stream.GoesOn,
		words.StopEvent: stream.Ends}[ev.Get("type").Text()]
}

func dissect(events []wire.Value) *cutting {
	c := &cutting{events: slices.Clone(events)}
	for _, l := range stream.Lives(phase).In(events) {
		b := l.Begin.Get("content_block")
		p := &piece{Life: l, start: l.At[0], stop: -1, block: b, kind: b.Get("type").Text()}
		if l.Whole {
			p.stop = l.Stop()
		}
		p.id = b.Get(words.CallID(p.kind)).Text()
		c.pieces = append(c.pieces, p)
	}
	return c
}

// of are the pieces of a kind, that have one of the ids where any are given.
func (c *cutting) of(kind string, ids ...string) []*piece {
	return that(c.pieces, func(p *piece) bool {
		return p.kind == kind && p.stop >= 0 && (len(ids) == 0 || slices.Contains(ids, p.id))
	})
}

// that are the pieces of which so is true.
func that(list []*piece, so func(*piece) bool) []*piece {
	return slices.DeleteFunc(slices.Clone(list), func(p *piece) bool { return !so(p) })
}

// calls and results are those of some ids, or all.
func (c *cutting) calls(ids ...string) []*piece { return c.of(words.ToolUse, ids...) }

func (c *cutting) results(ids ...string) []*piece { return c.of(words.ToolResult, ids...) }

func (c *cutting) index(p *piece) int64 { return words.IndexOf(c.events[p.start]) }

// successes are the results with the status success: a server that answers open
// calls by itself never does it so, so the transcript has them.
func (c *cutting) successes() []*piece {
	return that(c.results(), func(p *piece) bool { return p.block.Get("status").Text() == "success" })
}

func (c *cutting) terminal() *piece {
	for _, p := range c.pieces {
		if p.kind == words.UserStopped || p.kind == words.Failed {
			return p
		}
	}
	return nil
}

// limit is the last place where something may be inserted: before a terminal, or behind the last block.
func (c *cutting) limit() int {
	if t := c.terminal(); t != nil {
		return t.start
	}
	last := -1
	for _, p := range c.pieces {
		last = max(last, p.start, p.stop)
	}
	return last + 1
}

// reindex gives all events of a piece another index.
func (c *cutting) reindex(p *piece, n int64) {
	p.With(c.events, plant.Having("index", wire.Int(n)))
}

// reblock changes a piece's block.
func (c *cutting) reblock(p *piece, b wire.Value) {
	c.events[p.start] = c.events[p.start].With("content_block", b)
}

// without is the events but for those at some places.
func (c *cutting) without(places ...int) []wire.Value {
	return wire.Omitting(c.events, places...)
}

// insert puts events in at a place.
func (c *cutting) insert(at int, events ...wire.Value) []wire.Value {
	return slices.Insert(slices.Clone(c.events), at, events...)
}

// insertBlock puts a block in at a place. The indices behind it make room, so that they rise as before.
func (c *cutting) insertBlock(at int, b wire.Value) []wire.Value {
	n := int64(0)
	for i, ev := range c.events {
		if ev.Get("type").Text() != words.StartEvent {
			continue
		}
		if i >= at {
			if n == 0 {
				n = max(words.IndexOf(ev), 0)
			}
			break
		}
		n = max(n, words.IndexOf(ev)+1)
	}
	for i, ev := range c.events {
		if k, ok := ev.Get("index").Int64(); ok && k >= n {
			c.events[i] = ev.With("index", wire.Int(k+1))
		}
	}
	return c.insert(at, words.Block(n, b)...)
}

// ordered gives the pieces the indices that they have, in the order of their starts.
func ordered(events []wire.Value) []wire.Value {
	c := dissect(events)
	indices := make([]int64, len(c.pieces))
	for i, p := range c.pieces {
		indices[i] = c.index(p)
	}
	slices.Sort(indices)
	for i, p := range c.pieces {
		c.reindex(p, indices[i])
	}
	return c.events
}
