package anthropicmessages

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// reasoning changes the reason that is shown where it is so.
func reasoning(so func(h *held, reason wire.Value) bool, json string) plant.Plant {
	return showing(func(h *held, state wire.Value) wire.Value {
		if so(h, state.Get("stopReason")) {
			return state.With("stopReason", wire.ParseString(json))
		}
		return state
	})
}

// errorText changes what an error says.
func errorText(change func(e wire.Value, text string) string) plant.Plant {
	return heard(plant.When(is(errorEvent), func(e wire.Value) wire.Value {
		return e.Edit("/error/message", func(v wire.Value) wire.Value { return wire.Str(change(e, v.Text())) })
	}))
}

// healed is an input with what is missing at its end added.
func healed(text string) wire.Value { return wire.ParseString(plant.Healed(text)) }

// endingFaults are in reasons, errors, cuts and aborts.
func endingFaults() []plant.Row {
	known := []string{"tool_use", "end_turn", "stop_sequence", "pause_turn", "max_tokens", "model_context_window_exceeded", "refusal"}
	unended := func(h *held, _ wire.Value) bool { return !h.ended && !h.aborted }
	cut := func(h *held, b *heldBlock) bool { return !b.stopped && !h.ended }
	// healing offers something for calls of which so is true.
	healing := func(so func(h *held, b *heldBlock) bool, make func(b *heldBlock) wire.Value) plant.Plant {
		return offering(func(h *held, b *heldBlock, v wire.Value) wire.Value {
			if v.IsNull() && so(h, b) {
				return make(b)
			}
			return v
		})
	}
	repaired := func(b *heldBlock) wire.Value { return healed(string(b.arguments)) }
	nothing := func(*heldBlock) wire.Value { return wire.Obj() }
	complete := func(h *held, _ *heldBlock) bool {
		c := class(h.reason.Text())
		return h.ended && (c == tool || c == end)
	}
	return []plant.Row{
		plant.New("MSG-11/reason-swallowed",
			reasoning(func(_ *held, r wire.Value) bool { return r.IsString() && !slices.Contains(known, r.Text()) }, `"end_turn"`)),
		plant.New("MSG-11/limit-hidden",
			reasoning(func(_ *held, r wire.Value) bool { return r.Text() == "max_tokens" }, `"tool_use"`), "MSG-16"),
		plant.New("MSG-11/stop-word",
			reasoning(func(_ *held, r wire.Value) bool { return r.Text() == "end_turn" }, `"stop_sequence"`)).Warn(),
		plant.New("MSG-11/younger-null", reasoning(func(_ *held, r wire.Value) bool { return younger(r.Text()) }, `null`)).Warn(),
		plant.New("MSG-11/reason-lost", plant.Showing("/stopReason", plant.Null)),
		plant.New("MSG-12/reason-erased", hearing(func(h *held, e wire.Value) wire.Value {
			if isType(e, messageDelta) && e.Find("/delta/stop_reason").IsNull() {
				h.reason = wire.Value{}
			}
			return e
		})).Warn(),
		plant.New("MSG-12/first-reason",
			skipping(func(h *held, e wire.Value) bool { return isType(e, messageDelta) && !h.reason.IsAbsent() })),
		plant.New("MSG-13/error-before-start", skipping(func(h *held, e wire.Value) bool { return isType(e, errorEvent) && !h.begun })),
		plant.New("MSG-13/wordless-ignored", skipping(func(_ *held, e wire.Value) bool {
			return isType(e, errorEvent) && e.Find("/error/message").Text() == ""
		})),
		plant.New("MSG-13/details-stand-for-message", errorText(func(e wire.Value, text string) string {
			return cmp.Or(e.Find("/error/details/message").Text(), text)
		})).Warn(),
		plant.New("MSG-13/request-stands-for-message", errorText(func(e wire.Value, text string) string {
			return cmp.Or(e.Get("request_id").Text(), text)
		})).Warn(),
		plant.New("MSG-13/error-wordless", plant.Showing("/error",
			plant.When(func(v wire.Value) bool { return v.IsObject() }, plant.Becomes(`{"message":"stream error"}`)))).Warn(),
		plant.New("MSG-14/cut-is-end", reasoning(func(h *held, r wire.Value) bool { return unended(h, r) && r.IsNull() }, `"end_turn"`)),
		plant.New("MSG-14/marker-is-end", as(client{frame: func(h *held, f wire.Frame) bool {
			if f.Done() && h.reason.IsAbsent() {
				h.reason = wire.Str("end_turn")
			}
			return true
		}})),
		plant.New("MSG-14/cut-is-tool-use", reasoning(func(h *held, r wire.Value) bool {
			return unended(h, r) && r.IsNull() && slices.ContainsFunc(h.blocks, func(b *heldBlock) bool { return b.kind == "tool_use" })
		}, `"tool_use"`)),
		plant.New("MSG-14/no-reason-is-end", reasoning(func(h *held, r wire.Value) bool { return h.ended && r.IsNull() }, `"end_turn"`)),
		plant.New("MSG-14/cut-loses-text", showing(func(h *held, state wire.Value) wire.Value {
			if unended(h, state) && h.failure.IsAbsent() {
				return state.With("content", wire.List())
			}
			return state
		})).Warn(),
		plant.New("MSG-15/cut-repaired", healing(cut, repaired)),
		plant.New("MSG-15/cut-empty", healing(cut, nothing)),
		plant.New("MSG-16/limit-hidden", reasoning(func(_ *held, r wire.Value) bool {
			c := class(r.Text())
			return c == limit || c == refused
		}, `"end_turn"`), "MSG-11"),
		plant.New("MSG-16/limit-invents", healing(func(h *held, _ *heldBlock) bool { return h.reason.Text() == "max_tokens" },
			func(b *heldBlock) wire.Value {
				return healed(string(b.arguments)).With("path_or_default", wire.Str("/"))
			})),
		plant.New("MSG-17/malformed-empty", healing(complete, nothing)),
		plant.New("MSG-17/unfinished-empty",
			healing(func(h *held, b *heldBlock) bool { return complete(h, b) && healed(string(b.arguments)).Len() > 0 }, nothing)),
		plant.New("MSG-17/unfinished-repaired", healing(complete, repaired)),
		plant.New("MSG-26/abort-is-end", reasoning(func(h *held, r wire.Value) bool { return h.aborted }, `"end_turn"`)),
		plant.New("MSG-26/abort-is-tool-use", reasoning(func(h *held, r wire.Value) bool {
			return h.aborted && len(h.blocks) > 0 && h.blocks[0].kind == "tool_use"
		}, `"tool_use"`)),
		plant.New("ROBUST-02/abort-hangs", plant.Ending(plant.Has("abortAfter"), dialect.TimedOut, "it waits for an end")),
	}
}

// runFaults are in what is executed and reported.
func runFaults() []plant.Row {
	executing := func(runs func(h *held, b *heldBlock) bool) plant.Plant { return as(client{runs: runs}) }
	reported := func(change func(h *held, list []wire.Value) []wire.Value) plant.Plant {
		return showing(func(h *held, state wire.Value) wire.Value {
			return state.With("reported", wire.List(change(h, state.Get("reported").Items())...))
		})
	}
	return []plant.Row{
		plant.New("MSG-27/abort-runs", as(client{runs: func(h *held, b *heldBlock) bool {
			return h.mayRun(b) || h.aborted && !b.stopped && b.kind == "tool_use"
		}, input: func(h *held, b *heldBlock) wire.Value { return h.value(b) }})),
		plant.New("MSG-27/second-not-run", executing(func(h *held, b *heldBlock) bool {
			for _, o := range h.blocks {
				if o.kind == "tool_use" {
					return o == b && h.mayRun(b)
				}
			}
			return false
		})),
		plant.New("MSG-27/malformed-runs", showing(func(h *held, state wire.Value) wire.Value {
			for _, b := range h.blocks {
				if h.ended && b.kind == "tool_use" && h.value(b).IsNull() {
					state = state.With("executed",
						state.Get("executed").Append(wire.Obj(wire.T("id", b.id), wire.M("input", wire.Obj()))))
				}
			}
			return state
		})),
		plant.New("MSG-27/runs-twice", showing(func(_ *held, state wire.Value) wire.Value {
			list := state.Get("executed").Items()
			return state.With("executed", wire.List(append(list, list...)...))
		})),
		plant.New("MSG-27/runs-reversed", plant.Showing("/executed", plant.In(plant.Reversed))),
		plant.New("MSG-27/none-run", plant.Showing("/executed", plant.Becomes(`[]`))).Warn(),
		plant.New("MSG-27/executed-missing", plant.Showing("/executed", plant.Gone)).Warn(),
		plant.New("MSG-27/reported-missing", plant.Showing("/reported", plant.Gone)).Warn(),
		plant.New("MSG-27/limit-runs", executing(func(h *held, b *heldBlock) bool {
			return h.ended && h.failure.IsAbsent() && b.kind == "tool_use" && h.offered(b).IsObject()
		})).Warn(),
		plant.New("MSG-27/wrong-reported", as(client{hears: func(h *held, e wire.Value) []wire.Value {
			if isType(e, blockStop) && h.last != nil {
				note(h, "last", " ")
				h.notes["list"] = h.notes["list"].Append(wire.Str(h.last.id))
			}
			return []wire.Value{e}
		}, show: func(h *held, state wire.Value) wire.Value {
			return state.With("reported", wire.List(h.notes["list"].Items()...))
		}})).Warn(),
		plant.New("MSG-27/reported-never", reported(func(*held, []wire.Value) []wire.Value { return nil })).Warn(),
		plant.New("MSG-27/reported-twice", reported(func(_ *held, list []wire.Value) []wire.Value { return append(list, list...) })).Warn(),
		plant.New("MSG-01/message-id", plant.Showing("/id", plant.Becomes(`"msg_generated"`))).Warn(),
	}
}

// oddFaults are in what is made of streams that no right server sends.
func oddFaults() []plant.Row {
	// mixing is a client that takes what is odd its own way, and says nothing.
	silent := func(c client) plant.Plant {
		show := c.show
		c.show = func(h *held, state wire.Value) wire.Value {
			if h.failure.Get("type").Text() == "protocol_error" {
				state = state.With("error", wire.NullValue)
			}
			if show != nil {
				state = show(h, state)
			}
			return state
		}
		return as(c)
	}
	again := func(b heldBlock, h *held) []*heldBlock { return append(h.blocks, &b) }
	return []plant.Row{
		plant.New("MSG-18/open-block-lost", blocks(func(h *held, list []*heldBlock) []*heldBlock {
			return slices.DeleteFunc(list, func(b *heldBlock) bool { return !b.stopped && h.ended })
		})),
		plant.New("MSG-18/open-block-empty", offering(func(_ *held, b *heldBlock, v wire.Value) wire.Value {
			if !b.stopped && v.IsObject() {
				return wire.Obj()
			}
			return v
		})),
		plant.New("MSG-19/late-delta-erases", silent(client{route: func(h *held, e wire.Value) *heldBlock {
			b := h.at(e)
			if b != nil && b.stopped && isType(e, blockDelta) {
				b.arguments, b.start = nil, wire.Obj()
				return &heldBlock{}
			}
			return b
		}})),
		plant.New("MSG-19/stop-twice-runs-twice", as(client{hears: func(h *held, e wire.Value) []wire.Value {
			if b := h.at(e); isType(e, blockStop) && b != nil && b.stopped {
				h.blocks = again(*b, h)
			}
			return []wire.Value{e}
		}, runs: (*held).mayRun}), "MSG-27"),
		plant.New("MSG-20/stray-adds-call", silent(client{hears: func(h *held, e wire.Value) []wire.Value {
			if isDelta(e, "input_json_delta") && h.at(e) == nil {
				return []wire.Value{e.With("type", wire.Str(blockStart)).With("content_block", callBlock("", "", wire.Obj())), e}
			}
			return []wire.Value{e}
		}}), "MSG-01"),
		plant.New("MSG-20/minus-one-empty", silent(client{route: func(h *held, e wire.Value) *heldBlock {
			if b := h.at(e); b != nil {
				return b
			}
			return &heldBlock{}
		}})),
		plant.New("MSG-20/text-on-call", silent(client{route: func(h *held, e wire.Value) *heldBlock {
			b := h.at(e)
			if b != nil && b.kind == "tool_use" && isDelta(e, "text_delta") {
				b.arguments = nil
			}
			return b
		}})),
		plant.New("MSG-21/gap-empty", offering(func(h *held, b *heldBlock, v wire.Value) wire.Value {
			if b.index != wire.Int(int64(slices.Index(h.blocks, b))).JSON() && v.IsObject() && len(h.byIndex) == len(h.blocks) {
				return wire.Obj()
			}
			return v
		})),
		plant.New("MSG-21/by-arrival", silent(client{route: func(h *held, e wire.Value) *heldBlock {
			if n, _ := e.Get("index").Int64(); n >= 0 && int(n) < len(h.blocks) {
				return h.blocks[n]
			}
			return &heldBlock{}
		}})),
		plant.New("MSG-22/reuse-mixed", silent(client{route: func(h *held, e wire.Value) *heldBlock {
			for _, b := range h.blocks {
				if b.index == e.Get("index").JSON() {
					b.stopped = b.stopped && isType(e, blockStop)
					return b
				}
			}
			return nil
		}})),
		plant.New("MSG-22/reuse-replaces", blocks(func(h *held, list []*heldBlock) []*heldBlock {
			return slices.DeleteFunc(list, func(b *heldBlock) bool { return h.byIndex[b.index] != b })
		})),
		plant.New("MSG-23/same-id-merged", showing(func(_ *held, state wire.Value) wire.Value {
			last := map[string]wire.Value{}
			for _, e := range state.Get("content").Items() {
				last[e.Get("id").Text()] = e.Get("input")
			}
			return contents(state, func(e wire.Value) wire.Value {
				if isType(e, "tool_use") {
					return e.With("input", last[e.Get("id").Text()])
				}
				return e
			})
		})),
		plant.New("MSG-23/same-id-named", showing(func(_ *held, state wire.Value) wire.Value {
			first := map[string]wire.Value{}
			return contents(state, func(e wire.Value) wire.Value {
				id := e.Get("id").Text()
				if first[id].IsAbsent() {
					first[id] = e.Get("name")
				}
				if isType(e, "tool_use") {
					return e.With("name", first[id])
				}
				return e
			})
		})),
		plant.New("MSG-24/two-messages-mixed", silent(client{hears: func(h *held, e wire.Value) []wire.Value {
			h.ended = false
			if isType(e, messageStart) && h.begun {
				h.notes["second"] = wire.Boolean(true)
			}
			if h.notes["second"].IsTrue() && isType(e, blockStart) {
				return nil
			}
			if b := h.at(e); b != nil && h.notes["second"].IsTrue() {
				b.stopped = false
			}
			return []wire.Value{e}
		}})),
		plant.New("MSG-24/late-block-empty",
			skipping(func(h *held, e wire.Value) bool { return isDelta(e, "input_json_delta") && !h.reason.IsAbsent() })),
	}
}

// placeholderFaults take an input in the start for the placeholder that it mostly is, and what
// is said twice for a repetition of the network's.
func placeholderFaults() []plant.Row {
	return []plant.Row{
		plant.New("MSG-02/equal-fragments-once", piecing(func(_ *held, b *heldBlock, s string) string {
			if len(s) > 0 && b.deltas > 1 && strings.HasSuffix(string(b.arguments), s) {
				return ""
			}
			return s
		})),
		plant.New("MSG-04/empty-delta-replaces", offering(func(_ *held, b *heldBlock, v wire.Value) wire.Value {
			if b.deltas > 0 && len(b.arguments) == 0 && b.start.Get("input").Len() > 0 {
				return wire.Obj()
			}
			return v
		})).Warn(),
	}
}
