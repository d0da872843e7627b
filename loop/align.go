package loop

import (
	"slices"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// aligned gives calls that were sent under ids of the agent's own, and their results, the ids that the
// model gave: equal calls in the order in which they were made. As is the id under which each was sent.
// An id that several calls have stays: whose it is, nobody can tell.
func aligned(h history.History, sent []history.Sent) (list []history.Sent, as map[string]string) {
	calls, given, times := h.Calls(), h.GivenIDs(), map[string]int{}
	used := make([]bool, len(calls))
	each := func(look func(g *compare.Got)) {
		for _, m := range sent {
			for _, g := range m.Calls {
				look(g)
			}
		}
	}
	each(func(g *compare.Got) {
		times[g.ID.Text()]++
		if at := slices.IndexFunc(calls, func(p history.Part) bool { return p.ID == g.ID.Text() }); at >= 0 {
			used[at] = true
		}
	})
	back, as := map[string]string{}, map[string]string{}
	each(func(g *compare.Got) {
		id := g.ID.Text()
		if given[id] || times[id] > 1 {
			return
		}
		for i, p := range calls {
			if !used[i] && p.Name == g.Name.Text() && wire.Alike(parsed(wire.Str(p.Arguments)), parsed(g.Arguments)) {
				used[i], back[id], as[p.ID] = true, p.ID, id
				return
			}
		}
	})
	if len(back) == 0 {
		return sent, as
	}
	for _, m := range sent {
		m.Calls, m.Results = slices.Clone(m.Calls), slices.Clone(m.Results)
		for i, g := range m.Calls {
			if id, own := back[g.ID.Text()]; own {
				renamed := *g
				renamed.ID = wire.Str(id)
				m.Calls[i] = &renamed
			}
		}
		for i, a := range m.Results {
			if id, own := back[a.ID]; own {
				m.Results[i].ID = id
			}
		}
		list = append(list, m)
	}
	return list, as
}
