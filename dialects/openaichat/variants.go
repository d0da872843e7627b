package openaichat

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// refusing is a client that is loud where this is so, with what it holds (all) or nothing.
func refusing(when func(h *held) bool, all bool) plant.Plant {
	return showing(func(h *held, state wire.Value) wire.Value {
		if !when(h) || !state.Get("error").IsNull() {
			return state
		}
		if !all {
			state = state.With("content", wire.NullValue).With("toolCalls", wire.List()).With("finishedCalls", wire.List())
		}
		return state.With("error", wire.ParseString(`{"message":"the stream is not as it should be"}`))
	})
}

// noting lets a client remember with which fragments something is so.
func noting(name string, so func(h *heldChoice, c *heldCall, f wire.Value) bool) client {
	return client{piece: func(h *heldChoice, c *heldCall, f wire.Value) string {
		if so(h, c, f) {
			h.notes[name] = wire.Boolean(true)
		}
		return text(f.Get("function"), "arguments")
	}}
}

func loudIf(name string, c client) plant.Plant {
	c.show = func(h *held, state wire.Value) wire.Value {
		if !h.notes[name].IsTrue() || !state.Get("error").IsNull() {
			return state
		}
		return state.With("error", wire.ParseString(`{"message":"refused"}`))
	}
	return as(c)
}

// loudCalls are clients that refuse calls that are told in an odd way.
func loudCalls() []plant.Row {
	row := func(id, title, note string, so func(h *heldChoice, c *heldCall, f wire.Value) bool) plant.Row {
		return plant.Row{ID: id, Title: title, Plant: loudIf(note, noting(note, so))}
	}
	return []plant.Row{
		row("CHAT-17/loud", "A name in pieces is an error.", "pieces", func(_ *heldChoice, c *heldCall, f wire.Value) bool {
			return c.fragments > 0 && nameOf(f) != "" && c.name != nameOf(f)
		}),
		row("CHAT-21/loud", "An opener without id, name or type is an error.", "bare", func(_ *heldChoice, c *heldCall, f wire.Value) bool {
			return c.fragments == 0 && (text(f, "id") == "" || nameOf(f) == "" || text(f, "type") == "")
		}),
		row("CHAT-19/loud", "An index that is not the next is an error.", "gap", func(h *heldChoice, c *heldCall, f wire.Value) bool {
			keys := map[string]bool{}
			for _, o := range h.calls[:len(h.calls)-1] {
				keys[o.index] = true
			}
			n, ok := f.Get("index").Int64()
			return c.fragments == 0 && ok && n >= 0 && !keys[c.index] && int(n) != len(keys)-count(keys[""])
		}),
		{ID: "CHAT-21/changed-id-loud", Title: "A chunk with another id is an error.",
			Plant: loudIf("changed", client{frame: func(h *held, c wire.Value) wire.Value {
				if before := h.notes["id"]; !before.IsAbsent() && before.JSON() != c.Get("id").JSON() && c.Get("choices").IsArray() {
					h.notes["changed"] = wire.Boolean(true)
				}
				h.notes["id"] = c.Get("id")
				return c
			}})},
		{ID: "CHAT-20/loud", Title: "A fragment without an index is an error.",
			Plant: loudIf("keyless", client{route: func(h *heldChoice, f wire.Value) *heldCall {
				if indexOf(f) == "" {
					h.notes["keyless"] = wire.Boolean(true)
				}
				return h.find(f)
			}})},
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func consumerVariants() []plant.Row {
	return slices.Concat(loudCalls(), loudStreams(), callVariants(), stateVariants(), shownCalls().Variants("CHAT-10"))
}

// loudStreams are clients that refuse more of what may be refused.
func loudStreams() []plant.Row {
	unended := func(h *held) bool {
		return slices.ContainsFunc(append(h.order, "0"), func(i string) bool { return h.choice(i).reason.IsAbsent() })
	}
	return []plant.Row{
		{ID: "CHAT-11/loud", Title: "A choice without a reason is an error.", Plant: refusing(unended, true)},
		{ID: "CHAT-11/loud-and-empty", Title: "A choice without a reason is an error, and nothing is shown.",
			Plant: refusing(unended, false)},
		{ID: "CHAT-11/needs-the-marker", Title: "A stream without its end marker is an error.",
			Plant: refusing(func(h *held) bool { return !h.whole }, true)},
		{ID: "CHAT-07/loud", Title: "An unknown reason is an error.", Plant: refusing(func(h *held) bool {
			own := h.choice("0").reason
			return own.IsString() && !known(own.Text())
		}, true)},
		{ID: "CHAT-23/late-is-loud", Title: "Text or a call behind the reason is an error.",
			Plant: loudIf("late", client{late: func(h *heldChoice, c wire.Value) bool {
				d := c.Get("delta")
				if text(d, "content") != "" || text(d, "refusal") != "" || d.Get("tool_calls").Len() > 0 {
					h.notes["late"] = wire.Boolean(true)
				}
				return true
			}})},
		{ID: "CHAT-25/vendor-is-loud", Title: "An object without choices is an error.",
			Plant: loudIf("vendor", client{frame: func(h *held, c wire.Value) wire.Value {
				if !c.Get("choices").IsArray() && c.Get("error").IsNull() {
					h.notes["vendor"] = wire.Boolean(true)
				}
				return c
			}})},
		{ID: "FRAME-12/loud", Title: "A malformed frame is an error.", Plant: as(client{strict: true})},
	}
}

// callVariants are other right ways to hold calls.
func callVariants() []plant.Row {
	name := func(change func(c *heldCall, name string) string) plant.Plant {
		return piecing(func(c *heldCall, f wire.Value, s string) string {
			if n := nameOf(f); c.fragments > 0 && n != "" && n != c.name {
				c.name = change(c, n)
			}
			return s
		})
	}
	return []plant.Row{
		{ID: "CHAT-02/by-index", Title: "Calls stand in the order of their index.",
			Plant: showing(func(h *held, state wire.Value) wire.Value {
				own := h.choice("0").calls
				list := slices.Clone(own)
				slices.SortStableFunc(list, func(a, b *heldCall) int {
					return cmp.Or(len(a.index)-len(b.index), strings.Compare(a.index, b.index))
				})
				var out []wire.Value
				for _, c := range list {
					out = append(out, state.Get("toolCalls").At(slices.Index(own, c)))
				}
				return state.With("toolCalls", wire.List(out...))
			})},
		{ID: "CHAT-17/joined", Title: "Pieces of a name are joined.",
			Plant: name(func(c *heldCall, n string) string { return c.name + n })},
		{ID: "CHAT-17/last", Title: "The last piece of a name is the name.", Plant: name(func(_ *heldCall, n string) string { return n })},
		{ID: "CHAT-18/last-id", Title: "Of several ids of a call the last is shown.",
			Plant: piecing(func(c *heldCall, f wire.Value, s string) string {
				if id := text(f, "id"); id != "" && c.id != "" {
					c.id = id
				}
				return s
			})},
		{ID: "CHAT-20/stray-to-last", Title: "A fragment of nobody's belongs to the last call.",
			Plant: routing(func(h *heldChoice, f wire.Value) *heldCall {
				c := h.find(f)
				if n := len(h.calls); c == nil && n > 0 && nameOf(f) == "" && text(f, "id") == "" {
					return h.calls[n-1]
				}
				return c
			})},
		{ID: "CHAT-21/generated", Title: "A call without an id gets one.", Plant: showing(func(_ *held, state wire.Value) wire.Value {
			list := state.Get("toolCalls").Items()
			for i, c := range list {
				if text(c, "id") == "" {
					list[i] = c.With("id", wire.Str(fmt.Sprintf("generated-%d", i)))
				}
			}
			return state.With("toolCalls", wire.List(list...))
		})},
		{ID: "CHAT-21/nameless-left-out", Title: "A call without a name is not listed.",
			Plant: showingCalls(func(_ *held, c wire.Value) wire.Value {
				if text(c, "name") == "" {
					return wire.Value{}
				}
				return c
			})},
		{ID: "CHAT-23/late-ignored", Title: "What comes behind the reason is ignored.",
			Plant: as(client{late: func(h *heldChoice, c wire.Value) bool { return c.Get("delta").Len() == 0 }})},
		{ID: "CHAT-23/last-reason", Title: "Of two reasons the last is shown.",
			Plant: as(client{late: func(h *heldChoice, c wire.Value) bool {
				if c.Get("finish_reason").Text() != "" {
					h.reason = c.Get("finish_reason")
				}
				return true
			}})},
	}
}

// stateVariants are other right ways to show what is held.
func stateVariants() []plant.Row {
	cut := func(h *held, c wire.Value) bool { return !h.choice("0").over() && !wire.IsJSON(text(c, "arguments")) }
	refusal := func(change func(own *heldChoice, state wire.Value) wire.Value) plant.Plant {
		return showing(func(h *held, state wire.Value) wire.Value {
			return change(h.choice("0"), state).With("refusal", wire.NullValue)
		})
	}
	return []plant.Row{
		{ID: "CHAT-01/refusal-behind-text", Title: "A refusal stands behind the text.",
			Plant: refusal(func(own *heldChoice, state wire.Value) wire.Value {
				return state.With("content", wire.Str(string(own.content)+string(own.refusal)))
			})},
		{ID: "CHAT-01/no-text-is-null", Title: "No text is null.",
			Plant: plant.Showing("/content", plant.When(func(v wire.Value) bool { return v.Text() == "" }, plant.Null))},
		{ID: "CHAT-06/empty-object", Title: "No arguments are {}.",
			Plant: plant.Showing("/toolCalls/*/arguments",
				plant.When(func(v wire.Value) bool { return v.Text() == "" }, plant.Becomes(`"{}"`)))},
		{ID: "CHAT-04/parsed", Title: "Arguments of ready calls are shown parsed.",
			Plant: showingCalls(func(_ *held, c wire.Value) wire.Value {
				if v, err := wire.Parse([]byte(text(c, "arguments"))); err == nil && text(c, "state") == "ready" {
					return c.With("arguments", v)
				}
				return c
			})},
		{ID: "CHAT-07/other", Title: "An unknown reason is shown as other.",
			Plant: reasonOr(func(v wire.Value) bool { return v.IsString() && !known(v.Text()) }, `"other"`)},
		{ID: "CHAT-07/null", Title: "An unknown reason is shown as null.",
			Plant: reasonOr(func(v wire.Value) bool { return v.IsString() && !known(v.Text()) }, `null`)},
		{ID: "CHAT-08/ready-at-length", Title: "A whole call is ready whatever the reason.",
			Plant: showingCalls(func(h *held, c wire.Value) wire.Value {
				if v, err := wire.Parse([]byte(text(c, "arguments"))); err == nil && v.IsObject() && text(c, "name") != "" {
					return ready(c)
				}
				return c
			})},
		{ID: "CHAT-12/cut-left-out", Title: "A cut call is not listed.", Plant: showingCalls(func(h *held, c wire.Value) wire.Value {
			if cut(h, c) {
				return wire.Value{}
			}
			return c
		})},
		{ID: "CHAT-12/cut-without-arguments", Title: "A cut call has no arguments.",
			Plant: showingCalls(func(h *held, c wire.Value) wire.Value {
				if cut(h, c) {
					return c.With("arguments", wire.NullValue)
				}
				return c
			})},
		{ID: "CHAT-13/malformed-is-ready", Title: "Malformed arguments are handed out as the text that came.",
			Plant: showingCalls(func(h *held, c wire.Value) wire.Value {
				if h.choice("0").over() && h.failure.IsAbsent() && text(c, "name") != "" {
					return ready(c)
				}
				return c
			})},
		plant.Without("callState", "/toolCalls/*/state"), plant.Without("refusal", "/refusal"), plant.Without("usage", "/usage"),
		plant.Without("finishedCalls", "/finishedCalls"),
		plant.Without("otherChoices", "/otherChoices"), plant.Without("finishReason", "/finishReason"), plant.Without("error", "/error"),
	}
}
