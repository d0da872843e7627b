package agui

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// as plants a client in place of the reference.
func as(c client) plant.Plant {
	return func(dialect.Answer) dialect.Answer { return c.answer }
}

// hearing changes an event; an absent one is dropped.
func hearing(change func(h *held, e wire.Value) wire.Value) plant.Plant {
	return as(client{hears: plant.Edited(change)})
}

// heard changes every event by itself, skipping drops those of which so is true, deaf those of some types.
func heard(edit plant.Edit) plant.Plant {
	return hearing(func(_ *held, e wire.Value) wire.Value { return edit(e) })
}

func skipping(so func(h *held, e wire.Value) bool) plant.Plant { return hearing(plant.Skipped(so)) }

func deaf(kinds ...string) plant.Plant { return heard(plant.When(is(kinds...), plant.Gone)) }

func doing(f func(h *held, e wire.Value) bool) plant.Plant { return as(client{does: f}) }

func showing(f func(h *held, state wire.Value) wire.Value) plant.Plant { return as(client{show: f}) }

func checking(f func(h *held, e wire.Value, wrong string) string) plant.Plant {
	return as(client{wrong: f})
}

// refusing is a client that refuses what is so.
func refusingWhen(f func(h *held, e wire.Value) bool) plant.Plant {
	return checking(func(h *held, e wire.Value, wrong string) string {
		if f(h, e) {
			return "refused"
		}
		return wrong
	})
}

// lenient is a client that ignores an event which violates something, where so says.
func lenientWhere(so func(h *held, e wire.Value) bool) plant.Plant {
	return as(client{wrong: func(h *held, e wire.Value, wrong string) string {
		h.notes["wrong"] = wire.Boolean(wrong != "" && so(h, e))
		if wrong != "" && so(h, e) {
			return ""
		}
		return wrong
	}, does: func(h *held, e wire.Value) bool {
		return h.notes["wrong"].IsTrue() && isType(e, textContent, callArgs, callEnd, textEnd) &&
			h.speaker(e.Get("messageId").Text()) == nil
	}})
}

// held messages, changed.
func messages(change func(h *held, list []*entry) []*entry) plant.Plant {
	return as(client{show: func(h *held, _ wire.Value) wire.Value {
		h.messages, h.show = change(h, h.messages), nil
		return h.state()
	}})
}

// entries changes each message, calls each call, results each result.
func entries(change func(h *held, m *entry)) plant.Plant {
	return messages(func(h *held, list []*entry) []*entry {
		for _, m := range list {
			change(h, m)
		}
		return list
	})
}

func calls(change func(h *held, c *heldCall)) plant.Plant {
	return entries(func(h *held, m *entry) {
		for _, c := range m.calls {
			change(h, c)
		}
	})
}

func results(change func(h *held, m *entry)) plant.Plant {
	return entries(func(h *held, m *entry) {
		if m.role == "tool" {
			change(h, m)
		}
	})
}

// losing drops the calls of which so is true.
func losing(so func(c *heldCall) bool) plant.Plant {
	return entries(func(_ *held, m *entry) { m.calls = slices.DeleteFunc(m.calls, so) })
}

func rename(c *heldCall, text string) {
	c.arguments.Reset()
	c.arguments.WriteString(text)
}

// wireShown is how the state shows what is held.
func wireShown() plant.Shown {
	return plant.Shown{Text: "/messages/*/content", Calls: "/messages/*/toolCalls", ID: "id", Name: "name", Arguments: "arguments",
		Open: func(c wire.Value) bool { return c.Get("complete").IsFalse() },
		Hand: func(c, arguments wire.Value) wire.Value {
			return c.With("complete", wire.Boolean(true)).With("arguments", arguments)
		},
		OfText: "AGUI-01", OfCalls: "AGUI-02", OfArguments: "AGUI-03", OfTwins: "AGUI-02", OfCut: "AGUI-17", OfOrder: "AGUI-02",
		Except: []string{"late-names-trimmed"}} // a message of this wire seldom has many calls
}

func consumerFaults() []plant.Row {
	contents := plant.Place{Slug: "content", Title: "The content of a result", Requirement: "AGUI-05",
		Plant: func(e plant.Edit) plant.Plant { return results(func(_ *held, m *entry) { m.content = e(m.content) }) }}
	return slices.Concat(itemFaults(), callFaults(), resultFaults(), runFaults(), refusalFaults(), nearFaults(), wayFaults(),
		wireShown().Faults(),
		plant.Lenient("AGUI-03", lenient), plant.Objects("AGUI-03", lenient),
		plant.Failures("AGUI-13", "/run/error", false),
		plant.Product([]plant.Place{contents}, plant.Lettered("trimmed", "cut-at-64", "entities", "printed-anew", "falsy-lost")))
}

// lenient shows what read makes of malformed arguments.
func lenient(read func(text string) string) plant.Plant {
	return wireShown().At("arguments", plant.Text(func(s string) string { return cmp.Or(read(s), s) }))
}

// itemFaults are in texts and in what is open at once.
func itemFaults() []plant.Row {
	return []plant.Row{
		plant.New("AGUI-01/text-repeats-segment", as(client{hears: func(h *held, e wire.Value) []wire.Value {
			if isType(e, textContent) {
				h.notes["said"] = wire.Str(h.notes["said"].Text() + e.Get("delta").Text())
			}
			if isType(e, textStart) && len(h.started) > 0 && h.notes["said"].Text() != "" {
				return []wire.Value{e, says(e.Get("messageId").Text(), h.notes["said"].Text())}
			}
			return []wire.Value{e}
		}})),
		plant.New("AGUI-01/empty-delta-fatal", refusingWhen(func(_ *held, e wire.Value) bool {
			return isType(e, textContent, callArgs) && e.Get("delta").Text() == "" && e.Has("delta")
		}), "AGUI-03"),
		plant.New("AGUI-01/role-lost", heard(plant.When(is(textStart, textChunk), plant.Lacking("role")))),
		plant.New("AGUI-01/backwards", messages(func(_ *held, list []*entry) []*entry {
			slices.Reverse(list)
			return list
		})),
		plant.New("AGUI-04/args-to-last-opened", doing(func(h *held, e wire.Value) bool {
			id, isCall := strings.CutPrefix(h.last, "call ")
			if c := h.callOf(id); isCall && c != nil && isType(e, callArgs) {
				c.arguments.WriteString(e.Get("delta").Text())
				return true
			}
			return false
		}), "AGUI-03"),
		plant.New("AGUI-04/text-to-last-opened", doing(func(h *held, e wire.Value) bool {
			id, isText := strings.CutPrefix(h.last, "text ")
			if m := h.speaker(id); isText && m != nil && isType(e, textContent) {
				m.content = wire.Str(m.content.Text() + e.Get("delta").Text())
				return true
			}
			return false
		})),
		plant.New("AGUI-04/one-call-at-a-time", refusingWhen(func(h *held, e wire.Value) bool {
			return isType(e, callStart) && h.anyOpen("call ", e.Get("toolCallId").Text())
		})),
		plant.New("AGUI-04/text-blocks-call",
			refusingWhen(func(h *held, e wire.Value) bool { return isType(e, callStart) && h.anyOpen("text ", "") })),
		plant.New("AGUI-08/chunks-ignored", deaf(textChunk, callChunk)),
		plant.New("AGUI-08/first-delta-lost", hearing(func(h *held, e wire.Value) wire.Value {
			if isType(e, textChunk, callChunk) && h.chunk.IsAbsent() {
				e = e.Without("delta")
			}
			return e
		})),
		plant.New("AGUI-09/raw-closes-chunk", hearing(func(h *held, e wire.Value) wire.Value {
			if isType(e, "RAW") && !h.chunk.IsAbsent() {
				return wire.ParseString(`{"type":"CUSTOM","name":"x","value":1}`)
			}
			return e
		})),
		plant.New("AGUI-09/activity-closes-chunk", hearing(func(h *held, e wire.Value) wire.Value {
			if isType(e, "ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA") && !h.chunk.IsAbsent() {
				return wire.ParseString(`{"type":"CUSTOM","name":"x","value":1}`)
			}
			return e
		})),
		plant.New("AGUI-09/custom-leaves-open", deaf("CUSTOM"), "AGUI-18"),
		plant.New("AGUI-09/state-leaves-open", deaf("STATE_SNAPSHOT", "STATE_DELTA"), "AGUI-18"),
		plant.New("AGUI-09/closing-not-told", neverEnding(func(e wire.Value) bool {
			return !isType(e, callChunk, runFinished) && !passesBy(e.Get("type").Text())
		})),
		plant.New("AGUI-09/words-end-no-call", neverEnding(func(e wire.Value) bool { return isType(e, textChunk) })),
	}
}

// neverEnding tells no call whose chunks these events closed as complete.
func neverEnding(closes func(e wire.Value) bool) plant.Plant {
	return as(client{hears: func(h *held, e wire.Value) []wire.Value {
		if c := h.chunk; isType(c, callChunk) && closes(e) {
			h.notes[c.Get("toolCallId").Text()] = wire.Boolean(true)
		}
		return []wire.Value{e}
	}, show: func(h *held, _ wire.Value) wire.Value {
		for _, m := range h.messages {
			for _, c := range m.calls {
				c.ended = c.ended && !h.notes[c.id].IsTrue()
			}
		}
		h.show = nil
		return h.state()
	}})
}

// anyOpen tells whether another item of the kind is open.
func (h *held) anyOpen(kind, but string) bool {
	for key := range h.open {
		if strings.HasPrefix(key, kind) && key != kind+but {
			return true
		}
	}
	return false
}

// nullless is a value without its members that are null.
func nullless(v wire.Value) wire.Value {
	for _, m := range v.Members() {
		if m.Value.IsNull() {
			v = v.Without(m.Name)
		}
	}
	return v
}

// callFaults are in calls and where they stand.
func callFaults() []plant.Row {
	again := func(e wire.Value, h *held) *heldCall {
		if !isType(e, callStart) {
			return nil
		}
		return h.callOf(e.Get("toolCallId").Text())
	}
	return []plant.Row{
		plant.New("AGUI-02/name-lost", plant.Showing("/messages/*/toolCalls/*/name", plant.Null)),
		plant.New("AGUI-02/never-complete", plant.Showing("/messages/*/toolCalls/*/complete", plant.Becomes("false"))),
		plant.New("AGUI-02/complete-lost", showing(func(_ *held, state wire.Value) wire.Value {
			n := 0
			return plant.Everywhere("/messages/*/toolCalls/*/complete", func(v wire.Value) wire.Value {
				if n++; n > 1 {
					return wire.Value{}
				}
				return v
			})(state)
		})),
		plant.New("AGUI-03/argless-call-lost", losing(func(c *heldCall) bool { return c.arguments.Len() == 0 }), "AGUI-02"),
		plant.New("AGUI-03/malformed-braces", calls(func(_ *held, c *heldCall) {
			if _, err := wire.Parse([]byte(c.arguments.String())); err != nil {
				rename(c, "{}")
			}
		})),
		plant.New("AGUI-07/parent-ignored", heard(plant.Lacking("parentMessageId"))),
		plant.New("AGUI-07/parent-is-last", hearing(func(h *held, e wire.Value) wire.Value {
			for _, m := range h.messages {
				if e.Get("parentMessageId").Text() != "" && m.role == "assistant" && isType(e, callStart) &&
					h.callOf(e.Get("toolCallId").Text()) == nil {
					e = e.With("parentMessageId", wire.Str(m.id))
				}
			}
			return e
		})),
		plant.New("AGUI-07/unknown-parent-fatal", refusingWhen(func(h *held, e wire.Value) bool {
			parent := e.Get("parentMessageId").Text()
			return isType(e, callStart) && parent != "" && h.speaker(parent) == nil
		})),
		plant.New("AGUI-07/siblings-apart", messages(func(_ *held, list []*entry) (split []*entry) {
			for _, m := range list {
				for len(m.calls) > 1 {
					first := *m
					first.calls, m.calls = m.calls[:1], m.calls[1:]
					split, m.content = append(split, &first), wire.NullValue
				}
				split = append(split, m)
			}
			return split
		})),
		plant.New("AGUI-10/reopen-duplicates", doing(func(h *held, e wire.Value) bool {
			if c := again(e, h); c != nil {
				h.messages = append(h.messages,
					&entry{id: c.id + "-2", role: "assistant", calls: []*heldCall{{id: c.id, name: c.name, ended: true}}})
			}
			return false
		})),
		plant.New("AGUI-10/reopen-resets", doing(func(h *held, e wire.Value) bool {
			if c := again(e, h); c != nil {
				c.arguments.Reset()
			}
			return false
		})),
		plant.New("AGUI-10/text-reopen-resets", doing(func(h *held, e wire.Value) bool {
			if m := h.speaker(e.Get("messageId").Text()); m != nil && isType(e, textStart) && m.content.IsString() {
				m.content = wire.Str("")
			}
			return false
		})),
		plant.New("AGUI-02/reopen-moves", doing(func(h *held, e wire.Value) bool {
			for _, m := range h.messages {
				if c := again(e, h); slices.Contains(m.calls, c) {
					m.calls = append(slices.DeleteFunc(m.calls, func(o *heldCall) bool { return o == c }), c)
				}
			}
			return false
		})),
		plant.New("AGUI-10/reopen-refused", refusingWhen(func(h *held, e wire.Value) bool { return again(e, h) != nil })),
		plant.New("AGUI-24/metadata-into-parent", doing(func(h *held, e wire.Value) bool {
			if m := h.speaker(e.Get("parentMessageId").Text()); m != nil && isType(e, callStart) {
				m.metadata = mixed(m.metadata, e)
			}
			return false
		})),
		plant.New("AGUI-24/null-lost", entries(func(_ *held, m *entry) {
			m.metadata = nullless(m.metadata)
			for _, c := range m.calls {
				c.metadata = nullless(c.metadata)
			}
		})),
		plant.New("AGUI-24/first-write-wins", doing(func(h *held, e wire.Value) bool {
			if c := h.callOf(e.Get("toolCallId").Text()); c != nil && isType(e, callArgs, callEnd) && e.Has("metadata") {
				have := c.metadata
				h.takeCall(e, e.Get("type").Text())
				c.metadata = merged(c.metadata, have)
				return true
			}
			return false
		})),
		plant.New("AGUI-24/end-lost", heard(plant.When(is(textEnd, callEnd), plant.Lacking("metadata")))),
	}
}
