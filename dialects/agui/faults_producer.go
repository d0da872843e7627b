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
	return plant.Told{Text: "/delta", Name: "/toolCallName", ID: "/toolCallId", Arguments: "/delta",
		OfCalls: "AGUI-53", OfArguments: "AGUI-54", OfText: "AGUI-62", OfPlaces: "AGUI-62", OfReason: "", OfError: "AGUI-59",
		OfCut: "AGUI-60", OfBytes: "AGUI-63",
		Except: []string{"p-text-moved"}}
}

func telling(at string, edit plant.Edit) plant.Plant { return wireTold().At(at, edit) }

func retelling(change plant.List) plant.Plant { return wireTold().Events(change) }

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
		{ID: "AGUI-50/p-null-parent", Title: "A parent that isn't there is null.",
			Plant: eachTold(plant.Having("parentMessageId", wire.NullValue), callStart)},
		{ID: "AGUI-50/p-undefined-content", Title: "A tool that returns nothing has no content.", Plant: eachTold(plant.When(
			func(e wire.Value) bool { return e.Get("content").Text() == "null" }, plant.Lacking("content")), callResult)},
		{ID: "AGUI-50/p-error-message-missing", Title: "RUN_ERROR has no message.", Also: []string{"AGUI-59"},
			Plant: eachTold(func(e wire.Value) wire.Value {
				return wire.Obj(wire.T("type", runError), wire.M("error", e.Get("message")))
			}, runError)},
		{ID: "AGUI-50/p-own-member", Title: "A result says whether it is an error.",
			Plant: eachTold(plant.Having("isError", wire.Boolean(false)), callResult)},
		{ID: "AGUI-50/p-own-event", Title: "An event of a type that nobody knows stands in front of a result.",
			Plant: ahead(callResult, func(e wire.Value) []wire.Value {
				return []wire.Value{event("TOOL_CALL_RUNNING", wire.M("toolCallId", e.Get("toolCallId")))}
			})},
		{ID: "AGUI-51/p-finish-before-result", Title: "RUN_FINISHED comes for every model turn.", Also: []string{"AGUI-55"},
			Plant: ahead(callResult, func(wire.Value) []wire.Value { return []wire.Value{finishes(ownRun, wire.Value{})} })},
		{ID: "AGUI-51/p-ids-anew", Title: "The run has ids of the agent's own.",
			Plant: eachTold(member("runId", plant.Becomes(`"run-7"`)), runStarted, runFinished)},
		{ID: "AGUI-51/p-thread-differs", Title: "RUN_FINISHED names another thread.",
			Plant: eachTold(member("threadId", plant.Becomes(`"t2"`)), runFinished)},
		{ID: "AGUI-51/p-no-end", Title: "The run has no end.", Plant: eachTold(plant.Gone, runFinished, runError)},
		{ID: "AGUI-51/p-starts-late", Title: "The run begins behind the first text.",
			Plant: retelling(func(list []wire.Value) []wire.Value {
				if len(list) > 2 && isType(list[1], textStart) {
					list[0], list[1] = list[1], list[0]
				}
				return list
			})},
		{ID: "AGUI-52/p-end-twice", Title: "A call ends twice.", Plant: behind(callEnd, plant.Only)},
		{ID: "AGUI-52/p-text-end-twice", Title: "A text ends twice.", Plant: behind(textEnd, plant.Only)},
		{ID: "AGUI-52/p-open-at-finish", Title: "A text is open at the end of the run.", Plant: eachTold(plant.Gone, textEnd)},
		{ID: "AGUI-52/p-step-open", Title: "A step is open at the end of the run.",
			Plant: behind(runStarted, func(wire.Value) []wire.Value {
				return []wire.Value{event(stepStarted, wire.T("stepName", "plan"))}
			})},
		{ID: "AGUI-52/p-chunk-nameless", Title: "The first chunk of a call has no name.", Plant: eachTold(func(e wire.Value) wire.Value {
			return e.With("type", wire.Str(callChunk)).Without("toolCallName")
		}, callStart)},
		{ID: "AGUI-52/p-started-again", Title: "A call is started again for its arguments.", Warns: true,
			Plant: retelling(func(list []wire.Value) []wire.Value {
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
			})},
		{ID: "AGUI-53/p-second-call-swallowed", Title: "The second call's deltas join the first.", Also: []string{"AGUI-54"},
			Plant: retelling(func(list []wire.Value) []wire.Value {
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
			})},
		{ID: "AGUI-53/p-suspended-call-never-sent", Title: "A result comes without its call.", Also: []string{"AGUI-55"},
			Plant: retelling(func(list []wire.Value) []wire.Value {
				i := slices.IndexFunc(list, is(callResult))
				return slices.DeleteFunc(list, func(e wire.Value) bool {
					return i >= 0 && isType(e, callStart, callArgs, callEnd) && wire.Equal(e.Get("toolCallId"), list[i].Get("toolCallId"))
				})
			})},
		{ID: "AGUI-53/p-out-of-order", Title: "Calls are told in reverse.", Plant: plant.HearsTurn(func(t *transcript.Transcript) {
			var at []int
			for i, item := range t.Items {
				if item.Kind == transcript.Call && !item.Input.IsAbsent() {
					at = append(at, i)
				}
			}
			if len(at) == 2 && at[1] == at[0]+1 {
				t.Items[at[0]], t.Items[at[1]] = t.Items[at[1]], t.Items[at[0]]
			}
		})},
		{ID: "AGUI-54/p-atomic-args-lost", Title: "Arguments that come whole are never sent.",
			Plant: ofTurn(func(e wire.Value, c *transcript.CallRecord) wire.Value {
				if isType(e, callArgs) && len(c.Deltas) == 0 {
					return wire.Value{}
				}
				return e
			})},
	}
}

func toldResultFaults() []plant.Row {
	failedCall := func(change plant.Edit, statuses ...string) plant.Plant {
		return ofTurn(func(e wire.Value, c *transcript.CallRecord) wire.Value {
			if isType(e, callResult) && c.Result != nil && slices.Contains(statuses, c.Result.Status) {
				return change(e)
			}
			return e
		})
	}
	return []plant.Row{
		{ID: "AGUI-55/p-result-before-call", Title: "A result comes before its call.",
			Plant: retelling(plant.AtFirst(is(callResult), func(list []wire.Value, i int) []wire.Value {
				e := list[i]
				return slices.Insert(slices.Delete(list, i, i+1), 1, e)
			}))},
		{ID: "AGUI-55/p-result-twice", Title: "A result is told twice.",
			Plant: behind(callResult, func(e wire.Value) []wire.Value { return []wire.Value{e.With("messageId", wire.Str("msg-again"))} })},
		{ID: "AGUI-55/p-result-lost", Title: "The last result is lost.", Plant: retelling(func(list []wire.Value) []wire.Value {
			for i := len(list) - 1; i >= 0; i-- {
				if isType(list[i], callResult) {
					return slices.Delete(list, i, i+1)
				}
			}
			return list
		})},
		{ID: "AGUI-55/p-result-before-end", Title: "A result comes before the end of its call.", Warns: true,
			Plant: retelling(plant.Swapped(func(a, b wire.Value) bool {
				return isType(b, callResult) && isType(a, callEnd) && wire.Equal(a.Get("toolCallId"), b.Get("toolCallId"))
			}))},
		{ID: "AGUI-56/p-result-borrows-message-id", Title: "A result has the id of the last text.",
			Plant: retelling(func(list []wire.Value) []wire.Value {
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
			})},
		{ID: "AGUI-56/p-one-id-for-results", Title: "All results have one id.",
			Plant: eachTold(member("messageId", plant.Becomes(`"results"`)), callResult)},
		{ID: "AGUI-57/p-text-quoted", Title: "A text is told as its JSON.", Warns: true,
			Plant: failedCall(member("content",
				plant.When(func(v wire.Value) bool { return !wire.IsJSON(v.Text()) }, plant.Text(wire.Quote))), transcript.Success)},
		{ID: "AGUI-57/p-falsy-emptied", Title: "false, 0 and null are told as nothing.",
			Plant: failedCall(member("content", plant.When(func(v wire.Value) bool {
				return slices.Contains([]string{"false", "0", "null"}, v.Text())
			}, plant.Becomes(`""`))), transcript.Success)},
		{ID: "AGUI-57/p-object-object", Title: "A value is told as [object Object].",
			Plant: failedCall(member("content", plant.When(func(v wire.Value) bool {
				return len(v.Text()) > 0 && v.Text()[0] == '{'
			}, plant.Becomes(`"[object Object]"`))), transcript.Success)},
		{ID: "AGUI-58/p-failed-call-unanswered", Title: "A failed tool gets no result.", Also: []string{"AGUI-55"},
			Plant: failedCall(plant.Gone, transcript.Error)},
		{ID: "AGUI-58/p-error-is-generic", Title: "An error is told by a word of the agent's own.",
			Plant: failedCall(member("content", plant.Becomes(`"Tool error"`)), transcript.Error)},
		{ID: "AGUI-58/p-cancelled-emptied", Title: "A cancelled call is answered with nothing.",
			Plant: failedCall(member("content", plant.Becomes(`""`)), transcript.Cancelled)},
		{ID: "AGUI-58/p-empty-error", Title: "An error without a text is answered with nothing.", Warns: true,
			Plant: ofTurn(func(e wire.Value, c *transcript.CallRecord) wire.Value {
				if isType(e, callResult) && c.Result.Status == transcript.Error && c.Result.Content.IsString() {
					return e.With("content", c.Result.Content)
				}
				return e
			})},
	}
}

func toldEndFaults() []plant.Row {
	pending := func(edit plant.Edit) plant.Plant { return telling("/outcome/pendingToolCallIds", edit) }
	return []plant.Row{
		{ID: "AGUI-59/p-error-is-own", Title: "The message of a failure is the agent's own.", Warns: true,
			Plant: eachTold(member("message", plant.Becomes(`"internal error"`)), runError)},
		{ID: "AGUI-59/p-completed-cancelled", Title: "A completed turn is told as cancelled.",
			Plant: eachTold(member("outcome", plant.Becomes(`{"type":"cancelled"}`)), runFinished)},
		{ID: "AGUI-60/p-stop-is-success", Title: "A stopped run has no outcome.",
			Plant: eachTold(plant.When(outcomeIs("cancelled"), plant.Lacking("outcome")), runFinished)},
		{ID: "AGUI-60/p-stop-is-interrupt", Title: "A stopped run is told as interrupted.",
			Plant: eachTold(plant.When(outcomeIs("cancelled"),
				member("outcome", plant.Becomes(`{"type":"interrupt","interrupts":[{"id":"stop","reason":"user"}]}`))), runFinished)},
		{ID: "AGUI-60/p-length-is-success", Title: "A turn with a cut call is told as a success.", Warns: true,
			Plant: wireTold().If(plant.Stopped(transcript.Length), plant.Each(is(runFinished), plant.Lacking("outcome")))},
		{ID: "AGUI-61/p-client-call-interrupts", Title: "A client's call interrupts the run.",
			Plant: wireTold().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				for _, c := range t.Calls() {
					if last := len(list) - 1; c.Execution == transcript.Client && isType(list[last], runFinished) {
						list[last] = list[last].With("outcome", wire.Obj(wire.T("type", "interrupt"), wire.M("interrupts",
							wire.List(wire.Obj(wire.T("id", "int-1"), wire.T("reason", "tool_call"), wire.T("toolCallId", c.ID))))))
					}
				}
				return list
			})},
		{ID: "AGUI-61/p-client-call-answered", Title: "A client's call is answered with null.",
			Plant: wireTold().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				for _, c := range t.Calls() {
					if c.Execution == transcript.Client {
						list = slices.Insert(list, len(list)-1, answers("msg-client-"+c.ID, c.ID, wire.Str("null")))
					}
				}
				return list
			})},
		{ID: "AGUI-61/p-pending-lists-answered", Title: "The calls that were answered are listed, too.",
			Plant: retelling(func(list []wire.Value) []wire.Value {
				var all []wire.Value
				for _, e := range list {
					if isType(e, callStart) {
						all = append(all, e.Get("toolCallId"))
					}
				}
				last := len(list) - 1
				list[last] = list[last].Edit("/outcome/pendingToolCallIds", func(wire.Value) wire.Value { return wire.List(all...) })
				return list
			})},
		{ID: "AGUI-61/p-pending-reversed", Title: "The pending calls are listed in reverse.", Plant: pending(plant.In(plant.Reversed))},
		{ID: "AGUI-61/p-pending-unnamed", Title: "The pending calls are not named.", Warns: true, Plant: pending(plant.Gone)},
		{ID: "AGUI-62/p-snapshot-invents", Title: "A snapshot has a text that never came.",
			Plant: retelling(func(list []wire.Value) []wire.Value {
				last := len(list) - 1
				return slices.Insert(list, last, event(snapshot,
					wire.M("messages", wire.ParseString(`[{"id":"msg-new","role":"assistant","content":"An invented text."}]`))))
			})},
		{ID: "AGUI-62/p-text-moved", Title: "All text stands before the calls.", Warns: true,
			Plant: plant.HearsTurn(func(t *transcript.Transcript) {
				slices.SortStableFunc(t.Items, func(a, b transcript.Item) int {
					rank := map[transcript.Kind]int{transcript.Text: -1, transcript.Stop: 1}
					return rank[a.Kind] - rank[b.Kind]
				})
			})},
		{ID: "AGUI-63/p-no-version", Title: "The version of the protocol is not declared.", Warns: true,
			Plant: telling("/protocolVersion", plant.Gone)},
		{ID: "AGUI-63/p-crlf", Title: "Lines end in CRLF.",
			Plant: plant.InBytes(func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") })},
		{ID: "AGUI-63/p-done", Title: "The bytes end in [DONE].",
			Plant: plant.InBytes(func(s string) string { return s + "data: [DONE]\n\n" })},
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
		{ID: "chunks", Title: "Items are told by chunks.", Plant: retelling(func(list []wire.Value) []wire.Value {
			s, _ := chunks(scriptOfEvents(list), nil)
			return s.Elements
		})},
		{ID: "parents", Title: "Every call stands in one message.",
			Plant: eachTold(member("parentMessageId", plant.Becomes(`"msg-of-calls"`)), callStart)},
		{ID: "steps", Title: "A step stands around the run, beside other events.", Plant: retelling(func(list []wire.Value) []wire.Value {
			last := len(list) - 1
			list = slices.Insert(list, last, event(stepEnded, wire.T("stepName", "agent")))
			return slices.Insert(list, 1, event(stepStarted, wire.T("stepName", "agent")),
				wire.ParseString(`{"type":"STATE_SNAPSHOT","snapshot":null}`),
				wire.ParseString(`{"type":"CUSTOM","name":"started","value":1,"timestamp":1700000000000}`))
		})},
		{ID: "AGUI-54/empty-arguments", Title: "No arguments are no delta.",
			Plant: eachTold(plant.When(func(e wire.Value) bool { return e.Get("delta").Text() == "{}" }, plant.Gone), callArgs)},
		{ID: "AGUI-54/one-character-each", Title: "Deltas have one character each.",
			Plant: wireTold().Finer("/delta", func(wire.Value) bool { return false })},
		{ID: "AGUI-54/cut-left-out", Title: "A cut call is left out.", Plant: plant.WithoutCuts(nil)},
		{ID: "AGUI-57/parts", Title: "Contents are lists of one part.", Plant: eachTold(member("content", func(v wire.Value) wire.Value {
			return wire.List(wire.Obj(wire.T("type", "text"), wire.M("text", v)))
		}), callResult)},
		{ID: "AGUI-59/raised", Title: "A failure is raised to the host.", Also: []string{"sse"}, Plant: raised},
		{ID: "AGUI-60/stop-is-error", Title: "A stop is told as RUN_ERROR.",
			Plant: eachTold(plant.When(outcomeIs("cancelled"),
				func(wire.Value) wire.Value { return failing("aborted", "abort") }), runFinished)},
		{ID: "AGUI-60/length-is-error", Title: "A limit is told as RUN_ERROR.",
			Plant: wireTold().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				if reason := t.StopReason(); reason == transcript.Length || reason == transcript.ContentFilter {
					list[len(list)-1] = failing(reason, reason)
				}
				return list
			})},
		{ID: "AGUI-62/one-message", Title: "All text stands in one message, reopened in chunks.",
			Plant: eachTold(func(e wire.Value) wire.Value {
				if !isType(e, textContent) {
					return wire.Value{}
				}
				return e.With("type", wire.Str(textChunk)).With("messageId", wire.Str("msg-one"))
			}, textStart, textContent, textEnd)},
	}...)
}
