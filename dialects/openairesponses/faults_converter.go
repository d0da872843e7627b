package openairesponses

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// items changes what is sent.
func items(change plant.List) plant.Plant { return plant.Showing("/input", plant.In(change)) }

// ofType changes items of a type; an absent one is gone.
func ofType(kind string, edit plant.Edit) plant.Plant { return items(plant.Each(is(kind), edit)) }

// wireSent is how histories are sent.
func wireSent() plant.Sent {
	return plant.Sent{Send: sentItems, OfCalls: "RESP-80", OfArguments: "RESP-80", OfResults: "RESP-81", OfContents: "RESP-83",
		OfErrors: "RESP-84", OfOrder: "RESP-81", OfIDs: "RESP-86",
		OfOpen: "RESP-87", OfInvalid: "RESP-87", Lenient: true,
		Name: "/input/*/name", Arguments: "/input/*/arguments"}
}

func converterFaults() []plant.Row {
	sent := wireSent()
	falsy := func(e history.Entry) bool {
		return e.Status == "success" && slices.Contains([]string{"false", "0", "null", ""}, e.Known())
	}
	output := func(so func(e history.Entry) bool, text string) plant.Plant {
		return sent.Results(func(e *history.Entry) {
			if so(*e) {
				e.Output = wire.Str(text)
			}
		})
	}
	errorless := func(e history.Entry) bool { return e.Status == "error" && e.Output.Text() != "" }
	texted := func(m wire.Value) bool { return isType(m, message) && m.Get("role").Text() == history.Assistant }
	moved := plant.Swapped(func(a, b wire.Value) bool { return texted(a) && isType(b, functionCall) })
	ownID := func(m wire.Value) wire.Value {
		if m.Get("id").Text() != "" {
			return m.With("call_id", m.Get("id"))
		}
		return m
	}
	outputID := items(func(list []wire.Value) []wire.Value {
		ids := map[string]wire.Value{}
		for i, m := range list {
			if isType(m, functionCall) {
				ids[m.Get("call_id").Text()] = m.Get("id")
			} else if id := ids[m.Get("call_id").Text()]; isType(m, callOutput) && id.IsString() {
				list[i] = m.With("call_id", id)
			}
		}
		return list
	})
	cutAt := func(s string) string { before, _, _ := strings.Cut(s, "|"); return before }
	marked := func(edit plant.Edit) plant.Plant {
		return func(right dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation {
				h, err := history.Parse(input.Get("history"))
				if err != nil || !slices.ContainsFunc(h.Calls(), func(p history.Part) bool { return p.Status != "" }) {
					return right(input)
				}
				half := func(p history.Part) bool { return p.Status != "" }
				return ofType(functionCall, func(m wire.Value) wire.Value {
					if slices.ContainsFunc(h.Calls(), func(p history.Part) bool { return half(p) && p.ID == m.Get("call_id").Text() }) {
						return edit(m)
					}
					return m
				})(func(wire.Value) dialect.Observation { return sentItems(h) })(input)
			}
		}
	}
	idless := func(edit plant.Edit) plant.Plant {
		return ofType(functionCall, func(m wire.Value) wire.Value {
			if m.Has("id") {
				return edit(m)
			}
			return m.With("id", m.Get("call_id"))
		})
	}
	rows := []plant.Row{
		{ID: "RESP-80/c-arguments-object", Title: "arguments are sent as an object.",
			Plant: ofType(functionCall, plant.Inside("/arguments", plant.Parsed))},
		{ID: "RESP-80/c-call-twice", Title: "Every call is sent twice.", Plant: items(plant.Many(is(functionCall), plant.Twice))},
		{ID: "RESP-81/c-output-twice", Title: "Every output is sent twice.", Plant: items(plant.Many(is(callOutput), plant.Twice))},
		{ID: "RESP-81/c-sibling-unanswered", Title: "An output is dropped when a sibling is unanswered.",
			Plant: sent.Mending(func(h history.History) history.History {
				answered := map[string]bool{}
				for _, e := range h {
					answered[e.CallID] = answered[e.CallID] || e.Role == history.Tool
				}
				gone := map[string]bool{}
				for _, e := range h {
					open := slices.ContainsFunc(e.Parts, func(p history.Part) bool { return p.Call && !answered[p.ID] })
					for _, p := range e.Parts {
						gone[p.ID] = p.Call && open
					}
				}
				return slices.DeleteFunc(slices.Clone(h), func(e history.Entry) bool { return e.Role == history.Tool && gone[e.CallID] })
			})},
		{ID: "RESP-82/c-item-id-for-call-id", Title: "The item's id stands for the call's.", Plant: ofType(functionCall, ownID)},
		{ID: "RESP-82/c-output-by-item-id", Title: "An output's call_id is the item's id.", Also: []string{"RESP-81"}, Plant: outputID},
		{ID: "RESP-82/c-call-id-for-id", Title: "The call's id stands for the item's.",
			Plant: idless(func(m wire.Value) wire.Value { return m })},
		{ID: "RESP-82/c-id-anew", Title: "Items have ids of the converter's own.",
			Plant: ofType(functionCall,
				func(m wire.Value) wire.Value { return m.With("id", wire.Str("fc_new_"+m.Get("call_id").Text())) })},
		{ID: "RESP-83/c-empty-is-phrase", Title: "An empty result is replaced by a phrase.",
			Plant: output(func(e history.Entry) bool { return e.Status == "success" && e.Known() == `` }, "(no output)")},
		{ID: "RESP-83/c-falsy-is-empty", Title: "false, 0 and null are sent as an empty text.",
			Plant: output(func(e history.Entry) bool { return falsy(e) && !e.Output.IsString() }, "")},
		{ID: "RESP-83/c-output-object", Title: "Outputs are sent as objects.",
			Plant: ofType(callOutput, plant.Inside("/output", plant.Parsed))},
		{ID: "RESP-84/c-error-text-lost", Title: "An error's text is not sent.", Plant: output(errorless, "error")},
		{ID: "RESP-84/c-cancelled-empty", Title: "A cancelled call has an empty output.",
			Plant: ofType(callOutput, func(m wire.Value) wire.Value {
				if text := m.Get("output").Text(); strings.Contains(text, "cancelled") || text == "The user said no." ||
					strings.HasPrefix(text, "The user stopped") {
					return m.With("output", wire.Str(""))
				}
				return m
			})},
		{ID: "RESP-84/c-empty-error-empty", Title: "An error without words is sent as nothing.", Warns: true,
			Plant: ofType(callOutput, func(m wire.Value) wire.Value {
				if strings.HasPrefix(m.Get("output").Text(), "The tool said nothing (error") {
					return m.With("output", wire.Str(""))
				}
				return m
			})},
		{ID: "RESP-85/c-text-behind-call", Title: "A text is moved behind its call.", Warns: true, Plant: items(moved)},
		{ID: "RESP-85/c-text-lost", Title: "Text beside calls is lost.", Warns: true, Plant: items(plant.Drop(texted))},
		{ID: "RESP-86/c-ids-cut", Title: "Ids are cut at a separator.", Plant: sent.Changing(plant.Renamed(cutAt))},
		{ID: "RESP-86/c-item-ids-cut", Title: "Item ids are cut after 64 characters.",
			Plant: ofType(functionCall, plant.Inside("/id", plant.Text(func(s string) string { return s[:min(64, len(s))] })))},
		{ID: "RESP-87/c-both-results", Title: "Both of two results are sent.", Warns: true,
			Plant: sent.Mending(func(h history.History) history.History { return h })},
		{ID: "RESP-87/c-half-as-completed", Title: "A call that was cut is sent as completed.",
			Plant: marked(plant.Having("status", wire.Str(completed)))},
		{ID: "RESP-87/c-half-without-status", Title: "A call that was cut is sent without a status.", Warns: true,
			Plant: marked(plant.Lacking("status"))},
	}
	rows = append(rows, plant.Product([]plant.Place{{Slug: "c-output", Title: "An output", Requirement: "RESP-83",
		Plant: func(e plant.Edit) plant.Plant { return plant.Showing("/input/*/output", e) }}},
		plant.Named("cut-at-64", "lower", "ascii", "entities", "quotes"))...)
	return append(rows, sent.Faults()...)
}

// converterVariants are other right ways to send a history.
func converterVariants() []plant.Row {
	rows := []plant.Row{
		{ID: "RESP-87/refuses", Title: "An invalid history is refused.", Plant: func(right dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation {
				if h, err := history.Parse(input.Get("history")); err == nil && h.Valid() != nil {
					return dialect.Observation{Ending: dialect.Rejected, Reason: "the history is not valid"}
				}
				return right(input)
			}
		}},
		{ID: "RESP-87/incomplete-sent", Title: "A call that was cut is sent as incomplete, and one result of two.",
			Plant: func(right dialect.Answer) dialect.Answer {
				return func(input wire.Value) dialect.Observation {
					h, err := history.Parse(input.Get("history"))
					if err != nil || h.Valid() == nil {
						return right(input)
					}
					seen := map[string]bool{}
					return sentItems(slices.DeleteFunc(h, func(e history.Entry) bool {
						again := e.Role == history.Tool && seen[e.CallID]
						seen[e.CallID] = seen[e.CallID] || e.Role == history.Tool
						return again
					}))
				}
			}},
		{ID: "RESP-82/no-ids", Title: "Items have no id.", Plant: ofType(functionCall, plant.Lacking("id"))},
		{ID: "RESP-82/own-ids", Title: "Items without an id get one.", Plant: ofType(functionCall, func(m wire.Value) wire.Value {
			if m.Has("id") {
				return m
			}
			return m.With("id", wire.Str("fc_own_"+m.Get("call_id").Text()))
		})},
		{ID: "RESP-80/empty-object", Title: "No arguments are {}.",
			Plant: ofType(functionCall,
				plant.Inside("/arguments", plant.When(func(v wire.Value) bool { return v.Text() == "" }, plant.Becomes(`"{}"`))))},
		{ID: "RESP-83/parts", Title: "Outputs are text parts.", Plant: ofType(callOutput, func(m wire.Value) wire.Value {
			return m.Edit("/output", func(v wire.Value) wire.Value {
				return wire.List(wire.Obj(wire.T("type", "input_text"), wire.M("text", v)))
			})
		})},
		{ID: "RESP-85/plain-texts", Title: "Texts are plain, and instructions stand first.",
			Plant: items(func(list []wire.Value) []wire.Value {
				for i, m := range list {
					if isType(m, message) {
						list[i] = wire.Obj(wire.M("role", m.Get("role")), wire.M("content", m.Find("/content/0/text")))
					}
				}
				return append([]wire.Value{wire.Obj(wire.T("role", "developer"), wire.T("content", "Be brief.")),
					wire.ParseString(`{"type":"item_reference","id":"rs_1"}`)}, list...)
			})},
	}
	return append(rows, wireSent().Variants()...)
}
