// Package wire turns bytes into JSON values and events without losing anything:
// numbers keep their literal, objects keep duplicate members and their order,
// lone surrogates survive. It also frames events as SSE or NDJSON and cuts
// streams into network reads.
package wire

import "strconv"

// Kind is the kind of a JSON value. Its zero value says that there is no value
// at all, which is not the same as null.
type Kind uint8

// The kinds of JSON values.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// String names the kind as JSON Schema does.
func (k Kind) String() string {
	return [...]string{"absent", "null", "boolean", "number", "string", "array", "object"}[k]
}

// Value is one immutable JSON value. The zero Value is Absent.
//
// Strings are WTF-8: UTF-8 in which a lone surrogate stands as its three-byte
// form, so that "\ud800" can be read and written again.
type Value struct {
	kind Kind
	text string   // the string, the number's literal, or "true"
	kids []Member // array elements (without names) or object members
}

// Member is one member of an object.
type Member struct {
	Name  string
	Value Value
}

// NullValue is JSON's null.
var NullValue = Value{kind: Null}

// Str makes a string.
func Str(s string) Value { return Value{kind: String, text: s} }

// Int makes a number.
func Int(n int64) Value { return Value{kind: Number, text: strconv.FormatInt(n, 10)} }

// Num makes a number from its JSON literal, which is kept as it is.
func Num(literal string) Value { return Value{kind: Number, text: literal} }

// Boolean makes true or false.
func Boolean(b bool) Value {
	if b {
		return Value{kind: Bool, text: "true"}
	}
	return Value{kind: Bool}
}

// List makes an array.
func List(items ...Value) Value {
	kids := make([]Member, len(items))
	for i, v := range items {
		kids[i].Value = v
	}
	return Value{kind: Array, kids: kids}
}

// M makes a member; Obj(M("a", Int(1))) reads as the object does.
func M(name string, v Value) Member { return Member{name, v} }

// Obj makes an object. Members with an absent value are left out.
func Obj(members ...Member) Value {
	kids := make([]Member, 0, len(members))
	for _, m := range members {
		if m.Value.kind != Absent {
			kids = append(kids, m)
		}
	}
	return Value{kind: Object, kids: kids}
}

// Kind tells what v is.
func (v Value) Kind() Kind { return v.kind }

// IsAbsent tells whether there is no value.
func (v Value) IsAbsent() bool { return v.kind == Absent }

// IsNull tells whether v is null or absent: readers treat both alike unless the
// document says otherwise.
func (v Value) IsNull() bool { return v.kind == Null || v.kind == Absent }

// IsString tells whether v is a string.
func (v Value) IsString() bool { return v.kind == String }

// IsObject tells whether v is an object.
func (v Value) IsObject() bool { return v.kind == Object }

// IsArray tells whether v is an array.
func (v Value) IsArray() bool { return v.kind == Array }

// IsTrue tells whether v is true.
func (v Value) IsTrue() bool { return v.kind == Bool && v.text != "" }

// IsFalse tells whether v is false.
func (v Value) IsFalse() bool { return v.kind == Bool && v.text == "" }

// Text is the string's text, "" for every other kind.
func (v Value) Text() string {
	if v.kind != String {
		return ""
	}
	return v.text
}

// Literal is the number as it was written, "" for every other kind.
func (v Value) Literal() string {
	if v.kind != Number {
		return ""
	}
	return v.text
}

// Len is the number of elements or members.
func (v Value) Len() int { return len(v.kids) }

// At is the i-th element of an array or value of an object; absent outside.
func (v Value) At(i int) Value {
	if i < 0 || i >= len(v.kids) {
		return Value{}
	}
	return v.kids[i].Value
}

// Items are the elements of an array, nil for every other kind.
func (v Value) Items() []Value {
	if v.kind != Array {
		return nil
	}
	items := make([]Value, len(v.kids))
	for i, m := range v.kids {
		items[i] = m.Value
	}
	return items
}

// Members are the members of an object in their order, duplicates included; nil
// for every other kind. The slice must not be changed.
func (v Value) Members() []Member {
	if v.kind != Object {
		return nil
	}
	return v.kids
}

// Get is the member of that name, the last of several as in every common
// reader; absent where there is none or v is no object.
func (v Value) Get(name string) Value {
	if v.kind != Object {
		return Value{}
	}
	for i := len(v.kids) - 1; i >= 0; i-- {
		if v.kids[i].Name == name {
			return v.kids[i].Value
		}
	}
	return Value{}
}

// Has tells whether the object has that member, null included.
func (v Value) Has(name string) bool { return v.Get(name).kind != Absent }

// With is the object with that member set: in place where it stood, at the end
// otherwise. An absent value removes it. A value that is no object becomes one.
func (v Value) With(name string, set Value) Value {
	kids := make([]Member, 0, len(v.kids)+1)
	done := set.kind == Absent
	for _, m := range v.Members() {
		switch {
		case m.Name != name:
			kids = append(kids, m)
		case !done:
			kids = append(kids, Member{name, set})
			done = true
		}
	}
	if !done {
		kids = append(kids, Member{name, set})
	}
	return Value{kind: Object, kids: kids}
}

// Without is the object without that member.
func (v Value) Without(name string) Value { return v.With(name, Value{}) }

// Append is the array with these elements behind its own.
func (v Value) Append(items ...Value) Value {
	var kids []Member
	if v.kind == Array {
		kids = v.kids
	}
	kids = append(make([]Member, 0, len(kids)+len(items)), kids...)
	for _, item := range items {
		kids = append(kids, Member{Value: item})
	}
	return Value{kind: Array, kids: kids}
}

// Int64 is the number as an int64 and whether it is one exactly (1.0 and 1e2
// are; 1.5 is not).
func (v Value) Int64() (int64, bool) {
	if v.kind != Number {
		return 0, false
	}
	if n, err := strconv.ParseInt(v.text, 10, 64); err == nil {
		return n, true
	}
	d, ok := parseDecimal(v.text)
	if !ok {
		return 0, false
	}
	return d.int64()
}

// Duplicate is the name of the first member that stands twice in an object of
// v, at any depth, and whether there is one.
func (v Value) Duplicate() (string, bool) {
	if v.kind == Object && len(v.kids) > 1 {
		seen := make(map[string]bool, len(v.kids))
		for _, m := range v.kids {
			if seen[m.Name] {
				return m.Name, true
			}
			seen[m.Name] = true
		}
	}
	for _, m := range v.kids {
		if name, ok := m.Value.Duplicate(); ok {
			return name, true
		}
	}
	return "", false
}
