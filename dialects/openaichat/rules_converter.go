package openaichat

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

// request is what a converter sent beside the history that it got.
type request struct {
	c       *dialect.Case
	h       history.History
	valid   bool
	refused bool
	// messages without those of the system.
	messages []wire.Value
	result   compare.Result
	// as is the id under which each call of the history was sent.
	as map[string]string
}

func newRequest(c *dialect.Case, o *dialect.Observation) (*request, bool) {
	h, ok := c.Script.(history.History)
	if !ok {
		return &request{c: c}, false
	}
	r := &request{c: c, h: h, valid: h.Valid() == nil, refused: !o.State.Get("error").IsNull(), as: map[string]string{}}
	for _, m := range o.State.Get("messages").Items() {
		if role := m.Get("role").Text(); role != "system" && role != "developer" {
			r.messages = append(r.messages, m)
		}
	}
	var got []*compare.Got
	for i, m := range r.messages {
		for k, call := range m.Get("tool_calls").Items() {
			function := call.Get("function")
			got = append(got, &compare.Got{ID: call.Get("id"), Name: function.Get("name"), Arguments: function.Get("arguments"), At: fmt.Sprintf("/messages/%d/tool_calls/%d", i, k)})
		}
	}
	var wants []*compare.Want
	for i, p := range h.Calls() {
		wants = append(wants, wantSent(i, p))
	}
	r.result = compare.Calls(wants, got, compare.Options{Stateless: true})
	for _, p := range r.result.Pairs {
		r.as[p.Want.IDs[0]] = p.Got.ID.Text()
	}
	return r, o.State.Get("messages").IsArray() || r.refused
}

// wantSent is a call as it must be sent.
func wantSent(i int, p history.Part) *compare.Want {
	w := &compare.Want{IDs: []string{p.ID}, Names: []string{p.Name}, Key: int64(i), Placed: true}
	switch v, err := wire.Parse([]byte(p.Arguments)); {
	case err == nil:
		w.Value, w.Bare = v, false
	default:
		w.Texts, w.Bare, w.Optional = []string{p.Arguments}, strings.TrimSpace(p.Arguments) == "", strings.TrimSpace(p.Arguments) != ""
	}
	return w
}

// malformed tells whether a call has arguments that are no JSON: it may be refused.
func (r *request) malformed() bool {
	return slices.ContainsFunc(r.h.Calls(), func(p history.Part) bool { return strings.TrimSpace(p.Arguments) != "" && !isJSON(p.Arguments) })
}

// tells says whether the messages show anything: a call of the history, or its first text
// where it has none.
func (r *request) tells() bool {
	if r.refused || len(r.h) == 0 {
		return true
	}
	if len(r.h.Calls()) > 0 {
		return r.result.Right()
	}
	return slices.ContainsFunc(r.messages, func(m wire.Value) bool {
		text, _ := contentOf(m)
		return text != "" && text == r.h[0].Text
	})
}

type sentMessages = requirement.Rule[*request]

func judgeConverter(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	r, ok := newRequest(c, o)
	rules := converterRules()
	for i, rule := range rules {
		rules[i].Judge = func(r *request, n *requirement.Notes) {
			switch {
			case r.h == nil || !ok:
			case !r.refused:
				rule.Judge(r, n)
			case r.valid && !r.malformed() && (slices.Contains(c.Tests, rule.ID) || rule.ID == "CHAT-80"):
				n.Miss(requirement.Finding{Event: -1, Message: "The converter refused a history that is valid.", Actual: o.State.Get("error")})
			case rule.ID == "CHAT-86" && !r.valid, rule.ID == "CHAT-80" && r.malformed() && r.valid:
				n.Policy("refused")
			}
		}
	}
	return requirement.SeenIf(r.tells(), requirement.Apply(rules, r))
}

func converterRules() []sentMessages {
	should := []requirement.Level{requirement.Should}
	list := []sentMessages{
		{Requirement: requirement.Requirement{ID: "CHAT-80", Source: document + ", tool call in a message: required id, type, function.name, function.arguments (string)",
			Sentence: "Every call is one entry of `tool_calls` of an assistant message, in order, with id, `type` `function`, name and `arguments` as a **string** equal to the given as JSON, encoded once. Empty arguments may become `{}`. Malformed ones: the same text, or left out with their call, or refused; never `{}`.",
			Right:    `"arguments":"{\"q\":7}"`, Wrong: `"arguments":{"q":7}`}, Judge: (*request).calls},
		{Requirement: requirement.Requirement{ID: "CHAT-81", Source: document + `, tool_call_id: "Tool call that this message is responding to."`,
			Sentence: "Every result is one message `{role:\"tool\", tool_call_id, content}` with its call's id. A string is sent as it is, another value as its JSON; `\"\"`, `0`, `false` and `null` are results.",
			Right:    `"content":"false"`, Wrong: "a falsy result sends no message"}, Judge: (*request).results},
		{Requirement: requirement.Requirement{ID: "CHAT-82", Source: `API: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."`,
			Sentence: "The tool messages follow the assistant message that holds their calls, before anything else, one for each `tool_call_id`. (From a valid history.)",
			Right:    "assistant, tool, tool, user", Wrong: "assistant, user, tool"},
			Judge: func(r *request, n *requirement.Notes) {
				if r.valid && len(r.h.Calls()) > 0 {
					wrong := r.disorder()
					n.Holds(wrong == "", requirement.Finding{Where: "/messages", Event: -1, Message: wrong, Actual: wire.List(r.messages...)})
				}
			}},
		{Requirement: requirement.Requirement{ID: "CHAT-83", Source: document + ", messages",
			Sentence: "User and assistant texts keep content and order, blanks where two are joined aside; text after a result is not moved before it.",
			Right:    "text, call, result, text", Wrong: "both texts stand before the result"}, Judge: (*request).texts},
		{Requirement: requirement.Requirement{ID: "CHAT-84", Also: should, Source: document + ", tool message: content", Ruling: "The wire has no error flag: what the text doesn't tell, nobody does.",
			Sentence: "An error or cancelled result has a text as content that contains its own: never `{}`, `null` or another. The wire has no error flag. For an empty one it is not `{}`, `null` or `\"\"`: SHOULD.",
			Right:    `"content":"Error: timeout"`, Wrong: `"content":"{}"`}, Judge: (*request).errors},
		{Requirement: requirement.Requirement{ID: "CHAT-85", Adversarial: true, Source: document + ", tool_call_id", Ruling: "An id is its characters; a result under another one answers no call.",
			Sentence: "Ids (hostile, blank, 300 characters) are sent verbatim, or changed one-to-one and alike on both sides.",
			Right:    "the same id in call and result", Wrong: "the id is cut in the call alone"}, Judge: (*request).ids},
		{Requirement: requirement.Requirement{ID: "CHAT-86", Level: requirement.Should, Also: []requirement.Level{requirement.Must}, Adversarial: true, Source: "API, as CHAT-82", Ruling: "The API refuses what is not mended; a made-up success misleads the model.",
			Sentence: "An invalid history (a call unanswered, a result unknown, twice, or behind a user message) is refused, or mended into one that CHAT-82 allows. An answer made up for an open call is a non-empty text that is no JSON value, no other result, and none of `ok`, `success`, `done`: MUST.",
			Right:    `"No result is known."`, Wrong: `"{}"`}, Judge: (*request).mended},
	}
	for i := range list {
		list[i].Roles = []string{"converter"}
		if list[i].Level == "" {
			list[i].Level = requirement.Must
		}
	}
	return list
}

// calls is CHAT-80.
func (r *request) calls(n *requirement.Notes) {
	if len(r.h.Calls()) == 0 && len(r.result.Deviations) == 0 || !r.valid {
		return
	}
	n.Saw()
	set, err := loaded()
	for i, m := range r.messages {
		if err != nil {
			break
		}
		list, _ := set.Breaches("chat-message", m)
		for _, b := range list {
			if b.Requirement != "CHAT-81" {
				miss(n, "", fmt.Sprintf("/messages/%d%s", i, b.Pointer), "A message is not as its schema says: "+b.String()+".", wire.Value{}, m.Find(b.Pointer))
			}
		}
	}
	for _, d := range r.result.Deviations {
		if d.Kind != compare.WrongID {
			miss(n, "", "/messages", d.Message, d.Expected, d.Actual)
		}
	}
	if r.malformed() {
		n.Policy("malformed arguments are sent, or left out with their call")
	}
}

// contentOf is a content as text: text parts are joined.
func contentOf(m wire.Value) (string, bool) {
	content := m.Get("content")
	if !content.IsArray() {
		return content.Text(), content.IsString()
	}
	var b strings.Builder
	for _, p := range content.Items() {
		b.WriteString(p.Get("text").Text())
	}
	return b.String(), true
}

// answers are the tool messages that were sent for a call of the history.
func (r *request) answers(id string) []wire.Value {
	as, sent := r.as[id]
	var list []wire.Value
	for _, m := range r.messages {
		if sent && m.Get("role").Text() == history.Tool && m.Get("tool_call_id").Text() == as {
			list = append(list, m)
		}
	}
	return list
}

func (r *request) each(status func(string) bool, look func(e history.Entry, sent []wire.Value)) {
	for _, e := range r.h {
		if _, there := r.as[e.CallID]; r.valid && e.Role == history.Tool && status(e.Status) && there {
			look(e, r.answers(e.CallID))
		}
	}
}

// results is CHAT-81.
func (r *request) results(n *requirement.Notes) {
	r.each(func(string) bool { return true }, func(e history.Entry, sent []wire.Value) {
		if !n.Holds(len(sent) == 1, requirement.Finding{Where: "/messages", Event: -1, Expected: wire.Int(1), Actual: wire.Int(int64(len(sent))),
			Message: fmt.Sprintf("The result of %q is not one tool message.", e.CallID)}) || e.Status != "success" {
			return
		}
		text, ok := contentOf(sent[0])
		right := ok && text == e.Output.Text()
		if !e.Output.IsString() {
			right = ok && wire.EqualOrText(e.Output, wire.Str(text))
		}
		n.Holds(right, requirement.Finding{Where: "/messages", Event: -1, Expected: e.Output, Actual: sent[0].Get("content"), Message: fmt.Sprintf("The content is not the result of %q.", e.CallID)})
	})
}

// disorder says what the API would refuse in the messages, "" for nothing.
func (r *request) disorder() string {
	open := map[string]bool{}
	for i, m := range r.messages {
		if m.Get("role").Text() == history.Tool {
			id := m.Get("tool_call_id").Text()
			if !open[id] {
				return fmt.Sprintf("Message %d answers %q, which is not open there.", i, id)
			}
			delete(open, id)
			continue
		}
		if len(open) > 0 {
			return fmt.Sprintf("Message %d comes before all calls are answered.", i)
		}
		for _, c := range m.Get("tool_calls").Items() {
			open[c.Get("id").Text()] = true
		}
	}
	if len(open) > 0 {
		return "A call is never answered."
	}
	return ""
}

// bare is a text without blanks.
func bareText(s string) string { return strings.Join(strings.Fields(s), "") }

// texts is CHAT-83.
func (r *request) texts(n *requirement.Notes) {
	var want, got []string // role and text by turns, neighbours joined
	join := func(list []string, role, text string) []string {
		if text = bareText(text); text == "" {
			return list
		}
		if k := len(list); k > 0 && strings.HasPrefix(list[k-1], role) {
			list[k-1] += text
			return list
		}
		return append(list, role+" "+text)
	}
	most := map[string]int{} // how much text may stand before a result
	for _, e := range r.h {
		want = join(want, e.Role, e.Text)
		for _, p := range e.Parts {
			want = join(want, e.Role, p.Text)
		}
		for _, p := range e.Parts {
			if p.Call {
				most[r.as[p.ID]] = len(strings.Join(want, ""))
			}
		}
	}
	for _, m := range r.messages {
		if m.Get("role").Text() == history.Tool {
			if id := m.Get("tool_call_id").Text(); r.valid && len(strings.Join(got, "")) > most[id] && most[id] > 0 {
				miss(n, "", "/messages", fmt.Sprintf("Text that came after the result of %q stands before it.", id), wire.Value{}, m)
			}
			continue
		}
		text, _ := contentOf(m)
		got = join(got, m.Get("role").Text(), text)
	}
	if len(want) > 0 {
		n.Saw()
	}
	if !slices.Equal(want, got) {
		miss(n, "", "/messages", "The texts are others, or in another order.", wire.Str(strings.Join(want, " | ")), wire.Str(strings.Join(got, " | ")))
	}
}

// errors is CHAT-84.
func (r *request) errors(n *requirement.Notes) {
	r.each(func(s string) bool { return s != "success" }, func(e history.Entry, sent []wire.Value) {
		for _, m := range sent {
			text, ok := contentOf(m)
			hollow := text == "" || text == "{}" || text == "null"
			switch own := e.Output.Text(); {
			case own == "" && (hollow || !ok):
				miss(n, requirement.Should, "/messages", "An empty error is sent as nothing.", wire.Value{}, m)
			case own != "":
				n.Holds(ok && strings.Contains(text, own), requirement.Finding{Where: "/messages", Event: -1, Expected: e.Output, Actual: m.Get("content"), Message: "The content doesn't contain the error."})
			default:
				n.Saw()
			}
		}
	})
}

// ids is CHAT-85.
func (r *request) ids(n *requirement.Notes) {
	back := map[string]string{}
	for _, p := range r.h.Calls() {
		as, there := r.as[p.ID]
		if !there || !r.valid {
			continue
		}
		before, twice := back[as]
		n.Holds(!twice && as != "", requirement.Finding{Where: "/messages", Event: -1, Expected: wire.Str(p.ID), Actual: wire.Str(as), Message: fmt.Sprintf("The ids %q and %q are sent as one.", before, p.ID)})
		back[as] = p.ID
		n.Holds(len(r.answers(p.ID)) > 0, requirement.Finding{Where: "/messages", Event: -1, Expected: wire.Str(as), Message: fmt.Sprintf("The result of %q is sent under another id.", p.ID)})
	}
}

// mended is CHAT-86.
func (r *request) mended(n *requirement.Notes) {
	if r.valid {
		return
	}
	n.Saw()
	if wrong := r.disorder(); wrong != "" {
		miss(n, requirement.Should, "/messages", "The history is sent as invalid as it is: "+wrong, wire.Value{}, wire.List(r.messages...))
	} else {
		n.Policy("mended")
	}
	known := map[string][]string{}
	for _, e := range r.h {
		as, there := r.as[e.CallID]
		if !there {
			as = e.CallID
		}
		if e.Role == history.Tool {
			known[as] = append(known[as], resultOf(e))
		}
	}
	for _, m := range r.messages {
		text, _ := contentOf(m)
		if m.Get("role").Text() != history.Tool || slices.ContainsFunc(known[m.Get("tool_call_id").Text()], func(s string) bool { return strings.Contains(text, s) }) {
			continue
		}
		other := slices.ContainsFunc(r.h, func(e history.Entry) bool { return e.Role == history.Tool && resultOf(e) == text })
		bad := text == "" || isJSON(text) || other || slices.Contains([]string{"ok", "success", "done"}, strings.ToLower(text))
		n.Holds(!bad, requirement.Finding{Level: requirement.Must, Where: "/messages", Event: -1, Actual: m, Message: "The answer that was made up for an open call reads as a result."})
	}
}

// resultOf is the text that a result is known by.
func resultOf(e history.Entry) string {
	if e.Output.IsString() {
		return e.Output.Text()
	}
	return e.Output.JSON()
}
