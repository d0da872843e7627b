package endpoint

import (
	"fmt"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// Formed holds what stands in a list, at that place of a request, against a schema. What is what an element is, with its
// article. The schema says which line a breach misses, "" for none.
func Formed(list []wire.Value, at, what, schema string) (findings []requirement.Finding) {
	for i, e := range list {
		breaches, _ := schemas.Breaches(schema, e)
		for _, b := range breaches {
			findings = append(findings, requirement.Finding{Requirement: b.Requirement, Level: requirement.Must, Event: -1,
				Where: fmt.Sprintf("%s/%d%s", at, i, b.Pointer), Message: what + " is not as its schema says: " + b.String() + ".",
				Actual: e.Find(b.Pointer)})
		}
	}
	return findings
}

// Offered are the calls of a list of a consumer's state, those elements of which so is true. What is what an element is.
func Offered(at string, m compare.Members, what string, so func(e wire.Value) bool) func(state wire.Value) []*compare.Got {
	return func(state wire.Value) (list []*compare.Got) {
		for i, e := range state.Find(at).Items() {
			if so(e) {
				list = append(list, Named(e, m.ID, m.Name, m.Arguments, fmt.Sprintf("%s %d", what, i)))
			}
		}
		return list
	}
}

// Asking is the body with the tools that the question offers, if any, and whether it asks for a stream.
func (q Question) Asking(body wire.Value, tool func(t Tool) wire.Value) wire.Value {
	var tools []wire.Value
	for _, t := range q.Tools {
		tools = append(tools, tool(t))
	}
	if len(tools) > 0 {
		body = body.With("tools", wire.List(tools...))
	}
	if q.Stream {
		body = body.With("stream", wire.Boolean(true))
	}
	return body
}
