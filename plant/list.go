package plant

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/wire"
)

// Of tells some elements of a list from others.
type Of = func(e wire.Value) bool

// List is a change of a list: of events, of messages, of what is shown.
type List = func(list []wire.Value) []wire.Value

// In is the change of a list as an edit of a value; what is no list stays.
func In(change List) Edit {
	return func(v wire.Value) wire.Value {
		if !v.IsArray() {
			return v
		}
		return wire.List(change(v.Items())...)
	}
}

// Each changes some elements; an absent one is gone.
func Each(of Of, edit Edit) List {
	return func(list []wire.Value) []wire.Value {
		for i, e := range list {
			if of(e) {
				list[i] = edit(e)
			}
		}
		return slices.DeleteFunc(list, wire.Value.IsAbsent)
	}
}

// Drop leaves some elements out.
func Drop(of Of) List { return Each(of, Gone) }

// Many puts several elements in the place of each of some.
func Many(of Of, more func(e wire.Value) []wire.Value) List {
	return func(list []wire.Value) []wire.Value {
		var out []wire.Value
		for _, e := range list {
			if of(e) {
				out = append(out, more(e)...)
			} else {
				out = append(out, e)
			}
		}
		return out
	}
}

// Memory gives what is remembered under a key, from when it was first asked for.
func Memory[M any]() func(key string) *M {
	all := map[string]*M{}
	return func(key string) *M {
		if all[key] == nil {
			all[key] = new(M)
		}
		return all[key]
	}
}

// Twice is an element that comes twice.
func Twice(e wire.Value) []wire.Value { return []wire.Value{e, e} }

// AtFirst changes a list at the first of some elements; one without stays.
func AtFirst(of Of, change func(list []wire.Value, i int) []wire.Value) List {
	return func(list []wire.Value) []wire.Value {
		if i := slices.IndexFunc(list, of); i >= 0 {
			return change(list, i)
		}
		return list
	}
}

// Before puts elements before the first of some.
func Before(of Of, more func(e wire.Value) []wire.Value) List {
	return AtFirst(of, func(list []wire.Value, i int) []wire.Value { return slices.Insert(list, i, more(list[i])...) })
}

// Behind puts elements behind the first of some.
func Behind(of Of, more func(e wire.Value) []wire.Value) List {
	return AtFirst(of, func(list []wire.Value, i int) []wire.Value { return slices.Insert(list, i+1, more(list[i])...) })
}

// Only is one element alone.
func Only(e wire.Value) []wire.Value { return []wire.Value{e} }

// Swapped lets neighbours change places, from front to back.
func Swapped(so func(a, b wire.Value) bool) List {
	return func(list []wire.Value) []wire.Value {
		for i := 1; i < len(list); i++ {
			if so(list[i-1], list[i]) {
				list[i-1], list[i] = list[i], list[i-1]
			}
		}
		return list
	}
}

// Exchange gives two elements of a list each other's member.
func Exchange(list []wire.Value, i, j int, member string) {
	a, b := list[i].Get(member), list[j].Get(member)
	list[i], list[j] = list[i].With(member, b), list[j].With(member, a)
}

// Reversed turns a list round.
func Reversed(list []wire.Value) []wire.Value {
	slices.Reverse(list)
	return list
}

// Sorted puts a list in the order of a member that is a text.
func Sorted(member string) List {
	return func(list []wire.Value) []wire.Value {
		slices.SortStableFunc(list, func(a, b wire.Value) int { return strings.Compare(a.Get(member).Text(), b.Get(member).Text()) })
		return list
	}
}

// First are the first so many elements.
func First(n int) List {
	return func(list []wire.Value) []wire.Value { return list[:min(len(list), n)] }
}

// Having gives a value a member.
func Having(name string, v wire.Value) Edit {
	return func(e wire.Value) wire.Value { return e.With(name, v) }
}

// Moved gives a value's member to another.
func Moved(from, to string) Edit {
	return func(v wire.Value) wire.Value { return v.With(to, v.Get(from)).Without(from) }
}

// AsPart makes a text a list with one part of that type.
func AsPart(kind string) Edit {
	return func(text wire.Value) wire.Value {
		return wire.List(wire.Obj(wire.T("type", kind), wire.M("text", text)))
	}
}

// Lacking takes members from a value.
func Lacking(names ...string) Edit {
	return func(e wire.Value) wire.Value {
		for _, name := range names {
			e = e.Without(name)
		}
		return e
	}
}

// Inside edits what stands at a pointer.
func Inside(at string, edit Edit) Edit {
	return func(e wire.Value) wire.Value { return e.Edit(at, edit) }
}

// Edited is what a client with a hook hears where each event is edited as what it holds says; an absent one is dropped.
func Edited[H any](change func(held H, e wire.Value) wire.Value) func(held H, e wire.Value) []wire.Value {
	return func(held H, e wire.Value) []wire.Value {
		if e = change(held, e); e.IsAbsent() {
			return nil
		}
		return []wire.Value{e}
	}
}

// Where edits the events of which so is true, as what is held says.
func Where[H any](so func(held H, e wire.Value) bool, edit Edit) func(held H, e wire.Value) wire.Value {
	return func(held H, e wire.Value) wire.Value {
		if so(held, e) {
			return edit(e)
		}
		return e
	}
}

// Skipped drops them.
func Skipped[H any](so func(held H, e wire.Value) bool) func(held H, e wire.Value) wire.Value {
	return Where(so, Gone)
}

// Has tells of objects with a member.
func Has(name string) Of { return func(e wire.Value) bool { return e.Has(name) } }

// Says tells of objects with a member that is this text.
func Says(name, text string) Of { return func(e wire.Value) bool { return e.Get(name).Text() == text } }

// Is tells of this text.
func Is(text string) Of { return func(v wire.Value) bool { return v.IsString() && v.Text() == text } }

// Not tells of the others.
func Not(of Of) Of { return func(e wire.Value) bool { return !of(e) } }

// Every tells of all there are.
func Every(wire.Value) bool { return true }

// All tells of what is all of this.
func All(of ...Of) Of {
	return func(e wire.Value) bool {
		return !slices.ContainsFunc(of, func(one Of) bool { return !one(e) })
	}
}
