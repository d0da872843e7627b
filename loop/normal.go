package loop

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// normal is what an agent asked, in the model's ids and with the results of one turn in the order of
// these, and what it told. How it words a failure may be otherwise each time, and so may be how often it
// tries a stream again that broke, and how much of that one it had read by then.
func normal(c *dialect.Case, o *dialect.Observation) wire.Value {
	script, ok := c.Script.(*Conversation)
	if !ok {
		return wire.Value{}
	}
	s := read(script, o)
	failed := map[string]bool{}
	s.turns(func(_ int, t Turn) {
		for _, call := range t.Calls() {
			failed[call.ID] = s.kind(call) != ordinary && s.kind(call) != served
		}
	})
	var requests []wire.Value
	torn := false
	for k, r := range s.requests {
		torn = torn || s.At(k).Torn()
		if k > 0 && s.At(k-1).Cut() {
			break
		}
		requests = append(requests, texts(sorted(r.sent, failed)))
	}
	asked := wire.M("requests", wire.List(requests...))
	if torn {
		return wire.Obj(asked)
	}
	told, _ := s.failure()
	return wire.Obj(asked, wire.M("text", s.state.Get("text")), wire.M("failed", wire.Boolean(told)))
}

// sorted are messages with the results of a turn in the order of their ids, and without the words of
// failures.
func sorted(sent []history.Sent, failed map[string]bool) []history.Sent {
	var list, results []history.Sent
	flush := func() {
		slices.SortStableFunc(results, func(a, b history.Sent) int { return strings.Compare(a.Results[0].ID, b.Results[0].ID) })
		list, results = append(list, results...), nil
	}
	for _, m := range sent {
		if len(m.Results) == 0 {
			flush()
			list = append(list, m)
			continue
		}
		for _, a := range m.Results {
			if failed[a.ID] {
				a.Content = "(a failure)"
			}
			results = append(results, history.Sent{Role: m.Role, Results: []history.Answer{a}})
		}
	}
	flush()
	return list
}

func texts(sent []history.Sent) wire.Value {
	list := []wire.Value{}
	for _, t := range tokens(sent) {
		list = append(list, wire.Str(t))
	}
	return wire.List(list...)
}
