package openairesponses

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

func consumerVariants() []plant.Row {
	return slices.Concat(tellingVariants(), callVariants(), sourceVariants(), stateVariants(), shownCalls().Variants("RESP-09"))
}

// refused is a state that says so, and shows nothing more.
func refused(state wire.Value) wire.Value {
	told := wire.ParseString(`{"code":null,"message":"the stream is not as it should be"}`)
	return state.With("status", wire.Str(failed)).With("error", told).With("output", wire.NullValue)
}

// refusing tells of a stream of which so is true, when it is over.
func refusing(so func(h *held) bool) plant.Plant {
	return showing(func(h *held, state wire.Value) wire.Value {
		if so(h) && h.failure.IsAbsent() {
			return refused(state)
		}
		return state
	})
}

// telling stops with an error at an event of which so is true.
func telling(so func(h *held, e wire.Value) bool) plant.Plant {
	return hearing(func(h *held, e wire.Value) wire.Value {
		if so(h, e) {
			raised(h, "unexpected "+e.Get("type").Text())
		}
		return e
	})
}

// tellingVariants are clients that tell of what may be told.
func tellingVariants() []plant.Row {
	own := []string{responseCreated, responseQueued, responseInProgress, responseCompleted, responseIncomplete, responseFailed, errorEvent}
	known := func(kind string) bool {
		begins := func(with string) bool { return strings.HasPrefix(kind, "response."+with) }
		return begins("output_") || begins("content_part") || begins("refusal") || begins("function_call") || slices.Contains(own, kind)
	}
	undocumented := func(kind string) bool { return kind != "" && !known(kind) && !isPrefixed(kind) && !isAside(kind) }
	delta := func(e wire.Value) bool { return strings.HasSuffix(e.Get("type").Text(), ".delta") }
	shares := func(h *held, e wire.Value) bool {
		return isType(e, itemAdded) && slices.ContainsFunc(h.items, func(i *heldItem) bool {
			same := []bool{wire.Equal(i.index, e.Get("output_index")), wire.Equal(i.added.Get("id"), e.Find("/item/id")),
				i.kind == functionCall && e.Find("/item/type").Text() == functionCall &&
					wire.Equal(i.added.Get("call_id"), e.Find("/item/call_id"))}
			return slices.Contains(same, true) && !(same[0] && same[1])
		})
	}
	finished := func(h *held) bool {
		return slices.ContainsFunc(h.items, func(i *heldItem) bool { return i.done.IsObject() })
	}
	return []plant.Row{
		plant.New("RESP-01/refusal-told",
			telling(func(_ *held, e wire.Value) bool { return isType(e, refusalDelta) || isType(e, refusalDone) })),
		plant.New("RESP-08/incomplete-told", refusing(func(h *held) bool { return ended(h, incomplete) })),
		plant.New("RESP-11/half-told", telling(func(_ *held, e wire.Value) bool {
			return isType(e, itemDone) && e.Find("/item/type").Text() == functionCall && e.Find("/item/status").Text() == incomplete
		})),
		plant.New("RESP-12/cut-told", refusing(func(h *held) bool { return h.terminal.IsAbsent() })),
		plant.New("RESP-15/unknown-event-told", telling(func(_ *held, e wire.Value) bool { return undocumented(e.Get("type").Text()) })),
		plant.New("RESP-17/again-told", telling(func(h *held, e wire.Value) bool {
			return !delta(e) && !isAside(e.Get("type").Text()) && known(e.Get("type").Text()) && again(h, e, false)
		})),
		plant.New("RESP-18/delta-again-told", telling(func(h *held, e wire.Value) bool {
			return delta(e) && known(e.Get("type").Text()) && e.Has("sequence_number") && again(h, e, true)
		})),
		plant.New("RESP-19/shared-told", telling(shares)),
		plant.New("RESP-20/stray-told", telling(func(h *held, e wire.Value) bool {
			return known(e.Get("type").Text()) && e.Has("item_id") && h.named(e) == nil
		})),
		plant.New("RESP-21/malformed-told", refusing(func(h *held) bool {
			return someCall(h, func(i *heldItem) bool {
				_, ok := wire.ParseObject(i.text())
				return !ok && i.text() != "" && i.text() != "null" && i.done.IsObject()
			})
		})),
		plant.New("RESP-22/empty-output-told", refusing(func(h *held) bool {
			return !h.terminal.IsAbsent() && (!h.terminal.Get("output").IsArray() || h.terminal.Get("output").Len() == 0 && finished(h))
		})),
		plant.New("RESP-22/gap-told", telling(func(h *held, e wire.Value) bool {
			indices := map[string]bool{}
			for _, i := range h.items {
				indices[i.index.JSON()] = true
			}
			return isType(e, itemAdded) && !indices[e.Get("output_index").JSON()] &&
				e.Get("output_index").JSON() != fmt.Sprint(len(indices))
		})),
		plant.New("RESP-22/status-told", telling(func(_ *held, e wire.Value) bool {
			return isType(e, itemDone) && e.Find("/item/type").Text() == functionCall && e.Find("/item/status").Text() != completed
		})),
		plant.New("RESP-22/unbegun-told", telling(func(h *held, e wire.Value) bool { return isType(e, itemAdded) && h.id.IsAbsent() })),
		plant.New("RESP-22/unadded-told", telling(func(h *held, e wire.Value) bool {
			return isType(e, itemDone) && h.agreeing(e.Get("item"), e.Get("output_index")) == nil
		})),
		plant.New("RESP-22/behind-told",
			telling(func(h *held, e wire.Value) bool { return !h.terminal.IsAbsent() && !isPrefixed(e.Get("type").Text()) })),
		plant.New("RESP-09/shows-nothing", showing(func(h *held, state wire.Value) wire.Value {
			if !h.failure.IsAbsent() {
				return state.With("output", wire.NullValue)
			}
			return state
		})),
		plant.New("RESP-12/abort-told", refusing(func(h *held) bool { return h.aborted })),
	}
}

// callVariants are other right ways to hold calls.
func callVariants() []plant.Row {
	arguments := func(id, title string, change func(h *held, i *heldItem, text string) wire.Value) plant.Row {
		return plant.Row{ID: id, Title: title,
			Plant: as(client{arguments: func(h *held, i *heldItem) wire.Value { return change(h, i, i.text()) }})}
	}
	instead := func(json string) func(h *held, i *heldItem, text string) wire.Value {
		return func(_ *held, i *heldItem, text string) wire.Value {
			if (text == "" || text == "null") && i.done.IsObject() && i.done.Get("status").Text() == completed {
				return wire.ParseString(json)
			}
			return wire.Str(text)
		}
	}
	left := func(id, title string, so func(h *held, i *heldItem) bool) plant.Row {
		return plant.Row{ID: id, Title: title, Plant: showing(func(h *held, _ wire.Value) wire.Value {
			h.items = slices.DeleteFunc(h.items, func(i *heldItem) bool { return i.kind == functionCall && so(h, i) })
			h.show = nil
			return h.state()
		})}
	}
	saysNothing := func(i *heldItem) bool { return i.text() == "" || i.text() == "null" }
	whole := func(i *heldItem) bool { _, ok := wire.ParseObject(i.text()); return ok }
	ready := func(id, title string, so func(h *held, i *heldItem) bool) plant.Row {
		return plant.Row{ID: id, Title: title, Plant: running(func(h *held, i *heldItem) bool { return h.isReady(i) || so(h, i) })}
	}
	open := func(id, title string, so func(h *held, i *heldItem) bool) plant.Row {
		return plant.Row{ID: id, Title: title, Plant: running(func(h *held, i *heldItem) bool { return h.isReady(i) && !so(h, i) })}
	}
	isFinal := func(data wire.Value) bool {
		return data.IsObject() && (data.Get("status").IsNull() || data.Get("status").Text() == completed)
	}
	one := func(pick func(list []wire.Value) wire.Value) plant.Plant {
		return shownCalls().List(func(list []wire.Value) []wire.Value {
			var kept []wire.Value
			for n, c := range list {
				var same []wire.Value
				first := true
				for k, o := range list {
					if wire.Equal(o.Get("callId"), c.Get("callId")) {
						same = append(same, o)
						first = first && k >= n
					}
				}
				if first {
					kept = append(kept, pick(same))
				}
			}
			return kept
		})
	}
	return []plant.Row{
		arguments("RESP-04/parsed", "Arguments are handed out parsed.", func(_ *held, i *heldItem, text string) wire.Value {
			if v, err := wire.Parse([]byte(text)); err == nil && !v.IsString() && i.done.IsObject() {
				return v
			}
			return wire.Str(text)
		}),
		arguments("RESP-06/open-null", "An open call shows no arguments.", func(h *held, i *heldItem, text string) wire.Value {
			if !h.isReady(i) && text != "" {
				return wire.NullValue
			}
			return wire.Str(text)
		}),
		arguments("RESP-06/open-prefix", "An open call shows all of its text but the last piece.",
			func(h *held, i *heldItem, text string) wire.Value {
				if !h.isReady(i) && i.done.IsAbsent() {
					return wire.Str(strings.ToValidUTF8(text[:len(text)/2], ""))
				}
				return wire.Str(text)
			}),
		arguments("RESP-07/nothing-is-empty-object", "Arguments that say nothing are {}.", instead(`{}`)),
		arguments("RESP-07/nothing-is-null", "Arguments that say nothing are null.", instead(`null`)),
		arguments("RESP-07/nothing-is-null-text", "Arguments that say nothing are the text null.", instead(`"null"`)),
		arguments("RESP-07/nothing-is-blank", "Arguments that say nothing are an empty text.", instead(`""`)),
		ready("RESP-07/nothing-is-run", "Arguments that say nothing are handed out.", func(h *held, i *heldItem) bool {
			return (i.text() == "" || i.text() == "null") && isFinal(i.done) && ended(h, completed)
		}),
		{ID: "RESP-07/nothing-is-run-before-an-end",
			Title: "Arguments that say nothing are handed out as {}, also before a cut or a failure.",
			Plant: as(client{ready: func(h *held, i *heldItem) bool { return h.isReady(i) || isFinal(i.done) && saysNothing(i) },
				arguments: func(_ *held, i *heldItem) wire.Value {
					if isFinal(i.done) && saysNothing(i) {
						return wire.Str("{}")
					}
					return wire.Str(i.text())
				}})},
		ready("RESP-21/malformed-handed-out", "Malformed arguments are handed out as they are.", func(h *held, i *heldItem) bool {
			return isFinal(i.done) && i.text() != "" && !whole(i) && ended(h, completed)
		}),
		ready("RESP-13/told-final-is-ready", "What was told final before a cut or a failure is handed out.",
			func(_ *held, i *heldItem) bool {
				return isFinal(i.done) && whole(i) && !(i.listed.Get("status").Text() == incomplete)
			}),
		ready("RESP-13/object-is-ready", "A cut call whose text is an object is handed out.",
			func(h *held, i *heldItem) bool { return wasCut(h, i) && whole(i) && h.failure.IsAbsent() }),
		left("RESP-13/cut-left-out", "A call that is not finished is left out.",
			func(_ *held, i *heldItem) bool { return !isFinal(i.done) && i.told.IsAbsent() && !isFinal(i.listed) }),
		ready("RESP-22/told-is-ready", "What was told final by arguments.done or the terminal alone is handed out.",
			func(h *held, i *heldItem) bool {
				return ended(h, completed) && (i.told.IsString() || isFinal(i.listed)) && whole(i) &&
					i.done.Get("status").Text() != incomplete && i.listed.Get("status").Text() != incomplete
			}),
		open("RESP-22/statusless-is-open", "A call without a status is open.", func(_ *held, i *heldItem) bool {
			return i.done.Get("status").IsNull() || i.listed.Get("status").IsNull()
		}),
		open("RESP-02/answered-is-open", "A call whose tool the server ran is open.", func(h *held, i *heldItem) bool {
			return slices.ContainsFunc(h.items, func(o *heldItem) bool {
				return o.kind == callOutput && wire.Equal(o.added.Get("call_id"), i.added.Get("call_id"))
			})
		}),
		plant.New("RESP-19/first-of-one-id", one(func(list []wire.Value) wire.Value { return list[0] })),
		plant.New("RESP-19/last-of-one-id", one(func(list []wire.Value) wire.Value { return list[len(list)-1] })),
		plant.New("RESP-20/stray-open", as(client{hears: func(h *held, e wire.Value) []wire.Value {
			if strings.HasPrefix(e.Get("type").Text(), "response.function_call_arguments") && h.named(e) == nil {
				h.notes["stray"] = e.Get("item_id")
			}
			return []wire.Value{e}
		}, show: func(h *held, state wire.Value) wire.Value {
			if h.notes["stray"].Text() == "fc_nobody" {
				return state.With("output", state.Get("output").Append(wire.Obj(wire.T("type", "call"),
					wire.M("itemId", h.notes["stray"]),
					wire.M("callId", wire.NullValue), wire.M("name", wire.NullValue),
					wire.M("arguments", wire.NullValue), wire.T("state", "open"))))
			}
			return state
		}})),
	}
}

// sourceVariants take the other side of a contradiction.
func sourceVariants() []plant.Row {
	final := func(change func(h *held)) plant.Plant {
		return showing(func(h *held, _ wire.Value) wire.Value {
			if !h.terminal.IsAbsent() {
				change(h)
			}
			h.show = nil
			return h.state()
		})
	}
	return []plant.Row{
		plant.New("RESP-22/terminal-decides", final(func(h *held) {
			told := someCall(h, func(i *heldItem) bool { return i.told.IsString() && i.done.IsAbsent() && i.listed.IsAbsent() })
			if !h.terminal.Get("output").IsArray() || told {
				return
			}
			h.items = nil
			for n, data := range h.terminal.Get("output").Items() {
				i := &heldItem{index: wire.Int(int64(n)), kind: data.Get("type").Text(), added: data, done: data}
				for _, p := range data.Get("content").Items() {
					kind := choose(p.Get("type").Text() == refusalPart, "refusal", "text")
					i.order = append(i.order, &heldPart{kind, []byte(p.Get("text").Text() + p.Get("refusal").Text())})
				}
				h.items = append(h.items, i)
			}
		})),
		plant.New("RESP-22/unlisted-open-gone", final(func(h *held) {
			h.items = slices.DeleteFunc(h.items, func(i *heldItem) bool {
				return i.done.IsAbsent() && i.listed.IsAbsent() && i.kind == functionCall && i.told.IsAbsent()
			})
		})),
		plant.New("RESP-01/deltas-decide", deaf(textDone, refusalDone)),
		plant.New("RESP-22/first-told-decides", final(func(h *held) {
			for _, i := range calls(h) {
				if i.told.IsString() && i.done.IsObject() && i.added.Get("name").IsString() {
					i.done = i.done.With("name", i.added.Get("name")).With("call_id", i.added.Get("call_id")).With("arguments", i.told)
				}
			}
		})),
		plant.New("RESP-22/index-decides", routing(func(h *held, e wire.Value) *heldItem {
			if i := h.named(e); i != nil && wire.Equal(i.index, e.Get("output_index")) {
				return i
			}
			for _, i := range h.items {
				if wire.Equal(i.index, e.Get("output_index")) {
					return i
				}
			}
			return h.named(e)
		})),
		plant.New("RESP-22/renamed-is-another", as(client{closes: func(h *held, e wire.Value) {
			id := e.Find("/item/id")
			known := slices.ContainsFunc(h.items, func(i *heldItem) bool {
				own := i.added.Get("id")
				return wire.Equal(own, id) || own.IsNull()
			})
			if e.Find("/item/type").Text() == functionCall && id.Text() != "" && !known {
				i := opened(e)
				i.done = e.Get("item")
				h.items = append(h.items, i)
				return
			}
			h.close(e)
		}})),
		plant.New("RESP-22/goes-on", as(client{hears: func(h *held, e wire.Value) []wire.Value {
			if !h.failure.IsAbsent() {
				return []wire.Value{e}
			}
			if !h.terminal.IsAbsent() {
				last := h.terminal
				h.terminal = wire.Value{}
				h.take(e)
				if h.terminal.IsAbsent() {
					h.terminal = last
				}
				return nil
			}
			return []wire.Value{e}
		}})),
		plant.New("RESP-22/status-of-response", hearing(func(_ *held, e wire.Value) wire.Value {
			if status := e.Find("/response/status").Text(); isType(e, responseCompleted) && status == incomplete {
				return e.With("type", wire.Str("response."+status))
			}
			return e
		})),
	}
}

// stateVariants show the same otherwise.
func stateVariants() []plant.Row {
	return []plant.Row{
		plant.Without("responseId", "/responseId"), plant.Without("incompleteReason", "/incompleteReason"),
		plant.Without("errorCode", "/error/code"),
		plant.Without("itemId", "/output/*/itemId"),
		plant.New("omits/order", output(textsFirst), "order"),
		plant.New("omits/results", output(plant.Drop(is("result"))), "results"),
		plant.New("omits/refusal", showingEach("refusal", plant.Having("type", wire.Str("text"))), "refusal"),
		plant.New("omits/abort", func(right dialect.Answer) dialect.Answer { return right }, "abort"),
		plant.New("RESP-02/results-ignored", output(plant.Drop(is("result")))),
		plant.New("RESP-02/results-last", output(func(list []wire.Value) []wire.Value {
			return plant.SortedFirst(list, func(e wire.Value) bool { return !isType(e, "result") })
		})),
		plant.New("RESP-01/refusal-incomplete", showing(func(_ *held, state wire.Value) wire.Value {
			refused := slices.ContainsFunc(state.Get("output").Items(), is("refusal"))
			state = entries(state, is("refusal"), plant.Having("type", wire.Str("text")))
			if refused && state.Get("status").Text() == completed {
				state = state.With("status", wire.Str(incomplete)).With("incompleteReason", wire.Str("refusal"))
			}
			return state
		})),
		plant.New("RESP-01/one-character-each", output(plant.Many(
			func(e wire.Value) bool { return isType(e, "text") && len([]rune(e.Get("text").Text())) <= 100 },
			func(e wire.Value) (list []wire.Value) {
				for _, r := range e.Get("text").Text() {
					list = append(list, e.With("text", wire.Str(string(r))))
				}
				return list
			}))),
		plant.New("RESP-16/opaque", showing(func(h *held, state wire.Value) wire.Value {
			for _, i := range h.items {
				if i.kind != message && i.kind != functionCall && i.kind != callOutput && state.Get("output").IsArray() {
					state = state.With("output",
						state.Get("output").Append(wire.Obj(wire.T("type", "other"), wire.M("item", i.source()))))
				}
			}
			return state
		})),
		plant.New("RESP-16/hosted-open", showing(func(h *held, state wire.Value) wire.Value {
			for _, i := range h.items {
				if i.added.Has("name") && i.kind != functionCall {
					state = state.With("output",
						state.Get("output").Append(wire.Obj(wire.T("type", "call"), wire.M("itemId", i.added.Get("id")),
							wire.M("callId", i.added.Get("id")),
							wire.M("name", i.added.Get("name")), wire.M("arguments", wire.NullValue), wire.T("state", "open"))))
				}
			}
			return state
		})),
		plant.New("FRAME-12/told", as(client{frame: func(h *held, f wire.Frame) bool {
			if v, err := wire.Parse(f.Data); len(f.Data) > 0 && (err != nil || !v.IsObject()) && !f.Done() {
				raised(h, "malformed frame")
			}
			return true
		}})),
	}
}
