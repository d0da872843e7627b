package uimessages

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// consumerVariants are the other sides of free choices.
func consumerVariants() []dialect.Variant {
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
	return plant.Variants(pair(dialect.Consumer), []plant.Row{
		variant("UIMSG-06/raw-nowhere", "The raw input of an invalid call stands nowhere.", hearing(func(_ *heldMessage, e wire.Value) wire.Value {
			if isType(e, badInputEvent) {
				return e.With("input", wire.NullValue)
			}
			return e
		})),
		variant("UIMSG-06/first-text", "The text of tool-input-error stays.", as(client{instead: func(_ *heldMessage, p *part, e wire.Value) bool {
			return p != nil && p.state == failedState && isType(e, failEvent)
		}})),
		variant("UIMSG-09/passed-over", "Late events are passed over.", without(func(_ *heldMessage, e wire.Value) bool { return late(kindOf(e)) })),
		variant("UIMSG-09/reset-passed-over", "reset-step is passed over, decisions are taken.", without(func(_ *heldMessage, e wire.Value) bool { return isType(e, resetEvent) })),
		variant("UIMSG-09/loud", "Late events end the stream with an error.", loudAt(func(_ *heldMessage, e wire.Value) bool { return late(kindOf(e)) })),
		variant("UIMSG-08/no-approvals", "There are no approvals.", as(client{hears: func(_ *heldMessage, e wire.Value) []wire.Value {
			switch {
			case isType(e, requestEvent, responseEvent):
				return nil
			case isType(e, denyEvent):
				return []wire.Value{failed(idOf(e), "denied")}
			}
			return []wire.Value{e}
		}}), "approval"),
		variant("UIMSG-08/approvals-loud", "Approvals are refused.", loudAt(func(_ *heldMessage, e wire.Value) bool {
			return isType(e, requestEvent, responseEvent, denyEvent)
		}), "approval"),
		variant("UIMSG-10/split", "A block that spans a call is split there.", as(client{hears: func(h *heldMessage, e wire.Value) []wire.Value {
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
		variant("UIMSG-15/stops", "An error ends the stream.", as(client{after: func(h *heldMessage, e wire.Value) { h.stopped = h.stopped || isType(e, errorEvent) }})),
		variant("UIMSG-16/abort-fails", "An abort or an error fails what waits, and nothing more is read.", as(client{after: func(h *heldMessage, e wire.Value) {
			if isType(e, abortEvent, errorEvent) {
				failing(h)
				h.stopped = true
			}
		}})),
		variant("UIMSG-16/drops-streaming", "A call whose input never came to an end has no part.", showing(func(p wire.Value) wire.Value {
			if p.Get("state").Text() == streaming {
				return wire.Obj(said("type", "dropped"))
			}
			return p
		})),
		variant("UIMSG-17/error", "A stream without a finish is an error.", atEnd(func(h *heldMessage) { h.report("the stream ended early") })),
		variant("UIMSG-19/error", "An unknown event ends the stream with an error.", loudAt(func(_ *heldMessage, e wire.Value) bool { return !known(kindOf(e)) })),
		variant("UIMSG-21/first", "The first outcome stays.", as(client{instead: func(_ *heldMessage, p *part, e wire.Value) bool {
			return p != nil && p.final() && !isType(e, pieceEvent)
		}})),
		variant("UIMSG-22/first", "The first telling of a call stays.", as(client{instead: func(_ *heldMessage, p *part, e wire.Value) bool {
			return p != nil && isType(e, callEvent, inputEvent) && !(p.state == streaming && e.Get("toolName").Text() == p.name)
		}})),
		variant("UIMSG-22/two-parts", "Another telling of a call makes a second part.", finding(func(_ *heldMessage, e wire.Value, right *part) *part {
			if right != nil && isType(e, callEvent, inputEvent) && !right.final() && (e.Get("toolName").Text() != right.name ||
				isType(e, inputEvent) && !right.input.IsAbsent() && !wire.Equal(e.Get("input"), right.input)) {
				return nil
			}
			return right
		})),
		variant("UIMSG-03/start-goes-on", "A second start of a streaming call lets its text go on.", as(client{instead: func(_ *heldMessage, p *part, e wire.Value) bool {
			return p != nil && p.state == streaming && isType(e, callEvent) && e.Get("toolName").Text() == p.name
		}})),
		variant("UIMSG-23/error", "An orphan ends the stream with an error.", loudAt(orphan)),
		variant("UIMSG-25/error", "Text without an open block ends the stream with an error.", loudAt(func(h *heldMessage, e wire.Value) bool {
			return isType(e, textDelta) && h.blocks[e.Get("id").Text()] == nil || isType(e, reasoningDelta) && h.thoughts[e.Get("id").Text()] == nil
		})),
		variant("UIMSG-16/stops-at-finish", "Nothing is read behind a finish or an abort.", as(client{after: func(h *heldMessage, e wire.Value) {
			h.stopped = h.stopped || isType(e, finishEvent, abortEvent)
		}})),
		variant("FRAME-12/strict", "A malformed frame is an error.", as(client{strict: true})),
		variant("partial-input", "The input of a streaming call is what can be parsed of it.", as(client{show: func(h *heldMessage, state wire.Value) wire.Value {
			for _, p := range h.tools() {
				if p.state == streaming && p.gathered.Len() > 0 {
					p.input = wire.ParseString(plant.Healed(p.gathered.String()))
				}
			}
			h.show = nil
			return h.state()
		}})),
		variant("text-kept", "The text of an input is kept behind its end.", as(client{show: func(h *heldMessage, state wire.Value) wire.Value {
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
		variant("bare-members", "There are no steps, flags, ids, data or texts of inputs.", as(client{show: func(_ *heldMessage, state wire.Value) wire.Value {
			state = gone("inputText", "dynamic", "preliminary", "providerExecuted", "approval")(func(wire.Value) dialect.Observation { return dialect.Observation{State: state} })(wire.Value{}).State
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
		variant("text-joined", "Neighbouring texts are one part, empty ones none.", as(client{show: func(_ *heldMessage, state wire.Value) wire.Value {
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
		variant("other-parts", "Sources, files and reasoning are parts of other types.", as(client{hears: func(h *heldMessage, e wire.Value) []wire.Value {
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
	})
}
