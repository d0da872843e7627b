package reference

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/scan"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

//go:embed titles_consumer.txt
var consumerTitles string

// ConsumerFaults are faulty manners of reading, one for each way to miss a requirement that came to mind. Their titles
// stand in titles_consumer.txt.
func ConsumerFaults() []dialect.Fault {
	return plant.Faults(words.Consumer(), plant.Titled(consumerTitles, slices.Concat(fenceFaults(), textFaults(), inputFaults(),
		outcomeFaults(), idFaults(), memberFaults(), emptyFaults(), oddFaults(), openedFaults(), productFaults(), brokenFaults(),
		foreignFaults(), styleFaults(), openFaults(), orderFaults(), containerFaults(), familyFaults(), stickyFaults(), rewritingFaults(),
		nearFaults(), nearBodyFaults())))
}

// reads is another manner of reading.
func reads(id string, m manner, also ...string) plant.Row { return plant.New(id, reading(m), also...) }

func reading(m manner) plant.Plant { return func(dialect.Answer) dialect.Answer { return m.answer } }

// anew is a manner that is made for each input.
func anew(id string, make func(input wire.Value) manner, also ...string) plant.Row {
	return plant.New(id, func(dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation { return make(input).answer(input) }
	}, also...)
}

// edits changes the events of the whole answer.
func edits(id string, change func([]dialect.Event) []dialect.Event) plant.Row {
	return plant.New(id, editing(change))
}

func editing(change func([]dialect.Event) []dialect.Event) plant.Plant {
	return func(answer dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			o := answer(input)
			o.Events = change(o.Events)
			return o
		}
	}
}

// chunks changes the chunks of the final state.
func chunks(change plant.List) plant.Plant { return plant.Showing("/chunks", plant.In(change)) }

// lined is a manner that changes or drops each line of text, dropping one that drops those of which so is true.
func lined(change func(r *reader, line string) string) manner { return manner{line: change} }

func dropping(so func(r *reader, line string) bool) manner {
	return lined(func(r *reader, line string) string {
		if so(r, line) {
			return ""
		}
		return line
	})
}

// taking is a manner that takes such fences for tool fences.
func taking(is func(f *scan.Fence) bool) manner {
	return manner{isTool: func(_ *reader, f *scan.Fence) bool { return is(f) }}
}

// openingAt and closingAt are manners with another idea of what opens and closes a fence.
func openingAt(so func(c *scan.Cursor) *scan.Fence) manner {
	return manner{rules: scan.Rules{Opening: so}}
}

func closingAt(so func(f *scan.Fence, c *scan.Cursor) bool) manner {
	return manner{rules: scan.Rules{Closing: so}}
}

func isPlainTool(f *scan.Fence) bool { return f.Info == "tool" }

// change is what becomes of the events of a call, which has that object.
type change = func(events []wire.Value, object wire.Value) []wire.Value

func tells(id string, c change, also ...string) plant.Row { return reads(id, telling(c), also...) }

func telling(c change) manner {
	return manner{events: func(_ *reader, id string, object wire.Value) []wire.Value { return c(eventsOf(id, object), object) }}
}

// at changes one member of the events of one type, "" for all types; by does so knowing the object.
func at(kind, member string, edit plant.Edit) change {
	return by(kind, member, func(v, _ wire.Value) wire.Value { return edit(v) })
}

func by(kind, member string, edit func(v, object wire.Value) wire.Value) change {
	return func(events []wire.Value, object wire.Value) []wire.Value {
		return plant.Each(func(e wire.Value) bool { return (kind == "" || words.TypeOf(e) == kind) && e.Has(member) },
			func(e wire.Value) wire.Value { return e.With(member, edit(e.Get(member), object)) })(events)
	}
}

// where is a change of the calls with such an object.
func where(so plant.Of, c change) change {
	return func(events []wire.Value, object wire.Value) []wire.Value {
		if so(object) {
			return c(events, object)
		}
		return events
	}
}

// listed is a change that doesn't look at the object, as tells what another object asks for.
func listed(l plant.List) change {
	return func(events []wire.Value, _ wire.Value) []wire.Value { return l(events) }
}

func as(edit plant.Edit) change {
	return func(events []wire.Value, object wire.Value) []wire.Value { return eventsOf(idOf(events), edit(object)) }
}

// drop leaves events of a type out, twice repeats them, alone tells the input only.
func drop(kind string) change { return listed(plant.Drop(plant.Says("type", kind))) }

func twice(kind string) change { return listed(plant.Many(plant.Says("type", kind), plant.Twice)) }

func alone(events []wire.Value, _ wire.Value) []wire.Value { return events[:1] }

// adding appends an event of a type where there is none.
func adding(kind, member string, value wire.Value) change {
	return listed(func(events []wire.Value) []wire.Value {
		if slices.ContainsFunc(events, plant.Says("type", kind)) {
			return events
		}
		return append(events, toolEvent(kind, idOf(events), wire.M(member, value)))
	})
}

func idOf(events []wire.Value) string { return events[0].Get("toolCallId").Text() }

// Objects that faults are about.

func lacks(member string) plant.Of { return plant.Not(plant.Has(member)) }

func asks(state string) plant.Of { return plant.Says("state", state) }

// textual changes every text in a value.
func textual(change func(string) string) plant.Edit { return plant.Deep(plant.Text(change)) }

// asText is the JSON of a value, unless it is a text already.
func asText(v wire.Value) wire.Value { return wire.Str(wire.AsText(v)) }

// withoutNulls drops members that are null, at any depth.
func withoutNulls(v wire.Value) wire.Value {
	for _, m := range v.Members() {
		if v = v.With(m.Name, withoutNulls(m.Value)); m.Value.IsNull() {
			v = v.Without(m.Name)
		}
	}
	return v
}

// trim and cut are what becomes of texts.
func cut(n int) func(string) string { return func(s string) string { return s[:min(len(s), n)] } }

func replaced(oldnew ...string) func(string) string { return strings.NewReplacer(oldnew...).Replace }
