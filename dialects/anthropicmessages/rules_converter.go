package anthropicmessages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

func judgeConverter(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	r, ok := newRequest(c, o)
	return history.Judge(c, o, converterRules(), r,
		history.Account{There: ok, Refused: history.Refused(o), Tells: r.tells(), First: "MSG-80",
			Sound:   r.valid && !slices.ContainsFunc(r.calls, (*asked).malformed),
			Excuses: func(id string) bool { return slices.Contains(c.Tests, id) }})
}

// tells says whether the messages show anything: a call of the history, or a text of it.
func (r *request) tells() bool {
	if len(r.h) == 0 {
		return true
	}
	if len(r.calls) > 0 {
		return r.result.RightBut(compare.WrongID)
	}
	want, got := r.spoken()
	return slices.Equal(want, got)
}

func converterRules() []requirement.Rule[*request] {
	return requirement.For("converter", []requirement.Rule[*request]{
		{Requirement: line("MSG-80"), Judge: (*request).callsSent},
		{Requirement: line("MSG-81"), Judge: (*request).resultsSent},
		{Requirement: line("MSG-82"), Judge: (*request).resultsFirst},
		{Requirement: line("MSG-83"), Judge: func(r *request, n *requirement.Notes) {
			r.each(func(_ *asked, e history.Entry, b wire.Value) { e.Flagged(n, answerOf(b)) })
		}},
		{Requirement: line("MSG-84"), Judge: (*request).contents},
		{Requirement: line("MSG-85"), Judge: (*request).open},
		{Requirement: line("MSG-86"), Judge: (*request).strays},
		{Requirement: line("MSG-87"), Judge: (*request).texts},
		{Requirement: line("MSG-88"), Judge: (*request).ids},
	})
}

// each looks at every call that was answered and sent with one result.
func (r *request) each(look func(a *asked, e history.Entry, b wire.Value)) {
	for _, a := range r.calls {
		if list := r.results(a); len(a.answers) == 1 && len(list) == 1 && !a.late {
			look(a, a.answers[0], list[0].Value)
		}
	}
}

// callsSent is MSG-80.
func (r *request) callsSent(n *requirement.Notes) {
	if len(r.calls) > 0 {
		n.Saw()
	}
	for _, d := range r.result.Deviations {
		if d.Kind != compare.WrongID {
			n.Wrong("", "/messages", d.Message, d.Expected, d.Actual)
		}
	}
	for _, a := range r.calls {
		if a.got != nil && !a.got.Arguments.IsObject() {
			n.Wrong("", a.got.At, "The input is no object.", wire.Value{}, a.got.Arguments)
		}
		if a.malformed() && r.valid {
			n.Policy("malformed arguments: sent %t", a.got != nil)
		}
		if a.got != nil && r.turns[a.turn].role != "assistant" {
			n.Wrong("", a.got.At, "A call stands in a turn that is not the assistant's.", wire.Value{}, a.got.ID)
		}
	}
}

// resultsSent is MSG-81.
func (r *request) resultsSent(n *requirement.Notes) {
	messages, turns := map[int]int{}, map[int]int{}
	for _, a := range r.calls {
		if len(a.answers) == 0 || a.got == nil {
			continue
		}
		list := r.results(a)
		n.Saw()
		switch {
		case len(list) == 0:
			n.Wrong("", "/messages", fmt.Sprintf("The result of %q is not in the turn behind its call.", a.ID), a.answers[0].Output,
				wire.Value{})
		case a.late && a.made(list[0].Value):
			n.Wrong(requirement.Should, "/messages", fmt.Sprintf("The result of %q, which came late, is left out.", a.ID),
				a.answers[0].Output,
				list[0].Value)
		case len(list) == 1:
			if before, there := messages[a.turn]; there && before != list[0].message {
				n.Wrong(requirement.Should, "/messages", "The results of one turn stand in several messages.", wire.Value{}, wire.Value{})
			}
			messages[a.turn] = list[0].message
			if before, there := turns[a.message]; there && before != a.turn && !a.late && !a.parted {
				n.Wrong(requirement.Should, "/messages", "The calls of one message are sent in several turns, each with its result.",
					wire.Value{}, wire.Value{})
			}
			turns[a.message] = a.turn
		}
	}
}

// resultsFirst is MSG-82.
func (r *request) resultsFirst(n *requirement.Notes) {
	for i, t := range r.turns {
		said := false
		for _, b := range t.blocks {
			if isResult(b) {
				n.Right(!said, "", fmt.Sprintf("turn %d", i), "Text stands before a result.", wire.Value{}, b.Value)
			}
			said = said || isText(b.Value)
		}
	}
}

// contents is MSG-84.
func (r *request) contents(n *requirement.Notes) {
	r.each(func(_ *asked, e history.Entry, b wire.Value) {
		if n.Saw(); e.Status == "success" {
			e.Content(n, answerOf(b))
		} else {
			e.Error(n, answerOf(b))
		}
	})
}

// open is MSG-85.
func (r *request) open(n *requirement.Notes) {
	answered := slices.ContainsFunc(r.calls, func(a *asked) bool { return a.last && len(r.results(a)) > 0 })
	for _, a := range r.calls {
		if len(a.answers) > 0 {
			continue
		}
		list := r.results(a)
		n.Saw()
		switch {
		case a.got == nil:
			n.Policy("left out")
		case len(list) == 0 && !(a.last && !answered):
			n.Wrong("", a.got.At, fmt.Sprintf("The call %q is sent without a result.", a.ID), wire.Value{}, a.got.ID)
		case len(list) > 0:
			text, _ := contentOf(list[0].Value)
			if n.Right(!r.h.Misleads(text) && list[0].Get("is_error").IsTrue(), "", "",
				"The answer that was made up for an open call reads as a result.", wire.Value{}, list[0].Value) {
				n.Policy("answered: %s", text)
			}
		}
	}
	if hollow := r.hollow(); hollow.IsObject() {
		n.Wrong("", "/messages", "A message is sent that held nothing but open calls, and holds nothing now.", wire.Value{}, hollow)
	}
}

// hollow is an assistant's message that was sent empty because its open calls were left out. The API takes an empty one at
// the very end, and those that were bare in the history anyway may be sent as bare.
func (r *request) hollow() (found wire.Value) {
	if slices.ContainsFunc(r.calls, func(a *asked) bool { return len(a.answers) == 0 && a.got == nil }) {
		sent := 0
		for _, m := range r.messages[:max(len(r.messages)-1, 0)] {
			if m.Get("role").Text() == "assistant" && m.Get("content").Len() == 0 && m.Get("content").Text() == "" {
				sent, found = sent+1, m
			}
		}
		if sent > r.bare() {
			return found
		}
	}
	return wire.Value{}
}

// bare counts the assistant's messages of the history that are nothing without having an open call: they have no text, and
// no call, or such as may be left out.
func (r *request) bare() (count int) {
	message := 0
	for _, e := range r.h {
		if e.Role != history.Assistant {
			continue
		}
		message++
		said := slices.ContainsFunc(e.Parts, func(p history.Part) bool { return !p.Call && strings.TrimSpace(p.Text) != "" })
		open := slices.ContainsFunc(r.calls, func(a *asked) bool { return a.message == message && len(a.answers) == 0 })
		kept := slices.ContainsFunc(r.calls, func(a *asked) bool { return a.message == message && !a.want.Optional })
		if !said && !open && !kept {
			count++
		}
	}
	return count
}

// strays is MSG-86.
func (r *request) strays(n *requirement.Notes) {
	if r.orphans > 0 {
		n.Saw()
	}
	for i, t := range r.turns {
		seen := map[string]bool{}
		for _, b := range t.blocks {
			if !isResult(b) {
				continue
			}
			id := b.Get("tool_use_id").Text()
			own := i > 0 && slices.ContainsFunc(r.turns[i-1].blocks,
				func(c sentPart) bool { return c.Get("type").Text() == "tool_use" && c.Get("id").Text() == id })
			n.Right(own && !seen[id], "", fmt.Sprintf("turn %d", i), "A result has no call in the turn before it, or is a second one.",
				wire.Value{}, b.Value)
			seen[id] = true
		}
	}
	for _, a := range r.calls {
		if list := r.results(a); len(a.answers) > 1 && len(list) == 1 {
			text, failed := "", list[0].Get("is_error").IsTrue()
			text, _ = contentOf(list[0].Value)
			same := slices.ContainsFunc(a.answers, func(e history.Entry) bool {
				return failed == (e.Status != "success") && (repeats(e, list[0].Value) || failed && history.Holds(text, e.Output.Text()))
			})
			n.Right(same, "", "", "Status and text of a result are not from the same one.", wire.Value{}, list[0].Value)
		}
	}
}

// said are the texts that were sent.
func (r *request) said() (list []history.Said) {
	for _, t := range r.turns {
		for _, b := range t.blocks {
			if isText(b.Value) {
				list = append(list, history.Said{Role: t.role, Text: b.Get("text").Text()})
			}
		}
	}
	return list
}

// spoken are the texts of the history and those that were sent, by turns.
func (r *request) spoken() (want, got history.Turns) {
	return want.Join(r.h.Said()...), got.Join(r.said()...)
}

// texts is MSG-87.
func (r *request) texts(n *requirement.Notes) {
	sent := r.said()
	want, got := r.spoken()
	if len(want) > 0 {
		n.Right(slices.Equal(want, got), "", "/messages", "The texts are others, or in another order.", wire.Strs(want), wire.Strs(got))
	} else if len(got) > 0 {
		n.Wrong("", "/messages", "A text is sent that nobody said.", wire.Value{}, wire.Strs(got))
	}
	for _, said := range sent {
		if said.Text == "" {
			n.Wrong(requirement.Should, "/messages", "An empty text block is sent.", wire.Value{}, wire.Str(said.Text))
		}
	}
	r.h.Unchanged(n, "/messages", sent)
	r.placed(n)
	r.ahead(n)
}

// ahead: text before a call of its message stands before it.
func (r *request) ahead(n *requirement.Notes) {
	for _, e := range r.h {
		var texts []string
		for _, p := range e.Parts {
			if !p.Call {
				texts = append(texts, p.Text)
				continue
			}
			for _, a := range r.calls {
				if a.ID == p.ID && a.got != nil && slices.ContainsFunc(texts, func(text string) bool { return r.behind(a, text) }) {
					n.Wrong(requirement.Should, a.got.At, "Text that stands before a call is sent behind it.", wire.Strs(texts),
						wire.Value{})
				}
			}
		}
	}
}

// behind tells whether a text stands behind a call in its turn, and nowhere before it.
func (r *request) behind(a *asked, text string) bool {
	called, after := false, false
	for i, t := range r.turns {
		for _, b := range t.blocks {
			called = called || i == a.turn && isType(b.Value, use) && wire.Equal(b.Get("id"), a.got.ID)
			if strings.Contains(b.Get("text").Text(), text) && strings.TrimSpace(text) != "" {
				if !called {
					return false
				}
				after = after || i == a.turn
			}
		}
	}
	return after
}

// placed: text behind a turn's results stands behind them.
func (r *request) placed(n *requirement.Notes) {
	for _, a := range r.calls {
		if a.got == nil || len(a.answers) == 0 || a.late {
			continue
		}
		behind := false
		for _, e := range r.h {
			if e.Role == history.Tool && e.CallID == a.ID {
				behind = true
			}
			for _, p := range e.Parts {
				if behind && !p.Call && strings.TrimSpace(p.Text) != "" && r.valid && r.before(a.turn, p.Text) {
					n.Wrong("", "/messages", "Text that came after a result stands before it.", wire.Str(p.Text), wire.Value{})
				}
			}
		}
	}
}

// before tells whether a text stands only in turns up to that one.
func (r *request) before(at int, text string) bool {
	there := false
	for i, t := range r.turns {
		if slices.ContainsFunc(t.blocks, func(b sentPart) bool { return strings.Contains(b.Get("text").Text(), text) }) {
			if i > at {
				return false
			}
			there = true
		}
	}
	return there
}

// ids is MSG-88.
func (r *request) ids(n *requirement.Notes) {
	seen := map[string]*asked{}
	for _, a := range r.calls {
		if a.got == nil {
			continue
		}
		key := fmt.Sprintf("%d %s", a.turn, a.got.ID.Text())
		if other := seen[key]; other != nil || a.got.ID.Text() == "" {
			n.Wrong("", a.got.At, "Two calls of a turn are sent under one id, or one under none.", wire.Str(a.ID), a.got.ID)
		}
		seen[key] = a
		if len(a.answers) != 1 || a.late {
			continue
		}
		if list := r.results(a); n.Right(len(list) > 0, "", a.got.At, fmt.Sprintf("The result of %q is sent under another id.", a.ID),
			a.got.ID, wire.Value{}) {
			e := a.answers[0]
			twin := slices.ContainsFunc(r.calls, func(o *asked) bool {
				return o != a && len(o.answers) == 1 && !repeats(e, list[0].Value) && repeats(o.answers[0], list[0].Value) &&
					e.Status == "success"
			})
			n.Right(!twin, "", a.got.At, fmt.Sprintf("The call %q has another call's result.", a.ID), e.Output, list[0].Value)
		}
	}
}
