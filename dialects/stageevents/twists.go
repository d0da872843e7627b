package stageevents

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/wire"
)

// thread is one call's updates in a stream.
type thread struct {
	id string
	at []int // places of its updates
	// call is what it was rendered from, nil where that is not known.
	call *rendered
}

// threads are the calls of a stream, in order of first mention.
func (u *updates) threads() []*thread {
	var list []*thread
	hs, _ := histories(u.list)
	for _, h := range hs {
		t := &thread{id: h.id, call: u.origin[h.id]}
		for _, m := range h.updates {
			t.at = append(t.at, m.at)
		}
		list = append(list, t)
	}
	return list
}

// places are those of the thread's updates that are of a stage.
func (u *updates) places(t *thread, s words.Stage) []int {
	var list []int
	for _, i := range t.at {
		if words.At(u.list[i], s) {
			list = append(list, i)
		}
	}
	return list
}

// twisting is a stream being twisted.
type twisting struct {
	*updates
	pick dialect.Pick
}

// some picks a thread among those that fit, nil for none.
func (w twisting) some(fits func(*thread) bool) *thread {
	var list []*thread
	for _, t := range w.threads() {
		if fits(t) {
			list = append(list, t)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[w.pick(len(list))]
}

// ended threads have exactly one end, and it is their last update.
func (w twisting) ended(t *thread) bool {
	ends := w.places(t, words.End)
	return len(ends) == 1 && ends[0] == t.at[len(t.at)-1]
}

// end of an ended thread.
func (w twisting) end(t *thread) int { return t.at[len(t.at)-1] }

func (w twisting) started(t *thread) bool { return len(w.places(t, words.Start)) == 1 }

// answered threads are known to have been answered, by the transcript and by the
// stream.
func (w twisting) answered(t *thread) bool {
	return t.call != nil && t.call.Result != nil && w.ended(t)
}

// behind inserts an event somewhere behind a place.
func (w twisting) behind(place int, e wire.Value) []wire.Value {
	return inserted(w.list, place+1+w.pick(len(w.list)-place), e)
}

// replaced is the stream with one event changed.
func (w twisting) replaced(place int, e wire.Value) []wire.Value {
	out := append([]wire.Value(nil), w.list...)
	out[place] = e
	return out
}

// dropped is the stream without some of its events.
func (w twisting) dropped(places ...int) []wire.Value {
	return wire.Omitting(w.list, places...)
}

// update is an update with nothing in it.
func bareUpdate(id string, s words.Stage) wire.Value {
	return wire.Obj(wire.T("id", id), wire.T("stage", s.String()))
}

// breaks is what a twist breaks with the transcript at hand and without, as
// numbers of STAGE requirements.
func breaks(with, alone string) dialect.Planted {
	return dialect.Planted{With: words.IDs(with), Alone: words.IDs(alone)}
}

// twisted is the result of a twist: the events, nil where it has no place.
type twisted struct {
	list    []wire.Value
	planted dialect.Planted
}

// twistRow is a row of the tables of twists.
type twistRow struct {
	id, title, tests string
	apply            func(twisting) twisted
}

func twists() []dialect.Twist {
	var list []dialect.Twist
	for _, rows := range [][]twistRow{orderTwists(), lateTwists(), strayTwists(), contentTwists(), pieceTwists()} {
		for _, r := range rows {
			list = append(list, dialect.Twist{ID: r.id, Title: r.title, Tests: words.IDs(r.tests), Apply: r.on})
		}
	}
	return list
}

func (r twistRow) on(s dialect.Script, pick dialect.Pick) (dialect.Script, dialect.Planted, bool) {
	u, ok := s.(*updates)
	if !ok || len(u.list) == 0 {
		return s, dialect.Planted{}, false
	}
	t := r.apply(twisting{u, pick})
	if t.list == nil {
		return s, dialect.Planted{}, false
	}
	return u.with(t.list), t.planted, true
}

// ifCut adds STAGE-08 where the call was cancelled or cut off.
func ifCut(t *thread, with string) string {
	if t.call != nil && t.call.cut() {
		return with + " 08"
	}
	return with
}

// orderTwists drop, repeat, move and cut.
func orderTwists() []twistRow {
	return []twistRow{
		{"drop-start", "A start is lost.", "56", func(w twisting) twisted {
			t := w.some(func(t *thread) bool { return w.started(t) && len(t.at) > 1 })
			if t == nil {
				return twisted{}
			}
			return twisted{w.dropped(w.places(t, words.Start)[0]), breaks("03 09", "03")}
		}},
		{"drop-end", "An end is lost.", "57", func(w twisting) twisted {
			t := w.some(func(t *thread) bool { return w.ended(t) && len(t.at) > 1 })
			if t == nil {
				return twisted{}
			}
			return twisted{w.dropped(w.end(t)), breaks(ifCut(t, "04 09"), "04")}
		}},
		{"cut", "The stream breaks off.", "57", cutStream},
		{"repeat-start", "A start comes twice.", "54", func(w twisting) twisted {
			t := w.some(w.started)
			if t == nil {
				return twisted{}
			}
			i := w.places(t, words.Start)[0]
			again := bareUpdate(t.id, words.Start).With("name", w.list[i].Get("name"))
			return twisted{inserted(w.list, i+1, again), breaks("03", "03")}
		}},
		{"streaming-after-running", "The last chunk is buffered and comes after a `running`.", "55", func(w twisting) twisted {
			t := w.some(func(t *thread) bool {
				s, r := w.places(t, words.Streaming), w.places(t, words.Running)
				return len(s) > 0 && len(r) > 0 && s[len(s)-1] < r[0]
			})
			if t == nil {
				return twisted{}
			}
			s, r := w.places(t, words.Streaming), w.places(t, words.Running)
			return twisted{moved(w.list, s[len(s)-1], r[w.pick(len(r))]), breaks("05", "05")}
		}},
		{"empty-streaming-after-running", "A `streaming` that says nothing comes after a `running`.", "55", func(w twisting) twisted {
			t := w.some(func(t *thread) bool { return len(w.places(t, words.Running)) > 0 && w.ended(t) })
			if t == nil {
				return twisted{}
			}
			r := w.places(t, words.Running)
			return twisted{inserted(w.list, r[w.pick(len(r))]+1, bareUpdate(t.id, words.Streaming)), breaks("05", "05")}
		}},
		{"end-before-running", "An end overtakes the last `running`.", "54", func(w twisting) twisted {
			t := w.some(func(t *thread) bool {
				return w.ended(t) && len(t.at) > 2 && words.At(w.list[t.at[len(t.at)-2]], words.Running)
			})
			if t == nil {
				return twisted{}
			}
			with := "04 05 12"
			if len(w.places(t, words.Running)) == 1 && t.call != nil && len(t.call.Progress) > 0 {
				with += " 11"
			}
			return twisted{moved(w.list, t.at[len(t.at)-2], w.end(t)), breaks(with, "04 05 12")}
		}},
		{"drop-running", "Progress is not told.", "50", func(w twisting) twisted {
			t := w.some(func(t *thread) bool {
				return w.ended(t) && t.call != nil && len(t.call.Progress) > 0 && len(w.places(t, words.Running)) > 0
			})
			if t == nil {
				return twisted{}
			}
			return twisted{w.dropped(w.places(t, words.Running)...), breaks("11", "")}
		}},
		{"interleave", "Updates of different calls change places.", "51", func(w twisting) twisted {
			out := append([]wire.Value(nil), w.list...)
			for range 3 * len(out) {
				if i := w.pick(len(out)); i > 0 && !wire.Equal(out[i-1].Get("id"), out[i].Get("id")) {
					out[i-1], out[i] = out[i], out[i-1]
				}
			}
			return twisted{out, breaks("", "")}
		}},
	}
}

// cutStream breaks the stream off before one of its events.
func cutStream(w twisting) twisted {
	n := w.pick(len(w.list))
	cut := w.with(w.list[:n:n])
	seen := map[string]*thread{}
	for _, t := range cut.threads() {
		seen[t.id] = t
	}
	var open, lost, broken bool
	for _, t := range w.threads() {
		now := seen[t.id]
		ended := now != nil && len(cut.places(now, words.End)) > 0
		open = open || now != nil && !ended
		lost = lost || !ended
		broken = broken || !ended && t.call != nil && t.call.cut()
	}
	if !lost {
		return twisted{}
	}
	with, alone := "09", ""
	if open {
		with, alone = "04 09", "04"
	}
	if broken {
		with += " 08"
	}
	return twisted{append([]wire.Value{}, cut.list...), breaks(with, alone)}
}

// lateTwists put something behind an end.
func lateTwists() []twistRow {
	behindEnd := func(make func(twisting, *thread) (wire.Value, string)) func(twisting) twisted {
		return func(w twisting) twisted {
			t := w.some(w.ended)
			if t == nil {
				return twisted{}
			}
			e, broken := make(w, t)
			return twisted{w.behind(w.end(t), e), breaks(broken, broken)}
		}
	}
	return []twistRow{
		{"repeat-end", "An end comes twice.", "54",
			behindEnd(func(w twisting, t *thread) (wire.Value, string) { return w.list[w.end(t)], "04" })},
		{"other-end", "A second end says the opposite of the first.", "54", behindEnd(func(w twisting, t *thread) (wire.Value, string) {
			e := bareUpdate(t.id, words.End)
			if words.TellsFailure(w.list[w.end(t)]) {
				return e.With("success", wire.Boolean(true)).With("result", wire.Str("late result")), "04"
			}
			return e.With("success", wire.Boolean(false)).With("error", wire.Str("late error")), "04"
		})},
		{"second-result", "A second end has another result.", "54", behindEnd(func(_ twisting, t *thread) (wire.Value, string) {
			return bareUpdate(t.id, words.End).With("result", wire.Str("second result")), "04"
		})},
		{"late-running", "A `running` comes after the end.", "54",
			behindEnd(func(_ twisting, t *thread) (wire.Value, string) { return bareUpdate(t.id, words.Running), "04 05 12" })},
		{"late-chunk", "A chunk comes after the end.", "54", behindEnd(func(_ twisting, t *thread) (wire.Value, string) {
			return bareUpdate(t.id, words.Streaming).With("parametersChunk", wire.Str("late chunk")), "04 05 12"
		})},
		{"late-start", "A second start comes after the end.", "54", behindEnd(func(_ twisting, t *thread) (wire.Value, string) {
			return bareUpdate(t.id, words.Start).With("name", wire.Str("late_tool")), "03 04 05 12"
		})},
		{"replay", "A whole life comes again.", "54", func(w twisting) twisted {
			t := w.some(func(t *thread) bool { return w.ended(t) && w.started(t) })
			if t == nil {
				return twisted{}
			}
			out := append([]wire.Value(nil), w.list...)
			for _, i := range t.at {
				out = append(out, w.list[i])
			}
			return twisted{out, breaks("03 04 05", "03 04 05")}
		}},
	}
}

// strayTwists put in what belongs to no call.
func strayTwists() []twistRow {
	orphan := func(e wire.Value, alone string) func(twisting) twisted {
		return func(w twisting) twisted {
			return twisted{inserted(w.list, w.pick(len(w.list)+1), e), breaks("12", alone)}
		}
	}
	return []twistRow{
		{"orphan-end", "An end for an id never started.", "56",
			orphan(wire.ParseString(`{"id":"orphan_q3","stage":"end","success":true,"result":"orphan's result"}`), "03")},
		{"orphan-error", "A failure for an id never started.", "56",
			orphan(wire.ParseString(`{"id":"orphan_q4","stage":"end","error":"orphan's error"}`), "03")},
		{"orphan-chunk", "A chunk for an id never started.", "56",
			orphan(wire.ParseString(`{"id":"orphan_q5","stage":"streaming","parametersChunk":"orphan's chunk"}`), "03 04")},
		{"orphan-running", "A `running` for an id never started.", "56",
			orphan(wire.ParseString(`{"id":"orphan_q6","stage":"running"}`), "03 04")},
		{"ping", "An event of another kind.", "56", func(w twisting) twisted {
			return twisted{inserted(w.list, w.pick(len(w.list)+1), wire.ParseString(`{"type":"ping"}`)), breaks("", "")}
		}},
		{"unknown-event", "An event that is no update.", "56", func(w twisting) twisted {
			events := unknownEvents()[1:]
			return twisted{inserted(w.list, w.pick(len(w.list)+1), events[w.pick(len(events))]), breaks("01", "01")}
		}},
		{"unknown-stage", "An unknown stage for a known id.", "56", func(w twisting) twisted {
			t := w.some(func(*thread) bool { return true })
			if t == nil {
				return twisted{}
			}
			e := wire.Obj(wire.T("id", t.id), wire.T("stage", "paused"), wire.T("name", "paused_tool"),
				wire.T("parametersChunk", "paused chunk"))
			return twisted{inserted(w.list, w.pick(len(w.list)+1), e), breaks("01", "01")}
		}},
		{"is-running", "An update carries `isRunning`.", "52", func(w twisting) twisted {
			i := w.pick(len(w.list))
			if _, _, ok := words.Known(w.list[i]); !ok {
				return twisted{}
			}
			return twisted{w.replaced(i, w.list[i].With("isRunning", wire.Boolean(w.pick(2) == 0))), breaks("02", "02")}
		}},
		{"extra-members", "Updates have unknown members.", "56", func(w twisting) twisted {
			members := unknownMembers()
			out := append([]wire.Value(nil), w.list...)
			for i, e := range out {
				if m := members[w.pick(len(members))]; e.IsObject() && w.pick(2) == 0 {
					out[i] = e.With(m.Name, m.Value)
				}
			}
			return twisted{out, breaks("", "")}
		}},
		{"null-members", "Updates have members that are null.", "53", func(w twisting) twisted {
			out := append([]wire.Value(nil), w.list...)
			for i, e := range out {
				if w.pick(2) == 1 {
					continue
				}
				for _, m := range []string{"name", "parameters", "parametersChunk", "result", "success", "error"} {
					if e.IsObject() && !e.Has(m) && w.pick(2) == 0 {
						e = e.With(m, wire.NullValue)
					}
				}
				out[i] = e
			}
			return twisted{out, breaks("", "")}
		}},
	}
}
