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
		Error:   "/error/message",
		OfCalls: "MSG-52", OfArguments: "MSG-52", OfText: "MSG-53", OfPlaces: "MSG-53", OfReason: "MSG-54", OfError: "MSG-55",
		OfCut:   "MSG-56",
		OfBytes: "MSG-57", OfMalformed: "MSG-52",
		// That a filter is a refusal is a SHOULD; results are not told.
		Except: []string{"p-empty-stop-is-stop", "p-filter-is-stop", "p-doubles-in-result"}}
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
		plant.New("MSG-50/p-no-start", events(plant.Drop(is(messageStart)))),
		plant.New("MSG-50/p-start-again", events(func(list []wire.Value) []wire.Value {
			if isType(list[0], messageStart) && len(list) > 1 {
				return slices.Insert(list, 1+len(list)/2, list[0])
			}
			return list
		})),
		plant.New("MSG-50/p-no-stop", events(plant.Drop(is(messageStop)))),
		plant.New("MSG-50/p-last-stop-behind-reason",
			events(plant.Swapped(func(a, b wire.Value) bool { return isType(a, blockStop) && isType(b, messageDelta) }))),
		plant.New("MSG-50/p-start-content-text", tellingAt(messageStart, "/message/content", plant.Becomes(`""`))),
		plant.New("MSG-50/p-no-usage", tellingAt(messageDelta, "/usage", plant.Gone)),
		plant.New("MSG-50/p-message-id", tellingAt(messageStart, "/message/id", plant.Becomes(`"msg_own"`))).Warn(),
		plant.New("MSG-51/p-delta-after-stop", events(func(list []wire.Value) []wire.Value {
			for i := range list {
				if k := slices.IndexFunc(list[i:], is(blockStop)); isDelta(list[i], "input_json_delta") && k > 0 &&
					wire.Equal(list[i].Get("index"), list[i+k].Get("index")) {
					stop := list[i+k]
					return slices.Insert(slices.Delete(list, i+k, i+k+1), i, stop)
				}
			}
			return list
		})),
		plant.New("MSG-51/p-index-reused", events(func(list []wire.Value) []wire.Value {
			out := slices.DeleteFunc(list, func(e wire.Value) bool { return isType(e, blockStop) && e.Get("index").JSON() == "0" })
			for i, e := range out {
				if e.Get("index").JSON() == "1" && isType(e, blockStart) {
					out[i] = e.With("index", wire.Int(0))
				}
			}
			return out
		})),
		plant.New("MSG-51/p-text-on-call", events(func(list []wire.Value) []wire.Value {
			if i := slices.IndexFunc(list, func(e wire.Value) bool { return starts(e, "tool_use") }); i >= 0 {
				n, _ := list[i].Get("index").Int64()
				return slices.Insert(list, i+1, says(n, "astray"))
			}
			return list
		})),
		plant.New("MSG-51/p-index-from-one", events(func(list []wire.Value) []wire.Value {
			if shifted := shifted1(list, 0); shifted != nil {
				return shifted
			}
			return list
		})),
		plant.New("MSG-51/p-no-block-stop", events(plant.Drop(is(blockStop)))),
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
		plant.New("MSG-52/p-line-ends-lost", tellingAt(blockDelta, partial,
			plant.Text(func(piece string) string { return strings.TrimRight(piece, "\r\n") }))),
		plant.New("MSG-52/p-no-deltas", toStart(true)),
		plant.New("MSG-52/p-input-in-start", toStart(false)),
		plant.New("MSG-52/p-raw-anew", plant.HearsCalls(func(_ int, c *transcript.Item) {
			if v, ok := wire.ParseObject(c.Arguments.Text()); ok {
				c.Arguments = wire.Str(v.JSON())
			}
		})).Warn(),
		plant.New("MSG-52/p-empty-text", events(func(list []wire.Value) []wire.Value {
			if i := slices.IndexFunc(list,
				func(e wire.Value) bool { return starts(e, "tool_use") && e.Get("index").JSON() == "0" }); i >= 0 {
				return slices.Insert(shifted1(list, 0), i, opens(0, textBlock("")), closes(0))
			}
			return list
		})).Warn(),
		plant.New("MSG-53/p-text-delta-misnamed", toldAs("text_delta", "text")),
		plant.New("MSG-52/p-json-delta-misnamed", toldAs("input_json_delta", "input_delta")),
		plant.New("MSG-53/p-text-in-start", events(func(list []wire.Value) []wire.Value {
			for i, e := range list {
				if starts(e, "text") && i+1 < len(list) && isDelta(list[i+1], "text_delta") {
					list[i] = e.Edit("/content_block/text", func(wire.Value) wire.Value { return list[i+1].Find("/delta/text") })
					list[i+1] = says(0, "").With("index", e.Get("index"))
				}
			}
			return list
		})).Warn(),
	}
}

// sentEndFaults are in how a message ends, and in bytes.
func sentEndFaults() []plant.Row {
	ending := func(reason string) plant.Edit {
		return func(wire.Value) wire.Value { return reasoned(wire.Str(reason)) }
	}
	reason := func(from, to string) plant.Plant {
		return tellingAt(messageDelta, "/delta/stop_reason", plant.When(plant.Is(from), plant.Becomes(`"`+to+`"`)))
	}
	return []plant.Row{
		plant.New("MSG-54/p-end-turn", reason("tool_use", "end_turn")),
		plant.New("MSG-54/p-end-turn-before", events(plant.Before(func(e wire.Value) bool {
			return e.Find("/delta/stop_reason").Text() == "tool_use"
		}, func(wire.Value) []wire.Value { return []wire.Value{reasoned(wire.Str("end_turn"))} }))).Warn(),
		plant.New("MSG-54/p-limit-hidden", wireTold().If(func(t transcript.Transcript) bool {
			return t.StopReason() == transcript.Length && len(t.Calls()) > 0
		}, plant.Each(is(messageDelta), ending("tool_use")))),
		plant.New("MSG-54/p-filter-end", wireTold().If(func(t transcript.Transcript) bool {
			return t.StopReason() == transcript.ContentFilter && len(t.Calls()) == 0
		}, plant.Each(is(messageDelta), ending("end_turn")))).Warn(),
		plant.New("MSG-54/p-phantom-tool-use", reason("end_turn", "tool_use")),
		plant.New("MSG-54/p-sequence-at-once-is-end", wireTold().If(func(t transcript.Transcript) bool { return len(t.Items) == 1 },
			plant.Each(func(e wire.Value) bool { return e.Find("/delta/stop_reason").Text() == "stop_sequence" }, ending("end_turn")))),
		plant.New("MSG-55/p-error-then-end", events(func(list []wire.Value) []wire.Value {
			if n := len(list) - 1; isType(list[n], errorEvent) {
				return append(list[:n], event(errorEvent), reasoned(wire.Str("end_turn")), event(messageStop))
			}
			return list
		})),
		plant.New("MSG-55/p-error-text", tellingAt(errorEvent, "/error", plant.Becomes(`"overloaded"`))),
		plant.New("MSG-55/p-another-message", tellingAt(errorEvent, "/error/message", plant.Becomes(`"internal error"`))).Warn(),
		plant.New("MSG-56/p-cut-tool-use", plant.HearsTurn(func(t *transcript.Transcript) {
			if n := len(t.Items); t.StopReason() == transcript.UserStopped &&
				slices.ContainsFunc(t.Calls(), func(c *transcript.CallRecord) bool { return c.Cut(transcript.UserStopped) }) {
				t.Items[n-1].Reason = transcript.Completed
			}
		})),
		plant.New("MSG-56/p-cut-is-refusal", wireTold().If(func(t transcript.Transcript) bool {
			return t.StopReason() == transcript.UserStopped
		}, func(list []wire.Value) []wire.Value { return append(list, reasoned(wire.Str("refusal"))) })).Warn(),
		plant.New("MSG-57/p-unnamed", plant.InBytes(func(s string) string {
			for _, kind := range []string{messageStart, blockStart, blockDelta, blockStop, messageDelta, messageStop, errorEvent} {
				s = strings.ReplaceAll(s, "event: "+kind+"\ndata: {", "data: {")
			}
			return s
		})),
		plant.New("MSG-57/p-named-message", plant.InBytes(func(s string) string {
			return strings.ReplaceAll(s, "event: "+blockDelta+"\n", "event: message\n")
		})),
		plant.New("MSG-57/p-no-blank", plant.InBytes(func(s string) string { return strings.TrimSuffix(s, "\n") })),
		plant.New("MSG-57/p-done", plant.InBytes(func(s string) string { return s + "data: [DONE]\n\n" })).Warn(),
	}
}

// producerVariants are other right ways to tell a turn.
func producerVariants() []plant.Row {
	return append(wireTold().Variants(), []plant.Row{
		plant.New("MSG-52/one-character-each", wireTold().Finer(partial, func(wire.Value) bool { return false })),
		plant.New("MSG-52/cut-left-out", plant.WithoutCuts(func(t *transcript.Transcript) bool {
			stop := t.StopReason()
			return stop == transcript.Error || stop == transcript.UserStopped || len(t.Calls()) > 1
		})),
		plant.New("MSG-52/empty-delta-first", events(func(list []wire.Value) []wire.Value {
			var out []wire.Value
			for _, e := range list {
				if out = append(out, e); starts(e, "tool_use") {
					n, _ := e.Get("index").Int64()
					out = append(out, piece(n, ""))
				}
			}
			return out
		})),
		plant.New("MSG-52/no-arguments-nothing", events(func(list []wire.Value) []wire.Value {
			whole := map[string]string{}
			for _, e := range list {
				whole[e.Get("index").JSON()] += e.Find(partial).Text()
			}
			empty := func(e wire.Value) bool { return e.Find(partial).Text() == "{}" && whole[e.Get("index").JSON()] == "{}" }
			return plant.Drop(empty)(list)
		})),
		plant.New("MSG-55/error-alone", events(func(list []wire.Value) []wire.Value {
			if len(list) == 2 && isType(list[1], errorEvent) {
				return list[1:]
			}
			return list
		})),
		plant.New("MSG-56/error", wireTold().If(plant.Stopped(transcript.UserStopped), func(list []wire.Value) []wire.Value {
			return append(list, failing("api_error", "the upstream is gone"))
		})),
		plant.New("MSG-56/limit", wireTold().If(plant.Stopped(transcript.UserStopped), func(list []wire.Value) []wire.Value {
			return append(list, reasoned(wire.Str("max_tokens")), event(messageStop))
		})),
		plant.New("MSG-53/blocks-of-text", plant.HearsTurn(func(t *transcript.Transcript) {
			t.Items = slices.DeleteFunc(t.Items, func(i transcript.Item) bool { return i.Kind == transcript.Text && i.Text == "" })
		})),
		plant.New("MSG-50/pings", events(func(list []wire.Value) []wire.Value {
			out := []wire.Value{event(pingEvent)}
			for _, e := range list {
				if out = append(out, e); !isType(e, errorEvent) {
					out = append(out, event(pingEvent))
				}
			}
			return out
		})),
		plant.New("MSG-50/own-id", tellingAt(messageStart, "/message/id", plant.Becomes(`"msg_own"`)), "messageId"),
	}...)
}

// toldAs are events in which the deltas of one type have another.
func toldAs(kind, other string) plant.Plant {
	of := func(e wire.Value) bool { return isDelta(e, kind) }
	return events(plant.Each(of, plant.Inside("/delta/type", plant.Becomes(wire.Quote(other)))))
}
