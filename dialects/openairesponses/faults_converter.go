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
		OfOpen: "RESP-87", OfInvalid: "RESP-87", OfMalformed: "RESP-80", Lenient: true,
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
		plant.New("RESP-80/c-arguments-object", ofType(functionCall, plant.Inside("/arguments", plant.Parsed))),
		plant.New("RESP-80/c-call-twice", items(plant.Many(is(functionCall), plant.Twice))),
		plant.New("RESP-81/c-output-twice", items(plant.Many(is(callOutput), plant.Twice))),
		plant.New("RESP-81/c-sibling-unanswered", sent.Mending(func(h history.History) history.History {
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
		})),
		plant.New("RESP-81/c-result-of-dropped", items(func(list []wire.Value) []wire.Value {
			return slices.DeleteFunc(list, func(m wire.Value) bool {
				_, err := wire.Parse([]byte(m.Get("arguments").Text()))
				return isType(m, functionCall) && m.Get("arguments").Text() != "" && err != nil && m.Get("status").Text() != incomplete
			})
		})),
		plant.New("RESP-87/c-orphan-to-open", sent.Mending(func(h history.History) history.History {
			answered := map[string]bool{}
			for _, e := range h {
				answered[e.CallID] = true
			}
			for i, e := range h {
				for _, p := range e.Parts {
					if p.Call && !answered[p.ID] && i+1 < len(h) && h[i+1].Role == history.Tool {
						if _, known := h.Call(h[i+1].CallID); !known {
							h = slices.Clone(h)
							h[i+1].CallID = p.ID
						}
					}
				}
			}
			return h
		})),
		plant.New("RESP-87/c-made-up-of-dropped", sent.Mending(func(h history.History) history.History {
			whole := slices.Clone(history.Mended("No result.")(h))
			for i, e := range whole {
				whole[i].Parts = slices.DeleteFunc(slices.Clone(e.Parts), func(p history.Part) bool {
					return p.Call && !slices.ContainsFunc(h, func(e history.Entry) bool { return e.CallID == p.ID })
				})
			}
			return whole
		})),
		plant.New("RESP-85/c-texts-trimmed", items(plant.Each(is(message), func(m wire.Value) wire.Value {
			return m.Edit("/content/0/text", func(v wire.Value) wire.Value { return wire.Str(strings.TrimSpace(v.Text())) })
		}))).Warn(),
		plant.New("RESP-82/c-item-id-for-call-id", ofType(functionCall, ownID)),
		plant.New("RESP-82/c-output-by-item-id", outputID, "RESP-81"),
		plant.New("RESP-82/c-call-id-for-id", idless(func(m wire.Value) wire.Value { return m })),
		plant.New("RESP-82/c-id-anew", ofType(functionCall,
			func(m wire.Value) wire.Value { return m.With("id", wire.Str("fc_new_"+m.Get("call_id").Text())) })),
		plant.New("RESP-83/c-empty-is-phrase",
			output(func(e history.Entry) bool { return e.Status == "success" && e.Known() == `` }, "(no output)")),
		plant.New("RESP-83/c-falsy-is-empty", output(func(e history.Entry) bool { return falsy(e) && !e.Output.IsString() }, "")),
		plant.New("RESP-83/c-empty-as-before", items(func(list []wire.Value) []wire.Value {
			before := wire.Value{}
			for i, m := range list {
				if !isType(m, callOutput) {
					continue
				}
				if m.Get("output").Text() == "" && before.IsString() {
					list[i] = m.With("output", before)
				}
				before = list[i].Get("output")
			}
			return list
		})),
		plant.New("RESP-83/c-output-object", ofType(callOutput, plant.Inside("/output", plant.Parsed))),
		plant.New("RESP-84/c-error-text-lost", output(errorless, "error")),
		plant.New("RESP-84/c-cancelled-empty", ofType(callOutput, func(m wire.Value) wire.Value {
			if text := m.Get("output").Text(); strings.Contains(text, "cancelled") || text == "The user said no." ||
				strings.HasPrefix(text, "The user stopped") {
				return m.With("output", wire.Str(""))
			}
			return m
		})),
		plant.New("RESP-84/c-empty-error-empty", ofType(callOutput, func(m wire.Value) wire.Value {
			if strings.HasPrefix(m.Get("output").Text(), "The tool said nothing (error") {
				return m.With("output", wire.Str(""))
			}
			return m
		})).Warn(),
		plant.New("RESP-85/c-text-behind-call", items(moved)).Warn(),
		plant.New("RESP-85/c-second-user-lost", items(func(list []wire.Value) (out []wire.Value) {
			isUser := func(v wire.Value) bool { return v.Get("role").Text() == "user" }
			for i, v := range list {
				if i == 0 || !isUser(v) || !isUser(list[i-1]) {
					out = append(out, v)
				}
			}
			return out
		})).Warn(),
		plant.New("RESP-85/c-text-lost", items(plant.Drop(texted))).Warn(),
		plant.New("RESP-86/c-ids-cut", sent.Changing(plant.Renamed(cutAt))),
		plant.New("RESP-86/c-item-ids-cut",
			ofType(functionCall, plant.Inside("/id", plant.Text(func(s string) string { return s[:min(64, len(s))] })))),
		plant.New("RESP-87/c-both-results", sent.Mending(func(h history.History) history.History { return h })).Warn(),
		plant.New("RESP-87/c-half-as-completed", marked(plant.Having("status", wire.Str(completed)))),
		plant.New("RESP-87/c-half-without-status", marked(plant.Lacking("status"))).Warn(),
	}
	rows = append(rows, plant.Product([]plant.Place{{Slug: "c-output", Title: "An output", Requirement: "RESP-83",
		Plant: func(e plant.Edit) plant.Plant { return plant.Showing("/input/*/output", e) }}},
		plant.Lettered("cut-at-64", "lower", "ascii", "entities", "quotes"))...)
	return append(rows, sent.Faults()...)
}

// converterVariants are other right ways to send a history.
func converterVariants() []plant.Row {
	inParts := ofType(callOutput, plant.Inside("/output", plant.AsPart("input_text")))
	rows := []plant.Row{
		plant.New("RESP-87/refuses", plant.Ending(func(input wire.Value) bool {
			h, err := history.Parse(input.Get("history"))
			return err == nil && h.Valid() != nil
		}, dialect.Rejected, "the history is not valid")),
		plant.New("RESP-87/incomplete-sent", func(right dialect.Answer) dialect.Answer {
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
		}),
		plant.New("RESP-82/no-ids", ofType(functionCall, plant.Lacking("id"))),
		plant.New("RESP-82/own-ids", ofType(functionCall, func(m wire.Value) wire.Value {
			if m.Has("id") {
				return m
			}
			return m.With("id", wire.Str("fc_own_"+m.Get("call_id").Text()))
		})),
		plant.New("RESP-80/empty-object", ofType(functionCall,
			plant.Inside("/arguments", plant.When(func(v wire.Value) bool { return v.Text() == "" }, plant.Becomes(`"{ }"`))))),
		plant.New("RESP-83/parts", inParts),
		wireSent().RestlessAnd("RESP-83/parts-restless", inParts),
		plant.New("RESP-85/plain-texts", items(func(list []wire.Value) []wire.Value {
			for i, m := range list {
				if isType(m, message) {
					list[i] = wire.Obj(wire.M("role", m.Get("role")), wire.M("content", m.Find("/content/0/text")))
				}
			}
			return append([]wire.Value{wire.Obj(wire.T("role", "developer"), wire.T("content", "Be brief.")),
				wire.ParseString(`{"type":"item_reference","id":"rs_1"}`)}, list...)
		})),
	}
	return append(rows, wireSent().Variants()...)
}
