package uimessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// endFaults are in reasons, errors, aborts and cuts.
func endFaults() []plant.Row {
	promoting := func(h *heldMessage) { h.streams(promote) }
	answering := func(h *heldMessage) {
		for _, p := range h.tools() {
			if !p.final() && p.state != streaming {
				p.settle(succeeded, wire.NullValue, wire.Value{})
			}
		}
	}
	emptied := plant.Showing("/message", plant.Null)
	return []plant.Row{
		plant.New("UIMSG-14/reason-made-up",
			heard(plant.When(func(e wire.Value) bool { return isType(e, finishEvent) && !e.Has("finishReason") },
				plant.Having("finishReason", wire.Str("stop"))))),
		plant.New("UIMSG-14/reason-always-stop", plant.Showing("/finishReason", plant.Becomes(`"stop"`))),
		plant.New("UIMSG-14/id-own", plant.Showing("/message/id", plant.Becomes(`"msg-client"`))),
		plant.New("UIMSG-14/reason-lost", plant.Showing("/finishReason", plant.Null)),
		plant.New("UIMSG-15/error-swallowed", deaf(errorEvent)),
		plant.New("UIMSG-15/error-drops-all", func(right dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation {
				if o := right(input); o.State.Get("error").IsNull() {
					return o
				}
				return emptied(right)(input)
			}
		}),
		plant.New("UIMSG-15/error-drops-results", at(errorEvent, func(h *heldMessage) {
			for _, p := range h.tools() {
				if p.state == succeeded {
					p.settle(available, wire.Value{}, wire.Value{})
				}
			}
		})),
		plant.New("UIMSG-15/error-generic",
			plant.Showing("/error", plant.When(wire.Value.IsString, plant.Becomes(`"An error occurred."`)))).Warn(),
		plant.New("UIMSG-16/abort-promotes", at(abortEvent, promoting)),
		plant.New("UIMSG-16/error-promotes", at(errorEvent, promoting)),
		plant.New("UIMSG-16/finish-promotes", at(finishEvent, promoting)),
		plant.New("UIMSG-16/finish-fails-open", at(finishEvent, func(h *heldMessage) {
			for _, p := range h.tools() {
				if p.state == available {
					p.settle(failedState, wire.Value{}, wire.Str("The call was never answered."))
				}
			}
		})),
		plant.New("UIMSG-16/finish-answers", at(finishEvent, answering)),
		plant.New("UIMSG-16/abort-answers", at(abortEvent, answering)),
		plant.New("UIMSG-16/abort-untold", plant.Showing("/aborted", plant.Becomes("false"))),
		plant.New("UIMSG-17/eof-repairs", atEnd(promoting)),
		plant.New("UIMSG-17/eof-answers", atEnd(answering)),
		plant.New("UIMSG-17/eof-drops", atEnd(func(h *heldMessage) { h.parts = nil })),
		plant.New("UIMSG-17/eof-drops-calls", atEnd(func(h *heldMessage) {
			h.parts = slices.DeleteFunc(h.parts, func(p *part) bool { return p.kind == "tool" && !p.final() })
		})).Warn(),
	}
}

// oddFaults are in what no right server sends, and in what is unknown.
func oddFaults() []plant.Row {
	orphan := func(h *heldMessage, e wire.Value) bool {
		return isType(e, pieceEvent, outputEvent, failEvent, denyEvent, requestEvent) && h.lookup(e) == nil
	}
	strange := func(e wire.Value) bool { return !known(kindOf(e)) }
	twice := func(does func(h *heldMessage, p *part, e wire.Value) bool) plant.Plant {
		return as(client{instead: func(h *heldMessage, p *part, e wire.Value) bool {
			return p != nil && p.final() && isType(e, outputEvent, failEvent) && does(h, p, e)
		}})
	}
	erasing := func(kinds ...string) plant.Plant {
		return ignoring(func(p *part, e wire.Value) bool {
			if p.final() && isType(e, kinds...) {
				p.settle(streaming, wire.Value{}, wire.Value{})
			}
			return false
		})
	}
	again := func(does func(p *part, e wire.Value)) plant.Plant {
		return ignoring(func(p *part, e wire.Value) bool {
			if !isType(e, inputEvent) || p.input.IsAbsent() || p.final() {
				return false
			}
			does(p, e)
			return true
		})
	}
	return []plant.Row{
		plant.New("UIMSG-18/strict-members", without(func(h *heldMessage, e wire.Value) bool {
			odd := slices.ContainsFunc(e.Members(), func(m wire.Member) bool { return foreign(m.Name) }) && known(kindOf(e))
			if odd {
				h.fail("unrecognised key")
			}
			return odd
		})),
		plant.New("UIMSG-18/event-with-member-dropped", without(func(_ *heldMessage, e wire.Value) bool {
			return slices.ContainsFunc(e.Members(), func(m wire.Member) bool { return foreign(m.Name) }) && known(kindOf(e))
		})),
		plant.New("UIMSG-18/result-member", heard(plant.When(func(e wire.Value) bool { return isType(e, outputEvent) && e.Has("result") },
			func(e wire.Value) wire.Value { return e.With("output", e.Get("result")) }))),
		plant.New("UIMSG-19/unknown-stops", without(func(h *heldMessage, e wire.Value) bool {
			h.stopped = h.stopped || strange(e)
			return strange(e)
		})),
		plant.New("UIMSG-19/unknown-closes", as(client{after: func(h *heldMessage, e wire.Value) {
			if strange(e) {
				h.streams(promote)
			}
		}, find: func(h *heldMessage, e wire.Value) *part {
			return h.lookup(e)
		}, instead: func(_ *heldMessage, p *part, e wire.Value) bool {
			return isType(e, pieceEvent, inputEvent) && p != nil && p.state == available
		}})),
		plant.New("UIMSG-19/unknown-fails-open", without(func(h *heldMessage, e wire.Value) bool {
			for _, p := range h.tools() {
				if strange(e) && !p.final() {
					p.settle(failedState, wire.Value{}, wire.Str("interrupted"))
				}
			}
			return strange(e)
		})),
		plant.New("UIMSG-19/data-stops", without(func(h *heldMessage, e wire.Value) bool {
			h.stopped = h.stopped || strings.HasPrefix(kindOf(e), dataPrefix)
			return h.stopped
		})),
		plant.New("UIMSG-20/replay-clobbers", erasing(callEvent, inputEvent)),
		plant.New("UIMSG-20/replay-doubles", losing(func(_ *heldMessage, e wire.Value, right *part) bool {
			return right != nil && right.final() && isType(e, callEvent, inputEvent)
		})),
		plant.New("UIMSG-20/delta-clobbers", erasing(pieceEvent)),
		plant.New("UIMSG-21/mixed-outcome", twice(func(_ *heldMessage, p *part, e wire.Value) bool {
			if isType(e, outputEvent) {
				p.output = e.Get("output")
			} else {
				p.failure = e.Get("errorText")
			}
			return true
		})),
		plant.New("UIMSG-21/state-only", twice(func(_ *heldMessage, p *part, e wire.Value) bool {
			p.state = map[bool]string{true: succeeded, false: failedState}[isType(e, outputEvent)]
			return true
		})),
		plant.New("UIMSG-21/two-parts", twice(func(h *heldMessage, p *part, e wire.Value) bool {
			other := h.add("tool")
			other.id, other.name, other.input = p.id, p.name, p.input
			other.happens(kindOf(e), e)
			return true
		})),
		plant.New("UIMSG-22/name-stays", again(func(p *part, e wire.Value) { p.input = e.Get("input") })),
		plant.New("UIMSG-22/input-stays", again(func(p *part, e wire.Value) { p.name = e.Get("toolName").Text() })),
		plant.New("UIMSG-23/orphan-silent-end", without(func(h *heldMessage, e wire.Value) bool {
			h.stopped = h.stopped || orphan(h, e)
			return h.stopped
		})),
		plant.New("UIMSG-23/orphan-part", without(func(h *heldMessage, e wire.Value) bool {
			if orphan(h, e) {
				p := h.add("tool")
				p.id, p.name, p.state = idOf(e), "unknown", streaming
			}
			return false
		})),
		plant.New("UIMSG-23/orphan-to-last", finding(func(h *heldMessage, e wire.Value, right *part) *part {
			if right == nil && orphan(h, e) {
				return h.newest(func(*part) bool { return true })
			}
			return right
		})),
		plant.New("UIMSG-24/late-delta-reopens", ofPart(pieceEvent,
			func(_ *heldMessage, p *part, e wire.Value) {
				if p.state == available {
					p.state = streaming
				}
				p.happens(pieceEvent, e)
			})).Warn(),
		plant.New("UIMSG-24/dynamic-flip-splits", losing(func(_ *heldMessage, e wire.Value, right *part) bool {
			return right != nil && isType(e, inputEvent) && right.flags["dynamic"] != e.Get("dynamic").IsTrue() && !right.final()
		})).Warn(),
		plant.New("UIMSG-24/output-needs-input",
			ignoring(func(p *part, e wire.Value) bool { return p.state == streaming && isType(e, outputEvent) })).Warn(),
	}
}

// textFaults are in text, order and data.
func textFaults() []plant.Row {
	strays := func(h *heldMessage, e wire.Value) bool {
		return isType(e, textDelta) && h.blocks[e.Get("id").Text()] == nil
	}
	stepEnds := func(h *heldMessage, e wire.Value) []wire.Value {
		if isType(e, endStepEvent) {
			for id := range h.blocks {
				h.notes[id] = wire.Boolean(true)
			}
			clear(h.blocks)
		}
		if strays(h, e) && h.notes[e.Get("id").Text()].IsTrue() {
			return nil
		}
		return []wire.Value{e}
	}
	return []plant.Row{
		plant.New("UIMSG-10/text-in-args", as(client{instead: func(h *heldMessage, p *part, e wire.Value) bool {
			if isType(e, textDelta) {
				h.streams(promote)
			}
			return isType(e, pieceEvent, inputEvent) && p != nil && p.state == available && p.gathered.Len() > 0
		}})),
		plant.New("UIMSG-10/blocks-by-arrival", heard(plant.When(is(textStart, textDelta, textEnd), plant.Having("id", wire.Str("one"))))),
		plant.New("UIMSG-10/reasoning-is-text", hearing(func(_ *heldMessage, e wire.Value) wire.Value {
			if name, ok := strings.CutPrefix(kindOf(e), "reasoning-"); ok && isType(e, reasoningStart, reasoningDelta, reasoningEnd) {
				return e.With("type", wire.Str("text-"+name))
			}
			return e
		})),
		plant.New("UIMSG-10/one-id-space", hearing(func(h *heldMessage, e wire.Value) wire.Value {
			if id := e.Get("id").Text(); isType(e, textDelta) && h.thoughts[id] != nil {
				return e.With("type", wire.Str(reasoningDelta))
			}
			return e
		})),
		plant.New("UIMSG-10/parts-by-end", instead(inputEvent, func(h *heldMessage, p *part, e wire.Value) bool {
			h.called(p, inputEvent, e)
			if i := slices.Index(h.parts, p); i >= 0 && !p.final() {
				h.parts = append(slices.Delete(h.parts, i, i+1), p)
			}
			return true
		})).Warn(),
		plant.New("UIMSG-10/text-last", as(client{end: func(h *heldMessage) {
			slices.SortStableFunc(h.parts, func(a, b *part) int { return rank(a) - rank(b) })
		}})).Warn(),
		plant.New("UIMSG-10/steps-last", as(client{end: func(h *heldMessage) {
			slices.SortStableFunc(h.parts, func(a, b *part) int {
				return map[bool]int{true: 1}[a.kind == "step"] - map[bool]int{true: 1}[b.kind == "step"]
			})
		}})).Warn(),
		plant.New("UIMSG-25/step-clears-text", as(client{hears: stepEnds})).Warn(),
		plant.New("UIMSG-25/stray-lost", without(strays)),
		plant.New("UIMSG-10/end-of-text-ends-thoughts", as(client{instead: func(h *heldMessage, _ *part, e wire.Value) bool {
			id := e.Get("id").Text()
			if isType(e, textEnd) {
				delete(h.thoughts, id)
			} else if isType(e, reasoningDelta) && h.thoughts[id] == nil {
				h.fail("there is no reasoning " + id)
			}
			return false
		}})),
		plant.New("UIMSG-02/null-input-beaten", instead(inputEvent, func(_ *heldMessage, p *part, e wire.Value) bool {
			null := p != nil && p.state == streaming && e.Get("input").IsNull() && p.gathered.Len() > 0
			if null {
				p.infer()
				p.state = available
			}
			return null
		})).Warn(),
		plant.New("UIMSG-26/data-appended", instead(dataPrefix+"chart",
			func(h *heldMessage, _ *part, e wire.Value) bool {
				if !e.Get("transient").IsTrue() {
					h.keep("chart", e.Without("id"))
					h.parts[len(h.parts)-1].dataID = e.Get("id")
				}
				return true
			})).Warn(),
		plant.New("UIMSG-26/transient-kept", heard(plant.Lacking("transient"))).Warn(),
		plant.New("UIMSG-26/by-id-alone", as(client{instead: func(h *heldMessage, _ *part, e wire.Value) bool {
			for _, p := range h.parts {
				if p.kind == "data" && strings.HasPrefix(kindOf(e), dataPrefix) && e.Has("id") && wire.Equal(p.dataID, e.Get("id")) &&
					!e.Get("transient").IsTrue() {
					p.data = e.Get("data")
					return true
				}
			}
			return false
		}})).Warn(),
	}
}

func rank(p *part) int {
	switch p.kind {
	case "text":
		return 2
	case "tool":
		return 1
	}
	return 0
}
