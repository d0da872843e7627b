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

// each changes every line of text alike.
func each(change func(line string) string) manner {
	return lined(func(_ *reader, line string) string { return change(line) })
}

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

// lacks and asks tell of objects that faults are about.
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

// nearFaults take what is nearly the same for the same: members, states and ids that mean something elsewhere.
func nearFaults() []plant.Row {
	output := adding(words.OutputEvent, "output", wire.NullValue)
	failure := adding(words.ErrorEvent, "errorText", wire.Str("failed"))
	flag := func(name, is string) plant.Of {
		return func(o wire.Value) bool { return wire.Equal(o.Get(name), wire.ParseString(is)) }
	}
	// without tells nothing, or the input alone, of a call that has such a member.
	other := func(slug string, so plant.Of, c change) plant.Row { return tells("FENCE-12/"+slug, where(so, c)) }
	nothing := listed(func([]wire.Value) []wire.Value { return nil })
	state := func(slug, state string, c change) plant.Row { return tells("FENCE-17/"+slug, where(asks(state), c)) }
	id := func(slug string, so func(id string) bool) plant.Row {
		return tells("FENCE-08/"+slug, where(func(o wire.Value) bool { return so(o.Get("toolCallId").Text()) },
			at("", "toolCallId", plant.Becomes(`"tool-call-700000"`))))
	}
	named := func(slug string, change func(name string) string) plant.Row {
		return tells("FENCE-25/"+slug, at(words.InputEvent, "toolName", plant.Text(change)))
	}
	return []plant.Row{
		other("provider-executed", flag("providerExecuted", "true"), nothing), other("dynamic", flag("dynamic", "true"), nothing),
		other("preliminary", flag("preliminary", "true"), nothing), other("hidden", flag("hidden", "true"), nothing),
		other("not-done", flag("done", "false"), alone), other("partial", flag("partial", "true"), alone),
		other("no-success", flag("success", "false"), failure), other("cancelled", flag("cancelled", "true"), failure),
		other("message-is-error-text", plant.All(plant.Has("message"), lacks("errorText")), failure),
		other("status-error", plant.Says("status", "error"), failure),
		tells("FENCE-12/unwrapped", where(func(o wire.Value) bool { return o.Get("tool").IsObject() },
			func(_ []wire.Value, o wire.Value) []wire.Value { return eventsOf("inner", o.Get("tool")) })),
		tells("FENCE-10/padded-name", where(plant.All(plant.Has(" toolCallId "), lacks("toolCallId")),
			by("", "toolCallId", func(_, o wire.Value) wire.Value { return o.Get(" toolCallId ") }))).Warn(),
		state("state-padded", " output-available ", output), state("state-underscore", "output_available", output),
		state("state-done", "done", output), state("state-complete", "complete", output), state("state-success", "success", output),
		state("state-result", "result", output), state("state-errored", "output-errored", failure),
		state("upper-case-error", "OUTPUT-ERROR", failure),
		state("state-denied", "output-denied", failure), state("state-camel", "outputError", failure),
		tells("FENCE-17/state-in-list", where(func(o wire.Value) bool { return o.Get("state").IsArray() }, output)),
		id("false", func(id string) bool { return id == "false" }), id("wide-blank", func(id string) bool { return id == "\u3000" }),
		named("number", func(name string) string { return strings.TrimPrefix(name, "00") }),
		tells("FENCE-14/empty-object-hides", where(plant.All(asks("output-error"), flag("output", "{}")), drop(words.ErrorEvent))),
		tells("FENCE-03/only-empty-input",
			where(plant.All(flag("input", "{}"), func(o wire.Value) bool { return o.Len() == 1 }), nothing), "FENCE-01"),
		tells("FENCE-05/built-in-names", at(words.OutputEvent, "output", plant.When(wire.Value.IsObject, plant.Lacking("constructor")))),
		tells("FENCE-05/list-like", at(words.OutputEvent, "output", plant.When(plant.Has("length"), plant.Becomes(`["a","b"]`)))),
		tells("FENCE-03/list-like", at(words.InputEvent, "input", plant.When(plant.Has("length"), plant.Becomes(`["a","b"]`)))),
		tells("FENCE-03/mark-alone", at(words.InputEvent, "input", plant.Deep(plant.When(
			func(v wire.Value) bool { return v.IsString() && v.Text() == "\ufeff" }, plant.Becomes(`""`))))),
		tells("ROBUST-04/double-alone", at(words.OutputEvent, "output", plant.When(isNumber, dialect.Doubles))).Warn(),
	}
}

// nearBodyFaults are other ideas of what a tool fence is, where it ends, and what its text around it says.
func nearBodyFaults() []plant.Row {
	info := func(slug, cut string) plant.Row {
		return reads("FENCE-18/"+slug, taking(func(f *scan.Fence) bool { return strings.Trim(f.Info, cut) == "tool" }))
	}
	rows := []plant.Row{
		info("hash", "#"), info("angles", "<>"), info("brackets", "[]"), info("quotes", `"`), info("signs", "%$!?-:\\"),
		info("stops", ".:)"),
		reads("FENCE-19/ten-at-most", taking(func(f *scan.Fence) bool { return isPlainTool(f) && f.Length <= 10 })).Warn(),
		reads("FENCE-18/closing-much-longer", closingAt(func(f *scan.Fence, c *scan.Cursor) bool {
			return f.ClosedBy(c) && len(strings.TrimSpace(c.Text())) <= f.Length+1
		}), "FENCE-19"),
		reads("FENCE-02/definitions", dropping(func(_ *reader, line string) bool { return strings.HasPrefix(line, "[^") })),
		reads("FENCE-02/tabs-of-items", each(plant.Turned(`^\t`, "    "))),
		reads("FENCE-16/brace-closes", manner{
			rules: scan.Rules{Closing: func(f *scan.Fence, c *scan.Cursor) bool {
				return f.ClosedBy(c) || f.Info == "tool" && c.Text() == "}```"
			}},
			parse: func(body string) (wire.Value, bool) {
				if v, ok := parseWhere(body, true); ok {
					return v, true
				}
				return parseWhere(body+"}", true)
			},
		}),
		reads("FENCE-16/nul-ends", manner{parse: func(body string) (wire.Value, bool) {
			before, _, _ := strings.Cut(body, "\x00")
			return parseWhere(before, true)
		}}),
		anew("FENCE-18/rule-is-item", indentedBehind("* * *", "- - -", "_ _ _")),
		anew("FENCE-18/wide-item-is-narrow", indentedBehind("1.   one", "-    one")),
		anew("FENCE-18/empty-item-goes-on", indentedBehind("-", "1.")),
		anew("FENCE-18/any-digits", indentedBehind("1234567890. one")),
		anew("FENCE-18/number-ends-paragraph", indentedBehind("2. one")),
		anew("FENCE-18/item-without-blank", indentedBehind("-one", "1.one", "a. one")),
	}
	for _, r := range [][2]string{{"noncharacters", "\uffff"}, {"private", "\ue000"}, {"tag-characters", "\U000e0041"}, {"backspace", "\b"},
		{"replacement", "\ufffd"}, {"second-controls", "\u0080"}, {"directions", "\u2066"}, {"numbered-entities", "&#35;"},
		{"data-lines", "data: "}, {"event-lines", "event: x\n"}} {
		rows = append(rows, reads("FENCE-02/"+r[0], each(plant.Replaced(r[1], ""))))
	}
	return rows
}

// indentedBehind takes an indented example for a call where one of these lines stood before it, blank ones between or none.
func indentedBehind(lines ...string) func(wire.Value) manner {
	return func(input wire.Value) manner {
		behind := ""
		return rawReading(func(line string) bool {
			line = strings.TrimSpace(line)
			opens := line == "```tool" && slices.Contains(lines, behind)
			if line != "" && !opens {
				behind = line
			}
			return opens
		})(input)
	}
}
