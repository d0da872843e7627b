package serve

import (
	"container/list"
	"sync"

	"github.com/toolconform/conform/wire"
)

// Received is a request as it came.
type Received struct {
	Dialect string
	// N is its number in its conversation, Turn that of the answer that it got, both from 0.
	N, Turn int
	Body    wire.Value
	size    int64
}

// held is what is remembered of conversations: the newest, within bounds.
type held struct {
	limits Limits
	mu     sync.Mutex
	byID   map[string]*list.Element
	order  *list.List // of *conversation, the one used last in front
	bytes  int64
}

type conversation struct {
	id string
	// script is its own, nil where the server's answers. Such a conversation is not forgotten, but of
	// what goes beyond the bounds nothing is kept.
	script Script
	// dialect is the only wire that it is answered on, "" for each.
	dialect string
	asked   int
	// turns count the answers by wire.
	turns    map[string]int
	received []Received
	leftOut  int
	// refused is what was asked in vain, the first of it.
	refused []string
	bytes   int64
}

func newHeld(l Limits) *held {
	return &held{limits: l, byID: map[string]*list.Element{}, order: list.New()}
}

// of is the conversation; the caller holds the lock.
func (h *held) of(id string) *conversation {
	if e := h.byID[id]; e != nil {
		h.order.MoveToFront(e)
		c, _ := e.Value.(*conversation)
		return c
	}
	c := &conversation{id: id, turns: map[string]int{}}
	h.byID[id] = h.order.PushFront(c)
	return c
}

// take numbers a request and keeps it. Rounds, where it is not negative, is the turn that it asks for:
// a conversation without a name is anybody's, and only a request itself says how far it has come.
func (h *held) take(id string, r Received, rounds int) (turn int, script Script) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.of(id)
	r.N, r.Turn = c.asked, c.turns[r.Dialect]
	if rounds >= 0 {
		r.Turn = rounds
	}
	c.asked++
	c.turns[r.Dialect] = r.Turn + 1
	if c.script != nil && (len(c.received) >= h.limits.Kept || c.bytes+r.size > h.limits.Log) {
		c.leftOut++ // what came first tells more than what a client without an end sends last
		return r.Turn, c.script
	}
	c.received = append(c.received, r)
	c.bytes, h.bytes = c.bytes+r.size, h.bytes+r.size
	for c.script == nil && len(c.received) > h.limits.Kept {
		h.drop(c)
	}
	h.shrink()
	return r.Turn, c.script
}

// drop forgets the oldest request of a conversation, and counts it.
func (h *held) drop(c *conversation) {
	size := c.received[0].size
	c.received[0] = Received{}
	c.received = c.received[1:]
	c.leftOut++
	c.bytes, h.bytes = c.bytes-size, h.bytes-size
}

// shrink forgets what was not used for the longest time.
func (h *held) shrink() {
	for e := h.order.Back(); e != nil && (h.bytes > h.limits.Log || h.order.Len() > h.limits.Conversations); {
		c, _ := e.Value.(*conversation)
		before := e.Prev()
		switch {
		case c.script != nil:
		case before == nil: // the one that is in use: its requests go, its numbers stay
			for len(c.received) > 0 && h.bytes > h.limits.Log {
				h.drop(c)
			}
		default:
			h.bytes -= c.bytes
			h.order.Remove(e)
			delete(h.byID, c.id)
		}
		e = before
	}
}

// mostRefused is how many requests that could not be answered are kept of a conversation.
const mostRefused = 4

// refuse keeps what a conversation was asked in vain.
func (h *held) refuse(id, line string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.of(id)
	if len(c.refused) < mostRefused {
		c.refused = append(c.refused, line)
		c.bytes, h.bytes = c.bytes+int64(len(line)), h.bytes+int64(len(line))
	}
	h.shrink()
}

// refused is what a conversation was asked in vain.
func (h *held) refused(id string) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e := h.byID[id]; e != nil {
		c, _ := e.Value.(*conversation)
		return append([]string(nil), c.refused...)
	}
	return nil
}

// only is the wire that a conversation is of, "" where it may be any.
func (h *held) only(id string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e := h.byID[id]; e != nil {
		c, _ := e.Value.(*conversation)
		return c.dialect
	}
	return ""
}

// log is what a conversation was asked.
func (h *held) log(id string) (received []Received, leftOut int, known bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	e := h.byID[id]
	if e == nil {
		return nil, 0, false
	}
	c, _ := e.Value.(*conversation)
	return append([]Received(nil), c.received...), c.leftOut, true
}

// Open gives a conversation a script of its own, on one wire or, with "", on each. What it is asked first is kept
// until it is closed.
func (s *Server) Open(id, dialect string, script Script) {
	s.held.mu.Lock()
	defer s.held.mu.Unlock()
	c := s.held.of(id)
	c.script, c.dialect = script, dialect
}

// Close ends a conversation that was opened, and gives what it was asked, and what in vain: of that the first few,
// in words.
func (s *Server) Close(id string) (received []Received, refused []string) {
	h := s.held
	h.mu.Lock()
	defer h.mu.Unlock()
	e := h.byID[id]
	if e == nil {
		return nil, nil
	}
	c, _ := e.Value.(*conversation)
	h.bytes -= c.bytes
	h.order.Remove(e)
	delete(h.byID, id)
	return c.received, c.refused
}

// Log is what a conversation was asked, the oldest first, and how many requests before these are
// forgotten. Known tells whether it was asked anything.
func (s *Server) Log(id string) (received []Received, leftOut int, known bool) { return s.held.log(id) }
