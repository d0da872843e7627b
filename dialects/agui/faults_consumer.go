package agui

import (
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
		OfText: "AGUI-01", OfCalls: "AGUI-02", OfArguments: "AGUI-03", OfTwins: "AGUI-02", OfCut: "AGUI-17", OfOrder: "AGUI-02"}
}

func consumerFaults() []plant.Row {
	contents := plant.Place{Slug: "content", Title: "The content of a result", Requirement: "AGUI-05",
		Plant: func(e plant.Edit) plant.Plant { return results(func(_ *held, m *entry) { m.content = e(m.content) }) }}
	return slices.Concat(itemFaults(), callFaults(), resultFaults(), runFaults(), refusalFaults(), wireShown().Faults(),
		plant.Product([]plant.Place{contents}, plant.Named("trimmed", "cut-at-64", "entities", "printed-anew", "falsy-lost")))
}

// itemFaults are in texts and in what is open at once.
func itemFaults() []plant.Row {
	return []plant.Row{
		{ID: "AGUI-01/text-repeats-segment", Title: "Text behind a call repeats the text before it.",
			Plant: as(client{hears: func(h *held, e wire.Value) []wire.Value {
				if isType(e, textContent) {
					h.notes["said"] = wire.Str(h.notes["said"].Text() + e.Get("delta").Text())
				}
				if isType(e, textStart) && len(h.started) > 0 && h.notes["said"].Text() != "" {
					return []wire.Value{e, says(e.Get("messageId").Text(), h.notes["said"].Text())}
				}
				return []wire.Value{e}
			}})},
		{ID: "AGUI-01/empty-delta-fatal", Title: "An empty delta ends the run.", Also: []string{"AGUI-03"},
			Plant: refusingWhen(func(_ *held, e wire.Value) bool {
				return isType(e, textContent, callArgs) && e.Get("delta").Text() == "" && e.Has("delta")
			})},
		{ID: "AGUI-01/role-lost", Title: "Every text is the assistant's.",
			Plant: heard(plant.When(is(textStart, textChunk), plant.Lacking("role")))},
		{ID: "AGUI-01/backwards", Title: "The last message stands first.", Plant: messages(func(_ *held, list []*entry) []*entry {
			slices.Reverse(list)
			return list
		})},
		{ID: "AGUI-04/args-to-last-opened", Title: "Deltas go to the call that was opened last.", Also: []string{"AGUI-03"},
			Plant: doing(func(h *held, e wire.Value) bool {
				id, isCall := strings.CutPrefix(h.last, "call ")
				if c := h.callOf(id); isCall && c != nil && isType(e, callArgs) {
					c.arguments.WriteString(e.Get("delta").Text())
					return true
				}
				return false
			})},
		{ID: "AGUI-04/text-to-last-opened", Title: "Text goes to the message that was opened last.",
			Plant: doing(func(h *held, e wire.Value) bool {
				id, isText := strings.CutPrefix(h.last, "text ")
				if m := h.speaker(id); isText && m != nil && isType(e, textContent) {
					m.content = wire.Str(m.content.Text() + e.Get("delta").Text())
					return true
				}
				return false
			})},
		{ID: "AGUI-04/one-call-at-a-time", Title: "A second open call is refused.", Plant: refusingWhen(func(h *held, e wire.Value) bool {
			return isType(e, callStart) && h.anyOpen("call ", e.Get("toolCallId").Text())
		})},
		{ID: "AGUI-04/text-blocks-call", Title: "A call is refused while a text is open.",
			Plant: refusingWhen(func(h *held, e wire.Value) bool { return isType(e, callStart) && h.anyOpen("text ", "") })},
		{ID: "AGUI-08/chunks-ignored", Title: "Chunks are skipped in silence.", Plant: deaf(textChunk, callChunk)},
		{ID: "AGUI-08/first-delta-lost", Title: "The delta of a first chunk is lost.",
			Plant: hearing(func(h *held, e wire.Value) wire.Value {
				if isType(e, textChunk, callChunk) && h.chunk.IsAbsent() {
					e = e.Without("delta")
				}
				return e
			})},
		{ID: "AGUI-09/raw-closes-chunk", Title: "RAW closes a chunk stream.", Plant: hearing(func(h *held, e wire.Value) wire.Value {
			if isType(e, "RAW") && !h.chunk.IsAbsent() {
				return wire.ParseString(`{"type":"CUSTOM","name":"x","value":1}`)
			}
			return e
		})},
		{ID: "AGUI-09/activity-closes-chunk", Title: "An activity closes a chunk stream.",
			Plant: hearing(func(h *held, e wire.Value) wire.Value {
				if isType(e, "ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA") && !h.chunk.IsAbsent() {
					return wire.ParseString(`{"type":"CUSTOM","name":"x","value":1}`)
				}
				return e
			})},
		{ID: "AGUI-09/custom-leaves-open", Title: "A custom event leaves a chunk stream open.", Also: []string{"AGUI-18"},
			Plant: deaf("CUSTOM")},
		{ID: "AGUI-09/state-leaves-open", Title: "A state leaves a chunk stream open.", Also: []string{"AGUI-18"},
			Plant: deaf("STATE_SNAPSHOT", "STATE_DELTA")},
		{ID: "AGUI-09/closing-not-told", Title: "A call that another item closes is never complete.",
			Plant: as(client{hears: func(h *held, e wire.Value) []wire.Value {
				if c := h.chunk; c.Get("type").Text() == callChunk && !isType(e, callChunk, runFinished) &&
					!passesBy(e.Get("type").Text()) {
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
			}})},
	}
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
		{ID: "AGUI-02/name-lost", Title: "The name of a call is read from another member.",
			Plant: plant.Showing("/messages/*/toolCalls/*/name", plant.Null)},
		{ID: "AGUI-02/never-complete", Title: "No call is ever complete.",
			Plant: plant.Showing("/messages/*/toolCalls/*/complete", plant.Becomes("false"))},
		{ID: "AGUI-02/complete-lost", Title: "Whether a call is complete is told of the first alone.",
			Plant: showing(func(_ *held, state wire.Value) wire.Value {
				n := 0
				return plant.Everywhere("/messages/*/toolCalls/*/complete", func(v wire.Value) wire.Value {
					if n++; n > 1 {
						return wire.Value{}
					}
					return v
				})(state)
			})},
		{ID: "AGUI-03/argless-call-lost", Title: "A call without arguments is no call.", Also: []string{"AGUI-02"},
			Plant: losing(func(c *heldCall) bool { return c.arguments.Len() == 0 })},
		{ID: "AGUI-03/malformed-braces", Title: "Arguments that are no JSON become {}.", Plant: calls(func(_ *held, c *heldCall) {
			if _, err := wire.Parse([]byte(c.arguments.String())); err != nil {
				rename(c, "{}")
			}
		})},
		{ID: "AGUI-07/parent-ignored", Title: "A call stands in a message of its own whatever its parent.",
			Plant: heard(plant.Lacking("parentMessageId"))},
		{ID: "AGUI-07/parent-is-last", Title: "A call stands in the last message.",
			Plant: hearing(func(h *held, e wire.Value) wire.Value {
				for _, m := range h.messages {
					if e.Get("parentMessageId").Text() != "" && m.role == "assistant" && isType(e, callStart) &&
						h.callOf(e.Get("toolCallId").Text()) == nil {
						e = e.With("parentMessageId", wire.Str(m.id))
					}
				}
				return e
			})},
		{ID: "AGUI-07/unknown-parent-fatal", Title: "A call whose parent has not come is refused.",
			Plant: refusingWhen(func(h *held, e wire.Value) bool {
				parent := e.Get("parentMessageId").Text()
				return isType(e, callStart) && parent != "" && h.speaker(parent) == nil
			})},
		{ID: "AGUI-10/reopen-duplicates", Title: "A second start makes a second, empty call.",
			Plant: doing(func(h *held, e wire.Value) bool {
				if c := again(e, h); c != nil {
					h.messages = append(h.messages,
						&entry{id: c.id + "-2", role: "assistant", calls: []*heldCall{{id: c.id, name: c.name, ended: true}}})
				}
				return false
			})},
		{ID: "AGUI-10/reopen-resets", Title: "A second start empties the arguments.", Plant: doing(func(h *held, e wire.Value) bool {
			if c := again(e, h); c != nil {
				c.arguments.Reset()
			}
			return false
		})},
		{ID: "AGUI-10/text-reopen-resets", Title: "A second start empties the text.", Plant: doing(func(h *held, e wire.Value) bool {
			if m := h.speaker(e.Get("messageId").Text()); m != nil && isType(e, textStart) && m.content.IsString() {
				m.content = wire.Str("")
			}
			return false
		})},
		{ID: "AGUI-10/reopen-refused", Title: "A second start is refused.",
			Plant: refusingWhen(func(h *held, e wire.Value) bool { return again(e, h) != nil })},
		{ID: "AGUI-24/metadata-into-parent", Title: "The metadata of a call goes into its message.",
			Plant: doing(func(h *held, e wire.Value) bool {
				if m := h.speaker(e.Get("parentMessageId").Text()); m != nil && isType(e, callStart) {
					m.metadata = mixed(m.metadata, e)
				}
				return false
			})},
		{ID: "AGUI-24/null-lost", Title: "A null in metadata is no value.", Plant: entries(func(_ *held, m *entry) {
			m.metadata = nullless(m.metadata)
			for _, c := range m.calls {
				c.metadata = nullless(c.metadata)
			}
		})},
		{ID: "AGUI-24/first-write-wins", Title: "The first value of a key in metadata stays.",
			Plant: doing(func(h *held, e wire.Value) bool {
				if c := h.callOf(e.Get("toolCallId").Text()); c != nil && isType(e, callArgs, callEnd) && e.Has("metadata") {
					have := c.metadata
					h.takeCall(e, e.Get("type").Text())
					c.metadata = merged(c.metadata, have)
					return true
				}
				return false
			})},
		{ID: "AGUI-24/end-lost", Title: "The metadata of an end is lost.",
			Plant: heard(plant.When(is(textEnd, callEnd), plant.Lacking("metadata")))},
	}
}
