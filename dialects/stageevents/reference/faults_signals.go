package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// signalFaults: what looks like a signal is taken for one.
func signalFaults() []plant.Row {
	goesOn := func(e wire.Value) bool { return e.Get("isRunning").IsFalse() && !words.At(e, words.Start) }
	return []plant.Row{
		plant.New("STAGE-50/old-flag-ends", readingEach(plant.When(goesOn, saying("stage", "end"))), "STAGE-57"),
		plant.New("STAGE-56/stage-of-other-names", readingEach(func(e wire.Value) wire.Value {
			for _, member := range []string{"status", "state", "type", "event"} {
				if e.Get("stage").IsAbsent() && e.Get(member).IsString() {
					return e.With("stage", e.Get(member))
				}
			}
			return e
		}), "STAGE-50"),
		plant.New("STAGE-56/null-is-an-id", readingEach(plant.When(isNameless, saying("id", "null")))),
		plant.New("STAGE-56/error-ends-stream", remembering(func() func(*store, wire.Value) wire.Value {
			stopped := false
			return func(_ *store, e wire.Value) wire.Value {
				if stopped = stopped || !isUpdate(e) && e.Get("type").Text() == "error"; stopped {
					return wire.Value{}
				}
				return e
			}
		}), "STAGE-50"),
		plant.New("STAGE-51/second-end-to-namesake", diverted(func(s *store, e wire.Value) bool {
			return known(words.End)(s, e) && !s.of(e).open()
		}, func(s *store, e wire.Value) *toolBlock {
			return s.first(func(other *toolBlock) bool { return other.open() && other.name == s.of(e).name })
		}), "STAGE-50", "STAGE-57"),
		plant.New("STAGE-58/encoded-twice-read", shown().At("parameters", func(v wire.Value) wire.Value {
			if inner, ok := wire.ParseText(innerText(v.Text())); ok && inner.IsObject() {
				return inner
			}
			return v
		})),
		plant.New("STAGE-58/escaped-nul-dropped", readingEach(plant.Inside("/parametersChunk", withoutNULs()))),
		plant.New("ROBUST-03/ended-are-evicted", step(func(s *store, e wire.Value) {
			if words.At(e, words.Start) && len(s.blocks) >= 128 {
				s.blocks = evicted(s.blocks)
			}
			s.apply(e)
		})),
		plant.New("STAGE-50/failure-by-first-word", onEnd(func(e wire.Value) bool { return plant.Failing(e.Get("result")) }, asFailure)),
	}
}

// asFailure is the end of a success as that of a failure.
func asFailure(e wire.Value) wire.Value { return turning("result", "error")(e.Without("success")) }

// evicted makes room for a call: the first that has ended is forgotten.
func evicted(blocks []*toolBlock) []*toolBlock {
	if i := slices.IndexFunc(blocks, func(b *toolBlock) bool { return !b.open() }); i >= 0 {
		return slices.Delete(blocks, i, i+1)
	}
	return blocks
}

// innerText is the text that a JSON text holds, "" for none.
func innerText(text string) string {
	v, _ := wire.ParseText(text)
	return v.Text()
}

// withoutNULs drops the escapes of NUL, as who stores texts where none may stand.
func withoutNULs() plant.Edit {
	return plant.Text(func(s string) string { return strings.ReplaceAll(s, `\u0000`, "") })
}

// toldSignalFaults are those of producers.
func toldSignalFaults() []plant.Row {
	wholes := func(edit func(text string) string) plant.Plant {
		return tellingAt(words.End, plant.Inside("/parameters", plant.Text(edit)))
	}
	return []plant.Row{
		plant.New("STAGE-07/failure-by-first-word", answering(transcript.Success, plant.Failing, asFailure)),
		plant.New("STAGE-10/escaped-nul-dropped", tellingAt(words.Streaming, plant.Inside("/parametersChunk", withoutNULs()))),
		plant.New("STAGE-10/unseen-dropped", tellingAt(words.Streaming,
			plant.Inside("/parametersChunk", plant.Text(strings.NewReplacer("\ufeff", "", "\u00ad", "").Replace)))),
		plant.New("STAGE-08/cut-only-eight", telling(func(of callOf, list []wire.Value) []wire.Value {
			cut := 0
			return plant.Drop(func(e wire.Value) bool {
				if !words.At(e, words.End) || of(e).Result != nil {
					return false
				}
				cut++
				return cut > 8
			})(list)
		}), "STAGE-04", "STAGE-09"),
		plant.New("STAGE-13/encoded-twice-read", wholes(func(text string) string {
			if inner := innerText(text); inner != "" && wire.IsJSON(inner) {
				return inner
			}
			return text
		})),
		plant.New("STAGE-13/arguments-unwrapped", tellingAt(words.End, plant.Inside("/parameters", plant.InJSON(plant.Unwrapped)))),
	}
}

// behindTwoFailures takes the chunk away that stands right behind two failures.
func behindTwoFailures() plant.Edit {
	failed := 0
	return func(e wire.Value) wire.Value {
		if words.At(e, words.End) && words.TellsFailure(e) {
			failed++
			return e
		}
		if failed >= 2 {
			e = e.Without("parametersChunk")
		}
		failed = 0
		return e
	}
}

// takenFaults take what is told for something else: a failure, a wrapping, a name.
func takenFaults() []plant.Row {
	return []plant.Row{
		plant.New("STAGE-10/behind-two-failures", telling(func(_ callOf, list []wire.Value) []wire.Value {
			return plant.Each(every, behindTwoFailures())(list)
		})),
		plant.New("STAGE-06/progress-failed", tellingEach(func(c *transcript.CallRecord, e wire.Value) wire.Value {
			failed := func(text string) bool { return strings.Contains(text, "failed") }
			if words.At(e, words.Running) && slices.ContainsFunc(c.Progress, failed) {
				return saying("error", "failed")(e)
			}
			return e
		})),
		plant.New("STAGE-07/value-unwrapped", results(func(content, got wire.Value) wire.Value {
			if value := content.Get("value"); content.Len() == 1 && !value.IsAbsent() {
				return value
			}
			return got
		})),
		plant.New("STAGE-12/id-is-name", tellingEach(func(c *transcript.CallRecord, e wire.Value) wire.Value {
			return plant.When(has("id", c.Name), saying("id", c.Name+"-1"))(e)
		}), "STAGE-08", "STAGE-09"),
	}
}
