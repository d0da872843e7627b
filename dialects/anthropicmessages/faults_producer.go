package anthropicmessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// wireTold is the wire as producers tell it.
func wireTold() plant.Told {
	return plant.Told{Named: true, Text: "/delta/text", Name: "/content_block/name", ID: "/content_block/id", Arguments: partial,
		OfCalls: "MSG-52", OfArguments: "MSG-52", OfText: "MSG-53", OfPlaces: "MSG-53", OfReason: "MSG-54", OfError: "MSG-55",
		OfCut:   "MSG-56",
		OfBytes: "MSG-57",
		// That a filter is a refusal is a SHOULD.
		Except: []string{"p-filter-is-stop"}}
}

func events(change func(list []wire.Value) []wire.Value) plant.Plant {
	return wireTold().Events(change)
}

// tellingAt changes what stands at a place of each event of a type.
func tellingAt(kind, at string, edit plant.Edit) plant.Plant {
	return wireTold().Each(plant.When(is(kind), func(e wire.Value) wire.Value { return e.Edit(at, edit) }))
}

const partial = "/delta/partial_json"

func producerFaults() []plant.Row {
	return slices.Concat(orderFaults(), sentCallFaults(), sentEndFaults(), wireTold().Faults())
}

// orderFaults are in the order of events and the bookkeeping of blocks.
func orderFaults() []plant.Row {
	return []plant.Row{
		{ID: "MSG-50/p-no-start", Title: "Blocks come before message_start.", Plant: events(plant.Drop(is(messageStart)))},
		{ID: "MSG-50/p-start-again", Title: "message_start is repeated.", Plant: events(func(list []wire.Value) []wire.Value {
			if isType(list[0], messageStart) && len(list) > 1 {
				return slices.Insert(list, 1+len(list)/2, list[0])
			}
			return list
		})},
		{ID: "MSG-50/p-no-stop", Title: "message_stop never comes.", Plant: events(plant.Drop(is(messageStop)))},
		{ID: "MSG-50/p-start-content-text", Title: "The content of the start is a text.",
			Plant: tellingAt(messageStart, "/message/content", plant.Becomes(`""`))},
		{ID: "MSG-50/p-no-usage", Title: "message_delta has no usage.", Plant: tellingAt(messageDelta, "/usage", plant.Gone)},
		{ID: "MSG-50/p-message-id", Title: "The message has an id of the server's own.", Warns: true,
			Plant: tellingAt(messageStart, "/message/id", plant.Becomes(`"msg_own"`))},
		{ID: "MSG-51/p-delta-after-stop", Title: "Parallel calls: the first is stopped when the second starts, its deltas follow.",
			Plant: events(func(list []wire.Value) []wire.Value {
				for i := range list {
					if k := slices.IndexFunc(list[i:], is(blockStop)); isDelta(list[i], "input_json_delta") && k > 0 &&
						wire.Equal(list[i].Get("index"), list[i+k].Get("index")) {
						stop := list[i+k]
						return slices.Insert(slices.Delete(list, i+k, i+k+1), i, stop)
					}
				}
				return list
			})},
		{ID: "MSG-51/p-index-reused", Title: "A second block has the index of the first, which has no stop.",
			Plant: events(func(list []wire.Value) []wire.Value {
				out := slices.DeleteFunc(list, func(e wire.Value) bool { return isType(e, blockStop) && e.Get("index").JSON() == "0" })
				for i, e := range out {
					if e.Get("index").JSON() == "1" && isType(e, blockStart) {
						out[i] = e.With("index", wire.Int(0))
					}
				}
				return out
			})},
		{ID: "MSG-51/p-text-on-call", Title: "A text_delta has the open call's index.", Plant: events(func(list []wire.Value) []wire.Value {
			if i := slices.IndexFunc(list, func(e wire.Value) bool { return starts(e, "tool_use") }); i >= 0 {
				n, _ := list[i].Get("index").Int64()
				return slices.Insert(list, i+1, says(n, "astray"))
			}
			return list
		})},
		{ID: "MSG-51/p-index-from-one", Title: "The first index is 1.", Plant: events(func(list []wire.Value) []wire.Value {
			if shifted := shifted1(list, 0); shifted != nil {
				return shifted
			}
			return list
		})},
		{ID: "MSG-51/p-no-block-stop", Title: "Blocks have no stop.", Plant: events(plant.Drop(is(blockStop)))},
	}
}

// sentCallFaults are in calls and texts.
func sentCallFaults() []plant.Row {
	toStart := func(text bool) plant.Plant {
		return events(func(list []wire.Value) []wire.Value {
			for i, e := range list {
				if k := slices.IndexFunc(list, func(d wire.Value) bool {
					return isDelta(d, "input_json_delta") && wire.Equal(d.Get("index"), e.Get("index"))
				}); starts(e, "tool_use") && k >= 0 {
					if v, err := wire.Parse([]byte(list[k].Find(partial).Text())); err == nil && !text {
						list[i] = e.Edit("/content_block/input", func(wire.Value) wire.Value { return v })
					}
				}
			}
			return slices.DeleteFunc(list, func(e wire.Value) bool { return isDelta(e, "input_json_delta") })
		})
	}
	return []plant.Row{
		{ID: "MSG-52/p-no-deltas", Title: "Start and stop only: the arguments are lost.", Plant: toStart(true)},
		{ID: "MSG-52/p-input-in-start", Title: "The arguments stand in the start.", Plant: toStart(false)},
		{ID: "MSG-52/p-raw-anew", Title: "Raw arguments are parsed and printed anew.", Warns: true,
			Plant: plant.HearsCalls(func(_ int, c *transcript.Item) {
				if v, ok := wire.ParseObject(c.Arguments.Text()); ok {
					c.Arguments = wire.Str(v.JSON())
				}
			})},
		{ID: "MSG-52/p-empty-text", Title: "An empty text block stands before calls.", Warns: true,
			Plant: events(func(list []wire.Value) []wire.Value {
				if i := slices.IndexFunc(list,
					func(e wire.Value) bool { return starts(e, "tool_use") && e.Get("index").JSON() == "0" }); i >= 0 {
					return slices.Insert(shifted1(list, 0), i, opens(0, textBlock("")), closes(0))
				}
				return list
			})},
		{ID: "MSG-53/p-text-in-start", Title: "Text stands in its block's start.", Warns: true,
			Plant: events(func(list []wire.Value) []wire.Value {
				for i, e := range list {
					if starts(e, "text") && i+1 < len(list) && isDelta(list[i+1], "text_delta") {
						list[i] = e.Edit("/content_block/text", func(wire.Value) wire.Value { return list[i+1].Find("/delta/text") })
						list[i+1] = says(0, "").With("index", e.Get("index"))
					}
				}
				return list
			})},
	}
}

// sentEndFaults are in how a message ends, and in bytes.
func sentEndFaults() []plant.Row {
	ending := func(reason string) plant.Edit {
		return func(wire.Value) wire.Value { return reasoned(wire.Str(reason)) }
	}
	reason := func(from, to string) plant.Plant {
		return tellingAt(messageDelta, "/delta/stop_reason",
			plant.When(func(v wire.Value) bool { return v.Text() == from }, plant.Becomes(`"`+to+`"`)))
	}
	return []plant.Row{
		{ID: "MSG-54/p-end-turn", Title: "end_turn stands beside a call.", Plant: reason("tool_use", "end_turn")},
		{ID: "MSG-54/p-limit-hidden", Title: "tool_use stands instead of max_tokens beside a call.",
			Plant: wireTold().If(func(t transcript.Transcript) bool {
				return t.StopReason() == transcript.Length && len(t.Calls()) > 0
			}, plant.Each(is(messageDelta), ending("tool_use")))},
		{ID: "MSG-54/p-filter-end", Title: "A content filter becomes end_turn.", Warns: true,
			Plant: wireTold().If(func(t transcript.Transcript) bool {
				return t.StopReason() == transcript.ContentFilter && len(t.Calls()) == 0
			}, plant.Each(is(messageDelta), ending("end_turn")))},
		{ID: "MSG-54/p-phantom-tool-use", Title: "tool_use stands without a call.", Plant: reason("end_turn", "tool_use")},
		{ID: "MSG-55/p-error-then-end", Title: "An error event without error, then end_turn and message_stop.",
			Plant: events(func(list []wire.Value) []wire.Value {
				if n := len(list) - 1; isType(list[n], errorEvent) {
					return append(list[:n], event(errorEvent), reasoned(wire.Str("end_turn")), event(messageStop))
				}
				return list
			})},
		{ID: "MSG-55/p-error-text", Title: "The error is a text.", Plant: tellingAt(errorEvent, "/error", plant.Becomes(`"overloaded"`))},
		{ID: "MSG-55/p-another-message", Title: "The error has words of its own.", Warns: true,
			Plant: tellingAt(errorEvent, "/error/message", plant.Becomes(`"internal error"`))},
		{ID: "MSG-56/p-cut-tool-use", Title: "Only over a half call the turn ends as tool_use.",
			Plant: plant.HearsTurn(func(t *transcript.Transcript) {
				if n := len(t.Items); t.StopReason() == transcript.UserStopped &&
					slices.ContainsFunc(t.Calls(), func(c *transcript.CallRecord) bool { return c.Cut(transcript.UserStopped) }) {
					t.Items[n-1].Reason = transcript.Completed
				}
			})},
		{ID: "MSG-57/p-unnamed", Title: "Frames have no event field.", Plant: plant.InBytes(func(s string) string {
			for _, kind := range []string{messageStart, blockStart, blockDelta, blockStop, messageDelta, messageStop, errorEvent} {
				s = strings.ReplaceAll(s, "event: "+kind+"\ndata: {", "data: {")
			}
			return s
		})},
		{ID: "MSG-57/p-named-message", Title: "Every frame is called message.", Plant: plant.InBytes(func(s string) string {
			return strings.ReplaceAll(s, "event: "+blockDelta+"\n", "event: message\n")
		})},
		{ID: "MSG-57/p-no-blank", Title: "The last event lacks its blank line.",
			Plant: plant.InBytes(func(s string) string { return strings.TrimSuffix(s, "\n") })},
		{ID: "MSG-57/p-done", Title: "[DONE] stands at the end.", Warns: true,
			Plant: plant.InBytes(func(s string) string { return s + "data: [DONE]\n\n" })},
	}
}

// producerVariants are other right ways to tell a turn.
func producerVariants() []plant.Row {
	return append(wireTold().Variants(), []plant.Row{
		{ID: "MSG-52/one-character-each", Title: "Fragments have one character each.",
			Plant: wireTold().Finer(partial, func(wire.Value) bool { return false })},
		{ID: "MSG-52/cut-left-out", Title: "A cut call is left out.", Plant: plant.WithoutCuts(func(t *transcript.Transcript) bool {
			stop := t.StopReason()
			return stop == transcript.Error || stop == transcript.UserStopped || len(t.Calls()) > 1
		})},
		{ID: "MSG-52/empty-delta-first", Title: "Every call begins with an empty delta.",
			Plant: events(func(list []wire.Value) []wire.Value {
				var out []wire.Value
				for _, e := range list {
					if out = append(out, e); starts(e, "tool_use") {
						n, _ := e.Get("index").Int64()
						out = append(out, piece(n, ""))
					}
				}
				return out
			})},
		{ID: "MSG-52/no-arguments-nothing", Title: "No arguments are no delta.",
			Plant: events(plant.Drop(func(e wire.Value) bool { return e.Find(partial).Text() == "{}" }))},
		{ID: "MSG-55/error-alone", Title: "An error that comes first stands alone.", Plant: events(func(list []wire.Value) []wire.Value {
			if len(list) == 2 && isType(list[1], errorEvent) {
				return list[1:]
			}
			return list
		})},
		{ID: "MSG-56/error", Title: "A turn that was cut ends with an error event.",
			Plant: wireTold().If(plant.Stopped(transcript.UserStopped), func(list []wire.Value) []wire.Value {
				return append(list, failing("api_error", "the upstream is gone"))
			})},
		{ID: "MSG-56/limit", Title: "A turn that was cut ends as max_tokens.",
			Plant: wireTold().If(plant.Stopped(transcript.UserStopped), func(list []wire.Value) []wire.Value {
				return append(list, reasoned(wire.Str("max_tokens")), event(messageStop))
			})},
		{ID: "MSG-53/blocks-of-text", Title: "Every piece of text is a block of its own.",
			Plant: plant.HearsTurn(func(t *transcript.Transcript) {
				t.Items = slices.DeleteFunc(t.Items, func(i transcript.Item) bool { return i.Kind == transcript.Text && i.Text == "" })
			})},
		{ID: "MSG-50/pings", Title: "Pings stand everywhere.", Plant: events(func(list []wire.Value) []wire.Value {
			out := []wire.Value{event(pingEvent)}
			for _, e := range list {
				if out = append(out, e); !isType(e, errorEvent) {
					out = append(out, event(pingEvent))
				}
			}
			return out
		})},
		{ID: "MSG-50/own-id", Title: "The message has an id of the server's own.", Also: []string{"messageId"},
			Plant: tellingAt(messageStart, "/message/id", plant.Becomes(`"msg_own"`))},
	}...)
}
