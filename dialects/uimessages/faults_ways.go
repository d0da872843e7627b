package uimessages

import (
	"strings"

	"github.com/toolconform/conform/dialect"
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
		plant.New("UIMSG-08/approval-ids-lower", heard(plant.When(is(requestEvent, responseEvent),
			func(e wire.Value) wire.Value {
				return e.With("approvalId", wire.Str(strings.ToLower(e.Get("approvalId").Text())))
			}))),
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

// amidFaults are in what stands amid something that is open: pieces, calls that wait, and ends.
func amidFaults() []plant.Row {
	waiting := func(does func(p *part)) func(h *heldMessage) {
		return func(h *heldMessage) {
			for _, p := range h.tools() {
				if p.state == requested {
					does(p)
				}
			}
		}
	}
	settling := func(h *heldMessage) {
		for _, p := range h.tools() {
			p.flags["preliminary"] = false
		}
	}
	deny := waiting(func(p *part) { p.settle(denied, wire.Value{}, wire.Value{}) })
	behind := func(kinds ...string) plant.Plant {
		return without(func(h *heldMessage, e wire.Value) bool {
			before := h.notes["before"]
			h.notes["before"] = e
			return isType(e, pieceEvent) && isType(before, kinds...)
		})
	}
	earlier := func(h *heldMessage, right *part) bool {
		for i := len(h.parts) - 1; i >= 0 && h.parts[i].kind != "step"; i-- {
			if h.parts[i] == right {
				return false
			}
		}
		return true
	}
	inStep := func(h *heldMessage, e wire.Value, right *part) bool {
		return isType(e, requestEvent, denyEvent) && earlier(h, right)
	}
	return []plant.Row{
		plant.New("UIMSG-03/growing-pieces", ofPart(pieceEvent, func(_ *heldMessage, p *part, e wire.Value) {
			said := e.Get("inputTextDelta").Text()
			if have := p.gathered.String(); p.state == streaming && have != "" && strings.HasPrefix(said, have) {
				p.gathered.Reset()
			}
			p.happens(pieceEvent, e)
		})),
		plant.New("UIMSG-03/empty-object-first", ofPart(pieceEvent, func(_ *heldMessage, p *part, e wire.Value) {
			if p.gathered.String() == "{}" {
				p.gathered.Reset()
			}
			p.happens(pieceEvent, e)
		})),
		plant.New("UIMSG-03/null-piece-lost", ignoring(func(_ *part, e wire.Value) bool {
			return isType(e, pieceEvent) && e.Get("inputTextDelta").Text() == "null"
		})),
		plant.New("UIMSG-03/lost-behind-text", behind(textDelta, textEnd)),
		plant.New("UIMSG-03/lost-behind-outcome", behind(outputEvent, failEvent)),
		plant.New("UIMSG-08/second-request-frees-first", instead(requestEvent, func(h *heldMessage, p *part, _ wire.Value) bool {
			if p != nil {
				waiting(func(p *part) { p.state = available })(h)
			}
			return false
		})),
		plant.New("UIMSG-08/denial-of-one-denies-all", at(denyEvent, deny)),
		plant.New("UIMSG-08/reason-is-consent", as(client{after: func(h *heldMessage, e wire.Value) {
			if isType(e, requestEvent) && e.Has("reason") {
				waiting(func(p *part) { p.approval, p.state = p.approval.With("approved", wire.Boolean(true)), responded })(h)
			}
		}})),
		plant.New("UIMSG-08/automatic-by-presence", ignoring(func(_ *part, e wire.Value) bool {
			return isType(e, requestEvent) && e.Has("isAutomatic")
		})),
		plant.New("UIMSG-08/asked-in-this-step-only", losing(inStep)),
		plant.New("UIMSG-08/first-request-stays", ignoring(func(p *part, e wire.Value) bool {
			return isType(e, requestEvent) && p.state == requested
		})),
		plant.New("UIMSG-09/decided-in-this-step-only", as(client{instead: func(h *heldMessage, p *part, e wire.Value) bool {
			return isType(e, responseEvent) && earlier(h, p)
		}})).Warn(),
		plant.New("UIMSG-07/final-null-is-none", ignoring(func(p *part, e wire.Value) bool {
			return isType(e, outputEvent) && !e.Get("preliminary").IsTrue() && e.Get("output").IsNull() && p.flags["preliminary"]
		})),
		plant.New("UIMSG-01/refused-input-static", as(client{after: func(h *heldMessage, e wire.Value) {
			if p := h.lookup(e); isType(e, badInputEvent) && p != nil && p.gathered.Len() > 0 {
				p.flags["dynamic"] = false
			}
		}})).Warn(),
		plant.New("UIMSG-08/eof-denies-waiting", atEnd(deny)),
		plant.New("UIMSG-07/eof-settles-preliminary", atEnd(settling)).Warn(),
		plant.New("UIMSG-08/error-denies-waiting", at(errorEvent, deny)),
		plant.New("UIMSG-20/input-behind-denial", as(client{instead: func(_ *heldMessage, p *part, e wire.Value) bool {
			if isType(e, inputEvent) && p != nil && p.state == denied {
				p.settle(available, wire.Value{}, wire.Value{})
			}
			return false
		}})),
		plant.New("UIMSG-16/denial-aborts", at(denyEvent, func(h *heldMessage) { h.aborted = true })).Warn(),
		plant.New("UIMSG-11/held-twice-first", finding(func(h *heldMessage, e wire.Value, right *part) *part {
			first := h.newest(func(p *part) bool { return p == h.tools()[0] })
			if isType(e, outputEvent) && h.notes["past"].IsAbsent() && first != nil && first.id == idOf(e) {
				return first
			}
			h.notes["past"] = e
			return right
		})),
		plant.New("UIMSG-14/reason-of-metadata", as(client{after: func(h *heldMessage, e wire.Value) {
			if reason := e.Get("messageMetadata").Get("finishReason"); reason.IsString() {
				h.reason = reason
			}
		}})),
		plant.New("UIMSG-04/server-answers-its-own", losing(func(_ *heldMessage, e wire.Value, right *part) bool {
			return isType(e, outputEvent, failEvent) && right != nil &&
				e.Get("providerExecuted").IsTrue() && !right.flags["providerExecuted"]
		}), "UIMSG-05"),
		plant.New("UIMSG-04/output-is-denial", as(client{after: func(h *heldMessage, e wire.Value) {
			p := h.newest(func(p *part) bool { return p.id == idOf(e) })
			if isType(e, outputEvent) && p != nil && e.Get("output").Get("type").Text() == "execution-denied" {
				p.settle(denied, wire.Value{}, wire.Value{})
			}
		}})),
		plant.New("UIMSG-19/data-named-error", as(client{after: func(h *heldMessage, e wire.Value) {
			if isType(e, dataPrefix+"error") {
				h.report("The turn failed.")
			}
		}})),
		plant.New("UIMSG-26/transient-by-presence",
			heard(plant.When(plant.Has("transient"), plant.Having("transient", wire.Boolean(true))))).Warn(),
		plant.New("UIMSG-26/data-names-lower", heard(func(e wire.Value) wire.Value {
			if strings.HasPrefix(kindOf(e), dataPrefix) {
				return e.With("type", wire.Str(strings.ToLower(kindOf(e))))
			}
			return e
		})).Warn(),
		plant.New("UIMSG-26/data-ids-lower", heard(func(e wire.Value) wire.Value {
			if strings.HasPrefix(kindOf(e), dataPrefix) && e.Get("id").IsString() {
				return e.With("id", wire.Str(strings.ToLower(e.Get("id").Text())))
			}
			return e
		})).Warn(),
		plant.New("UIMSG-05/denied-by-words", as(client{after: func(h *heldMessage, e wire.Value) {
			p := h.newest(func(p *part) bool { return p.id == idOf(e) })
			if isType(e, failEvent) && p != nil && strings.Contains(strings.ToLower(e.Get("errorText").Text()), "denied") {
				p.settle(denied, wire.Value{}, wire.Value{})
			}
		}})),
		plant.New("UIMSG-24/outcome-of-other-kind", losing(func(_ *heldMessage, e wire.Value, right *part) bool {
			return isType(e, outputEvent, failEvent) && right != nil &&
				e.Has("dynamic") && e.Get("dynamic").IsTrue() != right.flags["dynamic"]
		})).Warn(),
		plant.New("UIMSG-16/finish-readies-empty", at(finishEvent, func(h *heldMessage) {
			h.streams(func(p *part) {
				if p.gathered.Len() == 0 {
					p.state, p.input = available, wire.Obj()
				}
			})
		})),
		plant.New("UIMSG-02/empty-input-beaten", as(client{after: func(h *heldMessage, e wire.Value) {
			p := h.newest(func(p *part) bool { return p.id == idOf(e) })
			if isType(e, inputEvent) && p != nil && e.Get("input").Len() == 0 && !e.Get("input").IsString() && p.gathered.Len() > 0 {
				p.infer()
			}
		}})),
		plant.New("UIMSG-24/asked-reopens", as(client{after: func(h *heldMessage, e wire.Value) {
			p := h.newest(func(p *part) bool { return p.id == idOf(e) })
			if isType(e, pieceEvent) && p != nil && p.state == requested {
				p.state = streaming
			}
		}})).Warn(),
		plant.New("UIMSG-17/marker-promotes", func(right dialect.Answer) dialect.Answer {
			marked := atEnd(func(h *heldMessage) { h.streams(promote) })(right)
			return func(input wire.Value) dialect.Observation {
				if strings.Contains(input.Get("chunks").JSON(), wire.DoneMarker) {
					return marked(input)
				}
				return right(input)
			}
		}),
		plant.New("UIMSG-11/alike-is-the-same", finding(func(h *heldMessage, e wire.Value, right *part) *part {
			if right != nil || !isType(e, inputEvent, callEvent) {
				return right
			}
			return h.newest(func(p *part) bool {
				return p.id == idOf(e) && p.name == e.Get("toolName").Text() &&
					(isType(e, callEvent) || wire.Equal(p.input, e.Get("input")))
			})
		})),
	}
}

// resetFaults are in what goes on behind a step that was taken back, and in decisions.
func resetFaults() []plant.Row {
	noting := func(h *heldMessage, e wire.Value) {
		if isType(e, resetEvent) {
			h.notes["reset"] = e
		}
	}
	return []plant.Row{
		plant.New("UIMSG-09/second-reset-lost", as(client{after: noting, instead: func(h *heldMessage, _ *part, e wire.Value) bool {
			return isType(e, resetEvent) && h.notes["reset"].IsObject()
		}})).Warn(),
		plant.New("UIMSG-09/reset-forgets-calls", as(client{after: noting, find: func(h *heldMessage, e wire.Value) *part {
			if isType(e, outputEvent, failEvent) && h.notes["reset"].IsObject() {
				return nil
			}
			return h.lookup(e)
		}})).Warn(),
		plant.New("UIMSG-09/reset-keeps-servers", as(client{instead: func(h *heldMessage, _ *part, e wire.Value) bool {
			if !isType(e, resetEvent) {
				return false
			}
			var kept []*part
			for _, p := range h.parts {
				if p.flags["providerExecuted"] {
					kept = append(kept, p)
				}
			}
			h.takeBack()
			h.parts = append(h.parts, kept...)
			return true
		}})).Warn(),
		plant.New("UIMSG-09/decision-in-this-step-only", as(client{instead: func(h *heldMessage, p *part, e wire.Value) bool {
			last := h.newest(func(p *part) bool { return p.state == responded })
			return isType(e, responseEvent) && last != nil && p != nil && h.parts[len(h.parts)-1].kind == "step"
		}})).Warn(),
		plant.New("UIMSG-09/reason-is-refusal", as(client{after: func(h *heldMessage, e wire.Value) {
			for _, p := range h.tools() {
				if isType(e, responseEvent) && e.Has("reason") && wire.Equal(p.approval.Get("id"), e.Get("approvalId")) {
					p.approval = p.approval.With("approved", wire.Boolean(false))
				}
			}
		}})).Warn(),
	}
}
