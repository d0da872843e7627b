package loop

import (
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// shapes are the streams of a wire's consumers' cases by the slugs of these: in whatever shape a consumer meets an answer, an
// agent meets it as well. What the server answers in them is left out, so that the calls are the agent's.
func shapes(d dialect.Dialect) map[string][]wire.Value {
	told := map[string][]wire.Value{}
	for i := range d.Sides {
		side := &d.Sides[i]
		if side.Role != dialect.Consumer {
			continue
		}
		for _, c := range side.Cases() {
			if s, ok := c.Script.(*stream.Script); ok && c.Source != "" && s.Closed() {
				told[strings.TrimPrefix(c.ID, side.Pair.String()+"/")] = unanswered(s)
			}
		}
	}
	return told
}

// unanswered are the elements of a stream without results.
func unanswered(s *stream.Script) (kept []wire.Value) {
	results := map[int]bool{}
	for _, a := range s.Acts() {
		if a.Kind == act.Result {
			results[a.Element] = true
		}
	}
	for i, e := range s.Elements {
		if !results[i] {
			kept = append(kept, e)
		}
	}
	return kept
}

// shaped tells a turn as a case of the consumers' is told, and gives the agent the tools that are called there; ok is false
// where there is no such case. A request without a stream gets the same plainly.
func (c *Conversation) shaped(t *Turn, slug string, told map[string][]wire.Value) (ok bool) {
	if t.Elements, ok = told[slug]; !ok {
		return false
	}
	t.As = slug
	for _, call := range t.Calls() {
		if _, known := c.tool(call.Name); !known {
			c.Tools = append(c.Tools, Tool{call.Name, wire.Str("echo")})
		}
	}
	return true
}
