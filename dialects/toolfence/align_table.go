package toolfence

// The steps of an alignment.
const (
	takeEvent byte = iota // the event is the slot's
	skipSlot              // nothing came for the slot
	skipEvent             // the event is no call's
)

// align finds the cheapest way to lay the events along the wanted ones, both in
// their order, gives the events to their calls, and returns what is left over.
func (m *matching) align(events []told) []*told {
	slots := len(m.calls) * 3
	width := len(events) + 1
	steps := make([]byte, (slots+1)*width)
	costs := make([]int, width)
	for j := 1; j < width; j++ {
		costs[j] = costs[j-1] + spuriousCost
		steps[j] = skipEvent
	}
	for i := 1; i <= slots; i++ {
		c, slot := &m.calls[(i-1)/3], (i-1)%3
		diagonal := costs[0]
		costs[0] += c.missing(slot)
		steps[i*width] = skipSlot
		for j := 1; j < width; j++ {
			best, step := costs[j]+c.missing(slot), skipSlot
			if e := &events[j-1]; e.slot == slot {
				if cost := diagonal + m.cost(c, e); cost <= best {
					best, step = cost, takeEvent
				}
			}
			if cost := costs[j-1] + spuriousCost; cost < best {
				best, step = cost, skipEvent
			}
			diagonal = costs[j]
			costs[j], steps[i*width+j] = best, step
		}
	}
	return m.follow(events, steps, slots, width)
}

// follow reads the steps back from the end.
func (m *matching) follow(events []told, steps []byte, i, width int) []*told {
	var left []*told
	for j := len(events); i > 0 || j > 0; {
		switch steps[i*width+j] {
		case takeEvent:
			m.calls[(i-1)/3].take(&events[j-1])
			i, j = i-1, j-1
		case skipSlot:
			i--
		default:
			left = append(left, &events[j-1])
			j--
		}
	}
	for a, b := 0, len(left)-1; a < b; a, b = a+1, b-1 {
		left[a], left[b] = left[b], left[a]
	}
	return left
}

// leftovers gives events that came out of order, twice or unasked to the call
// whose id they carry. The others are strays.
func (m *matching) leftovers(events []*told) {
	byID := map[string][]*account{}
	for i := range m.calls {
		c := &m.calls[i]
		for id := range c.ids() {
			byID[id] = append(byID[id], c)
		}
	}
	for _, e := range events {
		best := roomiest(byID[e.id().Text()], e)
		if best == nil {
			m.stray = append(m.stray, e)
			continue
		}
		best.take(e)
	}
}

// ids that the call goes by: the given one, and those in its events.
func (c *account) ids() map[string]bool {
	ids := map[string]bool{}
	if c.id != "" {
		ids[c.id] = true
	}
	for _, e := range c.all() {
		if isText(e.id()) {
			ids[e.id().Text()] = true
		}
	}
	return ids
}

// roomiest is the call that still lacks such an event, or else the first.
func roomiest(calls []*account, e *told) *account {
	for _, c := range calls {
		if len(c.events[e.slot]) == 0 && c.needs[e.slot] > never && c.fits(e.slot, e.value) {
			return c
		}
	}
	for _, c := range calls {
		if len(c.events[e.slot]) == 0 && c.needs[e.slot] > never {
			return c
		}
	}
	if len(calls) > 0 {
		return calls[0]
	}
	return nil
}

// byID is what is done with streams too long for a table: ids decide, and calls
// without one get the other ids in order of appearance.
func (m *matching) byID(from int, events []told) {
	var unnamed []*account
	for i := from; i < len(m.calls); i++ {
		if c := &m.calls[i]; c.generated || c.unsureID {
			unnamed = append(unnamed, c)
		}
	}
	owner := map[string]*account{}
	var left []*told
	for i := range events {
		id := events[i].id().Text()
		if !m.explicit[id] && owner[id] == nil && len(unnamed) > 0 {
			owner[id], unnamed = unnamed[0], unnamed[1:]
		}
		if c := owner[id]; c != nil {
			c.take(&events[i])
			continue
		}
		left = append(left, &events[i])
	}
	m.leftovers(left)
}
