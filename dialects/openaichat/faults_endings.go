package openaichat

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

func ready(c wire.Value) wire.Value { return c.With("state", wire.Str("ready")) }

// reasonOr changes the finish reason where it is so.
func reasonOr(so func(reason wire.Value) bool, json string) plant.Plant {
	return plant.Showing("/finishReason", plant.When(so, plant.Becomes(json)))
}

func isNull(v wire.Value) bool { return v.IsNull() }

// announcing tells other calls as finished.
func announcing(calls func(own *heldChoice) []*heldCall) plant.Plant {
	return showing(func(h *held, state wire.Value) wire.Value {
		var list []wire.Value
		for _, c := range calls(h.choice("0")) {
			list = append(list, wire.Obj(wire.T("name", c.name), wire.T("arguments", string(c.arguments))))
		}
		return state.With("finishedCalls", wire.List(list...))
	})
}

// endingFaults are in reasons, errors, usage, and what is made of calls when all is over.
func endingFaults() []plant.Row {
	unlessReason := func(reasons ...string) plant.Plant {
		return showing(func(_ *held, state wire.Value) wire.Value {
			if reason := state.Get("finishReason"); reason.IsNull() || slices.Contains(reasons, reason.Text()) {
				return state
			}
			return state.With("toolCalls", wire.List())
		})
	}
	return []plant.Row{
		{ID: "CHAT-01/refusal-lost", Title: "A refusal is shown nowhere.", Warns: true, Plant: plant.Showing("/refusal", plant.Null)},
		{ID: "CHAT-07/unknown-reason-is-stop", Title: "A reason that is none of the four is shown as stop.",
			Plant: reasonOr(func(v wire.Value) bool { return v.IsString() && !known(v.Text()) }, `"stop"`)},
		{ID: "CHAT-07/length-is-stop", Title: "The reason length is shown as stop.",
			Plant: reasonOr(func(v wire.Value) bool { return v.Text() == "length" }, `"stop"`)},
		{ID: "CHAT-08/all-open", Title: "Every call is told as unfinished.",
			Plant: plant.Showing("/toolCalls/*/state", plant.Becomes(`"open"`))},
		{ID: "CHAT-08/stop-drops-calls", Title: "Calls are ignored unless the reason is tool_calls.", Plant: unlessReason("tool_calls")},
		{ID: "CHAT-08/length-drops-calls", Title: "Calls are ignored under length and content_filter.",
			Plant: unlessReason("tool_calls", "stop")},
		{ID: "CHAT-09/usage-chunk-crash", Title: "The first of empty choices is read.",
			Plant: framing(func(h *held, c wire.Value) wire.Value {
				if c.Get("choices").IsArray() && c.Get("choices").Len() == 0 && c.Get("usage").IsObject() {
					h.failure = wire.Str("index out of range")
				}
				return c
			})},
		{ID: "CHAT-09/usage-lost", Title: "The usage is never shown.", Plant: plant.Showing("/usage", plant.Null)},
		{ID: "CHAT-09/usage-summed", Title: "The usage of every chunk is added up.", Warns: true,
			Plant: framing(func(h *held, c wire.Value) wire.Value {
				now := c.Get("usage")
				if before := h.notes["usage"]; now.IsObject() && before.IsObject() {
					for _, m := range before.Members() {
						a, _ := m.Value.Int64()
						b, _ := now.Get(m.Name).Int64()
						now = now.With(m.Name, wire.Int(a+b))
					}
				}
				if now.IsObject() {
					h.notes["usage"] = now
					return c.With("usage", now)
				}
				return c
			})},
		{ID: "CHAT-09/usage-null-erases", Title: "A null behind the numbers erases them.", Warns: true,
			Plant: framing(func(h *held, c wire.Value) wire.Value {
				if c.Has("usage") && c.Get("usage").IsNull() {
					h.usage = wire.Value{}
				}
				return c
			})},
		{ID: "CHAT-10/error-frame-ignored", Title: "An error frame is taken for a chunk without choices.",
			Plant: framing(func(_ *held, c wire.Value) wire.Value { return c.Without("error") })},
		{ID: "CHAT-10/numeric-code-ignored", Title: "An error whose code is a number is ignored.",
			Plant: framing(func(_ *held, c wire.Value) wire.Value {
				if c.Get("error").Get("code").Kind() == wire.Number {
					return c.Without("error")
				}
				return c
			})},
		{ID: "CHAT-10/error-without-words", Title: "The message of an error is undefined.", Warns: true,
			Plant: plant.Showing("/error/message", plant.Becomes(`"undefined"`))},
		{ID: "CHAT-11/cut-is-stop", Title: "An end of stream without a reason becomes stop.", Plant: reasonOr(isNull, `"stop"`)},
		{ID: "CHAT-11/cut-is-length", Title: "An end of stream without a reason becomes length.", Plant: reasonOr(isNull, `"length"`)},
		{ID: "CHAT-13/malformed-is-empty-object", Title: "Malformed arguments become {}.",
			Plant: showingCalls(func(h *held, c wire.Value) wire.Value {
				if wire.IsJSON(text(c, "arguments")) || text(c, "arguments") == "" || !h.choice("0").over() {
					return c
				}
				return ready(c).With("arguments", wire.Str("{}"))
			})},
		{ID: "CHAT-13/malformed-call-lost", Title: "A call with malformed arguments is dropped.",
			Plant: showingCalls(func(h *held, c wire.Value) wire.Value {
				if wire.IsJSON(text(c, "arguments")) || text(c, "arguments") == "" || !h.choice("0").over() {
					return c
				}
				return wire.Value{}
			})},
		{ID: "CHAT-14/done-on-switch", Title: "A call is announced at every change of index.",
			Plant: as(client{piece: noteSwitch, show: func(h *held, state wire.Value) wire.Value {
				list := state.Get("finishedCalls").Items()
				return state.With("finishedCalls", wire.List(append(list, h.notes["announced"].Items()...)...))
			}})},
		{ID: "CHAT-14/half-announced-at-length", Title: "A call that length cut is announced.",
			Plant: announcing(func(own *heldChoice) []*heldCall { return own.calls })},
		{ID: "CHAT-14/announced-twice", Title: "Every call is announced twice.", Plant: announcing(func(own *heldChoice) []*heldCall {
			if !own.over() {
				return nil
			}
			return append(slices.Clone(own.calls), own.calls...)
		})},
		{ID: "CHAT-14/done-never-in-one-chunk", Title: "A call that comes in one piece is never announced.", Warns: true,
			Plant: announcing(func(own *heldChoice) []*heldCall {
				return slices.DeleteFunc(slices.Clone(own.calls), func(c *heldCall) bool { return c.fragments < 2 || !own.over() })
			})},
		{ID: "CHAT-23/reasons-joined", Title: "Two finish reasons are joined.", Plant: as(client{late: joinReasons})},
		{ID: "CHAT-23/second-reason-other", Title: "Where two reasons come, error is shown.",
			Plant: as(client{late: func(h *heldChoice, c wire.Value) bool {
				if c.Get("finish_reason").Text() != "" {
					h.reason = wire.Str("error")
				}
				return true
			}})},
	}
}

func joinReasons(h *heldChoice, c wire.Value) bool {
	h.reason = wire.Str(h.reason.Text() + c.Get("finish_reason").Text())
	return true
}

// noteSwitch announces the call before, as far as it came, where another one goes on.
func noteSwitch(h *heldChoice, c *heldCall, f wire.Value) string {
	for i, other := range h.calls {
		if h.index == "0" && other != c && wire.Equal(h.notes["last"], wire.Int(int64(i))) {
			told := wire.Obj(wire.T("name", other.name), wire.T("arguments", string(other.arguments)))
			h.notes["announced"] = h.notes["announced"].Append(told)
		}
		if other == c && h.index == "0" {
			h.notes["last"] = wire.Int(int64(i))
		}
	}
	return text(f.Get("function"), "arguments")
}

// repeatFaults take what is said twice for a repetition of the network's.
func repeatFaults() []plant.Row {
	return []plant.Row{
		{ID: "CHAT-01/equal-pieces-once", Title: "A piece of text that equals the one before it is dropped.",
			Plant: framing(func(h *held, chunk wire.Value) wire.Value {
				text := chunk.Find("/choices/0/delta/content")
				again := text.Text() != "" && text.Text() == h.notes["said"].Text()
				if h.notes["said"] = text; again {
					return chunk.Edit("/choices/0/delta/content", plant.Null)
				}
				return chunk
			})},
		{ID: "CHAT-04/equal-fragments-once", Title: "A fragment that equals the one before it is dropped.",
			Plant: piecing(func(c *heldCall, _ wire.Value, s string) string {
				if len(s) > 0 && strings.HasSuffix(string(c.arguments), s) && c.fragments > 1 {
					return ""
				}
				return s
			})},
		{ID: "CHAT-04/placeholder-replaced", Title: "An empty object is taken for a placeholder, which the next fragment replaces.",
			Plant: piecing(func(c *heldCall, _ wire.Value, s string) string {
				if string(c.arguments) == "{}" {
					c.arguments = nil
				}
				return s
			})},
		{ID: "CHAT-13/two-braces-one", Title: "A brace behind the first one is taken for the same.",
			Plant: piecing(func(c *heldCall, _ wire.Value, s string) string {
				if string(c.arguments) == "{" && strings.HasPrefix(s, "{") {
					c.arguments = nil
				}
				return s
			})},
		{ID: "CHAT-10/error-behind-reason", Title: "An error frame behind the reason is ignored.",
			Plant: framing(func(h *held, chunk wire.Value) wire.Value {
				for _, c := range h.choices {
					if !c.reason.IsNull() && !chunk.Get("error").IsNull() {
						return wire.Value{}
					}
				}
				return chunk
			})},
	}
}
