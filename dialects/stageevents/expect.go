package stageevents

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/wire"
)

// life is what a block may rightly hold: one start and the updates that belong to it. Where several answers are right it holds them all.
type life struct {
	id       string
	at, last int  // at is the element of its start, last that of its last update
	early    bool // updates of the id came before its start, so its place among the blocks may be theirs
	loose    bool // an end came before the start; what the start then does is free.

	names      choices
	stages     [words.Stages]allowance
	params     texts
	ends       []ending // ends has the first end, and behind it those that came later
	late       bool     // updates came after the first end. What they may have changed, if an implementation let them, is a missed SHOULD.
	lateNames  choices
	lateParams texts

	nameLeftOut, paramsLeftOut bool     // What later updates left out while it was held: STAGE-53
	sinceGap                   []string // sinceGap is the text gathered since the last update that left parameters out
	argued                     bool     // some update brought parameters
}

// allowance says whether an answer is right, tolerated with a warning, or wrong.
type allowance uint8

const (
	forbidden allowance = iota
	warned
	allowed
)

// choices are values that an answer may take.
type choices struct {
	list []wire.Value
	free bool
}

func (c *choices) add(v wire.Value) {
	if !c.has(v) {
		c.list = append(c.list, v)
	}
}

func (c *choices) has(v wire.Value) bool {
	return c.free || slices.ContainsFunc(c.list, func(have wire.Value) bool {
		return wire.Equal(have, v) || wire.Nothing(have) && wire.Nothing(v)
	})
}

func (c choices) clone() choices { return choices{list: slices.Clone(c.list), free: c.free} }

// text is an argument text in the pieces that it came in.
type text []string

func (t text) String() string { return strings.Join(t, "") }

func (t text) plus(piece string) text {
	if piece == "" {
		return t
	}
	return append(t[:len(t):len(t)], piece)
}

// texts are the argument texts that a block may hold.
type texts struct {
	list []text
	free bool
}

// maxTexts bounds the answers that are told apart in a stream full of ambiguity; beyond it any text is accepted.
const maxTexts = 32

// become replaces every text by what may become of it.
func (ts *texts) become(next func(text) []text) {
	if ts.free {
		return
	}
	if len(ts.list) == 1 { // the ordinary case, which must stay linear
		if out := next(ts.list[0]); len(out) == 1 {
			ts.list[0] = out[0]
			return
		}
	}
	var out []text
	seen := map[string]bool{}
	for _, t := range ts.list {
		for _, n := range next(t) {
			if key := n.String(); !seen[key] {
				seen[key] = true
				out = append(out, n[:len(n):len(n)]) // they part: no shared end
			}
		}
	}
	ts.list, ts.free = out, len(out) > maxTexts
}

// maybe lets next happen or not.
func (ts *texts) maybe(next func(text) []text) {
	ts.become(func(t text) []text { return append([]text{t}, next(t)...) })
}

func (ts texts) clone() texts { return texts{list: slices.Clone(ts.list), free: ts.free} }

// parametersAfter is what an update may make of the argument text: `parameters`
// replaces, `parametersChunk` appends, with both `parameters` wins.
func parametersAfter(u wire.Value) func(text) []text {
	whole, piece := u.Get("parameters"), u.Get("parametersChunk")
	if whole.IsString() {
		return func(text) []text { return []text{text(nil).plus(whole.Text())} }
	}
	return func(t text) []text {
		out := appended(t, piece)
		switch {
		case whole.IsAbsent():
		case whole.IsNull(): // nothing was given, or it was taken away
			out = append(out, nil)
		default: // not as the shape says: passed by, or taken as its JSON
			out = append(out, text{whole.JSON()})
		}
		return out
	}
}

func appended(t text, piece wire.Value) []text {
	switch {
	case piece.IsString():
		return []text{appendInPlace(t, piece.Text())}
	case piece.IsNull():
		return []text{t}
	}
	return []text{t, t.plus(piece.JSON())}
}

// appendInPlace keeps 100,000 pieces linear. Texts that share a beginning lose their spare room when they part, see texts.become.
func appendInPlace(t text, piece string) text {
	if piece == "" {
		return t
	}
	if len(t) == cap(t) {
		t = slices.Grow(t, len(t)+8)
	}
	return append(t, piece)
}

// update is one known update with its place in the stream.
type update struct {
	at    int
	stage words.Stage
	event wire.Value
}

// history is everything that a stream says about one id.
type history struct {
	id      string
	updates []update
	started bool
	ended   bool
}

func (h *history) last() update { return h.updates[len(h.updates)-1] }

// of are the places of the updates of a stage.
func (h *history) of(s words.Stage) (places []int) {
	for _, u := range h.updates {
		if u.stage == s {
			places = append(places, u.at)
		}
	}
	return places
}

// endsOnce: there is exactly one end, and it is the last update.
func (h *history) endsOnce() bool { return h.last().stage == words.End && len(h.of(words.End)) == 1 }

// histories are the known updates by id, in order of first mention, and the places of the unknown events.
func histories(events []wire.Value) (list []*history, unknown []int) {
	byID := map[string]*history{}
	for i, e := range events {
		id, s, ok := words.Known(e)
		if !ok {
			unknown = append(unknown, i)
			continue
		}
		h := byID[id]
		if h == nil {
			h = &history{id: id}
			byID[id] = h
			list = append(list, h)
		}
		h.updates = append(h.updates, update{i, s, e})
		h.started = h.started || s == words.Start
		h.ended = h.ended || s == words.End
	}
	return list, unknown
}

// opening says which starts open a block: the stream leaves that free (STAGE-54), so every reading is played.
type opening int

const (
	firstOnly opening = iota // a second start is ignored
	afterEnds                // a start after an end opens a new block
	allStarts                // every start opens a new block
)

// lives plays the history under one reading.
func (h *history) lives(reading opening) []*life {
	var list []*life
	var early []update
	var now *life
	for _, u := range h.updates {
		opens := now == nil || reading == allStarts || reading == afterEnds && len(now.ends) > 0
		switch {
		case now == nil && u.stage != words.Start:
			early = append(early, u)
		case u.stage == words.Start && opens:
			now = begin(h.id, u, early)
			early = nil
			list = append(list, now)
		default:
			now.take(u)
		}
	}
	return list
}

// begin opens a life with its start. Updates before it may have opened the block already: what they brought may be there or not.
func begin(id string, u update, early []update) *life {
	l := &life{id: id, at: u.at, last: u.at, early: len(early) > 0, params: texts{list: []text{nil}}}
	l.stages[words.Start] = allowed
	for _, e := range early {
		l.loose = l.loose || e.stage == words.End
		l.stages[e.stage] = allowed
		l.params.maybe(parametersAfter(e.event))
		l.names.maybe(e.event.Get("name"))
	}
	l.named(u.event)
	l.parameters(u)
	return l
}

// named takes the name of a start.
func (l *life) named(u wire.Value) {
	switch n := u.Get("name"); {
	case n.IsString():
		l.names.add(n)
	case n.IsNull():
		l.names.add(wire.NullValue)
	default:
		l.names.free = true
	}
}

// maybe takes a name that may count or not.
func (c *choices) maybe(n wire.Value) {
	if n.IsString() || n.Kind() == wire.Null {
		c.add(n)
	} else if !n.IsAbsent() {
		c.free = true
	}
}

// take is any further update of the id.
func (l *life) take(u update) {
	l.last = u.at
	switch {
	case len(l.ends) > 0:
		l.tooLate(u)
	case u.stage == words.Start:
		l.again(u)
	default:
		l.goOn(u)
	}
}

// goOn is an update in the life's course.
func (l *life) goOn(u update) {
	l.names.maybe(u.event.Get("name"))
	l.nameLeftOut = l.nameLeftOut || !u.event.Has("name")
	back := u.stage == words.Streaming && l.stages[words.Running] == allowed
	switch {
	case back && l.stages[words.Start] == forbidden && l.stages[words.Streaming] != allowed:
		l.stages = [words.Stages]allowance{words.Running: allowed, words.Streaming: warned}
	case back: // something before it may have restarted the block
		l.stages = [words.Stages]allowance{words.Running: allowed, words.Streaming: allowed}
	default:
		l.stages = [words.Stages]allowance{}
		l.stages[u.stage] = allowed
	}
	if u.stage == words.End {
		l.ends = append(l.ends, endingOf(u))
	}
	if back { // an update that comes too late may be passed by, whole
		l.argued = l.argued || words.Argues(u.event)
		l.params.maybe(parametersAfter(u.event))
		return
	}
	l.parameters(u)
}

// parameters takes the arguments of an update that counts.
func (l *life) parameters(u update) {
	if !words.Argues(u.event) {
		l.paramsLeftOut = l.paramsLeftOut || l.argued
		l.sinceGap = nil
		return
	}
	l.argued = true
	if p := u.event.Get("parameters"); p.IsString() {
		l.sinceGap = []string{p.Text()}
	} else {
		l.sinceGap = append(l.sinceGap, u.event.Get("parametersChunk").Text())
	}
	l.params.become(parametersAfter(u.event))
}

// again is a second start before the end that opens no block: whether it is passed
// by, or begins anew what the block holds, is not said anywhere.
func (l *life) again(u update) {
	l.stages[words.Start] = allowed
	l.names.maybe(u.event.Get("name"))
	l.argued = l.argued || words.Argues(u.event)
	after := parametersAfter(u.event)
	l.params.become(func(t text) []text {
		return append(append([]text{t}, after(t)...), after(nil)...)
	})
}

// tooLate is an update after the end. Nothing should change.
func (l *life) tooLate(u update) {
	if !l.late {
		l.late = true
		l.lateNames, l.lateParams = l.names.clone(), l.params.clone()
	}
	if u.stage == words.End {
		l.ends = append(l.ends, endingOf(u))
	}
	l.lateNames.maybe(u.event.Get("name"))
	if words.Argues(u.event) {
		after := parametersAfter(u.event)
		l.lateParams.become(func(t text) []text {
			// A start that resets the arguments is one way of letting it change them.
			return append(append([]text{t}, after(t)...), after(nil)...)
		})
	} else if u.stage == words.Start {
		l.lateParams.maybe(func(text) []text { return []text{nil} })
	}
}
