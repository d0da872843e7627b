package agui

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

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
		}), "AGUI-14"),
		plant.New("AGUI-17/abort-closes-chunks", showing(func(h *held, state wire.Value) wire.Value {
			if c := h.callOf(h.chunk.Get("toolCallId").Text()); c != nil && h.aborted {
				c.ended, h.show = true, nil
				return h.state()
			}
			return state
		})),
		plant.New("AGUI-20/end-behind-failure", skipping(func(h *held, e wire.Value) bool {
			return h.status == "failed" && len(h.open) == 0 && isType(e, runFinished)
		})),
		plant.New("AGUI-18/chunk-id-made-up", hearing(func(h *held, e wire.Value) wire.Value {
			for kind, id := range map[string]string{callChunk: "toolCallId", textChunk: "messageId"} {
				if isType(e, kind) && h.chunk.IsAbsent() && !e.Has(id) {
					return e.With(id, wire.Str("made-up"))
				}
			}
			return e
		}), "AGUI-20"),
	}
}
