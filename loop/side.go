package loop

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Implementation is an agent of every wire, with what may be wrong with it and what it may do otherwise.
type Implementation struct {
	// Answer makes the agent of a wire.
	Answer   func(*endpoint.Endpoint) dialect.Answer
	Faults   func(dialect.Pair, *endpoint.Endpoint) []dialect.Fault
	Variants func(dialect.Pair, *endpoint.Endpoint) []dialect.Variant
}

// Side is the role of an agent in a dialect. The converter's lines, where requests are what a converter
// makes, are judged on every request.
func Side(e *endpoint.Endpoint, d dialect.Dialect, i Implementation) dialect.Side {
	pair := dialect.Pair{Dialect: e.Dialect, Role: Agent}
	j := judge{wire: e}
	if at := slices.IndexFunc(d.Sides, func(s dialect.Side) bool { return s.Role == dialect.Converter }); at >= 0 && e.Given != nil {
		j.converter = &d.Sides[at]
	}
	return dialect.Side{
		Pair:         pair,
		Requirements: j.requirements(),
		Cases:        func() []*dialect.Case { return cases(e, pair) },
		Judge:        j.judge,
		Parse:        Parse(e),
		Reference:    i.Answer(e),
		Faults:       i.Faults(pair, e),
		Variants:     i.Variants(pair, e),
		Render:       render(e, pair),
		Twists:       twists(e),
		Loud:         dialect.LoudError(),
		Relations:    dialect.Relations{Normal: normal},
	}
}

type judge struct {
	wire      *endpoint.Endpoint
	converter *dialect.Side
}

// idle are lines of converters about what no conversation of a right model brings: invalid histories.
func idle(r requirement.Requirement) bool {
	return slices.Contains([]string{"CHAT-86", "MSG-85", "MSG-86", "MSG-88", "RESP-82", "RESP-87", "AGUI-82", "AGUI-83", "AGUI-84",
		"AGUI-86"}, r.ID)
}

func (j judge) requirements() []requirement.Requirement {
	list := requirement.Catalogue(rules())
	if j.converter == nil {
		return list
	}
	for _, r := range j.converter.Requirements {
		if !idle(r) {
			r.Roles = append(slices.Clone(r.Roles), string(Agent))
			list = append(list, r)
		}
	}
	return list
}

// judge holds what an agent did against its conversation.
func (j judge) judge(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	script, ok := c.Script.(*Conversation)
	if !ok {
		return nil
	}
	s := read(script, o)
	outcomes := requirement.Apply(rules(), s)
	if j.converter == nil {
		return outcomes
	}
	sums := map[string]*requirement.Outcome{}
	for _, r := range j.requirements()[len(outcomes):] {
		sums[r.ID] = &requirement.Outcome{Requirement: r.ID, Verdict: requirement.Unobserved}
	}
	for _, r := range s.requests {
		for _, out := range j.converted(s, r) {
			if sum := sums[out.Requirement]; sum != nil {
				sum.Verdict = requirement.Combine(sum.Verdict, out.Verdict)
				sum.Findings = append(sum.Findings, out.Findings...)
			}
		}
	}
	for _, r := range j.requirements()[len(outcomes):] {
		outcomes = append(outcomes, *sums[r.ID])
	}
	return outcomes
}

// converted is what the converter's lines say of a request. What its results are is the tools', and
// whether it holds the turns is judged by the lines of the loop: the history that it is held against
// has what was sent, ids and all, so that only the form is judged.
func (j judge) converted(s *story, r *request) []requirement.Outcome {
	h, ok := s.history(r)
	if !ok {
		return nil
	}
	c := &dialect.Case{Pair: j.converter.Pair, Script: j.wire.Given(h)}
	outcomes := j.converter.Judge(c, &dialect.Observation{State: j.wire.State(r.Body), Omits: []string{"activity"}})
	for i := range outcomes {
		for k := range outcomes[i].Findings {
			f := &outcomes[i].Findings[k]
			f.Where, f.Event = where(r.n, f.Where), r.n
		}
	}
	return outcomes
}

// history is the conversation up to a request, as a converter would have been given it; not ok where it
// holds what nobody knows how to send: calls that are no JSON, turns that were cut.
func (s *story) history(r *request) (h history.History, ok bool) {
	if r.n == 0 || r.Previous != "" || len(r.held.Confused()) > 0 {
		return nil, false
	}
	sent := func(id string) string {
		if as := r.as[id]; as != "" {
			return as
		}
		return r.held.As[id]
	}
	for _, m := range r.sent {
		if m.Role != history.User {
			break
		}
		h = append(h, history.Entry{Role: history.User, Text: m.Text})
	}
	for k := range r.n {
		t := s.At(k)
		if t.Cut() || len(t.Calls()) == 0 {
			return nil, false
		}
		if t.Text(true) != t.Text(false) {
			return nil, false // text behind a call may stay there, or be put before it
		}
		spoken := r.says(t.Text(false))
		if !spoken && t.Text(false) != "" && r.speaks() {
			return nil, false // it says something else
		}
		e := t.entry(spoken)
		for i, p := range e.Parts {
			if !p.Call {
				continue
			}
			got := r.got(p.ID)
			v, valid := Call{Text: p.Arguments}.Arguments()
			if got.IsAbsent() || !valid || !v.IsObject() || len(r.held.Answers(p.ID)) != 1 || !alike(v, parsed(got)) {
				return nil, false // the lines of the loop tell
			}
			if e.Parts[i].Arguments = got.Text(); !got.IsString() {
				e.Parts[i].Arguments = got.JSON()
			}
			e.Parts[i].ID = sent(p.ID)
		}
		e.Parts = r.ordered(e.Parts, sent)
		h = append(h, e)
		for _, c := range t.Calls() {
			a := r.held.Answers(c.ID)[0]
			result := history.Entry{Role: history.Tool, CallID: sent(c.ID), Name: c.Name, Status: "success", Output: wire.Str(a.Content)}
			failed := s.kind(c) != ordinary && s.kind(c) != dubious || s.kind(c) == dubious && a.Flag.IsTrue()
			if failed && s.wire.Whole != nil { // what a client stores has a member for it, which it may leave out
				result.Status = "error"
			}
			h = append(h, result)
		}
	}
	return h, true
}

// says tells whether an assistant's text is in the request.
func (r *request) says(text string) bool {
	said := ""
	for _, m := range r.sent {
		if m.Role == history.Assistant {
			said += m.Text
		}
	}
	return text != "" && strings.Contains(said, text)
}

// ordered are parts with the calls in the order in which they were sent: that order is the agent's.
func (r *request) ordered(parts []history.Part, sent func(id string) string) []history.Part {
	place := map[string]int{}
	for i, m := range r.sent {
		for k, g := range m.Calls {
			id := g.ID.Text()
			if as := sent(id); as != "" {
				id = as
			}
			place[id] = 1 + 1000*i + k
		}
	}
	place[""] = 0 // a text
	slices.SortStableFunc(parts, func(a, b history.Part) int { return place[a.ID] - place[b.ID] })
	return parts
}

// speaks tells whether the request holds any text of an assistant.
func (r *request) speaks() bool {
	return slices.ContainsFunc(r.sent, func(m history.Sent) bool { return m.Role == history.Assistant && m.Text != "" })
}

// got are the arguments of a call as they were sent, absent where it was not.
func (r *request) got(id string) wire.Value {
	for _, p := range r.held.Calls.Pairs {
		if p.Want.IDs[0] == id {
			return p.Got.Arguments
		}
	}
	return wire.Value{}
}
