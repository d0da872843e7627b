package uimessages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// converterRules are UIMSG-80…88.
func converterRules() []requirement.Rule[*account] {
	return requirement.For("converter", []requirement.Rule[*account]{
		{Requirement: line("UIMSG-80"), Judge: (*account).pairs},
		{Requirement: line("UIMSG-81"), Judge: (*account).order},
		{Requirement: line("UIMSG-82"), Judge: (*account).values},
		{Requirement: line("UIMSG-83"), Judge: (*account).failures},
		{Requirement: line("UIMSG-84"), Judge: (*account).denials},
		{Requirement: line("UIMSG-85"), Judge: (*account).streams},
		{Requirement: line("UIMSG-86"), Judge: (*account).incomplete},
		{Requirement: line("UIMSG-87"), Judge: (*account).apart},
		{Requirement: line("UIMSG-88"), Judge: (*account).rest},
	})
}

// place says of every item which groups it belongs to. Where the text is another, it has none.
func (a *account) place() {
	var whole strings.Builder
	for _, t := range a.texts {
		whole.WriteString(t.text)
	}
	known, at := whole.String() == a.said, 0
	group := func(offset int) int {
		for _, t := range a.texts {
			if offset -= len(t.text); offset < 0 {
				return t.group
			}
		}
		return 0
	}
	for _, item := range a.items {
		switch n := len(item.Get("text").Text()); {
		case item.part != nil:
			item.from, item.to = item.part.group, item.part.group
		case kindOf(item.Value) == "text" && known && n > 0:
			item.from, item.to = group(at), group(at+n-1)
			at += n
		}
	}
}

func judgeConverter(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	a, ok := accountOf(c, o)
	rules := converterRules()
	for i, r := range rules {
		rules[i].Judge = func(a *account, n *requirement.Notes) {
			if ok {
				r.Judge(a, n)
			}
		}
	}
	return requirement.SeenIf(ok && a.tells(), requirement.Apply(rules, a))
}

// tells says whether what was sent shows anything of the conversation.
func (a *account) tells() bool {
	finals := slices.ContainsFunc(a.parts, (*stored).final)
	right := slices.ContainsFunc(a.parts, func(p *stored) bool { return p.final() && len(p.call) == 1 && p.fits(p.call[0]) })
	text := ""
	for _, t := range a.texts {
		text += t.text
	}
	return a.list && (right || !finals && (text == "" || text == a.said))
}

// fits tells whether a call has its part's name and input.
func (p *stored) fits(call *sentItem) bool {
	return call.Get("toolName").Text() == p.Get("toolName").Text() && p.takes(wire.OrNull(call.Get("input")))
}

// takes tells whether an input is the part's. Of a failed call it may be another; what could be
// read of an input that streams is a part of one.
func (p *stored) takes(input wire.Value) bool {
	own, text := wire.OrNull(p.Get("input")), p.Get("inputText")
	if p.state == streaming && !text.IsString() { // none is the empty one
		text = wire.Str("")
	}
	switch {
	case wire.Alike(own, input) && (p.state != streaming || own.IsNull() || own.IsString()):
		return true
	case p.state == streaming || p.state == failedState && (own.IsNull() || own.IsString()):
		return input.IsNull() || input.IsObject() && input.Len() == 0 || text.IsString() && wire.Equal(text, input)
	}
	return false
}

// about is a finding about a part.
func (a *account) about(n *requirement.Notes, level requirement.Level, p *stored, message string, got wire.Value) {
	a.wrong(n, level, p, message, p.Value, got)
}

// wrong is a finding about a part, with what was meant beside what was sent.
func (a *account) wrong(n *requirement.Notes, level requirement.Level, p *stored, message string, want, got wire.Value) {
	n.Wrong(level, "/modelMessages", fmt.Sprintf("%s (Of call %s.)", message, wire.Quote(p.Get("toolCallId").Text())), want, got)
}

// named is what a call and its part have in common.
func named(v wire.Value) wire.Value {
	return wire.Obj(wire.M("toolName", v.Get("toolName")), wire.M("input", wire.OrNull(v.Get("input"))))
}

// valueOf is what a result of that kind says; one of another kind stands for itself.
func valueOf(result *sentItem, kind string) wire.Value {
	if result.Get("kind").Text() != kind {
		return result.Value
	}
	return wire.OrNull(result.Get("value"))
}

// firstOf is the first of what was sent.
func firstOf(items []*sentItem) wire.Value {
	if len(items) == 0 {
		return wire.Value{}
	}
	return items[0].Value
}

// pairs is UIMSG-80.
func (a *account) pairs(n *requirement.Notes) {
	for _, p := range a.parts {
		if !p.final() {
			continue
		}
		n.Saw()
		free := p.state == denied && (p.server() || len(p.results) == 0)
		switch {
		case len(p.call) != 1 && !(a.drop && p.mixed && len(p.call) == 0):
			a.about(n, "", p, "A part with an outcome is not sent as exactly one call.", firstOf(p.call))
		case len(p.results) != 1 && !free && len(p.call) == 1:
			a.about(n, "", p, "A part with an outcome is not answered by exactly one result.", firstOf(p.results))
		case len(p.call) == 1 && !p.fits(p.call[0]):
			a.wrong(n, "", p, "A call has another name or input.", named(p.Value), named(p.call[0].Value))
		case len(p.results) == 1 && p.results[0].Get("toolName").Text() != p.Get("toolName").Text():
			a.wrong(n, "", p, "A result has another name.", p.Get("toolName"), p.results[0].Get("toolName"))
		}
	}
	for _, item := range a.foreign {
		n.Wrong("", item.at, "A call or a result is sent that no part has.", wire.Value{}, item.Value)
	}
}

// order is UIMSG-81.
func (a *account) order(n *requirement.Notes) {
	latest, called := 0, map[*stored]bool{}
	for _, item := range a.items {
		p := item.part
		if kindOf(item.Value) != "tool-result" {
			if p != nil {
				called[p] = true
			}
			latest = max(latest, item.to)
			continue
		}
		if p == nil || p.state == denied && p.server() {
			continue
		}
		n.Saw()
		switch {
		case !called[p]:
			a.about(n, "", p, "A result comes before its call.", item.Value)
		case latest > p.group:
			a.about(n, "", p, "A result comes behind what was said after its step.", item.Value)
		}
	}
}

// values is UIMSG-82.
func (a *account) values(n *requirement.Notes) {
	for _, p := range a.parts {
		if p.state != succeeded || p.prelim() || len(p.results) == 0 {
			continue
		}
		got := p.results[0]
		n.Saw()
		if got.Get("kind").Text() != "value" || !wire.Alike(wire.OrNull(got.Get("value")), wire.OrNull(p.Get("output"))) {
			a.wrong(n, "", p, "The value of a result is another.", wire.OrNull(p.Get("output")), valueOf(got, "value"))
		}
	}
}

// failures is UIMSG-83.
func (a *account) failures(n *requirement.Notes) {
	for _, p := range a.parts {
		if p.state != failedState || len(p.results) == 0 {
			continue
		}
		n.Saw()
		got, text := p.results[0], p.Get("errorText").Text()
		shows := got.Get("value").Text()
		if !got.Get("value").IsString() {
			shows = got.Get("value").JSON()
		}
		if got.Get("kind").Text() != "error" || strings.TrimSpace(text) != "" && !history.Holds(shows, text) {
			a.wrong(n, "", p, "A failure is sent as something else, or with another text.", p.Get("errorText"), valueOf(got, "error"))
		}
	}
}

// denials is UIMSG-84.
func (a *account) denials(n *requirement.Notes) {
	for _, p := range a.parts {
		refused := p.state == responded && p.Get("approval").Get("approved").IsFalse()
		if p.state != denied && !refused || len(p.call) == 0 {
			continue
		}
		n.Saw()
		success := slices.ContainsFunc(p.results,
			func(r *sentItem) bool { return !slices.Contains([]string{"error", "denied"}, r.Get("kind").Text()) })
		switch {
		case success:
			a.about(n, "", p, "A denied call is answered with a success.", firstOf(p.results))
		case len(p.results) == 0 && refused && !p.server():
			a.about(n, requirement.Should, p, "A call that was refused is sent without a result.", wire.Value{})
		case len(p.results) == 0 && !p.server():
			a.about(n, "", p, "A denied call is sent without a result.", wire.Value{})
		}
	}
}

// streams is UIMSG-85.
func (a *account) streams(n *requirement.Notes) {
	for _, p := range a.parts {
		if p.state != streaming {
			continue
		}
		if n.Saw(); len(p.call) == 0 {
			continue
		}
		answered := len(p.results) == 1 && slices.Contains([]string{"error", "denied"}, p.results[0].Get("kind").Text())
		if !answered || !p.takes(wire.OrNull(p.call[0].Get("input"))) {
			a.about(n, "", p, "A call whose input never came to an end is sent.", p.call[0].Value)
		}
	}
}

// incomplete is UIMSG-86.
func (a *account) incomplete(n *requirement.Notes) {
	for _, p := range a.parts {
		success := slices.ContainsFunc(p.results, func(r *sentItem) bool { return r.Get("kind").Text() == "value" })
		switch {
		case p.final() && a.drop && p.mixed:
			if n.Saw(); len(p.call) == 0 {
				a.about(n, "", p, "A finished call is left out beside one that is not.", wire.Value{})
			}
		case p.final():
		case a.drop && p.state != responded:
			if n.Saw(); len(p.call) > 0 {
				a.about(n, "", p, "A call without an outcome is sent.", p.call[0].Value)
			}
		default:
			if n.Saw(); success && !p.prelim() {
				a.about(n, "", p, "A call without an outcome is answered with a success.", firstOf(p.results))
			}
		}
	}
}

// apart is UIMSG-87.
func (a *account) apart(n *requirement.Notes) {
	ids := map[string]int{}
	for _, p := range a.parts {
		ids[p.id]++
	}
	for _, p := range a.parts {
		if !p.server() && len(p.results) == 1 && p.results[0].role == "assistant" {
			a.about(n, "", p, "The result of a call that is not the provider's stands in the assistant's content.", p.results[0].Value)
		}
		if p.server() && p.final() && p.state != denied {
			n.Saw()
			if len(p.results) != 1 || p.results[0].role != "assistant" {
				a.about(n, "", p, "The result of a provider-executed call does not stand once in the assistant's content.",
					firstOf(p.results))
			}
		}
	}
	open := map[string]*stored{}
	for _, item := range a.items {
		p := item.part
		if p == nil || ids[p.id] < 2 {
			continue
		}
		n.Saw()
		before := open[p.id]
		if kindOf(item.Value) == "tool-call" {
			if before != nil && before != p && before.final() && before.state != denied && len(before.results) > 0 {
				a.about(n, "", before, "A call with an id that comes again is not answered before the next begins.", item.Value)
			}
			open[p.id] = p
		} else if before == p {
			delete(open, p.id)
		}
	}
}

// squeezed is a text without its blanks.
func squeezed(text string) string { return strings.Join(strings.Fields(text), "") }

// repeated: a text of the conversation stands there more often than it was said, and more is said than was; or less often.
func (a *account) repeated(n *requirement.Notes) {
	own, said := "", squeezed(a.said)
	for _, t := range a.texts {
		own += squeezed(t.text)
	}
	for _, t := range a.texts {
		bare, least := squeezed(t.text), 0
		for _, o := range a.texts { // what only two texts together make counts for nothing
			least += strings.Count(squeezed(o.text), bare)
		}
		words := ""
		switch stands := strings.Count(said, bare); {
		case bare == "":
		case len(said) >= len(own)+len(bare) && stands > strings.Count(own, bare):
			words = "A text of the conversation is sent more than once."
		case stands > 0 && stands < least:
			words = "A text that was said several times is sent less often."
		}
		if words != "" {
			n.Miss(requirement.Finding{Where: "/modelMessages", Event: -1, Message: words, Expected: wire.Str(t.text)})
			return
		}
	}
}

// rest is UIMSG-88.
func (a *account) rest(n *requirement.Notes) {
	for _, p := range a.parts {
		if p.state == requested && p.later {
			if n.Saw(); len(p.call) > 0 && len(p.results) == 0 {
				a.about(n, "", p, "A call that waited for a decision is sent as an open one.", p.call[0].Value)
			}
		}
	}
	if len(a.items) > 0 {
		n.Saw()
	}
	for _, t := range a.texts {
		bare := squeezed(t.text)
		miss := func(message string) {
			n.Miss(requirement.Finding{Where: "/modelMessages", Event: -1, Message: message, Expected: wire.Str(t.text)})
		}
		switch {
		case !strings.Contains(squeezed(a.said), bare):
			miss("A text of the conversation is not sent.")
		case bare != "" && !strings.Contains(a.saidBy[t.role], t.text):
			miss("A text of the conversation is sent as another, or as another role's.")
		}
	}
	a.repeated(n)
	for _, at := range a.empty {
		n.Wrong("", at, "A message without content is sent.", wire.Value{}, wire.Value{})
	}
	own := "" // what is said anyway is not sent for the data
	for _, t := range a.texts {
		own += t.text
	}
	for _, m := range a.messages {
		for _, part := range m.Get("parts").Items() {
			data := part.Get("data").JSON()
			sent := func(text string) bool { return strings.Count(a.said, text) > strings.Count(own, text) }
			if kindOf(part) == "data" && len(data) > 4 && (sent(data) || part.Get("data").IsString() && sent(part.Get("data").Text())) {
				n.Wrong("", "/modelMessages", "Data of the application's own is sent as text.", wire.Value{}, part.Get("data"))
			}
		}
	}
}
