package contentblocks

import (
	"fmt"
	"sort"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// checker judges the stream of a producer while it goes by. What it keeps is of
// the current message: its open blocks, its calls, the ranges of its indices.
type checker struct {
	dialect.CheckOptions
	want *wanted // nil without a transcript

	requirement.Ledger
	at      int // index of the current event
	message message
}

// message is the state that a message_start resets.
type message struct {
	open    map[int64]*emission
	used    ranges
	tools   map[int64]string // type of the tool block last seen at an index
	last    int64            // index of the last start, -1 before the first
	calls   map[string]*emission
	order   []*emission
	early   map[string][]int // results whose call has not come: their events
	earlies []string         // the same ids, in order
	// terminal is the first terminal block, nil before one.
	terminal *emission
}

// emission is a block that was started.
type emission struct {
	kind, id string
	name     wire.Value
	index    int64
	at       int
	stopped  bool
	results  int
}

func newChecker(options dialect.CheckOptions) dialect.Checker { return newJudge(options) }

func newJudge(options dialect.CheckOptions) *checker {
	c := &checker{CheckOptions: options, at: -1}
	c.message = newMessage()
	if options.Transcript != nil {
		c.want = newWanted(*options.Transcript)
	}
	return c
}

func newMessage() message {
	return message{open: map[int64]*emission{}, tools: map[int64]string{}, last: -1, calls: map[string]*emission{},
		early: map[string][]int{}}
}

// speaksOfIt tells whether the stream has one of the transcript's calls: one that has
// none is no answer to it, and what is right in such a stream shows nothing.
func (c *checker) speaksOfIt() bool {
	for _, want := range c.want.calls {
		if c.message.calls[want.ID] != nil {
			return true
		}
	}
	return len(c.want.calls)+len(c.message.calls) == 0
}

// miss adds a finding about the current event.
func (c *checker) miss(id string, want, got wire.Value, message string, args ...any) {
	c.missAt(c.at, id, want, got, message, args...)
}

func (c *checker) missAt(at int, id string, want, got wire.Value, message string, args ...any) {
	level := requirement.Must
	if id == "BLOCK-59" {
		level = requirement.Should
	}
	f := requirement.Finding{Requirement: id, Level: level, Event: at, Expected: want, Actual: got, Message: fmt.Sprintf(message, args...)}
	if at >= 0 {
		f.Where = fmt.Sprintf("event %d", at)
	}
	c.Found(f)
}

// Event implements dialect.Checker.
func (c *checker) Event(ev wire.Value) []requirement.Finding {
	c.at++
	c.Saw("BLOCK-50")
	if !ev.IsObject() || !ev.Get("type").IsString() {
		c.miss("BLOCK-50", wire.Value{}, ev, "An event is an object with a type; this is none.")
		return c.Fresh()
	}
	c.messageID(ev)
	c.afterTerminal(ev)
	switch ev.Get("type").Text() {
	case words.StartEvent:
		c.start(ev)
	case words.StopEvent:
		c.stop(ev)
	case words.DeltaEvent:
		c.delta(ev)
	case words.MessageStart:
		c.next()
	}
	return c.Fresh()
}

// index reads a block's index.
func (c *checker) index(ev wire.Value) (int64, bool) {
	n, ok := ev.Get("index").Int64()
	if !ok || n < 0 {
		c.miss("BLOCK-50", wire.Value{}, ev.Get("index"), "The index of a %s is a non-negative integer.", ev.Get("type").Text())
		return 0, false
	}
	return n, true
}

func (c *checker) start(ev wire.Value) {
	b := ev.Get("content_block")
	if id := ev.Get("message_id"); !id.IsNull() && !id.IsString() {
		c.miss("BLOCK-50", wire.Value{}, id, "The message_id of a content_block_start is a string.")
	}
	e := &emission{kind: b.Get("type").Text(), at: c.at, index: -1}
	if n, ok := c.index(ev); ok {
		e.index = n
		c.occupy(e)
	}
	if !b.IsObject() || !b.Get("type").IsString() {
		c.miss("BLOCK-50", wire.Value{}, b, "A content_block is an object with a type.")
		return
	}
	switch e.kind {
	case words.ToolUse:
		c.toolUse(e, b)
	case words.ToolResult:
		c.toolResult(e, b)
	case words.UserStopped, words.Failed:
		c.terminal(e, b)
	case words.TextBlock:
		c.optionalText(b, "text")
	}
}

// occupy puts a block at its index.
func (c *checker) occupy(e *emission) {
	m := &c.message
	c.Saw("BLOCK-51")
	if m.last >= 0 {
		c.Saw("BLOCK-59")
	}
	if m.used.has(e.index) {
		c.miss("BLOCK-51", wire.Value{}, wire.Int(e.index), "The index %d belongs to an earlier block of the message already.", e.index)
	}
	if m.last >= 0 && e.index <= m.last {
		c.miss("BLOCK-59", wire.Value{}, wire.Int(e.index), "The index %d does not rise: the block before has %d.", e.index, m.last)
	}
	m.last = e.index
	m.used.add(e.index)
	m.open[e.index] = e
	delete(m.tools, e.index)
	if e.kind == words.ToolUse || e.kind == words.ToolResult {
		m.tools[e.index] = e.kind
		c.Saw("BLOCK-52")
	}
}

func (c *checker) stop(ev wire.Value) {
	n, ok := c.index(ev)
	if !ok {
		return
	}
	c.Saw("BLOCK-51")
	e := c.message.open[n]
	if e == nil {
		c.miss("BLOCK-51", wire.Value{}, wire.Int(n), "A content_block_stop for the index %d, at which no block is open.", n)
		return
	}
	e.stopped = true
	delete(c.message.open, n)
}

func (c *checker) delta(ev wire.Value) {
	d := ev.Get("delta")
	if !d.IsObject() || !d.Get("type").IsString() || d.Get("type").Text() == "text_delta" && !d.Get("text").IsString() {
		c.miss("BLOCK-50", wire.Value{}, d, "A delta is an object with a type, a text_delta has a text.")
	}
	n, ok := c.index(ev)
	if !ok {
		return
	}
	if kind := c.message.tools[n]; kind != "" {
		c.miss("BLOCK-52", wire.Value{}, ev, "A content_block_delta for the %s at index %d, which is complete in its start.", kind, n)
	}
}

// next begins another message. Recorded traffic may hold many: what is settled is
// forgotten; with a transcript there is one, and only its indices begin anew.
func (c *checker) next() {
	c.unstopped()
	old := c.message
	c.message = newMessage()
	if c.want != nil {
		c.message.calls, c.message.order = old.calls, old.order
		c.message.early, c.message.earlies = old.early, old.earlies
		c.message.terminal = old.terminal
		return
	}
	c.orphans(old)
	if old.terminal != nil {
		return
	}
	for _, call := range old.order {
		if call.results == 0 {
			c.message.calls[call.id] = call
			c.message.order = append(c.message.order, call)
		}
	}
}

// End implements dialect.Checker.
func (c *checker) End() []requirement.Finding {
	c.at++
	if !c.Truncated {
		c.unstopped()
	}
	c.orphans(c.message)
	switch {
	case c.Truncated:
	case c.want != nil:
		c.lacking()
	case c.message.terminal == nil:
		for _, call := range c.message.order {
			if call.results == 0 {
				c.missAt(call.at, "BLOCK-54", wire.Value{}, wire.Value{}, "Call %q gets no result, and no terminal block cut it off.",
					call.id)
			}
		}
	}
	return c.Fresh()
}

// unstopped finds blocks that were never stopped.
func (c *checker) unstopped() {
	for _, e := range sorted(c.message.open) {
		c.missAt(e.at, "BLOCK-51", wire.Value{}, wire.Value{}, "The block started at index %d has no content_block_stop.", e.index)
	}
}

// orphans finds results whose call never came.
func (c *checker) orphans(m message) {
	for _, id := range m.earlies {
		for _, at := range m.early[id] {
			c.missAt(at, "BLOCK-55", wire.Value{}, wire.Str(id), "A result for %q, which the message does not call.", id)
		}
	}
}

// ranges is a set of indices. Those that rise without gaps take no room.
type ranges struct{ list []span64 }

type span64 struct{ from, to int64 } // both inclusive

// find is the position of the first range that ends at n or later.
func (r *ranges) find(n int64) int {
	return sort.Search(len(r.list), func(i int) bool { return r.list[i].to >= n })
}

func (r *ranges) has(n int64) bool {
	i := r.find(n)
	return i < len(r.list) && r.list[i].from <= n
}

func (r *ranges) add(n int64) {
	i := r.find(n)
	if i < len(r.list) && r.list[i].from <= n {
		return
	}
	left := i > 0 && r.list[i-1].to == n-1
	right := i < len(r.list) && r.list[i].from-1 == n
	switch {
	case left && right:
		r.list[i-1].to = r.list[i].to
		r.list = append(r.list[:i], r.list[i+1:]...)
	case left:
		r.list[i-1].to = n
	case right:
		r.list[i].from = n
	default:
		r.list = append(r.list, span64{})
		copy(r.list[i+1:], r.list[i:])
		r.list[i] = span64{n, n}
	}
}
