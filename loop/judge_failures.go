package loop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// ended notes how the loop ended at a turn that holds a call of one of these kinds.
func (s *story) ended(n *requirement.Notes, kinds ...kind) {
	s.turns(func(k int, t Turn) {
		some := slices.ContainsFunc(t.Calls(), func(c Call) bool { return slices.Contains(kinds, s.kind(c)) })
		if !some || t.Cut() || !s.over(k, t) || s.settled(t) {
			return
		}
		if failed, seen := s.failure(); seen && n.Holds(failed, requirement.Finding{Where: "/error", Event: k,
			Message: "The loop ended at a call that failed, and told no error."}) {
			n.Policy("the loop ends with an error")
		}
	})
}

// settled tells whether the server has told of every call of a turn that it failed for its input. That is an outcome: behind a
// turn whose calls all have one, going on and ending are both right.
func (s *story) settled(t Turn) bool {
	if s.wire.Refuses == nil {
		return false
	}
	told := 0
	for _, e := range t.Elements {
		if s.wire.Refuses(e) {
			told++
		}
	}
	due := t.Due()
	return told >= len(due) && !slices.ContainsFunc(due, func(c Call) bool { return s.kind(c) != malformed })
}

// thrown is LOOP-04.
func (s *story) thrown(n *requirement.Notes) {
	s.ended(n, throws)
	s.answered(func(r *request, _ Turn, c Call, answers []history.Answer) {
		does, _ := s.tool(c.Name)
		if s.kind(c) != throws {
			return
		}
		words := does.Get("throw").Text()
		for _, a := range answers {
			n.Saw()
			switch told := within(wire.Str(a.Content), words) || within(shown(a), words); {
			case s.wire.Flags && !a.Flag.IsTrue() && a.Flag.IsFalse():
				miss(n, "", r.n, a.At, "A tool that threw is answered with a success.", wire.Str(words), a.Whole)
			case told:
				n.Policy("answered with an error")
			case !failing(r.held.History, a):
				miss(n, "", r.n, a.At, "A tool that threw is answered as if it had not.", wire.Str(words), a.Whole)
			default:
				miss(n, requirement.Should, r.n, a.At, "The answer doesn't say what the tool threw.", wire.Str(words), a.Whole)
			}
		}
	})
}

// impossible is LOOP-05.
func (s *story) impossible(n *requirement.Notes) {
	s.ended(n, unknown, malformed)
	s.answered(func(r *request, _ Turn, c Call, answers []history.Answer) {
		if s.kind(c) != unknown && s.kind(c) != malformed {
			return
		}
		for _, a := range answers {
			unmarked := s.wire.Flags && (a.Flag.IsFalse() || s.kind(c) == malformed && !a.Flag.IsTrue())
			wrong := unmarked || !failing(r.held.History, a) || s.kind(c) == unknown && s.does(c, a)
			n.Holds(!wrong, requirement.Finding{Where: where(r.n, a.At), Event: r.n, Actual: a.Whole,
				Message: fmt.Sprintf("The call %q can't be run, and is answered with a success.", c.ID)})
		}
	})
	s.repaired(n)
	runs, _ := s.runs()
	for i, run := range runs {
		if s.matches(run, unknown, malformed) > 0 && s.matches(run, ordinary, throws, dubious) == 0 {
			n.Wrong("", fmt.Sprintf("/runs/%d", i), "A call that can't be run was run.", wire.Value{}, run)
		}
	}
}

// does tells whether an answer is what some tool makes of a call: it was run by another name.
func (s *story) does(c Call, a history.Answer) bool {
	return slices.ContainsFunc(s.Tools, func(t Tool) bool {
		text, words := t.Does.Get("return"), t.Does.Get("throw").Text()
		return text.IsString() && text.Text() != "" && a.Content == text.Text() || words != "" && strings.Contains(a.Content, words)
	})
}

// repaired looks for calls that were sent with a value that was made of a text that is none.
func (s *story) repaired(n *requirement.Notes) {
	s.turns(func(k int, t Turn) {
		next := s.next(k)
		if next == nil || t.Cut() {
			return
		}
		for _, c := range t.Calls() {
			if s.kind(c) != malformed {
				continue
			}
			for _, p := range next.held.Calls.Pairs {
				if p.Want.IDs[0] == c.ID && !s.keeps(c, p.Got.Arguments) {
					miss(n, "", next.n, p.Got.At,
						fmt.Sprintf("The arguments of %q, which are no JSON, are sent as a value that nobody wrote.",
							c.ID), wire.Str(c.Text), p.Got.Arguments)
				}
			}
			for _, m := range next.sent {
				for _, a := range m.Results {
					if v, err := wire.Parse([]byte(a.Content)); err == nil && len(next.held.Answers(c.ID)) == 0 && s.own(next, a.ID) &&
						!v.Has("error") &&
						!failing(next.held.History, a) {
						miss(n, "", next.n, a.At, fmt.Sprintf("The call %q, whose arguments are no JSON, was run.", c.ID), wire.Str(c.Text),
							a.Whole)
					}
				}
			}
		}
	})
}

// keeps tells whether arguments that are none that a tool takes were sent as they came: as their text, as JSON that holds it,
// or as the value that they are. Where a message holds a call with its outcome, none of a failed one may be there.
func (s *story) keeps(c Call, sent wire.Value) bool {
	if sent.Text() == c.Text || within(parsed(sent), c.Text) {
		return true
	}
	if v, err := wire.Parse([]byte(c.Text)); err == nil {
		return wire.Alike(v, parsed(sent)) || v.IsNull()
	}
	bare := sent.IsNull() || parsed(sent).IsObject() && parsed(sent).Len() == 0
	return bare && s.wire.Silent
}

// within tells whether a value holds a text, as it is or as its JSON, with whatever escapes.
func within(v wire.Value, text string) bool {
	inside := func(v wire.Value) bool { return within(v, text) }
	return history.Holds(v.Text(), text) || slices.ContainsFunc(v.Items(), inside) ||
		slices.ContainsFunc(v.Members(), func(m wire.Member) bool { return inside(m.Value) })
}

// own tells whether an id is none of the calls that can be run.
func (s *story) own(r *request, id string) bool {
	for _, as := range r.held.As {
		if as == id {
			return false
		}
	}
	return true
}

// cutOff is LOOP-06.
func (s *story) cutOff(n *requirement.Notes) {
	s.turns(func(k int, t Turn) {
		if !t.Cut() {
			return
		}
		n.Saw()
		calls := t.Calls()
		whole, c := calls[:len(calls)-1], calls[len(calls)-1]
		for _, r := range s.requests[k+1:] {
			s.held(n, r, c, whole)
		}
		if next := s.next(k); next != nil && wire.Equal(next.Body, s.requests[k].Body) {
			n.Policy("asks again")
		}
		runs, _ := s.runs()
		for i, run := range runs {
			other := s.matches(run, ordinary, throws, dubious, unknown, malformed, served) // whose run it may be instead
			if run.Get("name").Text() == c.Name && other == 0 {
				n.Wrong("", fmt.Sprintf("/runs/%d", i), "A call was run that was cut off"+c.behind()+".", wire.Value{}, run)
			}
		}
	})
}

// held looks for a call that was cut in a later request: as a call that nobody made, or as a result for it. Those before it in its
// turn, which are whole, may be of the same tool.
func (s *story) held(n *requirement.Notes, r *request, c Call, whole []Call) {
	before := func(g *compare.Got) bool {
		return slices.ContainsFunc(whole, func(w Call) bool {
			v, ok := w.Arguments()
			return ok && w.Name == g.Name.Text() && wire.Alike(v, parsed(g.Arguments))
		})
	}
	paired := map[string]bool{}
	for _, p := range r.held.Calls.Pairs {
		paired[p.Got.At] = true
	}
	for _, m := range r.sent {
		for _, g := range m.Calls {
			if !paired[g.At] && (g.ID.Text() == c.ID || g.Name.Text() == c.Name && !before(g)) {
				miss(n, "", r.n, g.At, fmt.Sprintf("The call %q, which was cut off%s, is sent as if it had been made.", c.ID, c.behind()),
					wire.Value{}, g.Arguments)
			}
		}
		for _, a := range m.Results {
			if a.ID == c.ID {
				miss(n, "", r.n, a.At, fmt.Sprintf("The call %q, which was cut off%s, is answered.", c.ID, c.behind()), wire.Value{},
					a.Whole)
			}
		}
	}
}

// behind says what of a call's arguments had come when it was cut off.
func (c Call) behind() string {
	if c.Text == "" {
		return " before its arguments"
	}
	return " behind " + c.Text
}

// falsy is LOOP-09.
func (s *story) falsy(n *requirement.Notes) {
	s.answered(func(r *request, _ Turn, c Call, answers []history.Answer) {
		does, _ := s.tool(c.Name)
		v := does.Get("return")
		if s.kind(c) != ordinary || !does.Has("return") || !empty(v) {
			return
		}
		n.Holds(len(answers) > 0, requirement.Finding{Where: where(r.n, ""), Event: r.n, Expected: v,
			Message: fmt.Sprintf("The result of %q is not sent.", c.ID)})
		for _, a := range answers {
			worded := v.IsNull() && s.words(r, c, a)
			if worded {
				n.Policy("a result that is null is told in words")
			}
			right := worded || v.IsNull() && voiced(a.Content) || says(v, a.Content, wire.Alike)
			n.Holds(!a.Flag.IsTrue() && right, requirement.Finding{Where: where(r.n, a.At), Event: r.n, Expected: v, Actual: shown(a),
				Message: fmt.Sprintf("The result of %q is another.", c.ID)})
		}
	})
}

// words tells whether an answer is in words that are neither a value, nor a success, nor what some tool said: in many
// languages a tool that returns null returned nothing, and a framework may say so to the model.
func (s *story) words(r *request, c Call, a history.Answer) bool {
	return !r.held.History.Misleads(a.Content) && !s.does(c, a)
}

// voiced tells whether a text is what languages make of nothing, as it is or once more as JSON.
func voiced(text string) bool {
	if v, err := wire.Parse([]byte(text)); err == nil && v.IsString() {
		text = v.Text()
	}
	return slices.Contains([]string{"", "null", "undefined", "None", "nil"}, text)
}

// empty values are taken for nothing by who asks whether there is one.
func empty(v wire.Value) bool {
	return v.IsNull() || v.IsFalse() || v.IsString() && v.Text() == "" || (v.IsArray() || v.IsObject()) && v.Len() == 0 ||
		v.Kind() == wire.Number && wire.Equal(v, wire.Int(0))
}
