package dialect

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolconform/conform/wire"
)

// Tidying is a change that serializers, stores and template engines make to values
// that pass through them: what planted faults do.
type Tidying struct {
	// Slug names it, Title says what is done, as the end of a sentence.
	Slug, Title string
	Change      func(wire.Value) wire.Value
}

// Tidyings are all of them. They change what is within a value, all the way down.
func Tidyings() []Tidying {
	return []Tidying{
		{"lists-sorted", "have their lists of numbers sorted", lists(sorted)},
		{"lists-distinct", "lose what is in a list a second time", lists(distinct)},
		{"lists-flat", "have their lists in lists made one", lists(flat)},
		{"lists-unwrapped", "have their lists of one replaced by the element", lists(unwrapped)},
		{"names-merged", "lose members whose names differ only in case", members(merged)},
		{"names-indexed", "have objects with the names 0, 1, … made lists", members(indexed)},
		{"fifteen-digits", "have their numbers rounded to 15 digits", fifteenDigits},
	}
}

// lists changes every list within a value, the innermost first.
func lists(change func(items []wire.Value) wire.Value) func(wire.Value) wire.Value {
	return within(wire.Array, func(v wire.Value) wire.Value { return change(v.Items()) })
}

// members changes every object within a value, the innermost first.
func members(change func(wire.Value) wire.Value) func(wire.Value) wire.Value {
	return within(wire.Object, change)
}

func within(kind wire.Kind, change func(wire.Value) wire.Value) func(wire.Value) wire.Value {
	var all func(wire.Value) wire.Value
	all = func(v wire.Value) wire.Value {
		v = v.Each(all)
		if v.Kind() != kind {
			return v
		}
		return change(v)
	}
	return all
}

func sorted(items []wire.Value) wire.Value {
	for _, item := range items {
		if _, ok := item.Int64(); !ok {
			return wire.List(items...)
		}
	}
	slices.SortStableFunc(items, func(a, b wire.Value) int {
		x, _ := a.Int64()
		y, _ := b.Int64()
		return int(x - y)
	})
	return wire.List(items...)
}

func distinct(items []wire.Value) wire.Value {
	var kept []wire.Value
	for _, item := range items {
		if !slices.ContainsFunc(kept, func(have wire.Value) bool { return wire.Equal(have, item) }) {
			kept = append(kept, item)
		}
	}
	return wire.List(kept...)
}

func flat(items []wire.Value) wire.Value {
	var all []wire.Value
	for _, item := range items {
		if item.IsArray() {
			all = append(all, item.Items()...)
		} else {
			all = append(all, item)
		}
	}
	return wire.List(all...)
}

func unwrapped(items []wire.Value) wire.Value {
	if len(items) == 1 {
		return items[0]
	}
	return wire.List(items...)
}

func merged(v wire.Value) wire.Value {
	seen := map[string]string{}
	out := wire.Obj()
	for _, m := range v.Members() {
		lower := strings.ToLower(m.Name)
		if _, ok := seen[lower]; !ok {
			seen[lower] = m.Name
		}
		out = out.With(seen[lower], m.Value)
	}
	return out
}

func indexed(v wire.Value) wire.Value {
	var items []wire.Value
	for i, m := range v.Members() {
		if m.Name != strconv.Itoa(i) {
			return v
		}
		items = append(items, m.Value)
	}
	if len(items) == 0 {
		return v
	}
	return wire.List(items...)
}

func fifteenDigits(v wire.Value) wire.Value { return reformatted(v, 'g', 15) }
