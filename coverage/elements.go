package coverage

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// The ends of a stream, beside its kinds.
const (
	first = "(start)"
	last  = "(end)"
)

// Where an element may stand around a call and its result.
const (
	before     = "before a call"
	between    = "between a call and its result"
	after      = "after a result"
	unanswered = "after a call that is never answered"
)

// Whether calls are open there beside the call itself.
const (
	alone    = "alone"
	parallel = "parallel"
)

// What may be equal to that of an earlier call, and where that one stands.
const (
	sameTurn    = "in the turn"
	earlierTurn = "of an earlier turn"
)

func repeatable() []string {
	return []string{"id", "name", "arguments", "name and arguments", "content"}
}

// elementCells names every cell of elements that follow from their kinds.
func (t *Table) elementCells() {
	kinds := t.kinds()
	classes := kinds
	if t.grammar.Class != nil {
		classes = t.grammar.Classes
	}
	for _, a := range append([]string{first}, classes...) {
		for _, b := range append(slices.Clone(classes), last) {
			t.add(Neighbours, a+" → "+b)
		}
	}
	for _, a := range t.ofCalls() {
		for _, b := range t.ofCalls() {
			t.add(Sequence, a+" → "+b+", of one call")
		}
	}
	for _, k := range kinds {
		for _, place := range []string{before, between, after, unanswered} {
			t.add(Around, k+" "+place+", "+alone)
			t.add(Around, k+" "+place+", "+parallel)
		}
	}
	t.add(Turns, "one")
	t.add(Turns, "several")
	t.add(Turns, "a call in the first of several")
	t.add(Turns, "a call in a later one")
	t.add(Turns, "a call that a later one answers")
	for _, what := range repeatable() {
		t.add(Repeated, what+" of a call "+sameTurn)
		t.add(Repeated, what+" of a call "+earlierTurn)
	}
}

// kinds of elements: as the dialect tells them, or as the schema does.
func (t *Table) kinds() []string {
	if t.grammar.Kind != nil {
		return slices.Clone(t.grammar.Kinds)
	}
	if t.schema.open() {
		return append(t.schema.kinds(), other)
	}
	return t.schema.kinds()
}

// ofCalls are the kinds that belong to a call.
func (t *Table) ofCalls() []string {
	var list []string
	for _, k := range t.kinds() {
		_, call := t.grammar.Calls[k]
		_, result := t.grammar.Results[k]
		_, own := t.grammar.Own[k]
		if call || result || own {
			list = append(list, k)
		}
	}
	return list
}

func (t *Table) kindOf(v wire.Value) string {
	kind := ""
	if t.grammar.Kind != nil {
		kind = t.grammar.Kind(v)
	} else {
		kind = t.schema.kind(v)
	}
	if _, known := t.byKey[Around+": "+kind+" "+before+", "+alone]; !known {
		return other
	}
	return kind
}

// element is an element of a script, read.
type element struct {
	kind, class string
	turn        int
	// call is the id of the call that it belongs to.
	call           string
	begins, answer bool
	tells          map[string]string
}

func (t *Table) read(list []wire.Value) []element {
	turn := 0
	read := make([]element, len(list))
	begun := map[string]bool{}
	for i, v := range list {
		e := element{kind: t.kindOf(v)}
		if e.class = e.kind; t.grammar.Class != nil {
			e.class = t.grammar.Class(v)
		}
		if slices.Contains(t.grammar.Turns, e.kind) && i > 0 {
			turn++
		}
		e.turn = turn
		if p, ok := t.grammar.Calls[e.kind]; ok {
			e.call = at(v, p.ID).Text()
			e.begins, begun[e.call] = !begun[e.call], true
			e.tells = told(v, p)
		}
		if p, ok := t.grammar.Results[e.kind]; ok {
			e.call, e.answer = at(v, p.ID).Text(), true
			e.tells = told(v, p)
		}
		if place, ok := t.grammar.Own[e.kind]; ok {
			e.call = at(v, place).Text()
		}
		read[i] = e
	}
	return read
}

// told are the values that may be repeated, by what they are.
func told(v wire.Value, p dialect.CallPlaces) map[string]string {
	values := map[string]string{}
	for what, place := range map[string]string{"id": p.ID, "name": p.Name, "arguments": p.Arguments, "content": p.Content} {
		if place != "" && !at(v, place).IsAbsent() {
			values[what] = at(v, place).JSON()
		}
	}
	if values["name"] != "" && values["arguments"] != "" {
		values["name and arguments"] = values["name"] + values["arguments"]
	}
	return values
}

// at is the value at a place, absent where there is none.
func at(v wire.Value, place string) wire.Value {
	for _, name := range strings.Split(place, ".") {
		v = v.Get(name)
	}
	return v
}

func (t *Table) elements(source int, list []wire.Value) {
	read := t.read(list)
	t.neighbours(source, read)
	t.around(source, read)
	t.turns(source, read)
	t.repeated(source, read)
}

func (t *Table) neighbours(source int, read []element) {
	previous, own := first, map[string]string{}
	for _, e := range read {
		t.count(source, Neighbours, previous+" → "+e.class)
		previous = e.class
		if e.call == "" {
			continue
		}
		if from := own[e.call]; from != "" {
			t.count(source, Sequence, from+" → "+e.kind+", of one call")
		}
		own[e.call] = e.kind
	}
	t.count(source, Neighbours, previous+" → "+last)
}

// around counts where each element stands: a call is open from its first element to
// its last result.
func (t *Table) around(source int, read []element) {
	begin, end := map[string]int{}, map[string]int{}
	for i, e := range read {
		if e.begins {
			begin[e.call] = i
		}
		if e.answer {
			end[e.call] = i
		}
	}
	for i, e := range read {
		at := map[string]bool{}
		open := 0
		for id, b := range begin {
			answered, ok := end[id]
			switch {
			case i < b:
				at[before] = true
			case i == b || ok && i == answered:
			case !ok:
				at[unanswered] = true
				open++
			case i < answered:
				at[between] = true
				open++
			default:
				at[after] = true
			}
		}
		for place := range at {
			company := alone
			if open > 1 || open == 1 && (place == before || place == after) {
				company = parallel
			}
			t.count(source, Around, e.kind+" "+place+", "+company)
		}
	}
}

func (t *Table) turns(source int, read []element) {
	if len(read) == 0 {
		return
	}
	last, called := read[len(read)-1].turn, map[string]int{}
	name := "one"
	if last > 0 {
		name = "several"
	}
	t.count(source, Turns, name)
	for _, e := range read {
		if e.begins {
			called[e.call] = e.turn
			if e.turn == 0 && last > 0 {
				t.count(source, Turns, "a call in the first of several")
			} else if e.turn > 0 {
				t.count(source, Turns, "a call in a later one")
			}
		}
		if turn, known := called[e.call]; e.answer && known && turn < e.turn {
			t.count(source, Turns, "a call that a later one answers")
		}
	}
}

// repeated counts what is equal to something of an earlier call. A kind that comes
// several times for a call repeats its id only once that call was answered, or in
// another turn.
func (t *Table) repeated(source int, read []element) {
	type told struct{ what, value string }
	type teller struct {
		call string
		turn int
	}
	seen, answered := map[told]teller{}, map[string]bool{}
	for _, e := range read {
		_, several := t.grammar.Own[e.kind]
		for what, value := range e.tells {
			k := told{what, value}
			if what == "id" {
				k.what = e.kind + " id"
			}
			earlier, known := seen[k]
			switch {
			case !known:
				seen[k] = teller{e.call, e.turn}
			case earlier.call == e.call && what != "id":
			case earlier.turn != e.turn:
				t.count(source, Repeated, what+" of a call "+earlierTurn)
			case what != "id" || !several || answered[e.call]:
				t.count(source, Repeated, what+" of a call "+sameTurn)
			}
		}
		answered[e.call] = answered[e.call] || e.answer
	}
}
