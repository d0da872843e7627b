package openairesponses

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// statusOr changes the status where it is so.
func statusOr(is, becomes string) plant.Plant {
	return showing(func(h *held, state wire.Value) wire.Value {
		if state.Get("status").Text() == is {
			state = state.With("status", wire.Str(becomes))
		}
		return state
	})
}

// ended tells whether the terminal is of that status.
func ended(h *held, status string) bool { return h.terminal.Get("status").Text() == status }

// runAll hands out calls of which so is true, with what is made of their text.
func runAll(so func(h *held, i *heldItem) bool, text func(i *heldItem) string) plant.Plant {
	return as(client{ready: func(h *held, i *heldItem) bool { return h.isReady(i) || so(h, i) },
		arguments: func(h *held, i *heldItem) wire.Value {
			if !h.isReady(i) && so(h, i) {
				return wire.Str(text(i))
			}
			return wire.Str(i.text())
		}})
}

func isHalf(h *held, i *heldItem) bool {
	return !h.terminal.IsAbsent() && (i.done.IsAbsent() || i.done.Get("status").Text() == incomplete)
}

func wasCut(h *held, i *heldItem) bool { return h.terminal.IsAbsent() && i.done.IsAbsent() }

// endFaults are in how a response ends.
func endFaults() []plant.Row {
	asText := func(i *heldItem) string { return i.text() }
	healing := func(i *heldItem) string { return plant.Healed(i.text()) }
	emptied := func(so func(h *held, i *heldItem) bool) func(h *held, i *heldItem) bool {
		return func(h *held, i *heldItem) bool { return so(h, i) && i.text() == "" }
	}
	none := func(*heldItem) string { return "{}" }
	worded := func(so func(h *held) bool, at string, edit plant.Edit) plant.Plant {
		return showing(func(h *held, state wire.Value) wire.Value {
			if so(h) && state.Get("error").IsObject() {
				return state.Edit("/error"+at, edit)
			}
			return state
		})
	}
	byTerminal := func(h *held) bool { return ended(h, failed) }
	byEvent := func(h *held) bool { return !ended(h, failed) }
	unknown := plant.Becomes(`"undefined"`)
	firstLine := plant.Text(func(s string) string {
		line, _, _ := strings.Cut(s, "\n")
		return line
	})
	behindColon := plant.Text(func(s string) string { return s[strings.LastIndex(s, ":")+1:] })
	return []plant.Row{
		plant.New("RESP-08/incomplete-unknown", deaf(responseIncomplete)),
		plant.New("RESP-08/incomplete-is-completed", statusOr(incomplete, completed)),
		plant.New("RESP-08/completed-is-unfinished", statusOr(completed, "unfinished")),
		plant.New("RESP-08/completed-is-failed", statusOr(completed, failed)),
		plant.New("RESP-08/reason-lost", plant.Showing("/incompleteReason", plant.Null)).Warn(),
		plant.New("RESP-08/id-lost", plant.Showing("/responseId", plant.Becomes(`"resp_0"`))).Warn(),
		plant.New("RESP-08/reason-of-two", plant.Showing("/incompleteReason", plant.When(func(v wire.Value) bool {
			return v.IsString() && v.Text() != "max_output_tokens" && v.Text() != "content_filter"
		}, plant.Becomes(`"other"`)))).Warn(),
		plant.New("RESP-08/id-of-terminals", deaf(responseCreated, responseQueued, responseInProgress)).Warn(),
		plant.New("RESP-09/failed-unknown", deaf(responseFailed)),
		plant.New("RESP-15/hosted-failures-fail", hearing(func(_ *held, e wire.Value) wire.Value {
			if kind := e.Get("type").Text(); strings.HasSuffix(kind, ".failed") && isAside(kind) {
				return wire.Obj(wire.T("type", errorEvent), wire.T("message", "a tool failed"))
			}
			return e
		})),
		plant.New("RESP-09/failed-is-completed", showing(func(h *held, state wire.Value) wire.Value {
			if byTerminal(h) {
				return state.With("status", wire.Str(completed)).With("error", wire.NullValue)
			}
			return state
		})),
		plant.New("RESP-09/words-lost", worded(byTerminal, "/message", plant.Becomes(`""`))).Warn(),
		plant.New("RESP-09/code-lost", worded(byTerminal, "/code", unknown)).Warn(),
		plant.New("RESP-10/error-unknown", deaf(errorEvent)),
		plant.New("RESP-10/nested-dropped", without(func(_ *held, e wire.Value) bool { return isType(e, errorEvent) && e.Has("error") })),
		plant.New("RESP-10/nested-read-flat",
			heard(plant.When(func(e wire.Value) bool { return isType(e, errorEvent) && e.Has("error") }, plant.Lacking("error")))).Warn(),
		plant.New("RESP-10/flat-read-nested", heard(plant.When(func(e wire.Value) bool { return isType(e, errorEvent) && !e.Has("error") },
			func(e wire.Value) wire.Value {
				return wire.Obj(wire.T("type", errorEvent), wire.M("error", wire.Obj(wire.M("code", wire.NullValue))))
			}))).Warn(),
		plant.New("RESP-10/words-overwritten", showing(func(h *held, state wire.Value) wire.Value {
			if ended(h, failed) && !h.terminal.Get("error").IsObject() {
				return state.With("error", wire.Obj(wire.M("code", wire.NullValue), wire.T("message", "the response failed")))
			}
			return state
		})).Warn(),
		plant.New("RESP-10/code-lost", worded(byEvent, "/code", unknown)).Warn(),
		plant.New("RESP-10/code-is-param", hearing(func(_ *held, e wire.Value) wire.Value {
			param := cmp.Or(e.Get("param").Text(), e.Find("/error/param").Text())
			if !isType(e, errorEvent) || param == "" {
				return e
			}
			if e.Has("error") {
				return e.Edit("/error/code", plant.Text(func(string) string { return param }))
			}
			return e.With("code", wire.Str(param))
		})).Warn(),
		plant.New("RESP-10/first-line", worded(byEvent, "/message", firstLine)).Warn(),
		plant.New("RESP-10/words-behind-colon", worded(byEvent, "/message", behindColon)).Warn(),
		plant.New("RESP-11/next-call-ends-it", runAll(func(h *held, i *heldItem) bool {
			_, ok := wire.ParseObject(i.text())
			list := calls(h)
			return ok && ended(h, completed) && i.done.IsAbsent() && i.told.IsAbsent() && i.listed.IsAbsent() && list[len(list)-1] != i
		}, asText)),
		plant.New("RESP-11/half-repaired", runAll(isHalf, healing)),
		plant.New("RESP-11/half-is-ready", runAll(isHalf, asText)),
		plant.New("RESP-11/empty-half-is-run", runAll(emptied(isHalf), none)),
		plant.New("RESP-11/told-half-is-run", runAll(func(h *held, i *heldItem) bool {
			return ended(h, incomplete) && i.told.IsString() && i.done.IsAbsent() && i.listed.IsAbsent()
		}, asText)),
		plant.New("RESP-11/told-is-run-in-failed", runAll(func(h *held, i *heldItem) bool {
			return ended(h, failed) && i.told.IsString() && i.done.IsAbsent()
		}, asText)),
		plant.New("RESP-11/object-half-is-run", runAll(func(h *held, i *heldItem) bool {
			_, ok := wire.ParseObject(i.text())
			return ok && isHalf(h, i)
		}, asText)),
		plant.New("RESP-12/cut-is-completed", statusOr("unfinished", completed)),
		plant.New("RESP-12/marker-completes", as(client{frame: func(h *held, f wire.Frame) bool {
			if f.Done() {
				h.notes["done"] = wire.Boolean(true)
			}
			return true
		}, show: func(h *held, state wire.Value) wire.Value {
			if h.notes["done"].IsTrue() && state.Get("status").Text() == "unfinished" {
				return state.With("status", wire.Str(completed))
			}
			return state
		}})),
		plant.New("RESP-12/abort-completes", showing(func(h *held, state wire.Value) wire.Value {
			if h.aborted {
				return state.With("status", wire.Str(completed))
			}
			return state
		})),
		plant.New("RESP-13/cut-repaired", runAll(wasCut, healing)),
		plant.New("RESP-13/added-is-run", runAll(emptied(wasCut), none)),
	}
}

// asideFaults are in what changes nothing.
func asideFaults() []plant.Row {
	typed := func(so func(kind string) bool) func(h *held, e wire.Value) bool {
		return func(_ *held, e wire.Value) bool { return so(e.Get("type").Text()) }
	}
	strange := func(e wire.Value) bool {
		kind := e.Find("/item/type").Text()
		return kind != "" && !slices.Contains([]string{functionCall, message, callOutput, "reasoning"}, kind) &&
			!strings.HasSuffix(kind, "_call") && !strings.HasPrefix(kind, "mcp_")
	}
	called := func(so func(kind string) bool) plant.Plant {
		return heard(plant.When(func(e wire.Value) bool { return so(e.Find("/item/type").Text()) },
			plant.Inside("/item/type", plant.Becomes(`"function_call"`))))
	}
	return []plant.Row{
		plant.New("RESP-14/prefixed-throws", telling(typed(isPrefixed))),
		plant.New("RESP-14/prefixed-ends", hearing(func(h *held, e wire.Value) wire.Value {
			if isPrefixed(e.Get("type").Text()) || h.notes["deaf"].IsTrue() {
				h.notes["deaf"] = wire.Boolean(true)
				if !isType(e, responseCompleted) {
					return wire.Value{}
				}
				return e.Edit("/response/output", plant.Becomes("[]"))
			}
			return e
		})),
		plant.New("RESP-14/suffix-read", hearing(func(_ *held, e wire.Value) wire.Value {
			if _, kind, ok := strings.Cut(e.Get("type").Text(), ":"); ok {
				return e.With("type", wire.Str("response."+strings.TrimPrefix(kind, "response.")))
			}
			return e
		})),
		plant.New("RESP-15/keepalive-throws", telling(typed(func(kind string) bool { return kind == keepalive }))),
		plant.New("RESP-15/reasoning-is-text", as(client{hears: func(h *held, e wire.Value) []wire.Value {
			if kind := e.Get("type").Text(); strings.HasPrefix(kind, "response.reasoning") && strings.HasSuffix(kind, ".delta") {
				h.notes["thought"] = wire.Str(h.notes["thought"].Text() + e.Get("delta").Text())
			}
			return []wire.Value{e}
		}, show: func(h *held, state wire.Value) wire.Value {
			if h.notes["thought"].Text() == "" {
				return state
			}
			return state.With("output", wire.List(append([]wire.Value{wire.Obj(wire.T("type", "text"),
				wire.M("text", h.notes["thought"]))},
				state.Get("output").Items()...)...))
		}})),
		plant.New("RESP-15/reasoning-goes-on-with-text", straying(message, "response.reasoning")),
		plant.New("RESP-15/hosted-goes-on-with-call", straying(functionCall, "response.mcp_call_arguments")),
		plant.New("RESP-02/hosted-is-run", called(func(kind string) bool { return kind == "mcp_call" })),
		plant.New("RESP-02/approval-is-run", heard(plant.When(func(e wire.Value) bool {
			return e.Find("/item/type").Text() == "mcp_approval_request"
		}, func(e wire.Value) wire.Value {
			item := e.Get("item")
			return e.With("item", item.With("type", wire.Str(functionCall)).With("call_id", item.Get("id")))
		}))),
		plant.New("RESP-15/response-anywhere", heard(func(e wire.Value) wire.Value {
			if e.Find("/response/status").Text() == failed {
				return e.With("type", wire.Str(responseFailed))
			}
			return e
		})),
		plant.New("RESP-15/obfuscation-is-text", hearing(func(h *held, e wire.Value) wire.Value {
			if text := e.Get("obfuscation").Text(); isType(e, textDelta) && text != "" {
				h.notes["mixed"] = wire.Boolean(true)
				return e.With("delta", wire.Str(e.Get("delta").Text()+text))
			}
			if isType(e, textDone) && h.notes["mixed"].IsTrue() {
				return wire.Value{}
			}
			return e
		})),
		plant.New("RESP-16/unknown-item-throws",
			telling(func(_ *held, e wire.Value) bool { return isType(e, itemAdded) && strange(e) })).Warn(),
		plant.New("RESP-16/unknown-item-is-run", heard(plant.When(func(e wire.Value) bool {
			return e.Find("/item/name").Text() != "" && e.Find("/item/call_id").Text() != ""
		}, plant.Inside("/item/type", plant.Becomes(`"function_call"`))))),
		plant.New("RESP-16/prefix-of-item-cut", heard(plant.When(func(e wire.Value) bool {
			return strings.Contains(e.Find("/item/type").Text(), ":")
		}, plant.Inside("/item/type", func(v wire.Value) wire.Value {
			_, kind, _ := strings.Cut(v.Text(), ":")
			return wire.Str(kind)
		})))),
		plant.New("RESP-16/next-item-lost", hearing(func(h *held, e wire.Value) wire.Value {
			if isType(e, itemAdded) && strange(e) {
				h.notes["skip"] = wire.Boolean(true)
			} else if isType(e, itemAdded) && h.notes["skip"].IsTrue() {
				h.notes["skip"], h.notes["lost"] = wire.Value{}, e.Get("output_index")
			}
			if lost := h.notes["lost"]; !lost.IsAbsent() && wire.Equal(e.Get("output_index"), lost) {
				return wire.Value{}
			}
			return e
		})),
	}
}

// straying takes pieces of what others said or called for those of the item of a kind that was opened last.
func straying(kind, prefix string) plant.Plant {
	stray := func(h *held, i *heldItem) wire.Value { return h.notes[i.added.Get("id").Text()] }
	return as(client{hears: func(h *held, e wire.Value) []wire.Value {
		name := e.Get("type").Text()
		own := slices.DeleteFunc(slices.Clone(h.items), func(i *heldItem) bool { return i.kind != kind })
		if len(own) > 0 && strings.HasPrefix(name, prefix) && strings.HasSuffix(name, ".delta") {
			last := own[len(own)-1]
			h.notes[last.added.Get("id").Text()] = wire.Str(stray(h, last).Text() + e.Get("delta").Text())
		}
		return []wire.Value{e}
	}, arguments: func(h *held, i *heldItem) wire.Value {
		return wire.Str(i.text() + stray(h, i).Text())
	}, show: func(h *held, state wire.Value) wire.Value {
		for _, i := range h.items {
			if text := stray(h, i).Text(); i.kind == message && text != "" {
				state = entries(state, is("text"),
					plant.Inside("/text", func(v wire.Value) wire.Value { return wire.Str(v.Text() + text) }))
			}
		}
		return state
	}})
}

// cutListed is a producer whose terminal lists calls that a stop cut, which it never closes, in their places.
func cutListed(edit plant.Edit) plant.Plant {
	return wireTold().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
		begins := func(item wire.Value) int {
			return slices.IndexFunc(list, func(e wire.Value) bool {
				return isType(e, itemAdded) && wire.Equal(e.Find("/item/id"), item.Get("id"))
			})
		}
		end := slices.IndexFunc(list, isTerminal)
		if end < 0 {
			return list
		}
		listed := slices.Clone(list[end].Find("/response/output").Items())
		for _, c := range t.Completion().Calls() {
			at := slices.IndexFunc(list, func(e wire.Value) bool { return isType(e, itemAdded) && e.Find("/item/call_id").Text() == c.ID })
			if at >= 0 && c.Cut(t.StopReason()) {
				listed = append(listed, list[at].Get("item").With("status", wire.Str(incomplete)).
					With("arguments", wire.Str(strings.Join(c.Deltas, ""))))
			}
		}
		slices.SortStableFunc(listed, func(a, b wire.Value) int { return begins(a) - begins(b) })
		for i, e := range listed {
			if isStatus(e, incomplete) {
				listed[i] = edit(e)
			}
		}
		list[end] = list[end].Edit("/response/output", func(wire.Value) wire.Value { return wire.List(listed...) })
		return list
	})
}

// listedFaults are in what a terminal lists of calls that were never done.
func listedFaults() []plant.Row {
	other := func(at string) plant.Plant {
		return cutListed(plant.Inside(at, plant.Text(func(s string) string { return "other_" + s })))
	}
	return []plant.Row{
		plant.New("RESP-54/p-cut-listed-other-id", other("/call_id")),
		plant.New("RESP-54/p-cut-listed-other-name", other("/name")),
		plant.New("RESP-55/p-cut-listed-repaired",
			cutListed(plant.Inside("/arguments", plant.Text(func(s string) string { return s + "}" })))),
		plant.New("RESP-56/p-cut-listed-emptied", cutListed(plant.Inside("/arguments", plant.Becomes(`"{}"`)))),
	}
}
