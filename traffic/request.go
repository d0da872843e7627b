package traffic

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Request is what a client sent.
type Request struct {
	endpoint.Request
	Judged
}

// Request judges the body of a request by itself: the form of calls and results, and where results
// stand.
func (w *Wire) Request(body wire.Value) *Request {
	r := &Request{Request: w.Read(body)}
	if w.Live.Breaches != nil {
		r.Findings = w.Live.Breaches(body)
	}
	p := pairer{Pairing: w.Live.Pairing, request: r, open: map[string]string{}, answered: map[string]bool{}}
	switch p.Place {
	case endpoint.Behind, endpoint.Turn:
		p.strictly()
	case endpoint.Later:
		p.loosely()
	}
	calls, results := 0, 0
	for _, m := range r.Sent {
		calls, results = calls+len(m.Calls), results+len(m.Results)
	}
	if calls > 0 {
		r.saw(p.Calls)
	}
	if results > 0 {
		r.saw(p.Results)
		r.saw(p.Order)
	}
	return r
}

// saw notes a line that the request could have missed.
func (r *Request) saw(id string) {
	if id != "" && !slices.Contains(r.Seen, id) {
		r.Seen = append(r.Seen, id)
	}
}

// pairer goes through the messages of a request, with the calls that wait for their result.
type pairer struct {
	endpoint.Pairing
	request *Request
	// open are the places of the calls that wait, by id; order their ids. answered are ids that
	// had their result in the turn.
	open     map[string]string
	order    []string
	answered map[string]bool
}

func (p *pairer) miss(line, at, message string, actual wire.Value) {
	if line == "" {
		return
	}
	p.request.saw(line)
	level := requirement.Must
	if line == p.Twice && p.Place == endpoint.Later {
		level = requirement.Should
	}
	p.request.Findings = append(p.request.Findings, requirement.Finding{Requirement: line, Level: level, Message: message, Where: at,
		Event: -1, Actual: actual})
}

// strictly: a result stands in what directly follows its call.
func (p *pairer) strictly() {
	said := false // a text of the user stands in this turn
	for i, m := range p.request.Sent {
		switch {
		case len(m.Results) > 0:
			p.results(m, said && p.Place == endpoint.Turn)
			continue
		case p.Place == endpoint.Turn && m.Role != history.Assistant:
			said = said || m.Role == history.User
			continue
		}
		if begins := p.Place == endpoint.Behind || i == 0 || p.request.Sent[i-1].Role != history.Assistant; begins {
			p.settle()
		}
		said = false
		for _, c := range m.Calls {
			p.call(c.ID.Text(), c.At)
		}
	}
	if n := len(p.request.Sent); n > 0 && p.Place == endpoint.Turn && p.request.Sent[n-1].Role == history.Assistant {
		return // what the last message asks may be answered by whoever reads it
	}
	p.settle()
}

func (p *pairer) call(id, at string) {
	if _, twice := p.open[id]; twice {
		p.miss(p.Calls, at, fmt.Sprintf("Two calls of one turn have the id %q.", id), wire.Str(id))
		return
	}
	p.open[id] = at
	p.order = append(p.order, id)
}

func (p *pairer) results(m history.Sent, behindText bool) {
	for _, a := range m.Results {
		_, waits := p.open[a.ID]
		switch {
		case waits && behindText:
			p.miss(p.Order, a.At, fmt.Sprintf("The result of %q stands behind a text of its turn.", a.ID), a.Whole)
		case !waits && p.answered[a.ID]:
			p.miss(p.Twice, a.At, fmt.Sprintf("%q has a second result.", a.ID), a.Whole)
		case !waits:
			p.miss(p.Orphan, a.At, fmt.Sprintf("The result names %q, and no call that waits there has this id.", a.ID), a.Whole)
		}
		if waits {
			delete(p.open, a.ID)
			p.answered[a.ID] = true
		}
	}
}

// settle ends a turn: what waits has no result where it must stand.
func (p *pairer) settle() {
	for _, id := range p.order {
		if at, waits := p.open[id]; waits {
			p.miss(p.Results, at, fmt.Sprintf("The call %q has no result behind it.", id), wire.Str(id))
		}
	}
	clear(p.open)
	clear(p.answered)
	p.order = nil
}

// loosely: a result stands behind its call and before the next message of the user. Calls and results
// that are alone may be sent as they are, and so may those of an answer that the request goes on from.
func (p *pairer) loosely() {
	known, users, at := map[string]bool{}, 0, map[string]int{}
	for _, m := range p.request.Sent {
		for _, c := range m.Calls {
			known[c.ID.Text()] = true
		}
	}
	for _, m := range p.request.Sent {
		if m.Role == history.User {
			users++
		}
		for _, c := range m.Calls {
			at[c.ID.Text()] = users
		}
		for _, a := range m.Results {
			turn, came := at[a.ID]
			switch {
			case p.answered[a.ID]:
				p.miss(p.Twice, a.At, fmt.Sprintf("%q has a second output.", a.ID), a.Whole)
			case known[a.ID] && !came:
				p.miss(p.Order, a.At, fmt.Sprintf("The output for %q stands before its call.", a.ID), a.Whole)
			case came && turn != users:
				p.miss(p.Order, a.At, fmt.Sprintf("The output for %q stands behind the next user message.", a.ID), a.Whole)
			}
			p.answered[a.ID] = true
		}
	}
}
