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
		Arguments: "/item/arguments", Error: "/response/error/message",
		OfCalls: "RESP-55", OfArguments: "RESP-55", OfText: "RESP-57", OfReason: "RESP-60", OfError: "RESP-61", OfCut: "RESP-62",
		OfBytes: "RESP-64", OfMalformed: "RESP-55",
		// No end marker is a small miss, results need not be told, and an error without words is no small one.
		Except: []string{"p-no-done", "p-doubles-in-result", "error-falsy-lost"}}
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
	output := plant.Place{Slug: "p-output", Title: "An output", Requirement: "RESP-63", Plant: func(edit plant.Edit) plant.Plant {
		return tellingAt("/item/output", edit)
	}}
	return slices.Concat(eventFaults(), itemFaults(), toldEndFaults(), listedFaults(), wireTold().Faults(),
		plant.Product([]plant.Place{output}, plant.But("cut-at-nul", "unescaped", "printed-anew", "falsy-lost")))
}

// eventFaults are in what every event has.
func eventFaults() []plant.Row {
	numbered := func(number func(i int) int64) plant.Plant {
		return wireTold().Numbered(func(i int, e wire.Value) wire.Value { return e.With("sequence_number", wire.Int(number(i))) })
	}
	return []plant.Row{
		plant.New("RESP-50/p-no-index",
			wireTold().Each(func(e wire.Value) wire.Value { return e.Without("output_index").Edit("/item/id", plant.Gone) })),
		plant.New("RESP-50/p-response-bare", tellingAt("/response", plant.Lacking("tools", "incomplete_details"))),
		plant.New("RESP-50/p-usage-in-text",
			tellingAt("/response/usage", plant.Becomes(`{"input_tokens":"3","output_tokens":"7","total_tokens":"10"}`))).Warn(),
		plant.New("RESP-50/p-arguments-object", tellingAt("/item/arguments", plant.Parsed)),
		plant.New("RESP-50/p-open-members-absent", tellingAt("/response", lacking("/truncation"))).Warn(),
		plant.New("RESP-50/p-cancelled", wireTold().Events(func(list []wire.Value) []wire.Value {
			if last := len(list) - 1; !isTerminal(list[last]) { // the user stopped it
				end := wire.Obj(wire.T("type", responseCancelled), wire.M("sequence_number", wire.Int(int64(len(list)))),
					wire.M("response", list[0].Get("response").With("status", wire.Str("cancelled"))))
				list = append(list, end)
			}
			return list
		})),
		plant.New("RESP-51/p-number-constant", numbered(func(int) int64 { return 0 })),
		plant.New("RESP-51/p-number-missing", wireTold().Each(plant.Lacking("sequence_number"))),
		plant.New("RESP-51/p-number-reset", numbered(func(i int) int64 { return int64(i % 5) })),
		plant.New("RESP-51/p-number-gaps", numbered(func(i int) int64 { return int64(3 * i) })).Warn(),
		plant.New("RESP-52/p-no-created", dropping(responseCreated)),
		plant.New("RESP-52/p-no-terminal", dropping(responseCompleted)),
		plant.New("RESP-52/p-terminal-twice", events(func(list []wire.Value) []wire.Value {
			if last := list[len(list)-1]; isTerminal(last) {
				return append(list, last)
			}
			return list
		})),
		plant.New("RESP-52/p-failed-other-id", each(responseFailed, becoming("/response/id", `"resp_failed"`))),
		plant.New("RESP-52/p-status-queued", each(responseCompleted, becoming("/response/status", `"in_progress"`))),
		plant.New("RESP-52/p-item-behind-terminal", events(func(list []wire.Value) []wire.Value {
			n := len(list)
			if n > 2 && isTerminal(list[n-1]) && isType(list[n-2], itemDone) {
				list[n-1], list[n-2] = list[n-2], list[n-1]
			}
			return list
		})),
		plant.New("RESP-64/p-name-of-other", plant.InBytes(func(s string) string {
			var b strings.Builder
			for line := range strings.SplitAfterSeq(s, "\n") {
				if strings.HasPrefix(line, "event: ") {
					line = "event: message\n"
				}
				b.WriteString(line)
			}
			return b.String()
		})),
		plant.New("RESP-64/p-no-done", plant.InBytes(func(s string) string { return strings.TrimSuffix(s, "data: [DONE]\n\n") })).Warn(),
		plant.New("RESP-64/p-ids",
			plant.InBytes(func(s string) string { return "id: 7\n" + strings.ReplaceAll(s, "\n\nevent: ", "\n\nid: 7\nevent: ") })).Warn(),
	}
}

// itemFaults are in items and their pieces.
func itemFaults() []plant.Row {
	swapped := func(first, second string) plant.Plant {
		return events(plant.Swapped(func(a, b wire.Value) bool { return isType(a, first) && isType(b, second) }))
	}
	return []plant.Row{
		plant.New("RESP-53/p-index-reused", events(func(list []wire.Value) []wire.Value {
			for i, e := range list {
				if n, ok := e.Get("output_index").Int64(); ok && n%2 == 1 {
					list[i] = e.With("output_index", wire.Int(n-1))
				}
			}
			return list
		})),
		plant.New("RESP-53/p-listed-before-added",
			each(responseCreated, becoming("/response/output", `[{"type":"message","id":"msg_0","role":"assistant","content":[]}]`))),
		plant.New("RESP-53/p-no-added", dropping(itemAdded)),
		plant.New("RESP-53/p-done-missing", ofKind(itemDone, message, plant.Gone)),
		plant.New("RESP-53/p-done-twice", events(plant.Behind(is(itemDone), plant.Only))),
		plant.New("RESP-53/p-index-from-one", tellingAt("/output_index", func(v wire.Value) wire.Value {
			n, _ := v.Int64()
			return wire.Int(n + 1)
		})).Warn(),
		plant.New("RESP-54/p-other-call-id-in-terminal", entriesOf(func(list []wire.Value) []wire.Value {
			for i, o := range list {
				if o.Has("call_id") {
					list[i] = o.With("call_id", wire.Str("call_fresh"+fmt.Sprint(i)))
				}
			}
			return list
		})),
		plant.New("RESP-54/p-id-null-in-done", ofKind(itemDone, functionCall, becoming("/item/id", "null"))),
		plant.New("RESP-54/p-rotating-ids", events(func(list []wire.Value) []wire.Value {
			for i, e := range list {
				list[i] = e.Edit("/item_id", plant.Becomes(fmt.Sprintf(`"item_%d"`, i)))
			}
			return list
		})),
		plant.New("RESP-54/p-one-id", events(func(list []wire.Value) []wire.Value {
			for i, e := range list {
				list[i] = plant.Everywhere("/response/output/*/id", plant.Becomes(`"item"`))(e).Edit("/item_id",
					plant.Becomes(`"item"`)).Edit("/item/id", plant.Becomes(`"item"`))
			}
			return list
		})),
		plant.New("RESP-54/p-custom-delta", each(argumentsDelta, becoming("/type", `"response.custom_tool_call_input.delta"`))),
		plant.New("RESP-54/p-name-of-last", events(func(list []wire.Value) []wire.Value {
			last := wire.Value{}
			for i, e := range list {
				switch {
				case isType(e, itemAdded) && e.Find("/item/type").Text() == functionCall:
					last = e.Find("/item/name")
				case isType(e, argumentsDone) && e.Has("name"):
					list[i] = e.With("name", last)
				}
			}
			return list
		})),
		plant.New("RESP-54/p-name-late", ofKind(itemAdded, functionCall, becoming("/item/name", `"pending"`)), "RESP-55"),
		plant.New("RESP-54/p-output-of-item-in-terminal", entriesOf(plant.Each(is(callOutput), becoming("/call_id", `"fc_1"`)))),
		plant.New("RESP-55/p-added-with-arguments", ofKind(itemAdded, functionCall, becoming("/item/arguments", `"{\"x\":1}"`))),
		plant.New("RESP-55/p-added-with-text",
			ofKind(itemAdded, message, becoming("/item/content", `[{"type":"output_text","text":"Hm. ","annotations":[]}]`))),
		plant.New("RESP-55/p-part-with-text", each(partAdded, becoming("/part/text", `"Hm. "`))),
		plant.New("RESP-55/p-empty-object-untold", plant.HearsCalls(func(_ int, c *transcript.Item) {
			if c.Input.IsObject() && c.Input.Len() == 0 {
				c.Input, c.Arguments = wire.Value{}, wire.Str("")
			}
		})),
		plant.New("RESP-55/p-two-items-for-one", events(func(list []wire.Value) []wire.Value {
			i := slices.IndexFunc(list, ofCall(itemDone))
			if i < 0 {
				return list
			}
			n := int64(len(at(list, is(itemAdded))))
			item := list[i].Get("item").With("id", wire.Str("fc_second"))
			more := []wire.Value{list[i].With("type", wire.Str(itemAdded)).With("item", item).With("output_index", wire.Int(n)),
				list[i].With("item", item).With("output_index", wire.Int(n))}
			return slices.Insert(list, len(list)-1, more...)
		})),
		plant.New("RESP-56/p-last-delta-lost",
			each(argumentsDelta, plant.Inside("/delta", plant.Text(func(s string) string { return strings.TrimSuffix(s, "}") })))),
		plant.New("RESP-56/p-arguments-done-empty", each(argumentsDone, becoming("/arguments", `""`))),
		plant.New("RESP-56/p-delta-behind-done", swapped(argumentsDelta, argumentsDone)),
		plant.New("RESP-56/p-no-arguments-done", dropping(argumentsDone)).Warn(),
		plant.New("RESP-56/p-nameless-arguments-done", each(argumentsDone, lacking("/name"))).Warn(),
		plant.New("RESP-57/p-no-text-done", dropping(textDone)),
		plant.New("RESP-57/p-no-part", dropping(partAdded)),
		plant.New("RESP-57/p-part-of-refusal", each(partAdded, becoming("/part", `{"type":"refusal","refusal":""}`))),
		plant.New("RESP-57/p-no-part-done", dropping(partDone)),
		plant.New("RESP-57/p-no-delta", dropping(textDelta)),
		plant.New("RESP-57/p-part-before-text", swapped(textDone, partDone)),
		plant.New("RESP-57/p-text-dropped", plant.HearsTurn(func(t *transcript.Transcript) {
			if len(t.Calls()) > 0 {
				t.Items = slices.DeleteFunc(t.Items, func(i transcript.Item) bool { return i.Kind == transcript.Text })
			}
		})),
		plant.New("RESP-57/p-text-moved", plant.HearsTurn(func(t *transcript.Transcript) {
			for i := 1; i < len(t.Items); i++ {
				for k := i; k > 0 && t.Items[k].Kind == transcript.Text && t.Items[k-1].Kind == transcript.Call; k-- {
					t.Items[k], t.Items[k-1] = t.Items[k-1], t.Items[k]
				}
			}
		})).Warn(),
		plant.New("RESP-58/p-output-empty", entriesOf(func([]wire.Value) []wire.Value { return nil })),
		plant.New("RESP-58/p-output-without-calls", entriesOf(plant.Drop(is(functionCall)))),
		plant.New("RESP-58/p-output-reversed", entriesOf(plant.Reversed)),
		plant.New("RESP-58/p-output-twice",
			entriesOf(func(list []wire.Value) []wire.Value { return append(list, list[max(0, len(list)-1):]...) })),
		plant.New("RESP-58/p-output-spoilt", entriesOf(plant.Each(is(callOutput), becoming("/output", `"ok"`)))),
		plant.New("RESP-58/p-output-without-text", tellingAt("/response/output/*/content", plant.Becomes("[]"))),
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
		plant.New("RESP-59/p-completed-is-incomplete", plant.StoppedAs(transcript.Completed, transcript.Length)),
		plant.New("RESP-59/p-reason-left",
			each(responseCompleted, becoming("/response/incomplete_details", `{"reason":"max_output_tokens"}`))),
		plant.New("RESP-59/p-error-left",
			each(responseCompleted, becoming("/response/error", `{"code":"server_error","message":"A retry went well."}`))),
		plant.New("RESP-59/p-items-in-progress", turned(transcript.Completed, open)),
		plant.New("RESP-60/p-other-reason", turned(transcript.Length, becoming("/response/incomplete_details", `{"reason":"length"}`))),
		plant.New("RESP-60/p-cut-completed", whole(transcript.Length, completed)),
		plant.New("RESP-60/p-item-behind-half", whole(transcript.Length, incomplete)).Warn(),
		plant.New("RESP-61/p-error-without-words", each(responseFailed, becoming("/response/error/message", `""`))),
		plant.New("RESP-61/p-error-then-completed", wireTold().Events(func(list []wire.Value) []wire.Value {
			return counted(slices.Insert(list, 1, wire.ParseString(`{"type":"error","code":"E1","message":"tried again","param":null}`)))
		})),
		plant.New("RESP-61/p-error-null", each(responseFailed, becoming("/response/error", `null`))),
		plant.New("RESP-61/p-other-words", each(responseFailed, becoming("/response/error/message", `"internal error"`))).Warn(),
		plant.New("RESP-61/p-cut-completed", whole(transcript.Error, completed)),
		plant.New("RESP-62/p-cut-completed", whole(transcript.UserStopped, completed)),
		plant.New("RESP-63/p-output-of-item",
			outputs(plant.Inside("/item/call_id", plant.Text(func(s string) string { return "fc_" + s })))),
		plant.New("RESP-63/p-output-spoilt", outputs(becoming("/item/output", `"ok"`))),
		plant.New("RESP-63/p-outputs-first", events(func(list []wire.Value) []wire.Value {
			for k, i := range at(list, func(e wire.Value) bool { return e.Find("/item/type").Text() == callOutput }) {
				e := list[i]
				list = slices.Insert(slices.Delete(list, i, i+1), 1+k, e)
			}
			return list
		})),
	}
}

// producerVariants are other right ways to tell a turn.
func producerVariants() []plant.Row {
	return append(wireTold().Variants(), []plant.Row{
		plant.New("RESP-55/added-with-empty-object", ofKind(itemAdded, functionCall, becoming("/item/arguments", `"{}"`))),
		plant.New("RESP-55/nothing-is-an-object", plant.HearsCalls(func(_ int, c *transcript.Item) {
			if c.Arguments.IsString() && c.Arguments.Text() == "" {
				c.Arguments = wire.Str("{}")
			}
		})),
		plant.New("RESP-50/error-before-failed", events(func(list []wire.Value) []wire.Value {
			if i := slices.IndexFunc(list, is(responseFailed)); i >= 0 {
				return slices.Insert(list, i,
					wire.ParseString(`{"type":"error","sequence_number":0,"code":"E1","message":"broken","param":null}`))
			}
			return list
		})),
		plant.New("RESP-50/nested-error", events(func(list []wire.Value) []wire.Value {
			if i := slices.IndexFunc(list, is(responseFailed)); i >= 0 {
				return slices.Insert(list, i,
					wire.ParseString(`{"type":"error","sequence_number":0,"error":{"type":"server_error","code":null,`+
						`"message":"broken","param":null}}`))
			}
			return list
		})),
		plant.New("RESP-50/extended", events(plant.Many(func(e wire.Value) bool { return !isType(e, responseCreated) },
			func(e wire.Value) []wire.Value {
				return []wire.Value{wire.ParseString(`{"type":"acme:x","sequence_number":0,"output_index":0,"content_index":0}`), e}
			}))),
		plant.New("RESP-50/statusless", events(func(list []wire.Value) []wire.Value {
			for i, e := range list {
				list[i] = plant.Everywhere("/response/output/*/status", plant.Gone)(e.Edit("/item/status", plant.Gone))
			}
			return list
		})),
		plant.New("RESP-52/in-progress", events(func(list []wire.Value) []wire.Value {
			wait := func(kind, status string) wire.Value {
				return list[0].With("type", wire.Str(kind)).Edit("/response/status", plant.Becomes(wire.Quote(status)))
			}
			return slices.Insert(list, 1, wait(responseQueued, queued), wait(responseInProgress, inProgress))
		})),
		plant.New("RESP-56/whole-only", dropping(argumentsDelta)),
		plant.New("RESP-56/one-character-each", events(func(list []wire.Value) []wire.Value {
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
		})),
		plant.New("RESP-58/cut-listed", cutListed(func(e wire.Value) wire.Value { return e })),
		plant.New("RESP-60/half-done", plant.WithoutCuts(nil)),
		plant.New("RESP-62/incomplete", wireTold().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
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
		})),
		plant.New("RESP-63/errors-escaped", plant.Hearing(plant.Everywhere("/transcript/items/*", plant.When(plant.Says("status", "error"),
			plant.Inside("/content", plant.Text(plant.Escaped)))))),
		plant.New("RESP-63/no-outputs", plant.Hearing(func(input wire.Value) wire.Value {
			t, err := transcript.Parse(input.Get("transcript"))
			if err != nil || t.Completion().ValidCompletion() != nil {
				return input
			}
			return input.With("transcript", t.Completion().JSON())
		})),
		plant.New("RESP-53/reasoning", events(func(list []wire.Value) []wire.Value {
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
		})),
	}...)
}
