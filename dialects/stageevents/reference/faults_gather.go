package reference

import (
	"strings"

	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// gatherFaults: the arithmetic of the arguments, and texts that are taken for something else.
func gatherFaults() []plant.Row {
	without := func(member string, s words.Stage) plant.Plant { return readingAt(s, plant.Lacking(member)) }
	isEmpty := func(v wire.Value) bool { return v.IsString() && v.Text() == "" }
	return []plant.Row{
		plant.New("STAGE-58/empty-whole-ignored", readingEach(plant.Inside("/parameters", plant.When(isEmpty, plant.Gone)))),
		plant.New("STAGE-58/opening-chunk-dropped", without("parametersChunk", words.Start)),
		plant.New("STAGE-58/opening-whole-dropped", without("parameters", words.Start)),
		plant.New("STAGE-58/last-chunk-dropped", without("parametersChunk", words.End)),
		plant.New("STAGE-58/whole-on-end-dropped", without("parameters", words.End)),
		plant.New("STAGE-58/chunk-on-running-dropped", without("parametersChunk", words.Running)),
		plant.New("STAGE-58/equal-chunk-dropped", knowing(func(before *string, e wire.Value) wire.Value {
			piece := e.Get("parametersChunk").Text()
			if piece != "" && *before == piece {
				e = e.Without("parametersChunk")
			}
			*before = piece
			return e
		})),
		plant.New("STAGE-58/behind-two-failures", remembering(func() func(*store, wire.Value) wire.Value {
			edit := behindTwoFailures()
			return func(_ *store, e wire.Value) wire.Value { return edit(e) }
		})),
		plant.New("STAGE-58/brace-begins-anew", readingEach(plant.When(has("parametersChunk", "{"), saying("parameters", "{")))),
		plant.New("STAGE-58/null-is-none", shown().At("parameters", plant.When(plant.Is("null"), plant.Becomes(`"{}"`)))),
		plant.New("STAGE-58/empty-chunk-ends", knowing(func(done *bool, e wire.Value) wire.Value {
			if *done = *done || isEmpty(e.Get("parametersChunk")); *done {
				e = e.Without("parametersChunk")
			}
			return e
		})),
		plant.New("STAGE-58/null-dropped", shown().At("parameters", func(v wire.Value) wire.Value {
			list, ok := wire.ParseText(v.Text())
			if !ok || !list.IsArray() {
				return v
			}
			return plant.In(plant.Drop(func(item wire.Value) bool {
				return wire.Nothing(item) || item.IsFalse() || item.Literal() == "0"
			}))(list)
		})),
		plant.New("STAGE-50/text-unwrapped", shown().At("result", plant.Taken("text", "content"))),
		plant.New("STAGE-50/message-unwrapped", shown().At("error", plant.Taken("message", "error"))),
		plant.New("STAGE-58/same-length", before(plant.Where(func(s *store, e wire.Value) bool {
			b := s.of(e)
			return b != nil && b.parameters.Len() > 0 && len(e.Get("parameters").Text()) == b.parameters.Len()
		}, plant.Lacking("parameters", "parametersChunk")))),
	}
}

// wordFaults: words of other dialects, and ids that are read carelessly.
func wordFaults() []plant.Row {
	spelling := func(word, stage string) plant.Plant {
		return readingEach(plant.When(has("stage", word), saying("stage", stage)))
	}
	return []plant.Row{
		plant.New("STAGE-56/done-is-end", spelling("done", "end"), "STAGE-50", "STAGE-51", "STAGE-57"),
		plant.New("STAGE-56/error-is-end", spelling("error", "end"), "STAGE-50"),
		plant.New("STAGE-56/begin-is-start", spelling("begin", "start"), "STAGE-50"),
		plant.New("STAGE-56/progress-is-running", spelling("progress", "running"), "STAGE-50", "STAGE-58"),
		plant.New("STAGE-56/capital-running", spelling("Running", "running"), "STAGE-50", "STAGE-58"),
		plant.New("STAGE-56/padded-streaming", spelling(" streaming", "streaming"), "STAGE-50", "STAGE-58"),
		plant.New("STAGE-56/padded-start", spelling("start\n", "start"), "STAGE-50"),
		plant.New("STAGE-56/stage-by-beginning", readingEach(plant.Inside("/stage", plant.Text(func(word string) string {
			for s := range words.Stages {
				if strings.HasPrefix(word, words.Stage(s).String()) {
					return words.Stage(s).String()
				}
			}
			return word
		}))), "STAGE-50", "STAGE-51", "STAGE-57", "STAGE-58"),
		plant.New("STAGE-51/ids-of-ascii", folding(plant.Turned(`[^\x00-\x7f]`, "")), "STAGE-50", "STAGE-58"),
		plant.New("STAGE-51/ids-to-bar", folding(plant.Turned(`(?s)\|.*`, "")), "STAGE-50", "STAGE-58"),
		plant.New("STAGE-51/ids-of-words", folding(plant.Replaced("-", "_", ".", "_", ":", "_")), "STAGE-50", "STAGE-58"),
	}
}

// folding takes ids for one that a key makes equal: the first of them.
func folding(key func(string) string) plant.Plant {
	return remembering(func() func(*store, wire.Value) wire.Value {
		first := map[string]wire.Value{}
		return func(_ *store, e wire.Value) wire.Value {
			k := key(e.Get("id").Text())
			if k == "" {
				return e
			}
			if _, met := first[k]; !met {
				first[k] = e.Get("id")
			}
			return e.With("id", first[k])
		}
	})
}

// againFaults take a call that comes again for the earlier one.
func againFaults() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-50/retry-replaces", showing(func(blocks []wire.Value) []wire.Value {
			failed := map[string]bool{}
			return plant.Drop(func(b wire.Value) bool {
				key := b.Get("name").Text() + b.Get("parameters").Text()
				again := failed[key] && b.Get("parameters").Text() != ""
				failed[key] = failed[key] || b.Get("success").IsFalse()
				return again
			})(blocks)
		})),
		plant.New("STAGE-50/cached-result", ending(func(s *store, b *toolBlock, _ wire.Value) {
			twin := s.first(func(first *toolBlock) bool {
				return first == b || first.stage == "end" && first.error.IsNull() && first.name == b.name && b.parameters.Len() > 0 &&
					first.parameters.String() == b.parameters.String()
			})
			b.result, b.success, b.error = twin.result, twin.success, twin.error
		}), "STAGE-51"),
	}
}

// leftOverFaults leave something over from the call that ended before.
func leftOverFaults() []plant.Row {
	carried := func(into func(b, before *toolBlock)) plant.Plant {
		return stepping(func() func(*store, wire.Value) {
			var before *toolBlock
			return func(s *store, e wire.Value) {
				s.watched(e, func(_ *store, b *toolBlock, was toolBlock, e wire.Value) {
					if !was.open() || !words.At(e, words.End) {
						return
					}
					if before != nil {
						into(b, before)
					}
					before = &toolBlock{}
					before.take(e)
				})
			}
		})
	}
	flushed := func(but *toolBlock, s *store) {
		for _, other := range s.blocks {
			if other != but && other.stage == "streaming" {
				other.parameters.Reset()
			}
		}
	}
	return []plant.Row{
		plant.New("STAGE-50/error-sticks", carried(func(b, before *toolBlock) {
			if wire.Nothing(b.error) && wire.Nothing(b.result) && wire.Nothing(b.success) {
				b.error = before.error
			}
		}), "STAGE-51"),
		plant.New("STAGE-50/failure-sticks", carried(func(b, before *toolBlock) {
			if wire.Nothing(b.success) && wire.Nothing(b.error) && before.success.IsFalse() {
				b.success = before.success
			}
		})),
		plant.New("STAGE-50/result-sticks", carried(func(b, before *toolBlock) {
			if wire.Nothing(b.result) && b.success.IsTrue() {
				b.result = before.result
			}
		}), "STAGE-51"),
		plant.New("STAGE-58/short-life-flushes", before(func(s *store, e wire.Value) wire.Value {
			if b := s.of(e); words.At(e, words.End) && b != nil && b.stage == "start" && b.parameters.Len() == 0 {
				flushed(nil, s)
			}
			return e
		}), "STAGE-53"),
		plant.New("STAGE-58/failure-flushes", ending(func(s *store, b *toolBlock, e wire.Value) {
			if words.TellsFailure(e) {
				flushed(b, s)
			}
		}), "STAGE-53"),
	}
}
