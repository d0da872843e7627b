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

// where names a request, and a place in it.
func where(n int, at string) string { return fmt.Sprintf("request %d%s", n+1, at) }

// miss notes a finding about a request.
func miss(n *requirement.Notes, level requirement.Level, request int, at, message string, want, got wire.Value) {
	n.Miss(requirement.Finding{Level: level, Where: where(request, at), Event: request, Message: message, Expected: want, Actual: got})
}

// cutBefore tells whether a turn before a request was cut.
func (s *story) cutBefore(n int) bool {
	for k := range n {
		if s.At(k).Cut() {
			return true
		}
	}
	return false
}

// inVain ends a sentence, with what was refused, where something was.
func (s *story) inVain(but string) string {
	if len(s.refused) == 0 {
		return "."
	}
	return but + "; it was refused: " + strings.Join(s.refused, "; ") + "."
}

// calls is LOOP-01.
func (s *story) calls(n *requirement.Notes) {
	if len(s.requests) == 0 {
		miss(n, "", 0, "", "The agent asked for nothing"+s.inVain(" that can be answered"), wire.Str(s.Prompt), wire.Value{})
		return
	}
	s.turns(func(k int, t Turn) {
		if t.Cut() || len(t.Calls()) == 0 {
			return
		}
		next := s.next(k)
		if next == nil {
			if failed, seen := s.failure(); s.over(k, t) && !s.mayEnd(t) {
				message := "The loop ended, and the calls of this turn were never answered."
				if seen && failed {
					message = "The loop ended with an error, though every call of this turn can be run."
				}
				if len(s.refused) > 0 {
					message = strings.TrimSuffix(message, ".") + s.inVain("")
				}
				miss(n, "", k, "", message, history.History{t.entry(false)}.JSON(), s.state.Get("error"))
			}
			return
		}
		n.Saw()
		ids := map[string]bool{}
		for _, c := range t.Calls() {
			ids[c.ID] = !s.unsound(c)
		}
		for _, d := range next.held.Calls.Deviations {
			s.deviates(n, next, ids, d)
		}
	})
}

// deviates looks at a call that is not in a request as it was told.
func (s *story) deviates(n *requirement.Notes, r *request, ids map[string]bool, d compare.Deviation) {
	switch {
	case d.Kind == compare.Disorder, d.Kind == compare.WrongID:
	case d.Want == nil:
		if !s.cutBefore(r.n) && !s.madeOf(d.Got) {
			miss(n, "", r.n, d.Got.At, "A call is sent that the model never made.", wire.Value{}, wire.Obj(wire.M("id", d.Got.ID),
				wire.M("name", d.Got.Name), wire.M("arguments", d.Got.Arguments)))
		}
	case !ids[d.Want.IDs[0]]:
	case d.Got != nil && d.Kind != compare.WrongName && !d.Want.Value.IsAbsent() && wire.Alike(d.Want.Value, parsed(d.Got.Arguments)):
	default:
		at := ""
		if d.Got != nil {
			at = d.Got.At
		}
		miss(n, "", r.n, at, d.Message, d.Expected, d.Actual)
	}
}

// madeOf tells whether a call that was sent may be one whose arguments are no JSON, sent in another form.
func (s *story) madeOf(g *compare.Got) bool {
	made := false
	s.turns(func(_ int, t Turn) {
		made = made || slices.ContainsFunc(t.Calls(), func(c Call) bool { return s.unsound(c) && c.Name == g.Name.Text() })
	})
	return made
}

// answered looks at the calls of turns that were followed by a request, at those that it holds, with
// their results.
func (s *story) answered(look func(r *request, t Turn, c Call, answers []history.Answer)) {
	s.turns(func(k int, t Turn) {
		next := s.next(k)
		if next == nil || t.Cut() {
			return
		}
		for _, c := range t.Calls() {
			if _, sent := next.held.As[c.ID]; sent {
				look(next, t, c, next.held.Answers(c.ID))
			}
		}
	})
}

// results is LOOP-02.
func (s *story) results(n *requirement.Notes) {
	s.answered(func(r *request, _ Turn, c Call, answers []history.Answer) {
		if s.kind(c) == malformed && len(answers) == 0 && s.wire.Silent {
			return // that it failed stands in the call itself
		}
		n.Holds(len(answers) == 1, requirement.Finding{Where: where(r.n, ""), Event: r.n, Expected: wire.Int(1),
			Actual: wire.Int(int64(len(answers))), Message: fmt.Sprintf("The call %q has not one result.", c.ID)})
	})
	s.again(n)
}

// again looks for results that a later request holds more often than the one that they were sent in. (That none is lost there, the
// order of histories tells.)
func (s *story) again(n *requirement.Notes) {
	if len(s.names) > 0 {
		return // which call a result is of, then, its place tells
	}
	s.answered(func(first *request, _ Turn, c Call, answers []history.Answer) {
		for _, r := range s.requests[first.n+1:] {
			if again := r.held.Answers(c.ID); len(again) > max(1, len(answers)) {
				miss(n, "", r.n, again[len(again)-1].At,
					fmt.Sprintf("The result of %q, which an earlier request held, is sent again.", c.ID),
					wire.Int(int64(len(answers))), wire.Int(int64(len(again))))
				return
			}
		}
	})
}

// echoes is LOOP-03.
func (s *story) echoes(n *requirement.Notes) {
	s.answered(func(r *request, _ Turn, c Call, answers []history.Answer) {
		if does, _ := s.tool(c.Name); s.kind(c) != ordinary || does.Text() != "echo" {
			return
		}
		want, _ := c.Arguments()
		bare := want.Len() == 0 && strings.TrimSpace(c.Text) == ""
		for _, a := range answers {
			n.Holds(!a.Flag.IsTrue(), requirement.Finding{Where: where(r.n, a.At), Event: r.n, Expected: want, Actual: a.Whole,
				Message: fmt.Sprintf("The result of %q is sent as an error, and its tool returned.", c.ID)})
			nothing := bare && voiced(a.Content)
			n.Holds(nothing || says(want, a.Content, wire.Alike), requirement.Finding{Where: where(r.n, a.At), Event: r.n,
				Expected: want, Actual: shown(a), Message: fmt.Sprintf("The result of %q is not its arguments.", c.ID)})
		}
	})
	runs, seen := s.runs()
	if !seen {
		return
	}
	for _, run := range runs {
		if s.matches(run, ordinary, throws, dubious, unknown, malformed, served) == 0 && !s.ofCut(run.Get("name").Text()) {
			n.Wrong("", "/runs", "A tool ran with arguments that no call had.", wire.Value{}, run)
		}
	}
}

// matches counts the calls of these kinds that a run may be of. Of calls without a value it is enough
// that the name is theirs.
func (s *story) matches(run wire.Value, kinds ...kind) (count int) {
	given := parsed(run.Get("arguments"))
	s.turns(func(_ int, t Turn) {
		for _, c := range t.Calls() {
			if c.Cut || c.Name != run.Get("name").Text() || !slices.Contains(kinds, s.kind(c)) {
				continue
			}
			v, _ := c.Arguments()
			if s.kind(c) == malformed || wire.Alike(v, given) || v.Len() == 0 && given.IsNull() {
				count++
			}
		}
	})
	return count
}

// ofCut tells whether a call of that name was cut.
func (s *story) ofCut(name string) bool {
	found := false
	s.turns(func(_ int, t Turn) {
		found = found || slices.ContainsFunc(t.Calls(), func(c Call) bool { return c.Cut && c.Name == name })
	})
	return found
}

// once is LOOP-07.
func (s *story) once(n *requirement.Notes) {
	s.answered(func(r *request, _ Turn, c Call, answers []history.Answer) {
		n.Holds(len(answers) < 2, requirement.Finding{Where: where(r.n, ""), Event: r.n, Expected: wire.Int(1),
			Actual: wire.Int(int64(len(answers))), Message: fmt.Sprintf("The call %q was answered more than once.", c.ID)})
	})
	runs, seen := s.runs()
	for i, run := range runs {
		if !seen {
			return
		}
		times := 0
		for _, other := range runs[:i+1] {
			if other.Get("name").Text() == run.Get("name").Text() &&
				wire.Alike(parsed(other.Get("arguments")), parsed(run.Get("arguments"))) {
				times++
			}
		}
		calls := s.matches(run, ordinary, throws, dubious)
		n.Holds(calls == 0 || times <= calls, requirement.Finding{Where: fmt.Sprintf("/runs/%d", i), Event: -1,
			Expected: wire.Int(int64(calls)),
			Actual:   run, Message: "A call was run more often than it was made."})
		if calls == 0 && s.matches(run, unknown, malformed) == 0 && s.matches(run, served) > 0 {
			n.Wrong("", fmt.Sprintf("/runs/%d", i), "A call was run that the server had answered.", wire.Value{}, run)
		}
	}
}
