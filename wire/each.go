package wire

import "slices"

// Each is an array or object with every element or member value changed; any other
// value is as it was.
func (v Value) Each(change func(Value) Value) Value {
	switch v.kind {
	case Array:
		items := v.Items()
		for i := range items {
			items[i] = change(items[i])
		}
		return List(items...)
	case Object:
		members := make([]Member, 0, v.Len())
		for _, m := range v.Members() {
			members = append(members, M(m.Name, change(m.Value)))
		}
		return Obj(members...)
	}
	return v
}

// IsJSON tells whether a text is one JSON value.
func IsJSON(text string) bool {
	_, err := Parse([]byte(text))
	return err == nil
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
