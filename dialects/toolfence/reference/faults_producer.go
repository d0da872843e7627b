package reference

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

//go:embed titles_producer.txt
var producerTitles string

// ProducerFaults are faulty writers. Their titles stand in titles_producer.txt.
func ProducerFaults() []dialect.Fault {
	rows := slices.Concat(callFaults(), writtenOutcomeFaults(), writtenTextFaults(), backtickFaults(), writtenFamilyFaults())
	return append(plant.Faults(words.Producer(), plant.Titled(producerTitles, rows)), dialect.Leaks(words.Producer(), "text", "order")...)
}

func writes(id string, w writer, also ...string) plant.Row {
	return plant.New(id, func(dialect.Answer) dialect.Answer { return w.answer }, also...)
}

// calls tells of some calls; every is true of all.
type calls = func(c *transcript.CallRecord) bool

func every(*transcript.CallRecord) bool { return true }

// ended tells of calls that ended so, "" of those that did not end.
func ended(with string) calls {
	return func(c *transcript.CallRecord) bool {
		return c.Result == nil && with == "" || c.Result != nil && c.Result.Status == with
	}
}

// objects edits the objects of such calls, member one of their members.
func objects(id string, of calls, edit plant.Edit, also ...string) plant.Row {
	return knowing(id, of, func(_ *transcript.CallRecord, o wire.Value) wire.Value { return edit(o) }, also...)
}

func member(id string, of calls, name string, edit plant.Edit, also ...string) plant.Row {
	return objects(id, of, func(o wire.Value) wire.Value { return o.With(name, edit(o.Get(name))) }, also...)
}

// knowing edits them knowing the call.
func knowing(id string, of calls, edit func(c *transcript.CallRecord, o wire.Value) wire.Value, also ...string) plant.Row {
	return writes(id, writer{object: func(c *transcript.CallRecord, o wire.Value) wire.Value {
		if of(c) {
			return edit(c, o)
		}
		return o
	}}, also...)
}

// callFaults are about FENCE-50.
func callFaults() []plant.Row {
	text := func(change func(s string) string) plant.Edit { return plant.Text(change) }
	return []plant.Row{
		writes("FENCE-50/order-of-results", writer{order: func(calls []*transcript.CallRecord) []*transcript.CallRecord {
			calls = slices.Clone(calls)
			slices.Reverse(calls)
			return calls
		}}),
		objects("FENCE-50/unanswered-lost", ended(""), plant.Gone),
		writes("FENCE-50/answered-once", writer{hears: dialect.WithoutRepeats}),
		writes("FENCE-50/two-fences", writer{fence: func(body string) string {
			one := "```tool\n" + body + "\n```\n"
			if o := wire.ParseString(body); strings.HasPrefix(o.Get("state").Text(), "output-") {
				early := o.Without("output").Without("errorText").With("state", wire.Str("input-available"))
				return "```tool\n" + early.JSON() + "\n```\n" + one
			}
			return one
		}}),
		knowing("FENCE-50/label", func(c *transcript.CallRecord) bool { return c.Label != "" },
			func(c *transcript.CallRecord, o wire.Value) wire.Value { return o.With("toolName", wire.Str(c.Label)) }),
		member("FENCE-50/empty-input-lost", every, "input", plant.When(wire.EmptyObject, plant.Gone)),
		member("FENCE-50/input-nulls-lost", every, "input", withoutNulls),
		objects("FENCE-50/other-state", ended(""), plant.Having("state", wire.Str("pending"))),
		objects("FENCE-50/null-members", every, plant.When(lacks("errorText"), plant.Having("errorText", wire.NullValue))),
		member("FENCE-50/name-of-64", every, "toolName", text(plant.Cut(64))),
		member("FENCE-50/name-trimmed", every, "toolName", text(strings.TrimSpace)),
		writes("FENCE-50/unclosed", writer{whole: func(s string) string { return strings.TrimSuffix(s, "```\n") }}),
		writes("FENCE-50/same-line", writer{whole: plant.Replaced(".\n```tool", ". ```tool")}),
		writes("FENCE-50/raw-nul", writer{body: written(`\u0000`, "\x00")}),
		member("FENCE-50/id-ticks", every, "toolCallId", text(plant.Replaced("```", ""))),
		member("FENCE-50/id-separators", every, "toolCallId", text(plant.Replaced("\u2028", " ", "\u2029", " ", "\u0085", " "))),
		member("FENCE-50/name-separators", every, "toolName", text(plant.Replaced("\u2028", " ", "\u2029", " ", "\u0085", " "))),
		member("FENCE-50/id-long", every, "toolCallId", text(plant.Cut(1000))),
		member("FENCE-50/name-long", every, "toolName", text(plant.Cut(1000))),
		member("FENCE-50/name-unquoted", every, "toolName", text(plant.Replaced("\\\"", "\""))),
	}
}

// written is the JSON of a value with something replaced.
func written(oldnew ...string) func(o wire.Value) string {
	return func(o wire.Value) string { return plant.Replaced(oldnew...)(o.JSON()) }
}

// writtenOutcomeFaults are about FENCE-51 and 52.
func writtenOutcomeFaults() []plant.Row {
	success, failed, cancelled := ended(transcript.Success), ended(transcript.Error), ended(transcript.Cancelled)
	state := func(s string) plant.Edit { return plant.Having("state", wire.Str(s)) }
	outputToo := func(o wire.Value) wire.Value { return o.With("output", o.Get("errorText")) }
	empty := func(v wire.Value) bool { return words.Falsy(v) || v.IsNull() }
	rows := []plant.Row{
		objects("FENCE-51/state-done", success, state("input-available")),
		member("FENCE-51/falsy-output-lost", success, "output", plant.When(empty, plant.Gone)),
		member("FENCE-51/output-parsed", success, "output", plant.Parsed),
		knowing("FENCE-51/artifact", func(c *transcript.CallRecord) bool { return success(c) && !c.Result.Artifact.IsNull() },
			func(c *transcript.CallRecord, o wire.Value) wire.Value { return o.With("output", c.Result.Artifact) }),
		objects("FENCE-51/error-beside-output", success, plant.Having("errorText", wire.Str(""))),
		objects("FENCE-51/error-without-state", failed, plant.Lacking("state")), objects("FENCE-51/error-and-output", failed, outputToo),
		objects("FENCE-51/invented", ended(""),
			func(o wire.Value) wire.Value { return state("output-available")(o).With("output", wire.NullValue) }),
		objects("FENCE-51/list-error", func(c *transcript.CallRecord) bool { return failed(c) && c.Result.Content.IsArray() },
			plant.Having("errorText", wire.Str("Tool error"))),
		member("FENCE-51/message", failed, "errorText", plant.Taken("message")),
		knowing("FENCE-51/object-error",
			func(c *transcript.CallRecord) bool { return failed(c) && c.Result.Content.Get("message").IsString() },
			func(c *transcript.CallRecord, o wire.Value) wire.Value {
				return o.With("errorText", c.Result.Content.Get("message"))
			}),
		member("FENCE-51/error-of-8192", failed, "errorText", plant.Text(plant.Cut(8192))),
		member("FENCE-51/built-in-names", success, "output", plant.When(wire.Value.IsObject, plant.Lacking("constructor"))),
		knowing("FENCE-52/own-text", cancelled, func(c *transcript.CallRecord, o wire.Value) wire.Value {
			return o.With("errorText", wire.Str(c.Result.Content.Text()))
		}),
		objects("FENCE-52/own-state", cancelled, state("cancelled")), objects("FENCE-52/output-too", cancelled, outputToo),
	}
	for _, c := range opened() {
		if !slices.Contains([]string{"only-value", "type-lost", "backslashes", "nul-lost"}, c.Slug) { // no content has that
			rows = append(rows, member("FENCE-51/"+c.Slug, success, "output", c.Edit))
		}
	}
	for _, tidy := range dialect.Tidyings() {
		rows = append(rows, objects("FENCE-51/"+tidy.Slug, every, plant.Inside("/output", tidy.Change)))
	}
	return rows
}

// writtenTextFaults are about FENCE-53.
func writtenTextFaults() []plant.Row {
	changed := func(id string, change func(string) string) plant.Row { return writes(id, writer{text: change}) }
	whole := func(slug string, change func(string) string) plant.Row {
		return writes("FENCE-53/"+slug, writer{whole: change})
	}
	return append(replacements("FENCE-53", changed, [][]string{{"line-ends", "  \n", "\n"}, {"escaped", "*", `\*`},
		{"blank-lines", "\n\n", "\n"}, {"entities", "<", "&lt;"}, {"crlf", "\n", "\r\n"}, {"joiners", "\u200d", "", "\u200b", ""},
		{"many-breaks", "\n\n\n\n\n", "\n\n", "\n\n\n\n", "\n\n"}, {"lone-cr", "\r\n", "\r\n", "\r", "\n"},
		{"indented", "\n    ", "\n"}, {"paragraph-separators", "\u2029", "\n"}, {"nul", "\x00", ""}, {"lines-again", "ha\nha", "ha"},
		{"variation", "\ufe0f", ""}, {"second-controls", "\u0080", "", "\u009f", ""},
		{"directions", "\u200e", "", "\u2066", "", "\u2069", ""}}...), changed("FENCE-53/cut", plant.Cut(20000)),
		writes("FENCE-53/hundred-pieces", writer{hears: func(t transcript.Transcript) transcript.Transcript {
			pieces := 0
			t.Items = slices.DeleteFunc(slices.Clone(t.Items), func(it transcript.Item) bool {
				if it.Kind == transcript.Text {
					pieces++
				}
				return it.Kind == transcript.Text && pieces > 100
			})
			return t
		}}),
		changed("FENCE-53/trimmed", strings.TrimSpace), changed("FENCE-53/line-each", func(s string) string { return s + "\n" }),
		changed("FENCE-53/code-lost", func(s string) string { before, _, _ := strings.Cut(s, "```"); return before }),
		changed("FENCE-53/blanks-alone", plant.Turned(`^[ \t]+$`, "")),
		whole("leading-breaks", func(s string) string { return strings.TrimLeft(s, "\n") }),
		whole("trailing-breaks", plant.Turned(`\n{2,}$`, "\n")))
}

// backtickFaults are about FENCE-54.
func backtickFaults() []plant.Row {
	values := func(slug, old, with string) plant.Row {
		return objects("FENCE-54/"+slug, every, textual(plant.Replaced(old, with)))
	}
	plain := func(slug, old, with string) plant.Row {
		return objects("FENCE-54/"+slug, ended(transcript.Success),
			plant.Inside("/output", plant.Text(plant.Replaced(old, with))), "FENCE-51")
	}
	return []plant.Row{
		values("escaped", "```", "\\`\\`\\`"), values("tildes", "~~~", ""),
		plain("plain-shortened", "````", "```"), plain("plain-indented", "\n```", "\n ```"),
		writes("FENCE-54/raw", writer{body: written(`\n`, "\n")}),
		writes("FENCE-54/own-line", writer{body: written("```", "\n```\n")}),
	}
}

// writtenFamilyFaults are about ROBUST.
func writtenFamilyFaults() []plant.Row {
	id := func(slug string, change func(string) string) plant.Row {
		return member("ROBUST-05/"+slug, every, "toolCallId", plant.Text(change))
	}
	return []plant.Row{
		writes("ROBUST-03/five-hundred", writer{order: func(calls []*transcript.CallRecord) []*transcript.CallRecord {
			return calls[:min(len(calls), 500)]
		}}),
		objects("ROBUST-03/cut-values", every, textual(plant.Cut(1<<17))), objects("ROBUST-04/doubles", every, dialect.Doubles).Warn(),
		member("ROBUST-04/double-alone", ended(transcript.Success), "output", plant.When(isNumber, dialect.Doubles)).Warn(),
		id("lower-case", strings.ToLower), id("trimmed", strings.TrimSpace), id("cut", plant.Cut(255)),
		writes("ROBUST-05/proto", writer{order: func(calls []*transcript.CallRecord) []*transcript.CallRecord {
			return slices.DeleteFunc(slices.Clone(calls), func(c *transcript.CallRecord) bool { return c.ID == "__proto__" })
		}}),
	}
}

func isNumber(v wire.Value) bool { return v.Kind() == wire.Number }
