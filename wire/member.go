package wire

// T is a member whose value is a text.
func T(name, text string) Member { return M(name, Str(text)) }

// Strs is a list of texts.
func Strs(list []string) Value {
	items := make([]Value, len(list))
	for i, s := range list {
		items[i] = Str(s)
	}
	return List(items...)
}

// OrNull is a value, or null where it is absent.
func OrNull(v Value) Value {
	if v.IsAbsent() {
		return NullValue
	}
	return v
}

// ParseObject reads a text that is a JSON object.
func ParseObject(text string) (Value, bool) {
	v, err := Parse([]byte(text))
	return v, err == nil && v.IsObject()
}

// AsText is a text as itself, and the JSON of anything else.
func AsText(v Value) string {
	if v.IsString() {
		return v.Text()
	}
	return v.JSON()
}

// Nothing tells whether a member holds nothing. Programs in languages without null write "".
func Nothing(v Value) bool { return v.IsNull() || v.IsString() && v.Text() == "" }

// EmptyObject tells whether a value is {}.
func EmptyObject(v Value) bool { return v.IsObject() && v.Len() == 0 }

// ParseText reads a text that is JSON.
func ParseText(text string) (Value, bool) {
	v, err := Parse([]byte(text))
	return v, err == nil
}
