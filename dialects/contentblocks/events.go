package contentblocks

import (
	"fmt"
	"sort"

	"github.com/toolconform/conform/wire"
)

// The wire's words.
const (
	evStart = "content_block_start"
	evStop  = "content_block_stop"
	evDelta = "content_block_delta"

	evMessageStart = "message_start"
	evMessageDelta = "message_delta"
	evMessageStop  = "message_stop"
	evPing         = "ping"
	evGroupStart   = "group_start"
	evGroupEnd     = "group_end"

	blkToolUse     = "tool_use"
	blkToolResult  = "tool_result"
	blkText        = "text"
	blkUserStopped = "terminal_user_stopped"
	blkError       = "terminal_error"
)

// The constructors below write events as a right producer does; cases, rendering
// and the reference producer share them. Readers don't: the expectation and the
// reference consumer read the wire each in their own way.

func start(index int64, block wire.Value) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(evStart)), wire.M("index", wire.Int(index)), wire.M("content_block", block))
}

func stop(index int64) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(evStop)), wire.M("index", wire.Int(index)))
}

func textDelta(index int64, text string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(evDelta)), wire.M("index", wire.Int(index)),
		wire.M("delta", wire.Obj(wire.M("type", wire.Str("text_delta")), wire.M("text", wire.Str(text)))))
}

func plain(kind string) wire.Value { return wire.Obj(wire.M("type", wire.Str(kind))) }

// toolUse is a tool_use block.
func toolUse(id, name string, input wire.Value) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(blkToolUse)), wire.M("id", wire.Str(id)), wire.M("name", wire.Str(name)),
		wire.M("input", input))
}

// toolResult is a tool_result block without an artifact.
func toolResult(id, status string, content wire.Value) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(blkToolResult)), wire.M("tool_use_id", wire.Str(id)),
		wire.M("content", content), wire.M("status", wire.Str(status)))
}

// block is the two events of a block that is complete in its start.
func block(index int64, b wire.Value) []wire.Value { return []wire.Value{start(index, b), stop(index)} }

// edited is v with the value at the end of a path of member names replaced; an
// absent value removes it.
func edited(v wire.Value, set wire.Value, path ...string) wire.Value {
	if len(path) == 1 {
		return v.With(path[0], set)
	}
	return v.With(path[0], edited(v.Get(path[0]), set, path[1:]...))
}

// The short spelling of events in a case file. It begins with the word and the index; an event
// as it is begins with its type.
//
//	{"start":1,"tool_use":["toolu_K7","roll",{"sides":6}]}   the start of a block
//	{"stop":1}                                               its stop
//	{"block":1,"tool_use":["toolu_K7","roll",{"sides":6}]}   its start and its stop
//	{"block":2,"tool_result":["toolu_K7","success","four"]}
//	{"block":2,"tool_result":[…],"artifact":{…}}             further members are the block's
//	{"block":3,"text":"There."}
//	{"block":4,"content_block":{…}}                          any block
//	{"delta":3,"text":"There."}                              a text_delta
func expand(short wire.Value) ([]wire.Value, error) {
	word := ""
	if members := short.Members(); len(members) > 0 {
		word = members[0].Name
	}
	index, ok := short.Get(word).Int64()
	if word != "start" && word != "stop" && word != "block" && word != "delta" || !ok {
		return []wire.Value{short}, nil
	}
	switch word {
	case "stop":
		return []wire.Value{stop(index)}, nil
	case "delta":
		return []wire.Value{textDelta(index, short.Get("text").Text())}, nil
	}
	b, err := expandBlock(short)
	if word == "start" {
		return []wire.Value{start(index, b)}, err
	}
	return block(index, b), err
}

func expandBlock(short wire.Value) (b wire.Value, err error) {
	wrong := fmt.Errorf("behind the index stands tool_use or tool_result (three values each), text or content_block, not so: %s",
		short.JSON())
	if short.Len() < 2 {
		return b, wrong
	}
	for i, m := range short.Members() {
		switch {
		case i == 0:
		case i > 1:
			b = b.With(m.Name, m.Value)
		case m.Name == blkToolUse && m.Value.Len() == 3:
			b = toolUse(m.Value.At(0).Text(), m.Value.At(1).Text(), m.Value.At(2))
		case m.Name == blkToolResult && m.Value.Len() == 3:
			b = toolResult(m.Value.At(0).Text(), m.Value.At(1).Text(), m.Value.At(2))
		case m.Name == blkText:
			b = text(m.Value.Text())
		case m.Name == "content_block":
			b = m.Value
		default:
			return b, wrong
		}
	}
	return b, nil
}

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
		case evStart:
			b := ev.Get("content_block")
			p := &piece{start: i, stop: -1, block: b, kind: b.Get("type").Text()}
			p.id = b.Get(map[string]string{blkToolUse: "id", blkToolResult: "tool_use_id"}[p.kind]).Text()
			open[key] = p
			c.pieces = append(c.pieces, p)
		case evStop:
			if p := open[key]; p != nil {
				p.stop = i
				p.events = append(p.events, i)
			}
			delete(open, key)
			continue
		case evDelta:
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

func (c *cutting) index(p *piece) int64 { return indexOf(c.events[p.start]) }

// results are those of a call.
func (c *cutting) results(id string) []*piece {
	return c.of(blkToolResult, func(p *piece) bool { return p.id == id })
}

// successes are the results with the status success: a server that answers open
// calls by itself never does it so, so the transcript has them.
func (c *cutting) successes() []*piece {
	return c.of(blkToolResult, func(p *piece) bool { return p.block.Get("status").Text() == "success" })
}

func (c *cutting) terminal() *piece {
	for _, p := range c.pieces {
		if p.kind == blkUserStopped || p.kind == blkError {
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
		if ev.Get("type").Text() != evStart {
			continue
		}
		if i >= at {
			if n == 0 {
				n = max(indexOf(ev), 0)
			}
			break
		}
		n = max(n, indexOf(ev)+1)
	}
	for i, ev := range c.events {
		if k, ok := ev.Get("index").Int64(); ok && k >= n {
			c.events[i] = ev.With("index", wire.Int(k+1))
		}
	}
	return c.insert(at, block(n, b)...)
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
