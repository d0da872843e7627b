package stream

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// GivenIDs are the call ids that a case's stream has.
func GivenIDs(c *dialect.Case) map[string]bool {
	given := map[string]bool{}
	if s, ok := c.Script.(*Script); ok {
		for _, a := range s.Acts() {
			given[a.ID.Text()] = true
		}
	}
	return given
}

// Numbered is an edit of ids: those that nobody gave are numbered, in the order in which they
// are met.
func Numbered(given map[string]bool) func(wire.Value) wire.Value {
	made := map[string]string{}
	return func(v wire.Value) wire.Value {
		id := v.Text()
		if !v.IsString() || given[id] || id == "" {
			return v
		}
		if made[id] == "" {
			made[id] = fmt.Sprintf("#%d", len(made)+1)
		}
		return wire.Str(made[id])
	}
}

// Only is an edit of objects: the members with these names, in this order. What an implementation adds of its own, such as the time
// of an answer, may differ from one to the next.
func Only(names ...string) func(wire.Value) wire.Value {
	return func(v wire.Value) wire.Value {
		if !v.IsObject() {
			return v
		}
		members := make([]wire.Member, 0, len(names))
		for _, name := range names {
			members = append(members, wire.M(name, wire.OrNull(v.Get(name))))
		}
		return wire.Obj(members...)
	}
}

// Sorted is a list whose order is free. Members, too, may stand in another order each time, so that they are put in one first.
func Sorted(list wire.Value) wire.Value {
	if !list.IsArray() {
		return list
	}
	items := list.Items()
	slices.SortStableFunc(items, func(a, b wire.Value) int { return strings.Compare(ordered(a).JSON(), ordered(b).JSON()) })
	return wire.List(items...)
}

// ordered is a value with the members of its objects in the order of their names, all the way down.
func ordered(v wire.Value) wire.Value {
	v = v.Each(ordered)
	if !v.IsObject() {
		return v
	}
	members := slices.Clone(v.Members())
	slices.SortStableFunc(members, func(a, b wire.Member) int { return strings.Compare(a.Name, b.Name) })
	return wire.Obj(members...)
}

// Clash tells whether an id that was made up is one that comes later: two calls are shown
// under a given one. Shown are the calls that are shown, each with its id.
func Clash(c *dialect.Case, shown []wire.Value) bool {
	given, seen := GivenIDs(c), map[string]bool{}
	for _, call := range shown {
		id := call.Get("id").Text()
		if given[id] && seen[id] {
			return true
		}
		seen[id] = true
	}
	return false
}
