package agui

import (
	"bytes"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// ending changes how an answer with this status ends.
func ending(so func(o dialect.Observation) bool, change func(o dialect.Observation) dialect.Observation) plant.Plant {
	return func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			if o := right(input); so(o) {
				return change(o)
			} else {
				return o
			}
		}
	}
}

func statusOf(o dialect.Observation) string { return o.State.Find("/run/status").Text() }

// resultsAt puts every tool message elsewhere; place is the index of the message that it stands behind.
func resultsAt(place func(list []*entry, tool *entry) int) plant.Plant {
	return messages(func(_ *held, list []*entry) []*entry {
		var tools, out []*entry
		for _, m := range list {
			if m.role == "tool" {
				tools = append(tools, m)
			} else {
				out = append(out, m)
			}
		}
		for _, t := range tools {
			out = slices.Insert(out, place(out, t), t)
		}
		return out
	})
}

// homing moves the calls that have no parent.
func homing(parent func(h *held, e wire.Value) string) plant.Plant {
	return hearing(func(h *held, e wire.Value) wire.Value {
		if isType(e, callStart, callChunk) && e.Get("parentMessageId").IsNull() && e.Has("toolCallName") &&
			h.callOf(e.Get("toolCallId").Text()) == nil {
			e = e.With("parentMessageId", some(parent(h, e)))
		}
		return e
	})
}

func consumerVariants() []plant.Row {
	refusesNull := func(_ *held, e wire.Value) bool {
		return slices.ContainsFunc(e.Members(), func(m wire.Member) bool {
			return m.Value.Kind() == wire.Null &&
				slices.Contains([]string{"role", "name", "parentMessageId", "metadata", "outcome"}, m.Name)
		})
	}
	rows := []plant.Row{
		plant.New("members-restless", plant.RestlessMembers("/messages")),
		plant.New("AGUI-05/parts-joined", entries(func(_ *held, m *entry) {
			if m.content.IsArray() {
				m.content = wire.Str(textual(m.content))
			}
		})),
		plant.New("AGUI-07/by-another-id", homing(func(_ *held, e wire.Value) string { return "own-" + e.Get("toolCallId").Text() })),
		plant.New("AGUI-07/shared", homing(func(*held, wire.Value) string { return "own-shared" })),
		plant.New("AGUI-07/neighbour", homing(func(h *held, e wire.Value) string {
			if n := len(h.messages); n > 0 && h.messages[n-1].role == "assistant" {
				return h.messages[n-1].id
			}
			return ""
		})),
		plant.New("AGUI-10/last-name", doing(func(h *held, e wire.Value) bool {
			if c := h.callOf(e.Get("toolCallId").Text()); c != nil && isType(e, callStart) {
				c.name = e.Get("toolCallName").Text()
			}
			return false
		})),
		plant.New("AGUI-10/last-parent", doing(func(h *held, e wire.Value) bool {
			c, to := h.callOf(e.Get("toolCallId").Text()), h.speaker(e.Get("parentMessageId").Text())
			if c != nil && to != nil && isType(e, callStart) && !slices.Contains(to.calls, c) {
				for _, m := range h.messages {
					m.calls = slices.DeleteFunc(m.calls, func(o *heldCall) bool { return o == c })
				}
				to.calls = append(to.calls, c)
			}
			return false
		})),
		plant.New("AGUI-10/disagreement-refused", refusingWhen(func(h *held, e wire.Value) bool {
			c, parent := h.callOf(e.Get("toolCallId").Text()), e.Get("parentMessageId").Text()
			in := func(m *entry) bool { return slices.Contains(m.calls, c) && m.id != parent }
			return isType(e, callStart) && c != nil &&
				(c.name != e.Get("toolCallName").Text() || parent != "" && slices.ContainsFunc(h.messages, in))
		})),
		plant.New("AGUI-16/own-name", status(func(h *held, s string) string {
			if kind := h.outcome.Get("type").Text(); s == "success" && kind != "" {
				return kind
			}
			return s
		})),
		plant.New("AGUI-17/failed", showing(func(h *held, state wire.Value) wire.Value {
			if h.status != "open" || h.fatal != "" {
				return state
			}
			return state.Edit("/run", func(run wire.Value) wire.Value {
				return run.With("status", wire.Str("failed")).With("error", wire.Str("The connection was lost."))
			})
		})),
		plant.New("AGUI-17/abort-rejected", status(func(h *held, s string) string {
			if h.aborted {
				return "rejected"
			}
			return s
		})),
		plant.New("AGUI-19/null-refused", as(client{hears: func(h *held, e wire.Value) []wire.Value {
			if refusesNull(h, e) {
				h.fatal = "null"
			}
			return []wire.Value{e}
		}})),
		plant.New("AGUI-19/empty-id-refused", refusingWhen(func(_ *held, e wire.Value) bool {
			return slices.ContainsFunc(e.Members(), func(m wire.Member) bool {
				return strings.HasSuffix(m.Name, "Id") && m.Value.IsString() && m.Value.Text() == ""
			})
		})),
		plant.New("AGUI-20/rejection-ends", ending(func(o dialect.Observation) bool { return statusOf(o) == "rejected" },
			func(dialect.Observation) dialect.Observation {
				return dialect.Observation{Ending: dialect.Rejected, Reason: "AGUIError"}
			})),
		plant.New("AGUI-21/first-wins", doing(func(h *held, e wire.Value) bool {
			return isType(e, callResult) && slices.ContainsFunc(h.messages,
				func(m *entry) bool { return m.role == "tool" && m.call == e.Get("toolCallId").Text() })
		})),
		plant.New("AGUI-21/last-wins", doing(func(h *held, e wire.Value) bool {
			if isType(e, callResult) {
				h.messages = slices.DeleteFunc(h.messages,
					func(m *entry) bool { return m.role == "tool" && m.call == e.Get("toolCallId").Text() })
			}
			return false
		})),
		plant.New("AGUI-22/dropped", doing(func(h *held, e wire.Value) bool {
			return isType(e, callResult) && h.callOf(e.Get("toolCallId").Text()) == nil
		})),
		plant.New("AGUI-23/own-ids", messages(func(_ *held, list []*entry) []*entry {
			seen := map[string]int{}
			for _, m := range list {
				seen[m.id]++
			}
			for _, m := range list {
				if m.role == "tool" && seen[m.id] > 1 {
					m.id = "own-" + m.call
				}
			}
			return list
		})),
		plant.New("frames-refused", func(right dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation {
				chunks, _ := wire.InputChunks(input)
				d, wrong := wire.NewDecoder(wire.SSE, 0), false
				for _, c := range chunks {
					wrong = wrong || bytes.ContainsRune(c, '\r')
					for _, f := range d.Feed(c) {
						v, err := wire.Parse(f.Data)
						wrong = wrong || err != nil || !v.IsObject()
					}
				}
				if wrong {
					return dialect.Observation{Ending: dialect.Rejected, Reason: "SyntaxError"}
				}
				return right(input)
			}
		}),
		plant.New("cut-frame-refused", func(right dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation {
				chunks, _ := wire.InputChunks(input)
				_, rest, _ := bytes.Cut(lastFrame(bytes.Join(chunks, nil)), []byte("data: "))
				if _, err := wire.Parse(rest); err != nil && len(rest) > 0 {
					return dialect.Observation{Ending: dialect.Rejected, Reason: "SyntaxError"}
				}
				return right(input)
			}
		}),
		plant.New("results-last", resultsAt(func(list []*entry, _ *entry) int { return len(list) })),
		plant.New("results-behind-calls", resultsAt(func(list []*entry, tool *entry) int {
			for i, m := range list {
				if slices.ContainsFunc(m.calls, func(c *heldCall) bool { return c.id == tool.call }) {
					return i + 1
				}
			}
			return len(list)
		})),
		{ID: "arguments-parsed", Title: "Arguments are values; what is no JSON is null.",
			Plant: plant.Showing("/messages/*/toolCalls/*/arguments", func(v wire.Value) wire.Value {
				if parsed, err := wire.Parse([]byte(v.Text())); err == nil {
					return parsed
				}
				return wire.NullValue
			})},
		plant.New("content-parts", entries(func(_ *held, m *entry) {
			if m.role == "assistant" && m.content.Text() != "" {
				m.content = wire.List(wire.Obj(wire.T("type", "text"), wire.M("text", m.content)))
			}
		})),
		plant.New("without-metadata", as(client{show: func(_ *held, state wire.Value) wire.Value {
			return plant.Everywhere("/messages/*/toolCalls/*/metadata",
				plant.Gone)(plant.Everywhere("/messages/*/metadata", plant.Gone)(state))
		}}), "metadata"),
		plant.New("without-complete", plant.Showing("/messages/*/toolCalls/*/complete", plant.Gone), "complete"),
		plant.New("without-pending", showing(func(_ *held, state wire.Value) wire.Value {
			return state.Edit("/run", func(run wire.Value) wire.Value { return run.Without("pending").Without("interrupts") })
		}), "pending", "interrupts"),
		plant.New("without-errors", showing(func(_ *held, state wire.Value) wire.Value {
			return plant.Everywhere("/messages/*/error",
				plant.Gone)(state.Edit("/run", func(run wire.Value) wire.Value { return run.Without("code") }))
		}), "error", "code"),
		plant.New("without-outcomes", status(func(_ *held, s string) string {
			if s == "failed" || s == "rejected" {
				return s
			}
			return "open"
		}), "outcome", "pending", "interrupts"),
		plant.New("merged", messages(merging), "id"),
	}
	return rows
}

// lastFrame is what stands behind the last blank line.
func lastFrame(data []byte) []byte { return data[bytes.LastIndex(data, []byte("\n\n"))+1:] }

// merging makes one message of the assistant's neighbours, under ids that nobody gave.
func merging(_ *held, list []*entry) []*entry {
	var out []*entry
	for _, m := range list {
		if k := len(out) - 1; k >= 0 && m.role == "assistant" && out[k].role == "assistant" {
			out[k].content = wire.Str(textual(out[k].content) + textual(m.content))
			out[k].calls = append(out[k].calls, m.calls...)
			continue
		}
		m.id = "minted-" + wire.Int(int64(len(out))).JSON()
		out = append(out, m)
	}
	return out
}
