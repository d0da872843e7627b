package uimessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// as is a fault of the reference itself: the client with a hook.
func as(c client) plant.Plant { return func(dialect.Answer) dialect.Answer { return c.answer } }

// hearing changes an event; an absent one is dropped.
func hearing(change func(h *heldMessage, e wire.Value) wire.Value) plant.Plant {
	return as(client{hears: plant.Edited(change)})
}

// without drops the events for which so holds, deaf those of some types.
func without(so func(h *heldMessage, e wire.Value) bool) plant.Plant {
	return hearing(plant.Skipped(so))
}

func deaf(kinds ...string) plant.Plant { return heard(plant.When(is(kinds...), plant.Gone)) }

// heard changes every event by itself.
func heard(edit plant.Edit) plant.Plant {
	return hearing(func(_ *heldMessage, e wire.Value) wire.Value { return edit(e) })
}

// instead does something else with events of a type.
func instead(kind string, does func(h *heldMessage, p *part, e wire.Value) bool) plant.Plant {
	return as(client{instead: func(h *heldMessage, p *part, e wire.Value) bool { return isType(e, kind) && does(h, p, e) }})
}

// ofPart is instead of what belongs to a part.
func ofPart(kind string, does func(h *heldMessage, p *part, e wire.Value)) plant.Plant {
	return instead(kind, func(h *heldMessage, p *part, e wire.Value) bool {
		if p != nil {
			does(h, p, e)
		}
		return p != nil
	})
}

// finding looks parts up in another way; absent: as it should be.
func finding(find func(h *heldMessage, e wire.Value, right *part) *part) plant.Plant {
	return as(client{find: func(h *heldMessage, e wire.Value) *part { return find(h, e, h.lookup(e)) }})
}

// losing finds no part for the events of which so is true.
func losing(so func(h *heldMessage, e wire.Value, right *part) bool) plant.Plant {
	return finding(func(h *heldMessage, e wire.Value, right *part) *part {
		if so(h, e, right) {
			return nil
		}
		return right
	})
}

// ignoring leaves events that belong to a part and of which so is true.
func ignoring(so func(p *part, e wire.Value) bool) plant.Plant {
	return as(client{instead: func(_ *heldMessage, p *part, e wire.Value) bool { return p != nil && so(p, e) }})
}

func (h *heldMessage) tools() []*part {
	return slices.DeleteFunc(slices.Clone(h.parts), func(p *part) bool { return p.kind != "tool" })
}

// newest is the last tool part for which so holds.
func (h *heldMessage) newest(so func(p *part) bool) *part {
	for _, p := range slices.Backward(h.tools()) {
		if so(p) {
			return p
		}
	}
	return nil
}

// begins tells whether an event may begin a call.
func begins(e wire.Value) bool { return isType(e, callEvent, inputEvent, badInputEvent) }

// streams are the parts whose input is not complete.
func (h *heldMessage) streams(does func(p *part)) {
	for _, p := range h.tools() {
		if p.state == streaming {
			does(p)
		}
	}
}

// promote makes a call ready whose input was cut.
func promote(p *part) {
	p.state, p.input = available, wire.ParseString(plant.Healed(p.gathered.String()))
}

// at does something behind an event of a type.
func at(kind string, does func(h *heldMessage)) plant.Plant {
	return as(client{after: func(h *heldMessage, e wire.Value) {
		if isType(e, kind) {
			does(h)
		}
	}})
}

// ended tells whether the turn has come to an end.
func (h *heldMessage) ended() bool { return h.notes["ended"].IsTrue() }

// atEnd does something where the stream just stops.
func atEnd(does func(h *heldMessage)) plant.Plant {
	return as(client{after: func(h *heldMessage, e wire.Value) {
		if isType(e, finishEvent, abortEvent, errorEvent) {
			h.notes["ended"] = wire.Boolean(true)
		}
	}, end: func(h *heldMessage) {
		if !h.ended() {
			does(h)
		}
	}})
}

// showing changes every tool part that is shown.
func showing(edit func(p wire.Value) wire.Value) plant.Plant {
	return plant.Showing("/message/parts/*", plant.When(is("tool"), edit))
}

// wireShown is the wire as consumers show it.
func wireShown() plant.Shown {
	return plant.Shown{Text: "/message/parts/*/text", Calls: "/message/parts", Is: is("tool"),
		ID: "toolCallId", Name: "toolName", Arguments: "input", OfText: "UIMSG-10", OfCalls: "UIMSG-01", OfArguments: "UIMSG-02",
		OfTwins:  "UIMSG-01",
		OfSameID: "UIMSG-11", OfOrder: "UIMSG-10", Lenient: true,
		Except: []string{"doubles"}} // inputs are values
}

// consumerFaults are the rows by hand, and shared changes at every place.
func consumerFaults() []plant.Row {
	places := []plant.Place{
		{Slug: "output", Title: "A text in an output", Requirement: "UIMSG-04",
			Plant: func(e plant.Edit) plant.Plant { return plant.Showing("/message/parts/*/output", plant.Deep(e)) }},
		{Slug: "failure", Title: "The text of a failure", Requirement: "UIMSG-05",
			Plant: func(e plant.Edit) plant.Plant { return plant.Showing("/message/parts/*/errorText", e) }},
	}
	return slices.Concat(callFaults(), outcomeFaults(), stepFaults(), endFaults(), oddFaults(), textFaults(),
		wayFaults(), amidFaults(), resetFaults(), spaceFaults(), wireShown().Faults(),
		plant.Failures("UIMSG-15", "/error", true),
		plant.Product(places, plant.Changes()))
}

func callFaults() []plant.Row {
	return []plant.Row{
		plant.New("UIMSG-01/old-names", without(func(_ *heldMessage, e wire.Value) bool { return strings.HasPrefix(kindOf(e), "tool-") })),
		plant.New("UIMSG-01/name-last-dash", showing(func(p wire.Value) wire.Value {
			name := p.Get("toolName").Text()
			return p.With("toolName", wire.Str(name[strings.LastIndex(name, "-")+1:]))
		})),
		plant.New("UIMSG-01/name-first-dash", showing(func(p wire.Value) wire.Value {
			name, _, _ := strings.Cut(p.Get("toolName").Text(), "-")
			return p.With("toolName", wire.Str(name))
		})),
		plant.New("UIMSG-01/provider-flag-lost", ofPart(pieceEvent,
			func(_ *heldMessage, p *part, e wire.Value) {
				p.flags["providerExecuted"] = false
				p.happens(kindOf(e), e)
			})).Warn(),
		plant.New("UIMSG-01/dynamic-lost", showing(plant.Having("dynamic", wire.Boolean(false)))).Warn(),
		plant.New("UIMSG-02/input-from-deltas", instead(inputEvent, func(h *heldMessage, p *part, e wire.Value) bool {
			if p == nil || p.gathered.Len() == 0 {
				return false
			}
			h.called(p, inputEvent, e)
			p.infer()
			return true
		})),
		plant.New("UIMSG-02/never-ready", ofPart(inputEvent, func(h *heldMessage, p *part, e wire.Value) {
			if h.called(p, inputEvent, e); p.state == available {
				p.state = streaming
			}
		})),
		plant.New("UIMSG-02/text-parsed", plant.Showing("/message/parts/*/input", plant.Parsed)),
		plant.New("UIMSG-02/falsy-input", plant.Showing("/message/parts/*/input", plant.When(isFalsy, plant.Null))).Warn(),
		plant.New("UIMSG-03/delta-mix", finding(func(h *heldMessage, e wire.Value, right *part) *part {
			if isType(e, pieceEvent) && right != nil {
				return h.newest(func(p *part) bool { return p.state == streaming })
			}
			return right
		})),
		plant.New("UIMSG-03/result-by-order", finding(func(h *heldMessage, e wire.Value, right *part) *part {
			if right == nil || !isType(e, outputEvent, failEvent) {
				return right
			}
			for _, p := range h.tools() {
				if !p.final() && p.state != streaming {
					return p
				}
			}
			return right
		})),
		plant.New("UIMSG-03/result-by-name", finding(func(h *heldMessage, e wire.Value, right *part) *part {
			if right == nil || !isType(e, outputEvent, failEvent) {
				return right
			}
			return h.newest(func(p *part) bool { return p.name == right.name })
		})),
		plant.New("UIMSG-03/last-delta-only", ofPart(pieceEvent, func(_ *heldMessage, p *part, e wire.Value) {
			if e.Get("inputTextDelta").Text() != "" {
				p.gathered.Reset()
			}
			p.happens(pieceEvent, e)
		})),
		plant.New("UIMSG-06/input-error-dropped", deaf(badInputEvent)),
		plant.New("UIMSG-06/dynamic-twice", losing(func(_ *heldMessage, e wire.Value, right *part) bool {
			return isType(e, badInputEvent) && right != nil && right.flags["dynamic"] != e.Get("dynamic").IsTrue()
		})),
		plant.New("UIMSG-06/input-error-ready", heard(plant.When(is(badInputEvent),
			func(e wire.Value) wire.Value { return inputOf(idOf(e), e.Get("toolName").Text(), e.Get("input")) }))),
		plant.New("UIMSG-06/input-error-generic",
			heard(plant.When(is(badInputEvent), plant.Having("errorText", wire.Str("invalid tool call"))))),
	}
}

func outcomeFaults() []plant.Row {
	falsy := func(v wire.Value) bool { return isFalsy(v) }
	settle := func(state string, output, failure func(e wire.Value) wire.Value) func(h *heldMessage, p *part, e wire.Value) {
		return func(_ *heldMessage, p *part, e wire.Value) { p.settle(state, output(e), failure(e)) }
	}
	nothing := func(wire.Value) wire.Value { return wire.Value{} }
	text := func(e wire.Value) wire.Value { return e.Get("errorText") }
	return []plant.Row{
		plant.New("UIMSG-04/falsy-output",
			without(func(_ *heldMessage, e wire.Value) bool { return isType(e, outputEvent) && falsy(e.Get("output")) })),
		plant.New("UIMSG-04/falsy-null", plant.Showing("/message/parts/*/output", plant.When(falsy, plant.Null))),
		plant.New("UIMSG-04/parse-text-output", plant.Showing("/message/parts/*/output", plant.Parsed)),
		plant.New("UIMSG-04/output-as-text", plant.Showing("/message/parts/*/output",
			plant.When(func(v wire.Value) bool { return !v.IsString() && !v.IsNull() },
				func(v wire.Value) wire.Value { return wire.Str(v.JSON()) }))),
		plant.New("UIMSG-04/error-shaped", ofPart(outputEvent,
			func(_ *heldMessage, p *part, e wire.Value) {
				if p.happens(outputEvent, e); e.Get("output").Has("error") {
					p.settle(failedState, wire.Value{}, wire.Str(e.Get("output").Get("error").Text()))
				}
			})),
		plant.New("UIMSG-05/empty-error", ofPart(failEvent, func(_ *heldMessage, p *part, e wire.Value) {
			if p.happens(failEvent, e); text(e).Text() == "" {
				p.settle(succeeded, wire.NullValue, wire.Value{})
			}
		})),
		plant.New("UIMSG-05/error-as-output", ofPart(failEvent, settle(succeeded, text, nothing))),
		plant.New("UIMSG-02/failed-input-lost", showing(func(p wire.Value) wire.Value {
			if isType(p, "tool") && p.Get("state").Text() == failedState {
				return p.With("input", wire.NullValue)
			}
			return p
		})),
		plant.New("UIMSG-07/prelim-sticks", ofPart(outputEvent, func(_ *heldMessage, p *part, e wire.Value) {
			was := p.flags["preliminary"]
			p.happens(outputEvent, e)
			p.flags["preliminary"] = p.flags["preliminary"] || was
		})),
		plant.New("UIMSG-07/prelim-first", ofPart(outputEvent, func(_ *heldMessage, p *part, e wire.Value) {
			if !p.flags["preliminary"] {
				p.happens(outputEvent, e)
			}
		})),
		plant.New("UIMSG-07/prelim-unmarked", heard(plant.Lacking("preliminary"))).Warn(),
		plant.New("UIMSG-08/denied-call", ofPart(denyEvent, settle(succeeded, nothing, nothing))),
		plant.New("UIMSG-08/denied-waits", deaf(denyEvent)),
		plant.New("UIMSG-08/asked-is-ready", deaf(requestEvent)),
		plant.New("UIMSG-08/asked-is-approved", ofPart(requestEvent, func(_ *heldMessage, p *part, e wire.Value) {
			p.happens(requestEvent, e)
			p.approval = p.approval.With("approved", wire.Boolean(true))
		})),
		plant.New("UIMSG-08/asked-is-denied", ofPart(requestEvent, settle(denied, nothing, nothing))),
		plant.New("UIMSG-09/decision-inverted", heard(plant.When(is(responseEvent),
			func(e wire.Value) wire.Value { return e.With("approved", wire.Boolean(!e.Get("approved").IsTrue())) }))).Warn(),
	}
}

func stepFaults() []plant.Row {
	inStep := func(h *heldMessage, e wire.Value) bool {
		for _, p := range slices.Backward(h.parts) {
			if p.kind == "step" || p.kind == "tool" && p.id == idOf(e) {
				return p.kind == "tool"
			}
		}
		return false
	}
	byID := func(h *heldMessage, e wire.Value) *part {
		return h.newest(func(p *part) bool { return p.id == idOf(e) })
	}
	return []plant.Row{
		plant.New("UIMSG-09/reset-all", instead(resetEvent, func(h *heldMessage, _ *part, _ wire.Value) bool {
			h.parts = nil
			return true
		})).Warn(),
		plant.New("UIMSG-09/reset-text-only", instead(resetEvent,
			func(h *heldMessage, _ *part, _ wire.Value) bool {
				from := 0
				for i, p := range h.parts {
					if p.kind == "step" {
						from = i
					}
				}
				n := 0
				h.parts = slices.DeleteFunc(h.parts, func(p *part) bool { n++; return n > from && p.kind == "text" })
				return true
			})).Warn(),
		plant.New("UIMSG-11/steps-merge", finding(func(h *heldMessage, e wire.Value, right *part) *part {
			if p := byID(h, e); begins(e) && p != nil {
				p.settle(p.state, wire.Value{}, wire.Value{})
				p.state = streaming
				return p
			}
			return right
		})),
		plant.New("UIMSG-11/outcome-to-first", finding(func(h *heldMessage, e wire.Value, right *part) *part {
			if right != nil && !begins(e) && !isType(e, responseEvent) {
				for _, p := range h.tools() {
					if p.id == idOf(e) {
						return p
					}
				}
			}
			return right
		})),
		plant.New("UIMSG-11/pieces-to-first", finding(func(h *heldMessage, e wire.Value, right *part) *part {
			for _, p := range h.tools() {
				if isType(e, pieceEvent) && p.id == idOf(e) && p.state == streaming {
					return p
				}
			}
			return right
		})),
		plant.New("UIMSG-12/this-step-only", as(client{find: func(h *heldMessage, e wire.Value) *part {
			if isType(e, outputEvent, failEvent, denyEvent) && !inStep(h, e) {
				h.fail("No tool invocation found for tool call ID " + idOf(e))
				return nil
			}
			return h.lookup(e)
		}})),
		plant.New("UIMSG-12/this-step-silently", losing(func(h *heldMessage, e wire.Value, right *part) bool {
			return isType(e, outputEvent, failEvent, denyEvent) && !inStep(h, e)
		})),
		plant.New("UIMSG-12/continued-forgotten", plant.Hearing(func(input wire.Value) wire.Value { return input.Without("message") })),
		plant.New("UIMSG-13/needs-start", as(client{hears: func(h *heldMessage, e wire.Value) []wire.Value {
			if isType(e, startEvent) {
				h.notes["started"] = wire.Boolean(true)
			}
			if !h.notes["started"].IsTrue() && !isType(e, errorEvent, abortEvent, finishEvent) {
				return nil
			}
			return []wire.Value{e}
		}})),
		plant.New("UIMSG-13/needs-step", without(func(h *heldMessage, e wire.Value) bool {
			return begins(e) && !slices.ContainsFunc(h.parts, func(p *part) bool { return p.kind == "step" })
		})),
		plant.New("UIMSG-13/needs-call-start",
			as(client{instead: func(_ *heldMessage, p *part, e wire.Value) bool { return isType(e, inputEvent) && p == nil }})),
	}
}
