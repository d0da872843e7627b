package stream

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Change twists a script; not ok where there is no place for it.
type Change = func(s *Script, pick dialect.Pick) (twisted *Script, ok bool)

// Twist is a fault in a stream, or what is odd in one, whose title a file says. Tests are the lines that it is about, breaks the
// producer's lines that it breaks at least: ids with blanks between.
func Twist(id, tests, breaks string, apply Change) dialect.Twist {
	lines := strings.Fields(breaks)
	return dialect.Twist{ID: id, Tests: strings.Fields(tests),
		Apply: func(s dialect.Script, pick dialect.Pick) (dialect.Script, dialect.Planted, bool) {
			of, ok := s.(*Script)
			if !ok || len(of.Elements) == 0 {
				return s, dialect.Planted{}, false
			}
			twisted, ok := apply(of, pick)
			if !ok {
				return s, dialect.Planted{}, false
			}
			return twisted, dialect.Planted{With: lines, Alone: lines, AtLeast: true}, true
		}}
}

// Listed is a Twist of the list of elements.
func Listed(id, tests, breaks string, change List) dialect.Twist {
	return Twist(id, tests, breaks, Elements(change))
}

// List changes the list of elements, which is its own; nil where it has no place for it.
type List = func(list []wire.Value, pick dialect.Pick) []wire.Value

// Elements twists the list of elements.
func Elements(change List) Change {
	return func(s *Script, pick dialect.Pick) (*Script, bool) {
		list := change(slices.Clone(s.Elements), pick)
		return s.With(list), list != nil
	}
}

// Ended is a change of the list whose script ends in another way.
func Ended(end Ending, change List) Change {
	return func(s *Script, pick dialect.Pick) (*Script, bool) {
		twisted, ok := Elements(change)(s, pick)
		return twisted.Ended(end), ok
	}
}

// Place changes a list at one place.
type Place = func(list []wire.Value, i int, pick dialect.Pick) []wire.Value

// Some is the place of one of the elements of which so is true, -1 where there is none.
func Some(list []wire.Value, pick dialect.Pick, so func(e wire.Value) bool) int {
	var places []int
	for i, e := range list {
		if so(e) {
			places = append(places, i)
		}
	}
	if len(places) == 0 {
		return -1
	}
	return places[pick(len(places))]
}

// Somewhere changes a list at one of its elements of which so is true.
func Somewhere(so func(e wire.Value) bool, change Place) List {
	return func(list []wire.Value, pick dialect.Pick) []wire.Value {
		if i := Some(list, pick, so); i >= 0 {
			return change(list, i, pick)
		}
		return nil
	}
}

// At changes a list at one of its places of which so is true.
func At(so func(list []wire.Value, i int) bool, change Place) List {
	return func(list []wire.Value, pick dialect.Pick) []wire.Value {
		var places []int
		for i := range list {
			if so(list, i) {
				places = append(places, i)
			}
		}
		if len(places) == 0 {
			return nil
		}
		return change(list, places[pick(len(places))], pick)
	}
}

// First changes a list at its first element of which so is true.
func First(so func(e wire.Value) bool, change Place) List {
	return func(list []wire.Value, pick dialect.Pick) []wire.Value {
		if i := slices.IndexFunc(list, so); i >= 0 {
			return change(list, i, pick)
		}
		return nil
	}
}

// Gone loses the element, Again sends it twice.
func Gone(list []wire.Value, i int, _ dialect.Pick) []wire.Value { return slices.Delete(list, i, i+1) }

// Again sends the element twice.
func Again(list []wire.Value, i int, _ dialect.Pick) []wire.Value {
	return slices.Insert(list, i, list[i])
}

// Edited changes the element.
func Edited(edit func(e wire.Value) wire.Value) Place {
	return func(list []wire.Value, i int, _ dialect.Pick) []wire.Value {
		list[i] = edit(list[i])
		return list
	}
}

// Ahead puts elements before the element.
func Ahead(more ...wire.Value) Place {
	return func(list []wire.Value, i int, _ dialect.Pick) []wire.Value { return slices.Insert(list, i, more...) }
}

// Behind puts an element behind the element.
func Behind(more func(e wire.Value, pick dialect.Pick) wire.Value) Place {
	return func(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
		return slices.Insert(list, i+1, more(list[i], pick))
	}
}

// Shuffled lets neighbours change places that may.
func Shuffled(may func(a, b wire.Value) bool) List {
	return func(list []wire.Value, pick dialect.Pick) []wire.Value {
		moved := false
		for range 4 {
			for i := 1; i < len(list); i++ {
				if may(list[i-1], list[i]) && pick(2) == 1 {
					list[i-1], list[i], moved = list[i], list[i-1], true
				}
			}
		}
		if !moved {
			return nil
		}
		return list
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

// Doubled sends one element twice, Strewn strews in what changes nothing.
func Doubled(s *Script, pick dialect.Pick) (*Script, bool) {
	i := pick(len(s.Elements))
	return s.With(slices.Insert(slices.Clone(s.Elements), i, s.Elements[i])), true
}

// Strewn strews in what changes nothing.
func Strewn(s *Script, pick dialect.Pick) (*Script, bool) {
	return s.InsertUnknown(pick).(*Script), true
}
