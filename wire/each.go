package wire

import "slices"

// Each is an array or object with every element or member value changed; any other
// value is as it was.
func (v Value) Each(change func(Value) Value) Value {
	switch v.Kind() {
	case Array:
		kids := make([]Member, len(v.kids()))
		for i, m := range v.kids() {
			kids[i].Value = change(m.Value)
		}
		return nest(Array, kids)
	case Object:
		kids := make([]Member, 0, len(v.kids()))
		for _, m := range v.kids() {
			if m.Value = change(m.Value); m.Value.Kind() != Absent {
				kids = append(kids, m)
			}
		}
		return nest(Object, kids)
	}
	return v
}

// Filled is a value with that text wherever the text mark stands in it: what is long needs not be written as JSON first.
func (v Value) Filled(mark string, with Value) Value {
	if v.Text() == mark {
		return with
	}
	return v.Each(func(kid Value) Value { return kid.Filled(mark, with) })
}

// IsJSON tells whether a text is one JSON value.
func IsJSON(text string) bool {
	_, ok := one([]byte(text))
	return ok
}

// Omitting are the values but for those at some places.
func Omitting(list []Value, places ...int) []Value {
	var kept []Value
	for i, v := range list {
		if !slices.Contains(places, i) {
			kept = append(kept, v)
		}
	}
	return kept
}
