package toolfence

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/wire"
)

// told is one tool event of the answer.
type told struct {
	value wire.Value
	slot  int // which of the three kinds
	index int // among all events of the answer
	after int
	text  int // characters of text that came before it
}

func (e *told) id() wire.Value { return e.value.Get("toolCallId") }

// answer is the events of an observation, sorted out.
type answer struct {
	tools        []*told
	text         string
	ends, afters []int // ends and afters tell which event brought which text: ends[i] is the length of the text behind the i-th text event
}

func readAnswer(o *dialect.Observation) answer {
	var a answer
	var text []byte
	slots := kinds()
	for i, e := range o.Events {
		kind := words.TypeOf(e.Value)
		if kind == words.TextEvent {
			text = append(text, e.Value.Get("delta").Text()...)
			a.ends, a.afters = append(a.ends, len(text)), append(a.afters, e.After)
		} else if slot := slices.Index(slots[:], kind); slot >= 0 {
			a.tools = append(a.tools, &told{value: e.Value, slot: slot, index: i, after: e.After, text: len(text)})
		}
	}
	a.text = string(text)
	return a
}

// account is what was told of one call: its events by kind, usually one each.
type account struct {
	call
	events [3][]*told
	shown  bool // the fence's source stands in the text, so that events which fit another fence as well are rather that one's
}

func (c *account) told() bool {
	return len(c.events[slotInput])+len(c.events[slotOutput])+len(c.events[slotError]) > 0
}

// all events of the call.
func (c *account) all() []*told { return slices.Concat(c.events[:]...) }

// matching gives every tool event to a call, as well as can be: in document order where that works out, by id and value where it does not.
type matching struct {
	calls    []*account
	explicit map[string]bool
	stray    []*told // events that no call accounts for
}

// maxTable bounds the quadratic alignment.
const maxTable = 16 << 20

// match needs to know which fences' sources stand in the text: two fences may say the same, and the one be a call and the other text.
func match(calls []call, tools []*told, shown func(fence int) bool) *matching {
	m := &matching{calls: make([]*account, len(calls)), explicit: map[string]bool{}}
	for i, c := range calls {
		m.calls[i] = &account{call: c, shown: shown(c.fence)}
		if c.id != "" {
			m.explicit[c.id] = true
		}
	}
	switch call, event := m.plain(tools); {
	case call == len(calls) && event == len(tools):
	case len(calls)*3*len(tools) <= maxTable:
		for i := range m.calls {
			m.calls[i].events = [3][]*told{}
		}
		m.leftovers(m.align(tools))
	default: // too much for a table: ids decide
		m.leftovers(tools[event:])
	}
	return m
}

// plain walks the calls and the events side by side as long as the events are exactly what right ones are, and says how far it came.
func (m *matching) plain(tools []*told) (call, event int) {
	for i, c := range m.calls {
		next := event
		for next < len(tools) && m.continues(c, tools[event:next], tools[next]) {
			next++
		}
		if !c.satisfied(tools[event:next]) {
			return i, event
		}
		for ; event < next; event++ {
			c.take(tools[event])
		}
	}
	return len(m.calls), event
}

// continues tells whether the event is a right one of the call, after these.
func (m *matching) continues(c *account, before []*told, e *told) bool {
	other := func(b *told) bool { return b.slot == e.slot || !wire.Equal(b.id(), e.id()) }
	return !slices.ContainsFunc(before, other) && m.cost(c, e) == 0
}

func (c *account) satisfied(events []*told) bool {
	if len(events) == 0 && c.optional() {
		return c.shown || c.recognised < should
	}
	for slot, n := range c.needs {
		if n == must && !slices.ContainsFunc(events, func(e *told) bool { return e.slot == slot }) {
			return false
		}
	}
	return true
}

func (c *account) take(e *told) { c.events[e.slot] = append(c.events[e.slot], e) }

// cost of taking the event for one of the call's: 0 for a right one.
func (m *matching) cost(c *account, e *told) int {
	cost := 0
	if c.shown {
		cost = shownCost
	}
	id := e.id()
	switch {
	case c.generated || c.unsureID:
		if !words.IsText(id) {
			cost += 2
		} else if m.explicit[id.Text()] {
			cost += 7
		}
	case id.Text() != c.id || !id.IsString():
		cost += 16
	}
	if c.needs[e.slot] == never || !c.fits(e.slot, e.value) {
		cost += 10
	}
	if e.slot == slotInput && !c.unsureName && e.value.Get("toolName").Text() != c.name {
		cost += 4
	}
	return cost
}

// What it costs to give an event to a fence that stands in the text, to leave an event without a call, or a wanted event out.
const (
	shownCost    = 1
	spuriousCost = 13
)

func (c *account) missing(slot int) int {
	cost := [...]int{never: 0, may: 0, should: 3, must: 12}[c.needs[slot]]
	switch {
	case c.shown || c.recognised < should:
		return cost / 4
	case c.optional():
		return cost / 2
	}
	return cost
}

// chunks are the text and tool chunks of the final state, laid along the document.
type chunks struct {
	of      []wire.Value // of[i] is the chunk of the i-th call, absent where there is none
	at      []int        // its index among the chunks
	surplus []int        // surplus are indices of tool chunks that no call accounts for
	some    bool         // there is at least one tool chunk
	laid    *laid        // laid is nil where there is no text chunk at all
}

// toolChunk is one of the tool chunks that no call has been given yet.
type toolChunk struct {
	value wire.Value
	index int
}

func (v *view) readChunks(list wire.Value) *chunks {
	c := &chunks{of: make([]wire.Value, len(v.calls)), at: make([]int, len(v.calls))}
	var text strings.Builder
	var tools []toolChunk
	texts := 0
	for i, item := range list.Items() {
		switch item.Get("type").Text() {
		case "text":
			text.WriteString(item.Get("text").Text())
			texts++
		case "tool":
			tools = append(tools, toolChunk{item, i})
		}
	}
	c.some = len(tools) > 0
	for _, t := range c.pair(v, tools) {
		c.surplus = append(c.surplus, t.index)
	}
	if texts > 0 {
		c.laid = lay(v.doc, text.String(), func(fence int) bool {
			i := v.callOf[fence]
			return i >= 0 && !c.of[i].IsAbsent()
		})
	}
	return c
}

// pair gives each call its chunk, and returns the others: where there are as many chunks as calls, in order; otherwise those with
// an id by that, the rest in order.
func (c *chunks) pair(v *view, tools []toolChunk) []toolChunk {
	var calls []int
	for i := range v.calls {
		if !v.left(v.calls[i]) {
			calls = append(calls, i)
		}
	}
	give := func(call int, is func(toolChunk) bool) {
		if j := slices.IndexFunc(tools, is); j >= 0 {
			c.of[call], c.at[call] = tools[j].value, tools[j].index
			copy(tools[1:j+1], tools[:j])
			tools = tools[1:]
		}
	}
	if len(calls) != len(tools) {
		calls = slices.DeleteFunc(calls, func(i int) bool {
			call := v.calls[i]
			if call.generated || call.unsureID {
				return false
			}
			give(i, func(t toolChunk) bool { return t.value.Get("toolCallId").Text() == call.id })
			return true
		})
	}
	for _, i := range calls {
		give(i, func(toolChunk) bool { return true })
	}
	return tools
}
