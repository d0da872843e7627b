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
		{ID: "AGUI-05/parts-joined", Title: "Parts are held as their text.", Plant: entries(func(_ *held, m *entry) {
			if m.content.IsArray() {
				m.content = wire.Str(textual(m.content))
			}
		})},
		{ID: "AGUI-07/by-another-id", Title: "A call without a parent stands in a message of another id.",
			Plant: homing(func(_ *held, e wire.Value) string { return "own-" + e.Get("toolCallId").Text() })},
		{ID: "AGUI-07/shared", Title: "Calls without a parent share a message.",
			Plant: homing(func(*held, wire.Value) string { return "own-shared" })},
		{ID: "AGUI-07/neighbour", Title: "A call without a parent stands in the assistant's last message.",
			Plant: homing(func(h *held, e wire.Value) string {
				if n := len(h.messages); n > 0 && h.messages[n-1].role == "assistant" {
					return h.messages[n-1].id
				}
				return ""
			})},
		{ID: "AGUI-10/last-name", Title: "The last name of a call is held.", Plant: doing(func(h *held, e wire.Value) bool {
			if c := h.callOf(e.Get("toolCallId").Text()); c != nil && isType(e, callStart) {
				c.name = e.Get("toolCallName").Text()
			}
			return false
		})},
		{ID: "AGUI-10/last-parent", Title: "A call that is opened again with another parent goes there.",
			Plant: doing(func(h *held, e wire.Value) bool {
				c, to := h.callOf(e.Get("toolCallId").Text()), h.speaker(e.Get("parentMessageId").Text())
				if c != nil && to != nil && isType(e, callStart) {
					for _, m := range h.messages {
						m.calls = slices.DeleteFunc(m.calls, func(o *heldCall) bool { return o == c })
					}
					to.calls = append(to.calls, c)
				}
				return false
			})},
		{ID: "AGUI-10/disagreement-refused", Title: "A second start with another name or parent is refused.",
			Plant: refusingWhen(func(h *held, e wire.Value) bool {
				c, parent := h.callOf(e.Get("toolCallId").Text()), e.Get("parentMessageId").Text()
				in := func(m *entry) bool { return slices.Contains(m.calls, c) && m.id != parent }
				return isType(e, callStart) && c != nil &&
					(c.name != e.Get("toolCallName").Text() || parent != "" && slices.ContainsFunc(h.messages, in))
			})},
		{ID: "AGUI-16/own-name", Title: "An unknown outcome is told by its name.", Plant: status(func(h *held, s string) string {
			if kind := h.outcome.Get("type").Text(); s == "success" && kind != "" {
				return kind
			}
			return s
		})},
		{ID: "AGUI-17/failed", Title: "A stream that just ends has failed.", Plant: showing(func(h *held, state wire.Value) wire.Value {
			if h.status != "open" || h.fatal != "" {
				return state
			}
			return state.Edit("/run", func(run wire.Value) wire.Value {
				return run.With("status", wire.Str("failed")).With("error", wire.Str("The connection was lost."))
			})
		})},
		{ID: "AGUI-17/abort-rejected", Title: "A run that the reader left is rejected.", Plant: status(func(h *held, s string) string {
			if h.aborted {
				return "rejected"
			}
			return s
		})},
		{ID: "AGUI-19/null-refused", Title: "An optional member that is null is refused.",
			Plant: as(client{hears: func(h *held, e wire.Value) []wire.Value {
				if refusesNull(h, e) {
					h.fatal = "null"
				}
				return []wire.Value{e}
			}})},
		{ID: "AGUI-19/empty-id-refused", Title: "An empty id is refused.", Plant: refusingWhen(func(_ *held, e wire.Value) bool {
			return slices.ContainsFunc(e.Members(), func(m wire.Member) bool {
				return strings.HasSuffix(m.Name, "Id") && m.Value.IsString() && m.Value.Text() == ""
			})
		})},
		{ID: "AGUI-20/rejection-ends", Title: "A violation is an exception.",
			Plant: ending(func(o dialect.Observation) bool { return statusOf(o) == "rejected" },
				func(dialect.Observation) dialect.Observation {
					return dialect.Observation{Ending: dialect.Rejected, Reason: "AGUIError"}
				})},
		{ID: "AGUI-21/first-wins", Title: "Of several results the first is held.", Plant: doing(func(h *held, e wire.Value) bool {
			return isType(e, callResult) && slices.ContainsFunc(h.messages,
				func(m *entry) bool { return m.role == "tool" && m.call == e.Get("toolCallId").Text() })
		})},
		{ID: "AGUI-21/last-wins", Title: "Of several results the last is held.", Plant: doing(func(h *held, e wire.Value) bool {
			if isType(e, callResult) {
				h.messages = slices.DeleteFunc(h.messages,
					func(m *entry) bool { return m.role == "tool" && m.call == e.Get("toolCallId").Text() })
			}
			return false
		})},
		{ID: "AGUI-22/dropped", Title: "A result of no call is dropped.",
			Plant: doing(func(h *held, e wire.Value) bool {
				return isType(e, callResult) && h.callOf(e.Get("toolCallId").Text()) == nil
			})},
		{ID: "AGUI-23/own-ids", Title: "A result whose id another message has gets one of the client's own.",
			Plant: messages(func(_ *held, list []*entry) []*entry {
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
			})},
		{ID: "frames-refused", Title: "A frame that is no event is refused, and so are line ends other than LF.",
			Plant: func(right dialect.Answer) dialect.Answer {
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
			}},
		{ID: "cut-frame-refused", Title: "A piece of a frame at the end is refused, unless it is whole JSON.",
			Plant: func(right dialect.Answer) dialect.Answer {
				return func(input wire.Value) dialect.Observation {
					chunks, _ := wire.InputChunks(input)
					_, rest, _ := bytes.Cut(lastFrame(bytes.Join(chunks, nil)), []byte("data: "))
					if _, err := wire.Parse(rest); err != nil && len(rest) > 0 {
						return dialect.Observation{Ending: dialect.Rejected, Reason: "SyntaxError"}
					}
					return right(input)
				}
			}},
		{ID: "results-last", Title: "Tool messages stand at the end.",
			Plant: resultsAt(func(list []*entry, _ *entry) int { return len(list) })},
		{ID: "results-behind-calls", Title: "Tool messages stand right behind their call's message.",
			Plant: resultsAt(func(list []*entry, tool *entry) int {
				for i, m := range list {
					if slices.ContainsFunc(m.calls, func(c *heldCall) bool { return c.id == tool.call }) {
						return i + 1
					}
				}
				return len(list)
			})},
		{ID: "arguments-parsed", Title: "Arguments are values; what is no JSON is null.",
			Plant: plant.Showing("/messages/*/toolCalls/*/arguments", func(v wire.Value) wire.Value {
				if parsed, err := wire.Parse([]byte(v.Text())); err == nil {
					return parsed
				}
				return wire.NullValue
			})},
		{ID: "content-parts", Title: "The texts of assistants are lists of parts.", Plant: entries(func(_ *held, m *entry) {
			if m.role == "assistant" && m.content.Text() != "" {
				m.content = wire.List(wire.Obj(wire.T("type", "text"), wire.M("text", m.content)))
			}
		})},
		{ID: "without-metadata", Title: "Metadata is not held.", Also: []string{"metadata"},
			Plant: as(client{show: func(_ *held, state wire.Value) wire.Value {
				return plant.Everywhere("/messages/*/toolCalls/*/metadata",
					plant.Gone)(plant.Everywhere("/messages/*/metadata", plant.Gone)(state))
			}})},
		{ID: "without-complete", Title: "Whether a call is complete is not told.", Also: []string{"complete"},
			Plant: plant.Showing("/messages/*/toolCalls/*/complete", plant.Gone)},
		{ID: "without-pending", Title: "Neither pending calls nor interrupts are told.", Also: []string{"pending", "interrupts"},
			Plant: showing(func(_ *held, state wire.Value) wire.Value {
				return state.Edit("/run", func(run wire.Value) wire.Value { return run.Without("pending").Without("interrupts") })
			})},
		{ID: "without-errors", Title: "Neither codes nor the errors of stored results are held.", Also: []string{"error", "code"},
			Plant: showing(func(_ *held, state wire.Value) wire.Value {
				return plant.Everywhere("/messages/*/error",
					plant.Gone)(state.Edit("/run", func(run wire.Value) wire.Value { return run.Without("code") }))
			})},
		{ID: "without-outcomes", Title: "Failures alone are told.", Also: []string{"outcome", "pending", "interrupts"},
			Plant: status(func(_ *held, s string) string {
				if s == "failed" || s == "rejected" {
					return s
				}
				return "open"
			})},
		{ID: "merged", Title: "Messages have ids of the client's own, and neighbours of the assistant are one.", Also: []string{"id"},
			Plant: messages(merging)},
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
