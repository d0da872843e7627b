package loop

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// story is what an agent did: its requests, the n-th of which got the n-th turn, and what it told.
type story struct {
	*Conversation
	wire     *endpoint.Endpoint
	requests []*request
	// names are those of calls whose id others have, too, by their ids.
	names map[string][]string
	// items are the ids of what calls came in, by the ids of the calls.
	items map[string]string
	// refused is what it asked in vain: where nothing is, or what nobody can read.
	refused []string
	o       *dialect.Observation
	state   wire.Value
	// last is the turn behind all, nil before it was asked for.
	last *Turn
}

// request is a request, and the turns before it held against it.
type request struct {
	endpoint.Request
	n int
	// sent are its messages, with the model's ids; as are those under which calls were sent instead.
	sent []history.Sent
	as   map[string]string
	held *history.Request
}

// RequestMember is the member of an event that holds a request's body.
const RequestMember = "request"

// RefusedMember is the member of an event that says what was asked in vain, in words. Such events stand behind
// those of all requests.
const RefusedMember = "refused"

func read(c *Conversation, o *dialect.Observation) *story {
	apart, names := toldApart(c)
	s := &story{Conversation: apart, wire: c.Wire, o: o, state: o.State, names: names, items: map[string]string{}}
	var answers [][]wire.Value
	for i, e := range o.Events {
		if refused := e.Value.Get(RefusedMember); refused.IsString() {
			s.refused = append(s.refused, refused.Text())
			continue // they stand behind all requests
		}
		body := e.Value.Get(RequestMember)
		if c.Wire.Resolve != nil {
			body = c.Wire.Resolve(body, answers)
		}
		r := &request{Request: c.Wire.Read(body), n: i}
		if c.Wire.Resolve != nil {
			answers = append(answers, c.got(r, i))
		}
		if c.Wire.Items != nil {
			maps.Copy(s.items, c.Wire.Items(c.got(r, i)))
		}
		s.requests = append(s.requests, r)
		r.sent, r.as = aligned(s.asked(i), named(s.whole(r), names))
		r.held = history.Hold(s.asked(i), r.sent)
	}
	return s
}

// got are the elements of the answer to a request, as they were sent: who wants no stream may get others, with ids of their own.
func (c *Conversation) got(r *request, n int) []wire.Value {
	script := c.Script(n)
	if !r.Stream && script.Object != nil {
		return c.Wire.Fit(script.Object, r.Request, n)
	}
	return c.Wire.Fit(script.Elements, r.Request, n)
}

// whole are the messages of a request; where it goes on from an answer that the server keeps, with those
// before it.
func (s *story) whole(r *request) []history.Sent {
	for k := range s.requests {
		if r.Previous != "" && strings.HasSuffix(r.Previous, fmt.Sprintf("_%d", k+1)) {
			return slices.Concat(s.requests[k].sent, s.At(k).sent(), r.Sent)
		}
	}
	return r.Sent
}

// sent is a turn as a message.
func (t Turn) sent() []history.Sent {
	list := []history.Sent{{Role: history.Assistant, Text: t.Text(false)}}
	h := history.History{t.entry(true)}
	for _, p := range h.Calls() {
		list = append(list, history.Sent{Role: history.Assistant, Calls: p.Got()})
	}
	return list
}

// At is the n-th turn. The one behind all is made once: whoever goes on asking gets it each time.
func (s *story) At(n int) Turn {
	if n < len(s.Turns) {
		return s.Turns[n]
	}
	if s.last == nil {
		t := s.closing()
		s.last = &t
	}
	return *s.last
}

// entry is the turn as an assistant's message, with its text or without.
func (t Turn) entry(text bool) history.Entry {
	e := history.Entry{Role: history.Assistant}
	if words := t.Text(false); text && words != "" {
		e.Parts = append(e.Parts, history.Part{Text: words})
	}
	for _, c := range t.Calls() {
		e.Parts = append(e.Parts, history.Part{Call: true, ID: c.ID, Name: c.Name, Arguments: c.Text})
	}
	return e
}

// asked are the turns before a request that were told whole, without results.
func (s *story) asked(n int) history.History {
	h := history.History{{Role: history.User, Text: s.Prompt}}
	for j := range n {
		if t := s.At(j); !t.Cut() && len(t.Calls()) > 0 {
			h = append(h, t.entry(true))
		}
	}
	return h
}

// next is the request behind a turn, nil where the loop ended there.
func (s *story) next(turn int) *request {
	if turn+1 < len(s.requests) {
		return s.requests[turn+1]
	}
	return nil
}

// turns are the turns that the agent got.
func (s *story) turns(look func(n int, t Turn)) {
	for n := range s.requests {
		look(n, s.At(n))
	}
}

// kind is what a call needs.
type kind uint8

const (
	ordinary kind = iota
	throws
	unknown   // there is no such tool
	malformed // its arguments are no object
	dubious   // they have a key that a reader may refuse, for it may be an attack
	served    // the server has answered it
)

func (s *story) kind(c Call) kind {
	does, known := s.tool(c.Name)
	v, ok := c.Arguments()
	switch {
	case c.Answer != nil:
		return served
	case !ok, !v.IsObject():
		return malformed
	case !known:
		return unknown
	case suspect(v):
		return dubious
	case does.Has("throw"):
		return throws
	}
	return ordinary
}

// unsound tells whether the arguments are none that every agent takes.
func (s *story) unsound(c Call) bool { return s.kind(c) == malformed || s.kind(c) == dubious }

// suspect tells whether a value has a key that names what every object has in some languages.
func suspect(v wire.Value) bool {
	for _, m := range v.Members() {
		if slices.Contains([]string{"__proto__", "constructor", "prototype"}, m.Name) || suspect(m.Value) {
			return true
		}
	}
	return slices.ContainsFunc(v.Items(), suspect)
}

// fails tells whether nothing but a failure may be the outcome of a call.
func (s *story) fails(c Call) bool {
	if c.Answer != nil {
		return c.Answer.Status != transcript.Success
	}
	return s.kind(c) != ordinary && s.kind(c) != dubious
}

// mayEnd tells whether the loop may end at a turn by telling an error.
func (s *story) mayEnd(t Turn) bool {
	return t.How != Plain || slices.ContainsFunc(t.Calls(), func(c Call) bool {
		return s.kind(c) != ordinary && s.kind(c) != served || s.fails(c)
	})
}

// MayFail tells whether an agent may end the conversation by telling an error.
func (c *Conversation) MayFail() bool {
	return slices.ContainsFunc(c.Turns, (&story{Conversation: c}).mayEnd)
}

// over tells whether the loop ended at a turn although a request was due.
func (s *story) over(n int, t Turn) bool {
	return s.next(n) == nil && len(t.Due()) > 0 && !t.Cut() && n+1 < s.MaxTurns()
}

// failure is the error that the loop ended with; seen is false where nobody can tell.
func (s *story) failure() (told, seen bool) {
	if s.state.IsNull() || s.o.Omitted("error") || s.o.Omitted("state") {
		return false, false
	}
	return !s.state.Get("error").IsNull(), true
}

// runs are the calls of tools that the agent tells of.
func (s *story) runs() (list []wire.Value, seen bool) {
	runs := s.state.Get("runs")
	return runs.Items(), runs.IsArray() && !s.o.Omitted("runs")
}

// parsed is a value that may come as its text.
func parsed(v wire.Value) wire.Value {
	if v.IsString() {
		if strings.TrimSpace(v.Text()) == "" {
			return wire.Obj()
		}
		if in, err := wire.Parse([]byte(v.Text())); err == nil {
			return in
		}
	}
	return v
}

// says tells whether a content is a value: a text as it is, anything as its JSON, and that once more as
// a text, as frameworks do whose tools return text.
func says(want wire.Value, content string, equal func(a, b wire.Value) bool) bool {
	if want.IsString() && content == want.Text() {
		return true
	}
	v, err := wire.Parse([]byte(content))
	return err == nil && (equal(want, v) || v.IsString() && equal(want, parsed(v)))
}

// shown is what a result says, as a value where it is one.
func shown(a history.Answer) wire.Value {
	if v, err := wire.Parse([]byte(a.Content)); err == nil {
		return v
	}
	return wire.Str(a.Content)
}

// failing tells whether a content without a flag reads as a failure: as words, or as an object that has
// a member for them.
func failing(h history.History, a history.Answer) bool {
	if a.Flag.IsTrue() {
		return true
	}
	if v, err := wire.Parse([]byte(a.Content)); err == nil && v.IsObject() {
		for _, m := range v.Members() {
			if name := strings.ToLower(m.Name); strings.Contains(name, "error") && !m.Value.IsFalse() && !m.Value.IsNull() {
				return true
			}
		}
	}
	return !h.Misleads(a.Content)
}
