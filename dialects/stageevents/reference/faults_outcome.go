package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// outcomeFaults: what the end tells.
func outcomeFaults() []plant.Row {
	fails := func(e wire.Value) bool { return e.Get("success").IsFalse() }
	succeeds := func(e wire.Value) bool { return e.Get("success").IsTrue() }
	return []plant.Row{
		plant.New("STAGE-50/error-like-result", onEnd(func(e wire.Value) bool {
			return e.Has("error") && wire.Equal(e.Get("error"), e.Get("result"))
		}, plant.Lacking("error", "success"))),
		plant.New("STAGE-50/empty-result-lost", showingEach(plant.Inside("/result", plant.When(wire.Nothing, plant.Null)))),
		plant.New("STAGE-50/empty-error-is-none", onEnd(func(e wire.Value) bool { return e.Has("error") && wire.Nothing(e.Get("error")) },
			func(e wire.Value) wire.Value { return e.Without("error").With("success", wire.Boolean(true)) })),
		plant.New("STAGE-50/flag-ignored", onEnd(plant.All(fails, lacks("error")), plant.Lacking("success"))),
		plant.New("STAGE-50/success-lost",
			showingEach(plant.When(plant.All(succeeds, lacks("result")), plant.Having("success", wire.NullValue)))),
		plant.New("STAGE-50/error-beside-result-lost", onEnd(plant.Not(lacks("result")), plant.Lacking("error"))),
		plant.New("STAGE-50/error-under-success-lost", onEnd(succeeds, plant.Lacking("error"))),
		plant.New("STAGE-50/error-lost-beside-both", onEnd(plant.All(succeeds, plant.Not(lacks("result"))), plant.Lacking("error"))),
		plant.New("STAGE-50/short-result", onEnd(func(e wire.Value) bool { return e.Has("shortResult") },
			func(e wire.Value) wire.Value { return e.With("result", e.Get("shortResult")) })),
		plant.New("STAGE-50/partial-result-stays", early("result")), plant.New("STAGE-50/partial-error-stays", early("error")),
		plant.New("STAGE-50/early-failure-stays", knowing(func(failed *bool, e wire.Value) wire.Value {
			if *failed = *failed || words.TellsFailure(e); words.At(e, words.End) && *failed {
				e = e.With("success", wire.Boolean(false))
			}
			return e
		})),
		plant.New("STAGE-50/partial-success-stays", early("success")),
		plant.New("STAGE-50/reason-of-running", knowing(func(told *wire.Value, e wire.Value) wire.Value {
			if words.At(e, words.Running) {
				*told = e.Get("error")
			} else if words.At(e, words.End) && fails(e) && !e.Has("error") {
				e = e.With("error", *told)
			}
			return e
		})),
	}
}

// early lets a member of any update count, unless the end brings another.
func early(member string) plant.Plant {
	return stepping(func() func(*store, wire.Value) {
		of := plant.Memory[wire.Value]()
		return func(s *store, e wire.Value) {
			told := of(e.Get("id").Text())
			if e.Has(member) {
				*told = e.Get(member)
			} else if words.At(e, words.End) {
				e = e.With(member, *told)
			}
			s.apply(e)
			if b := s.of(e); b.open() {
				b.set(member, *told)
			}
		}
	})
}

func (b *toolBlock) set(member string, v wire.Value) {
	*map[string]*wire.Value{"result": &b.result, "error": &b.error, "success": &b.success}[member] = v
}

// isStray tells whether the event belongs to no call that was started, isUpdate whether it is an update.
func (s *store) isStray(e wire.Value) bool {
	return !isUpdate(e) || !words.At(e, words.Start) && s.of(e) == nil
}

// isNameless tells events that have no id.
func isNameless(e wire.Value) bool { return e.IsObject() && e.Get("id").IsNull() }

func isUpdate(e wire.Value) bool {
	_, _, ok := words.Known(e)
	return ok
}

// strayFaults: updates for ids never started, and events that are none.
func strayFaults() []plant.Row {
	none := func(e wire.Value) bool { return stageRank(e.Get("stage").Text()) < 0 }
	return []plant.Row{
		plant.New("STAGE-56/orphan-by-name", diverted(func(s *store, e wire.Value) bool {
			return isUpdate(e) && s.isStray(e) && s.last() != nil && e.Get("name").Text() == s.last().name
		}, toLast), "STAGE-51"),
		plant.New("STAGE-56/no-id-to-last", diverted(func(_ *store, e wire.Value) bool { return isNameless(e) }, toLast)),
		plant.New("STAGE-56/orphan-clears", before(func(s *store, e wire.Value) wire.Value {
			if words.At(e, words.End) && e.Get("id").IsString() && s.isStray(e) && len(s.blocks) > 0 {
				delete(s.byID, s.last().id)
				s.blocks = s.blocks[:len(s.blocks)-1]
			}
			return e
		})),
		plant.New("STAGE-56/numeric-id", readingEach(plant.Inside("/id", plant.When(func(id wire.Value) bool { return id.Literal() != "" },
			func(id wire.Value) wire.Value { return wire.Str(id.Literal()) })))),
		plant.New("STAGE-56/missing-id", readingEach(plant.When(func(e wire.Value) bool {
			return isNameless(e) && e.Get("stage").IsString()
		}, func(e wire.Value) wire.Value { return saying("stage", "start")(saying("id", "undefined")(e)) }))),
		plant.New("STAGE-56/any-case", readingEach(plant.Inside("/stage", plant.Text(strings.ToLower)))),
		plant.New("STAGE-56/unknown-stage-stored", after(func(_ *store, b *toolBlock, _ toolBlock, e wire.Value) {
			if b.open() && e.Get("stage").IsString() && none(e) {
				b.stage = e.Get("stage").Text()
			}
		}), "STAGE-52"),
		plant.New("STAGE-56/stageless-applied", after(func(_ *store, b *toolBlock, _ toolBlock, e wire.Value) {
			if b.open() && none(e) {
				b.update(b.stage, e)
			}
		})),
		plant.New("STAGE-56/blanks-trimmed", ids(func(id string) string {
			if trimmed := strings.TrimSpace(id); trimmed != "" {
				return trimmed
			}
			return id
		})),
	}
}

// cutFaults: streams that break off.
func cutFaults() []plant.Row {
	closed := func(b wire.Value) wire.Value { return saying("stage", "end")(b.With("success", wire.Boolean(true))) }
	return []plant.Row{
		plant.New("STAGE-57/running-closed", showingEach(plant.When(has("stage", "running"), closed)), "STAGE-50"),
		plant.New("STAGE-57/flag-ends", before(plant.Where(func(s *store, e wire.Value) bool {
			return e.Get("success").IsTrue() && s.of(e) != nil
		}, saying("stage", "end"))), "STAGE-50"),
		plant.New("ROBUST-06/closed-as-success", showingEach(plant.When(plant.Not(has("stage", "end")), closed)), "STAGE-50", "STAGE-57"),
	}
}

// propertyFaults are found by the properties without an oracle.
func propertyFaults() []plant.Row {
	return []plant.Row{
		plant.New("META-02/sorted-by-id", showing(plant.Sorted("id")), "STAGE-50"),
		plant.New("META-02/prefix-needed", showingEach(plant.When(func(b wire.Value) bool {
			return strings.HasSuffix(b.Get("id").Text(), "_renamed") || strings.HasPrefix(b.Get("id").Text(), "z")
		}, plant.Having("result", wire.NullValue)))),
		plant.New("META-03/first-come", diverted(known(words.End),
			func(s *store, _ wire.Value) *toolBlock { return s.first((*toolBlock).open) }), "STAGE-51"),
		plant.New("META-04/unknown-event-resets", before(func(s *store, e wire.Value) wire.Value {
			if !isUpdate(e) && s.last() != nil {
				s.last().parameters.Reset()
			}
			return e
		}), "STAGE-56"),
		plant.New("META-04/unknown-member-drops", readingEach(plant.When(func(e wire.Value) bool {
			return e.Has("x-trace") || e.Has("timestamp")
		}, plant.Gone))),
	}
}

// sizeFaults: many calls, large values, unusual ids.
func sizeFaults() []plant.Row {
	lost := func(which func(id string) bool) plant.Plant {
		return readingEach(plant.When(func(e wire.Value) bool { return which(e.Get("id").Text()) }, plant.Gone))
	}
	return []plant.Row{
		plant.New("ROBUST-03/five-hundred-calls", showing(plant.First(500))),
		plant.New("ROBUST-03/a-line-of-64k", readingEach(plant.When(func(e wire.Value) bool {
			return len(e.Get("result").Text()) >= 1<<16
		}, plant.Gone))),
		plant.New("ROBUST-03/shallow", showingEach(plant.When(func(b wire.Value) bool {
			return strings.Contains(b.Get("parameters").Text(), strings.Repeat(`{"n":`, 64))
		}, plant.Having("parameters", wire.NullValue)))),
		plant.New("ROBUST-05/proto",
			lost(func(id string) bool { return slices.Contains([]string{"__proto__", "constructor", "toString"}, id) })),
		plant.New("ROBUST-05/blank", lost(func(id string) bool { return strings.TrimSpace(id) == "" })),
		plant.New("ROBUST-05/256-characters", ids(func(id string) string { return id[:min(len(id), 256)] })),
	}
}

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
func asFailure(e wire.Value) wire.Value { return plant.Moved("result", "error")(e.Without("success")) }

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
			plant.Inside("/parametersChunk", plant.Text(plant.Replaced("\ufeff", "", "\u00ad", ""))))),
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
			return plant.Each(plant.Every, behindTwoFailures())(list)
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
