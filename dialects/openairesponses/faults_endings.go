package openairesponses

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/plant"
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
	return []plant.Row{
		{ID: "RESP-08/incomplete-unknown", Title: "response.incomplete is unknown, and the status stays open.",
			Plant: deaf(responseIncomplete)},
		{ID: "RESP-08/incomplete-is-completed", Title: "An incomplete response is told as completed.",
			Plant: statusOr(incomplete, completed)},
		{ID: "RESP-08/completed-is-unfinished", Title: "A completed response is told as unfinished.",
			Plant: statusOr(completed, "unfinished")},
		{ID: "RESP-08/completed-is-failed", Title: "A completed response is told as failed.", Plant: statusOr(completed, failed)},
		{ID: "RESP-08/reason-lost", Title: "Why a response is incomplete is lost.", Warns: true,
			Plant: plant.Showing("/incompleteReason", plant.Null)},
		{ID: "RESP-08/id-lost", Title: "The response's id is lost.", Warns: true,
			Plant: plant.Showing("/responseId", plant.Becomes(`"resp_0"`))},
		{ID: "RESP-09/failed-unknown", Title: "response.failed is unknown and dropped.", Plant: deaf(responseFailed)},
		{ID: "RESP-09/failed-is-completed", Title: "A failed response is told as completed.",
			Plant: showing(func(h *held, state wire.Value) wire.Value {
				if byTerminal(h) {
					return state.With("status", wire.Str(completed)).With("error", wire.NullValue)
				}
				return state
			})},
		{ID: "RESP-09/words-lost", Title: "The words of a failure are lost.", Warns: true,
			Plant: worded(byTerminal, "/message", plant.Becomes(`""`))},
		{ID: "RESP-09/code-lost", Title: "The code of a failure is lost.", Warns: true, Plant: worded(byTerminal, "/code", unknown)},
		{ID: "RESP-10/error-unknown", Title: "The event error is unknown and dropped.", Plant: deaf(errorEvent)},
		{ID: "RESP-10/nested-dropped", Title: "A nested error is none.",
			Plant: without(func(_ *held, e wire.Value) bool { return isType(e, errorEvent) && e.Has("error") })},
		{ID: "RESP-10/nested-read-flat", Title: "A nested error is read as a flat one.", Warns: true,
			Plant: heard(plant.When(func(e wire.Value) bool { return isType(e, errorEvent) && e.Has("error") }, plant.Lacking("error")))},
		{ID: "RESP-10/flat-read-nested", Title: "A flat error is read as a nested one.", Warns: true,
			Plant: heard(plant.When(func(e wire.Value) bool { return isType(e, errorEvent) && !e.Has("error") },
				func(e wire.Value) wire.Value {
					return wire.Obj(wire.T("type", errorEvent), wire.M("error", wire.Obj(wire.M("code", wire.NullValue))))
				}))},
		{ID: "RESP-10/code-lost", Title: "The code of an error is lost.", Warns: true, Plant: worded(byEvent, "/code", unknown)},
		{ID: "RESP-11/half-repaired", Title: "Truncated arguments are repaired and handed out.", Plant: runAll(isHalf, healing)},
		{ID: "RESP-11/half-is-ready", Title: "An incomplete call is handed out as it is.", Plant: runAll(isHalf, asText)},
		{ID: "RESP-11/empty-half-is-run", Title: "An incomplete call without arguments is run with {}.",
			Plant: runAll(emptied(isHalf), none)},
		{ID: "RESP-11/told-half-is-run", Title: "Of an incomplete response a call is run whose arguments were told, and its end never.",
			Plant: runAll(func(h *held, i *heldItem) bool {
				return ended(h, incomplete) && i.told.IsString() && i.done.IsAbsent() && i.listed.IsAbsent()
			}, asText)},
		{ID: "RESP-11/object-half-is-run", Title: "An incomplete call is run where its text can be parsed.",
			Plant: runAll(func(h *held, i *heldItem) bool {
				_, ok := wire.ParseObject(i.text())
				return ok && isHalf(h, i)
			}, asText)},
		{ID: "RESP-12/cut-is-completed", Title: "A cut stream ends as completed.", Plant: statusOr("unfinished", completed)},
		{ID: "RESP-12/marker-completes", Title: "A stream of bytes that ends is completed, whatever came last.",
			Plant: as(client{frame: func(h *held, f wire.Frame) bool {
				if f.Done() {
					h.notes["done"] = wire.Boolean(true)
				}
				return true
			}, show: func(h *held, state wire.Value) wire.Value {
				if h.notes["done"].IsTrue() && state.Get("status").Text() == "unfinished" {
					return state.With("status", wire.Str(completed))
				}
				return state
			}})},
		{ID: "RESP-12/abort-completes", Title: "An abort ends the response as completed.",
			Plant: showing(func(h *held, state wire.Value) wire.Value {
				if h.aborted {
					return state.With("status", wire.Str(completed))
				}
				return state
			})},
		{ID: "RESP-13/cut-repaired", Title: "Where the stream was cut, arguments are repaired and handed out.",
			Plant: runAll(wasCut, healing)},
		{ID: "RESP-13/added-is-run", Title: "A call that was only added is run with {}.", Plant: runAll(emptied(wasCut), none)},
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
			!strings.HasSuffix(kind, "_call") && kind != "mcp_call"
	}
	called := func(so func(kind string) bool) plant.Plant {
		return heard(plant.When(func(e wire.Value) bool { return so(e.Find("/item/type").Text()) },
			plant.Inside("/item/type", plant.Becomes(`"function_call"`))))
	}
	return []plant.Row{
		{ID: "RESP-14/prefixed-throws", Title: "An event of an extension is an error.", Plant: telling(typed(isPrefixed))},
		{ID: "RESP-14/prefixed-ends", Title: "What comes behind an event of an extension is lost.",
			Plant: hearing(func(h *held, e wire.Value) wire.Value {
				if isPrefixed(e.Get("type").Text()) || h.notes["deaf"].IsTrue() {
					h.notes["deaf"] = wire.Boolean(true)
					if !isType(e, responseCompleted) {
						return wire.Value{}
					}
					return e.Edit("/response/output", plant.Becomes("[]"))
				}
				return e
			})},
		{ID: "RESP-14/suffix-read", Title: "An event is read by what stands behind its prefix.",
			Plant: hearing(func(_ *held, e wire.Value) wire.Value {
				if _, kind, ok := strings.Cut(e.Get("type").Text(), ":"); ok {
					return e.With("type", wire.Str("response."+strings.TrimPrefix(kind, "response.")))
				}
				return e
			})},
		{ID: "RESP-15/keepalive-throws", Title: "keepalive is an error.",
			Plant: telling(typed(func(kind string) bool { return kind == keepalive }))},
		{ID: "RESP-15/reasoning-is-text", Title: "Reasoning stands in the text.",
			Plant: as(client{hears: func(h *held, e wire.Value) []wire.Value {
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
			}})},
		{ID: "RESP-02/hosted-is-run", Title: "A hosted tool's call is handed out to be run.",
			Plant: called(func(kind string) bool { return kind == "mcp_call" })},
		{ID: "RESP-15/obfuscation-is-text", Title: "The obfuscation of a delta is read with it.",
			Plant: hearing(func(h *held, e wire.Value) wire.Value {
				if text := e.Get("obfuscation").Text(); isType(e, textDelta) && text != "" {
					h.notes["mixed"] = wire.Boolean(true)
					return e.With("delta", wire.Str(e.Get("delta").Text()+text))
				}
				if isType(e, textDone) && h.notes["mixed"].IsTrue() {
					return wire.Value{}
				}
				return e
			})},
		{ID: "RESP-16/unknown-item-throws", Title: "An item of unknown type is an error.", Warns: true,
			Plant: telling(func(_ *held, e wire.Value) bool { return isType(e, itemAdded) && strange(e) })},
		{ID: "RESP-16/unknown-item-is-run", Title: "An item of unknown type with a name is handed out to be run.",
			Plant: heard(plant.When(func(e wire.Value) bool {
				return e.Find("/item/name").Text() != "" && e.Find("/item/call_id").Text() != ""
			}, plant.Inside("/item/type", plant.Becomes(`"function_call"`))))},
		{ID: "RESP-16/next-item-lost", Title: "The item behind one of unknown type is lost.",
			Plant: hearing(func(h *held, e wire.Value) wire.Value {
				if isType(e, itemAdded) && strange(e) {
					h.notes["skip"] = wire.Boolean(true)
				} else if isType(e, itemAdded) && h.notes["skip"].IsTrue() {
					h.notes["skip"], h.notes["lost"] = wire.Value{}, e.Get("output_index")
				}
				if lost := h.notes["lost"]; !lost.IsAbsent() && wire.Equal(e.Get("output_index"), lost) {
					return wire.Value{}
				}
				return e
			})},
	}
}
