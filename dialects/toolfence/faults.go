package toolfence

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// planting collects planted faults of the consumer.
type planting struct{ list []dialect.Fault }

// consumerFaults are faulty manners of reading, one for each way to miss a
// requirement that came to mind.
func consumerFaults() []dialect.Fault {
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
	return p.list
}

func (p *planting) add(id, title string, expect requirement.Verdict, plant func(dialect.Answer) dialect.Answer) {
	main, _, _ := strings.Cut(id, "/")
	p.list = append(p.list, dialect.Fault{ID: id, Pair: consumerPair(), Title: title, Requirements: []string{main}, Expect: expect, Plant: plant})
}

// reads plants another manner of reading.
func (p *planting) reads(id, title string, m manner) {
	p.add(id, title, requirement.Fail, func(dialect.Answer) dialect.Answer { return m.answer })
}

// warns plants one that misses a SHOULD only.
func (p *planting) warns(id, title string, m manner) {
	p.add(id, title, requirement.Warn, func(dialect.Answer) dialect.Answer { return m.answer })
}

// perInput plants a manner that is made anew for each input.
func (p *planting) perInput(id, title string, make func(input wire.Value) manner) {
	p.add(id, title, requirement.Fail, func(dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation { return make(input).answer(input) }
	})
}

// tells changes the events of each call.
func (p *planting) tells(id, title string, change func(events []wire.Value, object wire.Value) []wire.Value) {
	p.reads(id, title, telling(change))
}

func telling(change func(events []wire.Value, object wire.Value) []wire.Value) manner {
	return manner{events: func(_ *reader, id string, object wire.Value) []wire.Value {
		return change(eventsOf(id, object), object)
	}}
}

// edits changes the whole answer.
func (p *planting) edits(id, title string, expect requirement.Verdict, change func(*dialect.Observation)) {
	p.add(id, title, expect, func(answer dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			o := answer(input)
			change(&o)
			return o
		}
	})
}

// lines changes or drops each line of text.
func (p *planting) lines(id, title string, change func(r *reader, line string) string) {
	p.reads(id, title, manner{line: change})
}

// Small changes that many faults are made of.

func typeOf(e wire.Value) string { return e.Get("type").Text() }

// setting changes one member of the events of one type, "" for all types.
func setting(kind, member string, change func(v, object wire.Value) wire.Value) func([]wire.Value, wire.Value) []wire.Value {
	return func(events []wire.Value, object wire.Value) []wire.Value {
		for i, e := range events {
			if (kind == "" || typeOf(e) == kind) && e.Has(member) {
				events[i] = e.With(member, change(e.Get(member), object))
			}
		}
		return events
	}
}

// dropping leaves out events of a type where the object is such a one.
func dropping(kind string, where func(object wire.Value) bool) func([]wire.Value, wire.Value) []wire.Value {
	return func(events []wire.Value, object wire.Value) []wire.Value {
		return slices.DeleteFunc(events, func(e wire.Value) bool { return typeOf(e) == kind && where(object) })
	}
}

// doubling repeats the events of a type.
func doubling(kind string) func([]wire.Value, wire.Value) []wire.Value {
	return func(events []wire.Value, _ wire.Value) []wire.Value {
		var list []wire.Value
		for _, e := range events {
			list = append(list, e)
			if typeOf(e) == kind {
				list = append(list, e)
			}
		}
		return list
	}
}

// adding appends an event of a type where the object is such a one and has none.
func adding(kind, member string, value wire.Value, where func(object wire.Value) bool) func([]wire.Value, wire.Value) []wire.Value {
	return func(events []wire.Value, object wire.Value) []wire.Value {
		has := slices.ContainsFunc(events, func(e wire.Value) bool { return typeOf(e) == kind })
		if !has && where(object) {
			return append(events, toolEvent(kind, events[0].Get("toolCallId").Text(), wire.M(member, value)))
		}
		return events
	}
}

func always(wire.Value) bool { return true }

func stateIs(state string) func(wire.Value) bool {
	return func(o wire.Value) bool { return o.Get("state").Text() == state }
}

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
