package loop

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// toldApart is the conversation with a name of its own for every call whose id a call of an earlier turn has: on some wires
// ids are unique within a turn alone. Names are those calls of an id, in the order of their turns, where there are several.
func toldApart(c *Conversation) (apart *Conversation, names map[string][]string) {
	names = map[string][]string{}
	turns := slices.Clone(c.Turns)
	for k, t := range turns {
		own := map[string]string{}
		for _, call := range t.Calls() {
			if _, here := own[call.ID]; here {
				continue // one id for two calls of a turn is nothing that is told apart
			}
			own[call.ID] = call.ID
			if len(names[call.ID]) > 0 {
				own[call.ID] = fmt.Sprintf("%s (turn %d)", call.ID, k+1)
			}
			names[call.ID] = append(names[call.ID], own[call.ID])
		}
		turns[k].Items = slices.Clone(t.Items)
		for i, item := range t.Items {
			if item.ID != "" {
				turns[k].Items[i].ID = own[item.ID]
			}
		}
	}
	for id, list := range names {
		if len(list) < 2 {
			delete(names, id)
		}
	}
	return c.with(turns), names
}

// named gives the calls of messages their names, by how often their id came before, and a result that of the call that it
// stands in, or of the last one of its id before it.
func named(sent []history.Sent, names map[string][]string) []history.Sent {
	if len(names) == 0 {
		return sent
	}
	times, last, places := map[string]int{}, map[string]string{}, map[string]string{}
	list := make([]history.Sent, len(sent))
	for i, m := range sent {
		m.Calls, m.Results = slices.Clone(m.Calls), slices.Clone(m.Results)
		for k, g := range m.Calls {
			id := g.ID.Text()
			if n := times[id]; n < len(names[id]) {
				last[id] = names[id][n]
				m.Calls[k] = &compare.Got{ID: wire.Str(last[id]), Name: g.Name, Arguments: g.Arguments, State: g.State, At: g.At}
				places[g.At] = last[id]
			}
			times[id]++
		}
		for k, a := range m.Results {
			if in := places[a.At]; in != "" {
				m.Results[k].ID = in
			} else if name := last[a.ID]; name != "" {
				m.Results[k].ID = name
			}
		}
		list[i] = m
	}
	return list
}
