package agui

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// wireTold is the wire as producers tell it.
func wireTold() plant.Told {
	return plant.Told{Text: "/delta", Name: "/toolCallName", ID: "/toolCallId", Arguments: "/delta", Error: "/message",
		OfCalls: "AGUI-53", OfArguments: "AGUI-54", OfText: "AGUI-62", OfPlaces: "AGUI-62", OfReason: "", OfError: "AGUI-59",
		OfCut: "AGUI-60", OfMalformed: "AGUI-54", OfBytes: "AGUI-63",
		Except: []string{"p-text-moved"}}
}

func telling(at string, edit plant.Edit) plant.Plant { return wireTold().At(at, edit) }

func retelling(change plant.List) plant.Plant { return wireTold().Events(change) }

// summing puts a snapshot of what was told before the run's end, with a place of it changed.
func summing(at string, edit plant.Edit) plant.Plant {
	return retelling(func(list []wire.Value) []wire.Value {
		joined := func(member string, of wire.Value) (text string) {
			for _, e := range list {
				if wire.Equal(e.Get(member), of.Get(member)) {
					text += e.Get("delta").Text()
				}
			}
			return text
		}
		var messages []wire.Value
		for _, e := range list {
			switch id := e.Get("messageId"); {
			case isType(e, textStart):
				messages = append(messages, wire.Obj(wire.M("id", id), wire.T("role", "assistant"),
					wire.T("content", joined("messageId", e))))
			case isType(e, callStart):
				f := wire.Obj(wire.M("name", e.Get("toolCallName")), wire.T("arguments", joined("toolCallId", e)))
				c := wire.Obj(wire.M("id", e.Get("toolCallId")), wire.T("type", "function"), wire.M("function", f))
				messages = append(messages, wire.Obj(wire.T("id", "of-"+e.Get("toolCallId").Text()), wire.T("role", "assistant"),
					wire.M("toolCalls", wire.List(c))))
			case isType(e, callResult):
				messages = append(messages, wire.Obj(wire.M("id", id), wire.T("role", "tool"), wire.M("toolCallId", e.Get("toolCallId")),
					wire.M("content", e.Get("content"))))
			}
		}
		sum := plant.Everywhere(at, edit)(event(snapshot, wire.M("messages", wire.List(messages...))))
		return slices.Insert(list, len(list)-1, sum)
	})
}

// eachTold changes the events of some types; an absent one is gone.
func eachTold(edit plant.Edit, kinds ...string) plant.Plant {
	return retelling(plant.Each(is(kinds...), edit))
}

// member changes a member, also one that isn't there.
func member(name string, edit plant.Edit) plant.Edit {
	return func(e wire.Value) wire.Value { return e.With(name, edit(e.Get(name))) }
}

// behind puts events behind the first of a type, ahead puts them before it.
func behind(kind string, more func(e wire.Value) []wire.Value) plant.Plant {
	return retelling(plant.Behind(is(kind), more))
}

func ahead(kind string, more func(e wire.Value) []wire.Value) plant.Plant {
	return retelling(plant.Before(is(kind), more))
}

// outcomeIs tells of which kind the outcome of a run's end is.
func outcomeIs(kind string) plant.Of {
	return func(e wire.Value) bool { return e.Find("/outcome/type").Text() == kind }
}

// ofTurn changes the events with the turn at hand: result is that of the call that an event names.
func ofTurn(change func(e wire.Value, c *transcript.CallRecord) wire.Value) plant.Plant {
	return wireTold().Retold(func(t transcript.Transcript, events []wire.Value) []wire.Value {
		byID := map[string]*transcript.CallRecord{}
		for _, c := range t.Calls() {
			byID[c.ID] = c
		}
		for i, e := range events {
			if c := byID[e.Get("toolCallId").Text()]; c != nil {
				events[i] = change(e, c)
			}
		}
		return slices.DeleteFunc(events, wire.Value.IsAbsent)
	})
}

func producerFaults() []plant.Row {
	return slices.Concat(formFaults(), toldResultFaults(), toldEndFaults(), wireTold().Faults())
}

func formFaults() []plant.Row {
	return []plant.Row{
		plant.New("AGUI-50/p-null-parent", eachTold(plant.Having("parentMessageId", wire.NullValue), callStart)),
		plant.New("AGUI-50/p-undefined-content", eachTold(plant.When(
			func(e wire.Value) bool { return e.Get("content").Text() == "null" }, plant.Lacking("content")), callResult)),
		plant.New("AGUI-50/p-error-message-missing", eachTold(func(e wire.Value) wire.Value {
			return wire.Obj(wire.T("type", runError), wire.M("error", e.Get("message")))
		}, runError), "AGUI-59"),
		plant.New("AGUI-50/p-own-member", eachTold(plant.Having("isError", wire.Boolean(false)), callResult)),
		plant.New("AGUI-50/p-patch-valueless", behind(runStarted, func(wire.Value) []wire.Value {
			return []wire.Value{event("STATE_DELTA", wire.M("delta", wire.ParseString(`[{"op":"add","path":"/found"}]`)))}
		})),
		plant.New("AGUI-50/p-own-event", ahead(callResult, func(e wire.Value) []wire.Value {
			return []wire.Value{event("TOOL_CALL_RUNNING", wire.M("toolCallId", e.Get("toolCallId")))}
		})),
		plant.New("AGUI-51/p-finish-before-result",
			ahead(callResult, func(wire.Value) []wire.Value { return []wire.Value{finishes(ownRun, wire.Value{})} }), "AGUI-55"),
		plant.New("AGUI-51/p-ids-anew", eachTold(member("runId", plant.Becomes(`"run-7"`)), runStarted, runFinished)),
		plant.New("AGUI-51/p-ids-constant", eachTold(func(e wire.Value) wire.Value {
			return e.With("threadId", wire.Str(thread)).With("runId", wire.Str(ownRun))
		}, runStarted, runFinished)),
		plant.New("AGUI-51/p-thread-differs", eachTold(member("threadId", plant.Becomes(`"t2"`)), runFinished)),
		plant.New("AGUI-51/p-no-end", eachTold(plant.Gone, runFinished, runError)),
		plant.New("AGUI-51/p-starts-late", retelling(func(list []wire.Value) []wire.Value {
			if len(list) > 2 && isType(list[1], textStart) {
				list[0], list[1] = list[1], list[0]
			}
			return list
		})),
		plant.New("AGUI-52/p-end-twice", behind(callEnd, plant.Only)),
		plant.New("AGUI-52/p-text-end-twice", behind(textEnd, plant.Only)),
		plant.New("AGUI-52/p-open-at-finish", eachTold(plant.Gone, textEnd)),
		plant.New("AGUI-52/p-reasoning-open", behind(runStarted, func(wire.Value) []wire.Value {
			return []wire.Value{event(reasoningStart, wire.T("messageId", "msg-why"), wire.T("role", "reasoning"))}
		})),
		plant.New("AGUI-52/p-reasoning-unstarted", behind(runStarted, func(wire.Value) []wire.Value {
			return []wire.Value{event(reasoningContent, wire.T("messageId", "msg-why"), wire.T("delta", "Hm."))}
		})),
		plant.New("AGUI-52/p-step-open", behind(runStarted, func(wire.Value) []wire.Value {
			return []wire.Value{event(stepStarted, wire.T("stepName", "plan"))}
		})),
		plant.New("AGUI-52/p-chunk-nameless", eachTold(func(e wire.Value) wire.Value {
			return e.With("type", wire.Str(callChunk)).Without("toolCallName")
		}, callStart)),
		plant.New("AGUI-52/p-started-again", retelling(func(list []wire.Value) []wire.Value {
			var out []wire.Value
			names := map[string]wire.Value{}
			for _, e := range list {
				id := e.Get("toolCallId").Text()
				switch {
				case isType(e, callStart):
					names[id] = e
					out = append(out, e, callCloses(id))
				case isType(e, callArgs):
					out = append(out, names[id], e, callCloses(id))
				case !isType(e, callEnd):
					out = append(out, e)
				}
			}
			return out
		})).Warn(),
		plant.New("AGUI-53/p-second-call-swallowed", retelling(func(list []wire.Value) []wire.Value {
			first := wire.Value{}
			var out []wire.Value
			for _, e := range list {
				switch {
				case isType(e, callStart) && first.IsAbsent():
					first = e.Get("toolCallId")
				case isType(e, callStart), isType(e, callEnd) && !wire.Equal(e.Get("toolCallId"), first):
					continue
				case isType(e, callArgs):
					e = e.With("toolCallId", first)
				}
				out = append(out, e)
			}
			return out
		}), "AGUI-54"),
		plant.New("AGUI-53/p-suspended-call-never-sent", retelling(func(list []wire.Value) []wire.Value {
			i := slices.IndexFunc(list, is(callResult))
			return slices.DeleteFunc(list, func(e wire.Value) bool {
				return i >= 0 && isType(e, callStart, callArgs, callEnd) && wire.Equal(e.Get("toolCallId"), list[i].Get("toolCallId"))
			})
		}), "AGUI-55"),
		plant.New("AGUI-53/p-out-of-order", plant.HearsTurn(func(t *transcript.Transcript) {
			var at []int
			for i, item := range t.Items {
				if item.Kind == transcript.Call && !item.Input.IsAbsent() {
					at = append(at, i)
				}
			}
			if len(at) == 2 && at[1] == at[0]+1 {
				t.Items[at[0]], t.Items[at[1]] = t.Items[at[1]], t.Items[at[0]]
			}
		})),
		plant.New("AGUI-54/p-empty-object-untold", plant.HearsCalls(func(_ int, c *transcript.Item) {
			if c.Arguments.Text() == "{}" {
				c.Arguments = wire.Str("")
			}
		})),
		plant.New("AGUI-54/p-atomic-args-lost", ofTurn(func(e wire.Value, c *transcript.CallRecord) wire.Value {
			if isType(e, callArgs) && len(c.Deltas) == 0 {
				return wire.Value{}
			}
			return e
		})),
	}
}

// answered edits the answers of calls whose result has one of these statuses.
func answered(change plant.Edit, statuses ...string) plant.Plant {
	return ofTurn(func(e wire.Value, c *transcript.CallRecord) wire.Value {
		if isType(e, callResult) && c.Result != nil && slices.Contains(statuses, c.Result.Status) {
			return change(e)
		}
		return e
	})
}

func toldResultFaults() []plant.Row {
	return []plant.Row{
		plant.New("AGUI-55/p-last-result-lost", plant.LastResultLost()),
		plant.New("AGUI-55/p-result-before-call", retelling(plant.AtFirst(is(callResult), func(list []wire.Value, i int) []wire.Value {
			e := list[i]
			return slices.Insert(slices.Delete(list, i, i+1), 1, e)
		}))),
		plant.New("AGUI-55/p-result-twice",
			behind(callResult, func(e wire.Value) []wire.Value { return []wire.Value{e.With("messageId", wire.Str("msg-again"))} })),
		plant.New("AGUI-55/p-result-lost", retelling(func(list []wire.Value) []wire.Value {
			for i := len(list) - 1; i >= 0; i-- {
				if isType(list[i], callResult) {
					return slices.Delete(list, i, i+1)
				}
			}
			return list
		})),
		plant.New("AGUI-55/p-result-before-end", retelling(plant.Swapped(func(a, b wire.Value) bool {
			return isType(b, callResult) && isType(a, callEnd) && wire.Equal(a.Get("toolCallId"), b.Get("toolCallId"))
		}))).Warn(),
		plant.New("AGUI-56/p-result-borrows-message-id", retelling(func(list []wire.Value) []wire.Value {
			last := wire.Value{}
			for i, e := range list {
				if isType(e, textStart) {
					last = e.Get("messageId")
				}
				if isType(e, callResult) && !last.IsAbsent() {
					list[i] = e.With("messageId", last)
				}
			}
			return list
		})),
		plant.New("AGUI-56/p-one-id-for-results", eachTold(member("messageId", plant.Becomes(`"results"`)), callResult)),
		plant.New("AGUI-57/p-text-quoted", answered(member("content",
			plant.When(func(v wire.Value) bool { return !wire.IsJSON(v.Text()) }, plant.Text(wire.Quote))), transcript.Success)).Warn(),
		plant.New("AGUI-57/p-falsy-emptied", answered(member("content", plant.When(func(v wire.Value) bool {
			return slices.Contains([]string{"false", "0", "null"}, v.Text())
		}, plant.Becomes(`""`))), transcript.Success)),
		plant.New("AGUI-57/p-object-object", answered(member("content", plant.When(func(v wire.Value) bool {
			return len(v.Text()) > 0 && v.Text()[0] == '{'
		}, plant.Becomes(`"[object Object]"`))), transcript.Success)),
		plant.New("AGUI-58/p-failed-call-unanswered", answered(plant.Gone, transcript.Error), "AGUI-55"),
		plant.New("AGUI-58/p-error-is-generic", answered(member("content", plant.Becomes(`"Tool error"`)), transcript.Error)),
		plant.New("AGUI-58/p-cancelled-emptied", answered(member("content", plant.Becomes(`""`)), transcript.Cancelled)),
		plant.New("AGUI-58/p-empty-error", ofTurn(func(e wire.Value, c *transcript.CallRecord) wire.Value {
			if isType(e, callResult) && c.Result.Status == transcript.Error && c.Result.Content.IsString() {
				return e.With("content", c.Result.Content)
			}
			return e
		})).Warn(),
	}
}

func toldEndFaults() []plant.Row {
	pending := func(edit plant.Edit) plant.Plant { return telling("/outcome/pendingToolCallIds", edit) }
	return []plant.Row{
		plant.New("AGUI-59/p-error-is-own", eachTold(member("message", plant.Becomes(`"internal error"`)), runError)).Warn(),
		plant.New("AGUI-59/p-completed-cancelled", eachTold(member("outcome", plant.Becomes(`{"type":"cancelled"}`)), runFinished)),
		plant.New("AGUI-60/p-stop-is-success", eachTold(plant.When(outcomeIs("cancelled"), plant.Lacking("outcome")), runFinished)),
		plant.New("AGUI-60/p-stop-is-interrupt", eachTold(plant.When(outcomeIs("cancelled"),
			member("outcome", plant.Becomes(`{"type":"interrupt","interrupts":[{"id":"stop","reason":"user"}]}`))), runFinished)),
		plant.New("AGUI-60/p-length-is-success",
			wireTold().If(plant.Stopped(transcript.Length), plant.Each(is(runFinished), plant.Lacking("outcome")))).Warn(),
		plant.New("AGUI-61/p-client-call-interrupts", wireTold().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			for _, c := range t.Calls() {
				if last := len(list) - 1; c.Execution == transcript.Client && isType(list[last], runFinished) {
					list[last] = list[last].With("outcome", wire.Obj(wire.T("type", "interrupt"), wire.M("interrupts",
						wire.List(wire.Obj(wire.T("id", "int-1"), wire.T("reason", "tool_call"), wire.T("toolCallId", c.ID))))))
				}
			}
			return list
		})),
		plant.New("AGUI-61/p-client-call-answered", wireTold().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			for _, c := range t.Calls() {
				if c.Execution == transcript.Client {
					list = slices.Insert(list, len(list)-1, answers("msg-client-"+c.ID, c.ID, wire.Str("null")))
				}
			}
			return list
		})),
		plant.New("AGUI-61/p-pending-lists-answered", retelling(func(list []wire.Value) []wire.Value {
			var all []wire.Value
			for _, e := range list {
				if isType(e, callStart) {
					all = append(all, e.Get("toolCallId"))
				}
			}
			last := len(list) - 1
			list[last] = list[last].Edit("/outcome/pendingToolCallIds", func(wire.Value) wire.Value { return wire.List(all...) })
			return list
		})),
		plant.New("AGUI-61/p-pending-reversed", pending(plant.In(plant.Reversed))),
		plant.New("AGUI-61/p-pending-unnamed", pending(plant.Gone)).Warn(),
		plant.New("AGUI-53/p-snapshot-renames", summing("/messages/*/toolCalls/*/function/name", plant.Becomes(`"call"`))),
		plant.New("AGUI-54/p-snapshot-other-arguments", summing("/messages/*/toolCalls/*/function/arguments",
			plant.Becomes(`"{\"x\":1}"`))),
		plant.New("AGUI-57/p-snapshot-spoils", summing("/messages/*/content", plant.Becomes(`"ok"`)), "AGUI-62"),
		plant.New("AGUI-62/p-snapshot-invents", retelling(func(list []wire.Value) []wire.Value {
			last := len(list) - 1
			return slices.Insert(list, last, event(snapshot,
				wire.M("messages", wire.ParseString(`[{"id":"msg-new","role":"assistant","content":"An invented text."}]`))))
		})),
		plant.New("AGUI-62/p-text-moved", plant.HearsTurn(func(t *transcript.Transcript) {
			slices.SortStableFunc(t.Items, func(a, b transcript.Item) int {
				rank := map[transcript.Kind]int{transcript.Text: -1, transcript.Stop: 1}
				return rank[a.Kind] - rank[b.Kind]
			})
		})).Warn(),
		plant.New("AGUI-63/p-no-version", telling("/protocolVersion", plant.Gone)).Warn(),
		plant.New("AGUI-63/p-crlf", plant.InBytes(func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") })),
		plant.New("AGUI-63/p-done", plant.InBytes(func(s string) string { return s + "data: [DONE]\n\n" })),
	}
}

// producerVariants are other right ways to tell a turn.
func producerVariants() []plant.Row {
	shared := slices.DeleteFunc(wireTold().Variants(), func(r plant.Row) bool { return r.ID == "more-members" })
	raised := func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			o := right(input)
			t, _ := transcript.Parse(input.Get("transcript"))
			if n := len(o.Events); n > 0 && (t.StopReason() == transcript.Error || t.StopReason() == transcript.UserStopped) {
				o.Events, o.State = o.Events[:n-1], wire.Obj(wire.T("raised", "AbortError"))
			}
			return o
		}
	}
	return append(shared, []plant.Row{
		plant.New("chunks", retelling(func(list []wire.Value) []wire.Value {
			s, _ := chunks(scriptOfEvents(list), nil)
			return s.Elements
		})),
		plant.New("AGUI-58/error-in-json", answered(member("content", plant.Text(func(s string) string {
			return `{"error":` + wire.Quote(s) + `}`
		})), transcript.Error)),
		plant.New("AGUI-58/error-escaped", answered(member("content", plant.Text(plant.Escaped)), transcript.Error)),
		plant.New("AGUI-53/snapshot", summing("/messages/*/metadata", plant.Gone)),
		plant.New("AGUI-58/error-spelled-out", ofTurn(func(e wire.Value, c *transcript.CallRecord) wire.Value {
			if isType(e, callResult) && c.Result.Status == transcript.Error && !c.Result.Content.IsString() {
				return e.With("content", wire.Str("Error: "+strings.ReplaceAll(c.Result.Content.JSON(), `":`, `" : `)+"."))
			}
			return e
		})),
		plant.New("parents", eachTold(member("parentMessageId", plant.Becomes(`"msg-of-calls"`)), callStart)),
		plant.New("steps", retelling(func(list []wire.Value) []wire.Value {
			last := len(list) - 1
			list = slices.Insert(list, last, event(stepEnded, wire.T("stepName", "agent")))
			return slices.Insert(list, 1, event(stepStarted, wire.T("stepName", "agent")),
				wire.ParseString(`{"type":"STATE_SNAPSHOT","snapshot":null}`),
				wire.ParseString(`{"type":"CUSTOM","name":"started","value":1,"timestamp":1700000000000}`))
		})),
		plant.New("AGUI-54/nothing-is-an-object", plant.HearsCalls(func(_ int, c *transcript.Item) {
			if c.Arguments.IsString() && c.Arguments.Text() == "" {
				c.Arguments = wire.Str("{}")
			}
		})),
		plant.New("AGUI-54/empty-arguments", ofTurn(func(e wire.Value, c *transcript.CallRecord) wire.Value {
			if _, raw := c.ArgumentText(); isType(e, callArgs) && !raw && e.Get("delta").Text() == "{}" {
				return wire.Value{}
			}
			return e
		})),
		plant.New("AGUI-54/one-character-each", wireTold().Finer("/delta", func(wire.Value) bool { return false })),
		plant.New("AGUI-54/cut-left-out", plant.WithoutCuts(nil)),
		plant.New("AGUI-57/parts", eachTold(member("content", plant.AsPart("text")), callResult)),
		plant.New("AGUI-59/raised", raised, "sse"),
		plant.New("AGUI-60/stop-is-error", eachTold(plant.When(outcomeIs("cancelled"),
			func(wire.Value) wire.Value { return failing("aborted", "abort") }), runFinished)),
		plant.New("AGUI-60/length-is-error", wireTold().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			if reason := t.StopReason(); reason == transcript.Length || reason == transcript.ContentFilter {
				list[len(list)-1] = failing(reason, reason)
			}
			return list
		})),
		plant.New("AGUI-62/one-message", eachTold(func(e wire.Value) wire.Value {
			if !isType(e, textContent) {
				return wire.Value{}
			}
			return e.With("type", wire.Str(textChunk)).With("messageId", wire.Str("msg-one"))
		}, textStart, textContent, textEnd)),
	}...)
}
