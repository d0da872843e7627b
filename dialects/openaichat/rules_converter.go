package openaichat

import (
	"fmt"
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
		s.Results = []history.Answer{{ID: m.Get("tool_call_id").Text(), Content: text, IsText: isText, Whole: m,
			At: fmt.Sprintf("/messages/%d", i)}}
	}
	for k, call := range m.Get("tool_calls").Items() {
		function := call.Get("function")
		s.Calls = append(s.Calls, &compare.Got{ID: call.Get("id"), Name: function.Get("name"), Arguments: function.Get("arguments"),
			At: fmt.Sprintf("/messages/%d/tool_calls/%d", i, k)})
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
	return history.Judge(c, o, converterRules(), r, history.Account{There: ok, Refused: history.Refused(o), Sound: r.Valid &&
		!r.History.Malformed(),
		Tells: r.Tells(), First: "CHAT-80", Excuses: func(id string) bool {
			return id == "CHAT-86" && !r.Valid || id == "CHAT-80" && r.Valid
		}})
}

func converterRules() []sentMessages {
	should := []requirement.Level{requirement.Should}
	return requirement.For("converter", []sentMessages{
		{Requirement: requirement.Requirement{ID: "CHAT-80",
			Source: document + ", tool call in a message: required id, type, function.name, function.arguments (string)",
			Sentence: "Every call is one entry of `tool_calls` of an assistant message, in order, with id, `type` `function`, name and " +
				"`arguments` as a **string** equal to the given as JSON, encoded once. Empty arguments may become `{}`. Malformed ones: " +
				"the same text, or left out with their call, or refused; never `{}`.",
			Right: `"arguments":"{\"q\":7}"`, Wrong: `"arguments":{"q":7}`}, Judge: (*request).callsSent},
		{Requirement: requirement.Requirement{ID: "CHAT-81",
			Source: document + `, tool_call_id: "Tool call that this message is responding to."`,
			Sentence: "Every result is one message `{role:\"tool\", tool_call_id, content}` with its call's id. A string is sent as it " +
				"is, another value as its JSON; `\"\"`, `0`, `false` and `null` are results.",
			Right: `"content":"false"`, Wrong: "a falsy result sends no message"},
			Judge: func(r *request, n *requirement.Notes) { r.ResultsSent(n, "one tool message") }},
		{Requirement: requirement.Requirement{ID: "CHAT-82",
			Source: `API: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."`,
			Sentence: "The tool messages follow the assistant message that holds their calls, before anything else, one for each " +
				"`tool_call_id`. (From a valid history.)",
			Right: "assistant, tool, tool, user", Wrong: "assistant, user, tool"},
			Judge: func(r *request, n *requirement.Notes) { r.Ordered(n, wire.List(r.messages...)) }},
		{Requirement: requirement.Requirement{ID: "CHAT-83", Source: document + ", messages",
			Sentence: "User and assistant texts keep content and order, blanks where two are joined aside; text after a result is not " +
				"moved before it.",
			Right: "text, call, result, text", Wrong: "both texts stand before the result"}, Judge: (*request).TextsSent},
		{Requirement: requirement.Requirement{ID: "CHAT-84", Also: should, Source: document + ", tool message: content",
			Ruling: "The wire has no error flag: what the text doesn't tell, nobody does.",
			Sentence: "An error or cancelled result has a text as content that contains its own: never `{}`, `null` or another. The " +
				"wire has no error flag. For an empty one it is not `{}`, `null` or `\"\"`: SHOULD.",
			Right: `"content":"Error: timeout"`, Wrong: `"content":"{}"`}, Judge: (*request).ErrorsSent},
		{Requirement: requirement.Requirement{ID: "CHAT-85", Adversarial: true, Source: document + ", tool_call_id",
			Ruling:   "An id is its characters; a result under another one answers no call.",
			Sentence: "Ids (hostile, blank, 300 characters) are sent verbatim, or changed one-to-one and alike on both sides.",
			Right:    "the same id in call and result", Wrong: "the id is cut in the call alone"}, Judge: (*request).IDsSent},
		{Requirement: requirement.Requirement{ID: "CHAT-86", Level: requirement.Should, Also: []requirement.Level{requirement.Must},
			Adversarial: true, Source: "API, as CHAT-82",
			Ruling: "The API refuses what is not mended; a made-up success misleads the model.",
			Sentence: "An invalid history (a call unanswered, a result unknown, twice, or behind a user message) is refused, or mended " +
				"into one that CHAT-82 allows. An answer made up for an open call is a non-empty text that is no JSON value, no other " +
				"result, and none of `ok`, `success`, `done`: MUST.",
			Right: `"No result is known."`, Wrong: `"{}"`},
			Judge: func(r *request, n *requirement.Notes) { r.Mended(n, wire.List(r.messages...)) }},
	})
}

// callsSent is CHAT-80.
func (r *request) callsSent(n *requirement.Notes) {
	if len(r.History.Calls()) == 0 && len(r.Calls.Deviations) == 0 || !r.Valid {
		return
	}
	for i, m := range r.messages {
		list, _ := schemas.Breaches(schemas.ChatMessage, m)
		for _, b := range list {
			if b.Requirement != "CHAT-81" {
				n.Wrong("", fmt.Sprintf("/messages/%d%s", i, b.Pointer), "A message is not as its schema says: "+b.String()+".",
					wire.Value{},
					m.Find(b.Pointer))
			}
		}
	}
	r.CallsSent(n)
	if r.History.Malformed() {
		n.Policy("malformed arguments are sent, or left out with their call")
	}
}
