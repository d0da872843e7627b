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
		row("UIMSG-14/reason-made-up", "A finish without a reason is a stop.",
			heard(plant.When(func(e wire.Value) bool { return isType(e, finishEvent) && !e.Has("finishReason") },
				plant.Having("finishReason", wire.Str("stop"))))),
		row("UIMSG-14/reason-always-stop", "Every turn has stopped.", plant.Showing("/finishReason", plant.Becomes(`"stop"`))),
		row("UIMSG-14/id-own", "The message has an id of the client's own.", plant.Showing("/message/id", plant.Becomes(`"msg-client"`))),
		row("UIMSG-14/reason-lost", "The reason is never shown.", plant.Showing("/finishReason", plant.Null)),
		row("UIMSG-15/error-swallowed", "An error is not reported.", deaf(errorEvent)),
		row("UIMSG-15/error-drops-all", "Where an error came nothing is shown.", func(right dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation {
				if o := right(input); o.State.Get("error").IsNull() {
					return o
				}
				return emptied(right)(input)
			}
		}),
		row("UIMSG-15/error-drops-results", "An error takes the outputs back.", at(errorEvent, func(h *heldMessage) {
			for _, p := range h.tools() {
				if p.state == succeeded {
					p.settle(available, wire.Value{}, wire.Value{})
				}
			}
		})),
		warns("UIMSG-15/error-generic", "Every error has one text.",
			plant.Showing("/error", plant.When(wire.Value.IsString, plant.Becomes(`"An error occurred."`)))),
		row("UIMSG-16/abort-promotes", "An abort turns a half-told call into a ready one.", at(abortEvent, promoting)),
		row("UIMSG-16/error-promotes", "An error turns a half-told call into a ready one.", at(errorEvent, promoting)),
		row("UIMSG-16/finish-promotes", "A finish turns a half-told call into a ready one.", at(finishEvent, promoting)),
		row("UIMSG-16/finish-fails-open", "A finish fails a ready call that the client was to answer.",
			at(finishEvent, func(h *heldMessage) {
				for _, p := range h.tools() {
					if p.state == available {
						p.settle(failedState, wire.Value{}, wire.Str("The call was never answered."))
					}
				}
			})),
		row("UIMSG-16/finish-answers", "A finish answers open calls with nothing.", at(finishEvent, answering)),
		row("UIMSG-16/abort-answers", "An abort answers open calls with nothing.", at(abortEvent, answering)),
		row("UIMSG-16/abort-untold", "That the turn was aborted is not told.", plant.Showing("/aborted", plant.Becomes("false"))),
		row("UIMSG-17/eof-repairs", "At the end, cut arguments become a ready call.", atEnd(promoting)),
		row("UIMSG-17/eof-answers", "At the end, open calls are answered with nothing.", atEnd(answering)),
		row("UIMSG-17/eof-drops", "Without a finish nothing is held.", atEnd(func(h *heldMessage) { h.parts = nil })),
		warns("UIMSG-17/eof-drops-calls", "Without a finish open calls are dropped.", atEnd(func(h *heldMessage) {
			h.parts = slices.DeleteFunc(h.parts, func(p *part) bool { return p.kind == "tool" && !p.final() })
		})),
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
		row("UIMSG-18/strict-members", "An unknown member ends the stream.", without(func(h *heldMessage, e wire.Value) bool {
			odd := slices.ContainsFunc(e.Members(), func(m wire.Member) bool { return foreign(m.Name) }) && known(kindOf(e))
			if odd {
				h.fail("unrecognised key")
			}
			return odd
		})),
		row("UIMSG-18/event-with-member-dropped", "An event with an unknown member is dropped.",
			without(func(_ *heldMessage, e wire.Value) bool {
				return slices.ContainsFunc(e.Members(), func(m wire.Member) bool { return foreign(m.Name) }) && known(kindOf(e))
			})),
		row("UIMSG-18/result-member", "A member that is called result wins over the output.",
			heard(plant.When(func(e wire.Value) bool { return isType(e, outputEvent) && e.Has("result") },
				func(e wire.Value) wire.Value { return e.With("output", e.Get("result")) }))),
		row("UIMSG-19/unknown-stops", "An unknown event ends the stream silently.", without(func(h *heldMessage, e wire.Value) bool {
			h.stopped = h.stopped || strange(e)
			return strange(e)
		})),
		row("UIMSG-19/unknown-closes", "An unknown event closes the call that streams.",
			as(client{after: func(h *heldMessage, e wire.Value) {
				if strange(e) {
					h.streams(promote)
				}
			}, find: func(h *heldMessage, e wire.Value) *part {
				return h.lookup(e)
			}, instead: func(_ *heldMessage, p *part, e wire.Value) bool {
				return isType(e, pieceEvent, inputEvent) && p != nil && p.state == available
			}})),
		row("UIMSG-19/data-stops", "Data of the application's own ends the stream silently.",
			without(func(h *heldMessage, e wire.Value) bool {
				h.stopped = h.stopped || strings.HasPrefix(kindOf(e), dataPrefix)
				return h.stopped
			})),
		row("UIMSG-20/replay-clobbers", "A replayed start or input erases the outcome.", erasing(callEvent, inputEvent)),
		row("UIMSG-20/replay-doubles", "A replayed call makes a second part.",
			losing(func(_ *heldMessage, e wire.Value, right *part) bool {
				return right != nil && right.final() && isType(e, callEvent, inputEvent)
			})),
		row("UIMSG-20/delta-clobbers", "A delta behind the outcome erases it.", erasing(pieceEvent)),
		row("UIMSG-21/mixed-outcome", "A second outcome is merged field by field.", twice(func(_ *heldMessage, p *part, e wire.Value) bool {
			if isType(e, outputEvent) {
				p.output = e.Get("output")
			} else {
				p.failure = e.Get("errorText")
			}
			return true
		})),
		row("UIMSG-21/state-only", "A second outcome changes the state alone.", twice(func(_ *heldMessage, p *part, e wire.Value) bool {
			p.state = map[bool]string{true: succeeded, false: failedState}[isType(e, outputEvent)]
			return true
		})),
		row("UIMSG-21/two-parts", "A second outcome makes a second part.", twice(func(h *heldMessage, p *part, e wire.Value) bool {
			other := h.add("tool")
			other.id, other.name, other.input = p.id, p.name, p.input
			other.happens(kindOf(e), e)
			return true
		})),
		row("UIMSG-22/name-stays", "A second telling sets the input, and not the name.",
			again(func(p *part, e wire.Value) { p.input = e.Get("input") })),
		row("UIMSG-22/input-stays", "A second telling sets the name, and not the input.",
			again(func(p *part, e wire.Value) { p.name = e.Get("toolName").Text() })),
		row("UIMSG-23/orphan-silent-end", "An orphan ends the stream without a report.", without(func(h *heldMessage, e wire.Value) bool {
			h.stopped = h.stopped || orphan(h, e)
			return h.stopped
		})),
		row("UIMSG-23/orphan-part", "An orphan makes a part.", without(func(h *heldMessage, e wire.Value) bool {
			if orphan(h, e) {
				p := h.add("tool")
				p.id, p.name, p.state = idOf(e), "unknown", streaming
			}
			return false
		})),
		row("UIMSG-23/orphan-to-last", "An orphan goes to the last call.", finding(func(h *heldMessage, e wire.Value, right *part) *part {
			if right == nil && orphan(h, e) {
				return h.newest(func(*part) bool { return true })
			}
			return right
		})),
		warns("UIMSG-24/late-delta-reopens", "A delta behind the input puts the call back to streaming.", ofPart(pieceEvent,
			func(_ *heldMessage, p *part, e wire.Value) {
				if p.state == available {
					p.state = streaming
				}
				p.happens(pieceEvent, e)
			})),
		warns("UIMSG-24/dynamic-flip-splits", "A call whose dynamic flag changes becomes two.",
			losing(func(_ *heldMessage, e wire.Value, right *part) bool {
				return right != nil && isType(e, inputEvent) && right.flags["dynamic"] != e.Get("dynamic").IsTrue() && !right.final()
			})),
		warns("UIMSG-24/output-needs-input", "An output for a call that streams is dropped.",
			ignoring(func(p *part, e wire.Value) bool { return p.state == streaming && isType(e, outputEvent) })),
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
		row("UIMSG-10/text-in-args", "A text delta closes the open call.",
			as(client{instead: func(h *heldMessage, p *part, e wire.Value) bool {
				if isType(e, textDelta) {
					h.streams(promote)
				}
				return isType(e, pieceEvent, inputEvent) && p != nil && p.state == available && p.gathered.Len() > 0
			}})),
		row("UIMSG-10/blocks-by-arrival", "Pieces of text stand as they arrived.",
			heard(plant.When(is(textStart, textDelta, textEnd), plant.Having("id", wire.Str("one"))))),
		row("UIMSG-10/reasoning-is-text", "Reasoning is shown as text.", hearing(func(_ *heldMessage, e wire.Value) wire.Value {
			if name, ok := strings.CutPrefix(kindOf(e), "reasoning-"); ok && isType(e, reasoningStart, reasoningDelta, reasoningEnd) {
				return e.With("type", wire.Str("text-"+name))
			}
			return e
		})),
		row("UIMSG-10/one-id-space", "Text and reasoning share their ids.", hearing(func(h *heldMessage, e wire.Value) wire.Value {
			if id := e.Get("id").Text(); isType(e, textDelta) && h.thoughts[id] != nil {
				return e.With("type", wire.Str(reasoningDelta))
			}
			return e
		})),
		warns("UIMSG-10/parts-by-end", "Calls stand in the order in which their inputs were complete.",
			instead(inputEvent, func(h *heldMessage, p *part, e wire.Value) bool {
				h.called(p, inputEvent, e)
				if i := slices.Index(h.parts, p); i >= 0 && !p.final() {
					h.parts = append(slices.Delete(h.parts, i, i+1), p)
				}
				return true
			})),
		warns("UIMSG-10/text-last", "Text stands behind all calls.",
			as(client{end: func(h *heldMessage) {
				slices.SortStableFunc(h.parts, func(a, b *part) int { return rank(a) - rank(b) })
			}})),
		warns("UIMSG-10/steps-last", "Every step is shown at the end.", as(client{end: func(h *heldMessage) {
			slices.SortStableFunc(h.parts, func(a, b *part) int {
				return map[bool]int{true: 1}[a.kind == "step"] - map[bool]int{true: 1}[b.kind == "step"]
			})
		}})),
		warns("UIMSG-25/step-clears-text", "finish-step forgets open text.", as(client{hears: stepEnds})),
		row("UIMSG-25/stray-lost", "A text delta without an open block is dropped.", without(strays)),
		warns("UIMSG-26/data-appended", "Data with the id of a part makes a second one.", instead(dataPrefix+"chart",
			func(h *heldMessage, _ *part, e wire.Value) bool {
				if !e.Get("transient").IsTrue() {
					h.keep("chart", e.Without("id"))
					h.parts[len(h.parts)-1].dataID = e.Get("id")
				}
				return true
			})),
		warns("UIMSG-26/transient-kept", "Transient data makes a part.", heard(plant.Lacking("transient"))),
		warns("UIMSG-26/by-id-alone", "Data of another name replaces that of its id.",
			as(client{instead: func(h *heldMessage, _ *part, e wire.Value) bool {
				for _, p := range h.parts {
					if p.kind == "data" && strings.HasPrefix(kindOf(e), dataPrefix) && e.Has("id") && wire.Equal(p.dataID, e.Get("id")) &&
						!e.Get("transient").IsTrue() {
						p.data = e.Get("data")
						return true
					}
				}
				return false
			}})),
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
