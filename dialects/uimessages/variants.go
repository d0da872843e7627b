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
		plant.New("UIMSG-06/raw-nowhere", heard(plant.When(is(badInputEvent), plant.Having("input", wire.NullValue)))),
		plant.New("UIMSG-06/first-text",
			ignoring(func(p *part, e wire.Value) bool { return p.state == failedState && isType(e, failEvent) })),
		plant.New("UIMSG-09/passed-over", without(func(_ *heldMessage, e wire.Value) bool { return late(kindOf(e)) })),
		plant.New("UIMSG-09/reset-passed-over", deaf(resetEvent)),
		plant.New("UIMSG-09/loud", loudAt(func(_ *heldMessage, e wire.Value) bool { return late(kindOf(e)) })),
		plant.New("UIMSG-08/no-approvals", as(client{hears: func(_ *heldMessage, e wire.Value) []wire.Value {
			switch {
			case isType(e, requestEvent, responseEvent):
				return nil
			case isType(e, denyEvent):
				return []wire.Value{failed(idOf(e), "denied")}
			}
			return []wire.Value{e}
		}}), "approval"),
		plant.New("UIMSG-08/approvals-loud",
			loudAt(func(_ *heldMessage, e wire.Value) bool { return isType(e, requestEvent, responseEvent, denyEvent) }), "approval"),
		plant.New("UIMSG-10/split", as(client{hears: func(h *heldMessage, e wire.Value) []wire.Value {
			id := e.Get("id").Text()
			open := h.blocks[id]
			if !isType(e, textDelta) || open == nil {
				return []wire.Value{e}
			}
			at := len(h.parts) - 1
			for at >= 0 && h.parts[at] != open && h.parts[at].kind != "tool" {
				at--
			}
			if at < 0 || h.parts[at].kind != "tool" {
				return []wire.Value{e}
			}
			return []wire.Value{textEvent(textStart, id), e}
		}})),
		plant.New("UIMSG-10/anew-in-each-step", as(client{hears: func(h *heldMessage, e wire.Value) []wire.Value {
			if isType(e, stepEvent) {
				clear(h.blocks)
			}
			return []wire.Value{e}
		}})),
		plant.New("UIMSG-10/no-empty-steps", as(client{show: func(_ *heldMessage, state wire.Value) wire.Value {
			message := state.Get("message")
			if !message.IsObject() {
				return state
			}
			list := message.Get("parts").Items()
			var kept []wire.Value
			for i, p := range list {
				if !isType(p, "step") || i+1 < len(list) && !isType(list[i+1], "step") {
					kept = append(kept, p)
				}
			}
			return state.With("message", message.With("parts", wire.List(kept...)))
		}})),
		plant.New("UIMSG-15/stops",
			as(client{after: func(h *heldMessage, e wire.Value) { h.stopped = h.stopped || isType(e, errorEvent) }})),
		plant.New("UIMSG-16/abort-fails", as(client{after: func(h *heldMessage, e wire.Value) {
			if isType(e, abortEvent, errorEvent) {
				failing(h)
				h.stopped = true
			}
		}})),
		plant.New("UIMSG-16/drops-streaming", showing(func(p wire.Value) wire.Value {
			if p.Get("state").Text() == streaming {
				return wire.Obj(wire.T("type", "dropped"))
			}
			return p
		})),
		plant.New("UIMSG-17/error", atEnd(func(h *heldMessage) { h.report("the stream ended early") })),
		plant.New("UIMSG-17/error-fails-open", atEnd(func(h *heldMessage) {
			failing(h)
			h.report("the stream ended early")
		})),
		plant.New("UIMSG-19/error", loudAt(func(_ *heldMessage, e wire.Value) bool { return !known(kindOf(e)) })),
		plant.New("UIMSG-19/error-fails-open", without(func(h *heldMessage, e wire.Value) bool {
			if known(kindOf(e)) {
				return false
			}
			failing(h)
			h.fail("stopped at " + kindOf(e))
			return true
		})),
		plant.New("UIMSG-21/first", ignoring(func(p *part, e wire.Value) bool {
			return p.final() && strings.HasPrefix(kindOf(e), "tool-") && !isType(e, pieceEvent)
		})),
		plant.New("UIMSG-22/first", ignoring(func(p *part, e wire.Value) bool {
			return isType(e, callEvent, inputEvent) && !(p.state == streaming && e.Get("toolName").Text() == p.name)
		})),
		plant.New("UIMSG-22/two-parts", losing(func(_ *heldMessage, e wire.Value, right *part) bool {
			return right != nil && isType(e, callEvent, inputEvent) && !right.final() && (e.Get("toolName").Text() != right.name ||
				isType(e, inputEvent) && !right.input.IsAbsent() && !wire.Equal(e.Get("input"), right.input))
		})),
		plant.New("UIMSG-03/start-goes-on", ignoring(func(p *part, e wire.Value) bool {
			return p.state == streaming && isType(e, callEvent) && e.Get("toolName").Text() == p.name
		})),
		plant.New("UIMSG-23/error", loudAt(orphan)),
		plant.New("UIMSG-25/error", loudAt(func(h *heldMessage, e wire.Value) bool {
			return isType(e, textDelta) && h.blocks[e.Get("id").Text()] == nil || isType(e, reasoningDelta) &&
				h.thoughts[e.Get("id").Text()] == nil
		})),
		plant.New("UIMSG-16/stops-at-finish",
			as(client{after: func(h *heldMessage, e wire.Value) { h.stopped = h.stopped || isType(e, finishEvent, abortEvent) }})),
		plant.New("FRAME-12/strict", as(client{strict: true})),
		plant.New("partial-input", as(client{show: func(h *heldMessage, state wire.Value) wire.Value {
			for _, p := range h.tools() {
				if p.state == streaming && p.gathered.Len() > 0 {
					p.input = wire.ParseString(plant.Healed(p.gathered.String()))
				}
			}
			h.show = nil
			return h.state()
		}})),
		plant.New("text-kept", as(client{show: func(h *heldMessage, state wire.Value) wire.Value {
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
		plant.New("bare-members", as(client{show: func(_ *heldMessage, state wire.Value) wire.Value {
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
		plant.New("text-joined", as(client{show: func(_ *heldMessage, state wire.Value) wire.Value {
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
		plant.New("other-parts", as(client{hears: func(h *heldMessage, e wire.Value) []wire.Value {
			if kind := kindOf(e); strings.HasPrefix(kind, "source-") || kind == "file" {
				h.add(kind)
			}
			return []wire.Value{e}
		}})),
		plant.New("META-06/key-order-restless", plant.RestlessMembers("/message/parts")),
		plant.New("META-06/key-order", func(right dialect.Answer) dialect.Answer {
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
	list := []plant.Row{
		plant.New("UIMSG-51/no-start", untold(startEvent)),
		plant.New("UIMSG-51/no-id", tellingOf(plant.Lacking("messageId"), startEvent)),
		plant.New("UIMSG-52/bad-input-available",
			tellingOf(func(e wire.Value) wire.Value { return inputOf(idOf(e), e.Get("toolName").Text(), e.Get("input")) }, badInputEvent)),
		plant.New("UIMSG-53/whole-calls",
			events(func(list []wire.Value) []wire.Value { return slices.DeleteFunc(list, is(callEvent, pieceEvent)) })),
		plant.New("UIMSG-53/deltas-for-all", events(func(list []wire.Value) []wire.Value {
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
		plant.New("UIMSG-55/masked", tellingOf(plant.Having("errorText", wire.Str("An error occurred.")), failEvent, errorEvent)),
		plant.New("UIMSG-55/denied", tellingOf(func(e wire.Value) wire.Value {
			if strings.HasPrefix(e.Get("errorText").Text(), "Cancelled. ") {
				return ofCall(denyEvent, idOf(e))
			}
			return e
		}, failEvent)),
		plant.New("UIMSG-56/no-progress",
			telling(plant.When(func(e wire.Value) bool { return e.Get("preliminary").IsTrue() }, plant.Gone))),
		plant.New("UIMSG-56/progress-as-data", telling(plant.When(func(e wire.Value) bool { return e.Get("preliminary").IsTrue() },
			func(e wire.Value) wire.Value { return dataOf("progress", idOf(e), e.Get("output"), true) }))),
		plant.New("UIMSG-57/no-reason", tellingOf(plant.Lacking("finishReason"), finishEvent)),
		plant.New("UIMSG-57/other", tellingOf(func(e wire.Value) wire.Value {
			if e.Get("finishReason").Text() != "stop" {
				return ending("other")
			}
			return e
		}, finishEvent)),
		plant.New("UIMSG-58/finish-behind", tellingOfMany(func(e wire.Value) []wire.Value {
			return []wire.Value{e, event(endStepEvent), event(finishEvent)}
		}, errorEvent, abortEvent)),
		plant.New("UIMSG-58/open-failed", wireTold().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			for _, c := range t.Calls() {
				if c.Result == nil && t.StopReason() != transcript.Completed && slices.ContainsFunc(list,
					func(e wire.Value) bool { return begins(e) && idOf(e) == c.ID && !isType(e, callEvent) }) {
					list = slices.Insert(list, endOf(list), failed(c.ID, "interrupted"))
				}
			}
			return list
		})),
		plant.New("UIMSG-59/no-empty-text", plant.HearsTurn(func(t *transcript.Transcript) {
			t.Items = slices.DeleteFunc(t.Items, func(i transcript.Item) bool { return i.Kind == transcript.Text && i.Text == "" })
		})),
		plant.New("UIMSG-59/no-steps", untold(stepEvent, endStepEvent)),
		plant.New("finer", wireTold().Finer("/delta", func(e wire.Value) bool { return !isType(e, textDelta) })),
		plant.New("finer-deltas", wireTold().Finer("/inputTextDelta", func(wire.Value) bool { return false })),
		plant.New("no-bytes", plant.Showing("", func(wire.Value) wire.Value { return wire.Value{} }), "body", "headers"),
	}
	return append(list, wireTold().Variants()...)
}
