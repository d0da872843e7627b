package openaichat

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// request is what a converter sent beside the history that it got.
type request struct {
	*history.Request
	messages []wire.Value
}

func newRequest(c *dialect.Case, o *dialect.Observation) (*request, bool) {
	h, ok := c.Script.(history.History)
	r := &request{messages: o.State.Get("messages").Items()}
	var list []history.Sent
	for i, m := range r.messages {
		if role := m.Get("role").Text(); role != "system" && role != "developer" {
			list = append(list, sentAs(i, m))
		}
	}
	r.Request = history.Hold(h, list)
	return r, ok
}

// sentAs reads a message.
func sentAs(i int, m wire.Value) history.Sent {
	text, isText := contentOf(m)
	s := history.Sent{Role: m.Get("role").Text(), Text: text}
	if s.Role == history.Tool {
		s.Text = ""
		s.Results = []history.Answer{{ID: m.Get("tool_call_id").Text(), Content: text, IsText: isText, Whole: m, At: fmt.Sprintf("/messages/%d", i)}}
	}
	for k, call := range m.Get("tool_calls").Items() {
		function := call.Get("function")
		s.Calls = append(s.Calls, &compare.Got{ID: call.Get("id"), Name: function.Get("name"), Arguments: function.Get("arguments"), At: fmt.Sprintf("/messages/%d/tool_calls/%d", i, k)})
	}
	return s
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

type sentMessages = requirement.Rule[*request]

func judgeConverter(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	r, ok := newRequest(c, o)
	return history.Judge(c, o, converterRules(), r, history.Account{There: ok, Refused: history.Refused(o), Sound: r.Valid && !r.History.Malformed(),
		Tells: r.Tells(), First: "CHAT-80", Excuses: func(id string) bool { return id == "CHAT-86" && !r.Valid || id == "CHAT-80" && r.Valid }})
}

func converterRules() []sentMessages {
	should := []requirement.Level{requirement.Should}
	return requirement.For("converter", []sentMessages{
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
				if r.Valid && len(r.History.Calls()) > 0 {
					wrong := r.Disorder()
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
	})
}

// calls is CHAT-80.
func (r *request) calls(n *requirement.Notes) {
	if len(r.History.Calls()) == 0 && len(r.Calls.Deviations) == 0 || !r.Valid {
		return
	}
	n.Saw()
	for i, m := range r.messages {
		list, _ := schemas.Breaches(schemas.ChatMessage, m)
		for _, b := range list {
			if b.Requirement != "CHAT-81" {
				miss(n, "", fmt.Sprintf("/messages/%d%s", i, b.Pointer), "A message is not as its schema says: "+b.String()+".", wire.Value{}, m.Find(b.Pointer))
			}
		}
	}
	for _, d := range r.Calls.Deviations {
		if d.Kind != compare.WrongID {
			miss(n, "", "/messages", d.Message, d.Expected, d.Actual)
		}
	}
	if r.History.Malformed() {
		n.Policy("malformed arguments are sent, or left out with their call")
	}
}

// results is CHAT-81.
func (r *request) results(n *requirement.Notes) {
	r.Each(func(e history.Entry, sent []history.Answer) {
		one := n.Holds(len(sent) == 1, requirement.Finding{Where: "/messages", Event: -1, Expected: wire.Int(1), Actual: wire.Int(int64(len(sent))),
			Message: fmt.Sprintf("The result of %q is not one tool message.", e.CallID)})
		if one && e.Status == "success" {
			n.Holds(e.Says(sent[0]), requirement.Finding{Where: sent[0].At, Event: -1, Expected: e.Output, Actual: sent[0].Whole, Message: fmt.Sprintf("The content is not the result of %q.", e.CallID)})
		}
	})
}

// texts is CHAT-83.
func (r *request) texts(n *requirement.Notes) {
	want, got, early := r.Texts()
	if len(want) > 0 {
		n.Saw()
	}
	if !slices.Equal(want, got) {
		miss(n, "", "/messages", "The texts are others, or in another order.", wire.Str(strings.Join(want, " | ")), wire.Str(strings.Join(got, " | ")))
	}
	for _, id := range early {
		miss(n, "", "/messages", fmt.Sprintf("Text that came after the result of %q stands before it.", id), wire.Value{}, wire.Value{})
	}
}

// errors is CHAT-84.
func (r *request) errors(n *requirement.Notes) {
	r.Each(func(e history.Entry, sent []history.Answer) {
		if e.Status == "success" {
			return
		}
		for _, a := range sent {
			hollow := !a.IsText || slices.Contains([]string{"", "{}", "null"}, a.Content)
			if own := e.Output.Text(); own != "" {
				n.Holds(a.IsText && strings.Contains(a.Content, own), requirement.Finding{Where: a.At, Event: -1, Expected: e.Output, Actual: a.Whole, Message: "The content doesn't contain the error."})
			} else if n.Saw(); hollow {
				miss(n, requirement.Should, a.At, "An empty error is sent as nothing.", wire.Value{}, a.Whole)
			}
		}
	})
}

// ids is CHAT-85.
func (r *request) ids(n *requirement.Notes) {
	if !r.Valid {
		return
	}
	for _, pair := range r.Confused() {
		miss(n, "", "/messages", fmt.Sprintf("The ids %q and %q are sent as one, or as none.", pair[0], pair[1]), wire.Value{}, wire.Value{})
	}
	r.Each(func(e history.Entry, sent []history.Answer) {
		n.Holds(len(sent) > 0, requirement.Finding{Where: "/messages", Event: -1, Expected: wire.Str(r.As[e.CallID]), Message: fmt.Sprintf("The result of %q is sent under another id.", e.CallID)})
	})
}

// mended is CHAT-86.
func (r *request) mended(n *requirement.Notes) {
	if r.Valid {
		return
	}
	n.Saw()
	if wrong := r.Disorder(); wrong != "" {
		miss(n, requirement.Should, "/messages", "The history is sent as invalid as it is: "+wrong, wire.Value{}, wire.List(r.messages...))
	} else {
		n.Policy("mended")
	}
	r.MadeUp(func(a history.Answer, misleads bool) {
		n.Holds(!misleads, requirement.Finding{Level: requirement.Must, Where: a.At, Event: -1, Actual: a.Whole, Message: "The answer that was made up for an open call reads as a result."})
	})
}
