package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/wire"
)

// memberFaults are about FENCE-12.
func (p *planting) memberFaults() {
	chunk := func(slug string, change func(id string, object wire.Value) wire.Value) {
		p.reads("FENCE-12/"+slug, manner{chunk: change})
	}
	chunk("falsy-dropped", func(id string, object wire.Value) wire.Value {
		for _, m := range words.Others(object) {
			if words.Falsy(m.Value) || m.Value.IsNull() {
				object = object.Without(m.Name)
			}
		}
		return toolChunkOf(id, object)
	})
	chunk("as-text", func(id string, object wire.Value) wire.Value {
		for _, m := range words.Others(object) {
			if m.Value.IsObject() {
				object = object.With(m.Name, wire.Str(m.Value.JSON()))
			}
		}
		return toolChunkOf(id, object)
	})
	chunk("nameless-dropped", func(id string, object wire.Value) wire.Value { return toolChunkOf(id, object.Without("")) })
	p.edits("FENCE-12/no-chunks", func(o *dialect.Observation) {
		o.State = o.State.With("chunks", wire.List(slices.DeleteFunc(o.State.Get("chunks").Items(),
			func(v wire.Value) bool { return words.TypeOf(v) == "tool" })...))
	})
	p.edits("FENCE-12/left-over", func(o *dialect.Observation) {
		chunks, last := o.State.Get("chunks").Items(), []wire.Member(nil)
		for i, c := range chunks {
			if words.TypeOf(c) != "tool" {
				continue
			}
			for _, m := range last {
				if !c.Has(m.Name) {
					chunks[i] = chunks[i].With(m.Name, m.Value)
				}
			}
			last = words.Others(chunks[i])
		}
		o.State = o.State.With("chunks", wire.List(chunks...))
	})
	reading := func(slug string, as func(object wire.Value) wire.Value) {
		p.reads("FENCE-12/"+slug, manner{events: func(_ *reader, id string, object wire.Value) []wire.Value {
			return eventsOf(id, as(object))
		}})
	}
	instead := func(from, to string) func(wire.Value) wire.Value {
		return func(object wire.Value) wire.Value {
			if v := object.Get(from); !v.IsAbsent() && !object.Has(to) {
				return object.With(to, v)
			}
			return object
		}
	}
	alias := func(slug, from, to string) { reading(slug, instead(from, to)) }
	alias("error-is-error-text", "error", "errorText")
	alias("result-is-output", "result", "output")
	other := func(from, to string) manner {
		return manner{events: func(_ *reader, id string, object wire.Value) []wire.Value {
			return eventsOf(id, instead(from, to)(object))
		}}
	}
	p.reads("FENCE-11/tool-member", other("tool", "toolName"))
	p.warns("FENCE-04/arguments-member", other("arguments", "input"))
	reading("status-is-state", func(o wire.Value) wire.Value {
		if s := o.Get("status"); s.IsString() {
			return o.With("state", s)
		}
		return o
	})
	reading("args-is-input", func(o wire.Value) wire.Value {
		if a := o.Get("args"); a.IsObject() {
			return o.With("input", a)
		}
		return o
	})
	reading("is-error", func(o wire.Value) wire.Value {
		if o.Get("isError").IsTrue() {
			return o.With("state", wire.Str("output-error"))
		}
		return o
	})
	reading("metadata", func(o wire.Value) wire.Value {
		if s := o.Get("metadata").Get("state"); s.IsString() {
			return o.With("state", s)
		}
		return o
	})
}

// emptyFaults are about FENCE-13 to 15.
func (p *planting) emptyFaults() {
	lost := func(slug, value string, warn bool) {
		v := wire.ParseString(value)
		m := telling(func(events []wire.Value, object wire.Value) []wire.Value {
			if wire.Equal(object.Get("output"), v) && !words.StateIs("output-available")(object) {
				return dropping(words.OutputEvent, always)(events, object)
			}
			return events
		})
		if warn {
			p.warns("FENCE-13/"+slug, m)
			return
		}
		p.reads("FENCE-13/"+slug, m)
	}
	lost("false", "false", false)
	lost("zero", "0", false)
	lost("empty-text", `""`, false)
	lost("empty-list", "[]", false)
	lost("null", "null", true)
	p.tells("FENCE-13/becomes-null", setting(words.OutputEvent, "output", func(v, _ wire.Value) wire.Value {
		if words.Falsy(v) {
			return wire.NullValue
		}
		return v
	}))
	outputOnly := func(where func(wire.Value) bool) func([]wire.Value, wire.Value) []wire.Value {
		return func(events []wire.Value, object wire.Value) []wire.Value {
			hasOutput := object.Has("output") || words.StateIs("output-available")(object)
			if !hasOutput || !where(object) {
				return events
			}
			return eventsOf(events[0].Get("toolCallId").Text(), object.Without("errorText").With("state", wire.Str("output-available")))
		}
	}
	p.tells("FENCE-14/state-wins", outputOnly(words.StateIs("output-available")))
	p.tells("FENCE-14/payload-wins", outputOnly(lacks("errorText")))
	p.tells("FENCE-14/neither", func(events []wire.Value, object wire.Value) []wire.Value {
		if object.Has("output") && words.IsText(object.Get("errorText")) {
			return events[:1]
		}
		return events
	})
	p.tells("FENCE-14/other-output", func(events []wire.Value, object wire.Value) []wire.Value {
		if object.Has("output") && words.IsText(object.Get("errorText")) {
			return append(events, toolEvent(words.OutputEvent, events[0].Get("toolCallId").Text(),
				wire.M("output", object.Get("errorText"))))
		}
		return events
	})
	p.warns("FENCE-15/no-error", telling(func(events []wire.Value, object wire.Value) []wire.Value {
		if object.Get("errorText").IsString() && object.Get("errorText").Text() == "" {
			return eventsOf(events[0].Get("toolCallId").Text(), object.Without("errorText"))
		}
		return events
	}))
}

// lenient parses with a repair for what is no single object.
func lenient(repair func(body string) (wire.Value, bool)) manner {
	return manner{parse: func(body string) (wire.Value, bool) {
		if v, ok := parseWhere(body, true); ok {
			return v, true
		}
		return repair(body)
	}}
}

func parsedAs(body string) (wire.Value, bool) { return parseWhere(body, true) }

// brokenFaults are about FENCE-16.
func (p *planting) brokenFaults() {
	repairs := func(slug string, repair func(body string) (wire.Value, bool)) {
		p.reads("FENCE-16/"+slug, lenient(repair))
	}
	repairs("list", func(body string) (wire.Value, bool) {
		v, err := wire.Parse([]byte(body))
		return v.At(0), err == nil && v.IsArray() && v.At(0).IsObject()
	})
	repairs("list-as-empty", func(body string) (wire.Value, bool) {
		v, err := wire.Parse([]byte(body))
		return wire.Obj(), err == nil && v.IsArray()
	})
	repairs("empty", func(body string) (wire.Value, bool) { return wire.Obj(), strings.TrimSpace(body) == "" })
	repairs("first-object", func(body string) (wire.Value, bool) {
		for i := range body {
			if body[i] == '}' {
				if v, ok := parsedAs(body[:i+1]); ok {
					return v, true
				}
			}
		}
		return wire.Value{}, false
	})
	repairs("trailing-comma", func(body string) (wire.Value, bool) {
		return parsedAs(strings.NewReplacer(",}", "}", ",]", "]").Replace(body))
	})
	repairs("single-quotes", func(body string) (wire.Value, bool) { return parsedAs(strings.ReplaceAll(body, "'", `"`)) })
	repairs("comments", func(body string) (wire.Value, bool) {
		var kept []string
		for line := range strings.Lines(body) {
			if !strings.HasPrefix(strings.TrimSpace(line), "//") {
				kept = append(kept, line)
			}
		}
		return parsedAs(strings.Join(kept, ""))
	})
	repairs("completed", completed)
	repairs("raw-newlines", func(body string) (wire.Value, bool) {
		return parsedAs(strings.ReplaceAll(body, "two\nlines", `two\nlines`))
	})
	repairs("nan", func(body string) (wire.Value, bool) {
		return parsedAs(strings.ReplaceAll(body, "NaN", "null"))
	})
	repairs("undefined", func(body string) (wire.Value, bool) {
		return parsedAs(strings.ReplaceAll(body, "undefined", "null"))
	})
	p.warns("FENCE-16/hidden", manner{rejected: func(*reader, string) {}})
	p.warns("FENCE-16/body-only", manner{rejected: func(r *reader, source string) {
		lines := strings.SplitAfter(source, "\n")
		r.say(strings.Join(lines[1:len(lines)-2], ""))
	}})
	p.reads("FENCE-16/stops", manner{rejected: func(r *reader, source string) { r.outline.Fence = &fenceLine{char: '!', length: 1} }})
	p.reads("FENCE-16/last-fence", manner{
		rejected: func(r *reader, source string) { r.say(source); r.calls = -1 << 30 },
		isTool:   func(r *reader, f *fenceLine) bool { return isPlainTool(f) && r.calls >= 0 },
	})
}

// completed closes what a cut object left open.
func completed(body string) (wire.Value, bool) {
	body = strings.TrimRight(body, "\n")
	for n := range 4 {
		for _, quote := range []string{"", `"`} {
			if v, ok := parsedAs(body + quote + strings.Repeat("}", n)); ok {
				return v, true
			}
		}
	}
	return wire.Value{}, false
}

// oddFaults are about FENCE-17.
func (p *planting) oddFaults() {
	verbatim := func(kind, member string) func([]wire.Value, wire.Value) []wire.Value {
		return setting(kind, member, func(v, object wire.Value) wire.Value {
			if given := object.Get(member); !given.IsAbsent() && !given.IsString() {
				return given
			}
			return v
		})
	}
	p.tells("FENCE-17/id-as-it-is", verbatim("", "toolCallId"))
	p.tells("FENCE-17/name-as-it-is", verbatim(words.InputEvent, "toolName"))
	p.tells("FENCE-17/error-as-it-is", func(events []wire.Value, object wire.Value) []wire.Value {
		if v := object.Get("errorText"); v.IsObject() {
			return append(events, toolEvent(words.ErrorEvent, events[0].Get("toolCallId").Text(), wire.M("errorText", v)))
		}
		return events
	})
	p.tells("FENCE-17/upper-case", adding(words.OutputEvent, "output", wire.NullValue, words.StateIs("OUTPUT-AVAILABLE")))
	p.tells("FENCE-17/prefix", adding(words.OutputEvent, "output", wire.NullValue, words.StateIs("output-available-soon")))
	p.tells("FENCE-17/error-state", adding(words.ErrorEvent, "errorText", wire.Str("failed"), words.StateIs("error")))
	p.tells("FENCE-17/null-state-is-done",
		adding(words.ErrorEvent, "errorText", wire.Str(""), func(o wire.Value) bool { return o.Get("state").Kind() == wire.Null }))
}

// familyFaults are about META and ROBUST.
func (p *planting) familyFaults() {
	p.reads("META-01/cut-line", manner{line: func(r *reader, line string) string {
		if r.pieced {
			return strings.ReplaceAll(line, " ", "")
		}
		return line
	}})
	p.tells("META-02/known-prefix", func(events []wire.Value, object wire.Value) []wire.Value {
		if !strings.HasPrefix(object.Get("toolCallId").Text(), "call_") {
			return events[:1]
		}
		return events
	})
	p.tells("META-04/unknown-members", func(events []wire.Value, object wire.Value) []wire.Value {
		if len(words.Others(object)) > 0 {
			return events[:1]
		}
		return events
	})
	p.reads("ROBUST-03/five-hundred", manner{isTool: func(r *reader, f *fenceLine) bool { return isPlainTool(f) && r.calls < 500 }})
	p.tells("ROBUST-03/cut-values", setting(words.OutputEvent, "output", func(v, _ wire.Value) wire.Value {
		return textual(v, func(s string) string { return s[:min(len(s), 1<<17)] })
	}))
	for _, tidy := range dialect.Tidyings() {
		p.tells("FENCE-05/"+tidy.Slug, setting(words.OutputEvent, "output", func(v, _ wire.Value) wire.Value { return tidy.Change(v) }))
	}
	p.reads("ROBUST-03/shallow", manner{parse: func(body string) (wire.Value, bool) { return parseWhere(body, nesting(body) < 64) }})
	p.add("ROBUST-04/doubles", func(dialect.Answer) dialect.Answer {
		return manner{parse: func(body string) (wire.Value, bool) {
			v, ok := parseWhere(body, true)
			return dialect.Doubles(v), ok
		}}.answer
	})
	p.warning()
	fold := func(slug string, change func(string) string) {
		p.tells("ROBUST-05/"+slug, setting("", "toolCallId", func(v, _ wire.Value) wire.Value { return wire.Str(change(v.Text())) }))
	}
	fold("lower-case", strings.ToLower)
	fold("trimmed", strings.TrimSpace)
	fold("cut", func(s string) string { return s[:min(len(s), 255)] })
	fold("composed", func(s string) string { return strings.ReplaceAll(s, "e\u0301", "\u00e9") })
	p.tells("ROBUST-05/proto", func(events []wire.Value, object wire.Value) []wire.Value {
		if id := object.Get("toolCallId").Text(); id == "__proto__" || id == "constructor" {
			return events[:1]
		}
		return events
	})
	p.edits("ROBUST-06/optimist-at-the-end", func(o *dialect.Observation) {
		n := len(o.Events)
		for n > 0 && words.TypeOf(o.Events[n-1].Value) == words.TextEvent &&
			strings.TrimSpace(o.Events[n-1].Value.Get("delta").Text()) == "" {
			n--
		}
		if n > 0 && words.TypeOf(o.Events[n-1].Value) == words.InputEvent {
			id := o.Events[n-1].Value.Get("toolCallId")
			o.Events = append(o.Events, dialect.Event{After: -1,
				Value: wire.Obj(wire.M("type", wire.Str(words.OutputEvent)), wire.M("toolCallId", id),
					wire.M("output", wire.Str("ok")))})
		}
	})
}
