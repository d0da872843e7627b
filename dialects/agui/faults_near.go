package agui

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// nearFaults take one thing for another that is like it.
func nearFaults() []plant.Row {
	return slices.Concat(nearEvents(), nearRuns(), nearItems())
}

// nearEvents are in what an event is, and when it is out of place.
func nearEvents() []plant.Row {
	first := func(h *held, _ wire.Value) bool { return !h.begun }
	behind := func(status string) func(h *held, e wire.Value) bool {
		return func(h *held, e wire.Value) bool {
			return h.over && (h.status == "failed") == (status == "failed") && !isType(e, runStarted, runError)
		}
	}
	stamp := func(h *held, e wire.Value) (before, now int64) {
		before, _ = h.notes["stamp"].Int64()
		now, _ = e.Get("timestamp").Int64()
		return before, now
	}
	return []plant.Row{
		plant.New("AGUI-16/type-normalised", heard(plant.Inside("/type", plant.Text(func(s string) string {
			return strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(strings.TrimSpace(s)))
		})))),
		plant.New("AGUI-16/origin-applied", hearing(func(_ *held, e wire.Value) wire.Value {
			if from := e.Get("rawEvent"); slices.Contains(vocabulary(), from.Get("type").Text()) {
				return from
			}
			return e
		})),
		plant.New("AGUI-01/older-dropped", skipping(func(h *held, e wire.Value) bool {
			before, now := stamp(h, e)
			if now > before {
				h.notes["stamp"] = e.Get("timestamp")
			}
			return e.Has("timestamp") && now < before
		})),
		plant.New("AGUI-16/same-time-dropped", skipping(func(h *held, e wire.Value) bool {
			key := "at " + e.Get("type").Text() + e.Get("timestamp").JSON()
			again := h.notes[key].IsTrue()
			h.notes[key] = wire.Boolean(true)
			return e.Has("timestamp") && again
		})),
		plant.New("AGUI-16/state-of-object-only",
			refusingWhen(func(_ *held, e wire.Value) bool { return isType(e, "STATE_SNAPSHOT") && !e.Get("snapshot").IsObject() })),
		plant.New("AGUI-16/custom-applied", hearing(func(_ *held, e wire.Value) wire.Value {
			if isType(e, "CUSTOM") && slices.Contains(vocabulary(), e.Find("/value/type").Text()) {
				return e.Get("value")
			}
			return e
		})),
		plant.New("AGUI-16/version-checked", refusingWhen(func(_ *held, e wire.Value) bool {
			return e.Has("protocolVersion") && !strings.HasPrefix(e.Get("protocolVersion").Text(), "1.")
		})),
		plant.New("AGUI-18/unchecked-first", lenientWhere(first)),
		plant.New("AGUI-18/unchecked-behind-end", lenientWhere(behind("success"))),
		plant.New("AGUI-18/unchecked-behind-error", lenientWhere(behind("failed"))),
		plant.New("AGUI-18/unchecked-run-amid-items", lenientWhere(func(h *held, e wire.Value) bool {
			return isType(e, runStarted) && len(h.open) > 0
		})),
		plant.New("AGUI-18/unchecked-tag-at-end", heard(plant.When(is(textEnd, callEnd), plant.Lacking("subagentRunId")))),
		plant.New("AGUI-19/null-is-empty", hearing(func(_ *held, e wire.Value) wire.Value {
			if e.Get("delta").Kind() == wire.Null {
				return e.With("delta", wire.Str(""))
			}
			return e
		})),
		plant.New("AGUI-19/missing-is-empty", hearing(func(_ *held, e wire.Value) wire.Value {
			required, _ := needs(e.Get("type").Text())
			for _, name := range strings.Fields(required) {
				if !e.Has(name) {
					e = e.With(name, wire.Str(""))
				}
			}
			return e
		})),
		plant.New("AGUI-08/chunk-ids-folded", heard(plant.When(is(callChunk), func(e wire.Value) wire.Value {
			if !e.Get("toolCallId").IsString() {
				return e
			}
			return e.With("toolCallId", wire.Str(strings.ToLower(strings.TrimSpace(e.Get("toolCallId").Text()))))
		}))),
		plant.New("AGUI-19/stored-assistant-unchecked", hearing(func(_ *held, e wire.Value) wire.Value {
			return e.Edit("/messages", func(list wire.Value) wire.Value {
				return wire.List(slices.DeleteFunc(list.Items(), func(m wire.Value) bool {
					return m.Get("role").Text() == "assistant" && m.Get("content").Kind() != wire.Null &&
						isNoMessage(m) && !isNoMessage(m.With("content", wire.Str("")))
				})...)
			})
		})),
		plant.New("AGUI-19/stored-unchecked", hearing(func(_ *held, e wire.Value) wire.Value {
			return e.Edit("/messages", func(list wire.Value) wire.Value {
				return wire.List(slices.DeleteFunc(list.Items(), isNoMessage)...)
			})
		})),
	}
}

// nearRuns are in outcomes, failures and what waits.
func nearRuns() []plant.Row {
	return []plant.Row{
		plant.New("AGUI-11/interrupts-by-reason", showing(func(h *held, state wire.Value) wire.Value {
			seen, list := map[string]bool{}, []wire.Value{}
			for _, i := range h.outcome.Get("interrupts").Items() {
				if reason := i.Get("reason").Text(); !seen[reason] {
					seen[reason] = true
					list = append(list, i.Get("id"))
				}
			}
			return state.Edit("/run/interrupts", func(wire.Value) wire.Value { return wire.List(list...) })
		})),
		plant.New("AGUI-12/listed-and-answered", pendingAs(func(h *held, v wire.Value) wire.Value {
			return wire.List(slices.DeleteFunc(v.Items(), func(id wire.Value) bool { return h.answered[id.Text()] })...)
		})),
		plant.New("AGUI-12/listed-and-unknown", pendingAs(func(h *held, v wire.Value) wire.Value {
			return wire.List(slices.DeleteFunc(v.Items(), func(id wire.Value) bool { return !slices.Contains(h.started, id.Text()) })...)
		})),
		plant.New("AGUI-12/snapshot-forgets", doing(func(h *held, e wire.Value) bool {
			if isType(e, snapshot) {
				h.started = nil
			}
			return false
		})),
		plant.New("AGUI-13/first-line", plant.Showing("/run/error", plant.Text(func(s string) string {
			line, _, _ := strings.Cut(s, "\n")
			return line
		}))),
		plant.New("AGUI-13/json-hidden", plant.Showing("/run/error", plant.When(
			func(v wire.Value) bool { return strings.HasPrefix(v.Text(), "{") }, plant.Becomes(`"Something went wrong."`)))),
		plant.New("AGUI-13/code-is-abort", status(func(h *held, s string) string {
			if s == "failed" && slices.Contains([]string{"abort", "aborted", "cancelled"}, strings.ToLower(h.failure.Get("code").Text())) {
				return "cancelled"
			}
			return s
		})),
		plant.New("AGUI-13/late-keeps-interrupt", skipping(func(h *held, e wire.Value) bool {
			return isType(e, runError) && h.over && h.status == "interrupted"
		})),
		plant.New("AGUI-16/outcome-nearly", status(func(h *held, s string) string {
			kind := strings.ToLower(strings.TrimSpace(h.outcome.Get("type").Text()))
			if found, ok := map[string]string{"cancelled": "cancelled", "canceled": "cancelled", "interrupt": "interrupted",
				"error": "failed"}[kind]; ok && s == "success" {
				return found
			}
			return s
		})),
		plant.New("AGUI-11/result-is-error", heard(plant.When(
			func(e wire.Value) bool { return isType(e, runFinished) && e.Find("/result/error").IsString() },
			func(e wire.Value) wire.Value { return failing(e.Find("/result/error").Text(), "") }))),
	}
}

// nearItems are in texts, calls, metadata and stored messages.
func nearItems() []plant.Row {
	again := func(kind string) plant.Plant {
		return skipping(func(h *held, e wire.Value) bool {
			before := h.notes["before"]
			h.notes["before"] = e
			return isType(e, kind) && wire.Equal(before, e) && e.Get("delta").Text() != ""
		})
	}
	joins := func(join func(have, more wire.Value) wire.Value) plant.Plant {
		return hearing(func(h *held, e wire.Value) wire.Value {
			id := e.Get("messageId").Text() + " " + e.Get("toolCallId").Text()
			have := h.notes["meta"+id]
			for _, m := range e.Get("metadata").Members() {
				if v := have.Get(m.Name); !v.IsAbsent() {
					e = e.Edit("/metadata/"+m.Name, func(more wire.Value) wire.Value { return join(v, more) })
				}
			}
			h.notes["meta"+id] = mixed(have, e)
			return e
		})
	}
	return []plant.Row{
		plant.New("AGUI-01/same-again-dropped", again(textContent)),
		plant.New("AGUI-03/same-again-dropped", again(callArgs)),
		plant.New("AGUI-03/whole-is-enough", doing(func(h *held, e wire.Value) bool {
			c := h.callOf(e.Get("toolCallId").Text())
			return isType(e, callArgs) && c != nil && json.Valid([]byte(c.arguments.String()))
		}), "AGUI-10"),
		plant.New("AGUI-02/five-at-most", entries(func(_ *held, m *entry) { m.calls = m.calls[:min(5, len(m.calls))] })),
		plant.New("AGUI-24/lists-joined", joins(func(have, more wire.Value) wire.Value {
			if have.IsArray() && more.IsArray() {
				return wire.List(append(slices.Clone(have.Items()), more.Items()...)...)
			}
			return more
		})),
		plant.New("AGUI-24/objects-joined", joins(func(have, more wire.Value) wire.Value {
			if have.IsObject() && more.IsObject() {
				return merged(have, more)
			}
			return more
		})),
		plant.New("AGUI-15/snapshot-mixes", mixing(func(m, old *entry) {
			if textual(m.content) == "" {
				m.content = old.content
			}
		})),
		plant.New("AGUI-15/snapshot-keeps-calls", mixing(func(m, old *entry) {
			if len(m.calls) == 0 {
				m.calls = old.calls
			}
		})),
		plant.New("AGUI-15/snapshot-keeps-error", mixing(func(m, old *entry) {
			if m.failure.IsAbsent() {
				m.failure = old.failure
			}
		})),
		plant.New("AGUI-01/ids-folded", heard(func(e wire.Value) wire.Value {
			for _, name := range []string{"messageId", "parentMessageId"} {
				if e.Get(name).IsString() {
					e = e.With(name, wire.Str(strings.ToLower(strings.TrimSpace(e.Get(name).Text()))))
				}
			}
			return e
		}), "AGUI-07"),
	}
}

// mixing takes a snapshot, and keeps something of the messages that it replaces.
func mixing(keep func(m, old *entry)) plant.Plant {
	return snapshots(func(h *held, list wire.Value) {
		old := map[string]*entry{}
		for _, m := range h.messages {
			old[m.id] = m
		}
		h.replace(list)
		for _, m := range h.messages {
			if o := old[m.id]; o != nil {
				keep(m, o)
			}
		}
	})
}

// wayFaults are in one form that an item goes on in, or in one thing that stands amid what is open.
func wayFaults() []plant.Row {
	return slices.Concat(wayItems(), wayRuns())
}

// wayItems are in texts and calls that go on, and in what stands beside them.
func wayItems() []plant.Row {
	thinking := func(h *held, e wire.Value) bool {
		if isType(e, "REASONING_MESSAGE_START", "REASONING_MESSAGE_END") {
			h.notes["thinking"] = wire.Boolean(isType(e, "REASONING_MESSAGE_START"))
		}
		return h.notes["thinking"].IsTrue()
	}
	// resets empties what is opened again, by a chunk or not, of what was told otherwise before.
	resets := func(byChunk bool) plant.Plant {
		return doing(func(h *held, e wire.Value) bool {
			key, opens, _ := itemOf(e)
			chunk := !h.chunk.IsAbsent() && opens
			if was := h.notes["by "+key]; opens && !was.IsAbsent() && was.IsTrue() != byChunk && chunk == byChunk {
				if c := h.callOf(e.Get("toolCallId").Text()); c != nil {
					c.arguments.Reset()
				} else if m := h.speaker(e.Get("messageId").Text()); m != nil {
					m.content = wire.Str("")
				}
			}
			if opens {
				h.notes["by "+key] = wire.Boolean(chunk)
			}
			return false
		})
	}
	return []plant.Row{
		plant.New("AGUI-10/chunk-begins-anew", resets(true), "AGUI-08"),
		plant.New("AGUI-10/triad-begins-anew", resets(false), "AGUI-08"),
		plant.New("AGUI-10/snapshot-unknown-to-chunks", skipping(func(h *held, e wire.Value) bool {
			if isType(e, snapshot) {
				h.notes["snapped"] = e
			}
			id := e.Get("toolCallId").Text()
			return isType(e, callChunk) && h.callOf(id) != nil && strings.Contains(h.notes["snapped"].JSON(), wire.Str(id).JSON())
		})),
		plant.New("AGUI-04/thought-mutes-text", skipping(func(h *held, e wire.Value) bool {
			return thinking(h, e) && isType(e, textContent)
		})),
		plant.New("AGUI-04/thought-mutes-call", skipping(func(h *held, e wire.Value) bool {
			return thinking(h, e) && isType(e, callArgs)
		})),
		plant.New("AGUI-24/beside-into-call", doing(func(h *held, e wire.Value) bool {
			if c := h.callOf(strings.TrimPrefix(h.last, "call ")); c != nil && isType(e, "CUSTOM", "RAW", "STATE_SNAPSHOT") {
				if _, open := h.open[h.last]; open {
					c.metadata = mixed(c.metadata, e)
				}
			}
			return false
		})),
		plant.New("AGUI-08/empty-closes-chunks", as(client{hears: func(_ *held, e wire.Value) []wire.Value {
			if isType(e, callChunk, textChunk) && e.Get("delta").IsString() && e.Get("delta").Text() == "" {
				return []wire.Value{e, event("CUSTOM", wire.T("name", "closes"), wire.T("value", ""))}
			}
			return []wire.Value{e}
		}})),
		plant.New("AGUI-08/helpers-chunks-lost", skipping(func(_ *held, e wire.Value) bool {
			return isType(e, callChunk, textChunk) && e.Has("subagentRunId")
		})),
		plant.New("AGUI-05/helpers-results-lost", skipping(func(_ *held, e wire.Value) bool {
			return isType(e, callResult) && e.Has("subagentRunId")
		})),
		plant.New("AGUI-03/surplus-brace-lost", doing(func(h *held, e wire.Value) bool {
			c := h.callOf(e.Get("toolCallId").Text())
			return isType(e, callArgs) && c != nil && e.Get("delta").Text() == "}" && json.Valid([]byte(c.arguments.String()))
		})),
		plant.New("AGUI-15/left-out-is-closed", refusingWhen(func(h *held, e wire.Value) bool {
			return isType(e, textContent, textEnd) && h.speaker(e.Get("messageId").Text()) == nil ||
				isType(e, callArgs, callEnd) && h.callOf(e.Get("toolCallId").Text()) == nil
		})),
		plant.New("AGUI-15/second-snapshot-lost", skipping(func(h *held, e wire.Value) bool {
			before := h.notes["before"]
			h.notes["before"] = e
			return isType(e, snapshot) && isType(before, snapshot)
		})),
	}
}

// wayRuns are in failures, aborts, and what is out of place.
func wayRuns() []plant.Row {
	return []plant.Row{
		plant.New("AGUI-13/code-stays", hearing(func(h *held, e wire.Value) wire.Value {
			if isType(e, runError) && !e.Has("code") && h.notes["code"].IsString() {
				return e.With("code", h.notes["code"])
			}
			if isType(e, runError) {
				h.notes["code"] = e.Get("code")
			}
			return e
		})),
		plant.New("AGUI-20/end-behind-failure", skipping(func(h *held, e wire.Value) bool {
			return h.status == "failed" && len(h.open) == 0 && isType(e, runFinished)
		})),
		plant.New("AGUI-13/first-error-ends-all", refusingWhen(func(h *held, e wire.Value) bool {
			if isType(e, runError) && !h.begun {
				h.notes["first"] = e
			}
			return isType(e, runStarted) && h.notes["first"].IsObject()
		})),
		plant.New("AGUI-11/interrupts-of-known-calls", showing(func(h *held, state wire.Value) wire.Value {
			return state.Edit("/run/interrupts", func(list wire.Value) wire.Value {
				var known []wire.Value
				for _, i := range h.outcome.Get("interrupts").Items() {
					if call := i.Get("toolCallId"); call.IsAbsent() || h.callOf(call.Text()) != nil {
						known = append(known, i.Get("id"))
					}
				}
				return wire.List(known...)
			})
		})),
		plant.New("AGUI-18/chunk-id-made-up", hearing(func(h *held, e wire.Value) wire.Value {
			for kind, id := range map[string]string{callChunk: "toolCallId", textChunk: "messageId"} {
				if isType(e, kind) && h.chunk.IsAbsent() && !e.Has(id) {
					return e.With(id, wire.Str("made-up"))
				}
			}
			return e
		})),
	}
}
