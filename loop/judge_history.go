package loop

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// aside tells whether a message is the agent's own word to the model, as a reminder is: its user said another. It may
// stand in one request, and be gone in the next.
func aside(m history.Sent) bool {
	return m.Role == history.User && m.Text != "" && len(m.Calls)+len(m.Results) == 0 && !marks.MatchString(m.Text)
}

// tokens is a request as a line of things: texts, calls and results, in order, without the agent's own words. A
// result that stands in its call is told with it, wherever the wire's reader puts it.
func tokens(sent []history.Sent) (list []string) {
	add := func(kind, text string) { list = append(list, kind+" "+text) }
	inside := map[string][]history.Answer{} // by the place of the call
	for _, m := range sent {
		for _, c := range m.Calls {
			inside[c.At] = nil
		}
	}
	for _, m := range sent {
		for _, a := range m.Results {
			if _, is := inside[a.At]; is {
				inside[a.At] = append(inside[a.At], a)
			}
		}
	}
	for _, m := range sent {
		if words := strings.Join(strings.Fields(m.Text), " "); words != "" && !aside(m) {
			add(m.Role, words)
		}
		for _, c := range m.Calls {
			add("call", c.ID.Text()+" "+c.Name.Text()+" "+parsed(c.Arguments).JSON())
			for _, a := range inside[c.At] {
				add("result", a.ID+" "+a.Content)
			}
		}
		for _, a := range m.Results {
			if _, is := inside[a.At]; !is {
				add("result", a.ID+" "+a.Content)
			}
		}
	}
	return list
}

// asks holds the first request against the user's word, wherever it stands. That of another conversation is LOOP-13's.
func (s *story) asks(n *requirement.Notes) {
	if len(s.requests) == 0 {
		return
	}
	said := plainText(s.requests[0].Body)
	if found := marks.FindAllString(said, -1); len(found) > 0 && !slices.Contains(found, marks.FindString(s.Prompt)) {
		return
	}
	n.Holds(strings.Contains(squeezed(said), squeezed(s.Prompt)), requirement.Finding{Where: where(0, ""), Event: 0,
		Expected: wire.Str(s.Prompt), Message: "The first request doesn't hold the user's word as it was given."})
}

// begins is LOOP-08.
func (s *story) begins(n *requirement.Notes) {
	s.asks(n)
	for i := 1; i < len(s.requests); i++ {
		before, now := tokens(s.requests[i-1].sent), tokens(s.requests[i].sent)
		n.Saw()
		for k, want := range before {
			if k < len(now) && now[k] == want {
				continue
			}
			got := wire.Value{}
			if k < len(now) {
				got = wire.Str(now[k])
			}
			miss(n, "", i, "", "The history doesn't begin with the one of the request before it.", wire.Str(want), got)
			break
		}
	}
	s.served(n)
}

// served holds the results that the server told against those that are sent.
func (s *story) served(n *requirement.Notes) {
	s.answered(func(r *request, _ Turn, c Call, answers []history.Answer) {
		if s.kind(c) != served {
			return
		}
		failed := s.wire.Flags && c.Answer.Status != transcript.Success // in what words is free, as for the agent's own
		for _, a := range answers {
			n.Holds(a.Flag.IsTrue() == failed && (failed || says(wire.OrNull(c.Answer.Content), a.Content, wire.Alike)),
				requirement.Finding{Where: where(r.n, a.At), Event: r.n, Expected: c.Answer.JSON(), Actual: a.Whole,
					Message: fmt.Sprintf("The result of %q is not what the server had told.", c.ID)})
		}
	})
}

// odd is text that is easily changed on its way; large is a number that a float cannot hold.
var (
	odd   = regexp.MustCompile(`["\\\r\n\t\x{2028}\x{2029}]|[^\x00-\x7f]`)
	large = regexp.MustCompile(`[0-9]{16,}`)
)

// verbatim is LOOP-10.
func (s *story) verbatim(n *requirement.Notes) {
	s.answered(func(r *request, _ Turn, c Call, answers []history.Answer) {
		want, ok := c.Arguments()
		does, _ := s.tool(c.Name)
		if s.kind(c) == ordinary && does.Has("return") && !empty(does.Get("return")) {
			resultsAre(n, r, does.Get("return"), answers, "The result is not what the tool returned.")
		}
		if !ok || s.kind(c) != ordinary || !strings.Contains(c.Text, `\`) && !large.MatchString(c.Text) &&
			!odd.MatchString(plainText(want)) {
			return
		}
		for _, p := range r.held.Calls.Pairs {
			if p.Want.IDs[0] == c.ID {
				n.Holds(wire.Equal(want, parsed(p.Got.Arguments)),
					requirement.Finding{Where: where(r.n, p.Got.At), Event: r.n, Expected: want,
						Actual: p.Got.Arguments, Message: "The arguments are not those that were streamed."})
			}
		}
		if does.Text() == "echo" {
			resultsAre(n, r, want, answers, "The result is not what was streamed.")
		}
	})
	s.turns(func(k int, t Turn) {
		text, next := t.Text(true), s.next(k)
		if next == nil || t.Cut() || len(t.Calls()) == 0 || !odd.MatchString(text) {
			return
		}
		for _, m := range next.sent {
			if m.Role == history.Assistant && strings.Contains(m.Text, text) {
				n.Saw()
				return
			}
		}
		for _, m := range next.sent {
			if m.Role == history.Assistant && m.Text != "" && letters(m.Text) == letters(text) {
				miss(n, "", next.n, "", "The text is not that which was streamed.", wire.Str(text), wire.Str(m.Text))
			}
		}
	})
}

// resultsAre holds each answer against the value that the tool gave.
func resultsAre(n *requirement.Notes, r *request, want wire.Value, answers []history.Answer, message string) {
	for _, a := range answers {
		n.Holds(says(want, a.Content, wire.Equal), requirement.Finding{Where: where(r.n, a.At), Event: r.n, Expected: want,
			Actual: shown(a), Message: message})
	}
}

// letters are what every way to spoil a text leaves as it is.
func letters(text string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return -1
	}, text)
}

// plainText is all text in a value.
func plainText(v wire.Value) string {
	if v.IsString() {
		return v.Text()
	}
	var b strings.Builder
	for _, m := range v.Members() {
		b.WriteString(m.Name + plainText(m.Value))
	}
	for _, item := range v.Items() {
		b.WriteString(plainText(item))
	}
	return b.String()
}

// usualID is an id that every wire and every store takes.
var usualID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// ids is LOOP-11.
func (s *story) ids(n *requirement.Notes) {
	hostile := func(c Call) bool {
		return !usualID.MatchString(c.ID) || slices.Contains([]string{"__proto__", "constructor"}, c.ID)
	}
	s.answered(func(r *request, t Turn, c Call, answers []history.Answer) {
		if !slices.ContainsFunc(t.Calls(), hostile) {
			return
		}
		n.Holds(len(answers) > 0, requirement.Finding{Where: where(r.n, ""), Event: r.n, Expected: wire.Str(r.held.As[c.ID]),
			Message: fmt.Sprintf("The result of %q is sent under another id.", c.ID)})
		for _, pair := range r.held.Confused() {
			if pair[1] == c.ID {
				miss(n, "", r.n, "", fmt.Sprintf("The ids %q and %q are sent as one, or as none.", pair[0], pair[1]), wire.Value{},
					wire.Value{})
			}
		}
	})
}

// ends is LOOP-12.
func (s *story) ends(n *requirement.Notes) {
	s.turns(func(k int, t Turn) {
		if t.Cut() || len(t.Calls()) > 0 { // behind calls that the server answered all, both are right
			return
		}
		n.Holds(s.next(k) == nil, requirement.Finding{Where: where(k+1, ""), Event: k + 1,
			Message: "The turn before this request had no call, and the agent asked again."})
	})
}

// apart is LOOP-13.
func (s *story) apart(n *requirement.Notes) {
	own := marks.FindString(s.Prompt)
	for _, r := range s.requests {
		n.Saw()
		for _, other := range marks.FindAllString(r.Body.JSON(), -1) {
			if other != own {
				miss(n, "", r.n, "", "The request holds the prompt of another conversation.", wire.Str(own), wire.Str(other))
				break
			}
		}
	}
}

// text is LOOP-14.
func (s *story) text(n *requirement.Notes) {
	last := len(s.requests) - 1
	got := s.state.Get("text")
	failed, _ := s.failure()
	// An answer that says nothing may be told as an error.
	if told := s.state.Get("error"); failed && !empty(told) && s.succeeds() && s.At(last).Text(false) != "" {
		n.Wrong("", "/error", "The loop ended with an error behind the model's answer, though nothing had failed.",
			wire.Str(s.At(last).Text(false)), told)
		return
	}
	if last < 0 || failed || !got.IsString() || s.o.Omitted("text") {
		return
	}
	if t := s.At(last); !t.Cut() && len(t.Due()) == 0 {
		n.Equal("/text", wire.Str(t.Text(false)), got, "The text is not that of the final turn.")
	}
}

// succeeds tells whether the last turn that the agent got is the model's answer, and there was nothing before that an
// agent may take for a failure.
func (s *story) succeeds() bool {
	fine := len(s.requests) > 0
	s.turns(func(k int, t Turn) {
		fine = fine && t.How == Plain && !s.mayEnd(t) && (len(t.Due()) == 0) == (s.next(k) == nil)
	})
	return fine
}

// texts is LOOP-15.
func (s *story) texts(n *requirement.Notes) {
	s.turns(func(k int, t Turn) {
		next, want := s.next(k), squeezed(t.Text(true))
		if next == nil || t.Cut() || len(t.Calls()) == 0 {
			return
		}
		s.behind(n, next, t)
		if want == "" {
			return
		}
		before, all, own := "", "", map[string]bool{}
		for _, c := range t.Calls() {
			own[next.held.As[c.ID]] = true
		}
		made := false
		for _, m := range next.sent {
			if m.Role == history.Assistant {
				all += squeezed(m.Text)
			}
			if !made {
				before = all
			}
			made = made || len(m.Calls) > 0 && own[m.Calls[0].ID.Text()]
		}
		told, kept := 0, 0
		for j := range k + 1 {
			times := strings.Count(squeezed(s.At(j).Text(false)), want)
			if told += times; !s.At(j).Cut() {
				kept += times
			}
		}
		held := strings.Count(all, want)
		n.Holds(strings.Contains(before, want) && held >= kept, requirement.Finding{Where: where(next.n, ""), Event: next.n,
			Expected: wire.Str(t.Text(true)), Message: "The text of the turn is not in the history before its calls."})
		n.Holds(held <= max(told, 1), requirement.Finding{Where: where(next.n, ""), Event: next.n,
			Expected: wire.Str(t.Text(true)), Message: "The text of the turn is in the history more often than it was told."})
	})
}

// behind looks for the texts of a turn that stand behind a call. They are in the history, too, at whatever place.
func (s *story) behind(n *requirement.Notes, next *request, t Turn) {
	all, text := "", ""
	for _, m := range next.sent {
		if m.Role == history.Assistant {
			all += squeezed(m.Text)
		}
	}
	called := false
	for _, item := range append(slices.Clone(t.Items), transcript.Item{Kind: transcript.Call}) {
		if item.Kind != transcript.Call {
			if item.Kind == transcript.Text {
				text += item.Text
			}
			continue
		}
		if words := squeezed(text); called && words != "" {
			n.Holds(strings.Contains(all, words), requirement.Finding{Where: where(next.n, ""), Event: next.n, Expected: wire.Str(text),
				Message: "A text of the turn, which stands behind a call, is not in the history."})
		}
		called, text = true, ""
	}
}

// squeezed is a text without its spaces.
func squeezed(text string) string { return strings.Join(strings.Fields(text), "") }
