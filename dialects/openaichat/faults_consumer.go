package openaichat

import (
	"bytes"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// as is a fault of the reference itself: the client with a hook.
func as(c client) plant.Plant { return func(dialect.Answer) dialect.Answer { return c.answer } }

// showing changes the state where what came matters.
func showing(change func(h *held, state wire.Value) wire.Value) plant.Plant {
	return as(client{show: change})
}

// showingCalls changes every call that is shown; an absent one is gone.
func showingCalls(change func(h *held, call wire.Value) wire.Value) plant.Plant {
	return showing(func(h *held, state wire.Value) wire.Value {
		var kept []wire.Value
		for _, c := range state.Get("toolCalls").Items() {
			if c = change(h, c); !c.IsAbsent() {
				kept = append(kept, c)
			}
		}
		return state.With("toolCalls", wire.List(kept...))
	})
}

func framing(change func(h *held, chunk wire.Value) wire.Value) plant.Plant {
	return as(client{frame: change})
}

func entering(change func(h *heldChoice, choice wire.Value) []wire.Value) plant.Plant {
	return as(client{entries: change})
}

func routing(change func(h *heldChoice, f wire.Value) *heldCall) plant.Plant {
	return as(client{route: change})
}

func piecing(change func(c *heldCall, f wire.Value, text string) string) plant.Plant {
	return as(client{piece: func(_ *heldChoice, c *heldCall, f wire.Value) string {
		return change(c, f, f.Get("function").Get("arguments").Text())
	}})
}

func fragments(choice wire.Value) []wire.Value { return choice.Get("delta").Get("tool_calls").Items() }

func nameOf(f wire.Value) string { return f.Get("function").Get("name").Text() }

func text(v wire.Value, member string) string { return v.Get(member).Text() }

// shownCalls is how a state shows what is held.
func shownCalls() plant.Shown {
	return plant.Shown{Text: "/content", Calls: "/toolCalls", ID: "id", Name: "name", Arguments: "arguments",
		Open:   func(c wire.Value) bool { return text(c, "state") == "open" },
		Hand:   func(c, arguments wire.Value) wire.Value { return ready(c).With("arguments", arguments) },
		OfText: "CHAT-01", OfCalls: "CHAT-02", OfArguments: "CHAT-04", OfTwins: "CHAT-02", OfSameID: "CHAT-22", OfCut: "CHAT-12",
		OfOrder: "CHAT-02", Lenient: true,
		// Argument text that is JSON has no NUL and no line end inside its strings, and of an open
		// call any beginning may be shown.
		Except: []string{"arguments-cut-at-nul", "arguments-crlf", "arguments-falsy-lost"}}
}

func consumerFaults() []plant.Row {
	heard := plant.Heard{Lens: lens, Tail: wire.DoneMarker, OfText: "CHAT-01", OfArguments: "CHAT-04", OfError: "CHAT-10"}
	return slices.Concat(fragmentFaults(), endingFaults(), repeatFaults(), oddFaults(), shownCalls().Faults(), heard.Faults())
}

// fragmentFaults are in how calls are held together.
func fragmentFaults() []plant.Row {
	last := func(h *heldChoice) *heldCall {
		if n := len(h.calls); n > 0 {
			return h.calls[n-1]
		}
		return nil
	}
	return []plant.Row{
		{ID: "CHAT-03/last-call-gets-fragments", Title: "Fragments go to the call opened last.",
			Plant: routing(func(h *heldChoice, f wire.Value) *heldCall {
				if text(f, "id") != "" || len(h.calls) == 0 {
					return h.find(f)
				}
				return last(h)
			})},
		{ID: "CHAT-03/new-id-new-call-only", Title: "Fragments are grouped by id, and one without opens a call.",
			Plant: routing(func(h *heldChoice, f wire.Value) *heldCall {
				for _, c := range h.calls {
					if c.id != "" && c.id == text(f, "id") {
						return c
					}
				}
				return h.open(f)
			})},
		{ID: "CHAT-04/opener-arguments-dropped", Title: "The arguments of the opener are lost.",
			Plant: piecing(func(c *heldCall, _ wire.Value, s string) string {
				if c.fragments == 0 {
					return ""
				}
				return s
			})},
		{ID: "CHAT-04/finish-chunk-arguments-dropped", Title: "Fragments in the chunk of the finish reason are lost.",
			Also: []string{"CHAT-05"},
			Plant: entering(func(_ *heldChoice, c wire.Value) []wire.Value {
				if c.Get("finish_reason").IsString() {
					return nil
				}
				return fragments(c)
			})},
		{ID: "CHAT-04/closed-when-parsable", Title: "A call is closed as soon as its text can be parsed.",
			Plant: piecing(func(c *heldCall, _ wire.Value, s string) string {
				if wire.IsJSON(string(c.arguments)) {
					return ""
				}
				return s
			})},
		{ID: "CHAT-04/replaced", Title: "A fragment replaces what came before.",
			Plant: piecing(func(c *heldCall, _ wire.Value, s string) string {
				if s != "" {
					c.arguments = nil
				}
				return s
			})},
		{ID: "CHAT-05/first-entry-only", Title: "Only the first entry of a chunk is read.",
			Plant: entering(func(_ *heldChoice, c wire.Value) []wire.Value {
				list := fragments(c)
				return list[:min(len(list), 1)]
			})},
		{ID: "CHAT-05/content-hides-call", Title: "A call beside a content is skipped, even beside an empty one.",
			Plant: entering(func(_ *heldChoice, c wire.Value) []wire.Value {
				if c.Get("delta").Get("content").IsString() {
					return nil
				}
				return fragments(c)
			})},
		{ID: "CHAT-05/text-closes-call", Title: "Text between fragments ends the call.",
			Plant: routing(func(h *heldChoice, f wire.Value) *heldCall {
				if c := h.find(f); c == nil || c.fragments == 0 || c.content == len(h.content) {
					return c
				}
				return nil
			})},
		{ID: "CHAT-05/reasoning-hides-call", Title: "A call beside reasoning is skipped.",
			Plant: entering(func(_ *heldChoice, c wire.Value) []wire.Value {
				if c.Get("delta").Has("reasoning_content") {
					return nil
				}
				return fragments(c)
			})},
		{ID: "CHAT-06/no-argument-call-lost", Title: "A call without arguments is never listed.",
			Plant: showingCalls(func(_ *held, c wire.Value) wire.Value {
				if text(c, "arguments") == "" {
					return wire.Value{}
				}
				return c
			})},
		{ID: "CHAT-06/no-arguments-is-null", Title: "No arguments are shown as null.",
			Plant: plant.Showing("/toolCalls/*/arguments", plant.When(func(v wire.Value) bool { return v.Text() == "" }, plant.Null))},
		{ID: "CHAT-15/name-joined-when-repeated", Title: "A name that comes again is joined to itself.", Warns: true,
			Plant: piecing(func(c *heldCall, f wire.Value, s string) string {
				if name := nameOf(f); c.fragments > 0 && name == c.name {
					c.name += name
				}
				return s
			})},
		{ID: "CHAT-15/id-joined-when-repeated", Title: "An id that comes again is joined to itself.", Warns: true,
			Plant: piecing(func(c *heldCall, f wire.Value, s string) string {
				if id := text(f, "id"); c.fragments > 0 && id == c.id {
					c.id += id
				}
				return s
			})},
		{ID: "CHAT-16/empty-id-erases", Title: "An empty id on a later fragment overwrites the id.",
			Plant: piecing(func(c *heldCall, f wire.Value, s string) string {
				if c.fragments > 0 && f.Get("id").IsString() {
					c.id = text(f, "id")
				}
				return s
			})},
		{ID: "CHAT-16/null-name-erases", Title: "A null for a name on a later fragment erases the name.",
			Plant: piecing(func(c *heldCall, f wire.Value, s string) string {
				if c.fragments > 0 && f.Get("function").Has("name") {
					c.name = nameOf(f)
				}
				return s
			})},
		{ID: "CHAT-17/name-piece-new-call", Title: "A second piece of a name opens a call.",
			Plant: routing(func(h *heldChoice, f wire.Value) *heldCall {
				if c := h.find(f); c == nil || c.name == "" || nameOf(f) == "" || nameOf(f) == c.name {
					return c
				}
				return h.open(f)
			})},
		{ID: "CHAT-17/name-backwards", Title: "Pieces of a name are joined backwards.",
			Plant: piecing(func(c *heldCall, f wire.Value, s string) string {
				if name := nameOf(f); c.fragments > 0 && name != c.name {
					c.name = name + c.name
				}
				return s
			})},
		{ID: "CHAT-18/same-index-second-lost", Title: "An opener under a used index is dropped.",
			Plant: routing(func(h *heldChoice, f wire.Value) *heldCall {
				for _, c := range h.calls {
					if c.index != "" && c.index == indexOf(f) && c.id != "" && text(f, "id") != "" && text(f, "id") != c.id &&
						nameOf(f) != "" {
						return nil
					}
				}
				return h.find(f)
			})},
		{ID: "CHAT-18/fresh-id-dropped", Title: "A fragment with another id and no name is dropped.",
			Plant: routing(func(h *heldChoice, f wire.Value) *heldCall {
				c := h.find(f)
				if id := text(f, "id"); c != nil && id != "" && c.id != "" && id != c.id && nameOf(f) == "" {
					return nil
				}
				return c
			})},
	}
}

// oddFaults are in what is made of indices, roles, choices and members.
func oddFaults() []plant.Row {
	keyless := func(f wire.Value) bool { return indexOf(f) == "" }
	return []plant.Row{
		{ID: "CHAT-19/gap-shifts-calls", Title: "Calls are pushed in the order of arrival and read by index.",
			Plant: routing(func(h *heldChoice, f wire.Value) *heldCall {
				if n, ok := f.Get("index").Int64(); ok && text(f, "id") == "" && nameOf(f) == "" {
					if n < 0 || int(n) >= len(h.calls) {
						return nil
					}
					return h.calls[n]
				}
				return h.find(f)
			})},
		{ID: "CHAT-19/gap-ends", Title: "Calls behind a gap are never listed.", Plant: showing(func(h *held, state wire.Value) wire.Value {
			var kept []wire.Value
			for i, c := range state.Get("toolCalls").Items() {
				if n := h.choice("0").calls[i].index; n == "" || len(n) <= 2 && n <= wire.Int(int64(i)).JSON() {
					kept = append(kept, c)
				}
			}
			return state.With("toolCalls", wire.List(kept...))
		})},
		{ID: "CHAT-19/gap-phantom", Title: "A gap is filled with an empty call.", Warns: true,
			Plant: showing(func(h *held, state wire.Value) wire.Value {
				list := state.Get("toolCalls").Items()
				for i, c := range h.choice("0").calls {
					if n, _ := wire.Num("0" + c.index).Int64(); len(c.index) < 3 && c.index != "" && int(n) > i {
						return state.With("toolCalls",
							wire.List(append(list, wire.ParseString(`{"id":"","name":"","arguments":"","state":"open"}`))...))
					}
				}
				return state
			})},
		{ID: "ROBUST-02/huge-index-hangs", Title: "An index of 4294967294 fills a list that long.",
			Plant: func(right dialect.Answer) dialect.Answer {
				return func(input wire.Value) dialect.Observation {
					if chunks, _ := wire.InputChunks(input); bytes.Contains(bytes.Join(chunks, nil), []byte("4294967294")) ||
						strings.Contains(input.Get("events").JSON(), "4294967294") {
						return dialect.Observation{Ending: dialect.TimedOut, Reason: "it fills a list"}
					}
					return right(input)
				}
			}},
		{ID: "CHAT-20/indexless-dropped", Title: "Fragments without an index are dropped.",
			Plant: routing(func(h *heldChoice, f wire.Value) *heldCall {
				if keyless(f) {
					return nil
				}
				return h.find(f)
			})},
		{ID: "CHAT-20/stray-to-all", Title: "A fragment without index and id is joined to every call.",
			Plant: routing(func(h *heldChoice, f wire.Value) *heldCall {
				if !keyless(f) || text(f, "id") != "" {
					return h.find(f)
				}
				for _, c := range h.calls {
					c.arguments = append(c.arguments, f.Get("function").Get("arguments").Text()...)
				}
				return nil
			})},
		{ID: "CHAT-20/no-index-is-zero", Title: "A fragment without an index belongs to index 0, whatever its id.",
			Plant: routing(func(h *heldChoice, f wire.Value) *heldCall {
				if keyless(f) {
					f = f.With("index", wire.Int(0)).Without("id")
				}
				return h.find(f)
			})},
		{ID: "CHAT-21/roleless-dropped", Title: "Calls of a stream without a role are dropped.",
			Plant: as(client{frame: noteRole, show: func(h *held, state wire.Value) wire.Value {
				if h.notes["role"].IsAbsent() {
					return state.With("toolCalls", wire.List())
				}
				return state
			}})},
		{ID: "CHAT-21/changed-id-dropped", Title: "Chunks with another id are ignored.",
			Plant: framing(func(h *held, c wire.Value) wire.Value {
				if id := c.Get("id"); h.notes["id"].IsAbsent() {
					h.notes["id"] = id
				} else if !wire.Equal(h.notes["id"], id) && c.Has("choices") {
					return wire.Value{}
				}
				return c
			})},
		{ID: "CHAT-21/one-id-for-all", Title: "Calls without an id all get the same.", Plant: plant.Showing("/toolCalls/*/id",
			plant.When(func(v wire.Value) bool { return v.Text() == "" }, plant.Becomes(`"call_0"`)))},
		{ID: "CHAT-24/choices-mixed", Title: "The first of choices is read, whatever its index.",
			Plant: framing(func(_ *held, c wire.Value) wire.Value {
				return plant.Everywhere("/choices/*/index", plant.Becomes("0"))(c)
			})},
		{ID: "CHAT-24/calls-of-all-choices", Title: "Calls of another choice stand among those of the first.",
			Plant: showing(func(_ *held, state wire.Value) wire.Value {
				for _, o := range state.Get("otherChoices").Items() {
					for _, c := range o.Get("toolCalls").Items() {
						state = state.With("toolCalls", state.Get("toolCalls").Append(c))
					}
				}
				return state
			})},
		{ID: "CHAT-25/null-tool-calls-crash", Title: "A null for tool_calls is an error.",
			Plant: framing(func(h *held, c wire.Value) wire.Value {
				for _, choice := range c.Get("choices").Items() {
					if d := choice.Get("delta"); d.Has("tool_calls") && d.Get("tool_calls").IsNull() {
						h.failure = wire.Str("null is not iterable")
					}
				}
				return c
			})},
		{ID: "CHAT-25/reasoning-is-text", Title: "Reasoning stands in the text.", Plant: framing(func(h *held, c wire.Value) wire.Value {
			for _, choice := range c.Get("choices").Items() {
				own := h.choice(choice.Get("index").JSON())
				own.content = append(own.content, text(choice.Get("delta"), "reasoning_content")...)
			}
			return c
		})},
	}
}

func noteRole(h *held, c wire.Value) wire.Value {
	for _, choice := range c.Get("choices").Items() {
		if choice.Get("delta").Has("role") {
			h.notes["role"] = wire.Boolean(true)
		}
	}
	return c
}
