package contentblocks

import (
	"sort"

	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/wire"
)

// piece is one block of a stream: the events that belong to it.
type piece struct {
	start, stop int   // among the events; stop is -1 where there is none
	events      []int // start, deltas, stop
	block       wire.Value
	kind        string
	id          string // of the call, or of the call that is answered
}

// cutting is a stream taken into its blocks, for the twists.
type cutting struct {
	events []wire.Value
	pieces []*piece // in the order of their starts
}

func dissect(events []wire.Value) *cutting {
	c := &cutting{events: append([]wire.Value(nil), events...)}
	open := map[string]*piece{}
	for i, ev := range events {
		key := ev.Get("index").JSON()
		switch ev.Get("type").Text() {
		case words.StartEvent:
			b := ev.Get("content_block")
			p := &piece{start: i, stop: -1, block: b, kind: b.Get("type").Text()}
			p.id = b.Get(map[string]string{words.ToolUse: "id", words.ToolResult: "tool_use_id"}[p.kind]).Text()
			open[key] = p
			c.pieces = append(c.pieces, p)
		case words.StopEvent:
			if p := open[key]; p != nil {
				p.stop = i
				p.events = append(p.events, i)
			}
			delete(open, key)
			continue
		case words.DeltaEvent:
		default:
			continue
		}
		if p := open[key]; p != nil {
			p.events = append(p.events, i)
		}
	}
	return c
}

// of are the pieces of a kind that pass.
func (c *cutting) of(kind string, passes func(*piece) bool) []*piece {
	var list []*piece
	for _, p := range c.pieces {
		if p.kind == kind && p.stop >= 0 && (passes == nil || passes(p)) {
			list = append(list, p)
		}
	}
	return list
}

func (c *cutting) index(p *piece) int64 { return words.IndexOf(c.events[p.start]) }

// results are those of a call.
func (c *cutting) results(id string) []*piece {
	return c.of(words.ToolResult, func(p *piece) bool { return p.id == id })
}

// successes are the results with the status success: a server that answers open
// calls by itself never does it so, so the transcript has them.
func (c *cutting) successes() []*piece {
	return c.of(words.ToolResult, func(p *piece) bool { return p.block.Get("status").Text() == "success" })
}

func (c *cutting) terminal() *piece {
	for _, p := range c.pieces {
		if p.kind == words.UserStopped || p.kind == words.Failed {
			return p
		}
	}
	return nil
}

// limit is the last place where something may be inserted: before a terminal, or
// behind the last block.
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
	for _, i := range p.events {
		c.events[i] = c.events[i].With("index", wire.Int(n))
	}
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
	out := append([]wire.Value(nil), c.events[:at]...)
	return append(append(out, events...), c.events[at:]...)
}

// insertBlock puts a block in at a place. The indices behind it make room, so that
// they rise as before.
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
	sort.Slice(indices, func(i, j int) bool { return indices[i] < indices[j] })
	for i, p := range c.pieces {
		c.reindex(p, indices[i])
	}
	return c.events
}
