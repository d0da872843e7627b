package uimessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

const (
	converts = "ai 7.0.173, convert-to-model-messages.ts"
	trouble  = `docs, troubleshooting: "each tool call must have a corresponding result before the conversation can continue."`
)

// converterRules are UIMSG-80…88.
func converterRules() []requirement.Rule[*account] {
	lesser := []requirement.Level{requirement.Should}
	return requirement.For("converter", []requirement.Rule[*account]{
		{Requirement: requirement.Requirement{ID: "UIMSG-80", Source: trouble + "; vercel/ai#7375",
			Sentence: "Each part with an outcome becomes exactly one call and exactly one result (but UIMSG-84) with its id, " +
				"name and input, dashes, falsy inputs and all.",
			Right: "one call, one result", Wrong: "a falsy output gets no result"}, Judge: (*account).pairs},
		{Requirement: requirement.Requirement{ID: "UIMSG-81", Source: trouble,
			Sentence: "A result comes after its call and before the next step's, the next user's or the next assistant " +
				"message's content. Text behind a call of its step may stand before or after the results.",
			Right: "call, result, next step", Wrong: "all results at the end of the message"}, Judge: (*account).order},
		{Requirement: requirement.Requirement{ID: "UIMSG-82", Source: converts,
			Sentence: "Values are kept: falsy ones, `null`, text that looks like JSON.",
			Right:    `"value":0`, Wrong: `"value":null`}, Judge: (*account).values},
		{Requirement: requirement.Requirement{ID: "UIMSG-83", Source: converts,
			Sentence: "A failure is sent as an error with its text (`\"\"` may become another text); one whose `input` is " +
				"`null` or a text is sent with that, with `{}`, or with its `inputText`.",
			Right: `"kind":"error"`, Wrong: "a failure is sent as a plain value"}, Judge: (*account).failures},
		{Requirement: requirement.Requirement{ID: "UIMSG-84", Also: lesser, Source: converts,
			Ruling: "6.0.326 leaves a decision to the next call; the official converter sends the approval response of a provider's call.",
			Sentence: "`output-denied` is answered by a result that is no success; that of a provider-executed call may go " +
				"without one, and its result may stand in either place. `approval-responded` with `approved:false`: SHOULD.",
			Right: `"kind":"denied"`, Wrong: "a denied call is sent without a result"}, Judge: (*account).denials},
		{Requirement: requirement.Requirement{ID: "UIMSG-85", Source: converts,
			Sentence: "A call in `input-streaming` is not sent as a call with partial input; it is left out, or answered as " +
				"failed, with `{}`, `null` or its text as input.",
			Right: "left out", Wrong: "sent with half an input"}, Judge: (*account).streams},
		{Requirement: requirement.Requirement{ID: "UIMSG-86", Source: log + " (b253d52)",
			Ruling: "Without the option the converter may send an open call as it is (the official one does), and a preliminary " +
				"output, too.",
			Sentence: "With `\"incomplete\":\"drop\"` no call without an outcome is sent, provider-executed or not, a " +
				"preliminary output is no outcome, and finished siblings stay; a decided call (`approval-responded`) is sent or " +
				"left out. Without it an open call is sent open, dropped or failed, and a preliminary output also as it is: " +
				"MAY; nothing else is answered with a success.",
			Right: "the finished sibling is sent", Wrong: "one open sibling drops the finished ones"}, Judge: (*account).incomplete},
		{Requirement: requirement.Requirement{ID: "UIMSG-87", Source: log + " (af7188c, ff11aee)",
			Sentence: "The same id in two steps: each pair in its own step. A provider-executed result stands once, in the assistant's " +
				"content, behind its call in its step.",
			Right: "two pairs", Wrong: "two calls with one id side by side"}, Judge: (*account).apart},
		{Requirement: requirement.Requirement{ID: "UIMSG-88", Level: requirement.Should, Source: converts + "; " + log + " (aa2dbe6)",
			Sentence: "Waiting approvals before any later user message are not sent as open calls; no message without content " +
				"items is sent; data parts disturb nothing and are not sent as text; the texts of the conversation are sent.",
			Ruling: "That texts are sent goes without saying: a conversation without them is another.",
			Right:  "no empty message", Wrong: "a tool message without results is sent"}, Judge: (*account).rest},
	})
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
	case wire.Equal(own, input) && (p.state != streaming || own.IsNull() || own.IsString()):
		return true
	case p.state == streaming || p.state == failedState && (own.IsNull() || own.IsString()):
		return input.IsNull() || input.IsObject() && input.Len() == 0 || text.IsString() && wire.Equal(text, input)
	}
	return false
}

// about is a finding about a part.
func (a *account) about(n *requirement.Notes, level requirement.Level, p *stored, message string, got wire.Value) {
	n.Wrong(level, "/modelMessages", message, p.Value, got)
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
			a.about(n, "", p, "A call has another name or input.", p.call[0].Value)
		case len(p.results) == 1 && p.results[0].Get("toolName").Text() != p.Get("toolName").Text():
			a.about(n, "", p, "A result has another name.", p.results[0].Value)
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
		if got.Get("kind").Text() != "value" || !wire.Equal(wire.OrNull(got.Get("value")), wire.OrNull(p.Get("output"))) {
			a.about(n, "", p, "The value of a result is another.", got.Value)
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
		if got.Get("kind").Text() != "error" || !strings.Contains(shows, text) {
			a.about(n, "", p, "A failure is sent as something else, or with another text.", got.Value)
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
		if bare := strings.Join(strings.Fields(t.text), ""); !strings.Contains(strings.Join(strings.Fields(a.said), ""), bare) {
			n.Miss(requirement.Finding{Where: "/modelMessages", Event: -1, Message: "A text of the conversation is not sent.",
				Expected: wire.Str(t.text)})
		}
	}
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
