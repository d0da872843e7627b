// Package reference is a right implementation of content blocks in both roles, with what is planted in
// it: faults, and the other side of each free choice. It shares no reader with the judges.
package reference

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Consume is a client of content blocks as its document describes one.
func Consume(input wire.Value) dialect.Observation { return runClient(plainly(), input) }

func runClient(m manner, input wire.Value) dialect.Observation {
	events, err := wire.InputEvents(input, false)
	if err != nil {
		return dialect.Rejection(err)
	}
	c := &client{manner: m, history: input.Get("history").IsTrue(), byID: map[string]*toolBlock{}, open: map[string]*openBlock{},
		waiting: map[string]*resultBlock{}}
	for _, ev := range events {
		c.take(ev)
	}
	state := wire.Obj(wire.M("blocks", c.state()))
	if c.crashed {
		return dialect.Observation{Ending: dialect.Crashed, Reason: "exit status 2"}
	}
	return dialect.Observation{State: state}
}

// client holds the blocks of one stream.
type client struct {
	manner
	history bool
	blocks  []*toolBlock
	byID    map[string]*toolBlock
	open    map[string]*openBlock   // by index
	waiting map[string]*resultBlock // results whose call has not come yet
	deaf    bool                    // nothing more is taken
	crashed bool
	latest  string // index of the block that started last
}

// toolBlock is a merged tool_use block.
type toolBlock struct {
	id, name     string
	input, label wire.Value
	result       wire.Value // absent until there is one
	failed       bool
	artifact     wire.Value
	streaming    bool
	open         bool // its block has not stopped
	stopped      bool // by a terminal
	history      bool
}

// resultBlock is a tool_result block as it stood on the wire.
type resultBlock struct {
	callID, tool      string
	index             string
	content, artifact wire.Value
	status            string
}

// openBlock is a block between its start and its stop.
type openBlock struct {
	use    *toolBlock
	result *resultBlock
	ends   bool // a terminal
}

func (c *client) take(ev wire.Value) {
	if ev = c.hear(c, ev); c.deaf || ev.IsAbsent() {
		return
	}
	index := ev.Get("index")
	switch ev.Get("type").Text() {
	case "content_block_start":
		if n, ok := index.Int64(); ok && n >= 0 {
			c.start(wire.Int(n).Literal(), ev.Get("content_block"))
		}
	case "content_block_stop":
		if n, ok := index.Int64(); ok {
			c.stop(c.closes(c, wire.Int(n).Literal()))
		}
	}
}

func (c *client) start(index string, b wire.Value) {
	var o openBlock
	switch b.Get("type").Text() {
	case "tool_use":
		o.use = c.startUse(index, b)
	case "tool_result":
		o.result = c.startResult(index, b)
	case "terminal_user_stopped", "terminal_error":
		o.ends = true
	}
	c.open[index], c.latest = &o, index
}

func (c *client) startUse(index string, b wire.Value) *toolBlock {
	if !b.Get("id").IsString() || !b.Get("name").IsString() || !b.Get("input").IsObject() {
		return nil
	}
	t := &toolBlock{id: b.Get("id").Text(), name: b.Get("name").Text(), input: b.Get("input"),
		label: b.Get("tool_content_message"), streaming: !c.history, open: true, history: c.history}
	if !c.admit(c, t, index) {
		return nil
	}
	c.blocks = append(c.blocks, t)
	if _, twice := c.byID[t.id]; !twice {
		c.byID[t.id] = t
	}
	if r := c.waiting[t.id]; r != nil {
		delete(c.waiting, t.id)
		c.merge(c, t, r)
	}
	return t
}

func (c *client) startResult(index string, b wire.Value) *resultBlock {
	if !b.Get("tool_use_id").IsString() {
		return nil
	}
	r := &resultBlock{callID: b.Get("tool_use_id").Text(), tool: b.Get("tool_name").Text(), index: index,
		content: b.Get("content"), artifact: b.Get("artifact"), status: b.Get("status").Text()}
	if c.early {
		c.apply(r)
	}
	return r
}

func (c *client) stop(index string) {
	o := c.open[index]
	if o == nil {
		return
	}
	delete(c.open, index)
	switch {
	case o.use != nil:
		o.use.streaming, o.use.open = false, false
	case o.result != nil && !c.early:
		c.apply(o.result)
	case o.ends:
		c.terminate(c)
	}
}

// apply merges a result into its call, or keeps it until the call comes.
func (c *client) apply(r *resultBlock) {
	if t := c.pair(c, r); t != nil {
		c.merge(c, t, r)
		return
	}
	c.orphan(c, r)
}

// state is the blocks as the protocol asks for them.
func (c *client) state() wire.Value {
	c.finish(c)
	list := make([]wire.Value, len(c.blocks))
	for i, t := range c.blocks {
		list[i] = wire.Obj(
			wire.T("type", "tool_use"), wire.T("id", t.id), wire.T("name", t.name), wire.M("input", t.input),
			wire.M("tool_content_message", wire.OrNull(t.label)), wire.M("toolResult", wire.OrNull(t.result)),
			wire.M("toolResultError", wire.Boolean(t.failed)), wire.M("artifact", wire.OrNull(t.artifact)),
			wire.M("isStreaming", wire.Boolean(t.streaming)), wire.M("isFromHistory", wire.Boolean(t.history)),
			wire.T("dotStatus", c.dot(t)))
	}
	return wire.List(list...)
}

// manner is how a client does each of its steps. The reference's is plainly(); planted faults and variants replace a step.
type manner struct {
	early     bool                                             // results are merged at their start
	hear      func(*client, wire.Value) wire.Value             // hear takes an event before all else; an absent one is passed over.
	closes    func(c *client, index string) string             // closes is the index of the block that a stop closes
	admit     func(c *client, t *toolBlock, index string) bool // admit tells whether a new tool_use becomes a block
	pair      func(*client, *resultBlock) *toolBlock           // pair finds the call of a result
	orphan    func(*client, *resultBlock)                      // orphan takes a result without call
	merge     func(*client, *toolBlock, *resultBlock)          // merge puts a result into its call
	failed    func(status string) bool                         // failed tells whether a status is an error
	terminate func(*client)                                    // terminate ends the turn
	finish    func(*client)                                    // finish is called at the end of the stream
	dot       func(*toolBlock) string                          // dot is what the block shows
}

func plainly() manner {
	return manner{
		hear:      func(_ *client, ev wire.Value) wire.Value { return ev },
		closes:    func(_ *client, index string) string { return index },
		admit:     func(*client, *toolBlock, string) bool { return true },
		pair:      func(c *client, r *resultBlock) *toolBlock { return c.byID[r.callID] },
		orphan:    func(c *client, r *resultBlock) { c.waiting[r.callID] = r },
		merge:     mergeResult,
		failed:    func(status string) bool { return status != "success" },
		terminate: stopAll,
		finish:    func(*client) {},
		dot:       dotOf,
	}
}

// mergeResult replaces whatever the call held before. A result without content is none; content that isn't text becomes its JSON.
func mergeResult(c *client, t *toolBlock, r *resultBlock) {
	if r.content.IsNull() {
		return
	}
	t.result = r.content
	if !r.content.IsString() {
		t.result = wire.Str(r.content.JSON())
	}
	t.failed = c.failed(r.status)
	t.artifact = r.artifact
}

func stopAll(c *client) {
	for _, t := range c.blocks {
		t.streaming, t.stopped = false, true
	}
}

func dotOf(t *toolBlock) string {
	switch {
	case t.result.IsAbsent() && (t.history || t.stopped):
		return "done"
	case t.result.IsAbsent():
		return "active"
	case t.failed:
		return "error"
	}
	return "done"
}

// Produce is a server that emits content blocks as its document asks.
func Produce(input wire.Value) dialect.Observation { return runServer(serverManner{}, input) }

func runServer(m serverManner, input wire.Value) dialect.Observation {
	t, err := transcript.ParseValid(input.Get("transcript"))
	if err != nil {
		return dialect.Rejection(err)
	}
	s := &server{serverManner: m, message: t.MessageID, names: map[string]string{}, settled: map[string]bool{}}
	s.turn(t)
	events := make([]dialect.Event, len(s.events))
	for i, ev := range s.events {
		events[i] = dialect.Event{Value: ev, After: -1}
	}
	return dialect.Observation{Events: events}
}

// serverManner are the choices that a server is free to make; the zero value is the reference's.
type serverManner struct {
	first, step int64 // of the indices; a step of 0 is 1
	framed      bool  // message_start … message_stop around it
	pings       bool
	bare        bool // no tool_name, message_id, tool_content_message
	nullless    bool // artifact left out instead of null
	raw         bool // content that is no text as itself
	cancel      bool // answers open calls `cancelled`, no terminal
	both        bool // answers them and adds the terminal
	always      bool // a terminal also where no call is open
	overlap     bool // a text block stays open around each tool block
	noText      bool
	wholeText   bool // text in the start instead of deltas
}

// server emits one message.
type server struct {
	serverManner
	message string
	names   map[string]string // of the calls, by id
	calls   []string          // their ids, in order
	settled map[string]bool   // the ids that have a result
	next    int64
	events  []wire.Value
}

func (s *server) emit(events ...wire.Value) { s.events = append(s.events, events...) }

func (s *server) index() int64 {
	n := s.first + s.next*max(s.step, 1)
	s.next++
	return n
}

func (s *server) turn(t transcript.Transcript) {
	if s.framed {
		s.emit(wire.Obj(wire.T("type", words.MessageStart), wire.T("message_id", s.message)))
	}
	for _, item := range t.Items {
		s.item(item)
	}
	s.end(t.StopReason())
	if s.framed {
		s.emit(words.Plain(words.MessageDelta), words.Plain(words.MessageStop))
	}
}

func (s *server) item(item transcript.Item) {
	if s.pings {
		s.emit(words.Plain(words.Ping))
	}
	switch item.Kind {
	case transcript.Text:
		s.text(item.Text)
	case transcript.Call:
		s.call(item)
	case transcript.Result:
		s.result(item.ID, item.Status, item.Content, item.Artifact)
	}
}

func (s *server) text(text string) {
	if s.noText {
		return
	}
	n := s.index()
	if s.wholeText {
		s.emit(words.Block(n, words.Text(text))...)
		return
	}
	s.emit(words.Start(n, words.Plain(words.TextBlock)), words.TextDelta(n, text), words.Stop(n))
}

// call emits a tool_use, complete in its start.
func (s *server) call(item transcript.Item) {
	s.names[item.ID] = item.Name
	s.calls = append(s.calls, item.ID)
	b := words.UseBlock(item.ID, item.Name, item.Input)
	if s.bare {
		s.emitBlock(b)
		return
	}
	if item.Label != "" {
		b = b.With("tool_content_message", wire.Str(item.Label))
	}
	n := s.index()
	s.emit(words.Start(n, b).With("message_id", wire.Str(s.message)), words.Stop(n))
}

// emitBlock emits a block; where blocks overlap, a text block is open around it.
func (s *server) emitBlock(b wire.Value) {
	n := s.index()
	if !s.overlap {
		s.emit(words.Block(n, b)...)
		return
	}
	around := n
	n = s.index()
	s.emit(words.Start(around, words.Plain(words.TextBlock)))
	s.emit(words.Block(n, b)...)
	s.emit(words.Stop(around))
}

func (s *server) result(id, status string, content, artifact wire.Value) {
	s.settled[id] = true
	if !content.IsString() && !s.raw {
		content = wire.Str(content.JSON())
	}
	b := words.ResultBlock(id, status, content)
	if !s.bare {
		b = b.With("tool_name", wire.Str(s.names[id]))
	}
	if !artifact.IsNull() || !s.nullless {
		b = b.With("artifact", wire.OrNull(artifact))
	}
	s.emitBlock(b)
}

// end tells what becomes of the calls that the stop left open.
func (s *server) end(reason string) {
	if reason == transcript.Completed {
		return
	}
	open := false
	for _, id := range s.calls {
		if s.settled[id] {
			continue
		}
		open = true
		if s.cancel || s.both {
			s.result(id, transcript.Cancelled, wire.Str(""), wire.Value{})
		}
	}
	if s.cancel || !open && !s.always {
		return
	}
	terminal := words.Plain(words.UserStopped)
	if reason == transcript.Error {
		terminal = words.Plain(words.Failed).With("message", wire.Str("The turn failed."))
	}
	s.emit(words.Block(s.index(), terminal)...)
}
