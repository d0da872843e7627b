package anthropicmessages

import (
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
		{ID: "MSG-11/reason-swallowed", Title: "An unknown reason becomes end_turn.",
			Plant: reasoning(func(_ *held, r wire.Value) bool { return r.IsString() && !slices.Contains(known, r.Text()) }, `"end_turn"`)},
		{ID: "MSG-11/limit-hidden", Title: "max_tokens is told as tool_use.", Also: []string{"MSG-16"},
			Plant: reasoning(func(_ *held, r wire.Value) bool { return r.Text() == "max_tokens" }, `"tool_use"`)},
		{ID: "MSG-11/stop-word", Title: "end_turn is told as stop_sequence.", Warns: true,
			Plant: reasoning(func(_ *held, r wire.Value) bool { return r.Text() == "end_turn" }, `"stop_sequence"`)},
		{ID: "MSG-11/younger-null", Title: "Younger reasons are told as none.", Warns: true,
			Plant: reasoning(func(_ *held, r wire.Value) bool { return younger(r.Text()) }, `null`)},
		{ID: "MSG-11/reason-lost", Title: "No reason is ever told.", Plant: plant.Showing("/stopReason", plant.Null)},
		{ID: "MSG-12/reason-erased", Title: "A message_delta with usage alone erases the reason.", Warns: true,
			Plant: hearing(func(h *held, e wire.Value) wire.Value {
				if isType(e, messageDelta) && e.Find("/delta/stop_reason").IsNull() {
					h.reason = wire.Value{}
				}
				return e
			})},
		{ID: "MSG-12/first-reason", Title: "Of two reasons the first counts.",
			Plant: skipping(func(h *held, e wire.Value) bool { return isType(e, messageDelta) && !h.reason.IsAbsent() })},
		{ID: "MSG-13/error-before-start", Title: "An error before the message's start is skipped.",
			Plant: skipping(func(h *held, e wire.Value) bool { return isType(e, errorEvent) && !h.begun })},
		{ID: "MSG-13/error-wordless", Title: "The error's type and message are not told.", Warns: true,
			Plant: plant.Showing("/error",
				plant.When(func(v wire.Value) bool { return v.IsObject() }, plant.Becomes(`{"message":"stream error"}`)))},
		{ID: "MSG-14/cut-is-end", Title: "An end of stream becomes end_turn.",
			Plant: reasoning(func(h *held, r wire.Value) bool { return unended(h, r) && r.IsNull() }, `"end_turn"`)},
		{ID: "MSG-14/cut-is-tool-use", Title: "An end of stream becomes tool_use where a call is held.",
			Plant: reasoning(func(h *held, r wire.Value) bool {
				return unended(h, r) && r.IsNull() && slices.ContainsFunc(h.blocks, func(b *heldBlock) bool { return b.kind == "tool_use" })
			}, `"tool_use"`)},
		{ID: "MSG-14/no-reason-is-end", Title: "A message without a reason has end_turn.",
			Plant: reasoning(func(h *held, r wire.Value) bool { return h.ended && r.IsNull() }, `"end_turn"`)},
		{ID: "MSG-14/cut-loses-text", Title: "A stream that was cut shows nothing.", Warns: true,
			Plant: showing(func(h *held, state wire.Value) wire.Value {
				if unended(h, state) && h.failure.IsAbsent() {
					return state.With("content", wire.List())
				}
				return state
			})},
		{ID: "MSG-15/cut-repaired", Title: "Cut arguments are repaired and offered.", Plant: healing(cut, repaired)},
		{ID: "MSG-15/cut-empty", Title: "Cut arguments are offered as {}.", Plant: healing(cut, nothing)},
		{ID: "MSG-16/limit-hidden", Title: "A turn that was cut is told as complete.", Also: []string{"MSG-11"},
			Plant: reasoning(func(_ *held, r wire.Value) bool {
				c := class(r.Text())
				return c == limit || c == refused
			}, `"end_turn"`)},
		{ID: "MSG-16/limit-invents", Title: "Arguments that a limit cut get a member that never came.",
			Plant: healing(func(h *held, _ *heldBlock) bool { return h.reason.Text() == "max_tokens" },
				func(b *heldBlock) wire.Value {
					return healed(string(b.arguments)).With("path_or_default", wire.Str("/"))
				})},
		{ID: "MSG-17/malformed-empty", Title: "Malformed arguments become {}.", Plant: healing(complete, nothing)},
		{ID: "MSG-17/unfinished-empty", Title: "Only arguments that break off become {}.",
			Plant: healing(func(h *held, b *heldBlock) bool { return complete(h, b) && healed(string(b.arguments)).Len() > 0 }, nothing)},
		{ID: "MSG-17/unfinished-repaired", Title: "Arguments that break off are repaired.", Plant: healing(complete, repaired)},
		{ID: "MSG-26/abort-is-end", Title: "An aborted stream ends as end_turn.",
			Plant: reasoning(func(h *held, r wire.Value) bool { return h.aborted }, `"end_turn"`)},
		{ID: "MSG-26/abort-is-tool-use", Title: "An aborted stream ends as tool_use where a call is held.",
			Plant: reasoning(func(h *held, r wire.Value) bool {
				return h.aborted && len(h.blocks) > 0 && h.blocks[0].kind == "tool_use"
			}, `"tool_use"`)},
		{ID: "ROBUST-02/abort-hangs", Title: "The answer never settles after an abort.", Plant: func(right dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation {
				if !input.Get("abortAfter").IsAbsent() {
					return dialect.Observation{Ending: dialect.TimedOut, Reason: "it waits for an end"}
				}
				return right(input)
			}
		}},
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
		{ID: "MSG-27/abort-runs", Title: "A call that is open at an abort is executed.",
			Plant: as(client{runs: func(h *held, b *heldBlock) bool {
				return h.mayRun(b) || h.aborted && !b.stopped && b.kind == "tool_use"
			}, input: func(h *held, b *heldBlock) wire.Value { return h.value(b) }})},
		{ID: "MSG-27/second-not-run", Title: "Of two calls only the first is executed.", Plant: executing(func(h *held, b *heldBlock) bool {
			for _, o := range h.blocks {
				if o.kind == "tool_use" {
					return o == b && h.mayRun(b)
				}
			}
			return false
		})},
		{ID: "MSG-27/malformed-runs", Title: "A call whose arguments are no JSON is executed with {}.",
			Plant: showing(func(h *held, state wire.Value) wire.Value {
				for _, b := range h.blocks {
					if h.ended && b.kind == "tool_use" && h.value(b).IsNull() {
						state = state.With("executed",
							state.Get("executed").Append(wire.Obj(wire.T("id", b.id), wire.M("input", wire.Obj()))))
					}
				}
				return state
			})},
		{ID: "MSG-27/runs-twice", Title: "Every call is executed twice.", Plant: showing(func(_ *held, state wire.Value) wire.Value {
			list := state.Get("executed").Items()
			return state.With("executed", wire.List(append(list, list...)...))
		})},
		{ID: "MSG-27/none-run", Title: "No call is ever executed.", Warns: true, Plant: plant.Showing("/executed", plant.Becomes(`[]`))},
		{ID: "MSG-27/limit-runs", Title: "Whole calls of a turn that was cut are executed.", Warns: true,
			Plant: executing(func(h *held, b *heldBlock) bool {
				return h.ended && h.failure.IsAbsent() && b.kind == "tool_use" && h.offered(b).IsObject()
			})},
		{ID: "MSG-27/wrong-reported", Title: "The block started last is reported instead of the one that stopped.", Warns: true,
			Plant: as(client{hears: func(h *held, e wire.Value) []wire.Value {
				if isType(e, blockStop) && h.last != nil {
					note(h, "last", " ")
					h.notes["list"] = h.notes["list"].Append(wire.Str(h.last.id))
				}
				return []wire.Value{e}
			}, show: func(h *held, state wire.Value) wire.Value {
				return state.With("reported", wire.List(h.notes["list"].Items()...))
			}})},
		{ID: "MSG-27/reported-never", Title: "No call is ever reported.", Warns: true,
			Plant: reported(func(*held, []wire.Value) []wire.Value { return nil })},
		{ID: "MSG-27/reported-twice", Title: "Every call is reported twice.", Warns: true,
			Plant: reported(func(_ *held, list []wire.Value) []wire.Value { return append(list, list...) })},
		{ID: "MSG-01/message-id", Title: "The message has another id.", Warns: true,
			Plant: plant.Showing("/id", plant.Becomes(`"msg_generated"`))},
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
		{ID: "MSG-18/open-block-lost", Title: "A block without a stop vanishes.",
			Plant: blocks(func(h *held, list []*heldBlock) []*heldBlock {
				return slices.DeleteFunc(list, func(b *heldBlock) bool { return !b.stopped && h.ended })
			})},
		{ID: "MSG-18/open-block-empty", Title: "A block without a stop has the input {}.",
			Plant: offering(func(_ *held, b *heldBlock, v wire.Value) wire.Value {
				if !b.stopped && v.IsObject() {
					return wire.Obj()
				}
				return v
			})},
		{ID: "MSG-19/late-delta-erases", Title: "A delta behind the stop makes the input {}.",
			Plant: silent(client{route: func(h *held, e wire.Value) *heldBlock {
				b := h.at(e)
				if b != nil && b.stopped && isType(e, blockDelta) {
					b.arguments, b.start = nil, wire.Obj()
					return &heldBlock{}
				}
				return b
			}})},
		{ID: "MSG-19/stop-twice-runs-twice", Title: "A second stop adds the call again.", Also: []string{"MSG-27"},
			Plant: as(client{hears: func(h *held, e wire.Value) []wire.Value {
				if b := h.at(e); isType(e, blockStop) && b != nil && b.stopped {
					h.blocks = again(*b, h)
				}
				return []wire.Value{e}
			}, runs: (*held).mayRun})},
		{ID: "MSG-20/stray-adds-call", Title: "A delta for an index never started adds a call.", Also: []string{"MSG-01"},
			Plant: silent(client{hears: func(h *held, e wire.Value) []wire.Value {
				if isDelta(e, "input_json_delta") && h.at(e) == nil {
					return []wire.Value{e.With("type", wire.Str(blockStart)).With("content_block", callBlock("", "", wire.Obj())), e}
				}
				return []wire.Value{e}
			}})},
		{ID: "MSG-20/minus-one-empty", Title: "A delta at an index that isn't one is dropped, and the call offered with {}.",
			Plant: silent(client{route: func(h *held, e wire.Value) *heldBlock {
				if b := h.at(e); b != nil {
					return b
				}
				return &heldBlock{}
			}})},
		{ID: "MSG-20/text-on-call", Title: "A text_delta on a call ends it.",
			Plant: silent(client{route: func(h *held, e wire.Value) *heldBlock {
				b := h.at(e)
				if b != nil && b.kind == "tool_use" && isDelta(e, "text_delta") {
					b.arguments = nil
				}
				return b
			}})},
		{ID: "MSG-21/gap-empty", Title: "Behind an index gap the input is {}.",
			Plant: offering(func(h *held, b *heldBlock, v wire.Value) wire.Value {
				if b.index != wire.Int(int64(slices.Index(h.blocks, b))).JSON() && v.IsObject() && len(h.byIndex) == len(h.blocks) {
					return wire.Obj()
				}
				return v
			})},
		{ID: "MSG-21/by-arrival", Title: "An index is the place of arrival.",
			Plant: silent(client{route: func(h *held, e wire.Value) *heldBlock {
				if n, _ := e.Get("index").Int64(); n >= 0 && int(n) < len(h.blocks) {
					return h.blocks[n]
				}
				return &heldBlock{}
			}})},
		{ID: "MSG-22/reuse-mixed", Title: "Under an index used again, text and fragments go to the first block.",
			Plant: silent(client{route: func(h *held, e wire.Value) *heldBlock {
				for _, b := range h.blocks {
					if b.index == e.Get("index").JSON() {
						b.stopped = b.stopped && isType(e, blockStop)
						return b
					}
				}
				return nil
			}})},
		{ID: "MSG-22/reuse-replaces", Title: "A block under a used index replaces the first.",
			Plant: blocks(func(h *held, list []*heldBlock) []*heldBlock {
				return slices.DeleteFunc(list, func(b *heldBlock) bool { return h.byIndex[b.index] != b })
			})},
		{ID: "MSG-23/same-id-merged", Title: "The second call with an id overwrites the first's input.",
			Plant: showing(func(_ *held, state wire.Value) wire.Value {
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
			})},
		{ID: "MSG-23/same-id-named", Title: "The second call with an id has the first's name.",
			Plant: showing(func(_ *held, state wire.Value) wire.Value {
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
			})},
		{ID: "MSG-24/two-messages-mixed", Title: "Fragments of a second message go into the first one's calls.",
			Plant: silent(client{hears: func(h *held, e wire.Value) []wire.Value {
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
			}})},
		{ID: "MSG-24/late-block-empty", Title: "A block behind the reason is held without its input.",
			Plant: skipping(func(h *held, e wire.Value) bool { return isDelta(e, "input_json_delta") && !h.reason.IsAbsent() })},
	}
}

// placeholderFaults take an input in the start for the placeholder that it mostly is, and what
// is said twice for a repetition of the network's.
func placeholderFaults() []plant.Row {
	return []plant.Row{
		{ID: "MSG-02/equal-fragments-once", Title: "A fragment that equals the one before it is dropped.",
			Plant: piecing(func(_ *held, b *heldBlock, s string) string {
				if len(s) > 0 && b.deltas > 1 && strings.HasSuffix(string(b.arguments), s) {
					return ""
				}
				return s
			})},
		{ID: "MSG-04/empty-delta-replaces", Title: "An empty delta takes the place of the input in the start.", Warns: true,
			Plant: offering(func(_ *held, b *heldBlock, v wire.Value) wire.Value {
				if b.deltas > 0 && len(b.arguments) == 0 && b.start.Get("input").Len() > 0 {
					return wire.Obj()
				}
				return v
			})},
	}
}
