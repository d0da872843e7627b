package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// planting collects planted faults of the consumer. Their titles stand in titles_consumer.txt.
type planting struct{ rows []plant.Row }

// ConsumerFaults are faulty manners of reading, one for each way to miss a
// requirement that came to mind.
func ConsumerFaults() []dialect.Fault {
	var p planting
	p.fenceFaults()
	p.textFaults()
	p.inputFaults()
	p.outcomeFaults()
	p.idFaults()
	p.memberFaults()
	p.emptyFaults()
	p.brokenFaults()
	p.oddFaults()
	p.foreignFaults()
	p.styleFaults()
	p.endingFaults()
	p.openFaults()
	p.orderFaults()
	p.containerFaults()
	p.lookalikeFaults()
	p.familyFaults()
	p.surroundingFaults()
	return plant.Faults(words.Consumer(), plant.Titled(consumerTitles, p.rows))
}

func (p *planting) add(id string, fault plant.Plant) { p.rows = append(p.rows, plant.New(id, fault)) }

// warning: the last fault misses a SHOULD only.
func (p *planting) warning() { p.rows[len(p.rows)-1].Warns = true }

// also names further requirements that the last fault violates.
func (p *planting) also(ids ...string) {
	last := &p.rows[len(p.rows)-1]
	last.Also = append(last.Also, ids...)
}

// reads plants another manner of reading.
func (p *planting) reads(id string, m manner) {
	p.add(id, reading(m))
}

// warns plants one that misses a SHOULD only.
func (p *planting) warns(id string, m manner) {
	p.add(id, reading(m))
	p.warning()
}

func reading(m manner) plant.Plant { return func(dialect.Answer) dialect.Answer { return m.answer } }

// perInput plants a manner that is made anew for each input.
func (p *planting) perInput(id string, make func(input wire.Value) manner) {
	p.add(id, func(dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation { return make(input).answer(input) }
	})
}

// tells changes the events of each call.
func (p *planting) tells(id string, change func(events []wire.Value, object wire.Value) []wire.Value) {
	p.reads(id, telling(change))
}

func telling(change func(events []wire.Value, object wire.Value) []wire.Value) manner {
	return manner{events: func(_ *reader, id string, object wire.Value) []wire.Value {
		return change(eventsOf(id, object), object)
	}}
}

// edits changes the whole answer.
func (p *planting) edits(id string, change func(*dialect.Observation)) { p.add(id, editing(change)) }

func editing(change func(*dialect.Observation)) plant.Plant {
	return func(answer dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			o := answer(input)
			change(&o)
			return o
		}
	}
}

// lines changes or drops each line of text.
func (p *planting) lines(id string, change func(r *reader, line string) string) {
	p.reads(id, manner{line: change})
}

// Small changes that many faults are made of.

// setting changes one member of the events of one type, "" for all types.
func setting(kind, member string, change func(v, object wire.Value) wire.Value) func([]wire.Value, wire.Value) []wire.Value {
	return func(events []wire.Value, object wire.Value) []wire.Value {
		for i, e := range events {
			if (kind == "" || words.TypeOf(e) == kind) && e.Has(member) {
				events[i] = e.With(member, change(e.Get(member), object))
			}
		}
		return events
	}
}

// dropping leaves out events of a type where the object is such a one.
func dropping(kind string, where func(object wire.Value) bool) func([]wire.Value, wire.Value) []wire.Value {
	return func(events []wire.Value, object wire.Value) []wire.Value {
		return slices.DeleteFunc(events, func(e wire.Value) bool { return words.TypeOf(e) == kind && where(object) })
	}
}

// doubling repeats the events of a type.
func doubling(kind string) func([]wire.Value, wire.Value) []wire.Value {
	return func(events []wire.Value, _ wire.Value) []wire.Value {
		var list []wire.Value
		for _, e := range events {
			list = append(list, e)
			if words.TypeOf(e) == kind {
				list = append(list, e)
			}
		}
		return list
	}
}

// adding appends an event of a type where the object is such a one and has none.
func adding(kind, member string, value wire.Value, where func(object wire.Value) bool) func([]wire.Value, wire.Value) []wire.Value {
	return func(events []wire.Value, object wire.Value) []wire.Value {
		has := slices.ContainsFunc(events, func(e wire.Value) bool { return words.TypeOf(e) == kind })
		if !has && where(object) {
			return append(events, toolEvent(kind, events[0].Get("toolCallId").Text(), wire.M(member, value)))
		}
		return events
	}
}

func always(wire.Value) bool { return true }

func stateIsNot(state string) func(wire.Value) bool {
	return func(o wire.Value) bool { return o.Get("state").Text() != state }
}

func lacks(member string) func(wire.Value) bool {
	return func(o wire.Value) bool { return !o.Has(member) }
}

// asText is the JSON of a value, unless it is a text already.
func asText(v, _ wire.Value) wire.Value {
	if v.IsString() {
		return v
	}
	return wire.Str(v.JSON())
}

// textual changes every text in a value.
func textual(v wire.Value, change func(string) string) wire.Value {
	if v.IsString() {
		return wire.Str(change(v.Text()))
	}
	return v.Each(func(inner wire.Value) wire.Value { return textual(inner, change) })
}

// withoutNulls drops members that are null, at any depth.
func withoutNulls(v, _ wire.Value) wire.Value {
	if !v.IsObject() {
		return v
	}
	var members []wire.Member
	for _, m := range v.Members() {
		if !m.Value.IsNull() {
			members = append(members, wire.M(m.Name, withoutNulls(m.Value, m.Value)))
		}
	}
	return wire.Obj(members...)
}

func isPlainTool(f *fenceLine) bool { return f.Info == "tool" }

// fenceFaults are about FENCE-01.
func (p *planting) fenceFaults() {
	p.reads("FENCE-01/repeated", manner{called: func(r *reader, source string) { r.say(source) }})
	p.reads("FENCE-01/opening-leaks-when-cut", manner{isTool: func(r *reader, f *fenceLine) bool {
		if isPlainTool(f) && r.pieced {
			r.say("```tool\n")
		}
		return isPlainTool(f)
	}})
	p.reads("FENCE-01/info-untrimmed",
		manner{isTool: func(_ *reader, f *fenceLine) bool { return strings.TrimLeft(f.raw, " \t") == "tool" }})
	p.reads("FENCE-01/closing-blanks", manner{closes: func(f *fenceLine, c *cursor) bool {
		return f.closedBy(c) && !strings.HasSuffix(c.text(), " ") && !strings.HasSuffix(c.text(), "\t")
	}})
	p.reads("FENCE-01/body-untrimmed", manner{parse: func(body string) (wire.Value, bool) {
		return parseWhere(body, !strings.HasPrefix(body, "\n"))
	}})
	p.reads("FENCE-01/not-first", manner{isTool: func(r *reader, f *fenceLine) bool { return isPlainTool(f) && len(r.out) > 0 }})
	p.reads("FENCE-01/equal-calls-merged", mergingEqual("toolCallId"))
	p.reads("FENCE-01/same-id-merged", manner{events: func(r *reader, id string, object wire.Value) []wire.Value {
		if slices.ContainsFunc(r.out, func(e dialect.Event) bool { return e.Value.Get("toolCallId").Text() == id }) {
			return nil
		}
		return eventsOf(id, object)
	}})
	p.tells("FENCE-01/phantom", func(events []wire.Value, _ wire.Value) []wire.Value {
		return append(events, toolEvent(words.InputEvent, "phantom", wire.M("toolName", wire.Str("tool")), wire.M("input", wire.Obj())))
	})
	p.edits("FENCE-01/chunk-twice", func(o *dialect.Observation) {
		items := o.State.Get("chunks").Items()
		for i := len(items) - 1; i >= 0; i-- {
			if words.TypeOf(items[i]) == "tool" {
				o.State = o.State.With("chunks", wire.List(append(items, items[i])...))
				return
			}
		}
	})
}

func parseWhere(body string, ok bool) (wire.Value, bool) {
	v, err := wire.Parse([]byte(body))
	return v, err == nil && v.IsObject() && ok
}

func mergingEqual(but string) manner {
	return manner{events: func(r *reader, id string, object wire.Value) []wire.Value {
		events := eventsOf(id, object)
		for _, e := range r.out {
			if words.TypeOf(e.Value) == words.InputEvent && wire.Equal(e.Value.Without(but), events[0].Without(but)) {
				return nil
			}
		}
		return events
	}}
}

// textFaults are about FENCE-02.
func (p *planting) textFaults() {
	replace := func(slug, old, with string) {
		p.lines("FENCE-02/"+slug, func(_ *reader, line string) string { return strings.ReplaceAll(line, old, with) })
	}
	p.lines("FENCE-02/blank-lines-collapsed", func(r *reader, line string) string {
		if strings.TrimSpace(line) == "" && strings.TrimSpace(r.previous) == "" && !strings.HasPrefix(r.previous, "`") {
			return ""
		}
		return line
	})
	p.lines("FENCE-02/last-line", func(_ *reader, line string) string {
		if !strings.HasSuffix(line, "\n") {
			return ""
		}
		return line
	})
	p.lines("FENCE-02/repeated-lines", func(r *reader, line string) string {
		if bare := strings.TrimRight(line, "\r\n"); bare == r.previous && bare != "" {
			return ""
		}
		return line
	})
	p.lines("FENCE-02/long-lines", func(_ *reader, line string) string { return line[:min(len(line), 8192)] })
	p.lines("FENCE-02/fence-lines", func(_ *reader, line string) string {
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			return ""
		}
		return line
	})
	p.lines("FENCE-02/quote-markers", func(_ *reader, line string) string { return strings.TrimPrefix(line, "> ") })
	replace("crlf", "\r\n", "\n")
	replace("tabs", "\t", "    ")
	replace("entities", "&amp;", "&")
	replace("escaped", "<", "&lt;")
	replace("backslashes", `\*`, "*")
	replace("line-separators", "\u2028", "\n")
	replace("form-feeds", "\x0c", "")
	replace("composed", "e\u0301", "\u00e9")
	replace("backticks", "`", "")
	p.reads("FENCE-02/cut-characters", manner{line: func(r *reader, line string) string {
		if r.pieced {
			return strings.ToValidUTF8(strings.ReplaceAll(line, "ộ", "\uFFFD"), "")
		}
		return line
	}})
	p.edits("FENCE-02/tail", func(o *dialect.Observation) { cutText(o, true) })
}

// cutText drops the text behind the last tool event, or before the first.
func cutText(o *dialect.Observation, tail bool) {
	isTool := func(e dialect.Event) bool { return words.TypeOf(e.Value) != words.TextEvent }
	first := slices.IndexFunc(o.Events, isTool)
	if first < 0 {
		return
	}
	if !tail {
		o.Events = o.Events[first:]
		return
	}
	last := len(o.Events) - 1
	for !isTool(o.Events[last]) {
		last--
	}
	o.Events = o.Events[:last+1]
}
