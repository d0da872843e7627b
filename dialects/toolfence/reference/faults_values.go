package reference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// inputFaults are about FENCE-03 and 04.
func inputFaults() []plant.Row {
	input := func(slug string, edit plant.Edit) plant.Row {
		return tells("FENCE-03/"+slug, where(plant.Has("input"), at(words.InputEvent, "input", edit)))
	}
	none := func(slug string, c change) plant.Row { return tells("FENCE-04/"+slug, where(lacks("input"), c)).Warn() }
	return []plant.Row{
		tells("FENCE-03/missing-with-outcome", where(plant.Has("output"), drop(words.InputEvent))),
		tells("FENCE-03/twice", twice(words.InputEvent)), tells("FENCE-03/after-outcome", listed(plant.Reversed)),
		input("as-text", asText),
		input("null-as-text", plant.When(wire.Value.IsNull, plant.Becomes(`"null"`))),
		input("falsy-lost", plant.When(func(v wire.Value) bool { return words.Falsy(v) && !v.IsArray() }, plant.Becomes("{}"))),
		input("empty-list", plant.When(func(v wire.Value) bool { return words.Falsy(v) && v.IsArray() }, plant.Becomes("{}"))),
		input("nulls-lost", withoutNulls),
		input("parsed", plant.Inside("/text", plant.Parsed)),
		none("none", drop(words.InputEvent)),
		none("null", at(words.InputEvent, "input", plant.Null)),
		none("empty-text", at(words.InputEvent, "input", plant.Becomes(`""`))),
	}
}

// outcomeFaults are about FENCE-05 to 07.
func outcomeFaults() []plant.Row {
	output := adding(words.OutputEvent, "output", wire.NullValue)
	rows := []plant.Row{
		tells("FENCE-05/needs-state", where(plant.Not(asks("output-available")), drop(words.OutputEvent))),
		tells("FENCE-05/twice", twice(words.OutputEvent)), tells("FENCE-05/parsed", at(words.OutputEvent, "output", plant.Parsed)),
		tells("FENCE-05/input-as-output", where(lacks("output"),
			by(words.OutputEvent, "output", func(_, o wire.Value) wire.Value { return o.Get("input") }))),
		tells("FENCE-05/beside-error", where(plant.All(asks("output-error"), lacks("output")), output)),
		tells("FENCE-06/twice", twice(words.ErrorEvent)), tells("FENCE-06/null", at(words.ErrorEvent, "errorText", plant.Null)),
		tells("FENCE-06/beside-output", where(plant.All(plant.Has("output"), lacks("errorText")),
			adding(words.ErrorEvent, "errorText", wire.Str("")))),
		tells("FENCE-07/error", where(func(o wire.Value) bool {
			return asksByState(o) && !strings.HasPrefix(o.Get("state").Text(), "output")
		}, adding(words.ErrorEvent, "errorText", wire.Str("no result")))),
	}
	for _, state := range words.States()[:2] {
		rows = append(rows, tells("FENCE-07/"+state, where(plant.All(asks(state), lacks("errorText")), output)),
			tells("FENCE-07/"+state+"-decides", where(asks(state), alone)))
	}
	return rows
}

// asksByState tells of objects without an outcome's value.
func asksByState(o wire.Value) bool { return !o.Has("output") && !o.Has("errorText") }

// idFaults are about FENCE-08 to 11 and 25.
func idFaults() []plant.Row {
	id := func(slug string, change func(string) string) plant.Row {
		return tells("FENCE-08/"+slug, where(plant.Has("toolCallId"), at("", "toolCallId", plant.Text(change))))
	}
	made := func(id string, newID func(r *reader) string) plant.Row { return reads(id, manner{newID: newID}) }
	name := func(id string, so plant.Of, edit func(v, object wire.Value) wire.Value) plant.Row {
		return tells(id, where(so, by(words.InputEvent, "toolName", edit)))
	}
	unnamed := func(slug, value string) plant.Row {
		return tells("FENCE-11/"+slug, where(lacks("toolName"), at(words.InputEvent, "toolName", plant.Becomes(value))))
	}
	hasName := func(o wire.Value) bool { return words.IsText(o.Get("toolName")) }
	named := func(slug string, change func(string) string) plant.Row {
		return tells("FENCE-25/"+slug, where(hasName, at(words.InputEvent, "toolName", plant.Text(change))))
	}
	from := func(pointer string) func(_, o wire.Value) wire.Value {
		return func(_, o wire.Value) wire.Value { return o.Find(pointer) }
	}
	blank := func(v wire.Value) bool { return strings.TrimSpace(v.Text()) == "" }
	return []plant.Row{
		id("trimmed", strings.TrimSpace), id("lower-case", strings.ToLower),
		id("prefixed", func(s string) string { return "md-" + s }),
		id("cleaned", plant.Turned(`[^\w -]`, "_")),
		tells("FENCE-08/number", at("", "toolCallId", plant.When(func(v wire.Value) bool { return v.Text() == "0" }, plant.Becomes("0")))),
		tells("FENCE-08/output-renamed", by(words.OutputEvent, "toolCallId",
			func(_, o wire.Value) wire.Value { return wire.Str(o.Get("toolName").Text()) })),
		tells("FENCE-08/error-renamed", at(words.ErrorEvent, "toolCallId", plant.Null)),
		tells("FENCE-08/error-trimmed", at(words.ErrorEvent, "toolCallId", plant.Text(strings.TrimSpace))),
		tells("FENCE-08/blank", at("", "toolCallId", plant.When(blank, plant.Becomes(`"tool-call-77"`)))),
		made("FENCE-09/empty", func(*reader) string { return "" }),
		made("FENCE-09/one-step", func(r *reader) string {
			if id := r.counted(); !r.given[id] {
				return id
			}
			return r.counted()
		}),
		made("FENCE-09/later", func(r *reader) string {
			id := r.counted()
			for r.given[id] {
				id = r.counted()
			}
			return id
		}).Warn(),
		made("FENCE-10/letter", func(r *reader) string { return r.counted() + "x" }).Warn(),
		unnamed("null", "null"), unnamed("empty", `""`), unnamed("upper-case", `"Tool"`),
		name("FENCE-11/input", func(o wire.Value) bool { return !o.Has("toolName") && o.Get("input").Has("toolName") },
			from("/input/toolName")),
		named("cleaned", plant.Replaced(" ", "_")),
		named("constructor", plant.Turned(`^(constructor|__proto__)$`, "tool")),
		name("FENCE-25/label", plant.All(hasName, plant.Has("label")), from("/label")),
		name("FENCE-25/remembered", hasName, func(_, _ wire.Value) wire.Value { return wire.Str("search_stock") }),
		reads("FENCE-25/by-id", nameByID(plant.Has("toolName"))), reads("FENCE-11/by-id", nameByID(lacks("toolName"))),
		tells("FENCE-09/third-event", func(events []wire.Value, o wire.Value) []wire.Value {
			id, last := idOf(events), events[len(events)-1]
			if !o.Has("toolCallId") && o.Has("output") && words.TypeOf(last) == words.ErrorEvent {
				return []wire.Value{events[0], toolEvent(words.OutputEvent, id, wire.M("output", o.Get("output"))),
					last.With("toolCallId", wire.Str(id+"0"))}
			}
			return events
		}),
	}
}

// counted is the next id of a reader that counts from one.
func (r *reader) counted() string {
	r.number++
	return fmt.Sprintf("tool-call-%d", r.number)
}

// nameByID gives a call with such an object the name of the first one with its id.
func nameByID(so plant.Of) manner {
	return manner{events: func(r *reader, id string, object wire.Value) []wire.Value {
		events := eventsOf(id, object)
		first := slices.IndexFunc(r.out, func(e dialect.Event) bool {
			return words.TypeOf(e.Value) == words.InputEvent && e.Value.Get("toolCallId").Text() == id
		})
		if so(object) && first >= 0 {
			events[0] = events[0].With("toolName", r.out[first].Value.Get("toolName"))
		}
		return events
	}}
}

// memberFaults are about FENCE-12.
func memberFaults() []plant.Row {
	chunk := func(slug string, so func(m wire.Member) bool, edit plant.Edit) plant.Row {
		return reads("FENCE-12/"+slug, manner{chunk: func(id string, object wire.Value) wire.Value {
			for _, m := range words.Others(object) {
				if so(m) {
					object = object.With(m.Name, edit(m.Value))
				}
			}
			return toolChunkOf(id, object)
		}})
	}
	// from reads the object as if what stands at a place, where it is such a value, were a member that is known.
	from := func(pointer string, so plant.Of, member string) change {
		return as(func(o wire.Value) wire.Value {
			if v := o.Find(pointer); so(v) {
				return o.With(member, v)
			}
			return o
		})
	}
	alias := func(id, name, member string) plant.Row {
		return tells(id, where(lacks(member), from("/"+name, plant.Not(wire.Value.IsAbsent), member)))
	}
	return []plant.Row{
		chunk("falsy-dropped", func(m wire.Member) bool { return words.Falsy(m.Value) || m.Value.IsNull() }, plant.Gone),
		chunk("as-text", func(m wire.Member) bool { return m.Value.IsObject() }, asText),
		chunk("nameless-dropped", func(m wire.Member) bool { return m.Name == "" }, plant.Gone),
		chunk("text-dropped", func(m wire.Member) bool { return m.Name == "text" }, plant.Gone),
		chunk("lines-unified", func(wire.Member) bool { return true },
			plant.Deep(plant.Text(func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }))),
		plant.New("FENCE-12/no-chunks", chunks(plant.Drop(isToolChunk))),
		plant.New("FENCE-12/left-over", chunks(func(list []wire.Value) []wire.Value {
			var last []wire.Member
			return plant.Each(isToolChunk, func(c wire.Value) wire.Value {
				for _, m := range last {
					if !c.Has(m.Name) {
						c = c.With(m.Name, m.Value)
					}
				}
				last = words.Others(c)
				return c
			})(list)
		})),
		plant.New("FENCE-01/chunk-twice", chunks(func(list []wire.Value) []wire.Value {
			for _, c := range plant.Reversed(slices.Clone(list)) {
				if isToolChunk(c) {
					return append(list, c)
				}
			}
			return list
		})),
		alias("FENCE-12/error-is-error-text", "error", "errorText"), alias("FENCE-12/result-is-output", "result", "output"),
		alias("FENCE-11/tool-member", "tool", "toolName"), alias("FENCE-04/arguments-member", "arguments", "input").Warn(),
		tells("FENCE-12/status-is-state", from("/status", wire.Value.IsString, "state")),
		tells("FENCE-12/args-is-input", from("/args", wire.Value.IsObject, "input")),
		tells("FENCE-12/metadata", from("/metadata/state", wire.Value.IsString, "state")),
		tells("FENCE-12/is-error", where(func(o wire.Value) bool { return o.Get("isError").IsTrue() },
			as(plant.Having("state", wire.Str("output-error"))))),
	}
}

func isToolChunk(v wire.Value) bool { return words.TypeOf(v) == "tool" }

// emptyFaults are about FENCE-13 to 15.
func emptyFaults() []plant.Row {
	lost := func(slug, value string) plant.Row {
		v := wire.ParseString(value)
		is := func(o wire.Value) bool { return wire.Equal(o.Get("output"), v) }
		return tells("FENCE-13/"+slug, where(plant.All(is, plant.Not(asks("output-available"))), drop(words.OutputEvent)))
	}
	outputOnly := func(slug string, so plant.Of) plant.Row {
		return tells("FENCE-14/"+slug, where(plant.All(hasOutput, so), as(func(o wire.Value) wire.Value {
			return o.Without("errorText").With("state", wire.Str("output-available"))
		})))
	}
	both := func(o wire.Value) bool { return o.Has("output") && words.IsText(o.Get("errorText")) }
	return []plant.Row{
		lost("false", "false"), lost("zero", "0"), lost("empty-text", `""`), lost("empty-list", "[]"), lost("null", "null").Warn(),
		tells("FENCE-13/becomes-null", at(words.OutputEvent, "output", plant.When(words.Falsy, plant.Null))),
		outputOnly("state-wins", asks("output-available")), outputOnly("payload-wins", lacks("errorText")),
		tells("FENCE-14/neither", where(both, alone)),
		tells("FENCE-14/other-output", where(both, func(events []wire.Value, o wire.Value) []wire.Value {
			return append(events, toolEvent(words.OutputEvent, idOf(events), wire.M("output", o.Get("errorText"))))
		})),
		tells("FENCE-15/no-error", where(func(o wire.Value) bool { return wire.Equal(o.Get("errorText"), wire.Str("")) },
			as(plant.Lacking("errorText")))).Warn(),
	}
}

func hasOutput(o wire.Value) bool { return o.Has("output") || asks("output-available")(o) }

// oddFaults are about FENCE-17.
func oddFaults() []plant.Row {
	verbatim := func(kind, member string) change {
		odd := func(o wire.Value) bool { return o.Has(member) && !o.Get(member).IsString() }
		return where(odd, by(kind, member, func(_, o wire.Value) wire.Value { return o.Get(member) }))
	}
	output := adding(words.OutputEvent, "output", wire.NullValue)
	return []plant.Row{
		tells("FENCE-17/id-as-it-is", verbatim("", "toolCallId")), tells("FENCE-17/name-as-it-is", verbatim(words.InputEvent, "toolName")),
		tells("FENCE-17/error-as-it-is", where(func(o wire.Value) bool { return o.Get("errorText").IsObject() },
			func(events []wire.Value, o wire.Value) []wire.Value {
				return append(events, toolEvent(words.ErrorEvent, idOf(events), wire.M("errorText", o.Get("errorText"))))
			})),
		tells("FENCE-17/upper-case", where(asks("OUTPUT-AVAILABLE"), output)),
		tells("FENCE-17/prefix", where(asks("output-available-soon"), output)),
		tells("FENCE-17/error-state", where(asks("error"), adding(words.ErrorEvent, "errorText", wire.Str("failed")))),
		tells("FENCE-17/null-state-is-done", where(func(o wire.Value) bool { return o.Get("state").Kind() == wire.Null },
			adding(words.ErrorEvent, "errorText", wire.Str("")))),
	}
}

// opened are changes of values that are opened, shortened or hidden.
func opened() []plant.Change {
	return []plant.Change{
		{Slug: "only-value", Edit: unwrapped("value")}, {Slug: "only-content", Edit: unwrapped("content")},
		{Slug: "type-lost", Edit: without("type")}, {Slug: "error-lost", Edit: without("error")},
		{Slug: "list-of-one", Edit: plant.When(func(v wire.Value) bool { return v.IsArray() && v.Len() == 1 }, first)},
		{Slug: "masked", Edit: masked},
		{Slug: "hundred-items", Edit: plant.In(plant.First(100))},
		{Slug: "backslashes", Edit: textual(plant.Replaced(`\\`, `\`))}, {Slug: "nul-lost", Edit: textual(plant.Replaced("\x00", ""))},
	}
}

// openedFaults: values that are opened, shortened or hidden (FENCE-03, 05 and 06).
func openedFaults() []plant.Row {
	var rows []plant.Row
	for _, c := range opened() {
		rows = append(rows, tells("FENCE-03/"+c.Slug, at(words.InputEvent, "input", c.Edit)),
			tells("FENCE-05/"+c.Slug, at(words.OutputEvent, "output", c.Edit)))
	}
	for _, tidy := range dialect.Tidyings() {
		rows = append(rows, tells("FENCE-05/"+tidy.Slug, at(words.OutputEvent, "output", tidy.Change)))
	}
	return append(rows, tells("FENCE-03/json-text", at(words.InputEvent, "input", plant.Parsed)),
		tells("FENCE-06/message", at(words.ErrorEvent, "errorText", plant.Taken("message"))),
		tells("FENCE-06/stack", at(words.ErrorEvent, "errorText", plant.Text(plant.Turned(`(?s)\n    at .*`, "")))),
		tells("FENCE-06/null-output-hides", where(plant.All(lacks("state"),
			func(o wire.Value) bool { return o.Get("output").Kind() == wire.Null }), drop(words.ErrorEvent))))
}

// productFaults are the shared changes of texts wherever an event or a chunk tells one.
func productFaults() []plant.Row {
	place := func(slug, title, line string, m func(plant.Edit) manner) plant.Place {
		return plant.Place{Slug: slug, Title: title, Requirement: line, Plant: func(e plant.Edit) plant.Plant { return reading(m(e)) }}
	}
	at := func(kind, member string) func(plant.Edit) manner {
		return func(e plant.Edit) manner { return telling(at(kind, member, plant.Deep(e))) }
	}
	others := func(e plant.Edit) manner {
		return manner{chunk: func(id string, object wire.Value) wire.Value {
			for _, m := range words.Others(object) {
				object = object.With(m.Name, plant.Deep(e)(m.Value))
			}
			return toolChunkOf(id, object)
		}}
	}
	return plant.Product([]plant.Place{
		place("input", "An input", "FENCE-03", at(words.InputEvent, "input")),
		place("output", "An output", "FENCE-05", at(words.OutputEvent, "output")),
		place("error", "An error text", "FENCE-06", at(words.ErrorEvent, "errorText")),
		place("name", "A name", "FENCE-25", at(words.InputEvent, "toolName")),
		place("id", "An id", "FENCE-08", at("", "toolCallId")),
		place("other", "A member of others", "FENCE-12", others),
	}, plant.Changes())
}

func first(v wire.Value) wire.Value { return v.At(0) }

// unwrapped is the value of the only member, where it has that name.
func unwrapped(name string) plant.Edit {
	return plant.When(func(v wire.Value) bool { return v.IsObject() && v.Len() == 1 && v.Has(name) },
		func(v wire.Value) wire.Value { return v.Get(name) })
}

func without(name string) plant.Edit { return plant.When(wire.Value.IsObject, plant.Lacking(name)) }

func masked(v wire.Value) wire.Value {
	for _, name := range []string{"password", "token"} {
		v = v.Edit("/"+name, plant.Becomes(`"***"`))
	}
	return v
}
