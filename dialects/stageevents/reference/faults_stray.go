package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/wire"
)

// isStray tells whether the event belongs to no call that was started.
func (s *store) isStray(e wire.Value) bool {
	_, st, ok := words.Known(e)
	return !ok || st != words.Start && s.of(e) == nil
}

// strayFaults: updates for ids never started, and events that are none.
func strayFaults() []planted {
	stops := func(when func(*store, wire.Value) bool) plant {
		return stepping(func() func(*store, wire.Value) {
			stopped := false
			return func(s *store, e wire.Value) {
				if stopped = stopped || when(s, e); !stopped {
					s.apply(e)
				}
			}
		})
	}
	return []planted{
		{"STAGE-56/orphan-to-last", "An update for an id never started goes to the call started last.", "51",
			step(func(s *store, e wire.Value) {
				if _, _, ok := words.Known(e); ok && s.isStray(e) && s.last() != nil {
					e = e.With("id", wire.Str(s.last().id))
				}
				s.apply(e)
			})},
		{"STAGE-56/orphan-by-name", "An update for an id never started goes to the call whose name it has.", "51",
			step(func(s *store, e wire.Value) {
				if _, _, ok := words.Known(e); ok && s.isStray(e) && s.last() != nil && e.Get("name").Text() == s.last().name {
					e = e.With("id", wire.Str(s.last().id))
				}
				s.apply(e)
			})},
		{"STAGE-56/no-id-to-last", "An update without an id goes to the call started last.", "", step(func(s *store, e wire.Value) {
			if e.IsObject() && e.Get("id").IsNull() && s.last() != nil {
				e = e.With("id", wire.Str(s.last().id))
			}
			s.apply(e)
		})},
		{"STAGE-56/orphan-ends-stream", "An update for an id never started ends the stream.", "", stops(func(s *store, e wire.Value) bool {
			_, _, ok := words.Known(e)
			return ok && s.isStray(e)
		})},
		{"STAGE-56/unknown-ends-stream", "An unknown event ends the stream.", "", stops(func(_ *store, e wire.Value) bool {
			_, _, ok := words.Known(e)
			return e.IsObject() && !ok
		})},
		{"STAGE-56/orphan-clears", "An end for an id never started takes the newest block away.", "", step(func(s *store, e wire.Value) {
			if words.At(e, words.End) && e.Get("id").IsString() && s.isStray(e) && len(s.blocks) > 0 {
				delete(s.byID, s.last().id)
				s.blocks = s.blocks[:len(s.blocks)-1]
			}
			s.apply(e)
		})},
		{"STAGE-56/unknown-creates-block", "An unknown stage for a new id creates a block.", "", step(func(s *store, e wire.Value) {
			if id := e.Get("id"); id.IsString() && e.Get("stage").IsString() && s.of(e) == nil && stageRank(e.Get("stage").Text()) < 0 {
				s.open(id.Text())
			}
			s.apply(e)
		})},
		{"STAGE-56/numeric-id", "An id that is a number is taken as its text.", "", readingEach(func(e wire.Value) wire.Value {
			if n := e.Get("id").Literal(); n != "" {
				return e.With("id", wire.Str(n))
			}
			return e
		})},
		{"STAGE-56/missing-id", "A start without an id, or any update, is taken under the id \"undefined\".", "",
			readingEach(func(e wire.Value) wire.Value {
				if e.IsObject() && e.Get("id").IsNull() && e.Get("stage").IsString() {
					return e.With("id", wire.Str("undefined")).With("stage", wire.Str("start"))
				}
				return e
			})},
		{"STAGE-56/any-case", "Stages are read whatever their case.", "", readingEach(func(e wire.Value) wire.Value {
			if s := e.Get("stage"); s.IsString() {
				return e.With("stage", wire.Str(strings.ToLower(s.Text())))
			}
			return e
		})},
		{"STAGE-56/unknown-stage-stored", "An unknown stage is stored.", "52", step(func(s *store, e wire.Value) {
			s.apply(e)
			if b := s.of(e); b != nil && b.stage != "end" && e.Get("stage").IsString() && stageRank(e.Get("stage").Text()) < 0 {
				b.stage = e.Get("stage").Text()
			}
		})},
		{"STAGE-56/stageless-applied", "The fields of an update without a known stage are taken.", "", step(func(s *store, e wire.Value) {
			s.apply(e)
			if b := s.of(e); b != nil && b.stage != "end" && e.IsObject() && stageRank(e.Get("stage").Text()) < 0 {
				b.update(b.stage, e)
			}
		})},
		{"STAGE-56/one-bad-one-good", "After an orphan the next update of any call is lost.", "", stepping(func() func(*store, wire.Value) {
			skip := false
			return func(s *store, e wire.Value) {
				stray := s.isStray(e)
				if !skip {
					s.apply(e)
				}
				skip = stray
			}
		})},
		{"STAGE-56/blanks-trimmed", "An id is trimmed, so that an unknown one becomes a known one.", "",
			readingEach(func(e wire.Value) wire.Value {
				if id := e.Get("id"); id.IsString() && strings.TrimSpace(id.Text()) != "" {
					return e.With("id", wire.Str(strings.TrimSpace(id.Text())))
				}
				return e
			})},
	}
}

// cutFaults: streams that break off.
func cutFaults() []planted {
	finish := func(edit func(wire.Value) wire.Value) plant {
		return showingEach(func(b wire.Value) wire.Value {
			if b.Get("stage").Text() != "end" {
				return edit(b)
			}
			return b
		})
	}
	return []planted{
		{"STAGE-57/closed-as-success", "When the stream is over every open call has succeeded.", "50",
			finish(func(b wire.Value) wire.Value {
				return b.With("stage", wire.Str("end")).With("success", wire.Boolean(true))
			})},
		{"STAGE-57/closed-with-result", "When the stream is over every open call gets a result.", "50",
			finish(func(b wire.Value) wire.Value {
				return b.With("stage", wire.Str("end")).With("result", wire.Str("(no output)"))
			})},
		{"STAGE-57/running-closed", "When the stream is over every running call has succeeded.", "50",
			finish(func(b wire.Value) wire.Value {
				if b.Get("stage").Text() == "running" {
					return b.With("stage", wire.Str("end")).With("success", wire.Boolean(true))
				}
				return b
			})},
		{"STAGE-57/flag-ends", "`success:true` on any update ends the call.", "50", step(func(s *store, e wire.Value) {
			if e.Get("success").IsTrue() && s.of(e) != nil {
				e = e.With("stage", wire.Str("end"))
			}
			s.apply(e)
		})},
		{"ROBUST-06/closed-as-success", "When the stream is over every open call has succeeded.", "50 57",
			finish(func(b wire.Value) wire.Value {
				return b.With("stage", wire.Str("end")).With("success", wire.Boolean(true))
			})},
	}
}

// propertyFaults are found by the properties without an oracle.
func propertyFaults() []planted {
	return []planted{
		{"META-02/sorted-by-id", "Blocks stand in the order of their ids.", "50", showing(func(blocks []wire.Value) []wire.Value {
			slices.SortStableFunc(blocks, func(a, b wire.Value) int { return strings.Compare(a.Get("id").Text(), b.Get("id").Text()) })
			return blocks
		})},
		{"META-02/prefix-needed", "Results of ids without a known prefix are not held.", "", showingEach(func(b wire.Value) wire.Value {
			if strings.HasSuffix(b.Get("id").Text(), "_renamed") || strings.HasPrefix(b.Get("id").Text(), "z") {
				return b.With("result", wire.NullValue)
			}
			return b
		})},
		{"META-03/first-come", "Ends go to the open calls in the order in which they come.", "51", step(func(s *store, e wire.Value) {
			i := slices.IndexFunc(s.blocks, func(b *toolBlock) bool { return b.stage != "end" })
			if words.At(e, words.End) && s.of(e) != nil && i >= 0 {
				e = e.With("id", wire.Str(s.blocks[i].id))
			}
			s.apply(e)
		})},
		{"META-04/unknown-event-resets", "An unknown event empties the arguments of the newest call.", "56",
			step(func(s *store, e wire.Value) {
				if _, _, ok := words.Known(e); !ok && s.last() != nil {
					s.last().parameters.Reset()
				}
				s.apply(e)
			})},
		{"META-04/unknown-member-drops", "An update with an unknown member is dropped.", "", step(func(s *store, e wire.Value) {
			if !e.Has("x-trace") && !e.Has("timestamp") {
				s.apply(e)
			}
		})},
		{"STAGE-50/next-start-clears", "A start takes the outcome of the call before it away.", "", step(func(s *store, e wire.Value) {
			if b := s.last(); words.At(e, words.Start) && b != nil && s.of(e) == nil {
				b.result, b.success, b.error = wire.Value{}, wire.Value{}, wire.Value{}
			}
			s.apply(e)
		})},
		{"STAGE-50/result-shortened", "The next update of any call shortens the result before it.", "", step(func(s *store, e wire.Value) {
			for _, b := range s.blocks {
				if b.result.IsString() && e.Get("id").Text() != b.id {
					b.result = wire.Str("(earlier result)")
				}
			}
			s.apply(e)
		})},
	}
}

// sizeFaults: many calls, large values, unusual ids.
func sizeFaults() []planted {
	ids := func(to func(string) string) plant {
		return readingEach(func(e wire.Value) wire.Value {
			if id := e.Get("id"); id.IsString() {
				return e.With("id", wire.Str(to(id.Text())))
			}
			return e
		})
	}
	lost := func(which func(string) bool) plant {
		return step(func(s *store, e wire.Value) {
			if !which(e.Get("id").Text()) {
				s.apply(e)
			}
		})
	}
	return []planted{
		{"ROBUST-03/five-hundred-calls", "From the 500th call on nothing is held.", "",
			showing(func(blocks []wire.Value) []wire.Value { return blocks[:min(len(blocks), 500)] })},
		{"ROBUST-03/a-line-of-64k", "An update of more than 64 KiB is dropped.", "", step(func(s *store, e wire.Value) {
			if len(e.Get("result").Text()) < 1<<16 {
				s.apply(e)
			}
		})},
		{"ROBUST-03/shallow", "Arguments nested more than 64 deep are dropped.", "", showingEach(func(b wire.Value) wire.Value {
			if strings.Contains(b.Get("parameters").Text(), strings.Repeat(`{"n":`, 64)) {
				return b.With("parameters", wire.NullValue)
			}
			return b
		})},
		{"ROBUST-05/proto", "What every object has is no id.", "",
			lost(func(id string) bool { return slices.Contains([]string{"__proto__", "constructor", "toString"}, id) })},
		{"ROBUST-05/case", "Ids are compared whatever their case.", "", ids(strings.ToLower)},
		{"ROBUST-05/trimmed", "Ids are trimmed.", "", ids(strings.TrimSpace)},
		{"ROBUST-05/blank", "A blank id is none.", "", lost(func(id string) bool { return strings.TrimSpace(id) == "" })},
		{"ROBUST-05/256-characters", "Ids are cut at 256 characters.", "", ids(func(id string) string { return id[:min(len(id), 256)] })},
		{"ROBUST-05/composed", "Ids are normalised.", "", ids(func(id string) string {
			return strings.NewReplacer("e\u0301", "\u00e9", "\u212b", "\u00c5").Replace(id)
		})},
		{"ROBUST-05/ascii", "Letters beyond ASCII are dropped from ids.", "", ids(func(id string) string {
			return strings.Map(func(r rune) rune {
				if r > 127 {
					return '?'
				}
				return r
			}, id)
		})},
	}
}
