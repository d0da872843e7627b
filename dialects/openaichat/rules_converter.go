package openaichat

import (
	"fmt"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// sentAs reads a message; the system's says nothing of calls.
func sentAs(at string, m wire.Value) []history.Sent {
	text, isText := history.Joined(m.Get("content"))
	s := history.Sent{Role: m.Get("role").Text(), Text: text}
	switch s.Role {
	case "system", "developer":
		return nil
	case history.Tool:
		s.Text = ""
		s.Results = []history.Answer{{ID: m.Get("tool_call_id").Text(), Content: text, IsText: isText, Whole: m, At: at}}
	}
	for k, call := range m.Get("tool_calls").Items() {
		function := call.Get("function")
		s.Calls = append(s.Calls, &compare.Got{ID: call.Get("id"), Name: function.Get("name"), Arguments: function.Get("arguments"),
			At: fmt.Sprintf("%s/tool_calls/%d", at, k)})
	}
	return []history.Sent{s}
}

func judgeConverter(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	r, ok := history.Read(c, o, "messages", sentAs)
	return history.Judge(c, o, converterRules(), r, r.Account(ok, history.Refused(o), "CHAT-80", "CHAT-86"))
}

func converterRules() []requirement.Rule[*history.Request] {
	return requirement.For("converter", []requirement.Rule[*history.Request]{
		{Requirement: line("CHAT-80"), Judge: callsSent},
		{Requirement: line("CHAT-81"), Judge: func(r *history.Request, n *requirement.Notes) { r.ResultsSent(n, "one tool message") }},
		{Requirement: line("CHAT-82"), Judge: (*history.Request).Ordered},
		{Requirement: line("CHAT-83"), Judge: (*history.Request).TextsSent},
		{Requirement: line("CHAT-84"), Judge: (*history.Request).ErrorsSent},
		{Requirement: line("CHAT-85"), Judge: (*history.Request).IDsSent},
		{Requirement: line("CHAT-86"), Judge: (*history.Request).Mended},
	})
}

// callsSent is CHAT-80.
func callsSent(r *history.Request, n *requirement.Notes) {
	if len(r.History.Calls()) == 0 && len(r.Calls.Deviations) == 0 || !r.Valid {
		return
	}
	for _, f := range endpoint.Formed(r.Messages.Items(), "/messages", "A message", schemas.ChatMessage) {
		if f.Requirement != "CHAT-81" {
			n.Miss(f)
		}
	}
	r.CallsSent(n)
	if r.History.Malformed() {
		n.Policy("malformed arguments are sent, or left out with their call")
	}
}
