package stageevents

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/families"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// thread is one call's updates in a stream.
type thread struct {
	*history
	call *rendered // call is what it was rendered from, nil where that is not known
}

// threads are the calls of a stream, in order of first mention.
func (u *updates) threads() (list []thread) {
	hs, _ := histories(u.List)
	for _, h := range hs {
		list = append(list, thread{h, u.origin[h.id]})
	}
	return list
}

// twisting is a stream being twisted.
type twisting struct {
	*updates
	pick dialect.Pick
}

// some picks a thread among those that fit, one without a history for none.
func (w twisting) some(fits func(thread) bool) thread {
	list := slices.DeleteFunc(w.threads(), func(t thread) bool { return !fits(t) })
	if len(list) == 0 {
		return thread{}
	}
	return list[w.pick(len(list))]
}

// What threads are: ended ones have exactly one end, and it is their last update; answered ones are known to have been
// answered, by the transcript and by the stream.
func (t thread) started() bool { return len(t.of(words.Start)) == 1 }

func (t thread) answered() bool {
	return t.call != nil && t.call.Result != nil && t.endsOnce()
}

// end is the place of a thread's last update, start that of its start.
func (t thread) end() int { return t.last().at }

func (t thread) start() int { return t.of(words.Start)[0] }

// inserted has an event more at a place, anywhere somewhere, behind somewhere behind a place.
func (w twisting) inserted(at int, e wire.Value) []wire.Value {
	return slices.Insert(slices.Clone(w.List), at, e)
}

func (w twisting) anywhere(e wire.Value) []wire.Value { return w.inserted(w.pick(len(w.List)+1), e) }

func (w twisting) behind(place int, e wire.Value) []wire.Value {
	return w.inserted(place+1+w.pick(len(w.List)-place), e)
}

// changed has one event changed.
func (w twisting) changed(place int, edit plant.Edit) []wire.Value {
	out := slices.Clone(w.List)
	out[place] = edit(out[place])
	return out
}

// saying gives an update a member that is a text.
func saying(name, value string) plant.Edit { return plant.Having(name, wire.Str(value)) }

// bare is an update with nothing in it.
func bare(id string, s words.Stage) wire.Value {
	return wire.Obj(wire.T("id", id), wire.T("stage", s.String()))
}

// twist changes a stream, nil where it has no place: the events, and what breaks with the transcript at hand and without, as
// numbers of STAGE requirements.
type twist = func(w twisting) (list []wire.Value, with, alone string)

// at twists a stream at one of the threads that fit.
func at(fits func(t thread) bool, change func(w twisting, t thread) (list []wire.Value, with, alone string)) twist {
	return func(w twisting) ([]wire.Value, string, string) {
		if t := w.some(fits); t.history != nil {
			return change(w, t)
		}
		return nil, "", ""
	}
}

// breaking is such a change that breaks the same with the transcript and without.
func breaking(lines string, change func(w twisting, t thread) []wire.Value) func(twisting, thread) ([]wire.Value, string, string) {
	return func(w twisting, t thread) ([]wire.Value, string, string) { return change(w, t), lines, lines }
}

func twists() []dialect.Twist {
	var list []dialect.Twist
	for _, r := range slices.Concat(orderTwists(), lateTwists(), strayTwists(), contentTwists(), pieceTwists()) {
		list = append(list, dialect.Twist{ID: r.id, Tests: words.IDs(r.tests), Apply: r.on})
	}
	return families.Entitled(titles, list)
}

// twistRow is a row of the tables of twists. Their titles stand in titles.txt.
type twistRow struct {
	id, tests string
	apply     twist
}

func (r twistRow) on(s dialect.Script, pick dialect.Pick) (dialect.Script, dialect.Planted, bool) {
	u, ok := s.(*updates)
	if !ok || len(u.List) == 0 {
		return s, dialect.Planted{}, false
	}
	list, with, alone := r.apply(twisting{u, pick})
	if list == nil {
		return s, dialect.Planted{}, false
	}
	return u.with(list), dialect.Planted{With: words.IDs(with), Alone: words.IDs(alone)}, true
}

// orderTwists drop, repeat, move and cut.
func orderTwists() []twistRow {
	several := func(is func(thread) bool) func(thread) bool {
		return func(t thread) bool { return is(t) && len(t.updates) > 1 }
	}
	return []twistRow{
		{"drop-start", "56", at(several(thread.started), func(w twisting, t thread) ([]wire.Value, string, string) {
			return wire.Omitting(w.List, t.start()), "03 09", "03"
		})},
		{"drop-end", "57", at(several(thread.endsOnce), func(w twisting, t thread) ([]wire.Value, string, string) {
			with := "04 09"
			if t.call != nil && t.call.cut() {
				with += " 08"
			}
			return wire.Omitting(w.List, t.end()), with, "04"
		})},
		{"cut", "57", cutStream},
		{"repeat-start", "54", at(thread.started, breaking("03", func(w twisting, t thread) []wire.Value {
			i := t.start()
			return w.inserted(i+1, bare(t.id, words.Start).With("name", w.List[i].Get("name")))
		}))},
		{"streaming-after-running", "55", at(func(t thread) bool {
			s, r := t.of(words.Streaming), t.of(words.Running)
			return len(s) > 0 && len(r) > 0 && s[len(s)-1] < r[0]
		}, breaking("05", func(w twisting, t thread) []wire.Value {
			s, r := t.of(words.Streaming), t.of(words.Running)
			return moved(w.List, s[len(s)-1], r[w.pick(len(r))])
		}))},
		{"empty-streaming-after-running", "55", at(func(t thread) bool {
			return len(t.of(words.Running)) > 0 && t.endsOnce()
		}, breaking("05", func(w twisting, t thread) []wire.Value {
			r := t.of(words.Running)
			return w.inserted(r[w.pick(len(r))]+1, bare(t.id, words.Streaming))
		}))},
		{"end-before-running", "54", at(func(t thread) bool {
			return t.endsOnce() && len(t.updates) > 2 && t.updates[len(t.updates)-2].stage == words.Running
		}, func(w twisting, t thread) ([]wire.Value, string, string) {
			with := "04 05 12"
			if len(t.of(words.Running)) == 1 && t.call != nil && len(t.call.Progress) > 0 {
				with += " 11"
			}
			return moved(w.List, t.updates[len(t.updates)-2].at, t.end()), with, "04 05 12"
		})},
		{"drop-running", "50", at(func(t thread) bool {
			return t.endsOnce() && t.call != nil && len(t.call.Progress) > 0 && len(t.of(words.Running)) > 0
		}, func(w twisting, t thread) ([]wire.Value, string, string) {
			return wire.Omitting(w.List, t.of(words.Running)...), "11", ""
		})},
		{"interleave", "51", func(w twisting) ([]wire.Value, string, string) {
			out := slices.Clone(w.List)
			for range 3 * len(out) {
				if i := w.pick(len(out)); i > 0 && !wire.Equal(out[i-1].Get("id"), out[i].Get("id")) {
					out[i-1], out[i] = out[i], out[i-1]
				}
			}
			return out, "", ""
		}},
	}
}

// cutStream breaks the stream off before one of its events.
func cutStream(w twisting) (list []wire.Value, with, alone string) {
	n := w.pick(len(w.List))
	cut := w.with(w.List[:n:n])
	seen := map[string]*history{}
	hs, _ := histories(cut.List)
	for _, h := range hs {
		seen[h.id] = h
	}
	var open, lost, broken bool
	for _, t := range w.threads() {
		now := seen[t.id]
		ended := now != nil && now.ended
		open = open || now != nil && !ended
		lost = lost || !ended
		broken = broken || !ended && t.call != nil && t.call.cut()
	}
	if !lost {
		return nil, "", ""
	}
	if with = "09"; open {
		with, alone = "04 09", "04"
	}
	if broken {
		with += " 08"
	}
	return append([]wire.Value{}, cut.List...), with, alone
}

// lateTwists put something behind an end.
func lateTwists() []twistRow {
	late := func(lines string, e func(t thread, end wire.Value) wire.Value) twist {
		return at(thread.endsOnce, breaking(lines, func(w twisting, t thread) []wire.Value {
			return w.behind(t.end(), e(t, t.last().event))
		}))
	}
	ending := func(t thread, success bool, member, value string) wire.Value {
		return saying(member, value)(bare(t.id, words.End).With("success", wire.Boolean(success)))
	}
	return []twistRow{
		{"repeat-end", "54", late("04", func(_ thread, end wire.Value) wire.Value { return end })},
		{"other-end", "54", late("04", func(t thread, end wire.Value) wire.Value {
			if words.TellsFailure(end) {
				return ending(t, true, "result", "late result")
			}
			return ending(t, false, "error", "late error")
		})},
		{"second-result", "54", late("04", func(t thread, _ wire.Value) wire.Value {
			return saying("result", "second result")(bare(t.id, words.End))
		})},
		{"late-running", "54", late("04 05 12", func(t thread, _ wire.Value) wire.Value { return bare(t.id, words.Running) })},
		{"late-chunk", "54", late("04 05 12", func(t thread, _ wire.Value) wire.Value {
			return saying("parametersChunk", "late chunk")(bare(t.id, words.Streaming))
		})},
		{"late-start", "54", late("03 04 05 12", func(t thread, _ wire.Value) wire.Value {
			return saying("name", "late_tool")(bare(t.id, words.Start))
		})},
		{"replay", "54", at(func(t thread) bool { return t.endsOnce() && t.started() },
			breaking("03 04 05", func(w twisting, t thread) []wire.Value {
				out := slices.Clone(w.List)
				for _, u := range t.updates {
					out = append(out, u.event)
				}
				return out
			}))},
	}
}

// strayTwists put in what belongs to no call.
func strayTwists() []twistRow {
	stray := func(with, alone, e string) twist {
		return func(w twisting) ([]wire.Value, string, string) { return w.anywhere(wire.ParseString(e)), with, alone }
	}
	return []twistRow{
		{"orphan-end", "56", stray("12", "03", `{"id":"orphan_q3","stage":"end","success":true,"result":"orphan's result"}`)},
		{"orphan-error", "56", stray("12", "03", `{"id":"orphan_q4","stage":"end","error":"orphan's error"}`)},
		{"orphan-chunk", "56", stray("12", "03 04", `{"id":"orphan_q5","stage":"streaming","parametersChunk":"orphan's chunk"}`)},
		{"orphan-running", "56", stray("12", "03 04", `{"id":"orphan_q6","stage":"running"}`)},
		{"ping", "56", stray("", "", `{"type":"ping"}`)},
		{"unknown-event", "56", func(w twisting) ([]wire.Value, string, string) {
			events := unknownEvents()[1:]
			at := w.pick(len(w.List) + 1)
			return w.inserted(at, events[w.pick(len(events))]), "01", "01"
		}},
		{"unknown-stage", "56", at(func(thread) bool { return true }, breaking("01", func(w twisting, t thread) []wire.Value {
			return w.anywhere(wire.Obj(wire.T("id", t.id), wire.T("stage", "paused"), wire.T("name", "paused_tool"),
				wire.T("parametersChunk", "paused chunk")))
		}))},
		{"is-running", "52", func(w twisting) ([]wire.Value, string, string) {
			i := w.pick(len(w.List))
			if _, _, ok := words.Known(w.List[i]); !ok {
				return nil, "", ""
			}
			return w.changed(i, plant.Having("isRunning", wire.Boolean(w.pick(2) == 0))), "02", "02"
		}},
		{"extra-members", "56", func(w twisting) ([]wire.Value, string, string) {
			members := unknownMembers()
			return plant.Each(plant.Every, func(e wire.Value) wire.Value {
				if m := members[w.pick(len(members))]; e.IsObject() && w.pick(2) == 0 {
					e = e.With(m.Name, m.Value)
				}
				return e
			})(slices.Clone(w.List)), "", ""
		}},
		{"null-members", "53", func(w twisting) ([]wire.Value, string, string) {
			return plant.Each(plant.Every, func(e wire.Value) wire.Value {
				if w.pick(2) == 1 {
					return e
				}
				for _, m := range []string{"name", "parameters", "parametersChunk", "result", "success", "error"} {
					if e.IsObject() && !e.Has(m) && w.pick(2) == 0 {
						e = e.With(m, wire.NullValue)
					}
				}
				return e
			})(slices.Clone(w.List)), "", ""
		}},
	}
}
