package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// foreignFaults are about FENCE-18.
func (p *planting) foreignFaults() {
	info := func(slug, title string, is func(info string) bool) {
		p.reads("FENCE-18/"+slug, title, manner{isTool: func(_ *reader, f *fenceLine) bool { return is(f.Info) }})
	}
	info("prefix", "Every info string that begins with tool will do.", func(s string) bool { return strings.HasPrefix(s, "tool") })
	info("dash", "`tool-` and something will do.", func(s string) bool { return s == "tool" || strings.HasPrefix(s, "tool-") })
	info("case", "Upper case will do.", func(s string) bool { return strings.EqualFold(s, "tool") })
	info("contains", "Every info string that contains tool will do.", func(s string) bool { return strings.Contains(s, "tool") })
	info("last-word", "tool as the last word will do.", func(s string) bool { return s == "tool" || strings.HasSuffix(s, " tool") })
	info("any-json", "A fence without an info string will do.", func(s string) bool { return s == "tool" || s == "" })
	opening := func(slug, title string, opening func(c *cursor) *fenceLine) {
		p.reads("FENCE-18/"+slug, title, manner{opening: opening})
	}
	opening("nested", "Fences of other languages are not looked at, so that an example in one is taken.", func(c *cursor) *fenceLine {
		if f := c.opening(); f != nil && f.Info == "tool" {
			return f
		}
		return nil
	})
	opening("nested-in-tildes", "Fences of tildes are not looked at.", func(c *cursor) *fenceLine {
		if f := c.opening(); f != nil && (f.char == '`' || f.Info == "tool") {
			return f
		}
		return nil
	})
	opening("two-backticks", "Two backticks open a fence.", func(c *cursor) *fenceLine {
		if c.text() == "``tool" {
			return &fenceLine{char: '`', length: 2, Info: "tool"}
		}
		return c.opening()
	})
	opening("backtick-in-info", "A backtick in the info string is cut off.", func(c *cursor) *fenceLine {
		if strings.HasPrefix(c.text(), "```tool`") {
			return &fenceLine{char: '`', length: 2, Info: "tool"}
		}
		return c.opening()
	})
	closing := func(slug, title string, closes func(f *fenceLine, c *cursor) bool) {
		p.reads("FENCE-18/"+slug, title, manner{closes: closes})
	}
	closing("shorter-closes", "Three backticks close every fence.", func(f *fenceLine, c *cursor) bool {
		return (&fenceLine{char: f.char, length: 3}).closedBy(c)
	})
	closing("two-close", "Two backticks close a fence.",
		func(f *fenceLine, c *cursor) bool { return (&fenceLine{char: f.char, length: 2}).closedBy(c) })
	closing("exact-length", "A closing fence longer than its opening closes nothing.", func(f *fenceLine, c *cursor) bool {
		return f.closedBy(c) && len(strings.TrimRight(c.text(), " \t")) == f.length
	})
	closing("either-character", "Tildes close backticks, and the other way round.", func(f *fenceLine, c *cursor) bool {
		return f.closedBy(c) || (&fenceLine{char: '`' + '~' - f.char, length: f.length}).closedBy(c)
	})
	closing("with-info", "A closing fence may have an info string.", func(f *fenceLine, c *cursor) bool {
		return strings.HasPrefix(c.text(), strings.Repeat(string(f.char), f.length)) && c.indent() < 4
	})
	closing("indented-closes", "An indented closing fence closes.", func(f *fenceLine, c *cursor) bool {
		c.skip(c.indent())
		return f.closedBy(c)
	})
	closing("in-string", "Backticks anywhere in the body close the fence.", func(f *fenceLine, c *cursor) bool {
		return strings.Contains(c.text(), strings.Repeat(string(f.char), f.length))
	})
	raw := func(slug, title string, opens func(line string) bool) {
		p.perInput("FENCE-18/"+slug, title, func(wire.Value) manner { return rawReading(opens) })
	}
	raw("inline", "A tool fence may begin in the middle of a line.", func(line string) bool { return strings.HasSuffix(line, " ```tool") })
	raw("indented", "Indented code is no code.", func(line string) bool { return strings.TrimSpace(line) == "```tool" })
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
	misses := func(slug, title string, is func(f *fenceLine) bool) {
		p.warns("FENCE-19/"+slug, title, manner{isTool: func(_ *reader, f *fenceLine) bool { return isPlainTool(f) && !is(f) }})
	}
	misses("tildes", "A tool fence of tildes is text.", func(f *fenceLine) bool { return f.char == '~' })
	misses("longer", "A tool fence longer than three is text.", func(f *fenceLine) bool { return f.length > 3 })
	misses("space", "A tool fence with a space before the info string is text.",
		func(f *fenceLine) bool { return f.raw != strings.TrimLeft(f.raw, " \t") })
	misses("tab", "A tool fence with a tab before the info string is text.",
		func(f *fenceLine) bool { return strings.HasPrefix(f.raw, "\t") })
	misses("indented", "An indented tool fence is text.", func(f *fenceLine) bool { return f.indent > 0 })
	misses("indented-three", "A tool fence indented by three is text.", func(f *fenceLine) bool { return f.indent == 3 })
}

// endingFaults are about FENCE-20.
func (p *planting) endingFaults() {
	within := func(slug, title string, m manner) {
		p.perInput("FENCE-20/"+slug, title, func(input wire.Value) manner {
			if strings.Contains(input.JSON(), `\r\n`) {
				return m
			}
			return manner{}
		})
	}
	within("crlf-opening", "In a CRLF document no fence is a tool fence.", manner{isTool: func(*reader, *fenceLine) bool { return false }})
	within("crlf-closing", "In a CRLF document nothing closes a fence.", manner{closes: func(*fenceLine, *cursor) bool { return false }})
	within("crlf-body", "In a CRLF document every body is malformed.",
		manner{parse: func(string) (wire.Value, bool) { return wire.Value{}, false }})
	within("crlf-outcome", "A call of a CRLF document has no outcome.",
		telling(func(events []wire.Value, _ wire.Value) []wire.Value { return events[:1] }))
	p.warns("FENCE-20/bom", "A fence right behind a byte order mark is text.", manner{bomIsText: true})
}

// openFaults are about FENCE-21.
func (p *planting) openFaults() {
	open := func(slug, title string, unclosed func(r *reader, source, body string)) {
		p.reads("FENCE-21/"+slug, title, manner{unclosed: unclosed})
	}
	open("completed", "The cut object is completed.", func(r *reader, source, body string) {
		if v, ok := completed(body); ok {
			r.call(v)
		}
	})
	open("first-object", "What follows the object is cut off.", func(r *reader, source, body string) {
		for i := range body {
			if v, ok := parsedAs(body[:i]); ok {
				r.call(v)
				return
			}
		}
		r.say(source)
	})
	open("empty-call", "A fence cut off becomes a call without members.", func(r *reader, source, body string) { r.call(wire.Obj()) })
	open("input-only", "A fence cut off becomes a call with its raw text for an input.", func(r *reader, source, body string) {
		r.call(wire.Obj(wire.M("input", wire.Str(body))))
	})
	open("text-before-lost", "The text before a fence cut off is lost.", func(r *reader, source, body string) {
		last := len(r.out) - 1
		for last >= 0 && words.TypeOf(r.out[last].Value) == words.TextEvent {
			last--
		}
		r.out = r.out[:last+1]
	})
	p.add("FENCE-21/closing-needs-line-ending", "A closing fence without a line ending closes nothing.", requirement.Fail,
		func(answer dialect.Answer) dialect.Answer {
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
	sorted := func(slug, title string, rank func(e wire.Value) int) {
		p.edits("FENCE-22/"+slug, title, requirement.Fail, func(o *dialect.Observation) {
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
	sorted("text-last", "All text comes behind the calls.", is(words.TextEvent))
	sorted("calls-last", "All calls come behind the text.", is(words.InputEvent, words.OutputEvent, words.ErrorEvent))
	sorted("outcomes-last", "All outcomes come at the end.", is(words.OutputEvent, words.ErrorEvent))
	p.edits("FENCE-22/reversed", "Calls come last to first.", requirement.Fail, func(o *dialect.Observation) {
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
	p.edits("FENCE-22/one-early", "A call comes before the piece of text before it.", requirement.Fail, func(o *dialect.Observation) {
		for i := 1; i < len(o.Events); i++ {
			if words.TypeOf(o.Events[i-1].Value) == words.TextEvent && words.TypeOf(o.Events[i].Value) != words.TextEvent {
				o.Events[i].Value, o.Events[i-1].Value = o.Events[i-1].Value, o.Events[i].Value
			}
		}
	})
	p.edits("FENCE-22/one-late", "A call comes one piece of text too late.", requirement.Fail, func(o *dialect.Observation) {
		for i := len(o.Events) - 2; i >= 0; i-- {
			if words.TypeOf(o.Events[i].Value) != words.TextEvent && words.TypeOf(o.Events[i+1].Value) == words.TextEvent {
				o.Events[i].Value, o.Events[i+1].Value = o.Events[i+1].Value, o.Events[i].Value
			}
		}
	})
	late := func(slug, title string, after func(e dialect.Event, last int) int) {
		p.edits("FENCE-23/"+slug, title, requirement.Warn, func(o *dialect.Observation) {
			last := 0
			for _, e := range o.Events {
				last = max(last, e.After)
			}
			for i := range o.Events {
				o.Events[i].After = after(o.Events[i], last)
			}
		})
	}
	late("at-end", "Everything comes at the end.", func(_ dialect.Event, last int) int { return last })
	late("calls-at-end", "Calls come at the end.", func(e dialect.Event, last int) int {
		if words.TypeOf(e.Value) == words.TextEvent {
			return e.After
		}
		return last
	})
	late("text-at-end", "Text comes at the end.", func(e dialect.Event, last int) int {
		if words.TypeOf(e.Value) == words.TextEvent {
			return last
		}
		return e.After
	})
	late("call-one-late", "A call comes with the chunk behind its closing line.", func(e dialect.Event, last int) int {
		if words.TypeOf(e.Value) == words.TextEvent {
			return e.After
		}
		return min(e.After+1, last)
	})
	late("text-two-late", "Text comes two lines late.", func(e dialect.Event, last int) int {
		if words.TypeOf(e.Value) == words.TextEvent {
			return min(e.After+2, last)
		}
		return e.After
	})
}

// containerFaults are about FENCE-24.
func (p *planting) containerFaults() {
	marked := func(line string) bool { return strings.HasPrefix(line, ">") || strings.HasPrefix(line, "- ") }
	p.lines("FENCE-24/text-lost", "Text in a container is lost.", func(_ *reader, line string) string {
		if marked(line) {
			return ""
		}
		return line
	})
	p.lines("FENCE-24/text-behind-lost", "The line behind a list is lost.", func(r *reader, line string) string {
		if strings.HasPrefix(line, document.ListEnd) {
			return ""
		}
		return line
	})
	p.reads("FENCE-24/call-lost", "A tool fence in a container comes neither as a call nor as text.", manner{
		isTool: func(_ *reader, f *fenceLine) bool { return isPlainTool(f) },
		events: func(r *reader, id string, object wire.Value) []wire.Value {
			if r.outline.contained() {
				return nil
			}
			return eventsOf(id, object)
		}})
	p.reads("FENCE-24/never-again", "Behind a container no fence is a tool fence.", manner{isTool: func(r *reader, f *fenceLine) bool {
		if r.outline.contained() {
			r.number = 1 << 30
		}
		return isPlainTool(f) && r.number < 1<<30
	}})
	p.reads("FENCE-24/blind", "Containers are not known, so that a closing line in a list item opens a fence.", manner{blind: true})
	p.reads("FENCE-24/outlasts", "A fence in a container goes on behind it.", manner{outlasts: true})
}
