package stageevents

import "github.com/toolconform/conform/wire"

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
		{"repeat-end", "An end comes twice.", "54", behindEnd(func(w twisting, t *thread) (wire.Value, string) { return w.list[w.end(t)], "04" })},
		{"other-end", "A second end says the opposite of the first.", "54", behindEnd(func(w twisting, t *thread) (wire.Value, string) {
			e := bareUpdate(t.id, end)
			if tellsFailure(w.list[w.end(t)]) {
				return e.With("success", wire.Boolean(true)).With("result", wire.Str("late result")), "04"
			}
			return e.With("success", wire.Boolean(false)).With("error", wire.Str("late error")), "04"
		})},
		{"second-result", "A second end has another result.", "54", behindEnd(func(_ twisting, t *thread) (wire.Value, string) {
			return bareUpdate(t.id, end).With("result", wire.Str("second result")), "04"
		})},
		{"late-running", "A `running` comes after the end.", "54", behindEnd(func(_ twisting, t *thread) (wire.Value, string) { return bareUpdate(t.id, running), "04 05 12" })},
		{"late-chunk", "A chunk comes after the end.", "54", behindEnd(func(_ twisting, t *thread) (wire.Value, string) {
			return bareUpdate(t.id, streaming).With("parametersChunk", wire.Str("late chunk")), "04 05 12"
		})},
		{"late-start", "A second start comes after the end.", "54", behindEnd(func(_ twisting, t *thread) (wire.Value, string) {
			return bareUpdate(t.id, start).With("name", wire.Str("late_tool")), "03 04 05 12"
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
		{"orphan-end", "An end for an id never started.", "56", orphan(wire.ParseString(`{"id":"orphan_q3","stage":"end","success":true,"result":"orphan's result"}`), "03")},
		{"orphan-error", "A failure for an id never started.", "56", orphan(wire.ParseString(`{"id":"orphan_q4","stage":"end","error":"orphan's error"}`), "03")},
		{"orphan-chunk", "A chunk for an id never started.", "56", orphan(wire.ParseString(`{"id":"orphan_q5","stage":"streaming","parametersChunk":"orphan's chunk"}`), "03 04")},
		{"orphan-running", "A `running` for an id never started.", "56", orphan(wire.ParseString(`{"id":"orphan_q6","stage":"running"}`), "03 04")},
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
			e := wire.Obj(wire.M("id", wire.Str(t.id)), wire.M("stage", wire.Str("paused")), wire.M("name", wire.Str("paused_tool")), wire.M("parametersChunk", wire.Str("paused chunk")))
			return twisted{inserted(w.list, w.pick(len(w.list)+1), e), breaks("01", "01")}
		}},
		{"is-running", "An update carries `isRunning`.", "52", func(w twisting) twisted {
			i := w.pick(len(w.list))
			if _, _, ok := knownUpdate(w.list[i]); !ok {
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
