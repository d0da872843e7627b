package contentblocks

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// valueTwists change what a block says. A consumer takes it as it is.
func valueTwists() []dialect.Twist {
	// restated says something else in a block.
	restated := func(id, tests string, from func(*cutting) []*piece, edit plant.Edit, with, alone []string) dialect.Twist {
		return onPiece(id, tests, from, func(c *cutting, p *piece) *twisted {
			c.reblock(p, edit(p.block))
			return &twisted{c.events, with, alone}
		})
	}
	status := func(id string, value wire.Value, with, alone []string) dialect.Twist {
		return restated(id, "BLOCK-15 BLOCK-04", (*cutting).successes, plant.Having("status", value), with, alone)
	}
	content := func(id string, value wire.Value) dialect.Twist {
		return onPiece(id, "BLOCK-15", (*cutting).successes, func(c *cutting, p *piece) *twisted {
			if p.block.Get("content").Text() == "null" {
				return nil
			}
			c.reblock(p, p.block.With("content", value))
			return &twisted{c.events, []string{"BLOCK-50", "BLOCK-56"}, []string{"BLOCK-50"}}
		})
	}
	schema := []string{"BLOCK-50", "BLOCK-56"}
	return []dialect.Twist{
		status("status-error", wire.Str("error"), []string{"BLOCK-56"}, nil),
		status("status-cancelled", wire.Str("cancelled"), []string{"BLOCK-56"}, nil),
		status("status-unknown", wire.Str("timeout"), schema, schema[:1]),
		status("status-upper", wire.Str("SUCCESS"), schema, schema[:1]),
		status("status-absent", wire.Value{}, schema, schema[:1]),
		status("status-null", wire.NullValue, schema, schema[:1]),
		content("content-null", wire.NullValue),
		content("content-absent", wire.Value{}),
		restated("artifact-other", "BLOCK-05", (*cutting).successes,
			plant.Having("artifact", wire.ParseString(`{"type":"other","data":[0]}`)), schema[1:], nil),
		restated("input-other", "BLOCK-01", calls, plant.Inside("/input", plant.Having("zz", wire.Int(17))), []string{"BLOCK-58"}, nil),
		onPiece("name-other", "BLOCK-01", calls, func(c *cutting, p *piece) *twisted {
			c.reblock(p, p.block.With("name", wire.Str("another_tool")))
			t := &twisted{events: c.events, with: []string{"BLOCK-58"}}
			for _, r := range c.results(p.id) {
				if r.block.Get("tool_name").IsString() {
					t.alone = []string{"BLOCK-60"}
				}
			}
			return t
		}),
		restated("tool-name-other", "BLOCK-02", func(c *cutting) []*piece {
			return that(c.results(), func(p *piece) bool { return len(c.calls(p.id)) == 1 })
		}, plant.Having("tool_name", wire.Str("another_tool")), []string{"BLOCK-60"}, []string{"BLOCK-60"}),
		onPiece("message-id-other", "BLOCK-01", all, func(c *cutting, p *piece) *twisted {
			c.events[p.start] = c.events[p.start].With("message_id", wire.Str("msg-of-another"))
			return &twisted{events: c.events, with: []string{"BLOCK-60"}}
		}),
	}
}

// turnTwists: terminals, cuts, and what nobody knows.
func turnTwists() []dialect.Twist {
	ends := "BLOCK-08 BLOCK-09"
	return []dialect.Twist{
		twist("after-terminal", ends, func(c *cutting) *twisted {
			t := c.terminal()
			if t == nil || t.stop < 0 {
				return nil
			}
			return both(c.insert(t.stop+1, words.Block(c.beyond(), words.Text("One more thing."))...), "BLOCK-57")
		}),
		onPiece("terminal-early", ends, all, func(c *cutting, p *piece) *twisted {
			b := words.Plain(words.UserStopped)
			if c.pick(2) == 1 {
				b = words.Plain(words.Failed).With("message", wire.Str("upstream closed"))
			}
			return both(c.insertBlock(p.start, b), "BLOCK-57")
		}),
		twist("cut", "BLOCK-10 BLOCK-06", cutOff),
		twist("unknown-events", "BLOCK-12", func(c *cutting) *twisted {
			return both(feedOf(c.events, false).InsertUnknown(c.pick).(*feed).List)
		}),
	}
}

// cutOff drops the end of a stream; what is dropped must leave no doubt about the transcript, so of results only successes.
func cutOff(c *cutting) *twisted {
	if len(c.events) < 2 {
		return nil
	}
	at := 1 + c.pick(len(c.events)-1)
	kept := dissect(c.events[:at])
	t := both(kept.events)
	for _, p := range kept.pieces {
		if p.stop < 0 {
			t = both(kept.events, "BLOCK-51")
		}
	}
	open, lost, halted := false, false, false
	for _, p := range c.pieces {
		answers := c.results(p.id)
		switch {
		case p.kind == words.ToolResult && p.start >= at:
			if p.block.Get("status").Text() != "success" {
				return nil
			}
		case p.kind == words.ToolUse && p.start >= at:
			lost = true
		case p.kind == words.ToolUse && len(answers) == 0:
			open, halted = open || kept.terminal() == nil, halted || kept.terminal() == nil
		case p.kind == words.ToolUse && answers[0].start >= at:
			open = true
		}
	}
	if open {
		t.with, t.alone = append(t.with[:len(t.with):len(t.with)], "BLOCK-54"), append(t.alone[:len(t.alone):len(t.alone)], "BLOCK-54")
	}
	if halted {
		t.with = append(t.with, "BLOCK-57")
	}
	if lost {
		t.with = append(t.with, "BLOCK-58")
	}
	return t
}

// indexTwists: starts, stops and indices.
func indexTwists() []dialect.Twist {
	broken := "BLOCK-17 BLOCK-02"
	return []dialect.Twist{
		onPiece("lose-stop", broken, (*cutting).stopped, func(c *cutting, p *piece) *twisted {
			ids := []string{"BLOCK-51"}
			if p.kind == words.ToolUse && len(c.results(p.id)) > 0 {
				ids = append(ids, "BLOCK-53")
			}
			return both(c.without(p.stop), ids...)
		}),
		twist("stray-stop", broken, func(c *cutting) *twisted {
			return both(c.insert(c.between(0, c.limit()), words.Stop(c.beyond()+int64(c.pick(1000)))), "BLOCK-51")
		}),
		twist("stop-twice", broken, func(c *cutting) *twisted {
			p := c.some(c.stopped())
			if t := c.terminal(); p == nil || t != nil {
				return nil
			}
			return both(c.insert(c.between(p.stop+1, max(c.limit(), p.stop+1)), c.events[p.stop]), "BLOCK-51")
		}),
		onPiece("index-again", broken, (*cutting).stopped, func(c *cutting, p *piece) *twisted {
			e := c.some(slices.DeleteFunc(c.stopped(), func(e *piece) bool { return e.stop >= p.start }))
			if e == nil {
				return nil
			}
			c.reindex(p, c.index(e))
			return both(c.events, "BLOCK-51", "BLOCK-59")
		}),
		twist("swap-indices", broken, func(c *cutting) *twisted {
			if len(c.pieces) < 2 {
				return nil
			}
			i := c.pick(len(c.pieces) - 1)
			a, b := c.pieces[i], c.pieces[i+1]
			x, y := c.index(a), c.index(b)
			if x >= y {
				return nil
			}
			c.reindex(a, y)
			c.reindex(b, x)
			return both(c.events, "BLOCK-59")
		}),
		onPiece("negative-index", broken, (*cutting).stopped, func(c *cutting, p *piece) *twisted {
			c.reindex(p, -1)
			return both(c.events, "BLOCK-50")
		}),
		twist("overlap", broken, func(c *cutting) *twisted {
			p := c.some(append(c.results(), c.of(words.TextBlock)...))
			if p == nil || p.stop+1 >= c.limit() {
				return nil
			}
			end := c.events[p.stop]
			at := c.between(p.stop+1, c.limit())
			rest := &cutting{events: c.without(p.stop)}
			return both(rest.insert(at-1, end))
		}),
		twist("far-indices", broken, func(c *cutting) *twisted {
			for i, ev := range c.events {
				if n, ok := ev.Get("index").Int64(); ok && n >= 0 && n < 1<<40 {
					c.events[i] = ev.With("index", wire.Int(n*1000003+7))
				}
			}
			return both(c.events)
		}),
	}
}

// stopped are the pieces that have a stop.
func (c *cutting) stopped() []*piece {
	return that(c.pieces, func(p *piece) bool { return p.stop >= 0 })
}

// beyond is an index that no block has.
func (c *cutting) beyond() int64 {
	n := int64(0)
	for _, p := range c.pieces {
		n = max(n, c.index(p))
	}
	return n + 100
}

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
