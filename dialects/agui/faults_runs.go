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
		{ID: "AGUI-05/result-coerced", Title: "A content that is JSON is parsed.", Plant: results(func(_ *held, m *entry) {
			if v, err := wire.Parse([]byte(m.content.Text())); err == nil && m.content.IsString() {
				m.content = v
			}
		})},
		{ID: "AGUI-05/empty-result-crash", Title: "An empty content is parsed as JSON, which throws.",
			Plant: refusingWhen(func(_ *held, e wire.Value) bool {
				return isType(e, callResult) && e.Get("content").Text() == "" && e.Get("content").IsString()
			})},
		{ID: "AGUI-05/parts-lost", Title: "A content of parts is the first one's.", Plant: results(func(_ *held, m *entry) {
			if m.content.Len() > 1 {
				m.content = wire.List(m.content.At(0))
			}
		})},
		{ID: "AGUI-06/result-by-position", Title: "The n-th result goes to the n-th call.",
			Plant: messages(func(h *held, list []*entry) []*entry {
				n := 0
				for _, m := range list {
					if m.role == "tool" && n < len(h.started) && known(h, m) {
						m.call = h.started[n]
						n++
					}
				}
				return list
			})},
		{ID: "AGUI-06/late-result-lost", Title: "A result behind further text is none.", Also: []string{"AGUI-05"},
			Plant: doing(func(h *held, e wire.Value) bool {
				last := len(h.messages) - 1
				return isType(e, callResult) && last >= 0 && h.messages[last].role == "assistant" && len(h.messages[last].calls) == 0
			})},
		{ID: "AGUI-06/result-needs-same-run", Title: "A result of an earlier run's call is dropped.", Also: []string{"AGUI-14"},
			Plant: doing(func(h *held, e wire.Value) bool {
				return isType(e, callResult) && !slices.Contains(h.started, e.Get("toolCallId").Text()) &&
					h.callOf(e.Get("toolCallId").Text()) != nil
			})},
		{ID: "AGUI-06/open-result-lost", Title: "A result before its call's end is dropped.",
			Plant: doing(func(h *held, e wire.Value) bool {
				_, open := h.open["call "+e.Get("toolCallId").Text()]
				return isType(e, callResult) && open
			})},
		{ID: "AGUI-21/second-result-mixed", Title: "A second result's content stands under the first one's id.",
			Plant: doing(func(h *held, e wire.Value) bool {
				for _, m := range h.messages {
					if isType(e, callResult) && m.role == "tool" && m.call == e.Get("toolCallId").Text() {
						m.content = e.Get("content")
						return true
					}
				}
				return false
			})},
		{ID: "AGUI-21/second-drops-both", Title: "A second result takes the first one away, and is none.",
			Plant: messages(func(_ *held, list []*entry) []*entry {
				n := map[string]int{}
				for _, m := range list {
					n[m.call]++
				}
				return slices.DeleteFunc(list, func(m *entry) bool { return m.role == "tool" && n[m.call] > 1 })
			})},
		{ID: "AGUI-22/orphan-takes-first-call", Title: "A result of no call answers the first one.",
			Plant: doing(func(h *held, e wire.Value) bool {
				if isType(e, callResult) && h.callOf(e.Get("toolCallId").Text()) == nil && len(h.started) > 0 {
					h.apply(e.With("toolCallId", wire.Str(h.started[0])))
					return true
				}
				return false
			})},
		{ID: "AGUI-22/early-swallows-call", Title: "A call whose result came before it is lost.",
			Plant: messages(func(_ *held, list []*entry) []*entry {
				early := map[string]bool{}
				for _, m := range list {
					early[m.call] = early[m.call] || m.role == "tool"
					m.calls = slices.DeleteFunc(m.calls, func(c *heldCall) bool { return early[c.id] })
				}
				return list
			})},
		{ID: "AGUI-22/orphan-fatal", Title: "A result of no call is refused.", Plant: refusingWhen(func(h *held, e wire.Value) bool {
			return isType(e, callResult) && h.callOf(e.Get("toolCallId").Text()) == nil
		})},
		{ID: "AGUI-23/same-id-overwrites", Title: "A result replaces the message whose id it carries.",
			Plant: doing(func(h *held, e wire.Value) bool {
				if isType(e, callResult) {
					h.messages = slices.DeleteFunc(h.messages, func(m *entry) bool { return m.id == e.Get("messageId").Text() })
				}
				return false
			})},
		{ID: "AGUI-23/text-into-result", Title: "A text goes into the tool message that has its id.",
			Plant: doing(func(h *held, e wire.Value) bool {
				for _, m := range h.messages {
					if m.role == "tool" && m.id == e.Get("messageId").Text() && isType(e, textContent) {
						m.content = wire.Str(m.content.Text() + e.Get("delta").Text())
						return true
					}
				}
				return false
			})},
		{ID: "AGUI-23/same-id-dropped", Title: "A result whose id another message has is dropped.",
			Plant: doing(func(h *held, e wire.Value) bool {
				return isType(e, callResult) && slices.ContainsFunc(h.messages,
					func(m *entry) bool { return m.id == e.Get("messageId").Text() })
			})},
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
		{ID: "AGUI-11/cancelled-is-success", Title: "Every RUN_FINISHED is a success.", Plant: always("cancelled", "success")},
		{ID: "AGUI-11/cancelled-is-failure", Title: "A cancelled run failed.", Plant: always("cancelled", "failed")},
		{ID: "AGUI-11/interrupt-is-success", Title: "An interrupted run succeeded.", Plant: always("interrupted", "success")},
		{ID: "AGUI-11/interrupts-lost", Title: "The first interrupt alone is told.",
			Plant: plant.Showing("/run/interrupts", func(v wire.Value) wire.Value { return wire.List(v.Items()[:min(1, v.Len())]...) })},
		{ID: "AGUI-12/absence-is-nothing-pending", Title: "Without a list nothing is pending.",
			Plant: nothingPending(func(h *held) bool { return listed(h).IsAbsent() })},
		{ID: "AGUI-12/empty-list-is-nothing-pending", Title: "An empty list means that nothing is pending.",
			Plant: nothingPending(func(h *held) bool { return listed(h).IsArray() && listed(h).Len() == 0 })},
		{ID: "AGUI-12/success-clears-pending", Title: "A success marks every open call as done.",
			Plant: plant.Showing("/run/pending", plant.Becomes("[]"))},
		{ID: "AGUI-12/list-ignored", Title: "The list is ignored.", Plant: pendingAs(func(h *held, v wire.Value) wire.Value {
			if listed(h).Len() == 0 {
				return v
			}
			return wire.List(wire.Str(h.started[0]))
		})},
		{ID: "AGUI-13/late-error-ignored", Title: "An error behind the end of a run is ignored.",
			Plant: skipping(func(h *held, e wire.Value) bool { return isType(e, runError) && h.over && h.status != "failed" })},
		{ID: "AGUI-13/wordless-ignored", Title: "A failure without a word is ignored.",
			Plant: skipping(func(_ *held, e wire.Value) bool {
				return isType(e, runError) && e.Get("message").Text() == "" && e.Get("message").IsString()
			})},
		{ID: "AGUI-13/message-lost", Title: "The message of a failure is a text of the client's own.",
			Plant: plant.Showing("/run/error", plant.When(wire.Value.IsString, plant.Becomes(`"Something went wrong."`)))},
		{ID: "AGUI-13/first-error-fatal", Title: "An error that comes first is refused.", Also: []string{"AGUI-20"},
			Plant: refusingWhen(func(h *held, e wire.Value) bool { return !h.begun && isType(e, runError) })},
		{ID: "AGUI-14/error-blocks-next-run", Title: "A run behind a failed one is refused.",
			Plant: refusingWhen(func(h *held, e wire.Value) bool { return isType(e, runStarted) && h.status == "failed" })},
		{ID: "AGUI-14/run-clears", Title: "A new run empties what was held.", Plant: doing(func(h *held, e wire.Value) bool {
			if isType(e, runStarted) && h.begun {
				h.messages = nil
			}
			return false
		})},
		{ID: "AGUI-14/open-stays", Title: "What a failed run left open is open in the next.",
			Plant: doing(func(h *held, e wire.Value) bool {
				if isType(e, runStarted) {
					again := h.does
					open := h.open
					h.open, h.does = map[string]string{}, nil
					h.apply(e)
					h.open, h.does = open, again
					return true
				}
				return false
			})},
		{ID: "AGUI-15/snapshot-stops-call", Title: "Deltas behind a snapshot are lost.",
			Plant: as(client{does: func(h *held, e wire.Value) bool {
				if isType(e, snapshot) {
					for key := range h.open {
						h.notes[key] = wire.Boolean(true)
					}
				}
				return isType(e, callArgs, textContent) && h.notes["call "+e.Get("toolCallId").Text()].IsTrue() || isType(e, textContent) &&
					h.notes["text "+e.Get("messageId").Text()].IsTrue()
			}})},
		{ID: "AGUI-15/snapshot-kept-raw", Title: "The calls of a snapshot are held as they are on the wire.",
			Plant: as(client{does: func(h *held, e wire.Value) bool {
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
			}})},
		{ID: "AGUI-15/snapshot-error-lost", Title: "The error of a stored tool message is dropped.",
			Plant: results(func(_ *held, m *entry) { m.failure = wire.Value{} })},
		{ID: "AGUI-15/snapshot-appends", Title: "A snapshot drops nothing.", Plant: snapshots(func(h *held, list wire.Value) {
			old := h.messages
			h.replace(list)
			for _, m := range old {
				if !slices.ContainsFunc(h.messages, func(n *entry) bool { return n.id == m.id }) {
					h.messages = append(h.messages, m)
				}
			}
		})},
		{ID: "AGUI-15/snapshot-reorders", Title: "What is held stands in the order of the snapshot.",
			Plant: snapshots(func(h *held, list wire.Value) {
				h.messages = nil
				h.replace(list)
			})},
		{ID: "AGUI-16/unknown-event-fatal", Title: "An unknown event ends the run.",
			Plant: as(client{hears: func(h *held, e wire.Value) []wire.Value {
				if !slices.Contains(vocabulary(), e.Get("type").Text()) && e.Get("type").IsString() {
					h.fatal = "unknown"
				}
				return []wire.Value{e}
			}})},
		{ID: "AGUI-16/unknown-member-fatal", Title: "A member that no table names is refused.",
			Plant: refusingWhen(func(_ *held, e wire.Value) bool {
				return slices.ContainsFunc(e.Members(), func(m wire.Member) bool { return strings.HasPrefix(m.Name, "x_") })
			})},
		{ID: "AGUI-16/unknown-outcome-fatal", Title: "An unknown outcome is refused.",
			Plant: refusingWhen(func(_ *held, e wire.Value) bool {
				kind := e.Find("/outcome/type").Text()
				return isType(e, runFinished) && kind != "" && !slices.Contains([]string{"success", "cancelled", "interrupt"}, kind)
			})},
		{ID: "AGUI-16/unknown-outcome-open", Title: "A run with an unknown outcome never ends.",
			Plant: status(func(h *held, s string) string {
				if kind := h.outcome.Get("type").Text(); kind != "" &&
					!slices.Contains([]string{"success", "cancelled", "interrupt"}, kind) {
					return "open"
				}
				return s
			})},
		{ID: "AGUI-16/raw-applied", Title: "An event inside RAW is applied.",
			Plant: heard(plant.When(
				func(e wire.Value) bool { return isType(e, "RAW") && e.Get("event").IsObject() },
				func(e wire.Value) wire.Value { return e.Get("event") }))},
		{ID: "AGUI-16/activity-is-text", Title: "The text of an activity is shown as the assistant's.",
			Plant: doing(func(h *held, e wire.Value) bool {
				if isType(e, "ACTIVITY_SNAPSHOT") {
					h.messages = append(h.messages,
						&entry{id: e.Get("messageId").Text(), role: "assistant", content: wire.Str(e.Get("content").JSON())})
				}
				return false
			})},
		{ID: "AGUI-17/cut-call-complete", Title: "A call that was cut off is complete.",
			Plant: plant.Showing("/messages/*/toolCalls/*/complete", plant.Becomes("true"))},
		{ID: "AGUI-17/cut-call-lost", Title: "A call that was cut off is dropped.",
			Plant: losing(func(c *heldCall) bool { return !c.ended })},
		{ID: "AGUI-17/cut-is-success", Title: "A stream that just ends is a success.", Plant: always("open", "success")},
		{ID: "AGUI-17/abort-is-cancelled", Title: "A run that the reader left is told as cancelled.",
			Plant: status(func(h *held, s string) string {
				if h.aborted && s == "open" {
					return "cancelled"
				}
				return s
			})},
	}
}

// refusalFaults are in what must be refused, and in what stays held.
func refusalFaults() []plant.Row {
	rows := []plant.Row{
		{ID: "AGUI-18/no-sequence-check", Title: "Nothing is refused for its place.",
			Plant: lenientWhere(func(_ *held, e wire.Value) bool { return malformed(e) == "" })},
		{ID: "AGUI-19/coerces-delta", Title: "A delta that is no text becomes one.",
			Plant: hearing(func(_ *held, e wire.Value) wire.Value {
				if d := e.Get("delta"); isType(e, textContent, callArgs) && !d.IsAbsent() && !d.IsString() {
					e = e.With("delta", wire.Str(d.JSON()))
				}
				return e
			})},
		{ID: "AGUI-19/ignores", Title: "A malformed event is skipped.",
			Plant: skipping(func(_ *held, e wire.Value) bool { return malformed(withoutNulls(e)) != "" })},
		{ID: "AGUI-19/content-printed", Title: "A content that is no text is printed as one.",
			Plant: hearing(func(_ *held, e wire.Value) wire.Value {
				if c := e.Get("content"); isType(e, callResult) && !isContent(c) {
					e = e.With("content", wire.Str(c.JSON()))
				}
				return e
			})},
		{ID: "AGUI-19/common-unchecked", Title: "What every event may have is not checked.",
			Plant: heard(plant.Lacking("timestamp", "metadata", "subagentRunId")), Also: []string{"AGUI-18", "AGUI-24"}},
		{ID: "AGUI-19/outcome-unchecked", Title: "An outcome that is malformed is none.",
			Plant: heard(plant.When(func(e wire.Value) bool { return isType(e, runFinished) && malformed(e) != "" },
				plant.Lacking("outcome")))},
		{ID: "AGUI-20/rejection-drops-delivered", Title: "A violation empties what was held.",
			Plant: messages(func(h *held, list []*entry) []*entry {
				if h.fatal != "" {
					return nil
				}
				return list
			})},
		{ID: "AGUI-20/failure-drops-last", Title: "The last message of a run that failed is dropped.",
			Plant: messages(func(h *held, list []*entry) []*entry {
				if h.status == "failed" && len(list) > 0 {
					return list[:len(list)-1]
				}
				return list
			})},
		{ID: "AGUI-20/rejected-is-failed", Title: "A stream that is refused is told as a run that failed.",
			Plant: always("rejected", "failed")},
		{ID: "AGUI-20/failed-is-rejected", Title: "A run that failed is told as a stream that was refused.", Also: []string{"AGUI-13"},
			Plant: always("failed", "rejected")},
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
