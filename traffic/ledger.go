package traffic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

const (
	// answersKept and requestsKept bound what is remembered of the conversations that go on.
	answersKept  = 20_000
	requestsKept = 256
)

// Ledger holds the requests of a wire's conversations against the answers that they go on from. What
// it is told may come in any order: a judge may fall behind. It belongs to one goroutine.
type Ledger struct {
	wire *Wire
	// asked are the answers whose calls no request has held yet, byCall those that have a call of
	// that id.
	asked  []*called
	byCall map[string][]*called
	// recent are the last requests, for an answer that is told behind them.
	recent []told
	// Lost counts the answers that were forgotten, Ambiguous the requests that may go on from any
	// of several.
	Lost, Ambiguous int
}

// called is an answer with calls: Number is that of its exchange.
type called struct {
	number int
	id     string
	calls  []*compare.Got
	// asked is what the user said last before it, "" for nothing: ids alone may come again in other
	// conversations.
	asked string
	done  bool
}

type told struct {
	number int
	*Request
	// sent are its calls by their ids: long conversations have many, and are held against many answers.
	sent map[string][]*compare.Got
}

// Link is what a request says of the answer that it goes on from.
type Link struct {
	// From and To are the exchanges of the answer and of the request.
	From, To int
	Judged
}

// NewLedger is an empty ledger.
func NewLedger(w *Wire) *Ledger { return &Ledger{wire: w, byCall: map[string][]*called{}} }

// Open counts the answers whose calls no request has held.
func (l *Ledger) Open() int {
	n := l.Lost
	for _, a := range l.asked {
		if !a.done {
			n++
		}
	}
	return n
}

// Answer tells the answer of an exchange, and the request that it answers; nil where nobody knows.
func (l *Ledger) Answer(number int, a *Answer, to *Request) []Link {
	if len(a.Calls) == 0 || a.Cut {
		return nil
	}
	c := &called{number: number, id: a.ID, calls: a.Calls, asked: lastSaid(to)}
	l.keep(c)
	var links []Link
	for _, r := range l.recent {
		if r.number > number && !c.done {
			links = append(links, l.link(r)...)
		}
	}
	return links
}

func (l *Ledger) keep(c *called) {
	if l.asked = append(l.asked, c); len(l.asked) > answersKept {
		first := l.asked[0]
		l.asked = slices.Clone(l.asked[1:])
		if !first.done {
			l.Lost++
		}
		l.forget(first)
	}
	for _, call := range c.calls {
		l.byCall[call.ID.Text()] = append(l.byCall[call.ID.Text()], c)
	}
}

func (l *Ledger) forget(c *called) {
	for _, call := range c.calls {
		id := call.ID.Text()
		if l.byCall[id] = slices.DeleteFunc(l.byCall[id], func(o *called) bool { return o == c }); len(l.byCall[id]) == 0 {
			delete(l.byCall, id)
		}
	}
}

// Request tells the request of an exchange.
func (l *Ledger) Request(number int, r *Request) []Link {
	t := told{number, r, sentByID(r)}
	if l.recent = append(l.recent, t); len(l.recent) > requestsKept {
		l.recent = slices.Clone(l.recent[1:])
	}
	return l.link(t)
}

// link finds the answers that a request goes on from, and holds it against each.
func (l *Ledger) link(r told) []Link {
	var links []Link
	for _, c := range l.candidates(r) {
		c.done = true
		l.forget(c)
		links = append(links, l.hold(c, r))
	}
	return links
}

// candidates are the answers before the request that it holds a call of. Where several have a call of
// one id, as servers give that count from 0, it is the one that it holds whole.
func (l *Ledger) candidates(r told) []*called {
	var list []*called
	for _, id := range named(r.Request) {
		var before []*called
		for _, c := range l.byCall[id] {
			if c.number < r.number && says(r.Request, c.asked) {
				before = append(before, c)
			}
		}
		if len(before) > 1 {
			before = slices.DeleteFunc(before, func(c *called) bool { return !c.in(r.sent) })
			if len(before) != 1 {
				l.Ambiguous++
				continue
			}
		}
		for _, c := range before {
			if !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
	}
	for _, c := range l.asked {
		if r.Previous != "" && c.id == r.Previous && !c.done && c.number < r.number && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

func sentCalls(r *Request) (list []*compare.Got) {
	for _, m := range r.Sent {
		list = append(list, m.Calls...)
	}
	return list
}

// sentByID are the calls in a request by their ids.
func sentByID(r *Request) map[string][]*compare.Got {
	byID := map[string][]*compare.Got{}
	for _, c := range sentCalls(r) {
		byID[c.ID.Text()] = append(byID[c.ID.Text()], c)
	}
	return byID
}

// lastSaid is the last text of the user.
func lastSaid(r *Request) string {
	if r == nil {
		return ""
	}
	for _, m := range slices.Backward(r.Sent) {
		if m.Role == history.User && m.Text != "" {
			return m.Text
		}
	}
	return ""
}

// says tells whether the user says a text in a request.
func says(r *Request, text string) bool {
	return text == "" || slices.ContainsFunc(r.Sent, func(m history.Sent) bool { return m.Role == history.User && m.Text == text })
}

// named are the ids of the calls and results in a request.
func named(r *Request) (ids []string) {
	for _, m := range r.Sent {
		for _, c := range m.Calls {
			ids = append(ids, c.ID.Text())
		}
		for _, a := range m.Results {
			ids = append(ids, a.ID)
		}
	}
	return ids
}

// in tells whether every call is among those that a request sent, as it came.
func (c *called) in(sent map[string][]*compare.Got) bool {
	return !slices.ContainsFunc(c.calls, func(call *compare.Got) bool {
		return !slices.ContainsFunc(sent[call.ID.Text()], func(got *compare.Got) bool { return same(call, got) == "" })
	})
}

// renumbered: the calls are in a request in their order, under other ids of which some are those of a call of the answer too; or
// what has their ids there are other calls.
func (c *called) renumbered(r *Request) bool {
	sent := sentCalls(r)
	for at := 0; at+len(c.calls) <= len(sent); at++ {
		alike, other, shared, ids := true, false, false, map[string]bool{}
		for i, call := range c.calls {
			as := *sent[at+i]
			id := as.ID.Text()
			ids[id], other = true, other || id != call.ID.Text()
			shared = shared || slices.ContainsFunc(c.calls, func(o *compare.Got) bool { return o.ID.Text() == id })
			as.ID = call.ID
			alike = alike && same(call, &as) == ""
		}
		behind := at + len(c.calls)
		if alike && other && (shared || c.elsewhere(r, slices.Concat(sent[:at], sent[behind:]))) && len(ids) == len(c.calls) {
			return true
		}
	}
	return false
}

// elsewhere: whichever ids of the answer's calls stand in a request are those of other calls.
func (c *called) elsewhere(r *Request, others []*compare.Got) bool {
	ids := named(r)
	return !slices.ContainsFunc(c.calls, func(call *compare.Got) bool {
		id := call.ID.Text()
		return slices.Contains(ids, id) && !slices.ContainsFunc(others, func(o *compare.Got) bool { return o.ID.Text() == id })
	})
}

// same says what of a call was sent otherwise than it came; "" for nothing. Another call with its id
// is "id".
func same(call, got *compare.Got) string {
	switch {
	case call.ID.Text() != got.ID.Text():
		return "id"
	case call.Name.Text() != got.Name.Text():
		return "name"
	case !equalArguments(call.Arguments, got.Arguments):
		return "arguments"
	}
	return ""
}

// equalArguments compares arguments as JSON, in text or not. No text and an empty object are one, and
// so are two texts that are equal.
func equalArguments(came, sent wire.Value) bool {
	blank := func(v wire.Value) bool {
		return v.IsNull() || v.IsString() && strings.TrimSpace(v.Text()) == "" || v.IsObject() && v.Len() == 0
	}
	parsed := func(v wire.Value) wire.Value {
		if v.IsString() {
			if inner, err := wire.Parse([]byte(v.Text())); err == nil {
				return inner
			}
		}
		return v
	}
	a, b := parsed(came), parsed(sent)
	return wire.Equal(a, b) || blank(a) && blank(b)
}

// wrapped: what is no object was sent as the one member of an object, on a wire that takes objects only.
func wrapped(came, sent wire.Value) bool {
	_, ok := wire.ParseObject(came.Text())
	return !ok && came.IsString() && sent.IsObject() && sent.Len() == 1 && wire.Equal(sent.Members()[0].Value, came)
}

// doubles are arguments whose numbers have passed through float64.
func doubles(v wire.Value) wire.Value {
	if v.IsString() {
		if inner, err := wire.Parse([]byte(v.Text())); err == nil {
			v = inner
		}
	}
	return dialect.Doubles(v)
}

// hold holds a request against the answer that it goes on from: every call is in it as it came, and has
// its result.
func (l *Ledger) hold(c *called, r told) Link {
	link := Link{From: c.number, To: r.number}
	if c.renumbered(r.Request) {
		return link // which call is which, nobody can tell by its id
	}
	p := l.wire.Live.Pairing
	refers := l.wire.Live.Refers != nil && l.wire.Live.Refers(r.Body)
	for _, call := range c.calls {
		if !refers && p.Calls != "" {
			link.calls(p.Calls, call, r.sent[call.ID.Text()])
		}
		if p.Place == endpoint.Later { // elsewhere the request shows it by itself
			link.answered(p.Results, call, r.Request)
		}
	}
	return link
}

func (l *Link) miss(line, at, message string, want, got wire.Value) {
	l.Findings = append(l.Findings, requirement.Finding{Requirement: line, Level: requirement.Must, Message: message, Where: at, Event: -1,
		Expected: want, Actual: got})
}

// calls: the call is in the request, once and as it came; sent are those of its id there.
func (l *Link) calls(line string, call *compare.Got, sent []*compare.Got) {
	if l.Seen = append(l.Seen, line); len(l.Seen) > 1 {
		l.Seen = l.Seen[:1]
	}
	if len(sent) > 0 {
		got := sent[0]
		switch same(call, got) {
		case "name":
			l.miss(line, got.At, fmt.Sprintf("The call %q came with another name.", call.ID.Text()), call.Name, got.Name)
		case "arguments":
			if wrapped(call.Arguments, got.Arguments) {
				return
			}
			l.miss(line, got.At, fmt.Sprintf("The call %q came with other arguments.", call.ID.Text()), call.Arguments, got.Arguments)
			if equalArguments(doubles(call.Arguments), doubles(got.Arguments)) { // numbers that not every language holds
				l.Findings[len(l.Findings)-1].Level = requirement.Should
			}
		}
		return
	}
	if text := call.Arguments.Text(); text != "" && !wire.IsJSON(text) {
		return // what is no JSON may be left out
	}
	l.miss(line, "", fmt.Sprintf("The call %q of the answer before is not in the request, though others of it are.", call.ID.Text()),
		call.ID, wire.Value{})
}

// answered: a request that names the answer has a result for the call.
func (l *Link) answered(line string, call *compare.Got, r *Request) {
	if !slices.Contains(l.Seen, line) {
		l.Seen = append(l.Seen, line)
	}
	for _, m := range r.Sent {
		for _, a := range m.Results {
			if a.ID == call.ID.Text() {
				return
			}
		}
	}
	l.miss(line, "", fmt.Sprintf("The call %q of the answer that the request goes on from has no output in it.", call.ID.Text()),
		call.ID, wire.Value{})
}
