package uimessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// Traits of calls, and of streams, which all their calls have.
const (
	// given: the input came. success and failure: so did that outcome.
	given act.Traits = 1 << iota
	success
	failure
	// among: there are other calls. across: text stands between its events.
	among
	across
	// reused: its id is told again behind a later start-step. earlier: its outcome came in a later step.
	reused
	earlier
	// bare: it has no start; the stream lacks start or steps. raw: its input is no valid one.
	bare
	raw
	temporary
	asked
	// reset: the stream takes a step back; decided: a decision came.
	reset
	decided
	// replayed behind its outcome; twice: it has two outcomes; otherwise: told again with another name or input.
	replayed
	twice
	otherwise
	// odd: a delta behind its input, an outcome before it, another dynamic flag.
	odd
	// unanswered: it has no outcome where the turn ends; unended: where the stream just stops.
	unanswered
	unended
	// cut: the stream just stops; broken: an error came.
	cut
	broken
	// strange: an event is unknown; orphaned: something came for a call that is unknown.
	strange
	orphaned
	annotated
	// beside: data parts come.
	beside
)

// options are what changes what a stream means for an implementation.
type options struct {
	// blind: it has no approvals. skip: events of these types are passed over. loud: its answer
	// is an error, and stop the event from which on it may have stopped.
	blind, loud bool
	skip        []string
	stop        int
}

// meaning is what a stream means for a consumer.
type meaning struct {
	options
	script *stream.Script
	events []placed
	calls  []*call
	// byID is the newest call of an id, asking that of an approval.
	byID, asking map[string]*call
	// step is the number of the step, born the event that began it.
	step, born int
	traits     act.Traits
	prose
	data  []datum
	forms [][]datum
	// ids, reasons and failures are what came of each.
	ids, reasons, failures []wire.Value
	// aborted and failed came before anything else ended the turn; over: something has.
	aborted, failed, finished, over, broke bool
	// aborts: an abort came at all.
	aborts                  bool
	starts, steps, stepEnds bool
	// anyID: a start came behind the end. late: events did.
	anyID, late bool
	// leave is where an answer may be loud, firstLoud from which event on.
	leave     compare.Leave
	firstLoud int
	stopping  bool
}

// placed is an event and its element.
type placed struct {
	at int
	wire.Value
}

type datum struct {
	name string
	id   wire.Value
	data wire.Value
	born int
}

// meant is what the stream of a case means.
func meant(s *stream.Script, o options, mayReject bool) *meaning {
	o.stop = -1
	m := newMeaning(s, o)
	if mayReject {
		m.allow("FRAME-12", 0)
	}
	m.walk()
	if !o.loud {
		return m
	}
	o.stop = max(0, m.firstLoud)
	again := newMeaning(s, o)
	again.walk()
	again.leave = m.leave
	return again
}

func newMeaning(s *stream.Script, o options) *meaning {
	m := &meaning{options: o, script: s, byID: map[string]*call{}, asking: map[string]*call{}, firstLoud: -1, born: -1}
	for i, element := range s.Came() {
		if e, _, _ := act.Frame(element); !e.IsAbsent() {
			m.events = append(m.events, placed{i, e})
		}
	}
	return m
}

// allow lets an answer be loud from an event on.
func (m *meaning) allow(line string, from int) {
	m.leave.Allow(true, line)
	m.louder(from)
}

// lessen: a loud answer is a small miss of the line.
func (m *meaning) lessen(line string, from int) {
	m.leave.Lessen(true, line)
	m.louder(from)
}

func (m *meaning) louder(from int) {
	if m.firstLoud < 0 || from < m.firstLoud {
		m.firstLoud = from
	}
}

func (m *meaning) walk() {
	m.before(m.script.Beside.Get("message"))
	for n, e := range m.events {
		if n == m.stop || m.over {
			m.halt()
		}
		m.late = m.late || m.over
		m.take(n, e.Value)
	}
	if !m.finished || !m.script.Closed() {
		m.allow("UIMSG-17", len(m.events))
	}
	m.halt()
	m.mark()
}

// halt: from here on a reader may have stopped.
func (m *meaning) halt() {
	if m.stopping {
		return
	}
	m.stopping = true
	for _, c := range m.calls {
		m.note(c)
	}
	m.shot()
	m.forms = append(m.forms, slices.Clone(m.data))
}

// note remembers how a call may be left.
func (m *meaning) note(c *call) {
	if !m.stopping {
		return
	}
	all := func(have, now ways) ways {
		for _, w := range now {
			have = have.plus(w.closed(m.loud || m.broke)...)
		}
		return have
	}
	c.seen = all(c.seen, c.now)
	if c.nowSecond != nil {
		c.pair[0], c.pair[1] = all(c.pair[0], c.nowFirst), all(c.pair[1], c.nowSecond)
	}
}

// take is an event.
func (m *meaning) take(n int, e wire.Value) {
	switch kind := kindOf(e); kind {
	case startEvent:
		m.starts, m.anyID = true, m.anyID || m.over
		m.ids = append(m.ids, e.Get("messageId"))
	case stepEvent:
		m.steps = true
		m.step, m.born = m.step+1, n
		for _, b := range m.open {
			b.stepped = true
		}
		m.token(token{kind: stepToken})
	case endStepEvent:
		m.stepEnds = true
		m.crossing()
	case textStart, textDelta, textEnd, reasoningStart, reasoningDelta, reasoningEnd:
		m.write(n, kind, e)
	case callEvent, inputEvent, badInputEvent:
		m.tell(n, kind, e)
	case pieceEvent, requestEvent, outputEvent, failEvent, denyEvent:
		m.call(n, kind, e)
	case responseEvent:
		m.decide(n, e)
	case resetEvent:
		m.reset(n)
	case errorEvent:
		m.allow("UIMSG-15", n)
		m.traits |= broken
		m.failed = m.failed || !m.over
		m.failures = append(m.failures, e.Get("errorText"))
		m.breaks()
	case abortEvent:
		m.aborted = m.aborted || !m.over && !m.failed
		m.over, m.aborts = true, true
		m.breaks()
	case finishEvent:
		m.finished, m.over = true, true
		m.reasons = append(m.reasons, e.Get("finishReason"))
	default:
		if strings.HasPrefix(kind, dataPrefix) {
			m.piece(n, kind, e)
		} else if !known(kind) {
			m.traits |= strange
			m.allow("UIMSG-19", n)
		} else if late(kind) {
			m.allow("UIMSG-09", n)
		}
	}
}

// breaks: from here on what waits may be shown as failed.
func (m *meaning) breaks() {
	m.broke = true
	for _, c := range m.calls {
		m.note(c)
	}
}

// piece is a data event.
func (m *meaning) piece(n int, kind string, e wire.Value) {
	m.traits |= beside
	if e.Get("transient").IsTrue() {
		return
	}
	d := datum{strings.TrimPrefix(kind, dataPrefix), e.Get("id"), e.Get("data"), n}
	at := slices.IndexFunc(m.data, func(o datum) bool { return o.name == d.name && !d.id.IsNull() && wire.Equal(o.id, d.id) })
	if m.data = slices.Clone(m.data); at >= 0 {
		m.data[at].data = d.data
	} else {
		m.data = append(m.data, d)
	}
	m.changed()
}

func (m *meaning) changed() {
	if m.stopping {
		m.forms = append(m.forms, slices.Clone(m.data))
	}
}

// before is the message that the stream goes on with.
func (m *meaning) before(message wire.Value) {
	for _, p := range message.Get("parts").Items() {
		switch kindOf(p) {
		case "text":
			m.block("", p.Get("text").Text())
		case "step":
			m.token(token{kind: stepToken, spare: true})
		case "data":
			m.data = append(m.data, datum{p.Get("name").Text(), p.Get("id"), p.Get("data"), -1})
		case "tool":
			m.prior(p)
		}
	}
	if message.IsObject() {
		m.ids = append(m.ids, message.Get("id"))
	}
}

// prior is a tool part of that message.
func (m *meaning) prior(p wire.Value) {
	name, state := p.Get("toolName").Text(), p.Get("state").Text()
	w := way{state: state, name: name, input: only(p.Get("input")), output: only(p.Get("output")), failure: only(p.Get("errorText")),
		text:   p.Get("inputText").Text(),
		prelim: p.Get("preliminary").IsTrue()}
	c := &call{id: p.Get("toolCallId").Text(), first: -1, step: -1, names: []string{name}, inputs: []wire.Value{p.Get("input")},
		traits: earlier}
	if before := m.byID[c.id]; before != nil {
		before.traits, c.traits = before.traits|reused, c.traits|reused
	}
	if approval := p.Get("approval"); approval.IsObject() {
		m.asking[approval.Get("id").Text()] = c
		if w.approval, w.approved = approval.Get("id").Text(), approval.Get("approved"); m.blind && w.open() {
			w.state = undecided
		}
	}
	c.flags(p)
	switch {
	case w.state == succeeded:
		c.answer(outputOf(c.id, p.Get("output")), w.prelim)
	case w.state == failedState:
		c.answer(failed(c.id, p.Get("errorText").Text()), false)
	case w.state == denied && m.blind:
		w.state = unsuccessful
	}
	c.now = ways{w}
	m.calls = append(m.calls, c)
	m.byID[c.id] = c
	m.token(token{kind: callToken, call: c})
}

// mark gives the calls the traits that follow from the whole stream.
func (m *meaning) mark() {
	if !m.finished && !m.broke {
		m.traits |= cut
	}
	for _, e := range m.events {
		if slices.ContainsFunc(e.Members(), func(x wire.Member) bool { return foreign(x.Name) }) {
			m.traits |= annotated
		}
	}
	for _, c := range m.calls {
		c.traits |= m.traits
		if c.traits&reused != 0 {
			c.traits &^= earlier
		}
		if len(m.calls) > 1 {
			c.traits |= among
		}
		if !m.starts || !m.steps || !m.stepEnds && m.finished {
			c.traits |= bare
		}
		if c.traits&(reused|earlier) != 0 {
			c.traits &^= bare
		}
		if len(c.inputs) > 0 {
			c.traits |= given
		}
		switch {
		case c.answered():
		case m.traits&cut != 0:
			c.traits |= unended
		default:
			c.traits |= unanswered
		}
	}
}

// foreign tells whether no event has a member of that name.
func foreign(name string) bool {
	return !slices.Contains(strings.Fields("type id delta data transient messageId messageMetadata toolCallId toolName input "+
		"inputTextDelta inputEncoding dynamic providerExecuted providerMetadata toolMetadata title output preliminary errorText "+
		"approvalId approved reason isAutomatic approvalDescriptor signature finishReason url mediaType sourceId filename kind"), name)
}
