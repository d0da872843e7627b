package reference

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/scan"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// ConsumerVariants are other right ways to read: the other side of every MAY and of everything that is free.
func ConsumerVariants() []dialect.Variant {
	return plant.Variants(words.Consumer(), plant.Titled(consumerTitles,
		slices.Concat(textVariants(), eventVariants(), fenceVariants(), formVariants())))
}

// textVariants are what FENCE-02 leaves free, and how text is cut up.
func textVariants() []plant.Row {
	return []plant.Row{
		reads("FENCE-02/drops-break-before", manner{dropBreak: true}), reads("FENCE-02/keeps-break-behind", manner{keepBreak: true}),
		reads("FENCE-02/drops-and-keeps", manner{dropBreak: true, keepBreak: true}),
		reads("FENCE-02/keeps-blanks", manner{called: func(r *reader, source string) {
			lines := strings.Split(strings.TrimRight(source, "\r\n"), "\n")
			for _, line := range []string{lines[0], lines[len(lines)-1]} {
				line = strings.TrimRight(line, "\r")
				r.say(line[:len(line)-len(strings.TrimLeft(line, " \t"))] + line[len(strings.TrimRight(line, " \t")):])
			}
		}}),
		edits("text-joined", func(events []dialect.Event) []dialect.Event {
			var out []dialect.Event
			for _, e := range events {
				if n := len(out) - 1; n >= 0 && isText(e.Value) && isText(out[n].Value) && e.After == out[n].After {
					out[n].Value = out[n].Value.With("delta", wire.Str(out[n].Value.Get("delta").Text()+e.Value.Get("delta").Text()))
				} else {
					out = append(out, e)
				}
			}
			return out
		}),
		edits("text-by-character", func(events []dialect.Event) []dialect.Event {
			var out []dialect.Event
			for _, e := range events {
				text := e.Value.Get("delta").Text()
				if !isText(e.Value) || len(text) > 4096 {
					out = append(out, e)
					continue
				}
				piece := func(s string) {
					out = append(out, dialect.Event{Value: e.Value.With("delta", wire.Str(s)), After: e.After})
				}
				for i, r := range text {
					if i%7 == 0 {
						piece("")
					}
					piece(string(r))
				}
			}
			return out
		}),
	}
}

// eventVariants are the free values and forms of events.
func eventVariants() []plant.Row {
	noValue := func(slug string, edit plant.Edit) plant.Row {
		without := func(o wire.Value) bool { return o.Get("output").IsNull() }
		return tells("FENCE-05/"+slug, where(without, at(words.OutputEvent, "output", edit)))
	}
	// both tells an output beside an error, at that place.
	both := func(slug string, place int) plant.Row {
		return tells("FENCE-14/"+slug, where(hasOutput, func(events []wire.Value, o wire.Value) []wire.Value {
			if len(events) == 2 && words.TypeOf(events[1]) == words.ErrorEvent {
				output := toolEvent(words.OutputEvent, idOf(events), wire.M("output", wire.OrNull(o.Get("output"))))
				return slices.Insert(events, place, output)
			}
			return events
		}))
	}
	ids := func(slug string, n func(r *reader) int) plant.Row {
		return reads("FENCE-10/"+slug, manner{newID: func(r *reader) string {
			r.number++
			return fmt.Sprintf("tool-call-%d", n(r))
		}})
	}
	return []plant.Row{
		tells("FENCE-03/null-as-empty", at(words.InputEvent, "input", plant.When(wire.Value.IsNull, plant.Becomes("{}")))),
		noValue("no-value-as-empty", plant.Becomes("{}")), noValue("no-value-left-out", plant.Gone),
		tells("FENCE-06/default-text", at(words.ErrorEvent, "errorText",
			plant.When(func(v wire.Value) bool { return v.Text() == "" }, plant.Becomes(`"Unknown error"`)))),
		both("both", 1), both("error-first", 2),
		ids("counts-calls", func(r *reader) int { return 7000 + r.calls }),
		ids("counts-down", func(r *reader) int { return 1<<30 - r.number }),
		plant.New("FENCE-10/counts-on", func(dialect.Answer) dialect.Answer {
			var number atomic.Int64
			return manner{newID: func(*reader) string { return fmt.Sprintf("tool-call-%d", 40000+number.Add(1)) }}.answer
		}),
		ids("counts-lines", func(r *reader) int { return 30000 + 3*len(r.out) + r.number }),
	}
}

// fenceVariants are about what may be a call.
func fenceVariants() []plant.Row {
	texts := []string{"toolCallId", "toolName", "errorText"}
	odd := func(o wire.Value) bool {
		return !words.KnownState(o.Get("state")) || slices.ContainsFunc(append(texts, "state"), func(name string) bool {
			return o.Has(name) && !o.Get(name).IsString()
		})
	}
	withoutMark := func(member string) plant.List {
		return plant.AtFirst(func(e wire.Value) bool { return strings.HasPrefix(e.Get(member).Text(), "\uFEFF") },
			func(list []wire.Value, i int) []wire.Value {
				list[i] = list[i].Edit("/"+member, plant.Text(func(s string) string { return strings.TrimPrefix(s, "\uFEFF") }))
				return list
			})
	}
	return []plant.Row{
		reads("FENCE-17/malformed", manner{parse: func(body string) (wire.Value, bool) {
			o, ok := wire.ParseObject(body)
			return o, ok && !odd(o)
		}}),
		reads("FENCE-17/as-text", manner{parse: func(body string) (wire.Value, bool) {
			o, ok := wire.ParseObject(body)
			for _, name := range texts {
				o = o.Edit("/"+name, asText)
			}
			return o, ok
		}}),
		reads("FENCE-19/first-word", taking(func(f *scan.Fence) bool { return isPlainTool(f) || strings.HasPrefix(f.Info, "tool ") })),
		reads("FENCE-20/lone-cr", manner{loneCR: true}),
		plant.New("FENCE-20/no-bom", func(answer dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation {
				if !strings.HasPrefix(documentOf(input), "\uFEFF") {
					return answer(input)
				}
				return chunks(withoutMark("text"))(onEvents(withoutMark("delta"))(answer))(input)
			}
		}),
		reads("FENCE-21/complete-counts", manner{unclosed: func(r *reader, source, body string) {
			if o, ok := wire.ParseObject(body); ok {
				r.held = ""
				r.call(o)
				return
			}
			r.say(source)
		}}),
		reads("FENCE-21/open-dropped", manner{unclosed: func(*reader, string, string) {}}),
		reads("FENCE-24/left", manner{isTool: func(r *reader, f *scan.Fence) bool { return isPlainTool(f) && !r.outline.Contained() }}),
	}
}

// onEvents changes the values of the events, of which there are as many afterwards.
func onEvents(change plant.List) plant.Plant {
	return editing(func(events []dialect.Event) []dialect.Event {
		values := make([]wire.Value, len(events))
		for i, e := range events {
			values[i] = e.Value
		}
		for i, v := range change(values) {
			events[i].Value = v
		}
		return events
	})
}

// formVariants answer in another form.
func formVariants() []plant.Row {
	return []plant.Row{
		plant.New("key-order", onEvents(plant.Each(plant.Every, dialect.Backwards))),
		plant.New("extra-members", func(right dialect.Answer) dialect.Answer {
			more := plant.Each(plant.Every, func(e wire.Value) wire.Value {
				return e.With("id", wire.Str("part-1")).With("timestamp", wire.Int(1700000000)).With("providerExecuted", wire.NullValue)
			})
			return plant.Showing("", plant.Having("version", wire.Int(2)))(onEvents(more)(right))
		}),
		edits("extra-events", func(events []dialect.Event) []dialect.Event {
			var out []dialect.Event
			for _, e := range events {
				out = append(out, dialect.Event{Value: wire.ParseString(`{"type":"text-start","id":"t"}`), After: e.After}, e)
			}
			return append(out, dialect.Event{Value: wire.ParseString(`{"type":"finish"}`), After: -1})
		}),
		edits("no-after", func(events []dialect.Event) []dialect.Event {
			for i := range events {
				events[i].After = -1
			}
			return events
		}),
		plant.New("no-chunks", plant.Showing("", plant.Gone), "chunks"),
		plant.New("chunk-names", chunks(plant.Each(plant.All(isToolChunk, lacks("toolName")), plant.Having("toolName", wire.Str("tool"))))),
		plant.New("chunks-cut", chunks(plant.Many(plant.Says("type", "text"), func(item wire.Value) []wire.Value {
			var items []wire.Value
			for piece := range strings.SplitAfterSeq(item.Get("text").Text(), " ") {
				items = append(items, item.With("text", wire.Str(piece)))
			}
			return items
		}))),
	}
}

// ProducerVariants are other right ways to write.
func ProducerVariants() []dialect.Variant {
	fenced := func(before, behind string) func(string) string {
		return func(body string) string { return before + "\n" + body + "\n" + behind }
	}
	style := func(format string) writer { return writer{body: document.Style{Format: format}.Formatted} }
	rows := []plant.Row{
		writes("FENCE-53/at-result", writer{late: true}),
		writes("FENCE-53/blank-lines-around", writer{fence: fenced("\n\n```tool", "```\n\n\n")}),
		writes("FENCE-53/crlf-breaks", writer{fence: func(body string) string { return "```tool\r\n" + body + "\r\n```\r\n" }}),
		writes("FENCE-53/last-line", writer{whole: func(s string) string { return s + "\n" }}),
		writes("FENCE-50/pretty", style("")), writes("FENCE-50/airy", style(document.FormatAiry)),
		writes("FENCE-50/tildes", writer{fence: fenced("~~~tool", "~~~\n")}),
		writes("FENCE-50/longer", writer{fence: func(body string) string {
			fence := "```"
			for strings.Contains(body, fence) {
				fence += "`"
			}
			return fenced(fence+"tool", fence+"\n")(body)
		}}),
		writes("FENCE-50/indented", writer{fence: fenced(" ``` tool ", "  ```  \n")}),
		writes("FENCE-54/escapes", style(document.FormatEscaped)),
		objects("key-order", every, dialect.Backwards),
		knowing("extra-members", every, func(c *transcript.CallRecord, o wire.Value) wire.Value {
			return o.With("label", wire.Str(c.Label)).With("position", wire.Int(int64(c.Position))).With("result", wire.NullValue)
		}),
		objects("FENCE-51/open-without-state", ended(""), plant.Lacking("state")),
		objects("FENCE-51/open-streaming", ended(""), plant.Having("state", wire.Str("input-streaming"))),
		objects("FENCE-51/open-failed", ended(""), func(o wire.Value) wire.Value {
			return o.With("state", wire.Str("output-error")).With("errorText", wire.Str("Stopped."))
		}),
		objects("FENCE-52/own-words", ended(transcript.Cancelled), plant.Having("errorText", wire.Str("Cancelled by the user"))),
		member("FENCE-51/empty-error", ended(transcript.Error), "errorText",
			plant.When(func(v wire.Value) bool { return v.Text() == "" }, plant.Becomes(`"Unknown error"`))),
		restless(),
	}
	return plant.Variants(words.Producer(), plant.Titled(producerTitles, rows))
}

// restless is a writer that writes every document, and every fence, in another way than the one before.
func restless() plant.Row {
	return plant.New("restless", func(dialect.Answer) dialect.Answer {
		var turns atomic.Int64
		turn := func(n int64) bool { return turns.Add(1)%n == 0 }
		w := writer{
			object: func(_ *transcript.CallRecord, o wire.Value) wire.Value {
				o = o.With("writtenAt", wire.Int(1763600000+turns.Load()))
				if turn(2) {
					members := o.Members()
					o = wire.Obj(append(members[1:len(members):len(members)], members[0])...)
				}
				return o
			},
			body: func(o wire.Value) string {
				return document.Style{Format: document.Formats()[int(turns.Add(1))%len(document.Formats())]}.Formatted(o)
			},
			fence: func(body string) string {
				breaks := strings.Repeat("\n", int(turns.Add(1)%3))
				if turn(2) {
					return breaks + "~~~tool\n" + body + "\n~~~\n" + breaks
				}
				return breaks + "```tool\n" + body + "\n```\n"
			},
		}
		return func(input wire.Value) dialect.Observation {
			w := w
			w.late = turn(2)
			return w.answer(input)
		}
	})
}
