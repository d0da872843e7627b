package contentblocks

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// checker judges the stream of a producer while it goes by. What it keeps is of the current message.
type checker struct {
	dialect.CheckOptions
	want *wanted // nil without a transcript
	bare bool    // artifacts are omitted

	requirement.Ledger
	at     int                 // index of the current event
	blocks map[int64]*emission // blocks are those of the message that began last at their indices, last is the one of them all
	last   *emission
	pairing
}

// pairing is what was called and answered.
type pairing struct {
	calls    map[string]*emission
	early    map[string][]*emission // results whose call has not come
	terminal *emission              // terminal is the first terminal block, nil before one
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
	c := &checker{CheckOptions: options, at: -1, blocks: map[int64]*emission{}, pairing: newPairing()}
	if options.Transcript != nil {
		c.want = newWanted(*options.Transcript)
	}
	return c
}

func newPairing() pairing {
	return pairing{calls: map[string]*emission{}, early: map[string][]*emission{}}
}

// inOrder are emissions in the order in which they began.
func inOrder(all iter.Seq[*emission]) []*emission {
	return slices.SortedFunc(all, func(a, b *emission) int { return cmp.Compare(a.at, b.at) })
}

// speaksOfIt tells whether the stream has one of the transcript's calls: one that has
// none is no answer to it, and what is right in such a stream shows nothing.
func (c *checker) speaksOfIt() bool {
	known := func(want *transcript.CallRecord) bool { return c.calls[want.ID] != nil }
	return slices.ContainsFunc(c.want.calls, known) || len(c.want.calls)+len(c.calls) == 0
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
	c.shape(ev)
	c.messageID(ev)
	c.afterTerminal(ev)
	n, ok := ev.Get("index").Int64()
	ok = ok && n >= 0 // else its shape is wrong
	switch ev.Get("type").Text() {
	case words.StartEvent:
		e := &emission{kind: ev.Get("content_block").Get("type").Text(), at: c.at, index: -1}
		if ok {
			e.index = n
			c.occupy(e)
		}
		c.start(e, ev.Get("content_block"))
	case words.StopEvent:
		if ok {
			c.stop(n)
		}
	case words.DeltaEvent:
		if e := c.blocks[n]; ok && e != nil && e.isTool() {
			c.miss("BLOCK-52", wire.Value{}, ev, "A content_block_delta for the %s at index %d, which is complete in its start.", e.kind, n)
		}
	case words.MessageStart:
		c.next()
	}
	return c.Fresh()
}

// shape holds an event against its schema. A content that is no text in the transcript may stand as itself.
func (c *checker) shape(ev wire.Value) {
	c.Saw("BLOCK-50")
	if plain(ev) {
		return // traffic is nearly all of these, and a schema takes several times as long as reading an event
	}
	breaches, _ := schemas.Breaches(schemas.ContentBlockEvent, ev)
	for _, b := range breaches {
		if b.Pointer != "/content_block/content" || c.want == nil || !c.want.asItself(ev.Get("content_block")) {
			c.miss("BLOCK-50", wire.Value{}, ev.Find(b.Pointer), "An event is not as its schema says: %s.", b)
		}
	}
}

// plain tells of the usual events that their schema finds nothing in them. What it doesn't know is not plain.
func plain(ev wire.Value) bool {
	if kind := ev.Get("type").Text(); kind == words.MessageStart || kind == words.MessageStop {
		return true
	}
	if n, ok := ev.Get("index").Int64(); !ok || n < 0 || !textOrNone(ev.Get("message_id")) {
		return false
	}
	switch ev.Get("type").Text() {
	case words.StartEvent:
		return plainBlock(ev.Get("content_block"))
	case words.StopEvent:
		return true
	}
	d := ev.Get("delta")
	return ev.Get("type").Text() == words.DeltaEvent && d.Get("type").Text() == "text_delta" && d.Get("text").IsString()
}

func plainBlock(b wire.Value) bool {
	switch b.Get("type").Text() {
	case words.ToolUse:
		return b.Get("id").IsString() && b.Get("name").IsString() && b.Get("input").IsObject() && textOrNone(b.Get("tool_content_message"))
	case words.ToolResult:
		return b.Get("tool_use_id").IsString() && b.Get("content").IsString() && textOrNone(b.Get("tool_name")) &&
			slices.Contains([]string{"success", "error", "cancelled"}, b.Get("status").Text())
	case words.TextBlock:
		return textOrNone(b.Get("text"))
	}
	return false
}

func textOrNone(v wire.Value) bool { return v.IsNull() || v.IsString() }

func (e *emission) isTool() bool { return e.kind == words.ToolUse || e.kind == words.ToolResult }

func (c *checker) start(e *emission, b wire.Value) {
	switch e.kind {
	case words.ToolUse:
		c.toolUse(e, b)
	case words.ToolResult:
		c.toolResult(e, b)
	case words.UserStopped, words.Failed:
		c.ends(e)
	}
}

// occupy puts a block at its index.
func (c *checker) occupy(e *emission) {
	c.Saw("BLOCK-51")
	if e.isTool() {
		c.Saw("BLOCK-52")
	}
	if c.blocks[e.index] != nil {
		c.miss("BLOCK-51", wire.Value{}, wire.Int(e.index), "The index %d belongs to an earlier block of the message already.", e.index)
	}
	if c.last != nil {
		c.Saw("BLOCK-59")
		if e.index <= c.last.index {
			c.miss("BLOCK-59", wire.Value{}, wire.Int(e.index), "The index %d does not rise: the block before has %d.", e.index,
				c.last.index)
		}
	}
	c.last, c.blocks[e.index] = e, e
}

func (c *checker) stop(n int64) {
	c.Saw("BLOCK-51")
	e := c.blocks[n]
	if e == nil || e.stopped {
		c.miss("BLOCK-51", wire.Value{}, wire.Int(n), "A content_block_stop for the index %d, at which no block is open.", n)
		return
	}
	e.stopped = true
}

// next begins another message. Recorded traffic may hold many: what is settled is
// forgotten; with a transcript there is one, and only its indices begin anew.
func (c *checker) next() {
	c.unstopped()
	c.blocks, c.last = map[int64]*emission{}, nil
	if c.want != nil {
		return
	}
	c.orphans()
	old := c.pairing
	c.pairing = newPairing()
	for id, call := range old.calls {
		if call.results == 0 && old.terminal == nil {
			c.calls[id] = call
		}
	}
}

// End implements dialect.Checker.
func (c *checker) End() []requirement.Finding {
	c.at++
	if !c.Truncated {
		c.unstopped()
	}
	c.orphans()
	switch {
	case c.Truncated:
	case c.want != nil:
		c.lacking()
	case c.terminal == nil:
		for _, call := range inOrder(maps.Values(c.calls)) {
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
	for _, e := range inOrder(maps.Values(c.blocks)) {
		if !e.stopped {
			c.missAt(e.at, "BLOCK-51", wire.Value{}, wire.Value{}, "The block started at index %d has no content_block_stop.", e.index)
		}
	}
}

// orphans finds results whose call never came.
func (c *checker) orphans() {
	for _, e := range inOrder(slices.Values(slices.Concat(slices.Collect(maps.Values(c.early))...))) {
		c.missAt(e.at, "BLOCK-55", wire.Value{}, wire.Str(e.id), "A result for %q, which the message does not call.", e.id)
	}
}
