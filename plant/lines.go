package plant

import (
	"regexp"
	"slices"
	"strings"

	"github.com/toolconform/conform/wire"
)

// table gathers shared rows. A row about no line of the dialect is left out, and so is one
// whose slug is among those that the dialect excuses.
type table struct {
	rows   []Row
	except []string
}

func (t *table) add(line, slug, title string, plant Plant) {
	if line != "" && !slices.Contains(t.except, slug) {
		t.rows = append(t.rows, Row{ID: line + "/" + slug, Title: title, Plant: plant})
	}
}

// warn is add of what misses a SHOULD.
func (t *table) warn(line, slug, title string, plant Plant) {
	n := len(t.rows)
	if t.add(line, slug, title, plant); len(t.rows) > n {
		t.rows[n].Warns = true
	}
}

// Healed is a text of JSON with what is missing at its end added; "{}" where that is not
// enough.
func Healed(text string) string {
	var ends []byte
	inString := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case !inString && (c == '{' || c == '['):
			ends = append(ends, c+2)
		case !inString && (c == '}' || c == ']') && len(ends) > 0:
			ends = ends[:len(ends)-1]
		}
	}
	if inString {
		text += `"`
	}
	slices.Reverse(ends)
	if text += string(ends); !wire.IsJSON(text) {
		return "{}"
	}
	return text
}

// isObject tells whether a text is a JSON object.
func isObject(text string) bool {
	v, err := wire.Parse([]byte(text))
	return err == nil && v.IsObject()
}

// Parsed is an edit of texts that are JSON: the value instead.
func Parsed(v wire.Value) wire.Value {
	if p, err := wire.Parse([]byte(v.Text())); v.IsString() && err == nil {
		return p
	}
	return v
}

// Said is Parsed of a text, and of a list of text parts, which says what their join does.
func Said(v wire.Value) wire.Value {
	var joined strings.Builder
	for _, part := range v.Items() {
		text := part.Get("text")
		if !text.IsString() {
			return v
		}
		joined.WriteString(text.Text())
	}
	if v.Len() > 0 && v.IsArray() {
		v = wire.Str(joined.String())
	}
	return Parsed(v)
}

// InJSON edits a value where it is one, and where it is the text of one.
func InJSON(edit Edit) Edit {
	return func(v wire.Value) wire.Value {
		if !v.IsString() {
			return edit(v)
		}
		if p, err := wire.Parse([]byte(v.Text())); err == nil {
			if changed := edit(p); !wire.Equal(changed, p) {
				return wire.Str(changed.JSON())
			}
		}
		return v
	}
}

// Deep edits the strings of a value.
func Deep(e Edit) Edit {
	return func(v wire.Value) wire.Value {
		if v.IsString() {
			return e(v)
		}
		return v.Each(Deep(e))
	}
}

// Truthy loses members whose value is falsy.
func Truthy(v wire.Value) wire.Value {
	v = v.Each(Truthy)
	for _, m := range v.Members() {
		if s := m.Value.JSON(); s == "0" || s == "false" || s == "null" || s == `""` {
			v = v.Without(m.Name)
		}
	}
	return v
}

// Exponentless loses the exponents of numbers.
func Exponentless(v wire.Value) wire.Value {
	if v.Kind() != wire.Number {
		return v.Each(Exponentless)
	}
	before, _, _ := strings.Cut(strings.ToLower(v.Literal()), "e")
	return wire.Num(before)
}

// Unwrapped is the value of the only member where that is called as wires call arguments.
func Unwrapped(v wire.Value) wire.Value {
	if inner := only(v, "input", "arguments", "parameters"); inner.IsObject() {
		return inner
	}
	return v
}

// failureWord begins a text that a careless reader takes for a failure.
var failureWord = regexp.MustCompile(`^(Exception|Traceback|fatal|Failed|\[ERROR\]|Timeout)`)

// Failing tells texts that begin with such a word.
func Failing(v wire.Value) bool { return failureWord.MatchString(v.Text()) }

// Taken puts a text that is a member of the object which a text holds in its place.
func Taken(members ...string) Edit {
	return Text(func(text string) string {
		v, ok := wire.ParseText(text)
		for _, m := range members {
			if ok && v.Get(m).IsString() {
				return v.Get(m).Text()
			}
		}
		return text
	})
}

// only is the value of the only member where that has one of the names.
func only(v wire.Value, names ...string) wire.Value {
	for _, m := range v.Members() {
		if v.Len() == 1 && slices.Contains(names, m.Name) {
			return m.Value
		}
	}
	return v
}
