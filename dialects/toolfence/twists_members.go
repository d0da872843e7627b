package toolfence

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// memberTwists change the object of a tool fence.
func memberTwists() []dialect.Twist {
	object := func(id, tests string, fits plant.Of, change func(o wire.Value, pick dialect.Pick) wire.Value,
		planted func(before document.Segment, changed wire.Value) dialect.Planted) dialect.Twist {
		return twist(id, tests, func(w twisting) (dialect.Planted, bool) {
			w, ok := w.some(func(w twisting) bool { return w.Kind == document.ToolSegment && fits(w.Object) })
			if !ok {
				return dialect.Planted{}, false
			}
			before := *w.Segment
			w.Object, w.Body = change(w.Object, w.pick), ""
			return planted(before, w.Object), !wire.Equal(w.Object, before.Object)
		})
	}
	// becomes gives a member one of these values.
	becomes := func(member string, values ...string) func(wire.Value, dialect.Pick) wire.Value {
		return func(o wire.Value, pick dialect.Pick) wire.Value {
			return o.With(member, wire.ParseString(values[pick(len(values))]))
		}
	}
	always := func(p dialect.Planted) func(document.Segment, wire.Value) dialect.Planted {
		return func(document.Segment, wire.Value) dialect.Planted { return p }
	}
	loses := func(p dialect.Planted) func(document.Segment, wire.Value) dialect.Planted {
		return func(before document.Segment, _ wire.Value) dialect.Planted { return losing(p, before) }
	}
	has, lacks := plant.Has, func(member string) plant.Of { return plant.Not(plant.Has(member)) }
	without := func(member string) func(wire.Value, dialect.Pick) wire.Value {
		return func(o wire.Value, _ dialect.Pick) wire.Value { return o.Without(member) }
	}
	succeeded, failed := plant.Says("state", "output-available"), plant.Says("state", "output-error")
	told := func(o wire.Value) bool {
		return succeeded(o) && !o.Get("output").IsNull() || failed(o) && o.Has("errorText")
	}
	return []dialect.Twist{
		twist("no-ids", "FENCE-09 FENCE-10", dropIDs), twist("outcomes", "FENCE-05 FENCE-06 FENCE-14", otherOutcomes),
		object("no-id", "FENCE-09 FENCE-10", has("toolCallId"), without("toolCallId"), loses(with("FENCE-50"))),
		object("generated-like-id", "FENCE-09", has("toolCallId"),
			becomes("toolCallId", `"tool-call-0"`, `"tool-call-1"`, `"tool-call-2"`, `"tool-call-3"`), loses(with("FENCE-50"))),
		object("no-name", "FENCE-11", has("toolName"), without("toolName"), always(with("FENCE-50"))),
		object("other-name", "FENCE-25", has("toolName"), becomes("toolName", `"Another Tool"`), always(with("FENCE-50"))),
		object("no-input", "FENCE-04", has("input"), without("input"), loses(with("FENCE-50"))),
		object("other-input", "FENCE-03", has("input"), becomes("input",
			`null`, `"text"`, `0`, `[]`, `false`, `{"toolCallId":"inner","planted":[1,{"x":null}]}`), loses(with("FENCE-50"))),
		object("no-state", "FENCE-05 FENCE-06", told, without("state"), outcome),
		object("input-state", "FENCE-07", told, becomes("state", `"input-streaming"`, `"input-available"`), outcome),
		object("falsy-output", "FENCE-13", succeeded, becomes("output", `false`, `0`, `""`, `[]`, `null`), loses(with("FENCE-51"))),
		object("no-output", "FENCE-05", plant.All(succeeded, has("output")), without("output"), loses(with("FENCE-51"))),
		object("both-outcomes", "FENCE-14", plant.All(succeeded, lacks("errorText")),
			becomes("errorText", `"planted failure"`, `""`), always(both("FENCE-51"))),
		object("error-with-output", "FENCE-14", plant.All(failed, has("errorText"), lacks("output")),
			becomes("output", `"planted output"`), outcome),
		object("no-error-text", "FENCE-06",
			func(o wire.Value) bool { return failed(o) && words.IsText(o.Get("errorText")) }, without("errorText"),
			func(before document.Segment, changed wire.Value) dialect.Planted {
				if before.Cancelled { // whose text is the producer's own
					return outcome(before, changed)
				}
				return losing(outcome(before, changed), before)
			}),
		object("odd-member", "FENCE-17", has("toolCallId"),
			func(o wire.Value, pick dialect.Pick) wire.Value {
				odd := []wire.Member{wire.M("toolName", wire.Int(7)), wire.M("toolName", wire.NullValue),
					wire.M("toolCallId", wire.Int(42)), wire.M("toolCallId", wire.NullValue)}[pick(4)]
				return o.With(odd.Name, odd.Value)
			}, func(before document.Segment, changed wire.Value) dialect.Planted {
				if wire.Equal(before.Object.Get("toolCallId"), changed.Get("toolCallId")) {
					return both("FENCE-50")
				}
				return losing(both("FENCE-50"), before)
			}),
		onFence("unknown-members", "FENCE-12", anyFence, func(w twisting) dialect.Planted {
			for range 1 + w.pick(3) {
				w.Object = document.WithUnknown(w.Object, w.pick)
			}
			w.Body = ""
			return dialect.Planted{}
		}),
	}
}

// outcome is planted where state and payload do not go together: FENCE-51, but with the transcript FENCE-52 for a call that was cancelled.
func outcome(before document.Segment, _ wire.Value) dialect.Planted {
	if before.Cancelled {
		return dialect.Planted{With: ids("FENCE-52"), Alone: ids("FENCE-51")}
	}
	return both("FENCE-51")
}

// otherOutcomes takes the payload of some outcomes, and gives others the opposite one too.
func otherOutcomes(w twisting) (dialect.Planted, bool) {
	var all dialect.Planted
	taken := 0
	for i := range w.Segments {
		s := &w.Segments[i]
		how := w.pick(4)
		if s.Kind != document.ToolSegment || s.Object.Has("output") && s.Object.Has("errorText") || how == 3 {
			continue
		}
		before, planted := *s, dialect.Planted{}
		switch o := s.Object; {
		case how == 2 && plant.Says("state", "output-available")(o) && o.Has("output"):
			s.Object, planted = o.With("errorText", wire.Str("planted failure")), both("FENCE-51")
		case how == 2 && plant.Says("state", "output-error")(o) && o.Has("errorText"):
			s.Object, planted = o.With("output", wire.Str("planted output")), outcome(before, o)
		case plant.Says("state", "output-available")(o) && o.Has("output"):
			s.Object, planted = o.Without("output"), with("FENCE-51")
		case plant.Says("state", "output-error")(o) && words.IsText(o.Get("errorText")):
			s.Object, planted = o.Without("errorText"), outcome(before, o)
		default:
			continue
		}
		s.Body = ""
		taken++
		if how < 2 && !before.Cancelled { // whose text is the producer's own
			planted = losing(planted, before)
		}
		all.With, all.Alone = append(all.With, planted.With...), append(all.Alone, planted.Alone...)
	}
	return all, taken > 0
}

// dropIDs takes the ids of two calls or more.
func dropIDs(w twisting) (dialect.Planted, bool) {
	var lost []document.Segment
	for i := range w.Segments {
		s := &w.Segments[i]
		if s.Kind == document.ToolSegment && s.Object.Has("toolCallId") && w.pick(4) > 0 {
			lost = append(lost, *s)
			s.Object, s.Body = s.Object.Without("toolCallId"), ""
		}
	}
	return losing(with("FENCE-50"), lost...), len(lost) > 1
}
