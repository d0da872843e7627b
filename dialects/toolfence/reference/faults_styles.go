package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/wire"
)

// foreignFaults are about FENCE-18.
func (p *planting) foreignFaults() {
	info := func(slug string, is func(info string) bool) {
		p.reads("FENCE-18/"+slug, manner{isTool: func(_ *reader, f *fenceLine) bool { return is(f.Info) }})
	}
	info("prefix", func(s string) bool { return strings.HasPrefix(s, "tool") })
	info("dash", func(s string) bool { return s == "tool" || strings.HasPrefix(s, "tool-") })
	info("case", func(s string) bool { return strings.EqualFold(s, "tool") })
	info("last-word", func(s string) bool { return s == "tool" || strings.HasSuffix(s, " tool") })
	info("any-json", func(s string) bool { return s == "tool" || s == "" })
	opening := func(slug string, opening func(c *cursor) *fenceLine) {
		p.reads("FENCE-18/"+slug, manner{opening: opening})
	}
	opening("two-backticks", func(c *cursor) *fenceLine {
		if c.text() == "``tool" {
			return &fenceLine{char: '`', length: 2, Info: "tool"}
		}
		return c.opening()
	})
	opening("backtick-in-info", func(c *cursor) *fenceLine {
		if strings.HasPrefix(c.text(), "```tool`") {
			return &fenceLine{char: '`', length: 2, Info: "tool"}
		}
		return c.opening()
	})
	closing := func(slug string, closes func(f *fenceLine, c *cursor) bool) {
		p.reads("FENCE-18/"+slug, manner{closes: closes})
	}
	closing("exact-length", func(f *fenceLine, c *cursor) bool {
		return f.closedBy(c) && len(strings.TrimRight(c.text(), " \t")) == f.length
	})
	closing("either-character", func(f *fenceLine, c *cursor) bool {
		return f.closedBy(c) || (&fenceLine{char: '`' + '~' - f.char, length: f.length}).closedBy(c)
	})
	closing("indented-closes", func(f *fenceLine, c *cursor) bool {
		c.skip(c.indent())
		return f.closedBy(c)
	})
	raw := func(slug string, opens func(line string) bool) {
		p.perInput("FENCE-18/"+slug, func(wire.Value) manner { return rawReading(opens) })
	}
	raw("inline", func(line string) bool { return strings.HasSuffix(line, " ```tool") })
	raw("indented", func(line string) bool { return strings.TrimSpace(line) == "```tool" })
}

// rawReading takes lines of text for a tool fence that begins where the test says
// so, without block structure.
func rawReading(opens func(line string) bool) manner {
	body, inside := "", false
	return manner{line: func(r *reader, line string) string {
		bare := strings.TrimRight(line, "\r\n")
		switch {
		case !inside && opens(bare):
			inside, body = true, ""
			return ""
		case inside && strings.HasPrefix(strings.TrimSpace(bare), "{"):
			body += line
			return ""
		case inside:
			inside = false
			if v, ok := parsedAs(body); ok {
				r.call(v)
			}
			return ""
		}
		return line
	}}
}

// styleFaults are about FENCE-19.
func (p *planting) styleFaults() {
	misses := func(slug string, is func(f *fenceLine) bool) {
		p.warns("FENCE-19/"+slug, manner{isTool: func(_ *reader, f *fenceLine) bool { return isPlainTool(f) && !is(f) }})
	}
	misses("tildes", func(f *fenceLine) bool { return f.char == '~' })
	misses("tab", func(f *fenceLine) bool { return strings.HasPrefix(f.raw, "\t") })
	misses("indented", func(f *fenceLine) bool { return f.indent > 0 })
	misses("indented-three", func(f *fenceLine) bool { return f.indent == 3 })
}

// endingFaults are about FENCE-20.
func (p *planting) endingFaults() {
	within := func(slug string, m manner) {
		p.perInput("FENCE-20/"+slug, func(input wire.Value) manner {
			if strings.Contains(input.JSON(), `\r\n`) {
				return m
			}
			return manner{}
		})
	}
	within("crlf-body", manner{parse: func(string) (wire.Value, bool) { return wire.Value{}, false }})
	within("crlf-outcome", telling(func(events []wire.Value, _ wire.Value) []wire.Value { return events[:1] }))
	p.warns("FENCE-20/bom", manner{bomIsText: true})
}

// openFaults are about FENCE-21.
func (p *planting) openFaults() {
	open := func(slug string, unclosed func(r *reader, source, body string)) {
		p.reads("FENCE-21/"+slug, manner{unclosed: unclosed})
	}
	open("completed", func(r *reader, source, body string) {
		if v, ok := completed(body); ok {
			r.call(v)
		}
	})
	open("first-object", func(r *reader, source, body string) {
		for i := range body {
			if v, ok := parsedAs(body[:i]); ok {
				r.call(v)
				return
			}
		}
		r.say(source)
	})
	open("empty-call", func(r *reader, source, body string) { r.call(wire.Obj()) })
	open("text-before-lost", func(r *reader, source, body string) {
		last := len(r.out) - 1
		for last >= 0 && words.TypeOf(r.out[last].Value) == words.TextEvent {
			last--
		}
		r.out = r.out[:last+1]
	})
	p.add("FENCE-21/closing-needs-line-ending", func(answer dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			chunks := input.Get("chunks").Items()
			if n := len(chunks) - 1; n >= 0 && strings.HasSuffix(strings.TrimRight(chunks[n].Text(), " "), "```") {
				chunks[n] = wire.Str(strings.TrimRight(chunks[n].Text(), " ") + " !")
				input = input.With("chunks", wire.List(chunks...))
			}
			return answer(input)
		}
	})
}

// orderFaults are about FENCE-22 and 23.
func (p *planting) orderFaults() {
	sorted := func(slug string, rank func(e wire.Value) int) {
		p.edits("FENCE-22/"+slug, func(o *dialect.Observation) {
			slices.SortStableFunc(o.Events, func(a, b dialect.Event) int { return rank(a.Value) - rank(b.Value) })
		})
	}
	is := func(kinds ...string) func(e wire.Value) int {
		return func(e wire.Value) int {
			if slices.Contains(kinds, words.TypeOf(e)) {
				return 1
			}
			return 0
		}
	}
	sorted("outcomes-last", is(words.OutputEvent, words.ErrorEvent))
	p.edits("FENCE-22/reversed", func(o *dialect.Observation) {
		var tools []dialect.Event
		for _, e := range o.Events {
			if words.TypeOf(e.Value) != words.TextEvent {
				tools = append(tools, e)
			}
		}
		slices.SortStableFunc(tools, func(a, b dialect.Event) int {
			return strings.Compare(b.Value.Get("toolCallId").Text(), a.Value.Get("toolCallId").Text())
		})
		next := 0
		for i, e := range o.Events {
			if words.TypeOf(e.Value) != words.TextEvent {
				o.Events[i].Value = tools[next].Value
				next++
			}
		}
	})
	p.edits("FENCE-22/one-early", func(o *dialect.Observation) {
		for i := 1; i < len(o.Events); i++ {
			if words.TypeOf(o.Events[i-1].Value) == words.TextEvent && words.TypeOf(o.Events[i].Value) != words.TextEvent {
				o.Events[i].Value, o.Events[i-1].Value = o.Events[i-1].Value, o.Events[i].Value
			}
		}
	})
	p.edits("FENCE-22/one-late", func(o *dialect.Observation) {
		for i := len(o.Events) - 2; i >= 0; i-- {
			if words.TypeOf(o.Events[i].Value) != words.TextEvent && words.TypeOf(o.Events[i+1].Value) == words.TextEvent {
				o.Events[i].Value, o.Events[i+1].Value = o.Events[i+1].Value, o.Events[i].Value
			}
		}
	})
	late := func(slug string, after func(e dialect.Event, last int) int) {
		p.edits("FENCE-23/"+slug, func(o *dialect.Observation) {
			last := 0
			for _, e := range o.Events {
				last = max(last, e.After)
			}
			for i := range o.Events {
				o.Events[i].After = after(o.Events[i], last)
			}
		})
		p.warning()
	}
	late("call-one-late", func(e dialect.Event, last int) int {
		if words.TypeOf(e.Value) == words.TextEvent {
			return e.After
		}
		return min(e.After+1, last)
	})
	late("text-two-late", func(e dialect.Event, last int) int {
		if words.TypeOf(e.Value) == words.TextEvent {
			return min(e.After+2, last)
		}
		return e.After
	})
}

// containerFaults are about FENCE-24.
func (p *planting) containerFaults() {
	marked := func(line string) bool { return strings.HasPrefix(line, ">") || strings.HasPrefix(line, "- ") }
	p.lines("FENCE-24/text-lost", func(_ *reader, line string) string {
		if marked(line) {
			return ""
		}
		return line
	})
	p.lines("FENCE-24/text-behind-lost", func(r *reader, line string) string {
		if strings.HasPrefix(line, document.ListEnd) {
			return ""
		}
		return line
	})
	p.reads("FENCE-24/call-lost", manner{
		isTool: func(_ *reader, f *fenceLine) bool { return isPlainTool(f) },
		events: func(r *reader, id string, object wire.Value) []wire.Value {
			if r.outline.contained() {
				return nil
			}
			return eventsOf(id, object)
		}})
	p.reads("FENCE-24/blind", manner{blind: true})
	p.reads("FENCE-24/outlasts", manner{outlasts: true})
}
