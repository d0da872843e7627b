package openaichat

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// loud is an answer that says so where this is so, with what it holds (all) or nothing.
func loud(when func(h *held) bool, all bool) func(h *held, state wire.Value) wire.Value {
	return func(h *held, state wire.Value) wire.Value {
		if !when(h) || !state.Get("error").IsNull() {
			return state
		}
		if !all {
			state = state.With("content", wire.NullValue).With("toolCalls", wire.List()).With("finishedCalls", wire.List())
		}
		return state.With("error", wire.ParseString(`{"message":"the stream is not as it should be"}`))
	}
}

func refusing(when func(h *held) bool, all bool) plant.Plant { return showing(loud(when, all)) }

// noticing is loud where its hooks found something odd: in a fragment (atFragment), or in a chunk (atChunk).
func noticing(c client) plant.Plant {
	c.show = loud(func(h *held) bool { return h.odd }, true)
	return as(c)
}

func atFragment(so func(m moment) bool) plant.Plant {
	return noticing(client{piece: func(m *moment) { m.odd = m.odd || so(*m) }})
}

func atChunk(so func(h *held, chunk wire.Value) bool) plant.Plant {
	return noticing(client{frame: func(h *held, c wire.Value) wire.Value {
		h.odd = h.odd || so(h, c)
		return c
	}})
}

func consumerVariants() []plant.Row {
	return slices.Concat(refusals(), heldVariants(), shownCalls().Variants("CHAT-10"))
}

// refusals are clients that refuse what may be refused: calls that are told in an odd way, and streams.
func refusals() []plant.Row {
	unended := func(h *held) bool { // the first choice is always held when all is over
		return slices.ContainsFunc(h.choices, func(c *heldChoice) bool { return c.reason.IsAbsent() })
	}
	return []plant.Row{
		plant.New("CHAT-17/loud", atFragment(func(m moment) bool { return m.later() && m.renamed() })),
		plant.New("CHAT-21/loud",
			atFragment(func(m moment) bool { return !m.later() && (m.id() == "" || m.name() == "" || text(m.f, "type") == "") })),
		plant.New("CHAT-19/loud", atFragment(func(m moment) bool {
			keys := map[string]bool{"": true}
			for _, o := range m.calls[:len(m.calls)-1] {
				keys[o.index] = true
			}
			n, _ := m.f.Get("index").Int64()
			return !m.later() && !keys[m.key()] && int(n) != len(keys)-1
		})),
		plant.New("CHAT-21/changed-id-loud", atChunk(func(h *held, c wire.Value) bool {
			before := h.notes["id"]
			h.notes["id"] = c.Get("id")
			return !before.IsAbsent() && !wire.Equal(before, c.Get("id")) && c.Get("choices").IsArray()
		})),
		plant.New("CHAT-20/loud", noticing(client{route: func(m moment) *heldCall {
			m.odd = m.odd || m.keyless()
			return m.find()
		}})),
		plant.New("CHAT-11/loud", refusing(unended, true)),
		plant.New("CHAT-11/loud-and-empty", refusing(unended, false)),
		plant.New("CHAT-11/needs-the-marker", refusing(func(h *held) bool { return !h.whole }, true)),
		plant.New("CHAT-07/loud", refusing(func(h *held) bool { return strange(h.choice("0").reason) }, true)),
		plant.New("CHAT-23/late-is-loud", noticing(client{late: func(h *heldChoice, c wire.Value) bool {
			d := c.Get("delta")
			h.odd = h.odd || text(d, "content") != "" || text(d, "refusal") != "" || d.Get("tool_calls").Len() > 0
			return true
		}})),
		plant.New("CHAT-25/vendor-is-loud",
			atChunk(func(_ *held, c wire.Value) bool { return !c.Get("choices").IsArray() && c.Get("error").IsNull() })),
		plant.New("FRAME-12/loud", as(client{strict: true})),
		plant.New("CHAT-10/reads-on", as(client{frame: func(h *held, c wire.Value) wire.Value {
			if message := c.Find("/error/message"); message.Text() != "" {
				h.notes["error"], c = message, wire.Value{}
			}
			return c
		}, show: func(h *held, state wire.Value) wire.Value {
			told := func(wire.Value) wire.Value { return wire.Obj(wire.M("message", h.notes["error"])) }
			return state.Edit("/error", plant.When(func(wire.Value) bool { return !h.notes["error"].IsAbsent() }, told))
		}})),
	}
}

// heldVariants are other right ways to hold calls, and to show what is held.
func heldVariants() []plant.Row {
	cut := func(h *held, c wire.Value) bool { return !h.choice("0").over() && !wire.IsJSON(text(c, "arguments")) }
	return []plant.Row{
		plant.New("CHAT-02/by-index", showing(func(h *held, state wire.Value) wire.Value {
			own := h.choice("0").calls
			list := slices.SortedStableFunc(slices.Values(own), func(a, b *heldCall) int {
				return cmp.Or(len(a.index)-len(b.index), strings.Compare(a.index, b.index))
			})
			var out []wire.Value
			for _, c := range list {
				out = append(out, state.Get("toolCalls").At(slices.Index(own, c)))
			}
			return state.With("toolCalls", wire.List(out...))
		})),
		plant.New("CHAT-17/joined", naming(moment.renamed, appended)),
		plant.New("CHAT-17/last", naming(moment.renamed, newer)),
		plant.New("CHAT-18/last-id", as(client{piece: func(m *moment) { m.call.id = cmp.Or(m.id(), m.call.id) }})),
		plant.New("CHAT-20/stray-to-last",
			diverting(func(m moment) bool { return m.keyless() && m.name() == "" && m.id() == "" && len(m.calls) > 0 }, moment.last)),
		plant.New("CHAT-21/generated", showing(func(_ *held, state wire.Value) wire.Value {
			list := state.Get("toolCalls").Items()
			for i, c := range list {
				list[i] = c.Edit("/id", plant.When(empty, plant.Becomes(fmt.Sprintf(`"generated-%d"`, i))))
			}
			return state.With("toolCalls", wire.List(list...))
		})),
		plant.New("CHAT-21/nameless-left-out", offering(func(_ *held, c wire.Value) bool { return text(c, "name") == "" }, plant.Gone)),
		plant.New("CHAT-23/late-ignored", as(client{late: func(_ *heldChoice, c wire.Value) bool { return c.Get("delta").Len() == 0 }})),
		plant.New("CHAT-23/last-reason", reasoning(plant.Not(empty), newer)),
		plant.New("CHAT-01/refusal-behind-text", showing(func(h *held, state wire.Value) wire.Value {
			own := h.choice("0")
			return state.With("content", wire.Str(string(own.content)+string(own.refusal))).With("refusal", wire.NullValue)
		})),
		plant.New("CHAT-01/no-text-is-null", plant.Showing("/content", plant.When(empty, plant.Null))),
		plant.New("CHAT-06/empty-object", plant.Showing("/toolCalls/*/arguments", plant.When(empty, plant.Becomes(`"{}"`)))),
		plant.New("CHAT-04/parsed",
			offering(func(_ *held, c wire.Value) bool { return text(c, "state") == "ready" }, plant.Inside("/arguments", plant.Parsed))),
		plant.New("CHAT-14/parsed", plant.Showing("/finishedCalls/*/arguments", plant.Parsed)),
		plant.New("CHAT-07/other", reasonOr(strange, `"other"`)),
		plant.New("CHAT-07/null", reasonOr(strange, `null`)),
		plant.New("CHAT-08/ready-at-length", offering(func(_ *held, c wire.Value) bool {
			return text(c, "name") != "" && plant.Parsed(c.Get("arguments")).IsObject()
		}, ready)),
		plant.New("CHAT-12/cut-left-out", offering(cut, plant.Gone)),
		plant.New("CHAT-12/cut-without-arguments", offering(cut, plant.Having("arguments", wire.NullValue))),
		plant.New("CHAT-12/open-begins", offering(func(_ *held, c wire.Value) bool { return text(c, "state") == "open" },
			plant.Inside("/arguments", func(v wire.Value) wire.Value { return wire.Str(string([]rune(v.Text())[:len(v.Text())/4])) }))),
		plant.New("CHAT-13/malformed-is-ready", offering(func(h *held, c wire.Value) bool {
			return h.choice("0").over() && h.failure.IsAbsent() && text(c, "name") != ""
		}, ready)),
		plant.Without("callState", "/toolCalls/*/state"), plant.Without("refusal", "/refusal"), plant.Without("usage", "/usage"),
		plant.Without("finishedCalls", "/finishedCalls"), plant.Without("otherChoices", "/otherChoices"),
		plant.Without("finishReason", "/finishReason"), plant.Without("error", "/error"),
	}
}
