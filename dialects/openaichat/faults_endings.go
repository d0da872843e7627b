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

func strange(reason wire.Value) bool { return reason.IsString() && !known(reason.Text()) }

// reasoning changes the reason of a choice where another one of which so is true follows it: made of both.
func reasoning(so plant.Of, made func(before, more string) string) plant.Plant {
	return as(client{late: func(h *heldChoice, c wire.Value) bool {
		if more := c.Get("finish_reason"); so(more) {
			h.reason = wire.Str(made(h.reason.Text(), more.Text()))
		}
		return true
	}})
}

// announcing tells other calls as finished.
func announcing(finished func(own *heldChoice) []*heldCall) plant.Plant {
	return showing(func(h *held, state wire.Value) wire.Value {
		var list []wire.Value
		for _, c := range finished(h.choice("0")) {
			list = append(list, c.announced())
		}
		return state.With("finishedCalls", wire.List(list...))
	})
}

// broken: the arguments are whole, and no JSON.
func broken(h *held, c wire.Value) bool {
	return text(c, "arguments") != "" && !wire.IsJSON(text(c, "arguments")) && h.choice("0").over()
}

// reasoned shows another reason where that is one of those that the wire has.
func reasoned(change func(reason string) string) plant.Plant {
	return plant.Showing("/finishReason", plant.Text(func(s string) string {
		if other := change(s); known(other) {
			return other
		}
		return s
	}))
}

// beside loses one member of a delta where another one stands beside it.
func beside(member, lost string) plant.Plant {
	return heard("/choices/*/delta", plant.When(func(d wire.Value) bool { return d.Get(member).Text() != "" },
		plant.Inside("/"+lost, plant.Null)))
}

// endingFaults are in reasons, errors, usage, and what is made of calls when all is over.
func endingFaults() []plant.Row {
	unlessReason := func(reasons ...string) plant.Plant {
		return plant.Showing("", plant.When(func(state wire.Value) bool {
			reason := state.Get("finishReason")
			return !reason.IsNull() && !slices.Contains(reasons, reason.Text())
		}, plant.Having("toolCalls", wire.List())))
	}
	other := func(word string) func(before, more string) string { return func(string, string) string { return word } }
	return []plant.Row{
		plant.New("CHAT-01/refusal-lost", plant.Showing("/refusal", plant.Null)).Warn(),
		plant.New("CHAT-07/unknown-reason-is-stop", reasonOr(strange, `"stop"`)),
		plant.New("CHAT-07/case-folded", reasoned(strings.ToLower)),
		plant.New("CHAT-07/by-prefix", reasoned(func(s string) string { return s[:min(len(s), len("stop"))] })),
		plant.New("CHAT-07/end-turn-is-stop", reasonOr(plant.Is("end_turn"), `"stop"`)),
		plant.New("CHAT-07/member-is-stop", reasonOr(plant.Is("constructor"), `"stop"`)),
		plant.New("CHAT-07/length-is-stop", reasonOr(plant.Is("length"), `"stop"`)),
		plant.New("CHAT-08/all-open", plant.Showing("/toolCalls/*/state", plant.Becomes(`"open"`))),
		plant.New("CHAT-08/stop-drops-calls", unlessReason("tool_calls")),
		plant.New("CHAT-08/length-drops-calls", unlessReason("tool_calls", "stop")),
		plant.New("CHAT-09/usage-chunk-crash", failing("index out of range", func(c wire.Value) bool {
			return c.Get("choices").IsArray() && c.Get("choices").Len() == 0 && c.Get("usage").IsObject()
		})),
		plant.New("CHAT-09/usage-lost", plant.Showing("/usage", plant.Null)),
		plant.New("CHAT-09/usage-summed", as(client{frame: func(h *held, c wire.Value) wire.Value {
			return c.Edit("/usage", plant.When(wire.Value.IsObject, func(now wire.Value) wire.Value {
				for _, m := range h.usage.Members() {
					now = now.With(m.Name, sum(m.Value, now.Get(m.Name)))
				}
				return now
			}))
		}})).Warn(),
		plant.New("CHAT-09/usage-null-erases", as(client{frame: func(h *held, c wire.Value) wire.Value {
			if c.Get("usage").Kind() == wire.Null {
				h.usage = wire.Value{}
			}
			return c
		}})).Warn(),
		plant.New("CHAT-09/total-recomputed", plant.Showing("/usage", plant.When(wire.Value.IsObject, func(u wire.Value) wire.Value {
			return u.With("total_tokens", sum(u.Get("prompt_tokens"), u.Get("completion_tokens")))
		}))),
		plant.New("CHAT-10/metadata-stands-for-message", heard("/error", moved("/metadata/raw", "", "message"))).Warn(),
		plant.New("CHAT-10/error-frame-ignored", heard("/error", plant.Gone)),
		plant.New("CHAT-10/error-alone-is-empty", unheard(func(events []wire.Value) bool { return len(events) == 1 })),
		plant.New("CHAT-10/error-first-ignored", unheard(func(events []wire.Value) bool { return len(events) > 1 })),
		plant.New("CHAT-10/numeric-code-ignored",
			heard("/error", plant.When(func(e wire.Value) bool { return e.Get("code").Kind() == wire.Number }, plant.Gone))),
		plant.New("CHAT-10/error-without-words", plant.Showing("/error/message", plant.Becomes(`"undefined"`))).Warn(),
		plant.New("CHAT-11/cut-is-stop", reasonOr(wire.Value.IsNull, `"stop"`)),
		plant.New("CHAT-11/cut-is-length", reasonOr(wire.Value.IsNull, `"length"`)),
		plant.New("CHAT-13/malformed-is-empty-object",
			offering(broken, func(c wire.Value) wire.Value { return ready(c).With("arguments", wire.Str("{}")) })),
		plant.New("CHAT-13/malformed-call-lost", offering(broken, plant.Gone)),
		plant.New("CHAT-14/done-on-switch", as(client{piece: noteSwitch, show: func(h *held, state wire.Value) wire.Value {
			return state.With("finishedCalls", state.Get("finishedCalls").Append(h.notes["announced"].Items()...))
		}})),
		plant.New("CHAT-14/half-announced-at-length", announcing(func(own *heldChoice) []*heldCall { return own.calls })),
		plant.New("CHAT-14/announced-twice", announcing(func(own *heldChoice) []*heldCall {
			if !own.over() {
				return nil
			}
			return slices.Concat(own.calls, own.calls)
		})),
		plant.New("CHAT-14/done-never-in-one-chunk", announcing(func(own *heldChoice) []*heldCall {
			return slices.DeleteFunc(slices.Clone(own.calls), func(c *heldCall) bool { return c.fragments < 2 || !own.over() })
		})).Warn(),
		plant.New("CHAT-23/reasons-joined", reasoning(plant.Not(empty), appended)),
		plant.New("CHAT-23/empty-reason-erases", reasoning(plant.Is(""), newer)).Warn(),
		plant.New("CHAT-23/empty-reason-is-other", reasoning(plant.Is(""), other("other"))).Warn(),
		plant.New("CHAT-23/second-reason-other", reasoning(plant.Not(empty), other("error"))),
	}
}

func sum(a, b wire.Value) wire.Value {
	n, _ := a.Int64()
	more, _ := b.Int64()
	return wire.Int(n + more)
}

// noteSwitch announces the call before, as far as it came, where a later one goes on.
func noteSwitch(m *moment) {
	if at := slices.Index(m.calls, m.call); m.index == "0" {
		if last, ok := m.notes["last"].Int64(); ok && int(last) < at {
			m.notes["announced"] = m.notes["announced"].Append(m.calls[last].announced())
		}
		m.notes["last"] = wire.Int(int64(at))
	}
}

// repeatFaults take what is said twice for a repetition of the network's.
func repeatFaults() []plant.Row {
	so := func(m moment) string { return string(m.call.arguments) } // so far
	return []plant.Row{
		plant.New("CHAT-01/text-beside-refusal-lost", beside("refusal", "content")),
		plant.New("CHAT-01/refusal-beside-text-lost", beside("content", "refusal")).Warn(),
		plant.New("CHAT-01/refusal-with-reason-lost", heard("/choices/*", plant.When(func(c wire.Value) bool {
			return c.Get("finish_reason").IsString()
		}, plant.Inside("/delta/refusal", plant.Null)))).Warn(),
		plant.New("CHAT-01/whole-message-is-text", heard("/choices/0", moved("/message/content", "/delta", "content"))),
		plant.New("CHAT-04/equal-fragments-once", losing(func(m moment) bool {
			return m.text() != "" && m.call.fragments > 1 && strings.HasSuffix(so(m), m.text())
		})),
		plant.New("CHAT-04/placeholder-replaced", restarting(func(m moment) bool { return so(m) == "{}" })),
		plant.New("CHAT-13/two-braces-one", restarting(func(m moment) bool { return so(m) == "{" && strings.HasPrefix(m.text(), "{") })),
		plant.New("CHAT-10/error-behind-reason", as(client{frame: plant.Skipped(func(h *held, chunk wire.Value) bool {
			ended := slices.ContainsFunc(h.choices, func(c *heldChoice) bool { return !c.reason.IsNull() })
			return ended && !chunk.Get("error").IsNull()
		})})),
	}
}

// moved makes a text that stands somewhere a member of what stands elsewhere.
func moved(from, to, member string) plant.Edit {
	return plant.When(func(v wire.Value) bool { return v.Find(from).IsString() },
		func(v wire.Value) wire.Value { return v.Edit(to, plant.Having(member, v.Find(from))) })
}

// unheard drops an error that comes first in streams of which so is true.
func unheard(so func(events []wire.Value) bool) plant.Plant {
	return plant.Hearing(plant.Events(wire.DoneMarker, func(events []wire.Value) []wire.Value {
		if len(events) > 0 && !events[0].Get("error").IsNull() && so(events) {
			return events[1:]
		}
		return events
	}))
}
