// Package plant makes planted faults and variants of shared changes and a dialect's places: a
// change is made once, a place says where a dialect hears, shows or tells a value, and each
// change at each place is a fault of what stands there.
package plant

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Plant makes a faulty implementation of a right one.
type Plant = func(dialect.Answer) dialect.Answer

// Edit changes a value.
type Edit = func(wire.Value) wire.Value

// Row is a fault. Its first requirement is the main one. A title of "" stands in the dialect's file of titles.
type Row struct {
	ID, Title string
	// Also are further requirements that it violates; the first is in the id.
	Also  []string
	Warns bool
	Plant Plant
}

// New is a row whose title a file says; of a variant also are the members that it omits.
func New(id string, plant Plant, also ...string) Row {
	return Row{ID: id, Plant: plant, Also: also}
}

// Warn is the row where only a SHOULD is missed.
func (r Row) Warn() Row {
	r.Warns = true
	return r
}

// slug is the id without its requirement.
func (r Row) slug() string {
	_, slug, _ := strings.Cut(r.ID, "/")
	return slug
}

// Faults are the rows as faults of a pair.
func Faults(pair dialect.Pair, rows []Row) []dialect.Fault {
	list := make([]dialect.Fault, len(rows))
	for i, r := range rows {
		list[i] = dialect.FaultOf(pair, r.ID, r.Title, r.Plant, r.Also...)
		if r.Warns {
			list[i] = list[i].Warning()
		}
	}
	return list
}

// Variants are the rows as variants of a pair.
func Variants(pair dialect.Pair, rows []Row) []dialect.Variant {
	list := make([]dialect.Variant, len(rows))
	for i, r := range rows {
		list[i] = dialect.Variant{ID: r.ID, Pair: pair, Title: r.Title, Omits: r.Also, Plant: omitting(r)}
	}
	return list
}

// omitting says of every answer what the variant lacks, as its hello would.
func omitting(r Row) Plant {
	return func(right dialect.Answer) dialect.Answer {
		answer := r.Plant(right)
		return func(input wire.Value) dialect.Observation {
			o := answer(input)
			o.Omits = r.Also
			return o
		}
	}
}

// Change is a change of a value that implementations make by mistake. Title is the end of a
// sentence.
type Change struct {
	Slug, Title string
	Edit        Edit
}

// Place is where a dialect has values to spoil.
type Place struct {
	Slug, Title string
	Requirement string
	Plant       func(Edit) Plant
}

// Product is every change at every place.
func Product(places []Place, changes []Change) []Row {
	var rows []Row
	for _, p := range places {
		for _, c := range changes {
			rows = append(rows, Row{ID: fmt.Sprintf("%s/%s-%s", p.Requirement, p.Slug, c.Slug), Title: p.Title + " " + c.Title + ".",
				Plant: p.Plant(c.Edit)})
		}
	}
	return rows
}

// Failures are the faults of clients that show an error in words that are not its own.
func Failures(line, at string, warns bool) []Row {
	return failures(line, func(e Edit) Plant { return Showing(at, When(wire.Value.IsString, e)) }, warns)
}

func failures(line string, telling func(Edit) Plant, warns bool) []Row {
	place := Place{Slug: "error", Title: "The text of an error", Requirement: line, Plant: telling}
	layers := slices.DeleteFunc(Layers(), func(c Change) bool {
		return strings.HasPrefix(c.Slug, "cut-at-") || c.Slug == "words-for-nothing" // no error is as long, and none is nothing
	})
	changes := slices.Concat(Changes(), layers, []Change{
		{"behind-colon", "begins behind its last colon", Text(func(s string) string { return s[strings.LastIndex(s, ":")+1:] })},
		{"inner", "is the message in its JSON", Text(func(s string) string {
			v, _ := wire.Parse([]byte(s))
			return cmp.Or(v.Find("/error/message").Text(), s)
		})},
	})
	rows := Product([]Place{place}, changes)
	for i := range rows {
		rows[i].Warns = warns
	}
	return rows
}

// Named are the changes of these slugs, in their order.
func Named(slugs ...string) []Change {
	var list []Change
	for _, c := range Changes() {
		if slices.Contains(slugs, c.Slug) {
			list = append(list, c)
		}
	}
	return list
}

// Lettered are the changes of these slugs, and those of rare letters.
func Lettered(slugs ...string) []Change { return append(Named(slugs...), Letters()...) }

// But are all changes without those of these slugs.
func But(slugs ...string) []Change {
	return slices.DeleteFunc(Changes(), func(c Change) bool { return slices.Contains(slugs, c.Slug) })
}

// Showing changes what is shown at a place of the state: a pointer in which "*" stands for
// every element of a list.
func Showing(at string, edit Edit) Plant {
	return func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			o := right(input)
			o.State = Everywhere(at, edit)(o.State)
			return o
		}
	}
}

// Everywhere is an edit of what stands at a pointer with "*" in it, wherever it stands.
func Everywhere(at string, edit Edit) Edit {
	before, rest, several := strings.Cut(at, "/*")
	return func(v wire.Value) wire.Value {
		if !several {
			return v.Edit(at, edit)
		}
		return v.Edit(before, func(list wire.Value) wire.Value {
			if !list.IsArray() {
				return list
			}
			return list.Each(Everywhere(rest, edit))
		})
	}
}

// Ending ends otherwise where an input is such.
func Ending(so func(input wire.Value) bool, ending dialect.Ending, reason string) Plant {
	return func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			if so(input) {
				return dialect.Observation{Ending: ending, Reason: reason}
			}
			return right(input)
		}
	}
}

// Hearing changes what is heard of the input before a right implementation gets it.
func Hearing(change Edit) Plant {
	return func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation { return right(change(input)) }
	}
}

// Events changes the events of an input, decoded or framed as SSE with this tail.
func Events(tail string, change func([]wire.Value) []wire.Value) Edit {
	return func(input wire.Value) wire.Value {
		if events := input.Get("events"); events.IsArray() {
			return input.With("events", wire.List(change(events.Items())...))
		}
		chunks, err := wire.InputChunks(input)
		if err != nil || input.Get("encoding").Text() != wire.SSE {
			return input
		}
		var events []wire.Value
		end := []byte(nil)
		d := wire.NewDecoder(wire.SSE, 0)
		for _, c := range chunks {
			for _, f := range d.Feed(c) {
				if string(f.Data) == tail && tail != "" {
					end = []byte("data: " + tail + "\n\n")
				} else if v, err := wire.Parse(f.Data); err == nil && end == nil && f.Event == "" {
					events = append(events, v)
				} else if f.Event != "" {
					return input // names are not for events to hold
				}
			}
		}
		data := append(wire.Encode(wire.SSE, change(events)), end...)
		rest := input.Without("chunks").Without("chunks_base64").Without("encoding")
		return wire.Obj(slices.Concat(rest.Members(), wire.ChunkMembers(wire.SSE, [][]byte{data}))...)
	}
}

// Window hears of a list of the input only what stands last.
func Window(member string, n int) Plant {
	return Hearing(func(input wire.Value) wire.Value {
		list := input.Get(member).Items()
		return input.With(member, wire.List(list[max(0, len(list)-n):]...))
	})
}

// Byte is what a byte holds of a number.
func Byte(v wire.Value) wire.Value {
	if n, ok := v.Int64(); ok {
		return wire.Int(n & 0xff)
	}
	return v
}
