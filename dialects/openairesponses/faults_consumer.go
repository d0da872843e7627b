package openairesponses

import (
	"maps"
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

// hearing changes an event; an absent one is dropped.
func hearing(change func(h *held, e wire.Value) wire.Value) plant.Plant {
	return as(client{hears: plant.Edited(change)})
}

// offering changes what is handed out as a call's arguments, and whether it is to be run.
func offering(change func(h *held, i *heldItem, text string) string) plant.Plant {
	return as(client{arguments: func(h *held, i *heldItem) wire.Value { return wire.Str(change(h, i, i.text())) }})
}

func running(ready func(h *held, i *heldItem) bool) plant.Plant { return as(client{ready: ready}) }

func routing(find func(h *held, e wire.Value) *heldItem) plant.Plant { return as(client{route: find}) }

func isType(e wire.Value, kinds ...string) bool { return slices.Contains(kinds, e.Get("type").Text()) }

func is(kinds ...string) plant.Of { return func(e wire.Value) bool { return isType(e, kinds...) } }

// heard changes every event by itself, without drops those of which so is true, deaf those of some types.
func heard(edit plant.Edit) plant.Plant {
	return hearing(func(_ *held, e wire.Value) wire.Value { return edit(e) })
}

func without(so func(h *held, e wire.Value) bool) plant.Plant { return hearing(plant.Skipped(so)) }

func deaf(kinds ...string) plant.Plant { return heard(plant.When(is(kinds...), plant.Gone)) }

// output changes what is shown, showingEach what is shown of a kind; entries changes it in a state. An absent one is gone.
func output(change plant.List) plant.Plant { return plant.Showing("/output", plant.In(change)) }

func showingEach(kind string, edit plant.Edit) plant.Plant { return output(plant.Each(is(kind), edit)) }

func entries(state wire.Value, of plant.Of, edit plant.Edit) wire.Value {
	return state.Edit("/output", plant.In(plant.Each(of, edit)))
}

// textsFirst puts texts before calls.
func textsFirst(list []wire.Value) []wire.Value {
	slices.SortStableFunc(list, func(a, b wire.Value) int { return strings.Compare(b.Get("type").Text(), a.Get("type").Text()) })
	return list
}

func calls(h *held) []*heldItem {
	return slices.DeleteFunc(slices.Clone(h.items), func(i *heldItem) bool { return i.kind != functionCall })
}

func raised(h *held, words string) {
	if h.failure.IsAbsent() && h.terminal.IsAbsent() {
		h.failure = wire.Obj(wire.T("message", words))
	}
}

// shownCalls is how a state shows what is held.
func shownCalls() plant.Shown {
	state := func(c wire.Value, state string) wire.Value { return c.With("state", wire.Str(state)) }
	return plant.Shown{Text: "/output/*/text", Calls: "/output", Is: is("call"),
		ID: "callId", Name: "name", Arguments: "arguments",
		Open:   func(c wire.Value) bool { return c.Get("state").Text() == "open" },
		Hand:   func(c, arguments wire.Value) wire.Value { return state(c, "ready").With("arguments", arguments) },
		OfText: "RESP-01", OfCalls: "RESP-02", OfArguments: "RESP-04", OfTwins: "RESP-02", OfSameID: "RESP-19", OfCut: "RESP-13",
		OfOrder: "RESP-01",
		// An id is RESP-03's, of two calls with one id one will do, and what an open call shows is
		// RESP-06's. Text that is JSON has no NUL and no line end inside its strings.
		Except: []string{"ids-anew", "same-id-lost", "open-repaired", "arguments-cut-at-nul", "arguments-crlf", "arguments-falsy-lost",
			"arguments-controls-lost"}}
}

// consumerFaults are the rows by hand, and those that every wire has.
func consumerFaults() []plant.Row {
	return slices.Concat(callFaults(), sourceFaults(), endFaults(), asideFaults(), againFaults(), contraryFaults(), shownCalls().Faults(),
		plant.Lenient("RESP-21", lenient), plant.Objects("RESP-21", lenient),
		plant.Failures("RESP-09", "/error/message", true), plant.Product([]plant.Place{{Slug: "item-id", Title: "The id of an item",
			Requirement: "RESP-03",
			Plant:       func(edit plant.Edit) plant.Plant { return showingEach("call", plant.Inside("/itemId", edit)) }}},
			plant.Named("trimmed", "lower", "cut-at-64")))
}

// lenient hands out what read makes of malformed arguments that were told as completed.
func lenient(read func(text string) string) plant.Plant {
	return showing(func(_ *held, shown wire.Value) wire.Value {
		if shown.Get("status").Text() != completed {
			return shown
		}
		return entries(shown, func(e wire.Value) bool { return isType(e, "call") && read(e.Get("arguments").Text()) != "" },
			func(e wire.Value) wire.Value {
				return e.With("state", wire.Str("ready")).With("arguments", wire.Str(read(e.Get("arguments").Text())))
			})
	})
}

// deltasOnly is the text of a call's deltas, whatever its end says.
func deltasOnly(_ *held, i *heldItem, _ string) string { return string(i.arguments) }

// callFaults are in what calls and texts are held.
func callFaults() []plant.Row {
	return []plant.Row{
		plant.New("RESP-01/texts-first", output(textsFirst)),
		plant.New("RESP-01/last-delta-again", as(client{hears: func(h *held, e wire.Value) []wire.Value {
			if isType(e, textDelta) {
				h.notes["last"] = e.Get("delta")
			}
			return []wire.Value{e}
		}, show: func(h *held, state wire.Value) wire.Value {
			if !h.terminal.IsAbsent() || h.notes["last"].Text() == "" {
				return state
			}
			return state.With("output", state.Get("output").Append(wire.Obj(wire.T("type", "text"), wire.M("text", h.notes["last"]))))
		}})),
		plant.New("RESP-01/parts-mixed", hearing(func(_ *held, e wire.Value) wire.Value {
			if isType(e, textDone) {
				return wire.Value{}
			}
			if e.Has("content_index") {
				return e.With("content_index", wire.Int(0))
			}
			return e
		})),
		plant.New("RESP-01/parts-by-text", showing(func(h *held, _ wire.Value) wire.Value {
			for _, i := range h.items {
				keys := slices.Sorted(maps.Keys(i.parts))
				for n := range i.order {
					i.order[n] = i.parts[keys[n]]
				}
			}
			h.show = nil
			return h.state()
		})),
		plant.New("RESP-01/later-text-lost", output(func(list []wire.Value) []wire.Value {
			first := slices.IndexFunc(list, is("text")) + 1
			return append(list[:first], plant.Drop(is("text"))(list[first:])...)
		})),
		plant.New("RESP-01/parts-behind-an-empty-one-lost", showing(func(h *held, _ wire.Value) wire.Value {
			for _, i := range h.items {
				if len(i.order) > 0 && len(i.order[0].text) == 0 {
					i.order = nil
				}
			}
			h.show = nil
			return h.state()
		})),
		plant.New("RESP-01/refusal-lost", showingEach("refusal", plant.Gone)).Warn(),
		plant.New("RESP-02/namespace-dropped", showingEach("call", plant.Inside("/name", plant.Text(func(s string) string {
			return strings.TrimPrefix(s, "functions.")
		})))),
		plant.New("RESP-02/never-ready", running(func(*held, *heldItem) bool { return false })),
		plant.New("RESP-02/state-lost", showingEach("call", plant.Lacking("state"))),
		plant.New("RESP-02/finished-dropped-at-cut", showing(func(h *held, state wire.Value) wire.Value {
			if !h.terminal.IsAbsent() {
				return state
			}
			return entries(state, is("call"), plant.Gone)
		})).Warn(),
		plant.New("RESP-02/result-of-other", showingEach("result",
			func(e wire.Value) wire.Value { return e.With("callId", wire.Str("fco_"+e.Get("callId").Text())) })),
		plant.New("RESP-02/result-of-nearest", output(func(list []wire.Value) []wire.Value {
			nearest := wire.NullValue
			for i, e := range list {
				switch {
				case isType(e, "call"):
					nearest = e.Get("callId")
				case isType(e, "result"):
					list[i] = e.With("callId", nearest)
				}
			}
			return list
		})),
		plant.New("RESP-02/result-twice", output(plant.Many(is("result"), plant.Twice))),
		plant.New("RESP-02/result-is-call", showingEach("result", func(e wire.Value) wire.Value {
			return wire.Obj(wire.T("type", "call"), wire.M("itemId", wire.NullValue), wire.M("callId", e.Get("callId")),
				wire.T("name", "result"),
				wire.M("arguments", wire.Obj()), wire.T("state", "ready"))
		})),
		plant.New("RESP-03/item-id-is-call-id",
			showingEach("call", func(e wire.Value) wire.Value { return e.With("callId", e.Get("itemId")) })),
		plant.New("RESP-03/call-id-is-item-id",
			showingEach("call", func(e wire.Value) wire.Value { return e.With("itemId", e.Get("callId")) })),
		plant.New("RESP-03/mapped-by-value", output(func(list []wire.Value) []wire.Value {
			by := map[string]wire.Value{}
			for _, e := range list {
				by[e.Get("itemId").Text()] = e.Get("callId")
			}
			known := func(e wire.Value) bool { return by[e.Get("callId").Text()].IsString() }
			return plant.Each(known, func(e wire.Value) wire.Value { return e.With("callId", by[e.Get("callId").Text()]) })(list)
		})),
	}
}

// sourceFaults are in where arguments are taken from.
func sourceFaults() []plant.Row {
	current := func(h *held, _ wire.Value) *heldItem { return h.last }
	trusting := func(c client) plant.Plant {
		c.arguments = func(_ *held, i *heldItem) wire.Value { return wire.Str(string(i.arguments)) }
		return as(c)
	}
	values := func(change func(v wire.Value) wire.Value) plant.Plant {
		return offering(func(_ *held, _ *heldItem, text string) string {
			v, ok := wire.ParseObject(text)
			if now := change(v); ok && !wire.Equal(now, v) {
				return now.JSON()
			}
			return text
		})
	}
	return []plant.Row{
		plant.New("RESP-05/deltas-only", offering(deltasOnly)),
		plant.New("RESP-05/item-done-ignored", offering(func(_ *held, i *heldItem, _ string) string { return i.told.Text() })),
		plant.New("RESP-05/empty-object-without-delta", offering(func(_ *held, i *heldItem, text string) string {
			if i.deltas == 0 {
				return "{}"
			}
			return text
		})),
		plant.New("RESP-04/done-appended", offering(func(_ *held, i *heldItem, text string) string {
			if i.told.IsString() && i.deltas > 0 {
				return string(i.arguments) + i.told.Text()
			}
			return text
		})),
		plant.New("RESP-04/deltas-unless-told", offering(func(_ *held, i *heldItem, text string) string {
			if i.deltas > 0 && !i.told.IsString() && wire.IsJSON(text) {
				return string(i.arguments)
			}
			return text
		})),
		plant.New("RESP-04/trimmed-pieces", trusting(client{piece: func(_ *held, i *heldItem, text string) {
			i.arguments = append(i.arguments, strings.TrimSpace(text)...)
		}})),
		plant.New("RESP-06/one-current", trusting(client{route: current})),
		plant.New("RESP-04/index-zero", trusting(client{route: func(h *held, _ wire.Value) *heldItem {
			if len(h.items) == 0 {
				return nil
			}
			return h.items[0]
		}})),
		plant.New("RESP-06/last-arguments-for-all", offering(func(h *held, _ *heldItem, _ string) string {
			all := calls(h)
			return all[len(all)-1].text()
		})),
		plant.New("RESP-06/order-of-ends", as(client{closes: func(h *held, e wire.Value) {
			for _, i := range h.items {
				if i.done.IsAbsent() && i.kind == functionCall && e.Find("/item/type").Text() == functionCall {
					i.done = e.Get("item").With("call_id", i.added.Get("call_id")).With("name", i.added.Get("name")).With("id",
						i.added.Get("id"))
					return
				}
			}
			h.close(e)
		}})),
		plant.New("RESP-06/open-repaired", offering(func(h *held, i *heldItem, text string) string {
			if h.isReady(i) || text == "" {
				return text
			}
			return plant.Healed(text)
		})),
		plant.New("RESP-07/falsy-dropped", values(plant.Truthy)),
		plant.New("RESP-07/null-members-dropped", values(func(v wire.Value) wire.Value {
			for _, m := range v.Members() {
				if m.Value.IsNull() {
					v = v.Without(m.Name)
				}
			}
			return v
		})),
		plant.New("RESP-07/empty-list-null", values(func(v wire.Value) wire.Value {
			return v.Each(func(m wire.Value) wire.Value {
				if m.IsArray() && m.Len() == 0 {
					return wire.NullValue
				}
				return m
			})
		})),
		plant.New("RESP-07/empty-delta-ends", trusting(client{piece: func(h *held, i *heldItem, text string) {
			key := "ended" + i.added.Get("id").Text()
			if text == "" && len(i.arguments) > 0 {
				h.notes[key] = wire.Boolean(true)
			}
			if h.notes[key].IsAbsent() {
				i.arguments = append(i.arguments, text...)
			}
		}})),
	}
}

func someCall(h *held, so func(i *heldItem) bool) bool { return slices.ContainsFunc(calls(h), so) }
