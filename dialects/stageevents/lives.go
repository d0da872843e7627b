package stageevents

import "github.com/toolconform/conform/wire"

// update is one known update with its place in the stream.
type update struct {
	at    int
	stage stage
	event wire.Value
}

// history is everything that a stream says about one id.
type history struct {
	id      string
	updates []update
	started bool
	ended   bool
}

// histories are the known updates by id, in order of first mention, and the
// places of the unknown events.
func histories(events []wire.Value) (list []*history, unknown []int) {
	byID := map[string]*history{}
	for i, e := range events {
		id, s, ok := knownUpdate(e)
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
		h.started = h.started || s == start
		h.ended = h.ended || s == end
	}
	return list, unknown
}

// opening says which starts open a block: the stream leaves that free (STAGE-54),
// so every reading is played.
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
		case now == nil && u.stage != start:
			early = append(early, u)
		case u.stage == start && opens:
			now = begin(h.id, u, early)
			early = nil
			list = append(list, now)
		default:
			now.take(u)
		}
	}
	return list
}

// begin opens a life with its start. Updates before it may have opened the block
// already: what they brought may be there or not.
func begin(id string, u update, early []update) *life {
	l := &life{id: id, at: u.at, last: u.at, early: len(early) > 0, params: texts{list: []text{nil}}}
	l.stages[start] = allowed
	for _, e := range early {
		l.loose = l.loose || e.stage == end
		l.stages[e.stage] = allowed
		l.params.maybe(parametersAfter(e.event))
		l.nameMaybe(e.event)
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

// nameMaybe takes a name that may count or not.
func (l *life) nameMaybe(u wire.Value) {
	if n := u.Get("name"); n.IsString() || n.Kind() == wire.Null {
		l.names.add(n)
	} else if !n.IsAbsent() {
		l.names.free = true
	}
}

// take is any further update of the id.
func (l *life) take(u update) {
	l.last = u.at
	switch {
	case len(l.ends) > 0:
		l.tooLate(u)
	case u.stage == start:
		l.again(u)
	default:
		l.goOn(u)
	}
}

// goOn is an update in the life's course.
func (l *life) goOn(u update) {
	l.nameMaybe(u.event)
	l.nameLeftOut = l.nameLeftOut || !u.event.Has("name")
	back := u.stage == streaming && l.stages[running] == allowed
	switch {
	case u.stage == end:
		l.stages = [stageCount]allowance{end: allowed}
		l.ends = append(l.ends, endingOf(u))
	case back && l.stages[start] == forbidden && l.stages[streaming] != allowed:
		l.stages = [stageCount]allowance{running: allowed, streaming: warned}
	case back: // something before it may have restarted the block
		l.stages = [stageCount]allowance{running: allowed, streaming: allowed}
	default:
		l.stages = [stageCount]allowance{}
		l.stages[u.stage] = allowed
	}
	if back { // an update that comes too late may be passed by, whole
		l.argued = l.argued || carriesParameters(u.event)
		l.params.maybe(parametersAfter(u.event))
		return
	}
	l.parameters(u)
}

// parameters takes the arguments of an update that counts.
func (l *life) parameters(u update) {
	if !carriesParameters(u.event) {
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
	l.stages[start] = allowed
	l.nameMaybe(u.event)
	l.argued = l.argued || carriesParameters(u.event)
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
	if u.stage == end {
		l.ends = append(l.ends, endingOf(u))
	}
	if n := u.event.Get("name"); n.IsString() || n.Kind() == wire.Null {
		l.lateNames.add(n)
	} else if !n.IsAbsent() {
		l.lateNames.free = true
	}
	if carriesParameters(u.event) {
		after := parametersAfter(u.event)
		l.lateParams.become(func(t text) []text {
			// A start that resets the arguments is one way of letting it change them.
			return append(append([]text{t}, after(t)...), after(nil)...)
		})
	} else if u.stage == start {
		l.lateParams.maybe(func(text) []text { return []text{nil} })
	}
}
