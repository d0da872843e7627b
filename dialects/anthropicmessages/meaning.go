package anthropicmessages

import (
	"math"
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// What is particular about a call, or about the stream that it stands in.
const (
	// empty: no arguments came. inStart: they stand in the start alone; blankDelta: with
	// empty deltas. both: in the start and in deltas.
	empty act.Traits = 1 << iota
	inStart
	blankDelta
	both
	// woven: its block overlaps another one.
	woven
	// unknowns: the stream has what no table names.
	unknowns
	// cutOff: the stream ended inside the call. limited: its arguments are no object, and the
	// turn didn't complete. malformed: they are none, and it did.
	cutOff
	limited
	malformed
	// unstopped: its stop never came. late: something came behind its stop.
	unstopped
	late
	// strayed, shifted and several are of the stream: a delta for no block of its kind, indices
	// that aren't dense, several messages or events outside one.
	strayed
	shifted
	several
	// reused: its index was used before, or is again. sameID: another call has its id.
	reused
	sameID
	// broken: the stream failed or was cut.
	broken
)

// block is a content block, as its events tell it.
type block struct {
	index    int64
	kind     string
	start    wire.Value
	pieces   []act.Piece
	stopped  bool
	message  int
	from, to int // the places of its first and last event
	traits   act.Traits
	// free: it may be left. wild: of what is made of it nothing can be told.
	free, wild bool
	// tooLate: it had its stop when its message was over, for some.
	tooLate bool
}

func (b *block) call() bool { return b.kind == "tool_use" }

func (b *block) id() string { return b.start.Get("id").Text() }

// told is what a stream says of its end.
type reasonTold struct {
	value wire.Value
	free  bool
}

type failure struct {
	kind, message string
	firm          bool
	// behind: something before it may have been told instead.
	behind bool
}

// meaning is what a stream means for a consumer.
type meaning struct {
	script *stream.Script
	blocks []*block
	table  map[int64]*block
	// ids are those of messages, in order; messages counts their starts.
	ids      []string
	messages int
	reasons  []reasonTold
	failures []failure
	// strays are fragments for no block, and where the first and the last of them stand. lostStop: a
	// stop is for no block, so that one lost its start.
	strays             []string
	strayFrom, strayTo int
	lostStop           bool
	ended              bool
	aborted            bool
	nameless           bool
	odd                act.Traits
	leave              compare.Leave
}

func meant(c *dialect.Case) (*meaning, bool) {
	s, ok := c.Script.(*stream.Script)
	if !ok {
		return nil, false
	}
	m := &meaning{script: s, table: map[int64]*block{}, aborted: s.AbortAfter > 0}
	m.leave.Allow(c.MayReject, "FRAME-12")
	m.names(c.Encoding)
	for i, e := range s.Came() {
		if data, _, _ := act.Frame(e); !data.IsAbsent() {
			m.take(i, data)
		}
	}
	m.settle()
	return m, true
}

// names looks at event names, which only sse has.
func (m *meaning) names(encoding string) {
	odd, plain := 0, 0
	for _, e := range m.script.Elements {
		data, _, name := act.Frame(e)
		switch {
		case act.IsRaw(e):
			m.leave.Lessen(true, "MSG-25")
		case data.IsAbsent():
		case encoding == wire.SSE && act.IsNamed(e) && name != data.Get("type").Text():
			odd++
			m.leave.Allow(true, "MSG-25")
		case encoding == wire.SSE && !act.IsNamed(e) && data.Get("type").Text() == "": // its frame has no name
			m.leave.Allow(true, "MSG-10")
			plain++
		default:
			plain++
		}
	}
	m.nameless = odd > 0 && plain == 0
}

// failed: an error came while the message was under way.
func (m *meaning) failed() bool {
	return slices.ContainsFunc(m.failures, func(f failure) bool { return f.firm })
}

// over: what comes now belongs to no message that is under way.
func (m *meaning) over() bool { return m.ended || len(m.failures) > 0 }

func (m *meaning) take(i int, e wire.Value) {
	kind := e.Get("type").Text()
	known := slices.Contains([]string{blockStart, blockDelta, blockStop, messageDelta, messageStop}, kind)
	if known && (m.messages == 0 || m.over()) {
		m.odd |= several
		m.leave.Allow(true, "MSG-24")
	}
	switch kind {
	case messageStart:
		m.begin(e)
	case blockStart:
		m.open(i, e)
	case blockDelta:
		m.change(i, e)
	case blockStop:
		m.stop(i, e)
	case messageDelta:
		if !e.Get("usage").Has("output_tokens") {
			m.leave.Allow(true, "MSG-09")
		}
		m.reasons = append(m.reasons, reasonTold{e.Find("/delta/stop_reason"), m.over()})
	case messageStop:
		m.ended = true
	case errorEvent:
		m.failures = append(m.failures, failure{e.Find("/error/type").Text(), e.Find("/error/message").Text(), !m.ended,
			len(m.leave.Allows) > 0})
		if m.ended {
			m.leave.Allow(true, "MSG-24")
		}
	case pingEvent:
	default:
		m.odd |= unknowns
		m.leave.Lessen(true, "MSG-10")
	}
}

func (m *meaning) begin(e wire.Value) {
	u := e.Find("/message/usage")
	m.leave.Allow(!u.Has("input_tokens") || !u.Has("output_tokens"), "MSG-09")
	if m.messages++; m.messages > 1 || m.over() {
		m.odd |= several
		m.leave.Allow(true, "MSG-24")
	}
	m.ids = append(m.ids, e.Find("/message/id").Text())
}

func (m *meaning) open(i int, e wire.Value) {
	index, ok := e.Get("index").Int64()
	start := e.Get("content_block")
	b := &block{index: index, kind: start.Get("type").Text(), start: start, message: m.messages, from: i, to: i, free: m.over(), wild: !ok}
	if n := int64(m.dense()); !ok || index < 0 || index != n && m.table[index] == nil {
		m.odd |= shifted
		m.leave.Allow(true, "MSG-21")
	}
	if before := m.table[index]; before != nil && before.message == m.messages {
		m.leave.Allow(true, "MSG-22")
		before.traits |= reused
		b.traits |= reused
		if !before.stopped {
			before.wild, b.wild = true, true
		}
	}
	if len(m.reasons) > 0 {
		m.leave.Allow(true, "MSG-24")
		b.traits |= several
	}
	switch b.kind {
	case "text", "tool_use", "thinking", "redacted_thinking", "server_tool_use":
	default:
		m.odd |= unknowns
		m.leave.Lessen(true, "MSG-10")
	}
	m.leave.Allow(b.call() && start.Get("input").IsNull(), "MSG-03")
	if text := start.Get("text").Text(); b.kind == "text" && text != "" {
		b.pieces = append(b.pieces, act.Piece{Text: text, Kind: act.Aside, Element: i})
	}
	m.table[index] = b
	m.blocks = append(m.blocks, b)
}

// dense is the next index of the message.
func (m *meaning) dense() int {
	indices := map[int64]bool{}
	for _, b := range m.blocks {
		if b.message == m.messages {
			indices[b.index] = true
		}
	}
	return len(indices)
}

func (m *meaning) of(e wire.Value) *block {
	if index, ok := e.Get("index").Int64(); ok {
		return m.table[index]
	}
	return nil
}

// fitting are the types of deltas that change a block of a kind; of other kinds none is known.
func fitting(kind string) []string {
	switch kind {
	case "text":
		return []string{"text_delta", "citations_delta"}
	case "tool_use", "server_tool_use":
		return []string{"input_json_delta"}
	case "thinking", "redacted_thinking":
		return []string{"thinking_delta", "signature_delta"}
	}
	return nil
}

func (m *meaning) change(i int, e wire.Value) {
	b, change := m.of(e), e.Get("delta")
	kind, of := change.Get("type").Text(), []string(nil)
	if b != nil {
		of = fitting(b.kind)
	}
	text, json := change.Get("text").Text(), change.Get("partial_json").Text()
	switch {
	case !slices.Contains([]string{"text_delta", "citations_delta", "input_json_delta", "thinking_delta", "signature_delta"}, kind):
		m.odd |= unknowns
		m.leave.Lessen(true, "MSG-10")
	case b == nil, of != nil && !slices.Contains(of, kind):
		m.odd |= strayed
		m.leave.Allow(true, "MSG-20")
		if kind == "text_delta" { // it may show
			m.blocks = append(m.blocks, &block{index: 1 << 40, kind: "text", message: m.messages, from: i, to: i, free: true, stopped: true,
				pieces: []act.Piece{{Text: text, Kind: act.Text, Element: i, Free: true}}})
		} else if b == nil {
			if len(m.strays) == 0 {
				m.strayFrom = i
			}
			m.strays, m.strayTo = append(m.strays, json), i
		}
	case kind == "text_delta", kind == "input_json_delta":
		p := act.Piece{Text: text + json, Kind: act.Call, Element: i, Free: m.over() || b.message != m.messages}
		if b.stopped { // what comes too late doesn't weave it with others
			p.Free = true
			m.leave.Allow(true, "MSG-19")
			b.traits |= late
		} else {
			b.to = i
		}
		b.pieces = append(b.pieces, p)
	}
}

func (m *meaning) stop(i int, e wire.Value) {
	switch b := m.of(e); {
	case b == nil:
		m.odd |= strayed
		m.lostStop = true
		m.leave.Allow(true, "MSG-20")
	case b.stopped:
		m.leave.Allow(true, "MSG-19")
		b.traits |= late
	case !m.over() && b.message == m.messages:
		b.stopped, b.to = true, i
	default:
		b.tooLate = true
	}
}

// settle says what only the whole stream shows.
func (m *meaning) settle() {
	if m.messages > 1 {
		m.odd |= several
	}
	m.leave.Allow(len(m.failures) > 0, "MSG-13")
	m.leave.Allow(!m.ended || !m.reasoned(), "MSG-14")
	m.leave.Allow(m.aborted, "MSG-26")
	if !m.ended || m.failed() {
		m.odd |= broken
	}
	c := class(m.reason())
	m.leave.Allow(m.reasoned() && (c == limit || c == refused), "MSG-16")
	byID := map[string][]*block{}
	for i, b := range m.blocks {
		if b.call() {
			byID[b.id()] = append(byID[b.id()], b)
		}
		end := b.to
		if !b.stopped {
			end = math.MaxInt32
			if m.ended && b.start.IsObject() {
				m.leave.Allow(true, "MSG-18") // whatever it holds: a right server stops every block
			}
			if b.call() && m.ended {
				b.traits |= unstopped
			}
		}
		for _, o := range m.blocks[i+1:] {
			if o.from < end && o.message == b.message && o.kind != "" && o.start.IsObject() {
				b.traits |= woven
				o.traits |= woven
			}
		}
	}
	for _, list := range byID {
		if len(list) > 1 {
			m.leave.Allow(true, "MSG-23")
			for _, b := range list {
				b.traits |= sameID
			}
		}
	}
}

// reasoned: some message_delta has a reason.
func (m *meaning) reasoned() bool {
	return slices.ContainsFunc(m.reasons, func(r reasonTold) bool { return r.value.IsString() && !r.free })
}

// reason is the last one that came, "" where none did.
func (m *meaning) reason() string {
	for _, r := range slices.Backward(m.reasons) {
		if r.value.IsString() && !r.free {
			return r.value.Text()
		}
	}
	return ""
}
