package agents

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// variants are right agents that do otherwise.
func variants(pair dialect.Pair, e side) []dialect.Variant {
	list := []dialect.Variant{
		{ID: "LOOP-04/ends", Title: "The loop ends with an error where a call fails.", Plant: planted(e, hooks{strict: true})},
		{ID: "LOOP-06/asks-again", Title: "Where a stream breaks off, the same request is sent once more.",
			Plant: planted(e, hooks{patient: true})},
		{ID: "LOOP-11/own-ids", Title: "Ids are numbered anew, alike in calls and results.", Plant: func(dialect.Answer) dialect.Answer {
			return answer(e, hooks{rewriting: numbered})
		}},
		{ID: "results-reversed", Title: "Results of parallel calls come in another order.", Plant: planted(e, hooks{bending: func(t *turn) {
			slices.Reverse(t.results)
		}})},
		{ID: "system-message", Title: "Instructions to the model stand before the prompt.", Plant: planted(e, hooks{system: true})},
		{ID: "LOOP-14/empty-is-error", Title: "An answer that says nothing is told as an error.",
			Plant: planted(e, hooks{telling: func(s wire.Value) wire.Value {
				if s.Get("text").Text() == "" && s.Get("error").IsNull() {
					return s.With("error", wire.Obj(wire.M("message", wire.Str("the model said nothing"))))
				}
				return s
			}})},
		{ID: "no-state", Title: "It tells no state.", Omits: []string{"state"},
			Plant: planted(e, hooks{telling: func(wire.Value) wire.Value {
				return wire.Value{}
			}})},
		{ID: "no-runs", Title: "It doesn't tell what was run.", Omits: []string{"runs"},
			Plant: planted(e, hooks{telling: func(s wire.Value) wire.Value { return s.Without("runs") }})},
		{ID: "results-quoted", Title: "What a tool returns is sent as the JSON of its text.",
			Plant: planted(e, hooks{bending: func(t *turn) {
				for i, r := range t.results {
					if !r.failed && !r.served && !r.value.IsString() {
						t.results[i].value = wire.Str(wire.Str(r.value.JSON()).JSON())
					}
				}
			}})},
		{ID: "LOOP-01/empty-as-object", Title: "A call without arguments is sent with an empty object.",
			Plant: planted(e, hooks{bending: rewritten(func(c *made) bool { return strings.TrimSpace(c.text) == "" })})},
		{ID: "LOOP-01/rewritten", Title: "Arguments are sent as they are written anew, with the last member first.",
			Plant: planted(e, hooks{bending: rewritten(func(c *made) bool { return c.sound })})},
		{ID: "LOOP-04/as-object", Title: "What went wrong is sent as an object.", Plant: planted(e, hooks{bending: func(t *turn) {
			for i, r := range t.results {
				if r.failed && !r.served {
					t.results[i].value = wire.Obj(wire.M("error", wire.Str(asText(r.value))))
				}
			}
		}})},
		{ID: "LOOP-04/escaped", Title: "What went wrong is sent in JSON behind a word, with whatever is not ASCII as escapes.",
			Plant: planted(e, hooks{bending: func(t *turn) {
				for i, r := range t.results {
					if r.failed && !r.served {
						t.results[i].value = wire.Str(plant.Escaped(asText(r.value)))
					}
				}
			}})},
		{ID: "LOOP-05/malformed-left-out", Title: "A call whose arguments are no JSON is left out, and so is its answer.",
			Plant: planted(e, hooks{bending: leaveOut})},
		{ID: "LOOP-05/malformed-quoted", Title: "Arguments that are no JSON are sent as the JSON of their text.",
			Plant: planted(e, hooks{bending: func(t *turn) {
				for i, c := range t.calls {
					if !c.sound {
						t.calls[i].text = plant.InASCII(c.text)
					}
				}
			}})},
		{ID: "LOOP-09/nothing-is-empty", Title: "A result that is null is sent as an empty text.",
			Plant: planted(e, hooks{bending: returned(wire.Value.IsNull, wire.Str(""))})},
		{ID: "LOOP-09/nothing-is-told", Title: "A result that is null is sent as a sentence that says so.",
			Plant: planted(e, hooks{bending: returned(wire.Value.IsNull, wire.Str("The tool returned nothing."))})},
		{ID: "LOOP-09/nothing-is-none", Title: "A result that is null is sent as a language spells it.",
			Plant: planted(e, hooks{bending: returned(wire.Value.IsNull, wire.Str("None"))})},
		{ID: "LOOP-06/ends-quietly", Title: "The loop ends where a stream breaks off, and tells no error.",
			Plant: planted(e, hooks{hushed: true})},
		{ID: "LOOP-06/salvages", Title: "The calls before one that was cut off are run, and sent.",
			Plant: planted(e, hooks{salvages: true})},
		{ID: "LOOP-06/as-far-as-read", Title: "Of a stream that breaks off, it tells what it had read by then: more, every other time.",
			Plant: tellingMore(e)},
	}
	if !e.wire.single {
		list = append(list, dialect.Variant{ID: "text-behind-stays", Title: "Text behind calls stays behind them.",
			Plant: planted(e, hooks{inPlace: true})})
	}
	if e.Reuses {
		list = append(list, dialect.Variant{ID: "LOOP-11/used-ids-renamed",
			Title: "An id that an earlier turn had is replaced, in calls and results.",
			Plant: planted(e, hooks{rewriting: func(m *memory) {
				last, known := len(m.turns)-1, false
				for _, t := range m.turns[:last] {
					for _, c := range t.calls {
						known = known || slices.ContainsFunc(m.turns[last].calls, func(own made) bool { return own.id == c.id })
					}
				}
				if known {
					numbered(m)
				}
			}})})
	}
	if e.Served != nil {
		list = append(list, dialect.Variant{ID: "served-goes-on", Title: "It asks again behind a turn in which the server answered all.",
			Plant: planted(e, hooks{goingOn: func(m *memory) bool {
				t := &m.turns[len(m.turns)-1]
				for _, c := range t.calls {
					t.results = append(t.results, *c.answer)
				}
				return len(t.calls) > 0
			}})})
	}
	if e.Refuses != nil {
		list = append(list, dialect.Variant{ID: "LOOP-05/refused-is-answered",
			Title: "The loop ends, without an error, behind a turn whose calls the server refused for their input.",
			Plant: planted(e, hooks{contented: true})})
	}
	if e.wire.stepped {
		list = append(list, dialect.Variant{ID: "steps-as-told", Title: "A turn begins a step where the server told one.",
			Plant: planted(e, hooks{follows: true})})
	}
	list = append(list, dialect.Variant{ID: "reminder", Title: "A word of the agent's own stands behind the newest results.",
		Plant: planted(e, hooks{sending: reminded})})
	if e.wire.merged {
		list = append(list, dialect.Variant{ID: "model-messages", Title: "The client posts messages for the model.",
			Plant: planted(e, hooks{sending: forModel})})
	}
	if e.Whole != nil {
		list = append(list, dialect.Variant{ID: "no-stream", Title: "It wants no stream.", Plant: planted(e, hooks{whole: true})})
	}
	if e.Whole != nil && e.Items != nil {
		list = append(list, dialect.Variant{ID: "no-stream-items", Title: "It wants no stream, and sends calls with ids of items.",
			Plant: planted(e, hooks{whole: true, itemed: func(c made) string { return c.item }})})
	}
	if e.wire.kept {
		list = append(list, dialect.Variant{ID: "previous-response", Title: "The server keeps the history.",
			Plant: planted(e, hooks{keeps: true})}, dialect.Variant{ID: "item-references", Title: "Texts are sent as references to items.",
			Plant: planted(e, hooks{refers: true})})
	}
	list = append(list, dialect.Variant{ID: "all-at-once", Title: "Whatever is free is done otherwise, all at once.",
		Plant: planted(e, otherwise(e))})
	for i := range list {
		list[i].Pair = pair
	}
	return list
}

// otherwise takes the other side of what is free, wherever one side leaves room for another.
func otherwise(e side) hooks {
	h := hooks{system: true, patient: true, inPlace: !e.wire.single, follows: e.wire.stepped, rewriting: numbered, sending: reminded}
	arguments := rewritten(func(c *made) bool { return c.sound })
	h.bending = func(t *turn) {
		arguments(t)
		for i, r := range t.results {
			switch {
			case r.served:
			case r.failed:
				t.results[i].value = wire.Obj(wire.M("error", wire.Str(asText(r.value))))
			case r.value.IsNull():
				t.results[i].value = wire.Str("None")
			case !r.value.IsString():
				t.results[i].value = wire.Str(wire.Str(r.value.JSON()).JSON())
			}
		}
		slices.Reverse(t.results)
	}
	h.telling = func(s wire.Value) wire.Value { return s.Without("runs") }
	return h
}

// rewritten writes the arguments of some calls anew.
func rewritten(some func(c *made) bool) func(t *turn) {
	return func(t *turn) {
		for i := range t.calls {
			if c := &t.calls[i]; some(c) {
				members := slices.Clone(c.arguments.Members())
				slices.Reverse(members)
				c.arguments = wire.Obj(members...)
				c.text, c.sound = c.arguments.JSON(), true
			}
		}
	}
}

// tellingMore tells the beginning of a text where something failed, every other time.
func tellingMore(e side) func(dialect.Answer) dialect.Answer {
	return func(dialect.Answer) dialect.Answer {
		var failures atomic.Int64
		return answer(e, hooks{telling: func(s wire.Value) wire.Value {
			failure := s.Find("/error/message").Text()
			if failure == "" || failure == limited || failures.Add(1)%2 == 1 { // a limit is told in a stream that is whole
				return s
			}
			return s.With("text", wire.Str("And"))
		}})
	}
}

func planted(e side, h hooks) func(dialect.Answer) dialect.Answer {
	return func(dialect.Answer) dialect.Answer { return answer(e, h) }
}

// numbered gives the newest turn's calls ids of the agent's own.
func numbered(m *memory) {
	t, as := &m.turns[len(m.turns)-1], map[string]string{}
	for i := range t.calls {
		as[t.calls[i].id] = fmt.Sprintf("own_%d_%d", len(m.turns), i)
		t.calls[i].id = as[t.calls[i].id]
	}
	for i := range t.results {
		t.results[i].id = as[t.results[i].id]
	}
}

// leaveOut forgets the calls whose arguments are no JSON.
func leaveOut(t *turn) {
	t.results = slices.DeleteFunc(slices.Clone(t.results), func(r result) bool {
		return slices.ContainsFunc(t.calls, func(c made) bool { return c.id == r.id && !c.sound })
	})
	t.calls = slices.DeleteFunc(slices.Clone(t.calls), func(c made) bool { return !c.sound })
}
