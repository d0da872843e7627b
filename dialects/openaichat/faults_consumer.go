package openaichat

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// as is a fault of the reference itself: the client with a hook.
func as(c client) plant.Plant { return func(dialect.Answer) dialect.Answer { return c.answer } }

// showing changes the state where what came matters, offering those of the calls shown of which so is true.
func showing(change func(h *held, state wire.Value) wire.Value) plant.Plant {
	return as(client{show: change})
}

func offering(so func(h *held, call wire.Value) bool, edit plant.Edit) plant.Plant {
	return showing(func(h *held, state wire.Value) wire.Value {
		is := func(c wire.Value) bool { return so(h, c) }
		return state.Edit("/toolCalls", plant.In(plant.Each(is, edit)))
	})
}

// heard changes what stands at a place of each chunk, failing fails at those of which so is true.
func heard(at string, edit plant.Edit) plant.Plant {
	return as(client{frame: func(_ *held, c wire.Value) wire.Value { return plant.Everywhere(at, edit)(c) }})
}

func failing(words string, so func(chunk wire.Value) bool) plant.Plant {
	return as(client{frame: func(h *held, c wire.Value) wire.Value {
		if so(c) {
			h.failure = wire.Str(words)
		}
		return c
	}})
}

// diverting routes the fragments of which so is true elsewhere, leaving does so with those whose call is found.
func diverting(so func(m moment) bool, to func(m moment) *heldCall) plant.Plant {
	return as(client{route: func(m moment) *heldCall {
		if so(m) {
			return to(m)
		}
		return m.find()
	}})
}

func leaving(so func(m moment) bool, to func(m moment) *heldCall) plant.Plant {
	return as(client{route: func(m moment) *heldCall {
		if m.call = m.find(); m.call != nil && so(m) {
			return to(m)
		}
		return m.call
	}})
}

func nobody(moment) *heldCall { return nil }

// taking acts where a call takes a fragment of which so is true: losing takes none of it, restarting forgets what came before.
func taking(so func(m moment) bool, does func(m *moment)) plant.Plant {
	return as(client{piece: func(m *moment) {
		if so(*m) {
			does(m)
		}
	}})
}

func losing(so func(m moment) bool) plant.Plant {
	return taking(so, func(m *moment) { m.f = wire.Value{} })
}

func restarting(so func(m moment) bool) plant.Plant {
	return taking(so, func(m *moment) { m.call.arguments = nil })
}

// naming changes the name of a call, identifying its id, at later fragments of which so is true: made of it and of theirs.
func naming(so func(m moment) bool, made func(before, more string) string) plant.Plant {
	return taking(whenLater(so), func(m *moment) { m.call.name = made(m.call.name, m.name()) })
}

func identifying(so func(m moment) bool, made func(before, more string) string) plant.Plant {
	return taking(whenLater(so), func(m *moment) { m.call.id = made(m.call.id, m.id()) })
}

func whenLater(so func(m moment) bool) func(m moment) bool {
	return func(m moment) bool { return m.later() && so(m) }
}

func appended(before, more string) string { return before + more }

func newer(_, more string) string { return more }

// later: the fragment is not the call's first. renamed: it has another name. keyless: it has no index.
func (m moment) later() bool { return m.call.fragments > 0 }

func (m moment) renamed() bool { return m.name() != "" && m.name() != m.call.name }

func (m moment) keyless() bool { return m.key() == "" }

func (m moment) last() *heldCall { return m.calls[len(m.calls)-1] }

func text(v wire.Value, member string) string { return v.Get(member).Text() }

// empty is what has no text.
func empty(v wire.Value) bool { return v.Text() == "" }

// shownCalls is how a state shows what is held.
func shownCalls() plant.Shown {
	return plant.Shown{Text: "/content", Calls: "/toolCalls", ID: "id", Name: "name", Arguments: "arguments",
		Open:   plant.Says("state", "open"),
		Hand:   func(c, arguments wire.Value) wire.Value { return ready(c).With("arguments", arguments) },
		OfText: "CHAT-01", OfCalls: "CHAT-02", OfArguments: "CHAT-04", OfTwins: "CHAT-02", OfSameID: "CHAT-22", OfCut: "CHAT-12",
		OfOrder: "CHAT-02", Lenient: true,
		// Argument text that is JSON has no NUL and no line end inside its strings, and of an open
		// call any beginning may be shown.
		Except: []string{"arguments-cut-at-nul", "arguments-crlf", "arguments-falsy-lost", "arguments-controls-lost"}}
}

func consumerFaults() []plant.Row {
	ears := plant.Heard{Lens: lens, Tail: wire.DoneMarker, OfText: "CHAT-01", OfArguments: "CHAT-04", OfError: "CHAT-10"}
	return slices.Concat(fragmentFaults(), endingFaults(), repeatFaults(), oddFaults(), shownCalls().Faults(), ears.Faults(),
		plant.Lenient("CHAT-13", lenient), plant.Objects("CHAT-04", lenient),
		plant.Failures("CHAT-10", "/error/message", true))
}

// lenient hands out what read makes of malformed arguments.
func lenient(read func(text string) string) plant.Plant {
	return offering(func(h *held, _ wire.Value) bool { return h.choice("0").over() }, func(c wire.Value) wire.Value {
		if s := read(text(c, "arguments")); s != "" {
			return ready(c).With("arguments", wire.Str(s))
		}
		return c
	})
}

// fragmentFaults are in how calls are held together.
func fragmentFaults() []plant.Row {
	// hidden loses the calls of the choices of which so is true.
	hidden := func(so plant.Of) plant.Plant {
		return heard("/choices/*", plant.When(so, plant.Inside("/delta/tool_calls", plant.Gone)))
	}
	return []plant.Row{
		plant.New("CHAT-02/namespace-dropped", plant.Showing("/toolCalls/*/name",
			plant.Text(func(s string) string { return strings.TrimPrefix(s, "functions.") }))),
		plant.New("CHAT-01/role-begins-anew", as(client{frame: func(h *held, c wire.Value) wire.Value {
			if c.Find("/choices/0/delta/role").Text() != "" {
				h.choice(c.Find("/choices/0/index").JSON()).content = nil
			}
			return c
		}})),
		plant.New("CHAT-01/line-end-first-lost", as(client{frame: func(h *held, c wire.Value) wire.Value {
			first := func(text wire.Value) bool { return text.Text() == "\n" && len(h.choice("0").content) == 0 }
			return c.Edit("/choices/0/delta/content", plant.When(first, plant.Gone))
		}})),
		plant.New("CHAT-03/last-call-gets-fragments",
			diverting(func(m moment) bool { return m.id() == "" && len(m.calls) > 0 }, moment.last)),
		plant.New("CHAT-03/new-id-new-call-only", as(client{route: func(m moment) *heldCall {
			return m.firstOrNew(func(c *heldCall) bool { return c.id != "" && c.id == m.id() })
		}})),
		plant.New("CHAT-04/opener-arguments-dropped", losing(func(m moment) bool { return !m.later() })),
		plant.New("CHAT-04/finish-chunk-arguments-dropped",
			hidden(func(c wire.Value) bool { return c.Get("finish_reason").IsString() }), "CHAT-05"),
		plant.New("CHAT-04/closed-when-parsable", losing(func(m moment) bool { return wire.IsJSON(string(m.call.arguments)) })),
		plant.New("CHAT-04/replaced", restarting(func(m moment) bool { return m.text() != "" })),
		plant.New("CHAT-05/first-entry-only",
			heard("/choices/*/delta/tool_calls", plant.In(func(list []wire.Value) []wire.Value { return list[:min(len(list), 1)] }))),
		plant.New("CHAT-05/content-hides-call", hidden(func(c wire.Value) bool { return c.Find("/delta/content").IsString() })),
		plant.New("CHAT-05/text-closes-call",
			leaving(func(m moment) bool { return m.later() && m.call.content != len(m.content) }, nobody)),
		plant.New("CHAT-05/reasoning-hides-call", hidden(func(c wire.Value) bool { return c.Get("delta").Has("reasoning_content") })),
		plant.New("CHAT-06/no-argument-call-lost",
			offering(func(_ *held, c wire.Value) bool { return text(c, "arguments") == "" }, plant.Gone)),
		plant.New("CHAT-04/null-is-empty-object",
			plant.Showing("/toolCalls/*/arguments", plant.When(plant.Is("null"), plant.Becomes(`"{}"`)))),
		plant.New("CHAT-04/string-unquoted", plant.Showing("/toolCalls/*/arguments",
			plant.When(func(v wire.Value) bool { return plant.Parsed(v).IsString() }, plant.Parsed))),
		plant.New("CHAT-06/no-arguments-is-null", plant.Showing("/toolCalls/*/arguments", plant.When(empty, plant.Null))),
		plant.New("CHAT-15/name-joined-when-repeated", naming(func(m moment) bool { return m.name() == m.call.name }, appended)).Warn(),
		plant.New("CHAT-15/id-joined-when-repeated", identifying(func(m moment) bool { return m.id() == m.call.id }, appended)).Warn(),
		plant.New("CHAT-16/empty-id-erases", identifying(func(m moment) bool { return m.f.Get("id").IsString() }, newer)),
		plant.New("CHAT-16/null-name-erases", naming(func(m moment) bool { return m.f.Get("function").Has("name") }, newer)),
		plant.New("CHAT-17/name-piece-new-call", leaving(func(m moment) bool { return m.call.name != "" && m.renamed() }, moment.open)),
		plant.New("CHAT-17/name-backwards", naming(moment.renamed, func(before, more string) string { return more + before })),
		plant.New("CHAT-18/same-index-second-lost", diverting(func(m moment) bool {
			return m.id() != "" && m.name() != "" && slices.ContainsFunc(m.calls, func(c *heldCall) bool {
				return c.index != "" && c.index == m.key() && c.id != "" && m.id() != c.id
			})
		}, nobody)),
		plant.New("CHAT-18/fresh-id-dropped",
			leaving(func(m moment) bool { return m.id() != "" && m.call.id != "" && m.id() != m.call.id && m.name() == "" }, nobody)),
	}
}

// oddFaults are in what is made of indices, roles, choices and members.
func oddFaults() []plant.Row {
	return []plant.Row{
		plant.New("CHAT-19/gap-shifts-calls",
			diverting(func(m moment) bool { return m.id() == "" && m.name() == "" && m.f.Get("index").Kind() == wire.Number },
				func(m moment) *heldCall {
					if n, _ := m.f.Get("index").Int64(); n >= 0 && int(n) < len(m.calls) {
						return m.calls[n]
					}
					return nil
				})),
		plant.New("CHAT-19/byte", heard("/choices/*/delta/tool_calls/*/index", plant.Byte)),
		plant.New("CHAT-19/gap-ends", showing(func(h *held, state wire.Value) wire.Value {
			var kept []wire.Value
			for i, c := range state.Get("toolCalls").Items() {
				index := h.choice("0").calls[i].index
				if n, _ := strconv.Atoi(index); index == "" || len(index) <= 2 && n <= i {
					kept = append(kept, c)
				}
			}
			return state.With("toolCalls", wire.List(kept...))
		})),
		plant.New("CHAT-19/gap-phantom", showing(func(h *held, state wire.Value) wire.Value {
			for i, c := range h.choice("0").calls {
				if n, _ := strconv.Atoi(c.index); len(c.index) < 3 && n > i {
					phantom := wire.ParseString(`{"id":"","name":"","arguments":"","state":"open"}`)
					return state.With("toolCalls", state.Get("toolCalls").Append(phantom))
				}
			}
			return state
		})).Warn(),
		plant.New("ROBUST-02/huge-index-hangs", plant.Ending(func(input wire.Value) bool {
			chunks, _ := wire.InputChunks(input)
			return bytes.Contains(append(bytes.Join(chunks, nil), input.Get("events").JSON()...), []byte("4294967294"))
		}, dialect.TimedOut, "it fills a list")),
		plant.New("CHAT-20/indexless-dropped", diverting(moment.keyless, nobody)),
		plant.New("CHAT-20/stray-to-all", diverting(func(m moment) bool { return m.keyless() && m.id() == "" }, func(m moment) *heldCall {
			for _, c := range m.calls {
				c.arguments = append(c.arguments, m.text()...)
			}
			return nil
		})),
		plant.New("CHAT-20/no-index-is-zero", diverting(moment.keyless, func(m moment) *heldCall {
			m.f = m.f.With("index", wire.Int(0)).Without("id")
			return m.find()
		})),
		plant.New("CHAT-21/roleless-dropped", as(client{frame: func(h *held, c wire.Value) wire.Value {
			h.odd = h.odd || slices.ContainsFunc(c.Get("choices").Items(), func(c wire.Value) bool { return c.Get("delta").Has("role") })
			return c
		}, show: func(h *held, state wire.Value) wire.Value {
			if !h.odd {
				return state.With("toolCalls", wire.List())
			}
			return state
		}})),
		plant.New("CHAT-21/changed-id-dropped", as(client{frame: plant.Skipped(func(h *held, c wire.Value) bool {
			if h.notes["id"].IsAbsent() {
				h.notes["id"] = c.Get("id")
			}
			return !wire.Equal(h.notes["id"], c.Get("id")) && c.Has("choices")
		})})),
		plant.New("CHAT-21/one-id-for-all", plant.Showing("/toolCalls/*/id", plant.When(empty, plant.Becomes(`"call_0"`)))),
		plant.New("CHAT-24/choices-mixed", heard("/choices/*/index", plant.Becomes("0"))),
		plant.New("CHAT-24/calls-of-all-choices", showing(func(_ *held, state wire.Value) wire.Value {
			for _, o := range state.Get("otherChoices").Items() {
				state = state.With("toolCalls", state.Get("toolCalls").Append(o.Get("toolCalls").Items()...))
			}
			return state
		})),
		plant.New("CHAT-25/null-tool-calls-crash", failing("null is not iterable", func(c wire.Value) bool {
			isNull := func(choice wire.Value) bool { return choice.Find("/delta/tool_calls").Kind() == wire.Null }
			return slices.ContainsFunc(c.Get("choices").Items(), isNull)
		})),
		plant.New("CHAT-01/text-beside-hides-delta", heard("/choices/*",
			plant.When(func(c wire.Value) bool { return c.Has("text") }, plant.Lacking("delta")))),
		plant.New("CHAT-25/reason-without-delta-lost", heard("/choices/*",
			plant.When(func(c wire.Value) bool { return !c.Get("delta").IsObject() }, plant.Lacking("finish_reason")))).Warn(),
		plant.New("CHAT-25/reasoning-is-text", as(client{frame: func(h *held, c wire.Value) wire.Value {
			for _, choice := range c.Get("choices").Items() {
				own := h.choice(choice.Get("index").JSON())
				own.content = append(own.content, text(choice.Get("delta"), "reasoning_content")...)
			}
			return c
		}})),
	}
}
