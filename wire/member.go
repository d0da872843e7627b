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
