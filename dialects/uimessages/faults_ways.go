package uimessages

import (
	"strings"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// wayFaults are in one way from a state to another, or in one kind of value on it.
func wayFaults() []plant.Row {
	answering := func(h *heldMessage) {
		for _, p := range h.tools() {
			if !p.final() && p.state != streaming && p.flags["providerExecuted"] {
				p.settle(succeeded, wire.NullValue, wire.Value{})
			}
		}
	}
	prior := func(edit plant.Edit) plant.Plant { return plant.Hearing(plant.Everywhere("/message/parts/*", edit)) }
	early := func(e wire.Value) bool { return isType(e, outputEvent) && e.Get("preliminary").IsTrue() }
	return []plant.Row{
		plant.New("UIMSG-12/prior-failure-lost", prior(plant.When(plant.Has("errorText"), plant.Having("errorText", wire.NullValue)))),
		plant.New("UIMSG-01/prior-flags-lost", prior(plant.Lacking("dynamic", "providerExecuted", "preliminary"))).Warn(),
		plant.New("UIMSG-26/prior-data-lost", prior(plant.When(is("data"), plant.Having("data", wire.NullValue)))).Warn(),
		plant.New("UIMSG-14/reason-missing", plant.Showing("/finishReason", plant.Gone)),
		plant.New("UIMSG-02/deltas-read-at-the-outcome", as(client{instead: func(_ *heldMessage, p *part, e wire.Value) bool {
			if p != nil && p.state == available && isType(e, outputEvent, failEvent) && p.gathered.Len() > 0 {
				p.infer()
			}
			return false
		}})),
		plant.New("UIMSG-03/equal-pieces-once", ignoring(func(p *part, e wire.Value) bool {
			said := e.Get("inputTextDelta").Text()
			return isType(e, pieceEvent) && said != "" && strings.HasSuffix(p.gathered.String(), said)
		})),
		plant.New("UIMSG-04/content-unwrapped", heard(plant.When(func(e wire.Value) bool {
			return isType(e, outputEvent) && e.Get("output").Get("type").Text() == "text"
		}, func(e wire.Value) wire.Value { return e.With("output", e.Get("output").Get("text")) }))),
		plant.New("UIMSG-05/failure-parsed", plant.Showing("/message/parts/*/errorText", messageIn)),
		plant.New("UIMSG-06/input-error-empty", ignoring(func(_ *part, e wire.Value) bool {
			return isType(e, badInputEvent) && e.Get("errorText").Text() == ""
		})),
		plant.New("UIMSG-07/prelim-merged", ofPart(outputEvent, func(_ *heldMessage, p *part, e wire.Value) {
			have := p.output
			p.happens(outputEvent, e)
			if have.IsObject() && p.output.IsObject() {
				for _, m := range p.output.Members() {
					have = have.With(m.Name, m.Value)
				}
				p.output = have
			}
		})),
		plant.New("UIMSG-07/prelim-null-passed-over",
			ignoring(func(_ *part, e wire.Value) bool { return early(e) && e.Get("output").IsNull() })),
		plant.New("UIMSG-07/prelim-of-approved", ignoring(func(p *part, e wire.Value) bool { return early(e) && p.state == responded })),
		plant.New("UIMSG-08/servers-not-asked", ignoring(func(p *part, e wire.Value) bool {
			return isType(e, requestEvent) && p.flags["providerExecuted"]
		})),
		plant.New("UIMSG-08/dynamic-not-asked", ignoring(func(p *part, e wire.Value) bool {
			return isType(e, requestEvent) && p.flags["dynamic"]
		})),
		plant.New("UIMSG-05/asked-never-fails", ignoring(func(p *part, e wire.Value) bool {
			return isType(e, failEvent) && p.state == requested
		})),
		plant.New("UIMSG-15/error-parsed", plant.Showing("/error", messageIn)).Warn(),
		plant.New("UIMSG-16/abort-answers-servers", at(abortEvent, answering)),
		plant.New("UIMSG-16/error-answers-servers", at(errorEvent, answering)),
		plant.New("UIMSG-20/start-behind-failure", ignoring(func(p *part, e wire.Value) bool {
			if isType(e, callEvent) && p.state == failedState {
				p.settle(streaming, wire.Value{}, wire.Value{})
			}
			return false
		})),
	}
}

// messageIn is the message in a text that is JSON, else the text.
func messageIn(v wire.Value) wire.Value {
	if inner, err := wire.Parse([]byte(v.Text())); err == nil && inner.Get("message").IsString() {
		return inner.Get("message")
	}
	return v
}

// mended is a text that lacks what closes it as JSON that is closed, else the text.
func mended(v wire.Value) wire.Value {
	if whole, err := wire.Parse([]byte(plant.Healed(v.Text()))); err == nil && v.IsString() && whole.IsObject() {
		return whole
	}
	return v
}

// spaceFaults take what belongs to one thing for another's.
func spaceFaults() []plant.Row {
	byApproval := func(h *heldMessage, e wire.Value, right *part) *part {
		other := h.newest(func(p *part) bool { return p.id == e.Get("approvalId").Text() && !p.approval.IsAbsent() })
		if isType(e, responseEvent) && other != nil {
			return other
		}
		return right
	}
	return []plant.Row{
		plant.New("UIMSG-08/approval-by-call-id", finding(byApproval)),
		plant.New("UIMSG-10/block-ids-lower", heard(plant.When(is(textStart, textDelta, textEnd),
			func(e wire.Value) wire.Value { return e.With("id", wire.Str(strings.ToLower(e.Get("id").Text()))) }))),
		plant.New("UIMSG-10/files-close-blocks", without(func(h *heldMessage, e wire.Value) bool {
			if isType(e, "file", "source-url", "source-document") {
				clear(h.blocks)
			}
			lost := isType(e, textDelta) && h.blocks[e.Get("id").Text()] == nil
			if lost {
				h.fail("no block is open")
			}
			return lost
		})),
		plant.New("UIMSG-14/id-of-metadata", as(client{after: func(h *heldMessage, e wire.Value) {
			if id := e.Get("messageMetadata").Get("id"); id.IsString() {
				h.id = id
			}
		}})),
		plant.New("UIMSG-14/id-of-any-event", as(client{after: func(h *heldMessage, e wire.Value) {
			if id := e.Get("messageId"); id.IsString() {
				h.id = id
			}
		}})),
		plant.New("UIMSG-18/members-of-parts", as(client{after: func(h *heldMessage, e wire.Value) {
			if p := h.newest(func(p *part) bool { return p.id == idOf(e) }); p != nil && isType(e, outputEvent, failEvent) {
				for name, to := range map[string]*wire.Value{"input": &p.input, "output": &p.output} {
					if e.Has(name) {
						*to = e.Get(name)
					}
				}
			}
		}})),
		plant.New("UIMSG-19/data-into-calls", as(client{after: func(h *heldMessage, e wire.Value) {
			p := h.newest(func(p *part) bool { return p.id == e.Get("id").Text() })
			if strings.HasPrefix(kindOf(e), dataPrefix) && p != nil {
				p.output, p.state = e.Get("data"), succeeded
			}
		}})),
		plant.New("UIMSG-08/named-as-states", as(client{after: func(h *heldMessage, e wire.Value) {
			state := strings.TrimPrefix(kindOf(e), "tool-")
			if p := h.newest(func(p *part) bool { return p.id == idOf(e) }); p != nil && (state == requested || state == streaming) {
				p.state = state
			}
		}})),
		plant.New("UIMSG-04/custom-stops", without(func(h *heldMessage, e wire.Value) bool {
			h.stopped = h.stopped || isType(e, "custom", "reasoning-file")
			return h.stopped
		})),
		plant.New("UIMSG-23/request-to-last", finding(func(h *heldMessage, e wire.Value, right *part) *part {
			if right == nil && isType(e, requestEvent) {
				return h.newest(func(p *part) bool { return !p.final() })
			}
			return right
		})),
	}
}
