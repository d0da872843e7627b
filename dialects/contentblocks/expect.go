package contentblocks

import (
	"slices"

	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/wire"
)

// meaning is what a stream of events says, and how sure it says it: from it follows, for every call, which answers are right.
type meaning struct {
	history bool
	// wild: the events hold duplicate keys, lone surrogates or numbers that no double holds. Nothing but survival is judged.
	wild              bool
	calls             []*call
	byID              map[string][]*call
	orphans           []*result           // orphans are results for ids that the stream never calls
	holders           map[string][]string // holders are the ids that a content was sent for
	labels            map[string]bool     // labels are every label in the stream
	twins             bool                // several calls have one id
	unknown           bool                // the stream has event types or members that no document names
	broken            bool                // a stop for nothing, a block without stop, an index used again
	overlaps          bool                // a block began while another one was open
	ended, maybeEnded bool                // a terminal block started and stopped. maybeEnded: one began.
	ends              []terminal          // ends are the terminals that began
	more              bool                // something began after the first terminal
}

// call is one tool_use block.
type call struct {
	id, name            string
	input, label        wire.Value
	at                  int // index of its start among the events
	span                *span
	free                bool // the block lacks what the dialect asks for, so nothing is known of it
	optional            bool // it may be missing from the answer (malformed, or after a terminal)
	twin                bool // another call has the same id
	results             []*result
	cutOff, maybeCutOff bool // a terminal ended the turn after it. maybeCutOff: perhaps one did.
}

// result is one tool_result block.
type result struct {
	id       string
	at       int
	span     *span
	content  wire.Value
	artifact wire.Value
	status   string
	late     bool // at or after a terminal
}

// span is what lies between starts and stops at one index. More than one block in it is a contest: nobody can tell whose stop is whose.
type span struct {
	starts, stops int
	stoppedAt     int
	nowhere       bool // the index is none, so no stop can belong to the block
	torn          bool // a message began or ended within the block, and indices are a message's
}

// closed tells whether the block in the span has certainly stopped.
func (s *span) closed() bool { return s.starts == 1 && s.stops == 1 && !s.torn }

// pending tells whether the block never stopped.
func (s *span) pending() bool { return s.stops < s.starts }

func (r *result) known() bool {
	return r.status == "success" || r.status == "error" || r.status == "cancelled"
}

func (r *result) saysError() bool { return r.status == "error" || r.status == "cancelled" }

func (r *result) hollow() bool { return r.content.IsNull() }

// before tells whether the result began before its call.
func (r *result) before(c *call) bool { return r.at < c.at }

// sure tells whether the result must be held by the end of the stream (unless another one replaced it): it is complete, it came
// and stopped after its call, and nothing about either is in doubt.
func (c *call) sure(r *result) bool {
	return !c.free && !c.optional && !c.twin && c.span.closed() && r.span.closed() &&
		!r.before(c) && !r.late && r.known() && r.content.IsString()
}

// whole tells whether the call and its results all stopped as they should.
func (c *call) whole() bool {
	return c.span.closed() && !slices.ContainsFunc(c.results, func(r *result) bool { return !r.span.closed() })
}

// must tells whether the call must hold a result.
func (c *call) must() bool {
	return slices.ContainsFunc(c.results, c.sure)
}

// reader takes events in and builds the meaning.
type reader struct {
	m    *meaning
	open map[int64]*span
	used map[int64]bool
	all  []*result
}

type terminal struct {
	at   int
	span *span
}

func mean(s *feed) *meaning {
	r := &reader{open: map[int64]*span{}, used: map[int64]bool{}, m: &meaning{history: s.history, byID: map[string][]*call{},
		holders: map[string][]string{}, labels: map[string]bool{}}}
	for i, ev := range s.List {
		r.m.wild = r.m.wild || wild(ev)
		r.event(i, ev)
	}
	r.pair()
	r.terminals()
	for _, o := range r.open {
		r.m.broken = r.m.broken || o.pending()
	}
	return r.m
}

func (r *reader) event(at int, ev wire.Value) {
	switch ev.Get("type").Text() {
	case words.StartEvent:
		r.members(ev)
		r.begin(at, ev.Get("index"), ev.Get("content_block"))
	case words.StopEvent:
		r.members(ev)
		r.stop(at, ev.Get("index"))
	case words.DeltaEvent:
		r.m.unknown = r.m.unknown || ev.Get("delta").Get("type").Text() != "text_delta"
	case words.MessageStart, words.MessageStop:
		for _, sp := range r.open {
			sp.torn = true
		}
	case words.MessageDelta:
	default:
		r.m.unknown = true
	}
}

// members notes members beside the ones that the dialect names.
func (r *reader) members(v wire.Value) {
	r.m.unknown = r.m.unknown || words.Known(v).Len() < v.Len()
}

// begin takes the start of a block.
func (r *reader) begin(at int, index, b wire.Value) {
	sp := r.enter(index)
	r.m.more = r.m.more || len(r.m.ends) > 0
	switch b.Get("type").Text() {
	case words.ToolUse:
		r.members(b)
		r.call(at, sp, b)
	case words.ToolResult:
		r.members(b)
		r.result(at, sp, b)
	case words.UserStopped, words.Failed:
		r.m.ends = append(r.m.ends, terminal{at, sp})
	}
}

// enter opens a span at the index, or joins the one that is open there.
func (r *reader) enter(index wire.Value) *span {
	n, ok := index.Int64()
	if !ok || n < 0 {
		r.m.broken = true
		return &span{starts: 1, nowhere: true}
	}
	r.m.broken = r.m.broken || r.used[n]
	r.used[n] = true
	r.m.overlaps = r.m.overlaps || len(r.open) > 0
	if sp := r.open[n]; sp != nil {
		sp.starts++
		return sp
	}
	sp := &span{starts: 1}
	r.open[n] = sp
	return sp
}

func (r *reader) stop(at int, index wire.Value) {
	n, ok := index.Int64()
	sp := r.open[n]
	if !ok || sp == nil {
		r.m.broken = true
		return
	}
	sp.stops++
	sp.stoppedAt = at
	if sp.stops == sp.starts {
		delete(r.open, n)
	}
}

func (r *reader) call(at int, sp *span, b wire.Value) {
	c := &call{id: b.Get("id").Text(), name: b.Get("name").Text(), input: b.Get("input"), label: b.Get("tool_content_message"), at: at,
		span: sp}
	// An empty id is a string, yet no id; nothing is said about it.
	c.free = c.id == "" || !b.Get("name").IsString() || !c.input.IsObject() || sp.nowhere
	c.optional = c.free
	if c.label.IsString() {
		r.m.labels[c.label.Text()] = true
	}
	r.m.calls = append(r.m.calls, c)
	if c.id == "" {
		return
	}
	twins := append(r.m.byID[c.id], c)
	r.m.byID[c.id] = twins
	if len(twins) > 1 {
		r.m.twins = true
		for _, t := range twins {
			t.twin = true
		}
	}
}

func (r *reader) result(at int, sp *span, b wire.Value) {
	id := b.Get("tool_use_id")
	res := &result{id: id.Text(), at: at, span: sp, content: b.Get("content"), artifact: b.Get("artifact"), status: b.Get("status").Text()}
	if !id.IsString() {
		r.m.broken = true
		return
	}
	r.all = append(r.all, res)
	if res.content.IsString() {
		text := res.content.Text()
		r.m.holders[text] = append(r.m.holders[text], res.id)
	}
}

// pair gives every result to the calls of its id.
func (r *reader) pair() {
	for _, res := range r.all {
		calls := r.m.byID[res.id]
		if len(calls) == 0 {
			r.m.orphans = append(r.m.orphans, res)
		}
		for _, c := range calls {
			c.results = append(c.results, res)
		}
	}
}

// terminals marks what a terminal cut off, and what came after one.
func (r *reader) terminals() {
	if len(r.m.ends) == 0 {
		return
	}
	m := r.m
	m.maybeEnded = true
	first, lastSure := r.m.ends[0].at, -1
	for _, t := range r.m.ends {
		if t.span.closed() {
			m.ended, lastSure = true, t.at
		}
	}
	for _, c := range m.calls {
		c.maybeCutOff = true
		c.cutOff = c.at < lastSure && c.at < first
		c.optional = c.optional || c.at > first
	}
	for _, res := range r.all {
		res.late = res.at > first || res.span.stops > 0 && res.span.stoppedAt > first
	}
}
