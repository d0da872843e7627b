package wire

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// brokenObjects is how many braces of a text may begin no object before it is left as it stands: each one is read to its end.
const brokenObjects = 16

// EqualInAnyOrder is Equal, where the order of members is free in the JSON that stands in a string, too. Languages whose
// maps have no order (Perl, Go, Rust) write the same value differently from one time to the next, and neither is another value.
func EqualInAnyOrder(a, b Value) bool { return Equal(a, b) || Equal(ordered(a), ordered(b)) }

// ordered has the members of all objects in the order of their names, those of the JSON in its texts too.
func ordered(v Value) Value {
	if v.IsString() {
		return Str(orderedText(v.Text()))
	}
	v = v.Each(ordered)
	if !v.IsObject() {
		return v
	}
	members := slices.Clone(v.Members())
	slices.SortStableFunc(members, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	return Obj(members...)
}

func orderedText(text string) string {
	var b strings.Builder
	for broken := 0; broken < brokenObjects; {
		at := strings.IndexByte(text, '{')
		if at < 0 {
			break
		}
		b.WriteString(text[:at])
		text = text[at:]
		dec := jsontext.NewDecoder(strings.NewReader(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
		raw, err := dec.ReadValue()
		if err != nil {
			broken++
			b.WriteByte('{')
			text = text[1:]
			continue
		}
		b.Write(ordered(take(raw)).AppendJSON(nil))
		text = text[dec.InputOffset():]
	}
	b.WriteString(text)
	return b.String()
}
