package toolfence

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
)

// laid is the document's pieces laid along a text that came back: the cheapest reading of that text as the document.
type laid struct {
	text   string
	spans  []span  // spans are where each piece came out; lost for one that did not.
	shown  []bool  // shown tells for each fence whether its source stands in the text
	extras []extra // extras are runs of text that are in no piece, each in front of a piece
}

type span struct {
	start, end int
	lost       bool // a piece that should be there and is not
}

type extra struct {
	start, end int
	piece      int // the piece in front of which it stands; len(pieces) at the end
}

// The costs of what is not as it should be.
const (
	lostCost     = 100 // a required piece is missing
	partCost     = 40  // part of a fence's source is missing where the rest is shown
	extraCost    = 100 // text that belongs nowhere
	repeatedCost = 95  // the source of a fence that was told as a call
	hiddenCost   = 50  // the source of a fence that was not
)

// maxStates and maxLead bound how many readings are followed at once, maxSearch how much text is searched for lost pieces.
const (
	maxStates = 48
	maxLead   = 250
	maxSearch = 256 << 20
)

// layer lays pieces along the text. A state is an offset into the text reached with all pieces so far, and what it cost.
type layer struct {
	doc    *document.Composed
	text   string
	told   func(fence int) bool
	nodes  []node
	budget int
}

type node struct {
	piece      int
	start, end int
	what       nodeKind
	before     int
}

type nodeKind uint8

const (
	present nodeKind = iota
	lost
	superfluous
	hidden // the fence that begins here does not show
)

type state struct {
	at, cost, last int
}

func lay(doc *document.Composed, text string, told func(fence int) bool) *laid {
	l := &layer{doc: doc, text: text, told: told, budget: maxSearch, nodes: make([]node, 0, 2*len(doc.Pieces))}
	pending := map[int][]state{} // behind a fence: readings that left its source out
	states := []state{{last: -1}}
	for i := range doc.Pieces {
		states = prune(append(states, pending[i]...))
		delete(pending, i)
		if f := doc.Pieces[i].Fence; f >= 0 && doc.Fences[f].First == i {
			states = l.enter(f, i, states, pending)
		}
		states = l.piece(i, states)
	}
	states = prune(append(states, pending[len(doc.Pieces)]...))
	return l.trace(l.finish(states))
}

// enter begins a fence: its source may be left out.
func (l *layer) enter(f, i int, states []state, pending map[int][]state) []state {
	behind := l.doc.Fences[f].Last
	through, around := 0, hiddenCost
	switch {
	case l.told(f):
		through, around = repeatedCost, 0
	case l.doc.Fences[f].Kind == document.ToolSegment || l.doc.Fences[f].Style.Open:
		around = 1
	}
	next, without := make([]state, 0, len(states)), make([]state, 0, len(states))
	for _, s := range states {
		without = append(without, state{s.at, s.cost + around,
			l.node(node{piece: i, start: s.at, end: s.at, what: hidden, before: s.last})})
		next = append(next, state{s.at, s.cost + through, s.last})
	}
	pending[behind] = l.optional(l.doc.Fences[f].Edges, without)
	return next
}

func (l *layer) node(n node) int {
	l.nodes = append(l.nodes, n)
	return len(l.nodes) - 1
}

func (l *layer) piece(i int, states []state) []state {
	p := &l.doc.Pieces[i]
	if p.Kind == document.Free || p.Kind == document.SourceFree {
		return prune(l.optional(p.Text, states))
	}
	loss := lostCost
	if p.Kind == document.Source {
		loss = partCost
	}
	next := make([]state, 0, len(states))
	for _, s := range states {
		if strings.HasPrefix(l.text[s.at:], p.Text) {
			end := s.at + len(p.Text)
			next = append(next, state{end, s.cost, l.node(node{i, s.at, end, present, s.last})})
			continue
		}
		next = append(next, state{s.at, s.cost + loss, l.node(node{i, s.at, s.at, lost, s.last})})
		if found := l.find(p.Text, s.at); found > 0 {
			between := l.node(node{i, s.at, found, superfluous, s.last})
			end := found + len(p.Text)
			next = append(next, state{end, s.cost + extraCost, l.node(node{i, found, end, present, between})})
		}
	}
	return prune(next)
}

// find looks for a piece further on, within the budget.
func (l *layer) find(text string, from int) int {
	if l.budget <= 0 {
		return -1
	}
	at := strings.Index(l.text[from:], text)
	if at < 0 {
		l.budget -= len(l.text) - from
		return -1
	}
	l.budget -= at
	return from + at
}

// optional lets each character come or not.
func (l *layer) optional(text string, states []state) []state {
	for text != "" {
		_, size := utf8.DecodeRuneInString(text)
		one := text[:size]
		text = text[size:]
		for _, s := range states {
			if strings.HasPrefix(l.text[s.at:], one) {
				states = append(states, state{s.at + size, s.cost, s.last})
			}
		}
		states = prune(states)
	}
	return states
}

// prune keeps the cheapest way to each offset, and of all offsets the cheapest. What costs nothing is always kept.
func prune(states []state) []state {
	if len(states) < 2 {
		return states
	}
	slices.SortFunc(states, func(a, b state) int {
		if a.at != b.at {
			return a.at - b.at
		}
		return a.cost - b.cost
	})
	states = slices.CompactFunc(states, func(a, b state) bool { return a.at == b.at })
	slices.SortStableFunc(states, func(a, b state) int { return a.cost - b.cost })
	for i, s := range states {
		if s.cost > states[0].cost+maxLead || i >= maxStates && s.cost > 0 {
			return states[:i]
		}
	}
	return states
}

// finish picks the cheapest reading of the whole text.
func (l *layer) finish(states []state) int {
	best, cheapest := -1, -1
	for _, s := range states {
		cost, last := s.cost, s.last
		if s.at < len(l.text) {
			cost += extraCost
		}
		if cheapest >= 0 && cost >= cheapest {
			continue
		}
		if s.at < len(l.text) {
			last = l.node(node{len(l.doc.Pieces), s.at, len(l.text), superfluous, s.last})
		}
		best, cheapest = last, cost
	}
	return best
}

func (l *layer) trace(last int) *laid {
	r := &laid{text: l.text, spans: make([]span, len(l.doc.Pieces)), shown: make([]bool, len(l.doc.Fences))}
	for i := range r.shown {
		r.shown[i] = true
	}
	for n := last; n >= 0; n = l.nodes[n].before {
		at := &l.nodes[n]
		switch at.what {
		case hidden:
			r.shown[l.doc.Pieces[at.piece].Fence] = false
		case superfluous:
			r.extras = append(r.extras, extra{at.start, at.end, at.piece})
		default:
			r.spans[at.piece] = span{at.start, at.end, at.what == lost}
		}
	}
	slices.Reverse(r.extras)
	return r
}

// The steps of an alignment.
const (
	takeEvent byte = iota // the event is the slot's
	skipSlot              // nothing came for the slot
	skipEvent             // the event is no call's
)

// align finds the cheapest way to lay the events along the wanted ones, both in
// their order, gives the events to their calls, and returns what is left over.
func (m *matching) align(events []*told) []*told {
	slots := len(m.calls) * 3
	width := len(events) + 1
	steps := make([]byte, (slots+1)*width)
	costs := make([]int, width)
	for j := 1; j < width; j++ {
		costs[j] = costs[j-1] + spuriousCost
		steps[j] = skipEvent
	}
	for i := 1; i <= slots; i++ {
		c, slot := m.calls[(i-1)/3], (i-1)%3
		diagonal := costs[0]
		costs[0] += c.missing(slot)
		steps[i*width] = skipSlot
		for j := 1; j < width; j++ {
			best, step := costs[j]+c.missing(slot), skipSlot
			if e := events[j-1]; e.slot == slot {
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
func (m *matching) follow(events []*told, steps []byte, i, width int) []*told {
	var left []*told
	for j := len(events); i > 0 || j > 0; {
		switch steps[i*width+j] {
		case takeEvent:
			m.calls[(i-1)/3].take(events[j-1])
			i, j = i-1, j-1
		case skipSlot:
			i--
		default:
			left = append(left, events[j-1])
			j--
		}
	}
	slices.Reverse(left)
	return left
}

// leftovers gives events that came out of order, twice or unasked to the call whose id they carry. The others are strays.
func (m *matching) leftovers(events []*told) {
	byID := map[string][]*account{}
	for _, c := range m.calls {
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
		if words.IsText(e.id()) {
			ids[e.id().Text()] = true
		}
	}
	return ids
}

// roomiest is the call that still lacks such an event, rather one that it fits, or else the first.
func roomiest(calls []*account, e *told) *account {
	lacks := func(c *account) bool { return len(c.events[e.slot]) == 0 && c.needs[e.slot] > never }
	for _, is := range []func(*account) bool{
		func(c *account) bool { return lacks(c) && c.fits(e.slot, e.value) }, lacks, func(*account) bool { return true },
	} {
		if i := slices.IndexFunc(calls, is); i >= 0 {
			return calls[i]
		}
	}
	return nil
}
