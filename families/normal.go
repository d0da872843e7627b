package families

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// Renumbered is the list of messages in a member of what a converter sent, the ids that it made up numbered; ids stand at the
// places of a message, and at the texts what may be JSON, which says the same in every spelling, as a text and in parts.
func Renumbered(member string, texts []string, places ...string) func(c *dialect.Case, o *dialect.Observation) wire.Value {
	return func(c *dialect.Case, o *dialect.Observation) wire.Value {
		h, ok := c.Script.(history.History)
		if !ok || history.Refused(o) {
			return wire.Value{}
		}
		given := h.GivenIDs()
		for _, p := range h.Calls() {
			given[p.ItemID] = true
		}
		number := stream.Numbered(given)
		return o.State.Get(member).Each(func(m wire.Value) wire.Value {
			for _, at := range places {
				m = plant.Everywhere(at, number)(m)
			}
			for _, at := range texts {
				m = plant.Everywhere(at, plant.Said)(m)
			}
			return m
		})
	}
}
