package openairesponses

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// opened is an item that begins with the event.
func opened(e wire.Value) *heldItem {
	return &heldItem{index: e.Get("output_index"), kind: e.Find("/item/type").Text(), added: e.Get("item"), parts: map[string]*heldPart{}}
}

// raising adds an item for every event of a type, whatever was added before.
func raising(kind string) plant.Plant {
	return hearing(func(h *held, e wire.Value) wire.Value {
		if isType(e, kind) && e.Find("/item/type").Text() == functionCall && slices.ContainsFunc(h.items, func(i *heldItem) bool {
			return wire.Equal(i.added.Get("call_id"), e.Find("/item/call_id")) && wire.Equal(i.index, e.Get("output_index")) &&
				(kind == itemAdded || i.done.IsObject())
		}) {
			i := opened(e)
			i.done = e.Get("item").With("status", wire.Str(completed))
			if i.done.Get("arguments").Text() == "" {
				i.done = i.done.With("arguments", wire.Str("{}"))
			}
			h.items = append(h.items, i)
		}
		return e
	})
}

// againFaults are in what comes again, or belongs to nothing.
func againFaults() []plant.Row {
	doubling := as(client{piece: func(_ *held, i *heldItem, text string) { i.arguments = append(i.arguments, text...) },
		arguments: func(_ *held, i *heldItem) wire.Value {
			if len(i.arguments) == 0 {
				return wire.Str(i.text())
			}
			return wire.Str(string(i.arguments))
		}})
	unnumbered := func(kinds ...string) func(h *held, e wire.Value) wire.Value {
		return func(_ *held, e wire.Value) wire.Value {
			if slices.Contains(kinds, e.Get("type").Text()) {
				return e.Without("sequence_number")
			}
			return e
		}
	}
	shares := func(h *held, e wire.Value, member string) bool {
		return isType(e, itemAdded) && e.Find("/item/type").Text() == functionCall && slices.ContainsFunc(calls(h),
			func(i *heldItem) bool { return wire.Equal(i.added.Get(member), e.Find("/item/"+member)) })
	}
	swallowing := func(member string) plant.Plant {
		return hearing(func(h *held, e wire.Value) wire.Value {
			if shares(h, e, member) {
				h.notes["gone"] = e.Get("output_index")
			}
			if gone := h.notes["gone"]; !gone.IsAbsent() && wire.Equal(gone, e.Get("output_index")) {
				return wire.Value{}
			}
			return e
		})
	}
	malformed := func(change func(i *heldItem, text string) string) plant.Plant {
		return offering(func(_ *held, i *heldItem, text string) string {
			if _, ok := wire.ParseObject(text); ok || text == "" || text == "null" || i.done.Get("status").Text() != completed {
				return text
			}
			return change(i, text)
		})
	}
	none := func(*heldItem, string) string { return "{}" }
	return []plant.Row{
		plant.New("RESP-02/added-resets", hearing(func(h *held, e wire.Value) wire.Value {
			if !isType(e, itemAdded) {
				return e
			}
			h.items = slices.DeleteFunc(h.items, func(i *heldItem) bool {
				return wire.Equal(i.added.Get("id"), e.Find("/item/id")) && wire.Equal(i.added.Get("call_id"), e.Find("/item/call_id")) &&
					wire.Equal(i.index, e.Get("output_index"))
			})
			return e
		})),
		plant.New("RESP-17/item-done-runs-again", raising(itemDone)),
		plant.New("RESP-17/added-again-is-call", raising(itemAdded)),
		plant.New("RESP-17/terminal-again-adds", hearing(func(h *held, e wire.Value) wire.Value {
			if !h.terminal.IsAbsent() && isType(e, responseCompleted) {
				for _, data := range e.Find("/response/output").Items() {
					i := &heldItem{index: wire.Int(99), kind: data.Get("type").Text(), added: data, done: data,
						parts: map[string]*heldPart{}}
					for _, p := range data.Get("content").Items() {
						i.order = append(i.order, &heldPart{"text", []byte(p.Get("text").Text())})
					}
					h.items = append(h.items, i)
				}
			}
			return e
		})),
		plant.New("RESP-18/delta-again-doubles", doubling),
		plant.New("RESP-18/text-delta-again-doubles", hearing(func(h *held, e wire.Value) wire.Value {
			if isType(e, textDone) {
				return wire.Value{}
			}
			return unnumbered(textDelta)(h, e)
		})).Warn(),
		plant.New("RESP-18/late-delta-reopens", hearing(func(h *held, e wire.Value) wire.Value {
			if i := h.named(e); isType(e, argumentsDelta) && i != nil && i.done.IsObject() {
				i.done = i.done.With("arguments", wire.Str(i.done.Get("arguments").Text()+e.Get("delta").Text()))
			}
			return e
		})),
		plant.New("RESP-19/same-id-swallowed", swallowing("id")),
		plant.New("RESP-19/same-call-id-mixed", as(client{closes: func(h *held, e wire.Value) {
			for _, i := range calls(h) {
				if wire.Equal(i.added.Get("call_id"), e.Find("/item/call_id")) {
					i.done = e.Get("item").With("name", i.added.Get("name")).With("id", i.added.Get("id"))
				}
			}
			if e.Find("/item/type").Text() != functionCall {
				h.close(e)
			}
		}})),
		plant.New("RESP-19/same-index-overwrites", hearing(func(h *held, e wire.Value) wire.Value {
			if isType(e, itemAdded) {
				h.items = slices.DeleteFunc(h.items, func(i *heldItem) bool {
					return wire.Equal(i.index, e.Get("output_index")) && !wire.Equal(i.added.Get("id"), e.Find("/item/id"))
				})
			}
			return e
		})),
		plant.New("RESP-20/stray-joined", hearing(func(h *held, e wire.Value) wire.Value {
			all := calls(h)
			if isType(e, argumentsDelta) && h.named(e) == nil && e.Get("item_id").Text() == "fc_nobody" && len(all) > 0 {
				h.notes["stray"] = e.Get("delta")
			}
			if isType(e, itemDone) && h.notes["stray"].IsString() {
				return e.Edit("/item/arguments", plant.Text(func(s string) string { return s + h.notes["stray"].Text() }))
			}
			return e
		})),
		plant.New("RESP-20/stray-is-run", hearing(func(h *held, e wire.Value) wire.Value {
			if isType(e, argumentsDone) && h.named(e) == nil {
				data := callItem(e.Get("item_id").Text(), e.Get("item_id").Text(), e.Get("name").Text(), e.Get("arguments").Text(),
					completed)
				h.items = append(h.items, &heldItem{index: e.Get("output_index"), kind: functionCall, added: data, done: data})
			}
			return e
		})),
		plant.New("RESP-20/stray-silences", hearing(func(h *held, e wire.Value) wire.Value {
			kind := e.Get("type").Text()
			if strings.HasPrefix(kind, "response.function_call_arguments") && h.named(e) == nil && h.notes["deaf"].IsAbsent() {
				h.notes["deaf"] = wire.Boolean(true)
			}
			if h.notes["deaf"].IsTrue() && (kind == itemAdded || kind == itemDone) {
				return wire.Value{}
			}
			return e
		})),
		plant.New("RESP-21/malformed-is-empty-object", malformed(none)),
		plant.New("RESP-21/malformed-repaired", malformed(func(_ *heldItem, text string) string { return plant.Healed(text) })),
		plant.New("RESP-21/scalars-wrapped", malformed(func(_ *heldItem, text string) string {
			if v, err := wire.Parse([]byte(text)); err == nil {
				return wire.Obj(wire.M("input", v)).JSON()
			}
			return text
		})),
		plant.New("RESP-21/malformed-lost", showing(func(_ *held, state wire.Value) wire.Value {
			return entries(state, func(e wire.Value) bool {
				text := e.Get("arguments").Text()
				_, ok := wire.ParseObject(text)
				return isType(e, "call") && text != "" && text != "null" && state.Get("status").Text() == completed && !ok
			}, plant.Gone)
		})),
	}
}

// contraryFaults are answers to contradictions that no released SDK gives.
func contraryFaults() []plant.Row {
	atTerminal := func(change func(h *held, response wire.Value)) plant.Plant {
		return hearing(func(h *held, e wire.Value) wire.Value {
			if isType(e, responseCompleted) && h.terminal.IsAbsent() {
				change(h, e.Get("response"))
			}
			return e
		})
	}
	empty := func(r wire.Value) bool { return r.Get("output").IsArray() && r.Get("output").Len() == 0 }
	return []plant.Row{
		plant.New("RESP-22/emptied-wipes-texts", atTerminal(func(h *held, r wire.Value) {
			if empty(r) {
				h.items = calls(h)
			}
		})),
		plant.New("RESP-22/emptied-wipes-some", atTerminal(func(h *held, r wire.Value) {
			if all := calls(h); empty(r) && len(all) > 1 {
				h.items = slices.DeleteFunc(h.items, func(i *heldItem) bool { return slices.Contains(all[1:], i) })
			}
		})),
		plant.New("RESP-22/nulled-wipes", atTerminal(func(h *held, r wire.Value) {
			if r.Get("output").IsNull() {
				h.items = nil
			}
		})),
		plant.New("RESP-22/sources-mixed", showing(func(h *held, state wire.Value) wire.Value {
			return entries(state, is("call"), func(e wire.Value) wire.Value {
				for _, i := range calls(h) {
					if i.listed.IsObject() && wire.Equal(i.source().Get("id"), e.Get("itemId")) &&
						i.listed.Get("name").Text() != i.source().Get("name").Text() {
						return e.With("name", i.listed.Get("name"))
					}
				}
				return e
			})
		})),
		plant.New("RESP-22/gap-lost", showing(func(h *held, state wire.Value) wire.Value {
			n := int64(len(h.items))
			h.items = slices.DeleteFunc(h.items, func(i *heldItem) bool {
				at, ok := i.index.Int64()
				return ok && at >= n
			})
			h.show = nil
			return h.state()
		})),
		plant.New("RESP-22/unadded-lost", as(client{closes: func(h *held, e wire.Value) {
			if h.agreeing(e.Get("item"), e.Get("output_index")) != nil {
				h.close(e)
			}
		}})),
	}
}

// again tells whether the event was heard before, unchanged but for its number.
func again(h *held, e wire.Value, numbered bool) bool {
	if !numbered {
		e = e.Without("sequence_number")
	}
	key := "heard" + e.JSON()
	before := h.notes[key].IsTrue()
	h.notes[key] = wire.Boolean(true)
	return before
}
