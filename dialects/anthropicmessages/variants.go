package anthropicmessages

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

func consumerVariants() []plant.Row {
	return slices.Concat(tellingVariants(), inputVariants(), stateVariants(), messageVariants(), shownCalls().Variants("MSG-13"))
}

var refusal = wire.ParseString(`{"type":"protocol_error","message":"the stream is not as it should be"}`)

// refusing tells of a stream of which so is true, and shows what it holds, or nothing.
func refusing(all bool, so func(h *held) bool) plant.Plant {
	return showing(func(h *held, state wire.Value) wire.Value {
		if !so(h) || !state.Get("error").IsNull() {
			return state
		}
		state = state.With("error", refusal).With("executed", wire.List())
		if !all {
			return state.With("content", wire.List()).With("reported", wire.List())
		}
		return contents(state, func(e wire.Value) wire.Value {
			if isType(e, "tool_use") && !slices.Contains(h.reported, e.Get("id").Text()) {
				return e.With("input", wire.NullValue) // not told as finished
			}
			return e
		})
	})
}

// telling stops with an error at an event of which so is true.
func telling(so func(h *held, e wire.Value) bool) plant.Plant {
	return hearing(func(h *held, e wire.Value) wire.Value {
		if !h.ended && h.failure.IsAbsent() && so(h, e) {
			h.failure = refusal
		}
		return e
	})
}

// tellingVariants are clients that tell of what may be told.
func tellingVariants() []plant.Row {
	some := func(so func(h *held, b *heldBlock) bool) func(h *held) bool {
		return func(h *held) bool {
			return h.failure.IsAbsent() && slices.ContainsFunc(h.blocks,
				func(b *heldBlock) bool { return b.kind == "tool_use" && so(h, b) })
		}
	}
	halved := some(func(h *held, b *heldBlock) bool {
		return len(b.arguments) > 0 && !wire.IsJSON(string(b.arguments)) && h.ended
	})
	return []plant.Row{
		plant.New("MSG-03/blanks-told", refusing(true, some(func(h *held, b *heldBlock) bool {
			return len(b.arguments) > 0 && len(bytes.TrimSpace(b.arguments)) == 0 || h.ended && b.start.Get("input").IsNull() &&
				len(b.arguments) == 0
		}))),
		plant.New("MSG-05/told", refusing(true, some(func(_ *held, b *heldBlock) bool {
			return b.start.Get("input").Len() > 0 && len(bytes.TrimSpace(b.arguments)) > 0
		}))),
		plant.New("MSG-09/usage-told", telling(func(_ *held, e wire.Value) bool {
			return isType(e, messageStart) && !e.Find("/message/usage").Has("output_tokens") || isType(e, messageDelta) &&
				!e.Get("usage").Has("output_tokens")
		})),
		plant.New("MSG-14/told", refusing(true, func(h *held) bool { return !h.ended })),
		plant.New("MSG-14/told-and-empty", refusing(false, func(h *held) bool { return !h.ended || h.reason.IsAbsent() })),
		plant.New("MSG-16/told", refusing(true, func(h *held) bool {
			c := class(h.reason.Text())
			return h.ended && (c == limit || c == refused)
		})),
		plant.New("MSG-17/told", refusing(true, halved)),
		plant.New("MSG-18/told", refusing(true, some(func(h *held, b *heldBlock) bool { return h.ended && !b.stopped }))),
		plant.New("MSG-18/any-told", refusing(true, func(h *held) bool {
			return h.ended && h.failure.IsAbsent() && slices.ContainsFunc(h.blocks, func(b *heldBlock) bool { return !b.stopped })
		})),
		plant.New("MSG-19/told", telling(func(h *held, e wire.Value) bool {
			b := h.at(e)
			fits := b != nil && slices.Contains([]string{"text_delta", "input_json_delta"}, e.Find("/delta/type").Text()) &&
				slices.Contains(fitting(b.kind), e.Find("/delta/type").Text())
			return b != nil && b.stopped && (isType(e, blockStop) || isType(e, blockDelta) && fits)
		})),
		plant.New("MSG-20/told", telling(func(h *held, e wire.Value) bool {
			return (isType(e, blockDelta) && slices.Contains([]string{"text_delta", "input_json_delta"}, e.Find("/delta/type").Text()) ||
				isType(e, blockStop)) && h.at(e) == nil
		})),
		plant.New("MSG-21/told", telling(func(h *held, e wire.Value) bool {
			return isType(e, blockStart) && h.at(e) == nil && e.Get("index").JSON() != fmt.Sprint(len(h.byIndex))
		})),
		plant.New("MSG-22/told", telling(func(h *held, e wire.Value) bool { return isType(e, blockStart) && h.at(e) != nil })),
		plant.New("MSG-23/told", telling(func(h *held, e wire.Value) bool {
			return starts(e, "tool_use") && slices.ContainsFunc(h.blocks,
				func(b *heldBlock) bool { return b.kind == "tool_use" && b.id == e.Find("/content_block/id").Text() })
		})),
		plant.New("MSG-24/told", telling(func(h *held, e wire.Value) bool {
			of := slices.Contains([]string{blockStart, blockDelta, blockStop, messageDelta, messageStop}, e.Get("type").Text())
			return isType(e, messageStart) && h.begun || of && !h.begun || isType(e, blockStart) && !h.reason.IsAbsent()
		})),
		plant.New("MSG-24/told-behind", hearing(func(h *held, e wire.Value) wire.Value {
			if h.ended && h.failure.IsAbsent() && e.Has("type") {
				h.failure = refusal
			}
			return e
		})),
		plant.New("MSG-26/told", refusing(true, func(h *held) bool { return h.aborted })),
		plant.New("MSG-25/unnamed-told", as(client{frame: func(h *held, f wire.Frame) bool {
			v, err := wire.Parse(f.Data)
			if h.encoding == wire.SSE && f.Event == "" && err == nil && v.Get("type").IsString() && h.failure.IsAbsent() && !h.ended {
				h.failure = refusal
			}
			return true
		}})),
		plant.New("FRAME-12/told", as(client{frame: func(h *held, f wire.Frame) bool {
			if v, err := wire.Parse(f.Data); len(f.Data) > 0 && (err != nil || !v.IsObject()) && !f.Done() && h.failure.IsAbsent() &&
				!h.ended {
				h.failure = refusal
			}
			return true
		}})),
	}
}

// inputVariants are other right values of a call's input.
func inputVariants() []plant.Row {
	offers := func(id, title string, change func(h *held, b *heldBlock, v wire.Value) wire.Value) plant.Row {
		return plant.Row{ID: id, Title: title, Plant: offering(change)}
	}
	cut := func(h *held, b *heldBlock) bool {
		c := class(h.reason.Text())
		return h.ended && (c == limit || c == refused || c == other) && len(b.arguments) > 0 && !wire.IsJSON(string(b.arguments))
	}
	limitedTo := func(id, title string, make func(b *heldBlock) wire.Value) plant.Row {
		return offers(id, title, func(h *held, b *heldBlock, v wire.Value) wire.Value {
			if cut(h, b) {
				return make(b)
			}
			return v
		})
	}
	open := func(h *held, b *heldBlock) bool { return b.kind == "tool_use" && !b.stopped && !h.ended }
	return []plant.Row{
		offers("MSG-02/text", "Arguments are offered as JSON text.", func(h *held, b *heldBlock, v wire.Value) wire.Value {
			if v.IsObject() {
				return wire.Str(v.JSON())
			}
			return v
		}),
		offers("MSG-02/as-it-came", "Arguments are offered as the text that came.", func(h *held, b *heldBlock, v wire.Value) wire.Value {
			if len(bytes.TrimSpace(b.arguments)) > 0 && h.ended && v.IsObject() {
				return wire.Str(string(b.arguments))
			}
			return v
		}),
		offers("MSG-03/blanks-null", "Arguments of blanks, or none at all, are none.",
			func(_ *held, b *heldBlock, v wire.Value) wire.Value {
				if len(b.arguments) > 0 && len(bytes.TrimSpace(b.arguments)) == 0 || b.start.Get("input").IsNull() &&
					len(b.arguments) == 0 {
					return wire.NullValue
				}
				return v
			}),
		offers("MSG-05/null", "An input in the start and in deltas is none.", func(_ *held, b *heldBlock, v wire.Value) wire.Value {
			if b.start.Get("input").Len() > 0 && len(b.arguments) > 0 {
				return wire.NullValue
			}
			return v
		}),
		plant.New("MSG-15/left-out", blocks(func(h *held, list []*heldBlock) []*heldBlock {
			return slices.DeleteFunc(list, func(b *heldBlock) bool { return open(h, b) })
		})),
		offers("MSG-15/text", "A call that was cut shows the text that came.", func(h *held, b *heldBlock, v wire.Value) wire.Value {
			if open(h, b) && len(b.arguments) > 0 {
				return wire.Str(string(b.arguments))
			}
			return v
		}),
		offers("MSG-15/start", "A call that was cut before any fragment shows {}.", func(h *held, b *heldBlock, v wire.Value) wire.Value {
			if open(h, b) && len(b.arguments) == 0 && h.failure.IsAbsent() {
				return wire.Obj()
			}
			return v
		}),
		limitedTo("MSG-16/empty", "Arguments that a limit cut are {}.", func(*heldBlock) wire.Value { return wire.Obj() }),
		limitedTo("MSG-16/text", "Arguments that a limit cut are their text.",
			func(b *heldBlock) wire.Value { return wire.Str(string(b.arguments)) }),
		limitedTo("MSG-16/repaired", "Arguments that a limit cut are repaired.",
			func(b *heldBlock) wire.Value { return healed(string(b.arguments)) }),
		offers("MSG-16/without-end", "Arguments that are no JSON, in a turn without an end, are {}.",
			func(h *held, b *heldBlock, v wire.Value) wire.Value {
				if b.stopped && !h.ended && h.failure.IsAbsent() && len(b.arguments) > 0 && !wire.IsJSON(string(b.arguments)) {
					return wire.Obj()
				}
				return v
			}),
		plant.New("MSG-16/left-out", blocks(func(h *held, list []*heldBlock) []*heldBlock {
			return slices.DeleteFunc(list, func(b *heldBlock) bool { return b.kind == "tool_use" && cut(h, b) })
		})),
		offers("MSG-17/text", "Arguments that are no JSON are their text.", func(h *held, b *heldBlock, v wire.Value) wire.Value {
			if h.ended && v.IsNull() {
				return wire.Str(string(b.arguments))
			}
			return v
		}),
		offers("MSG-17/objects-only", "JSON that is no object is malformed.", func(_ *held, _ *heldBlock, v wire.Value) wire.Value {
			if !v.IsObject() {
				return wire.NullValue
			}
			return v
		}),
	}
}

// stateVariants are other right ways to show what is held.
func stateVariants() []plant.Row {
	words := map[string]string{tool: "tool_use", end: "end_turn", limit: "max_tokens", refused: "refusal"}
	unknown := func(v wire.Value) bool { return v.IsString() && class(v.Text()) == other }
	return []plant.Row{
		plant.New("MSG-08/unordered", showing(func(_ *held, state wire.Value) wire.Value {
			list := plant.SortedFirst(state.Get("content").Items(), is("text"))
			return state.With("content", wire.List(list...))
		}), "order"),
		plant.New("MSG-11/classes", plant.Showing("/stopReason", func(v wire.Value) wire.Value {
			if w := words[class(v.Text())]; w != "" {
				return wire.Str(w)
			}
			return wire.NullValue
		}), "stopReasonWord"),
		plant.New("MSG-11/unknown-null", plant.Showing("/stopReason", plant.When(unknown, plant.Null))),
		plant.New("MSG-11/unknown-other", plant.Showing("/stopReason", plant.When(unknown, plant.Becomes(`"unrecognised"`)))),
		plant.New("MSG-14/reason-with-end", showing(func(h *held, state wire.Value) wire.Value {
			if !h.ended {
				return state.With("stopReason", wire.NullValue)
			}
			return state
		})),
		plant.New("MSG-08/others-shown", showing(func(h *held, state wire.Value) wire.Value {
			var list []wire.Value
			items := state.Get("content").Items()
			for _, b := range h.blocks {
				if b.kind == "text" || b.kind == "tool_use" {
					list, items = append(list, items[0]), items[1:]
				} else {
					list = append(list, b.start)
				}
			}
			return state.With("content", wire.List(list...))
		})),
		plant.New("MSG-27/at-stops", as(client{runs: func(h *held, b *heldBlock) bool {
			c := class(h.reason.Text())
			return b.stopped && h.offered(b).IsObject() && slices.Contains(h.reported, b.id) && !(h.ended && (c == limit || c == refused))
		}, show: func(h *held, state wire.Value) wire.Value {
			var list []wire.Value
			seen := map[string]bool{}
			for _, e := range state.Get("executed").Items() {
				if !seen[e.JSON()] {
					list = append(list, e)
				}
				seen[e.JSON()] = true
			}
			slices.SortStableFunc(list, func(a, b wire.Value) int {
				return slices.Index(h.reported, a.Get("id").Text()) - slices.Index(h.reported, b.Get("id").Text())
			})
			return state.With("executed", wire.List(list...))
		}})),
		plant.New("MSG-27/under-end", as(client{runs: func(h *held, b *heldBlock) bool {
			return h.mayRun(b) || h.ended && h.failure.IsAbsent() && b.kind == "tool_use" && h.offered(b).IsObject() &&
				class(h.reason.Text()) == end
		}, show: func(_ *held, state wire.Value) wire.Value {
			list := slices.CompactFunc(state.Get("executed").Items(), wire.Equal)
			return state.With("executed", wire.List(list...))
		}})),
		plant.Without("id", "/id"), plant.Without("reported", "/reported"), plant.Without("executed", "/executed"),
	}
}

// messageVariants are other right ways to read streams that no right server sends.
func messageVariants() []plant.Row {
	quiet := func(h *held, state wire.Value) wire.Value {
		if !h.notes["stray"].IsNull() {
			state = showNull(h, state)
		}
		return state
	}
	return []plant.Row{
		plant.New("MSG-19/late-null", as(client{hears: func(h *held, e wire.Value) []wire.Value {
			if b := h.at(e); b != nil && b.stopped && !h.ended && (isType(e, blockStop) || isDelta(e, "input_json_delta")) {
				note(h, "late "+b.index, " ")
			}
			return []wire.Value{e}
		}, input: func(h *held, b *heldBlock) wire.Value {
			if !h.notes["late "+b.index].IsNull() && h.byIndex[b.index] == b {
				return wire.NullValue
			}
			return h.value(b)
		}})),
		plant.New("MSG-20/silent", as(client{hears: func(h *held, e wire.Value) []wire.Value {
			if b := h.at(e); isDelta(e, "input_json_delta") && b == nil && !h.ended { // an empty one, too
				note(h, "stray", " ")
				return nil
			}
			return []wire.Value{e}
		}, show: quiet})),
		plant.New("MSG-23/first", blocks(func(_ *held, list []*heldBlock) []*heldBlock {
			seen := map[string]bool{}
			return slices.DeleteFunc(list, func(b *heldBlock) bool {
				again := b.kind == "tool_use" && seen[b.id]
				seen[b.id] = true
				return again
			})
		})),
		plant.New("MSG-24/second-instead", as(client{hears: func(h *held, e wire.Value) []wire.Value {
			if isType(e, messageStart) && h.begun && h.failure.IsAbsent() {
				fresh := &held{client: h.client, byIndex: map[string]*heldBlock{}, notes: h.notes, tools: h.tools}
				*h = *fresh
			}
			return []wire.Value{e}
		}})),
		plant.New("MSG-25/named-only-and-empty", as(client{frame: func(h *held, f wire.Frame) bool {
			return h.encoding != wire.SSE || f.Event != "" && f.Event != "message"
		}, show: func(_ *held, state wire.Value) wire.Value {
			if state.Get("content").Len() == 0 {
				return state.With("content", wire.List(textBlock("")))
			}
			return state
		}})),
		plant.New("MSG-25/ping-by-name", as(client{frame: func(_ *held, f wire.Frame) bool { return f.Event != "ping" }})),
		plant.New("MSG-25/named-only", as(client{frame: func(h *held, f wire.Frame) bool {
			return h.encoding != wire.SSE || f.Event != "" && f.Event != "message"
		}})),
	}
}

// showNull shows calls that got no fragment without an input.
func showNull(h *held, state wire.Value) wire.Value {
	bare := map[string]bool{}
	for _, b := range h.blocks {
		if b.kind == "tool_use" && len(b.arguments) == 0 && b.start.Get("input").Len() == 0 {
			bare[b.id] = true
		}
	}
	state = contents(state, func(e wire.Value) wire.Value {
		if isType(e, "tool_use") && bare[e.Get("id").Text()] {
			return e.With("input", wire.NullValue)
		}
		return e
	})
	var ran []wire.Value
	for _, e := range state.Get("executed").Items() {
		if !bare[e.Get("id").Text()] {
			ran = append(ran, e)
		}
	}
	return state.With("executed", wire.List(ran...))
}
