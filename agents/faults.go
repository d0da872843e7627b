package agents

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// row is a planted fault; plant makes its hooks for a conversation, so that it may keep state.
type row struct {
	id, title string
	plant     func() hooks
	// small: it misses a SHOULD only.
	small bool
	// lasting: its state is that of all conversations.
	lasting bool
	// without tells that the wire cannot have it.
	without func(e side) bool
}

// faults are the reference with one thing wrong, for a wire.
func faults(pair dialect.Pair, e side) []dialect.Fault {
	var list []dialect.Fault
	for _, r := range slices.Concat(callFaults(), framedFaults(), idFaults(), resultFaults(), failureFaults(), historyFaults(),
		servedFaults(), guardFaults(), valueFaults(), e.wire.shapes()) {
		if r.without != nil && r.without(e) {
			continue
		}
		id, _, _ := strings.Cut(r.id, "/")
		expect := requirement.Fail
		if r.small {
			expect = requirement.Warn
		}
		given := answers
		if r.lasting {
			given = func(e side, plant func() hooks) dialect.Answer { return answer(e, plant()) }
		}
		list = append(list, dialect.Fault{ID: r.id, Pair: pair, Title: r.title, Requirements: []string{id}, Expect: expect,
			Plant: func(dialect.Answer) dialect.Answer { return given(e, r.plant) }})
	}
	return append(list, plant.Faults(pair, append(lenientFaults(e), formFaults(e)...))...)
}

// lenientFaults run a tool with what a parser that forgives makes of arguments that are no JSON.
func lenientFaults(e side) []plant.Row {
	rows := plant.Lenient("LOOP-05", func(read func(text string) string) plant.Plant {
		forgiven := relaxes(func(a *agent, c made, known bool, r *result) {
			does, _ := a.tool(c.name)
			if v, err := wire.Parse([]byte(read(c.text))); known && !c.sound && err == nil && v.IsObject() {
				c.arguments = v
				r.value, r.failed = a.do(c, does)
			}
		})
		return func(dialect.Answer) dialect.Answer { return answers(e, forgiven) }
	})
	return slices.DeleteFunc(rows, func(r plant.Row) bool { return strings.HasSuffix(r.ID, "-trimmed") }) // trimmed, they are none either
}

// formFaults write calls otherwise than the wire wants them.
func formFaults(e side) []plant.Row {
	if e.wire.formed == "" {
		return nil
	}
	as := func(change plant.Edit) plant.Plant {
		return func(dialect.Answer) dialect.Answer { return answer(e, hooks{sending: change}) }
	}
	rows := []plant.Row{
		{ID: e.wire.formed + "/sent-as-values", Title: "Arguments are sent as the value that they are.", Plant: as(asValues)},
	}
	if e.wire.kept { // there an item without its type is none
		return rows
	}
	return append(rows, plant.Row{ID: e.wire.formed + "/sent-untyped", Title: "Calls are sent without their type.", Plant: as(untyped)})
}

func asValues(v wire.Value) wire.Value {
	if arguments := v.Get("arguments"); arguments.IsString() {
		v = v.With("arguments", plant.Parsed(arguments))
	}
	return v.Each(asValues)
}

func untyped(v wire.Value) wire.Value {
	if v.Find("/function/arguments").IsString() {
		v = v.Without("type")
	}
	return v.Each(untyped)
}

func bends(change func(t *turn)) func() hooks {
	return func() hooks { return hooks{bending: change} }
}

func rewrites(change func(m *memory)) func() hooks {
	return func() hooks { return hooks{rewriting: change} }
}

func callFaults() []row {
	return []row{
		{id: "LOOP-01/second-lost", title: "Of parallel calls only the first is remembered.", plant: bends(func(t *turn) {
			t.calls, t.results = t.calls[:1], t.results[:1]
		})},
		{id: "LOOP-01/arguments-emptied", title: "Calls are remembered without their arguments.", plant: bends(func(t *turn) {
			for i := range t.calls {
				t.calls[i].text, t.calls[i].arguments = "{}", wire.Obj()
			}
		})},
		{id: "LOOP-01/loop-stops", title: "The loop ends at the first call.", plant: func() hooks {
			return hooks{stops: func(*turn) bool { return true }}
		}},
		{id: "LOOP-07/runs-twice", title: "Every tool is run when its call begins and when it ends.", plant: func() hooks {
			return hooks{acting: func(a *agent, t *turn) {
				for _, c := range t.calls {
					if does, known := a.tool(c.name); known && c.sound && !a.served(c) {
						a.do(c, does)
					}
				}
			}}
		}},
		{id: "LOOP-07/answers-twice", title: "Results are sent again where two calls are equal.", plant: bends(func(t *turn) {
			t.results = append(t.results, t.results...)
		})},
	}
}

func resultFaults() []row {
	return []row{
		{id: "LOOP-02/last-unanswered", title: "The last of parallel calls is never answered.", plant: bends(func(t *turn) {
			if n := len(t.results); n > 1 {
				t.results = t.results[:n-1]
			}
		})},
		{id: "LOOP-02/malformed-unanswered", title: "A call whose arguments are no JSON is sent on, and never answered.",
			plant: bends(func(t *turn) {
				calls := slices.Clone(t.calls)
				leaveOut(t)
				t.calls = calls
			}), without: func(e side) bool { return e.Silent }},
		{id: "LOOP-02/all-under-one-id", title: "All results are sent under the id of the first call.", plant: bends(func(t *turn) {
			for i := range t.results {
				t.results[i].id = t.calls[0].id
			}
		})},
		{id: "LOOP-03/flagged", title: "What a tool returned is sent as an error.", plant: bends(func(t *turn) {
			for i := range t.results {
				t.results[i].failed = true
			}
		}), without: func(e side) bool { return !e.Flags }},
		{id: "LOOP-03/equal-skipped", title: "An event that says the same as the one before it is left out.",
			without: func(e side) bool { return e.wire.kept || e.wire.merged }, plant: func() hooks { return hooks{skips: true} }},
		{id: "LOOP-03/swapped", title: "Results of parallel calls come in the order of their end, by position.",
			plant: bends(func(t *turn) {
				if n := len(t.results); n > 1 {
					t.results[0].value, t.results[n-1].value = t.results[n-1].value, t.results[0].value
				}
			})},
		{id: "LOOP-03/first-arguments", title: "Every tool is run with the arguments of the first call.", plant: func() hooks {
			return hooks{relaxing: func(_ *agent, c made, _ bool, r *result) {
				if !r.failed && r.value.IsObject() && c.arguments.Len() > 0 {
					r.value = wire.Obj(wire.M(c.arguments.Members()[0].Name, wire.Str("first")))
				}
			}}
		}},
		{id: "LOOP-09/falsy-lost", title: "A result that is false is no result.", plant: bends(func(t *turn) {
			t.results = slices.DeleteFunc(t.results, func(r result) bool { return falsy(r.value) })
		})},
		{id: "LOOP-09/falsy-is-empty", title: "A result that is false is sent as an empty object.", plant: bends(func(t *turn) {
			for i := range t.results {
				if falsy(t.results[i].value) {
					t.results[i].value = wire.Obj()
				}
			}
		})},
		{id: "LOOP-09/nothing-is-ok", title: "A result that is null or an empty text is sent as ok.",
			plant: bends(returned(silent, wire.Str("ok")))},
		{id: "LOOP-09/nothing-is-told", title: "A result that is an empty text is sent as a sentence that says so.",
			plant: bends(returned(wordless, wire.Str("The tool returned nothing.")))},
		{id: "LOOP-09/nothing-is-another", title: "A result that is null is sent as the first one of its turn.",
			plant: bends(func(t *turn) {
				for i, r := range t.results {
					if r.value.IsNull() && !r.failed && i > 0 {
						t.results[i].value = t.results[0].value
					}
				}
			})},
		{id: "LOOP-09/empty-text-is-null", title: "A result that is an empty text is sent as null.",
			plant: bends(returned(wordless, wire.Str("null")))},
		{id: "LOOP-09/bare-is-nothing", title: "A result that is an empty list or object is sent as an empty text.",
			plant: bends(returned(func(v wire.Value) bool { return (v.IsArray() || v.IsObject()) && v.Len() == 0 }, wire.Str("")))},
		{id: "LOOP-10/floats", title: "Numbers go through a float.", small: true, plant: bends(func(t *turn) {
			for i := range t.calls {
				t.calls[i].arguments = floated(t.calls[i].arguments)
				if t.calls[i].sound {
					t.calls[i].text = t.calls[i].arguments.JSON()
				}
			}
			for i := range t.results {
				t.results[i].value = floated(t.results[i].value)
			}
		})},
		{id: "LOOP-10/returned-trimmed", title: "A text that a tool returned is trimmed.", small: true, plant: bends(func(t *turn) {
			for i, r := range t.results {
				if r.value.IsString() {
					t.results[i].value = wire.Str(strings.TrimSpace(r.value.Text()))
				}
			}
		})},
		{id: "LOOP-10/returned-controls-lost", title: "A text that a tool returned loses its control characters.", small: true,
			plant: bends(func(t *turn) {
				for i, r := range t.results {
					if r.value.IsString() {
						t.results[i].value = plant.Lettered("controls-lost")[0].Edit(r.value)
					}
				}
			})},
		{id: "LOOP-10/returned-cut", title: "A text that a tool returned is sent up to a length.", small: true, plant: bends(func(t *turn) {
			for i, r := range t.results {
				if text := r.value.Text(); !r.failed && !r.served && len(text) > 16384 {
					t.results[i].value = wire.Str(text[:16384])
				}
			}
		})},
		{id: "LOOP-10/text-cleaned", title: "Separators and emoji are taken out of text.", small: true, plant: bends(func(t *turn) {
			t.text = strings.Map(func(c rune) rune {
				if c == '\u2028' || c > 0xffff {
					return -1
				}
				return c
			}, t.text)
		})},
	}
}

// returned sends another value where a tool returned some.
func returned(some func(wire.Value) bool, other wire.Value) func(t *turn) {
	return func(t *turn) {
		for i, r := range t.results {
			if !r.failed && !r.served && some(r.value) {
				t.results[i].value = other
			}
		}
	}
}

// silent values have no words.
func silent(v wire.Value) bool { return v.IsNull() || wordless(v) }

func wordless(v wire.Value) bool { return v.IsString() && v.Text() == "" }

func falsy(v wire.Value) bool {
	return v.IsFalse() || v.IsNull() || wire.Equal(v, wire.Int(0)) || v.IsString() && v.Text() == ""
}

func floated(v wire.Value) wire.Value {
	if v.Kind() != wire.Number {
		return v.Each(floated)
	}
	f, err := strconv.ParseFloat(v.Literal(), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1e25 {
		return v
	}
	return wire.Num(strconv.FormatFloat(f, 'f', -1, 64))
}
