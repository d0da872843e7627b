package anthropicmessages

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// as is a fault of the reference itself: the client with a hook.
func as(c client) plant.Plant { return func(dialect.Answer) dialect.Answer { return c.answer } }

// showing changes the state where what came matters.
func showing(change func(h *held, state wire.Value) wire.Value) plant.Plant {
	return as(client{show: change})
}

// hearing changes an event; an absent one is dropped.
func hearing(change func(h *held, e wire.Value) wire.Value) plant.Plant {
	return as(client{hears: plant.Edited(change)})
}

// heard changes every event by itself, skipping drops those of which so is true.
func heard(edit plant.Edit) plant.Plant {
	return hearing(func(_ *held, e wire.Value) wire.Value { return edit(e) })
}

func skipping(so func(h *held, e wire.Value) bool) plant.Plant { return hearing(plant.Skipped(so)) }

func routing(find func(h *held, e wire.Value) *heldBlock) plant.Plant {
	return as(client{route: find})
}

func piecing(change func(h *held, b *heldBlock, text string) string) plant.Plant {
	return as(client{piece: change})
}

// offering changes what is offered as a call's arguments.
func offering(change func(h *held, b *heldBlock, v wire.Value) wire.Value) plant.Plant {
	return as(client{input: func(h *held, b *heldBlock) wire.Value { return change(h, b, h.value(b)) }})
}

func isType(e wire.Value, kinds ...string) bool { return slices.Contains(kinds, e.Get("type").Text()) }

func is(kinds ...string) plant.Of { return func(e wire.Value) bool { return isType(e, kinds...) } }

func isDelta(e wire.Value, kind string) bool {
	return isType(e, blockDelta) && e.Find("/delta/type").Text() == kind
}

func starts(e wire.Value, kind string) bool {
	return isType(e, blockStart) && e.Find("/content_block/type").Text() == kind
}

// content changes the elements of the content; an absent one is gone.
func contents(state wire.Value, change func(e wire.Value) wire.Value) wire.Value {
	return state.Edit("/content", plant.In(plant.Each(func(wire.Value) bool { return true }, change)))
}

// blocks changes the list of what is held before it is shown.
func blocks(change func(h *held, list []*heldBlock) []*heldBlock) plant.Plant {
	return as(client{show: func(h *held, _ wire.Value) wire.Value {
		h.blocks, h.show = change(h, slices.Clone(h.blocks)), nil
		return h.state()
	}})
}

// addText adds to the last text, or as one.
func addText(state wire.Value, text string) wire.Value {
	if text == "" {
		return state
	}
	return state.With("content", state.Get("content").Append(textBlock(text)))
}

func note(h *held, name, text string) { h.notes[name] = wire.Str(h.notes[name].Text() + text) }

// shownCalls is how a state shows what is held.
func shownCalls() plant.Shown {
	return plant.Shown{Text: "/content/*/text", Calls: "/content", ID: "id", Name: "name", Arguments: "input",
		Is:     is("tool_use"),
		OfText: "MSG-07", OfCalls: "MSG-01", OfArguments: "MSG-02", OfOrder: "MSG-08",
		// By hand, since what is offered is also what is executed. Inputs are values, which doubles may hold.
		Except: []string{"falsy-dropped", "strings-parsed", "doubles"}}
}

func consumerFaults() []plant.Row {
	heard := plant.Heard{Lens: lens, OfText: "MSG-07", OfArguments: "MSG-02", OfError: "MSG-13"}
	return slices.Concat(fragmentFaults(), textFaults(), nearFaults(), endingFaults(), oddFaults(), runFaults(), placeholderFaults(),
		plant.Lenient("MSG-17", lenient), plant.Objects("MSG-17", lenient),
		plant.Failures("MSG-13", "/error/message", true), shownCalls().Faults(), heard.Faults())
}

// lenient offers what read makes of malformed arguments in a turn that is complete.
func lenient(read func(text string) string) plant.Plant {
	return offering(func(h *held, b *heldBlock, v wire.Value) wire.Value {
		c, s := class(h.reason.Text()), read(string(b.arguments))
		switch {
		case s == "" || v.IsObject() || !h.ended || c != tool && c != end:
			return v
		case wire.IsJSON(s):
			return wire.ParseString(s)
		}
		return wire.Str(s)
	})
}

// fragmentFaults are in how the arguments of calls are held together.
func fragmentFaults() []plant.Row {
	return []plant.Row{
		plant.New("MSG-01/server-call-leaks", heard(plant.When(func(e wire.Value) bool { return starts(e, "server_tool_use") },
			plant.Inside("/content_block/type", plant.Becomes(`"tool_use"`))))),
		plant.New("MSG-01/equal-calls-merged", blocks(func(h *held, list []*heldBlock) []*heldBlock {
			seen := map[string]bool{}
			return slices.DeleteFunc(list, func(b *heldBlock) bool {
				key := b.name + h.offered(b).JSON()
				again := b.kind == "tool_use" && seen[key]
				seen[key] = true
				return again
			})
		})),
		plant.New("MSG-01/ids-generated", as(client{hears: func(h *held, e wire.Value) []wire.Value {
			if starts(e, "tool_use") {
				e = e.Edit("/content_block/id", plant.Becomes(fmt.Sprintf(`"call_%d"`, len(h.blocks))))
			}
			return []wire.Value{e}
		}})),
		plant.New("MSG-02/lone-backslash-lost", piecing(func(_ *held, _ *heldBlock, text string) string {
			if text == `\` {
				return ""
			}
			return text
		})),
		plant.New("MSG-02/args-each-fragment", piecing(func(_ *held, b *heldBlock, s string) string {
			if wire.IsJSON(s) || s == "" {
				b.arguments = nil
				return s
			}
			return ""
		})),
		plant.New("MSG-02/args-dropped", piecing(func(*held, *heldBlock, string) string { return "" })),
		plant.New("MSG-02/args-early-parse", offering(func(h *held, b *heldBlock, v wire.Value) wire.Value {
			if len(b.arguments) > 0 && !bytes.HasSuffix(b.arguments, []byte("}")) && v.IsObject() {
				return wire.Obj()
			}
			return v
		})),
		plant.New("MSG-02/args-last-wins", piecing(func(_ *held, b *heldBlock, s string) string {
			if s != "" {
				b.arguments = nil
			}
			return s
		})),
		plant.New("MSG-02/args-number-exponent",
			offering(func(_ *held, _ *heldBlock, v wire.Value) wire.Value { return plant.Exponentless(v) })),
		plant.New("MSG-02/falsy-dropped", offering(func(_ *held, _ *heldBlock, v wire.Value) wire.Value { return plant.Truthy(v) })),
		plant.New("MSG-02/strings-parsed",
			offering(func(_ *held, _ *heldBlock, v wire.Value) wire.Value { return plant.Deep(plant.Parsed)(v) })),
		plant.New("MSG-02/never-ready", offering(func(*held, *heldBlock, wire.Value) wire.Value { return wire.NullValue })),
		plant.New("MSG-03/no-args-lost", blocks(func(_ *held, list []*heldBlock) []*heldBlock {
			return slices.DeleteFunc(list, func(b *heldBlock) bool { return b.kind == "tool_use" && len(b.arguments) == 0 })
		})),
		plant.New("MSG-03/no-args-null", offering(func(_ *held, b *heldBlock, v wire.Value) wire.Value {
			if b.deltas == 0 {
				return wire.NullValue
			}
			return v
		})),
		plant.New("MSG-03/empty-delta-null", offering(func(_ *held, b *heldBlock, v wire.Value) wire.Value {
			if b.deltas > 0 && len(b.arguments) == 0 {
				return wire.NullValue
			}
			return v
		})),
		plant.New("MSG-04/start-input-ignored", offering(func(_ *held, b *heldBlock, v wire.Value) wire.Value {
			if len(b.arguments) == 0 && v.IsObject() {
				return wire.Obj()
			}
			return v
		})),
		plant.New("MSG-04/start-input-null", offering(func(_ *held, b *heldBlock, v wire.Value) wire.Value {
			if b.deltas == 0 && b.start.Get("input").Len() > 0 {
				return wire.NullValue
			}
			return v
		})),
		plant.New("MSG-05/start-input-doubled", offering(func(_ *held, b *heldBlock, v wire.Value) wire.Value {
			if b.start.Get("input").Len() > 0 && len(b.arguments) > 0 {
				return wire.Obj()
			}
			return v
		})),
		plant.New("MSG-05/start-input-merged", offering(func(_ *held, b *heldBlock, v wire.Value) wire.Value {
			if len(b.arguments) > 0 && v.IsObject() {
				for _, m := range b.start.Get("input").Members() {
					v = v.With(m.Name, m.Value)
				}
			}
			return v
		})),
		plant.New("MSG-06/args-to-latest", routing(func(h *held, e wire.Value) *heldBlock {
			if isDelta(e, "input_json_delta") && h.last != nil && h.last.kind == "tool_use" {
				return h.last
			}
			return h.at(e)
		})),
		plant.New("MSG-06/args-text-closes", as(client{hears: func(h *held, e wire.Value) []wire.Value {
			if isDelta(e, "text_delta") {
				for _, b := range h.blocks {
					b.stopped = b.stopped || b.kind == "tool_use"
				}
			}
			return []wire.Value{e}
		}, route: func(h *held, e wire.Value) *heldBlock {
			if b := h.at(e); b == nil || !b.stopped {
				return b
			}
			return &heldBlock{}
		}})),
		plant.New("MSG-06/thinking-shifts-index", routing(func(h *held, e wire.Value) *heldBlock {
			n, _ := e.Get("index").Int64()
			for _, b := range h.blocks {
				if strings.Contains(b.kind, "thinking") && b.index != e.Get("index").JSON() {
					n++
				}
			}
			if b := h.byIndex[fmt.Sprint(n)]; b != nil {
				return b
			}
			return &heldBlock{}
		})),
		plant.New("MSG-06/stop-closes-all", as(client{hears: func(h *held, e wire.Value) []wire.Value {
			list := []wire.Value{e}
			if isType(e, blockStop) {
				for _, b := range h.blocks {
					if !b.stopped && b.index != e.Get("index").JSON() {
						list = append(list, e.With("index", wire.Num(b.index)))
					}
				}
			}
			return list
		}, route: func(h *held, e wire.Value) *heldBlock {
			if b := h.at(e); b == nil || !b.stopped || isType(e, blockStop) {
				return b
			}
			return &heldBlock{}
		}})),
	}
}

// textFaults are in text, in the order of blocks, and in what changes nothing.
func textFaults() []plant.Row {
	adding := func(pick func(e wire.Value) string) plant.Plant {
		return as(client{hears: func(h *held, e wire.Value) []wire.Value {
			note(h, "text", pick(e))
			return []wire.Value{e}
		}, show: func(h *held, state wire.Value) wire.Value { return addText(state, h.notes["text"].Text()) }})
	}
	dying := func(when func(e wire.Value) bool, told bool) plant.Plant {
		return hearing(func(h *held, e wire.Value) wire.Value {
			if when(e) && told {
				h.failure = wire.ParseString(`{"type":"error","message":"unknown"}`)
			}
			if when(e) {
				h.notes["dead"] = wire.Boolean(true)
			}
			if h.notes["dead"].IsTrue() && !told {
				return wire.Value{}
			}
			return e
		})
	}
	unknownEvent := func(e wire.Value) bool {
		return !slices.Contains([]string{messageStart, blockStart, blockDelta, blockStop, messageDelta, messageStop, pingEvent, errorEvent},
			e.Get("type").Text())
	}
	unknownBlock := func(e wire.Value) bool {
		return isType(e, blockStart) && fitting(e.Find("/content_block/type").Text()) == nil
	}
	return []plant.Row{
		plant.New("MSG-07/blank-block-lost", blocks(func(_ *held, list []*heldBlock) []*heldBlock {
			return slices.DeleteFunc(list, func(b *heldBlock) bool { return b.kind == "text" && len(bytes.TrimSpace(b.text)) == 0 })
		})),
		plant.New("MSG-07/equal-block-lost", blocks(func(_ *held, list []*heldBlock) []*heldBlock {
			seen := map[string]bool{}
			return slices.DeleteFunc(list, func(b *heldBlock) bool {
				again := b.kind == "text" && seen[string(b.text)]
				seen[string(b.text)] = true
				return again
			})
		})),
		plant.New("MSG-07/empty-delta-ends-text", skipping(func(h *held, e wire.Value) bool {
			if !isDelta(e, "text_delta") {
				return false
			}
			at := "ended " + e.Get("index").JSON()
			if e.Find("/delta/text").Text() == "" && h.byIndex[e.Get("index").JSON()] != nil {
				note(h, at, "x")
			}
			return h.notes[at].Text() != ""
		})),
		plant.New("MSG-07/hosted-result-is-text", adding(func(e wire.Value) string {
			if !strings.HasSuffix(e.Find("/content_block/type").Text(), "_tool_result") {
				return ""
			}
			return e.Find("/content_block/content").Text() + e.Find("/content_block/content/0/text").Text()
		})),
		plant.New("MSG-07/start-text-lost", heard(plant.When(func(e wire.Value) bool { return starts(e, "text") },
			plant.Inside("/content_block/text", plant.Becomes(`""`))))).Warn(),
		plant.New("MSG-07/thinking-is-text", adding(func(e wire.Value) string { return e.Find("/delta/thinking").Text() })),
		plant.New("MSG-07/arguments-are-text", adding(func(e wire.Value) string { return e.Find("/delta/partial_json").Text() })),
		plant.New("MSG-08/text-first", blocks(func(_ *held, list []*heldBlock) []*heldBlock {
			slices.SortStableFunc(list, func(a, b *heldBlock) int {
				return strings.Compare(b.kind[:min(2, len(b.kind))], a.kind[:min(2, len(a.kind))])
			})
			slices.SortStableFunc(list, func(a, b *heldBlock) int {
				if (a.kind == "text") == (b.kind == "text") {
					return 0
				} else if a.kind == "text" {
					return -1
				}
				return 1
			})
			return list
		})),
		plant.New("MSG-08/backwards", blocks(func(_ *held, list []*heldBlock) []*heldBlock {
			slices.Reverse(list)
			return list
		})),
		plant.New("MSG-08/stop-order", as(client{hears: func(h *held, e wire.Value) []wire.Value {
			if isType(e, blockStop) {
				note(h, "stops", " "+e.Get("index").JSON())
			}
			return []wire.Value{e}
		}, show: func(h *held, _ wire.Value) wire.Value {
			order := strings.Fields(h.notes["stops"].Text())
			slices.SortStableFunc(h.blocks,
				func(a, b *heldBlock) int { return slices.Index(order, a.index) - slices.Index(order, b.index) })
			h.show = nil
			return h.state()
		}})).Warn(),
		plant.New("MSG-09/ping-is-text", adding(func(e wire.Value) string {
			if isType(e, pingEvent) {
				return "ping"
			}
			return ""
		})),
		plant.New("MSG-09/signature-is-text", adding(func(e wire.Value) string { return e.Find("/delta/signature").Text() })),
		plant.New("MSG-09/citation-ends-text", hearing(func(h *held, e wire.Value) wire.Value {
			if b := h.at(e); isDelta(e, "citations_delta") && b != nil {
				b.kind = "cited"
			}
			return e
		})),
		plant.New("MSG-10/unknown-aborts", dying(unknownEvent, false)),
		plant.New("MSG-10/unknown-told", dying(unknownEvent, true)).Warn(),
		plant.New("MSG-10/unknown-block-aborts", dying(unknownBlock, false)),
		plant.New("MSG-10/unknown-delta-is-text", adding(func(e wire.Value) string {
			if kind := e.Find("/delta/type").Text(); kind != "text_delta" && isType(e, blockDelta) {
				return e.Find("/delta/text").Text()
			}
			return ""
		})),
		plant.New("MSG-10/unknown-member-closes", routing(func(h *held, e wire.Value) *heldBlock {
			if isType(e, blockDelta) && e.Get("delta").Len() > 2 {
				return &heldBlock{}
			}
			return h.at(e)
		})),
		plant.New("MSG-25/done-fatal", as(client{frame: func(h *held, f wire.Frame) bool {
			if f.Done() {
				h.failure = wire.ParseString(`{"type":"error","message":"[DONE] is no JSON"}`)
			}
			return true
		}})).Warn(),
		plant.New("MSG-25/done-clears", as(client{frame: func(h *held, f wire.Frame) bool {
			if f.Done() {
				h.blocks = nil
			}
			return true
		}})),
		plant.New("MSG-25/unnamed-half", as(client{frame: func(_ *held, f wire.Frame) bool {
			return f.Event != "" || !bytes.Contains(f.Data, []byte(blockDelta))
		}})),
	}
}
