package stageevents

import (
	"slices"

	"github.com/toolconform/conform/wire"
)

// surroundingFaults go wrong by what stands between the updates of a call, or by the
// calls before it.
func surroundingFaults() []planted {
	return append(againFaults(), leftOverFaults()...)
}

// againFaults take a call that comes again for the earlier one.
func againFaults() []planted {
	dropTwins := func(earlier func(b wire.Value) bool) plant {
		return showing(func(blocks []wire.Value) []wire.Value {
			seen := map[string]bool{}
			return slices.DeleteFunc(blocks, func(b wire.Value) bool {
				key := b.Get("name").Text() + b.Get("parameters").Text()
				again := seen[key] && b.Get("parameters").Text() != ""
				seen[key] = seen[key] || earlier(b)
				return again
			})
		})
	}
	return []planted{
		{"STAGE-50/once-answered", "A call equal to an earlier one that was answered has no block.", "", dropTwins(func(b wire.Value) bool {
			return b.Get("stage").Text() == "end" && b.Get("success").IsTrue()
		})},
		{"STAGE-50/retry-replaces", "A call equal to an earlier one that failed has no block.", "", dropTwins(func(b wire.Value) bool { return b.Get("success").IsFalse() })},
		{"STAGE-50/cached-result", "A call equal to an answered one ends with that one's result.", "51", step(func(s *store, e wire.Value) {
			b := s.of(e)
			open := b != nil && b.stage != "end"
			s.apply(e)
			if !open || !at(e, end) {
				return
			}
			for _, first := range s.blocks {
				if first == b {
					return
				}
				if first.stage == "end" && first.error.IsNull() && first.name == b.name && b.parameters.Len() > 0 && first.parameters.String() == b.parameters.String() {
					b.result, b.success, b.error = first.result, first.success, first.error
				}
			}
		})},
	}
}

// leftOverFaults leave something over from the call that ended before.
func leftOverFaults() []planted {
	carried := func(into func(b, before *toolBlock)) plant {
		return stepping(func() func(*store, wire.Value) {
			var before *toolBlock
			return func(s *store, e wire.Value) {
				b := s.of(e)
				open := b != nil && b.stage != "end"
				s.apply(e)
				if open && at(e, end) {
					if before != nil {
						into(b, before)
					}
					ended := *b
					ended.result, ended.success, ended.error = e.Get("result"), e.Get("success"), e.Get("error")
					before = &ended
				}
			}
		})
	}
	return []planted{
		{"STAGE-50/error-sticks", "An end that says nothing but that it is one has the error of the end before.", "51", carried(func(b, before *toolBlock) {
			if none(b.error) && none(b.result) && none(b.success) {
				b.error = before.error
			}
		})},
		{"STAGE-50/failure-sticks", "An end without `success` has that of the end before.", "", carried(func(b, before *toolBlock) {
			if none(b.success) && none(b.error) && before.success.IsFalse() {
				b.success = before.success
			}
		})},
		{"STAGE-50/result-sticks", "A success without a result has that of the end before.", "51", carried(func(b, before *toolBlock) {
			if none(b.result) && b.success.IsTrue() {
				b.result = before.result
			}
		})},
		{"STAGE-58/short-life-flushes", "The end of a call that had no arguments empties those of the calls still open.", "53", step(func(s *store, e wire.Value) {
			b := s.of(e)
			if at(e, end) && b != nil && b.stage == "start" && b.parameters.Len() == 0 {
				for _, other := range s.blocks {
					if other.stage == "streaming" {
						other.parameters.Reset()
					}
				}
			}
			s.apply(e)
		})},
		{"STAGE-58/failure-flushes", "A failure forgets what the calls that still stream have gathered.", "53", step(func(s *store, e wire.Value) {
			b := s.of(e)
			fails := at(e, end) && b != nil && b.stage != "end" && tellsFailure(e)
			s.apply(e)
			for _, other := range s.blocks {
				if fails && other != b && other.stage == "streaming" {
					other.parameters.Reset()
				}
			}
		})},
	}
}
