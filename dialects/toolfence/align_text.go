package toolfence

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// laid is the document's pieces laid along a text that came back: the cheapest
// reading of that text as the document.
type laid struct {
	text string
	// spans are where each piece came out; lost for one that did not.
	spans []span
	// shown tells for each fence whether its source stands in the text.
	shown []bool
	// extras are runs of text that are in no piece, each in front of a piece.
	extras []extra
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

// maxStates and maxLead bound how many readings are followed at once, maxSearch how
// much text is searched for lost pieces.
const (
	maxStates = 48
	maxLead   = 250
	maxSearch = 256 << 20
)

// layer lays pieces along the text. A state is an offset into the text reached
// with all pieces so far, and what it cost.
type layer struct {
	doc    *composed
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

func lay(doc *composed, text string, told func(fence int) bool) *laid {
	l := &layer{doc: doc, text: text, told: told, budget: maxSearch}
	pending := map[int][]state{} // behind a fence: readings that left its source out
	states := []state{{last: -1}}
	for i := range doc.pieces {
		states = prune(append(states, pending[i]...))
		delete(pending, i)
		if f := doc.pieces[i].fence; f >= 0 && doc.fences[f].first == i {
			states = l.enter(f, i, states, pending)
		}
		states = l.piece(i, states)
	}
	states = prune(append(states, pending[len(doc.pieces)]...))
	return l.trace(l.finish(states))
}

// enter begins a fence: its source may be left out.
func (l *layer) enter(f, i int, states []state, pending map[int][]state) []state {
	behind := l.doc.fences[f].last
	through, around := 0, hiddenCost
	switch {
	case l.told(f):
		through, around = repeatedCost, 0
	case l.doc.fences[f].kind == toolSegment || l.doc.fences[f].style.Open:
		around = 1
	}
	next, without := make([]state, 0, len(states)), make([]state, 0, len(states))
	for _, s := range states {
		without = append(without, state{s.at, s.cost + around, l.node(node{piece: i, start: s.at, end: s.at, what: hidden, before: s.last})})
		next = append(next, state{s.at, s.cost + through, s.last})
	}
	pending[behind] = l.optional(l.doc.fences[f].edges, without)
	return next
}

func (l *layer) node(n node) int {
	l.nodes = append(l.nodes, n)
	return len(l.nodes) - 1
}

func (l *layer) piece(i int, states []state) []state {
	p := &l.doc.pieces[i]
	if p.kind == free || p.kind == sourceFree {
		return prune(l.optional(p.text, states))
	}
	loss := lostCost
	if p.kind == source {
		loss = partCost
	}
	next := make([]state, 0, len(states))
	for _, s := range states {
		if strings.HasPrefix(l.text[s.at:], p.text) {
			end := s.at + len(p.text)
			next = append(next, state{end, s.cost, l.node(node{i, s.at, end, present, s.last})})
			continue
		}
		next = append(next, state{s.at, s.cost + loss, l.node(node{i, s.at, s.at, lost, s.last})})
		if found := l.find(p.text, s.at); found > 0 {
			between := l.node(node{i, s.at, found, superfluous, s.last})
			end := found + len(p.text)
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

// prune keeps the cheapest way to each offset, and of all offsets the cheapest.
// What costs nothing is always kept.
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
			last = l.node(node{len(l.doc.pieces), s.at, len(l.text), superfluous, s.last})
		}
		best, cheapest = last, cost
	}
	return best
}

func (l *layer) trace(last int) *laid {
	r := &laid{text: l.text, spans: make([]span, len(l.doc.pieces)), shown: make([]bool, len(l.doc.fences))}
	for i := range r.shown {
		r.shown[i] = true
	}
	for n := last; n >= 0; n = l.nodes[n].before {
		at := &l.nodes[n]
		switch at.what {
		case hidden:
			r.shown[l.doc.pieces[at.piece].fence] = false
		case superfluous:
			r.extras = append(r.extras, extra{at.start, at.end, at.piece})
		default:
			r.spans[at.piece] = span{at.start, at.end, at.what == lost}
		}
	}
	slices.Reverse(r.extras)
	return r
}
