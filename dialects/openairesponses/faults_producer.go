package openairesponses

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// wireTold is the wire as producers tell it.
func wireTold() plant.Told {
	return plant.Told{Named: true, Tail: wire.DoneMarker, Text: "/text", Name: "/item/name", ID: "/item/call_id",
		Arguments: "/item/arguments",
		OfCalls:   "RESP-55", OfArguments: "RESP-55", OfText: "RESP-57", OfReason: "RESP-60", OfError: "RESP-61", OfCut: "RESP-62",
		OfBytes: "RESP-64",
		// No end marker is a small miss.
		Except: []string{"p-no-done"}}
}

// events changes all events, and mends their numbers.
func events(change func(list []wire.Value) []wire.Value) plant.Plant {
	return wireTold().Events(func(list []wire.Value) []wire.Value { return counted(change(list)) })
}

func tellingAt(at string, edit plant.Edit) plant.Plant { return wireTold().At(at, edit) }

// each changes events of a type; an absent one is gone.
func each(kind string, edit plant.Edit) plant.Plant { return events(plant.Each(is(kind), edit)) }

// entriesOf changes what the terminal lists.
func entriesOf(change plant.List) plant.Plant {
	return events(plant.Each(isTerminal, plant.Inside("/response/output", plant.In(change))))
}

func ofKind(kind, item string, edit plant.Edit) plant.Plant {
	return each(kind, plant.When(hasItem(item), edit))
}

// hasItem tells the events with an item of that type.
func hasItem(kind string) plant.Of {
	return func(e wire.Value) bool { return e.Find("/item/type").Text() == kind }
}

func dropping(kind string) plant.Plant { return each(kind, plant.Gone) }

func becoming(at, json string) plant.Edit { return plant.Inside(at, plant.Becomes(json)) }

func lacking(at string) plant.Edit { return plant.Inside(at, plant.Gone) }

func producerFaults() []plant.Row {
	return slices.Concat(eventFaults(), itemFaults(), toldEndFaults(), wireTold().Faults())
}

// eventFaults are in what every event has.
func eventFaults() []plant.Row {
	numbered := func(number func(i int) int64) plant.Plant {
		return wireTold().Events(func(list []wire.Value) []wire.Value {
			for i, e := range list {
				list[i] = e.With("sequence_number", wire.Int(number(i)))
			}
			return list
		})
	}
	return []plant.Row{
		{ID: "RESP-50/p-no-index", Title: "output_index and id are left out.",
			Plant: wireTold().Each(func(e wire.Value) wire.Value { return e.Without("output_index").Edit("/item/id", plant.Gone) })},
		{ID: "RESP-50/p-response-bare", Title: "Responses lack their settings.",
			Plant: tellingAt("/response", plant.Lacking("tools", "incomplete_details"))},
		{ID: "RESP-50/p-arguments-object", Title: "The arguments are an object.", Plant: tellingAt("/item/arguments", plant.Parsed)},
		{ID: "RESP-50/p-open-members-absent", Title: "What Open Responses demands is left out.", Warns: true,
			Plant: tellingAt("/response", lacking("/truncation"))},
		{ID: "RESP-51/p-number-constant", Title: "Every event has the number 0.", Plant: numbered(func(int) int64 { return 0 })},
		{ID: "RESP-51/p-number-missing", Title: "No event has a number.", Plant: wireTold().Each(plant.Lacking("sequence_number"))},
		{ID: "RESP-51/p-number-reset", Title: "Numbers begin anew in the middle.",
			Plant: numbered(func(i int) int64 { return int64(i % 5) })},
		{ID: "RESP-51/p-number-gaps", Title: "Numbers have gaps.", Warns: true, Plant: numbered(func(i int) int64 { return int64(3 * i) })},
		{ID: "RESP-52/p-no-created", Title: "response.created never comes.", Plant: dropping(responseCreated)},
		{ID: "RESP-52/p-no-terminal", Title: "No terminal comes.", Plant: dropping(responseCompleted)},
		{ID: "RESP-52/p-terminal-twice", Title: "The terminal comes twice.", Plant: events(func(list []wire.Value) []wire.Value {
			if last := list[len(list)-1]; isTerminal(last) {
				return append(list, last)
			}
			return list
		})},
		{ID: "RESP-52/p-failed-other-id", Title: "response.failed has another response id.",
			Plant: each(responseFailed, becoming("/response/id", `"resp_failed"`))},
		{ID: "RESP-52/p-status-queued", Title: "The terminal's status is in_progress.",
			Plant: each(responseCompleted, becoming("/response/status", `"in_progress"`))},
		{ID: "RESP-52/p-item-behind-terminal", Title: "The last item's done follows the terminal.",
			Plant: events(func(list []wire.Value) []wire.Value {
				n := len(list)
				if n > 2 && isTerminal(list[n-1]) && isType(list[n-2], itemDone) {
					list[n-1], list[n-2] = list[n-2], list[n-1]
				}
				return list
			})},
		{ID: "RESP-64/p-name-of-other", Title: "Every frame is called message.", Plant: plant.InBytes(func(s string) string {
			var b strings.Builder
			for line := range strings.SplitAfterSeq(s, "\n") {
				if strings.HasPrefix(line, "event: ") {
					line = "event: message\n"
				}
				b.WriteString(line)
			}
			return b.String()
		})},
		{ID: "RESP-64/p-no-done", Title: "The end marker is missing.", Warns: true,
			Plant: plant.InBytes(func(s string) string { return strings.TrimSuffix(s, "data: [DONE]\n\n") })},
		{ID: "RESP-64/p-ids", Title: "Frames have an id.", Warns: true,
			Plant: plant.InBytes(func(s string) string { return "id: 7\n" + strings.ReplaceAll(s, "\n\nevent: ", "\n\nid: 7\nevent: ") })},
	}
}

// itemFaults are in items and their pieces.
func itemFaults() []plant.Row {
	swapped := func(first, second string) plant.Plant {
		return events(plant.Swapped(func(a, b wire.Value) bool { return isType(a, first) && isType(b, second) }))
	}
	return []plant.Row{
		{ID: "RESP-53/p-index-reused", Title: "The next item has the index of the one before.",
			Plant: events(func(list []wire.Value) []wire.Value {
				for i, e := range list {
					if n, ok := e.Get("output_index").Int64(); ok && n%2 == 1 {
						list[i] = e.With("output_index", wire.Int(n-1))
					}
				}
				return list
			})},
		{ID: "RESP-53/p-no-added", Title: "Items are never added.", Plant: dropping(itemAdded)},
		{ID: "RESP-53/p-done-missing", Title: "Messages are never done.", Plant: ofKind(itemDone, message, plant.Gone)},
		{ID: "RESP-53/p-done-twice", Title: "The first item is done twice.", Plant: events(plant.Behind(is(itemDone), plant.Only))},
		{ID: "RESP-53/p-index-from-one", Title: "Indices begin at 1.", Warns: true,
			Plant: tellingAt("/output_index", func(v wire.Value) wire.Value {
				n, _ := v.Int64()
				return wire.Int(n + 1)
			})},
		{ID: "RESP-54/p-other-call-id-in-terminal", Title: "Calls have another call_id in the terminal.",
			Plant: entriesOf(func(list []wire.Value) []wire.Value {
				for i, o := range list {
					if o.Has("call_id") {
						list[i] = o.With("call_id", wire.Str("call_fresh"+fmt.Sprint(i)))
					}
				}
				return list
			})},
		{ID: "RESP-54/p-id-null-in-done", Title: "The id of a call is null in its done.",
			Plant: ofKind(itemDone, functionCall, becoming("/item/id", "null"))},
		{ID: "RESP-54/p-rotating-ids", Title: "Every event has another item_id.", Plant: events(func(list []wire.Value) []wire.Value {
			for i, e := range list {
				list[i] = e.Edit("/item_id", plant.Becomes(fmt.Sprintf(`"item_%d"`, i)))
			}
			return list
		})},
		{ID: "RESP-54/p-one-id", Title: "All items have one id.", Plant: events(func(list []wire.Value) []wire.Value {
			for i, e := range list {
				list[i] = plant.Everywhere("/response/output/*/id", plant.Becomes(`"item"`))(e).Edit("/item_id",
					plant.Becomes(`"item"`)).Edit("/item/id", plant.Becomes(`"item"`))
			}
			return list
		})},
		{ID: "RESP-54/p-custom-delta", Title: "Arguments come as custom_tool_call_input.",
			Plant: each(argumentsDelta, becoming("/type", `"response.custom_tool_call_input.delta"`))},
		{ID: "RESP-54/p-name-late", Title: "The name comes with the done.", Also: []string{"RESP-55"},
			Plant: ofKind(itemAdded, functionCall, becoming("/item/name", `"pending"`))},
		{ID: "RESP-55/p-two-items-for-one", Title: "A call has two items, one of deltas and one of its done.",
			Plant: events(func(list []wire.Value) []wire.Value {
				i := slices.IndexFunc(list, ofCall(itemDone))
				if i < 0 {
					return list
				}
				n := int64(len(at(list, is(itemAdded))))
				item := list[i].Get("item").With("id", wire.Str("fc_second"))
				more := []wire.Value{list[i].With("type", wire.Str(itemAdded)).With("item", item).With("output_index", wire.Int(n)),
					list[i].With("item", item).With("output_index", wire.Int(n))}
				return slices.Insert(list, len(list)-1, more...)
			})},
		{ID: "RESP-56/p-last-delta-lost", Title: "The last piece of the arguments is never sent.",
			Plant: each(argumentsDelta, plant.Inside("/delta", plant.Text(func(s string) string { return strings.TrimSuffix(s, "}") })))},
		{ID: "RESP-56/p-arguments-done-empty", Title: "arguments.done is empty.", Plant: each(argumentsDone, becoming("/arguments", `""`))},
		{ID: "RESP-56/p-delta-behind-done", Title: "A delta follows arguments.done.", Plant: swapped(argumentsDelta, argumentsDone)},
		{ID: "RESP-56/p-no-arguments-done", Title: "arguments.done never comes.", Warns: true, Plant: dropping(argumentsDone)},
		{ID: "RESP-56/p-nameless-arguments-done", Title: "arguments.done has no name.", Warns: true,
			Plant: each(argumentsDone, lacking("/name"))},
		{ID: "RESP-57/p-no-text-done", Title: "output_text.done never comes.", Plant: dropping(textDone)},
		{ID: "RESP-57/p-no-part", Title: "Content parts are never added.", Plant: dropping(partAdded)},
		{ID: "RESP-57/p-no-part-done", Title: "Content parts are never done.", Plant: dropping(partDone)},
		{ID: "RESP-57/p-no-delta", Title: "A text has no delta.", Plant: dropping(textDelta)},
		{ID: "RESP-57/p-part-before-text", Title: "The part is done before its text.", Plant: swapped(textDone, partDone)},
		{ID: "RESP-57/p-text-dropped", Title: "The text of a turn with calls is dropped.",
			Plant: plant.HearsTurn(func(t *transcript.Transcript) {
				if len(t.Calls()) > 0 {
					t.Items = slices.DeleteFunc(t.Items, func(i transcript.Item) bool { return i.Kind == transcript.Text })
				}
			})},
		{ID: "RESP-57/p-text-moved", Title: "Text behind a call is told before it.", Warns: true,
			Plant: plant.HearsTurn(func(t *transcript.Transcript) {
				for i := 1; i < len(t.Items); i++ {
					for k := i; k > 0 && t.Items[k].Kind == transcript.Text && t.Items[k-1].Kind == transcript.Call; k-- {
						t.Items[k], t.Items[k-1] = t.Items[k-1], t.Items[k]
					}
				}
			})},
		{ID: "RESP-58/p-output-empty", Title: "The terminal lists nothing.",
			Plant: entriesOf(func([]wire.Value) []wire.Value { return nil })},
		{ID: "RESP-58/p-output-without-calls", Title: "The terminal lists no calls.", Plant: entriesOf(plant.Drop(is(functionCall)))},
		{ID: "RESP-58/p-output-reversed", Title: "The terminal lists items in reverse.", Plant: entriesOf(plant.Reversed)},
		{ID: "RESP-58/p-output-twice", Title: "The terminal lists the last item twice.",
			Plant: entriesOf(func(list []wire.Value) []wire.Value { return append(list, list[max(0, len(list)-1):]...) })},
		{ID: "RESP-58/p-output-without-text", Title: "The terminal's messages are empty.",
			Plant: tellingAt("/response/output/*/content", plant.Becomes("[]"))},
	}
}

// toldEndFaults are in how turns end.
func toldEndFaults() []plant.Row {
	turned := func(stop string, edit plant.Edit) plant.Plant {
		all := plant.Each(func(wire.Value) bool { return true }, edit)
		return wireTold().If(plant.Stopped(stop), func(list []wire.Value) []wire.Value { return counted(all(list)) })
	}
	// whole ends every call that a stop cut, with that status.
	whole := func(stop, status string) plant.Plant {
		return wireTold().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			end := slices.IndexFunc(list, isTerminal)
			if end < 0 {
				end = len(list)
			}
			for _, c := range t.Completion().Calls() {
				i := slices.IndexFunc(list,
					func(e wire.Value) bool { return isType(e, itemAdded) && e.Find("/item/call_id").Text() == c.ID })
				if t.StopReason() != stop || !c.Cut(stop) || i < 0 {
					continue
				}
				e := list[i].With("type", wire.Str(itemDone))
				list = slices.Insert(list, end,
					e.With("item", e.Get("item").With("status", wire.Str(status)).With("arguments", wire.Str(strings.Join(c.Deltas, "")))))
				if end++; end < len(list) {
					list[end] = list[end].Edit("/response/output",
						func(v wire.Value) wire.Value { return v.Append(list[end-1].Get("item")) })
				}
			}
			return counted(list)
		})
	}
	open := func(e wire.Value) wire.Value {
		e = e.Edit("/response/output", func(v wire.Value) wire.Value { return v.Each(plant.Having("status", wire.Str(inProgress))) })
		if isType(e, itemDone) {
			return e.Edit("/item/status", plant.Becomes(`"in_progress"`))
		}
		return e
	}
	outputs := func(edit plant.Edit) plant.Plant { return wireTold().Each(plant.When(hasItem(callOutput), edit)) }
	return []plant.Row{
		{ID: "RESP-59/p-completed-is-incomplete", Title: "A completed turn is told as incomplete.",
			Plant: plant.StoppedAs(transcript.Completed, transcript.Length)},
		{ID: "RESP-59/p-items-in-progress", Title: "Items of a completed response stay in_progress.",
			Plant: turned(transcript.Completed, open)},
		{ID: "RESP-60/p-other-reason", Title: "The reason of a limit is another.",
			Plant: turned(transcript.Length, becoming("/response/incomplete_details", `{"reason":"length"}`))},
		{ID: "RESP-60/p-cut-completed", Title: "A call that the limit cut is completed.", Plant: whole(transcript.Length, completed)},
		{ID: "RESP-60/p-item-behind-half", Title: "Two calls are incomplete.", Warns: true, Plant: whole(transcript.Length, incomplete)},
		{ID: "RESP-61/p-error-without-words", Title: "A failure has no words.",
			Plant: each(responseFailed, becoming("/response/error/message", `""`))},
		{ID: "RESP-61/p-error-null", Title: "A failed response has no error.",
			Plant: each(responseFailed, becoming("/response/error", `null`))},
		{ID: "RESP-61/p-other-words", Title: "A failure has words of its own.", Warns: true,
			Plant: each(responseFailed, becoming("/response/error/message", `"internal error"`))},
		{ID: "RESP-61/p-cut-completed", Title: "A call that an error cut is completed.", Plant: whole(transcript.Error, completed)},
		{ID: "RESP-62/p-cut-completed", Title: "A call that the user cut is completed.", Plant: whole(transcript.UserStopped, completed)},
		{ID: "RESP-63/p-output-of-item", Title: "Outputs have the item's id.",
			Plant: outputs(plant.Inside("/item/call_id", plant.Text(func(s string) string { return "fc_" + s })))},
		{ID: "RESP-63/p-output-spoilt", Title: "Outputs are ok, whatever came.", Plant: outputs(becoming("/item/output", `"ok"`))},
		{ID: "RESP-63/p-outputs-first", Title: "Outputs stand before their calls.", Plant: events(func(list []wire.Value) []wire.Value {
			for k, i := range at(list, func(e wire.Value) bool { return e.Find("/item/type").Text() == callOutput }) {
				e := list[i]
				list = slices.Insert(slices.Delete(list, i, i+1), 1+k, e)
			}
			return list
		})},
	}
}

// producerVariants are other right ways to tell a turn.
func producerVariants() []plant.Row {
	return append(wireTold().Variants(), []plant.Row{
		{ID: "RESP-50/error-before-failed", Title: "An error event comes before response.failed.",
			Plant: events(func(list []wire.Value) []wire.Value {
				if i := slices.IndexFunc(list, is(responseFailed)); i >= 0 {
					return slices.Insert(list, i,
						wire.ParseString(`{"type":"error","sequence_number":0,"code":"E1","message":"broken","param":null}`))
				}
				return list
			})},
		{ID: "RESP-50/nested-error", Title: "A nested error comes before response.failed.",
			Plant: events(func(list []wire.Value) []wire.Value {
				if i := slices.IndexFunc(list, is(responseFailed)); i >= 0 {
					return slices.Insert(list, i,
						wire.ParseString(`{"type":"error","sequence_number":0,"error":{"type":"server_error","code":null,`+
							`"message":"broken","param":null}}`))
				}
				return list
			})},
		{ID: "RESP-50/statusless", Title: "Items have no status.", Plant: events(func(list []wire.Value) []wire.Value {
			for i, e := range list {
				list[i] = plant.Everywhere("/response/output/*/status", plant.Gone)(e.Edit("/item/status", plant.Gone))
			}
			return list
		})},
		{ID: "RESP-52/in-progress", Title: "The response waits, and is in progress.", Plant: events(func(list []wire.Value) []wire.Value {
			wait := func(kind, status string) wire.Value {
				return list[0].With("type", wire.Str(kind)).Edit("/response/status", plant.Becomes(wire.Quote(status)))
			}
			return slices.Insert(list, 1, wait(responseQueued, queued), wait(responseInProgress, inProgress))
		})},
		{ID: "RESP-56/whole-only", Title: "Calls have no deltas.", Plant: dropping(argumentsDelta)},
		{ID: "RESP-56/one-character-each", Title: "Deltas have one character each.", Plant: events(func(list []wire.Value) []wire.Value {
			var out []wire.Value
			for _, e := range list {
				runes := []rune(e.Get("delta").Text())
				for _, r := range runes[:max(0, min(len(runes), 100)-1)] {
					out = append(out, e.With("delta", wire.Str(string(r))))
				}
				if n := max(0, min(len(runes), 100)-1); e.Has("delta") {
					e = e.With("delta", wire.Str(string(runes[n:])))
				}
				out = append(out, e)
			}
			return out
		})},
		{ID: "RESP-60/half-done", Title: "A cut call is left out.", Plant: plant.WithoutCuts(nil)},
		{ID: "RESP-62/incomplete", Title: "A user's stop is told as incomplete, without a reason.",
			Plant: wireTold().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				if t.StopReason() != transcript.UserStopped {
					return list
				}
				w := &writer{id: list[0].Find("/response/id").Text(), events: list, next: int64(len(list))}
				for _, e := range list {
					if isType(e, itemDone) {
						index, _ := e.Get("output_index").Int64()
						w.items = append(w.items, &written{index: index, done: e.Get("item")})
					}
				}
				w.end(incomplete, "", "")
				return w.events
			})},
		{ID: "RESP-63/no-outputs", Title: "Results are told nobody.", Plant: plant.Hearing(func(input wire.Value) wire.Value {
			t, err := transcript.Parse(input.Get("transcript"))
			if err != nil || t.Completion().ValidCompletion() != nil {
				return input
			}
			return input.With("transcript", t.Completion().JSON())
		})},
		{ID: "RESP-53/reasoning", Title: "Reasoning comes first.", Plant: events(func(list []wire.Value) []wire.Value {
			for i, e := range list {
				if n, ok := e.Get("output_index").Int64(); ok {
					list[i] = e.With("output_index", wire.Int(n+1))
				}
				list[i] = list[i].Edit("/response/output", func(v wire.Value) wire.Value {
					if isTerminal(e) {
						return wire.List(append([]wire.Value{reasoning("rs_1")}, v.Items()...)...)
					}
					return v
				})
			}
			w := &writer{}
			w.done(w.add(0, reasoning("rs_1")), reasoning("rs_1"))
			return slices.Insert(list, 1, w.events...)
		})},
	}...)
}
