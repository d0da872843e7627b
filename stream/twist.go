package stream

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Change twists a script; not ok where there is no place for it.
type Change = func(s *Script, pick dialect.Pick) (twisted *Script, ok bool)

// Twist is a fault in a stream. Breaks are the producer's lines that it breaks at least.
func Twist(id, title string, tests, breaks []string, apply Change) dialect.Twist {
	return dialect.Twist{ID: id, Title: title, Tests: tests, Apply: func(s dialect.Script, pick dialect.Pick) (dialect.Script,
		dialect.Planted, bool) {
		of, ok := s.(*Script)
		if !ok || len(of.Elements) == 0 {
			return s, dialect.Planted{}, false
		}
		twisted, ok := apply(of, pick)
		if !ok {
			return s, dialect.Planted{}, false
		}
		return twisted, dialect.Planted{With: breaks, Alone: breaks, AtLeast: true}, true
	}}
}

// Elements twists the list of elements; nil where there is no place for it.
func Elements(change func(list []wire.Value, pick dialect.Pick) []wire.Value) Change {
	return func(s *Script, pick dialect.Pick) (*Script, bool) {
		list := change(slices.Clone(s.Elements), pick)
		return s.With(list), list != nil
	}
}

// CutSomewhere ends the connection behind some element, BrokenSomewhere inside one.
func CutSomewhere(s *Script, pick dialect.Pick) (*Script, bool) {
	return s.With(s.Elements[:pick(len(s.Elements))]).Ended(Cut), true
}

// BrokenSomewhere ends the connection inside some element.
func BrokenSomewhere(s *Script, pick dialect.Pick) (*Script, bool) {
	return s.With(s.Elements[:1+pick(len(s.Elements))]).Ended(Broken), true
}

// Inserted puts an element somewhere, Instead somewhere in the place of the rest.
func Inserted(element wire.Value) Change {
	return Elements(func(list []wire.Value, pick dialect.Pick) []wire.Value {
		return slices.Insert(list, pick(len(list)+1), element)
	})
}

// Instead puts an element in the place of the rest.
func Instead(element wire.Value) Change {
	return Elements(func(list []wire.Value, pick dialect.Pick) []wire.Value {
		return append(list[:pick(len(list))], element)
	})
}

// Doubled sends one element twice, Strewn strews in what changes nothing.
func Doubled(s *Script, pick dialect.Pick) (*Script, bool) {
	i := pick(len(s.Elements))
	return s.With(slices.Insert(slices.Clone(s.Elements), i, s.Elements[i])), true
}

// Strewn strews in what changes nothing.
func Strewn(s *Script, pick dialect.Pick) (*Script, bool) {
	return s.InsertUnknown(pick).(*Script), true
}
