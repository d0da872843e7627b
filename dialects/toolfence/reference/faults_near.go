package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/scan"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

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
		tells("FENCE-14/empty-object-hides", where(plant.All(asks("output-error"), func(o wire.Value) bool {
			return wire.Equal(o.Get("output"), wire.Obj())
		}), drop(words.ErrorEvent))),
		tells("FENCE-03/only-empty-input", where(func(o wire.Value) bool {
			return o.Len() == 1 && wire.Equal(o.Get("input"), wire.Obj())
		}, nothing), "FENCE-01"),
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
		reads("FENCE-02/tabs-of-items", lined(func(_ *reader, line string) string {
			if strings.HasPrefix(line, "\t") {
				return "    " + line[1:]
			}
			return line
		})),
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
		rows = append(rows, reads("FENCE-02/"+r[0], lined(func(_ *reader, line string) string {
			return strings.ReplaceAll(line, r[1], "")
		})))
	}
	return rows
}

// indentedBehind takes an indented example for a call where one of these lines stood before it, blank ones between or none.
func indentedBehind(lines ...string) func(wire.Value) manner {
	return func(wire.Value) manner {
		behind, body, inside := "", "", false
		return lined(func(r *reader, line string) string {
			bare := strings.TrimSpace(line)
			switch {
			case !inside && bare == "```tool" && slices.Contains(lines, behind):
				inside, body = true, ""
			case inside && strings.HasPrefix(bare, "{"):
				body += line
			case inside:
				inside = false
				if v, ok := parseWhere(body, true); ok {
					r.call(v)
				}
			case bare != "":
				behind = bare
				return line
			default:
				return line
			}
			return ""
		})
	}
}
