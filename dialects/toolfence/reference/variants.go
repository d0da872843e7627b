package reference

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// ConsumerVariants are other right ways to read: the other side of every MAY and
// of everything that is free.
func ConsumerVariants() []dialect.Variant {
	var v varying
	v.textVariants()
	v.eventVariants()
	v.fenceVariants()
	v.formVariants()
	return plant.Variants(words.Consumer(), plant.Titled(consumerTitles, v.rows))
}

type varying struct{ rows []plant.Row }

func (v *varying) add(id string, other plant.Plant) {
	v.rows = append(v.rows, plant.New(id, other))
}

func (v *varying) reads(id string, m manner) {
	v.add(id, reading(m))
}

func (v *varying) tells(id string, change func(events []wire.Value, object wire.Value) []wire.Value) {
	v.reads(id, telling(change))
}

func (v *varying) edits(id string, change func(*dialect.Observation)) {
	v.add(id, editing(change))
}

// textVariants are what FENCE-02 leaves free, and how text is cut up.
func (v *varying) textVariants() {
	v.reads("FENCE-02/drops-break-before", manner{dropBreak: true})
	v.reads("FENCE-02/keeps-break-behind", manner{keepBreak: true})
	v.reads("FENCE-02/drops-and-keeps", manner{dropBreak: true, keepBreak: true})
	v.reads("FENCE-02/keeps-blanks", manner{called: func(r *reader, source string) {
		lines := strings.Split(strings.TrimRight(source, "\r\n"), "\n")
		for _, line := range []string{lines[0], lines[len(lines)-1]} {
			line = strings.TrimRight(line, "\r")
			r.say(line[:len(line)-len(strings.TrimLeft(line, " \t"))] + line[len(strings.TrimRight(line, " \t")):])
		}
	}})
	v.edits("text-joined", func(o *dialect.Observation) {
		var events []dialect.Event
		for _, e := range o.Events {
			if n := len(events) - 1; n >= 0 && words.TypeOf(e.Value) == words.TextEvent &&
				words.TypeOf(events[n].Value) == words.TextEvent &&
				e.After == events[n].After {
				events[n].Value = events[n].Value.With("delta", wire.Str(events[n].Value.Get("delta").Text()+e.Value.Get("delta").Text()))
				continue
			}
			events = append(events, e)
		}
		o.Events = events
	})
	v.edits("text-by-character", func(o *dialect.Observation) {
		var events []dialect.Event
		for _, e := range o.Events {
			if words.TypeOf(e.Value) != words.TextEvent || len(e.Value.Get("delta").Text()) > 4096 {
				events = append(events, e)
				continue
			}
			for i, r := range e.Value.Get("delta").Text() {
				if i%7 == 0 {
					events = append(events, dialect.Event{Value: e.Value.With("delta", wire.Str("")), After: e.After})
				}
				events = append(events, dialect.Event{Value: e.Value.With("delta", wire.Str(string(r))), After: e.After})
			}
		}
		o.Events = events
	})
}

// eventVariants are the free values and forms of events.
func (v *varying) eventVariants() {
	v.tells("FENCE-03/null-as-empty", setting(words.InputEvent, "input", func(in, _ wire.Value) wire.Value {
		if in.IsNull() {
			return wire.Obj()
		}
		return in
	}))
	noValue := func(slug string, set wire.Value) {
		v.tells("FENCE-05/"+slug, func(events []wire.Value, object wire.Value) []wire.Value {
			for i, e := range events {
				if words.TypeOf(e) == words.OutputEvent && object.Get("output").IsNull() {
					events[i] = e.With("output", set)
				}
			}
			return events
		})
	}
	noValue("no-value-as-empty", wire.Obj())
	noValue("no-value-left-out", wire.Value{})
	v.tells("FENCE-06/default-text", setting(words.ErrorEvent, "errorText", func(text, _ wire.Value) wire.Value {
		if text.Text() == "" {
			return wire.Str("Unknown error")
		}
		return text
	}))
	both := func(object wire.Value) bool { return object.Has("output") || words.StateIs("output-available")(object) }
	v.tells("FENCE-14/both", func(events []wire.Value, object wire.Value) []wire.Value {
		if len(events) == 2 && words.TypeOf(events[1]) == words.ErrorEvent && both(object) {
			return slices.Insert(events, 1, toolEvent(words.OutputEvent, events[0].Get("toolCallId").Text(),
				wire.M("output", wire.OrNull(object.Get("output")))))
		}
		return events
	})
	v.tells("FENCE-14/error-first", func(events []wire.Value, object wire.Value) []wire.Value {
		if len(events) == 2 && words.TypeOf(events[1]) == words.ErrorEvent && both(object) {
			return append(events, toolEvent(words.OutputEvent, events[0].Get("toolCallId").Text(),
				wire.M("output", wire.OrNull(object.Get("output")))))
		}
		return events
	})
	ids := func(slug string, n func(r *reader) int) {
		v.reads("FENCE-10/"+slug, manner{newID: func(r *reader) string {
			r.number++
			return fmt.Sprintf("tool-call-%d", n(r))
		}})
	}
	ids("counts-calls", func(r *reader) int { return 7000 + r.calls })
	ids("counts-down", func(r *reader) int { return 1<<30 - r.number })
	v.add("FENCE-10/counts-on", func(dialect.Answer) dialect.Answer {
		var number atomic.Int64
		return manner{newID: func(*reader) string { return fmt.Sprintf("tool-call-%d", 40000+number.Add(1)) }}.answer
	})
	ids("counts-lines", func(r *reader) int { return 30000 + 3*len(r.out) + r.number })
}

// fenceVariants are about what may be a call.
func (v *varying) fenceVariants() {
	odd := func(o wire.Value) bool {
		for _, name := range []string{"toolCallId", "toolName", "errorText", "state"} {
			if o.Has(name) && !o.Get(name).IsString() {
				return true
			}
		}
		return !words.KnownState(o.Get("state"))
	}
	v.reads("FENCE-17/malformed", manner{parse: func(body string) (wire.Value, bool) {
		o, ok := parseWhere(body, true)
		return o, ok && !odd(o)
	}})
	v.reads("FENCE-17/as-text", manner{parse: func(body string) (wire.Value, bool) {
		o, ok := parseWhere(body, true)
		for _, name := range []string{"toolCallId", "toolName", "errorText"} {
			if ok && o.Has(name) && !o.Get(name).IsString() {
				o = o.With(name, wire.Str(o.Get(name).JSON()))
			}
		}
		return o, ok
	}})
	v.reads("FENCE-19/first-word", manner{isTool: func(_ *reader, f *fenceLine) bool {
		return f.Info == "tool" || strings.HasPrefix(f.Info, "tool ")
	}})
	v.reads("FENCE-20/lone-cr", manner{loneCR: true})
	v.add("FENCE-20/no-bom", func(answer dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			o := answer(input)
			pieces, err := wire.InputChunks(input)
			if err != nil || !bytes.HasPrefix(bytes.Join(pieces, nil), []byte("\uFEFF")) {
				return o
			}
			for i, e := range o.Events {
				if delta, ok := strings.CutPrefix(e.Value.Get("delta").Text(), "\uFEFF"); ok {
					o.Events[i].Value = e.Value.With("delta", wire.Str(delta))
					break
				}
			}
			items := o.State.Get("chunks").Items()
			for i, item := range items {
				if text, ok := strings.CutPrefix(item.Get("text").Text(), "\uFEFF"); ok {
					items[i] = item.With("text", wire.Str(text))
					break
				}
			}
			o.State = o.State.With("chunks", wire.List(items...))
			return o
		}
	})
	v.reads("FENCE-21/complete-counts", manner{unclosed: func(r *reader, source, body string) {
		if o, ok := parseWhere(body, true); ok {
			r.held = ""
			r.call(o)
			return
		}
		r.say(source)
	}})
	v.reads("FENCE-21/open-dropped", manner{unclosed: func(*reader, string, string) {}})
	v.reads("FENCE-24/left", manner{isTool: func(r *reader, f *fenceLine) bool {
		return f.Info == "tool" && !r.outline.contained()
	}})
}

// formVariants answer in another form.
func (v *varying) formVariants() {
	v.edits("key-order", func(o *dialect.Observation) {
		for i, e := range o.Events {
			members := slices.Clone(e.Value.Members())
			slices.Reverse(members)
			o.Events[i].Value = wire.Obj(members...)
		}
	})
	v.edits("extra-members", func(o *dialect.Observation) {
		for i, e := range o.Events {
			o.Events[i].Value = e.Value.With("id", wire.Str("part-1")).With("timestamp",
				wire.Int(1700000000+int64(i))).With("providerExecuted", wire.NullValue)
		}
		o.State = o.State.With("version", wire.Int(2))
	})
	v.edits("extra-events", func(o *dialect.Observation) {
		var events []dialect.Event
		for _, e := range o.Events {
			events = append(events, dialect.Event{Value: wire.ParseString(`{"type":"text-start","id":"t"}`), After: e.After}, e)
		}
		o.Events = append(events, dialect.Event{Value: wire.ParseString(`{"type":"finish"}`), After: -1})
	})
	v.edits("no-after", func(o *dialect.Observation) {
		for i := range o.Events {
			o.Events[i].After = -1
		}
	})
	v.edits("no-chunks", func(o *dialect.Observation) {
		o.State, o.Omits = wire.Value{}, []string{"chunks"}
	})
	v.rows[len(v.rows)-1].Also = []string{"chunks"}
	v.edits("chunk-names", func(o *dialect.Observation) {
		items := o.State.Get("chunks").Items()
		for i, item := range items {
			if words.TypeOf(item) == "tool" && !item.Has("toolName") {
				items[i] = item.With("toolName", wire.Str("tool")).With("state", item.Get("state"))
			}
		}
		o.State = o.State.With("chunks", wire.List(items...))
	})
	v.edits("chunks-cut", func(o *dialect.Observation) {
		var items []wire.Value
		for _, item := range o.State.Get("chunks").Items() {
			if words.TypeOf(item) != "text" {
				items = append(items, item)
				continue
			}
			for piece := range strings.SplitAfterSeq(item.Get("text").Text(), " ") {
				items = append(items, item.With("text", wire.Str(piece)))
			}
		}
		o.State = o.State.With("chunks", wire.List(items...))
	})
}

// ProducerVariants are other right ways to write.
func ProducerVariants() []dialect.Variant {
	var rows []plant.Row
	writes := func(id string, w writer) {
		rows = append(rows, plant.New(id, writing(w)))
	}
	writes("FENCE-53/at-result", writer{late: true})
	writes("FENCE-53/blank-lines-around", writer{fence: func(body string) string { return "\n\n```tool\n" + body + "\n```\n\n\n" }})
	writes("FENCE-53/crlf-breaks", writer{fence: func(body string) string { return "```tool\r\n" + body + "\r\n```\r\n" }})
	writes("FENCE-53/last-line", writer{whole: func(s string) string { return s + "\n" }})
	writes("FENCE-50/pretty", writer{body: func(o wire.Value) string { return document.Style{}.Formatted(o) }})
	writes("FENCE-50/airy", writer{body: document.Style{Format: document.FormatAiry}.Formatted})
	writes("FENCE-50/tildes", writer{fence: func(body string) string { return "~~~tool\n" + body + "\n~~~\n" }})
	writes("FENCE-50/longer", writer{fence: func(body string) string {
		fence := strings.Repeat("`", max(3, longestRun(body)+1))
		return fence + "tool\n" + body + "\n" + fence + "\n"
	}})
	writes("FENCE-50/indented", writer{fence: func(body string) string {
		return " ``` tool \n" + body + "\n  ```  \n"
	}})
	writes("FENCE-54/escapes", writer{body: document.Style{Format: document.FormatEscaped}.Formatted})
	writes("key-order", writer{object: func(_ *transcript.CallRecord, o wire.Value) wire.Value {
		members := append([]wire.Member{}, o.Members()...)
		for i, j := 0, len(members)-1; i < j; i, j = i+1, j-1 {
			members[i], members[j] = members[j], members[i]
		}
		return wire.Obj(members...)
	}})
	writes("extra-members", writer{object: func(c *transcript.CallRecord, o wire.Value) wire.Value {
		return o.With("label", wire.Str(c.Label)).With("position", wire.Int(int64(c.Position))).With("result", wire.NullValue)
	}})
	open := func(c *transcript.CallRecord, with wire.Value, o wire.Value) wire.Value {
		if c.Result == nil {
			return o.With("state", with)
		}
		return o
	}
	writes("FENCE-51/open-without-state",
		writer{object: func(c *transcript.CallRecord, o wire.Value) wire.Value { return open(c, wire.Value{}, o) }})
	writes("FENCE-51/open-streaming", writer{object: func(c *transcript.CallRecord, o wire.Value) wire.Value {
		return open(c, wire.Str("input-streaming"), o)
	}})
	writes("FENCE-51/open-failed", writer{object: func(c *transcript.CallRecord, o wire.Value) wire.Value {
		if c.Result == nil {
			return o.With("state", wire.Str("output-error")).With("errorText", wire.Str("Stopped."))
		}
		return o
	}})
	writes("FENCE-52/own-words", writer{object: func(c *transcript.CallRecord, o wire.Value) wire.Value {
		if status(c) == transcript.Cancelled {
			return o.With("errorText", wire.Str("Cancelled by the user"))
		}
		return o
	}})
	writes("FENCE-51/empty-error", writer{object: func(c *transcript.CallRecord, o wire.Value) wire.Value {
		if status(c) == transcript.Error && o.Get("errorText").Text() == "" {
			return o.With("errorText", wire.Str("Unknown error"))
		}
		return o
	}})
	return plant.Variants(words.Producer(), plant.Titled(producerTitles, append(rows, restless())))
}

func longestRun(s string) int {
	longest, run := 0, 0
	for _, r := range s {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// restless is a writer that writes every document, and every fence, in another way
// than the one before.
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
