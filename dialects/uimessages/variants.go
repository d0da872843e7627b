package uimessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// consumerVariants are the other sides of free choices.
func consumerVariants() []plant.Row {
	variant := func(id, title string, p plant.Plant, omits ...string) plant.Row {
		return plant.Row{ID: id, Title: title, Plant: p, Also: omits}
	}
	loudAt := func(so func(h *heldMessage, e wire.Value) bool) plant.Plant {
		return without(func(h *heldMessage, e wire.Value) bool {
			odd := so(h, e)
			if odd {
				h.fail("stopped at " + kindOf(e))
			}
			return odd
		})
	}
	gone := func(names ...string) plant.Plant {
		return showing(func(p wire.Value) wire.Value {
			for _, n := range names {
				p = p.Without(n)
			}
			return p
		})
	}
	orphan := func(h *heldMessage, e wire.Value) bool {
		return isType(e, pieceEvent, outputEvent, failEvent, denyEvent, requestEvent) && h.lookup(e) == nil
	}
	failing := func(h *heldMessage) {
		for _, p := range h.tools() {
			if !p.final() {
				p.settle(failedState, wire.Value{}, wire.Str("interrupted"))
			}
		}
	}
	return []plant.Row{
		variant("UIMSG-06/raw-nowhere", "The raw input of an invalid call stands nowhere.",
			heard(plant.When(is(badInputEvent), plant.Having("input", wire.NullValue)))),
		variant("UIMSG-06/first-text", "The text of tool-input-error stays.",
			ignoring(func(p *part, e wire.Value) bool { return p.state == failedState && isType(e, failEvent) })),
		variant("UIMSG-09/passed-over", "Late events are passed over.",
			without(func(_ *heldMessage, e wire.Value) bool { return late(kindOf(e)) })),
		variant("UIMSG-09/reset-passed-over", "reset-step is passed over, decisions are taken.", deaf(resetEvent)),
		variant("UIMSG-09/loud", "Late events end the stream with an error.",
			loudAt(func(_ *heldMessage, e wire.Value) bool { return late(kindOf(e)) })),
		variant("UIMSG-08/no-approvals", "There are no approvals.", as(client{hears: func(_ *heldMessage, e wire.Value) []wire.Value {
			switch {
			case isType(e, requestEvent, responseEvent):
				return nil
			case isType(e, denyEvent):
				return []wire.Value{failed(idOf(e), "denied")}
			}
			return []wire.Value{e}
		}}), "approval"),
		variant("UIMSG-08/approvals-loud", "Approvals are refused.",
			loudAt(func(_ *heldMessage, e wire.Value) bool { return isType(e, requestEvent, responseEvent, denyEvent) }), "approval"),
		variant("UIMSG-10/split", "A block that spans a call is split there.",
			as(client{hears: func(h *heldMessage, e wire.Value) []wire.Value {
				id := e.Get("id").Text()
				open := h.blocks[id]
				if !isType(e, textDelta) || open == nil {
					return []wire.Value{e}
				}
				at := len(h.parts) - 1
				for at >= 0 && h.parts[at] != open && h.parts[at].kind != "tool" && h.parts[at].kind != "text" {
					at--
				}
				if at < 0 || h.parts[at].kind != "tool" {
					return []wire.Value{e}
				}
				return []wire.Value{textEvent(textStart, id), e}
			}})),
		variant("UIMSG-15/stops", "An error ends the stream.",
			as(client{after: func(h *heldMessage, e wire.Value) { h.stopped = h.stopped || isType(e, errorEvent) }})),
		variant("UIMSG-16/abort-fails", "An abort or an error fails what waits, and nothing more is read.",
			as(client{after: func(h *heldMessage, e wire.Value) {
				if isType(e, abortEvent, errorEvent) {
					failing(h)
					h.stopped = true
				}
			}})),
		variant("UIMSG-16/drops-streaming", "A call whose input never came to an end has no part.", showing(func(p wire.Value) wire.Value {
			if p.Get("state").Text() == streaming {
				return wire.Obj(wire.T("type", "dropped"))
			}
			return p
		})),
		variant("UIMSG-17/error", "A stream without a finish is an error.",
			atEnd(func(h *heldMessage) { h.report("the stream ended early") })),
		variant("UIMSG-19/error", "An unknown event ends the stream with an error.",
			loudAt(func(_ *heldMessage, e wire.Value) bool { return !known(kindOf(e)) })),
		variant("UIMSG-21/first", "The first outcome stays.",
			ignoring(func(p *part, e wire.Value) bool { return p.final() && !isType(e, pieceEvent) })),
		variant("UIMSG-22/first", "The first telling of a call stays.",
			ignoring(func(p *part, e wire.Value) bool {
				return isType(e, callEvent, inputEvent) && !(p.state == streaming && e.Get("toolName").Text() == p.name)
			})),
		variant("UIMSG-22/two-parts", "Another telling of a call makes a second part.",
			losing(func(_ *heldMessage, e wire.Value, right *part) bool {
				return right != nil && isType(e, callEvent, inputEvent) && !right.final() && (e.Get("toolName").Text() != right.name ||
					isType(e, inputEvent) && !right.input.IsAbsent() && !wire.Equal(e.Get("input"), right.input))
			})),
		variant("UIMSG-03/start-goes-on", "A second start of a streaming call lets its text go on.",
			ignoring(func(p *part, e wire.Value) bool {
				return p.state == streaming && isType(e, callEvent) && e.Get("toolName").Text() == p.name
			})),
		variant("UIMSG-23/error", "An orphan ends the stream with an error.", loudAt(orphan)),
		variant("UIMSG-25/error", "Text without an open block ends the stream with an error.",
			loudAt(func(h *heldMessage, e wire.Value) bool {
				return isType(e, textDelta) && h.blocks[e.Get("id").Text()] == nil || isType(e, reasoningDelta) &&
					h.thoughts[e.Get("id").Text()] == nil
			})),
		variant("UIMSG-16/stops-at-finish", "Nothing is read behind a finish or an abort.",
			as(client{after: func(h *heldMessage, e wire.Value) { h.stopped = h.stopped || isType(e, finishEvent, abortEvent) }})),
		variant("FRAME-12/strict", "A malformed frame is an error.", as(client{strict: true})),
		variant("partial-input", "The input of a streaming call is what can be parsed of it.",
			as(client{show: func(h *heldMessage, state wire.Value) wire.Value {
				for _, p := range h.tools() {
					if p.state == streaming && p.gathered.Len() > 0 {
						p.input = wire.ParseString(plant.Healed(p.gathered.String()))
					}
				}
				h.show = nil
				return h.state()
			}})),
		variant("text-kept", "The text of an input is kept behind its end.",
			as(client{show: func(h *heldMessage, state wire.Value) wire.Value {
				n := 0
				return state.Edit("/message/parts", func(list wire.Value) wire.Value {
					tools := h.tools()
					return list.Each(func(p wire.Value) wire.Value {
						if isType(p, "tool") && n < len(tools) {
							n++
							return p.With("inputText", wire.Str(tools[n-1].gathered.String()))
						}
						return p
					})
				})
			}})),
		variant("bare-members", "There are no steps, flags, ids, data or texts of inputs.",
			as(client{show: func(_ *heldMessage, state wire.Value) wire.Value {
				state = gone("inputText", "dynamic", "preliminary", "providerExecuted",
					"approval")(func(wire.Value) dialect.Observation { return dialect.Observation{State: state} })(wire.Value{}).State
				return state.Edit("/message/parts", func(list wire.Value) wire.Value {
					kept := []wire.Value{}
					for _, p := range list.Items() {
						if isType(p, "text", "tool") {
							kept = append(kept, p)
						}
					}
					return wire.List(kept...)
				}).Edit("/message/id", plant.Gone).Without("finishReason").Without("aborted")
			}}), "id", "inputText", "dynamic", "preliminary", "providerExecuted", "approval", "steps", "data", "finishReason", "aborted"),
		variant("text-joined", "Neighbouring texts are one part, empty ones none.",
			as(client{show: func(_ *heldMessage, state wire.Value) wire.Value {
				return state.Edit("/message/parts", func(list wire.Value) wire.Value {
					kept := []wire.Value{}
					for _, p := range list.Items() {
						n := len(kept) - 1
						switch {
						case isType(p, "text") && p.Get("text").Text() == "":
						case isType(p, "text") && n >= 0 && isType(kept[n], "text"):
							kept[n] = kept[n].With("text", wire.Str(kept[n].Get("text").Text()+p.Get("text").Text()))
						default:
							kept = append(kept, p)
						}
					}
					return wire.List(kept...)
				})
			}})),
		variant("other-parts", "Sources, files and reasoning are parts of other types.",
			as(client{hears: func(h *heldMessage, e wire.Value) []wire.Value {
				if kind := kindOf(e); strings.HasPrefix(kind, "source-") || kind == "file" {
					h.add(kind)
				}
				return []wire.Value{e}
			}})),
		variant("META-06/key-order", "Members stand in another order.", func(right dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation {
				o := right(input)
				o.State = dialect.Backwards(o.State)
				return o
			}
		}),
	}
}

// producerVariants are the other sides of free choices.
func producerVariants() []plant.Row {
	events := func(change func(list []wire.Value) []wire.Value) plant.Plant { return wireTold().Events(change) }
	variant := func(id, title string, p plant.Plant, omits ...string) plant.Row {
		return plant.Row{ID: id, Title: title, Plant: p, Also: omits}
	}
	list := []plant.Row{
		variant("UIMSG-51/no-start", "There is no start.", untold(startEvent)),
		variant("UIMSG-51/no-id", "The start has no id.", tellingOf(plant.Lacking("messageId"), startEvent)),
		variant("UIMSG-52/bad-input-available", "Arguments that are no JSON are told as an input.",
			tellingOf(func(e wire.Value) wire.Value { return inputOf(idOf(e), e.Get("toolName").Text(), e.Get("input")) }, badInputEvent)),
		variant("UIMSG-53/whole-calls", "Calls are told whole, those that were cut not at all.",
			events(func(list []wire.Value) []wire.Value { return slices.DeleteFunc(list, is(callEvent, pieceEvent)) })),
		variant("UIMSG-53/deltas-for-all", "Every call has a start and deltas.", events(func(list []wire.Value) []wire.Value {
			var out []wire.Value
			started := map[string]bool{}
			for _, e := range list {
				started[idOf(e)] = started[idOf(e)] || isType(e, callEvent)
				if isType(e, inputEvent) && !started[idOf(e)] && e.Get("input").IsObject() {
					out = append(out, callStarts(idOf(e), e.Get("toolName").Text()))
				}
				out = append(out, e)
			}
			return out
		})),
		variant("UIMSG-55/masked", "The texts of failures are masked.",
			tellingOf(plant.Having("errorText", wire.Str("An error occurred.")), failEvent, errorEvent)),
		variant("UIMSG-55/denied", "A cancelled call is denied.", tellingOf(func(e wire.Value) wire.Value {
			if strings.HasPrefix(e.Get("errorText").Text(), "Cancelled. ") {
				return ofCall(denyEvent, idOf(e))
			}
			return e
		}, failEvent)),
		variant("UIMSG-56/no-progress", "Progress is not told.",
			telling(plant.When(func(e wire.Value) bool { return e.Get("preliminary").IsTrue() }, plant.Gone))),
		variant("UIMSG-56/progress-as-data", "Progress is data of the server's own.",
			telling(plant.When(func(e wire.Value) bool { return e.Get("preliminary").IsTrue() },
				func(e wire.Value) wire.Value { return dataOf("progress", idOf(e), e.Get("output"), true) }))),
		variant("UIMSG-57/no-reason", "A finish has no reason.", tellingOf(plant.Lacking("finishReason"), finishEvent)),
		variant("UIMSG-57/other", "A finish that is no stop is another.", tellingOf(func(e wire.Value) wire.Value {
			if e.Get("finishReason").Text() != "stop" {
				return ending("other")
			}
			return e
		}, finishEvent)),
		variant("UIMSG-58/finish-behind", "A finish follows errors and aborts.", tellingOfMany(func(e wire.Value) []wire.Value {
			return []wire.Value{e, event(endStepEvent), event(finishEvent)}
		}, errorEvent, abortEvent)),
		variant("UIMSG-58/open-failed", "Calls that an error or an abort leaves open are told as failed before it.",
			wireTold().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				for _, c := range t.Calls() {
					if c.Result == nil && t.StopReason() != transcript.Completed && slices.ContainsFunc(list,
						func(e wire.Value) bool { return begins(e) && idOf(e) == c.ID && !isType(e, callEvent) }) {
						list = slices.Insert(list, endOf(list), failed(c.ID, "interrupted"))
					}
				}
				return list
			})),
		variant("UIMSG-59/no-empty-text", "Empty texts are left out.", plant.HearsTurn(func(t *transcript.Transcript) {
			t.Items = slices.DeleteFunc(t.Items, func(i transcript.Item) bool { return i.Kind == transcript.Text && i.Text == "" })
		})),
		variant("UIMSG-59/no-steps", "There are no steps.", untold(stepEvent, endStepEvent)),
		variant("finer", "Texts come one character an event.",
			wireTold().Finer("/delta", func(e wire.Value) bool { return !isType(e, textDelta) })),
		variant("finer-deltas", "Deltas come one character an event.",
			wireTold().Finer("/inputTextDelta", func(wire.Value) bool { return false })),
		variant("no-bytes", "Neither bytes nor headers are told.", plant.Showing("", func(wire.Value) wire.Value { return wire.Value{} }),
			"body", "headers"),
	}
	return append(list, wireTold().Variants()...)
}
