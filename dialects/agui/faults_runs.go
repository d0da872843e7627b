package agui

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// resultFaults are in results and whose they are.
func resultFaults() []plant.Row {
	known := func(h *held, m *entry) bool { return h.callOf(m.call) != nil }
	return []plant.Row{
		plant.New("AGUI-05/result-coerced", results(func(_ *held, m *entry) {
			if v, err := wire.Parse([]byte(m.content.Text())); err == nil && m.content.IsString() {
				m.content = v
			}
		})),
		plant.New("AGUI-05/empty-result-crash", refusingWhen(func(_ *held, e wire.Value) bool {
			return isType(e, callResult) && e.Get("content").Text() == "" && e.Get("content").IsString()
		})),
		plant.New("AGUI-05/parts-lost", results(func(_ *held, m *entry) {
			if m.content.Len() > 1 {
				m.content = wire.List(m.content.At(0))
			}
		})),
		plant.New("AGUI-06/result-by-position", messages(func(h *held, list []*entry) []*entry {
			n := 0
			for _, m := range list {
				if m.role == "tool" && n < len(h.started) && known(h, m) {
					m.call = h.started[n]
					n++
				}
			}
			return list
		})),
		plant.New("AGUI-06/late-result-lost", doing(func(h *held, e wire.Value) bool {
			last := len(h.messages) - 1
			return isType(e, callResult) && last >= 0 && h.messages[last].role == "assistant" && len(h.messages[last].calls) == 0
		}), "AGUI-05"),
		plant.New("AGUI-06/result-needs-same-run", doing(func(h *held, e wire.Value) bool {
			return isType(e, callResult) && !slices.Contains(h.started, e.Get("toolCallId").Text()) &&
				h.callOf(e.Get("toolCallId").Text()) != nil
		}), "AGUI-14"),
		plant.New("AGUI-06/open-result-lost", doing(func(h *held, e wire.Value) bool {
			_, open := h.open["call "+e.Get("toolCallId").Text()]
			return isType(e, callResult) && open
		})),
		plant.New("AGUI-21/second-result-mixed", doing(func(h *held, e wire.Value) bool {
			for _, m := range h.messages {
				if isType(e, callResult) && m.role == "tool" && m.call == e.Get("toolCallId").Text() {
					m.content = e.Get("content")
					return true
				}
			}
			return false
		})),
		plant.New("AGUI-21/second-drops-both", messages(func(_ *held, list []*entry) []*entry {
			n := map[string]int{}
			for _, m := range list {
				n[m.call]++
			}
			return slices.DeleteFunc(list, func(m *entry) bool { return m.role == "tool" && n[m.call] > 1 })
		})),
		plant.New("AGUI-22/orphan-takes-first-call", doing(func(h *held, e wire.Value) bool {
			if isType(e, callResult) && h.callOf(e.Get("toolCallId").Text()) == nil && len(h.started) > 0 {
				h.apply(e.With("toolCallId", wire.Str(h.started[0])))
				return true
			}
			return false
		})),
		plant.New("AGUI-22/early-swallows-call", messages(func(_ *held, list []*entry) []*entry {
			early := map[string]bool{}
			for _, m := range list {
				early[m.call] = early[m.call] || m.role == "tool"
				m.calls = slices.DeleteFunc(m.calls, func(c *heldCall) bool { return early[c.id] })
			}
			return list
		})),
		plant.New("AGUI-22/orphan-fatal", refusingWhen(func(h *held, e wire.Value) bool {
			return isType(e, callResult) && h.callOf(e.Get("toolCallId").Text()) == nil
		})),
		plant.New("AGUI-23/same-id-overwrites", doing(func(h *held, e wire.Value) bool {
			if isType(e, callResult) {
				h.messages = slices.DeleteFunc(h.messages, func(m *entry) bool { return m.id == e.Get("messageId").Text() })
			}
			return false
		})),
		plant.New("AGUI-23/text-into-result", doing(func(h *held, e wire.Value) bool {
			for _, m := range h.messages {
				if m.role == "tool" && m.id == e.Get("messageId").Text() && isType(e, textContent) {
					m.content = wire.Str(m.content.Text() + e.Get("delta").Text())
					return true
				}
			}
			return false
		})),
		plant.New("AGUI-23/same-id-dropped", doing(func(h *held, e wire.Value) bool {
			return isType(e, callResult) && slices.ContainsFunc(h.messages,
				func(m *entry) bool { return m.id == e.Get("messageId").Text() })
		})),
	}
}

func status(change func(h *held, status string) string) plant.Plant {
	return showing(func(h *held, state wire.Value) wire.Value {
		return state.Edit("/run/status", func(v wire.Value) wire.Value { return wire.Str(change(h, v.Text())) })
	})
}

// always is a status in place of another.
func always(from, to string) plant.Plant {
	return status(func(_ *held, s string) string {
		if s == from {
			return to
		}
		return s
	})
}

func pendingAs(change func(h *held, list wire.Value) wire.Value) plant.Plant {
	return showing(func(h *held, state wire.Value) wire.Value {
		return state.Edit("/run/pending", func(v wire.Value) wire.Value { return change(h, v) })
	})
}

// snapshots takes a snapshot in another way.
func snapshots(f func(h *held, list wire.Value)) plant.Plant {
	return doing(func(h *held, e wire.Value) bool {
		if isType(e, snapshot) {
			f(h, e.Get("messages"))
		}
		return isType(e, snapshot)
	})
}

// runFaults are in outcomes, failures, runs and snapshots, and in what means nothing.
func runFaults() []plant.Row {
	listed := func(h *held) wire.Value { return h.outcome.Get("pendingToolCallIds") }
	nothingPending := func(so func(h *held) bool) plant.Plant {
		return pendingAs(func(h *held, v wire.Value) wire.Value {
			if so(h) {
				return wire.List()
			}
			return v
		})
	}
	return []plant.Row{
		plant.New("AGUI-11/cancelled-is-success", always("cancelled", "success")),
		plant.New("AGUI-11/cancelled-is-failure", always("cancelled", "failed")),
		plant.New("AGUI-11/interrupt-is-success", always("interrupted", "success")),
		plant.New("AGUI-11/interrupts-lost",
			plant.Showing("/run/interrupts", func(v wire.Value) wire.Value { return wire.List(v.Items()[:min(1, v.Len())]...) })),
		plant.New("AGUI-12/absence-is-nothing-pending", nothingPending(func(h *held) bool { return listed(h).IsAbsent() })),
		plant.New("AGUI-12/empty-list-is-nothing-pending",
			nothingPending(func(h *held) bool { return listed(h).IsArray() && listed(h).Len() == 0 })),
		plant.New("AGUI-12/success-clears-pending", plant.Showing("/run/pending", plant.Becomes("[]"))),
		plant.New("AGUI-12/list-ignored", pendingAs(func(h *held, v wire.Value) wire.Value {
			if listed(h).Len() == 0 {
				return v
			}
			return wire.List(wire.Str(h.started[0]))
		})),
		plant.New("AGUI-13/late-error-ignored",
			skipping(func(h *held, e wire.Value) bool { return isType(e, runError) && h.over && h.status != "failed" })),
		plant.New("AGUI-13/wordless-ignored", skipping(func(_ *held, e wire.Value) bool {
			return isType(e, runError) && e.Get("message").Text() == "" && e.Get("message").IsString()
		})),
		plant.New("AGUI-13/message-lost",
			plant.Showing("/run/error", plant.When(wire.Value.IsString, plant.Becomes(`"Something went wrong."`)))),
		plant.New("AGUI-13/first-error-fatal",
			refusingWhen(func(h *held, e wire.Value) bool { return !h.begun && isType(e, runError) }), "AGUI-20"),
		plant.New("AGUI-14/error-blocks-next-run",
			refusingWhen(func(h *held, e wire.Value) bool { return isType(e, runStarted) && h.status == "failed" })),
		plant.New("AGUI-14/reasoning-stays-open", refusingWhen(func(h *held, e wire.Value) bool {
			begins, key := isType(e, "REASONING_MESSAGE_START"), "reasoning "+e.Get("messageId").Text()
			open := h.notes[key].IsTrue()
			if begins || isType(e, "REASONING_MESSAGE_END") {
				h.notes[key] = wire.Boolean(begins)
			}
			return begins && open
		})),
		plant.New("AGUI-14/run-clears", doing(func(h *held, e wire.Value) bool {
			if isType(e, runStarted) && h.begun {
				h.messages = nil
			}
			return false
		})),
		plant.New("AGUI-14/open-stays", doing(func(h *held, e wire.Value) bool {
			if isType(e, runStarted) {
				again := h.does
				open := h.open
				h.open, h.does = map[string]string{}, nil
				h.apply(e)
				h.open, h.does = open, again
				return true
			}
			return false
		})),
		plant.New("AGUI-15/snapshot-stops-call", as(client{does: func(h *held, e wire.Value) bool {
			if isType(e, snapshot) {
				for key := range h.open {
					h.notes[key] = wire.Boolean(true)
				}
			}
			return isType(e, callArgs, textContent) && h.notes["call "+e.Get("toolCallId").Text()].IsTrue() || isType(e, textContent) &&
				h.notes["text "+e.Get("messageId").Text()].IsTrue()
		}})),
		plant.New("AGUI-15/snapshot-kept-raw", as(client{does: func(h *held, e wire.Value) bool {
			for i := range e.Get("messages").Items() {
				for k := range e.Get("messages").At(i).Get("toolCalls").Items() {
					h.notes[e.Get("messages").At(i).Get("toolCalls").At(k).Get("id").Text()] = wire.Boolean(true)
				}
			}
			return false
		}, show: func(h *held, state wire.Value) wire.Value {
			return plant.Everywhere("/messages/*/toolCalls/*", func(c wire.Value) wire.Value {
				if h.notes[c.Get("id").Text()].IsTrue() {
					return c.Without("name").With("arguments", wire.Str("undefined"))
				}
				return c
			})(state)
		}})),
		plant.New("AGUI-15/snapshot-error-lost", results(func(_ *held, m *entry) { m.failure = wire.Value{} })),
		plant.New("AGUI-15/snapshot-appends", snapshots(func(h *held, list wire.Value) {
			old := h.messages
			h.replace(list)
			for _, m := range old {
				if !slices.ContainsFunc(h.messages, func(n *entry) bool { return n.id == m.id }) {
					h.messages = append(h.messages, m)
				}
			}
		})),
		plant.New("AGUI-15/snapshot-reorders", snapshots(func(h *held, list wire.Value) {
			h.messages = nil
			h.replace(list)
		})),
		plant.New("AGUI-16/unknown-event-fatal", as(client{hears: func(h *held, e wire.Value) []wire.Value {
			if !slices.Contains(vocabulary(), e.Get("type").Text()) && e.Get("type").IsString() {
				h.fatal = "unknown"
			}
			return []wire.Value{e}
		}})),
		plant.New("AGUI-16/unknown-member-fatal", refusingWhen(func(_ *held, e wire.Value) bool {
			return slices.ContainsFunc(e.Members(), func(m wire.Member) bool { return strings.HasPrefix(m.Name, "x_") })
		})),
		plant.New("AGUI-16/unknown-outcome-fatal", refusingWhen(func(_ *held, e wire.Value) bool {
			kind := e.Find("/outcome/type").Text()
			return isType(e, runFinished) && kind != "" && !slices.Contains([]string{"success", "cancelled", "interrupt"}, kind)
		})),
		plant.New("AGUI-16/unknown-outcome-open", status(func(h *held, s string) string {
			if kind := h.outcome.Get("type").Text(); kind != "" &&
				!slices.Contains([]string{"success", "cancelled", "interrupt"}, kind) {
				return "open"
			}
			return s
		})),
		plant.New("AGUI-16/raw-applied", heard(plant.When(
			func(e wire.Value) bool { return isType(e, "RAW") && e.Get("event").IsObject() },
			func(e wire.Value) wire.Value { return e.Get("event") }))),
		plant.New("AGUI-16/subagent-error-fatal", heard(plant.When(is("SUBAGENT_ERROR"),
			func(e wire.Value) wire.Value { return failing(e.Get("message").Text(), "") }))),
		plant.New("AGUI-01/reasoning-is-text",
			heard(plant.When(is("REASONING_MESSAGE_CHUNK"), plant.Inside("/type", plant.Becomes(`"TEXT_MESSAGE_CHUNK"`))))),
		plant.New("AGUI-16/activity-is-text", doing(func(h *held, e wire.Value) bool {
			if isType(e, "ACTIVITY_SNAPSHOT") {
				h.messages = append(h.messages,
					&entry{id: e.Get("messageId").Text(), role: "assistant", content: wire.Str(e.Get("content").JSON())})
			}
			return false
		})),
		plant.New("AGUI-17/cut-call-complete", plant.Showing("/messages/*/toolCalls/*/complete", plant.Becomes("true"))),
		plant.New("AGUI-17/cut-call-lost", losing(func(c *heldCall) bool { return !c.ended })),
		plant.New("AGUI-17/cut-is-success", always("open", "success")),
		plant.New("AGUI-17/abort-is-cancelled", status(func(h *held, s string) string {
			if h.aborted && s == "open" {
				return "cancelled"
			}
			return s
		})),
	}
}

// refusalFaults are in what must be refused, and in what stays held.
func refusalFaults() []plant.Row {
	rows := []plant.Row{
		plant.New("AGUI-18/no-sequence-check", lenientWhere(func(_ *held, e wire.Value) bool { return malformed(e) == "" })),
		plant.New("AGUI-19/coerces-delta", hearing(func(_ *held, e wire.Value) wire.Value {
			if d := e.Get("delta"); isType(e, textContent, callArgs) && !d.IsAbsent() && !d.IsString() {
				e = e.With("delta", wire.Str(d.JSON()))
			}
			return e
		})),
		plant.New("AGUI-19/ignores", skipping(func(_ *held, e wire.Value) bool { return malformed(withoutNulls(e)) != "" })),
		plant.New("AGUI-19/content-printed", hearing(func(_ *held, e wire.Value) wire.Value {
			if c := e.Get("content"); isType(e, callResult) && !isContent(c) {
				e = e.With("content", wire.Str(c.JSON()))
			}
			return e
		})),
		plant.New("AGUI-19/common-unchecked", heard(plant.Lacking("timestamp", "metadata", "subagentRunId")), "AGUI-18", "AGUI-24"),
		plant.New("AGUI-19/outcome-unchecked",
			heard(plant.When(func(e wire.Value) bool { return isType(e, runFinished) && malformed(e) != "" },
				plant.Lacking("outcome")))),
		plant.New("AGUI-20/rejection-drops-delivered", messages(func(h *held, list []*entry) []*entry {
			if h.fatal != "" {
				return nil
			}
			return list
		})),
		plant.New("AGUI-20/failure-drops-last", messages(func(h *held, list []*entry) []*entry {
			if h.status == "failed" && len(list) > 0 {
				return list[:len(list)-1]
			}
			return list
		})),
		plant.New("AGUI-20/rejected-is-failed", always("rejected", "failed")),
		plant.New("AGUI-20/failed-is-rejected", always("failed", "rejected"), "AGUI-13"),
	}
	for slug, kinds := range map[string]string{"steps": stepStarted + " " + stepEnded, "open-at-end": runFinished,
		"second-start":       textStart + " " + callStart,
		"content-of-nothing": textContent + " " + callArgs, "second-run": runStarted, "end-of-nothing": textEnd + " " + callEnd} {
		rows = append(rows, plant.Row{ID: "AGUI-18/unchecked-" + slug, Title: "Not refused for its place: " + kinds + ".",
			Plant: lenientWhere(func(h *held, e wire.Value) bool { return slices.Contains(strings.Fields(kinds), e.Get("type").Text()) })})
	}
	slices.SortFunc(rows, func(a, b plant.Row) int { return strings.Compare(a.ID, b.ID) })
	return rows
}
