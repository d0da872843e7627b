package loop

import (
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/compare"
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
		Cases:        func() []*dialect.Case { return j.tests(cases(e, pair, shapes(d))) },
		Judge:        j.judge,
		Parse:        Parse(e),
		Reference:    i.Answer(e),
		Faults:       func() []dialect.Fault { return i.Faults(pair, e) },
		Variants:     func() []dialect.Variant { return i.Variants(pair, e) },
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
	return slices.Contains([]string{"CHAT-86", "MSG-85", "MSG-86", "MSG-88", "RESP-87", "AGUI-82", "AGUI-83", "AGUI-84",
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

// tests are cases that test the converter's lines, too, where they have a turn with calls that is whole.
func (j judge) tests(list []*dialect.Case) []*dialect.Case {
	var lines []string
	for _, r := range j.requirements()[len(rules()):] {
		lines = append(lines, r.ID)
	}
	for _, c := range list {
		script, ok := c.Script.(*Conversation)
		if ok && slices.ContainsFunc(script.Turns, func(t Turn) bool { return t.How == Plain && len(t.Calls()) > 0 }) {
			c.Tests = append(slices.Clone(c.Tests), lines...)
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
		return requirement.SeenIf(s.tells(), outcomes)
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
	return requirement.SeenIf(s.tells(), outcomes)
}

// tells says whether the requests show anything of this conversation: the first one asks what its
// prompt asks.
func (s *story) tells() bool {
	own := marks.FindString(s.Prompt)
	return len(s.requests) > 0 && strings.Contains(s.requests[0].Body.JSON(), own)
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
	if j.wire.Formed != nil {
		for _, f := range j.wire.Formed(r.Body) {
			i := slices.IndexFunc(outcomes, func(o requirement.Outcome) bool { return o.Requirement == f.Requirement })
			outcomes[i].Verdict, outcomes[i].Findings = requirement.Fail, append(outcomes[i].Findings, f)
		}
	}
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
	if r.n == 0 || r.Previous != "" || len(r.held.Confused()) > 0 || len(s.names) > 0 { // its ids are unique
		return nil, false
	}
	sent := func(id string) string {
		as := r.as[id]
		switch {
		case as == "":
			return r.held.As[id]
		case slices.Contains(slices.Collect(maps.Values(s.items)), as):
			return id // the id of an item is none that a call may be given
		}
		return as
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
		if text := t.Text(false); text != "" && !r.says(text) && r.speaks() {
			return nil, false // it says something else
		}
		e := history.Entry{Role: history.Assistant, Parts: r.parts(t)}
		if len(history.History{e}.Calls()) != len(t.Calls()) {
			return nil, false // the lines of the loop tell
		}
		for i, p := range e.Parts {
			c := t.call(p.ID)
			v, valid := c.Arguments()
			if p.Call && (!valid || !v.IsObject() || len(r.held.Answers(p.ID)) != 1 || p.Name != c.Name ||
				!wire.Alike(v, parsed(wire.Str(p.Arguments)))) {
				return nil, false
			}
			if p.Call {
				e.Parts[i].ID, e.Parts[i].ItemID = sent(p.ID), s.items[p.ID]
			}
		}
		h = append(h, e)
		for _, c := range t.Calls() {
			a := r.held.Answers(c.ID)[0]
			result := history.Entry{Role: history.Tool, CallID: sent(c.ID), Name: c.Name, Status: "success", Output: wire.Str(a.Content)}
			failed := s.fails(c) || s.kind(c) == dubious && a.Flag.IsTrue()
			if failed && s.wire.Whole != nil { // what a client stores has a member for it, which it may leave out
				result.Status = "error"
			}
			h = append(h, result)
		}
		h = append(h, r.asides(t)...)
	}
	return h, true
}

// asides are the agent's own words behind the results of a turn.
func (r *request) asides(t Turn) (list []history.Entry) {
	places := map[string]bool{}
	for _, c := range t.Calls() {
		places[r.held.Answers(c.ID)[0].At] = true
	}
	last := -1
	for i, m := range r.sent {
		if slices.ContainsFunc(m.Results, func(a history.Answer) bool { return places[a.At] }) {
			last = i
		}
	}
	for _, m := range r.sent[last+1:] {
		if !aside(m) {
			break
		}
		list = append(list, history.Entry{Role: history.User, Text: m.Text})
	}
	return list
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

// parts are the texts and calls of a turn as the request holds them, in its order: that is the agent's.
func (r *request) parts(t Turn) (parts []history.Part) {
	own := map[string]string{} // as it was sent, by the model's id
	for _, c := range t.Calls() {
		if as, there := r.held.As[c.ID]; there {
			own[as] = c.ID
		}
	}
	first := slices.IndexFunc(r.sent, func(m history.Sent) bool {
		return slices.ContainsFunc(m.Calls, func(g *compare.Got) bool { return own[g.ID.Text()] != "" })
	})
	for first > 0 && r.sent[first-1].Role == history.Assistant && len(r.sent[first-1].Calls) == 0 {
		first--
	}
	for seen := 0; first >= 0 && first < len(r.sent); first++ {
		m := r.sent[first]
		if len(m.Results) > 0 && seen == len(own) {
			return parts
		}
		if m.Role == history.Assistant && m.Text != "" {
			parts = append(parts, history.Part{Text: m.Text})
		}
		for _, g := range m.Calls {
			text := g.Arguments.Text()
			if !g.Arguments.IsString() {
				text = g.Arguments.JSON()
			}
			if id := own[g.ID.Text()]; id != "" {
				parts = append(parts, history.Part{Call: true, ID: id, Name: g.Name.Text(), Arguments: text})
				seen++
			}
		}
	}
	return parts
}

// call is the call of that id as the model told it.
func (t Turn) call(id string) Call {
	for _, c := range t.Calls() {
		if c.ID == id {
			return c
		}
	}
	return Call{}
}

// speaks tells whether the request holds any text of an assistant.
func (r *request) speaks() bool {
	return slices.ContainsFunc(r.sent, func(m history.Sent) bool { return m.Role == history.Assistant && m.Text != "" })
}
